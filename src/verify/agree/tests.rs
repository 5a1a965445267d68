//! Tables of claims and quotes.
