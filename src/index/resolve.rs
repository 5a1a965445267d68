//! A word of a query into terms of the index: as it stands, by its ending, as a beginning, and with a
//! typing mistake. `runtime/resolve.js` is its twin; a change here is a change there.

use std::collections::BTreeMap;

use super::bytes::Fault;
use super::dictionary::Key;
use super::near::{distance, sounds};
use super::shelf::Shelf;
use super::spoken::spoken;
use super::stem::{strip, suffixes};
use super::token::Script;

/// The weight of a term that is meant exactly; the others are shares of it.
pub const FULL: u32 = 256;
/// All forms of a word beside the very form.
const ALL_FORMS: u32 = 176;
/// A term found by a beginning.
const BEGUN: u32 = 160;
/// A term found by one mistake, and by two.
const MISTAKEN: [u32; 3] = [0, 128, 64];
/// A form of a verb that is written with another ending.
const SPOKEN: u32 = 128;
/// What a mistake in the first letter costs on top.
const FIRST_LETTER: u32 = 32;
/// A beginning stands for at most so many terms.
const MOST_BEGUN: usize = 64;
/// From this power of two on a word may be common.
const COMMON_FROM: u8 = 8;
/// A mistaken word stands for at most so many terms, one of several for fewer: the others tell which is meant.
const MOST_MISTAKEN: usize = 16;
const FEWER_MISTAKEN: usize = 10;
/// So many neighbouring shards are searched for beginnings and mistakes.
const MOST_SHARDS: usize = 3;
/// From this length on a word may hold two mistakes.
const TWO_MISTAKES: usize = 8;

/// A term that a word may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The term.
    pub term: u32,
    /// How surely, in 256ths.
    pub weight: u32,
    /// Whether it takes a typing mistake.
    pub mistaken: bool,
    /// Whether the word is only its beginning.
    pub begun: bool,
}

/// What a word stands for.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// The terms.
    pub meanings: Vec<Meaning>,
    /// Spellings that an excerpt marks: a word that begins with one of them.
    pub marks: Vec<String>,
    /// Words that were taken for the mistaken one, the surest first, and the terms that each adds.
    pub corrections: Vec<(String, Vec<u32>)>,
}

impl Resolved {
    fn add(&mut self, key: &Key, weight: u32, mistaken: bool, begun: bool) {
        for (at, term) in key.terms.iter().enumerate() {
            // Where a spelling has postings of its own, those of all forms count less.
            let weight = if at == 0 && key.terms.len() > 1 { weight * ALL_FORMS / FULL } else { weight };
            match self.meanings.iter_mut().find(|meaning| meaning.term == *term) {
                Some(known) if known.mistaken == mistaken => known.weight = known.weight.max(weight),
                Some(_) => {}
                None => self.meanings.push(Meaning { term: *term, weight, mistaken, begun }),
            }
        }
        let shared = super::dictionary::skip_units(&key.text, key.shared.into());
        let stem = &key.text[..key.text.len() - shared.len()];
        let least = if stem.chars().next().is_some_and(is_hangul) { 1 } else { 3 };
        let mark = if stem.chars().count() >= least && !begun { stem } else { &key.text };
        if !self.marks.iter().any(|known| known == mark) {
            self.marks.push(mark.to_owned());
        }
    }
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// From this length on a word may hold a mistake: four letters, two syllables of Hangul.
pub fn typo_length(word: &str) -> usize {
    if word.chars().all(is_hangul) { 2 } else { 4 }
}

/// The terms that `word` means as it stands, or by its ending.
pub fn resolve(shelf: &mut Shelf, word: &str, script: Script, open: bool) -> Result<Resolved, Fault> {
    let mut found = Resolved::default();
    let key = shelf.find(word)?;
    if let Some(key) = &key {
        found.add(key, FULL, false, false);
    } else {
        match script {
            Script::Letters => by_rules(shelf, word, &mut found)?,
            Script::Hangul => by_endings(shelf, word, &mut found)?,
            Script::Dense | Script::Sign => {}
        }
    }
    if open && script != Script::Dense {
        begun(shelf, word, script, key.as_ref(), &mut found)?;
    }
    Ok(found)
}

/// Takes off an ending that the language is known to use, the longest first.
fn by_rules(shelf: &mut Shelf, word: &str, found: &mut Resolved) -> Result<(), Fault> {
    let rules = shelf.entry.rules.clone();
    let mut weight = FULL;
    for (off, on) in &rules {
        let Some(stem) =
            word.strip_suffix(off.as_str()).filter(|stem| stem.chars().count() >= least_stem(off))
        else {
            continue;
        };
        if let Some(key) = shelf.find(&format!("{stem}{on}"))? {
            found.add(&key, weight, false, false);
            // A shorter ending may be the right one: it counts, but less.
            if weight < FULL {
                break;
            }
            weight = 192;
        }
    }
    Ok(())
}

/// A word without this ending has at least so many letters: a long ending may be the word itself, misspelt.
fn least_stem(ending: &str) -> usize {
    if ending.chars().count() > 3 { 4 } else { 3 }
}

fn by_endings(shelf: &mut Shelf, word: &str, found: &mut Resolved) -> Result<(), Fault> {
    for suffix in suffixes() {
        let Some(stem) = strip(word, suffix) else { continue };
        if let Some(key) = shelf.find(stem)? {
            found.add(&key, FULL, false, false);
            return Ok(());
        }
    }
    by_verb(shelf, word, found)
}

/// Adds the noun of a verb, else the verb's other forms.
fn by_verb(shelf: &mut Shelf, word: &str, found: &mut Resolved) -> Result<(), Fault> {
    let Some(verb) = spoken(word) else { return Ok(()) };
    if let Some(noun) = &verb.noun
        && let Some(key) = shelf.find(noun)?
    {
        found.add(&key, FULL, false, false);
        return Ok(());
    }
    let mut keys = shelf.beginning(&verb.start, false, MOST_SHARDS)?;
    keys.retain(|key| verb.holds(&key.text));
    keys.sort_by_key(|key| std::cmp::Reverse(key.weight));
    keys.truncate(MOST_BEGUN);
    for key in &keys {
        found.add(key, SPOKEN, false, false);
    }
    Ok(())
}

/// Whether a word is surely in more than two fifths of the texts, of which the key tells the power of two alone.
fn common(key: &Key, texts: u32) -> bool {
    key.weight >= COMMON_FROM && 5_u64 << (key.weight - 1) > 2 * u64::from(texts)
}

/// Adds the words that begin with `word`, and those whose ending has only begun. Beside a word that is common itself
/// rare ones would be lost: only common ones are added to it.
fn begun(
    shelf: &mut Shelf,
    word: &str,
    script: Script,
    own: Option<&Key>,
    found: &mut Resolved,
) -> Result<(), Fault> {
    let length = word.chars().count();
    let least = if script == Script::Hangul { 1 } else { 2 };
    if length < least {
        return Ok(());
    }
    let mut keys: Vec<Key> = shelf.beginning(word, false, MOST_SHARDS)?;
    let texts = shelf.entry.texts;
    if let Some(own) = own {
        // The other forms of the word itself add nothing to it.
        let same = |key: &Key| key.terms.first().is_some_and(|term| own.terms.contains(term));
        let lost = common(own, texts);
        keys.retain(|key| key.text != word && !same(key) && (!lost || common(key, texts)));
    }
    keys.sort_by_key(|key| std::cmp::Reverse(key.weight));
    keys.truncate(MOST_BEGUN);
    for key in &keys {
        found.add(key, BEGUN, false, true);
    }
    if script == Script::Hangul && found.meanings.is_empty() {
        // `지연까`: the ending 까지 has only begun.
        for suffix in suffixes() {
            for (at, _) in suffix.char_indices().skip(1) {
                let Some(stem) = strip(word, &suffix[..at]) else { continue };
                if let Some(key) = shelf.find(stem)? {
                    found.add(&key, BEGUN, false, false);
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Adds the terms that `word`, alone or one of `several`, may mean if it holds a typing mistake.
pub fn mistaken(
    shelf: &mut Shelf,
    word: &str,
    script: Script,
    several: bool,
    found: &mut Resolved,
) -> Result<(), Fault> {
    let plain = matches!(script, Script::Letters | Script::Hangul);
    if !plain || word.chars().count() < typo_length(word) {
        return Ok(());
    }
    let mut tried = vec![word.to_owned()];
    if script == Script::Hangul {
        for suffix in suffixes() {
            let stem = word.strip_suffix(suffix).filter(|stem| stem.chars().count() >= 2);
            tried.extend(stem.filter(|_| tried.len() < 3).map(str::to_owned));
        }
    }
    let mut near: BTreeMap<String, (u32, Key)> = BTreeMap::new();
    for form in &tried {
        let letters: Vec<char> = form.chars().collect();
        let half = letters.len() / 2;
        let most = if letters.len() >= TWO_MISTAKES && script == Script::Letters { 2 } else { 1 };
        let heard = sounds(form);
        let start: String = letters[..half].iter().collect();
        let end: String = letters[half..].iter().rev().collect();
        let mut keys = shelf.beginning(&start, false, MOST_SHARDS)?;
        for mut key in shelf.beginning(&end, true, MOST_SHARDS)? {
            key.text = key.text.chars().rev().collect();
            keys.push(key);
        }
        // Two letters swapped over the middle leave neither half as it was.
        let mut swapped = letters.clone();
        swapped.swap(half - 1, half);
        keys.extend(shelf.find(&swapped.iter().collect::<String>())?);
        for key in keys {
            let apart = distance(&heard, &sounds(&key.text), most);
            if apart == 0 || apart > most || key.text.chars().count() < 2 {
                continue;
            }
            let first = if key.text.chars().next() == letters.first().copied() { 0 } else { FIRST_LETTER };
            let weight = MISTAKEN[apart] - first;
            let entry = near.entry(key.text.clone()).or_insert((weight, key));
            entry.0 = entry.0.max(weight);
        }
    }
    if script == Script::Hangul {
        // A mistake in the ending: the noun is what is left without the last syllables.
        let letters: Vec<char> = word.chars().collect();
        for cut in 1..=2 {
            let stem: String = letters[..letters.len().saturating_sub(cut)].iter().collect();
            if stem.chars().count() < 2 {
                break;
            }
            if let Some(key) = shelf.find(&stem)? {
                near.entry(key.text.clone()).or_insert((MISTAKEN[2], key));
            }
        }
    }
    let mut ordered: Vec<(u32, Key)> = near.into_values().collect();
    ordered.sort_by(|a, b| {
        b.0.cmp(&a.0)
            .then(b.1.weight.cmp(&a.1.weight))
            .then_with(|| super::dictionary::by_units(&a.1.text, &b.1.text))
    });
    ordered.truncate(if several { FEWER_MISTAKEN } else { MOST_MISTAKEN });
    for (weight, key) in &ordered {
        let known: Vec<u32> = found.meanings.iter().map(|meaning| meaning.term).collect();
        found.add(key, *weight, true, false);
        let new = key.terms.iter().copied().filter(|term| !known.contains(term)).collect();
        found.corrections.push((key.text.clone(), new));
    }
    Ok(())
}

/// Cuts `복제지연` into two words that the dictionary knows.
pub fn compound(shelf: &mut Shelf, word: &str) -> Result<Option<(String, String)>, Fault> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < 4 {
        return Ok(None);
    }
    let mut best: Option<(u8, String, String)> = None;
    for at in 2..=letters.len() - 2 {
        let left: String = letters[..at].iter().collect();
        let right: String = letters[at..].iter().collect();
        let Some(key) = shelf.find(&left)? else { continue };
        let mut of_right = Resolved::default();
        let weight = match shelf.find(&right)? {
            Some(right) => Some(right.weight),
            None => {
                by_endings(shelf, &right, &mut of_right)?;
                (!of_right.meanings.is_empty()).then_some(1)
            }
        };
        let Some(weight) = weight else { continue };
        let sure = key.weight.min(weight);
        if best.as_ref().is_none_or(|(most, _, _)| sure > *most) {
            best = Some((sure, left, right));
        }
    }
    Ok(best.map(|(_, left, right)| (left, right)))
}
