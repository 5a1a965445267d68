//! Whether the difference between a quote and its nearest passage is a slip of the hand: one to three
//! letters, or one word of no weight left out. All else is another statement.

use unicode_normalization::UnicodeNormalization;

use super::align::{Step, distance};
use super::source::SourceText;
use super::tokens::{Class, Token};
use super::weighty::{Weight, other_prefix, weight};

/// Letters typed wrong in one quote, at most.
const SLIPS: u32 = 3;

/// Characters of an unspaced script that make up one left-out word, at most.
const WORD_OF_CHARACTERS: usize = 4;

/// Whether `steps` from `ours` to `theirs` are slips alone.
pub(super) fn is_slip(steps: &[Step], ours: &[Token<'_>], theirs: &[Token<'_>], source: &SourceText) -> bool {
    let mut slips = 0;
    let mut left_out = 0;
    let mut at = 0;
    while at < steps.len() {
        match steps[at] {
            Step::Same(..) => {}
            Step::Near(q, s) => match letters(&ours[q], &theirs[s], source) {
                Some(more) => slips += more,
                None => return false,
            },
            Step::Joined { .. } => slips += 1,
            Step::Other(q, s) => match (ours[q].class, theirs[s].class) {
                (Class::Mark, Class::Mark) | (Class::Unspaced, Class::Unspaced) => slips += 1,
                _ => return false,
            },
            Step::Missing(s) => {
                match theirs[s].class {
                    Class::Mark => slips += 1,
                    Class::Sign | Class::Figure => return false,
                    Class::Word if may_be_left_out(theirs, s) => left_out += 1,
                    Class::Word => return false,
                    Class::Unspaced => {
                        let run = steps[at..]
                        .iter()
                        .take_while(|step| matches!(step, Step::Missing(s) if theirs[*s].class == Class::Unspaced))
                        .count();
                        match run {
                            1 => slips += 1,
                            2..=WORD_OF_CHARACTERS => left_out += 1,
                            _ => return false,
                        }
                        at += run - 1;
                    }
                }
            }
            Step::Extra(q) => match ours[q].class {
                Class::Mark | Class::Unspaced => slips += 1,
                // A word typed twice.
                Class::Word if is_repeated(ours, q) => slips += 1,
                Class::Word | Class::Sign | Class::Figure => return false,
            },
        }
        at += 1;
    }
    slips <= SLIPS && left_out <= 1
}

/// Whether the word `at` of `ours` is its neighbour once more, and denies or counts nothing.
fn is_repeated(ours: &[Token<'_>], at: usize) -> bool {
    let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let same = |near: usize| ours.get(near).is_some_and(|token| token.text == ours[at].text);
    neighbours.into_iter().any(same)
        && !matches!(weight(ours[at].text), Some((Weight::Negation | Weight::Figure | Weight::Calendar, _)))
}

/// Whether leaving the word `at` out of `theirs` leaves the statement what it was.
fn may_be_left_out(theirs: &[Token<'_>], at: usize) -> bool {
    let beside_figure = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().any(|near| {
        theirs.get(near).is_some_and(|token| {
            token.class == Class::Figure
                || matches!(weight(token.text), Some((Weight::Figure | Weight::Calendar, _)))
        })
    });
    match weight(theirs[at].text) {
        None | Some((Weight::Opposite, _)) => true,
        Some((Weight::Unit | Weight::Bound | Weight::Way, _)) => !beside_figure,
        Some((Weight::Negation | Weight::Figure | Weight::Calendar, _)) => false,
    }
}

/// The letters typed wrong in `quoted`, where `stands` is meant; `None` when it is another word.
fn letters(quoted: &Token<'_>, stands: &Token<'_>, source: &SourceText) -> Option<u32> {
    if quoted.class == Class::Figure || stands.class == Class::Figure {
        return None;
    }
    let (q, s) = (quoted.text, stands.text);
    let slips = distance(q, s)?;
    let length = s.chars().count();
    let exchanged = q.chars().count() == length && sorted(q) == sorted(s);
    match (weight(q), weight(s)) {
        // Two forms of one word.
        (Some(a), Some(b)) if a.1 == b.1 => return Some(slips),
        (Some((Weight::Bound | Weight::Way | Weight::Opposite, _)), None) if exchanged => return Some(slips),
        (Some(_), _) => return None,
        (None, Some((Weight::Negation | Weight::Figure | Weight::Unit | Weight::Calendar, _))) => {
            return (length >= 5 && slips <= if length >= 8 { 2 } else { 1 }).then_some(slips);
        }
        (None, _) => {}
    }
    let hangul = s.chars().any(|c| ('\u{AC00}'..='\u{D7A3}').contains(&c));
    let most = match length {
        0..=2 if hangul => {
            u32::from(distance(&q.nfd().collect::<String>(), &s.nfd().collect::<String>()) == Some(1))
        }
        0..=2 => u32::from(exchanged || q.chars().count() != length),
        3..=5 => 1,
        6..=8 => 2,
        _ => SLIPS,
    };
    let capitals = |word: &str| word.chars().count() >= 2 && !word.chars().any(char::is_lowercase);
    let name = (capitals(q) && capitals(s) && !hangul) || other_prefix(q, s);
    let inflected = q.starts_with(s) || s.starts_with(q);
    let doubtful = length <= 5 || q.chars().next() != s.chars().next() || s.starts_with(char::is_uppercase);
    let another = !inflected && !exchanged && doubtful && source.has_word(q);
    (slips <= most && !name && !another).then_some(slips)
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}
