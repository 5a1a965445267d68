//! `casebook schema`: JSON Schema (2020-12) of the files that people write, from the list of fields.

use std::process::ExitCode;

use serde_json::{Map, Value, json};

use super::output::{Failure, print};
use super::{Global, library};
use crate::exchange::form;
use crate::model;
use crate::model::fields::{FIELDS, FieldRule, SOURCE_FIELDS, Shape};

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What the schema is of
    #[arg(value_enum, default_value_t = Kind::Record)]
    pub kind: Kind,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Kind {
    /// A JSON record, or a list of them; the front matter of a Markdown record has the same fields
    Record,
    /// The front matter of a source
    Source,
    /// A vocabulary
    Vocabulary,
    /// A glossary
    Glossary,
    /// The issue form of a code host (YAML), from the fields and the library's vocabularies
    IssueForm,
}

/// Prints the schema.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let schema = match args.kind {
        Kind::IssueForm => {
            let input = library::Input { snapshots: Vec::new(), as_of: None };
            let sources = library::read(&library::root(global)?, &input)?;
            print(&form::issue_form(&model::lower(&sources).value))?;
            return Ok(ExitCode::SUCCESS);
        }
        Kind::Record => record(),
        Kind::Source => source(),
        Kind::Vocabulary => vocabulary(),
        Kind::Glossary => glossary(),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Machine(error.to_string()))?;
    print(&format!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
const LANG: &str = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$";
const DATE: &str = r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-5][0-9]))?)?)?$";
const LENGTH: &str = r"^([0-9]+w ?)?([0-9]+d ?)?([0-9]+h ?)?([0-9]+m ?)?([0-9]+s)?$|^P([0-9]+W)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$";

/// The schema of records.
pub fn record() -> Value {
    let properties: Map<String, Value> =
        FIELDS.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    json!({
        "$schema": DIALECT,
        "title": "Casebook record",
        "description": "One incident record, or a list of them.",
        "oneOf": [{"$ref": "#/$defs/record"}, {"type": "array", "items": {"$ref": "#/$defs/record"}}],
        "$defs": {
            "record": {"type": "object", "required": ["title"], "properties": properties},
            "plain": {"type": ["string", "number", "boolean"]},
            "text": {
                "description": "A text, or one a language (BCP 47 tags as keys); `unknown`, perhaps with a reason; null where there is nothing to tell.",
                "anyOf": [{"type": ["string", "number", "null"]}, {"$ref": "#/$defs/texts"}, {"$ref": "#/$defs/unknown"}],
            },
            "texts": {
                "type": "object",
                "propertyNames": {"pattern": LANG},
                "additionalProperties": {"type": ["string", "number", "null"]},
            },
            "unknown": {
                "description": "The sources are silent, and why.",
                "type": "object",
                "required": ["unknown"],
                "properties": {"unknown": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/texts"}]}},
                "additionalProperties": false,
            },
            "date": {
                "description": "A year, a month, a day, or an instant with its offset.",
                "anyOf": [
                    {"type": "string", "pattern": DATE},
                    {"type": "integer", "minimum": 1000, "maximum": 9999},
                    {"enum": ["unknown", null]},
                    {"$ref": "#/$defs/unknown"},
                ],
            },
            "length": {
                "description": "A length of time: 73h, 1h30m, 2d, PT10M.",
                "anyOf": [{"type": "string", "pattern": LENGTH}, {"enum": ["unknown", null]}, {"$ref": "#/$defs/unknown"}],
            },
            "term": {"anyOf": [{"type": ["string", "null"]}, {"$ref": "#/$defs/unknown"}]},
            "terms": {
                "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}, {"$ref": "#/$defs/unknown"}],
            },
            "names": {"anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}]},
            "items": {
                "anyOf": [
                    {"type": "array", "items": {"anyOf": [
                        {"type": "object", "required": ["text"], "properties": {"text": {"$ref": "#/$defs/text"}}},
                        {"$ref": "#/$defs/text"},
                    ]}},
                    {"$ref": "#/$defs/text"},
                ],
            },
            "quote": {
                "type": "object",
                "required": ["quote"],
                "properties": {
                    "source": {"type": "string", "description": "A source's id, or its address."},
                    "quote": {"type": "string", "minLength": 1, "maxLength": 300, "description": "The words of the source."},
                    "prefix": {"type": ["string", "null"], "description": "What stands just before them."},
                    "suffix": {"type": ["string", "null"], "description": "What stands just after them."},
                    "kind": {"$ref": "#/$defs/claimKind"},
                },
            },
            "quotes": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/quote"}, {"type": "array", "items": {"$ref": "#/$defs/quote"}}]},
            "claimKind": {"enum": ["cause", "impact", "time", "number", "action", "other", null]},
            "source": source_object(),
            "sources": {
                "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/source"}]}}],
            },
        },
    })
}

fn property(field: &FieldRule) -> Value {
    let reference = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let mut schema = match field.shape {
        Shape::Plain => json!({"type": ["string", "number", "null"]}),
        Shape::Text => reference("text"),
        Shape::Date => reference("date"),
        Shape::Term(_) => reference("term"),
        Shape::Terms(_) => reference("terms"),
        Shape::Names => reference("names"),
        Shape::Items => reference("items"),
        Shape::Sources => reference("sources"),
        Shape::Any => json!({}),
        Shape::Impact => json!({
            "anyOf": [{"type": ["string", "null"]}, {"$ref": "#/$defs/unknown"}, {
                "type": "object",
                "properties": {"scope": reference("text"), "users": reference("text"), "region": reference("text")},
            }],
        }),
        Shape::Timeline => json!({
            "type": ["object", "null"],
            "properties": {
                "detected_after": reference("length"),
                "resolved_after": reference("length"),
                "events": {"type": ["array", "null"], "items": {
                    "type": "object",
                    "properties": {"at": reference("date"), "text": reference("text")},
                }},
            },
        }),
        Shape::Corrections => json!({"type": ["array", "null"], "items": {
            "type": "object",
            "properties": {"at": reference("date"), "text": reference("text")},
        }}),
        Shape::Claims => json!({"type": ["array", "null"], "items": {
            "type": "object",
            "required": ["text"],
            "properties": {
                "id": {"type": "string"},
                "kind": reference("claimKind"),
                "text": reference("text"),
                "evidence": reference("quotes"),
            },
        }}),
        Shape::Evidence => json!({"type": ["object", "null"], "additionalProperties": reference("quotes")}),
        Shape::Review => json!({
            "type": ["object", "null"],
            "properties": {
                "written_by": {"type": ["string", "null"]},
                "reviewed_by": {"type": ["string", "null"]},
                "reviewed_at": reference("date"),
                "sources_checked_at": reference("date"),
            },
        }),
        Shape::Ignores => json!({"type": ["array", "null"], "items": {
            "type": "object",
            "required": ["code", "reason"],
            "properties": {
                "code": {"type": "string", "description": "The rule's code or slug."},
                "reason": {"type": "string", "minLength": 1, "description": "Why it is expected."},
                "until": {"type": "string", "format": "date", "description": "The last day on which it holds."},
            },
        }}),
        Shape::Reasons => json!({"type": ["object", "null"], "additionalProperties": reference("text")}),
    };
    if let Value::Object(own) = &mut schema {
        own.insert("description".to_owned(), Value::String(field.about.to_owned()));
        let example = serde_json::from_str(field.example).unwrap_or(Value::Null);
        own.insert("examples".to_owned(), Value::Array(vec![example]));
    }
    schema
}

fn source_object() -> Value {
    let properties: Map<String, Value> = SOURCE_FIELDS
        .iter()
        .map(|(name, about, example)| {
            let example: Value = serde_json::from_str(example).unwrap_or(Value::Null);
            let mut schema = match *name {
                "title" => json!({"$ref": "#/$defs/text"}),
                "published" | "retrieved" => json!({"$ref": "#/$defs/date"}),
                "cites" => json!({"$ref": "#/$defs/names"}),
                "author" => json!({"$ref": "#/$defs/names"}),
                "primary" => json!({"type": ["boolean", "null"]}),
                "url" | "archived" | "final_url" | "licence_url" => {
                    json!({"type": ["string", "null"], "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://"})
                }
                "hash" => json!({"type": ["string", "null"], "pattern": "^blake3:[0-9a-fA-F]{64}$"}),
                "lang" => json!({"type": ["string", "null"], "pattern": LANG}),
                _ => json!({"type": ["string", "number", "null"]}),
            };
            if let Value::Object(own) = &mut schema {
                own.insert("description".to_owned(), Value::String((*about).to_owned()));
                own.insert("examples".to_owned(), Value::Array(vec![example]));
            }
            ((*name).to_owned(), schema)
        })
        .collect();
    json!({"type": "object", "properties": properties})
}

/// The schema of a source's front matter.
pub fn source() -> Value {
    let record = record();
    let mut schema = source_object();
    if let Value::Object(own) = &mut schema {
        own.insert("$schema".to_owned(), Value::String(DIALECT.to_owned()));
        own.insert("title".to_owned(), Value::String("Casebook source".to_owned()));
        let wanted = ["text", "texts", "unknown", "date", "names"];
        let defs: Map<String, Value> = wanted
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), record["$defs"].get(*name)?.clone())))
            .collect();
        own.insert("$defs".to_owned(), Value::Object(defs));
    }
    schema
}

/// The schema of a vocabulary (TOML read as JSON).
pub fn vocabulary() -> Value {
    let by_lang = |value: Value| json!({"type": "object", "propertyNames": {"pattern": LANG}, "additionalProperties": value});
    json!({
        "$schema": DIALECT,
        "title": "Casebook vocabulary",
        "description": "Terms by id, in the order of display.",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {
                "label": by_lang(json!({"type": "string"})),
                "description": by_lang(json!({"type": "string"})),
                "aliases": by_lang(json!({"type": "array", "items": {"type": "string"}})),
                "broader": {"type": "string", "description": "The id of a wider term."},
                "fields": {"type": "array", "items": {"type": "string"}, "description": "For types: the fields that such a record should have."},
                "claims": {"type": "array", "items": {"type": "string"}, "description": "For types: the kinds of claims that it should have."},
                "url": {"type": "string"},
                "note": {"type": "string"},
                "remove": {"type": "boolean", "description": "Hides a term of the base set."},
            },
            "additionalProperties": false,
        },
    })
}

/// The schema of a glossary (TOML read as JSON).
pub fn glossary() -> Value {
    json!({
        "$schema": DIALECT,
        "title": "Casebook glossary",
        "description": "Concepts by id, with their forms by language, the preferred one first.",
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {
                "kind": {"enum": ["term", "place", "org", "product", "verb", "adjective"]},
                "remove": {"type": "boolean"},
                "note": {"type": "string"},
            },
            "patternProperties": {"^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$": {"type": "array", "items": {"type": "string"}}},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_in_the_schema_with_an_example_that_lowers() {
        let schema = record();
        let properties = schema["$defs"]["record"]["properties"].as_object().unwrap();
        let mut whole = Map::new();
        for field in &FIELDS {
            let own = &properties[field.name];
            assert!(own["description"].as_str().is_some_and(|about| about.ends_with('.')), "{}", field.name);
            let example: Value = serde_json::from_str(field.example).unwrap();
            assert_eq!(own["examples"][0], example);
            whole.insert(field.name.to_owned(), example);
        }
        // The text that bears the mark of the example in `evidence`.
        whole.insert("summary".to_owned(), json!({"en": "It took 73 hours.[^t1]"}));
        let text = Value::Object(whole).to_string();
        let sources = crate::load::Sources::from_memory([("content/cases/IL-0213.json", text)]);
        let checked = crate::model::lower(&sources);
        assert!(checked.diagnostics.is_empty(), "{:#?}", checked.diagnostics);
        assert_eq!(checked.value.cases[0].claims.len(), 2);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        fn references(value: &Value, found: &mut Vec<String>) {
            match value {
                Value::Object(own) => {
                    for (key, value) in own {
                        match value {
                            Value::String(target) if key == "$ref" => found.push(target.clone()),
                            _ => references(value, found),
                        }
                    }
                }
                Value::Array(own) => own.iter().for_each(|value| references(value, found)),
                _ => {}
            }
        }
        for schema in [record(), source(), vocabulary(), glossary()] {
            let mut found = Vec::new();
            references(&schema, &mut found);
            for target in found {
                assert!(schema.pointer(target.trim_start_matches('#')).is_some(), "{target}");
            }
        }
    }
}
