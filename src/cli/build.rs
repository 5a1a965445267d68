//! `casebook build`: the library into a static site, in place only once it is whole.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use codespan_reporting::term::termcolor::{Buffer, ColorChoice};

use super::Global;
use super::check;
use super::interrupt;
use super::library::{self, Bar, Input, write_failure};
use super::output::{Failure, print, say};
use super::stamp::{self, Outcome, Stamp};
use crate::diag::{Diagnostic, Severity};
use crate::index::Part;
use crate::pipeline::{self, Built, Outputs, PartOptions};
use crate::write::{Folder, Written, exceeded};

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The output folder [default: public/ in the library's folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The address at which the site will be published; its path is the site's sub-path
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Make only these: pages, index, data [default: all]
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub only: Vec<What>,
    /// Make part K of N, for `casebook join`: 2/3
    #[arg(long, value_name = "K/N", value_parser = part)]
    pub part: Option<Part>,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// What can be made alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// Pages, feeds, lists for programs, styles
    Pages,
    /// The search index and its reader
    Index,
    /// The dataset, and the JSON of every case
    Data,
}

/// Reads `2/3`.
fn part(text: &str) -> Result<Part, String> {
    let wrong = || format!("`{text}` is no part; write K/N with K from 1 to N, such as 2/3");
    let (number, of) = text.split_once('/').ok_or_else(wrong)?;
    let (number, of): (usize, usize) =
        (number.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
    if number == 0 || number > of || of > 10_000 {
        return Err(wrong());
    }
    Ok(Part { number: number - 1, of })
}

fn outputs(only: &[What]) -> Outputs {
    let makes = |what| only.is_empty() || only.contains(&what);
    Outputs { pages: makes(What::Pages), index: makes(What::Index), data: makes(What::Data) }
}

/// Builds the site. Records that are broken are told and left out; then the status is 1.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = library::root(global)?;
    let out = args.out.clone().unwrap_or_else(|| root.join("public"));
    let sources = library::read(&root, &args.input)?;
    let key = stamp::key(&root, &sources, args)?;
    let part = args.part.map(|part| PartOptions { part, key: key.clone() });
    let stamp = Stamp::of(&root, &out, format!("{key} {:?}", args.part));
    if let Some(before) = stamp.unchanged() {
        return tell(global, &out, &before);
    }
    let (mut compiled, mut files) = library::check_for_build(global, &sources, &args.input);
    drop(sources);
    library::settings_hold(&compiled, &files)?;
    let mut options = library::build_options(&root, &compiled.library, args.base_url.as_deref())?;
    options.outputs = outputs(&args.only);
    options.part = part;
    let summary = check::summary(&compiled);
    let mut errors: Vec<_> = std::mem::take(&mut compiled.diagnostics).into_iter().filter(is_error).collect();
    // Of a large library the files are half of what is held; of these, those are shown in which an error is.
    let shown_in: BTreeSet<_> = errors.iter().flat_map(places).collect();
    files.retain(|path, _| shown_in.contains(path));
    drop(shown_in);
    let folder = Folder::open(&out).map_err(write_failure)?;
    interrupt::guard(folder.stopper(), &out);
    stamp.remove();
    let built = match pipeline::build(&mut compiled, &options, &folder, &Bar::new(global)) {
        Ok(built) => built,
        Err(error) => {
            folder.abandon();
            return Err(write_failure(error));
        }
    };
    let written = folder.commit().map_err(write_failure)?;

    errors.extend(built.diagnostics.iter().filter(|finding| is_error(finding)).cloned());
    let shown = |mut buffer: Buffer| {
        check::show(&errors, &files, &mut buffer)?;
        Ok::<_, Failure>(String::from_utf8_lossy(buffer.as_slice()).into_owned())
    };
    let outcome = Outcome {
        errors: shown(Buffer::no_color())?,
        coloured: shown(Buffer::ansi())?,
        summary,
        search: search_line(&built),
        written,
    };
    let code = tell(global, &out, &outcome)?;
    stamp.write(outcome);
    Ok(code)
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

/// The files that a finding points into.
fn places(finding: &Diagnostic) -> impl Iterator<Item = &Arc<str>> {
    std::iter::once(&finding.primary).chain(&finding.secondary).map(|label| &label.place.path)
}

/// Tells what a build made.
fn tell(global: &Global, out: &Path, outcome: &Outcome) -> Result<ExitCode, Failure> {
    let coloured = check::colour(&std::io::stderr()) != ColorChoice::Never;
    // A closed stream is no failure.
    let _ =
        std::io::stderr().write_all(if coloured { &outcome.coloured } else { &outcome.errors }.as_bytes());
    if !global.quiet {
        let written = &outcome.written;
        say(&outcome.summary);
        if !outcome.search.is_empty() {
            say(&outcome.search);
        }
        print(&line(&out.display().to_string(), written))?;
        for warning in exceeded(written.files, written.bytes, written.largest) {
            say(format!("warning: {warning}"));
        }
    }
    Ok(ExitCode::from(u8::from(!outcome.errors.is_empty())))
}

/// What a first search costs: a language's entry, and all that is read until ten results for one word are shown.
fn search_line(built: &Built) -> String {
    let entries: Vec<String> =
        built.search.entry_bytes.iter().map(|(lang, bytes)| format!("{lang} {bytes}")).collect();
    if entries.is_empty() {
        return String::new();
    }
    let entries = format!("search entry, bytes: {}", entries.join(", "));
    let costs = built.search.first_search.iter();
    let costs: Vec<String> =
        costs.map(|(lang, cost)| format!("{lang} {} and {}", cost.requests, cost.bytes)).collect();
    if costs.is_empty() {
        return entries;
    }
    format!("{entries}; first search for a word, requests and bytes: {}", costs.join(", "))
}

pub(super) fn line(out: &str, written: &Written) -> String {
    format!(
        "{out}: {} files, {} bytes; {} written, {} removed\n",
        written.files, written.bytes, written.changed, written.removed
    )
}
