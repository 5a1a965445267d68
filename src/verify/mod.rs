//! Claims and quotes into verdicts.

pub mod facts;
mod verdict;

pub use verdict::{
    ClaimCheck, FactCheck, FactStatus, Inconsistency, Judgement, LanguageGap, LanguageState, LengthCheck,
    MatchKind, QuoteCheck, Uncited, Verdict, Verified, Voice,
};
