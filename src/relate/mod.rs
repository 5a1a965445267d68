//! Scored cases into links between them.
