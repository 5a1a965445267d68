//! `casebook score`: how well each case is supported and kept, and with `--explain` every point lost.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::library::{self, Input};
use super::output::{Failure, print, print_json};
use super::{Global, named};
use crate::score::{CaseReport, Scored};

/// Arguments of `score`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ids of cases [default: all]
    #[arg(value_name = "ID")]
    pub cases: Vec<String>,
    /// Show the parts, the caps, and every point lost with how to regain it
    #[arg(long)]
    pub explain: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// Prints the scores.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let (compiled, _) = library::compile(global, &args.input)?;
    let mut wanted: Vec<&Scored> = Vec::new();
    for id in &args.cases {
        wanted.extend(compiled.cases.get(named::case(&compiled.cases, id)?));
    }
    if args.cases.is_empty() {
        wanted = compiled.cases.iter().collect();
    }
    if args.json {
        let reports: Vec<CaseReport> = wanted.iter().map(|case| CaseReport::of(case)).collect();
        print_json(&reports)?;
        return Ok(ExitCode::SUCCESS);
    }
    let text: String =
        wanted.iter().map(|case| if args.explain { explained(case) } else { line(case) }).collect();
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn line(case: &Scored) -> String {
    let score = &case.score;
    format!("{:5.1}  {:<18}  {}\n", score.total, word(&score.grade), case.verified.case.id)
}

fn explained(case: &Scored) -> String {
    let score = &case.score;
    let mut text = format!(
        "{}\n  {:.1} of 100 ({}), rules {}, {} of {} claims could be checked\n",
        case.verified.case.id,
        score.total,
        word(&score.grade),
        score.rules,
        score.claims_checked,
        score.claims
    );
    for cap in &score.caps {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  cap: at most {:.1} ({})", cap.at, cap.rule);
    }
    for part in &score.parts {
        let name = word(&part.part);
        let _ = match part.of > 0.0 {
            true => writeln!(text, "  {name:<13} {:5.1} of {:4.1}", part.points, part.of),
            false => writeln!(text, "  {name:<13}     does not apply"),
        };
    }
    for lost in &score.lost {
        let _ = writeln!(text, "  -{:<5.1} {} ({}): {}", lost.points, lost.rule, lost.place, lost.how);
    }
    text.push('\n');
    text
}

/// A unit variant's name as JSON has it.
pub(super) fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
