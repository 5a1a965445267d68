//! Foreign texts into a library that `check` accepts.

use casebook::diag::Severity;
use casebook::exchange::import::{Imported, Options, digest, infra_log};
use casebook::load::Sources;
use casebook::pipeline::{self, Compiled};
use casebook::verify::MatchKind;

use super::support::shared;

fn seed(number: &str) -> Option<String> {
    let folder = shared("seeds")?;
    let path = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(number)))
        .unwrap();
    Some(std::fs::read_to_string(path).unwrap())
}

fn check(imports: &[&Imported], more: &[(&str, &str)]) -> Compiled {
    let imported = imports.iter().flat_map(|imported| imported.files.iter().cloned());
    let more = more.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let sources = Sources::from_memory(imported.chain(more).collect::<Vec<_>>());
    pipeline::check(&sources, None, &pipeline::Silent)
}

fn errors(compiled: &Compiled) -> Vec<String> {
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| format!("{} {} {:?}", found.code, found.message, found.primary.place)).collect()
}

#[test]
fn a_digest_becomes_a_record_that_check_accepts() {
    let Some(text) = seed("003") else { return };
    let imported = digest(&text, &Options::default());
    assert_eq!(imported.files.len(), 1);
    let compiled = check(&[&imported], &[]);
    assert_eq!(errors(&compiled), [""; 0]);
    let case = &compiled.cases[0].verified.case;
    assert_eq!(case.claims.len(), 4);
    assert!(case.claims.iter().all(|claim| claim.evidence.len() == 1));
    assert!(case.claims[0].evidence[0].quote.value.starts_with("In our v2.14.0 release"));
    assert!(case.claims[3].evidence[0].quote.value.ends_with("18.2 ms"));
    assert_eq!(case.kind.id.as_ref(), "incident");
    let declared = case.declared.as_ref().unwrap();
    assert_eq!(declared["score"], serde_json::json!(54.1));
    assert_eq!(declared["type"], "инцидент");
    // No address survived: told, and the score is held down.
    assert!(imported.remarks.iter().any(|remark| remark.message.contains("no publication")));
    assert!(imported.remarks.iter().any(|remark| remark.message.contains("no primary source")));
    assert!(compiled.diagnostics.iter().any(|found| found.code.as_str() == "S001"));
    assert!(compiled.cases[0].score.total <= 40.0);
}

#[test]
fn a_log_becomes_a_source_that_claims_are_checked_against() {
    let Some(text) = seed("000") else { return };
    let imported = infra_log(&text, &Options { id: Some("infra-log".into()), ..Options::default() });
    let [(path, file)] = imported.files.as_slice() else { panic!("{:?}", imported.files) };
    assert_eq!(path, "content/sources/infra-log.md");
    assert_eq!(file.matches("Network readiness checks stalled worker hosts during reroute").count(), 2);
    assert!(file.contains("(09:46UTC)"));
    assert!(imported.remarks.iter().any(|remark| remark.message.contains("told twice")));
    assert!(imported.remarks.iter().any(|remark| remark.message.contains("no year")));
    let case = "---\ntitle: A check\nsources: [infra-log]\n---\n\nThe response time of the check dropped from 511 ms to 29 ms.[^t1]\n\n[^t1]: infra-log: \"Response time for the check dropped from 511ms to 29ms\"\n";
    let compiled = check(&[&imported], &[("content/cases/a.en.md", case)]);
    assert_eq!(errors(&compiled), [""; 0]);
    assert_eq!(compiled.cases[0].verified.claims[0].quotes[0].found, MatchKind::Exact);
}
