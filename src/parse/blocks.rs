//! The few blocks of Markdown that mean something in a record: list items and paragraphs.

use super::node::{Passage, PassageBuilder};
use super::{Line, lines};
use crate::diag::ByteSpan;

/// One item of a section that is a list.
#[derive(Debug, Clone)]
pub struct ListItem {
    /// Its text, without marker and indentation.
    pub text: Passage<'static>,
    /// Whether it had a list marker; else it is a paragraph between the items.
    pub marked: bool,
}

/// The width of the list marker (`- `, `* `, `+ `, `1. `, `1) `) at the start of `line`, with the
/// space after it, or `None`.
pub(crate) fn marker_width(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches(' ');
    let indent = line.len() - rest.len();
    let width = match rest.as_bytes() {
        [b'-' | b'*' | b'+', b' ' | b'\t', ..] => 1,
        [b'-' | b'*' | b'+'] => return Some(indent + 1),
        _ => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            match rest.as_bytes().get(digits..)? {
                [b'.' | b')', b' ' | b'\t', ..] if (1..=9).contains(&digits) => digits + 1,
                _ => return None,
            }
        }
    };
    let space = rest[width..].len() - rest[width..].trim_start_matches([' ', '\t']).len();
    // Five spaces and more begin indented code inside the item.
    Some(indent + width + if space > 4 { 1 } else { space })
}

/// The top-level list items of `section`; paragraphs between them become items of their own, so
/// that no text is lost.
pub fn items(section: &Passage<'_>) -> Vec<ListItem> {
    let text = &*section.value;
    let all = lines(text, 0, text.len());
    let mut found: Vec<ListItem> = Vec::new();
    let mut open: Vec<(Line, usize)> = Vec::new();
    let mut open_marked = false;
    let mut width = 0;
    let mut blank = false;
    let mut fence: Option<&str> = None;
    for &line in &all {
        let content = &text[line.start..line.end];
        let indent = content.len() - content.trim_start_matches(' ').len();
        if content.trim().is_empty() {
            blank = true;
            if !open.is_empty() {
                open.push((line, line.start));
            }
            continue;
        }
        let inside = open_marked && indent >= width.min(2);
        let fenced = fence.is_some();
        toggle(&mut fence, content);
        let marker = marker_width(content).filter(|_| !fenced && indent < 2);
        let begins = match marker {
            Some(_) => true,
            None => !fenced && open.is_empty() || (!fenced && blank && !inside),
        };
        if begins {
            close(section, &mut open, open_marked, &mut found);
            open_marked = marker.is_some();
            width = marker.unwrap_or(0);
            open.push((line, line.start + width));
        } else {
            let strip = indent.min(width);
            open.push((line, line.start + strip));
        }
        blank = false;
    }
    close(section, &mut open, open_marked, &mut found);
    found
}

fn close(section: &Passage<'_>, open: &mut Vec<(Line, usize)>, marked: bool, found: &mut Vec<ListItem>) {
    let text = &*section.value;
    while open.last().is_some_and(|(line, from)| text[*from.min(&line.end)..line.end].trim().is_empty()) {
        open.pop();
    }
    let Some(&(first, start)) = open.first() else { return };
    let mut builder = PassageBuilder::default();
    let mut end = start;
    for (number, &(line, from)) in open.iter().enumerate() {
        if number > 0 {
            builder.push("\n", section.offset(end));
        }
        push(&mut builder, section, from.min(line.end), line.end);
        end = line.end;
    }
    let _ = first;
    let span = ByteSpan::new(section.offset(start), section.offset(end));
    found.push(ListItem { text: builder.finish(span), marked });
    open.clear();
}

/// Adds the bytes `from..to` of `section`, run by run, so that their places stay exact.
fn push(builder: &mut PassageBuilder, section: &Passage<'_>, from: usize, to: usize) {
    let mut at = from;
    let breaks = section.map.iter().map(|entry| entry.0 as usize).filter(|own| *own > from && *own < to);
    for stop in breaks.chain([to]) {
        builder.push(&section.value[at..stop], section.offset(at));
        at = stop;
    }
}

/// Follows fenced code: opens a fence, or closes the one that is open.
pub(crate) fn toggle<'t>(fence: &mut Option<&'t str>, line: &'t str) {
    let rest = line.trim_start();
    let run = |mark: char| rest.len() - rest.trim_start_matches(mark).len();
    let length = run('`').max(run('~'));
    if length < 3 {
        return;
    }
    let own = &rest[..length];
    match *fence {
        None if !own.starts_with('`') || !rest[length..].contains('`') => *fence = Some(own),
        Some(open) if own.starts_with(open) && rest[length..].trim().is_empty() => *fence = None,
        _ => {}
    }
}

/// Where the text of a block begins that starts in `line`: after a list marker, quotation mark or
/// heading mark. `None` where the line may go on a paragraph.
pub(crate) fn block_start(line: &str) -> Option<usize> {
    if let Some(width) = marker_width(line) {
        return Some(width);
    }
    let rest = line.trim_start_matches(' ');
    let mark = match rest.as_bytes().first()? {
        b'#' => rest.len() - rest.trim_start_matches('#').len(),
        b'>' | b'|' => 1,
        _ => return None,
    };
    Some(line.len() - rest.len() + mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let passage = Passage::verbatim(text, ByteSpan::new(0, text.len()));
        items(&passage)
            .into_iter()
            .map(|item| {
                for (own, character) in item.text.value.char_indices().filter(|(_, c)| *c != '\n') {
                    assert!(text[item.text.offset(own)..].starts_with(character));
                }
                item.text.value.into_owned()
            })
            .collect()
    }

    #[test]
    fn items_keep_their_continuation_and_nested_lists() {
        assert_eq!(read("- one\n  more\n- two\n  - inner\n"), ["one\nmore", "two\n- inner"]);
        assert_eq!(read("1. one\n\n   second paragraph\n2) two"), ["one\n\nsecond paragraph", "two"]);
        assert_eq!(
            read("- one\nlazy\n\nA paragraph\nof two lines\n\n* last"),
            ["one\nlazy", "A paragraph\nof two lines", "last"]
        );
        assert_eq!(read(""), Vec::<String>::new());
    }
}
