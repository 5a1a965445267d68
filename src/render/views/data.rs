//! The data page: what is published, what it means, how to cite it, and how to open it.

use serde::Serialize;

use super::prose::{self, Table};
use super::{Link, Page, TextView};
use crate::model::Page as FreePage;
use crate::render::address::Path;
use crate::render::feed;
use crate::render::html::{Html, encode_address, json_for_script};
use crate::render::locale::{Locale, Say};
use crate::render::names;
use crate::render::scope::{Head, Scope};

/// Folder of the dataset below the site's root.
const FOLDER: &str = "data";

/// The page on the dataset.
#[derive(Debug, Clone, Serialize)]
pub struct DataPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// The library's text, or the built-in one.
    pub text: TextView,
    /// The licence, in a sentence.
    pub licence: String,
    /// The files of the dataset.
    pub files: Vec<DataFile>,
    /// How to cite it, in one line.
    pub cite: String,
    /// Ways to open it.
    pub recipes: Vec<Recipe>,
    /// The columns of every table; their meanings are in English.
    pub tables: Vec<Table>,
    /// Lists for programs and feeds.
    pub links: Vec<Link>,
}

/// A file of the dataset.
#[derive(Debug, Clone, Serialize)]
pub struct DataFile {
    /// Its name below the dataset's folder.
    pub name: String,
    /// Where it stands.
    pub path: String,
    /// What it is.
    pub about: String,
    /// Its size as written.
    pub size: String,
}

/// A few lines that open the dataset with a program.
#[derive(Debug, Clone, Serialize)]
pub struct Recipe {
    /// `duckdb`, `pandas`, `sqlite`, `jq`.
    pub id: &'static str,
    /// The program's name.
    pub label: &'static str,
    /// What the lines are written in: `python` or `sh`.
    pub language: &'static str,
    /// The lines.
    pub text: String,
}

/// The page, under the library's own text where there is one.
pub fn data_page(scope: &Scope<'_>, own: Option<&FreePage>) -> DataPage {
    let locale = scope.locale;
    let path = Path::under(&locale.lang, "data/");
    let config = &scope.site.library.config;
    let (heading, text, description) = match own.map(|own| prose::free_page(scope, own)) {
        Some(view) => (view.heading, view.text, view.page.description),
        None => (
            locale.text("data_heading"),
            prose::prose(locale.text("data_text")),
            locale.text("data_description"),
        ),
    };
    let mut page = scope.page(Head {
        kind: "data",
        path: &path,
        title: heading.clone(),
        description,
        breadcrumb: vec![scope.home()],
    });
    let files: Vec<DataFile> = scope.site.dataset.files.iter().map(|file| data_file(locale, file)).collect();
    if let Some(address) = scope.absolute(&path) {
        let downloads: Vec<serde_json::Value> = std::iter::once(("api/v1/cases.json", "application/json"))
            .chain(files.iter().map(|file| (file.path.as_str(), media_type(&file.name))))
            .map(|(path, kind)| {
                serde_json::json!({"@type": "DataDownload", "encodingFormat": kind,
                    "contentUrl": format!("{}{path}", scope.site.base_url)})
            })
            .collect();
        let dataset = serde_json::json!({
            "@context": "https://schema.org", "@type": "Dataset", "name": scope.site_title(),
            "description": locale.text("data_description"), "url": address, "license": config.licence,
            "inLanguage": config.languages.iter().map(|lang| lang.as_str()).collect::<Vec<_>>(),
            "dateModified": scope.site.as_of.to_string(), "isAccessibleForFree": true,
            "distribution": downloads,
        });
        page.json_ld = Some(Html(json_for_script(&dataset)));
    }
    let address = scope.absolute(&path).map_or_else(String::new, |address| format!(" {address}."));
    let cite = format!(
        "{} ({}). {}.{address} {}.",
        scope.site_title(),
        scope.site.as_of.year(),
        locale.text("data_version_of").replace("%date%", &scope.site.as_of.to_string()),
        config.licence
    );
    DataPage {
        page,
        heading,
        text,
        licence: locale.say("data_licence", &[("licence", Say::Text(&config.licence))]),
        recipes: recipes(scope),
        files,
        cite,
        tables: tables(scope),
        links: links(scope),
    }
}

fn links(scope: &Scope<'_>) -> Vec<Link> {
    let locale = scope.locale;
    let link = |key: &str, path: &str| Link { label: locale.text(key), path: path.to_owned() };
    let mut links = vec![
        link("data_cases", "api/v1/cases.json"),
        link("data_vocabularies", "api/v1/vocabularies.json"),
        link("data_sources", "api/v1/sources.json"),
    ];
    for feed in feed::of_all(scope) {
        for (ending, format) in [("xml", "Atom"), ("json", "JSON Feed")] {
            let label = format!("{} ({format})", locale.text(feed.kind.key()));
            links.push(Link { label, path: Path::new(format!("{}.{ending}", feed.stem)).encoded() });
        }
    }
    links
}

/// What kind of file `name` is: the key of the sentence about it.
fn kind(name: &str) -> &'static str {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let ending = name.rsplit('.').next().unwrap_or_default();
    match (name, ending) {
        _ if name.starts_with("excel/") => "excel",
        ("datapackage.json", _) => "datapackage",
        ("croissant.json", _) => "croissant",
        ("SHA256SUMS", _) => "sums",
        ("osv/index.json", _) => "osv",
        (_, "cff") => "citation",
        (_, "md") => "dictionary",
        (_, "jsonl") => "jsonl",
        (_, "sqlite") => "sqlite",
        (_, "parquet") => "parquet",
        _ => "csv",
    }
}

fn media_type(name: &str) -> &'static str {
    if name.ends_with(".gz") {
        return "application/gzip";
    }
    match kind(name) {
        "datapackage" | "croissant" | "osv" => "application/json",
        "jsonl" => "application/jsonl",
        "sqlite" => "application/vnd.sqlite3",
        "parquet" => "application/vnd.apache.parquet",
        "citation" => "application/yaml",
        "dictionary" => "text/markdown",
        "sums" => "text/plain",
        _ => "text/csv",
    }
}

fn data_file(locale: &Locale, (name, bytes): &(String, usize)) -> DataFile {
    DataFile {
        name: name.clone(),
        path: Path::new(format!("{FOLDER}/{name}")).encoded(),
        about: locale.text(&names::key("data_about", kind(name))),
        size: size(locale, *bytes),
    }
}

/// A size in units of a thousand.
fn size(locale: &Locale, bytes: usize) -> String {
    // A file of a dataset is far from the 2^52 bytes to which a float counts.
    let bytes = bytes as f64;
    let (value, unit) = if bytes < 1_000.0 {
        (locale.points(bytes), "data_size_b")
    } else if bytes < 1_000_000.0 {
        (locale.tenths(bytes / 1_000.0), "data_size_kb")
    } else {
        (locale.tenths(bytes / 1_000_000.0), "data_size_mb")
    };
    format!("{value}\u{a0}{}", locale.text(unit))
}

/// The data dictionary.
fn tables(scope: &Scope<'_>) -> Vec<Table> {
    let head = ["data_column", "data_type", "column_meaning"].map(|key| scope.locale.text(key));
    let tables = scope.site.dataset.tables.iter();
    // A column that is younger than the messages is told as the dictionary tells it.
    let meaning = |key: &str, told: &str| {
        if scope.locale.has(key) { scope.locale.text(key) } else { told.to_owned() }
    };
    tables
        .map(|table| Table {
            anchor: format!("table-{}", table.name),
            caption: format!("{}: {}", table.name, meaning(&format!("table_{}", table.name), table.meaning)),
            columns: head.to_vec(),
            rows: table
                .columns
                .iter()
                .map(|(name, kind, told)| {
                    let key = format!("table_{}_column_{name}", table.name);
                    vec![(*name).to_owned(), kind.clone(), meaning(&key, told)]
                })
                .collect(),
        })
        .collect()
}

/// Recipes of at most five lines that run as they stand: from the site's address where it is known, else
/// in the folder of the built site.
fn recipes(scope: &Scope<'_>) -> Vec<Recipe> {
    // Some files are in parts in a large dataset: the first of each stands for all.
    let file = |stem: &str, ending: &str| {
        let names =
            [format!("{stem}.{ending}"), format!("{stem}-1.{ending}"), format!("{stem}-1.{ending}.gz")];
        let there = |name: &String| scope.site.dataset.files.iter().any(|(own, _)| own == name);
        names.into_iter().find(there)
    };
    let (Some(parquet), Some(csv), Some(lines), Some(database)) =
        (file("cases", "parquet"), file("cases", "csv"), file("cases", "jsonl"), file("casebook", "sqlite"))
    else {
        return Vec::new();
    };
    let base = scope.site.base_url;
    let known = !base.is_empty();
    // Quoted in single quotes, for Python as for a shell.
    let at = |name: &str| encode_address(&format!("{base}{FOLDER}/{name}")).replace('\'', "%27");
    let whole = file("texts", "csv").is_some_and(|name| name == "texts.csv");
    let (fetch, local) = if known {
        let fetch = format!(
            "import duckdb, urllib.request\nurllib.request.urlretrieve('{}', '{parquet}')\n",
            at(&parquet)
        );
        (fetch, parquet.clone())
    } else {
        ("import duckdb\n".to_owned(), at(&parquet))
    };
    let duckdb = format!(
        "{fetch}print(duckdb.sql(\"\"\"SELECT root_cause, count(*) AS cases, round(avg(score), 1) AS score\n  \
         FROM '{local}' GROUP BY ALL ORDER BY cases DESC, root_cause\"\"\"))\n"
    );
    let pandas = format!(
        "import pandas\ncases = pandas.read_csv('{}')\n\
         print(cases.groupby('root_cause')['score'].agg(['count', 'mean']).round(1))\n",
        at(&csv)
    );
    let (fetch, local) = if known {
        (format!("curl -sSO '{}'\n", at(&database)), database.clone())
    } else {
        (String::new(), at(&database))
    };
    let query = if whole {
        "SELECT t.case_id, t.field, snippet(texts_search, 0, '[', ']', '…', 9) AS found\n  \
         FROM texts_search JOIN texts t ON t.rowid = texts_search.rowid\n  \
         WHERE texts_search MATCH 'the OR a OR in' ORDER BY rank, t.rowid LIMIT 5"
    } else {
        "SELECT root_cause, count(*) FROM cases GROUP BY 1 ORDER BY 2 DESC LIMIT 5"
    };
    let sqlite = format!("{fetch}sqlite3 '{local}' \"{query}\"\n");
    let filter = "'select(.computed.score.total >= 50) | [.record.id, .computed.score.total] | @tsv'";
    let jq = match (known, lines.ends_with(".gz")) {
        (true, true) => format!("curl -sS '{}' | gunzip |\n  jq -r {filter}\n", at(&lines)),
        (true, false) => format!("curl -sS '{}' |\n  jq -r {filter}\n", at(&lines)),
        (false, true) => format!("gunzip -c '{}' |\n  jq -r {filter}\n", at(&lines)),
        (false, false) => format!("jq -r {filter} '{}'\n", at(&lines)),
    };
    [
        ("duckdb", "DuckDB", "python", duckdb),
        ("pandas", "pandas", "python", pandas),
        ("sqlite", "SQLite", "sh", sqlite),
        ("jq", "jq", "sh", jq),
    ]
    .map(|(id, label, language, text)| Recipe { id, label, language, text })
    .into()
}
