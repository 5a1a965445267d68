//! Ids inside a page, by one rule for who writes them and who points at them.
//!
//! A heading's id keeps the letters of every script, so that `#причина` and its percent-encoded form
//! are the same place. Nothing here knows HTML.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

/// The id that a heading or term of this text asks for: lower case, composed, words joined by `-`;
/// empty when the text has neither letter nor digit.
pub fn anchor(text: &str) -> String {
    let mut id = String::with_capacity(text.len());
    for c in text.nfc().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '_' || is_mark(c) {
            id.push(c);
        } else if (c.is_whitespace() || c == '-' || c == '.' || c == '/') && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.trim_matches('-').to_owned()
}

/// The id that a link's fragment (without `#`) means: in any case, composed or not, percent-encoded or not,
/// it is the id of the heading of that name. What no id can be, as a text fragment, stays as it is.
pub fn fragment(told: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(told).decode_utf8();
    let id = if told.starts_with(":~:") { String::new() } else { anchor(decoded.as_deref().unwrap_or(told)) };
    if id.is_empty() { told.to_owned() } else { id }
}

/// The id of a claim's evidence on its case's page: two claims never share one, whatever their ids.
pub fn claim_anchor(claim: &str) -> String {
    let id = anchor(claim);
    if id == claim {
        return format!("claim-{id}");
    }
    // Where a character had to give way, two ids could meet: the hash keeps them apart.
    let hash = blake3::hash(claim.as_bytes()).to_hex();
    format!("claim-{}-{}", if id.is_empty() { "x" } else { &id }, &hash[..6])
}

/// Combining marks belong to their letter.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Gives out ids that are unique on one page.
#[derive(Debug, Clone, Default)]
pub struct Anchors(BTreeSet<String>);

impl Anchors {
    /// Ids that the page itself uses.
    pub fn reserved<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        Self(ids.into_iter().map(str::to_owned).collect())
    }

    /// An id for `text` that nobody has yet; what comes later never changes it.
    pub fn take(&mut self, text: &str) -> String {
        let base = match anchor(text) {
            id if id.is_empty() => "section".to_owned(),
            id => id,
        };
        let mut id = base.clone();
        let mut number = 1u32;
        while !self.0.insert(id.clone()) {
            id = format!("{base}-{number}");
            number += 1;
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_keep_their_letters_and_lose_their_markup() {
        assert_eq!(anchor("Fix for ECONNRESET"), "fix-for-econnreset");
        assert_eq!(anchor("Причина"), "причина");
        assert_eq!(anchor("\u{110C}\u{1161}\u{11BC}\u{110B}\u{1162} 보고"), "장애-보고");
        assert_eq!(anchor(";)"), "");
    }

    #[test]
    fn a_fragment_means_the_id_however_it_is_spelt() {
        for told in ["장애", "\u{110C}\u{1161}\u{11BC}\u{110B}\u{1162}", "%EC%9E%A5%EC%95%A0"] {
            assert_eq!(fragment(told), "장애");
        }
        assert_eq!(
            [fragment("Fix-It"), fragment(":~:text=A%20b"), fragment("")],
            ["fix-it", ":~:text=A%20b", ""]
        );
        assert_eq!(fragment(&claim_anchor("T 1")), claim_anchor("T 1"));
    }

    #[test]
    fn claims_never_share_an_id() {
        let ids = ["t1", "T1", "a b", "a-b", "", ";)"].map(claim_anchor);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert_eq!(claim_anchor("t1"), "claim-t1");
    }

    #[test]
    fn ids_are_distinct_in_order() {
        let mut anchors = Anchors::default();
        let ids: Vec<_> = ["A", "A", "A 1", ";)", ";("].iter().map(|text| anchors.take(text)).collect();
        assert_eq!(ids, ["a", "a-1", "a-1-1", "section", "section-1"]);
    }
}
