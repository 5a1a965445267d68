//! What `check` and the published JSON tell of a claim. Plain data, the same everywhere.

use std::collections::BTreeMap;

use super::verdict::{ClaimCheck, FactCheck, FactStatus, Judgement, MatchKind, Verdict, Verified};
use crate::model::ClaimKind;
use crate::text::Lang;

/// A claim: one entry however many languages tell it, so that counting entries counts claims.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ClaimReport {
    /// Its mark or own id.
    pub id: String,
    /// The language that decides the verdict: the record's own unless another fares worse.
    pub lang: Option<Lang>,
    /// What it is about.
    pub kind: ClaimKind,
    /// The field in which it stands.
    pub field: String,
    /// The verdict that counts.
    pub verdict: Verdict,
    /// Its quotes, in the order told.
    pub quotes: Vec<QuoteReport>,
    /// Its facts in `lang`.
    pub facts: Vec<FactReport>,
    /// The verdict in each language.
    pub languages: BTreeMap<Lang, Verdict>,
    /// Answers of outside judges, never mixed into the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<JudgedReport>,
}

/// One quote of a claim.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct QuoteReport {
    /// The source's id, or its name as written where no source has it.
    pub source: String,
    /// How it was found.
    #[serde(rename = "match")]
    pub found: MatchKind,
    /// 0 to 1; 1 is to the letter.
    pub similarity: f64,
    /// Characters of each place in the source's plain text.
    pub positions: Vec<[usize; 2]>,
    /// Folds that were needed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folds: Vec<&'static str>,
    /// When it was last verified, where the text is not at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_on: Option<String>,
    /// How it was found then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<MatchKind>,
}

/// One fact of a claim.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FactReport {
    /// Its kind.
    pub kind: String,
    /// As the claim says it.
    pub text: String,
    /// What became of it.
    pub status: FactStatus,
    /// What the quote says.
    pub against: Option<String>,
    /// Why.
    pub why: String,
}

/// What an outside judge says.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct JudgedReport {
    /// The judge.
    pub judge: String,
    /// Its verdict.
    pub verdict: String,
    /// Its reason.
    pub reason: String,
}

impl ClaimReport {
    /// The claims of a case, in its order.
    pub fn of(verified: &Verified) -> Vec<Self> {
        let pairs = verified.case.claims.iter().zip(&verified.claims);
        pairs
            .map(|(claim, check)| {
                let deciding = deciding(check, &verified.case.lang);
                Self {
                    id: claim.id.to_string(),
                    lang: deciding.map(|(lang, _)| lang.clone()),
                    kind: claim.kind,
                    field: claim.field.to_string(),
                    verdict: check.verdict,
                    quotes: claim
                        .evidence
                        .iter()
                        .zip(&check.quotes)
                        .map(|(evidence, quote)| QuoteReport {
                            source: evidence.source.as_deref().unwrap_or(&evidence.source_name).to_owned(),
                            found: quote.found,
                            similarity: quote.similarity,
                            positions: quote.positions.iter().map(|at| [at.start, at.end]).collect(),
                            folds: quote.folds.clone(),
                            verified_on: quote.verified_on.clone(),
                            former: quote.former,
                        })
                        .collect(),
                    facts: deciding.map_or_else(Vec::new, |(_, judgement)| {
                        judgement.facts.iter().map(FactReport::of).collect()
                    }),
                    languages: check
                        .by_lang
                        .iter()
                        .map(|(lang, judgement)| (lang.clone(), judgement.verdict))
                        .collect(),
                    judged: check
                        .judged
                        .iter()
                        .map(|(judge, verdict, reason)| JudgedReport {
                            judge: judge.clone(),
                            verdict: verdict.clone(),
                            reason: reason.clone(),
                        })
                        .collect(),
                }
            })
            .collect()
    }
}

impl FactReport {
    fn of(fact: &FactCheck) -> Self {
        Self {
            kind: fact.kind.clone(),
            text: fact.text.clone(),
            status: fact.status,
            against: fact.against.clone(),
            why: fact.why.clone(),
        }
    }
}

/// The language whose verdict is the claim's; the record's own language first.
fn deciding<'a>(check: &'a ClaimCheck, own: &Lang) -> Option<(&'a Lang, &'a Judgement)> {
    let decides = |judgement: &Judgement| judgement.verdict == check.verdict;
    check
        .by_lang
        .get_key_value(own)
        .filter(|(_, judgement)| decides(judgement))
        .or_else(|| check.by_lang.iter().find(|(_, judgement)| decides(judgement)))
}
