//! `casebook man`: manual pages from the same description as `--help`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;

use super::output::{Failure, print, print_bytes};
use crate::write::replace;

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write a page for every command here, such as casebook-check.1 [default: print casebook.1]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Prints or writes the pages of `command`.
pub fn run(command: Command, args: &Args) -> Result<ExitCode, Failure> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        print_bytes(&page(command)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut pages = Vec::new();
    all(&command, "casebook", &mut pages)?;
    for (name, page) in pages {
        let path = folder.join(&name);
        replace(&path, &page).map_err(|error| Failure::machine(path.display(), &error))?;
        print(&format!("{name}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The page of `command`, called `name`, and those of its subcommands.
fn all(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    pages.push((format!("{name}.1"), page(command.clone())?));
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        all(sub, &format!("{name}-{}", sub.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
