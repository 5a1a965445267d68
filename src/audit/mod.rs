//! A built tree, walked as a browser, a feed reader and a search engine would walk it.
//!
//! In come finished files and the address at which they will stand; out come findings, each at its file
//! and line, and counts in which every address is accounted for. Nothing is fetched and nothing is
//! mended: a finding here is a fault of a theme, of a host's copy, or of Casebook itself.

mod budget;
mod data;
mod html;
mod links;
mod page;
mod pairs;
mod xml;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use self::links::{Base, Leads, file_of};
use self::page::{Page, PageLink};
use crate::diag::{Code, Diagnostic, Place};
use crate::load::Asset;

pub use self::html::{Document, Element, parse as parse_html};
pub use self::xml::{Tag, parse as parse_xml};

/// What was found in a tree.
#[derive(Debug, Default)]
pub struct Report {
    /// Files.
    pub files: usize,
    /// Pages among them.
    pub pages: usize,
    /// What became of every address.
    pub addresses: Addresses,
    /// Findings, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
}

/// Every address in the tree, by what became of it; the sum is the number of all.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Addresses {
    /// It leads to a file of the tree, and to an id on it where it asks for one.
    pub hold: usize,
    /// It leads to nothing.
    pub dead: usize,
    /// It leads to another host, which is not asked.
    pub not_checked: usize,
}

/// A finding before it knows its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub code: Code,
    /// The line, from 1.
    pub line: u32,
    /// What was found.
    pub message: String,
}

impl Finding {
    /// A finding of `code` at `line`.
    pub fn new(code: Code, line: u32, message: String) -> Self {
        Self { code, line, message }
    }
}

/// One file, read.
#[derive(Default)]
struct Facts {
    page: Option<Page>,
    links: Vec<PageLink>,
    places: Vec<data::SitemapEntry>,
    found: Vec<Finding>,
}

/// Files at the root whose names begin with `_` or `.` because hosts ask for them so.
const HOST_FILES: [&str; 3] = ["_headers", "_redirects", ".nojekyll"];

/// Whether a hidden file is meant for a program that keeps or serves the folder, and for no reader.
fn is_for_others(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with(".git") || name == ".htaccess" || path.starts_with(".well-known/")
}

/// Walks the tree; without `base_url` the address is taken from what the site says of itself.
pub fn site(files: &[Asset], base_url: Option<&str>) -> Report {
    let base = Base::new(base_url.map(str::to_owned).or_else(|| told_address(files)).as_deref());
    let read: Vec<Facts> = files.par_iter().map(facts).collect();
    let facts: BTreeMap<&str, Facts> = files.iter().map(|file| file.path.as_str()).zip(read).collect();
    let tree = Tree { base, names: facts.keys().copied().collect(), facts: &facts };

    let mut addresses = Addresses::default();
    let mut found: Vec<(&str, Finding)> = Vec::new();
    for (path, facts) in &facts {
        found.extend(facts.found.iter().map(|finding| (*path, finding.clone())));
        let of_page = facts.page.iter().flat_map(|page| &page.links);
        for link in of_page.chain(&facts.links) {
            found.extend(tree.follow(path, link, &mut addresses).map(|finding| (*path, finding)));
        }
    }
    found.extend(pairs::check(&tree));
    found.extend(budget::check(files, &tree));

    let mut diagnostics: Vec<Diagnostic> = found
        .into_iter()
        .map(|(path, finding)| {
            let place = Place { line: finding.line, end_line: finding.line, ..Place::file(path) };
            Diagnostic::new(finding.code, place, finding.message).help(help(finding.code))
        })
        .collect();
    crate::diag::sort(&mut diagnostics);
    let pages = facts.values().filter(|facts| facts.page.is_some()).count();
    Report { files: files.len(), pages, addresses, diagnostics }
}

/// What to do about a finding of `code`; the file at fault is made, so nothing is mended in it.
fn help(code: Code) -> &'static str {
    match code {
        Code::T010 => "mend the template that writes this address, or build again into an empty folder",
        Code::T011 => "mend the template that writes this markup; docs/themes.md tells what a view holds",
        Code::T013 | Code::T014 => {
            "put it into a file of the theme's assets/: the site's policy refuses it here"
        }
        Code::T015 => "shorten the page, or the theme's styles and scripts",
        Code::T016 => "give it another name: hosts leave out what begins with `_` or `.`",
        Code::T017 => "build the whole site again with one --base-url",
        _ => "build the site again; if the finding stays, the theme or the program is at fault",
    }
}

/// The address of the site as its own `robots.txt` tells it.
fn told_address(files: &[Asset]) -> Option<String> {
    let robots = files.iter().find(|file| file.path == "robots.txt")?.read().ok()?;
    let text = String::from_utf8_lossy(&robots).into_owned();
    text.lines()
        .find_map(|line| line.strip_prefix("Sitemap: ")?.strip_suffix("sitemap.xml").map(str::to_owned))
}

/// The tree as read.
struct Tree<'a> {
    base: Base,
    names: BTreeSet<&'a str>,
    facts: &'a BTreeMap<&'a str, Facts>,
}

impl Tree<'_> {
    /// Follows one address and counts what became of it.
    fn follow(&self, from: &str, link: &PageLink, addresses: &mut Addresses) -> Option<Finding> {
        let address = &link.address;
        let say = |code: Code, message: String| Some(Finding::new(code, link.line, message));
        let leads = self.base.follow(from, address);
        let dead = match leads {
            Leads::Inside(path, id) => match file_of(&path, &self.names) {
                None => format!("`{address}` leads to no file of the site"),
                Some(file) => {
                    let ids = self
                        .facts
                        .get(file.as_str())
                        .and_then(|facts| facts.page.as_ref())
                        .map(|page| &page.ids);
                    match (id, ids) {
                        (Some(id), Some(ids)) if !ids.contains(&id) => {
                            format!("`{address}` asks for the id `{id}`, which {file} does not have")
                        }
                        _ => {
                            addresses.hold += 1;
                            return None;
                        }
                    }
                }
            },
            Leads::OffBase => format!("`{address}` leaves the site's base path"),
            Leads::Refused(why) => format!("`{address}` leads nowhere: {why}"),
            Leads::Data if link.fetched => {
                addresses.hold += 1;
                return None;
            }
            Leads::Data => format!("`{address}` holds a document of its own"),
            Leads::Elsewhere | Leads::Program => {
                addresses.not_checked += 1;
                let message = format!("the browser would ask another host for `{address}`");
                return if link.fetched { say(Code::T013, message) } else { None };
            }
        };
        addresses.dead += 1;
        say(Code::T010, dead)
    }

    /// The page that an absolute address names.
    fn page_at(&self, address: &str) -> Option<(String, &Page)> {
        let Leads::Inside(path, _) = self.base.follow("", address) else { return None };
        let file = file_of(&path, &self.names)?;
        let page = self.facts.get(file.as_str())?.page.as_ref()?;
        Some((file, page))
    }
}

/// Reads one file.
fn facts(file: &Asset) -> Facts {
    let mut facts = Facts::default();
    let hidden = file.path.split('/').any(|part| part.starts_with(['_', '.']));
    if hidden && !HOST_FILES.contains(&file.path.as_str()) && !is_for_others(&file.path) {
        facts.found.push(Finding::new(Code::T016, 1, "hosts do not publish a file of this name".to_owned()));
    }
    let bytes = match file.read() {
        Ok(bytes) => bytes,
        Err(error) => {
            facts.found.push(Finding::new(Code::T012, 1, format!("the file cannot be read: {error}")));
            return facts;
        }
    };
    let ending = file.path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let texts =
        ["html", "xml", "svg", "json", "jsonl", "ndjson", "webmanifest", "css", "js", "mjs", "txt", "csv"];
    if !texts.contains(&ending) && !HOST_FILES.contains(&file.path.as_str()) {
        return facts;
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        facts.found.push(Finding::new(Code::T012, 1, "the file is not UTF-8".to_owned()));
        return facts;
    };
    if let Some(at) = text.find('\u{FFFD}') {
        let line = text[..at].matches('\n').count() + 1;
        let message = "U+FFFD stands where a character was lost".to_owned();
        facts.found.push(Finding::new(Code::T012, u32::try_from(line).unwrap_or(u32::MAX), message));
    }
    if ending == "html" {
        let (page, found) = page::read(&html::parse(text));
        facts.found.extend(found);
        facts.page = Some(page);
    } else {
        let (data, found) = data::read(&file.path, text);
        facts.found.extend(found);
        facts.links = data.links;
        facts.places = data.places;
    }
    facts
}
