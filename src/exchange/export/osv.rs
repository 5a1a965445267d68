//! Cases that are advisories in the OSV format, one file each, beside a list of them.
//!
//! What a record kept of an imported advisory under `extra` (ranges, versions, ratings) goes out as it came in,
//! where it has the form that the schema asks for.
//!
//! Source: OSV schema 1.7, <https://ossf.github.io/osv-schema/>.

use jiff::civil::{self, Date as Day};
use jiff::tz::Offset;
use serde_json::{Map, Value, json};

use super::part::Told;
use super::{Emit, FOLDER};
use crate::model::{Case, Date, DateValue, Known, LangText, Library};
use crate::score::Scored;
use crate::text::{Lang, markdown};

/// Folder of the advisories below that of the dataset.
const ADVISORIES: &str = "osv";
/// The list of them.
pub const LIST: &str = "osv/index.json";
/// The kind of case that is one.
const KIND: &str = "advisory";
/// The version of the schema that is written.
const SCHEMA: &str = "1.7.0";

/// Beginnings of ids that the schema knows, each of a database that gives them.
const DATABASES: &[&str] = &[
    "ALBA",
    "ALEA",
    "ALPINE",
    "ALSA",
    "ASB-A",
    "AZL",
    "BELL",
    "BIT",
    "CGA",
    "CLEANSTART",
    "CLSA",
    "CURL",
    "CVE",
    "DEBIAN",
    "DHI",
    "DLA",
    "DRUPAL",
    "DSA",
    "DTSA",
    "ECHO",
    "EEF",
    "ELA",
    "FreeBSD",
    "GHSA",
    "GO",
    "GSD",
    "HSEC",
    "JLSEC",
    "KUBE",
    "LBSEC",
    "LSN",
    "MAL",
    "MGASA",
    "MINI",
    "OESA",
    "openSUSE-SU",
    "OSEC",
    "OSV",
    "PHSA",
    "PSF",
    "PUB-A",
    "PYSEC",
    "RHBA",
    "RHEA",
    "RHSA",
    "RLSA",
    "ROOT",
    "RSEC",
    "RUSTSEC",
    "RXSA",
    "SUSE-FU",
    "SUSE-OU",
    "SUSE-RU",
    "SUSE-SU",
    "UBUNTU",
    "USN",
    "V8",
];

/// The advisories of a library: finished files, and what is told of each.
#[derive(Debug, Default)]
pub struct Advisories {
    told: Vec<Told>,
    list: Vec<Value>,
}

impl Advisories {
    /// Writes the case where it is an advisory.
    pub fn add(&mut self, library: &Library, scored: &Scored, named: &Named<'_>, emit: Emit<'_>) {
        if &*scored.verified.case.kind.id != KIND {
            return;
        }
        let entry = entry(library, scored, named);
        let path = format!("{ADVISORIES}/{}", named.file);
        self.list.push(json!({"id": entry["id"], "modified": entry["modified"], "file": named.file}));
        self.put(&path, &entry, emit);
    }

    /// Writes the list, where there is an advisory; gives what is told of every file.
    pub(super) fn finish(mut self, emit: Emit<'_>) -> Vec<Told> {
        if !self.list.is_empty() {
            let list = Value::Array(std::mem::take(&mut self.list));
            self.put(LIST, &list, emit);
        }
        self.told
    }

    fn put(&mut self, path: &str, value: &Value, emit: Emit<'_>) {
        let bytes = format!("{value}\n").into_bytes();
        self.told.push(Told::of(path, &bytes));
        emit(&format!("{FOLDER}/{path}"), &bytes);
    }
}

/// What an advisory cannot know of itself.
#[derive(Debug)]
pub struct Named<'n> {
    /// The name of its file.
    pub file: &'n str,
    /// The address of its page; `None` where the site's own is not known.
    pub page: Option<String>,
    /// The newest day of the library.
    pub newest: Option<Day>,
}

/// Whether the page on the dataset lists the file: of many advisories, the list alone.
pub fn is_listed(path: &str) -> bool {
    path == LIST || !path.starts_with("osv/")
}

/// The id in OSV's form: what no known database gave begins with `x_`.
fn id(case: &str) -> String {
    let known = DATABASES.iter().any(|own| case.strip_prefix(own).is_some_and(|rest| rest.starts_with('-')));
    if known || case.starts_with("x_") { case.to_owned() } else { format!("x_casebook-{case}") }
}

fn entry(library: &Library, scored: &Scored, named: &Named<'_>) -> Value {
    let case = &scored.verified.case;
    let published = told(&case.date).and_then(|date| moment(date.value));
    let modified = told(&case.updated_at).and_then(|date| moment(date.value));
    let newest = named.newest.and_then(|day| moment(DateValue::Day(day)));
    // The schema wants to know when it was last changed: the day of the library's newest record at the latest.
    let modified = modified.or_else(|| published.clone()).or(newest);
    let langs = [case.lang.clone()];
    let mut entry = Map::new();
    let mut put = |name: &str, value: Value| entry.insert(name.to_owned(), value);
    put("schema_version", SCHEMA.into());
    put("id", id(&case.id.0).into());
    put("modified", modified.unwrap_or_else(|| "1970-01-01T00:00:00Z".to_owned()).into());
    if let Some(published) =
        published.filter(|_| case.date_kind.as_ref().is_none_or(|kind| kind.value == "published"))
    {
        put("published", published.into());
    }
    if let Some(withdrawn) = extra(case, "withdrawn").and_then(Value::as_str).and_then(instant) {
        put("withdrawn", withdrawn.into());
    }
    for (name, own) in
        [("aliases", aliases(case)), ("related", related(case)), ("upstream", words(case, "upstream"))]
    {
        if !own.is_empty() {
            put(name, own.into());
        }
    }
    for (name, text) in [("summary", &case.title), ("details", &case.summary)] {
        if let Some(text) = written(text, &langs).filter(|text| !text.trim().is_empty()) {
            put(name, if name == "summary" { markdown::plain(&text) } else { text }.into());
        }
    }
    let ratings = ratings(case);
    if !ratings.is_empty() {
        put("severity", ratings.into());
    }
    let affected = affected(case);
    if !affected.is_empty() {
        put("affected", affected.into());
    }
    let references = references(library, case);
    if !references.is_empty() {
        put("references", references.into());
    }
    let mut own = json!({
        "casebook_id": case.id.0,
        "score": (scored.score.total * 10.0).round() / 10.0,
        "licence": library.config.licence,
    });
    if let Some(page) = &named.page {
        own["page"] = page.as_str().into();
    }
    put("database_specific", own);
    Value::Object(entry)
}

fn told(date: &Known<Date>) -> Option<&Date> {
    match date {
        Known::Is(date) => Some(date),
        _ => None,
    }
}

/// The text in the record's language, without the marks of its notes.
fn written(text: &LangText, langs: &[Lang]) -> Option<String> {
    text.best(langs).map(|(_, text)| without_notes(&text.value))
}

/// Markdown without `[^mark]`.
fn without_notes(text: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once("[^") {
        out.push_str(before);
        match after.split_once(']') {
            Some((mark, after)) if !mark.is_empty() && !mark.contains(char::is_whitespace) => rest = after,
            _ => {
                out.push_str("[^");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The moment at which a date begins, as RFC 3339 in UTC.
fn moment(date: DateValue) -> Option<String> {
    let local = match date {
        DateValue::Year(year) => Day::new(year, 1, 1).ok()?.at(0, 0, 0, 0),
        DateValue::Month(year, month) => Day::new(year, month, 1).ok()?.at(0, 0, 0, 0),
        DateValue::Day(day) => day.at(0, 0, 0, 0),
        DateValue::Instant { local, offset } => return zulu(local, offset),
    };
    zulu(local, Offset::UTC)
}

fn zulu(local: civil::DateTime, offset: Offset) -> Option<String> {
    let utc = Offset::UTC.to_datetime(offset.to_timestamp(local).ok()?);
    // The schema's years have four digits.
    (0..=9999)
        .contains(&utc.year())
        .then(|| format!("{}T{:02}:{:02}:{:02}Z", utc.date(), utc.hour(), utc.minute(), utc.second()))
}

/// An instant as an advisory wrote it, in the form that the schema asks for.
fn instant(text: &str) -> Option<String> {
    let stamp: jiff::Timestamp = text.parse().ok()?;
    zulu(Offset::UTC.to_datetime(stamp), Offset::UTC)
}

fn extra<'c>(case: &'c Case, name: &str) -> Option<&'c Value> {
    case.extra.iter().find(|(own, _)| own == name).map(|(_, value)| value)
}

fn words(case: &Case, name: &str) -> Vec<String> {
    let list = extra(case, name).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|own| own.as_str().map(str::to_owned)).collect()
}

/// Other ids of the same fault: those that were told, and those that the title names.
fn aliases(case: &Case) -> Vec<String> {
    let mut all = words(case, "aliases");
    let titles = case.title.0.values().flat_map(|title| named(&title.value));
    for other in titles.filter(|other| *other != *case.id.0) {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// Ids in a text whose form cannot be mistaken: `CVE-2021-44228`, `GHSA-jfh8-c2jp-5v3q`.
fn named(text: &str) -> Vec<String> {
    let words = text.split(|own: char| !own.is_ascii_alphanumeric() && own != '-');
    let is_id = |word: &&str| match word.split('-').collect::<Vec<_>>()[..] {
        ["CVE", year, number] => {
            year.len() == 4
                && number.len() >= 4
                && (year.to_owned() + number).bytes().all(|own| own.is_ascii_digit())
        }
        ["GHSA", a, b, c] => [a, b, c].iter().all(|part| part.len() == 4),
        _ => false,
    };
    words.filter(is_id).map(str::to_owned).collect()
}

fn related(case: &Case) -> Vec<String> {
    let mut all: Vec<String> = case.related.iter().map(|own| id(&own.id)).collect();
    for other in words(case, "related") {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// CVSS vectors, as OSV or RustSec tell them.
fn ratings(case: &Case) -> Vec<Value> {
    let list = extra(case, "severity").and_then(Value::as_array);
    let mut all: Vec<Value> = list.into_iter().flatten().filter(|own| is_rating(own)).cloned().collect();
    if let Some(vector) = extra(case, "cvss").and_then(Value::as_str) {
        let kind = if vector.starts_with("CVSS:4.") { "CVSS_V4" } else { "CVSS_V3" };
        let rating = json!({"type": kind, "score": vector});
        if is_rating(&rating) {
            all.push(rating);
        }
    }
    all
}

/// Whether a rating names its kind and has a score of this kind.
fn is_rating(rating: &Value) -> bool {
    let text = |name: &str| rating.get(name).and_then(Value::as_str);
    let (Some(kind), Some(score)) = (text("type"), text("score")) else { return false };
    let metrics = |score: &str| {
        score.split('/').all(|metric| {
            metric.split_once(':').is_some_and(|(name, value)| {
                !name.is_empty()
                    && !value.is_empty()
                    && (name.to_owned() + value).bytes().all(|own| own.is_ascii_alphanumeric())
            })
        })
    };
    match kind {
        "CVSS_V2" => metrics(score),
        "CVSS_V3" => {
            ["CVSS:3.0/", "CVSS:3.1/"].iter().any(|own| score.strip_prefix(own).is_some_and(metrics))
        }
        "CVSS_V4" => score.strip_prefix("CVSS:4.0/").is_some_and(metrics),
        "Ubuntu" => ["negligible", "low", "medium", "high", "critical"].contains(&score),
        _ => false,
    }
}

/// Packages and versions as the advisory told them; a crate of RustSec by its name.
fn affected(case: &Case) -> Vec<Value> {
    let list = extra(case, "affected").and_then(Value::as_array);
    let mut all: Vec<Value> = list.into_iter().flatten().filter(|own| is_affected(own)).cloned().collect();
    if let Some(name) =
        extra(case, "package").and_then(Value::as_str).filter(|_| case.id.0.starts_with("RUSTSEC-"))
    {
        let mut one = json!({"package": {"ecosystem": "crates.io", "name": name}});
        if let Some(versions) = extra(case, "versions").filter(|own| own.is_object()) {
            one["database_specific"] = versions.clone();
        }
        all.push(one);
    }
    all
}

fn is_affected(own: &Value) -> bool {
    let package = own.get("package");
    let named = |name: &str| package.is_some_and(|package| package.get(name).is_some_and(Value::is_string));
    let ranges =
        own.get("ranges").is_none_or(|ranges| ranges.as_array().is_some_and(|all| all.iter().all(is_range)));
    own.is_object() && (package.is_none() || named("ecosystem") && named("name")) && ranges
}

fn is_range(range: &Value) -> bool {
    let kind = range.get("type").and_then(Value::as_str);
    let events = range.get("events").and_then(Value::as_array);
    kind.is_some_and(|kind| ["GIT", "SEMVER", "ECOSYSTEM"].contains(&kind))
        && events.is_some_and(|events| {
            events.iter().any(|event| event.get("introduced").is_some_and(Value::is_string))
        })
}

/// The addresses of its sources and further documents.
fn references(library: &Library, case: &Case) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for (own, is_source) in
        case.sources.iter().map(|own| (own, true)).chain(case.docs.iter().map(|own| (own, false)))
    {
        let Some(source) = library.sources.get(&own.id) else { continue };
        let Some(url) = &source.url else { continue };
        let kind = match source.kind.as_deref().filter(|_| is_source) {
            Some("advisory") => "ADVISORY",
            Some("blog" | "postmortem" | "article" | "news") => "ARTICLE",
            Some("ticket") => "REPORT",
            _ => "WEB",
        };
        let reference = json!({"type": kind, "url": url});
        if !all.contains(&reference) {
            all.push(reference);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_no_known_database_says_so() {
        assert_eq!(id("GHSA-9v2f-6vcg-3hgv"), "GHSA-9v2f-6vcg-3hgv");
        assert_eq!(id("RUSTSEC-2021-0001"), "RUSTSEC-2021-0001");
        assert_eq!(id("GOOD-1"), "x_casebook-GOOD-1");
        assert_eq!(id("python-2018-crlf"), "x_casebook-python-2018-crlf");
    }

    #[test]
    fn moments_are_in_utc_and_begin_what_they_name() {
        assert_eq!(moment(DateValue::Year(2021)).unwrap(), "2021-01-01T00:00:00Z");
        assert_eq!(moment(DateValue::Month(2021, 10)).unwrap(), "2021-10-01T00:00:00Z");
        let local = civil::date(2021, 10, 28).at(23, 30, 5, 0);
        let offset = Offset::from_hours(-8).unwrap();
        assert_eq!(moment(DateValue::Instant { local, offset }).unwrap(), "2021-10-29T07:30:05Z");
        assert_eq!(instant("2024-02-01T10:00:00.25+01:00").unwrap(), "2024-02-01T09:00:00Z");
        assert_eq!(instant("yesterday"), None);
    }

    #[test]
    fn ratings_of_another_form_stay_out() {
        assert!(is_rating(
            &json!({"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"})
        ));
        assert!(!is_rating(&json!({"type": "CVSS_V3", "score": "9.8"})));
        assert!(!is_rating(&json!({"type": "CVSS_V4", "score": "CVSS:3.1/AV:N"})));
        assert!(!is_rating(&json!("critical")));
    }

    #[test]
    fn titles_name_other_ids() {
        let title = "위험(CVE-2021-44228)과 CVE-2021-44228, GHSA-jfh8-c2jp-5v3q; CVE-21-1, CVE-2021-x";
        assert_eq!(named(title), ["CVE-2021-44228", "CVE-2021-44228", "GHSA-jfh8-c2jp-5v3q"]);
    }

    #[test]
    fn marks_of_notes_are_left_out_and_brackets_stay() {
        assert_eq!(
            without_notes("It broke[^c1]. See [a](b) and a[^ b]."),
            "It broke. See [a](b) and a[^ b]."
        );
    }
}
