//! Numeral words added up: what each may follow, and what they are together.

use super::decimal::Decimal;
use super::lexicon::Sense;
use super::numeral::{Form, Numeral, magnitude};

/// Numeral words added up so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Values already multiplied by a scale of a thousand or more, and that scale.
    pub parts: Vec<(Decimal, i64)>,
    /// What stands below a thousand.
    pub group: Decimal,
    pub has_group: bool,
    /// The group as words built it; 0 when it came in digits.
    pub small: i64,
    /// Whether the group came in digits.
    pub digits: bool,
    pub hundred: bool,
    pub zero: bool,
    pub ordinal: bool,
    /// Whether this only looks ahead from a comma, so that a list costs no more than its length.
    pub small_only: bool,
    /// Whether ranks follow ranks.
    pub chains: bool,
    pub places: Option<i8>,
}

impl Tally {
    pub fn last_scale(&self) -> i64 {
        self.parts.last().map_or(i64::MAX, |part| part.1)
    }

    /// Takes one more word, or says that it does not belong to this number.
    pub fn push(&mut self, sense: Sense, units_first: bool) -> bool {
        if self.ordinal {
            // Milésimo sexcentésimo: a rank may be told in several ranks.
            return matches!(sense, Sense::Ordinal(value) if self.chains && self.add(value, units_first));
        }
        match sense {
            Sense::Add(value) => self.add(value, units_first),
            Sense::Scale(scale) => self.scale(scale, true),
            Sense::Scales(scale) => self.scale(scale, false),
            Sense::Ordinal(value) => {
                self.ordinal = self.add(value, units_first);
                self.ordinal
            }
            Sense::OrdinalScale(scale) => {
                self.ordinal = self.scale(scale, true);
                self.ordinal
            }
            _ => false,
        }
    }

    pub fn add(&mut self, value: i64, units_first: bool) -> bool {
        if self.digits && self.has_group && !self.hundred {
            return false;
        }
        if value == 0 {
            let first = !self.has_group && self.parts.is_empty();
            (self.zero, self.has_group) = (first, first || self.has_group);
            return first;
        }
        let small = self.small;
        let fits = match value {
            1..=9 => small % 10 == 0 && (small % 100 == 0 || small % 100 >= 20 || self.ordinal),
            10..=19 => matches!(small % 100, 0 | 60 | 80),
            20..=99 if units_first && value % 10 == 0 && (1..=9).contains(&(small % 100)) => true,
            20..=99 => small % 100 == 0,
            _ => small == 0,
        };
        if !fits || (self.has_group && small == 0 && !self.zero && !self.hundred) {
            return false;
        }
        self.small += value;
        self.group = self.group.plus(Decimal::from(value));
        self.has_group = true;
        self.hundred = false;
        true
    }

    pub fn scale(&mut self, scale: i64, alone: bool) -> bool {
        if scale < 1000 {
            if !self.has_group {
                if !alone || (scale < 100 && !self.parts.is_empty()) {
                    return false;
                }
                (self.group, self.small, self.has_group, self.hundred) =
                    (Decimal::from(scale), scale, true, true);
                return true;
            }
            if self.digits {
                self.group = self.group.times(Decimal::from(scale));
                (self.small, self.hundred) = (if scale == 100 { 100 } else { 1 }, scale == 100);
                self.places = self.places.map(|places| places + magnitude(scale));
                return true;
            }
            if self.small == 0 || (scale == 100 && self.small > 99) {
                return false;
            }
            let below = if scale == 100 || self.small % 100 == 0 { self.small } else { self.small % 100 };
            self.small += below * (scale - 1);
            self.group = Decimal::from(self.small);
            self.hundred = scale == 100;
            return true;
        }
        let last = self.last_scale();
        if scale == last {
            return false;
        }
        if !self.has_group && if self.parts.is_empty() { !alone } else { scale < last } {
            return false;
        }
        let mut amount = if self.has_group || !self.parts.is_empty() { self.group } else { Decimal::ONE };
        // "Mil millones": what is smaller than this scale is multiplied by it.
        while let Some(&(value, smaller)) = self.parts.last() {
            if smaller > scale {
                break;
            }
            amount = amount.plus(value);
            self.parts.pop();
        }
        if amount.is_zero() {
            return false;
        }
        self.parts.push((amount.times(Decimal::from(scale)), scale));
        self.places = self.places.map(|places| places.saturating_add(magnitude(scale)));
        (self.group, self.small, self.has_group, self.digits, self.hundred) =
            (Decimal::ZERO, 0, false, false, false);
        true
    }

    pub fn numeral(&self, start: usize, end: usize) -> Numeral {
        let value = self.parts.iter().fold(self.group, |sum, part| sum.plus(part.0));
        let form = if self.ordinal { Form::Ordinal } else { Form::Spelled };
        let mut numeral = Numeral::new(start, end, value, form);
        numeral.scale = if self.has_group { 1 } else { self.parts.last().map_or(1, |part| part.1) };
        numeral.places = self.places.or(Some(if self.has_group { 0 } else { magnitude(numeral.scale) }));
        numeral
    }
}
