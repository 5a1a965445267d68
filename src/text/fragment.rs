//! A passage into a link that opens a page at it: `#:~:text=…`. It knows nothing of what the page holds;
//! a passage that is not there leaves the reader at the page's head.
//!
//! Source: WICG, URL Fragment Text Directives.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What has to be escaped in a directive: everything but letters, figures and `.`, `_`, `~`. A hyphen
/// would be read as the mark of context, a comma as the mark of a range, `&` as another directive.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');

/// Longer passages are told by their first and last words, in characters.
const LONGEST: usize = 240;

/// Words at each end of a passage that is told by its ends.
const WORDS: usize = 5;

/// Characters at each end of a passage without blanks.
const CHARACTERS: usize = 20;

/// The part of an address after the page's own, `:~:text=…`, for one passage or several; empty when no
/// passage has any text. `prefix` and `suffix` (each possibly empty) stand around the first passage.
///
/// Blanks count as one, as on a page. A passage that runs over a line break is told by its ends, since a
/// page may part blocks there.
pub fn directive(passages: &[&str], prefix: &str, suffix: &str) -> String {
    let mut out = String::new();
    for (nth, passage) in passages.iter().filter(|passage| !passage.trim().is_empty()).enumerate() {
        out.push_str(if nth == 0 { ":~:text=" } else { "&text=" });
        let (prefix, suffix) =
            if nth == 0 { (one_line(prefix), one_line(suffix)) } else { Default::default() };
        if !prefix.is_empty() {
            out.push_str(&escaped(&prefix));
            out.push_str("-,");
        }
        match ends(passage.trim()) {
            Some((first, last)) => {
                out.push_str(&escaped(&first));
                out.push(',');
                out.push_str(&escaped(&last));
            }
            None => out.push_str(&escaped(&one_line(passage))),
        }
        if !suffix.is_empty() {
            out.push_str(",-");
            out.push_str(&escaped(&suffix));
        }
    }
    out
}

/// `address` with the directive for `passages`, in place of any directive that it has.
pub fn link(address: &str, passages: &[&str], prefix: &str, suffix: &str) -> String {
    let directive = directive(passages, prefix, suffix);
    let page = address.split(":~:").next().unwrap_or(address);
    if directive.is_empty() {
        return address.to_owned();
    }
    let hash = if page.contains('#') { "" } else { "#" };
    format!("{page}{hash}{directive}")
}

/// The first and last words of a passage that is long or runs over lines.
fn ends(passage: &str) -> Option<(String, String)> {
    if passage.chars().count() <= LONGEST && !passage.contains('\n') {
        return None;
    }
    let first_line = passage.lines().next().unwrap_or_default();
    let last_line = passage.lines().next_back().unwrap_or_default();
    let first = cut(first_line.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" "), false);
    let mut last: Vec<&str> = last_line.split_whitespace().rev().take(WORDS).collect();
    last.reverse();
    let last = cut(last.join(" "), true);
    (!first.is_empty() && !last.is_empty()).then_some((first, last))
}

/// `words` themselves, or where they run long for want of blanks, their first or last characters.
fn cut(words: String, from_end: bool) -> String {
    let count = words.chars().count();
    if count <= CHARACTERS * WORDS {
        return words;
    }
    let skip = if from_end { count - CHARACTERS } else { 0 };
    words.chars().skip(skip).take(CHARACTERS).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::{directive, link};

    #[test]
    fn hyphens_commas_and_ampersands_are_escaped() {
        assert_eq!(
            directive(&["--dry-run, high-contrast & more"], "", ""),
            ":~:text=%2D%2Ddry%2Drun%2C%20high%2Dcontrast%20%26%20more"
        );
        assert_eq!(directive(&["두 달"], "a-b", "c"), ":~:text=a%2Db-,%EB%91%90%20%EB%8B%AC,-c");
    }

    #[test]
    fn long_passages_are_told_by_their_ends() {
        let long = "one two three four five six seven\neight nine ten eleven twelve thirteen";
        assert_eq!(
            directive(&[long], "", ""),
            ":~:text=one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen"
        );
    }

    #[test]
    fn several_passages_are_several_directives() {
        assert_eq!(directive(&["a b", " ", "c"], "", ""), ":~:text=a%20b&text=c");
        assert_eq!(directive(&[""], "x", "y"), "");
    }

    #[test]
    fn a_link_keeps_the_page_and_its_anchor() {
        assert_eq!(link("https://a.example/x", &["b"], "", ""), "https://a.example/x#:~:text=b");
        assert_eq!(link("https://a.example/x#y", &["b"], "", ""), "https://a.example/x#y:~:text=b");
        assert_eq!(link("https://a.example/x#:~:text=old", &["b"], "", ""), "https://a.example/x#:~:text=b");
        assert_eq!(link("https://a.example/x", &[], "", ""), "https://a.example/x");
    }
}
