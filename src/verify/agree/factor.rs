//! By what factor something grew or shrank: doubled, вдвое, 10배, from 1.1 to 3.3, by half.

use super::compare::changes;
use super::figure::Value;
use super::reading::Reading;
use super::sense::{check, shared};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::Lexicon;

/// Words that tell a factor by themselves.
const TOLD: [(&str, f64); 6] = [
    ("times-2", 2.0),
    ("times-3", 3.0),
    ("times-4", 4.0),
    ("times-5", 5.0),
    ("times-10", 10.0),
    ("times-half", 0.5),
];
/// What follows a figure that is a factor.
const AFTER: [&str; 9] = ["배", "раз", "times", "-fold", "fold", "-mal", "fach", "倍", "x "];
/// By how much two factors may differ and be one, as a share.
const SLACK: f64 = 0.06;
/// Weight of the words in common from which on a clause of the quotes speaks of the claim's.
const ON_IT: f64 = 1.0;

/// Checks the factors that the claim tells, and mends what was found of their figures.
pub fn factors(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon, checks: &mut Vec<Check>) {
    for number in 0..claim.clauses.len() {
        for (factor, span) in told(claim, number, lexicon) {
            let (mut same, mut other) = (false, None);
            for (quote, bags) in evidence.quotes.iter().zip(&evidence.clauses) {
                for (at, bag) in bags.iter().enumerate() {
                    let on_it = shared(claim, number, bag, lexicon, &[]) >= ON_IT;
                    let theirs: Vec<f64> = (told(quote, at, lexicon).into_iter().map(|(factor, _)| factor))
                        .chain(implied(quote, at, lexicon))
                        .collect();
                    same |= theirs.iter().any(|theirs| (theirs - factor).abs() <= SLACK * factor);
                    other = other.or(theirs.first().copied().filter(|_| on_it));
                }
            }
            let known = checks.iter_mut().find(|check| check.fact.span == span);
            match (same, known) {
                (true, Some(known)) => {
                    known.fact.status = FactStatus::Supported;
                    known.fact.why = "the quote tells the same factor".to_owned();
                }
                (true, None) => {}
                (false, known) => {
                    let (status, why) = match other {
                        Some(other) => {
                            (FactStatus::Contradicted, format!("the quote tells another factor: {other:.2}"))
                        }
                        None => (FactStatus::Missing, "no quote tells by what factor".to_owned()),
                    };
                    match known {
                        Some(known) if status == FactStatus::Contradicted => {
                            (known.fact.status, known.fact.why) = (status, why);
                        }
                        Some(_) => {}
                        None => checks.push(check("number", claim, span, number, status, None, None, why)),
                    }
                }
            }
        }
    }
}

/// Whether something falls in the clause.
fn falls(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> bool {
    let mut levels = (reading.words_of(clause).iter().flat_map(|word| &word.concepts))
        .filter_map(|id| lexicon.concept(*id))
        .map(|concept| concept.level);
    levels.any(|level| level < 0)
}

/// Factors that a clause tells: above 1 for what grew, below for what shrank.
fn told(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> Vec<(f64, ByteSpan)> {
    let falls = falls(reading, clause, lexicon);
    let way = |factor: f64| if falls && factor > 1.0 { 1.0 / factor } else { factor };
    let mut out = Vec::new();
    for word in reading.words_of(clause) {
        let concepts = word.concepts.iter().filter_map(|id| lexicon.concept(*id));
        let factor = concepts.filter_map(|c| TOLD.iter().find(|(id, _)| **id == *c.id)).next();
        // "Tripling" rises by itself, whatever falls beside it.
        let rises =
            word.concepts.iter().filter_map(|id| lexicon.concept(*id)).any(|concept| concept.level > 0);
        if let Some((_, factor)) = factor {
            out.push((if rises { *factor } else { way(*factor) }, word.span));
        }
    }
    for figure in reading.figures.iter().filter(|figure| figure.clause == clause) {
        let rest = reading.statement.text.get(figure.fact.span.end..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\u{a0}']);
        if let Value::Amount(Dimension::Count, amount, _) = figure.value
            && amount > 1.0
            && figure.fact.approx.is_none()
            && AFTER.iter().any(|form| rest.starts_with(form))
            && reading.tells_change(clause, lexicon)
        {
            out.push((way(amount), figure.fact.span));
        }
    }
    out
}

/// Factors that follow from the figures of a clause: from 1.1 to 3.3, by 50%.
fn implied(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> Vec<f64> {
    let mut out: Vec<f64> = (changes(reading).into_iter())
        .filter(|(from, _)| from.clause == clause)
        .filter_map(|(from, to)| match (&from.value, &to.value) {
            (Value::Amount(a, from, _), Value::Amount(b, to, _)) if a == b && *from > 0.0 => Some(to / from),
            _ => None,
        })
        .collect();
    for figure in reading.figures.iter().filter(|figure| figure.clause == clause) {
        match figure.value {
            Value::Span(_, Some(low), Some(high)) if low > 0.0 => out.push(high / low),
            Value::Amount(Dimension::Percent, share, _) if reading.tells_change(clause, lexicon) => {
                out.push(if falls(reading, clause, lexicon) { 1.0 - share } else { 1.0 + share });
            }
            _ => {}
        }
    }
    out
}
