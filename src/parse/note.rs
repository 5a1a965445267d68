//! Footnotes that carry evidence: `[^t1]: (time) source: "quote" (prefix: "…", suffix: "…")`.

use super::node::{Passage, PassageBuilder};
use super::{Line, lines};
use crate::diag::ByteSpan;

/// A footnote's definition.
#[derive(Debug, Clone)]
pub struct Note {
    /// The mark without `[^` and `]`.
    pub mark: String,
    /// Where the mark stands.
    pub mark_span: ByteSpan,
    /// The whole definition.
    pub span: ByteSpan,
    /// What follows the colon; continuation lines without their indentation.
    pub body: Passage<'static>,
}

/// One quote of a note.
#[derive(Debug, Clone)]
pub struct NoteQuote {
    /// The source's name, possibly empty.
    pub source: Passage<'static>,
    /// The passage between the outermost quotation marks; `None` where there are none.
    pub quote: Option<Passage<'static>>,
    /// What stands just before the passage in the source.
    pub prefix: Option<String>,
    /// What stands just after it.
    pub suffix: Option<String>,
    /// The whole entry.
    pub span: ByteSpan,
}

/// The mark of a definition that begins in `line`, and where its text begins.
pub(super) fn definition(text: &str, line: Line) -> Option<(ByteSpan, usize)> {
    let content = &text[line.start..line.end];
    let indent = content.len() - content.trim_start_matches(' ').len();
    let rest = content[indent..].strip_prefix("[^")?;
    let close = rest.find(']')?;
    if indent > 3
        || close == 0
        || rest[..close].contains(char::is_whitespace)
        || !rest[close..].starts_with("]:")
    {
        return None;
    }
    let start = line.start + indent + 2;
    Some((ByteSpan::new(start, start + close), start + close + 2))
}

/// Reads the definition whose first line is `all[first]`; also returns how many lines it takes.
///
/// It goes on over indented lines, also after blank ones, and over lines that directly follow and
/// begin no block of their own.
pub(super) fn read_note(text: &str, all: &[Line], first: usize) -> Option<(Note, usize)> {
    let (mark_span, body_start) = definition(text, all[first])?;
    let mut builder = PassageBuilder::default();
    let head = &text[body_start..all[first].end];
    let lead = head.len() - head.trim_start().len();
    builder.push(&head[lead..], body_start + lead);
    let mut end = all[first].end;
    let mut next = first + 1;
    let mut taken = next;
    let mut blank = false;
    while let Some(&line) = all.get(next) {
        let content = &text[line.start..line.end];
        if content.trim().is_empty() {
            blank = true;
            next += 1;
            continue;
        }
        let indented = content.starts_with([' ', '\t']);
        let own_block =
            definition(text, line).is_some() || content.starts_with(['#', '-', '*', '>', '`', '~', '|']);
        if !indented && (blank || own_block) {
            break;
        }
        let lead = content.len() - content.trim_start().len();
        builder.push("\n", all[taken - 1].end.min(line.start));
        builder.push(content[lead..].trim_end(), line.start + lead);
        end = line.end;
        next += 1;
        taken = next;
        blank = false;
    }
    let span = ByteSpan::new(mark_span.start - 2, end);
    let body = builder.finish(ByteSpan::new(body_start + lead, end));
    Some((Note { mark: text[mark_span.range()].to_owned(), mark_span, span, body }, taken - first))
}

/// The quotation marks that open a passage, with those that may close it.
const MARKS: [(char, &[char]); 7] = [
    ('"', &['"', '”', '“']),
    ('“', &['”', '"', '“']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('»', &['«', '»']),
    ('「', &['」']),
    ('『', &['』']),
];

/// The claim's kind, if the note tells one in brackets, and the quotes of the note.
pub fn read_quotes(body: &Passage<'_>) -> (Option<Passage<'static>>, Vec<NoteQuote>) {
    let text = &*body.value;
    let mut start = 0;
    let mut kind = None;
    if let Some(rest) = text.strip_prefix('(')
        && let Some(close) = rest.find(')')
        && !rest[..close].contains(['"', '“', '«', ':', '\n'])
    {
        kind = Some(body.slice(1, 1 + close).trimmed());
        start = 1 + close + 1;
    }
    let all = lines(text, start, text.len());
    let mut entries: Vec<(usize, usize)> = Vec::new();
    for line in &all {
        let content = &text[line.start..line.end];
        match entries.last_mut() {
            Some(last) if !begins_entry(content) => last.1 = line.end,
            _ if content.trim().is_empty() => {}
            _ => entries.push((line.start, line.end)),
        }
    }
    (kind, entries.into_iter().map(|(from, to)| read_entry(body, from, to)).collect())
}

/// Whether a line begins a new quote: a name, a colon and a quotation mark.
fn begins_entry(line: &str) -> bool {
    let Some(open) = line.find(|c| MARKS.iter().any(|(mark, _)| *mark == c)) else { return false };
    let name = line[..open].trim();
    let name = name.strip_prefix(['-', '*']).unwrap_or(name).trim();
    name.strip_suffix(':').is_some_and(|name| !name.is_empty() && !name.trim().contains(char::is_whitespace))
}

fn read_entry(body: &Passage<'_>, from: usize, to: usize) -> NoteQuote {
    let text = &body.value[from..to];
    let span = body.slice(from, to).span;
    let open = text.char_indices().find_map(|(at, c)| {
        MARKS.iter().find(|(mark, _)| *mark == c).map(|(_, closing)| (at, c.len_utf8(), *closing))
    });
    let Some((open, width, closing)) = open else {
        let name = text.trim().trim_end_matches(':');
        let at = from + text.find(name).unwrap_or(0);
        return NoteQuote {
            source: body.slice(at, at + name.len()),
            quote: None,
            prefix: None,
            suffix: None,
            span,
        };
    };
    let lead = text[..open].len() - text[..open].trim_start_matches(['-', '*', ' ', '\n']).len();
    let name = text[lead..open.max(lead)].trim_end().trim_end_matches(':').trim_end();
    let source = body.slice(from + lead, from + lead + name.len());
    let (context, prefix, suffix) = context(&text[open + width..]);
    let inside = &text[open + width..open + width + context];
    let quote =
        inside.rfind(closing).map(|close| body.slice(from + open + width, from + open + width + close));
    NoteQuote { source, quote, prefix, suffix, span }
}

/// Where a trailing `(prefix: "…", suffix: "…")` begins in `text`, and what it says.
fn context(text: &str) -> (usize, Option<String>, Option<String>) {
    let none = (text.len(), None, None);
    let trimmed = text.trim_end();
    if !trimmed.ends_with(')') {
        return none;
    }
    let found = text.rmatch_indices('(').find(|(at, _)| {
        let inner = text[at + 1..].trim_start();
        inner.starts_with("prefix") || inner.starts_with("suffix")
    });
    let first = found.map(|(at, _)| {
        // The outer bracket, where both are told.
        let earlier = text[..at].rfind("(prefix").or_else(|| text[..at].rfind("(suffix"));
        earlier.filter(|earlier| !text[*earlier..at].contains(')')).unwrap_or(at)
    });
    let Some(open) = first else { return none };
    let inner = &trimmed[open + 1..trimmed.len() - 1];
    let value = |name: &str| {
        let after = &inner[inner.find(name)? + name.len()..];
        let after = after.trim_start().strip_prefix(':')?.trim_start();
        let mark = after.chars().next()?;
        let (_, closing) = MARKS.iter().find(|(own, _)| *own == mark)?;
        let after = &after[mark.len_utf8()..];
        Some(after[..after.find(*closing)?].to_owned())
    };
    let (prefix, suffix) = (value("prefix"), value("suffix"));
    if prefix.is_none() && suffix.is_none() { none } else { (open, prefix, suffix) }
}
