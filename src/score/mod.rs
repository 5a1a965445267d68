//! Verdicts into scores: how well a record is supported and kept, not how bad the incident was.
//!
//! Every point lost has a line, and the lines add up. No clock but the day given.

use crate::verify::Verified;

/// Version of the rule table, shown with every score.
pub const RULES_VERSION: &str = "1";

/// The parts of the score, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Share of claims with a quote found.
    Coverage,
    /// How well quotes match.
    Fidelity,
    /// Share of checkable facts supported.
    Agreement,
    /// Primary, independent, stored, dated, licensed.
    Sources,
    /// Fields of the record's type.
    Completeness,
    /// Dates, lengths, vocabulary, references.
    Consistency,
    /// Declared languages present, fresh, in agreement.
    Languages,
    /// Looked at by a person.
    Review,
}

impl Part {
    /// All parts in order.
    pub const ALL: [Self; 8] = [
        Self::Coverage,
        Self::Fidelity,
        Self::Agreement,
        Self::Sources,
        Self::Completeness,
        Self::Consistency,
        Self::Languages,
        Self::Review,
    ];
}

/// What one part gave.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PartScore {
    /// Which.
    pub part: Part,
    /// Points earned, rounded to a tenth.
    pub points: f64,
    /// Points that could be earned; 0 where the part does not apply (its weight then neither
    /// costs nor pays).
    pub of: f64,
}

/// A point or more lost, where, and how to regain it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LostLine {
    /// The part, or `None` for a cap.
    pub part: Option<Part>,
    /// The rule, e.g. `coverage.claim-without-quote`; its texts are in the themes' messages.
    pub rule: &'static str,
    /// The place: a claim's id, a source's id, a field.
    pub place: String,
    /// Points lost, in tenths exact.
    pub points: f64,
    /// What to do, in English; pages build theirs from `rule` and `place`.
    pub how: String,
}

/// The word beside the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// From 85.
    WellSupported,
    /// From 65.
    SupportedWithGaps,
    /// From 40.
    Weak,
    /// Below 40.
    Unsupported,
}

/// A cap that holds the score down.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Cap {
    /// `contradicted`, `no-address`, `one-voice`, `unreviewed`.
    pub rule: &'static str,
    /// The highest score that it leaves.
    pub at: f64,
}

/// A case's score with its whole breakdown.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Score {
    /// 0 to 100, one decimal.
    pub total: f64,
    /// The sum of the parts before caps, 0 to 100, one decimal.
    pub before_caps: f64,
    /// The word.
    pub grade: Grade,
    /// Caps that apply, lowest first.
    pub caps: Vec<Cap>,
    /// Parts in order.
    pub parts: Vec<PartScore>,
    /// `100 - total` equals the sum of these lines.
    pub lost: Vec<LostLine>,
    /// Claims that could be checked.
    pub claims_checked: usize,
    /// Claims in all.
    pub claims: usize,
    /// [`RULES_VERSION`].
    pub rules: &'static str,
}

/// A verified case and its score.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The case, checked.
    pub verified: Verified,
    /// Its score.
    pub score: Score,
}
