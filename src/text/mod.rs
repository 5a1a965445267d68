//! The ground for everything that reads text: languages, Unicode folds, plain text of sources.

pub mod fold;
pub mod fragment;
pub mod offsets;
pub mod plain;

mod html;
mod lang;

pub use lang::Lang;
