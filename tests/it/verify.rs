//! Whole libraries through verification: the first record as it stands, counts that add up, and
//! what a library may look like without changing what is found.

use casebook::diag::{Code, Severity};
use casebook::load::Sources;
use casebook::pipeline::{self, Compiled};
use casebook::score::{CaseReport, verdicts};
use casebook::verify::{Verdict, tally};

use super::support::shared;

fn check(files: &[(&str, &str)]) -> Compiled {
    let files: Vec<(String, Vec<u8>)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    pipeline::check(&Sources::from_memory(files), None, &pipeline::Silent)
}

fn reports(compiled: &Compiled) -> Vec<serde_json::Value> {
    compiled.cases.iter().map(|case| serde_json::to_value(CaseReport::of(case)).unwrap()).collect()
}

#[test]
fn the_first_record_shows_lengths_and_one_sided_figures_and_no_error() {
    let Some(folder) = shared("seeds") else { return };
    let path = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("001")))
        .unwrap();
    let record = std::fs::read_to_string(path).unwrap();
    let compiled = check(&[("content/cases/IL-0213.json", &record)]);
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");

    let lengths = compiled.diagnostics.iter().find(|found| found.code == Code::V013).unwrap();
    assert!(lengths.message.contains("75 h 08 min"), "{}", lengths.message);
    assert!(lengths.message.contains("72 h 10 min"), "{}", lengths.message);
    assert_eq!(lengths.severity, Severity::Notice);
    let starts: Vec<&str> = lengths.secondary.iter().map(|label| label.message.as_str()).collect();
    assert!(starts.iter().any(|start| start.contains("from 2021-10-28 13:37")), "{starts:?}");
    assert!(starts.iter().any(|start| start.contains("from 2021-10-28 16:35")), "{starts:?}");

    let one_sided: Vec<&str> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.code == Code::V011 && found.message.starts_with("`summary`"))
        .map(|found| found.message.as_str())
        .collect();
    let says = |lang: &str, figures: &[&str]| {
        let told = one_sided.iter().find(|message| message.contains(&format!("in `{lang}` only")));
        for figure in figures {
            assert!(told.is_some_and(|told| told.contains(figure)), "{lang} {figure}: {one_sided:#?}");
        }
    };
    says("en", &["54 hours", "61 hours", "10:00"]);
    says("ko", &["13:37", "14:00", "16:35", "4.2GB", "489MB"]);
    assert!(compiled.diagnostics.iter().any(|found| found.code == Code::V011
        && found.message.starts_with("`trigger`")
        && found.message.contains("PST")));
}

/// Eight claims: four found, two not, one ambiguous, one without a stored text.
#[test]
fn every_claim_has_one_verdict_and_the_counts_add_up() {
    let log = "---\nurl: https://ops.example/log\nlang: en\n---\n\nThe alpha cluster failed over at noon that day. \
        The beta cluster was drained by an operator. The gamma queue grew to nine thousand messages. \
        The delta cache was cold for an hour after that. The retry storm began. Later the retry storm began.\n";
    let claim = |id: usize, source: &str, text: &str, quote: &str| serde_json::json!({"id": format!("c{id}"), "text": {"en": text}, "evidence": [{"source": source, "quote": quote}]});
    let record = serde_json::json!({
        "id": "a-1", "title": "Down", "sources": ["log", {"id": "gone", "url": "https://gone.example/x"}],
        "claims": [
            claim(1, "log", "The alpha cluster failed over at noon.", "The alpha cluster failed over at noon that day"),
            claim(2, "log", "An operator drained the beta cluster.", "The beta cluster was drained by an operator"),
            claim(3, "log", "The gamma queue grew to 9000 messages.", "The gamma queue grew to nine thousand messages"),
            claim(4, "log", "The delta cache was cold for an hour.", "The delta cache was cold for an hour after that"),
            claim(5, "log", "Everyone was asleep.", "not one of the engineers was awake"),
            claim(6, "log", "Nothing was lost.", "all of the customer records were kept safe"),
            claim(7, "log", "The retry storm began.", "retry storm began"),
            claim(8, "gone", "It was seen abroad.", "the outage was noticed in other countries as well"),
        ],
    });
    let compiled = check(&[("content/sources/log.md", log), ("content/cases/a-1.json", &record.to_string())]);
    let case = &compiled.cases[0];
    let counts = tally(&case.verified.claims);
    assert_eq!(counts.values().sum::<usize>(), 8);
    assert_eq!(counts[&Verdict::QuoteAbsent], 2);
    assert_eq!(counts[&Verdict::Unchecked], 1);
    assert_eq!(verdicts(case).values().sum::<usize>(), 8);
    let report = &reports(&compiled)[0];
    let claims = report["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 8);
    let matches: Vec<&str> =
        claims.iter().map(|claim| claim["quotes"][0]["match"].as_str().unwrap()).collect();
    assert_eq!(matches[..4], ["exact"; 4]);
    assert_eq!(matches[6..], ["ambiguous", "no-text"]);
    for verdict in Verdict::ALL {
        let listed = claims.iter().filter(|claim| claim["verdict"] == verdict.as_str()).count();
        assert_eq!(report["verdicts"][verdict.as_str()], listed, "{}", verdict.as_str());
    }
    let lost: f64 =
        report["lost"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert!((100.0 - report["score"].as_f64().unwrap() - lost).abs() < 1e-6);
}

#[test]
fn names_of_files_and_their_order_change_no_score() {
    let source = "---\nurl: https://ops.example/log\nlang: en\n---\n\nThe disk was full at 10:00 UTC.\n";
    let case = |id: &str| {
        format!(
            "---\nid: {id}\ntitle: A full disk\nsources: [log]\n---\n\nThe disk was full at 10:00 UTC.[^t1]\n\n[^t1]: log: \"The disk was full at 10:00 UTC\"\n"
        )
    };
    let (a, b) = (case("a-1"), case("b-2"));
    let one = check(&[
        ("content/cases/x.en.md", &a),
        ("content/cases/y.en.md", &b),
        ("content/sources/log.md", source),
    ]);
    let other = check(&[
        ("content/sources/log.md", source),
        ("content/cases/sub/z.en.md", &b),
        ("content/cases/sub/0.en.md", &a),
    ]);
    assert_eq!(reports(&one), reports(&other));
    assert_eq!(one.cases.len(), 2);
}

#[test]
fn evidence_added_to_a_real_record_never_lowers_its_score() {
    let source = "---\nurl: https://ops.example/log\nlang: en\n---\n\nLatency rose to 4.2s at 02:14 UTC. The rollback brought it down to 35ms.\n";
    let case = |notes: &str| {
        format!(
            "---\ntitle: Slow\nsources: [log]\n---\n\nLatency rose to 4.2 s and fell to 35 ms.[^t1]\n\n[^t1]: {notes}\n"
        )
    };
    let quotes = [
        "log: \"Latency went up to four seconds that night\"",
        "log: \"Latency rose to 4.2s at 02:14 UTC\"",
        "log: \"The rollback brought it down to 35ms\"",
    ];
    let mut last = 0.0;
    for count in 1..=quotes.len() {
        let record = case(&quotes[..count].join("\n    "));
        let compiled = check(&[("content/sources/log.md", source), ("content/cases/a.en.md", &record)]);
        let score = compiled.cases[0].score.total;
        assert!(score >= last, "{count} quotes: {score} after {last}");
        last = score;
    }
    assert!(last > 0.0);
}

#[test]
fn splitting_a_claim_of_a_real_record_changes_nothing() {
    let source = "---\nurl: https://ops.example/log\nlang: en\n---\n\nLatency rose to 4.2s at 02:14 UTC. The rollback brought latency down to 35ms.\n";
    let whole = "---\ntitle: Slow\nsources: [log]\n---\n\nLatency rose to 4.2 s at 02:14 UTC. The rollback brought latency down to 35 ms.[^t1] Nobody complained.[^t2]\n\n[^t1]: log: \"Latency rose to 4.2s at 02:14 UTC. The rollback brought latency down to 35ms\"\n[^t2]: log: \"customers did not call the hotline\"\n";
    let split = whole
        .replace("UTC. The rollback brought latency down to 35 ms", "UTC.[^t3] The rollback brought latency down to 35 ms")
        .replacen("[^t2]: ", "[^t3]: log: \"Latency rose to 4.2s at 02:14 UTC. The rollback brought latency down to 35ms\"\n[^t2]: ", 1);
    let score = |record: &str| {
        let compiled = check(&[("content/sources/log.md", source), ("content/cases/a.en.md", record)]);
        (compiled.cases[0].score.claims, compiled.cases[0].score.parts.clone())
    };
    let (one, two) = (score(whole), score(&split));
    assert_eq!((one.0, two.0), (2, 3));
    assert_eq!(one.1, two.1);
}
