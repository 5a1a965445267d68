//! Libraries from disk and memory into cases: nothing that was written is lost.

use casebook::diag::{Diagnostic, Severity};
use casebook::load::{self, Sources};
use casebook::model::{self, Case, Known, Library};

use crate::support::shared;

pub fn lower<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> (Library, Vec<Diagnostic>) {
    let sources = Sources::from_memory(files);
    let checked = model::lower(&sources);
    (checked.value, checked.diagnostics)
}

pub fn case<'l>(library: &'l Library, id: &str) -> &'l Case {
    library.cases.iter().find(|case| &*case.id.0 == id).unwrap_or_else(|| panic!("no case {id}"))
}

fn told(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics
        .iter()
        .map(|own| {
            let place = &own.primary.place;
            format!(
                "{} {}:{}:{}: {} | {}",
                own.code, place.path, place.line, place.column, own.message, own.help
            )
        })
        .collect()
}

#[test]
fn the_library_of_this_repository_has_no_errors() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = load::library(root, &load::Options::default()).unwrap();
    let checked = model::lower(&sources);
    let errors: Vec<Diagnostic> =
        checked.diagnostics.iter().filter(|own| own.severity != Severity::Notice).cloned().collect();
    assert!(errors.is_empty(), "{:#?}", told(&errors));
    assert!(checked.value.cases.len() >= 3);
    assert!(checked.value.cases.iter().any(|case| case.langs.len() == 3 && !case.claims.is_empty()));
}

#[test]
fn the_json_record_of_the_seeds_loses_nothing() {
    let Some(folder) = shared("seeds") else { return };
    let file = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(Result::ok)
        .find(|entry| entry.file_name().to_string_lossy().starts_with("001"))
        .unwrap();
    let text = std::fs::read_to_string(file.path()).unwrap();
    let (library, diagnostics) = lower([("content/cases/IL-0213.json", text.as_str())]);
    let wrong: Vec<_> = diagnostics.iter().filter(|own| own.severity == Severity::Error).cloned().collect();
    assert!(wrong.is_empty(), "{:#?}", told(&wrong));
    println!("{:#?}", told(&diagnostics));
    let case = case(&library, "IL-0213");
    let written: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(case.record.to_string(), written.to_string());
    assert_eq!(case.langs.iter().map(ToString::to_string).collect::<Vec<_>>(), ["en", "ko"]);
    assert_eq!(case.remediation.len(), 10);
    assert_eq!(case.action_items.len(), 14);
    assert_eq!(case.summary.0.len(), 2);
    assert_eq!(case.timeline.detected_after, Known::Null);
    assert_eq!(case.timeline.resolved_after.value().map(|length| length.seconds), Some(73 * 3600));
    assert!(matches!(&case.severity, Known::Unknown { reason } if reason.is_empty()));
    assert_eq!(case.review.written_by.as_ref().map(|own| own.value.as_str()), Some("session"));
    assert_eq!(case.review.reviewed_by, None);
    assert_eq!(case.sources.len(), 1);
    let source = &library.sources[&case.sources[0].id];
    assert!(source.archived.as_deref().unwrap().starts_with("https://web.archive.org/web/2026"));
    assert!(source.url.as_deref().unwrap().starts_with("https://about.roblox.com/"));
    // Every text stands where it says it stands.
    for (_, texts) in case.texts() {
        for text in texts.0.values() {
            for (own, character) in text.value.char_indices() {
                let at = text.locate(own..own + character.len_utf8());
                let raw = &case.files[0].text[at.span.range()];
                assert!(raw.starts_with(character) || raw.starts_with('\\'), "{raw} is not {character}");
            }
        }
    }
}

#[test]
fn files_of_three_languages_are_one_case() {
    let en = "---\ntitle: \"Checks: stalled\"\norg: Fly.io\ndate: 2025-09-24\nseverity: {unknown: not graded}\nsymptoms: [packet-loss]\nsources:\n  - infra-log\n---\n\nTime fell from 511 ms to 29 ms.[^t1] And more.\n\n## Remediation\n\n- Shared the answer.[^t2]\n- Second\n\n## Timeline\n\n- 2025-09-24 09:46 UTC — loss was seen\n\n[^t1]: infra-log: \"dropped from 511ms to 29ms\"\n[^t2]: (action) infra-log: \"single-flighted\" (prefix: \"we\", suffix: \"the\")\n    infra-log: \"a second quote\"\n";
    let ko = "---\ntitle: 준비 확인\n---\n\n## 요약\n\n응답 시간이 511 ms에서 29 ms로 줄었다.[^t1]\n\n## 조치\n\n1. 답을 나눴다.[^t2]\n2. 둘째\n";
    let ru = "+++\ntitle = \"Проверка\"\n+++\r\n\r\n## Краткое изложение\r\n\r\nВремя упало\r\nс 511 мс до 29 мс.[^t1]\r\n";
    let source = "---\nurl: https://fly.io/infra-log/\nkind: log\n---\nText.\n";
    let (library, diagnostics) = lower([
        ("content/cases/fly/index.en.md", en),
        ("content/cases/fly/index.ko.md", ko),
        ("content/cases/fly/index.ru.md", ru),
        ("content/cases/fly/figure.png", "x"),
        ("content/sources/infra-log.md", source),
    ]);
    println!("{:#?}", told(&diagnostics));
    let case = case(&library, "fly");
    assert_eq!(case.langs.len(), 3);
    assert_eq!(case.claims.len(), 2, "{:#?}", case.claims);
    let first = &case.claims[0];
    assert_eq!((&*first.id, first.texts.len(), first.evidence.len()), ("t1", 3, 1));
    let said: Vec<&str> = first.texts.values().map(|text| text.value.as_str()).collect();
    assert_eq!(
        said,
        [
            "Time fell from 511 ms to 29 ms.",
            "응답 시간이 511 ms에서 29 ms로 줄었다.",
            "Время упало\nс 511 мс до 29 мс."
        ]
    );
    let second = &case.claims[1];
    assert_eq!((second.kind.as_str(), second.evidence.len()), ("action", 2));
    assert_eq!(second.evidence[0].prefix.as_deref(), Some("we"));
    assert_eq!(second.evidence[0].quote.value, "single-flighted");
    assert_eq!(second.field.to_string(), "remediation[0]");
    assert_eq!(case.remediation[0].text.0.len(), 2);
    assert_eq!(case.timeline.events[0].at.value().unwrap().value.to_string(), "2025-09-24T09:46Z");
    assert!(matches!(&case.severity, Known::Unknown { reason } if reason.0.len() == 1));
    assert_eq!(case.assets.len(), 1);
    assert_eq!(case.org.as_ref().unwrap().name, "Fly.io");
    println!("{}", case.record);
    let wrong: Vec<_> = diagnostics.iter().filter(|own| own.severity == Severity::Error).cloned().collect();
    assert!(wrong.is_empty(), "{:#?}", told(&wrong));
}

#[test]
fn a_language_written_in_two_ways_is_told_twice_and_the_first_stays() {
    let record = r#"{"id":"A-1","title":{"en":"first","EN":"second"},"date":"2021"}"#;
    let (library, diagnostics) = lower([("content/cases/a.json", record)]);
    assert!(
        told(&diagnostics).iter().any(|own| own.starts_with("M012 content/cases/a.json:1:")
            && own.contains("`title` is told twice in en")),
        "{:#?}",
        told(&diagnostics)
    );
    let title = case(&library, "A-1").title.0.values().next().unwrap();
    assert_eq!(title.value, "first");
}

#[test]
fn a_former_id_belongs_to_one_case() {
    let record = |id: &str, former: &str| {
        format!(r#"{{"id":"{id}","title":"t","date":"2021","former_ids":["{former}"]}}"#)
    };
    let (a, b, c) = (record("A-1", "B-1"), record("B-1", "old-1"), record("C-1", "OLD-1"));
    let (library, diagnostics) = lower([
        ("content/cases/a.json", a.as_str()),
        ("content/cases/b.json", b.as_str()),
        ("content/cases/c.json", c.as_str()),
    ]);
    let told: Vec<String> = told(&diagnostics).into_iter().filter(|own| own.starts_with("M032")).collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].contains("content/cases/a.json") && told[0].contains("`B-1`"), "{told:#?}");
    assert!(told[1].contains("content/cases/c.json") && told[1].contains("`B-1`"), "{told:#?}");
    assert_eq!(case(&library, "B-1").former_ids, ["old-1"]);
    assert!(case(&library, "C-1").former_ids.is_empty());
}
