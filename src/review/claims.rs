//! A case's claims before and after: which gained or lost support, and by which passage.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::model::Claim;
use crate::score::Scored;
use crate::text::Lang;
use crate::verify::{ClaimCheck, FactStatus, MatchKind, Verdict};

/// A claim as it stands, with its passages and what does not hold of it.
#[derive(Debug, Serialize)]
pub struct ClaimView {
    /// Its mark or own id.
    pub id: String,
    /// The field in which it stands.
    pub field: String,
    /// The language of the text told here: the one that decides the verdict.
    pub lang: Option<Lang>,
    /// What it says.
    pub text: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What it stands on.
    pub passages: Vec<Passage>,
    /// Facts that no quote bears: as claimed, what became of it, what the quote says.
    pub faults: Vec<Fault>,
}

/// A quote of a claim.
#[derive(Debug, Serialize)]
pub struct Passage {
    /// The source.
    pub source: String,
    /// The quoted words.
    pub quote: String,
    /// How it was found.
    #[serde(rename = "match")]
    pub found: MatchKind,
    /// The nearest passage in the source, where the quote is not there as it stands.
    pub near: Option<String>,
}

/// A fact that no quote bears.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// As claimed.
    pub claimed: String,
    /// What became of it.
    pub status: FactStatus,
    /// What the quote says instead.
    pub quoted: Option<String>,
}

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Support {
    /// It holds now and did not before.
    Gained,
    /// It held before and does not now.
    Lost,
    /// It does not hold, but better than before.
    Better,
    /// It did not hold, and does so less now.
    Worse,
    /// It is new.
    New,
    /// It is gone.
    Removed,
    /// Its words or quotes changed, its verdict did not.
    Reworded,
}

/// A claim that differs.
#[derive(Debug, Serialize)]
pub struct ClaimChange {
    /// What became of it.
    pub support: Support,
    /// The verdict before.
    pub before: Option<Verdict>,
    /// The verdict now.
    pub after: Option<Verdict>,
    /// Whether its own words or quotes changed.
    pub edited: bool,
    /// The claim as it stands; a removed one as it stood.
    pub claim: ClaimView,
}

/// Whether a verdict says that the claim holds.
const fn holds(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Supported | Verdict::Quoted)
}

impl ClaimView {
    fn of(scored: &Scored, number: usize) -> Option<Self> {
        let case = &scored.verified.case;
        let (claim, check) = (case.claims.get(number)?, scored.verified.claims.get(number)?);
        let judged =
            check.by_lang.iter().find(|(lang, own)| **lang == case.lang && own.verdict == check.verdict);
        let judged = judged.or_else(|| check.by_lang.iter().find(|(_, own)| own.verdict == check.verdict));
        let lang = judged.map(|(lang, _)| lang).or_else(|| claim.texts.keys().next());
        let faults = judged.map_or(&[][..], |(_, own)| own.facts.as_slice()).iter();
        Some(Self {
            id: claim.id.to_string(),
            field: claim.field.to_string(),
            lang: lang.cloned(),
            text: lang
                .and_then(|lang| claim.texts.get(lang))
                .map(|text| text.value.clone())
                .unwrap_or_default(),
            verdict: check.verdict,
            passages: passages(claim, check),
            faults: faults
                .filter(|fact| fact.status != FactStatus::Supported)
                .map(|fact| Fault {
                    claimed: fact.text.clone(),
                    status: fact.status,
                    quoted: fact.against.clone(),
                })
                .collect(),
        })
    }

    /// The claims of a case that do not hold as they stand, the worst first.
    pub fn open(scored: &Scored) -> Vec<Self> {
        let all = (0..scored.verified.claims.len()).filter_map(|number| Self::of(scored, number));
        let mut open: Vec<Self> = all.filter(|claim| !holds(claim.verdict)).collect();
        open.sort_by_key(|claim| std::cmp::Reverse(claim.verdict.badness()));
        open
    }
}

fn passages(claim: &Claim, check: &ClaimCheck) -> Vec<Passage> {
    let pairs = claim.evidence.iter().zip(&check.quotes);
    pairs
        .map(|(evidence, quote)| Passage {
            source: evidence.source.as_deref().unwrap_or(&evidence.source_name).to_owned(),
            quote: evidence.quote.value.clone(),
            found: quote.effective(),
            near: quote.near.clone(),
        })
        .collect()
}

/// The claims that differ, those that lost support first.
pub fn claims(old: &Scored, new: &Scored) -> Vec<ClaimChange> {
    let (was, is) = (&old.verified.case.claims, &new.verified.case.claims);
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut pairs: Vec<(Option<usize>, usize)> = Vec::new();
    for (number, claim) in is.iter().enumerate() {
        let by_id = was.iter().position(|own| own.id == claim.id);
        // Marks may be numbered anew; what a claim says tells which it is.
        let same_text = |own: &Claim| {
            own.texts
                .iter()
                .any(|(lang, text)| claim.texts.get(lang).is_some_and(|other| other.value == text.value))
        };
        let by_text = || was.iter().enumerate().position(|(at, own)| !taken.contains(&at) && same_text(own));
        let found = match by_id {
            Some(at) if !taken.contains(&at) && (same_text(&was[at]) || by_text().is_none()) => Some(at),
            _ => by_text(),
        };
        taken.extend(found);
        pairs.push((found, number));
    }
    let mut changes: Vec<ClaimChange> =
        pairs.into_iter().filter_map(|(before, after)| compare(old, before, new, after)).collect();
    for number in (0..was.len()).filter(|number| !taken.contains(number)) {
        if let Some(claim) = ClaimView::of(old, number) {
            let before = Some(claim.verdict);
            changes.push(ClaimChange { support: Support::Removed, before, after: None, edited: true, claim });
        }
    }
    changes.sort_by_key(|change| match change.support {
        Support::Lost => 0,
        Support::Worse => 1,
        Support::Gained => 2,
        Support::Better => 3,
        Support::New => 4,
        Support::Removed => 5,
        Support::Reworded => 6,
    });
    changes
}

fn compare(old: &Scored, before: Option<usize>, new: &Scored, after: usize) -> Option<ClaimChange> {
    let claim = ClaimView::of(new, after)?;
    let is = claim.verdict;
    let Some(before) = before else {
        return Some(ClaimChange {
            support: Support::New,
            before: None,
            after: Some(is),
            edited: true,
            claim,
        });
    };
    let was = old.verified.claims.get(before)?.verdict;
    let words = |scored: &Scored, number: usize| -> Option<Vec<String>> {
        let claim = scored.verified.case.claims.get(number)?;
        let texts = claim.texts.values().map(|text| text.value.clone());
        let quotes = claim.evidence.iter().map(|own| format!("{}\0{}", own.source_name, own.quote.value));
        Some(texts.chain(quotes).collect())
    };
    let edited = words(old, before) != words(new, after);
    let support = match (holds(was), holds(is)) {
        (true, false) => Support::Lost,
        (false, true) => Support::Gained,
        // What could be checked once and cannot now.
        _ if is == Verdict::Unchecked && was != is => Support::Worse,
        _ if is.badness() > was.badness() => Support::Worse,
        _ if is.badness() < was.badness() => Support::Better,
        _ if edited => Support::Reworded,
        _ => return None,
    };
    Some(ClaimChange { support, before: Some(was), after: Some(is), edited, claim })
}
