//! Text in one language into the facts that it states: figures with units, durations, dates, times,
//! versions, identifiers. It does not compare them; `agree` does.

mod amount;
mod bare;
mod bound;
mod calendar;
mod clock;
mod days;
mod decimal;
mod digits;
mod fold;
mod length;
mod lexicon;
mod measure;
mod names;
mod numeral;
mod positional;
mod prefix;
mod range;
mod rank;
mod reader;
mod scan;
mod spelled;
mod spellings;
mod tally;
#[cfg(test)]
mod tests;
mod unit;
mod units;
mod version;

use crate::diag::ByteSpan;

pub use measure::{Dimension, Length, Moment};

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
    /// The numeral itself as a decimal: the 29 of `29 km`, the 3 of `P3Y`; `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// The power of ten of the last digit told: -1 for `4.2`, 5 for `1.5 million`, 0 for `972,000`;
    /// `None` for fractions and where there is no numeral.
    #[serde(skip)]
    pub places: Option<i8>,
    /// Where it stands in the text.
    pub span: ByteSpan,
}

/// The facts that `text`, in the language `lang` (a BCP 47 tag), states: in order, by start.
///
/// Spans are bytes of `text` on character boundaries. Time is linear in the text's length.
pub fn extract(lang: &str, text: &str) -> Vec<Fact> {
    /// Characters of room that are kept for the next text; a longer one's is given back.
    const KEPT: usize = 1 << 16;
    thread_local! {
        static ROOM: std::cell::Cell<fold::Folded> = std::cell::Cell::default();
    }
    let mut folded = ROOM.take();
    folded.read(text);
    let memo = spellings::Memo::new();
    let facts = scan::scan(reader::Reader { text: &folded, lex: lexicon::Lexicon::of(lang), memo: &memo });
    if folded.len() <= KEPT {
        ROOM.set(folded);
    }
    facts
}
