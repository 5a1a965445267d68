//! What `check` told, kept for the next time: a library of which nothing changed is told of at once.

use std::path::Path;

use crate::load::{Cache, Key, Sources};

/// Bytes of a library below which it is checked sooner than a cache is worth a folder.
const WORTH: usize = 4 << 20;

/// The kind of these entries.
const KIND: &str = "check";

/// What a check told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The exit status.
    pub status: u8,
    /// The line for standard error.
    pub summary: String,
    /// What goes to standard output.
    pub out: Vec<u8>,
}

impl Told {
    /// What is kept: the output, and behind it the rest, so that nothing large is copied.
    fn footer(&self) -> Vec<u8> {
        let mut bytes = self.summary.clone().into_bytes();
        // A line never has that many bytes.
        bytes.extend((self.summary.len() as u32).to_le_bytes());
        bytes.push(self.status);
        bytes
    }

    fn decode(mut bytes: Vec<u8>) -> Option<Self> {
        let status = bytes.pop()?;
        let length: [u8; 4] = *bytes.last_chunk()?;
        let out = bytes.len().checked_sub(4)?.checked_sub(u32::from_le_bytes(length) as usize)?;
        let summary = String::from_utf8(bytes[out..bytes.len() - 4].to_vec()).ok()?;
        bytes.truncate(out);
        Some(Self { status, summary, out: bytes })
    }
}

/// Where what a check tells is kept.
pub struct Place {
    cache: Cache,
    key: Key,
}

impl Place {
    /// The place for a check of `sources`, of which `how` says all that else decides what it tells; `None`
    /// where the library is small.
    pub fn of(root: &Path, sources: &Sources, how: &str) -> Option<Self> {
        if sources.bytes() < WORTH {
            return None;
        }
        // What could not be read is no part of the fingerprint, and is told of all the same.
        let unread = format!("{:?}", sources.diagnostics);
        let fingerprint = sources.fingerprint();
        let key = Key::of([how.as_bytes(), fingerprint.as_bytes().as_slice(), unread.as_bytes()]);
        Some(Self { cache: Cache::of(root), key })
    }

    /// What the same check told before.
    pub fn get(&self) -> Option<Told> {
        Told::decode(self.cache.get(KIND, &self.key)?)
    }

    /// Keeps what a check told.
    pub fn put(&self, told: &mut Told) {
        let (own, footer) = (told.out.len(), told.footer());
        told.out.extend(footer);
        self.cache.put(KIND, &self.key, &told.out);
        told.out.truncate(own);
    }
}

#[cfg(test)]
mod tests {
    use super::Told;

    #[test]
    fn what_was_told_comes_back() {
        let told = Told { status: 1, summary: "3 cases, 사례".into(), out: b"{}\n".to_vec() };
        let kept = |told: &Told| [told.out.clone(), told.footer()].concat();
        assert_eq!(Told::decode(kept(&told)).as_ref(), Some(&told));
        assert_eq!(Told::decode(b"\xff\xff\xff\xff\x00".to_vec()), None);
        assert_eq!(Told::decode(Vec::new()), None);
    }
}
