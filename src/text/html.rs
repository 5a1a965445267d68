//! HTML into its readable text: no tags, scripts, styles or navigation; block boundaries are line
//! breaks. It runs the tokenizer alone and builds no tree, so depth costs nothing.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The readable text of an HTML document or fragment.
pub(super) fn readable(html: &str) -> String {
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // Scripts are never handed back to a caller, so one feed reads everything.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut text = tokenizer.sink.state.into_inner().out;
    text.truncate(text.trim_end().len());
    text
}

/// Whether `name` begins and ends a block, so that a line breaks there.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "br"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Whether `name` is a tag that changes how text looks and nothing else.
pub(super) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "q"
            | "s"
            | "samp"
            | "script"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "style"
            | "sub"
            | "sup"
            | "td"
            | "th"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

/// Elements whose text is not for readers.
fn is_hidden(name: &str) -> bool {
    matches!(
        name,
        "nav" | "template" | "svg" | "script" | "style" | "title" | "iframe" | "noembed" | "noframes"
    )
}

#[derive(Default)]
struct Reader {
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    out: String,
    /// The hidden element that we are in, and how many of its name are open.
    hidden: Option<(String, u32)>,
    /// Open `pre` elements.
    pre: u32,
    /// Blanks were read and not yet written.
    blank: bool,
    /// Open `sup` elements.
    raised: u32,
}

/// Text that stands raised: figures alone are written as raised ones, so that `10<sup>5</sup>` is no 105.
pub(super) fn raise(text: &str) -> String {
    const FIGURES: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised: Option<String> = text
        .chars()
        .map(|c| match c {
            '+' => Some('⁺'),
            '-' | '\u{2212}' => Some('⁻'),
            _ => c.to_digit(10).and_then(|digit| FIGURES.get(usize::try_from(digit).ok()?).copied()),
        })
        .collect();
    raised.unwrap_or_else(|| text.to_owned())
}

impl State {
    fn line_break(&mut self) {
        self.blank = false;
        self.out.truncate(self.out.trim_end_matches(' ').len());
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        let raised;
        let text = if self.raised > 0 {
            raised = raise(text);
            &raised
        } else {
            text
        };
        if self.pre > 0 {
            self.out.push_str(text);
            return;
        }
        for c in text.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                self.blank = true;
                continue;
            }
            if std::mem::take(&mut self.blank)
                && !self.out.is_empty()
                && !self.out.ends_with(['\n', '\t', ' '])
            {
                self.out.push(' ');
            }
            self.out.push(c);
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let name: &str = &tag.name;
        let start = tag.kind == TagKind::StartTag;
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden == name && !(start && tag.self_closing) {
                *depth = if start { *depth + 1 } else { *depth - 1 };
                if *depth == 0 {
                    self.hidden = None;
                }
            }
            return;
        }
        if is_hidden(name) {
            if start && !tag.self_closing {
                self.hidden = Some((name.to_owned(), 1));
            }
            return;
        }
        match name {
            "sup" if start => self.raised += 1,
            "sup" => self.raised = self.raised.saturating_sub(1),
            // A raised link is the mark of a note.
            "a" if start && self.raised > 0 => self.hidden = Some((name.to_owned(), 1)),
            "pre" if start => {
                self.line_break();
                self.pre += 1;
            }
            "pre" => {
                self.pre = self.pre.saturating_sub(1);
                self.line_break();
            }
            "td" | "th" if start => {
                self.blank = false;
                if !self.out.is_empty() && !self.out.ends_with(['\n', '\t']) {
                    self.out.push('\t');
                }
            }
            _ if is_block(name) => self.line_break(),
            _ => {}
        }
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.text(&text),
            Token::TagToken(tag) => {
                state.tag(&tag);
                if tag.kind == TagKind::StartTag {
                    match &*tag.name {
                        "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                        "style" | "iframe" | "noembed" | "noframes" | "xmp" => {
                            return TokenSinkResult::RawData(RawKind::Rawtext);
                        }
                        "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn raised_figures_are_no_part_of_the_figure_before() {
        assert_eq!(readable("<p>It hit 10<sup>5</sup> hosts</p>"), "It hit 10⁵ hosts");
        assert_eq!(readable("<p>on the 1<sup>st</sup> day</p>"), "on the 1st day");
        assert_eq!(readable("<p>50<sup><a href=\"#fn1\">[1]</a></sup> hosts</p>"), "50 hosts");
        assert_eq!(readable("<p>10<sup>-3</sup> s, 5 s</p>"), "10⁻³ s, 5 s");
    }

    #[test]
    fn blocks_break_lines_and_machinery_is_dropped() {
        let html = "<!doctype html><html><head><title>T</title><style>p{}</style></head><body>\
            <nav><a>Home</a></nav><h1>It &amp; us</h1><p>One\n   <b>two</b>three<br>four</p>\
            <script>if (a < b) { '</p>' }</script><ul><li>a<li>b</ul>\
            <table><tr><td>x</td><td>y</td></tr></table><pre>k\n  v</pre><!-- no --></body></html>";
        assert_eq!(readable(html), "It & us\nOne twothree\nfour\na\nb\nx\ty\nk\n  v");
    }

    #[test]
    fn broken_html_never_panics() {
        for html in
            ["<", "<nav", "</nav><p>x", "<script>", "<b", "&#x110000;&#0;", "<svg/>ok", "<pre></pre></pre>x"]
        {
            let _ = readable(html);
        }
        assert_eq!(readable("<svg/>ok"), "ok");
    }
}
