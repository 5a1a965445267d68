//! `casebook export`: the dataset that a build puts under `/data/`, by command: all of it or some formats
//! into a folder, or one format to standard output.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use super::Global;
use super::library::{self, Input};
use super::output::{Failure, print, print_bytes};
use crate::exchange::export;
use crate::pipeline;
use crate::write::replace;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these formats; one of them goes to standard output where no folder is given
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Vec<Format>,
    /// The folder to write to; the whole dataset needs one
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Only this table, for formats with a file a table: cases, claims, quotes, sources, …
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// CSV with a byte order mark, for spreadsheets
    #[arg(long)]
    pub bom: bool,
    /// The address at which the dataset will be published
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// A format of the dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Cases as JSON Lines: the record beside what was computed
    Jsonl,
    /// Tables as CSV; a text that a spreadsheet would run has an apostrophe before it
    Csv,
    /// Tables as Parquet
    Parquet,
    /// One SQLite database with a full-text index
    Sqlite,
    /// Frictionless Data Package, which describes the CSV files
    Datapackage,
    /// Croissant JSON-LD, which describes the CSV files
    Croissant,
    /// CITATION.cff
    Citation,
    /// OSV JSON of the cases that are advisories: a file each, or a line each to standard output
    Osv,
    /// What every column means, Markdown
    Dictionary,
}

impl Format {
    /// The format of the dataset's file `path`, and whether it is the form for spreadsheets.
    fn of(path: &str) -> Option<(Self, bool)> {
        let path = path.strip_suffix(".gz").unwrap_or(path);
        let is = |end: &str| path.ends_with(end);
        Some(match path {
            "datapackage.json" => (Self::Datapackage, false),
            "croissant.json" => (Self::Croissant, false),
            "CITATION.cff" => (Self::Citation, false),
            "dictionary.md" => (Self::Dictionary, false),
            _ if path.starts_with("osv/") => (Self::Osv, false),
            _ if is(".sqlite") => (Self::Sqlite, false),
            _ if is(".jsonl") => (Self::Jsonl, false),
            _ if is(".parquet") => (Self::Parquet, false),
            _ if is(".csv") => (Self::Csv, path.starts_with("excel/")),
            _ => return None,
        })
    }

    /// Whether it has a file for every table.
    const fn by_table(self) -> bool {
        matches!(self, Self::Csv | Self::Parquet)
    }
}

/// Exports.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    if args.out.is_none() && args.format.len() != 1 {
        return Err(Failure::Usage(
            "the whole dataset goes into a folder: `--out DIR`; one `--format` goes to standard output"
                .to_owned(),
        ));
    }
    let root = library::root(global)?;
    let (compiled, _) = library::compile(global, &args.input)?;
    let options = library::build_options(&root, &compiled.library, args.base_url.as_deref())?;
    let taken: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let put = |path: &str, bytes: &[u8]| {
        if let Some(path) = wanted(path, args) {
            // What goes to standard output is read at once; in a folder it is as a build leaves it.
            let plain = path.strip_suffix(".gz").filter(|_| args.out.is_none()).map(ToOwned::to_owned);
            let bytes = if plain.is_some() { unpacked(bytes) } else { bytes.to_vec() };
            let path = plain.unwrap_or(path);
            taken.lock().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
        }
    };
    pipeline::export(&compiled, &options, &put).map_err(Failure::Machine)?;
    let files = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
    if files.is_empty() && args.format == [Format::Osv] {
        return Err(Failure::Usage("no case of this library has the type `advisory`".to_owned()));
    }
    if files.is_empty() {
        let table = args.table.as_ref().map_or(String::new(), |table| format!(" with a table `{table}`"));
        return Err(Failure::Usage(format!("this dataset has no file of that format{table}")));
    }
    if let Some(folder) = &args.out {
        for (path, bytes) in &files {
            let full = folder.join(path);
            replace(&full, bytes).map_err(|error| Failure::machine(full.display(), &error))?;
            print(&format!("{path}\n"))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    to_stdout(args.format[0], files)
}

/// What a part of the dataset holds.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    std::io::copy(&mut flate2::read::GzDecoder::new(bytes), &mut plain)
        .expect("what was compressed a moment ago can be read");
    plain
}

/// Under which name the file `path` is written; `None` where it is not asked for.
fn wanted(path: &str, args: &Args) -> Option<String> {
    let format = Format::of(path);
    let asked = match format {
        Some((format, _)) => args.format.is_empty() || args.format.contains(&format),
        // The checksums are of the whole.
        None => args.format.is_empty() && args.table.is_none() && !args.bom,
    };
    if !asked {
        return None;
    }
    let mut name = path.to_owned();
    if let Some((format, spreadsheet)) = format {
        if format == Format::Csv {
            // All of it holds both; a choice holds one under the plain name.
            let all = args.format.is_empty() && !args.bom;
            if !all && spreadsheet != args.bom {
                return None;
            }
            if !all {
                name = path.trim_start_matches("excel/").to_owned();
            }
        }
        if let Some(table) = args.table.as_deref().filter(|_| format.by_table()) {
            let stem = path.strip_suffix(".gz").unwrap_or(path).rsplit('/').next()?.rsplit_once('.')?.0;
            let part = stem.strip_prefix(table)?;
            let number = part.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
            if !part.is_empty() && !number {
                return None;
            }
        }
    }
    Some(name)
}

/// One format to standard output; parts of one file are joined where the format allows it.
fn to_stdout(format: Format, files: BTreeMap<String, Vec<u8>>) -> Result<ExitCode, Failure> {
    let mut files: Vec<(String, Vec<u8>)> = files.into_iter().collect();
    // Parts stand in the order of their numbers.
    files.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
    if format == Format::Osv {
        // Each advisory is a line; the list is of use beside files alone.
        files.retain(|(path, _)| path != export::osv::LIST);
        return files.iter().try_for_each(|(_, bytes)| print_bytes(bytes)).map(|()| ExitCode::SUCCESS);
    }
    let table = |path: &str| {
        path.trim_end_matches(|c: char| c != '.').trim_end_matches(|c: char| !c.is_alphabetic()).to_owned()
    };
    let one = files.windows(2).all(|pair| table(&pair[0].0) == table(&pair[1].0));
    if !one || (files.len() > 1 && format == Format::Parquet) {
        let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).take(12).collect();
        return Err(Failure::Usage(format!(
            "this format has several files: {}; choose one with --table, or write them with --out DIR",
            names.join(", ")
        )));
    }
    for (number, (_, bytes)) in files.iter().enumerate() {
        // Later parts of a table have the same first line.
        let from = if format == Format::Csv && number > 0 {
            memchr::memchr(b'\n', bytes).map_or(0, |at| at + 1)
        } else {
            0
        };
        print_bytes(&bytes[from..])?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(format: &[Format], table: Option<&str>, bom: bool) -> Args {
        Args {
            format: format.to_vec(),
            out: None,
            table: table.map(ToOwned::to_owned),
            bom,
            base_url: None,
            input: Input { snapshots: Vec::new(), as_of: None },
        }
    }

    #[test]
    fn a_choice_names_the_files_that_it_means() {
        let csv = args(&[Format::Csv], Some("case_sources"), false);
        assert_eq!(wanted("case_sources.csv", &csv).as_deref(), Some("case_sources.csv"));
        assert_eq!(wanted("case_sources-2.csv", &csv).as_deref(), Some("case_sources-2.csv"));
        assert_eq!(wanted("case_sources-2.csv.gz", &csv).as_deref(), Some("case_sources-2.csv.gz"));
        assert_eq!(wanted("cases.csv", &csv), None);
        assert_eq!(wanted("excel/case_sources.csv", &csv), None);
        let case = args(&[Format::Csv], Some("case"), false);
        assert_eq!(wanted("case_sources.csv", &case), None);
        let bom = args(&[Format::Csv], None, true);
        assert_eq!(wanted("excel/cases.csv", &bom).as_deref(), Some("cases.csv"));
        assert_eq!(wanted("cases.csv", &bom), None);
        let all = args(&[], None, false);
        for path in ["cases.csv", "excel/cases.csv", "SHA256SUMS", "osv/X.json", "casebook.sqlite"] {
            assert_eq!(wanted(path, &all).as_deref(), Some(path));
        }
        assert_eq!(wanted("SHA256SUMS", &csv), None);
    }
}
