//! What cases share: terms, organisations and sources that came, changed or went.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::affected::same_term;
use super::diff::id;
use crate::model::name::{fold_name, nearest};
use crate::model::{Case, TermUse};
use crate::pipeline::Compiled;

/// Similar names that are told of a new one.
const NEAR: usize = 3;

/// What became of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A vocabulary has it now.
    New,
    /// It is told otherwise.
    Changed,
    /// No vocabulary has it any more.
    Removed,
    /// Records use it, and no vocabulary has it.
    Unlisted,
}

/// A term that differs.
#[derive(Debug, Serialize)]
pub struct TermChange {
    /// The vocabulary.
    pub vocabulary: String,
    /// Its id.
    pub id: String,
    /// Its label, or as written.
    pub label: String,
    /// What became of it.
    pub change: Change,
    /// Terms with nearly the same name.
    pub near: Vec<String>,
    /// Cases that use it.
    pub used_by: Vec<String>,
}

/// An organisation that no case named before.
#[derive(Debug, Serialize)]
pub struct NewOrg {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether the vocabulary `org` has it.
    pub known: bool,
    /// Organisations with nearly the same name.
    pub near: Vec<String>,
    /// Cases that name it.
    pub used_by: Vec<String>,
}

/// A source that was not there before.
#[derive(Debug, Serialize)]
pub struct NewSource {
    /// Its id.
    pub id: String,
    /// Its address.
    pub url: Option<String>,
    /// Whether an archived copy is named.
    pub archived: bool,
    /// Whether its text is at hand.
    pub has_text: bool,
    /// Its licence.
    pub licence: Option<String>,
    /// Cases that use it.
    pub used_by: Vec<String>,
}

/// Terms that came, changed or went, and those that no vocabulary has.
pub fn terms(old: &Compiled, new: &Compiled) -> Vec<TermChange> {
    let langs = &new.library.config.languages;
    let (was, is) = (&old.library.vocab, &new.library.vocab);
    let mut changes = Vec::new();
    let names: BTreeSet<&String> = was.0.keys().chain(is.0.keys()).collect();
    for name in names {
        let sides = [was.get(name), is.get(name)];
        let ids: BTreeSet<&Arc<str>> = sides.into_iter().flatten().flat_map(|own| own.terms.keys()).collect();
        for id in ids {
            let [before, after] = sides.map(|own| own.and_then(|own| own.terms.get(id)));
            let change = match (before, after) {
                (None, Some(_)) => Change::New,
                (Some(_), None) => Change::Removed,
                _ if same_term(before, after) => continue,
                _ => Change::Changed,
            };
            let label = after.or(before).map_or_else(|| id.to_string(), |term| term.label(langs).to_owned());
            let near = match (change, sides[0]) {
                (Change::New, Some(own)) => {
                    let known = own
                        .terms
                        .values()
                        .flat_map(|term| term.label.values().map(String::as_str).chain([&*term.id]));
                    similar([&**id, label.as_str()], known)
                }
                _ => Vec::new(),
            };
            let side = if change == Change::Removed { old } else { new };
            let used_by = users(side, |case| uses(case, name).any(|term| term.id == *id));
            changes.push(TermChange {
                vocabulary: name.clone(),
                id: id.to_string(),
                label,
                change,
                near,
                used_by,
            });
        }
    }
    changes.extend(unlisted(old, new));
    changes.sort_by(|a, b| (&a.vocabulary, a.change, &a.id).cmp(&(&b.vocabulary, b.change, &b.id)));
    changes
}

/// Terms that records use for the first time and no vocabulary has.
fn unlisted(old: &Compiled, new: &Compiled) -> Vec<TermChange> {
    let used = |side: &Compiled| -> BTreeMap<(&'static str, String), String> {
        let cases = side.cases.iter().map(|case| &case.verified.case);
        let all = cases.flat_map(|case| {
            LISTS.into_iter().flat_map(|name| {
                uses(case, name)
                    .filter(|term| !term.known)
                    .map(move |term| ((name, term.id.to_string()), term.written.clone()))
            })
        });
        all.collect()
    };
    let former = used(old);
    let fresh = used(new).into_iter().filter(|(key, _)| !former.contains_key(key));
    fresh
        .map(|((vocabulary, id), written)| {
            let known = new.library.vocab.get(vocabulary).into_iter().flat_map(|own| own.terms.values());
            let known = known.flat_map(|term| term.label.values().map(String::as_str).chain([&*term.id]));
            TermChange {
                near: similar([id.as_str(), written.as_str()], known),
                used_by: users(new, |case| uses(case, vocabulary).any(|term| *term.id == *id)),
                vocabulary: vocabulary.to_owned(),
                label: written.trim().to_owned(),
                change: Change::Unlisted,
                id,
            }
        })
        .collect()
}

/// Vocabularies that records use terms of.
const LISTS: [&str; 7] = ["domain", "component", "symptom", "contributing", "root_cause", "severity", "type"];

fn uses<'a>(case: &'a Case, vocabulary: &str) -> impl Iterator<Item = &'a TermUse> {
    let (list, single): (&[TermUse], Option<&TermUse>) = match vocabulary {
        "domain" => (&case.domain, None),
        "component" => (&case.components, None),
        "symptom" => (&case.symptoms, None),
        "contributing" => (&case.contributing, None),
        "root_cause" => (&[], case.root_cause.value()),
        "severity" => (&[], case.severity.value()),
        "type" => (&[], Some(&case.kind)),
        _ => (&[], None),
    };
    list.iter().chain(single)
}

fn users(side: &Compiled, uses: impl Fn(&Case) -> bool) -> Vec<String> {
    side.cases.iter().filter(|case| uses(&case.verified.case)).map(|case| id(case).to_owned()).collect()
}

/// Organisations that cases name for the first time.
pub fn organisations(old: &Compiled, new: &Compiled) -> Vec<NewOrg> {
    let named = |side: &Compiled| -> BTreeMap<Arc<str>, String> {
        let orgs = side.cases.iter().filter_map(|case| case.verified.case.org.as_ref());
        orgs.map(|org| (org.id.clone(), org.name.clone())).collect()
    };
    let (former, now) = (named(old), named(new));
    let vocabulary = new.library.vocab.get("org");
    let fresh = now.iter().filter(|(id, _)| !former.contains_key(*id));
    fresh
        .map(|(own, name)| {
            let listed = vocabulary.into_iter().flat_map(|own| own.terms.values());
            let listed = listed.filter(|term| term.id != *own).flat_map(|term| {
                term.label.values().chain(term.aliases.values().flatten()).map(String::as_str)
            });
            let others = now.iter().filter(|(id, _)| *id != own).map(|(_, name)| name.as_str());
            NewOrg {
                id: own.to_string(),
                name: name.clone(),
                known: vocabulary.is_some_and(|vocabulary| vocabulary.terms.contains_key(own)),
                near: similar(
                    [name.as_str()],
                    former.values().map(String::as_str).chain(listed).chain(others),
                ),
                used_by: users(new, |case| case.org.as_ref().is_some_and(|org| org.id == *own)),
            }
        })
        .collect()
}

/// Sources that were not there before.
pub fn sources(old: &Compiled, new: &Compiled) -> Vec<NewSource> {
    let fresh = new.library.sources.values().filter(|source| !old.library.sources.contains_key(&source.id));
    fresh
        .map(|source| NewSource {
            id: source.id.to_string(),
            url: source.url.clone(),
            archived: source.archived.is_some(),
            has_text: source.text.is_some(),
            licence: source.licence.clone(),
            used_by: users(new, |case| case.sources.iter().chain(&case.docs).any(|own| own.id == source.id)),
        })
        .collect()
}

/// Names among `known` that are nearly one of `names`: but for spaces, case and punctuation, a legal
/// form, a letter or two, or a word more.
fn similar<'k>(
    names: impl IntoIterator<Item = &'k str>,
    known: impl IntoIterator<Item = &'k str>,
) -> Vec<String> {
    let known: BTreeSet<&str> = known.into_iter().collect();
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let core = core(name);
        let alike = known.iter().filter(|other| {
            let own = self::core(other);
            !core.is_empty() && (own == core || within(&core, &own) || within(&own, &core))
        });
        let near = nearest(name, known.iter().copied());
        for other in alike.copied().chain(near) {
            if other != name && !found.iter().any(|own| own == other) {
                found.push(other.to_owned());
            }
        }
    }
    found.truncate(NEAR);
    found
}

/// Words that say how an organisation is registered, not who it is.
const LEGAL: [&str; 15] = [
    "inc",
    "inc.",
    "llc",
    "ltd",
    "ltd.",
    "gmbh",
    "ag",
    "corp",
    "corp.",
    "co",
    "co.",
    "plc",
    "the",
    "ооо",
    "주식회사",
];

/// A name without spaces, punctuation and legal form.
fn core(name: &str) -> String {
    let folded = fold_name(name);
    let words = folded.split(['-', ',']).filter(|word| !LEGAL.contains(word));
    words.flat_map(str::chars).filter(|c| c.is_alphanumeric()).collect()
}

/// Whether the longer name is the shorter with something after it.
fn within(short: &str, long: &str) -> bool {
    const LETTERS: usize = 4;
    short.chars().count() >= LETTERS && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_the_same_names_are_found() {
        let known = ["Travis CI", "GitHub", "Datadog", "Fly.io", "Cloudflare"];
        let near = |name: &'static str| similar([name], known);
        assert_eq!(near("TravisCI"), ["Travis CI"]);
        assert_eq!(near("Github, Inc."), ["GitHub"]);
        assert_eq!(near("DataDog"), ["Datadog"]);
        assert_eq!(near("Cloudfare"), ["Cloudflare"]);
        assert_eq!(near("Fly.io"), [""; 0]);
        assert_eq!(near("Roblox"), [""; 0]);
    }
}
