//! Where a link in a text of the library leads, by one rule for who writes the link and who checks it.
//!
//! In comes an address as a contributor writes it: another case's file, id or path, a figure beside the
//! case, a page of the site with or without its language. Out comes a path from the site's root, or a
//! finding at its place in the contributor's file.

use std::collections::BTreeSet;

use super::address::{Path, segment};
use super::catalogue::{BROWSED, Catalogue};
use super::figures;
use super::html::{Target, encode_path, target};
use super::markdown;
use super::views::{case::RESERVED, lists::year_segment, prose};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Library, Page};
use crate::score::Scored;
use crate::text::{Lang, anchor, claim_anchor};

/// Where a text stands.
#[derive(Clone, Copy)]
pub enum Home<'a> {
    /// In a record.
    Case(&'a Case),
    /// In a free page.
    Page(&'a Page),
}

/// What a link may lead to.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The library.
    pub library: &'a Library,
    /// Its cases.
    pub cases: &'a [Scored],
    /// Their groups.
    pub catalogue: &'a Catalogue,
}

impl Places<'_> {
    /// The path from the site's root, encoded, with query and fragment, that `told` means in a text of
    /// `home` in `lang`; `None` where it leads to no page of the site.
    pub fn lead(&self, lang: &Lang, home: Home<'_>, told: &Target<'_>) -> Option<String> {
        let (path, rest) = match told {
            Target::Root(path) | Target::Relative(path) => {
                path.split_at(path.find(['?', '#']).unwrap_or(path.len()))
            }
            _ => return None,
        };
        let path = percent_decode(path);
        let found = match told {
            Target::Root(_) => self.below_root(lang, &path),
            _ => self.beside(lang, home, &path),
        };
        found.map(|path| format!("{path}{rest}"))
    }

    fn below_root(&self, lang: &Lang, path: &str) -> Option<String> {
        let trimmed = path.trim_end_matches('/');
        if let Some(case) = trimmed.strip_prefix("cases/").and_then(|name| self.case(lang, name)) {
            return Some(case);
        }
        let languages = &self.library.config.languages;
        let (first, below) = trimmed.split_once('/').unwrap_or((trimmed, ""));
        if let Some(told) = languages.iter().find(|own| own.as_str() == first) {
            if let Some(case) = below.strip_prefix("cases/").and_then(|name| self.case(told, name)) {
                return Some(case);
            }
            return self.is_page(below).then(|| page(told, below));
        }
        if self.is_page(trimmed) {
            return Some(page(lang, trimmed));
        }
        // What is made for programs is not listed here; `check --site` follows it in the built tree.
        let made = ["api/v1/", "data/", "assets/", "search/"].iter().any(|folder| path.starts_with(folder))
            || matches!(path, "llms.txt" | "robots.txt" | "sitemap.xml");
        made.then(|| encode_path(path))
    }

    fn beside(&self, lang: &Lang, home: Home<'_>, path: &str) -> Option<String> {
        let trimmed = path.trim_end_matches('/');
        let name = trimmed.rsplit('/').next().unwrap_or(trimmed);
        match home {
            Home::Case(case) => {
                if let Some(figure) = figures::address(case, path) {
                    return Some(figure);
                }
            }
            Home::Page(_) => {
                let stem = name.strip_suffix(".md").unwrap_or(name).split('.').next().unwrap_or(name);
                if self.library.pages.iter().any(|page| page.name == stem) {
                    return Some(Path::page(lang, stem).encoded());
                }
            }
        }
        if name.starts_with("index.") {
            return self.case(lang, trimmed.rsplit('/').nth(1)?);
        }
        self.case(lang, name)
    }

    /// A case by its id, former id, path segment or file.
    fn case(&self, lang: &Lang, name: &str) -> Option<String> {
        let number = self.catalogue.case_named(name).or_else(|| {
            let stem = name.strip_suffix(".md").or_else(|| name.strip_suffix(".json"))?;
            let stem = match stem.rsplit_once('.') {
                Some((stem, tag)) if Lang::parse(tag).is_some() => stem,
                _ => stem,
            };
            self.catalogue.case_named(stem)
        })?;
        Some(Path::case(lang, &self.cases.get(number)?.verified.case.slug).encoded())
    }

    /// Whether every language has a page at `path`, told below the language and without its last slash.
    fn is_page(&self, path: &str) -> bool {
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let numbered = parts.last().and_then(|last| last.strip_prefix("page-"));
        if numbered.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            parts.pop();
        }
        let is = |id: &str, part: &str| segment(id) == part;
        match parts[..] {
            [] => true,
            ["pages", name] | [name] if self.library.pages.iter().any(|page| is(&page.name, name)) => true,
            [name] => super::address::is_own_page(name),
            ["browse", vocabulary] => browsed(vocabulary).is_some(),
            ["browse", vocabulary, term] => browsed(vocabulary)
                .and_then(|vocabulary| self.catalogue.by_term.get(vocabulary))
                .is_some_and(|terms| terms.keys().any(|id| is(id, term))),
            ["orgs", org] => self.catalogue.by_org.keys().any(|id| is(id, org)),
            ["years", year] => self.catalogue.by_year.keys().any(|known| year_segment(*known) == year),
            ["sources", source] => self.library.sources.keys().any(|id| is(id, source)),
            _ => false,
        }
    }
}

fn browsed(part: &str) -> Option<&'static str> {
    BROWSED.into_iter().find(|vocabulary| vocabulary.replace('_', "-") == part)
}

fn page(lang: &Lang, path: &str) -> String {
    let path = path.trim_matches('/');
    if path.is_empty() { Path::home(lang) } else { Path::under(lang, &format!("{path}/")) }.encoded()
}

/// Decodes `%D0%BF`; what is no UTF-8 afterwards stays as it was.
fn percent_decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}

/// Links in records and pages that lead nowhere, and pages whose names the site itself has.
pub fn check(library: &Library, cases: &[Scored]) -> Vec<Diagnostic> {
    let catalogue = Catalogue::new(library, cases);
    let places = Places { library, cases, catalogue: &catalogue };
    let mut found = Vec::new();
    for scored in cases {
        let case = &scored.verified.case;
        let fields = case.texts();
        for (lang, text) in fields.iter().flat_map(|(_, text)| &text.0) {
            if !markdown::may_link(&text.value) {
                continue;
            }
            let anchors = || {
                let mut anchors: BTreeSet<String> = RESERVED.into_iter().map(str::to_owned).collect();
                for (field, text) in &fields {
                    anchors.extend([anchor(&field.name.replace('.', "-")), field.name.replace('_', "-")]);
                    anchors.extend(text.0.get(lang).into_iter().flat_map(|text| headings(&text.value)));
                }
                anchors.extend(case.claims.iter().map(|claim| claim_anchor(&claim.id)));
                anchors
            };
            for (range, message) in dead(&places, lang, Home::Case(case), &text.value, &anchors) {
                let place = case.place(text.locate(range));
                found.push(Diagnostic::new(Code::T004, place, message).help(HELP).case(case.id.to_string()));
            }
        }
    }
    for page in &library.pages {
        for (lang, text) in &page.body {
            let own = prose::anchors(&page.name).iter().map(|id| (*id).to_owned());
            let anchors = || headings(&text.value).chain(own.clone()).collect();
            for (range, message) in dead(&places, lang, Home::Page(page), &text.value, &anchors) {
                let at = text.locate(range);
                let Some(file) = page.files.get(usize::from(at.file)) else { continue };
                found.push(Diagnostic::new(Code::T004, file.place(at.span), message).help(HELP));
            }
        }
        if super::address::is_taken(&page.name)
            && let Some(file) = page.files.first()
        {
            let published = Path::new(format!("pages/{}/", segment(&page.name)));
            let message = format!("the site has a page `{}` of its own", page.name);
            found.push(
                Diagnostic::new(Code::T006, file.place(crate::diag::ByteSpan::default()), message).help(
                    format!("give the file another name; until then it is at `{}`", published.as_str()),
                ),
            );
        }
    }
    found
}

const HELP: &str =
    "write the case's file name, its id, or a path from the site's root such as `/cases/some-case/`";

fn headings(text: &str) -> impl Iterator<Item = String> {
    markdown::headings(text).into_iter().map(|words| anchor(&words))
}

/// The links of a text that lead nowhere: where in the text, and what is wrong.
fn dead(
    places: &Places<'_>,
    lang: &Lang,
    home: Home<'_>,
    text: &str,
    anchors: &dyn Fn() -> BTreeSet<String>,
) -> Vec<(std::ops::Range<usize>, String)> {
    let mut found = Vec::new();
    for (address, range) in markdown::addresses(text) {
        let told = target(&address);
        match told {
            Target::Root(_) | Target::Relative(_) if places.lead(lang, home, &told).is_none() => {
                found.push((range, format!("`{address}` leads to no page of this site")));
            }
            Target::Fragment(id) => {
                let id = percent_decode(id).to_lowercase();
                let base = id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
                let anchors = anchors();
                if !id.is_empty() && !anchors.contains(&id) && !anchors.contains(base) {
                    found.push((range, format!("`{address}` names no heading of this text")));
                }
            }
            _ => {}
        }
    }
    found.extend(
        markdown::broken_links(text)
            .into_iter()
            .map(|(address, range)| (range, format!("`{address}` is no address, for a space stands in it"))),
    );
    found
}
