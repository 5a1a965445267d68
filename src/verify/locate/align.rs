//! Two rows of tokens laid side by side: what stays, what differs, what is left out or added.

use super::tokens::{Class, Token};

/// One step of an alignment; numbers are token numbers, the quote's first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The same token.
    Same(usize, usize),
    /// Two tokens that are near each other in letters.
    Near(usize, usize),
    /// Two tokens that are not.
    Other(usize, usize),
    /// `count` tokens of the quote written as one of the source, or the other way round.
    Joined { quote: usize, quotes: usize, source: usize, sources: usize },
    /// The source's token is not in the quote.
    Missing(usize),
    /// The quote's token is not in the source.
    Extra(usize),
}

/// Cost of a word that only the source has.
const WORD: u32 = 4;
/// What it costs more when only the quote has it: people leave out, they do not add.
const ADDED: u32 = 1;
/// Cost of a word for another; less than leaving one out and adding one.
const REPLACED: u32 = 7;
/// Cost of a sign or of one character of an unspaced script.
const SIGN: u32 = 1;
/// Letters typed wrong in one word, at most.
const MOST_SLIPS: u32 = 3;
/// How far the two rows may drift apart, in tokens.
const DRIFT: usize = 16;

/// Lays `quote` along `source`; the source's tokens before the first and after the last step are not
/// part of it. Time is linear in the longer row.
pub(super) fn align(quote: &[Token<'_>], source: &[Token<'_>]) -> Vec<Step> {
    let (n, m) = (quote.len(), source.len());
    if n == 0 || m == 0 {
        return Vec::new();
    }
    let (ours, theirs): (Vec<Letters>, Vec<Letters>) =
        (quote.iter().map(Letters::of).collect(), source.iter().map(Letters::of).collect());
    let drift = DRIFT + n.abs_diff(m);
    let width = 2 * drift + 2;
    let slot = |i: usize, j: usize| i * width + (j + drift - i);
    let inside = |i: usize, j: usize| j <= m && j + drift >= i && j <= i + drift;
    let mut cost = vec![u32::MAX / 2; (n + 1) * width];
    let mut came = vec![Came::Nowhere; (n + 1) * width];
    for j in 0..=drift.min(m) {
        cost[slot(0, j)] = 0;
    }
    for i in 1..=n {
        let added = alone(&quote[i - 1]) + ADDED;
        for j in i.saturating_sub(drift)..=(i + drift).min(m) {
            let mut best = (u32::MAX / 2, Came::Nowhere);
            let mut offer = |(i, j): (usize, usize), more: u32, came: Came| {
                if inside(i, j) && cost[slot(i, j)] + more < best.0 {
                    best = (cost[slot(i, j)] + more, came);
                }
            };
            if j > 0 {
                let (q, s) = (&quote[i - 1], &source[j - 1]);
                let (more, came) = replace(q, s, ours[i - 1], theirs[j - 1]);
                offer((i - 1, j - 1), more, came);
                offer((i, j - 1), alone(s), Came::Missing);
                // Tokens that are the same are cheaper than anything that could be joined.
                if more > 0 {
                    if i > 1 && joined(&[quote[i - 2], *q], s) {
                        offer((i - 2, j - 1), SIGN, Came::TwoAsOne);
                    }
                    if j > 1 && joined(&[source[j - 2], *s], q) {
                        offer((i - 1, j - 2), SIGN, Came::OneAsTwo);
                    }
                }
            }
            offer((i - 1, j), added, Came::Extra);
            (cost[slot(i, j)], came[slot(i, j)]) = best;
        }
    }
    let ends = n.saturating_sub(drift)..=(n + drift).min(m);
    let Some(mut j) = ends.min_by_key(|&j| cost[slot(n, j)]) else { return Vec::new() };
    let mut i = n;
    let mut steps = Vec::with_capacity(n + 4);
    while i > 0 {
        let (step, back_i, back_j) = match came[slot(i, j)] {
            Came::Nowhere => return Vec::new(),
            Came::Same => (Step::Same(i - 1, j - 1), 1, 1),
            Came::Near => (Step::Near(i - 1, j - 1), 1, 1),
            Came::Other => (Step::Other(i - 1, j - 1), 1, 1),
            Came::TwoAsOne => (Step::Joined { quote: i - 2, quotes: 2, source: j - 1, sources: 1 }, 2, 1),
            Came::OneAsTwo => (Step::Joined { quote: i - 1, quotes: 1, source: j - 2, sources: 2 }, 1, 2),
            Came::Missing => (Step::Missing(j - 1), 0, 1),
            Came::Extra => (Step::Extra(i - 1), 1, 0),
        };
        steps.push(step);
        i -= back_i;
        j -= back_j;
    }
    steps.reverse();
    steps
}

/// By which step the best way to a cell came; a table of these is a fraction of a table of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    Nowhere,
    Same,
    Near,
    Other,
    TwoAsOne,
    OneAsTwo,
    Missing,
    Extra,
}

fn alone(token: &Token<'_>) -> u32 {
    match token.class {
        Class::Word | Class::Figure => WORD,
        Class::Unspaced | Class::Sign | Class::Mark => SIGN,
    }
}

/// Which letters a word has, in short: a slip changes at most two of them, so that most pairs of words
/// are told apart without being compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Letters {
    set: u64,
    count: u32,
}

impl Letters {
    fn of(token: &Token<'_>) -> Self {
        let set = token.text.chars().fold(0, |set, c| set | 1 << (c as u32 % 64));
        Self { set, count: token.text.chars().count() as u32 }
    }

    fn may_be_near(self, source: Self) -> bool {
        let slips = MOST_SLIPS.min(source.count / 2);
        self.count.abs_diff(source.count) <= slips && (self.set ^ source.set).count_ones() <= 2 * slips
    }
}

fn replace(q: &Token<'_>, s: &Token<'_>, ours: Letters, theirs: Letters) -> (u32, Came) {
    // Texts that are the same have the same letters, which is told sooner.
    if ours == theirs && q.text == s.text {
        return (0, Came::Same);
    }
    match (q.class, s.class) {
        (Class::Word | Class::Figure, Class::Word | Class::Figure) if !ours.may_be_near(theirs) => {
            (REPLACED, Came::Other)
        }
        (Class::Word | Class::Figure, Class::Word | Class::Figure) => match distance(q.text, s.text) {
            Some(slips) if slips as usize * 2 <= s.text.chars().count() => (slips, Came::Near),
            _ => (REPLACED, Came::Other),
        },
        (Class::Unspaced, Class::Unspaced) | (Class::Sign | Class::Mark, Class::Sign | Class::Mark) => {
            (SIGN, Came::Other)
        }
        _ => (REPLACED, Came::Other),
    }
}

fn joined(parts: &[Token<'_>; 2], whole: &Token<'_>) -> bool {
    parts.iter().all(|part| matches!(part.class, Class::Word | Class::Figure))
        && whole.text.len() == parts[0].text.len() + parts[1].text.len()
        && whole.text.starts_with(parts[0].text)
        && whole.text.ends_with(parts[1].text)
}

/// The letters typed wrong between two words: inserted, left out, replaced, or two exchanged; `None`
/// when there are more than three.
pub(super) fn distance(a: &str, b: &str) -> Option<u32> {
    const MOST: u8 = MOST_SLIPS as u8;
    const LONGEST: usize = 64;
    let (mut ours, mut theirs) = (['\0'; LONGEST], ['\0'; LONGEST]);
    let (n, m) = (letters_of(a, &mut ours)?, letters_of(b, &mut theirs)?);
    let (a, b) = (&ours[..n], &theirs[..m]);
    if n.abs_diff(m) > MOST as usize {
        return None;
    }
    // Cells farther from the diagonal than the slips allowed hold more than those.
    let mut rows = [[MOST + 1; LONGEST + 2]; 3];
    for (at, cell) in rows[1].iter_mut().take(MOST as usize + 1).enumerate() {
        *cell = at as u8;
    }
    for i in 1..=n {
        let mut row = [MOST + 1; LONGEST + 2];
        row[0] = (i as u8).min(MOST + 1);
        let mut least = row[0];
        for j in i.saturating_sub(MOST as usize).max(1)..=(i + MOST as usize).min(m) {
            let differs = u8::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[1][j - 1] + differs).min(rows[1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            row[j] = best.min(MOST + 1);
            least = least.min(best);
        }
        if least > MOST {
            return None;
        }
        rows[0] = rows[1];
        rows[1] = row;
    }
    Some(rows[1][m]).filter(|&slips| slips <= MOST).map(u32::from)
}

/// Puts the letters of `text` into `room` and says how many there are; `None` where they do not fit.
fn letters_of(text: &str, room: &mut [char]) -> Option<usize> {
    let mut count = 0;
    for c in text.chars() {
        *room.get_mut(count)? = c;
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::{Step, align, distance};
    use crate::text::fold::fold;
    use crate::verify::locate::tokens::tokens;

    #[test]
    fn slips_are_counted_as_a_typist_makes_them() {
        assert_eq!(distance("teh", "the"), Some(1));
        assert_eq!(distance("failling", "failing"), Some(1));
        assert_eq!(distance("compatability", "compatibility"), Some(1));
        assert_eq!(distance("alpha", "omega"), None);
        assert_eq!(distance("", "abc"), Some(3));
    }

    /// The whole table.
    fn slow(a: &[char], b: &[char]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let differs = usize::from(a[i - 1] != b[j - 1]);
                    let mut best =
                        (table[i - 1][j - 1] + differs).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(table[i - 2][j - 2] + 1);
                    }
                    best
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest::proptest! {
        #[test]
        fn a_band_is_enough(a in "[ab가]{0,12}", b in "[ab가]{0,12}") {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            let whole = slow(&letters(&a), &letters(&b));
            proptest::prop_assert_eq!(distance(&a, &b), (whole <= 3).then_some(whole as u32));
        }
    }

    #[test]
    fn a_left_out_word_is_one_step() {
        let (q, s) = (fold("some files our servers"), fold("replace some files on our servers"));
        let (q, s) = (tokens(&q, 0..q.text.len()), tokens(&s, 0..s.text.len()));
        let steps = align(&q, &s);
        assert_eq!(
            steps.iter().filter(|step| !matches!(step, Step::Same(..))).collect::<Vec<_>>(),
            [&Step::Missing(3)]
        );
    }
}
