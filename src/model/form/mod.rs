//! Records and sources in their one canonical form: fields in order, JSON laid out in lines, line
//! feeds. A text comes in and a text goes out that says the same, or nothing where the text cannot be
//! read without a fault; comments, unknown fields and every byte of prose stay.

mod front;
mod json;
mod markdown;
mod toml;

pub use front::{scalar, set_fields};
pub use json::json;
pub use markdown::{markdown, source};

use super::fields::{FIELDS, SOURCE_FIELDS};

/// The order of a record's fields.
pub fn record_order() -> Vec<&'static str> {
    FIELDS.iter().map(|field| field.name).collect()
}

/// The order of a source's fields.
pub fn source_order() -> Vec<&'static str> {
    SOURCE_FIELDS.iter().map(|field| field.0).collect()
}
