//! `casebook evidence locate`: quotes and a folder of sources' texts into where the quotes stand.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use crate::cli::output::{Failure, json_lines};
use crate::text::fold::Fold;
use crate::text::plain::Format;
use crate::verify::MatchKind;
use crate::verify::locate::{Located, Near, Place, QuoteSelector, SourceText, locate};

/// Where to look, and for what.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Read JSON Lines from standard input, write JSON Lines
    #[arg(long, required = true)]
    jsonl: bool,
    /// The folder of texts: a source is DIR/<source>.md, .txt or .html
    #[arg(long, value_name = "DIR", required = true)]
    snapshots: PathBuf,
}

/// A quote to look for.
#[derive(serde::Deserialize)]
struct Question {
    id: serde_json::Value,
    source: String,
    quote: String,
    #[serde(default)]
    prefix: String,
    #[serde(default)]
    suffix: String,
}

/// Where it stands; offsets count characters of the source's plain text.
#[derive(serde::Serialize)]
struct Answer {
    id: serde_json::Value,
    r#match: MatchKind,
    start: Option<usize>,
    end: Option<usize>,
    similarity: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    folds: Vec<Fold>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stitched: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    skipped_negation: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    short: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Near>,
}

/// Answers each line of standard input.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    debug_assert!(args.jsonl, "clap requires it");
    if !args.snapshots.is_dir() {
        return Err(Failure::Usage(format!("{} is no folder", args.snapshots.display())));
    }
    let mut sources: BTreeMap<String, Option<SourceText>> = BTreeMap::new();
    json_lines(|question: Question| {
        let source = match sources.get(&question.source) {
            Some(source) => source,
            None => {
                let read = read(&args.snapshots, &question.source).map_err(|error| error.to_string())?;
                sources.entry(question.source.clone()).or_insert(read)
            }
        };
        let quote =
            QuoteSelector { exact: &question.quote, prefix: &question.prefix, suffix: &question.suffix };
        let located = source.as_ref().map_or_else(Located::no_text, |source| locate(source, &quote));
        Ok(answer(question.id, located))
    })
}

fn answer(id: serde_json::Value, located: Located) -> Answer {
    let pair = |place: &Place| [place.start, place.end];
    let first = located.places.first().map(pair);
    Answer {
        id,
        r#match: located.kind,
        start: first.map(|place| place[0]),
        end: first.map(|place| place[1]),
        similarity: located.similarity,
        skipped_negation: located.skips_negation(),
        places: if located.places.len() > 1 { located.places.iter().map(pair).collect() } else { Vec::new() },
        parts: located.parts.iter().map(pair).collect(),
        folds: located.folds,
        stitched: located.stitched,
        short: located.short,
        near: located.near,
    }
}

/// The text of `source` in `folder`; `None` where there is none. A name that leads out of the folder has
/// none.
#[expect(clippy::disallowed_methods, reason = "a command that reads a folder of its own")]
fn read(folder: &Path, source: &str) -> std::io::Result<Option<SourceText>> {
    let named = Path::new(source);
    if source.is_empty() || !named.components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(None);
    }
    for extension in ["md", "txt", "html"] {
        let path = folder.join(format!("{source}.{extension}"));
        match std::fs::read(&path) {
            Ok(bytes) => {
                let format = Format::of_extension(extension).unwrap_or(Format::Text);
                return Ok(Some(SourceText::render(format, &String::from_utf8_lossy(&bytes))));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(std::io::Error::new(error.kind(), format!("{source}.{extension}: {error}")));
            }
        }
    }
    Ok(None)
}
