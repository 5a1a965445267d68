//! Lengths of time: in several parts, in one word, with halves, as ISO 8601 writes them.

use super::amount::{Amount, What};
use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::numeral::{Form, Numeral};
use super::reader::Reader;
use super::units::{TimePart, Unit, UnitKind};

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

    /// "And a half" after a unit.
    pub fn plus(&self, at: usize) -> Option<(usize, Decimal)> {
        let next = self.text.skip_blanks(at);
        let wide = fold::is_wide(self.text.at(next));
        let found = if wide { self.pieces(next) } else { self.words(next) };
        let (end, part) = found.iter().find_map(|(end, sense)| match sense {
            Sense::Plus(part) => Some((end, part)),
            _ => None,
        })?;
        let stopped = found.iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
        let word = fold::is_hangul(self.text.at(end)) && !self.particle(end);
        (!stopped && !word).then_some((end, part))
    }

    /// A length of time in several parts: 1 hour and 20 minutes, 1h30m, 두 시간 반, an hour and a half.
    pub fn longer(
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

    pub fn small_part(&self, next: usize, end: usize) -> Option<Numeral> {
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
    pub fn positional_piece(&self, at: usize) -> Option<Numeral> {
        self.positional(at).or_else(|| self.whole_inside(at))
    }

    /// Words that are a length of time by themselves: полчаса, 이틀, an hour, "hora y media".
    pub fn length_word(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        if !self.starts_word(at) {
            return None;
        }
        let wide = fold::is_wide(text.at(at));
        let found = if wide { self.pieces(at) } else { self.words(at) };
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
                    // A half after two days is half a day.
                    let unit = if size.is_whole() { Decimal::ONE } else { size };
                    return Some(self.longer(at, end, numeral, Stretch::of(part, size), part, unit));
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
                Sense::Role(Role::OneUnit) => {
                    if let Some(amount) = self.lasting_unit(at, end) {
                        return Some(amount);
                    }
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

    /// A unit alone that tells a length: длился сутки, через час, час с лишним, «Неделю никто не замечал».
    fn lasting_unit(&self, at: usize, end: usize) -> Option<Amount> {
        let text = self.text;
        let (unit_end, unit) = self.unit(at).filter(|(unit_end, _)| *unit_end == end)?;
        let UnitKind::Time(part, size) = unit.kind else { return None };
        let mut from = at;
        while from > 0 && fold::is_blank(text.before(from)) {
            from -= 1;
        }
        let mut word = from;
        while word > 0 && fold::is_letter(text.before(word)) {
            word -= 1;
        }
        let led = word < from && self.role(word, Role::Lasting) == Some(from);
        // The accusative at the start of a sentence; a nominative there may be anything.
        let opens = (from == 0 || matches!(text.before(from), '.' | '!' | '?' | ';'))
            && matches!(text.before(unit_end), 'у' | 'ю' | 'и')
            && fold::is_letter(text.at(text.skip_blanks(unit_end)));
        let over = |sense| sense == Sense::After(super::Approx::Over);
        let more = self.word(text.skip_blanks(unit_end), over).is_some();
        let ago = self.role_after(unit_end, Role::After).is_some();
        let mut numeral = Numeral::new(at, end, Decimal::ONE, Form::Spelled);
        numeral.places = None;
        let amount = self.longer(at, end, numeral, Stretch::of(part, size), part, size);
        (led || opens || more || ago).then_some(amount)
    }

    /// Whether "an hour" is a length here and neither a rate nor a figure of speech.
    pub fn tells_length(&self, at: usize, end: usize, part: TimePart) -> bool {
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
