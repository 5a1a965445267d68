//! The passage that is nearest to a quote that is not in its source, with the difference word by word.
//! What it finds is a hint; a quote is never found by it.

use std::ops::Range;

use super::align::{Step, align};
use super::myers::nearest;
use super::slip::is_slip;
use super::source::{Place, SourceText};
use super::tokens::{Class, Token, tokens};
use super::weighty::inner;
use crate::text::fold::{Folded, Marks};

/// Longer quotes get no near passage, in bytes of the folded form: all else is linear in the quote, the
/// comparison is not.
const LONGEST: usize = 8192;

/// Shorter quotes get none, in characters of the folded form: everything is near them.
const SHORTEST: usize = 8;

/// Stretches of the source that are compared in full.
const STRETCHES: usize = 4;

/// A stretch that differs in at most one of so many characters is taken at once.
const NEAR_ENOUGH: usize = 16;

/// Distance beyond which nothing is near, as a share of the quote's characters.
const FARTHEST: f64 = 0.4;

/// The passage nearest to a quote.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Near {
    /// Where it stands.
    pub place: Place,
    /// 0 to 1; 1 would be the same after folding.
    pub similarity: f64,
    /// What differs, in order.
    pub changes: Vec<Change>,
    /// Whether the changes are slips of the hand: one to three letters, or one word of no weight left out.
    pub slip: bool,
}

/// One stretch that differs.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Change {
    /// As quoted; empty where the quote leaves something out.
    pub quoted: String,
    /// As it stands in the source; empty where the quote adds something.
    pub stands: String,
}

/// The passage of `source` nearest to `quote`, if anything is near. `raw` is the quote unfolded.
pub(super) fn near(source: &SourceText, quote: &Folded, raw: &str) -> Option<Near> {
    let folded = source.folded();
    let wanted: Vec<char> = quote.text.chars().collect();
    if quote.text.len() > LONGEST || wanted.len() < SHORTEST {
        return None;
    }
    // A left-out word shifts what follows.
    let slack = 24 + quote.text.len() / 8;
    let mut best: Option<(usize, Range<usize>)> = None;
    for stretch in source.seeds().stretches(folded.text.as_bytes(), quote.text.as_bytes(), slack, STRETCHES) {
        let stretch = whole_chars(&folded.text, stretch);
        let chars: Vec<char> = folded.text[stretch.clone()].chars().collect();
        let Some((start, end, distance)) = nearest(&wanted, &chars) else { continue };
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            let at = |nth: usize| stretch.start + chars[..nth].iter().map(|c| c.len_utf8()).sum::<usize>();
            best = Some((distance, at(start)..at(end)));
            // The stretches come best first; this near, none is nearer.
            if distance * NEAR_ENOUGH <= wanted.len() {
                break;
            }
        }
    }
    let (distance, range) =
        best.filter(|(distance, _)| *distance as f64 <= FARTHEST * wanted.len() as f64)?;
    let range = whole_words(folded, range);
    let ours = tokens(quote, 0..quote.text.len());
    let theirs = tokens(folded, range);
    let steps = align(&ours, &theirs);
    let passage = passage(&steps, &theirs)?;
    let slip = long_enough(&ours)
        && is_slip(&steps, &ours, &theirs, source)
        && inner(&quote.text) == inner(&folded.text[passage.clone()]);
    let origin = folded.origin(passage.start, passage.end);
    Some(Near {
        place: source.place(origin.start, origin.end),
        similarity: (1.0 - distance as f64 / wanted.len() as f64).clamp(0.0, 0.999),
        changes: changes(
            &steps,
            &Side { tokens: &ours, folded: quote, raw },
            &Side { tokens: &theirs, folded, raw: source.text() },
        ),
        slip,
    })
}

/// Whether a quote says enough for a slip in it to be told from another statement.
fn long_enough(ours: &[Token<'_>]) -> bool {
    let words = ours.iter().filter(|token| matches!(token.class, Class::Word | Class::Figure)).count();
    let characters = ours.iter().filter(|token| token.class == Class::Unspaced).count();
    words + characters / 3 >= 3
}

/// The folded bytes from the first to the last token that a step speaks of.
fn passage(steps: &[Step], theirs: &[Token<'_>]) -> Option<Range<usize>> {
    let numbers = || {
        steps.iter().filter_map(|step| match *step {
            Step::Same(_, s) | Step::Near(_, s) | Step::Other(_, s) | Step::Missing(s) => Some((s, s)),
            Step::Joined { source, sources, .. } => Some((source, source + sources - 1)),
            Step::Extra(_) => None,
        })
    };
    let first = numbers().next()?.0;
    let last = numbers().next_back()?.1;
    Some(theirs[first].start..theirs[last].end())
}

/// One of the two texts in a comparison.
struct Side<'a> {
    tokens: &'a [Token<'a>],
    folded: &'a Folded,
    raw: &'a str,
}

impl Side<'_> {
    /// The unfolded text of the tokens `range`.
    fn text(&self, range: Range<usize>) -> String {
        if range.is_empty() {
            return String::new();
        }
        let origin = self.folded.origin(self.tokens[range.start].start, self.tokens[range.end - 1].end());
        self.raw.get(origin).unwrap_or_default().to_owned()
    }
}

/// The stretches that differ; neighbouring steps make one.
fn changes(steps: &[Step], ours: &Side<'_>, theirs: &Side<'_>) -> Vec<Change> {
    let mut out = Vec::new();
    let mut open: Option<(Range<usize>, Range<usize>)> = None;
    let (mut q, mut s) = (0, steps.iter().find_map(first_source).unwrap_or(0));
    for step in steps {
        let (quotes, sources) = match step {
            Step::Same(..) => {
                if let Some((quoted, stands)) = open.take() {
                    out.push(Change { quoted: ours.text(quoted), stands: theirs.text(stands) });
                }
                q += 1;
                s += 1;
                continue;
            }
            Step::Near(..) | Step::Other(..) => (1, 1),
            Step::Joined { quotes, sources, .. } => (*quotes, *sources),
            Step::Missing(_) => (0, 1),
            Step::Extra(_) => (1, 0),
        };
        let (quoted, stands) = open.get_or_insert((q..q, s..s));
        q += quotes;
        s += sources;
        quoted.end = q;
        stands.end = s;
    }
    if let Some((quoted, stands)) = open {
        out.push(Change { quoted: ours.text(quoted), stands: theirs.text(stands) });
    }
    out
}

fn first_source(step: &Step) -> Option<usize> {
    match *step {
        Step::Same(_, s) | Step::Near(_, s) | Step::Other(_, s) | Step::Missing(s) => Some(s),
        Step::Joined { source, .. } => Some(source),
        Step::Extra(_) => None,
    }
}

fn whole_chars(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end;
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// `range` widened to whole words, and four more on each side: a left-out word may hide the last ones.
fn whole_words(folded: &Folded, range: Range<usize>) -> Range<usize> {
    /// Bytes that a word is searched in, at most.
    const REACH: usize = 128;
    let parted = |at: usize| folded.marks(at).any(Marks::BLANK);
    let low = whole_chars(&folded.text, range.start.saturating_sub(REACH)..range.start);
    let starts = folded.text[low.clone()].char_indices().map(|(at, _)| low.start + at);
    let start = starts.rev().filter(|&at| parted(at)).take(5).last();
    let high = whole_chars(&folded.text, range.end..(range.end + REACH).min(folded.text.len()));
    let ends = folded.text[high.clone()].char_indices().map(|(at, _)| high.start + at);
    let end = ends.filter(|&at| parted(at)).nth(4);
    start.unwrap_or(low.start)..end.unwrap_or(high.end)
}
