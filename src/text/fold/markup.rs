//! Markup at one place of a text: how long it is. It knows only what cannot be words: tags by name,
//! link targets, entities.

use crate::text::html::{is_block, is_inline};

/// The longest tag or link target that is taken for one, in bytes.
const LONGEST: usize = 2048;

/// A tag at the head of `text`.
pub(super) struct TagAt {
    /// Its length in bytes.
    pub len: usize,
    /// Whether it ends a word: a block, a cell or a line break.
    pub breaks: bool,
}

/// The HTML tag at the head of `text` (which starts with `<`), if it is one by name and shape.
pub(super) fn tag(text: &str) -> Option<TagAt> {
    let bytes = text.as_bytes();
    let closing = bytes.get(1) == Some(&b'/');
    let start = 1 + usize::from(closing);
    let name: String = text[start..]
        .bytes()
        .take(12)
        .take_while(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_lowercase() as char)
        .collect();
    if !is_block(&name) && !is_inline(&name) {
        return None;
    }
    let breaks = is_block(&name) || name == "td" || name == "th";
    let mut at = start + name.len();
    match bytes.get(at)? {
        b'>' => return Some(TagAt { len: at + 1, breaks }),
        b'/' | b' ' | b'\n' | b'\t' => {}
        _ => return None,
    }
    let mut quote = None;
    let mut value = false;
    while at < LONGEST.min(bytes.len()) {
        match (quote, bytes[at]) {
            (Some(open), byte) => {
                if open == byte {
                    quote = None;
                }
            }
            (None, b'>') => return Some(TagAt { len: at + 1, breaks }),
            (None, b'<') => return None,
            (None, byte @ (b'"' | b'\'')) if value => quote = Some(byte),
            (None, byte) => value = byte == b'=' || (value && byte == b' '),
        }
        at += 1;
    }
    None
}

/// The length of `<` in `<https://…>` with the whole, if `text` starts with an autolink.
pub(super) fn autolink(text: &str) -> Option<usize> {
    let end = text.bytes().take(LONGEST).position(|byte| byte == b'>')?;
    let inside = &text[1..end];
    let scheme = inside.find(':')?;
    let named = inside[..scheme]
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let plain = !inside.bytes().any(|byte| byte == b' ' || byte == b'\n' || byte == b'<');
    (scheme >= 2 && named && plain && inside.starts_with(|c: char| c.is_ascii_alphabetic()))
        .then_some(end + 1)
}

/// The length of the target `(url)`, `(url "title")` or `[ref]` that follows a closing bracket; `text`
/// starts right after that bracket.
pub(super) fn target(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'(' => {
            let mut depth = 0usize;
            let mut title = false;
            let mut blank_at = None;
            for (at, &byte) in bytes.iter().enumerate().take(LONGEST) {
                match byte {
                    b'"' => title = !title,
                    _ if title => {}
                    b'(' => depth += 1,
                    b')' => {
                        depth -= 1;
                        if depth == 0 {
                            let url = &text[1..blank_at.unwrap_or(at)];
                            let address = url.contains(['/', '#', '.', ':', '@']) || url.is_empty();
                            return address.then_some(at + 1);
                        }
                    }
                    b'\n' => return None,
                    b' ' => {
                        // Only a title may follow the address.
                        if bytes.get(at + 1) != Some(&b'"') && blank_at.is_none() {
                            return None;
                        }
                        blank_at = blank_at.or(Some(at));
                    }
                    _ => {}
                }
            }
            None
        }
        b'[' => {
            let end = bytes.iter().take(LONGEST).position(|&byte| byte == b']' || byte == b'\n')?;
            (bytes[end] == b']').then_some(end + 1)
        }
        _ => None,
    }
}

/// The character that the entity at the head of `text` (which starts with `&`) stands for, and the
/// entity's length. `&amp;` before a further name is read through: `&amp;lt;` is `<`.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let mut skipped = 1;
    while text[skipped..].starts_with("amp;") && one_entity(&text[skipped + 4..]).is_some() {
        skipped += 4;
    }
    let (c, len) = one_entity(&text[skipped..])?;
    Some((c, skipped + len))
}

/// The entity whose name (after `&`) heads `text`.
fn one_entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(34).position(|byte| byte == b';')?;
    let name = &text[..=end];
    if let Some(number) = name.strip_prefix('#') {
        let digits = &number[..number.len() - 1];
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        return char::from_u32(code).filter(|&c| c != '\0').map(|c| (c, name.len()));
    }
    let &(first, second) = html5ever::data::NAMED_ENTITIES.get(name)?;
    let c = char::from_u32(first).filter(|&c| c != '\0')?;
    // The few names for two characters are mathematics; they stay as typed.
    (second == 0).then_some((c, name.len()))
}
