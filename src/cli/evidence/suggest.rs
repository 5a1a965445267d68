//! `casebook evidence suggest`: passages for sentences that state facts and cite nothing, as notes to
//! be pasted.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::super::library::{self, Input};
use super::super::output::{Failure, print};
use super::super::{Global, named};
use crate::verify::{Context, suggest};

/// Arguments of `evidence suggest`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the case
    #[arg(value_name = "CASE")]
    pub case: String,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: Input,
}

/// Prints each sentence with its proposals.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let (compiled, _) = library::compile(global, &args.input)?;
    let number = named::case(&compiled.cases, &args.case)?;
    let Some(scored) = compiled.cases.get(number) else { return Ok(ExitCode::SUCCESS) };
    let context = Context::new(&compiled.library, &[]);
    let mut text = String::new();
    let mut number = 0;
    for suggestion in suggest(&context, &scored.verified) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} ({}): {}",
            suggestion.uncited.field, suggestion.uncited.lang, suggestion.sentence
        );
        for passage in &suggestion.passages {
            number += 1;
            let _ = writeln!(
                text,
                "  [^s{number}]: {}: \"{}\"    ({} of {} facts)",
                passage.source, passage.quote, passage.supported, passage.facts
            );
        }
        if suggestion.passages.is_empty() {
            let _ = writeln!(text, "  no passage of the sources at hand bears any of its facts");
        }
        text.push('\n');
    }
    if text.is_empty() {
        text.push_str("every sentence that states a fact cites a source\n");
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
