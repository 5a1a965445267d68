//! A source's text, prepared once so that many quotes are cheap: its folded form, its character
//! offsets and the index of short byte strings are made when first asked for, and kept.

use std::sync::{Arc, OnceLock};

use super::seeds::Seeds;
use crate::diag::ByteSpan;
use crate::text::fold::{Folded, fold};
use crate::text::offsets::CharOffsets;
use crate::text::plain::{Format, render};

/// The text that quotes of one source are matched against.
#[derive(Debug)]
pub struct SourceText {
    text: Arc<str>,
    offsets: OnceLock<CharOffsets>,
    folded: OnceLock<Folded>,
    seeds: OnceLock<Seeds>,
    hash: OnceLock<Arc<str>>,
}

impl SourceText {
    /// A source whose plain text is `text` already.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self {
            text: text.into(),
            offsets: OnceLock::new(),
            folded: OnceLock::new(),
            seeds: OnceLock::new(),
            hash: OnceLock::new(),
        }
    }

    /// A source that is written as `format`.
    pub fn render(format: Format, raw: &str) -> Self {
        Self::new(render(format, raw))
    }

    /// The plain text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The BLAKE3 hash of the plain text, in hexadecimal.
    pub fn hash(&self) -> Arc<str> {
        let hash = || blake3::hash(self.text.as_bytes()).to_hex().as_str().into();
        self.hash.get_or_init(hash).clone()
    }

    /// The place at bytes `start..end`.
    pub fn place(&self, start: usize, end: usize) -> Place {
        let offsets = self.offsets.get_or_init(|| CharOffsets::new(&self.text));
        Place {
            bytes: ByteSpan::new(start, end),
            start: offsets.char_at(&self.text, start),
            end: offsets.char_at(&self.text, end),
        }
    }

    pub(super) fn folded(&self) -> &Folded {
        self.folded.get_or_init(|| fold(&self.text))
    }

    /// Whether `word` stands in the text as a word of its own.
    pub(super) fn has_word(&self, word: &str) -> bool {
        memchr::memmem::find_iter(self.text.as_bytes(), word.as_bytes()).any(|at| {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !letter(self.text[..at].chars().next_back())
                && !letter(self.text[at + word.len()..].chars().next())
        })
    }

    pub(super) fn seeds(&self) -> &Seeds {
        self.seeds.get_or_init(|| Seeds::new(self.folded().text.as_bytes()))
    }
}

/// Where something stands in a source's plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Place {
    /// In bytes.
    pub bytes: ByteSpan,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}
