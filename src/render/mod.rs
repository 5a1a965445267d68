//! Typed views and themes into pages.
//!
//! In comes everything that was decided about a library; out come finished files, one after another,
//! as they are made. Nothing here decides anything about a record, and nothing touches the disk.

pub mod address;
mod api;
mod catalogue;
mod contribute;
mod feed;
mod figures;
mod host;
pub mod html;
mod jobs;
mod links;
mod locale;
pub mod markdown;
mod marked;
mod names;
mod offline;
mod picture;
mod scope;
pub mod theme;
pub mod views;
mod workshop;

use std::collections::BTreeMap;

use rayon::prelude::*;

use self::address::Path;
pub use self::catalogue::Traits;
use self::jobs::Job;
use self::locale::Locale;
use self::scope::Scope;
use self::theme::{Files, ThemeFile};
use self::views::Link;
pub use self::workshop::{Change, Pages, Workshop};
use crate::diag::{Code, Diagnostic, Place};
use crate::index::Part;
use crate::model::Library;
use crate::relate::Relation;
use crate::score::Scored;
use crate::text::Lang;

/// A finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the site's root, with `/`.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl File {
    /// A file of text.
    pub fn text(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), bytes: text.into_bytes() }
    }
}

/// Everything that pages are made from.
pub struct Site<'a> {
    /// The library.
    pub library: &'a Library,
    /// Its cases, checked and scored, sorted by id.
    pub cases: &'a [Scored],
    /// Links to other cases, one list a case.
    pub relations: &'a [Vec<Relation>],
    /// The day on which all this holds.
    pub as_of: jiff::civil::Date,
    /// Scripts by kind of page (`search`, `diagnose`, `search-field`): paths from the root.
    pub scripts: &'a [(String, String)],
    /// The dataset that is published beside the pages.
    pub dataset: &'a Dataset,
    /// Files of the library's `themes/` folder.
    pub theme_files: &'a [ThemeFile],
    /// Absolute address of the root with a final slash, or empty.
    pub base_url: &'a str,
    /// Which part of the pages is made; the first has also what is there but once.
    pub part: Part,
}

/// What the data page tells of the dataset; empty where none is published.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dataset {
    /// Its files in order: path below `data/`, bytes.
    pub files: Vec<(String, usize)>,
    /// Its tables.
    pub tables: Vec<DatasetTable>,
}

/// A table of the dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetTable {
    /// Its name, also its files'.
    pub name: &'static str,
    /// What a row is.
    pub meaning: &'static str,
    /// Its columns: name, type, meaning.
    pub columns: Vec<(&'static str, String, &'static str)>,
}

impl Site<'_> {
    /// The absolute address of a page, where the root's is known.
    pub fn absolute(&self, path: &Path) -> Option<String> {
        (!self.base_url.is_empty()).then(|| format!("{}{}", self.base_url, path.encoded()))
    }

    /// The path of the root on its host, with slashes at both ends.
    pub fn base_path(&self) -> String {
        base_path(self.base_url)
    }

    /// The links of case number `number`.
    pub fn relations_of(&self, number: usize) -> &[Relation] {
        self.relations.get(number).map_or(&[], Vec::as_slice)
    }

    /// The scripts of a kind of page.
    pub fn scripts_of(&self, kind: &str) -> Vec<String> {
        self.scripts.iter().filter(|(of, _)| of == kind).map(|(_, path)| path.clone()).collect()
    }
}

/// The path of a site's root on its host, with slashes at both ends.
pub fn base_path(base_url: &str) -> String {
    let after_host = base_url.split_once("://").map_or("", |(_, rest)| rest);
    match after_host.split_once('/') {
        Some((_, path)) if !path.is_empty() => format!("/{}/", path.trim_matches('/')),
        _ => "/".to_owned(),
    }
}

/// What every page of a language shows around its content; a global of the templates.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Frame {
    /// The library's name.
    pub title: String,
    /// The main navigation: kind of page, words, path.
    pub nav: Vec<NavItem>,
    /// Further pages, at the foot.
    pub foot: Vec<Link>,
    /// The home page.
    pub home: String,
    /// The search page.
    pub search: String,
    /// The style sheet.
    pub style: String,
    /// The icon.
    pub icon: String,
    /// The web application manifest, where the site is made to be kept by browsers.
    pub manifest: Option<&'static str>,
    /// The script that registers the worker, where the site is made to be kept by browsers.
    pub offline: Option<String>,
    /// The script of the form for a new case.
    pub contribute: String,
    /// The Atom feed of all cases.
    pub feed: String,
    /// The OpenSearch description, where the site's address is known.
    pub opensearch: Option<String>,
    /// The repository.
    pub repo: Option<String>,
    /// The licence of the content.
    pub licence: String,
    /// The day on which all this holds, in words.
    pub as_of: String,
    /// The program and its version.
    pub generator: String,
}

/// A step of the navigation.
#[derive(Debug, Clone, serde::Serialize)]
pub struct NavItem {
    /// The kind of page that lights it.
    pub kind: &'static str,
    /// Words.
    pub label: String,
    /// Path.
    pub path: String,
}

/// Case number `number` as published: the record as written beside what was computed, a line of JSON.
pub fn case_json(site: &Site<'_>, number: usize) -> File {
    let id = &site.cases[number].verified.case.id;
    File::text(case_json_path(&id.0), api::case(site, number))
}

/// Where the JSON of the case `id` stands.
pub fn case_json_path(id: &str) -> String {
    api::case_path(id).file()
}

/// What the last files of a site are made from, beside all others.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Closing {
    /// The path of the root on its host, with slashes at both ends.
    pub base_path: String,
    /// The languages of the site.
    pub languages: Vec<Lang>,
    /// Whether it is kept for times without a network.
    pub offline: bool,
}

impl Closing {
    /// Whether `path` is among the files that [`closing`] must know.
    pub fn needs(&self, path: &str) -> bool {
        self.offline || path.starts_with("search/")
    }
}

/// The last files of a site: headers for its host, and the worker that keeps it for times without a
/// network. `tree` has all other files that [`Closing::needs`] names, with their hashes.
pub fn closing(closing: &Closing, mut tree: BTreeMap<String, blake3::Hash>) -> Vec<File> {
    let mut files = vec![host::headers(&closing.base_path, closing.offline, tree.keys())];
    if closing.offline {
        tree.extend(files.iter().map(|file| (file.path.clone(), blake3::hash(&file.bytes))));
        files.extend(offline::worker(&closing.languages, &tree));
    }
    files
}

/// Links in the library's texts that lead nowhere, and pages whose names the site itself has.
pub fn check(library: &Library, cases: &[Scored]) -> Vec<Diagnostic> {
    links::check(library, cases, &catalogue::Catalogue::new(library, cases))
}

/// Renders the whole site, handing every file to `emit` as soon as it is finished, in no fixed order.
///
/// What is wrong with the library's own templates and messages is returned; the rest is built.
pub fn site(site: &Site<'_>, emit: &(dyn Fn(File) + Sync)) -> Vec<Diagnostic> {
    let workshop = Workshop::new(site);
    let mut diagnostics = workshop.said().to_vec();
    let first = site.part.number == 0;
    if first {
        workshop.assets().for_each(emit);
    }
    let refused: Vec<Diagnostic> = site
        .cases
        .par_iter()
        .flat_map(|scored| {
            let (files, refused) = figures::files(&scored.verified.case);
            files.into_iter().filter(|_| first).for_each(emit);
            refused
        })
        .collect();
    diagnostics.extend(refused);
    let scopes = workshop.scopes(site);
    let jobs = jobs::all(&scopes);
    let own = |at: &usize| {
        // The part that writes the dataset knows what the page on it tells.
        let last = jobs[*at].tells_of_data(site);
        let number = if last { site.part.of - 1 } else { at % site.part.of };
        number == site.part.number
    };
    let numbers: Vec<usize> = (0..jobs.len()).filter(own).collect();
    numbers.par_iter().for_each(|&at| workshop.print(&scopes, &jobs[at], emit));
    if first {
        whole(site, &scopes, &jobs, &workshop.asset("icon.svg")).into_iter().for_each(emit);
    }
    diagnostics.extend(workshop.faults());
    crate::diag::sort(&mut diagnostics);
    diagnostics
}

/// The interface languages. A language without messages of its own speaks English, and says so once.
fn locales(languages: &[Lang], files: &Files, diagnostics: &mut Vec<Diagnostic>) -> Vec<Locale> {
    let english = Lang::parse("en").and_then(|lang| files.messages.get(&lang)).cloned().unwrap_or_default();
    languages
        .iter()
        .map(|lang| {
            let own = files.messages.get(lang).or_else(|| {
                files.messages.iter().find(|(other, _)| other.primary() == lang.primary()).map(|(_, own)| own)
            });
            let mut messages: Vec<(String, std::borrow::Cow<'_, str>)> = Vec::new();
            for (file, source) in english.iter().chain(own.into_iter().flatten()) {
                messages.push((file.clone(), source.as_str().into()));
            }
            let (mut locale, faults) = Locale::new(lang, languages, &messages);
            diagnostics.extend(faults.into_iter().map(|fault| {
                Diagnostic::new(
                    Code::T001,
                    Place::file(fault.file),
                    format!("the messages are broken: {}", fault.message),
                )
                .help("see projectfluent.org for the syntax; the other messages of the file are used")
            }));
            let own_keys: Vec<&str> =
                own.into_iter().flatten().flat_map(|(_, source)| locale::message_keys(source)).collect();
            let missing: Vec<&str> = english
                .iter()
                .flat_map(|(_, source)| locale::message_keys(source))
                .filter(|key| !own_keys.contains(key))
                .collect();
            if own.is_none() {
                locale.interface = Lang::parse("en");
            }
            if let Some(first) = missing.first() {
                diagnostics.push(
                    Diagnostic::new(
                        Code::T002,
                        Place::file(format!("themes/messages/{lang}.ftl")),
                        format!(
                            "{} texts of the interface are missing in {lang}, the first is `{first}`",
                            missing.len()
                        ),
                    )
                    .help(format!(
                        "put them into themes/messages/{lang}.ftl; until then they are in English"
                    )),
                );
            }
            locale
        })
        .collect()
}

/// The paths of styles, scripts and pictures by name: paths that tell their content.
fn asset_paths(files: &Files) -> BTreeMap<String, String> {
    let path = |(name, bytes): (&String, &Vec<u8>)| {
        let hash = blake3::hash(bytes).to_hex();
        let path = match name.rsplit_once('.') {
            Some((stem, ending)) => format!("assets/{stem}.{}.{ending}", &hash[..10]),
            None => format!("assets/{name}.{}", &hash[..10]),
        };
        (name.clone(), path)
    };
    files.assets.iter().map(path).collect()
}

fn frame(scope: &Scope<'_>, assets: &BTreeMap<String, String>) -> Frame {
    let locale = scope.locale;
    let lang = &locale.lang;
    let config = &scope.site.library.config;
    let nav = |kind: &'static str, key: &str, rest: &str| NavItem {
        kind,
        label: locale.text(key),
        path: Path::under(lang, rest).encoded(),
    };
    let mut pages: Vec<_> = scope.site.library.pages.iter().filter(|page| page.nav.is_some()).collect();
    pages.sort_by_key(|page| (page.nav, &page.name));
    let mut foot: Vec<Link> = pages
        .into_iter()
        .map(|page| Link {
            label: locale
                .best_of(&page.title)
                .map_or_else(|| page.name.clone(), |(_, title)| title.to_owned()),
            path: Path::page(lang, &page.name).encoded(),
        })
        .collect();
    let asset = |name: &str| assets.get(name).cloned().unwrap_or_default();
    for (key, rest) in
        [("nav_statistics", "statistics/"), ("nav_failing", "failing/"), ("nav_changes", "changes/")]
    {
        foot.push(Link { label: locale.text(key), path: Path::under(lang, rest).encoded() });
    }
    let own = |name: &str| scope.site.library.pages.iter().any(|page| page.name == name);
    if !own("method") {
        foot.insert(
            0,
            Link { label: locale.text("nav_method"), path: Path::under(lang, "method/").encoded() },
        );
    }
    if !own("contribute") {
        foot.push(Link {
            label: locale.text("nav_contribute"),
            path: Path::under(lang, "contribute/").encoded(),
        });
    }
    if !own("data") {
        foot.push(Link { label: locale.text("nav_data"), path: Path::under(lang, "data/").encoded() });
    }
    Frame {
        title: scope.site_title(),
        nav: vec![
            nav("cases", "nav_cases", "cases/"),
            nav("browse", "nav_browse", "browse/"),
            nav("diagnose", "nav_diagnose", "diagnose/"),
            nav("sources", "nav_sources", "sources/"),
        ],
        foot,
        home: Path::home(lang).encoded(),
        search: Path::under(lang, "search/").encoded(),
        style: asset("site.css"),
        icon: asset("icon.svg"),
        manifest: config.offline.then_some(offline::MANIFEST),
        offline: config.offline.then(|| asset(offline::REGISTER)),
        contribute: asset(contribute::SCRIPT),
        feed: format!("{lang}/feed.xml"),
        opensearch: (!scope.site.base_url.is_empty()).then(|| format!("{lang}/opensearch.xml")),
        repo: config.repo.clone().filter(|repo| matches!(html::target(repo), html::Target::Elsewhere(_))),
        licence: config.licence.clone(),
        as_of: locale.say(
            "as_of",
            &[("date", locale::Say::Text(&locale.date(crate::model::DateValue::Day(scope.site.as_of))))],
        ),
        generator: concat!("Casebook ", env!("CARGO_PKG_VERSION")).to_owned(),
    }
}

/// Files about the whole: feeds, lists for programs, files for hosts.
fn whole(site: &Site<'_>, scopes: &[Scope<'_>], jobs: &[Job], icon: &str) -> Vec<File> {
    let pages = jobs::sitemap(jobs, scopes);
    // Lets Pages serve what begins with `_`.
    let mut files = vec![File::text(".nojekyll", String::new())];
    let locales = scopes.first().map_or(&[][..], |scope| scope.locales);
    files.push(host::root(site, locales, icon));
    files.extend(host::sitemaps(site, locales, &pages));
    for scope in scopes {
        files.extend(feed::of_all(scope).iter().flat_map(|feed| feed::files(scope, feed)));
        files.extend(host::opensearch(scope));
    }
    if let Some(scope) = scopes.first() {
        files.push(host::llms(scope));
        let locale = scope.locale;
        if site.library.config.offline {
            files.push(offline::manifest(&scope.site_title(), &locale.lang, locale.dir, icon));
        }
    }
    files.extend(host::redirects_file(scopes));
    for (path, value) in [
        ("api/v1/cases.json", api::cases(site)),
        ("api/v1/vocabularies.json", api::vocabularies(site)),
        ("api/v1/sources.json", api::sources(site)),
    ] {
        files.push(File::text(path, format!("{value}\n")));
    }
    files
}
