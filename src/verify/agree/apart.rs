//! Things of which one is not the other, where no figure tells them apart: what is said of the primary is
//! not said of the replica.

use super::sense::{HALF, NEARLY_ALL, check, says_the_same};
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon};

use super::reading::Reading;

/// Checks what the claim is about against what the quotes are about, where both are one of a pair.
pub fn things(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        for word in
            claim.words.get(clause.words.clone()).unwrap_or_default().iter().filter(|word| word.content)
        {
            let Some((own, other)) = turned(&word.concepts, claim, evidence, lexicon) else { continue };
            let same = evidence.quotes.iter().zip(&evidence.clauses).any(|(quote, bags)| {
                bags.iter().enumerate().any(|(at, bag)| {
                    says_the_same(claim, number, quote, at, bag, lexicon, &[own, other], (NEARLY_ALL, HALF))
                })
            });
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

/// A concept of the claim's word that is one of a pair, and the other of the pair, where the quotes mean the
/// other alone and the claim does not.
fn turned(
    concepts: &[ConceptId],
    claim: &Reading<'_>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(ConceptId, ConceptId)> {
    concepts.iter().find_map(|own| {
        let (group, member) =
            *lexicon.concept(*own)?.apart.iter().find(|(group, _)| lexicon.is_pair(*group))?;
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
