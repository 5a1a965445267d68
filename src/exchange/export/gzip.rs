//! Parts of a large dataset, compressed: hosts count bytes, and every program that reads tables reads gzip.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// How hard to try: texts become a third of their size, in little more time than it takes to write them out.
const LEVEL: u32 = 2;

/// `bytes` as one gzip member that tells neither a time nor a name, so that the same bytes give the same file.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    const SURE: &str = "a vector takes every byte";
    let mut out = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::new(LEVEL));
    out.write_all(bytes).expect(SURE);
    out.finish().expect(SURE)
}
