//! `casebook evidence facts`: texts with their languages into the facts that they state.

use std::process::ExitCode;

use crate::cli::output::{Failure, json_lines};
use crate::verify::facts::{Approx, Fact, FactKind, extract};

/// How texts come in.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Read JSON Lines from standard input, write JSON Lines
    #[arg(long, required = true)]
    jsonl: bool,
}

/// A text to read.
#[derive(serde::Deserialize)]
struct Question {
    id: serde_json::Value,
    lang: String,
    text: String,
}

/// Its facts.
#[derive(serde::Serialize)]
struct Answer {
    id: serde_json::Value,
    facts: Vec<Told>,
}

/// One fact; offsets count characters of the text.
#[derive(serde::Serialize)]
struct Told {
    kind: FactKind,
    value: String,
    unit: Option<String>,
    approx: Option<Approx>,
    start: usize,
    end: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
}

/// Answers each line of standard input.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    debug_assert!(args.jsonl, "clap requires it");
    json_lines(|question: Question| {
        let facts = extract(&question.lang, &question.text);
        Ok(Answer { id: question.id, facts: told(&question.text, facts) })
    })
}

fn told(text: &str, facts: Vec<Fact>) -> Vec<Told> {
    // Facts come by their start, so that one pass over the text counts for all of them.
    let (mut byte, mut count) = (0, 0);
    facts
        .into_iter()
        .map(|fact| {
            count += text.get(byte..fact.span.start).map_or(0, |part| part.chars().count());
            byte = fact.span.start;
            let words = text.get(fact.span.range()).unwrap_or_default();
            Told {
                kind: fact.kind,
                value: fact.value,
                unit: fact.unit,
                approx: fact.approx,
                start: count,
                end: count + words.chars().count(),
                text: words.to_owned(),
                amount: fact.amount,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_characters() {
        let text = "약 3시간, 5 GB";
        let told = told(text, extract("ko", text));
        let letters: Vec<char> = text.chars().collect();
        assert!(!told.is_empty());
        for fact in told {
            assert_eq!(letters[fact.start..fact.end].iter().collect::<String>(), fact.text);
        }
    }
}
