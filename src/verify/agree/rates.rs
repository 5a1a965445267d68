//! Per what a figure is told: so many a second is not so many a minute.

use super::figure::{Figure, Value};
use super::reading::Reading;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::rules;

/// Bytes between a figure and the words that tell per what it is, at most.
const NEAR: usize = 48;

/// Seconds of the stretch of time that `figure` is told for each of, where its text tells that.
pub fn per(reading: &Reading<'_>, figure: &Figure) -> Option<u32> {
    let counts = match &figure.value {
        Value::Amount(dimension, ..) | Value::Span(dimension, ..) => {
            !matches!(dimension, Dimension::Time | Dimension::Months | Dimension::Rank)
        }
        _ => false,
    };
    let clause = reading.clauses.get(figure.clause).filter(|_| counts)?;
    let span = figure.fact.span;
    let text = reading.statement.text;
    let floor = (reading.figures.iter().map(|other| other.fact.span.end))
        .filter(|end| *end <= span.start)
        .fold(clause.span.start, usize::max);
    let ceiling = (reading.figures.iter().map(|other| other.fact.span.start))
        .filter(|start| *start >= span.end)
        .fold(clause.span.end.max(span.end), usize::min);
    let inside = |at: usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let near = inside(floor.max(span.start.saturating_sub(NEAR)))..inside(ceiling.min(span.end + NEAR));
    let near = text.get(near)?.to_lowercase();
    let mut told = rules::rules(&reading.primary).per.iter().filter(|(form, _)| stands(&near, form));
    let (_, first) = told.next()?;
    told.all(|(_, other)| other == first).then_some(*first)
}

/// Whether `form` stands in `text` and is no part of a longer word; of a Korean or Chinese word, no end of one.
fn stands(text: &str, form: &str) -> bool {
    let spaced = form.is_ascii() || form.chars().any(|c| ('а'..='я').contains(&c));
    text.match_indices(form).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|text| text.chars().next());
        let joins = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        (form.starts_with('/') || !joins(before)) && (!spaced || !joins(after))
    })
}
