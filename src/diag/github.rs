//! Findings as annotations of a GitHub workflow: one command a line, the worst first, since the host
//! shows ten of each kind at the lines of a change and drops the rest.

use super::{Diagnostic, Severity};

/// Annotations the host shows of each severity in one step.
pub const SHOWN: usize = 10;

/// The commands, and a last line with `summary`. `prefix` is the library's folder in the repository
/// with a final slash, or empty: annotations name files from the repository's root.
pub fn annotations(findings: &[Diagnostic], prefix: &str, summary: &str) -> String {
    let mut worst: Vec<&Diagnostic> = findings.iter().collect();
    worst.sort_by_key(|finding| finding.severity);
    let mut text: String = worst.iter().map(|finding| command(finding, prefix)).collect();
    text.push_str(&summary.replace(['\r', '\n'], " "));
    let hidden = |severity| {
        findings.iter().filter(|finding| finding.severity == severity).count().saturating_sub(SHOWN)
    };
    let hidden: usize = [Severity::Error, Severity::Warning, Severity::Notice].map(hidden).iter().sum();
    if hidden > 0 {
        text.push_str(&format!(
            "; {hidden} are only in this log, since {SHOWN} of each kind are shown at their lines"
        ));
    }
    text.push('\n');
    text
}

fn command(finding: &Diagnostic, prefix: &str) -> String {
    let kind = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "notice",
    };
    let place = &finding.primary.place;
    let mut properties = format!(
        "file={},line={},endLine={}",
        property(&format!("{prefix}{}", place.path)),
        place.line,
        place.end_line.max(place.line)
    );
    // Columns are taken only where the place is on one line.
    if place.line == place.end_line {
        properties.push_str(&format!(",col={},endColumn={}", place.column, place.end_column));
    }
    let title = property(&format!("{} {}", finding.code, finding.code.slug()));
    let mut message = finding.message.clone();
    if !finding.primary.message.is_empty() {
        message.push_str(&format!("\n{}", finding.primary.message));
    }
    for label in finding.secondary.iter().filter(|label| !label.message.is_empty()) {
        let at = &label.place;
        message.push_str(&format!("\n{} ({prefix}{}:{}:{})", label.message, at.path, at.line, at.column));
    }
    if !finding.help.is_empty() {
        message.push_str(&format!("\nhelp: {}", finding.help));
    }
    format!("::{kind} {properties},title={title}::{}\n", data(&message))
}

/// Escapes what follows the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{ByteSpan, Code, SourceFile};

    #[test]
    fn the_worst_stand_first_and_everything_is_escaped() {
        let file = SourceFile::new("content/cases/a,b:c.md", "x\n100% done\n");
        let notice = Diagnostic::new(Code::V016, file.place(ByteSpan::new(0, 1)), "n");
        let error = Diagnostic::new(Code::V007, file.place(ByteSpan::new(2, 6)), "100% wrong\nnext")
            .label("claimed: 5%")
            .help("write, e.g.: 4");
        let text = annotations(&[notice, error], "lib/", "1 error");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "::error file=lib/content/cases/a%2Cb%3Ac.md,line=2,endLine=2,col=1,endColumn=5,title=V007 fact-contradicted::100%25 wrong%0Anext%0Aclaimed: 5%25%0Ahelp: write, e.g.: 4",
                "::notice file=lib/content/cases/a%2Cb%3Ac.md,line=1,endLine=1,col=1,endColumn=2,title=V016 facts-uncited::n",
                "1 error",
            ]
        );
    }

    #[test]
    fn what_the_host_drops_is_counted() {
        let many: Vec<Diagnostic> = (0..13)
            .map(|n| Diagnostic::new(Code::V007, crate::diag::Place::file(format!("{n}.md")), "x"))
            .collect();
        let text = annotations(&many, "", "13 errors");
        assert!(text.ends_with(
            "13 errors; 3 are only in this log, since 10 of each kind are shown at their lines\n"
        ));
        assert_eq!(text.lines().count(), 14);
    }
}
