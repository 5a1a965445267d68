//! The glossary, the vocabularies and the language files into one table that finds, in a text of any
//! language, what its words mean: a surface form to concepts that are the same in every language.
//! It holds no text and decides nothing; `agree` does.

mod base;
mod build;
pub mod cut;
pub mod endings;
mod names;
mod prefixes;
pub mod rules;
mod stem;

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

pub use cut::{Break, Cut, Word};
pub use names::sound_key;
use prefixes::Prefixes;

/// Number of a concept in its lexicon.
pub type ConceptId = u32;

/// What sort of thing a concept is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A thing or a property.
    Term,
    /// What is done or happens.
    Verb,
    /// A place.
    Place,
    /// An organisation.
    Org,
    /// A product or project.
    Product,
    /// A mark of grammar, such as a negation.
    Mark,
}

/// One concept.
#[derive(Debug, Clone)]
pub struct Concept {
    /// Its id.
    pub id: Arc<str>,
    /// Its sort.
    pub role: Role,
    /// What it is the other side of.
    pub opposite: Vec<ConceptId>,
    /// +1 for what rises, -1 for what falls.
    pub level: i8,
    /// What it says where a share follows: losing half is a decrease.
    pub by_share: Option<ConceptId>,
    /// Groups that it is one member of, with the number of the member.
    pub apart: Vec<(u16, u16)>,
    /// Groups of near concepts.
    pub kin: Vec<u16>,
    /// Whether it hardly tells one statement from another.
    pub weak: bool,
    /// Whether it tells that something comes to a figure: reached, peaked.
    pub reaches: bool,
    /// Whether it denies by itself.
    pub negative: bool,
}

/// Concepts with a grammatical use.
#[derive(Debug, Clone, Copy)]
pub struct Marks {
    /// Negation.
    pub not: ConceptId,
    /// The word begins a new part of the sentence.
    pub break_before: ConceptId,
    /// The figure or name after it is where a change starts.
    pub from: ConceptId,
    /// The figure or name after it is where a change ends.
    pub to: ConceptId,
    /// The figure or name before it is where a change starts.
    pub from_after: ConceptId,
    /// The figure or name before it is where a change ends.
    pub to_after: ConceptId,
    /// The figure after it is the former one.
    pub instead: ConceptId,
    /// The figure before it is the former one.
    pub instead_after: ConceptId,
    /// Exactness: the figure is meant to the last digit.
    pub exactly: ConceptId,
    /// Only, just: sets the figure or name apart from the rest.
    pub only: ConceptId,
    /// What is said before it happened first.
    pub before: ConceptId,
    /// What is said before it happened later.
    pub after: ConceptId,
    /// Until: what is denied beside it came to be.
    pub until: ConceptId,
    /// A second negation in a clause that only repeats the first: не … никогда, ne … pas.
    pub not_again: ConceptId,
    /// What is denied before it is put right by what follows: не …, а …
    pub rather: ConceptId,
    /// A phrase with a negation that denies nothing: not only, no later than.
    pub denies_nothing: ConceptId,
    /// It did not happen, but came close: nearly.
    pub nearly: ConceptId,
    /// Words with which "nearly" tells a share: nearly all.
    pub share: ConceptId,
    /// A word that means before where a part of a sentence begins with it: до одобрения.
    pub before_first: ConceptId,
    /// A pronoun after a figure: of what was named before.
    pub them: ConceptId,
    /// The figure is a limit that is kept: within.
    pub within: ConceptId,
    /// Joins the members of a list.
    pub and: ConceptId,
    /// A whole of which a part is told.
    pub of: ConceptId,
    /// Of every one: all, each.
    pub all: ConceptId,
    /// Of some and not of others: part of, some.
    pub part: ConceptId,
    /// Of all but what follows, or stands before: except.
    pub except: ConceptId,
    /// What is left of a whole of which a part was told: the rest, 나머지.
    pub rest: ConceptId,
    /// Stands before where a move starts: from, из.
    pub out_of: ConceptId,
    /// Stands before where a move ends: to, into, в.
    pub into: ConceptId,
    /// Stands before what something else took the place of: instead of, вместо.
    pub in_place: ConceptId,
    /// Stands before what takes the place: replaced with, заменили на.
    pub with_which: ConceptId,
    /// Stands before the one who does it, where the other is told first: by.
    pub by_whom: ConceptId,
    /// Begins a noun with what belongs to it: the, a, all.
    pub opens_noun: ConceptId,
    /// Before a verb: its subject is what something is done to.
    pub passive: ConceptId,
    /// Of more than half of them: most.
    pub most: ConceptId,
    /// To bring about.
    pub cause: ConceptId,
    /// It is meant to happen, and did not yet: will, plan to.
    pub plan: ConceptId,
    /// What is said beside it happened first: first, сначала, 먼저.
    pub first: ConceptId,
    /// What is said beside it happened after what was said before: then, затем.
    pub then: ConceptId,
    /// What stands before it is put right by what follows: X가 아니라 Y.
    pub corrects: ConceptId,
}

/// Finds what words mean, whatever their language.
#[derive(Debug)]
pub struct Lexicon {
    concepts: Vec<Concept>,
    tables: BTreeMap<String, Table>,
    marks: Marks,
    /// Groups of two things of which one is not the other.
    pairs: Vec<u16>,
    /// Such groups whose two are often told of together.
    together: Vec<u16>,
}

/// Forms of one language.
#[derive(Debug, Default)]
struct Table {
    /// By the stem of the first word.
    exact: FxHashMap<String, Vec<Entry>>,
    /// By the letters that the first word begins with.
    prefix: Prefixes,
    /// Words of scripts without spaces.
    joined: FxHashMap<String, Vec<ConceptId>>,
    /// What has a word in this language.
    spoken: FxHashSet<ConceptId>,
}

/// One form.
#[derive(Debug, Clone)]
struct Entry {
    /// The words after the first.
    rest: Vec<Pattern>,
    concept: ConceptId,
    /// Only where it is written in capitals.
    capitals: bool,
    /// Only as it stands: `not` is no form of "note".
    whole: Option<Box<str>>,
    /// Whatever follows, even after one syllable.
    free: bool,
    /// The stem of a verb: an ending may change its last letters.
    verb: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Pattern {
    Stem(String),
    Prefix(String),
}

impl Pattern {
    fn fits(&self, word: &Word) -> bool {
        match self {
            Self::Stem(stem) => *word.stem == **stem,
            Self::Prefix(prefix) => {
                word.key.starts_with(prefix.as_str())
                    || !word.latin && cut::jamo(&word.key).starts_with(prefix.as_str())
            }
        }
    }
}

/// Letters of a word that a prefix is looked for in.
const MAX_PREFIX: usize = 26;

impl Table {
    /// What a single word of a spaced script means.
    fn single(&self, key: &str, stem: &str, written: &str) -> Vec<ConceptId> {
        let capitals = !written.chars().any(char::is_lowercase);
        let fits = |entry: &&Entry| {
            entry.rest.is_empty()
                && (!entry.capitals || capitals)
                && entry.whole.as_deref().is_none_or(|whole| whole == key)
        };
        let mut found: Vec<ConceptId> =
            (self.exact.get(stem).into_iter().flatten()).filter(fits).map(|entry| entry.concept).collect();
        let longest = (self.prefix.along(key.chars().take(MAX_PREFIX)))
            .filter(|(taken, _)| *taken > 1)
            .map(|(_, entries)| entries.iter().filter(fits))
            .filter(|fitting| fitting.clone().next().is_some())
            .last();
        found.extend(longest.into_iter().flatten().map(|entry| entry.concept));
        found
    }
}

impl Lexicon {
    /// The concept `id`; ids come from this lexicon's own words.
    pub fn concept(&self, id: ConceptId) -> Option<&Concept> {
        self.concepts.get(id as usize)
    }

    /// Whether the two things of `group` are often told of together: what is said of one is denied of the other
    /// only where all else is the same.
    pub fn is_told_together(&self, group: u16) -> bool {
        self.together.contains(&group)
    }

    /// Whether the things of `group`, which are not one another, are two, and told of by their names alone.
    pub fn is_pair(&self, group: u16) -> bool {
        self.pairs.contains(&group)
    }

    /// Whether the lexicon has a word for `id` in the language `primary`: what it cannot read there cannot
    /// be missing there.
    pub fn speaks(&self, primary: &str, id: ConceptId) -> bool {
        self.tables.get(primary).is_some_and(|table| table.spoken.contains(&id))
    }

    /// The marks of grammar.
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether `concepts` holds grammar alone (and something at all).
    fn only_marks(&self, concepts: &[ConceptId]) -> bool {
        !concepts.is_empty()
            && concepts.iter().all(|id| self.concept(*id).is_some_and(|concept| concept.role == Role::Mark))
    }

    /// Adds the meaning of phrases of several words to each of their words.
    fn mark_phrases(&self, primary: &str, words: &mut [Word]) {
        for table in [Some(primary), (primary != "en").then_some("en")]
            .into_iter()
            .flatten()
            .filter_map(|l| self.tables.get(l))
        {
            for at in 0..words.len() {
                let first = &words[at];
                if !std::ptr::eq(table, self.tables.get(primary).unwrap_or(table)) && !first.latin {
                    continue;
                }
                let mut hits: Vec<(usize, ConceptId)> = Vec::new();
                let mut look = |entries: &[Entry]| {
                    for entry in entries.iter().filter(|entry| !entry.rest.is_empty()) {
                        let follows = (entry.rest.iter().enumerate())
                            .all(|(i, pattern)| words.get(at + 1 + i).is_some_and(|word| pattern.fits(word)));
                        if follows {
                            hits.push((entry.rest.len(), entry.concept));
                        }
                    }
                };
                look(table.exact.get(&*first.stem).map_or(&[], Vec::as_slice));
                let in_letters: Option<String> = (!first.latin).then(|| cut::jamo(&first.key));
                let letters = in_letters.as_ref().unwrap_or(&first.key).chars().take(MAX_PREFIX - 1);
                table
                    .prefix
                    .along(letters)
                    .filter(|(taken, _)| *taken > 1)
                    .for_each(|(_, entries)| look(entries));
                for (more, concept) in hits {
                    let mark = self.concept(concept).is_some_and(|concept| concept.role == Role::Mark);
                    for word in &mut words[at..=at + more] {
                        word.concepts.push(concept);
                        word.content &= !mark;
                    }
                }
            }
        }
    }
}
