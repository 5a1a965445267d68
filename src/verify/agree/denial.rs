//! Denials: one of claim and quote denies what the other says of the same thing, or that cannot be told.

use std::collections::BTreeSet;

use super::compare::quoted;
use super::reading::{Bag, Clause, DENIED, Denial, PERHAPS_DENIED, Reading};
use super::sense::{GOOD_PART, HALF, NEARLY_ALL, check, says_the_same, shared};
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon, Role, Word};

/// Words that a claim's clause and a quote's share at least before a denial in one contradicts the other.
const SHARED: f64 = 1.5;
/// Share of the most that a clause of the quotes has in common with one of the claim from which on it
/// speaks of the same.
const BEST: f64 = 0.75;

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
                    let same =
                        says_the_same(claim, number, reading, at, bag, lexicon, &[], (NEARLY_ALL, HALF));
                    let stops =
                        stops_it(reading, at, &own_bag, lexicon) != stops_it(claim, number, bag, lexicon);
                    // "It stopped responding" is not "it responded".
                    if own == Denial::Said && same && stops {
                        open = true;
                        continue;
                    }
                    // Said here, denied there: only the whole of it outweighs a denial.
                    agrees |=
                        says_the_same(claim, number, reading, at, bag, lexicon, &[], (NEARLY_ALL, HALF));
                    continue;
                }
                // "Unanswered requests" are requests that were not answered.
                let without = bag.concepts.iter().filter_map(|id| lexicon.concept(*id));
                if own == Denial::Denied && shared >= 1.0 {
                    agrees |= without.into_iter().any(|c| c.negative && c.role != Role::Verb);
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

/// Whether the clause says that something did not go on which the other side tells: "stopped responding"
/// beside "responded".
fn stops_it(reading: &Reading<'_>, clause: usize, other: &Bag, lexicon: &Lexicon) -> bool {
    let words: Vec<&Word> = reading.words_of(clause).iter().filter(|word| word.content).collect();
    let stops = |word: &Word| {
        super::happens(word, lexicon)
            && other.says(word, lexicon) == 0.0
            && word.concepts.iter().filter_map(|id| lexicon.concept(*id)).any(|concept| concept.negative)
    };
    words.windows(2).any(|pair| match pair {
        [a, b] => {
            let goes_on = |word: &Word| super::happens(word, lexicon) && other.says(word, lexicon) >= 1.0;
            stops(a) && goes_on(b) || stops(b) && goes_on(a)
        }
        _ => false,
    })
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
        let said = |word: &Word| {
            let said = bag.says(word, lexicon);
            said >= 1.0 || said > 0.0 && super::happens(word, lexicon)
        };
        let nearest = words.next().is_some_and(said);
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
pub fn denies_by_itself(
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
    // "Only the writes were down; reads were served": what is set apart in a part with a verb of its own says
    // nothing of the next.
    let nearby = |id: ConceptId| {
        let words = reading.words_of(clause);
        words.iter().any(|word| word.concepts.contains(&id))
            || !words.iter().any(|word| word.content && super::happens(word, lexicon))
    };
    let turns = |id: ConceptId| id == marks.only && nearby(id) || id == marks.instead_after;
    words(reading, clause).into_iter().any(|id| {
        !theirs.contains(&id)
            && !except.contains(&id)
            && (turns(id) || lexicon.concept(id).is_some_and(|concept| concept.negative))
    }) || reading
        .words_of(clause)
        .iter()
        .any(|word| word.concepts.contains(&marks.instead) && !word.concepts.contains(&marks.not))
}
