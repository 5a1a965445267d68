//! What `check`, `score --explain` and the published JSON tell of a case. Plain data.

use std::collections::BTreeMap;

use super::{Cap, Grade, LostLine, Part, Scored};
use crate::model::CaseId;
use crate::verify::{ClaimReport, Verdict, tally};

/// A case in the JSON of `check`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CaseReport {
    /// Its id.
    pub id: CaseId,
    /// 0 to 100, one decimal.
    pub score: f64,
    /// The word beside it.
    pub grade: Grade,
    /// Version of the rule table.
    pub rules: &'static str,
    /// Points by part; `null` where the part does not apply.
    pub components: BTreeMap<Part, Option<f64>>,
    /// Points that each part could give.
    pub of: BTreeMap<Part, f64>,
    /// The sum before caps.
    pub before_caps: f64,
    /// Caps that apply.
    pub caps: Vec<Cap>,
    /// Every point lost; `100 - score` is their sum.
    pub lost: Vec<LostLine>,
    /// Claims by verdict; the counts add up to the claims.
    pub verdicts: BTreeMap<&'static str, usize>,
    /// Claims.
    pub claims: Vec<ClaimReport>,
}

impl CaseReport {
    /// The report on a case.
    pub fn of(scored: &Scored) -> Self {
        let score = &scored.score;
        let applies = |of: f64| of > 0.0;
        Self {
            id: scored.verified.case.id.clone(),
            score: score.total,
            grade: score.grade,
            rules: score.rules,
            components: score
                .parts
                .iter()
                .map(|part| (part.part, applies(part.of).then_some(part.points)))
                .collect(),
            of: score.parts.iter().map(|part| (part.part, part.of)).collect(),
            before_caps: score.before_caps,
            caps: score.caps.clone(),
            lost: score.lost.clone(),
            verdicts: verdicts(scored),
            claims: ClaimReport::of(&scored.verified),
        }
    }
}

/// The case's claims by verdict, under the names that JSON uses.
pub fn verdicts(scored: &Scored) -> BTreeMap<&'static str, usize> {
    let counts = tally(&scored.verified.claims);
    counts.into_iter().map(|(verdict, count): (Verdict, usize)| (verdict.as_str(), count)).collect()
}
