//! Whether two equal folded stretches differ by named folds only. Blanks and dashes vanish in the
//! folded form; here it is decided where that may be.

use super::{Fold, Folded, Marks};

/// What around a quote is no part of its words, and is told where it was passed over: markup, invisible characters,
/// blanks of other kinds than those that are trimmed.
const AROUND: Marks = Marks::MARKUP.with(Marks::INVISIBLE).with(Marks::WIDE);

/// The folds under which the stretch of `source` at `at` and the whole of `quote` are one text, in
/// order; `None` when they differ in more, such as a blank that joins or parts two words.
///
/// `source.text[at..]` must start with `quote.text`; `raw` and `raw_quote` are the unfolded texts.
pub fn agree(source: &Folded, raw: &str, at: usize, quote: &Folded, raw_quote: &str) -> Option<Vec<Fold>> {
    let mut used = Marks::NONE;
    let mut hyphenation = false;
    let mut before: Option<char> = None;
    // The end of what came before, on both sides: from there to a character's end is its raw form.
    let (mut done, mut done_quote) = (0, 0);
    for (nth, c) in quote.text.char_indices() {
        let (theirs, ours) = (source.marks(at + nth), quote.marks(nth));
        let from = source.origin(at + nth, at + nth + c.len_utf8());
        let from_quote = quote.origin(nth, nth + c.len_utf8());
        match before {
            None => {
                // What stands before the first character belongs to the quote alone.
                used = used.with(if ours.gap().any(AROUND.with(Marks::LIST)) {
                    ours.gap()
                } else {
                    Marks::NONE
                });
                done = from.start;
                done_quote = from_quote.start;
            }
            Some(before) => {
                let (gap, gap_quote) = (theirs.gap(), ours.gap());
                if gap != gap_quote && !same_gap(gap, gap_quote, before, c) {
                    return None;
                }
                if gap.any(Marks::DASH) != gap_quote.any(Marks::DASH) && !gap.with(gap_quote).any(Marks::LIST)
                {
                    hyphenation = true;
                }
            }
        }
        let (form, form_quote) = (
            raw.get(done.min(from.end)..from.end),
            raw_quote.get(done_quote.min(from_quote.end)..from_quote.end),
        );
        if form != form_quote {
            let apart = theirs.but(ours);
            used = used.with(if apart.is_empty() { theirs } else { apart });
        }
        done = done.max(from.end);
        done_quote = done_quote.max(from_quote.end);
        before = Some(c);
    }
    if quote.tail.any(AROUND) {
        used = used.with(quote.tail);
    }
    let mut folds: Vec<Fold> = used.names().collect();
    if hyphenation {
        folds.retain(|fold| !matches!(fold, Fold::Dashes | Fold::LineWraps));
        folds.push(Fold::Hyphenation);
        folds.sort_unstable();
    }
    Some(folds)
}

/// Whether two gaps between the characters `p` and `c` part the words alike.
fn same_gap(a: Marks, b: Marks, p: char, c: char) -> bool {
    let figures = p.is_numeric() && c.is_numeric();
    if figures
        && a.any(Marks::MARKUP) != b.any(Marks::MARKUP)
        && !(a.any(Marks::BLANK) && b.any(Marks::BLANK))
    {
        return false;
    }
    let (blank_a, blank_b) = (a.any(Marks::BLANK), b.any(Marks::BLANK));
    match (a.any(Marks::DASH), b.any(Marks::DASH)) {
        (true, true) => true,
        (false, false) => {
            blank_a == blank_b
                || (!figures && is_unspaced(p) && is_unspaced(c) && a.with(b).any(Marks::NEWLINE))
                || (!figures
                    && a.any(Marks::LIST) != b.any(Marks::LIST)
                    && (blank_a || blank_b)
                    && a.with(b).any(Marks::NEWLINE))
        }
        (dash, _) => {
            let (with, without) = if dash { (a, b) } else { (b, a) };
            let parted = without.any(Marks::BLANK);
            // A word broken at the line's end.
            let broken = !parted && with.any(Marks::NEWLINE) && p.is_alphabetic() && c.is_alphabetic();
            // The mark of a list item where the other text has a block's end or a blank.
            let item = parted
                && (without.any(Marks::NEWLINE) || (with.any(Marks::LIST) && with.any(Marks::NEWLINE)));
            broken || item
        }
    }
}

/// Whether `c` belongs to a script that is written without blanks.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{2FFFF}')
}
