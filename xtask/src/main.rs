//! Development tasks: `cargo xtask test` runs every check of the project.

fn main() {}
