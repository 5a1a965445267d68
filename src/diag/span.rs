//! Places in files. Offsets are bytes; lines and columns are told in characters, as editors count.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A half-open range of byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
pub struct ByteSpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl ByteSpan {
    /// The span from `start` to `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The span as a range, for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers nothing.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

impl From<Range<usize>> for ByteSpan {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A file's text, and where its lines start.
#[derive(Debug)]
pub struct SourceFile {
    /// Path below the library's root, with `/` between its parts.
    pub path: Arc<str>,
    /// The text, without a byte order mark; line ends as written.
    pub text: Arc<str>,
    index: OnceLock<Index>,
}

/// Where lines start, and how many characters stand before every so many bytes: a record in JSON may be
/// one long line.
#[derive(Debug)]
struct Index {
    lines: Vec<usize>,
    characters: Vec<usize>,
}

/// Bytes between two places where the characters before are known.
const STRIDE: usize = 512;

impl Index {
    fn of(text: &str) -> Self {
        let starts = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let mut characters = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut before = 0;
        for piece in text.as_bytes().chunks(STRIDE) {
            characters.push(before);
            before += count(piece);
        }
        Self { lines: std::iter::once(0).chain(starts).collect(), characters }
    }

    /// How many characters begin before byte `offset` of `text`.
    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let Some(known) = self.characters.get(offset / STRIDE) else {
            return self.characters.last().map_or(0, |before| {
                before + count(&text.as_bytes()[(self.characters.len() - 1) * STRIDE..offset])
            });
        };
        known + count(&text.as_bytes()[offset / STRIDE * STRIDE..offset])
    }
}

/// How many characters begin in `bytes` of UTF-8.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl SourceFile {
    /// A file `path` (below the library's root) that holds `text`.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { path: path.into(), text: text.into(), index: OnceLock::new() }
    }

    /// Resolves `span`, which is clamped to the text and to whole characters.
    pub fn place(&self, span: ByteSpan) -> Place {
        let start = floor_char(&self.text, span.start);
        let end = floor_char(&self.text, span.end).max(start);
        let (line, column) = self.position(start);
        let (end_line, end_column) = if self.text[start..end].contains('\n') {
            self.position(end)
        } else {
            // Most spans are short, and lines of records in JSON long.
            (line, column.saturating_add(to_u32(self.text[start..end].chars().count())))
        };
        Place { path: self.path.clone(), span: ByteSpan::new(start, end), line, column, end_line, end_column }
    }

    /// The text of line `number`, counted from 1, without its end; empty where there is none.
    pub fn line(&self, number: u32) -> &str {
        let index = self.index.get_or_init(|| Index::of(&self.text));
        let line = number.checked_sub(1).and_then(|line| usize::try_from(line).ok());
        let Some(start) = line.and_then(|line| index.lines.get(line)) else { return "" };
        self.text.get(*start..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    fn position(&self, offset: usize) -> (u32, u32) {
        let index = self.index.get_or_init(|| Index::of(&self.text));
        let line = index.lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let before = |offset| index.characters_before(&self.text, offset);
        let column = before(offset) - before(index.lines[line]);
        (to_u32(line) + 1, to_u32(column) + 1)
    }
}

/// A resolved span: what a person needs to find it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Place {
    /// Path below the library's root.
    pub path: Arc<str>,
    /// Bytes from the start of the file (after a byte order mark).
    pub span: ByteSpan,
    /// First line, from 1.
    pub line: u32,
    /// First column in characters, from 1.
    pub column: u32,
    /// Last line, from 1.
    pub end_line: u32,
    /// One past the last column, in characters, from 1.
    pub end_column: u32,
}

impl Place {
    /// The start of a file of which nothing more is known.
    pub fn file(path: impl Into<Arc<str>>) -> Self {
        Self { path: path.into(), span: ByteSpan::default(), line: 1, column: 1, end_line: 1, end_column: 1 }
    }
}

fn floor_char(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let file = SourceFile::new("a.md", "첫 줄\nпорт 29 ms\n");
        let at = file.text.find("29").unwrap();
        let place = file.place(ByteSpan::new(at, at + 2));
        assert_eq!((place.line, place.column, place.end_line, place.end_column), (2, 6, 2, 8));
    }

    #[test]
    fn columns_of_long_lines_are_counted_alike() {
        let text = format!("첫\n{}\n끝", "порт 29 ms, ".repeat(200));
        let file = SourceFile::new("a.json", text.as_str());
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let place = file.place(ByteSpan::new(offset, offset));
            let line = text[..offset].matches('\n').count();
            let column = text[..offset].chars().rev().take_while(|c| *c != '\n').count();
            assert_eq!((place.line as usize, place.column as usize), (line + 1, column + 1));
        }
    }

    #[test]
    fn spans_outside_or_inside_a_character_are_clamped() {
        let file = SourceFile::new("a.md", "가나");
        assert_eq!(file.place(ByteSpan::new(1, 99)).span, ByteSpan::new(0, 6));
    }
}
