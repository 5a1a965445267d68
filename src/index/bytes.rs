//! The alphabet of the format: variable-length numbers, counted strings, framed and compressed files.
//! What is read is checked at every step; damage is an error that names the file, never a panic.

use std::fmt;
use std::io::{Read, Write};

/// The version of everything in `search/`. A reader refuses any other.
pub const FORMAT: u8 = 2;

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
    use super::{Input, Output, pack, unpack};

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
