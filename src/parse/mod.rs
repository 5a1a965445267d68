//! Text into trees with byte spans. Never fails: reports what it could not read.
