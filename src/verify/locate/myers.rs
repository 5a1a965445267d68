//! The place in a text that is nearest to a pattern by insertions, deletions and substitutions of
//! characters, in time O(⌈m/64⌉·n).
//!
//! Source: G. Myers, A fast bit-vector algorithm for approximate string matching, JACM 46(3), 1999, with
//! the block form of H. Hyyrö, 2003.

/// The stretch of `text` (in characters) that is nearest to `pattern`, and its distance. Of equally near
/// ones, the first that ends; of those, the shortest. `None` when `pattern` is empty.
pub(super) fn nearest(pattern: &[char], text: &[char]) -> Option<(usize, usize, usize)> {
    let (end, distance) = best_end(pattern.iter().copied(), pattern.len(), text.iter().copied())?;
    // The same search backwards from the end gives the start: the first end of the reversed search that
    // has the same distance.
    let reversed = text[..end].iter().rev().copied();
    let (back, _) = best_end_anchored(pattern.iter().rev().copied(), pattern.len(), reversed, distance)?;
    Some((end - back, end, distance))
}

/// Where the nearest match ends, and its distance; it may start anywhere.
fn best_end(
    pattern: impl Iterator<Item = char>,
    length: usize,
    text: impl Iterator<Item = char>,
) -> Option<(usize, usize)> {
    let mut columns = Columns::new(pattern, length)?;
    let mut best = (0, length);
    for (at, c) in text.enumerate() {
        let distance = columns.step(c, false);
        if distance < best.1 {
            best = (at + 1, distance);
        }
    }
    Some(best)
}

/// The shortest prefix of `text` whose distance to the pattern is at most `wanted`.
fn best_end_anchored(
    pattern: impl Iterator<Item = char>,
    length: usize,
    text: impl Iterator<Item = char>,
    wanted: usize,
) -> Option<(usize, usize)> {
    let mut columns = Columns::new(pattern, length)?;
    if columns.score <= wanted {
        return Some((0, columns.score));
    }
    for (at, c) in text.enumerate() {
        let distance = columns.step(c, true);
        if distance <= wanted {
            return Some((at + 1, distance));
        }
    }
    None
}

/// The differences of one column of the distance table, as bits.
struct Columns {
    /// For each block of 64 rows: bits of the rows where the column rises, and where it falls.
    rises: Vec<u64>,
    falls: Vec<u64>,
    /// The characters of the pattern, sorted, each with its rows as one run of blocks in `rows`.
    letters: Vec<char>,
    rows: Vec<u64>,
    last: u64,
    score: usize,
}

impl Columns {
    fn new(pattern: impl Iterator<Item = char>, length: usize) -> Option<Self> {
        if length == 0 {
            return None;
        }
        let blocks = length.div_ceil(64);
        let pattern: Vec<char> = pattern.collect();
        let mut letters = pattern.clone();
        letters.sort_unstable();
        letters.dedup();
        let mut rows = vec![0; letters.len() * blocks];
        for (row, c) in pattern.iter().enumerate() {
            if let Ok(letter) = letters.binary_search(c) {
                rows[letter * blocks + row / 64] |= 1 << (row % 64);
            }
        }
        Some(Self {
            rises: vec![u64::MAX; blocks],
            falls: vec![0; blocks],
            letters,
            rows,
            last: 1 << ((length - 1) % 64),
            score: length,
        })
    }

    /// Advances by the text character `c`; the distance in the last row. With `anchored` the match has
    /// to start at the text's start.
    fn step(&mut self, c: char, anchored: bool) -> usize {
        let blocks = self.rises.len();
        let found = self.letters.binary_search(&c).ok();
        let mut carry: i32 = i32::from(anchored);
        for block in 0..blocks {
            let equal = found.map_or(0, |letter| self.rows[letter * blocks + block]);
            let (rises, falls) = (self.rises[block], self.falls[block]);
            let below = u64::from(carry < 0);
            let above = u64::from(carry > 0);
            let vertical = equal | falls;
            let equal = equal | below;
            let horizontal = (((equal & rises).wrapping_add(rises)) ^ rises) | equal;
            let mut plus = falls | !(horizontal | rises);
            let mut minus = rises & horizontal;
            let out_bit = if block + 1 == blocks { self.last } else { 1 << 63 };
            carry = i32::from(plus & out_bit != 0) - i32::from(minus & out_bit != 0);
            plus = (plus << 1) | above;
            minus = (minus << 1) | below;
            self.rises[block] = minus | !(vertical | plus);
            self.falls[block] = plus & vertical;
        }
        self.score = self.score.wrapping_add_signed(carry as isize);
        self.score
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use proptest::prelude::*;

    /// The textbook table.
    fn slow(pattern: &[char], text: &[char]) -> usize {
        let mut column: Vec<usize> = (0..=pattern.len()).collect();
        let mut best = pattern.len();
        for &c in text {
            let mut diagonal = column[0];
            for row in 1..=pattern.len() {
                let next = (diagonal + usize::from(pattern[row - 1] != c))
                    .min(column[row] + 1)
                    .min(column[row - 1] + 1);
                diagonal = column[row];
                column[row] = next;
            }
            best = best.min(column[pattern.len()]);
        }
        best
    }

    fn whole(a: &[char], b: &[char]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for j in 1..=b.len() {
                let next = (diagonal + usize::from(*x != b[j - 1])).min(row[j] + 1).min(row[j - 1] + 1);
                diagonal = row[j];
                row[j] = next;
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn agrees_with_the_textbook(pattern in "[ab가]{1,150}", text in "[ab가]{0,200}") {
            let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
            let (start, end, distance) = nearest(&pattern, &text).unwrap();
            prop_assert_eq!(distance, slow(&pattern, &text));
            prop_assert_eq!(whole(&pattern, &text[start..end]), distance);
        }
    }
}
