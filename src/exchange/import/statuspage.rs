//! Incidents of a Statuspage: the public `incidents.json`, or the bare list of the manage interface.

use serde_json::{Value, json};

use super::draft::{List, word};
use super::icco::{length, seconds_between};
use super::{Draft, Reading, Refusal, Setting, json_records};
use crate::diag::{ByteSpan, SourceFile};
use crate::model::lower::read_date;
use crate::model::name::slug;
use crate::parse::{self, Node};

/// Fields that are told whole by fields of a record.
const TAKEN: [&str; 7] =
    ["id", "name", "updated_at", "shortlink", "postmortem_body", "body", "incident_updates"];

/// Reads an answer.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let (root, _) = parse::json(file, setting.nesting);
    let page = root.as_ref().and_then(|root| root.get("page"));
    let page_name = page.and_then(|page| word(page.get("name"))).map(str::to_owned);
    let page_url = page.and_then(|page| word(page.get("url"))).map(str::to_owned);
    let page = Page { name: page_name.or_else(|| setting.options.org.clone()), url: page_url };
    json_records(file, setting, |file, node, reading| {
        let lists =
            ["incidents", "scheduled_maintenances"].map(|name| node.get(name).and_then(Node::as_array));
        if lists.iter().all(Option::is_none) {
            one(file, node, setting, &page, reading);
            return;
        }
        for incident in lists.into_iter().flatten().flatten() {
            one(file, incident, setting, &page, reading);
        }
    })
}

/// Whose page it is.
struct Page {
    name: Option<String>,
    url: Option<String>,
}

fn one(file: &SourceFile, node: &Node<'_>, setting: &Setting<'_>, page: &Page, reading: &mut Reading) {
    let line = file.place(ByteSpan::new(node.span.start, node.span.start)).line as usize;
    let id = word(node.get("id")).or_else(|| word(node.get("incident_id")));
    let (Some(id), true) = (id, node.get("name").is_some() || node.get("status").is_some()) else {
        reading.refusals.push(Refusal::fault(
            file.path.clone(),
            line,
            "it is no incident of a status page: `id` and `name` are missing",
        ));
        return;
    };
    let mut draft = Draft::new(file, node.span, id, &setting.lang());
    if let Some(name) = &page.name {
        draft.id = format!("{}-{id}", slug(name));
        draft.put("org", name.as_str());
    } else {
        draft.remark("the answer does not name the page: give --org");
    }
    let impact = word(node.get("impact_override")).or_else(|| word(node.get("impact")));
    let planned = impact == Some("maintenance") || word(node.get("scheduled_for")).is_some();
    draft.put("type", if planned { "maintenance" } else { "incident" });
    let updates = updates(node);
    let told = word(node.get("postmortem_body")).filter(|body| !body.is_empty());
    let last = updates.last().and_then(|update| word(update.get("body"))).or_else(|| word(node.get("body")));
    let summary = told.or(last).unwrap_or_default();
    draft.title(word(node.get("name")), summary);
    draft.text("summary", summary);
    grade(&mut draft, impact, setting);
    times(&mut draft, node);
    let events: Vec<Value> = updates.iter().filter_map(|update| event(&mut draft, update)).collect();
    if !events.is_empty() {
        draft.part("timeline", "events", Value::Array(events));
    }
    let components = node.get("components").and_then(Node::as_array).unwrap_or_default();
    let names: Vec<&str> =
        components.iter().filter_map(|own| word(own.get("name")).or_else(|| word(Some(own)))).collect();
    let left = draft.sort_terms(setting.vocab, names.iter().copied(), &[("components", "component")]);
    left.iter().for_each(|name| draft.miss("component", name));
    if let Some(scope) = draft.by_lang(&names.join(", ")) {
        draft.part("impact", "scope", scope);
    }
    let publisher = page.name.as_deref();
    let link = word(node.get("shortlink")).map(str::to_owned);
    let own_page = page.url.as_ref().map(|url| format!("{}/incidents/{id}", url.trim_end_matches('/')));
    for url in [link, own_page].into_iter().flatten() {
        draft.source(List::Sources, &url, &[("kind", Some("status-page")), ("publisher", publisher)]);
    }
    draft.keep_rest(node, &TAKEN);
    // Updates are told as events; what else they say is kept beside them.
    let more: Vec<Value> =
        updates.iter().map(|update| rest_of(update)).filter(|own| *own != json!({})).collect();
    draft.keep("incident_updates", Value::Array(more));
    reading.drafts.push(draft);
}

/// The updates in the order of time.
fn updates<'n, 'a>(node: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    let mut updates: Vec<&Node<'a>> =
        node.get("incident_updates").and_then(Node::as_array).unwrap_or_default().iter().collect();
    // The newest stands first; times are of one form, so their texts sort as they do.
    updates.reverse();
    updates.sort_by_key(|update| at(update).unwrap_or_default().to_owned());
    updates
}

fn at<'n>(update: &'n Node<'_>) -> Option<&'n str> {
    word(update.get("display_at")).or_else(|| word(update.get("created_at")))
}

fn event(draft: &mut Draft, update: &Node<'_>) -> Option<Value> {
    let body = word(update.get("body")).unwrap_or_default();
    let status = word(update.get("status")).unwrap_or_default().replace('_', " ");
    let text = match (status.as_str(), body) {
        ("", "") => return None,
        ("", body) => body.to_owned(),
        (status, "") => status.to_owned(),
        (status, body) => format!("{status}: {body}"),
    };
    let text = draft.by_lang(&text)?;
    match at(update).and_then(|at| draft.as_date("timeline.events.at", at)) {
        Some(at) => Some(json!({ "at": at, "text": text })),
        None => Some(json!({ "text": text })),
    }
}

/// What an update says beside its time, status and text.
fn rest_of(update: &Node<'_>) -> Value {
    let entries = update.as_object().into_iter().flatten();
    let rest = entries
        .filter(|entry| !["body", "status", "display_at"].contains(&entry.key.as_ref()))
        .map(|entry| (entry.key.clone().into_owned(), super::draft::as_told(&entry.value)))
        .filter(|(_, value)| !value.is_null());
    Value::Object(rest.collect())
}

fn grade(draft: &mut Draft, impact: Option<&str>, setting: &Setting<'_>) {
    match impact {
        Some("maintenance") => {}
        Some(impact) => {
            if !draft.term(setting.vocab, "severity", "severity", impact) {
                draft.unknown("severity", "the page grades it by no term of the vocabulary");
            }
        }
        None => draft.unknown("severity", "the page does not grade it"),
    }
}

fn times(draft: &mut Draft, node: &Node<'_>) {
    let told = ["started_at", "scheduled_for", "created_at", "display_at"]
        .iter()
        .find_map(|name| word(node.get(name)));
    if told.is_some_and(|told| draft.date("date", told)) {
        draft.put("date_kind", "incident");
    } else {
        draft.unknown("date", "the page does not tell when it began");
    }
    if let Some(updated) = word(node.get("updated_at"))
        && !draft.date("updated_at", updated)
    {
        draft.keep("updated_at", updated.into());
    }
    let resolved = word(node.get("resolved_at")).and_then(read_date);
    if let (Some(from), Some(to)) = (told.and_then(read_date), resolved)
        && let Some(seconds) = seconds_between(from, to)
    {
        if seconds >= 0 {
            draft.part("timeline", "resolved_after", length(seconds.unsigned_abs()).into());
        } else {
            draft.remark("`resolved_at` lies before the start: no length was told");
        }
    }
}
