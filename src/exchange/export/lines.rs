//! Cases as JSON Lines, cut into parts where one file would be too large for hosts.

use super::part::Told;
use super::{Emit, FOLDER};

/// Lines that have been given and not yet written.
#[derive(Debug)]
pub struct Lines {
    limit: usize,
    part: Vec<u8>,
    told: Vec<Told>,
}

impl Lines {
    /// No lines yet; no file will be larger than `limit` bytes, unless one line is.
    pub fn new(limit: usize) -> Self {
        Self { limit, part: Vec::new(), told: Vec::new() }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Adds a line, which ends as one; hands over a part once it is full.
    pub fn push(&mut self, line: &[u8], emit: Emit<'_>) {
        if self.part.len() + line.len() > self.limit && !self.part.is_empty() {
            self.put(&format!("cases-{}.jsonl", self.told.len() + 1), emit);
        }
        self.part.extend_from_slice(line);
    }

    /// Hands over what is left; gives what is told of every part.
    pub(super) fn finish(mut self, emit: Emit<'_>) -> Vec<Told> {
        let name = match self.told.len() {
            0 => "cases.jsonl".to_owned(),
            parts => format!("cases-{}.jsonl", parts + 1),
        };
        self.put(&name, emit);
        self.told
    }

    fn put(&mut self, name: &str, emit: Emit<'_>) {
        self.told.push(Told::of(name, &self.part));
        emit(&format!("{FOLDER}/{name}"), &self.part);
        self.part.clear();
    }
}
