//! The facts of the shared vectors: recall, precision and clean texts by language, as the vectors count.

use std::collections::BTreeMap;

use casebook::verify::facts::{Approx, Fact, FactKind, Length, Moment, extract};
use serde_json::Value;

use crate::support::shared;

/// Language, least recall, least recall on the vectors' own cases; in percent.
const LEAST: [(&str, f64, f64); 8] = [
    ("en", 95.0, 98.0),
    ("ko", 95.0, 98.0),
    ("ru", 95.0, 98.0),
    ("de", 88.0, 88.0),
    ("es", 88.0, 88.0),
    ("fr", 88.0, 88.0),
    ("ja", 88.0, 88.0),
    ("zh", 88.0, 88.0),
];
/// In every language, in percent.
const LEAST_PRECISION: f64 = 95.0;
/// Texts that state nothing of the kind, in every language, in percent.
const LEAST_CLEAN: f64 = 98.0;

#[derive(Default)]
struct Score {
    cases: f64,
    hits: f64,
    own: f64,
    own_hits: f64,
    found: f64,
    right: f64,
    empty: f64,
    clean: f64,
    misses: Vec<String>,
}

#[test]
fn shared_vectors_are_read() {
    let Some(path) = shared("vectors/quantities.jsonl") else { return };
    let cases: Vec<Value> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(cases.len() > 1000, "the vectors are not whole");
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut lists: BTreeMap<(&str, &str, &str), Vec<&Value>> = BTreeMap::new();
    for case in &cases {
        let (lang, text, kind) = (word(case, "lang"), word(case, "text"), word(case, "kind"));
        let facts = extract(lang, text);
        let score = scores.entry(lang).or_default();
        if case["value"].is_null() {
            score.empty += 1.0;
            score.clean += f64::from(u8::from(!facts.iter().any(|fact| is_of(fact, kind))));
            continue;
        }
        let hit = f64::from(u8::from(facts.iter().any(|fact| matches(case, fact, false))));
        score.cases += 1.0;
        score.hits += hit;
        if word(case, "source") == "own" {
            score.own += 1.0;
            score.own_hits += hit;
        }
        if hit == 0.0 {
            score.misses.push(format!("{} {kind} {}: {text}", word(case, "id"), case["value"]));
        }
        lists.entry((lang, text, kind)).or_default().push(case);
    }
    for ((lang, text, kind), list) in lists {
        if list.len() as u64 != list[0]["of"].as_u64().unwrap_or(1) {
            continue;
        }
        let score = scores.entry(lang).or_default();
        let mut left = list;
        for fact in extract(lang, text).iter().filter(|fact| name(fact.kind) == kind) {
            score.found += 1.0;
            if let Some(at) = left.iter().position(|case| matches(case, fact, true)) {
                left.remove(at);
                score.right += 1.0;
            }
        }
    }
    let mut failures = Vec::new();
    for (lang, recall, own) in LEAST {
        let score = &scores[lang];
        let told = [
            ("recall", 100.0 * score.hits / score.cases, recall),
            ("recall of own cases", 100.0 * score.own_hits / score.own, own),
            ("precision", 100.0 * score.right / score.found, LEAST_PRECISION),
            ("clean", 100.0 * score.clean / score.empty, LEAST_CLEAN),
        ];
        for (what, got, least) in told {
            eprintln!("{lang}: {what} {got:.1}");
            if got.is_nan() || got < least {
                failures
                    .push(format!("{lang}: {what} {got:.1}, at least {least}\n{}", score.misses.join("\n")));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn word<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

fn name(kind: FactKind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn is_moment(kind: FactKind) -> bool {
    matches!(kind, FactKind::Date | FactKind::Time | FactKind::Datetime)
}

/// Whether a fact is of the kind that a text must not state; "datetime" stands for all dates and times.
fn is_of(fact: &Fact, kind: &str) -> bool {
    if kind != "datetime" {
        return name(fact.kind) == kind;
    }
    is_moment(fact.kind)
        || fact.kind == FactKind::Range && matches!(fact.unit.as_deref(), Some("date" | "time" | "datetime"))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1e-9)
}

fn close_text(a: &str, b: &str) -> bool {
    matches!((a.parse(), b.parse()), (Ok(a), Ok(b)) if close(a, b))
}

/// Whether `fact` is what `case` asks for; `strict` as precision counts.
fn matches(case: &Value, fact: &Fact, strict: bool) -> bool {
    let (kind, value) = (word(case, "kind"), word(case, "value"));
    let bound = |approx: Option<Approx>| match approx {
        Some(Approx::Over | Approx::AtLeast) => Some(true),
        Some(Approx::Under | Approx::AtMost) => Some(false),
        _ => None,
    };
    if kind == "number"
        && !strict
        && let FactKind::Quantity | FactKind::Money | FactKind::Percent | FactKind::Duration = fact.kind
    {
        return fact.amount.as_deref().is_some_and(|amount| close_text(amount, value));
    }
    if kind == "range" && fact.kind != FactKind::Range {
        return match bound(fact.approx) {
            Some(true) => ends_match(case, &fact.value, ""),
            Some(false) => ends_match(case, "", &fact.value),
            None => false,
        };
    }
    if name(fact.kind) != kind {
        return false;
    }
    let unit = fact.unit.as_deref().unwrap_or_default();
    let wanted = word(case, "unit");
    match fact.kind {
        FactKind::Number | FactKind::Ordinal => close_text(&fact.value, value),
        FactKind::Percent | FactKind::Quantity | FactKind::Money => {
            if unit == wanted || wanted == "$" && unit == "USD" {
                return close_text(&fact.value, value);
            }
            let told = Fact { value: value.to_owned(), unit: Some(wanted.to_owned()), ..fact.clone() };
            matches!((fact.canonical(), told.canonical()), (Some((a, x)), Some((b, y))) if a == b && close(x, y))
        }
        FactKind::Duration => match (fact.length(), Length::parse(value)) {
            (Some(a), Some(b)) => close(a.months, b.months) && close(a.seconds, b.seconds),
            _ => false,
        },
        FactKind::Date | FactKind::Time | FactKind::Datetime => same_moment(value, &fact.value),
        FactKind::Version => fact.value == value,
        FactKind::Range => {
            let same = unit == wanted || matches!((unit, wanted), ("$", "USD") | ("USD", "$"));
            fact.value.split_once("..").is_some_and(|(low, high)| same && ends_match(case, low, high))
        }
        FactKind::Percentile | FactKind::Identifier => false,
    }
}

fn ends_match(case: &Value, low: &str, high: &str) -> bool {
    let Some((want_low, want_high)) = word(case, "value").split_once("..") else { return false };
    let dated = matches!(word(case, "unit"), "date" | "time" | "datetime");
    [(want_low, low), (want_high, high)].iter().all(|(want, got)| {
        if want.is_empty() || got.is_empty() {
            return want.is_empty() && got.is_empty();
        }
        if dated { same_moment(want, got) } else { close_text(want, got) }
    })
}

/// As instants where the expected one has an offset, by the clock on the wall where it has none.
fn same_moment(want: &str, got: &str) -> bool {
    let (Some(want), Some(got)) = (Moment::parse(want), Moment::parse(got)) else { return false };
    let date = |moment: &Moment| (moment.year, moment.month, moment.day);
    if let (Some(clock), Some(offset)) = (want.clock, want.offset) {
        let (Some(got_clock), Some(got_offset)) = (got.clock, got.offset) else { return false };
        let instant = |(hour, minute): (u8, u8), offset: i32| {
            (i32::from(hour) * 60 + i32::from(minute) - offset).rem_euclid(1440)
        };
        return instant(clock, offset) == instant(got_clock, got_offset)
            && want.second.unwrap_or(0) == got.second.unwrap_or(0)
            && (offset != got_offset || date(&want) == date(&got));
    }
    want.clock == got.clock
        && want.second.unwrap_or(0) == got.second.unwrap_or(0)
        && (date(&want) == date(&got)
            || want.year.is_none() && want.month.is_some() && (want.month, want.day) == (got.month, got.day))
}
