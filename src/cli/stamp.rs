//! What the last build into a folder was made from and had to say, so that a build with nothing changed
//! need not be made again.
//!
//! A stamp is only believed when the input, the options and the program are the same and every file of
//! the site is still what the manifest says. It lies in the library's `.casebook/cache/` and may be
//! deleted at any time; whatever is wrong with it, the site is built.

#![expect(
    clippy::disallowed_methods,
    reason = "this is part of the command line, which reads and keeps stamps"
)]

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::build::Args;
use super::output::Failure;
use crate::load::{self, Sources};
use crate::write::{MANIFEST, Written, create_missing, replace};

/// What a build told.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// The errors, as they are told where there is no colour.
    pub errors: String,
    /// The same with colour.
    pub coloured: String,
    /// The line about cases and claims.
    pub summary: String,
    /// The line about the search, or nothing.
    pub search: String,
    /// What was written.
    pub written: Written,
}

/// The stamp of one output folder.
#[derive(Debug)]
pub struct Stamp {
    place: PathBuf,
    out: PathBuf,
    key: String,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Kept {
    key: String,
    manifest: String,
    outcome: Outcome,
}

/// Names everything that decides what a build makes.
///
/// # Errors
///
/// When the library's themes or the program itself cannot be read.
pub fn key(root: &Path, sources: &Sources, args: &Args) -> Result<String, Failure> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(sources.fingerprint().as_bytes());
    // What could not be read is no part of the fingerprint, and is told of all the same.
    hasher.update(format!("{:?}", sources.diagnostics).as_bytes());
    let themes = load::themes(root).map_err(|error| Failure::Machine(error.to_string()))?;
    for (path, bytes) in &themes {
        hasher.update(path.as_bytes());
        hasher.update(blake3::hash(bytes).as_bytes());
    }
    let told = format!("{:?} {:?} {:?}", args.base_url, args.only, args.input.as_of);
    hasher.update(told.as_bytes());
    // The version alone would not tell two builds of the program under development apart.
    let program = std::env::current_exe().and_then(fs::read)?;
    hasher.update(blake3::hash(&program).as_bytes());
    Ok(hasher.finalize().to_hex().to_string())
}

impl Stamp {
    /// The stamp of the builds from `root` into `out`.
    pub fn of(root: &Path, out: &Path, key: String) -> Self {
        let whole = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        let name = blake3::hash(whole.as_os_str().as_encoded_bytes()).to_hex();
        let place = root.join(".casebook/cache").join(format!("build-{}.json", &name[..16]));
        Self { place, out: out.to_owned(), key }
    }

    /// What the last build told, where this one would make the same and all of it is still there.
    pub fn unchanged(&self) -> Option<Outcome> {
        let kept: Kept = serde_json::from_slice(&fs::read(&self.place).ok()?).ok()?;
        if kept.key != self.key {
            return None;
        }
        let manifest = fs::read_to_string(self.out.join(MANIFEST)).ok()?;
        if kept.manifest != blake3::hash(manifest.as_bytes()).to_hex().as_str() {
            return None;
        }
        let lines: Vec<&str> = manifest.lines().collect();
        let same = lines.par_iter().all(|line| {
            line.split_once("  ").is_some_and(|(hash, path)| {
                let found = fs::read(self.out.join(path));
                found.is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == hash)
            })
        });
        let written = Written { changed: 0, removed: 0, ..kept.outcome.written };
        same.then_some(Outcome { written, ..kept.outcome })
    }

    /// Forgets the last build, before another one begins to replace it.
    pub fn remove(&self) {
        // Where none is there, or none can be kept, there is nothing to forget.
        let _ = fs::remove_file(&self.place);
    }

    /// Keeps what a finished build told.
    pub fn write(&self, outcome: Outcome) {
        let Ok(manifest) = fs::read(self.out.join(MANIFEST)) else { return };
        let manifest = blake3::hash(&manifest).to_hex().to_string();
        let kept = Kept { key: self.key.clone(), manifest, outcome };
        // A library that cannot be written to is built anew each time.
        if let Ok(bytes) = serde_json::to_vec(&kept) {
            let _ = create_missing(&self.place.with_file_name(".gitignore"), b"*\n");
            let _ = replace(&self.place, &bytes);
        }
    }
}
