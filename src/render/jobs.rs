//! What pages a site has, and each of them made when it is asked for.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::address::Path;
use super::catalogue::BROWSED;
use super::feed;
use super::scope::Scope;
use super::theme::{TemplateFault, Theme};
use super::views::lists::{Order, Subject};
use super::views::{case, contribute as contributing, data, lists, prose, sources, statistics, work};
use super::{File, Site, host};
use crate::text::Lang;

/// One page to make.
#[derive(Clone)]
pub(super) struct Job {
    /// Number of its language.
    pub scope: usize,
    /// What to make.
    pub page: Make,
}

impl Job {
    /// Whether the page tells of the files of the dataset.
    pub fn tells_of_data(&self, site: &Site<'_>) -> bool {
        match &self.page {
            Make::Data => true,
            Make::Free(number) => site.library.pages.get(*number).is_some_and(|page| page.name == "data"),
            _ => false,
        }
    }
}

/// What to make.
#[derive(Clone)]
pub(super) enum Make {
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

/// Every page of the site.
pub(super) fn all(scopes: &[Scope<'_>]) -> Vec<Job> {
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

/// The files that a job makes, in the order in which they are made.
pub(super) fn files(scope: &Scope<'_>, page: &Make) -> Vec<String> {
    let lang = &scope.locale.lang;
    let under = |rest: &str| vec![Path::under(lang, rest).file()];
    match page {
        Make::Home => vec![Path::home(lang).file()],
        Make::Cases(order, number) => vec![order.path(scope).numbered(*number).file()],
        Make::Case(number) => {
            let own = Path::case(lang, &scope.site.cases[*number].verified.case.slug).file();
            let redirects = host::redirects(scope, *number).into_iter().map(|file| file.path);
            std::iter::once(own).chain(redirects).collect()
        }
        Make::Browse => under("browse/"),
        Make::Vocabulary(vocabulary) => vec![Path::vocabulary(lang, vocabulary).file()],
        Make::Orgs => under("orgs/"),
        Make::Years => under("years/"),
        Make::Term(subject, number) => {
            let mut files = vec![subject.path(scope).numbered(*number).file()];
            let feed = (*number == 1).then(|| subject.feed(scope)).flatten();
            files.extend(feed.iter().flat_map(feed::paths));
            files
        }
        Make::Sources(number) => vec![Path::under(lang, "sources/").numbered(*number).file()],
        Make::Source(id) => vec![Path::source(lang, id).file()],
        Make::Search(kind) => under(&format!("{kind}/")),
        Make::Statistics => under("statistics/"),
        Make::Failing(number) => vec![Path::under(lang, "failing/").numbered(*number).file()],
        Make::Changes => under("changes/"),
        Make::Method => under("method/"),
        Make::Data => under("data/"),
        Make::Contribute => under("contribute/"),
        Make::Free(number) => vec![Path::page(lang, &scope.site.library.pages[*number].name).file()],
        Make::Error => vec!["404.html".to_owned()],
        Make::Offline => vec!["offline.html".to_owned()],
    }
}

/// Renders pages and remembers what was wrong with the templates.
pub(super) struct Press<'a, T> {
    /// The library's theme.
    pub theme: &'a T,
    /// The built-in one of the same name.
    pub fallback: &'a T,
    /// What was wrong so far.
    pub faults: &'a Mutex<BTreeMap<TemplateFault, ()>>,
    /// Takes what is finished.
    pub emit: &'a (dyn Fn(File) + Sync),
}

impl<T: Theme> Press<'_, T> {
    /// Makes a page, and what goes with it.
    pub fn run(&self, scope: &Scope<'_>, page: &Make) {
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

/// The pages that search engines are told of, in the default language.
pub(super) fn sitemap(jobs: &[Job], scopes: &[Scope<'_>]) -> Vec<Path> {
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
