//! Do the languages of a text go the same way? Where one tells that something rose and the other that it fell,
//! or one "before" and the other "after", at least one of them is wrong.
//!
//! Holding every text against its translations would cost as much as checking it. So a pair is looked at
//! closely only where one has words for one way alone and the other words for the other way alone.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::agree::{Statement, agree};
use super::lexicon::Lexicon;
use super::lexicon::rules;
use super::verdict::{FactCheck, FactStatus, LanguageGap};
use super::{FieldFacts, without_marks};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Field, Text};
use crate::text::Lang;

/// Concepts and marks of which the first is the opposite of the second.
const WAYS: [[&str; 2]; 2] = [["increase", "decrease"], ["=before", "=after"]];

/// Claims and short texts whose languages go opposite ways.
pub(super) fn check(
    case: &Case,
    texts: &[FieldFacts<'_>],
    lexicon: &Lexicon,
) -> (Vec<LanguageGap>, Vec<Diagnostic>) {
    let mut found = Found { case, lexicon, gaps: Vec::new(), diagnostics: Vec::new() };
    let marked = case.claims.iter().filter(|claim| !claim.ranges.is_empty());
    for claim in marked.clone() {
        let versions: Vec<(&Lang, &Text)> = claim.texts.iter().collect();
        found.compare(&claim.field, &versions);
    }
    for versions in texts.chunk_by(|a, b| a.field == b.field && a.claim == b.claim) {
        let short = versions.iter().all(|text| super::parity::is_short(&text.plain));
        let told = versions.first().is_some_and(|first| {
            first.claim.is_none() && marked.clone().any(|claim| claim.field == first.field)
        });
        if let Some(first) = versions.first().filter(|_| short && !told) {
            let versions: Vec<(&Lang, &Text)> = versions.iter().map(|text| (text.lang, text.text)).collect();
            found.compare(&first.field, &versions);
        }
    }
    (found.gaps, found.diagnostics)
}

struct Found<'a> {
    case: &'a Case,
    lexicon: &'a Lexicon,
    gaps: Vec<LanguageGap>,
    diagnostics: Vec<Diagnostic>,
}

impl Found<'_> {
    /// Compares the versions of one text with that in the record's own language, else with the first.
    fn compare(&mut self, field: &Field, versions: &[(&Lang, &Text)]) {
        let own = versions.iter().find(|(lang, _)| **lang == self.case.lang).or(versions.first());
        let Some(&(own_lang, own)) = own.filter(|_| versions.len() > 1) else { return };
        let own_ways = ways(own_lang, &own.value);
        for &(lang, other) in versions.iter().filter(|(lang, _)| *lang != own_lang) {
            if !opposite(own_ways, ways(lang, &other.value)) {
                continue;
            }
            // A turn that is seen from one side only may be one of words.
            let Some(fact) = turned((own_lang, own), (lang, other), self.lexicon) else { continue };
            if turned((lang, other), (own_lang, own), self.lexicon).is_none() {
                continue;
            }
            let said = own.value.get(fact.span.range()).unwrap_or_default();
            let instead = fact.against.as_deref().unwrap_or_default();
            let at = other.value.find(instead).map_or(other.at, |at| other.locate(at..at + instead.len()));
            let message = format!("the languages of `{field}` tell opposite things");
            self.diagnostics.push(
                Diagnostic::new(Code::V010, self.case.place(at), message)
                    .label(format!("{lang}: {instead}"))
                    .also(self.case.place(own.locate(fact.span.range())), format!("{own_lang}: {said}"))
                    .help(format!("write in both languages what the source says: {said} or {instead}"))
                    .case(&*self.case.id.0),
            );
            self.gaps.push(LanguageGap {
                field: field.clone(),
                lang: own_lang.clone(),
                other: lang.clone(),
                told: Box::new([said.into()]),
                instead: Some(instead.into()),
            });
        }
    }
}

/// What `claim` tells the other way round than `other` does.
fn turned(claim: (&Lang, &Text), other: (&Lang, &Text), lexicon: &Lexicon) -> Option<FactCheck> {
    let (own, theirs) = (without_marks(&claim.1.value), without_marks(&other.1.value));
    let statement = Statement { lang: claim.0.as_str(), text: &own };
    let quote = Statement { lang: other.0.as_str(), text: &theirs };
    let facts = agree(statement, &[quote], lexicon).facts;
    facts.into_iter().find(|fact| {
        fact.status == FactStatus::Contradicted
            && matches!(fact.kind.as_str(), "direction" | "order")
            && fact.against.is_some()
    })
}

/// For each pair of ways, whether a text has words for the first and for the second.
type Ways = [[bool; 2]; 2];

fn opposite(own: Ways, other: Ways) -> bool {
    own.iter().zip(&other).any(|(own, other)| own[0] != own[1] && other[0] == own[1] && other[1] == own[0])
}

/// A word for one way: which pair and side it tells, and whether any ending may follow.
struct Form {
    text: String,
    pair: usize,
    side: usize,
    open: bool,
}

/// The words for each way in every language, by their first letters.
fn words() -> &'static BTreeMap<&'static str, FxHashMap<char, Vec<Form>>> {
    static WORDS: OnceLock<BTreeMap<&'static str, FxHashMap<char, Vec<Form>>>> = OnceLock::new();
    WORDS.get_or_init(|| rules::all().iter().map(|(lang, rules)| (*lang, words_of(rules))).collect())
}

fn words_of(rules: &rules::Rules) -> FxHashMap<char, Vec<Form>> {
    let mut words: FxHashMap<char, Vec<Form>> = FxHashMap::default();
    for (pair, sides) in WAYS.iter().enumerate() {
        for (side, id) in sides.iter().enumerate() {
            let forms = rules.words.iter().filter(|(own, _)| own == id).flat_map(|(_, forms)| forms);
            for form in forms {
                // A star stands for any ending.
                let text = super::lexicon::cut::fold(form.trim_end_matches('*'));
                let Some(first) = text.chars().next() else { continue };
                words.entry(first).or_default().push(Form { text, pair, side, open: form.ends_with('*') });
            }
        }
    }
    words
}

fn ways(lang: &Lang, text: &str) -> Ways {
    let mut ways = Ways::default();
    let primary = lang.as_str().split('-').next().unwrap_or_default();
    let Some(words) = words().get(primary) else { return ways };
    let particles = &rules::rules(primary).particles;
    let folded = super::lexicon::cut::fold(text);
    let mut inside = false;
    for (at, c) in folded.char_indices() {
        let starts = !std::mem::replace(&mut inside, c.is_alphanumeric()) && inside;
        let forms = if starts { words.get(&c) } else { None };
        for form in forms.into_iter().flatten() {
            let Some(rest) = folded[at..].strip_prefix(form.text.as_str()) else { continue };
            let rest = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
            if form.open || rest.is_empty() || particles.contains(rest) {
                ways[form.pair][form.side] = true;
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::At;

    fn turn(own: (&str, &str), other: (&str, &str)) -> bool {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        let lexicon = LEXICON.get_or_init(Lexicon::base);
        let text = |text: &str| Text::verbatim(text, At::default());
        let (a, b) = (Lang::parse(own.0).unwrap(), Lang::parse(other.0).unwrap());
        let (own, other) = (text(own.1), text(other.1));
        opposite(ways(&a, &own.value), ways(&b, &other.value))
            && turned((&a, &own), (&b, &other), lexicon).is_some()
            && turned((&b, &other), (&a, &own), lexicon).is_some()
    }

    #[test]
    fn opposite_ways_are_told_and_like_ones_are_not() {
        for (own, other, told) in [
            (
                ("en", "Latency rose to 250 ms after the deploy."),
                ("ko", "배포 뒤 지연이 250ms로 떨어졌다."),
                true,
            ),
            (
                ("en", "Latency rose to 250 ms after the deploy."),
                ("ko", "배포 뒤 지연이 250ms로 올랐다."),
                false,
            ),
            (
                ("en", "The cache was cleared before the restart."),
                ("ru", "Кэш очистили после перезапуска."),
                true,
            ),
            (
                ("en", "The cache was cleared before the restart."),
                ("ru", "Кэш очистили перед перезапуском."),
                false,
            ),
            (("en", "Error rates increased for two hours."), ("ru", "Доля ошибок снижалась два часа."), true),
            (("ru", "Задержка выросла."), ("en", "Latency dropped."), true),
            (("ko", "오류율이 감소했다."), ("ru", "Доля ошибок выросла."), true),
            (("ko", "오류율이 감소했다."), ("ru", "Доля ошибок снизилась."), false),
            (("en", "The whole database was lost."), ("ko", "데이터베이스 전체가 유실됐다."), false),
        ] {
            assert_eq!(turn(own, other), told, "{own:?} {other:?}");
        }
    }
}
