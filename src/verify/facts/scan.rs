//! From the start of a text to its end: at each place the longest thing that can be read, its bounds, and
//! the range or the pair that it makes with what follows.

use std::cell::OnceCell;

use super::amount::{Amount, What};
use super::calendar::Dated;
use super::decimal::Decimal;
use super::fold;
use super::lexicon::{DayPart, Role, Sense};
use super::measure::Moment;
use super::names::NameKind;
use super::numeral::Form;
use super::positional::is_sign;
use super::range;
use super::reader::Reader;
use super::{Approx, Fact, FactKind};

/// One thing read from the text, not yet a fact.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    pub start: usize,
    pub end: usize,
    pub approx: Option<Approx>,
    pub thing: Thing,
}

/// What an item is. Most are figures, so that boxing them would cost more than the others waste.
#[allow(clippy::large_enum_variant, reason = "items live for a moment, one at a time")]
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Thing {
    /// A figure.
    Amount(Amount),
    /// A date, a time or both, with the part of the day told.
    When(Moment, Option<DayPart>),
    /// A version.
    Version(String),
    /// A percentile told as P99.
    Percentile(String),
    /// Another name.
    Identifier,
    /// Digits that say nothing.
    Noise,
    /// A range: its two ends as told and the unit.
    Range(String, Option<String>),
}

/// All facts of a text.
pub(super) fn scan(reader: Reader<'_>) -> Vec<Fact> {
    let mut scan = Scan { reader, facts: Vec::new(), versions: OnceCell::new(), after_version: 0 };
    let mut at = 0;
    while at < reader.text.len() {
        if fold::is_blank(reader.text.at(at)) {
            at += 1;
            continue;
        }
        if !reader.may_open(at) {
            at = reader.skip_word(at);
            continue;
        }
        at = match scan.step(at) {
            Some(next) if next > at => next,
            _ => reader.skip_word(at),
        };
    }
    scan.facts.sort_by_key(|fact| (fact.span.start, fact.span.end));
    super::bare::lend_months(&mut scan.facts);
    scan.facts
}

struct Scan<'a> {
    reader: Reader<'a>,
    facts: Vec<Fact>,
    /// Whether a word of the text says that figures with a point are versions, once that was asked.
    versions: OnceCell<bool>,
    /// Where a version ended, after which "to 1.10" is another; 0 before any.
    after_version: usize,
}

impl Scan<'_> {
    /// Reads what stands at `at` and says where to go on.
    fn step(&mut self, at: usize) -> Option<usize> {
        let reader = self.reader;
        if let Some((from, to)) = reader.numbered_name(at).filter(|_| reader.starts_word(at)) {
            self.tell(&Item { start: from, end: to, approx: None, thing: Thing::Identifier });
            return Some(to);
        }
        if let Some(end) = reader.stop_at(at) {
            return Some(end);
        }
        let versions = self.versions_at(at) || self.told_before(at);
        let told = || *self.versions.get_or_init(|| reader.tells_versions());
        let from = reader.role(at, Role::From).is_some() && (told() || reader.names_version(at));
        if let Some((items, end)) = range::opened(&reader, at, versions || from) {
            self.tell_all(&items);
            return Some(end);
        }
        let (items, end) = range::read(&reader, at, versions)?;
        self.tell_all(&items);
        Some(end)
    }

    /// Whether the figure at `at` was told as a version before: "1.11 to 1.13 … a 1.13 node".
    fn told_before(&self, at: usize) -> bool {
        let text = self.reader.text;
        if self.after_version == 0 || !text.at(at).is_ascii_digit() {
            return false;
        }
        let mut end = at;
        while text.at(end).is_ascii_digit() || text.at(end) == '.' && text.at(end + 1).is_ascii_digit() {
            end += 1;
        }
        let figure = self.reader.cased_slice(at, end);
        // The latest few are enough, and keep the work on one figure bounded.
        let versions = self.facts.iter().rev().take(32).filter(|fact| fact.kind == FactKind::Version);
        figure.contains('.') && versions.into_iter().any(|fact| fact.value == figure)
    }

    fn tell_all(&mut self, items: &[Item]) {
        for item in items {
            self.tell(item);
        }
    }

    /// Whether a figure with a point at `at` is a version because one stands just before it.
    fn versions_at(&self, at: usize) -> bool {
        if self.after_version == 0 || at < self.after_version {
            return false;
        }
        let reader = self.reader;
        let mut next = self.after_version;
        for _ in 0..3 {
            next = reader.text.skip_blanks(next);
            let joined = reader.word(next, |sense| {
                matches!(
                    sense,
                    Sense::Role(
                        Role::To
                            | Role::And
                            | Role::Through
                            | Role::From
                            | Role::Version
                            | Role::Article
                            | Role::ChangeTo
                            | Role::On
                    )
                )
            });
            match joined {
                Some((end, _)) => next = end,
                None if matches!(reader.text.at(next), '-' | '>' | '→' | '/' | ',') => next += 1,
                None => break,
            }
        }
        reader.text.skip_blanks(next) == at
    }

    fn tell(&mut self, item: &Item) {
        let span = self.reader.text.span(item.start, item.end);
        let approx = item.approx;
        let mut fact = Fact {
            kind: FactKind::Number,
            value: String::new(),
            unit: None,
            approx,
            amount: None,
            places: None,
            span,
        };
        match &item.thing {
            Thing::Noise => return,
            Thing::Identifier => {
                fact.kind = FactKind::Identifier;
                let name = self.reader.cased_slice(item.start, item.end);
                // `PR #9049` and `PR 9049` name one thing.
                let number = name.strip_prefix('#').filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
                fact.value = number.map_or_else(|| name.clone(), str::to_owned);
            }
            Thing::Version(version) => {
                fact.kind = FactKind::Version;
                fact.value.clone_from(version);
                self.after_version = item.end;
            }
            Thing::Percentile(rank) => {
                fact.kind = FactKind::Percentile;
                fact.value.clone_from(rank);
            }
            Thing::When(moment, _) => {
                fact.kind = match (moment.clock.is_some(), moment.has_date()) {
                    (true, true) => FactKind::Datetime,
                    (true, false) => FactKind::Time,
                    _ => FactKind::Date,
                };
                fact.value = moment.to_string();
            }
            Thing::Range(value, unit) => {
                fact.kind = FactKind::Range;
                fact.value.clone_from(value);
                fact.unit.clone_from(unit);
            }
            Thing::Amount(amount) => self.tell_amount(amount, &mut fact),
        }
        self.facts.push(fact);
    }

    fn tell_amount(&mut self, amount: &Amount, fact: &mut Fact) {
        let numeral = &amount.numeral;
        fact.amount = Some(numeral.value.to_string());
        fact.places = numeral.places.filter(|_| amount.converted.is_none());
        fact.value = amount.value().to_string();
        match &amount.what {
            What::Number => {}
            What::Ordinal => fact.kind = FactKind::Ordinal,
            What::Percentile => {
                fact.kind = FactKind::Percentile;
                // The rank is told as an ordinal, inside the percentile.
                if !matches!(numeral.form, Form::Plain(_)) || numeral.end < amount.end {
                    let end = self.reader.ordinal_ending(numeral.end).unwrap_or(numeral.end);
                    if (numeral.is_ordinal() || end > numeral.end) && numeral.value.is_whole() {
                        let span = self.reader.text.span(numeral.start, end);
                        self.facts.push(Fact { kind: FactKind::Ordinal, span, approx: None, ..fact.clone() });
                    }
                }
            }
            What::Percent => (fact.kind, fact.unit) = (FactKind::Percent, Some("%".into())),
            What::Points => (fact.kind, fact.unit) = (FactKind::Percent, Some("pp".into())),
            What::Money(id) => (fact.kind, fact.unit) = (FactKind::Money, Some((*id).into())),
            What::Measure(unit) => (fact.kind, fact.unit) = (FactKind::Quantity, Some(unit.clone())),
            What::Stretch(stretch) => {
                fact.kind = FactKind::Duration;
                fact.value = stretch.to_string();
            }
        }
    }
}

impl Reader<'_> {
    /// Whether anything can be read at `at`, which is no blank. Most words say nothing of interest, and this
    /// tells so at the cost of a look at each of their letters; where it is not sure, it says yes.
    pub fn may_open(&self, at: usize) -> bool {
        let text = self.text;
        let here = text.at(at);
        if here.is_ascii_digit() || self.opens(at) {
            return true;
        }
        if fold::is_letter(here) {
            return !self.is_plain_word(at);
        }
        if fold::is_wide(here) {
            return is_sign(here);
        }
        let next = text.at(at + 1);
        match here {
            '.' | ',' => !(fold::is_blank(next) || next == '\0'),
            '(' => next.is_ascii_digit(),
            '-' if fold::is_letter(next) => !fold::is_letter(text.before(at)),
            '-' => {
                let after = text.at(text.skip_blanks(at + 1));
                !fold::is_blank(next) || after.is_ascii_digit() || matches!(after, '.' | ',')
            }
            '$' | '+' | '@' | '#' | '/' | '~' | '>' | '<' | '=' => true,
            _ => !here.is_ascii(),
        }
    }

    /// Whether the word at `at` is made of letters alone, also beyond its hyphens, so that it names no
    /// machine.
    pub fn is_plain_word(&self, at: usize) -> bool {
        let text = self.text;
        for place in at..at + 200 {
            let c = text.at(place);
            if fold::is_letter(c) || matches!(c, ',' | ';' | '!' | '?' | '\'' | '-') {
                continue;
            }
            let next = || text.at(place + 1);
            return fold::is_blank(c)
                || fold::is_wide(c)
                || matches!(c, '\0' | '"' | ')' | '(')
                || matches!(c, '.' | ':') && (fold::is_blank(next()) || next() == '\0');
        }
        false
    }

    /// The item at `at`, without bounds: a date or time, a name, a figure.
    pub fn item(&self, at: usize, versions: bool) -> Option<Item> {
        let item = |end: usize, thing: Thing| Some(Item { start: at, end, approx: None, thing });
        let here = self.text.at(at);
        if !(here.is_alphanumeric()
            || !here.is_ascii()
            || matches!(
                here,
                '-' | '.' | ',' | '$' | '+' | '(' | '@' | '#' | '/' | '~' | '≈' | '>' | '<' | '='
            ))
        {
            return None;
        }
        if let Some((end, moment, part)) = self.when(at) {
            return item(end, Thing::When(moment, part));
        }
        if here == '(' || here == '@' {
            let name = self.name(at, versions)?;
            return item(name.end, Thing::Noise);
        }
        if let Some((end, stretch)) = self.iso_length(at) {
            let numeral = super::numeral::Numeral {
                places: None,
                ..super::numeral::Numeral::new(at, end, Decimal::ONE, Form::Figure)
            };
            return item(
                end,
                Thing::Amount(Amount {
                    start: at,
                    end,
                    numeral,
                    has_unit: true,
                    what: What::Stretch(stretch),
                    converted: None,
                }),
            );
        }
        let lettered = fold::is_letter(here) || !here.is_ascii() || here == '$';
        let first = if lettered {
            self.amount(at).filter(|amount| self.starts_word(at) && self.whole_token(amount.end))
        } else {
            None
        };
        if let Some(amount) = first {
            return item(amount.end, Thing::Amount(amount));
        }
        if let Some(name) = self.name(at, versions) {
            return item(
                name.end,
                match name.kind {
                    NameKind::Version(version) => Thing::Version(version),
                    NameKind::Percentile(rank) => Thing::Percentile(rank),
                    NameKind::Identifier => Thing::Identifier,
                    NameKind::Noise => Thing::Noise,
                },
            );
        }
        if !self.starts_word(at) && !matches!(here, '-' | '.' | ',') {
            return None;
        }
        let amount = self.amount(at)?;
        item(amount.end, Thing::Amount(amount))
    }

    /// Whether no letters or digits of the same token follow, as they do in IL-0213.
    fn whole_token(&self, end: usize) -> bool {
        let (before, next) = (self.text.before(end), self.text.at(end));
        let goes_on = next.is_ascii_digit() || next == '-' && self.text.at(end + 1).is_ascii_digit();
        !(goes_on && before.is_ascii_alphabetic())
    }

    /// A date, a clock time, or a date and a time together.
    pub fn when(&self, at: usize) -> Option<(usize, Moment, Option<DayPart>)> {
        let text = self.text;
        if !self.starts_word(at) {
            return None;
        }
        if let Some(Dated { end, date }) = self.date(at) {
            if let Some((end, time, part)) = self.clock_after(end).filter(|_| date.day.is_some()) {
                return Some((
                    end,
                    Moment { clock: time.clock, second: time.second, offset: time.offset, ..date },
                    part,
                ));
            }
            return Some((end, date, None));
        }
        let timed = self.clock(at, self.announced(at));
        if let Some(timed) = timed {
            // 13:00 February 28, 2013; 16:45 on 31 October.
            let mut next = text.skip_blanks(timed.end);
            if matches!(text.at(next), ',' | '(') {
                next = text.skip_blanks(next + 1);
            }
            if let Some(end) = self.role(next, Role::On).or_else(|| self.role(next, Role::Of)) {
                next = text.skip_blanks(end);
            }
            if let Some(Dated { end, date }) = self
                .date(next)
                .or_else(|| self.bare_day(next).filter(|_| next > timed.end))
                .filter(|dated| dated.date.day.is_some() && self.clock_after(dated.end).is_none())
            {
                let moment = Moment {
                    clock: timed.time.clock,
                    second: timed.time.second,
                    offset: timed.time.offset,
                    ..date
                };
                return Some((end, moment, timed.part));
            }
            return Some((timed.end, timed.time, timed.part));
        }
        if let Some(Dated { end, date }) = self.bare_day(at) {
            let (end, time, part) = self.clock_after(end).unwrap_or((end, Moment::default(), None));
            let moment = Moment { clock: time.clock, second: time.second, offset: time.offset, ..date };
            return Some((end, moment, part));
        }
        let Dated { end, date } = self.lone_year(at).or_else(|| self.lone_month(at))?;
        Some((end, date, None))
    }

    /// Whether a word before `at` announces a clock time.
    fn announced(&self, at: usize) -> bool {
        let text = self.text;
        let mut from = at;
        for _ in 0..3 {
            while from > 0 && fold::is_blank(text.before(from)) {
                from -= 1;
            }
            if text.before(from) == '@' {
                return true;
            }
            while from > 0 && fold::is_letter(text.before(from)) {
                from -= 1;
            }
            let told = self.word(from, |sense| matches!(sense, Sense::Role(Role::At | Role::AtHour)));
            if told.is_some_and(|(end, _)| text.skip_blanks(end) == at) {
                return true;
            }
        }
        false
    }

    /// A clock time right after a date that ends at `at`.
    fn clock_after(&self, at: usize) -> Option<(usize, Moment, Option<DayPart>)> {
        let text = self.text;
        let mut next = at;
        let mut told = false;
        if text.at(next) == 't' && text.at(next + 1).is_ascii_digit() {
            (next, told) = (next + 1, true);
        } else {
            for _ in 0..3 {
                next = text.skip_blanks(next);
                let sign = text.at(next);
                if matches!(sign, ',' | '@' | '(')
                    || (sign == '-'
                        && (fold::is_blank(text.at(next + 1))
                            && self.date(text.skip_blanks(next + 1)).is_none()
                            || text.before(next) == ')' && self.digital_at(next + 1)))
                {
                    next += 1;
                } else if let Some((end, sense)) = self.word(next, |sense| {
                    matches!(sense, Sense::Role(Role::At | Role::AtHour | Role::Particle))
                }) {
                    told |= sense != Sense::Role(Role::Particle);
                    next = end;
                } else {
                    break;
                }
            }
            next = text.skip_blanks(next);
        }
        if next == at && !fold::is_wide(text.before(at)) {
            return None;
        }
        let timed = self.clock(next, told)?;
        let mut end = timed.end;
        if text.at(end) == ')' && text.before(next) == '(' {
            end += 1;
        }
        Some((end, timed.time, timed.part))
    }

    /// Where a word ends that only looks like a numeral or a unit.
    fn stop_at(&self, at: usize) -> Option<usize> {
        if !self.starts_word(at) || self.text.at(at).is_ascii_digit() {
            return None;
        }
        let found = if fold::is_han(self.text.at(at)) { self.pieces(at) } else { self.words(at) };
        let (end, _) = found.iter().find(|(_, sense)| *sense == Sense::Role(Role::Stop))?;
        (end > at + 1).then_some(end)
    }

    /// Where the next word begins.
    pub fn skip_word(&self, at: usize) -> usize {
        let text = self.text;
        let here = text.at(at);
        let mut end = at + 1;
        if fold::is_letter(here) {
            while fold::is_letter(text.at(end)) {
                end += 1;
            }
        } else if here.is_ascii_digit() {
            while text.at(end).is_ascii_digit() {
                end += 1;
            }
        } else if fold::is_hangul(here) {
            while fold::is_hangul(text.at(end)) {
                end += 1;
            }
        }
        end
    }

    /// Whether the text speaks of versions or of upgrades, so that `1.9` is one.
    pub fn tells_versions(&self) -> bool {
        let text = self.text;
        let mut at = 0;
        let mut told = false;
        while at < text.len() && !told {
            if self.starts_word(at) && !fold::is_blank(text.at(at)) {
                told = self.pieces(at).iter().any(|(_, sense)| matches!(sense, Sense::Role(Role::Upgrade)));
            }
            at = if fold::is_wide(text.at(at)) { at + 1 } else { self.skip_word(at) };
        }
        told
    }
}

impl Moment {
    /// Whether it tells anything of a date.
    pub(super) fn has_date(&self) -> bool {
        self.year.is_some() || self.month.is_some() || self.day.is_some()
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.year, self.month, self.day) {
            (Some(year), Some(month), Some(day)) => write!(f, "{year:04}-{month:02}-{day:02}")?,
            (Some(year), Some(month), None) => write!(f, "{year:04}-{month:02}")?,
            (Some(year), None, _) => write!(f, "{year:04}")?,
            (None, Some(month), Some(day)) => write!(f, "--{month:02}-{day:02}")?,
            (None, Some(month), None) => write!(f, "--{month:02}")?,
            (None, None, Some(day)) => write!(f, "---{day:02}")?,
            (None, None, None) => {}
        }
        if let Some((hour, minute)) = self.clock {
            if self.has_date() {
                f.write_str("T")?;
            }
            write!(f, "{hour:02}:{minute:02}")?;
            if let Some(second) = self.second {
                write!(f, ":{second:02}")?;
            }
            match self.offset {
                None => {}
                Some(0) => f.write_str("Z")?,
                Some(offset) => {
                    let sign = if offset < 0 { '-' } else { '+' };
                    write!(f, "{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)?;
                }
            }
        }
        Ok(())
    }
}

/// A decimal as one end of a range.
pub(super) fn end_text(value: Option<Decimal>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
