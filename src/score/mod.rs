//! Verdicts into scores: how well a record is supported and kept, not how bad the incident was.
//!
//! Every point lost has a line, and the lines add up. No clock but the day given.

mod fields;
mod parts;
mod report;
mod tenths;

use std::sync::Arc;

use jiff::civil;

use crate::diag::{Code, Diagnostic};
use crate::model::{Case, ClaimKind, Known, Library};
use crate::verify::{Verdict, Verified};
use parts::Loss;

pub use report::{CaseReport, verdicts};

/// Version of the rule table, shown with every score.
pub const RULES_VERSION: &str = "1";

/// The parts of the score, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Share of claims with a quote found.
    Coverage,
    /// How well quotes match.
    Fidelity,
    /// Share of checkable facts supported.
    Agreement,
    /// Primary, independent, stored, dated, licensed.
    Sources,
    /// Fields of the record's type.
    Completeness,
    /// Dates, lengths, vocabulary, references.
    Consistency,
    /// Declared languages present, fresh, in agreement.
    Languages,
    /// Looked at by a person.
    Review,
}

impl Part {
    /// All parts in order.
    pub const ALL: [Self; 8] = [
        Self::Coverage,
        Self::Fidelity,
        Self::Agreement,
        Self::Sources,
        Self::Completeness,
        Self::Consistency,
        Self::Languages,
        Self::Review,
    ];
}

/// What one part gave.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PartScore {
    /// Which.
    pub part: Part,
    /// Points earned, rounded to a tenth.
    pub points: f64,
    /// Points that could be earned; 0 where the part does not apply (its weight then neither
    /// costs nor pays).
    pub of: f64,
}

/// A point or more lost, where, and how to regain it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LostLine {
    /// The part, or `None` for a cap.
    pub part: Option<Part>,
    /// The rule, e.g. `coverage.claim-without-quote`; its texts are in the themes' messages.
    pub rule: &'static str,
    /// The place: a claim's id, a source's id, a field.
    pub place: String,
    /// Points lost, in tenths exact.
    pub points: f64,
    /// What to do, in English; pages build theirs from `rule` and `place`.
    pub how: String,
}

/// The word beside the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// From 85.
    WellSupported,
    /// From 65.
    SupportedWithGaps,
    /// From 40.
    Weak,
    /// Below 40.
    Unsupported,
}

impl Grade {
    /// The word for a total in tenths.
    fn of(tenths: u32) -> Self {
        match tenths {
            850.. => Self::WellSupported,
            650.. => Self::SupportedWithGaps,
            400.. => Self::Weak,
            _ => Self::Unsupported,
        }
    }
}

/// A cap that holds the score down.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Cap {
    /// `contradicted`, `no-address`, `one-voice`, `unreviewed`.
    pub rule: &'static str,
    /// The highest score that it leaves.
    pub at: f64,
}

/// A case's score with its whole breakdown.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Score {
    /// 0 to 100, one decimal.
    pub total: f64,
    /// The sum of the parts before caps, 0 to 100, one decimal.
    pub before_caps: f64,
    /// The word.
    pub grade: Grade,
    /// Caps that apply, lowest first.
    pub caps: Vec<Cap>,
    /// Parts in order.
    pub parts: Vec<PartScore>,
    /// `100 - total` equals the sum of these lines.
    pub lost: Vec<LostLine>,
    /// Claims that could be checked.
    pub claims_checked: usize,
    /// Claims in all.
    pub claims: usize,
    /// [`RULES_VERSION`].
    pub rules: &'static str,
}

/// A verified case and its score.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The case, checked.
    pub verified: Verified,
    /// Its score.
    pub score: Score,
}

/// What a score depends on beside the case.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Settings, vocabularies and sources.
    pub library: &'a Library,
    /// The last day that counts: what was done later is not yet done. [`newest_date`] by default.
    pub as_of: Option<civil::Date>,
}

/// Scores a case, and says what holds its score down as a whole.
pub fn case(ctx: &Context<'_>, verified: Verified) -> (Scored, Vec<Diagnostic>) {
    let score = score(ctx, &verified);
    let mut diagnostics = findings(ctx, &verified);
    verified.case.record.point(&mut diagnostics);
    (Scored { verified, score }, diagnostics)
}

/// The newest day that a library tells, so that a score needs no clock.
pub fn newest_date(library: &Library, cases: &[Arc<Case>]) -> Option<civil::Date> {
    let of_cases = cases.iter().flat_map(|case| {
        let told = [&case.date, &case.updated_at, &case.review.reviewed_at, &case.review.sources_checked_at];
        told.into_iter().chain(case.timeline.events.iter().map(|event| &event.at))
    });
    let of_sources = library.sources.values().flat_map(|source| [&source.published, &source.retrieved]);
    of_cases
        .chain(of_sources)
        .filter_map(|date| date.value())
        .max_by_key(|date| date.value.sort_key())
        .and_then(|date| {
            let days = jiff::Span::new().try_days(date.value.sort_key()).ok()?;
            civil::date(1970, 1, 1).checked_add(days).ok()
        })
}

/// Whether a person is named as reviewer.
fn reviewed_by_a_person(case: &Case) -> bool {
    case.review.reviewed_by.as_ref().is_some_and(|name| !name.value.trim().is_empty())
}

fn score(ctx: &Context<'_>, verified: &Verified) -> Score {
    let (parts, mut lost, before_caps) = sum(ctx, verified);
    let mut caps = caps(ctx, verified);
    caps.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut total = before_caps;
    if let Some(cap) = caps.first() {
        let limit = tenths::round(cap.at * 10.0).min(1000);
        if limit < total {
            lost.push(LostLine {
                part: None,
                rule: cap.rule,
                place: cap_place(cap.rule).to_owned(),
                points: points(total - limit),
                how: cap_how(cap.rule).to_owned(),
            });
            total = limit;
        }
    }
    Score {
        total: points(total),
        before_caps: points(before_caps),
        grade: Grade::of(total),
        caps,
        parts,
        lost,
        claims_checked: verified.claims.iter().filter(|claim| claim.was_checked()).count(),
        claims: verified.claims.len(),
        rules: RULES_VERSION,
    }
}

/// Parts, lines and their sum in tenths, before caps.
///
/// The sum is rounded once, from the real losses; then its tenths are shared over parts and lines.
/// So the total rises and falls with the real losses, and the lines still add up exactly.
fn sum(ctx: &Context<'_>, verified: &Verified) -> (Vec<PartScore>, Vec<LostLine>, u32) {
    let told: Vec<Option<Vec<Loss>>> =
        Part::ALL.into_iter().map(|part| parts::losses(part, ctx, verified)).collect();
    let weights: Vec<f64> = ctx
        .library
        .config
        .score
        .weights
        .iter()
        .zip(&told)
        .map(|(&weight, losses)| if losses.is_some() && weight.is_finite() { weight.max(0.0) } else { 0.0 })
        .collect();
    let whole: f64 = weights.iter().sum();
    if whole <= 0.0 {
        let part = |part| PartScore { part, points: 0.0, of: 0.0 };
        let line = LostLine {
            part: None,
            rule: "score.nothing-applies",
            place: "casebook.toml".to_owned(),
            points: 100.0,
            how: "give a part of the score a weight".to_owned(),
        };
        return (Part::ALL.into_iter().map(part).collect(), vec![line], 0);
    }
    let full: Vec<f64> = weights.iter().map(|weight| weight / whole * 1000.0).collect();
    let losses: Vec<Vec<Loss>> = told.into_iter().map(Option::unwrap_or_default).collect();
    let shares = |losses: &[Loss]| losses.iter().map(|loss| loss.share).sum::<f64>().clamp(0.0, 1.0);
    let lost: Vec<f64> = full.iter().zip(&losses).map(|(full, losses)| full * shares(losses)).collect();

    let total = tenths::round(1000.0 - lost.iter().sum::<f64>()).min(1000);
    let room: Vec<u32> =
        lost.iter().zip(&full).map(|(&lost, full)| if lost > 0.0 { full.ceil() as u32 } else { 0 }).collect();
    let lost = tenths::apportion(1000 - total, &lost, &room);
    let total = 1000 - lost.iter().sum::<u32>();
    let kept: Vec<f64> =
        full.iter().zip(&lost).map(|(full, &lost)| (full - f64::from(lost)).max(0.0)).collect();
    let earned = tenths::apportion(total, &kept, &weights_room(&weights));

    let mut parts = Vec::new();
    let mut lines = Vec::new();
    for (index, part) in Part::ALL.into_iter().enumerate() {
        parts.push(PartScore {
            part,
            points: points(earned[index]),
            of: points(earned[index] + lost[index]),
        });
        let wanted: Vec<f64> = losses[index].iter().map(|loss| loss.share * full[index]).collect();
        let shared = tenths::apportion(lost[index], &wanted, &vec![lost[index]; wanted.len()]);
        let told = losses[index].iter().zip(shared).filter(|(_, tenths)| *tenths > 0);
        lines.extend(told.map(|(loss, tenths)| LostLine {
            part: Some(part),
            rule: loss.rule,
            place: loss.place.clone(),
            points: points(tenths),
            how: loss.how.clone(),
        }));
    }
    (parts, lines, total)
}

/// Parts without weight take no points.
fn weights_room(weights: &[f64]) -> Vec<u32> {
    weights.iter().map(|&weight| if weight > 0.0 { 1000 } else { 0 }).collect()
}

/// Tenths as points; the nearest float prints with one decimal.
fn points(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}

fn caps(ctx: &Context<'_>, verified: &Verified) -> Vec<Cap> {
    let config = &ctx.library.config.score;
    let mut caps = Vec::new();
    if contradicted_at_heart(verified) {
        caps.push(Cap { rule: "contradicted", at: config.cap_contradicted });
    }
    if !has_address(ctx, &verified.case) {
        caps.push(Cap { rule: "no-address", at: config.cap_no_address });
    }
    if verified.voices.len() < 2 {
        caps.push(Cap { rule: "one-voice", at: config.cap_one_voice });
    }
    if !reviewed_by_a_person(&verified.case) {
        caps.push(Cap { rule: "unreviewed", at: config.cap_unreviewed });
    }
    caps
}

fn cap_place(rule: &str) -> &'static str {
    match rule {
        "contradicted" => "claims",
        "unreviewed" => "review.reviewed_by",
        _ => "sources",
    }
}

fn cap_how(rule: &str) -> &'static str {
    match rule {
        "contradicted" => "correct the claim about the cause or impact that its quote contradicts",
        "no-address" => "give a source its address (`url`)",
        "one-voice" => "add a source that is independent of the others",
        _ => "have a person review the record and name them in `review.reviewed_by`",
    }
}

/// Whether a quote contradicts what is said of cause or impact.
fn contradicted_at_heart(verified: &Verified) -> bool {
    verified.case.claims.iter().zip(&verified.claims).any(|(claim, check)| {
        matches!(claim.kind, ClaimKind::Cause | ClaimKind::Impact) && check.verdict == Verdict::Contradicted
    })
}

/// Whether a source has an address, live or archived.
fn has_address(ctx: &Context<'_>, case: &Case) -> bool {
    case.sources.iter().filter_map(|used| ctx.library.sources.get(&used.id)).any(|source| {
        let told = |address: &Option<String>| address.as_deref().is_some_and(|told| !told.trim().is_empty());
        told(&source.url) || told(&source.archived)
    })
}

fn findings(ctx: &Context<'_>, verified: &Verified) -> Vec<Diagnostic> {
    let case = &verified.case;
    let config = &ctx.library.config.score;
    let place = || case.sources.first().map_or_else(|| case.place(case.at), |used| case.place(used.at));
    let mut found = Vec::new();
    if !has_address(ctx, case) {
        let message = format!("no source has an address: the score is at most {}", config.cap_no_address);
        found.push(
            Diagnostic::new(Code::S001, place(), message)
                .help("add a source with `url`, or give a source that is here its `url`")
                .case(&*case.id.0),
        );
    } else if verified.voices.len() == 1 {
        let message =
            format!("all sources speak with one voice: the score is at most {}", config.cap_one_voice);
        found.push(
            Diagnostic::new(Code::S002, place(), message)
                .help("add a source by someone else that does not merely repeat the first")
                .case(&*case.id.0),
        );
    }
    if let Some(date) = ctx.as_of.and_then(|day| later_review(case, day)) {
        let message = format!("the review is dated later than the day of the score: {}", date.written);
        let help = "write the day of the review, or score with a later `--as-of`";
        found.push(Diagnostic::new(Code::S003, case.place(date.at), message).help(help).case(&*case.id.0));
    }
    found
}

/// A review date after `day`.
fn later_review(case: &Case, day: civil::Date) -> Option<&crate::model::Date> {
    let limit = crate::model::DateValue::Day(day).sort_key();
    let told = [&case.review.reviewed_at, &case.review.sources_checked_at];
    told.into_iter().filter_map(Known::value).find(|date| date.value.sort_key() > limit)
}

#[cfg(test)]
mod tests;
