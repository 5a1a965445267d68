//! The promises that the fuzzer tries, held to its seeds in ordinary tests, and the time that each reader
//! takes for twice as much of what is worst for it.

#[path = "../../fuzz/src/lib.rs"]
#[allow(dead_code, reason = "the fuzzer calls all of it by name")]
mod targets;

use std::path::{Path, PathBuf};

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 3, "{target} has seeds");
    paths
}

/// Runs `target` over its seeds, cut at every so many bytes, and with a byte of each changed.
fn hold(name: &str) {
    let (_, target) = targets::TARGETS.iter().find(|(own, _)| *own == name).unwrap();
    for path in seeds(name) {
        let bytes = std::fs::read(&path).unwrap();
        let tried = |bytes: &[u8]| {
            let held = std::panic::catch_unwind(|| target(bytes));
            assert!(held.is_ok(), "{} as {:?}", path.display(), String::from_utf8_lossy(bytes));
        };
        tried(&bytes);
        // What goes through all checks of a library is tried less often.
        let parts = if matches!(name, "digest" | "import" | "record") { 2 } else { 8 };
        for nth in 1..parts {
            let at = bytes.len() * nth / parts;
            tried(&bytes[..at]);
            let mut changed = bytes.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 0x15;
            }
            tried(&changed);
        }
    }
}

macro_rules! held {
    ($($name:ident)*) => { $(#[test] fn $name() { hold(stringify!($name)); })* };
}

held! { agree digest facts front_matter import json locate markdown query record shard }

#[test]
fn every_target_has_a_binary_seeds_and_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest: toml::Table = std::fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let binaries: Vec<&str> =
        manifest["bin"].as_array().unwrap().iter().map(|bin| bin["name"].as_str().unwrap()).collect();
    let names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(binaries, names);
    let here = include_str!("fuzz_seeds.rs");
    for name in names {
        assert!(!seeds(name).is_empty());
        let text = std::fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(text.contains(&format!("casebook_fuzz::{name}(")), "{name}");
        let tests = here.lines().find(|line| line.starts_with("held!")).unwrap();
        assert!(tests.split_whitespace().any(|own| own == name), "{name}");
    }
}

/// Pieces whose repetition is bad for readers that look back or ahead.
const PIECES: [&str; 24] = [
    "a",
    "a ",
    "\n",
    "[",
    "[^a]",
    "[^a]: x\n",
    "](",
    "`",
    "**a",
    "<b",
    "&amp;",
    "<!--",
    "- \n",
    "> ",
    "{\"a\":",
    "\"",
    "...",
    " … ",
    "1 ",
    "1,",
    "не ",
    "и 5 мс, ",
    "가",
    "二十",
];

/// Bytes of a text of pieces: what looks back at all of it for every piece takes minutes for it.
const LONG: usize = 12 << 10;

#[test]
fn texts_of_one_piece_are_held() {
    for name in ["agree", "facts", "front_matter", "json", "locate", "markdown"] {
        let (_, target) = targets::TARGETS.iter().find(|(own, _)| *own == name).unwrap();
        for piece in PIECES {
            let body = piece.repeat(LONG / piece.len());
            let text = match name {
                // Every part of a claim is held against every part of a quote: one of them grows.
                "agree" => format!("\0The check fell from 511 to 29 ms.\0{body}"),
                "locate" => format!("0{}\0x{body}", &piece.repeat(LONG / 16 / piece.len())),
                "facts" => format!("0{body}"),
                "front_matter" => format!("---\na: {body}\n---\n"),
                _ => body,
            };
            let held = std::panic::catch_unwind(|| target(text.as_bytes()));
            assert!(held.is_ok(), "{name} {piece:?}");
        }
    }
}
