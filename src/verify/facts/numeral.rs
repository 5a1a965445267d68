//! Numerals: digits or words with their signs, scales and fractions, into one exact value. Units, dates and
//! names are not its business.

use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::reader::Reader;

/// A numeral found in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Numeral {
    pub start: usize,
    pub end: usize,
    pub value: Decimal,
    /// The power of ten of the last digit told; `None` for fractions.
    pub places: Option<i8>,
    pub form: Form,
    /// Whether it says nothing alone: 한, 이, 一.
    pub weak: bool,
    /// The scale it was multiplied by, to be lent to the other end of a range.
    pub scale: i64,
    /// Whether a word inside it says that it is more: 五百余万.
    pub more: bool,
}

/// How a numeral is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing but this many digits.
    Plain(u8),
    /// Digits with separators, a sign, an exponent or a scale.
    Figure,
    /// Words.
    Spelled,
    /// A fraction.
    Fraction,
    /// Words that make a rank.
    Ordinal,
}

impl Numeral {
    pub fn new(start: usize, end: usize, value: Decimal, form: Form) -> Self {
        Self { start, end, value, places: Some(0), form, weak: false, scale: 1, more: false }
    }

    /// The value as a small whole number, for days, hours and the like.
    pub fn small(&self) -> Option<i64> {
        if matches!(self.form, Form::Fraction) { None } else { self.value.whole() }
    }

    pub fn is_ordinal(&self) -> bool {
        self.form == Form::Ordinal
    }

    pub fn scaled(mut self, factor: i64, end: usize) -> Self {
        self.value = self.value.times(Decimal::from(factor));
        self.places = self.places.map(|places| places.saturating_add(magnitude(factor)));
        self.scale = self.scale.saturating_mul(factor);
        if self.form != Form::Spelled {
            self.form = Form::Figure;
        }
        self.end = end;
        self
    }

    pub fn fraction(mut self, value: Decimal, end: usize) -> Self {
        (self.value, self.end, self.places, self.form) = (value, end, None, Form::Fraction);
        self
    }
}

/// The power of ten of a scale.
pub(super) fn magnitude(factor: i64) -> i8 {
    i8::try_from(factor.max(1).ilog10()).unwrap_or(0)
}

impl Reader<'_> {
    /// The numeral at `at`, with its sign.
    pub fn numeral(&self, at: usize) -> Option<Numeral> {
        if let Some(after) = self.sign(at) {
            let glued = fold::is_wide(self.text.before(after));
            let found = if glued { self.positional_from(after) } else { self.unsigned(after) };
            let mut numeral = found.filter(|numeral| !numeral.is_ordinal())?;
            numeral.value = numeral.value.negated();
            numeral.start = at;
            numeral.weak = false;
            if matches!(numeral.form, Form::Plain(_)) {
                numeral.form = Form::Figure;
            }
            return Some(numeral);
        }
        self.unsigned(at)
    }

    pub fn sign(&self, at: usize) -> Option<usize> {
        let text = self.text;
        if text.at(at) == '-' {
            let before = text.before(at);
            let free = at == 0
                || fold::is_blank(before)
                || fold::is_wide(before)
                || matches!(before, '(' | '[' | '<' | '>' | '=' | '~' | ':' | '$' | '€');
            let next = text.skip_blanks(at + 1);
            let spaced = next > at + 1;
            let digits = text.at(next).is_ascii_digit()
                || (matches!(text.at(next), '.' | ',') && text.at(next + 1).is_ascii_digit());
            // "9h30 - 11h" is a range, and a line may begin with a bullet.
            let mut last = at;
            while last > 0 && fold::is_blank(text.before(last)) {
                last -= 1;
            }
            let after_figure = last < at && text.before(last).is_ascii_digit()
                || spaced && last > 1 && text.at(last - 2).is_ascii_digit();
            let dash = spaced && at > 0 && text.cased_at(at) != '-';
            let bullet = dash || spaced && at > 0 && before == '\n';
            let dated = text.at(next).is_ascii_digit() && self.date(next).is_some();
            return (free && digits && !bullet && !after_figure && !dated).then_some(next);
        }
        let (end, _) = self.word(at, |sense| sense == Sense::Role(Role::Minus))?;
        let next = text.skip_blanks(end);
        let glued = fold::is_wide(text.before(next));
        let follows =
            if glued { self.positional_from(next).is_some() } else { self.unsigned(next).is_some() };
        follows.then_some(next)
    }

    pub fn unsigned(&self, at: usize) -> Option<Numeral> {
        match self.lex.habits.script.as_str() {
            "hangul" | "han" => self.positional(at).or_else(|| {
                let digits = self.digits(at)?;
                Some(self.with_tail(digits))
            }),
            _ => match self.digits(at) {
                Some(digits) => Some(self.with_tail(digits)),
                None => self.spelled(at),
            },
        }
    }

    /// What may follow digits: a fraction, a scale in letters or words, "and a half".
    pub fn with_tail(&self, digits: Numeral) -> Numeral {
        let text = self.text;
        let mut numeral = digits;
        if let Some(fraction) = self.slash_fraction(&numeral) {
            return self.with_scale_word(fraction);
        }
        let next = text.skip_blanks(numeral.end);
        if let Form::Plain(_) = numeral.form {
            if let Some((end, value)) = self.vulgar(next) {
                let mixed = numeral.value.plus(value);
                return self.with_scale_word(numeral.fraction(mixed, end));
            }
            if next == numeral.end + 1
                && let Some(part) = self.plain_digits(next)
                && let Some(part) = self.slash_fraction(&part).filter(|part| part.value.less(Decimal::ONE))
            {
                let mixed = numeral.value.plus(part.value);
                return self.with_scale_word(numeral.fraction(mixed, part.end));
            }
        }
        // 5G is a network.
        let network = matches!(numeral.form, Form::Plain(1)) && text.at(numeral.end) == 'g';
        if let Some((end, factor)) = self.suffix(numeral.end).filter(|_| !network) {
            numeral = numeral.scaled(factor, end);
            return numeral;
        }
        if self.lex.habits.script != "words" {
            return numeral;
        }
        self.spelled_tail(self.continue_spelled(numeral))
    }

    /// `3/4`: two whole numbers and nothing more around them.
    pub fn slash_fraction(&self, top: &Numeral) -> Option<Numeral> {
        let text = self.text;
        if !matches!(top.form, Form::Plain(_)) || text.at(top.end) != '/' || text.before(top.start) == '/' {
            return None;
        }
        let bottom = self.plain_digits(top.end + 1)?;
        if matches!(text.at(bottom.end), '/' | ':')
            || (text.at(bottom.end) == '.' && text.at(bottom.end + 1).is_ascii_digit())
        {
            return None;
        }
        let value = top.value.over(bottom.value)?;
        Some(top.fraction(value, bottom.end))
    }

    /// A vulgar fraction in one sign.
    pub fn vulgar(&self, at: usize) -> Option<(usize, Decimal)> {
        if text_is_vulgar(self.text.at(at)) { self.fixed(at) } else { None }
    }

    /// A letter that multiplies: `3.2k`, `10 M`.
    pub fn suffix(&self, at: usize) -> Option<(usize, i64)> {
        let text = self.text;
        let next = text.skip_blanks(at);
        if next > at + 2 || text.at(at) == '\n' {
            return None;
        }
        let found = self.symbols(next);
        let symbol = found.iter().find_map(|(end, sense)| match sense {
            Sense::Suffix(factor) => Some((end, factor)),
            _ => None,
        });
        let word = || self.word(next, |sense| matches!(sense, Sense::Suffix(_)));
        let (end, factor) = match symbol {
            Some(found) => found,
            None => match word()? {
                (end, Sense::Suffix(factor)) => (end, factor),
                _ => return None,
            },
        };
        let letter = text.cased_at(next);
        let spaced = next > at;
        if spaced && !(end - next > 1 || matches!(letter, 'K' | 'k' | 'M' | 'К' | 'к')) {
            return None;
        }
        let next = text.at(end + 1);
        if text.at(end).is_alphanumeric() && !fold::is_wide(text.at(end))
            || (matches!(text.at(end), '/' | '.') && next.is_alphanumeric())
            || (text.at(end) == '-' && fold::is_letter(next))
        {
            return None;
        }
        Some((end, factor))
    }

    /// A figure told as one word: half, полтора, ½.
    pub fn fixed(&self, at: usize) -> Option<(usize, Decimal)> {
        let (end, sense) = self.word(at, |sense| matches!(sense, Sense::Fixed(_)))?;
        match sense {
            Sense::Fixed(value) => Some((end, value)),
            _ => None,
        }
    }

    pub fn with_scale_word(&self, numeral: Numeral) -> Numeral {
        let next = self.text.skip_blanks(numeral.end);
        match self.scale_word(next, true) {
            Some((end, factor)) if factor >= 1000 || matches!(factor, 10 | 12 | 100) => {
                let value = numeral.value.times(Decimal::from(factor));
                Numeral { value, end, scale: factor, places: None, ..numeral }
            }
            _ => numeral,
        }
    }

    /// A word such as "million"; those that say nothing alone only with `counted`.
    pub fn scale_word(&self, at: usize, counted: bool) -> Option<(usize, i64)> {
        let (end, sense) = self.word(at, |sense| match sense {
            Sense::Scale(_) => true,
            Sense::Scales(_) => counted,
            _ => false,
        })?;
        match sense {
            Sense::Scale(factor) | Sense::Scales(factor) => Some((end, factor)),
            _ => None,
        }
    }
}

/// Whether this is a fraction in one sign.
pub(super) fn text_is_vulgar(c: char) -> bool {
    matches!(c, '¼'..='¾' | '⅐'..='⅞')
}
