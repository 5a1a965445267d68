//! Cases as JSON Lines, cut into parts where one file would be too large for hosts.

use super::gzip::gzip;
use super::part::Told;
use super::{Emit, FOLDER};

/// Lines that have been given and are not yet a file.
#[derive(Debug)]
pub struct Lines {
    limit: usize,
    part: Vec<u8>,
    parts: usize,
}

/// Lines that are a file.
#[derive(Debug)]
pub struct Piece {
    /// Its number from 1 where there are several; those are compressed.
    number: Option<usize>,
    lines: Vec<u8>,
}

impl Lines {
    /// No lines yet; no file will hold more than `limit` bytes of them, unless one line is longer.
    pub fn new(limit: usize) -> Self {
        Self { limit, part: Vec::new(), parts: 0 }
    }

    /// Adds a line, which ends as one; gives the part that is full now.
    pub fn push(&mut self, line: &[u8]) -> Option<Piece> {
        let full = self.part.len() + line.len() > self.limit && !self.part.is_empty();
        let piece = full.then(|| {
            self.parts += 1;
            Piece { number: Some(self.parts), lines: std::mem::take(&mut self.part) }
        });
        self.part.extend_from_slice(line);
        piece
    }

    /// What is left.
    pub fn finish(self) -> Piece {
        Piece { number: (self.parts > 0).then_some(self.parts + 1), lines: self.part }
    }
}

impl Piece {
    /// Hands the file over and tells of it.
    pub fn write(self, emit: Emit<'_>) -> Told {
        let (name, bytes) = match self.number {
            None => ("cases.jsonl".to_owned(), self.lines),
            Some(number) => (format!("cases-{number}.jsonl.gz"), gzip(&self.lines)),
        };
        emit(&format!("{FOLDER}/{name}"), &bytes);
        Told::of(&name, &bytes)
    }
}
