//! Single files of a library: made where they are missing, or replaced whole. Whenever the program ends or the
//! disk is full, a file is there as it was, or as it was to be, and never in between.

#![expect(clippy::disallowed_methods, reason = "this is the door through which files go out")]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path` unless something is there; tells whether it was made.
pub fn create_missing(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(false);
    }
    let beside = write_beside(path, bytes)?;
    let made = match fs::hard_link(&beside, path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // Not every file system has hard links.
        Err(_) => create_new(path, bytes),
    };
    let _ = fs::remove_file(&beside);
    made
}

/// Makes the file at `path`, and takes it away again where it cannot be written whole.
fn create_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = match fs::File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(error),
    };
    file.write_all(bytes).map(|()| true).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Writes `bytes` to a hidden file beside `path`, whose folder is made where it is missing. Its name does
/// not grow with that of `path`, which may have the longest name that there is.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let hash = blake3::hash(name.as_encoded_bytes()).to_hex();
    let beside = path.with_file_name(format!(".casebook-{}-{}", &hash[..12], std::process::id()));
    fs::write(&beside, bytes).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })?;
    Ok(beside)
}

/// Puts `bytes` at `path` in one step, so that a reader sees the old file or the new one; tells
/// whether anything changed. Permissions stay, and a link leads to the new content.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(false);
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = write_beside(&real, bytes)?;
    let permissions = fs::metadata(&real).map(|before| before.permissions());
    let placed = match permissions {
        Ok(permissions) => fs::set_permissions(&beside, permissions),
        Err(_) => Ok(()),
    };
    placed.and_then(|()| fs::rename(&beside, &real)).map(|()| true).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
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

    #[test]
    fn the_longest_name_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("n".repeat(255));
        assert!(create_missing(&path, b"1").unwrap());
        assert!(replace(&path, b"2").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"2");
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions_and_the_links_to_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.md"), folder.path().join("b.md"));
        fs::write(&path, "1").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink("a.md", &link).unwrap();
        assert!(replace(&link, b"2").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"2");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(!create_missing(&link, b"3").unwrap());
    }
}
