//! An index of short byte strings of a source, which cuts the source down to the few stretches that a
//! quote could be a near copy of. It proposes; it judges nothing.

use std::ops::Range;

/// Bytes in a seed: six letters of Latin, three of Cyrillic, two of Hangul or Han.
const SEED: usize = 6;

/// Seeds of a quote that are looked up, at most; the rarest are taken.
const LOOKED_UP: usize = 32;

/// Places looked at for one quote, at most.
const PLACES: usize = 1024;

/// One in so many of the seeds that were looked up has to stand in a stretch.
const SHARE: usize = 4;

/// Where each seed of a text stands.
#[derive(Debug)]
pub(super) struct Seeds {
    /// `starts[h]..starts[h + 1]` are the places in `places` whose seed hashes to `h`.
    starts: Vec<u32>,
    places: Vec<u32>,
    shift: u32,
}

impl Seeds {
    /// Indexes `text`, in linear time.
    pub fn new(text: &[u8]) -> Self {
        let bits = (usize::BITS - text.len().leading_zeros()).clamp(8, 20);
        let shift = 64 - bits;
        let mut starts = vec![0u32; (1 << bits) + 1];
        for seed in text.windows(SEED) {
            starts[hash(seed, shift) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![0u32; text.len().saturating_sub(SEED - 1)];
        for (at, seed) in text.windows(SEED).enumerate() {
            let slot = &mut next[hash(seed, shift)];
            places[*slot as usize] = at as u32;
            *slot += 1;
        }
        Self { starts, places, shift }
    }

    /// The stretches of `text` (the indexed one) that share most seeds with `quote`, best first, at most
    /// `most`. Each is long enough for the quote and `slack` bytes on either side.
    pub fn stretches(&self, text: &[u8], quote: &[u8], slack: usize, most: usize) -> Vec<Range<usize>> {
        let mut wanted: Vec<(u32, usize)> = quote
            .windows(SEED)
            .enumerate()
            .map(|(at, seed)| (self.bucket(seed).len() as u32, at))
            .filter(|&(count, _)| count > 0)
            .collect();
        wanted.sort_unstable();
        // Where the quote would start if the seed stood at its own place in it.
        let mut starts: Vec<i64> = Vec::new();
        let mut looked_up = 0;
        for &(_, at) in wanted.iter().take(LOOKED_UP) {
            looked_up += 1;
            let seed = &quote[at..at + SEED];
            for &place in self.bucket(seed) {
                if text[place as usize..].starts_with(seed) {
                    starts.push(i64::from(place) - at as i64);
                }
            }
            if starts.len() > PLACES {
                break;
            }
        }
        starts.sort_unstable();
        let mut clusters: Vec<(usize, i64)> = Vec::new();
        let (mut from, mut to) = (0, 0);
        while from < starts.len() {
            while to < starts.len() && starts[to] <= starts[from] + slack as i64 {
                to += 1;
            }
            if to - from >= (looked_up / SHARE).max(2) {
                clusters.push((to - from, starts[from]));
            }
            // Overlapping windows are tried too, but only where they begin with another vote.
            let here = starts[from];
            while from < starts.len() && starts[from] == here {
                from += 1;
            }
        }
        clusters.sort_unstable_by_key(|&(votes, start)| (std::cmp::Reverse(votes), start));
        let mut out: Vec<Range<usize>> = Vec::new();
        for (_, start) in clusters {
            let low = (start - slack as i64).max(0) as usize;
            let high = ((start + (quote.len() + 2 * slack) as i64).max(0) as usize).min(text.len());
            if low < high && !out.iter().any(|taken| taken.start.abs_diff(low) <= slack) {
                out.push(low..high);
                if out.len() == most {
                    break;
                }
            }
        }
        out
    }

    fn bucket(&self, seed: &[u8]) -> &[u32] {
        let at = hash(seed, self.shift);
        &self.places[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Multiplicative hashing of one seed to the upper bits.
fn hash(seed: &[u8], shift: u32) -> usize {
    let mut word = [0; 8];
    word[..SEED].copy_from_slice(seed);
    (u64::from_le_bytes(word).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::Seeds;

    #[test]
    fn a_near_copy_is_proposed_first() {
        let text =
            "aaaaaaaaaa the quick brown fox jumps over the lazy dog and the quick brown cat sleeps zzzz";
        let seeds = Seeds::new(text.as_bytes());
        let best = &seeds.stretches(text.as_bytes(), b"the quick brwn cat sleeps", 4, 3)[0];
        assert!(text[best.clone()].contains("brown cat sleeps"), "{:?}", &text[best.clone()]);
    }

    #[test]
    fn short_and_empty_texts_have_none() {
        let seeds = Seeds::new(b"abc");
        assert!(seeds.stretches(b"abc", b"abcdefgh", 4, 3).is_empty());
        assert!(Seeds::new(b"").stretches(b"", b"", 4, 3).is_empty());
    }
}
