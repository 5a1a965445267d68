//! Numerals: digits in a locale's form and spelled-out numbers, with their scales, fractions and signs,
//! into one exact value. Units, dates and names are not its business.

use super::decimal::Decimal;
use super::fold::{self, NO_BREAK};
use super::lexicon::{Role, Sense, ends_word};
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

    fn scaled(mut self, factor: i64, end: usize) -> Self {
        self.value = self.value.times(Decimal::from(factor));
        self.places = self.places.map(|places| places.saturating_add(magnitude(factor)));
        self.scale = self.scale.saturating_mul(factor);
        if self.form != Form::Spelled {
            self.form = Form::Figure;
        }
        self.end = end;
        self
    }

    fn fraction(mut self, value: Decimal, end: usize) -> Self {
        (self.value, self.end, self.places, self.form) = (value, end, None, Form::Fraction);
        self
    }
}

/// The power of ten of a scale.
pub(super) fn magnitude(factor: i64) -> i8 {
    i8::try_from(factor.max(1).ilog10()).unwrap_or(0)
}

/// Digits are read up to this many groups, which keeps one numeral's work bounded.
const MOST_GROUPS: usize = 16;

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

    fn sign(&self, at: usize) -> Option<usize> {
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
            let bullet = spaced && at > 0 && before == '\n';
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

    fn unsigned(&self, at: usize) -> Option<Numeral> {
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

    /// Digits with the locale's separators: `1,234.5`, `1 234,5`, `.25`, `1e10`.
    pub fn digits(&self, start: usize) -> Option<Numeral> {
        let text = self.text;
        let decimal = if self.lex.habits.decimal == "," { ',' } else { '.' };
        let run = |from: usize| {
            let mut end = from;
            while text.at(end).is_ascii_digit() {
                end += 1;
            }
            end
        };
        let before = text.before(start);
        let first = run(start);
        if first == start {
            let point = text.at(start);
            let bare = (point == decimal || point == '.') && text.at(start + 1).is_ascii_digit();
            if !bare || before.is_alphanumeric() || before == point {
                return None;
            }
            let end = run(start + 1);
            if text.at(end) == point && text.at(end + 1).is_ascii_digit() {
                return None;
            }
            return Some(self.exponent(self.figure(start, end, "", &self.slice(start + 1, end))));
        }
        if before.is_ascii_digit() {
            return None;
        }
        let mut groups = vec![(' ', start, first)];
        let mut end = first;
        while groups.len() < MOST_GROUPS
            && matches!(text.at(end), '.' | ',' | '\'' | '_')
            && text.at(end + 1).is_ascii_digit()
        {
            let next = run(end + 1);
            groups.push((text.at(end), end + 1, next));
            end = next;
        }
        if groups.len() == 1 {
            return Some(self.exponent(self.spaced(start, first)));
        }
        let separators: Vec<char> = groups[1..].iter().map(|group| group.0).collect();
        let last = separators[separators.len() - 1];
        let well_formed = |groups: &[(char, usize, usize)]| {
            groups[0].2 - groups[0].1 <= 3
                && groups[1..].iter().all(|&(_, from, to)| to - from == 3)
                && text.at(start) != '0'
        };
        let same = separators.iter().all(|&c| c == last);
        let whole = |groups: &[(char, usize, usize)]| -> String {
            groups.iter().map(|&(_, from, to)| self.slice(from, to)).collect()
        };
        let count = groups.len();
        let grouped = |count: usize| {
            count > 1
                && well_formed(&groups[..count])
                && separators[..count - 1].iter().all(|&c| c == separators[0])
        };
        if same && count > 2 {
            if well_formed(&groups) {
                let mut numeral = self.figure(start, end, &whole(&groups), "");
                if matches!(last, ',' | '.') && last == decimal && text.at(start) == '0' {
                    numeral.form = Form::Figure;
                }
                return Some(self.exponent(numeral));
            }
            // `1,2,3` is a list; `1.2.3` is a name that others have looked at before.
            return if last == ',' { Some(self.spaced(start, first)) } else { None };
        }
        if !same {
            if grouped(count - 1) && matches!(last, '.' | ',') {
                let (_, from, to) = groups[count - 1];
                return Some(self.exponent(self.figure(
                    start,
                    end,
                    &whole(&groups[..count - 1]),
                    &self.slice(from, to),
                )));
            }
            return Some(self.spaced(start, first));
        }
        // One separator, once.
        let (_, from, to) = groups[1];
        let three = to - from == 3 && well_formed(&groups);
        let priced = three && self.after_currency(start);
        let is_group = last == '\'' || last == '_' || (last != decimal && three) || (priced && last == ',');
        if is_group {
            if !three {
                return Some(self.spaced(start, first));
            }
            return Some(self.figure(start, end, &whole(&groups), ""));
        }
        if last == ',' && decimal == '.' && !self.unit_follows(end) {
            return Some(self.spaced(start, first));
        }
        Some(self.exponent(self.figure(start, end, &self.slice(start, first), &self.slice(from, to))))
    }

    /// Whole digits `start..first`, grouped by blanks where that is how the language writes.
    fn spaced(&self, start: usize, first: usize) -> Numeral {
        let text = self.text;
        let plain = || {
            let mut numeral = self.figure(start, first, &self.slice(start, first), "");
            numeral.form = Form::Plain(u8::try_from(first - start).unwrap_or(u8::MAX));
            numeral
        };
        if first - start > 3 || text.at(start) == '0' {
            return plain();
        }
        let group = |from: usize| {
            let c = text.cased_at(from);
            let digits = (from + 1..from + 4).all(|at| text.at(at).is_ascii_digit());
            ((c == ' ' || c == NO_BREAK) && digits && !text.at(from + 4).is_ascii_digit()).then_some(c)
        };
        let (mut end, mut count, mut firm) = (first, 0, self.lex.habits.space_groups);
        while let Some(blank) = group(end) {
            firm |= blank == NO_BREAK;
            count += 1;
            end += 4;
            if count == MOST_GROUPS {
                break;
            }
        }
        if count == 0 || !(firm || count >= 2) {
            return plain();
        }
        // A further digit pair such as in a telephone number says that these were no groups.
        if matches!(text.at(end), '-') && text.at(end + 1).is_ascii_digit() && count == 1 && !firm {
            return plain();
        }
        let whole: String = self.slice(start, end).chars().filter(char::is_ascii_digit).collect();
        let point = text.at(end);
        if matches!(point, '.' | ',') && text.at(end + 1).is_ascii_digit() {
            let mut last = end + 1;
            while text.at(last).is_ascii_digit() {
                last += 1;
            }
            return self.figure(start, last, &whole, &self.slice(end + 1, last));
        }
        self.figure(start, end, &whole, "")
    }

    fn figure(&self, start: usize, end: usize, whole: &str, fraction: &str) -> Numeral {
        let mut numeral = Numeral::new(start, end, Decimal::from_digits(whole, fraction), Form::Figure);
        numeral.places = Some(-i8::try_from(fraction.len()).unwrap_or(i8::MAX));
        numeral
    }

    /// `e10` after a figure.
    fn exponent(&self, numeral: Numeral) -> Numeral {
        let text = self.text;
        let mut at = numeral.end;
        if text.at(at) == '^' {
            let sign = if text.at(at + 1) == '-' { 1 } else { 0 };
            if let Some(power) =
                self.plain_digits(at + 1 + sign).filter(|power| !text.at(power.end).is_alphanumeric())
            {
                let exponent =
                    power.small().and_then(|power| i32::try_from(power).ok()).filter(|power| *power <= 300);
                let value =
                    exponent.map(|power| numeral.value.to_f64().powi(if sign == 1 { -power } else { power }));
                if let Some(value) = value.filter(|value| value.is_finite() && value.abs() < 1e40) {
                    return Numeral {
                        value: Decimal::from_f64(value),
                        end: power.end,
                        places: None,
                        form: Form::Figure,
                        ..numeral
                    };
                }
            }
        }
        if text.at(at) != 'e' {
            return numeral;
        }
        at += 1;
        let negative = text.at(at) == '-';
        if matches!(text.at(at), '-' | '+') {
            at += 1;
        }
        let from = at;
        while text.at(at).is_ascii_digit() && at - from < 3 {
            at += 1;
        }
        let Ok(power) = self.slice(from, at).parse::<i32>() else { return numeral };
        if text.at(at).is_alphanumeric() || power > 40 {
            return numeral;
        }
        let power = if negative { -power } else { power };
        let mut numeral = numeral;
        numeral.value = numeral.value.times(Decimal::new(1, power));
        numeral.places = numeral.places.map(|places| places.saturating_add(i8::try_from(power).unwrap_or(0)));
        (numeral.end, numeral.form) = (at, Form::Figure);
        numeral
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
            if next == numeral.end + 1 {
                if let Some(part) = self.plain_digits(next) {
                    if let Some(part) =
                        self.slash_fraction(&part).filter(|part| part.value.less(Decimal::ONE))
                    {
                        let mixed = numeral.value.plus(part.value);
                        return self.with_scale_word(numeral.fraction(mixed, part.end));
                    }
                }
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
    fn slash_fraction(&self, top: &Numeral) -> Option<Numeral> {
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

    /// Digits without anything in or around them.
    pub fn plain_digits(&self, at: usize) -> Option<Numeral> {
        let text = self.text;
        let mut end = at;
        while text.at(end).is_ascii_digit() {
            end += 1;
        }
        if end == at || end - at > 18 {
            return None;
        }
        let form = Form::Plain(u8::try_from(end - at).unwrap_or(u8::MAX));
        Some(Numeral::new(at, end, Decimal::from_digits(&self.slice(at, end), ""), form))
    }

    /// A vulgar fraction in one sign.
    fn vulgar(&self, at: usize) -> Option<(usize, Decimal)> {
        if text_is_vulgar(self.text.at(at)) { self.fixed(at) } else { None }
    }

    /// A letter that multiplies: `3.2k`, `10 M`.
    fn suffix(&self, at: usize) -> Option<(usize, i64)> {
        let text = self.text;
        let next = text.skip_blanks(at);
        if next > at + 2 || text.at(at) == '\n' {
            return None;
        }
        let found = self.lex.symbols(text, next);
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
        if text.at(end).is_alphanumeric()
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

    fn with_scale_word(&self, numeral: Numeral) -> Numeral {
        let next = self.text.skip_blanks(numeral.end);
        match self.scale_word(next, true) {
            Some((end, factor)) if factor >= 1000 || factor == 12 => {
                let value = numeral.value.times(Decimal::from(factor));
                Numeral { value, end, scale: factor, places: None, ..numeral }
            }
            _ => numeral,
        }
    }

    /// A word such as "million"; those that say nothing alone only with `counted`.
    fn scale_word(&self, at: usize, counted: bool) -> Option<(usize, i64)> {
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

    /// A spelled-out number, in languages that write words apart.
    fn spelled(&self, at: usize) -> Option<Numeral> {
        if !self.starts_word(at) && !text_is_vulgar(self.text.at(at)) {
            return None;
        }
        if let Some((end, value)) = self.fixed(at) {
            let mut numeral = Numeral::new(at, end, value, Form::Fraction);
            numeral.places = None;
            return Some(self.with_scale_word(numeral));
        }
        // "Point five" opens a text; elsewhere the word is a noun.
        if at == 0 {
            if let Some(numeral) = self.decimals(at, Numeral::new(at, at, Decimal::ZERO, Form::Spelled)) {
                return Some(numeral);
            }
        }
        let mut start = at;
        if let Some((end, _)) = self.word(at, |sense| sense == Sense::Role(Role::Article)) {
            let next = self.text.skip_blanks(end);
            if self.scale_word(next, false).is_some() {
                start = next;
            } else if let Some((end, parts)) = self.denominator(next, true) {
                if self.closes_fraction(end) {
                    let value = Decimal::ONE.over(Decimal::from(parts))?;
                    return Some(Numeral::new(at, end, value, Form::Fraction).fraction(value, end));
                }
            }
        }
        let mut tally = Tally::default();
        let mut end = self.run(start, &mut tally)?;
        if let Some(rest) = self.hundred_of_parts(start, &tally, &mut end) {
            return Some(Numeral { start: at, ..rest });
        }
        let numeral = tally.numeral(at, end);
        if numeral.is_ordinal() {
            return Some(numeral);
        }
        Some(self.spelled_tail(numeral))
    }

    /// A whole number in words, without the fractions that may follow it; for hours and minutes.
    pub fn spelled_whole(&self, at: usize) -> Option<Numeral> {
        if self.lex.habits.script != "words" {
            return self.numeral(at).filter(|numeral| numeral.form == Form::Spelled);
        }
        if !self.starts_word(at) {
            return None;
        }
        let mut tally = Tally::default();
        let end = self.run(at, &mut tally)?;
        Some(tally.numeral(at, end)).filter(|numeral| numeral.form == Form::Spelled)
    }

    /// "A hundred trillionths": the numerator's last word is a scale of its own.
    fn hundred_of_parts(&self, _start: usize, tally: &Tally, end: &mut usize) -> Option<Numeral> {
        if tally.ordinal {
            return None;
        }
        let numeral = tally.numeral(0, *end);
        let (last, parts) = self.denominator(self.joined(*end)?, numeral.value == Decimal::ONE)?;
        let value = numeral.value.over(Decimal::from(parts))?;
        *end = last;
        let whole = numeral.fraction(value, last);
        Some(self.spelled_tail(whole))
    }

    /// Goes on from digits: 3 hundred and one, 4.2 million 300 thousand.
    fn continue_spelled(&self, digits: Numeral) -> Numeral {
        let Some(next) =
            self.joined(digits.end).filter(|&next| next > digits.end || fold::is_letter(self.text.at(next)))
        else {
            return digits;
        };
        // A denominator after digits: 2 thirds.
        if let Form::Plain(_) = digits.form {
            if let Some((end, parts)) = self.denominator(next, digits.value == Decimal::ONE) {
                let unit = self
                    .word(next, |sense| matches!(sense, Sense::Unit(_)))
                    .is_some_and(|(unit, _)| unit == end);
                if !unit && (self.closes_fraction(end) || parts > 2) {
                    if let Some(value) = digits.value.over(Decimal::from(parts)) {
                        return digits.fraction(value, end);
                    }
                }
            }
        }
        if self.scale_word(next, true).is_none() {
            return digits;
        }
        let mut tally = Tally {
            group: digits.value,
            has_group: true,
            digits: true,
            places: digits.places,
            ..Tally::default()
        };
        match self.run_on(digits.end, &mut tally) {
            Some(end) if !tally.ordinal => {
                let mut numeral = tally.numeral(digits.start, end);
                numeral.form = Form::Figure;
                numeral
            }
            _ => digits,
        }
    }

    /// Reads numeral words from `at` into `tally` and says where they end.
    fn run(&self, at: usize, tally: &mut Tally) -> Option<usize> {
        tally.chains = self.lex.habits.ordinal_chains;
        let (end, _) = self.step(at, tally, false)?;
        self.run_on(end, tally).or_else(|| self.closed(end).then_some(end))
    }

    /// Reads on after the word that ends at `at`; `None` if nothing follows.
    fn run_on(&self, at: usize, tally: &mut Tally) -> Option<usize> {
        let mut end = at;
        let mut good: Option<(usize, Tally)> = None;
        let mut before_and: Option<(Option<(usize, Tally)>, usize)> = None;
        for _ in 0..48 {
            if tally.ordinal && !tally.chains {
                break;
            }
            let inside = !ends_word(&self.text.lower, end);
            let mut moved = None;
            let places: [Option<usize>; 2] =
                if inside { [Some(end), None] } else { [self.joined(end), self.hyphenless(end)] };
            for place in places.into_iter().flatten() {
                moved = self.step(place, tally, inside).map(|(end, _)| (end, false));
                if moved.is_some() {
                    break;
                }
            }
            if moved.is_none() && !inside {
                moved = self.comma_step(end, tally).map(|end| (end, false));
            }
            if moved.is_none() {
                moved = self.and_step(end, tally, inside).map(|end| (end, true));
            }
            let Some((next, by_and)) = moved else { break };
            if by_and && before_and.is_none() {
                before_and = Some((good.clone(), end));
            }
            end = next;
            if self.closed(end) {
                good = Some((end, tally.clone()));
            }
        }
        // "Between two hundred and three hundred": the word after "and" begins another number.
        if let (Some((before, _)), Some((end, _))) = (&before_and, &good) {
            let next = self.text.skip_blanks(*end);
            if self.scale_word(next, true).is_some() && !tally.ordinal {
                good.clone_from(before);
                if good.is_none() {
                    return None;
                }
            }
        }
        let (end, whole) = good?;
        *tally = whole;
        Some(end)
    }

    /// One numeral word at `at`, if the tally can take it.
    fn step(&self, at: usize, tally: &mut Tally, _inside: bool) -> Option<(usize, Sense)> {
        if self.text.at(at).is_ascii_digit() {
            return self.digit_group(at, tally);
        }
        let found = self.lex.pieces(self.text, at);
        for (end, sense) in found.iter() {
            if !ends_word(&self.text.lower, end) && !self.continues(end, tally) {
                continue;
            }
            let mut next = tally.clone();
            if next.push(sense, self.lex.habits.units_first) {
                *tally = next;
                return Some((end, sense));
            }
        }
        None
    }

    /// Whether a numeral may end here: with its word, or before a unit in the same word (двухчасовой).
    fn closed(&self, at: usize) -> bool {
        ends_word(&self.text.lower, at) || self.word(at, |sense| matches!(sense, Sense::Unit(_))).is_some()
    }

    /// Whether another numeral piece stands inside the same word.
    fn continues(&self, at: usize, _tally: &Tally) -> bool {
        let numeric = |sense: Sense| {
            matches!(
                sense,
                Sense::Add(_)
                    | Sense::Scale(_)
                    | Sense::Scales(_)
                    | Sense::Ordinal(_)
                    | Sense::OrdinalScale(_)
                    | Sense::Unit(_)
                    | Sense::Parts(_)
                    | Sense::Plus(_)
            )
        };
        let found = self.lex.pieces(self.text, at);
        if found.iter().any(|(_, sense)| numeric(sense)) {
            return true;
        }
        found.iter().any(|(end, sense)| {
            sense == Sense::Role(Role::And)
                && self.lex.pieces(self.text, end).iter().any(|(_, sense)| numeric(sense))
        })
    }

    /// 4 million **300 thousand**.
    fn digit_group(&self, at: usize, tally: &mut Tally) -> Option<(usize, Sense)> {
        if tally.has_group || tally.parts.is_empty() {
            return None;
        }
        let digits = self.digits(at)?;
        let next = self.text.skip_blanks(digits.end);
        let (end, factor) = self.scale_word(next, true)?;
        if factor >= tally.last_scale() || factor < 1000 {
            return None;
        }
        tally.group = digits.value;
        tally.has_group = true;
        tally.push(Sense::Scale(factor), false).then_some((end, Sense::Scale(factor)))
    }

    /// A numeral word after "and", where the language says one.
    fn and_step(&self, end: usize, tally: &mut Tally, inside: bool) -> Option<usize> {
        let place = if inside { end } else { self.joined(end)? };
        let found = self.lex.pieces(self.text, place);
        let (and_end, _) = found.iter().find(|(_, sense)| *sense == Sense::Role(Role::And))?;
        if matches!(self.text.at(place), ',' | '-')
            || tally.digits && tally.parts.is_empty() && !tally.hundred
        {
            return None;
        }
        let tens = tally.small % 10 == 0 && tally.small % 100 != 0;
        let open = tally.small % 100 == 0;
        let units = tally.small > 0 && tally.small % 10 != 0 && self.lex.habits.units_first;
        if !(open || (tens && self.lex.habits.decimal == ",") || units) {
            return None;
        }
        let next =
            if inside && !ends_word(&self.text.lower, and_end) { and_end } else { self.joined(and_end)? };
        let mut trial = tally.clone();
        let (end, sense) = self.step(next, &mut trial, inside)?;
        if matches!(sense, Sense::Scale(_) | Sense::Scales(_) | Sense::OrdinalScale(_)) {
            return None;
        }
        // "One hundred and three quarters" is a mixed number.
        if ends_word(&self.text.lower, end) {
            if let Some(place) = self.joined(end) {
                if self.denominator(place, sense == Sense::Add(1)).is_some() {
                    return None;
                }
            }
        }
        *tally = trial;
        Some(end)
    }

    /// "One thousand, two hundred": after a scale and a comma stand hundreds of it.
    fn comma_step(&self, end: usize, tally: &mut Tally) -> Option<usize> {
        let text = self.text;
        if text.at(end) != ','
            || tally.small_only
            || tally.has_group
            || tally.parts.is_empty()
            || self.lex.habits.decimal == ","
        {
            return None;
        }
        let next = text.skip_blanks(end + 1);
        if !fold::is_letter(text.at(next)) || next > end + 3 {
            return None;
        }
        let mut rest = Tally { small_only: true, ..Tally::default() };
        let rest_end = self.run(next, &mut rest)?;
        let value = rest.numeral(next, rest_end).value;
        if value.less(Decimal::from(100)) || !value.less(Decimal::from(tally.last_scale())) {
            return None;
        }
        self.step(next, tally, false).map(|found| found.0)
    }

    /// Where the next word begins after blanks or one hyphen.
    fn joined(&self, end: usize) -> Option<usize> {
        let text = self.text;
        let mut at = text.skip_blanks(end);
        if at > end + 8 {
            return None;
        }
        if text.at(at) == '-' && at == end && fold::is_letter(text.at(at + 1)) {
            at += 1;
        }
        Some(at)
    }

    /// After a hyphen with blanks around it there is no compound.
    fn hyphenless(&self, _end: usize) -> Option<usize> {
        None
    }

    /// A denominator at `at`; those of a single part only with `one`.
    fn denominator(&self, at: usize, one: bool) -> Option<(usize, i64)> {
        let pick = |at: usize| {
            self.word(at, |sense| match sense {
                Sense::Parts(_) => true,
                Sense::Part(_) => one,
                _ => false,
            })
        };
        match pick(at) {
            Some((end, Sense::Parts(parts) | Sense::Part(parts))) if parts > 1 => return Some((end, parts)),
            _ => {}
        }
        // "Twenty firsts", "vingt-et-unième": tens before the part.
        let (end, sense) =
            self.word(at, |sense| matches!(sense, Sense::Add(tens) if tens >= 20 && tens % 10 == 0))?;
        let Sense::Add(tens) = sense else { return None };
        let mut next = self.joined(end)?;
        if let Some((and, _)) = self.word(next, |sense| sense == Sense::Role(Role::And)) {
            next = self.joined(and)?;
        }
        match pick(next)? {
            (end, Sense::Parts(parts) | Sense::Part(parts)) if parts < 10 && tens < 100 => {
                Some((end, tens + parts))
            }
            _ => None,
        }
    }

    /// Whether "a third" that ends at `end` is a share and not a rank: what follows is "of" or no noun.
    fn closes_fraction(&self, end: usize) -> bool {
        let next = self.text.skip_blanks(end);
        let c = self.text.at(next);
        !c.is_alphanumeric()
            || self
                .word(next, |sense| {
                    matches!(
                        sense,
                        Sense::Role(Role::Of | Role::And | Role::To) | Sense::Scale(_) | Sense::Unit(_)
                    )
                })
                .is_some()
    }

    /// What may follow a spelled number: decimals, a fraction, "and a half", a scale.
    fn spelled_tail(&self, numeral: Numeral) -> Numeral {
        let mut numeral = numeral;
        if numeral.form == Form::Spelled || matches!(numeral.form, Form::Plain(_)) {
            if let Some(decimals) = self.decimals(numeral.end, numeral) {
                numeral = decimals;
                return match self.scale_word(self.text.skip_blanks(numeral.end), true) {
                    Some((end, factor)) if factor >= 1000 => numeral.scaled(factor, end),
                    _ => numeral,
                };
            }
            if let Some(share) = self.over(&numeral) {
                return share;
            }
        }
        if numeral.form == Form::Fraction {
            return self.with_scale_word(numeral);
        }
        let Some(next) = self.joined(numeral.end) else { return numeral };
        let (end, part) = match self.word(next, |sense| matches!(sense, Sense::Plus(_))) {
            Some((end, Sense::Plus(part))) => (end, part),
            _ => match self.and_fraction(next) {
                Some(found) => found,
                None => return numeral,
            },
        };
        // A unit's half is the unit's business: "one hour and a half" never comes here, but a scale's
        // half is: "one million and a half", "one billion and a half million".
        let after = self.text.skip_blanks(end);
        let (end, factor) = match self.scale_word(after, true) {
            Some((end, factor)) if factor >= 1000 && factor < numeral.scale => (end, factor),
            Some((end, factor)) if factor >= 1000 && numeral.scale == 1 => {
                let value = numeral.value.plus(part).times(Decimal::from(factor));
                return Numeral { scale: factor, ..numeral.fraction(value, end) };
            }
            _ => (end, if numeral.scale >= 1000 { numeral.scale } else { 1 }),
        };
        let value = numeral.value.plus(part.times(Decimal::from(factor)));
        numeral.fraction(value, end)
    }

    /// "And two fifths", "and a third" after a whole number.
    fn and_fraction(&self, at: usize) -> Option<(usize, Decimal)> {
        let (and, _) = self.word(at, |sense| sense == Sense::Role(Role::And))?;
        if matches!(self.text.at(at), ',' | '-') {
            return None;
        }
        let next = self.text.skip_blanks(and);
        if let Some((end, _)) = self.word(next, |sense| sense == Sense::Role(Role::Article)) {
            let (end, parts) = self.denominator(self.text.skip_blanks(end), true)?;
            return Some((end, Decimal::ONE.over(Decimal::from(parts))?));
        }
        let top = match self.plain_digits(next) {
            Some(digits) => return self.slash_fraction(&digits).map(|part| (part.end, part.value)),
            None => {
                let mut tally = Tally::default();
                let end = self.run(next, &mut tally)?;
                tally.numeral(next, end)
            }
        };
        if top.is_ordinal() {
            return None;
        }
        let (end, parts) = self.denominator(self.joined(top.end)?, top.value == Decimal::ONE)?;
        Some((end, top.value.over(Decimal::from(parts))?))
    }

    /// "Point seventy-one": the words after the point are its digits.
    fn decimals(&self, at: usize, whole: Numeral) -> Option<Numeral> {
        let next = self.text.skip_blanks(at);
        if !fold::is_letter(self.text.at(next)) {
            return None;
        }
        let (end, _) = self.word(next, |sense| sense == Sense::Role(Role::Point))?;
        let mut place = self.text.skip_blanks(end);
        if let Some((and, _)) = self.word(place, |sense| sense == Sense::Role(Role::And)) {
            place = self.text.skip_blanks(and);
        }
        let mut digits = String::new();
        let mut last = place;
        if let Some(plain) = self.plain_digits(place) {
            digits = self.slice(place, plain.end);
            last = plain.end;
        } else {
            while digits.len() < 20 {
                match self.word(self.text.skip_blanks(last), |sense| matches!(sense, Sense::Add(0..=9))) {
                    Some((end, Sense::Add(digit))) => {
                        digits.push_str(&digit.to_string());
                        last = end;
                    }
                    _ => break,
                }
            }
            let mut tally = Tally::default();
            if let Some(end) = self.run(place, &mut tally) {
                let numeral = tally.numeral(place, end);
                // "Две десятых" after "ноль целых" is told as a fraction.
                if let Some((end, parts)) = self.joined(end).and_then(|next| self.denominator(next, true)) {
                    let value = whole.value.plus(numeral.value.over(Decimal::from(parts))?);
                    let places = Some(-magnitude(parts));
                    return Some(Numeral { end, value, places, ..whole });
                }
                if end > last && !tally.ordinal {
                    digits = numeral.value.to_string();
                    last = end;
                }
            }
        }
        if digits.is_empty() {
            return None;
        }
        let fraction = Decimal::from_digits("", &digits);
        let places = Some(-i8::try_from(digits.len()).unwrap_or(i8::MAX));
        Some(Numeral { end: last, value: whole.value.plus(fraction), places, ..whole })
    }

    /// "One over three".
    fn over(&self, top: &Numeral) -> Option<Numeral> {
        let next = self.text.skip_blanks(top.end);
        let (end, _) = self.word(next, |sense| sense == Sense::Role(Role::Over))?;
        let place = self.text.skip_blanks(end);
        let bottom = match self.plain_digits(place) {
            Some(digits) => digits,
            None => {
                let mut tally = Tally::default();
                let end = self.run(place, &mut tally)?;
                tally.numeral(place, end)
            }
        };
        if bottom.is_ordinal() || !top.value.is_whole() || self.unit_follows(bottom.end) {
            return None;
        }
        let value = top.value.over(bottom.value)?;
        Some(top.fraction(value, bottom.end))
    }
}

fn text_is_vulgar(c: char) -> bool {
    matches!(c, '¼'..='¾' | '⅐'..='⅞')
}

/// Numeral words added up so far.
#[derive(Debug, Clone, Default)]
struct Tally {
    /// Values already multiplied by a scale of a thousand or more, and that scale.
    parts: Vec<(Decimal, i64)>,
    /// What stands below a thousand.
    group: Decimal,
    has_group: bool,
    /// The group as words built it; 0 when it came in digits.
    small: i64,
    /// Whether the group came in digits.
    digits: bool,
    hundred: bool,
    zero: bool,
    ordinal: bool,
    /// Whether this only looks ahead from a comma, so that a list costs no more than its length.
    small_only: bool,
    /// Whether ranks follow ranks.
    chains: bool,
    places: Option<i8>,
}

impl Default for Decimal {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Tally {
    fn last_scale(&self) -> i64 {
        self.parts.last().map_or(i64::MAX, |part| part.1)
    }

    /// Takes one more word, or says that it does not belong to this number.
    fn push(&mut self, sense: Sense, units_first: bool) -> bool {
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

    fn add(&mut self, value: i64, units_first: bool) -> bool {
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

    fn scale(&mut self, scale: i64, alone: bool) -> bool {
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

    fn numeral(&self, start: usize, end: usize) -> Numeral {
        let value = self.parts.iter().fold(self.group, |sum, part| sum.plus(part.0));
        let form = if self.ordinal { Form::Ordinal } else { Form::Spelled };
        let mut numeral = Numeral::new(start, end, value, form);
        numeral.scale = if self.has_group { 1 } else { self.parts.last().map_or(1, |part| part.1) };
        numeral.places = self.places.or(Some(if self.has_group { 0 } else { magnitude(numeral.scale) }));
        numeral
    }
}
