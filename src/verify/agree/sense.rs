//! Names, directions and negations of a claim against those of the clauses that speak of the same.

use std::collections::BTreeSet;

use super::compare::{aligned, changes, quoted};
use super::figure::Value;
use super::reading::{Bag, Clause, DENIED_NEAR, Reading};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{Concept, ConceptId, Lexicon, Role, Word};
use crate::verify::{FactCheck, FactStatus};

/// Words that a claim's clause and a quote's share at least before a denial in one contradicts the other.
const SHARED: f64 = 1.5;

/// Share of a claim's clause that the quote's clause has to say for the two to speak of the same.
const MOST: f64 = 0.5;
/// Share of the quote's clause that the claim's has to say.
const GOOD_PART: f64 = 0.3;

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
        let turned = if said { turned_name(claim, word, evidence, lexicon) } else { None };
        let (status, against, why) = match (said, rival) {
            (true, _) if turned.is_some() => (
                FactStatus::Contradicted,
                turned,
                "the quote tells it as the other end of the move".to_owned(),
            ),
            (true, _) => (FactStatus::Supported, None, "the quote names it".to_owned()),
            (false, Some((text, at))) if speaks_of_it(claim, clause, word, at, evidence, lexicon) => {
                let why = format!("the quote names `{text}` in its place");
                (FactStatus::Contradicted, Some((text, at)), why)
            }
            // The operator itself is often left out of what it writes.
            (false, None) if role == Some(Role::Org) => continue,
            (false, _)
                if role.is_none()
                    && !evidence.all.would_say(word, &claim.primary, lexicon)
                    && !word.latin =>
            {
                continue;
            }
            (false, _) => (FactStatus::Missing, None, "no quote names it".to_owned()),
        };
        let (against, against_at) = against.map_or((None, None), |(text, at)| (Some(text), Some(at)));
        let mut named = check("name", claim, word.span, clause, status, against, against_at, why);
        // A place tells where it happened; other names are often those of the one who writes.
        let listed = || beside_names(claim, word).any(|other| evidence.all.says(other, lexicon) >= 1.0);
        named.bears = status == FactStatus::Missing && (role == Some(Role::Place) || word.name && listed());
        out.push(named);
    }
    out
}

/// Names that stand right beside `word`, as the members of a list do.
fn beside_names<'r>(claim: &'r Reading<'_>, word: &Word) -> impl Iterator<Item = &'r Word> {
    let at = claim.words.partition_point(|other| other.span.start < word.span.start);
    let near = at.saturating_sub(2)..(at + 3).min(claim.words.len());
    claim.words[near].iter().filter(|other| other.name && other.content).collect::<Vec<_>>().into_iter()
}

fn role(word: &Word, lexicon: &Lexicon) -> Option<Role> {
    let roles: Vec<Role> =
        word.concepts.iter().filter_map(|id| lexicon.concept(*id)).map(|concept| concept.role).collect();
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
    let partly = (claim.words.iter()).any(|other| {
        other.stem != word.stem
            && role(other, lexicon) == Some(own_role)
            && evidence.all.says(other, lexicon) >= 1.0
    });
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

/// Where the quote tells as the start what the claim tells as the end, or the other way round.
fn turned_name(
    claim: &Reading<'_>,
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let own = claim.role_of(word, lexicon)?;
    let mut turned = None;
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for other in quote.words.iter().filter(|other| other.content) {
            let mut bag = Bag::default();
            bag.add([other], &quote.primary, lexicon);
            if bag.says(word, lexicon) < 1.0 {
                continue;
            }
            match quote.role_of(other, lexicon) {
                Some(theirs) if theirs != own && turned.is_none() => {
                    turned = Some(quoted(evidence, number, other.span))
                }
                Some(theirs) if theirs != own => {}
                _ => return None,
            }
        }
    }
    // Only where both ends are told: a lone "in Seoul" and "to Seoul" may be one thing.
    let ends = claim.words.iter().filter_map(|other| claim.role_of(other, lexicon)).collect::<Vec<_>>();
    (ends.contains(&super::figure::Role::From) && ends.contains(&super::figure::Role::To))
        .then_some(turned)
        .flatten()
}

/// Whether the clause of the quote that has the other name at `rival` says, beside it, what the claim says
/// beside its own.
fn speaks_of_it(
    claim: &Reading<'_>,
    clause: usize,
    name: &Word,
    rival: (u32, ByteSpan),
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> bool {
    let Some(reading) = evidence.quotes.get(rival.0 as usize) else { return false };
    let theirs = reading.clause_at(rival.1.start);
    let Some(bag) = evidence.clauses.get(rival.0 as usize).and_then(|clauses| clauses.get(theirs)) else {
        return false;
    };
    let (mut said, mut total) = (0.0, 0.0);
    for word in claim.words_of(clause).iter().filter(|word| word.content && word.stem != name.stem) {
        let weight = super::weight(word, lexicon).min(1.0);
        total += weight;
        said += weight * bag.says(word, lexicon);
    }
    let figures = |reading: &Reading<'_>, clause: usize| -> Vec<super::figure::Figure> {
        reading.figures.iter().filter(|figure| figure.clause == clause).cloned().collect()
    };
    let others = figures(reading, theirs);
    let figure_said = figures(claim, clause).iter().any(|own| {
        others.iter().any(|other| matches!(own.against(other), Some(super::figure::Likeness::Same(_))))
    });
    said > 0.0 && (figure_said || said >= total * MOST)
}

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
            let own_sign = !claim.is_denied(at);
            if concept.level != 0
                && let Some(rises) = change
            {
                let way = if own_sign { concept.level } else { -concept.level };
                if (way > 0) == rises {
                    continue;
                }
                if !evidence.all.concepts.contains(&id) {
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
            let (mut agrees, mut opposes) = (false, None);
            let mut beside = false;
            for (quote, clause, bag, _) in &near {
                let reading = &evidence.quotes[*quote];
                beside |= says_the_same(claim, number, reading, *clause, bag, lexicon, &[id]);
                for other_at in reading.clauses[*clause].words.clone() {
                    let Some(other) = reading.words.get(other_at) else { continue };
                    let same = other.concepts.contains(&id);
                    let opposite = concept.opposite.iter().any(|o| other.concepts.contains(o));
                    if !same && !opposite || same && opposite {
                        agrees |= same && opposite;
                        continue;
                    }
                    // "No outage was declared" denies the verb, as "an outage was never declared" does.
                    let both_deny =
                        same && denies(&claim.clauses[number]) && denies(&reading.clauses[*clause]);
                    let holds = both_deny || (same != reading.is_denied(other_at)) == own_sign;
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
            // What starts may also stop in the same text; only what rises does not fall.
            agrees |= concept.level == 0
                && own_sign
                && evidence.all.concepts.contains(&id)
                && !denied_anywhere(evidence, id);
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
                (false, Some((text, at))) if beside => {
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
                _ => {}
            }
        }
    }
    out
}

/// Whether the clause denies something: an odd number of negations.
fn denies(clause: &Clause) -> bool {
    clause.negators.len() % 2 == 1
}

/// Whether some quote denies what means `id`.
fn denied_anywhere(evidence: &Evidence<'_>, id: ConceptId) -> bool {
    evidence.quotes.iter().any(|quote| {
        (quote.words.iter().enumerate()).any(|(at, word)| word.concepts.contains(&id) && quote.is_denied(at))
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

/// Weight of the words that the clause shares with `bag`, but for those that mean `except`.
fn shared(claim: &Reading<'_>, clause: usize, bag: &Bag, lexicon: &Lexicon, except: &[ConceptId]) -> f64 {
    claim
        .words_of(clause)
        .iter()
        .filter(|word| word.content && !word.concepts.iter().any(|id| except.contains(id)))
        .map(|word| bag.says(word, lexicon) * super::weight(word, lexicon))
        .sum()
}

/// Whether a clause of the claim and one of a quote speak of the same, but for the words that mean
/// `except`: most of the one is in the other, and a good part of the other in the one.
fn says_the_same(
    claim: &Reading<'_>,
    clause: usize,
    quote: &Reading<'_>,
    other: usize,
    bag: &Bag,
    lexicon: &Lexicon,
    except: &[ConceptId],
) -> bool {
    let excepted = |word: &Word| {
        word.concepts.iter().any(|id| {
            except.contains(id)
                || lexicon
                    .concept(*id)
                    .is_some_and(|concept| concept.opposite.iter().any(|id| except.contains(id)))
        })
    };
    let share = |words: &[Word], bag: &Bag| {
        let (mut said, mut total) = (0.0, 0.0);
        for word in words.iter().filter(|word| word.content && !excepted(word)) {
            let weight = super::weight(word, lexicon).min(1.0);
            total += weight;
            said += weight * bag.says(word, lexicon);
        }
        if total > 0.0 { said / total } else { 1.0 }
    };
    let mut own = Bag::default();
    own.add(claim.words_of(clause), &claim.primary, lexicon);
    share(claim.words_of(clause), bag) >= MOST && share(quote.words_of(other), &own) >= GOOD_PART
}

/// One denies what the other says.
///
/// The denied words of the one must be said in the other, and every clause of the quotes that speaks of
/// the same must stand against the claim.
pub fn negations(
    claim: &Reading<'_>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
    checks: &[Check],
) -> Vec<Check> {
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        let decided = checks
            .iter()
            .any(|check| check.clause == number && check.fact.status == FactStatus::Contradicted);
        if decided {
            continue;
        }
        let mut own = Bag::default();
        own.add(claim.words_of(number), &claim.primary, lexicon);
        let own_denies = denies(clause);
        let mut agrees = false;
        let mut open = false;
        let mut denied = None;
        for (quote, bags) in evidence.clauses.iter().enumerate() {
            let reading = &evidence.quotes[quote];
            for (at, bag) in bags.iter().enumerate() {
                let theirs = &reading.clauses[at];
                let shared = shared(claim, number, bag, lexicon, &[]);
                let they_deny = denies(theirs);
                if they_deny == own_denies {
                    agrees |= shared >= 1.0;
                    continue;
                }
                let denied_is_said = if own_denies {
                    says_denied(claim, clause, bag, lexicon)
                } else {
                    says_denied(reading, theirs, &own, lexicon)
                };
                if shared < SHARED || !denied_is_said {
                    continue;
                }
                open = true;
                let affirming = if own_denies { reading.words_of(at) } else { claim.words_of(number) };
                if denies_by_itself(affirming, if own_denies { &own } else { bag }, lexicon) {
                    agrees = true;
                } else if says_the_same(claim, number, reading, at, bag, lexicon, &[]) {
                    denied = Some((quote, theirs.span));
                }
            }
        }
        if let (false, Some((quote, span))) = (agrees, denied) {
            let (text, at) = quoted(evidence, quote, span);
            let why = if own_denies {
                format!("the claim denies what the quote says: `{}`", text.trim())
            } else {
                format!("the quote denies it: `{}`", text.trim())
            };
            out.push(check(
                "negation",
                claim,
                clause.span,
                number,
                FactStatus::Contradicted,
                Some(text),
                Some(at),
                why,
            ));
        } else if open && !agrees {
            let why = "one of claim and quote denies something, the other says it in other words".to_owned();
            out.push(check("negation", claim, clause.span, number, FactStatus::CannotTell, None, None, why));
        }
    }
    out
}

/// Whether some word that `clause` denies is said in `bag`.
fn says_denied(reading: &Reading<'_>, clause: &Clause, bag: &Bag, lexicon: &Lexicon) -> bool {
    clause.negators.iter().any(|negator| {
        let denied = reading.denied_by(clause, *negator, DENIED_NEAR);
        denied.iter().filter_map(|at| reading.words.get(*at)).any(|word| bag.says(word, lexicon) >= 1.0)
    })
}

/// Whether the words that deny nothing in grammar do so by what they mean, and the other side has no such
/// word: "unaware of any" is "know of no".
fn denies_by_itself(words: &[Word], other: &Bag, lexicon: &Lexicon) -> bool {
    words.iter().flat_map(|word| &word.concepts).any(|id| {
        !other.concepts.contains(id) && lexicon.concept(*id).is_some_and(|concept| concept.negative)
    })
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
