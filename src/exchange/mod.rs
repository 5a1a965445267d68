//! Foreign formats, in and out, with types of their own.
pub mod export;
pub mod form;
pub mod import;
pub mod page;
