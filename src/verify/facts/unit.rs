//! The unit after a numeral: symbols by case, words by language, and the many ways in which what looks like
//! a unit is none.

use super::fold;
use super::lexicon::{Role, Sense};
use super::reader::Reader;
use super::spellings::ends_word;
use super::units::{Unit, UnitKind};

impl Reader<'_> {
    /// Whether a unit stands after `at`.
    pub fn unit_follows(&self, at: usize) -> bool {
        self.unit(at).is_some()
    }

    /// Whether a currency stands right before `at`.
    pub fn after_currency(&self, at: usize) -> bool {
        let mut end = at;
        while end > 0 && end + 1 >= at && fold::is_blank(self.text.before(end)) {
            end -= 1;
        }
        matches!(self.text.before(end), '$' | '€' | '£' | '¥' | '₩' | '₽' | '₴' | '₹')
    }

    /// The unit after a numeral that ends at `at`: where it ends and which it is.
    pub fn unit(&self, at: usize) -> Option<(usize, &'static Unit)> {
        let text = self.text;
        let mut next = text.skip_blanks(at);
        if next > at + 2 {
            return None;
        }
        if text.at(next) == '-' && next == at && fold::is_letter(text.at(at + 1)) {
            next += 1;
        }
        let attached = next == at;
        let hyphen = text.before(next) == '-';
        let symbols = self.symbols(next);
        let symbol = symbols.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(unit) if self.symbol_fits(next, end, unit, attached || hyphen) => Some((end, unit)),
            _ => None,
        });
        let wide = fold::is_wide(text.at(next));
        let words = if wide { self.pieces(next) } else { self.words(next) };
        let word = words.iter().find_map(|(end, sense)| match sense {
            Sense::Unit(unit) if self.word_fits(next, end, unit, attached) => Some((end, unit)),
            _ => None,
        });
        let longest_other = words
            .iter()
            .filter(|(_, sense)| {
                matches!(
                    sense,
                    Sense::Role(Role::Stop | Role::OrdinalAfter | Role::PercentileAfter | Role::PartsOf)
                        | Sense::Counted(_)
                )
            })
            .map(|found| found.0)
            .max()
            .unwrap_or(0);
        let best = match (symbol, word) {
            (Some(symbol), Some(word)) => {
                if word.0 > symbol.0 {
                    word
                } else {
                    symbol
                }
            }
            (Some(found), None) | (None, Some(found)) => found,
            (None, None) => return None,
        };
        if longest_other > best.0 || (longest_other == best.0 && wide) {
            return None;
        }
        Some(best)
    }

    pub fn symbol_fits(&self, start: usize, end: usize, unit: &Unit, attached: bool) -> bool {
        let text = self.text;
        let next = text.at(end);
        if text.before(end).is_ascii_digit() && next.is_ascii_digit() {
            return false;
        }
        if end > start && fold::is_letter(text.before(end)) {
            let chained = matches!(unit.kind, UnitKind::Time(..))
                && self.plain_digits(end).is_some_and(|digits| {
                    self.symbols(digits.end)
                        .iter()
                        .any(|(_, sense)| matches!(sense, Sense::Unit(Unit { kind: UnitKind::Time(..), .. })))
                });
            if next.is_ascii_digit() && !chained || next == '\'' || next == '_' {
                return false;
            }
            if matches!(next, '/' | '-')
                && text.at(end + 1).is_ascii_alphanumeric()
                && unit.kind == UnitKind::Measure
                && self.per(end).is_none()
                && next == '/'
            {
                return false;
            }
        }
        if end == start + 1 && fold::is_letter(text.at(start)) {
            let letter = text.cased_at(start);
            // Capitals and words of one letter are units only when they touch the figure.
            // A capital for a length of time (3D, 2W) only where a word says that one follows.
            if letter.is_uppercase() && matches!(letter, 'D' | 'W' | 'Y' | 'H') {
                let mut from = start;
                while from > 0
                    && (text.before(from).is_ascii_digit() || matches!(text.before(from), '.' | ','))
                {
                    from -= 1;
                }
                let length = self.led_by_length(from);
                if length != matches!(unit.kind, UnitKind::Time(..)) {
                    return false;
                }
            }
            let closed = !fold::is_letter(text.at(text.skip_blanks(end)));
            if !attached
                && (letter.is_uppercase() && !matches!(letter, 'W' | 'L' | 'V' | 'J')
                    || matches!(letter, 'd' | 'y' | 'a') && !(letter == 'd' && closed))
            {
                return false;
            }
            // "404s" are answers of a server.
            if unit.id == "s" && attached && self.status_code(start) {
                return false;
            }
            if letter == 'm' {
                let metres = !self.lex.habits.m_is_minutes || self.metres(start);
                return metres != matches!(unit.kind, UnitKind::Time(..));
            }
            if self.role(start, Role::And).is_some() || self.role(start, Role::At).is_some() && !attached {
                return false;
            }
        }
        if unit.id == "[in_i]" && (attached || text.before(end) != '.') {
            // "5 in" measures, "5 in April" does not.
            let next = text.skip_blanks(end);
            return !text.at(next).is_alphanumeric();
        }
        true
    }

    /// Whether the three digits before `at` are a status of HTTP that is often told in the plural.
    fn status_code(&self, at: usize) -> bool {
        let digits =
            (1..=4).take_while(|back| at >= *back && self.text.at(at - back).is_ascii_digit()).count();
        digits == 3
            && matches!(
                self.slice(at - 3, at).as_str(),
                "400" | "401" | "403" | "404" | "429" | "500" | "502" | "503" | "504"
            )
    }

    /// Whether "m" after a figure is metres: the text measures in metric units, or so many minutes are
    /// not told in minutes.
    pub fn metres(&self, at: usize) -> bool {
        let text = self.text;
        let mut from = at;
        while from > 0
            && (text.before(from).is_ascii_digit()
                || fold::is_blank(text.before(from))
                || text.before(from) == '.')
        {
            from -= 1;
        }
        let digits = (from..at).filter(|&at| text.at(at).is_ascii_digit()).count();
        let many = digits >= 3
            || digits == 2
                && (from..at).find(|&at| text.at(at).is_ascii_digit()).is_some_and(|at| text.at(at) > '6');
        let metric = |at: usize| {
            let numbered = text.before(at).is_ascii_digit()
                || text.before(at) == ' ' && at > 1 && text.at(at - 2).is_ascii_digit();
            numbered && self.symbols(at).iter().any(|(end, sense)| {
                matches!(sense, Sense::Unit(unit) if matches!(unit.id, "t" | "kg" | "km" | "cm" | "mm" | "g"))
                    && ends_word(&text.lower, end)
            })
        };
        let near = from.saturating_sub(80)..(at + 80).min(text.len());
        many || near.into_iter().any(|place| matches!(text.at(place), 't' | 'k' | 'c' | 'g') && metric(place))
    }

    pub fn word_fits(&self, start: usize, end: usize, unit: &Unit, attached: bool) -> bool {
        let text = self.text;
        let next = text.at(end);
        if !fold::is_wide(text.before(end)) {
            if next.is_ascii_digit()
                && fold::is_letter(text.before(end))
                && !matches!(unit.kind, UnitKind::Time(..))
            {
                return false;
            }
            // "4,2 с до": a preposition of one letter is a second only where no noun follows it.
            if end == start + 1 && self.role(start, Role::From).is_some() {
                let after = text.skip_blanks(end);
                return !fold::is_letter(text.at(after))
                    || self
                        .word(after, |sense| !matches!(sense, Sense::Unit(_) | Sense::Month(_)))
                        .is_some();
            }
            if end == start + 1
                && (self.role(start, Role::At).is_some() || self.role(start, Role::And).is_some())
            {
                return false;
            }
            if text.at(end - 1) == '.' && end == start + 2 && !attached && unit.id == "g" {
                return !self.year_before(start);
            }
            return !(unit.id == "g" && self.year_before(start));
        }
        // After a unit in Hangul stands a particle or another word's beginning; else it is another word.
        if fold::is_hangul(text.before(end)) && fold::is_hangul(next) {
            let stop =
                self.pieces(start).iter().any(|(stop, sense)| stop > end && sense == Sense::Role(Role::Stop));
            let follows = self.pieces(end).iter().any(|(_, sense)| {
                matches!(
                    sense,
                    Sense::Role(Role::Particle | Role::To | Role::RangeEnd | Role::PerSecond | Role::Counter)
                        | Sense::After(_)
                        | Sense::Plus(_)
                )
            }) || self.positional(end).is_some()
                || self.numeral_piece(end);
            return !stop && follows;
        }
        true
    }

    /// A positional numeral directly after Hangul: 한시간이십분.
    pub fn numeral_piece(&self, at: usize) -> bool {
        let found = self.pieces(at);
        found.iter().any(|(_, sense)| matches!(sense, Sense::Add(_)))
            || matches!(
                self.text.at(at),
                '일' | '이' | '삼' | '사' | '오' | '육' | '칠' | '팔' | '구' | '십' | '백'
            )
    }

    /// Whether what stands before `at` looks like a year.
    pub fn year_before(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) {
            end -= 1;
        }
        let digits = (0..end.min(5)).take_while(|back| text.at(end - 1 - back).is_ascii_digit()).count();
        digits == 4 && matches!(text.at(end - 4), '1' | '2') && matches!(text.at(end - 3), '9' | '0' | '8')
    }
}
