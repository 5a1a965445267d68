//! `casebook import`: foreign files into records and sources of the library. What was imported before
//! follows its origin only where nobody changed it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::library::Bar;
use super::output::{Failure, print, say};
use super::{Global, import_form, library};
use crate::diag::SourceFile;
use crate::exchange::import::{self, Mapping, Options, Plan, Present, Reading, Refusal, Setting};
use crate::load;
use crate::model;
use crate::pipeline::Progress;
use crate::text::{Lang, difference};
use crate::write::{create_missing, replace};

/// What is imported.
#[derive(Debug, clap::Subcommand)]
pub enum Import {
    /// Records in the library's own JSON form: one, a list, one a line, or as a site publishes them
    Incidentlib(Records),
    /// A digest with claims and quotes into a record
    Digest(Digest),
    /// A post of an infrastructure log into a source with its text
    InfraLog(Log),
    /// Summaries of icco/postmortems: Markdown with front matter
    Icco(Named),
    /// A list of links in Markdown, as danluu/post-mortems keeps it
    Links(Named),
    /// Advisories in the OSV format, JSON or YAML
    Osv(Records),
    /// Advisories of the RustSec database: Markdown with fenced TOML
    Rustsec(Records),
    /// Incidents in the VERIS format
    Veris(Named),
    /// Incidents of a Statuspage: incidents.json, or the list of the manage interface
    Statuspage(Named),
    /// Plain post-mortems in Markdown, their headings as sections
    Postmortem(Post),
    /// Rows of a table (CSV, TSV, JSON) by a mapping of columns to fields
    Csv(Table),
    /// A filled issue form of a code host, as it stands in the text
    Form(import_form::Args),
}

/// What every import takes.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Files, or folders of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Language of the texts [default: en, or judged by their script]
    #[arg(long, value_name = "TAG", value_parser = language)]
    pub lang: Option<Lang>,
    /// Write nothing; tell what would be written
    #[arg(long)]
    pub dry_run: bool,
    /// How the outcome is told
    #[arg(long, value_enum, default_value_t = Form::Human)]
    pub format: Form,
}

/// How the outcome is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// For a person: the files written, and what has to be said
    Human,
    /// For a program: one JSON object
    Json,
}

/// An import of records.
#[derive(Debug, clap::Args)]
pub struct Records {
    /// What every import takes
    #[command(flatten)]
    pub common: Common,
    /// The folder below content/cases that new records go to
    #[arg(long, value_name = "FOLDER", default_value = "")]
    pub into: String,
}

/// An import of records that may not tell whose they are.
#[derive(Debug, clap::Args)]
pub struct Named {
    /// What an import of records takes
    #[command(flatten)]
    pub records: Records,
    /// The organisation of records that name none
    #[arg(long, value_name = "NAME")]
    pub org: Option<String>,
}

/// An import of a digest.
#[derive(Debug, clap::Args)]
pub struct Digest {
    /// What an import of records takes
    #[command(flatten)]
    pub records: Records,
    /// Id of the record [default: made from the text]
    #[arg(long)]
    pub id: Option<String>,
    /// Address of the publication that the digest is about
    #[arg(long)]
    pub url: Option<String>,
}

/// An import of a log.
#[derive(Debug, clap::Args)]
pub struct Log {
    /// What every import takes
    #[command(flatten)]
    pub common: Common,
    /// Id of the source [default: made from its title]
    #[arg(long)]
    pub id: Option<String>,
    /// Year of dates that are told without one
    #[arg(long)]
    pub year: Option<i16>,
    /// Address of the log
    #[arg(long)]
    pub url: Option<String>,
}

/// An import of post-mortems.
#[derive(Debug, clap::Args)]
pub struct Post {
    /// What an import of named records takes
    #[command(flatten)]
    pub named: Named,
    /// Id of the record [default: the file's name]
    #[arg(long)]
    pub id: Option<String>,
    /// Year of post-mortems that tell no date
    #[arg(long)]
    pub year: Option<i16>,
    /// Address of the post-mortem
    #[arg(long)]
    pub url: Option<String>,
}

/// An import of a table.
#[derive(Debug, clap::Args)]
pub struct Table {
    /// What an import of named records takes
    #[command(flatten)]
    pub named: Named,
    /// A TOML file that says which column is which field [default: by the columns' names]
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
}

fn language(tag: &str) -> Result<Lang, String> {
    Lang::parse(tag).ok_or_else(|| "no language tag; write one such as en, ko or zh-Hans".to_owned())
}

/// What one call asks for, of whatever kind.
struct Call<'a> {
    name: &'static str,
    common: &'a Common,
    into: &'a str,
    options: Options,
    mapping: Option<&'a Path>,
}

impl<'a> Call<'a> {
    /// `None` for a form, which is not read file by file.
    fn of(what: &'a Import) -> Option<Self> {
        let records = |name, own: &'a Records| Self {
            name,
            common: &own.common,
            into: &own.into,
            options: Options { lang: own.common.lang.clone(), ..Options::default() },
            mapping: None,
        };
        let named = |name, own: &'a Named| {
            let mut call = records(name, &own.records);
            call.options.org.clone_from(&own.org);
            call
        };
        let call = match what {
            Import::Form(_) => return None,
            Import::Incidentlib(own) => records("incidentlib", own),
            Import::Osv(own) => records("osv", own),
            Import::Rustsec(own) => records("rustsec", own),
            Import::Icco(own) => named("icco", own),
            Import::Links(own) => named("links", own),
            Import::Veris(own) => named("veris", own),
            Import::Statuspage(own) => named("statuspage", own),
            Import::Digest(own) => {
                let mut call = records("digest", &own.records);
                call.options.id.clone_from(&own.id);
                call.options.url.clone_from(&own.url);
                call
            }
            Import::InfraLog(own) => Self {
                name: "infra-log",
                common: &own.common,
                into: "",
                options: Options {
                    id: own.id.clone(),
                    lang: own.common.lang.clone(),
                    year: own.year,
                    url: own.url.clone(),
                    org: None,
                },
                mapping: None,
            },
            Import::Postmortem(own) => {
                let mut call = named("postmortem", &own.named);
                call.options.id.clone_from(&own.id);
                call.options.url.clone_from(&own.url);
                call.options.year = own.year;
                call
            }
            Import::Csv(own) => {
                let mut call = named("csv", &own.named);
                call.mapping = own.mapping.as_deref();
                call
            }
        };
        Some(call)
    }
}

/// Imports; status 1 when a record has a fault and was refused.
pub fn run(global: &Global, what: &Import) -> Result<ExitCode, Failure> {
    if let Import::Form(own) = what {
        return import_form::run(global, own);
    }
    let Some(call) = Call::of(what) else { return Err(Failure::Usage("no such format".to_owned())) };
    let format = import::format(call.name).ok_or_else(|| Failure::Usage("no such format".to_owned()))?;
    if call.into.split(['/', '\\']).any(|part| part == ".." || part.starts_with('.'))
        || Path::new(call.into).is_absolute()
    {
        return Err(Failure::Usage(format!("`{}` is no folder below content/cases", call.into)));
    }
    let root = library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let own = model::lower(&sources).value;
    let mapping = match call.mapping {
        Some(path) => {
            let text = load::text(path).map_err(Failure::Usage)?;
            let file = SourceFile::new(path.display().to_string(), text);
            Some(Mapping::read(&file).map_err(Failure::Usage)?)
        }
        None => None,
    };
    let setting = Setting {
        vocab: &own.vocab,
        options: &call.options,
        mapping: mapping.as_ref(),
        nesting: sources.limits.nesting,
    };
    let mut readings = Vec::new();
    let bar = Bar::new(global);
    for path in &call.common.paths {
        let (files, passed) = load::foreign(path, format.extensions).map_err(Failure::Usage)?;
        if passed > 0 && !global.quiet {
            say(format!(
                "{}: {passed} files with other endings than {} were passed over",
                path.display(),
                format.extensions.join(", ")
            ));
        }
        bar.stage("import", files.len());
        for (name, text) in files {
            let name: Arc<str> = name.into();
            readings.push(match text {
                Ok(text) => format.read(&SourceFile::new(name, text), &setting),
                Err(reason) => Reading {
                    refusals: vec![Refusal { path: name, line: 1, reason, fault: true }],
                    ..Reading::default()
                },
            });
            bar.step();
        }
    }
    drop(bar);
    if call.options.id.is_some()
        && readings.iter().map(|own| own.drafts.len() + own.sources.len()).sum::<usize>() > 1
        && call.name != "infra-log"
    {
        return Err(Failure::Usage("--id names one record, and several were read".to_owned()));
    }
    let mut plan = import::plan(call.name, readings, &Present::of(&own), call.into);
    let written = put(&root, &mut plan, call.common.dry_run)?;
    match call.common.format {
        Form::Json => print(&format!("{:#}\n", as_json(&plan, &written)))?,
        Form::Human => {
            print(&written.iter().map(|path| format!("{path}\n")).collect::<String>())?;
            tell(&plan, global.quiet, call.common.dry_run);
        }
    }
    let nothing = plan.read == 0 || plan.refused.len() == plan.read;
    let fault = plan.refused.iter().any(|refusal| refusal.fault) || nothing;
    Ok(ExitCode::from(u8::from(fault)))
}

/// Writes the plan's files; a file that is there and is none of the library's is left alone.
fn put(root: &Path, plan: &mut Plan, dry: bool) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for (path, text, new) in std::mem::take(&mut plan.files) {
        let full = root.join(&path);
        let failed = |error| Failure::machine(full.display(), &error);
        let made = match (dry, new) {
            (true, _) => true,
            (false, true) => create_missing(&full, text.as_bytes()).map_err(failed)?,
            (false, false) => replace(&full, text.as_bytes()).map_err(failed)?,
        };
        if made {
            written.push(path);
        } else if new {
            plan.written = plan.written.saturating_sub(1);
            plan.refused.push(Refusal {
                path: path.into(),
                line: 1,
                reason: "the file is there already and was kept".to_owned(),
                fault: true,
            });
        }
    }
    Ok(written)
}

/// Groups of remarks that are told to a person; a program is told all.
const MOST_REMARKS: usize = 30;
/// Lines of a change that are told to a person.
const MOST_LINES: usize = 24;

fn tell(plan: &Plan, quiet: bool, dry: bool) {
    for (path, field, old, new) in &plan.changes {
        say(format!(
            "{path}: `{field}` changed at its origin\n{}",
            difference::told(old, new, MOST_LINES).trim_end()
        ));
    }
    for (path, field, told) in &plan.kept {
        let short: String = told.chars().take(200).collect();
        say(format!(
            "{path}: `{field}` was changed here and at its origin, and was kept; the origin says: {short}"
        ));
    }
    if !quiet {
        remarks(plan);
        for (vocabulary, words) in &plan.unmapped {
            let mut words: Vec<(&String, &usize)> = words.iter().collect();
            words.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
            let shown: Vec<String> = words
                .iter()
                .map(|(word, count)| if **count > 1 { format!("{word} ({count})") } else { (*word).clone() })
                .collect();
            say(format!("no term of `{vocabulary}` is called: {}", shown.join(", ")));
        }
    }
    for refusal in &plan.refused {
        say(format!("{}:{}: refused: {}", refusal.path, refusal.line, refusal.reason));
    }
    if !quiet {
        let would = if dry { " (nothing was written: --dry-run)" } else { "" };
        say(format!(
            "{} read = {} written + {} unchanged + {} merged + {} refused{would}",
            plan.read,
            plan.written,
            plan.unchanged,
            plan.merged,
            plan.refused.len()
        ));
    }
}

/// Equal remarks are told once, with the first places.
fn remarks(plan: &Plan) {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for (path, remark) in &plan.remarks {
        let places = groups.entry(&remark.message).or_default();
        if places.is_empty() {
            order.push(&remark.message);
        }
        places.push(if remark.line == 0 { path.to_string() } else { format!("{path}:{}", remark.line) });
    }
    for message in order.iter().take(MOST_REMARKS) {
        let places = &groups[message];
        match places.as_slice() {
            [one] => say(format!("{one}: {message}")),
            several => say(format!("{} and {} more: {message}", several[0], several.len() - 1)),
        }
    }
    if order.len() > MOST_REMARKS {
        say(format!("{} more remarks; --format json tells all", order.len() - MOST_REMARKS));
    }
}

fn as_json(plan: &Plan, written: &[String]) -> serde_json::Value {
    serde_json::json!({
        "read": plan.read,
        "written": plan.written,
        "unchanged": plan.unchanged,
        "merged": plan.merged,
        "refused": plan.refused.len(),
        "files": written,
        "refusals": plan.refused.iter().map(|own| serde_json::json!({
            "file": &*own.path, "line": own.line, "reason": own.reason, "fault": own.fault,
        })).collect::<Vec<_>>(),
        "remarks": plan.remarks.iter().map(|(path, own)| serde_json::json!({
            "file": &**path, "line": own.line, "message": own.message,
        })).collect::<Vec<_>>(),
        "unmapped": plan.unmapped,
        "changes": plan.changes.iter().map(|(path, field, old, new)| serde_json::json!({
            "file": path, "field": field, "old": old, "new": new,
        })).collect::<Vec<_>>(),
        "kept": plan.kept.iter().map(|(path, field, told)| serde_json::json!({
            "file": path, "field": field, "origin": told,
        })).collect::<Vec<_>>(),
    })
}
