//! What only the whole library can tell: one id is one case, one address is one source, names that
//! are spelled in several ways.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::Context;
use super::case::LoweredCase;
use super::source::InlineSource;
use crate::diag::{Code, Diagnostic};
use crate::load::{SnapshotFormat, Snapshots};
use crate::model::Library;
use crate::model::case::{Case, CaseId, TermUse};
use crate::model::name::{fold_id, slug};
use crate::model::source::{Source, StoredText, TextFormat};
use crate::model::text::Known;

/// Joins the cases to a library.
pub(super) fn join(
    context: Context,
    lowered: Vec<LoweredCase>,
    snapshots: &Snapshots,
    diagnostics: &mut Vec<Diagnostic>,
) -> Library {
    let mut cases: Vec<(Case, Vec<InlineSource>)> = Vec::new();
    for own in lowered {
        diagnostics.extend(own.diagnostics);
        cases.extend(own.case.map(|case| (case, own.inline)));
    }
    // The order of the files decides which of two cases with one id stays.
    cases.sort_by_key(|own| first_place(&own.0));
    let mut cases = unique_ids(cases, diagnostics);
    cases.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    former_ids(&mut cases, diagnostics);
    unique_slugs(&mut cases, diagnostics);
    let Context { config, vocab, sources, addresses, .. } = context;
    let mut sources = sources;
    let mut cases = key_sources(cases, &mut sources, &addresses);
    attach_texts(&mut sources, snapshots, diagnostics);
    spelling_variants(&mut cases, diagnostics);
    organisations(&mut cases, diagnostics);
    Library { config, vocab, glossary: Default::default(), sources, cases, pages: Vec::new() }
}

fn first_place(case: &Case) -> (Arc<str>, usize) {
    (case.files.first().map_or_else(|| "".into(), |file| file.path.clone()), case.at.span.start)
}

/// Drops cases whose id another one has, told apart by neither case nor Unicode form.
fn unique_ids(
    cases: Vec<(Case, Vec<InlineSource>)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(Case, Vec<InlineSource>)> {
    let mut first_by_id: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(Case, Vec<InlineSource>)> = Vec::new();
    for (case, inline) in cases {
        let folded = fold_id(&case.id.0);
        let Some(first) = first_by_id.get(&folded).and_then(|at| kept.get(*at)) else {
            first_by_id.insert(folded, kept.len());
            kept.push((case, inline));
            continue;
        };
        let (here, there) = (case.place(case.at), first.0.place(first.0.at));
        let differ = if case.id == first.0.id {
            String::new()
        } else {
            format!(", told apart only by the form of its letters from `{}`", first.0.id)
        };
        let message = format!("the id `{}` is used by `{}` and `{}`{differ}", case.id, there.path, here.path);
        diagnostics.push(
            Diagnostic::new(Code::M032, here, message)
                .case(case.id.to_string())
                .also(there, "used first here")
                .help(
                    "give one of the two another id; `id: NEW` lets `casebook fmt --assign-ids` choose one",
                ),
        );
    }
    kept
}

/// An address leads to one case: drops former ids that another case has or had.
fn former_ids(cases: &mut [(Case, Vec<InlineSource>)], diagnostics: &mut Vec<Diagnostic>) {
    let own: BTreeMap<String, usize> =
        cases.iter().enumerate().map(|(number, (case, _))| (fold_id(&case.id.0), number)).collect();
    let mut former: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..cases.len() {
        let Some((case, _)) = cases.get(number) else { break };
        let mut kept = Vec::new();
        let mut taken = Vec::new();
        for id in &case.former_ids {
            let folded = fold_id(id);
            let other = own.get(&folded).filter(|other| **other != number).map(|other| (*other, "is"));
            let other = other.or_else(|| {
                former.get(&folded).filter(|other| **other != number).map(|other| (*other, "was"))
            });
            match other.and_then(|(other, how)| Some((&cases.get(other)?.0, how))) {
                None => {
                    former.insert(folded, number);
                    kept.push(id.clone());
                }
                Some((other, how)) => {
                    let message =
                        format!("the former id `{id}` of `{}` {how} also the id of `{}`", case.id, other.id);
                    taken.push(
                        Diagnostic::new(Code::M032, case.place(case.at), message)
                            .case(case.id.to_string())
                            .also(other.place(other.at), "the other case")
                            .help("take it out of `former_ids` of the case that never had it: an address leads to one case"),
                    );
                }
            }
        }
        if let Some((case, _)) = cases.get_mut(number) {
            case.former_ids = kept;
        }
        diagnostics.extend(taken);
    }
}

/// Different ids may still give one path: all but the first get a mark of their own.
fn unique_slugs(cases: &mut [(Case, Vec<InlineSource>)], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, CaseId> = BTreeMap::new();
    for (case, _) in cases {
        let folded = fold_id(&case.slug);
        if let Some(other) = seen.get(&folded) {
            let place = case.place(case.at);
            let mark = &blake3::hash(case.id.0.as_bytes()).to_hex()[..6];
            case.slug = format!("{}-{mark}", case.slug);
            diagnostics.push(
                Diagnostic::new(
                    Code::M033,
                    place,
                    format!("the ids `{other}` and `{}` make the same address", case.id),
                )
                .case(case.id.to_string())
                .help(format!("choose another id; until then the page is at `cases/{}/`", case.slug)),
            );
        }
        seen.insert(fold_id(&case.slug), case.id.clone());
    }
}

/// Gives inline sources their keys and puts them beside the shared ones. One address is one source.
fn key_sources(
    cases: Vec<(Case, Vec<InlineSource>)>,
    sources: &mut BTreeMap<Arc<str>, Source>,
    addresses: &BTreeMap<String, Arc<str>>,
) -> Vec<Case> {
    // An id that records give is a good key if all of them mean the same by it.
    let mut meanings: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut told: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (case, inline) in &cases {
        for own in inline {
            let Some(name) = own.told.as_deref().filter(|name| is_telling(name)) else { continue };
            let meaning = own.address.clone().unwrap_or_else(|| format!("\u{0}{}", case.id));
            meanings.entry(name).or_default().insert(meaning);
            if let Some(address) = &own.address {
                told.entry(address).or_default().insert(name);
            }
        }
    }
    let unique =
        |name: &str| meanings.get(name).is_some_and(|all| all.len() == 1) && !sources.contains_key(name);
    let mut keys: BTreeMap<String, Arc<str>> = addresses.clone();
    for (address, names) in &told {
        if let Some(name) = names.iter().find(|name| unique(name)) {
            keys.entry((*address).to_owned()).or_insert_with(|| Arc::from(*name));
        }
    }
    let singles: BTreeSet<String> =
        meanings.keys().filter(|name| unique(name)).map(|name| (*name).to_owned()).collect();
    let mut taken: BTreeSet<Arc<str>> = sources.keys().chain(keys.values()).cloned().collect();
    let mut keyed = Vec::with_capacity(cases.len());
    for (mut case, inline) in cases {
        let mut renamed: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
        for own in inline {
            let key = match &own.address {
                Some(address) => {
                    keys.entry(address.clone()).or_insert_with(|| free_key(address, &mut taken)).clone()
                }
                None => {
                    let name = own.told.as_deref().filter(|name| singles.contains(*name));
                    name.map_or_else(
                        || format!("{}.{}", case.slug, slug(own.told.as_deref().unwrap_or("source"))).into(),
                        Arc::from,
                    )
                }
            };
            renamed.insert(own.provisional, key.clone());
            let source = Source { id: key.clone(), ..own.source };
            match sources.get_mut(&key) {
                Some(first) => complete(first, source),
                None => {
                    sources.insert(key, source);
                }
            }
        }
        let rename = |id: &mut Arc<str>| {
            if let Some(key) = renamed.get(id) {
                *id = key.clone();
            }
        };
        case.sources.iter_mut().chain(&mut case.docs).for_each(|own| rename(&mut own.id));
        for evidence in case.claims.iter_mut().flat_map(|claim| &mut claim.evidence) {
            if let Some(id) = &mut evidence.source {
                rename(id);
            }
        }
        keyed.push(case);
    }
    keyed
}

/// Whether an id says something outside its record: `s1` and `2` do not.
fn is_telling(name: &str) -> bool {
    let rest = name.strip_prefix(['s', 'S']).unwrap_or(name);
    !rest.bytes().all(|b| b.is_ascii_digit()) && slug(name) == name
}

/// A key from an address, readable and free.
fn free_key(address: &str, taken: &mut BTreeSet<Arc<str>>) -> Arc<str> {
    let mut key = slug(address);
    if key.len() > 90 || taken.contains(key.as_str()) {
        let mut end = key.len().min(80);
        while !key.is_char_boundary(end) {
            end -= 1;
        }
        key.truncate(end);
        key = format!("{}-{}", key.trim_end_matches('-'), &blake3::hash(address.as_bytes()).to_hex()[..8]);
    }
    let key: Arc<str> = key.into();
    taken.insert(key.clone());
    key
}

/// Takes over from `more` what `source` does not tell.
fn complete(source: &mut Source, more: Source) {
    if source.title.is_empty() {
        source.title = more.title;
    }
    if source.published == Known::Absent {
        source.published = more.published;
    }
    if source.retrieved == Known::Absent {
        source.retrieved = more.retrieved;
    }
    if let (Some(own), Some(other)) = (&source.url, &more.url)
        && own.starts_with("http://")
        && other.starts_with("https://")
    {
        source.url = more.url;
    }
    source.archived = source.archived.take().or(more.archived);
    source.author = source.author.take().or(more.author);
    source.kind = source.kind.take().or(more.kind);
    source.lang = source.lang.take().or(more.lang);
    source.licence = source.licence.take().or(more.licence);
    source.licence_url = source.licence_url.take().or(more.licence_url);
    source.hash = source.hash.take().or(more.hash);
    source.primary = source.primary.or(more.primary);
    if source.cites.is_empty() {
        source.cites = more.cites;
    }
}

/// Reads the texts of sources whose files do not hold them.
fn attach_texts(
    sources: &mut BTreeMap<Arc<str>, Source>,
    snapshots: &Snapshots,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let missing: Vec<&mut Source> = sources.values_mut().filter(|source| source.text.is_none()).collect();
    let found: Vec<Option<Diagnostic>> = missing
        .into_par_iter()
        .map(|source| match snapshots.get(&source.id) {
            Ok(Some(snapshot)) => {
                let format = match snapshot.format {
                    SnapshotFormat::Markdown => TextFormat::Markdown,
                    SnapshotFormat::Plain => TextFormat::Plain,
                    SnapshotFormat::Html => TextFormat::Html,
                };
                source.text =
                    Some(StoredText { format, raw: snapshot.text, path: snapshot.path, in_library: false });
                None
            }
            Ok(None) => None,
            Err(finding) => Some(*finding),
        })
        .collect();
    diagnostics.extend(found.into_iter().flatten());
}

/// Terms outside the vocabularies that records spell in several ways: one term, and a warning at
/// the rarer spellings.
fn spelling_variants(cases: &mut [Case], diagnostics: &mut Vec<Diagnostic>) {
    let mut spellings: BTreeMap<(&'static str, Arc<str>), BTreeMap<String, usize>> = BTreeMap::new();
    for case in cases.iter() {
        for (name, term) in unknown_terms(case) {
            *spellings
                .entry((name, term.id.clone()))
                .or_default()
                .entry(term.written.clone())
                .or_default() += 1;
        }
    }
    spellings.retain(|_, written| written.len() > 1);
    if spellings.is_empty() {
        return;
    }
    for case in cases.iter() {
        for (name, term) in unknown_terms(case) {
            let Some(written) = spellings.get(&(name, term.id.clone())) else { continue };
            // The commonest wins; among equals the one that is the term's own id, then the first.
            let best = written
                .iter()
                .max_by(|a, b| {
                    let own = |spelling: &str| *spelling == *term.id;
                    (a.1, own(a.0)).cmp(&(b.1, own(b.0))).then_with(|| b.0.cmp(a.0))
                })
                .map(|(spelling, _)| spelling);
            let Some(best) = best.filter(|best| **best != term.written) else { continue };
            diagnostics.push(
                Diagnostic::new(
                    Code::M013,
                    case.place(term.at),
                    format!("`{}` is a spelling of the term `{best}`", term.written),
                )
                .case(case.id.to_string())
                .help(format!("write `{best}`")),
            );
        }
    }
}

/// The terms of a case that no vocabulary knows.
pub(super) fn unknown_terms(case: &Case) -> impl Iterator<Item = (&'static str, &TermUse)> {
    let lists = [
        ("domain", &case.domain),
        ("components", &case.components),
        ("symptoms", &case.symptoms),
        ("contributing", &case.contributing),
    ];
    let single = [("root_cause", case.root_cause.value()), ("severity", case.severity.value())];
    lists
        .into_iter()
        .flat_map(|(name, terms)| terms.iter().map(move |term| (name, term)))
        .chain(single.into_iter().filter_map(|(name, term)| Some((name, term?))))
        .chain([("type", &case.kind)])
        .filter(|(_, term)| !term.known)
}

/// Names of organisations that differ only in spaces, punctuation or case. Those with one id get
/// one name; those with several are told of each other.
fn organisations(cases: &mut [Case], diagnostics: &mut Vec<Diagnostic>) {
    // Squeezed name to id to written names with their number.
    let mut groups: BTreeMap<String, BTreeMap<Arc<str>, BTreeMap<String, usize>>> = BTreeMap::new();
    for org in cases.iter().filter_map(|case| case.org.as_ref()) {
        let names = groups.entry(squeeze(&org.name)).or_default().entry(org.id.clone()).or_default();
        *names.entry(org.name.clone()).or_default() += 1;
    }
    let best = |names: &BTreeMap<String, usize>| {
        names.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0))).map(|(name, _)| name.clone())
    };
    let mut shown: BTreeMap<Arc<str>, String> = BTreeMap::new();
    for (id, names) in groups.values().flatten() {
        if let Some(name) = best(names) {
            shown.entry(id.clone()).or_insert(name);
        }
    }
    for case in cases.iter_mut() {
        let place = case.org.as_ref().map(|org| case.place(org.at));
        let Some((org, place)) = case.org.as_mut().zip(place) else { continue };
        let Some(group) = groups.get(&squeeze(&org.name)) else { continue };
        let main = group
            .iter()
            .max_by(|a, b| {
                a.1.values().sum::<usize>().cmp(&b.1.values().sum::<usize>()).then_with(|| b.0.cmp(a.0))
            })
            .map(|(id, _)| id.clone());
        if let Some(main) = main.filter(|main| *main != org.id) {
            let name = shown.get(&main).cloned().unwrap_or_else(|| main.to_string());
            diagnostics.push(
                Diagnostic::new(
                    Code::M034,
                    place,
                    format!("the organisations `{}` and `{name}` are nearly the same", org.written),
                )
                .case(case.id.to_string())
                .help(format!(
                    "write `{name}` if they are one, or add `{}` to its aliases in content/vocab/org.toml",
                    org.written
                )),
            );
        } else if let Some(name) = shown.get(&org.id) {
            if *name != org.name && org.name == org.written {
                diagnostics.push(
                    Diagnostic::new(
                        Code::M013,
                        place,
                        format!("`{}` is a spelling of the organisation `{name}`", org.written),
                    )
                    .case(case.id.to_string())
                    .help(format!("write `{name}`")),
                );
            }
            org.name = name.clone();
        }
    }
}

fn squeeze(name: &str) -> String {
    let folded = crate::model::name::fold_name(name);
    let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    if letters.is_empty() { folded } else { letters }
}
