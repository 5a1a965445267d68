//! Ways in: home, the table of cases, vocabularies and their terms, organisations and years.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::{Count, Figure, Link, Page, Pager, Row};
use crate::model::ClaimKind;
use crate::render::address::Path;
use crate::render::catalogue::{BROWSED, terms};
use crate::render::feed::{self, Feed};
use crate::render::html::encode_segment;
use crate::render::locale::Say;
use crate::render::names;
use crate::render::scope::{Head, Scope};
use crate::verify::Verdict;

/// Cases on a page of a list.
pub const CASES_A_PAGE: usize = 50;

/// Pages of the list of one term, organisation or year: what is older is found by the search and in the
/// list of all cases, so that a common term of a large library does not list it all again.
pub const SUBJECT_PAGES: usize = 10;

/// Cases of a home page's list.
const NEWEST: usize = 8;

/// Terms of a vocabulary on the home page.
const TOP_TERMS: usize = 8;

/// The home page: search first, then the library at a glance.
#[derive(Debug, Clone, Serialize)]
pub struct HomePage {
    /// The frame.
    pub page: Page,
    /// The library's name.
    pub heading: String,
    /// One sentence about it.
    pub lead: String,
    /// Where the search form leads.
    pub search_path: String,
    /// Figures.
    pub figures: Vec<Figure>,
    /// Cases, newest first.
    pub newest: Vec<Row>,
    /// The most frequent terms by vocabulary.
    pub groups: Vec<CountGroup>,
}

/// Counts under a heading.
#[derive(Debug, Clone, Serialize)]
pub struct CountGroup {
    /// The heading.
    pub label: String,
    /// All of them.
    pub path: String,
    /// The counts.
    pub counts: Vec<Count>,
}

/// A page of the table of cases.
#[derive(Debug, Clone, Serialize)]
pub struct CasesPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// How many there are.
    pub count: String,
    /// The orders there are, with the one in use.
    pub orders: Vec<OrderLink>,
    /// The cases.
    pub rows: Vec<Row>,
    /// Steps.
    pub pager: Option<Pager>,
}

/// An order of the table.
#[derive(Debug, Clone, Serialize)]
pub struct OrderLink {
    /// `date`, `score` or `title`.
    pub id: &'static str,
    /// What it is called.
    pub label: String,
    /// Its first page.
    pub path: String,
    /// Whether it is in use.
    pub current: bool,
}

/// All vocabularies.
#[derive(Debug, Clone, Serialize)]
pub struct BrowsePage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// The vocabularies with their most frequent terms.
    pub groups: Vec<CountGroup>,
}

/// One vocabulary, or all organisations, or all years.
#[derive(Debug, Clone, Serialize)]
pub struct VocabularyPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// How many entries there are.
    pub count: String,
    /// The entries.
    pub counts: Vec<Count>,
    /// The most frequent entry's number, for the bars.
    pub most: usize,
}

/// One term, organisation or year with its cases.
#[derive(Debug, Clone, Serialize)]
pub struct TermPage {
    /// The frame.
    pub page: Page,
    /// What kind of thing it is: the vocabulary's name.
    pub over: Link,
    /// What it is called.
    pub heading: String,
    /// One sentence about it.
    pub description: Option<String>,
    /// What people write instead.
    pub aliases: Option<String>,
    /// A wider term.
    pub broader: Option<Link>,
    /// A web address.
    pub href: Option<String>,
    /// How many cases there are.
    pub count: String,
    /// Small statistics of its cases.
    pub figures: Vec<Figure>,
    /// Terms that its cases bear most often.
    pub groups: Vec<CountGroup>,
    /// The cases.
    pub rows: Vec<Row>,
    /// The search for all of them, where not all are listed.
    pub all: Option<Link>,
    /// Steps.
    pub pager: Option<Pager>,
    /// Its feed.
    pub feed: Option<String>,
}

/// The order of a table of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Newest first.
    Date,
    /// Best supported first.
    Score,
    /// By the reader's alphabet.
    Title,
}

impl Order {
    /// Every order, the default first.
    pub const ALL: [Self; 3] = [Self::Date, Self::Score, Self::Title];

    const fn id(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Score => "score",
            Self::Title => "title",
        }
    }

    /// The first page of the table in this order.
    pub fn path(self, scope: &Scope<'_>) -> Path {
        let rest = match self {
            Self::Date => "cases/",
            Self::Score => "by-score/",
            Self::Title => "by-title/",
        };
        Path::under(&scope.locale.lang, rest)
    }
}

/// Builds the home page.
pub fn home_page(scope: &Scope<'_>) -> HomePage {
    let locale = scope.locale;
    let path = Path::home(&locale.lang);
    let config = &scope.site.library.config;
    let lead = locale
        .best_of(&config.description)
        .map_or_else(|| locale.text("home_lead"), |(_, description)| description.to_owned());
    let page = scope.page(Head {
        kind: "home",
        path: &path,
        title: String::new(),
        description: lead.clone(),
        breadcrumb: Vec::new(),
    });
    HomePage {
        heading: scope.site_title(),
        lead,
        search_path: Path::under(&locale.lang, "search/").encoded(),
        figures: library_figures(scope),
        newest: scope.catalogue.by_date.iter().take(NEWEST).map(|&n| scope.rows[n].clone()).collect(),
        groups: ["symptom", "root_cause", "component"]
            .into_iter()
            .filter_map(|vocabulary| top_terms(scope, vocabulary, None))
            .collect(),
        page,
    }
}

fn library_figures(scope: &Scope<'_>) -> Vec<Figure> {
    let locale = scope.locale;
    let cases = scope.site.cases;
    let claims: usize = cases.iter().map(|scored| scored.verified.claims.len()).sum();
    let supported = cases
        .iter()
        .flat_map(|scored| &scored.verified.claims)
        .filter(|claim| matches!(claim.verdict, Verdict::Supported | Verdict::Quoted))
        .count();
    let under = |rest: &str| Some(Path::under(&locale.lang, rest).encoded());
    let figure = |key: &str, n: usize, path: Option<String>| Figure {
        value: locale.count(n),
        label: locale.say(key, &[("n", Say::Count(n))]),
        path,
    };
    vec![
        figure("figure_cases", cases.len(), under("cases/")),
        figure("figure_claims", claims, under("method/")),
        figure("figure_borne", supported, None),
        figure("figure_sources", scope.site.library.sources.len(), under("sources/")),
    ]
}

/// The most frequent terms of a vocabulary among `cases`, or among all.
fn top_terms(scope: &Scope<'_>, vocabulary: &str, cases: Option<&[usize]>) -> Option<CountGroup> {
    let mut numbers: Vec<(usize, &Arc<str>)> = match cases {
        None => scope.catalogue.by_term.get(vocabulary)?.iter().map(|(term, of)| (of.len(), term)).collect(),
        Some(cases) => {
            let mut numbers = BTreeMap::<&Arc<str>, usize>::new();
            for &number in cases {
                for term in terms(&scope.site.cases[number].verified.case, vocabulary) {
                    *numbers.entry(term).or_default() += 1;
                }
            }
            numbers.into_iter().map(|(term, n)| (n, term)).collect()
        }
    };
    if numbers.is_empty() {
        return None;
    }
    // Only what can be shown gets its words: those at least as frequent as the last one shown.
    numbers.sort_by(|a, b| b.cmp(a));
    let least = numbers.get(TOP_TERMS - 1).map_or(0, |(n, _)| *n);
    let mut counts: Vec<Count> = numbers
        .into_iter()
        .take_while(|(n, _)| *n >= least)
        .map(|(n, term)| Count { n, count: scope.locale.count(n), ..scope.term_count(vocabulary, term) })
        .collect();
    sort_counts(scope, &mut counts);
    counts.truncate(TOP_TERMS);
    Some(CountGroup {
        label: scope.locale.text(&names::key("vocabulary", vocabulary)),
        path: Path::vocabulary(&scope.locale.lang, vocabulary).encoded(),
        counts,
    })
}

/// Most frequent first, then by the reader's alphabet.
fn sort_counts(scope: &Scope<'_>, counts: &mut [Count]) {
    counts.sort_by(|a, b| b.n.cmp(&a.n).then_with(|| scope.locale.compare(&a.label, &b.label)));
}

/// Page `number` (from 1) of the table in `order`; `numbers` are all cases in it.
pub fn cases_page(scope: &Scope<'_>, order: Order, numbers: &[usize], number: usize) -> CasesPage {
    let locale = scope.locale;
    let first = order.path(scope);
    let heading = locale.text("cases_heading");
    let orders = Order::ALL.into_iter().map(|other| OrderLink {
        id: other.id(),
        label: locale.text(&names::key("order", other.id())),
        path: other.path(scope).encoded(),
        current: other == order,
    });
    let page = scope.page(Head {
        kind: "cases",
        path: &first.numbered(number),
        title: heading.clone(),
        description: locale.text("cases_description"),
        breadcrumb: vec![scope.home()],
    });
    CasesPage {
        page,
        heading,
        count: locale.say("count_cases", &[("n", Say::Count(numbers.len()))]),
        orders: orders.collect(),
        rows: rows(scope, numbers, number),
        pager: scope.pager(&first, number, pages(numbers.len())),
    }
}

/// Pages of a list of `cases` cases; an empty list has one.
pub fn pages(cases: usize) -> usize {
    cases.div_ceil(CASES_A_PAGE).max(1)
}

/// Pages of the list of a subject with `cases` cases.
pub fn subject_pages(cases: usize) -> usize {
    pages(cases).min(SUBJECT_PAGES)
}

fn rows(scope: &Scope<'_>, numbers: &[usize], page: usize) -> Vec<Row> {
    numbers
        .iter()
        .skip((page - 1) * CASES_A_PAGE)
        .take(CASES_A_PAGE)
        .map(|&number| scope.rows[number].clone())
        .collect()
}

/// Builds the overview of all vocabularies.
pub fn browse_page(scope: &Scope<'_>) -> BrowsePage {
    let locale = scope.locale;
    let heading = locale.text("browse_heading");
    let page = scope.page(Head {
        kind: "browse",
        path: &Path::under(&locale.lang, "browse/"),
        title: heading.clone(),
        description: locale.text("browse_description"),
        breadcrumb: vec![scope.home()],
    });
    let mut groups: Vec<CountGroup> =
        BROWSED.into_iter().filter_map(|vocabulary| top_terms(scope, vocabulary, None)).collect();
    let mut orgs = org_counts(scope);
    sort_counts(scope, &mut orgs);
    orgs.truncate(TOP_TERMS);
    let years: Vec<Count> = year_counts(scope).into_iter().take(TOP_TERMS).collect();
    for (label, rest, counts) in [("vocabulary_org", "orgs/", orgs), ("vocabulary_year", "years/", years)] {
        if !counts.is_empty() {
            groups.push(CountGroup {
                label: locale.text(label),
                path: Path::under(&locale.lang, rest).encoded(),
                counts,
            });
        }
    }
    BrowsePage { page, heading, groups }
}

/// Builds the page of a vocabulary: its terms in its own order, for ordered ones, else by frequency.
pub fn vocabulary_page(scope: &Scope<'_>, vocabulary: &'static str) -> VocabularyPage {
    let mut counts: Vec<Count> = scope
        .catalogue
        .terms(scope.site.library, vocabulary)
        .iter()
        .map(|term| scope.term_count(vocabulary, term))
        .collect();
    if vocabulary != "severity" {
        sort_counts(scope, &mut counts);
    }
    let path = Path::vocabulary(&scope.locale.lang, vocabulary);
    count_page(scope, &path, scope.locale.text(&names::key("vocabulary", vocabulary)), counts)
}

/// Builds the page of all organisations.
pub fn orgs_page(scope: &Scope<'_>) -> VocabularyPage {
    let mut counts = org_counts(scope);
    counts.sort_by(|a, b| scope.locale.compare(&a.label, &b.label));
    let path = Path::under(&scope.locale.lang, "orgs/");
    count_page(scope, &path, scope.locale.text("vocabulary_org"), counts)
}

/// Builds the page of all years.
pub fn years_page(scope: &Scope<'_>) -> VocabularyPage {
    let path = Path::under(&scope.locale.lang, "years/");
    count_page(scope, &path, scope.locale.text("vocabulary_year"), year_counts(scope))
}

fn count_page(scope: &Scope<'_>, path: &Path, heading: String, counts: Vec<Count>) -> VocabularyPage {
    let page = scope.page(Head {
        kind: "browse",
        path,
        title: heading.clone(),
        description: scope.locale.text("browse_description"),
        breadcrumb: vec![scope.home(), scope.link("nav_browse", "browse/")],
    });
    VocabularyPage {
        page,
        heading,
        count: scope.locale.say("count_entries", &[("n", Say::Count(counts.len()))]),
        most: counts.iter().map(|count| count.n).max().unwrap_or(0),
        counts,
    }
}

fn org_counts(scope: &Scope<'_>) -> Vec<Count> {
    scope
        .catalogue
        .by_org
        .iter()
        .map(|(org, numbers)| Count {
            label: org_name(scope, org, numbers),
            path: Some(Path::org(&scope.locale.lang, org).encoded()),
            count: scope.locale.count(numbers.len()),
            n: numbers.len(),
            description: None,
        })
        .collect()
}

fn org_name(scope: &Scope<'_>, org: &str, numbers: &[usize]) -> String {
    let told = numbers.first().and_then(|&n| scope.site.cases[n].verified.case.org.as_ref());
    scope.org_name(org, told.map_or(org, |org| &org.name))
}

/// Newest first; the undated last.
fn year_counts(scope: &Scope<'_>) -> Vec<Count> {
    let mut years: Vec<_> = scope.catalogue.by_year.iter().collect();
    years.sort_by_key(|(year, _)| (year.is_none(), std::cmp::Reverse(**year)));
    years
        .into_iter()
        .map(|(year, numbers)| Count {
            label: year_label(scope, *year),
            path: Some(Path::year(&scope.locale.lang, &year_segment(*year)).encoded()),
            count: scope.locale.count(numbers.len()),
            n: numbers.len(),
            description: None,
        })
        .collect()
}

/// The path segment of a year's page.
pub fn year_segment(year: Option<i16>) -> String {
    year.map_or_else(|| "unknown".to_owned(), |year| format!("{year:04}"))
}

fn year_label(scope: &Scope<'_>, year: Option<i16>) -> String {
    match year {
        Some(year) => scope.locale.date(crate::model::DateValue::Year(year)),
        None => scope.locale.text("date_unknown"),
    }
}

/// What a [`TermPage`] is about.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A term of a vocabulary.
    Term(&'static str, Arc<str>),
    /// An organisation.
    Org(Arc<str>),
    /// A year, or the undated.
    Year(Option<i16>),
}

impl Subject {
    /// Its cases, newest first.
    pub fn cases<'a>(&self, scope: &Scope<'a>) -> &'a [usize] {
        let found = match self {
            Self::Term(vocabulary, term) => return scope.catalogue.term(vocabulary, term),
            Self::Org(org) => scope.catalogue.by_org.get(org),
            Self::Year(year) => scope.catalogue.by_year.get(year),
        };
        found.map_or(&[], Vec::as_slice)
    }

    /// The feed of a term's or an organisation's cases.
    pub fn feed<'a>(&self, scope: &Scope<'a>) -> Option<Feed<'a>> {
        let cases = self.cases(scope);
        let label = match self {
            Self::Term(vocabulary, term) => scope.label(vocabulary, term),
            Self::Org(org) => org_name(scope, org, cases),
            Self::Year(_) => return None,
        };
        feed::of_term(scope, &self.path(scope), &label, cases)
    }

    /// Its first page.
    pub fn path(&self, scope: &Scope<'_>) -> Path {
        let lang = &scope.locale.lang;
        match self {
            Self::Term(vocabulary, term) => Path::term(lang, vocabulary, term),
            Self::Org(org) => Path::org(lang, org),
            Self::Year(year) => Path::year(lang, &year_segment(*year)),
        }
    }
}

/// Page `number` (from 1) of a subject.
pub fn term_page(scope: &Scope<'_>, subject: &Subject, number: usize) -> TermPage {
    let locale = scope.locale;
    let cases = subject.cases(scope);
    let first = subject.path(scope);
    let library = scope.site.library;
    let (heading, over, term) = match subject {
        Subject::Term(vocabulary, term) => (
            scope.label(vocabulary, term),
            Link {
                label: locale.text(&names::key("vocabulary", vocabulary)),
                path: Path::vocabulary(&locale.lang, vocabulary).encoded(),
            },
            library.vocab.term(vocabulary, term),
        ),
        Subject::Org(org) => (
            org_name(scope, org, cases),
            scope.link("vocabulary_org", "orgs/"),
            library.vocab.term("org", org),
        ),
        Subject::Year(year) => (year_label(scope, *year), scope.link("vocabulary_year", "years/"), None),
    };
    let description =
        term.and_then(|term| locale.best_of(&term.description)).map(|(_, text)| text.to_owned());
    let own_aliases = term.and_then(|term| term.aliases.get(&locale.lang)).filter(|all| !all.is_empty());
    let broader = match (subject, term.and_then(|term| term.broader.as_ref())) {
        (Subject::Term(vocabulary, _), Some(broader))
            if !scope.catalogue.term(vocabulary, broader).is_empty() =>
        {
            Some(scope.term(vocabulary, broader))
        }
        _ => None,
    };
    let href =
        term.and_then(|term| term.url.as_deref()).and_then(|url| match crate::render::html::target(url) {
            crate::render::html::Target::Elsewhere(url) => Some(crate::render::html::encode_address(url)),
            _ => None,
        });
    let groups = if number == 1 && !cases.is_empty() {
        let own = match subject {
            Subject::Term(vocabulary, _) => *vocabulary,
            _ => "",
        };
        ["root_cause", "symptom", "component", "contributing"]
            .into_iter()
            .filter(|vocabulary| *vocabulary != own)
            .filter_map(|vocabulary| top_terms(scope, vocabulary, Some(cases)))
            .collect()
    } else {
        Vec::new()
    };
    let feed = subject.feed(scope).map(|feed| Path::new(format!("{}.xml", feed.stem)).encoded());
    let mut page = scope.page(Head {
        kind: "browse",
        path: &first.numbered(number),
        title: heading.clone(),
        description: description.clone().unwrap_or_else(|| locale.text("browse_description")),
        breadcrumb: vec![scope.home(), scope.link("nav_browse", "browse/"), over.clone()],
    });
    page.feeds.extend(feed.iter().map(|path| Link { label: heading.clone(), path: path.clone() }));
    TermPage {
        page,
        over,
        heading,
        description,
        aliases: own_aliases
            .map(|all| locale.say("term_aliases", &[("names", Say::Text(&locale.list(all)))])),
        broader,
        href,
        count: locale.say("count_cases", &[("n", Say::Count(cases.len()))]),
        figures: if number == 1 { subject_figures(scope, cases) } else { Vec::new() },
        groups,
        rows: rows(scope, cases, number),
        all: (pages(cases.len()) > SUBJECT_PAGES).then(|| search_for(scope, subject)),
        pager: scope.pager(&first, number, subject_pages(cases.len())),
        feed,
    }
}

/// The search for all cases of a subject.
fn search_for(scope: &Scope<'_>, subject: &Subject) -> Link {
    let query = match subject {
        Subject::Term(vocabulary, term) => format!("{vocabulary}:{term}"),
        Subject::Org(org) => format!("org:{org}"),
        Subject::Year(year) => format!("year:{}", year_segment(*year)),
    };
    let listed = scope.locale.count(SUBJECT_PAGES * CASES_A_PAGE);
    Link {
        label: scope.locale.say("term_search_all", &[("listed", Say::Text(&listed))]),
        path: format!(
            "{}?q={}",
            Path::under(&scope.locale.lang, "search/").encoded(),
            encode_segment(&query)
        ),
    }
}

/// Median length, median score and the share of claims that are borne out.
fn subject_figures(scope: &Scope<'_>, cases: &[usize]) -> Vec<Figure> {
    let locale = scope.locale;
    let scored = || cases.iter().map(|&number| &scope.site.cases[number]);
    let mut figures = Vec::new();
    let mut lengths: Vec<u64> = scored()
        .filter_map(|one| one.verified.case.timeline.resolved_after.value())
        .map(|length| length.seconds)
        .collect();
    lengths.sort_unstable();
    if let Some(median) = lengths.get(lengths.len().saturating_sub(1) / 2) {
        figures.push(Figure {
            value: locale.seconds(*median),
            label: locale.say("figure_median_length", &[("n", Say::Count(lengths.len()))]),
            path: None,
        });
    }
    let mut scores: Vec<f64> = scored().map(|one| one.score.total).collect();
    scores.sort_by(f64::total_cmp);
    if let Some(median) = scores.get(scores.len().saturating_sub(1) / 2) {
        figures.push(Figure {
            value: locale.tenths(*median),
            label: locale.text("figure_median_score"),
            path: None,
        });
    }
    let claims: Vec<Verdict> =
        scored().flat_map(|one| &one.verified.claims).map(|claim| claim.verdict).collect();
    if !claims.is_empty() {
        let borne = claims.iter().filter(|v| matches!(v, Verdict::Supported | Verdict::Quoted)).count();
        figures.push(Figure {
            value: locale.percent(borne as f64 / claims.len() as f64),
            label: locale.say("figure_share_borne", &[("n", Say::Count(claims.len()))]),
            path: None,
        });
    }
    figures
}

/// The kinds of claims in words, for the method page.
pub fn claim_kinds(scope: &Scope<'_>) -> Vec<String> {
    ClaimKind::ALL.iter().map(|kind| scope.locale.text(&names::key("claim_kind", kind.as_str()))).collect()
}
