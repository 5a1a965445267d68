//! `check` for every desk: annotations, SARIF, Markdown; what a branch touches; what is expected.

use serde_json::Value;

use crate::repository::{CACHE, FILES, Repository, stderr, stdout};

fn json(repository: &Repository, more: &[&str]) -> Value {
    let mut arguments = vec!["check", "--format", "json"];
    arguments.extend(more);
    let output = repository.casebook(&arguments);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
}

fn cases(report: &Value) -> Vec<&str> {
    report["cases"].as_array().unwrap().iter().map(|case| case["id"].as_str().unwrap()).collect()
}

fn codes(report: &Value) -> Vec<&str> {
    let found = report["diagnostics"].as_array().unwrap().iter();
    found.map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[test]
fn annotations_name_files_from_the_root_of_the_repository() {
    let repository = Repository::new();
    for (path, text) in FILES {
        repository.write(&format!("books/one/{path}"), text);
    }
    repository.edit(
        "books/one/content/cases/cache.en.md",
        "lasted 52 minutes.[^t2]",
        "lasted 25 minutes.[^t2]",
    );
    let output = repository.casebook(&["check", "--root", "books/one", "--format", "github"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("::error file=books/one/content/cases/cache.en.md,line=14,endLine=14,col=66,endColumn=76,title=V007 fact-contradicted::"),
        "{text}"
    );
    let kinds: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("::")?.split(' ').next()).collect();
    let rank = |kind: &&str| ["error", "warning", "notice"].iter().position(|own| own == kind);
    assert!(kinds.is_sorted_by_key(rank), "{kinds:?}");
    assert!(text.lines().last().unwrap().starts_with("2 cases, 3 claims"), "{text}");
}

#[test]
fn sarif_names_rules_places_and_what_stays_the_same() {
    let repository = Repository::with(&FILES);
    repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let read = || -> Value {
        serde_json::from_slice(&repository.casebook(&["check", "--format", "sarif"]).stdout).unwrap()
    };
    let before = read();
    repository.edit(
        "content/cases/cache.en.md",
        "Response times rose from 20 ms to 900 ms.[^t1] ",
        "A line.\n\nAnother line. Response times rose from 20 ms to 900 ms.[^t1]\n",
    );
    let after = read();
    let found = |log: &Value| {
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        results.into_iter().find(|result| result["ruleId"] == "V007").unwrap()
    };
    let (before, after) = (found(&before), found(&after));
    assert_eq!(before["partialFingerprints"], after["partialFingerprints"]);
    let region =
        |result: &Value| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
    assert_eq!((region(&before), region(&after)), (14, 17));
    let place = &after["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(
        (place["uri"].as_str(), place["uriBaseId"].as_str()),
        (Some("content/cases/cache.en.md"), Some("SRCROOT"))
    );
}

#[test]
fn markdown_tells_errors_in_the_open() {
    let repository = Repository::with(&FILES);
    repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let output = repository.casebook(&["check", "--format", "markdown"]);
    let text = stdout(&output);
    assert!(text.starts_with("## Check: the content has errors\n\n2 cases, 3 claims"), "{text}");
    assert!(
        text.contains("### Errors (1)\n\n- **V007 fact-contradicted** `content/cases/cache.en.md:14:66`:"),
        "{text}"
    );
}

#[test]
fn a_branch_is_checked_with_what_depends_on_it() {
    let repository = Repository::with(&FILES);
    repository.git(&["checkout", "-q", "-b", "work"]);
    let touched = || cases(&json(&repository, &["--changed-from", "main"])).join(" ");
    assert_eq!(touched(), "");

    repository.write("content/cases/new/index.en.md", "---\ntitle: Not yet added\n---\nText.\n");
    assert_eq!(touched(), "new", "what is not committed counts");
    std::fs::remove_dir_all(repository.path().join("content/cases/new")).unwrap();

    repository.edit("content/sources/log.md", "warmed by hand", "warmed by a script");
    let report = json(&repository, &["--changed-from", "main"]);
    assert_eq!(cases(&report), ["cache"], "a source touches the cases that quote it");
    assert!(codes(&report).contains(&"V002") || codes(&report).contains(&"V001"), "{report:#}");
    repository.git(&["checkout", "-q", "."]);

    repository.write("content/vocab/symptom.toml", "[high-latency]\nlabel = { en = \"Slow answers\" }\n");
    assert_eq!(touched(), "cache");
    std::fs::remove_file(repository.path().join("content/vocab/symptom.toml")).unwrap();

    repository.write(
        "content/glossary/own.toml",
        "[digger]\nen = [\"digger\", \"excavator\"]\nko = [\"굴착기\"]\n",
    );
    assert_eq!(touched(), "cable");
    std::fs::remove_file(repository.path().join("content/glossary/own.toml")).unwrap();

    repository.edit("content/cases/cable.en.md", "A digger", "Two diggers");
    repository.commit("work");
    repository.git(&["checkout", "-q", "main"]);
    repository.edit("content/cases/cache.en.md", "major", "minor");
    repository.commit("meanwhile");
    repository.git(&["checkout", "-q", "work"]);
    assert_eq!(touched(), "cable", "what others did to the base is not this branch's");
    let human = repository.casebook(&["check", "--changed-from", "main"]);
    assert!(stderr(&human).contains("(of 2, those touched since main ("), "{}", stderr(&human));
}

#[test]
fn a_missing_revision_repository_or_git_is_a_wrong_call() {
    let repository = Repository::with(&FILES);
    for revision in ["no-such", "--help", "", "HEAD~99", "main:content"] {
        let output = repository.casebook(&["check", &format!("--changed-from={revision}")]);
        assert_eq!(output.status.code(), Some(2), "{revision}: {}", stderr(&output));
        assert!(stderr(&output).contains("no revision"), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let plain = tempfile::tempdir().unwrap();
    std::fs::create_dir(plain.path().join("content")).unwrap();
    let outside = crate::repository::casebook()
        .args(["check", "--changed-from", "main"])
        .current_dir(plain.path())
        .env("GIT_CEILING_DIRECTORIES", plain.path().parent().unwrap())
        .output()
        .unwrap();
    assert_eq!(outside.status.code(), Some(2), "{}", stderr(&outside));
    assert!(stderr(&outside).contains("in no git repository"), "{}", stderr(&outside));
    let without = crate::repository::casebook()
        .args(["check", "--changed-from", "main"])
        .current_dir(repository.path())
        .env("PATH", plain.path())
        .output()
        .unwrap();
    assert_eq!(without.status.code(), Some(2), "{}", stderr(&without));
    assert!(stderr(&without).contains("git is not installed"), "{}", stderr(&without));
}

#[test]
fn what_a_record_expects_is_passed_over_until_its_day() {
    let wrong = CACHE.replace("lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let with = |ignore: &str| {
        let record = wrong.replace("updated_at", &format!("ignore:\n  - {ignore}\nupdated_at"));
        Repository::with(&[FILES[0], FILES[1], ("content/cases/cache.en.md", &record)])
    };
    let told = |ignore: &str, more: &[&str]| {
        let repository = with(ignore);
        let report = json(&repository, more);
        let wanted = ["V007", "M035", "M036", "M037"];
        codes(&report).into_iter().filter(|code| wanted.contains(code)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told("{code: V007, reason: \"The log is known to be wrong.\"}", &[]), "");
    assert_eq!(
        told("{code: fact-contradicted, reason: x, until: 2026-06-30}", &["--as-of", "2026-06-30"]),
        ""
    );
    assert_eq!(told("{code: V007, reason: x, until: 2026-06-30}", &["--as-of", "2026-07-01"]), "M036 V007");
    assert_eq!(told("{code: V007}", &[]), "M035 V007");
    assert_eq!(told("{code: V099, reason: x}", &[]), "M035 V007");
    assert_eq!(told("{code: V007, reason: x, until: soon}", &[]), "M035 V007");
    assert_eq!(told("{code: V013, reason: x}", &[]), "M037 V007");
    let passes = with("{code: V007, reason: x}").casebook(&["check"]);
    assert_eq!(passes.status.code(), Some(0), "{}", stdout(&passes));
    assert!(stderr(&passes).contains("1 expected"), "{}", stderr(&passes));
}

#[test]
fn what_the_settings_expect_in_vain_is_told_at_its_line() {
    let settings = "languages = [\"en\"]\n\n[[check.ignore]]\ncode = \"S002\"\ncase = \"cabel\"\nreason = \"x\"\n\n[[check.ignore]]\ncode = \"V07\"\nreason = \"x\"\n";
    let repository = Repository::with(&[("casebook.toml", settings), FILES[1], FILES[2], FILES[3]]);
    let report = json(&repository, &[]);
    let found = report["diagnostics"].as_array().unwrap();
    let at = |code: &str| {
        found
            .iter()
            .find(|own| own["code"] == code)
            .map(|own| (own["file"].as_str().unwrap(), own["line"].as_u64().unwrap()))
    };
    assert_eq!(at("M035"), Some(("casebook.toml", 9)), "{report:#}");
    assert_eq!(at("M037"), Some(("casebook.toml", 3)), "{report:#}");
}

#[test]
fn findings_of_a_build_are_expected_like_those_of_a_check() {
    use casebook::pipeline::{self, BuildOptions, Silent};
    let told = |settings: &str| {
        let record = "---\ntitle: t\n---\nSee [the other](nowhere.md).\n";
        let sources = casebook::load::Sources::from_memory([
            ("casebook.toml", settings.as_bytes().to_vec()),
            ("content/cases/a.en.md", record.as_bytes().to_vec()),
        ]);
        let mut compiled = pipeline::check(&sources, None, &Silent);
        let sink = casebook::write::Memory::default();
        let built = pipeline::build(&mut compiled, &BuildOptions::default(), &sink, &Silent).unwrap();
        let all = compiled.diagnostics.iter().chain(&built.diagnostics);
        all.map(|own| own.code.as_str())
            .filter(|code| matches!(*code, "T004" | "M037"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(told("languages = [\"en\"]\n"), "T004");
    assert_eq!(
        told("languages = [\"en\"]\n\n[[check.ignore]]\ncode = \"T004\"\ncase = \"a\"\nreason = \"x\"\n"),
        ""
    );
}
