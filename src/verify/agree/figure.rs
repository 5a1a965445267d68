//! A fact as a figure that can be held against another: what agrees, what conflicts, what cannot be
//! told. Units and zones are converted, rounding goes as far as the claim's own digits.

use crate::verify::facts::{Approx, Dimension, Fact, FactKind, Moment};

/// Slack for figures told as "about" or "nearly", as a share.
const ABOUT: f64 = 0.1;
/// Slack for a figure told flatly with fewer digits, as a share.
const ROUNDED: f64 = 0.05;
/// How many times a figure may lie beyond a bound before the bound says little of it.
const FAR: f64 = 2.0;
/// How many times a figure told as "about" has to be another for it to lie above that.
const CLEARLY: f64 = 1.08;
/// Slack for a fraction in words: half, a third.
const FRACTION: f64 = 0.03;
/// Slack for clock times told as "about", in minutes.
const ABOUT_MINUTES: i32 = 15;

/// Why a change with its ends the other way round is another one.
pub const EXCHANGED: &str = "start and end are exchanged";

/// Why a time may be another one: the quote tells it without the claim's date.
pub const UNDATED: &str = "the quote tells no date with it";
/// Why a time may be another one: the quote tells it without the claim's zone.
pub const UNZONED: &str = "the quote names no zone";

/// Which end of a change a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    From,
    To,
}

/// What a figure says.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// So much of a dimension, and the size of its last digit told, in base units.
    Amount(Dimension, f64, Option<f64>),
    /// Between two ends.
    Span(Dimension, Option<f64>, Option<f64>),
    /// A date, a time, or both.
    Moment(Moment),
    /// Between two of them.
    Moments(Option<Moment>, Option<Moment>),
    /// A version or an identifier, compared whole.
    Name(String),
}

/// A fact with its place in the statement.
#[derive(Debug, Clone)]
pub struct Figure {
    pub fact: Fact,
    /// As the text writes it.
    pub told: String,
    pub value: Value,
    pub role: Option<Role>,
    /// Whether something is told to be before it (`true`) or after it.
    pub before_it: Option<bool>,
    /// Meant to the last digit.
    pub exactly: bool,
    /// Number of its clause.
    pub clause: usize,
    /// Words before it, the nearest first.
    pub before: Vec<usize>,
    /// Words after it, the nearest first.
    pub after: Vec<usize>,
}

/// How one figure stands to another of the same kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Likeness {
    /// It says the same; the reason, where it is not plain.
    Same(&'static str),
    /// It says otherwise.
    Other(&'static str),
    /// It may say the same.
    Unclear(&'static str),
}

impl Figure {
    pub fn of(mut fact: Fact, text: &str) -> Option<Self> {
        // A version that is written like a figure: "older than 5.10" is below it.
        if fact.kind == FactKind::Number && fact.unit.is_none() {
            let written = text.get(fact.span.range()).unwrap_or_default();
            let before = text.get(..fact.span.start).unwrap_or_default();
            let bound = if written.contains("older than") || before.trim_end().ends_with("older than") {
                Some(Approx::Under)
            } else if written.contains("newer than") || before.trim_end().ends_with("newer than") {
                Some(Approx::Over)
            } else {
                None
            };
            fact.approx = bound.or(fact.approx);
        }
        let told = text.get(fact.span.range()).unwrap_or_default().to_owned();
        let value = match fact.kind {
            FactKind::Version => Value::Name(fact.value.trim_start_matches(['v', 'V']).to_lowercase()),
            FactKind::Identifier => Value::Name(fact.value.to_lowercase()),
            FactKind::Date | FactKind::Time | FactKind::Datetime => Value::Moment(fact.moment()?),
            FactKind::Range => match fact.moments() {
                Some((low, high)) => Value::Moments(low, high),
                None => {
                    let (dimension, low, high) = fact.ends()?;
                    Value::Span(dimension, low, high)
                }
            },
            _ => {
                let (dimension, amount) = fact.canonical()?;
                let told = fact
                    .amount
                    .as_deref()
                    .and_then(|told| told.parse::<f64>().ok())
                    .filter(|told| *told != 0.0);
                let step = fact
                    .places
                    .zip(told)
                    .map(|(places, told)| 10f64.powi(i32::from(places)) * (amount / told).abs());
                Value::Amount(dimension, amount, step)
            }
        };
        Some(Self {
            fact,
            told,
            value,
            role: None,
            before_it: None,
            exactly: false,
            clause: 0,
            before: Vec::new(),
            after: Vec::new(),
        })
    }

    /// Whether the two are told with the same digits, and are apart by a unit or by powers of ten: a slip, rather
    /// than a figure of something else.
    pub fn slips_from(&self, quoted: &Self) -> bool {
        let digits = |figure: &Self| -> String {
            let written: String = figure.told.chars().filter(char::is_ascii_digit).collect();
            written.trim_matches('0').to_owned()
        };
        let alike = matches!((&self.value, &quoted.value), (Value::Amount(..), Value::Amount(..)));
        let (own, theirs) = (digits(self), digits(quoted));
        alike
            && !own.is_empty()
            && own == theirs
            && (own.len() > 1 || self.told.len() > 1 && quoted.told.len() > 1)
    }

    /// How this figure of a claim stands to `quoted`; `None` where the two cannot be held together.
    pub fn against(&self, quoted: &Self) -> Option<Likeness> {
        match (&self.value, &quoted.value) {
            (Value::Name(own), Value::Name(other)) if self.fact.kind == quoted.fact.kind => {
                names(own, other, self.fact.kind)
            }
            // "1.10" may have been read as a figure on one side and as a version on the other.
            (Value::Name(version), Value::Amount(Dimension::Count, ..))
                if self.fact.kind == FactKind::Version =>
            {
                dotted(version, &quoted.told)
            }
            (Value::Amount(Dimension::Count, ..), Value::Name(version))
                if quoted.fact.kind == FactKind::Version =>
            {
                dotted(version, &self.told)
            }
            (Value::Amount(own_dimension, own, _), Value::Amount(dimension, other, _))
                if is_rank_of_share(own_dimension, *own, dimension, *other) =>
            {
                Some(Likeness::Same("99% of them is the 99th percentile, and so on"))
            }
            (Value::Amount(own_dimension, own, step), Value::Amount(dimension, other, _)) => {
                let (own, other) = common(own_dimension, *own, dimension, *other)?;
                if matches!(
                    (own_dimension, dimension),
                    (Dimension::Percent, Dimension::Points) | (Dimension::Points, Dimension::Percent)
                ) {
                    return close(own, other).then_some(Likeness::Other("percentage points are not percent"));
                }
                Some(self.amounts(own, *step, other, quoted))
            }
            (Value::Amount(own_dimension, own, _), Value::Span(dimension, low, high)) => {
                let edge =
                    |end: &Option<f64>| end.and_then(|end| common(own_dimension, *own, dimension, end));
                let (low, high) = (edge(low), edge(high));
                if low.is_none() && high.is_none() {
                    return None;
                }
                Some(in_span(self, low, high))
            }
            (Value::Span(own_dimension, low, high), Value::Amount(dimension, other, _)) => {
                let edge =
                    |end: &Option<f64>| end.and_then(|end| common(own_dimension, end, dimension, *other));
                let (low, high) = (edge(low), edge(high));
                if low.is_none() && high.is_none() {
                    return None;
                }
                let inside = low.is_none_or(|(low, other)| other >= low || close(low, other))
                    && high.is_none_or(|(high, other)| other <= high || close(high, other));
                Some(if inside {
                    Likeness::Same("it lies in the range that the claim tells")
                } else {
                    Likeness::Other("it lies outside the range that the claim tells")
                })
            }
            (Value::Span(own_dimension, low, high), Value::Span(dimension, other_low, other_high)) => {
                let same = |own: &Option<f64>, other: &Option<f64>| match (own, other) {
                    (Some(own), Some(other)) => {
                        common(own_dimension, *own, dimension, *other).map(|(a, b)| close(a, b))
                    }
                    (None, None) => Some(true),
                    _ => Some(false),
                };
                let (low, high) = (same(low, other_low)?, same(high, other_high)?);
                Some(if low && high {
                    Likeness::Same("")
                } else {
                    Likeness::Other("the range has other ends")
                })
            }
            (Value::Moment(own), Value::Moment(other)) => moments(own, other, self.fact.approx.is_some()),
            (Value::Moment(own), Value::Moments(low, high)) => {
                let of = |end: &Option<Moment>| end.as_ref().and_then(|end| moments(own, end, false));
                let (low, high) = (of(low), of(high));
                if [&low, &high].iter().any(|end| matches!(end, Some(Likeness::Same(_)))) {
                    return Some(Likeness::Same("it is an end of the time told"));
                }
                low.or(high).map(|_| Likeness::Unclear("the quote tells a stretch of time"))
            }
            (Value::Moments(low, high), Value::Moments(other_low, other_high)) => {
                let same = |own: &Option<Moment>, other: &Option<Moment>| match (own, other) {
                    (Some(own), Some(other)) => {
                        moments(own, other, false).map(|l| matches!(l, Likeness::Same(_)))
                    }
                    (None, None) => Some(true),
                    _ => Some(false),
                };
                let (low, high) = (same(low, other_low)?, same(high, other_high)?);
                Some(if low && high {
                    Likeness::Same("")
                } else {
                    Likeness::Other("the stretch of time has other ends")
                })
            }
            _ => None,
        }
    }

    fn amounts(&self, own: f64, step: Option<f64>, other: f64, quoted: &Self) -> Likeness {
        let equal = close(own, other);
        // A share told in another form has no step of its own in the dimension of the other.
        let step =
            if matches!(self.value, Value::Amount(_, amount, _) if close(amount, own)) { step } else { None };
        let fraction = self.fact.places.is_none() && self.told.chars().all(|c| !c.is_ascii_digit());
        let rounded = fraction && (own - other).abs() <= FRACTION * other.abs()
            || (own - other).abs() <= step.unwrap_or(0.0) / 2.0 * (1.0 + 1e-9)
                && (own - other).abs() <= ROUNDED * other.abs();
        let about = (own - other).abs() <= ABOUT * own.abs().max(other.abs());
        match (self.fact.approx, quoted.fact.approx) {
            (Some(Approx::Over | Approx::AtLeast), bound) => {
                let strict = self.fact.approx == Some(Approx::Over);
                match bound {
                    Some(Approx::Under | Approx::AtMost | Approx::Nearly) if other <= own => {
                        Likeness::Other("the claim says more, the quote at most so much")
                    }
                    Some(Approx::Over | Approx::AtLeast) if other > own && !about => {
                        Likeness::Unclear("the quote tells a higher bound")
                    }
                    Some(Approx::Over) if equal || other > own => Likeness::Same("both tell a lower bound"),
                    Some(Approx::AtLeast) if equal && strict => {
                        Likeness::Unclear("at least so much is not more than it")
                    }
                    Some(Approx::AtLeast) if equal || other > own => {
                        Likeness::Same("both tell a lower bound")
                    }
                    Some(Approx::About) if other >= own * CLEARLY && other <= own * FAR => {
                        Likeness::Same("it is above the bound that the claim tells")
                    }
                    Some(Approx::About) if about => Likeness::Unclear("about so much may be more or less"),
                    _ if other > own * FAR && own > 0.0 => {
                        Likeness::Unclear("it is far above the bound that the claim tells")
                    }
                    _ if other > own && !equal || equal && !strict => {
                        Likeness::Same("it is above the bound that the claim tells")
                    }
                    Some(Approx::Over | Approx::AtLeast) => {
                        Likeness::Unclear("the quote's bound is lower than the claim's")
                    }
                    _ => Likeness::Other("it is not above the bound that the claim tells"),
                }
            }
            (Some(Approx::Under | Approx::AtMost), bound) => {
                let strict = self.fact.approx == Some(Approx::Under);
                match bound {
                    Some(Approx::Over | Approx::AtLeast) if other >= own => {
                        Likeness::Other("the claim says less, the quote at least so much")
                    }
                    Some(Approx::Under | Approx::AtMost) if other < own && !about => {
                        Likeness::Unclear("the quote tells a lower bound")
                    }
                    Some(Approx::Under) if equal || other < own => Likeness::Same("both tell an upper bound"),
                    Some(Approx::AtMost) if equal && strict => {
                        Likeness::Unclear("at most so much is not less than it")
                    }
                    Some(Approx::AtMost | Approx::Nearly) if equal || other < own => {
                        Likeness::Same("both tell an upper bound")
                    }
                    Some(Approx::About) if about => Likeness::Unclear("about so much may be more or less"),
                    _ if other * FAR < own => {
                        Likeness::Unclear("it is far below the bound that the claim tells")
                    }
                    _ if other < own && !equal || equal && !strict => {
                        Likeness::Same("it is below the bound that the claim tells")
                    }
                    Some(Approx::Under | Approx::AtMost) => {
                        Likeness::Unclear("the quote's bound is higher than the claim's")
                    }
                    _ => Likeness::Other("it is not below the bound that the claim tells"),
                }
            }
            (Some(Approx::Nearly), bound) => match bound {
                Some(Approx::Nearly) if equal => Likeness::Same(""),
                Some(Approx::Over | Approx::AtLeast) if other >= own => {
                    Likeness::Other("the claim says nearly so much, the quote more")
                }
                _ if equal => Likeness::Same("the claim rounds it"),
                _ if about && other < own => Likeness::Same("it is a little below"),
                _ => Likeness::Other("it is not a little below"),
            },
            (Some(Approx::About), bound) => match bound {
                _ if equal || about => Likeness::Same("the claim says it roughly"),
                _ => Likeness::Other("it is not about so much"),
            },
            (None, Some(Approx::Over | Approx::AtLeast | Approx::Under | Approx::AtMost)) => {
                let above = matches!(quoted.fact.approx, Some(Approx::Over | Approx::AtLeast));
                if equal {
                    Likeness::Unclear("the quote tells a bound, the claim the figure itself")
                } else if above && own > other && own < other * 1.5
                    || !above && own < other && own > other / 2.0
                {
                    Likeness::Unclear("the quote tells a bound only")
                } else {
                    Likeness::Other("the quote tells another figure")
                }
            }
            (None, quoted_approx) => {
                if equal {
                    Likeness::Same(if quoted_approx.is_some() { "the quote says it roughly" } else { "" })
                } else if rounded && !self.exactly {
                    Likeness::Same("it rounds to what the claim says")
                } else {
                    Likeness::Other("the quote tells another figure")
                }
            }
        }
    }
}

/// A version against a figure written with a point.
fn dotted(version: &str, told: &str) -> Option<Likeness> {
    if version == told {
        return Some(Likeness::Same(""));
    }
    (told.contains('.') && told.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
        .then_some(Likeness::Other("another version"))
}

/// Whether one is a share of at least half and the other the percentile of the same rank.
fn is_rank_of_share(own_dimension: &Dimension, own: f64, dimension: &Dimension, other: f64) -> bool {
    let (share, rank) = match (own_dimension, dimension) {
        (Dimension::Percent, Dimension::Percentile) => (own, other),
        (Dimension::Percentile, Dimension::Percent) => (other, own),
        _ => return false,
    };
    share >= 0.5 && close(share * 100.0, rank)
}

/// Both amounts in one dimension, where they can be held together.
fn common(own_dimension: &Dimension, own: f64, dimension: &Dimension, other: f64) -> Option<(f64, f64)> {
    let currency = |unit: &str| matches!(unit, "$" | "USD");
    match (own_dimension, dimension) {
        (a, b) if a == b => Some((own, other)),
        (Dimension::Percent, Dimension::Points) => Some((own * 100.0, other)),
        (Dimension::Points, Dimension::Percent) => Some((own, other * 100.0)),
        (Dimension::Data, Dimension::Bits) | (Dimension::DataRate, Dimension::BitRate) => {
            Some((own, other / 8.0))
        }
        (Dimension::Bits, Dimension::Data) | (Dimension::BitRate, Dimension::DataRate) => {
            Some((own, other * 8.0))
        }
        // Half of something is 50 percent of it.
        (Dimension::Percent, Dimension::Count) if other > 0.0 && other < 1.0 => Some((own, other)),
        (Dimension::Count, Dimension::Percent) if own > 0.0 && own < 1.0 => Some((own, other)),
        (Dimension::Money(a), Dimension::Money(b)) if currency(a) && currency(b) => Some((own, other)),
        (Dimension::Count, Dimension::Other(unit)) | (Dimension::Other(unit), Dimension::Count)
            if unit.starts_with('{') =>
        {
            Some((own, other))
        }
        (Dimension::Other(a), Dimension::Other(b)) if a.starts_with('{') && b.starts_with('{') => {
            Some((own, other))
        }
        _ => None,
    }
}

fn in_span(own: &Figure, low: Option<(f64, f64)>, high: Option<(f64, f64)>) -> Likeness {
    let at = |end: Option<(f64, f64)>| end.is_some_and(|(own, end)| close(own, end));
    match own.fact.approx {
        Some(Approx::Over | Approx::AtLeast)
            if low.is_some_and(|(own, low)| low >= own || close(own, low)) =>
        {
            return Likeness::Same("the range lies above the bound that the claim tells");
        }
        Some(Approx::Under | Approx::AtMost)
            if high.is_some_and(|(own, high)| high <= own || close(own, high)) =>
        {
            return Likeness::Same("the range lies below the bound that the claim tells");
        }
        _ => {}
    }
    match own.role {
        Some(Role::From) if at(low) => return Likeness::Same("it is the lower end of the range"),
        Some(Role::To) if at(high) => return Likeness::Same("it is the upper end of the range"),
        Some(Role::From) if at(high) => return Likeness::Other(EXCHANGED),
        Some(Role::To) if at(low) => return Likeness::Other(EXCHANGED),
        _ => {}
    }
    let below = low.is_some_and(|(own, low)| own < low && !close(own, low));
    let above = high.is_some_and(|(own, high)| own > high && !close(own, high));
    if below || above {
        Likeness::Other("it lies outside the range that the quote tells")
    } else {
        Likeness::Unclear("the quote tells a range, the claim one figure")
    }
}

fn names(own: &str, other: &str, kind: FactKind) -> Option<Likeness> {
    if own == other {
        return Some(Likeness::Same(""));
    }
    if kind == FactKind::Version {
        // A version told by its first parts alone holds for all below it.
        let shorter = other.strip_prefix(own).is_some_and(|rest| rest.starts_with(".x"));
        return Some(if shorter { Likeness::Same("") } else { Likeness::Other("another version") });
    }
    // A path and its last part, a host and its name.
    if other.ends_with(own) && other[..other.len() - own.len()].ends_with(['/', '.']) {
        return Some(Likeness::Same("it is the end of the name that the quote tells"));
    }
    let shape = |name: &str| -> String {
        let mut shape: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_digit() {
                    '0'
                } else if c.is_alphabetic() {
                    'a'
                } else {
                    c
                }
            })
            .collect();
        shape.dedup_by_char();
        shape
    };
    let head = |name: &str| name.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_owned();
    (shape(own) == shape(other) && (head(own) == head(other) || own.contains('.') == other.contains('.')))
        .then_some(Likeness::Other("another name of the same form"))
}

/// Runs of one character into one.
trait DedupByChar {
    fn dedup_by_char(&mut self);
}

impl DedupByChar for String {
    fn dedup_by_char(&mut self) {
        let mut last = None;
        self.retain(|c| last.replace(c) != Some(c));
    }
}

/// Equal but for the error of arithmetic.
pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-9)
}

/// How a claim's date or time stands to a quoted one.
fn moments(own: &Moment, other: &Moment, about: bool) -> Option<Likeness> {
    let dated = |m: &Moment| m.month.is_some() || m.year.is_some() || m.day.is_some();
    match (own.clock, other.clock) {
        (Some(_), Some(_)) => {
            let mut other = *other;
            if let (Some(own_offset), Some(offset)) = (own.offset, other.offset) {
                other = shifted(&other, own_offset - offset);
            }
            let minutes =
                |m: &Moment| m.clock.map_or(0, |(hour, minute)| i32::from(hour) * 60 + i32::from(minute));
            let apart = (minutes(own) - minutes(&other)).abs();
            let apart = apart.min(1440 - apart);
            let seconds_differ = matches!((own.second, other.second), (Some(a), Some(b)) if a != b);
            if apart > if about { ABOUT_MINUTES } else { 0 } || seconds_differ && !about {
                return Some(Likeness::Other(if own.offset.is_some() && other.offset.is_some() {
                    "another time, once both are in one zone"
                } else {
                    "another time"
                }));
            }
            if dated(own) && !dated(&other) {
                // Its zone is looked at with the date.
                return Some(Likeness::Same(UNDATED));
            }
            if own.offset.is_some() && other.offset.is_none() {
                return Some(match dates(own, &other) {
                    Likeness::Same(_) => Likeness::Same(UNZONED),
                    otherwise => otherwise,
                });
            }
            Some(match dates(own, &other) {
                Likeness::Same(_) if own.offset != other.offset && own.offset.is_some() => {
                    Likeness::Same("the same moment in another zone")
                }
                otherwise => otherwise,
            })
        }
        (Some(_), None) if dated(own) && dated(other) => Some(match dates(own, other) {
            Likeness::Same(_) => Likeness::Unclear("the quote tells the day, not the time"),
            otherwise => otherwise,
        }),
        // A date without a zone is a date where the quote tells it.
        (None, _) if dated(own) && dated(other) => {
            let parts = [
                own.year.is_some() && other.year.is_some(),
                own.month.is_some() && other.month.is_some(),
                own.day.is_some() && other.day.is_some(),
            ];
            // A month says nothing of a day, nor a year of a month.
            parts.contains(&true).then(|| dates(own, other))
        }
        _ => None,
    }
}

fn dates(own: &Moment, other: &Moment) -> Likeness {
    let differ = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let parts = |m: &Moment| [m.year.map(i64::from), m.month.map(i64::from), m.day.map(i64::from)];
    let (own_parts, other_parts) = (parts(own), parts(other));
    if own_parts.iter().zip(&other_parts).any(|(a, b)| differ(*a, *b)) {
        return Likeness::Other("another date");
    }
    if own_parts[1].is_some() && other_parts[1].is_none()
        || own_parts[2].is_some() && other_parts[2].is_none()
    {
        return Likeness::Unclear("the quote tells the date less exactly");
    }
    Likeness::Same(if own_parts[0].is_some() && other_parts[0].is_none() {
        "the quote tells no year"
    } else {
        ""
    })
}

/// The moment in a zone that is `minutes` ahead.
fn shifted(moment: &Moment, minutes: i32) -> Moment {
    let Some((hour, minute)) = moment.clock else { return *moment };
    let total = i32::from(hour) * 60 + i32::from(minute) + minutes;
    let (days, rest) = (total.div_euclid(1440), total.rem_euclid(1440));
    let part = |value: i32| u8::try_from(value).unwrap_or(0);
    let mut out = Moment { clock: Some((part(rest / 60), part(rest % 60))), ..*moment };
    if let (Some(month), Some(day)) = (moment.month, moment.day) {
        // Without a year, a leap day is possible.
        let (year, month, day) = step_days(moment.year.unwrap_or(2024), month, day, days);
        (out.month, out.day) = (Some(month), Some(day));
        out.year = moment.year.map(|_| year);
    }
    out
}

fn step_days(mut year: i32, mut month: u8, day: u8, days: i32) -> (i32, u8, u8) {
    let mut day = i32::from(day) + days;
    for _ in 0..4 {
        if day < 1 {
            (year, month) = if month <= 1 { (year - 1, 12) } else { (year, month - 1) };
            day += length_of(year, month);
        } else if day > length_of(year, month) {
            day -= length_of(year, month);
            (year, month) = if month >= 12 { (year + 1, 1) } else { (year, month + 1) };
        }
    }
    (year, month, u8::try_from(day).unwrap_or(1))
}

fn length_of(year: i32, month: u8) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
