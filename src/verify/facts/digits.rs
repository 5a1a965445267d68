//! Digits in a locale's form: groups, decimals, exponents.

use super::decimal::Decimal;
use super::fold::NO_BREAK;
use super::lexicon::Role;
use super::numeral::{Form, Numeral};
use super::reader::Reader;

/// Digits are read up to this many groups, which keeps one numeral's work bounded.
const MOST_GROUPS: usize = 16;

impl Reader<'_> {
    /// Digits with the locale's separators: `1,234.5`, `1 234,5`, `.25`, `1e10`.
    pub fn digits(&self, start: usize) -> Option<Numeral> {
        let text = self.text;
        let decimal = if self.lex.habits.decimal == "," { ',' } else { '.' };
        let run = |from: usize| {
            let mut end = from;
            while text.at(end).is_ascii_digit() {
                end += 1;
            }
            end
        };
        let before = text.before(start);
        let first = run(start);
        if first == start {
            let point = text.at(start);
            let bare = (point == decimal || point == '.') && text.at(start + 1).is_ascii_digit();
            if !bare || before.is_alphanumeric() || before == point {
                return None;
            }
            let end = run(start + 1);
            if text.at(end) == point && text.at(end + 1).is_ascii_digit() {
                return None;
            }
            return Some(self.exponent(self.figure(start, end, "", &self.slice(start + 1, end))));
        }
        if before.is_ascii_digit() {
            return None;
        }
        let mut groups = vec![(' ', start, first)];
        let mut end = first;
        while groups.len() < MOST_GROUPS
            && matches!(text.at(end), '.' | ',' | '\'' | '_')
            && text.at(end + 1).is_ascii_digit()
        {
            let next = run(end + 1);
            groups.push((text.at(end), end + 1, next));
            end = next;
        }
        if groups.len() == 1 {
            return Some(self.exponent(self.spaced(start, first)));
        }
        let separators: Vec<char> = groups[1..].iter().map(|group| group.0).collect();
        let last = separators[separators.len() - 1];
        let well_formed = |groups: &[(char, usize, usize)]| {
            groups[0].2 - groups[0].1 <= 3
                && groups[1..].iter().all(|&(_, from, to)| to - from == 3)
                && text.at(start) != '0'
        };
        let same = separators.iter().all(|&c| c == last);
        let whole = |groups: &[(char, usize, usize)]| -> String {
            groups.iter().map(|&(_, from, to)| self.slice(from, to)).collect()
        };
        let count = groups.len();
        let grouped = |count: usize| {
            count > 1
                && well_formed(&groups[..count])
                && separators[..count - 1].iter().all(|&c| c == separators[0])
        };
        if same && count > 2 {
            if well_formed(&groups) {
                let mut numeral = self.figure(start, end, &whole(&groups), "");
                if matches!(last, ',' | '.') && last == decimal && text.at(start) == '0' {
                    numeral.form = Form::Figure;
                }
                return Some(self.exponent(numeral));
            }
            // `1,2,3` is a list; `1.2.3` is a name that others have looked at before.
            return if last == ',' { Some(self.spaced(start, first)) } else { None };
        }
        if !same {
            if grouped(count - 1) && matches!(last, '.' | ',') {
                let (_, from, to) = groups[count - 1];
                return Some(self.exponent(self.figure(
                    start,
                    end,
                    &whole(&groups[..count - 1]),
                    &self.slice(from, to),
                )));
            }
            return Some(self.spaced(start, first));
        }
        // One separator, once.
        let (_, from, to) = groups[1];
        let three = to - from == 3 && well_formed(&groups);
        let priced = three && self.after_currency(start);
        let is_group = last == '\'' || last == '_' || (last != decimal && three) || (priced && last == ',');
        if is_group {
            if !three {
                return Some(self.spaced(start, first));
            }
            return Some(self.figure(start, end, &whole(&groups), ""));
        }
        if last == ',' && decimal == '.' && !self.unit_follows(end) && !self.foreign_point(start, first, to) {
            return Some(self.spaced(start, first));
        }
        Some(self.exponent(self.figure(start, end, &self.slice(start, first), &self.slice(from, to))))
    }

    /// Whether the one comma of `50,5` is a decimal point as other languages write it, and no list goes on. It is
    /// never a group.
    fn foreign_point(&self, start: usize, first: usize, end: usize) -> bool {
        let text = self.text;
        let (Some(whole), Some(part)) = (self.plain_digits(start), self.plain_digits(first + 1)) else {
            return false;
        };
        let next = text.skip_blanks(end);
        let listed = part.value == whole.value.plus(Decimal::ONE)
            || matches!(text.at(next), ',' | '-' | '~' | '/')
            || self.role(next, Role::And).is_some()
            || text.before(start) == ','
            || text.before(start) == ' ' && start > 1 && text.at(start - 2) == ',';
        self.lex.habits.script == "words" && first > start + 1 && end - first <= 3 && !listed
    }

    /// Whole digits `start..first`, grouped by blanks where that is how the language writes.
    pub fn spaced(&self, start: usize, first: usize) -> Numeral {
        let text = self.text;
        let plain = || {
            let mut numeral = self.figure(start, first, &self.slice(start, first), "");
            numeral.form = Form::Plain(u8::try_from(first - start).unwrap_or(u8::MAX));
            numeral
        };
        if first - start > 3 || text.at(start) == '0' {
            return plain();
        }
        let group = |from: usize| {
            let c = text.cased_at(from);
            let digits = (from + 1..from + 4).all(|at| text.at(at).is_ascii_digit());
            ((c == ' ' || c == NO_BREAK) && digits && !text.at(from + 4).is_ascii_digit()).then_some(c)
        };
        let (mut end, mut count, mut firm) = (first, 0, self.lex.habits.space_groups);
        while let Some(blank) = group(end) {
            firm |= blank == NO_BREAK;
            count += 1;
            end += 4;
            if count == MOST_GROUPS {
                break;
            }
        }
        if count == 0 || !(firm || count >= 2) {
            return plain();
        }
        // A further digit pair such as in a telephone number says that these were no groups.
        if matches!(text.at(end), '-') && text.at(end + 1).is_ascii_digit() && count == 1 && !firm {
            return plain();
        }
        let whole: String = self.slice(start, end).chars().filter(char::is_ascii_digit).collect();
        let point = text.at(end);
        if matches!(point, '.' | ',') && text.at(end + 1).is_ascii_digit() {
            let mut last = end + 1;
            while text.at(last).is_ascii_digit() {
                last += 1;
            }
            return self.figure(start, last, &whole, &self.slice(end + 1, last));
        }
        self.figure(start, end, &whole, "")
    }

    pub fn figure(&self, start: usize, end: usize, whole: &str, fraction: &str) -> Numeral {
        let mut numeral = Numeral::new(start, end, Decimal::from_digits(whole, fraction), Form::Figure);
        numeral.places = Some(-i8::try_from(fraction.len()).unwrap_or(i8::MAX));
        numeral
    }

    /// `e10` after a figure.
    pub fn exponent(&self, numeral: Numeral) -> Numeral {
        let text = self.text;
        let mut at = numeral.end;
        let raised = if numeral.value == Decimal::from(10) && text.at(at) != '^' {
            self.power(at).map(|(end, power)| (end, power - 1))
        } else {
            self.power_of_ten(at)
        };
        if let Some((end, power)) = raised {
            let value = numeral.value.times(Decimal::new(1, power));
            let places = numeral.places.map(|places| places.saturating_add(i8::try_from(power).unwrap_or(0)));
            return Numeral { value, end, places, form: Form::Figure, ..numeral };
        }
        if text.at(at) == '^' {
            let sign = if text.at(at + 1) == '-' { 1 } else { 0 };
            if let Some(power) =
                self.plain_digits(at + 1 + sign).filter(|power| !text.at(power.end).is_alphanumeric())
            {
                let exponent =
                    power.small().and_then(|power| i32::try_from(power).ok()).filter(|power| *power <= 300);
                let value =
                    exponent.map(|power| numeral.value.to_f64().powi(if sign == 1 { -power } else { power }));
                if let Some(value) = value.filter(|value| value.is_finite() && value.abs() < 1e40) {
                    return Numeral {
                        value: Decimal::from_f64(value),
                        end: power.end,
                        places: None,
                        form: Form::Figure,
                        ..numeral
                    };
                }
            }
        }
        if text.at(at) != 'e' {
            return numeral;
        }
        at += 1;
        let negative = text.at(at) == '-';
        if matches!(text.at(at), '-' | '+') {
            at += 1;
        }
        let from = at;
        while text.at(at).is_ascii_digit() && at - from < 3 {
            at += 1;
        }
        let Ok(power) = self.slice(from, at).parse::<i32>() else { return numeral };
        if text.at(at).is_alphanumeric() || power > 40 {
            return numeral;
        }
        let power = if negative { -power } else { power };
        let mut numeral = numeral;
        numeral.value = numeral.value.times(Decimal::new(1, power));
        numeral.places = numeral.places.map(|places| places.saturating_add(i8::try_from(power).unwrap_or(0)));
        (numeral.end, numeral.form) = (at, Form::Figure);
        numeral
    }

    /// Digits without anything in or around them.
    pub fn plain_digits(&self, at: usize) -> Option<Numeral> {
        let text = self.text;
        let (mut end, mut value) = (at, 0i64);
        while let Some(digit) = text.at(end).to_digit(10) {
            // More than 18 digits are turned away below.
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
            end += 1;
        }
        if end == at || end - at > 18 {
            return None;
        }
        let form = Form::Plain(u8::try_from(end - at).unwrap_or(u8::MAX));
        Some(Numeral::new(at, end, Decimal::from(value), form))
    }
}
