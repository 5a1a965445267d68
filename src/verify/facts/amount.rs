//! Numerals with what they count: units, percent, money, rates.

use super::decimal::Decimal;
use super::fold;
use super::length::Stretch;
use super::lexicon::{Role, Sense};
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

impl Reader<'_> {
    /// The figure at `at`, with its unit where it has one.
    pub fn amount(&self, at: usize) -> Option<Amount> {
        self.prefixed(at).or_else(|| self.length_word(at)).or_else(|| {
            let numeral = self.numeral(at)?;
            self.with_unit(numeral)
        })
    }

    /// A scale word after a figure that did not take it: 75 USD million.
    pub fn scale_after(&self, at: usize) -> Option<(usize, i64)> {
        let (end, sense) = self.word(
            self.text.skip_blanks(at),
            |sense| matches!(sense, Sense::Scale(factor) | Sense::Scales(factor) if factor >= 1000),
        )?;
        match sense {
            Sense::Scale(factor) | Sense::Scales(factor) => Some((end, factor)),
            _ => None,
        }
    }

    pub fn rate(&self, start: usize, end: usize, numeral: Numeral, unit: String) -> Amount {
        Amount { start, end, numeral, has_unit: true, what: What::Measure(unit), converted: None }
    }

    /// What is counted per time after a figure.
    pub fn counted(&self, at: usize) -> Option<(usize, &'static str)> {
        let text = self.text;
        let mut next = text.skip_blanks(at);
        if let Some(filler) = self
            .role(next, Role::Filler)
            .or_else(|| self.role(next, Role::Of).filter(|_| fold::is_letter(text.at(next))))
        {
            next = text.skip_blanks(filler);
        }
        let found = if fold::is_wide(text.at(next)) { self.pieces(next) } else { self.words(next) };
        found.iter().find_map(|(end, sense)| match sense {
            Sense::Counted(noun) => Some((end, noun)),
            _ => None,
        })
    }

    /// "Per second" and the like after `at`.
    pub fn per(&self, at: usize) -> Option<(usize, &'static str)> {
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
    pub fn with_unit(&self, numeral: Numeral) -> Option<Amount> {
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
        if text.at(numeral.end) == '+'
            && !text.at(numeral.end + 1).is_ascii_digit()
            && let Some((end, unit)) = self.unit(numeral.end + 1)
        {
            return self.in_unit(Numeral { more: true, ..numeral }, end, unit);
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
        if let Some((end, noun)) = self.counted(numeral.end)
            && let Some((end, per)) = self.per(end)
        {
            return Some(self.rate(start, end, numeral, units::rate_of(noun, per)));
        }
        if let Some((end, per)) = self.per(numeral.end).filter(|_| !matches!(text.at(numeral.end), '/'))
            && per != "d"
        {
            return Some(self.rate(start, end, numeral, format!("/{per}")));
        }
        // Trois quarts d'heure, tres cuartos de hora
        if numeral.form == Form::Fraction
            && let Some(of) = self.role_after(numeral.end, Role::Of)
        {
            let of = self.role_after(of, Role::Article).unwrap_or(of);
            if let Some((end, unit)) =
                self.unit(of).filter(|(_, unit)| matches!(unit.kind, UnitKind::Time(..)))
            {
                return self.in_unit(numeral, end, unit);
            }
        }
        // 10 Millionen *de* euros, 1,17 milliards de $
        if numeral.scale >= 1000
            && let Some(of) = self
                .role_after(numeral.end, Role::Of)
                .filter(|_| fold::is_letter(text.at(text.skip_blanks(numeral.end))))
            && let Some((end, unit)) = self.unit(of).filter(|(_, unit)| unit.kind == UnitKind::Money)
        {
            return self.in_unit(numeral, end, unit);
        }
        if let Some(degrees) = self.degrees(&numeral).filter(|_| !this) {
            return Some(degrees);
        }
        let hangul = fold::is_hangul(text.at(numeral.end)) && fold::is_hangul(text.before(numeral.end));
        let counter = self.counter(numeral.end);
        if hangul && counter.is_none() && !self.particle(numeral.end) {
            return None;
        }
        let bound = self.pieces(text.skip_blanks(numeral.end)).iter().any(|(end, sense)| {
            matches!(sense, Sense::After(_)) && (end > numeral.end + 1 || numeral.value.to_f64() >= 10.0)
        });
        // "Zero-to-one" is a name; "three-node" counts.
        if numeral.form == Form::Spelled
            && text.at(numeral.end) == '-'
            && fold::is_letter(text.at(numeral.end + 1))
        {
            let mut end = numeral.end + 1;
            while fold::is_letter(text.at(end)) && end - numeral.end < 64 {
                end += 1;
            }
            if text.at(end) == '-' || numeral.value.is_zero() {
                return None;
            }
        }
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
                .pieces(numeral.start)
                .iter()
                .any(|(end, sense)| sense == Sense::Role(Role::Stop) && end >= numeral.end)
        {
            return None;
        }
        let mut numeral = numeral;
        numeral.weak = false;
        Some(bare(numeral, numeral.end, What::Number))
    }

    pub fn particle(&self, at: usize) -> bool {
        self.pieces(at).iter().any(|(_, sense)| {
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
        let found = if wide { self.pieces(next) } else { self.words(next) };
        let (end, _) = found.iter().find(|(_, sense)| sense == &Sense::Role(Role::Counter))?;
        let stopped = found.iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
        (!stopped).then_some(end)
    }

    /// Whether a short numeral word is all there is: the whole text, or one that is a noun by itself.
    pub fn stands_alone(&self, numeral: &Numeral) -> bool {
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

    pub fn in_unit(&self, numeral: Numeral, end: usize, unit: &'static Unit) -> Option<Amount> {
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
                if factor > 1
                    && fold::is_han(self.text.at(end))
                    && let Some(small) = self.positional(end).filter(|small| {
                        small.value.less(Decimal::from(10)) && self.text.at(small.end) == '分'
                    })
                {
                    numeral.value = numeral.value.plus(small.value);
                    return make(small.end + 1, numeral, What::Percent);
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

    pub fn money_after(&self, numeral: Numeral, end: usize, id: &'static str) -> Amount {
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
    pub fn minor(&self, amount: Amount) -> Amount {
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

    pub fn in_grams(
        &self,
        start: usize,
        end: usize,
        numeral: Numeral,
        unit: &'static Unit,
    ) -> Option<Amount> {
        let mut amount = self.compound(start, end, numeral, unit)?;
        let (_, size) = super::measure::size(unit.id)?;
        let told = amount.numeral.value;
        amount.numeral.value = numeral.value;
        amount.converted = Some(told.times(Decimal::from_f64(size)));
        amount.what = What::Measure("g".into());
        Some(amount)
    }

    /// Units of one dimension in a row: 12 ft 2 in, 2 km 1 m.
    pub fn compound(
        &self,
        start: usize,
        end: usize,
        numeral: Numeral,
        unit: &'static Unit,
    ) -> Option<Amount> {
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
}
