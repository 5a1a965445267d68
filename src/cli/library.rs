//! What the commands share that read a library: where it is, what is read beside it, and the run
//! through the stages with progress and findings told.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::Global;
use super::check::Files;
use super::output::Failure;
use crate::load::{self, LoadError};
use crate::pipeline::{self, Compiled, Progress};

/// What is read beside the library's own folder.
#[derive(Debug, Clone, clap::Args)]
pub struct Input {
    /// A folder with texts of sources that the library may not hold: <source>.md, .txt or .html
    #[arg(long, value_name = "DIR")]
    pub snapshots: Vec<PathBuf>,
    /// Score as of this day [default: the newest date in the library]
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<jiff::civil::Date>,
}

/// The library's folder: `--root`, else the nearest one upwards with `casebook.toml`, else this one.
pub fn root(global: &Global) -> Result<PathBuf, Failure> {
    match &global.root {
        Some(root) => Ok(root.clone()),
        None => Ok(load::find_root(&std::env::current_dir()?)),
    }
}

/// Reads, checks and scores the library; gives the texts of its files too, for excerpts.
pub fn compile(global: &Global, input: &Input) -> Result<(Compiled, Files), Failure> {
    let root = root(global)?;
    let options = load::Options { snapshots: input.snapshots.clone() };
    let progress = Bar::new(global);
    let sources = load::library(&root, &options).map_err(|error| failure(&error))?;
    let compiled = pipeline::check(&sources, input.as_of, &progress);
    Ok((compiled, sources.files()))
}

/// How a library that cannot be read at all ends the command.
fn failure(error: &LoadError) -> Failure {
    match error {
        LoadError::Io(..) => Failure::Machine(error.to_string()),
        LoadError::NoFolder(_) | LoadError::NoSnapshots(_) => Failure::Usage(error.to_string()),
    }
}

/// A progress bar on a terminal, where work takes over a second.
#[derive(Debug)]
pub struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar unless the caller wants quiet; hidden where standard error is no terminal.
    pub fn new(global: &Global) -> Self {
        if global.quiet {
            return Self(None);
        }
        let style = ProgressStyle::with_template("{prefix:>8} [{bar:30}] {pos}/{len} {elapsed}");
        let bar = ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(Some(bar))
    }
}

impl Progress for Bar {
    fn stage(&self, name: &'static str, of: usize) {
        if let Some(bar) = &self.0 {
            bar.set_prefix(name);
            bar.set_position(0);
            bar.set_length(of as u64);
        }
    }

    fn step(&self) {
        if let Some(bar) = self.0.as_ref().filter(|bar| bar.elapsed().as_secs() >= 1) {
            bar.inc(1);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
