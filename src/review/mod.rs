//! Two states of a library into what lies between them: which cases a change touches, what a reader
//! will see differently, which claims gained or lost support, and where the points went.
//!
//! Pure: both states come checked, and nothing here knows of revisions or files on disk.

mod affected;
mod facts;
mod sentences;

pub use affected::{Affected, affected};
