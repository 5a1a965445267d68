//! A claim and its quotes into a verdict a language, and what the contributor is told of it.

use std::collections::BTreeSet;

use super::Context;
use super::agree::{Statement, agree};
use super::sidecar::Sidecar;
use super::verdict::{ClaimCheck, FactCheck, FactStatus, Judgement, MatchKind, QuoteCheck, Verdict};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Claim, Evidence, Text};
use crate::text::{ByLang, Lang};

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
    let by_lang: ByLang<Judgement> = claim
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
    let quote = &evidence.quote.value;
    let source = evidence.source.as_ref().and_then(|id| ctx.library.sources.get(id));
    let told = source.and_then(|source| source.lang.as_ref());
    told.map_or_else(
        || super::script::likely(&case.lang, quote),
        |told| super::script::quote_lang(told, quote),
    )
}

fn judge(ctx: &Context<'_>, lang: &Lang, text: &Text, standing: &[Standing<'_>]) -> Judgement {
    let plain = super::without_marks(&text.value);
    let claim = Statement { lang: lang.as_str(), text: &plain };
    let quotes: Vec<Statement<'_>> = standing
        .iter()
        .map(|standing| Statement { lang: standing.lang.as_str(), text: standing.quote })
        .collect();
    let agreement = agree(claim, &quotes, &ctx.lexicon);
    let mut facts = agreement.facts;
    for fact in &mut facts {
        // From the number among the quotes that stand to the number of the evidence.
        fact.against_at = fact.against_at.and_then(|(number, span)| {
            let standing = standing.get(usize::try_from(number).ok()?)?;
            Some((u32::try_from(standing.number).ok()?, span))
        });
    }
    Judgement { verdict: agreement.verdict, facts }
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
                self.judgement(claim, check, (lang, text), judgement);
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

    /// The record's own language, where it tells the claim.
    fn main_lang(&self, claim: &Claim) -> Lang {
        let own = claim.texts.keys().find(|lang| **lang == self.case.lang);
        own.or_else(|| claim.texts.keys().next()).unwrap_or(&self.case.lang).clone()
    }

    fn judgement(
        &mut self,
        claim: &Claim,
        check: &ClaimCheck,
        (lang, text): (&Lang, &Text),
        judgement: &Judgement,
    ) {
        let at = |fact: &FactCheck| self.case.place(text.locate(fact.span.range()));
        let mut told = Vec::new();
        for fact in judgement.facts.iter().filter(|fact| fact.status == FactStatus::Contradicted) {
            let said = fact.against_at.and_then(|(number, span)| {
                let evidence = claim.evidence.get(usize::try_from(number).ok()?)?;
                Some(self.case.place(evidence.quote.locate(span.range())))
            });
            let against = fact.against.as_deref().map(super::quotes::in_short);
            let mut diagnostic = if is_of_sense(fact) {
                Diagnostic::new(Code::V022, at(fact), "the quote seems to say otherwise")
                    .label(fact.why.clone())
                    .help("read the two side by side, and write what the quote says")
            } else {
                let help = against.as_ref().map_or_else(
                    || format!("quote the passage that says {}", fact.text),
                    |against| format!("write {against}, or quote the passage that says {}", fact.text),
                );
                Diagnostic::new(Code::V007, at(fact), "the quote gives another value")
                    .label(format!("claimed: {}", fact.text))
                    .help(help)
            };
            if let (Some(said), Some(against)) = (said, against) {
                diagnostic = diagnostic.also(said, format!("quoted: {against}"));
            }
            told.push(diagnostic);
        }
        if check.quotes.iter().any(QuoteCheck::stands) {
            told.extend(self.unborne(claim, text, judgement, FactStatus::Missing));
            told.extend(self.unborne(claim, text, judgement, FactStatus::CannotTell));
            // What the quotes say does not depend on the language: once is enough.
            if judgement.verdict == Verdict::Unsupported && *lang == self.main_lang(claim) {
                let message = "no quote says anything of this claim";
                let mut diagnostic = Diagnostic::new(Code::V009, self.case.place(text.at), message)
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

    /// One finding for all facts of a claim that no quote bears, or of which that cannot be told.
    fn unborne(
        &self,
        claim: &Claim,
        text: &Text,
        judgement: &Judgement,
        status: FactStatus,
    ) -> Option<Diagnostic> {
        // What words, directions and denials leave open is told where it decides the verdict.
        let decides = judgement.verdict == Verdict::Partial;
        let facts: Vec<&FactCheck> = (judgement.facts.iter())
            .filter(|fact| fact.status == status && (decides || !is_of_sense(fact)))
            .collect();
        let (first, further) = facts.split_first()?;
        let told: Vec<String> = facts.iter().map(|fact| super::quotes::in_short(&fact.text)).collect();
        let told = told.join(", ");
        let place = |fact: &FactCheck| self.case.place(text.locate(fact.span.range()));
        let (code, message, help) = match status {
            FactStatus::CannotTell => (
                Code::V019,
                format!("it cannot be told whether a quote says {told}"),
                "write it as the quote does, so that the two can be compared",
            ),
            _ => (
                Code::V008,
                format!("no quote says {told}"),
                "quote the passage that says it too, or leave it out of the claim",
            ),
        };
        let mut diagnostic = Diagnostic::new(code, place(first), message).label(first.why.clone());
        for fact in further {
            diagnostic = diagnostic.also(place(fact), fact.why.clone());
        }
        for evidence in &claim.evidence {
            diagnostic = diagnostic.also(self.case.place(evidence.quote.at), "quoted");
        }
        Some(diagnostic.help(help))
    }
}

/// Words, directions, negations and the order of things, which are told by the sense of the words and
/// not by a value: a finding for each would be noise where they do not decide.
fn is_of_sense(fact: &FactCheck) -> bool {
    matches!(fact.kind.as_str(), "words" | "direction" | "negation" | "order")
}
