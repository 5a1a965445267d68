//! Foreign texts into records and sources. Pure: text in, files and remarks out; what is already
//! there is the caller's business.

mod digest;
mod infra_log;
mod lines;

pub use digest::digest;
pub use infra_log::infra_log;

use crate::text::Lang;

/// What the caller knows beside the text.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The id of the record or source; made from the text where not told.
    pub id: Option<String>,
    /// The language of the text; judged by its script where not told.
    pub lang: Option<Lang>,
    /// The year of dates that are told without one.
    pub year: Option<i16>,
    /// The address of the text.
    pub url: Option<String>,
}

/// What an import made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// Paths below the library's root, and what to write there.
    pub files: Vec<(String, String)>,
    /// What is missing or was assumed, one sentence each, with the line of the text from 1.
    pub remarks: Vec<Remark>,
}

/// Something the person who imports should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Line of the imported text, from 1; 0 where none is meant.
    pub line: usize,
    /// What is missing or was assumed, and what to do.
    pub message: String,
}

impl Remark {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}
