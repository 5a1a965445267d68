//! Web addresses that stand bare in a text: where one begins, and where the sentence around it goes on.

/// The first bare web address in `text`, as a byte range.
///
/// Closing brackets belong to it only where they were opened in it, the stop that ends the sentence does
/// not, and neither do quotation marks, a Korean or Japanese ending right after an ASCII letter, or marks
/// of emphasis at its end that something before it may have opened.
pub fn bare_address(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let (start, scheme) = next_scheme(text, from)?;
        let glued = text[..start].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric());
        let end = end(text, start, start + scheme);
        if !glued && end > start + scheme {
            return Some((start, end));
        }
        from = start + scheme;
    }
}

/// Where the next `http://` or `https://` begins, and its length.
fn next_scheme(text: &str, mut from: usize) -> Option<(usize, usize)> {
    loop {
        let start = from + text.get(from..)?.find("http")?;
        let rest = &text[start + 4..];
        if rest.starts_with("://") {
            return Some((start, 7));
        }
        if rest.starts_with("s://") {
            return Some((start, 8));
        }
        from = start + 4;
    }
}

const OPENING: [char; 6] = ['(', '[', '{', '（', '［', '｛'];
const CLOSING: [char; 6] = [')', ']', '}', '）', '］', '｝'];

/// Where the address ends that begins at `start` and has its host from `from`.
fn end(text: &str, start: usize, from: usize) -> usize {
    let mut end = from;
    let mut open = [0i32; 6];
    let mut before = '/';
    for (at, c) in text[from..].char_indices() {
        let at = from + at;
        if stops(c) || !goes_on(before, c) || text[at..].starts_with("[^") {
            break;
        }
        if let Some(count) = OPENING.iter().position(|own| *own == c).and_then(|kind| open.get_mut(kind)) {
            *count += 1;
        }
        if let Some(count) = CLOSING.iter().position(|own| *own == c).and_then(|kind| open.get_mut(kind)) {
            *count -= 1;
            if *count < 0 {
                break;
            }
        }
        before = c;
        end = at + c.len_utf8();
    }
    while end > from {
        let Some(last) = text[..end].chars().next_back() else { break };
        let ends_sentence = matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '：' | '·');
        // `_see https://example.org/a_`: the mark at the end closes one before the address.
        let closes = matches!(last, '*' | '_' | '~') && text[..start].contains(last);
        if !ends_sentence && !closes {
            break;
        }
        end -= last.len_utf8();
    }
    end
}

/// Whether no address goes on over `c`.
fn stops(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '"' | '`' | '\\' | '«' | '»' | '“' | '”' | '„' | '‘' | '’')
        || matches!(c, '「' | '」' | '『' | '』' | '【' | '】' | '〔' | '〕' | '〈' | '〉' | '《' | '》')
        || matches!(c, '，' | '。' | '、' | '；' | '！' | '？' | '…')
}

/// Whether `c` still belongs to the address after `before`: after an ASCII letter the sentence goes on
/// (`…/a입니다`, `…/a）`), after a sign that joins parts of an address a name in its own script begins.
fn goes_on(before: char, c: char) -> bool {
    let wide = matches!(c, '：' | '·' | '（' | '［' | '｛' | '）' | '］' | '｝');
    let joins = matches!(before, '/' | '=' | '_' | '-' | '(' | '%' | '#' | '?' | '&' | '+' | '@');
    !before.is_ascii() || !(wide || is_ending(c) && !joins)
}

/// Scripts whose endings and particles are written right after a foreign word: Hangul and Hiragana.
fn is_ending(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11FF | 0x3040..=0x309F | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        bare_address(text).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn an_address_ends_where_the_sentence_goes_on() {
        for (before, address, after) in [
            ("", "https://e.org/wiki/A_(spacecraft)", "을 보라"),
            ("", "https://e.org/a", "입니다."),
            ("", "https://e.org/a", "，다음"),
            ("「", "https://e.org/a", "」라고"),
            ("【", "https://e.org/a", "】"),
            ("『", "http://e.org/a", "』"),
            ("‘", "https://e.org/a", "’"),
            ("(", "https://e.org/wiki/A_(b)_c_(d)", ")."),
            ("（", "https://e.org/a", "）は"),
            ("", "https://e.org/a", "を見る"),
            ("_see ", "https://e.org/a_b", "_"),
            ("", "https://e.org/_x_/y_z_", ""),
            ("", "https://ru.wikipedia.org/wiki/Отказ", "."),
            ("", "https://ko.wikipedia.org/wiki/장애", ", 다음"),
            ("", "https://ko.wikipedia.org/wiki/장애_(컴퓨터)?q=장애#가-나", " x"),
            ("x", "https://e.org/a", "[^t1] x"),
        ] {
            let before = before.replace('x', "x ");
            assert_eq!(found(&format!("{before}{address}{after}")), Some(address));
        }
        assert_eq!(found("xhttps://e.org/a http:/ https:// https://?"), None);
    }
}
