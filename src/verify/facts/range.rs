//! Bounds and ranges: "about", "at least", "30 이상"; "2–3 s", "from 13 to 15 July", 오후 4시에서 5시. A change
//! (fell from 4.2 s to 35 ms) is two facts and no range.

use super::Approx;
use super::amount::{Amount, Stretch, What};
use super::clock::by_part;
use super::decimal::Decimal;
use super::fold;
use super::lexicon::{DayPart, Role, Sense};
use super::measure::{self, Moment};
use super::numeral::Form;
use super::reader::Reader;
use super::scan::{Item, Thing, end_text};

/// How the two ends of a range are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
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
type Found = (Vec<Item>, usize);

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
    if let Some(found) = dotted_days(reader, at) {
        return Some(found);
    }
    let first = bounded_item(reader, at, versions)?;
    if first.approx.is_none() || first.approx == Some(Approx::About) {
        if let Some(found) = joined(reader, &first, Joint::To, versions, at) {
            return Some(found);
        }
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

/// An item with the bound before or after it.
fn bounded_item(reader: &Reader<'_>, at: usize, versions: bool) -> Option<Item> {
    let text = reader.text;
    let found = if fold::is_wide(text.at(at)) && reader.starts_word(at) {
        reader.lex.pieces(text, at)
    } else {
        reader.lex.words(text, at)
    };
    let bounds: Vec<(usize, Approx)> = found
        .iter()
        .filter_map(|(end, sense)| match sense {
            Sense::Bound(approx) => Some((end, approx)),
            _ => None,
        })
        .collect();
    let starts = reader.starts_word(at) || !text.at(at).is_alphanumeric();
    for (end, approx) in bounds {
        if !starts {
            break;
        }
        let mut next = text.skip_blanks(end);
        if let Some(about) = reader
            .word(next, |sense| sense == Sense::Bound(Approx::About))
            .filter(|_| approx != Approx::About)
        {
            next = text.skip_blanks(about.0);
        }
        let tight = !text.at(at).is_alphanumeric() || fold::is_wide(text.at(at));
        if next == end && !tight {
            continue;
        }
        // "more than the 5 GB", "over all 5"
        if let Some(after) =
            reader.role(next, Role::On).filter(|after| text.at(text.skip_blanks(*after)).is_ascii_digit())
        {
            next = text.skip_blanks(after);
        }
        let item = reader
            .item(next, versions)
            .or_else(|| one_unit(reader, next))
            .or_else(|| one_scale(reader, next));
        if let Some(mut item) = item {
            if matches!(item.thing, Thing::Identifier | Thing::Noise | Thing::Version(_)) {
                return Some(item);
            }
            // "Until 16:45" bounds nothing; "about 3 pm" is told.
            if !matches!(item.thing, Thing::When(..)) || approx == Approx::About {
                item.approx = Some(approx);
            }
            return Some(after_bound(reader, item, true));
        }
    }
    let item = reader.item(at, versions)?;
    Some(after_bound(reader, item, false))
}

/// A bound and a unit with one understood: около часа, почти сутки.
fn one_unit(reader: &Reader<'_>, at: usize) -> Option<Item> {
    if !reader.lex.habits.bare_units || !reader.starts_word(at) {
        return None;
    }
    let (end, unit) =
        reader.unit(at).filter(|(end, _)| *end > at + 2 && reader.text.skip_blanks(at) == at)?;
    let super::units::UnitKind::Time(part, size) = unit.kind else { return None };
    let mut numeral = super::numeral::Numeral::new(at, end, Decimal::ONE, Form::Spelled);
    numeral.places = None;
    let amount = Amount {
        start: at,
        end,
        numeral,
        has_unit: true,
        what: What::Stretch(Stretch::of(part, size)),
        converted: None,
    };
    Some(Item { start: at, end, approx: None, thing: Thing::Amount(amount) })
}

/// A bound and a scale with one understood: менее тысячи.
fn one_scale(reader: &Reader<'_>, at: usize) -> Option<Item> {
    let (end, sense) = reader.word(at, |sense| matches!(sense, Sense::Scales(_)))?;
    let Sense::Scales(scale) = sense else { return None };
    if !reader.lex.habits.bare_units || !reader.starts_word(at) {
        return None;
    }
    let mut numeral = super::numeral::Numeral::new(at, end, Decimal::from(scale), Form::Spelled);
    numeral.places = Some(super::numeral::magnitude(scale));
    let amount = Amount { start: at, end, numeral, has_unit: false, what: What::Number, converted: None };
    Some(Item { start: at, end, approx: None, thing: Thing::Amount(amount) })
}

/// The bound told after an item: or more, 이상, 以上, +.
fn after_bound(reader: &Reader<'_>, item: Item, bounded: bool) -> Item {
    let text = reader.text;
    let figure = matches!(&item.thing, Thing::Amount(amount) if amount.what != What::Ordinal)
        || matches!(item.thing, Thing::When(..));
    let mut item = item;
    if matches!(&item.thing, Thing::Amount(amount) if amount.numeral.more) && item.approx.is_none() {
        item.approx = Some(Approx::Over);
    }
    let open = matches!(item.approx, None | Some(Approx::About));
    if !figure || bounded && !open && !fold::is_wide(text.at(text.skip_blanks(item.end))) {
        return item;
    }
    let mut places = vec![item.end];
    places.extend(reader.counter(item.end));
    for place in places {
        let next = text.skip_blanks(place);
        let wide = fold::is_wide(text.at(next)) || !text.at(next).is_alphanumeric();
        let found = if wide { reader.lex.pieces(text, next) } else { reader.lex.words(text, next) };
        let after = found.iter().find_map(|(end, sense)| match sense {
            Sense::After(approx) => Some((end, approx)),
            _ => None,
        });
        if let Some((end, approx)) = after {
            if matches!(text.at(next), '+' | '>' | '<')
                && (next > place || text.at(end).is_alphanumeric())
                && text.at(next) == '+'
            {
                continue;
            }
            let longer =
                found.iter().any(|(stop, sense)| stop > end && matches!(sense, Sense::Role(Role::Stop)));
            if longer {
                continue;
            }
            let told = if bounded && item.approx != Some(Approx::About) { item.approx } else { Some(approx) };
            return Item { approx: told, end: if place == item.end { end } else { item.end }, ..item };
        }
    }
    item
}

/// Two opposite bounds on one thing: larger than 10 and smaller than 20.
fn two_sided(reader: &Reader<'_>, first: &Item, versions: bool) -> Option<Item> {
    let text = reader.text;
    let low = |approx| matches!(approx, Some(Approx::Over | Approx::AtLeast));
    let high = |approx| matches!(approx, Some(Approx::Under | Approx::AtMost));
    if !(low(first.approx) || high(first.approx)) {
        return None;
    }
    let Thing::Amount(a) = &first.thing else { return None };
    let mut next = text.skip_blanks(first.end);
    let mut joined = false;
    for _ in 0..3 {
        if matches!(text.at(next), ',' | '、') {
            next = text.skip_blanks(next + 1);
        } else if let Some(end) =
            reader.role(next, Role::And).or_else(|| reader.role(next, Role::Particle)).filter(|_| !joined)
        {
            (next, joined) = (text.skip_blanks(end), true);
        }
    }
    let second = bounded_item(reader, next, versions)?;
    let Thing::Amount(b) = &second.thing else { return None };
    if !(low(first.approx) && high(second.approx) || high(first.approx) && low(second.approx)) {
        return None;
    }
    if a.has_unit != b.has_unit {
        return None;
    }
    let (lower, upper) = if low(first.approx) { (a, b) } else { (b, a) };
    let (value, unit) = figure_range(lower, upper)?;
    Some(Item { start: first.start, end: second.end, approx: None, thing: Thing::Range(value, unit) })
}

/// The connector after an end of a range: where the other end begins, and whether a word or a sign joins.
fn connector(reader: &Reader<'_>, end: usize, joint: Joint) -> Option<(usize, Joint)> {
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
        return (!broken
            && !(next > end && after == sign && text.at(next) == '-' && !matches!(joint, Joint::FromTo)))
        .then_some((after, Joint::Sign));
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
fn joined(
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
    if let Thing::When(date, _) = &first.thing {
        if date.day.is_some() && date.clock.is_none() {
            if let Some(found) = to_day(reader, first, *date, next) {
                return Some(found);
            }
        }
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
fn announced_by_joint(reader: &Reader<'_>, end: usize) -> bool {
    let next = reader.text.skip_blanks(end);
    fold::is_letter(reader.text.at(next)) && reader.role(next, Role::At).is_some()
}

/// 20과 30 사이: the word that tells the range stands at its end.
fn between_after(reader: &Reader<'_>, first: &Item, places: &[usize], versions: bool) -> Option<Found> {
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
fn range_end(reader: &Reader<'_>, end: usize) -> usize {
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
fn is_change(
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
fn changes_before(reader: &Reader<'_>, at: usize) -> bool {
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
        if reader.word(from, |sense| sense == Sense::Role(Role::Change)).is_some() {
            return true;
        }
    }
    false
}

/// The ends and the unit of a range of two figures; `None` where they measure different things.
fn figure_range(a: &Amount, b: &Amount) -> Option<(String, Option<String>)> {
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

/// The ends of a range of dates or times, each lending what the other leaves out.
fn moments(
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
            lend_year(&mut a, &mut b);
            Some((format!("{a}..{b}"), "date"))
        }
        (Some(first), Some(last)) => {
            if a_part.is_none() && first.0 <= 12 {
                if let Some(part) = b_part {
                    let moved = (by_part(first.0, part), first.1);
                    if moved < last {
                        a.clock = Some(moved);
                    }
                }
            }
            if b_part.is_none() && last.0 < 12 {
                if let Some(part) = a_part {
                    let moved = (by_part(last.0, part), last.1);
                    if Some(moved) > a.clock {
                        b.clock = Some(moved);
                    }
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
                    if let (Some(from), Some((hour, minute)), None) = (a.clock, b.clock, b_part) {
                        if (hour, minute) < from && hour < 12 {
                            b.clock = Some((hour + 12, minute));
                        }
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

fn lend_year(a: &mut Moment, b: &mut Moment) {
    a.year = a.year.or(b.year);
    b.year = b.year.or(a.year);
}

/// A time range and "of April 22" after it.
fn with_date_of(reader: &Reader<'_>, item: Item) -> Item {
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
fn date_range(times: &str, date: Moment) -> Option<String> {
    let (a, b) = times.split_once("..")?;
    Some(format!("{date}T{a}..{date}T{b}"))
}

/// A date and the hours of it: December 15 2016 from 7:00 to 8:00pm.
fn date_and_hours(reader: &Reader<'_>, first: &Item, versions: bool) -> Option<Found> {
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
fn to_day(reader: &Reader<'_>, first: &Item, date: Moment, next: usize) -> Option<Found> {
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
fn lone_day(reader: &Reader<'_>, at: usize) -> Option<(usize, u8)> {
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
fn listed_days(reader: &Reader<'_>, first: &Item) -> Option<Found> {
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
fn lent_moment(
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
fn dotted_days(reader: &Reader<'_>, at: usize) -> Option<Found> {
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
