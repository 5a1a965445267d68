//! Pages of text: method, data, free pages, the skeleton of search, and what a wrong address shows.

use serde::Serialize;

use super::evidence::verdict_view;
use super::{Link, Page, TextView};
use crate::model::Page as FreePage;
use crate::render::address::Path;
use crate::render::html::{Html, Target, json_for_script};
use crate::render::links::Home;
use crate::render::locale::{Say, direction};
use crate::render::markdown::{self, Around};
use crate::render::names;
use crate::render::scope::{Head, Scope};
use crate::score::Part;
use crate::text::Anchors;

/// A page of text.
#[derive(Debug, Clone, Serialize)]
pub struct ProsePage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// The text.
    pub text: TextView,
    /// Tables below the text.
    pub tables: Vec<Table>,
    /// Links below the text.
    pub links: Vec<Link>,
}

/// A plain table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// Id on the page.
    pub anchor: String,
    /// Caption.
    pub caption: String,
    /// Column heads.
    pub columns: Vec<String>,
    /// Rows; the first cell is the row's head.
    pub rows: Vec<Vec<String>>,
}

/// The skeleton that the search script fills.
#[derive(Debug, Clone, Serialize)]
pub struct SearchPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// Where the form leads: this page.
    pub search_path: String,
    /// Whether the page diagnoses rather than searches.
    pub diagnose: bool,
    /// The scripts' texts as JSON, ready for their script element.
    pub texts: Html,
    /// What a reader without script can do.
    pub without_script: Vec<Link>,
}

/// What a wrong address shows.
#[derive(Debug, Clone, Serialize)]
pub struct ErrorPage {
    /// The frame.
    pub page: Page,
    /// One entry a language.
    pub languages: Vec<ErrorLanguage>,
}

/// The message in one language.
#[derive(Debug, Clone, Serialize)]
pub struct ErrorLanguage {
    /// Tag.
    pub lang: String,
    /// Direction.
    pub dir: &'static str,
    /// Heading.
    pub heading: String,
    /// What to do.
    pub text: String,
    /// Ways on.
    pub links: Vec<Link>,
}

/// Ids that a page of prose itself uses.
pub const RESERVED: [&str; 3] = ["content", "top", "q"];

/// A free page in the best language that it has.
pub fn free_page(scope: &Scope<'_>, free: &FreePage) -> ProsePage {
    let locale = scope.locale;
    let path = Path::page(&locale.lang, &free.name);
    let title = locale.best_of(&free.title).map_or_else(|| free.name.clone(), |(_, title)| title.to_owned());
    let body = locale
        .wanted
        .iter()
        .find_map(|lang| free.body.get_key_value(lang))
        .or_else(|| free.body.iter().next());
    let text = body.map_or_else(TextView::default, |(lang, body)| {
        let resolve = |target: &Target<'_>| {
            let lead = scope.places().lead(&locale.lang, Home::Page(free), target)?;
            Some(format!("{}{lead}", path.root()))
        };
        let around = Around { resolve: &resolve, level: 2, right_to_left: direction(lang) == "rtl" };
        let mut anchors = Anchors::reserved(RESERVED);
        let (tag, dir, language_name) = scope.foreign(lang);
        let html = markdown::blocks(&body.value, &[], &around, &mut anchors);
        TextView { html, lang: tag, dir, language_name }
    });
    let description = body.map_or_else(String::new, |(_, body)| markdown::plain(&body.value));
    let page = scope.page(Head {
        kind: "page",
        path: &path,
        title: title.clone(),
        description,
        breadcrumb: vec![scope.home()],
    });
    ProsePage { page, heading: title, text, tables: Vec::new(), links: Vec::new() }
}

/// How verdicts and scores come about.
pub fn method_page(scope: &Scope<'_>) -> ProsePage {
    let locale = scope.locale;
    let path = Path::under(&locale.lang, "method/");
    let heading = locale.text("method_heading");
    let page = scope.page(Head {
        kind: "method",
        path: &path,
        title: heading.clone(),
        description: locale.text("method_description"),
        breadcrumb: vec![scope.home()],
    });
    let config = &scope.site.library.config.score;
    let weights = Part::ALL.iter().zip(config.weights).map(|(part, points)| {
        let id = names::part(*part);
        vec![
            locale.text(&names::key("part", id)),
            locale.points(points),
            locale.text(&names::key("part_about", id)),
        ]
    });
    let caps = [
        ("contradicted", config.cap_contradicted),
        ("no-address", config.cap_no_address),
        ("one-voice", config.cap_one_voice),
        ("unreviewed", config.cap_unreviewed),
    ]
    .map(|(rule, at)| {
        let at = locale.points(at);
        vec![locale.say(&names::key("cap", rule), &[("at", Say::Text(&at))])]
    });
    let verdicts = names::VERDICTS.into_iter().map(|verdict| {
        let view = verdict_view(scope, verdict);
        vec![format!("{} {}", view.sign, view.label), view.about]
    });
    let matches = ["exact", "normalized", "elided", "ambiguous", "fuzzy", "absent", "no-text"]
        .map(|id| vec![locale.text(&names::key("match", id)), locale.text(&names::key("match_about", id))]);
    let table = |anchor: &str, key: &str, columns: &[&str], rows: Vec<Vec<String>>| Table {
        anchor: anchor.to_owned(),
        caption: locale.text(key),
        columns: columns.iter().map(|key| locale.text(key)).collect(),
        rows,
    };
    ProsePage {
        page,
        heading,
        text: prose(locale.text("method_text")),
        tables: vec![
            table("verdicts", "method_verdicts", &["column_verdict", "column_meaning"], verdicts.collect()),
            table("matches", "method_matches", &["column_match", "column_meaning"], matches.to_vec()),
            table(
                "parts",
                "method_parts",
                &["column_part", "column_points", "column_meaning"],
                weights.collect(),
            ),
            table("caps", "method_caps", &["column_cap"], caps.to_vec()),
        ],
        links: Vec::new(),
    }
}

/// The ids that the program's own part of a page adds to the library's text of it.
pub fn anchors(page: &str) -> &'static [&'static str] {
    match page {
        "method" => &["verdicts", "matches", "parts", "caps"],
        "data" => &["downloads", "files", "cite", "recipes", "columns"],
        "contribute" => &["form"],
        _ => &[],
    }
}

/// A text of the interface, written as Markdown, without links of its own.
pub(super) fn prose(text: String) -> TextView {
    let around = Around { resolve: &|_| None, level: 2, right_to_left: false };
    let mut anchors =
        Anchors::reserved(["content", "top", "q", "verdicts", "matches", "parts", "caps", "downloads"]);
    TextView { html: markdown::blocks(&text, &[], &around, &mut anchors), ..TextView::default() }
}

/// The skeleton of the search page, or of diagnosis.
pub fn search_page(scope: &Scope<'_>, kind: &'static str) -> SearchPage {
    let locale = scope.locale;
    let path = Path::under(&locale.lang, &format!("{kind}/"));
    let heading = locale.text(&names::key(kind, "heading"));
    let mut page = scope.page(Head {
        kind,
        path: &path,
        title: heading.clone(),
        description: locale.text(&names::key(kind, "description")),
        breadcrumb: vec![scope.home()],
    });
    page.scripts = scope.site.scripts_of(kind);
    SearchPage {
        page,
        heading,
        search_path: Path::under(&locale.lang, "search/").encoded(),
        without_script: vec![
            scope.link("nav_cases", "cases/"),
            scope.link("nav_browse", "browse/"),
            scope.link("nav_sources", "sources/"),
        ],
        diagnose: kind == "diagnose",
        texts: Html(json_for_script(&script_texts(scope))),
    }
}

/// The texts of the search's scripts: messages `js_…`, with the plural categories of a count in an
/// object, and facets named as the vocabularies are.
fn script_texts(scope: &Scope<'_>) -> serde_json::Value {
    let mut texts = serde_json::Map::new();
    for (key, text) in &scope.locale.texts {
        let text = fill_in(text);
        if let Some(vocabulary) = key.strip_prefix("vocabulary_") {
            texts.insert(format!("facet_{vocabulary}"), text.clone().into());
        }
        let Some(key) = key.strip_prefix("js_") else { continue };
        let plural = ["count", "diagnose_of"].into_iter().find_map(|counted| {
            let category = key.strip_prefix(counted)?.strip_prefix('_')?;
            matches!(category, "zero" | "one" | "two" | "few" | "many" | "other")
                .then_some((counted, category))
        });
        match plural {
            Some((counted, category)) => {
                let forms = texts.entry(counted).or_insert_with(|| serde_json::json!({}));
                if let Some(forms) = forms.as_object_mut() {
                    forms.insert(category.to_owned(), text.into());
                }
            }
            None => {
                texts.insert(key.to_owned(), text.into());
            }
        }
    }
    serde_json::Value::Object(texts)
}

/// `%n%` as the scripts write it, `{n}`: Fluent keeps braces for itself.
pub(super) fn fill_in(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, part) in text.split('%').enumerate() {
        let name = at % 2 == 1 && !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
        if name {
            out.push('{');
            out.push_str(part);
            out.push('}');
        } else if at % 2 == 1 {
            out.push('%');
            out.push_str(part);
        } else {
            out.push_str(part);
        }
    }
    out
}

/// What a wrong address shows (`404.html`), or one that is not kept while there is no network
/// (`offline.html`), in every language; its links start at the site's own base path because
/// the host serves it at any depth.
pub fn error_page(scope: &Scope<'_>, file: &str, name: &str) -> ErrorPage {
    let (heading, text) = (names::key(name, "heading"), names::key(name, "text"));
    let mut page = scope.page(Head {
        kind: "error",
        path: &Path::new(file),
        title: scope.locale.text(&heading),
        description: scope.locale.text(&text),
        breadcrumb: Vec::new(),
    });
    page.root = scope.site.base_path();
    page.noindex = true;
    page.canonical = None;
    page.alternates = Vec::new();
    for link in &mut page.languages {
        link.path = Path::new(format!("{}/", link.lang)).encoded();
    }
    let languages = scope.locales.iter().map(|locale| {
        let link = |key: &str, rest: &str| Link {
            label: locale.text(key),
            path: Path::under(&locale.lang, rest).encoded(),
        };
        ErrorLanguage {
            lang: locale.lang.to_string(),
            dir: locale.dir,
            heading: locale.text(&heading),
            text: locale.text(&text),
            links: vec![link("nav_home", ""), link("nav_search", "search/"), link("nav_cases", "cases/")],
        }
    });
    ErrorPage { page, languages: languages.collect() }
}
