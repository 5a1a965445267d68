//! Folded text into the words, figures and signs that a difference is told in.

use std::ops::Range;

use crate::text::fold::{Folded, Marks};

/// One word, figure or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// As folded.
    pub text: &'a str,
    /// Its first byte in the folded text.
    pub start: usize,
    /// What it is.
    pub class: Class,
}

impl Token<'_> {
    /// One past its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Letters without a figure among them.
    Word,
    /// Anything with a digit in it: 511ms, P99, 2022-03-25, 1.23.1.
    Figure,
    /// One character of a script that is written without blanks.
    Unspaced,
    /// A sign that belongs to figures: %, $, <, +, −.
    Sign,
    /// Any other sign.
    Mark,
}

/// The tokens of `range` of `folded`, which is widened to whole tokens at neither end.
pub(super) fn tokens(folded: &Folded, range: Range<usize>) -> Vec<Token<'_>> {
    let text = &folded.text[range.clone()];
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut previous: Option<char> = None;
    while let Some((at, c)) = chars.next() {
        let start = range.start + at;
        let class = class_of(c);
        let tight = at > 0 && !folded.marks(start).any(Marks::BLANK.with(Marks::DASH));
        let next = chars
            .peek()
            .filter(|(next, _)| !folded.marks(range.start + next).any(Marks::BLANK.with(Marks::DASH)));
        let inside = joins(previous, c, next.map(|&(_, c)| c));
        if let Some(last) = out.last_mut().filter(|_| tight)
            && matches!(last.class, Class::Word | Class::Figure)
            && (matches!(class, Class::Word | Class::Figure) || inside)
        {
            let end = at + c.len_utf8();
            last.text = &text[last.start - range.start..end];
            if class == Class::Figure {
                last.class = Class::Figure;
            }
        } else {
            out.push(Token { text: &text[at..at + c.len_utf8()], start, class });
        }
        previous = Some(c);
    }
    out
}

/// Whether the sign `c` belongs to the token around it.
fn joins(previous: Option<char>, c: char, next: Option<char>) -> bool {
    let (Some(previous), Some(next)) = (previous, next) else { return false };
    match c {
        '.' | ',' | ':' | '/' | '-' => previous.is_numeric() && next.is_numeric(),
        '_' => true,
        '\'' => previous.is_alphabetic() && next.is_alphabetic(),
        _ => false,
    }
}

fn class_of(c: char) -> Class {
    match c {
        _ if c.is_numeric() => Class::Figure,
        '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{2FFFF}' => Class::Unspaced,
        _ if c.is_alphabetic() || c == '_' || ('\u{300}'..'\u{370}').contains(&c) => Class::Word,
        '%' | '‰' | '$' | '€' | '£' | '¥' | '₽' | '₩' | '<' | '>' | '=' | '+' | '\u{2212}' | '±' | '≤'
        | '≥' | '≈' | '°' | '×' => Class::Sign,
        _ => Class::Mark,
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;
    use crate::text::fold::fold;

    fn cut(text: &str) -> Vec<String> {
        let folded = fold(text);
        tokens(&folded, 0..folded.text.len()).iter().map(|token| token.text.to_owned()).collect()
    }

    #[test]
    fn figures_and_words_stay_whole() {
        assert_eq!(
            cut("P99 was 1,500.5ms on 2022-03-25 at 15:27."),
            ["P99", "was", "1,500.5ms", "on", "2022-03-25", "at", "15:27", "."]
        );
        assert_eq!(
            cut("can't use TCP_NODELAY, -5%"),
            ["can't", "use", "TCP_NODELAY", ",", "\u{2212}", "5", "%"]
        );
        assert_eq!(cut("日本3回 두 달뿐이다"), ["日", "本", "3", "回", "두", "달뿐이다"]);
        assert_eq!(cut("well-known end. Next"), ["well", "known", "end", ".", "Next"]);
    }
}
