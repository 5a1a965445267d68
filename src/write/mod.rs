//! Finished files into a sink: a folder or memory.
