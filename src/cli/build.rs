//! `casebook build`: the library into a static site, in place only once it is whole.

use std::path::PathBuf;
use std::process::ExitCode;

use codespan_reporting::term::termcolor::StandardStream;

use super::Global;
use super::check;
use super::library::{self, Bar, Input, write_failure};
use super::output::{Failure, print, say};
use crate::diag::Severity;
use crate::pipeline;
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
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// Builds the site. Records that are broken are told and left out; then the status is 1.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = library::root(global)?;
    let (compiled, files) = library::compile(global, &args.input)?;
    let options = library::build_options(&root, &compiled, args.base_url.as_deref())?;
    let out = args.out.clone().unwrap_or_else(|| root.join("public"));
    let folder = Folder::open(&out).map_err(write_failure)?;
    let diagnostics = match pipeline::build(&compiled, &options, &folder, &Bar::new(global)) {
        Ok(diagnostics) => diagnostics,
        Err(error) => {
            folder.abandon();
            return Err(write_failure(error));
        }
    };
    let written = folder.commit().map_err(write_failure)?;

    let mut stderr = StandardStream::stderr(check::colour(&std::io::stderr()));
    let all: Vec<_> = compiled.diagnostics.iter().chain(&diagnostics).cloned().collect();
    let told: Vec<_> = all.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
    check::show(&told, &files, &mut stderr)?;
    if !global.quiet {
        say(check::summary(&compiled));
        print(&line(&out.display().to_string(), &written))?;
        for warning in exceeded(written.files, written.bytes, written.largest) {
            say(format!("warning: {warning}"));
        }
    }
    Ok(ExitCode::from(u8::from(!told.is_empty())))
}

fn line(out: &str, written: &Written) -> String {
    format!(
        "{out}: {} files, {} bytes; {} written, {} removed\n",
        written.files, written.bytes, written.changed, written.removed
    )
}
