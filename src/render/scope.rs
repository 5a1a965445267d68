//! What a builder of views may look at, for one language; and the small views that all pages share.

use std::collections::BTreeMap;

use super::Site;
use super::address::Path;
use super::catalogue::Catalogue;
use super::feed;
use super::html::{Html, encode_address, json_for_script};
use super::links::Places;
use super::locale::{Locale, Say, direction};
use super::markdown;
use super::names;
use super::views::sources::SOURCES_A_PAGE;
use super::views::{Alternate, Count, DateView, LanguageLink, Link, Page, Pager, PagerStep, PlainView, Row};
use crate::model::{Date, Known, LangText, Source};
use crate::score::Scored;
use crate::text::inert::visible;
use crate::text::{Lang, anchor};

/// The site as seen in one language.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What is rendered.
    pub site: &'a Site<'a>,
    /// Groups and orders.
    pub catalogue: &'a Catalogue,
    /// The language.
    pub locale: &'a Locale,
    /// Every language, the default first.
    pub locales: &'a [Locale],
    /// Every case as a row in this language, by its number.
    pub rows: &'a [Row],
    /// Long lists in this language's order, made once.
    pub orders: &'a Orders,
}

/// Long lists in the order of one language: pages of a list must not sort it again each.
#[derive(Debug, Default)]
pub struct Orders {
    /// Cases by title.
    pub by_title: Vec<usize>,
    /// Sources by name.
    pub sources: Vec<std::sync::Arc<str>>,
    /// The place of each in that order.
    pub places: BTreeMap<std::sync::Arc<str>, usize>,
    /// Claims that fail, worst first: case number, claim number.
    pub failing: Vec<(usize, usize)>,
}

/// The heading, address and machine-readable data of a page, before its frame is made.
pub struct Head<'a> {
    /// The kind of page.
    pub kind: &'static str,
    /// Where it stands.
    pub path: &'a Path,
    /// For the tab, without the site's name.
    pub title: String,
    /// For previews.
    pub description: String,
    /// The way here.
    pub breadcrumb: Vec<Link>,
}

impl<'a> Scope<'a> {
    /// The frame of a page.
    pub fn page(&self, head: Head<'_>) -> Page {
        let site_title = self.site_title();
        let title = if head.title.is_empty() || head.title == site_title {
            site_title
        } else {
            format!("{} · {site_title}", head.title)
        };
        let languages = self.locales.iter().map(|other| {
            let path = head.path.in_language(&other.lang);
            LanguageLink {
                lang: other.lang.to_string(),
                dir: other.dir,
                name: other.own_name(),
                path: path.encoded(),
                current: other.lang == self.locale.lang,
                note: None,
            }
        });
        Page {
            lang: self.locale.lang.to_string(),
            dir: self.locale.dir,
            root: head.path.root(),
            interface: self.locale.interface.as_ref().map(ToString::to_string),
            kind: head.kind,
            title,
            description: shorten(&head.description, 200),
            canonical: self.absolute(head.path),
            alternates: self.alternates(head.path),
            languages: languages.collect(),
            json_ld: self.breadcrumb_data(&head),
            breadcrumb: head.breadcrumb,
            noindex: false,
            feeds: self.feeds(head.kind),
            scripts: self.site.scripts_of("search-field"),
        }
    }

    /// The feed of all cases on every page, and all that it knows on the pages that lead in.
    fn feeds(&self, kind: &str) -> Vec<Link> {
        let every = matches!(kind, "home" | "changes" | "data");
        let feeds = feed::of_all(self).into_iter().take(if every { 3 } else { 1 });
        feeds
            .map(|feed| Link { label: feed.title, path: Path::new(format!("{}.xml", feed.stem)).encoded() })
            .collect()
    }

    /// What a link in a text may lead to.
    pub fn places(&self) -> Places<'a> {
        Places { library: self.site.library, cases: self.site.cases, catalogue: self.catalogue }
    }

    /// The site's name.
    pub fn site_title(&self) -> String {
        let title = &self.site.library.config.title;
        self.locale.best_of(title).map_or_else(|| "Casebook".to_owned(), |(_, title)| title.to_owned())
    }

    /// The absolute address of a page, where the site's address is known.
    pub fn absolute(&self, path: &Path) -> Option<String> {
        self.site.absolute(path)
    }

    fn alternates(&self, path: &Path) -> Vec<Alternate> {
        alternates(self.site, self.locales, path)
    }

    fn breadcrumb_data(&self, head: &Head<'_>) -> Option<Html> {
        if head.breadcrumb.is_empty() || self.site.base_url.is_empty() {
            return None;
        }
        Some(Html(json_for_script(&self.breadcrumb_list(&head.breadcrumb, &head.title))))
    }

    /// A schema.org BreadcrumbList.
    pub fn breadcrumb_list(&self, breadcrumb: &[Link], title: &str) -> serde_json::Value {
        let items = breadcrumb.iter().enumerate().map(|(at, link)| {
            serde_json::json!({"@type": "ListItem", "position": at + 1, "name": link.label,
                "item": format!("{}{}", self.site.base_url, link.path)})
        });
        let last = serde_json::json!({"@type": "ListItem", "position": breadcrumb.len() + 1, "name": title});
        serde_json::json!({"@context": "https://schema.org", "@type": "BreadcrumbList",
            "itemListElement": items.chain([last]).collect::<Vec<_>>()})
    }

    /// A link to the home page, the first step of most breadcrumbs.
    pub fn home(&self) -> Link {
        Link { label: self.locale.text("nav_home"), path: Path::home(&self.locale.lang).encoded() }
    }

    /// A link to a page under this language.
    pub fn link(&self, key: &str, rest: &str) -> Link {
        Link { label: self.locale.text(key), path: Path::under(&self.locale.lang, rest).encoded() }
    }

    /// The tag and name of `lang`, unless it is the page's own language.
    pub fn foreign(&self, lang: &Lang) -> (Option<String>, Option<&'static str>, Option<String>) {
        if *lang == self.locale.lang {
            // Around the text stands an interface in another language: the text's own is told then.
            let told = self.locale.interface.is_some();
            return (told.then(|| lang.to_string()), told.then(|| direction(lang)), None);
        }
        (Some(lang.to_string()), Some(direction(lang)), Some(self.locale.language_name(lang)))
    }

    /// A text as plain words, in the best language.
    pub fn plain(&self, text: &LangText) -> Option<PlainView> {
        self.words(text, markdown::plain)
    }

    /// A title, of a case or source, in the best language; `None` where there is none.
    fn titled(&self, title: &LangText) -> Option<PlainView> {
        self.words(title, crate::text::markdown::title).filter(|title| !title.text.is_empty())
    }

    fn words(&self, text: &LangText, read: fn(&str) -> String) -> Option<PlainView> {
        let (lang, text) = self.locale.best(text)?;
        let (tag, dir, language_name) = self.foreign(lang);
        Some(PlainView { text: read(&text.value), lang: tag, dir, language_name })
    }

    /// A text of a plain map in the best language.
    pub fn plain_of(&self, texts: &BTreeMap<Lang, String>) -> Option<PlainView> {
        let (lang, text) = self.locale.best_of(texts)?;
        let (tag, dir, language_name) = self.foreign(lang);
        Some(PlainView { text: text.to_owned(), lang: tag, dir, language_name })
    }

    /// A case's title; its id where it has none.
    pub fn title(&self, scored: &Scored) -> PlainView {
        let case = &scored.verified.case;
        self.titled(&case.title)
            .unwrap_or_else(|| PlainView { text: case.id.to_string(), ..PlainView::default() })
    }

    /// What a term is called.
    pub fn label(&self, vocabulary: &str, term: &str) -> String {
        match self.site.library.vocab.term(vocabulary, term) {
            Some(term) => term.label(&self.locale.wanted).to_owned(),
            None => term.to_owned(),
        }
    }

    /// A link to a term's page.
    pub fn term(&self, vocabulary: &str, term: &str) -> Link {
        Link {
            label: self.label(vocabulary, term),
            path: Path::term(&self.locale.lang, vocabulary, term).encoded(),
        }
    }

    /// A term with the number of its cases.
    pub fn term_count(&self, vocabulary: &str, term: &str) -> Count {
        let n = self.catalogue.term(vocabulary, term).len();
        let known = self.site.library.vocab.term(vocabulary, term);
        let description = known.and_then(|term| self.locale.best_of(&term.description));
        let Link { label, path } = self.term(vocabulary, term);
        Count {
            label,
            path: (n > 0).then_some(path),
            count: self.locale.count(n),
            n,
            description: description.map(|(_, text)| text.to_owned()),
        }
    }

    /// What a source is called: its title, else its publisher, else its address, else its id.
    pub fn source_label(&self, id: &str) -> PlainView {
        let Some(source) = self.site.library.sources.get(id) else {
            return PlainView { text: id.to_owned(), ..PlainView::default() };
        };
        self.titled(&source.title).unwrap_or_else(|| {
            let text = source.url.as_deref().map(short_address).or(source.publisher.clone());
            PlainView { text: text.unwrap_or_else(|| id.to_owned()), ..PlainView::default() }
        })
    }

    /// Where a source is told of: on its own page, else in the list of all.
    pub fn source_path(&self, id: &str) -> String {
        if !self.catalogue.bare.contains(id) {
            return Path::source(&self.locale.lang, id).encoded();
        }
        let place = self.orders.places.get(id).copied().unwrap_or(0);
        let page = Path::under(&self.locale.lang, "sources/").numbered(place / SOURCES_A_PAGE + 1);
        format!("{}#{}", page.encoded(), encode_address(&source_anchor(id)))
    }

    /// Who publishes a source, by the organisation's name where it is known.
    pub fn publisher(&self, source: &Source) -> Option<String> {
        let publisher = source.publisher.as_deref()?;
        Some(match self.site.library.vocab.term("org", publisher) {
            Some(org) => org.label(&self.locale.wanted).to_owned(),
            None => publisher.to_owned(),
        })
    }

    /// A date, or what stands for a missing one.
    pub fn date(&self, date: &Known<Date>) -> DateView {
        match date.value() {
            Some(date) => DateView { text: self.locale.date(date.value), iso: Some(date.value.to_string()) },
            None => DateView { text: self.locale.text("date_unknown"), iso: None },
        }
    }

    /// A case as a row of a list.
    pub fn row(&self, scored: &Scored) -> Row {
        let case = &scored.verified.case;
        let grade = names::grade(scored.score.grade);
        Row {
            path: Path::case(&self.locale.lang, &case.slug).encoded(),
            id: case.id.to_string(),
            title: self.title(scored),
            date: self.date(&case.date),
            org: case.org.as_ref().map(|org| self.org_name(&org.id, &org.name)),
            score: self.locale.tenths(scored.score.total),
            grade,
            grade_label: self.locale.text(&names::key("grade", grade)),
            severity: case.severity.value().map(|term| self.label("severity", &term.id)),
            cause: case.root_cause.value().map(|term| self.label("root_cause", &term.id)),
            length: case.timeline.resolved_after.value().map(|length| self.locale.length(length)),
        }
    }

    /// What an organisation is called.
    pub fn org_name(&self, id: &str, told: &str) -> String {
        match self.site.library.vocab.term("org", id) {
            Some(org) => org.label(&self.locale.wanted).to_owned(),
            None => told.to_owned(),
        }
    }

    /// The steps from page to page of a list of `pages` pages.
    pub fn pager(&self, first: &Path, current: usize, pages: usize) -> Option<Pager> {
        if pages <= 1 {
            return None;
        }
        let path = |number: usize| first.numbered(number).encoded();
        let mut steps = Vec::new();
        let mut last = 0;
        for number in 1..=pages {
            let near = number.abs_diff(current) <= 2 || number == 1 || number == pages;
            if !near {
                continue;
            }
            if number > last + 1 {
                steps.push(PagerStep { label: "…".to_owned(), path: None, current: false });
            }
            last = number;
            steps.push(PagerStep {
                label: self.locale.count(number),
                path: Some(path(number)),
                current: number == current,
            });
        }
        Some(Pager {
            label: self.locale.say(
                "pager_label",
                &[
                    ("page", Say::Text(&self.locale.count(current))),
                    ("pages", Say::Text(&self.locale.count(pages))),
                ],
            ),
            previous: (current > 1).then(|| path(current - 1)),
            next: (current < pages).then(|| path(current + 1)),
            pages: steps,
        })
    }
}

/// The id of a source in the list of all. An id of HTML has no blanks; where one or a letter that nobody sees
/// has to give way, a hash keeps sources apart.
pub fn source_anchor(id: &str) -> String {
    if id.chars().all(|c| !c.is_whitespace() && visible(c) == c) {
        return format!("source-{id}");
    }
    let hash = blake3::hash(id.as_bytes()).to_hex();
    format!("source-{}-{}", anchor(id), &hash[..6])
}

/// The page in every language and `x-default`; empty where the site's address is not known.
pub fn alternates(site: &Site<'_>, locales: &[Locale], path: &Path) -> Vec<Alternate> {
    if site.base_url.is_empty() || locales.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<Alternate> = locales
        .iter()
        .filter_map(|locale| {
            let href = site.absolute(&path.in_language(&locale.lang))?;
            Some(Alternate { lang: locale.lang.to_string(), href })
        })
        .collect();
    if let Some(default) = all.first().map(|first| first.href.clone()) {
        all.push(Alternate { lang: "x-default".to_owned(), href: default });
    }
    all
}

/// `https://example.org/a/b` as `example.org/a/b`.
pub fn short_address(url: &str) -> String {
    let short = url.trim_start_matches("https://").trim_start_matches("http://").trim_start_matches("www.");
    shorten(short.trim_end_matches('/'), 80)
}

/// At most `limit` characters, cut at a word where one is near, with `…`.
pub fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let cut: String = text.chars().take(limit).collect();
    let end = cut.rfind(' ').filter(|&at| at * 4 > cut.len() * 3).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', ';', ':', ' ', '-']))
}
