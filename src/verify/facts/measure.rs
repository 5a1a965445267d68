//! What a fact's value means as numbers: the scalar it tells, the dimension and base unit it converts to,
//! the parts of a date or a clock time. The comparer works on these, never on the strings.

use super::{Fact, FactKind};

/// What a figure measures; figures of two dimensions are never compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// Bare numbers.
    Count,
    /// Percent, as a fraction of one.
    Percent,
    /// Percentage points.
    Points,
    /// Seconds.
    Time,
    /// Months: months, quarters and years have no fixed length in seconds.
    Months,
    /// Bytes.
    Data,
    /// Bits.
    Bits,
    /// Bytes per second.
    DataRate,
    /// Bits per second.
    BitRate,
    /// Metres.
    Length,
    /// Grams.
    Mass,
    /// Degrees Celsius.
    Temperature,
    /// Square metres.
    Area,
    /// Cubic metres.
    Volume,
    /// Metres per second.
    Speed,
    /// Watts.
    Power,
    /// Joules.
    Energy,
    /// Hertz.
    Frequency,
    /// Volts.
    Voltage,
    /// Amperes.
    Current,
    /// Pascals.
    Pressure,
    /// Money of one currency (ISO 4217, or `$`).
    Money(String),
    /// A rank.
    Rank,
    /// A percentile's rank.
    Percentile,
    /// Anything else, by its own unit: `{req}/s`.
    Other(String),
}

/// A length of time: whole months never turn into seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length {
    /// Months, quarters and years.
    pub months: f64,
    /// Seconds up to weeks.
    pub seconds: f64,
}

/// A date, a clock time, or both, as far as the text tells them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moment {
    /// Year.
    pub year: Option<i32>,
    /// Month from 1.
    pub month: Option<u8>,
    /// Day of the month from 1.
    pub day: Option<u8>,
    /// Hour from 0 and minute.
    pub clock: Option<(u8, u8)>,
    /// Seconds, where told.
    pub second: Option<u8>,
    /// Offset from UTC in minutes, where a zone is named.
    pub offset: Option<i32>,
}

impl Moment {
    /// Reads the forms that facts use: `2021-10-28`, `2021-10`, `2021`, `--10-28`, `--10`, `---28`,
    /// `13:37`, `13:37:05`, `2021-10-28T13:37Z`, `--10-28T13:37-08:00`.
    pub fn parse(value: &str) -> Option<Self> {
        let (date, clock) = match value.split_once('T') {
            Some((date, clock)) => (date, clock),
            None if value.as_bytes().get(2) == Some(&b':') => ("", value),
            None => (value, ""),
        };
        let mut moment = Self::default();
        if let Some(day) = date.strip_prefix("---") {
            moment.day = Some(day.parse().ok()?);
        } else if let Some(rest) = date.strip_prefix("--") {
            let (month, day) = rest.split_once('-').map_or((rest, None), |(month, day)| (month, Some(day)));
            moment.month = Some(month.parse().ok()?);
            moment.day = day.map(str::parse).transpose().ok()?;
        } else if !date.is_empty() {
            let mut parts = date.split('-');
            moment.year = Some(parts.next()?.parse().ok()?);
            moment.month = parts.next().map(str::parse).transpose().ok()?;
            moment.day = parts.next().map(str::parse).transpose().ok()?;
        }
        if !clock.is_empty() {
            let zone = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
            let mut parts = clock.get(..zone)?.split(':');
            moment.clock = Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?));
            moment.second = parts.next().map(str::parse).transpose().ok()?;
            moment.offset = match clock.get(zone..)? {
                "" => None,
                "Z" => Some(0),
                offset => {
                    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
                    let minutes = hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?;
                    Some(if offset.starts_with('-') { -minutes } else { minutes })
                }
            };
        }
        (moment != Self::default()).then_some(moment)
    }
}

impl Length {
    /// Reads an ISO 8601 duration: `P2Y3M`, `PT1H30M`, `P1.5M`.
    pub fn parse(value: &str) -> Option<Self> {
        let mut length = Self { months: 0.0, seconds: 0.0 };
        let (mut in_time, mut digits_from, mut parts) = (false, 1, 0);
        let rest = value.strip_prefix('P')?;
        for (at, letter) in rest.char_indices().map(|(at, letter)| (at + 1, letter)) {
            if letter.is_ascii_digit() || letter == '.' {
                continue;
            }
            if letter == 'T' && !in_time {
                (in_time, digits_from) = (true, at + 1);
                continue;
            }
            let amount: f64 = value.get(digits_from..at)?.parse().ok()?;
            match (in_time, letter) {
                (false, 'Y') => length.months += amount * 12.0,
                (false, 'M') => length.months += amount,
                (false, 'W') => length.seconds += amount * 604_800.0,
                (false, 'D') => length.seconds += amount * 86_400.0,
                (true, 'H') => length.seconds += amount * 3600.0,
                (true, 'M') => length.seconds += amount * 60.0,
                (true, 'S') => length.seconds += amount,
                _ => return None,
            }
            (digits_from, parts) = (at + 1, parts + 1);
        }
        (parts > 0 && digits_from > value.len() - 1).then_some(length)
    }
}

impl Fact {
    /// The scalar that it tells, in its own unit; `None` for durations, dates, times, ranges and names.
    pub fn number(&self) -> Option<f64> {
        match self.kind {
            FactKind::Number
            | FactKind::Percent
            | FactKind::Quantity
            | FactKind::Money
            | FactKind::Ordinal
            | FactKind::Percentile => self.value.parse().ok(),
            _ => None,
        }
    }

    /// The length of a duration.
    pub fn length(&self) -> Option<Length> {
        if self.kind == FactKind::Duration { Length::parse(&self.value) } else { None }
    }

    /// The parts of a date, time or datetime.
    pub fn moment(&self) -> Option<Moment> {
        match self.kind {
            FactKind::Date | FactKind::Time | FactKind::Datetime => Moment::parse(&self.value),
            _ => None,
        }
    }

    /// What it measures, and how much in the base unit of that dimension: bytes, metres, seconds. A
    /// duration with months has the dimension [`Dimension::Months`] only when it has nothing else.
    pub fn canonical(&self) -> Option<(Dimension, f64)> {
        match self.kind {
            FactKind::Duration => {
                let length = self.length()?;
                match (length.months != 0.0, length.seconds != 0.0) {
                    (true, true) => None,
                    (true, false) => Some((Dimension::Months, length.months)),
                    _ => Some((Dimension::Time, length.seconds)),
                }
            }
            FactKind::Ordinal => Some((Dimension::Rank, self.number()?)),
            FactKind::Percentile => Some((Dimension::Percentile, self.number()?)),
            _ => Some(to_base(self.unit.as_deref(), self.kind, self.number()?)),
        }
    }

    /// The two ends of a range of figures in the base unit of its dimension; an open end is `None`.
    /// Ranges of dates and times are read with [`Fact::moments`].
    pub fn ends(&self) -> Option<(Dimension, Option<f64>, Option<f64>)> {
        if self.kind != FactKind::Range || matches!(self.unit.as_deref(), Some("date" | "time" | "datetime"))
        {
            return None;
        }
        let (low, high) = self.value.split_once("..")?;
        let money =
            |unit: &str| unit == "$" || (unit.len() == 3 && unit.bytes().all(|b| b.is_ascii_uppercase()));
        let kind = match self.unit.as_deref() {
            None => FactKind::Number,
            Some(unit) if money(unit) => FactKind::Money,
            Some(_) => FactKind::Quantity,
        };
        let base = |end: &str| -> Option<(Dimension, f64)> {
            Some(to_base(self.unit.as_deref(), kind, end.parse().ok()?))
        };
        let (low, high) = (base(low), base(high));
        let dimension = low.as_ref().or(high.as_ref())?.0.clone();
        Some((dimension, low.map(|(_, value)| value), high.map(|(_, value)| value)))
    }

    /// The two ends of a range of dates or times; an open end is `None`.
    pub fn moments(&self) -> Option<(Option<Moment>, Option<Moment>)> {
        if self.kind != FactKind::Range || !matches!(self.unit.as_deref(), Some("date" | "time" | "datetime"))
        {
            return None;
        }
        let (low, high) = self.value.split_once("..")?;
        Some((Moment::parse(low), Moment::parse(high)))
    }
}

/// `amount` of `unit` in the base unit of its dimension.
fn to_base(unit: Option<&str>, kind: FactKind, amount: f64) -> (Dimension, f64) {
    let Some(unit) = unit else { return (Dimension::Count, amount) };
    if kind == FactKind::Money {
        return (Dimension::Money(unit.to_owned()), amount);
    }
    match unit {
        "%" => (Dimension::Percent, amount / 100.0),
        "pp" => (Dimension::Points, amount),
        "[degF]" => (Dimension::Temperature, (amount - 32.0) / 1.8),
        "K" => (Dimension::Temperature, amount - 273.15),
        _ => match UNITS.iter().find(|(id, ..)| *id == unit) {
            Some((_, dimension, factor)) => (dimension.clone(), amount * factor),
            None => (Dimension::Other(unit.to_owned()), amount),
        },
    }
}

/// The ids of all units of measure but those of time.
pub(super) fn units() -> impl Iterator<Item = &'static str> {
    UNITS.iter().filter(|(_, dimension, _)| *dimension != Dimension::Time).map(|(id, ..)| *id)
}

/// The dimension of a unit and its size in the base unit.
pub(super) fn size(id: &str) -> Option<(Dimension, f64)> {
    match UNITS.iter().find(|(unit, ..)| *unit == id) {
        Some((_, dimension, size)) => Some((dimension.clone(), *size)),
        None => Some((Dimension::Other(id.to_owned()), 1.0)),
    }
}

/// Unit, dimension, size in the dimension's base unit.
const UNITS: &[(&str, Dimension, f64)] = &[
    ("s", Dimension::Time, 1.0),
    ("ms", Dimension::Time, 1e-3),
    ("By", Dimension::Data, 1.0),
    ("kBy", Dimension::Data, 1e3),
    ("MBy", Dimension::Data, 1e6),
    ("GBy", Dimension::Data, 1e9),
    ("TBy", Dimension::Data, 1e12),
    ("PBy", Dimension::Data, 1e15),
    ("EBy", Dimension::Data, 1e18),
    ("KiBy", Dimension::Data, 1024.0),
    ("MiBy", Dimension::Data, 1_048_576.0),
    ("GiBy", Dimension::Data, 1_073_741_824.0),
    ("TiBy", Dimension::Data, 1_099_511_627_776.0),
    ("PiBy", Dimension::Data, 1_125_899_906_842_624.0),
    ("bit", Dimension::Bits, 1.0),
    ("kbit", Dimension::Bits, 1e3),
    ("Mbit", Dimension::Bits, 1e6),
    ("Gbit", Dimension::Bits, 1e9),
    ("Tbit", Dimension::Bits, 1e12),
    ("By/s", Dimension::DataRate, 1.0),
    ("kBy/s", Dimension::DataRate, 1e3),
    ("MBy/s", Dimension::DataRate, 1e6),
    ("GBy/s", Dimension::DataRate, 1e9),
    ("TBy/s", Dimension::DataRate, 1e12),
    ("KiBy/s", Dimension::DataRate, 1024.0),
    ("MiBy/s", Dimension::DataRate, 1_048_576.0),
    ("GiBy/s", Dimension::DataRate, 1_073_741_824.0),
    ("bit/s", Dimension::BitRate, 1.0),
    ("kbit/s", Dimension::BitRate, 1e3),
    ("Mbit/s", Dimension::BitRate, 1e6),
    ("Gbit/s", Dimension::BitRate, 1e9),
    ("Tbit/s", Dimension::BitRate, 1e12),
    ("nm", Dimension::Length, 1e-9),
    ("um", Dimension::Length, 1e-6),
    ("mm", Dimension::Length, 1e-3),
    ("cm", Dimension::Length, 1e-2),
    ("dm", Dimension::Length, 1e-1),
    ("m", Dimension::Length, 1.0),
    ("km", Dimension::Length, 1e3),
    ("[in_i]", Dimension::Length, 0.0254),
    ("[ft_i]", Dimension::Length, 0.3048),
    ("[yd_i]", Dimension::Length, 0.9144),
    ("[mi_i]", Dimension::Length, 1609.344),
    ("[nmi_i]", Dimension::Length, 1852.0),
    ("ug", Dimension::Mass, 1e-6),
    ("mg", Dimension::Mass, 1e-3),
    ("g", Dimension::Mass, 1.0),
    ("kg", Dimension::Mass, 1e3),
    ("t", Dimension::Mass, 1e6),
    ("jin", Dimension::Mass, 500.0),
    ("liang", Dimension::Mass, 50.0),
    ("[oz_av]", Dimension::Mass, 28.349_523_125),
    ("[lb_av]", Dimension::Mass, 453.592_37),
    ("Cel", Dimension::Temperature, 1.0),
    ("[degF]", Dimension::Temperature, 1.0),
    ("mm2", Dimension::Area, 1e-6),
    ("cm2", Dimension::Area, 1e-4),
    ("m2", Dimension::Area, 1.0),
    ("km2", Dimension::Area, 1e6),
    ("har", Dimension::Area, 1e4),
    ("[acr_us]", Dimension::Area, 4_046.872_61),
    ("[sft_i]", Dimension::Area, 0.092_903_04),
    ("[smi_us]", Dimension::Area, 2_589_988.11),
    ("mL", Dimension::Volume, 1e-6),
    ("cL", Dimension::Volume, 1e-5),
    ("L", Dimension::Volume, 1e-3),
    ("m3", Dimension::Volume, 1.0),
    ("cm3", Dimension::Volume, 1e-6),
    ("[gal_us]", Dimension::Volume, 0.003_785_411_784),
    ("m/s", Dimension::Speed, 1.0),
    ("km/s", Dimension::Speed, 1000.0),
    ("km/h", Dimension::Speed, 1.0 / 3.6),
    ("[mi_i]/h", Dimension::Speed, 0.447_04),
    ("[kn_i]", Dimension::Speed, 0.514_444_444_444_444_4),
    ("mW", Dimension::Power, 1e-3),
    ("W", Dimension::Power, 1.0),
    ("kW", Dimension::Power, 1e3),
    ("MW", Dimension::Power, 1e6),
    ("GW", Dimension::Power, 1e9),
    ("J", Dimension::Energy, 1.0),
    ("kJ", Dimension::Energy, 1e3),
    ("Wh", Dimension::Energy, 3600.0),
    ("kWh", Dimension::Energy, 3.6e6),
    ("MWh", Dimension::Energy, 3.6e9),
    ("GWh", Dimension::Energy, 3.6e12),
    ("Hz", Dimension::Frequency, 1.0),
    ("kHz", Dimension::Frequency, 1e3),
    ("MHz", Dimension::Frequency, 1e6),
    ("GHz", Dimension::Frequency, 1e9),
    ("mV", Dimension::Voltage, 1e-3),
    ("V", Dimension::Voltage, 1.0),
    ("kV", Dimension::Voltage, 1e3),
    ("mA", Dimension::Current, 1e-3),
    ("A", Dimension::Current, 1.0),
    ("Pa", Dimension::Pressure, 1.0),
    ("hPa", Dimension::Pressure, 100.0),
    ("kPa", Dimension::Pressure, 1e3),
    ("bar", Dimension::Pressure, 1e5),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::ByteSpan;

    fn fact(kind: FactKind, value: &str, unit: Option<&str>) -> Fact {
        Fact {
            kind,
            value: value.into(),
            unit: unit.map(Into::into),
            approx: None,
            amount: None,
            places: None,
            span: ByteSpan::new(0, 1),
        }
    }

    #[test]
    fn units_of_one_dimension_meet_in_its_base_unit() {
        for (value, unit, dimension, base) in [
            ("4.2", "GBy", Dimension::Data, 4.2e9),
            ("64", "GiBy", Dimension::Data, 64.0 * 1024.0 * 1024.0 * 1024.0),
            ("50", "%", Dimension::Percent, 0.5),
            ("90", "km/h", Dimension::Speed, 25.0),
            ("212", "[degF]", Dimension::Temperature, 100.0),
            ("7", "{req}/s", Dimension::Other("{req}/s".into()), 7.0),
        ] {
            let (got, amount) = fact(FactKind::Quantity, value, Some(unit)).canonical().unwrap();
            assert_eq!(got, dimension);
            assert!((amount - base).abs() < 1e-9 * base.abs(), "{value} {unit}: {amount}");
        }
    }

    #[test]
    fn lengths_keep_months_apart_from_seconds() {
        assert_eq!(Length::parse("PT1H30M"), Some(Length { months: 0.0, seconds: 5400.0 }));
        assert_eq!(Length::parse("P2Y3M"), Some(Length { months: 27.0, seconds: 0.0 }));
        assert_eq!(Length::parse("P1.5M"), Some(Length { months: 1.5, seconds: 0.0 }));
        for wrong in ["", "P", "PT", "P1", "1H", "P1X", "PT1H2", "P한M"] {
            assert_eq!(Length::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moments_tell_only_what_the_text_tells() {
        let whole = Moment::parse("2021-10-28T13:37-08:00").unwrap();
        assert_eq!((whole.year, whole.month, whole.day), (Some(2021), Some(10), Some(28)));
        assert_eq!((whole.clock, whole.offset), (Some((13, 37)), Some(-480)));
        assert_eq!(Moment::parse("--10-28").unwrap().year, None);
        assert_eq!(Moment::parse("02:14Z").unwrap().offset, Some(0));
        assert_eq!(Moment::parse("2021-10").unwrap().day, None);
        let month = Moment::parse("--10").unwrap();
        assert_eq!((month.year, month.month, month.day), (None, Some(10), None));
        let day = Moment::parse("---28T13:37").unwrap();
        assert_eq!((day.month, day.day, day.clock), (None, Some(28), Some((13, 37))));
        assert_eq!(Moment::parse("when"), None);
    }

    #[test]
    fn open_ends_stay_open() {
        let range = fact(FactKind::Range, "2..", Some("km"));
        assert_eq!(range.ends(), Some((Dimension::Length, Some(2000.0), None)));
        assert_eq!(fact(FactKind::Range, "10:00..16:45", Some("time")).ends(), None);
        assert!(fact(FactKind::Range, "10:00..16:45", Some("time")).moments().is_some());
    }
}
