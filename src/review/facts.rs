//! What a reader sees of a case beside its long texts: each shared field with its value in words.

use crate::model::{Case, Date, Known, Length, Library, TermUse};
use crate::text::Lang;

/// The fields that are told, in the order of a page, each with its value; fields that tell nothing
/// are left out.
pub fn facts(case: &Case, library: &Library) -> Vec<(&'static str, String)> {
    let langs = &library.config.languages;
    let label = |vocabulary: &str, term: &TermUse| match library.vocab.term(vocabulary, &term.id) {
        Some(known) => known.label(langs).to_owned(),
        None => format!("{} (not in the vocabulary)", term.written.trim()),
    };
    let terms = |vocabulary: &str, terms: &[TermUse]| {
        terms.iter().map(|term| label(vocabulary, term)).collect::<Vec<_>>().join(", ")
    };
    let sources = case.sources.iter().map(|own| own.name.as_str()).collect::<Vec<_>>().join(", ");
    let events: Vec<String> = case.timeline.events.iter().filter_map(|event| date(&event.at)).collect();
    let review = &case.review;
    let person = |text: &Option<crate::model::Text>| text.as_ref().map(|text| text.value.clone());
    let told = [
        ("type", Some(label("type", &case.kind))),
        ("organisation", case.org.as_ref().map(|org| org.name.clone())),
        ("date", date(&case.date)),
        ("kind of date", person(&case.date_kind)),
        ("severity", known(&case.severity, langs, |term| label("severity", term))),
        ("domain", Some(terms("domain", &case.domain))),
        ("components", Some(terms("component", &case.components))),
        ("symptoms", Some(terms("symptom", &case.symptoms))),
        ("root cause", known(&case.root_cause, langs, |term| label("root_cause", term))),
        ("contributing", Some(terms("contributing", &case.contributing))),
        ("detected after", length(&case.timeline.detected_after, langs)),
        ("resolved after", length(&case.timeline.resolved_after, langs)),
        ("times", Some(events.join(", "))),
        ("sources", Some(sources)),
        ("related", Some(case.related.iter().map(|own| own.id.as_str()).collect::<Vec<_>>().join(", "))),
        ("recurrence of", case.recurrence_of.as_ref().map(|own| own.id.clone())),
        ("written by", person(&review.written_by)),
        ("reviewed by", person(&review.reviewed_by)),
        ("reviewed", date(&review.reviewed_at)),
        ("sources checked", date(&review.sources_checked_at)),
        ("changed", date(&case.updated_at)),
        ("former ids", Some(case.former_ids.join(", "))),
    ];
    let told = told.into_iter().filter_map(|(name, value)| Some((name, value?)));
    told.filter(|(_, value)| !value.is_empty()).collect()
}

/// A value in words; `unknown` with its reason.
fn known<T>(value: &Known<T>, langs: &[Lang], show: impl FnOnce(&T) -> String) -> Option<String> {
    match value {
        Known::Absent | Known::Null => None,
        Known::Unknown { reason } => Some(match reason.best(langs) {
            Some((_, reason)) => format!("unknown: {}", reason.value),
            None => "unknown".to_owned(),
        }),
        Known::Is(value) => Some(show(value)),
    }
}

fn date(value: &Known<Date>) -> Option<String> {
    known(value, &[], |date| date.value.to_string())
}

fn length(value: &Known<Length>, langs: &[Lang]) -> Option<String> {
    known(value, langs, |length| length.written.clone())
}
