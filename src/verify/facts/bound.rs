//! Bounds on a figure, before or after it: about, at least, 이상, or more; and two of them on one thing.

use super::Approx;
use super::amount::{Amount, What};
use super::decimal::Decimal;
use super::fold;
use super::length::Stretch;
use super::lexicon::{Role, Sense};
use super::numeral::Form;
use super::range::{changes_before, figure_range};
use super::reader::Reader;
use super::scan::{Item, Thing};

/// An item with the bound before or after it.
pub(super) fn bounded_item(reader: &Reader<'_>, at: usize, versions: bool) -> Option<Item> {
    let text = reader.text;
    let found = if fold::is_wide(text.at(at)) && reader.starts_word(at) {
        reader.pieces(at)
    } else {
        reader.words(at)
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
            // "Rose to 14 %" in a language whose "to" also says "at most".
            let reached =
                approx == Approx::AtMost && reader.role(at, Role::To).is_some() && changes_before(reader, at);
            if !reached && (!matches!(item.thing, Thing::When(..)) || approx == Approx::About) {
                item.approx = Some(approx);
            }
            return Some(after_bound(reader, item, true));
        }
    }
    let item = reader.item(at, versions)?;
    Some(after_bound(reader, item, false))
}

/// A bound and a unit with one understood: около часа, почти сутки.
pub(super) fn one_unit(reader: &Reader<'_>, at: usize) -> Option<Item> {
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
pub(super) fn one_scale(reader: &Reader<'_>, at: usize) -> Option<Item> {
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
pub(super) fn after_bound(reader: &Reader<'_>, item: Item, bounded: bool) -> Item {
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
        let found = if wide { reader.pieces(next) } else { reader.words(next) };
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
pub(super) fn two_sided(reader: &Reader<'_>, first: &Item, versions: bool) -> Option<Item> {
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
