//! `casebook search`: asks a built site's index, and gives what the browser gives, in the same order.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

use super::output::{Failure, print};
use crate::index::{self, Answer, Fault, Found, Sort, Store};
use crate::text::Lang;

/// Arguments of `search`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Words, "phrases", -exclusions, fields: org:roblox year:2019..2021 score:>60
    #[arg(value_name = "QUERY", allow_hyphen_values = true)]
    pub query: String,
    /// The built site
    #[arg(long, value_name = "DIR", default_value = "public")]
    pub site: PathBuf,
    /// The reader's language
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// Search all languages from the start
    #[arg(long)]
    pub all: bool,
    /// The order of the results
    #[arg(long, value_enum, default_value_t)]
    pub sort: Order,
    /// How many results are given at most
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// The orders of results.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum Order {
    /// The best match first
    #[default]
    Relevance,
    /// The newest first
    Date,
    /// The best supported first
    Score,
}

/// A built site in a folder.
struct Site<'a>(&'a Path);

impl Store for Site<'_> {
    #[expect(clippy::disallowed_methods, reason = "a built site is read here")]
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault> {
        std::fs::read(self.0.join(path)).map_err(|_| Fault::Missing(path.to_owned()))
    }
}

/// Prints what is found.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let lang = Lang::parse(&args.lang)
        .ok_or_else(|| Failure::Usage(format!("`{}` is no language tag", args.lang)))?;
    let sort = match args.sort {
        Order::Relevance => Sort::Relevance,
        Order::Date => Sort::Date,
        Order::Score => Sort::Score,
    };
    let options = index::Options { all_languages: args.all, sort, offset: 0, limit: args.limit };
    let answer = index::search(&Site(&args.site), lang.as_str(), &args.query, options).map_err(|fault| {
        match fault {
            Fault::Missing(path) if path == format!("search/{lang}.bin") => Failure::Usage(format!(
                "{} holds no search index for `{lang}`; build the site first, or name another with --site",
                args.site.display()
            )),
            fault => Failure::Machine(fault.to_string()),
        }
    })?;
    if args.json {
        print(&format!("{}\n", as_json(&answer)))?;
    } else {
        print(&as_text(&answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(answer: &Answer) -> serde_json::Value {
    let result = |found: &Found| {
        json!({
            "id": found.id, "lang": found.lang, "title": found.title, "url": found.url, "score": found.score,
            "excerpt": found.excerpt.text, "marks": found.excerpt.marks, "fragment": found.excerpt.anchor,
            "date": found.date, "languages": found.languages, "matched": found.matched, "how": found.how,
        })
    };
    let results: Vec<_> = answer.results.iter().map(result).collect();
    json!({
        "total": answer.total, "similar": answer.similar, "results": results, "corrections": answer.corrections,
        "partial": answer.partial, "widened": answer.widened,
    })
}

fn as_text(answer: &Answer) -> String {
    let mut text = String::new();
    for found in &answer.results {
        let score = found.score.map_or_else(|| "    -".to_owned(), |score| format!("{score:5.1}"));
        let _ = writeln!(text, "{score}  {}  {}\n       {}", found.id, found.title, found.excerpt.text);
    }
    let _ = writeln!(text, "{} found", answer.total);
    text
}
