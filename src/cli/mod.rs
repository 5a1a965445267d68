//! Arguments into a command, a result into an exit code; one file a command.
//!
//! Standard output carries results only; progress and messages go to standard error.

mod build;
mod changed;
mod check;
mod check_site;
mod diff;
mod evidence;
mod explain;
mod export;
mod fetch;
mod fmt;
mod git;
mod import;
mod import_form;
mod init;
mod interrupt;
mod join;
mod judges;
mod library;
mod links;
mod man;
mod named;
mod new;
mod output;
pub mod schema;
mod score;
mod search;
mod serve;
mod snapshot;
mod stamp;
mod stats;
mod told;
mod update;
mod version;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use output::Failure;

/// Compiles a library of incident records into a checked, scored and searchable site.
#[derive(Debug, Parser)]
#[command(name = "casebook", version, long_version = version::told(), arg_required_else_help = true, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 fine; 1 the content has errors; 2 the call or the configuration is wrong; \
3 the machine failed (disk, permissions)."
)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// What holds for every command.
#[derive(Debug, Clone, clap::Args)]
pub struct Global {
    /// The library's folder [default: the nearest folder upwards with casebook.toml, else this one]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Say nothing but results and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a small library to start from
    Init(init::Args),
    /// Check every record and claim: each mistake at its line, with the way to mend it
    Check(check::Args),
    /// Compile the library into a static site
    Build(build::Args),
    /// Unite the parts of a build that several machines made
    Join(join::Args),
    /// Show the site on this machine, rebuilt whenever a file changes
    Serve(serve::Args),
    /// Tell how well each case is supported, and where its points went
    Score(score::Args),
    /// Report what a change means for readers: cases, claims, scores, terms, sources
    Diff(diff::Args),
    /// Show the library at a glance: cases, claims by verdict, languages, sources, scores
    Stats(stats::Args),
    /// Write the dataset in open formats, into a folder or one format to standard output
    Export(export::Args),
    /// Search a built site as its search page does
    Search(search::Args),
    /// Try the evidence checks on JSON Lines or single texts
    #[command(subcommand)]
    Evidence(evidence::Evidence),
    /// Start a record: asks for what the flags do not tell, and suggests terms
    New(new::Args),
    /// Bring records into one form, without losing a comment or a byte of text
    Fmt(fmt::Args),
    /// Print the JSON Schema of a kind of file
    Schema(schema::Args),
    /// Fetch a source's page, and store its text and what it tells of itself
    Snapshot(snapshot::Args),
    /// Turn a foreign text into records or sources of the library
    #[command(subcommand)]
    Import(import::Import),
    /// Tell what a diagnostic means: casebook explain V007
    Explain(explain::Args),
    /// Print the manual page, or write one for each command
    Man(man::Args),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Runs the command line and returns the process's exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    match &cli.command {
        Command::Init(args) => init::run(&cli.global, args),
        Command::Check(args) => check::run(&cli.global, args),
        Command::Build(args) => build::run(&cli.global, args),
        Command::Join(args) => join::run(&cli.global, args),
        Command::Serve(args) => serve::run(&cli.global, args),
        Command::Score(args) => score::run(&cli.global, args),
        Command::Diff(args) => diff::run(&cli.global, args),
        Command::Stats(args) => stats::run(&cli.global, args),
        Command::Export(args) => export::run(&cli.global, args),
        Command::Search(args) => search::run(args),
        Command::Evidence(command) => evidence::run(&cli.global, command),
        Command::New(args) => new::run(&cli.global, args),
        Command::Fmt(args) => fmt::run(&cli.global, args),
        Command::Schema(args) => schema::run(&cli.global, args),
        Command::Snapshot(args) => snapshot::run(&cli.global, args),
        Command::Import(what) => import::run(&cli.global, what),
        Command::Explain(args) => explain::run(args),
        Command::Man(args) => man::run(Cli::command(), args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "casebook", &mut script);
            output::print_bytes(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
