//! Cases into binary shards, and queries into results. Comes in: documents of plain text, facets and a
//! glossary. Goes out: files under `search/`, which [`search()`] reads here and `runtime/*.js` in a
//! browser, with the same results. Touches no disk: a [`Store`] hands the files over.
//! The format is described in `docs/index-format.md`.

mod build;
mod bytes;
mod columns;
mod cost;
mod dictionary;
mod document;
mod entry;
mod excerpt;
mod fold;
mod hits;
mod invert;
mod kin;
mod lower;
mod near;
mod part;
mod phrases;
mod plan;
mod postings;
mod query;
mod resolve;
mod rules;
mod runtime;
mod search;
mod shelf;
mod spoken;
mod stem;
mod texts;
mod token;

pub use build::{Gathered, Index, Outline, Told, build, gather, gather_with, unite, write};
pub use bytes::{FORMAT, Fault};
pub use cost::{Cost, first_search};
pub use document::{Concept, Document, Facet, FacetTerm, Field, Library, Passage, Text};
pub use excerpt::Excerpt;
pub use lower::{around, document, lower, outline, passages};
pub use part::{Part, decode as decode_part, encode as encode_part};
pub use runtime::{code, runtime};
pub use search::{Answer, Found, How, Options, Sort, search};
pub use shelf::Store;
pub use token::{Kind, Script, Token, tokenize};
