//! Trees into the domain: one case at a time, then what only the whole library can tell.
//!
//! [`lower_case`] is a pure function of one case's files and the [`Context`], so cases are lowered
//! in parallel. [`lower`] joins them: one address is one source, one id is one case.

mod again;
mod case;
mod claims;
mod config;
mod dates;
mod fields;
mod ignores;
mod join;
mod links;
mod pages;
mod record;
mod sections;
mod source;
mod terms;
mod united;
mod vocab;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

pub use again::{Again, lower_again};
pub use case::{LoweredCase, lower_case};
pub(crate) use dates::FORMS as DATE_FORMS;
pub use dates::{nearest_date, nearest_length, read_date, read_length};
pub(crate) use links::refused_scheme;
pub use source::InlineSource;
pub use vocab::base_terms;

use super::{Config, Library, Source, Vocabularies};
use crate::diag::Checked;
use crate::load::Sources;
use crate::text::Lang;

/// What lowering one case needs to know of the library.
#[derive(Debug, Clone)]
pub struct Context {
    /// Settings.
    pub config: Config,
    /// Controlled terms.
    pub vocab: Vocabularies,
    /// Shared sources by id.
    pub sources: BTreeMap<Arc<str>, Source>,
    /// Ids of shared sources by what identifies their address.
    pub addresses: BTreeMap<String, Arc<str>>,
    /// Ids of shared sources by their folded form.
    pub source_names: BTreeMap<String, Arc<str>>,
}

impl Context {
    /// The language of texts that name none.
    pub fn default_lang(&self) -> Lang {
        self.config
            .languages
            .first()
            .cloned()
            .unwrap_or_else(|| Lang::parse("en").expect("a well-formed tag"))
    }

    /// Where `lang` stands in the library's order; languages that it does not declare come last.
    pub fn rank(&self, lang: &Lang) -> usize {
        self.config.languages.iter().position(|own| own == lang).unwrap_or(usize::MAX)
    }
}

/// Lowers a whole library. What is broken is reported, and everything else is still there.
pub fn lower(sources: &Sources) -> Checked<Library> {
    lower_noting(sources, |_| {})
}

/// As [`lower`], and shows what lowering a case needs to know: with it one case can be lowered again.
pub fn lower_noting(sources: &Sources, note: impl FnOnce(&Context)) -> Checked<Library> {
    let mut diagnostics = sources.diagnostics.clone();
    let config = config::lower_config(sources, &mut diagnostics);
    let vocab = vocab::lower_vocabularies(&sources.vocab, &mut diagnostics);
    let glossary = vocab::lower_glossary(&sources.glossary, &mut diagnostics);
    let mut context = Context {
        config,
        vocab,
        sources: BTreeMap::new(),
        addresses: BTreeMap::new(),
        source_names: BTreeMap::new(),
    };
    source::lower_shared(&mut context, sources, &mut diagnostics);
    let lowered: Vec<LoweredCase> =
        sources.cases.par_iter().flat_map_iter(|input| lower_case(&context, input)).collect();
    note(&context);
    let pages = pages::lower_pages(sources, &context, &mut diagnostics);
    let mut library = join::join(context, lowered, &sources.snapshots, &mut diagnostics);
    library.glossary = glossary;
    library.pages = pages;
    crate::diag::sort(&mut diagnostics);
    Checked { value: library, diagnostics }
}
