//! `casebook init`: a small library that checks without an error, to be replaced piece by piece.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::Global;
use super::output::{Failure, print, say};
use crate::text::Lang;
use crate::write::create_missing;

/// Arguments of `init`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to make the library in
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The site's title
    #[arg(long, default_value = "Casebook")]
    pub title: String,
    /// Interface languages, the default first
    #[arg(long, value_delimiter = ',', default_value = "en,ko,ru", value_name = "TAGS")]
    pub languages: Vec<String>,
}

/// Writes the files that are not there yet; never changes one that is.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    for tag in &args.languages {
        if Lang::parse(tag).is_none() {
            return Err(Failure::Usage(format!(
                "`{tag}` is no language tag; write one such as en, ko or zh-Hans"
            )));
        }
    }
    let quoted: Vec<String> = args.languages.iter().map(|tag| format!("\"{tag}\"")).collect();
    let title = args.title.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    let settings =
        include_str!("casebook.toml").replace("{title}", &title).replace("{languages}", &quoted.join(", "));
    let files = [
        ("casebook.toml", settings.as_str()),
        (".gitignore", "/public/\n/.casebook/\n"),
        ("content/cases/example-cache-expiry.en.md", include_str!("case.md")),
        ("content/sources/example-report.md", include_str!("source.md")),
    ];
    let mut made = 0;
    for (path, text) in files {
        let full = args.folder.join(path);
        if create_missing(&full, text.as_bytes()).map_err(|error| Failure::machine(full.display(), &error))? {
            made += 1;
            print(&format!("{}\n", full.display()))?;
        }
    }
    if !global.quiet {
        say(next_steps(&args.folder, made));
    }
    Ok(ExitCode::SUCCESS)
}

fn next_steps(folder: &Path, made: usize) -> String {
    if made == 0 {
        return "everything is there already; nothing was changed".into();
    }
    let enter = if folder == Path::new(".") { String::new() } else { format!("cd {} && ", folder.display()) };
    format!("next: {enter}casebook serve")
}
