//! `casebook explain`: a rule's page.

use std::process::ExitCode;

use super::output::{Failure, print};
use crate::diag::{CODES, Rule, Severity};
use crate::model::name::nearest;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Codes such as V007, or slugs; without one, all rules are listed
    #[arg(value_name = "CODE")]
    pub codes: Vec<String>,
}

/// Prints the pages of rules, or the list of all.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.codes.is_empty() {
        print(&CODES.iter().map(line).collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut pages = Vec::new();
    for wanted in &args.codes {
        let is = |rule: &&Rule| {
            rule.code.as_str().eq_ignore_ascii_case(wanted) || rule.slug.eq_ignore_ascii_case(wanted)
        };
        match CODES.iter().find(is) {
            Some(rule) => pages.push(rule.markdown()),
            None => {
                let known = CODES.iter().flat_map(|rule| [rule.slug, rule.code.as_str()]);
                let near = nearest(wanted, known).map_or(String::new(), |near| format!(", but `{near}`"));
                return Err(Failure::Usage(format!(
                    "there is no rule `{wanted}`{near}; `casebook explain` lists them all"
                )));
            }
        }
    }
    print(&pages.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn line(rule: &Rule) -> String {
    let severity = match rule.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
    };
    let first = rule.page.lines().next().unwrap_or_default().trim();
    format!("{} {:<24} {severity:<8} {first}\n", rule.code, rule.slug)
}
