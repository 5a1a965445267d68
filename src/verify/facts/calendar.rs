//! Dates in all the orders and scripts that the languages use, with or without a year. What is relative
//! (next Tuesday, in two hours) is no date.

use super::fold;
use super::lexicon::{Role, Sense};
use super::measure::Moment;
use super::numeral::{Form, Numeral};
use super::reader::Reader;

/// A date found in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dated {
    pub end: usize,
    pub date: Moment,
}

/// Years are told in four digits between these, or in two.
const YEARS: std::ops::RangeInclusive<i64> = 1000..=2999;

impl Reader<'_> {
    /// The date at `at`.
    pub fn date(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        if let Some((end, _)) = self.word(at, |sense| sense == Sense::Weekday) {
            // "Friday-Jun-15", "Thursday 29/03", "viernes(6/7)": a weekday alone is no date.
            let mut next = text.skip_blanks(end);
            if matches!(text.at(next), ',' | '-' | '(' | '.') {
                next = text.skip_blanks(next + 1);
            }
            if let Some(of) = self.role(next, Role::On) {
                next = text.skip_blanks(of);
            }
            let mut dated = self.plain_date(next).or_else(|| self.after_weekday(next))?;
            if text.before(next) == '(' && text.at(dated.end) == ')' {
                dated.end += 1;
            }
            return Some(dated);
        }
        let mut dated = self.plain_date(at)?;
        // A weekday after the date says nothing more: 7月6日金曜日, 6月15日(金).
        let next = text.skip_blanks(dated.end);
        let inner = if text.at(next) == '(' { text.skip_blanks(next + 1) } else { next };
        if let Some((end, _)) = self.word(inner, |sense| sense == Sense::Weekday)
            && (text.at(next) == ')' || text.at(next) != '(' || text.at(end) == ')')
        {
            dated.end = if text.at(next) == '(' && text.at(end) == ')' { end + 1 } else { end };
        }
        Some(dated)
    }

    fn plain_date(&self, at: usize) -> Option<Dated> {
        self.marked_date(at)
            .or_else(|| self.numeric_date(at))
            .or_else(|| self.worded_numbers(at))
            .or_else(|| self.month_first(at))
            .or_else(|| self.day_first(at))
    }

    /// `7.6` after a weekday is a date, which alone it would not be.
    fn after_weekday(&self, at: usize) -> Option<Dated> {
        let first = self.plain_digits(at)?;
        if !matches!(self.text.at(first.end), '.' | '/') {
            return None;
        }
        let second = self.plain_digits(first.end + 1)?;
        let date = self.two_parts(first.small()?, second.small()?)?;
        Some(Dated { end: second.end, date })
    }

    /// 2021年10月28日, 2021년 10월 28일, 10月, and parts of them.
    fn marked_date(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        if self.lex.habits.order != "ymd" || !self.starts_word(at) {
            return None;
        }
        let part = |at: usize, mark: Role| -> Option<(usize, i64)> {
            let numeral = self.positional(at)?;
            let value = numeral.small()?;
            let end = self.piece_role(text.skip_blanks(numeral.end), mark)?;
            Some((end, value))
        };
        let mut date = Moment::default();
        let (mut end, mut next) = (at, at);
        if let Some((after, year)) = part(at, Role::YearMark) {
            if !(YEARS.contains(&year) || (0..100).contains(&year)) {
                return None;
            }
            date.year = Some(if year < 100 { full_year(year) } else { i32::try_from(year).ok()? });
            (end, next) = (after, text.skip_blanks(after));
        }
        if let Some((after, month)) = part(next, Role::MonthMark) {
            if !(1..=12).contains(&month) {
                return None;
            }
            date.month = u8::try_from(month).ok();
            (end, next) = (after, text.skip_blanks(after));
            if let Some((after, day)) = part(next, Role::DayMark) {
                date.day = u8::try_from(day).ok().filter(|day| valid_day(date.month, *day, date.year));
                date.day?;
                end = after;
            }
        } else if date.year.is_some() && part(next, Role::DayMark).is_some()
            || date.year.is_some_and(|year| year < 1900)
            || date.year.is_some() && !text.at(at).is_ascii_digit() && end - at < 5
        {
            return None;
        }
        if date.year.is_none()
            && let Some((after, year)) = self.year_in_brackets(end)
        {
            (date.year, end) = (Some(year), after);
        }
        // A month alone is told in digits: 이월 carries over.
        let enough = date.year.is_some()
            || date.month.is_some() && (date.day.is_some() || text.at(at).is_ascii_digit());
        // A year alone must be told in full, or it is a length of time.
        let alone = date.month.is_none();
        if alone && date.year.is_some_and(|year| !(1900..=2100).contains(&year)) {
            return None;
        }
        (enough && !(alone && end - at < 5)).then_some(Dated { end, date })
    }

    /// A role inside a word, as marks in Hangul and Han are.
    pub fn piece_role(&self, at: usize, role: Role) -> Option<usize> {
        if !self.memo.has_role(&self.lex.words, &self.text.lower, at, role) {
            return None;
        }
        let found = self.pieces(at);
        let (end, _) = found.iter().find(|(end, sense)| {
            *sense == Sense::Role(role) && super::spellings::ends_word(&self.text.lower, *end)
        })?;
        let stopped = found.iter().any(|(longer, sense)| {
            longer > end && (sense == Sense::Role(Role::Stop) || matches!(sense, Sense::Unit(_)))
        });
        (!stopped).then_some(end)
    }

    /// Digits with `-`, `/` or `.` between them, perhaps a month by name among them.
    fn numeric_date(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        // Around the clock, all week.
        if text.lower.get(at..at + 4) == Some(&['2', '4', '/', '7']) && !text.at(at + 4).is_ascii_digit() {
            return None;
        }
        if text.before(at).is_alphanumeric() && !fold::is_wide(text.before(at))
            || matches!(text.before(at), '/')
        {
            return None;
        }
        if text.before(at) == '.' && at >= 2 && text.at(at - 2).is_ascii_digit() {
            return None;
        }
        let first = self.date_part(at)?;
        let separator = text.at(first.end);
        if !matches!(separator, '-' | '/' | '.') {
            return None;
        }
        let second = self.date_part(self.after_separator(first.end))?;
        let named = [first.named, second.named].iter().filter(|named| **named).count();
        let third = (text.at(second.end) == separator)
            .then(|| self.date_part(self.after_separator(second.end)))
            .flatten()
            .filter(|third| !third.named || first.digits == 4 || second.digits == 4);
        let found = match third {
            Some(third) => {
                let date = self.three_parts(separator, [first, second, third])?;
                let end = if separator == '.' && self.lex.habits.order == "ymd" && text.at(third.end) == '.' {
                    third.end + 1
                } else {
                    third.end
                };
                Dated { end, date }
            }
            None => {
                let spaced = second.start > first.end + 1;
                if spaced && (named != 1) {
                    return None;
                }
                let date = self.two_part_date(separator, first, second)?;
                // `5/7, 2020`
                match self.year_after_comma(second.end) {
                    Some((end, year)) if separator == '/' && date.year.is_none() => {
                        Dated { end, date: Moment { year: Some(year), ..date } }
                    }
                    _ => Dated { end: second.end, date },
                }
            }
        };
        let after = text.at(found.end);
        let continues = (after.is_ascii_digit()
            || fold::is_letter(after) && after != 't' && (after != 'г') && !fold::is_wide(after))
            || (matches!(after, '/') && text.at(found.end + 1).is_alphanumeric())
            || (separator == '/' && matches!(after, '.' | ',') && text.at(found.end + 1).is_ascii_digit())
            || (matches!(after, '.' | ':' | '-')
                && after == separator
                && text.at(found.end + 1).is_ascii_digit()
                && !self.range_follows(found.end))
            || after == '%';
        (!continues).then_some(found)
    }

    /// `5/1-5/7`: after a date with slashes a hyphen begins the range's other end.
    fn range_follows(&self, at: usize) -> bool {
        self.text.at(at) == '-' && self.text.before(at).is_ascii_digit()
    }

    fn after_separator(&self, at: usize) -> usize {
        // "2022. 4. 6." writes blanks after its points.
        if self.text.at(at) == '.' && self.text.at(at + 1) == ' ' && self.text.at(at + 2).is_ascii_digit() {
            at + 2
        } else {
            at + 1
        }
    }

    /// `9 de 8 de 1971`, `18 08 1978`, `7. vierter 2016`: numbers parted by words or blanks.
    fn worded_numbers(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        if self.lex.habits.order != "dmy" || !self.starts_word(at) {
            return None;
        }
        let day = self.plain_digits(at).filter(|day| day.end - at <= 2)?;
        if text.at(day.end) == '.' && self.lex.habits.dot_ordinal {
            let next = text.skip_blanks(day.end + 1);
            if !self.date_context(at) {
                return None;
            }
            let (end, sense) = self.word(next, |sense| matches!(sense, Sense::Ordinal(1..=12)))?;
            let Sense::Ordinal(month) = sense else { return None };
            let date = make_date(None, month, day.small()?)?;
            let (end, year) = self.year_of_date(end);
            return Some(Dated { end, date: Moment { year, ..date } });
        }
        let mut next = text.skip_blanks(day.end);
        let worded = self.role(next, Role::Of).filter(|_| fold::is_letter(text.at(next)));
        if let Some(end) = worded {
            next = text.skip_blanks(end);
        }
        let month = self.plain_digits(next).filter(|month| month.end - next <= 2 && next > day.end)?;
        next = text.skip_blanks(month.end);
        match (self.role(next, Role::Of).filter(|_| fold::is_letter(text.at(next))), worded) {
            (Some(end), Some(_)) => next = text.skip_blanks(end),
            (None, None)
                if day.end - at == 2 && month.end - month.start == 2 && text.at(month.start) == '0' => {}
            _ => return None,
        }
        let (end, year) = self.year(next).filter(|_| next > month.end)?;
        Some(Dated { end, date: make_date(Some(year), month.small()?, day.small()?)? })
    }

    fn date_part(&self, at: usize) -> Option<DatePart> {
        if let Some(digits) = self.plain_digits(at) {
            let value = digits.small()?;
            return Some(DatePart {
                start: at,
                end: digits.end,
                value,
                digits: digits.end - at,
                named: false,
            });
        }
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Month(_)))?;
        let Sense::Month(month) = sense else { return None };
        let end = if self.text.before(end) == '.' { end - 1 } else { end };
        Some(DatePart { start: at, end, value: i64::from(month), digits: 0, named: true })
    }

    fn three_parts(&self, separator: char, parts: [DatePart; 3]) -> Option<Moment> {
        let [a, b, c] = parts;
        let full = |part: DatePart| part.digits == 4;
        if let Some(at) = parts.iter().position(|part| part.named) {
            let rest: Vec<DatePart> =
                parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| *part).collect();
            if rest.iter().any(|part| part.named) {
                return None;
            }
            let (day, year) = if full(rest[0]) { (rest[1], rest[0]) } else { (rest[0], rest[1]) };
            return make_date(Some(year_of(year)?), parts[at].value, day.value);
        }
        if full(a) {
            // Years first; the day cannot stand before the month.
            if b.digits > 2 || c.digits > 2 {
                return None;
            }
            return make_date(Some(year_of(a)?), b.value, c.value);
        }
        if a.digits > 2 || b.digits > 2 || !(full(c) || c.digits == 2) {
            return None;
        }
        // `1.2.03` may be a version, and after a product's name it is one.
        if separator == '.'
            && !full(c)
            && (a.digits != 2
                || b.digits != 2
                || self.lex.habits.order != "dmy"
                || self.names_version(a.start))
        {
            return None;
        }
        let year = Some(year_of(c)?);
        let (month, day) = self.month_and_day(separator, a.value, b.value);
        let told = make_date(year, month, day).or_else(|| make_date(year, day, month));
        // 20/02/14 in a language that writes days first; 21/02/14 could only be that.
        told.or_else(|| {
            if c.digits == 2 && a.digits == 2 { make_date(Some(year_of(a)?), b.value, c.value) } else { None }
        })
    }

    fn month_and_day(&self, separator: char, first: i64, second: i64) -> (i64, i64) {
        match self.lex.habits.order.as_str() {
            "mdy" if separator != '.' => (first, second),
            "ymd" if separator != '.' => (first, second),
            _ => (second, first),
        }
    }

    /// A date of two parts as the language orders them; the other order where that is impossible.
    fn two_parts(&self, first: i64, second: i64) -> Option<Moment> {
        let (month, day) = if self.lex.habits.order == "dmy" { (second, first) } else { (first, second) };
        make_date(None, month, day).or_else(|| make_date(None, day, month))
    }

    fn two_part_date(&self, separator: char, first: DatePart, second: DatePart) -> Option<Moment> {
        if first.named || second.named {
            let (month, other) = if first.named { (first, second) } else { (second, first) };
            if other.named {
                return None;
            }
            if other.digits == 4 {
                return make_month(year_of(other)?, month.value);
            }
            return if other.digits <= 2 && separator != '.' {
                make_date(None, month.value, other.value)
            } else {
                None
            };
        }
        let month_told = |year: DatePart, month: DatePart| {
            (year.digits == 4 && month.digits <= 2).then(|| make_month(year_of(year)?, month.value)).flatten()
        };
        let free = !matches!(self.text.at(second.end), '-' | '/' | '.')
            || !self.text.at(second.end + 1).is_alphanumeric();
        let logged = first.digits == 2 && second.digits == 2 && self.logged(second.end);
        match separator {
            '-' if logged => make_date(None, first.value, second.value),
            '.' if logged && self.lex.habits.order != "mdy" => self.two_parts(first.value, second.value),
            '-' if free => month_told(first, second).or_else(|| month_told(second, first)).or_else(|| {
                let whole = first.start == 0 && self.at_end(second.end) && self.lex.habits.order == "dmy";
                (whole && first.value > 12).then(|| self.two_parts(first.value, second.value)).flatten()
            }),
            '/' if first.digits <= 2 && second.digits <= 2 => {
                let date = self.two_parts(first.value, second.value)?;
                let share =
                    first.value < second.value && matches!(second.value, 2..=6 | 8 | 10 | 12 | 16 | 20);
                let (low, high) = (first.digits, second.digits);
                // 1/2 is a half, 2/15 a date; 01/02 is no fraction.
                (!share || low == 2 && (high == 2 && first.value < 10) || self.date_context(first.start))
                    .then_some(date)
            }
            '/' => month_told(first, second).or_else(|| month_told(second, first)),
            '.' if self.lex.habits.order == "ymd" && second.digits == 2 => month_told(first, second),
            '.' => None,
            _ => None,
        }
    }

    /// Whether a word before `at` says that a date follows.
    fn date_context(&self, at: usize) -> bool {
        let mut from = at;
        for _ in 0..2 {
            while from > 0 && fold::is_blank(self.text.before(from)) {
                from -= 1;
            }
            while from > 0 && fold::is_letter(self.text.before(from)) {
                from -= 1;
            }
            if from < at
                && self.word(from, |sense| matches!(sense, Sense::Role(Role::On) | Sense::Weekday)).is_some()
            {
                return true;
            }
        }
        false
    }

    fn year_after_comma(&self, at: usize) -> Option<(usize, i32)> {
        if self.text.at(at) != ',' {
            return None;
        }
        self.year(self.text.skip_blanks(at + 1))
    }

    /// Four digits that can be a year and nothing else.
    pub fn year(&self, at: usize) -> Option<(usize, i32)> {
        let digits = self.plain_digits(at)?;
        if digits.form != Form::Plain(4) || !YEARS.contains(&digits.small()?) {
            return None;
        }
        let next = self.text.at(digits.end);
        if next == ':'
            || (fold::is_letter(next)
                && self.word(digits.end, |sense| sense == Sense::Role(Role::YearMark)).is_none())
        {
            return None;
        }
        if matches!(next, '.' | ',') && self.text.at(digits.end + 1).is_ascii_digit() {
            return None;
        }
        Some((digits.end, i32::try_from(digits.small()?).ok()?))
    }

    /// October 28, 2021; May twenty nine; February the 15th; October 2014.
    fn month_first(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        if !self.starts_word(at) {
            return None;
        }
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Month(_)))?;
        let Sense::Month(month) = sense else { return None };
        if let Some((end, year)) = self.year_in_brackets(end) {
            return Some(Dated { end, date: make_month(year, i64::from(month))? });
        }
        let mut next = self.date_gap(end);
        if let Some((year_end, year)) = self.year(next) {
            let (end, _) = self.year_tail(year_end);
            return Some(Dated { end, date: make_month(year, i64::from(month))? });
        }
        if let Some((article, _)) =
            self.word(next, |sense| matches!(sense, Sense::Role(Role::On | Role::Article)))
        {
            next = text.skip_blanks(article);
        }
        let (day_end, day, plain) = self.day(next)?;
        if plain && self.claims_digits(day_end) {
            return None;
        }
        let date = make_date(None, i64::from(month), day)?;
        let (end, year) = self.year_of_date(day_end);
        Some(Dated { end, date: Moment { year, ..date } })
    }

    /// Whether digits that end at `at` belong to a clock, a unit, a figure, and so are no day.
    fn claims_digits(&self, at: usize) -> bool {
        let text = self.text;
        let next = text.at(at);
        (matches!(next, ':' | '.' | ',' | '/') && text.at(at + 1).is_ascii_digit())
            || matches!(next, '%' | '$' | '€')
            || (next == ' ' && text.at(at + 1) == '%')
            || fold::is_letter(next) && self.unit_follows(at)
            || self.time_part_follows(at)
    }

    fn time_part_follows(&self, at: usize) -> bool {
        let next = self.text.skip_blanks(at);
        self.word(next, |sense| matches!(sense, Sense::Part12(_) | Sense::Role(Role::OClock))).is_some()
            && self.lex.habits.order != "ymd"
            && fold::is_letter(self.text.at(next))
    }

    /// 28 October 2021; the 1st of March; двадцать четвёртого февраля.
    fn day_first(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        if !self.starts_word(at) {
            return None;
        }
        let mut from = at;
        if let Some((end, _)) = self.word(at, |sense| sense == Sense::Role(Role::On)) {
            from = text.skip_blanks(end);
        }
        let (day_end, day, _) = self.day(from)?;
        let mut next = self.date_gap(day_end);
        // "Twenty third day of September"
        if let Some(end) = self.role(next, Role::DayMark) {
            next = self.date_gap(end);
        }
        let (end, sense) = self.word(next, |sense| matches!(sense, Sense::Month(_)))?;
        let Sense::Month(month) = sense else { return None };
        if next == day_end && !text.before(day_end).is_ascii_digit() {
            return None;
        }
        let date = make_date(None, i64::from(month), day)?;
        let (end, year) = self.year_of_date(end);
        Some(Dated { end, date: Moment { year, ..date } })
    }

    /// A day of the month: its end, the day, and whether it is nothing but digits.
    fn day(&self, at: usize) -> Option<(usize, i64, bool)> {
        let numeral: Numeral = match self.plain_digits(at) {
            Some(digits) if digits.end - at <= 2 => digits,
            Some(_) => return None,
            None => self.numeral(at)?,
        };
        let day = numeral.small().filter(|day| (1..=31).contains(day))?;
        let plain = matches!(numeral.form, Form::Plain(_));
        if !plain && !matches!(numeral.form, Form::Spelled | Form::Ordinal) {
            return None;
        }
        if plain && let Some(end) = self.ordinal_ending(numeral.end) {
            return Some((end, day, false));
        }
        Some((numeral.end, day, plain))
    }

    /// The letters that make an ordinal of digits: 1st, 3-го, 2º.
    pub fn ordinal_ending(&self, at: usize) -> Option<usize> {
        let text = self.text;
        let dotted = text.at(at) == '.'
            && (matches!(text.at(at + 1), 'º' | 'ª') || text.at(at + 1) == 'e' && text.at(at + 2) == 'r');
        let from = if matches!(text.at(at), '-' | '\'') || dotted { at + 1 } else { at };
        if matches!(text.at(from), 'º' | 'ª')
            || (text.at(from) == '°'
                && self.lex.habits.order == "dmy"
                && !text.at(text.skip_blanks(from + 1)).is_alphabetic())
        {
            return Some(from + 1);
        }
        let best = self
            .lex
            .ordinal_endings
            .iter()
            .map(|ending| (if ending.first() == Some(&'-') { at } else { from }, ending))
            .filter(|(from, ending)| text.lower.get(*from..from + ending.len()) == Some(ending.as_slice()))
            .map(|(from, ending)| from + ending.len())
            .filter(|&end| !fold::is_letter(text.at(end)) && !text.at(end).is_ascii_digit())
            .max()?;
        Some(best)
    }

    /// Blanks, points, hyphens and "of" between the parts of a date.
    fn date_gap(&self, at: usize) -> usize {
        let text = self.text;
        let mut next = at;
        if matches!(text.at(next), '.' | '-' | '/') && !fold::is_blank(text.at(next + 1))
            || text.at(next) == '.'
        {
            next += 1;
        }
        next = text.skip_blanks(next);
        for _ in 0..2 {
            match self.role(next, Role::Of) {
                Some(end) if text.at(next) != ',' => next = text.skip_blanks(end),
                _ => break,
            }
        }
        next
    }

    /// The year after day and month, if one is told.
    fn year_of_date(&self, at: usize) -> (usize, Option<i32>) {
        let text = self.text;
        if let Some((end, year)) = self.year_in_brackets(at) {
            return (end, Some(year));
        }
        let mut next = at;
        if text.at(next) == '.' && text.at(next + 1) != '\0' {
            next += 1;
        }
        if matches!(text.at(next), ',' | '-' | '/' | '\'') {
            next += 1;
        }
        next = text.skip_blanks(next);
        if let Some(end) = self.role(next, Role::Of).filter(|_| fold::is_letter(text.at(next))) {
            next = text.skip_blanks(end);
        }
        if let Some((end, year)) = self.year(next) {
            let (end, _) = self.year_tail(end);
            return (end, Some(year));
        }
        // "14th April 15": two digits that nothing else claims.
        let short = self
            .plain_digits(next)
            .filter(|digits| digits.form == Form::Plain(2) && next > at && text.before(next) != '-');
        if let Some(digits) = short {
            let closed = self.at_end(digits.end) || matches!(text.at(digits.end), ',' | ';' | ')');
            if closed
                && text.at(at) != ','
                && let Some(value) = digits.small()
            {
                return (digits.end, Some(full_year(value)));
            }
        }
        (at, None)
    }

    /// "года" after a year.
    fn year_tail(&self, at: usize) -> (usize, bool) {
        match self.role_after(at, Role::YearMark) {
            Some(end) => (end, true),
            None => (at, false),
        }
    }

    /// Whether "in" or "since" stands before a year, and no noun that it could count after it.
    fn year_context(&self, at: usize, end: usize) -> bool {
        let text = self.text;
        let mut from = at;
        while from > 0 && fold::is_blank(text.before(from)) {
            from -= 1;
        }
        let stop = from;
        while from > 0 && fold::is_letter(text.before(from)) {
            from -= 1;
        }
        let led = from < stop && self.role(from, Role::YearBefore).is_some_and(|word| word == stop);
        let next = text.skip_blanks(end);
        led && (!text.at(next).is_alphanumeric()
            || self
                .word(next, |sense| {
                    matches!(
                        sense,
                        Sense::Role(
                            Role::And
                                | Role::To
                                | Role::From
                                | Role::At
                                | Role::On
                                | Role::Article
                                | Role::Of
                                | Role::Change
                        )
                    )
                })
                .is_some())
    }

    /// A year alone, where a word marks it as one: "in 2020", "в 2021 году".
    pub fn lone_year(&self, at: usize) -> Option<Dated> {
        if let Some(dated) = self.bracketed_year(at) {
            return Some(dated);
        }
        let (end, year) = self.year(at)?;
        if !(1900..=2099).contains(&year) || self.lex.habits.order == "ymd" {
            return None;
        }
        let (end, marked) = self.year_tail(end);
        let marked = marked || self.year_context(at, end);
        let date = Moment { year: Some(year), ..Moment::default() };
        marked.then_some(Dated { end, date })
    }
}

#[derive(Debug, Clone, Copy)]
struct DatePart {
    start: usize,
    end: usize,
    value: i64,
    digits: usize,
    named: bool,
}

fn year_of(part: DatePart) -> Option<i32> {
    match part.digits {
        4 if YEARS.contains(&part.value) => i32::try_from(part.value).ok(),
        2 => Some(full_year(part.value)),
        _ => None,
    }
}

/// A year in two digits: up to 50 is of this century.
fn full_year(year: i64) -> i32 {
    let year = i32::try_from(year).unwrap_or(0);
    if year <= 50 { 2000 + year } else { 1900 + year }
}

fn make_month(year: i32, month: i64) -> Option<Moment> {
    let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    Some(Moment { year: Some(year), month: Some(month), ..Moment::default() })
}

fn make_date(year: Option<i32>, month: i64, day: i64) -> Option<Moment> {
    let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    let day = u8::try_from(day).ok().filter(|day| valid_day(Some(month), *day, year))?;
    Some(Moment { year, month: Some(month), day: Some(day), ..Moment::default() })
}

pub(super) fn valid_day(month: Option<u8>, day: u8, year: Option<i32>) -> bool {
    let most = match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) if year.is_some_and(|year| year % 4 != 0 || (year % 100 == 0 && year % 400 != 0)) => 28,
        Some(2) => 29,
        _ => 31,
    };
    (1..=most).contains(&day)
}
