//! Who did it to whom: two names, or the two of a pair, of which the claim has one act and the quotes the
//! other. A overtook B is not B overtook A.

use super::reading::Reading;
use super::sense::check;
use super::{Check, Evidence, happens};
use crate::verify::FactStatus;
use crate::verify::lexicon::{Lexicon, Role, Word, rules};

/// Particles of the one who acts, where the verb stands last.
const SUBJECT: [&str; 7] = ["이", "가", "은", "는", "께서", "が", "は"];
/// Words before the one who acts, where what is done to the other is told first.
const BY: [&str; 6] = ["by", "von", "durch", "par", "por", "被"];

/// The one who acts in a clause, and the other.
struct Deed<'r> {
    agent: &'r Word,
    other: Option<&'r Word>,
    /// What is done, as far as it is known.
    verbs: Vec<&'r Word>,
    sure: bool,
}

/// Checks each clause of the claim.
pub fn agents(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out = Vec::new();
    for number in 0..claim.clauses.len() {
        let Some(own) = deed(claim, number, lexicon) else { continue };
        let mut turned: Option<bool> = None;
        for quote in &evidence.quotes {
            for clause in 0..quote.clauses.len() {
                let Some(theirs) = deed(quote, clause, lexicon) else { continue };
                let same_deed = own.verbs.iter().any(|verb| {
                    theirs
                        .verbs
                        .iter()
                        .any(|other| verb.concepts.iter().any(|id| other.concepts.contains(id)))
                });
                if !same_deed {
                    continue;
                }
                if one(own.agent, theirs.agent, lexicon) {
                    turned = Some(false);
                    break;
                }
                let exchanged = theirs.other.is_some_and(|other| one(own.agent, other, lexicon));
                let wholly = own.other.is_some_and(|other| one(other, theirs.agent, lexicon));
                if exchanged && (wholly || own.other.is_none()) {
                    turned = turned.or(Some(true));
                    if turned == Some(true) {
                        let sure = wholly && own.sure && theirs.sure;
                        let status = if sure { FactStatus::Contradicted } else { FactStatus::CannotTell };
                        let why = "the quote tells it the other way round".to_owned();
                        out.push(check("words", claim, own.agent.span, number, status, None, None, why));
                    }
                    break;
                }
            }
        }
    }
    out
}

fn is_named(word: &Word, lexicon: &Lexicon) -> bool {
    word.content
        && (word.name
            || (word.concepts.iter().filter_map(|id| lexicon.concept(*id))).any(|concept| {
                matches!(concept.role, Role::Place | Role::Org | Role::Product)
                    || concept.apart.iter().any(|(group, _)| lexicon.is_pair(*group))
            }))
}

/// Whether both words name one thing.
fn one(a: &Word, b: &Word, lexicon: &Lexicon) -> bool {
    let telling = |word: &Word| -> Vec<u32> {
        (word.concepts.iter().copied())
            .filter(|id| lexicon.concept(*id).is_some_and(|concept| concept.role != Role::Mark))
            .collect()
    };
    a.stem == b.stem
        || telling(a).iter().any(|id| b.concepts.contains(id))
        || matches!((a.sound(), b.sound()), (Some(a), Some(b)) if a == b)
}

fn deed<'r>(reading: &'r Reading<'_>, clause: usize, lexicon: &Lexicon) -> Option<Deed<'r>> {
    let words = reading.words_of(clause);
    let named: Vec<usize> =
        (0..words.len()).filter(|at| words.get(*at).is_some_and(|word| is_named(word, lexicon))).collect();
    if named.is_empty() || named.len() > 2 {
        return None;
    }
    let verbs: Vec<&Word> = words
        .iter()
        .filter(|word| word.content && happens(word, lexicon) && !is_named(word, lexicon))
        .collect();
    let first_verb =
        words.iter().position(|word| verbs.first().is_some_and(|verb| verb.span == word.span))?;
    let word = |at: usize| words.get(at);
    if rules::rules(&reading.primary).head_last {
        let acts = |at: &usize| {
            let Some(word) = word(*at) else { return false };
            let rest = reading.statement.text.get(word.span.start..).unwrap_or_default();
            let whole = rest.split([' ', ',', '.', '、', '。']).next().unwrap_or_default();
            SUBJECT.iter().any(|particle| whole.ends_with(particle))
                || rest
                    .get(word.span.len()..)
                    .is_some_and(|rest| SUBJECT[5..].iter().any(|particle| rest.starts_with(particle)))
        };
        let agents: Vec<usize> = named.iter().copied().filter(acts).collect();
        let &[agent] = agents.as_slice() else { return None };
        let other = named.iter().find(|at| **at != agent).and_then(|at| word(*at));
        return Some(Deed { agent: word(agent)?, other, verbs, sure: true });
    }
    let before: Vec<usize> = named.iter().copied().filter(|at| *at < first_verb).collect();
    let after: Vec<usize> = named.iter().copied().filter(|at| *at > first_verb).collect();
    // Where nouns change their form, either may stand first.
    let sure = !matches!(reading.primary.as_str(), "ru" | "uk" | "pl" | "cs");
    match (before.as_slice(), after.as_slice()) {
        (&[first], &[]) => Some(Deed { agent: word(first)?, other: None, verbs, sure }),
        (&[first], &[second]) => {
            let by = second.checked_sub(1).and_then(word).is_some_and(|word| BY.contains(&word.key.as_str()))
                || second.checked_sub(2).and_then(word).is_some_and(|word| BY.contains(&word.key.as_str()));
            let (agent, other) = if by { (second, first) } else { (first, second) };
            Some(Deed { agent: word(agent)?, other: word(other), verbs, sure })
        }
        _ => None,
    }
}
