//! The versioned JSON of every case and of the whole: the record as written beside what was computed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Site;
use super::address::{Path, segment};
use super::catalogue::cited_sources;
use super::names;
use crate::model::{Claim, Evidence};
use crate::relate::Relation;
use crate::score::Scored;
use crate::verify::{ClaimCheck, QuoteCheck, Verdict};

/// Where a case's JSON stands.
pub fn case_path(id: &str) -> Path {
    Path::new(format!("api/v1/cases/{}.json", segment(id)))
}

/// `{"record": …, "computed": …}` of case number `number`, with a line's end.
pub fn case(site: &Site<'_>, number: usize) -> String {
    let scored = &site.cases[number];
    // The record is written from where it stands: it is the larger part, and no copy of it is needed.
    let record = &scored.verified.case.record;
    let computed = computed(site, scored, site.relations_of(number));
    format!("{{\"record\":{record},\"computed\":{computed}}}\n")
}

fn computed(site: &Site<'_>, scored: &Scored, relations: &[Relation]) -> Value {
    let verified = &scored.verified;
    let case = &verified.case;
    let pages: Map<String, Value> = site
        .library
        .config
        .languages
        .iter()
        .map(|lang| (lang.to_string(), address(site, &Path::case(lang, &case.slug)).into()))
        .collect();
    let claims: Vec<Value> =
        case.claims.iter().zip(&verified.claims).map(|(claim, check)| claim_json(claim, check)).collect();
    let languages: Map<String, Value> = verified
        .languages
        .iter()
        .map(|(lang, state)| (lang.to_string(), names::language_state(*state).into()))
        .collect();
    let gaps: Vec<Value> = verified
        .gaps
        .iter()
        .flat_map(|gap| {
            gap.told.iter().map(move |told| {
                json!({"field": gap.field.to_string(), "lang": gap.lang, "other": gap.other,
                    "text": told, "instead": gap.instead})
            })
        })
        .collect();
    let lengths: Vec<Value> = verified
        .lengths
        .iter()
        .map(|check| {
            let computed: Vec<Value> = check
                .computed
                .iter()
                .map(|told| {
                    json!({"length": told.length(), "from": told.from.to_string(), "to": told.to.to_string()})
                })
                .collect();
            json!({"field": check.field.to_string(), "stated": check.stated.written, "computed": computed,
                "agrees": check.agrees})
        })
        .collect();
    let voices: Vec<Value> = verified
        .voices
        .iter()
        .map(|voice| json!({"primary": voice.primary, "sources": strings(&voice.sources)}))
        .collect();
    let faults: Vec<Value> = verified
        .inconsistencies
        .iter()
        .map(|fault| json!({"aspect": fault.aspect, "field": fault.field, "message": fault.message}))
        .collect();
    json!({
        "id": case.id,
        "slug": case.slug,
        "pages": pages,
        "score": scored.score,
        "verdicts": tally(verified.claims.iter().map(|claim| claim.verdict)),
        "claims": claims,
        "languages": languages,
        "gaps": gaps,
        "lengths": lengths,
        "uncited": verified.uncited.len(),
        "voices": voices,
        "inconsistencies": faults,
        "relations": relations,
        "annotations": annotations(site, scored),
    })
}

fn strings(all: &[std::sync::Arc<str>]) -> Vec<&str> {
    all.iter().map(|one| &**one).collect()
}

/// How many claims have each verdict; every verdict is named, so that the sums can be checked.
pub fn tally(verdicts: impl Iterator<Item = Verdict>) -> Value {
    let mut counts = [0usize; names::VERDICTS.len()];
    for verdict in verdicts {
        if let Some(at) = names::VERDICTS.iter().position(|other| *other == verdict) {
            counts[at] += 1;
        }
    }
    let map: Map<String, Value> = names::VERDICTS
        .iter()
        .zip(counts)
        .map(|(verdict, count)| (names::verdict(*verdict).to_owned(), count.into()))
        .collect();
    Value::Object(map)
}

fn claim_json(claim: &Claim, check: &ClaimCheck) -> Value {
    let texts: Map<String, Value> =
        claim.texts.iter().map(|(lang, text)| (lang.to_string(), text.value.clone().into())).collect();
    let by_lang: Map<String, Value> = check
        .by_lang
        .iter()
        .map(|(lang, judgement)| {
            (
                lang.to_string(),
                json!({"verdict": names::verdict(judgement.verdict), "facts": judgement.facts}),
            )
        })
        .collect();
    let judged: Vec<Value> = check
        .judged
        .iter()
        .map(|(judge, verdict, reason)| json!({"judge": judge, "verdict": verdict, "reason": reason}))
        .collect();
    let quotes: Vec<Value> = claim
        .evidence
        .iter()
        .zip(&check.quotes)
        .map(|(evidence, quote)| quote_json(evidence, quote))
        .collect();
    json!({
        "id": claim.id,
        "kind": claim.kind,
        "field": claim.field.to_string(),
        "text": texts,
        "verdict": names::verdict(check.verdict),
        "by_lang": by_lang,
        "quotes": quotes,
        "judged": judged,
    })
}

fn quote_json(evidence: &Evidence, check: &QuoteCheck) -> Value {
    let positions: Vec<Value> =
        check.positions.iter().map(|range| json!({"start": range.start, "end": range.end})).collect();
    json!({
        "source": evidence.source.as_deref().unwrap_or(&evidence.source_name),
        "quote": evidence.quote.value,
        "match": names::match_kind(check.found),
        "positions": positions,
        "folds": check.folds,
        "similarity": check.similarity,
        "near": check.near,
        "gaps": check.gaps,
        "skipped_negation": check.skipped_negation,
        "verified_on": check.verified_on,
    })
}

/// The quotes as W3C Web Annotations: the claim is the body, the passage in the source the target.
fn annotations(site: &Site<'_>, scored: &Scored) -> Vec<Value> {
    let verified = &scored.verified;
    let case = &verified.case;
    let mut all = Vec::new();
    for (claim, check) in case.claims.iter().zip(&verified.claims) {
        for (evidence, quote) in claim.evidence.iter().zip(&check.quotes) {
            let source = evidence.source.as_ref().and_then(|id| site.library.sources.get(id));
            let Some(url) = source.and_then(|source| source.url.as_deref()) else { continue };
            let bodies: Vec<Value> = claim
                .texts
                .iter()
                .map(|(lang, text)| {
                    json!({"type": "TextualBody", "value": text.value, "language": lang, "format": "text/plain"})
                })
                .collect();
            let mut selector = json!({"type": "TextQuoteSelector", "exact": evidence.quote.value});
            if let (Some((prefix, suffix)), Some(object)) = (&quote.context, selector.as_object_mut()) {
                object.insert("prefix".to_owned(), prefix.clone().into());
                object.insert("suffix".to_owned(), suffix.clone().into());
            }
            all.push(json!({
                "@context": "http://www.w3.org/ns/anno.jsonld",
                "type": "Annotation",
                "motivation": "assessing",
                "body": bodies,
                "target": {"source": url, "selector": selector},
            }));
        }
    }
    all
}

fn address(site: &Site<'_>, path: &Path) -> String {
    site.absolute(path).unwrap_or_else(|| path.encoded())
}

/// Every case in short, sorted by id.
pub fn cases(site: &Site<'_>) -> Value {
    let cases: Vec<Value> = site
        .cases
        .iter()
        .map(|scored| {
            let case = &scored.verified.case;
            let titles: Map<String, Value> = case
                .title
                .0
                .iter()
                .map(|(lang, text)| (lang.to_string(), crate::text::markdown::title(&text.value).into()))
                .collect();
            json!({
                "id": case.id,
                "slug": case.slug,
                "path": Path::new(format!("cases/{}/", segment(&case.slug))).encoded(),
                "type": case.kind.id,
                "title": titles,
                "org": case.org.as_ref().map(|org| &*org.id),
                "date": case.date.value().map(|date| date.value.to_string()),
                "score": scored.score.total,
                "verdicts": tally(scored.verified.claims.iter().map(|claim| claim.verdict)),
                "json": address(site, &case_path(&case.id.0)),
            })
        })
        .collect();
    json!({"version": 1, "as_of": site.as_of.to_string(), "count": cases.len(), "cases": cases})
}

/// Every vocabulary with its terms, labels, descriptions and aliases.
pub fn vocabularies(site: &Site<'_>) -> Value {
    let all: Map<String, Value> = site
        .library
        .vocab
        .0
        .iter()
        .map(|(name, vocabulary)| {
            let terms: Vec<Value> = vocabulary
                .order
                .iter()
                .filter_map(|id| vocabulary.terms.get(id))
                .map(|term| {
                    json!({"id": term.id, "label": term.label, "description": term.description,
                        "aliases": term.aliases, "broader": term.broader})
                })
                .collect();
            (name.clone(), Value::Array(terms))
        })
        .collect();
    json!({"version": 1, "vocabularies": all})
}

/// Every source without its text, with the ids of the cases that rest on it.
pub fn sources(site: &Site<'_>) -> Value {
    let mut cases: BTreeMap<Arc<str>, Vec<&str>> = BTreeMap::new();
    for scored in site.cases {
        let case = &scored.verified.case;
        for source in cited_sources(case) {
            cases.entry(source).or_default().push(&case.id.0);
        }
    }
    let all: Vec<Value> = site
        .library
        .sources
        .values()
        .map(|source| {
            let titles: Map<String, Value> = source
                .title
                .0
                .iter()
                .map(|(lang, text)| (lang.to_string(), text.value.clone().into()))
                .collect();
            json!({
                "id": source.id,
                "title": titles,
                "url": source.url,
                "archived": source.archived,
                "publisher": source.publisher,
                "author": source.author,
                "kind": source.kind,
                "lang": source.lang,
                "licence": source.licence,
                "published": source.published.value().map(|date| date.value.to_string()),
                "retrieved": source.retrieved.value().map(|date| date.value.to_string()),
                "stored": source.text.is_some(),
                "cites": strings(&source.cites),
                "cases": cases.get(&source.id).map_or(&[][..], Vec::as_slice),
            })
        })
        .collect();
    json!({"version": 1, "count": all.len(), "sources": all})
}
