//! Each figure of a claim against the figures of its quotes: said, contradicted, missing, or not to be
//! told; and which thing it belongs to.

use super::bind::Context;
use super::derive::{Derived, derived};
use super::figure::{EXCHANGED, Figure, Likeness, Role, UNDATED, UNZONED, Value};
use super::reading::{Bag, Denial, Reading, is_meaning, is_measure};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::facts::{Approx, Dimension, FactKind, Moment};
use crate::verify::lexicon::{Lexicon, Role as Sort, Word};
use crate::verify::{FactCheck, FactStatus};

/// By how much another figure's surroundings must fit better for the figure to be given to another thing.
const FITS_BETTER: f64 = 0.9;
/// How well the surroundings fit where both figures are told of one thing.
const FITS: f64 = 0.4;
/// The same for counts, which stand beside anything.
const FITS_WELL: f64 = 0.9;
/// How well they must fit where those of the figure itself do not fit at all.
const FITS_ALONE: f64 = 0.3;
/// What goes from one version to another.
const MOVES: [&str; 5] = ["upgrade", "rollback", "move", "switch-over", "replace"];
/// Bytes between a whole and the word that tells it as one, at most.
const NEAR_OF: usize = 12;
/// Up to here the surroundings do not fit.
const FITS_NOT: f64 = 0.25;

/// A quoted figure held against the claim's.
struct Candidate<'q> {
    quote: usize,
    figure: &'q Figure,
    likeness: Likeness,
    shares: f64,
    parted: bool,
    same_thing: Option<bool>,
    /// The same is told to happen beside it.
    acts: bool,
    /// The same name stands beside it, or another.
    same_name: Option<bool>,
}

/// Checks every figure of the claim.
pub fn figures(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let implied: Vec<Vec<Derived>> = evidence.quotes.iter().map(|quote| derived(quote, lexicon)).collect();
    let contexts: Vec<Vec<Context>> = evidence
        .quotes
        .iter()
        .map(|quote| quote.figures.iter().map(|figure| Context::of(quote, figure, lexicon)).collect())
        .collect();
    let mut checks: Vec<Check> = Vec::new();
    for figure in claim.figures.iter().filter(|figure| is_checked(claim, figure)) {
        let context = Context::of(claim, figure, lexicon);
        let mut candidates = Vec::new();
        for (number, quote) in evidence.quotes.iter().enumerate() {
            for (at, other) in quote.figures.iter().enumerate() {
                let Some(likeness) = figure.against(other) else { continue };
                let Some(theirs) = contexts.get(number).and_then(|contexts| contexts.get(at)) else {
                    continue;
                };
                candidates.push(Candidate {
                    quote: number,
                    figure: other,
                    likeness,
                    shares: context.shares(theirs, lexicon),
                    parted: context.parted(theirs),
                    same_thing: context.same_thing(theirs, lexicon),
                    acts: context.acts_alike(theirs, lexicon),
                    same_name: context.same_name(theirs, lexicon),
                });
            }
        }
        let decided = decide(claim, figure, &candidates, evidence, &implied, lexicon);
        let decided = written(claim, figure, evidence, decided);
        if decided.status == FactStatus::Missing && is_loose(claim, figure) {
            continue;
        }
        checks.push(Check {
            bears: is_measure(figure.fact.kind),
            clause: figure.clause,
            fact: decided,
            undone: false,
        });
    }
    swapped_ends(claim, evidence, &mut checks);
    other_ends(claim, evidence, &mut checks);
    checks
}

/// A change that begins (or ends) as a quoted one does, and ends (or begins) elsewhere, is another.
fn other_ends(claim: &Reading<'_>, evidence: &Evidence<'_>, checks: &mut [Check]) {
    for (from, to) in changes(claim) {
        let like = |own: &Figure, other: &Figure| own.against(other);
        let same = |own: &Figure, other: &Figure| matches!(like(own, other), Some(Likeness::Same(_)));
        let apart = |own: &Figure, other: &Figure| matches!(like(own, other), Some(Likeness::Other(_)));
        let quoted_changes = || evidence.quotes.iter().flat_map(changes);
        if quoted_changes().any(|(a, b)| same(from, a) && same(to, b)) {
            continue;
        }
        for (a, b) in quoted_changes() {
            let wrong = if same(from, a) && apart(to, b) {
                (to, b)
            } else if same(to, b) && apart(from, a) {
                (from, a)
            } else {
                continue;
            };
            for check in checks.iter_mut().filter(|check| {
                check.fact.span == wrong.0.fact.span && check.fact.status == FactStatus::Missing
            }) {
                check.fact.status = FactStatus::Contradicted;
                check.fact.why = format!("the quote says `{}`: the change has another end", wrong.1.told);
            }
        }
    }
}

/// A lone "one" is an article more often than a count; a percentile names what is measured.
fn is_checked(claim: &Reading<'_>, figure: &Figure) -> bool {
    let spelled = claim.text(figure.fact.span).chars().all(|c| !c.is_numeric());
    match (&figure.value, figure.fact.kind) {
        (Value::Amount(Dimension::Count, amount, _), _) => !(spelled && (*amount - 1.0).abs() < f64::EPSILON),
        (_, FactKind::Percentile) => true,
        _ => true,
    }
}

/// Small numbers and ranks in words are told in many ways (twice, both, at first): they count when a quote
/// says them, and otherwise tell nothing.
fn is_loose(claim: &Reading<'_>, figure: &Figure) -> bool {
    let spelled = claim.text(figure.fact.span).chars().all(|c| !c.is_numeric());
    let small = match &figure.value {
        Value::Amount(Dimension::Count | Dimension::Rank, amount, _) => amount.abs() < 3.0,
        // Units that are also parts of common words: "하나도", one degree, is "not one".
        Value::Amount(Dimension::Other(_), ..) => true,
        _ => figure.fact.kind == FactKind::Quantity,
    };
    spelled && small
}

/// A name, a version or a compound that a quote has to the letter is said, however either was read.
fn written(claim: &Reading<'_>, figure: &Figure, evidence: &Evidence<'_>, decided: FactCheck) -> FactCheck {
    let span = figure.fact.span;
    let told = claim.text(span);
    let rest = claim.statement.text.get(span.end..).unwrap_or_default();
    let compound = rest.len()
        - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '.' | '-')).len();
    let compound = claim.text(ByteSpan::new(span.start, span.end + compound)).trim_end_matches(['.', '-']);
    let before = claim.statement.text.get(..span.start).unwrap_or_default();
    let word = before.trim_end_matches(' ');
    let from = word.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let numbered = (from < word.len() && told.len() > 2).then(|| claim.text(ByteSpan::new(from, span.end)));
    let said = match figure.fact.kind {
        FactKind::Identifier | FactKind::Version => {
            let bare = told.trim_matches(|c: char| !c.is_alphanumeric());
            evidence.writes(bare) || bare.strip_suffix('s').is_some_and(|bare| evidence.writes(bare))
        }
        // 18.x, 32-bit.
        FactKind::Number if compound.len() > told.len() => evidence.writes(compound),
        // PR 14247: with the word that tells what it numbers.
        FactKind::Number if numbered.is_some_and(|numbered| evidence.writes(numbered)) => true,
        // 502: the 502s.
        FactKind::Number if told.len() > 2 => {
            evidence.quotes.iter().flat_map(|quote| &quote.figures).any(|other| {
                other.fact.kind == FactKind::Identifier && other.told.trim_end_matches('s') == told
            })
        }
        // 32-битный.
        FactKind::Number if rest.starts_with('-') => evidence.quotes.iter().any(|quote| {
            let hit = format!("{told}-");
            quote.statement.text.contains(&hit)
        }),
        _ => false,
    };
    // What was weighed against a quoted figure stays as it was decided.
    if !said || decided.status != FactStatus::Missing || decided.against.is_some() {
        return decided;
    }
    let why = format!("the quote says `{told}` to the letter");
    FactCheck { status: FactStatus::Supported, against: None, against_at: None, why, ..decided }
}

fn decide(
    claim: &Reading<'_>,
    figure: &Figure,
    candidates: &[Candidate<'_>],
    evidence: &Evidence<'_>,
    implied: &[Vec<Derived>],
    lexicon: &Lexicon,
) -> FactCheck {
    let told = |candidate: &Candidate<'_>| quoted(evidence, candidate.quote, candidate.figure.fact.span);
    let best = |of: &dyn Fn(&Candidate<'_>) -> bool| {
        candidates.iter().filter(|candidate| of(candidate)).fold(None::<&Candidate<'_>>, |best, next| {
            match best {
                Some(best) if (best.parted, -best.shares) <= (next.parted, -next.shares) => Some(best),
                _ => Some(next),
            }
        })
    };
    let same = best(&|candidate| matches!(candidate.likeness, Likeness::Same(_)));
    let other = best(&|candidate| {
        matches!(candidate.likeness, Likeness::Other(_)) && !is_said_elsewhere(claim, figure, candidate)
    });
    let any_rival = best(&|candidate| matches!(candidate.likeness, Likeness::Other(_)));
    let unclear = best(&|candidate| matches!(candidate.likeness, Likeness::Unclear(_)));
    let check = |status, against: Option<&Candidate<'_>>, why: String| {
        let (told, at) = against.map(told).map_or((None, None), |(text, at)| (Some(text), Some(at)));
        fact(claim, figure, status, told, at, why)
    };
    if let Some(same) = same {
        let Likeness::Same(why) = &same.likeness else {
            return check(FactStatus::CannotTell, None, String::new());
        };
        let text = told(same).0;
        if let Some(why) = half_told(claim, figure, same, evidence) {
            return check(FactStatus::CannotTell, Some(same), format!("the quote says `{text}`: {why}"));
        }
        let marks = lexicon.marks();
        let own_side = match figure.before_it {
            Some(true) => [marks.before, marks.before_first],
            _ => [marks.after, marks.after],
        };
        // "After that day … before it" tells both sides.
        let other_side = matches!((figure.before_it, same.figure.before_it), (Some(a), Some(b)) if a != b)
            && !own_side.iter().any(|mark| evidence.all.concepts.contains(mark));
        if other_side {
            let why =
                format!("the quote says `{text}`: one tells what was before it, the other what was after");
            return check(FactStatus::Contradicted, Some(same), why);
        }
        let rates = (
            super::rates::per(claim, figure),
            evidence.quotes.get(same.quote).and_then(|quote| super::rates::per(quote, same.figure)),
        );
        if let (Some(own), Some(theirs)) = rates
            && own != theirs
            && counts_bare(figure)
            && counts_bare(same.figure)
        {
            let why = "the two are told for each of another stretch of time";
            return check(FactStatus::Contradicted, Some(same), format!("the quote says `{text}`: {why}"));
        }
        // "From 15 to 20" may have been read as one range.
        let ranged = match (&figure.value, &same.figure.value, figure.role) {
            (Value::Amount(_, own, _), Value::Span(_, _, Some(high)), Some(Role::To)) => {
                super::figure::close(*own, *high)
            }
            (Value::Amount(_, own, _), Value::Span(_, Some(low), _), Some(Role::From)) => {
                super::figure::close(*own, *low)
            }
            _ => false,
        };
        let other_end = !ranged && matches!((figure.role, same.figure.role), (Some(a), Some(b)) if a != b);
        let of_change =
            || changes(claim).iter().any(|(a, b)| [a, b].iter().any(|end| end.fact.span == figure.fact.span));
        if other_end && figure.fact.kind != FactKind::Version && of_change() {
            let why = "it may be the other end of the change";
            return check(FactStatus::CannotTell, Some(same), format!("the quote says `{text}`: {why}"));
        }
        let grows = |reading: &Reading<'_>, figure: &Figure| reading.tells_change(figure.clause, lexicon);
        let quote = evidence.quotes.get(same.quote);
        if let (Some(own), Some(theirs)) =
            (by_or_to(claim, figure), quote.and_then(|quote| by_or_to(quote, same.figure)))
            && own != theirs
            && grows(claim, figure)
            && quote.is_some_and(|quote| grows(quote, same.figure))
        {
            let why = "one tells how far it went, the other where it came to";
            return check(FactStatus::Contradicted, Some(same), format!("the quote says `{text}`: {why}"));
        }
        let turned = figure.fact.kind == FactKind::Version
            && same.figure.fact.kind == FactKind::Version
            && moves(claim, figure.clause, lexicon)
            && matches!((figure.role, same.figure.role), (Some(a), Some(b)) if a != b);
        if turned {
            return check(
                FactStatus::Contradicted,
                Some(same),
                format!("the quote says `{text}`: {EXCHANGED}"),
            );
        }
        if same.parted {
            return check(
                FactStatus::Contradicted,
                Some(same),
                format!("the quote tells `{text}` of another thing"),
            );
        }
        let of_another_name = best(&|candidate| {
            matches!(candidate.likeness, Likeness::Other(_)) && candidate.same_name == Some(true)
        });
        if let (Some(rival), Some(false)) = (of_another_name, same.same_name) {
            let rival_text = told(rival).0;
            return check(
                FactStatus::Contradicted,
                Some(rival),
                format!("the quote tells `{text}` of another, and `{rival_text}` of this one"),
            );
        }
        let part_of_it = other.filter(|rival| {
            rival.quote == same.quote
                && rival.figure.clause == same.figure.clause
                && counts(rival.figure)
                && matches!((&rival.figure.value, &figure.value), (Value::Amount(_, part, _), Value::Amount(_, whole, _)) if part < whole)
        });
        if let (Some(part), Some(quote)) = (part_of_it, evidence.quotes.get(same.quote))
            && counts(figure)
            && evidence.is_short()
            && is_whole(quote, same.figure, lexicon)
            && !is_whole(claim, figure, lexicon)
        {
            let part_text = told(part).0;
            return check(
                FactStatus::Contradicted,
                Some(part),
                format!("the quote tells it of `{part_text}` out of `{text}`"),
            );
        }
        let acting = best(&|candidate| {
            matches!(candidate.likeness, Likeness::Other(_))
                && candidate.acts
                && candidate.figure.fact.kind == figure.fact.kind
                && !is_said_elsewhere(claim, figure, candidate)
        });
        if let Some(rival) = acting.filter(|_| evidence.is_short() && !counts(figure))
            && !same.acts
            && rival.shares >= same.shares + FITS_ALONE
            && rival.figure.clause != same.figure.clause
        {
            let rival_text = told(rival).0;
            return check(
                FactStatus::Contradicted,
                Some(rival),
                format!("the quote tells `{text}` of another, and `{rival_text}` of this one"),
            );
        }
        if let Some(rival) = if counts(figure) { any_rival } else { other }
            && fits_better(rival, same)
            && !denied_alike(claim, figure, same, rival, evidence)
        {
            let rival_text = told(rival).0;
            return check(
                FactStatus::Contradicted,
                Some(rival),
                format!("the quote tells `{text}` of another thing, and `{rival_text}` of this one"),
            );
        }
        if counts(figure)
            && same.same_thing == Some(false)
            && small(figure)
            && !one_change(claim, figure, evidence)
        {
            return check(
                FactStatus::Missing,
                Some(same),
                format!("the quote counts something else with `{text}`"),
            );
        }
        if !related(claim, figure, evidence, lexicon) {
            return check(
                FactStatus::Missing,
                Some(same),
                format!("the quote tells `{text}`, but of something else"),
            );
        }
        let why = if why.is_empty() {
            format!("the quote says `{text}`")
        } else {
            format!("the quote says `{text}`: {why}")
        };
        return check(FactStatus::Supported, Some(same), why);
    }
    if let Some((number, span)) = ends_apart(figure, evidence)
        && related(claim, figure, evidence, lexicon)
    {
        let (text, at) = quoted(evidence, number, span);
        let why = format!("the quote tells both ends: `{text}`");
        return fact(claim, figure, FactStatus::Supported, Some(text), Some(at), why);
    }
    if let Some((number, span)) = every_nth(figure, evidence, lexicon)
        && related(claim, figure, evidence, lexicon)
    {
        let (text, at) = quoted(evidence, number, span);
        let why = format!("the quote says `{text}`: one of so many");
        return fact(claim, figure, FactStatus::Supported, Some(text), Some(at), why);
    }
    if let Some((number, span)) = bare_unit(figure, evidence, lexicon)
        && related(claim, figure, evidence, lexicon)
    {
        let (text, at) = quoted(evidence, number, span);
        let why = format!("the quote says `{text}`");
        return fact(claim, figure, FactStatus::Supported, Some(text), Some(at), why);
    }
    for (number, derived) in implied.iter().enumerate() {
        for derived in derived {
            let candidate = derived.figure(figure);
            if !matches!(figure.against(&candidate), Some(Likeness::Same(_)))
                || !related(claim, figure, evidence, lexicon)
            {
                continue;
            }
            let figures = &evidence.quotes[number].figures;
            let (Some(a), Some(b)) = (figures.get(derived.from.0), figures.get(derived.from.1)) else {
                continue;
            };
            let span = ByteSpan::new(a.fact.span.start, b.fact.span.end.max(a.fact.span.end));
            let (text, at) = quoted(evidence, number, span);
            let why = format!("the quote says `{text}`: {}", derived.why);
            return fact(claim, figure, FactStatus::Supported, Some(text), Some(at), why);
        }
    }
    if let (Some(unclear), Some(rival)) = (unclear, any_rival)
        && counts(figure)
        && unclear.same_thing == Some(false)
        && rival.same_thing == Some(true)
    {
        let (text, rival_text) = (told(unclear).0, told(rival).0);
        let why = format!("the quote tells `{text}` of another thing, and `{rival_text}` of this one");
        return check(FactStatus::Contradicted, Some(rival), why);
    }
    if let Some(unclear) = unclear
        && is_within(claim, figure, lexicon)
        && unclear.figure.fact.approx == Some(Approx::AtMost)
        && matches!((&figure.value, &unclear.figure.value), (Value::Amount(a, own, _), Value::Amount(b, other, _)) if a == b && super::figure::close(*own, *other))
    {
        let text = told(unclear).0;
        return check(
            FactStatus::Supported,
            Some(unclear),
            format!("the quote says `{text}`: both tell a limit"),
        );
    }
    if let Some(unclear) = unclear {
        let Likeness::Unclear(why) = &unclear.likeness else {
            return check(FactStatus::CannotTell, None, String::new());
        };
        let text = told(unclear).0;
        return check(FactStatus::CannotTell, Some(unclear), format!("the quote says `{text}`: {why}"));
    }
    if let Some(other) = other {
        let Likeness::Other(why) = &other.likeness else {
            return check(FactStatus::CannotTell, None, String::new());
        };
        let text = told(other).0;
        let year = counts(figure) && is_year(other.figure);
        let lone = candidates.len() == 1 && evidence.is_short() || figure.slips_from(other.figure);
        let slip = !counts(figure) && evidence.is_short() && figure.slips_from(other.figure);
        let about_it = if slip && candidates.len() == 1 {
            true
        } else if *why == EXCHANGED {
            related(claim, figure, evidence, lexicon)
        } else if counts(figure) {
            figure.slips_from(other.figure) && related(claim, figure, evidence, lexicon)
                || other.same_thing.unwrap_or(
                    (lone || other.shares >= FITS_WELL) && related(claim, figure, evidence, lexicon),
                )
        } else {
            !other.parted && (lone || other.shares >= FITS) && related(claim, figure, evidence, lexicon)
        };
        if about_it && !year {
            return check(FactStatus::Contradicted, Some(other), format!("the quote says `{text}`: {why}"));
        }
        return check(
            FactStatus::Missing,
            None,
            "no quote tells this figure; what they tell is of something else".to_owned(),
        );
    }
    check(FactStatus::Missing, None, "no quote tells it".to_owned())
}

/// Where a quote tells a share as one of so many: every seventh.
fn every_nth(figure: &Figure, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Option<(usize, ByteSpan)> {
    let Value::Amount(Dimension::Count | Dimension::Percent, share, _) = figure.value else { return None };
    evidence.quotes.iter().enumerate().find_map(|(number, quote)| {
        let every = |other: &&Figure| {
            let before = quote.words.partition_point(|word| word.span.start < other.fact.span.start);
            let last = before.checked_sub(1).and_then(|at| quote.words.get(at));
            last.is_some_and(|word| word.concepts.contains(&lexicon.marks().all))
                && matches!(other.value, Value::Amount(Dimension::Rank, rank, _) if rank > 1.0 && (share * rank - 1.0).abs() < 0.01)
        };
        quote.figures.iter().find(every).map(|other| (number, other.fact.span))
    })
}

/// Where a quote tells a length of one unit by the unit alone: за сутки, за год.
fn bare_unit(figure: &Figure, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Option<(usize, ByteSpan)> {
    let Value::Amount(dimension, amount, _) = &figure.value else { return None };
    let is = |size: f64| super::figure::close(*amount, size);
    let unit = match dimension {
        Dimension::Time if is(3_600.0) => "unit-hour",
        Dimension::Time if is(86_400.0) => "unit-day",
        Dimension::Time if is(604_800.0) => "unit-week",
        Dimension::Months if is(1.0) => "unit-month",
        Dimension::Months if is(12.0) => "unit-year",
        _ => return None,
    };
    evidence.quotes.iter().enumerate().find_map(|(number, quote)| {
        let words: Vec<ByteSpan> = (quote.words.iter())
            .filter(|word| {
                word.concepts
                    .iter()
                    .any(|id| lexicon.concept(*id).is_some_and(|concept| &*concept.id == unit))
            })
            .map(|word| word.span)
            .collect();
        Some((number, ByteSpan::new(words.first()?.start, words.last()?.end)))
    })
}

/// Whether a change is told by so much (`true`) or to so much (`false`).
fn by_or_to(reading: &Reading<'_>, figure: &Figure) -> Option<bool> {
    let text = reading.statement.text;
    let span = figure.fact.span;
    let before = text.get(..span.start).unwrap_or_default().trim_end().to_lowercase();
    let after = text.get(span.end..).unwrap_or_default().trim_start();
    let (by, to): (&[&str], &[&str]) = match reading.primary.as_str() {
        "en" => (&["by"], &["to"]),
        "ru" => (&["на"], &["до"]),
        "de" => (&["um"], &["auf"]),
        "ko" => {
            let to = ["로 ", "으로 ", "까지 ", "로까지 "].iter().any(|particle| after.starts_with(particle));
            let by = ["떨어", "줄", "감소", "하락", "늘", "증가", "올랐", "상승", "낮아", "높아"]
                .iter()
                .any(|verb| after.starts_with(verb));
            return if to { Some(false) } else { by.then_some(true) };
        }
        _ => return None,
    };
    let last = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    if by.contains(&last) { Some(true) } else { to.contains(&last).then_some(false) }
}

/// Whether the clause tells that something went from one version to another.
fn moves(reading: &Reading<'_>, clause: usize, lexicon: &Lexicon) -> bool {
    let concepts = reading.words_of(clause).iter().flat_map(|word| &word.concepts);
    concepts.filter_map(|id| lexicon.concept(*id)).any(|concept| MOVES.contains(&&*concept.id))
}

/// Why a time that the quote tells without its date or zone is not said, unless a quote tells these elsewhere.
fn half_told(
    claim: &Reading<'_>,
    figure: &Figure,
    same: &Candidate<'_>,
    evidence: &Evidence<'_>,
) -> Option<&'static str> {
    let (Value::Moment(own), Value::Moment(theirs)) = (&figure.value, &same.figure.value) else {
        return None;
    };
    let day = |moment: &Moment| (moment.month, moment.day);
    if own.day.is_some() && theirs.day.is_none() && own.clock.is_some() {
        let told = evidence.quotes.iter().flat_map(|quote| &quote.figures).any(|other| match &other.value {
            Value::Moment(moment) => day(moment) == day(own),
            Value::Moments(low, high) => [low, high].into_iter().flatten().any(|end| day(end) == day(own)),
            _ => false,
        });
        if !told {
            return Some(UNDATED);
        }
    }
    if own.clock.is_some() && own.offset.is_some() && theirs.offset.is_none() {
        let zone: Vec<&str> = claim
            .text(figure.fact.span)
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()))
            .filter(|word| !matches!(*word, "AM" | "PM"))
            .collect();
        let told = evidence
            .quotes
            .iter()
            .flat_map(|quote| &quote.figures)
            .any(|other| matches!(&other.value, Value::Moment(moment) if moment.offset == own.offset));
        if !zone.is_empty() && !told && !zone.iter().any(|zone| evidence.writes(zone)) {
            return Some(UNZONED);
        }
    }
    None
}

/// Whether the clause of the figure tells it as a limit that is kept.
fn is_within(claim: &Reading<'_>, figure: &Figure, lexicon: &Lexicon) -> bool {
    let words = claim.words_of(figure.clause).iter();
    words.into_iter().any(|word| word.concepts.contains(&lexicon.marks().within))
}

/// Whether the surroundings of `rival` fit the claim's figure so much better than those of `same` that the
/// quote tells the claim's figure of another thing.
fn fits_better(rival: &Candidate<'_>, same: &Candidate<'_>) -> bool {
    if counts(same.figure) {
        return rival.same_thing == Some(true) && same.same_thing == Some(false);
    }
    // "Fixed in 3.2.1" is told of the version that it was fixed in.
    if same.acts && !rival.acts {
        return false;
    }
    let clearly = rival.shares >= same.shares + FITS_BETTER && same.same_thing != Some(true);
    let alone =
        same.shares < FITS_NOT && rival.shares >= same.shares + FITS_ALONE && same.same_thing != Some(true);
    !rival.parted && (clearly || alone)
}

/// A range of the claim whose ends the quote tells apart, as where it starts and where it ends.
fn ends_apart(figure: &Figure, evidence: &Evidence<'_>) -> Option<(usize, ByteSpan)> {
    let (low, high) = match &figure.value {
        Value::Span(dimension, Some(low), Some(high)) => {
            (Value::Amount(dimension.clone(), *low, None), Value::Amount(dimension.clone(), *high, None))
        }
        Value::Moments(Some(low), Some(high)) => (Value::Moment(*low), Value::Moment(*high)),
        _ => return None,
    };
    let end = |value: Value| Figure { value, ..figure.clone() };
    let (low, high) = (end(low), end(high));
    let moments = matches!(low.value, Value::Moment(_));
    for (number, quote) in evidence.quotes.iter().enumerate() {
        // "Starting on the 15th and going through to the 17th"
        let pairs = quote.figures.windows(2).filter_map(|pair| match pair {
            [a, b] if moments => Some((a, b)),
            _ => None,
        });
        for (from, to) in changes(quote).into_iter().chain(pairs) {
            let same = |own: &Figure, other: &Figure| matches!(own.against(other), Some(Likeness::Same(_)));
            if same(&low, from) && same(&high, to) {
                let (a, b) = (from.fact.span, to.fact.span);
                return Some((number, ByteSpan::new(a.start.min(b.start), a.end.max(b.end))));
            }
        }
    }
    None
}

/// Four digits that are more likely a year.
fn is_year(figure: &Figure) -> bool {
    figure.told.len() == 4
        && matches!(&figure.value, Value::Amount(Dimension::Count, amount, _) if (1900.0..2100.0).contains(amount))
}

/// A bare count or one with a thing for a unit.
fn counts(figure: &Figure) -> bool {
    match &figure.value {
        Value::Amount(dimension, ..) | Value::Span(dimension, ..) => {
            matches!(dimension, Dimension::Count | Dimension::Rank)
        }
        _ => false,
    }
}

/// Whether a figure counts things, and no unit of it tells per what.
fn counts_bare(figure: &Figure) -> bool {
    match &figure.value {
        Value::Amount(Dimension::Other(unit), ..) => unit.starts_with('{'),
        _ => counts(figure) || matches!(figure.value, Value::Amount(Dimension::Percent, ..)),
    }
}

/// Figures that stand in nearly every text by chance.
fn small(figure: &Figure) -> bool {
    matches!(&figure.value, Value::Amount(_, amount, _) if amount.abs() < 13.0)
}

/// Whether the claim says the quoted figure of `rival` in another place, so that it does not stand against
/// this one.
fn is_said_elsewhere(claim: &Reading<'_>, figure: &Figure, rival: &Candidate<'_>) -> bool {
    claim
        .figures
        .iter()
        .filter(|other| other.fact.span != figure.fact.span)
        .any(|other| matches!(other.against(rival.figure), Some(Likeness::Same(_))))
}

/// Whether the claim's clause and the quotes speak of one matter at all: a word in common, or words that
/// cannot be held together.
fn related(claim: &Reading<'_>, figure: &Figure, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    // Two figures that do not stand in a text by chance.
    let told = |own: &Figure| {
        !counts(own)
            && evidence
                .quotes
                .iter()
                .flat_map(|quote| &quote.figures)
                .any(|other| matches!(own.against(other), Some(Likeness::Same(_))))
    };
    let others =
        claim.figures.iter().filter(|own| own.fact.span != figure.fact.span && own.value != figure.value);
    if told(figure) && others.into_iter().any(told) {
        return true;
    }
    // All of the quotes can be read, and nothing that happens in the claim is among it.
    let clause = super::coverage(claim, figure.clause, &evidence.all, lexicon);
    if evidence.unread == 0 && clause.said == 0.0 && clause.verb_missing {
        return false;
    }
    if evidence.is_short() && of_another(claim, figure, evidence, lexicon) {
        return false;
    }
    let (mut said, mut unknown, mut known) = (0.0, 0, 0);
    let sentence = claim.clauses.get(figure.clause).map(|clause| clause.sentence);
    let clauses = (claim.clauses.iter().enumerate()).filter(|(_, clause)| Some(clause.sentence) == sentence);
    for word in clauses.flat_map(|(number, _)| claim.words_of(number)) {
        if word.content || word.concepts.iter().any(|id| is_meaning(lexicon, *id)) {
            said += evidence.all.says(word, lexicon) * super::weight(word, lexicon).max(0.5);
        }
        if !word.content {
            continue;
        }
        if evidence.all.would_say(word, &claim.primary, lexicon) { known += 1 } else { unknown += 1 }
    }
    said >= 0.25 || unknown > known || known + unknown == 0
}

/// Whether all that the claim's clause is about can be read, is in no quote, and the quotes are about something
/// else that can be read.
fn of_another(claim: &Reading<'_>, figure: &Figure, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    // Who it is told of is often left out.
    let known_name = |word: &Word| {
        (word.concepts.iter().filter_map(|id| lexicon.concept(*id)))
            .any(|concept| matches!(concept.role, Sort::Place | Sort::Org | Sort::Product))
    };
    let tells =
        |word: &&Word| word.content && !word.name && !known_name(word) && super::weight(word, lexicon) >= 1.0;
    let thing = |word: &Word| tells(&word) && !super::happens(word, lexicon);
    if !claim.words_of(figure.clause).iter().any(thing) {
        return false;
    }
    let mut own = claim.words_of(figure.clause).iter().filter(tells).peekable();
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    let another = (evidence.quotes.iter().flat_map(|quote| &quote.words))
        .any(|word| tells(&word) && claimed.says(word, lexicon) == 0.0 && claimed.reads(word, lexicon));
    another
        && own.peek().is_some()
        && own.all(|word| evidence.all.says(word, lexicon) == 0.0 && evidence.all.reads(word, lexicon))
}

/// A change told with its ends exchanged is another change.
fn swapped_ends(claim: &Reading<'_>, evidence: &Evidence<'_>, checks: &mut [Check]) {
    let mut swapped: Vec<(ByteSpan, String)> = Vec::new();
    for (from, to) in changes(claim) {
        let same = |own: &Figure, other: &Figure| matches!(own.against(other), Some(Likeness::Same(_)));
        let (mut straight, mut reverse) = (false, None);
        for quote in &evidence.quotes {
            for (other_from, other_to) in changes(quote) {
                straight |= same(from, other_from) && same(to, other_to);
                if same(from, other_to) && same(to, other_from) {
                    let (a, b) = (other_from.fact.span, other_to.fact.span);
                    reverse =
                        Some(quote.text(ByteSpan::new(a.start.min(b.start), a.end.max(b.end))).to_owned());
                }
            }
        }
        if let (false, Some(told)) = (straight, reverse) {
            swapped.push((to.fact.span, told));
        }
    }
    for check in checks {
        if let Some((_, told)) = swapped.iter().find(|(span, _)| *span == check.fact.span) {
            check.fact.status = FactStatus::Contradicted;
            check.fact.why = format!("the quote says `{told}`: start and end are exchanged");
        }
    }
}

/// Whether the figure is told as the whole of which something else is a part: out of eight nodes, 여덟 대 가운데.
fn is_whole(reading: &Reading<'_>, figure: &Figure, lexicon: &Lexicon) -> bool {
    let of = lexicon.marks().of;
    let span = figure.fact.span;
    let follows = super::reading::rules_of(reading).order_follows;
    reading.words_of(figure.clause).iter().filter(|word| word.concepts.contains(&of)).any(|word| {
        if follows {
            (span.end..span.end + NEAR_OF).contains(&word.span.start)
        } else {
            (word.span.end..word.span.end + NEAR_OF).contains(&span.start)
        }
    })
}

/// Whether a quote tells the change that `figure` is an end of with the same two ends.
fn one_change(claim: &Reading<'_>, figure: &Figure, evidence: &Evidence<'_>) -> bool {
    let same = |own: &Figure, other: &Figure| matches!(own.against(other), Some(Likeness::Same(_)));
    changes(claim)
        .into_iter()
        .filter(|ends| [ends.0, ends.1].iter().any(|end| end.fact.span == figure.fact.span))
        .any(|(from, to)| {
            (evidence.quotes.iter().flat_map(changes)).any(|(a, b)| same(from, a) && same(to, b))
        })
}

/// Whether claim and quote both deny something of the figure that the quote says of the other.
fn denied_alike(
    claim: &Reading<'_>,
    figure: &Figure,
    same: &Candidate<'_>,
    rival: &Candidate<'_>,
    evidence: &Evidence<'_>,
) -> bool {
    let denies = |reading: Option<&Reading<'_>>, figure: &Figure| {
        let clause = reading.and_then(|reading| reading.clauses.get(figure.clause));
        clause.is_some_and(|clause| clause.denial() == Denial::Denied)
    };
    denies(Some(claim), figure)
        && denies(evidence.quotes.get(same.quote), same.figure)
        && !denies(evidence.quotes.get(rival.quote), rival.figure)
}

/// Pairs of figures that a change goes from and to.
pub fn changes<'r>(reading: &'r Reading<'_>) -> Vec<(&'r Figure, &'r Figure)> {
    let mut out = Vec::new();
    for (number, figure) in reading.figures.iter().enumerate() {
        for other in reading.figures.iter().skip(number + 1).take(2) {
            let kindred = match (&figure.value, &other.value) {
                (Value::Amount(a, ..), Value::Amount(b, ..)) => a == b,
                _ => figure.fact.kind == other.fact.kind,
            };
            let near = other.fact.span.start.saturating_sub(figure.fact.span.end) < 60;
            match (figure.role, other.role) {
                (Some(Role::From), Some(Role::To)) if kindred && near => out.push((figure, other)),
                (Some(Role::To), Some(Role::From)) if kindred && near => out.push((other, figure)),
                // "from" may be told of the first alone: X rather than Y.
                (None, Some(Role::From)) if kindred && near => out.push((other, figure)),
                _ => {}
            }
        }
    }
    out
}

/// Text of a quote, and where it stands.
pub fn quoted(evidence: &Evidence<'_>, quote: usize, span: ByteSpan) -> (String, (u32, ByteSpan)) {
    let text = evidence.quotes.get(quote).map(|reading| reading.text(span)).unwrap_or_default();
    (text.to_owned(), (u32::try_from(quote).unwrap_or(u32::MAX), span))
}

fn fact(
    claim: &Reading<'_>,
    figure: &Figure,
    status: FactStatus,
    against: Option<String>,
    against_at: Option<(u32, ByteSpan)>,
    why: String,
) -> FactCheck {
    let kind = serde_json::to_value(figure.fact.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    FactCheck {
        kind: kind.unwrap_or_default(),
        text: claim.text(figure.fact.span).to_owned(),
        span: figure.fact.span,
        status,
        against,
        against_at,
        why,
    }
}

/// What the clauses of the quotes that fit `clause` of the claim best say, with their numbers.
pub fn aligned<'e>(
    claim: &Reading<'_>,
    clause: usize,
    evidence: &'e Evidence<'_>,
    lexicon: &Lexicon,
) -> Vec<(usize, usize, &'e Bag, f64)> {
    let mut scored: Vec<(usize, usize, &Bag, f64)> = Vec::new();
    for (number, bags) in evidence.clauses.iter().enumerate() {
        for (at, bag) in bags.iter().enumerate() {
            let mut score: f64 = claim
                .words_of(clause)
                .iter()
                .filter(|word| word.content)
                .map(|word| bag.says(word, lexicon) * super::weight(word, lexicon))
                .sum();
            let quote = &evidence.quotes[number];
            let figures = |reading: &Reading<'_>, clause: usize| -> Vec<Figure> {
                let numbers = reading.clauses.get(clause).map(|c| c.figures.clone()).unwrap_or_default();
                numbers.into_iter().filter_map(|n| reading.figures.get(n).cloned()).collect()
            };
            let theirs = figures(quote, at);
            for own in figures(claim, clause) {
                if theirs.iter().any(|other| matches!(own.against(other), Some(Likeness::Same(_)))) {
                    score += 2.0;
                }
            }
            if score > 0.0 {
                scored.push((number, at, bag, score));
            }
        }
    }
    let best = scored.iter().map(|(.., score)| *score).fold(0.0, f64::max);
    scored.retain(|(.., score)| *score >= best - 1e-9);
    scored
}
