//! Text into the form in which two writings of the same words are equal, with a map back to the text.
//! The folded form has no blanks, no markup and one shape for each quotation mark and dash; [`agree`]
//! then says whether two equal stretches differ by named folds only. It changes no letter and no figure.
//!
//! Case is kept, and so are superscripts and fractions: 10² is not 102.

mod agree;
mod marks;
mod markup;
mod scan;

pub use agree::agree;
pub use marks::{Fold, Marks};

/// How often a text is folded again because folding brought new markup to light (`&amp;lt;b&amp;gt;`).
const PASSES: usize = 6;

/// A folded text and where each of its bytes comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    /// For each byte, the byte range of the text that its character was made of.
    from: Vec<(u32, u32)>,
    /// For each byte, what was folded at its character and before it.
    marks: Vec<Marks>,
    /// What was folded after the last character.
    pub tail: Marks,
}

impl Folded {
    /// The byte range of the unfolded text behind `start..end` of the folded one.
    pub fn origin(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        if start >= end {
            let at = self.from.get(start).map_or(0, |span| span.0 as usize);
            return at..at;
        }
        self.from[start].0 as usize..self.from[end - 1].1 as usize
    }

    /// What was folded at the character that starts at `at`, and before it.
    pub fn marks(&self, at: usize) -> Marks {
        self.marks.get(at).copied().unwrap_or(self.tail)
    }

    /// The first folded byte that comes from `at` or later in the unfolded text.
    pub fn position(&self, at: usize) -> usize {
        self.from.partition_point(|span| (span.0 as usize) < at)
    }

    fn push(&mut self, c: char, from: (u32, u32), marks: Marks) {
        self.text.push(c);
        for _ in 0..c.len_utf8() {
            self.from.push(from);
            self.marks.push(marks);
        }
    }
}

/// Folds `text`. Folding what comes out changes nothing more. Linear in the length; texts beyond 4 GiB
/// are cut there.
pub fn fold(text: &str) -> Folded {
    let mut folded = scan::once(text);
    for _ in 1..PASSES {
        if !scan::may_fold_again(&folded.text) {
            break;
        }
        let again = scan::once(&folded.text);
        if again.text == folded.text {
            break;
        }
        folded = compose(&folded, &again);
    }
    folded
}

/// The fold `second` of `first.text`, told as a fold of the text that `first` came from.
fn compose(first: &Folded, second: &Folded) -> Folded {
    let mut out =
        Folded { text: second.text.clone(), tail: first.tail.with(second.tail), ..Folded::default() };
    let mut done = 0;
    for (at, c) in second.text.char_indices() {
        let (start, end) = (second.from[at].0 as usize, second.from[at].1 as usize);
        let mut marks = second.marks[at];
        // Everything up to this character's end was folded into it or its gap.
        for (inner, _) in first.text[done.min(end)..end].char_indices() {
            marks = marks.with(first.marks[done + inner]);
        }
        done = done.max(end);
        let origin = first.origin(start, end);
        for _ in 0..c.len_utf8() {
            out.from.push((origin.start as u32, origin.end as u32));
            out.marks.push(marks);
        }
    }
    out
}

#[cfg(test)]
mod tests;
