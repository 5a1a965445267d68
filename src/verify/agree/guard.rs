//! The last look before a claim is vouched for: where the quotes are read to the last word and the claim says
//! more than they do, what is left of it is told as open.

use super::reading::{Bag, Reading};
use super::sense::check;
use super::{Check, Evidence, happens, weight};
use crate::verify::FactStatus;
use crate::verify::lexicon::{Lexicon, Word};

/// Weight from which on a word says something by itself.
const TELLS: f64 = 1.0;
/// Content words of quotes that are short enough to tell one thing.
const SHORT: usize = 6;
/// Share of a claim's words from which on what is left of it is more than another way to put it.
const LEFT: f64 = 0.3;

/// Words of the claim that no quote says, where nothing in the quotes is left that could mean them.
pub fn unexplained(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    let left = (evidence.quotes.iter().flat_map(|quote| &quote.words))
        .any(|word| word.content && claimed.says(word, lexicon) < 1.0);
    if left || evidence.quotes.is_empty() {
        return Vec::new();
    }
    let open = |word: &&Word| {
        word.content
            && weight(word, lexicon) >= TELLS
            && !is_of_figure(word, lexicon)
            && evidence.all.says(word, lexicon) == 0.0
            && evidence.all.reads(word, lexicon)
    };
    let total: f64 = claim.words.iter().filter(|word| word.content).map(|word| weight(word, lexicon)).sum();
    let unsaid: f64 = claim.words.iter().filter(open).map(|word| weight(word, lexicon)).sum();
    let (count, acts) = (
        claim.words.iter().filter(open).count(),
        claim.words.iter().filter(open).any(|word| happens(word, lexicon)),
    );
    if unsaid < total * LEFT || count < 2 || !acts {
        return Vec::new();
    }
    (claim.words.iter().filter(open))
        .map(|word| {
            let clause = claim.clause_at(word.span.start);
            let why = "all that the quotes say is in the claim, and this is not in the quotes".to_owned();
            check("words", claim, word.span, clause, FactStatus::CannotTell, None, None, why)
        })
        .collect()
}

/// Causes that the claim names, where the quotes tell of none and have no word for what is named.
pub fn causes(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let tells = |word: &Word| {
        let mut concepts = word.concepts.iter().filter_map(|id| lexicon.concept(*id));
        concepts.any(|concept| matches!(&*concept.id, "cause" | "because" | "root-cause"))
    };
    let told = evidence.quotes.iter().flat_map(|quote| &quote.words).any(tells);
    let words = evidence.quotes.iter().flat_map(|quote| &quote.words).filter(|word| word.content).count();
    if told || words > SHORT {
        return Vec::new();
    }
    let unsaid = |word: &Word| {
        word.content
            && weight(word, lexicon) >= TELLS
            && !tells(word)
            && !is_of_figure(word, lexicon)
            && evidence.all.says(word, lexicon) == 0.0
    };
    (claim.words.iter().filter(|word| tells(word)))
        .filter(|word| claim.words_of(claim.clause_at(word.span.start)).iter().any(unsaid))
        .take(1)
        .map(|word| {
            let clause = claim.clause_at(word.span.start);
            let why = "the claim names a cause, and no quote does".to_owned();
            check("words", claim, word.span, clause, FactStatus::CannotTell, None, None, why)
        })
        .collect()
}

/// What goes with a figure, which is compared for itself: exceeded, doubled, in the evening.
fn is_of_figure(word: &Word, lexicon: &Lexicon) -> bool {
    (word.concepts.iter().filter_map(|id| lexicon.concept(*id))).any(|concept| {
        concept.reaches
            || concept.level != 0
            || concept.id.starts_with("times-")
            || concept.id.starts_with("unit-")
            || matches!(
                &*concept.id,
                "morning"
                    | "evening"
                    | "night"
                    | "maximum"
                    | "minimum"
                    | "local-time"
                    | "run"
                    | "last-long"
                    | "occur"
            )
    }) && (!happens(word, lexicon)
        || word
            .concepts
            .iter()
            .filter_map(|id| lexicon.concept(*id))
            .all(|c| c.weak || c.reaches || c.level != 0))
}
