//! Sets of cases with scores, and what words, all-of, any-of and phrases make of them. Whole numbers
//! only, so that every machine gives the same order. `runtime/hits.js` is its twin.

use super::postings::Postings;
use super::resolve::FULL;

/// Cases that match, ascending, with what speaks for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hits {
    /// Case numbers, ascending.
    pub cases: Vec<u32>,
    /// Scores.
    pub scores: Vec<u32>,
    /// Sections that hold the match; 0 where nearness says nothing.
    pub places: Vec<u32>,
}

/// What it adds, in percent, that all words stand in one section or two neighbouring ones.
const ALL_NEAR: u32 = 40;
/// What it adds that at least two of several words do.
const SOME_NEAR: u32 = 15;

/// The cases of one term.
pub fn of_term(postings: &Postings, weight: u32) -> Hits {
    let scores = postings.impacts.iter().map(|impact| postings.rarity * u32::from(*impact) * weight / FULL);
    let places =
        if postings.places.is_empty() { vec![0; postings.cases.len()] } else { postings.places.clone() };
    Hits { cases: postings.cases.clone(), scores: scores.collect(), places }
}

/// Cases that are in any of the sets, with the better score.
pub fn any(sets: &[Hits]) -> Hits {
    sets.iter()
        .fold(Hits::default(), |all, set| if all.cases.is_empty() { set.clone() } else { union(&all, set) })
}

fn union(a: &Hits, b: &Hits) -> Hits {
    let mut out = Hits::default();
    let (mut i, mut j) = (0, 0);
    while i < a.cases.len() || j < b.cases.len() {
        let left = a.cases.get(i).copied().unwrap_or(u32::MAX);
        let right = b.cases.get(j).copied().unwrap_or(u32::MAX);
        let (mut score, mut places) = (0, 0);
        if left <= right {
            score = a.scores[i];
            places = a.places[i];
            i += 1;
        }
        if right <= left {
            score = score.max(b.scores[j]);
            places |= b.places[j];
            j += 1;
        }
        out.cases.push(left.min(right));
        out.scores.push(score);
        out.places.push(places);
    }
    out
}

/// Cases that are in all of the sets, with the sum of the scores and more for nearness.
pub fn all(sets: &[Hits]) -> Hits {
    let Some(least) = sets.iter().min_by_key(|set| set.cases.len()) else { return Hits::default() };
    let mut out = Hits::default();
    let mut at = vec![0; sets.len()];
    let mut masks = Vec::with_capacity(sets.len());
    'cases: for case in &least.cases {
        masks.clear();
        let (mut score, mut places) = (0, 0);
        for (set, at) in sets.iter().zip(&mut at) {
            while set.cases.get(*at).is_some_and(|other| other < case) {
                *at += 1;
            }
            if set.cases.get(*at) != Some(case) {
                continue 'cases;
            }
            score += set.scores[*at];
            places |= set.places[*at];
            if set.places[*at] != 0 {
                masks.push(set.places[*at]);
            }
        }
        out.cases.push(*case);
        out.scores.push(score + score * nearness(&masks) / 100);
        out.places.push(places);
    }
    out
}

/// What the nearness of words that stand in these sections adds, in percent.
pub fn nearness(masks: &[u32]) -> u32 {
    if masks.len() < 2 {
        return 0;
    }
    // A section reaches into the next one; the title reaches nowhere.
    let wide = |mask: u32| mask | ((mask & !1) << 1);
    if masks.iter().fold(u32::MAX, |shared, mask| shared & wide(*mask)) != 0 {
        return ALL_NEAR;
    }
    let some = masks.len() > 2
        && masks.iter().enumerate().any(|(at, a)| masks[at + 1..].iter().any(|b| wide(*a) & wide(*b) != 0));
    if some { SOME_NEAR } else { 0 }
}

/// All scores smaller by the same share, so that none exceeds `most`.
pub fn hush(mut hits: Hits, most: u32) -> Hits {
    let loudest = hits.scores.iter().copied().max().unwrap_or(0);
    if loudest > most {
        for score in &mut hits.scores {
            *score = (u64::from(*score) * u64::from(most) / u64::from(loudest)) as u32;
        }
    }
    hits
}

/// Every score as a share of 256.
pub fn weigh(mut hits: Hits, weight: u32) -> Hits {
    for score in &mut hits.scores {
        *score = (u64::from(*score) * u64::from(weight) / u64::from(FULL)) as u32;
    }
    hits
}

/// The cases of `hits` for which `keep` holds.
pub fn filter(hits: &Hits, mut keep: impl FnMut(u32) -> bool) -> Hits {
    let mut out = Hits::default();
    for at in 0..hits.cases.len() {
        if keep(hits.cases[at]) {
            out.cases.push(hits.cases[at]);
            out.scores.push(hits.scores[at]);
            out.places.push(hits.places[at]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(cases: &[u32], score: u32, place: u32) -> Hits {
        Hits { cases: cases.into(), scores: vec![score; cases.len()], places: vec![place; cases.len()] }
    }

    #[test]
    fn sets_meet() {
        let (a, b) = (hits(&[1, 3, 5], 10, 0b10), hits(&[3, 4, 5], 20, 0b100));
        assert_eq!(any(&[a.clone(), b.clone()]).cases, [1, 3, 4, 5]);
        let both = all(&[a.clone(), b]);
        assert_eq!((both.cases, both.scores), (vec![3, 5], vec![42, 42]));
        let far = all(&[a.clone(), hits(&[3], 20, 0b10000)]);
        assert_eq!(far.scores, [30]);
        assert_eq!(all(&[a, hits(&[9], 1, 1)]).cases, Vec::<u32>::new());
    }
}
