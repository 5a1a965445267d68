//! Claims: pieces of a record's text that stand on quotes.

use std::sync::Arc;

use super::case::Field;
use super::text::{At, Text};
use crate::text::ByLang;

/// What a claim is about; decides its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// Why it happened.
    Cause,
    /// What it meant for users.
    Impact,
    /// When, or for how long.
    Time,
    /// A figure.
    Number,
    /// What was done.
    Action,
    /// Anything else.
    Other,
}

impl ClaimKind {
    /// Every kind, heaviest first.
    pub const ALL: [Self; 6] =
        [Self::Cause, Self::Impact, Self::Time, Self::Number, Self::Action, Self::Other];

    /// Its id in the vocabulary `claim_kind`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cause => "cause",
            Self::Impact => "impact",
            Self::Time => "time",
            Self::Number => "number",
            Self::Action => "action",
            Self::Other => "other",
        }
    }

    /// The kind of a claim that stands in `field` and tells none.
    pub fn of_field(field: &Field) -> Self {
        match &*field.name {
            "cause" | "trigger" | "root_cause" => Self::Cause,
            "impact.scope" | "impact.users" | "impact.region" | "symptoms_text" => Self::Impact,
            "timeline.events" | "detection" | "timeline" => Self::Time,
            "remediation" | "action_items" => Self::Action,
            _ => Self::Other,
        }
    }
}

/// A statement with evidence. The same mark in another language is the same claim.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The mark or own id, unique in the case: `t1`; a mark's second use is `t1-2`.
    pub id: Arc<str>,
    /// What it is about.
    pub kind: ClaimKind,
    /// The field in whose text it stands; `claims` where it stands free.
    pub field: Field,
    /// What it says, by language: the sentences before the mark.
    pub texts: ByLang<Text>,
    /// Byte range of the claim in its field's text, by language; empty for free-standing claims.
    pub ranges: ByLang<std::ops::Range<usize>>,
    /// What it stands on, without repeats, in the order told.
    pub evidence: Vec<Evidence>,
    /// Where it begins, in the first language that has it.
    pub at: At,
}

/// A quote and the source it is taken from.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// Key into [`Library::sources`](super::Library::sources); `None` where the name is unknown.
    pub source: Option<Arc<str>>,
    /// The source's name as written.
    pub source_name: String,
    /// The quoted passage.
    pub quote: Text,
    /// Text just before the passage, to choose among several places.
    pub prefix: Option<String>,
    /// Text just after it.
    pub suffix: Option<String>,
    /// Where the note stands.
    pub at: At,
}
