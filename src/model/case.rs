//! A case: one incident record with all its languages, lowered from one file or several.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::claim::Claim;
use super::config::Ignore;
use super::date::{Date, Length};
use super::text::{At, Known, LangText, Text};
use super::written::Written;
use crate::diag::{Place, SourceFile};
use crate::text::Lang;

/// A case's id: unique in a library, also when case and Unicode form are ignored.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct CaseId(pub Arc<str>);

impl std::fmt::Display for CaseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// One incident record.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its id.
    pub id: CaseId,
    /// The path segment of its page, `cases/<slug>/`; never empty, never a listing's name.
    pub slug: String,
    /// Where the id is told, or the start of the first file.
    pub at: At,
    /// The files that tell it; [`At::file`] counts here.
    pub files: Vec<Arc<SourceFile>>,
    /// The language of plain strings in the record.
    pub lang: Lang,
    /// Every language in which the record has a title or a long text, in the library's order.
    pub langs: Vec<Lang>,
    /// `incident`, `advisory`, …
    pub kind: TermUse,
    /// The organisation, by alias resolved.
    pub org: Option<Org>,
    /// When it happened or was published.
    pub date: Known<Date>,
    /// `incident` or `published`.
    pub date_kind: Option<Text>,
    /// Title.
    pub title: LangText,
    /// Summary.
    pub summary: LangText,
    /// Symptoms as they were seen (`symptoms_text`).
    pub symptoms_text: LangText,
    /// What set it off.
    pub trigger: LangText,
    /// How it was noticed.
    pub detection: LangText,
    /// The cause in words.
    pub cause: LangText,
    /// Lessons.
    pub lessons: LangText,
    /// Impact.
    pub impact: Impact,
    /// Sections under headings that are not vocabulary, by their heading.
    pub extra_texts: Vec<(String, LangText)>,
    /// Domains.
    pub domain: Vec<TermUse>,
    /// Components that failed or were hit.
    pub components: Vec<TermUse>,
    /// Symptoms.
    pub symptoms: Vec<TermUse>,
    /// Root cause.
    pub root_cause: Known<TermUse>,
    /// Contributing factors.
    pub contributing: Vec<TermUse>,
    /// Severity.
    pub severity: Known<TermUse>,
    /// Times and events.
    pub timeline: Timeline,
    /// What fixed it.
    pub remediation: Vec<Item>,
    /// What was promised.
    pub action_items: Vec<Item>,
    /// Related cases as told.
    pub related: Vec<Reference>,
    /// The case that this one repeats.
    pub recurrence_of: Option<Reference>,
    /// Further documents.
    pub docs: Vec<SourceUse>,
    /// Sources, shared or inline.
    pub sources: Vec<SourceUse>,
    /// Claims with their evidence, in reading order.
    pub claims: Vec<Claim>,
    /// Who wrote and reviewed it.
    pub review: Review,
    /// What was wrong and was put right, in the order told.
    pub corrections: Vec<Event>,
    /// When the record was last changed, as told.
    pub updated_at: Known<Date>,
    /// The record's own address elsewhere.
    pub url: Option<Text>,
    /// Former ids or slugs, from which a redirect is left.
    pub former_ids: Vec<String>,
    /// Findings that the record itself expects.
    pub ignores: Vec<Ignore>,
    /// Fields that Casebook does not know, and what stands under `extra`, kept as written.
    pub extra: Vec<(String, serde_json::Value)>,
    /// The record exactly as written, all files united; published as `record`.
    pub record: Written,
    /// What an imported document declares about itself (a score, a type), as written.
    pub declared: Option<serde_json::Value>,
    /// Fields that say `unknown`, or for which `unknown` gives a reason, by name: `severity`,
    /// `timeline.detected_after`, `impact.users`. The reason is empty where none is given.
    pub unknown: BTreeMap<String, LangText>,
    /// Fields that say `null`, by name.
    pub null: BTreeSet<String>,
    /// What was verified earlier: the file `<stem>.evidence.json`.
    pub sidecar: Option<Arc<SourceFile>>,
    /// The folder below `content/cases/` of a case that has one of its own.
    pub folder: Option<String>,
    /// Figures and other files beside the texts.
    pub assets: Vec<crate::load::Asset>,
}

impl Case {
    /// Resolves a place in one of the case's files.
    pub fn place(&self, at: At) -> Place {
        match self.files.get(usize::from(at.file)).or_else(|| self.files.first()) {
            Some(file) => file.place(at.span),
            None => Place::file(""),
        }
    }

    /// Lets go of the texts of the files, keeping their paths: places in them are told no more, and the record as
    /// written is gone.
    pub fn forget_files(&mut self) {
        for file in &mut self.files {
            *file = Arc::new(SourceFile::new(file.path.clone(), ""));
        }
        self.record = Written::United("null".into());
        self.sidecar = None;
    }

    /// The long texts by field name, in the order of a page.
    pub fn texts(&self) -> Vec<(Field, &LangText)> {
        let mut texts = vec![
            (Field::new("title"), &self.title),
            (Field::new("summary"), &self.summary),
            (Field::new("symptoms_text"), &self.symptoms_text),
            (Field::new("trigger"), &self.trigger),
            (Field::new("detection"), &self.detection),
            (Field::new("impact.scope"), &self.impact.scope),
            (Field::new("impact.users"), &self.impact.users),
            (Field::new("impact.region"), &self.impact.region),
            (Field::new("cause"), &self.cause),
        ];
        texts.extend(
            self.timeline
                .events
                .iter()
                .enumerate()
                .map(|(n, event)| (Field::item("timeline.events", n), &event.text)),
        );
        texts.extend(
            self.remediation.iter().enumerate().map(|(n, item)| (Field::item("remediation", n), &item.text)),
        );
        texts.extend(
            self.action_items
                .iter()
                .enumerate()
                .map(|(n, item)| (Field::item("action_items", n), &item.text)),
        );
        texts.push((Field::new("lessons"), &self.lessons));
        texts.extend(self.extra_texts.iter().map(|(heading, text)| (Field::new(heading), text)));
        texts
    }
}

/// A field's name, with the item's number in a list: `summary`, `remediation[2]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The name as in the JSON record, dotted where nested.
    pub name: Arc<str>,
    /// The item's number from 0, in a list.
    pub item: Option<u32>,
}

impl Field {
    /// A field that is no list.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), item: None }
    }

    /// Item number `item` (from 0) of a list.
    pub fn item(name: &str, item: usize) -> Self {
        Self { name: name.into(), item: u32::try_from(item).ok() }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.item {
            Some(item) => write!(f, "{}[{item}]", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A term as a record uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermUse {
    /// The term's id: resolved by alias where possible, else the slug of what is written.
    pub id: Arc<str>,
    /// As written.
    pub written: String,
    /// Whether the vocabulary has it.
    pub known: bool,
    /// Where.
    pub at: At,
}

/// An organisation as a record names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Org {
    /// The id, by alias resolved; the path segment of its page.
    pub id: Arc<str>,
    /// The name to show.
    pub name: String,
    /// As written.
    pub written: String,
    /// Where.
    pub at: At,
}

/// What it meant for users.
#[derive(Debug, Clone, Default)]
pub struct Impact {
    /// What was hit, and how badly.
    pub scope: LangText,
    /// Who was hit.
    pub users: LangText,
    /// Where.
    pub region: LangText,
}

/// When things happened.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// From the start to its detection.
    pub detected_after: Known<Length>,
    /// From the start to its end.
    pub resolved_after: Known<Length>,
    /// Events, in the order told.
    pub events: Vec<Event>,
}

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// When.
    pub at: Known<Date>,
    /// What happened.
    pub text: LangText,
}

/// One remedy or action.
#[derive(Debug, Clone)]
pub struct Item {
    /// What was done or will be.
    pub text: LangText,
}

/// Another case, by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The id as written.
    pub id: String,
    /// Where.
    pub at: At,
}

/// A source as a record uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceUse {
    /// Key into [`Library::sources`](super::Library::sources): inline sources get a key of their
    /// own there, so that one address is one source however it is told.
    pub id: Arc<str>,
    /// The name by which this record's notes call it.
    pub name: String,
    /// Where.
    pub at: At,
}

/// Who wrote it and who looked at it since.
#[derive(Debug, Clone, Default)]
pub struct Review {
    /// Who or what wrote it.
    pub written_by: Option<Text>,
    /// When a person reviewed it.
    pub reviewed_at: Known<Date>,
    /// The person.
    pub reviewed_by: Option<Text>,
    /// When its sources were looked at again.
    pub sources_checked_at: Known<Date>,
}
