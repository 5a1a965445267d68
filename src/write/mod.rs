//! Finished files into a sink: a folder (`build`) or memory (`serve`, tests).
//!
//! The only stage that writes. Paths are relative, with `/` between parts that hosts can serve;
//! any other path is refused, so that nothing a record says can place a file elsewhere.

mod budget;
mod file;
mod folder;
mod memory;

pub use budget::{HOSTS, Host, exceeded};
pub use file::{create_missing, remove, replace};
pub use folder::{Folder, MANIFEST, Stopper, Written};
pub use memory::Memory;

use std::fmt;
use std::io;

/// A place that takes finished files, from any thread and in any order.
pub trait Sink: Sync {
    /// Takes the file `path` with its bytes; a path comes once.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), WriteError>;
}

/// Why a file could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The path would leave the output or cannot be served.
    Path(String),
    /// Two pages want one path.
    Twice(String),
    /// Another build is writing to the same folder.
    Busy(String),
    /// Something that no build wrote stands where a file or folder of the site has to be.
    Taken(String, String),
    /// A file of the dataset could not be put into its format.
    Format(String),
    /// The disk or the permissions.
    Io(String, io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(f, "`{path}` is no path for an output file"),
            Self::Twice(path) => write!(f, "two output files want the path `{path}`"),
            Self::Busy(path) => {
                write!(f, "another build is writing to {path}; wait for it or choose another --out")
            }
            Self::Taken(place, file) => write!(
                f,
                "{place} is wanted for the site, and no build wrote {file}; move it away or choose another --out"
            ),
            Self::Format(message) => f.write_str(message),
            Self::Io(path, error) => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// Files at the root that hosts ask for by names which no page may have.
const HOST_FILES: [&str; 3] = ["_headers", "_redirects", ".nojekyll"];

/// Checks that `path` stays inside the output and can be served by any static host.
fn check_path(path: &str) -> Result<(), WriteError> {
    let part_is_fine = |part: &str| {
        !part.is_empty()
            && !part.starts_with(['.', '_'])
            && !part.ends_with(['.', ' '])
            && part.len() <= 255
            && !part.contains(|c: char| {
                c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
            })
    };
    if HOST_FILES.contains(&path) || path.split('/').all(part_is_fine) {
        return Ok(());
    }
    Err(WriteError::Path(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::check_path;

    #[test]
    fn only_paths_inside_that_hosts_serve_are_taken() {
        for path in ["index.html", "ko/cases/장애/index.html", "_headers", ".nojekyll"] {
            assert!(check_path(path).is_ok(), "{path}");
        }
        for path in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a/",
            ".git/config",
            "_next/x",
            "a\\b",
            "c:x",
            "a/.",
            "x\0y",
            "en/_headers",
        ] {
            assert!(check_path(path).is_err(), "{path}");
        }
    }
}
