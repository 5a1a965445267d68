//! `casebook explain`: a rule's page.

use std::process::ExitCode;

use super::output::{Failure, print};
use crate::diag::CODES;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A code such as V007 or its slug; without one, all rules are listed
    pub code: Option<String>,
}

/// Prints the page of one rule, or the list of rules.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let Some(wanted) = &args.code else {
        let list: String = CODES.iter().map(|rule| format!("{} {}\n", rule.code, rule.slug)).collect();
        print(&list)?;
        return Ok(ExitCode::SUCCESS);
    };
    let rule =
        CODES.iter().find(|rule| rule.code.as_str().eq_ignore_ascii_case(wanted) || rule.slug == wanted);
    let Some(rule) = rule else {
        return Err(Failure::Usage(format!(
            "there is no rule `{wanted}`; `casebook explain` lists them all"
        )));
    };
    print(&rule.markdown())?;
    Ok(ExitCode::SUCCESS)
}
