//! The canonical form of records: formatting twice is formatting once, and nothing that is said changes.

use casebook::diag::SourceFile;
use casebook::load::Sources;
use casebook::model::{self, form};
use proptest::prelude::*;
use serde_json::Value;

/// The record that a library of this one file says.
fn said(path: &str, text: &str) -> Vec<Value> {
    let library = model::lower(&Sources::from_memory([(path, text)])).value;
    library.cases.iter().map(|case| case.record.to_value()).collect()
}

fn formatted(path: &str, text: &str) -> Option<String> {
    let file = SourceFile::new(path, text);
    let order = form::record_order();
    if path.ends_with(".json") { form::json(&file, &order, 64) } else { form::markdown(&file, &order, 64) }
}

/// Every comment and every word of `text`, sorted.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\"plain words\"".to_owned()),
        Just("\"colon: and # hash\"".to_owned()),
        Just("\"한국어 문장\"".to_owned()),
        Just("\"esc \\\" \\\\ end\"".to_owned()),
        Just("[\"a\", \"b\"]".to_owned()),
        Just("\"\"".to_owned()),
    ]
}

fn names() -> impl Strategy<Value = Vec<&'static str>> {
    Just(vec!["title", "severity", "date", "zeta", "org", "former_ids", "related", "unheard_of"])
        .prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn front_matter_in_yaml_and_toml(
        names in names(), count in 1..8usize, values in prop::collection::vec(value(), 8),
        comments in prop::collection::vec(prop::option::of("[a-z가 #:]{1,12}"), 9), toml: bool, crlf: bool, blank: bool,
    ) {
        let (fence, equals) = if toml { ("+++", "=") } else { ("---", ":") };
        let mut text = format!("{fence}\n");
        for (number, name) in names.iter().take(count).enumerate() {
            if let Some(comment) = &comments[number] {
                text.push_str(&format!("# {comment}\n"));
                if blank {
                    text.push('\n');
                }
            }
            text.push_str(&format!("{name}{} {}\n", if toml { " =" } else { equals }, values[number]));
        }
        if let Some(comment) = &comments[8] {
            text.push_str(&format!("# {comment}\n"));
        }
        text.push_str(&format!("{fence}\n\n\nText of it.  \nMore.\n\n<!-- kept -->\n\n##Cause\n- one\n\n[^n]: log: \"q\"\n\n\n"));
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let once = formatted("content/cases/a.md", &text).expect("it is read");
        let twice = formatted("content/cases/a.md", &once).expect("it is read again");
        prop_assert_eq!(&twice, &once);
        prop_assert_eq!(said("content/cases/a.md", &once), said("content/cases/a.md", &text));
        let spaced = text.replace("##Cause", "## Cause");
        prop_assert_eq!(words(&once), words(&spaced));
    }

    #[test]
    fn records_in_json(
        names in names(), count in 1..8usize, values in prop::collection::vec(value(), 8), list: bool, space in "[ \n\t]{0,3}",
    ) {
        let fields: Vec<String> = names.iter().take(count).enumerate().map(|(at, name)| format!("\"{name}\":{space}{}", values[at])).collect();
        let one = format!("{{\"id\": \"x\",{space}\"n\": 1.50, {}}}", fields.join(","));
        let text = if list { format!("[{one},{space}{{\"id\": \"y\", \"title\": {{\"ko\": \"\\u00e9\"}}}}]") } else { one };
        let once = formatted("content/cases/a.json", &text).expect("it is read");
        prop_assert_eq!(&formatted("content/cases/a.json", &once).expect("again"), &once);
        prop_assert_eq!(said("content/cases/a.json", &once), said("content/cases/a.json", &text));
        prop_assert!(once.contains("1.50"));
    }
}

#[test]
fn tables_of_toml_are_sorted_below_the_keys() {
    let text = "+++\ntitle = \"T\"\n\n# where it is told\n[[sources]]\nid = \"s\"\nurl = \"https://a.example/\"\n\n[timeline]\nresolved_after = \"1h\"\n\n[[timeline.events]]\nat = 2024-01-02\ntext = \"x\"\n\n[impact]\nscope = \"all\"\n+++\n\nText.\n";
    let once = formatted("content/cases/a.md", text).unwrap();
    let at = |words: &str| once.find(words).unwrap_or_else(|| panic!("{words}\n{once}"));
    assert!(at("[impact]") < at("[timeline]") && at("[timeline]") < at("[[timeline.events]]"));
    assert!(
        at("[[timeline.events]]") < at("# where it is told") && at("# where it is told") < at("[[sources]]")
    );
    assert_eq!(formatted("content/cases/a.md", &once).as_deref(), Some(once.as_str()));
    assert_eq!(said("content/cases/a.md", &once), said("content/cases/a.md", text));
}
