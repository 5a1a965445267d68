//! `docs/themes.md` tells every field of every view: the tables are made from the types themselves.
//! `UPDATE_DOCS=1` writes them anew.

use std::path::Path;

/// Templates with the view that each is fed with.
const VIEWS: [(&str, &str); 16] = [
    ("home", "HomePage"),
    ("cases", "CasesPage"),
    ("case", "CasePage"),
    ("browse", "BrowsePage"),
    ("vocabulary", "VocabularyPage"),
    ("term", "TermPage"),
    ("sources", "SourcesPage"),
    ("source", "SourcePage"),
    ("search", "SearchPage"),
    ("statistics", "StatisticsPage"),
    ("failing", "FailingPage"),
    ("changes", "ChangesPage"),
    ("contribute", "ContributePage"),
    ("data", "DataPage"),
    ("prose", "ProsePage"),
    ("error", "ErrorPage"),
];

struct View {
    name: String,
    about: String,
    /// Name, type, meaning.
    fields: Vec<(String, String, String)>,
}

/// The structs of a source file whose fields are public and documented.
fn views(source: &str) -> Vec<View> {
    let mut found: Vec<View> = Vec::new();
    let mut about = String::new();
    let mut open = false;
    for line in source.lines() {
        let text = line.trim();
        if let Some(words) = text.strip_prefix("///") {
            about = format!("{about} {}", words.trim()).trim().to_owned();
        } else if let Some(rest) = line.strip_prefix("pub struct ") {
            open = rest.ends_with('{');
            let name = rest.split([' ', '<', '(', ';']).next().unwrap().to_owned();
            found.push(View { name, about: std::mem::take(&mut about), fields: Vec::new() });
        } else if let Some(field) = text.strip_prefix("pub ").filter(|_| open && line.starts_with("    pub "))
        {
            let (name, kind) = field.trim_end_matches(',').split_once(": ").unwrap();
            found.last_mut().unwrap().fields.push((name.to_owned(), shown(kind), std::mem::take(&mut about)));
        } else if !text.starts_with('#') {
            about.clear();
            open &= line != "}";
        }
    }
    found.retain(|view| !view.fields.is_empty());
    found
}

/// A type as a writer of templates thinks of it.
fn shown(kind: &str) -> String {
    let inner = |prefix: &str| kind.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    match kind {
        "String" | "&'static str" => "text".to_owned(),
        "Html" => "markup".to_owned(),
        "bool" => "yes or no".to_owned(),
        "usize" | "f64" | "u64" => "number".to_owned(),
        _ => match (inner("Option<"), inner("Vec<")) {
            (Some(one), _) => format!("{} or none", shown(one)),
            (_, Some(many)) => format!("list of {}", shown(many)),
            _ => format!("[{kind}](#{})", kind.to_lowercase()),
        },
    }
}

const START: &str = "<!-- from the view types: UPDATE_DOCS=1 cargo test --test it themes_page -->\n";

#[test]
fn the_page_on_themes_tells_every_field_of_every_view() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![root.join("src/render/mod.rs")];
    for entry in walkdir::WalkDir::new(root.join("src/render/views")).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|ending| ending == "rs") {
            sources.push(entry.into_path());
        }
    }
    let mut all: Vec<View> =
        sources.iter().flat_map(|path| views(&std::fs::read_to_string(path).unwrap())).collect();
    all.retain(|view| {
        !matches!(
            view.name.as_str(),
            "Site" | "Dataset" | "DatasetTable" | "File" | "Job" | "Press" | "FieldText"
        )
    });
    let find =
        |name: &str| all.iter().find(|view| view.name == name).unwrap_or_else(|| panic!("no view {name}"));
    let mut page = String::from(START);
    let mut tables = |heading: String, view: &View| {
        page.push_str(&format!(
            "\n### {heading}\n\n{}\n\n| field | type | meaning |\n| --- | --- | --- |\n",
            view.about
        ));
        for (name, kind, about) in &view.fields {
            assert!(!about.is_empty(), "{}.{name} is not told", view.name);
            page.push_str(&format!("| `{name}` | {kind} | {} |\n", about.replace('|', "\\|")));
        }
    };
    for (template, view) in VIEWS {
        tables(format!("`{template}.html`"), find(view));
    }
    tables("`site`".to_owned(), find("Frame"));
    all.sort_by(|a, b| a.name.cmp(&b.name));
    for view in
        all.iter().filter(|view| view.name != "Frame" && !VIEWS.iter().any(|(_, page)| *page == view.name))
    {
        tables(view.name.clone(), view);
    }
    let path = root.join("docs/themes.md");
    let written = std::fs::read_to_string(&path).unwrap();
    let head = written.split(START).next().unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1") {
        std::fs::write(&path, format!("{head}{page}")).unwrap();
        return;
    }
    assert!(
        written == format!("{head}{page}"),
        "docs/themes.md is behind the views: UPDATE_DOCS=1 writes it anew"
    );
}
