//! Where the tests find the shared data, and what happens where a clone lacks them.

use std::path::PathBuf;

/// The folder of shared data (`CASEBOOK_SHARED`, else `../shared` beside the repository), or `None`
/// with a message. With `CASEBOOK_REQUIRE_SHARED=1` its absence fails the test instead.
#[allow(dead_code, reason = "not every build of the tests has a user yet")]
pub fn shared(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CASEBOOK_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    let required = std::env::var_os("CASEBOOK_REQUIRE_SHARED").is_some_and(|value| value == "1");
    assert!(!required, "the shared data `{part}` are required and not there");
    eprintln!("skipped: the shared data `{part}` are not beside this clone");
    None
}
