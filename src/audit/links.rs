//! Where an address leads: to a file of the tree, out of it, or elsewhere.
//!
//! The site is thought to stand at its base path on a host of its own, so that an address which works
//! only at the root of a host is found out. No address is fetched.

use std::collections::BTreeSet;

use url::Url;

/// A host that nobody has: what points at it, points at the site's own host.
const HERE: &str = "https://site.invalid";

/// The address of the site.
#[derive(Debug, Clone)]
pub struct Base {
    /// Its path on its host, with slashes at both ends.
    path: String,
    /// The site's absolute address, where it is known.
    absolute: Option<Url>,
}

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leads {
    /// To a file of the tree, with the id on it that is asked for.
    Inside(String, Option<String>),
    /// To the site's own host, but out of its base path.
    OffBase,
    /// To another host.
    Elsewhere,
    /// To a program of the reader's machine: mail, telephone.
    Program,
    /// The data stand in the address itself.
    Data,
    /// Nowhere: it cannot be read as an address, or it is a script.
    Refused(String),
}

impl Base {
    /// The base of a site whose absolute address is `address`; the root of a host without one.
    pub fn new(address: Option<&str>) -> Self {
        let absolute = address.and_then(|address| Url::parse(address).ok());
        let path = absolute.as_ref().map_or("/", Url::path).trim_matches('/').to_owned();
        let path = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
        Self { path, absolute }
    }

    /// Whether the site's absolute address is known.
    pub fn is_known(&self) -> bool {
        self.absolute.is_some()
    }

    /// Follows `address` as written in the file `from`.
    pub fn follow(&self, from: &str, address: &str) -> Leads {
        let page = from.strip_suffix("index.html").filter(|rest| rest.is_empty() || rest.ends_with('/'));
        let encoded: Vec<String> = page
            .unwrap_or(from)
            .split('/')
            .map(|part| {
                percent_encoding::utf8_percent_encode(part, percent_encoding::NON_ALPHANUMERIC).to_string()
            })
            .collect();
        let here = Url::parse(&format!("{HERE}{}{}", self.path, encoded.join("/")));
        let target = match here.and_then(|here| here.join(address.trim())) {
            Ok(target) => target,
            Err(error) => return Leads::Refused(error.to_string()),
        };
        match target.scheme() {
            "http" | "https" => self.place(&target),
            "mailto" | "tel" => Leads::Program,
            "data" => Leads::Data,
            scheme => Leads::Refused(format!("`{scheme}:` is not followed")),
        }
    }

    fn place(&self, target: &Url) -> Leads {
        let own_host = target.host_str() == Some("site.invalid");
        let known = self.absolute.as_ref().is_some_and(|own| {
            own.host() == target.host() && own.port_or_known_default() == target.port_or_known_default()
        });
        if !own_host && !known {
            return Leads::Elsewhere;
        }
        let Some(path) = target.path().strip_prefix(&self.path) else {
            return if own_host { Leads::OffBase } else { Leads::Elsewhere };
        };
        let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
        let fragment = target.fragment().map(|fragment| fragment.split(":~:").next().unwrap_or(fragment));
        let fragment = fragment.filter(|fragment| !fragment.is_empty() && *fragment != "top");
        Leads::Inside(decode(path), fragment.map(decode))
    }
}

/// The file of the tree that a host serves for `path`.
pub fn file_of(path: &str, files: &BTreeSet<&str>) -> Option<String> {
    if files.contains(path) {
        return Some(path.to_owned());
    }
    let folder = path.trim_end_matches('/');
    let page = if folder.is_empty() { "index.html".to_owned() } else { format!("{folder}/index.html") };
    files.contains(page.as_str()).then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_followed_from_their_page_at_the_base_path() {
        let base = Base::new(Some("https://example.org/lib/"));
        let inside = |path: &str, id: Option<&str>| Leads::Inside(path.to_owned(), id.map(str::to_owned));
        let from = "ko/cases/장애/index.html";
        assert_eq!(base.follow(from, "../../../en/"), inside("en/", None));
        assert_eq!(base.follow(from, "#%D0%BF"), inside("ko/cases/장애/", Some("п")));
        assert_eq!(base.follow(from, "/lib/a%20b/?q=1#top"), inside("a b/", None));
        assert_eq!(base.follow(from, "https://example.org/lib/x"), inside("x", None));
        assert_eq!(base.follow(from, "/cases/"), Leads::OffBase);
        assert_eq!(base.follow(from, "https://example.org/other/"), Leads::Elsewhere);
        assert_eq!(base.follow(from, "//example.net/x"), Leads::Elsewhere);
        assert_eq!(base.follow(from, "mailto:a@example.org"), Leads::Program);
        assert!(matches!(base.follow(from, "javascript:x"), Leads::Refused(_)));
        assert_eq!(Base::new(None).follow("404.html", "/en/"), inside("en/", None));
    }

    #[test]
    fn a_folder_is_served_by_its_page() {
        let files = BTreeSet::from(["index.html", "en/index.html", "a.css"]);
        assert_eq!(file_of("", &files).as_deref(), Some("index.html"));
        assert_eq!(file_of("en", &files).as_deref(), Some("en/index.html"));
        assert_eq!(file_of("a.css", &files).as_deref(), Some("a.css"));
        assert_eq!(file_of("ru/", &files), None);
    }
}
