//! Web addresses: which are links at all, and which are the same place.

/// A checked address with what identifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The address to link to.
    pub url: String,
    /// The same for every spelling of one address: no scheme, `www.` or final slash.
    pub key: String,
    /// The archived copy that was given, where the address told was a web archive's.
    pub archived: Option<String>,
}

/// Why a text is no address to link to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAddress {
    /// A scheme other than http and https, e.g. `javascript`.
    Scheme(String),
    /// No scheme; the address with one is the guess.
    NoScheme(String),
    /// No host, or a character that no address has.
    Malformed,
}

/// Reads an address told as a source's. The address of a web archive's copy gives both the live
/// address and the copy's; an archive of an archive is unwrapped.
pub fn read_address(written: &str) -> Result<Address, NoAddress> {
    let url = check(written.trim())?;
    let mut live = url;
    let mut archived = None;
    while let Some(inner) = archived_address(&live) {
        let copied = if inner.contains("://") { inner.to_owned() } else { format!("https://{inner}") };
        let Ok(copied) = check(&copied) else { break };
        archived = Some(std::mem::replace(&mut live, copied));
    }
    Ok(Address { key: key(&live), url: live, archived })
}

/// Whether `url` is a link that pages may carry: http or https with a host.
fn check(url: &str) -> Result<String, NoAddress> {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    });
    let dotted = |host: &str| host.contains('.') && !host.starts_with('.');
    let Some(scheme) = scheme else {
        let host = url.trim_start_matches('/').split('/').next().unwrap_or_default();
        let plausible = dotted(host) && !host.contains(char::is_whitespace);
        return Err(if plausible {
            NoAddress::NoScheme(format!("https://{}", url.trim_start_matches('/')))
        } else {
            NoAddress::Malformed
        });
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        // `example.org:8080/x` has a port, not a scheme.
        if dotted(scheme) && url[scheme.len() + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            return Err(NoAddress::NoScheme(format!("https://{url}")));
        }
        return Err(NoAddress::Scheme(scheme.to_ascii_lowercase()));
    }
    let rest = url[scheme.len() + 1..].strip_prefix("//").ok_or(NoAddress::Malformed)?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let bad = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '<' | '>' | '"' | '\\' | '`' | '{' | '}' | '|' | '^')
    };
    if host.is_empty() || host.starts_with(['.', ':']) || url.contains(bad) {
        return Err(NoAddress::Malformed);
    }
    Ok(format!("{}://{}{}", scheme.to_ascii_lowercase(), host.to_lowercase(), &rest[host.len()..]))
}

/// Hosts of archives that keep a copy as `/STAMP/ADDRESS`, with the folder before it.
const ARCHIVES: [(&str, &str); 12] = [
    ("web.archive.org", "web/"),
    ("archive.org", "web/"),
    ("archive.org", "wayback/"),
    ("arquivo.pt", "wayback/"),
    ("archive.today", ""),
    ("archive.ph", ""),
    ("archive.is", ""),
    ("archive.li", ""),
    ("archive.vn", ""),
    ("archive.md", ""),
    ("archive.fo", ""),
    ("ghostarchive.org", "archive/"),
];

/// The address of which `url` is a web archive's copy.
fn archived_address(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let (host, path) = rest.split_once('/')?;
    let host = host.strip_prefix("www.").unwrap_or(host).trim_end_matches('.');
    if host == "webcache.googleusercontent.com" {
        // `cache:ADDRESS`, or `cache:ID:ADDRESS`, and words that were searched for after a plus sign.
        let address = path.split_once("q=cache:")?.1.split(['&', '+']).next()?;
        let whole = address.find("http").map_or(address, |at| &address[at..]);
        return (!whole.is_empty()).then_some(whole);
    }
    let below =
        ARCHIVES.iter().filter(|(own, _)| *own == host).find_map(|(_, folder)| path.strip_prefix(folder))?;
    if below.starts_with("http://") || below.starts_with("https://") {
        return Some(below);
    }
    let (stamp, address) = below.split_once('/')?;
    let digits = stamp.bytes().take_while(u8::is_ascii_digit).count();
    let marked = digits >= 4 || matches!(stamp, "*" | "newest" | "oldest" | "o");
    // A short name of a copy tells nothing of what was copied.
    let whole = address.contains("://") || folder_of(host);
    (marked && !address.is_empty() && whole).then_some(address)
}

/// Whether copies of this archive may leave out the scheme of what they copy.
fn folder_of(host: &str) -> bool {
    host.ends_with("archive.org")
}

fn key(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let host = in_ascii(host);
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host);
    // A fragment is part of the address: one page may hold many bulletins. What a browser was told
    // to highlight is not.
    let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let kept: Vec<&str> =
        query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("utm_")).collect();
    let mut key = format!("{host}{}", plain(path.trim_end_matches('/')));
    if !kept.is_empty() {
        key.push('?');
        key.push_str(&plain(&kept.join("&")));
    }
    if !fragment.is_empty() {
        key.push('#');
        key.push_str(&plain(fragment));
    }
    key
}

/// A host as the network knows it, without the dot that may end it: `пример.рф` is `xn--e1afmkfd.xn--p1ai`.
fn in_ascii(host: &str) -> String {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    let name = name.trim_end_matches('.');
    let ascii = url::Host::parse(name).map_or_else(|_| name.to_owned(), |host| host.to_string());
    port.map_or_else(|| ascii.clone(), |port| format!("{ascii}:{port}"))
}

/// A part of an address with nothing encoded that need not be, and everything else, composed.
fn plain(part: &str) -> String {
    use std::fmt::Write as _;
    use unicode_normalization::UnicodeNormalization as _;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let composed: String = part.nfc().collect();
    let mut out = String::with_capacity(composed.len());
    let mut bytes = composed.bytes().peekable();
    let mut rest = composed.as_bytes();
    while let Some(byte) = bytes.next() {
        rest = rest.get(1..).unwrap_or_default();
        let told = match rest {
            [high, low, ..] if byte == b'%' => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        if told.is_some() {
            bytes.nth(1);
            rest = rest.get(2..).unwrap_or_default();
        }
        let shown = told.unwrap_or(byte);
        if is_plain(shown) || told.is_none() && shown.is_ascii() {
            out.push(char::from(shown));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{shown:02X}");
        }
    }
    out
}

/// The host of a checked address, without `www.`.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_key_however_it_is_spelled() {
        let spellings = [
            "http://example.org/post",
            "https://example.org/post",
            "https://www.Example.org/post/",
            "https://example.org/post#:~:text=part",
            "https://example.org/post?utm_source=x",
            "https://web.archive.org/web/20240101000000/https://example.org/post",
            "https://web.archive.org/web/2024id_/http://web.archive.org/web/2023/http://example.org/post",
        ];
        for spelling in spellings {
            assert_eq!(
                read_address(spelling).map(|address| address.key),
                Ok("example.org/post".to_owned()),
                "{spelling}"
            );
        }
        let archived = read_address(spellings[5]).unwrap();
        assert_eq!(archived.url, "https://example.org/post");
        assert_eq!(archived.archived.as_deref(), Some(spellings[5]));
        assert_ne!(read_address("https://example.org/a#b"), read_address("https://example.org/a#c"));
        assert_ne!(read_address("https://example.org/a?id=1"), read_address("https://example.org/a?id=2"));
    }

    #[test]
    fn a_copy_is_known_in_every_archive_and_a_host_in_every_script() {
        let key = |url: &str| read_address(url).unwrap().key;
        for copy in [
            "https://archive.ph/20240101000000/https://example.org/post",
            "https://archive.today/newest/https://example.org/post",
            "https://web.archive.org/web/https://example.org/post",
            "https://archive.org/wayback/https://example.org/post",
            "https://arquivo.pt/wayback/20240101000000/https://example.org/post",
            "https://webcache.googleusercontent.com/search?q=cache:https://example.org/post",
            "https://webcache.googleusercontent.com/search?q=cache:AbC1:https://example.org/post+word&hl=en",
            "https://example.org./post",
            "https://example.org/%70ost",
        ] {
            assert_eq!(key(copy), "example.org/post", "{copy}");
        }
        assert_eq!(key("https://пример.рф/a"), key("https://xn--e1afmkfd.xn--p1ai/a"));
        assert_eq!(key("https://example.org/%d1%81?q=%D1%81"), key("https://example.org/с?q=с"));
        assert_eq!(key("https://example.org/cafe\u{301}"), key("https://example.org/caf%C3%A9"));
        assert_ne!(key("https://example.org/a%2Fb"), key("https://example.org/a/b"));
        assert_eq!(key("https://archive.ph/AbCdE"), "archive.ph/AbCdE");
    }

    #[test]
    fn only_web_addresses_are_links() {
        assert_eq!(read_address("JavaScript:alert(1)"), Err(NoAddress::Scheme("javascript".into())));
        assert_eq!(read_address("data:text/html,x"), Err(NoAddress::Scheme("data".into())));
        assert_eq!(read_address("example.org/x"), Err(NoAddress::NoScheme("https://example.org/x".into())));
        assert_eq!(read_address("https://"), Err(NoAddress::Malformed));
        assert_eq!(read_address("https://a b"), Err(NoAddress::Malformed));
        assert_eq!(
            read_address("https://example.org/wiki/Cluster_(spacecraft)").unwrap().url,
            "https://example.org/wiki/Cluster_(spacecraft)"
        );
    }
}
