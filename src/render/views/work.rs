//! What is to be done: claims that fail, worst first; and what changed last.

use serde::Serialize;

use super::evidence::{VerdictView, verdict_view};
use super::{Page, Pager, PlainView, Row};
use crate::render::address::Path;
use crate::render::html::encode_address;
use crate::render::locale::Say;
use crate::render::markdown;
use crate::render::names;
use crate::render::scope::{Head, Scope, shorten};
use crate::text::claim_anchor;

/// Claims on a page of the work list.
pub const CLAIMS_A_PAGE: usize = 100;
/// Cases on the page of changes.
const CHANGES: usize = 100;

/// A page of the work list.
#[derive(Debug, Clone, Serialize)]
pub struct FailingPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// How many claims fail.
    pub count: String,
    /// The claims.
    pub claims: Vec<FailingClaim>,
    /// Steps.
    pub pager: Option<Pager>,
}

/// A claim that fails.
#[derive(Debug, Clone, Serialize)]
pub struct FailingClaim {
    /// Its account on its case's page.
    pub path: String,
    /// What it says.
    pub text: PlainView,
    /// The verdict.
    pub verdict: VerdictView,
    /// The case.
    pub case: PlainView,
}

/// The page of changes.
#[derive(Debug, Clone, Serialize)]
pub struct ChangesPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// Cases by the day of their last change: the day, the cases.
    pub days: Vec<ChangedDay>,
}

/// Cases that changed on one day.
#[derive(Debug, Clone, Serialize)]
pub struct ChangedDay {
    /// The day as written.
    pub label: String,
    /// Its cases.
    pub rows: Vec<Row>,
}

/// Claims that fail, worst first: case number, claim number.
pub fn failing(scope: &Scope<'_>) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for &case in &scope.catalogue.by_date {
        let claims = &scope.site.cases[case].verified.claims;
        let failing = claims.iter().enumerate().filter(|(_, claim)| names::fails(claim.verdict));
        all.extend(failing.map(|(claim, check)| (weight(check.verdict), case, claim)));
    }
    // The sort is stable: within a verdict the newest cases come first.
    all.sort_by_key(|(weight, ..)| *weight);
    all.into_iter().map(|(_, case, claim)| (case, claim)).collect()
}

fn weight(verdict: crate::verify::Verdict) -> usize {
    use crate::verify::Verdict;
    match verdict {
        Verdict::Contradicted => 0,
        Verdict::QuoteAbsent => 1,
        Verdict::Unsupported => 2,
        _ => 3,
    }
}

/// Page `number` (from 1) of the work list.
pub fn failing_page(scope: &Scope<'_>, all: &[(usize, usize)], number: usize) -> FailingPage {
    let locale = scope.locale;
    let first = Path::under(&locale.lang, "failing/");
    let heading = locale.text("nav_failing");
    let page = scope.page(Head {
        kind: "failing",
        path: &first.numbered(number),
        title: heading.clone(),
        description: locale.text("failing_description"),
        breadcrumb: vec![scope.home()],
    });
    let shown = all.iter().skip((number - 1) * CLAIMS_A_PAGE).take(CLAIMS_A_PAGE);
    let claims = shown.filter_map(|&(case, claim)| {
        let verified = &scope.site.cases[case].verified;
        let told = verified.case.claims.get(claim)?;
        let check = verified.claims.get(claim)?;
        let (lang, text) = locale
            .wanted
            .iter()
            .find_map(|lang| told.texts.get_key_value(lang))
            .or_else(|| told.texts.iter().next())?;
        let (tag, dir, language_name) = scope.foreign(lang);
        let anchor = encode_address(&claim_anchor(&told.id));
        Some(FailingClaim {
            path: format!("{}#{anchor}", scope.rows[case].path),
            text: PlainView {
                text: shorten(&markdown::plain(&text.value), 300),
                lang: tag,
                dir,
                language_name,
            },
            verdict: verdict_view(scope, check.verdict),
            case: scope.rows[case].title.clone(),
        })
    });
    FailingPage {
        page,
        heading,
        count: locale.say("count_claims", &[("n", Say::Count(all.len()))]),
        claims: claims.collect(),
        pager: scope.pager(&first, number, all.len().div_ceil(CLAIMS_A_PAGE).max(1)),
    }
}

/// The page of changes: cases by the day of their last change, newest first.
pub fn changes_page(scope: &Scope<'_>) -> ChangesPage {
    let locale = scope.locale;
    let heading = locale.text("nav_changes");
    let page = scope.page(Head {
        kind: "changes",
        path: &Path::under(&locale.lang, "changes/"),
        title: heading.clone(),
        description: locale.text("changes_description"),
        breadcrumb: vec![scope.home()],
    });
    let mut changed: Vec<(i32, String, usize)> = scope
        .catalogue
        .by_date
        .iter()
        .filter_map(|&number| {
            let date = scope.site.cases[number].verified.case.updated_at.value()?.value;
            let day = match date {
                crate::model::DateValue::Instant { local, .. } => crate::model::DateValue::Day(local.date()),
                other => other,
            };
            Some((day.sort_key(), locale.date(day), number))
        })
        .collect();
    changed.sort_by_key(|(key, ..)| std::cmp::Reverse(*key));
    changed.truncate(CHANGES);
    let mut days: Vec<ChangedDay> = Vec::new();
    for (_, label, number) in changed {
        let row = scope.rows[number].clone();
        match days.last_mut() {
            Some(day) if day.label == label => day.rows.push(row),
            _ => days.push(ChangedDay { label, rows: vec![row] }),
        }
    }
    ChangesPage { page, heading, days }
}
