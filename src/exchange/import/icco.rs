//! Post-mortem summaries of icco/postmortems: Markdown with YAML front matter. What is told there of
//! times, products and keywords may come from a language model: it is no evidence, and nobody reviewed it.

use super::draft::{List, word, words};
use super::{Draft, Reading, Refusal, Setting, front_matter};
use crate::diag::SourceFile;
use crate::model::lower::read_date;
use crate::model::name::slug;
use crate::model::{DateValue, address};
use crate::parse::Node;

/// Fields of the front matter that have a place in a record.
const TAKEN: [&str; 11] = [
    "uuid",
    "url",
    "archive_url",
    "title",
    "company",
    "start_time",
    "end_time",
    "categories",
    "source_published_at",
    "source_fetched_at",
    "summary",
];

/// Vocabularies in which a category may be a term.
const CATEGORIES: [(&str, &str); 4] = [
    ("contributing", "contributing"),
    ("domain", "domain"),
    ("root_cause", "root_cause"),
    ("symptoms", "symptom"),
];

/// Vocabularies in which a keyword may be a term.
const KEYWORDS: [(&str, &str); 3] =
    [("domain", "domain"), ("components", "component"), ("symptoms", "symptom")];

/// Reads one summary.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let (front, body) = match front_matter(file, setting.nesting) {
        Ok(Some(read)) => read,
        Ok(None) => {
            let reason = "it has no front matter: it is no summary of this kind";
            return Reading::refused(Refusal::other(file.path.clone(), 1, reason));
        }
        Err(refusal) => return Reading::refused(refusal),
    };
    let front = &front;
    let Some(uuid) = word(front.get("uuid")) else {
        let line = file.place(front.span).line as usize;
        return Reading::refused(Refusal::fault(file.path.clone(), line, "it has no `uuid`"));
    };
    let mut draft = Draft::new(file, front.span, uuid, &setting.lang());
    let company = word(front.get("company")).or(setting.options.org.as_deref());
    let start: String = uuid.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    if let Some(company) = company {
        draft.id = format!("{}-{}", slug(company), start.to_lowercase());
        draft.put("org", company);
    }
    prose(&mut draft, front, body);
    times(&mut draft, front);
    source(&mut draft, front, company);
    let left = draft.sort_terms(setting.vocab, words(front.get("categories")), &CATEGORIES);
    for category in &left {
        draft.miss("category", category);
    }
    draft.keep("categories", left.into());
    // Keywords are free words: those that are terms serve as such, and all of them stay.
    let keywords = words(front.get("keywords"));
    draft.sort_terms(setting.vocab, keywords.iter().copied(), &KEYWORDS);
    draft.keep_rest(front, &TAKEN);
    Reading { drafts: vec![draft], ..Reading::default() }
}

/// Title and summary. The body is the longer telling of the front matter's summary, where there are both.
fn prose(draft: &mut Draft, front: &Node<'_>, body: &str) {
    let short = word(front.get("summary")).unwrap_or_default();
    let summary = match (short, body) {
        ("", body) => body.to_owned(),
        (short, "") => short.to_owned(),
        (short, body) if body.contains(short) => body.to_owned(),
        (short, body) => format!("{short}\n\n{body}"),
    };
    draft.title(word(front.get("title")), if short.is_empty() { body } else { short });
    if summary.is_empty() {
        draft.remark("it has no text");
    }
    draft.text("summary", &summary);
}

fn times(draft: &mut Draft, front: &Node<'_>) {
    let start = word(front.get("start_time"));
    let told = start.is_some_and(|start| draft.date("date", start));
    if told {
        draft.put("date_kind", "incident");
    } else {
        if let Some(start) = start {
            draft.remark(format!("`start_time` is no date: `{start}`"));
            draft.keep("start_time", start.into());
        }
        let published = word(front.get("source_published_at"));
        if published.is_some_and(|published| draft.date("date", published)) {
            draft.put("date_kind", "published");
        } else {
            draft.unknown(
                "date",
                "the summary tells neither when it happened nor when its source was published",
            );
        }
    }
    let Some(end) = word(front.get("end_time")) else { return };
    match (start.and_then(read_date), read_date(end)) {
        (Some(from), Some(to)) => match seconds_between(from, to) {
            Some(seconds) if seconds >= 0 => {
                draft.part("timeline", "resolved_after", length(seconds.unsigned_abs()).into());
                draft.keep("end_time", end.into());
            }
            _ => {
                draft.remark(format!(
                    "`end_time` `{end}` lies before `start_time`, or cannot be compared with it"
                ));
                draft.keep("end_time", end.into());
            }
        },
        _ => draft.keep("end_time", end.into()),
    }
}

/// Seconds from one instant to another; `None` for dates without a clock.
pub(super) fn seconds_between(from: DateValue, to: DateValue) -> Option<i64> {
    let second = |value: DateValue| match value {
        DateValue::Instant { local, offset } => {
            offset.to_timestamp(local).ok().map(jiff::Timestamp::as_second)
        }
        _ => None,
    };
    Some(second(to)? - second(from)?)
}

/// `5400` as `1h30m`.
pub(super) fn length(seconds: u64) -> String {
    let mut left = seconds;
    let mut written = String::new();
    for (unit, size) in [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)] {
        if left / size > 0 {
            written.push_str(&format!("{}{unit}", left / size));
            left %= size;
        }
    }
    if written.is_empty() { "0s".to_owned() } else { written }
}

fn source(draft: &mut Draft, front: &Node<'_>, company: Option<&str>) {
    let mut day = |name: &str| {
        let written = word(front.get(name))?;
        let date = draft.as_date(name, written);
        if date.is_none() {
            draft.remark(format!("`{name}` is no date: `{written}`"));
            draft.keep(name, written.into());
        }
        date
    };
    let (retrieved, published) = (day("source_fetched_at"), day("source_published_at"));
    let copy = word(front.get("archive_url"));
    let archived = copy.filter(|copy| address::read_address(copy).is_ok());
    if let (Some(copy), None) = (copy, archived) {
        draft.keep("archive_url", copy.into());
    }
    let told =
        [("archived", archived), ("published", published.as_deref()), ("retrieved", retrieved.as_deref())];
    match word(front.get("url")).or_else(|| word(front.get("archive_url"))) {
        Some(url) => {
            if !draft.source(List::Sources, url, &told) && archived.is_some() {
                draft.source(List::Sources, archived.unwrap_or_default(), &told[1..]);
            }
        }
        None => draft.remark("it has no `url`: add its source"),
    }
    if company.is_none() {
        draft.remark("it names no `company`: add `org`");
    }
}
