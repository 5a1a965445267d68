//! Sources: what records quote.

use std::sync::Arc;

use super::date::Date;
use super::text::{Known, LangText};
use crate::diag::{Place, SourceFile};
use crate::text::Lang;

/// One source. One address is one source, however many records use it and however it is spelled.
#[derive(Debug, Clone)]
pub struct Source {
    /// The id: the file's stem, or one made from the address for an inline source.
    pub id: Arc<str>,
    /// Its title.
    pub title: LangText,
    /// Live address, checked to be http or https.
    pub url: Option<String>,
    /// Address of an archived copy.
    pub archived: Option<String>,
    /// Who publishes it: an organisation's id where known, else the name or the address's host.
    pub publisher: Option<String>,
    /// Author as told.
    pub author: Option<String>,
    /// Term of the vocabulary `source_kind`.
    pub kind: Option<Arc<str>>,
    /// The language of its text.
    pub lang: Option<Lang>,
    /// Licence (SPDX id or words).
    pub licence: Option<String>,
    /// Where the licence is told.
    pub licence_url: Option<String>,
    /// When it was published.
    pub published: Known<Date>,
    /// When it was read.
    pub retrieved: Known<Date>,
    /// Hash that the record expects of its text, `blake3:<hex>`.
    pub hash: Option<String>,
    /// Sources that it merely repeats.
    pub cites: Vec<Arc<str>>,
    /// Whether it is the operator's own account, where told.
    pub primary: Option<bool>,
    /// Its text, where one is at hand.
    pub text: Option<StoredText>,
    /// The file that tells of it; `None` for inline sources.
    pub file: Option<Arc<SourceFile>>,
    /// Where it is told first.
    pub place: Place,
}

/// A source's stored text before rendering.
#[derive(Debug, Clone)]
pub struct StoredText {
    /// How to read it.
    pub format: TextFormat,
    /// As stored.
    pub raw: Arc<str>,
    /// Where it is stored, below the library's root or the snapshots' folder.
    pub path: String,
    /// Whether it came from the library itself rather than a snapshot outside.
    pub in_library: bool,
}

/// How a source's text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// Markdown, possibly with front matter.
    Markdown,
    /// Plain text.
    Plain,
    /// HTML.
    Html,
}
