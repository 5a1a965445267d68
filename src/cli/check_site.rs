//! `casebook check --site`: a built tree, walked as browsers, feed readers and search engines walk it.

use std::path::Path;
use std::process::ExitCode;

use codespan_reporting::term::termcolor::StandardStream;

use super::Global;
use super::check::{self, Format};
use super::library::{self, read_failure};
use super::output::{Failure, print, print_bytes, print_json, say};
use crate::audit::{self, Report};
use crate::diag::{JsonDiagnostic, Severity, github, markdown, sarif};
use crate::load;

/// Findings that are shown to a person; a fault of a template is on every page.
const SHOWN: usize = 50;

/// Checks the site in `folder`, or in `public/` of the library; status 1 when there is an error.
pub fn run(
    global: &Global,
    folder: Option<&Path>,
    base_url: Option<&str>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => library::root(global)?.join("public"),
    };
    let base_url = base_url.map(library::site_address).transpose()?;
    let files = load::tree(&folder).map_err(|error| read_failure(&error))?;
    let report = audit::site(&files, base_url.as_deref());
    match format {
        Format::Json => print_bytes(&json(&report)?)?,
        Format::Github => print(&github::annotations(&report.diagnostics, "", &summary(&report)))?,
        Format::Sarif => print_json(&sarif::log(&report.diagnostics, "", &|_| None))?,
        Format::Markdown => {
            print(&markdown::report(&report.diagnostics, &summary(&report), markdown::COMMENT))?;
        }
        Format::Human => {
            let shown = &report.diagnostics[..report.diagnostics.len().min(SHOWN)];
            let mut stdout = StandardStream::stdout(check::colour(&std::io::stdout()));
            check::show(shown, &check::Files::new(), &mut stdout)?;
            if !global.quiet {
                if report.diagnostics.len() > SHOWN {
                    say(format!(
                        "{} more findings; --format json tells all",
                        report.diagnostics.len() - SHOWN
                    ));
                }
                say(summary(&report));
            }
        }
    }
    Ok(ExitCode::from(u8::from(count(&report, Severity::Error) > 0)))
}

fn count(report: &Report, severity: Severity) -> usize {
    report.diagnostics.iter().filter(|finding| finding.severity == severity).count()
}

fn summary(report: &Report) -> String {
    let all = report.addresses;
    format!(
        "{} files, {} pages, {} addresses ({} hold, {} dead, {} of other hosts not checked): {} errors, {} warnings",
        report.files,
        report.pages,
        all.hold + all.dead + all.not_checked,
        all.hold,
        all.dead,
        all.not_checked,
        count(report, Severity::Error),
        count(report, Severity::Warning),
    )
}

/// `{"diagnostics":[…],"site":{…}}`, indented by two.
fn json(report: &Report) -> Result<Vec<u8>, Failure> {
    let found: Vec<JsonDiagnostic<'_>> = report.diagnostics.iter().map(JsonDiagnostic::from).collect();
    let site =
        serde_json::json!({"files": report.files, "pages": report.pages, "addresses": report.addresses});
    let value = serde_json::json!({"diagnostics": found, "site": site});
    let mut bytes = serde_json::to_vec_pretty(&value).map_err(|error| Failure::Machine(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
