//! Typed views and themes into pages.
pub mod html;
pub mod markdown;
