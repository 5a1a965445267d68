//! A small index as it was once published: both readers still read it, and its bytes only change with the
//! number of the format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;

use casebook::index::{Concept, Document, FORMAT, Field, Library, Options, Passage, Text, build, search};
use casebook::text::Lang;
use serde_json::{Value, json};

use super::search::Memory;
use super::search_agreement::{expected, node};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/search/format.json");

/// A word in all texts, words with several forms, words of the glossary, two languages.
fn library() -> Library {
    let lang = |tag: &str| Lang::parse(tag).unwrap();
    let words = ["timeout", "timeouts", "replica", "replicas", "packet", "packets lost", "p99", "v2.14.0"];
    let korean = ["서버를", "서버가", "복제 지연", "패킷 손실이", "인증서 만료"];
    let documents = (0..90_usize).map(|at| {
        let text = |tag: &str, title: String, text: String| Text {
            lang: lang(tag),
            url: format!("{tag}/cases/case-{at}/"),
            title,
            passages: vec![Passage {
                field: Field::Summary,
                anchor: (at % 9 == 0).then(|| "c1".into()),
                text,
            }],
        };
        let (one, other) = (words[at % 8], words[at * at % 7]);
        let mut texts = vec![text(
            "en",
            format!("Server {at}: {one}"),
            format!("The server saw {other} {} and then one{at} {one}.", "again ".repeat(at % 5)),
        )];
        if at % 10 == 0 {
            texts.push(text("ko", format!("장애 {at}"), format!("{} 보았다", korean[at / 10 % 5])));
        }
        Document {
            id: format!("IL-{at:04}"),
            aliases: Vec::new(),
            date: "2021-10-28".into(),
            date_key: 20_211_028,
            score: (at % 3 > 0).then_some(at as u16 * 7),
            facets: BTreeMap::new(),
            texts,
        }
    });
    let forms = [("en", "packet loss"), ("en", "replica"), ("ko", "패킷 손실")];
    let mut concept = Concept::default();
    for (tag, form) in forms {
        concept.entry(lang(tag)).or_default().push(form.to_owned());
    }
    Library {
        documents: documents.collect(),
        glossary: vec![concept],
        languages: vec![lang("en"), lang("ko")],
        ..Library::default()
    }
}

/// The answers to a few queries that together read every kind of file but facets.
fn answers(memory: &Memory) -> Vec<Value> {
    let queries = [
        ("en", "server"),
        ("en", "timeouts"),
        ("en", "timeout server"),
        ("en", "\"server saw replicas\""),
        ("en", "packet loss"),
        ("en", "tmieout"),
        ("en", "one71"),
        ("en", "Server 9: timeouts"),
        ("en", "v2.14"),
        ("ko", "서버"),
        ("ko", "패킷 손실"),
    ];
    let ask = |(tag, query): (&str, &str)| {
        let answer = search(memory, tag, query, Options { limit: 20, ..Options::default() }).unwrap();
        assert!(!answer.results.is_empty(), "{query}");
        expected(tag, query, &answer)
    };
    queries.into_iter().map(ask).collect()
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut all).unwrap();
    all
}

/// What the files hold, by name; not the entries, which name folders by the hash of the packed files.
fn payloads(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let shards = files.iter().filter(|(path, _)| path.split('/').count() == 3);
    let named = shards.filter_map(|(path, bytes)| {
        let (folder, name) = path.strip_prefix("search/")?.split_once('/')?;
        Some((format!("{}/{name}", folder.split('-').next()?), unpacked(bytes)))
    });
    named.collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn both_readers_read_the_golden_index() {
    let built = Memory::of(build(&library()));
    if std::env::var_os("CASEBOOK_UPDATE_GOLDEN").is_some() {
        let files: BTreeMap<&String, String> =
            built.0.iter().map(|(path, bytes)| (path, hex(bytes))).collect();
        let golden = json!({ "format": FORMAT, "files": files, "answers": answers(&built) });
        std::fs::write(PATH, format!("{}\n", serde_json::to_string_pretty(&golden).unwrap())).unwrap();
    }
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(PATH).unwrap()).unwrap();
    assert_eq!(golden["format"], json!(FORMAT), "CASEBOOK_UPDATE_GOLDEN=1 writes it in the new format");
    let files = golden["files"].as_object().unwrap();
    let files = files.iter().map(|(path, hex)| (path.clone(), unhex(hex.as_str().unwrap())));
    let memory = Memory(files.collect());
    assert_eq!(json!(answers(&memory)), golden["answers"]);
    assert!(
        payloads(&memory.0) == payloads(&built.0),
        "the bytes of the index change: raise FORMAT, tell it in docs/index-format.md, then CASEBOOK_UPDATE_GOLDEN=1"
    );
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in &memory.0 {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let file = folder.path().join("answers.json");
    std::fs::write(&file, golden["answers"].to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/agree.mjs");
    let Some(output) = node(&[script, &folder.path().to_string_lossy(), &file.to_string_lossy()]) else {
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
