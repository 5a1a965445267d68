//! Text into trees with byte spans. Never fails: reports what it could not read.
//!
//! JSON, YAML and TOML come out as one kind of tree, [`Node`]; a Markdown record as front matter,
//! sections and notes, [`Document`]. Nothing here knows what a field means.

mod align;
mod blocks;
mod json;
mod markdown;
mod node;
mod note;
mod pointer;
mod toml;
mod yaml;

pub use blocks::{ListItem, items};
pub(crate) use blocks::{block_start, toggle as toggle_fence};
pub use json::json;
pub use markdown::{Document, FrontKind, Hint, Section, front_matter, markdown, markdown_body};
pub use node::{Entry, Node, Object, Passage, PassageBuilder, Value};
pub use note::{Note, NoteQuote, read_quotes};
pub(crate) use pointer::pointer;
pub use toml::toml;
pub use yaml::yaml;

/// A line of a text: bytes from `start` to `end`, the line end left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub start: usize,
    pub end: usize,
}

/// The lines of `text` between the bytes `from` and `to`; a final empty line is left out.
pub(crate) fn lines(text: &str, from: usize, to: usize) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = from;
    while start < to {
        let (end, next) = match memchr::memchr(b'\n', &bytes[start..to]) {
            Some(at) => (start + at, start + at + 1),
            None => (to, to),
        };
        let end = if end > start && bytes[end - 1] == b'\r' { end - 1 } else { end };
        lines.push(Line { start, end });
        start = next;
    }
    lines
}
