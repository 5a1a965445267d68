//! What all languages share: for each facet the terms of every case, and the date and score that
//! results are sorted by. Read only when results are narrowed, counted or sorted.

use std::collections::BTreeMap;

use serde_json::json;

use super::build::column;
use super::bytes::{Fault, Input, Output};
use super::document::{Document, Facet, FacetTerm};
use super::entry::FacetEntry;

/// The facet made of dates.
pub const YEAR: &str = "year";
/// The facet made of the languages of the texts.
pub const LANG: &str = "lang";

/// The columns as files.
pub struct Columns {
    /// Name and bytes of each.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the entry says of them.
    pub facets: Vec<FacetEntry>,
}

/// Makes the columns.
pub fn build(order: &[&Document], facets: &[Facet]) -> Columns {
    let mut columns = Columns { files: Vec::new(), facets: Vec::new() };
    let mut out = Output::default();
    for document in order {
        out.number(document.date_key);
        out.number(document.score.map_or(0, |score| u32::from(score) + 1));
    }
    columns.files.push(("cases.bin".to_owned(), column(b'c', 0, out)));
    let mut all: Vec<Facet> = facets.to_vec();
    for name in [YEAR, LANG] {
        if !all.iter().any(|facet| facet.name == name) {
            all.push(Facet { name: name.to_owned(), ordered: true, terms: Vec::new() });
        }
    }
    for (number, facet) in all.iter().enumerate() {
        let year = |document: &Document| {
            let year = document.date_key / 10_000;
            if year == 0 { Vec::new() } else { vec![year.to_string()] }
        };
        let of_case = |document: &Document| -> Vec<String> {
            match facet.name.as_str() {
                YEAR => year(document),
                LANG => document.texts.iter().map(|text| text.lang.to_string()).collect(),
                name => document.facets.get(name).cloned().unwrap_or_default(),
            }
        };
        let mut terms: Vec<FacetTerm> = facet.terms.clone();
        let mut numbers: BTreeMap<String, u32> =
            terms.iter().enumerate().map(|(at, term)| (term.id.clone(), at as u32)).collect();
        let mut unknown: Vec<String> = order
            .iter()
            .flat_map(|document| of_case(document))
            .filter(|id| !numbers.contains_key(id))
            .collect();
        unknown.sort();
        unknown.dedup();
        if facet.name == YEAR {
            unknown.reverse();
        }
        for id in unknown {
            numbers.insert(id.clone(), terms.len() as u32);
            terms.push(FacetTerm { id, ..FacetTerm::default() });
        }
        let listed: Vec<_> = terms.iter().map(listed).collect();
        let mut out = Output::default();
        out.string(&json!(listed).to_string());
        for document in order {
            let mut of_case: Vec<u32> =
                of_case(document).iter().filter_map(|id| numbers.get(id).copied()).collect();
            of_case.sort_unstable();
            of_case.dedup();
            out.number(of_case.len() as u32);
            of_case.into_iter().for_each(|term| out.number(term));
        }
        columns.files.push((format!("f{number}.bin"), column(b'f', number as u32, out)));
        columns.facets.push(FacetEntry { name: facet.name.clone(), ordered: facet.ordered });
    }
    columns
}

/// A term as the column lists it: id, labels, and its other names where it has any.
fn listed(term: &FacetTerm) -> serde_json::Value {
    if term.names.is_empty() {
        json!([term.id, term.labels])
    } else {
        json!([term.id, term.labels, term.names])
    }
}

/// A term as it is read: id, labels by language, other names.
#[derive(Debug, Clone, serde::Deserialize)]
pub struct ColumnTerm(pub String, pub BTreeMap<String, String>, #[serde(default)] pub Vec<String>);

/// A facet as it is read: its terms, and for each case the terms it has.
#[derive(Debug, Clone)]
pub struct FacetColumn {
    /// Its terms.
    pub terms: Vec<ColumnTerm>,
    /// For each case the numbers of its terms.
    pub cases: Vec<Vec<u32>>,
}

impl FacetColumn {
    /// Reads the facet of a library of `cases` cases.
    pub fn decode(payload: &[u8], path: &str, cases: u32) -> Result<Self, Fault> {
        let mut input = Input::new(payload, path);
        let terms = serde_json::from_str(input.string()?).map_err(|_| input.corrupt())?;
        let mut column = Self { terms, cases: Vec::new() };
        for _ in 0..cases {
            let count = input.count()?;
            column.cases.push((0..count).map(|_| input.number()).collect::<Result<_, _>>()?);
        }
        Ok(column)
    }
}

/// Reads date key and score in tenths plus one (0: none) of every case.
pub fn read_cases(payload: &[u8], path: &str, cases: u32) -> Result<Vec<(u32, u32)>, Fault> {
    let mut input = Input::new(payload, path);
    (0..cases).map(|_| Ok((input.number()?, input.number()?))).collect()
}
