//! Scored cases into documents: every text that can be found, without its markup, and what narrows results.

use std::collections::BTreeMap;

use super::document::{Concept, Document, Facet, FacetTerm, Field, Library, Passage, Text};
use crate::model::{self, Case, DateValue, Known, LangText, TermUse};
use crate::score::Scored;
use crate::text::markdown;
use crate::text::{Lang, claim_anchor};

/// The facets, in the order in which they are shown: name in queries, vocabulary.
const FACETS: [(&str, &str); 8] = [
    ("severity", "severity"),
    ("root_cause", "root_cause"),
    ("symptom", "symptom"),
    ("component", "component"),
    ("domain", "domain"),
    ("contributing", "contributing"),
    ("type", "type"),
    ("org", "org"),
];

/// The term for what the sources do not tell.
const UNKNOWN: &str = "unknown";

/// A library and its scored cases as the index sees them. `address` gives a case's page from the site's
/// root, as a link has it.
pub fn lower(
    library: &model::Library,
    cases: &[Scored],
    address: impl Fn(&Case, &Lang) -> String + Sync,
) -> Library {
    use rayon::prelude::*;
    let documents = cases.par_iter().map(|scored| document(library, scored, &address)).collect();
    around(library, cases, documents)
}

/// The same without the passages, which [`passages`] gives when they are asked for: of a large library they are as
/// much as all its records.
pub fn outline(
    library: &model::Library,
    cases: &[Scored],
    address: impl Fn(&Case, &Lang) -> String + Sync,
) -> Library {
    use rayon::prelude::*;
    let documents = cases.par_iter().map(|scored| head(library, scored, &address)).collect();
    around(library, cases, documents)
}

/// A library as the index sees it, of which the documents are already made.
pub fn around(library: &model::Library, cases: &[Scored], documents: Vec<Document>) -> Library {
    let facets = FACETS.iter().map(|(name, vocabulary)| facet(library, cases, name, vocabulary)).collect();
    let glossary: Vec<Concept> =
        library.glossary.concepts.values().map(|concept| concept.forms.clone()).collect();
    Library { documents, facets, glossary, languages: library.config.languages.clone() }
}

fn facet(library: &model::Library, cases: &[Scored], name: &str, vocabulary: &str) -> Facet {
    let mut facet = Facet { name: name.to_owned(), ordered: name == "severity", terms: Vec::new() };
    if let Some(vocabulary) = library.vocab.get(vocabulary) {
        facet.terms = vocabulary
            .order
            .iter()
            .filter_map(|id| vocabulary.terms.get(id))
            .map(|term| FacetTerm {
                id: term.id.to_string(),
                labels: term.label.clone(),
                names: term.aliases.values().flatten().cloned().collect(),
            })
            .collect();
    }
    if name == "org" {
        // Organisations need no vocabulary: what a record calls one is its label.
        let mut told: BTreeMap<String, String> = BTreeMap::new();
        for org in cases.iter().filter_map(|scored| scored.verified.case.org.as_ref()) {
            told.entry(org.id.to_string()).or_insert_with(|| org.name.clone());
        }
        for (id, name) in told {
            if !facet.terms.iter().any(|term| term.id == id) {
                let labels =
                    library.config.languages.iter().map(|lang| (lang.clone(), name.clone())).collect();
                facet.terms.push(FacetTerm { id, labels, names: Vec::new() });
            }
        }
        facet.terms.retain(|term| {
            cases
                .iter()
                .any(|scored| scored.verified.case.org.as_ref().is_some_and(|org| *org.id == *term.id))
        });
    }
    facet
}

/// A case as the index sees it.
pub fn document(
    library: &model::Library,
    scored: &Scored,
    address: &impl Fn(&Case, &Lang) -> String,
) -> Document {
    let mut document = head(library, scored, address);
    for text in &mut document.texts {
        text.passages = passages(library, &scored.verified.case, &text.lang);
    }
    document
}

/// The same without passages.
fn head(library: &model::Library, scored: &Scored, address: &impl Fn(&Case, &Lang) -> String) -> Document {
    let case = &*scored.verified.case;
    let ids = |uses: &[TermUse]| uses.iter().map(|term| term.id.to_string()).collect::<Vec<_>>();
    // A vocabulary may have a term for what its sources do not tell; then such cases are found by it.
    let one = |vocabulary: &str, known: &Known<TermUse>| -> Vec<String> {
        let listed = || library.vocab.get(vocabulary).is_some_and(|own| own.terms.contains_key(UNKNOWN));
        match known {
            Known::Is(term) => vec![term.id.to_string()],
            Known::Unknown { .. } if listed() => vec![UNKNOWN.to_owned()],
            _ => Vec::new(),
        }
    };
    let facets: BTreeMap<String, Vec<String>> = [
        ("severity", one("severity", &case.severity)),
        ("root_cause", one("root_cause", &case.root_cause)),
        ("symptom", ids(&case.symptoms)),
        ("component", ids(&case.components)),
        ("domain", ids(&case.domain)),
        ("contributing", ids(&case.contributing)),
        ("type", vec![case.kind.id.to_string()]),
        ("org", case.org.iter().map(|org| org.id.to_string()).collect()),
    ]
    .into_iter()
    .map(|(name, terms)| (name.to_owned(), terms))
    .collect();
    let mut aliases = case.former_ids.clone();
    if !case.id.0.eq_ignore_ascii_case(&case.slug) {
        aliases.push(case.slug.clone());
    }
    let date = case.date.value();
    Document {
        id: case.id.to_string(),
        aliases,
        date: date.map(|date| date.written.clone()).unwrap_or_default(),
        date_key: date.map_or(0, |date| date_key(date.value)),
        score: Some((scored.score.total * 10.0).round() as u16),
        facets,
        texts: case.langs.iter().map(|lang| text_head(case, lang, address(case, lang))).collect(),
    }
}

fn date_key(date: DateValue) -> u32 {
    let key = |year: i16, month: i8, day: i8| {
        u32::try_from(year).unwrap_or(0) * 10_000
            + u32::try_from(month).unwrap_or(0) * 100
            + u32::try_from(day).unwrap_or(0)
    };
    match date {
        DateValue::Year(year) => key(year, 0, 0),
        DateValue::Month(year, month) => key(year, month, 0),
        DateValue::Day(day) => key(day.year(), day.month(), day.day()),
        DateValue::Instant { local, .. } => key(local.year(), local.month(), local.day()),
    }
}

fn text_head(case: &Case, lang: &Lang, url: String) -> Text {
    let title = case.title.get(lang).map(|text| markdown::title(&text.value)).filter(|text| !text.is_empty());
    let title = title.unwrap_or_else(|| case.id.to_string());
    Text { lang: lang.clone(), url, title, passages: Vec::new() }
}

/// All that can be found of a case in a language, but for its title and its names.
pub fn passages(library: &model::Library, case: &Case, lang: &Lang) -> Vec<Passage> {
    let mut passages = Vec::new();
    let plain = |text: &LangText| {
        text.get(lang).map(|text| markdown::plain(&text.value)).filter(|text| !text.is_empty())
    };
    for (name, text) in case.texts() {
        if &*name.name == "title" {
            continue;
        }
        if let Some(text) = plain(text) {
            passages.push(Passage { field: field(&name.name), anchor: None, text });
        }
    }
    if let Some(org) = &case.org {
        let label =
            library.vocab.term("org", &org.id).map(|term| term.label(std::slice::from_ref(lang)).to_owned());
        let mut names = vec![org.name.clone()];
        names.extend(label.filter(|label| *label != org.name));
        passages.push(Passage { field: Field::Organisation, anchor: None, text: names.join(", ") });
    }
    let labels = labels(library, case, lang);
    if !labels.is_empty() {
        passages.push(Passage { field: Field::Labels, anchor: None, text: labels.join(", ") });
    }
    for claim in &case.claims {
        if case.claims.len() > 1 || !claim.evidence.is_empty() {
            for evidence in &claim.evidence {
                let anchor = Some(claim_anchor(&claim.id));
                passages.push(Passage { field: Field::Quote, anchor, text: evidence.quote.value.clone() });
            }
        }
    }
    for used in &case.sources {
        let Some(source) = library.sources.get(&used.id) else { continue };
        let title =
            source.title.best(std::slice::from_ref(lang)).map(|(_, title)| markdown::title(&title.value));
        let parts: Vec<String> = title.into_iter().chain(source.url.clone()).collect();
        if !parts.is_empty() {
            passages.push(Passage {
                field: Field::Source,
                anchor: Some("sources".to_owned()),
                text: parts.join(" "),
            });
        }
    }
    passages
}

/// The labels and aliases of the case's terms in a language.
fn labels(library: &model::Library, case: &Case, lang: &Lang) -> Vec<String> {
    let uses = [
        ("symptom", case.symptoms.iter().collect::<Vec<_>>()),
        ("root_cause", case.root_cause.value().into_iter().collect()),
        ("component", case.components.iter().collect()),
        ("domain", case.domain.iter().collect()),
        ("contributing", case.contributing.iter().collect()),
        ("severity", case.severity.value().into_iter().collect()),
        ("type", vec![&case.kind]),
    ];
    let mut all = Vec::new();
    for (vocabulary, terms) in uses {
        for used in terms {
            match library.vocab.term(vocabulary, &used.id) {
                Some(term) => {
                    all.extend(term.label.get(lang).cloned());
                    all.extend(term.aliases.get(lang).into_iter().flatten().cloned());
                }
                None => all.push(used.written.clone()),
            }
        }
    }
    all
}

fn field(name: &str) -> Field {
    match name {
        "summary" => Field::Summary,
        "symptoms_text" => Field::Symptoms,
        "trigger" => Field::Trigger,
        "detection" => Field::Detection,
        "cause" => Field::Cause,
        "remediation" => Field::Remediation,
        "action_items" => Field::Actions,
        "lessons" => Field::Lessons,
        name if name.starts_with("impact.") => Field::Impact,
        _ => Field::Other,
    }
}
