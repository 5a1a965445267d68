//! Licences that pages name by an address or in words, and which of them allow to keep the text.

/// A licence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Licence {
    /// An SPDX id where one is known, else the page's words.
    pub name: String,
    /// Where it is told.
    pub url: Option<String>,
}

impl Licence {
    /// The licence at `url`, which a page links to as its own.
    pub(super) fn of_address(url: &str, words: &str) -> Self {
        let name = spdx(url).unwrap_or_else(|| {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            if words.is_empty() { url.to_owned() } else { words.chars().take(120).collect() }
        });
        Self { name, url: Some(url.to_owned()) }
    }
}

/// The SPDX id of a well-known licence's address.
fn spdx(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest).to_ascii_lowercase();
    if let Some(path) = rest.strip_prefix("creativecommons.org/") {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        return match (parts.next()?, parts.next()?, parts.next()) {
            ("publicdomain", "zero", Some(version)) => Some(format!("CC0-{version}")),
            ("licenses", kind, Some(version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(format!("CC-{}-{version}", kind.to_ascii_uppercase()))
            }
            _ => None,
        };
    }
    [
        ("opensource.org/licenses/mit", "MIT"),
        ("opensource.org/license/mit", "MIT"),
        ("apache.org/licenses/license-2.0", "Apache-2.0"),
        ("gnu.org/licenses/fdl-1.3", "GFDL-1.3-or-later"),
        ("nationalarchives.gov.uk/doc/open-government-licence/version/3", "OGL-UK-3.0"),
    ]
    .into_iter()
    .find(|(address, _)| rest.starts_with(address))
    .map(|(_, id)| id.to_owned())
}

/// Whether a text under `licence` may be kept in a repository, changed in form and passed on to anyone
/// for any purpose. What is not known to allow it does not.
pub fn may_store(licence: &str) -> bool {
    let id = licence.trim().to_ascii_uppercase().replace(' ', "-");
    let free = [
        "CC0-",
        "CC-BY-1",
        "CC-BY-2",
        "CC-BY-3",
        "CC-BY-4",
        "CC-BY-SA-",
        "APACHE-2.0",
        "BSD-",
        "GFDL-",
        "OGL-",
        "GPL-",
        "MPL-2.0",
    ];
    id == "MIT" || id == "CC0" || id == "PUBLIC-DOMAIN" || free.iter().any(|own| id.starts_with(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_tell_licences_and_only_free_ones_may_be_stored() {
        let name = |url| Licence::of_address(url, " Some  rights ").name;
        assert_eq!(name("https://creativecommons.org/licenses/by-sa/4.0/deed.en"), "CC-BY-SA-4.0");
        assert_eq!(name("http://creativecommons.org/publicdomain/zero/1.0/"), "CC0-1.0");
        assert_eq!(name("https://a.example/terms"), "Some rights");
        assert!(may_store("CC-BY-4.0") && may_store("cc0-1.0") && may_store("MIT"));
        assert!(
            !may_store("CC-BY-NC-4.0")
                && !may_store("CC-BY-ND-4.0")
                && !may_store("all rights reserved")
                && !may_store("")
        );
    }
}
