//! The units that a figure can carry, by the id that facts show, and how each one is told.

use super::decimal::Decimal;
use super::measure;

/// A unit by its id and what kind of fact it makes.
#[derive(Debug, PartialEq)]
pub(super) struct Unit {
    /// The id in facts: UCUM-like, `%`, `pp` or ISO 4217.
    pub id: &'static str,
    /// What kind of fact it makes.
    pub kind: UnitKind,
}

/// What a figure with this unit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum UnitKind {
    /// A length of time: the ISO 8601 part it is told in, and how many of them it is.
    Time(TimePart, Decimal),
    /// A percentage; the factor is 10 for tenths.
    Percent(i64),
    /// Percentage points.
    Points,
    /// A currency.
    Money,
    /// A hundredth, tenth of whatever currency stands before it.
    Minor(i64),
    /// A measure of another dimension.
    Measure,
}

/// Parts of an ISO 8601 duration, longest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TimePart {
    /// Years.
    Years,
    /// Months.
    Months,
    /// Weeks.
    Weeks,
    /// Days.
    Days,
    /// Hours.
    Hours,
    /// Minutes.
    Minutes,
    /// Seconds.
    Seconds,
}

/// The unit with this id.
pub(super) fn find(id: &str) -> Option<&'static Unit> {
    static TABLE: std::sync::OnceLock<Vec<Unit>> = std::sync::OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let time = TIMES.iter().map(|&(id, part, mantissa, exponent)| Unit {
            id,
            kind: UnitKind::Time(part, Decimal::new(mantissa, exponent)),
        });
        let measures = measure::units().map(|id| Unit { id, kind: UnitKind::Measure });
        let money = CURRENCIES.split_whitespace().map(|id| Unit { id, kind: UnitKind::Money });
        let rates = RATES.iter().map(|&id| Unit { id, kind: UnitKind::Measure });
        let rest = [
            Unit { id: "%", kind: UnitKind::Percent(1) },
            Unit { id: "%10", kind: UnitKind::Percent(10) },
            Unit { id: "pp", kind: UnitKind::Points },
            Unit { id: "/100", kind: UnitKind::Minor(100) },
            Unit { id: "/10", kind: UnitKind::Minor(10) },
        ];
        time.chain(rest).chain(money).chain(measures).chain(rates).collect()
    });
    table.iter().find(|unit| unit.id == id)
}

/// The name of something counted per time.
pub(super) fn counted(id: &str) -> Option<&'static str> {
    COUNTED.iter().find(|(name, _)| *name == id).map(|(name, _)| *name)
}

/// The unit of `name` per second, minute, hour or day.
pub(super) fn rate_of(name: &str, per: &str) -> String {
    format!("{{{name}}}/{per}")
}

/// Time: id, ISO part, how many of that part.
const TIMES: &[(&str, TimePart, i128, i32)] = &[
    ("ns", TimePart::Seconds, 1, -9),
    ("us", TimePart::Seconds, 1, -6),
    ("ms", TimePart::Seconds, 1, -3),
    ("s", TimePart::Seconds, 1, 0),
    ("min", TimePart::Minutes, 1, 0),
    ("min15", TimePart::Minutes, 15, 0),
    ("min5", TimePart::Minutes, 5, 0),
    ("h", TimePart::Hours, 1, 0),
    ("h2", TimePart::Hours, 2, 0),
    ("d", TimePart::Days, 1, 0),
    ("wk", TimePart::Weeks, 1, 0),
    ("wk2", TimePart::Weeks, 2, 0),
    ("mo", TimePart::Months, 1, 0),
    ("qt", TimePart::Months, 3, 0),
    ("a", TimePart::Years, 1, 0),
    ("a10", TimePart::Years, 10, 0),
    ("a100", TimePart::Years, 100, 0),
];

/// Rates that are told as one word.
const RATES: &[&str] =
    &["{req}/s", "{query}/s", "{txn}/s", "{op}/s", "{frame}/s", "{packet}/s", "/min", "rad", "deg", "dB"];

/// Counted things and what they are.
const COUNTED: &[(&str, &str)] = &[
    ("req", "requests"),
    ("query", "queries"),
    ("txn", "transactions"),
    ("op", "operations"),
    ("msg", "messages"),
    ("event", "events"),
    ("packet", "packets"),
    ("conn", "connections"),
    ("write", "writes"),
    ("read", "reads"),
    ("error", "errors"),
    ("row", "rows"),
    ("call", "calls"),
    ("job", "jobs"),
    ("order", "orders"),
    ("user", "users"),
    ("frame", "frames"),
];

/// Currencies by ISO 4217, and `$` for a dollar of no named country.
const CURRENCIES: &str = "$ USD EUR GBP JPY CNY KRW RUB UAH KZT BYN GEL AMD AZN UZS KGS MDL CHF SEK NOK DKK ISK PLN CZK \
    HUF RON BGN RSD TRY ILS AED SAR QAR KWD BHD OMR EGP ZAR NGN KES MAD INR PKR BDT LKR NPR IDR MYR SGD THB VND PHP \
    HKD TWD MOP AUD NZD CAD MXN BRL ARS CLP COP PEN UYU BOB VES CUP DOP BTC ETH IRR IQD JOD LBP MNT KHR LAK MMK";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_their_ids() {
        assert_eq!(find("GBy").map(|unit| unit.kind), Some(UnitKind::Measure));
        assert_eq!(find("EUR").map(|unit| unit.kind), Some(UnitKind::Money));
        assert!(matches!(find("h").map(|unit| unit.kind), Some(UnitKind::Time(TimePart::Hours, _))));
        assert_eq!(find("furlong"), None);
    }
}
