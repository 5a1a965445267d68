//! Builds the search index of a folder of generated records, and asks it known-item queries.
//!
//! `search_bench build RECORDS OUT` reads `RECORDS/content/cases/*.json`, writes `OUT/search/`.
//! `search_bench ask OUT QUERIES.json` prints MRR@10 and recall@10 of every kind of query.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs, reason = "a tool for measurements")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use casebook::index::{
    Document, Facet, Fault, Field, Library, Options, Passage, Store, Text, build, runtime, search,
};
use casebook::text::Lang;
use rayon::prelude::*;
use serde_json::Value;

/// The allocator of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["build", records, out] => build_index(Path::new(records), Path::new(out)),
        ["ask", out, queries] => ask(Path::new(out), Path::new(queries)),
        _ => eprintln!("search_bench build RECORDS OUT | ask OUT QUERIES.json"),
    }
}

fn build_index(records: &Path, out: &Path) {
    let begin = Instant::now();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(records.join("content/cases"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let documents: Vec<Document> = paths
        .par_iter()
        .map(|path| document(&serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()))
        .collect();
    let facet = |name: &str| Facet { name: name.into(), ..Facet::default() };
    let library = Library {
        documents,
        facets: ["org", "domain", "component", "symptom", "root_cause", "contributing", "severity"]
            .map(facet)
            .into(),
        glossary: Vec::new(),
        languages: ["en", "ko", "ru"].iter().filter_map(|tag| Lang::parse(tag)).collect(),
    };
    let read = begin.elapsed();
    let (cpu, begin) = (cpu_seconds(), Instant::now());
    let index = build(&library);
    println!("read {read:.1?}, built in {:.1?}, {:.1} s of CPU", begin.elapsed(), cpu_seconds() - cpu);
    let _ = std::fs::remove_dir_all(out.join("search"));
    let mut kinds: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    for (path, bytes) in &index.files {
        let path = out.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let folder = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let kind = format!("{} {}", folder.split('-').next().unwrap(), &name[..1]);
        let sum = kinds.entry(kind).or_default();
        *sum = (sum.0 + 1, sum.1 + bytes.len(), sum.2.max(bytes.len()));
    }
    for (kind, (files, bytes, most)) in &kinds {
        println!("{kind:12} {files:5} files {bytes:10} bytes, mean {:7}, largest {most}", bytes / files);
    }
    for (path, text) in runtime() {
        std::fs::write(out.join(path), text).unwrap();
    }
    let bytes: usize = index.files.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("all {} files, {bytes} bytes; peak memory {} MiB", index.files.len(), peak_mebibytes());
}

fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn peak_mebibytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn strings(value: &Value) -> Vec<String> {
    let all = value.as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn document(record: &Value) -> Document {
    let id = record["id"].as_str().unwrap().to_owned();
    let date = record["date"].as_str().unwrap_or("").to_owned();
    let one = |name: &str| record[name].as_str().map(str::to_owned).into_iter().collect::<Vec<_>>();
    let facets = [
        ("org", one("org")),
        ("domain", strings(&record["domain"])),
        ("component", strings(&record["components"])),
        ("symptom", strings(&record["symptoms"])),
        ("root_cause", one("root_cause")),
        ("contributing", strings(&record["contributing"])),
        ("severity", one("severity")),
    ];
    let texts = record["title"].as_object().unwrap().keys().map(|lang| text(record, &id, lang)).collect();
    Document {
        date_key: date.replace('-', "").parse().unwrap_or(0),
        date,
        aliases: Vec::new(),
        score: None,
        facets: facets.into_iter().map(|(name, terms)| (name.to_owned(), terms)).collect(),
        texts,
        id,
    }
}

fn text(record: &Value, id: &str, lang: &str) -> Text {
    let mut passages = Vec::new();
    let mut push = |field, text: &Value| {
        if let Some(text) = text.as_str() {
            passages.push(Passage { field, anchor: None, text: text.to_owned() });
        }
    };
    push(Field::Summary, &record["summary"][lang]);
    push(Field::Symptoms, &record["symptoms_text"][lang]);
    push(Field::Trigger, &record["trigger"][lang]);
    push(Field::Detection, &record["detection"][lang]);
    push(Field::Lessons, &record["lessons"][lang]);
    push(Field::Organisation, &record["org"]);
    for (field, name) in [(Field::Remediation, "remediation"), (Field::Actions, "action_items")] {
        for item in record[name].as_array().into_iter().flatten() {
            push(field, &item["text"][lang]);
        }
    }
    Text {
        lang: Lang::parse(lang).unwrap(),
        url: format!("{lang}/cases/{}/", id.to_lowercase()),
        title: record["title"][lang].as_str().unwrap().to_owned(),
        passages,
    }
}

struct Folder(PathBuf);

impl Store for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault> {
        std::fs::read(self.0.join(path)).map_err(|_| Fault::Missing(path.to_owned()))
    }
}

fn ask(out: &Path, queries: &Path) {
    let folder = Folder(out.to_owned());
    let queries: Value = serde_json::from_slice(&std::fs::read(queries).unwrap()).unwrap();
    let only = std::env::var("ONLY").ok();
    let mut sums: BTreeMap<String, (u32, f64, u32, u32)> = BTreeMap::new();
    for known in queries["known"].as_array().unwrap() {
        let (lang, id) = (known["lang"].as_str().unwrap(), known["id"].as_str().unwrap());
        for (kind, query) in known["q"].as_object().unwrap() {
            let name = format!("{lang} {kind}");
            if only.as_ref().is_some_and(|only| *only != name) {
                continue;
            }
            let Some(query) = query.as_str() else { continue };
            let answer = search(&folder, lang, query, Options { limit: 10, ..Options::default() }).unwrap();
            let rank = answer.results.iter().position(|found| found.id == id);
            if only.is_some() {
                println!(
                    "{rank:?}\t{}\t{query}\t{}\t{:?}",
                    answer.total, known["q"]["exact"], answer.corrections
                );
            }
            let sum = sums.entry(name).or_default();
            sum.0 += 1;
            sum.1 += rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
            sum.2 += u32::from(rank.is_some());
            sum.3 += u32::from(answer.total == 0);
        }
    }
    for (name, (asked, reciprocal, found, empty)) in sums {
        let asked = f64::from(asked);
        println!(
            "{name:18} MRR@10 {:.3} recall@10 {:.3} empty {empty}",
            reciprocal / asked,
            f64::from(found) / asked
        );
    }
    for asked in queries["twenty"].as_array().unwrap() {
        if only.is_some() {
            break;
        }
        let (lang, query) = (asked["lang"].as_str().unwrap(), asked["q"].as_str().unwrap());
        let answer = search(&folder, lang, query, Options { limit: 10, ..Options::default() }).unwrap();
        let mistaken = if answer.corrections.is_empty() { "" } else { " corrected" };
        println!(
            "{lang} {query}: {} of {}{mistaken} ({})",
            answer.total,
            asked["truth"],
            asked["kind"].as_str().unwrap()
        );
    }
}
