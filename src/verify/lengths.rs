//! Lengths of time, recomputed from the times that a record tells.
//!
//! A record tells when things happened in its events and in its texts. Which of those times is the
//! start is often a matter of view, so every start that comes near is shown, with the length from it.

use std::collections::BTreeSet;

use jiff::civil::DateTime;

use super::facts::FactKind;
use super::verdict::{Aspect, Computed, Inconsistency, LengthCheck, Moment};
use super::{FieldFacts, facts::Fact};
use crate::diag::{Code, Diagnostic, Severity};
use crate::model::{At, Case, DateValue, Field, Known, Length};

/// Bytes between a date and a clock time that belong together: `28 October 2021 (13:37`.
const NEAR_BYTES: usize = 16;

/// A computed length this near the stated one (as a part of it) may be what was meant.
const NEAR_PART: u64 = 10;

/// At most so many computed lengths are shown.
const SHOWN: usize = 4;

/// What the times told make of the stated lengths.
pub(super) struct Lengths {
    pub checks: Vec<LengthCheck>,
    pub faults: Vec<Inconsistency>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A time that the record tells.
#[derive(Debug, Clone)]
struct Told {
    /// Wall clock, or UTC where several zones are told.
    clock: DateTime,
    /// Minutes from UTC, where told.
    offset: Option<i32>,
    field: Field,
    at: At,
}

pub(super) fn check(case: &Case, texts: &[FieldFacts<'_>]) -> Lengths {
    let mut out = Lengths { checks: Vec::new(), faults: Vec::new(), diagnostics: Vec::new() };
    let events = events(case);
    let mut all = events.clone();
    all.extend(texts.iter().flat_map(|text| in_text(case, text)));
    let (events, all) = (on_one_clock(events), on_one_clock(all));
    if let Known::Is(stated) = &case.timeline.resolved_after {
        let pairs = resolved(stated, &events, &all);
        out.check_one(case, "timeline.resolved_after", stated, &pairs, is_plain(stated, &events));
    }
    if let Known::Is(stated) = &case.timeline.detected_after {
        out.check_one(case, "timeline.detected_after", stated, &from_first(stated, &events), false);
    }
    out
}

/// A start and an end.
type Pair<'a> = (&'a Told, &'a Told);

impl Lengths {
    /// `plain`: the events leave no other reading, so that a difference is a fault.
    fn check_one(&mut self, case: &Case, field: &str, stated: &Length, pairs: &[Pair<'_>], plain: bool) {
        if pairs.is_empty() {
            return;
        }
        let agrees = pairs.iter().any(|pair| agrees(stated, seconds(*pair)));
        let near = pairs.iter().any(|pair| is_near(stated, seconds(*pair)));
        self.checks.push(LengthCheck {
            field: Field::new(field),
            stated: stated.clone(),
            computed: pairs.iter().map(|pair| computed(*pair)).collect(),
            agrees,
        });
        if agrees {
            return;
        }
        let lengths: Vec<String> = pairs.iter().map(|pair| in_words(seconds(*pair))).collect();
        let message =
            format!("`{field}` says {}, the times told give {}", stated.written, lengths.join(" or "));
        let fault = plain && !near;
        if fault {
            self.faults.push(Inconsistency {
                aspect: Aspect::Lengths,
                field: field.to_owned(),
                message: message.clone(),
            });
        }
        let mut diagnostic = Diagnostic::new(Code::V013, case.place(stated.at), message)
            .label(format!("stated: {}", stated.written))
            .help(format!("write the length from the start that is meant: {}", lengths.join(" or ")))
            .case(&*case.id.0);
        for (pair, length) in pairs.iter().zip(&lengths) {
            let end = minute(pair.1.clock);
            diagnostic = diagnostic
                .also(case.place(pair.0.at), format!("{length} from {} to {end}", minute(pair.0.clock)));
        }
        if !fault {
            diagnostic.severity = Severity::Notice;
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Whether the events leave one reading: there are just two, or the length is longer than all of
/// them together. Else the end may be any of them, and later ones may tell of the aftermath.
fn is_plain(stated: &Length, events: &[Told]) -> bool {
    let first = events.iter().min_by_key(|told| told.clock);
    let last = events.iter().max_by_key(|told| told.clock);
    let whole = first.zip(last).map_or(0, seconds);
    events.len() == 2 || (whole > 0 && stated.seconds > whole)
}

/// Pairs that come near the stated length and end as late as possible; else, where events are
/// dated, the first of them and the one that comes nearest.
fn resolved<'a>(stated: &Length, events: &'a [Told], all: &'a [Told]) -> Vec<Pair<'a>> {
    for told in [events, all] {
        let ends: BTreeSet<DateTime> = told.iter().map(|told| told.clock).collect();
        for end in ends.into_iter().rev() {
            let Some(end) = told.iter().find(|told| told.clock == end) else { continue };
            let mut pairs: Vec<Pair<'_>> = told
                .iter()
                .map(|start| (start, end))
                .filter(|pair| pair.0.clock < pair.1.clock && is_near(stated, seconds(*pair)))
                .collect();
            pairs.sort_by_key(|pair| pair.0.clock);
            pairs.dedup_by_key(|pair| pair.0.clock);
            if !pairs.is_empty() {
                pairs.sort_by_key(|pair| seconds(*pair).abs_diff(stated.seconds));
                pairs.truncate(SHOWN);
                return pairs;
            }
        }
    }
    let Some(first) = events.iter().min_by_key(|told| told.clock) else { return Vec::new() };
    let later = events.iter().filter(|told| told.clock > first.clock).map(|told| (first, told));
    let nearest = later.min_by_key(|pair| (seconds(*pair).abs_diff(stated.seconds), pair.1.clock));
    nearest.into_iter().collect()
}

/// From the first event to those that come near.
fn from_first<'a>(stated: &Length, events: &'a [Told]) -> Vec<Pair<'a>> {
    let Some(first) = events.iter().min_by_key(|told| told.clock) else { return Vec::new() };
    let mut pairs: Vec<Pair<'_>> = events
        .iter()
        .filter(|told| told.clock > first.clock)
        .map(|told| (first, told))
        .filter(|pair| is_near(stated, seconds(*pair)))
        .collect();
    pairs.sort_by_key(|pair| seconds(*pair).abs_diff(stated.seconds));
    pairs.truncate(SHOWN);
    pairs
}

fn seconds(pair: Pair<'_>) -> u64 {
    let span = pair.1.clock.duration_since(pair.0.clock);
    u64::try_from(span.as_secs()).unwrap_or(0)
}

fn is_near(stated: &Length, computed: u64) -> bool {
    computed.abs_diff(stated.seconds) <= (stated.seconds / NEAR_PART).max(grain(stated))
}

fn computed(pair: Pair<'_>) -> Computed {
    let moment = |told: &Told| Moment { clock: told.clock, offset: told.offset, field: told.field.clone() };
    Computed { seconds: seconds(pair), from: moment(pair.0), to: moment(pair.1) }
}

/// Rounded or cut as finely as it is stated.
fn agrees(stated: &Length, computed: u64) -> bool {
    let grain = grain(stated);
    computed + grain / 2 >= stated.seconds && computed < stated.seconds + grain
}

/// The unit in which a length is stated, in seconds: a day, an hour, a minute or a second.
fn grain(stated: &Length) -> u64 {
    let in_days = stated.written.trim_end().ends_with(['d', 'D']);
    match stated.seconds {
        seconds if in_days && seconds % 86_400 == 0 => 86_400,
        seconds if seconds % 3_600 == 0 => 3_600,
        seconds if seconds % 60 == 0 => 60,
        _ => 1,
    }
}

/// `75 h 08 min`, `14 min`, `20 s`.
impl Computed {
    /// The length for programs and messages: `72 h 10 min`.
    pub fn length(&self) -> String {
        in_words(self.seconds)
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({})", minute(self.clock), self.field)
    }
}

fn in_words(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes:02} min"),
    }
}

fn minute(clock: DateTime) -> String {
    format!("{} {:02}:{:02}", clock.date(), clock.hour(), clock.minute())
}

fn events(case: &Case) -> Vec<Told> {
    let told = case.timeline.events.iter().enumerate().filter_map(|(number, event)| {
        let date = event.at.value()?;
        let DateValue::Instant { local, offset } = date.value else { return None };
        Some(Told {
            clock: local,
            offset: Some(offset.seconds() / 60),
            field: Field::item("timeline.events", number),
            at: date.at,
        })
    });
    told.collect()
}

/// Dates with clock times in a text; a time without a date takes the nearest one of its paragraph.
fn in_text(case: &Case, text: &FieldFacts<'_>) -> Vec<Told> {
    let year = case.date.value().map(|date| date.value.year());
    let facts: Vec<&Fact> = text.facts.iter().filter(|fact| is_moment(fact)).collect();
    let mut told = Vec::new();
    for (index, fact) in facts.iter().enumerate() {
        let Some(moment) = fact.moment() else { continue };
        let Some((hour, minute)) = moment.clock else { continue };
        let dated = if day_of(fact).is_some() { Some(*fact) } else { date_of(&facts, index, text) };
        let Some((own_year, month, day)) = dated.and_then(day_of) else { continue };
        let Some(year) = own_year.or(year) else { continue };
        let Ok(date) = jiff::civil::Date::new(year, month, day) else { continue };
        let Ok(clock) = jiff::civil::Time::new(hour.cast_signed(), minute.cast_signed(), 0, 0) else {
            continue;
        };
        told.push(Told {
            clock: date.to_datetime(clock),
            offset: moment.offset,
            field: text.field.clone(),
            at: text.text.locate(fact.span.range()),
        });
    }
    told
}

/// Year (where told), month and day of a date.
fn day_of(fact: &Fact) -> Option<(Option<i16>, i8, i8)> {
    let moment = fact.moment()?;
    let year = moment.year.map(i16::try_from).transpose().ok()?;
    Some((year, moment.month?.cast_signed(), moment.day?.cast_signed()))
}

fn is_moment(fact: &Fact) -> bool {
    matches!(fact.kind, FactKind::Date | FactKind::Time | FactKind::Datetime)
}

/// The date that the time `facts[index]` belongs to: one close by, else the last one before it in
/// the same paragraph.
fn date_of<'a>(facts: &[&'a Fact], index: usize, text: &FieldFacts<'_>) -> Option<&'a Fact> {
    let time = facts[index];
    let has_date = |fact: &&&Fact| day_of(fact).is_some();
    let after = facts.get(index + 1).filter(has_date).filter(|next| {
        next.kind == FactKind::Date && next.span.start.saturating_sub(time.span.end) <= NEAR_BYTES
    });
    let before = facts[..index].iter().rev().find(has_date).filter(|date| {
        let between = text.text.value.get(date.span.end..time.span.start);
        between.is_some_and(|between| !between.contains("\n\n"))
    });
    match (before, after) {
        (Some(before), Some(after)) => {
            let gap = time.span.start.saturating_sub(before.span.end);
            let follows = facts[index - 1].span == before.span && gap <= NEAR_BYTES;
            Some(if follows { before } else { after })
        }
        (before, after) => after.or(before).copied(),
    }
}

/// Wall clocks where at most one zone is told (it then holds for all); else UTC, without the times
/// whose zone is not told.
fn on_one_clock(told: Vec<Told>) -> Vec<Told> {
    let zones: BTreeSet<i32> = told.iter().filter_map(|told| told.offset).collect();
    if zones.len() < 2 {
        return told;
    }
    let to_utc = |mut told: Told| {
        let offset = jiff::Span::new().try_minutes(i64::from(told.offset?)).ok()?;
        told.clock = told.clock.checked_sub(offset).ok()?;
        told.offset = Some(0);
        Some(told)
    };
    told.into_iter().filter_map(to_utc).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::ByteSpan;

    fn length(written: &str, seconds: u64) -> Length {
        Length { seconds, written: written.to_owned(), at: At::new(0, ByteSpan::default()) }
    }

    #[test]
    fn lengths_agree_as_finely_as_they_are_stated() {
        let stated = length("73h", 73 * 3600);
        assert!(!agrees(&stated, 72 * 3600 + 10 * 60));
        assert!(agrees(&stated, 72 * 3600 + 40 * 60));
        assert!(agrees(&stated, 73 * 3600 + 50 * 60));
        assert!(!agrees(&stated, 74 * 3600));
        assert!(agrees(&length("2d", 2 * 86_400), 2 * 86_400 + 11 * 3600));
    }

    #[test]
    fn lengths_are_written_for_people() {
        assert_eq!(in_words(75 * 3600 + 8 * 60), "75 h 08 min");
        assert_eq!(in_words(14 * 60), "14 min");
        assert_eq!(in_words(20), "20 s");
    }
}
