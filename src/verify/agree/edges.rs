//! Moments at which something starts or up to which it goes on: "since 14:00" is not "until 14:00".

use super::compare::quoted;
use super::figure::{Figure, Likeness, Value};
use super::reading::Reading;
use super::sense::{HALF, NEARLY_ALL, check, says_the_same};
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::lexicon::{Lexicon, rules};

/// Which edge of a stretch of time a moment is, and whether a word right beside it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Edge {
    starts: bool,
    said: bool,
}

/// Checks the moments that claim and quotes both tell.
pub fn edges(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for figure in claim.figures.iter().filter(|figure| matches!(figure.value, Value::Moment(_))) {
        let Some(own) = edge(claim, figure, lexicon) else { continue };
        let (mut straight, mut turned) = (false, None);
        for (number, quote) in evidence.quotes.iter().enumerate() {
            for other in &quote.figures {
                if !matches!(figure.against(other), Some(Likeness::Same(_))) {
                    continue;
                }
                let theirs = edge(quote, other, lexicon);
                let bag = evidence.clauses.get(number).and_then(|bags| bags.get(other.clause));
                let same = bag.is_some_and(|bag| {
                    let bounds = (NEARLY_ALL, HALF);
                    says_the_same(claim, figure.clause, quote, other.clause, bag, lexicon, &[], bounds)
                });
                match theirs {
                    // Words for start and end alone are compared as words.
                    Some(theirs) if theirs.starts != own.starts && (theirs.said || own.said) => {
                        turned = Some((number, other.fact.span, same));
                    }
                    _ => straight = true,
                }
            }
        }
        if let (false, Some((number, span, same))) = (straight, turned) {
            let (text, at) = quoted(evidence, number, span);
            let why = format!("one tells what began at `{text}`, the other what went on up to it");
            let status =
                if same && evidence.is_short() { FactStatus::Contradicted } else { FactStatus::CannotTell };
            let span = figure.fact.span;
            out.push(check("order", claim, span, figure.clause, status, Some(text), Some(at), why));
        }
    }
    out
}

/// The edge that a moment is: by the word beside it, else by what happens in its clause.
fn edge(reading: &Reading<'_>, figure: &Figure, lexicon: &Lexicon) -> Option<Edge> {
    let rules = rules::rules(&reading.primary);
    let span = figure.fact.span;
    let text = reading.statement.text;
    let told = reading.text(span).to_lowercase();
    let before = text.get(..span.start).unwrap_or_default().trim_end().to_lowercase();
    let after = text.get(span.end..).unwrap_or_default().trim_start().to_lowercase();
    // The word may stand inside the figure's own span.
    let stands = |form: &String| {
        if rules.order_follows {
            after.starts_with(form.as_str()) || told.ends_with(form.as_str())
        } else {
            let whole = |text: &str| {
                text.strip_suffix(form.as_str()).is_some_and(|rest| !rest.ends_with(char::is_alphabetic))
            };
            whole(&before)
                || told.strip_prefix(form.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        }
    };
    let (starts, ends) = (rules.starts_at.iter().any(stands), rules.ends_at.iter().any(stands));
    if starts != ends {
        return Some(Edge { starts, said: true });
    }
    let has = |id: &str| {
        (reading.words_of(figure.clause).iter().filter(|word| word.content))
            .flat_map(|word| &word.concepts)
            .filter_map(|id| lexicon.concept(*id))
            .any(|concept| &*concept.id == id)
    };
    let (starts, ends) = (has("start"), has("stop") || has("recovery"));
    (starts != ends && !(starts && has("fail"))).then_some(Edge { starts, said: false })
}
