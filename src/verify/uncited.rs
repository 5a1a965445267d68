//! What is uncited: sentences that state figures, dates, versions or names for machines, and stand
//! under no claim.

use unicode_segmentation::UnicodeSegmentation;

use super::FieldFacts;
use super::verdict::Uncited;
use crate::diag::{Code, Diagnostic};
use crate::model::Case;

/// Fields that need no evidence of their own: they say in short what the texts say.
const SHORT_FORMS: [&str; 1] = ["title"];

/// The uncited sentences of the record's own language, and one notice about all of them.
pub(super) fn check(case: &Case, texts: &[FieldFacts<'_>]) -> (Vec<Uncited>, Option<Diagnostic>) {
    let own =
        texts.iter().filter(|text| *text.lang == case.lang && !SHORT_FORMS.contains(&&*text.field.name));
    let uncited: Vec<Uncited> = own.clone().flat_map(|text| in_text(case, text)).collect();
    let diagnostic = uncited.first().and_then(|first| {
        let text = own.clone().find(|text| text.field == first.field)?;
        let fact = first.facts.first()?;
        let count = uncited.len();
        let message = match count {
            1 => "one sentence states a fact and cites no source".to_owned(),
            count => format!("{count} sentences state facts and cite no source"),
        };
        let help =
            format!("quote a source for it: `casebook evidence suggest {}` proposes passages", case.id);
        Some(
            Diagnostic::new(Code::V016, case.place(text.text.locate(fact.span.range())), message)
                .label(if count == 1 { "uncited" } else { "the first of them" })
                .help(help)
                .case(&*case.id.0),
        )
    });
    (uncited, diagnostic)
}

fn in_text(case: &Case, text: &FieldFacts<'_>) -> Vec<Uncited> {
    let cited: Vec<&std::ops::Range<usize>> = case
        .claims
        .iter()
        .filter(|claim| claim.field == text.field)
        .filter_map(|claim| claim.ranges.get(text.lang))
        .collect();
    let mut facts = text.facts.iter().peekable();
    let mut uncited = Vec::new();
    for range in sentences(&text.text.value) {
        let mut own = Vec::new();
        while let Some(fact) = facts.next_if(|fact| fact.span.start < range.end) {
            let told = &text.text.value[fact.span.range()];
            if told.contains(|c: char| c.is_numeric()) {
                own.push(fact.clone());
            }
        }
        let stands = cited.iter().any(|cited| cited.start < range.end && range.start < cited.end);
        if !own.is_empty() && !stands {
            uncited.push(Uncited { field: text.field.clone(), lang: text.lang.clone(), range, facts: own });
        }
    }
    uncited
}

/// Sentences by Unicode's rule (UAX 29), also broken at line ends, without the space around them.
pub(super) fn sentences(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    for (start, piece) in text.split_sentence_bound_indices() {
        let mut at = start;
        for line in piece.split_inclusive('\n') {
            let trimmed = line.trim();
            if !trimmed.is_empty() {
                let from = at + (line.len() - line.trim_start().len());
                found.push(from..from + trimmed.len());
            }
            at += line.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn sentences_end_at_stops_and_lines_but_not_at_decimal_points() {
        let text = "Consul 1.9 held. It fell.\n다음 날 12:00 에 끝났다. 끝.";
        let parts: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(parts, ["Consul 1.9 held.", "It fell.", "다음 날 12:00 에 끝났다.", "끝."]);
    }
}
