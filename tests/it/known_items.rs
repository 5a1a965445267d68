//! Known items in the project's own library: what an engineer in trouble types, worded from the sources alone,
//! and the case that it should find. `cargo test --test it known_items -- --nocapture` tells the figures.

use std::collections::BTreeMap;
use std::path::Path;

use casebook::index::{self, Options};
use casebook::pipeline::{self, BuildOptions, Outputs, Silent};
use serde::Deserialize;

use super::search::Memory;

/// How many queries each language has.
const QUERIES: usize = 20;
/// The case stands among so many first results …
const FIRST: usize = 3;
/// … for at least this share of the queries, in hundredths.
const SHARE: usize = 90;
/// How far down results are looked at.
const DEPTH: usize = 10;

/// A line of `tests/search/known_items.jsonl`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    lang: String,
    query: String,
    /// The source whose text the query was worded from.
    source: String,
    /// The case that tells of it.
    case: String,
}

/// The ranks of the cases looked for, counted from 1; `None` where they are not among the first [`DEPTH`].
#[derive(Default)]
struct Ranks(Vec<Option<usize>>);

impl Ranks {
    fn within(&self, rank: usize) -> usize {
        self.0.iter().flatten().filter(|own| **own <= rank).count()
    }

    /// A row of the table in `docs/search.md`.
    fn row(&self, name: &str) -> String {
        let of = self.0.len() as f64;
        let reciprocal: f64 = self.0.iter().flatten().map(|rank| 1.0 / *rank as f64).sum();
        let share = |rank| self.within(rank) as f64 / of;
        format!("| {name} | {} | {:.3} | {:.2} | {:.2} |", of, reciprocal / of, share(FIRST), share(DEPTH))
    }

    fn suffice(&self) -> bool {
        self.within(FIRST) * 100 >= self.0.len() * SHARE
    }
}

fn items() -> Vec<Item> {
    let lines = include_str!("../search/known_items.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The project's own library, and its search index.
fn own_library() -> (pipeline::Compiled, Memory) {
    let sources =
        casebook::load::library(Path::new(env!("CARGO_MANIFEST_DIR")), &casebook::load::Options::default())
            .unwrap();
    let mut compiled = pipeline::check(&sources, None, &Silent);
    let outputs = Outputs { pages: false, index: true, data: false };
    let sink = casebook::write::Memory::default();
    pipeline::build(&mut compiled, &BuildOptions { outputs, ..BuildOptions::default() }, &sink, &Silent)
        .unwrap();
    (compiled, Memory(sink.into_files()))
}

#[test]
fn engineers_in_trouble_find_their_case_among_the_first() {
    let (compiled, site) = own_library();
    let mut ranks: BTreeMap<String, Ranks> = BTreeMap::new();
    let mut all = Ranks::default();
    for item in items() {
        assert!(
            compiled.library.sources.contains_key(item.source.as_str()),
            "no source `{}` in the library",
            item.source
        );
        assert!(
            compiled.cases.iter().any(|case| *case.verified.case.id.0 == *item.case),
            "no case `{}` in the library",
            item.case
        );
        let options = Options { limit: DEPTH, ..Options::default() };
        let answer = index::search(&site, &item.lang, &item.query, options).unwrap();
        let rank = answer.results.iter().position(|found| found.id == item.case).map(|place| place + 1);
        if rank.is_none_or(|rank| rank > FIRST) {
            let place = rank.map_or_else(|| format!("not among {DEPTH}"), |rank| format!("rank {rank}"));
            let first: Vec<&str> = answer.results.iter().take(FIRST).map(|found| found.id.as_str()).collect();
            println!("missed: {} `{}`: {}, {place}; first {first:?}", item.lang, item.query, item.case);
        }
        ranks.entry(item.lang).or_default().0.push(rank);
        all.0.push(rank);
    }
    println!(
        "| | queries | MRR@{DEPTH} | recall@{FIRST} | recall@{DEPTH} |\n| --- | ---: | ---: | ---: | ---: |"
    );
    for (lang, ranks) in &ranks {
        println!("{}", ranks.row(lang));
    }
    println!("{}", all.row("all"));
    for lang in ["en", "ko", "ru"] {
        let own = ranks.get(lang).map_or(0, |own| own.0.len());
        assert_eq!(own, QUERIES, "queries of `{lang}`");
    }
    for (lang, ranks) in &ranks {
        assert!(ranks.suffice(), "`{lang}` finds fewer than {SHARE}% among the first {FIRST}");
    }
    assert!(all.suffice(), "fewer than {SHARE}% are among the first {FIRST}");
}

#[test]
fn queries_are_short_and_each_language_takes_a_source_once() {
    let mut taken = std::collections::BTreeSet::new();
    for item in items() {
        let words = item.query.split_whitespace().count();
        assert!((2..=6).contains(&words), "`{}` has {words} words", item.query);
        assert!(taken.insert((item.lang, item.source.clone())), "{} twice", item.source);
    }
}

#[test]
fn a_first_search_costs_little() {
    let (_, site) = own_library();
    let files: Vec<(String, Vec<u8>)> = site.0.into_iter().collect();
    for (lang, query) in [
        ("en", "timeout"),
        ("en", "packet loss"),
        ("ko", "인증서"),
        ("ko", "복제 지연"),
        ("ru", "сертификат"),
        ("ru", "задержка запросов"),
    ] {
        let cost = index::first_search(&files, lang, query).unwrap();
        println!("{lang} {query}: {} requests, {} bytes", cost.requests, cost.bytes);
        // Texts are whole in a library of this size: most of it are the excerpts' blocks.
        assert!(cost.requests <= 18 && cost.bytes < 175_000, "{lang} {query}: {cost:?}");
        // Without the script there is no search.
        assert!(cost.requests > 3 && cost.bytes > 15_000, "{lang} {query}: {cost:?}");
    }
}
