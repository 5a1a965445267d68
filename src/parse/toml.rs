//! TOML 1.0 into a tree.

use std::borrow::Cow;

use super::align::align;
use super::json::{no_number, too_deep};
use super::node::{Entry, Node, Passage, Value};
use crate::diag::{ByteSpan, Code, Diagnostic, SourceFile};
use ::toml::de::{DeTable, DeValue};

/// Reads the bytes `span` of `file` as a TOML document, nested no deeper than `nesting`.
///
/// A syntax error ends the reading: the tree is then `None`.
pub fn toml<'a>(file: &'a SourceFile, span: ByteSpan, nesting: usize) -> (Option<Node<'a>>, Vec<Diagnostic>) {
    let text = &file.text[span.range()];
    let mut reader = Reader { file, base: span.start, nesting, too_deep: false, diagnostics: Vec::new() };
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            let diagnostic = reader.syntax(text, ByteSpan::new(at.start, at.end), error.message());
            return (None, vec![diagnostic]);
        }
    };
    let entries = reader.table(table.into_inner(), 1);
    let node = (!reader.too_deep).then_some(Node { span, value: Value::Object(entries) });
    (node, reader.diagnostics)
}

struct Reader<'a> {
    file: &'a SourceFile,
    base: usize,
    nesting: usize,
    too_deep: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn table(&mut self, table: DeTable<'a>, depth: usize) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry<'a>> = table
            .into_iter()
            .filter_map(|(key, value)| {
                let key_span = self.own(key.span());
                let span = self.own(value.span());
                let value = self.value(value.into_inner(), span, depth)?;
                Some(Entry { key: key.into_inner(), key_span, value })
            })
            .collect();
        entries.sort_by_key(|entry| entry.key_span.start);
        entries
    }

    fn value(&mut self, value: DeValue<'a>, span: ByteSpan, depth: usize) -> Option<Node<'a>> {
        let raw = &self.file.text[span.range()];
        let value = match value {
            DeValue::String(value) => return Some(self.text_node(value, span)),
            DeValue::Integer(number) => Value::Number(match number.radix() {
                10 => Cow::Owned(number.as_str().trim_start_matches('+').to_owned()),
                radix => Cow::Owned(
                    i64::from_str_radix(number.as_str(), radix)
                        .map_or_else(|_| raw.to_owned(), |n| n.to_string()),
                ),
            }),
            DeValue::Float(number) => {
                if !number.as_str().parse::<f64>().is_ok_and(f64::is_finite) {
                    self.diagnostics.push(no_number(self.file, span));
                    return None;
                }
                Value::Number(Cow::Owned(number.as_str().trim_start_matches('+').to_owned()))
            }
            DeValue::Boolean(value) => Value::Bool(value),
            // TOML allows a space between day and time: the record's dates have a `T`.
            DeValue::Datetime(_) => {
                let value = if raw.as_bytes().get(10) == Some(&b' ') {
                    Cow::Owned(raw.replacen(' ', "T", 1))
                } else {
                    Cow::Borrowed(raw)
                };
                return Some(Node { span, value: Value::Str(Passage::verbatim(value, span)) });
            }
            DeValue::Array(elements) => {
                self.check_depth(span, depth)?;
                let elements = elements.into_iter().filter_map(|element| {
                    let span = self.own(element.span());
                    self.value(element.into_inner(), span, depth + 1)
                });
                Value::Array(elements.collect())
            }
            DeValue::Table(table) => {
                self.check_depth(span, depth)?;
                Value::Object(self.table(table, depth + 1))
            }
        };
        Some(Node { span, value })
    }

    fn check_depth(&mut self, span: ByteSpan, depth: usize) -> Option<()> {
        if depth < self.nesting {
            return Some(());
        }
        if !self.too_deep {
            self.too_deep = true;
            self.diagnostics.push(too_deep(self.file, span, self.nesting));
        }
        None
    }

    fn text_node(&self, value: Cow<'a, str>, span: ByteSpan) -> Node<'a> {
        let raw = &self.file.text[span.range()];
        let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
            3
        } else {
            usize::from(raw.starts_with(['"', '\'']))
        };
        let inner =
            if raw.len() > 2 * quotes { ByteSpan::new(span.start + quotes, span.end - quotes) } else { span };
        let value = if value.contains('\r') { Cow::Owned(value.replace("\r\n", "\n")) } else { value };
        let map = align(&self.file.text[inner.range()], &value, inner.start);
        Node { span: inner, value: Value::Str(Passage { value, span: inner, map }) }
    }

    fn own(&self, span: std::ops::Range<usize>) -> ByteSpan {
        ByteSpan::new(self.base + span.start, self.base + span.end)
    }

    fn syntax(&self, text: &str, span: ByteSpan, info: &str) -> Diagnostic {
        let place = self.file.place(self.own(span.range()));
        let info = info.lines().next().unwrap_or_default();
        if info.contains("recurs") {
            return too_deep(self.file, self.own(span.range()), self.nesting);
        }
        if info.contains("duplicate key") {
            return self.duplicate(text, span);
        }
        let help = if info.contains("string values must be quoted")
            || info.contains("expected") && info.contains("value")
        {
            "put the value in double quotes: `key = \"text\"`"
        } else {
            "write `key = \"text\"`, `key = [\"a\", \"b\"]` or `[table]`"
        };
        Diagnostic::new(Code::P003, place, format!("this is not valid TOML ({info})")).help(help)
    }

    /// A repeated key, with both lines and both values as far as they can be told.
    fn duplicate(&self, text: &str, span: ByteSpan) -> Diagnostic {
        let key = &text[span.range()];
        let mut first = None;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let name = line.trim_start();
            let start = at + (line.len() - name.len());
            if start < span.start
                && name.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
            {
                first = Some(start);
            }
            at += line.len();
        }
        let value = |from: usize| {
            let line = text[from..].lines().next().unwrap_or_default();
            line.split_once('=').map_or(line, |(_, value)| value).trim().to_owned()
        };
        let place = self.file.place(self.own(span.range()));
        let Some(first) = first else {
            return Diagnostic::new(Code::P004, place, format!("the key `{key}` stands twice"))
                .help("keep the right one and remove the other");
        };
        let earlier = self.file.place(self.own(first..first + key.len()));
        let (one, two) = (value(first), value(span.start));
        let message = format!(
            "the key `{key}` stands twice: `{one}` in line {} and `{two}` in line {}",
            earlier.line, place.line
        );
        Diagnostic::new(Code::P004, place, message)
            .label("again")
            .also(earlier, "first")
            .help("keep the right one and remove the other")
    }
}
