//! Figures that a quote does not tell but implies: the difference, the factor and the share of two
//! figures beside each other, so many of a share, what is left of a whole, the time between two moments.

use super::figure::{Figure, Role, Value};
use super::reading::Reading;
use crate::verify::facts::{Dimension, FactKind, Moment};
use crate::verify::lexicon::Lexicon;

/// A figure that follows from two others.
#[derive(Debug, Clone)]
pub struct Derived {
    pub dimension: Dimension,
    pub amount: f64,
    /// Numbers of the two figures it follows from.
    pub from: (usize, usize),
    pub why: &'static str,
}

/// What follows from neighbouring figures of `reading`.
pub fn derived(reading: &Reading<'_>, lexicon: &Lexicon) -> Vec<Derived> {
    let mut out = Vec::new();
    let leaves = leaves_some(reading, lexicon);
    for (number, figure) in reading.figures.iter().enumerate() {
        if let Value::Span(dimension, Some(low), Some(high)) = &figure.value {
            changes(dimension, *low, *high, (number, number), &mut out);
        }
        if let Value::Moments(Some(low), Some(high)) = &figure.value {
            out.extend(between(low, high, (number, number), true));
        }
        for (next, other) in reading.figures.iter().enumerate().skip(number + 1).take(3) {
            match (&figure.value, &other.value) {
                (Value::Amount(dimension, a, _), Value::Amount(other_dimension, b, _))
                    if dimension == other_dimension =>
                {
                    match (figure.role, other.role) {
                        (Some(Role::From), Some(Role::To)) => {
                            changes(dimension, *a, *b, (number, next), &mut out)
                        }
                        (Some(Role::To), Some(Role::From)) => {
                            changes(dimension, *b, *a, (number, next), &mut out)
                        }
                        _ => {}
                    }
                    if *dimension == Dimension::Count && figure.clause == other.clause {
                        let (small, large) = if a < b { (*a, *b) } else { (*b, *a) };
                        out.extend(share_of(small, large, (number, next)));
                        if leaves && small >= 1.0 && large > small {
                            let why = "it is what is left of the whole";
                            out.push(Derived {
                                dimension: Dimension::Count,
                                amount: large - small,
                                from: (number, next),
                                why,
                            });
                        }
                        if small > 0.0 && large > 0.0 {
                            let why = "it is the share that the two figures make";
                            out.push(Derived {
                                dimension: Dimension::Percent,
                                amount: small / large,
                                from: (number, next),
                                why,
                            });
                        }
                    }
                }
                (Value::Amount(Dimension::Percent, share, _), Value::Amount(Dimension::Count, whole, _))
                | (Value::Amount(Dimension::Count, whole, _), Value::Amount(Dimension::Percent, share, _))
                    if figure.clause == other.clause
                        && [figure, other].iter().all(|f| f.fact.kind != FactKind::Percentile) =>
                {
                    out.extend(share_of(*share, *whole, (number, next)));
                }
                (Value::Moment(a), Value::Moment(b)) => {
                    let ends = matches!((figure.role, other.role), (Some(Role::From), Some(Role::To)));
                    out.extend(between(a, b, (number, next), ends));
                }
                _ => {}
            }
        }
    }
    out
}

fn changes(dimension: &Dimension, from: f64, to: f64, at: (usize, usize), out: &mut Vec<Derived>) {
    let difference = (to - from).abs();
    let (dimension, difference) = match dimension {
        Dimension::Percent => (Dimension::Points, difference * 100.0),
        other => (other.clone(), difference),
    };
    out.push(Derived {
        dimension,
        amount: difference,
        from: at,
        why: "it is the difference of the two figures",
    });
    if from > 0.0 && to >= 0.0 {
        let why = "it is the change between the two figures";
        out.push(Derived {
            dimension: Dimension::Percent,
            amount: ((to - from) / from).abs(),
            from: at,
            why,
        });
    }
}

/// So many of a share: half of the 640.
fn share_of(share: f64, whole: f64, at: (usize, usize)) -> Option<Derived> {
    let why = "it is the share of the whole that the quote tells";
    (share > 0.0 && share < 1.0 && whole > 1.0).then_some(Derived {
        dimension: Dimension::Count,
        amount: share * whole,
        from: at,
        why,
    })
}

/// Whether the text sets some of a whole apart from the rest of it.
fn leaves_some(reading: &Reading<'_>, lexicon: &Lexicon) -> bool {
    let marks = lexicon.marks();
    reading.words.iter().flat_map(|word| &word.concepts).any(|id| *id == marks.except || *id == marks.rest)
}

/// The seconds between two moments, where both tell enough; what ends earlier in the day than it `starts`
/// ends on the next day.
fn between(a: &Moment, b: &Moment, at: (usize, usize), starts: bool) -> Option<Derived> {
    let (clock_a, clock_b) = (a.clock?, b.clock?);
    if matches!((a.offset, b.offset), (Some(x), Some(y)) if x != y) {
        return None;
    }
    let minutes = |clock: (u8, u8)| i64::from(clock.0) * 60 + i64::from(clock.1);
    let days = match (a.month.zip(a.day), b.month.zip(b.day)) {
        (Some(a_day), Some(b_day)) if a_day.0 == b_day.0 => i64::from(b_day.1) - i64::from(a_day.1),
        (Some(_), Some(_)) => return None,
        _ => 0,
    };
    let undated = a.day.is_none() && b.day.is_none();
    let overnight = starts && undated && minutes(clock_b) < minutes(clock_a);
    let days = if overnight { days + 1 } else { days };
    let seconds = (days * 1440 + minutes(clock_b) - minutes(clock_a)) * 60;
    let why = "it is the time between the two moments";
    (seconds > 0).then_some(Derived { dimension: Dimension::Time, amount: seconds as f64, from: at, why })
}

impl Derived {
    /// It as a figure, to be held against a claim's.
    pub fn figure(&self, of: &Figure) -> Figure {
        let mut fact = of.fact.clone();
        fact.approx = None;
        Figure { fact, value: Value::Amount(self.dimension.clone(), self.amount, None), ..of.clone() }
    }
}
