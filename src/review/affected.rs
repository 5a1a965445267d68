//! Changed files into the cases that they touch: a case's own files, and what cases use of shared
//! sources, vocabularies and the glossary. Rather one case too many than one too few.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::model::name::{fold_id, fold_name};
use crate::model::{Case, CaseId, Concept, Glossary, Library, Source, Term, Vocabularies};

/// The cases that a change touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Affected {
    /// Every case, since the settings changed.
    All,
    /// These.
    Cases(BTreeSet<CaseId>),
}

impl Affected {
    /// Whether the case `id` is among them.
    pub fn has(&self, id: &str) -> bool {
        match self {
            Self::All => true,
            Self::Cases(ids) => ids.iter().any(|own| *own.0 == *id),
        }
    }
}

/// The cases among `cases` (of the library `now`, whose own list may be empty) that the files
/// `changed` touch since `before`, a library with its cases.
pub fn affected(
    changed: &BTreeSet<String>,
    before: &Library,
    now: &Library,
    cases: &[Arc<Case>],
) -> Affected {
    if changed.contains("casebook.toml") {
        return Affected::All;
    }
    let own: BTreeSet<&str> = changed.iter().filter_map(|path| case_of(path)).collect();
    let is_touched =
        |case: &Case| files_of(case).any(|path| case_of(&path).is_some_and(|stem| own.contains(stem)));
    // Names under which others may refer to a case that changed, appeared or went.
    let names: BTreeSet<String> = before
        .cases
        .iter()
        .chain(cases.iter().map(|case| &**case))
        .filter(|case| is_touched(case))
        .flat_map(|case| std::iter::once(&*case.id.0).chain(case.former_ids.iter().map(String::as_str)))
        .map(fold_id)
        .collect();
    let sources = changed_sources(changed, before, now);
    let terms = changed_terms(&before.vocab, &now.vocab);
    let words = changed_concepts(&before.glossary, &now.glossary);
    let said: BTreeSet<&String> = terms
        .iter()
        .filter(|(name, _)| *name != "heading")
        .flat_map(|(_, names)| names)
        .chain(&words)
        .collect();
    let touched = cases.par_iter().filter(|case| {
        is_touched(case)
            || refers(case, &names)
            || uses_source(case, &sources)
            || uses_source_kind(case, now, &terms)
            || uses_term(case, &terms)
            || says_any(case, &said)
    });
    Affected::Cases(touched.map(|case| case.id.clone()).collect())
}

/// What names a case's files: the path without language and extension, or the case's own folder.
fn case_of(path: &str) -> Option<&str> {
    let below = path.strip_prefix("content/cases/")?;
    if let Some(stem) = below.strip_suffix(".evidence.json") {
        return Some(stem.strip_suffix("/index").unwrap_or(stem));
    }
    let (folder, name) = below.rsplit_once('/').map_or(("", below), |(folder, name)| (folder, name));
    let stem = name.split('.').next().unwrap_or(name);
    let is_text = [".md", ".json"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    if stem == "index" || (!is_text && !folder.is_empty()) {
        return Some(folder);
    }
    // A record's stem may itself hold dots; its language and extension are the last parts.
    let cut = name.strip_suffix(".md").or_else(|| name.strip_suffix(".json")).unwrap_or(name);
    let cut = match cut.rsplit_once('.') {
        Some((stem, tag)) if crate::text::Lang::parse(tag).is_some() => stem,
        _ => cut,
    };
    let start = below.len() - name.len();
    below.get(..start + cut.len())
}

fn files_of(case: &Case) -> impl Iterator<Item = String> {
    let assets = case.assets.iter().map(|asset| asset.path.clone());
    let files = case.files.iter().chain(&case.sidecar).map(|file| file.path.to_string());
    files.chain(assets)
}

fn refers(case: &Case, names: &BTreeSet<String>) -> bool {
    case.related.iter().chain(&case.recurrence_of).any(|own| names.contains(&fold_id(&own.id)))
}

/// Ids of shared sources whose files changed, and of those that only one side has.
fn changed_sources(changed: &BTreeSet<String>, before: &Library, now: &Library) -> BTreeSet<Arc<str>> {
    let by_file = changed
        .iter()
        .filter_map(|path| path.strip_prefix("content/sources/")?.strip_suffix(".md"))
        .map(|stem| Arc::from(stem.rsplit('/').next().unwrap_or(stem)));
    let file_of = |source: &Source| source.file.as_ref().is_some_and(|file| changed.contains(&*file.path));
    let told = before.sources.values().chain(now.sources.values()).filter(|source| file_of(source));
    let mut ids: BTreeSet<Arc<str>> = by_file.chain(told.map(|source| source.id.clone())).collect();
    // A source that repeats another, or whose publisher is told anew, weighs otherwise too.
    let repeats: Vec<Arc<str>> = now
        .sources
        .values()
        .filter(|source| source.cites.iter().any(|cited| ids.contains(cited)))
        .map(|source| source.id.clone())
        .collect();
    ids.extend(repeats);
    ids
}

fn uses_source(case: &Case, sources: &BTreeSet<Arc<str>>) -> bool {
    let used = case.sources.iter().chain(&case.docs).flat_map(|own| [&*own.id, own.name.as_str()]);
    let quoted = case
        .claims
        .iter()
        .flat_map(|claim| &claim.evidence)
        .flat_map(|own| own.source.as_deref().into_iter().chain([own.source_name.as_str()]));
    used.chain(quoted).any(|id| sources.contains(id))
}

/// Folded ids, labels and aliases of terms that one side lacks or tells otherwise, by vocabulary.
type Names = BTreeMap<String, BTreeSet<String>>;

fn changed_terms(before: &Vocabularies, now: &Vocabularies) -> Names {
    let mut changed = Names::new();
    let vocabularies: BTreeSet<&String> = before.0.keys().chain(now.0.keys()).collect();
    for name in vocabularies {
        let (old, new) = (before.get(name), now.get(name));
        let ids: BTreeSet<&Arc<str>> =
            [old, new].into_iter().flatten().flat_map(|vocabulary| vocabulary.terms.keys()).collect();
        for id in ids {
            let (old, new) = (old.and_then(|own| own.terms.get(id)), new.and_then(|own| own.terms.get(id)));
            if !same_term(old, new) {
                let own = changed.entry(name.clone()).or_default();
                own.extend(old.into_iter().chain(new).flat_map(term_names));
            }
        }
    }
    changed
}

pub(super) fn same_term(a: Option<&Term>, b: Option<&Term>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            (&a.label, &a.description, &a.aliases, &a.broader)
                == (&b.label, &b.description, &b.aliases, &b.broader)
                && (&a.fields, &a.claims, &a.url) == (&b.fields, &b.claims, &b.url)
        }
        (None, None) => true,
        _ => false,
    }
}

fn term_names(term: &Term) -> Vec<String> {
    let labels = term.label.values().chain(term.aliases.values().flatten()).map(String::as_str);
    labels.chain([&*term.id]).map(fold_name).collect()
}

fn uses_term(case: &Case, terms: &Names) -> bool {
    if terms.is_empty() {
        return false;
    }
    // Section names decide where a text of any record goes.
    if terms.contains_key("heading") && case.files.iter().any(|file| file.path.ends_with(".md")) {
        return true;
    }
    let is = |vocabulary: &str, name: &str| {
        terms.get(vocabulary).is_some_and(|names| names.contains(&fold_name(name)))
    };
    let lists = [
        ("domain", &case.domain),
        ("component", &case.components),
        ("symptom", &case.symptoms),
        ("contributing", &case.contributing),
    ];
    let used = lists.into_iter().flat_map(|(name, list)| list.iter().map(move |term| (name, term)));
    let single = [("root_cause", case.root_cause.value()), ("severity", case.severity.value())];
    let single = single.into_iter().filter_map(|(name, term)| Some((name, term?)));
    used.chain(single)
        .chain([("type", &case.kind)])
        .any(|(name, term)| is(name, &term.id) || is(name, &term.written))
        || case.org.as_ref().is_some_and(|org| is("org", &org.id) || is("org", &org.written))
        || case.claims.iter().any(|claim| is("claim_kind", claim.kind.as_str()))
}

fn uses_source_kind(case: &Case, now: &Library, terms: &Names) -> bool {
    let is = |vocabulary: &str, name: &str| {
        terms.get(vocabulary).is_some_and(|names| names.contains(&fold_name(name)))
    };
    case.sources.iter().filter_map(|own| now.sources.get(&own.id)).any(|source| {
        source.kind.as_deref().is_some_and(|kind| is("source_kind", kind))
            || source.publisher.as_deref().is_some_and(|publisher| is("org", publisher))
    })
}

/// Folded forms of concepts that one side lacks or tells otherwise.
fn changed_concepts(before: &Glossary, now: &Glossary) -> BTreeSet<String> {
    let ids: BTreeSet<&Arc<str>> = before.concepts.keys().chain(now.concepts.keys()).collect();
    let mut forms = BTreeSet::new();
    for id in ids {
        let (old, new) = (before.concepts.get(id), now.concepts.get(id));
        let same = |a: &Concept, b: &Concept| a.kind == b.kind && a.forms == b.forms;
        if !old.zip(new).is_some_and(|(old, new)| same(old, new)) {
            let told = old.into_iter().chain(new).flat_map(|concept| concept.forms.values().flatten());
            forms.extend(told.map(|form| fold_name(form)));
        }
    }
    forms
}

/// Whether a text or quote of the case says one of the names, in any inflection.
fn says_any(case: &Case, names: &BTreeSet<&String>) -> bool {
    if names.is_empty() {
        return false;
    }
    let claims = case
        .claims
        .iter()
        .flat_map(|claim| claim.texts.values().chain(claim.evidence.iter().map(|evidence| &evidence.quote)));
    let fields = case.texts().into_iter().flat_map(|(_, texts)| texts.0.values());
    fields.chain(claims).any(|text| {
        let folded = fold_name(&text.value);
        names.iter().any(|name| says(&folded, name))
    })
}

/// Whether the folded `text` has the beginnings of all words of `name` in a row.
fn says(text: &str, name: &str) -> bool {
    let stems: Vec<String> = name.split('-').filter(|word| !word.is_empty()).map(stem).collect();
    let Some(first) = stems.first() else { return false };
    text.match_indices(first.as_str()).any(|(at, _)| {
        let starts = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        starts && {
            let mut words = text[at..].split('-');
            stems.iter().all(|stem| words.next().is_some_and(|word| word.starts_with(stem.as_str())))
        }
    })
}

/// A word without the end that inflection changes.
fn stem(word: &str) -> String {
    let letters = word.chars().count();
    let ascii = word.is_ascii();
    let keep = match letters {
        0..=3 => letters,
        4..=5 if ascii => letters,
        4..=5 => letters - 1,
        _ => letters - 2,
    };
    word.chars().take(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Sources;
    use crate::model;

    const RECORD: &str = "---\ntitle: t\norg: Acme\nsymptoms: [packet-loss]\nsources: [log]\n---\nTraffic stopped.[^1]\n\n[^1]: log: \"Traffic stopped\"\n";

    fn library(files: &[(&str, &str)]) -> Library {
        model::lower(&Sources::from_memory(files.iter().map(|(path, text)| (*path, text.to_string())))).value
    }

    fn touched(before: &[(&str, &str)], now: &[(&str, &str)]) -> String {
        let all = |side: &[(&str, &str)]| -> BTreeMap<String, String> {
            side.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect()
        };
        let (old, new) = (all(before), all(now));
        let changed: BTreeSet<String> =
            old.keys().chain(new.keys()).filter(|path| old.get(*path) != new.get(*path)).cloned().collect();
        let (before, mut now) = (library(before), library(now));
        let cases: Vec<Arc<Case>> = std::mem::take(&mut now.cases).into_iter().map(Arc::new).collect();
        match affected(&changed, &before, &now, &cases) {
            Affected::All => "all".to_owned(),
            Affected::Cases(ids) => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    const BASE: [(&str, &str); 3] = [
        ("content/cases/a.en.md", RECORD),
        ("content/cases/sub/b/index.en.md", "---\ntitle: b\nrelated: [a]\n---\nThe queue was full.\n"),
        ("content/sources/log.md", "---\nurl: https://example.org/log\n---\nTraffic stopped at noon.\n"),
    ];

    fn with<'a>(path: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
        let mut files: Vec<_> = BASE.into_iter().filter(|(own, _)| *own != path).collect();
        files.push((path, text));
        files
    }

    #[test]
    fn a_case_is_touched_by_its_files_and_by_what_it_refers_to() {
        assert_eq!(touched(&BASE, &BASE), "");
        assert_eq!(touched(&BASE, &with("content/cases/a.ko.md", "---\ntitle: t2\n---\n")), "a b");
        assert_eq!(touched(&BASE, &with("content/cases/sub/b/figure.png", "x")), "b");
        assert_eq!(touched(&BASE, &with("content/cases/sub/b/index.evidence.json", "{}")), "b");
        assert_eq!(touched(&BASE, &BASE[1..]), "b", "it refers to a case that went");
    }

    #[test]
    fn a_source_touches_the_cases_that_quote_it() {
        assert_eq!(
            touched(
                &BASE,
                &with("content/sources/log.md", "---\nurl: https://example.org/log\n---\nOther.\n")
            ),
            "a"
        );
        assert_eq!(touched(&BASE, &BASE[..2]), "a", "also when it is gone");
    }

    #[test]
    fn a_term_touches_the_cases_that_use_it() {
        let term = "[packet-loss]\nlabel = { en = \"Lost packets\" }\n";
        assert_eq!(touched(&BASE, &with("content/vocab/symptom.toml", term)), "a");
        assert_eq!(
            touched(&BASE, &with("content/vocab/org.toml", "[acme]\nlabel = { en = \"Acme\" }\n")),
            "a"
        );
        assert_eq!(
            touched(&BASE, &with("content/vocab/domain.toml", "[zzz]\nlabel = { en = \"Zzz\" }\n")),
            ""
        );
    }

    #[test]
    fn the_glossary_touches_the_cases_that_say_the_word() {
        let word = "[queue-word]\nen = [\"queues\"]\n";
        assert_eq!(touched(&BASE, &with("content/glossary/own.toml", word)), "b");
        assert_eq!(touched(&BASE, &with("casebook.toml", "languages = [\"en\"]\n")), "all");
    }

    #[test]
    fn inflected_words_are_found() {
        let says = |text: &str, name: &str| says(&fold_name(text), &fold_name(name));
        assert!(says("наблюдались потери пакетов", "потеря пакетов"));
        assert!(says("패킷 손실이 보였다", "패킷 손실"));
        assert!(!says("a subqueue", "queue"));
    }
}
