//! Two versions of a text into the sentences that went, came and stayed.

use unicode_segmentation::UnicodeSegmentation;

/// Texts of more sentences than this are told as gone and come as a whole: the comparison takes the
/// product of both counts.
const MOST: usize = 600;

/// What became of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Only the former text has it.
    Gone,
    /// Only the new text has it.
    Come,
}

/// The sentences that only one of the two texts has, in reading order; those that went stand before
/// those that came in their place.
pub fn changes<'a>(before: &'a str, after: &'a str) -> Vec<(Mark, &'a str)> {
    let (old, new) = (sentences(before), sentences(after));
    if old.len() > MOST || new.len() > MOST {
        let gone = old.into_iter().map(|sentence| (Mark::Gone, sentence));
        return gone.chain(new.into_iter().map(|sentence| (Mark::Come, sentence))).collect();
    }
    // Length of the longest common rest, from every pair of starts.
    let width = new.len() + 1;
    let mut common = vec![0_u16; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut told = Vec::new();
    let mut come = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            told.append(&mut come);
            (i, j) = (i + 1, j + 1);
        } else if j == new.len()
            || (i < old.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            told.push((Mark::Gone, old[i]));
            i += 1;
        } else {
            come.push((Mark::Come, new[j]));
            j += 1;
        }
    }
    told.append(&mut come);
    told
}

/// The sentences of a text; a line end between paragraphs or items ends one too.
pub fn sentences(text: &str) -> Vec<&str> {
    text.lines().flat_map(pieces).map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

/// How much of their sentences two texts share, 0 to 1.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (mut a, mut b) = (sentences(a), sentences(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    a.sort_unstable();
    b.sort_unstable();
    let (mut i, mut j, mut shared) = (0, 0, 0_usize);
    while i < a.len() && j < b.len() {
        match a[i].cmp(b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

/// The sentences of one line. A note's marks belong to the sentence before them and end it.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < line.len() {
        let rest = &line[start..];
        let is_mark = |at: &usize| after_marks(&rest[*at..]).len() < rest.len() - at;
        let marks = rest.find("[^").filter(is_mark).unwrap_or(rest.len());
        let end = rest.len() - after_marks(&rest[marks..]).len();
        let mut at = 0;
        for (from, sentence) in rest[..marks].split_sentence_bound_indices() {
            at = from + sentence.len();
            if at < marks {
                pieces.push(sentence);
            } else {
                pieces.push(&rest[from..end.max(at)]);
            }
        }
        if at == 0 && end > 0 {
            pieces.push(&rest[..end]);
        }
        start += end;
    }
    pieces
}

/// `text` without the marks `[^…]` at its start.
fn after_marks(text: &str) -> &str {
    let mut rest = text;
    while let Some(inside) = rest.strip_prefix("[^") {
        let Some(end) = inside.find(']') else { break };
        rest = &inside[end + 1..];
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sentence_that_changed_is_told() {
        let told = changes("One. It took 29 ms.[^t1] Three.", "One. It took 92 ms.[^t1] Three.\n\nFour.");
        assert_eq!(
            told,
            [(Mark::Gone, "It took 29 ms.[^t1]"), (Mark::Come, "It took 92 ms.[^t1]"), (Mark::Come, "Four.")]
        );
        assert_eq!(changes("같다. 다르다.", "같다."), [(Mark::Gone, "다르다.")]);
        assert!(changes("a b", "a b").is_empty());
    }

    #[test]
    fn similar_texts_share_sentences() {
        assert!(similarity("One. Two. Three.", "One. Two. Four.") > 0.6);
        assert_eq!(similarity("One.", "Two."), 0.0);
        assert_eq!(similarity("", ""), 0.0);
    }
}
