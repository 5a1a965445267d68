//! Proposals for sentences that state facts and cite nothing: the passages of the case's own sources
//! that bear most of those facts, in whatever language. A proposal is a hint, never evidence.

use std::cmp::Reverse;
use std::sync::Arc;

use super::agree::{Agreement, Statement, agree};
use super::uncited::sentences;
use super::{Context, FactStatus, Uncited, Verdict, Verified};

/// Passages proposed for a sentence at most.
const MOST: usize = 3;
/// Characters of a passage: shorter ones say too little, longer ones may not be quoted.
const LENGTH: std::ops::RangeInclusive<usize> = 20..=300;

/// A sentence without evidence, and what could stand behind it, the best first.
#[derive(Debug, Clone)]
pub struct Suggestion<'a> {
    /// The sentence.
    pub uncited: &'a Uncited,
    /// Its words.
    pub sentence: String,
    /// Passages, at most three; none where no source says any of its facts.
    pub passages: Vec<Passage>,
}

/// A passage of a source.
#[derive(Debug, Clone)]
pub struct Passage {
    /// The name by which the record's notes call the source.
    pub source: String,
    /// Its words.
    pub quote: String,
    /// Facts of the sentence that it bears.
    pub supported: usize,
    /// Facts of the sentence in all.
    pub facts: usize,
}

/// Proposes passages for every sentence of `verified` that states facts and cites nothing.
pub fn suggest<'a>(ctx: &Context<'_>, verified: &'a Verified) -> Vec<Suggestion<'a>> {
    verified
        .uncited
        .iter()
        .map(|uncited| {
            let sentence = words(verified, uncited);
            let passages = passages(ctx, verified, uncited, &sentence);
            Suggestion { uncited, sentence, passages }
        })
        .collect()
}

fn words(verified: &Verified, uncited: &Uncited) -> String {
    let texts = verified.case.texts();
    let text = texts
        .iter()
        .find(|(field, _)| *field == uncited.field)
        .and_then(|(_, texts)| texts.get(&uncited.lang));
    text.and_then(|text| text.value.get(uncited.range.clone())).unwrap_or_default().trim().to_owned()
}

fn passages(ctx: &Context<'_>, verified: &Verified, uncited: &Uncited, sentence: &str) -> Vec<Passage> {
    let claim = Statement { lang: uncited.lang.as_str(), text: sentence };
    let mut found: Vec<(Rank, Passage)> = Vec::new();
    for source in &verified.case.sources {
        let Some(text) = ctx.source_text(&source.id) else { continue };
        let lang: Arc<str> = ctx.source_lang(&source.id);
        for range in sentences(text.text()) {
            let quote = text.text()[range].split_whitespace().collect::<Vec<_>>().join(" ");
            if !LENGTH.contains(&quote.chars().count()) {
                continue;
            }
            let agreement = agree(claim, &[Statement { lang: &lang, text: &quote }], &ctx.lexicon);
            let supported = count(&agreement, FactStatus::Supported);
            if supported > 0 {
                let rank =
                    (Reverse(supported), count(&agreement, FactStatus::Contradicted), agreement.verdict);
                let facts = agreement.facts.len();
                found.push((rank, Passage { source: source.name.clone(), quote, supported, facts }));
            }
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MOST);
    found.into_iter().map(|(_, passage)| passage).collect()
}

/// More facts borne, fewer gainsaid, the better verdict; then the order of the text.
type Rank = (Reverse<usize>, usize, Verdict);

fn count(agreement: &Agreement, status: FactStatus) -> usize {
    agreement.facts.iter().filter(|fact| fact.status == status).count()
}
