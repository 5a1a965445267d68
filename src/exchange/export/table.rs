//! The dataset as tables: what each column means stands beside it, and every format, schema and
//! dictionary is made from the same description.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::model::{Case, Date, Field, Known, LangText, Length, Library, TermUse};
use crate::score::Scored;
use crate::text::Lang;
use crate::verify::MatchKind;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Text.
    Text,
    /// A decimal number.
    Number,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
}

/// One column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Type,
    /// What it means.
    pub meaning: &'static str,
}

/// One value; texts are those of the cases, not copies.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// Nothing told.
    Null,
    /// Text.
    Text(Cow<'a, str>),
    /// A decimal number; never NaN or infinite.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// True or false.
    Boolean(bool),
}

/// A table with its rows.
#[derive(Debug)]
pub struct Table<'a> {
    /// Its name, also its files'.
    pub name: &'static str,
    /// What a row is.
    pub meaning: &'static str,
    /// Columns that name a row.
    pub key: &'static [&'static str],
    /// Columns that name a row of another table: `(column, table, column there)`.
    pub references: &'static [(&'static str, &'static str, &'static str)],
    /// Columns in order.
    pub columns: &'static [Column],
    /// Rows, each as long as `columns`.
    pub rows: Vec<Vec<Cell<'a>>>,
}

const fn column(name: &'static str, kind: Type, meaning: &'static str) -> Column {
    Column { name, kind, meaning }
}

const CASES: &[Column] = &[
    column("id", Type::Text, "The case's id"),
    column("lang", Type::Text, "Language of the record's plain texts (BCP 47)"),
    column("title", Type::Text, "Title in that language"),
    column("type", Type::Text, "Term of the vocabulary type"),
    column("org", Type::Text, "Id of the organisation"),
    column("org_name", Type::Text, "Name of the organisation"),
    column(
        "date",
        Type::Text,
        "ISO 8601 as finely as told: a year, a month, a day or an instant with its offset",
    ),
    column("date_kind", Type::Text, "Whether the date is the incident's or the publication's"),
    column("year", Type::Integer, "Year of the date"),
    column("severity", Type::Text, "Term of the vocabulary severity; empty where unknown"),
    column("root_cause", Type::Text, "Term of the vocabulary root_cause; empty where unknown"),
    column("detected_after_s", Type::Integer, "Seconds from the start to its detection"),
    column("resolved_after_s", Type::Integer, "Seconds from the start to its end"),
    column("score", Type::Number, "How well the record is supported and kept, 0 to 100"),
    column("grade", Type::Text, "The score in a word"),
    column("claims", Type::Integer, "Claims in all"),
    column("claims_checked", Type::Integer, "Claims that could be checked"),
    column("updated_at", Type::Text, "When the record was last changed, as told"),
];

const TEXTS: &[Column] = &[
    column("case_id", Type::Text, "The case"),
    column("field", Type::Text, "Name of the field as in the record, with the item's number in a list"),
    column("lang", Type::Text, "Language (BCP 47)"),
    column("text", Type::Text, "The text (Markdown)"),
];

const TERMS: &[Column] = &[
    column("case_id", Type::Text, "The case"),
    column("vocabulary", Type::Text, "Name of the vocabulary"),
    column("term", Type::Text, "Id of the term"),
];

const VOCABULARY: &[Column] = &[
    column("vocabulary", Type::Text, "Name of the vocabulary"),
    column("term", Type::Text, "Id of the term"),
    column("lang", Type::Text, "Language (BCP 47)"),
    column("label", Type::Text, "What to show"),
    column("description", Type::Text, "One sentence about it"),
];

const CLAIMS: &[Column] = &[
    column("case_id", Type::Text, "The case"),
    column("claim_id", Type::Text, "The claim's id in its case"),
    column("lang", Type::Text, "Language of the claim's text (BCP 47)"),
    column("kind", Type::Text, "What the claim is about"),
    column("field", Type::Text, "The field in whose text it stands"),
    column("text", Type::Text, "What it says"),
    column("verdict", Type::Text, "The verdict on it in this language"),
    column("facts", Type::Integer, "Facts found in it"),
    column("facts_supported", Type::Integer, "Facts of it that a quote bears"),
];

const QUOTES: &[Column] = &[
    column("case_id", Type::Text, "The case"),
    column("claim_id", Type::Text, "The claim"),
    column("number", Type::Integer, "Number of the quote in its claim, from 0"),
    column("source_id", Type::Text, "The source"),
    column("quote", Type::Text, "The quoted passage"),
    column("match", Type::Text, "How it was found in the source's text"),
    column("start", Type::Integer, "First character of its first place in the source's plain text"),
    column("end", Type::Integer, "One past its last character there"),
    column("similarity", Type::Number, "0 to 1; 1 is to the letter"),
];

const SOURCES: &[Column] = &[
    column("id", Type::Text, "The source's id"),
    column("title", Type::Text, "Title"),
    column("url", Type::Text, "Live address"),
    column("archived", Type::Text, "Address of an archived copy"),
    column("publisher", Type::Text, "Who publishes it"),
    column("kind", Type::Text, "Term of the vocabulary source_kind"),
    column("lang", Type::Text, "Language of its text (BCP 47)"),
    column("licence", Type::Text, "Licence"),
    column("published", Type::Text, "When it was published"),
    column("retrieved", Type::Text, "When it was read"),
    column("has_text", Type::Boolean, "Whether its text was at hand in this build"),
];

const CASE_SOURCES: &[Column] =
    &[column("case_id", Type::Text, "The case"), column("source_id", Type::Text, "A source that it uses")];

/// Makes every table; rows in the order of their keys.
pub fn tables<'a>(library: &'a Library, cases: &'a [Scored]) -> Vec<Table<'a>> {
    let sorted = |mut rows: Vec<Vec<Cell<'a>>>, keys: usize| {
        rows.sort_by(|a, b| compare(&a[..keys], &b[..keys]));
        rows.dedup();
        rows
    };
    let each = |make: &dyn Fn(&'a Scored, &mut Vec<Vec<Cell<'a>>>)| {
        let mut rows = Vec::new();
        for case in cases {
            make(case, &mut rows);
        }
        rows
    };
    vec![
        Table {
            name: "cases",
            meaning: "One case a row",
            key: &["id"],
            references: &[],
            columns: CASES,
            rows: sorted(cases.iter().map(case_row).collect(), 1),
        },
        Table {
            name: "texts",
            meaning: "One text of a case in one language a row",
            key: &["case_id", "field", "lang"],
            references: &[("case_id", "cases", "id")],
            columns: TEXTS,
            rows: sorted(each(&text_rows), 3),
        },
        Table {
            name: "case_terms",
            meaning: "One use of a controlled term a row",
            key: &["case_id", "vocabulary", "term"],
            references: &[("case_id", "cases", "id")],
            columns: TERMS,
            rows: sorted(each(&term_rows), 3),
        },
        Table {
            name: "vocabulary",
            meaning: "One term in one language a row",
            key: &["vocabulary", "term", "lang"],
            references: &[],
            columns: VOCABULARY,
            rows: sorted(vocabulary_rows(library), 3),
        },
        Table {
            name: "claims",
            meaning: "One claim in one language a row",
            key: &["case_id", "claim_id", "lang"],
            references: &[("case_id", "cases", "id")],
            columns: CLAIMS,
            rows: sorted(each(&claim_rows), 3),
        },
        Table {
            name: "quotes",
            meaning: "One quote of a claim a row",
            key: &["case_id", "claim_id", "number"],
            references: &[("case_id", "cases", "id"), ("source_id", "sources", "id")],
            columns: QUOTES,
            rows: sorted(each(&quote_rows), 3),
        },
        Table {
            name: "sources",
            meaning: "One source a row",
            key: &["id"],
            references: &[],
            columns: SOURCES,
            rows: sorted(library.sources.values().map(source_row).collect(), 1),
        },
        Table {
            name: "case_sources",
            meaning: "One use of a source by a case a row",
            key: &["case_id", "source_id"],
            references: &[("case_id", "cases", "id"), ("source_id", "sources", "id")],
            columns: CASE_SOURCES,
            rows: sorted(each(&case_source_rows), 2),
        },
    ]
}

fn compare(a: &[Cell<'_>], b: &[Cell<'_>]) -> Ordering {
    let text = |cell: &Cell<'_>| matches!(cell, Cell::Text(text) if !text.is_empty());
    a.iter()
        .zip(b)
        .map(|cells| match cells {
            (Cell::Integer(a), Cell::Integer(b)) => a.cmp(b),
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            (a, b) => text(a).cmp(&text(b)),
        })
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

fn text<'a>(value: impl Into<Cow<'a, str>>) -> Cell<'a> {
    Cell::Text(value.into())
}

fn optional<'a>(value: Option<impl Into<Cow<'a, str>>>) -> Cell<'a> {
    value.map_or(Cell::Null, |value| Cell::Text(value.into()))
}

fn count(value: usize) -> Cell<'static> {
    i64::try_from(value).map_or(Cell::Null, Cell::Integer)
}

fn number(value: f64) -> Cell<'static> {
    if value.is_finite() { Cell::Number(value) } else { Cell::Null }
}

fn date(value: &Known<Date>) -> Cell<'static> {
    optional(value.value().map(|date| date.value.to_string()))
}

fn length(value: &Known<Length>) -> Cell<'static> {
    value.value().and_then(|length| i64::try_from(length.seconds).ok()).map_or(Cell::Null, Cell::Integer)
}

fn known_term(value: &Known<TermUse>) -> Cell<'_> {
    optional(value.value().map(|term| &*term.id))
}

/// A unit variant's name as `serde` writes it.
fn name_of(value: &impl serde::Serialize) -> Cell<'static> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Cell::Text(name.into()),
        _ => Cell::Null,
    }
}

fn in_own_language<'a>(case: &Case, texts: &'a LangText) -> Cell<'a> {
    optional(texts.best(std::slice::from_ref(&case.lang)).map(|(_, text)| text.value.as_str()))
}

fn case_row(scored: &Scored) -> Vec<Cell<'_>> {
    let case = &scored.verified.case;
    let score = &scored.score;
    vec![
        text(&*case.id.0),
        text(case.lang.as_str()),
        in_own_language(case, &case.title),
        text(&*case.kind.id),
        optional(case.org.as_ref().map(|org| &*org.id)),
        optional(case.org.as_ref().map(|org| org.name.as_str())),
        date(&case.date),
        optional(case.date_kind.as_ref().map(|kind| kind.value.as_str())),
        case.date.value().map_or(Cell::Null, |date| Cell::Integer(i64::from(date.value.year()))),
        known_term(&case.severity),
        known_term(&case.root_cause),
        length(&case.timeline.detected_after),
        length(&case.timeline.resolved_after),
        number(score.total),
        name_of(&score.grade),
        count(score.claims),
        count(score.claims_checked),
        date(&case.updated_at),
    ]
}

fn text_rows<'a>(scored: &'a Scored, rows: &mut Vec<Vec<Cell<'a>>>) {
    let case = &scored.verified.case;
    for (field, texts) in case.texts() {
        for (lang, value) in &texts.0 {
            rows.push(vec![
                text(&*case.id.0),
                text(field_name(&field)),
                text(lang.as_str()),
                text(value.value.as_str()),
            ]);
        }
    }
}

fn field_name(field: &Field) -> String {
    field.to_string()
}

fn term_rows<'a>(scored: &'a Scored, rows: &mut Vec<Vec<Cell<'a>>>) {
    let case = &scored.verified.case;
    let lists = [
        ("domain", &case.domain),
        ("component", &case.components),
        ("symptom", &case.symptoms),
        ("contributing", &case.contributing),
    ];
    for (vocabulary, terms) in lists {
        for term in terms {
            rows.push(vec![text(&*case.id.0), text(vocabulary), text(&*term.id)]);
        }
    }
    for (vocabulary, term) in [("root_cause", &case.root_cause), ("severity", &case.severity)] {
        if let Some(term) = term.value() {
            rows.push(vec![text(&*case.id.0), text(vocabulary), text(&*term.id)]);
        }
    }
}

fn vocabulary_rows(library: &Library) -> Vec<Vec<Cell<'_>>> {
    let mut rows = Vec::new();
    for (name, vocabulary) in &library.vocab.0 {
        for (id, term) in &vocabulary.terms {
            for (lang, label) in &term.label {
                let description = term.description.get(lang).map(String::as_str);
                rows.push(vec![
                    text(name.as_str()),
                    text(&**id),
                    text(lang.as_str()),
                    text(label.as_str()),
                    optional(description),
                ]);
            }
        }
    }
    rows
}

fn claim_rows<'a>(scored: &'a Scored, rows: &mut Vec<Vec<Cell<'a>>>) {
    let verified = &scored.verified;
    for (claim, check) in verified.case.claims.iter().zip(&verified.claims) {
        for (lang, said) in &claim.texts {
            let judged = check.by_lang.get(lang);
            let supported = judged.map_or(0, |judged| {
                judged.facts.iter().filter(|fact| fact.status == crate::verify::FactStatus::Supported).count()
            });
            rows.push(vec![
                text(&*verified.case.id.0),
                text(&*claim.id),
                text(lang.as_str()),
                text(claim.kind.as_str()),
                text(field_name(&claim.field)),
                text(said.value.as_str()),
                judged.map_or(Cell::Null, |judged| name_of(&judged.verdict)),
                count(judged.map_or(0, |judged| judged.facts.len())),
                count(supported),
            ]);
        }
    }
}

fn quote_rows<'a>(scored: &'a Scored, rows: &mut Vec<Vec<Cell<'a>>>) {
    let verified = &scored.verified;
    for (claim, check) in verified.case.claims.iter().zip(&verified.claims) {
        for (index, (evidence, quote)) in claim.evidence.iter().zip(&check.quotes).enumerate() {
            let place = if quote.found.found() || quote.found == MatchKind::NoText {
                quote.positions.first()
            } else {
                None
            };
            let end = if quote.found == MatchKind::Elided { quote.positions.last() } else { place };
            rows.push(vec![
                text(&*verified.case.id.0),
                text(&*claim.id),
                count(index),
                optional(evidence.source.as_deref()),
                text(evidence.quote.value.as_str()),
                name_of(&quote.found),
                place.map_or(Cell::Null, |range| count(range.start)),
                end.map_or(Cell::Null, |range| count(range.end)),
                number(quote.similarity),
            ]);
        }
    }
}

fn source_row(source: &crate::model::Source) -> Vec<Cell<'_>> {
    let wanted: Vec<Lang> = source.lang.iter().cloned().collect();
    vec![
        text(&*source.id),
        optional(source.title.best(&wanted).map(|(_, title)| title.value.as_str())),
        optional(source.url.as_deref()),
        optional(source.archived.as_deref()),
        optional(source.publisher.as_deref()),
        optional(source.kind.as_deref()),
        optional(source.lang.as_ref().map(Lang::as_str)),
        optional(source.licence.as_deref()),
        date(&source.published),
        date(&source.retrieved),
        Cell::Boolean(source.text.is_some()),
    ]
}

fn case_source_rows<'a>(scored: &'a Scored, rows: &mut Vec<Vec<Cell<'a>>>) {
    let case = &scored.verified.case;
    for source in &case.sources {
        rows.push(vec![text(&*case.id.0), text(&*source.id)]);
    }
}
