//! A text as the extractor reads it: one width, one case, no accents, plain dashes and quotes; and for
//! every character the bytes that it came from.

use crate::diag::ByteSpan;

/// A no-break or thin space, kept apart in [`Folded::cased`] because it may group digits.
pub(super) const NO_BREAK: char = '\u{a0}';

/// A folded text. The three lists are of one length.
#[derive(Default)]
pub(super) struct Folded {
    /// Lower case.
    pub lower: Vec<char>,
    /// The same with case kept, for symbols such as MB and Mb.
    pub cased: Vec<char>,
    spans: Vec<(u32, u32)>,
    /// Whether the last character was a full-width digit, after which a full-width comma groups.
    wide_digit: bool,
}

impl Folded {
    pub fn new(text: &str) -> Self {
        let mut folded = Self::default();
        folded.read(text);
        folded
    }

    /// Reads another text into the room that the last one took.
    pub fn read(&mut self, text: &str) {
        let folded = self;
        folded.lower.clear();
        folded.cased.clear();
        folded.spans.clear();
        folded.wide_digit = false;
        // Offsets are 32 bits; what lies beyond 4 GB is not read.
        let text = if u32::try_from(text.len()).is_ok() { text } else { "" };
        let mut whole: Option<char> = None;
        for (at, c) in text.char_indices() {
            let end = at + c.len_utf8();
            if c.is_ascii() {
                folded.push(plain_ascii(c), at, end);
                folded.wide_digit = false;
                whole = Some(c);
                continue;
            }
            if is_joining(c) {
                let joined = whole.and_then(|before| unicode_normalization::char::compose(before, c));
                if joined.is_some() {
                    folded.pop();
                    folded.push_folded(joined.unwrap_or(c), end);
                } else {
                    folded.stretch(end);
                }
                whole = joined.or(whole);
                continue;
            }
            whole = Some(c);
            if is_as_it_stands(c) {
                folded.push(c, at, end);
                folded.wide_digit = false;
                continue;
            }
            folded.push_char(c, at, end);
            folded.wide_digit = matches!(c, '０'..='９');
        }
    }

    pub fn len(&self) -> usize {
        self.lower.len()
    }

    /// The lower-case character at `at`, or NUL beyond the end.
    pub fn at(&self, at: usize) -> char {
        self.lower.get(at).copied().unwrap_or('\0')
    }

    /// The character at `at` with its case, or NUL beyond the end.
    pub fn cased_at(&self, at: usize) -> char {
        self.cased.get(at).copied().unwrap_or('\0')
    }

    /// The character before `at`, or NUL at the start.
    pub fn before(&self, at: usize) -> char {
        if at == 0 { '\0' } else { self.at(at - 1) }
    }

    /// The bytes of the characters `from..to`.
    pub fn span(&self, from: usize, to: usize) -> ByteSpan {
        let start = self.spans.get(from).map_or(0, |span| span.0);
        let end = to.checked_sub(1).and_then(|last| self.spans.get(last)).map_or(start, |span| span.1);
        ByteSpan::new(start as usize, end.max(start) as usize)
    }

    /// The first character at or after `at` that is no blank; a line's end is a blank.
    pub fn skip_blanks(&self, mut at: usize) -> usize {
        while is_blank(self.at(at)) {
            at += 1;
        }
        at
    }

    fn push_char(&mut self, c: char, at: usize, end: usize) {
        match c {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => {
                self.stretch(end);
            }
            'ß' => self.push_all(['s', 's'], at, end),
            'ẞ' => self.push_all(['S', 'S'], at, end),
            'æ' => self.push_all(['a', 'e'], at, end),
            'œ' => self.push_all(['o', 'e'], at, end),
            '℃' => self.push_all(['°', 'C'], at, end),
            '℉' => self.push_all(['°', 'F'], at, end),
            '²' | '³' if self.lower.last().is_some_and(|before| before.is_alphabetic()) => {
                self.push(if c == '²' { '2' } else { '3' }, at, end);
            }
            // A long dash joins or parts; it is no minus, and the cased side remembers it.
            '\u{2013}'..='\u{2015}' => {
                self.push('-', at, end);
                if let Some(last) = self.cased.last_mut() {
                    *last = c;
                }
            }
            '，' if !self.wide_digit => self.push('、', at, end),
            _ => self.push(plain(c), at, end),
        }
    }

    fn push_all<const N: usize>(&mut self, chars: [char; N], at: usize, end: usize) {
        for c in chars {
            self.push(c, at, end);
        }
    }

    fn push(&mut self, c: char, at: usize, end: usize) {
        let lower = if c == NO_BREAK { ' ' } else { lower(c) };
        self.lower.push(lower);
        self.cased.push(c);
        // Both fit: the constructor turns away longer texts.
        self.spans.push((at as u32, end as u32));
    }

    fn push_folded(&mut self, c: char, end: usize) {
        let at = self.spans.last().map_or(0, |span| span.1 as usize);
        self.push_char(c, at, end);
    }

    fn pop(&mut self) {
        self.lower.pop();
        self.cased.pop();
        self.spans.pop();
    }

    fn stretch(&mut self, end: usize) {
        if let Some(last) = self.spans.last_mut() {
            last.1 = end as u32;
        }
    }
}

fn plain_ascii(c: char) -> char {
    match c {
        '\t' | '\x0b' | '\x0c' => ' ',
        '\r' => '\n',
        '\0' => ' ',
        _ => c,
    }
}

/// Combining marks and the later letters of a Hangul syllable, which texts in NFD write apart.
fn is_joining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1161}'..='\u{1175}' | '\u{11a8}'..='\u{11c2}' | '\u{3099}' | '\u{309a}')
}

/// The letters that most texts are made of and that no variant stands for: Russian but for ё and й, whole
/// syllables of Hangul, Han.
fn is_as_it_stands(c: char) -> bool {
    matches!(c, 'А'..='И' | 'К'..='и' | 'к'..='я' | '가'..='힣' | '\u{4e00}'..='\u{9fff}')
}

fn lower(c: char) -> char {
    match c {
        '\0'..='\x7f' => c.to_ascii_lowercase(),
        'а'..='я' | '가'..='힣' | '\u{4e00}'..='\u{9fff}' => c,
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

/// One plain character for its variants.
pub(super) fn plain(c: char) -> char {
    match c {
        '\u{3000}' | '\u{2002}'..='\u{2006}' | '\u{2008}' | '\u{200a}' | '\u{205f}' => ' ',
        '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => NO_BREAK,
        '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{223c}' | '\u{301c}' | '\u{ff5e}' => '~',
        '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{2032}' => '\'',
        '\u{201c}'..='\u{201e}' | '\u{2033}' => '"',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{b5}' => 'μ',
        'ø' => 'o',
        'Ø' => 'O',
        'ł' => 'l',
        '\u{ff01}'..='\u{ff5d}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{ffe5}' => '¥',
        '\u{ffe1}' => '£',
        '\u{ffe6}' => '₩',
        '\u{c0}'..='\u{52f}' | '\u{1e00}'..='\u{1eff}' => {
            let mut base = c;
            let mut first = true;
            unicode_normalization::char::decompose_canonical(c, |part| {
                if std::mem::take(&mut first) {
                    base = part;
                }
            });
            base
        }
        _ => c,
    }
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\n')
}

/// A letter of a script that writes words apart: Latin, Cyrillic, Greek and the like.
pub(super) fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphabetic(),
        'А'..='я' => true,
        '가'..='힣' | '\u{4e00}'..='\u{9fff}' => false,
        _ => c.is_alphabetic() && !is_wide(c) && !matches!(c, 'º' | 'ª'),
    }
}

/// A syllable or sign of Hangul, Han or kana.
pub(super) fn is_wide(c: char) -> bool {
    is_hangul(c) || is_han(c) || is_kana(c)
}

pub(super) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}')
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{3005}'..='\u{3007}' | '\u{f900}'..='\u{faff}')
}

pub(super) fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> String {
        Folded::new(text).lower.iter().collect()
    }

    #[test]
    fn variants_of_a_character_become_one() {
        assert_eq!(lower("１２３％　Straße № Трёх–й ½"), "123% strasse № трех-и ½");
        assert_eq!(lower("4\u{202f}120\u{a0}мс"), "4 120 мс");
        assert_eq!(lower("cafe\u{301} 37℃"), "cafe 37°c");
        assert_eq!(lower("\u{1112}\u{1161}\u{11ab}"), "한");
    }

    #[test]
    fn spans_lead_back_to_the_bytes() {
        let text = "é→１km²";
        let folded = Folded::new(text);
        let at = folded.lower.iter().position(|&c| c == '1').unwrap();
        assert_eq!(&text[folded.span(at, at + 4).range()], "１km²");
        assert_eq!(&text[folded.span(0, 1).range()], "é");
        let decomposed = "e\u{301}5";
        assert_eq!(&decomposed[Folded::new(decomposed).span(0, 1).range()], "e\u{301}");
    }
}
