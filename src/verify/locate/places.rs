//! All places of a passage in a source: first to the letter, then folded.

use super::edges::cuts_meaning;
use super::source::{Place, SourceText};
use crate::text::fold::{Fold, Folded, agree, fold};

/// Places that are told, at most.
const TOLD: usize = 32;

/// Candidates that are looked at, at most: a passage that stands in more places points nowhere, and a
/// bound keeps `aaaa…` in `aaaa…` linear.
const LOOKED_AT: usize = 256;

/// The places of one passage, and how it was found there.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// In order, at most [`TOLD`].
    pub places: Vec<Place>,
    /// The folds of the first place that needs least; empty when found to the letter.
    pub folds: Vec<Fold>,
}

/// Where `passage` stands in `source`, to the letter.
pub(super) fn exact(source: &SourceText, passage: &str) -> Vec<Place> {
    let text = source.text();
    memchr::memmem::find_iter(text.as_bytes(), passage.as_bytes())
        .take(LOOKED_AT)
        .filter(|&at| !cuts_meaning(text, at, at + passage.len()))
        .take(TOLD)
        .map(|at| source.place(at, at + passage.len()))
        .collect()
}

/// Where `passage` stands in `source` when both are folded.
pub(super) fn normalized(source: &SourceText, passage: &Folded, raw: &str) -> Found {
    let (folded, text) = (source.folded(), source.text());
    let mut found = Found::default();
    if passage.text.is_empty() {
        return found;
    }
    for at in memchr::memmem::find_iter(folded.text.as_bytes(), passage.text.as_bytes()).take(LOOKED_AT) {
        let origin = folded.origin(at, at + passage.text.len());
        if cuts_meaning(text, origin.start, origin.end) {
            continue;
        }
        let Some(folds) = agree(folded, text, at, passage, raw) else { continue };
        if found.places.is_empty() || folds.len() < found.folds.len() {
            found.folds = folds;
        }
        found.places.push(source.place(origin.start, origin.end));
        if found.places.len() == TOLD {
            break;
        }
    }
    found
}

/// The places before which `prefix` stands and after which `suffix` stands, as far as they can be told
/// apart by them. All of `places` when the context decides nothing.
///
/// The context is folded like the source; the place whose surroundings share most with it is taken, so
/// that a context cut short or touched up still chooses.
pub(super) fn in_context(
    source: &SourceText,
    places: &[Place],
    prefix: &Folded,
    suffix: &Folded,
) -> Vec<Place> {
    let folded = source.folded();
    let shared = |place: &Place| {
        let start = folded.position(place.bytes.start);
        let end = folded.position(place.bytes.end);
        let before = folded.text[..start].chars().rev().zip(prefix.text.chars().rev());
        let after = folded.text[end..].chars().zip(suffix.text.chars());
        before.take_while(|(a, b)| a == b).count() + after.take_while(|(a, b)| a == b).count()
    };
    let most = places.iter().map(shared).max().unwrap_or(0);
    if most == 0 {
        return places.to_vec();
    }
    places.iter().filter(|place| shared(place) == most).copied().collect()
}

/// Characters from which a passage that stands in several places is taken for one that the page prints
/// more than once, such as a teaser.
const REPEATED: usize = 48;

/// Whether `places` are one passage printed several times: long, and in lines that are the same. To choose
/// among them would change nothing.
pub(super) fn are_one_passage(source: &SourceText, places: &[Place]) -> bool {
    let text = source.text();
    let around = |place: &Place| {
        let before = text[..place.bytes.start].rsplit('\n').next().unwrap_or_default();
        let after = text[place.bytes.end..].split('\n').next().unwrap_or_default();
        (fold(before).text, fold(after).text)
    };
    let Some(first) = places.first() else { return false };
    let context = around(first);
    places.iter().all(|place| place.end - place.start >= REPEATED && around(place) == context)
}
