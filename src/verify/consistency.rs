//! Does the record agree with itself? Order of dates, the id's year, terms, references, repeats.
//!
//! What the model already reported (unknown terms) is counted here for the score, not told again.

use std::collections::BTreeMap;

use super::Context;
use super::verdict::{Aspect, Inconsistency};
use crate::diag::{Code, Diagnostic};
use crate::model::name::fold_id;
use crate::model::{Case, Date, DateValue, Known, Reference, TermUse};

/// Faults for the score, and what the contributor is told of them.
pub(super) fn check(ctx: &Context<'_>, case: &Case) -> (Vec<Inconsistency>, Vec<Diagnostic>) {
    let mut found = Found { case, faults: Vec::new(), diagnostics: Vec::new() };
    found.order_of_events();
    found.order_of_dates(ctx);
    found.order_of_lengths();
    found.year_of_id();
    found.vocabulary();
    found.references(ctx);
    found.duplicate_sources();
    (found.faults, found.diagnostics)
}

struct Found<'a> {
    case: &'a Case,
    faults: Vec<Inconsistency>,
    diagnostics: Vec<Diagnostic>,
}

impl Found<'_> {
    fn fault(&mut self, aspect: Aspect, field: &str, diagnostic: Diagnostic) {
        let message = diagnostic.message.clone();
        self.faults.push(Inconsistency { aspect, field: field.to_owned(), message });
        self.diagnostics.push(diagnostic.case(&*self.case.id.0));
    }

    fn order_of_events(&mut self) {
        let events = &self.case.timeline.events;
        let dated: Vec<(usize, &Date)> = events
            .iter()
            .enumerate()
            .filter_map(|(number, event)| event.at.value().map(|date| (number, date)))
            .collect();
        for pair in dated.windows(2) {
            let [(_, before), (number, after)] = pair else { continue };
            if is_before(after.value, before.value) {
                let message =
                    format!("the event of {} stands after that of {}", after.written, before.written);
                let diagnostic = Diagnostic::new(Code::V014, self.case.place(after.at), message)
                    .label("earlier")
                    .also(self.case.place(before.at), "stands before it")
                    .help("tell the events in the order in which they happened, or correct the date");
                self.fault(Aspect::Order, &format!("timeline.events[{number}]"), diagnostic);
            }
        }
    }

    /// What happened is older than what was written about it.
    fn order_of_dates(&mut self, ctx: &Context<'_>) {
        let case = self.case;
        let Some(date) = case.date.value() else { return };
        let later = [
            ("updated_at", case.updated_at.value()),
            ("review.reviewed_at", case.review.reviewed_at.value()),
            ("review.sources_checked_at", case.review.sources_checked_at.value()),
        ];
        for (field, told) in later {
            let Some(told) = told.filter(|told| is_before(told.value, date.value)) else { continue };
            let message =
                format!("`{field}` ({}) is earlier than the incident ({})", told.written, date.written);
            let diagnostic = Diagnostic::new(Code::V014, case.place(told.at), message)
                .also(case.place(date.at), "the incident")
                .help("correct one of the two dates");
            self.fault(Aspect::Order, field, diagnostic);
        }
        for used in &case.sources {
            let Some(source) = ctx.library.sources.get(&used.id) else { continue };
            let (Known::Is(published), Known::Is(retrieved)) = (&source.published, &source.retrieved) else {
                continue;
            };
            if is_before(retrieved.value, published.value) {
                let message = format!(
                    "source `{}` was read ({}) before it was published ({})",
                    source.id, retrieved.written, published.written
                );
                let diagnostic = Diagnostic::new(Code::V014, source.place.clone(), message)
                    .also(case.place(used.at), "used here")
                    .help("correct `published` or `retrieved` of the source");
                self.fault(Aspect::Order, "sources", diagnostic);
            }
        }
    }

    fn order_of_lengths(&mut self) {
        let timeline = &self.case.timeline;
        let (Known::Is(detected), Known::Is(resolved)) = (&timeline.detected_after, &timeline.resolved_after)
        else {
            return;
        };
        if detected.seconds > resolved.seconds {
            let message = format!(
                "it is said to be resolved after {} but detected only after {}",
                resolved.written, detected.written
            );
            let diagnostic = Diagnostic::new(Code::V014, self.case.place(detected.at), message)
                .also(self.case.place(resolved.at), "resolved earlier")
                .help("both lengths count from the start of the incident: correct one of them");
            self.fault(Aspect::Order, "timeline.detected_after", diagnostic);
        }
    }

    fn year_of_id(&mut self) {
        let case = self.case;
        let (Some(date), Some(year)) = (case.date.value(), year_in_id(&case.id.0)) else { return };
        let told = case.timeline.events.iter().filter_map(|event| event.at.value());
        if told.chain([date]).any(|date| date.value.year() == year) {
            return;
        }
        let message = format!("the id says {year}, the date {}", date.value.year());
        let diagnostic = Diagnostic::new(Code::V015, case.place(date.at), message)
            .label(format!("the year is {}", date.value.year()))
            .also(case.place(case.at), format!("`{}`", case.id))
            .help("correct the date, or rename the case and keep the old id under `former_ids`");
        self.fault(Aspect::Order, "date", diagnostic);
    }

    fn vocabulary(&mut self) {
        let case = self.case;
        let lists: [(&str, &[TermUse]); 4] = [
            ("domain", &case.domain),
            ("components", &case.components),
            ("symptoms", &case.symptoms),
            ("contributing", &case.contributing),
        ];
        let single = [
            ("root_cause", case.root_cause.value()),
            ("severity", case.severity.value()),
            ("type", Some(&case.kind)),
        ];
        let all = lists
            .into_iter()
            .flat_map(|(field, terms)| terms.iter().map(move |term| (field, term)))
            .chain(single.into_iter().filter_map(|(field, term)| Some((field, term?))));
        for (field, term) in all.filter(|(_, term)| !term.known) {
            let message = format!("`{}` is not in the vocabulary", term.written);
            self.faults.push(Inconsistency { aspect: Aspect::Vocabulary, field: field.to_owned(), message });
        }
    }

    fn references(&mut self, ctx: &Context<'_>) {
        let case = self.case;
        let told = case
            .related
            .iter()
            .map(|reference| ("related", reference))
            .chain(case.recurrence_of.iter().map(|reference| ("recurrence_of", reference)));
        let told: Vec<(&str, &Reference)> = told.collect();
        for (field, reference) in told {
            let place = case.place(reference.at);
            if fold_id(&reference.id) == fold_id(&case.id.0) {
                let diagnostic =
                    Diagnostic::new(Code::R002, place, format!("`{field}` names the case itself"))
                        .help("name another case, or remove the reference");
                self.fault(Aspect::References, field, diagnostic);
            } else if !ctx.has_case(&reference.id) {
                let message = format!("no case has the id `{}`", reference.id);
                let help = ctx.nearest_case(&reference.id, &case.id).map_or_else(
                    || "name a case of this library, or remove the reference".to_owned(),
                    |near| format!("write `{near}`, or remove the reference"),
                );
                let diagnostic = Diagnostic::new(Code::R001, place, message).help(help);
                self.fault(Aspect::References, field, diagnostic);
            }
        }
        for claim in &case.claims {
            for evidence in claim.evidence.iter().filter(|evidence| evidence.source.is_none()) {
                let message = format!("no source is called `{}`", evidence.source_name);
                self.faults.push(Inconsistency {
                    aspect: Aspect::References,
                    field: claim.id.to_string(),
                    message,
                });
            }
        }
    }

    /// One source told twice would count as two.
    fn duplicate_sources(&mut self) {
        let mut first: BTreeMap<&str, &crate::model::SourceUse> = BTreeMap::new();
        let mut repeats = Vec::new();
        for used in &self.case.sources {
            if let Some(earlier) = first.get(&*used.id) {
                repeats.push((*earlier, used));
            } else {
                first.insert(&used.id, used);
            }
        }
        for (earlier, used) in repeats {
            let message = if earlier.name == used.name {
                format!("source `{}` is told twice", used.name)
            } else {
                format!("`{}` and `{}` are one source", earlier.name, used.name)
            };
            let diagnostic = Diagnostic::new(Code::R003, self.case.place(used.at), message)
                .label("again")
                .also(self.case.place(earlier.at), "first told here")
                .help("keep one of them and let all notes name it");
            self.fault(Aspect::Duplicates, "sources", diagnostic);
        }
    }
}

/// Whether `a` is over before `b` begins, as finely as both are told.
fn is_before(a: DateValue, b: DateValue) -> bool {
    if let (Some(a), Some(b)) = (instant(a), instant(b)) {
        return a < b;
    }
    last_day(a) < b.sort_key()
}

fn instant(date: DateValue) -> Option<jiff::Timestamp> {
    match date {
        DateValue::Instant { local, offset } => offset.to_timestamp(local).ok(),
        _ => None,
    }
}

/// Days since 1970 of the last day that a date can mean. An instant's day in another zone may be
/// the next one.
fn last_day(date: DateValue) -> i32 {
    match date {
        DateValue::Year(year) => DateValue::Year(year.saturating_add(1)).sort_key().saturating_sub(1),
        DateValue::Month(year, 12) => DateValue::Year(year.saturating_add(1)).sort_key().saturating_sub(1),
        DateValue::Month(year, month) => DateValue::Month(year, month + 1).sort_key().saturating_sub(1),
        DateValue::Day(_) => date.sort_key(),
        DateValue::Instant { .. } => date.sort_key().saturating_add(1),
    }
}

/// The one year (1970 to 2099) that an id names, if it names one; a CVE's year is no date.
fn year_in_id(id: &str) -> Option<i16> {
    let lower = id.to_lowercase();
    let mut years = Vec::new();
    let mut before = "";
    for part in lower.split(|c: char| !c.is_alphanumeric()) {
        let year = part.parse::<i16>().ok().filter(|year| part.len() == 4 && (1970..=2099).contains(year));
        years.extend(year.filter(|_| before != "cve"));
        before = part;
    }
    match years.as_slice() {
        [year] => Some(*year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_year_in_an_id_is_a_year() {
        assert_eq!(year_in_id("dfds-2019-ip-starvation"), Some(2019));
        assert_eq!(year_in_id("CVE-2021-44228"), None);
        assert_eq!(year_in_id("log4shell-cve-2021-44228-in-2022"), Some(2022));
        assert_eq!(year_in_id("error-5021"), None);
        assert_eq!(year_in_id("from-2019-to-2020"), None);
    }

    #[test]
    fn a_coarse_date_is_not_before_what_it_contains() {
        let day = DateValue::Day(date(2021, 10, 28));
        assert!(!is_before(DateValue::Year(2021), day));
        assert!(!is_before(DateValue::Month(2021, 10), day));
        assert!(is_before(DateValue::Month(2021, 9), day));
        assert!(is_before(DateValue::Year(2020), day));
    }
}
