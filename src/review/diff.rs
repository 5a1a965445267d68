//! Two checked states of a library into what differs: cases as a reader sees them, claims with their
//! passages, points with the lines that moved them, terms, organisations, sources, findings.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::claims::{ClaimChange, ClaimView, claims};
use super::facts::facts;
use super::renames::{Rename, renames};
use super::shared::{NewOrg, NewSource, TermChange, organisations, sources, terms};
use crate::diag::fingerprint::{FindFile, fingerprints, owner};
use crate::diag::{Diagnostic, JsonDiagnostic};
use crate::model::{Case, LangText};
use crate::pipeline::Compiled;
use crate::score::{Grade, Scored, verdicts};
use crate::text::Lang;
use crate::verify::LanguageState;

/// One state of a library, checked.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// What was found out.
    pub compiled: &'a Compiled,
    /// The texts of its files.
    pub file: FindFile<'a>,
}

/// What lies between two states.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// The former state, as the caller named it.
    pub base: String,
    /// The new state.
    pub head: String,
    /// The day that both were scored as of.
    pub as_of: Option<String>,
    /// Cases that are new.
    pub added: Vec<CaseView>,
    /// Cases that read, stand or score differently.
    pub changed: Vec<CaseChange>,
    /// Cases that are gone.
    pub removed: Vec<Removed>,
    /// Terms of the vocabularies that came, changed or went, and terms that no vocabulary has.
    pub terms: Vec<TermChange>,
    /// Organisations that no case named before.
    pub organisations: Vec<NewOrg>,
    /// Sources that no case and no file named before.
    pub sources: Vec<NewSource>,
    /// Translations that the change leaves behind their original.
    pub stale: Vec<Stale>,
    /// Findings that are now expected, with the reason given.
    pub ignores: Vec<NewIgnore>,
    /// Findings that were not there.
    #[serde(serialize_with = "as_json")]
    pub found: Vec<&'a Diagnostic>,
    /// Findings that are there no longer.
    #[serde(serialize_with = "as_json")]
    pub mended: Vec<&'a Diagnostic>,
}

impl Report<'_> {
    /// Whether nothing differs that anyone would see.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.changed.is_empty()
            && self.removed.is_empty()
            && self.terms.is_empty()
            && self.organisations.is_empty()
            && self.sources.is_empty()
            && self.stale.is_empty()
            && self.ignores.is_empty()
            && self.found.is_empty()
            && self.mended.is_empty()
    }
}

fn as_json<S: serde::Serializer>(findings: &[&Diagnostic], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(|finding| JsonDiagnostic::from(*finding)))
}

/// A case as a reader sees it.
#[derive(Debug, Serialize)]
pub struct CaseView {
    /// Its id.
    pub id: String,
    /// Its title in the library's first language that it has.
    pub name: String,
    /// Title by language.
    pub title: BTreeMap<Lang, String>,
    /// Summary by language.
    pub summary: BTreeMap<Lang, String>,
    /// Shared fields with their values in words.
    pub facts: Vec<(&'static str, String)>,
    /// 0 to 100.
    pub score: f64,
    /// The word beside it.
    pub grade: Grade,
    /// Claims by verdict.
    pub verdicts: BTreeMap<&'static str, usize>,
    /// Claims that do not hold as they stand.
    pub open: Vec<ClaimView>,
}

/// A case that differs.
#[derive(Debug, Serialize)]
pub struct CaseChange {
    /// Its id.
    pub id: String,
    /// Its title in the library's first language that it has.
    pub title: String,
    /// Its former id, and whether the old address leads to the new one.
    pub renamed: Option<Rename>,
    /// Whether its own record changed; else it differs through what it uses.
    pub edited: bool,
    /// Score before and after.
    pub score: [f64; 2],
    /// Lines of lost points that differ: points lost before and after.
    pub lines: Vec<LineChange>,
    /// Fields and texts that differ.
    pub fields: Vec<FieldChange>,
    /// Claims that differ.
    pub claims: Vec<ClaimChange>,
}

/// A line of lost points that differs.
#[derive(Debug, Serialize)]
pub struct LineChange {
    /// The rule.
    pub rule: &'static str,
    /// The place.
    pub place: String,
    /// Points lost before.
    pub before: f64,
    /// Points lost after.
    pub after: f64,
    /// How to regain them.
    pub how: String,
}

/// A field that differs.
#[derive(Debug, Serialize)]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// The language of a text.
    pub lang: Option<Lang>,
    /// The value before.
    pub before: Option<String>,
    /// The value after.
    pub after: Option<String>,
}

/// A case that is gone.
#[derive(Debug, Serialize)]
pub struct Removed {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The case to which its address now leads.
    pub leads_to: Option<String>,
    /// Cases that still refer to it.
    pub referred_by: Vec<String>,
}

/// A translation that is behind.
#[derive(Debug, Serialize)]
pub struct Stale {
    /// The case.
    pub case: String,
    /// The translation's language.
    pub lang: Lang,
}

/// A finding that is now expected.
#[derive(Debug, Serialize)]
pub struct NewIgnore {
    /// The rule's code.
    pub code: &'static str,
    /// The case, or all.
    pub case: Option<String>,
    /// The reason given.
    pub reason: String,
    /// The last day.
    pub until: Option<String>,
}

/// Compares two states, scored as of one day.
pub fn diff<'a>(base: (&str, Side<'a>), head: (&str, Side<'a>)) -> Report<'a> {
    let ((base_name, before), (head_name, after)) = (base, head);
    let (old, new) = (before.compiled, after.compiled);
    let renamed = renames(&old.cases, &new.cases);
    let former: BTreeMap<&str, &Scored> = old.cases.iter().map(|case| (id(case), case)).collect();
    let mut report = Report {
        base: base_name.to_owned(),
        head: head_name.to_owned(),
        as_of: new.as_of.map(|day| day.to_string()),
        added: Vec::new(),
        changed: Vec::new(),
        removed: removed(old, new, &renamed),
        terms: terms(old, new),
        organisations: organisations(old, new),
        sources: sources(old, new),
        stale: Vec::new(),
        ignores: ignores(old, new),
        found: Vec::new(),
        mended: Vec::new(),
    };
    for case in &new.cases {
        let rename = renamed.get(id(case));
        let old_id = rename.map_or(id(case), |rename| rename.from.as_str());
        match former.get(old_id) {
            None => report.added.push(view(case, new)),
            Some(old_case) => {
                report.stale.extend(left_behind(old_case, case));
                report.changed.extend(change((old_case, old), (case, new), rename.cloned()));
            }
        }
    }
    // A renamed case's findings are the same findings.
    let to_new: BTreeMap<&str, &str> =
        renamed.iter().map(|(to, rename)| (rename.from.as_str(), to.as_str())).collect();
    let own = |finding: &Diagnostic| match finding.case.as_deref().and_then(|case| to_new.get(case)) {
        Some(to) => (*to).to_owned(),
        None => owner(finding),
    };
    let old_prints = fingerprints(&old.diagnostics, before.file, &own);
    let new_prints = fingerprints(&new.diagnostics, after.file, &owner);
    let only = |findings: &'a [Diagnostic], prints: &[String], others: &[String]| -> Vec<&'a Diagnostic> {
        let others: BTreeSet<&String> = others.iter().collect();
        let alone = findings.iter().zip(prints).filter(|(_, print)| !others.contains(print));
        let mut alone: Vec<&Diagnostic> = alone.map(|(finding, _)| finding).collect();
        alone.sort_by_key(|finding| finding.severity);
        alone
    };
    report.found = only(&new.diagnostics, &new_prints, &old_prints);
    report.mended = only(&old.diagnostics, &old_prints, &new_prints);
    report
}

/// A case's id.
pub fn id(case: &Scored) -> &str {
    &case.verified.case.id.0
}

/// The title in the first of the library's languages that has one.
pub fn title(case: &Case, compiled: &Compiled) -> String {
    let best = case.title.best(&compiled.library.config.languages);
    best.map_or_else(|| case.id.to_string(), |(_, title)| title.value.clone())
}

fn by_lang(texts: &LangText) -> BTreeMap<Lang, String> {
    texts.0.iter().map(|(lang, text)| (lang.clone(), text.value.clone())).collect()
}

fn view(scored: &Scored, compiled: &Compiled) -> CaseView {
    let case = &scored.verified.case;
    CaseView {
        id: case.id.to_string(),
        name: title(case, compiled),
        title: by_lang(&case.title),
        summary: by_lang(&case.summary),
        facts: facts(case, &compiled.library),
        score: scored.score.total,
        grade: scored.score.grade,
        verdicts: verdicts(scored),
        open: ClaimView::open(scored),
    }
}

fn change(
    (old, before): (&Scored, &Compiled),
    (new, after): (&Scored, &Compiled),
    renamed: Option<Rename>,
) -> Option<CaseChange> {
    let fields = fields((old, before), (new, after));
    let claims = claims(old, new);
    let lines = lines(old, new);
    let score = [old.score.total, new.score.total];
    let same = fields.is_empty() && claims.is_empty() && score[0] == score[1] && renamed.is_none();
    if same {
        return None;
    }
    let edited = renamed.is_some() || old.verified.case.record != new.verified.case.record;
    Some(CaseChange {
        id: id(new).to_owned(),
        title: title(&new.verified.case, after),
        renamed,
        edited,
        score,
        lines,
        fields,
        claims,
    })
}

fn fields((old, before): (&Scored, &Compiled), (new, after): (&Scored, &Compiled)) -> Vec<FieldChange> {
    let (old, new) = (&old.verified.case, &new.verified.case);
    let (mut was, mut is) = (facts(old, &before.library), facts(new, &after.library));
    let mut changes = Vec::new();
    let mut tell = |field: String, lang: Option<Lang>, before: Option<String>, after: Option<String>| {
        if before != after {
            changes.push(FieldChange { field, lang, before, after });
        }
    };
    let names: Vec<&'static str> = was.iter().chain(&is).map(|(name, _)| *name).collect();
    let mut seen = BTreeSet::new();
    for name in names.into_iter().filter(|name| seen.insert(*name)) {
        let take = |side: &mut Vec<(&'static str, String)>| {
            let at = side.iter().position(|(own, _)| *own == name)?;
            Some(side.remove(at).1)
        };
        let (before, after) = (take(&mut was), take(&mut is));
        tell(name.to_owned(), None, before, after);
    }
    let text_of = |case: &Case| -> Vec<(String, Lang, String)> {
        let texts = case.texts().into_iter().flat_map(|(field, texts)| {
            let field = field.to_string();
            texts.0.iter().map(move |(lang, text)| (field.clone(), lang.clone(), text.value.clone()))
        });
        texts.collect()
    };
    let (was, is) = (text_of(old), text_of(new));
    let find = |side: &[(String, Lang, String)], field: &str, lang: &Lang| {
        side.iter().find(|(own, of, _)| own == field && of == lang).map(|(.., text)| text.clone())
    };
    let mut seen = BTreeSet::new();
    for (field, lang, _) in is.iter().chain(&was) {
        if seen.insert((field, lang)) {
            tell(field.clone(), Some(lang.clone()), find(&was, field, lang), find(&is, field, lang));
        }
    }
    changes
}

/// Lines of lost points whose points differ, the greatest difference first.
fn lines(old: &Scored, new: &Scored) -> Vec<LineChange> {
    let mut all: BTreeMap<(&'static str, &str), LineChange> = BTreeMap::new();
    for (number, side) in [old, new].into_iter().enumerate() {
        for lost in &side.score.lost {
            let line = all.entry((lost.rule, &lost.place)).or_insert_with(|| LineChange {
                rule: lost.rule,
                place: lost.place.clone(),
                before: 0.0,
                after: 0.0,
                how: lost.how.clone(),
            });
            let points = if number == 0 { &mut line.before } else { &mut line.after };
            *points += lost.points;
        }
    }
    let mut lines: Vec<LineChange> =
        all.into_values().filter(|line| (line.before - line.after).abs() >= 0.05).collect();
    lines.sort_by(|a, b| (b.after - b.before).abs().total_cmp(&(a.after - a.before).abs()));
    for line in &mut lines {
        // Sums of tenths are told as tenths.
        line.before = (line.before * 10.0).round() / 10.0;
        line.after = (line.after * 10.0).round() / 10.0;
    }
    lines
}

fn removed(old: &Compiled, new: &Compiled, renamed: &BTreeMap<String, Rename>) -> Vec<Removed> {
    let here: BTreeSet<&str> = new.cases.iter().map(id).collect();
    let moved: BTreeSet<&str> = renamed.values().map(|rename| rename.from.as_str()).collect();
    let gone = old.cases.iter().filter(|case| !here.contains(id(case)) && !moved.contains(id(case)));
    gone.map(|case| {
        let own = id(case);
        let cases = || new.cases.iter().map(|case| &case.verified.case);
        Removed {
            id: own.to_owned(),
            title: title(&case.verified.case, old),
            leads_to: cases()
                .find(|case| case.former_ids.iter().any(|former| former == own))
                .map(|case| case.id.to_string()),
            referred_by: cases()
                .filter(|case| case.related.iter().chain(&case.recurrence_of).any(|other| other.id == own))
                .map(|case| case.id.to_string())
                .collect(),
        }
    })
    .collect()
}

/// Translations that were not behind before, or whose original changed while they did not.
fn left_behind(old: &Scored, new: &Scored) -> Vec<Stale> {
    let (was, is) = (&old.verified, &new.verified);
    let texts = |case: &Case, lang: &Lang| -> Vec<(String, String)> {
        let own = case.texts().into_iter();
        own.filter_map(|(field, texts)| Some((field.to_string(), texts.get(lang)?.value.clone()))).collect()
    };
    let original = &is.case.lang;
    let moved = was.case.lang == *original && texts(&was.case, original) != texts(&is.case, original);
    let behind = is.languages.iter().filter(|(lang, state)| {
        if *lang == original || **state == LanguageState::Missing {
            return false;
        }
        let newly_stale =
            **state == LanguageState::Stale && was.languages.get(lang) != Some(&LanguageState::Stale);
        newly_stale
            || (moved && **state != LanguageState::Fresh && texts(&was.case, lang) == texts(&is.case, lang))
    });
    behind.map(|(lang, _)| Stale { case: is.case.id.to_string(), lang: lang.clone() }).collect()
}

fn ignores(old: &Compiled, new: &Compiled) -> Vec<NewIgnore> {
    let all = |side: &Compiled| -> Vec<NewIgnore> {
        let of_records = side.cases.iter().flat_map(|case| &case.verified.case.ignores);
        let told = side.library.config.ignores.iter().chain(of_records).map(|own| NewIgnore {
            code: own.code.as_str(),
            case: own.case.clone(),
            reason: own.reason.clone(),
            until: own.until.map(|day| day.to_string()),
        });
        told.collect()
    };
    let former = all(old);
    let same = |a: &NewIgnore, b: &NewIgnore| a.code == b.code && a.case == b.case && a.until == b.until;
    all(new).into_iter().filter(|own| !former.iter().any(|other| same(own, other))).collect()
}
