//! A place in a JSON text into the pointer (RFC 6901) to the value there, without reading the text into a tree:
//! findings of later stages name a value of a record whose tree is long gone.

use crate::diag::ByteSpan;

/// What is open around a place: an object with the key that was told last, or an array with the number of
/// its element.
enum Open {
    Object(String),
    Array(usize),
}

/// The pointer to the smallest value of `text` that holds where `span` begins; empty for the whole. `text` was
/// read without fault.
pub(crate) fn pointer(text: &str, span: ByteSpan) -> String {
    let bytes = text.as_bytes();
    let mut open: Vec<Open> = Vec::new();
    // Whether the next string of the innermost object is a key.
    let mut key_next = false;
    let mut at = 0;
    while at < bytes.len() {
        let string = bytes[at] == b'"';
        let end = if string { string_end(bytes, at) } else { at + 1 };
        if string && key_next {
            if let Some(Open::Object(key)) = open.last_mut() {
                *key = serde_json::from_str(&text[at..end]).unwrap_or_default();
            }
            key_next = false;
        }
        if span.start < end {
            break;
        }
        match bytes[at] {
            b'{' => {
                open.push(Open::Object(String::new()));
                key_next = true;
            }
            b'[' => open.push(Open::Array(0)),
            b'}' | b']' => {
                open.pop();
                key_next = false;
            }
            b',' => match open.last_mut() {
                Some(Open::Array(number)) => *number += 1,
                Some(Open::Object(_)) => key_next = true,
                None => {}
            },
            _ => {}
        }
        at = end;
    }
    let steps = open.iter().map(|open| match open {
        Open::Object(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Open::Array(number) => format!("/{number}"),
    });
    steps.collect()
}

/// Where the string that opens at `at` ends.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 2,
            b'"' => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::SourceFile;

    #[test]
    fn every_value_has_the_pointer_that_the_tree_gives_it() {
        let text = r#"{"id": "a", "sources": [{"url": "x, [y] {z}"}, {"url": "q\"}"}], "a/b~": {"": [1, [2, 3]], "é": null}}"#;
        let file = SourceFile::new("a.json", text);
        let (root, _) = crate::parse::json(&file, 100);
        let root = root.unwrap();
        for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let span = ByteSpan::new(at, at + c.len_utf8());
            assert_eq!(pointer(text, span), root.pointer(span), "at {at}: {c}");
        }
        assert_eq!(pointer(text, ByteSpan::new(0, text.len())), "");
    }
}
