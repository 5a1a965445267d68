//! What `check` told of a large library is told again, byte for byte, and never when anything differs.

use std::path::Path;
use std::process::{Command, Output};

fn check(root: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_casebook"))
        .args(["check", "--root"])
        .arg(root)
        .args(more)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn entries(root: &Path) -> Vec<std::path::PathBuf> {
    let folder = std::fs::read_dir(root.join(".casebook/cache/check"));
    let mut all: Vec<_> = folder.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// A library with one case that has faults, and sources that make it large.
fn library(root: &Path, sources: usize) {
    std::fs::create_dir_all(root.join("content/cases")).unwrap();
    std::fs::create_dir_all(root.join("content/sources")).unwrap();
    let case = "{\"id\":\"a\",\"title\":\"A\",\"date\":\"2024-01-01\",\"related\":[\"none\"]}";
    std::fs::write(root.join("content/cases/a.json"), case).unwrap();
    let text = format!("---\nurl: https://a.example/\n---\n\n{}\n", "The queue grew again. ".repeat(1000));
    for number in 0..sources {
        let text = text.replace("a.example", &format!("a{number}.example"));
        std::fs::write(root.join(format!("content/sources/s{number}.md")), text).unwrap();
    }
}

#[test]
fn a_large_library_is_told_of_again_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    library(root, 200);
    for format in ["json", "human", "markdown"] {
        let arguments = ["--format", format];
        let before = entries(root).len();
        let first = check(root, &arguments);
        assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
        assert_eq!(entries(root).len(), before + 1, "{format}");
        let again = check(root, &arguments);
        assert_eq!((again.stdout, again.stderr, again.status), (first.stdout, first.stderr, first.status));
    }
    // An entry that is broken is computed again.
    let first = check(root, &["--format", "json"]);
    for path in entries(root) {
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    }
    assert_eq!(check(root, &["--format", "json"]).stdout, first.stdout);
    // Another byte, another answer.
    let case = root.join("content/cases/a.json");
    std::fs::write(&case, std::fs::read_to_string(&case).unwrap().replace("none", "some")).unwrap();
    let changed = check(root, &["--format", "json"]);
    assert_ne!(changed.stdout, first.stdout);
    assert!(String::from_utf8_lossy(&changed.stdout).contains("some"));
    // Deleted, it is made again.
    std::fs::remove_dir_all(root.join(".casebook")).unwrap();
    assert_eq!(check(root, &["--format", "json"]).stdout, changed.stdout);
}

#[test]
fn a_small_library_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    library(folder.path(), 1);
    check(folder.path(), &["--format", "json"]);
    assert!(!folder.path().join(".casebook").exists());
}
