//! A record that was imported before and what its origin tells now, into one record: what the import
//! wrote and nobody changed follows the origin, everything else stays as its authors left it.
//!
//! The record says what the import wrote: `imported.wrote` has a short hash of each field.

use serde_json::{Map, Value, json};

use crate::diag::SourceFile;
use crate::model::form;
use crate::parse::{self, Node};

/// Fields of which no hash is kept: the id is the library's own.
const OWN: [&str; 2] = ["id", "imported"];

/// What another import does to a record.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The file as it should be; the same text where nothing changes.
    pub text: String,
    /// Field, what stood there and what stands there now.
    pub changes: Vec<(String, String, String)>,
    /// Fields that changed at the origin and were changed here too: they stay. With what the origin says.
    pub kept: Vec<(String, String)>,
}

/// A new record's file.
pub fn first(fields: &Map<String, Value>, from: &str, key: &str) -> String {
    let mut record = fields.clone();
    record.insert("imported".to_owned(), stamp(fields, from, key, &Map::new()));
    laid_out(&Value::Object(record).to_string())
}

/// The text of one record in its canonical form.
fn laid_out(text: &str) -> String {
    let file = SourceFile::new("", text);
    // What was just written as JSON is read as JSON; nothing in it is nested deeper than the program's
    // own limit, since it was read within it.
    form::json(&file, &form::record_order(), DEPTH).unwrap_or_else(|| format!("{text}\n"))
}

/// Levels that a record may be nested here: what was read within its limit, and the record around it.
const DEPTH: usize = 200;

/// Joins what `file`, one imported record, says with the `fields` that its origin tells now.
pub fn again(file: &SourceFile, fields: &Map<String, Value>, from: &str, key: &str) -> Option<Merged> {
    let (Some(node), found) = parse::json(file, DEPTH) else { return None };
    if !found.is_empty() {
        return None;
    }
    let entries = node.as_object()?;
    let before = node.get("imported").and_then(|own| own.get("wrote"));
    let wrote = |name: &str| before.and_then(|own| own.get(name)).and_then(Node::as_str);
    let mut merged = Merged::default();
    let mut hashes = Map::new();
    let mut kept_text: Vec<(String, String)> = Vec::new();
    let raw = |node: &Node<'_>| -> String {
        // A string's span leaves its quotation marks out.
        let quoted = usize::from(node.as_str().is_some());
        file.text[node.span.start - quoted..node.span.end + quoted].to_owned()
    };
    for entry in entries.iter().filter(|entry| entry.key != "imported") {
        let name = entry.key.as_ref();
        let present = entry.value.to_json();
        let told = fields.get(name).filter(|_| !OWN.contains(&name));
        let untouched = wrote(name).is_some_and(|hash| hash == short_hash(&present));
        match (told, untouched) {
            (Some(told), true) => {
                if *told == present {
                    kept_text.push((name.to_owned(), raw(&entry.value)));
                } else {
                    merged.changes.push((name.to_owned(), shown(&present), shown(told)));
                    kept_text.push((name.to_owned(), told.to_string()));
                }
                hashes.insert(name.to_owned(), json!(short_hash(told)));
            }
            (None, true) => merged.changes.push((name.to_owned(), shown(&present), String::new())),
            (Some(told), false) => {
                let news = wrote(name) != Some(&short_hash(told)) && *told != present;
                if news {
                    merged.kept.push((name.to_owned(), shown(told)));
                }
                if let Some(hash) = wrote(name) {
                    hashes.insert(name.to_owned(), json!(hash));
                }
                kept_text.push((name.to_owned(), raw(&entry.value)));
            }
            (None, false) => {
                if let Some(hash) = wrote(name) {
                    hashes.insert(name.to_owned(), json!(hash));
                }
                kept_text.push((name.to_owned(), raw(&entry.value)));
            }
        }
    }
    for (name, told) in fields.iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
        if node.get(name).is_some() {
            continue;
        }
        match wrote(name) {
            // Taken out by its authors: it stays out, and what is new at the origin is told.
            Some(hash) => {
                if hash != short_hash(told) {
                    merged.kept.push((name.clone(), shown(told)));
                }
                hashes.insert(name.clone(), json!(hash));
            }
            None => {
                merged.changes.push((name.clone(), String::new(), shown(told)));
                kept_text.push((name.clone(), told.to_string()));
                hashes.insert(name.clone(), json!(short_hash(told)));
            }
        }
    }
    if merged.changes.is_empty() {
        merged.text = file.text.to_string();
        return Some(merged);
    }
    let mut ordered = Map::new();
    for name in form::record_order() {
        if let Some(hash) = hashes.remove(name) {
            ordered.insert(name.to_owned(), hash);
        }
    }
    ordered.extend(hashes);
    let imported = json!({ "from": from, "id": key, "wrote": ordered });
    kept_text.push(("imported".to_owned(), imported.to_string()));
    let parts: Vec<String> =
        kept_text.into_iter().map(|(name, value)| format!("{}:{value}", Value::String(name))).collect();
    merged.text = laid_out(&format!("{{{}}}", parts.join(",")));
    Some(merged)
}

fn stamp(fields: &Map<String, Value>, from: &str, key: &str, more: &Map<String, Value>) -> Value {
    let mut wrote = more.clone();
    for (name, value) in fields.iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
        wrote.insert(name.clone(), json!(short_hash(value)));
    }
    json!({ "from": from, "id": key, "wrote": wrote })
}

/// Twelve hexadecimal digits of the value's hash; the order of keys does not matter.
fn short_hash(value: &Value) -> String {
    blake3::hash(sorted(value).to_string().as_bytes()).to_hex()[..12].to_owned()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(own) => Value::Array(own.iter().map(sorted).collect()),
        Value::Object(own) => {
            let mut entries: Vec<(&String, &Value)> = own.iter().collect();
            entries.sort_by_key(|entry| entry.0);
            Value::Object(entries.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect())
        }
        _ => value.clone(),
    }
}

/// A value for a person to compare: texts as they are, the rest as JSON in lines.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(own) if own.len() == 1 && own.values().all(Value::is_string) => {
            own.values().filter_map(Value::as_str).collect()
        }
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Map<String, Value> {
        serde_json::from_str::<Value>(text).unwrap().as_object().unwrap().clone()
    }

    fn file(text: &str) -> SourceFile {
        SourceFile::new("content/cases/a.json", text)
    }

    #[test]
    fn the_same_again_changes_nothing() {
        let told = fields(r#"{"id": "a", "title": {"en": "T"}, "extra": {"n": 1.5}}"#);
        let text = first(&told, "osv", "A");
        let merged = again(&file(&text), &told, "osv", "A").unwrap();
        assert_eq!((merged.text.as_str(), merged.changes.len(), merged.kept.len()), (text.as_str(), 0, 0));
        assert!(text.contains("\"from\": \"osv\""));
    }

    #[test]
    fn what_the_import_wrote_follows_and_what_others_wrote_stays() {
        let old = fields(
            r#"{"id": "a", "title": {"en": "Old"}, "severity": "minor", "date": "2021", "trigger": {"en": "x"}}"#,
        );
        let text = first(&old, "osv", "A");
        // A person renames the case, grades it, adds a lesson written in its own way and drops the trigger.
        let edited = text
            .replace("\"id\": \"a\"", "\"id\": \"IL-0001\"")
            .replace(
                "\"severity\": \"minor\"",
                "\"severity\": \"major\", \"lessons\": {\"en\": \"caf\\u00e9 1.50\"}",
            )
            .replace("  \"trigger\": {\n    \"en\": \"x\"\n  },\n", "");
        assert!(!edited.contains("\"trigger\": {"));
        let new = fields(
            r#"{"id": "a", "title": {"en": "New"}, "severity": "none", "cause": {"en": "c"}, "trigger": {"en": "x"}}"#,
        );
        let merged = again(&file(&edited), &new, "osv", "A").unwrap();
        let record: Value = serde_json::from_str(&merged.text).unwrap();
        assert_eq!(record["id"], "IL-0001");
        assert_eq!(record["title"]["en"], "New");
        assert_eq!(record["severity"], "major");
        assert_eq!(record["cause"]["en"], "c");
        assert_eq!(record["lessons"]["en"], "café 1.50");
        assert_eq!((record.get("date"), record.get("trigger")), (None, None));
        let changed: Vec<&str> = merged.changes.iter().map(|change| change.0.as_str()).collect();
        assert_eq!(changed, ["title", "date", "cause"]);
        assert_eq!(merged.kept, [("severity".to_owned(), "none".to_owned())]);
        let twice = again(&file(&merged.text), &new, "osv", "A").unwrap();
        assert_eq!(twice.text, merged.text);
    }
}
