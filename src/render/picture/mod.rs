//! Pictures drawn at build time: SVG whose colours come from the theme's styles, never from here.
//!
//! A picture carries no text that a table or list beside it does not say; every one has a name for
//! readers who do not see it. Coordinates are whole numbers, so that the bytes never vary.

pub mod chart;
mod timeline;

pub use timeline::timeline;
