//! Cases in the groups and orders in which pages list them; the same for every language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use crate::model::{Case, Library, TermUse};
use crate::score::Scored;
use crate::text::Lang;

/// The vocabularies by which cases are browsed, in the order of display.
pub const BROWSED: [&str; 7] =
    ["root_cause", "symptom", "component", "domain", "contributing", "severity", "type"];

/// Numbers of cases (indexes into the site's list), newest first.
pub type Numbers = Vec<usize>;

/// Groups and orders over all cases.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Newest first; undated last; ties by id.
    pub by_date: Numbers,
    /// Best supported first; ties by date.
    pub by_score: Numbers,
    /// By vocabulary, then by term.
    pub by_term: BTreeMap<&'static str, BTreeMap<Arc<str>, Numbers>>,
    /// By organisation.
    pub by_org: BTreeMap<Arc<str>, Numbers>,
    /// By year, newest first in display; `None` holds the undated.
    pub by_year: BTreeMap<Option<i16>, Numbers>,
    /// By source.
    pub by_source: BTreeMap<Arc<str>, Numbers>,
    /// Sources of which nothing is known but where they are, and that one case alone uses: they stand in
    /// the list of sources and have no page of their own.
    pub bare: BTreeSet<Arc<str>>,
    /// Case number by id, former id, slug and file stem, composed and in lower case.
    by_name: BTreeMap<String, usize>,
}

impl Catalogue {
    /// Groups the cases.
    pub fn new(library: &Library, cases: &[Scored]) -> Self {
        let mut catalogue = Self { by_date: (0..cases.len()).collect(), ..Self::default() };
        catalogue.by_date.sort_by_key(|&number| {
            let case = &cases[number].verified.case;
            let date = case.date.value().map(|date| date.value.sort_key());
            (date.is_none(), std::cmp::Reverse(date), case.id.clone())
        });
        catalogue.order_by_score(cases);
        for &number in &catalogue.by_date {
            let case = &cases[number].verified.case;
            for vocabulary in BROWSED {
                for term in terms(case, vocabulary) {
                    let group = catalogue.by_term.entry(vocabulary).or_default();
                    push(group.entry(term.clone()).or_default(), number);
                }
            }
            if let Some(org) = &case.org {
                push(catalogue.by_org.entry(org.id.clone()).or_default(), number);
            }
            let year = case.date.value().map(|date| date.value.year());
            push(catalogue.by_year.entry(year).or_default(), number);
            for source in cited_sources(case) {
                push(catalogue.by_source.entry(source).or_default(), number);
            }
        }
        let quoted: BTreeSet<&Arc<str>> =
            cases.iter().flat_map(|scored| quoted(&scored.verified.case)).collect();
        let bare = library.sources.values().filter(|source| {
            source.text.is_none()
                && source.title.0.is_empty()
                && source.cites.is_empty()
                && source.author.is_none()
                && catalogue.by_source.get(&source.id).is_some_and(|cases| cases.len() == 1)
                && !quoted.contains(&source.id)
        });
        catalogue.bare = bare.map(|source| source.id.clone()).collect();
        // What a case is called now comes before what any was called once.
        for (number, scored) in cases.iter().enumerate() {
            let case = &scored.verified.case;
            for name in [&*case.id.0, case.slug.as_str()] {
                catalogue.by_name.entry(fold(name)).or_insert(number);
            }
        }
        for (number, scored) in cases.iter().enumerate() {
            let case = &scored.verified.case;
            let stems = case.files.iter().filter_map(|file| stem(&file.path));
            for name in case.former_ids.iter().cloned().chain(stems) {
                catalogue.by_name.entry(fold(&name)).or_insert(number);
            }
        }
        catalogue
    }

    /// Sorts by score, after the dates are known.
    pub fn order_by_score(&mut self, cases: &[Scored]) {
        self.by_score.clone_from(&self.by_date);
        self.by_score.sort_by(|&a, &b| cases[b].score.total.total_cmp(&cases[a].score.total));
    }

    /// The case that `name` (an id, former id, slug or file name) means.
    pub fn case_named(&self, name: &str) -> Option<usize> {
        self.by_name.get(&fold(name)).copied()
    }

    /// The cases with `term` of `vocabulary`.
    pub fn term(&self, vocabulary: &str, term: &str) -> &[usize] {
        self.by_term.get(vocabulary).and_then(|terms| terms.get(term)).map_or(&[], Vec::as_slice)
    }

    /// Terms of `vocabulary` that have a page: those of the vocabulary in its order, then those that
    /// only records use.
    pub fn terms(&self, library: &Library, vocabulary: &str) -> Vec<Arc<str>> {
        let mut terms = library.vocab.get(vocabulary).map(|known| known.order.clone()).unwrap_or_default();
        let listed: BTreeSet<Arc<str>> = terms.iter().cloned().collect();
        if let Some(used) = self.by_term.get(vocabulary) {
            terms.extend(used.keys().filter(|term| !listed.contains(*term)).cloned());
        }
        terms
    }
}

/// What a case tells of itself to the pages of others, but for its score: where all of it is the same, groups and
/// orders of a library are the same as well.
#[derive(Debug, PartialEq)]
pub struct Traits<'a> {
    names: Vec<&'a str>,
    files: Vec<Option<String>>,
    date: Option<(i32, i16)>,
    terms: Vec<(&'static str, Vec<&'a Arc<str>>)>,
    org: Option<&'a Arc<str>>,
    cited: BTreeSet<Arc<str>>,
    quoted: BTreeSet<&'a Arc<str>>,
}

impl<'a> Traits<'a> {
    /// What `case` tells of itself.
    pub fn of(case: &'a Case) -> Self {
        let own = [&*case.id.0, case.slug.as_str()].into_iter();
        Self {
            names: own.chain(case.former_ids.iter().map(String::as_str)).collect(),
            files: case.files.iter().map(|file| stem(&file.path)).collect(),
            date: case.date.value().map(|date| (date.value.sort_key(), date.value.year())),
            terms: BROWSED.map(|vocabulary| (vocabulary, terms(case, vocabulary).collect())).into(),
            org: case.org.as_ref().map(|org| &org.id),
            cited: cited_sources(case),
            quoted: quoted(case).collect(),
        }
    }
}

/// Every source that a case quotes.
fn quoted(case: &Case) -> impl Iterator<Item = &Arc<str>> {
    case.claims.iter().flat_map(|claim| &claim.evidence).filter_map(|evidence| evidence.source.as_ref())
}

/// Every source that a case names or quotes.
pub fn cited_sources(case: &Case) -> BTreeSet<Arc<str>> {
    let quoted = case.claims.iter().flat_map(|claim| &claim.evidence).filter_map(|e| e.source.clone());
    let named = case.sources.iter().chain(&case.docs).map(|source| source.id.clone());
    quoted.chain(named).collect()
}

/// The terms of `vocabulary` that a case bears.
pub fn terms<'a>(case: &'a Case, vocabulary: &str) -> impl Iterator<Item = &'a Arc<str>> + use<'a> {
    let (one, many): (Option<&TermUse>, &[TermUse]) = match vocabulary {
        "root_cause" => (case.root_cause.value(), &[]),
        "severity" => (case.severity.value(), &[]),
        "type" => (Some(&case.kind), &[]),
        "symptom" => (None, &case.symptoms),
        "component" => (None, &case.components),
        "domain" => (None, &case.domain),
        "contributing" => (None, &case.contributing),
        _ => (None, &[]),
    };
    one.into_iter().chain(many).map(|term| &term.id)
}

fn push(group: &mut Numbers, number: usize) {
    if group.last() != Some(&number) {
        group.push(number);
    }
}

/// `content/cases/장애.ko.md` is `장애`; a file of many records names none of them.
fn stem(path: &str) -> Option<String> {
    let name = path.rsplit('/').next()?;
    let stem = name.strip_suffix(".md")?;
    let stem = match stem.rsplit_once('.') {
        Some((stem, tag)) if Lang::parse(tag).is_some() => stem,
        _ => stem,
    };
    if stem == "index" {
        return path.rsplit('/').nth(1).map(str::to_owned);
    }
    Some(stem.to_owned())
}

fn fold(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_in_either_unicode_form_are_one_name() {
        assert_eq!(fold("\u{110C}\u{1161}\u{11BC}\u{110B}\u{1162}"), fold("장애"));
        assert_eq!(stem("content/cases/장애.ko.md").as_deref(), Some("장애"));
        assert_eq!(stem("content/cases/a/index.en.md").as_deref(), Some("a"));
        assert_eq!(stem("content/cases/v1.2.md").as_deref(), Some("v1.2"));
    }
}
