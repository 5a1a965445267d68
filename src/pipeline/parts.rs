//! A build in parts: what each part leaves for the others, and how all become one.
//!
//! Finished files of a part are those of the whole build and are only carried over. The index is the
//! exception: each part leaves what it read of its texts, from which the index is made at the end.

use super::PartOptions;
use crate::index::{self, Fault, Gathered, Outline, Part};
use crate::render::Closing;

/// The file in which a part leaves what only the union needs.
pub const FILE: &str = "part.bin";

/// What one part left.
pub struct Left {
    /// Which part it is.
    pub part: Part,
    /// What it was made from.
    pub key: String,
    /// What the last files are made from; `None` where no pages are made.
    pub last: Option<Closing>,
    /// What it read for the index, where the build makes one.
    pub index: Option<(Outline, Gathered)>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Head {
    number: usize,
    of: usize,
    key: String,
    last: Option<Closing>,
    index: bool,
}

/// Writes what a part leaves: a line of JSON, then what it read.
pub fn encode(told: &PartOptions, last: &Option<Closing>, read: Option<(&Outline, &Gathered)>) -> Vec<u8> {
    let Part { number, of } = told.part;
    let head = Head { number, of, key: told.key.clone(), last: last.clone(), index: read.is_some() };
    let mut bytes = serde_json::to_vec(&head).expect("plain data can be written");
    bytes.push(b'\n');
    if let Some((outline, gathered)) = read {
        bytes.extend(index::encode_part(outline, gathered));
    }
    bytes
}

/// Reads what a part left; `path` is told where it is damaged.
///
/// # Errors
///
/// When the file is not one that a part wrote, or is damaged.
pub fn decode(bytes: &[u8], path: &str) -> Result<Left, Fault> {
    let corrupt = || Fault::Corrupt(path.to_owned());
    let end = memchr::memchr(b'\n', bytes).ok_or_else(corrupt)?;
    let head: Head = serde_json::from_slice(&bytes[..end]).map_err(|_| corrupt())?;
    if head.number >= head.of {
        return Err(corrupt());
    }
    let index = head.index.then(|| index::decode_part(&bytes[end + 1..], path)).transpose()?;
    Ok(Left { part: Part { number: head.number, of: head.of }, key: head.key, last: head.last, index })
}

/// The index of all parts, which must be in order; nothing where the build makes none.
///
/// # Errors
///
/// When the parts do not belong together, in a sentence.
pub fn unite(parts: Vec<Left>) -> Result<Option<index::Index>, String> {
    let of = parts.len();
    for (number, left) in parts.iter().enumerate() {
        if left.part != (Part { number, of }) {
            return Err(format!(
                "part {}/{} is where part {}/{of} should be; name every part of one build once",
                left.part.number + 1,
                left.part.of,
                number + 1
            ));
        }
        if left.key != parts[0].key || left.index.is_some() != parts[0].index.is_some() {
            return Err(format!(
                "part {} was not made from the same library, options and program as part 1",
                number + 1
            ));
        }
    }
    let (outlines, gathered): (Vec<_>, Vec<_>) = parts.into_iter().filter_map(|left| left.index).unzip();
    if outlines.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("the parts tell of different cases".to_owned());
    }
    Ok(outlines.into_iter().next().map(|outline| index::unite(outline, gathered)))
}
