//! Things of which one is not the other, where no figure tells them apart: what is said of the primary is
//! not said of the replica.

use super::sense::{HALF, NEARLY_ALL, check, says_the_same};
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{ConceptId, Lexicon, Word};

use super::figure::{Figure, Value};
use super::reading::Reading;

/// Checks what the claim is about against what the quotes are about, where both are one of a pair.
pub fn things(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        for word in
            // Also common words that mean something as a phrase: on its own.
            claim.words.get(clause.words.clone()).unwrap_or_default()
        {
            let Some((own, other)) = turned(&word.concepts, claim, evidence, lexicon) else { continue };
            let same = evidence.quotes.iter().zip(&evidence.clauses).any(|(quote, bags)| {
                bags.iter().enumerate().any(|(at, bag)| {
                    says_the_same(claim, number, quote, at, bag, lexicon, &[own, other], (NEARLY_ALL, HALF))
                })
            });
            let sure = turned_surely(own, lexicon);
            if !same && !sure {
                continue;
            }
            let (status, why) = if same {
                (FactStatus::Contradicted, "the quote tells it of the other of the two")
            } else {
                (FactStatus::CannotTell, "the quotes speak of the other of the two")
            };
            out.push(check("direction", claim, word.span, number, status, None, None, why.to_owned()));
        }
    }
    out
}

/// Whether a thing is told without its other, so that the one in a quote says nothing of the other.
fn turned_surely(own: ConceptId, lexicon: &Lexicon) -> bool {
    lexicon.concept(own).is_some_and(|concept| concept.apart.iter().any(|(group, _)| lexicon.is_pair(*group)))
}

/// First in the claim and last in the quotes, or the other way round: the first is told as a rank.
pub fn ends_of_a_row(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let last = |word: &Word| {
        let mut concepts = word.concepts.iter().filter_map(|id| lexicon.concept(*id));
        word.content && concepts.any(|concept| &*concept.id == "last-thing")
    };
    let first = |figure: &Figure| matches!(figure.value, Value::Amount(Dimension::Rank, rank, _) if (rank - 1.0).abs() < f64::EPSILON);
    let quotes = || evidence.quotes.iter();
    let told = (
        claim.figures.iter().find(|figure| first(figure)),
        claim.words.iter().find(|word| last(word)),
        quotes().any(|quote| quote.figures.iter().any(first)),
        quotes().any(|quote| quote.words.iter().any(last)),
    );
    let span = match told {
        (Some(figure), None, false, true) => figure.fact.span,
        (None, Some(word), true, false) => word.span,
        _ => return Vec::new(),
    };
    let number = claim.clause_at(span.start);
    let same = evidence.quotes.iter().zip(&evidence.clauses).any(|(quote, bags)| {
        bags.iter().enumerate().any(|(at, bag)| {
            quote.words_of(at).iter().any(&last)
                != quote.figures.iter().any(|figure| figure.clause == at && first(figure))
                && says_the_same(claim, number, quote, at, bag, lexicon, &[], (NEARLY_ALL, HALF))
        })
    });
    if !same || !evidence.is_short() {
        return Vec::new();
    }
    let why = "one tells the first, the other the last".to_owned();
    vec![check("direction", claim, span, number, FactStatus::Contradicted, None, None, why)]
}

/// A concept of the claim's word that is one of a pair, and the other of the pair, where the quotes mean the
/// other alone and the claim does not.
fn turned(
    concepts: &[ConceptId],
    claim: &Reading<'_>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(ConceptId, ConceptId)> {
    concepts.iter().find_map(|own| {
        let (group, member) = *lexicon
            .concept(*own)?
            .apart
            .iter()
            .find(|(group, _)| lexicon.is_pair(*group) || lexicon.is_told_together(*group))?;
        let of = |id: &ConceptId, same: bool| {
            lexicon.concept(*id).is_some_and(|concept| {
                concept.apart.iter().any(|(g, m)| *g == group && (*m == member) == same)
            })
        };
        let quoted = &evidence.all.concepts;
        let other = quoted.iter().find(|id| of(id, false))?;
        let claimed = claim.words.iter().flat_map(|word| &word.concepts).any(|id| of(id, false));
        // A word may mean several things, and the quotes one of them.
        let meant = concepts.iter().any(|id| quoted.contains(id)) || quoted.iter().any(|id| of(id, true));
        (!claimed && !meant).then_some((*own, *other))
    })
}
