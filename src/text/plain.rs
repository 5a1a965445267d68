//! A source as written (Markdown, plain text, HTML) into the text that quotes are matched against and
//! that character offsets count in. One rule for all; it folds nothing and judges nothing.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::html;

/// How a source is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CommonMark with tables and footnotes.
    Markdown,
    /// Text as it is.
    Text,
    /// HTML, of which the readable text counts.
    Html,
}

impl Format {
    /// The format that a file extension stands for (without the dot).
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "txt" => Some(Self::Text),
            "html" | "htm" => Some(Self::Html),
            _ => None,
        }
    }
}

/// The plain text of `raw`: line ends are `\n`, there is no byte order mark.
pub fn render(format: Format, raw: &str) -> String {
    let raw = raw.strip_prefix('\u{feff}').unwrap_or(raw);
    let raw = if raw.contains('\r') { raw.replace("\r\n", "\n").replace('\r', "\n") } else { raw.to_owned() };
    match format {
        Format::Markdown => markdown(&raw),
        Format::Text => raw,
        Format::Html => html::readable(&raw),
    }
}

/// `raw` without the front matter between `---` or `+++` lines at its head.
pub fn without_front_matter(raw: &str) -> &str {
    let Some((first, rest)) = raw.split_once('\n') else { return raw };
    let fence = first.trim_end();
    if fence != "---" && fence != "+++" {
        return raw;
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == fence {
            return &rest[at..];
        }
    }
    raw
}

fn markdown(raw: &str) -> String {
    let body = without_comments(without_front_matter(raw));
    let mut out = Builder::default();
    // Tables and footnotes alone: what else a host adds to CommonMark (struck text, task lists) is
    // shown as typed elsewhere, and a quote may come from there.
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for event in Parser::new_ext(&body, options) {
        match event {
            Event::Start(tag) => out.start(&tag),
            Event::End(tag) => out.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                out.text(&text);
            }
            Event::Html(html) => match &mut out.html {
                Some(block) => block.push_str(&html),
                None => out.inline_html(&html),
            },
            Event::InlineHtml(html) => out.inline_html(&html),
            Event::SoftBreak | Event::HardBreak => out.text("\n"),
            Event::Rule => out.line_break(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }
    let mut text = out.text;
    text.truncate(text.trim_end().len());
    text
}

#[derive(Default)]
struct Builder {
    text: String,
    /// Open images: their descriptions are not text of the page.
    images: u32,
    /// The HTML block that is being read.
    html: Option<String>,
    /// Within `<sup>` of running text.
    raised: bool,
}

impl Builder {
    fn text(&mut self, text: &str) {
        if self.images == 0 {
            match self.raised {
                true => self.text.push_str(&html::raise(text)),
                false => self.text.push_str(text),
            }
        }
    }

    fn line_break(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn inline_html(&mut self, html: &str) {
        let begins = |tag: &str| html.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag));
        if begins("<br") {
            self.text("\n");
        } else if begins("<sup") {
            self.raised = true;
        } else if begins("</sup") {
            self.raised = false;
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Image { .. } => self.images += 1,
            Tag::HtmlBlock => {
                self.line_break();
                self.html = Some(String::new());
            }
            Tag::TableCell => {
                if !self.text.is_empty() && !self.text.ends_with('\n') {
                    self.text.push('\t');
                }
            }
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. } => {}
            _ => self.line_break(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            TagEnd::HtmlBlock => {
                if let Some(block) = self.html.take() {
                    self.text.push_str(&html::readable(&block));
                }
                self.line_break();
            }
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::TableCell => {}
            _ => self.line_break(),
        }
    }
}

/// `raw` without HTML comments; those inside fenced code are text and stay. A comment that never ends
/// is left to the HTML rules.
fn without_comments(raw: &str) -> std::borrow::Cow<'_, str> {
    if !raw.contains("<!--") {
        return raw.into();
    }
    let mut out = String::with_capacity(raw.len());
    let mut fence: Option<(u8, usize)> = None;
    let mut comment = false;
    let mut rest = raw;
    let last_end = raw.rfind("-->").unwrap_or(0);
    while !rest.is_empty() {
        let (line, next) = rest.split_at(rest.find('\n').map_or(rest.len(), |at| at + 1));
        if comment {
            let Some(end) = line.find("-->") else {
                rest = next;
                continue;
            };
            comment = false;
            rest = &rest[end + 3..];
            continue;
        }
        let run = fence_run(line);
        match (fence, run) {
            (None, Some(run)) => fence = Some(run),
            (Some((mark, least)), Some((other, length))) if mark == other && length >= least => fence = None,
            _ => {}
        }
        match line.find("<!--") {
            Some(at) if fence.is_none() && raw.len() - rest.len() + at + 4 <= last_end => {
                out.push_str(&line[..at]);
                comment = true;
                rest = &rest[at + 4..];
            }
            _ => {
                out.push_str(line);
                rest = next;
            }
        }
    }
    out.into()
}

/// The mark and length of a code fence that opens or closes at `line`.
fn fence_run(line: &str) -> Option<(u8, usize)> {
    let line = line.trim_start_matches([' ', '>']).as_bytes();
    let mark = *line.first().filter(|&&byte| byte == b'`' || byte == b'~')?;
    let length = line.iter().take_while(|&&byte| byte == mark).count();
    (length >= 3).then_some((mark, length))
}

#[cfg(test)]
mod tests {
    use super::{Format, render};
    use proptest::prelude::*;

    fn md(raw: &str) -> String {
        render(Format::Markdown, raw)
    }

    #[test]
    fn markdown_is_read_as_a_reader_sees_it() {
        let raw = "---\ntitle: x\n---\n# A *b* `c`\n\nOne\ntwo [three](http://x \"t\") ![alt](i.png)\\\nfour[^1] &amp; <b>five</b><br>six\n\n- a\n- b\n  1. c\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n```sh\nx < y\n```\n\n[^1]: note\n";
        assert_eq!(md(raw), "A b c\nOne\ntwo three \nfour & five\nsix\na\nb\nc\nh\ti\n1\t2\nx < y\nnote");
    }

    #[test]
    fn comments_go_and_code_stays() {
        assert_eq!(md("a <!-- x\n\ny --> b\n\n```\n<!-- kept -->\n```\n"), "a  b\n<!-- kept -->");
        assert_eq!(md("<!--\nEnglish\n\nmore\n-->\n한국어 **굵게**\n"), "한국어 굵게");
        assert_eq!(md("+++\na = 1\n+++\ntext"), "text");
        assert_eq!(md("---\nnot closed"), "not closed");
    }

    #[test]
    fn html_blocks_inside_markdown_lose_their_tags() {
        assert_eq!(
            md("x\n\n<div class=\"a\">\n<p>in &lt; out</p>\n<script>no()</script>\n</div>\n\ny"),
            "x\nin < out\ny"
        );
    }

    #[test]
    fn text_stays_as_it_is() {
        assert_eq!(render(Format::Text, "\u{feff}a\r\n#September **24**\r\n"), "a\n#September **24**\n");
        assert_eq!(md("#September 24: Network"), "#September 24: Network");
    }

    proptest! {
        #[test]
        fn nothing_panics(raw in "(<!--|-->|---\n|```\n|\\||[\\[\\]()*_<>&;#a가\n ]){0,60}") {
            for format in [Format::Markdown, Format::Text, Format::Html] {
                let _ = render(format, &raw);
            }
        }
    }
}
