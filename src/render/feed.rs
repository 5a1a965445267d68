//! Atom and JSON Feed of cases. Ids of entries depend on the case and its language alone, so that they
//! outlive every change of theme, term and title.

use serde_json::json;

use super::File;
use super::address::Path;
use super::html::{escape, escaped};
use super::scope::{Scope, shorten};
use crate::model::DateValue;

/// Entries of a feed.
const ENTRIES: usize = 40;

/// What a feed tells of its cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// That they are there; what changed last comes first.
    New,
    /// Each change as an entry of its own.
    Changed,
    /// Each correction as an entry of its own.
    Corrected,
}

impl Kind {
    /// Every kind, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::New, Self::Changed, Self::Corrected];

    /// The feed's file without its ending.
    const fn stem(self) -> &'static str {
        match self {
            Self::New => "feed",
            Self::Changed => "changed",
            Self::Corrected => "corrected",
        }
    }

    /// The key of its name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::New => "feed_new",
            Self::Changed => "feed_changed",
            Self::Corrected => "feed_corrected",
        }
    }
}

/// What a feed is about.
pub struct Feed<'a> {
    /// What it tells.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// The page that it follows.
    pub page: Path,
    /// Where the feed stands, without its ending.
    pub stem: String,
    /// Its cases.
    pub cases: &'a [usize],
}

/// The feeds of all cases in one language.
pub fn of_all<'a>(scope: &Scope<'a>) -> [Feed<'a>; 3] {
    Kind::ALL.map(|kind| Feed {
        kind,
        title: match kind {
            Kind::New => scope.site_title(),
            _ => format!("{} · {}", scope.locale.text(kind.key()), scope.site_title()),
        },
        page: match kind {
            Kind::New => Path::home(&scope.locale.lang),
            _ => Path::under(&scope.locale.lang, "changes/"),
        },
        stem: format!("{}/{}", scope.locale.lang, kind.stem()),
        cases: &scope.catalogue.by_date,
    })
}

/// The feed of the cases of one term, or `None` where no entry would be in it.
pub fn of_term<'a>(scope: &Scope<'a>, page: &Path, label: &str, cases: &'a [usize]) -> Option<Feed<'a>> {
    let dated = |&number: &usize| scope.site.cases[number].verified.case.date.value().is_some();
    cases.iter().any(dated).then(|| Feed {
        kind: Kind::New,
        title: format!("{label} · {}", scope.site_title()),
        page: page.clone(),
        stem: format!("{}feed", page.as_str()),
        cases,
    })
}

/// Where the two files of a feed stand.
pub fn paths(feed: &Feed<'_>) -> [String; 2] {
    ["xml", "json"].map(|ending| format!("{}.{ending}", feed.stem))
}

/// The two files of a feed.
pub fn files(scope: &Scope<'_>, feed: &Feed<'_>) -> [File; 2] {
    let entries = entries(scope, feed);
    let [xml, json] = paths(feed);
    [File::text(xml, atom(scope, feed, &entries)), File::text(json, json_feed(scope, feed, &entries))]
}

struct Entry {
    id: String,
    href: String,
    title: String,
    summary: String,
    lang: String,
    published: String,
    updated: String,
}

/// The moment of a date as RFC 3339; the first one that the date can mean.
pub fn moment(date: DateValue) -> String {
    match date {
        DateValue::Year(year) => format!("{year:04}-01-01T00:00:00Z"),
        DateValue::Month(year, month) => format!("{year:04}-{month:02}-01T00:00:00Z"),
        DateValue::Day(day) => format!("{day}T00:00:00Z"),
        DateValue::Instant { local, offset } => {
            let seconds = offset.seconds();
            let sign = if seconds < 0 { '-' } else { '+' };
            let minutes = seconds.abs() / 60;
            let zone = if seconds == 0 {
                "Z".to_owned()
            } else {
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            };
            format!(
                "{}T{:02}:{:02}:{:02}{zone}",
                local.date(),
                local.hour(),
                local.minute(),
                local.second().min(59)
            )
        }
    }
}

/// The same moment as seconds since 1970: what comes later is more.
fn instant(date: DateValue) -> i64 {
    let days = |date: DateValue| i64::from(date.sort_key()) * 86_400;
    match date {
        DateValue::Instant { local, offset } => {
            let clock =
                i64::from(local.hour()) * 3600 + i64::from(local.minute()) * 60 + i64::from(local.second());
            days(date) + clock - i64::from(offset.seconds())
        }
        _ => days(date),
    }
}

/// A UUID made from a name: the same name is the same id on every machine, under every address.
pub fn stable_id(name: &str) -> String {
    let hash = blake3::hash(format!("casebook feed\n{name}").as_bytes());
    let mut bytes = [0u8; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    // Version 8 (free form) and the variant of RFC 9562.
    bytes[6] = (bytes[6] & 0x0F) | 0x80;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Something that happened to a case.
struct News {
    updated: DateValue,
    published: DateValue,
    case: usize,
    /// The correction, by its place in the record.
    correction: Option<usize>,
}

/// The entries of a feed, last changed first.
fn entries(scope: &Scope<'_>, feed: &Feed<'_>) -> Vec<Entry> {
    let mut news: Vec<News> = Vec::new();
    for &number in feed.cases {
        let case = &scope.site.cases[number].verified.case;
        let date = case.date.value().map(|date| date.value);
        let changed = case.updated_at.value().map(|date| date.value);
        match feed.kind {
            Kind::New => news.extend(date.map(|published| News {
                updated: changed.unwrap_or(published),
                published,
                case: number,
                correction: None,
            })),
            Kind::Changed => news.extend(changed.map(|updated| News {
                updated,
                published: updated,
                case: number,
                correction: None,
            })),
            Kind::Corrected => {
                let dated = case.corrections.iter().enumerate();
                let dated = dated.filter_map(|(at, told)| Some((at, told.at.value()?.value)));
                news.extend(dated.map(|(at, updated)| News {
                    updated,
                    published: updated,
                    case: number,
                    correction: Some(at),
                }));
            }
        }
    }
    // Keys are made once: a term may have thousands of cases, and a library hundreds of terms.
    news.sort_by_cached_key(|news| {
        let newest = (std::cmp::Reverse(instant(news.updated)), std::cmp::Reverse(news.published.sort_key()));
        (newest, news.case, std::cmp::Reverse(news.correction))
    });
    news.truncate(ENTRIES);
    news.iter().map(|news| entry(scope, feed, news)).collect()
}

fn entry(scope: &Scope<'_>, feed: &Feed<'_>, news: &News) -> Entry {
    let row = &scope.rows[news.case];
    let case = &scope.site.cases[news.case].verified.case;
    let path = Path::case(&scope.locale.lang, &case.slug);
    let name = format!("{}\n{}", case.id, scope.locale.lang);
    let correction = news.correction.and_then(|at| case.corrections.get(at));
    let summary = scope.plain(correction.map_or(&case.summary, |told| &told.text));
    // The same case is the same entry for ever; a change or a correction is one of its own.
    let id = match (feed.kind, news.correction) {
        (Kind::New, _) => stable_id(&name),
        (_, None) => stable_id(&format!("{name}\nchanged\n{}", moment(news.updated))),
        (_, Some(at)) => stable_id(&format!("{name}\ncorrected\n{at}")),
    };
    let address = scope.absolute(&path);
    let address =
        address.unwrap_or_else(|| format!("{}{}", Path::new(feed.stem.as_str()).root(), path.encoded()));
    Entry {
        id,
        href: if correction.is_some() { format!("{address}#corrections") } else { address },
        title: row.title.text.clone(),
        lang: match (&summary, correction) {
            (Some(text), Some(_)) => text.lang.clone(),
            _ => row.title.lang.clone(),
        }
        .unwrap_or_else(|| scope.locale.lang.to_string()),
        summary: summary.map_or_else(String::new, |text| shorten(&text.text, 500)),
        published: moment(news.published),
        updated: moment(news.updated),
    }
}

/// The feed as Atom.
fn atom(scope: &Scope<'_>, feed: &Feed<'_>, entries: &[Entry]) -> String {
    let own = Path::new(format!("{}.xml", feed.stem));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        scope.locale.lang
    );
    let element = |xml: &mut String, indent: &str, name: &str, text: &str| {
        xml.push_str(&format!("{indent}<{name}>{}</{name}>\n", escaped(text)));
    };
    element(&mut xml, "  ", "title", &feed.title);
    element(&mut xml, "  ", "id", &stable_id(&feed.stem));
    element(&mut xml, "  ", "updated", &moment(DateValue::Day(scope.site.as_of)));
    xml.push_str(&format!("  <author><name>{}</name></author>\n", escaped(&scope.site_title())));
    for (rel, path) in [("self", &own), ("alternate", &feed.page)] {
        if let Some(address) = scope.absolute(path) {
            xml.push_str(&format!("  <link rel=\"{rel}\" href=\"{}\"/>\n", escaped(&address)));
        }
    }
    for entry in entries {
        xml.push_str(&format!("  <entry xml:lang=\"{}\">\n", escaped(&entry.lang)));
        element(&mut xml, "    ", "title", &entry.title);
        element(&mut xml, "    ", "id", &entry.id);
        xml.push_str("    <link href=\"");
        escape(&mut xml, &entry.href);
        xml.push_str("\"/>\n");
        element(&mut xml, "    ", "published", &entry.published);
        element(&mut xml, "    ", "updated", &entry.updated);
        element(&mut xml, "    ", "summary", &entry.summary);
        xml.push_str("  </entry>\n");
    }
    xml.push_str("</feed>\n");
    xml
}

/// The feed as JSON Feed 1.1.
fn json_feed(scope: &Scope<'_>, feed: &Feed<'_>, entries: &[Entry]) -> String {
    let items: Vec<_> = entries
        .iter()
        .map(|entry| {
            json!({"id": entry.id, "url": entry.href, "title": entry.title, "content_text": entry.summary,
                "date_published": entry.published, "date_modified": entry.updated, "language": entry.lang})
        })
        .collect();
    let mut value = json!({"version": "https://jsonfeed.org/version/1.1", "title": feed.title,
        "language": scope.locale.lang.as_str(), "items": items});
    if let Some(object) = value.as_object_mut() {
        if let Some(address) = scope.absolute(&feed.page) {
            object.insert("home_page_url".to_owned(), address.into());
        }
        if let Some(address) = scope.absolute(&Path::new(format!("{}.json", feed.stem))) {
            object.insert("feed_url".to_owned(), address.into());
        }
    }
    format!("{value}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_uuids_and_never_change() {
        let id = stable_id("IL-0213\nen");
        assert_eq!(id, stable_id("IL-0213\nen"));
        assert_ne!(id, stable_id("IL-0213\nko"));
        assert_eq!(id.len(), "urn:uuid:".len() + 36);
    }

    #[test]
    fn later_moments_are_more_whatever_their_zone() {
        let at = |hour, zone| {
            let local = jiff::civil::date(2012, 10, 11).at(hour, 0, 0, 0);
            DateValue::Instant { local, offset: jiff::tz::offset(zone) }
        };
        assert!(instant(at(20, -4)) > instant(at(23, 0)), "20:00 in New York is past midnight in UTC");
        assert_eq!(instant(at(20, -3)), instant(at(23, 0)));
        assert_eq!(instant(at(0, 0)), instant(DateValue::Month(2012, 10)) + 10 * 86_400);
    }

    #[test]
    fn moments_are_rfc_3339() {
        assert_eq!(moment(DateValue::Month(2021, 5)), "2021-05-01T00:00:00Z");
        let local = jiff::civil::date(2012, 10, 11).at(23, 39, 45, 0);
        let offset = jiff::tz::offset(-4);
        assert_eq!(moment(DateValue::Instant { local, offset }), "2012-10-11T23:39:45-04:00");
    }
}
