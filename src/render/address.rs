//! Where every page stands, and how one page points at another.
//!
//! A [`Path`] is told from the site's root; a page turns it into an address relative to itself, so the
//! tree works under `/`, under a sub-path and from a folder. No other module joins addresses.

use super::html::encode_path;
use crate::text::Lang;

/// A page's or file's path from the site's root, not encoded; pages end with `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(String);

impl Path {
    /// A path as it is, without a leading `/`.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The home page of a language.
    pub fn home(lang: &Lang) -> Self {
        Self(format!("{lang}/"))
    }

    /// A page under a language: `en/` + `cases/a/`.
    pub fn under(lang: &Lang, rest: &str) -> Self {
        Self(format!("{lang}/{rest}"))
    }

    /// A case.
    pub fn case(lang: &Lang, slug: &str) -> Self {
        Self(format!("{lang}/cases/{}/", segment(slug)))
    }

    /// A vocabulary's list of terms.
    pub fn vocabulary(lang: &Lang, vocabulary: &str) -> Self {
        Self(format!("{lang}/browse/{}/", segment(&vocabulary.replace('_', "-"))))
    }

    /// A term's page.
    pub fn term(lang: &Lang, vocabulary: &str, term: &str) -> Self {
        Self(format!("{lang}/browse/{}/{}/", segment(&vocabulary.replace('_', "-")), segment(term)))
    }

    /// An organisation's page.
    pub fn org(lang: &Lang, org: &str) -> Self {
        Self(format!("{lang}/orgs/{}/", segment(org)))
    }

    /// A source's page.
    pub fn source(lang: &Lang, source: &str) -> Self {
        Self(format!("{lang}/sources/{}/", segment(source)))
    }

    /// A year's page.
    pub fn year(lang: &Lang, year: &str) -> Self {
        Self(format!("{lang}/years/{}/", segment(year)))
    }

    /// A free page: right under its language, unless the site has a page of that name itself.
    pub fn page(lang: &Lang, name: &str) -> Self {
        let folder = if TAKEN.contains(&name) || name.contains('.') { "pages/" } else { "" };
        Self(format!("{lang}/{folder}{}/", segment(name)))
    }

    /// Page `number` (from 1) of a list that starts here.
    pub fn numbered(&self, number: usize) -> Self {
        if number <= 1 { self.clone() } else { Self(format!("{}page-{number}/", self.0)) }
    }

    /// The same page in another language.
    pub fn in_language(&self, lang: &Lang) -> Self {
        match self.0.split_once('/') {
            Some((_, rest)) => Self(format!("{lang}/{rest}")),
            None => Self::home(lang),
        }
    }

    /// The file that holds the page.
    pub fn file(&self) -> String {
        if self.0.is_empty() || self.0.ends_with('/') {
            format!("{}index.html", self.0)
        } else {
            self.0.clone()
        }
    }

    /// Percent-encoded, from the root.
    pub fn encoded(&self) -> String {
        encode_path(&self.0)
    }

    /// The way from this page to the site's root: `../../`, or `./`.
    pub fn root(&self) -> String {
        match self.0.matches('/').count() {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        }
    }

    /// As written, without encoding.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Names under a language that free pages cannot have. `method` and `contribute` are not among them:
/// a free page of that name becomes the text of the site's own page.
const TAKEN: [&str; 13] = [
    "cases",
    "by-score",
    "by-title",
    "browse",
    "orgs",
    "years",
    "sources",
    "search",
    "diagnose",
    "failing",
    "changes",
    "statistics",
    "pages",
];

/// Whether the site has a page of this name itself, so that a free page of it stands under `pages/`.
pub fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

/// Whether every language has a page of this name, made by the site itself.
pub fn is_own_page(name: &str) -> bool {
    (name != "pages" && TAKEN.contains(&name)) || matches!(name, "method" | "data" | "contribute")
}

/// A path segment for an id: never empty, never hidden or special, never the name of a page of a list.
pub fn segment(id: &str) -> String {
    // Most ids are plain and stand as they are.
    let plain = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-'
    };
    if id.len() <= 120
        && id.bytes().all(plain)
        && id.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && !id.starts_with("page-")
    {
        return id.to_owned();
    }
    let mut out: String = id
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '/' | '\\' | '?' | '#' | '%' | ':' | '*' | '"' | '<' | '>' | '|')
            {
                '-'
            } else {
                c
            }
        })
        .collect();
    // Names of 200 bytes and more meet the limits of file systems.
    if out.len() > 120 {
        let mut end = 100;
        while !out.is_char_boundary(end) {
            end -= 1;
        }
        out.truncate(end);
    }
    let numbered = out.strip_prefix("page-").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    if out.is_empty()
        || out.starts_with(['.', '_', '-', ' '])
        || out.ends_with(['.', ' '])
        || numbered
        || out == "index.html"
    {
        out = format!("x-{}", out.trim_matches(['.', '_', '-', ' ']));
    }
    // Where a character had to give way, two ids could meet: the hash keeps them apart.
    if out != id {
        let hash = blake3::hash(id.as_bytes()).to_hex();
        out = format!("{}-{}", out.trim_end_matches(['-', '.', ' ']), &hash[..10]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_never_empty_hidden_or_a_listing() {
        for id in ["", ";)", "..", ".", "_x", "page-2", "a/../b", "index.html", "-", "?"] {
            let segment = segment(id);
            assert!(
                !segment.is_empty() && !segment.starts_with(['.', '_']) && !segment.contains('/'),
                "{id} {segment}"
            );
            assert_ne!(segment, "page-2");
        }
        assert_ne!(segment("?"), segment("-"));
        assert_ne!(segment("a/b"), segment("a-b"));
        assert_ne!(segment("page-2"), segment("x-page-2"));
        assert!(segment(&"가".repeat(300)).len() < 130);
        assert_eq!(segment("장애"), "장애");
    }

    #[test]
    fn pages_find_the_root_from_their_depth() {
        let lang = Lang::parse("en").unwrap();
        let case = Path::case(&lang, "a b");
        assert_eq!((case.root().as_str(), case.encoded().as_str()), ("../../../", "en/cases/a%20b/"));
        assert_eq!(case.file(), "en/cases/a b/index.html");
        assert_eq!(Path::new("").root(), "./");
    }
}
