//! Languages and addresses that two files must tell alike: `hreflang` both ways, sitemaps, canonical
//! addresses.

use std::collections::BTreeSet;

use super::{Finding, Tree};
use crate::diag::Code;

/// Compares what pages and sitemaps say of each other.
pub(super) fn check<'a>(tree: &Tree<'a>) -> Vec<(&'a str, Finding)> {
    let mut found = Vec::new();
    if !tree.base.is_known() {
        return found;
    }
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for (path, facts) in tree.facts {
        let mut say =
            |line: u32, message: String| found.push((*path, Finding::new(Code::T017, line, message)));
        if let Some(page) = &facts.page {
            if let Some((address, line)) = &page.canonical
                && !page.leads_on
                && tree.page_at(address).is_none_or(|(file, _)| file != *path)
            {
                say(*line, format!("the page says that its address is `{address}`, which is another one"));
            }
            let own: Vec<&(String, String, u32)> =
                page.alternates.iter().filter(|(lang, ..)| *lang == page.lang).collect();
            if !page.alternates.is_empty()
                && !own
                    .iter()
                    .any(|(_, address, _)| tree.page_at(address).is_some_and(|(file, _)| file == *path))
            {
                say(1, "the page is not among its own languages".to_owned());
            }
            for (lang, address, line) in &page.alternates {
                let Some((file, other)) = tree.page_at(address) else { continue };
                if file == *path {
                    continue;
                }
                if lang != "x-default" && other.lang != *lang {
                    say(*line, format!("{file} is not in `{lang}`, as its `hreflang` says"));
                }
                let back = other
                    .alternates
                    .iter()
                    .any(|(_, address, _)| tree.page_at(address).is_some_and(|(file, _)| file == *path));
                if !back {
                    say(*line, format!("{file} does not name this page among its languages"));
                }
            }
        }
        for (address, alternates, line) in &facts.places {
            let Some((file, page)) = tree.page_at(address) else {
                say(*line, format!("the sitemap names `{address}`, which is no page of the site"));
                continue;
            };
            if page.leads_on || page.noindex {
                say(*line, format!("the sitemap names {file}, which search engines are to leave alone"));
            }
            let on_page: BTreeSet<(&str, &str)> =
                page.alternates.iter().map(|(lang, address, _)| (lang.as_str(), address.as_str())).collect();
            let in_map: BTreeSet<(&str, &str)> =
                alternates.iter().map(|(lang, address)| (lang.as_str(), address.as_str())).collect();
            if on_page != in_map {
                say(*line, format!("the sitemap and {file} tell different languages"));
            }
            listed.insert(file);
        }
    }
    if !listed.is_empty() {
        let missing = tree.facts.iter().filter(|(path, facts)| {
            let page = facts.page.as_ref();
            let indexed =
                page.is_some_and(|page| !page.leads_on && !page.noindex && page.canonical.is_some());
            indexed && path.contains("/cases/") && !listed.contains(**path)
        });
        found.extend(
            missing.map(|(path, _)| {
                (*path, Finding::new(Code::T017, 1, "no sitemap names this page".to_owned()))
            }),
        );
    }
    found
}
