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

/// The address of which `url` is a web archive's copy.
fn archived_address(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let rest = rest
        .strip_prefix("web.archive.org/web/")
        .or_else(|| rest.strip_prefix("www.web.archive.org/web/"))?;
    let (stamp, address) = rest.split_once('/')?;
    let digits = stamp.bytes().take_while(u8::is_ascii_digit).count();
    let marked = digits >= 4 || stamp == "*";
    (marked && !address.is_empty()).then_some(address)
}

fn key(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let host = host.strip_prefix("www.").unwrap_or(host);
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host);
    // A fragment is part of the address: one page may hold many bulletins. What a browser was told
    // to highlight is not.
    let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let kept: Vec<&str> =
        query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("utm_")).collect();
    let mut key = format!("{host}{}", path.trim_end_matches('/'));
    if !kept.is_empty() {
        key.push('?');
        key.push_str(&kept.join("&"));
    }
    if !fragment.is_empty() {
        key.push('#');
        key.push_str(fragment);
    }
    key
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
