//! Ranges and lists of dates and times: "July 13–15", "18 and 19 June", "5 to 6 pm", `14. - 15.10.`; what
//! one end leaves out the other lends.

use super::amount::{Amount, What};
use super::clock::by_part;
use super::fold;
use super::lexicon::{DayPart, Role, Sense};
use super::measure::Moment;
use super::numeral::Form;
use super::range::{Found, Joint, opened, range_end, read};
use super::reader::Reader;
use super::scan::{Item, Thing};

/// The ends of a range of dates or times, each lending what the other leaves out.
pub(super) fn moments(
    a: Moment,
    a_part: Option<DayPart>,
    b: Moment,
    b_part: Option<DayPart>,
) -> Option<(String, &'static str)> {
    let (mut a, mut b) = (a, b);
    match (a.clock, b.clock) {
        (None, None) => {
            if a.day.is_some() != b.day.is_some() {
                return None;
            }
            if a.month.is_none() && a.day <= b.day {
                a.month = b.month;
            }
            // From November to February 2022: a range never runs backwards.
            let over_new_year = a.month > b.month && a.year.is_none();
            lend_year(&mut a, &mut b);
            if over_new_year {
                a.year = a.year.map(|year| year - 1);
            }
            Some((format!("{a}..{b}"), "date"))
        }
        (Some(first), Some(last)) => {
            if a_part.is_none()
                && first.0 <= 12
                && let Some(part) = b_part
            {
                let moved = (by_part(first.0, part), first.1);
                if moved < last {
                    a.clock = Some(moved);
                }
            }
            if b_part.is_none()
                && last.0 < 12
                && let Some(part) = a_part
            {
                let moved = (by_part(last.0, part), last.1);
                if Some(moved) > a.clock {
                    b.clock = Some(moved);
                }
            }
            a.offset = a.offset.or(b.offset);
            b.offset = b.offset.or(a.offset);
            match (a.has_date(), b.has_date()) {
                (false, false) => Some((format!("{a}..{b}"), "time")),
                (true, true) => {
                    lend_year(&mut a, &mut b);
                    Some((format!("{a}..{b}"), "datetime"))
                }
                (true, false) => {
                    (b.year, b.month, b.day) = (a.year, a.month, a.day);
                    // No range runs back on one day: from 10:30 to 3.
                    if let (Some(from), Some((hour, minute)), None) = (a.clock, b.clock, b_part)
                        && (hour, minute) < from
                        && hour < 12
                    {
                        b.clock = Some((hour + 12, minute));
                    }
                    Some((format!("{a}..{b}"), "datetime"))
                }
                (false, true) => {
                    (a.year, a.month, a.day) = (b.year, b.month, b.day);
                    Some((format!("{a}..{b}"), "datetime"))
                }
            }
        }
        _ => None,
    }
}

pub(super) fn lend_year(a: &mut Moment, b: &mut Moment) {
    a.year = a.year.or(b.year);
    b.year = b.year.or(a.year);
}

/// A time range and "of April 22" after it.
pub(super) fn with_date_of(reader: &Reader<'_>, item: Item) -> Item {
    let text = reader.text;
    let Some(of) = reader
        .role_after(item.end, Role::Of)
        .filter(|_| fold::is_letter(text.at(text.skip_blanks(item.end))))
    else {
        return item;
    };
    let Some(dated) = reader.date(text.skip_blanks(of)).filter(|dated| dated.date.day.is_some()) else {
        return item;
    };
    let Thing::Range(value, _) = &item.thing else { return item };
    match date_range(value, dated.date) {
        Some(value) => Item { end: dated.end, thing: Thing::Range(value, Some("datetime".into())), ..item },
        None => item,
    }
}

/// A time range on one date.
pub(super) fn date_range(times: &str, date: Moment) -> Option<String> {
    let (a, b) = times.split_once("..")?;
    Some(format!("{date}T{a}..{date}T{b}"))
}

/// A date and the hours of it: December 15 2016 from 7:00 to 8:00pm.
pub(super) fn date_and_hours(reader: &Reader<'_>, first: &Item, versions: bool) -> Option<Found> {
    let text = reader.text;
    let Thing::When(date, _) = &first.thing else { return None };
    if date.clock.is_some() || date.day.is_none() {
        return None;
    }
    let mut next = text.skip_blanks(first.end);
    if text.at(next) == ',' {
        next = text.skip_blanks(next + 1);
    }
    let (items, end) = match opened(reader, next, versions) {
        Some(found) => found,
        None => {
            let (word, _) = reader.word(next, |sense| {
                matches!(sense, Sense::Role(Role::Between | Role::From | Role::At | Role::AtHour))
            })?;
            let mut place = text.skip_blanks(word);
            if let Some(end) = reader.role(place, Role::AtHour).or_else(|| reader.role(place, Role::On)) {
                place = text.skip_blanks(end);
            }
            read(reader, place, versions)?
        }
    };
    match items.as_slice() {
        [Item { thing: Thing::Range(value, Some(unit)), .. }] if unit == "time" => {
            let value = date_range(value, *date)?;
            Some((
                vec![Item {
                    start: first.start,
                    end,
                    approx: None,
                    thing: Thing::Range(value, Some("datetime".into())),
                }],
                end,
            ))
        }
        _ => None,
    }
}

/// The day alone as the other end of a range of dates.
pub(super) fn to_day(reader: &Reader<'_>, first: &Item, date: Moment, next: usize) -> Option<Found> {
    let text = reader.text;
    if reader.when(next).is_some() {
        return None;
    }
    let (end, day) = lone_day(reader, next)?;
    if Some(day) <= date.day {
        return None;
    }
    let mut last = Moment { day: Some(day), ..date };
    let mut from = date;
    let mut end = end;
    if last.year.is_none() && reader.lex.habits.order != "ymd" {
        let mut place = text.skip_blanks(end);
        if text.at(place) == ',' {
            place = text.skip_blanks(place + 1);
        }
        if let Some((after, year)) = reader.year(place) {
            (last.year, from.year, end) = (Some(year), Some(year), after);
        }
    }
    let end = range_end(reader, end);
    Some((
        vec![Item {
            start: first.start,
            end,
            approx: None,
            thing: Thing::Range(format!("{from}..{last}"), Some("date".into())),
        }],
        end,
    ))
}

/// A day of the month without its month: 15, 15th, 15일, 十五号.
pub(super) fn lone_day(reader: &Reader<'_>, at: usize) -> Option<(usize, u8)> {
    let text = reader.text;
    let numeral = match reader.plain_digits(at) {
        Some(digits) => digits,
        None => reader.numeral(at)?,
    };
    let day = u8::try_from(numeral.small()?).ok().filter(|day| (1..=31).contains(day))?;
    if let Some(end) = reader.piece_role(text.skip_blanks(numeral.end), Role::DayMark) {
        return Some((end, day));
    }
    if let Some(end) = reader.ordinal_ending(numeral.end) {
        return Some((end, day));
    }
    let next = text.at(numeral.end);
    let claimed = reader.lex.habits.order == "ymd"
        || matches!(next, ':' | '.' | '/' | ',' | '-') && text.at(numeral.end + 1).is_ascii_digit()
        || next == '%'
        || reader.unit_follows(numeral.end)
        || next.is_alphanumeric();
    (!claimed && (matches!(numeral.form, Form::Plain(_)) || numeral.is_ordinal()))
        .then_some((numeral.end, day))
}

/// "18 and 19 June", 6월 18일과 19일: two dates that share their month.
pub(super) fn listed_days(reader: &Reader<'_>, first: &Item) -> Option<Found> {
    let text = reader.text;
    let next = text.skip_blanks(first.end);
    let wide = fold::is_wide(text.at(next));
    let and = if wide { reader.piece_role(next, Role::And)? } else { reader.role(next, Role::And)? };
    let place = text.skip_blanks(and);
    match &first.thing {
        Thing::When(date, _)
            if date.day.is_some() && date.clock.is_none() && reader.lex.habits.order == "ymd" =>
        {
            if reader.when(place).is_some() {
                return None;
            }
            let (end, day) = lone_day(reader, place)?;
            let second = Item {
                start: place,
                end,
                approx: None,
                thing: Thing::When(Moment { day: Some(day), ..*date }, None),
            };
            Some((vec![first.clone(), second], end))
        }
        Thing::Amount(amount) if matches!(amount.what, What::Number | What::Ordinal) => {
            let day = u8::try_from(amount.numeral.small()?).ok().filter(|day| (1..=31).contains(day))?;
            if !(matches!(amount.numeral.form, Form::Plain(_)) || amount.what == What::Ordinal) {
                return None;
            }
            let second = reader.item(place, false)?;
            let Thing::When(date, None) = &second.thing else { return None };
            if date.clock.is_some() || date.day.is_none() || Some(day) >= date.day {
                return None;
            }
            let item = Item { thing: Thing::When(Moment { day: Some(day), ..*date }, None), ..first.clone() };
            let end = second.end;
            Some((vec![item, second], end))
        }
        _ => None,
    }
}

/// "13 to 15 July", "5 to 6pm": the first end is only a day or an hour.
pub(super) fn lent_moment(
    reader: &Reader<'_>,
    first: &Item,
    a: &Amount,
    b: Moment,
    part: Option<DayPart>,
    end: usize,
    joint: Joint,
) -> Option<Item> {
    if !matches!(a.what, What::Number | What::Ordinal)
        || !matches!(a.numeral.form, Form::Plain(1 | 2) | Form::Ordinal | Form::Spelled | Form::Figure)
    {
        return None;
    }
    let value = u8::try_from(a.numeral.small()?).ok()?;
    let end = range_end(reader, end);
    let make = |range: String, unit: &str| Item {
        start: first.start,
        end,
        approx: None,
        thing: Thing::Range(range, Some(unit.into())),
    };
    if b.clock.is_none() {
        let day = b.day?;
        if value == 0 || value >= day {
            return None;
        }
        return Some(make(format!("{}..{b}", Moment { day: Some(value), ..b }), "date"));
    }
    if a.what == What::Ordinal
        || value > 24
        || (part.is_none() && !matches!(joint, Joint::FromTo | Joint::Between))
    {
        return None;
    }
    let from = Moment { clock: Some((value, 0)), second: None, year: None, month: None, day: None, ..b };
    let (range, unit) = moments(from, None, b, part)?;
    Some(with_date_of(reader, make(range, unit)))
}

/// `14. - 15.10.`, `14./15.10.2018`, `14.10. по 15.10.2018`: days with points.
pub(super) fn dotted_days(reader: &Reader<'_>, at: usize) -> Option<Found> {
    let text = reader.text;
    if reader.lex.habits.order != "dmy" || !text.at(at).is_ascii_digit() || !reader.starts_word(at) {
        return None;
    }
    let two = |at: usize| {
        reader
            .plain_digits(at)
            .filter(|digits| digits.end - at <= 2)
            .and_then(|digits| Some((digits.end, digits.small()?)))
    };
    let (mut next, day) = two(at)?;
    let mut month = None;
    let mut dots = 0;
    if text.at(next) == '.' {
        (next, dots) = (next + 1, dots + 1);
        if let Some((end, told)) = two(next) {
            month = Some(told);
            next = end;
            if text.at(next) == '.' {
                (next, dots) = (next + 1, dots + 1);
            } else {
                return None;
            }
        }
    }
    let mut place = text.skip_blanks(next);
    place = if matches!(text.at(place), '-' | '/') {
        text.skip_blanks(place + 1)
    } else {
        text.skip_blanks(reader.role(place, Role::To)?)
    };
    if let Some(end) = reader.role(place, Role::On) {
        place = text.skip_blanks(end);
    }
    let (after_day, last_day) = two(place)?;
    if text.at(after_day) != '.' {
        return None;
    }
    let (mut end, last_month) = two(after_day + 1)?;
    let mut year = None;
    if text.at(end) == '.' {
        end += 1;
        dots += 1;
        if let Some(digits) =
            reader.plain_digits(end).filter(|digits| matches!(digits.form, Form::Plain(2 | 4)))
        {
            let value = i32::try_from(digits.small()?).ok()?;
            year = Some(if value > 99 { value } else { 2000 + value });
            end = digits.end;
        }
    }
    if dots == 0 && !(text.skip_blanks(0) == at && reader.at_end(end)) || text.at(end).is_alphanumeric() {
        return None;
    }
    let date = |day: i64, month: i64| -> Option<Moment> {
        let (day, month) = (u8::try_from(day).ok()?, u8::try_from(month).ok()?);
        ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some(Moment {
            year,
            month: Some(month),
            day: Some(day),
            ..Moment::default()
        })
    };
    let (from, to) = (date(day, month.unwrap_or(last_month))?, date(last_day, last_month)?);
    if (from.month, from.day) >= (to.month, to.day) {
        return None;
    }
    Some((
        vec![Item {
            start: at,
            end,
            approx: None,
            thing: Thing::Range(format!("{from}..{to}"), Some("date".into())),
        }],
        end,
    ))
}

/// 10월 29~30일: two days that share the month before them; 3~4월: two months.
pub(super) fn marked_days(reader: &Reader<'_>, at: usize) -> Option<Found> {
    let text = reader.text;
    if reader.lex.habits.order != "ymd" || !text.at(at).is_ascii_digit() || !reader.starts_word(at) {
        return None;
    }
    let two = |at: usize| -> Option<(usize, u8)> {
        let digits = reader.plain_digits(at).filter(|digits| digits.end - at <= 2)?;
        Some((digits.end, u8::try_from(digits.small()?).ok()?))
    };
    let to = |at: usize| -> Option<usize> {
        let sign = text.skip_blanks(at);
        matches!(text.at(sign), '-' | '~').then(|| text.skip_blanks(sign + 1))
    };
    let marked = |end: usize, mark: Role| reader.piece_role(text.skip_blanks(end), mark);
    let (end, month) = two(at).filter(|(_, month)| (1..=12).contains(month))?;
    let Some(after) = marked(end, Role::MonthMark) else {
        let (end, last) = two(to(end)?)?;
        let after = marked(end, Role::MonthMark)?;
        // With a day it is told as dates.
        let named = (month + 1..=12).contains(&last) && two(text.skip_blanks(after)).is_none();
        let of = |month: u8| Moment { month: Some(month), ..Moment::default() };
        let thing = Thing::Range(format!("{}..{}", of(month), of(last)), Some("date".into()));
        let end = range_end(reader, after);
        return named.then_some((vec![Item { start: at, end, approx: None, thing }], end));
    };
    let first = text.skip_blanks(after);
    let (end, day) = two(first)?;
    let (end, last) = two(to(end)?)?;
    let end = marked(end, Role::DayMark)?;
    let date = |day: u8| Moment { month: Some(month), day: Some(day), ..Moment::default() };
    let sound = day >= 1 && day < last && last <= 31;
    let thing = Thing::Range(format!("{}..{}", date(day), date(last)), Some("date".into()));
    sound.then_some((vec![Item { start: at, end, approx: None, thing }], end))
}
