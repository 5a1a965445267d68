//! Dates and lengths of time as records tell them. A day stays that day in every time zone.

use jiff::civil;
use jiff::tz::Offset;

use super::text::At;

/// A date of a year, a month, a day or an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    /// What it says.
    pub value: DateValue,
    /// As written.
    pub written: String,
    /// Where.
    pub at: At,
}

/// What a date says, as finely as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateValue {
    /// `2021`
    Year(i16),
    /// `2021-10`
    Month(i16, i8),
    /// `2021-10-28`
    Day(civil::Date),
    /// `2021-10-28T13:37-08:00`: the wall clock with the offset that was written.
    Instant {
        /// Wall clock at `offset`.
        local: civil::DateTime,
        /// The offset as written; `Z` is zero.
        offset: Offset,
    },
}

impl DateValue {
    /// The year.
    pub fn year(self) -> i16 {
        match self {
            Self::Year(year) | Self::Month(year, _) => year,
            Self::Day(day) => day.year(),
            Self::Instant { local, .. } => local.year(),
        }
    }

    /// A number that orders dates: days since 1970 of the first day that the date can mean.
    pub fn sort_key(self) -> i32 {
        let day = match self {
            Self::Year(year) => civil::Date::new(year, 1, 1).ok(),
            Self::Month(year, month) => civil::Date::new(year, month, 1).ok(),
            Self::Day(day) => Some(day),
            Self::Instant { local, .. } => Some(local.date()),
        };
        day.and_then(|day| day.since(civil::date(1970, 1, 1)).ok()).map_or(i32::MIN, |span| span.get_days())
    }
}

impl std::fmt::Display for DateValue {
    /// Writes the ISO 8601 form at the precision told.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}"),
            Self::Month(year, month) => write!(f, "{year:04}-{month:02}"),
            Self::Day(day) => write!(f, "{day}"),
            Self::Instant { local, offset } => {
                write!(f, "{}T{:02}:{:02}", local.date(), local.hour(), local.minute())?;
                if local.second() != 0 || local.subsec_nanosecond() != 0 {
                    write!(f, ":{:02}", local.second())?;
                }
                let nanos = local.subsec_nanosecond();
                if nanos != 0 {
                    write!(f, "{}", format!(".{nanos:09}").trim_end_matches('0'))?;
                }
                let seconds = offset.seconds();
                if seconds == 0 {
                    return f.write_str("Z");
                }
                let sign = if seconds < 0 { '-' } else { '+' };
                let minutes = seconds.abs() / 60;
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// A length of time as a record tells it: `73h`, `1h30m`, `PT10M`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// In seconds.
    pub seconds: u64,
    /// As written.
    pub written: String,
    /// Where.
    pub at: At,
}
