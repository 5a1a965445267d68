//! A Markdown record into front matter, sections under headings, and notes.
//!
//! Only what a record gives meaning to is read: fences of the front matter, headings of the first
//! two levels, footnote definitions. The text inside a section stays Markdown for the renderer.

use std::collections::BTreeMap;

use super::blocks::toggle;
use super::node::{Node, Passage, PassageBuilder, shorten};
use super::note::{Note, definition, read_note};
use super::{Line, lines};
use crate::diag::{ByteSpan, Code, Diagnostic, SourceFile};

/// How front matter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontKind {
    /// Between `---` lines.
    Yaml,
    /// Between `+++` lines.
    Toml,
}

/// A Markdown record.
#[derive(Debug)]
pub struct Document<'a> {
    /// The front matter as a table; `None` where there is none or it cannot be read.
    pub front: Option<Node<'a>>,
    /// A heading of the first level at the start of the body.
    pub title: Option<Passage<'static>>,
    /// Sections in the order of the file; the first has no heading and may be missing.
    pub sections: Vec<Section>,
    /// Footnote definitions in the order of the file.
    pub notes: Vec<Note>,
    /// Hints to the writer: comments that begin with a question mark.
    pub hints: Vec<Hint>,
}

/// A comment that says what to write where it stands: `#? org: who it happened to` in the front matter,
/// `<!--? What happened. -->` in a section. It is no text, as other comments are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The comment.
    pub span: ByteSpan,
    /// The field that it is about, in the front matter.
    pub field: Option<String>,
    /// Whether what it asks for is there.
    pub filled: bool,
}

/// A heading and the text below it.
#[derive(Debug, Clone)]
pub struct Section {
    /// The heading's text; `None` for the text before the first heading.
    pub heading: Option<Passage<'static>>,
    /// The text, without footnote definitions and without blank lines at its ends.
    pub body: Passage<'static>,
}

/// Where the front matter of `text` stands: its kind, its inside, and where the body begins.
/// `Err` tells of a fence that is never closed.
pub fn front_matter(text: &str) -> Result<Option<(FrontKind, ByteSpan, usize)>, FrontKind> {
    let all = lines(text, 0, text.len());
    let line = |line: &Line| text[line.start..line.end].trim_end();
    // Blank lines before the fence do no harm.
    let Some(first) = all.iter().position(|own| !line(own).trim().is_empty()) else { return Ok(None) };
    let (kind, fence) = match line(&all[first]) {
        "---" => (FrontKind::Yaml, "---"),
        "+++" => (FrontKind::Toml, "+++"),
        _ => return Ok(None),
    };
    let start = all.get(first + 1).map_or(text.len(), |next| next.start);
    let Some(last) = all[first + 1..]
        .iter()
        .position(|own| line(own) == fence || (kind == FrontKind::Yaml && line(own) == "..."))
    else {
        return Err(kind);
    };
    let last = first + 1 + last;
    let body = all.get(last + 1).map_or(text.len(), |next| next.start);
    Ok(Some((kind, ByteSpan::new(start, all[last].start), body)))
}

/// Reads `file` as a Markdown record.
pub fn markdown<'a>(file: &'a SourceFile, nesting: usize) -> (Document<'a>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (front, body) = match front_matter(&file.text) {
        Ok(None) => (None, 0),
        Ok(Some((kind, span, body))) => {
            let (node, mut found) = match kind {
                FrontKind::Yaml => super::yaml(file, span, nesting),
                FrontKind::Toml => super::toml(file, span, nesting),
            };
            diagnostics.append(&mut found);
            (node, body)
        }
        Err(kind) => {
            let fence = if kind == FrontKind::Yaml { "---" } else { "+++" };
            let start = file.text.find(fence).unwrap_or(0);
            diagnostics.push(
                Diagnostic::new(
                    Code::P007,
                    file.place(ByteSpan::new(start, start + 3)),
                    "the front matter that opens here is never closed",
                )
                .help(format!("write a line `{fence}` between the fields and the text")),
            );
            (None, file.text.len())
        }
    };
    let mut reader = Body { file, diagnostics, ..Body::new(file) };
    reader.read(body);
    let mut hints = front_hints(&file.text, body, front.as_ref());
    hints.append(&mut reader.hints);
    let document =
        Document { front, title: reader.title, sections: reader.sections, notes: reader.notes, hints };
    (document, reader.diagnostics)
}

/// Reads `file` as the body of a record: all of it is text under headings.
pub fn markdown_body(file: &SourceFile) -> (Document<'_>, Vec<Diagnostic>) {
    let mut reader = Body::new(file);
    reader.read(0);
    let document = Document {
        front: None,
        title: reader.title,
        sections: reader.sections,
        notes: reader.notes,
        hints: reader.hints,
    };
    (document, reader.diagnostics)
}

/// Hints in the front matter, which ends before byte `body`: each names a field.
fn front_hints(text: &str, body: usize, front: Option<&Node<'_>>) -> Vec<Hint> {
    let hint = |line: Line| {
        let rest = text[line.start..line.end].strip_prefix("#?")?;
        let field = rest.split(':').next().unwrap_or(rest).trim().to_owned();
        let filled = front.is_some_and(|front| front.get(&field).is_some());
        Some(Hint { span: ByteSpan::new(line.start, line.end), field: Some(field), filled })
    };
    lines(text, 0, body).into_iter().filter_map(hint).collect()
}

/// How many lines the comment takes that begins in `all[at]` and ends with its line: a remark to
/// writers, not a part of the text.
fn comment(text: &str, all: &[Line], at: usize) -> Option<usize> {
    let line = |number: usize| all.get(number).map(|line| &text[line.start..line.end]);
    if !line(at)?.starts_with("<!--") {
        return None;
    }
    let mut last = at;
    loop {
        let content = line(last)?;
        let inside = if last == at { &content[4..] } else { content };
        if let Some(end) = inside.find("-->") {
            return inside[end + 3..].trim().is_empty().then_some(last - at + 1);
        }
        last += 1;
    }
}

struct Body<'a> {
    file: &'a SourceFile,
    diagnostics: Vec<Diagnostic>,
    title: Option<Passage<'static>>,
    sections: Vec<Section>,
    notes: Vec<Note>,
    /// Which note has a mark, for a record may have thousands.
    by_mark: BTreeMap<String, usize>,
    hints: Vec<Hint>,
    /// Hints of the section that is being read.
    open_hints: Vec<ByteSpan>,
}

impl<'a> Body<'a> {
    const fn new(file: &'a SourceFile) -> Self {
        Self {
            file,
            diagnostics: Vec::new(),
            title: None,
            sections: Vec::new(),
            notes: Vec::new(),
            by_mark: BTreeMap::new(),
            hints: Vec::new(),
            open_hints: Vec::new(),
        }
    }
}

impl Body<'_> {
    fn read(&mut self, start: usize) {
        let text = &*self.file.text;
        let all = lines(text, start, text.len());
        let mut heading = None;
        let mut open: Vec<Line> = Vec::new();
        let mut fence = None;
        let mut at = 0;
        let mut blank = true;
        let mut nothing_yet = true;
        while let Some(&line) = all.get(at) {
            let content = &text[line.start..line.end];
            if fence.is_none()
                && let Some(taken) = comment(text, &all, at)
            {
                if content.starts_with("<!--?") {
                    self.open_hints.push(ByteSpan::new(line.start, all[at + taken - 1].end));
                }
                at += taken;
                blank = true;
                continue;
            }
            let fenced = fence.is_some();
            toggle(&mut fence, content);
            if !fenced
                && definition(text, line).is_some()
                && let Some((note, taken)) = read_note(text, &all, at)
            {
                self.add_note(note);
                at += taken;
                continue;
            }
            let first = self.sections.is_empty() && self.title.is_none() && heading.is_none() && nothing_yet;
            let found = if fenced {
                None
            } else {
                self.heading(line, blank, first).or_else(|| self.underlined(&all, at, blank))
            };
            if let Some((level, title, taken)) = found {
                self.close(heading.take(), &mut open);
                if level == 1 && self.title.is_none() && self.sections.is_empty() {
                    self.title = Some(title);
                } else {
                    heading = Some(title);
                }
                at += taken;
                blank = true;
                continue;
            }
            open.push(line);
            nothing_yet &= line.start == line.end;
            blank = content.trim().is_empty();
            at += 1;
        }
        self.close(heading, &mut open);
        // A hint that shows a note is about the notes, wherever it stands.
        for hint in &mut self.hints {
            if text[hint.span.range()].contains("[^") && text[hint.span.range()].contains("]:") {
                hint.filled = !self.notes.is_empty();
            }
        }
    }

    /// An ATX heading of the first or second level in `line`.
    fn heading(&mut self, line: Line, blank: bool, first: bool) -> Option<(usize, Passage<'static>, usize)> {
        let text = &*self.file.text;
        let content = &text[line.start..line.end];
        let indent = content.len() - content.trim_start_matches(' ').len();
        let rest = &content[indent..];
        let level = rest.len() - rest.trim_start_matches('#').len();
        if indent > 3 || !(1..=2).contains(&level) {
            return None;
        }
        let after = &rest[level..];
        let spaced = after.is_empty() || after.starts_with([' ', '\t']);
        if !spaced {
            // `#word` may be a tag in running text: a heading only where a block begins.
            let plausible = blank && after.starts_with(char::is_alphabetic) && (level == 2 || first);
            if !plausible {
                return None;
            }
            let at = line.start + indent;
            let help = format!("write `{} {}`", &rest[..level], shorten(after));
            self.diagnostics.push(
                Diagnostic::new(
                    Code::P008,
                    self.file.place(ByteSpan::new(at, at + level)),
                    "a heading without a space after `#`",
                )
                .help(help),
            );
        }
        let title = after.trim();
        let closed = title.trim_end_matches('#');
        let title =
            if closed.is_empty() || closed.ends_with([' ', '\t']) { closed.trim_end() } else { title };
        let start = line.start + indent + level + (after.len() - after.trim_start().len());
        Some((level, self.passage(start, start + title.len()), 1))
    }

    /// A heading underlined with `===` or `---` in the next line.
    fn underlined(&self, all: &[Line], at: usize, blank: bool) -> Option<(usize, Passage<'static>, usize)> {
        let text = &*self.file.text;
        let (line, next) = (all[at], *all.get(at + 1)?);
        let content = text[line.start..line.end].trim_end();
        let under = text[next.start..next.end].trim_end();
        let level = match under {
            _ if under.len() >= 2 && under.bytes().all(|b| b == b'=') => 1,
            _ if under.len() >= 3 && under.bytes().all(|b| b == b'-') => 2,
            _ => return None,
        };
        if !blank
            || content.is_empty()
            || content.starts_with([' ', '\t', '-', '*', '+', '>', '#', '|', '`', '~'])
        {
            return None;
        }
        Some((level, self.passage(line.start, line.start + content.len()), 2))
    }

    fn passage(&self, start: usize, end: usize) -> Passage<'static> {
        Passage::verbatim(self.file.text[start..end].to_owned(), ByteSpan::new(start, end))
    }

    fn add_note(&mut self, note: Note) {
        if let Some(first) = self.by_mark.get(&note.mark).and_then(|first| self.notes.get(*first)) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::P009,
                    self.file.place(note.mark_span),
                    format!("the note `[^{}]` stands twice", note.mark),
                )
                .label("again")
                .also(self.file.place(first.mark_span), "first")
                .help("write several quotes as several lines of one note, or give this note another name"),
            );
            return;
        }
        self.by_mark.insert(note.mark.clone(), self.notes.len());
        self.notes.push(note);
    }

    /// Ends the section under `heading`, made of the lines `open`.
    fn close(&mut self, heading: Option<Passage<'static>>, open: &mut Vec<Line>) {
        let text = &*self.file.text;
        let empty = |line: &Line| text[line.start..line.end].trim().is_empty();
        let from = open.iter().position(|line| !empty(line)).unwrap_or(open.len());
        let to = open.iter().rposition(|line| !empty(line)).map_or(from, |last| last + 1);
        let kept = &open[from..to];
        for span in std::mem::take(&mut self.open_hints) {
            self.hints.push(Hint { span, field: None, filled: !kept.is_empty() });
        }
        if kept.is_empty() && heading.is_none() {
            open.clear();
            return;
        }
        let mut builder = PassageBuilder::default();
        for (number, line) in kept.iter().enumerate() {
            if number > 0 {
                builder.push("\n", kept[number - 1].end);
            }
            builder.push(&text[line.start..line.end], line.start);
        }
        let start = kept
            .first()
            .map_or_else(|| heading.as_ref().map_or(0, |title| title.span.end), |line| line.start);
        let span = ByteSpan::new(start, kept.last().map_or(start, |line| line.end));
        self.sections.push(Section { heading, body: builder.finish(span) });
        open.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<(Option<String>, String)>, Vec<&'static str>) {
        let file = SourceFile::new("a.md", text);
        let (document, diagnostics) = markdown(&file, 64);
        let sections = document
            .sections
            .into_iter()
            .map(|section| {
                (section.heading.map(|title| title.value.into_owned()), section.body.value.into_owned())
            })
            .collect();
        (sections, diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect())
    }

    #[test]
    fn sections_are_the_same_with_either_line_end() {
        let text = "---\nid: a\n---\n\nBefore.\n\n## Summary\n\nOne.[^t1]\nTwo.\n\n[^t1]: log: \"q\"\n\n## Lessons ##\nLast.\n";
        let expected = vec![
            (None, "Before.".to_owned()),
            (Some("Summary".to_owned()), "One.[^t1]\nTwo.".to_owned()),
            (Some("Lessons".to_owned()), "Last.".to_owned()),
        ];
        assert_eq!(read(text).0, expected);
        assert_eq!(read(&text.replace('\n', "\r\n")).0, expected);
    }

    #[test]
    fn comments_in_lines_of_their_own_are_no_text() {
        let (sections, codes) = read(
            "<!-- a -->\nOne <!-- b -->\n\n<!--\n## Cause\n\n[^t]: x\n-->\n\n```\n<!-- c -->\n```\n<!-- open",
        );
        assert_eq!(sections, [(None, "One <!-- b -->\n\n\n```\n<!-- c -->\n```\n<!-- open".to_owned())]);
        assert!(codes.is_empty());
    }

    #[test]
    fn hints_are_comments_that_know_whether_they_are_filled() {
        let text = "---\n#? org: who\n#? title: what\ntitle: t\n---\n<!--? what -->\n\n## Cause\n<!--?\nwhy\n-->\nA disk.[^1]\n\n<!--? [^1]: log: \"q\" -->\n";
        let file = SourceFile::new("a.md", text);
        let (document, _) = markdown(&file, 64);
        let hints: Vec<(&str, bool)> =
            document.hints.iter().map(|hint| (&text[hint.span.range()], hint.filled)).collect();
        assert_eq!(
            hints,
            [
                ("#? org: who", false),
                ("#? title: what", true),
                ("<!--? what -->", false),
                ("<!--?\nwhy\n-->", true),
                ("<!--? [^1]: log: \"q\" -->", false),
            ]
        );
        assert_eq!(document.sections.len(), 1);
        assert_eq!(document.sections[0].body.value, "A disk.[^1]");
    }

    #[test]
    fn headings_in_code_are_text_and_a_missing_space_is_told() {
        let (sections, codes) = read("```\n## Summary\n[^t]: x\n```\n\n##Cause\nText #tag\n#tag");
        assert_eq!(sections[0].1, "```\n## Summary\n[^t]: x\n```");
        assert_eq!(sections[1], (Some("Cause".to_owned()), "Text #tag\n#tag".to_owned()));
        assert_eq!(codes, ["P008"]);
    }
}
