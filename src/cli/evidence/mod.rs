//! `casebook evidence`: the checks on single texts, for trying and for other programs.

mod agree;
mod facts;
mod locate;
mod suggest;

use std::process::ExitCode;

use super::Global;
use super::output::Failure;

/// The checks.
#[derive(Debug, clap::Subcommand)]
pub enum Evidence {
    /// Hold claims against quotes: reads {"id","claim_lang","claim","quote_lang","quote"} a line
    Agree(agree::Args),
    /// Find quotes in their sources' texts: reads {"id","source","quote"} a line
    Locate(locate::Args),
    /// List the facts that texts state: reads {"id","lang","text"} a line
    Facts(facts::Args),
    /// Propose passages for a case's sentences that state facts and cite nothing
    Suggest(suggest::Args),
}

/// Runs one check.
pub fn run(global: &Global, command: &Evidence) -> Result<ExitCode, Failure> {
    match command {
        Evidence::Agree(args) => agree::run(global, args),
        Evidence::Locate(args) => locate::run(args),
        Evidence::Facts(args) => facts::run(args),
        Evidence::Suggest(args) => suggest::run(global, args),
    }
}
