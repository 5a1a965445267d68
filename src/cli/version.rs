//! What `--version` tells beside the number: what was built, and which versions of rules and formats it
//! holds.

use std::sync::OnceLock;

/// The long version.
pub fn told() -> &'static str {
    static TOLD: OnceLock<String> = OnceLock::new();
    TOLD.get_or_init(|| {
        // Who packages the program may say from which commit.
        let commit =
            option_env!("CASEBOOK_COMMIT").map_or(String::new(), |commit| format!("commit {commit}\n"));
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        format!(
            "{}\n{commit}built for {}-{} ({profile})\nscore rules {}, search index format {}, {} diagnostics",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::ARCH,
            std::env::consts::OS,
            crate::score::RULES_VERSION,
            crate::index::FORMAT,
            crate::diag::CODES.len(),
        )
    })
}
