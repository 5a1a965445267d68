//! Two language versions of one text into what only one of them says, and what they say differently.
//!
//! A figure that another language lacks is common (a translator shortens); another figure at the
//! same point is a fault. So a conflict is told only where the figures around it agree, or where a
//! short text has just one figure of its kind on either side.

use std::cell::OnceCell;

use super::facts::{Dimension, Fact, FactKind};

/// A relative difference up to this is one of rounding in conversion.
const SAME_VALUE: f64 = 1e-6;

/// A text of at most so many sentences is short.
const SHORT_SENTENCES: usize = 2;

/// What two texts say differently, by the numbers of their facts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parity {
    /// Facts of the first and second text that differ at the same point.
    pub conflicts: Vec<(usize, usize)>,
    /// Facts of the first text that the second lacks.
    pub only_first: Vec<usize>,
    /// Facts of the second text that the first lacks.
    pub only_second: Vec<usize>,
}

/// One comparable thing that a fact states; a fact may state two (a date and a time, two ends).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    fact: usize,
    what: What,
}

#[derive(Debug, Clone, PartialEq)]
enum What {
    Figure(Dimension, f64),
    Day { year: Option<i32>, month: Option<u8>, day: Option<u8> },
    Clock { hour: u8, minute: u8, offset: Option<i32> },
    Name(FactKind, String),
}

impl What {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Figure(a, x), Self::Figure(b, y)) => {
                close(*x, *y) && (a == b || is_plain(a) || is_plain(b))
            }
            (Self::Day { year: y1, month: m1, day: d1 }, Self::Day { year: y2, month: m2, day: d2 }) => {
                let both = [
                    y1.is_some() && y2.is_some(),
                    m1.is_some() && m2.is_some(),
                    d1.is_some() && d2.is_some(),
                ];
                both.contains(&true) && agree(*y1, *y2) && agree(*m1, *m2) && agree(*d1, *d2)
            }
            (
                Self::Clock { hour: h1, minute: m1, offset: o1 },
                Self::Clock { hour: h2, minute: m2, offset: o2 },
            ) => match (o1, o2) {
                (Some(o1), Some(o2)) => {
                    let utc = |h: u8, m: u8, offset: i32| {
                        (i32::from(h) * 60 + i32::from(m) - offset).rem_euclid(24 * 60)
                    };
                    utc(*h1, *m1, *o1) == utc(*h2, *m2, *o2)
                }
                _ => (h1, m1) == (h2, m2),
            },
            (Self::Name(_, a), Self::Name(_, b)) => bare(a) == bare(b),
            // `23.2` is a version where a word says so, and a number in a language whose word does not.
            (Self::Name(_, name), Self::Figure(dimension, value))
            | (Self::Figure(dimension, value), Self::Name(_, name)) => {
                is_plain(dimension) && bare(name).parse::<f64>().is_ok_and(|named| close(named, *value))
            }
            (Self::Day { year: Some(year), month: None, day: None }, Self::Figure(dimension, value))
            | (Self::Figure(dimension, value), Self::Day { year: Some(year), month: None, day: None }) => {
                is_plain(dimension) && close(f64::from(*year), *value)
            }
            _ => false,
        }
    }

    /// Whether the other could stand in its place: the same kind of thing.
    fn comparable(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Figure(a, _), Self::Figure(b, _)) => a == b,
            (Self::Day { day: a, .. }, Self::Day { day: b, .. }) => a.is_some() == b.is_some(),
            (Self::Clock { .. }, Self::Clock { .. }) => true,
            (Self::Name(a, _), Self::Name(b, _)) => a == b && *a == FactKind::Version,
            _ => false,
        }
    }
}

/// Units that one language counts in and another leaves out.
fn is_plain(dimension: &Dimension) -> bool {
    matches!(dimension, Dimension::Count | Dimension::Other(_))
}

/// A name without the dress that languages differ in: `v18.x`, `18`.
fn bare(name: &str) -> &str {
    let name =
        name.strip_prefix('v').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(name);
    name.trim_start_matches('#').trim_end_matches(".x")
}

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= SAME_VALUE * a.abs().max(b.abs())
}

/// Two parts of a date agree where one of them is not told.
fn agree<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// One language version of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Version<'a> {
    pub text: &'a str,
    pub facts: &'a [Fact],
    /// What the facts state, by [`items`].
    pub items: &'a [Item],
}

/// Compares two versions of one text. Time O(n·m) for n and m facts.
pub(super) fn compare(first: Version<'_>, second: Version<'_>) -> Parity {
    let (a, b) = (first.items, second.items);
    let a_said: Vec<bool> = a.iter().map(|item| b.iter().any(|other| item.what.same(&other.what))).collect();
    let b_said: Vec<bool> = b.iter().map(|item| a.iter().any(|other| item.what.same(&other.what))).collect();
    // Counting sentences costs more than all the rest, and few texts need it.
    let short = OnceCell::new();
    let short = || *short.get_or_init(|| [first, second].iter().all(|version| is_short(version.text)));
    let mut parity = Parity::default();
    for (i, item) in a.iter().enumerate().filter(|(i, _)| !a_said[*i]) {
        let mut rivals = (0..b.len())
            .filter(|&j| !b_said[j] && item.what.comparable(&b[j].what) && digits_in(second, &b[j]));
        let rival = match (rivals.next(), rivals.next()) {
            (Some(only), None) if alone(a, &a_said, i) && short() => Some(only),
            (Some(first), second) => {
                let rest = rivals.collect::<Vec<_>>();
                std::iter::once(first)
                    .chain(second)
                    .chain(rest)
                    .find(|&j| same_gap(a, &a_said, i, b, &b_said, j))
            }
            _ => None,
        };
        if let Some(j) = rival.filter(|_| digits_in(first, item)) {
            parity.conflicts.push((item.fact, b[j].fact));
        }
    }
    parity.conflicts.dedup();
    let in_conflict = |side: fn(&(usize, usize)) -> usize, fact: usize, parity: &Parity| {
        parity.conflicts.iter().any(|pair| side(pair) == fact)
    };
    for (said, items, version, first_side) in [(&a_said, a, first, true), (&b_said, b, second, false)] {
        let mut only: Vec<usize> = items
            .iter()
            .zip(said)
            .filter(|(item, said)| !**said && digits_in(version, item))
            .map(|(item, _)| item.fact)
            .filter(|&fact| {
                !in_conflict(if first_side { |pair| pair.0 } else { |pair| pair.1 }, fact, &parity)
            })
            .collect();
        only.dedup();
        if first_side {
            parity.only_first = only;
        } else {
            parity.only_second = only;
        }
    }
    parity
}

/// Whether `item` is the only thing of its kind in its text that the other text does not say.
fn alone(items: &[Item], said: &[bool], index: usize) -> bool {
    let others = items
        .iter()
        .enumerate()
        .filter(|(j, other)| *j != index && !said[*j] && items[index].what.comparable(&other.what));
    others.count() == 0
}

/// Whether `a[i]` and `b[j]` stand alone of their kind between the same two things that both say.
fn same_gap(a: &[Item], a_said: &[bool], i: usize, b: &[Item], b_said: &[bool], j: usize) -> bool {
    let (a_from, a_to) = gap(a_said, i);
    let (b_from, b_to) = gap(b_said, j);
    let same = |x: Option<usize>, y: Option<usize>| match (x, y) {
        (Some(x), Some(y)) => a[x].what.same(&b[y].what),
        _ => false,
    };
    let lone = |items: &[Item], said: &[bool], from: Option<usize>, to: Option<usize>, at: usize| {
        let range = from.map_or(0, |from| from + 1)..to.unwrap_or(items.len());
        range.filter(|&k| !said[k] && items[k].what.comparable(&items[at].what)).count() == 1
    };
    same(a_from, b_from)
        && same(a_to, b_to)
        && lone(a, a_said, a_from, a_to, i)
        && lone(b, b_said, b_from, b_to, j)
}

/// The nearest things on either side that the other text says too.
fn gap(said: &[bool], at: usize) -> (Option<usize>, Option<usize>) {
    let before = said[..at].iter().rposition(|said| *said);
    let after = said[at + 1..].iter().position(|said| *said).map(|offset| at + 1 + offset);
    (before, after)
}

pub(super) fn is_short(text: &str) -> bool {
    super::uncited::sentences(text).nth(SHORT_SENTENCES).is_none()
}

/// Figures in words are left alone: `two`, `second` and `один` often have no counterpart.
fn digits_in(version: Version<'_>, item: &Item) -> bool {
    let fact = &version.facts[item.fact];
    version.text.get(fact.span.range()).is_some_and(|told| told.contains(|c: char| c.is_numeric()))
}

/// What the facts of one text state, part by part.
pub(super) fn items(facts: &[Fact]) -> Vec<Item> {
    let mut items = Vec::new();
    for (number, fact) in facts.iter().enumerate() {
        items.extend(parts(fact).into_iter().map(|what| Item { fact: number, what }));
    }
    items
}

fn parts(fact: &Fact) -> Vec<What> {
    let moments = |moment: super::facts::Moment| {
        let mut parts = Vec::new();
        if moment.year.is_some() || moment.month.is_some() || moment.day.is_some() {
            parts.push(What::Day { year: moment.year, month: moment.month, day: moment.day });
        }
        if let Some((hour, minute)) = moment.clock {
            parts.push(What::Clock { hour, minute, offset: moment.offset });
        }
        parts
    };
    match fact.kind {
        FactKind::Version | FactKind::Identifier => {
            vec![What::Name(fact.kind, fact.value.to_lowercase())]
        }
        FactKind::Range => {
            if let Some((dimension, from, to)) = fact.ends() {
                let ends = from.into_iter().chain(to);
                return ends.map(|end| What::Figure(dimension.clone(), end)).collect();
            }
            let ends = fact.moments().map(|(from, to)| from.into_iter().chain(to)).into_iter().flatten();
            ends.flat_map(moments).collect()
        }
        FactKind::Date | FactKind::Time | FactKind::Datetime => {
            fact.moment().map(moments).unwrap_or_default()
        }
        // The `50th` of a percentile is told as P50 in other languages.
        FactKind::Ordinal => {
            fact.number().map(|rank| What::Figure(Dimension::Percentile, rank)).into_iter().collect()
        }
        _ => fact.canonical().map(|(dimension, value)| What::Figure(dimension, value)).into_iter().collect(),
    }
}

/// The zone that one of two facts names and the other does not, with the fact that names it.
pub(super) fn lone_zones(first: Version<'_>, second: Version<'_>) -> (Vec<usize>, Vec<usize>) {
    let (a, b) = (first.items, second.items);
    let zoned = |items: &[Item], others: &[Item]| {
        let mut only: Vec<usize> = items
            .iter()
            .filter(|item| matches!(item.what, What::Clock { offset: Some(_), .. }))
            .filter(|item| {
                let mut same = others.iter().filter(|other| item.what.same(&other.what)).peekable();
                same.peek().is_some()
                    && same.all(|other| matches!(other.what, What::Clock { offset: None, .. }))
            })
            .map(|item| item.fact)
            .collect();
        only.dedup();
        only
    };
    (zoned(a, b), zoned(b, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reference_in_its_several_dresses_is_the_same() {
        let name = |kind, text: &str| What::Name(kind, text.to_owned());
        let year = What::Day { year: Some(2020), month: None, day: None };
        let (version, identifier) = (FactKind::Version, FactKind::Identifier);
        assert!(name(version, "v18.x").same(&name(version, "18")));
        assert!(name(version, "23.2").same(&What::Figure(Dimension::Count, 23.2)));
        assert!(What::Figure(Dimension::Count, 429.0).same(&name(identifier, "429")));
        assert!(year.same(&What::Figure(Dimension::Count, 2020.0)));
        assert!(!name(version, "23.2").same(&What::Figure(Dimension::Count, 23.3)));
        assert!(!name(version, "23.2").same(&What::Figure(Dimension::Time, 23.2)));
        assert!(!year.same(&What::Figure(Dimension::Count, 2021.0)));
    }
}
