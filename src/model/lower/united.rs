//! The record of Markdown files as one JSON value: the form of a JSON record, in the order written.

use serde_json::{Map, Value as Json};

use super::record::Record;
use crate::model::case::Case;
use crate::model::fields::is_field;
use crate::model::text::LangText;

/// Fields whose texts differ by language; each file tells its own.
const BY_LANG: [&str; 9] =
    ["title", "summary", "symptoms_text", "trigger", "detection", "cause", "lessons", "unknown", "impact"];

impl Record<'_> {
    /// All files of a Markdown record as one JSON record: front matter first, as written, then the
    /// sections in the fields of the JSON form.
    pub fn united(&self, case: &Case) -> Json {
        let mut record = Map::new();
        record.insert("id".to_owned(), Json::String(case.id.to_string()));
        for part in &self.parts {
            for entry in part.fields {
                let name = entry.key.as_ref();
                if name == "lang" && self.parts.len() > 1 {
                    continue;
                }
                let value = entry.value.to_json();
                let by_lang = BY_LANG.contains(&name) && value.is_string() && name != "unknown";
                let value = if by_lang {
                    Json::Object(Map::from_iter([(part.lang.to_string(), value)]))
                } else {
                    value
                };
                match record.get_mut(name) {
                    None => {
                        record.insert(name.to_owned(), value);
                    }
                    Some(own) => unite(own, value),
                }
            }
        }
        if case.id.0.as_ref() != record.get("id").and_then(Json::as_str).unwrap_or_default()
            && !record.contains_key("id")
        {
            record.insert("id".to_owned(), Json::String(case.id.to_string()));
        }
        let texts = [
            ("title", &case.title),
            ("summary", &case.summary),
            ("symptoms_text", &case.symptoms_text),
            ("trigger", &case.trigger),
            ("detection", &case.detection),
            ("cause", &case.cause),
            ("lessons", &case.lessons),
        ];
        for (name, text) in texts {
            if !text.is_empty() {
                unite(record.entry(name).or_insert_with(|| Json::Object(Map::new())), by_lang(text));
            }
        }
        if !case.impact.scope.is_empty() {
            let impact = record.entry("impact").or_insert_with(|| Json::Object(Map::new()));
            if let Json::Object(impact) = impact {
                impact.insert("scope".to_owned(), by_lang(&case.impact.scope));
            }
        }
        let events = |events: &[crate::model::Event]| {
            let events = events.iter().map(|event| {
                let mut own = Map::new();
                if let Some(at) = event.at.value() {
                    own.insert("at".to_owned(), Json::String(at.value.to_string()));
                }
                own.insert("text".to_owned(), by_lang(&event.text));
                Json::Object(own)
            });
            Json::Array(events.collect())
        };
        if !case.corrections.is_empty() {
            record.insert("corrections".to_owned(), events(&case.corrections));
        }
        if !case.timeline.events.is_empty() {
            let events = events(&case.timeline.events);
            if let Json::Object(timeline) =
                record.entry("timeline").or_insert_with(|| Json::Object(Map::new()))
            {
                timeline.insert("events".to_owned(), events);
            }
        }
        for (name, items) in [("remediation", &case.remediation), ("action_items", &case.action_items)] {
            if !items.is_empty() {
                let items = items
                    .iter()
                    .map(|item| Json::Object(Map::from_iter([("text".to_owned(), by_lang(&item.text))])));
                record.insert(name.to_owned(), Json::Array(items.collect()));
            }
        }
        if !case.extra_texts.is_empty() {
            let sections = case.extra_texts.iter().map(|(heading, text)| (heading.clone(), by_lang(text)));
            record.insert("sections".to_owned(), Json::Object(sections.collect()));
        }
        self.unite_claims(case, &mut record);
        debug_assert!(record.keys().all(|name| is_field(name)
            || name == "sections"
            || case.extra.iter().any(|(own, _)| own == name)));
        Json::Object(record)
    }

    fn unite_claims(&self, case: &Case, record: &mut Map<String, Json>) {
        let mut evidence = match record.remove("evidence") {
            Some(Json::Object(own)) => own,
            _ => Map::new(),
        };
        let mut free = match record.remove("claims") {
            Some(Json::Array(own)) => own,
            _ => Vec::new(),
        };
        let told = free.len();
        for claim in &case.claims {
            let quotes: Vec<Json> = claim
                .evidence
                .iter()
                .map(|own| {
                    let mut quote = Map::new();
                    quote.insert("source".to_owned(), Json::String(own.source_name.clone()));
                    quote.insert("quote".to_owned(), Json::String(own.quote.value.clone()));
                    for (name, text) in [("prefix", &own.prefix), ("suffix", &own.suffix)] {
                        if let Some(text) = text {
                            quote.insert(name.to_owned(), Json::String(text.clone()));
                        }
                    }
                    Json::Object(quote)
                })
                .collect();
            if &*claim.field.name == "claims" {
                // Claims of the front matter stand there already.
                if told > 0 {
                    continue;
                }
                let text = claim
                    .texts
                    .iter()
                    .map(|(lang, text)| (lang.to_string(), Json::String(text.value.clone())));
                free.push(Json::Object(Map::from_iter([
                    ("id".to_owned(), Json::String(claim.id.to_string())),
                    ("kind".to_owned(), Json::String(claim.kind.as_str().to_owned())),
                    ("text".to_owned(), Json::Object(text.collect())),
                    ("evidence".to_owned(), Json::Array(quotes)),
                ])));
            } else {
                evidence.entry(claim.id.to_string()).or_insert(Json::Array(quotes));
            }
        }
        if !free.is_empty() {
            record.insert("claims".to_owned(), Json::Array(free));
        }
        if !evidence.is_empty() {
            record.insert("evidence".to_owned(), Json::Object(evidence));
        }
    }
}

fn by_lang(text: &LangText) -> Json {
    Json::Object(
        text.0.iter().map(|(lang, text)| (lang.to_string(), Json::String(text.value.clone()))).collect(),
    )
}

/// Adds to `own` what `more` tells and `own` does not.
fn unite(own: &mut Json, more: Json) {
    if let (Json::Object(own), Json::Object(more)) = (own, more) {
        for (name, value) in more {
            match own.get_mut(&name) {
                None => {
                    own.insert(name, value);
                }
                Some(inner) => unite(inner, value),
            }
        }
    }
}
