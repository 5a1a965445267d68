//! What a clause of the claim and one of a quote have in common in their words, for the checks that stand on
//! their sense: names, directions, denials.

use super::Check;
use super::reading::{Bag, Reading};
use crate::diag::ByteSpan;
use crate::verify::lexicon::{ConceptId, Lexicon, Word};
use crate::verify::{FactCheck, FactStatus};

/// Share of a claim's clause that the quote's clause has to say for the two to speak of the same.
pub const MOST: f64 = 0.5;
/// Share of the quote's clause that the claim's has to say.
pub const GOOD_PART: f64 = 0.3;
/// The same two shares for what may come one after the other: what starts also stops.
pub const NEARLY_ALL: f64 = 0.6;
pub const HALF: f64 = 0.5;

/// Weight of the words that the clause shares with `bag`, but for those that mean `except`.
pub fn shared(claim: &Reading<'_>, clause: usize, bag: &Bag, lexicon: &Lexicon, except: &[ConceptId]) -> f64 {
    claim
        .words_of(clause)
        .iter()
        .filter(|word| word.content && !word.concepts.iter().any(|id| except.contains(id)))
        .map(|word| bag.says(word, lexicon) * super::weight(word, lexicon))
        .sum()
}

/// Whether a clause of the claim and one of a quote speak of the same, but for the words that mean
/// `except`: at least the shares in `bounds` of the one are in the other, and of the other in the one.
#[expect(clippy::too_many_arguments, reason = "two clauses, and what is asked of them")]
pub fn says_the_same(
    claim: &Reading<'_>,
    clause: usize,
    quote: &Reading<'_>,
    other: usize,
    bag: &Bag,
    lexicon: &Lexicon,
    except: &[ConceptId],
    (most, part): (f64, f64),
) -> bool {
    let excepted = |word: &Word| {
        word.concepts.iter().any(|id| {
            except.contains(id)
                || lexicon
                    .concept(*id)
                    .is_some_and(|concept| concept.opposite.iter().any(|id| except.contains(id)))
        })
    };
    let share = |words: &[Word], bag: &Bag| {
        let (mut said, mut total) = (0.0, 0.0);
        for word in words.iter().filter(|word| word.content && !excepted(word)) {
            let weight = super::weight(word, lexicon).min(1.0);
            total += weight;
            said += weight * bag.says(word, lexicon);
        }
        if total > 0.0 { said / total } else { 1.0 }
    };
    let mut own = Bag::default();
    own.add(claim.words_of(clause), &claim.primary, lexicon);
    share(claim.words_of(clause), bag) >= most && share(quote.words_of(other), &own) >= part
}

#[expect(clippy::too_many_arguments, reason = "the parts of a check, named once")]
pub fn check(
    kind: &str,
    claim: &Reading<'_>,
    span: ByteSpan,
    clause: usize,
    status: FactStatus,
    against: Option<String>,
    against_at: Option<(u32, ByteSpan)>,
    why: String,
) -> Check {
    let fact = FactCheck {
        kind: kind.to_owned(),
        text: claim.text(span).trim().to_owned(),
        span,
        status,
        against,
        against_at,
        why,
    };
    Check { fact, clause, bears: false, undone: false }
}
