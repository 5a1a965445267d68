//! The folder on disk: which files a library has, in one order on every file system.
#![expect(clippy::disallowed_methods, reason = "this is the door through which files come in")]

use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::classify::{Content, Raw, classify, is_passed_on, kind_limit};
use super::{Limits, LoadError, Options, Sources};
use crate::diag::{Code, Diagnostic, Place};

/// The nearest folder upwards from `start` that has a `casebook.toml`, else `start` itself.
pub fn find_root(start: &Path) -> PathBuf {
    let start = std::path::absolute(start).unwrap_or_else(|_| start.to_owned());
    let found = start.ancestors().find(|folder| folder.join("casebook.toml").is_file());
    found.unwrap_or(&start).to_owned()
}

/// Reads the library in the folder `root`.
pub fn library(root: &Path, options: &Options) -> Result<Sources, LoadError> {
    if !root.is_dir() {
        return Err(LoadError::NoFolder(root.to_owned()));
    }
    let folders = snapshot_folders(root, &options.snapshots)?;
    let mut found = Vec::new();
    let config = root.join("casebook.toml");
    if config.is_file() {
        found.push(("casebook.toml".to_owned(), Ok(config.clone())));
    }
    let content = root.join("content");
    if content.is_dir() {
        walk(root, &content, &mut found);
    }
    // Composed names, sorted: the order does not depend on the file system.
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let limits = match read_bounded(&config, Limits::default().record_bytes) {
        Ok(Bounded::Bytes(bytes)) => Limits::of_config(&String::from_utf8_lossy(&bytes)),
        _ => Limits::default(),
    };
    let raw = found.into_par_iter().map(|(path, file)| read_raw(path, file, &limits)).collect();
    Ok(classify(raw, folders))
}

/// The folders in which texts of sources are looked for: the given ones, then the library's own.
pub(super) fn snapshot_folders(root: &Path, given: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    if let Some(missing) = given.iter().find(|folder| !folder.is_dir()) {
        return Err(LoadError::NoSnapshots(missing.clone()));
    }
    let mut folders = given.to_vec();
    let own = root.join(".casebook").join("snapshots");
    if own.is_dir() {
        folders.push(own);
    }
    Ok(folders)
}

/// Lists the files below `folder`. Links to folders are followed once: a loop is reported.
fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, Result<PathBuf, String>)>) {
    let hidden =
        |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let walker = walkdir::WalkDir::new(folder).follow_links(true).max_depth(32).into_iter();
    for entry in walker.filter_entry(|entry| !hidden(entry)) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                found.push((relative(root, entry.path()), Ok(entry.into_path())));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().map_or_else(String::new, |path| relative(root, path));
                let why = if error.loop_ancestor().is_some() {
                    "a link leads back to a folder above it".to_owned()
                } else {
                    error.io_error().map_or_else(|| "it cannot be read".to_owned(), ToString::to_string)
                };
                found.push((path, Err(why)));
            }
        }
    }
}

pub(super) fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn read_raw(path: String, file: Result<PathBuf, String>, limits: &Limits) -> Raw {
    let content = match file {
        Err(why) => Content::Failed(why),
        Ok(file) => match kind_limit(&path, limits) {
            None => Content::Disk(file),
            Some((limit, name)) if is_passed_on(&path) => match std::fs::metadata(&file) {
                Ok(found) if found.len() > limit => Content::TooLarge(found.len(), limit, name),
                Ok(_) => Content::Disk(file),
                Err(error) => Content::Failed(error.to_string()),
            },
            Some((limit, name)) => match read_bounded(&file, limit) {
                Ok(Bounded::Bytes(bytes)) => Content::Bytes(bytes),
                Ok(Bounded::TooLarge(bytes)) => Content::TooLarge(bytes, limit, name),
                Err(error) => Content::Failed(error.to_string()),
            },
        },
    };
    Raw { path, content }
}

/// What a bounded read gives.
pub(super) enum Bounded {
    Bytes(Vec<u8>),
    TooLarge(u64),
}

/// Reads `path` if it is a file of at most `limit` bytes.
pub(super) fn read_bounded(path: &Path, limit: u64) -> std::io::Result<Bounded> {
    let file = std::fs::File::open(path)?;
    let size = file.metadata()?.len();
    if size > limit {
        return Ok(Bounded::TooLarge(size));
    }
    // The file may grow meanwhile, or be a pipe: never more than one byte over the limit.
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Ok(Bounded::TooLarge(bytes.len() as u64));
    }
    Ok(Bounded::Bytes(bytes))
}

/// The hash of a file's content, which is read piece by piece.
pub(super) fn hash(path: &Path) -> std::io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(std::fs::File::open(path)?)?;
    Ok(hasher.finalize())
}

/// Reads a whole file as it is.
pub fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

/// A file that exceeds the limit `name`.
pub(super) fn too_large(path: &str, bytes: u64, limit: u64, name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::L003,
        Place::file(path),
        format!("the file has {bytes} bytes, more than the {limit} allowed"),
    )
    .help(format!("split it, or raise `{name}` under `[limits]` in casebook.toml"))
}
