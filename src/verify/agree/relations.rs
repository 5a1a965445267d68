//! Which of two things is the first and which the second: what acts on what, what is the cause of what, what went
//! from where to where, what took the place of what. Word order and prepositions tell it in most languages,
//! particles where the verb stands last. A claim with the two exchanged says something else.

use super::reading::{Bag, Reading, is_meaning};
use super::sense::{HALF, NEARLY_ALL, check, says_the_same};
use super::{Check, Evidence, happens};
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon, Role, Word, rules};

/// Content words on one side of a verb that are taken for its subject or its object, at most.
const GROUP: usize = 3;
/// Content words of quotes that are short enough to tell one thing.
const SHORT: usize = 10;
/// Words between a preposition and what it is said of, or between the two ends of a move, at most.
const REACH: usize = 7;

/// What kind of relation it is; those of one kind are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sort {
    /// The first gives way to the second: a move, a replacement.
    GivesWay,
    /// The first does something to the second, told by a verb that means one of these.
    Does(Vec<ConceptId>),
}

/// Two groups of words with what stands between them.
struct Relation<'r> {
    sort: Sort,
    first: Vec<&'r Word>,
    second: Vec<&'r Word>,
}

/// Checks each relation of the claim against those of the quotes.
pub fn relations(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let theirs: Vec<(&Reading<'_>, Relation<'_>)> = (evidence.quotes.iter())
        .flat_map(|quote| told(quote, lexicon).into_iter().map(move |relation| (quote, relation)))
        .collect();
    let mut out: Vec<Check> = Vec::new();
    // In a long passage much stands before a verb that is not its subject.
    let words = evidence.quotes.iter().flat_map(|quote| &quote.words).filter(|word| word.content).count();
    if words > SHORT {
        return out;
    }
    for own in told(claim, lexicon) {
        let (mut straight, mut crossed) = (false, false);
        for (quote, other) in theirs.iter().filter(|(_, other)| alike(&own.sort, &other.sort)) {
            let (first, second) = (&other.first[..], &other.second[..]);
            // What stands on both sides tells nothing: a network failure and a database failure.
            let tells = |word: &&&Word| {
                let both = says(first, word, lexicon) && says(second, word, lexicon);
                let own_both = says(&own.first, word, lexicon) && says(&own.second, word, lexicon);
                !both && !own_both
            };
            let hits = |words: &[&Word], theirs: &[&Word]| {
                words.iter().filter(tells).filter(|word| says(theirs, word, lexicon)).count()
            };
            let along = hits(&own.first, first) > 0 || hits(&own.second, second) > 0;
            // Half of each side at least: one word in common is chance.
            let most = |words: &[&Word], theirs: &[&Word]| {
                let hits = hits(words, theirs);
                hits > 0 && hits * 2 >= words.iter().filter(tells).count()
            };
            let ends = (most(&own.first, second), most(&own.second, first));
            // Where something went to cannot be where it came from, whatever the other end is.
            let named = |words: &[&Word], theirs: &[&Word]| {
                let mut names = words.iter().filter(tells).filter(|word| word.name);
                names.any(|word| says(theirs, word, lexicon))
            };
            let turned = if own.sort == Sort::GivesWay {
                ends.0 && ends.1 || named(&own.first, second) || named(&own.second, first)
            } else {
                ends.0 && ends.1
            };
            let across = turned && on_one_matter(claim, &own, quote, other, lexicon);
            straight |= along;
            crossed |= across && !along;
        }
        let at = own.first.first().or(own.second.first());
        if let (true, false, Some(word)) = (crossed, straight, at) {
            let clause = claim.clause_at(word.span.start);
            let why = "the quote tells the two the other way round".to_owned();
            out.push(check("words", claim, word.span, clause, FactStatus::Contradicted, None, None, why));
        }
    }
    out
}

/// Whether the clauses of both relations say much the same, but for who is who.
fn on_one_matter(
    claim: &Reading<'_>,
    own: &Relation<'_>,
    quote: &Reading<'_>,
    other: &Relation<'_>,
    lexicon: &Lexicon,
) -> bool {
    let clause = |reading: &Reading<'_>, relation: &Relation<'_>| {
        relation.second.first().map(|word| reading.clause_at(word.span.start))
    };
    let (Some(at), Some(there)) = (clause(claim, own), clause(quote, other)) else { return false };
    let mut bag = Bag::default();
    bag.add(quote.words_of(there), &quote.primary, lexicon);
    // Both sides of a cause stand in clauses of their own.
    bag.add(other.first.iter().chain(&other.second).copied(), &quote.primary, lexicon);
    let bounds = if own.sort == Sort::GivesWay { (HALF, 0.3) } else { (NEARLY_ALL, HALF) };
    says_the_same(claim, at, quote, there, &bag, lexicon, &[], bounds)
}

/// Whether one of `words` means what `word` does. Two names are one by their letters or sound, or as one place:
/// what sort of thing they name says nothing.
fn says(words: &[&Word], word: &Word, lexicon: &Lexicon) -> bool {
    let name = |word: &Word| word.name || word.latin && word.concepts.iter().any(|id| is_sort(*id, lexicon));
    words.iter().any(|other| {
        let known = |id: &&ConceptId| {
            is_meaning(lexicon, **id) && (!(name(word) && name(other)) || is_place(**id, lexicon))
        };
        other.stem == word.stem
            || word.concepts.iter().filter(known).any(|id| other.concepts.contains(id))
            || matches!((word.sound(), other.sound()), (Some(a), Some(b)) if a == b)
    })
}

fn is_place(id: ConceptId, lexicon: &Lexicon) -> bool {
    lexicon.concept(id).is_some_and(|concept| concept.role == Role::Place)
}

fn is_sort(id: ConceptId, lexicon: &Lexicon) -> bool {
    lexicon.concept(id).is_some_and(|concept| matches!(concept.role, Role::Place | Role::Org | Role::Product))
}

fn alike(own: &Sort, other: &Sort) -> bool {
    match (own, other) {
        (Sort::GivesWay, Sort::GivesWay) => true,
        (Sort::Does(own), Sort::Does(other)) => own.iter().any(|id| other.contains(id)),
        _ => false,
    }
}

/// The relations that a text tells.
fn told<'r>(reading: &'r Reading<'_>, lexicon: &Lexicon) -> Vec<Relation<'r>> {
    let mut out = Vec::new();
    let last = reading.clauses.last().map_or(0, |clause| clause.sentence);
    for sentence in 0..=last {
        let clauses = || reading.clauses.iter().filter(|clause| clause.sentence == sentence);
        let (Some(first), Some(last)) = (clauses().next(), clauses().next_back()) else { continue };
        let whole = first.words.start..last.words.end;
        if rules::rules(&reading.primary).head_last {
            particles(reading, whole, lexicon, &mut out);
        } else {
            moves(reading, whole.clone(), lexicon, &mut out);
            places(reading, whole.clone(), lexicon, &mut out);
            causes(reading, whole.clone(), lexicon, &mut out);
            for clause in clauses() {
                deeds(reading, whole.start, clause.words.clone(), lexicon, &mut out);
            }
        }
    }
    out.retain(|relation| !relation.first.is_empty() && !relation.second.is_empty());
    out
}

/// Meanings of `word` that tell what is done.
fn acts(word: &Word, lexicon: &Lexicon) -> Vec<ConceptId> {
    if !happens(word, lexicon) {
        return Vec::new();
    }
    let strong = |id: &ConceptId| {
        is_meaning(lexicon, *id) && lexicon.concept(*id).is_some_and(|concept| !concept.weak)
    };
    word.concepts.iter().copied().filter(strong).collect()
}

fn is(word: &Word, id: &str, lexicon: &Lexicon) -> bool {
    word.concepts.iter().filter_map(|id| lexicon.concept(*id)).any(|concept| &*concept.id == id)
}

/// Whether `word` tells that one thing takes the place of another.
fn exchanges(word: &Word, lexicon: &Lexicon) -> bool {
    ["replace", "switch-over"].iter().any(|id| is(word, id, lexicon)) && !is(word, "change", lexicon)
}

/// The content words of `range`, without those in `but`.
fn content<'r>(reading: &'r Reading<'_>, range: std::ops::Range<usize>) -> Vec<&'r Word> {
    reading.words.get(range).unwrap_or_default().iter().filter(|word| word.content).collect()
}

/// The content word that a preposition at `at` is said of, with no figure between.
fn object_of(reading: &Reading<'_>, at: usize, end: usize) -> Option<usize> {
    let found = (at + 1..end.min(at + 4)).find(|at| reading.words.get(*at).is_some_and(|w| w.content))?;
    let (from, to) = (reading.words.get(at)?.span.end, reading.words.get(found)?.span.start);
    let counted = reading.figures.iter().any(|figure| (from..to).contains(&figure.fact.span.start));
    (!counted).then_some(found)
}

/// From A to B, to B from A.
fn moves<'r>(
    reading: &'r Reading<'_>,
    range: std::ops::Range<usize>,
    lexicon: &Lexicon,
    out: &mut Vec<Relation<'r>>,
) {
    let marks = lexicon.marks();
    let has = |at: usize, id: ConceptId| {
        reading.words.get(at).is_some_and(|word| word.concepts.contains(&id) && !word.content)
    };
    for from in range.clone().filter(|at| has(*at, marks.out_of)) {
        let Some(start) = object_of(reading, from, range.end) else { continue };
        let near = start.saturating_sub(REACH).max(range.start)..(start + REACH).min(range.end);
        let to = near.filter(|at| *at != from && has(*at, marks.into)).find_map(|at| {
            let end = object_of(reading, at, range.end)?;
            (end != start).then_some((at, end))
        });
        let Some((to, end)) = to else { continue };
        // The words up to the other preposition belong to the first end.
        let group = |at: usize, prep: usize, other: usize| {
            let stop = if other > prep { other } else { range.end };
            content(reading, at..stop.min(at + 2))
        };
        let (first, second) = (group(start, from, to), group(end, to, from));
        out.push(Relation { sort: Sort::GivesWay, first, second });
    }
}

/// A instead of B; A was replaced by B; B replaced A.
fn places<'r>(
    reading: &'r Reading<'_>,
    range: std::ops::Range<usize>,
    lexicon: &Lexicon,
    out: &mut Vec<Relation<'r>>,
) {
    let marks = lexicon.marks();
    let has =
        |at: usize, id: ConceptId| reading.words.get(at).is_some_and(|word| word.concepts.contains(&id));
    for at in range.clone() {
        let Some(word) = reading.words.get(at) else { continue };
        if has(at, marks.in_place) && !has(at + 1, marks.in_place) {
            let Some(old) = object_of(reading, at, range.end) else { continue };
            let first = content(reading, old..old + 1);
            // A phrase of several words begins before its last word.
            let second: Vec<&Word> = content(reading, range.clone())
                .into_iter()
                .filter(|word| {
                    first.iter().all(|old| old.span != word.span) && acts(word, lexicon).is_empty()
                })
                .collect();
            out.push(Relation { sort: Sort::GivesWay, first, second });
        }
        if word.content && exchanges(word, lexicon) {
            let prep = (at + 1..range.end.min(at + 1 + REACH)).find(|at| has(*at, marks.with_which));
            let before = content(reading, range.start..at);
            let before = before.get(before.len().saturating_sub(2)..).unwrap_or_default().to_vec();
            match prep {
                Some(prep) => {
                    let between = content(reading, at + 1..prep);
                    let first = if between.is_empty() { before } else { between };
                    let mut second = content(reading, prep + 1..range.end);
                    second.truncate(2);
                    out.push(Relation { sort: Sort::GivesWay, first, second });
                }
                None if is(word, "replace", lexicon) => {
                    let mut first = content(reading, at + 1..range.end);
                    first.truncate(2);
                    // "Replace by a new one" may be told by the form of the noun alone.
                    let by_form = first.first().is_some_and(|word| {
                        let oblique = &rules::rules(&reading.primary).oblique;
                        oblique.iter().any(|ending| word.key.ends_with(ending.as_str()))
                    });
                    let (first, second) = if by_form { (before, first) } else { (first, before) };
                    out.push(Relation { sort: Sort::GivesWay, first, second });
                }
                None => {}
            }
        }
    }
}

/// Whether a word tells a cause after what it caused: because of, из-за.
fn is_because(word: &Word, lexicon: &Lexicon) -> bool {
    is(word, "because", lexicon)
}

/// A because of B, caused by B.
fn causes<'r>(
    reading: &'r Reading<'_>,
    range: std::ops::Range<usize>,
    lexicon: &Lexicon,
    out: &mut Vec<Relation<'r>>,
) {
    let cause = lexicon.marks().cause;
    let becauses: Vec<usize> = (range.clone())
        .filter(|at| reading.words.get(*at).is_some_and(|word| is_because(word, lexicon) && !word.content))
        .collect();
    let Some(&at) = becauses.first() else { return };
    let mut end = at + 1;
    while becauses.contains(&end) {
        end += 1;
    }
    let group = |words: Vec<&'r Word>| -> Vec<&'r Word> { words.into_iter().take(GROUP).collect() };
    let (before, after) = (content(reading, range.start..at), content(reading, end..range.end));
    if !before.is_empty() {
        out.push(Relation { sort: Sort::Does(vec![cause]), first: group(after), second: group(before) });
    }
}

/// A does something to B; B is … by A.
fn deeds<'r>(
    reading: &'r Reading<'_>,
    sentence: usize,
    range: std::ops::Range<usize>,
    lexicon: &Lexicon,
    out: &mut Vec<Relation<'r>>,
) {
    let rules = rules::rules(&reading.primary);
    let marks = lexicon.marks();
    for at in range.clone() {
        let Some(word) = reading.words.get(at).filter(|word| word.content) else { continue };
        let acts = acts(word, lexicon);
        if acts.is_empty() {
            continue;
        }
        // "The rollback" is a noun, and a phrase of several words is one verb.
        let noun = at.checked_sub(1).and_then(|at| reading.words.get(at));
        let one = |other: &Word| acts.iter().any(|id| other.concepts.contains(id));
        let phrase = noun.is_some_and(one) || reading.words.get(at + 1).is_some_and(one);
        if phrase || noun.is_some_and(|word| word.concepts.contains(&marks.opens_noun)) {
            continue;
        }
        let mut before = content(reading, range.start..at);
        if before.is_empty() {
            // "…, causing" begins a part of its own.
            before = content(reading, sentence..at);
        }
        let before = before.get(before.len().saturating_sub(GROUP)..).unwrap_or_default().to_vec();
        let mut after = content(reading, at + 1..range.end);
        after.truncate(GROUP);
        let by = (at + 1..(at + 3).min(range.end))
            .filter_map(|at| reading.words.get(at))
            // "By hand" tells how.
            .any(|word| word.concepts.contains(&marks.by_whom) && !super::means(word, lexicon));
        // A verb has its object right behind it, and a noun of the same stem has not: "a tenfold increase in".
        let object = (at + 1..range.end).find(|at| reading.words.get(*at).is_some_and(|word| word.content));
        let between = |end: usize| reading.words.get(at + 1..end).unwrap_or_default().iter();
        let straight =
            object.is_some_and(|end| between(end).all(|word| word.concepts.contains(&marks.opens_noun)));
        let passive = (range.start..at)
            .rev()
            .take(2)
            .any(|at| reading.words.get(at).is_some_and(|word| word.concepts.contains(&marks.passive)));
        if !by && (passive || !straight) && rules.oblique.is_empty() {
            continue;
        }
        // Where nouns change their form, the one that something is done to may stand first.
        let oblique = before.last().is_some_and(|word| {
            rules.oblique.iter().any(|ending| word.key.ends_with(ending.as_str())) && !word.latin
        });
        let (first, second) = if by || oblique { (after, before) } else { (before, after) };
        // Where either may stand first, only names right beside the verb, and causes, are told by their place.
        let named = |word: Option<&&Word>| word.is_some_and(|word| word.name || word.latin);
        let beside = if by || oblique {
            named(first.first()) && named(second.last())
        } else {
            named(first.last()) && named(second.first())
        };
        let plain = beside || is(word, "cause", lexicon);
        if !rules.oblique.is_empty() && !plain {
            continue;
        }
        out.push(Relation { sort: Sort::Does(acts), first, second });
    }
}

/// What the particle after a noun says of it, where the verb stands last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Subject,
    Topic,
    Object,
    From,
    To,
    Cause,
    Instead,
}

/// The particle that ends the written word at `word`, or stands right after it.
fn case_of(reading: &Reading<'_>, word: &Word) -> Option<Case> {
    let rules = rules::rules(&reading.primary);
    let rest = reading.statement.text.get(word.span.start..)?;
    let joined = rest.split([' ', '\u{a0}', ',', '.', '、', '。', '\n']).next().unwrap_or_default();
    let next = rest.get(joined.len()..).unwrap_or_default().trim_start_matches([' ', '\u{a0}']);
    let next = next.split([' ', '\u{a0}', ',', '.', '、', '。', '\n']).next().unwrap_or_default();
    let written = word.span.len();
    let find = |text: &str, whole: bool| -> Option<Case> {
        (rules.cases.iter())
            .find_map(|(form, case)| {
                let fits = if whole {
                    text == form
                } else {
                    text.ends_with(form.as_str()) && text.len() > form.len()
                };
                fits.then_some(*case)
            })
            .and_then(|case| match case {
                "subject" => Some(Case::Subject),
                "topic" => Some(Case::Topic),
                "object" => Some(Case::Object),
                "from" => Some(Case::From),
                "to" => Some(Case::To),
                "cause" => Some(Case::Cause),
                "instead" => Some(Case::Instead),
                _ => None,
            })
    };
    // "A 때문에", "A 대신": a word of its own, with or without a particle before it.
    let own_word = find(next, true);
    match own_word {
        Some(case @ (Case::Cause | Case::Instead)) => Some(case),
        // A name in other letters has its particle after a space.
        Some(case) if word.latin || joined.len() <= written => Some(case),
        _ if rules.spaced_particles => find(joined, false),
        // Without spaces, the particle follows the noun at once.
        _ => {
            let after = rest.get(written..).unwrap_or_default();
            (rules.cases.iter())
                .find(|(form, _)| after.starts_with(form.as_str()))
                .and_then(|(form, _)| find(form, true))
        }
    }
}

/// The relations of a sentence in which particles tell what is what.
fn particles<'r>(
    reading: &'r Reading<'_>,
    range: std::ops::Range<usize>,
    lexicon: &Lexicon,
    out: &mut Vec<Relation<'r>>,
) {
    let mut groups: Vec<(Case, Vec<&'r Word>)> = Vec::new();
    let mut open: Vec<&'r Word> = Vec::new();
    let cause = lexicon.marks().cause;
    for word in reading.words.get(range).unwrap_or_default().iter().filter(|word| word.content) {
        let case = case_of(reading, word);
        let acts = acts(word, lexicon);
        if let Some(case) = case {
            open.push(word);
            let from = open.len().saturating_sub(GROUP);
            groups.push((case, open.split_off(from)));
            open.clear();
            continue;
        }
        if acts.is_empty() {
            open.push(word);
            continue;
        }
        let group =
            |case: Case| groups.iter().rev().find(|(own, _)| *own == case).map(|(_, words)| words.clone());
        let subject = group(Case::Subject).or_else(|| group(Case::Topic)).unwrap_or_default();
        let object = group(Case::Object).unwrap_or_default();
        let to = group(Case::To).unwrap_or_default();
        if exchanges(word, lexicon) && group(Case::From).is_none() {
            let old = if object.is_empty() { subject.clone() } else { object.clone() };
            out.push(Relation { sort: Sort::GivesWay, first: old, second: to.clone() });
        }
        // "A told it to B": where nothing else is acted on, and both are names.
        let named = |words: &[&Word]| words.iter().any(|word| word.name || word.latin);
        // "A brought overload on B": what is done is told by the object.
        let meant: Vec<ConceptId> = object.iter().flat_map(|word| self::acts(word, lexicon)).collect();
        if !meant.is_empty() && !to.is_empty() {
            out.push(Relation { sort: Sort::Does(meant), first: subject.clone(), second: to.clone() });
        }
        let acted = if object.is_empty() && named(&subject) && named(&to) { to } else { object };
        out.push(Relation { sort: Sort::Does(acts), first: subject, second: acted });
        // What this verb acts on is nothing to the next.
        groups.retain(|(case, _)| *case != Case::Object);
        // A noun that tells what happens may be what comes next is told of.
        open.push(word);
    }
    let find = |case: Case| groups.iter().position(|(own, _)| *own == case);
    let words = |at: usize| groups.get(at).map(|(_, words)| words.clone()).unwrap_or_default();
    if let (Some(from), Some(to)) = (find(Case::From), find(Case::To)) {
        out.push(Relation { sort: Sort::GivesWay, first: words(from), second: words(to) });
    }
    for (case, sort) in [(Case::Instead, Sort::GivesWay), (Case::Cause, Sort::Does(vec![cause]))] {
        let Some(at) = find(case) else { continue };
        let mut second: Vec<&Word> = groups
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .flat_map(|(_, (_, words))| words.iter().copied())
            .collect();
        if second.is_empty() {
            second.clone_from(&open);
        }
        out.push(Relation { sort, first: words(at), second });
    }
}
