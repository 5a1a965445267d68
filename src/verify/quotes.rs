//! A quote of a claim: where it stands in its source, and what the contributor is told of it.

use super::Context;
use super::locate::{Located, QuoteSelector, SourceText, locate};
use super::verdict::{MatchKind, QuoteCheck};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Claim, Evidence};

/// Characters of a passage that a message shows.
const SHOWN: usize = 160;

/// Looks for the quote in its source's text.
pub(super) fn look(ctx: &Context<'_>, evidence: &Evidence) -> QuoteCheck {
    let Some(text) = evidence.source.as_ref().and_then(|id| ctx.source_text(id)) else {
        return check(&Located::no_text(), None);
    };
    let selector = QuoteSelector {
        exact: &evidence.quote.value,
        prefix: evidence.prefix.as_deref().unwrap_or_default(),
        suffix: evidence.suffix.as_deref().unwrap_or_default(),
    };
    check(&locate(&text, &selector), Some(&text))
}

fn check(located: &Located, text: Option<&SourceText>) -> QuoteCheck {
    let passage = |bytes: std::ops::Range<usize>| text.and_then(|text| text.text().get(bytes));
    let places = if located.kind == MatchKind::Elided { &located.parts } else { &located.places };
    QuoteCheck {
        found: located.kind,
        positions: places.iter().map(|place| place.start..place.end).collect(),
        folds: located.folds.iter().map(|fold| fold.name()).collect(),
        similarity: located.similarity,
        near: located.near.as_ref().and_then(|near| passage(near.place.bytes.range())).map(ToOwned::to_owned),
        gaps: located.gaps.iter().map(|gap| gap.place.end - gap.place.start).collect(),
        skipped_negation: located.skips_negation(),
        short: located.short,
        context: text.zip(located.places.first()).map(|(text, place)| text.around(place)),
        verified_on: None,
        former: None,
        text_hash: text.map(SourceText::hash),
    }
}

/// What the contributor is told of a quote. That a source's text is not at hand is told elsewhere,
/// once a source.
pub(super) fn findings(
    case: &Case,
    claim: &Claim,
    evidence: &Evidence,
    quote: &QuoteCheck,
) -> Vec<Diagnostic> {
    let place = || case.place(evidence.quote.at);
    let source = evidence.source.as_deref().unwrap_or(&evidence.source_name);
    let near = quote.near.as_deref().map(in_short);
    let mut told = Vec::new();
    match quote.found {
        MatchKind::Exact | MatchKind::Normalized | MatchKind::Elided | MatchKind::NoText => {}
        MatchKind::Ambiguous => {
            let message =
                format!("the quote stands at {} places of source `{source}`", quote.positions.len());
            told.push(
                Diagnostic::new(Code::V003, place(), message)
                    .help("quote more of the passage, or add a `prefix` or `suffix` that tells them apart"),
            );
        }
        MatchKind::Fuzzy => {
            let near = near.unwrap_or_default();
            told.push(
                Diagnostic::new(Code::V002, place(), format!("the quote differs from source `{source}`"))
                    .label(format!("the source says: {near}"))
                    .also(case.place(claim.at), format!("stands behind claim `{}`", claim.id))
                    .help(format!("write it as the source does: \"{near}\"")),
            );
        }
        MatchKind::Absent => {
            let help = near.map_or_else(
                || format!("copy the passage from source `{source}` word for word, or name its own source"),
                |near| format!("the nearest passage is \"{near}\": copy it, or name the quote's own source"),
            );
            told.push(
                Diagnostic::new(Code::V001, place(), format!("the quote is not in source `{source}`"))
                    .also(case.place(claim.at), format!("stands behind claim `{}`", claim.id))
                    .help(help),
            );
        }
    }
    if quote.skipped_negation {
        told.push(
            Diagnostic::new(Code::V004, place(), "the quote leaves out a negation")
                .label("the omission skips a word like `not`")
                .help("quote the passage with its negation, or quote its parts one by one"),
        );
    }
    if quote.found.found() && quote.short {
        told.push(
            Diagnostic::new(Code::V005, place(), "the quote is too short to say anything")
                .help("quote the whole sentence"),
        );
    }
    told
}

/// A passage on one line, cut to what a message can hold.
pub(super) fn in_short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
