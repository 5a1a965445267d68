//! A quote and its source's text into where the quote stands, under which folds, and what is near when it
//! does not stand there. It knows nothing of claims and facts, and a near passage is never a place.

mod align;
mod context;
mod edges;
mod elision;
mod myers;
mod near;
mod places;
mod seeds;
mod slip;
mod source;
mod tokens;
mod weighty;

pub use near::{Change, Near};
pub use source::{Place, SourceText};

use crate::text::fold::{Fold, agree, fold};
use crate::verify::MatchKind;

/// A quote with what stands around it, as in W3C `TextQuoteSelector`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuoteSelector<'a> {
    /// The quoted passage.
    pub exact: &'a str,
    /// Text just before it; empty when not told.
    pub prefix: &'a str,
    /// Text just after it; empty when not told.
    pub suffix: &'a str,
}

impl<'a> QuoteSelector<'a> {
    /// A quote without context.
    pub fn new(exact: &'a str) -> Self {
        Self { exact, prefix: "", suffix: "" }
    }
}

/// Text that an elided quote leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Gap {
    /// Where it stands.
    pub place: Place,
    /// It holds a negation that belongs to what is quoted.
    pub negation: bool,
}

/// Where a quote stands.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Located {
    /// How it was found.
    pub kind: MatchKind,
    /// Its places: one, or all of them (at most 32) when ambiguous or when a page prints a whole passage
    /// more than once, or the whole extent when elided.
    pub places: Vec<Place>,
    /// The parts of an elided quote, in order.
    pub parts: Vec<Place>,
    /// What was left out between the parts.
    pub gaps: Vec<Gap>,
    /// The parts were joined without an ellipsis.
    pub stitched: bool,
    /// The folds that were needed.
    pub folds: Vec<Fold>,
    /// A quote too short to point at one passage, without context to help.
    pub short: bool,
    /// 0 to 1; 1 is the same but for folds.
    pub similarity: f64,
    /// The nearest passage of a quote that was not found. A hint.
    pub near: Option<Near>,
}

impl Located {
    fn of(kind: MatchKind) -> Self {
        Self {
            kind,
            places: Vec::new(),
            parts: Vec::new(),
            gaps: Vec::new(),
            stitched: false,
            folds: Vec::new(),
            short: false,
            similarity: if kind.found() { 1.0 } else { 0.0 },
            near: None,
        }
    }

    /// What is said of a quote whose source's text is not at hand.
    pub fn no_text() -> Self {
        Self::of(MatchKind::NoText)
    }

    /// Whether an elision skips a negation.
    pub fn skips_negation(&self) -> bool {
        self.gaps.iter().any(|gap| gap.negation)
    }
}

/// Letters and digits below which a quote is short.
const SHORT: usize = 12;

/// Finds `quote` in `source`: to the letter, folded, in parts, or near.
///
/// Linear in the source; a source that is asked often is folded and indexed once.
pub fn locate(source: &SourceText, quote: &QuoteSelector<'_>) -> Located {
    let exact = quote.exact.trim();
    let said = exact.chars().filter(|c| c.is_alphanumeric()).count();
    if said == 0 {
        return Located::of(MatchKind::Absent);
    }
    let mut located = find(source, exact, quote);
    located.short = said < SHORT && exact.is_ascii() && quote.prefix.is_empty() && quote.suffix.is_empty();
    located
}

fn find(source: &SourceText, exact: &str, quote: &QuoteSelector<'_>) -> Located {
    let verbatim = places::exact(source, exact);
    if !verbatim.is_empty() {
        return chosen(source, quote, MatchKind::Exact, verbatim, Vec::new());
    }
    let folded = fold(exact);
    let found = places::normalized(source, &folded, exact);
    if !found.places.is_empty() {
        return chosen(source, quote, MatchKind::Normalized, found.places, found.folds);
    }
    if let Some(found) = framed(source, exact) {
        return chosen(source, quote, MatchKind::Normalized, found.places, found.folds);
    }
    if let Some(parts) = elision::elided(source, exact) {
        return in_parts(source, parts, false);
    }
    if let Some(parts) = elision::stitched(source, &folded, exact) {
        return in_parts(source, parts, true);
    }
    let Some(near) = near::near(source, &folded, exact) else { return Located::of(MatchKind::Absent) };
    let kind = if near.slip { MatchKind::Fuzzy } else { MatchKind::Absent };
    Located { similarity: near.similarity, near: Some(near), ..Located::of(kind) }
}

/// One place, or all when nothing chooses among them.
fn chosen(
    source: &SourceText,
    quote: &QuoteSelector<'_>,
    kind: MatchKind,
    mut places: Vec<Place>,
    folds: Vec<Fold>,
) -> Located {
    if places.len() > 1 && !(quote.prefix.is_empty() && quote.suffix.is_empty()) {
        places = places::in_context(source, &places, &fold(quote.prefix), &fold(quote.suffix));
    }
    let open = places.len() > 1 && !places::are_one_passage(source, &places);
    let kind = if open { MatchKind::Ambiguous } else { kind };
    Located { places, folds, ..Located::of(kind) }
}

fn in_parts(source: &SourceText, parts: elision::Parts, stitched: bool) -> Located {
    let first = parts.places.first().map_or(0, |place| place.bytes.start);
    let last = parts.places.last().map_or(0, |place| place.bytes.end);
    Located {
        places: vec![source.place(first, last)],
        parts: parts.places,
        gaps: parts.gaps,
        stitched,
        folds: parts.folds,
        ..Located::of(MatchKind::Elided)
    }
}

/// The quote without what stands around the whole of it: quotation marks, dots that say that the sentence
/// goes on, the numbers that Markdown gives to list items.
fn framed(source: &SourceText, exact: &str) -> Option<places::Found> {
    let dots = |text: &str| {
        let text = text.trim_matches(|c: char| c == '…' || c.is_whitespace());
        let text =
            ["[...]", "[…]", "[ ... ]", "[ … ]", "...", "(...)", "(…)"].iter().fold(text, |text, mark| {
                let text = text.strip_prefix(mark).unwrap_or(text).trim();
                text.strip_suffix(mark).unwrap_or(text).trim()
            });
        text.to_owned()
    };
    let marks = |text: &str| {
        const PAIRS: [(char, char); 8] = [
            ('"', '"'),
            ('\'', '\''),
            ('“', '”'),
            ('‘', '’'),
            ('«', '»'),
            ('„', '“'),
            ('「', '」'),
            ('『', '』'),
        ];
        PAIRS
            .iter()
            .find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close))
            .map(|inside| inside.trim().to_owned())
    };
    let mut variants = vec![dots(exact)];
    variants.extend(marks(exact));
    variants.extend(marks(exact).map(|inside| dots(&inside)));
    let numbered = variants.len();
    variants.push(without_numbers(exact));
    for (nth, variant) in variants.into_iter().enumerate() {
        if variant == exact || !variant.contains(char::is_alphanumeric) {
            continue;
        }
        let verbatim = places::exact(source, &variant);
        let mut found = if verbatim.is_empty() {
            places::normalized(source, &fold(&variant), &variant)
        } else {
            places::Found { places: verbatim, folds: Vec::new() }
        };
        if nth == numbered {
            found.places.retain(|place| !has_number(&source.text()[..place.bytes.start]));
        }
        if !found.places.is_empty() {
            found.folds.push(Fold::Frame);
            return Some(found);
        }
    }
    None
}

/// Whether the line that `before` ends in has a number of its own, which the quoted one would contradict.
fn has_number(before: &str) -> bool {
    let head = before.trim_end();
    head.strip_suffix(['.', ')']).is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit()))
}

/// `text` without the numbers of list items, if it begins with one: at its lines' heads, and where lines
/// were joined, those that count on (or repeat, as Markdown allows).
fn without_numbers(text: &str) -> String {
    let Some((mut number, mut rest)) = item_number(text) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    while let Some(blank) = rest.find(char::is_whitespace) {
        let blanks = rest[blank..].len() - rest[blank..].trim_start().len();
        out.push_str(&rest[..blank + blanks]);
        rest = &rest[blank + blanks..];
        if let Some((next, item)) = item_number(rest)
            && (next == number || next == number + 1)
        {
            (number, rest) = (next, item);
        }
    }
    out + rest
}

/// The number of a list item at the head of `text`, and the item.
fn item_number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let item = rest.strip_prefix(['.', ')'])?;
    let parted = item.starts_with(|c: char| !c.is_alphanumeric());
    (digits.len() <= 3 && parted).then_some((digits.parse().ok()?, item.trim_start()))
}

#[cfg(test)]
mod tests;
