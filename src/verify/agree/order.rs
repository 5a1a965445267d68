//! What came first: a claim that one thing happened before another, against a quote that tells the same
//! of both or the times at which they happened.

use super::figure::Value;
use super::reading::{Bag, Reading};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::facts::Moment;
use crate::verify::lexicon::{Lexicon, Word, rules};
use crate::verify::{FactCheck, FactStatus};

/// Content words on either side of `before` or `after` that tell what it is said of.
const SIDE: usize = 5;

/// Two things of which a text says which came first.
struct Order<'r> {
    earlier: Vec<&'r Word>,
    later: Vec<&'r Word>,
    mark: ByteSpan,
    before: bool,
}

/// Checks each `before` and `after` of the claim.
pub fn order(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for told in orders(claim, lexicon) {
        let (mut straight, mut reverse): (f64, f64) = (0.0, 0.0);
        let mut how = None;
        for quote in &evidence.quotes {
            for other in orders(quote, lexicon) {
                let fit = |a: &[&Word], b: &[&Word]| overlap(claim, a, b, &quote.primary, lexicon);
                // One word in common is enough to agree, but another order needs most of both things.
                let most = |a: &[&Word], b: &[&Word]| {
                    let said = fit(a, b);
                    if said * 2.0 >= a.len().min(b.len()) as f64 { said } else { 0.0 }
                };
                let (own, swapped) = (
                    fit(&told.earlier, &other.earlier).min(fit(&told.later, &other.later)),
                    most(&told.earlier, &other.later).min(most(&told.later, &other.earlier)),
                );
                straight = straight.max(own);
                if swapped > reverse {
                    how = Some(quote.text(other.mark).to_owned());
                }
                reverse = reverse.max(swapped);
            }
            if let Some((first, second, text)) = times(claim, &told, quote, lexicon) {
                if first < second {
                    straight = straight.max(2.0);
                } else if first > second {
                    reverse = reverse.max(2.0);
                    how = Some(text);
                }
            }
        }
        let (status, why) = if straight > 0.0 && straight >= reverse {
            (FactStatus::Supported, "the quote tells the same order".to_owned())
        } else if reverse > 0.0 {
            (
                FactStatus::Contradicted,
                format!("the quote tells the other order: `{}`", how.clone().unwrap_or_default()),
            )
        } else if tells_the_other(&told, evidence, lexicon) {
            (FactStatus::CannotTell, "the quotes tell an order the other way round".to_owned())
        } else {
            continue;
        };
        let fact = FactCheck {
            kind: "order".to_owned(),
            text: claim.text(told.mark).to_owned(),
            span: told.mark,
            status,
            against: how,
            against_at: None,
            why,
        };
        out.push(Check { fact, clause: claim.clause_at(told.mark.start), bears: false, undone: false });
    }
    out
}

/// Whether the quotes say `after` where the claim says `before`, or the other way round, and never the same.
fn tells_the_other(told: &Order<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let marks = lexicon.marks();
    let says = |mark| {
        evidence.quotes.iter().flat_map(|quote| &quote.words).any(|word| word.concepts.contains(&mark))
    };
    let (before, after) =
        (says(marks.before) || says(marks.before_first) || says(marks.until), says(marks.after));
    if told.before { after && !before } else { before && !after }
}

/// The pairs of things whose order a text tells by a word.
fn orders<'r>(reading: &'r Reading<'_>, lexicon: &Lexicon) -> Vec<Order<'r>> {
    let marks = lexicon.marks();
    let follows = rules::rules(&reading.primary).order_follows;
    let sentence =
        |word: &Word| reading.clauses.get(reading.clause_at(word.span.start)).map(|clause| clause.sentence);
    let mut out = Vec::new();
    for (at, word) in reading.words.iter().enumerate() {
        let clause = reading.clause_at(word.span.start);
        let begins = reading.clauses.get(clause).is_some_and(|clause| clause.words.start == at);
        // Elsewhere such a word is "up to", but beside what happens: сделали до сбоя.
        let beside = || {
            let words = reading.words_of(clause);
            let ranges = words.iter().any(|word| word.concepts.contains(&marks.from));
            !ranges
                && reading.words.get(at + 1).is_some_and(|next| next.content && super::happens(next, lexicon))
        };
        let before = word.concepts.contains(&marks.before)
            || word.concepts.contains(&marks.before_first) && (begins || beside());
        if !before && !word.concepts.contains(&marks.after) {
            continue;
        }
        let own = sentence(word);
        // "After which" tells of what was said before.
        let next = reading.words.get(at + 1);
        if next.is_some_and(|next| !next.content && next.concepts.contains(&marks.break_before)) {
            continue;
        }
        // A figure beside the mark makes it a length of time: "after 6 hours".
        let figure_beside = reading.figures.iter().any(|figure| {
            let span = figure.fact.span;
            if follows {
                span.end <= word.span.start && word.span.start - span.end < 5
            } else {
                span.start >= word.span.end && span.start - word.span.end < 5
            }
        });
        if figure_beside {
            continue;
        }
        // What stands in the mark's own part of the sentence, else in the part beside it.
        let side = |number: Option<usize>, range: std::ops::Range<usize>| -> Vec<&'r Word> {
            let words =
                number.and_then(|number| reading.clauses.get(number)).map(|clause| clause.words.clone());
            let words = words.unwrap_or_default();
            let range = range.start.max(words.start)..range.end.min(words.end);
            reading
                .words
                .get(range)
                .unwrap_or_default()
                .iter()
                .filter(|w| w.content && sentence(w) == own)
                .collect()
        };
        let mut left = side(Some(clause), 0..at);
        if left.is_empty() {
            left = side(clause.checked_sub(1), 0..at);
        }
        if left.is_empty() && !follows {
            // "After approval, …" and "After approval the …": what it is told of follows.
            let mut reference = side(Some(clause), at + 1..usize::MAX);
            let mut thing = side(Some(clause + 1), at + 1..usize::MAX);
            if thing.is_empty() && reference.len() > 1 {
                thing = reference.split_off(comma(reading, &reference).unwrap_or(1));
            }
            thing.truncate(SIDE);
            if !reference.is_empty() && !thing.is_empty() {
                let (earlier, later) = if before { (thing, reference) } else { (reference, thing) };
                out.push(Order { earlier, later, mark: word.span, before });
            }
            continue;
        }
        left.drain(..left.len().saturating_sub(SIDE));
        let mut right = side(Some(clause), at + 1..usize::MAX);
        if right.is_empty() {
            right = side(Some(clause + 1), at + 1..usize::MAX);
        }
        right.truncate(SIDE);
        if left.is_empty() || right.is_empty() {
            continue;
        }
        // English: X before Y. Korean: Y before, X.
        let (thing, reference) = if follows { (right, left) } else { (left, right) };
        let (earlier, later) = if before { (thing, reference) } else { (reference, thing) };
        out.push(Order { earlier, later, mark: word.span, before });
    }
    out.extend(steps(reading, lexicon));
    out
}

/// The first of `words` that stands after a comma: "After the database was updated, it crashed".
fn comma(reading: &Reading<'_>, words: &[&Word]) -> Option<usize> {
    let between = |pair: &[&Word]| match pair {
        [a, b] => reading.statement.text.get(a.span.end..b.span.start).is_some_and(|text| text.contains(',')),
        _ => false,
    };
    words.windows(2).position(between).map(|at| at + 1)
}

/// "First X, then Y": two clauses of one sentence.
fn steps<'r>(reading: &'r Reading<'_>, lexicon: &Lexicon) -> Vec<Order<'r>> {
    let marks = lexicon.marks();
    let side = |number: usize| -> Vec<&'r Word> {
        reading.words_of(number).iter().filter(|word| word.content).take(SIDE).collect()
    };
    let find =
        |number: usize, mark| reading.words_of(number).iter().find(|word| word.concepts.contains(&mark));
    let mut out = Vec::new();
    for number in 0..reading.clauses.len() {
        let words = reading.words_of(number);
        let place = |mark| words.iter().position(|word| word.concepts.contains(&mark));
        if let (Some(first), Some(then)) = (place(marks.first), place(marks.then))
            && first < then
        {
            let content = |range: std::ops::Range<usize>| -> Vec<&'r Word> {
                words.get(range).unwrap_or_default().iter().filter(|word| word.content).take(SIDE).collect()
            };
            let (earlier, later) = (content(first + 1..then), content(then + 1..words.len()));
            if let (Some(mark), false, false) = (words.get(then), earlier.is_empty(), later.is_empty()) {
                out.push(Order { earlier, later, mark: mark.span, before: false });
            }
        }
    }
    for (number, pair) in reading.clauses.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        if first.sentence != second.sentence || find(number, marks.first).is_none() {
            continue;
        }
        if let Some(then) = find(number + 1, marks.then) {
            let (earlier, later) = (side(number), side(number + 1));
            if !earlier.is_empty() && !later.is_empty() {
                out.push(Order { earlier, later, mark: then.span, before: false });
            }
        }
    }
    out
}

fn overlap(claim: &Reading<'_>, own: &[&Word], other: &[&Word], primary: &str, lexicon: &Lexicon) -> f64 {
    let mut bag = Bag::default();
    bag.add(other.iter().copied(), primary, lexicon);
    let _ = claim;
    own.iter().map(|word| bag.says(word, lexicon)).filter(|said| *said >= 1.0).sum()
}

/// When the quote says that the two things happened, in minutes, where it tells both; and its words.
fn times(
    claim: &Reading<'_>,
    told: &Order<'_>,
    quote: &Reading<'_>,
    lexicon: &Lexicon,
) -> Option<(i64, i64, String)> {
    let timed: Vec<(i64, usize, ByteSpan)> = (quote.figures.iter())
        .filter_map(|figure| match &figure.value {
            Value::Moment(moment) => Some((minutes(moment)?, figure.clause, figure.fact.span)),
            _ => None,
        })
        .collect();
    if timed.len() < 2 {
        return None;
    }
    let best = |words: &[&Word]| {
        timed
            .iter()
            .map(|(when, clause, span)| {
                let theirs: Vec<&Word> = quote.words_of(*clause).iter().collect();
                (overlap(claim, words, &theirs, &quote.primary, lexicon), *when, *span)
            })
            .fold(None, |best: Option<(f64, i64, ByteSpan)>, next| match best {
                Some(best) if best.0 >= next.0 => Some(best),
                _ => Some(next),
            })
            .filter(|(fit, ..)| *fit > 0.0)
    };
    let (first, second) = (best(&told.earlier)?, best(&told.later)?);
    let text = format!("{} … {}", quote.text(first.2), quote.text(second.2));
    Some((first.1, second.1, text))
}

fn minutes(moment: &Moment) -> Option<i64> {
    // A day without its month is before and after others alike.
    let day = moment.day.filter(|_| moment.month.is_some()).map(|day| {
        (i64::from(moment.year.unwrap_or(0)) * 12 + i64::from(moment.month.unwrap_or(0))) * 31
            + i64::from(day)
    });
    let clock = moment.clock.map(|(hour, minute)| i64::from(hour) * 60 + i64::from(minute));
    if day.is_none() && clock.is_none() {
        return None;
    }
    Some(day.unwrap_or(0) * 1440 + clock.unwrap_or(0) - i64::from(moment.offset.unwrap_or(0)))
}
