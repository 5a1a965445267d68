//! One case lowered again after its file was edited, while all others stay as they were joined.
//!
//! Joining looks at few things of a case: its names, the sources that it tells itself, spellings. Where these are
//! what they were, joining the whole library again would change nothing but the case, and is left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Context;
use super::case::{LoweredCase, lower_case};
use super::join::unknown_terms;
use super::source::InlineSource;
use crate::diag::Diagnostic;
use crate::load::CaseInput;
use crate::model::case::Case;
use crate::model::date::Date;
use crate::model::source::Source;
use crate::model::text::{Known, LangText};

/// A case as it reads after an edit.
#[derive(Debug)]
pub struct Again {
    /// The case, joined.
    pub case: Case,
    /// What lowering said of it before the edit.
    pub said_before: Vec<Diagnostic>,
    /// What it says now.
    pub said: Vec<Diagnostic>,
}

/// Lowers the case of `after`, which was `before` and became `joined` in its library. `None` where the edit
/// concerns other cases too, so that the library has to be lowered as a whole.
pub fn lower_again(context: &Context, before: &CaseInput, after: &CaseInput, joined: &Case) -> Option<Again> {
    let (old, old_case, said_before) = single(lower_case(context, before))?;
    let (new, mut case, said) = single(lower_case(context, after))?;
    if old_case.id != joined.id || !contributes_alike(&old_case, &case) || !tell_alike(&old, &new) {
        return None;
    }
    let mut keys: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
    let told = |case: &Case| -> Vec<Option<Arc<str>>> {
        let named = case.sources.iter().chain(&case.docs).map(|own| Some(own.id.clone()));
        let quoted = case.claims.iter().flat_map(|claim| &claim.evidence).map(|own| own.source.clone());
        named.chain(quoted).collect()
    };
    for pair in told(&old_case).into_iter().zip(told(joined)) {
        if let (Some(provisional), Some(key)) = pair {
            keys.insert(provisional, key);
        }
    }
    if !new.iter().all(|own| keys.contains_key(&own.provisional)) {
        return None;
    }
    let rename = |id: &mut Arc<str>| {
        if let Some(key) = keys.get(id) {
            *id = key.clone();
        }
    };
    case.sources.iter_mut().chain(&mut case.docs).for_each(|own| rename(&mut own.id));
    let evidence = case.claims.iter_mut().flat_map(|claim| &mut claim.evidence);
    evidence.filter_map(|own| own.source.as_mut()).for_each(rename);
    case.slug.clone_from(&joined.slug);
    if let (Some(org), Some(joined)) = (&mut case.org, &joined.org) {
        org.name.clone_from(&joined.name);
    }
    Some(Again { case, said_before, said })
}

/// The only case of a file.
fn single(lowered: Vec<LoweredCase>) -> Option<(Vec<InlineSource>, Case, Vec<Diagnostic>)> {
    let [own] = <[LoweredCase; 1]>::try_from(lowered).ok()?;
    Some((own.inline, own.case?, own.diagnostics))
}

/// Whether joining sees the same in both.
fn contributes_alike(a: &Case, b: &Case) -> bool {
    let terms = |case: &Case| -> Vec<_> {
        unknown_terms(case).map(|(name, term)| (name, term.id.clone(), term.written.clone())).collect()
    };
    let org =
        |case: &Case| case.org.as_ref().map(|org| (org.id.clone(), org.name.clone(), org.written.clone()));
    let path = |case: &Case| case.files.first().map(|file| file.path.clone());
    a.id == b.id
        && a.former_ids == b.former_ids
        && a.slug == b.slug
        && path(a) == path(b)
        && terms(a) == terms(b)
        && org(a) == org(b)
}

/// Whether both tell the same of the same sources.
fn tell_alike(a: &[InlineSource], b: &[InlineSource]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            (&a.provisional, &a.told, &a.address) == (&b.provisional, &b.told, &b.address)
                && says_alike(&a.source, &b.source)
        })
}

/// Whether two sources say the same, wherever it stands.
fn says_alike(a: &Source, b: &Source) -> bool {
    // Every field is named, so that a new one is not forgotten.
    let Source {
        id,
        title,
        url,
        archived,
        publisher,
        author,
        kind,
        lang,
        licence,
        licence_url,
        published,
        retrieved,
        hash,
        cites,
        primary,
        text,
        file,
        place,
    } = a;
    let words = |title: &LangText| -> Vec<_> {
        title.0.iter().map(|(lang, text)| (lang.clone(), text.value.clone())).collect()
    };
    let date = |date: &Known<Date>| {
        let told = date.value().map(|date| (date.value, date.written.clone()));
        let reason = match date {
            Known::Unknown { reason } => words(reason),
            _ => Vec::new(),
        };
        (std::mem::discriminant(date), told, reason)
    };
    *id == b.id
        && words(title) == words(&b.title)
        && (url, archived, publisher, author) == (&b.url, &b.archived, &b.publisher, &b.author)
        && (kind, lang, licence, licence_url) == (&b.kind, &b.lang, &b.licence, &b.licence_url)
        && date(published) == date(&b.published)
        && date(retrieved) == date(&b.retrieved)
        && *hash == b.hash
        && (cites, primary) == (&b.cites, &b.primary)
        && (text.is_none() && b.text.is_none())
        && (file.is_none() && b.file.is_none())
        && place.path == b.place.path
}
