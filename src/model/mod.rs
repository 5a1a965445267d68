//! The nouns of the domain: trees into cases, claims, sources, vocabularies and the glossary.
//!
//! Lowering reports every fault and makes what it can; a broken record never hides the others.

pub mod address;
pub mod case;
pub mod claim;
pub mod config;
pub mod date;
pub mod fields;
pub mod form;
pub mod lower;
pub mod name;
pub mod source;
pub mod text;
pub mod vocab;
pub mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use case::{
    Case, CaseId, Event, Field, Impact, Item, Org, Reference, Review, SourceUse, TermUse, Timeline,
};
pub use claim::{Claim, ClaimKind, Evidence};
pub use config::Config;
pub use date::{Date, DateValue, Length};
pub use lower::lower;
pub use source::{Source, StoredText, TextFormat};
pub use text::{At, Known, LangText, Text};
pub use vocab::{Concept, Glossary, Term, Vocabularies, Vocabulary};
pub use written::Written;

use crate::text::Lang;

/// Everything a library says, before it is checked.
#[derive(Debug, Default)]
pub struct Library {
    /// Settings.
    pub config: Config,
    /// Controlled terms.
    pub vocab: Vocabularies,
    /// Terms across languages.
    pub glossary: Glossary,
    /// Sources by id.
    pub sources: BTreeMap<Arc<str>, Source>,
    /// Cases, sorted by id.
    pub cases: Vec<Case>,
    /// Free pages, sorted by name.
    pub pages: Vec<Page>,
}

/// A free page in its languages.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its name, the path segment.
    pub name: String,
    /// Position in the navigation; `None` keeps it out.
    pub nav: Option<i64>,
    /// Title by language.
    pub title: BTreeMap<Lang, String>,
    /// Markdown by language.
    pub body: BTreeMap<Lang, Text>,
    /// Its files; [`At::file`] counts here.
    pub files: Vec<Arc<crate::diag::SourceFile>>,
}
