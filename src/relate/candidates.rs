//! Pairs of cases that have something in common, and how much that is worth.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Summary;

/// In a list of at most so many cases every pair is a candidate.
const SHORT_LIST: usize = 24;

/// In a longer list a case is paired with so many that follow it, in an order that puts like cases
/// together.
const NEIGHBOURS: usize = 12;

/// What one shared thing is worth where few cases share it. A rare thing counts more than a common
/// one: the worth is divided by half the number of cases that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Source,
    OrgAndCause,
    Cause,
    Component,
}

impl Feature {
    const fn worth(self) -> u64 {
        match self {
            Self::Source => 400_000,
            Self::OrgAndCause => 200_000,
            Self::Cause => 60_000,
            Self::Component => 40_000,
        }
    }
}

/// Weights of pairs `(a, b)`, `a < b`. `cases` are sorted by id.
///
/// Time and space O(n · k) for n cases with k features each, whatever the lengths of the lists.
pub(super) fn weigh(cases: &[&Summary]) -> BTreeMap<(usize, usize), u64> {
    let mut lists: BTreeMap<(Feature, String), Vec<usize>> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        for feature in features(case) {
            lists.entry(feature).or_default().push(number);
        }
    }
    // One case after another with its likes: by cause, organisation, components, then id.
    let mut likeness: Vec<usize> = (0..cases.len()).collect();
    likeness.sort_by_key(|&number| {
        let case = cases[number];
        let components: Vec<&Arc<str>> = case.components.iter().collect();
        (case.cause.as_ref(), case.org.as_ref(), components, number)
    });
    let mut position = vec![0; cases.len()];
    for (at, &number) in likeness.iter().enumerate() {
        position[number] = at;
    }

    let mut weights: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for list in lists.values().filter(|list| list.len() > 1) {
        let reach = if list.len() <= SHORT_LIST { list.len() } else { NEIGHBOURS };
        let mut list = list.clone();
        list.sort_by_key(|&number| position[number]);
        for (at, &a) in list.iter().enumerate() {
            for &b in list.iter().skip(at + 1).take(reach) {
                weights.entry((a.min(b), a.max(b))).or_insert(0);
            }
        }
    }
    let lengths: BTreeMap<&(Feature, String), u64> =
        lists.iter().map(|(feature, list)| (feature, list.len() as u64)).collect();
    // A pair found through one list counts all that it shares.
    for (&(a, b), weight) in &mut weights {
        let of_b = features(cases[b]);
        *weight = features(cases[a])
            .iter()
            .filter(|feature| of_b.contains(feature))
            .map(|feature| 2 * feature.0.worth() / lengths.get(feature).copied().unwrap_or(1).max(1))
            .sum();
    }
    weights
}

fn features(case: &Summary) -> Vec<(Feature, String)> {
    let mut features: Vec<(Feature, String)> =
        case.sources.iter().map(|id| (Feature::Source, id.to_string())).collect();
    if let Some(cause) = &case.cause {
        features.push((Feature::Cause, cause.to_string()));
        if let Some(org) = &case.org {
            features.push((Feature::OrgAndCause, format!("{org}\u{0}{cause}")));
        }
    }
    features.extend(case.components.iter().map(|id| (Feature::Component, id.to_string())));
    features
}
