//! YAML 1.2 (core schema) into a tree. Anchors and aliases are refused: a record is read by people.

use std::borrow::Cow;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span};

use super::align::align;
use super::json::{duplicate_key, no_number, too_deep};
use super::node::{Entry, Node, Passage, Value};
use crate::diag::{ByteSpan, Code, Diagnostic, SourceFile};

/// Reads the bytes `span` of `file` as one YAML document, nested no deeper than `nesting`.
///
/// A syntax error ends the reading: the tree is then `None`. An empty document is an empty object.
pub fn yaml<'a>(file: &'a SourceFile, span: ByteSpan, nesting: usize) -> (Option<Node<'a>>, Vec<Diagnostic>) {
    let text = &file.text[span.range()];
    let mut reader =
        Reader { file, text, base: span.start, index: Index::new(text), nesting, diagnostics: Vec::new() };
    let node = reader.document().map_err(|diagnostic| reader.diagnostics.push(*diagnostic)).ok();
    (node, reader.diagnostics)
}

/// Character numbers to byte offsets; the reader below counts characters.
struct Index(Option<Vec<usize>>);

impl Index {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self(None);
        }
        Self(Some(text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()))
    }

    fn byte(&self, character: usize, len: usize) -> usize {
        match &self.0 {
            None => character.min(len),
            Some(offsets) => offsets.get(character).copied().unwrap_or(len),
        }
    }
}

struct Reader<'a> {
    file: &'a SourceFile,
    text: &'a str,
    base: usize,
    index: Index,
    nesting: usize,
    diagnostics: Vec<Diagnostic>,
}

/// A list or table that is still open.
enum Open<'a> {
    Array(usize, Vec<Node<'a>>),
    Object(usize, Vec<Entry<'a>>, Option<(Cow<'a, str>, ByteSpan)>),
}

type Read<T> = Result<T, Box<Diagnostic>>;

impl<'a> Reader<'a> {
    fn document(&mut self) -> Read<Node<'a>> {
        let mut parser = Parser::new_from_str(self.text);
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut root = None;
        loop {
            let (event, span) = match parser.next_event() {
                None => break,
                Some(Ok(event)) => event,
                Some(Err(error)) => return Err(self.syntax(*error.marker(), error.info())),
            };
            let done = match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => {
                    return Err(self.fault(
                        self.span(span),
                        "a second document begins here",
                        "remove the line `---`",
                    ));
                }
                Event::Alias(_) => {
                    return Err(self.fault(
                        self.span(span),
                        "aliases are not read here",
                        "write the value out again",
                    ));
                }
                Event::SequenceStart(..) => {
                    self.enter(&open, span)?;
                    open.push(Open::Array(self.offset(span.start), Vec::new()));
                    continue;
                }
                Event::MappingStart(..) => {
                    self.enter(&open, span)?;
                    open.push(Open::Object(self.offset(span.start), Vec::new(), None));
                    continue;
                }
                Event::Scalar(value, style, _, tag) => {
                    let text_tag = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                    self.scalar(value, style, text_tag, span)?
                }
                Event::SequenceEnd => match open.pop() {
                    Some(Open::Array(start, elements)) => {
                        let inner = elements.last().map_or(start, |last| last.span.end);
                        let end = self.offset(span.end).min(self.base + self.text.len());
                        let end = if self.text[..end - self.base].ends_with(']') { end } else { inner };
                        Node { span: ByteSpan::new(start, end.max(inner)), value: Value::Array(elements) }
                    }
                    _ => continue,
                },
                Event::MappingEnd => match open.pop() {
                    Some(Open::Object(start, entries, _)) => {
                        let inner =
                            entries.last().map_or(start, |last| last.value.span.end.max(last.key_span.end));
                        let end = self.offset(span.end).min(self.base + self.text.len());
                        let end = if self.text[..end - self.base].ends_with('}') { end } else { inner };
                        Node { span: ByteSpan::new(start, end.max(inner)), value: Value::Object(entries) }
                    }
                    _ => continue,
                },
                _ => continue,
            };
            self.place_value(&mut open, &mut root, done)?;
        }
        Ok(root.unwrap_or_else(|| Node {
            span: ByteSpan::new(self.base, self.base),
            value: Value::Object(Vec::new()),
        }))
    }

    /// Puts a finished value where it belongs: into a list, as key or value of a table, or as root.
    fn place_value(
        &mut self,
        open: &mut [Open<'a>],
        root: &mut Option<Node<'a>>,
        node: Node<'a>,
    ) -> Read<()> {
        match open.last_mut() {
            None => *root = Some(node),
            Some(Open::Array(_, elements)) => elements.push(node),
            Some(Open::Object(_, entries, key @ None)) => {
                let span = node.span;
                let name = match node.value {
                    Value::Str(passage) => passage.value,
                    Value::Number(written) => written,
                    Value::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
                    Value::Null => Cow::Borrowed("null"),
                    Value::Array(_) | Value::Object(_) => {
                        return Err(self.fault(span, "a key must be a word", "put the key in quotes"));
                    }
                };
                let _ = entries;
                *key = Some((name, span));
            }
            Some(Open::Object(_, entries, key)) => {
                let Some((name, key_span)) = key.take() else { return Ok(()) };
                let entry = Entry { key: name, key_span, value: node };
                match entries.iter().find(|own| own.key == entry.key) {
                    Some(first) => self.diagnostics.push(duplicate_key(self.file, first, &entry)),
                    None => entries.push(entry),
                }
            }
        }
        Ok(())
    }

    fn scalar(&self, value: Cow<'a, str>, style: ScalarStyle, text_tag: bool, span: Span) -> Read<Node<'a>> {
        let mut span = self.span(span);
        if style != ScalarStyle::Plain || text_tag {
            if matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) && span.len() > 2 {
                span = ByteSpan::new(span.start + 1, span.end - 1);
            }
            return Ok(self.text_node(value, span));
        }
        let value = match &*value {
            "" | "null" | "Null" | "NULL" | "~" => Value::Null,
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            ".nan" | ".NaN" | ".NAN" | ".inf" | ".Inf" | ".INF" | "+.inf" | "-.inf" | "-.Inf" | "-.INF" => {
                return Err(Box::new(no_number(self.file, span)));
            }
            written if is_number(written) => Value::Number(value),
            _ => return Ok(self.text_node(value, span)),
        };
        Ok(Node { span, value })
    }

    fn text_node(&self, value: Cow<'a, str>, span: ByteSpan) -> Node<'a> {
        let map = align(&self.file.text[span.range()], &value, span.start);
        Node { span, value: Value::Str(Passage { value, span, map }) }
    }

    fn enter(&self, open: &[Open<'_>], span: Span) -> Read<()> {
        if open.len() >= self.nesting {
            return Err(Box::new(too_deep(self.file, self.span(span), self.nesting)));
        }
        Ok(())
    }

    fn offset(&self, marker: Marker) -> usize {
        self.base + self.index.byte(marker.index(), self.text.len())
    }

    fn span(&self, span: Span) -> ByteSpan {
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        let found = &self.file.text[start..end.max(start)];
        ByteSpan::new(start, start + found.trim_end().len())
    }

    fn syntax(&self, marker: Marker, info: &str) -> Box<Diagnostic> {
        let at = self.offset(marker);
        if info.contains("recurs") {
            return Box::new(too_deep(self.file, ByteSpan::new(at, at + 1), self.nesting));
        }
        let (message, help) = match info {
            info if info.contains("mapping values are not allowed") => (
                "a colon stands inside a value",
                "put the value in double quotes: `key: \"text: more text\"`",
            ),
            info if info.contains("tab") => ("a tab stands where only spaces may", "indent with spaces"),
            info if info.contains("anchor") || info.contains("alias") => {
                ("`*` or `&` begins a value", "put the value in double quotes")
            }
            info if info.contains("cannot start any token") || info.contains("unexpected character") => (
                "a value begins with a character that means something else in YAML",
                "put the value in double quotes",
            ),
            info if info.contains("simple key expected") || info.contains("expected ':'") => {
                ("a key without a colon", "write `key: value`; put a text of several lines in double quotes")
            }
            info if info.contains("quoted scalar") => {
                ("a text in quotes is never closed", "close it with the same quotation mark")
            }
            info if info.contains("']'") || info.contains("',' or") => (
                "a list or table in brackets is not closed",
                "separate the values with commas and close the bracket",
            ),
            _ => (
                "this is not valid YAML",
                "write `key: value`, indent with spaces, and put texts with `:` or `#` in double quotes",
            ),
        };
        self.fault(ByteSpan::new(at, at + 1), format!("{message} ({info})"), help)
    }

    fn fault(&self, span: ByteSpan, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(Code::P002, self.file.place(span), message).help(help))
    }
}

/// Whether a plain scalar is a number by the core schema, decimal only: an id such as `0x1F` or
/// `1_000` stays a text.
fn is_number(written: &str) -> bool {
    let rest = written.strip_prefix(['-', '+']).unwrap_or(written);
    rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && rest.bytes().any(|b| b.is_ascii_digit())
        && rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'))
        && rest.parse::<f64>().is_ok_and(f64::is_finite)
}
