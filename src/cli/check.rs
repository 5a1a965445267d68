//! `casebook check`: every mistake at its line, and what every claim stands on.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use codespan_reporting::term::termcolor::{ColorChoice, StandardStream, WriteColor};

use super::library::{self, Input};
use super::output::{Failure, print_bytes, say};
use super::{Global, check_site, update};
use crate::diag::{Diagnostic, JsonDiagnostic, Severity, SourceFile, human};
use crate::pipeline::Compiled;
use crate::score::CaseReport;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How findings are told
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Write what was verified beside each case (<case>.evidence.json), asking outside judges first
    #[arg(long)]
    pub update_evidence: bool,
    /// Check a built site instead of the records: links, markup, feeds, sizes, what it asks of whom
    /// [default folder: public/ in the library's folder]
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["update_evidence", "snapshots", "as_of"])]
    pub site: Option<PathBuf>,
    /// With --site: the address at which the site stands [default: as the site tells it]
    #[arg(long, value_name = "URL", requires = "site")]
    pub base_url: Option<String>,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// How findings are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For a person: the lines at fault
    Human,
    /// For a program: findings and cases
    Json,
}

/// Checks the library; status 1 when its content has errors.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    if let Some(folder) = &args.site {
        return check_site::run(global, folder, args.base_url.as_deref(), args.format);
    }
    let (mut compiled, files) = library::compile(global, &args.input)?;
    if args.update_evidence {
        let today = args
            .input
            .as_of
            .unwrap_or_else(|| jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date());
        let (changed, told) = update::evidence(&library::root(global)?, &compiled, &today.to_string())?;
        compiled.diagnostics.extend(told);
        crate::diag::sort(&mut compiled.diagnostics);
        if !global.quiet {
            say(format!("{changed} evidence files changed"));
        }
    }
    match args.format {
        Format::Human => {
            show(&compiled.diagnostics, &files, &mut StandardStream::stdout(colour(&std::io::stdout())))?;
            if !global.quiet {
                say(summary(&compiled));
            }
        }
        Format::Json => print_bytes(&json(&compiled)?)?,
    }
    Ok(status(&compiled))
}

/// Status 1 when there is an error, else 0.
pub fn status(compiled: &Compiled) -> ExitCode {
    ExitCode::from(u8::from(compiled.count(Severity::Error) > 0))
}

/// Texts of the library's files by path.
pub type Files = BTreeMap<Arc<str>, Arc<SourceFile>>;

/// Writes findings with the lines at fault.
pub fn show(findings: &[Diagnostic], files: &Files, out: &mut dyn WriteColor) -> Result<(), Failure> {
    for finding in findings {
        human::write(out, finding, &|path| files.get(path).cloned())?;
        writeln!(out)?;
    }
    Ok(())
}

/// Colours on a terminal unless the environment forbids them.
pub fn colour(stream: &impl IsTerminal) -> ColorChoice {
    #[expect(clippy::disallowed_methods, reason = "the environment is read at the door")]
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stream.is_terminal() && !forbidden { ColorChoice::Auto } else { ColorChoice::Never }
}

/// One line: how many cases, claims and findings.
pub fn summary(compiled: &Compiled) -> String {
    let claims: usize = compiled.cases.iter().map(|case| case.score.claims).sum();
    let checked: usize = compiled.cases.iter().map(|case| case.score.claims_checked).sum();
    format!(
        "{} cases, {claims} claims ({checked} could be checked): {} errors, {} warnings, {} notices",
        compiled.cases.len(),
        compiled.count(Severity::Error),
        compiled.count(Severity::Warning),
        compiled.count(Severity::Notice),
    )
}

/// `{"diagnostics":[…],"cases":[…]}`, indented by two.
pub fn json(compiled: &Compiled) -> Result<Vec<u8>, Failure> {
    #[derive(serde::Serialize)]
    struct Report<'a> {
        diagnostics: Vec<JsonDiagnostic<'a>>,
        cases: Vec<CaseReport>,
    }
    let report = Report {
        diagnostics: compiled.diagnostics.iter().map(JsonDiagnostic::from).collect(),
        cases: compiled.cases.iter().map(CaseReport::of).collect(),
    };
    let mut bytes =
        serde_json::to_vec_pretty(&report).map_err(|error| Failure::Machine(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
