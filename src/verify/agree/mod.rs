//! A claim and its quotes, found in their sources, into a verdict: do the quotes bear what the claim
//! says? Each language is read by its own rules, and figures, names, directions, negations and words
//! are compared as concepts. It does not look for quotes, and it rather says `partial` than vouch.

mod bind;
mod compare;
mod derive;
mod figure;
mod order;
mod reading;
mod sense;

use crate::diag::ByteSpan;
use crate::verify::lexicon::Lexicon;
use crate::verify::{FactCheck, FactStatus, Verdict};
use reading::{Bag, Reading};

/// A text in a language (a BCP 47 tag).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Its language.
    pub lang: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// What came of holding a claim against its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The verdict: supported, quoted, partial, contradicted or unsupported.
    pub verdict: Verdict,
    /// The claim's facts, in the order of its text.
    pub facts: Vec<FactCheck>,
}

/// Words up to which quotes are taken to speak of one thing.
const ONE_THING: usize = 30;
/// Share of a part's words that a quote has to say for the part to count as said.
const SAID: f64 = 0.6;
/// Share of its words that may have no counterpart in a part that counts as said.
const LEFT_OUT: f64 = 0.3;
/// Share of its words from which on a part without figures is at least not foreign to the quotes.
const VAGUELY_SAID: f64 = 0.25;
/// Share of its words from which on a part that is not wholly said is taken for partly said.
const PARTLY_SAID: f64 = 0.5;

/// The quotes, read, and what they say together.
struct Evidence<'a> {
    quotes: Vec<Reading<'a>>,
    /// What each clause of each quote says.
    clauses: Vec<Vec<Bag>>,
    all: Bag,
}

/// A fact that was checked, and where it belongs.
struct Check {
    fact: FactCheck,
    clause: usize,
    /// Whether a part of the claim may rest on it.
    bears: bool,
}

/// What became of one part of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Said,
    Partly,
    Unsaid,
    /// Some of its words are said, none of what happens in it is known to be left out.
    Vague,
    Empty,
}

/// Holds `claim` against `quotes`, which are taken to stand in their sources.
///
/// Facts are checked one by one; the claim's parts (sentences, clauses) are then said, partly said or
/// not said. Time is linear in the texts' length.
pub fn agree(claim: Statement<'_>, quotes: &[Statement<'_>], lexicon: &Lexicon) -> Agreement {
    let reading = Reading::of(claim, lexicon);
    let evidence = Evidence::read(quotes, lexicon);
    let mut checks = compare::figures(&reading, &evidence, lexicon);
    checks.extend(sense::names(&reading, &evidence, lexicon));
    checks.extend(sense::directions(&reading, &evidence, lexicon, &checks));
    checks.extend(sense::negations(&reading, &evidence, lexicon, &checks));
    checks.extend(order::order(&reading, &evidence, lexicon));
    let parts: Vec<Part> = (0..reading.clauses.len())
        .map(|number| part(&reading, number, &evidence, &checks, lexicon))
        .collect();
    let contradicted = checks.iter().any(|check| check.fact.status == FactStatus::Contradicted);
    let verdict = verdict(&parts, contradicted, &checks);
    for (number, part) in parts.iter().enumerate() {
        if matches!(part, Part::Unsaid | Part::Partly | Part::Vague)
            && verdict != Verdict::Supported
            && !contradicted
        {
            checks.extend(unsaid(&reading, number, &evidence, lexicon, *part, &checks));
        }
    }
    let mut facts: Vec<FactCheck> = checks.into_iter().map(|check| check.fact).collect();
    facts.sort_by(|a, b| (a.span.start, a.span.end, &a.kind).cmp(&(b.span.start, b.span.end, &b.kind)));
    Agreement { verdict, facts }
}

impl<'a> Evidence<'a> {
    /// Whether the quotes are short enough to speak of one thing.
    fn is_short(&self) -> bool {
        self.quotes.iter().map(|quote| quote.words.len()).sum::<usize>() <= ONE_THING
    }

    fn read(quotes: &[Statement<'a>], lexicon: &Lexicon) -> Self {
        let quotes: Vec<Reading<'a>> = quotes.iter().map(|quote| Reading::of(*quote, lexicon)).collect();
        let mut all = Bag::default();
        let mut clauses = Vec::new();
        for quote in &quotes {
            all.add(&quote.words, &quote.primary, lexicon);
            clauses.push(
                (0..quote.clauses.len())
                    .map(|number| {
                        let mut bag = Bag::default();
                        bag.add(quote.words_of(number), &quote.primary, lexicon);
                        bag
                    })
                    .collect(),
            );
        }
        Self { quotes, clauses, all }
    }
}

/// How much of clause `number` the quotes say in words: the share, the weight of all words, and the
/// weight of those that the lexicon cannot carry into the quotes' language.
fn coverage(reading: &Reading<'_>, number: usize, bag: &Bag, lexicon: &Lexicon) -> Coverage {
    let mut out = Coverage::default();
    for word in reading.words_of(number).iter().filter(|word| word.content) {
        let weight = weight(word, lexicon);
        out.total += weight;
        // A near concept tells that the same matter is spoken of, not that the same is said of it.
        let said = if bag.says(word, lexicon) >= 1.0 { 1.0 } else { 0.0 };
        out.said += weight * said;
        if said == 0.0 && bag.would_say(word, &reading.primary, lexicon) {
            out.missing += weight;
            out.verb_missing |= happens(word, lexicon);
        }
        if said == 0.0 && !bag.would_say(word, &reading.primary, lexicon) {
            out.unknown += weight;
        }
    }
    out
}

/// Words of a clause by what the quotes say of them, weighted.
#[derive(Debug, Default, Clone, Copy)]
struct Coverage {
    total: f64,
    said: f64,
    missing: f64,
    unknown: f64,
    /// Something that happens in the claim has no counterpart.
    verb_missing: bool,
}

impl Coverage {
    fn share(self) -> f64 {
        if self.total > 0.0 { self.said / self.total } else { 0.0 }
    }
}

fn happens(word: &crate::verify::lexicon::Word, lexicon: &Lexicon) -> bool {
    (word.concepts.iter().filter_map(|id| lexicon.concept(*id))).any(|concept| {
        !concept.weak && (concept.level != 0 || concept.role == crate::verify::lexicon::Role::Verb)
    })
}

fn weight(word: &crate::verify::lexicon::Word, lexicon: &Lexicon) -> f64 {
    let concepts: Vec<_> = word.concepts.iter().filter_map(|id| lexicon.concept(*id)).collect();
    if concepts.iter().any(|concept| concept.level != 0) {
        2.0
    } else if !concepts.is_empty() && concepts.iter().all(|concept| concept.weak) {
        0.3
    } else if concepts.iter().any(|concept| concept.role == crate::verify::lexicon::Role::Verb) {
        1.5
    } else {
        1.0
    }
}

/// Kinds of facts that name a thing rather than measure it.
fn is_named(kind: &str) -> bool {
    matches!(kind, "version" | "identifier" | "ordinal" | "percentile")
}

fn part(
    reading: &Reading<'_>,
    number: usize,
    evidence: &Evidence<'_>,
    checks: &[Check],
    lexicon: &Lexicon,
) -> Part {
    let own = || checks.iter().filter(|check| check.clause == number);
    let mut coverage = coverage(reading, number, &evidence.all, lexicon);
    for check in own().filter(|check| !check.bears && is_named(&check.fact.kind)) {
        coverage.total += 1.0;
        match check.fact.status {
            FactStatus::Supported => coverage.said += 1.0,
            FactStatus::CannotTell => coverage.unknown += 1.0,
            _ => coverage.missing += 1.0,
        }
    }
    let supported = own().any(|check| check.bears && check.fact.status == FactStatus::Supported);
    let open = own().any(|check| {
        matches!(check.fact.status, FactStatus::Missing | FactStatus::CannotTell)
            && (check.fact.kind != "name" || check.bears)
    });
    let share = coverage.share();
    match (supported, open) {
        (true, false) => Part::Said,
        (true, true) => Part::Partly,
        (false, true) if share >= SAID && coverage.missing <= coverage.total * LEFT_OUT => Part::Partly,
        (false, true) => Part::Unsaid,
        (false, false) if coverage.total == 0.0 => Part::Empty,
        (false, false) if share >= SAID && coverage.missing <= coverage.total * LEFT_OUT => Part::Said,
        (false, false) if share >= VAGUELY_SAID && !coverage.verb_missing => Part::Vague,
        (false, false) if share >= PARTLY_SAID && coverage.total >= 5.0 => Part::Partly,
        (false, false) if coverage.said > 0.0 && coverage.unknown > coverage.missing => Part::Vague,
        (false, false) => Part::Unsaid,
    }
}

fn verdict(parts: &[Part], contradicted: bool, checks: &[Check]) -> Verdict {
    let some = |part| parts.contains(&part);
    if contradicted {
        Verdict::Contradicted
    } else if some(Part::Partly)
        || some(Part::Said) && some(Part::Unsaid)
        || some(Part::Vague) && !some(Part::Said) && !some(Part::Unsaid)
    {
        Verdict::Partial
    } else if some(Part::Unsaid) || !some(Part::Said) {
        Verdict::Unsupported
    } else if checks.iter().any(|check| check.fact.status == FactStatus::Supported) {
        Verdict::Supported
    } else {
        Verdict::Quoted
    }
}

/// Tells of a part of the claim which words no quote says.
fn unsaid(
    reading: &Reading<'_>,
    number: usize,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
    part: Part,
    checks: &[Check],
) -> Option<Check> {
    if part == Part::Partly
        && checks.iter().any(|check| {
            check.clause == number
                && matches!(check.fact.status, FactStatus::Missing | FactStatus::CannotTell)
        })
    {
        return None;
    }
    let words = reading.words_of(number);
    let missing: Vec<_> =
        words.iter().filter(|word| word.content && evidence.all.says(word, lexicon) == 0.0).collect();
    let (first, last) = (missing.first()?, missing.last()?);
    let span = ByteSpan::new(first.span.start, last.span.end);
    let known = missing.iter().filter(|word| evidence.all.would_say(word, &reading.primary, lexicon)).count();
    let named = missing
        .iter()
        .take(5)
        .map(|word| format!("`{}`", reading.text(word.span)))
        .collect::<Vec<_>>()
        .join(", ");
    let (status, why) = if known * 2 >= missing.len() {
        (
            FactStatus::Missing,
            format!("no quote says this part of the claim; words without a counterpart: {named}"),
        )
    } else {
        (
            FactStatus::CannotTell,
            format!("these words are not in the glossary, so no quote can be held against them: {named}"),
        )
    };
    let fact = FactCheck {
        kind: "words".to_owned(),
        text: reading.text(span).to_owned(),
        span,
        status,
        against: None,
        against_at: None,
        why,
    };
    Some(Check { fact, clause: number, bears: false })
}

#[cfg(test)]
mod tests;
