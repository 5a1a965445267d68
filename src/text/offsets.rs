//! Byte offsets into character offsets. A text is measured once; each look-up then counts inside one
//! short block. It knows nothing of lines or columns.

/// Bytes a block; a look-up counts at most this many.
const BLOCK: usize = 128;

/// The character counts of one text, block by block.
#[derive(Debug, Clone)]
pub struct CharOffsets {
    /// Characters that start before each block; empty when every byte is a character.
    before: Vec<u32>,
}

impl CharOffsets {
    /// Measures `text`.
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self { before: Vec::new() };
        }
        let mut count = 0;
        let before = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let here = count;
                count += starts(block);
                here
            })
            .collect();
        Self { before }
    }

    /// Characters of `text` (the measured one) that start before byte `at`.
    pub fn char_at(&self, text: &str, at: usize) -> usize {
        let at = at.min(text.len());
        let block = at / BLOCK;
        match self.before.get(block) {
            Some(&before) => before as usize + starts(&text.as_bytes()[block * BLOCK..at]) as usize,
            None if self.before.is_empty() => at,
            None => self.before.last().map_or(0, |&last| {
                let from = (self.before.len() - 1) * BLOCK;
                last as usize + starts(&text.as_bytes()[from..at]) as usize
            }),
        }
    }
}

/// Bytes that start a character.
fn starts(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80)).sum()
}

#[cfg(test)]
mod tests {
    use super::CharOffsets;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_as_chars_do(text in "[a-zа-я가-힣é\u{1F600}]{0,400}") {
            let offsets = CharOffsets::new(&text);
            for (nth, (at, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(offsets.char_at(&text, at), nth);
            }
            prop_assert_eq!(offsets.char_at(&text, text.len()), text.chars().count());
        }
    }
}
