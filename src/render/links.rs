//! Where a link in a text of the library leads, by one rule for who writes the link and who checks it.
//!
//! In comes an address as a contributor writes it: another case's file, id or path, a figure beside the
//! case, a page of the site with or without its language. Out comes a path from the site's root, or a
//! finding at its place in the contributor's file.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{Path, segment};
use super::catalogue::{BROWSED, Catalogue};
use super::figures;
use super::html::{Target, encode_path, target};
use super::locale::wanted;
use super::markdown;
use super::views::{case, lists::year_segment, prose};
use crate::diag::{Code, Diagnostic};
use crate::model::lower::refused_scheme;
use crate::model::{Case, Library, Page};
use crate::score::Scored;
use crate::text::{Anchors, Lang, claim_anchor, fragment};

/// Where a text stands.
#[derive(Clone, Copy)]
pub enum Home<'a> {
    /// In a record.
    Case(&'a Case),
    /// In a free page.
    Page(&'a Page),
}

/// A page of which the ids are known, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Leaf {
    Case(usize),
    Page(usize),
}

/// Where a link leads.
struct Lead {
    /// The path from the site's root, encoded, with query and fragment.
    address: String,
    /// The page, where its ids are known.
    page: Option<(Leaf, Lang)>,
    /// The id on it; empty where none is told.
    id: String,
}

impl Lead {
    fn to(address: String) -> Self {
        Self { address, page: None, id: String::new() }
    }
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
        self.follow(lang, home, told).map(|lead| lead.address)
    }

    fn follow(&self, lang: &Lang, home: Home<'_>, told: &Target<'_>) -> Option<Lead> {
        let own;
        let told = match told {
            Target::Elsewhere(address) => {
                own = Target::Root(self.own(address)?);
                &own
            }
            told => told,
        };
        let (path, rest) = match told {
            Target::Root(path) | Target::Relative(path) => {
                path.split_at(path.find(['?', '#']).unwrap_or(path.len()))
            }
            _ => return None,
        };
        let path = percent_decode(path);
        let mut lead = match told {
            Target::Root(_) => self.below_root(lang, &path),
            _ => self.beside(lang, home, &path),
        }?;
        let (query, id) = rest.split_once('#').unwrap_or((rest, ""));
        lead.address.push_str(query);
        if !id.is_empty() {
            lead.id = fragment(id);
            lead.address.push('#');
            lead.address.push_str(if lead.page.is_some() { &lead.id } else { id });
        }
        Some(lead)
    }

    /// The path below the root where `address` is one of the site itself.
    fn own<'a>(&self, address: &'a str) -> Option<&'a str> {
        let base = &self.library.config.base_url;
        if base.is_empty() { None } else { address.strip_prefix(base.as_str()) }
    }

    fn below_root(&self, lang: &Lang, path: &str) -> Option<Lead> {
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
            return self.is_page(below).then(|| self.page(told, below));
        }
        if self.is_page(trimmed) {
            return Some(self.page(lang, trimmed));
        }
        // What a theme or an export makes is not listed here; `check --site` follows it in the built tree.
        let made = ["data/", "assets/", "search/"].iter().any(|folder| path.starts_with(folder))
            || matches!(path, "llms.txt" | "robots.txt" | "sitemap.xml");
        (made || self.is_data(path)).then(|| Lead::to(encode_path(path)))
    }

    /// Whether `path` is one of the files for programs.
    fn is_data(&self, path: &str) -> bool {
        let Some(name) = path.strip_prefix("api/v1/").and_then(|name| name.strip_suffix(".json")) else {
            return false;
        };
        match name.strip_prefix("cases/") {
            Some(id) => self.cases.iter().any(|scored| segment(&scored.verified.case.id.0) == id),
            None => matches!(name, "cases" | "vocabularies" | "sources"),
        }
    }

    fn beside(&self, lang: &Lang, home: Home<'_>, path: &str) -> Option<Lead> {
        let trimmed = path.trim_end_matches('/');
        let name = trimmed.rsplit('/').next().unwrap_or(trimmed);
        match home {
            Home::Case(case) => {
                if let Some(figure) = figures::address(case, path) {
                    return Some(Lead::to(figure));
                }
            }
            Home::Page(_) => {
                let stem = name.strip_suffix(".md").unwrap_or(name).split('.').next().unwrap_or(name);
                if let Some(number) = self.library.pages.iter().position(|page| page.name == stem) {
                    let address = Path::page(lang, stem).encoded();
                    return Some(Lead {
                        page: Some((Leaf::Page(number), lang.clone())),
                        ..Lead::to(address)
                    });
                }
            }
        }
        if name.starts_with("index.") {
            return self.case(lang, trimmed.rsplit('/').nth(1)?);
        }
        self.case(lang, name)
    }

    /// A case by its id, former id, path segment or file.
    fn case(&self, lang: &Lang, name: &str) -> Option<Lead> {
        let number = self.catalogue.case_named(name).or_else(|| {
            let stem = name.strip_suffix(".md").or_else(|| name.strip_suffix(".json"))?;
            let stem = match stem.rsplit_once('.') {
                Some((stem, tag)) if Lang::parse(tag).is_some() => stem,
                _ => stem,
            };
            self.catalogue.case_named(stem)
        })?;
        let address = Path::case(lang, &self.cases.get(number)?.verified.case.slug).encoded();
        Some(Lead { page: Some((Leaf::Case(number), lang.clone())), ..Lead::to(address) })
    }

    /// The page at `path`, which there is, told below the language.
    fn page(&self, lang: &Lang, path: &str) -> Lead {
        let path = path.trim_matches('/');
        let address =
            if path.is_empty() { Path::home(lang) } else { Path::under(lang, &format!("{path}/")) }.encoded();
        // A page of the site's own name is not the free page of that name.
        let free = path.strip_prefix("pages/").or((!super::address::is_own_page(path)).then_some(path));
        let number =
            free.and_then(|name| self.library.pages.iter().position(|page| segment(&page.name) == name));
        Lead { page: number.map(|number| (Leaf::Page(number), lang.clone())), ..Lead::to(address) }
    }

    /// The ids that texts may point at on a page.
    fn ids(&self, leaf: Leaf, lang: &Lang) -> BTreeSet<String> {
        let wanted = wanted(lang, &self.library.config.languages);
        match leaf {
            Leaf::Case(number) => {
                self.cases.get(number).map_or_else(BTreeSet::new, |own| case_ids(&own.verified.case, &wanted))
            }
            Leaf::Page(number) => {
                self.library.pages.get(number).map_or_else(BTreeSet::new, |page| page_ids(page, &wanted))
            }
        }
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

/// Decodes `%D0%BF`; what is no UTF-8 afterwards stays as it was.
fn percent_decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}

/// Links in records and pages that lead nowhere, and pages whose names the site itself has.
pub fn check(library: &Library, cases: &[Scored], catalogue: &Catalogue) -> Vec<Diagnostic> {
    let places = Places { library, cases, catalogue };
    let mut known = Known::new();
    let mut found = Vec::new();
    for (number, scored) in cases.iter().enumerate() {
        let case = &scored.verified.case;
        let home = (Home::Case(case), Leaf::Case(number));
        for (lang, text) in case.texts().iter().flat_map(|(_, text)| &text.0) {
            for dead in dead(&places, lang, home, &text.value, &mut known) {
                let place = case.place(text.locate(dead.range));
                let told = Diagnostic::new(Code::T004, place, dead.message).help(dead.help);
                found.push(told.case(case.id.to_string()));
            }
        }
    }
    for (number, page) in library.pages.iter().enumerate() {
        for (lang, text) in &page.body {
            let home = (Home::Page(page), Leaf::Page(number));
            for dead in dead(&places, lang, home, &text.value, &mut known) {
                let at = text.locate(dead.range);
                let Some(file) = page.files.get(usize::from(at.file)) else { continue };
                let place = file.place(at.span);
                found.push(Diagnostic::new(Code::T004, place, dead.message).help(dead.help));
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

const HELP_ADDRESS: &str =
    "write the whole address with its `https://`, a path from the site's root, or the text without a link";
const HELP_ID: &str = "write the words of a heading of that page in lower case, joined by `-`";

/// The ids of pages that were asked for.
type Known = BTreeMap<(Leaf, Lang), BTreeSet<String>>;

/// The ids of a case's page, given out in the order in which the page takes them.
fn case_ids(case: &Case, wanted: &[Lang]) -> BTreeSet<String> {
    let mut taken = case::anchors();
    let mut ids: BTreeSet<String> = case::RESERVED.into_iter().map(str::to_owned).collect();
    ids.extend(case.claims.iter().map(|claim| claim_anchor(&claim.id)));
    for (name, text) in case::texts_of(case) {
        let own = taken.take(&name.replace('.', "-"));
        if let Some((_, text)) = text.best(wanted) {
            ids.insert(own);
            ids.extend(markdown::headings(&text.value).iter().map(|words| taken.take(words)));
        }
    }
    for (name, items) in case::LISTS.into_iter().zip([&case.remediation, &case.action_items]) {
        if !items.is_empty() {
            ids.insert(name.to_owned());
        }
    }
    ids
}

/// The ids of a free page.
fn page_ids(page: &Page, wanted: &[Lang]) -> BTreeSet<String> {
    let mut taken = Anchors::reserved(prose::RESERVED);
    let mut ids: BTreeSet<String> =
        prose::RESERVED.iter().chain(prose::anchors(&page.name)).map(|id| (*id).to_owned()).collect();
    let body = wanted.iter().find_map(|lang| page.body.get(lang)).or_else(|| page.body.values().next());
    if let Some(body) = body {
        ids.extend(markdown::headings(&body.value).iter().map(|words| taken.take(words)));
    }
    ids
}

/// A link that leads nowhere.
struct Dead {
    /// Its bytes in the text.
    range: std::ops::Range<usize>,
    message: String,
    help: &'static str,
}

/// The links of a text that lead nowhere.
fn dead(
    places: &Places<'_>,
    lang: &Lang,
    (home, leaf): (Home<'_>, Leaf),
    text: &str,
    known: &mut Known,
) -> Vec<Dead> {
    if !markdown::may_link(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut has = |page: (Leaf, Lang), id: &str| {
        id.is_empty()
            || id.starts_with(":~:")
            || known.entry(page).or_insert_with_key(|(leaf, lang)| places.ids(*leaf, lang)).contains(id)
    };
    for (address, range) in markdown::addresses(text) {
        let told = target(&address);
        let (message, help) = match &told {
            // A scheme that no page links to is told where the record is read.
            Target::Refused if matches!(home, Home::Case(_)) && refused_scheme(&address).is_some() => {
                continue;
            }
            Target::Refused if address.trim().is_empty() => {
                ("a link has no address".to_owned(), HELP_ADDRESS)
            }
            Target::Refused => (format!("`{address}` is no address that a page links to"), HELP_ADDRESS),
            Target::Fragment(id) if has((leaf, lang.clone()), &fragment(id)) => continue,
            Target::Fragment(_) => (format!("`{address}` names no heading of this text"), HELP_ID),
            Target::Elsewhere(address) if places.own(address).is_none() => continue,
            Target::Elsewhere(_) | Target::Root(_) | Target::Relative(_) => {
                match places.follow(lang, home, &told) {
                    None => (format!("`{address}` leads to no page of this site"), HELP),
                    Some(Lead { page: Some(page), id, .. }) if !has(page.clone(), &id) => {
                        (format!("`{address}` names no heading of the page it leads to"), HELP_ID)
                    }
                    Some(_) => continue,
                }
            }
        };
        found.push(Dead { range, message, help });
    }
    found.extend(markdown::broken_links(text).into_iter().map(|(address, range)| Dead {
        range,
        message: format!("`{address}` is no address, for a space stands in it"),
        help: HELP,
    }));
    found
}
