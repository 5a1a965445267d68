//! The issue form, and what becomes of a filled one.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use casebook::diag::SourceFile;
use casebook::parse::{self, Node};
use serde_json::Value;

use crate::repository::{FILES, Repository, casebook, stderr, stdout};

fn form() -> String {
    let output =
        casebook().args(["schema", "issue-form", "--root", env!("CARGO_MANIFEST_DIR")]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn the_form_in_the_repository_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/ISSUE_TEMPLATE/incident.yml");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, form()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), form(), "write it with UPDATE_DOCS=1");
}

/// The form's questions, answered as the host writes the answers into the text.
fn filled(answer: impl Fn(&Value) -> Option<String>) -> String {
    let file = SourceFile::new("incident.yml", form());
    let (node, found) = parse::yaml(&file, (0..file.text.len()).into(), 64);
    assert!(found.is_empty(), "{found:?}");
    let form = node.as_ref().map(Node::to_json).unwrap();
    let mut text = String::new();
    for element in form["body"].as_array().unwrap().iter().filter(|element| element["type"] != "markdown") {
        let label = element["attributes"]["label"].as_str().unwrap();
        let given = answer(element).unwrap_or_else(|| "_No response_".to_owned());
        text.push_str(&format!("### {label}\n\n{given}\n\n"));
    }
    text
}

#[test]
fn a_filled_form_becomes_a_record_that_checks() {
    let text = filled(|element| {
        let options = &element["attributes"]["options"];
        Some(match element["id"].as_str().unwrap() {
            "title" => "A zone expired, and @nobody noticed".to_owned(),
            "date" => "2026-02-03".to_owned(),
            "org" => "Acme".to_owned(),
            // Every choice that the form offers is understood.
            "symptoms" => options
                .as_array()
                .unwrap()
                .iter()
                .map(|own| own.as_str().unwrap())
                .collect::<Vec<_>>()
                .join(", "),
            "lang" | "type" | "severity" => options[0].as_str().unwrap().to_owned(),
            "sources" => "https://example.org/log".to_owned(),
            "summary" => "The outage lasted 52 minutes.[^1]".to_owned(),
            "remediation" => "- The cache was warmed by hand.[^2]".to_owned(),
            "quotes" => {
                "[^1]: 1: \"The outage lasted 52 minutes.\"\n[^2]: 1: \"The cache was warmed by hand.\""
                    .to_owned()
            }
            "promise" => format!("- [X] {}", options[0]["label"].as_str().unwrap()),
            _ => return None,
        })
    });
    let repository = Repository::with(&FILES);
    repository.write("issue.md", &text);
    let import = || repository.casebook(&["import", "form", "issue.md", "--author", "octocat"]);
    let output = import();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let path = "content/cases/a-zone-expired-and-nobody-noticed.en.md";
    assert_eq!(stdout(&output), format!("{path}\n"));
    let check = repository.casebook(&["check", "--format", "json"]);
    let report: Value = serde_json::from_slice(&check.stdout).unwrap();
    let found: Vec<&Value> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|own| own["file"] == path && own["severity"] != "notice")
        .collect();
    assert!(found.is_empty(), "{found:#?}\n{}", repository.read(path));
    let case = report["cases"]
        .as_array()
        .unwrap()
        .iter()
        .find(|case| case["id"] == "a-zone-expired-and-nobody-noticed")
        .unwrap();
    // The address is that of the library's own source, whose text is at hand.
    let verdicts: Vec<&str> =
        case["claims"].as_array().unwrap().iter().map(|claim| claim["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts.len(), 2, "{case:#}");
    assert!(verdicts.iter().all(|verdict| matches!(*verdict, "supported" | "quoted")), "{verdicts:?}");

    let again = import();
    assert_eq!(again.status.code(), Some(0), "the same form gives the same file: {}", stderr(&again));
    repository.edit(path, "52 minutes.[^1]", "53 minutes.[^1]");
    let kept = import();
    assert_eq!(kept.status.code(), Some(1), "a changed record is kept");
    assert!(repository.read(path).contains("53 minutes"));
}

#[test]
fn a_form_comes_by_standard_input_and_what_does_not_fit_is_told() {
    let repository = Repository::with(&FILES);
    let run = |text: &str| {
        let mut child = casebook()
            .args(["import", "form", "-", "--print", "--root"])
            .arg(repository.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let text = filled(|element| match element["id"].as_str().unwrap() {
        "title" => Some("---\nid: other\n---".to_owned()),
        "severity" => Some("Catastrophic".to_owned()),
        _ => None,
    });
    let output = run(&text);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("---\nid: NEW\ntitle: \"--- id: other ---\"\n"),
        "{}",
        stdout(&output)
    );
    assert!(stderr(&output).contains("no term `Catastrophic`"), "{}", stderr(&output));
    let nothing = run("Just a question about the library.\n");
    assert_eq!((nothing.status.code(), stdout(&nothing).as_str()), (Some(1), ""));
    assert!(stderr(&nothing).contains("Just a question"), "{}", stderr(&nothing));
}
