//! Claims as a page shows them: the note at the mark, and the full account of the evidence.

use std::fmt::Write as _;

use serde::Serialize;

use super::{PlainView, TextView};
use crate::model::{Case, Claim, Evidence, Field, LangText};
use crate::render::address::Path;
use crate::render::html::{Html, Target, encode_address, escape, target, text_fragment};
use crate::render::links::Home;
use crate::render::locale::{Say, direction};
use crate::render::markdown::{self, Around, Marked};
use crate::render::names;
use crate::render::scope::{Scope, shorten};
use crate::text::{Anchors, Lang, claim_anchor};
use crate::verify::{ClaimCheck, FactCheck, MatchKind, QuoteCheck, Verdict, Verified, quote_lang};

/// A claim with everything that was found out about it.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimView {
    /// Its number on the page, from 1.
    pub number: String,
    /// Id of this account on the page.
    pub anchor: String,
    /// The claim's id in the record.
    pub id: String,
    /// What it is about.
    pub kind: String,
    /// What it says.
    pub text: PlainView,
    /// The verdict.
    pub verdict: VerdictView,
    /// The quotes.
    pub quotes: Vec<QuoteView>,
    /// The facts.
    pub facts: Vec<FactView>,
    /// The field in which it stands, as a link on the page; `None` where it stands free.
    pub field: Option<FieldLink>,
    /// Verdicts in other languages, where they differ.
    pub elsewhere: Vec<String>,
    /// Answers of outside judges.
    pub judged: Vec<String>,
}

/// A link to a section of the page.
#[derive(Debug, Clone, Serialize)]
pub struct FieldLink {
    /// Its heading.
    pub label: String,
    /// Its id.
    pub anchor: String,
}

/// A verdict.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictView {
    /// Its id.
    pub id: &'static str,
    /// A shape.
    pub sign: &'static str,
    /// The word.
    pub label: String,
    /// What it means.
    pub about: String,
}

/// A quote.
#[derive(Debug, Clone, Serialize)]
pub struct QuoteView {
    /// The passage.
    pub text: String,
    /// Its language, where it is known and not the page's.
    pub lang: Option<String>,
    /// Its direction.
    pub dir: Option<&'static str>,
    /// The source's name.
    pub source: PlainView,
    /// The source's page; `None` where the record names a source that does not exist.
    pub source_path: Option<String>,
    /// The passage in the live source.
    pub live: Option<String>,
    /// The archived copy.
    pub archived: Option<String>,
    /// How it was found: id.
    pub match_id: &'static str,
    /// How it was found, in words.
    pub match_label: String,
    /// Whether that counts as found.
    pub found: bool,
    /// What had to be folded, left out or chosen.
    pub remarks: Vec<String>,
    /// A near passage, as a hint.
    pub near: Option<String>,
    /// Who says so.
    pub voice: Option<String>,
}

/// A fact of a claim.
#[derive(Debug, Clone, Serialize)]
pub struct FactView {
    /// What sort of fact.
    pub kind: String,
    /// As the claim says it.
    pub text: String,
    /// Id of its status.
    pub status: &'static str,
    /// A shape for it.
    pub sign: &'static str,
    /// The status in words.
    pub label: String,
    /// What the quote says.
    pub against: Option<String>,
}

/// A verdict in words.
pub fn verdict_view(scope: &Scope<'_>, verdict: Verdict) -> VerdictView {
    let id = names::verdict(verdict);
    VerdictView {
        id,
        sign: names::verdict_sign(verdict),
        label: scope.locale.text(&names::key("verdict", id)),
        about: scope.locale.text(&names::key("verdict_about", id)),
    }
}

/// The languages of a claim, best first: those in which it is written.
fn claim_text<'c>(scope: &Scope<'_>, claim: &'c Claim) -> Option<(&'c Lang, &'c str)> {
    let wanted = scope.locale.wanted.iter().find_map(|lang| claim.texts.get_key_value(lang));
    wanted.or_else(|| claim.texts.iter().next()).map(|(lang, text)| (lang, text.value.as_str()))
}

fn verdict_in(check: &ClaimCheck, lang: Option<&Lang>) -> Verdict {
    lang.and_then(|lang| check.by_lang.get(lang)).map_or(check.verdict, |judgement| judgement.verdict)
}

/// The account of claim number `number` (from 0).
pub fn claim_view(
    scope: &Scope<'_>,
    verified: &Verified,
    number: usize,
    field: Option<FieldLink>,
) -> Option<ClaimView> {
    let claim = verified.case.claims.get(number)?;
    let check = verified.claims.get(number)?;
    let text = claim_text(scope, claim);
    let lang = text.map(|(lang, _)| lang);
    let verdict = verdict_in(check, lang);
    let (tag, dir, language_name) = lang.map_or((None, None, None), |lang| scope.foreign(lang));
    let facts = lang.and_then(|lang| check.by_lang.get(lang)).map_or(&[][..], |judgement| &judgement.facts);
    let elsewhere = check
        .by_lang
        .iter()
        .filter(|(other, judgement)| Some(*other) != lang && judgement.verdict != verdict);
    Some(ClaimView {
        number: scope.locale.count(number + 1),
        anchor: claim_anchor(&claim.id),
        id: claim.id.to_string(),
        kind: scope.locale.text(&names::key("claim_kind", claim.kind.as_str())),
        text: PlainView {
            text: markdown::plain(text.map_or("", |(_, text)| text)),
            lang: tag,
            dir,
            language_name,
        },
        verdict: verdict_view(scope, verdict),
        quotes: claim
            .evidence
            .iter()
            .zip(&check.quotes)
            .map(|(evidence, quote)| quote_view(scope, verified, evidence, quote))
            .collect(),
        facts: facts.iter().map(|fact| fact_view(scope, fact)).collect(),
        field,
        elsewhere: elsewhere
            .map(|(other, judgement)| {
                let label = scope.locale.text(&names::key("verdict", names::verdict(judgement.verdict)));
                scope.locale.say(
                    "claim_elsewhere",
                    &[
                        ("language", Say::Text(&scope.locale.language_name(other))),
                        ("verdict", Say::Text(&label)),
                    ],
                )
            })
            .collect(),
        judged: check
            .judged
            .iter()
            .map(|(judge, verdict, reason)| {
                scope.locale.say(
                    "claim_judged",
                    &[
                        ("judge", Say::Text(judge)),
                        ("verdict", Say::Text(verdict)),
                        ("reason", Say::Text(reason)),
                    ],
                )
            })
            .collect(),
    })
}

fn fact_view(scope: &Scope<'_>, fact: &FactCheck) -> FactView {
    let status = names::fact_status(fact.status);
    let kind_key = names::key("fact_kind", &fact.kind);
    FactView {
        kind: if scope.locale.has(&kind_key) { scope.locale.text(&kind_key) } else { fact.kind.clone() },
        text: fact.text.clone(),
        status,
        sign: names::fact_sign(fact.status),
        label: scope.locale.text(&names::key("fact", status)),
        against: fact.against.clone(),
    }
}

fn quote_view(scope: &Scope<'_>, verified: &Verified, evidence: &Evidence, check: &QuoteCheck) -> QuoteView {
    let locale = scope.locale;
    let source = evidence.source.as_ref().and_then(|id| scope.site.library.sources.get(id));
    let told = source.and_then(|source| source.lang.as_ref());
    let (lang, dir, _) =
        told.map_or((None, None, None), |told| scope.foreign(&quote_lang(told, &evidence.quote.value)));
    let id = names::match_kind(check.effective());
    let mut remarks = Vec::new();
    if !check.folds.is_empty() && check.found != MatchKind::Exact {
        let folds: Vec<String> = check
            .folds
            .iter()
            .map(|fold| {
                let key = names::key("fold", fold);
                if locale.has(&key) { locale.text(&key) } else { (*fold).to_owned() }
            })
            .collect();
        remarks.push(locale.say("quote_folds", &[("folds", Say::Text(&locale.list(&folds)))]));
    }
    if !check.gaps.is_empty() {
        let left_out = check.gaps.iter().sum::<usize>();
        remarks.push(locale.say("quote_gap", &[("n", Say::Count(left_out))]));
    }
    if check.skipped_negation {
        remarks.push(locale.text("quote_skipped_negation"));
    }
    if check.found == MatchKind::Ambiguous {
        remarks.push(locale.say("quote_places", &[("n", Say::Count(check.positions.len()))]));
    }
    if let Some(date) = &check.verified_on {
        remarks.push(locale.say("quote_verified_on", &[("date", Say::Text(&shown_date(scope, date)))]));
    }
    let near = check.near.as_ref().filter(|_| !check.found.found());
    let live = source.and_then(|source| source.url.as_deref()).and_then(|url| match target(url) {
        Target::Elsewhere(url) => Some(text_fragment(url, &evidence.quote.value)),
        _ => None,
    });
    let archived = source.and_then(|source| source.archived.as_deref()).and_then(|url| match target(url) {
        Target::Elsewhere(url) => Some(encode_address(url)),
        _ => None,
    });
    QuoteView {
        text: evidence.quote.value.clone(),
        lang,
        dir,
        source: match &evidence.source {
            Some(id) => scope.source_label(id),
            None => PlainView { text: evidence.source_name.clone(), ..PlainView::default() },
        },
        source_path: source.map(|source| scope.source_path(&source.id)),
        live,
        archived,
        match_id: id,
        match_label: locale.text(&names::key("match", id)),
        found: check.stands(),
        remarks,
        near: near.cloned(),
        voice: evidence.source.as_deref().and_then(|id| voice(scope, verified, id)),
    }
}

fn shown_date(scope: &Scope<'_>, date: &str) -> String {
    match date.parse::<jiff::civil::Date>() {
        Ok(day) => scope.locale.date(crate::model::DateValue::Day(day)),
        Err(_) => date.to_owned(),
    }
}

/// Who says so: the operator itself, somebody who repeats it, or somebody else.
pub fn voice(scope: &Scope<'_>, verified: &Verified, source: &str) -> Option<String> {
    let voice = verified.voices.iter().find(|voice| voice.sources.iter().any(|id| **id == *source))?;
    let key = match voice.primary {
        true if voice.own.iter().any(|id| **id == *source) => "voice_primary",
        true => "voice_retold",
        false => "voice_other",
    };
    Some(scope.locale.text(key))
}

/// A text of a case with its claims marked, in the best language; `None` where it has none.
pub struct FieldText<'a, 'b> {
    /// The site in the page's language.
    pub scope: &'b Scope<'a>,
    /// The case, checked.
    pub verified: &'b Verified,
    /// The page.
    pub path: &'b Path,
    /// Level of the highest heading inside the text.
    pub level: u8,
}

impl FieldText<'_, '_> {
    /// Renders `text`, which is `field` of the case.
    pub fn blocks(&self, field: &Field, text: &LangText, anchors: &mut Anchors) -> Option<TextView> {
        self.render(field, text, |value, claims, around| markdown::blocks(value, claims, around, anchors))
    }

    /// Renders `text` inside a line.
    pub fn inline(&self, field: &Field, text: &LangText) -> Option<TextView> {
        self.render(field, text, markdown::inline)
    }

    fn render(
        &self,
        field: &Field,
        text: &LangText,
        write: impl FnOnce(&str, &[Marked], &Around<'_>) -> Html,
    ) -> Option<TextView> {
        let (lang, text) = self.scope.locale.best(text)?;
        let case = &self.verified.case;
        let claims: Vec<Marked> = case
            .claims
            .iter()
            .zip(&self.verified.claims)
            .enumerate()
            .filter(|(_, (claim, _))| claim.field == *field)
            .filter_map(|(number, (claim, check))| {
                let range = claim.ranges.get(lang)?.clone();
                let verdict = verdict_in(check, Some(lang));
                Some(Marked {
                    id: claim.id.to_string(),
                    range,
                    class: format!("v-{}", names::verdict(verdict)),
                    note: self.note(number, claim, check, verdict),
                })
            })
            .collect();
        let resolve = |target: &Target<'_>| {
            let path = self.scope.places().lead(&self.scope.locale.lang, Home::Case(case), target)?;
            Some(format!("{}{path}", self.path.root()))
        };
        let around = Around { resolve: &resolve, level: self.level, right_to_left: direction(lang) == "rtl" };
        let (tag, dir, language_name) = self.scope.foreign(lang);
        Some(TextView { html: write(&text.value, &claims, &around), lang: tag, dir, language_name })
    }

    /// The mark and, beside it, the quotes that bear the claim; a list of phrasing content, so that it
    /// may stand in the middle of a sentence.
    fn note(&self, number: usize, claim: &Claim, check: &ClaimCheck, verdict: Verdict) -> Html {
        let scope = self.scope;
        let locale = scope.locale;
        let view = verdict_view(scope, verdict);
        let shown = locale.count(number + 1);
        let id = number + 1;
        let anchor = claim_anchor(&claim.id);
        let mut out = String::with_capacity(512);
        let label =
            locale.say("mark_label", &[("number", Say::Text(&shown)), ("verdict", Say::Text(&view.label))]);
        let _ = write!(out, "<span class=\"cite v-{}\"><a class=\"mark\" href=\"#", view.id);
        escape(&mut out, &encode_address(&anchor));
        out.push_str("\" aria-label=\"");
        escape(&mut out, &label);
        let _ = write!(
            out,
            "\">{shown}</a><button type=\"button\" class=\"mark\" popovertarget=\"note-{id}\" aria-label=\""
        );
        escape(&mut out, &label);
        let _ = write!(
            out,
            "\">{shown}</button><span class=\"note\" id=\"note-{id}\" popover role=\"note\" lang=\"{}\" dir=\"{}\">\
             <span class=\"note-head\"><b>{shown}</b> <span class=\"sign\" aria-hidden=\"true\">{}</span> ",
            locale.interface.as_ref().unwrap_or(&locale.lang),
            locale.dir,
            view.sign
        );
        escape(&mut out, &view.label);
        out.push_str("</span>");
        let mut quotes = claim.evidence.iter().zip(&check.quotes).peekable();
        while let Some((evidence, quote)) = quotes.next() {
            // Quotes of one source, found alike, share one line that names it.
            let goes_on = quotes.peek().is_some_and(|(next, check)| {
                next.source_name == evidence.source_name && check.found == quote.found
            });
            self.note_quote(&mut out, evidence, quote, !goes_on);
        }
        out.push_str("<a class=\"note-more\" href=\"#");
        escape(&mut out, &encode_address(&anchor));
        out.push_str("\">");
        escape(&mut out, &locale.text("note_more"));
        out.push_str("</a></span></span>");
        Html(out)
    }

    fn note_quote(&self, out: &mut String, evidence: &Evidence, check: &QuoteCheck, named: bool) {
        let view = quote_view(self.scope, self.verified, evidence, check);
        out.push_str("<q");
        if let Some(lang) = &view.lang {
            let _ = write!(out, " lang=\"{lang}\" dir=\"{}\"", view.dir.unwrap_or("auto"));
        }
        out.push('>');
        escape(out, &shorten(&view.text, 240));
        out.push_str("</q>");
        if !named {
            return;
        }
        out.push_str(" <span class=\"note-source\">");
        match (&view.live, &view.source_path) {
            (Some(live), _) => {
                out.push_str("<a href=\"");
                escape(out, live);
                out.push_str("\" rel=\"noopener noreferrer\">");
                escape(out, &view.source.text);
                out.push_str("</a>");
            }
            (None, Some(path)) => {
                out.push_str("<a href=\"");
                escape(out, &format!("{}{path}", self.path.root()));
                out.push_str("\">");
                escape(out, &view.source.text);
                out.push_str("</a>");
            }
            (None, None) => escape(out, &view.source.text),
        }
        out.push_str("<span class=\"note-match\">");
        escape(out, &view.match_label);
        out.push_str("</span></span>");
    }
}

/// Whether any claim of the case stands free of its texts.
pub fn is_free(case: &Case, number: usize) -> bool {
    case.claims.get(number).is_some_and(|claim| &*claim.field.name == "claims")
}
