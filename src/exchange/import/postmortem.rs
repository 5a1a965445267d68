//! A plain post-mortem in Markdown, without front matter: sections under headings that the vocabulary
//! `heading` knows become fields, the others are kept by their heading.

use serde_json::{Map, Value, json};

use super::draft::look_up;
use super::{Draft, Reading, Refusal, Setting};
use crate::diag::{ByteSpan, SourceFile};
use crate::model::lower::read_date;
use crate::model::name::slug;
use crate::parse::{self, Passage};

/// Reads one post-mortem.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    if file.text.trim().is_empty() {
        return Reading::refused(Refusal::fault(file.path.clone(), 1, "the file is empty"));
    }
    let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let body = match super::front_matter(file, setting.nesting) {
        Ok(Some((_, text))) => SourceFile::new(file.path.clone(), text),
        _ => SourceFile::new(file.path.clone(), &*file.text),
    };
    let (document, _) = parse::markdown_body(&body);
    let mut draft = Draft::new(file, ByteSpan::default(), stem, &setting.lang());
    if let Some(id) = &setting.options.id {
        draft.id.clone_from(id);
    } else {
        draft.id = slug(stem);
    }
    if let Ok(Some((front, _))) = super::front_matter(file, setting.nesting) {
        draft.keep_rest(&front, &[]);
    }
    let mut sections: Map<String, Value> = Map::new();
    let mut summary = String::new();
    for section in &document.sections {
        let text = section.body.value.trim();
        let Some(heading) = &section.heading else {
            append(&mut summary, text);
            continue;
        };
        match look_up(setting.vocab, "heading", heading.value.trim_end_matches(':')).as_deref() {
            Some("summary") => append(&mut summary, text),
            Some(id @ ("symptoms" | "trigger" | "detection" | "cause" | "lessons" | "impact")) => {
                prose(&mut draft, id, text);
            }
            Some("remediation") => items(&mut draft, "remediation", &section.body),
            Some("action-items") => items(&mut draft, "action_items", &section.body),
            Some("timeline") => timeline(&mut draft, &section.body),
            _ => {
                draft.miss("heading", &heading.value);
                let own = sections.entry(heading.value.to_string()).or_insert_with(|| json!(""));
                if let Value::String(own) = own {
                    append(own, text);
                }
            }
        }
    }
    draft.title(document.title.as_ref().map(|title| title.value.as_ref()), &summary);
    draft.text("summary", &summary);
    date(&mut draft, stem, &body.text, setting);
    match &setting.options.org {
        Some(org) => draft.put("org", org.as_str()),
        None => draft.remark("it does not tell whose it is: give --org"),
    }
    match &setting.options.url {
        Some(url) => {
            draft.source(super::draft::List::Sources, url, &[("kind", Some("postmortem"))]);
        }
        None => draft.remark("it does not tell its address: give --url, or add its source"),
    }
    draft.keep("sections", Value::Object(sections));
    let notes: Map<String, Value> =
        document.notes.iter().map(|note| (note.mark.clone(), json!(note.body.value.trim()))).collect();
    draft.keep("notes", Value::Object(notes));
    if body.text.contains("<!--") {
        draft.remark("comments (`<!-- … -->`) in lines of their own were left out");
    }
    Reading { drafts: vec![draft], ..Reading::default() }
}

fn append(own: &mut String, more: &str) {
    if !own.is_empty() && !more.is_empty() {
        own.push_str("\n\n");
    }
    own.push_str(more);
}

/// A text field; a second section of one kind follows the first.
fn prose(draft: &mut Draft, heading: &str, text: &str) {
    let (field, part) = match heading {
        "symptoms" => ("symptoms_text", None),
        "impact" => ("impact", Some("scope")),
        other => (other, None),
    };
    let Some(value) = draft.by_lang(text) else { return };
    let present = match part {
        Some(part) => draft.fields.get(field).and_then(|own| own.get(part)).cloned(),
        None => draft.fields.get(field).cloned(),
    };
    let value = match (present, value) {
        (Some(Value::Object(mut own)), Value::Object(more)) => {
            for (lang, text) in more {
                if let (Some(Value::String(own)), Value::String(text)) = (own.get_mut(&lang), text) {
                    append(own, &text);
                }
            }
            Value::Object(own)
        }
        (_, value) => value,
    };
    match part {
        Some(part) => draft.part(field, part, value),
        None => draft.put(field, value),
    }
}

fn items(draft: &mut Draft, field: &str, body: &Passage<'_>) {
    let new: Vec<Value> = parse::items(body)
        .iter()
        .filter_map(|item| Some(json!({ "text": draft.by_lang(&item.text.value)? })))
        .collect();
    let list = draft.fields.entry(field.to_owned()).or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        list.extend(new);
    }
    if draft.fields.get(field) == Some(&json!([])) {
        draft.fields.remove(field);
    }
}

/// Events from a list or a table. A day at the beginning is the event's date; a clock stays in the text,
/// since its zone is told in prose if at all.
fn timeline(draft: &mut Draft, body: &Passage<'_>) {
    let rows: Vec<String> = if body.value.lines().any(|line| line.trim_start().starts_with('|')) {
        let is_row = |line: &str| {
            let bare = line.trim();
            bare.starts_with('|') && !bare.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
        };
        let cells = |line: &str| {
            let cells =
                line.trim().trim_matches('|').split('|').map(str::trim).filter(|cell| !cell.is_empty());
            cells.collect::<Vec<_>>().join(" — ")
        };
        let other: Vec<&str> =
            body.value.lines().filter(|line| !line.trim_start().starts_with('|')).collect();
        let other = other.join("\n");
        if !other.trim().is_empty() {
            draft.keep("timeline", other.trim().into());
        }
        // The first row is the table's heading.
        body.value.lines().filter(|line| is_row(line)).skip(1).map(cells).collect()
    } else {
        parse::items(body).into_iter().map(|item| item.text.value.into_owned()).collect()
    };
    let mut events = match draft.fields.get("timeline").and_then(|own| own.get("events")) {
        Some(Value::Array(events)) => events.clone(),
        _ => Vec::new(),
    };
    for row in rows.iter().filter(|row| !row.trim().is_empty()) {
        let (at, text) = match row.get(..10).filter(|day| read_date(day).is_some()) {
            Some(day) => (Some(day), row[10..].trim_start_matches([' ', ':', '-', '—', 'T'])),
            None => (None, row.as_str()),
        };
        let Some(text) = draft.by_lang(if text.is_empty() { row } else { text }) else { continue };
        events.push(match at {
            Some(at) => json!({ "at": at, "text": text }),
            None => json!({ "text": text }),
        });
    }
    if !events.is_empty() {
        draft.part("timeline", "events", Value::Array(events));
    }
}

/// The date in the file's name, else the first day that the text tells, else a year in the name.
fn date(draft: &mut Draft, stem: &str, text: &str, setting: &Setting<'_>) {
    let in_name = stem.get(..10).filter(|day| read_date(day).is_some());
    let year = stem.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 4);
    let year = year.map(str::to_owned).or_else(|| setting.options.year.map(|year| format!("{year:04}")));
    let found = first_day(text, year.as_deref());
    match in_name.or(found).map(str::to_owned).or_else(|| year.filter(|year| read_date(year).is_some())) {
        Some(date) => {
            draft.put("date", date.as_str());
            if in_name.is_none() {
                draft.remark(format!(
                    "the date {date} was taken from the text or the year of the file's name: check it"
                ));
            }
        }
        None => draft.unknown("date", "neither the file's name nor its text tells one"),
    }
}

/// The first day `2019-12-04` in `text`, of `year` where one is told.
fn first_day<'t>(text: &'t str, year: Option<&str>) -> Option<&'t str> {
    let bytes = text.as_bytes();
    (0..text.len().saturating_sub(9)).find_map(|at| {
        let apart = |at: Option<&u8>| at.is_none_or(|b| !b.is_ascii_alphanumeric());
        if !bytes[at].is_ascii_digit() || !apart(at.checked_sub(1).and_then(|at| bytes.get(at))) {
            return None;
        }
        let day = text.get(at..at + 10)?;
        let whole = bytes.get(at + 10).is_none_or(|b| !b.is_ascii_digit());
        (whole && read_date(day).is_some() && year.is_none_or(|year| day.starts_with(year))).then_some(day)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_found_whole() {
        assert_eq!(first_day("on 20202-01-16 and 2020-01-17 00:30", None), Some("2020-01-17"));
        assert_eq!(first_day("2019-02-30, 2018-01-01, 2019-03-01.", Some("2019")), Some("2019-03-01"));
        assert_eq!(first_day("없음", None), None);
    }
}
