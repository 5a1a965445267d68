//! What was verified outlives the loss of a source's text, and nothing else.

use std::sync::Arc;

use casebook::verify::sidecar::{self, Sidecar};
use casebook::verify::{self, LanguageState, MatchKind, Verified};

use crate::lowering::lower;

const CASE: &str = "---\ntitle: A\nlang: en\nsources: [log]\n---\n\n## Summary\n\nThe check dropped from 511 ms to 29 ms.[^t1]\n\n\
[^t1]: log: \"Response time for the check dropped from 511ms to 29ms\"\n";
const KOREAN: &str = "---\nlang: ko\n---\n\n## 요약\n\n점검 시간이 511ms에서 29ms로 줄었다.[^t1]\n";
const SOURCE: &str = "---\nurl: https://a.example/log\nlang: en\n---\n";
const TEXT: &str = "Response time for the check dropped from 511ms to 29ms, and all was well.\n";

/// The case `a` of a library with these files, checked.
fn check(case: &str, korean: &str, source: &str, sidecar: Option<&str>) -> Verified {
    let mut files = vec![
        ("content/cases/a.en.md", case),
        ("content/cases/a.ko.md", korean),
        ("content/sources/log.md", source),
    ];
    files.extend(sidecar.map(|text| ("content/cases/a.evidence.json", text)));
    let (mut library, _) = lower(files);
    let cases: Vec<_> = std::mem::take(&mut library.cases).into_iter().map(Arc::new).collect();
    let context = verify::Context::new(&library, &cases);
    verify::case(&context, cases[0].clone()).0
}

fn next(verified: &Verified, today: &str) -> String {
    let (former, broken) = Sidecar::of(&verified.case);
    assert!(broken.is_none());
    former.next(&verified.case, &verified.claims, Vec::new(), today).write()
}

fn with_text() -> String {
    format!("{SOURCE}{TEXT}")
}

#[test]
fn what_was_verified_is_remembered_without_the_text() {
    let first = check(CASE, KOREAN, &with_text(), None);
    assert_eq!(first.claims[0].quotes[0].found, MatchKind::Exact);
    assert_eq!(sidecar::path(&first.case).as_deref(), Some("content/cases/a.evidence.json"));
    let kept = next(&first, "2026-11-30");
    assert!(kept.ends_with("}\n") && kept.contains("\"verified\": \"2026-11-30\""), "{kept}");

    let without = check(CASE, KOREAN, SOURCE, Some(&kept));
    let quote = &without.claims[0].quotes[0];
    assert_eq!((quote.found, quote.former), (MatchKind::NoText, Some(MatchKind::Exact)));
    assert_eq!(quote.verified_on.as_deref(), Some("2026-11-30"));
    // A later check without the text keeps the file to the byte, and so does one with it.
    assert_eq!(next(&without, "2027-01-01"), kept);
    assert_eq!(next(&check(CASE, KOREAN, &with_text(), Some(&kept)), "2027-01-01"), kept);
}

#[test]
fn a_changed_quote_claim_or_text_loses_its_verification() {
    let kept = next(&check(CASE, KOREAN, &with_text(), None), "2026-11-30");
    let quote = CASE.replace("Response time for", "Time for");
    let claim = CASE.replace("The check dropped", "The probe dropped");
    for changed in [&quote, &claim] {
        let verified = check(changed, KOREAN, SOURCE, Some(&kept));
        assert_eq!(verified.claims[0].quotes[0].former, None);
        assert!(!next(&verified, "2027-01-01").contains("verified\": \"2026"));
    }
    let text = check(CASE, KOREAN, &with_text().replace("all was well", "all was not"), Some(&kept));
    assert!(next(&text, "2027-01-01").contains("\"verified\": \"2027-01-01\""));
    let gone = check(CASE, KOREAN, &with_text().replace("29ms", "92ms"), Some(&kept));
    assert_eq!(gone.claims[0].quotes[0].found, MatchKind::Absent);
    assert!(!next(&gone, "2027-01-01").contains("verified\": \"20"));
}

#[test]
fn a_translation_goes_stale_when_its_original_changes() {
    let ko = casebook::text::Lang::parse("ko").unwrap();
    let first = check(CASE, KOREAN, &with_text(), None);
    assert_eq!(first.languages.get(&ko), Some(&LanguageState::Untracked));
    let kept = next(&first, "2026-11-30");
    assert_eq!(check(CASE, KOREAN, SOURCE, Some(&kept)).languages[&ko], LanguageState::Fresh);

    let original = CASE.replace("The check dropped", "The slow check dropped");
    let stale = check(&original, KOREAN, SOURCE, Some(&kept));
    assert_eq!(stale.languages[&ko], LanguageState::Stale);
    // Taking note of the state does not make the translation new.
    let kept = next(&stale, "2027-01-01");
    assert_eq!(check(&original, KOREAN, SOURCE, Some(&kept)).languages[&ko], LanguageState::Stale);
    let translated = KOREAN.replace("점검 시간", "느린 점검 시간");
    assert_eq!(check(&original, &translated, SOURCE, Some(&kept)).languages[&ko], LanguageState::Fresh);
    let kept = next(&check(&original, &translated, SOURCE, Some(&kept)), "2027-01-02");
    assert_eq!(check(&original, &translated, SOURCE, Some(&kept)).languages[&ko], LanguageState::Fresh);
}

#[test]
fn a_translation_that_is_still_right_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let cases = root.join("content/cases");
    std::fs::create_dir_all(&cases).unwrap();
    std::fs::write(root.join("casebook.toml"), "languages = [\"en\", \"ko\"]\n").unwrap();
    std::fs::write(cases.join("a.ko.md"), KOREAN).unwrap();
    let write = |original: &str| std::fs::write(cases.join("a.en.md"), original).unwrap();
    let check = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_casebook"));
        let out = command.arg("--root").arg(root).arg("check").args(args).output().unwrap();
        (out.status.code(), String::from_utf8_lossy(&out.stdout).into_owned())
    };
    write(CASE);
    check(&["--update-evidence"]);
    write(&CASE.replace("The check dropped", "The slow check dropped"));
    check(&["--update-evidence"]);
    assert!(check(&[]).1.contains("V018"), "taking note does not make a translation new");
    // It is said of named cases alone.
    assert_eq!(check(&["--update-evidence", "--translations-hold"]).0, Some(2));
    let held = check(&["a", "--update-evidence", "--translations-hold"]).1;
    assert!(!held.contains("V018"), "{held}");
    assert!(!check(&[]).1.contains("V018"));
    write(&CASE.replace("The check dropped", "The other check dropped"));
    assert!(check(&[]).1.contains("V018"), "a later change is told again");
}

#[test]
fn a_broken_file_is_told_and_never_believed() {
    for broken in ["{", "<<<<<<< HEAD", "{\"format\": 99}", "[]", ""] {
        let verified = check(CASE, KOREAN, SOURCE, Some(broken));
        assert!(Sidecar::of(&verified.case).1.is_some(), "{broken}");
        assert_eq!(verified.claims[0].quotes[0].former, None);
    }
}

#[test]
fn a_check_without_the_texts_says_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let put = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put("content/cases/a.en.md", CASE);
    put("content/sources/log.md", SOURCE);
    put("texts/log.txt", TEXT);
    let check = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_casebook"));
        let out = command.arg("--root").arg(root).arg("check").args(args).output().unwrap();
        String::from_utf8(out.stderr).unwrap()
    };
    let texts = root.join("texts");
    let texts = texts.to_str().unwrap();
    let with = check(&["--update-evidence", "--snapshots", texts]);
    assert!(!with.contains("not here"), "{with}");
    let without = check(&[]);
    let told = without.lines().last().unwrap();
    assert!(
        told.starts_with("1 quote verified on 20")
            && told.ends_with(": its source's text is not here; `--snapshots DIR` looks again"),
        "{without}"
    );
    assert!(!check(&["--snapshots", texts]).contains("not here"));
}
