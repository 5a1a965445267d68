//! Foreign texts into records and sources. Pure: texts and what the library has come in, a plan of files
//! goes out; reading and writing are the caller's business.
//!
//! Each format has a file with one function from a text to what was read ([`Reading`]); [`draft`] makes
//! records of it, [`gather`] the plan, and [`merge`] brings in what changed since an earlier import.

mod cvss;
mod digest;
mod draft;
mod gather;
mod icco;
mod incidentlib;
mod infra_log;
mod lines;
mod links;
mod mapping;
mod merge;
mod osv;
mod postmortem;
mod prose;
mod rustsec;
mod statuspage;
mod table;
mod veris;

use std::sync::Arc;

pub use digest::digest;
pub use draft::Draft;
pub use gather::{Plan, Present, plan};
pub use infra_log::infra_log;
pub use mapping::Mapping;

use crate::diag::{ByteSpan, SourceFile};
use crate::model::Vocabularies;
use crate::parse::{self, Node};
use crate::text::Lang;

/// What the caller knows beside the text.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The id of the record or source; made from the text where not told.
    pub id: Option<String>,
    /// The language of the text; judged by its script where not told.
    pub lang: Option<Lang>,
    /// The year of dates that are told without one.
    pub year: Option<i16>,
    /// The address of the text.
    pub url: Option<String>,
    /// The organisation that the records are of, where they do not tell.
    pub org: Option<String>,
}

/// What a reader of a foreign format may ask.
#[derive(Debug)]
pub struct Setting<'a> {
    /// Controlled terms, to which words are mapped by their aliases.
    pub vocab: &'a Vocabularies,
    /// What the caller knows.
    pub options: &'a Options,
    /// Which column is which field, for tables.
    pub mapping: Option<&'a Mapping>,
    /// Levels that a value may be nested.
    pub nesting: usize,
}

impl Setting<'_> {
    /// The language of texts that name none.
    fn lang(&self) -> Lang {
        self.options.lang.clone().unwrap_or_else(|| Lang::parse("en").expect("a well-formed tag"))
    }
}

/// What was read of one file.
#[derive(Debug, Default)]
pub struct Reading {
    /// Records.
    pub drafts: Vec<Draft>,
    /// Sources: path below the library's root, text, and where it was read.
    pub sources: Vec<(String, String, (Arc<str>, usize))>,
    /// What stands where a record should and is none, each counted as one record.
    pub refusals: Vec<Refusal>,
    /// What holds for the file as a whole.
    pub remarks: Vec<(Arc<str>, Remark)>,
}

/// A record that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The file of origin.
    pub path: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
    /// Whether something is wrong with it; else it is simply another kind of thing.
    pub fault: bool,
}

impl Refusal {
    fn fault(path: Arc<str>, line: usize, reason: impl Into<String>) -> Self {
        Self { path, line, reason: reason.into(), fault: true }
    }

    fn other(path: Arc<str>, line: usize, reason: impl Into<String>) -> Self {
        Self { path, line, reason: reason.into(), fault: false }
    }
}

impl Reading {
    fn refused(refusal: Refusal) -> Self {
        Self { refusals: vec![refusal], ..Self::default() }
    }

    fn remark(&mut self, file: &SourceFile, line: usize, message: impl Into<String>) {
        self.remarks.push((file.path.clone(), Remark::new(line, message)));
    }
}

/// A foreign format.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line and in `imported.from`.
    pub name: &'static str,
    /// Extensions of its files in a folder, in lower case.
    pub extensions: &'static [&'static str],
    read: fn(&SourceFile, &Setting<'_>) -> Reading,
}

/// Every format.
pub static FORMATS: [Format; 11] = [
    Format { name: "incidentlib", extensions: &["json", "jsonl", "ndjson"], read: incidentlib::read },
    Format { name: "digest", extensions: &["txt", "md"], read: read_digest },
    Format { name: "infra-log", extensions: &["txt", "md"], read: read_infra_log },
    Format { name: "icco", extensions: &["md"], read: icco::read },
    Format { name: "links", extensions: &["md", "markdown"], read: links::read },
    Format { name: "osv", extensions: &["json", "yaml", "yml", "jsonl", "ndjson"], read: osv::read },
    Format { name: "rustsec", extensions: &["md"], read: rustsec::read },
    Format { name: "veris", extensions: &["json", "jsonl", "ndjson"], read: veris::read },
    Format { name: "statuspage", extensions: &["json"], read: statuspage::read },
    Format { name: "postmortem", extensions: &["md", "markdown"], read: postmortem::read },
    Format { name: "csv", extensions: &["csv", "tsv", "json", "jsonl", "ndjson"], read: table::read },
];

/// The format called `name`.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

impl Format {
    /// Reads one file.
    pub fn read(&self, file: &SourceFile, setting: &Setting<'_>) -> Reading {
        (self.read)(file, setting)
    }
}

fn read_digest(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let imported = digest(&file.text, setting.options);
    let mut reading = Reading::default();
    for (_, text) in imported.files {
        let Ok(serde_json::Value::Object(record)) = serde_json::from_str(&text) else { continue };
        let id = record.get("id").and_then(serde_json::Value::as_str).unwrap_or("digest").to_owned();
        let mut draft = Draft::new(file, ByteSpan::default(), &id, &setting.lang());
        draft.fields = record;
        draft.remarks.clone_from(&imported.remarks);
        reading.drafts.push(draft);
    }
    reading
}

fn read_infra_log(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let imported = infra_log(&file.text, setting.options);
    let remarks = imported.remarks.into_iter().map(|remark| (file.path.clone(), remark)).collect();
    let mut reading = Reading { remarks, ..Reading::default() };
    for (path, text) in imported.files {
        reading.sources.push((path, text, (file.path.clone(), 1)));
    }
    if reading.sources.is_empty() {
        reading.refusals.push(Refusal::fault(file.path.clone(), 1, "the text has no entry"));
    }
    reading
}

/// Reads each record of a JSON file: one value, the elements of a list, or one a line. What cannot be
/// read, and what is told of the rest, comes back beside them.
fn json_records(
    file: &SourceFile,
    setting: &Setting<'_>,
    mut each: impl FnMut(&SourceFile, &Node<'_>, &mut Reading),
) -> Reading {
    let mut reading = Reading::default();
    let (root, found) = parse::json(file, setting.nesting);
    if let Some(root) = root {
        for finding in found {
            reading.remark(
                file,
                finding.primary.place.line as usize,
                format!("{}; the first counts", finding.message),
            );
        }
        match root.as_array() {
            Some(elements) => elements.iter().for_each(|element| each(file, element, &mut reading)),
            None => each(file, &root, &mut reading),
        }
        return reading;
    }
    // One record a line is no JSON document; each line is.
    let mut lines = file.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let by_line = lines.clone().count() > 1 && lines.next().is_some_and(|line| line.ends_with('}'));
    if by_line {
        for (above, line) in file.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let own = SourceFile::new(file.path.clone(), line);
            let (drafts, refusals) = (reading.drafts.len(), reading.refusals.len());
            match parse::json(&own, setting.nesting) {
                (Some(node), _) => each(&own, &node, &mut reading),
                (None, found) => reading.refusals.push(unread(&own, &found)),
            }
            for draft in &mut reading.drafts[drafts..] {
                draft.line += above;
                draft.remarks.iter_mut().for_each(|remark| remark.line += above);
            }
            reading.refusals[refusals..].iter_mut().for_each(|refusal| refusal.line += above);
        }
        return reading;
    }
    reading.refusals.push(unread(file, &found));
    reading
}

/// The front matter of a Markdown file as a tree, and the text below it; `None` where there is none.
fn front_matter(file: &SourceFile, nesting: usize) -> Result<Option<(Node<'_>, &str)>, Refusal> {
    let (kind, span, body) = match parse::front_matter(&file.text) {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(None),
        Err(_) => {
            let reason = "the front matter that opens here is never closed";
            return Err(Refusal::fault(file.path.clone(), 1, reason));
        }
    };
    let (node, found) = match kind {
        parse::FrontKind::Yaml => parse::yaml(file, span, nesting),
        parse::FrontKind::Toml => parse::toml(file, span, nesting),
    };
    match node {
        Some(node) if found.is_empty() && node.as_object().is_some() => {
            Ok(Some((node, file.text[body..].trim())))
        }
        _ => Err(unread(file, &found)),
    }
}

/// A refusal from what a parser says of a file.
fn unread(file: &SourceFile, found: &[crate::diag::Diagnostic]) -> Refusal {
    match found.last() {
        Some(finding) => {
            Refusal::fault(file.path.clone(), finding.primary.place.line as usize, finding.message.clone())
        }
        None => Refusal::fault(file.path.clone(), 1, "the file cannot be read"),
    }
}

/// What an import made of a single text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// Paths below the library's root, and what to write there.
    pub files: Vec<(String, String)>,
    /// What is missing or was assumed, one sentence each, with the line of the text from 1.
    pub remarks: Vec<Remark>,
}

/// Something the person who imports should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Line of the imported text, from 1; 0 where none is meant.
    pub line: usize,
    /// What is missing or was assumed, and what to do.
    pub message: String,
}

impl Remark {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}
