//! Numbers told in words, in languages that write words apart: compounds, fractions, decimals after "point".

use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::numeral::{Form, Numeral, magnitude, text_is_vulgar};
use super::reader::Reader;
use super::spellings::ends_word;
use super::tally::Tally;

impl Reader<'_> {
    /// A spelled-out number, in languages that write words apart.
    pub fn spelled(&self, at: usize) -> Option<Numeral> {
        if !self.starts_word(at) && !text_is_vulgar(self.text.at(at)) {
            return None;
        }
        if let Some((end, value)) = self.fixed(at) {
            let mut numeral = Numeral::new(at, end, value, Form::Fraction);
            numeral.places = None;
            return Some(self.with_scale_word(numeral));
        }
        // "Several dozen" is no twelve.
        if self.scale_word(at, false).is_some()
            && self.last_word(at).is_some_and(|from| self.role(from, Role::Vague).is_some())
        {
            return None;
        }
        // "Point five" opens a text; elsewhere the word is a noun.
        if at == 0
            && let Some(numeral) = self.decimals(at, Numeral::new(at, at, Decimal::ZERO, Form::Spelled))
        {
            return Some(numeral);
        }
        let mut start = at;
        if let Some((end, _)) = self.word(at, |sense| sense == Sense::Role(Role::Article)) {
            let next = self.text.skip_blanks(end);
            if self.scale_word(next, false).is_some() {
                start = next;
            } else if let Some((end, parts)) = self.denominator(next, true)
                && self.closes_fraction(end)
            {
                let value = Decimal::ONE.over(Decimal::from(parts))?;
                return Some(Numeral::new(at, end, value, Form::Fraction).fraction(value, end));
            }
        }
        let mut tally = Tally::default();
        let mut end = self.run(start, &mut tally)?;
        if let Some(rest) = self.hundred_of_parts(start, &tally, &mut end) {
            return Some(Numeral { start: at, ..rest });
        }
        let numeral = tally.numeral(at, end);
        if numeral.is_ordinal() {
            return Some(numeral);
        }
        Some(self.spelled_tail(numeral))
    }

    /// A whole number in words, without the fractions that may follow it; for hours and minutes.
    pub fn spelled_whole(&self, at: usize) -> Option<Numeral> {
        if self.lex.habits.script != "words" {
            return self.numeral(at).filter(|numeral| numeral.form == Form::Spelled);
        }
        if !self.starts_word(at) {
            return None;
        }
        let mut tally = Tally::default();
        let end = self.run(at, &mut tally)?;
        Some(tally.numeral(at, end)).filter(|numeral| numeral.form == Form::Spelled)
    }

    /// "A hundred trillionths": the numerator's last word is a scale of its own.
    pub fn hundred_of_parts(&self, _start: usize, tally: &Tally, end: &mut usize) -> Option<Numeral> {
        if tally.ordinal {
            return None;
        }
        let numeral = tally.numeral(0, *end);
        let (last, parts) = self.denominator(self.joined(*end)?, numeral.value == Decimal::ONE)?;
        let value = numeral.value.over(Decimal::from(parts))?;
        *end = last;
        let whole = numeral.fraction(value, last);
        Some(self.spelled_tail(whole))
    }

    /// Goes on from digits: 3 hundred and one, 4.2 million 300 thousand.
    pub fn continue_spelled(&self, digits: Numeral) -> Numeral {
        let Some(next) =
            self.joined(digits.end).filter(|&next| next > digits.end || fold::is_letter(self.text.at(next)))
        else {
            return digits;
        };
        // A denominator after digits: 2 thirds.
        if let Form::Plain(_) = digits.form
            && let Some((end, parts)) = self.denominator(next, digits.value == Decimal::ONE)
        {
            let unit =
                self.word(next, |sense| matches!(sense, Sense::Unit(_))).is_some_and(|(unit, _)| unit == end);
            if !unit
                && (self.closes_fraction(end) || parts > 2)
                && let Some(value) = digits.value.over(Decimal::from(parts))
            {
                return digits.fraction(value, end);
            }
        }
        if self.scale_word(next, true).is_none() {
            return digits;
        }
        let mut tally = Tally {
            group: digits.value,
            has_group: true,
            digits: true,
            places: digits.places,
            ..Tally::default()
        };
        match self.run_on(digits.end, &mut tally) {
            Some(end) if !tally.ordinal => {
                let mut numeral = tally.numeral(digits.start, end);
                numeral.form = Form::Figure;
                numeral
            }
            _ => digits,
        }
    }

    /// Reads numeral words from `at` into `tally` and says where they end.
    pub fn run(&self, at: usize, tally: &mut Tally) -> Option<usize> {
        tally.chains = self.lex.habits.ordinal_chains;
        let (end, _) = self.step(at, tally, false)?;
        self.run_on(end, tally).or_else(|| self.closed(end).then_some(end))
    }

    /// Reads on after the word that ends at `at`; `None` if nothing follows.
    pub fn run_on(&self, at: usize, tally: &mut Tally) -> Option<usize> {
        let mut end = at;
        let mut good: Option<(usize, Tally)> = None;
        let mut before_and: Option<(Option<(usize, Tally)>, usize)> = None;
        for _ in 0..48 {
            if tally.ordinal && !tally.chains {
                break;
            }
            let inside = !ends_word(&self.text.lower, end);
            let mut moved = None;
            let places: [Option<usize>; 2] =
                if inside { [Some(end), None] } else { [self.joined(end), self.hyphenless(end)] };
            for place in places.into_iter().flatten() {
                moved = self.step(place, tally, inside).map(|(end, _)| (end, false));
                if moved.is_some() {
                    break;
                }
            }
            if moved.is_none() && !inside {
                moved = self.comma_step(end, tally).map(|end| (end, false));
            }
            if moved.is_none() {
                moved = self.and_step(end, tally, inside).map(|end| (end, true));
            }
            let Some((next, by_and)) = moved else { break };
            if by_and && before_and.is_none() {
                before_and = Some((good.clone(), end));
            }
            end = next;
            if self.closed(end) {
                good = Some((end, tally.clone()));
            }
        }
        // "Between two hundred and three hundred": the word after "and" begins another number.
        if let (Some((before, _)), Some((end, _))) = (&before_and, &good) {
            let next = self.text.skip_blanks(*end);
            if self.scale_word(next, true).is_some() && !tally.ordinal {
                good.clone_from(before);
                good.as_ref()?;
            }
        }
        let (end, whole) = good?;
        *tally = whole;
        Some(end)
    }

    /// One numeral word at `at`, if the tally can take it.
    pub fn step(&self, at: usize, tally: &mut Tally, _inside: bool) -> Option<(usize, Sense)> {
        if self.text.at(at).is_ascii_digit() {
            return self.digit_group(at, tally);
        }
        let found = self.pieces(at);
        for (end, sense) in found.iter() {
            if !ends_word(&self.text.lower, end) && !self.continues(end, tally) {
                continue;
            }
            let mut next = tally.clone();
            if next.push(sense, self.lex.habits.units_first) {
                *tally = next;
                return Some((end, sense));
            }
        }
        None
    }

    /// Whether a numeral may end here: with its word, or before a unit in the same word (двухчасовой).
    pub fn closed(&self, at: usize) -> bool {
        ends_word(&self.text.lower, at) || self.word(at, |sense| matches!(sense, Sense::Unit(_))).is_some()
    }

    /// Whether another numeral piece stands inside the same word.
    pub fn continues(&self, at: usize, _tally: &Tally) -> bool {
        let numeric = |sense: Sense| {
            matches!(
                sense,
                Sense::Add(_)
                    | Sense::Scale(_)
                    | Sense::Scales(_)
                    | Sense::Ordinal(_)
                    | Sense::OrdinalScale(_)
                    | Sense::Unit(_)
                    | Sense::Parts(_)
                    | Sense::Plus(_)
            )
        };
        let found = self.pieces(at);
        if found.iter().any(|(_, sense)| numeric(sense)) {
            return true;
        }
        found.iter().any(|(end, sense)| {
            sense == Sense::Role(Role::And) && self.pieces(end).iter().any(|(_, sense)| numeric(sense))
        })
    }

    /// 4 million **300 thousand**.
    pub fn digit_group(&self, at: usize, tally: &mut Tally) -> Option<(usize, Sense)> {
        if tally.has_group || tally.parts.is_empty() {
            return None;
        }
        let digits = self.digits(at)?;
        let next = self.text.skip_blanks(digits.end);
        let (end, factor) = self.scale_word(next, true)?;
        if factor >= tally.last_scale() || factor < 1000 {
            return None;
        }
        tally.group = digits.value;
        tally.has_group = true;
        tally.push(Sense::Scale(factor), false).then_some((end, Sense::Scale(factor)))
    }

    /// A numeral word after "and", where the language says one.
    pub fn and_step(&self, end: usize, tally: &mut Tally, inside: bool) -> Option<usize> {
        let place = if inside { end } else { self.joined(end)? };
        let found = self.pieces(place);
        let (and_end, _) = found.iter().find(|(_, sense)| *sense == Sense::Role(Role::And))?;
        if matches!(self.text.at(place), ',' | '-')
            || tally.digits && tally.parts.is_empty() && !tally.hundred
        {
            return None;
        }
        let tens = tally.small % 10 == 0 && tally.small % 100 != 0;
        let open = tally.small % 100 == 0;
        let units = tally.small > 0 && tally.small % 10 != 0 && self.lex.habits.units_first;
        if !(open || (tens && self.lex.habits.decimal == ",") || units) {
            return None;
        }
        let next =
            if inside && !ends_word(&self.text.lower, and_end) { and_end } else { self.joined(and_end)? };
        let mut trial = tally.clone();
        let (end, sense) = self.step(next, &mut trial, inside)?;
        if matches!(sense, Sense::Scale(_) | Sense::Scales(_) | Sense::OrdinalScale(_)) {
            return None;
        }
        // "One hundred and three quarters" is a mixed number.
        if ends_word(&self.text.lower, end)
            && let Some(place) = self.joined(end)
            && self.denominator(place, sense == Sense::Add(1)).is_some()
        {
            return None;
        }
        *tally = trial;
        Some(end)
    }

    /// "One thousand, two hundred": after a scale and a comma stand hundreds of it.
    pub fn comma_step(&self, end: usize, tally: &mut Tally) -> Option<usize> {
        let text = self.text;
        if text.at(end) != ','
            || tally.small_only
            || tally.has_group
            || tally.parts.is_empty()
            || self.lex.habits.decimal == ","
        {
            return None;
        }
        let next = text.skip_blanks(end + 1);
        if !fold::is_letter(text.at(next)) || next > end + 3 {
            return None;
        }
        let mut rest = Tally { small_only: true, ..Tally::default() };
        let rest_end = self.run(next, &mut rest)?;
        let value = rest.numeral(next, rest_end).value;
        if value.less(Decimal::from(100)) || !value.less(Decimal::from(tally.last_scale())) {
            return None;
        }
        self.step(next, tally, false).map(|found| found.0)
    }

    /// Where the next word begins after blanks or one hyphen.
    pub fn joined(&self, end: usize) -> Option<usize> {
        let text = self.text;
        let mut at = text.skip_blanks(end);
        if at > end + 8 {
            return None;
        }
        if text.at(at) == '-' && at == end && fold::is_letter(text.at(at + 1)) {
            at += 1;
        }
        Some(at)
    }

    /// After a hyphen with blanks around it there is no compound.
    pub fn hyphenless(&self, _end: usize) -> Option<usize> {
        None
    }

    /// A denominator at `at`; those of a single part only with `one`.
    pub fn denominator(&self, at: usize, one: bool) -> Option<(usize, i64)> {
        let pick = |at: usize| {
            self.word(at, |sense| match sense {
                Sense::Parts(_) => true,
                Sense::Part(_) => one,
                _ => false,
            })
        };
        match pick(at) {
            Some((end, Sense::Parts(parts) | Sense::Part(parts))) if parts > 1 => return Some((end, parts)),
            _ => {}
        }
        // "Twenty firsts", "vingt-et-unième": tens before the part.
        let (end, sense) =
            self.word(at, |sense| matches!(sense, Sense::Add(tens) if tens >= 20 && tens % 10 == 0))?;
        let Sense::Add(tens) = sense else { return None };
        let mut next = self.joined(end)?;
        if let Some((and, _)) = self.word(next, |sense| sense == Sense::Role(Role::And)) {
            next = self.joined(and)?;
        }
        match pick(next)? {
            (end, Sense::Parts(parts) | Sense::Part(parts)) if parts < 10 && tens < 100 => {
                Some((end, tens + parts))
            }
            _ => None,
        }
    }

    /// Whether "a third" that ends at `end` is a share and not a rank: what follows is "of" or no noun.
    pub fn closes_fraction(&self, end: usize) -> bool {
        let next = self.text.skip_blanks(end);
        let c = self.text.at(next);
        !c.is_alphanumeric()
            || self
                .word(next, |sense| {
                    matches!(
                        sense,
                        Sense::Role(Role::Of | Role::And | Role::To) | Sense::Scale(_) | Sense::Unit(_)
                    )
                })
                .is_some()
    }

    /// What may follow a spelled number: decimals, a fraction, "and a half", a scale.
    pub fn spelled_tail(&self, numeral: Numeral) -> Numeral {
        let mut numeral = numeral;
        if numeral.form == Form::Spelled || matches!(numeral.form, Form::Plain(_)) {
            if let Some(decimals) = self.decimals(numeral.end, numeral) {
                numeral = decimals;
                return match self.scale_word(self.text.skip_blanks(numeral.end), true) {
                    Some((end, factor)) if factor >= 1000 => numeral.scaled(factor, end),
                    _ => numeral,
                };
            }
            if let Some(share) = self.over(&numeral) {
                return share;
            }
        }
        if numeral.form == Form::Fraction {
            return self.with_scale_word(numeral);
        }
        let Some(next) = self.joined(numeral.end) else { return numeral };
        let (end, part) = match self.word(next, |sense| matches!(sense, Sense::Plus(_))) {
            Some((end, Sense::Plus(part))) => (end, part),
            _ => match self.and_fraction(next) {
                Some(found) => found,
                None => return numeral,
            },
        };
        // A unit's half is the unit's business: "one hour and a half" never comes here, but a scale's
        // half is: "one million and a half", "one billion and a half million".
        let after = self.text.skip_blanks(end);
        let (end, factor) = match self.scale_word(after, true) {
            Some((end, factor)) if factor >= 1000 && factor < numeral.scale => (end, factor),
            Some((end, factor)) if factor >= 1000 && numeral.scale == 1 => {
                let value = numeral.value.plus(part).times(Decimal::from(factor));
                return Numeral { scale: factor, ..numeral.fraction(value, end) };
            }
            _ => (end, if numeral.scale >= 1000 { numeral.scale } else { 1 }),
        };
        let value = numeral.value.plus(part.times(Decimal::from(factor)));
        numeral.fraction(value, end)
    }

    /// "And two fifths", "and a third" after a whole number.
    pub fn and_fraction(&self, at: usize) -> Option<(usize, Decimal)> {
        let (and, _) = self.word(at, |sense| sense == Sense::Role(Role::And))?;
        if matches!(self.text.at(at), ',' | '-') {
            return None;
        }
        let next = self.text.skip_blanks(and);
        if let Some((end, _)) = self.word(next, |sense| sense == Sense::Role(Role::Article)) {
            let (end, parts) = self.denominator(self.text.skip_blanks(end), true)?;
            return Some((end, Decimal::ONE.over(Decimal::from(parts))?));
        }
        let top = match self.plain_digits(next) {
            Some(digits) => return self.slash_fraction(&digits).map(|part| (part.end, part.value)),
            None => {
                let mut tally = Tally::default();
                let end = self.run(next, &mut tally)?;
                tally.numeral(next, end)
            }
        };
        if top.is_ordinal() {
            return None;
        }
        let (end, parts) = self.denominator(self.joined(top.end)?, top.value == Decimal::ONE)?;
        Some((end, top.value.over(Decimal::from(parts))?))
    }

    /// "Point seventy-one": the words after the point are its digits.
    pub fn decimals(&self, at: usize, whole: Numeral) -> Option<Numeral> {
        let next = self.text.skip_blanks(at);
        if !fold::is_letter(self.text.at(next)) {
            return None;
        }
        let (end, _) = self.word(next, |sense| sense == Sense::Role(Role::Point))?;
        let mut place = self.text.skip_blanks(end);
        if let Some((and, _)) = self.word(place, |sense| sense == Sense::Role(Role::And)) {
            place = self.text.skip_blanks(and);
        }
        let mut digits = String::new();
        let mut last = place;
        if let Some(plain) = self.plain_digits(place) {
            digits = self.slice(place, plain.end);
            last = plain.end;
        } else {
            while digits.len() < 20 {
                match self.word(self.text.skip_blanks(last), |sense| matches!(sense, Sense::Add(0..=9))) {
                    Some((end, Sense::Add(digit))) => {
                        digits.push_str(&digit.to_string());
                        last = end;
                    }
                    _ => break,
                }
            }
            let mut tally = Tally::default();
            if let Some(end) = self.run(place, &mut tally) {
                let numeral = tally.numeral(place, end);
                // "Две десятых" after "ноль целых" is told as a fraction.
                if let Some((end, parts)) = self.joined(end).and_then(|next| self.denominator(next, true)) {
                    let value = whole.value.plus(numeral.value.over(Decimal::from(parts))?);
                    let places = Some(-magnitude(parts));
                    return Some(Numeral { end, value, places, ..whole });
                }
                if end > last && !tally.ordinal {
                    digits = numeral.value.to_string();
                    last = end;
                }
            }
        }
        if digits.is_empty() {
            return None;
        }
        let fraction = Decimal::from_digits("", &digits);
        let places = Some(-i8::try_from(digits.len()).unwrap_or(i8::MAX));
        Some(Numeral { end: last, value: whole.value.plus(fraction), places, ..whole })
    }

    /// "One over three".
    pub fn over(&self, top: &Numeral) -> Option<Numeral> {
        let next = self.text.skip_blanks(top.end);
        let (end, _) = self.word(next, |sense| sense == Sense::Role(Role::Over))?;
        let place = self.text.skip_blanks(end);
        let bottom = match self.plain_digits(place) {
            Some(digits) => digits,
            None => {
                let mut tally = Tally::default();
                let end = self.run(place, &mut tally)?;
                tally.numeral(place, end)
            }
        };
        if bottom.is_ordinal() || !top.value.is_whole() || self.unit_follows(bottom.end) {
            return None;
        }
        let value = top.value.over(bottom.value)?;
        Some(top.fraction(value, bottom.end))
    }
}
