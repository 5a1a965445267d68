//! Which thing a figure belongs to: the words beside it and in its clause, held against the words beside
//! another figure. Reads and writes, P50 and P99, servers and containers are not one another.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::figure::{Figure, Value};
use super::reading::Reading;
use crate::verify::facts::{Dimension, FactKind};
use crate::verify::lexicon::{ConceptId, Lexicon, Role, Word};

/// The median as a percentile, in tenths of a percent.
const MEDIAN: i64 = 500;

/// What a figure is told of.
#[derive(Debug, Default)]
pub struct Context {
    /// Concepts of the words beside it.
    near: BTreeSet<ConceptId>,
    /// Concepts of its clause.
    clause: BTreeSet<ConceptId>,
    /// What is counted: the word after it, or right before.
    heads: BTreeSet<ConceptId>,
    head_stems: BTreeSet<Rc<str>>,
    /// Stems and sounds of the words beside it, for words that the lexicon does not know.
    stems: BTreeSet<Rc<str>>,
    sounds: BTreeSet<Rc<str>>,
    clause_stems: BTreeSet<Rc<str>>,
    /// Percentiles of its clause, as tenths of a percent.
    percentiles: BTreeSet<i64>,
    /// Shares of its clause that may be told as percentiles: 99% of requests.
    shares: BTreeSet<i64>,
    /// Memberships in groups of things that are not one another.
    near_apart: BTreeSet<(u16, u16)>,
    /// The same for its whole clause, where it is the only figure there.
    clause_apart: BTreeSet<(u16, u16)>,
    /// Versions and identifiers of its clause.
    names: BTreeSet<Rc<str>>,
    primary: String,
}

impl Context {
    pub fn of(reading: &Reading<'_>, figure: &Figure, lexicon: &Lexicon) -> Self {
        let mut out = Self { primary: reading.primary.clone(), ..Self::default() };
        let near = figure.after.iter().chain(&figure.before).filter_map(|at| reading.words.get(*at));
        for word in near {
            out.near.extend(meanings(word, lexicon));
            out.stems.insert(word.stem.clone());
            if word.name || word.concepts.is_empty() {
                out.sounds.extend(word.sound().cloned());
            }
            out.near_apart.extend(memberships(word, lexicon));
        }
        // "6 of them" counts what was named before.
        let them = reading.words.partition_point(|word| word.span.start < figure.fact.span.end);
        let them = (reading.words.get(them..).unwrap_or_default().iter().take(2))
            .any(|word| word.concepts.contains(&lexicon.marks().them));
        let heads = figure
            .after
            .iter()
            .take(2)
            .chain(figure.before.iter().take(1))
            .filter_map(|at| reading.words.get(*at))
            .filter(|_| !them);
        for word in heads {
            out.heads.extend(meanings(word, lexicon));
            out.head_stems.insert(word.stem.clone());
        }
        for word in reading.words_of(figure.clause).iter().filter(|word| word.content) {
            out.clause.extend(meanings(word, lexicon));
            if reading.clauses.get(figure.clause).is_some_and(|clause| clause.figures.len() == 1) {
                out.clause_apart.extend(memberships(word, lexicon));
            }
            out.clause_stems.insert(word.stem.clone());
        }
        for number in reading.clauses.get(figure.clause).map(|clause| &clause.figures[..]).unwrap_or_default()
        {
            let Some(other) = reading.figures.get(*number) else { continue };
            match other.value {
                Value::Amount(Dimension::Percentile, ..) => out.percentiles.extend(percentile(other)),
                _ => out.shares.extend(percentile(other)),
            }
            if let Value::Name(name) = &other.value
                && other.fact.span != figure.fact.span
            {
                out.names.insert(name.as_str().into());
            }
        }
        let median = |id: &ConceptId| lexicon.concept(*id).is_some_and(|concept| &*concept.id == "median");
        if out.clause.iter().any(median) {
            out.percentiles.insert(MEDIAN);
        }
        if out.percentiles.is_empty() && out.shares.is_empty() {
            out.percentiles.extend(percentile_before(reading, figure));
        }
        out
    }

    /// How much this context (of a claim's figure) shares with that of a quoted figure.
    pub fn shares(&self, other: &Self, lexicon: &Lexicon) -> f64 {
        let worth = |id: &ConceptId| match lexicon.concept(*id) {
            Some(concept) if concept.weak => 0.1,
            Some(concept) => match concept.role {
                Role::Verb => 0.4,
                Role::Place | Role::Org | Role::Product => 1.5,
                _ => 1.0,
            },
            None => 0.0,
        };
        let near: f64 = self.near.intersection(&other.near).map(worth).sum();
        let clause: f64 = self.clause.intersection(&other.clause).map(worth).sum();
        let mut score = near + clause / 2.0;
        if self.primary == other.primary {
            score += to_f64(self.stems.intersection(&other.stems).count()) * 0.5;
            score += to_f64(self.clause_stems.intersection(&other.clause_stems).count()) * 0.25;
        }
        score += to_f64(self.sounds.intersection(&other.sounds).count());
        score += to_f64(self.names.intersection(&other.names).count());
        score += match self.same_rank(other) {
            Some(true) => 3.0,
            Some(false) => -3.0,
            None => 0.0,
        };
        score
    }

    /// Whether something that happens is told beside both figures.
    pub fn acts_alike(&self, other: &Self, lexicon: &Lexicon) -> bool {
        self.near
            .intersection(&other.near)
            .any(|id| lexicon.concept(*id).is_some_and(|concept| !concept.weak && concept.role == Role::Verb))
    }

    /// Whether the names beside both are one (`Some(true)`) or others (`Some(false)`), where both have some.
    pub fn same_name(&self, other: &Self, lexicon: &Lexicon) -> Option<bool> {
        let names = |own: &Self| -> BTreeSet<ConceptId> {
            let is_name = |id: &ConceptId| {
                lexicon
                    .concept(*id)
                    .is_some_and(|concept| matches!(concept.role, Role::Place | Role::Org | Role::Product))
            };
            own.near.iter().copied().filter(is_name).collect()
        };
        let (own, theirs) = (names(self), names(other));
        (!own.is_empty() && !theirs.is_empty()).then(|| !own.is_disjoint(&theirs))
    }

    /// Whether both tell of one percentile, where one of them names it and the other a percentile or a share.
    fn same_rank(&self, other: &Self) -> Option<bool> {
        let ranks = |own: &Self| -> BTreeSet<i64> { own.percentiles.union(&own.shares).copied().collect() };
        let named = !self.percentiles.is_empty() || !other.percentiles.is_empty();
        let (own, theirs) = (ranks(self), ranks(other));
        (named && !own.is_empty() && !theirs.is_empty()).then(|| !own.is_disjoint(&theirs))
    }

    /// Whether the two speak of things of which one is not the other, e.g. reads and writes.
    pub fn parted(&self, other: &Self) -> bool {
        let clash =
            |own: &BTreeSet<(u16, u16)>, other: &BTreeSet<(u16, u16)>, clause: &BTreeSet<(u16, u16)>| {
                own.iter().any(|(group, member)| {
                    let of = |set: &BTreeSet<(u16, u16)>| -> BTreeSet<u16> {
                        set.iter().filter(|(g, _)| g == group).map(|(_, m)| *m).collect()
                    };
                    let (mine, theirs) = (of(own), of(other));
                    // "Disk reads per write query" are reads as well.
                    let told_too = clause.contains(&(*group, *member));
                    mine.contains(member) && !theirs.is_empty() && mine.is_disjoint(&theirs) && !told_too
                })
            };
        self.same_rank(other) == Some(false)
            || clash(&self.near_apart, &other.near_apart, &other.clause_apart)
    }

    /// Whether the words beside both figures name one thing (`Some(true)`), other things
    /// (`Some(false)`), or cannot be held together.
    pub fn same_thing(&self, other: &Self, lexicon: &Lexicon) -> Option<bool> {
        let things = |set: &BTreeSet<ConceptId>| -> BTreeSet<ConceptId> {
            (set.iter().copied())
                .filter(|id| {
                    lexicon.concept(*id).is_some_and(|c| !c.weak && c.role != Role::Verb && c.level == 0)
                })
                .collect()
        };
        let (own, others) = (things(&self.heads), things(&other.heads));
        let one_language = self.primary == other.primary;
        if !own.is_disjoint(&others)
            || one_language && !self.head_stems.is_disjoint(&other.head_stems)
            || !self.sounds.is_disjoint(&other.sounds)
        {
            return Some(true);
        }
        // Another word stands between: four Lambda functions in Java, four Java based Lambdas.
        if !things(&self.near).is_disjoint(&things(&other.near))
            || one_language && !self.stems.is_disjoint(&other.stems)
        {
            return None;
        }
        let kin = |set: &BTreeSet<ConceptId>| -> BTreeSet<u16> {
            set.iter().filter_map(|id| lexicon.concept(*id)).flat_map(|c| c.kin.iter().copied()).collect()
        };
        if !kin(&own).is_disjoint(&kin(&others)) {
            return None;
        }
        if !own.is_empty() && !others.is_empty()
            || one_language && !self.head_stems.is_empty() && !other.head_stems.is_empty()
        {
            return Some(false);
        }
        None
    }
}

fn meanings<'a>(word: &'a Word, lexicon: &'a Lexicon) -> impl Iterator<Item = ConceptId> + 'a {
    word.concepts
        .iter()
        .copied()
        .filter(|id| lexicon.concept(*id).is_some_and(|concept| concept.role != Role::Mark))
}

fn memberships<'a>(word: &'a Word, lexicon: &'a Lexicon) -> impl Iterator<Item = (u16, u16)> + 'a {
    word.concepts
        .iter()
        .filter_map(|id| lexicon.concept(*id))
        .flat_map(|concept| concept.apart.iter().copied())
}

/// The percentile that a figure names: P99, and 99% of requests, which says the same.
fn percentile(figure: &Figure) -> Option<i64> {
    let Value::Amount(dimension, amount, _) = &figure.value else { return None };
    let rank = match (dimension, figure.fact.kind) {
        (Dimension::Percentile, _) => *amount,
        (Dimension::Percent, FactKind::Percent) if figure.fact.approx.is_none() => amount * 100.0,
        _ => return None,
    };
    // Shares below the median are not told as percentiles.
    (50.0..100.0).contains(&rank).then(|| (rank * 10.0).round() as i64)
}

/// The percentile last named before the figure, in its sentence.
fn percentile_before(reading: &Reading<'_>, figure: &Figure) -> Option<i64> {
    let sentence = reading.clauses.get(figure.clause)?.sentence;
    (reading.figures.iter().rev())
        .filter(|other| {
            other.fact.span.start < figure.fact.span.start && other.fact.kind == FactKind::Percentile
        })
        .find(|other| reading.clauses.get(other.clause).is_some_and(|clause| clause.sentence == sentence))
        .and_then(percentile)
}

fn to_f64(value: usize) -> f64 {
    value as f64
}
