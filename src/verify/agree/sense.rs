//! Names, directions and negations of a claim against those of the clauses that speak of the same.

use std::collections::BTreeSet;

use super::compare::{aligned, changes, quoted};
use super::figure::Value;
use super::reading::{Bag, Clause, DENIED, Denial, PERHAPS_DENIED, Reading, is_meaning};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{Concept, ConceptId, Lexicon, Role, Word, rules};
use crate::verify::{FactCheck, FactStatus};

/// Words that a claim's clause and a quote's share at least before a denial in one contradicts the other.
const SHARED: f64 = 1.5;

/// Words on either side of one that tells a rise or a fall which may tell of what.
const BESIDE: usize = 4;
/// Share of the most that a clause of the quotes has in common with one of the claim from which on it
/// speaks of the same.
const BEST: f64 = 0.75;

/// Share of a claim's clause that the quote's clause has to say for the two to speak of the same.
const MOST: f64 = 0.5;
/// Share of the quote's clause that the claim's has to say.
const GOOD_PART: f64 = 0.3;
/// The same two shares for what may come one after the other: what starts also stops.
const NEARLY_ALL: f64 = 0.6;
const HALF: f64 = 0.5;

/// Names of the claim: said, missing, or another name in their place.
pub fn names(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out: Vec<Check> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for word in claim.words.iter().filter(|word| word.content) {
        let role = role(word, lexicon);
        let known = matches!(role, Some(Role::Place | Role::Org | Role::Product));
        let foreign = word.latin && !matches!(claim.primary.as_str(), "en" | "de" | "fr" | "es");
        let written = claim.text(word.span);
        // делали is no form of Дели: names are written with a capital, where the script has them.
        let small = written.chars().next().is_some_and(char::is_lowercase);
        if small && known && !word.latin
            || !(known || word.name && (role.is_none() || foreign))
            || !seen.insert(word.stem.clone())
        {
            continue;
        }
        let clause = claim.clause_at(word.span.start);
        let said = evidence.all.says(word, lexicon) >= 1.0 || evidence.writes(written);
        let rival = if said { None } else { rival(claim, word, role, evidence, lexicon) };
        let turned = if said { turned_name(claim, word, evidence, lexicon) } else { None };
        let denied = if said { denied_name(claim, word, evidence, lexicon) } else { None };
        let (status, against, why) = match (said, rival) {
            (true, _) if denied.is_some() => (
                FactStatus::Contradicted,
                denied,
                "one of claim and quote says it of this name, the other says not".to_owned(),
            ),
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
        let another = status == FactStatus::Missing && another_name(claim, word, role, evidence, lexicon);
        let (against, against_at) = against.map_or((None, None), |(text, at)| (Some(text), Some(at)));
        let mut named = check("name", claim, word.span, clause, status, against, against_at, why);
        // A place tells where it happened; other names are often those of the one who writes.
        let listed =
            || beside_names(claim, word, lexicon).any(|other| evidence.all.says(other, lexicon) >= 1.0);
        named.bears = status == FactStatus::Missing
            && (role == Some(Role::Place) || another || (known || word.name) && listed());
        out.push(named);
    }
    out
}

/// Where a quote says `word` and the claim says "not" right before it, or the other way round.
fn denied_name(
    claim: &Reading<'_>,
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    /// Whether "not" stands right before the name; `None` where something else is denied beside it.
    fn denied(reading: &Reading<'_>, at: usize) -> Option<bool> {
        let clause = reading.clauses.get(reading.clause_at(reading.words.get(at)?.span.start))?;
        if clause.negators.is_empty() {
            return Some(false);
        }
        let names = clause.negators.iter().any(|negator| {
            let denied = reading.denied_by(clause, *negator, DENIED);
            // "not Linux and macOS"
            denied.first() == Some(&at)
                || denied.get(1) == Some(&at)
                    && denied
                        .first()
                        .and_then(|first| reading.words.get(*first))
                        .is_some_and(|first| first.name)
        });
        // "Linux, but not Windows": the denial is of another name.
        let of_another = clause.negators.iter().all(|negator| {
            let denied = reading.denied_by(clause, *negator, DENIED);
            denied.first().and_then(|first| reading.words.get(*first)).is_some_and(|first| first.name)
        });
        if names { Some(true) } else { of_another.then_some(false) }
    }
    if rules::rules(&claim.primary).head_last {
        return None;
    }
    let at = claim.words.partition_point(|other| other.span.start < word.span.start);
    let own = denied(claim, at)?;
    let mut bag = Bag::default();
    bag.add(std::iter::once(word), &claim.primary, lexicon);
    let mut found = None;
    for (number, quote) in evidence.quotes.iter().enumerate() {
        if rules::rules(&quote.primary).head_last {
            return None;
        }
        for (at, other) in quote.words.iter().enumerate().filter(|(_, other)| other.content) {
            if bag.says(other, lexicon) < 1.0 {
                continue;
            }
            if denied(quote, at)? == own {
                return None;
            }
            found = Some(quoted(evidence, number, other.span));
        }
    }
    found
}

/// Names that stand right beside `word`, as the members of a list do.
fn beside_names<'r>(
    claim: &'r Reading<'_>,
    word: &'r Word,
    lexicon: &'r Lexicon,
) -> impl Iterator<Item = &'r Word> {
    let at = claim.words.partition_point(|other| other.span.start < word.span.start);
    let near = at.saturating_sub(2)..(at + 3).min(claim.words.len());
    let joins = rules::rules(&claim.primary).joins_after.as_slice();
    claim.words[near].iter().filter(move |other| {
        let known = matches!(role(other, lexicon), Some(Role::Place | Role::Org | Role::Product));
        let (first, second) =
            if other.span.start < word.span.start { (*other, word) } else { (word, *other) };
        let between = claim.statement.text.get(first.span.end..second.span.start).unwrap_or_default();
        let first_written = claim.text(first.span);
        let joined = between.contains([',', '、', '，'])
            || joins
                .iter()
                .any(|form| between.starts_with(form.as_str()) || first_written.ends_with(form.as_str()))
            || claim.words.iter().any(|mark| {
                mark.concepts.contains(&lexicon.marks().and)
                    && (first.span.end..second.span.start).contains(&mark.span.start)
            });
        other.span != word.span && other.content && (other.name || known) && joined
    })
}

/// Whether the quotes name something else of the sort of `word`, and nothing that the claim names: then
/// the one may stand in the place of the other.
fn another_name(
    claim: &Reading<'_>,
    word: &Word,
    own: Option<Role>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> bool {
    let sort = |other: &Word| {
        let other_role = role(other, lexicon);
        other.content
            && match own {
                Some(_) => other_role == own,
                None => other.name && other_role.is_none(),
            }
    };
    let shared = (claim.words.iter())
        .any(|other| sort(other) && other.span != word.span && evidence.all.says(other, lexicon) >= 1.0);
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    !shared
        && (evidence.quotes.iter().filter(|quote| quote.primary != "de"))
            .flat_map(|quote| &quote.words)
            .any(|other| sort(other) && claimed.says(other, lexicon) < 1.0)
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
            let (mut agrees, mut opposes, mut unclear) = (false, None, claims_both(claim, at, id, concept));
            let mut beside = false;
            for (quote, clause, bag, _) in &near {
                let reading = &evidence.quotes[*quote];
                let bounds = if concept.level == 0 { (NEARLY_ALL, HALF) } else { (MOST, GOOD_PART) };
                beside |= says_the_same(claim, number, reading, *clause, bag, lexicon, &[id], bounds);
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
                        && concept
                            .opposite
                            .iter()
                            .any(|id| turns(*id, concept, lexicon) && evidence.all.concepts.contains(id)) =>
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
        || (reading.words_of(clause).iter())
            .any(|word| word.concepts.contains(&marks.before) || word.concepts.contains(&marks.after))
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
/// `except`: at least the shares in `bounds` of the one are in the other, and of the other in the one.
#[expect(clippy::too_many_arguments, reason = "two clauses, and what is asked of them")]
fn says_the_same(
    claim: &Reading<'_>,
    clause: usize,
    quote: &Reading<'_>,
    other: usize,
    bag: &Bag,
    lexicon: &Lexicon,
    except: &[ConceptId],
    (most, part): (f64, f64),
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
    share(claim.words_of(clause), bag) >= most && share(quote.words_of(other), &own) >= part
}

/// One denies what the other says.
///
/// What is denied on one side must be said on the other, in a clause on the same matter, and no clause
/// of the quotes may agree with the claim. Where the rest of the two differs, it cannot be told.
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
        let own = clause.denial();
        if decided || own == Denial::Unclear {
            continue;
        }
        let mut own_bag = Bag::default();
        own_bag.add(claim.words_of(number), &claim.primary, lexicon);
        let (mut agrees, mut open) = (false, false);
        let mut denied = None;
        let best = (evidence.clauses.iter().flatten())
            .map(|bag| shared(claim, number, bag, lexicon, &[]))
            .fold(0.0, f64::max);
        for (quote, bags) in evidence.clauses.iter().enumerate() {
            let reading = &evidence.quotes[quote];
            for (at, bag) in bags.iter().enumerate() {
                let theirs = &reading.clauses[at];
                let shared = shared(claim, number, bag, lexicon, &[]);
                if theirs.denial() != Denial::Said && own == Denial::Denied
                    || theirs.denial() == Denial::Unclear
                {
                    agrees |= shared >= 1.0;
                    continue;
                }
                if theirs.denial() == own {
                    // Said here, denied there: only the whole of it outweighs a denial.
                    agrees |=
                        says_the_same(claim, number, reading, at, bag, lexicon, &[], (NEARLY_ALL, HALF));
                    continue;
                }
                let denied_is_said = if own == Denial::Denied {
                    says_denied(claim, clause, bag, lexicon)
                } else {
                    says_denied(reading, theirs, &own_bag, lexicon)
                };
                if shared < SHARED || shared < best * BEST || !denied_is_said {
                    continue;
                }
                // "The team has no pager" does not deny that the pager rang.
                let affirms =
                    if own == Denial::Denied { reading.words_of(at) } else { claim.words_of(number) };
                let other = if own == Denial::Denied { &own_bag } else { bag };
                let mut verbs =
                    affirms.iter().filter(|word| word.content && super::happens(word, lexicon)).peekable();
                if verbs.peek().is_some() && !verbs.any(|word| other.says(word, lexicon) > 0.0) {
                    continue;
                }
                let otherwise = if own == Denial::Denied {
                    denies_by_itself(reading, at, claim, number, lexicon, &[])
                } else {
                    denies_by_itself(claim, number, reading, at, lexicon, &[])
                };
                open = true;
                if otherwise {
                    agrees = true;
                } else if says_the_same(
                    claim,
                    number,
                    reading,
                    at,
                    bag,
                    lexicon,
                    &[],
                    (NEARLY_ALL, GOOD_PART),
                ) {
                    denied = Some((quote, theirs.span));
                }
            }
        }
        if let (false, Some((quote, span))) = (agrees, denied) {
            let (text, at) = quoted(evidence, quote, span);
            let why = if own == Denial::Denied {
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
        } else if own == Denial::Denied
            && !agrees
            && !open
            && best >= SHARED
            && affirms(claim, number, best, evidence, lexicon)
        {
            let why = "the claim denies something, and no quote does".to_owned();
            out.push(check("negation", claim, clause.span, number, FactStatus::CannotTell, None, None, why));
        } else if open && !agrees {
            let why = "one of claim and quote denies something, the other says it in other words".to_owned();
            out.push(check("negation", claim, clause.span, number, FactStatus::CannotTell, None, None, why));
        }
    }
    out
}

/// Whether no sentence of the quotes that speaks of the same as the clause denies anything, by grammar or
/// by what its words mean.
fn affirms(
    claim: &Reading<'_>,
    number: usize,
    best: f64,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> bool {
    let marks = lexicon.marks();
    let turns = [marks.not, marks.only, marks.instead_after, marks.nearly, marks.until];
    evidence.quotes.iter().zip(&evidence.clauses).all(|(quote, bags)| {
        let on_it: BTreeSet<usize> = (quote.clauses.iter().zip(bags))
            .filter(|(_, bag)| shared(claim, number, bag, lexicon, &[]) >= best * BEST)
            .map(|(clause, _)| clause.sentence)
            .collect();
        quote.clauses.iter().filter(|clause| on_it.contains(&clause.sentence)).all(|clause| {
            let words = quote.words.get(clause.words.clone()).unwrap_or_default();
            words
                .iter()
                .flat_map(|word| &word.concepts)
                .all(|id| !turns.contains(id) && lexicon.concept(*id).is_none_or(|concept| !concept.negative))
        })
    })
}

/// Whether what `clause` denies is said in `bag`: all that stands right beside the negation, as far as
/// it can be read.
fn says_denied(reading: &Reading<'_>, clause: &Clause, bag: &Bag, lexicon: &Lexicon) -> bool {
    clause.negators.iter().any(|negator| {
        let denied = reading.denied_by(clause, *negator, DENIED);
        let mut words = denied.iter().filter_map(|at| reading.words.get(*at));
        // A near concept will do for what happens: what did not reach a place was not deployed there.
        let nearest = words.next().is_some_and(|word| {
            let said = bag.says(word, lexicon);
            said >= 1.0 || said > 0.0 && super::happens(word, lexicon)
        });
        let further = reading.denied_by(clause, *negator, PERHAPS_DENIED);
        let known =
            further.iter().filter_map(|at| reading.words.get(*at)).filter(|word| super::means(word, lexicon));
        let (said, unsaid): (Vec<&Word>, Vec<&Word>) = known.partition(|word| bag.says(word, lexicon) > 0.0);
        nearest && (unsaid.is_empty() || said.len() > unsaid.len())
    })
}

/// Whether the sentence of a clause that denies nothing in grammar does so by what its words mean, and
/// the other side has no such word: "unaware of any" is "know of no", "only A" is "not B". What means
/// `except` is left aside.
fn denies_by_itself(
    reading: &Reading<'_>,
    clause: usize,
    other: &Reading<'_>,
    other_clause: usize,
    lexicon: &Lexicon,
    except: &[ConceptId],
) -> bool {
    let marks = lexicon.marks();
    let words = |reading: &Reading<'_>, clause: usize| -> Vec<ConceptId> {
        let own = reading.clauses.get(clause).map(|own| own.sentence);
        (reading.clauses.iter().filter(|clause| Some(clause.sentence) == own))
            .flat_map(|clause| reading.words.get(clause.words.clone()).unwrap_or_default())
            // "failed to" is the denial itself.
            .filter(|word| !word.concepts.contains(&marks.not))
            .flat_map(|word| word.concepts.iter().copied())
            .collect()
    };
    let theirs = words(other, other_clause);
    // A member of a list whose verb, with the denial, stands in another part of the sentence.
    let own = reading.clauses.get(clause).map(|own| own.sentence);
    let listed = !reading.words_of(clause).iter().any(|word| super::happens(word, lexicon))
        && reading.clauses.iter().any(|clause| Some(clause.sentence) == own && !clause.negators.is_empty());
    // "Nothing on the dashboards showed …" denies the whole sentence.
    let first = reading.clauses.iter().find(|clause| Some(clause.sentence) == own);
    let whole = first.is_some_and(|first| first.negators.first() == Some(&first.words.start));
    if listed || whole {
        return true;
    }
    let turns = [marks.only, marks.instead_after];
    words(reading, clause).into_iter().any(|id| {
        !theirs.contains(&id)
            && !except.contains(&id)
            && (turns.contains(&id) || lexicon.concept(id).is_some_and(|concept| concept.negative))
    }) || reading
        .words_of(clause)
        .iter()
        .any(|word| word.concepts.contains(&marks.instead) && !word.concepts.contains(&marks.not))
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
