//! The typed views: one a template, complete and in its language.
//!
//! In a view every text is final: dates, figures and plurals are written as the language writes them.
//! `path` fields are told from the site's root: a template writes `{{ page.root }}` before them.
//! `html` fields are finished markup (`| safe`); everything else is escaped by the theme.

pub mod case;
pub mod contribute;
pub mod data;
pub mod evidence;
pub mod lists;
pub mod prose;
pub mod score;
pub mod sources;
pub mod statistics;
pub mod work;

use serde::Serialize;

use super::html::Html;

/// What the frame of every page needs.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// Language tag.
    pub lang: String,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// The language of the interface, where it is not the page's.
    pub interface: Option<String>,
    /// The way to the site's root, with a final slash.
    pub root: String,
    /// Which kind of page it is, e.g. `case`; also the part of the navigation that is lit.
    pub kind: &'static str,
    /// For the tab.
    pub title: String,
    /// One or two sentences for search engines and previews.
    pub description: String,
    /// Absolute address; `None` where the site's address is not known.
    pub canonical: Option<String>,
    /// The same page in other languages, for `hreflang`; empty where the address is not known.
    pub alternates: Vec<Alternate>,
    /// The language switch.
    pub languages: Vec<LanguageLink>,
    /// The way here, without the page itself.
    pub breadcrumb: Vec<Link>,
    /// Whether search engines should leave it alone.
    pub noindex: bool,
    /// JSON-LD, ready for its script element.
    pub json_ld: Option<Html>,
    /// Atom feeds that a reader of this page may want: name and path.
    pub feeds: Vec<Link>,
    /// Paths of the scripts that the page uses.
    pub scripts: Vec<String>,
}

/// A page in another language.
#[derive(Debug, Clone, Serialize)]
pub struct Alternate {
    /// Language tag or `x-default`.
    pub lang: String,
    /// Absolute address.
    pub href: String,
}

/// An entry of the language switch.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageLink {
    /// Language tag.
    pub lang: String,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// The language's own name.
    pub name: String,
    /// The page there.
    pub path: String,
    /// Whether it is this page.
    pub current: bool,
    /// What to know of the text there (`stale`, `missing`), in the page's language.
    pub note: Option<String>,
}

/// A link inside the site.
#[derive(Debug, Clone, Serialize)]
pub struct Link {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub path: String,
}

/// A text of a record, possibly in another language than the page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TextView {
    /// The text.
    pub html: Html,
    /// Its language, where it is not the page's.
    pub lang: Option<String>,
    /// Its direction, where it is not in the page's language.
    pub dir: Option<&'static str>,
    /// The name of that language, as a label.
    pub language_name: Option<String>,
}

/// A plain text, possibly in another language than the page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PlainView {
    /// The text.
    pub text: String,
    /// Its language, where it is not the page's.
    pub lang: Option<String>,
    /// Its direction, where it is not in the page's language.
    pub dir: Option<&'static str>,
    /// The name of that language, as a label.
    pub language_name: Option<String>,
}

/// A date as shown and as machines read it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct DateView {
    /// As the language writes it, or what stands for a missing one.
    pub text: String,
    /// ISO 8601 for `datetime`, where there is a date.
    pub iso: Option<String>,
}

/// A case in a list.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The case's page.
    pub path: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: PlainView,
    /// When.
    pub date: DateView,
    /// The organisation.
    pub org: Option<String>,
    /// The score as written, `54,1`.
    pub score: String,
    /// The grade's id.
    pub grade: &'static str,
    /// The grade in words.
    pub grade_label: String,
    /// The severity in words, where known.
    pub severity: Option<String>,
    /// The root cause in words, where known.
    pub cause: Option<String>,
    /// How long it took, where known.
    pub length: Option<String>,
}

/// Pages of a list.
#[derive(Debug, Clone, Serialize)]
pub struct Pager {
    /// `Page 2 of 7`.
    pub label: String,
    /// The page before.
    pub previous: Option<String>,
    /// The page after.
    pub next: Option<String>,
    /// First, last and near pages; `path` is `None` for a gap.
    pub pages: Vec<PagerStep>,
}

/// One step of a pager.
#[derive(Debug, Clone, Serialize)]
pub struct PagerStep {
    /// The number as written, or `…`.
    pub label: String,
    /// The page, or `None` for a gap.
    pub path: Option<String>,
    /// Whether it is this page.
    pub current: bool,
}

/// A figure with its caption.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// The figure as written.
    pub value: String,
    /// What it counts.
    pub label: String,
    /// Where it leads.
    pub path: Option<String>,
}

/// A term, year or organisation with the number of its cases.
#[derive(Debug, Clone, Serialize)]
pub struct Count {
    /// What it is called.
    pub label: String,
    /// Its page; a term without cases has none.
    pub path: Option<String>,
    /// The number as written.
    pub count: String,
    /// The number, for pictures.
    pub n: usize,
    /// One sentence about it.
    pub description: Option<String>,
}
