//! Which quotes a new text of a source would no longer hold.

use crate::model::Library;
use crate::text::plain::{Format, render};
use crate::verify::locate::{QuoteSelector, SourceText, locate};

/// Each quote of the source `id` that stands in `old` and not in `new`, in a line with its claim.
pub(super) fn quotes(library: &Library, id: &str, old: (Format, &str), new: (Format, &str)) -> Vec<String> {
    let (old, new) = (SourceText::new(render(old.0, old.1)), SourceText::new(render(new.0, new.1)));
    let mut lost = Vec::new();
    for case in &library.cases {
        for claim in &case.claims {
            for evidence in claim.evidence.iter().filter(|own| own.source.as_deref() == Some(id)) {
                let quote = QuoteSelector {
                    exact: &evidence.quote.value,
                    prefix: evidence.prefix.as_deref().unwrap_or_default(),
                    suffix: evidence.suffix.as_deref().unwrap_or_default(),
                };
                if locate(&old, &quote).kind.found() && !locate(&new, &quote).kind.found() {
                    let place = case.place(evidence.at);
                    lost.push(format!(
                        "{}:{}: [^{}] \"{}\"",
                        place.path, place.line, claim.id, evidence.quote.value
                    ));
                }
            }
        }
    }
    lost
}
