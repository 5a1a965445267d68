//! Single fields of a source's front matter set or added, with everything else left as it stands.

use crate::diag::SourceFile;
use crate::parse::{self, FrontKind};

/// `value` as a YAML scalar, in quotes where it needs them.
pub fn scalar(value: &str) -> String {
    let plain = value.starts_with(char::is_alphanumeric)
        && !value.contains(": ")
        && !value.ends_with(':')
        && !value.contains(" #")
        && !value.contains(['"', '\\', '[', ']', '{', '}', ',', '\n', '\t'])
        && value.parse::<f64>().is_err()
        && !matches!(
            value.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "unknown" | "yes" | "no" | "on" | "off"
        )
        && value.trim() == value
        && !value.contains(char::is_control);
    if plain { value.to_owned() } else { in_quotes(value) }
}

/// `value` in double quotes, as YAML and TOML read it alike.
fn in_quotes(value: &str) -> String {
    let mut text = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

/// `text`, a Markdown file with front matter, with each field of `fields` set to its value; fields that are
/// missing are added. `None` where the front matter cannot be read or a field is no single word or text.
pub fn set_fields(text: &str, fields: &[(&str, &str)], nesting: usize) -> Option<String> {
    let mut text = text.replace("\r\n", "\n");
    if !matches!(parse::front_matter(&text), Ok(Some(_))) {
        parse::front_matter(&text).ok()?;
        text = format!("---\n---\n\n{}", text.trim_start_matches('\n'));
    }
    for (name, value) in fields {
        text = set(&text, name, value, nesting)?;
    }
    Some(text)
}

fn set(text: &str, name: &str, value: &str, nesting: usize) -> Option<String> {
    let file = SourceFile::new("", text);
    let (kind, span, _) = parse::front_matter(text).ok()??;
    let (node, found) = match kind {
        FrontKind::Yaml => parse::yaml(&file, span, nesting),
        FrontKind::Toml => parse::toml(&file, span, nesting),
    };
    let node = node.filter(|_| found.is_empty())?;
    let entries = node.as_object()?;
    let written = match kind {
        FrontKind::Yaml => scalar(value),
        FrontKind::Toml => in_quotes(value),
    };
    let mut out = text.to_owned();
    match entries.iter().find(|entry| entry.key == name) {
        Some(entry) if entry.value.as_str() == Some(value) => return Some(out),
        Some(entry) => {
            if entry.value.as_array().is_some() || entry.value.as_object().is_some() {
                return None;
            }
            // What stands between the key's mark and the line's end or a remark.
            let from = entry.key_span.end + text[entry.key_span.end..].find([':', '='])? + 1;
            let line = text[from..].lines().next().unwrap_or_default();
            let end = from + value_end(line);
            // A text over several lines is its author's.
            if entry.value.span.end > from + line.len() {
                return None;
            }
            out.replace_range(from..end, &format!(" {written}"));
        }
        None => {
            // Above the tables of TOML, below the fields of YAML.
            let (at, line) = match kind {
                FrontKind::Yaml => (span.end, format!("{name}: {written}\n")),
                FrontKind::Toml => (span.start, format!("{name} = {written}\n")),
            };
            out.insert_str(at, &line);
        }
    }
    let again = SourceFile::new("", out.as_str());
    let (document, _) = parse::markdown(&again, nesting);
    let told = document.front.as_ref().and_then(|front| front.get(name)).and_then(parse::Node::as_str);
    (told == Some(value) || told.map(str::trim) == Some(value.trim())).then_some(out)
}

/// Where the value ends that `line` begins with, after blanks.
fn value_end(line: &str) -> usize {
    let lead = line.len() - line.trim_start().len();
    let rest = &line[lead..];
    let mark = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(mark) = mark else {
        let end = rest.find(" #").unwrap_or(rest.len());
        return lead + rest[..end].trim_end().len();
    };
    let mut skip = false;
    for (at, c) in rest.char_indices().skip(1) {
        if skip {
            skip = false;
        } else if c == '\\' && mark == '"' || c == mark && rest[at + 1..].starts_with(mark) {
            skip = true;
        } else if c == mark {
            return lead + at + 1;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_set_in_place_or_added() {
        let text = "---\n# a remark\nurl: 'https://a.example'  # live\nretrieved: 2024-01-01\n---\n\nText.\n";
        let set = set_fields(
            text,
            &[("url", "https://b.example/x"), ("retrieved", "2026-11-30"), ("title", "A: b")],
            16,
        );
        assert_eq!(
            set.unwrap(),
            "---\n# a remark\nurl: https://b.example/x  # live\nretrieved: 2026-11-30\ntitle: \"A: b\"\n---\n\nText.\n"
        );
        let toml = "+++\nurl = \"u\"\n[x]\na = 1\n+++\n";
        assert_eq!(
            set_fields(toml, &[("url", "v"), ("lang", "ko")], 16).unwrap(),
            "+++\nlang = \"ko\"\nurl = \"v\"\n[x]\na = 1\n+++\n"
        );
        assert_eq!(
            set_fields("Only text.\n", &[("lang", "ko")], 16).unwrap(),
            "---\nlang: ko\n---\n\nOnly text.\n"
        );
        assert_eq!(set_fields("---\ntitle: {en: a}\n---\n", &[("title", "b")], 16), None);
        assert_eq!(set_fields("---\ntitle: a: b\n---\n", &[("lang", "ko")], 16), None);
    }

    #[test]
    fn scalars_are_quoted_where_they_must_be() {
        assert_eq!(scalar("Fly.io"), "Fly.io");
        assert_eq!(scalar("https://a.example/x#y"), "https://a.example/x#y");
        for value in ["73", "true", "a: b", "a #b", "\"", "[x]", "", " a", "no"] {
            assert!(scalar(value).starts_with('"'), "{value}");
        }
    }
}
