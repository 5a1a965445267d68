//! What stands around a place, for links to it and for selectors that find it again.

use super::source::{Place, SourceText};

/// Characters told on each side, at most.
const AROUND: usize = 32;

impl SourceText {
    /// The text just before and after `place`, cut at blanks where there are any: `prefix` and `suffix`
    /// of a W3C `TextQuoteSelector`.
    pub fn around(&self, place: &Place) -> (String, String) {
        let text = self.text();
        let (before, after) = (&text[..place.bytes.start], &text[place.bytes.end..]);
        let from = before.char_indices().rev().take(AROUND).last().map_or(before.len(), |(at, _)| at);
        let to = after.char_indices().nth(AROUND).map_or(after.len(), |(at, _)| at);
        let (mut prefix, mut suffix) = (&before[from..], &after[..to]);
        if from > 0
            && let Some(blank) = prefix.find(char::is_whitespace)
        {
            prefix = &prefix[blank..];
        }
        if to < after.len()
            && let Some(blank) = suffix.rfind(char::is_whitespace)
        {
            suffix = &suffix[..blank];
        }
        (prefix.to_owned(), suffix.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{QuoteSelector, SourceText, locate};
    use crate::verify::MatchKind;

    #[test]
    fn the_context_of_a_place_finds_it_again() {
        let source =
            SourceText::new("First, the pool was full and we waited.\nThen, the pool was full and we left.");
        let places = locate(&source, &QuoteSelector::new("the pool was full")).places;
        assert_eq!(places.len(), 2);
        for place in places {
            let (prefix, suffix) = source.around(&place);
            let quote = QuoteSelector { exact: "the pool was full", prefix: &prefix, suffix: &suffix };
            let located = locate(&source, &quote);
            assert_eq!((located.kind, located.places), (MatchKind::Exact, vec![place]));
        }
    }
}
