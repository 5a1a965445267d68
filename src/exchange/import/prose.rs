//! Foreign prose into prose that a record may hold: nothing in it is taken for a mark of evidence or a
//! link that no page may carry; and titles made from it.

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::model::lower::refused_scheme;
use crate::parse;

/// Letters of a title made from a sentence.
const TITLE_LETTERS: usize = 140;

/// `text` with line feeds, and with a backslash before what would mean something here: marks `[^1]` and
/// links with a scheme other than http, https and mailto. The words stay.
pub fn safe(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    let text = if text.contains("[^") { plain_marks(&text) } else { text };
    if text.contains(':') && (text.contains("](") || text.contains("]:") || text.contains('<')) {
        plain_links(&text)
    } else {
        text
    }
}

fn plain_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        let inside = fence.is_some();
        parse::toggle_fence(&mut fence, line);
        if inside || fence.is_some() {
            out.push_str(line);
            continue;
        }
        let mut code = false;
        let mut previous = ' ';
        for (at, c) in line.char_indices() {
            if c == '`' {
                code = !code;
            }
            // In code a mark is no mark, but only where both readers agree on where code ends.
            if c == '['
                && previous != '\\'
                && line[at..].starts_with("[^")
                && !(code && line[at..].contains('`'))
            {
                out.push('\\');
            }
            out.push(c);
            previous = c;
        }
    }
    out
}

fn plain_links(text: &str) -> String {
    let mut places: Vec<usize> = Parser::new_ext(text, Options::empty())
        .into_offset_iter()
        .filter_map(|(event, range)| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })
                if refused_scheme(&dest_url).is_some() =>
            {
                Some(range.start)
            }
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    let mut out = text.to_owned();
    for at in places.into_iter().rev() {
        // An image's mark is `![`: both go.
        if out[at..].starts_with("![") {
            out.insert(at + 1, '\\');
        }
        out.insert(at, '\\');
    }
    out
}

/// A title from the first sentence of `text`, at most [`TITLE_LETTERS`] long; empty where there is none.
pub fn shortened(text: &str) -> String {
    let body: Vec<&str> = text
        .lines()
        .map(str::trim)
        .skip_while(|line| {
            line.is_empty() || line.starts_with(['#', '|', '>', '`', '!']) || line.starts_with("---")
        })
        .take_while(|line| !line.is_empty())
        .collect();
    let paragraph = plain(&body.join(" "));
    let sentence = first_sentence(&paragraph);
    match sentence.char_indices().nth(TITLE_LETTERS) {
        None => sentence.trim_end_matches('.').to_owned(),
        Some((end, _)) => {
            let cut = sentence[..end].rfind(' ').unwrap_or(end);
            format!("{}…", sentence[..cut].trim_end_matches([',', ';', ':', ' ', '-']))
        }
    }
}

/// The words of one paragraph of Markdown.
pub fn plain(markdown: &str) -> String {
    let mut words = String::new();
    for event in Parser::new_ext(markdown, Options::empty()) {
        match event {
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::Start(Tag::Item | Tag::Paragraph) if !words.is_empty() => words.push(' '),
            Event::InlineHtml(html) | Event::Html(html) => words.push_str(&html),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Up to the first mark that ends a sentence and is followed by a blank and no small letter.
fn first_sentence(text: &str) -> &str {
    for (at, c) in text.char_indices() {
        if matches!(c, '。' | '！' | '？') {
            return &text[..at + c.len_utf8()];
        }
        if matches!(c, '.' | '!' | '?') {
            let rest = &text[at + 1..];
            let next = rest.trim_start().chars().next();
            let abbreviation = text[..at].rsplit([' ', '(']).next().is_some_and(|word| {
                word.chars().count() < 2 || ["e.g", "i.e", "vs", "etc", "approx", "Dr", "St"].contains(&word)
            });
            if rest.starts_with(' ') && !abbreviation && next.is_some_and(|c| !c.is_lowercase()) {
                return &text[..=at];
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_marks_and_links_are_words() {
        assert_eq!(safe("See.[^1]\r\n\n[^1]: x"), "See.\\[^1]\n\n\\[^1]: x");
        assert_eq!(safe("`a[^b]` and\n```\n[^c]\n```"), "`a[^b]` and\n```\n[^c]\n```");
        assert_eq!(
            safe("[x](javascript:alert(1)) <ftp://a.example> [y](https://b.example)"),
            "\\[x](javascript:alert(1)) \\<ftp://a.example> [y](https://b.example)"
        );
        assert_eq!(safe("![x](data:image/png;base64,AA)"), "\\!\\[x](data:image/png;base64,AA)");
        assert_eq!(safe("bell\u{7}"), "bell");
    }

    #[test]
    fn titles_are_first_sentences() {
        assert_eq!(
            shortened("## Impact\n\nAn `apt` update, e.g. of [x](http://y), broke it. More."),
            "An apt update, e.g. of x, broke it"
        );
        assert_eq!(shortened("v2.14.0 was slow. It"), "v2.14.0 was slow");
        assert_eq!(shortened("서버가 멈췄다. 다시 켰다."), "서버가 멈췄다");
        assert!(shortened(&"word ".repeat(60)).chars().count() <= 141);
        assert_eq!(shortened("\n# Only a heading\n"), "");
    }
}
