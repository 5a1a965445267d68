//! The entry of a language: the one file whose name never changes, which names all the others.

use super::bytes::{Fault, pack, unpack};

/// The entry of a language.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Entry {
    /// The language.
    pub lang: String,
    /// All languages of the library, the default first.
    pub languages: Vec<String>,
    /// Number of cases in the library.
    pub cases: u32,
    /// Number of texts in this language.
    pub texts: u32,
    /// The folder of this language's shards.
    pub directory: String,
    /// The folder of what all languages share.
    pub shared: String,
    /// The first spelling of each dictionary shard `d0.bin`, `d1.bin`, …
    pub dictionary: Vec<String>,
    /// The same for the reversed dictionary `r0.bin`, …
    pub reversed: Vec<String>,
    /// The first term of each shard of postings `p0.bin` and positions `q0.bin`, …
    pub postings: Vec<u32>,
    /// The first case of each block of texts `t0.bin`, …
    pub blocks: Vec<u32>,
    /// Endings: what is taken off a word, what is put on; the longest first.
    pub rules: Vec<(String, String)>,
    /// The facets.
    pub facets: Vec<FacetEntry>,
}

/// A facet as the entry names it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FacetEntry {
    /// The name in queries and addresses.
    pub name: String,
    /// Whether the order of its terms means something.
    pub ordered: bool,
}

impl Entry {
    /// The file's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("an entry is plain data");
        pack(b'e', 0, &json)
    }

    /// Reads the entry in the file `path`.
    pub fn decode(bytes: &[u8], path: &str) -> Result<Self, Fault> {
        let json = unpack(bytes, path, b'e', 0)?;
        serde_json::from_slice(&json).map_err(|_| Fault::Corrupt(path.to_owned()))
    }
}
