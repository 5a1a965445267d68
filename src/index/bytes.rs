//! The alphabet of the format: variable-length numbers, counted strings, framed and compressed files.
//! What is read is checked at every step; damage is an error that names the file, never a panic.

use std::fmt;
use std::io::{Read, Write};

/// The version of everything in `search/`. A reader refuses any other.
pub const FORMAT: u8 = 3;

/// A file unpacks to at most this many bytes.
const MAX_UNPACKED: u64 = 1 << 28;

/// Why an index cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The file is not there.
    Missing(String),
    /// The file is damaged: its checksum or its inner structure is wrong.
    Corrupt(String),
    /// The file has another format version.
    Version(String, u8),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "the search index is incomplete: {path} is missing"),
            Self::Corrupt(path) => write!(f, "the search index is damaged: {path} cannot be read"),
            Self::Version(path, version) => {
                write!(
                    f,
                    "the search index has format {version} in {path}; this program reads format {FORMAT}"
                )
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Bytes that grow.
#[derive(Debug, Default)]
pub struct Output(pub Vec<u8>);

impl Output {
    /// Writes a number in 7-bit groups, the lowest first.
    pub fn number(&mut self, value: u32) {
        push_number(&mut self.0, value);
    }

    /// Writes a number that may be negative.
    pub fn signed(&mut self, value: i32) {
        self.number(((value << 1) ^ (value >> 31)).cast_unsigned());
    }

    /// Writes a string with its length in bytes before it.
    pub fn string(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
    }
}

/// Appends a number in 7-bit groups, the lowest first.
pub fn push_number(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// From here on a number is told in two columns, in steps of so many, …
const SPLIT: u32 = 192;
const STEP: u32 = 64;
/// … and from here on, the first byte being this or more, in bytes of the second column alone.
const FAR_BYTE: u8 = 252;
const FAR: u32 = SPLIT + (FAR_BYTE as u32 - SPLIT) * STEP;

/// Appends a number to two columns: what it is about to `high`, how far it is beyond that to `low`. Apart they
/// compress better, since low bits are as good as random.
pub fn push_split(high: &mut Vec<u8>, low: &mut Vec<u8>, value: u32) {
    if value < SPLIT {
        high.push(value as u8);
    } else if value < FAR {
        high.push((SPLIT + (value - SPLIT) / STEP) as u8);
        low.push(((value - SPLIT) % STEP) as u8);
    } else {
        let beyond = value - FAR;
        let bytes = (32 - (beyond | 1).leading_zeros()).div_ceil(8) as u8;
        high.push(FAR_BYTE - 1 + bytes);
        low.extend_from_slice(&beyond.to_le_bytes()[..bytes.into()]);
    }
}

/// Number of bytes in the column of low ones that belong to a byte of the other.
fn low_bytes(high: u8) -> u8 {
    if u32::from(high) < SPLIT { 0 } else { high.saturating_sub(FAR_BYTE - 1).max(1) }
}

/// Number of bytes in the column of low ones that belong to a part of the other.
pub fn low_length(high: &[u8]) -> usize {
    high.iter().map(|byte| usize::from(low_bytes(*byte))).sum()
}

/// Number of bytes that a number takes.
pub fn width(value: u32) -> usize {
    (32 - (value | 1).leading_zeros()).div_ceil(7) as usize
}

/// Bytes that are read; every read is checked.
#[derive(Debug, Clone)]
pub struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    path: &'a str,
}

impl<'a> Input<'a> {
    /// Reads `bytes`, which came from the file `path`.
    pub fn new(bytes: &'a [u8], path: &'a str) -> Self {
        Self { bytes, at: 0, path }
    }

    /// The fault of this file.
    pub fn corrupt(&self) -> Fault {
        Fault::Corrupt(self.path.to_owned())
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| self.corrupt())?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads a number in 7-bit groups.
    pub fn number(&mut self) -> Result<u32, Fault> {
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.corrupt())
    }

    /// Reads a number that is told in two columns.
    pub fn split(&mut self, low: &mut Self) -> Result<u32, Fault> {
        let high = self.byte()?;
        let mut value = 0_u32;
        for at in 0..low_bytes(high) {
            value |= u32::from(low.byte()?) << (8 * at);
        }
        let least = match high {
            FAR_BYTE.. => FAR,
            _ if u32::from(high) < SPLIT => high.into(),
            _ => SPLIT + (u32::from(high) - SPLIT) * STEP,
        };
        least.checked_add(value).ok_or_else(|| self.corrupt())
    }

    /// All that is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Reads a number that counts things of at least one byte each, so it cannot exceed what is left.
    pub fn count(&mut self) -> Result<usize, Fault> {
        let count = self.number()? as usize;
        if count > self.bytes.len() - self.at { Err(self.corrupt()) } else { Ok(count) }
    }

    /// Reads a number that may be negative.
    pub fn signed(&mut self) -> Result<i32, Fault> {
        let value = self.number()?;
        Ok((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    /// Reads `length` bytes.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| self.corrupt())?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// Reads a counted string.
    pub fn string(&mut self) -> Result<&'a str, Fault> {
        let length = self.count()?;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map_err(|_| self.corrupt())
    }
}

/// Packs a file: format, kind and number, then `payload`, all in one gzip member.
pub fn pack(kind: u8, number: u32, payload: &[u8]) -> Vec<u8> {
    let mut head = vec![FORMAT, kind];
    push_number(&mut head, number);
    let mut packer =
        flate2::write::GzEncoder::new(Vec::with_capacity(payload.len() / 2), flate2::Compression::new(6));
    packer.write_all(&head).and_then(|()| packer.write_all(payload)).expect("a vector takes any bytes");
    packer.finish().expect("a vector takes any bytes")
}

/// Unpacks a file and checks that it is what its name says.
pub fn unpack(bytes: &[u8], path: &str, kind: u8, number: u32) -> Result<Vec<u8>, Fault> {
    let mut all = Vec::new();
    let read = flate2::read::GzDecoder::new(bytes).take(MAX_UNPACKED + 1).read_to_end(&mut all);
    let corrupt = || Fault::Corrupt(path.to_owned());
    if read.is_err() || all.len() as u64 > MAX_UNPACKED {
        return Err(corrupt());
    }
    let mut input = Input::new(&all, path);
    let version = input.byte()?;
    if version != FORMAT {
        return Err(Fault::Version(path.to_owned(), version));
    }
    if input.byte()? != kind || input.number()? != number {
        return Err(corrupt());
    }
    let at = input.at;
    all.drain(..at);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{FAR, Input, Output, low_length, pack, push_split, unpack};

    #[test]
    fn damage_is_noticed() {
        let packed = pack(b'p', 7, b"some bytes that are packed");
        assert_eq!(unpack(&packed, "p7", b'p', 7).unwrap(), b"some bytes that are packed");
        assert!(unpack(&packed, "p7", b'p', 8).is_err(), "a swapped file is no answer");
        for at in 0..packed.len() {
            assert!(unpack(&packed[..at], "p7", b'p', 7).is_err(), "cut at {at}");
        }
        let mut changed = packed.clone();
        changed[20] ^= 4;
        assert!(unpack(&changed, "p7", b'p', 7).is_err());
    }

    #[test]
    fn split_numbers_come_back() {
        let around = (7..32).flat_map(|bits| [(1 << bits) - 1, 1 << bits, (1 << bits) + 77]);
        let edges = [0, 1, 191, 192, 193, FAR - 1, FAR, FAR + 255, FAR + 256, u32::MAX];
        let values: Vec<u32> = edges.into_iter().chain(around).collect();
        let (mut high, mut low) = (Vec::new(), Vec::new());
        values.iter().for_each(|value| push_split(&mut high, &mut low, *value));
        assert_eq!((high.len(), low_length(&high)), (values.len(), low.len()));
        let (mut high, mut low) = (Input::new(&high, ""), Input::new(&low, ""));
        assert!(values.iter().all(|value| high.split(&mut low) == Ok(*value)));
        assert!(Input::new(&[255], "").split(&mut Input::new(&[255; 4], "")).is_err());
    }

    proptest::proptest! {
        #[test]
        fn numbers_come_back(values: Vec<(u32, i32)>) {
            let mut out = Output::default();
            for (a, b) in &values {
                out.number(*a);
                out.signed(*b);
            }
            let mut input = Input::new(&out.0, "");
            for (a, b) in &values {
                proptest::prop_assert_eq!(input.number().unwrap(), *a);
                proptest::prop_assert_eq!(input.signed().unwrap(), *b);
            }
        }
    }
}
