//! The Markdown of records as readers see it: how it is parsed, and the words that are left of it.
//!
//! Whoever shows, lists or indexes a text takes its words from here, so that all of them say the same.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::bare::bare_address;

/// The words of a text as its page shows them, without markup, notes and their marks, with single spaces.
/// Raw HTML is shown as text, so it is text here: descriptions, feeds and the search index say what the page says.
pub fn plain(text: &str) -> String {
    let prepared = Prepared::new(text);
    let mut out = String::with_capacity(text.len());
    let mut in_note = 0usize;
    for event in Parser::new_ext(&prepared.text, options()) {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => in_note += 1,
            Event::End(TagEnd::FootnoteDefinition) => in_note = in_note.saturating_sub(1),
            _ if in_note > 0 => {}
            Event::Text(t) | Event::Code(t) | Event::Html(t) | Event::InlineHtml(t) => {
                let words = prepared.clean(&t);
                words.split('\u{FFFD}').for_each(|piece| out.push_str(piece));
            }
            Event::SoftBreak | Event::HardBreak | Event::End(_)
                if !out.ends_with(' ') && ends_block(&event) =>
            {
                out.push(' ');
            }
            _ => {}
        }
    }
    single_spaced(&out)
}

/// The words of a text with one space between them.
fn single_spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A title as it is shown everywhere: plain text in one line. It is no Markdown, so every sign in it is
/// itself (`__init__`, `2*3*4`, `&amp;`); the marks of notes alone are taken out.
pub fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[^") {
        let (head, mark) = rest.split_at(at);
        out.push_str(head);
        let inside = mark[2..].split(|c: char| c == ']' || c.is_whitespace()).next().unwrap_or_default();
        let is_mark = !inside.is_empty() && mark[2 + inside.len()..].starts_with(']');
        let taken = 2 + if is_mark { inside.len() + 1 } else { 0 };
        if !is_mark {
            out.push_str("[^");
        }
        rest = &mark[taken..];
    }
    out.push_str(rest);
    single_spaced(&out)
}

fn ends_block(event: &Event<'_>) -> bool {
    !matches!(
        event,
        Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
    )
}

/// What a record's Markdown has beyond CommonMark.
pub fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_OLD_FOOTNOTES
}

/// What stands for `*`, `_` and `~` inside of a bare address while the text is parsed: there they are no
/// marks of emphasis. Each is one byte as well, so that no place moves.
const GUARDS: [(char, char); 3] = [('*', '\u{1C}'), ('_', '\u{1D}'), ('~', '\u{1E}')];

/// `text` with the marks in its bare addresses guarded; `None` where there are none.
fn guard(text: &str) -> Option<String> {
    let marks = |c: char| GUARDS.iter().any(|(mark, _)| *mark == c);
    if !text.contains("://") || !text.contains(marks) || GUARDS.iter().any(|(_, guard)| text.contains(*guard))
    {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut seen = [false; 3];
    while let Some((start, end)) = text.get(at..).and_then(bare_address) {
        let (start, mut end) = (at + start, at + end);
        let between = &text[at..start];
        for ((mark, _), seen) in GUARDS.iter().zip(&mut seen) {
            // Emphasis ends with its block.
            *seen = between.contains(*mark) || *seen && !between.contains("\n\n");
        }
        let closes = |c: char| GUARDS.iter().zip(seen).any(|((mark, _), seen)| *mark == c && seen);
        end = start + text[start..end].trim_end_matches(closes).len();
        let before = &text[..start];
        let spaced = before.trim_end_matches([' ', '\n']);
        // The address of a link is read to the letter.
        let is_target = before.ends_with('<') || spaced.ends_with("](") || spaced.ends_with("]:");
        out.push_str(&text[at..start]);
        for c in text[start..end].chars() {
            let guarded = GUARDS.iter().find(|(mark, _)| *mark == c && !is_target);
            out.push(guarded.map_or(c, |(_, guard)| *guard));
        }
        at = end;
    }
    out.push_str(&text[at..]);
    Some(out)
}

/// A text in which emphasis beside Hangul, Han and Kana closes as people mean it.
///
/// CommonMark does not close `**말(word)**을`: a mark after punctuation must be followed by a space or
/// punctuation. A sentinel (punctuation that the text does not hold) is put there and taken out again.
pub struct Prepared {
    /// The text that is parsed.
    pub text: String,
    /// What was put in and is no part of the text.
    sentinel: Option<char>,
    /// Whether the marks in addresses are guarded.
    guarded: bool,
    /// Ascending offsets into `text` of the sentinels.
    inserted: Vec<usize>,
}

/// Punctuation of scripts in which incidents are not written; the first one absent is taken.
const SENTINELS: [char; 6] = ['\u{2E31}', '\u{A8FA}', '\u{A92F}', '\u{AAF0}', '\u{1360}', '\u{0F3A}'];

impl Prepared {
    /// Prepares a text as written.
    pub fn new(text: &str) -> Self {
        let guard = guard(text);
        let guarded = guard.is_some();
        let text = guard.as_deref().unwrap_or(text);
        let untouched = || Self { text: text.to_owned(), sentinel: None, guarded, inserted: Vec::new() };
        if !text.contains('*') || !text.chars().any(is_cjk) {
            return untouched();
        }
        let Some(sentinel) = SENTINELS.into_iter().find(|&c| !text.contains(c)) else {
            return untouched();
        };
        let mut out = String::with_capacity(text.len() + 16);
        let mut inserted = Vec::new();
        let mut rest = text;
        let mut before = None;
        while let Some(at) = rest.find('*') {
            let (head, tail) = rest.split_at(at);
            before = head.chars().next_back().or(before);
            out.push_str(head);
            let run = tail.len() - tail.trim_start_matches('*').len();
            let after = tail[run..].chars().next();
            let opens = before.is_some_and(is_cjk) && after.is_some_and(is_punctuation);
            let closes = before.is_some_and(is_punctuation) && after.is_some_and(is_cjk);
            if opens {
                inserted.push(out.len());
                out.push(sentinel);
            }
            out.push_str(&tail[..run]);
            if closes {
                inserted.push(out.len());
                out.push(sentinel);
            }
            before = Some('*');
            rest = &tail[run..];
        }
        out.push_str(rest);
        Self { text: out, sentinel: Some(sentinel), guarded, inserted }
    }

    /// A piece of the parsed text as it was written.
    pub fn clean<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.sentinel.is_none() && !self.guarded {
            return Cow::Borrowed(text);
        }
        let is_guard = |c: char| GUARDS.iter().any(|(_, guard)| *guard == c);
        let foreign = |c: char| self.sentinel == Some(c) || self.guarded && is_guard(c);
        if !text.contains(foreign) {
            return Cow::Borrowed(text);
        }
        let kept = text.chars().filter(|c| self.sentinel != Some(*c));
        let mark = |c: char| {
            GUARDS.iter().find(|(_, guard)| self.guarded && *guard == c).map_or(c, |(mark, _)| *mark)
        };
        Cow::Owned(kept.map(mark).collect())
    }

    /// The offset in the text as written.
    pub fn original(&self, at: usize) -> usize {
        let before = self.inserted.partition_point(|&inserted| inserted < at);
        at - before * self.sentinel.map_or(0, char::len_utf8)
    }
}

fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11FF | 0x3040..=0x30FF | 0x3130..=0x318F | 0x31F0..=0x31FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// What CommonMark takes for punctuation, near enough: neither letter, digit nor space.
fn is_punctuation(c: char) -> bool {
    c != '*' && !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_is_text() {
        assert_eq!(
            plain("Replace <host> by **<b>x</b>** in `a<T>`.[^t1]"),
            "Replace <host> by <b>x</b> in a<T>."
        );
        assert_eq!(plain("<div>\n\none\n</div>\n\n- two\n- three"), "<div> one </div> two three");
    }

    #[test]
    fn every_sign_of_a_title_is_itself() {
        for title_text in
            ["Crash in __init__ at 2*3*4", "&amp; &lt;c&gt;", "<T>", "# 1 `a` ~~b~~ [x](y) [^ z", "[^]"]
        {
            assert_eq!(title(title_text), title_text);
        }
        assert_eq!(title(" Two\n lines[^t1] end[^\u{ac00}]"), "Two lines end");
    }
}
