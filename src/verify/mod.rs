//! Claims and quotes into verdicts: where each quote stands, what it says of the claim, whether the
//! languages and the record agree, who says so, and what no source is quoted for.
//!
//! One rule a file. Nothing here reads a file or a clock: sources come with their texts.

pub mod agree;
mod claims;
mod consistency;
pub mod facts;
mod languages;
mod lengths;
pub mod lexicon;
pub mod locate;
mod parity;
mod quotes;
mod report;
mod script;
pub mod sidecar;
mod suggest;
mod uncited;
mod verdict;
mod voices;
mod ways;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use report::{ClaimReport, FactReport, JudgedReport, QuoteReport};
pub use script::quote_lang;
pub use suggest::{Passage, Suggestion, suggest};
pub use verdict::{
    Aspect, ClaimCheck, Computed, FactCheck, FactStatus, Inconsistency, Judgement, LanguageGap,
    LanguageState, LengthCheck, MatchKind, Moment, QuoteCheck, Uncited, Verdict, Verified, Voice, tally,
};

use crate::diag::Diagnostic;
use crate::model::name::{fold_id, nearest};
use crate::model::{Case, CaseId, Field, Library, Text, TextFormat};
use crate::text::Lang;
use crate::text::plain::Format;
use facts::{Fact, FactKind};
use lexicon::Lexicon;
use locate::SourceText;
use sidecar::Sidecar;

/// A source's plain text, made when a case first quotes it and let go after the last that does: folded and
/// indexed it takes many times the room of what was read.
#[derive(Debug, Default)]
struct Slot {
    text: Mutex<Option<Arc<SourceText>>>,
    /// Cases that quote it and were not checked yet.
    left: AtomicUsize,
}

impl Slot {
    fn text(&self) -> MutexGuard<'_, Option<Arc<SourceText>>> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What every case is checked against. Made once a run; sources are rendered when first quoted.
#[derive(Debug)]
pub struct Context<'a> {
    /// Settings, vocabularies, glossary and sources.
    library: &'a Library,
    /// Ids by their comparable form.
    ids: Arc<BTreeMap<String, CaseId>>,
    /// Plain texts by source.
    texts: BTreeMap<Arc<str>, Slot>,
    /// Words, names and their meanings.
    lexicon: Arc<Lexicon>,
    /// Whose voice a source is.
    publishers: Arc<voices::Publishers>,
}

/// What holds from one check to the next as long as ids, vocabularies and glossary do.
#[derive(Debug, Clone)]
pub struct Lasting {
    ids: Arc<BTreeMap<String, CaseId>>,
    lexicon: Arc<Lexicon>,
    publishers: Arc<voices::Publishers>,
}

impl<'a> Context<'a> {
    /// The context for `cases` of `library` (whose own list of cases is not looked at).
    pub fn new(library: &'a Library, cases: &[Arc<Case>]) -> Self {
        let formers = cases
            .iter()
            .flat_map(|case| case.former_ids.iter().map(|former| (fold_id(former), case.id.clone())));
        let own = cases.iter().map(|case| (fold_id(&case.id.0), case.id.clone()));
        let texts: BTreeMap<Arc<str>, Slot> = library
            .sources
            .values()
            .filter(|source| source.text.is_some())
            .map(|source| (source.id.clone(), Slot::default()))
            .collect();
        for slot in cases.iter().flat_map(|case| quoted(case)).filter_map(|source| texts.get(source)) {
            slot.left.fetch_add(1, Ordering::Relaxed);
        }
        let lexicon = Arc::new(Lexicon::new(&library.glossary, &library.vocab));
        let publishers = Arc::new(voices::Publishers::of(library));
        Self { library, ids: Arc::new(formers.chain(own).collect()), texts, lexicon, publishers }
    }

    /// What a later check need not make again.
    pub fn lasting(&self) -> Lasting {
        let (ids, lexicon) = (self.ids.clone(), self.lexicon.clone());
        Lasting { ids, lexicon, publishers: self.publishers.clone() }
    }

    /// The context for `case` alone, in a library of which all that `lasting` is made of is as it was.
    pub fn again(library: &'a Library, lasting: &Lasting, case: &Case) -> Self {
        let quoted = quoted(case).into_iter();
        let stored = quoted.filter(|id| library.sources.get(*id).is_some_and(|source| source.text.is_some()));
        let texts = stored.map(|id| (id.clone(), Slot::default())).collect();
        let Lasting { ids, lexicon, publishers } = lasting.clone();
        Self { library, ids, texts, lexicon, publishers }
    }

    /// Whether a case has this id, now or formerly.
    fn has_case(&self, id: &str) -> bool {
        self.ids.contains_key(&fold_id(id))
    }

    /// The id other than `own` that was probably meant.
    fn nearest_case(&self, id: &str, own: &CaseId) -> Option<&str> {
        nearest(id, self.ids.values().filter(|id| *id != own).map(|id| &*id.0))
    }

    /// The text that quotes of a source are looked for in; `None` where it is not at hand.
    pub fn source_text(&self, source: &str) -> Option<Arc<SourceText>> {
        let slot = self.texts.get(source)?;
        let stored = self.library.sources.get(source)?.text.as_ref()?;
        let format = match stored.format {
            TextFormat::Markdown => Format::Markdown,
            TextFormat::Plain => Format::Text,
            TextFormat::Html => Format::Html,
        };
        let mut text = slot.text();
        Some(text.get_or_insert_with(|| Arc::new(SourceText::render(format, &stored.raw))).clone())
    }

    /// Lets go of the texts that no case needs any more once `case` is checked.
    fn checked(&self, case: &Case) {
        for slot in quoted(case).into_iter().filter_map(|source| self.texts.get(source)) {
            let before =
                slot.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            if before.unwrap_or(0) <= 1 {
                *slot.text() = None;
            }
        }
    }

    /// The language of a source's text: its own, else the library's default.
    fn source_lang(&self, source: &str) -> Arc<str> {
        let own = self.library.sources.get(source).and_then(|source| source.lang.as_ref());
        own.or_else(|| self.library.config.languages.first()).map_or("en", Lang::as_str).into()
    }
}

/// The sources that a case quotes.
fn quoted(case: &Case) -> BTreeSet<&Arc<str>> {
    case.claims.iter().flat_map(|claim| &claim.evidence).filter_map(|own| own.source.as_ref()).collect()
}

/// Checks one case: its claims, its languages, and whether it agrees with itself.
pub fn case(ctx: &Context<'_>, case: Arc<Case>) -> (Verified, Vec<Diagnostic>) {
    let texts = read_texts(&case);
    let (sidecar, broken) = Sidecar::of(&case);
    let (claims, mut diagnostics) = claims::check(ctx, &case, &sidecar);
    ctx.checked(&case);
    diagnostics.extend(broken);
    let languages = languages::states(ctx.library, &case, |lang| sidecar.language(&case, lang));
    diagnostics.extend(languages::stale(&case, &languages, &sidecar));
    let (mut gaps, found) = languages::check(&case, &texts);
    diagnostics.extend(found);
    let (turned, found) = ways::check(&case, &texts, &ctx.lexicon);
    gaps.extend(turned);
    diagnostics.extend(found);
    diagnostics.extend(languages::misdeclared(&case, &texts));
    let lengths = lengths::check(&case, &texts);
    diagnostics.extend(lengths.diagnostics);
    let (mut inconsistencies, found) = consistency::check(ctx, &case);
    diagnostics.extend(found);
    inconsistencies.extend(lengths.faults);
    let (uncited, found) = uncited::check(&case, &texts);
    diagnostics.extend(found);
    let voices = voices::voices(ctx.library, &ctx.publishers, &case);
    drop(texts);
    let verified =
        Verified { case, claims, languages, gaps, lengths: lengths.checks, uncited, voices, inconsistencies };
    verified.case.record.point(&mut diagnostics);
    (verified, diagnostics)
}

/// One language of one text, with its facts.
#[derive(Debug)]
struct FieldFacts<'a> {
    field: Field,
    /// The claim, where the text stands free of any field.
    claim: Option<&'a str>,
    lang: &'a Lang,
    text: &'a Text,
    /// The text without marks and addresses, byte for byte in place.
    plain: Cow<'a, str>,
    facts: Vec<Fact>,
    /// What the facts state, for comparison with another language.
    items: Vec<parity::Item>,
}

/// Every text of a case in every language: fields in the order of a page, then free claims; the
/// languages of one text stand side by side.
fn read_texts(case: &Case) -> Vec<FieldFacts<'_>> {
    let mut texts = Vec::new();
    for (field, versions) in case.texts() {
        texts.extend(versions.0.iter().map(|(lang, text)| read_text(field.clone(), None, lang, text)));
    }
    for claim in case.claims.iter().filter(|claim| claim.ranges.is_empty()) {
        let versions = claim.texts.iter();
        texts.extend(
            versions.map(|(lang, text)| read_text(claim.field.clone(), Some(&*claim.id), lang, text)),
        );
    }
    texts
}

fn read_text<'a>(field: Field, claim: Option<&'a str>, lang: &'a Lang, text: &'a Text) -> FieldFacts<'a> {
    let plain = without_marks(&text.value);
    let facts = facts::extract(lang.as_str(), &plain);
    let items = parity::items(&facts);
    FieldFacts { field, claim, lang, text, plain, facts, items }
}

/// Footnote marks and addresses of links overwritten by spaces, so that the `1` of `[^t1]` is no
/// figure; all other bytes stay where they are.
fn without_marks(text: &str) -> Cow<'_, str> {
    let mut blanks: Vec<std::ops::Range<usize>> = Vec::new();
    for (open, close, skip) in [("[^", ']', 0), ("](", ')', 1)] {
        let mut from = 0;
        while let Some(at) = text[from..].find(open).map(|at| from + at) {
            let inside = at + open.len();
            let Some(end) = text[inside..].find([close, '\n']) else { break };
            if text[inside + end..].starts_with(close) {
                blanks.push(at + skip..inside + end + 1);
            }
            from = inside + end;
        }
    }
    if blanks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_owned();
    for blank in blanks {
        plain.replace_range(blank.clone(), &" ".repeat(blank.len()));
    }
    Cow::Owned(plain)
}

/// A kind as JSON names it.
fn kind_name(kind: FactKind) -> String {
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_addresses_leave_every_other_byte_in_place() {
        let text = "A [link](https://a.example/1.2) of 5.[^t1] 끝[^각주].";
        let plain = without_marks(text);
        assert_eq!(plain.len(), text.len());
        assert_eq!(plain, format!("A [link]{} of 5.{} 끝{}.", " ".repeat(23), " ".repeat(5), " ".repeat(9)));
        assert!(matches!(without_marks("nothing here"), Cow::Borrowed(_)));
    }
}
