//! Findings about a contributor's files: where, what was found, what to write instead.
//!
//! A [`Diagnostic`] is plain data; each output format is a printer of it in a file of its own.
//! What ends the run (a bad call, a full disk) is not a diagnostic but an error of the command.

mod code;
pub mod fingerprint;
pub mod github;
pub mod human;
mod ignore;
mod json;
pub mod markdown;
pub mod sarif;
mod span;

pub use code::{CODES, Code, Rule, Severity};
pub use ignore::{Expectations, Expected};
pub use json::{JsonDiagnostic, JsonPlace};
pub use span::{ByteSpan, Place, SourceFile};

/// A value, and what has to be said about how it was made.
#[derive(Debug, Clone)]
pub struct Checked<T> {
    /// What could be made.
    pub value: T,
    /// What the contributor should know, in no particular order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A place in a file with a short remark about it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What stands there, e.g. `claimed: 92 ms`; may be empty.
    pub message: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that found it.
    pub code: Code,
    /// How bad it is; the rule's own severity unless the configuration changes it.
    pub severity: Severity,
    /// One sentence in lower case without a stop, that stands alone.
    pub message: String,
    /// The smallest span at fault, in the contributor's own file.
    pub primary: Label,
    /// Further places that explain it, possibly in other files.
    pub secondary: Vec<Label>,
    /// The case concerned, if one is known.
    pub case: Option<String>,
    /// What to type instead; empty only where nothing can be said.
    pub help: String,
}

impl Diagnostic {
    /// A finding of `code` at `place`, with the rule's own severity.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            primary: Label { place, message: String::new() },
            secondary: Vec::new(),
            case: None,
            help: String::new(),
        }
    }

    /// Adds the remark at the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn also(mut self, place: Place, message: impl Into<String>) -> Self {
        self.secondary.push(Label { place, message: message.into() });
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Makes it more or less severe than its rule is.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Names the case concerned.
    #[must_use]
    pub fn case(mut self, case: impl Into<String>) -> Self {
        self.case = Some(case.into());
        self
    }
}

/// Sorts by file, span and code, and drops exact repeats.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics
        .sort_by(|a, b| (&a.primary.place, a.code, &a.message).cmp(&(&b.primary.place, b.code, &b.message)));
    diagnostics.dedup();
}
