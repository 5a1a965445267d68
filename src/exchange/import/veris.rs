//! Incidents in the VERIS format: one JSON object a file. Its nested tables (`action`, `actor`, `asset`,
//! `attribute`, …) are kept under `extra` as they are.
//!
//! Source: VERIS 1.3 and 1.4, <https://verisframework.org/>.

use serde_json::json;

use super::draft::{List, word, words};
use super::{Draft, Reading, Refusal, Setting, json_records};
use crate::diag::{ByteSpan, SourceFile};
use crate::parse::Node;

/// Fields that are told whole by fields of a record.
const TAKEN: [&str; 3] = ["incident_id", "summary", "reference"];

/// Vocabularies in which the variety of an action may be a term.
const VARIETIES: [(&str, &str); 3] =
    [("symptoms", "symptom"), ("contributing", "contributing"), ("root_cause", "root_cause")];

/// Reads a file of incidents.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    json_records(file, setting, |file, node, reading| one(file, node, setting, reading))
}

fn one(file: &SourceFile, node: &Node<'_>, setting: &Setting<'_>, reading: &mut Reading) {
    let line = file.place(ByteSpan::new(node.span.start, node.span.start)).line as usize;
    let is_schema = node.get("$schema").is_some() || node.get("properties").is_some();
    let Some(id) = word(node.get("incident_id")) else {
        let incident = ["action", "actor", "asset", "victim"].iter().any(|name| {
            node.get(name).and_then(Node::as_object).is_some()
                && node.get("timeline").is_some_and(|own| {
                    own.get("incident")
                        .and_then(|own| own.get("year"))
                        .is_some_and(|year| word(Some(year)).is_some())
                })
        });
        reading.refusals.push(if incident && !is_schema {
            Refusal::fault(file.path.clone(), line, "it has no `incident_id`")
        } else {
            Refusal::other(file.path.clone(), line, "it is a schema or a list of terms, no incident")
        });
        return;
    };
    let mut draft = Draft::new(file, node.span, id, &setting.lang());
    let victim = node.get("victim");
    let names = victim.map(victims).unwrap_or_default();
    kind(&mut draft, node, setting);
    let summary = word(node.get("summary")).unwrap_or_default();
    if summary.is_empty() && !names.is_empty() {
        let what = actions(node);
        let title =
            if what.is_empty() { names[0].to_owned() } else { format!("{}: {}", names[0], what.join(", ")) };
        draft.title(Some(&title), "");
        draft.remark("there is no summary: victim and actions stand as the title, write a better one");
    } else {
        draft.title(None, summary);
    }
    draft.text("summary", summary);
    match names.as_slice() {
        [] => match &setting.options.org {
            Some(org) => draft.put("org", org.as_str()),
            None => draft.remark("it names no victim: add `org`"),
        },
        [first, ..] => draft.put("org", *first),
    }
    times(&mut draft, node.get("timeline"));
    rating(&mut draft, node, setting);
    let countries: Vec<&str> = victim.map(|own| words(own.get("country"))).unwrap_or_default();
    let countries: Vec<&str> =
        countries.into_iter().filter(|own| !own.eq_ignore_ascii_case("unknown")).collect();
    if let Some(region) = draft.by_lang(&countries.join(", ")) {
        draft.part("impact", "region", region);
    }
    terms(&mut draft, node, setting);
    references(&mut draft, word(node.get("reference")).unwrap_or_default());
    if let Some(modified) = node.get("plus").and_then(|own| word(own.get("modified"))) {
        draft.date("updated_at", modified);
    }
    draft.keep_rest(node, &TAKEN);
    reading.drafts.push(draft);
}

/// The victim's name, or those of a list of victims.
fn victims<'n>(victim: &'n Node<'_>) -> Vec<&'n str> {
    match victim.as_array() {
        Some(list) => list.iter().filter_map(|own| word(own.get("victim_id"))).collect(),
        None => word(victim.get("victim_id")).into_iter().collect(),
    }
}

/// The names of the actions: `hacking`, `error`.
fn actions<'n>(node: &'n Node<'_>) -> Vec<&'n str> {
    let entries = node.get("action").and_then(Node::as_object);
    entries.into_iter().flatten().map(|entry| entry.key.as_ref()).filter(|name| *name != "unknown").collect()
}

fn kind(draft: &mut Draft, node: &Node<'_>, setting: &Setting<'_>) {
    match word(node.get("security_incident")).unwrap_or_default().to_ascii_lowercase().as_str() {
        "confirmed" | "suspected" => draft.put("type", "security-incident"),
        "near miss" => draft.put("type", "near-miss"),
        "" => {}
        other => {
            if !draft.term(setting.vocab, "type", "type", other) {
                draft.remark(format!("`security_incident` is `{other}`: no type of record says so"));
            }
        }
    }
}

/// The date as finely as it is told, and how long it took to notice.
fn times(draft: &mut Draft, timeline: Option<&Node<'_>>) {
    let part = |name: &str| -> Option<u32> {
        timeline?.get("incident").and_then(|own| word(own.get(name)))?.parse().ok()
    };
    let date = match (part("year"), part("month"), part("day")) {
        (Some(year), Some(month), Some(day)) => Some(format!("{year:04}-{month:02}-{day:02}")),
        (Some(year), Some(month), None) => Some(format!("{year:04}-{month:02}")),
        (Some(year), ..) => Some(format!("{year:04}")),
        _ => None,
    };
    if date.as_ref().is_some_and(|date| draft.date("date", date)) {
        draft.put("date_kind", "incident");
    } else {
        if let Some(date) = date {
            draft.remark(format!("`timeline.incident` is no date: {date}"));
        }
        draft.unknown("date", "the incident does not tell when it began");
    }
    let Some(discovery) = timeline.and_then(|own| own.get("discovery")) else { return };
    let unit = match word(discovery.get("unit")).unwrap_or_default() {
        "Seconds" => "s",
        "Minutes" => "m",
        "Hours" => "h",
        "Days" => "d",
        "Weeks" => "w",
        // Months and years are no fixed lengths: they stay under `extra`.
        _ => return,
    };
    if let Some(value) = word(discovery.get("value")).and_then(|value| value.parse::<u32>().ok()) {
        draft.part("timeline", "detected_after", json!(format!("{value}{unit}")));
    }
}

fn rating(draft: &mut Draft, node: &Node<'_>, setting: &Setting<'_>) {
    let told = node.get("impact").and_then(|own| word(own.get("overall_rating")));
    // VERIS grades the harm to the organisation from `Insignificant` to `Catastrophic`.
    let word = match told.unwrap_or_default() {
        "" | "Unknown" => {
            draft.unknown("severity", "the incident is not graded");
            return;
        }
        "Catastrophic" | "Damaging" => "critical",
        "Painful" => "major",
        "Distracting" | "Insignificant" => "minor",
        other => other,
    };
    if !draft.term(setting.vocab, "severity", "severity", word) {
        draft.unknown("severity", "the incident is graded by no term of the vocabulary");
    }
}

/// Varieties of actions and of what was lost, by their aliases.
fn terms(draft: &mut Draft, node: &Node<'_>, setting: &Setting<'_>) {
    let mut varieties: Vec<&str> = Vec::new();
    for table in ["action", "attribute"] {
        for entry in node.get(table).and_then(Node::as_object).into_iter().flatten() {
            let own = words(entry.value.get("variety"));
            varieties.extend(own.into_iter().filter(|own| !matches!(*own, "Unknown" | "Other")));
        }
    }
    varieties.sort_unstable();
    varieties.dedup();
    let left = draft.sort_terms(setting.vocab, varieties, &VARIETIES);
    left.iter().for_each(|word| draft.miss("variety", word));
    let disclosed = node
        .get("attribute")
        .and_then(|own| own.get("confidentiality"))
        .and_then(|own| word(own.get("data_disclosure")));
    if disclosed.is_some_and(|told| told.eq_ignore_ascii_case("yes")) {
        draft.add_term("symptoms", "data-exposure");
    }
}

/// Addresses joined by `; `, and what is no address among them.
fn references(draft: &mut Draft, reference: &str) {
    for own in reference.split([';', '\n']).flat_map(|own| {
        // Blanks join addresses too; words between them are words.
        if own.contains("://") { own.split_whitespace().collect() } else { vec![own] }
    }) {
        let own = own.trim().trim_matches(['<', '>', ',']);
        if own.is_empty() {
            continue;
        }
        let dotted = own.contains('.') && !own.contains(char::is_whitespace);
        if own.contains("://") || dotted {
            draft.source(List::Sources, own, &[]);
        } else {
            draft.remark(format!("the reference `{own}` is no address: it is kept under `extra`"));
            let before = draft.extra.get("reference").and_then(|own| own.as_str()).unwrap_or_default();
            let joined = if before.is_empty() { own.to_owned() } else { format!("{before}; {own}") };
            draft.keep("reference", joined.into());
        }
    }
}
