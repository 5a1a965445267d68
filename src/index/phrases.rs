//! What a dictionary finds by a whole phrase: exact titles and ids, and the glossary's forms. They are filed under
//! the phrase's longest word, whose shard a query reads anyway.

use std::collections::BTreeSet;

use super::build::shard_of;
use super::dictionary::{Key, Shard, by_units, filing_word, fingerprint};
use super::document::Concept;
use super::spoken::spoken;
use super::stem::Endings;
use super::token::{Kind, Script, tokenize};
use crate::text::Lang;

/// Files exact titles, ids and glossary forms under their longest words.
pub fn file(
    shards: &mut [Shard],
    firsts: &[String],
    names: &[(u32, String, u32)],
    lang: &Lang,
    glossary: &[Concept],
    known: &Known,
) {
    if shards.is_empty() {
        return;
    }
    for (print, word, case) in names {
        if let Some(shard) = shard_of(firsts, word) {
            shards[shard].exact.push((*print, *case));
        }
    }
    for concept in glossary {
        let own = concept.get(lang).into_iter().flatten().filter(|form| known.may_hold(form));
        let own: Vec<&String> = own.collect();
        for form in concept.values().flatten() {
            let Some((print, shard)) = filing(form, firsts) else { continue };
            let spelled = phrase(form);
            let mut others: Vec<String> =
                own.iter().filter(|other| phrase(other) != spelled).map(|other| (*other).clone()).collect();
            if others.is_empty() {
                continue;
            }
            let glossary = &mut shards[shard].glossary;
            match glossary.iter_mut().find(|(known, _)| *known == print) {
                Some((_, known)) => known.append(&mut others),
                None => glossary.push((print, others)),
            }
        }
    }
    for shard in &mut *shards {
        shard.exact.sort_unstable();
        shard.exact.dedup();
        shard.glossary.sort();
        for (_, forms) in &mut shard.glossary {
            forms.sort();
            forms.dedup();
        }
    }
    let others: Vec<Vec<Key>> = (0..shards.len()).map(|own| words_elsewhere(shards, firsts, own)).collect();
    for (shard, others) in shards.iter_mut().zip(others) {
        shard.others = others;
    }
}

/// What a language's texts hold, as a query looks it up.
pub struct Known<'a> {
    /// Its dictionary.
    pub keys: &'a [(Key, bool)],
    /// Its endings: what is taken off, what is put on.
    pub rules: &'a [(String, String)],
    /// Those of Korean.
    pub endings: Endings,
}

impl Known<'_> {
    fn has(&self, word: &str) -> bool {
        self.keys.binary_search_by(|(key, _)| by_units(&key.text, word)).is_ok()
    }

    /// Whether a query for a form of the glossary can find anything: not so if one of its words means nothing,
    /// in whatever way `resolve` looks for it.
    fn may_hold(&self, form: &str) -> bool {
        let tokens = tokenize(form);
        tokens.chunk_by(|a, b| a.chunk == b.chunk).all(|chunk| match chunk {
            [word] if word.kind == Kind::Word => self.may_mean(&word.text, word.script),
            _ => true,
        })
    }

    fn may_mean(&self, word: &str, script: Script) -> bool {
        let by_rule = |(off, on): &(String, String)| {
            word.strip_suffix(off.as_str()).is_some_and(|stem| self.has(&format!("{stem}{on}")))
        };
        let mut starts = word.char_indices().skip(2).map(|(at, _)| &word[..at]);
        match script {
            Script::Letters => self.has(word) || self.rules.iter().any(by_rule),
            Script::Hangul => {
                // As it stands, without an ending, as a verb, or as two words in one.
                self.has(word)
                    || self.endings.taken_off(word).any(|(_, stem)| self.has(stem))
                    || spoken(word).is_some()
                    || starts.any(|start| self.has(start))
            }
            Script::Dense | Script::Sign => true,
        }
    }
}

/// The words of the glossary's forms in a shard that stand in other shards.
fn words_elsewhere(shards: &[Shard], firsts: &[String], own: usize) -> Vec<Key> {
    let forms = shards[own].glossary.iter().flat_map(|(_, forms)| forms);
    let words: BTreeSet<String> = forms.flat_map(|form| tokenize(form)).map(|token| token.text).collect();
    let elsewhere = |word: &String| shard_of(firsts, word).filter(|shard| *shard != own);
    words.iter().filter_map(|word| shards[elsewhere(word)?].find(word).cloned()).collect()
}

/// The words of a phrase, as its fingerprint is taken of them: capitals inside a word do not matter.
pub fn phrase(text: &str) -> Vec<String> {
    let words = tokenize(&text.to_lowercase())
        .into_iter()
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Part));
    words.map(|token| token.text).collect()
}

fn filing(text: &str, firsts: &[String]) -> Option<(u32, usize)> {
    let (print, word) = filed(text)?;
    Some((print, shard_of(firsts, &word)?))
}

/// The fingerprint of a phrase and the word under which it is filed.
pub fn filed(text: &str) -> Option<(u32, String)> {
    let words = phrase(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let word = filing_word(&words)?;
    Some((fingerprint(&words.join(" ")), word.to_owned()))
}
