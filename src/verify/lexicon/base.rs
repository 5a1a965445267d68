//! The lexicon of the words that come with the program: its own glossary and the language files.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Lexicon;
use crate::model::{Concept, Glossary, Vocabularies};
use crate::text::Lang;

/// The glossary that the program brings along.
const GLOSSARY: [&str; 3] = [
    include_str!("../../../content/glossary/operations.toml"),
    include_str!("../../../content/glossary/places.toml"),
    include_str!("../../../content/glossary/names.toml"),
];

impl Lexicon {
    /// The lexicon without a library.
    pub fn base() -> Self {
        let mut glossary = Glossary::default();
        for text in GLOSSARY {
            let Ok(table) = text.parse::<toml::Table>() else { continue };
            for (id, concept) in &table {
                let id: Arc<str> = id.as_str().into();
                let text =
                    |key: &str| concept.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
                let mut forms = BTreeMap::new();
                for (lang, list) in concept.as_table().into_iter().flatten() {
                    if let (Some(lang), Some(list)) = (Lang::parse(lang), list.as_array()) {
                        let list = list.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect();
                        forms.insert(lang, list);
                    }
                }
                let concept = Concept { id: id.clone(), kind: text("kind"), forms };
                glossary.concepts.insert(id, concept);
            }
        }
        Self::new(&glossary, &Vocabularies::default())
    }
}
