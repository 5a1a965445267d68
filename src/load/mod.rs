//! A library's folder into texts. The only stage that reads a library from disk.
//!
//! What comes out is sorted and says for each file what it is by its place and name; nothing is
//! parsed. A file that cannot be read is a diagnostic, and the rest is still there.

mod cache;
mod classify;
mod edited;
mod encoding;
mod fingerprint;
mod limits;
mod snapshots;
mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceFile};
use crate::text::Lang;

pub use cache::{Cache, Key, KeyMaker};
pub use edited::{concerns, edited};
pub use limits::Limits;
pub use snapshots::{Snapshot, SnapshotFormat, Snapshots};
pub use walk::{find_root, library, read as read_file};

/// How a library is read.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Folders with texts of sources besides the library's own, the first preferred.
    pub snapshots: Vec<PathBuf>,
}

/// Why a library cannot be read at all.
#[derive(Debug)]
pub enum LoadError {
    /// The folder is not there, or is no folder.
    NoFolder(PathBuf),
    /// A folder for `--snapshots` is not there.
    NoSnapshots(PathBuf),
    /// The system refuses.
    Io(PathBuf, std::io::Error),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoFolder(path) => write!(f, "there is no folder {}", path.display()),
            Self::NoSnapshots(path) => write!(f, "there is no folder {} with snapshots", path.display()),
            Self::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

/// Everything that was read, by what it is.
#[derive(Debug, Default)]
pub struct Sources {
    /// `casebook.toml`.
    pub config: Option<Arc<SourceFile>>,
    /// Cases, sorted by their first file's path.
    pub cases: Vec<CaseInput>,
    /// `content/sources/`: one source a file, sorted.
    pub sources: Vec<Arc<SourceFile>>,
    /// `content/vocab/*.toml`, sorted.
    pub vocab: Vec<Arc<SourceFile>>,
    /// `content/glossary/*.toml`, sorted.
    pub glossary: Vec<Arc<SourceFile>>,
    /// `content/pages/*.md`, sorted.
    pub pages: Vec<PageInput>,
    /// Texts of sources outside the records, read when asked for.
    pub snapshots: Snapshots,
    /// Bounds on what is read, from `casebook.toml`.
    pub limits: Limits,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

impl Sources {
    /// A library from memory: paths below its root, with `/` between their parts, and their bytes.
    /// The order of the files does not matter.
    pub fn from_memory<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Self
    where
        P: Into<String>,
        B: Into<Vec<u8>>,
    {
        let mut all: Vec<classify::Raw> = files
            .into_iter()
            .map(|(path, bytes)| classify::Raw {
                path: path.into(),
                content: classify::Content::Bytes(bytes.into()),
            })
            .collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        classify::classify(all, Vec::new())
    }

    /// Adds folders with texts of sources that the files do not hold, as [`library`] reads them: the
    /// given ones, then `.casebook/snapshots/` below `root`.
    ///
    /// # Errors
    ///
    /// When one of the given folders is not there.
    pub fn add_snapshots(&mut self, root: &Path, folders: &[PathBuf]) -> Result<(), LoadError> {
        self.snapshots.folders.extend(walk::snapshot_folders(root, folders)?);
        Ok(())
    }
}

/// A single text outside the library, such as one to import.
///
/// # Errors
///
/// One sentence: it cannot be read, or is not UTF-8.
pub fn text(path: &Path) -> Result<String, String> {
    let bytes = walk::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    match encoding::decode(&path.display().to_string(), bytes) {
        Ok(file) => Ok(file.text.to_string()),
        Err(finding) => Err(format!("{}: {}; {}", path.display(), finding.message, finding.help)),
    }
}

/// A text outside the library: the name to call it by, and its text or why it cannot be read.
pub type Foreign = (String, Result<String, String>);

/// The texts at `path`: the file, or the files of a folder and the folders below it, sorted, whose names
/// end in one of `extensions`. Gives how many other files were passed over too.
///
/// # Errors
///
/// One sentence when there is nothing at `path`.
pub fn foreign(path: &Path, extensions: &[&str]) -> Result<(Vec<Foreign>, usize), String> {
    /// Bytes of a foreign file, of which one may hold a whole library.
    const MOST: u64 = 256 << 20;
    let shown = |path: &Path| path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/");
    let read = |path: &Path| match walk::read_bounded(path, MOST) {
        Ok(walk::Bounded::Bytes(bytes)) => match encoding::decode(&shown(path), bytes) {
            Ok(file) => Ok(file.text.to_string()),
            Err(finding) => Err(format!("{}; {}", finding.message, finding.help)),
        },
        Ok(walk::Bounded::TooLarge(bytes)) => Err(format!("the file has {bytes} bytes, more than {MOST}")),
        Err(error) => Err(format!("it cannot be read: {error}")),
    };
    if !path.exists() {
        return Err(format!("there is nothing at {}", path.display()));
    }
    if !path.is_dir() {
        return Ok((vec![(shown(path), read(path))], 0));
    }
    let (mut found, mut passed) = (Vec::new(), 0);
    let hidden =
        |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    for entry in
        walkdir::WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(|entry| !hidden(entry))
    {
        let Ok(entry) = entry else { continue };
        if !entry.file_type().is_file() {
            continue;
        }
        let extension = entry.path().extension().map(|own| own.to_string_lossy().to_lowercase());
        if extension.is_some_and(|own| extensions.contains(&own.as_str())) {
            found.push((shown(entry.path()), read(entry.path())));
        } else {
            passed += 1;
        }
    }
    Ok((found, passed))
}

/// The files of the library's own `themes/` folder, sorted: path below it, bytes.
///
/// # Errors
///
/// When a file that is there cannot be read.
pub fn themes(root: &Path) -> Result<Vec<(String, Vec<u8>)>, LoadError> {
    /// Bytes of a theme's file.
    const MOST: u64 = 32 << 20;
    let folder = root.join("themes");
    let mut files = Vec::new();
    // What editors and systems leave behind is no part of a theme.
    let hidden =
        |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let entries = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| !hidden(entry)).filter_map(Result::ok);
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let Ok(path) = entry.path().strip_prefix(&folder) else { continue };
        let Some(path) = path.to_str().map(|path| path.replace(std::path::MAIN_SEPARATOR, "/")) else {
            continue;
        };
        let failed = |error| LoadError::Io(entry.path().to_owned(), error);
        match walk::read_bounded(entry.path(), MOST).map_err(failed)? {
            walk::Bounded::Bytes(bytes) => files.push((path, bytes)),
            walk::Bounded::TooLarge(bytes) => {
                let told =
                    format!("the file has {bytes} bytes, more than the {MOST} that a theme's may have");
                return Err(failed(std::io::Error::other(told)));
            }
        }
    }
    Ok(files)
}

/// The files of a built site's folder, sorted by path; their bytes are read when asked for.
///
/// # Errors
///
/// When the folder is not there, or part of it cannot be listed.
pub fn tree(folder: &Path) -> Result<Vec<Asset>, LoadError> {
    if !folder.is_dir() {
        return Err(LoadError::NoFolder(folder.to_owned()));
    }
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            LoadError::Io(path, error.into_io_error().unwrap_or_else(|| std::io::ErrorKind::Other.into()))
        })?;
        if entry.file_type().is_file() {
            let path = walk::relative(folder, entry.path());
            files.push(Asset { path, content: AssetContent::Disk(entry.into_path()) });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

impl Sources {
    /// Every text by its path, for excerpts.
    pub fn files(&self) -> BTreeMap<Arc<str>, Arc<SourceFile>> {
        let cases = self
            .cases
            .iter()
            .flat_map(|case| case.files.iter().map(|file| &file.file).chain(case.sidecar.iter()));
        let shared = self.config.iter().chain(&self.sources).chain(&self.vocab).chain(&self.glossary);
        let pages = self.pages.iter().map(|page| &page.file);
        cases.chain(shared).chain(pages).map(|file| (file.path.clone(), file.clone())).collect()
    }
}

/// The files of one case, or of several in one JSON file.
#[derive(Debug, Clone)]
pub struct CaseInput {
    /// The file's name without language and extension, or the folder's; in composed form.
    pub stem: String,
    /// The folder below `content/cases/` in which figures stand, for a case in a folder of its own.
    pub folder: Option<String>,
    /// Its files, sorted by path.
    pub files: Vec<CaseFile>,
    /// What was verified earlier: `<stem>.evidence.json`.
    pub sidecar: Option<Arc<SourceFile>>,
    /// Figures and other files beside the texts, sorted by path.
    pub assets: Vec<Asset>,
}

/// One file of a case.
#[derive(Debug, Clone)]
pub struct CaseFile {
    /// Its text.
    pub file: Arc<SourceFile>,
    /// The language told by the name.
    pub lang: Option<Lang>,
    /// How it is written.
    pub format: RecordFormat,
}

/// How a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    /// One record with all its languages, or a list of records.
    Json,
    /// One language with front matter.
    Markdown,
}

/// A free page's file.
#[derive(Debug, Clone)]
pub struct PageInput {
    /// The name without language and extension.
    pub name: String,
    /// The language told by the name.
    pub lang: Option<Lang>,
    /// Its text.
    pub file: Arc<SourceFile>,
}

/// A file that is passed on as it is.
#[derive(Debug, Clone)]
pub struct Asset {
    /// Path below the library's root.
    pub path: String,
    /// Where its bytes are.
    pub content: AssetContent,
}

/// Where an asset's bytes are.
#[derive(Debug, Clone)]
pub enum AssetContent {
    /// On disk.
    Disk(PathBuf),
    /// In memory.
    Memory(Arc<[u8]>),
}

impl Asset {
    /// Its bytes.
    pub fn read(&self) -> std::io::Result<Arc<[u8]>> {
        match &self.content {
            AssetContent::Disk(path) => walk::read(path).map(Into::into),
            AssetContent::Memory(bytes) => Ok(bytes.clone()),
        }
    }
}
