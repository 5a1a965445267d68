//! `casebook import`: foreign texts into records and sources of the library.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::output::{Failure, print, say};
use super::{Global, library};
use crate::exchange::import::{self, Imported, Options};
use crate::load;
use crate::text::Lang;
use crate::write::create_missing;

/// What is imported.
#[derive(Debug, clap::Subcommand)]
pub enum Import {
    /// A digest with claims and quotes into a record
    Digest(Args),
    /// A post of an infrastructure log into a source with its text
    InfraLog(Args),
}

/// Arguments of one import.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The text
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Id of the record or source [default: made from the text]
    #[arg(long)]
    pub id: Option<String>,
    /// Language of the text [default: judged by its script]
    #[arg(long, value_name = "TAG", value_parser = language)]
    pub lang: Option<Lang>,
    /// Year of dates that are told without one
    #[arg(long)]
    pub year: Option<i16>,
    /// Address of the text
    #[arg(long)]
    pub url: Option<String>,
}

fn language(tag: &str) -> Result<Lang, String> {
    Lang::parse(tag).ok_or_else(|| "no language tag; write one such as en, ko or zh-Hans".to_owned())
}

/// Writes what the text becomes. A file that is there already is kept and told.
pub fn run(global: &Global, what: &Import) -> Result<ExitCode, Failure> {
    let (args, import): (&Args, fn(&str, &Options) -> Imported) = match what {
        Import::Digest(args) => (args, import::digest),
        Import::InfraLog(args) => (args, import::infra_log),
    };
    let text = load::text(&args.file).map_err(Failure::Usage)?;
    let options =
        Options { id: args.id.clone(), lang: args.lang.clone(), year: args.year, url: args.url.clone() };
    let imported = import(&text, &options);
    for remark in &imported.remarks {
        let place = if remark.line == 0 { String::new() } else { format!(":{}", remark.line) };
        say(format!("{}{place}: {}", args.file.display(), remark.message));
    }
    if imported.files.is_empty() {
        return Err(Failure::Content);
    }
    put(&library::root(global)?, &imported)
}

fn put(root: &Path, imported: &Imported) -> Result<ExitCode, Failure> {
    let mut kept = false;
    for (path, text) in &imported.files {
        let full = root.join(path);
        if create_missing(&full, text.as_bytes()).map_err(|error| Failure::machine(full.display(), &error))? {
            print(&format!("{path}\n"))?;
            continue;
        }
        match load::text(&full) {
            Ok(present) if present == *text => {}
            _ => {
                kept = true;
                say(format!("{path} is there with other content and was kept; give --id to make another"));
            }
        }
    }
    Ok(ExitCode::from(u8::from(kept)))
}
