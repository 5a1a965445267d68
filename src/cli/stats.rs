//! `casebook stats`: the library at a glance.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use serde::Serialize;

use super::Global;
use super::library::{self, Input};
use super::output::{Failure, print, print_json};
use crate::diag::Severity;
use crate::pipeline::Compiled;
use crate::score::{Grade, Scored};
use crate::text::Lang;
use crate::text::inert::inert;
use crate::verify::{LanguageState, MatchKind, tally};

/// Arguments of `stats`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How it is told
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// How the figures are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For a terminal
    Human,
    /// For a program
    Json,
    /// As tables in Markdown
    Markdown,
}

/// Figures of a library.
#[derive(Debug, Serialize)]
struct Stats {
    as_of: Option<String>,
    cases: usize,
    organisations: usize,
    types: BTreeMap<String, usize>,
    years: BTreeMap<String, usize>,
    claims: Claims,
    languages: BTreeMap<Lang, Language>,
    sources: Sources,
    scores: Scores,
    findings: BTreeMap<&'static str, usize>,
}

#[derive(Debug, Serialize)]
struct Claims {
    all: usize,
    checked: usize,
    /// The counts add up to `all`.
    verdicts: BTreeMap<&'static str, usize>,
    quotes: usize,
    quotes_found: usize,
}

#[derive(Debug, Default, Serialize)]
struct Language {
    /// Cases with a text in it.
    cases: usize,
    /// Translations behind their original.
    stale: usize,
}

#[derive(Debug, Default, Serialize)]
struct Sources {
    all: usize,
    with_text: usize,
    with_address: usize,
    archived: usize,
    with_licence: usize,
}

#[derive(Debug, Serialize)]
struct Scores {
    mean: Option<f64>,
    lowest: Option<f64>,
    median: Option<f64>,
    highest: Option<f64>,
    /// Cases by the word beside the score.
    grades: BTreeMap<String, usize>,
}

/// Prints the figures.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let (compiled, _) = library::compile(global, &args.input)?;
    let stats = Stats::of(&compiled);
    match args.format {
        Format::Json => print_json(&stats)?,
        Format::Human => print(&human(&stats))?,
        Format::Markdown => print(&markdown(&stats))?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Stats {
    fn of(compiled: &Compiled) -> Self {
        let cases = &compiled.cases;
        let mut organisations: Vec<&str> =
            cases.iter().filter_map(|case| Some(&*case.verified.case.org.as_ref()?.id)).collect();
        organisations.sort_unstable();
        organisations.dedup();
        let quotes = || cases.iter().flat_map(|case| &case.verified.claims).flat_map(|claim| &claim.quotes);
        let counts = tally(cases.iter().flat_map(|case| &case.verified.claims));
        let sources = &compiled.library.sources;
        let with =
            |has: &dyn Fn(&crate::model::Source) -> bool| sources.values().filter(|own| has(own)).count();
        let of = |severity| compiled.count(severity);
        Self {
            as_of: compiled.as_of.map(|day| day.to_string()),
            cases: cases.len(),
            organisations: organisations.len(),
            types: count(cases, |case| case.verified.case.kind.id.to_string()),
            years: count(cases, |case| match case.verified.case.date.value() {
                Some(date) => date.value.year().to_string(),
                None => "unknown".to_owned(),
            }),
            claims: Claims {
                all: cases.iter().map(|case| case.score.claims).sum(),
                checked: cases.iter().map(|case| case.score.claims_checked).sum(),
                verdicts: counts.into_iter().map(|(verdict, number)| (verdict.as_str(), number)).collect(),
                quotes: quotes().count(),
                quotes_found: quotes()
                    .filter(|quote| quote.stands() && quote.effective() != MatchKind::NoText)
                    .count(),
            },
            languages: languages(compiled),
            sources: Sources {
                all: sources.len(),
                with_text: with(&|own| own.text.is_some()),
                with_address: with(&|own| own.url.is_some()),
                archived: with(&|own| own.archived.is_some()),
                with_licence: with(&|own| own.licence.is_some()),
            },
            scores: Scores::of(cases),
            findings: BTreeMap::from([
                ("error", of(Severity::Error)),
                ("warning", of(Severity::Warning)),
                ("notice", of(Severity::Notice)),
                ("expected", compiled.passed_over.len()),
            ]),
        }
    }
}

fn count(cases: &[Scored], key: impl Fn(&Scored) -> String) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for case in cases {
        *counts.entry(key(case)).or_default() += 1;
    }
    counts
}

fn languages(compiled: &Compiled) -> BTreeMap<Lang, Language> {
    let mut languages: BTreeMap<Lang, Language> = BTreeMap::new();
    for case in &compiled.cases {
        for lang in &case.verified.case.langs {
            languages.entry(lang.clone()).or_default().cases += 1;
        }
        for (lang, _) in case.verified.languages.iter().filter(|(_, state)| **state == LanguageState::Stale) {
            languages.entry(lang.clone()).or_default().stale += 1;
        }
    }
    // A declared language without a text is worth knowing.
    for lang in &compiled.library.config.languages {
        languages.entry(lang.clone()).or_default();
    }
    languages
}

impl Scores {
    fn of(cases: &[Scored]) -> Self {
        let mut totals: Vec<f64> = cases.iter().map(|case| case.score.total).collect();
        totals.sort_by(f64::total_cmp);
        let tenth = |value: f64| (value * 10.0).round() / 10.0;
        let middle = totals.len() / 2;
        let median = match totals.len() {
            0 => None,
            length if length % 2 == 1 => Some(totals[middle]),
            _ => Some(tenth((totals[middle - 1] + totals[middle]) / 2.0)),
        };
        let grades = [Grade::WellSupported, Grade::SupportedWithGaps, Grade::Weak, Grade::Unsupported];
        Self {
            mean: (!totals.is_empty()).then(|| tenth(totals.iter().sum::<f64>() / totals.len() as f64)),
            lowest: totals.first().copied(),
            median,
            highest: totals.last().copied(),
            grades: grades
                .into_iter()
                .map(|grade| {
                    (
                        super::score::word(&grade),
                        cases.iter().filter(|case| case.score.grade == grade).count(),
                    )
                })
                .collect(),
        }
    }
}

/// The figures as groups of names and numbers, which both the terminal and Markdown show.
fn groups(stats: &Stats) -> Vec<(&'static str, Vec<(String, String)>)> {
    let number = |name: &str, value: usize| (name.to_owned(), value.to_string());
    let share = |name: &str, value: usize, of: usize| {
        let percent = (value * 200).checked_div(of).map(|half| half.div_ceil(2));
        let percent = percent.map_or(String::new(), |percent| format!(" ({percent} %)"));
        (name.to_owned(), format!("{value}{percent}"))
    };
    let map =
        |counts: &BTreeMap<String, usize>| counts.iter().map(|(name, value)| number(name, *value)).collect();
    let claims = &stats.claims;
    let mut of_claims = vec![
        number("all", claims.all),
        share("could be checked", claims.checked, claims.all),
        share("quotes found", claims.quotes_found, claims.quotes),
    ];
    of_claims.extend(claims.verdicts.iter().map(|(verdict, value)| share(verdict, *value, claims.all)));
    let languages = stats.languages.iter().map(|(lang, own)| {
        let stale = if own.stale > 0 { format!(", {} behind", own.stale) } else { String::new() };
        let (name, value) = share(lang.as_str(), own.cases, stats.cases);
        (name, format!("{value}{stale}"))
    });
    let sources = &stats.sources;
    let scores = &stats.scores;
    let point = |name: &str, value: Option<f64>| {
        (name.to_owned(), value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}")))
    };
    let mut of_scores = vec![
        point("mean", scores.mean),
        point("median", scores.median),
        point("lowest", scores.lowest),
        point("highest", scores.highest),
    ];
    of_scores.extend(scores.grades.iter().map(|(grade, value)| share(grade, *value, stats.cases)));
    vec![
        ("Cases", {
            let mut all = vec![number("all", stats.cases), number("organisations", stats.organisations)];
            all.extend(stats.types.iter().map(|(name, value)| number(name, *value)));
            all
        }),
        ("Years", map(&stats.years)),
        ("Claims", of_claims),
        ("Languages", languages.collect()),
        (
            "Sources",
            vec![
                number("all", sources.all),
                share("with their text", sources.with_text, sources.all),
                share("with an address", sources.with_address, sources.all),
                share("with an archived copy", sources.archived, sources.all),
                share("with a licence told", sources.with_licence, sources.all),
            ],
        ),
        ("Scores", of_scores),
        ("Findings", stats.findings.iter().map(|(name, value)| number(name, *value)).collect()),
    ]
}

fn human(stats: &Stats) -> String {
    let mut text = String::new();
    for (name, figures) in groups(stats) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}");
        for (name, value) in figures {
            let _ = writeln!(text, "  {name:<24} {value}");
        }
        text.push('\n');
    }
    text.pop();
    text
}

fn markdown(stats: &Stats) -> String {
    let day = stats.as_of.as_ref().map_or(String::new(), |day| format!(" as of {day}"));
    let mut text = format!("## The library{day}\n");
    for (name, figures) in groups(stats) {
        let _ = writeln!(text, "\n| {name} | |\n| --- | ---: |");
        for (name, value) in figures {
            let _ = writeln!(text, "| {} | {value} |", inert(&name));
        }
    }
    text
}
