//! Texts of a record by language, each knowing where it stands in its file.

use std::ops::Range;

use crate::diag::ByteSpan;
use crate::text::{ByLang, Lang};

/// A span in one of a case's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct At {
    /// Index into [`Case::files`](super::Case::files).
    pub file: u16,
    /// Bytes in that file.
    pub span: ByteSpan,
}

impl At {
    /// The span in file number `file`.
    pub const fn new(file: u16, span: ByteSpan) -> Self {
        Self { file, span }
    }
}

/// A text (Markdown) and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text itself, escapes and line ends resolved.
    pub value: String,
    /// Where it stands as a whole.
    pub at: At,
    /// Where bytes of `value` stand in the file: `(offset in value, offset in file)`, ascending;
    /// between two entries both run alike. Empty where the text stands in the file as it is.
    pub map: Box<[(u32, u32)]>,
}

impl Text {
    /// A text that stands in the file to the letter.
    pub fn verbatim(value: impl Into<String>, at: At) -> Self {
        Self { value: value.into(), at, map: Box::default() }
    }

    /// Where `range` (bytes of `value`) stands in the file.
    pub fn locate(&self, range: Range<usize>) -> At {
        let start = self.offset(range.start);
        let end = self.offset(range.end).max(start);
        At::new(self.at.file, ByteSpan::new(start, end))
    }

    /// The part `range` (bytes of `value`, on character boundaries) as a text of its own.
    pub fn slice(&self, range: Range<usize>) -> Self {
        let at = self.locate(range.clone());
        let mut map: Vec<(u32, u32)> = Vec::new();
        if !self.map.is_empty() {
            map.push((0, narrow(self.offset(range.start))));
            let from = self.map.partition_point(|entry| entry.0 as usize <= range.start);
            let inside = self.map.iter().skip(from).take_while(|entry| (entry.0 as usize) < range.end);
            map.extend(inside.map(|&(own, file)| (own - narrow(range.start), file)));
        }
        Self { value: self.value[range].to_owned(), at, map: map.into() }
    }

    fn offset(&self, own: usize) -> usize {
        let before = self.map.partition_point(|entry| entry.0 as usize <= own);
        let (value, file) = match before.checked_sub(1).and_then(|last| self.map.get(last)) {
            Some(&(value, file)) => (value as usize, file as usize),
            None => (0, self.at.span.start),
        };
        (file + (own - value)).min(self.at.span.end.max(file))
    }
}

fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// One field's texts by language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LangText(pub ByLang<Text>);

impl LangText {
    /// The text in exactly `lang`.
    pub fn get(&self, lang: &Lang) -> Option<&Text> {
        self.0.get(lang)
    }

    /// The text in the first of `wanted` that exists, else in any language, with its language.
    pub fn best<'a>(&'a self, wanted: &[Lang]) -> Option<(&'a Lang, &'a Text)> {
        wanted.iter().find_map(|lang| self.0.get_key_value(lang)).or_else(|| self.0.iter().next())
    }

    /// Whether no language has a text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A value that a record may tell, deny, or leave out: three different things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Known<T> {
    /// The field is not there.
    #[default]
    Absent,
    /// The field says `null`: nothing to tell.
    Null,
    /// The field says `unknown`: the sources are silent, perhaps with a reason why that is so.
    Unknown {
        /// Why it is unknown.
        reason: LangText,
    },
    /// The value.
    Is(T),
}

impl<T> Known<T> {
    /// The value, where there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_escaped_text_keep_their_places() {
        // "a\u00e9b" in a file at 10: the escape's six bytes become two.
        let text = Text {
            value: "aéb".into(),
            at: At::new(0, ByteSpan::new(10, 18)),
            map: [(0, 10), (1, 11), (3, 17)].into(),
        };
        assert_eq!(text.locate(3..4).span, ByteSpan::new(17, 18));
        assert_eq!(text.locate(1..3).span, ByteSpan::new(11, 17));
        let tail = text.slice(1..4);
        assert_eq!(tail.locate(2..3).span, ByteSpan::new(17, 18));
    }
}
