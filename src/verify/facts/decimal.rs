//! Exact decimal figures as texts tell them: a whole mantissa and a power of ten. What does not fit, or
//! cannot be told exactly (a third), is rounded to 15 significant digits.

/// `mantissa × 10^exponent`, without trailing zeros in the mantissa.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    exponent: i32,
}

/// Beyond this many digits a figure is no longer told in full.
const MAX_EXPONENT: i32 = 60;

impl Decimal {
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    pub const ONE: Self = Self { mantissa: 1, exponent: 0 };

    pub fn new(mantissa: i128, exponent: i32) -> Self {
        let (mut mantissa, mut exponent) = (mantissa, exponent);
        if mantissa == 0 {
            return Self::ZERO;
        }
        // Nearly all figures fit 64 bits, in which dividing is cheap.
        if let Ok(mut small) = i64::try_from(mantissa) {
            while small % 10 == 0 {
                small /= 10;
                exponent += 1;
            }
            mantissa = i128::from(small);
        }
        while mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent: exponent.clamp(-MAX_EXPONENT, MAX_EXPONENT) }
    }

    /// From a whole part and a fraction, both as digits only; longer ones keep their first 30 digits.
    pub fn from_digits(whole: &str, fraction: &str) -> Self {
        if whole.len() + fraction.len() <= 18 {
            let digits = whole.bytes().chain(fraction.bytes());
            let mantissa = digits.fold(0i64, |sum, digit| sum * 10 + i64::from(digit.saturating_sub(b'0')));
            return Self::new(i128::from(mantissa), -(fraction.len() as i32));
        }
        let (mut mantissa, mut exponent, mut taken) = (0i128, 0i32, 0);
        for (at, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
            let after_point = at >= whole.len();
            if taken >= 30 {
                exponent = exponent.saturating_add(i32::from(!after_point));
                continue;
            }
            mantissa = mantissa * 10 + i128::from(digit.saturating_sub(b'0'));
            taken += usize::from(mantissa != 0);
            exponent -= i32::from(after_point);
        }
        Self::new(mantissa, exponent)
    }

    /// From a binary fraction, rounded to 15 significant digits.
    pub fn from_f64(value: f64) -> Self {
        if value == 0.0 || !value.is_finite() {
            return Self::ZERO;
        }
        let told = format!("{value:.14e}");
        let (digits, power) = told.split_once('e').unwrap_or((&told, "0"));
        let mantissa: i128 = digits.replace('.', "").parse().unwrap_or(0);
        Self::new(mantissa, power.parse::<i32>().unwrap_or(0) - 14)
    }

    pub fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    pub fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    pub fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Whether it has no fraction.
    pub fn is_whole(self) -> bool {
        self.exponent >= 0
    }

    pub fn to_f64(self) -> f64 {
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
            1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        // Both are told exactly, so that one operation rounds correctly.
        if self.mantissa.unsigned_abs() < 1 << 53
            && let Some(power) = POWERS.get(self.exponent.unsigned_abs() as usize)
        {
            let mantissa = self.mantissa as f64;
            return if self.exponent < 0 { mantissa / power } else { mantissa * power };
        }
        // Parsing rounds correctly, which multiplying by a power of ten does not.
        format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or(0.0)
    }

    /// The value as a whole number, if it is one and fits.
    pub fn whole(self) -> Option<i64> {
        let factor = 10i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        i64::try_from(self.mantissa.checked_mul(factor)?).ok()
    }

    pub fn times(self, other: Self) -> Self {
        match self.mantissa.checked_mul(other.mantissa) {
            Some(mantissa) => Self::new(mantissa, self.exponent + other.exponent),
            None => Self::from_f64(self.to_f64() * other.to_f64()),
        }
    }

    pub fn plus(self, other: Self) -> Self {
        let exponent = self.exponent.min(other.exponent);
        let lift = |value: Self| {
            let power = u32::try_from(value.exponent - exponent).ok()?;
            value.mantissa.checked_mul(10i128.checked_pow(power)?)
        };
        match (lift(self), lift(other)) {
            (Some(a), Some(b)) if a.checked_add(b).is_some() => Self::new(a + b, exponent),
            _ => Self::from_f64(self.to_f64() + other.to_f64()),
        }
    }

    pub fn over(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        if other.mantissa.abs() == 1 {
            return Some(Self::new(self.mantissa * other.mantissa, self.exponent - other.exponent));
        }
        let quotient = self.mantissa.checked_mul(1_000_000).map_or(1, |m| m % other.mantissa);
        if quotient == 0 {
            return Some(Self::new(
                self.mantissa * 1_000_000 / other.mantissa,
                self.exponent - other.exponent - 6,
            ));
        }
        Some(Self::from_f64(self.to_f64() / other.to_f64()))
    }

    pub fn less(self, other: Self) -> bool {
        if self.exponent == other.exponent {
            return self.mantissa < other.mantissa;
        }
        self.plus(other.negated()).is_negative()
    }
}

impl Default for Decimal {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(i128::from(value), 0)
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = self.mantissa.unsigned_abs().to_string();
        if self.mantissa < 0 {
            f.write_str("-")?;
        }
        let point = i32::try_from(digits.len()).unwrap_or(0) + self.exponent;
        match usize::try_from(point) {
            Ok(point) if point >= digits.len() => write!(f, "{digits}{}", "0".repeat(point - digits.len())),
            Ok(point) if point > 0 => write!(f, "{}.{}", &digits[..point], &digits[point..]),
            _ => write!(f, "0.{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or(0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_as_written() {
        for (whole, fraction, told) in [
            ("4120", "00", "4120"),
            ("0", "0182", "0.0182"),
            ("007", "50", "7.5"),
            ("", "08", "0.08"),
            ("0", "", "0"),
        ] {
            assert_eq!(Decimal::from_digits(whole, fraction).to_string(), told);
        }
    }

    #[test]
    fn short_cuts_round_as_parsing_does() {
        for mantissa in [1i128, 3, 42, 999_999_999_999, (1 << 53) - 1, 1 << 53, 12_345_678_901_234_567_890] {
            for exponent in -25..=25 {
                let decimal = Decimal::new(mantissa, exponent);
                let parsed: f64 = format!("{}e{}", decimal.mantissa, decimal.exponent).parse().unwrap();
                assert_eq!(decimal.to_f64().to_bits(), parsed.to_bits(), "{mantissa}e{exponent}");
            }
        }
        for (whole, fraction) in [("00", ""), ("", "000"), ("7", ""), ("123456789", "123456789")] {
            let long = Decimal::from_digits(&format!("{}{whole}", "0".repeat(20)), fraction);
            assert_eq!(Decimal::from_digits(whole, fraction), long, "{whole} {fraction}");
        }
    }

    #[test]
    fn arithmetic_is_exact_where_decimals_allow_it() {
        let tenth = Decimal::new(11, -1);
        assert_eq!(tenth.times(Decimal::from(1_000_000)).to_string(), "1100000");
        assert_eq!(tenth.plus(Decimal::new(22, -1)).to_string(), "3.3");
        assert_eq!(
            Decimal::ONE.over(Decimal::from(3)).map(|d| d.to_string()).as_deref(),
            Some("0.333333333333333")
        );
        assert_eq!(
            Decimal::ONE.over(Decimal::from(128)).map(|d| d.to_string()).as_deref(),
            Some("0.0078125")
        );
        assert!(Decimal::ONE.over(Decimal::ZERO).is_none());
    }

    #[test]
    fn long_figures_neither_panic_nor_lose_their_size() {
        let long = "9".repeat(400);
        assert!(Decimal::from_digits(&long, &long).to_f64() > 1e50);
        assert_eq!(
            Decimal::from_digits("202107211321363588510367", "").to_string(),
            "202107211321363588510367"
        );
    }
}
