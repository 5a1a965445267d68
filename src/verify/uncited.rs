//! What is uncited: sentences that state figures, dates, versions or names for machines, and stand
//! under no claim.

use unicode_segmentation::UnicodeSegmentation;

use super::FieldFacts;
use super::verdict::Uncited;
use crate::diag::{ByteSpan, Code, Diagnostic};
use crate::model::Case;

/// Fields that need no evidence of their own: they say in short what the texts say.
const SHORT_FORMS: [&str; 1] = ["title"];

/// The uncited sentences of the record's own language, and one notice about all of them.
pub(super) fn check(case: &Case, texts: &[FieldFacts<'_>]) -> (Vec<Uncited>, Option<Diagnostic>) {
    let own =
        texts.iter().filter(|text| *text.lang == case.lang && !SHORT_FORMS.contains(&&*text.field.name));
    let found: Vec<(Uncited, ByteSpan)> = own.clone().flat_map(|text| in_text(case, text)).collect();
    let diagnostic = found.first().and_then(|(first, fact)| {
        let text = own.clone().find(|text| text.field == first.field)?;
        let count = found.len();
        let message = match count {
            1 => "one sentence states a fact and cites no source".to_owned(),
            count => format!("{count} sentences state facts and cite no source"),
        };
        let help =
            format!("quote a source for it: `casebook evidence suggest {}` proposes passages", case.id);
        Some(
            Diagnostic::new(Code::V016, case.place(text.text.locate(fact.range())), message)
                .label(if count == 1 { "uncited" } else { "the first of them" })
                .help(help)
                .case(&*case.id.0),
        )
    });
    (found.into_iter().map(|(uncited, _)| uncited).collect(), diagnostic)
}

/// The uncited sentences of a text, each with its first fact.
fn in_text(case: &Case, text: &FieldFacts<'_>) -> Vec<(Uncited, ByteSpan)> {
    let cited = Cited::of(case, text);
    let mut facts = text.facts.iter().peekable();
    let mut uncited = Vec::new();
    for range in sentences(&text.text.value) {
        if facts.peek().is_none() {
            break;
        }
        let mut first = None;
        while let Some(fact) = facts.next_if(|fact| fact.span.start < range.end) {
            let told = &text.text.value[fact.span.range()];
            if first.is_none() && told.contains(|c: char| c.is_numeric()) {
                first = Some(fact.span);
            }
        }
        if let Some(first) = first.filter(|_| !cited.meets(&range)) {
            uncited.push((Uncited { field: text.field.clone(), lang: text.lang.clone(), range }, first));
        }
    }
    uncited
}

/// Where claims stand in a text: of each, where it begins and how far it and those before it reach, ascending.
struct Cited(Vec<(usize, usize)>);

impl Cited {
    fn of(case: &Case, text: &FieldFacts<'_>) -> Self {
        let mut ranges: Vec<(usize, usize)> = case
            .claims
            .iter()
            .filter(|claim| claim.field == text.field)
            .filter_map(|claim| claim.ranges.get(text.lang))
            .map(|range| (range.start, range.end))
            .collect();
        ranges.sort_unstable();
        let mut reach = 0;
        for (_, end) in &mut ranges {
            reach = reach.max(*end);
            *end = reach;
        }
        Self(ranges)
    }

    /// Whether a claim shares a byte with `range`.
    fn meets(&self, range: &std::ops::Range<usize>) -> bool {
        let begun = self.0.partition_point(|(start, _)| *start < range.end);
        begun.checked_sub(1).and_then(|last| self.0.get(last)).is_some_and(|(_, reach)| range.start < *reach)
    }
}

/// Sentences by Unicode's rule (UAX 29), also broken at line ends, without the space around them.
///
/// They are found as they are asked for.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    stretches(text).flat_map(move |stretch| {
        let (plain, by_rule) = if is_one(&text[stretch.clone()]) {
            (Some(stretch), None)
        } else {
            let from = stretch.start;
            let parts = text[stretch].split_sentence_bound_indices();
            (None, Some(parts.map(move |(at, part)| from + at..from + at + part.len())))
        };
        plain.into_iter().chain(by_rule.into_iter().flatten()).flat_map(move |range| {
            let mut at = range.start;
            text[range].split_inclusive('\n').filter_map(move |line| {
                let (trimmed, before) = (line.trim(), line.len() - line.trim_start().len());
                let from = at + before;
                at += line.len();
                (!trimmed.is_empty()).then(|| from..from + trimmed.len())
            })
        })
    })
}

/// A text cut where a sentence ends beyond doubt: after a line end, and after a stop and one space before
/// a capital or a syllable of Hangul. The rule looks nowhere beyond such a place.
fn stretches(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut seen = start;
        while let Some(at) = bytes.get(seen..).and_then(|rest| {
            rest.iter().position(|byte| matches!(byte, b'\n' | b'.' | b'!' | b'?')).map(|at| seen + at)
        }) {
            seen = at + 1;
            let end = if bytes[at] == b'\n' { at + 1 } else { at + 2 };
            let ends = bytes[at] == b'\n'
                || bytes.get(at + 1) == Some(&b' ')
                    && text[end..].starts_with(|c: char| matches!(c, 'A'..='Z' | 'А'..='Я' | '가'..='힣'));
            if ends {
                let from = std::mem::replace(&mut start, end);
                return Some(from..end);
            }
        }
        let from = std::mem::replace(&mut start, text.len());
        (from < text.len()).then_some(from..text.len())
    })
}

/// Whether a stretch is one sentence for sure: nothing before its last stop can end one.
fn is_one(stretch: &str) -> bool {
    let body = stretch.trim_end_matches([' ', '\n']);
    let body = body.strip_suffix(['.', '!', '?']).unwrap_or(body);
    body.chars().all(|c| {
        matches!(c, ' '..='~' | 'А'..='я' | 'ё' | 'Ё' | '가'..='힣') && !matches!(c, '.' | '!' | '?')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::sentences;

    /// What the rule alone says, without short cuts.
    fn by_rule(text: &str) -> Vec<&str> {
        text.split_sentence_bounds()
            .flat_map(|piece| piece.split_inclusive('\n'))
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn short_cuts_change_no_sentence(text in "([A-Ca-c]{1,2}|[А-Га-г]|가|[0-9]|[.!?,;:…。]|\\)|\"| |  |\n|\r\n|\u{a0}|\u{85}|\u{301}|ß){0,40}") {
            let parts: Vec<&str> = sentences(&text).map(|range| &text[range]).collect();
            prop_assert_eq!(parts, by_rule(&text));
        }
    }

    #[test]
    fn sentences_end_at_stops_and_lines_but_not_at_decimal_points() {
        let text = "Consul 1.9 held. It fell.\n다음 날 12:00 에 끝났다. 끝.";
        let parts: Vec<&str> = sentences(text).map(|range| &text[range]).collect();
        assert_eq!(parts, ["Consul 1.9 held.", "It fell.", "다음 날 12:00 에 끝났다.", "끝."]);
    }
}
