//! The ground for everything that reads text: languages, Unicode folds, plain text of sources.

pub mod difference;
pub mod fold;
pub mod fragment;
pub mod inert;
pub mod markdown;
pub mod offsets;
pub mod plain;

mod anchor;
pub mod bare;
mod by_lang;
mod html;
mod lang;

pub use anchor::{Anchors, anchor, claim_anchor, fragment};
pub use by_lang::ByLang;
pub use lang::Lang;
