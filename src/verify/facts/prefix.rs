//! Figures whose sign, scale or rate stands before them: $10, 百分之五, 섭씨 30도, 초당 5,000건.

use super::amount::{Amount, What};
use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::numeral::Numeral;
use super::reader::Reader;
use super::units::{self, Unit, UnitKind};

impl Reader<'_> {
    /// Money and other things whose sign stands before the figure.
    pub fn prefixed(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        let before = text.before(at);
        if before.is_alphanumeric() && !fold::is_wide(before) {
            return None;
        }
        let symbols = self.symbols(at);
        let symbol = symbols.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(Unit { id, kind: UnitKind::Money }) => Some((end, *id)),
            _ => None,
        });
        let word = || {
            let found =
                self.word(at, |sense| matches!(sense, Sense::Unit(Unit { kind: UnitKind::Money, .. })))?;
            let Sense::Unit(unit) = found.1 else { return None };
            Some((found.0, unit.id))
        };
        let by_symbol = symbol.is_some();
        let sign = text.at(at);
        if let Some((end, id)) = symbol.or_else(word) {
            let next = text.skip_blanks(end);
            let spelled = !by_symbol;
            // A word before its figure only where nothing else can own the figure, or as "us $ 10".
            let whole = at == 0;
            let lead = if matches!(text.at(next), '-' | '~')
                && text.at(next + 1).is_ascii_digit()
                && text.at(next) == '~'
            {
                next + 1
            } else {
                next
            };
            if next <= end + 1
                && (!spelled || whole || text.before(end) == '$')
                && let Some(numeral) =
                    self.numeral(lead).filter(|numeral| !numeral.is_ordinal() && text.at(lead) != '+')
                && (text.at(lead).is_ascii_digit()
                    || text.at(lead) == '.'
                    || text.at(lead) == '-'
                    || matches!(sign, '$' | '€' | '£'))
            {
                let amount = self.money(at, numeral, id);
                if !spelled || self.at_end(amount.end) || text.before(end) == '$' {
                    return Some(amount);
                }
            }
        }
        self.prefix_rate(at)
            .or_else(|| self.prefix_percent(at))
            .or_else(|| self.prefix_degrees(at))
            .or_else(|| self.prefix_rank(at))
    }

    pub fn money(&self, start: usize, numeral: Numeral, id: &'static str) -> Amount {
        let text = self.text;
        let (mut numeral, mut end) = (numeral, numeral.end);
        if let Some((after, factor)) = self.scale_after(end) {
            numeral.value = numeral.value.times(Decimal::from(factor));
            numeral.places =
                numeral.places.map(|places| places.saturating_add(super::numeral::magnitude(factor)));
            (end, numeral.scale) = (after, factor);
        }
        // $10 million US
        let _ = text;
        Amount { start, end, numeral, has_unit: true, what: What::Money(id), converted: None }
    }

    /// 초당 5,000 요청, 每秒5000次: the time stands first.
    pub fn prefix_rate(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        for (role, per) in [(Role::EachSecond, "s"), (Role::EachMinute, "min"), (Role::EachHour, "h")] {
            let end =
                if fold::is_wide(text.at(at)) { self.piece_role(at, role) } else { self.role(at, role) };
            let Some(end) = end else { continue };
            if fold::is_hangul(text.at(at)) && fold::is_hangul(text.before(at)) {
                return None;
            }
            let mut next = text.skip_blanks(end);
            if let Some((bound, _)) = self.word(next, |sense| matches!(sense, Sense::Bound(_))) {
                next = text.skip_blanks(bound);
            }
            let numeral = self.numeral(next).filter(|numeral| !numeral.is_ordinal())?;
            if let Some((end, noun)) = self.counted(numeral.end) {
                return Some(self.rate(at, end, numeral, units::rate_of(noun, per)));
            }
            if let Some((end, unit)) = self.unit(numeral.end) {
                return match unit.kind {
                    UnitKind::Measure => Some(self.rate(at, end, numeral, format!("{}/{per}", unit.id))),
                    _ => None,
                };
            }
            return Some(self.rate(at, numeral.end, numeral, format!("/{per}")));
        }
        None
    }

    /// 百分之五, "percent of ten".
    pub fn prefix_percent(&self, at: usize) -> Option<Amount> {
        let end = if fold::is_wide(self.text.at(at)) {
            self.piece_role(at, Role::PercentBefore)?
        } else {
            self.role(at, Role::PercentBefore)?
        };
        let numeral = self.numeral(self.text.skip_blanks(end)).filter(|numeral| !numeral.is_ordinal())?;
        Some(Amount {
            start: at,
            end: numeral.end,
            numeral,
            has_unit: true,
            what: What::Percent,
            converted: None,
        })
    }

    /// 섭씨 30도, 華氏70°: the scale stands first.
    pub fn prefix_degrees(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        let find =
            |role| if fold::is_wide(text.at(at)) { self.piece_role(at, role) } else { self.role(at, role) };
        let (end, unit) = match (find(Role::Celsius), find(Role::Fahrenheit)) {
            (Some(end), _) => (end, "Cel"),
            (_, Some(end)) => (end, "[degF]"),
            _ => return None,
        };
        let numeral = self.numeral(text.skip_blanks(end)).filter(|numeral| !numeral.is_ordinal())?;
        let next = text.skip_blanks(numeral.end);
        let end = self
            .piece_role(next, Role::Degrees)
            .or_else(|| self.role(next, Role::Degrees))
            .unwrap_or(numeral.end);
        Some(Amount {
            start: at,
            end,
            numeral,
            has_unit: true,
            what: What::Measure(unit.into()),
            converted: None,
        })
    }

    /// Degrees whose scale a word near by tells.
    pub fn degrees(&self, numeral: &Numeral) -> Option<Amount> {
        let end = self.role_after(numeral.end, Role::Degrees)?;
        let next = self.text.skip_blanks(end);
        let (end, unit) = match (self.role(next, Role::Celsius), self.role(next, Role::Fahrenheit)) {
            (Some(end), _) => (end, "Cel"),
            (_, Some(end)) => (end, "[degF]"),
            _ => (end, "deg"),
        };
        Some(Amount {
            start: numeral.start,
            end,
            numeral: *numeral,
            has_unit: true,
            what: What::Measure(unit.into()),
            converted: None,
        })
    }
}
