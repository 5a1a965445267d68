//! What each part of the score loses, and why. Fractions of the part; the sum is made elsewhere.
//!
//! Three promises shape the measures. Evidence added to a claim never lowers a part: a claim counts
//! by its best quote, and a fact that no quote bears counts as not supported, whatever the reason.
//! Splitting a claim changes nothing: claims weigh by how much they say, facts one by one. Order
//! changes nothing: every measure is a sum, a maximum or a count.

use std::collections::BTreeMap;

use super::{Context, Part};
use crate::model::{Claim, ClaimKind, Date, DateValue, Known};
use crate::text::Lang;
use crate::verify::{Aspect, ClaimCheck, FactStatus, LanguageState, MatchKind, QuoteCheck, Verified, Voice};

/// One reason why a part is not full.
#[derive(Debug, Clone)]
pub(super) struct Loss {
    /// The rule.
    pub rule: &'static str,
    /// A claim, a source, a field, a language.
    pub place: String,
    /// Share of the part that is lost, 0 to 1.
    pub share: f64,
    /// What to do.
    pub how: String,
}

impl Loss {
    fn new(rule: &'static str, place: impl Into<String>, share: f64, how: impl Into<String>) -> Self {
        Self { rule, place: place.into(), share, how: how.into() }
    }
}

/// The losses of one part; `None` where it does not apply.
pub(super) fn losses(part: Part, ctx: &Context<'_>, verified: &Verified) -> Option<Vec<Loss>> {
    match part {
        Part::Coverage => Some(coverage(ctx, verified)),
        Part::Fidelity => fidelity(verified),
        Part::Agreement => agreement(verified),
        Part::Sources => Some(sources(ctx, verified)),
        Part::Completeness => super::fields::completeness(ctx, verified),
        Part::Consistency => Some(consistency(verified)),
        Part::Languages => languages(verified),
        Part::Review => Some(review(ctx, verified)),
    }
}

/// A claim's kind weighs in coverage: cause and impact 3, time and number 2, the rest 1.
const fn weight(kind: ClaimKind) -> f64 {
    match kind {
        ClaimKind::Cause | ClaimKind::Impact => 3.0,
        ClaimKind::Time | ClaimKind::Number => 2.0,
        ClaimKind::Action | ClaimKind::Other => 1.0,
    }
}

/// How much a claim says: its digits, and its letters but for words of three letters and fewer, so
/// that a joining word that a split makes needless weighs nothing. At least 1. Scripts that write
/// without spaces, or whose words are short, count every letter.
pub(super) fn extent(claim: &Claim, lang: &Lang) -> f64 {
    let text = claim.texts.get(lang).or_else(|| claim.texts.values().next());
    let count = text.map_or(0, |text| {
        text.value
            .split(|c: char| !c.is_alphanumeric())
            .map(|word| {
                let letters = word.chars().filter(|c| c.is_alphabetic()).count();
                let digits = word.chars().count() - letters;
                let joining = letters <= 3 && word.chars().all(is_spaced_script);
                if joining { digits } else { letters + digits }
            })
            .sum()
    });
    count.max(1) as f64
}

/// Latin, Greek, Cyrillic and their neighbours, which part words by spaces.
fn is_spaced_script(c: char) -> bool {
    (c as u32) < 0x0590
}

/// Whether a quote of the claim stands in its source.
fn covered(check: &ClaimCheck) -> bool {
    check.quotes.iter().any(QuoteCheck::stands)
}

fn pairs(verified: &Verified) -> impl Iterator<Item = (&Claim, &ClaimCheck)> {
    verified.case.claims.iter().zip(&verified.claims)
}

/// Claim kinds that a record of this type should have: told by the type, else cause and impact.
pub(super) fn expected_kinds(ctx: &Context<'_>, verified: &Verified) -> Vec<ClaimKind> {
    let told = ctx.library.vocab.term("type", &verified.case.kind.id).map(|term| &term.claims);
    let kinds: Vec<ClaimKind> = ClaimKind::ALL
        .into_iter()
        .filter(|kind| told.is_some_and(|told| told.iter().any(|name| name == kind.as_str())))
        .collect();
    if kinds.is_empty() { vec![ClaimKind::Cause, ClaimKind::Impact] } else { kinds }
}

fn coverage(ctx: &Context<'_>, verified: &Verified) -> Vec<Loss> {
    let expected = expected_kinds(ctx, verified);
    let mut extents: BTreeMap<ClaimKind, f64> = BTreeMap::new();
    for claim in &verified.case.claims {
        *extents.entry(claim.kind).or_default() += extent(claim, &verified.case.lang);
    }
    let counted = |kind: &ClaimKind| extents.contains_key(kind) || expected.contains(kind);
    let sum: f64 = ClaimKind::ALL.into_iter().filter(counted).map(weight).sum();
    let mut losses: Vec<Loss> = pairs(verified)
        .filter(|(_, check)| !covered(check))
        .map(|(claim, check)| {
            let within = extent(claim, &verified.case.lang) / extents[&claim.kind];
            let (rule, how) = uncovered(check);
            Loss::new(rule, &*claim.id, weight(claim.kind) / sum * within, how)
        })
        .collect();
    losses.extend(expected.iter().filter(|kind| !extents.contains_key(kind)).map(|&kind| {
        let how = format!("add a claim about the {} with a quote from a source", name(kind));
        Loss::new("coverage.kind-absent", kind.as_str(), weight(kind) / sum, how)
    }));
    losses
}

const fn name(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Cause => "cause",
        ClaimKind::Impact => "impact",
        ClaimKind::Time => "times",
        ClaimKind::Number => "figures",
        ClaimKind::Action => "remedy",
        ClaimKind::Other => "incident",
    }
}

fn uncovered(check: &ClaimCheck) -> (&'static str, &'static str) {
    if check.quotes.is_empty() {
        ("coverage.no-evidence", "quote a source for this claim")
    } else if check.quotes.iter().all(|quote| quote.found == MatchKind::NoText) {
        ("coverage.no-text", "store the source's text, or take a snapshot of it")
    } else {
        ("coverage.quote-not-found", "quote the source word for word")
    }
}

/// 1 is to the letter.
fn fidelity_of(quote: &QuoteCheck) -> f64 {
    match quote.effective() {
        MatchKind::Exact => 1.0,
        MatchKind::Normalized => 0.95,
        MatchKind::Elided => 0.8,
        MatchKind::Ambiguous => 0.7,
        MatchKind::Fuzzy | MatchKind::Absent | MatchKind::NoText => 0.0,
    }
}

fn fidelity(verified: &Verified) -> Option<Vec<Loss>> {
    let extent = |claim: &Claim| extent(claim, &verified.case.lang);
    let sum: f64 = verified.case.claims.iter().map(extent).sum();
    if verified.claims.is_empty() {
        return None;
    }
    let loss = |(claim, check): (&Claim, &ClaimCheck)| {
        let best = check.quotes.iter().max_by(|a, b| fidelity_of(a).total_cmp(&fidelity_of(b)));
        let value = best.map_or(0.0, fidelity_of);
        let (rule, how) = match best.map(QuoteCheck::effective) {
            Some(MatchKind::Normalized) => {
                ("fidelity.normalized", "copy the quote from the source to the letter")
            }
            Some(MatchKind::Elided) => ("fidelity.elided", "quote one passage without leaving out words"),
            Some(MatchKind::Ambiguous) => {
                ("fidelity.ambiguous", "quote more of the passage, or add a prefix or suffix")
            }
            Some(_) => ("fidelity.quote-not-found", "quote the source word for word"),
            None => ("fidelity.no-evidence", "quote a source for this claim"),
        };
        (value < 1.0).then(|| Loss::new(rule, &*claim.id, (1.0 - value) * extent(claim) / sum, how))
    };
    Some(pairs(verified).filter_map(loss).collect())
}

fn agreement(verified: &Verified) -> Option<Vec<Loss>> {
    // By claim: facts that count, and those lost by rule.
    let mut total = 0usize;
    let mut lost: Vec<(&str, &'static str, usize)> = Vec::new();
    for (claim, check) in pairs(verified) {
        let stands = covered(check);
        let mut by_rule: BTreeMap<&'static str, usize> = BTreeMap::new();
        for fact in check.by_lang.values().flat_map(|judgement| &judgement.facts) {
            let rule = match fact.status {
                FactStatus::CannotTell if stands => continue,
                FactStatus::Supported if stands => None,
                FactStatus::Contradicted => Some("agreement.fact-contradicted"),
                FactStatus::Missing if stands => Some("agreement.fact-missing"),
                _ => Some("agreement.fact-without-quote"),
            };
            total += 1;
            if let Some(rule) = rule {
                *by_rule.entry(rule).or_default() += 1;
            }
        }
        lost.extend(by_rule.into_iter().map(|(rule, count)| (&*claim.id, rule, count)));
    }
    if total == 0 {
        return None;
    }
    let line = |(place, rule, count): (&str, &'static str, usize)| {
        let how = match rule {
            "agreement.fact-contradicted" => {
                "write what the quote says, or quote the passage that says what is claimed"
            }
            "agreement.fact-missing" => "quote the passage that says it too",
            _ => "quote a passage that stands in the source",
        };
        Loss::new(rule, place, count as f64 / total as f64, how)
    };
    Some(lost.into_iter().map(line).collect())
}

/// Fifteenths: 5 a primary source, 4 a second voice, 4 kept, 2 dated and licensed. The last two
/// look at the best two voices only, so that a further source never costs anything.
fn sources(ctx: &Context<'_>, verified: &Verified) -> Vec<Loss> {
    let mut losses = Vec::new();
    if !verified.voices.iter().any(|voice| voice.primary) {
        let how = "add the operator's own account of the incident";
        losses.push(Loss::new("sources.no-primary", "sources", 5.0 / 15.0, how));
    }
    if verified.voices.len() < 2 {
        let how = "add a source that is independent of the others";
        losses.push(Loss::new("sources.no-second-voice", "sources", 4.0 / 15.0, how));
    }
    let kept = |voice: &Voice| {
        let any = voice.sources.iter().any(|id| {
            let source = ctx.library.sources.get(id);
            source.is_some_and(|source| source.text.is_some() || source.archived.is_some())
                || verified_before(verified, id)
        });
        f64::from(u8::from(any))
    };
    let known = |voice: &Voice| {
        let shares = voice.sources.iter().filter_map(|id| ctx.library.sources.get(id)).map(|source| {
            let dated = matches!(source.published, Known::Is(_));
            let licensed = source.licence.as_deref().is_some_and(|licence| !licence.trim().is_empty());
            f64::from(u8::from(dated) + u8::from(licensed)) / 2.0
        });
        shares.fold(0.0, f64::max)
    };
    losses.extend(best_two(
        verified,
        kept,
        4.0 / 15.0,
        "sources.not-kept",
        "store the source's text, or name an archived copy (`archived`)",
    ));
    losses.extend(best_two(
        verified,
        known,
        2.0 / 15.0,
        "sources.date-or-licence-unknown",
        "tell when it was published and under which licence",
    ));
    losses
}

/// What the best two voices lose of `share` by `measure` (0 to 1 a voice).
fn best_two(
    verified: &Verified,
    measure: impl Fn(&Voice) -> f64,
    share: f64,
    rule: &'static str,
    how: &'static str,
) -> Vec<Loss> {
    let mut voices: Vec<(f64, &str)> = verified
        .voices
        .iter()
        .map(|voice| (measure(voice), voice.sources.iter().map(|id| &**id).min().unwrap_or("sources")))
        .collect();
    if voices.is_empty() {
        return vec![Loss::new(rule, "sources", share, how)];
    }
    voices.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    voices.truncate(2);
    let each = share / voices.len() as f64;
    voices
        .into_iter()
        .filter(|(value, _)| *value < 1.0)
        .map(|(value, place)| Loss::new(rule, place, (1.0 - value) * each, how))
        .collect()
}

/// Whether a quote of the source was found when its text was at hand.
fn verified_before(verified: &Verified, source: &str) -> bool {
    pairs(verified).any(|(claim, check)| {
        let mut both = claim.evidence.iter().zip(&check.quotes);
        both.any(|(evidence, quote)| evidence.source.as_deref() == Some(source) && quote.stands())
    })
}

/// A fifth each: order of dates, lengths, vocabulary, references, no duplicates.
fn consistency(verified: &Verified) -> Vec<Loss> {
    let line = |aspect: Aspect| {
        let mut faults = verified.inconsistencies.iter().filter(|fault| fault.aspect == aspect);
        let first = faults.next()?;
        let more = faults.count();
        let (rule, share) = match aspect {
            Aspect::Order => ("consistency.dates", 0.2),
            Aspect::Lengths => ("consistency.lengths", 0.2),
            Aspect::Vocabulary => ("consistency.vocabulary", 0.2),
            Aspect::References => ("consistency.references", 0.2),
            Aspect::Duplicates => ("consistency.duplicates", 0.2),
        };
        let how = match more {
            0 => first.message.clone(),
            more => format!("{} (and {more} more)", first.message),
        };
        Some(Loss::new(rule, first.field.clone(), share, how))
    };
    Aspect::ALL.into_iter().filter_map(line).collect()
}

/// Every declared language weighs the same: a missing one loses all of its share, a stale one or
/// one in conflict half.
fn languages(verified: &Verified) -> Option<Vec<Loss>> {
    if verified.languages.is_empty() {
        return None;
    }
    let each = 1.0 / verified.languages.len() as f64;
    let mut losses = Vec::new();
    for (lang, state) in &verified.languages {
        let lost = match state {
            LanguageState::Missing => Some(("languages.missing", 1.0, "translate the record")),
            LanguageState::Stale => {
                Some(("languages.stale", 0.5, "bring the translation up to date with the original"))
            }
            LanguageState::Original | LanguageState::Fresh | LanguageState::Untracked => None,
        };
        if let Some((rule, share, how)) = lost {
            losses.push(Loss::new(rule, lang.as_str(), each * share, how));
        }
        let conflict = verified.gaps.iter().find(|gap| gap.instead.is_some() && gap.other == *lang);
        if let Some(gap) = conflict.filter(|_| *state != LanguageState::Missing) {
            let how = format!("make the languages of `{}` tell the same", gap.field);
            losses.push(Loss::new("languages.conflict", lang.as_str(), each * 0.5, how));
        }
    }
    Some(losses)
}

/// Fifths: 3 a person reviewed it after its last change, 2 its sources were looked at again.
fn review(ctx: &Context<'_>, verified: &Verified) -> Vec<Loss> {
    let case = &verified.case;
    let told = |date: &Known<Date>| {
        let value = date.value().map(|date| date.value)?;
        let future = ctx.as_of.is_some_and(|day| value.sort_key() > DateValue::Day(day).sort_key());
        (!future).then_some(value)
    };
    let mut losses = Vec::new();
    let person = super::reviewed_by_a_person(case);
    let after_change = match (told(&case.review.reviewed_at), case.updated_at.value()) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(reviewed), Some(updated)) => last_day(reviewed) >= updated.value.sort_key(),
    };
    if !person {
        let how = "have a person review the record and name them in `review.reviewed_by`";
        losses.push(Loss::new("review.never", "review.reviewed_by", 0.6, how));
    } else if !after_change {
        let how = "review the record as it stands and set `review.reviewed_at`";
        losses.push(Loss::new("review.before-last-change", "review.reviewed_at", 0.4, how));
    }
    if told(&case.review.sources_checked_at).is_none() {
        let how = "open the sources again and set `review.sources_checked_at`";
        losses.push(Loss::new("review.sources-not-looked-at-again", "review.sources_checked_at", 0.4, how));
    }
    losses
}

/// Days since 1970 of the last day that a date can mean.
fn last_day(date: DateValue) -> i32 {
    match date {
        DateValue::Year(year) => DateValue::Year(year.saturating_add(1)).sort_key().saturating_sub(1),
        DateValue::Month(year, 12) => DateValue::Year(year.saturating_add(1)).sort_key().saturating_sub(1),
        DateValue::Month(year, month) => DateValue::Month(year, month + 1).sort_key().saturating_sub(1),
        DateValue::Day(_) | DateValue::Instant { .. } => date.sort_key(),
    }
}
