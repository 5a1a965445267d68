//! Statistics of the whole library: a picture for each question, and the table behind it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::prose::Table;
use super::{Link, Page};
use crate::model::ClaimKind;
use crate::render::address::Path;
use crate::render::catalogue::terms;
use crate::render::html::{Html, encode_segment};
use crate::render::locale::Say;
use crate::render::names;
use crate::render::picture::chart::{self, Bar, Cell, Point};
use crate::render::scope::{Head, Scope};

/// The page of statistics.
#[derive(Debug, Clone, Serialize)]
pub struct StatisticsPage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// The charts.
    pub charts: Vec<Chart>,
}

/// A picture and its table.
#[derive(Debug, Clone, Serialize)]
pub struct Chart {
    /// The picture.
    pub picture: Html,
    /// The same in figures.
    pub table: Table,
    /// The cases behind the marks that lead to no page of their own.
    pub groups: Vec<MarkCases>,
}

/// The cases behind one mark of a picture.
#[derive(Debug, Clone, Serialize)]
pub struct MarkCases {
    /// Id on the page, to which the mark leads.
    pub anchor: String,
    /// What the mark counts.
    pub label: String,
    /// Its cases, newest first.
    pub rows: Vec<Link>,
    /// How many more there are, as a line.
    pub more: Option<String>,
}

/// Terms of a vocabulary in a matrix.
const MATRIX_ROWS: usize = 12;
/// Terms across.
const MATRIX_COLUMNS: usize = 10;
/// Points of a picture: more are a cloud.
const POINTS: usize = 500;
/// Cases that are named behind a mark.
const NAMED: usize = 30;

/// Builds the page.
pub fn statistics_page(scope: &Scope<'_>) -> StatisticsPage {
    let locale = scope.locale;
    let path = Path::under(&locale.lang, "statistics/");
    let heading = locale.text("nav_statistics");
    let page = scope.page(Head {
        kind: "statistics",
        path: &path,
        title: heading.clone(),
        description: locale.text("statistics_description"),
        breadcrumb: vec![scope.home()],
    });
    let root = page.root.clone();
    let mut charts = vec![years(scope, &root), causes(scope, &root)];
    charts.extend(causes_by_year(scope, &root));
    charts.extend(causes_by_symptom(scope, &root));
    charts.push(lengths(scope));
    charts.extend(detection(scope, &root));
    charts.push(scores(scope, &root));
    charts.push(coverage(scope, &root));
    charts.push(verdicts(scope));
    StatisticsPage { page, heading, charts }
}

/// Bars with the table of the same figures.
fn bar_chart(scope: &Scope<'_>, anchor: &str, column: &str, bars: Vec<Bar>) -> Chart {
    let caption = scope.locale.text(&names::key("statistics", anchor));
    let rows = bars.iter().map(|bar| vec![bar.label.clone(), bar.shown.clone()]).collect();
    Chart {
        picture: chart::bars(&caption, &bars),
        table: Table {
            anchor: anchor.to_owned(),
            caption,
            columns: vec![column.to_owned(), scope.locale.text("column_count")],
            rows,
        },
        groups: Vec::new(),
    }
}

fn bar(scope: &Scope<'_>, label: String, n: usize, href: Option<String>) -> Bar {
    Bar { label, n, shown: scope.locale.count(n), href, class: None }
}

fn years(scope: &Scope<'_>, root: &str) -> Chart {
    let mut years: Vec<_> = scope.catalogue.by_year.iter().collect();
    years.sort_by_key(|(year, _)| (year.is_none(), **year));
    let bars = years
        .into_iter()
        .map(|(year, cases)| {
            let segment = super::lists::year_segment(*year);
            let label = year.map_or_else(|| scope.locale.text("date_unknown"), |year| year.to_string());
            let href = format!("{root}{}", Path::year(&scope.locale.lang, &segment).encoded());
            bar(scope, label, cases.len(), Some(href))
        })
        .collect();
    bar_chart(scope, "years", &scope.locale.text("vocabulary_year"), bars)
}

/// Terms of a vocabulary by the number of their cases.
fn frequent(scope: &Scope<'_>, vocabulary: &str, limit: usize) -> Vec<(std::sync::Arc<str>, usize)> {
    let groups = scope.catalogue.by_term.get(vocabulary);
    let mut counts: Vec<_> =
        groups.into_iter().flatten().map(|(term, cases)| (term.clone(), cases.len())).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(limit);
    counts
}

fn causes(scope: &Scope<'_>, root: &str) -> Chart {
    let bars = frequent(scope, "root_cause", 25)
        .into_iter()
        .map(|(term, n)| {
            let link = scope.term("root_cause", &term);
            bar(scope, link.label, n, Some(format!("{root}{}", link.path)))
        })
        .collect();
    bar_chart(scope, "causes", &scope.locale.text("vocabulary_root_cause"), bars)
}

/// A matrix with the table of the same figures; `None` where it would be empty.
fn matrix(
    scope: &Scope<'_>,
    anchor: &str,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
) -> Option<Chart> {
    if columns.is_empty() || rows.is_empty() {
        return None;
    }
    let caption = scope.locale.text(&names::key("statistics", anchor));
    let table = rows
        .iter()
        .map(|(label, cells)| {
            std::iter::once(label.clone()).chain(cells.iter().map(|cell| cell.shown.clone())).collect()
        })
        .collect();
    Some(Chart {
        picture: chart::matrix(&caption, &columns, &rows),
        table: Table {
            anchor: anchor.to_owned(),
            caption,
            columns: std::iter::once(scope.locale.text("vocabulary_root_cause")).chain(columns).collect(),
            rows: table,
        },
        groups: Vec::new(),
    })
}

/// The way to a search that two facets narrow.
fn narrowed(scope: &Scope<'_>, root: &str, parameters: &[(&str, &str)]) -> String {
    let query: Vec<String> =
        parameters.iter().map(|(name, id)| format!("{name}={}", encode_segment(id))).collect();
    format!("{root}{}?{}", Path::under(&scope.locale.lang, "search/").encoded(), query.join("&"))
}

fn causes_by_year(scope: &Scope<'_>, root: &str) -> Option<Chart> {
    let years: Vec<i16> = scope.catalogue.by_year.keys().copied().flatten().collect();
    let years = &years[years.len().saturating_sub(MATRIX_COLUMNS)..];
    let rows = frequent(scope, "root_cause", MATRIX_ROWS)
        .into_iter()
        .map(|(term, _)| {
            let cases = scope.catalogue.term("root_cause", &term);
            let cells = years.iter().map(|&year| {
                let n = cases.iter().filter(|&&number| year_of(scope, number) == Some(year)).count();
                let href = narrowed(scope, root, &[("root_cause", &term), ("q", &format!("year:{year}"))]);
                Cell { n, shown: scope.locale.count(n), href: Some(href) }
            });
            (scope.label("root_cause", &term), cells.collect())
        })
        .collect();
    matrix(scope, "causes-by-year", years.iter().map(ToString::to_string).collect(), rows)
}

fn year_of(scope: &Scope<'_>, number: usize) -> Option<i16> {
    scope.site.cases[number].verified.case.date.value().map(|date| date.value.year())
}

fn causes_by_symptom(scope: &Scope<'_>, root: &str) -> Option<Chart> {
    let columns = frequent(scope, "symptom", MATRIX_COLUMNS);
    let rows = frequent(scope, "root_cause", MATRIX_ROWS)
        .into_iter()
        .map(|(cause, _)| {
            let mut counts = BTreeMap::new();
            for &number in scope.catalogue.term("root_cause", &cause) {
                for symptom in terms(&scope.site.cases[number].verified.case, "symptom") {
                    *counts.entry(symptom).or_insert(0usize) += 1;
                }
            }
            let cells = columns.iter().map(|(symptom, _)| {
                let n = counts.get(symptom).copied().unwrap_or(0);
                let href = narrowed(scope, root, &[("root_cause", &cause), ("symptom", symptom)]);
                Cell { n, shown: scope.locale.count(n), href: Some(href) }
            });
            (scope.label("root_cause", &cause), cells.collect())
        })
        .collect();
    let labels = columns.iter().map(|(symptom, _)| scope.label("symptom", symptom)).collect();
    matrix(scope, "causes-by-symptom", labels, rows)
}

/// Ends of the classes of length, in seconds: a step is about a factor of three.
const CLASSES: [u64; 9] =
    [600, 1800, 3600, 3 * 3600, 8 * 3600, 24 * 3600, 3 * 86_400, 7 * 86_400, 30 * 86_400];

fn lengths(scope: &Scope<'_>) -> Chart {
    let mut classes: Vec<Vec<usize>> = vec![Vec::new(); CLASSES.len() + 1];
    for &number in &scope.catalogue.by_date {
        if let Some(length) = scope.site.cases[number].verified.case.timeline.resolved_after.value() {
            classes[CLASSES.partition_point(|end| *end < length.seconds)].push(number);
        }
    }
    let label = |at: usize| match CLASSES.get(at) {
        Some(end) => format!("≤ {}", scope.locale.seconds(*end)),
        None => format!("> {}", scope.locale.seconds(CLASSES[CLASSES.len() - 1])),
    };
    let marks = classes.iter().enumerate().map(|(at, cases)| (label(at), None, cases.len(), cases.clone()));
    marked_chart(scope, "lengths", &scope.locale.text("column_length"), marks.collect())
}

/// Bars whose marks lead to the cases named below the table: label, class, number, cases.
fn marked_chart(
    scope: &Scope<'_>,
    anchor: &str,
    column: &str,
    marks: Vec<(String, Option<String>, usize, Vec<usize>)>,
) -> Chart {
    let mut bars = Vec::new();
    let mut groups = Vec::new();
    for (at, (label, class, n, cases)) in marks.into_iter().enumerate() {
        let own = format!("{anchor}-{}", at + 1);
        let href = (!cases.is_empty()).then(|| format!("#{own}"));
        bars.push(Bar { class, ..bar(scope, label.clone(), n, href) });
        if cases.is_empty() {
            continue;
        }
        let link = |&number: &usize| {
            let row = &scope.rows[number];
            Link { label: row.title.text.clone(), path: row.path.clone() }
        };
        groups.push(MarkCases {
            anchor: own,
            label,
            rows: cases.iter().take(NAMED).map(link).collect(),
            more: cases
                .len()
                .checked_sub(NAMED)
                .filter(|more| *more > 0)
                .map(|more| scope.locale.say("statistics_more", &[("n", Say::Count(more))])),
        });
    }
    Chart { groups, ..bar_chart(scope, anchor, column, bars) }
}

/// How many claims of each kind have a quote that was found.
fn coverage(scope: &Scope<'_>, root: &str) -> Chart {
    let failing = format!("{root}{}", Path::under(&scope.locale.lang, "failing/").encoded());
    let bars = ClaimKind::ALL.iter().map(|kind| {
        let claims = scope.site.cases.iter().flat_map(|scored| {
            let verified = &scored.verified;
            verified.case.claims.iter().zip(&verified.claims).filter(|(claim, _)| claim.kind == *kind)
        });
        let (mut all, mut found) = (0usize, 0usize);
        for (_, check) in claims {
            all += 1;
            found += usize::from(check.quotes.iter().any(|quote| quote.found.found()));
        }
        let share = (found * 100).checked_div(all).unwrap_or(0);
        let label = scope.locale.text(&names::key("claim_kind", kind.as_str()));
        let shown = scope.locale.percent(if all == 0 { 0.0 } else { found as f64 / all as f64 });
        Bar { n: share, shown, ..bar(scope, label, share, Some(failing.clone())) }
    });
    bar_chart(scope, "coverage", &scope.locale.text("column_kind"), bars.collect())
}

fn detection(scope: &Scope<'_>, root: &str) -> Option<Chart> {
    let locale = scope.locale;
    let mut points = Vec::new();
    let mut rows = Vec::new();
    for (number, scored) in scope.site.cases.iter().enumerate() {
        let timeline = &scored.verified.case.timeline;
        let (Some(detected), Some(resolved)) =
            (timeline.detected_after.value(), timeline.resolved_after.value())
        else {
            continue;
        };
        if points.len() >= POINTS {
            break;
        }
        let row = &scope.rows[number];
        points.push(Point {
            x: detected.seconds,
            y: resolved.seconds,
            label: row.title.text.clone(),
            href: format!("{root}{}", row.path),
        });
        rows.push(vec![row.title.text.clone(), locale.length(detected), locale.length(resolved)]);
    }
    if points.is_empty() {
        return None;
    }
    let caption = locale.text("statistics_detection");
    let ticks: Vec<(u64, String)> = [60, 3600, 86_400, 30 * 86_400]
        .into_iter()
        .map(|seconds| (seconds, locale.seconds(seconds)))
        .collect();
    let (across, upwards) = (locale.text("fact_detected"), locale.text("fact_length"));
    Some(Chart {
        picture: chart::points(&caption, &across, &upwards, &ticks, &points),
        table: Table {
            anchor: "detection".to_owned(),
            caption,
            columns: vec![locale.text("column_title"), across, upwards],
            rows,
        },
        groups: Vec::new(),
    })
}

fn scores(scope: &Scope<'_>, root: &str) -> Chart {
    let mut counts = [0usize; 10];
    for scored in scope.site.cases {
        counts[((scored.score.total / 10.0) as usize).min(9)] += 1;
    }
    let bars = counts
        .iter()
        .enumerate()
        .map(|(at, n)| {
            let label = format!("{}–{}", scope.locale.count(at * 10), scope.locale.count(at * 10 + 10));
            let query = format!("score:{}..{}", at * 10, at * 10 + 10);
            bar(scope, label, *n, Some(narrowed(scope, root, &[("q", &query)])))
        })
        .collect();
    bar_chart(scope, "scores", &scope.locale.text("column_score"), bars)
}

fn verdicts(scope: &Scope<'_>) -> Chart {
    let marks = names::VERDICTS.into_iter().map(|verdict| {
        let of = |number: usize| {
            let claims = &scope.site.cases[number].verified.claims;
            claims.iter().filter(|claim| claim.verdict == verdict).count()
        };
        let cases: Vec<usize> =
            scope.catalogue.by_date.iter().copied().filter(|&number| of(number) > 0).collect();
        let n = cases.iter().map(|&number| of(number)).sum();
        let id = names::verdict(verdict);
        let label =
            format!("{} {}", names::verdict_sign(verdict), scope.locale.text(&names::key("verdict", id)));
        (label, Some(format!("v-{id}")), n, cases)
    });
    marked_chart(scope, "verdicts", &scope.locale.text("column_verdict"), marks.collect())
}
