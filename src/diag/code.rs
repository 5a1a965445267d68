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
    /// L002
    L002 "unreadable-file" Error;
    /// L003
    L003 "file-too-large" Error;
    /// L005
    L005 "file-not-used" Notice;
    /// L006
    L006 "evidence-without-case" Warning;

    /// M001
    M001 "missing-field" Error;
    /// M002
    M002 "wrong-type" Error;
    /// M003
    M003 "unknown-field" Warning;
    /// M004
    M004 "unknown-term" Warning;
    /// M005
    M005 "bad-date" Error;
    /// M006
    M006 "bad-length" Error;
    /// M007
    M007 "bad-language" Error;
    /// M008
    M008 "bad-id" Error;
    /// M009
    M009 "placeholder-id" Notice;
    /// M010
    M010 "empty-value" Warning;
    /// M011
    M011 "field-conflict" Error;
    /// M012
    M012 "field-twice" Error;
    /// M013
    M013 "spelling-variant" Warning;
    /// M014
    M014 "language-twice" Error;
    /// M015
    M015 "unknown-heading" Warning;
    /// M016
    M016 "event-without-date" Warning;
    /// M017
    M017 "mark-without-note" Error;
    /// M018
    M018 "note-without-mark" Warning;
    /// M019
    M019 "note-without-quote" Error;
    /// M020
    M020 "mark-without-sentence" Warning;
    /// M021
    M021 "quote-too-long" Warning;
    /// M022
    M022 "name-twice" Error;
    /// M023
    M023 "refused-link" Error;
    /// M024
    M024 "source-file-twice" Error;
    /// M025
    M025 "address-twice" Warning;
    /// M026
    M026 "unknown-source" Error;
    /// M028
    M028 "bad-address" Error;
    /// M029
    M029 "term-twice" Warning;
    /// M030
    M030 "unknown-setting" Warning;
    /// M031
    M031 "bad-setting" Error;
    /// M032
    M032 "duplicate-id" Error;
    /// M033
    M033 "path-clash" Error;
    /// M034
    M034 "organisation-variant" Warning;

    /// P001
    P001 "json-syntax" Error;
    /// P002
    P002 "yaml-syntax" Error;
    /// P003
    P003 "toml-syntax" Error;
    /// P004
    P004 "duplicate-key" Error;
    /// P005
    P005 "not-a-number" Error;
    /// P006
    P006 "nested-too-deep" Error;
    /// P007
    P007 "front-matter-open" Error;
    /// P008
    P008 "heading-without-space" Warning;
    /// P009
    P009 "note-twice" Error;

    /// A reference names no case of the library.
    ///
    /// The link would lead nowhere. Ids are compared without regard to case and Unicode form, and
    /// former ids count.
    ///
    /// Wrong: `related: [il-0214]` where there is no such case.
    ///
    /// Right: `related: [IL-0213]`.
    R001 "unknown-case" Warning;

    /// A case refers to itself.
    ///
    /// Wrong: `recurrence_of: IL-0213` in IL-0213.
    ///
    /// Right: the case that it repeats, or nothing.
    R002 "self-reference" Warning;

    /// One source is told twice.
    ///
    /// It would look like two sources that agree. One address is one source, also with `www.`, with
    /// `http`, with a final slash or as an archived copy.
    ///
    /// Wrong: `sources: [infra-log, infra-log]`.
    ///
    /// Right: `sources: [infra-log]`; several notes may name it.
    R003 "source-twice" Error;

    /// No source of the case has an address.
    ///
    /// Readers cannot go and see, so the score is held down.
    ///
    /// Wrong: `sources: []`.
    ///
    /// Right: `sources: [{url: "https://example.org/post-mortem"}]`.
    S001 "no-source-address" Warning;

    /// All sources of the case speak with one voice.
    ///
    /// Two sources of one organisation, or one that only repeats the other, are one voice. An
    /// independent account lifts the cap on the score.
    ///
    /// Wrong (perhaps): two posts of the same blog.
    ///
    /// Right: the operator's post and a report by someone else.
    S002 "one-voice" Notice;

    /// The review is dated later than the day of the score.
    ///
    /// Scores are made as of a day: the newest in the library, or `--as-of`. What comes later does
    /// not count yet.
    ///
    /// Wrong: `--as-of 2026-01-01` for a record reviewed on 2026-11-30.
    ///
    /// Right: `--as-of 2026-11-30`.
    S003 "review-after-day" Notice;

    /// A quote is not in its source.
    ///
    /// A quote is what makes a claim checkable: readers follow it to the passage. A quote that the
    /// source does not have vouches for nothing, however true the claim may be. Quotation marks,
    /// dashes, spaces, line ends, list marks and the like may differ; words, names and figures may not.
    ///
    /// Wrong: the source says "dropped from 511ms to 29ms".
    ///
    /// ```text
    /// [^t1]: infra-log: "the check became much faster"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V001 "quote-absent" Error;

    /// A passage near to the quote is in the source, but it says something else.
    ///
    /// A changed name or figure is another statement, so a near passage never counts as found. It is
    /// shown as a hint: mostly a slip of the pen.
    ///
    /// Wrong: the source says "dropped from 511ms to 29ms".
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 92ms"
    /// ```
    ///
    /// Right: the passage as it stands in the source.
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V002 "quote-differs" Error;

    /// The quote stands at several places of its source.
    ///
    /// A reader cannot tell which passage is meant, and the places may speak of different things.
    /// Quote more of the passage, or add what stands just before or after it.
    ///
    /// Wrong:
    ///
    /// ```text
    /// [^t1]: infra-log: "the readiness check"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: infra-log: "the readiness check" (prefix: "we single-flighted ")
    /// ```
    V003 "quote-ambiguous" Warning;

    /// The words left out of a quote (`…`) hold a negation.
    ///
    /// Leaving out `not` turns a statement into its opposite. Quote the passage with its negation, or
    /// quote the two parts separately.
    ///
    /// Wrong: the source says "the change was not tested before release".
    ///
    /// ```text
    /// [^t1]: log: "the change was … tested before release"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: log: "the change was not tested before release"
    /// ```
    V004 "negation-left-out" Warning;

    /// The quote is too short to say anything.
    ///
    /// Two or three words stand in any text; found or not, they vouch for nothing.
    ///
    /// Wrong:
    ///
    /// ```text
    /// [^t1]: log: "the cache"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: log: "the cache deployment tool was not built to bootstrap a large cluster"
    /// ```
    V005 "quote-too-short" Warning;

    /// The text of a source is not at hand, so its quotes are not checked.
    ///
    /// Where the licence allows, the text stands below the front matter of the source's file. Else
    /// `casebook snapshot` stores a copy outside the repository, and the record of the last
    /// verification stays beside the case.
    ///
    /// Wrong: a source with nothing but an address.
    ///
    /// Right: its text below the front matter, or a snapshot given by `--snapshots DIR`.
    V006 "source-without-text" Notice;

    /// The claim and its quote give different values for the same thing.
    ///
    /// A reader trusts the figure because a quote stands behind it, so a figure that the quote
    /// contradicts is the worst fault a record can have. Write the value that the quote gives, or
    /// quote the passage that says what the claim says.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The response time dropped to 92 ms.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V007 "fact-contradicted" Error;

    /// No quote of the claim says one of its facts.
    ///
    /// The claim says more than its evidence does. Quote the passage that says the rest too (a claim
    /// may have several quotes), or take the fact out of the claim.
    ///
    /// Wrong:
    ///
    /// ```text
    /// In 2025, the response time dropped to 29 ms on 300 hosts.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    /// ```
    V008 "fact-missing" Warning;

    /// The quotes are found, but say nothing of the claim.
    ///
    /// Claim and quote share no fact and no word that matters, in any language that the glossary
    /// knows. Probably the wrong passage was copied.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The database was restored from a backup.[^t1]
    ///
    /// [^t1]: log: "A similar pattern hit workers in LAX"
    /// ```
    ///
    /// Right: the passage that tells of the backup.
    V009 "claim-unrelated" Warning;

    /// Two languages of a record tell different facts.
    ///
    /// Readers of one language learn something else than readers of the other; at least one of them
    /// learns something wrong.
    ///
    /// Wrong: `73 hours` in the English title, `37시간` in the Korean one.
    ///
    /// Right: `73 hours` and `73시간`.
    V010 "languages-conflict" Error;

    /// A fact stands in one language only.
    ///
    /// That may be meant: translations shorten. It is told so that nothing is lost unawares.
    ///
    /// Wrong (perhaps): `4.2GB` in the Korean summary and nowhere in the English one.
    ///
    /// Right: the figure in both, or in neither.
    V011 "language-lacks-fact" Notice;

    /// A text is plainly in another language than it is declared to be.
    ///
    /// Figures, dates and words are read by the rules of the declared language, search and screen
    /// readers too. Judged by the script alone.
    ///
    /// Wrong: an English sentence under `ko`.
    ///
    /// Right: the sentence in Korean, or under `en`.
    V012 "language-misdeclared" Warning;

    /// A stated length of time does not follow from the times told.
    ///
    /// The length is computed from every start that comes near what is stated, and each start is
    /// named: often the record counts from the first symptom where the source counts from the first
    /// user hurt. A notice where the difference is small, else a warning.
    ///
    /// Wrong: `resolved_after: 73h` beside events from 13:37 on the 28th to 16:45 on the 31st.
    ///
    /// Right: `resolved_after: 75h8m`, or the start that gives 73 hours.
    V013 "length-differs" Warning;

    /// Dates do not stand in order.
    ///
    /// An event cannot come before the one told before it, a review not before the incident, and a
    /// detection not after the end.
    ///
    /// Wrong: `updated_at: 2021-10-01` in a record of `2021-10-28`.
    ///
    /// Right: `updated_at: 2021-11-01`.
    V014 "dates-out-of-order" Warning;

    /// The year in the id is not the year of the incident.
    ///
    /// Ids stay, so a wrong year in one misleads for ever. The year of a CVE is not looked at.
    ///
    /// Wrong: `id: acme-2019-outage`, `date: 2021-10-28`.
    ///
    /// Right: `id: acme-2021-outage`, `date: 2021-10-28`.
    V015 "year-of-id" Warning;

    /// Sentences state facts and cite no source.
    ///
    /// What no quote stands behind cannot be checked by anyone. Told once a case, at the first of
    /// them; `casebook evidence suggest CASE` lists all, with passages that may serve.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The response time dropped to 29 ms.
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    /// ```
    V016 "facts-uncited" Notice;

    /// A claim has no evidence.
    ///
    /// A claim is a statement with a quote; without one it is only a statement.
    ///
    /// Wrong: `{"id": "c1", "text": "Writes slowed down.", "evidence": []}`
    ///
    /// Right: `"evidence": [{"source": "log", "quote": "Writes to the store slowed down"}]`
    V017 "claim-without-evidence" Warning;

    /// The original changed after the translation was made.
    ///
    /// Told from the texts themselves, never from file times. Readers are shown that the translation
    /// is behind. Bring it up to date; `casebook check --update-evidence` then takes note.
    ///
    /// Wrong: a new figure in the English text only.
    ///
    /// Right: the new figure in every language.
    V018 "translation-stale" Warning;

    /// Whether a quote bears a fact of the claim cannot be told by machine.
    ///
    /// The figure can be read in two ways (`1.250`), or the words do not say what it belongs to. The
    /// claim is told `partial` rather than `supported`. Write it so that it can be read in one way.
    ///
    /// Wrong: `1.250 requests` in a text without a language to decide.
    ///
    /// Right: `1,250 requests`.
    V019 "fact-cannot-tell" Notice;
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
