//! What a claim says and the quotes tell only as denied, as put right ("not the test bucket, but the live
//! one") or as planned: never vouched for.

use std::collections::BTreeSet;

use super::compare::quoted;
use super::figure::Likeness;
use super::reading::{Denial, Reading, is_meaning};
use super::sense::check;
use super::{Check, Evidence, happens};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon, Word, rules};

/// Content words beside "not" that are put right by what follows, at most.
const CORRECTED: usize = 3;
/// Bytes between a figure and the word for what it counts, at most.
const BESIDE: usize = 12;

/// How a text tells what a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Said,
    Denied,
    /// Something else is told in its place.
    Corrected,
    Planned,
}

/// Checks each word of the claim that says something by itself.
pub fn affirmed(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let own = corrected(claim, lexicon);
    let theirs: Vec<BTreeSet<usize>> =
        evidence.quotes.iter().map(|quote| corrected(quote, lexicon)).collect();
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        if is_planned(claim, number, lexicon) || clause.turned || !clause.negators.is_empty() {
            continue;
        }
        // "Blocked" denies by what it means; that it was done may still be told as a plan alone.
        let denies = denies(claim, number, lexicon);
        let past = tells_past(claim, number);
        for at in clause.words.clone() {
            let Some(word) = claim.words.get(at).filter(|word| word.content) else { continue };
            if own.contains(&at)
                || claim.denial_of(at) != Denial::Said
                || is_meant(claim, word)
                || is_purpose(claim, at, lexicon)
            {
                continue;
            }
            let mut told: Vec<(usize, ByteSpan, Standing)> = Vec::new();
            for (quote, reading) in evidence.quotes.iter().enumerate() {
                for (there, other) in reading.words.iter().enumerate() {
                    if other.content && alike(word, other, lexicon) {
                        let standing = standing(reading, there, word, theirs.get(quote), lexicon);
                        told.push((quote, other.span, standing));
                    }
                }
            }
            let Some((quote, span, standing)) = told.first().copied() else { continue };
            let said =
                |standing: Standing| standing == Standing::Said || standing == Standing::Planned && !past;
            if told.iter().any(|(.., standing)| said(*standing)) {
                continue;
            }
            if denies && standing != Standing::Planned {
                continue;
            }
            let (status, why) = match standing {
                Standing::Corrected => {
                    (FactStatus::Contradicted, "the quote tells something else in its place")
                }
                Standing::Planned => {
                    (FactStatus::CannotTell, "the quote tells it as something yet to be done")
                }
                _ => (FactStatus::CannotTell, "the quote says it only where it denies it"),
            };
            let (text, at) = quoted(evidence, quote, span);
            let why = why.to_owned();
            let check = check("negation", claim, word.span, number, status, Some(text), Some(at), why);
            out.push(Check { undone: standing == Standing::Planned, ..check });
        }
        let done = past.then_some(lexicon);
        if !denies {
            out.extend(figures(claim, number, evidence, &own, &theirs, done));
        }
    }
    out
}

/// Figures of the clause that the quotes tell only as put right ("not a five-minute average, but a five-second
/// one"), or only where they deny something, with another figure where they do not; or, with `done`, for a
/// claim of what happened, only where they tell what was meant to.
fn figures(
    claim: &Reading<'_>,
    number: usize,
    evidence: &Evidence<'_>,
    own: &BTreeSet<usize>,
    theirs: &[BTreeSet<usize>],
    done: Option<&Lexicon>,
) -> Vec<Check> {
    let planned = |reading: &Reading<'_>, clause: usize| {
        done.is_some_and(|lexicon| is_planned(reading, clause, lexicon))
    };
    let denies = |reading: &Reading<'_>, clause: usize| {
        // "Unaddressed" denies a word, not the clause.
        let by_itself = |at: &usize| reading.words.get(*at).is_some_and(|word| !word.key.is_empty());
        reading.clauses.get(clause).is_some_and(|clause| {
            clause.denial() != Denial::Said && !clause.turned && clause.negators.iter().any(by_itself)
        })
    };
    let mut out = Vec::new();
    for figure in claim.figures.iter().filter(|figure| figure.clause == number) {
        if is_corrected(claim, figure.fact.span, own) {
            continue;
        }
        let (mut found, mut denied, mut meant) = (None, None, None);
        let (mut said, mut rival) = (false, false);
        for (quote, reading) in evidence.quotes.iter().enumerate() {
            let Some(corrected) = theirs.get(quote) else { continue };
            for other in &reading.figures {
                let refused = denies(reading, other.clause);
                match figure.against(other) {
                    Some(Likeness::Same(_)) if is_corrected(reading, other.fact.span, corrected) => {
                        found = Some(quoted(evidence, quote, other.fact.span));
                    }
                    Some(Likeness::Same(_)) if refused => {
                        denied = Some(quoted(evidence, quote, other.fact.span));
                    }
                    Some(Likeness::Same(_)) if planned(reading, other.clause) => {
                        meant = Some(quoted(evidence, quote, other.fact.span));
                    }
                    Some(Likeness::Same(_)) => said = true,
                    Some(Likeness::Other(_)) => rival |= !refused && other.fact.kind == figure.fact.kind,
                    _ => {}
                }
            }
        }
        let denied = denied.filter(|_| rival && !denies(claim, number));
        let (status, (text, at), why) = match (found, denied, meant) {
            _ if said => continue,
            (Some(found), ..) => {
                let why = format!("the quote says that it was not `{}`", found.0);
                (FactStatus::Contradicted, found, why)
            }
            (None, Some(denied), _) => {
                let why = format!("the quote tells `{}` where it denies something", denied.0);
                (FactStatus::CannotTell, denied, why)
            }
            (None, None, Some(meant)) => {
                let why = format!("the quote tells `{}` of what was meant to happen", meant.0);
                (FactStatus::CannotTell, meant, why)
            }
            (None, None, None) => continue,
        };
        let span = figure.fact.span;
        out.push(check("negation", claim, span, number, status, Some(text), Some(at), why));
    }
    out
}

/// Whether the word right after the figure is put right.
fn is_corrected(reading: &Reading<'_>, figure: ByteSpan, corrected: &BTreeSet<usize>) -> bool {
    corrected.iter().filter_map(|at| reading.words.get(*at)).any(|word| {
        figure.range().contains(&word.span.start)
            || word.span.start >= figure.end && word.span.start - figure.end <= BESIDE
    })
}

/// Whether two words mean one thing, beyond words that hardly tell anything.
fn alike(word: &Word, other: &Word, lexicon: &Lexicon) -> bool {
    word.stem == other.stem
        || word.concepts.iter().any(|id| {
            other.concepts.contains(id)
                && is_meaning(lexicon, *id)
                && lexicon.concept(*id).is_some_and(|concept| !concept.weak)
        })
}

fn standing(
    reading: &Reading<'_>,
    at: usize,
    word: &Word,
    corrected: Option<&BTreeSet<usize>>,
    lexicon: &Lexicon,
) -> Standing {
    if corrected.is_some_and(|corrected| corrected.contains(&at)) {
        return Standing::Corrected;
    }
    let Some(other) = reading.words.get(at) else { return Standing::Said };
    if word.name || word.latin && other.name || !happens(word, lexicon) || !happens(other, lexicon) {
        return Standing::Said;
    }
    let clause = reading.clause_at(other.span.start);
    let turned = reading.clauses.get(clause).is_some_and(|clause| clause.turned);
    match reading.denial_of(at) {
        Denial::Denied if !turned => Standing::Denied,
        _ if is_planned(reading, clause, lexicon) || is_meant(reading, other) => Standing::Planned,
        _ => Standing::Said,
    }
}

/// Whether the clause denies something, in grammar, by what its words mean, or by setting one thing apart.
fn denies(reading: &Reading<'_>, number: usize, lexicon: &Lexicon) -> bool {
    let marks = lexicon.marks();
    let own = reading.clauses.get(number).is_none_or(|clause| !clause.negators.is_empty());
    own || reading.words_of(number).iter().flat_map(|word| &word.concepts).any(|id| {
        [marks.not, marks.only, marks.except, marks.instead_after, marks.corrects].contains(id)
            || lexicon.concept(*id).is_some_and(|concept| concept.negative)
    })
}

/// Whether the clause tells what happened, rather than what is or shall be.
fn tells_past(reading: &Reading<'_>, number: usize) -> bool {
    let rules = rules::rules(&reading.primary);
    let within = rules.head_last;
    reading.words_of(number).iter().any(|word| {
        let rest = reading.statement.text.get(word.span.start..).unwrap_or_default();
        // The noun of a verb is cut off its ending: 도입했다.
        let whole = rest.split([' ', ',', '.', '\n']).next().unwrap_or_default();
        let written = if within { whole } else { reading.text(word.span) };
        rules
            .past
            .iter()
            .any(|end| if within { written.contains(end.as_str()) } else { written.ends_with(end.as_str()) })
    })
}

/// Whether the clause tells what is yet to be done.
fn is_planned(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> bool {
    let plan = lexicon.marks().plan;
    let text = reading.clauses.get(clause).map(|clause| reading.text(clause.span)).unwrap_or_default();
    let intends = rules::rules(&reading.primary).intends.iter().any(|ending| text.contains(ending.as_str()));
    intends || reading.words_of(clause).iter().any(|word| word.concepts.contains(&plan))
}

/// Whether the verb itself ends in what it is done for or has to be done: 막기 위해, 줄이려던. The rest of its
/// clause is told as it is.
fn is_meant(reading: &Reading<'_>, word: &Word) -> bool {
    let forms = &rules::rules(&reading.primary).intends_here;
    let rest = reading.statement.text.get(word.span.start..).unwrap_or_default();
    // The form begins in the verb, and may end in the word after it.
    let first = rest.find(char::is_whitespace).unwrap_or(rest.len());
    forms.iter().any(|form| rest.find(form.as_str()).is_some_and(|at| at < first))
}

/// Whether a claim names the verb `at` as what something was done for: "replaced the firewall to block …", and
/// not "managed to block".
fn is_purpose(claim: &Reading<'_>, at: usize, lexicon: &Lexicon) -> bool {
    let words = &rules::rules(&claim.primary).for_which;
    let Some(word) = claim.words.get(at) else { return false };
    let before = claim.statement.text.get(..word.span.start).unwrap_or_default();
    let told =
        before.split_whitespace().next_back().is_some_and(|last| words.iter().any(|form| form == last));
    let last = claim.words.get(..at).unwrap_or_default().iter().rev().find(|word| word.content);
    told && last.is_some_and(|last| !happens(last, lexicon))
}

/// Numbers of the words that a text puts right: "not X, but Y", "X rather than Y".
fn corrected(reading: &Reading<'_>, lexicon: &Lexicon) -> BTreeSet<usize> {
    let marks = lexicon.marks();
    let has =
        |at: usize, mark: ConceptId| reading.words.get(at).is_some_and(|word| word.concepts.contains(&mark));
    let content = |at: &usize| reading.words.get(*at).is_some_and(|word| word.content);
    let follows = rules::rules(&reading.primary).head_last;
    let mut out = BTreeSet::new();
    for (number, clause) in reading.clauses.iter().enumerate() {
        let next = reading.clauses.get(number + 1).filter(|next| next.sentence == clause.sentence);
        for at in clause.words.clone() {
            let Some(word) = reading.words.get(at) else { continue };
            if follows {
                // X가 아니라 Y; "X뿐 아니라" adds to X.
                let before = reading.statement.text.get(..word.span.start).unwrap_or_default().trim_end();
                let adds = ["뿐", "뿐만", "만이", "만"].iter().any(|ending| before.ends_with(ending));
                if has(at, marks.corrects) && !adds {
                    out.extend((clause.words.start..at).rev().filter(content).take(1));
                }
                continue;
            }
            let denies = has(at, marks.not) && !has(at, marks.denies_nothing);
            // "а не X": not X, after what holds.
            let after = denies && at.checked_sub(1).is_some_and(|last| has(last, marks.rather));
            let turned = denies && next.is_some_and(|next| has(next.words.start, marks.rather));
            if after || turned {
                out.extend((at + 1..clause.words.end).filter(content).take(if after {
                    1
                } else {
                    CORRECTED
                }));
            }
        }
    }
    out
}
