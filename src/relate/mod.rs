//! Cases into links between them, each with its reasons.
//!
//! Works on small [`Summary`] values, so that not all cases need to be in memory. Candidates come
//! from inverted lists by source, organisation, cause and component; a long list gives each case
//! its nearest neighbours in it only, so the work stays near-linear in the number of cases.

mod candidates;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::name::fold_id;
use crate::model::{Case, CaseId};

/// A case has at most so many links that its own record does not tell.
pub const MAX_RELATED: usize = 8;

/// Why two cases belong together; the strongest reason first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "reason", content = "what")]
pub enum Reason {
    /// This case repeats that one.
    RecurrenceOf,
    /// That case repeats this one.
    RecurredAs,
    /// One of the two records says so.
    Told,
    /// They quote the same source.
    SharedSource(Arc<str>),
    /// Same organisation and same root cause.
    SameOrgAndCause(Arc<str>),
    /// Same root cause.
    SameCause(Arc<str>),
    /// Same component.
    SameComponent(Arc<str>),
}

/// A link to another case.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Relation {
    /// The other case.
    pub case: CaseId,
    /// Why, strongest first; never empty.
    pub reasons: Vec<Reason>,
}

/// What relating a case needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The case.
    pub id: CaseId,
    /// Ids that it had before.
    pub former_ids: Vec<String>,
    /// Its organisation.
    pub org: Option<Arc<str>>,
    /// Its root cause, where known.
    pub cause: Option<Arc<str>>,
    /// Its components, without repeats.
    pub components: BTreeSet<Arc<str>>,
    /// Its sources, without repeats.
    pub sources: BTreeSet<Arc<str>>,
    /// Cases that the record names as related.
    pub related: Vec<String>,
    /// The case that it repeats.
    pub recurrence_of: Option<String>,
}

impl Summary {
    /// The summary of a case.
    pub fn of(case: &Case) -> Self {
        Self {
            id: case.id.clone(),
            former_ids: case.former_ids.clone(),
            org: case.org.as_ref().map(|org| org.id.clone()),
            cause: case.root_cause.value().map(|term| term.id.clone()),
            components: case.components.iter().map(|term| term.id.clone()).collect(),
            sources: case.sources.iter().map(|source| source.id.clone()).collect(),
            related: case.related.iter().map(|reference| reference.id.clone()).collect(),
            recurrence_of: case.recurrence_of.as_ref().map(|reference| reference.id.clone()),
        }
    }
}

/// Links cases to one another. What a record tells is kept whole; further links are at most
/// [`MAX_RELATED`] a case, and all links go both ways but where a case that very many records name
/// has no room left. The order of `summaries` changes nothing.
pub fn relate(summaries: &[Summary]) -> BTreeMap<CaseId, Vec<Relation>> {
    let mut cases: Vec<&Summary> = summaries.iter().collect();
    cases.sort_by(|a, b| a.id.cmp(&b.id));
    cases.dedup_by(|a, b| a.id == b.id);

    let told = told(&cases);
    let weighed = candidates::weigh(&cases);
    let mut links: Vec<BTreeMap<usize, Link>> = vec![BTreeMap::new(); cases.len()];
    for (&(from, to), reasons) in &told {
        let weight = weighed.get(&(from.min(to), from.max(to))).copied().unwrap_or(0);
        links[from].insert(to, Link { told: true, own: reasons.own, weight });
    }
    let room = |links: &BTreeMap<usize, Link>| links.values().filter(|link| !link.own).count() < MAX_RELATED;
    drop_crowded(&mut links);

    let mut pairs: Vec<(u64, usize, usize)> =
        weighed.into_iter().map(|((a, b), weight)| (weight, a, b)).collect();
    pairs.sort_by(|x, y| y.0.cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    for (weight, a, b) in pairs {
        if links[a].contains_key(&b) || links[b].contains_key(&a) || !room(&links[a]) || !room(&links[b]) {
            continue;
        }
        links[a].insert(b, Link { told: false, own: false, weight });
        links[b].insert(a, Link { told: false, own: false, weight });
    }

    let relation = |from: usize, to: usize| {
        let mut reasons = told.get(&(from, to)).map_or_else(Vec::new, |told| told.reasons.clone());
        reasons.extend(shared(cases[from], cases[to]));
        reasons.sort();
        Relation { case: cases[to].id.clone(), reasons }
    };
    links
        .into_iter()
        .enumerate()
        .map(|(from, links)| {
            let mut order: Vec<(usize, Link)> = links.into_iter().collect();
            order.sort_by(|(a, x), (b, y)| {
                (y.told, y.own, y.weight).cmp(&(x.told, x.own, x.weight)).then(a.cmp(b))
            });
            let mut relations: Vec<Relation> = order.into_iter().map(|(to, _)| relation(from, to)).collect();
            // A told recurrence stands before a told relation; weights order the rest.
            relations.sort_by_key(|relation| relation.reasons.first().map_or(3, rank));
            (cases[from].id.clone(), relations)
        })
        .collect()
}

/// Told links by kind before all others.
const fn rank(reason: &Reason) -> u8 {
    match reason {
        Reason::RecurrenceOf => 0,
        Reason::RecurredAs => 1,
        Reason::Told => 2,
        _ => 3,
    }
}

#[derive(Debug, Clone, Copy)]
struct Link {
    /// A record tells it.
    told: bool,
    /// The case's own record tells it.
    own: bool,
    weight: u64,
}

/// What records tell of a pair.
#[derive(Debug, Default)]
struct ToldPair {
    reasons: Vec<Reason>,
    own: bool,
}

/// Links that records tell, both ways. Names that lead nowhere are told elsewhere.
fn told(cases: &[&Summary]) -> BTreeMap<(usize, usize), ToldPair> {
    let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        for former in &case.former_ids {
            by_id.entry(fold_id(former)).or_insert(number);
        }
    }
    by_id.extend(cases.iter().enumerate().map(|(number, case)| (fold_id(&case.id.0), number)));
    let mut told: BTreeMap<(usize, usize), ToldPair> = BTreeMap::new();
    let mut add = |from: usize, to: usize, reason: Reason, own: bool| {
        let pair = told.entry((from, to)).or_default();
        pair.own |= own;
        if !pair.reasons.contains(&reason) {
            pair.reasons.push(reason);
        }
    };
    for (from, case) in cases.iter().enumerate() {
        let find = |id: &String| by_id.get(&fold_id(id)).copied().filter(|to| *to != from);
        if let Some(to) = case.recurrence_of.as_ref().and_then(find) {
            add(from, to, Reason::RecurrenceOf, true);
            add(to, from, Reason::RecurredAs, false);
        }
        for to in case.related.iter().filter_map(find) {
            add(from, to, Reason::Told, true);
            add(to, from, Reason::Told, false);
        }
    }
    told
}

/// Of links that only others tell, a case keeps the first [`MAX_RELATED`] by weight and id.
fn drop_crowded(links: &mut [BTreeMap<usize, Link>]) {
    for links in links {
        let mut others: Vec<(usize, u64)> =
            links.iter().filter(|(_, link)| !link.own).map(|(to, link)| (*to, link.weight)).collect();
        others.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        for (to, _) in others.into_iter().skip(MAX_RELATED) {
            links.remove(&to);
        }
    }
}

/// What two cases have in common, strongest first.
fn shared(a: &Summary, b: &Summary) -> Vec<Reason> {
    let mut reasons: Vec<Reason> =
        a.sources.intersection(&b.sources).map(|id| Reason::SharedSource(id.clone())).collect();
    if let (Some(cause), true) = (&a.cause, a.cause == b.cause) {
        let same_org = a.org.is_some() && a.org == b.org;
        reasons.push(if same_org {
            Reason::SameOrgAndCause(cause.clone())
        } else {
            Reason::SameCause(cause.clone())
        });
    }
    reasons.extend(a.components.intersection(&b.components).map(|id| Reason::SameComponent(id.clone())));
    reasons
}

#[cfg(test)]
mod tests;
