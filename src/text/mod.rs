//! The ground for everything that reads text: languages, Unicode folds, plain text of sources.

mod lang;

pub use lang::Lang;
