//! Outside judges: asked on request, kept apart, told when they fail.

use std::path::Path;
use std::process::{Command, Output};

fn library(judge: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "casebook.toml",
        "title = \"T\"\n\n[[verify.judge]]\nname = \"script\"\ncommand = [\"sh\", \"judge.sh\"]\ntimeout = 20\n",
    );
    write("judge.sh", judge);
    write(
        "content/sources/log.md",
        "---\nurl: https://a.example/log\nlang: en\n---\nThe check dropped from 511ms to 29ms.\n",
    );
    write(
        "content/cases/a.en.md",
        "---\ntitle: A\nlang: en\nsources: [log]\n---\n\n## Summary\n\nThe check dropped from 511 ms to 29 ms.[^t1]\n\n\
         [^t1]: log: \"The check dropped from 511ms to 29ms.\"\n",
    );
    folder
}

fn check(root: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_casebook"))
        .args(["check", "--format", "json", "--as-of", "2026-11-30", "--root"])
        .arg(root)
        .args(more)
        .current_dir(root)
        .output()
        .unwrap()
}

fn report(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn answers_stand_beside_the_verdict() {
    let folder = library(
        "while read -r line; do echo '{\"id\":\"0\",\"verdict\":\"contradicted\",\"reason\":\"so I say\",\"version\":\"1\"}'; done\n",
    );
    let evidence = folder.path().join("content/cases/a.evidence.json");
    check(folder.path(), &[]);
    assert!(!evidence.exists(), "a plain check must neither ask nor write");
    check(folder.path(), &["--update-evidence"]);
    let kept = std::fs::read_to_string(&evidence).unwrap();
    assert!(kept.contains("so I say") && kept.contains("\"verified\": \"2026-11-30\""), "{kept}");
    let claim = report(&check(folder.path(), &[]))["cases"][0]["claims"][0].clone();
    assert_eq!(claim["verdict"], "supported");
    assert_eq!(claim["judged"][0]["verdict"], "contradicted");
    // Asked once: a judge that would now fail is not run again, and the file stays.
    std::fs::write(folder.path().join("judge.sh"), "exit 9\n").unwrap();
    let again = check(folder.path(), &["--update-evidence"]);
    assert!(!String::from_utf8_lossy(&again.stdout).contains("V021"));
    assert_eq!(std::fs::read_to_string(&evidence).unwrap(), kept);
}

#[test]
fn a_judge_that_fails_or_talks_nonsense_is_a_diagnostic() {
    for script in ["exit 3\n", "cat >/dev/null; echo hello\n", "cat >/dev/null\n"] {
        let folder = library(script);
        let report = report(&check(folder.path(), &["--update-evidence"]));
        let told: Vec<&str> =
            report["diagnostics"].as_array().unwrap().iter().filter_map(|own| own["code"].as_str()).collect();
        assert!(told.contains(&"V021"), "{script}: {told:?}");
        assert_eq!(report["cases"][0]["claims"][0]["verdict"], "supported");
    }
}
