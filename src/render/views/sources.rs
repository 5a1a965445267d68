//! Sources: the list of all, one page each with the quotes taken from it, and rows on case pages.

use serde::Serialize;

use super::evidence::{VerdictView, verdict_view, voice};
use super::{DateView, Link, Page, Pager, PlainView, Row};
use crate::model::Source;
use crate::render::address::Path;
use crate::render::html::{Target, encode_address, target, text_fragment};
use crate::render::locale::Say;
use crate::render::names;
use crate::render::scope::{Head, Scope, short_address, source_anchor};
use crate::text::claim_anchor;
use crate::verify::Verified;

/// A source in a list.
#[derive(Debug, Clone, Serialize)]
pub struct SourceRow {
    /// Its page; for one without a page its place in the list, and in the list the case that uses it.
    pub path: String,
    /// Its id.
    pub id: String,
    /// Its id in the list's page.
    pub anchor: String,
    /// Its name.
    pub title: PlainView,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// What kind of text it is.
    pub kind: Option<String>,
    /// When it was published.
    pub published: Option<DateView>,
    /// Live address.
    pub live: Option<String>,
    /// Live address, short.
    pub live_label: Option<String>,
    /// Archived copy.
    pub archived: Option<String>,
    /// Whether its text is at hand.
    pub stored: bool,
    /// Live, archived, stored: in words.
    pub states: Vec<String>,
    /// Licence.
    pub licence: Option<String>,
    /// Who says so, on a case's page.
    pub voice: Option<String>,
    /// How many cases use it, as written.
    pub cases: String,
}

/// One page of the list of sources.
#[derive(Debug, Clone, Serialize)]
pub struct SourcesPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// How many there are.
    pub count: String,
    /// The sources.
    pub rows: Vec<SourceRow>,
    /// Steps.
    pub pager: Option<Pager>,
}

/// The page of a source.
#[derive(Debug, Clone, Serialize)]
pub struct SourcePage {
    /// The frame.
    pub page: Page,
    /// The source.
    pub source: SourceRow,
    /// Author.
    pub author: Option<String>,
    /// When it was read.
    pub retrieved: Option<DateView>,
    /// Its language's name.
    pub language: Option<String>,
    /// Sources that it merely repeats.
    pub cites: Vec<Link>,
    /// Cases that use it.
    pub rows: Vec<Row>,
    /// Quotes taken from it.
    pub quotes: Vec<QuoteRow>,
    /// How many quotes are not shown, as a line.
    pub more: Option<String>,
}

/// A quote on its source's page.
#[derive(Debug, Clone, Serialize)]
pub struct QuoteRow {
    /// The passage.
    pub text: String,
    /// Its language, where it is not the page's.
    pub lang: Option<String>,
    /// Its direction.
    pub dir: Option<&'static str>,
    /// The passage in the live source.
    pub live: Option<String>,
    /// How it was found, in words.
    pub match_label: String,
    /// The claim's verdict.
    pub verdict: VerdictView,
    /// The claim's account.
    pub path: String,
    /// The case's title.
    pub case: PlainView,
}

/// Quotes on a source's page: a source used by very many cases must not make a page of megabytes.
const QUOTES_SHOWN: usize = 200;

/// Cases on a source's page.
const CASES_SHOWN: usize = 100;

/// Sources on a page of the list.
pub const SOURCES_A_PAGE: usize = 100;

fn elsewhere(url: Option<&str>) -> Option<&str> {
    url.and_then(|url| match target(url) {
        Target::Elsewhere(url) => Some(url),
        _ => None,
    })
}

/// A source as a row; `verified` is the case on whose page it stands.
pub fn source_row(scope: &Scope<'_>, verified: Option<&Verified>, id: &str) -> Option<SourceRow> {
    let source = scope.site.library.sources.get(id)?;
    let locale = scope.locale;
    let live = elsewhere(source.url.as_deref());
    let archived = elsewhere(source.archived.as_deref());
    let mut states = Vec::new();
    if live.is_none() {
        states.push(locale.text("source_no_address"));
    }
    if archived.is_some() {
        states.push(locale.text("source_archived"));
    }
    states.push(locale.text(if source.text.is_some() { "source_stored" } else { "source_not_stored" }));
    let n = scope.catalogue.by_source.get(id).map_or(0, Vec::len);
    let using = scope.catalogue.by_source.get(id).and_then(|cases| cases.first());
    let path = match (verified, using) {
        (None, Some(&number)) if scope.catalogue.bare.contains(id) => {
            format!("{}#sources", scope.rows[number].path)
        }
        _ => scope.source_path(id),
    };
    Some(SourceRow {
        path,
        id: id.to_owned(),
        anchor: source_anchor(id),
        title: scope.source_label(id),
        publisher: scope.publisher(source),
        kind: source.kind.as_ref().map(|kind| scope.label("source_kind", kind)),
        published: date(scope, &source.published),
        live: live.map(encode_address),
        live_label: live.map(short_address),
        archived: archived.map(encode_address),
        stored: source.text.is_some(),
        states,
        licence: source.licence.clone(),
        voice: verified.and_then(|verified| voice(scope, verified, id)),
        cases: locale.say("count_cases", &[("n", Say::Count(n))]),
    })
}

fn date(scope: &Scope<'_>, date: &crate::model::Known<crate::model::Date>) -> Option<DateView> {
    date.value().map(|_| scope.date(date))
}

/// Page `number` (from 1) of the list of sources; `ids` in the reader's order.
pub fn sources_page(scope: &Scope<'_>, ids: &[std::sync::Arc<str>], number: usize) -> SourcesPage {
    let first = Path::under(&scope.locale.lang, "sources/");
    let pages = ids.len().div_ceil(SOURCES_A_PAGE).max(1);
    let start = (number - 1) * SOURCES_A_PAGE;
    let shown = &ids[start.min(ids.len())..(start + SOURCES_A_PAGE).min(ids.len())];
    let heading = scope.locale.text("sources_heading");
    let page = scope.page(Head {
        kind: "sources",
        path: &first.numbered(number),
        title: heading.clone(),
        description: scope.locale.text("sources_description"),
        breadcrumb: vec![scope.home()],
    });
    SourcesPage {
        page,
        heading,
        count: scope.locale.say("count_sources", &[("n", Say::Count(ids.len()))]),
        rows: shown.iter().filter_map(|id| source_row(scope, None, id)).collect(),
        pager: scope.pager(&first, number, pages),
    }
}

/// The page of one source.
pub fn source_page(scope: &Scope<'_>, source: &Source) -> Option<SourcePage> {
    let locale = scope.locale;
    let row = source_row(scope, None, &source.id)?;
    let path = Path::source(&locale.lang, &source.id);
    let cases = scope.catalogue.by_source.get(&source.id).map_or(&[][..], Vec::as_slice);
    let mut quotes = Vec::new();
    let mut left_out = 0usize;
    for &number in cases {
        let verified = &scope.site.cases[number].verified;
        for (claim, check) in verified.case.claims.iter().zip(&verified.claims) {
            for (evidence, quote) in claim.evidence.iter().zip(&check.quotes) {
                if evidence.source.as_ref() != Some(&source.id) {
                    continue;
                }
                if quotes.len() >= QUOTES_SHOWN {
                    left_out += 1;
                    continue;
                }
                let (lang, dir, _) =
                    source.lang.as_ref().map_or((None, None, None), |lang| scope.foreign(lang));
                let live = elsewhere(source.url.as_deref());
                quotes.push(QuoteRow {
                    text: evidence.quote.value.clone(),
                    lang,
                    dir,
                    live: live.map(|url| text_fragment(url, &evidence.quote.value)),
                    match_label: locale.text(&names::key("match", names::match_kind(quote.effective()))),
                    verdict: verdict_view(scope, check.verdict),
                    path: format!("{}#{}", scope.rows[number].path, encode_address(&claim_anchor(&claim.id))),
                    case: scope.rows[number].title.clone(),
                });
            }
        }
    }
    let page = scope.page(Head {
        kind: "sources",
        path: &path,
        title: row.title.text.clone(),
        description: locale.text("sources_description"),
        breadcrumb: vec![scope.home(), scope.link("nav_sources", "sources/")],
    });
    Some(SourcePage {
        page,
        author: source.author.clone(),
        retrieved: date(scope, &source.retrieved),
        language: source.lang.as_ref().map(|lang| locale.language_name(lang)),
        cites: source
            .cites
            .iter()
            .filter(|id| scope.site.library.sources.contains_key(*id))
            .map(|id| Link { label: scope.source_label(id).text, path: scope.source_path(id) })
            .collect(),
        rows: cases.iter().take(CASES_SHOWN).map(|&number| scope.rows[number].clone()).collect(),
        quotes,
        more: (left_out > 0).then(|| locale.say("quotes_left_out", &[("n", Say::Count(left_out))])),
        source: row,
    })
}
