//! Of how many something is told without a figure: all, some, none but, only. What is told of a part is not
//! told of all, and "only" of one denies it of the others.

use super::reading::{Denial, Reading};
use super::sense::{check, shared};
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon, Word};

/// Weight of the words in common from which on a clause of the quotes speaks of the claim's.
const ON_IT: f64 = 1.0;
/// The same where the two contradict each other.
const SURELY_ON_IT: f64 = 2.0;

/// What the quotes' clauses on the matter of a claim's clause say of how many.
#[derive(Debug, Default)]
struct Told {
    all: bool,
    /// All, if with an exception.
    all_at_all: bool,
    part: f64,
    except: bool,
    none: f64,
    not_only: f64,
}

/// Checks the words of the claim that tell of how many.
pub fn quantities(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let marks = lexicon.marks();
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        let find = |mark: ConceptId| {
            claim
                .words
                .get(clause.words.clone())
                .unwrap_or_default()
                .iter()
                .find(|w| w.concepts.contains(&mark))
        };
        let told = told(claim, number, evidence, lexicon);
        let part = find(marks.part).filter(|word| !word.concepts.contains(&marks.not));
        let except = find(marks.except);
        let denies = clause.denial() != Denial::Said;
        // 두 곳뿐이다: written together with what it sets apart.
        let only = find(marks.only).or_else(|| {
            claim.words_of(number).iter().find(|word| {
                let written = claim.text(word.span);
                written.ends_with('뿐') || written.contains("뿐이")
            })
        });
        let found = match (find(marks.all), part, only) {
            (Some(word), None, _) if !denies && except.is_none() => {
                if told.part > 0.0 && !told.all {
                    let sure = told.part >= SURELY_ON_IT;
                    Some((word, sure, "the quote tells it of a part alone"))
                } else if told.except {
                    Some((word, false, "the quote makes an exception"))
                } else {
                    None
                }
            }
            (None, Some(word), _) if !denies && told.part == 0.0 => {
                if told.none > 0.0 {
                    Some((word, told.none >= SURELY_ON_IT, "the quote denies it of every one"))
                } else if told.all && !told.except {
                    Some((word, false, "the quote tells it of all"))
                } else {
                    None
                }
            }
            (_, _, Some(word)) if told.not_only > 0.0 && !denies && !adds(claim, number, lexicon) => {
                Some((word, told.not_only >= ON_IT, "the quote tells it of others as well"))
            }
            (_, _, Some(word)) if told.except && told.all_at_all && !denies => {
                Some((word, true, "the quote tells it of all but these"))
            }
            _ => None,
        };
        if let Some((word, sure, why)) = found {
            let status = if sure { FactStatus::Contradicted } else { FactStatus::CannotTell };
            out.push(check("words", claim, word.span, number, status, None, None, why.to_owned()));
        }
    }
    out
}

fn told(claim: &Reading<'_>, number: usize, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Told {
    let marks = lexicon.marks();
    let mut told = Told::default();
    for (quote, bags) in evidence.quotes.iter().zip(&evidence.clauses) {
        for (at, bag) in bags.iter().enumerate() {
            let shared = shared(claim, number, bag, lexicon, &[]);
            let Some(clause) = quote.clauses.get(at).filter(|_| shared >= ON_IT) else { continue };
            let words = quote.words.get(clause.words.clone()).unwrap_or_default();
            let has = |mark: ConceptId| words.iter().any(|word| word.concepts.contains(&mark));
            told.all |= has(marks.all) && !has(marks.except);
            told.all_at_all |= has(marks.all);
            told.except |= has(marks.except);
            if has(marks.part) {
                told.part = told.part.max(shared);
            }
            let of_each = words.iter().any(|word| {
                word.concepts.contains(&marks.not_again)
                    || word.concepts.contains(&marks.share) && word.concepts.contains(&marks.not)
            });
            if of_each && clause.denial() == Denial::Denied {
                told.none = told.none.max(shared);
            }
            if adds(quote, at, lexicon) {
                told.not_only = told.not_only.max(shared);
            }
        }
    }
    told
}

/// Whether the clause says "not only": of this and of others as well.
fn adds(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> bool {
    let marks = lexicon.marks();
    reading.words_of(clause).windows(2).any(|pair| {
        let [first, second] = pair else { return false };
        let has = |word: &Word, mark: ConceptId| word.concepts.contains(&mark);
        let before = reading.statement.text.get(..second.span.start).unwrap_or_default().trim_end();
        has(first, marks.denies_nothing) && has(second, marks.denies_nothing) && has(second, marks.only)
            || has(second, marks.corrects) && (before.ends_with('뿐') || before.ends_with("뿐만"))
    })
}
