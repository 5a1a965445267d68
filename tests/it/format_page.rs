//! `docs/format.md`: the tables of fields are written from the program's own list, and every example
//! in it is read. `UPDATE_DOCS=1` writes the tables.

use std::path::Path;

use casebook::load::Sources;
use casebook::model::fields::{FIELDS, SOURCE_FIELDS};
use casebook::model::{self, lower};

/// Puts `table` between the marks `<!-- name -->` and `<!-- /name -->`.
fn fill(page: &str, name: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let start = page.find(&open).unwrap_or_else(|| panic!("no mark {name}")) + open.len();
    let end = page.find(&close).unwrap();
    format!("{}\n{table}\n{}", &page[..start], &page[end..])
}

#[test]
fn the_tables_of_the_format_page_are_the_program_s() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let cell = |text: &str| text.replace('|', "\\|");
    let mut fields = "| field | meaning | example |\n| --- | --- | --- |\n".to_owned();
    for field in &FIELDS {
        fields.push_str(&format!(
            "| `{}` | {} | `{}` |\n",
            field.name,
            cell(field.about),
            cell(field.example)
        ));
    }
    let mut sources = "| field | meaning | example |\n| --- | --- | --- |\n".to_owned();
    for (name, about, example) in &SOURCE_FIELDS {
        sources.push_str(&format!("| `{name}` | {} | `{}` |\n", cell(about), cell(example)));
    }
    let filled = fill(&fill(&page, "fields", &fields), "source fields", &sources);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &filled).unwrap();
    } else {
        assert!(filled == page, "docs/format.md is out of date; write it with UPDATE_DOCS=1");
    }
}

#[test]
fn the_examples_of_the_format_page_are_read_without_a_finding() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format.md")).unwrap();
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.split_inclusive('\n') {
        match &mut open {
            Some((_, text)) if !line.starts_with("````") => text.push_str(line),
            Some(_) => files.extend(open.take()),
            None => {
                if let Some(path) = line.strip_prefix("````").and_then(|info| info.trim().split_once(' ')) {
                    open = Some((path.1.to_owned(), String::new()));
                }
            }
        }
    }
    assert!(files.len() >= 8, "only {} examples were read", files.len());
    let checked = model::lower(&Sources::from_memory(files));
    assert!(checked.diagnostics.is_empty(), "{:#?}", checked.diagnostics);
    assert!(checked.value.cases.iter().any(|case| case.claims.len() >= 3 && case.langs.len() == 2));
}

#[test]
fn the_dates_and_lengths_of_the_format_page_are_read() {
    for date in ["2021", "2021-10", "2021-10-28", "2021-10-28T13:37Z", "2021-10-28T13:37:00.5-07:00"] {
        assert!(lower::read_date(date).is_some(), "{date}");
    }
    for length in ["73h", "1h30m", "2d", "45s", "1w", "PT10M", "P1DT2H"] {
        assert!(lower::read_length(length).is_some(), "{length}");
    }
}
