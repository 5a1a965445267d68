//! A library's folder into texts. The only stage that reads a library from disk.
