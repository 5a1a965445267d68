//! JSON (RFC 8259) into a tree. Recursion is bounded by the nesting limit.

use std::borrow::Cow;
use std::collections::HashMap;

use super::node::{Entry, Node, Passage, Value, narrow, shorten};
use crate::diag::{ByteSpan, Code, Diagnostic, SourceFile};

/// Reads `file` as one JSON value, nested no deeper than `nesting`.
///
/// A syntax error ends the reading: the tree is then `None` and the error the last diagnostic.
/// A repeated key is reported and its first value kept.
pub fn json<'a>(file: &'a SourceFile, nesting: usize) -> (Option<Node<'a>>, Vec<Diagnostic>) {
    let mut reader = Reader { file, text: &file.text, at: 0, nesting, diagnostics: Vec::new() };
    let node = reader.document().map_err(|diagnostic| reader.diagnostics.push(*diagnostic)).ok();
    (node, reader.diagnostics)
}

type Read<T> = Result<T, Box<Diagnostic>>;

struct Reader<'a> {
    file: &'a SourceFile,
    text: &'a str,
    at: usize,
    nesting: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Read<Node<'a>> {
        self.skip_space();
        if self.at == self.text.len() {
            return Err(self.fault(
                0,
                0,
                "the file is empty",
                "write a record: `{\"id\": \"…\", \"title\": \"…\"}`",
            ));
        }
        let node = self.value(0)?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err(self.fault(
                self.at,
                self.at + 1,
                "there is more text after the record",
                "put several records into one list: `[{…}, {…}]`",
            ));
        }
        Ok(node)
    }

    fn value(&mut self, depth: usize) -> Read<Node<'a>> {
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => {
                let passage = self.string()?;
                Ok(Node { span: passage.span, value: Value::Str(passage) })
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => self.word(),
            None => Err(self.fault(
                start,
                start,
                "the file ends where a value should stand",
                "write the value, and close what is open",
            )),
        }
    }

    fn object(&mut self, depth: usize) -> Read<Node<'a>> {
        let start = self.at;
        self.enter(depth)?;
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut seen: HashMap<Cow<'a, str>, usize> = HashMap::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'}') if entries.is_empty() => break,
                Some(b'"') => {}
                Some(b'}') => {
                    return Err(self.fault(
                        self.at,
                        self.at + 1,
                        "a comma stands before the closing `}`",
                        "remove the comma",
                    ));
                }
                Some(_) => {
                    let end = self.word_end();
                    let found = &self.text[self.at..end];
                    let help = if found.starts_with('/') {
                        "remove it: JSON has no comments"
                    } else {
                        "put the key in double quotes: `\"key\": …`"
                    };
                    return Err(self.fault(self.at, end, "a key in double quotes should stand here", help));
                }
                None => return Err(self.open("{", start)),
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.fault(
                    self.at,
                    self.at + 1,
                    "a colon should stand after the key",
                    "write `\"key\": value`",
                ));
            }
            self.at += 1;
            self.skip_space();
            let value = self.value(depth)?;
            let entry = Entry { key: key.value, key_span: key.span, value };
            self.add(&mut entries, &mut seen, entry);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                Some(_) => {
                    return Err(self.fault(
                        self.at,
                        self.at + 1,
                        "a comma or `}` should stand here",
                        "write a comma between two entries",
                    ));
                }
                None => return Err(self.open("{", start)),
            }
        }
        self.at += 1;
        Ok(Node { span: ByteSpan::new(start, self.at), value: Value::Object(entries) })
    }

    /// Adds `entry` unless its key was there; few keys are compared one by one, many are hashed.
    fn add(
        &mut self,
        entries: &mut Vec<Entry<'a>>,
        seen: &mut HashMap<Cow<'a, str>, usize>,
        entry: Entry<'a>,
    ) {
        const FEW: usize = 48;
        let earlier = if entries.len() <= FEW {
            entries.iter().position(|own| own.key == entry.key)
        } else {
            if seen.is_empty() {
                seen.extend(entries.iter().enumerate().map(|(number, own)| (own.key.clone(), number)));
            }
            seen.get(&entry.key).copied()
        };
        match earlier {
            Some(first) => self.diagnostics.push(duplicate_key(self.file, &entries[first], &entry)),
            None => {
                if !seen.is_empty() {
                    seen.insert(entry.key.clone(), entries.len());
                }
                entries.push(entry);
            }
        }
    }

    fn array(&mut self, depth: usize) -> Read<Node<'a>> {
        let start = self.at;
        self.enter(depth)?;
        let mut elements = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b']') if elements.is_empty() => break,
                Some(b']') => {
                    return Err(self.fault(
                        self.at,
                        self.at + 1,
                        "a comma stands before the closing `]`",
                        "remove the comma",
                    ));
                }
                None => return Err(self.open("[", start)),
                Some(_) => {}
            }
            elements.push(self.value(depth)?);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                Some(_) => {
                    return Err(self.fault(
                        self.at,
                        self.at + 1,
                        "a comma or `]` should stand here",
                        "write a comma between two values",
                    ));
                }
                None => return Err(self.open("[", start)),
            }
        }
        self.at += 1;
        Ok(Node { span: ByteSpan::new(start, self.at), value: Value::Array(elements) })
    }

    fn enter(&mut self, depth: usize) -> Read<()> {
        if depth > self.nesting {
            return Err(Box::new(too_deep(self.file, ByteSpan::new(self.at, self.at + 1), self.nesting)));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Read<Passage<'a>> {
        let open = self.at;
        let start = open + 1;
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut owned: Option<(String, Vec<(u32, u32)>)> = None;
        let mut run = start;
        loop {
            let Some(next) = memchr::memchr2(b'"', b'\\', &bytes[at..]) else {
                return Err(self.fault(
                    open,
                    open + 1,
                    "the text that opens here is never closed",
                    "close it with a double quote; write a double quote inside as `\\\"`",
                ));
            };
            if let Some(control) = bytes[at..at + next].iter().position(|&byte| byte < 0x20) {
                let control = at + control;
                let help = if matches!(bytes[control], b'\n' | b'\r') {
                    "write `\\n` for a line break, or close the text with a double quote"
                } else {
                    "write it as `\\u` with four hexadecimal digits"
                };
                return Err(self.fault(
                    control,
                    control + 1,
                    "a line break or control character stands in a text",
                    help,
                ));
            }
            at += next;
            if bytes[at] == b'"' {
                break;
            }
            let (value, map) = owned.get_or_insert_with(|| (String::new(), vec![(0, narrow(start))]));
            value.push_str(&self.text[run..at]);
            map.push((narrow(value.len()), narrow(at)));
            let (character, after) = match unescape(self.text, at) {
                Ok(read) => read,
                Err((end, message, help)) => return Err(self.fault(at, end, message, help)),
            };
            value.push(character);
            map.push((narrow(value.len()), narrow(after)));
            at = after;
            run = after;
        }
        self.at = at + 1;
        let span = if at == start { ByteSpan::new(open, at + 1) } else { ByteSpan::new(start, at) };
        Ok(match owned {
            None => Passage::verbatim(&self.text[start..at], span),
            Some((mut value, map)) => {
                value.push_str(&self.text[run..at]);
                Passage { value: Cow::Owned(value), span, map: map.into() }
            }
        })
    }

    fn number(&mut self) -> Read<Node<'a>> {
        let start = self.at;
        let end = self.word_end();
        let written = &self.text[start..end];
        if matches!(written, "-Infinity" | "-inf" | "-NaN" | "-nan") {
            return Err(Box::new(no_number(self.file, ByteSpan::new(start, end))));
        }
        if !is_number(written) {
            return Err(self.fault(
                start,
                end,
                format!("`{}` is no number", shorten(written)),
                "write a number such as `12` or `0.5`, or put the text in double quotes",
            ));
        }
        if !written.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(self.fault(
                start,
                end,
                format!("the number `{}` is too large", shorten(written)),
                "put it in double quotes",
            ));
        }
        self.at = end;
        Ok(Node { span: ByteSpan::new(start, end), value: Value::Number(Cow::Borrowed(written)) })
    }

    fn word(&mut self) -> Read<Node<'a>> {
        let start = self.at;
        let end = self.word_end();
        let value = match &self.text[start..end] {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "NaN" | "nan" | "Infinity" | "inf" | "+Infinity" => {
                return Err(Box::new(no_number(self.file, ByteSpan::new(start, end))));
            }
            found => {
                let help = match found {
                    "True" => "write `true`".to_owned(),
                    "False" => "write `false`".to_owned(),
                    "None" | "nil" | "undefined" => "write `null`".to_owned(),
                    _ if found.starts_with('/') => "remove it: JSON has no comments".to_owned(),
                    _ if found.starts_with('\'') => "use double quotes".to_owned(),
                    _ if found.starts_with([',', ']', '}', ':']) => {
                        "write the value that is missing here".to_owned()
                    }
                    _ => format!("put it in double quotes: `\"{}\"`", shorten(found)),
                };
                return Err(self.fault(start, end, "a value should stand here", help));
            }
        };
        self.at = end;
        Ok(Node { span: ByteSpan::new(start, end), value })
    }

    /// The end of the bare word at the cursor, at least one character on.
    fn word_end(&self) -> usize {
        let rest = &self.text[self.at..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest.find(|c: char| c.is_whitespace() || ",]}:\"[{".contains(c)).unwrap_or(rest.len());
        self.at + length.max(first)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn open(&self, bracket: &str, start: usize) -> Box<Diagnostic> {
        self.fault(
            start,
            start + 1,
            format!("the `{bracket}` that opens here is never closed"),
            "close it at the end of the record",
        )
    }

    fn fault(
        &self,
        start: usize,
        end: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Box<Diagnostic> {
        let place = self.file.place(ByteSpan::new(start, end));
        Box::new(Diagnostic::new(Code::P001, place, message).help(help))
    }
}

/// The character that the escape at `at` (a backslash) stands for, and where the text goes on.
fn unescape(text: &str, at: usize) -> Result<(char, usize), (usize, String, String)> {
    let bytes = text.as_bytes();
    let simple = match bytes.get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unescape_unicode(text, at),
        _ => {
            let end = text[at + 1..].chars().next().map_or(at + 1, |c| at + 1 + c.len_utf8());
            return Err((
                end,
                format!("`{}` is no escape of JSON", &text[at..end]),
                "write a backslash itself as `\\\\`".to_owned(),
            ));
        }
    };
    Ok((simple, at + 2))
}

fn unescape_unicode(text: &str, at: usize) -> Result<(char, usize), (usize, String, String)> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let end_of = |length: usize| {
        let mut end = (at + length).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        end
    };
    let Some(first) = unit(at) else {
        return Err((
            end_of(2),
            "`\\u` must be followed by four hexadecimal digits".to_owned(),
            "write for example `\\u00e9`".to_owned(),
        ));
    };
    if let Some(character) = char::from_u32(first) {
        return Ok((character, at + 6));
    }
    let paired = match unit(at + 6) {
        Some(second) if first < 0xDC00 && (0xDC00..0xE000).contains(&second) => {
            char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        }
        _ => None,
    };
    match paired {
        Some(character) => Ok((character, at + 12)),
        None => Err((
            end_of(6),
            format!("`{}` is half of a pair and stands for no character", &text[at..end_of(6)]),
            "write the character itself".to_owned(),
        )),
    }
}

/// Whether `written` is a number by the grammar of JSON.
fn is_number(written: &str) -> bool {
    let rest = written.strip_prefix('-').unwrap_or(written);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        if length == 0 {
            return false;
        }
        rest = &exponent[length..];
    }
    rest.is_empty()
}

/// A key that stands twice, with both lines and both values.
pub(super) fn duplicate_key(file: &SourceFile, first: &Entry<'_>, second: &Entry<'_>) -> Diagnostic {
    let (a, b) = (file.place(first.key_span), file.place(second.key_span));
    let (one, two) = (first.value.describe(), second.value.describe());
    let message = format!(
        "the key `{}` stands twice: {one} in line {} and {two} in line {}",
        shorten(&second.key),
        a.line,
        b.line
    );
    Diagnostic::new(Code::P004, b, message)
        .label(format!("again, with {two}"))
        .also(a, format!("first, with {one}"))
        .help("keep the right one and remove the other")
}

/// A value that no number can be.
pub(super) fn no_number(file: &SourceFile, span: ByteSpan) -> Diagnostic {
    let found = &file.text[span.range()];
    Diagnostic::new(Code::P005, file.place(span), format!("`{found}` is no number"))
        .help("write `null` where there is nothing to tell, or `\"unknown\"` where the sources are silent")
}

/// Values nested deeper than allowed.
pub(super) fn too_deep(file: &SourceFile, span: ByteSpan, nesting: usize) -> Diagnostic {
    Diagnostic::new(Code::P006, file.place(span), format!("values are nested deeper than {nesting} levels"))
        .help("make it flatter, or raise `nesting` under `[limits]` in casebook.toml")
}
