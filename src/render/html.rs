//! Text into HTML: escaping, addresses that may be linked, and the one type for finished markup.

use std::fmt::Write as _;

use crate::text::fragment;

/// Finished, safe markup; templates write it with `| safe`. Everything else is text and is escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Html(pub String);

impl Html {
    /// Plain text as markup.
    pub fn text(text: &str) -> Self {
        let mut html = String::with_capacity(text.len());
        escape(&mut html, text);
        Self(html)
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Appends `text` so that it is text in an element and in a quoted attribute, in HTML and in XML.
/// Control characters, which XML cannot hold, become their pictures (`␇`); other such characters go,
/// and so does U+FFFD, which says that a character was lost.
pub fn escape(out: &mut String, text: &str) {
    out.reserve(text.len());
    // A string takes any text.
    let _ = escape_into(out, text);
}

/// Writes `text` as [`escape`] does. Most texts have nothing to escape and are copied in one piece.
pub fn escape_into<W: std::fmt::Write + ?Sized>(out: &mut W, text: &str) -> std::fmt::Result {
    let bytes = text.as_bytes();
    let (mut from, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if !SPECIAL[usize::from(byte)] {
            at += 1;
            continue;
        }
        let mut picture = [0; 4];
        let (length, instead) = match byte {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            b'\'' => (1, "&#39;"),
            // Controls beyond ASCII, U+0080 to U+009F.
            0xC2 if bytes.get(at + 1).is_some_and(|next| *next < 0xA0) => (2, ""),
            0xEF if matches!(bytes.get(at + 1..at + 3), Some([0xBF, 0xBD..=0xBF])) => (3, ""),
            0xEF if matches!(bytes.get(at + 1..at + 3), Some([0xB7, 0x90..=0xAF])) => (3, ""),
            0xC2 | 0xEF => {
                at += 1;
                continue;
            }
            0x7F => (1, "␡"),
            control => {
                let shown = char::from_u32(0x2400 + u32::from(control)).unwrap_or('\u{FFFD}');
                (1, &*shown.encode_utf8(&mut picture))
            }
        };
        out.write_str(&text[from..at])?;
        out.write_str(instead)?;
        at += length;
        from = at;
    }
    out.write_str(&text[from..])
}

/// Bytes at which [`escape_into`] has to look closer.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        special[byte] = (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D)
            || matches!(byte, 0x22 | 0x26 | 0x27 | 0x3C | 0x3E | 0x7F | 0xC2 | 0xEF);
        byte += 1;
    }
    special
};

/// Whether a character may stand in no page and no feed: controls, and those that are none.
fn is_barred(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c) & 0xFFFF, 0xFFFE | 0xFFFF)
        || ('\u{FDD0}'..='\u{FDEF}').contains(&c)
}

/// `text` escaped, as a string of its own.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(&mut out, text);
    out
}

/// What an address in a record turns out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target<'a> {
    /// `http`, `https` or `mailto`.
    Elsewhere(&'a str),
    /// A place on the same page, without the `#`.
    Fragment(&'a str),
    /// A path from the site's root, without the leading `/`.
    Root(&'a str),
    /// A path from here.
    Relative(&'a str),
    /// Anything that must not become a link.
    Refused,
}

/// Sorts an address; whatever is not plainly harmless is refused.
pub fn target(address: &str) -> Target<'_> {
    let address = address.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if address.is_empty() || address.chars().any(char::is_control) || address.contains('\\') {
        return Target::Refused;
    }
    if let Some(fragment) = address.strip_prefix('#') {
        return Target::Fragment(fragment);
    }
    if address.starts_with("//") {
        return Target::Refused;
    }
    if let Some(path) = address.strip_prefix('/') {
        return Target::Root(path);
    }
    let scheme = address.split(['/', '?', '#']).next().and_then(|head| head.split_once(':'));
    match scheme.map(|(scheme, _)| scheme.to_ascii_lowercase()) {
        None => Target::Relative(address),
        Some(scheme) if matches!(scheme.as_str(), "http" | "https") => {
            let rest = &address[scheme.len() + 1..];
            if rest.starts_with("//") && rest.len() > 2 {
                Target::Elsewhere(address)
            } else {
                Target::Refused
            }
        }
        Some(scheme) if scheme == "mailto" => Target::Elsewhere(address),
        Some(_) => Target::Refused,
    }
}

/// Percent-encodes what may not stand in an address as it is; escapes already there stay.
/// The result is safe in a quoted attribute once `&` is escaped.
pub fn encode_address(address: &str) -> String {
    encode(address, |byte| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&()*+,;=%'".contains(&byte))
}

/// Percent-encodes one path segment or a value in a query.
pub fn encode_segment(segment: &str) -> String {
    encode(segment, |byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

/// Percent-encodes a path, keeping its slashes.
pub fn encode_path(path: &str) -> String {
    encode(path, |byte| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte))
}

fn encode(text: &str, plain: impl Fn(u8) -> bool) -> String {
    if text.bytes().all(&plain) {
        return text.to_owned();
    }
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if plain(byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
    }
    out
}

/// The address `url` with a text fragment that leads to `quote`; an elided quote is told by its parts.
pub fn text_fragment(url: &str, quote: &str) -> String {
    let joined = quote.replace("[...]", "…").replace("[…]", "…").replace("[ … ]", "…").replace("...", "…");
    let parts: Vec<&str> = joined.split('…').map(str::trim).filter(|part| !part.is_empty()).collect();
    encode_address(&fragment::link(url, &parts, "", ""))
}

/// JSON for a `<script type="application/ld+json">`: no `<`, `>` or `&` is left in it, so nothing can
/// close the element, and it reads back as the same data.
pub fn json_for_script(value: &serde_json::Value) -> String {
    let json = value.to_string();
    let mut out = String::with_capacity(json.len() + 16);
    let mut from = 0;
    for (at, c) in json.char_indices() {
        if !matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}') && !is_barred(c) {
            continue;
        }
        out.push_str(&json[from..at]);
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
        from = at + c.len_utf8();
    }
    out.push_str(&json[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_addresses_become_links() {
        for bad in [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//evil.example/x",
            "\\\\evil.example",
            "/\\evil.example",
            "http:evil",
            "blob:x",
            "",
        ] {
            assert_eq!(target(bad), Target::Refused, "{bad:?}");
        }
        assert_eq!(target("HTTPS://example.org/a:b"), Target::Elsewhere("HTTPS://example.org/a:b"));
        assert_eq!(target("/cases/a-1/"), Target::Root("cases/a-1/"));
        assert_eq!(target("../a:2/"), Target::Relative("../a:2/"));
        assert_eq!(target("#причина"), Target::Fragment("причина"));
    }

    #[test]
    fn what_no_page_may_hold_is_escaped_and_the_rest_kept() {
        assert_eq!(escaped("a<b> & \"c\" 'd'\n\t"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\n\t");
        assert_eq!(escaped("\u{0}x\u{7f}\u{85}\u{a0}\u{fffe}\u{ffff}\u{ff5e}é장"), "␀x␡\u{a0}\u{ff5e}é장");
    }

    #[test]
    fn hyphens_and_commas_are_escaped_in_text_fragments() {
        let url = text_fragment("https://example.org/a#top", "--dry-run, then high-contrast");
        assert_eq!(url, "https://example.org/a#top:~:text=%2D%2Ddry%2Drun%2C%20then%20high%2Dcontrast");
        let elided = text_fragment("https://example.org/", "one two […] nine ten");
        assert_eq!(elided, "https://example.org/#:~:text=one%20two&text=nine%20ten");
    }

    #[test]
    fn script_data_cannot_be_closed() {
        let json =
            json_for_script(&serde_json::json!({"a": "</script><script>alert(1)</script> & \u{2028}"}));
        assert!(!json.contains('<') && !json.contains('&'));
        let back: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(back["a"], "</script><script>alert(1)</script> & \u{2028}");
    }
}
