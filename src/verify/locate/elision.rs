//! Quotes that leave something out: parts joined by an ellipsis, or stitched together without one. The
//! parts have to stand in order and near each other.

use std::ops::Range;

use super::Gap;
use super::places::{exact, normalized};
use super::source::{Place, SourceText};
use super::weighty::denies;
use crate::text::fold::{Fold, Folded, Marks, fold};

/// Characters between two parts, at most. Beyond it they are two quotes.
const GAP: usize = 6000;

/// Characters between a part that says little and its neighbour, at most.
const SHORT_GAP: usize = 400;

/// Letters and digits below which a part says little; a character of an unspaced script counts three.
const LITTLE: usize = 12;

/// Letters and digits below which a part says nothing.
const NOTHING: usize = 4;

/// Letters and digits that a part needs where no ellipsis says that something was left out: a label, a
/// heading or a cell must not be joined to what belongs to another.
const STITCHED: usize = 40;

/// Parts of one quote, at most.
const PARTS: usize = 12;

/// A quote found in parts.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    /// The parts, in order.
    pub places: Vec<Place>,
    /// What was left out between them.
    pub gaps: Vec<Gap>,
    /// The folds that the parts needed.
    pub folds: Vec<Fold>,
}

/// The byte ranges of the marks of elision in `quote`: `…`, `...`, in brackets or not.
pub(super) fn ellipses(quote: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(found) = quote[at..].find(['…', '.']) {
        let start = at + found;
        let dots = quote[start..].chars().take_while(|&c| c == '.' || c == '…');
        let (length, marks) = dots
            .fold((0, 0), |(length, marks), c| (length + c.len_utf8(), marks + if c == '…' { 3 } else { 1 }));
        let (length, marks) =
            if marks < 3 { spaced_dots(&quote[start..]).unwrap_or((length, marks)) } else { (length, marks) };
        at = start + length;
        if marks < 3 {
            continue;
        }
        let before = quote[..start].trim_end_matches([' ', '\u{A0}']);
        let after = quote[at..].trim_start_matches([' ', '\u{A0}']);
        let pair = before.chars().next_back().zip(after.chars().next());
        match pair {
            Some(('[', ']') | ('(', ')') | ('<', '>') | ('{', '}')) => {
                let end = quote.len() - after.len() + 1;
                out.push(before.len() - 1..end);
                at = end;
            }
            _ => out.push(start..at),
        }
    }
    out
}

/// The length of `. . .` at the head of `text`.
fn spaced_dots(text: &str) -> Option<(usize, usize)> {
    text.starts_with(". . .").then_some((5, 3))
}

/// `quote` found in parts at its ellipses: first at those in brackets alone, since bare dots may be the
/// source's own.
pub(super) fn elided(source: &SourceText, quote: &str) -> Option<Parts> {
    let all = ellipses(quote);
    let bracketed: Vec<Range<usize>> =
        all.iter().filter(|mark| quote[mark.start..].starts_with(['[', '(', '<', '{'])).cloned().collect();
    let first =
        (!bracketed.is_empty() && bracketed.len() < all.len()).then(|| in_parts(source, quote, &bracketed));
    first.flatten().or_else(|| in_parts(source, quote, &all))
}

fn in_parts(source: &SourceText, quote: &str, marks: &[Range<usize>]) -> Option<Parts> {
    let starts = std::iter::once(0).chain(marks.iter().map(|mark| mark.end));
    let ends = marks.iter().map(|mark| mark.start).chain(std::iter::once(quote.len()));
    let parts: Vec<&str> = starts
        .zip(ends)
        .map(|(start, end)| quote[start..end].trim())
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() < 2 || parts.len() > PARTS || parts.iter().any(|part| says(part) < NOTHING) {
        return None;
    }
    let mut folds = Vec::new();
    let mut rows: Vec<Vec<Place>> = Vec::with_capacity(parts.len());
    for part in &parts {
        let (places, used) = anywhere(source, part)?;
        folds.extend(used);
        rows.push(places);
    }
    let places = chain(&rows, |nth| {
        let little = says(parts[nth - 1]).min(says(parts[nth])) < LITTLE;
        if little { SHORT_GAP } else { GAP }
    })?;
    folds.sort_unstable();
    folds.dedup();
    let gaps = places.windows(2).map(|pair| gap(source, pair[0], pair[1])).collect();
    Some(Parts { places, gaps, folds })
}

/// Where one part stands, with the folds it needs; punctuation at its ends may have been touched up
/// where the parts were joined.
fn anywhere(source: &SourceText, part: &str) -> Option<(Vec<Place>, Vec<Fold>)> {
    let trimmed = part.trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '.') || c.is_whitespace());
    for passage in [part, trimmed] {
        let places = exact(source, passage);
        if !places.is_empty() {
            return Some((places, Vec::new()));
        }
        let found = normalized(source, &fold(passage), passage);
        if !found.places.is_empty() {
            return Some((found.places, found.folds));
        }
    }
    None
}

/// The letters and digits of `part`, which tell how much it says.
fn says(part: &str) -> usize {
    part.chars().filter(|c| c.is_alphanumeric()).map(|c| if (c as u32) < 0x1100 { 1 } else { 3 }).sum()
}

/// One place a row, in order, each within `most(row)` characters of the one before it; of several such
/// rows, the one that ends first.
fn chain(rows: &[Vec<Place>], most: impl Fn(usize) -> usize) -> Option<Vec<Place>> {
    // For each place of each row, the place before it in the row before; the nearest leaves least out.
    let mut before: Vec<Vec<Option<usize>>> = vec![vec![Some(0); rows[0].len()]];
    for nth in 1..rows.len() {
        let reachable = &before[nth - 1];
        let links = rows[nth]
            .iter()
            .map(|place| {
                let last = (0..rows[nth - 1].len())
                    .rev()
                    .find(|&at| reachable[at].is_some() && rows[nth - 1][at].end <= place.start)?;
                (place.start - rows[nth - 1][last].end <= most(nth)).then_some(last)
            })
            .collect();
        before.push(links);
    }
    let mut at = before.last()?.iter().position(Option::is_some)?;
    let mut out = Vec::with_capacity(rows.len());
    for nth in (0..rows.len()).rev() {
        out.push(rows[nth][at]);
        at = before[nth][at]?;
    }
    out.reverse();
    Some(out)
}

/// What stands between two parts.
fn gap(source: &SourceText, first: Place, second: Place) -> Gap {
    let left_out = &source.text()[first.bytes.end..second.bytes.start];
    // A negation matters where it belongs to a sentence of which the quote shows the rest.
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n' | '。');
    let closed = source.text()[..first.bytes.end].trim_end().ends_with(ends);
    let head = if closed { "" } else { left_out.split(ends).next().unwrap_or_default() };
    let tail = left_out.trim_end_matches(' ').rsplit(ends).next().unwrap_or_default();
    Gap { place: source.place(first.bytes.end, second.bytes.start), negation: denies(head) || denies(tail) }
}

/// `quote` found as whole sentences, lines or list items in order, with others between them left out
/// unsaid. Both ends of each gap are ends of sentences or lines, so that no sentence is altered.
pub(super) fn stitched(source: &SourceText, quote: &Folded, raw: &str) -> Option<Parts> {
    let folded = source.folded();
    let mut parts: Vec<(Range<usize>, usize)> = Vec::new();
    let (mut at, mut from) = (0, 0);
    while at < quote.text.len() {
        if parts.len() == PARTS {
            return None;
        }
        let (length, place) = longest(folded, source.text(), quote, at, from, !parts.is_empty())?;
        parts.push((at..at + length, place));
        at += length;
        from = place + length;
    }
    if parts.len() < 2 {
        return None;
    }
    let mut folds = Vec::new();
    let mut places = Vec::with_capacity(parts.len());
    for (part, place) in &parts {
        let passage = &raw[quote.origin(part.start, part.end)];
        if says(passage) < STITCHED {
            return None;
        }
        let folded_part = fold(passage);
        if folded_part.text != quote.text[part.clone()] {
            return None;
        }
        folds.extend(super::agree(folded, source.text(), *place, &folded_part, passage)?);
        let origin = folded.origin(*place, place + part.len());
        places.push(source.place(origin.start, origin.end));
    }
    if places.windows(2).any(|pair| pair[1].start.saturating_sub(pair[0].end) > GAP) {
        return None;
    }
    folds.sort_unstable();
    folds.dedup();
    let gaps = places.windows(2).map(|pair| gap(source, pair[0], pair[1])).collect();
    Some(Parts { places, gaps, folds })
}

/// Candidates for the start of one stitched part, at most.
const STARTS: usize = 16;

/// The longest stretch of `quote` from `at` that stands in the source at or after `from` and ends where
/// a sentence or line ends there: its length and place.
fn longest(
    folded: &Folded,
    text: &str,
    quote: &Folded,
    at: usize,
    from: usize,
    starts: bool,
) -> Option<(usize, usize)> {
    let rest = &quote.text[at..];
    let head: usize = rest.chars().take(12).map(char::len_utf8).sum();
    let mut best: Option<(usize, usize)> = None;
    let found = memchr::memmem::find_iter(&folded.text.as_bytes()[from..], &rest.as_bytes()[..head]);
    for place in found.take(STARTS).map(|place| from + place) {
        if starts && !is_start(folded, text, place) {
            continue;
        }
        let same = rest.bytes().zip(folded.text[place..].bytes()).take_while(|(a, b)| a == b).count();
        let mut length = same;
        while length > best.map_or(0, |(longest, _)| longest) {
            if rest.is_char_boundary(length)
                && (length == rest.len()
                    || (parted(quote, at + length) && is_start(folded, text, place + length)))
            {
                best = Some((length, place));
                break;
            }
            length -= 1;
        }
    }
    best
}

/// Whether a blank stands before `at` in the quote.
fn parted(quote: &Folded, at: usize) -> bool {
    quote.marks(at).any(Marks::BLANK)
}

/// Whether a sentence, line or item starts at the folded byte `at`.
fn is_start(folded: &Folded, text: &str, at: usize) -> bool {
    let marks = folded.marks(at);
    if at == 0 || at >= folded.text.len() || marks.any(Marks::NEWLINE) {
        return true;
    }
    let before = folded.origin(at - 1, at).end;
    marks.any(Marks::BLANK) && text[..before].ends_with(['.', '!', '?', '。', ':'])
}

#[cfg(test)]
mod tests {
    use super::ellipses;

    #[test]
    fn marks_of_elision_are_seen_in_every_form() {
        for (quote, marks) in [
            ("one … two", vec!["…"]),
            ("one...two", vec!["..."]),
            ("one. ... two", vec!["..."]),
            ("one [...] two […] three [ … ] four", vec!["[...]", "[…]", "[ … ]"]),
            ("one (...) two", vec!["(...)"]),
            ("one . . . two", vec![". . ."]),
            ("v1.2.3 is .. not", vec![]),
            ("arose.... we", vec!["...."]),
        ] {
            let found: Vec<&str> = ellipses(quote).into_iter().map(|range| &quote[range]).collect();
            assert_eq!(found, marks, "{quote}");
        }
    }
}
