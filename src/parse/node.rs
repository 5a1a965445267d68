//! The tree that every data format is read into, and passages that know where they stand.

use std::borrow::Cow;

use crate::diag::ByteSpan;

/// A piece of text and where it stands in its file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Passage<'a> {
    /// The text, escapes and line ends resolved.
    pub value: Cow<'a, str>,
    /// Where it stands as a whole, without the quotation marks around it.
    pub span: ByteSpan,
    /// `(offset in value, offset in file)`, ascending; between two entries both run alike. Empty
    /// where the text stands in the file to the letter.
    pub map: Box<[(u32, u32)]>,
}

impl<'a> Passage<'a> {
    /// A passage that stands in the file to the letter.
    pub fn verbatim(value: impl Into<Cow<'a, str>>, span: ByteSpan) -> Self {
        Self { value: value.into(), span, map: Box::default() }
    }

    /// Where byte `own` of the value stands in the file: within the passage's span.
    pub fn offset(&self, own: usize) -> usize {
        let before = self.map.partition_point(|entry| entry.0 as usize <= own);
        let offset = match before.checked_sub(1).and_then(|last| self.map.get(last)) {
            Some(&(value, file)) => file as usize + (own - value as usize),
            None => self.span.start + own,
        };
        // Behind a character that has no source of its own, as the last one may be.
        offset.min(self.span.end)
    }

    /// The bytes `from..to` of the value, which stand on character boundaries, as a passage.
    pub fn slice(&self, from: usize, to: usize) -> Passage<'static> {
        let mut map = Vec::new();
        if !self.map.is_empty() {
            map.push((0, narrow(self.offset(from))));
            let first = self.map.partition_point(|entry| entry.0 as usize <= from);
            let inside = self.map.iter().skip(first).take_while(|entry| (entry.0 as usize) < to);
            map.extend(inside.map(|&(own, file)| (own - narrow(from), file)));
        }
        let start = self.offset(from);
        Passage {
            value: Cow::Owned(self.value[from..to].to_owned()),
            span: ByteSpan::new(start, self.offset(to).max(start)),
            map: map.into(),
        }
    }

    /// The passage without white space at both ends.
    pub fn trimmed(&self) -> Passage<'static> {
        let from = self.value.len() - self.value.trim_start().len();
        let to = self.value.trim_end().len().max(from);
        self.slice(from, to)
    }
}

/// Puts a passage together from pieces of a file.
#[derive(Debug, Default)]
pub struct PassageBuilder {
    value: String,
    map: Vec<(u32, u32)>,
    next: usize,
}

impl PassageBuilder {
    /// Adds `piece`, which stands at byte `at` of the file.
    pub fn push(&mut self, piece: &str, at: usize) {
        if self.map.is_empty() || at != self.next {
            self.map.push((narrow(self.value.len()), narrow(at)));
        }
        self.value.push_str(piece);
        self.next = at + piece.len();
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// The passage, of which the pieces together span `span` of the file.
    pub fn finish(self, span: ByteSpan) -> Passage<'static> {
        let verbatim = match *self.map {
            [] => true,
            [(_, at)] => at as usize == span.start,
            _ => false,
        };
        let map = if verbatim { Box::default() } else { self.map.into() };
        Passage { value: Cow::Owned(self.value), span, map }
    }
}

pub(super) fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'a> {
    /// Where it stands; a string's span is what its quotation marks enclose.
    pub span: ByteSpan,
    /// What it says.
    pub value: Value<'a>,
}

/// What a node says.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number, as written.
    Number(Cow<'a, str>),
    /// A string.
    Str(Passage<'a>),
    /// A list.
    Array(Vec<Node<'a>>),
    /// Keys and values, in the order written, without repeats.
    Object(Object<'a>),
}

/// Keys and values, in the order written.
pub type Object<'a> = Vec<Entry<'a>>;

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'a> {
    /// The key.
    pub key: Cow<'a, str>,
    /// Where the key stands.
    pub key_span: ByteSpan,
    /// The value.
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The value of `key`, where this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.as_object()?.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The entries, where this is an object.
    pub fn as_object(&self) -> Option<&Object<'a>> {
        match &self.value {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// The elements, where this is a list.
    pub fn as_array(&self) -> Option<&[Node<'a>]> {
        match &self.value {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The string, where this is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::Str(passage) => Some(&passage.value),
            _ => None,
        }
    }

    /// Whether both say the same, wherever they stand.
    pub fn says_the_same(&self, other: &Node<'_>) -> bool {
        match (&self.value, &other.value) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a.value == b.value,
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.says_the_same(b))
            }
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|entry| {
                        b.iter().any(|own| own.key == entry.key && own.value.says_the_same(&entry.value))
                    })
            }
            _ => false,
        }
    }

    /// What it is, for a message: `a list`, `the text "majr"`.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => format!("`{value}`"),
            Value::Number(value) => format!("the number `{value}`"),
            Value::Str(passage) => format!("the text \"{}\"", shorten(&passage.value)),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "a table of keys and values".to_owned(),
        }
    }

    /// The same as JSON. Numbers that JSON cannot write become strings.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(written) => number_to_json(written),
            Value::Str(passage) => Json::String(passage.value.clone().into_owned()),
            Value::Array(elements) => Json::Array(elements.iter().map(Node::to_json).collect()),
            Value::Object(entries) => Json::Object(
                entries.iter().map(|entry| (entry.key.clone().into_owned(), entry.value.to_json())).collect(),
            ),
        }
    }

    /// Writes the same as JSON without blanks, as [`Node::to_json`] would be written.
    pub fn write_json(&self, out: &mut String) {
        match &self.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(written) => out.push_str(&number_to_json(written).to_string()),
            Value::Str(passage) => write_string(&passage.value, out),
            Value::Array(elements) => {
                out.push('[');
                for (number, element) in elements.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    element.write_json(out);
                }
                out.push(']');
            }
            Value::Object(entries) => {
                out.push('{');
                for (number, entry) in entries.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    write_string(&entry.key, out);
                    out.push(':');
                    entry.value.write_json(out);
                }
                out.push('}');
            }
        }
    }

    /// The JSON pointer (RFC 6901) of the smallest value that holds `span`.
    pub fn pointer(&self, span: ByteSpan) -> String {
        let mut pointer = String::new();
        let mut node = self;
        loop {
            let inside = |child: &Node<'_>| child.span.start <= span.start && span.end <= child.span.end;
            let next = match &node.value {
                Value::Array(elements) => elements
                    .iter()
                    .enumerate()
                    .find(|(_, child)| inside(child))
                    .map(|(number, child)| (number.to_string(), child)),
                Value::Object(entries) => entries
                    .iter()
                    .find(|entry| {
                        inside(&entry.value)
                            || (entry.key_span.start <= span.start && span.end <= entry.key_span.end)
                    })
                    .map(|entry| (entry.key.replace('~', "~0").replace('/', "~1"), &entry.value)),
                _ => None,
            };
            let Some((step, child)) = next else { return pointer };
            pointer.push('/');
            pointer.push_str(&step);
            node = child;
        }
    }
}

/// The first 60 characters of `text`, in one line.
pub(super) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}

/// Writes `text` in quotation marks, escaped where JSON asks for it.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, 0..0x20 | b'"' | b'\\')) {
        out.push_str(&text[from..at]);
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0C => out.push_str("\\f"),
            _ => out.push_str(&format!("\\u{byte:04x}")),
        }
        from = at + 1;
    }
    out.push_str(&text[from..]);
    out.push('"');
}

fn number_to_json(written: &str) -> serde_json::Value {
    if let Ok(value) = written.parse::<i64>() {
        return value.into();
    }
    if let Ok(value) = written.parse::<u64>() {
        return value.into();
    }
    match written.parse::<f64>().ok().and_then(serde_json::Number::from_f64) {
        Some(number) => serde_json::Value::Number(number),
        None => serde_json::Value::String(written.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::SourceFile;

    #[test]
    fn written_and_built_json_are_the_same() {
        let text = r#"{"a": "q\" \\ \n\t\u0001\u007f é 가", "b": [1, -2.50, 1e3, 18446744073709551615, null, true], "c": {}}"#;
        let file = SourceFile::new("a.json", text);
        let node = crate::parse::json(&file, 9).0.unwrap();
        let mut out = String::new();
        node.write_json(&mut out);
        assert_eq!(out, node.to_json().to_string());
    }
}
