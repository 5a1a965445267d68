//! Ranges and changes: "2–3 s", "from 13 to 15 July", 오후 4시에서 5시. A change (fell from 4.2 s to 35 ms) is two facts
//! and no range.

use super::Approx;
use super::amount::{Amount, What};
use super::bound::{bounded_item, two_sided};
use super::days::{
    date_and_hours, dotted_days, lent_moment, listed_days, marked_days, moments, to_day, with_date_of,
};
use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::measure;
use super::numeral::Form;
use super::reader::Reader;
use super::scan::{Item, Thing, end_text};

/// How the two ends of a range are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// By "from … to": a range or a change.
    FromTo,
    /// By a word or sign of change: 降到, →.
    Change,
    /// By "between … and".
    Between,
    /// By a word alone: "2 to 3".
    To,
    /// By a sign: 2–3, 2~3.
    Sign,
}

/// What is read at a place: the items, and where reading goes on.
pub(super) type Found = (Vec<Item>, usize);

/// A range that a word opens at `at`: from, between, с, 从.
pub(super) fn opened(reader: &Reader<'_>, at: usize, versions: bool) -> Option<Found> {
    let text = reader.text;
    if !reader.starts_word(at) {
        return None;
    }
    let from = reader.role(at, Role::From);
    let between = reader.role(at, Role::Between);
    if from.is_none() && between.is_none() {
        return None;
    }
    for (end, joint) in [(between, Joint::Between), (from, Joint::FromTo)] {
        let Some(end) = end else { continue };
        let mut next = text.skip_blanks(end);
        if let Some(after) = reader.role(next, Role::On).or_else(|| reader.role(next, Role::AtHour)) {
            next = text.skip_blanks(after);
        }
        if let Some(found) = dotted_days(reader, next) {
            return Some(found);
        }
        let Some(first) = bounded_item(reader, next, versions) else { continue };
        if let Some(found) = joined(reader, &first, joint, versions, at) {
            return Some(found);
        }
    }
    None
}

/// What stands at `at` with its bounds, and the range it may begin.
pub(super) fn read(reader: &Reader<'_>, at: usize, versions: bool) -> Option<Found> {
    if let Some(found) = dotted_days(reader, at).or_else(|| marked_days(reader, at)) {
        return Some(found);
    }
    let first = bounded_item(reader, at, versions)?;
    if (first.approx.is_none() || first.approx == Some(Approx::About))
        && let Some(found) = joined(reader, &first, Joint::To, versions, at)
    {
        return Some(found);
    }
    if let Some(range) = two_sided(reader, &first, versions) {
        let end = range.end;
        return Some((vec![range], end));
    }
    if let Some(found) = listed_days(reader, &first) {
        return Some(found);
    }
    if let Some(found) = date_and_hours(reader, &first, versions) {
        return Some(found);
    }
    let end = first.end;
    Some((vec![first], end))
}

/// The connector after an end of a range: where the other end begins, and whether a word or a sign joins.
pub(super) fn connector(reader: &Reader<'_>, end: usize, joint: Joint) -> Option<(usize, Joint)> {
    let text = reader.text;
    let mut next = text.skip_blanks(end);
    let wide = fold::is_wide(text.at(next));
    let pick = |role: Role, at: usize| if wide { reader.piece_role(at, role) } else { reader.role(at, role) };
    if joint == Joint::Between {
        let and = pick(Role::And, next)?;
        if text.at(next) == ',' {
            return None;
        }
        return Some((text.skip_blanks(and), joint));
    }
    if text.at(next) == ',' && joint == Joint::FromTo {
        next = text.skip_blanks(next + 1);
    }
    // 18:30/19:00
    if text.at(next) == '/' && next == end && reader.digital_at(next + 1) {
        return Some((next + 1, Joint::Sign));
    }
    if matches!(text.at(next), '-' | '~') {
        let mut sign = next;
        while matches!(text.at(sign), '-' | '~') {
            sign += 1;
        }
        let after = text.skip_blanks(sign);
        // "5 -3": a blank before the sign and none after it makes a negative figure.
        if text.at(sign) == '>' {
            return Some((text.skip_blanks(sign + 1), Joint::Change));
        }
        let broken = text.at(end) == '\n' || text.at(sign) == '\n';
        let negative = next > end && after == sign && text.at(next) == '-' && joint != Joint::FromTo;
        let sound = !(broken || negative);
        return sound.then_some((after, Joint::Sign));
    }
    if text.at(next) == '→' {
        return Some((text.skip_blanks(next + 1), Joint::Change));
    }
    if text.at(next) == '.' && text.at(next + 1) == '.' && next == end {
        let dots = if text.at(next + 2) == '.' { 3 } else { 2 };
        return Some((text.skip_blanks(next + dots), Joint::Sign));
    }
    if text.at(next) == '…' && next == end {
        return Some((text.skip_blanks(next + 1), Joint::Sign));
    }
    if let Some(after) = pick(Role::ChangeTo, next) {
        return Some((text.skip_blanks(after), Joint::Change));
    }
    let to = pick(Role::To, next)?;
    // A particle on the unit or counter: 3000개에서.
    Some((text.skip_blanks(to), if joint == Joint::FromTo { Joint::FromTo } else { Joint::To }))
}

/// The range or the change that `first` begins.
pub(super) fn joined(
    reader: &Reader<'_>,
    first: &Item,
    joint: Joint,
    versions: bool,
    opened_at: usize,
) -> Option<Found> {
    let text = reader.text;
    let mut places = vec![first.end];
    if matches!(first.thing, Thing::Amount(_)) {
        places.extend(reader.counter(first.end));
    }
    let (mut next, joint) = match places.iter().find_map(|&place| connector(reader, place, joint)) {
        Some(found) => found,
        None => return between_after(reader, first, &places, versions),
    };
    if let Some(after) = reader.role(next, Role::On).or_else(|| reader.role(next, Role::AtHour)) {
        next = text.skip_blanks(after);
    }
    if let Some(end) = reader.role(next, Role::From).filter(|_| joint == Joint::FromTo) {
        next = text.skip_blanks(end);
    }
    // July 13–15, 7월 13일 - 15일: the other end is only a day.
    if let Thing::When(date, _) = &first.thing
        && date.day.is_some()
        && date.clock.is_none()
        && let Some(found) = to_day(reader, first, *date, next)
    {
        return Some(found);
    }
    // After a clock stands a clock: a date told later is another fact, and 11h is an hour.
    let clocked = match &first.thing {
        Thing::When(moment, _) if moment.clock.is_some() && !moment.has_date() => reader
            .clock(next, true)
            .filter(|timed| reader.role_after(timed.end, Role::On).is_some() || reader.when(next).is_none()),
        _ => None,
    };
    let second = match clocked {
        Some(timed) => {
            Item { start: next, end: timed.end, approx: None, thing: Thing::When(timed.time, timed.part) }
        }
        None => bounded_item(reader, next, versions || matches!(first.thing, Thing::Version(_)))?,
    };
    let end = range_end(reader, second.end);
    match (&first.thing, &second.thing) {
        (Thing::Version(_), Thing::Version(_)) => Some((vec![first.clone(), second.clone()], second.end)),
        (Thing::When(a, a_part), Thing::When(b, b_part)) => {
            let (value, unit) = moments(*a, *a_part, *b, *b_part)?;
            let mut item =
                Item { start: first.start, end, approx: None, thing: Thing::Range(value, Some(unit.into())) };
            if unit == "time" {
                item = with_date_of(reader, item);
            }
            let end = item.end;
            Some((vec![item], end))
        }
        // De 10h à 12h30: the first hour reads as a length until the second is seen.
        (Thing::Amount(Amount { what: What::Stretch(_), .. }), Thing::When(b, part))
            if b.clock.is_some() && !b.has_date() =>
        {
            let from = reader.clock(first.start, true).filter(|timed| timed.end == first.end)?;
            let (value, unit) = moments(from.time, from.part, *b, *part)?;
            Some((
                vec![Item {
                    start: first.start,
                    end,
                    approx: None,
                    thing: Thing::Range(value, Some(unit.into())),
                }],
                end,
            ))
        }
        (Thing::Amount(a), Thing::When(b, part)) => {
            // "Le 2 à 5h": the word that joins also announces a clock.
            if joint == Joint::To && b.clock.is_some() && announced_by_joint(reader, first.end) {
                return None;
            }
            let item = lent_moment(reader, first, a, *b, *part, second.end, joint)?;
            let end = item.end;
            Some((vec![item], end))
        }
        (Thing::Amount(a), Thing::Amount(b)) => {
            if matches!(a.what, What::Ordinal | What::Percentile)
                || matches!(b.what, What::Ordinal | What::Percentile)
            {
                return None;
            }
            if is_change(reader, opened_at, a, b, joint, second.end) {
                return if matches!(joint, Joint::FromTo | Joint::Change) {
                    Some((vec![first.clone(), second.clone()], second.end))
                } else {
                    None
                };
            }
            // "10 to 16 servers" yes; "12 to the" never comes here; "20 to 5" is no range.
            let Some((value, unit)) = figure_range(a, b) else {
                // "From 5 down to 3": what is no range is a change.
                return (joint == Joint::FromTo).then(|| (vec![first.clone(), second.clone()], second.end));
            };
            if joint == Joint::To && !a.has_unit && !b.has_unit && a.numeral.form == Form::Fraction {
                return None;
            }
            Some((
                vec![Item { start: first.start, end, approx: None, thing: Thing::Range(value, unit) }],
                end,
            ))
        }
        _ => None,
    }
}

/// Whether the word after `end` joins a range and announces a clock alike.
pub(super) fn announced_by_joint(reader: &Reader<'_>, end: usize) -> bool {
    let next = reader.text.skip_blanks(end);
    fold::is_letter(reader.text.at(next)) && reader.role(next, Role::At).is_some()
}

/// 20과 30 사이: the word that tells the range stands at its end.
pub(super) fn between_after(
    reader: &Reader<'_>,
    first: &Item,
    places: &[usize],
    versions: bool,
) -> Option<Found> {
    let text = reader.text;
    let Thing::Amount(a) = &first.thing else { return None };
    let next = places.iter().find_map(|&place| {
        let next = text.skip_blanks(place);
        if !fold::is_wide(text.at(next)) {
            return None;
        }
        reader.piece_role(next, Role::And).map(|end| text.skip_blanks(end))
    })?;
    let second = bounded_item(reader, next, versions)?;
    let Thing::Amount(b) = &second.thing else { return None };
    let mut ends = vec![second.end];
    ends.extend(reader.counter(second.end));
    let end = ends.into_iter().find_map(|end| reader.piece_role(text.skip_blanks(end), Role::BetweenEnd))?;
    let (value, unit) = figure_range(a, b)?;
    Some((vec![Item { start: first.start, end, approx: None, thing: Thing::Range(value, unit) }], end))
}

/// Past the word that closes a range: 까지, 사이, まで.
pub(super) fn range_end(reader: &Reader<'_>, end: usize) -> usize {
    let mut last = end;
    let mut places = vec![end];
    places.extend(reader.counter(end));
    for place in places {
        let next = reader.text.skip_blanks(place);
        let close = if fold::is_wide(reader.text.at(next)) {
            reader.piece_role(next, Role::RangeEnd)
        } else {
            reader.role(next, Role::RangeEnd)
        };
        if let Some(close) = close {
            last = close;
        }
    }
    last
}

/// Whether two figures are the ends of a change and not of a range.
pub(super) fn is_change(
    reader: &Reader<'_>,
    opened_at: usize,
    a: &Amount,
    b: &Amount,
    joint: Joint,
    end: usize,
) -> bool {
    let text = reader.text;
    if matches!(joint, Joint::Between | Joint::Sign) {
        return false;
    }
    let next = text.skip_blanks(end);
    let changed =
        if fold::is_wide(text.at(next)) { reader.piece_role(next, Role::ChangeEnd).is_some() } else { false };
    let verb = changes_before(reader, opened_at);
    let lengths = matches!(a.what, What::Stretch(_) | What::Percent | What::Points);
    changed
        || verb
        || joint == Joint::Change
        || (joint == Joint::FromTo && a.has_unit && b.has_unit && lengths)
}

/// Whether a verb of change stands shortly before `at`.
pub(super) fn changes_before(reader: &Reader<'_>, at: usize) -> bool {
    let text = reader.text;
    let mut from = at;
    for _ in 0..4 {
        while from > 0 && !text.before(from).is_alphanumeric() {
            if matches!(text.before(from), '.' | ';' | '\n') {
                return false;
            }
            from -= 1;
        }
        let end = from;
        while from > 0 && text.before(from).is_alphanumeric() && end - from < 32 {
            from -= 1;
        }
        if from == end {
            return false;
        }
        if reader.word(from, |sense| sense == Sense::Role(Role::Change)).is_some() {
            return true;
        }
    }
    false
}

/// The ends and the unit of a range of two figures; `None` where they measure different things.
pub(super) fn figure_range(a: &Amount, b: &Amount) -> Option<(String, Option<String>)> {
    let unit = |amount: &Amount| -> Option<(String, Decimal)> {
        Some(match &amount.what {
            What::Number => (String::new(), amount.value()),
            What::Percent => ("%".to_owned(), amount.value()),
            What::Points => ("pp".to_owned(), amount.value()),
            What::Money(id) => ((*id).to_owned(), amount.value()),
            What::Measure(id) => (id.clone(), amount.value()),
            What::Stretch(stretch) => match stretch.seconds() {
                Some(seconds) => ("s".to_owned(), seconds),
                None => ("mo".to_owned(), stretch.months()?),
            },
            What::Ordinal | What::Percentile => return None,
        })
    };
    let (a_unit, mut low) = unit(a)?;
    let (b_unit, mut high) = unit(b)?;
    let told = match (a_unit.is_empty(), b_unit.is_empty()) {
        (true, true) => a_unit,
        (true, false) => {
            // The unit, and a scale, told once: 2–3 million dollars.
            if let What::Stretch(_) = b.what {
                let whole = b.numeral.value;
                low = low.times(high.over(whole)?);
            }
            b_unit
        }
        (false, true) => {
            if let What::Stretch(_) = a.what {
                high = high.times(low.over(a.numeral.value)?);
            }
            a_unit
        }
        (false, false) if a_unit == b_unit || a_unit == "$" && b_unit == "USD" => b_unit,
        (false, false) => {
            let (a_size, b_size) = (measure::size(&a_unit)?, measure::size(&b_unit)?);
            if a_size.0 != b_size.0 {
                return None;
            }
            high = Decimal::from_f64(high.to_f64() * b_size.1 / a_size.1);
            a_unit
        }
    };
    if a.numeral.scale == 1
        && b.numeral.scale >= 1000
        && a.numeral.value.less(Decimal::from(1000))
        && !(a.has_unit && b.has_unit)
    {
        low = low.times(Decimal::from(b.numeral.scale));
    }
    if !low.less(high) {
        return None;
    }
    Some((format!("{}..{}", end_text(Some(low)), end_text(Some(high))), (!told.is_empty()).then_some(told)))
}
