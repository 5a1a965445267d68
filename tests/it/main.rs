//! All integration tests, in one binary because linking is what costs.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand outside the stages")]

mod agreement;
mod audit;
mod builds;
mod check_formats;
mod cli;
mod commands;
mod diagnostic_pages;
mod diff;
mod facts;
mod form;
mod format_page;
mod hostile;
mod import;
mod import_formats;
mod inputs;
mod issue_form;
mod judges;
mod layers;
mod lowering;
mod pages;
mod mutations;
mod quotes;
mod repository;
mod search;
mod search_agreement;
mod sidecar;
mod site;
mod snapshot;
mod spec;
mod support;
mod themes_page;
mod trees;
mod verify;
mod workflows;
mod web;
