//! Rows of a table into records by a [`Mapping`]: CSV and its like, or JSON objects, one a row. What no
//! rule takes is kept under `extra`, by the name of its column.

use serde_json::{Value, json};

use super::draft::{List, as_told};
use super::mapping::{Rule, names, shape};
use super::{Draft, Mapping, Reading, Refusal, Setting, json_records};
use crate::diag::{ByteSpan, SourceFile};
use crate::model::fields::Shape;
use crate::model::lower::{nearest_length, read_length};
use crate::model::name::slug;
use crate::parse::Node;

/// A cell: the name of its column, its text, and its value where the table is JSON.
type Cell = (String, String, Option<Value>);

/// Reads a table.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let path = file.path.to_ascii_lowercase();
    if [".json", ".jsonl", ".ndjson"].iter().any(|end| path.ends_with(end)) {
        return json_records(file, setting, |file, node, reading| {
            let line = file.place(ByteSpan::new(node.span.start, node.span.start)).line as usize;
            match cells(node) {
                Some(cells) => row(file, line, cells, setting, reading),
                None => reading.refusals.push(Refusal::fault(
                    file.path.clone(),
                    line,
                    format!("a row should stand here, not {}", node.describe()),
                )),
            }
        });
    }
    separated(file, setting, path.ends_with(".tsv"))
}

fn cells(node: &Node<'_>) -> Option<Vec<Cell>> {
    let entries = node.as_object()?;
    let cell = |value: Value| match &value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Some(
        entries
            .iter()
            .map(|entry| (entry.key.to_string(), cell(as_told(&entry.value)), Some(as_told(&entry.value))))
            .collect(),
    )
}

fn separated(file: &SourceFile, setting: &Setting<'_>, tabs: bool) -> Reading {
    let mut reading = Reading::default();
    let delimiter = setting.mapping.and_then(|mapping| mapping.delimiter).unwrap_or_else(|| {
        let head = file.text.lines().next().unwrap_or_default();
        match (tabs || (head.contains('\t') && !head.contains(',')), head.contains(',')) {
            (true, _) => b'\t',
            (false, false) if head.contains(';') => b';',
            _ => b',',
        }
    });
    let mut table =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(file.text.as_bytes());
    let columns: Vec<String> = match table.headers() {
        Ok(headers) => unique(headers.iter().map(|name| name.trim().to_owned()).collect()),
        Err(error) => {
            return Reading::refused(Refusal::fault(
                file.path.clone(),
                1,
                format!("this is no table: {error}"),
            ));
        }
    };
    if let Some(missing) = setting.mapping.and_then(|mapping| mapping.missing(&columns)) {
        return Reading::refused(Refusal::fault(file.path.clone(), 1, missing));
    }
    let guessed;
    let setting = match setting.mapping {
        Some(_) => setting,
        None => {
            guessed = Mapping::guess(&columns);
            &Setting { mapping: Some(&guessed), ..*setting }
        }
    };
    for record in table.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
                reading.refusals.push(Refusal::fault(
                    file.path.clone(),
                    line,
                    format!("this is no row: {error}"),
                ));
                continue;
            }
        };
        let line = record.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        let named =
            |number: usize| columns.get(number).cloned().unwrap_or_else(|| format!("column {}", number + 1));
        let cells =
            record.iter().enumerate().map(|(number, cell)| (named(number), cell.to_owned(), None)).collect();
        row(file, line, cells, setting, &mut reading);
    }
    reading
}

/// Columns of one name are told apart by their number.
fn unique(names: Vec<String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::with_capacity(names.len());
    for (number, name) in names.into_iter().enumerate() {
        let name = if name.is_empty() { format!("column {}", number + 1) } else { name };
        let mut own = name.clone();
        let mut count = 1;
        while unique.contains(&own) {
            count += 1;
            own = format!("{name} ({count})");
        }
        unique.push(own);
    }
    unique
}

fn row(file: &SourceFile, line: usize, cells: Vec<Cell>, setting: &Setting<'_>, reading: &mut Reading) {
    if cells.iter().all(|cell| cell.1.trim().is_empty()) {
        reading.refusals.push(Refusal::other(file.path.clone(), line, "the row is empty"));
        return;
    }
    let guessed;
    let mapping = match setting.mapping {
        Some(mapping) => mapping,
        None => {
            guessed = Mapping::guess(&cells.iter().map(|cell| cell.0.clone()).collect::<Vec<_>>());
            &guessed
        }
    };
    let filled = |field: &str| {
        let rule = mapping.rules.iter().find(|rule| rule.field == field)?;
        Some(fill(&rule.template, &cells)).filter(|text| !text.trim().is_empty())
    };
    let (title, date) = (filled("title"), filled("date").unwrap_or_default());
    let key = match (filled("id"), &title) {
        (Some(id), _) => id.trim().to_owned(),
        (None, Some(title)) => slug(&format!("{title} {date}")),
        (None, None) => {
            let reason = "the row has neither `id` nor `title`: say in the mapping which columns they are";
            reading.refusals.push(Refusal::fault(file.path.clone(), line, reason));
            return;
        }
    };
    let mut draft = Draft::new(file, ByteSpan::default(), &key, &setting.lang());
    draft.line = line;
    let mut used: Vec<&str> = Vec::new();
    for rule in &mapping.rules {
        let text = fill(&rule.template, &cells);
        let own = names(&rule.template);
        if rule.field == "id" || text.trim().is_empty() || put(&mut draft, rule, text.trim(), setting) {
            used.extend(own);
        }
    }
    let summary = filled("summary").unwrap_or_default();
    if title.is_none() {
        draft.title(None, &summary);
    }
    if filled("date").is_none() {
        draft.unknown("date", "the table does not tell it");
    }
    if let (Some(org), None) = (&setting.options.org, filled("org")) {
        draft.put("org", org.as_str());
    }
    for (name, text, value) in &cells {
        if !used.contains(&name.as_str()) {
            draft.keep(name, value.clone().unwrap_or_else(|| json!(text)));
        }
    }
    reading.drafts.push(draft);
}

/// `template` with each name in braces replaced by its cell; blank where all of them are.
fn fill(template: &str, cells: &[Cell]) -> String {
    let named = names(template);
    let cell =
        |name: &str| cells.iter().find(|cell| cell.0.trim() == name.trim()).map_or("", |cell| cell.1.trim());
    if !named.is_empty() && named.iter().all(|name| cell(name).is_empty()) {
        return String::new();
    }
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            rest = after;
            continue;
        };
        text.push_str(cell(name));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Fills one field; `false` where the cell says nothing that the field can hold, so that it is kept as it is.
fn put(draft: &mut Draft, rule: &Rule, text: &str, setting: &Setting<'_>) -> bool {
    let field = rule.field.as_str();
    let Ok(shape) = shape(field) else { return false };
    match shape {
        Shape::Plain if field == "org" => match several(text, rule).as_slice() {
            [one] => draft.put("org", one.as_str()),
            [first, ..] => {
                draft.put("org", first.as_str());
                draft.remark(format!(
                    "several organisations are told: `{first}` stands in `org`, all under `extra`"
                ));
                return false;
            }
            [] => return false,
        },
        Shape::Plain => draft.put(field, text),
        Shape::Text if field == "title" => draft.title(Some(text), ""),
        Shape::Text => draft.text(field, text),
        Shape::Date => return date(draft, field, text, rule.order.as_deref()),
        Shape::Term(vocabulary) => return draft.term(setting.vocab, field, vocabulary, text),
        Shape::Terms(vocabulary) => {
            let words = several(text, rule);
            let left =
                draft.sort_terms(setting.vocab, words.iter().map(String::as_str), &[(field, vocabulary)]);
            left.iter().for_each(|word| draft.miss(vocabulary, word));
            return left.is_empty();
        }
        Shape::Names if field == "related" => draft.related.extend(several(text, rule)),
        Shape::Names => draft.put(field, several(text, rule)),
        Shape::Items => {
            let items = several(text, rule)
                .into_iter()
                .filter_map(|item| Some(json!({ "text": draft.by_lang(&item)? })));
            let items: Vec<Value> = items.collect();
            draft.put(field, items);
        }
        Shape::Sources => {
            let list = if field == "docs" { List::Docs } else { List::Sources };
            let urls = match &rule.separator {
                Some(_) => several(text, rule),
                None => several(text, rule)
                    .iter()
                    .flat_map(|own| own.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
                    .collect(),
            };
            for url in urls {
                draft.source(list, &url, &[]);
            }
        }
        Shape::Impact => {
            let Some(value) = draft.by_lang(text) else { return false };
            draft.part("impact", field.split_once('.').map_or("scope", |(_, part)| part), value);
        }
        Shape::Timeline => {
            let length = read_length(text).map(|_| text.to_owned()).or_else(|| nearest_length(text));
            let Some(length) = length else { return false };
            draft.part(
                "timeline",
                field.split_once('.').map_or("resolved_after", |(_, part)| part),
                length.into(),
            );
        }
        Shape::Any => draft.keep(field.split_once('.').map_or(field, |(_, name)| name), text.into()),
        _ => return false,
    }
    true
}

/// A date; `order` says what stands first where only figures are told.
fn date(draft: &mut Draft, field: &str, text: &str, order: Option<&str>) -> bool {
    let figures: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|own| !own.is_empty()).collect();
    let only_figures = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '.' | '-' | ' '));
    if let (Some(order), [a, b, c], true) = (order, figures.as_slice(), only_figures) {
        let place = |what: char| order.find(what).map_or("", |at| [*a, *b, *c][at]);
        let (year, month, day) = (place('y'), place('m'), place('d'));
        let year = if year.len() == 2 { format!("20{year}") } else { year.to_owned() };
        let written = format!("{year:0>4}-{month:0>2}-{day:0>2}");
        if crate::model::lower::read_date(&written).is_some() {
            draft.put(field, written);
            return true;
        }
        draft.remark(format!("`{field}`: `{text}` is no date in the order {order}"));
        return false;
    }
    let small = |own: &str| own.parse::<u8>().is_ok_and(|own| own <= 12);
    if let (None, [a, b, c], true) = (order, figures.as_slice(), only_figures)
        && small(a)
        && small(b)
        && a != b
        && c.len() == 4
    {
        draft.remark(format!(
            "`{field}`: `{text}` was read with the day first; say `order` in the mapping if the month is"
        ));
    }
    draft.date(field, text)
}

/// The values of a cell: a JSON list, or parts between separators.
fn several(text: &str, rule: &Rule) -> Vec<String> {
    if text.starts_with('[')
        && let Ok(Value::Array(list)) = serde_json::from_str(text)
    {
        let word = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        return list.into_iter().map(word).filter(|own| !own.trim().is_empty()).collect();
    }
    let parts: Vec<&str> = match (&rule.separator, rule.field.as_str()) {
        (Some(separator), _) if !separator.is_empty() => text.split(separator.as_str()).collect(),
        (_, "org") => vec![text],
        (_, "remediation" | "action_items") => text.lines().collect(),
        (_, "sources" | "docs") => text.split([';', '\n', '|']).collect(),
        _ => text.split([';', ',', '|']).collect(),
    };
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}
