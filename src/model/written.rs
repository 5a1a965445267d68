//! A record exactly as it was written. Where one file tells it, it stays there and is read again when asked
//! for: records are the greater part of a library, and few readers want them whole.

use std::sync::Arc;

use crate::diag::{ByteSpan, Diagnostic, SourceFile};
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
        /// Its number, where the file is a list of records.
        number: Option<usize>,
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

    /// Adds to findings at a place of the record in JSON the pointer to the value there: a record may be one line.
    pub fn point(&self, findings: &mut [Diagnostic]) {
        let Self::InFile { file, span, number } = self else { return };
        let text = file.text.get(span.range()).unwrap_or_default();
        let within = |at: ByteSpan| span.start <= at.start && at.end <= span.end;
        let own = findings.iter_mut().filter(|finding| {
            let place = &finding.primary.place;
            place.path == file.path && within(place.span) && !finding.message.contains(" (at /")
        });
        for finding in own {
            let at = finding.primary.place.span;
            let pointer = parse::pointer(text, ByteSpan::new(at.start - span.start, at.end - span.start));
            let listed = number.map(|number| format!("/{number}")).unwrap_or_default();
            if !(pointer.is_empty() && listed.is_empty()) {
                finding.message.push_str(&format!(" (at {listed}{pointer})"));
            }
        }
    }

    /// What `make` makes of the record, which is read again from its file; nothing of one that is united.
    fn read<T: Default>(&self, make: impl FnOnce(&parse::Node<'_>) -> T) -> T {
        let Self::InFile { file, span, .. } = self else { return T::default() };
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
