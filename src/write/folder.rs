//! A sink on disk that never shows a half-made site.
//!
//! Files that changed are first written into a stage inside the output folder (so that they are on the
//! same disk), as a tree of the same shape, and renamed into place only when the whole build has
//! succeeded: folders that are new as a whole, all else file by file. A
//! manifest names every file that the build wrote: what it named and the new build lacks is removed,
//! and nothing else ever is.

#![expect(clippy::disallowed_methods, reason = "this is the door through which files go out")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::{Sink, WriteError, check_path};

/// The file at the output's root that names all others with their BLAKE3 hashes.
pub const MANIFEST: &str = "manifest.txt";
const STAGE: &str = ".casebook-stage";
/// Below the stage: the files that are new or changed.
const TREE: &str = "tree";

/// A folder that takes a build.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    stage: PathBuf,
    /// Held for as long as the build runs; the system frees it when the process dies.
    _lock: fs::File,
    /// Read while a file is staged and written while files are put in place; then it says that they are.
    placed: Arc<RwLock<bool>>,
    files: Mutex<BTreeMap<String, Entry>>,
}

#[derive(Debug)]
struct Entry {
    hash: blake3::Hash,
    bytes: u64,
    /// Whether it is in the stage; if not, the file in place is already right.
    staged: bool,
}

/// What a build wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Written {
    /// Files of the site.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Bytes of the largest.
    pub largest: u64,
    /// Files that were new or changed.
    pub changed: u64,
    /// Files of an earlier build that were removed.
    pub removed: u64,
}

impl Folder {
    /// Opens `root` for a build, making it where it is missing, and clears what a killed build left.
    pub fn open(root: &Path) -> Result<Self, WriteError> {
        let stage = root.join(STAGE);
        let lock_path = stage.join("lock");
        let fail = |path: &Path| {
            let path = path.display().to_string();
            move |error| WriteError::Io(path, error)
        };
        fs::create_dir_all(&stage).map_err(fail(&stage))?;
        let lock = fs::File::create(&lock_path).map_err(fail(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(WriteError::Busy(root.display().to_string())),
            Err(fs::TryLockError::Error(error)) => return Err(fail(&lock_path)(error)),
        }
        for entry in fs::read_dir(&stage).map_err(fail(&stage))? {
            let path = entry.map_err(fail(&stage))?.path();
            if path == stage.join(TREE) {
                fs::remove_dir_all(&path).map_err(fail(&path))?;
            } else if path != lock_path {
                fs::remove_file(&path).map_err(fail(&path))?;
            }
        }
        Ok(Self {
            root: root.to_owned(),
            stage,
            _lock: lock,
            placed: Arc::default(),
            files: Mutex::default(),
        })
    }

    /// What ends this build from outside, for a process that is told to stop.
    pub fn stopper(&self) -> Stopper {
        Stopper { stage: self.stage.clone(), placed: self.placed.clone() }
    }

    /// Puts the build in place: from here on the site is the new one.
    pub fn commit(self) -> Result<Written, WriteError> {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        let old = self.read_manifest()?;
        let stale: BTreeSet<&String> = old.iter().filter(|path| !files.contains_key(*path)).collect();
        let changed = files.values().any(|entry| entry.staged);
        let tree = self.stage.join(TREE);
        let mut in_the_way = Vec::new();
        if changed {
            clashes(&tree, &self.root, &mut in_the_way)?;
        }
        let removed_first = self.only_stale(in_the_way, &stale)?;
        // All that takes room on the disk is there before anything is changed.
        let last = self.stage.join("manifest-last");
        let final_text = manifest(&files, &BTreeSet::new());
        fs::write(&last, &final_text)
            .map_err(|error| WriteError::Io(self.root.join(MANIFEST).display().to_string(), error))?;

        let placed = self.placed.clone();
        let mut placed = placed.write().unwrap_or_else(PoisonError::into_inner);
        // Until the end the manifest names old and new files, so that a build that is killed between
        // two renames leaves no file of which nobody knows.
        self.write_manifest(&manifest(&files, &stale))?;
        let mut written = Written { files: 0, bytes: 0, largest: 0, changed: 0, removed: 0 };
        for entry in files.values() {
            written.files += 1;
            written.bytes += entry.bytes;
            written.largest = written.largest.max(entry.bytes);
            written.changed += u64::from(entry.staged);
        }
        for path in &removed_first {
            written.removed += u64::from(self.remove(path)?);
        }
        if changed {
            place(&tree, &self.root)?;
        }
        for path in stale.iter().filter(|path| !removed_first.contains(**path)) {
            written.removed += u64::from(self.remove(path)?);
        }
        let path = self.root.join(MANIFEST);
        if !fs::read(&path).is_ok_and(|present| present == final_text.as_bytes()) {
            fs::rename(&last, &path).map_err(|error| WriteError::Io(path.display().to_string(), error))?;
        }
        *placed = true;
        drop(placed);
        self.abandon();
        Ok(written)
    }

    /// The files of an earlier build that are `in_the_way`: a file where a folder has to be, or the
    /// files of a folder where a file has to be. What no build wrote is left, and is an error.
    fn only_stale(
        &self,
        in_the_way: Vec<PathBuf>,
        stale: &BTreeSet<&String>,
    ) -> Result<Vec<String>, WriteError> {
        let mut files = Vec::new();
        for place in in_the_way {
            let below = |path: &Path| {
                let parts = path.strip_prefix(&self.root).unwrap_or(path).components();
                parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
            };
            for entry in walkdir::WalkDir::new(&place) {
                let of = |path: &Path| path.display().to_string();
                let entry = entry.map_err(|error| WriteError::Io(of(&place), error.into()))?;
                if entry.file_type().is_dir() {
                    continue;
                }
                let path = below(entry.path());
                if !stale.contains(&path) {
                    return Err(WriteError::Taken(of(&place), of(entry.path())));
                }
                files.push(path);
            }
        }
        Ok(files)
    }

    /// The files taken so far with their hashes.
    pub fn hashes(&self) -> BTreeMap<String, blake3::Hash> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().map(|(path, entry)| (path.clone(), entry.hash)).collect()
    }

    /// Drops the build and leaves the former site as it was.
    pub fn abandon(self) {
        // What cannot be removed now is cleared by the next build.
        let _ = fs::remove_dir_all(&self.stage);
    }

    /// Removes a file of an earlier build, and its folders where they are empty then.
    fn remove(&self, path: &str) -> Result<bool, WriteError> {
        let full = self.root.join(path);
        match fs::remove_file(&full) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(WriteError::Io(full.display().to_string(), error)),
        }
        let mut folder = full.parent();
        while let Some(empty) = folder.filter(|folder| *folder != self.root) {
            if fs::remove_dir(empty).is_err() {
                break;
            }
            folder = empty.parent();
        }
        Ok(true)
    }

    fn read_manifest(&self) -> Result<BTreeSet<String>, WriteError> {
        let path = self.root.join(MANIFEST);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text
                .lines()
                .filter_map(|line| line.split_once("  "))
                .map(|(_, path)| path.to_owned())
                .filter(|path| check_path(path).is_ok() && path != MANIFEST)
                .collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(BTreeSet::new()),
            Err(error) => Err(WriteError::Io(path.display().to_string(), error)),
        }
    }

    fn write_manifest(&self, text: &str) -> Result<(), WriteError> {
        let path = self.root.join(MANIFEST);
        if fs::read(&path).is_ok_and(|present| present == text.as_bytes()) {
            return Ok(());
        }
        let fail = |error| WriteError::Io(path.display().to_string(), error);
        let beside = self.stage.join(MANIFEST);
        fs::write(&beside, text).map_err(fail)?;
        fs::rename(&beside, &path).map_err(fail)
    }
}

/// Ends a build from outside.
#[derive(Debug)]
pub struct Stopper {
    stage: PathBuf,
    placed: Arc<RwLock<bool>>,
}

impl Stopper {
    /// Lets a build that is putting files in place finish that, else clears what it has written so far; gives
    /// whether the new site is in place. The build does not go on after this: end the process.
    pub fn stop(&self) -> bool {
        let placed = self.placed.write().unwrap_or_else(PoisonError::into_inner);
        if !*placed {
            // What cannot be removed now is cleared by the next build.
            let _ = fs::remove_dir_all(&self.stage);
        }
        let done = *placed;
        // Nobody stages anything or puts it in place any more.
        std::mem::forget(placed);
        done
    }
}

/// The text of a manifest: hashes and paths of `files`, and the paths of `stale` ones.
fn manifest(files: &BTreeMap<String, Entry>, stale: &BTreeSet<&String>) -> String {
    let mut text = String::new();
    for (path, entry) in files {
        text.push_str(&format!("{}  {path}\n", entry.hash.to_hex()));
    }
    for path in stale {
        text.push_str(&format!("{}  {path}\n", "-".repeat(64)));
    }
    text
}

/// Finds what stands below `to` where [`place`] could not put what is in `from`: a file where a folder has
/// to be, or a folder where a file has to be.
fn clashes(from: &Path, to: &Path, found: &mut Vec<PathBuf>) -> Result<(), WriteError> {
    let fail = |error| WriteError::Io(from.display().to_string(), error);
    for entry in fs::read_dir(from).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let target = to.join(entry.file_name());
        let is_folder = entry.file_type().map_err(fail)?.is_dir();
        match (is_folder, fs::metadata(&target)) {
            (true, Ok(there)) if there.is_dir() => clashes(&entry.path(), &target, found)?,
            (true, Ok(_)) => found.push(target),
            (false, Ok(there)) if there.is_dir() => found.push(target),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a file below the stage's tree, making the folders above it where they are missing.
fn stage(tree: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let place = tree.join(path);
    match fs::write(&place, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(parent) = place.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&place, bytes)
        }
        result => result,
    }
}

/// Moves all that is in the folder `from` into `to`: what is not there yet as a whole, in one step.
fn place(from: &Path, to: &Path) -> Result<(), WriteError> {
    let fail = |path: &Path| {
        let path = path.display().to_string();
        move |error| WriteError::Io(path, error)
    };
    for entry in fs::read_dir(from).map_err(fail(from))? {
        let entry = entry.map_err(fail(from))?;
        let target = to.join(entry.file_name());
        let is_folder = entry.file_type().map_err(fail(&target))?.is_dir();
        if is_folder && fs::symlink_metadata(&target).is_ok() {
            place(&entry.path(), &target)?;
        } else {
            fs::rename(entry.path(), &target).map_err(fail(&target))?;
        }
    }
    Ok(())
}

impl Sink for Folder {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), WriteError> {
        check_path(path)?;
        if path == MANIFEST {
            return Err(WriteError::Twice(path.to_owned()));
        }
        let target = self.root.join(path);
        let same = fs::metadata(&target)
            .is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
            && fs::read(&target).is_ok_and(|present| present == bytes);
        if !same {
            let _going_on = self.placed.read().unwrap_or_else(PoisonError::into_inner);
            stage(&self.stage.join(TREE), path, bytes)
                .map_err(|error| WriteError::Io(target.display().to_string(), error))?;
        }
        let entry = Entry { hash: blake3::hash(bytes), bytes: bytes.len() as u64, staged: !same };
        match self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), entry) {
            None => Ok(()),
            Some(_) => Err(WriteError::Twice(path.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(root: &Path, files: &[(&str, &str)]) -> Written {
        let folder = Folder::open(root).unwrap();
        for (path, text) in files {
            folder.put(path, text.as_bytes()).unwrap();
        }
        folder.commit().unwrap()
    }

    #[test]
    fn a_second_build_changes_what_changed_and_removes_what_it_wrote() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("CNAME"), "example.org").unwrap();
        build(root.path(), &[("a.html", "1"), ("en/gone/b.html", "2"), ("c.html", "3")]);
        let written = build(root.path(), &[("a.html", "1"), ("c.html", "4")]);
        assert_eq!(written, Written { files: 2, bytes: 2, largest: 1, changed: 1, removed: 1 });
        assert!(!root.path().join("en").exists(), "empty folders go with their files");
        assert_eq!(fs::read_to_string(root.path().join("CNAME")).unwrap(), "example.org");
        assert!(!root.path().join(STAGE).exists());
    }

    #[test]
    fn a_file_may_become_a_folder_and_a_folder_a_file() {
        let root = tempfile::tempdir().unwrap();
        build(root.path(), &[("a", "1"), ("b/c/d", "2"), ("b/e", "3")]);
        let written = build(root.path(), &[("a/x/y", "4"), ("b", "5")]);
        assert_eq!((written.changed, written.removed), (2, 3));
        assert_eq!(fs::read_to_string(root.path().join("a/x/y")).unwrap(), "4");
        assert_eq!(fs::read_to_string(root.path().join("b")).unwrap(), "5");
    }

    #[test]
    fn what_no_build_wrote_is_never_in_the_way_of_the_former_site() {
        let root = tempfile::tempdir().unwrap();
        build(root.path(), &[("a.html", "1"), ("b/c", "2")]);
        let manifest = fs::read(root.path().join(MANIFEST)).unwrap();
        fs::write(root.path().join("b/own"), "mine").unwrap();
        fs::write(root.path().join("e"), "mine").unwrap();
        for path in ["b", "e/f"] {
            let folder = Folder::open(root.path()).unwrap();
            folder.put("a.html", b"new").unwrap();
            folder.put(path, b"3").unwrap();
            let error = folder.commit().unwrap_err();
            assert!(matches!(error, WriteError::Taken(..)), "{error}");
            assert!(error.to_string().contains("no build wrote"), "{error}");
            assert_eq!(fs::read_to_string(root.path().join("a.html")).unwrap(), "1");
            assert_eq!(fs::read_to_string(root.path().join("b/c")).unwrap(), "2");
            assert_eq!(fs::read_to_string(root.path().join("b/own")).unwrap(), "mine");
            assert_eq!(fs::read(root.path().join(MANIFEST)).unwrap(), manifest);
        }
    }

    #[test]
    fn a_build_that_is_stopped_leaves_the_former_one() {
        let root = tempfile::tempdir().unwrap();
        build(root.path(), &[("a.html", "1")]);
        let folder = Folder::open(root.path()).unwrap();
        let stopper = folder.stopper();
        folder.put("a.html", b"2").unwrap();
        assert!(!stopper.stop());
        assert_eq!(fs::read_to_string(root.path().join("a.html")).unwrap(), "1");
        assert!(!root.path().join(STAGE).exists());
    }

    #[test]
    fn unchanged_files_are_not_touched() {
        let root = tempfile::tempdir().unwrap();
        build(root.path(), &[("a.html", "1")]);
        let before = fs::metadata(root.path().join("a.html")).unwrap().modified().unwrap();
        build(root.path(), &[("a.html", "1")]);
        assert_eq!(fs::metadata(root.path().join("a.html")).unwrap().modified().unwrap(), before);
    }

    #[test]
    fn an_abandoned_build_leaves_the_former_one() {
        let root = tempfile::tempdir().unwrap();
        build(root.path(), &[("a.html", "1")]);
        let folder = Folder::open(root.path()).unwrap();
        folder.put("a.html", b"2").unwrap();
        folder.put("b.html", b"2").unwrap();
        folder.abandon();
        assert_eq!(fs::read_to_string(root.path().join("a.html")).unwrap(), "1");
        assert!(!root.path().join("b.html").exists());
    }

    #[test]
    fn a_stage_left_by_a_killed_build_is_cleared_and_a_running_one_respected() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join(STAGE)).unwrap();
        fs::write(root.path().join(STAGE).join("17"), "half").unwrap();
        let folder = Folder::open(root.path()).unwrap();
        assert!(!root.path().join(STAGE).join("17").exists());
        assert!(matches!(Folder::open(root.path()), Err(WriteError::Busy(_))));
        folder.abandon();
    }

    #[test]
    fn a_path_comes_once() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path()).unwrap();
        folder.put("a.html", b"1").unwrap();
        assert!(matches!(folder.put("a.html", b"2"), Err(WriteError::Twice(_))));
        assert!(matches!(folder.put("../a.html", b"2"), Err(WriteError::Path(_))));
        folder.abandon();
    }
}
