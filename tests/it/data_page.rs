//! The page on the dataset tells what every column means in the language of the page.

use std::process::Command;

#[test]
fn every_column_is_told_in_the_language_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::create_dir_all(root.join("content/cases")).unwrap();
    std::fs::write(root.join("casebook.toml"), "languages = [\"en\", \"ko\", \"ru\"]\n").unwrap();
    let record = r#"{"id": "down", "type": "incident", "title": {"en": "Down"}, "date": "2024-05-06"}"#;
    std::fs::write(root.join("content/cases/down.json"), record).unwrap();
    let site = root.join("site");
    let mut build = Command::new(env!("CARGO_BIN_EXE_casebook"));
    let built = build.arg("--root").arg(root).args(["build", "--out"]).arg(&site).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let read = |path: &str| std::fs::read_to_string(site.join(path)).unwrap();
    let dictionary = read("data/dictionary.md");
    // | column | type | meaning |
    let told: Vec<&str> = dictionary
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| column ") && !line.starts_with("| -"))
        .filter_map(|line| line.trim_end_matches([' ', '|']).rsplit(" | ").next())
        .collect();
    assert!(told.len() > 50, "{dictionary}");
    let section = |lang: &str| {
        let page = read(&format!("{lang}/data/index.html"));
        page.split_once("id=\"columns\"")
            .unwrap()
            .1
            .split_once("</section>")
            .unwrap()
            .0
            .replace("&#39;", "'")
            .replace("&#x27;", "'")
    };
    let (english, korean, russian) = (section("en"), section("ko"), section("ru"));
    for meaning in told {
        let cell = format!("<td>{meaning}</td>");
        assert!(english.contains(&cell), "the English page lacks {meaning}");
        for (lang, own) in [("ko", &korean), ("ru", &russian)] {
            assert!(!own.contains(&cell), "the page in {lang} says {meaning}");
        }
    }
}
