//! Two states of a library into what lies between them: which cases a change touches, what a reader
//! will see differently, which claims gained or lost support, and where the points went.
//!
//! Pure: both states come checked, and nothing here knows of revisions or files on disk.

mod affected;
mod claims;
mod diff;
mod facts;
mod markdown;
mod renames;
mod sentences;
mod shared;

pub use affected::{Affected, affected};
pub use claims::{ClaimChange, ClaimView, Fault, Passage, Support};
pub use diff::{
    CaseChange, CaseView, FieldChange, LineChange, NewIgnore, Removed, Report, Side, Stale, diff,
};
pub use markdown::report;
pub use renames::Rename;
pub use shared::{Change, NewOrg, NewSource, TermChange};
