//! Casebook compiles a folder of incident records into a checked, scored and searchable site.
//!
//! Bytes come in through [`load`], go out through [`write`], and between them pure functions pass
//! named values along; [`pipeline`] calls the stages in order. The modules below stand in the order
//! in which data flows, after the ground that all of them may use.

pub mod diag;
pub mod text;

pub mod audit;
pub mod index;
pub mod load;
pub mod model;
pub mod parse;
pub mod relate;
pub mod render;
pub mod score;
pub mod verify;
pub mod write;

pub mod cli;
pub mod exchange;
pub mod pipeline;
pub mod review;
