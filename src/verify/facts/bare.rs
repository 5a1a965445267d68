//! Months and days of the month that stand alone: "in December", 12월, "on the 17th", «17-го». Both are dates only
//! where the words around them say so; a day takes its month from a date told near it.

use super::calendar::{Dated, valid_day};
use super::fold;
use super::lexicon::{Role, Sense};
use super::measure::Moment;
use super::numeral::Form;
use super::reader::Reader;
use super::{Fact, FactKind};

/// A date lends its month to a day so many bytes away, and no further.
const LENDS: usize = 400;

impl Reader<'_> {
    /// A month alone: "in December", «с марта», "from March to May".
    pub fn lone_month(&self, at: usize) -> Option<Dated> {
        let (end, month) = self.month_name(at)?;
        let sign = matches!(self.text.at(end), '-' | '~') && self.month_name(end + 1).is_some();
        // "Mid-January"
        let last = self.last_word(if self.text.before(at) == '-' { at - 1 } else { at });
        let led = |from: usize| self.role(from, Role::MonthBefore).is_some();
        let listed = |from: usize| {
            [Role::And, Role::To].iter().any(|role| self.role(from, *role).is_some())
                && self.last_word(from).is_some_and(|before| self.month_name(before).is_some())
        };
        let ranged = matches!(self.text.before(at), '-' | '~')
            && self
                .last_word(at - 1)
                .is_some_and(|before| self.month_name(before).is_some_and(|(end, _)| end + 1 == at));
        let told = sign || ranged || last.is_some_and(|from| led(from) || listed(from));
        let date = Moment { month: Some(month), ..Moment::default() };
        told.then_some(Dated { end, date })
    }

    /// A month by its name, written as names of months are: a march and what may be are none.
    fn month_name(&self, at: usize) -> Option<(usize, u8)> {
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Month(_)))?;
        let Sense::Month(month) = sense else { return None };
        let written = !self.lex.habits.month_capitals || self.text.cased_at(at).is_uppercase();
        let end = if self.text.before(end) == '.' { end - 1 } else { end };
        (written && self.starts_word(at) && end > at + 2).then_some((end, month))
    }

    /// Where the word before `at` begins, if nothing but blanks stands between.
    pub fn last_word(&self, at: usize) -> Option<usize> {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) {
            end -= 1;
        }
        let mut from = end;
        while from > 0 && fold::is_letter(text.before(from)) {
            from -= 1;
        }
        (from < end).then_some(from)
    }

    /// A year in brackets after a month or a date: June (2020), 3월(2021년).
    pub fn year_in_brackets(&self, at: usize) -> Option<(usize, i32)> {
        let text = self.text;
        let open = text.skip_blanks(at);
        if text.at(open) != '(' {
            return None;
        }
        let (end, year) = self.year(text.skip_blanks(open + 1))?;
        let mark = |at: usize| match fold::is_wide(text.at(at)) {
            true => self.piece_role(at, Role::YearMark),
            false => self.role(at, Role::YearMark),
        };
        let end = mark(text.skip_blanks(end)).unwrap_or(end);
        (text.at(end) == ')').then_some((end + 1, year))
    }

    /// A year alone in brackets after a name: "the leap-second outage (2012)".
    pub fn bracketed_year(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        let open = at.checked_sub(1).filter(|open| text.at(*open) == '(')?;
        let (end, year) = self.year(at).filter(|(end, _)| text.at(*end) == ')')?;
        let mut last = open;
        while last > 0 && fold::is_blank(text.before(last)) {
            last -= 1;
        }
        let named = fold::is_letter(text.before(last)) || fold::is_wide(text.before(last));
        let date = Moment { year: Some(year), ..Moment::default() };
        (named && (1970..=2049).contains(&year)).then_some(Dated { end, date })
    }

    /// A day of the month alone: "on the 17th", «17-го», 17일에.
    pub fn bare_day(&self, at: usize) -> Option<Dated> {
        let text = self.text;
        let digits = self.plain_digits(at).filter(|digits| digits.end - at <= 2)?;
        let day = u8::try_from(digits.small()?).ok().filter(|day| (1..=31).contains(day))?;
        if text.before(at).is_alphanumeric() || matches!(text.before(at), '.' | ',' | '/' | '-' | ':') {
            return None;
        }
        let end = match self.lex.habits.order.as_str() {
            "ymd" => self.marked_day(at, digits.end)?,
            _ => self.numbered_day(digits.end).or_else(|| self.ranked_day(at, digits.end))?,
        };
        let date = Moment { day: Some(day), ..Moment::default() };
        Some(Dated { end, date })
    }

    /// 17일에, 17일 새벽, 17일(수), 지난달 17일: what counts days stands otherwise.
    fn marked_day(&self, at: usize, end: usize) -> Option<usize> {
        let text = self.text;
        let mark = self.piece_role(text.skip_blanks(end), Role::DayMark)?;
        if self.day_led(at) {
            return Some(mark);
        }
        let found = self.pieces(mark);
        if let Some((after, _)) = found.iter().find(|(_, sense)| *sense == Sense::Role(Role::DayAfter)) {
            // "3일에 한 번" counts days.
            let next = text.skip_blanks(after);
            let counted = self.numeral(next).is_some_and(|numeral| {
                matches!(
                    text.at(text.skip_blanks(numeral.end)),
                    '번' | '회' | '차' | '건' | '度' | '回' | '次'
                )
            });
            return (!fold::is_wide(text.at(after)) && !counted).then_some(mark);
        }
        let next = text.skip_blanks(mark);
        let clocked = next > mark && self.clock(next, false).is_some();
        let open = if text.at(next) == '(' { next + 1 } else { next };
        let weekday = self.word(open, |sense| sense == Sense::Weekday).is_some();
        let daypart = next > mark && self.word(next, |sense| matches!(sense, Sense::Part12(_))).is_some();
        (clocked || weekday || daypart).then_some(mark)
    }

    /// Whether a word before a day says that it is one: 지난달 17일.
    fn day_led(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) {
            end -= 1;
        }
        (1..=5).filter_map(|back| end.checked_sub(back)).any(|from| {
            self.starts_word(from)
                && self
                    .words(from)
                    .iter()
                    .any(|(word, sense)| word == end && sense == Sense::Role(Role::DayBefore))
        }) && end < at
    }

    /// «17 числа», «17-го числа».
    fn numbered_day(&self, end: usize) -> Option<usize> {
        let end = self.ordinal_ending(end).unwrap_or(end);
        self.role_after(end, Role::DayNoun)
    }

    /// "On the 17th", «17-го»: a rank that ranks nothing.
    fn ranked_day(&self, at: usize, digits: usize) -> Option<usize> {
        let end = self.ordinal_ending(digits)?;
        let alone = self.text.skip_blanks(0) == at && self.at_end(end);
        if alone || self.percentile(end).is_some() {
            return None;
        }
        let ending = self.slice(digits, end);
        let agreeing = (self.lex.habits.day_endings.split_whitespace())
            .filter_map(|rule| rule.split_once('='))
            .find(|(own, _)| ending.trim_start_matches('-') == *own);
        if let Some((_, forms)) = agreeing {
            return (ending.starts_with('-') && self.rank_of_nothing(end, forms)).then_some(end);
        }
        if !self.lex.habits.day_endings.is_empty() {
            return None;
        }
        let the = self.last_word(at).filter(|from| self.role(*from, Role::On).is_some())?;
        let on = self.role(the, Role::DayBefore).is_some()
            || self.last_word(the).is_some_and(|from| self.role(from, Role::DayBefore).is_some());
        (on && self.day_closes(end)).then_some(end)
    }

    /// Whether no noun follows that the rank could belong to, for a rank agrees with its noun.
    fn rank_of_nothing(&self, end: usize, forms: &str) -> bool {
        let text = self.text;
        let next = text.skip_blanks(end);
        if !fold::is_letter(text.at(next)) {
            return !text.at(next).is_alphanumeric() && !matches!(text.at(next), '"' | '«' | '`' | '(');
        }
        let mut last = next;
        while fold::is_letter(text.at(last)) {
            last += 1;
        }
        let joined = [Role::And, Role::To].into_iter().find_map(|role| self.role(next, role));
        if joined.is_some_and(|joined| joined == last) {
            return self.day_closes(end);
        }
        let word = self.slice(next, last);
        word.chars().all(|c| !c.is_ascii()) && !forms.split(',').any(|form| word.ends_with(form))
    }

    /// Whether what follows a day begins another part of the sentence.
    fn day_closes(&self, end: usize) -> bool {
        let text = self.text;
        let next = text.skip_blanks(end);
        if self.clock_follows(end) || self.role(next, Role::DayAfter).is_some() {
            return true;
        }
        let Some(joined) = [Role::And, Role::To].into_iter().find_map(|role| self.role(next, role)) else {
            return !text.at(next).is_alphanumeric() && !matches!(text.at(next), '-' | '"' | '`' | '(' | '/');
        };
        // "The 18th and 19th of June", "the 2nd and 3rd node": what the other is, this is too.
        let mut place = text.skip_blanks(joined);
        while let Some((word, _)) =
            self.word(place, |sense| matches!(sense, Sense::Role(Role::On | Role::Article | Role::DayBefore)))
        {
            place = text.skip_blanks(word);
        }
        if !text.at(place).is_ascii_digit() {
            return self.role(next, Role::And).is_some() && joined > next + 1;
        }
        let Some(digits) = self.plain_digits(place) else { return false };
        match self.ordinal_ending(digits.end) {
            Some(end) => self.date(place).is_none() && self.day_closes(end),
            None => false,
        }
    }

    fn clock_follows(&self, end: usize) -> bool {
        let next = self.text.skip_blanks(end);
        let next = self.role(next, Role::At).map_or(next, |at| self.text.skip_blanks(at));
        self.text.at(next).is_ascii_digit() && self.digital_at(next)
    }

    /// Whether a clock in digits stands right after a date without a year: `03-20 16:46`.
    pub fn logged(&self, end: usize) -> bool {
        matches!(self.text.at(end), ' ' | 't') && self.digital_at(end + 1)
    }

    /// `50×10³`, `5·10^6`: a power of ten, and where it ends.
    pub fn power_of_ten(&self, at: usize) -> Option<(usize, i32)> {
        let text = self.text;
        let sign = if text.at(at) == ' ' { at + 1 } else { at };
        if !matches!(text.at(sign), '×' | '·' | '⋅' | '*' | 'x' | '∙') {
            return None;
        }
        let ten = if text.at(sign + 1) == ' ' { sign + 2 } else { sign + 1 };
        let digits = self.plain_digits(ten).filter(|digits| digits.form == Form::Plain(2))?;
        if digits.small() != Some(10) {
            return None;
        }
        self.power(digits.end)
    }

    /// `^6`, `⁶`, `^-3` after a base: the power and where it ends.
    pub fn power(&self, at: usize) -> Option<(usize, i32)> {
        let text = self.text;
        let mut end = at;
        let raised =
            |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|sign| sign == c).and_then(|n| i32::try_from(n).ok());
        let negative = match (text.at(end), text.at(end + 1)) {
            ('^', '-') | ('⁻', _) => true,
            ('^', _) => false,
            (c, _) if raised(c).is_some() => false,
            _ => return None,
        };
        let mut value = 0i32;
        if text.at(end) == '^' {
            let digits = self.plain_digits(end + 1 + usize::from(negative))?;
            (end, value) = (digits.end, i32::try_from(digits.small()?).ok()?);
        } else {
            end += usize::from(negative);
            let first = end;
            while let Some(digit) = raised(text.at(end)).filter(|_| end - first < 3) {
                (end, value) = (end + 1, value * 10 + digit);
            }
            if end == first {
                return None;
            }
        }
        let power = if negative { -value } else { value };
        (value <= 40 && !text.at(end).is_ascii_alphanumeric()).then_some((end, power))
    }
}

/// Days without a month take that of the last date before them, else of the first after them, if it is near
/// and of no later day. `facts` are in order.
pub(super) fn lend_months(facts: &mut [Fact]) {
    for at in 0..facts.len() {
        if !facts[at].value.starts_with("---") {
            continue;
        }
        let lends = |other: &Fact| -> Option<Moment> {
            let dated = matches!(other.kind, FactKind::Date | FactKind::Datetime);
            let moment = if dated { other.moment() } else { other.moments().and_then(|ends| ends.1) };
            moment.filter(|moment| moment.month.is_some())
        };
        let span = facts[at].span;
        let before = facts[..at].iter().rev().find_map(|other| Some((lends(other)?, other.span)));
        let before = before.filter(|(_, other)| span.start.saturating_sub(other.end) <= LENDS);
        let after = || facts[at + 1..].iter().find_map(|other| Some((lends(other)?, other.span)));
        let after = || after().filter(|(_, other)| other.start.saturating_sub(span.end) <= LENDS);
        let earlier = before.is_some();
        let Some((lender, _)) = before.or_else(after) else { continue };
        let lent = |told: &str| -> Option<String> {
            let own = Moment::parse(told)?;
            let day = own.day.filter(|day| valid_day(lender.month, *day, lender.year))?;
            let in_order = lender.day.is_none_or(|other| if earlier { other <= day } else { day <= other });
            in_order.then(|| Moment { year: lender.year, month: lender.month, ..own }.to_string())
        };
        let value = match facts[at].value.split_once("..") {
            Some((low, high)) => lent(low).zip(lent(high)).map(|(low, high)| format!("{low}..{high}")),
            None => lent(&facts[at].value),
        };
        if let Some(value) = value {
            facts[at].value = value;
        }
    }
}
