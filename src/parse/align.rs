//! Where the characters of a decoded string stand in its source.
//!
//! Readers of YAML and TOML tell a string's span and its value, not how one became the other.
//! Walking both side by side recovers it for every style: escapes, doubled quotes, folded lines and
//! stripped indentation.

use super::node::narrow;

/// Pairs `(offset in value, offset in file)` for `value`, which was read from `raw`, which stands
/// at byte `base` of the file. Empty when the value stands at `base` to the letter.
pub(super) fn align(raw: &str, value: &str, base: usize) -> Box<[(u32, u32)]> {
    if raw.starts_with(value) {
        return Box::default();
    }
    let mut map = Vec::new();
    let mut expected = usize::MAX;
    let mut at = 0;
    for (own, character) in value.char_indices() {
        let (start, end) = find(raw, at, character);
        if start != expected {
            map.push((narrow(own), narrow(base + start)));
        }
        // An escape is longer than what it stands for: the next character begins a new run.
        expected = if end - start == character.len_utf8() { end } else { usize::MAX };
        at = end;
    }
    if expected == usize::MAX {
        // What comes last stands for more, or less, than itself: the end has a place of its own.
        map.push((narrow(value.len()), narrow(base + at)));
    }
    map.into()
}

/// Bytes ahead in which a character is looked for that does not stand where it should.
const AHEAD: usize = 256;

/// The span in `raw` from `at` on that gave `character`.
fn find(raw: &str, mut at: usize, character: char) -> (usize, usize) {
    loop {
        let rest = &raw[at..];
        let Some(next) = rest.chars().next() else { return (at, at) };
        if next == '\\' && character != '\\' {
            let Some(length) = line_continuation(rest) else { return (at, at + escape_length(rest)) };
            at += length;
            continue;
        }
        if next == '\\' && rest.starts_with("\\\\") {
            return (at, at + 2);
        }
        if next == character {
            let doubled = character == '\'' && rest.starts_with("''");
            return (at, at + next.len_utf8() + usize::from(doubled));
        }
        if character.is_whitespace() && next.is_whitespace() {
            // A folded line end: all the white space there became this one character.
            return (at, at + next.len_utf8());
        }
        if next.is_whitespace() {
            at += rest.len() - rest.trim_start().len();
            continue;
        }
        // Headers such as `>-` and marks that belong to neither side are passed over.
        let mut near = rest.char_indices().take_while(|(ahead, _)| *ahead < AHEAD);
        return match near.find(|(_, own)| *own == character) {
            Some((ahead, _)) => (at + ahead, at + ahead + character.len_utf8()),
            None => (at, at),
        };
    }
}

/// The length of a backslash that only joins two lines, with the white space after it.
fn line_continuation(rest: &str) -> Option<usize> {
    let after = rest[1..].trim_start_matches([' ', '\t', '\r']);
    after.starts_with('\n').then(|| rest.len() - after.trim_start().len())
}

fn escape_length(rest: &str) -> usize {
    let digits = match rest.as_bytes().get(1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => 0,
    };
    let mut length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8) + digits;
    length = length.min(rest.len());
    while !rest.is_char_boundary(length) {
        length -= 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::align;

    #[test]
    fn escapes_and_folds_keep_their_places() {
        assert!(align("plain", "plain", 7).is_empty());
        // "a\u00e9b": the escape's six bytes stand for two.
        assert_eq!(*align("a\\u00e9b", "aéb", 10), [(0, 10), (3, 17)]);
        assert_eq!(*align("it''s", "it's", 0), [(0, 0), (3, 4)]);
        assert_eq!(*align("a\\u00e9", "aé", 10), [(0, 10), (3, 17)]);
        // What is not in the source has no length there, also at the end.
        assert_eq!(*align("x한", "xy", 0), [(0, 0), (2, 1)]);
        // Lines joined by backslashes, however many, take no room.
        let many = format!("a{}b", "\\\n".repeat(1 << 20));
        assert_eq!(*align(&many, "ab", 0), [(0, 0), (1, (2 << 20) + 1)]);
        // Literal block: two spaces of indentation are gone.
        assert_eq!(*align("|\n  one\n  two\n", "one\ntwo\n", 0), [(0, 4), (4, 10)]);
    }
}
