//! A claim and its quotes, found in their sources, into a verdict: do the quotes bear what the claim
//! says? Each language is read by its own rules, and figures, names, directions, negations and words
//! are compared as concepts. It does not look for quotes, and it rather says `partial` than vouch.

mod affirmed;
mod agents;
mod apart;
mod bind;
mod compare;
mod contrast;
mod crossed;
mod denial;
mod derive;
mod direction;
mod edges;
mod factor;
mod figure;
mod guard;
mod names;
mod order;
mod quantity;
mod rates;
mod reading;
mod relations;
mod sense;

use crate::diag::ByteSpan;
use crate::verify::lexicon::{Lexicon, Role, Word};
use crate::verify::{FactCheck, FactStatus, Verdict};
use reading::{Bag, Reading, is_meaning};

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
/// Words without a counterpart from which on a part may count as not said, and how many times what is said
/// of it they have to weigh.
const UNSAID_WORDS: usize = 2;
const UNSAID: f64 = 1.5;
/// Weight of the words in common from which on claim and quotes speak of one matter, and the share that
/// they have to be of what can be read of the claim.
const TIED: (f64, f64) = (2.0, 0.25);
/// Weight of the words in common, and their share of all, where a name or a direction makes a claim supported.
const MOSTLY: (f64, f64) = (3.0, 0.6);
/// The same where little is in common: less weight, but a greater share of all words.
const SLIGHTLY_TIED: (f64, f64) = (1.0, 0.4);

/// The quotes, read, and what they say together.
struct Evidence<'a> {
    quotes: Vec<Reading<'a>>,
    /// What each clause of each quote says.
    clauses: Vec<Vec<Bag>>,
    all: Bag,
    /// How many words of the quotes have no counterpart in the claim.
    left_over: usize,
    /// How many of these the lexicon does not know: they may say what the claim says.
    unread: usize,
}

/// A fact that was checked, and where it belongs.
struct Check {
    fact: FactCheck,
    clause: usize,
    /// Whether a part of the claim may rest on it.
    bears: bool,
    /// Whether the quotes tell what happens here as yet to be done.
    undone: bool,
}

impl Check {
    /// Whether it stands in many texts by chance: a number of one digit, a host's name.
    fn is_slight(&self) -> bool {
        let digits = self.fact.text.chars().filter(char::is_ascii_digit).count();
        match self.fact.kind.as_str() {
            "identifier" => digits == 0,
            "number" | "ordinal" => digits < 2,
            _ => false,
        }
    }

    /// Whether it is of a figure, rather than of a name or of the sense of the words.
    fn of_figure(&self) -> bool {
        !matches!(self.fact.kind.as_str(), "name" | "direction" | "order" | "negation" | "words")
    }
}

/// What became of one part of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The quotes say it.
    Said,
    /// They say some of its facts, and not others.
    Partly,
    /// They say something else, and nothing in them is left that could mean it.
    Unsaid,
    /// It has no fact of its own, and its words cannot all be found or read in the quotes.
    Vague,
    Empty,
}

/// Holds `claim` against `quotes`, which are taken to stand in their sources.
///
/// Facts are checked one by one; the claim's parts (sentences, clauses) are then said, partly said or
/// not said. Time is linear in the texts' length.
pub fn agree(claim: Statement<'_>, quotes: &[Statement<'_>], lexicon: &Lexicon) -> Agreement {
    let reading = Reading::of(claim, lexicon);
    let evidence = Evidence::read(&reading, quotes, lexicon);
    let mut checks = compare::figures(&reading, &evidence, lexicon);
    factor::factors(&reading, &evidence, lexicon, &mut checks);
    checks.extend(names::names(&reading, &evidence, lexicon));
    checks.extend(direction::directions(&reading, &evidence, lexicon, &checks));
    checks.extend(denial::negations(&reading, &evidence, lexicon, &checks));
    checks.extend(apart::things(&reading, &evidence, lexicon));
    checks.extend(apart::ends_of_a_row(&reading, &evidence, lexicon));
    checks.extend(affirmed::affirmed(&reading, &evidence, lexicon));
    checks.extend(quantity::quantities(&reading, &evidence, lexicon));
    checks.extend(agents::agents(&reading, &evidence, lexicon));
    checks.extend(crossed::crossed(&reading, &evidence, lexicon));
    checks.extend(relations::relations(&reading, &evidence, lexicon));
    checks.extend(contrast::contrasts(&reading, &evidence, lexicon));
    checks.extend(edges::edges(&reading, &evidence, lexicon));
    checks.extend(guard::causes(&reading, &evidence, lexicon));
    checks.extend(guard::unexplained(&reading, &evidence, lexicon));
    checks.extend(order::order(&reading, &evidence, lexicon));
    let parts: Vec<Part> = (0..reading.clauses.len())
        .map(|number| part(&reading, number, &evidence, &checks, lexicon))
        .collect();
    let contradicted = checks.iter().any(|check| check.fact.status == FactStatus::Contradicted);
    let verdict = verdict(&reading, &parts, contradicted, &checks, &evidence, lexicon);
    for (number, part) in parts.iter().enumerate() {
        let told = match verdict {
            Verdict::Partial => *part == Part::Unsaid,
            Verdict::Unsupported => matches!(part, Part::Unsaid | Part::Partly | Part::Vague),
            _ => false,
        };
        if told {
            checks.extend(unsaid(&reading, number, &evidence, lexicon, &checks));
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

    /// Whether a quote has `word` to the letter (but for case), and not as a part of a longer one.
    fn writes(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let joins = |c: char| c.is_alphanumeric() || matches!(c, '_');
        let tells = word.chars().any(|c| c.is_ascii_alphanumeric());
        tells
            && self.quotes.iter().any(|quote| {
                let text = quote.statement.text.to_lowercase();
                text.match_indices(&word).any(|(at, found)| {
                    let (before, after) = (&text[..at], &text[at + found.len()..]);
                    let ends = |part: Option<char>| part.is_none_or(|c| !joins(c));
                    let mut rest = after.chars();
                    let next = rest.next();
                    // 3.5.1 is no part of 3.5.10, nor of 3.5.1-rc1, but of a sentence that ends there.
                    let goes_on = matches!(next, Some('.' | '-')) && rest.next().is_some_and(joins);
                    ends(before.chars().next_back())
                        && !before.ends_with(['.', '-'])
                        && ends(next)
                        && !goes_on
                })
            })
    }

    fn read(claim: &Reading<'_>, quotes: &[Statement<'a>], lexicon: &Lexicon) -> Self {
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
        let mut claimed = Bag::default();
        claimed.add(&claim.words, &claim.primary, lexicon);
        let left_over: Vec<&Word> = (quotes.iter().flat_map(|quote| &quote.words))
            .filter(|word| word.content && claimed.says(word, lexicon) == 0.0)
            .collect();
        let unread = left_over.iter().filter(|word| !means(word, lexicon)).count();
        let left_over = left_over.len();
        Self { quotes, clauses, all, left_over, unread }
    }
}

/// Whether the lexicon knows what `word` means.
fn means(word: &Word, lexicon: &Lexicon) -> bool {
    word.concepts.iter().any(|id| is_meaning(lexicon, *id))
}

/// How much of clause `number` the quotes say in words.
fn coverage(reading: &Reading<'_>, number: usize, bag: &Bag, lexicon: &Lexicon) -> Coverage {
    let mut out = Coverage::default();
    for word in reading.words_of(number).iter().filter(|word| word.content) {
        let weight = weight(word, lexicon);
        out.total += weight;
        // A near concept tells that the same matter is spoken of, not that the same is said of it.
        let says = bag.says(word, lexicon);
        if says >= 1.0 {
            out.said += weight;
            out.verb_said |= happens(word, lexicon);
        } else if bag.reads(word, lexicon) {
            out.missing += weight;
            out.missing_words += usize::from(says == 0.0);
            out.verb_missing |= happens(word, lexicon);
        } else {
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
    /// Known to the lexicon, and without a counterpart.
    missing: f64,
    missing_words: usize,
    /// Not known to the lexicon, and without a counterpart.
    unknown: f64,
    /// Something that happens in the claim has a counterpart.
    verb_said: bool,
    /// Something that happens in the claim has no counterpart.
    verb_missing: bool,
}

impl Coverage {
    fn share(self) -> f64 {
        if self.total > 0.0 { self.said / self.total } else { 0.0 }
    }
}

fn happens(word: &Word, lexicon: &Lexicon) -> bool {
    (word.concepts.iter().filter_map(|id| lexicon.concept(*id)))
        .any(|concept| !concept.weak && (concept.level != 0 || concept.role == Role::Verb))
}

fn weight(word: &Word, lexicon: &Lexicon) -> f64 {
    let concepts: Vec<_> = word.concepts.iter().filter_map(|id| lexicon.concept(*id)).collect();
    if concepts.iter().any(|concept| concept.level != 0) {
        2.0
    } else if !concepts.is_empty() && concepts.iter().all(|concept| concept.weak) {
        0.3
    } else if concepts.iter().any(|concept| concept.role == Role::Verb) {
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
    // Small numbers in words that no quote says tell nothing by themselves, but are part of what is said.
    let figures = reading.clauses.get(number).map_or(0, |clause| clause.figures.len());
    let loose = figures.saturating_sub(own().filter(|check| check.of_figure()).count());
    let share = coverage.share();
    let said = share >= SAID && coverage.missing + coverage.unknown <= coverage.total * LEFT_OUT;
    match (supported, open) {
        (true, false) => Part::Said,
        (true, true) => Part::Partly,
        (false, true) if said => Part::Partly,
        (false, true) => Part::Unsaid,
        (false, false) if coverage.total == 0.0 => Part::Empty,
        (false, false) if said => Part::Said,
        // What happens in this part is not said, and the quotes have nothing left that could say it.
        (false, false)
            if coverage.verb_missing && !coverage.verb_said && share < SAID && evidence.left_over == 0 =>
        {
            Part::Unsaid
        }
        (false, false)
            if coverage.said == 0.0
                && (coverage.verb_missing || loose > 0)
                && coverage.missing_words + loose >= 2
                && coverage.missing_words + loose >= evidence.left_over
                && coverage.unknown <= coverage.missing =>
        {
            Part::Unsaid
        }
        // Most of what can be read of it is in no quote, and what happens in it is not.
        (false, false)
            if coverage.verb_missing
                && !coverage.verb_said
                && coverage.missing_words + loose >= UNSAID_WORDS
                && coverage.missing > coverage.said * UNSAID
                && coverage.missing > coverage.unknown =>
        {
            Part::Unsaid
        }
        (false, false) => Part::Vague,
    }
}

/// Whether the check is of a fact that the quotes must hold, rather than of the sense of the words.
fn is_due(check: &Check) -> bool {
    let of_sense = matches!(check.fact.kind.as_str(), "name" | "direction" | "order");
    check.bears || !of_sense || check.fact.status == FactStatus::CannotTell
}

fn verdict(
    reading: &Reading<'_>,
    parts: &[Part],
    contradicted: bool,
    checks: &[Check],
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Verdict {
    let some = |part| parts.contains(&part);
    let supported = |check: &Check| check.fact.status == FactStatus::Supported;
    let named = |check: &Check| check.fact.kind == "name" && supported(check);
    let holds = some(Part::Said)
        || some(Part::Partly)
        || checks.iter().any(|check| is_due(check) && check.fact.kind != "identifier" && supported(check));
    let lacks = some(Part::Unsaid)
        || (checks.iter())
            .any(|c| is_due(c) && matches!(c.fact.status, FactStatus::Missing | FactStatus::CannotTell));
    let names = |status| checks.iter().filter(|c| c.fact.kind == "name" && c.fact.status == status).count();
    let lacks = lacks || names(FactStatus::Missing) > 1 && names(FactStatus::Supported) == 0;
    // A figure that may be said is at least spoken of.
    let perhaps = checks.iter().any(|c| c.of_figure() && c.fact.status == FactStatus::CannotTell);
    if contradicted {
        Verdict::Contradicted
    } else if undone(parts, checks) {
        // The things are spoken of, and nothing that the claim says of them.
        Verdict::Unsupported
    } else if lacks && (holds || perhaps || checks.iter().any(named)) {
        Verdict::Partial
    } else if lacks {
        Verdict::Unsupported
    } else if checks.iter().any(|c| is_due(c) && !c.is_slight() && supported(c)) {
        Verdict::Supported
    } else if !holds && !tied(reading, evidence, lexicon) {
        Verdict::Unsupported
    } else if checks.iter().any(named) && mostly_said(reading, evidence, lexicon) {
        Verdict::Supported
    } else {
        Verdict::Quoted
    }
}

/// Whether every part of the claim tells as done what the quotes tell as yet to be done.
fn undone(parts: &[Part], checks: &[Check]) -> bool {
    let mut told = (parts.iter().enumerate()).filter(|(_, part)| **part != Part::Empty).peekable();
    told.peek().is_some()
        && told.all(|(number, _)| checks.iter().any(|check| check.clause == number && check.undone))
}

/// Whether most of what the claim says is said in words, so that a name or a direction is told of the same.
fn mostly_said(reading: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let (mut said, mut total) = (0.0, 0.0);
    for number in 0..reading.clauses.len() {
        let coverage = coverage(reading, number, &evidence.all, lexicon);
        said += coverage.said;
        total += coverage.total;
    }
    said >= MOSTLY.0 && said >= total * MOSTLY.1
}

/// Whether a claim without figures and its quotes speak of one matter, as far as their words can be read.
fn tied(reading: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let (mut happens_here, mut happens_there) = (false, false);
    // Weights of what is said, missing and unknown: of the whole, and of each sentence.
    let mut whole = [0.0; 3];
    let mut sentences: Vec<(usize, [f64; 3])> = Vec::new();
    for (number, clause) in reading.clauses.iter().enumerate() {
        let coverage = coverage(reading, number, &evidence.all, lexicon);
        happens_here |= coverage.verb_missing;
        happens_there |= coverage.verb_said;
        if sentences.last().is_none_or(|(sentence, _)| *sentence != clause.sentence) {
            sentences.push((clause.sentence, [0.0; 3]));
        }
        let own = sentences.last_mut().map(|(_, weights)| weights);
        for weights in own.into_iter().chain([&mut whole]) {
            weights[0] += coverage.said;
            weights[1] += coverage.missing;
            weights[2] += coverage.unknown;
        }
    }
    let tied = |[said, missing, unknown]: [f64; 3]| {
        said >= TIED.0 && said >= (said + missing) * TIED.1
            || said >= SLIGHTLY_TIED.0 && said >= (said + missing + unknown) * SLIGHTLY_TIED.1
    };
    // All of the quotes can be read, and what the claim says of the same thing is not among it.
    let another_matter = evidence.unread == 0 && happens_here && !happens_there;
    !another_matter && (tied(whole) || sentences.iter().any(|(_, weights)| tied(*weights)))
}

/// Tells of a part of the claim which words no quote says.
fn unsaid(
    reading: &Reading<'_>,
    number: usize,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
    checks: &[Check],
) -> Option<Check> {
    // A figure that no quote tells says enough of its part.
    let told = checks.iter().any(|check| {
        let open = matches!(check.fact.status, FactStatus::Missing | FactStatus::CannotTell);
        check.clause == number && is_due(check) && open
    });
    if told {
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
    Some(Check { fact, clause: number, bears: false, undone: false })
}

#[cfg(test)]
mod tests;
