//! IncidentLib JSON: the record's own form, one or many, also as Casebook publishes it (`record` beside
//! `computed`). Fields go over as they are; what is no field goes to `extra`.

use serde_json::{Map, Value, json};

use super::draft::{List, as_told, look_up, word};
use super::{Draft, Reading, Refusal, Setting, json_records};
use crate::diag::SourceFile;
use crate::model::fields::{FIELDS, SOURCE_FIELDS, Shape, is_field};
use crate::model::name::slug;
use crate::parse::Node;

/// Reads a file of records.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    json_records(file, setting, |file, node, reading| {
        // `{"incidents": […]}` and the like hold the records of a whole library.
        let list = ["incidents", "cases", "records"]
            .iter()
            .find_map(|name| node.get(name).and_then(Node::as_array))
            .filter(|_| node.get("title").is_none());
        match list {
            Some(elements) => elements.iter().for_each(|element| one(file, element, setting, reading)),
            None => one(file, node, setting, reading),
        }
    })
}

fn one(file: &SourceFile, node: &Node<'_>, setting: &Setting<'_>, reading: &mut Reading) {
    let node = node.get("record").filter(|own| own.as_object().is_some()).unwrap_or(node);
    let refuse =
        |reason: String| Refusal::fault(file.path.clone(), file.place(node.span).line as usize, reason);
    let Some(entries) = node.as_object() else {
        reading.refusals.push(refuse(format!("a record should stand here, not {}", node.describe())));
        return;
    };
    if !["title", "summary", "id"].iter().any(|name| node.get(name).is_some()) {
        reading.refusals.push(refuse("it has none of `id`, `title` and `summary`: it is no record".into()));
        return;
    }
    let title = |node: &Node<'_>| match node.as_object() {
        Some(entries) => entries.iter().find_map(|entry| word(Some(&entry.value)).map(str::to_owned)),
        None => word(Some(node)).map(str::to_owned),
    };
    let key = match word(node.get("id")).filter(|id| *id != "NEW") {
        Some(id) => id.to_owned(),
        None => match node.get("title").and_then(title) {
            Some(title) => slug(&title),
            None => {
                reading.refusals.push(refuse("it has neither `id` nor `title`".into()));
                return;
            }
        },
    };
    let mut draft = Draft::new(file, node.span, &key, &setting.lang());
    for entry in entries {
        let name = entry.key.as_ref();
        match name {
            "id" | "imported" => {}
            "sources" | "docs" => {
                let list = if name == "sources" { List::Sources } else { List::Docs };
                addresses(&mut draft, list, name, &entry.value);
            }
            "extra" => draft.keep_rest(&entry.value, &[]),
            _ if is_field(name) => {
                let value = mapped(&mut draft, setting, name, &entry.value);
                draft.fields.insert(name.to_owned(), value);
            }
            _ => {
                draft.remark(format!("no field is called `{name}`: it is kept under `extra`"));
                draft.extra.insert(name.to_owned(), as_told(&entry.value));
            }
        }
    }
    if node.get("title").is_none() {
        draft.title(None, &node.get("summary").and_then(title).unwrap_or_default());
    }
    reading.drafts.push(draft);
}

/// Terms by their ids; those that no vocabulary has stay as written and are listed.
fn mapped(draft: &mut Draft, setting: &Setting<'_>, name: &str, node: &Node<'_>) -> Value {
    let vocabulary = FIELDS.iter().find(|field| field.name == name).and_then(|field| match field.shape {
        Shape::Term(vocabulary) | Shape::Terms(vocabulary) => Some(vocabulary),
        _ => None,
    });
    let Some(vocabulary) = vocabulary else { return as_told(node) };
    let mut one = |node: &Node<'_>| match word(Some(node)) {
        Some(written) if written != "unknown" => match look_up(setting.vocab, vocabulary, written) {
            Some(id) => json!(&*id),
            None => {
                draft.miss(vocabulary, written);
                as_told(node)
            }
        },
        _ => as_told(node),
    };
    match node.as_array() {
        Some(elements) => {
            let mut list: Vec<Value> = Vec::new();
            for value in elements.iter().map(&mut one) {
                if !list.contains(&value) {
                    list.push(value);
                }
            }
            Value::Array(list)
        }
        None => one(node),
    }
}

/// Sources by address, each once. Those without one, and names of shared sources, stay as they are.
fn addresses(draft: &mut Draft, list: List, name: &str, node: &Node<'_>) {
    let elements = match node.as_array() {
        Some(elements) => elements,
        None => std::slice::from_ref(node),
    };
    // Sources that notes call by name, or that are more than an address and words, are left alone.
    let plain = elements.iter().all(|element| match element.as_object() {
        Some(entries) => {
            word(element.get("url").or_else(|| element.get("archived"))).is_some()
                && entries.iter().all(|entry| {
                    SOURCE_FIELDS.iter().any(|field| field.0 == entry.key)
                        && (word(Some(&entry.value)).is_some() || as_told(&entry.value).is_null())
                })
        }
        None => word(Some(element)).is_some_and(|word| word.contains("://")),
    });
    if !plain || elements.iter().any(|element| element.get("id").is_some()) {
        draft.fields.insert(name.to_owned(), as_told(node));
        return;
    }
    let mut seen: Map<String, Value> = Map::new();
    for element in elements {
        let url = word(element.get("url"))
            .or_else(|| word(element.get("archived")))
            .or_else(|| word(Some(element)));
        let Some(url) = url else { continue };
        let told: Vec<(&str, Option<&str>)> = element
            .as_object()
            .into_iter()
            .flatten()
            .filter(|entry| entry.key != "url")
            .map(|entry| (entry.key.as_ref(), word(Some(&entry.value))))
            .collect();
        if seen.insert(url.to_owned(), Value::Null).is_some() {
            draft.remark(format!("the source `{url}` stands twice: it is told once"));
        }
        draft.source(list, url, &told);
    }
}
