//! Markdown records: line feeds, front matter in order with its comments, a space after `#`.

use crate::diag::SourceFile;
use crate::parse::{self, FrontKind, Node, Value};

/// The canonical form of `file`, or `None` where it cannot be read without a fault.
pub fn markdown(file: &SourceFile, order: &[&str], nesting: usize) -> Option<String> {
    // Where a field's lines cannot be moved without changing what is said, all stay where they are.
    attempt(file, order, nesting, spaced_headings).or_else(|| attempt(file, &[], nesting, spaced_headings))
}

/// The canonical form of a source's file. Its text is another's, and stays as it is to the letter.
pub fn source(file: &SourceFile, order: &[&str], nesting: usize) -> Option<String> {
    let as_it_is: fn(&str) -> String = str::to_owned;
    attempt(file, order, nesting, as_it_is).or_else(|| attempt(file, &[], nesting, as_it_is))
}

/// As [`markdown`], with the fields in `order`; an empty one leaves them as they stand. `mend` gives the body
/// its form.
fn attempt(file: &SourceFile, order: &[&str], nesting: usize, mend: fn(&str) -> String) -> Option<String> {
    let (document, diagnostics) = parse::markdown(file, nesting);
    if diagnostics.iter().any(|finding| finding.severity == crate::diag::Severity::Error) {
        return None;
    }
    let unix = SourceFile::new(file.path.clone(), line_feeds(&file.text));
    let text = &*unix.text;
    let mut out = String::with_capacity(text.len());
    let body = match parse::front_matter(text) {
        Ok(Some((kind, span, body))) => {
            let fence = if kind == FrontKind::Yaml { "---\n" } else { "+++\n" };
            out.push_str(fence);
            out.push_str(&front(&unix, kind, span.range(), order, nesting));
            out.push_str(fence);
            &text[body..]
        }
        Ok(None) => text,
        Err(_) => return None,
    };
    let body = mend(body);
    let body = body.trim_start_matches('\n');
    let body = body.trim_end_matches(['\n', '\r']);
    if !body.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(body);
        out.push('\n');
    }
    // The promise of this command: the same is said.
    let again = SourceFile::new(file.path.clone(), out.as_str());
    let (read, diagnostics) = parse::markdown(&again, nesting);
    let same_front = match (&document.front, &read.front) {
        (None, None) => true,
        (Some(a), Some(b)) => a.says_the_same(b),
        _ => false,
    };
    let sections = |document: &parse::Document<'_>| -> Vec<(Option<String>, String)> {
        let own = document.sections.iter();
        own.map(|section| {
            let heading = section.heading.as_ref().map(|heading| heading.value.clone().into_owned());
            let body = line_feeds(&section.body.value);
            (heading, body.trim_end_matches(['\n', '\r']).to_owned())
        })
        .collect()
    };
    let notes = |document: &parse::Document<'_>| -> Vec<(String, String)> {
        document.notes.iter().map(|note| (note.mark.clone(), note.body.value.clone().into_owned())).collect()
    };
    let title = |document: &parse::Document<'_>| {
        document.title.as_ref().map(|title| title.value.clone().into_owned())
    };
    let same = same_front
        && sections(&document) == sections(&read)
        && notes(&document) == notes(&read)
        && title(&document) == title(&read)
        && diagnostics.iter().all(|finding| finding.severity != crate::diag::Severity::Error);
    if !same {
        return None;
    }
    let bare = without_filled_hints(&out, &read.hints);
    // Taking hints out may leave blank lines to be taken out as well.
    if bare.len() < out.len() {
        attempt(&SourceFile::new(file.path.clone(), bare), order, nesting, mend)
    } else {
        Some(out)
    }
}

/// `text` with line feeds alone at the ends of its lines.
fn line_feeds(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                out.push_str(line.trim_end_matches('\r'));
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

/// `text` without the hints that ask for what is there, nor the blank line that set each off.
fn without_filled_hints(text: &str, hints: &[parse::Hint]) -> String {
    let mut out = text.to_owned();
    for hint in hints.iter().filter(|hint| hint.filled).rev() {
        let start = hint.span.start;
        let mut end = hint.span.end + usize::from(out[hint.span.end..].starts_with('\n'));
        let blank_above = start == 0 || out[..start].ends_with("\n\n") || out[..start].ends_with("---\n");
        if hint.field.is_none() && blank_above && out[end..].starts_with('\n') {
            end += 1;
        }
        out.replace_range(start..end, "");
    }
    out
}

/// The front matter with its fields in order. Each field takes along the lines up to the next one
/// and the comments directly above it. Where fields cannot be told apart by lines, it stays as it is.
fn front(
    file: &SourceFile,
    kind: FrontKind,
    range: std::ops::Range<usize>,
    order: &[&str],
    nesting: usize,
) -> String {
    let text = &file.text[range.clone()];
    let whole = if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    if order.is_empty() {
        return whole;
    }
    if kind == FrontKind::Toml {
        return super::toml::reorder(&whole, order);
    }
    let (Some(node), _) = parse::yaml(file, range.clone().into(), nesting) else { return whole };
    let Some(starts) = field_lines(&node, file, &range) else { return whole };
    let Some((first, _)) = starts.first() else { return whole };
    let head = &file.text[range.start..*first];
    let mut blocks: Vec<(usize, &str)> = Vec::new();
    let end_of_last = node
        .as_object()
        .and_then(|entries| entries.last())
        .map_or(range.start, |last| last.value.span.end.max(last.key_span.end));
    let tail = loose_end(&file.text[..range.end], end_of_last);
    for (number, (start, name)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(tail, |next| next.0);
        let rank = order.iter().position(|own| own == name).unwrap_or(usize::MAX);
        blocks.push((rank, &file.text[*start..end]));
    }
    blocks.sort_by_key(|block| block.0);
    let mut out = head.to_owned();
    for (_, block) in blocks {
        out.push_str(block);
        if !block.ends_with('\n') {
            out.push('\n');
        }
    }
    out.push_str(&file.text[tail..range.end]);
    out
}

/// Where the comments and blank lines begin that stand at the end of `text`, below byte `floor`: they
/// belong to no field.
fn loose_end(text: &str, floor: usize) -> usize {
    let mut start = text.len();
    while let Some(above) = line_above(text, start, floor + 1) {
        let line = text[above..start].trim();
        if above <= floor || !(text[above..].starts_with('#') || line.is_empty()) {
            break;
        }
        start = above;
    }
    // Blank lines alone stay with the field: they may be the end of its text.
    if text[start..].contains('#') { start } else { text.len() }
}

/// Where the lines of each field of the root begin, comments directly above it included; `None`
/// unless every field begins a line of its own.
fn field_lines<'n>(
    node: &'n Node<'_>,
    file: &SourceFile,
    range: &std::ops::Range<usize>,
) -> Option<Vec<(usize, &'n str)>> {
    let Value::Object(entries) = &node.value else { return None };
    let mut starts = Vec::with_capacity(entries.len());
    let mut floor = range.start;
    for entry in entries {
        // A quoted key begins one byte before its text.
        let mut start = entry.key_span.start;
        if start > range.start && matches!(file.text.as_bytes()[start - 1], b'"' | b'\'') {
            start -= 1;
        }
        if start != range.start && file.text.as_bytes()[start - 1] != b'\n' {
            return None;
        }
        let own_line = start;
        while let Some(above) = line_above(&file.text, start, floor) {
            if !file.text[above..start].starts_with('#') {
                break;
            }
            start = above;
        }
        // A comment at the very top, set off by a blank line, belongs to the file.
        floor = own_line + 1;
        starts.push((start, entry.key.as_ref()));
    }
    Some(starts)
}

/// The start of the line before the one that starts at `start`, if it is not before `floor`.
fn line_above(text: &str, start: usize, floor: usize) -> Option<usize> {
    if start <= floor {
        return None;
    }
    let above = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
    (above >= floor).then_some(above)
}

/// Puts the missing space into headings that are read as headings without it.
fn spaced_headings(body: &str) -> String {
    let file = SourceFile::new("", body);
    let (_, diagnostics) = parse::markdown_body(&file);
    let mut gaps: Vec<usize> = diagnostics
        .iter()
        .filter(|finding| finding.code == crate::diag::Code::P008)
        .map(|finding| finding.primary.place.span.end)
        .collect();
    gaps.sort_unstable();
    let mut out = String::with_capacity(body.len() + gaps.len());
    let mut at = 0;
    for gap in gaps {
        out.push_str(&body[at..gap]);
        out.push(' ');
        at = gap;
    }
    out.push_str(&body[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> Option<String> {
        markdown(&SourceFile::new("a.md", text), &["id", "title", "severity", "unknown"], 64)
    }

    #[test]
    fn returns_without_feeds_are_gone_at_once() {
        for text in ["Text.\r\n\r", "Text.\r\r\n\r\r\r\n", "Text.\n\r\n\r\n"] {
            assert_eq!(formatted(text).as_deref(), Some("Text.\n"), "{text:?}");
        }
    }

    #[test]
    fn fields_move_with_their_comments() {
        let text = "---\r\n# about this file\r\n\r\n# graded by us\r\nseverity: major # sic\r\nx: |\r\n  # no comment\r\n  text\r\ntitle: t\r\n---\r\n\r\n\r\n##Summary\r\nOne  \r\ntwo.\r\n\r\n\r\n";
        let expected = "---\n# about this file\n\ntitle: t\n# graded by us\nseverity: major # sic\nx: |\n  # no comment\n  text\n---\n\n## Summary\nOne  \ntwo.\n";
        assert_eq!(formatted(text).as_deref(), Some(expected));
        assert_eq!(formatted(expected).as_deref(), Some(expected));
    }

    #[test]
    fn hints_go_once_they_are_filled_and_other_comments_stay() {
        let text = "---\ntitle: t\n#? org: who\n#? severity: how bad\nseverity: major\n---\n\n<!--? what happened -->\n\nIt broke.\n\n<!-- mine -->\n\n## Cause\n\n<!--? why -->\n";
        let expected = "---\ntitle: t\n#? org: who\nseverity: major\n---\n\nIt broke.\n\n<!-- mine -->\n\n## Cause\n\n<!--? why -->\n";
        assert_eq!(formatted(text).as_deref(), Some(expected));
        assert_eq!(formatted(expected).as_deref(), Some(expected));
    }

    #[test]
    fn what_cannot_be_moved_stays() {
        for text in [
            "---\n{title: t, id: a}\n---\n\nText.\n",
            "+++\nid = \"a\"\ntitle = \"t\"\n+++\n\nText.[^1]\n\n[^1]: log: \"q\"\n",
            "Only text.\n",
        ] {
            assert_eq!(formatted(text).as_deref(), Some(text));
        }
        assert_eq!(formatted("---\ntitle: a: b\n---\n"), None);
        assert_eq!(formatted("---\ntitle: t\n"), None);
    }
}
