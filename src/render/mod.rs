//! Typed views and themes into pages.
