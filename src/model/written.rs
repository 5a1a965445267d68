//! A record exactly as it was written. Where one file tells it, it stays there and is read again when asked
//! for: records are the greater part of a library, and few readers want them whole.

use std::sync::Arc;

use crate::diag::{ByteSpan, SourceFile};
use crate::parse;

/// A record as written, all its files united.
#[derive(Debug, Clone)]
pub enum Written {
    /// A value in a file of JSON, which was read without fault.
    InFile {
        /// The file.
        file: Arc<SourceFile>,
        /// Where it stands.
        span: ByteSpan,
    },
    /// The files of a Markdown record as one JSON value.
    United(Box<str>),
}

impl Written {
    /// The record as a value.
    pub fn to_value(&self) -> serde_json::Value {
        match self {
            Self::United(json) => serde_json::from_str(json).unwrap_or_default(),
            Self::InFile { .. } => self.read(|node| node.to_json()),
        }
    }

    /// What `make` makes of the record, which is read again from its file; nothing of one that is united.
    fn read<T: Default>(&self, make: impl FnOnce(&parse::Node<'_>) -> T) -> T {
        let Self::InFile { file, span } = self else { return T::default() };
        let own = SourceFile::new("", file.text.get(span.range()).unwrap_or_default());
        // It was read before, so that no limit of nesting is met.
        let (node, _) = parse::json(&own, usize::MAX);
        node.as_ref().map(make).unwrap_or_default()
    }
}

/// Whether both say the same, in whatever order.
impl PartialEq for Written {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string() || self.to_value() == other.to_value()
    }
}

impl std::fmt::Display for Written {
    /// As JSON without blanks.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::United(json) => f.write_str(json),
            Self::InFile { span, .. } => f.write_str(&self.read(|node| {
                let mut json = String::with_capacity(span.len());
                node.write_json(&mut json);
                json
            })),
        }
    }
}
