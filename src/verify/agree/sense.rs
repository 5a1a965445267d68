//! Names, directions and negations of a claim against those of the clauses that speak of the same.

use std::collections::BTreeSet;

use super::compare::{aligned, changes, quoted};
use super::figure::Value;
use super::reading::{Bag, Reading};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::lexicon::{Concept, ConceptId, Lexicon, Role, Word};
use crate::verify::{FactCheck, FactStatus};

/// Words that a claim's clause and a quote's share at least before a denial in one contradicts the other.
const SHARED: f64 = 1.5;

/// Names of the claim: said, missing, or another name in their place.
pub fn names(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out: Vec<Check> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for word in claim.words.iter().filter(|word| word.content) {
        let role = role(word, lexicon);
        let known = matches!(role, Some(Role::Place | Role::Org | Role::Product));
        let foreign = word.latin && !matches!(claim.primary.as_str(), "en" | "de" | "fr" | "es");
        if !(known || word.name && (role.is_none() || foreign)) || !seen.insert(word.stem.clone()) {
            continue;
        }
        let clause = claim.clause_at(word.span.start);
        let said = evidence.all.says(word, lexicon) >= 1.0;
        let rival = if said { None } else { rival(claim, word, role, evidence, lexicon) };
        let (status, against, why) = match (said, rival) {
            (true, _) => (FactStatus::Supported, None, "the quote names it".to_owned()),
            (false, Some((text, at))) if speaks_of_it(claim, clause, word, evidence, lexicon) => {
                let why = format!("the quote names `{text}` in its place");
                (FactStatus::Contradicted, Some((text, at)), why)
            }
            // The operator itself is often left out of what it writes.
            (false, None) if role == Some(Role::Org) => continue,
            (false, _) if role.is_none() && !evidence.all.would_say(word, &claim.primary, lexicon) && !word.latin => continue,
            (false, _) => (FactStatus::Missing, None, "no quote names it".to_owned()),
        };
        let (against, against_at) = against.map_or((None, None), |(text, at)| (Some(text), Some(at)));
        out.push(check("name", claim, word.span, clause, status, against, against_at, why));
    }
    out
}

fn role(word: &Word, lexicon: &Lexicon) -> Option<Role> {
    let roles: Vec<Role> = word.concepts.iter().filter_map(|id| lexicon.concept(*id)).map(|concept| concept.role).collect();
    (roles.iter().copied())
        .find(|role| matches!(role, Role::Place | Role::Org | Role::Product))
        .or_else(|| roles.first().copied())
}

/// A name of the same sort in a quote that the claim does not name.
fn rival(
    claim: &Reading<'_>,
    word: &Word,
    own_role: Option<Role>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let own_role = own_role.filter(|role| matches!(role, Role::Place | Role::Org | Role::Product))?;
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    // Where the claim names something of this sort that the quote names too, the other is only missing.
    let partly = (claim.words.iter())
        .any(|other| other.stem != word.stem && role(other, lexicon) == Some(own_role) && evidence.all.says(other, lexicon) >= 1.0);
    if partly {
        return None;
    }
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for other in quote.words.iter().filter(|other| other.content) {
            if role(other, lexicon) == Some(own_role) && claimed.says(other, lexicon) < 1.0 {
                return Some(quoted(evidence, number, other.span));
            }
        }
    }
    None
}

/// Whether the quotes say, beside the name, what the claim says of it.
fn speaks_of_it(claim: &Reading<'_>, clause: usize, name: &Word, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let (mut said, mut total) = (0.0, 0.0);
    for word in claim.words_of(clause).iter().filter(|word| word.content && word.stem != name.stem) {
        total += 1.0;
        said += evidence.all.says(word, lexicon);
    }
    let figures = claim.clauses.get(clause).is_some_and(|clause| {
        clause.figures.iter().filter_map(|number| claim.figures.get(*number)).any(|own| {
            let mut theirs = evidence.quotes.iter().flat_map(|quote| &quote.figures);
            theirs.any(|other| matches!(own.against(other), Some(super::figure::Likeness::Same(_))))
        })
    });
    figures || said >= 1.0 && said * 3.0 >= total
}

/// What rose, fell, was switched on or off: the same way in the quote?
pub fn directions(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon, checks: &[Check]) -> Vec<Check> {
    let mut out = Vec::new();
    for number in 0..claim.clauses.len() {
        let near = aligned(claim, number, evidence, lexicon);
        let contradicted = checks.iter().any(|c| c.clause == number && c.fact.status == FactStatus::Contradicted);
        let change = change_of(claim, number);
        let mut done: BTreeSet<ConceptId> = BTreeSet::new();
        for word in claim.words_of(number) {
            let Some((id, concept)) = direction(word, lexicon) else { continue };
            if !done.insert(id) || contradicted {
                continue;
            }
            let own_sign = sign(claim, word, lexicon);
            if concept.level != 0
                && let Some(rises) = change
            {
                let way = if own_sign { concept.level } else { -concept.level };
                if (way > 0) == rises {
                    continue;
                }
                if !evidence.all.concepts.contains(&id) {
                    let why = "the figures go the other way, and no quote words it so".to_owned();
                    out.push(check("direction", claim, word.span, number, FactStatus::Contradicted, None, None, why));
                    continue;
                }
            }
            let (mut agrees, mut opposes) = (false, None);
            let mut beside = 0.0_f64;
            for (quote, clause, bag, _) in &near {
                let reading = &evidence.quotes[*quote];
                beside = beside.max(shared(claim, number, bag, lexicon, &[id]));
                for other in reading.words_of(*clause) {
                    let same = other.concepts.contains(&id);
                    let opposite = concept.opposite.iter().any(|o| other.concepts.contains(o));
                    if !same && !opposite || same && opposite {
                        agrees |= same && opposite;
                        continue;
                    }
                    let holds = (same == sign(reading, other, lexicon)) == own_sign;
                    agrees |= holds;
                    if !holds {
                        opposes = Some(quoted(evidence, *quote, other.span));
                    }
                }
                if concept.level != 0
                    && let Some(rises) = change_of(reading, *clause)
                {
                    let way = if own_sign { concept.level } else { -concept.level };
                    if (way > 0) == rises {
                        agrees = true;
                    } else if opposes.is_none() && !agrees {
                        opposes = Some(quoted(evidence, *quote, reading.clauses[*clause].span));
                    }
                }
            }
            match (agrees, opposes) {
                (true, _) => {
                    let why = "the quote says so too".to_owned();
                    out.push(check("direction", claim, word.span, number, FactStatus::Supported, None, None, why));
                }
                (false, Some((text, at))) if beside >= 1.0 => {
                    let why = format!("the quote says the opposite: `{text}`");
                    out.push(check("direction", claim, word.span, number, FactStatus::Contradicted, Some(text), Some(at), why));
                }
                _ => {}
            }
        }
    }
    out
}

/// A concept of `word` that has an opposite.
fn direction<'l>(word: &Word, lexicon: &'l Lexicon) -> Option<(ConceptId, &'l Concept)> {
    word.concepts
        .iter()
        .filter_map(|id| lexicon.concept(*id).map(|concept| (*id, concept)))
        .find(|(_, concept)| !concept.opposite.is_empty())
}

/// Whether `word` is affirmed: its clause denies it or not.
fn sign(reading: &Reading<'_>, word: &Word, _lexicon: &Lexicon) -> bool {
    reading.clauses.get(reading.clause_at(word.span.start)).is_none_or(|clause| !clause.negated)
}

/// Whether the figures of a change in this clause rise; `None` where it tells no change.
fn change_of(reading: &Reading<'_>, clause: usize) -> Option<bool> {
    let pair = changes(reading).into_iter().find(|(from, _)| from.clause == clause);
    if let Some((from, to)) = pair
        && let (Value::Amount(_, a, _), Value::Amount(_, b, _)) = (&from.value, &to.value)
        && (a - b).abs() > f64::EPSILON
    {
        return Some(b > a);
    }
    reading.figures.iter().filter(|figure| figure.clause == clause).find_map(|figure| match &figure.value {
        Value::Span(_, Some(low), Some(high)) if low > high => Some(false),
        _ => None,
    })
}

/// Weight of the words that the clause shares with `bag`, but for those that mean `except`.
fn shared(claim: &Reading<'_>, clause: usize, bag: &Bag, lexicon: &Lexicon, except: &[ConceptId]) -> f64 {
    claim
        .words_of(clause)
        .iter()
        .filter(|word| word.content && !word.concepts.iter().any(|id| except.contains(id)))
        .map(|word| bag.says(word, lexicon) * super::weight(word, lexicon))
        .sum()
}

/// One denies what the other says.
pub fn negations(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon, checks: &[Check]) -> Vec<Check> {
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        let decided = checks.iter().any(|check| {
            check.clause == number && (check.fact.kind == "direction" || check.fact.status == FactStatus::Contradicted)
        });
        if decided {
            continue;
        }
        let near = aligned(claim, number, evidence, lexicon);
        let mut agrees = false;
        let mut denied = None;
        for (quote, at, bag, _) in near {
            let reading = &evidence.quotes[quote];
            let Some(theirs) = reading.clauses.get(at) else { continue };
            if shared(claim, number, bag, lexicon, &[]) < SHARED {
                continue;
            }
            if theirs.negated == clause.negated {
                agrees = true;
                continue;
            }
            let words = if clause.negated { reading.words_of(at) } else { claim.words_of(number) };
            let denies_by_itself = words.iter().flat_map(|word| &word.concepts).any(|id| {
                lexicon.concept(*id).is_some_and(|concept| concept.negative) && !evidence.all.concepts.contains(id)
                    || clause.negated && lexicon.concept(*id).is_some_and(|concept| concept.negative) && !claim_has(claim, *id)
            });
            if denies_by_itself {
                agrees = true;
            } else {
                denied = Some((quote, theirs.span));
            }
        }
        if let (false, Some((quote, span))) = (agrees, denied) {
            let (text, at) = quoted(evidence, quote, span);
            let why = if clause.negated {
                format!("the claim denies what the quote says: `{}`", text.trim())
            } else {
                format!("the quote denies it: `{}`", text.trim())
            };
            out.push(check("negation", claim, clause.span, number, FactStatus::Contradicted, Some(text), Some(at), why));
        }
    }
    out
}

fn claim_has(claim: &Reading<'_>, id: ConceptId) -> bool {
    claim.words.iter().any(|word| word.concepts.contains(&id))
}

#[expect(clippy::too_many_arguments, reason = "the parts of a check, named once")]
fn check(
    kind: &str,
    claim: &Reading<'_>,
    span: ByteSpan,
    clause: usize,
    status: FactStatus,
    against: Option<String>,
    against_at: Option<(u32, ByteSpan)>,
    why: String,
) -> Check {
    let fact = FactCheck {
        kind: kind.to_owned(),
        text: claim.text(span).trim().to_owned(),
        span,
        status,
        against,
        against_at,
        why,
    };
    Check { fact, clause, bears: false }
}
