//! Findings for a terminal: the line at fault with its marks, cut to a readable width.
//!
//! Marks stand under wide letters and letters with combining marks. Where a line runs from right to
//! left, terminals differ in how they turn it, so the marked text is told again beside the mark.
//! Characters that would command the terminal are replaced.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic as shown;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config, Styles, StylesWriter, termcolor};

use unicode_segmentation::UnicodeSegmentation;

use super::{Diagnostic, Label, Severity, SourceFile};
use crate::text::inert::{right_to_left, shorten, visible};

/// Characters of a line that are shown around a mark; longer lines are cut with `…`.
const WIDTH: usize = 140;

/// Writes one finding; `file` finds the text of a path, where it is at hand.
///
/// # Errors
///
/// When `out` cannot be written to.
pub fn write(
    out: &mut dyn termcolor::WriteColor,
    finding: &Diagnostic,
    file: &dyn Fn(&str) -> Option<Arc<SourceFile>>,
) -> std::io::Result<()> {
    let excerpt = Excerpt::of(finding, file);
    let severity = match finding.severity {
        Severity::Error => shown::Severity::Error,
        Severity::Warning => shown::Severity::Warning,
        Severity::Notice => shown::Severity::Note,
    };
    let mut notes = Vec::new();
    if !finding.help.is_empty() {
        let lines: Vec<String> = finding.help.lines().map(shown_text).collect();
        notes.push(format!("help: {}", lines.join("\n      ")));
    }
    let diagnostic = shown::Diagnostic::new(severity)
        .with_code(format!("{} {}", finding.code, finding.code.slug()))
        .with_message(shown_text(&finding.message))
        .with_labels(excerpt.labels.clone())
        .with_notes(notes);
    let mut styled = StylesWriter::new(out, STYLES.get_or_init(Styles::default));
    match term::emit_to_write_style(&mut styled, &Config::default(), &excerpt, &diagnostic) {
        Ok(()) => Ok(()),
        Err(Error::Io(error)) => Err(error),
        Err(error) => Err(std::io::Error::other(error)),
    }
}

static STYLES: std::sync::OnceLock<Styles> = std::sync::OnceLock::new();

/// The lines that a finding needs, as files of their own with their real numbers.
#[derive(Debug)]
struct Excerpt {
    files: Vec<Part>,
    labels: Vec<shown::Label<usize>>,
}

#[derive(Debug)]
struct Part {
    path: Arc<str>,
    text: String,
    /// Start in `text`, real line number, characters cut before the line's start.
    lines: Vec<(usize, u32, u32)>,
}

impl Excerpt {
    fn of(finding: &Diagnostic, file: &dyn Fn(&str) -> Option<Arc<SourceFile>>) -> Self {
        let mut excerpt = Self { files: Vec::new(), labels: Vec::new() };
        let all: Vec<&Label> = std::iter::once(&finding.primary).chain(&finding.secondary).collect();
        let mut by_path: BTreeMap<&Arc<str>, Vec<(usize, &Label)>> = BTreeMap::new();
        for (number, label) in all.into_iter().enumerate() {
            by_path.entry(&label.place.path).or_default().push((number, label));
        }
        let mut paths: Vec<_> = by_path.into_iter().collect();
        paths.sort_by_key(|(_, labels)| labels[0].0);
        for (path, mut labels) in paths {
            labels.sort_by_key(|(_, label)| label.place.span);
            excerpt.add(path, &labels, file(path).as_deref());
        }
        excerpt
    }

    fn add(&mut self, path: &Arc<str>, labels: &[(usize, &Label)], file: Option<&SourceFile>) {
        let id = self.files.len();
        let mut part = Part {
            path: path.chars().map(visible).collect::<String>().into(),
            text: String::new(),
            lines: Vec::new(),
        };
        // Several labels on one line share its window when they fit.
        for group in labels.chunk_by(|(_, a), (_, b)| a.place.line == b.place.line) {
            let line_number = group[0].1.place.line;
            let line = file.map(|file| file.line(line_number)).unwrap_or_default();
            let columns = group.iter().map(|(_, label)| label.place.column as usize - 1);
            let first = columns.min().unwrap_or_default();
            let (cut, window) = window(line, first);
            if part.lines.last().is_some_and(|(_, number, _)| number + 1 < line_number) {
                // A blank line that no label touches makes the printer show that lines are left out.
                part.lines.push((part.text.len(), line_number - 1, 0));
                part.text.push('\n');
            }
            let start = part.text.len();
            part.lines.push((start, line_number, u32::try_from(cut).unwrap_or_default()));
            part.text.extend(window.chars().map(shown_char));
            part.text.push('\n');
            for (number, label) in group {
                let (shown_from, shown_to) = mark(&window, cut, label);
                // A sign in the place of a character may be of another length in bytes.
                let byte = |end: usize| {
                    start + window[..end].chars().map(shown_char).map(char::len_utf8).sum::<usize>()
                };
                let span = byte(shown_from)..byte(shown_to);
                let message = message(label, &window[shown_from..shown_to], &window);
                let style =
                    if *number == 0 { shown::LabelStyle::Primary } else { shown::LabelStyle::Secondary };
                self.labels.push(shown::Label::new(style, id, span).with_message(message));
            }
        }
        self.files.push(part);
    }
}

/// The stretch of `line` around character `at` that is shown, and how many characters are cut
/// before it (one of which `…` stands for).
fn window(line: &str, at: usize) -> (usize, String) {
    let length = line.chars().count();
    if length <= WIDTH {
        return (0, line.to_owned());
    }
    let from = at.saturating_sub(WIDTH / 3).min(length - WIDTH);
    let shown: String = line.chars().skip(from).take(WIDTH).collect();
    let tail = if from + WIDTH < length { "…" } else { "" };
    if from == 0 { (0, format!("{shown}{tail}")) } else { (from - 1, format!("…{shown}{tail}")) }
}

/// `text` for a terminal, which it must not command.
fn shown_text(text: &str) -> String {
    text.chars().map(visible).collect()
}

fn shown_char(character: char) -> char {
    // The printer lays out tabs itself.
    if character == '\t' { character } else { visible(character) }
}

/// What is said at a mark; on a line that a terminal may turn, with the marked text itself, kept
/// from turning the rest.
fn message(label: &Label, marked: &str, line: &str) -> String {
    const MARKED: usize = 40;
    let said = shown_text(&label.message);
    let marked = marked.trim();
    if marked.is_empty() || !line.chars().any(right_to_left) || said.contains(marked) {
        return said;
    }
    let marked = format!("\u{2068}{}\u{2069}", shorten(&shown_text(marked), MARKED));
    if said.is_empty() { marked } else { format!("{marked}: {said}") }
}

/// The bytes of the window that a label marks: held inside its line, and never a part of a letter.
fn mark(window: &str, cut: usize, label: &Label) -> (usize, usize) {
    let place = &label.place;
    let from = (place.column as usize - 1).saturating_sub(cut);
    let to = if place.end_line > place.line {
        usize::MAX
    } else {
        (place.end_column as usize - 1).saturating_sub(cut)
    };
    let byte = |chars: usize| window.char_indices().nth(chars).map_or(window.len(), |(at, _)| at);
    let from = byte(from);
    let to = byte(to).max(from);
    // A letter and its combining marks are one thing to a reader.
    let mut whole = (from, to);
    for (at, letter) in window.grapheme_indices(true) {
        let end = at + letter.len();
        if at < from && from < end {
            whole.0 = at;
        }
        if at < to && to < end {
            whole.1 = end;
        }
    }
    whole
}

impl<'a> Files<'a> for Excerpt {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|part| &*part.path).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|part| part.text.as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        let part = self.files.get(id).ok_or(Error::FileMissing)?;
        Ok(part.lines.partition_point(|(start, ..)| *start <= byte).saturating_sub(1))
    }

    fn line_number(&'a self, id: usize, index: usize) -> Result<usize, Error> {
        let part = self.files.get(id).ok_or(Error::FileMissing)?;
        Ok(part.lines.get(index).map_or(index + 1, |(_, number, _)| *number as usize))
    }

    fn column_number(&'a self, id: usize, index: usize, byte: usize) -> Result<usize, Error> {
        let part = self.files.get(id).ok_or(Error::FileMissing)?;
        let Some((start, _, cut)) = part.lines.get(index) else { return Ok(1) };
        let before = part.text.get(*start..byte).map_or(0, |text| text.chars().count());
        Ok(before + *cut as usize + 1)
    }

    fn line_range(&'a self, id: usize, index: usize) -> Result<Range<usize>, Error> {
        let part = self.files.get(id).ok_or(Error::FileMissing)?;
        let start = part.lines.get(index).map_or(part.text.len(), |(start, ..)| *start);
        let end = part.lines.get(index + 1).map_or(part.text.len(), |(start, ..)| *start);
        Ok(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{ByteSpan, Code};

    fn shown(text: &str, find: &str, message: &str) -> String {
        let file = Arc::new(SourceFile::new("content/cases/a.ko.md", text));
        let at = text.find(find).unwrap();
        let place = file.place(ByteSpan::new(at, at + find.len()));
        let finding = Diagnostic::new(Code::V007, place, "the quote gives another value")
            .label(message)
            .help("write 29 ms");
        let mut out = termcolor::NoColor::new(Vec::new());
        write(&mut out, &finding, &|_| Some(file.clone())).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn marks_stand_under_wide_characters() {
        let text = shown("머리\n응답이 92 ms 로 줄었다\n", "92 ms", "claimed: 92 ms");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "error[V007 fact-contradicted]: the quote gives another value");
        assert!(lines[1].ends_with("content/cases/a.ko.md:2:5"), "{text}");
        let (source, marks) = (lines[3], lines[4]);
        let width = |line: &str, end: usize| unicode_width::UnicodeWidthStr::width(&line[..end]);
        assert_eq!(
            width(source, source.find("92").unwrap()),
            width(marks, marks.find('^').unwrap()),
            "{text}"
        );
        assert!(text.contains("= help: write 29 ms"));
    }

    /// Columns before the mark, and before the marked text on the line above.
    fn columns(text: &str, find: &str) -> (usize, usize) {
        let lines: Vec<&str> = text.lines().collect();
        let width = |line: &str, end: usize| unicode_width::UnicodeWidthStr::width(&line[..end]);
        (width(lines[3], lines[3].find(find).unwrap()), width(lines[4], lines[4].find('^').unwrap()))
    }

    #[test]
    fn marks_stand_under_any_script() {
        for line in [
            "ответ за 92 ms",
            "e\u{301}te\u{301} de 92 ms",
            "\u{1112}\u{1161}\u{11ab}국 92 ms",
            "東京 92 ms",
            "ＵＳＢ 92 ms",
            "धीमा 92 ms",
        ] {
            let text = shown(line, "92 ms", "claimed");
            let (source, mark) = columns(&text, "92 ms");
            assert_eq!(source, mark, "{text}");
        }
    }

    #[test]
    fn a_mark_holds_whole_letters() {
        // The span begins with the accent alone.
        let text = shown("caf\u{65}\u{301} 9", "\u{301}", "here");
        assert_eq!(text.lines().nth(4).unwrap().matches('^').count(), 1, "{text}");
        let (source, mark) = columns(&text, "e\u{301}");
        assert_eq!(source, mark, "{text}");
    }

    #[test]
    fn a_line_from_right_to_left_tells_what_is_marked() {
        let text = shown("זמן התגובה היה 92 ms", "היה", "claimed");
        assert!(text.contains("\u{2068}היה\u{2069}: claimed"), "{text}");
        assert!(!shown("it took 92 ms", "92 ms", "claimed").contains('\u{2068}'));
    }

    #[test]
    fn nothing_commands_the_terminal() {
        let text = shown("a\u{1b}[2J \u{202e}b 92 ms", "92 ms", "c\u{7}d");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{text:?}");
        let (source, mark) = columns(&text, "92 ms");
        assert_eq!(source, mark, "{text}");
    }

    #[test]
    fn a_line_of_many_kilobytes_is_cut_around_the_mark() {
        let long = format!("{}92 ms{}", "가".repeat(9_000), "나".repeat(9_000));
        let text = shown(&long, "92 ms", "claimed");
        assert!(text.contains("a.ko.md:1:9001"), "{text}");
        assert!(text.chars().count() < 700, "{text}");
        assert!(text.contains("…가") && text.contains("나…"), "{text}");
    }
}
