//! Which fields a record of its type should have, and which it has.

use super::Context;
use super::parts::Loss;
use crate::model::{Case, Known, LangText};
use crate::verify::Verified;

/// What a record should have where its type does not say.
const DEFAULT_FIELDS: [&str; 12] = [
    "title",
    "summary",
    "org",
    "date",
    "severity",
    "components",
    "symptoms",
    "root_cause",
    "impact.scope",
    "detection",
    "timeline.resolved_after",
    "remediation",
];

/// How far a field is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filled {
    Yes,
    /// `unknown`, and a reason why.
    WithReason,
    /// `unknown` without a reason.
    Unknown,
    No,
}

/// A loss for every field that is empty or unknown; all fields of the type weigh the same.
pub(super) fn completeness(ctx: &Context<'_>, verified: &Verified) -> Option<Vec<Loss>> {
    let told = ctx.library.vocab.term("type", &verified.case.kind.id).map(|term| &term.fields);
    let mut wanted: Vec<&str> = told.into_iter().flatten().map(String::as_str).collect();
    if wanted.is_empty() {
        wanted = DEFAULT_FIELDS.to_vec();
    }
    let states: Vec<(&str, Filled)> =
        wanted.into_iter().filter_map(|field| Some((field, state(&verified.case, field)?))).collect();
    if states.is_empty() {
        return None;
    }
    let each = 1.0 / states.len() as f64;
    let loss = |(field, filled): (&str, Filled)| {
        let (rule, share, how) = match filled {
            Filled::Yes => return None,
            Filled::WithReason => {
                ("completeness.unknown", 0.5, format!("fill `{field}` once a source tells it"))
            }
            Filled::Unknown => {
                ("completeness.unknown-without-reason", 1.0, format!("say why `{field}` is unknown"))
            }
            Filled::No => ("completeness.field-empty", 1.0, format!("fill `{field}`")),
        };
        Some(Loss { rule, place: field.to_owned(), share: each * share, how })
    };
    Some(states.into_iter().filter_map(loss).collect())
}

/// `None` for a field that Casebook does not know.
fn state(case: &Case, field: &str) -> Option<Filled> {
    let filled = match field {
        "title" => text(&case.title),
        "summary" => text(&case.summary),
        "symptoms_text" => text(&case.symptoms_text),
        "trigger" => text(&case.trigger),
        "detection" => text(&case.detection),
        "cause" => text(&case.cause),
        "lessons" => text(&case.lessons),
        "impact" => any(!case.impact.scope.is_empty() || !case.impact.users.is_empty()),
        "impact.scope" => text(&case.impact.scope),
        "impact.users" => text(&case.impact.users),
        "impact.region" => text(&case.impact.region),
        "org" => any(case.org.is_some()),
        "date" => known(&case.date),
        "severity" => known(&case.severity),
        "root_cause" => known(&case.root_cause),
        "domain" => any(!case.domain.is_empty()),
        "components" => any(!case.components.is_empty()),
        "symptoms" => any(!case.symptoms.is_empty()),
        "contributing" => any(!case.contributing.is_empty()),
        "timeline.events" => any(!case.timeline.events.is_empty()),
        "timeline" if case.timeline.events.is_empty() => {
            best(known(&case.timeline.resolved_after), known(&case.timeline.detected_after))
        }
        "timeline" => Filled::Yes,
        "timeline.detected_after" => known(&case.timeline.detected_after),
        "timeline.resolved_after" => known(&case.timeline.resolved_after),
        "remediation" => any(!case.remediation.is_empty()),
        "action_items" => any(!case.action_items.is_empty()),
        "sources" => any(!case.sources.is_empty()),
        "claims" => any(!case.claims.is_empty()),
        _ => return None,
    };
    if filled == Filled::Yes {
        return Some(filled);
    }
    Some(match case.unknown.get(field) {
        Some(reason) if !reason.is_empty() => Filled::WithReason,
        Some(_) => Filled::Unknown,
        None => filled,
    })
}

/// The fuller of two.
fn best(a: Filled, b: Filled) -> Filled {
    [Filled::Yes, Filled::WithReason, Filled::Unknown]
        .into_iter()
        .find(|filled| [a, b].contains(filled))
        .unwrap_or(Filled::No)
}

const fn any(filled: bool) -> Filled {
    if filled { Filled::Yes } else { Filled::No }
}

fn text(text: &LangText) -> Filled {
    any(text.0.values().any(|text| !text.value.trim().is_empty()))
}

fn known<T>(value: &Known<T>) -> Filled {
    match value {
        Known::Is(_) => Filled::Yes,
        Known::Unknown { reason } if !reason.is_empty() => Filled::WithReason,
        Known::Unknown { .. } => Filled::Unknown,
        Known::Null | Known::Absent => Filled::No,
    }
}
