//! `casebook fmt`: records in one canonical form. Fields come in one order, JSON is laid out in
//! lines, line ends are line feeds. Nothing that is said changes: what comes out is read again and
//! compared before it is written.

mod assign;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use super::Global;
use super::output::{Failure, print, say};
use crate::diag::SourceFile;
use crate::load::{self, RecordFormat};
use crate::model::form;
use crate::write::replace;

/// Arguments of `fmt`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Change nothing; list what would change and end with status 1 if anything would
    #[arg(long)]
    pub check: bool,
    /// Give every case whose id is NEW the next free number
    #[arg(long)]
    pub assign_ids: bool,
    /// What stands before the number [default: the commonest in the library, e.g. IL-]
    #[arg(long, value_name = "TEXT", requires = "assign_ids")]
    pub prefix: Option<String>,
    /// Only files whose path below the root begins with this
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
}

/// A file into its canonical form, with fields in an order and values nested within a bound.
type Form = fn(&SourceFile, &[&str], usize) -> Option<String>;

/// Brings the library's records into form and lists the files that changed.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = super::library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let records: Vec<(Arc<SourceFile>, RecordFormat)> = sources
        .cases
        .iter()
        .flat_map(|input| input.files.iter().map(|own| (own.file.clone(), own.format)))
        .collect();
    let ids = if args.assign_ids {
        assign::assign(&sources, args.prefix.as_deref()).map_err(Failure::Usage)?
    } else {
        assign::Assigned::default()
    };
    let wanted = |file: &SourceFile| {
        args.paths.is_empty()
            || args.paths.iter().any(|path| file.path.starts_with(path.trim_start_matches("./")))
    };
    let (record_order, source_order) = (form::record_order(), form::source_order());
    let mut changed = BTreeSet::new();
    let mut refused = 0;
    let shared = sources.sources.iter().map(|file| (file.clone(), form::source as Form, &source_order));
    let form = |format| match format {
        RecordFormat::Json => form::json as Form,
        RecordFormat::Markdown => form::markdown,
    };
    let all = records.into_iter().map(|(file, format)| (file, form(format), &record_order)).chain(shared);
    for (file, form, order) in all.filter(|(file, ..)| wanted(file)) {
        let renamed = ids.apply(&file);
        let formatted = form(&renamed, order, sources.limits.nesting);
        let Some(text) = formatted else {
            refused += 1;
            say(format_args!(
                "{}: left as it is, since it cannot be read; `casebook check` says why",
                file.path
            ));
            continue;
        };
        let path = root.join(&*file.path);
        if args.check {
            // A byte order mark was dropped by the reader, so the file itself is compared.
            let present = load::read_file(&path).map_err(|error| Failure::machine(path.display(), &error))?;
            if present != text.as_bytes() {
                changed.insert(file.path.clone());
            }
        } else if replace(&path, text.as_bytes()).map_err(|error| Failure::machine(path.display(), &error))? {
            changed.insert(file.path.clone());
        }
    }
    let list: String = changed.iter().map(|path| format!("{path}\n")).collect();
    print(&list)?;
    for (path, id) in ids.told() {
        say(format_args!("{path}: {id}"));
    }
    if refused > 0 || (args.check && !changed.is_empty()) {
        return Err(Failure::Content);
    }
    Ok(ExitCode::SUCCESS)
}
