//! Single files of a library: made where they are missing, or replaced whole.

#![expect(clippy::disallowed_methods, reason = "this is the door through which files go out")]

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` to `path` unless a file is there; tells whether it was made.
pub fn create_missing(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::File::create_new(path) {
        Ok(mut file) => file.write_all(bytes).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Puts `bytes` at `path` in one step, so that a reader sees the old file or the new one; tells
/// whether anything changed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(false);
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut beside = name.to_owned();
    beside.push(".casebook-new");
    let beside = path.with_file_name(beside);
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path).map(|()| true)
}

/// Removes the file at `path`; one that is not there is no failure.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_there_is_kept_or_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/a.md");
        assert!(create_missing(&path, b"1").unwrap());
        assert!(!create_missing(&path, b"2").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"1");
        assert!(replace(&path, b"3").unwrap());
        assert!(!replace(&path, b"3").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"3");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
