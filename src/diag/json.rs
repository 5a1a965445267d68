//! Findings as JSON, the same fields wherever they are published.

use std::sync::Arc;

use super::{Diagnostic, Severity};

/// A finding in JSON: lines and columns from 1, columns in characters, the end exclusive.
#[derive(Debug, Clone, serde::Serialize)]
pub struct JsonDiagnostic<'a> {
    /// Code of the rule.
    pub code: &'static str,
    /// Slug of the rule.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Path below the library's root.
    pub file: &'a Arc<str>,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
    /// The case concerned.
    pub case: Option<&'a str>,
    /// What was found.
    pub message: &'a str,
    /// What to write instead.
    pub help: &'a str,
    /// Remark at the place itself.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: &'a str,
    /// Further places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<JsonPlace<'a>>,
}

/// A further place that explains a finding.
#[derive(Debug, Clone, serde::Serialize)]
pub struct JsonPlace<'a> {
    /// Path below the library's root.
    pub file: &'a Arc<str>,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// What stands there.
    pub message: &'a str,
}

impl<'a> From<&'a Diagnostic> for JsonDiagnostic<'a> {
    fn from(finding: &'a Diagnostic) -> Self {
        let place = &finding.primary.place;
        Self {
            code: finding.code.as_str(),
            rule: finding.code.slug(),
            severity: finding.severity,
            file: &place.path,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            case: finding.case.as_deref(),
            message: &finding.message,
            help: &finding.help,
            label: &finding.primary.message,
            related: finding
                .secondary
                .iter()
                .map(|label| JsonPlace {
                    file: &label.place.path,
                    line: label.place.line,
                    column: label.place.column,
                    message: &label.message,
                })
                .collect(),
        }
    }
}
