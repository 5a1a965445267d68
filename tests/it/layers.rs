//! A stage imports earlier stages and the ground, never a later one.

use std::path::Path;

/// The stages in the order of the pipeline.
const STAGES: [&str; 10] =
    ["load", "parse", "model", "verify", "score", "relate", "index", "render", "write", "audit"];

#[test]
fn stages_import_only_earlier_stages() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for entry in walkdir::WalkDir::new(&src).into_iter().filter_map(Result::ok) {
        let path = entry.path().strip_prefix(&src).unwrap().to_string_lossy().into_owned();
        if !path.ends_with(".rs") {
            continue;
        }
        let own = path.split(['/', '.']).next().unwrap();
        let rank = STAGES.iter().position(|stage| *stage == own);
        let ground = matches!(own, "diag" | "text");
        if rank.is_none() && !ground {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap();
        for (number, line) in text.lines().enumerate() {
            for (at, _) in line.match_indices("crate::") {
                let name: String =
                    line[at + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                seen += 1;
                let later = match (STAGES.iter().position(|stage| *stage == name), rank) {
                    (Some(used), Some(own)) => used > own,
                    (Some(_), None) => true,
                    (None, _) => matches!(name.as_str(), "cli" | "exchange" | "pipeline"),
                };
                if later {
                    wrong.push(format!("src/{path}:{}: {}", number + 1, line.trim()));
                }
            }
        }
    }
    assert!(seen > 0, "no import was read: the test has gone blind");
    assert!(wrong.is_empty(), "a stage imports a later one:\n{}", wrong.join("\n"));
}
