//! `docs/diagnostics/` holds the page of every rule, equal to what the program itself tells.
//! `UPDATE_DOCS=1` writes the pages.

use std::path::Path;

use casebook::diag::CODES;

#[test]
fn every_rule_has_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let mut pages: Vec<(String, String)> =
        CODES.iter().map(|rule| (format!("{}.md", rule.code), rule.markdown())).collect();
    let mut list = "# Diagnostics\n\nEvery finding has a code: the letter of the stage that finds it, and a number.\n`casebook explain CODE` shows the same pages.\n\n".to_owned();
    for rule in CODES {
        let first = rule.page.lines().next().unwrap_or_default().trim();
        list.push_str(&format!("- [{0} {1}]({0}.md): {2}\n", rule.code, rule.slug, first));
    }
    pages.push(("README.md".to_owned(), list));
    if update {
        std::fs::create_dir_all(&folder).unwrap();
    }
    let mut wrong = Vec::new();
    for (name, page) in &pages {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).ok().as_deref() != Some(page) {
            if update {
                std::fs::write(&path, page).unwrap();
            } else {
                wrong.push(name.clone());
            }
        }
    }
    let known = |name: &str| pages.iter().any(|(own, _)| own == name);
    for entry in std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !known(&name) {
            wrong.push(format!("{name} (no such rule)"));
        }
    }
    assert!(wrong.is_empty(), "out of date, write them with UPDATE_DOCS=1: {}", wrong.join(", "));
}

#[test]
fn every_page_shows_wrong_and_right() {
    for rule in CODES {
        assert!(rule.page.len() > 80, "{} says too little", rule.code);
        let both = rule.page.contains("Wrong") == rule.page.contains("Right");
        assert!(both, "{} shows only one of wrong and right", rule.code);
    }
}
