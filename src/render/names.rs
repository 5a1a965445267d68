//! Fixed words of the stages before, as ids for classes, keys of messages and published JSON.

use crate::score::{Grade, Part};
use crate::verify::{FactStatus, LanguageState, MatchKind, Verdict};

/// Every verdict, best first.
pub const VERDICTS: [Verdict; 7] = [
    Verdict::Supported,
    Verdict::Quoted,
    Verdict::Partial,
    Verdict::Contradicted,
    Verdict::Unsupported,
    Verdict::QuoteAbsent,
    Verdict::Unchecked,
];

/// The id of a verdict.
pub const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported => "supported",
        Verdict::Quoted => "quoted",
        Verdict::Partial => "partial",
        Verdict::Contradicted => "contradicted",
        Verdict::Unsupported => "unsupported",
        Verdict::QuoteAbsent => "quote-absent",
        Verdict::Unchecked => "unchecked",
    }
}

/// A shape beside the word, so that a verdict is told without colour.
pub const fn verdict_sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported => "✓",
        Verdict::Quoted => "”",
        Verdict::Partial => "◐",
        Verdict::Contradicted => "≠",
        Verdict::Unsupported => "✗",
        Verdict::QuoteAbsent => "∅",
        Verdict::Unchecked => "?",
    }
}

/// Whether a claim with this verdict is on the list of what is to be mended.
pub const fn fails(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Partial | Verdict::Contradicted | Verdict::Unsupported | Verdict::QuoteAbsent)
}

/// The id of a kind of match.
pub const fn match_kind(kind: MatchKind) -> &'static str {
    match kind {
        MatchKind::Exact => "exact",
        MatchKind::Normalized => "normalized",
        MatchKind::Elided => "elided",
        MatchKind::Ambiguous => "ambiguous",
        MatchKind::Fuzzy => "fuzzy",
        MatchKind::Absent => "absent",
        MatchKind::NoText => "no-text",
    }
}

/// The id of a fact's status.
pub const fn fact_status(status: FactStatus) -> &'static str {
    match status {
        FactStatus::Supported => "supported",
        FactStatus::Contradicted => "contradicted",
        FactStatus::Missing => "missing",
        FactStatus::CannotTell => "cannot-tell",
    }
}

/// A shape for a fact's status.
pub const fn fact_sign(status: FactStatus) -> &'static str {
    match status {
        FactStatus::Supported => "✓",
        FactStatus::Contradicted => "≠",
        FactStatus::Missing => "∅",
        FactStatus::CannotTell => "?",
    }
}

/// The id of a grade.
pub const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::WellSupported => "well-supported",
        Grade::SupportedWithGaps => "supported-with-gaps",
        Grade::Weak => "weak",
        Grade::Unsupported => "unsupported",
    }
}

/// The id of a part of the score.
pub const fn part(part: Part) -> &'static str {
    match part {
        Part::Coverage => "coverage",
        Part::Fidelity => "fidelity",
        Part::Agreement => "agreement",
        Part::Sources => "sources",
        Part::Completeness => "completeness",
        Part::Consistency => "consistency",
        Part::Languages => "languages",
        Part::Review => "review",
    }
}

/// The id of a translation's state.
pub const fn language_state(state: LanguageState) -> &'static str {
    match state {
        LanguageState::Original => "original",
        LanguageState::Fresh => "fresh",
        LanguageState::Stale => "stale",
        LanguageState::Untracked => "untracked",
        LanguageState::Missing => "missing",
    }
}

/// The key of a message for an id: `verdict` + `quote-absent` is `verdict_quote_absent`.
pub fn key(prefix: &str, id: &str) -> String {
    let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{prefix}_{id}")
}
