//! Numerals of East Asia: 4만 2천, 천오백, 五十億, 二零一三, 三分の一, 스물다섯. Digits, words and
//! multipliers mix and follow one another by position; fractions are told denominator first.

use super::decimal::Decimal;
use super::fold;
use super::lexicon::{Role, Sense};
use super::numeral::{Form, Numeral, magnitude};
use super::reader::Reader;

/// A sign in a positional numeral.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Digit(i64),
    /// 20, 30, 40 in one sign.
    Tens(i64),
    /// 10, 100, 1000.
    Small(i64),
    /// 10⁴, 10⁸, 10¹², 10¹⁶.
    Big(i64),
}

/// A numeral has at most this many signs, which keeps the work on one bounded.
const MOST_SIGNS: usize = 64;

impl Reader<'_> {
    /// The positional numeral at `at`: a whole number, decimals, a fraction.
    pub fn positional(&self, at: usize) -> Option<Numeral> {
        let hangul = self.lex.habits.script == "hangul";
        if hangul && fold::is_hangul(self.text.at(at)) && fold::is_hangul(self.text.before(at)) {
            return None;
        }
        self.positional_from(at)
    }

    /// The same wherever in a word `at` is.
    pub fn positional_from(&self, at: usize) -> Option<Numeral> {
        let here = self.text.at(at);
        if fold::is_hangul(here)
            && let Some((end, rank)) = self.native_rank(at)
        {
            return Some(Numeral::new(at, end, Decimal::from(rank), Form::Ordinal));
        }
        // 一半 is a half and no one.
        let halved = fold::is_han(here).then(|| self.fixed(at)).flatten().filter(|(end, _)| *end > at + 1);
        let first = match self.whole_or_decimal(at).filter(|_| halved.is_none()) {
            Some(numeral) => numeral,
            None => {
                let (end, value) = self.fixed(at)?;
                let mut numeral = Numeral::new(at, end, value, Form::Fraction);
                numeral.places = None;
                numeral.weak = fold::is_wide(here);
                return Some(numeral);
            }
        };
        if matches!(first.form, Form::Plain(_) | Form::Figure)
            && !fold::is_wide(self.text.at(self.text.skip_blanks(first.end)))
        {
            let tailed = self.latin_tail(first);
            if tailed.end != first.end {
                return Some(tailed);
            }
        }
        if let Some(fraction) = self.parts_of(&first) {
            return Some(fraction);
        }
        if let Some(share) = self.share(&first) {
            return Some(share);
        }
        // 일과 이분의 일, 11また14分の1: a whole number and a fraction.
        if let Some(and) = self.role_after(first.end, Role::And).filter(|&and| self.text.before(and) != ',') {
            let next = self.text.skip_blanks(and);
            if let Some(fraction) = self.whole_or_decimal(next).and_then(|part| self.parts_of(&part))
                && fraction.value.less(Decimal::ONE)
            {
                let value = first.value.plus(fraction.value);
                return Some(Numeral {
                    value,
                    end: fraction.end,
                    places: None,
                    form: Form::Fraction,
                    weak: false,
                    ..first
                });
            }
        }
        // 五十打 is fifty dozen.
        if let Some((end, dozen)) = self.dozen(first.end) {
            return Some(Numeral {
                value: first.value.times(Decimal::from(dozen)),
                end,
                weak: false,
                ..first
            });
        }
        Some(first)
    }

    fn dozen(&self, at: usize) -> Option<(usize, i64)> {
        if !fold::is_han(self.text.at(at)) {
            return None;
        }
        self.pieces(at).iter().find_map(|(end, sense)| match sense {
            Sense::Scale(12) => Some((end, 12)),
            _ => None,
        })
    }

    /// 첫째, 처음: ranks that are words of their own.
    fn native_rank(&self, at: usize) -> Option<(usize, i64)> {
        let found = self.pieces(at);
        let (end, rank) = found.iter().find_map(|(end, sense)| match sense {
            Sense::Ordinal(rank) => Some((end, rank)),
            _ => None,
        })?;
        (!fold::is_hangul(self.text.at(end)) || self.closes(end)).then_some((end, rank))
    }

    /// 셋 중 하나: a share told as so many out of so many.
    fn share(&self, total: &Numeral) -> Option<Numeral> {
        if total.form != Form::Spelled {
            return None;
        }
        let place = self.counter(total.end).unwrap_or(total.end);
        let end = self.piece_role(self.text.skip_blanks(place), Role::Among)?;
        let part =
            self.whole_or_decimal(self.text.skip_blanks(end)).filter(|part| part.form == Form::Spelled)?;
        // "Two of twelve machines" are two figures; one in three is a share.
        if place > total.end && part.value != Decimal::ONE {
            return None;
        }
        let value = part.value.over(total.value).filter(|value| value.less(Decimal::ONE))?;
        Some(Numeral {
            end: part.end,
            value,
            places: None,
            form: Form::Fraction,
            weak: false,
            scale: 1,
            ..*total
        })
    }

    /// The whole number at `at`, wherever in a word that is.
    pub fn whole_inside(&self, at: usize) -> Option<Numeral> {
        self.whole(at)
    }

    /// What Latin letters may follow digits: 3/4, 10K.
    fn latin_tail(&self, numeral: Numeral) -> Numeral {
        let Some(digits) = self.digits(numeral.start).filter(|digits| digits.end == numeral.end) else {
            return numeral;
        };
        self.with_tail(digits)
    }

    /// A 분의 B, A 分の B, A 分之 B.
    fn parts_of(&self, bottom: &Numeral) -> Option<Numeral> {
        let end = self.role_after(bottom.end, Role::PartsOf)?;
        let top = self.whole_or_decimal(self.text.skip_blanks(end))?;
        let value = top.value.over(bottom.value)?;
        Some(Numeral {
            start: bottom.start,
            end: top.end,
            value,
            places: None,
            form: Form::Fraction,
            weak: false,
            scale: 1,
            more: false,
        })
    }

    fn whole_or_decimal(&self, at: usize) -> Option<Numeral> {
        let mut numeral = self.whole(at)?;
        if let Some(digits) = self.spoken_decimals(numeral.end) {
            let (end, fraction, count) = digits;
            numeral.value = numeral.value.plus(fraction);
            numeral.places = Some(-count);
            (numeral.end, numeral.weak, numeral.form) = (end, false, Form::Spelled);
        }
        // A scale after decimals: 2.12백, 1.8万, 一点五亿.
        let mut factor = 1i64;
        let mut end = numeral.end;
        if !numeral.value.is_whole() {
            while let Some((Sign::Small(scale) | Sign::Big(scale), length)) = self.sign_at(end) {
                if !self.may_scale(end) {
                    break;
                }
                factor = factor.saturating_mul(scale);
                end += length;
            }
        }
        if factor > 1 {
            numeral.value = numeral.value.times(Decimal::from(factor));
            numeral.places = numeral.places.map(|places| places.saturating_add(magnitude(factor)));
            (numeral.end, numeral.form, numeral.scale) = (end, Form::Figure, factor);
            if let Some(rest) =
                self.whole(self.text.skip_blanks(end)).filter(|rest| self.adds_to(rest, factor, end))
            {
                numeral.value = numeral.value.plus(rest.value);
                (numeral.end, numeral.places, numeral.scale) = (rest.end, rest.places, 1);
            }
        }
        Some(numeral)
    }

    fn adds_to(&self, rest: &Numeral, factor: i64, end: usize) -> bool {
        rest.value.less(Decimal::from(factor)) && rest.start <= end + 1 && rest.value.is_whole() && !rest.weak
    }

    /// Whether the multiplier at `at` belongs to the numeral before it, and not to a word of its own.
    fn may_scale(&self, at: usize) -> bool {
        let hangul = fold::is_hangul(self.text.at(at));
        let stop =
            self.pieces(at).iter().any(|(end, sense)| sense == Sense::Role(Role::Stop) && end > at + 1);
        let rank = self.piece_role(at, Role::PercentileAfter).is_some();
        // 千克 and 兆字节 are units, and their first sign no scale.
        let unit = !hangul
            && self.pieces(at).iter().any(|(end, sense)| matches!(sense, Sense::Unit(_)) && end > at + 1);
        !(hangul && (stop || rank) || unit)
    }

    /// Digits after a spoken point.
    fn spoken_decimals(&self, at: usize) -> Option<(usize, Decimal, i8)> {
        let mut next = self.text.skip_blanks(at);
        next = self.role(next, Role::Point)?;
        next = self.text.skip_blanks(next);
        let mut digits = String::new();
        while digits.len() < 20 {
            let here = if digits.is_empty() { next } else { self.text.skip_blanks(next).min(next + 1) };
            let c = self.text.at(here);
            if c.is_ascii_digit() && here == next {
                digits.push(c);
            } else if let Some((Sign::Digit(digit), 1)) =
                self.sign_at(here).filter(|_| !self.particle_at(here))
            {
                digits.push_str(&digit.to_string());
            } else {
                break;
            }
            next = here + 1;
        }
        if digits.is_empty() {
            return None;
        }
        let count = i8::try_from(digits.len()).unwrap_or(i8::MAX);
        Some((next, Decimal::from_digits("", &digits), count))
    }

    /// A whole number by position.
    fn whole(&self, at: usize) -> Option<Numeral> {
        let text = self.text;
        let (mut total, mut section) = (Decimal::ZERO, Decimal::ZERO);
        let mut current: Option<Decimal> = None;
        let (mut last_small, mut last_big) = (i64::MAX, i64::MAX);
        let (mut end, mut signs, mut written) = (at, 0usize, 0usize);
        let mut run_of_digits = false;
        let mut places = 0i8;
        let mut last: Option<Sign> = None;
        let mut only_digits: Option<Numeral> = None;
        let mut zero_before = false;
        let mut native = false;
        let (mut more, mut kana) = (false, false);
        while signs < MOST_SIGNS {
            let place = if signs == 0 { at } else { self.next_sign(end, last, current.is_some()) };
            if text.at(place).is_ascii_digit() || (text.at(place) == '.' && signs == 0) {
                if current.is_some()
                    || native
                    || (signs > 0 && !matches!(last, Some(Sign::Small(_) | Sign::Big(_))))
                {
                    break;
                }
                let Some(digits) = self.digits(place) else { break };
                let limit = match last {
                    Some(Sign::Small(scale) | Sign::Big(scale)) => Decimal::from(scale),
                    _ => Decimal::new(1, 40),
                };
                if signs > 0
                    && (!digits.value.less(limit)
                        || text.at(at) == text.at(place - 1) && written == 1 && place > end)
                {
                    break;
                }
                if signs == 0 {
                    only_digits = Some(digits);
                } else {
                    only_digits = None;
                }
                current = Some(digits.value);
                places = digits.places.unwrap_or(0);
                (end, last, run_of_digits) = (digits.end, None, false);
                signs += 1;
                continue;
            }
            if let Some((native_end, value)) = self.native(place, current, native) {
                if signs > 0 && !native && matches!(last, Some(Sign::Digit(_)) | None) {
                    break;
                }
                current =
                    Some(current.filter(|_| native).unwrap_or(Decimal::ZERO).plus(Decimal::from(value)));
                (end, native, last) = (native_end, true, None);
                (signs, written, only_digits) = (signs + 1, written + 1, None);
                places = 0;
                continue;
            }
            let Some((sign, length)) = self.sign_at(place) else {
                // 五百余万: "and more" stands before the scale.
                let scale = self
                    .sign_at(self.text.skip_blanks(place + 1))
                    .is_some_and(|(sign, _)| matches!(sign, Sign::Big(_)));
                if signs > 0
                    && scale
                    && matches!(text.at(self.text.skip_blanks(place)), '余' | '餘' | '多' | '几' | '幾')
                {
                    more = true;
                    end = self.text.skip_blanks(place) + 1;
                    continue;
                }
                break;
            };
            if signs > 0 && self.particle_at(place) {
                break;
            }
            kana |= fold::is_kana(text.at(place));
            if native
                || (signs > 0 && !self.may_scale(place) && !matches!(sign, Sign::Digit(_)))
                || (signs == 0 && !self.may_scale(place))
            {
                break;
            }
            match sign {
                Sign::Digit(digit) => {
                    if digit == 0 && matches!(last, Some(Sign::Small(_) | Sign::Big(_))) {
                        zero_before = true;
                        (end, signs, written) = (place + length, signs + 1, written + 1);
                        continue;
                    }
                    if current.is_some() {
                        let may_run = matches!(last, Some(Sign::Digit(_)))
                            && (run_of_digits || signs == 1)
                            && self.lex.habits.script == "han";
                        if !may_run {
                            break;
                        }
                        current =
                            current.map(|value| value.times(Decimal::from(10)).plus(Decimal::from(digit)));
                        run_of_digits = true;
                    } else {
                        current = Some(Decimal::from(digit));
                    }
                    places = 0;
                }
                Sign::Tens(value) => {
                    if current.is_some() || last_small <= 10 {
                        break;
                    }
                    section = section.plus(Decimal::from(value));
                    (last_small, places) = (10, 1);
                }
                Sign::Small(scale) => {
                    if (scale >= last_small && !(section.is_zero()))
                        || run_of_digits && written > 1 && last_small == i64::MAX && signs > 2
                    {
                        break;
                    }
                    let factor = match current.take() {
                        Some(value) if !value.is_zero() => value,
                        Some(_) => break,
                        None => Decimal::ONE,
                    };
                    section = section.plus(factor.times(Decimal::from(scale)));
                    places = if only_digits.is_some() {
                        places.saturating_add(magnitude(scale))
                    } else {
                        magnitude(scale)
                    };
                    last_small = scale;
                }
                Sign::Big(scale) => {
                    let mut amount = section.plus(current.take().unwrap_or(Decimal::ZERO));
                    if amount.is_zero() && (total.is_zero() || scale < last_big) {
                        if !total.is_zero() {
                            break;
                        }
                        amount = Decimal::ONE;
                    }
                    if scale >= last_big {
                        amount = amount.plus(total);
                        total = Decimal::ZERO;
                    }
                    total = total.plus(amount.times(Decimal::from(scale)));
                    section = Decimal::ZERO;
                    places = if only_digits.is_some() || last.is_none() {
                        places.saturating_add(magnitude(scale))
                    } else {
                        magnitude(scale)
                    };
                    (last_small, last_big) = (i64::MAX, scale);
                }
            }
            if !matches!(sign, Sign::Digit(_)) {
                only_digits = None;
                zero_before = false;
            }
            (end, last) = (place + length, Some(sign));
            (signs, written) = (signs + 1, written + 1);
        }
        // A kana or two may be anything; a numeral in kana has a scale.
        if signs == 0 || kana && (written < 2 || last_small == i64::MAX && last_big == i64::MAX) {
            return None;
        }
        if let Some(digits) = only_digits.filter(|digits| digits.end == end) {
            return Some(digits);
        }
        // 四百五 is 450: a digit after a multiplier stands for the next lower place.
        let mut value = total.plus(section);
        if let Some(tail) = current {
            let shorthand =
                self.lex.habits.digit_shorthand && !zero_before && matches!(last, Some(Sign::Digit(_)));
            let step = if last_small == i64::MAX { last_big } else { last_small };
            let lent =
                shorthand && !value.is_zero() && (100..i64::MAX).contains(&step) && self.ends_numeral(end);
            value = value.plus(if lent { tail.times(Decimal::from(step / 10)) } else { tail });
        }
        let mut numeral = Numeral::new(
            at,
            end,
            value,
            if written > 0 && text.at(at).is_ascii_digit() { Form::Figure } else { Form::Spelled },
        );
        numeral.places = Some(places);
        numeral.more = more;
        // 일만 is more often "only the work" than ten thousand.
        let only = text.at(at) == '일' && written == 2 && signs == 2 && end == at + 2;
        numeral.weak = written == signs && (written == 1 || only);
        numeral.scale = match last {
            Some(Sign::Small(scale) | Sign::Big(scale)) if written < signs || written > 1 => scale,
            _ => 1,
        };
        Some(numeral)
    }

    /// Whether no unit or counter makes the last digit a figure of its own.
    fn ends_numeral(&self, at: usize) -> bool {
        self.sign_at(at).is_none()
    }

    /// Where the next sign stands: at once, or after a blank where writers part the groups.
    fn next_sign(&self, end: usize, last: Option<Sign>, has_digit: bool) -> usize {
        let text = self.text;
        let next = text.skip_blanks(end);
        if next == end || next > end + 2 || text.at(end) == '\n' {
            return end;
        }
        if self.lex.habits.script == "han" {
            let parted = fold::is_han(text.at(next)) && fold::is_han(text.before(end));
            return if parted || matches!(last, Some(Sign::Big(_) | Sign::Small(_))) { next } else { end };
        }
        match last {
            Some(Sign::Big(_)) => next,
            Some(Sign::Small(_)) if !has_digit => {
                // 4천 680만 and 오십 이, but not 백 이 (a hundred of these).
                if self.native_counts(next) {
                    return next;
                }
                let spelled_out = fold::is_hangul(text.at(next));
                let particle = self.particle_at(next);
                if spelled_out && (particle || !self.closes(next + 1) && self.sign_at(next + 1).is_none()) {
                    end
                } else {
                    next
                }
            }
            None if fold::is_hangul(text.before(end)) && self.native(next, None, false).is_some() => next,
            _ => end,
        }
    }

    /// Whether a native numeral at `at` counts something: 백 **열두 번째**.
    fn native_counts(&self, at: usize) -> bool {
        let Some((mut end, tens)) = self.native(at, None, false) else { return false };
        if let Some((units, _)) = self.native(end, Some(Decimal::from(tens)), true) {
            end = units;
        }
        self.counter(end).is_some()
            || self.piece_role(self.text.skip_blanks(end), Role::OrdinalAfter).is_some()
            || self.unit_follows(end)
    }

    /// Whether the word ends at `at`, perhaps with a particle.
    fn closes(&self, at: usize) -> bool {
        !fold::is_hangul(self.text.at(at))
            || self.pieces(at).iter().any(|(_, sense)| {
                matches!(
                    sense,
                    Sense::Role(Role::Particle | Role::Counter | Role::OrdinalAfter) | Sense::Unit(_)
                )
            })
    }

    /// A native Korean numeral: tens, or units after tens.
    fn native(&self, at: usize, current: Option<Decimal>, after_native: bool) -> Option<(usize, i64)> {
        if !fold::is_hangul(self.text.at(at)) {
            return None;
        }
        let found = self.pieces(at);
        let mut senses = found.iter();
        let (end, value) = senses.find_map(|(end, sense)| match sense {
            Sense::Add(value) => Some((end, value)),
            _ => None,
        })?;
        if found.iter().any(|(stop, sense)| stop > end && matches!(sense, Sense::Role(Role::Stop))) {
            return None;
        }
        match current {
            Some(tens) if after_native => {
                let tens = tens.whole()?;
                (value < 10 && tens % 10 == 0 && tens > 0).then_some((end, value))
            }
            Some(_) => None,
            None => Some((end, value)),
        }
    }

    /// Whether a particle of more than one syllable begins at `at`: 오점 오**이다**.
    fn particle_at(&self, at: usize) -> bool {
        self.text.at(at) == '이'
            && self.pieces(at).iter().any(|(end, sense)| end > at + 1 && sense == Sense::Role(Role::Particle))
    }

    /// The sign at `at` and how many characters it takes.
    fn sign_at(&self, at: usize) -> Option<(Sign, usize)> {
        let c = self.text.at(at);
        if self.lex.habits.script == "hangul" {
            return hangul_sign(c).map(|sign| (sign, 1));
        }
        if fold::is_kana(c) {
            return self.pieces(at).iter().find_map(|(end, sense)| {
                let sign = match sense {
                    Sense::Add(digit) => Sign::Digit(digit),
                    Sense::Scale(scale) if scale >= 10_000 => Sign::Big(scale),
                    Sense::Scale(scale) => Sign::Small(scale),
                    _ => return None,
                };
                Some((sign, end - at))
            });
        }
        han_sign(c).map(|sign| (sign, 1))
    }
}

/// Whether a numeral may begin with `c`, a sign of Hangul or Han.
pub(super) fn is_sign(c: char) -> bool {
    hangul_sign(c).is_some() || han_sign(c).is_some()
}

fn hangul_sign(c: char) -> Option<Sign> {
    Some(match c {
        '영' | '공' => Sign::Digit(0),
        '일' => Sign::Digit(1),
        '이' => Sign::Digit(2),
        '삼' => Sign::Digit(3),
        '사' => Sign::Digit(4),
        '오' => Sign::Digit(5),
        '육' | '륙' => Sign::Digit(6),
        '칠' => Sign::Digit(7),
        '팔' => Sign::Digit(8),
        '구' => Sign::Digit(9),
        '십' => Sign::Small(10),
        '백' => Sign::Small(100),
        '천' => Sign::Small(1000),
        '만' => Sign::Big(10_000),
        '억' => Sign::Big(100_000_000),
        '조' => Sign::Big(1_000_000_000_000),
        '경' => Sign::Big(10_000_000_000_000_000),
        _ => return None,
    })
}

fn han_sign(c: char) -> Option<Sign> {
    Some(match c {
        '零' | '〇' => Sign::Digit(0),
        '一' | '壹' | '壱' => Sign::Digit(1),
        '二' | '两' | '兩' | '贰' | '貳' | '弐' => Sign::Digit(2),
        '三' | '叁' | '參' | '参' => Sign::Digit(3),
        '四' | '肆' => Sign::Digit(4),
        '五' | '伍' => Sign::Digit(5),
        '六' | '陆' | '陸' => Sign::Digit(6),
        '七' | '柒' => Sign::Digit(7),
        '八' | '捌' => Sign::Digit(8),
        '九' | '玖' => Sign::Digit(9),
        '廿' => Sign::Tens(20),
        '卅' => Sign::Tens(30),
        '卌' => Sign::Tens(40),
        '十' | '拾' => Sign::Small(10),
        '百' | '佰' => Sign::Small(100),
        '千' | '仟' => Sign::Small(1000),
        '万' | '萬' => Sign::Big(10_000),
        '亿' | '億' => Sign::Big(100_000_000),
        '兆' => Sign::Big(1_000_000_000_000),
        '京' => Sign::Big(10_000_000_000_000_000),
        _ => return None,
    })
}
