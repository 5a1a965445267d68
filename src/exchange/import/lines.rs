//! What the importers share: lines, list items, quotation marks, addresses.

/// Opening and closing quotation marks. Straight ones open and close alike.
const MARKS: [(char, char); 6] = [('«', '»'), ('“', '”'), ('„', '“'), ('「', '」'), ('『', '』'), ('"', '"')];

/// The text of a list item, without its mark; `None` for a line that is none.
pub(super) fn list_item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["•", "‣", "◦", "·", "- ", "* ", "– ", "— "]
        .into_iter()
        .find_map(|mark| line.strip_prefix(mark))
        .map(str::trim)
}

/// Quoted passages of `text` in order, with the byte at which each opens. A mark inside a passage
/// nests when it is of the same kind.
pub(super) fn quoted(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((at, open, close)) = opening(text, from) {
        let start = at + open.len_utf8();
        let Some(end) = closing(text, start, open, close) else { break };
        found.push((at, text[start..end].trim()));
        from = end + close.len_utf8();
    }
    found
}

fn opening(text: &str, from: usize) -> Option<(usize, char, char)> {
    text[from..].char_indices().find_map(|(at, c)| {
        let (open, close) = MARKS.into_iter().find(|(open, _)| *open == c)?;
        Some((from + at, open, close))
    })
}

fn closing(text: &str, start: usize, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text[start..].char_indices() {
        if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(start + at);
            }
        } else if c == open {
            depth += 1;
        }
    }
    // An unclosed passage runs to the last mark that could close it.
    text[start..].rfind(close).map(|at| start + at)
}

/// The first http address in `text`, without punctuation that follows it.
pub(super) fn address(text: &str) -> Option<&str> {
    let at = [text.find("https://"), text.find("http://")].into_iter().flatten().min()?;
    let rest = &text[at..];
    let ends = |c: char| c.is_whitespace() || c.is_control() || "<>\"«»“”".contains(c);
    let end = rest.find(ends).unwrap_or(rest.len());
    let mut address = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'']);
    // A closing bracket belongs to the address only if it opens there too.
    for (open, close) in [('(', ')'), ('[', ']')] {
        while address.ends_with(close) && address.matches(close).count() > address.matches(open).count() {
            address = address[..address.len() - 1].trim_end_matches(['.', ',', ';']);
        }
    }
    Some(address)
}

/// Every http address in `text`, in order.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("http").map(|(at, _)| at);
    starts.filter(|at| text[*at..].starts_with("http://") || text[*at..].starts_with("https://")).filter_map(
        |at| {
            // An address inside another one, as a web archive's copy has it, is a part of that.
            let inside = text[..at].ends_with('/') || text[..at].ends_with('=');
            if inside { None } else { address(&text[at..]) }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_nest_and_may_hold_brackets() {
        let text = "(подтверждено: «The driver (v2) said «no delay» twice.»; “second”)";
        let passages: Vec<&str> = quoted(text).into_iter().map(|(_, passage)| passage).collect();
        assert_eq!(passages, ["The driver (v2) said «no delay» twice.", "second"]);
    }

    #[test]
    fn addresses_end_before_what_follows_them() {
        assert_eq!(address("see (https://a.example/x_(y))."), Some("https://a.example/x_(y)"));
        assert_eq!(address("«https://a.example/b», and"), Some("https://a.example/b"));
        assert_eq!(address("https://a.example/\0\u{1b}b"), Some("https://a.example/"));
        assert_eq!(address("none"), None);
        let all: Vec<&str> =
            addresses("https://a.example/), [x](http://b.example/web/https://c.example/d) http").collect();
        assert_eq!(all, ["https://a.example/", "http://b.example/web/https://c.example/d"]);
    }

    #[test]
    fn items_lose_their_marks() {
        assert_eq!(list_item("  • Claim"), Some("Claim"));
        assert_eq!(list_item("-dash without space"), None);
    }
}
