//! Small libraries and the whole tree that each becomes: every path with its size, and the text of the
//! files in which a change should be read. `UPDATE_SNAPSHOTS=1` writes them anew, to be read line by line.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Files whose text is part of the snapshot.
const SHOWN: [&str; 5] = ["_headers", "robots.txt", "index.html", "en/feed.xml", "api/v1/cases/queue.json"];

#[test]
fn small_libraries_become_the_trees_that_were_read() {
    let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&sites)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    assert!(!folders.is_empty());
    for folder in folders {
        let tree = tree(&folder);
        let kept = folder.with_extension("tree");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
            std::fs::write(&kept, &tree).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&kept).unwrap_or_default();
        let apart = expected.lines().zip(tree.lines()).find(|(expected, found)| expected != found);
        assert!(
            expected == tree,
            "{} differs, first at {apart:?}; UPDATE_SNAPSHOTS=1 writes it anew",
            kept.display()
        );
    }
}

fn tree(library: &Path) -> String {
    let out = tempfile::tempdir().unwrap();
    let build = Command::new(env!("CARGO_BIN_EXE_casebook"))
        .args(["build", "--quiet", "--base-url", "https://example.org/lib/", "--root"])
        .arg(library)
        .arg("--out")
        .arg(out.path())
        .output()
        .unwrap();
    assert_eq!(build.status.code(), Some(0), "{}", String::from_utf8_lossy(&build.stderr));
    let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(out.path())
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.path().strip_prefix(out.path()).unwrap().to_owned())
        .collect();
    paths.sort();
    let mut list = String::new();
    let mut texts = String::new();
    for path in paths {
        let bytes = std::fs::read(out.path().join(&path)).unwrap();
        let path = path.to_string_lossy();
        list.push_str(&format!("{path} <{} bytes>\n", bytes.len()));
        if SHOWN.contains(&&*path) {
            texts.push_str(&format!("\n== {path}\n{}", String::from_utf8(bytes).unwrap()));
        }
    }
    list + &texts
}
