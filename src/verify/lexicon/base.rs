//! The lexicon of the words that come with the program: its own glossary, its vocabularies and the language
//! files.

use super::Lexicon;
use crate::model::lower::base_terms;

impl Lexicon {
    /// The lexicon without a library.
    pub fn base() -> Self {
        let (vocabularies, glossary) = base_terms();
        Self::new(glossary, vocabularies)
    }
}
