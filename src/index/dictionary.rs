//! Shards of the dictionary: spellings in order, and for each the terms it stands for.
//! A shard also carries what is found by a whole phrase (exact titles and ids, glossary forms), filed
//! under the phrase's longest word, whose shard a query reads anyway. `runtime/decode.js` is the other
//! reader of this format.

use std::cmp::Ordering;

use super::bytes::{Fault, Input, Output};

/// A spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The spelling; in a reversed shard, its characters from last to first.
    pub text: String,
    /// How many UTF-16 units at its start it shares with its first term, which is how far a mark
    /// in an excerpt must agree.
    pub shared: u8,
    /// The number of cases of its first term, as a power of two.
    pub weight: u8,
    /// The terms, at least one, by number.
    pub terms: Vec<u32>,
}

/// One shard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shard {
    /// The spellings, ascending by [`by_units`].
    pub keys: Vec<Key>,
    /// Fingerprints of exact titles and ids with the case's number, ascending.
    pub exact: Vec<(u32, u32)>,
    /// Fingerprints of glossary forms, with the forms of this language that mean the same, ascending.
    pub glossary: Vec<(u32, Vec<String>)>,
    /// Spellings of other shards that are words of these forms, so that a query need not read those shards.
    pub others: Vec<Key>,
}

/// The order of strings in JavaScript: by UTF-16 unit.
pub fn by_units(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

/// The fingerprint of a phrase (FNV-1a, 32 bits, over UTF-8).
pub fn fingerprint(phrase: &str) -> u32 {
    phrase.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The word of a phrase under which it is filed: the longest in UTF-16 units, the first of equals.
pub fn filing_word<'a>(words: &[&'a str]) -> Option<&'a str> {
    let longest = words.iter().map(|word| word.encode_utf16().count()).max()?;
    words.iter().copied().find(|word| word.encode_utf16().count() == longest)
}

impl Shard {
    /// Writes the shard: the spellings as one front-coded text, everything else in columns.
    pub fn encode(&self) -> Vec<u8> {
        let mut texts = String::new();
        let mut before = String::new();
        for key in &self.keys {
            let shared = shared_units(&before, &key.text).min(90);
            texts.push(char::from(33 + shared as u8));
            texts.push_str(skip_units(&key.text, shared));
            texts.push('\n');
            before.clone_from(&key.text);
        }
        let mut out = Output::default();
        out.number(self.keys.len() as u32);
        out.string(&texts);
        out.0.extend(self.keys.iter().map(|key| key.shared));
        out.0.extend(self.keys.iter().map(|key| key.weight));
        out.0.extend(self.keys.iter().map(|key| key.terms.len().min(255) as u8));
        let mut last = 0_i32;
        for key in &self.keys {
            for term in key.terms.iter().take(255) {
                out.signed((*term).cast_signed().wrapping_sub(last));
                last = (*term).cast_signed();
            }
        }
        out.number(self.exact.len() as u32);
        for (print, case) in &self.exact {
            out.0.extend_from_slice(&print.to_le_bytes());
            out.number(*case);
        }
        out.number(self.glossary.len() as u32);
        for (print, forms) in &self.glossary {
            out.0.extend_from_slice(&print.to_le_bytes());
            out.number(forms.len() as u32);
            forms.iter().for_each(|form| out.string(form));
        }
        out.number(self.others.len() as u32);
        for key in &self.others {
            out.string(&key.text);
            out.0.extend([key.shared, key.weight]);
            out.number(key.terms.len() as u32);
            key.terms.iter().for_each(|term| out.number(*term));
        }
        out.0
    }

    /// Reads the shard of the file `path`.
    pub fn decode(payload: &[u8], path: &str) -> Result<Self, Fault> {
        let mut input = Input::new(payload, path);
        let count = input.count()?;
        let texts = input.string()?;
        let shared = input.take(count)?;
        let weights = input.take(count)?;
        let counts = input.take(count)?;
        let mut keys: Vec<Key> = Vec::with_capacity(count);
        let mut last = 0_i32;
        let mut lines = texts.split('\n');
        for at in 0..count {
            let line = lines.next().ok_or_else(|| input.corrupt())?;
            let mut chars = line.chars();
            let kept =
                chars.next().and_then(|c| u32::from(c).checked_sub(33)).ok_or_else(|| input.corrupt())?
                    as usize;
            let before = keys.last().map_or("", |key| key.text.as_str());
            let kept = &before[..before.len() - skip_units(before, kept).len()];
            let text = format!("{kept}{}", chars.as_str());
            let mut terms = Vec::with_capacity(counts[at].into());
            for _ in 0..counts[at] {
                last = last.wrapping_add(input.signed()?);
                terms.push(last.cast_unsigned());
            }
            keys.push(Key { text, shared: shared[at], weight: weights[at], terms });
        }
        let mut exact = Vec::new();
        for _ in 0..input.count()? {
            exact.push((print(&mut input)?, input.number()?));
        }
        let mut glossary = Vec::new();
        for _ in 0..input.count()? {
            let print = print(&mut input)?;
            let mut forms = Vec::new();
            for _ in 0..input.count()? {
                forms.push(input.string()?.to_owned());
            }
            glossary.push((print, forms));
        }
        let mut others = Vec::new();
        for _ in 0..input.count()? {
            let text = input.string()?.to_owned();
            let (shared, weight) = (input.byte()?, input.byte()?);
            let terms = (0..input.count()?).map(|_| input.number()).collect::<Result<_, _>>()?;
            others.push(Key { text, shared, weight, terms });
        }
        Ok(Self { keys, exact, glossary, others })
    }

    /// The spelling `text`, if it is here.
    pub fn find(&self, text: &str) -> Option<&Key> {
        let at = self.keys.binary_search_by(|key| by_units(&key.text, text)).ok()?;
        self.keys.get(at)
    }

    /// The spellings that begin with `prefix`.
    pub fn beginning(&self, prefix: &str) -> impl Iterator<Item = &Key> {
        let from = self.keys.partition_point(|key| by_units(&key.text, prefix) == Ordering::Less);
        let prefix = prefix.to_owned();
        self.keys[from..].iter().take_while(move |key| key.text.starts_with(&prefix))
    }
}

fn print(input: &mut Input) -> Result<u32, Fault> {
    let bytes = input.take(4)?;
    Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// Number of UTF-16 units that two strings share at their start, never half a character.
pub fn shared_units(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf16()).sum()
}

/// `text` without its first `units` UTF-16 units.
pub fn skip_units(text: &str, units: usize) -> &str {
    let mut left = units;
    let mut chars = text.chars();
    while left > 0 {
        let Some(c) = chars.next() else { break };
        left = left.saturating_sub(c.len_utf16());
    }
    chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_comes_back() {
        let key =
            |text: &str, terms: &[u32]| Key { text: text.into(), shared: 2, weight: 3, terms: terms.into() };
        let shard = Shard {
            keys: vec![key("ab", &[9]), key("abc", &[3, 70000]), key("сервер", &[5]), key("서버", &[0])],
            exact: vec![(7, 1), (0xffff_ffff, 2)],
            glossary: vec![(9, vec!["패킷 손실".into()])],
            others: vec![key("패킷", &[70000, 2])],
        };
        assert_eq!(Shard::decode(&shard.encode(), "d0").unwrap(), shard);
        assert_eq!(shard.find("abc").unwrap().terms, [3, 70000]);
        assert_eq!(shard.beginning("ab").count(), 2);
    }

    proptest::proptest! {
        #[test]
        fn damage_never_panics(bytes: Vec<u8>) {
            let _ = Shard::decode(&bytes, "d0");
        }
    }
}
