//! Verdicts into scores.
