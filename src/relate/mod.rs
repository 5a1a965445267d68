//! Scored cases into links between them, each with its reason.

use std::sync::Arc;

use crate::model::CaseId;

/// Why two cases belong together; the strongest reason first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "reason", content = "what")]
pub enum Reason {
    /// This case repeats that one.
    RecurrenceOf,
    /// That case repeats this one.
    RecurredAs,
    /// The record says so.
    Told,
    /// They quote the same source.
    SharedSource(Arc<str>),
    /// Same organisation and same root cause.
    SameOrgAndCause(Arc<str>),
    /// Same root cause.
    SameCause(Arc<str>),
    /// Same component.
    SameComponent(Arc<str>),
}

/// A link to another case.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Relation {
    /// The other case.
    pub case: CaseId,
    /// Why, strongest first; never empty.
    pub reasons: Vec<Reason>,
}
