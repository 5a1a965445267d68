//! `stats`, `export`, `man`, `explain` and `--version`.

use serde_json::Value;

use crate::repository::{FILES, Repository, stderr, stdout};

#[test]
fn the_figures_of_a_library_add_up_in_every_form() {
    let repository = Repository::with(&FILES);
    let stats: Value =
        serde_json::from_slice(&repository.casebook(&["stats", "--format", "json"]).stdout).unwrap();
    assert_eq!((stats["cases"].as_u64(), stats["claims"]["all"].as_u64()), (Some(2), Some(3)));
    let verdicts = stats["claims"]["verdicts"].as_object().unwrap();
    assert_eq!(verdicts.values().map(|own| own.as_u64().unwrap()).sum::<u64>(), 3, "{stats:#}");
    assert_eq!(
        stats["languages"],
        serde_json::json!({"en": {"cases": 2, "stale": 0}, "ko": {"cases": 0, "stale": 0}})
    );
    assert_eq!(stats["sources"]["with_text"], 1);
    let grades = stats["scores"]["grades"].as_object().unwrap();
    assert_eq!(grades.values().map(|own| own.as_u64().unwrap()).sum::<u64>(), 2);
    let human = stdout(&repository.casebook(&["stats"]));
    assert!(human.contains("Claims\n  all                      3\n"), "{human}");
    let markdown = stdout(&repository.casebook(&["stats", "--format", "markdown"]));
    assert!(
        markdown.starts_with("## The library as of 2026-01-06\n\n| Cases | |\n| --- | ---: |\n| all | 2 |\n"),
        "{markdown}"
    );
    let empty = Repository::with(&[FILES[0]]);
    let none: Value = serde_json::from_slice(&empty.casebook(&["stats", "--format", "json"]).stdout).unwrap();
    assert_eq!(none["scores"]["mean"], Value::Null);
    assert!(empty.casebook(&["stats"]).status.success());
}

#[test]
fn the_dataset_by_command_is_the_one_of_a_build() {
    let repository = Repository::with(&FILES);
    let address = ["--base-url", "https://example.org/lib/"];
    assert!(repository.casebook(&[&["build", "--quiet"][..], &address].concat()).status.success());
    let output = repository.casebook(&[&["export", "--out", "data"][..], &address].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let files = |folder: &str| -> Vec<(String, Vec<u8>)> {
        let root = repository.path().join(folder);
        let all = walkdir::WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
        all.filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                let path = entry.path().strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                (path, std::fs::read(entry.path()).unwrap())
            })
            .collect()
    };
    let exported = files("data");
    let built = files("public/data");
    // Pages beside the dataset, in the folder of a language, are no part of it.
    let built: Vec<_> = built.into_iter().filter(|(path, _)| !path.ends_with(".html")).collect();
    assert_eq!(
        exported.iter().map(|own| &own.0).collect::<Vec<_>>(),
        built.iter().map(|own| &own.0).collect::<Vec<_>>()
    );
    assert!(exported == built, "the same bytes");
    assert!(exported.iter().any(|(path, _)| path == "SHA256SUMS"));
}

#[test]
fn one_format_goes_to_standard_output() {
    let repository = Repository::with(&FILES);
    let run = |arguments: &[&str]| repository.casebook(&[&["export"], arguments].concat());
    let lines = stdout(&run(&["--format", "jsonl"]));
    let ids: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["record"]["title"].clone())
        .collect();
    assert_eq!(ids.len(), 2);
    let csv = stdout(&run(&["--format", "csv", "--table", "cases"]));
    assert!(csv.starts_with("id,lang,title,"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
    let bom = stdout(&run(&["--format", "csv", "--table", "cases", "--bom"]));
    assert_eq!(bom.strip_prefix('\u{feff}'), Some(csv.as_str()));
    assert!(run(&["--format", "sqlite"]).stdout.starts_with(b"SQLite format 3\0"));
    assert!(run(&["--format", "parquet", "--table", "claims"]).stdout.starts_with(b"PAR1"));
    let package: Value = serde_json::from_slice(&run(&["--format", "datapackage"]).stdout).unwrap();
    assert_eq!(package["profile"], "tabular-data-package");
    let out = run(&["--format", "csv", "--bom", "--out", "sheets"]);
    assert!(stdout(&out).lines().any(|line| line == "cases.csv"), "{}", stdout(&out));
    assert!(!repository.path().join("sheets/excel").exists());
    for wrong in [
        &[][..],
        &["--format", "csv"],
        &["--format", "csv", "--table", "no-such"],
        &["--format", "jsonl", "--format", "csv"],
        &["--format", "xml"],
    ] {
        let output = run(wrong);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{wrong:?}");
    }
    assert!(stderr(&run(&["--format", "csv"])).contains("choose one with --table"));
}

#[test]
fn manual_pages_are_there_for_every_command() {
    let repository = Repository::new();
    let page = stdout(&repository.casebook(&["man"]));
    assert!(page.contains(".TH casebook 1") && page.contains("Exit status"), "{page}");
    let output = repository.casebook(&["man", "--out", "man1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for name in ["casebook.1", "casebook-check.1", "casebook-diff.1", "casebook-evidence-locate.1"] {
        let page = repository.read(&format!("man1/{name}"));
        assert!(
            page.contains(&format!(".TH {}", name.trim_end_matches(".1"))),
            "{name}: {}",
            &page[..page.len().min(300)]
        );
        assert!(stdout(&output).lines().any(|line| line == name));
    }
}

#[test]
fn rules_are_listed_explained_and_guessed() {
    let repository = Repository::new();
    let list = stdout(&repository.casebook(&["explain"]));
    assert_eq!(list.lines().count(), casebook::diag::CODES.len());
    assert!(
        list.lines().any(|line| line.starts_with("V007 fact-contradicted") && line.contains(" error ")),
        "{list}"
    );
    let two = stdout(&repository.casebook(&["explain", "v007", "Quote-Absent"]));
    assert!(
        two.starts_with("# V007 fact-contradicted (error)") && two.contains("\n# V001 quote-absent (error)"),
        "{two}"
    );
    let guess = repository.casebook(&["explain", "fact-contradictd"]);
    assert_eq!(guess.status.code(), Some(2));
    assert!(stderr(&guess).contains("but `fact-contradicted`"), "{}", stderr(&guess));
}

#[test]
fn the_version_tells_what_was_built() {
    let repository = Repository::new();
    let short = stdout(&repository.casebook(&["-V"]));
    assert_eq!(short, format!("casebook {}\n", env!("CARGO_PKG_VERSION")));
    let long = stdout(&repository.casebook(&["--version"]));
    assert!(
        long.starts_with(short.trim_end()) && long.contains("score rules ") && long.contains("index format "),
        "{long}"
    );
}
