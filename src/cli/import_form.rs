//! `casebook import form`: a filled issue form into a record.

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use super::output::{Failure, print, say};
use super::{Global, library};
use crate::exchange::form::{self, Filled};
use crate::load;
use crate::model;
use crate::model::name::id_slug;
use crate::write::create_missing;

/// The most bytes of a form; the hosts take far less.
const LONGEST: u64 = 4 << 20;

/// Arguments of `import form`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The text, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Id of the record [default: NEW, and the file is named by the title]
    #[arg(long)]
    pub id: Option<String>,
    /// Who sent the form, for `review.written_by`
    #[arg(long, value_name = "NAME")]
    pub author: Option<String>,
    /// Write the record to standard output instead of into the library
    #[arg(long)]
    pub print: bool,
}

/// Writes the record and prints its path. A file that is there with other content is kept and told.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    if let Some(id) = args.id.as_ref().filter(|id| id_slug(id) != **id) {
        return Err(Failure::Usage(format!("`{id}` cannot be an id; write `{}`", id_slug(id))));
    }
    let name = args.file.display().to_string();
    let text = if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(LONGEST).read_to_end(&mut bytes)?;
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        load::text(&args.file).map_err(Failure::Usage)?
    };
    let root = library::root(global)?;
    let input = library::Input { snapshots: Vec::new(), as_of: None };
    let own = model::lower(&library::read(&root, &input)?).value;
    let made = form::read(&text, &own, &Filled { id: args.id.clone(), author: args.author.clone() });
    for remark in &made.remarks {
        let line = if remark.line == 0 { String::new() } else { format!(":{}", remark.line) };
        say(format!("{name}{line}: {}", remark.message));
    }
    let Some((path, record)) = made.files.first() else { return Err(Failure::Content) };
    if args.print {
        print(record)?;
        return Ok(ExitCode::SUCCESS);
    }
    let full = root.join(path);
    let made =
        create_missing(&full, record.as_bytes()).map_err(|error| Failure::machine(full.display(), &error))?;
    if !made && !load::text(&full).is_ok_and(|present| present == *record) {
        say(format!("{path} is there with other content and was kept; give --id to make another"));
        return Err(Failure::Content);
    }
    print(&format!("{path}\n"))?;
    Ok(ExitCode::SUCCESS)
}
