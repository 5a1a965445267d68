//! Numerals with what they count: units, percent, money, lengths of time, rates, ranks.

use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense, ends_word};
use super::numeral::{Form, Numeral};
use super::reader::Reader;
use super::units::{self, TimePart, Unit, UnitKind};

/// A figure with its unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Amount {
    pub start: usize,
    pub end: usize,
    pub numeral: Numeral,
    pub has_unit: bool,
    pub what: What,
    /// The value in the unit told, where that is not the numeral: 35 mg is 0.035 g.
    pub converted: Option<Decimal>,
}

impl Amount {
    /// The value in its unit.
    pub fn value(&self) -> Decimal {
        self.converted.unwrap_or(self.numeral.value)
    }
}

/// What a figure tells.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    /// A bare number.
    Number,
    /// A rank.
    Ordinal,
    /// A percentile.
    Percentile,
    /// A percentage.
    Percent,
    /// Percentage points.
    Points,
    /// Money of this currency.
    Money(&'static str),
    /// A measure in this unit.
    Measure(String),
    /// A length of time.
    Stretch(Stretch),
}

/// A length of time by its ISO 8601 parts, years first.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Stretch {
    parts: [Decimal; 7],
}

impl Stretch {
    pub fn of(part: TimePart, amount: Decimal) -> Self {
        let mut stretch = Self::default();
        stretch.add(part, amount);
        stretch
    }

    pub fn add(&mut self, part: TimePart, amount: Decimal) {
        let slot = &mut self.parts[part as usize];
        *slot = slot.plus(amount);
    }

    /// The length in months, unless it has seconds.
    pub fn months(&self) -> Option<Decimal> {
        if self.parts[2..].iter().any(|part| !part.is_zero()) {
            return None;
        }
        Some(self.parts[0].times(Decimal::from(12)).plus(self.parts[1]))
    }

    /// The length in seconds, unless it has months.
    pub fn seconds(&self) -> Option<Decimal> {
        const SECONDS: [i64; 7] = [0, 0, 604_800, 86_400, 3600, 60, 1];
        if !self.parts[0].is_zero() || !self.parts[1].is_zero() {
            return None;
        }
        Some(
            self.parts
                .iter()
                .zip(SECONDS)
                .fold(Decimal::ZERO, |sum, (part, size)| sum.plus(part.times(Decimal::from(size)))),
        )
    }
}

impl std::fmt::Display for Stretch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("P")?;
        let mut told = false;
        for (at, (part, letter)) in self.parts.iter().zip("YMWDHMS".chars()).enumerate() {
            if at == TimePart::Hours as usize && self.parts[at..].iter().any(|part| !part.is_zero()) {
                f.write_str("T")?;
            }
            if !part.is_zero() {
                write!(f, "{part}{letter}")?;
                told = true;
            }
        }
        if told { Ok(()) } else { f.write_str("T0S") }
    }
}

impl Reader<'_> {
    /// The figure at `at`, with its unit where it has one.
    pub fn amount(&self, at: usize) -> Option<Amount> {
        self.prefixed(at).or_else(|| self.length_word(at)).or_else(|| {
            let numeral = self.numeral(at)?;
            self.with_unit(numeral)
        })
    }

    /// `PT1H30M`, as ISO 8601 writes lengths of time.
    pub fn iso_length(&self, at: usize) -> Option<(usize, Stretch)> {
        const DATE: [(char, TimePart); 4] =
            [('y', TimePart::Years), ('m', TimePart::Months), ('w', TimePart::Weeks), ('d', TimePart::Days)];
        const CLOCK: [(char, TimePart); 3] =
            [('h', TimePart::Hours), ('m', TimePart::Minutes), ('s', TimePart::Seconds)];
        let text = self.text;
        if text.cased_at(at) != 'P' || !self.starts_word(at) {
            return None;
        }
        let (mut next, mut clock, mut stretch, mut parts) = (at + 1, false, Stretch::default(), 0);
        loop {
            if text.at(next) == 't' && !clock {
                (next, clock) = (next + 1, true);
            }
            let Some(digits) = self.plain_digits(next) else { break };
            let mut value = digits.value;
            let mut end = digits.end;
            if text.at(end) == '.' {
                let fraction = self.plain_digits(end + 1)?;
                value = Decimal::from_digits(&self.slice(next, end), &self.slice(end + 1, fraction.end));
                end = fraction.end;
            }
            let table: &[(char, TimePart)] = if clock { &CLOCK } else { &DATE };
            let (_, part) = table.iter().find(|(letter, _)| *letter == text.at(end))?;
            stretch.add(*part, value);
            (next, parts) = (end + 1, parts + 1);
            if parts > 7 {
                return None;
            }
        }
        (parts > 0 && !text.at(next).is_alphanumeric()).then_some((next, stretch))
    }

    /// Whether a unit stands after `at`.
    pub fn unit_follows(&self, at: usize) -> bool {
        self.unit(at).is_some()
    }

    /// Whether a currency stands right before `at`.
    pub fn after_currency(&self, at: usize) -> bool {
        let mut end = at;
        while end > 0 && end + 1 >= at && fold::is_blank(self.text.before(end)) {
            end -= 1;
        }
        matches!(self.text.before(end), '$' | '€' | '£' | '¥' | '₩' | '₽' | '₴' | '₹')
    }

    /// The unit after a numeral that ends at `at`: where it ends and which it is.
    pub fn unit(&self, at: usize) -> Option<(usize, &'static Unit)> {
        let text = self.text;
        let mut next = text.skip_blanks(at);
        if next > at + 2 {
            return None;
        }
        if text.at(next) == '-' && next == at && fold::is_letter(text.at(at + 1)) {
            next += 1;
        }
        let attached = next == at;
        let hyphen = text.before(next) == '-';
        let symbols = self.lex.symbols(text, next);
        let symbol = symbols.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(unit) if self.symbol_fits(next, end, unit, attached || hyphen) => Some((end, unit)),
            _ => None,
        });
        let wide = fold::is_wide(text.at(next));
        let words = if wide { self.lex.pieces(text, next) } else { self.lex.words(text, next) };
        let word = words.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(unit) if self.word_fits(next, end, unit, attached) => Some((end, unit)),
            _ => None,
        });
        let longest_other = words
            .iter()
            .filter(|(_, sense)| {
                matches!(
                    sense,
                    Sense::Role(Role::Stop | Role::OrdinalAfter | Role::PercentileAfter | Role::PartsOf)
                        | Sense::Counted(_)
                )
            })
            .map(|found| found.0)
            .max()
            .unwrap_or(0);
        let best = match (symbol, word) {
            (Some(symbol), Some(word)) => {
                if word.0 > symbol.0 {
                    word
                } else {
                    symbol
                }
            }
            (Some(found), None) | (None, Some(found)) => found,
            (None, None) => return None,
        };
        if longest_other > best.0 || (longest_other == best.0 && wide) {
            return None;
        }
        Some(best)
    }

    fn symbol_fits(&self, start: usize, end: usize, unit: &Unit, attached: bool) -> bool {
        let text = self.text;
        let next = text.at(end);
        if text.before(end).is_ascii_digit() && next.is_ascii_digit() {
            return false;
        }
        if end > start && fold::is_letter(text.before(end)) {
            let chained = matches!(unit.kind, UnitKind::Time(..))
                && self.plain_digits(end).is_some_and(|digits| {
                    self.lex
                        .symbols(text, digits.end)
                        .iter()
                        .any(|(_, sense)| matches!(sense, Sense::Unit(Unit { kind: UnitKind::Time(..), .. })))
                });
            if next.is_ascii_digit() && !chained || next == '\'' || next == '_' {
                return false;
            }
            if matches!(next, '/' | '-')
                && text.at(end + 1).is_ascii_alphanumeric()
                && unit.kind == UnitKind::Measure
                && self.per(end).is_none()
                && next == '/'
            {
                return false;
            }
        }
        if end == start + 1 && fold::is_letter(text.at(start)) {
            let letter = text.cased_at(start);
            // Capitals and words of one letter are units only when they touch the figure.
            // A capital for a length of time (3D, 2W) only where a word says that one follows.
            if letter.is_uppercase() && matches!(letter, 'D' | 'W' | 'Y' | 'H') {
                let mut from = start;
                while from > 0
                    && (text.before(from).is_ascii_digit() || matches!(text.before(from), '.' | ','))
                {
                    from -= 1;
                }
                let length = self.led_by_length(from);
                if length != matches!(unit.kind, UnitKind::Time(..)) {
                    return false;
                }
            }
            let closed = !fold::is_letter(text.at(text.skip_blanks(end)));
            if !attached
                && (letter.is_uppercase() && !matches!(letter, 'W' | 'L' | 'V' | 'J')
                    || matches!(letter, 'd' | 'y' | 'a') && !(letter == 'd' && closed))
            {
                return false;
            }
            if letter == 'm' {
                let metres = !self.lex.habits.m_is_minutes || self.metres(start);
                return metres != matches!(unit.kind, UnitKind::Time(..));
            }
            if self.role(start, Role::And).is_some() || self.role(start, Role::At).is_some() && !attached {
                return false;
            }
        }
        if unit.id == "[in_i]" && (!attached && text.before(end) != '.' || attached) {
            // "5 in" measures, "5 in April" does not.
            let next = text.skip_blanks(end);
            return !text.at(next).is_alphanumeric();
        }
        true
    }

    /// Whether "m" after a figure is metres: the text measures in metric units, or so many minutes are
    /// not told in minutes.
    fn metres(&self, at: usize) -> bool {
        let text = self.text;
        let mut from = at;
        while from > 0
            && (text.before(from).is_ascii_digit()
                || fold::is_blank(text.before(from))
                || text.before(from) == '.')
        {
            from -= 1;
        }
        let digits = (from..at).filter(|&at| text.at(at).is_ascii_digit()).count();
        let many = digits >= 3
            || digits == 2
                && (from..at).find(|&at| text.at(at).is_ascii_digit()).is_some_and(|at| text.at(at) > '6');
        let metric = |at: usize| {
            let numbered = text.before(at).is_ascii_digit()
                || text.before(at) == ' ' && at > 1 && text.at(at - 2).is_ascii_digit();
            numbered && self.lex.symbols(text, at).iter().any(|(end, sense)| {
                matches!(sense, Sense::Unit(unit) if matches!(unit.id, "t" | "kg" | "km" | "cm" | "mm" | "g"))
                    && ends_word(&text.lower, end)
            })
        };
        let near = from.saturating_sub(80)..(at + 80).min(text.len());
        many || near.into_iter().any(|place| matches!(text.at(place), 't' | 'k' | 'c' | 'g') && metric(place))
    }

    fn word_fits(&self, start: usize, end: usize, unit: &Unit, attached: bool) -> bool {
        let text = self.text;
        let next = text.at(end);
        if !fold::is_wide(text.before(end)) {
            if next.is_ascii_digit()
                && fold::is_letter(text.before(end))
                && !matches!(unit.kind, UnitKind::Time(..))
            {
                return false;
            }
            // "4,2 с до": a preposition of one letter is a second only where no noun follows it.
            if end == start + 1 && self.role(start, Role::From).is_some() {
                let after = text.skip_blanks(end);
                return !fold::is_letter(text.at(after))
                    || self
                        .word(after, |sense| !matches!(sense, Sense::Unit(_) | Sense::Month(_)))
                        .is_some();
            }
            if end == start + 1
                && (self.role(start, Role::At).is_some() || self.role(start, Role::And).is_some())
            {
                return false;
            }
            if text.at(end - 1) == '.' && end == start + 2 && !attached && unit.id == "g" {
                return !self.year_before(start);
            }
            return !(unit.id == "g" && self.year_before(start));
        }
        // After a unit in Hangul stands a particle or another word's beginning; else it is another word.
        if fold::is_hangul(text.before(end)) && fold::is_hangul(next) {
            let stop = self
                .lex
                .pieces(text, start)
                .iter()
                .any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
            let follows = self.lex.pieces(text, end).iter().any(|(_, sense)| {
                matches!(
                    sense,
                    Sense::Role(Role::Particle | Role::To | Role::RangeEnd | Role::PerSecond | Role::Counter)
                        | Sense::After(_)
                        | Sense::Plus(_)
                )
            }) || self.positional(end).is_some()
                || self.numeral_piece(end);
            return !stop && follows;
        }
        true
    }

    /// A positional numeral directly after Hangul: 한시간이십분.
    fn numeral_piece(&self, at: usize) -> bool {
        let found = self.lex.pieces(self.text, at);
        found.iter().any(|(_, sense)| matches!(sense, Sense::Add(_)))
            || matches!(
                self.text.at(at),
                '일' | '이' | '삼' | '사' | '오' | '육' | '칠' | '팔' | '구' | '십' | '백'
            )
    }

    /// Whether what stands before `at` looks like a year.
    fn year_before(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) {
            end -= 1;
        }
        let digits = (0..end.min(5)).take_while(|back| text.at(end - 1 - back).is_ascii_digit()).count();
        digits == 4 && matches!(text.at(end - 4), '1' | '2') && matches!(text.at(end - 3), '9' | '0' | '8')
    }

    /// Money and other things whose sign stands before the figure.
    fn prefixed(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        let before = text.before(at);
        if before.is_alphanumeric() && !fold::is_wide(before) {
            return None;
        }
        let symbols = self.lex.symbols(text, at);
        let symbol = symbols.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(Unit { id, kind: UnitKind::Money }) => Some((end, *id)),
            _ => None,
        });
        let word = || {
            let found =
                self.word(at, |sense| matches!(sense, Sense::Unit(Unit { kind: UnitKind::Money, .. })))?;
            let Sense::Unit(unit) = found.1 else { return None };
            Some((found.0, unit.id))
        };
        let by_symbol = symbol.is_some();
        let sign = text.at(at);
        if let Some((end, id)) = symbol.or_else(word) {
            let next = text.skip_blanks(end);
            let spelled = !by_symbol;
            // A word before its figure only where nothing else can own the figure, or as "us $ 10".
            let whole = at == 0;
            let lead = if matches!(text.at(next), '-' | '~')
                && text.at(next + 1).is_ascii_digit()
                && text.at(next) == '~'
            {
                next + 1
            } else {
                next
            };
            if next <= end + 1 && (!spelled || whole || text.before(end) == '$') {
                if let Some(numeral) =
                    self.numeral(lead).filter(|numeral| !numeral.is_ordinal() && text.at(lead) != '+')
                {
                    if text.at(lead).is_ascii_digit()
                        || text.at(lead) == '.'
                        || text.at(lead) == '-'
                        || matches!(sign, '$' | '€' | '£')
                    {
                        let amount = self.money(at, numeral, id);
                        if !spelled || self.at_end(amount.end) || text.before(end) == '$' {
                            return Some(amount);
                        }
                    }
                }
            }
        }
        self.prefix_rate(at)
            .or_else(|| self.prefix_percent(at))
            .or_else(|| self.prefix_degrees(at))
            .or_else(|| self.prefix_rank(at))
    }

    fn money(&self, start: usize, numeral: Numeral, id: &'static str) -> Amount {
        let text = self.text;
        let (mut numeral, mut end) = (numeral, numeral.end);
        if let Some((after, factor)) = self.scale_after(end) {
            numeral.value = numeral.value.times(Decimal::from(factor));
            numeral.places =
                numeral.places.map(|places| places.saturating_add(super::numeral::magnitude(factor)));
            (end, numeral.scale) = (after, factor);
        }
        // $10 million US
        let _ = text;
        Amount { start, end, numeral, has_unit: true, what: What::Money(id), converted: None }
    }

    /// A scale word after a figure that did not take it: 75 USD million.
    fn scale_after(&self, at: usize) -> Option<(usize, i64)> {
        let (end, sense) = self.word(
            self.text.skip_blanks(at),
            |sense| matches!(sense, Sense::Scale(factor) | Sense::Scales(factor) if factor >= 1000),
        )?;
        match sense {
            Sense::Scale(factor) | Sense::Scales(factor) => Some((end, factor)),
            _ => None,
        }
    }

    /// 초당 5,000 요청, 每秒5000次: the time stands first.
    fn prefix_rate(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        for (role, per) in [(Role::EachSecond, "s"), (Role::EachMinute, "min"), (Role::EachHour, "h")] {
            let end =
                if fold::is_wide(text.at(at)) { self.piece_role(at, role) } else { self.role(at, role) };
            let Some(end) = end else { continue };
            if fold::is_hangul(text.at(at)) && fold::is_hangul(text.before(at)) {
                return None;
            }
            let mut next = text.skip_blanks(end);
            if let Some((bound, _)) = self.word(next, |sense| matches!(sense, Sense::Bound(_))) {
                next = text.skip_blanks(bound);
            }
            let numeral = self.numeral(next).filter(|numeral| !numeral.is_ordinal())?;
            if let Some((end, noun)) = self.counted(numeral.end) {
                return Some(self.rate(at, end, numeral, units::rate_of(noun, per)));
            }
            if let Some((end, unit)) = self.unit(numeral.end) {
                return match unit.kind {
                    UnitKind::Measure => Some(self.rate(at, end, numeral, format!("{}/{per}", unit.id))),
                    _ => None,
                };
            }
            return Some(self.rate(at, numeral.end, numeral, format!("/{per}")));
        }
        None
    }

    fn rate(&self, start: usize, end: usize, numeral: Numeral, unit: String) -> Amount {
        Amount { start, end, numeral, has_unit: true, what: What::Measure(unit), converted: None }
    }

    /// 百分之五, "percent of ten".
    fn prefix_percent(&self, at: usize) -> Option<Amount> {
        let end = if fold::is_wide(self.text.at(at)) {
            self.piece_role(at, Role::PercentBefore)?
        } else {
            self.role(at, Role::PercentBefore)?
        };
        let numeral = self.numeral(self.text.skip_blanks(end)).filter(|numeral| !numeral.is_ordinal())?;
        Some(Amount {
            start: at,
            end: numeral.end,
            numeral,
            has_unit: true,
            what: What::Percent,
            converted: None,
        })
    }

    /// 섭씨 30도, 華氏70°: the scale stands first.
    fn prefix_degrees(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        let find =
            |role| if fold::is_wide(text.at(at)) { self.piece_role(at, role) } else { self.role(at, role) };
        let (end, unit) = match (find(Role::Celsius), find(Role::Fahrenheit)) {
            (Some(end), _) => (end, "Cel"),
            (_, Some(end)) => (end, "[degF]"),
            _ => return None,
        };
        let numeral = self.numeral(text.skip_blanks(end)).filter(|numeral| !numeral.is_ordinal())?;
        let next = text.skip_blanks(numeral.end);
        let end = self
            .piece_role(next, Role::Degrees)
            .or_else(|| self.role(next, Role::Degrees))
            .unwrap_or(numeral.end);
        Some(Amount {
            start: at,
            end,
            numeral,
            has_unit: true,
            what: What::Measure(unit.into()),
            converted: None,
        })
    }

    /// 제3, 第二百五十: a mark before the rank.
    fn prefix_rank(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        if fold::is_hangul(text.at(at)) && fold::is_hangul(text.before(at)) {
            return None;
        }
        let end = self
            .piece_role(at, Role::OrdinalBefore)
            .filter(|_| fold::is_wide(text.at(at)) || self.starts_word(at));
        if let Some(end) = end {
            let numeral = self.numeral(text.skip_blanks(end))?;
            let (end, what) = match self.piece_role(text.skip_blanks(numeral.end), Role::PercentileAfter) {
                Some(end) => (end, What::Percentile),
                None => (numeral.end, What::Ordinal),
            };
            return Some(Amount { start: at, end, numeral, has_unit: true, what, converted: None });
        }
        None
    }

    /// What is counted per time after a figure.
    fn counted(&self, at: usize) -> Option<(usize, &'static str)> {
        let text = self.text;
        let mut next = text.skip_blanks(at);
        if let Some(filler) = self
            .role(next, Role::Filler)
            .or_else(|| self.role(next, Role::Of).filter(|_| fold::is_letter(text.at(next))))
        {
            next = text.skip_blanks(filler);
        }
        let found = if fold::is_wide(text.at(next)) {
            self.lex.pieces(text, next)
        } else {
            self.lex.words(text, next)
        };
        found.iter().find_map(|(end, sense)| match sense {
            Sense::Counted(noun) => Some((end, noun)),
            _ => None,
        })
    }

    /// "Per second" and the like after `at`.
    fn per(&self, at: usize) -> Option<(usize, &'static str)> {
        let next = self.text.skip_blanks(at);
        [(Role::PerSecond, "s"), (Role::PerMinute, "min"), (Role::PerHour, "h"), (Role::PerDay, "d")]
            .into_iter()
            .find_map(|(role, per)| {
                let end = self.role(next, role).or_else(|| {
                    if fold::is_wide(self.text.at(next)) { self.piece_role(next, role) } else { None }
                })?;
                Some((end, per))
            })
    }

    /// What `numeral` counts; `None` where it says nothing alone.
    fn with_unit(&self, numeral: Numeral) -> Option<Amount> {
        let text = self.text;
        let start = numeral.start;
        let bare = |numeral: Numeral, end: usize, what: What| Amount {
            start,
            end,
            numeral,
            has_unit: what != What::Number,
            what,
            converted: None,
        };
        if let Some(rank) = self.rank(&numeral) {
            return Some(rank);
        }
        if numeral.is_ordinal() {
            return Some(bare(numeral, numeral.end, What::Ordinal));
        }
        let mut after = numeral.end;
        if let Some(filler) =
            self.role_after(after, Role::Filler).filter(|&filler| self.unit(filler).is_some())
        {
            after = filler;
        }
        // 一个半小时: the half stands between the counter and the unit.
        if fold::is_han(text.at(numeral.end)) {
            let place = self.counter(numeral.end).unwrap_or(numeral.end);
            if let Some((end, half)) = self.plus(place) {
                let unit = self.unit(end).filter(|(_, unit)| matches!(unit.kind, UnitKind::Time(..)));
                if let Some((end, unit)) = unit {
                    let mut numeral = numeral;
                    (numeral.value, numeral.places) = (numeral.value.plus(half), None);
                    return self.in_unit(numeral, end, unit);
                }
            }
        }
        // 10+ hours
        if text.at(numeral.end) == '+' && !text.at(numeral.end + 1).is_ascii_digit() {
            if let Some((end, unit)) = self.unit(numeral.end + 1) {
                return self.in_unit(Numeral { more: true, ..numeral }, end, unit);
            }
        }
        let this = numeral.weak && text.at(numeral.start) == '이' && fold::is_blank(text.at(numeral.end));
        // 31일 16시: a day of some month, and no length.
        let day = self.lex.habits.order == "ymd"
            && self.piece_role(text.skip_blanks(numeral.end), Role::DayMark).is_some_and(|mark| {
                let next = text.skip_blanks(mark);
                self.clock(next, false).is_some() && !text.at(next).is_whitespace()
            });
        if day {
            return None;
        }
        if let Some((end, unit)) = self
            .unit(after)
            .filter(|(_, unit)| !this || matches!(unit.kind, UnitKind::Percent(_) | UnitKind::Points))
        {
            return self.in_unit(numeral, end, unit);
        }
        if let Some((end, noun)) = self.counted(numeral.end) {
            if let Some((end, per)) = self.per(end) {
                return Some(self.rate(start, end, numeral, units::rate_of(noun, per)));
            }
        }
        if let Some((end, per)) = self.per(numeral.end).filter(|_| !matches!(text.at(numeral.end), '/')) {
            if per != "d" {
                return Some(self.rate(start, end, numeral, format!("/{per}")));
            }
        }
        // Trois quarts d'heure, tres cuartos de hora
        if numeral.form == Form::Fraction {
            if let Some(of) = self.role_after(numeral.end, Role::Of) {
                let of = self.role_after(of, Role::Article).unwrap_or(of);
                if let Some((end, unit)) =
                    self.unit(of).filter(|(_, unit)| matches!(unit.kind, UnitKind::Time(..)))
                {
                    return self.in_unit(numeral, end, unit);
                }
            }
        }
        // 10 Millionen *de* euros, 1,17 milliards de $
        if numeral.scale >= 1000 {
            if let Some(of) = self
                .role_after(numeral.end, Role::Of)
                .filter(|_| fold::is_letter(text.at(text.skip_blanks(numeral.end))))
            {
                if let Some((end, unit)) = self.unit(of).filter(|(_, unit)| unit.kind == UnitKind::Money) {
                    return self.in_unit(numeral, end, unit);
                }
            }
        }
        if let Some(degrees) = self.degrees(&numeral) {
            return Some(degrees);
        }
        let hangul = fold::is_hangul(text.at(numeral.end)) && fold::is_hangul(text.before(numeral.end));
        let counter = self.counter(numeral.end);
        if hangul && counter.is_none() && !self.particle(numeral.end) {
            return None;
        }
        let bound = self.lex.pieces(text, text.skip_blanks(numeral.end)).iter().any(|(end, sense)| {
            matches!(sense, Sense::After(_)) && (end > numeral.end + 1 || numeral.value.to_f64() >= 10.0)
        });
        // An article alone is no figure.
        if numeral.form == Form::Spelled
            && numeral.value == Decimal::ONE
            && self.role(start, Role::Article) == Some(numeral.end)
        {
            return None;
        }
        // "이 서버" is this server and no two of them.
        if numeral.weak
            && text.at(numeral.start) == '이'
            && !fold::is_hangul(text.at(numeral.end))
            && !self.at_end(numeral.end)
        {
            return None;
        }
        if numeral.weak && counter.is_none() && !bound && !self.stands_alone(&numeral) {
            return None;
        }
        if hangul
            && self
                .lex
                .pieces(text, numeral.start)
                .iter()
                .any(|(end, sense)| sense == Sense::Role(Role::Stop) && end >= numeral.end)
        {
            return None;
        }
        let mut numeral = numeral;
        numeral.weak = false;
        Some(bare(numeral, numeral.end, What::Number))
    }

    fn particle(&self, at: usize) -> bool {
        self.lex.pieces(self.text, at).iter().any(|(_, sense)| {
            matches!(
                sense,
                Sense::Role(Role::Particle | Role::To | Role::RangeEnd | Role::And | Role::Among)
                    | Sense::After(_)
            )
        })
    }

    /// A counting word after `at`.
    pub fn counter(&self, at: usize) -> Option<usize> {
        let next = self.text.skip_blanks(at);
        if next > at + 1 {
            return None;
        }
        let wide = fold::is_wide(self.text.at(next));
        let found = if wide { self.lex.pieces(self.text, next) } else { self.lex.words(self.text, next) };
        let (end, _) = found.iter().find(|(_, sense)| sense == &Sense::Role(Role::Counter))?;
        let stopped = found.iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
        (!stopped).then_some(end)
    }

    /// Whether a short numeral word is all there is: the whole text, or one that is a noun by itself.
    fn stands_alone(&self, numeral: &Numeral) -> bool {
        let text = self.text;
        let mut start = numeral.start;
        while start > 0 && fold::is_blank(text.before(start)) {
            start -= 1;
        }
        if start == 0 && self.at_end(numeral.end) {
            // A lone 萬 is a word or a name.
            return !(fold::is_han(text.at(numeral.start)) && numeral.value.to_f64() >= 10_000.0);
        }
        let word: String = self.slice(numeral.start, numeral.end);
        let noun = self.lex.habits.lone_numerals.split_whitespace().any(|lone| lone == word);
        let closed = !fold::is_wide(text.at(numeral.end)) || self.particle(numeral.end);
        noun && closed
    }

    /// Ranks and percentiles: 1st, 21-го, 99th percentile, 두 번째, 250位.
    fn rank(&self, numeral: &Numeral) -> Option<Amount> {
        let text = self.text;
        let mut end = numeral.end;
        let mut ranked = numeral.is_ordinal();
        if matches!(numeral.form, Form::Plain(_)) || text.at(numeral.start).is_ascii_digit() && !ranked {
            let endings = self.ordinal_ending(end).filter(|_| {
                numeral.value.is_whole() || self.percentile(self.ordinal_ending(end).unwrap_or(end)).is_some()
            });
            if let Some(after) = endings {
                let unit = self.unit(end).is_some_and(|(unit_end, _)| unit_end >= after);
                if !unit
                    && (text.at(end) == '-'
                        || fold::is_letter(text.at(end))
                        || matches!(text.at(end), 'º' | 'ª' | '°' | '\'' | '.'))
                {
                    (end, ranked) = (after, true);
                }
            } else if text.at(end) == '.'
                && self.lex.habits.dot_ordinal
                && matches!(numeral.form, Form::Plain(_))
                && self.dot_ranks(numeral)
            {
                (end, ranked) = (end + 1, true);
            }
        }
        if let Some(after) = self.percentile(end) {
            return Some(Amount {
                start: numeral.start,
                end: after,
                numeral: *numeral,
                has_unit: true,
                what: What::Percentile,
                converted: None,
            });
        }
        if !ranked {
            let next = text.skip_blanks(end);
            let mark = if fold::is_wide(text.at(next)) {
                self.piece_role(next, Role::OrdinalAfter)
            } else {
                self.role(next, Role::OrdinalAfter)
            };
            if let Some(after) = mark.filter(|_| numeral.value.is_whole() && !numeral.value.is_negative()) {
                let word = fold::is_hangul(text.before(after))
                    && fold::is_hangul(text.at(after))
                    && !self.particle(after)
                    && after == next + 1;
                if !word {
                    (end, ranked) = (after, true);
                }
            }
        }
        ranked.then_some(Amount {
            start: numeral.start,
            end,
            numeral: *numeral,
            has_unit: true,
            what: What::Ordinal,
            converted: None,
        })
    }

    /// Whether the point after a numeral ranks it: it is all there is, or a list or a range goes on.
    fn dot_ranks(&self, numeral: &Numeral) -> bool {
        let text = self.text;
        let after = numeral.end + 1;
        if text.skip_blanks(0) == numeral.start && self.at_end(after) {
            return true;
        }
        let next = text.skip_blanks(after);
        next > after && self.word(next, |sense| matches!(sense, Sense::Role(Role::And | Role::To))).is_some()
    }

    fn percentile(&self, at: usize) -> Option<usize> {
        let dot = usize::from(self.text.at(at) == '.' && self.lex.habits.dot_ordinal);
        let next = self.text.skip_blanks(at + dot);
        let next = if self.text.at(next) == '-' { next + 1 } else { next };
        if fold::is_wide(self.text.at(next)) {
            self.piece_role(next, Role::PercentileAfter)
        } else {
            self.role(next, Role::PercentileAfter)
        }
    }

    /// Degrees whose scale a word near by tells.
    fn degrees(&self, numeral: &Numeral) -> Option<Amount> {
        let end = self.role_after(numeral.end, Role::Degrees)?;
        let next = self.text.skip_blanks(end);
        let (end, unit) = match (self.role(next, Role::Celsius), self.role(next, Role::Fahrenheit)) {
            (Some(end), _) => (end, "Cel"),
            (_, Some(end)) => (end, "[degF]"),
            _ => (end, "deg"),
        };
        Some(Amount {
            start: numeral.start,
            end,
            numeral: *numeral,
            has_unit: true,
            what: What::Measure(unit.into()),
            converted: None,
        })
    }

    fn in_unit(&self, numeral: Numeral, end: usize, unit: &'static Unit) -> Option<Amount> {
        let start = numeral.start;
        let make = |end: usize, numeral: Numeral, what: What| {
            Some(Amount { start, end, numeral, has_unit: true, what, converted: None })
        };
        match unit.kind {
            UnitKind::Percent(factor) => {
                let mut numeral = numeral;
                numeral.value = numeral.value.times(Decimal::from(factor));
                let end = match self.plus(end).filter(|_| factor > 1) {
                    Some((after, part)) => {
                        numeral.value = numeral.value.plus(part.times(Decimal::from(factor)));
                        after
                    }
                    None => end,
                };
                // 二割五分 is 25 percent.
                if factor > 1 && fold::is_han(self.text.at(end)) {
                    if let Some(small) = self.positional(end).filter(|small| {
                        small.value.less(Decimal::from(10)) && self.text.at(small.end) == '分'
                    }) {
                        numeral.value = numeral.value.plus(small.value);
                        return make(small.end + 1, numeral, What::Percent);
                    }
                }
                make(end, numeral, What::Percent)
            }
            UnitKind::Points => make(end, numeral, What::Points),
            // A year of the calendar that made no date is no length either.
            UnitKind::Time(TimePart::Years, _)
                if numeral.form == Form::Plain(4) && self.lex.habits.order == "ymd" =>
            {
                None
            }
            UnitKind::Time(part, size) => {
                // 3 hours per day is no length; but an hour's share of one is rare, so the length stays.
                let stretch = Stretch::of(part, numeral.value.times(size));
                Some(self.longer(start, end, numeral, stretch, part, size))
            }
            UnitKind::Money => Some(self.minor(self.money_after(numeral, end, unit.id))),
            UnitKind::Minor(parts) => {
                let mut numeral = numeral;
                numeral.value = numeral.value.over(Decimal::from(parts))?;
                make(end, numeral, What::Money(self.lex.habits.minor_of()))
            }
            UnitKind::Measure => {
                if let Some((after, per)) = self.per(end) {
                    return make(after, numeral, What::Measure(format!("{}/{per}", unit.id)));
                }
                // Small masses are told in grams, whatever their own unit.
                if let "mg" | "ug" | "jin" | "liang" = unit.id {
                    return self.in_grams(start, end, numeral, unit);
                }
                self.compound(start, end, numeral, unit)
            }
        }
    }

    fn money_after(&self, numeral: Numeral, end: usize, id: &'static str) -> Amount {
        let mut amount = Amount {
            start: numeral.start,
            end,
            numeral,
            has_unit: true,
            what: What::Money(id),
            converted: None,
        };
        if let Some((after, factor)) = self.scale_after(end).filter(|_| numeral.scale == 1) {
            amount.numeral.value = numeral.value.times(Decimal::from(factor));
            (amount.end, amount.numeral.scale) = (after, factor);
        }
        amount
    }

    /// Cents after dollars: 13 dollars 45 cents, zwei Euro fünfzig, 10円5銭.
    fn minor(&self, amount: Amount) -> Amount {
        let text = self.text;
        if !amount.numeral.value.is_whole()
            || amount.numeral.scale >= 1000 && amount.numeral.form == Form::Figure
        {
            return amount;
        }
        let mut next = text.skip_blanks(amount.end);
        let mut joined = false;
        if let Some(and) = self
            .role(next, Role::And)
            .or_else(|| self.role(next, Role::Point))
            .filter(|_| fold::is_letter(text.at(next)) || fold::is_wide(text.at(next)))
        {
            next = text.skip_blanks(and);
            joined = true;
        }
        if next > amount.end + 8 || text.at(next) == '-' {
            return amount;
        }
        let Some(small) = self.numeral(next).filter(|small| {
            !small.is_ordinal() && small.value.is_whole() && small.value.less(Decimal::from(100))
        }) else {
            return amount;
        };
        let mut amount = amount;
        let (end, parts) = match self.unit(small.end) {
            Some((end, Unit { kind: UnitKind::Minor(parts), .. })) => (end, *parts),
            Some(_) => return amount,
            None => {
                let tens = small.value.whole().is_some_and(|value| value >= 10 || joined);
                let free = self.at_end(small.end)
                    || !text.at(text.skip_blanks(small.end)).is_alphanumeric() && text.at(small.end) != '%';
                if !tens
                    || !free
                    || joined && !self.at_end(small.end)
                    || fold::is_wide(text.before(small.end))
                {
                    return amount;
                }
                (small.end, 100)
            }
        };
        if let Some(part) = small.value.over(Decimal::from(parts)) {
            amount.numeral.value = amount.numeral.value.plus(part);
            amount.end = end;
            // A jiao and a fen: 5 마오 5.
            if parts == 10 {
                return self.minor(amount);
            }
        }
        amount
    }

    fn in_grams(&self, start: usize, end: usize, numeral: Numeral, unit: &'static Unit) -> Option<Amount> {
        let mut amount = self.compound(start, end, numeral, unit)?;
        let (_, size) = super::measure::size(unit.id)?;
        let told = amount.numeral.value;
        amount.numeral.value = numeral.value;
        amount.converted = Some(told.times(Decimal::from_f64(size)));
        amount.what = What::Measure("g".into());
        Some(amount)
    }

    /// Units of one dimension in a row: 12 ft 2 in, 2 km 1 m.
    fn compound(&self, start: usize, end: usize, numeral: Numeral, unit: &'static Unit) -> Option<Amount> {
        let text = self.text;
        let (mut value, mut last, mut size) = (numeral.value, end, super::measure::size(unit.id)?);
        let whole = size.1;
        for _ in 0..3 {
            let mut next = text.skip_blanks(last);
            if text.at(next) == ',' {
                next = text.skip_blanks(next + 1);
            }
            if let Some(and) = self.role(next, Role::And).filter(|_| fold::is_letter(text.at(next))) {
                next = text.skip_blanks(and);
            }
            let Some(small) =
                (next > last).then(|| self.numeral(next)).flatten().filter(|small| !small.is_ordinal())
            else {
                break;
            };
            let inch = unit.id == "[ft_i]"
                && self.slice(text.skip_blanks(small.end), text.skip_blanks(small.end) + 2) == "in";
            let found = if inch {
                units::find("[in_i]").map(|unit| (text.skip_blanks(small.end) + 2, unit))
            } else {
                self.unit(small.end)
            };
            let Some((end, part)) = found else { break };
            let Some(part_size) = super::measure::size(part.id)
                .filter(|part_size| part_size.0 == size.0 && part_size.1 < size.1)
            else {
                break;
            };
            if !matches!(size.0, super::Dimension::Length | super::Dimension::Mass) {
                break;
            }
            value = value.plus(Decimal::from_f64(small.value.to_f64() * part_size.1 / whole));
            (last, size) = (end, part_size);
        }
        let mut numeral = numeral;
        let unit_id = unit.id;
        numeral.value = value;
        if let Some((after, part)) = self.plus(last).filter(|_| last == end) {
            numeral.value = numeral.value.plus(part);
            last = after;
        }
        Some(Amount {
            start,
            end: last,
            numeral,
            has_unit: true,
            what: What::Measure(unit_id.into()),
            converted: None,
        })
    }

    /// "And a half" after a unit.
    fn plus(&self, at: usize) -> Option<(usize, Decimal)> {
        let next = self.text.skip_blanks(at);
        let wide = fold::is_wide(self.text.at(next));
        let found = if wide { self.lex.pieces(self.text, next) } else { self.lex.words(self.text, next) };
        let (end, part) = found.iter().find_map(|(end, sense)| match sense {
            Sense::Plus(part) => Some((end, part)),
            _ => None,
        })?;
        let stopped = found.iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
        let word = fold::is_hangul(self.text.at(end)) && !self.particle(end);
        (!stopped && !word).then_some((end, part))
    }

    /// A length of time in several parts: 1 hour and 20 minutes, 1h30m, 두 시간 반, an hour and a half.
    fn longer(
        &self,
        start: usize,
        end: usize,
        numeral: Numeral,
        stretch: Stretch,
        part: TimePart,
        size: Decimal,
    ) -> Amount {
        let text = self.text;
        let (mut stretch, mut end, mut part, mut size) = (stretch, end, part, size);
        for _ in 0..6 {
            if let Some((after, half)) = self.plus(end) {
                stretch.add(part, half.times(size));
                end = after;
                break;
            }
            let mut next = text.skip_blanks(end);
            let mut joined = false;
            let listed = matches!(text.at(next), ',' | '、');
            if listed {
                next = text.skip_blanks(next + 1);
            }
            if let Some(and) = self
                .role(next, Role::And)
                .filter(|_| fold::is_letter(text.at(next)) || fold::is_wide(text.at(next)))
            {
                next = text.skip_blanks(and);
                joined = true;
            }
            let Some(small) = self.small_part(next, end) else { break };
            match self.unit(small.end) {
                Some((after, Unit { kind: UnitKind::Time(smaller, smaller_size), .. })) => {
                    if !(*smaller > part || *smaller == part && smaller_size.less(size)) {
                        break;
                    }
                    // After a comma only what the greater unit leaves open is a part of it.
                    if listed && !joined && !fills(part, *smaller, small.value) {
                        break;
                    }
                    stretch.add(*smaller, small.value.times(*smaller_size));
                    (end, part, size) = (after, *smaller, *smaller_size);
                }
                Some(_) => break,
                None => {
                    // "One hour and fifteen": minutes go without saying where nothing else follows.
                    let lettered =
                        self.lex.habits.h_alone && text.before(end) == 'h' && small.form == Form::Plain(2);
                    if part == TimePart::Hours
                        && lettered
                        && small.value.less(Decimal::from(60))
                        && !matches!(text.at(small.end), ':' | '.' | ',' | '%')
                    {
                        stretch.add(TimePart::Minutes, small.value);
                        end = small.end;
                        break;
                    }
                    let minutes =
                        part == TimePart::Hours && (joined || fold::is_wide(text.before(small.end)));
                    let value = small.value;
                    if minutes
                        && value.is_whole()
                        && value.less(Decimal::from(60))
                        && self.at_end(small.end)
                        && next <= end + 8
                    {
                        stretch.add(TimePart::Minutes, value);
                        end = small.end;
                    } else if let (true, Form::Fraction) = (joined, small.form) {
                        // "An un et un quart", "three years and a quarter"
                        if value.less(Decimal::ONE) {
                            stretch.add(part, value.times(size));
                            end = small.end;
                        }
                    }
                    break;
                }
            }
        }
        Amount { start, end, numeral, has_unit: true, what: What::Stretch(stretch), converted: None }
    }

    fn small_part(&self, next: usize, end: usize) -> Option<Numeral> {
        let digits = self.text.at(next).is_ascii_digit();
        if next == end && !digits && !fold::is_wide(self.text.at(next)) {
            return None;
        }
        let numeral = if next == end && fold::is_wide(self.text.at(next)) {
            self.positional_piece(next)
        } else {
            self.numeral(next)
        };
        numeral.filter(|numeral| !numeral.is_ordinal() && !numeral.value.is_negative())
    }

    /// A positional numeral that may stand inside a word: 한시간이십분.
    fn positional_piece(&self, at: usize) -> Option<Numeral> {
        self.positional(at).or_else(|| self.whole_inside(at))
    }

    /// Words that are a length of time by themselves: полчаса, 이틀, an hour, "hora y media".
    fn length_word(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        if !self.starts_word(at) {
            return None;
        }
        let wide = fold::is_wide(text.at(at));
        let found = if wide { self.lex.pieces(text, at) } else { self.lex.words(text, at) };
        let make = |end: usize, numeral: Numeral, part: TimePart, size: Decimal, times: Decimal| {
            self.longer(at, end, numeral, Stretch::of(part, times.times(size)), part, size)
        };
        for (end, sense) in found.iter() {
            let mut numeral = Numeral::new(at, end, Decimal::ONE, Form::Spelled);
            match sense {
                Sense::Length(part, size) => {
                    let stopped =
                        found.iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
                    let joined = fold::is_hangul(text.at(end)) && !self.particle(end);
                    if stopped || joined {
                        continue;
                    }
                    numeral.value = if size.is_whole() && wide { size } else { Decimal::ONE };
                    numeral.places = None;
                    return Some(make(end, numeral, part, size, Decimal::ONE));
                }
                Sense::Unit(Unit { kind: UnitKind::Time(part, size), .. })
                    if !wide && fold::is_letter(text.at(at)) =>
                {
                    // "Hora y media", "час с половиной": one is understood.
                    let (after, half) = self.plus(end)?;
                    if end - at < 3 {
                        return None;
                    }
                    numeral.places = None;
                    return Some(Amount {
                        start: at,
                        end: after,
                        numeral,
                        has_unit: true,
                        what: What::Stretch(Stretch::of(*part, Decimal::ONE.plus(half).times(*size))),
                        converted: None,
                    });
                }
                Sense::Role(Role::Whole) => {
                    let (end, unit) = self.unit(end)?;
                    let UnitKind::Time(part, size) = unit.kind else { return None };
                    return Some(make(end, numeral, part, size, Decimal::ONE));
                }
                Sense::Role(Role::Article) => {
                    let (unit_end, unit) = self.unit(end)?;
                    let UnitKind::Time(part, size) = unit.kind else { return None };
                    if text.at(end) == '-' || text.skip_blanks(end) == end {
                        return None;
                    }
                    let amount = make(unit_end, numeral, part, size, Decimal::ONE);
                    let longer = amount.end > unit_end;
                    let told = longer || self.tells_length(at, unit_end, part);
                    return told.then_some(amount);
                }
                _ => {}
            }
        }
        None
    }

    /// Whether "an hour" is a length here and neither a rate nor a figure of speech.
    fn tells_length(&self, at: usize, end: usize, part: TimePart) -> bool {
        let text = self.text;
        let mut from = at;
        while from > 0 && fold::is_blank(text.before(from)) {
            from -= 1;
        }
        if from == 0 && self.at_end(end) {
            return true;
        }
        let mut word = from;
        while word > 0 && fold::is_letter(text.before(word)) {
            word -= 1;
        }
        let led = word < from
            && self
                .word(word, |sense| {
                    matches!(sense, Sense::Role(Role::During | Role::After) | Sense::Bound(_))
                })
                .is_some_and(|(end, _)| end == from);
        let next = text.skip_blanks(end);
        let ago = self.role(next, Role::After).is_some();
        (led || ago) && (part != TimePart::Seconds || ago || !fold::is_letter(text.at(next)))
    }
}

/// Whether so much of `smaller` stands for what one `part` leaves open: minutes under 60 after hours.
fn fills(part: TimePart, smaller: TimePart, amount: Decimal) -> bool {
    let most = match (part, smaller) {
        (TimePart::Years, TimePart::Months) => 12,
        (TimePart::Months, TimePart::Weeks) => 5,
        (TimePart::Months, TimePart::Days) => 31,
        (TimePart::Weeks, TimePart::Days) => 7,
        (TimePart::Days, TimePart::Hours) => 24,
        (TimePart::Hours, TimePart::Minutes) | (TimePart::Minutes, TimePart::Seconds) => 60,
        _ => return false,
    };
    amount.less(Decimal::from(most))
}
