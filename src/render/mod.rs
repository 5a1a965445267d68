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

use std::collections::BTreeMap;
use std::sync::Mutex;

use rayon::prelude::*;

use self::address::Path;
use self::catalogue::{BROWSED, Catalogue};
use self::locale::Locale;
use self::scope::{Orders, Scope};
use self::theme::{Engine, Files, TemplateFault, Theme, ThemeFile};
use self::views::lists::{Order, Subject};
use self::views::{Link, case, contribute as contributing, data, lists, prose, sources, statistics, work};
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
    File::text(api::case_path(&id.0).file(), api::case(site, number))
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
    links::check(library, cases)
}

/// Renders the whole site, handing every file to `emit` as soon as it is finished, in no fixed order.
///
/// What is wrong with the library's own templates and messages is returned; the rest is built.
pub fn site(site: &Site<'_>, emit: &(dyn Fn(File) + Sync)) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let config = &site.library.config;
    let mut files = Files::collect(&config.theme, site.theme_files, &mut diagnostics);
    let locales = locales(&config.languages, &files, &mut diagnostics);
    if config.offline {
        offline::add_script(&mut files);
    }
    contribute::add_script(&mut files);
    let first = site.part.number == 0;
    let assets = emit_assets(&files, &|file| {
        if first {
            emit(file);
        }
    });
    let asset = |name: &str| assets.get(name).map_or("", String::as_str);
    let catalogue = Catalogue::new(site.library, site.cases);
    let no_orders = Orders::default();
    let rows: Vec<Vec<views::Row>> = locales
        .iter()
        .map(|locale| {
            let orders = &no_orders;
            let scope = Scope { site, catalogue: &catalogue, locale, locales: &locales, rows: &[], orders };
            site.cases.par_iter().map(|scored| scope.row(scored)).collect()
        })
        .collect();
    let orders: Vec<Orders> = locales
        .par_iter()
        .zip(&rows)
        .map(|(locale, rows)| {
            let orders = &no_orders;
            orders_of(&Scope { site, catalogue: &catalogue, locale, locales: &locales, rows, orders })
        })
        .collect();
    let scopes: Vec<Scope<'_>> = locales
        .iter()
        .zip(rows.iter().zip(&orders))
        .map(|(locale, (rows, orders))| Scope {
            site,
            catalogue: &catalogue,
            locale,
            locales: &locales,
            rows,
            orders,
        })
        .collect();
    let frames: Vec<_> = scopes
        .iter()
        .map(|scope| (scope.locale.lang.clone(), &scope.locale.texts, frame(scope, &assets)))
        .collect();
    let name = config.theme.as_str();
    let (mut theme, mut faults) = Engine::new(name, &files, &frames);
    // A template that does not compile is reported, and the built-in one takes its place; one of the
    // library's own is mended in each round, so the rounds come to an end.
    while !faults.is_empty() {
        let mut mended = false;
        for fault in &faults {
            diagnostics.push(files.diagnostic(fault));
            mended |= files.restore(&fault.template);
        }
        if !mended {
            break;
        }
        (theme, faults) = Engine::new(name, &files, &frames);
    }
    let fallback = {
        let mut builtin = Vec::new();
        Engine::new(name, &Files::collect(name, &[], &mut builtin), &frames).0
    };
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
    let press = Press { theme: &theme, fallback: &fallback, faults: Mutex::default(), emit };
    let jobs = jobs(&scopes);
    let own = |at: &usize| {
        // The part that writes the dataset knows what the page on it tells.
        let last = match &jobs[*at].page {
            Make::Data => true,
            Make::Free(number) => site.library.pages[*number].name == "data",
            _ => false,
        };
        let number = if last { site.part.of - 1 } else { at % site.part.of };
        number == site.part.number
    };
    let numbers: Vec<usize> = (0..jobs.len()).filter(own).collect();
    numbers.par_iter().for_each(|&at| press.run(&scopes[jobs[at].scope], &jobs[at].page));
    if first {
        let pages = sitemap_pages(&jobs, &scopes);
        for file in whole(site, &scopes, &pages, asset("icon.svg")) {
            emit(file);
        }
    }
    let faults = press.faults.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    diagnostics.extend(faults.keys().map(|fault| files.diagnostic(fault)));
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

/// Writes styles and pictures under names that tell their content.
fn emit_assets(files: &Files, emit: &(dyn Fn(File) + Sync)) -> BTreeMap<String, String> {
    let mut paths = BTreeMap::new();
    for (name, bytes) in &files.assets {
        let hash = blake3::hash(bytes).to_hex();
        let path = match name.rsplit_once('.') {
            Some((stem, ending)) => format!("assets/{stem}.{}.{ending}", &hash[..10]),
            None => format!("assets/{name}.{}", &hash[..10]),
        };
        emit(File { path: path.clone(), bytes: bytes.clone() });
        paths.insert(name.clone(), path);
    }
    paths
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

/// One page to make.
struct Job {
    /// Number of its language.
    scope: usize,
    page: Make,
}

/// What to make.
enum Make {
    Home,
    Cases(Order, usize),
    Case(usize),
    Browse,
    Vocabulary(&'static str),
    Orgs,
    Years,
    Term(Subject, usize),
    Sources(usize),
    Source(std::sync::Arc<str>),
    Search(&'static str),
    Statistics,
    Failing(usize),
    Changes,
    Method,
    Data,
    Contribute,
    Free(usize),
    Error,
    Offline,
}

fn jobs(scopes: &[Scope<'_>]) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (number, scope) in scopes.iter().enumerate() {
        let mut push = |page: Make| jobs.push(Job { scope: number, page });
        let site = scope.site;
        for page in [
            Make::Home,
            Make::Browse,
            Make::Orgs,
            Make::Years,
            Make::Search("search"),
            Make::Search("diagnose"),
            Make::Statistics,
            Make::Changes,
            Make::Contribute,
        ] {
            push(page);
        }
        // A library's own page of that name takes the place of the built-in text, not of its tables.
        for (name, page) in [("method", Make::Method), ("data", Make::Data)] {
            if !site.library.pages.iter().any(|own| own.name == name) {
                push(page);
            }
        }
        let failing = scope.orders.failing.len();
        (1..=failing.div_ceil(work::CLAIMS_A_PAGE).max(1)).for_each(|page| push(Make::Failing(page)));
        for order in Order::ALL {
            (1..=lists::pages(site.cases.len())).for_each(|page| push(Make::Cases(order, page)));
        }
        (0..site.cases.len()).for_each(|case| push(Make::Case(case)));
        let mut subjects = Vec::new();
        for vocabulary in BROWSED {
            push(Make::Vocabulary(vocabulary));
            // A term that no case bears is on its vocabulary's page; a page of its own would be empty.
            let used = scope.catalogue.by_term.get(vocabulary).into_iter().flat_map(BTreeMap::keys);
            subjects.extend(used.cloned().map(|term| Subject::Term(vocabulary, term)));
        }
        subjects.extend(scope.catalogue.by_org.keys().cloned().map(Subject::Org));
        subjects.extend(scope.catalogue.by_year.keys().copied().map(Subject::Year));
        for subject in subjects {
            for page in 1..=lists::subject_pages(subject.cases(scope).len()) {
                push(Make::Term(subject.clone(), page));
            }
        }
        let sources = &site.library.sources;
        (1..=sources.len().div_ceil(sources::SOURCES_A_PAGE).max(1))
            .for_each(|page| push(Make::Sources(page)));
        let paged = sources.keys().filter(|id| !scope.catalogue.bare.contains(*id));
        paged.cloned().for_each(|id| push(Make::Source(id)));
        let pages = site.library.pages.iter().enumerate().filter(|(_, page)| page.name != "contribute");
        pages.for_each(|(page, _)| push(Make::Free(page)));
        if number == 0 {
            push(Make::Error);
            if site.library.config.offline {
                push(Make::Offline);
            }
        }
    }
    jobs
}

/// Renders pages and remembers what was wrong with the templates.
struct Press<'a, T> {
    theme: &'a T,
    fallback: &'a T,
    faults: Mutex<BTreeMap<TemplateFault, ()>>,
    emit: &'a (dyn Fn(File) + Sync),
}

impl<T: Theme> Press<'_, T> {
    fn run(&self, scope: &Scope<'_>, page: &Make) {
        let lang = &scope.locale.lang;
        match page {
            Make::Home => self.print(lang, "home.html", &Path::home(lang), &lists::home_page(scope)),
            Make::Cases(order, number) => {
                let numbers = match order {
                    Order::Date => &scope.catalogue.by_date,
                    Order::Score => &scope.catalogue.by_score,
                    Order::Title => &scope.orders.by_title,
                };
                let view = lists::cases_page(scope, *order, numbers, *number);
                self.print(lang, "cases.html", &order.path(scope).numbered(*number), &view);
            }
            Make::Case(number) => {
                let path = Path::case(lang, &scope.site.cases[*number].verified.case.slug);
                self.print(lang, "case.html", &path, &case::case_page(scope, *number));
                host::redirects(scope, *number).into_iter().for_each(self.emit);
            }
            Make::Browse => {
                self.print(lang, "browse.html", &Path::under(lang, "browse/"), &lists::browse_page(scope));
            }
            Make::Vocabulary(vocabulary) => {
                let view = lists::vocabulary_page(scope, vocabulary);
                self.print(lang, "vocabulary.html", &Path::vocabulary(lang, vocabulary), &view);
            }
            Make::Orgs => {
                self.print(lang, "vocabulary.html", &Path::under(lang, "orgs/"), &lists::orgs_page(scope));
            }
            Make::Years => {
                self.print(lang, "vocabulary.html", &Path::under(lang, "years/"), &lists::years_page(scope));
            }
            Make::Term(subject, number) => {
                let view = lists::term_page(scope, subject, *number);
                self.print(lang, "term.html", &subject.path(scope).numbered(*number), &view);
                let feed = (*number == 1).then(|| subject.feed(scope)).flatten();
                feed.iter().flat_map(|feed| feed::files(scope, feed)).for_each(self.emit);
            }
            Make::Sources(number) => {
                let view = sources::sources_page(scope, &scope.orders.sources, *number);
                self.print(lang, "sources.html", &Path::under(lang, "sources/").numbered(*number), &view);
            }
            Make::Source(id) => {
                let source = scope.site.library.sources.get(id);
                if let Some(view) = source.and_then(|source| sources::source_page(scope, source)) {
                    self.print(lang, "source.html", &Path::source(lang, id), &view);
                }
            }
            Make::Search(kind) => {
                let path = Path::under(lang, &format!("{kind}/"));
                self.print(lang, "search.html", &path, &prose::search_page(scope, kind));
            }
            Make::Statistics => {
                let path = Path::under(lang, "statistics/");
                self.print(lang, "statistics.html", &path, &statistics::statistics_page(scope));
            }
            Make::Failing(number) => {
                let view = work::failing_page(scope, &scope.orders.failing, *number);
                self.print(lang, "failing.html", &Path::under(lang, "failing/").numbered(*number), &view);
            }
            Make::Changes => {
                let path = Path::under(lang, "changes/");
                self.print(lang, "changes.html", &path, &work::changes_page(scope));
            }
            Make::Method => {
                self.print(lang, "prose.html", &Path::under(lang, "method/"), &prose::method_page(scope));
            }
            Make::Data => {
                self.print(lang, "data.html", &Path::under(lang, "data/"), &data::data_page(scope, None));
            }
            Make::Contribute => {
                let path = Path::under(lang, "contribute/");
                self.print(lang, "contribute.html", &path, &contributing::contribute_page(scope));
            }
            Make::Free(number) => {
                let free = &scope.site.library.pages[*number];
                let path = Path::page(lang, &free.name);
                if free.name == "data" {
                    return self.print(lang, "data.html", &path, &data::data_page(scope, Some(free)));
                }
                let mut view = prose::free_page(scope, free);
                if free.name == "method" {
                    view.tables = prose::method_page(scope).tables;
                }
                self.print(lang, "prose.html", &path, &view);
            }
            Make::Error => {
                let view = prose::error_page(scope, "404.html", "error");
                self.print(lang, "error.html", &Path::new("404.html"), &view);
            }
            Make::Offline => {
                let view = prose::error_page(scope, "offline.html", "offline");
                self.print(lang, "error.html", &Path::new("offline.html"), &view);
            }
        }
    }

    /// Renders one page; where the library's own template fails, with the built-in one.
    fn print<V: serde::Serialize>(&self, lang: &Lang, template: &str, path: &Path, view: &V) {
        let rendered = self.theme.render(lang, template, view).or_else(|fault| {
            if let Ok(mut faults) = self.faults.lock() {
                faults.insert(fault, ());
            }
            self.fallback.render(lang, template, view)
        });
        if let Ok(html) = rendered {
            (self.emit)(File::text(path.file(), html));
        }
    }
}

/// Long lists in the reader's order.
fn orders_of(scope: &Scope<'_>) -> Orders {
    let mut by_title: Vec<usize> = (0..scope.rows.len()).collect();
    by_title.sort_by(|&a, &b| {
        let title = |number: usize| scope.rows[number].title.text.as_str();
        scope.locale.compare(title(a), title(b)).then(a.cmp(&b))
    });
    let sources = scope.site.library.sources.keys();
    let mut sources: Vec<_> = sources.map(|id| (scope.source_label(id).text, id.clone())).collect();
    sources.sort_by(|a, b| scope.locale.compare(&a.0, &b.0).then_with(|| a.1.cmp(&b.1)));
    Orders {
        by_title,
        places: sources.iter().enumerate().map(|(at, (_, id))| (id.clone(), at)).collect(),
        sources: sources.into_iter().map(|(_, id)| id).collect(),
        failing: work::failing(scope),
    }
}

/// The pages that search engines are told of, in the default language.
fn sitemap_pages(jobs: &[Job], scopes: &[Scope<'_>]) -> Vec<Path> {
    let Some(scope) = scopes.first() else { return Vec::new() };
    let lang = &scope.locale.lang;
    let mut pages: Vec<Path> = jobs
        .iter()
        .filter(|job| job.scope == 0)
        .filter_map(|job| match &job.page {
            Make::Home => Some(Path::home(lang)),
            Make::Cases(Order::Date, number) => Some(Order::Date.path(scope).numbered(*number)),
            Make::Case(number) => Some(Path::case(lang, &scope.site.cases[*number].verified.case.slug)),
            Make::Browse => Some(Path::under(lang, "browse/")),
            Make::Vocabulary(vocabulary) => Some(Path::vocabulary(lang, vocabulary)),
            Make::Orgs => Some(Path::under(lang, "orgs/")),
            Make::Years => Some(Path::under(lang, "years/")),
            Make::Term(subject, 1) => Some(subject.path(scope)),
            Make::Sources(number) => Some(Path::under(lang, "sources/").numbered(*number)),
            Make::Source(id) => Some(Path::source(lang, id)),
            Make::Statistics => Some(Path::under(lang, "statistics/")),
            Make::Changes => Some(Path::under(lang, "changes/")),
            Make::Method => Some(Path::under(lang, "method/")),
            Make::Data => Some(Path::under(lang, "data/")),
            Make::Contribute => Some(Path::under(lang, "contribute/")),
            Make::Free(number) => Some(Path::page(lang, &scope.site.library.pages[*number].name)),
            _ => None,
        })
        .collect();
    pages.sort_unstable();
    pages.dedup();
    pages
}

/// Files about the whole: feeds, lists for programs, files for hosts.
fn whole(site: &Site<'_>, scopes: &[Scope<'_>], pages: &[Path], icon: &str) -> Vec<File> {
    // Lets Pages serve what begins with `_`.
    let mut files = vec![File::text(".nojekyll", String::new())];
    let locales = scopes.first().map_or(&[][..], |scope| scope.locales);
    files.push(host::root(site, locales, icon));
    files.extend(host::sitemaps(site, locales, pages));
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
