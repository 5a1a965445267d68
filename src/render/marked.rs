//! The claims of one text by place and by mark, so that a text with thousands of them is still written in
//! one pass.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::markdown::Marked;

/// Where the claims of a text stand, and which mark means which of them.
pub struct Claims<'a> {
    /// Offsets at which a claim begins or ends, ascending, each with the first claim around what follows.
    cuts: Vec<(usize, Option<usize>)>,
    by_mark: BTreeMap<&'a str, Uses>,
}

/// The claims that one mark may mean.
#[derive(Default)]
struct Uses {
    /// The end of each, whether it is called as its mark, its number; ascending.
    ends: Vec<(usize, bool, usize)>,
    /// The number of the first.
    first: usize,
}

impl<'a> Claims<'a> {
    /// Orders `claims`; numbers are places in it.
    pub fn new(claims: &'a [Marked]) -> Self {
        let mut by_mark: BTreeMap<&str, Uses> = BTreeMap::new();
        for (number, claim) in claims.iter().enumerate() {
            for (mark, exact) in marks(&claim.id) {
                let uses = by_mark.entry(mark).or_insert_with(|| Uses { ends: Vec::new(), first: number });
                uses.ends.push((claim.range.end, exact, number));
            }
        }
        for uses in by_mark.values_mut() {
            uses.ends.sort_unstable();
        }
        Self { cuts: cuts(claims), by_mark }
    }

    /// The offsets inside of `range` at which a claim begins or ends.
    pub fn cuts(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let first = self.cuts.partition_point(|(cut, _)| *cut <= range.start);
        self.cuts.iter().skip(first).map(|(cut, _)| *cut).take_while(move |cut| *cut < range.end)
    }

    /// The first claim around offset `at`.
    pub fn around(&self, at: usize) -> Option<usize> {
        let after = self.cuts.partition_point(|(cut, _)| *cut <= at);
        self.cuts.get(after.checked_sub(1)?)?.1
    }

    /// The claim that a mark at `at` means: the use of the mark that ends nearest before it, else the first.
    pub fn of_mark(&self, mark: &str, at: usize) -> Option<usize> {
        let uses = self.by_mark.get(mark)?;
        let after = uses.ends.partition_point(|(end, _, _)| *end <= at);
        let before = after.checked_sub(1).and_then(|last| uses.ends.get(last));
        Some(before.map_or(uses.first, |(_, _, number)| *number))
    }
}

/// The marks that the claim `id` is a use of: `t1-2` is one of itself and of `t1`.
fn marks(id: &str) -> impl Iterator<Item = (&str, bool)> {
    let numbered = id.rsplit_once('-').filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    std::iter::once((id, true)).chain(numbered.map(|(mark, _)| (mark, false)))
}

fn cuts(claims: &[Marked]) -> Vec<(usize, Option<usize>)> {
    let mut ends: Vec<(usize, usize, bool)> = claims
        .iter()
        .enumerate()
        .filter(|(_, claim)| !claim.range.is_empty())
        .flat_map(|(number, claim)| [(claim.range.start, number, true), (claim.range.end, number, false)])
        .collect();
    ends.sort_unstable();
    let mut open = BTreeSet::new();
    let mut cuts: Vec<(usize, Option<usize>)> = Vec::with_capacity(ends.len());
    for (at, number, begins) in ends {
        if begins {
            open.insert(number);
        } else {
            open.remove(&number);
        }
        let around = open.first().copied();
        match cuts.last_mut() {
            Some(last) if last.0 == at => last.1 = around,
            _ => cuts.push((at, around)),
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::html::Html;

    fn claim(id: &str, range: Range<usize>) -> Marked {
        Marked { id: id.into(), range, class: String::new(), note: Html(String::new()) }
    }

    #[test]
    fn claims_are_found_by_place_and_by_mark() {
        let all = [claim("t", 0..4), claim("t-2", 5..9), claim("u", 2..7), claim("t-x", 9..9)];
        let known = Claims::new(&all);
        assert_eq!(
            [0, 3, 4, 6, 7, 9, 40].map(|at| known.around(at)),
            [Some(0), Some(0), Some(2), Some(1), Some(1), None, None]
        );
        assert_eq!(known.cuts(0..9).collect::<Vec<_>>(), [2, 4, 5, 7]);
        assert_eq!([0, 4, 8, 9].map(|at| known.of_mark("t", at)), [Some(0), Some(0), Some(0), Some(1)]);
        assert_eq!(
            (known.of_mark("t-2", 0), known.of_mark("t-x", 50), known.of_mark("x", 50)),
            (Some(1), Some(3), None)
        );
    }
}
