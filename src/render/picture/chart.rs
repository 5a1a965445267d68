//! Bars, matrices and points. Every mark that has a page is a link to it.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::render::html::{Html, escape};

/// Width of a matrix or of points in its own units.
const WIDTH: usize = 640;
/// Width of bars: they fit a phone without scrolling.
const BARS: usize = 440;
/// Room for labels at the left.
const LABELS: usize = 190;
/// Most room for the labels of bars; where all are short, the bars begin earlier.
const BAR_LABELS: usize = 206;
/// Room for figures at the right.
const FIGURES: usize = 44;
/// Room between a label and what it names.
const GAP: usize = 8;
/// Height of a row.
const ROW: usize = 24;

/// One bar.
#[derive(Debug, Clone)]
pub struct Bar {
    /// What it counts.
    pub label: String,
    /// How many.
    pub n: usize,
    /// The number as written.
    pub shown: String,
    /// Its cases.
    pub href: Option<String>,
    /// A class for its colour, e.g. `v-partial`.
    pub class: Option<String>,
}

/// Horizontal bars, one a row.
pub fn bars(name: &str, bars: &[Bar]) -> Html {
    let most = bars.iter().map(|bar| bar.n).max().unwrap_or(0).max(1);
    let height = bars.len() * ROW + 4;
    let longest = bars.iter().map(|bar| breadth(&bar.label)).max().unwrap_or(0);
    let labels = (longest + GAP).min(BAR_LABELS);
    let mut svg = open(name, "bars", BARS, height);
    for (at, bar) in bars.iter().enumerate() {
        let y = at * ROW + 2;
        let length = (BARS - labels - FIGURES) * bar.n / most;
        link(&mut svg, bar.href.as_deref(), |svg| {
            whole_label(svg, &bar.label, labels - GAP);
            let _ = write!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">", labels - GAP, y + 16);
            escape(svg, &cut(&bar.label, labels - GAP));
            svg.push_str("</text><rect class=\"bar ");
            escape(svg, bar.class.as_deref().unwrap_or(""));
            let _ = write!(
                svg,
                "\" x=\"{labels}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\"/><text class=\"figure\" x=\"{}\" y=\"{}\">",
                y + 3,
                length.max(usize::from(bar.n > 0) * 2),
                ROW - 8,
                labels + length + 6,
                y + 16
            );
            escape(svg, &bar.shown);
            svg.push_str("</text>");
        });
    }
    close(svg)
}

/// One cell of a matrix.
#[derive(Debug, Clone)]
pub struct Cell {
    /// How many.
    pub n: usize,
    /// The number as written.
    pub shown: String,
    /// Its cases.
    pub href: Option<String>,
}

/// Counts by two terms; the darker, the more, and the number stands in the cell.
pub fn matrix(name: &str, columns: &[String], rows: &[(String, Vec<Cell>)]) -> Html {
    /// The longest label across, as broad as the room at the right of the last column lets it be.
    const LONGEST: usize = 112;
    /// That room.
    const BESIDE: usize = 80;
    // Slanted by 40 degrees, a label is two thirds as high as it is broad.
    let longest = columns.iter().map(|label| breadth(label).min(LONGEST)).max().unwrap_or(0);
    let head = 20 + longest * 2 / 3;
    let most = rows.iter().flat_map(|(_, cells)| cells).map(|cell| cell.n).max().unwrap_or(0).max(1);
    let width = (WIDTH - LABELS - BESIDE) / columns.len().max(1);
    let mut svg = open(name, "matrix", WIDTH, head + rows.len() * ROW + 4);
    for (at, label) in columns.iter().enumerate() {
        let (x, y) = (LABELS + at * width + width / 2, head - 6);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-40 {x} {y})\">");
        escape(&mut svg, &cut(label, LONGEST));
        svg.push_str("</text>");
    }
    for (row, (label, cells)) in rows.iter().enumerate() {
        let y = head + row * ROW;
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">", LABELS - GAP, y + 16);
        escape(&mut svg, &cut(label, LABELS - GAP));
        svg.push_str("</text>");
        for (at, cell) in cells.iter().enumerate() {
            let x = LABELS + at * width;
            // Five steps of darkness: more cannot be told apart.
            let step = if cell.n == 0 { 0 } else { 1 + (cell.n * 4 / most).min(4) };
            link(&mut svg, cell.href.as_deref().filter(|_| cell.n > 0), |svg| {
                let _ = write!(
                    svg,
                    "<rect class=\"cell c{step}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    x + 1,
                    y + 1,
                    width.saturating_sub(2),
                    ROW - 2
                );
                if cell.n > 0 {
                    let _ = write!(
                        svg,
                        "<text class=\"c{step}\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">",
                        x + width / 2,
                        y + 16
                    );
                    escape(svg, &cell.shown);
                    svg.push_str("</text>");
                }
            });
        }
    }
    close(svg)
}

/// One point.
#[derive(Debug, Clone)]
pub struct Point {
    /// Seconds on the horizontal axis.
    pub x: u64,
    /// Seconds on the vertical axis.
    pub y: u64,
    /// What it is.
    pub label: String,
    /// Its page.
    pub href: String,
}

/// Points by two lengths of time, both on a logarithmic scale from a second to a year.
pub fn points(name: &str, across: &str, upwards: &str, ticks: &[(u64, String)], all: &[Point]) -> Html {
    const HEIGHT: usize = 400;
    const LEFT: usize = 90;
    const BOTTOM: usize = 50;
    let place = |seconds: u64, length: usize| {
        // Thousandths of the axis: whole numbers keep the bytes the same on every machine.
        let share = ((seconds.max(1) as f64).log10() / 7.5).clamp(0.0, 1.0);
        (share * 1000.0).round() as usize * length / 1000
    };
    let (width, height) = (WIDTH - LEFT - 20, HEIGHT - BOTTOM - 20);
    let mut svg = open(name, "points", WIDTH, HEIGHT);
    for (seconds, label) in ticks {
        let (x, y) = (LEFT + place(*seconds, width), HEIGHT - BOTTOM - place(*seconds, height));
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x}\" y1=\"20\" x2=\"{x}\" y2=\"{}\"/><line class=\"grid\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/>",
            HEIGHT - BOTTOM,
            WIDTH - 20
        );
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">", HEIGHT - BOTTOM + 18);
        escape(&mut svg, label);
        let _ = write!(svg, "</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">", LEFT - 8, y + 4);
        escape(&mut svg, label);
        svg.push_str("</text>");
    }
    let _ =
        write!(svg, "<text class=\"figure\" x=\"{}\" y=\"{}\" text-anchor=\"end\">", WIDTH - 20, HEIGHT - 10);
    escape(&mut svg, across);
    svg.push_str("</text><text class=\"figure\" x=\"8\" y=\"14\">");
    escape(&mut svg, upwards);
    svg.push_str("</text>");
    for point in all {
        link(&mut svg, Some(&point.href), |svg| {
            let _ = write!(
                svg,
                "<circle class=\"point\" cx=\"{}\" cy=\"{}\" r=\"6\"><title>",
                LEFT + place(point.x, width),
                HEIGHT - BOTTOM - place(point.y, height)
            );
            escape(svg, &point.label);
            svg.push_str("</title></circle>");
        });
    }
    close(svg)
}

/// Drawings run from left to right in every language: where a label ends must not depend on the page.
fn open(name: &str, kind: &str, width: usize, height: usize) -> String {
    let mut svg = format!(
        "<svg class=\"chart {kind}\" viewBox=\"0 0 {width} {height}\" direction=\"ltr\" role=\"group\" aria-label=\""
    );
    escape(&mut svg, name);
    svg.push_str("\">");
    svg
}

fn close(mut svg: String) -> Html {
    svg.push_str("</svg>");
    Html(svg)
}

fn link(svg: &mut String, href: Option<&str>, inside: impl FnOnce(&mut String)) {
    if let Some(href) = href {
        svg.push_str("<a href=\"");
        escape(svg, href);
        svg.push_str("\">");
    }
    inside(svg);
    if href.is_some() {
        svg.push_str("</a>");
    }
}

/// The breadth of a label in units of the picture, where its letters are 12 units high. Nobody knows the reader's font: the
/// figures are those of a broad one, so that no label reaches out of the picture.
fn breadth(label: &str) -> usize {
    let tenths: usize = label
        .chars()
        .map(|c| match c {
            _ if c.width() == Some(2) => 125,
            _ if c.width().is_none_or(|width| width == 0) => 0,
            ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '-' | '(' | ')' | 'i' | 'j' | 'l' | 'f' | 't'
            | 'r' => 47,
            'm' | 'w' | 'M' | 'W' | '…' | 'ж' | 'м' | 'ш' | 'щ' | 'ы' | 'ю' => 106,
            _ if c.is_uppercase() => 92,
            _ => 76,
        })
        .sum();
    tenths.div_ceil(10)
}

/// A label no broader than `limit`, with `…` where it goes on.
fn cut(label: &str, limit: usize) -> String {
    if breadth(label) <= limit {
        return label.to_owned();
    }
    let mut kept = String::new();
    for c in label.chars() {
        kept.push(c);
        if breadth(&kept) + breadth("…") > limit {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// The whole label, for a pointer that rests on a cut one.
fn whole_label(svg: &mut String, label: &str, limit: usize) {
    if breadth(label) > limit {
        svg.push_str("<title>");
        escape(svg, label);
        svg.push_str("</title>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_to_their_room_in_every_script() {
        for label in [
            "Шшшшщщщщ изменение конфигурации",
            "WWWWWWWW MMMMMMMM wwww",
            "구성 변경으로 인한 전면 장애와 복구 지연",
        ] {
            let short = cut(label, 120);
            assert!(short.ends_with('…') && breadth(&short) <= 120, "{short}");
        }
        assert_eq!(cut("Attack", 120), "Attack");
    }

    #[test]
    fn bars_begin_after_the_longest_label() {
        let bar = |label: &str| Bar { label: label.into(), n: 1, shown: "1".into(), href: None, class: None };
        let years = bars("x", &[bar("2013"), bar("2014")]).0;
        assert!(years.contains(&format!("<rect class=\"bar \" x=\"{}\"", breadth("2013") + GAP)), "{years}");
        let broad = bars("x", &[bar(&"ж".repeat(60))]).0;
        assert!(broad.contains(&format!("<rect class=\"bar \" x=\"{BAR_LABELS}\"")), "{broad}");
    }
}
