//! Events on one line: where they crowd and where nothing happened for hours.

use std::fmt::Write as _;

use crate::model::{Case, DateValue};
use crate::render::html::{Html, escape};
use crate::render::locale::{Locale, Say};

/// Width of the drawing in its own units; it scales to the column.
const WIDTH: i64 = 640;
/// Space left and right of the axis for half a label.
const MARGIN: i64 = 12;
/// Marks nearer than this share a column and are stacked.
const NEAR: i64 = 16;
/// Height of one mark in a stack.
const STEP: i64 = 18;

/// Draws the events that have a clock time; `None` for fewer than two different times.
pub fn timeline(locale: &Locale, case: &Case) -> Option<Html> {
    let mut events: Vec<(i64, usize)> = Vec::new();
    for (number, event) in case.timeline.events.iter().enumerate() {
        if let Some(seconds) = event.at.value().and_then(|date| seconds(date.value)) {
            events.push((seconds, number));
        }
    }
    let first = events.iter().map(|event| event.0).min()?;
    let last = events.iter().map(|event| event.0).max()?;
    if first == last {
        return None;
    }
    events.sort_unstable();
    let span = last - first;
    let place = |seconds: i64| MARGIN + (seconds - first) * (WIDTH - 2 * MARGIN) / span;
    let mut marks: Vec<(i64, i64, usize)> = Vec::new();
    for (seconds, number) in events {
        let x = place(seconds);
        let level = match marks.last() {
            Some(&(before, level, _)) if x - before < NEAR => level + 1,
            _ => 0,
        };
        marks.push((x, level, number));
    }
    let top = marks.iter().map(|mark| mark.1).max().unwrap_or(0);
    let axis = top * STEP + 24;
    let height = axis + 10;
    let length = locale.seconds(u64::try_from(span).ok()?);
    let label =
        locale.say("timeline_label", &[("n", Say::Count(marks.len())), ("length", Say::Text(&length))]);
    let mut svg = format!(
        "<svg class=\"timeline\" viewBox=\"0 0 {WIDTH} {height}\" direction=\"ltr\" role=\"img\" aria-label=\""
    );
    escape(&mut svg, &label);
    let _ = write!(
        svg,
        "\"><line class=\"axis\" x1=\"{MARGIN}\" y1=\"{axis}\" x2=\"{}\" y2=\"{axis}\"/>",
        WIDTH - MARGIN
    );
    for (x, level, number) in marks {
        let y = axis - 14 - level * STEP;
        let _ = write!(
            svg,
            "<line class=\"stem\" x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{axis}\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"8\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            y + 8,
            y + 4,
            number + 1
        );
    }
    svg.push_str("</svg>");
    Some(Html(svg))
}

/// Seconds since 1970 of a date that has a clock time.
fn seconds(date: DateValue) -> Option<i64> {
    match date {
        DateValue::Instant { local, offset } => {
            offset.to_timestamp(local).ok().map(jiff::Timestamp::as_second)
        }
        _ => None,
    }
}
