//! The files of a built index as they are needed: each is read once, checked and kept.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::build::{POSITION_GROUP, shard_of};
use super::bytes::{Fault, Input, unpack};
use super::columns::{FacetColumn, read_cases};
use super::dictionary::{Key, Shard};
use super::entry::Entry;
use super::postings::{Bounds, Postings, read_positions, read_postings};

/// Where the files come from; paths are relative to the site's root.
pub trait Store {
    /// The bytes of a file, or [`Fault::Missing`].
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault>;
}

/// A text as results show it.
#[derive(Debug, Clone, serde::Deserialize)]
pub struct Card(
    /// The case's number.
    pub u32,
    /// Its id.
    pub String,
    /// The title.
    pub String,
    /// The page's address, from the site's root.
    pub String,
    /// The date as written.
    pub String,
    /// The score in tenths.
    pub Option<u16>,
    /// Other languages of the case.
    pub Vec<String>,
    /// The passages.
    pub Vec<Shown>,
);

/// A passage of a card: field, text and, for quotes, the fragment that shows the claim.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(untagged)]
pub enum Shown {
    /// Field and text.
    Plain(u8, String),
    /// Field, text, fragment.
    Anchored(u8, String, String),
}

impl Shown {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(_, text) | Self::Anchored(_, text, _) => text,
        }
    }

    /// The code of the field.
    pub fn field(&self) -> u8 {
        match self {
            Self::Plain(field, _) | Self::Anchored(field, _, _) => *field,
        }
    }

    /// The fragment, if it has one.
    pub fn anchor(&self) -> Option<&str> {
        match self {
            Self::Plain(..) => None,
            Self::Anchored(_, _, anchor) => Some(anchor),
        }
    }
}

/// The index of one language.
pub struct Shelf<'s> {
    store: &'s dyn Store,
    /// The language's entry.
    pub entry: Entry,
    shards: BTreeMap<(char, usize), Rc<Shard>>,
    payloads: BTreeMap<(char, u32), Rc<Vec<u8>>>,
    /// Cards that came with postings, by case.
    best: BTreeMap<u32, Card>,
    /// Spellings that came with others' shards.
    others: BTreeMap<String, Key>,
}

impl<'s> Shelf<'s> {
    /// Opens the index of `lang`.
    pub fn open(store: &'s dyn Store, lang: &str) -> Result<Self, Fault> {
        let path = format!("search/{lang}.bin");
        let entry = Entry::decode(&store.read(&path)?, &path)?;
        Ok(Self {
            store,
            entry,
            shards: BTreeMap::new(),
            payloads: BTreeMap::new(),
            best: BTreeMap::new(),
            others: BTreeMap::new(),
        })
    }

    fn payload(&mut self, kind: char, number: u32) -> Result<(Rc<Vec<u8>>, String), Fault> {
        let path = format!("search/{}/{kind}{number}.bin", self.entry.directory);
        if let Some(payload) = self.payloads.get(&(kind, number)) {
            return Ok((payload.clone(), path));
        }
        let mut payload = unpack(&self.store.read(&path)?, &path, kind as u8, number)?;
        if kind == 'p' {
            payload = self.keep_best(&payload, &path)?;
        }
        let payload = Rc::new(payload);
        self.payloads.insert((kind, number), payload.clone());
        Ok((payload, path))
    }

    /// Keeps the cards that stand before postings, and gives what follows them.
    fn keep_best(&mut self, payload: &[u8], path: &str) -> Result<Vec<u8>, Fault> {
        let mut input = Input::new(payload, path);
        let json = input.string()?;
        if !json.is_empty() {
            let cards: Vec<Card> = serde_json::from_str(json).map_err(|_| Fault::Corrupt(path.to_owned()))?;
            self.best.extend(cards.into_iter().map(|card| (card.0, card)));
        }
        Ok(input.rest().to_vec())
    }

    fn shard(&mut self, kind: char, number: usize) -> Result<Rc<Shard>, Fault> {
        if let Some(shard) = self.shards.get(&(kind, number)) {
            return Ok(shard.clone());
        }
        let path = format!("search/{}/{kind}{number}.bin", self.entry.directory);
        let payload = unpack(&self.store.read(&path)?, &path, kind as u8, number as u32)?;
        let shard = Rc::new(Shard::decode(&payload, &path)?);
        self.others.extend(shard.others.iter().map(|key| (key.text.clone(), key.clone())));
        self.shards.insert((kind, number), shard.clone());
        Ok(shard)
    }

    /// The shard of the dictionary in which `text` would stand.
    pub fn shard_for(&mut self, text: &str) -> Result<Option<Rc<Shard>>, Fault> {
        shard_of(&self.entry.dictionary, text).map(|number| self.shard('d', number)).transpose()
    }

    /// The spelling `text` in the dictionary.
    pub fn find(&mut self, text: &str) -> Result<Option<Key>, Fault> {
        if let Some(key) = self.others.get(text) {
            return Ok(Some(key.clone()));
        }
        Ok(self.shard_for(text)?.and_then(|shard| shard.find(text).cloned()))
    }

    /// The spellings that begin with `prefix`, from at most `most` shards. With `reversed`, those
    /// whose characters from last to first do.
    pub fn beginning(&mut self, prefix: &str, reversed: bool, most: usize) -> Result<Vec<Key>, Fault> {
        let firsts = if reversed { &self.entry.reversed } else { &self.entry.dictionary };
        let Some(from) = shard_of(firsts, prefix) else { return Ok(Vec::new()) };
        let to = (from + 1..firsts.len()).find(|at| !firsts[*at].starts_with(prefix)).unwrap_or(firsts.len());
        let kind = if reversed { 'r' } else { 'd' };
        let mut found = Vec::new();
        for number in from..to.min(from + most) {
            found.extend(self.shard(kind, number)?.beginning(prefix).cloned());
        }
        Ok(found)
    }

    fn place(&self, term: u32) -> (u32, u32) {
        let after = self.entry.postings.partition_point(|first| *first <= term);
        let shard = after.saturating_sub(1);
        (shard as u32, term - self.entry.postings.get(shard).copied().unwrap_or(0))
    }

    /// The postings of a term.
    pub fn postings(&mut self, term: u32) -> Result<Postings, Fault> {
        let (shard, slot) = self.place(term);
        let (payload, path) = self.payload('p', shard)?;
        read_postings(&payload, &path, slot)
    }

    /// The positions of a term in each of its cases, or nothing if it has none.
    pub fn positions(&mut self, term: u32, postings: &Postings) -> Result<Vec<Vec<u32>>, Fault> {
        let (shard, _) = self.place(term);
        let group = shard / POSITION_GROUP as u32;
        let first = self.entry.postings.get(group as usize * POSITION_GROUP).copied().unwrap_or(0);
        let (payload, path) = self.payload('q', group)?;
        let bounds = self.bounds()?;
        let of_case = |case: u32| {
            let known = bounds.binary_search_by_key(&case, |(case, _)| *case);
            known.ok().and_then(|at| bounds.get(at)).map_or(Bounds::default(), |(_, bounds)| *bounds)
        };
        read_positions(&payload, &path, term.saturating_sub(first), postings, of_case)
    }

    /// Where the sections of every text begin, by case.
    fn bounds(&mut self) -> Result<Vec<(u32, Bounds)>, Fault> {
        let path = format!("search/{}/l.bin", self.entry.directory);
        let payload = unpack(&self.store.read(&path)?, &path, b'l', 0)?;
        let mut input = Input::new(&payload, &path);
        let mut last = 0_u32;
        (0..input.count()?)
            .map(|_| {
                last = last.checked_add(input.number()?).ok_or_else(|| input.corrupt())?;
                Ok((last, Bounds { title_end: input.number()?, rest: input.number()? }))
            })
            .collect()
    }

    /// The text of a case, if it exists in this language.
    pub fn card(&mut self, case: u32) -> Result<Option<Card>, Fault> {
        if let Some(card) = self.best.get(&case) {
            return Ok(Some(card.clone()));
        }
        let after = self.entry.blocks.partition_point(|first| *first <= case);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let (payload, path) = self.payload('t', number as u32)?;
        let cards: Vec<Card> = serde_json::from_slice(&payload).map_err(|_| Fault::Corrupt(path))?;
        Ok(cards.into_iter().find(|card| card.0 == case))
    }

    /// A facet.
    pub fn facet(&self, name: &str) -> Result<Option<FacetColumn>, Fault> {
        let Some(number) = self.entry.facets.iter().position(|facet| facet.name == name) else {
            return Ok(None);
        };
        let path = format!("search/{}/f{number}.bin", self.entry.shared);
        let payload = unpack(&self.store.read(&path)?, &path, b'f', number as u32)?;
        FacetColumn::decode(&payload, &path, self.entry.cases).map(Some)
    }

    /// Date key and score in tenths plus one of every case.
    pub fn cases(&self) -> Result<Vec<(u32, u32)>, Fault> {
        let path = format!("search/{}/cases.bin", self.entry.shared);
        let payload = unpack(&self.store.read(&path)?, &path, b'c', 0)?;
        read_cases(&payload, &path, self.entry.cases)
    }
}
