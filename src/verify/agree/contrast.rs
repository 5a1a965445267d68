//! Two things that the quotes set against each other: the one was rebuilt and the other came back. A claim that
//! gives to the one what they tell of the other says something else.

use super::compare::quoted;
use super::figure::{Figure, Likeness, Value};
use super::reading::{Bag, Denial, Reading};
use super::sense::check;
use super::{Check, Evidence, happens};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{ConceptId, Lexicon, Role, Word};

/// Content words of quotes that tell two things and set them against each other, at most.
const SHORT: usize = 14;

/// What a clause is about: one of several of a sort.
enum Anchor<'r> {
    Figure(&'r Figure),
    Named(&'r Word),
    /// Any other thing: set against another only by what excludes the deed.
    Thing(&'r Word),
}

/// Checks what each clause of the claim tells of its figures and names.
pub fn contrasts(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    let words = evidence.quotes.iter().flat_map(|quote| &quote.words).filter(|word| word.content).count();
    if words > SHORT {
        return out;
    }
    for number in 0..claim.clauses.len() {
        let deeds: Vec<(usize, &Word)> = deeds(claim, number, lexicon);
        for anchor in anchors(claim, number, lexicon) {
            for (at, deed) in &deeds {
                if claim.denial_of(*at) != Denial::Said {
                    continue;
                }
                if let Some((sure, quote, span)) = set_against(claim, &anchor, deed, evidence, lexicon) {
                    let status = if sure { FactStatus::Contradicted } else { FactStatus::CannotTell };
                    let (text, told) = quoted(evidence, quote, span);
                    let why = format!("the quote tells it of another, and of this one: `{}`", text.trim());
                    out.push(check("words", claim, deed.span, number, status, Some(text), Some(told), why));
                }
            }
        }
    }
    out
}

fn strong(word: &Word, lexicon: &Lexicon) -> Vec<ConceptId> {
    let is_strong = |id: &ConceptId| {
        lexicon.concept(*id).is_some_and(|concept| !concept.weak && concept.role != Role::Mark)
    };
    word.concepts.iter().copied().filter(is_strong).collect()
}

fn deeds<'r>(reading: &'r Reading<'_>, clause: usize, lexicon: &Lexicon) -> Vec<(usize, &'r Word)> {
    let Some(own) = reading.clauses.get(clause) else { return Vec::new() };
    (own.words.clone())
        .filter_map(|at| Some((at, reading.words.get(at)?)))
        .filter(|(_, word)| word.content && happens(word, lexicon) && !is_one_of(word, lexicon))
        .collect()
}

/// Whether a word names one of several things: a name, or one of a pair such as old and new.
fn is_one_of(word: &Word, lexicon: &Lexicon) -> bool {
    word.content
        && (word.name
            || (word.concepts.iter().filter_map(|id| lexicon.concept(*id))).any(|concept| {
                matches!(concept.role, Role::Place | Role::Org | Role::Product) || !concept.apart.is_empty()
            }))
}

fn anchors<'r>(reading: &'r Reading<'_>, clause: usize, lexicon: &Lexicon) -> Vec<Anchor<'r>> {
    let figures = (reading.figures.iter())
        .filter(|figure| figure.clause == clause && tells(figure))
        .map(Anchor::Figure);
    let words = reading.words_of(clause).iter().filter_map(|word| {
        let thing = word.content && !happens(word, lexicon) && !strong(word, lexicon).is_empty();
        if is_one_of(word, lexicon) {
            Some(Anchor::Named(word))
        } else {
            thing.then_some(Anchor::Thing(word))
        }
    });
    figures.chain(words).collect()
}

fn tells(figure: &Figure) -> bool {
    !matches!(&figure.value, Value::Amount(Dimension::Rank | Dimension::Percentile, ..) | Value::Span(..))
}

/// The clause that tells something else of `anchor`, where the quotes tell `deed` of another thing of its sort
/// alone; and whether the two exclude each other.
fn set_against(
    claim: &Reading<'_>,
    anchor: &Anchor<'_>,
    deed: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(bool, usize, ByteSpan)> {
    let mut here: Vec<(usize, usize)> = Vec::new();
    let mut there: Vec<(usize, usize)> = Vec::new();
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for clause in 0..quote.clauses.len() {
            let bag = evidence.clauses.get(number)?.get(clause)?;
            if holds(anchor, quote, clause, bag, lexicon) {
                here.push((number, clause));
            }
            if strong(deed, lexicon).iter().any(|id| bag.concepts.contains(id)) {
                there.push((number, clause));
            }
        }
    }
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    if let (Anchor::Figure(_), true, Some((number, clause))) = (anchor, there.is_empty(), here.first()) {
        return fares_otherwise(deed, &claimed, *number, *clause, evidence, lexicon);
    }
    if here.is_empty() || there.is_empty() || here.iter().any(|at| there.contains(at)) {
        return None;
    }
    // What the deed is told of: another of the sort, which the claim does not name.
    let rival = there.iter().any(|(number, clause)| {
        evidence.quotes.get(*number).is_some_and(|quote| {
            is_rival_in(claim, anchor, quote, *clause, &claimed, lexicon)
                && here.iter().filter(|(other, _)| other == number).any(|(_, at)| {
                    let sentence = |clause: usize| quote.clauses.get(clause).map(|clause| clause.sentence);
                    sentence(*at) == sentence(*clause) || at.abs_diff(*clause) == 1
                })
        })
    });
    let &(number, clause) = here.first()?;
    let quote = evidence.quotes.get(number)?;
    let own = deeds(quote, clause, lexicon);
    let otherwise = own.iter().any(|(_, word)| claimed.says(word, lexicon) < 1.0);
    let denies = quote.clauses.get(clause).is_some_and(|clause| clause.denial() == Denial::Denied);
    if !rival || !(otherwise || denies) {
        return None;
    }
    let thing = matches!(anchor, Anchor::Thing(_));
    let excludes = denies && !thing
        || own.iter().any(|(_, word)| {
            strong(word, lexicon)
                .iter()
                .any(|theirs| strong(deed, lexicon).iter().any(|own| excludes(*own, *theirs, lexicon)))
        });
    if !excludes && thing {
        return None;
    }
    let figure = matches!(anchor, Anchor::Figure(_));
    Some((excludes && !thing || figure, number, quote.clauses.get(clause)?.span))
}

/// The clause with a figure of the claim, where what the claim tells of so many is told by no quote, and
/// something is told of them there that cannot be at once: twelve stayed up, twelve went down.
fn fares_otherwise(
    deed: &Word,
    claimed: &Bag,
    number: usize,
    clause: usize,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(bool, usize, ByteSpan)> {
    const LASTS: [&str; 6] = ["keep", "remain", "succeed", "accept", "allow", "healthy"];
    const GOES: [&str; 9] =
        ["fail", "loss", "reject", "delete", "disconnect", "crash", "unavailable", "block-verb", "unhealthy"];
    let means = |word: &Word, ids: &[&str]| {
        let mut concepts = word.concepts.iter().filter_map(|id| lexicon.concept(*id));
        concepts.any(|concept| ids.contains(&&*concept.id))
    };
    let quote = evidence.quotes.get(number)?;
    let own = deeds(quote, clause, lexicon);
    let against = |from: &[&str], to: &[&str]| {
        means(deed, from)
            && !means(deed, to)
            && own.iter().any(|(at, word)| {
                means(word, to)
                    && !means(word, from)
                    && quote.denial_of(*at) == Denial::Said
                    && claimed.says(word, lexicon) < 1.0
            })
    };
    let span = quote.clauses.get(clause)?.span;
    (against(&LASTS, &GOES) || against(&GOES, &LASTS)).then_some((false, number, span))
}

/// Whether what fares well and what fares ill, or opposites, are told.
fn excludes(a: ConceptId, b: ConceptId, lexicon: &Lexicon) -> bool {
    let (Some(one), Some(other)) = (lexicon.concept(a), lexicon.concept(b)) else { return false };
    one.opposite.contains(&b) || super::crossed::fares(&one.id, &other.id)
}

fn holds(anchor: &Anchor<'_>, quote: &Reading<'_>, clause: usize, bag: &Bag, lexicon: &Lexicon) -> bool {
    match anchor {
        Anchor::Figure(own) => (quote.figures.iter())
            .any(|other| other.clause == clause && matches!(own.against(other), Some(Likeness::Same(_)))),
        Anchor::Named(word) | Anchor::Thing(word) => bag.says(word, lexicon) >= 1.0,
    }
}

/// Whether a clause names another thing of the sort of `anchor`, which the claim does not.
fn is_rival_in(
    claim: &Reading<'_>,
    anchor: &Anchor<'_>,
    quote: &Reading<'_>,
    clause: usize,
    claimed: &Bag,
    lexicon: &Lexicon,
) -> bool {
    match anchor {
        Anchor::Figure(own) => quote.figures.iter().filter(|other| other.clause == clause).any(|other| {
            let said = |own: &Figure| matches!(own.against(other), Some(Likeness::Same(_)));
            matches!(own.against(other), Some(Likeness::Other(_)))
                && own.fact.kind == other.fact.kind
                && !claim.figures.iter().any(said)
        }),
        Anchor::Thing(_) => true,
        Anchor::Named(word) => quote.words_of(clause).iter().any(|other| {
            let apart = |a: &Word, b: &Word| {
                let of = |word: &Word| -> Vec<(u16, u16)> {
                    (word.concepts.iter().filter_map(|id| lexicon.concept(*id)))
                        .flat_map(|concept| concept.apart.iter().copied())
                        .collect()
                };
                of(a).iter().any(|(group, member)| {
                    of(b).iter().any(|(other, theirs)| group == other && member != theirs)
                })
            };
            let role = |word: &Word| {
                (word.concepts.iter().filter_map(|id| lexicon.concept(*id)))
                    .map(|concept| concept.role)
                    .find(|role| matches!(role, Role::Place | Role::Org | Role::Product))
            };
            let named = other.name && word.name || role(word).is_some() && role(word) == role(other);
            other.content && claimed.says(other, lexicon) < 1.0 && (named || apart(word, other))
        }),
    }
}
