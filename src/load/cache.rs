//! What earlier runs computed, by the hash of all that it was computed from, under `.casebook/cache/`.
//!
//! An entry whose key differs in one byte is another entry, and one whose content does not bear its hash is
//! none: the cache saves time and decides nothing. It may be deleted whenever one likes, and where it cannot
//! be written, nothing is kept.
#![expect(clippy::disallowed_methods, reason = "this is the door to the cache")]

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Sources;

/// Version of the form of keys and entries.
const FORM: &str = "1";

/// Entries of one kind that are kept.
const KEPT: usize = 4;

/// The hash of everything that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a result made from `parts`, in this order, by this very program.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut maker = KeyMaker::default();
        parts.into_iter().for_each(|part| maker.add(part));
        maker.finish()
    }

    /// Its bytes, to make another key of.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn name(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

/// Puts a key together part by part.
#[derive(Debug)]
pub struct KeyMaker(blake3::Hasher);

impl Default for KeyMaker {
    fn default() -> Self {
        let mut maker = Self(blake3::Hasher::new());
        maker.add(FORM.as_bytes());
        maker.add(program().as_bytes());
        maker
    }
}

impl KeyMaker {
    /// Adds `part`, with its length, so that no two rows of parts are one row of bytes.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The key of all that was added.
    pub fn finish(self) -> Key {
        Key(self.0.finalize().into())
    }
}

/// Which program this is: its version, and the file that runs, for a version may be built twice.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata).ok();
    let made = file.map(|file| {
        let since = file.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        (file.len(), since.map(|since| since.as_nanos()))
    });
    format!("{} {made:?}", env!("CARGO_PKG_VERSION"))
}

/// The cache of one library.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of the library at `root`.
    pub fn of(root: &Path) -> Self {
        Self { folder: root.join(".casebook").join("cache") }
    }

    /// The entry `key` of this kind, if it is there and whole.
    pub fn get(&self, kind: &str, key: &Key) -> Option<Vec<u8>> {
        let path = self.folder.join(kind).join(key.name());
        let mut bytes = std::fs::read(&path).ok()?;
        let content = bytes.len().checked_sub(blake3::OUT_LEN)?;
        let told: [u8; blake3::OUT_LEN] = bytes[content..].try_into().ok()?;
        if checksum(&bytes[..content]) != told {
            let _ = std::fs::remove_file(&path);
            return None;
        }
        bytes.truncate(content);
        Some(bytes)
    }

    /// Keeps `content` as the entry `key` of this kind, and drops the oldest of more than a few.
    pub fn put(&self, kind: &str, key: &Key, content: &[u8]) {
        // What cannot be kept is computed again.
        let _ = self.write(kind, key, content);
    }

    fn write(&self, kind: &str, key: &Key, content: &[u8]) -> std::io::Result<()> {
        let folder = self.folder.join(kind);
        std::fs::create_dir_all(&folder)?;
        let ignore = self.folder.join(".gitignore");
        if !ignore.exists() {
            std::fs::write(ignore, "*\n")?;
        }
        let path = folder.join(key.name());
        let beside = path.with_extension(format!("new-{}", std::process::id()));
        let written = std::fs::File::create(&beside).and_then(|mut file| {
            use std::io::Write;
            file.write_all(content)?;
            file.write_all(&checksum(content))
        });
        if let Err(error) = written.and_then(|()| std::fs::rename(&beside, &path)) {
            let _ = std::fs::remove_file(&beside);
            return Err(error);
        }
        let mut all: Vec<_> = std::fs::read_dir(&folder)?
            .filter_map(Result::ok)
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        all.sort();
        for (_, old) in all.iter().rev().skip(KEPT).filter(|(_, old)| *old != path) {
            let _ = std::fs::remove_file(old);
        }
        Ok(())
    }
}

/// The hash of an entry's content: of the hashes of its pieces, which all cores make together.
fn checksum(content: &[u8]) -> [u8; blake3::OUT_LEN] {
    let pieces: Vec<[u8; blake3::OUT_LEN]> =
        content.par_chunks(1 << 20).map(|piece| blake3::hash(piece).into()).collect();
    blake3::hash(&pieces.concat()).into()
}

impl Sources {
    /// Bytes of all texts that were read.
    pub fn bytes(&self) -> usize {
        self.files().values().map(|file| file.text.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path, kind: &str) -> usize {
        std::fs::read_dir(folder.join(".casebook/cache").join(kind)).map_or(0, Iterator::count)
    }

    #[test]
    fn an_entry_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::of(folder.path());
        let key = Key::of([b"a".as_slice(), b"b"]);
        assert_ne!(key, Key::of([b"ab".as_slice(), b""]));
        assert_eq!(cache.get("x", &key), None);
        cache.put("x", &key, b"content");
        assert_eq!(cache.get("x", &key).as_deref(), Some(b"content".as_slice()));
        assert_eq!(cache.get("y", &key), None);
        let path = folder.path().join(".casebook/cache/x").join(key.name());
        for broken in [b"".as_slice(), b"short", b"another content of more than thirty-two bytes"] {
            std::fs::write(&path, broken).unwrap();
            assert_eq!(cache.get("x", &key), None);
            assert!(!path.exists() || broken.len() < blake3::OUT_LEN);
            cache.put("x", &key, b"content");
        }
        assert_eq!(cache.get("x", &key).as_deref(), Some(b"content".as_slice()));
    }

    #[test]
    fn few_entries_are_kept_and_the_latest_among_them() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::of(folder.path());
        for number in 0..9u8 {
            let key = Key::of([[number].as_slice()]);
            cache.put("x", &key, &[number]);
            assert_eq!(cache.get("x", &key), Some(vec![number]));
        }
        assert!(entries(folder.path(), "x") <= KEPT + 1);
    }
}
