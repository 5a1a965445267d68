//! Clock times with their part of the day and zone, and what they make together with a date.

use super::fold;
use super::lexicon::{DayPart, Role, Sense};
use super::measure::Moment;
use super::numeral::Form;
use super::reader::Reader;

/// A clock time found in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timed {
    pub end: usize,
    pub time: Moment,
    /// The part of the day told with it.
    pub part: Option<DayPart>,
}

impl Reader<'_> {
    /// The clock time at `at`. `told` says that a word before it announces one.
    pub fn clock(&self, at: usize, told: bool) -> Option<Timed> {
        let text = self.text;
        let mut next = at;
        let mut part = None;
        if let Some((end, Sense::Part12(found))) = self.word(at, |sense| matches!(sense, Sense::Part12(_))) {
            next = text.skip_blanks(end);
            if matches!(text.at(next), ',' | '(') {
                next = text.skip_blanks(next + 1);
            }
            let wide = fold::is_wide(text.at(at));
            match self.role(next, Role::At).or_else(|| self.role(next, Role::AtHour)) {
                Some(end) => next = text.skip_blanks(end),
                None if wide => {}
                None => return None,
            }
            part = Some(found);
        } else if !told && !self.starts_word(at) {
            return None;
        }
        // 한국시간 오전 9시: the zone stands first.
        if part.is_none()
            && fold::is_wide(text.at(at))
            && let Some((end, Sense::Zone(offset))) = self.zone_before(at)
        {
            let mut timed = self.clock(text.skip_blanks(end), told)?;
            timed.time.offset = timed.time.offset.or(Some(i32::from(offset)));
            return Some(timed);
        }
        let announced = told || part.is_some();
        let timed = self
            .named_clock(next)
            .or_else(|| self.past_clock(next))
            .or_else(|| self.digital(next, announced))
            .or_else(|| self.hour_words(next, announced, part.is_some()))?;
        let mut timed = timed;
        if timed.part.is_none()
            && let Some(part) = part
        {
            timed.part = Some(part);
            timed.time.clock = timed.time.clock.map(|(hour, minute)| (by_part(hour, part), minute));
        }
        let exact = timed.time.second.is_some() || text.before(at) == 't';
        let (end, offset) = self.zone(timed.end, exact);
        timed.end = end;
        timed.time.offset = offset;
        Some(timed)
    }

    fn zone_before(&self, at: usize) -> Option<(usize, Sense)> {
        self.pieces(at).iter().find(|(_, sense)| matches!(sense, Sense::Zone(_)))
    }

    /// Whether a clock in digits stands at `at`.
    pub fn digital_at(&self, at: usize) -> bool {
        self.digital(at, false).is_some()
    }

    /// Noon, midnight.
    fn named_clock(&self, at: usize) -> Option<Timed> {
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Clock(_)))?;
        let Sense::Clock(hour) = sense else { return None };
        if fold::is_han(self.text.before(at)) {
            return None;
        }
        // 正午12時 says it twice.
        let end = match self.hour_words(self.text.skip_blanks(end), false, true) {
            Some(twice)
                if matches!(twice.time.clock, Some((0 | 12, 0))) && fold::is_wide(self.text.at(at)) =>
            {
                twice.end
            }
            _ => end,
        };
        Some(Timed { end, time: moment(hour, 0, None), part: None })
    }

    /// 13:37, 13:37:05.250, 12h15, 10.10 Uhr, 11.00am.
    fn digital(&self, at: usize, announced: bool) -> Option<Timed> {
        let text = self.text;
        let hour = self.plain_digits(at)?;
        if hour.end - at > 2 || matches!(text.before(at), ':' | '.') || text.before(at).is_ascii_digit() {
            return None;
        }
        let sign = text.at(hour.end);
        let two = |at: usize| -> Option<(usize, u8)> {
            let digits = self.plain_digits(at).filter(|digits| digits.end - at == 2)?;
            Some((digits.end, u8::try_from(digits.small()?).ok()?))
        };
        let value = u8::try_from(hour.small()?).ok()?;
        let mut second = None;
        let (mut end, minute) = match sign {
            ':' => two(hour.end + 1)?,
            'h' if self.lex.habits.h_is_clock => {
                let found = two(hour.end + 1)?;
                // 1h30m is a length of time.
                if fold::is_letter(text.at(found.0)) || self.minute_word(found.0) {
                    return None;
                }
                found
            }
            '.' => {
                let found = two(hour.end + 1)?;
                let next = text.skip_blanks(found.0);
                let marked = self
                    .word(next, |sense| matches!(sense, Sense::Part12(_) | Sense::Role(Role::OClock)))
                    .is_some();
                if !(marked || announced && self.lex.habits.dot_clock)
                    || text.at(found.0) == '.' && text.at(found.0 + 1).is_ascii_digit()
                {
                    return None;
                }
                found
            }
            _ => return None,
        };
        // In a log or a timeline a colon ends the time: `02:06: the site is back`.
        if text.at(end) == ':' && text.at(end + 1).is_ascii_digit() {
            let (after, seconds) = two(end + 1)?;
            if seconds > 60 {
                return None;
            }
            second = Some(seconds);
            end = after;
            if matches!(text.at(end), '.' | ',') && text.at(end + 1).is_ascii_digit() {
                end = self.plain_digits(end + 1)?.end;
            }
        }
        if text.at(end).is_ascii_digit()
            || text.at(end) == ':' && text.at(end + 1).is_ascii_digit()
            || value > 24
            || minute > 59
        {
            return None;
        }
        let mut timed = Timed { end, time: moment(value, minute, second), part: None };
        if let Some(end) = self.role_after(end, Role::OClock) {
            timed.end = end;
        } else if text.at(end) == 'h' && !fold::is_letter(text.at(end + 1))
            || text.at(end) == 'ч' && !fold::is_letter(text.at(end + 1))
        {
            timed.end = end + 1;
        }
        Some(self.with_part(timed, true))
    }

    fn minute_word(&self, at: usize) -> bool {
        self.role_after(at, Role::MinuteMark).is_some()
    }

    /// 3pm, 15 Uhr, 오후 3시 32분, 8 часов вечера, 3 o'clock, nine fifteen a.m.
    fn hour_words(&self, at: usize, announced: bool, parted: bool) -> Option<Timed> {
        let text = self.text;
        let numeral = match self.plain_digits(at) {
            Some(digits) => digits,
            None => match self.spelled_whole(at) {
                Some(numeral) => numeral,
                // A la una: the article is the hour.
                None => {
                    let end =
                        self.role(at, Role::Article).filter(|_| announced && self.announced_bare(at))?;
                    super::numeral::Numeral::new(at, end, super::decimal::Decimal::ONE, Form::Spelled)
                }
            },
        };
        if matches!(text.before(at), '.' | ',' | ':' | '-') && text.at(at.saturating_sub(2)).is_ascii_digit()
        {
            return None;
        }
        let mut value = numeral.small()?;
        let mut minute = 0u8;
        let end = numeral.end;
        // 1140 a.m.
        if numeral.form == Form::Plain(4) && self.meridiem(end).is_some() {
            minute = u8::try_from(value % 100).ok().filter(|minute| *minute < 60)?;
            value /= 100;
        } else if matches!(numeral.form, Form::Plain(digits) if digits > 2) {
            return None;
        }
        let hour = u8::try_from(value).ok().filter(|hour| *hour <= 24)?;
        // Wide scripts and those that say hours in a word.
        if let Some(mark) = self.piece_role(text.skip_blanks(end), Role::HourMark) {
            return self.marked_clock(hour, mark, announced, parted);
        }
        if let Some(mark) = self.role_after(end, Role::OClock) {
            let mut timed = Timed { end: mark, time: moment(hour, minute, None), part: None };
            let next = text.skip_blanks(mark);
            if let Some(minutes) =
                self.plain_digits(next).filter(|digits| digits.end - next == 2 && next > mark)
                && let Some(minutes) = u8::try_from(minutes.small()?)
                    .ok()
                    .filter(|m| *m < 60 && self.lex.habits.minutes_after_oclock)
            {
                timed = Timed { end: next + 2, time: moment(hour, minutes, None), part: None };
            }
            return Some(self.with_part(timed, true));
        }
        let timed = Timed { end, time: moment(hour, minute, None), part: None };
        if let Some(told) = Some(self.with_part(timed, announced)).filter(|told| told.part.is_some()) {
            // "2 дня" is two days, "в 2 дня" two o'clock.
            let unit = self.unit(end).is_some_and(|(unit, _)| unit == told.end);
            if !unit || announced {
                return Some(told);
            }
        }
        // Seis cero dos p.m., ocho y media, nine fifteen a.m.
        if let Some((minutes_end, minutes)) = self.spoken_minutes(end) {
            let timed = Timed { end: minutes_end, time: moment(hour, minutes, None), part: None };
            let told = self.with_part(timed, announced);
            let figures =
                matches!(numeral.form, Form::Plain(_)) && text.at(text.skip_blanks(end)).is_ascii_digit();
            if told.part.is_some() && (!figures || self.announced_bare(at))
                || (announced && self.announced_bare(at))
            {
                return Some(told);
            }
        }
        if text.at(end) == 'h'
            && !fold::is_letter(text.at(end + 1))
            && !text.at(end + 1).is_ascii_digit()
            && (announced && self.lex.habits.h_is_clock)
        {
            return Some(self.with_part(Timed { end: end + 1, ..timed }, true));
        }
        let claimed = matches!(text.at(end), '.' | ',') && text.at(end + 1).is_ascii_digit()
            || text.at(text.skip_blanks(end)) == '%'
            || self.unit_follows(end);
        (announced && !claimed && (self.announced_bare(at) || parted) && hour <= 24).then_some(timed)
    }

    /// Whether the words before `at` take a bare hour: "a las 23".
    fn announced_bare(&self, at: usize) -> bool {
        let text = self.text;
        let mut from = at;
        for _ in 0..2 {
            while from > 0 && fold::is_blank(text.before(from)) {
                from -= 1;
            }
            while from > 0 && (fold::is_letter(text.before(from))) {
                from -= 1;
            }
            if self.role(from, Role::AtHour).is_some_and(|end| text.skip_blanks(end) == at) {
                return true;
            }
        }
        false
    }

    /// Whether the word before `at` says that a length of time follows.
    pub fn led_by_length(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) {
            end -= 1;
        }
        let mut from = end;
        while from > 0 && (fold::is_letter(text.before(from)) || text.before(from) == '-') {
            from -= 1;
        }
        from < end
            && self.word(from, |sense| matches!(sense, Sense::Role(Role::During) | Sense::Bound(_))).is_some()
    }

    fn spoken_minutes(&self, end: usize) -> Option<(usize, u8)> {
        let text = self.text;
        let mut next = text.skip_blanks(end);
        if next == end {
            return None;
        }
        if let Some((end, sense)) =
            self.word(next, |sense| matches!(sense, Sense::Plus(_) | Sense::Role(Role::HalfPast)))
        {
            let minutes = match sense {
                Sense::Plus(part) => (part.to_f64() * 60.0).round(),
                _ => 30.0,
            };
            return (minutes < 60.0).then_some((end, minutes as u8));
        }
        let mut joined = false;
        if let Some(and) = self
            .role(next, Role::And)
            .filter(|_| fold::is_letter(text.at(next)) && self.lex.habits.and_minutes)
        {
            next = text.skip_blanks(and);
            joined = true;
        }
        if let Some(end) = self.role(next, Role::Quarter).filter(|_| joined) {
            return Some((end, 15));
        }
        let digit = |at: usize| -> Option<(usize, i64)> {
            let numeral = match self.plain_digits(at) {
                Some(digits) => digits,
                None => self.spelled_whole(at)?,
            };
            Some((numeral.end, numeral.small()?))
        };
        let (mut end, mut value) = digit(next)?;
        if value == 0 {
            (end, value) = digit(text.skip_blanks(end)).filter(|(_, value)| *value < 10)?;
        }
        if let Some(mark) = self.role_after(end, Role::MinuteMark) {
            end = mark;
        }
        Some((end, u8::try_from(value).ok().filter(|minutes| *minutes < 60)?))
    }

    /// The hour's mark was read; now minutes, seconds and the part of the day.
    fn marked_clock(&self, hour: u8, mark: usize, announced: bool, parted: bool) -> Option<Timed> {
        let text = self.text;
        let mut timed = Timed { end: mark, time: moment(hour, 0, None), part: None };
        let next = text.skip_blanks(mark);
        let mut exact = parted;
        let part = |at: usize, role: Role| -> Option<(usize, u8)> {
            let numeral = match self.plain_digits(at) {
                Some(digits) => digits,
                None => self.spelled_whole(at)?,
            };
            let value = u8::try_from(numeral.small()?).ok().filter(|value| *value < 60)?;
            let end = self.piece_role(text.skip_blanks(numeral.end), role)?;
            Some((end, value))
        };
        let minute_place = match self.role(next, Role::And) {
            Some(end) if fold::is_letter(text.at(next)) => text.skip_blanks(end),
            _ => next,
        };
        let mut place = next;
        if let Some((end, minute)) = part(minute_place, Role::MinuteMark) {
            timed.time.clock = Some((hour, minute));
            (timed.end, place, exact) = (end, text.skip_blanks(end), true);
        } else if let Some((end, Sense::Plus(share))) = self
            .word(next, |sense| matches!(sense, Sense::Plus(_)))
            .filter(|_| fold::is_letter(text.at(next)))
        {
            timed.time.clock = Some((hour, (share.to_f64() * 60.0).round().clamp(0.0, 59.0) as u8));
            (timed.end, place) = (end, end);
        } else if let Some((end, minute)) = self.bare_minutes(next, mark) {
            timed.time.clock = Some((hour, minute));
            (timed.end, place, exact) = (end, text.skip_blanks(end), true);
        } else if let Some(end) = self.piece_role(next, Role::HalfPast) {
            timed.time.clock = Some((hour, 30));
            (timed.end, place, exact) = (end, end, exact || fold::is_wide(text.at(next)));
        }
        if let Some((end, second)) = part(place, Role::SecondMark) {
            timed.time.second = Some(second);
            (timed.end, exact) = (end, true);
        }
        if let Some(end) = self.role_after(timed.end, Role::OClock) {
            (timed.end, exact) = (end, true);
        }
        let told = self.with_part(timed, true);
        let strict = self.lex.habits.hours_need_context;
        let minutes_alone = strict && !announced && told.part.is_none();
        if self.lone_h(hour, mark) {
            return Some(told);
        }
        if strict && (minutes_alone || !(announced || exact || told.part.is_some())) {
            return None;
        }
        // 시간 and 時間 are lengths; their longer spelling was seen by `piece_role`.
        Some(told)
    }

    /// `20h` alone, where the language writes times so and nothing says that it is a length.
    fn lone_h(&self, hour: u8, mark: usize) -> bool {
        let text = self.text;
        let attached = self.lex.habits.h_alone
            && mark >= 3
            && text.before(mark) == 'h'
            && text.at(mark - 2).is_ascii_digit();
        attached
            && !text.at(mark).is_alphanumeric()
            && (10..24).contains(&hour)
            && !self.led_by_length(mark - 3)
    }

    /// French "13 h 37".
    fn bare_minutes(&self, at: usize, mark: usize) -> Option<(usize, u8)> {
        if !self.lex.habits.h_is_clock || at < mark {
            return None;
        }
        let digits = self.plain_digits(at).filter(|digits| digits.end - at == 2)?;
        if fold::is_letter(self.text.at(self.text.skip_blanks(digits.end))) && self.unit_follows(digits.end) {
            return None;
        }
        Some((digits.end, u8::try_from(digits.small()?).ok().filter(|minute| *minute < 60)?))
    }

    /// "Quarter to nine", "20 min past eight", "halb drei".
    fn past_clock(&self, at: usize) -> Option<Timed> {
        let text = self.text;
        let hour_at = |place: usize| -> Option<(usize, u8)> {
            let numeral = match self.plain_digits(place) {
                Some(digits) => digits,
                None => self.spelled_whole(place)?,
            };
            Some((numeral.end, u8::try_from(numeral.small()?).ok().filter(|hour| (1..=24).contains(hour))?))
        };
        if let Some(end) = self.role(at, Role::HalfTo) {
            let place = text.skip_blanks(end);
            let rank = || {
                let rank = self.numeral(place).filter(|rank| rank.is_ordinal())?;
                Some((rank.end, u8::try_from(rank.small()?).ok().filter(|hour| (1..=12).contains(hour))?))
            };
            let (end, hour) = hour_at(place).or_else(rank)?;
            return Some(
                self.with_part(Timed { end, time: moment((hour + 23) % 24, 30, None), part: None }, true),
            );
        }
        let (mut end, minutes) = if let Some(end) = self.role(at, Role::Quarter) {
            (end, 15)
        } else if let Some(end) = self.role(at, Role::HalfPast) {
            (end, 30)
        } else {
            let numeral = match self.plain_digits(at) {
                Some(digits) => digits,
                None => self.spelled_whole(at)?,
            };
            (numeral.end, u8::try_from(numeral.small()?).ok().filter(|minutes| (1..60).contains(minutes))?)
        };
        let mut worded = false;
        if minutes != 30 || self.role(at, Role::HalfPast).is_none() {
            if let Some((unit, Sense::Unit(found))) =
                self.word(text.skip_blanks(end), |sense| matches!(sense, Sense::Unit(_)))
            {
                if found.id == "min" {
                    (end, worded) = (unit, true);
                } else if minutes != 15 {
                    return None;
                }
            } else if self.role(at, Role::Quarter).is_none()
                && !(minutes % 5 == 0 && self.lex.habits.bare_past)
            {
                return None;
            }
        }
        let next = text.skip_blanks(end);
        let (end, before) = match (self.role(next, Role::Past), self.role(next, Role::Before)) {
            (Some(end), _) => (end, false),
            (None, Some(end))
                if self.role(at, Role::HalfPast).is_none()
                    && (worded || self.role(at, Role::Quarter).is_some() || end > next + 2) =>
            {
                (end, true)
            }
            _ => return None,
        };
        let (end, hour) = hour_at(text.skip_blanks(end))?;
        if self.unit_follows(end) {
            return None;
        }
        let (hour, minutes) = if before { ((hour + 23) % 24, 60 - minutes) } else { (hour, minutes) };
        let timed = Timed {
            end: self.role_after(end, Role::OClock).unwrap_or(end),
            time: moment(hour, minutes, None),
            part: None,
        };
        Some(self.with_part(timed, true))
    }

    fn meridiem(&self, at: usize) -> Option<(usize, DayPart)> {
        let mut at = at;
        let mut next = self.text.skip_blanks(at);
        if self.text.at(next) == '.' && next == at && fold::is_letter(self.text.at(next + 1)) {
            next += 1;
        }
        if let Some((end, _)) = self
            .word(next, |sense| matches!(sense, Sense::After(_)))
            .filter(|found| found.0 > next && fold::is_letter(self.text.at(next)))
        {
            (at, next) = (end, self.text.skip_blanks(end));
        }
        if self.text.at(next) == ',' || next > at + 2 {
            return None;
        }
        match self.word(next, |sense| matches!(sense, Sense::Part12(_)))? {
            (end, Sense::Part12(part)) if !self.text.at(end).is_ascii_digit() => Some((end, part)),
            _ => None,
        }
    }

    /// The part of the day after the time. A single letter (3:15p) only where a time is sure.
    fn with_part(&self, timed: Timed, sure: bool) -> Timed {
        let mut timed = timed;
        let found = self.meridiem(timed.end).or_else(|| {
            let part = match self.text.at(timed.end) {
                'p' => DayPart::Pm,
                'a' => DayPart::Am,
                _ => return None,
            };
            (sure && !self.text.at(timed.end + 1).is_alphanumeric()).then_some((timed.end + 1, part))
        });
        if let (Some((end, part)), Some((hour, minute))) = (found, timed.time.clock)
            && (hour <= 12 || part != DayPart::Am)
        {
            timed.end = end;
            timed.part = Some(part);
            timed.time.clock = Some((by_part(hour, part), minute));
        }
        timed
    }

    /// The zone after a time: `PST`, `(UTC)`, `+03:00`, `UTC+3`, `Z`, по UTC.
    fn zone(&self, at: usize, exact: bool) -> (usize, Option<i32>) {
        let text = self.text;
        if text.at(at) == 'z' && !text.at(at + 1).is_alphanumeric() {
            return (at + 1, Some(0));
        }
        // A minus begins an offset only after seconds or a date; elsewhere it joins a range.
        if let Some((end, offset)) = self.offset(at, false).filter(|_| text.at(at) == '+' || exact) {
            return (end, Some(offset));
        }
        let mut next = text.skip_blanks(at);
        let open = matches!(text.at(next), '(' | '[');
        if open {
            next = text.skip_blanks(next + 1);
        }
        if text.at(next) == ',' {
            next = text.skip_blanks(next + 1);
        }
        let mut found = self.zone_word(next);
        if found.is_none()
            && let Some(mark) = self.role(next, Role::ZoneMark)
        {
            found = self.zone_word(text.skip_blanks(mark));
        }
        if let Some((mut end, mut minutes)) = found {
            if let Some((after, offset)) = self.offset(end, true).filter(|_| minutes == 0) {
                (end, minutes) = (after, offset);
            }
            if open && matches!(text.at(end), ')' | ']') {
                end += 1;
            }
            return (end, Some(minutes));
        }
        match self.offset(next, false).filter(|_| next > at) {
            Some((end, offset)) if text.at(next) == '+' || open => {
                let end = if open && text.at(end) == ')' { end + 1 } else { end };
                (end, Some(offset))
            }
            _ => (at, None),
        }
    }

    fn zone_word(&self, at: usize) -> Option<(usize, i32)> {
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Zone(_)))?;
        let Sense::Zone(minutes) = sense else { return None };
        // "est", "wet", "art" are words; as zones they are written in capitals.
        let ascii = (at..end).all(|at| self.text.at(at).is_ascii_alphabetic());
        let capitals = (at..end).all(|at| self.text.cased_at(at).is_ascii_uppercase());
        let sure = matches!(self.slice(at, end).as_str(), "utc" | "gmt");
        if ascii && !capitals && !sure || ascii && end - at < 2 {
            return None;
        }
        Some((end, i32::from(minutes)))
    }

    /// `+03:00`, `-0800`; after UTC also `+3`.
    fn offset(&self, at: usize, short: bool) -> Option<(usize, i32)> {
        let text = self.text;
        let sign = match text.at(at) {
            '+' => 1,
            '-' => -1,
            _ => return None,
        };
        let digits = self.plain_digits(at + 1)?;
        let count = digits.end - at - 1;
        let value = i32::try_from(digits.small()?).ok()?;
        let (end, hours, minutes) = if text.at(digits.end) == ':' && count <= 2 {
            let minutes = self.plain_digits(digits.end + 1).filter(|m| m.end - m.start == 2)?;
            (minutes.end, value, i32::try_from(minutes.small()?).ok()?)
        } else if count == 4 {
            (digits.end, value / 100, value % 100)
        } else if count <= 2 && short {
            (digits.end, value, 0)
        } else {
            return None;
        };
        (hours <= 14 && minutes < 60 && !text.at(end).is_alphanumeric())
            .then_some((end, sign * (hours * 60 + minutes)))
    }
}

fn moment(hour: u8, minute: u8, second: Option<u8>) -> Moment {
    Moment { clock: Some((hour, minute)), second, ..Moment::default() }
}

/// The hour of 24 that `hour` is in this part of the day.
pub(super) fn by_part(hour: u8, part: DayPart) -> u8 {
    match (part, hour) {
        (DayPart::Am | DayPart::Night | DayPart::Evening, 12) => 0,
        (DayPart::Pm | DayPart::Evening, 1..=11) => hour + 12,
        (DayPart::Night, 6..=11) => hour + 12,
        (DayPart::Noon, 1..=5) => hour + 12,
        _ => hour,
    }
}
