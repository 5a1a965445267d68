//! What the commands share that read a library: where it is, what is read beside it, and the run
//! through the stages with progress and findings told.

use std::path::{Path, PathBuf};

use codespan_reporting::term::termcolor::Buffer;
use indicatif::{ProgressBar, ProgressStyle};

use super::Global;
use super::check::{Files, show};
use super::output::{Failure, say};
use crate::diag::{Diagnostic, Severity};
use crate::load::{self, LoadError, Sources};
use crate::model::Library;
use crate::pipeline::live::Live;
use crate::pipeline::{self, BuildOptions, Compiled, Progress};
use crate::render::theme::{BUILT_IN, ThemeFile};
use crate::write::WriteError;

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

/// Reads the library at `root`.
pub fn read(root: &Path, input: &Input) -> Result<Sources, Failure> {
    let options = load::Options { snapshots: input.snapshots.clone() };
    load::library(root, &options).map_err(|error| read_failure(&error))
}

/// Reads, checks and scores the library; gives the texts of its files too, for excerpts.
pub fn compile(global: &Global, input: &Input) -> Result<(Compiled, Files), Failure> {
    let sources = read(&root(global)?, input)?;
    Ok(check(global, &sources, input))
}

/// Checks and scores what was read; gives the texts of its files too, for excerpts.
pub fn check(global: &Global, sources: &Sources, input: &Input) -> (Compiled, Files) {
    let compiled = pipeline::check(sources, input.as_of, &Bar::new(global));
    (compiled, sources.files())
}

/// Checks a library for a build, which tells errors and counts the rest.
pub fn check_for_build(global: &Global, sources: &Sources, input: &Input) -> (Compiled, Files) {
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let compiled = pipeline::check_for(sources, input.as_of, &Bar::new(global), &is_error);
    (compiled, sources.files())
}

/// The library at `root`, held ready for `serve`.
pub fn live(root: &Path, input: &Input) -> Result<Live, Failure> {
    let sources = read(root, input)?;
    let live =
        Live::new(sources, input.as_of, &pipeline::Silent, |library| build_options(root, library, None))?;
    live.rehearse();
    Ok(live)
}

/// What a build of this library is told: its address and its own themes.
pub fn build_options(
    root: &Path,
    library: &Library,
    base_url: Option<&str>,
) -> Result<BuildOptions, Failure> {
    let base_url = base_url.unwrap_or(&library.config.base_url);
    let base_url = if base_url.is_empty() { String::new() } else { site_address(base_url)? };
    let themes = load::themes(root).map_err(|error| read_failure(&error))?;
    let themes: Vec<ThemeFile> = themes.into_iter().map(|(path, bytes)| ThemeFile { path, bytes }).collect();
    let theme = &library.config.theme;
    let folder = format!("{theme}/");
    if !BUILT_IN.contains(&theme.as_str()) && !themes.iter().any(|file| file.path.starts_with(&folder)) {
        return Err(Failure::Usage(format!(
            "there is no theme `{theme}`: write `theme = \"default\"` or \"plain\" in casebook.toml, or make the folder themes/{theme}/"
        )));
    }
    Ok(BuildOptions { base_url, themes, ..BuildOptions::default() })
}

/// Refuses to go on where the settings are wrong: what is built with others than were meant would take the place of a good site.
pub fn settings_hold(compiled: &Compiled, files: &Files) -> Result<(), Failure> {
    let wrong: Vec<_> = compiled.diagnostics.iter().filter(|found| is_of_settings(found)).cloned().collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let mut told = Buffer::no_color();
    show(&wrong, files, &mut told)?;
    say(String::from_utf8_lossy(told.as_slice()).trim_end());
    Err(Failure::Usage("the settings in casebook.toml are wrong: nothing was built".to_owned()))
}

/// Whether a finding is an error of `casebook.toml`.
pub fn is_of_settings(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && &*found.primary.place.path == "casebook.toml"
}

/// The absolute address of a site as told on the command line, with a final slash.
pub fn site_address(told: &str) -> Result<String, Failure> {
    if !told.starts_with("https://") && !told.starts_with("http://") {
        return Err(Failure::Usage(format!(
            "`{told}` is no address of a site; write one such as https://example.org/lib/"
        )));
    }
    Ok(if told.ends_with('/') { told.to_owned() } else { format!("{told}/") })
}

/// How a file that cannot be written ends the command.
pub fn write_failure(error: WriteError) -> Failure {
    Failure::Machine(error.to_string())
}

/// How a library that cannot be read at all ends the command.
pub fn read_failure(error: &LoadError) -> Failure {
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
