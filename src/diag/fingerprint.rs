//! What makes a finding the same finding when lines move: its rule, its case, and the text at fault.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Diagnostic, Place, SourceFile};

/// The finder of a file's text by its path.
pub type FindFile<'a> = &'a dyn Fn(&str) -> Option<Arc<SourceFile>>;

/// One fingerprint a finding, in hexadecimal. `owner` says whose finding it is: the case, or the
/// file where there is none. Lines and columns do not count; the second of two alike is told apart
/// from the first.
pub fn fingerprints(
    findings: &[Diagnostic],
    file: FindFile<'_>,
    owner: &dyn Fn(&Diagnostic) -> String,
) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    findings
        .iter()
        .map(|finding| {
            let mut hasher = blake3::Hasher::new();
            let mut add = |part: &str| {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            };
            add(finding.code.as_str());
            add(&owner(finding));
            for place in std::iter::once(&finding.primary).chain(&finding.secondary).map(|label| &label.place)
            {
                add(&marked(place, file));
            }
            let whole = hasher.finalize().to_hex()[..32].to_owned();
            let count = seen.entry(whole.clone()).or_insert(0);
            *count += 1;
            if *count == 1 { whole } else { format!("{whole}:{count}") }
        })
        .collect()
}

/// The case of a finding, else its file.
pub fn owner(finding: &Diagnostic) -> String {
    finding.case.clone().unwrap_or_else(|| finding.primary.place.path.to_string())
}

/// The text at a place, without regard to white space.
fn marked(place: &Place, file: FindFile<'_>) -> String {
    let text = file(&place.path).and_then(|file| file.text.get(place.span.range()).map(ToOwned::to_owned));
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{ByteSpan, Code};

    #[test]
    fn lines_that_move_change_nothing_and_twins_are_told_apart() {
        let of = |text: &str| {
            let file = Arc::new(SourceFile::new("a.md", text));
            let findings: Vec<Diagnostic> = text
                .match_indices("92 ms")
                .map(|(at, _)| Diagnostic::new(Code::V007, file.place(ByteSpan::new(at, at + 5)), "x"))
                .collect();
            fingerprints(&findings, &|_| Some(file.clone()), &owner)
        };
        let before = of("one 92 ms\n");
        let after = of("new line\n\nand one 92 ms, then 92 ms\n");
        assert_eq!(before[0], after[0]);
        assert_ne!(after[0], after[1]);
        assert!(after[1].starts_with(&after[0]));
    }
}
