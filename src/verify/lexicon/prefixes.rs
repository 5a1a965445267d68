//! Forms of which only the beginning is known, as a trie: one walk along a word finds all of them.

use rustc_hash::FxHashMap;

use super::Entry;

/// Entries by the letters that a word begins with.
#[derive(Debug)]
pub(super) struct Prefixes {
    edges: FxHashMap<(u32, char), u32>,
    entries: Vec<Vec<Entry>>,
}

impl Default for Prefixes {
    fn default() -> Self {
        Self { edges: FxHashMap::default(), entries: vec![Vec::new()] }
    }
}

impl Prefixes {
    /// The entries under `prefix`, to be added to.
    pub fn at(&mut self, prefix: &str) -> &mut Vec<Entry> {
        let mut node = 0;
        for c in prefix.chars() {
            // There are fewer nodes than letters in all forms.
            let next = u32::try_from(self.entries.len()).unwrap_or(0);
            let entries = &mut self.entries;
            node = *self.edges.entry((node, c)).or_insert_with(|| {
                entries.push(Vec::new());
                next
            });
        }
        &mut self.entries[node as usize]
    }

    /// The entries along `letters`: how many letters they take, and what they are; shortest first.
    pub fn along(&self, letters: impl Iterator<Item = char>) -> impl Iterator<Item = (usize, &[Entry])> {
        let mut node = 0;
        let nodes = letters.map_while(move |c| {
            node = *self.edges.get(&(node, c))?;
            self.entries.get(node as usize)
        });
        let taken = nodes.enumerate().map(|(at, entries)| (at + 1, entries.as_slice()));
        taken.filter(|(_, entries)| !entries.is_empty())
    }
}
