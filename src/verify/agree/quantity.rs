//! Of how many something is told without a figure: all, some, none but, only. What is told of a part is not
//! told of all, and "only" of one denies it of the others.

use super::figure::{Figure, Value};
use super::reading::{Denial, Reading};
use super::sense::{HALF, NEARLY_ALL, check, says_the_same, shared};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::facts::Dimension;
use crate::verify::lexicon::{ConceptId, Lexicon, Word, rules};

/// Weight of the words in common from which on a clause of the quotes speaks of the claim's.
const ON_IT: f64 = 1.0;
/// The same where the two contradict each other.
const SURELY_ON_IT: f64 = 2.0;
/// Bytes between "every" and a rank that make a share of them, at most.
const BESIDE: usize = 2;

/// Of how many one clause tells.
#[derive(Debug, Default, Clone, Copy)]
struct Extent {
    all: bool,
    most: bool,
    /// A fraction: half, a third, 40%.
    share: bool,
    /// Some and not others.
    part: bool,
    only: bool,
    except: bool,
    /// Denied of every one.
    none: bool,
    /// Of this and of others as well.
    adds: bool,
}

/// A clause of the quotes on the matter of the claim's, and the weight of what they have in common.
#[derive(Debug, Clone, Copy)]
struct Told {
    extent: Extent,
    weight: f64,
    /// Whether the two say much the same, and the quotes nothing else.
    alike: bool,
}

/// Checks the words of the claim that tell of how many.
pub fn quantities(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for (number, clause) in claim.clauses.iter().enumerate() {
        let own = extent(claim, number, lexicon);
        if !(own.all || own.only || own.part || own.share || own.most) {
            continue;
        }
        if clause.denial() != Denial::Said {
            continue;
        }
        let told = told(claim, number, evidence, lexicon);
        if own.all && tells_all(evidence, lexicon) {
            continue;
        }
        if let (Some((sure, why)), Some(span)) = (conflict(own, &told), told_at(claim, number, own, lexicon))
        {
            let status = if sure { FactStatus::Contradicted } else { FactStatus::CannotTell };
            out.push(check("words", claim, span, number, status, None, None, why.to_owned()));
        }
    }
    out
}

/// Whether the quotes tell anything of all, without an exception.
fn tells_all(evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    evidence.quotes.iter().any(|quote| {
        (0..quote.clauses.len())
            .map(|at| extent(quote, at, lexicon))
            .any(|extent| extent.all && !extent.except && !extent.share)
    })
}

/// Why what the claim tells of so many is told of another number of them, and whether that is sure.
fn conflict(own: Extent, told: &[Told]) -> Option<(bool, &'static str)> {
    // The most that is in common with a clause of which `of` holds, where it holds of any, and whether that
    // clause is sure to be on the same.
    let weight = |of: &dyn Fn(Extent) -> bool| {
        let weights = told.iter().filter(|told| of(told.extent)).map(|told| (told.weight, told.alike));
        weights.fold(None, |best: Option<(f64, bool)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
    };
    let sure = |(weight, alike): (f64, bool)| alike && weight >= SURELY_ON_IT;
    let all = weight(&|extent| extent.all && !extent.except);
    let except = weight(&|extent| extent.except);
    if own.all && !own.except && !own.share {
        if all.is_some() {
            return None;
        }
        if let Some(weight) = weight(&|extent| extent.part) {
            return Some((weight.0 >= SURELY_ON_IT, "the quote tells it of a part alone"));
        }
        let some = weight(&|extent| extent.share || extent.most || extent.only);
        return match (some.filter(|some| some.1), except) {
            (Some(weight), _) => Some((sure(weight), "the quote tells it of a part alone")),
            (None, Some(_)) => Some((false, "the quote makes an exception")),
            (None, None) => None,
        };
    }
    if own.only {
        if let Some(weight) = weight(&|extent| extent.adds).filter(|_| !own.adds) {
            return Some((weight.0 >= ON_IT, "the quote tells it of others as well"));
        }
        if except.is_some() && weight(&|extent| extent.all).is_some() {
            return Some((true, "the quote tells it of all but these"));
        }
        let same = weight(&|extent| extent.only || extent.part || extent.share).is_some();
        let all = all.filter(|all| !same && all.1);
        return all.map(|weight| (sure(weight), "the quote tells it of all"));
    }
    if own.part {
        let same = weight(&|extent| extent.part || extent.share || extent.except).is_some();
        let none = weight(&|extent| extent.none);
        return match (none, all) {
            _ if same => None,
            (Some(weight), _) => Some((weight.0 >= SURELY_ON_IT, "the quote denies it of every one")),
            (None, Some(_)) => Some((false, "the quote tells it of all")),
            (None, None) => None,
        };
    }
    if own.share || own.most {
        let same = weight(&|extent| extent.share || extent.most || extent.part || extent.except).is_some();
        let whole = all.filter(|all| !same && all.1);
        return whole.map(|weight| (own.share && sure(weight), "the quote tells it of all"));
    }
    None
}

/// Where the claim tells of how many.
fn told_at(claim: &Reading<'_>, number: usize, own: Extent, lexicon: &Lexicon) -> Option<ByteSpan> {
    let marks = lexicon.marks();
    let words = || claim.words_of(number).iter();
    let mark = |id: ConceptId| words().find(|word| word.concepts.contains(&id)).map(|word| word.span);
    let figure = || {
        let mut figures = claim.figures.iter().filter(|figure| figure.clause == number);
        figures.find(|figure| is_share(figure)).map(|figure| figure.fact.span)
    };
    if own.all {
        mark(marks.all)
    } else if own.only {
        mark(marks.only).or_else(|| set_apart(claim, number).map(|word| word.span))
    } else if own.part {
        mark(marks.part)
    } else {
        figure().or_else(|| mark(marks.most))
    }
}

/// Clauses of the quotes that speak of what the claim's clause speaks of.
fn told(claim: &Reading<'_>, number: usize, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Told> {
    (evidence.quotes.iter().zip(&evidence.clauses))
        .flat_map(|(quote, bags)| bags.iter().enumerate().map(move |(at, bag)| (quote, at, bag)))
        .map(|(quote, at, bag)| (quote, at, bag, shared(claim, number, bag, lexicon, &[])))
        .filter(|(.., weight)| *weight >= ON_IT)
        .map(|(quote, at, bag, weight)| {
            let alike = evidence.is_short()
                && says_the_same(claim, number, quote, at, bag, lexicon, &[], (NEARLY_ALL, HALF));
            Told { extent: extent(quote, at, lexicon), weight, alike }
        })
        .collect()
}

/// A fraction without a unit, or a percentage that is not of a change.
fn is_share(figure: &Figure) -> bool {
    match figure.value {
        Value::Amount(Dimension::Count | Dimension::Percent, amount, _) => amount > 0.0 && amount < 1.0,
        _ => false,
    }
}

fn extent(reading: &Reading<'_>, number: usize, lexicon: &Lexicon) -> Extent {
    let marks = lexicon.marks();
    let words = reading.words_of(number);
    let has = |mark: ConceptId| words.iter().any(|word| word.concepts.contains(&mark));
    let clause = reading.clauses.get(number);
    let of_each = words.iter().any(|word| {
        word.concepts.contains(&marks.not_again)
            || word.concepts.contains(&marks.share) && word.concepts.contains(&marks.not)
    });
    // "Every seventh" is a share.
    let nth = reading.figures.iter().any(|figure| {
        figure.clause == number
            && matches!(figure.value, Value::Amount(Dimension::Rank, rank, _) if rank > 1.0)
            && words.iter().any(|word| {
                word.concepts.contains(&marks.all)
                    && word.span.end <= figure.fact.span.start
                    && figure.fact.span.start - word.span.end <= BESIDE
            })
    });
    let part = |word: &Word| word.concepts.contains(&marks.part) && !word.concepts.contains(&marks.not);
    Extent {
        all: words.iter().any(|word| word.concepts.contains(&marks.all)) && !nth,
        most: has(marks.most),
        share: nth
            || !reading.tells_change(number, lexicon)
                && reading.figures.iter().any(|figure| figure.clause == number && is_share(figure)),
        part: words.iter().any(part),
        only: has(marks.only) || set_apart(reading, number).is_some(),
        except: has(marks.except),
        none: of_each && clause.is_some_and(|clause| clause.denial() == Denial::Denied),
        adds: adds(reading, number, lexicon),
    }
}

/// A word that is set apart by an ending written together with it: 두 곳뿐이다, 쓰기만.
fn set_apart<'r>(reading: &'r Reading<'_>, number: usize) -> Option<&'r Word> {
    let endings = &rules::rules(&reading.primary).sets_apart;
    if endings.is_empty() {
        return None;
    }
    reading.words_of(number).iter().filter(|word| word.content).find(|word| {
        let rest = reading.statement.text.get(word.span.start..).unwrap_or_default();
        let written = rest.split([' ', '\u{a0}', ',', '.', '\n']).next().unwrap_or_default();
        let apart = endings.iter().any(|form| written.ends_with(form.as_str()) && written.len() > form.len());
        apart
            && !rules::rules(&reading.primary)
                .breaks_after
                .iter()
                .any(|form| written.ends_with(form.as_str()))
    })
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
