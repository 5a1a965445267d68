//! What rises, falls, is switched on or off in a claim against the clauses of its quotes that speak of the
//! same: the same way, the other way, or perhaps another thing.

use std::collections::BTreeSet;

use super::compare::{aligned, changes, quoted};
use super::denial::denies_by_itself;
use super::figure::Value;
use super::reading::{Bag, Denial, Reading, is_meaning};
use super::sense::{GOOD_PART, HALF, MOST, NEARLY_ALL, check, says_the_same};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{Concept, ConceptId, Lexicon, Word};

/// Words on either side of one that tells a rise or a fall which may tell of what.
const BESIDE: usize = 4;
/// Content words of a clause that says one thing, at most.
const SHORT: usize = 5;

/// What rose, fell, was switched on or off: the same way in the quote?
pub fn directions(
    claim: &Reading<'_>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
    checks: &[Check],
) -> Vec<Check> {
    let mut out = Vec::new();
    for number in 0..claim.clauses.len() {
        let near = aligned(claim, number, evidence, lexicon);
        let contradicted =
            checks.iter().any(|c| c.clause == number && c.fact.status == FactStatus::Contradicted);
        let change = change_of(claim, number);
        let mut done: BTreeSet<ConceptId> = BTreeSet::new();
        for at in claim.clauses[number].words.clone() {
            let Some(word) = claim.words.get(at) else { continue };
            let Some((id, concept)) = direction(claim, word, evidence, lexicon) else { continue };
            if !done.insert(id) || contradicted {
                continue;
            }
            let own = claim.denial_of(at);
            if own == Denial::Unclear || means_otherwise(word, id, evidence, lexicon) {
                continue;
            }
            let own_sign = own == Denial::Said;
            let turned: Vec<ConceptId> = concept.opposite.iter().copied().chain([id]).collect();
            if concept.level != 0
                && let Some(rises) = change
            {
                let way = if own_sign { concept.level } else { -concept.level };
                if (way > 0) == rises {
                    continue;
                }
                // Figures that no quote tells gainsay nothing.
                let borne = |own: &Check| own.clause == number && own.fact.status == FactStatus::Supported;
                if !evidence.all.concepts.contains(&id) && checks.iter().any(borne) {
                    let why = "the figures go the other way, and no quote words it so".to_owned();
                    out.push(check(
                        "direction",
                        claim,
                        word.span,
                        number,
                        FactStatus::Contradicted,
                        None,
                        None,
                        why,
                    ));
                    continue;
                }
            }
            let (mut agrees, mut opposes, mut unclear) = (false, None, claims_both(claim, at, id, concept));
            let mut beside = false;
            for (quote, clause, bag, _) in &near {
                let reading = &evidence.quotes[*quote];
                let bounds = if concept.level == 0 { (NEARLY_ALL, HALF) } else { (MOST, GOOD_PART) };
                beside |= says_the_same(claim, number, reading, *clause, bag, lexicon, &[id], bounds)
                    || rest_said(claim, number, reading, *clause, bag, lexicon, &turned);
                for other_at in reading.clauses[*clause].words.clone() {
                    let Some(other) = reading.words.get(other_at) else { continue };
                    let same = other.concepts.contains(&id);
                    let opposite = concept.opposite.iter().any(|o| other.concepts.contains(o));
                    if !same && !opposite || same && opposite {
                        agrees |= same && opposite;
                        continue;
                    }
                    // "No outage was declared" denies the verb, as "an outage was never declared" does.
                    let both_deny = same
                        && claim.clauses[number].denial() == Denial::Denied
                        && reading.clauses[*clause].denial() == Denial::Denied;
                    let denied = reading.denial_of(other_at);
                    let holds = both_deny || (same != (denied == Denial::Denied)) == own_sign;
                    if denied == Denial::Unclear && !both_deny {
                        unclear = true;
                        continue;
                    }
                    agrees |= holds;
                    if !holds {
                        unclear |= concept.level == 0
                            && (tells_a_course(claim, number, lexicon)
                                || tells_a_course(reading, *clause, lexicon)
                                || denies_by_itself(reading, *clause, claim, number, lexicon, &turned)
                                || denies_by_itself(claim, number, reading, *clause, lexicon, &turned));
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
            // What starts may also stop in the same text; only what rises does not fall.
            agrees |= concept.level == 0
                && own_sign
                && evidence.all.concepts.contains(&id)
                && !denied_anywhere(evidence, id);
            if agrees && concept.level != 0 && opposes.is_none() {
                opposes = goes_the_other_way(claim, at, own_sign, id, concept, evidence, lexicon);
                agrees = opposes.is_none();
                beside |= !agrees;
            }
            match (agrees, opposes) {
                (true, _) => {
                    let why = "the quote says so too".to_owned();
                    out.push(check(
                        "direction",
                        claim,
                        word.span,
                        number,
                        FactStatus::Supported,
                        None,
                        None,
                        why,
                    ));
                }
                (false, Some((text, at))) if beside && !unclear => {
                    let why = format!("the quote says the opposite: `{text}`");
                    out.push(check(
                        "direction",
                        claim,
                        word.span,
                        number,
                        FactStatus::Contradicted,
                        Some(text),
                        Some(at),
                        why,
                    ));
                }
                // The quotes tell the other way alone, if perhaps of something else.
                (false, _)
                    if own_sign
                        && !unclear
                        && !evidence.all.concepts.contains(&id)
                        && concept.opposite.iter().any(|id| {
                            (turns(*id, concept, lexicon) || evidence.is_short())
                                && evidence.all.concepts.contains(id)
                        }) =>
                {
                    let why = "the quotes tell the opposite, of this or of something else".to_owned();
                    out.push(check(
                        "direction",
                        claim,
                        word.span,
                        number,
                        FactStatus::CannotTell,
                        None,
                        None,
                        why,
                    ));
                }
                _ => {}
            }
        }
    }
    out
}

/// Whether all that a short clause of the claim tells besides what means `turned` is in a short one of a quote.
fn rest_said(
    claim: &Reading<'_>,
    number: usize,
    quote: &Reading<'_>,
    clause: usize,
    bag: &Bag,
    lexicon: &Lexicon,
    turned: &[ConceptId],
) -> bool {
    let rest = |word: &&Word| word.content && !word.concepts.iter().any(|id| turned.contains(id));
    let mut own = claim.words_of(number).iter().filter(rest).peekable();
    let short = quote.words_of(clause).iter().filter(|word| word.content).count() <= SHORT;
    short && own.peek().is_some() && own.all(|word| bag.says(word, lexicon) >= 1.0)
}

/// Whether `id` is the other way of what goes one way or the other, rather than a later state of it.
fn turns(id: ConceptId, concept: &Concept, lexicon: &Lexicon) -> bool {
    concept.level != 0
        || lexicon.concept(id).is_some_and(|other| {
            matches!(&*other.id, "enable" | "disable" | "upgrade" | "rollback" | "high-word" | "low-word")
        })
}

/// Where the quotes tell both a rise and a fall, and the words beside the other way fit those beside the
/// claim's word much better.
fn goes_the_other_way(
    claim: &Reading<'_>,
    at: usize,
    own_sign: bool,
    id: ConceptId,
    concept: &Concept,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let beside = |reading: &Reading<'_>, at: usize| -> Vec<Word> {
        let near = at.saturating_sub(BESIDE)..(at + BESIDE + 1).min(reading.words.len());
        let clause = reading.words.get(at).map_or(0, |word| reading.clause_at(word.span.start));
        (near.filter(|other| *other != at).filter_map(|other| reading.words.get(other)))
            .filter(|word| word.content && reading.clause_at(word.span.start) == clause)
            .cloned()
            .collect()
    };
    let own = beside(claim, at);
    let (mut same, mut other) = (0.0_f64, (0.0_f64, None));
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for (there, word) in quote.words.iter().enumerate() {
            let is_same = word.concepts.contains(&id);
            let is_other = concept.opposite.iter().any(|id| word.concepts.contains(id));
            if is_same == is_other || quote.denial_of(there) == Denial::Unclear {
                continue;
            }
            let mut bag = Bag::default();
            bag.add(&beside(quote, there), &quote.primary, lexicon);
            let fit = own.iter().filter(|word| bag.says(word, lexicon) >= 1.0).count() as f64;
            let holds = (is_same != (quote.denial_of(there) == Denial::Denied)) == own_sign;
            if holds {
                same = same.max(fit);
            } else if fit > other.0 {
                other = (fit, Some(quoted(evidence, number, word.span)));
            }
        }
    }
    (other.0 >= same + 2.0).then_some(other.1).flatten()
}

/// Whether `word` is known by another of its meanings than `id`: работать, to run and to be in order.
fn means_otherwise(word: &Word, id: ConceptId, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let turned =
        |other: ConceptId| lexicon.concept(other).is_some_and(|concept| !concept.opposite.is_empty());
    !evidence.all.concepts.contains(&id)
        && word.concepts.iter().any(|other| {
            !turned(*other) && is_meaning(lexicon, *other) && evidence.all.concepts.contains(other)
        })
}

/// Whether the claim tells both sides of `id`, beside the word `number`: raised and lowered again.
fn claims_both(claim: &Reading<'_>, number: usize, id: ConceptId, concept: &Concept) -> bool {
    let own = claim.denial_of(number);
    claim.words.iter().enumerate().filter(|(at, _)| *at != number).any(|(at, word)| {
        word.concepts.iter().any(|other| concept.opposite.contains(other))
            || word.concepts.contains(&id) && claim.denial_of(at) != own
    })
}

/// Whether the clause says when a state ends or what followed what, so that its opposite held as well.
fn tells_a_course(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> bool {
    let marks = lexicon.marks();
    let own = reading.clauses.get(clause);
    own.is_some_and(|clause| clause.turned)
        || (reading.words_of(clause).iter()).any(|word| {
            word.concepts.contains(&marks.until)
                || word.concepts.contains(&marks.before)
                || word.concepts.contains(&marks.after)
        })
}

/// Whether some quote denies what means `id`.
fn denied_anywhere(evidence: &Evidence<'_>, id: ConceptId) -> bool {
    evidence.quotes.iter().any(|quote| {
        (quote.words.iter().enumerate())
            .any(|(at, word)| word.concepts.contains(&id) && quote.denial_of(at) != Denial::Said)
    })
}

/// A concept of `word` that has an opposite.
///
/// A word may mean several such things (올리다: raise, upgrade); the one that the quotes speak of is meant.
fn direction<'l>(
    reading: &Reading<'_>,
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &'l Lexicon,
) -> Option<(ConceptId, &'l Concept)> {
    let meant =
        word.concepts.iter().filter_map(|id| lexicon.concept(*id)).find_map(|concept| concept.by_share);
    if let Some(meant) = meant
        && share_beside(reading, word)
    {
        return lexicon.concept(meant).map(|concept| (meant, concept));
    }
    let turned: Vec<(ConceptId, &Concept)> = word
        .concepts
        .iter()
        .filter_map(|id| lexicon.concept(*id).map(|concept| (*id, concept)))
        .filter(|(_, concept)| !concept.opposite.is_empty())
        .collect();
    let told = |(id, concept): &&(ConceptId, &Concept)| {
        evidence.all.concepts.contains(id)
            || concept.opposite.iter().any(|id| evidence.all.concepts.contains(id))
    };
    turned.iter().find(told).or_else(|| turned.first()).copied()
}

/// Whether a share stands right beside `word`: half, 50%.
fn share_beside(reading: &Reading<'_>, word: &Word) -> bool {
    reading.figures.iter().any(|figure| {
        let span = figure.fact.span;
        let gap = if span.start >= word.span.end {
            span.start - word.span.end
        } else {
            word.span.start.saturating_sub(span.end)
        };
        let share = match &figure.value {
            Value::Amount(Dimension::Percent, ..) => true,
            Value::Amount(Dimension::Count, amount, _) => *amount > 0.0 && *amount < 1.0,
            _ => false,
        };
        share && gap <= 8
    })
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
