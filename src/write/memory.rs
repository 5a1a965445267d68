//! A sink in memory, for `serve` and tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{Sink, WriteError, check_path};

/// Output files by path.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

impl Memory {
    /// The files taken so far.
    pub fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Memory {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), WriteError> {
        check_path(path)?;
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match files.insert(path.to_owned(), bytes.to_vec()) {
            None => Ok(()),
            Some(_) => Err(WriteError::Twice(path.to_owned())),
        }
    }
}
