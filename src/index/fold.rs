//! One spelling for what readers take to be the same letter: case, width, accents, ё, ligatures.
//! Comes in: a word as written. Goes out: the spelling under which it is indexed and looked up.
//! Does not cut words (`token`) and knows no grammar (`stem`). `runtime/tokens.js` is its twin.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The spellings of one word.
#[derive(Debug, PartialEq, Eq)]
pub struct Folded<'a> {
    /// Without case, width and marks: the spelling that is looked up.
    pub plain: Cow<'a, str>,
    /// With its marks, where folding them changed the word (`пётр` beside `петр`).
    pub marked: Option<String>,
}

/// Folds a word; folding twice is folding once.
pub fn fold(word: &str) -> Folded<'_> {
    if word.is_ascii() {
        let plain = if word.bytes().any(|b| b.is_ascii_uppercase()) {
            Cow::Owned(word.to_ascii_lowercase())
        } else {
            Cow::Borrowed(word)
        };
        return Folded { plain, marked: None };
    }
    let lower = word.nfkc().filter(|c| !is_invisible(*c)).collect::<String>().to_lowercase();
    let composed: String = lower.nfkc().map(apostrophe).collect();
    if composed.chars().all(|c| matches!(c, 'а'..='я' | '\u{ac00}'..='\u{d7a3}' | '0'..='9' | 'a'..='z')) {
        return Folded { plain: Cow::Owned(composed), marked: None };
    }
    let plain = strip_marks(&composed);
    let marked = (plain != composed).then_some(composed);
    Folded { plain: Cow::Owned(plain), marked }
}

/// Characters that carry no letter and may stand inside a word: soft hyphen, joiners, byte order mark.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn apostrophe(c: char) -> char {
    if matches!(c, '\u{2019}' | '\u{2bc}' | '\u{2018}') { '\'' } else { c }
}

fn strip_marks(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut base = '\0';
    for c in word.nfd() {
        match c {
            // й, ў and ї are letters of their own, not accented ones.
            '\u{306}' if matches!(base, 'и' | 'у') => out.push(c),
            '\u{308}' if base == 'і' => out.push(c),
            '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}' => {
            }
            'ł' => out.push('l'),
            'ø' => out.push('o'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ς' => out.push('σ'),
            _ => out.push(c),
        }
        base = c;
    }
    out.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn spellings_of_one_word_meet() {
        let cases = [
            ("Пётр", "петр"),
            ("й", "й"),
            ("Ｕ５０", "u50"),
            ("ﬁle", "file"),
            ("Café", "cafe"),
            ("cafe\u{301}", "cafe"),
            ("Straße", "strasse"),
            ("Łódź", "lodz"),
            ("장애", "장애"),
            ("\u{110c}\u{1161}\u{11bc}\u{110b}\u{1162}", "장애"),
            ("driver’s", "driver's"),
            ("ΟΔΟΣ", "οδοσ"),
            ("co\u{ad}operate", "cooperate"),
            ("が", "が"),
        ];
        for (written, plain) in cases {
            assert_eq!(fold(written).plain, plain, "{written}");
            assert_eq!(fold(plain).plain, plain, "folding twice: {written}");
        }
        assert_eq!(fold("Пётр").marked.as_deref(), Some("пётр"));
        assert_eq!(fold("Петр").marked, None);
    }
}
