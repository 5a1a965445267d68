//! Every quote of the shared set is found as it was made.

use std::collections::BTreeMap;

use casebook::text::plain::Format;
use casebook::verify::MatchKind;
use casebook::verify::locate::{QuoteSelector, SourceText, locate};

#[derive(serde::Deserialize)]
struct Row {
    id: String,
    source: String,
    quote: String,
    expect: String,
}

#[test]
fn quotes_are_found_as_they_were_made() {
    let (Some(rows), Some(texts)) =
        (super::support::shared("vectors/quotes.jsonl"), super::support::shared("sources"))
    else {
        return;
    };
    let mut sources: BTreeMap<String, SourceText> = BTreeMap::new();
    let mut wrong = Vec::new();
    let rows = std::fs::read_to_string(rows).unwrap();
    for row in rows.lines().map(|line| serde_json::from_str::<Row>(line).unwrap()) {
        let source = sources.entry(row.source.clone()).or_insert_with(|| {
            let raw = std::fs::read_to_string(texts.join(format!("{}.md", row.source))).unwrap();
            SourceText::render(Format::Markdown, &raw)
        });
        let located = locate(source, &QuoteSelector::new(&row.quote));
        let expected = match row.expect.as_str() {
            "exact" => MatchKind::Exact,
            "normalized" => MatchKind::Normalized,
            "elided" => MatchKind::Elided,
            "fuzzy" => MatchKind::Fuzzy,
            _ => MatchKind::Absent,
        };
        let same = located.kind == expected
            || (expected == MatchKind::Exact && located.kind == MatchKind::Ambiguous);
        if !same {
            wrong.push(format!("{}: {:?}, not {expected:?}", row.id, located.kind));
        }
        for place in &located.places {
            let chars: String =
                source.text().chars().skip(place.start).take(place.end - place.start).collect();
            assert_eq!(chars, source.text()[place.bytes.range()], "{}", row.id);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
