//! Do the languages of a record agree? Conflicting facts are errors, one-sided ones notices; a text
//! that is plainly in another language than declared is a warning.

use super::FieldFacts;
use super::parity::{Parity, Version, compare, lone_zones};
use super::script;
use super::sidecar::Sidecar;
use super::verdict::{LanguageGap, LanguageState};
use crate::diag::{Code, Diagnostic};
use crate::model::{Case, Library};
use crate::text::{ByLang, Lang};

/// At most so many figures of one text are pointed at.
const POINTED_AT: usize = 8;

/// How each language of the library stands; `tracked` tells what is known of a translation's age.
pub(super) fn states(
    library: &Library,
    case: &Case,
    tracked: impl Fn(&Lang) -> Option<LanguageState>,
) -> ByLang<LanguageState> {
    let state = |lang: &Lang| {
        if !case.langs.contains(lang) {
            LanguageState::Missing
        } else if *lang == case.lang {
            LanguageState::Original
        } else {
            tracked(lang).unwrap_or(LanguageState::Untracked)
        }
    };
    library.config.languages.iter().map(|lang| (lang.clone(), state(lang))).collect()
}

/// What is told of translations whose original changed after they were made.
pub(super) fn stale(case: &Case, states: &ByLang<LanguageState>, sidecar: &Sidecar) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (lang, _) in states.iter().filter(|(_, state)| **state == LanguageState::Stale) {
        let fields = sidecar.stale_fields(case, lang);
        for (field, versions) in case.texts() {
            let name = field.to_string();
            let Some(text) = versions.0.get(lang).filter(|_| fields.contains(&name)) else { continue };
            let message =
                format!("the {} text of `{name}` changed after this translation was made", case.lang);
            diagnostics.push(
                Diagnostic::new(Code::V018, case.place(text.at), message)
                    .help(format!(
                        "bring the translation up to date, then run `casebook check --update-evidence`; where it is still right, `casebook check {} --update-evidence --translations-hold`",
                        case.id
                    )),
            );
        }
    }
    diagnostics
}

/// Compares every language of every text with the record's own language.
pub(super) fn check(case: &Case, texts: &[FieldFacts<'_>]) -> (Vec<LanguageGap>, Vec<Diagnostic>) {
    let mut gaps = Vec::new();
    let mut diagnostics = Vec::new();
    for versions in texts.chunk_by(|a, b| a.field == b.field && a.claim == b.claim) {
        let Some(own) = versions.iter().find(|text| *text.lang == case.lang).or(versions.first()) else {
            continue;
        };
        for other in versions.iter().filter(|other| other.lang != own.lang) {
            let parity = compare(own.version(), other.version());
            conflicts(case, own, other, &parity, &mut gaps, &mut diagnostics);
            let (own_zones, other_zones) = lone_zones(own.version(), other.version());
            let only_own = one_sided_facts(own, &parity.only_first, &own_zones);
            let only_other = one_sided_facts(other, &parity.only_second, &other_zones);
            one_sided(case, own, other, &only_own, &mut gaps, &mut diagnostics);
            one_sided(case, other, own, &only_other, &mut gaps, &mut diagnostics);
        }
    }
    // They are kept to the end of a build.
    gaps.shrink_to_fit();
    (gaps, diagnostics)
}

/// Facts that only `version` tells, in order, with how to tell of them; of some only the zone is new.
fn one_sided_facts(version: &FieldFacts<'_>, only: &[usize], zones: &[usize]) -> Vec<(usize, String)> {
    let mut facts: Vec<(usize, String)> =
        only.iter().map(|&fact| (fact, version.told(fact).to_owned())).collect();
    let zones = zones.iter().filter(|fact| !only.contains(fact));
    facts.extend(zones.map(|&fact| (fact, format!("the zone of {}", version.told(fact)))));
    facts.sort();
    facts
}

fn conflicts(
    case: &Case,
    own: &FieldFacts<'_>,
    other: &FieldFacts<'_>,
    parity: &Parity,
    gaps: &mut Vec<LanguageGap>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for &(first, second) in &parity.conflicts {
        let (said, instead) = (own.told(first), other.told(second));
        let message = format!("the languages of `{}` tell different facts", own.field);
        diagnostics.push(
            Diagnostic::new(Code::V010, case.place(other.at(second)), message)
                .label(format!("{}: {instead}", other.lang))
                .also(case.place(own.at(first)), format!("{}: {said}", own.lang))
                .help(format!("write in both languages what the source says: {said} or {instead}"))
                .case(&*case.id.0),
        );
        gaps.push(LanguageGap {
            field: own.field.clone(),
            lang: own.lang.clone(),
            other: other.lang.clone(),
            told: Box::new([said.into()]),
            instead: Some(instead.into()),
        });
    }
}

fn one_sided(
    case: &Case,
    has: &FieldFacts<'_>,
    lacks: &FieldFacts<'_>,
    facts: &[(usize, String)],
    gaps: &mut Vec<LanguageGap>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(((first, _), further)) = facts.split_first() else { return };
    let told: Vec<&str> = facts.iter().map(|(_, told)| told.as_str()).collect();
    let message = format!("`{}` says this in `{}` only: {}", has.field, has.lang, told.join(", "));
    let mut diagnostic = Diagnostic::new(Code::V011, case.place(has.at(*first)), message)
        .label(format!("not in `{}`", lacks.lang));
    diagnostic.secondary.reserve_exact(further.len().min(POINTED_AT - 1) + 1);
    for (fact, _) in further.iter().take(POINTED_AT - 1) {
        diagnostic = diagnostic.also(case.place(has.at(*fact)), format!("not in `{}`", lacks.lang));
    }
    diagnostics.push(
        diagnostic
            .also(
                case.place(lacks.text.locate(0..first_word(&lacks.text.value))),
                format!("the text in `{}`", lacks.lang),
            )
            .help(format!("add it in `{}`, or leave it out in `{}`", lacks.lang, has.lang))
            .case(&*case.id.0),
    );
    gaps.push(LanguageGap {
        field: has.field.clone(),
        lang: has.lang.clone(),
        other: lacks.lang.clone(),
        told: told.into_iter().map(Into::into).collect(),
        instead: None,
    });
}

/// Bytes of the first word: enough to show where a text begins.
fn first_word(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

/// Texts that are plainly in another language than they are declared to be.
pub(super) fn misdeclared(case: &Case, texts: &[FieldFacts<'_>]) -> Vec<Diagnostic> {
    let foreign = |text: &FieldFacts<'_>| {
        let written = script::foreign(text.lang, &text.text.value)?;
        let message = format!("`{}` is declared as `{}` but written in {written}", text.field, text.lang);
        Some(
            Diagnostic::new(Code::V012, case.place(text.text.at), message)
                .help("declare the language that it is written in, or translate it")
                .case(&*case.id.0),
        )
    };
    texts.iter().filter_map(foreign).collect()
}

impl<'a> FieldFacts<'a> {
    fn version(&self) -> Version<'_> {
        Version { text: &self.plain, facts: &self.facts, items: &self.items }
    }

    /// A fact as the text tells it.
    fn told(&self, fact: usize) -> &'a str {
        self.facts.get(fact).and_then(|fact| self.text.value.get(fact.span.range())).unwrap_or_default()
    }

    fn at(&self, fact: usize) -> crate::model::At {
        self.facts.get(fact).map_or(self.text.at, |fact| self.text.locate(fact.span.range()))
    }
}
