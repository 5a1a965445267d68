//! JSON records: two spaces, fields in order, short lists of words in one line.

use crate::diag::SourceFile;
use crate::parse::{self, Entry, Node, Value};

/// Columns up to which a list of words stays in one line.
const WIDTH: usize = 100;

/// The canonical form of `file`, or `None` where it cannot be read without a fault.
pub fn json(file: &SourceFile, order: &[&str], nesting: usize) -> Option<String> {
    let (node, diagnostics) = parse::json(file, nesting);
    let node = node.filter(|_| diagnostics.is_empty())?;
    let mut text = String::with_capacity(file.text.len() + file.text.len() / 4);
    match &node.value {
        Value::Array(records)
            if records.iter().all(|record| record.as_object().is_some()) && !records.is_empty() =>
        {
            text.push_str("[\n");
            for (number, record) in records.iter().enumerate() {
                text.push_str("  ");
                write_record(&mut text, record, order, 1);
                text.push_str(if number + 1 < records.len() { ",\n" } else { "\n" });
            }
            text.push(']');
        }
        _ => write_record(&mut text, &node, order, 0),
    }
    text.push('\n');
    // The promise of this command: the same is said.
    let again = SourceFile::new(file.path.clone(), text.as_str());
    let (read, diagnostics) = parse::json(&again, nesting);
    let same = diagnostics.is_empty() && read.is_some_and(|read| read.says_the_same(&node));
    same.then_some(text)
}

fn write_record(text: &mut String, node: &Node<'_>, order: &[&str], depth: usize) {
    let Some(entries) = node.as_object() else { return write(text, node, depth) };
    let mut sorted: Vec<&Entry<'_>> = entries.iter().collect();
    // Stable: fields that are in no order stay behind, as they stood.
    sorted.sort_by_key(|entry| order.iter().position(|name| *name == entry.key).unwrap_or(usize::MAX));
    write_entries(text, &sorted, depth);
}

fn write(text: &mut String, node: &Node<'_>, depth: usize) {
    match &node.value {
        Value::Null => text.push_str("null"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(written) => text.push_str(written),
        Value::Str(passage) => write_string(text, &passage.value),
        Value::Array(elements) if elements.is_empty() => text.push_str("[]"),
        Value::Array(elements) => write_array(text, elements, depth),
        Value::Object(entries) => write_entries(text, &entries.iter().collect::<Vec<_>>(), depth),
    }
}

fn write_entries(text: &mut String, entries: &[&Entry<'_>], depth: usize) {
    if entries.is_empty() {
        text.push_str("{}");
        return;
    }
    text.push_str("{\n");
    for (number, entry) in entries.iter().enumerate() {
        indent(text, depth + 1);
        write_string(text, &entry.key);
        text.push_str(": ");
        write(text, &entry.value, depth + 1);
        text.push_str(if number + 1 < entries.len() { ",\n" } else { "\n" });
    }
    indent(text, depth);
    text.push('}');
}

fn write_array(text: &mut String, elements: &[Node<'_>], depth: usize) {
    let plain = elements.iter().all(|element| !matches!(element.value, Value::Array(_) | Value::Object(_)));
    if plain {
        let mut line = String::from("[");
        for (number, element) in elements.iter().enumerate() {
            if number > 0 {
                line.push_str(", ");
            }
            write(&mut line, element, depth);
        }
        line.push(']');
        if line.chars().count() <= WIDTH {
            text.push_str(&line);
            return;
        }
    }
    text.push_str("[\n");
    for (number, element) in elements.iter().enumerate() {
        indent(text, depth + 1);
        write(text, element, depth + 1);
        text.push_str(if number + 1 < elements.len() { ",\n" } else { "\n" });
    }
    indent(text, depth);
    text.push(']');
}

fn indent(text: &mut String, depth: usize) {
    for _ in 0..depth {
        text.push_str("  ");
    }
}

/// Writes `value` in quotes with the fewest escapes; line separators stay visible.
fn write_string(text: &mut String, value: &str) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}') => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> Option<String> {
        json(&SourceFile::new("a.json", text), &["id", "title", "symptoms"], 64)
    }

    #[test]
    fn fields_come_in_order_and_nothing_is_lost() {
        let text = r#"{"zeta": 1.50, "title": {"ko": "가\n\u00e9", "en": "a"}, "id": "a", "symptoms": ["x", "y"], "n": {}, "l": [[]]}"#;
        let expected = "{\n  \"id\": \"a\",\n  \"title\": {\n    \"ko\": \"가\\né\",\n    \"en\": \"a\"\n  },\n  \"symptoms\": [\"x\", \"y\"],\n  \"zeta\": 1.50,\n  \"n\": {},\n  \"l\": [\n    []\n  ]\n}\n";
        assert_eq!(formatted(text).as_deref(), Some(expected));
        assert_eq!(formatted(expected).as_deref(), Some(expected));
    }

    #[test]
    fn a_file_with_a_fault_is_left_alone() {
        assert_eq!(formatted(r#"{"id": "a", "id": "b"}"#), None);
        assert_eq!(formatted(r#"{"id": "a",}"#), None);
    }
}
