//! A claim and its quotes into a verdict a language, and what the contributor is told of it.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::sidecar::Sidecar;
use super::verdict::{ClaimCheck, FactCheck, FactStatus, Judgement, MatchKind, QuoteCheck, Verdict};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Claim, Evidence, Text};
use crate::text::Lang;

/// All claims of a case.
pub(super) fn check(ctx: &Context<'_>, case: &Case, sidecar: &Sidecar) -> (Vec<ClaimCheck>, Vec<Diagnostic>) {
    let mut findings = Findings { case, diagnostics: Vec::new(), without_text: BTreeSet::new() };
    let checks = case
        .claims
        .iter()
        .map(|claim| {
            let check = check_claim(ctx, case, claim, sidecar);
            findings.claim(ctx, claim, &check);
            check
        })
        .collect();
    (checks, findings.diagnostics)
}

fn check_claim(ctx: &Context<'_>, case: &Case, claim: &Claim, sidecar: &Sidecar) -> ClaimCheck {
    let quotes: Vec<QuoteCheck> = claim
        .evidence
        .iter()
        .map(|evidence| {
            let mut check = super::quotes::look(ctx, evidence);
            sidecar.recall(case, claim, evidence, &mut check);
            check
        })
        .collect();
    let standing: Vec<Standing<'_>> = claim
        .evidence
        .iter()
        .zip(&quotes)
        .enumerate()
        .filter(|(_, (_, check))| check.stands())
        .map(|(number, (evidence, _))| Standing {
            number,
            lang: quote_lang(ctx, case, evidence),
            quote: &evidence.quote.value,
        })
        .collect();
    let by_lang: BTreeMap<Lang, Judgement> = claim
        .texts
        .iter()
        .map(|(lang, text)| {
            let judgement = match without_comparison(&quotes) {
                Some(verdict) => Judgement { verdict, facts: uncompared(lang, text, verdict) },
                None => judge(ctx, lang, text, &standing),
            };
            (lang.clone(), judgement)
        })
        .collect();
    let verdict = by_lang
        .values()
        .map(|judgement| judgement.verdict)
        .max_by_key(|verdict| verdict.badness())
        .or_else(|| without_comparison(&quotes))
        .unwrap_or(Verdict::Unsupported);
    ClaimCheck { quotes, by_lang, verdict, judged: sidecar.answers(case, claim) }
}

/// A quote that stands in its source.
struct Standing<'a> {
    /// Number of the evidence.
    number: usize,
    lang: Lang,
    quote: &'a str,
}

/// The verdict where no quote stands, so that there is nothing to compare with.
fn without_comparison(quotes: &[QuoteCheck]) -> Option<Verdict> {
    if quotes.is_empty() {
        Some(Verdict::Unsupported)
    } else if quotes.iter().any(QuoteCheck::stands) {
        None
    } else if quotes.iter().all(|quote| quote.effective() == MatchKind::NoText) {
        Some(Verdict::Unchecked)
    } else {
        Some(Verdict::QuoteAbsent)
    }
}

/// The facts of a claim that no quote stands behind: they cannot be told.
fn uncompared(lang: &Lang, text: &Text, verdict: Verdict) -> Vec<FactCheck> {
    let why = match verdict {
        Verdict::Unchecked => "the source's text is not at hand",
        Verdict::QuoteAbsent => "the quote is not in its source",
        _ => "nothing is quoted for it",
    };
    let plain = super::without_marks(&text.value);
    super::facts::extract(lang.as_str(), &plain)
        .into_iter()
        .filter_map(|fact| {
            Some(FactCheck {
                kind: super::kind_name(fact.kind),
                text: text.value.get(fact.span.range())?.to_owned(),
                span: fact.span,
                status: FactStatus::CannotTell,
                against: None,
                against_at: None,
                why: why.to_owned(),
            })
        })
        .collect()
}

/// The language of a quote: its source's; where that is not told, the one that its script shows,
/// the record's own first.
fn quote_lang(ctx: &Context<'_>, case: &Case, evidence: &Evidence) -> Lang {
    let told = evidence
        .source
        .as_ref()
        .and_then(|id| ctx.library.sources.get(id))
        .and_then(|source| source.lang.clone());
    told.unwrap_or_else(|| super::script::likely(&case.lang, &evidence.quote.value))
}

fn judge(_ctx: &Context<'_>, lang: &Lang, text: &Text, quotes: &[Standing<'_>]) -> Judgement {
    let plain = super::without_marks(&text.value);
    let own = super::facts::extract(lang.as_str(), &plain);
    let mut facts = Vec::new();
    for fact in own {
        let same = quotes.iter().find_map(|quote| {
            let theirs = super::facts::extract(quote.lang.as_str(), quote.quote);
            let same =
                theirs.into_iter().find(|other| other.value == fact.value && other.unit == fact.unit)?;
            Some((quote.number, quote.quote.get(same.span.range())?.to_owned(), same.span))
        });
        let status = if same.is_some() { FactStatus::Supported } else { FactStatus::Missing };
        facts.push(FactCheck {
            kind: super::kind_name(fact.kind),
            text: plain.get(fact.span.range()).unwrap_or_default().to_owned(),
            span: fact.span,
            status,
            against: same.as_ref().map(|(_, text, _)| text.clone()),
            against_at: same.map(|(number, _, span)| (u32::try_from(number).unwrap_or(u32::MAX), span)),
            why: String::new(),
        });
    }
    let supported = facts.iter().filter(|fact| fact.status == FactStatus::Supported).count();
    let verdict = match (supported, facts.len()) {
        (_, 0) => Verdict::Quoted,
        (supported, all) if supported == all => Verdict::Supported,
        (0, _) => Verdict::Unsupported,
        _ => Verdict::Partial,
    };
    Judgement { verdict, facts }
}

/// What the contributor is told about claims.
struct Findings<'a> {
    case: &'a Case,
    diagnostics: Vec<Diagnostic>,
    /// Sources without text, told once each.
    without_text: BTreeSet<String>,
}

impl Findings<'_> {
    fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.case(&*self.case.id.0));
    }

    fn claim(&mut self, ctx: &Context<'_>, claim: &Claim, check: &ClaimCheck) {
        if claim.evidence.is_empty() {
            let message = format!("claim `{}` has no evidence", claim.id);
            self.say(
                Diagnostic::new(Code::V017, self.case.place(claim.at), message)
                    .help("quote the passage of a source that says it"),
            );
        }
        for (evidence, quote) in claim.evidence.iter().zip(&check.quotes) {
            for diagnostic in super::quotes::findings(self.case, claim, evidence, quote) {
                self.say(diagnostic);
            }
            if quote.effective() == MatchKind::NoText {
                self.no_text(ctx, evidence);
            }
        }
        for (lang, judgement) in &check.by_lang {
            if let Some(text) = claim.texts.get(lang) {
                self.judgement(claim, check, text, judgement);
            }
        }
    }

    /// Told once a source.
    fn no_text(&mut self, ctx: &Context<'_>, evidence: &Evidence) {
        // An unknown source is told by the model.
        let Some(source) = evidence.source.as_ref().and_then(|id| ctx.library.sources.get(id)) else {
            return;
        };
        if !self.without_text.insert(source.id.to_string()) {
            return;
        }
        let message =
            format!("the text of source `{}` is not at hand: its quotes are not checked", source.id);
        let help = match &source.url {
            Some(_) => format!("`casebook snapshot {}` stores a copy outside the repository", source.id),
            None => format!("add its text below the front matter of content/sources/{}.md", source.id),
        };
        self.say(Diagnostic::new(Code::V006, self.case.place(evidence.at), message).help(help));
    }

    fn judgement(&mut self, claim: &Claim, check: &ClaimCheck, text: &Text, judgement: &Judgement) {
        let at = |fact: &FactCheck| self.case.place(text.locate(fact.span.range()));
        let mut told = Vec::new();
        for fact in judgement.facts.iter().filter(|fact| fact.status == FactStatus::Contradicted) {
            let mut diagnostic = Diagnostic::new(Code::V007, at(fact), "the quote gives another value")
                .label(format!("claimed: {}", fact.text));
            diagnostic = match (&fact.against, &fact.against_at) {
                (Some(against), Some((number, span))) => {
                    let evidence =
                        usize::try_from(*number).ok().and_then(|number| claim.evidence.get(number));
                    let help = format!("write {against}, or quote the passage that says {}", fact.text);
                    let diagnostic = diagnostic.help(help);
                    match evidence {
                        Some(evidence) => diagnostic.also(
                            self.case.place(evidence.quote.locate(span.range())),
                            format!("quoted: {against}"),
                        ),
                        None => diagnostic,
                    }
                }
                _ => diagnostic.help(format!("{}: quote the passage that says {}", fact.why, fact.text)),
            };
            told.push(diagnostic);
        }
        if check.quotes.iter().any(QuoteCheck::stands) {
            told.extend(self.missing(claim, text, judgement));
            if judgement.verdict == Verdict::Unsupported && judgement.facts.is_empty() {
                let mut diagnostic = Diagnostic::new(
                    Code::V009,
                    self.case.place(text.at),
                    "no quote says anything of this claim",
                )
                .help("quote the passage that says it, or claim what the quote says");
                for evidence in &claim.evidence {
                    diagnostic = diagnostic.also(self.case.place(evidence.quote.at), "quoted");
                }
                told.push(diagnostic);
            }
        }
        for diagnostic in told {
            self.say(diagnostic);
        }
    }

    /// One finding for all facts of a claim that no quote bears.
    fn missing(&self, claim: &Claim, text: &Text, judgement: &Judgement) -> Option<Diagnostic> {
        let missing: Vec<&FactCheck> =
            judgement.facts.iter().filter(|fact| fact.status == FactStatus::Missing).collect();
        let (first, further) = missing.split_first()?;
        let told: Vec<&str> = missing.iter().map(|fact| fact.text.as_str()).collect();
        let place = |fact: &FactCheck| self.case.place(text.locate(fact.span.range()));
        let message = format!("no quote says {}", told.join(", "));
        let mut diagnostic = Diagnostic::new(Code::V008, place(first), message).label("claimed");
        for fact in further {
            diagnostic = diagnostic.also(place(fact), "claimed");
        }
        for evidence in &claim.evidence {
            diagnostic = diagnostic.also(self.case.place(evidence.quote.at), "quoted");
        }
        Some(diagnostic.help("quote the passage that says it too, or leave it out of the claim"))
    }
}
