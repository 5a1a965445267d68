//! Names of a claim against those of its quotes: said, missing, denied, or another in their place.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::compare::quoted;
use super::reading::{Bag, DENIED, Reading};
use super::sense::{MOST, check};
use super::{Check, Evidence};
use crate::diag::ByteSpan;
use crate::verify::FactStatus;
use crate::verify::lexicon::{ConceptId, Lexicon, Role, Word, rules};

/// Names of the claim: said, missing, or another name in their place.
pub fn names(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> Vec<Check> {
    let mut out: Vec<Check> = Vec::new();
    let mut seen: BTreeSet<Rc<str>> = BTreeSet::new();
    for word in claim.words.iter().filter(|word| word.content) {
        let role = role(word, lexicon);
        let known = matches!(role, Some(Role::Place | Role::Org | Role::Product));
        let foreign = word.latin && !matches!(claim.primary.as_str(), "en" | "de" | "fr" | "es");
        let written = claim.text(word.span);
        // делали is no form of Дели: names are written with a capital, where the script has them.
        let small = written.chars().next().is_some_and(char::is_lowercase);
        if small && known && !word.latin
            || !(known || word.name && (role.is_none() || foreign))
            || !seen.insert(word.stem.clone())
        {
            continue;
        }
        let clause = claim.clause_at(word.span.start);
        let kindred = names_another(word, evidence, lexicon).filter(|_| !evidence.writes(written));
        let said = kindred.is_none() && evidence.all.says(word, lexicon) >= 1.0 || evidence.writes(written);
        let rival =
            if said { None } else { kindred.clone().or_else(|| rival(claim, word, role, evidence, lexicon)) };
        let turned = if said { turned_name(claim, word, evidence, lexicon) } else { None };
        let denied = if said { denied_name(claim, word, evidence, lexicon) } else { None };
        let (status, against, why) = match (said, rival) {
            (true, _) if denied.is_some() => (
                FactStatus::Contradicted,
                denied,
                "one of claim and quote says it of this name, the other says not".to_owned(),
            ),
            (true, _) if turned.is_some() => (
                FactStatus::Contradicted,
                turned,
                "the quote tells it as the other end of the move".to_owned(),
            ),
            (true, _) => (FactStatus::Supported, None, "the quote names it".to_owned()),
            (false, Some((text, at))) if speaks_of_it(claim, clause, word, at, evidence, lexicon) => {
                let why = format!("the quote names `{text}` in its place");
                (FactStatus::Contradicted, Some((text, at)), why)
            }
            // The operator itself is often left out of what it writes.
            (false, None) if role == Some(Role::Org) => continue,
            (false, _)
                if role.is_none()
                    && !evidence.all.would_say(word, &claim.primary, lexicon)
                    && !word.latin =>
            {
                continue;
            }
            (false, _) => (FactStatus::Missing, None, "no quote names it".to_owned()),
        };
        let another = status == FactStatus::Missing && another_name(claim, word, role, evidence, lexicon);
        let (against, against_at) = against.map_or((None, None), |(text, at)| (Some(text), Some(at)));
        let mut named = check("name", claim, word.span, clause, status, against, against_at, why);
        // A place tells where it happened; other names are often those of the one who writes.
        let listed =
            || beside_names(claim, word, lexicon).any(|other| evidence.all.says(other, lexicon) >= 1.0);
        named.bears = status == FactStatus::Missing
            && (role == Some(Role::Place)
                || kindred.is_some()
                || another
                || known && another_known(claim, evidence, lexicon)
                || (known || word.name) && listed());
        out.push(named);
    }
    out
}

/// Whether the quotes share with a name only what sort of thing it is: Nginx and Envoy are both proxies.
fn names_another(
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let named = |id: &ConceptId| {
        lexicon
            .concept(*id)
            .is_some_and(|concept| matches!(concept.role, Role::Place | Role::Org | Role::Product))
    };
    if !(word.name || word.latin && word.concepts.iter().any(named)) {
        return None;
    }
    let alike = |other: &Word| {
        other.stem == word.stem
            || other.key.starts_with(word.key.as_str())
            || word.key.starts_with(other.key.as_str())
            || other.concepts.iter().any(|id| word.concepts.contains(id))
                && (!other.name || word.concepts.iter().any(|id| named(id) && other.concepts.contains(id)))
            || matches!((word.sound(), other.sound()), (Some(a), Some(b)) if a == b)
    };
    let shares = |other: &Word| other.concepts.iter().any(|id| word.concepts.contains(id));
    let words = || {
        (evidence.quotes.iter().enumerate())
            .flat_map(|(number, quote)| quote.words.iter().map(move |other| (number, other)))
            .filter(|(_, other)| other.content)
    };
    if words().any(|(_, other)| alike(other)) {
        return None;
    }
    let (number, other) = words().find(|(_, other)| shares(other) && other.name)?;
    Some(quoted(evidence, number, other.span))
}

/// Where a quote says `word` and the claim says "not" right before it, or the other way round.
fn denied_name(
    claim: &Reading<'_>,
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    /// Whether "not" stands right before the name; `None` where something else is denied beside it.
    fn denied(reading: &Reading<'_>, at: usize) -> Option<bool> {
        let clause = reading.clauses.get(reading.clause_at(reading.words.get(at)?.span.start))?;
        if clause.negators.is_empty() {
            return Some(false);
        }
        let names = clause.negators.iter().any(|negator| {
            let denied = reading.denied_by(clause, *negator, DENIED);
            let adjoins = denied.first() == Some(&(negator + 1));
            // "not Linux and macOS"
            adjoins && denied.first() == Some(&at)
                || adjoins
                    && denied.get(1) == Some(&at)
                    && denied
                        .first()
                        .and_then(|first| reading.words.get(*first))
                        .is_some_and(|first| first.name)
        });
        // "Without the API": whether the name is denied depends on the words between.
        let near =
            clause.negators.iter().any(|negator| reading.denied_by(clause, *negator, DENIED).contains(&at));
        if near && !names {
            return None;
        }
        // "Linux, but not Windows": the denial is of another name.
        let of_another = clause.negators.iter().all(|negator| {
            let denied = reading.denied_by(clause, *negator, DENIED);
            denied.first().and_then(|first| reading.words.get(*first)).is_some_and(|first| first.name)
        });
        if names { Some(true) } else { of_another.then_some(false) }
    }
    if rules::rules(&claim.primary).head_last {
        return None;
    }
    let at = claim.words.partition_point(|other| other.span.start < word.span.start);
    let own = denied(claim, at)?;
    let mut bag = Bag::default();
    bag.add(std::iter::once(word), &claim.primary, lexicon);
    let mut found = None;
    for (number, quote) in evidence.quotes.iter().enumerate() {
        if rules::rules(&quote.primary).head_last {
            return None;
        }
        for (at, other) in quote.words.iter().enumerate().filter(|(_, other)| other.content) {
            if bag.says(other, lexicon) < 1.0 {
                continue;
            }
            if denied(quote, at)? == own {
                return None;
            }
            found = Some(quoted(evidence, number, other.span));
        }
    }
    found
}

/// Names that stand right beside `word`, as the members of a list do.
fn beside_names<'r>(
    claim: &'r Reading<'_>,
    word: &'r Word,
    lexicon: &'r Lexicon,
) -> impl Iterator<Item = &'r Word> {
    let at = claim.words.partition_point(|other| other.span.start < word.span.start);
    let near = at.saturating_sub(2)..(at + 3).min(claim.words.len());
    let joins = rules::rules(&claim.primary).joins_after.as_slice();
    claim.words[near].iter().filter(move |other| {
        let known = matches!(role(other, lexicon), Some(Role::Place | Role::Org | Role::Product));
        let (first, second) =
            if other.span.start < word.span.start { (*other, word) } else { (word, *other) };
        let between = claim.statement.text.get(first.span.end..second.span.start).unwrap_or_default();
        let first_written = claim.text(first.span);
        let joined = between.contains([',', '、', '，'])
            || joins
                .iter()
                .any(|form| between.starts_with(form.as_str()) || first_written.ends_with(form.as_str()))
            || claim.words.iter().any(|mark| {
                mark.concepts.contains(&lexicon.marks().and)
                    && (first.span.end..second.span.start).contains(&mark.span.start)
            });
        other.span != word.span && other.content && (other.name || known) && joined
    })
}

/// Whether the quotes name an organisation or a product, known as such, that the claim does not name.
fn another_known(claim: &Reading<'_>, evidence: &Evidence<'_>, lexicon: &Lexicon) -> bool {
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    evidence.quotes.iter().flat_map(|quote| quote.words.iter().map(move |word| (quote, word))).any(
        |(quote, other)| {
            other.content
                && is_capital(quote, other)
                && matches!(role(other, lexicon), Some(Role::Org | Role::Product))
                && claimed.says(other, lexicon) < 1.0
        },
    )
}

/// Whether the quotes name something else of the sort of `word`, and nothing that the claim names: then
/// the one may stand in the place of the other.
fn another_name(
    claim: &Reading<'_>,
    word: &Word,
    own: Option<Role>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> bool {
    let sort = |other: &Word| {
        let other_role = role(other, lexicon);
        other.content
            && match own {
                Some(_) => other_role == own,
                None => other.name && other_role.is_none(),
            }
    };
    let shared = (claim.words.iter())
        .any(|other| sort(other) && other.span != word.span && evidence.all.says(other, lexicon) >= 1.0);
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    !shared
        && (evidence.quotes.iter().filter(|quote| quote.primary != "de"))
            .flat_map(|quote| &quote.words)
            .any(|other| sort(other) && claimed.says(other, lexicon) < 1.0)
}

/// Whether a word of a quote is written as names are, where its script has capitals: a node is not Node.
fn is_capital(quote: &Reading<'_>, word: &Word) -> bool {
    !quote.text(word.span).chars().next().is_some_and(char::is_lowercase)
}

fn role(word: &Word, lexicon: &Lexicon) -> Option<Role> {
    let roles: Vec<Role> =
        word.concepts.iter().filter_map(|id| lexicon.concept(*id)).map(|concept| concept.role).collect();
    (roles.iter().copied())
        .find(|role| matches!(role, Role::Place | Role::Org | Role::Product))
        .or_else(|| roles.first().copied())
}

/// A name of the same sort in a quote that the claim does not name.
fn rival(
    claim: &Reading<'_>,
    word: &Word,
    own_role: Option<Role>,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let own_role = own_role.filter(|role| matches!(role, Role::Place | Role::Org | Role::Product))?;
    let mut claimed = Bag::default();
    claimed.add(&claim.words, &claim.primary, lexicon);
    // Where the claim names something of this sort that the quote names too, the other is only missing.
    let partly = (claim.words.iter()).any(|other| {
        other.stem != word.stem
            && role(other, lexicon) == Some(own_role)
            && evidence.all.says(other, lexicon) >= 1.0
    });
    if partly {
        return None;
    }
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for other in quote.words.iter().filter(|other| other.content && is_capital(quote, other)) {
            if role(other, lexicon) == Some(own_role) && claimed.says(other, lexicon) < 1.0 {
                return Some(quoted(evidence, number, other.span));
            }
        }
    }
    None
}

/// Where the quote tells as the start what the claim tells as the end, or the other way round.
fn turned_name(
    claim: &Reading<'_>,
    word: &Word,
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> Option<(String, (u32, ByteSpan))> {
    let own = claim.role_of(word, lexicon)?;
    let mut turned = None;
    for (number, quote) in evidence.quotes.iter().enumerate() {
        for other in quote.words.iter().filter(|other| other.content) {
            let mut bag = Bag::default();
            bag.add([other], &quote.primary, lexicon);
            if bag.says(word, lexicon) < 1.0 {
                continue;
            }
            match quote.role_of(other, lexicon) {
                Some(theirs) if theirs != own && turned.is_none() => {
                    turned = Some(quoted(evidence, number, other.span))
                }
                Some(theirs) if theirs != own => {}
                _ => return None,
            }
        }
    }
    // Only where both ends are told: a lone "in Seoul" and "to Seoul" may be one thing.
    let ends = claim.words.iter().filter_map(|other| claim.role_of(other, lexicon)).collect::<Vec<_>>();
    (ends.contains(&super::figure::Role::From) && ends.contains(&super::figure::Role::To))
        .then_some(turned)
        .flatten()
}

/// Whether the clause of the quote that has the other name at `rival` says, beside it, what the claim says
/// beside its own.
fn speaks_of_it(
    claim: &Reading<'_>,
    clause: usize,
    name: &Word,
    rival: (u32, ByteSpan),
    evidence: &Evidence<'_>,
    lexicon: &Lexicon,
) -> bool {
    let Some(reading) = evidence.quotes.get(rival.0 as usize) else { return false };
    let theirs = reading.clause_at(rival.1.start);
    let Some(bag) = evidence.clauses.get(rival.0 as usize).and_then(|clauses| clauses.get(theirs)) else {
        return false;
    };
    let (mut said, mut total) = (0.0, 0.0);
    for word in claim.words_of(clause).iter().filter(|word| word.content && word.stem != name.stem) {
        let weight = super::weight(word, lexicon).min(1.0);
        total += weight;
        said += weight * bag.says(word, lexicon);
    }
    let figures = |reading: &Reading<'_>, clause: usize| -> Vec<super::figure::Figure> {
        reading.figures.iter().filter(|figure| figure.clause == clause).cloned().collect()
    };
    let others = figures(reading, theirs);
    let figure_said = figures(claim, clause).iter().any(|own| {
        others.iter().any(|other| matches!(own.against(other), Some(super::figure::Likeness::Same(_))))
    });
    said > 0.0 && (figure_said || said >= total * MOST)
}
