//! Ranks and percentiles: 1st, 21-го, 第三, 두 번째, 99th percentile.

use super::amount::{Amount, What};
use super::fold;
use super::lexicon::{Role, Sense};
use super::numeral::{Form, Numeral};
use super::reader::Reader;

impl Reader<'_> {
    /// 제3, 第二百五十: a mark before the rank.
    pub fn prefix_rank(&self, at: usize) -> Option<Amount> {
        let text = self.text;
        if fold::is_hangul(text.at(at)) && fold::is_hangul(text.before(at)) {
            return None;
        }
        let end = self
            .piece_role(at, Role::OrdinalBefore)
            .filter(|_| fold::is_wide(text.at(at)) || self.starts_word(at));
        if let Some(end) = end {
            let numeral = self.numeral(text.skip_blanks(end))?;
            let (end, what) = match self.piece_role(text.skip_blanks(numeral.end), Role::PercentileAfter) {
                Some(end) => (end, What::Percentile),
                None => (numeral.end, What::Ordinal),
            };
            return Some(Amount { start: at, end, numeral, has_unit: true, what, converted: None });
        }
        None
    }

    /// Ranks and percentiles: 1st, 21-го, 99th percentile, 두 번째, 250位.
    pub fn rank(&self, numeral: &Numeral) -> Option<Amount> {
        let text = self.text;
        let mut end = numeral.end;
        let mut ranked = numeral.is_ordinal();
        if matches!(numeral.form, Form::Plain(_)) || text.at(numeral.start).is_ascii_digit() && !ranked {
            let endings = self.ordinal_ending(end).filter(|_| {
                numeral.value.is_whole() || self.percentile(self.ordinal_ending(end).unwrap_or(end)).is_some()
            });
            if let Some(after) = endings {
                let hyphened = self.lex.ordinal_endings.iter().any(|ending| {
                    ending.first() == Some(&'-') && text.lower.get(end..after) == Some(ending.as_slice())
                });
                let unit = !hyphened && self.unit(end).is_some_and(|(unit_end, _)| unit_end >= after);
                if !unit
                    && (text.at(end) == '-'
                        || fold::is_letter(text.at(end))
                        || matches!(text.at(end), 'º' | 'ª' | '°' | '\'' | '.'))
                {
                    (end, ranked) = (after, true);
                }
            } else if text.at(end) == '.'
                && self.lex.habits.dot_ordinal
                && matches!(numeral.form, Form::Plain(_))
                && self.dot_ranks(numeral)
            {
                (end, ranked) = (end + 1, true);
            }
        }
        if let Some(after) = self.percentile(end) {
            return Some(Amount {
                start: numeral.start,
                end: after,
                numeral: *numeral,
                has_unit: true,
                what: What::Percentile,
                converted: None,
            });
        }
        if !ranked {
            let next = text.skip_blanks(end);
            let mark = if fold::is_wide(text.at(next)) {
                self.piece_role(next, Role::OrdinalAfter)
            } else {
                self.role(next, Role::OrdinalAfter)
            };
            if let Some(after) = mark.filter(|_| numeral.value.is_whole() && !numeral.value.is_negative()) {
                let word = fold::is_hangul(text.before(after))
                    && fold::is_hangul(text.at(after))
                    && !self.particle(after)
                    && after == next + 1;
                if !word {
                    (end, ranked) = (after, true);
                }
            }
        }
        ranked.then_some(Amount {
            start: numeral.start,
            end,
            numeral: *numeral,
            has_unit: true,
            what: What::Ordinal,
            converted: None,
        })
    }

    /// Whether the point after a numeral ranks it: it is all there is, or a list or a range goes on.
    pub fn dot_ranks(&self, numeral: &Numeral) -> bool {
        let text = self.text;
        let after = numeral.end + 1;
        if text.skip_blanks(0) == numeral.start && self.at_end(after) {
            return true;
        }
        let next = text.skip_blanks(after);
        next > after && self.word(next, |sense| matches!(sense, Sense::Role(Role::And | Role::To))).is_some()
    }

    pub fn percentile(&self, at: usize) -> Option<usize> {
        let dot = usize::from(self.text.at(at) == '.' && self.lex.habits.dot_ordinal);
        let next = self.text.skip_blanks(at + dot);
        let next = if self.text.at(next) == '-' { next + 1 } else { next };
        if fold::is_wide(self.text.at(next)) {
            self.piece_role(next, Role::PercentileAfter)
        } else {
            self.role(next, Role::PercentileAfter)
        }
    }
}
