//! What is told of what, clause by clause: a claim that gives to one thing what the quotes give to the other
//! says something else, though all of its words and figures are theirs.

use std::collections::BTreeSet;

use super::figure::{Likeness, Value};
use super::reading::{Denial, Reading, is_meaning};
use super::sense::check;
use super::{Check, Evidence};
use crate::verify::FactStatus;
use crate::verify::facts::FactKind;
use crate::verify::lexicon::{ConceptId, Lexicon};

/// Something that claim and quotes both tell, or only one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Concept(ConceptId),
    /// A figure of the claim, by its number.
    Figure(usize),
    /// Another identifier of the sort that the claim's figure is: IPv4 beside IPv6.
    Rival(usize),
}

/// Checks pairs of the claim's clauses for what is exchanged between them, and single ones for what the
/// quotes tell of another member of a group.
pub fn crossed(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let own: Vec<BTreeSet<Item>> = (0..claim.clauses.len())
        .map(|number| {
            let figures = claim.figures.iter().enumerate().filter(|(_, figure)| figure.clause == number);
            items(claim, number, lexicon).into_iter().chain(figures.map(|(at, _)| Item::Figure(at))).collect()
        })
        .collect();
    let theirs: Vec<BTreeSet<Item>> = (evidence.quotes.iter())
        .flat_map(|quote| (0..quote.clauses.len()).map(move |number| (quote, number)))
        .map(|(quote, number)| {
            let mut found = items(quote, number, lexicon);
            for other in quote.figures.iter().filter(|figure| figure.clause == number) {
                let same = |own: &super::figure::Figure| {
                    matches!(own.against(other), Some(Likeness::Same(_)))
                        && !matches!(own.value, Value::Span(..))
                };
                let rival = |own: &super::figure::Figure| {
                    own.fact.kind == FactKind::Identifier
                        && other.fact.kind == FactKind::Identifier
                        && own.told != other.told
                        && letters(&own.told) == letters(&other.told)
                };
                found.extend(
                    (claim.figures.iter().enumerate().filter(|(_, own)| rival(own)))
                        .map(|(at, _)| Item::Rival(at)),
                );
                found.extend(
                    claim
                        .figures
                        .iter()
                        .enumerate()
                        .filter(|(_, own)| same(own))
                        .map(|(at, _)| Item::Figure(at)),
                );
            }
            found
        })
        .collect();
    let mut out = Vec::new();
    for (first, a) in own.iter().enumerate() {
        for (second, b) in own.iter().enumerate().skip(first + 1) {
            if let Some(item) = exchanged(claim, a, b, &theirs, lexicon) {
                let span = claim.clauses.get(second).map(|clause| clause.span).unwrap_or_default();
                let why = format!("the quote tells `{}` of the other of the two", name(claim, item, lexicon));
                let _ = first;
                out.push(check("words", claim, span, second, FactStatus::Contradicted, None, None, why));
            }
        }
    }
    for (number, own) in own.iter().enumerate() {
        if let Some((item, why)) = of_another(claim, own, &theirs, lexicon) {
            let span = claim.clauses.get(number).map(|clause| clause.span).unwrap_or_default();
            let why = format!("the quote tells `{}` of {why}", name(claim, item, lexicon));
            out.push(check("words", claim, span, number, FactStatus::Contradicted, None, None, why));
        }
    }
    out
}

/// The letters of an identifier, which tell its sort.
fn letters(told: &str) -> String {
    told.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

fn name(claim: &Reading<'_>, item: Item, lexicon: &Lexicon) -> String {
    match item {
        Item::Concept(id) => lexicon.concept(id).map_or_else(String::new, |concept| concept.id.to_string()),
        Item::Figure(at) | Item::Rival(at) => {
            claim.figures.get(at).map_or_else(String::new, |figure| figure.told.clone())
        }
    }
}

/// What the words of a clause mean; a word that is denied stands for the other side of it, where it has one.
fn items(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> BTreeSet<Item> {
    let Some(own) = reading.clauses.get(clause) else { return BTreeSet::new() };
    let mut out = BTreeSet::new();
    for at in own.words.clone() {
        let Some(word) = reading.words.get(at).filter(|word| word.content) else { continue };
        let denied = reading.denial_of(at);
        for id in &word.concepts {
            let Some(concept) = lexicon.concept(*id).filter(|_| is_meaning(lexicon, *id)) else { continue };
            match denied {
                Denial::Said => out.extend([Item::Concept(*id)]),
                Denial::Denied => out.extend(concept.opposite.iter().map(|id| Item::Concept(*id))),
                Denial::Unclear => {}
            }
        }
    }
    out
}

/// Whether two items cannot both be told of one thing at once: opposites, members of one group, two figures of a kind.
fn rivals(claim: &Reading<'_>, a: Item, b: Item, lexicon: &Lexicon) -> bool {
    match (a, b) {
        (Item::Concept(a), Item::Concept(b)) => {
            let (Some(one), Some(other)) = (lexicon.concept(a), lexicon.concept(b)) else { return false };
            one.opposite.contains(&b) || parted(&one.apart, &other.apart) || fares(&one.id, &other.id)
        }
        (Item::Figure(a), Item::Figure(b)) => {
            let (Some(one), Some(other)) = (claim.figures.get(a), claim.figures.get(b)) else { return false };
            // Names of files and hosts are of one sort only where their letters are.
            let sort = one.fact.kind != FactKind::Identifier || letters(&one.told) == letters(&other.told);
            one.fact.kind == other.fact.kind && one.value != other.value && sort
        }
        _ => false,
    }
}

/// How something fares: these exclude one another, though denying one does not say the other.
pub fn fares(a: &str, b: &str) -> bool {
    let well = [
        "normal",
        "available",
        "healthy",
        "succeed",
        "keep",
        "allow",
        "accept",
        "remain",
        "serve",
        "run",
        "resolution",
        "recovery",
        "stable",
    ];
    let ill = [
        "fail",
        "unavailable",
        "unhealthy",
        "loss",
        "stop",
        "hang",
        "crash",
        "block-verb",
        "reject",
        "outage",
        "disconnect",
        "vulnerability",
        "delete",
        "withdraw",
    ];
    well.contains(&a) && ill.contains(&b) || well.contains(&b) && ill.contains(&a)
}

fn parted(a: &[(u16, u16)], b: &[(u16, u16)]) -> bool {
    a.iter().any(|(group, member)| b.iter().any(|(other, theirs)| group == other && member != theirs))
}

/// What of two clauses of the claim stands exchanged in the quotes.
fn exchanged(
    claim: &Reading<'_>,
    a: &BTreeSet<Item>,
    b: &BTreeSet<Item>,
    theirs: &[BTreeSet<Item>],
    lexicon: &Lexicon,
) -> Option<Item> {
    let only = |own: &BTreeSet<Item>, other: &BTreeSet<Item>| -> Vec<Item> {
        own.difference(other)
            .copied()
            .filter(|item| theirs.iter().any(|clause| clause.contains(item)))
            .collect()
    };
    let (only_a, only_b) = (only(a, b), only(b, a));
    let together = |x: Item, y: Item, not: [Item; 2]| {
        theirs.iter().any(|clause| {
            clause.contains(&x) && clause.contains(&y) && !not.iter().any(|item| clause.contains(item))
        })
    };
    let ever = |x: Item, y: Item| theirs.iter().any(|clause| clause.contains(&x) && clause.contains(&y));
    let pairs: Vec<(Item, Item)> = (only_a.iter())
        .flat_map(|x| only_b.iter().map(move |y| (*x, *y)))
        .filter(|(x, y)| rivals(claim, *x, *y, lexicon))
        .collect();
    for (x1, x2) in &pairs {
        // What is told of them may be anything that each has alone.
        for y1 in only_a.iter().filter(|y| *y != x1 && tells(claim, **y, lexicon)) {
            for y2 in only_b.iter().filter(|y| *y != x2 && tells(claim, **y, lexicon)) {
                if together(*x1, *y2, [*x2, *y1])
                    && together(*x2, *y1, [*x1, *y2])
                    && !ever(*x1, *y1)
                    && !ever(*x2, *y2)
                {
                    return Some(*y2);
                }
            }
        }
    }
    None
}

/// Whether an item says enough by itself.
fn tells(claim: &Reading<'_>, item: Item, lexicon: &Lexicon) -> bool {
    match item {
        Item::Concept(id) => lexicon.concept(id).is_some_and(|concept| !concept.weak),
        Item::Rival(_) => false,
        Item::Figure(at) => claim.figures.get(at).is_some_and(|figure| {
            figure.told.chars().filter(char::is_ascii_digit).count() > 1
                || figure.fact.kind != FactKind::Number
        }),
    }
}

/// A figure or what happens that the claim tells of one member of a group, and the quotes of another, with the
/// first elsewhere.
fn of_another(
    claim: &Reading<'_>,
    own: &BTreeSet<Item>,
    theirs: &[BTreeSet<Item>],
    lexicon: &Lexicon,
) -> Option<(Item, &'static str)> {
    for member in own {
        let is_rival = |item: &Item| match (member, item) {
            (Item::Concept(own), Item::Concept(id)) => {
                let places = |id: &ConceptId| lexicon.concept(*id).map(|concept| &concept.apart);
                matches!((places(own), places(id)), (Some(a), Some(b)) if parted(a, b))
            }
            (Item::Figure(own), Item::Rival(rival)) => own == rival,
            _ => false,
        };
        let is_own = |item: &Item| match (member, item) {
            (Item::Concept(own), Item::Concept(id)) => {
                let places = |id: &ConceptId| lexicon.concept(*id).map(|concept| &concept.apart);
                own == id
                    || matches!((places(own), places(id)), (Some(a), Some(b)) if a.iter().any(|place| b.contains(place)))
            }
            _ => member == item,
        };
        let told_at_all = theirs.iter().any(|clause| clause.iter().any(is_own));
        if own.iter().any(is_rival)
            || !told_at_all
            || !theirs.iter().any(|clause| clause.iter().any(is_rival))
        {
            continue;
        }
        let sort = matches!(member, Item::Figure(_));
        for item in own.iter().filter(|item| *item != member && tells(claim, **item, lexicon)) {
            let weighs = match item {
                Item::Figure(_) => true,
                // What happens is told of many things, unless the two are named alike.
                Item::Concept(id) => {
                    sort && lexicon.concept(*id).is_some_and(|concept| !concept.opposite.is_empty())
                }
                Item::Rival(_) => false,
            };
            let told: Vec<&BTreeSet<Item>> = theirs.iter().filter(|clause| clause.contains(item)).collect();
            let all_of_rival = !told.is_empty()
                && told.iter().all(|clause| clause.iter().any(is_rival) && !clause.iter().any(is_own));
            if weighs && all_of_rival {
                return Some((*item, "another of them"));
            }
        }
    }
    None
}
