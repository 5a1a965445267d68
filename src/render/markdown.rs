//! The Markdown of records and pages into safe HTML, with claims marked and notes beside them.
//!
//! In come a text, the claims that stand in it and a resolver of addresses; out comes markup in which
//! no character of the record is markup by itself. Raw HTML is shown as text. Definitions of notes
//! are left out: the case's page shows evidence in its own way.

use std::fmt::Write as _;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::html::{Html, Target, encode_address, escape, target};
use super::marked::Claims;
use crate::text::bare::bare_address;
pub use crate::text::markdown::plain;
use crate::text::markdown::{Prepared, options};
use crate::text::{Anchors, fragment};

/// A claim as it stands in one text.
#[derive(Debug, Clone)]
pub struct Marked {
    /// The claim's id: its mark, or `t1-2` for the second use of `t1`.
    pub id: String,
    /// Bytes of the claim in the text.
    pub range: Range<usize>,
    /// Class of its verdict, e.g. `v-partial`.
    pub class: String,
    /// Markup at the place of the mark: the mark itself and its note. Phrasing content only.
    pub note: Html,
}

/// What the renderer must know of the page around the text.
pub struct Around<'a> {
    /// Resolves a path from the site's root or from here, and an address of the site itself; `None` leaves
    /// the words without a link, an address elsewhere as it is.
    pub resolve: &'a dyn Fn(&Target<'_>) -> Option<String>,
    /// The level of the text's highest heading, 2 to 6.
    pub level: u8,
    /// Whether the text runs from right to left: words of Latin letters that begin or end with a sign
    /// (`C++`, `.env`) are kept together there, for the signs would jump to their other side.
    pub right_to_left: bool,
}

/// Deepest nesting of lists and quotations that becomes markup; browsers give up far later.
const MAX_DEPTH: usize = 64;

/// Renders a text as blocks.
pub fn blocks(text: &str, claims: &[Marked], around: &Around<'_>, anchors: &mut Anchors) -> Html {
    Writer::new(text, claims, around, anchors).run(false)
}

/// Renders a text inside a line: block structure falls away.
pub fn inline(text: &str, claims: &[Marked], around: &Around<'_>) -> Html {
    let mut anchors = Anchors::default();
    Writer::new(text, claims, around, &mut anchors).run(true)
}

/// Whether a text may hold a link or picture at all: most hold none, and need not be parsed for one.
pub fn may_link(text: &str) -> bool {
    text.contains("](") || text.contains("]:") || text.contains('<')
}

/// The addresses of a text's links and pictures, each with the bytes of its link.
pub fn addresses(text: &str) -> Vec<(String, Range<usize>)> {
    let prepared = Prepared::new(text);
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(&prepared.text, options()).into_offset_iter() {
        let (Event::Start(Tag::Link { dest_url, link_type, .. })
        | Event::Start(Tag::Image { dest_url, link_type, .. })) = event
        else {
            continue;
        };
        if link_type != pulldown_cmark::LinkType::Email {
            let address = prepared.clean(&dest_url).into_owned();
            found.push((address, prepared.original(range.start)..prepared.original(range.end)));
        }
    }
    found
}

/// What looks like a link and is none, because a space stands in its address: the address, its bytes.
pub fn broken_links(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let prepared = Prepared::new(text);
    for (event, range) in Joined::new(&prepared.text) {
        let Event::Text(words) = &event else { continue };
        let words = prepared.clean(words);
        for (at, _) in words.match_indices("](") {
            let address = words[at + 2..].split([')', '\n']).next().unwrap_or_default();
            let is_path = address.starts_with(['.', '/']) || address.contains(".md");
            if is_path && address.contains(' ') && words[at + 2 + address.len()..].starts_with(')') {
                let start = prepared.original(range.start + at + 2);
                found.push((address.to_owned(), start..start + address.len()));
            }
        }
    }
    found
}

/// The words of a text's headings.
pub fn headings(text: &str) -> Vec<String> {
    let prepared = Prepared::new(text);
    let mut found = Vec::new();
    let mut heading: Option<String> = None;
    let mut in_note = 0usize;
    for event in Parser::new_ext(&prepared.text, options()) {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => in_note += 1,
            Event::End(TagEnd::FootnoteDefinition) => in_note = in_note.saturating_sub(1),
            _ => {}
        }
        if in_note > 0 {
            continue;
        }
        match (event, heading.as_mut()) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), _) => found.extend(heading.take()),
            (Event::Text(words) | Event::Code(words), Some(heading)) => {
                heading.push_str(&prepared.clean(&words));
            }
            _ => {}
        }
    }
    found
}

struct Writer<'a> {
    prepared: Prepared,
    source: &'a str,
    claims: &'a [Marked],
    /// Where the claims stand and which mark means which of them.
    known: Claims<'a>,
    /// Which of the claims have their note: it has an id and stands once.
    noted: Vec<bool>,
    around: &'a Around<'a>,
    anchors: &'a mut Anchors,
    out: String,
    /// The level at which the text's first heading is written: it gets the level that is free here.
    highest: Option<u8>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a str, claims: &'a [Marked], around: &'a Around<'a>, anchors: &'a mut Anchors) -> Self {
        let prepared = Prepared::new(source);
        Self {
            prepared,
            source,
            claims,
            known: Claims::new(claims),
            noted: vec![false; claims.len()],
            around,
            anchors,
            out: String::with_capacity(source.len() * 2),
            highest: None,
        }
    }

    fn run(mut self, inline: bool) -> Html {
        let text = self.prepared.text.clone();
        let mut depth = 0usize;
        let mut skipped = 0usize;
        let mut links: Vec<bool> = Vec::new();
        let mut heading: Option<(usize, String)> = None;
        let mut alt: Option<(String, String)> = None;
        let mut cells = "td";
        let mut after_mark = None;
        for (event, range) in Joined::new(&text) {
            if let Event::Start(Tag::FootnoteDefinition(_)) = event {
                skipped += 1;
                continue;
            }
            if let Event::End(TagEnd::FootnoteDefinition) = event {
                skipped = skipped.saturating_sub(1);
                continue;
            }
            if skipped > 0 {
                continue;
            }
            if let Some((_, words)) = alt.as_mut() {
                match event {
                    Event::Text(t) | Event::Code(t) => words.push_str(&t),
                    Event::SoftBreak | Event::HardBreak => words.push(' '),
                    Event::End(TagEnd::Image) => {
                        if let Some((address, words)) = alt.take() {
                            self.image(&address, &words);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match event {
                Event::Start(Tag::Image { dest_url, .. }) => {
                    alt = Some((self.clean(&dest_url), String::new()));
                }
                Event::Start(Tag::Link { dest_url, link_type, .. }) => {
                    let mut address = self.clean(&dest_url);
                    if link_type == pulldown_cmark::LinkType::Email {
                        address = format!("mailto:{address}");
                    }
                    links.push(self.open_link(&address));
                }
                Event::End(TagEnd::Link) => {
                    if links.pop().unwrap_or(false) {
                        self.out.push_str("</a>");
                    }
                }
                Event::Start(Tag::Emphasis) => self.out.push_str("<em>"),
                Event::End(TagEnd::Emphasis) => self.out.push_str("</em>"),
                Event::Start(Tag::Strong) => self.out.push_str("<strong>"),
                Event::End(TagEnd::Strong) => self.out.push_str("</strong>"),
                Event::Start(Tag::Strikethrough) => self.out.push_str("<s>"),
                Event::End(TagEnd::Strikethrough) => self.out.push_str("</s>"),
                Event::Text(t) => {
                    if let Some((_, words)) = heading.as_mut() {
                        words.push_str(&t);
                    }
                    self.text(&t, range, links.is_empty());
                }
                Event::Code(t) => {
                    if let Some((_, words)) = heading.as_mut() {
                        words.push_str(&t);
                    }
                    let class = self.class_at(self.prepared.original(range.start));
                    self.open_span(class.as_deref());
                    self.out.push_str("<code>");
                    let code = self.clean(&t);
                    escape(&mut self.out, &code);
                    self.out.push_str("</code>");
                    self.close_span(class.as_deref());
                }
                Event::Html(t) | Event::InlineHtml(t) | Event::InlineMath(t) | Event::DisplayMath(t) => {
                    self.text(&t, range, false);
                }
                Event::FootnoteReference(mark) => {
                    self.mark(&mark, range.start, after_mark == Some(range.start));
                    after_mark = Some(range.end);
                }
                Event::SoftBreak => self.out.push(if inline { ' ' } else { '\n' }),
                Event::HardBreak if inline => self.out.push(' '),
                Event::HardBreak => self.out.push_str("<br>"),
                Event::TaskListMarker(done) => self.out.push_str(if done { "☑ " } else { "☐ " }),
                Event::Start(_) if inline => {}
                Event::End(_) if inline => {
                    if !self.out.ends_with(' ') {
                        self.out.push(' ');
                    }
                }
                Event::Rule if inline => {}
                Event::Rule => self.out.push_str("<hr>\n"),
                Event::Start(Tag::Heading { .. }) => heading = Some((self.out.len(), String::new())),
                Event::End(TagEnd::Heading(level)) => {
                    if let Some((start, words)) = heading.take() {
                        self.close_heading(level, start, &words);
                    }
                }
                Event::Start(tag) => {
                    if nests(&tag) {
                        depth += 1;
                        if depth > MAX_DEPTH {
                            continue;
                        }
                    }
                    match &tag {
                        Tag::TableHead => cells = "th",
                        Tag::TableRow => cells = "td",
                        _ => {}
                    }
                    self.open(&tag, cells);
                }
                Event::End(tag) => {
                    if matches!(tag, TagEnd::List(_) | TagEnd::BlockQuote(_) | TagEnd::Item) {
                        depth = depth.saturating_sub(1);
                        if depth >= MAX_DEPTH {
                            continue;
                        }
                    }
                    self.close(tag, cells);
                }
            }
        }
        let trimmed = self.out.trim_end().len();
        self.out.truncate(trimmed);
        Html(self.out)
    }

    fn open(&mut self, tag: &Tag<'_>, cells: &str) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::HtmlBlock => self.out.push_str("<p class=\"raw\">"),
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>\n"),
            Tag::CodeBlock(kind) => {
                self.out.push_str("<pre tabindex=\"0\"><code");
                if let CodeBlockKind::Fenced(info) = kind
                    && let Some(language) = info.split_whitespace().next()
                {
                    self.out.push_str(" data-language=\"");
                    let language = self.clean(language);
                    escape(&mut self.out, &language);
                    self.out.push('"');
                }
                self.out.push('>');
            }
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(start)) => {
                let _ = writeln!(self.out, "<ol start=\"{}\">", (*start).min(i32::MAX as u64));
            }
            Tag::Item => self.out.push_str("<li>"),
            Tag::Table(_) => self.out.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"group\"><table>"),
            Tag::TableHead => self.out.push_str("<thead><tr>"),
            Tag::TableRow => self.out.push_str("<tr>"),
            Tag::TableCell => {
                let _ = write!(self.out, "<{cells}{}>", if cells == "th" { " scope=\"col\"" } else { "" });
            }
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd, cells: &str) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.out.push_str("</p>\n"),
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => self.out.push_str("</code></pre>\n"),
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>\n"),
            TagEnd::TableHead => self.out.push_str("</tr></thead><tbody>"),
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => {
                let _ = write!(self.out, "</{cells}>");
            }
            _ => {}
        }
    }

    fn close_heading(&mut self, level: HeadingLevel, start: usize, words: &str) {
        let words = self.clean(words);
        let id = self.anchors.take(&words);
        let written = level as u8;
        let highest = *self.highest.get_or_insert(written);
        let level = (self.around.level + written.saturating_sub(highest)).clamp(2, 6);
        let content = self.out.split_off(start);
        let _ = write!(self.out, "<h{level} id=\"");
        escape(&mut self.out, &id);
        let _ = writeln!(self.out, "\">{content}</h{level}>");
    }

    fn image(&mut self, address: &str, words: &str) {
        let words = self.clean(words);
        let kind = target(address);
        match kind {
            Target::Root(_) | Target::Relative(_) => match (self.around.resolve)(&kind) {
                Some(address) => {
                    self.out.push_str("<img src=\"");
                    escape(&mut self.out, &encode_address(&address));
                    self.out.push_str("\" alt=\"");
                    escape(&mut self.out, &words);
                    self.out.push_str("\" loading=\"lazy\">");
                }
                None => escape(&mut self.out, &words),
            },
            // A picture elsewhere would be a request to another host: it becomes a link.
            Target::Elsewhere(_) => {
                let opened = self.open_link(address);
                escape(&mut self.out, if words.is_empty() { address } else { &words });
                if opened {
                    self.out.push_str("</a>");
                }
            }
            Target::Fragment(_) | Target::Refused => escape(&mut self.out, &words),
        }
    }

    fn open_link(&mut self, address: &str) -> bool {
        let kind = target(address);
        let (href, elsewhere) = match &kind {
            Target::Refused => return false,
            // The site's own pages are the site's, however their address is written.
            Target::Elsewhere(address) => match (self.around.resolve)(&kind) {
                Some(href) => (href, false),
                None => ((*address).to_owned(), true),
            },
            Target::Fragment(told) => (format!("#{}", fragment(told)), false),
            Target::Root(_) | Target::Relative(_) => match (self.around.resolve)(&kind) {
                Some(href) => (href, false),
                None => return false,
            },
        };
        self.out.push_str("<a href=\"");
        escape(&mut self.out, &encode_address(&href));
        self.out.push_str(if elsewhere { "\" rel=\"noopener noreferrer\">" } else { "\">" });
        true
    }

    /// Text as it was written.
    fn clean(&self, text: &str) -> String {
        self.prepared.clean(text).into_owned()
    }

    /// Writes text, cut where claims begin and end.
    fn text(&mut self, text: &CowStr<'_>, range: Range<usize>, link: bool) {
        let text = self.clean(text);
        let start = self.prepared.original(range.start);
        let end = self.prepared.original(range.end);
        let as_written = self.source.get(start..end).is_some_and(|written| written == text);
        if !as_written {
            let class = self.class_at(start);
            self.piece(&text, class.as_deref(), link);
            return;
        }
        let mut at = start;
        let inner: Vec<usize> = self.known.cuts(start..end).collect();
        for cut in inner.into_iter().chain([end]) {
            let Some(piece) = self.source.get(at..cut) else { continue };
            let class = self.class_at(at);
            self.piece(piece, class.as_deref(), link);
            at = cut;
        }
    }

    fn piece(&mut self, text: &str, class: Option<&str>, link: bool) {
        if text.is_empty() {
            return;
        }
        self.open_span(class);
        if link {
            self.linked(text);
        } else {
            self.words(text);
        }
        self.close_span(class);
    }

    /// Writes text in which bare addresses become links.
    fn linked(&mut self, text: &str) {
        let mut rest = text;
        while let Some((start, end)) = bare_address(rest) {
            self.words(&rest[..start]);
            let address = &rest[start..end];
            let opened = self.open_link(address);
            escape(&mut self.out, address);
            if opened {
                self.out.push_str("</a>");
            }
            rest = &rest[end..];
        }
        self.words(rest);
    }

    /// Writes words, each Latin one with a sign at its end in a direction of its own where the text
    /// needs it.
    fn words(&mut self, text: &str) {
        if !self.around.right_to_left {
            return escape(&mut self.out, text);
        }
        for word in text.split_inclusive(char::is_whitespace) {
            let bare = word.trim_end().trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '،', '؛', '؟']);
            let sign = |c: char| c.is_ascii_punctuation();
            let latin = bare.is_ascii() && bare.contains(|c: char| c.is_ascii_alphanumeric());
            if latin && (bare.starts_with(sign) || bare.ends_with(sign)) {
                self.out.push_str("<bdi>");
                escape(&mut self.out, bare);
                self.out.push_str("</bdi>");
                escape(&mut self.out, &word[bare.len()..]);
            } else {
                escape(&mut self.out, word);
            }
        }
    }

    fn open_span(&mut self, class: Option<&str>) {
        if let Some(class) = class {
            self.out.push_str("<span class=\"claim ");
            escape(&mut self.out, class);
            self.out.push_str("\">");
        }
    }

    fn close_span(&mut self, class: Option<&str>) {
        if class.is_some() {
            self.out.push_str("</span>");
        }
    }

    /// The class of the claim around offset `at`.
    fn class_at(&self, at: usize) -> Option<String> {
        let claim = self.claims.get(self.known.around(at)?)?;
        Some(claim.class.clone())
    }

    /// The note of the claim that ends nearest before the mark. Of several marks in a row the first one
    /// names the claim and carries the evidence of all; the others are not shown, and no mark twice.
    fn mark(&mut self, mark: &str, at: usize, follows: bool) {
        let mark = self.clean(mark);
        let at = self.prepared.original(at);
        let number = self.known.of_mark(&mark, at);
        match number.and_then(|number| Some((number, self.claims.get(number)?))) {
            Some((number, claim)) => {
                let noted = self.noted.get_mut(number).is_some_and(|noted| std::mem::replace(noted, true));
                if !noted {
                    self.out.push_str(&claim.note.0);
                }
            }
            None if follows => {}
            None => {
                self.out.push_str("<sup>[");
                escape(&mut self.out, &mark);
                self.out.push_str("]</sup>");
            }
        }
    }
}

/// The parser's events with neighbouring texts joined where they stand side by side as written: the
/// parser cuts at every character that might have been markup, and an address must not be cut.
struct Joined<'a> {
    text: &'a str,
    events: std::iter::Peekable<pulldown_cmark::OffsetIter<'a>>,
}

impl<'a> Joined<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, events: Parser::new_ext(text, options()).into_offset_iter().peekable() }
    }
}

impl<'a> Iterator for Joined<'a> {
    type Item = (Event<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let (event, mut range) = self.events.next()?;
        let Event::Text(first) = &event else { return Some((event, range)) };
        if self.text.get(range.clone()) != Some(&**first) {
            return Some((event, range));
        }
        while let Some((Event::Text(next), after)) = self.events.peek() {
            if after.start != range.end || self.text.get(after.clone()) != Some(&**next) {
                break;
            }
            range.end = after.end;
            self.events.next();
        }
        Some((Event::Text(CowStr::Borrowed(&self.text[range.clone()])), range))
    }
}

fn nests(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::List(_) | Tag::BlockQuote(_) | Tag::Item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_very_many_marks_is_written_in_time() {
        // A look through all claims at every mark would take an hour.
        let count = 100_000;
        let (mut text, mut claims) = (String::new(), Vec::new());
        for number in 0..count {
            let start = text.len();
            text.push_str("x.");
            let id = if number == 0 { "t".to_owned() } else { format!("t-{}", number + 1) };
            let note = Html(format!("<i>{number}</i>"));
            claims.push(Marked { id, range: start..start + 2, class: "v-partial".into(), note });
            text.push_str("[^t] ");
        }
        let around = Around { resolve: &|_| None, level: 3, right_to_left: false };
        let out = inline(&text, &claims, &around).0;
        let piece = |number| format!("<span class=\"claim v-partial\">x.</span><i>{number}</i> ");
        assert!(out.starts_with(&(piece(0) + &piece(1))) && out.matches("<i>").count() == count);
    }

    fn html(text: &str) -> String {
        let around = Around {
            resolve: &|target| match target {
                Target::Root(path) => Some(format!("/lib/{path}")),
                Target::Relative(path) => Some((*path).to_owned()),
                _ => None,
            },
            level: 3,
            right_to_left: false,
        };
        blocks(text, &[], &around, &mut Anchors::default()).0
    }

    #[test]
    fn a_korean_particle_after_the_mark_does_not_break_emphasis() {
        let out = html("문서에는 **마크다운(Markdown)**을 쓴다.");
        assert_eq!(out, "<p>문서에는 <strong>마크다운(Markdown)</strong>을 쓴다.</p>");
        assert_eq!(html("그는**\"인용\"**을"), "<p>그는<strong>&quot;인용&quot;</strong>을</p>");
        assert_eq!(html("a**(b)**c"), "<p>a**(b)**c</p>");
    }

    #[test]
    fn latin_words_with_signs_keep_their_order_in_a_text_from_right_to_left() {
        let around = Around { resolve: &|_| None, level: 3, right_to_left: true };
        let out = inline("تعطل C++ ثم .env، ثم p99.", &[], &around).0;
        assert_eq!(out.trim(), "تعطل <bdi>C++</bdi> ثم <bdi>.env</bdi>، ثم p99.");
    }

    #[test]
    fn raw_html_and_bad_links_are_text() {
        let out = html("<script>alert(1)</script>\n\nx <b onclick=y>z</b> [log](javascript:alert(1))");
        assert!(!out.contains("<script") && !out.contains("<b") && !out.contains("<a"), "{out}");
        assert!(out.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{out}");
    }

    #[test]
    fn asterisks_without_end_take_linear_time() {
        let stars = "*".repeat(50_000);
        assert!(html(&format!("{stars}a{stars}")).len() > 100_000);
        assert!(html(&format!("{stars}가{stars}")).len() > 100_000);
        assert!(html(&"> ".repeat(50_000)).len() < 10_000);
    }

    #[test]
    fn marks_in_bare_addresses_are_no_emphasis() {
        for address in [
            "https://e.org/wiki/A_(b)_c_(d)",
            "https://e.org/_x_/y_z_",
            "https://e.org/a*b*c",
            "https://e.org/a~~b~~c",
        ] {
            let out = html(&format!("{address} 및 **말({address})**을 _see {address}/_."));
            assert_eq!(out.matches(&format!("href=\"{address}\"")).count(), 2, "{out}");
            assert!(out.contains(&format!("<em>see <a href=\"{address}/\"")), "{out}");
        }
        let out =
            html("[a](https://e.org/a_b_c) <https://e.org/d_e_f> `https://e.org/g_h` **https://e.org/i**");
        assert!(out.contains("\"https://e.org/a_b_c\"") && out.contains("\"https://e.org/d_e_f\""), "{out}");
        assert!(out.contains("<code>https://e.org/g_h</code> <strong><a href=\"https://e.org/i\""), "{out}");
    }

    #[test]
    fn bare_addresses_keep_their_own_brackets() {
        let out = html("See (https://example.org/wiki/Cluster_(spacecraft)).");
        assert!(out.contains("href=\"https://example.org/wiki/Cluster_(spacecraft)\""), "{out}");
        assert!(out.ends_with("</a>).</p>"), "{out}");
    }

    #[test]
    fn claims_are_marked_and_their_notes_stand_at_the_mark() {
        let text = "It **fell** to 29 ms.[^t1] More.";
        let end = text.find("[^").unwrap();
        let claims = [Marked {
            id: "t1".into(),
            range: 0..end,
            class: "v-supported".into(),
            note: Html("<sup>1</sup>".into()),
        }];
        let around = Around { resolve: &|_| None, level: 3, right_to_left: false };
        let out = blocks(text, &claims, &around, &mut Anchors::default()).0;
        assert_eq!(
            out,
            "<p><span class=\"claim v-supported\">It </span><strong><span class=\"claim v-supported\">fell</span></strong>\
             <span class=\"claim v-supported\"> to 29 ms.</span><sup>1</sup> More.</p>"
        );
    }

    #[test]
    fn a_note_stands_once_however_often_its_mark_does() {
        let text = "It fell.[^t1] [^t1] More.";
        let note = Html("<sup id=\"note-1\">1</sup>".into());
        let claims = [Marked { id: "t1".into(), range: 0..8, class: "v-supported".into(), note }];
        let around = Around { resolve: &|_| None, level: 3, right_to_left: false };
        let out = blocks(text, &claims, &around, &mut Anchors::default()).0;
        assert_eq!(out.matches("note-1").count(), 1, "{out}");
    }

    #[test]
    fn heading_ids_keep_their_script_and_lose_code_marks() {
        let out = html("## Fix for `ECONNRESET`\n\n## Причина\n\n[x](#причина)");
        assert!(out.contains("id=\"fix-for-econnreset\"") && out.contains("id=\"причина\""), "{out}");
        assert!(out.contains("href=\"#%D0%BF%D1%80%D0%B8%D1%87%D0%B8%D0%BD%D0%B0\""), "{out}");
    }

    #[test]
    fn links_from_the_root_go_through_the_base_path() {
        let out = html("[x](/cases/a-1/) ![p](/img/x.png) [y](../a-2/) ![q](https://example.org/t.gif)");
        assert!(out.contains("href=\"/lib/cases/a-1/\"") && out.contains("src=\"/lib/img/x.png\""), "{out}");
        assert!(out.contains("href=\"../a-2/\"") && !out.contains("src=\"https:"), "{out}");
    }
}
