//! Text in one language into the facts that it states: figures with units, durations, dates, times,
//! versions, identifiers. It does not compare them; `agree` does.

use crate::diag::ByteSpan;

/// What sort of thing a fact states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FactKind {
    /// A bare count or figure.
    Number,
    /// A percentage (unit `%`) or percentage points (unit `pp`).
    Percent,
    /// A length of time, ISO 8601.
    Duration,
    /// A calendar date, possibly without a year or a day.
    Date,
    /// A clock time.
    Time,
    /// A date with a clock time.
    Datetime,
    /// A figure with a unit of measure (UCUM).
    Quantity,
    /// An amount of money (ISO 4217).
    Money,
    /// A version of software, without the leading `v`.
    Version,
    /// A rank: first, 3rd.
    Ordinal,
    /// Two ends, `lo..hi`, either possibly open.
    Range,
    /// A percentile such as P99; the value is its rank.
    Percentile,
    /// A name for a machine: CVE, path, host, error code, hash, port, address.
    Identifier,
}

/// How exactly a figure is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub enum Approx {
    /// About.
    #[serde(rename = "~")]
    About,
    /// More than.
    #[serde(rename = ">")]
    Over,
    /// Less than.
    #[serde(rename = "<")]
    Under,
    /// At least.
    #[serde(rename = ">=")]
    AtLeast,
    /// At most.
    #[serde(rename = "<=")]
    AtMost,
    /// Almost: a little below.
    #[serde(rename = "<~")]
    Nearly,
}

/// One fact that a text states.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Fact {
    /// Its kind.
    pub kind: FactKind,
    /// The normalised value (see `docs/facts.md`): a decimal string, ISO 8601, `lo..hi`.
    pub value: String,
    /// UCUM-like unit, `%`, `pp`, ISO 4217 code, or `None`.
    pub unit: Option<String>,
    /// How exactly it is meant; `None` when told flatly.
    pub approx: Option<Approx>,
    /// Where it stands in the text.
    pub span: ByteSpan,
}
