//! Blocks of texts: what a result shows. Each text gives its title, address and as much of its
//! passages as the size of the library allows; a block holds a few neighbours, so that a result costs
//! little whichever it is.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::json;

use super::bytes::{pack, unpack};
use super::document::{Document, Field, Passage, Text};

/// All texts of a library together keep about so many bytes, before compression; of a library with more
/// than so many texts, less, since its postings grow.
const BUDGET: usize = 10_000_000;
const MANY_TEXTS: usize = 5_000;
/// A text keeps at least so many bytes.
const LEAST: usize = 190;
/// A block holds about so many bytes before compression.
const BLOCK: usize = 13_000;
/// A passage is cut at the end of a sentence if one ends after so many of its bytes.
const SENTENCE: usize = 90;

/// The blocks of one language.
pub struct Blocks {
    /// Name and bytes of each that belongs to the range.
    pub files: Vec<(String, Vec<u8>)>,
    /// The first case of each, in all ranges.
    pub first_cases: Vec<u32>,
}

/// Cuts the cards of a language into blocks, as they come.
pub struct Cutter {
    /// Bytes that a card may have.
    room: usize,
    range: Range<usize>,
    blocks: Vec<(u32, String)>,
    filled: usize,
}

impl Cutter {
    /// For a library that has `all` texts in all its languages; blocks are kept that begin with a case of `range`.
    pub fn new(all: usize, range: &Range<usize>) -> Self {
        let budget = BUDGET.min(BUDGET / all.max(1) * MANY_TEXTS);
        let room = (budget / all.max(1)).max(LEAST);
        Self { room, range: range.clone(), blocks: Vec::new(), filled: usize::MAX }
    }

    /// The card of a text, for [`Self::push`].
    pub fn card(&self, case: u32, document: &Document, text: &Text) -> String {
        card(case, document, text, self.room)
    }

    /// Takes the next card; cases ascend.
    pub fn push(&mut self, case: u32, card: &str) {
        // Blocks of other ranges are cut the same, but not kept here.
        if self.filled.saturating_add(card.len()) > BLOCK {
            self.blocks.push((case, String::new()));
            self.filled = 0;
        }
        self.filled += card.len();
        let range = &self.range;
        let last = self.blocks.last_mut().filter(|(first, _)| range.contains(&(*first as usize)));
        if let Some((_, block)) = last {
            block.push(if block.is_empty() { '[' } else { ',' });
            block.push_str(card);
        }
    }

    /// The blocks, once all cards were told.
    pub fn finish(self) -> Blocks {
        let files = self
            .blocks
            .par_iter()
            .enumerate()
            .filter(|(_, (first, _))| self.range.contains(&(*first as usize)))
            .map(|(number, (_, block))| {
                (format!("t{number}.bin"), pack(b't', number as u32, format!("{block}]").as_bytes()))
            })
            .collect();
        Blocks { files, first_cases: self.blocks.iter().map(|(case, _)| *case).collect() }
    }
}

/// The cards of published blocks as JSON, by case.
pub fn cards(blocks: &[(String, Vec<u8>)]) -> FxHashMap<u32, String> {
    let read = |(name, packed): &(String, Vec<u8>)| -> Option<Vec<(u32, String)>> {
        let number = name.strip_prefix('t')?.strip_suffix(".bin")?.parse().ok()?;
        let payload = unpack(packed, name, b't', number).ok()?;
        let cards: Vec<serde_json::Value> = serde_json::from_slice(&payload).ok()?;
        let case = |card: &serde_json::Value| u32::try_from(card.get(0)?.as_u64()?).ok();
        Some(cards.iter().filter_map(|card| Some((case(card)?, card.to_string()))).collect())
    };
    blocks.par_iter().filter_map(read).flatten_iter().collect()
}

/// A text as JSON: case, id, title, address, date, score in tenths, other languages, passages
/// `[field, text, anchor?]`.
fn card(case: u32, document: &Document, text: &Text, room: usize) -> String {
    let mut left = room;
    let mut passages = Vec::new();
    let mut ordered: Vec<&Passage> = text.passages.iter().filter(|passage| shown(passage.field)).collect();
    ordered.sort_by_key(|passage| passage.field);
    for passage in ordered {
        let kept = shorten(&passage.text, left);
        if kept.is_empty() {
            continue;
        }
        left = left.saturating_sub(kept.len() + 8);
        let mut parts = vec![json!(passage.field.code()), json!(kept)];
        parts.extend(passage.anchor.as_ref().map(|anchor| json!(anchor)));
        passages.push(json!(parts));
        if left < 40 {
            break;
        }
    }
    let others: Vec<&str> =
        document.texts.iter().map(|other| other.lang.as_str()).filter(|l| *l != text.lang.as_str()).collect();
    json!([case, document.id, text.title, text.url, document.date, document.score, others, passages])
        .to_string()
}

fn shown(field: Field) -> bool {
    !matches!(field, Field::Title | Field::Alias | Field::Labels | Field::Organisation)
}

/// The beginning of `text`, at most `room` bytes, up to the end of a sentence or at least of a word.
fn shorten(text: &str, room: usize) -> &str {
    let text = text.trim();
    if text.len() <= room {
        return text;
    }
    let mut end = room;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cut = &text[..end];
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '\n');
    let sentence = cut.char_indices().rev().find(|(at, c)| *at >= SENTENCE && ends(*c));
    match sentence {
        Some((at, c)) => cut[..at + c.len_utf8()].trim_end(),
        None => cut.rfind(char::is_whitespace).map_or(cut, |at| cut[..at].trim_end()),
    }
}
