//! `casebook check`: every mistake at its line, and what every claim stands on.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use codespan_reporting::term::termcolor::{Buffer, ColorChoice, StandardStream, WriteColor};

use super::library::{self, Input};
use super::output::{Failure, heard, print, print_bytes, print_json, say};
use super::{Global, changed, check_site, git, links, named, told, update};
use crate::diag::{Code, Diagnostic, JsonDiagnostic, Severity, SourceFile, github, human, markdown, sarif};
use crate::load::Sources;
use crate::pipeline::Compiled;
use crate::score::CaseReport;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cases to tell of, and with --update-evidence to write: ids, or paths of files and folders
    /// [default: all]
    #[arg(value_name = "CASE", conflicts_with_all = ["site", "links"])]
    pub cases: Vec<String>,
    /// How findings are told
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Tell only of cases that differ from this revision, or use a source, term or word that does
    #[arg(long, value_name = "REV")]
    pub changed_from: Option<String>,
    /// Write what was verified beside each case (<case>.evidence.json), asking outside judges first
    #[arg(long)]
    pub update_evidence: bool,
    /// With --update-evidence: the translations of these cases were looked at and are right, although the original
    /// changed after them
    #[arg(long, requires = "update_evidence", requires = "cases")]
    pub translations_hold: bool,
    /// Check a built site instead of the records: links, markup, feeds, sizes, what it asks of whom
    /// [default folder: public/ in the library's folder]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["update_evidence", "snapshots", "as_of"])]
    pub site: Option<Option<PathBuf>>,
    /// With --site: the address at which the site stands [default: as the site tells it]
    #[arg(long, value_name = "URL", requires = "site")]
    pub base_url: Option<String>,
    /// Whether addresses are asked instead
    #[command(flatten)]
    pub links: links::LinkArgs,
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
    /// Annotations of a GitHub workflow, the worst first
    Github,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
    /// A report for a comment or a job's summary
    Markdown,
}

/// Checks the library; status 1 when its content has errors.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    if let Some(folder) = &args.site {
        return check_site::run(global, folder.as_deref(), args.base_url.as_deref(), args.format);
    }
    if args.links.links {
        return links::run(global, &args.links, args.format, args.input.as_of);
    }
    let root = library::root(global)?;
    let sources = library::read(&root, &args.input)?;
    let place = place(&root, &sources, args);
    if let Some(told) = place.as_ref().and_then(told::Place::get) {
        return tell(global, args, &told);
    }
    let (mut compiled, files) = library::check(global, &sources, &args.input);
    if !args.cases.is_empty() {
        named::narrow(&root, &args.cases, &files, &mut compiled)?;
    }
    if args.update_evidence {
        let today = args
            .input
            .as_of
            .unwrap_or_else(|| jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date());
        let (changed, told) = update::evidence(&root, &compiled, &today.to_string(), args.translations_hold)?;
        if args.translations_hold {
            compiled.diagnostics.retain(|found| found.code != Code::V018);
        }
        compiled.diagnostics.extend(told);
        crate::diag::sort(&mut compiled.diagnostics);
        if !global.quiet {
            say(format!("{changed} evidence files changed"));
        }
    }
    let summary = match &args.changed_from {
        Some(revision) => {
            let all = compiled.cases.len();
            let since = changed::narrow(&root, revision, &mut compiled)?;
            format!("{} (of {all}, those touched since {since})", summary(&compiled))
        }
        None => summary(&compiled),
    };
    let file = |path: &str| files.get(path).cloned();
    if let Some(place) = place {
        let out = match args.format {
            Format::Human => {
                let mut out = if colours() { Buffer::ansi() } else { Buffer::no_color() };
                show(&compiled.diagnostics, &files, &mut out)?;
                out.into_inner()
            }
            Format::Json => json(&compiled)?,
            _ => markdown::report(&compiled.diagnostics, &summary, markdown::COMMENT).into_bytes(),
        };
        let status = code(&compiled);
        let mut told = told::Told { status, summary, out };
        place.put(&mut told);
        return tell(global, args, &told);
    }
    match args.format {
        Format::Human => {
            let mut out = StandardStream::stdout(colour(&std::io::stdout()));
            heard(show(&compiled.diagnostics, &files, &mut out).map_err(Failure::of_output))?;
            if !global.quiet {
                say(summary);
            }
        }
        Format::Json => print_json(&Report(&compiled))?,
        Format::Github => print(&github::annotations(&compiled.diagnostics, &git::prefix(&root), &summary))?,
        Format::Sarif => print_json(&sarif::log(&compiled.diagnostics, &git::prefix(&root), &file))?,
        Format::Markdown => print(&markdown::report(&compiled.diagnostics, &summary, markdown::COMMENT))?,
    }
    Ok(status(&compiled))
}

/// Where what this check tells is kept: only one that depends on nothing but the library, and changes
/// nothing, tells the same the next time.
fn place(root: &std::path::Path, sources: &Sources, args: &Args) -> Option<told::Place> {
    let alone = !args.update_evidence
        && args.changed_from.is_none()
        && args.cases.is_empty()
        && matches!(args.format, Format::Human | Format::Json | Format::Markdown);
    let colours = args.format == Format::Human && colours();
    let how = format!("{:?} {:?} {colours}", args.format, args.input.as_of);
    if alone { told::Place::of(root, sources, &how) } else { None }
}

/// Whether findings for a person are told in colours.
fn colours() -> bool {
    StandardStream::stdout(colour(&std::io::stdout())).supports_color()
}

/// Tells what a check found, now or earlier.
fn tell(global: &Global, args: &Args, told: &told::Told) -> Result<ExitCode, Failure> {
    print_bytes(&told.out)?;
    if args.format == Format::Human && !global.quiet {
        say(&told.summary);
    }
    Ok(ExitCode::from(told.status))
}

/// Status 2 when the settings are wrong, 1 when there is another error, else 0.
pub fn status(compiled: &Compiled) -> ExitCode {
    ExitCode::from(code(compiled))
}

fn code(compiled: &Compiled) -> u8 {
    match compiled.diagnostics.iter().any(library::is_of_settings) {
        true => 2,
        false => u8::from(compiled.count(Severity::Error) > 0),
    }
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
    let of = |severity, name| counted(compiled.count(severity), name);
    let mut text = format!(
        "{}, {} ({checked} could be checked): {}, {}, {}",
        counted(compiled.cases.len(), "case"),
        counted(claims, "claim"),
        of(Severity::Error, "error"),
        of(Severity::Warning, "warning"),
        of(Severity::Notice, "notice"),
    );
    if !compiled.passed_over.is_empty() {
        text.push_str(&format!(", {} expected", compiled.passed_over.len()));
    }
    if let Some(told) = earlier(compiled) {
        text.push_str(&format!("\n{told}"));
    }
    text
}

/// What rests on an earlier look, since the texts of the sources are not at hand.
fn earlier(compiled: &Compiled) -> Option<String> {
    let quotes = compiled.cases.iter().flat_map(|case| &case.verified.claims).flat_map(|claim| &claim.quotes);
    let mut days: Vec<&str> = quotes.filter_map(|quote| quote.verified_on.as_deref()).collect();
    days.sort_unstable();
    let (first, last) = (days.first()?, days.last()?);
    let when = if first == last { format!("on {last}") } else { format!("between {first} and {last}") };
    let them = if days.len() == 1 { "its source's text is" } else { "their sources' texts are" };
    Some(format!(
        "{} verified {when}: {them} not here; `--snapshots DIR` looks again",
        counted(days.len(), "quote")
    ))
}

/// A number with its noun.
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `{"diagnostics":[…],"cases":[…]}`, indented by two.
pub fn json(compiled: &Compiled) -> Result<Vec<u8>, Failure> {
    super::output::json(&Report(compiled))
}

/// What is told to programs, made piece by piece as it is written.
struct Report<'a>(&'a Compiled);

impl serde::Serialize for Report<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("diagnostics", &Each(&self.0.diagnostics, JsonDiagnostic::from))?;
        map.serialize_entry("cases", &Each(&self.0.cases, CaseReport::of))?;
        map.end()
    }
}

/// A list of what each of some things is told as.
struct Each<'a, T, F>(&'a [T], F);

impl<'a, T, F: Fn(&'a T) -> U, U: serde::Serialize> serde::Serialize for Each<'a, T, F> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}
