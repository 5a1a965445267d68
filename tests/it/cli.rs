//! The command as its callers meet it: exit codes, streams, folders.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn casebook() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casebook"));
    command.env_remove("NO_COLOR").env("TZ", "UTC");
    command
}

fn run(arguments: &[&str], root: &Path) -> Output {
    casebook().args(arguments).current_dir(root).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A library as `init` makes it.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&["init", "--quiet"], folder.path()).status.success());
    folder
}

/// Every file below `root` with its bytes.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(root)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(root).unwrap().to_string_lossy().into_owned();
            (path, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    for (path, bytes) in tree(from) {
        let target = to.join(path);
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::write(target, bytes).unwrap();
    }
}

#[test]
fn a_new_library_checks_and_builds_without_a_finding() {
    let library = library();
    let check = run(&["check", "--format", "json"], library.path());
    assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
    let report: serde_json::Value = serde_json::from_slice(&check.stdout).unwrap();
    let errors =
        report["diagnostics"].as_array().unwrap().iter().filter(|finding| finding["severity"] != "notice");
    assert_eq!(errors.count(), 0, "{report:#}");
    let claims = report["cases"][0]["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 4);
    for claim in claims {
        assert!(matches!(claim["quotes"][0]["match"].as_str(), Some("exact" | "normalized")), "{claim:#}");
        assert!(matches!(claim["verdict"].as_str(), Some("supported" | "quoted")), "{claim:#}");
    }

    let build = run(&["build"], library.path());
    assert_eq!(build.status.code(), Some(0), "{}", text(&build.stderr));
    assert!(library.path().join("public/en/cases/example-cache-expiry/index.html").is_file());
    assert!(library.path().join("public/index.html").is_file());
}

#[test]
fn init_never_changes_what_is_there() {
    let library = library();
    let settings = library.path().join("casebook.toml");
    std::fs::write(&settings, "title = \"Mine\"\n").unwrap();
    let again = run(&["init"], library.path());
    assert!(again.status.success());
    assert_eq!(text(&again.stdout), "");
    assert_eq!(std::fs::read_to_string(&settings).unwrap(), "title = \"Mine\"\n");
}

#[test]
fn a_changed_figure_is_an_error_at_its_place() {
    let library = library();
    let record = library.path().join("content/cases/example-cache-expiry.en.md");
    let wrong = std::fs::read_to_string(&record)
        .unwrap()
        .replace("not at all for 52 minutes", "not at all for 25 minutes");
    std::fs::write(&record, &wrong).unwrap();
    let check = run(&["check"], library.path());
    assert_eq!(check.status.code(), Some(1));
    let said = text(&check.stdout);
    let line = wrong.lines().position(|line| line.contains("25 minutes")).unwrap() + 1;
    let column = wrong.lines().nth(line - 1).unwrap().find("25 minutes").unwrap() + 1;
    assert!(said.contains("error[V007 fact-contradicted]"), "{said}");
    assert!(said.contains(&format!("example-cache-expiry.en.md:{line}:{column}")), "{said}");
    let build = run(&["build"], library.path());
    assert_eq!(build.status.code(), Some(1), "the site is built, and the status tells of the error");
    assert!(library.path().join("public/en/cases/example-cache-expiry/index.html").is_file());
}

#[test]
fn one_broken_record_leaves_the_others() {
    let library = library();
    std::fs::write(library.path().join("content/cases/broken.json"), "{\"id\": \"x\", \"title\": ").unwrap();
    let build = run(&["build"], library.path());
    assert_eq!(build.status.code(), Some(1));
    assert!(text(&build.stderr).contains("content/cases/broken.json:1"), "{}", text(&build.stderr));
    assert!(library.path().join("public/en/cases/example-cache-expiry/index.html").is_file());
}

#[test]
fn wrong_calls_end_with_two() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["no-such-command"][..],
        &["check", "--format", "yaml"],
        &["check", "--root", "no/such/folder"],
        &["check", "--snapshots", "no/such/folder"],
        &["build", "--base-url", "example.org"],
        &["explain", "Z999"],
        &["init", "--languages", "english_uk"],
        &["score", "no-such-case"],
    ] {
        let output = run(arguments, folder.path());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "", "{arguments:?}: results only on standard output");
    }
}

#[test]
fn an_output_that_cannot_be_written_ends_with_three() {
    let library = library();
    std::fs::write(library.path().join("taken"), "a file").unwrap();
    let output = run(&["build", "--out", "taken"], library.path());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(library.path().join("taken")).unwrap(), "a file");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let library = library();
    let mut child = casebook()
        .args(["check", "--format", "json"])
        .current_dir(library.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn help_teaches_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&run(&["--help"], folder.path()).stdout);
    assert!(help.contains("Exit status"), "{help}");
    for line in help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
    {
        let Some(name) = line.split_whitespace().next().filter(|name| *name != "help") else { continue };
        assert!(line.split_whitespace().count() > 2, "{name} says what it does: {line}");
        assert!(run(&[name, "--help"], folder.path()).status.success(), "{name}");
    }
}

/// The repository's own library, built twice: other folders, other thread counts, other zones.
#[test]
fn the_same_input_gives_the_same_bytes() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let mut sites = Vec::new();
    for (threads, zone) in [("1", "America/New_York"), ("4", "Asia/Seoul")] {
        let folder = tempfile::tempdir().unwrap();
        copy(&content, &folder.path().join("content"));
        let build = casebook()
            .args(["build", "--quiet", "--base-url", "https://example.org/lib/"])
            .env("RAYON_NUM_THREADS", threads)
            .env("TZ", zone)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(build.status.code(), Some(0), "{}", text(&build.stderr));
        sites.push(tree(&folder.path().join("public")));
    }
    let (one, four) = (&sites[0], &sites[1]);
    assert_eq!(one.keys().collect::<Vec<_>>(), four.keys().collect::<Vec<_>>());
    let apart: Vec<&String> = one.keys().filter(|path| one[*path] != four[*path]).collect();
    assert!(apart.is_empty(), "{apart:?}");
    // Packed files may hold these three bytes by chance.
    let mut texts = one.values().filter_map(|bytes| std::str::from_utf8(bytes).ok());
    assert!(texts.all(|text| !text.contains('\u{fffd}')));
}

#[test]
fn passages_are_proposed_for_sentences_without_evidence() {
    let library = library();
    let record = library.path().join("content/cases/example-cache-expiry.en.md");
    let text = std::fs::read_to_string(&record).unwrap();
    let more = text.replace("## Cause", "An alert fired after 4 minutes.\n\n## Cause");
    std::fs::write(&record, more).unwrap();
    let said = text_of(&run(&["evidence", "suggest", "example-cache-expiry"], library.path()));
    assert!(said.contains("summary (en): An alert fired after 4 minutes."), "{said}");
    assert!(said.contains("example-report: \"An alert on response times fired after 4 minutes.\""), "{said}");
}

fn text_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_check_tells_of_the_cases_and_files_that_are_named() {
    let library = library();
    let cases = library.path().join("content/cases");
    let source = "\"sources\":[{\"id\":\"s\",\"url\":\"https://a.example/\",\"text\":\"It took 5 s to answer, no less.\"}]";
    let record = |quote: &str| {
        format!(
            "{{\"id\":\"Q-1\",\"title\":{{\"en\":\"t\"}},\"date\":\"2021\",\"summary\":{{\"en\":\"It took 5 s to answer.[^a]\"}},\"evidence\":{{\"a\":[{{\"source\":\"s\",\"quote\":\"{quote}\"}}]}},{source}}}\n"
        )
    };
    std::fs::write(cases.join("q-1.json"), record("It took 5 s to answer")).unwrap();
    std::fs::write(cases.join("broken.json"), "{\"id\": \"B-1\",\n  oops}\n").unwrap();
    let files = |arguments: &[&str], at: &Path| -> Vec<String> {
        let out = run(&[&["check", "--format", "json"], arguments].concat(), at);
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        let mut files: Vec<String> = report["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| found["file"].as_str().unwrap().to_owned())
            .collect();
        files.dedup();
        files
    };
    assert_eq!(files(&["content/cases/broken.json"], library.path()), ["content/cases/broken.json"]);
    assert_eq!(files(&["broken.json"], &cases), ["content/cases/broken.json"]);
    assert!(files(&["q-1"], library.path()).iter().all(|file| file == "content/cases/q-1.json"));
    assert_eq!(run(&["check", "q-1"], library.path()).status.code(), Some(0));
    assert_eq!(run(&["check"], library.path()).status.code(), Some(1));
    let unknown = run(&["check", "Q-2"], library.path());
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("`Q-1` is near"), "{}", text(&unknown.stderr));

    // Evidence is written beside the named case alone.
    let before = tree(library.path());
    assert_eq!(run(&["check", "Q-1", "--update-evidence"], library.path()).status.code(), Some(0));
    let written: Vec<String> = tree(library.path())
        .into_keys()
        .filter(|path| !before.contains_key(path))
        .filter(|path| !path.starts_with(".casebook"))
        .collect();
    assert_eq!(written, ["content/cases/q-1.evidence.json"]);
}

#[test]
fn a_built_site_is_checked_where_it_lies_or_is_said_to() {
    let library = library();
    let base = ["--base-url", "https://a.example/lib/"];
    assert!(run(&[&["build"], &base[..]].concat(), library.path()).status.success());
    std::fs::write(library.path().join("public/.gitkeep"), "").unwrap();
    let out = run(&["check", "--site"], library.path());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stdout));
    let named = run(&["check", "--site", "public"], library.path());
    assert_eq!((named.status.code(), named.stdout), (out.status.code(), out.stdout));
    std::fs::write(
        library.path().join("public/en/index.html"),
        "<!doctype html><title>x</title><a href=nowhere/>y</a>",
    )
    .unwrap();
    assert_eq!(run(&["check", "--site"], library.path()).status.code(), Some(1));
}

#[test]
fn wrong_settings_leave_the_site_that_is_there() {
    let library = library();
    let settings = library.path().join("casebook.toml");
    let good = std::fs::read_to_string(&settings).unwrap();
    assert!(run(&["build"], library.path()).status.success());
    let before = tree(&library.path().join("public"));
    for broken in [
        "languages = [\"en\"\n",
        "languages = [\"en\"]\nbase_url = \"x\"\n",
        "languages = [\"en\"]\ntheme = \"nope\"\n",
    ] {
        std::fs::write(&settings, broken).unwrap();
        let out = run(&["build"], library.path());
        assert_eq!(out.status.code(), Some(2), "{broken}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains("casebook.toml"), "{}", text(&out.stderr));
        assert_eq!(tree(&library.path().join("public")), before, "{broken}");
    }
    std::fs::write(&settings, good).unwrap();
    assert!(run(&["build"], library.path()).status.success());
}
