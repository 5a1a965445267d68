//! How far two spellings are apart. Letters are compared one by one, Hangul by its sounds (jamo), so
//! that a wrong vowel in a syllable is one mistake. `runtime/near.js` is its twin.

/// The sounds of a word: syllables of Hangul in two or three jamo, everything else as it is.
pub fn sounds(word: &str) -> Vec<u32> {
    let mut out = Vec::with_capacity(word.len());
    for c in word.chars() {
        let code = u32::from(c);
        match code.checked_sub(0xac00).filter(|at| *at < 11_172) {
            Some(at) => {
                out.push(0x1100 + at / 588);
                out.push(0x1161 + at / 28 % 21);
                if at % 28 > 0 {
                    out.push(0x11a7 + at % 28);
                }
            }
            None => out.push(code),
        }
    }
    out
}

/// The number of letters to change, add, drop or swap with the next one that makes `a` into `b`;
/// `most + 1` if it is more than `most`.
pub fn distance(a: &[u32], b: &[u32], most: usize) -> usize {
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    let width = b.len() + 1;
    let mut rows = vec![0_usize; 3 * width];
    for (at, cell) in rows[width..2 * width].iter_mut().enumerate() {
        *cell = at;
    }
    for i in 1..=a.len() {
        let (before, last, row) = (((i + 2) % 3) * width, (i % 3) * width, ((i + 1) % 3) * width);
        rows[row] = i;
        let mut least = i;
        for j in 1..width {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut cell = (rows[last + j - 1] + same).min(rows[last + j] + 1).min(rows[row + j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cell = cell.min(rows[before + j - 2] + 1);
            }
            rows[row + j] = cell;
            least = least.min(cell);
        }
        if least > most {
            return most + 1;
        }
    }
    rows[((a.len() + 1) % 3) * width + b.len()].min(most + 1)
}

#[cfg(test)]
mod tests {
    use super::{distance, sounds};

    fn apart(a: &str, b: &str) -> usize {
        distance(&sounds(a), &sounds(b), 2)
    }

    #[test]
    fn mistakes_are_counted() {
        assert_eq!(apart("databsae", "database"), 1);
        assert_eq!(apart("кластр", "кластер"), 1);
        assert_eq!(apart("데이타베이스", "데이터베이스"), 1);
        assert_eq!(apart("서버", "섭버"), 1);
        assert_eq!(apart("cache", "cache"), 0);
        assert_eq!(apart("cache", "cachexy"), 2);
        assert_eq!(apart("", "ab"), 2);
        assert_eq!(apart("abc", "xyz"), 3);
    }
}
