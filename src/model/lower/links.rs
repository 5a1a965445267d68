//! Links inside texts that no page may carry: `javascript:` and its like.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::record::Record;
use crate::diag::Code;
use crate::model::case::Case;

impl Record<'_> {
    /// Reports links and images with a scheme other than http, https and mailto.
    pub fn check_links(&mut self, case: &Case) {
        let mut found = Vec::new();
        let told = case.texts().into_iter().map(|(_, texts)| texts);
        let claims = case.claims.iter().filter(|claim| claim.ranges.is_empty()).map(|claim| &claim.texts);
        let others = case.corrections.iter().map(|own| &own.text).chain(self.reasons.values());
        for texts in told.chain(others).map(|texts| &texts.0).chain(claims) {
            for text in texts.values() {
                // Only a text with a colon after a bracket can have such a link.
                let bytes = text.value.as_bytes();
                let linked = memchr::memmem::find(bytes, b"](").is_some()
                    || memchr::memmem::find(bytes, b"]:").is_some()
                    || memchr::memchr(b'<', bytes).is_some();
                if !linked {
                    continue;
                }
                for (event, range) in Parser::new_ext(&text.value, Options::empty()).into_offset_iter() {
                    let (Event::Start(Tag::Link { dest_url, .. })
                    | Event::Start(Tag::Image { dest_url, .. })) = event
                    else {
                        continue;
                    };
                    if let Some(scheme) = refused_scheme(&dest_url) {
                        found.push((text.locate(range), scheme));
                    }
                }
            }
        }
        for (at, scheme) in found {
            let part = self.part_of(at);
            self.report(
                Code::M023,
                part,
                at.span,
                format!("a link leads to a `{scheme}:` address"),
                |finding| finding.help("link to an http or https address, or write the text without a link"),
            );
        }
    }
}

/// The scheme of `address` when no page may link to it. Browsers pass over white space and control
/// characters in a scheme, so they are passed over here.
pub(crate) fn refused_scheme(address: &str) -> Option<String> {
    let bare: String = address.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let (scheme, _) = bare.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    let scheme = scheme.to_ascii_lowercase();
    (is_scheme && !matches!(scheme.as_str(), "http" | "https" | "mailto")).then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::refused_scheme;

    #[test]
    fn only_web_and_mail_are_linked() {
        assert_eq!(refused_scheme("JavaScript:alert(1)").as_deref(), Some("javascript"));
        assert_eq!(refused_scheme(" java\tscript:alert(1)").as_deref(), Some("javascript"));
        assert_eq!(refused_scheme("data:text/html,x").as_deref(), Some("data"));
        assert_eq!(refused_scheme("https://example.org/a:b"), None);
        assert_eq!(refused_scheme("../a-2/#x:y"), None);
        assert_eq!(refused_scheme("mailto:a@b.c"), None);
    }
}
