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
/// Control characters, which XML cannot hold, become their pictures (`␇`); other such characters go.
pub fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\u{7F}' => out.push('␡'),
            c if c < ' ' => out.extend(char::from_u32(0x2400 + u32::from(c))),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => out.push(c),
        }
    }
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
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if plain(byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
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
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
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
