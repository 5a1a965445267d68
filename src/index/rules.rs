//! What the browser needs of a language's grammar: endings that words lose on the way to their terms.
//! Learned from the words of the library, and asked of the stemmer itself for the endings that a small
//! library may lack. With them a form that no text holds still finds its term.

use std::collections::BTreeMap;

use super::dictionary::{shared_units, skip_units};
use super::stem::{Analyzer, Share};
use super::token::Script;

/// So many words must show an ending.
const SUPPORT: u32 = 3;
/// A word and another stem of it share at least so many UTF-16 units.
const LEAST_SHARED: usize = 4;
/// An entry carries at most so many endings.
const MOST: usize = 640;

/// Endings that are tried on the library's own stems.
const TRIED: &str = "s es ed ing er ers ly ies y ied ment ments ion ions able \
а я о е у ю ы и ь й ой ей ий ый ая яя ое ее ую юю ые ие ого его ому ему ым им ом ем ых их ыми ими ам ям ами ями ах ях ов ев \
ию ия ии ием иям иями иях ость ости остью остей л ла ло ли ть ет ит ют ят ут ат ешь ишь ете ите ал ала ало али ать ает ают аем \
ил ила ило или ить ел ела ело ели еть вший вшая вшие вших ющий ющая ющее ющие ющих ющего ющей анный анная анное анные анных енный енная енное енные енных \
ан ана ано аны ен ена ено ены ся ась ось ись ться ется ются ился илась илось ились алось ались ется ившийся ание ания анию анием ании аний ение ения ению ением ении ений \
ею ою иею ейший ейшая ейшее ейшие ейшего ейшему ейшим ейшем ейшей ейшую ейших ейшими \
ивший ившая ившее ившие ившего ившему ившим ившей ившую ивших ившими авший авшая авшее авшие авшего авшему авшим авшей авших авшими \
ую уешь уете уем уют ующий ующая ующее ующие ующего ующих овал овала овало овали овать ованный ованная ованное ованные ованных ован ована овано ованы";

/// The endings of a language: what is taken off a word and what is put on, the longest first.
pub fn learn(
    words: &[(String, Script)],
    shares: &[Vec<Share>],
    united: &BTreeMap<String, String>,
    analyzer: &Analyzer,
) -> Vec<(String, String)> {
    let mut support: BTreeMap<(String, String), u32> = BTreeMap::new();
    let mut stems: Vec<&str> = Vec::new();
    // All stems of a word: a form may have to be led to any of them.
    let mut kin: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (stem, term) in united {
        kin.entry(term).or_default().push(stem);
    }
    for (of_word, (word, script)) in shares.iter().zip(words) {
        let (Script::Letters, Some((term, _))) = (script, of_word.first()) else { continue };
        if term.chars().count() >= 4 {
            stems.push(term);
        }
        let others = kin.get(term.as_str()).into_iter().flatten().copied();
        for stem in std::iter::once(term.as_str()).chain(others) {
            let shared = shared_units(word, stem);
            if stem != term && shared < LEAST_SHARED {
                continue;
            }
            let rule = (skip_units(word, shared).to_owned(), skip_units(stem, shared).to_owned());
            if !rule.0.is_empty() {
                *support.entry(rule).or_default() += 1;
            }
        }
    }
    support.retain(|_, count| *count >= SUPPORT);
    stems.sort_unstable();
    stems.dedup();
    let step = stems.len().div_ceil(400).max(1);
    let sample: Vec<&str> = stems.iter().step_by(step).copied().collect();
    for ending in TRIED.split_ascii_whitespace() {
        let cyrillic = !ending.is_ascii();
        let fitting: Vec<&&str> = sample.iter().filter(|stem| stem.is_ascii() != cyrillic).collect();
        let agreeing =
            fitting.iter().filter(|stem| analyzer.stem(&format!("{stem}{ending}")) == ***stem).count();
        if agreeing * 4 > fitting.len() {
            *support.entry((ending.to_owned(), String::new())).or_default() += agreeing as u32;
        }
    }
    let mut rules: Vec<((String, String), u32)> = support.into_iter().collect();
    rules.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    rules.truncate(MOST);
    let mut rules: Vec<(String, String)> = rules.into_iter().map(|(rule, _)| rule).collect();
    rules.sort_by(|a, b| b.0.chars().count().cmp(&a.0.chars().count()).then_with(|| a.cmp(b)));
    rules
}
