//! Bounds on what is read, so that no input can exhaust the machine.

/// Bounds on what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a record's file.
    pub record_bytes: u64,
    /// Bytes of a source's text.
    pub source_bytes: u64,
    /// Bytes of a figure beside a case.
    pub figure_bytes: u64,
    /// Nested values in JSON, YAML or TOML.
    pub nesting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record_bytes: 4 << 20, source_bytes: 16 << 20, figure_bytes: 32 << 20, nesting: 64 }
    }
}

impl Limits {
    /// Nesting that the readers bear whatever is configured.
    pub const MAX_NESTING: usize = 256;

    /// The limits that `casebook.toml` sets. What is wrong in it is told when the file is read in
    /// full; here the default stands in for it.
    pub(super) fn of_config(text: &str) -> Self {
        let mut limits = Self::default();
        let Ok(config) = text.parse::<toml::Table>() else { return limits };
        let Some(own) = config.get("limits").and_then(toml::Value::as_table) else { return limits };
        let number =
            |key: &str| own.get(key).and_then(toml::Value::as_integer).and_then(|n| u64::try_from(n).ok());
        if let Some(bytes) = number("record_bytes") {
            limits.record_bytes = bytes;
        }
        if let Some(bytes) = number("source_bytes") {
            limits.source_bytes = bytes;
        }
        if let Some(bytes) = number("figure_bytes") {
            limits.figure_bytes = bytes;
        }
        if let Some(levels) = number("nesting").and_then(|n| usize::try_from(n).ok()) {
            limits.nesting = levels.clamp(1, Self::MAX_NESTING);
        }
        limits
    }
}
