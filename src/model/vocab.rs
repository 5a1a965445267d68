//! Controlled terms, organisations and headings: ids with labels, descriptions and aliases.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::text::Lang;

/// All vocabularies by name: `domain`, `component`, `symptom`, `root_cause`, `contributing`,
/// `severity`, `type`, `source_kind`, `org`, `heading`, `claim_kind`.
#[derive(Debug, Clone, Default)]
pub struct Vocabularies(pub BTreeMap<String, Vocabulary>);

impl Vocabularies {
    /// The vocabulary `name`, if there is one.
    pub fn get(&self, name: &str) -> Option<&Vocabulary> {
        self.0.get(name)
    }

    /// The term `id` of vocabulary `name`.
    pub fn term(&self, name: &str, id: &str) -> Option<&Term> {
        self.get(name)?.terms.get(id)
    }
}

/// One vocabulary.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Terms by id.
    pub terms: BTreeMap<Arc<str>, Term>,
    /// Ids in the order of display.
    pub order: Vec<Arc<str>>,
    /// Folded label, alias or id to id.
    pub aliases: BTreeMap<String, Arc<str>>,
}

/// One term.
#[derive(Debug, Clone, Default)]
pub struct Term {
    /// Its id.
    pub id: Arc<str>,
    /// What to show.
    pub label: BTreeMap<Lang, String>,
    /// One sentence about it.
    pub description: BTreeMap<Lang, String>,
    /// What people write instead.
    pub aliases: BTreeMap<Lang, Vec<String>>,
    /// A wider term.
    pub broader: Option<Arc<str>>,
    /// For types: the fields that such a record should have.
    pub fields: Vec<String>,
    /// For types: the kinds of claims that it should have.
    pub claims: Vec<String>,
    /// For organisations: their address.
    pub url: Option<String>,
}

impl Term {
    /// The label in the first of `wanted` that exists, else in any language, else the id.
    pub fn label(&self, wanted: &[Lang]) -> &str {
        wanted
            .iter()
            .find_map(|lang| self.label.get(lang))
            .or_else(|| self.label.values().next())
            .map_or(&*self.id, String::as_str)
    }
}

/// Technical terms, places and names across languages.
#[derive(Debug, Clone, Default)]
pub struct Glossary {
    /// Concepts by id.
    pub concepts: BTreeMap<Arc<str>, Concept>,
}

/// One concept and what it is called.
#[derive(Debug, Clone, Default)]
pub struct Concept {
    /// Its id.
    pub id: Arc<str>,
    /// `term`, `place`, `org`, `product`, `verb`, `adjective`.
    pub kind: String,
    /// Forms by language, the preferred one first.
    pub forms: BTreeMap<Lang, Vec<String>>,
}
