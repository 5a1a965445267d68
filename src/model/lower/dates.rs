//! Dates and lengths of time from their written forms, and the nearest form for all others.

use jiff::civil;
use jiff::tz::Offset;

use crate::model::date::DateValue;

/// The accepted forms, for messages.
pub(crate) const FORMS: &str = "`2021`, `2021-10`, `2021-10-28` or `2021-10-28T13:37:00+09:00` (`Z` for UTC)";

/// Reads a date in one of the documented forms ([`FORMS`]).
pub fn read_date(written: &str) -> Option<DateValue> {
    let bytes = written.as_bytes();
    let digits = |from: usize, to: usize| {
        let part = written.get(from..to)?;
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<i16>().ok())?
    };
    let year = digits(0, 4)?;
    match bytes.len() {
        4 => return Some(DateValue::Year(year)),
        7 if bytes[4] == b'-' => {
            let month = i8::try_from(digits(5, 7)?).ok()?;
            return (1..=12).contains(&month).then_some(DateValue::Month(year, month));
        }
        _ if bytes.len() < 10 || bytes[4] != b'-' || bytes[7] != b'-' => return None,
        _ => {}
    }
    let day =
        civil::Date::new(year, i8::try_from(digits(5, 7)?).ok()?, i8::try_from(digits(8, 10)?).ok()?).ok()?;
    if bytes.len() == 10 {
        return Some(DateValue::Day(day));
    }
    if bytes[10] != b'T' || bytes.get(13) != Some(&b':') {
        return None;
    }
    let (hour, minute) = (i8::try_from(digits(11, 13)?).ok()?, i8::try_from(digits(14, 16)?).ok()?);
    let mut rest = written.get(16..)?;
    let mut second = 0;
    let mut nanos = 0;
    if let Some(after) = rest.strip_prefix(':') {
        let (head, tail) = after.split_at_checked(2)?;
        second = head.bytes().all(|b| b.is_ascii_digit()).then(|| head.parse::<i8>().ok())??;
        rest = tail;
        if let Some(after) = rest.strip_prefix('.') {
            let length = after.bytes().take_while(u8::is_ascii_digit).count();
            if !(1..=9).contains(&length) {
                return None;
            }
            nanos = format!("{:0<9}", &after[..length]).parse::<i32>().ok()?;
            rest = &after[length..];
        }
    }
    let time = civil::Time::new(hour, minute, second, nanos).ok()?;
    Some(DateValue::Instant { local: day.to_datetime(time), offset: read_offset(rest)? })
}

/// `Z` or `+09:00`.
fn read_offset(written: &str) -> Option<Offset> {
    if written == "Z" {
        return Some(Offset::UTC);
    }
    let sign = match written.as_bytes() {
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let (hours, minutes) = written[1..].split_once(':')?;
    let part = |text: &str, most: i32| {
        let value = (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()))
            .then(|| text.parse::<i32>().ok())??;
        (value <= most).then_some(value)
    };
    Offset::from_seconds(sign * (part(hours, 18)? * 3600 + part(minutes, 59)? * 60)).ok()
}

/// The accepted spelling nearest to `written`, where a date can be made out.
pub fn nearest_date(written: &str) -> Option<String> {
    let tokens = tokens(written);
    let (date, rest) = nearest_day(&tokens)?;
    let DateValue::Day(day) = date else { return Some(date.to_string()) };
    Some(match nearest_time(rest) {
        Some((time, Some(offset))) => DateValue::Instant { local: day.to_datetime(time), offset }.to_string(),
        // Without an offset an instant is not told: midnight alone says no more than the day.
        Some((time, None)) if time != civil::Time::midnight() => {
            DateValue::Instant { local: day.to_datetime(time), offset: Offset::UTC }.to_string()
        }
        _ => day.to_string(),
    })
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(String),
    Word(String),
    Mark(char),
}

fn tokens(written: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for character in written.chars().take(80) {
        match (tokens.last_mut(), character) {
            (Some(Token::Number(number)), c) if c.is_ascii_digit() => number.push(c),
            (Some(Token::Word(word)), c) if c.is_alphabetic() => word.extend(c.to_lowercase()),
            (_, c) if c.is_ascii_digit() => tokens.push(Token::Number(c.to_string())),
            (_, c) if c.is_alphabetic() => tokens.push(Token::Word(c.to_lowercase().collect())),
            (_, c) if c.is_whitespace() || c == ',' => tokens.push(Token::Mark(' ')),
            (_, c) => tokens.push(Token::Mark(if matches!(c, '−' | '–' | '—') { '-' } else { c })),
        }
    }
    tokens
}

/// The day that the first tokens tell, and the tokens after it.
fn nearest_day(tokens: &[Token]) -> Option<(DateValue, &[Token])> {
    let mut numbers: Vec<(usize, i16, usize)> = Vec::new();
    let mut month = None;
    let mut last = 0;
    for (at, token) in tokens.iter().enumerate().take(12) {
        match token {
            Token::Number(digits) => {
                // `20181120`
                if digits.len() == 8 && numbers.is_empty() {
                    let part = |from: usize, to: usize| digits[from..to].parse::<i8>().ok();
                    let day = civil::Date::new(digits[..4].parse().ok()?, part(4, 6)?, part(6, 8)?).ok()?;
                    return Some((DateValue::Day(day), &tokens[at + 1..]));
                }
                numbers.push((at, digits.parse().ok()?, digits.len()));
                last = at;
            }
            Token::Word(word) if month.is_none() => {
                if let Some(found) = month_number(word) {
                    month = Some(found);
                    last = last.max(at);
                }
            }
            _ => {}
        }
        if numbers.len() + usize::from(month.is_some()) == 3 {
            break;
        }
    }
    let after = &tokens[(last + 1).min(tokens.len())..];
    let year_at = numbers.iter().position(|(_, _, length)| *length == 4)?;
    let year = numbers[year_at].1;
    let others: Vec<i8> = numbers
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != year_at)
        .filter_map(|(_, (_, value, _))| i8::try_from(*value).ok())
        .collect();
    let (month, day) = match (month, others.as_slice()) {
        (Some(month), [day, ..]) => (month, Some(*day)),
        (Some(month), []) => (month, None),
        (None, [first, second, ..]) if year_at == 0 => (*first, Some(*second)),
        // `28.10.2021`: the day stands first unless it cannot be one.
        (None, [first, second, ..]) if *second <= 12 => (*second, Some(*first)),
        (None, [first, second, ..]) => (*first, Some(*second)),
        (None, [month]) => (*month, None),
        (None, []) => return Some((DateValue::Year(year), after)),
    };
    match day {
        Some(day) => {
            let length = civil::Date::new(year, month, 1).ok()?.days_in_month();
            let day = civil::Date::new(year, month, day.clamp(1, length)).ok()?;
            Some((DateValue::Day(day), after))
        }
        None => (1..=12).contains(&month).then_some((DateValue::Month(year, month), after)),
    }
}

fn nearest_time(tokens: &[Token]) -> Option<(civil::Time, Option<Offset>)> {
    let mut numbers: Vec<i8> = Vec::new();
    let mut offset = None;
    let mut afternoon = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Number(digits) if numbers.len() < 3 => {
                if digits.len() == 4 && numbers.is_empty() {
                    numbers.extend([digits[..2].parse::<i8>().ok()?, digits[2..].parse::<i8>().ok()?]);
                } else {
                    numbers.push(digits.parse().ok()?);
                }
            }
            Token::Mark(sign @ ('+' | '-')) if !numbers.is_empty() => {
                offset = nearest_offset(*sign, &tokens[at + 1..]);
                break;
            }
            Token::Word(word) => match word.as_str() {
                "z" | "utc" | "gmt" => offset = Some(Offset::UTC),
                "pm" => afternoon = Some(true),
                "am" => afternoon = Some(false),
                _ => {}
            },
            Token::Mark('.') if numbers.len() == 3 => at += 1,
            _ => {}
        }
        at += 1;
    }
    let hour = match (numbers.first()?, afternoon) {
        (12, Some(false)) => 0,
        (hour, Some(true)) if *hour < 12 => hour + 12,
        (hour, _) => *hour,
    };
    let time =
        civil::Time::new(hour, numbers.get(1).copied().unwrap_or(0), numbers.get(2).copied().unwrap_or(0), 0)
            .ok()?;
    Some((time, offset))
}

fn nearest_offset(sign: char, tokens: &[Token]) -> Option<Offset> {
    let Some(Token::Number(first)) = tokens.first() else { return None };
    let (hours, minutes) = match (first.len(), tokens.get(1), tokens.get(2)) {
        (4, ..) => (first[..2].to_owned(), first[2..].to_owned()),
        (1 | 2, Some(Token::Mark(':')), Some(Token::Number(minutes))) => (first.clone(), minutes.clone()),
        (1 | 2, ..) => (first.clone(), "0".to_owned()),
        _ => return None,
    };
    let seconds = hours.parse::<i32>().ok()? * 3600 + minutes.parse::<i32>().ok()? * 60;
    Offset::from_seconds(if sign == '-' { -seconds } else { seconds }).ok()
}

/// The number of a month by the beginning of its name in English or Russian, or `월`.
fn month_number(word: &str) -> Option<i8> {
    const ENGLISH: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const RUSSIAN: [&str; 12] =
        ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];
    let named = |names: &[&str; 12]| names.iter().position(|name| word.starts_with(name));
    named(&ENGLISH).or_else(|| named(&RUSSIAN)).and_then(|at| i8::try_from(at + 1).ok())
}

/// Reads a length of time: `73h`, `1h30m`, `2d`, `45s`, `1w`, `PT10M`. In seconds.
pub fn read_length(written: &str) -> Option<u64> {
    let iso = written.strip_prefix('P');
    let mut rest = iso.unwrap_or(written);
    let mut total: u64 = 0;
    let mut in_time = iso.is_none();
    let mut last = u64::MAX;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        if iso.is_some()
            && let Some(after) = rest.strip_prefix('T')
        {
            in_time = true;
            rest = after;
            if rest.is_empty() {
                return None;
            }
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = rest.get(..digits)?.parse::<u64>().ok()?;
        let unit = rest[digits..].chars().next()?;
        let seconds = match (unit, iso.is_some(), in_time) {
            ('w', false, _) | ('W', true, false) => 604_800,
            ('d', false, _) | ('D', true, false) => 86_400,
            ('h', false, _) | ('H', true, true) => 3_600,
            ('m', false, _) | ('M', true, true) => 60,
            ('s', false, _) | ('S', true, true) => 1,
            _ => return None,
        };
        // Larger units first, each once: `30m1h` is more likely a slip.
        if seconds >= last {
            return None;
        }
        last = seconds;
        total = total.checked_add(count.checked_mul(seconds)?)?;
        rest = rest[digits + unit.len_utf8()..].trim_start_matches(' ');
    }
    Some(total)
}

/// The accepted spelling nearest to `written`, where a length can be made out.
pub fn nearest_length(written: &str) -> Option<String> {
    let mut spelled = String::new();
    let mut count: Option<String> = None;
    for token in tokens(written) {
        match token {
            Token::Number(digits) => count = Some(digits),
            Token::Word(word) => {
                let unit = match word.as_str() {
                    w if w.starts_with("min")
                        || w.starts_with("мин")
                        || w == "m"
                        || w == "м"
                        || w.starts_with('분') =>
                    {
                        'm'
                    }
                    w if w.starts_with('h') || w.starts_with('ч') || w.starts_with("시간") => 'h',
                    w if w.starts_with('d')
                        || w.starts_with("дн")
                        || w.starts_with("ден")
                        || w.starts_with("сут")
                        || w.starts_with('일') =>
                    {
                        'd'
                    }
                    w if w.starts_with('w') || w.starts_with("нед") || w.starts_with('주') => 'w',
                    w if w.starts_with('s') || w.starts_with("с") || w.starts_with('초') => 's',
                    _ => continue,
                };
                if let Some(count) = count.take() {
                    spelled.push_str(&count);
                    spelled.push(unit);
                }
            }
            Token::Mark(_) => {}
        }
    }
    // A bare number says no unit: hours are the likeliest.
    if spelled.is_empty()
        && let Some(count) = count
        && written.trim() == count
    {
        spelled = format!("{count}h");
    }
    read_length(&spelled).is_some().then_some(spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_dates_are_read_and_written_back() {
        for written in [
            "2021",
            "2021-10",
            "2021-10-28",
            "2012-10-11T23:39:45-04:00",
            "2025-09-24T09:46Z",
            "2026-11-14T05:53:42.102682Z",
        ] {
            assert_eq!(read_date(written).map(|date| date.to_string()).as_deref(), Some(written));
        }
    }

    #[test]
    fn other_dates_are_refused_with_the_nearest_form() {
        let cases = [
            ("2018-11-20 16:33 +0100", "2018-11-20T16:33+01:00"),
            ("2024-01-01 00:00:00", "2024-01-01"),
            ("2024-01-01T00:00:00-05", "2024-01-01T00:00-05:00"),
            ("2024-1-5", "2024-01-05"),
            ("Nov 20 2018", "2018-11-20"),
            ("20 ноября 2018", "2018-11-20"),
            ("2018년 11월 20일", "2018-11-20"),
            ("20.11.2018", "2018-11-20"),
            ("2018/11/20", "2018-11-20"),
            ("2021-02-30", "2021-02-28"),
            ("2025-09-24 09:46 UTC", "2025-09-24T09:46Z"),
            ("November 2018", "2018-11"),
        ];
        for (written, nearest) in cases {
            assert_eq!(read_date(written), None, "{written}");
            assert_eq!(nearest_date(written).as_deref(), Some(nearest), "{written}");
        }
        assert_eq!(nearest_date("soon"), None);
        assert_eq!(read_date("２０２１"), None);
    }

    #[test]
    fn lengths_have_one_reading() {
        for (written, seconds) in [
            ("73h", 262_800),
            ("1h30m", 5_400),
            ("10m", 600),
            ("2d", 172_800),
            ("PT10M", 600),
            ("P1DT2H", 93_600),
            ("1h 30m", 5_400),
        ] {
            assert_eq!(read_length(written), Some(seconds), "{written}");
        }
        for (written, nearest) in [
            ("73 hours", Some("73h")),
            ("10 минут", Some("10m")),
            ("2시간 5분", Some("2h5m")),
            ("73", Some("73h")),
            ("long", None),
            ("30m1h", None),
        ] {
            assert_eq!(read_length(written), None, "{written}");
            assert_eq!(nearest_length(written).as_deref(), nearest, "{written}");
        }
        assert_eq!(read_length("99999999999999999999d"), None);
    }
}
