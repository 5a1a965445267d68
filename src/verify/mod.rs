//! Claims and quotes into verdicts.

pub mod facts;
