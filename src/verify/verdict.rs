//! What was decided about a case's claims, and why. Shown, never only a tick.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::DateTime;

use crate::model::{Case, Field, Length};
use crate::text::{ByLang, Lang};

/// How a quote was found in its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchKind {
    /// To the letter.
    Exact,
    /// But for named folds.
    Normalized,
    /// In parts, in order, within a bounded gap.
    Elided,
    /// In several places, with nothing to choose between them.
    Ambiguous,
    /// A near passage stands there; a hint, never counted as found.
    Fuzzy,
    /// Not in the text.
    Absent,
    /// The source's text is not at hand.
    NoText,
}

impl MatchKind {
    /// Whether the quote counts as found.
    pub const fn found(self) -> bool {
        matches!(self, Self::Exact | Self::Normalized | Self::Elided | Self::Ambiguous)
    }
}

/// The verdict on a claim; every claim has exactly one a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Found, at least one fact checked, all supported.
    Supported,
    /// Found; nothing in the claim can be checked by machine; related in words.
    Quoted,
    /// Some of it is supported, something is missing or cannot be told.
    Partial,
    /// A quote gives another value for the same thing.
    Contradicted,
    /// Found, but it says nothing of what is claimed; or no evidence at all.
    Unsupported,
    /// No quote is in its source.
    QuoteAbsent,
    /// No text at hand to check against, and no former verification.
    Unchecked,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Self; 7] = [
        Self::Supported,
        Self::Quoted,
        Self::Unchecked,
        Self::Partial,
        Self::Unsupported,
        Self::QuoteAbsent,
        Self::Contradicted,
    ];

    /// Its id, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Quoted => "quoted",
            Self::Partial => "partial",
            Self::Contradicted => "contradicted",
            Self::Unsupported => "unsupported",
            Self::QuoteAbsent => "quote-absent",
            Self::Unchecked => "unchecked",
        }
    }

    /// Place in [`Verdict::ALL`]: the greater, the worse.
    pub fn badness(self) -> usize {
        Self::ALL.iter().position(|verdict| *verdict == self).unwrap_or(Self::ALL.len())
    }
}

/// What became of one fact of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactStatus {
    /// A quote says it.
    Supported,
    /// A quote says another value for the same thing.
    Contradicted,
    /// No quote says it.
    Missing,
    /// It cannot be decided by machine.
    CannotTell,
}

/// One fact of a claim, held against the quotes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FactCheck {
    /// `number`, `duration`, `name`, `direction`, `negation`, … ([`super::facts::FactKind`] and more).
    pub kind: String,
    /// As the claim says it.
    pub text: String,
    /// Its bytes in the claim's text.
    pub span: crate::diag::ByteSpan,
    /// What became of it.
    pub status: FactStatus,
    /// What the quote says, as it says it, where there is something to hold against it.
    pub against: Option<String>,
    /// Number of the evidence (from 0) and bytes in its quote that `against` stands at.
    pub against_at: Option<(u32, crate::diag::ByteSpan)>,
    /// Why, in words that a contributor understands (English; pages build theirs from the parts).
    pub why: String,
}

/// One quote of a claim, looked for in its source.
#[derive(Debug, Clone)]
pub struct QuoteCheck {
    /// How it was found.
    pub found: MatchKind,
    /// Characters in the source's plain text of each place (or of each part, when elided).
    pub positions: Vec<std::ops::Range<usize>>,
    /// Names of the folds that were needed.
    pub folds: Vec<&'static str>,
    /// 0 to 1; 1 is to the letter.
    pub similarity: f64,
    /// The near passage, where one exists.
    pub near: Option<String>,
    /// For elided quotes: characters left out between the parts.
    pub gaps: Vec<usize>,
    /// An elision skipped a negation.
    pub skipped_negation: bool,
    /// It is too short to point at one passage.
    pub short: bool,
    /// Text before and after the first place, for links and W3C selectors.
    pub context: Option<(String, String)>,
    /// When it was verified, where only the sidecar knows (the text is not at hand).
    pub verified_on: Option<String>,
    /// How it was found then.
    pub former: Option<MatchKind>,
    /// Hash of the text that it was looked for in.
    pub text_hash: Option<Arc<str>>,
}

impl QuoteCheck {
    /// How it was found: now, or else when its source's text was last at hand.
    pub fn effective(&self) -> MatchKind {
        match (self.found, self.former) {
            (MatchKind::NoText, Some(former)) => former,
            (found, _) => found,
        }
    }

    /// Whether the quote stands in its source, as seen now or when the text was last at hand.
    pub fn stands(&self) -> bool {
        self.effective().found()
    }
}

/// What was decided about a claim in one language.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Its facts.
    pub facts: Vec<FactCheck>,
}

/// A claim, checked.
#[derive(Debug, Clone)]
pub struct ClaimCheck {
    /// One a piece of evidence, in the claim's order.
    pub quotes: Vec<QuoteCheck>,
    /// By language of the claim.
    pub by_lang: ByLang<Judgement>,
    /// The worst verdict of its languages: what sums are made of.
    pub verdict: Verdict,
    /// Answers of outside judges, shown beside: name, verdict, reason.
    pub judged: Vec<(String, String, String)>,
}

impl ClaimCheck {
    /// Whether a quote of it was looked for in a text, now or formerly.
    pub fn was_checked(&self) -> bool {
        self.quotes.iter().any(|quote| quote.effective() != MatchKind::NoText)
    }
}

/// How many claims have each verdict; all verdicts are there, and the counts add up to the claims.
///
/// Pages, JSON, CSV and the terminal all count by this.
pub fn tally<'a>(claims: impl IntoIterator<Item = &'a ClaimCheck>) -> BTreeMap<Verdict, usize> {
    let mut counts: BTreeMap<Verdict, usize> = Verdict::ALL.into_iter().map(|verdict| (verdict, 0)).collect();
    for claim in claims {
        *counts.entry(claim.verdict).or_default() += 1;
    }
    counts
}

/// Two languages of one field or claim that do not carry the same facts.
#[derive(Debug, Clone)]
pub struct LanguageGap {
    /// The field.
    pub field: Field,
    /// The language that has the fact.
    pub lang: Lang,
    /// The language that lacks it or says otherwise.
    pub other: Lang,
    /// The facts as told, in the order of the text; one alone where `instead` is told.
    pub told: Box<[Box<str>]>,
    /// What the other language says instead: a conflict; `None`: it only lacks the facts.
    pub instead: Option<Box<str>>,
}

/// A length of time recomputed from the times told.
#[derive(Debug, Clone)]
pub struct LengthCheck {
    /// The field, e.g. `timeline.resolved_after`.
    pub field: Field,
    /// What is stated.
    pub stated: Length,
    /// What comes out of the times, nearest to the stated length first.
    pub computed: Vec<Computed>,
    /// Whether some computed length agrees with the stated one, rounded as it is.
    pub agrees: bool,
}

/// A length of time with the start and the end assumed.
#[derive(Debug, Clone)]
pub struct Computed {
    /// From start to end.
    pub seconds: u64,
    /// The start.
    pub from: Moment,
    /// The end.
    pub to: Moment,
}

/// A time that the record tells, by the clock that it is told by.
#[derive(Debug, Clone)]
pub struct Moment {
    /// What that clock shows.
    pub clock: DateTime,
    /// Minutes from UTC, where told.
    pub offset: Option<i32>,
    /// Where the record tells it.
    pub field: Field,
}

/// A sentence with facts and no evidence.
#[derive(Debug, Clone)]
pub struct Uncited {
    /// The field.
    pub field: Field,
    /// The language.
    pub lang: Lang,
    /// Bytes of the sentence in the field's text.
    pub range: std::ops::Range<usize>,
}

/// How a translation stands to the default language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LanguageState {
    /// The record's own language.
    Original,
    /// Made from the text as it stands.
    Fresh,
    /// The original changed after it was made.
    Stale,
    /// Nothing is known of when it was made.
    Untracked,
    /// There is no text.
    Missing,
}

/// A case with everything that was found out about it.
#[derive(Debug, Clone)]
pub struct Verified {
    /// The case.
    pub case: Arc<Case>,
    /// One a claim, in the case's order.
    pub claims: Vec<ClaimCheck>,
    /// One a language of the library.
    pub languages: ByLang<LanguageState>,
    /// Where languages disagree or lack facts.
    pub gaps: Vec<LanguageGap>,
    /// Lengths of time recomputed.
    pub lengths: Vec<LengthCheck>,
    /// Sentences without evidence.
    pub uncited: Vec<Uncited>,
    /// Independent voices among its sources, as groups of source ids; primary ones first.
    pub voices: Vec<Voice>,
    /// Consistency faults by rule: what, where (as diagnostics carry them) for the score.
    pub inconsistencies: Vec<Inconsistency>,
}

/// Sources that speak with one voice.
#[derive(Debug, Clone)]
pub struct Voice {
    /// Source ids.
    pub sources: Vec<Arc<str>>,
    /// Whether the operator's own account is among them.
    pub primary: bool,
    /// Those that are that account themselves; the others repeat it.
    pub own: Vec<Arc<str>>,
}

/// What a record can disagree with itself about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// Dates stand in order.
    Order,
    /// Lengths of time fit the times told.
    Lengths,
    /// Terms are in the vocabularies.
    Vocabulary,
    /// References lead somewhere.
    References,
    /// Nothing is told twice.
    Duplicates,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Order, Self::Lengths, Self::Vocabulary, Self::References, Self::Duplicates];
}

/// Something in the record that does not agree with the rest of it.
#[derive(Debug, Clone)]
pub struct Inconsistency {
    /// What it concerns.
    pub aspect: Aspect,
    /// The field or place in words.
    pub field: String,
    /// What is wrong.
    pub message: String,
}
