//! `casebook diff`: what a pull request changes for readers, from two revisions of the repository or
//! one and the work tree. The work tree is never touched.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use super::Global;
use super::check::Files;
use super::git::Repository;
use super::library::{self, Bar, Input};
use super::output::{Failure, print, print_json};
use crate::diag::SourceFile;
use crate::diag::markdown::COMMENT;
use crate::load::Sources;
use crate::pipeline::{self, Compiled};
use crate::review::{self, Side};

/// Arguments of `diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The revision to compare with: a branch, tag or commit
    #[arg(value_name = "BASE")]
    pub base: String,
    /// The revision that is compared [default: the work tree, with what is not committed]
    #[arg(value_name = "HEAD")]
    pub head: Option<String>,
    /// How it is told
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    pub format: Format,
    /// Compare with the point where HEAD left BASE, so that what others did to BASE does not count
    #[arg(long)]
    pub merge_base: bool,
    /// The most characters of the Markdown report; code hosts take 65,536
    #[arg(long, value_name = "NUMBER", default_value_t = COMMENT, value_parser = at_least)]
    pub max_length: usize,
    /// Write the report here instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// How differences are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A report for a comment or a job's summary
    Markdown,
    /// For a program: everything
    Json,
}

/// A report shorter than this could not say what it leaves out.
fn at_least(written: &str) -> Result<usize, String> {
    match written.parse() {
        Ok(number) if number >= 2_000 => Ok(number),
        _ => Err("write a number from 2000".to_owned()),
    }
}

/// Compares the two states and prints the report.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = library::root(global)?;
    let repository = Repository::open(&root)?;
    let named = repository.commit(&args.base)?;
    let head = args.head.as_deref().map(|head| repository.commit(head)).transpose()?;
    let base = match (args.merge_base, &head) {
        (false, _) => named,
        (true, Some(head)) => repository.merge_base(&named, head)?,
        (true, None) => repository.merge_base(&named, &repository.commit("HEAD")?)?,
    };
    let at = |commit: &str| -> Result<Sources, Failure> {
        let mut sources = Sources::from_memory(repository.files(commit)?);
        sources.add_snapshots(&root, &args.input.snapshots).map_err(|error| library::read_failure(&error))?;
        Ok(sources)
    };
    let before = at(&base)?;
    let after = match &head {
        Some(head) => at(head)?,
        None => library::read(&root, &args.input)?,
    };
    let progress = Bar::new(global);
    let mut new = pipeline::check(&after, args.input.as_of, &progress);
    let mut old = pipeline::check(&before, args.input.as_of, &progress);
    // Both are scored as of one day, the newer one: else a later date alone would move points.
    if old.as_of != new.as_of {
        let day = old.as_of.max(new.as_of);
        let again = |side: &mut Compiled, sources: &Sources| {
            if side.as_of != day {
                *side = pipeline::check(sources, day, &progress);
            }
        };
        again(&mut old, &before);
        again(&mut new, &after);
    }
    drop(progress);
    let (old_files, new_files) = (before.files(), after.files());
    let find = |files: &Files, path: &str| -> Option<Arc<SourceFile>> { files.get(path).cloned() };
    let (find_old, find_new) = (|path: &str| find(&old_files, path), |path: &str| find(&new_files, path));
    let name = |given: &str, commit: &str| {
        let short = commit.get(..10).unwrap_or(commit);
        if commit.starts_with(given) { short.to_owned() } else { format!("{given} ({short})") }
    };
    let head_name = match (&args.head, &head) {
        (Some(given), Some(commit)) => name(given, commit),
        _ => "the work tree".to_owned(),
    };
    let report = review::diff(
        (&name(&args.base, &base), Side { compiled: &old, file: &find_old }),
        (&head_name, Side { compiled: &new, file: &find_new }),
    );
    match (args.format, &args.out) {
        (Format::Markdown, None) => print(&review::report(&report, args.max_length))?,
        (Format::Json, None) => print_json(&report)?,
        (format, Some(path)) => {
            let bytes = match format {
                Format::Markdown => review::report(&report, args.max_length).into_bytes(),
                Format::Json => super::output::json(&report)?,
            };
            crate::write::replace(path, &bytes).map_err(|error| Failure::machine(path.display(), &error))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
