//! The rules: a stage letter, a number and a slug. Never reused.
//!
//! The doc comment of a rule (what, why, wrong, right) is also its page in `docs/diagnostics/` and
//! the answer of `casebook explain`. Letters: L load, P parse, M model, V verify, S score,
//! R relate, I index, T themes and rendering, W write.

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The content is wrong; `check` exits with 1.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Worth knowing.
    Notice,
}

/// One rule, as an index into [`CODES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

/// What is known about a rule.
#[derive(Debug)]
pub struct Rule {
    /// The rule's code.
    pub code: Code,
    /// Its slug, e.g. `fact-contradicted`.
    pub slug: &'static str,
    /// Its severity unless configured otherwise.
    pub severity: Severity,
    /// Markdown: what it means, why it matters, a wrong and a right example.
    pub page: &'static str,
}

impl Rule {
    /// The rule's page: a heading, its severity, and the text.
    pub fn markdown(&self) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Notice => "notice",
        };
        let text: String =
            self.page.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
        format!("# {} {} ({severity})\n\n{text}", self.code, self.slug)
    }
}

macro_rules! codes {
    ($( $(#[doc = $page:literal])+ $name:ident $slug:literal $severity:ident; )+) => {
        impl Code {
            $( $(#[doc = $page])+ pub const $name: Code = Code(stringify!($name)); )+
        }

        /// Every rule, in the order of their codes.
        pub static CODES: &[Rule] = &[
            $( Rule { code: Code::$name, slug: $slug, severity: Severity::$severity, page: concat!($($page, "\n"),+) }, )+
        ];
    };
}

impl Code {
    /// The code as printed, e.g. `V007`.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The rule behind the code.
    pub fn rule(self) -> &'static Rule {
        CODES.iter().find(|rule| rule.code == self).expect("the macro makes a rule for every code")
    }

    /// The rule's slug.
    pub fn slug(self) -> &'static str {
        self.rule().slug
    }

    /// The rule's own severity.
    pub fn severity(self) -> Severity {
        self.rule().severity
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

// Keep sorted by code: a test checks it. One block a stage, so that two changes rarely meet.
codes! {
    /// A file is not UTF-8.
    ///
    /// Records are read as UTF-8, with or without a byte order mark. Save the file as UTF-8.
    L001 "not-utf8" Error;

    /// The claim and its quote give different values for the same thing.
    ///
    /// A reader trusts the figure because a quote stands behind it, so a figure that the quote
    /// contradicts is the worst fault a record can have. Write the value that the quote gives, or
    /// quote the passage that says what the claim says.
    V007 "fact-contradicted" Error;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_slugs_unique() {
        assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
        let mut slugs: Vec<_> = CODES.iter().map(|rule| rule.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), CODES.len());
    }
}
