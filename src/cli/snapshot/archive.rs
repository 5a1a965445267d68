//! Copies of pages in a web archive: asking for one, and the address at which it is kept unchanged.

use crate::cli::fetch::{Bounds, Method, fetch};

/// The copy that `index` (the availability service of web.archive.org) knows of `url`.
pub(super) fn copy_of(url: &str, index: &str, bounds: &Bounds) -> Option<String> {
    let joiner = if index.contains('?') { '&' } else { '?' };
    let asked = percent_encoding::utf8_percent_encode(url, percent_encoding::NON_ALPHANUMERIC);
    let answer = fetch(&format!("{index}{joiner}url={asked}"), Method::Get, bounds).ok()?;
    let answer: serde_json::Value = serde_json::from_slice(&answer.bytes).ok()?;
    let closest = &answer["archived_snapshots"]["closest"];
    let found = closest["available"].as_bool().unwrap_or(false);
    let ok = closest["status"].as_str().is_none_or(|status| status.starts_with('2'));
    let copy = closest["url"].as_str().filter(|_| found && ok)?;
    // The service tells addresses without encryption.
    Some(copy.replacen("http://web.archive.org/", "https://web.archive.org/", 1))
}

/// The address of the copy without what the archive adds to it.
pub(super) fn as_kept(copy: &str) -> String {
    let Some(at) = copy.find("//web.archive.org/web/") else { return copy.to_owned() };
    let stamp = at + "//web.archive.org/web/".len();
    let digits = copy[stamp..].bytes().take_while(u8::is_ascii_digit).count();
    if digits >= 4 && copy[stamp + digits..].starts_with('/') {
        format!("{}id_{}", &copy[..stamp + digits], &copy[stamp + digits..])
    } else {
        copy.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::as_kept;

    #[test]
    fn the_copy_is_read_as_it_was_kept() {
        assert_eq!(
            as_kept("https://web.archive.org/web/20240101000000/https://a.example/"),
            "https://web.archive.org/web/20240101000000id_/https://a.example/"
        );
        assert_eq!(
            as_kept("https://web.archive.org/web/2024id_/https://a.example/"),
            "https://web.archive.org/web/2024id_/https://a.example/"
        );
        assert_eq!(as_kept("https://archive.example/x"), "https://archive.example/x");
    }
}
