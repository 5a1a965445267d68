//! Cases into the binary shards that the browser searches.
