//! What a reader's first search costs whose browser has nothing of the site yet. Comes in: the files of a built
//! index. Goes out: how many of them the search reads, and their bytes with those of the script.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;

use super::bytes::Fault;
use super::runtime::runtime;
use super::search::{Options, search};
use super::shelf::{Shelf, Store};
use super::token::{Kind, tokenize};

/// Results on a first page.
const PAGE: usize = 10;

/// The cost of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Files that are asked for, the script among them.
    pub requests: usize,
    /// Bytes of their bodies: the index as it lies there, the script as a host compresses it.
    pub bytes: usize,
}

/// The files of an index in memory, and the sizes of those that were read.
struct Counting<'f> {
    files: BTreeMap<&'f str, &'f [u8]>,
    read: RefCell<BTreeMap<String, usize>>,
}

impl Store for Counting<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault> {
        let bytes = self.files.get(path).ok_or_else(|| Fault::Missing(path.to_owned()))?;
        self.read.borrow_mut().insert(path.to_owned(), bytes.len());
        Ok(bytes.to_vec())
    }
}

/// What it costs a reader of `lang` to see the first ten results for `query` with their excerpts.
pub fn first_search(files: &[(String, Vec<u8>)], lang: &str, query: &str) -> Result<Cost, Fault> {
    let files = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
    let store = Counting { files, read: RefCell::default() };
    search(&store, lang, query, Options { limit: PAGE, ..Options::default() })?;
    let read = store.read.into_inner();
    Ok(Cost { requests: read.len() + 1, bytes: read.values().sum::<usize>() + script() })
}

/// A word that a reader of `lang` may ask for: the longest of the first case's title.
pub fn sample_query(files: &[(String, Vec<u8>)], lang: &str) -> Option<String> {
    let files = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
    let store = Counting { files, read: RefCell::default() };
    let mut shelf = Shelf::open(&store, lang).ok()?;
    let first = shelf.entry.blocks.first().copied()?;
    let title = shelf.card(first).ok()??.2;
    let words = tokenize(&title).into_iter().filter(|token| token.kind == Kind::Word);
    words.map(|token| token.text).max_by_key(|word| word.chars().count())
}

/// The bytes of the reader's script, compressed.
fn script() -> usize {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let all = runtime();
    let Some((_, reader)) = all.first() else { return 0 };
    packed.write_all(reader.as_bytes()).and_then(|()| packed.finish()).map_or(0, |bytes| bytes.len())
}
