//! `casebook evidence agree`: a claim and a quote into a verdict and what became of each fact.

use std::process::ExitCode;

use crate::cli::Global;
use crate::cli::library::{self, Input};
use crate::cli::output::{Failure, json_lines};
use crate::verify::agree::{Statement, agree};
use crate::verify::lexicon::Lexicon;
use crate::verify::{FactCheck, FactStatus, Verdict};

/// How claims come in.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Read JSON Lines from standard input, write JSON Lines
    #[arg(long, required = true)]
    jsonl: bool,
}

/// A claim and its only quote.
#[derive(serde::Deserialize)]
struct Question {
    id: serde_json::Value,
    claim_lang: String,
    claim: String,
    quote_lang: String,
    quote: String,
}

/// What came of it.
#[derive(serde::Serialize)]
struct Answer {
    id: serde_json::Value,
    verdict: Verdict,
    facts: Vec<Checked>,
}

/// One fact of the claim.
#[derive(serde::Serialize)]
struct Checked {
    kind: String,
    text: String,
    status: FactStatus,
    against: Option<String>,
    why: String,
}

impl From<FactCheck> for Checked {
    fn from(check: FactCheck) -> Self {
        let FactCheck { kind, text, status, against, why, .. } = check;
        Self { kind, text, status, against, why }
    }
}

/// Answers each line of standard input, with the words of the library that `--root` names, else with those
/// that the program brings along: the answer does not hang on the folder that it is asked in.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    debug_assert!(args.jsonl, "clap requires it");
    let lexicon = if global.root.is_some() {
        let (compiled, _) = library::compile(global, &Input { snapshots: Vec::new(), as_of: None })?;
        Lexicon::new(&compiled.library.glossary, &compiled.library.vocab)
    } else {
        Lexicon::base()
    };
    json_lines(|question: Question| {
        let claim = Statement { lang: &question.claim_lang, text: &question.claim };
        let quote = Statement { lang: &question.quote_lang, text: &question.quote };
        let agreement = agree(claim, &[quote], &lexicon);
        Ok(Answer {
            id: question.id,
            verdict: agreement.verdict,
            facts: agreement.facts.into_iter().map(Checked::from).collect(),
        })
    })
}
