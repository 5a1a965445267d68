//! Findings as Markdown that reads well on a code host: errors and warnings in the open, notices
//! folded away, and never longer than what a host takes. Nothing in it is more than text.

use super::{Diagnostic, Severity};
use crate::text::inert::{code, inert, message, shorten};

/// The most characters of a comment on the common code hosts.
pub const COMMENT: usize = 65_536;

/// A message longer than this is cut.
const MESSAGE: usize = 600;

/// The whole report: `summary`, then findings by severity, within `most` characters (UTF-16).
pub fn report(findings: &[Diagnostic], summary: &str, most: usize) -> String {
    let mut report = Bounded::new(most);
    let errors = count(findings, Severity::Error);
    let title = if errors > 0 { "## Check: the content has errors" } else { "## Check: no errors" };
    report.push(&format!("{title}\n\n{}\n", inert(summary)));
    for (severity, name) in
        [(Severity::Error, "Errors"), (Severity::Warning, "Warnings"), (Severity::Notice, "Notices")]
    {
        let own: Vec<String> =
            findings.iter().filter(|finding| finding.severity == severity).map(item).collect();
        if own.is_empty() {
            continue;
        }
        let heading = format!("{name} ({})", own.len());
        if severity == Severity::Notice {
            report.list(&format!("\n<details><summary>{heading}</summary>\n\n"), &own, "\n</details>\n");
        } else {
            report.list(&format!("\n### {heading}\n\n"), &own, "");
        }
    }
    report.text
}

fn count(findings: &[Diagnostic], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}

/// One finding as an item of a list: rule, place, what was found, what to write instead.
pub fn item(finding: &Diagnostic) -> String {
    let place = &finding.primary.place;
    let at = code(&format!("{}:{}:{}", place.path, place.line, place.column));
    let mut text = format!(
        "- **{} {}** {at}: {}",
        finding.code,
        finding.code.slug(),
        message(&shorten(&finding.message, MESSAGE))
    );
    let labels: Vec<String> = std::iter::once(&finding.primary)
        .chain(&finding.secondary)
        .filter(|label| !label.message.is_empty())
        .map(|label| message(&shorten(&label.message, MESSAGE)))
        .collect();
    if !labels.is_empty() {
        text.push_str(&format!(" ({})", labels.join("; ")));
    }
    if !finding.help.is_empty() {
        text.push_str(&format!("\n  → {}", message(&shorten(&finding.help, MESSAGE))));
    }
    text.push('\n');
    text
}

/// Markdown that stays within a length; what no longer fits is counted, not cut in the middle.
#[derive(Debug)]
pub struct Bounded {
    /// What was taken so far.
    pub text: String,
    left: usize,
}

/// Room that is kept for saying how much was left out.
const TAIL: usize = 200;

impl Bounded {
    /// Room for `most` characters, counted as code hosts do (UTF-16).
    pub fn new(most: usize) -> Self {
        Self { text: String::new(), left: most.saturating_sub(TAIL) }
    }

    /// Takes `block` if there is room for it.
    pub fn push(&mut self, block: &str) -> bool {
        let length = length(block);
        if length > self.left {
            return false;
        }
        self.left -= length;
        self.text.push_str(block);
        true
    }

    /// Takes `open`, as many of `items` as there is room for, a count of the rest, and `close`.
    /// Takes nothing where not even one item fits. Gives the number of items taken.
    pub fn list(&mut self, open: &str, items: &[String], close: &str) -> usize {
        const REST: usize = 60;
        let frame = length(open) + length(close) + REST;
        let fits = items.first().is_some_and(|first| frame + length(first) <= self.left);
        if !fits {
            return 0;
        }
        self.left -= frame;
        self.text.push_str(open);
        let taken = items.iter().take_while(|item| self.push(item)).count();
        if taken < items.len() {
            self.text.push_str(&format!("\n… and {} more.\n", items.len() - taken));
        }
        self.text.push_str(close);
        taken
    }

    /// Says last what was left out; there is always room for it.
    pub fn finish(mut self, tail: &str) -> String {
        self.text.push_str(&shorten(tail, TAIL - 1));
        self.text.push('\n');
        self.text
    }
}

/// Length in the units in which hosts count.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Place};

    #[test]
    fn the_report_is_bounded_and_inert() {
        let many: Vec<Diagnostic> = (0..4000)
            .map(|n| {
                Diagnostic::new(
                    Code::V007,
                    Place::file(format!("content/cases/{n}.md")),
                    "@you </details> 🔥",
                )
                .help("write `29 ms`")
            })
            .collect();
        let text = report(&many, "4000 errors", COMMENT);
        assert!(length(&text) <= COMMENT, "{}", length(&text));
        assert!(length(&text) > COMMENT * 9 / 10);
        assert!(text.contains("… and "), "the rest is counted");
        assert!(!text.contains("@you") && !text.contains("</details>"));
    }

    #[test]
    fn notices_are_folded() {
        let notice = Diagnostic::new(Code::V016, Place::file("a.md"), "uncited");
        let text = report(&[notice], "1 notice", COMMENT);
        assert!(text.starts_with("## Check: no errors\n\n1 notice\n"), "{text}");
        assert!(
            text.contains(
                "<details><summary>Notices (1)</summary>\n\n- **V016 facts-uncited** `a.md:1:1`: uncited\n"
            ),
            "{text}"
        );
    }
}
