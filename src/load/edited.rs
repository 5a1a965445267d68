//! Single files of a library that was read before.

use std::path::Path;
use std::sync::Arc;

use super::Limits;
use super::classify::{Kind, kind, kind_limit};
use super::encoding::decode;
use super::walk::{Bounded, read_bounded};
use crate::diag::SourceFile;

/// The text of the file `path` below the library's root, as [`super::library`] reads it. `None` where it is not
/// there, is none of the files whose texts are read, or has a fault.
pub fn edited(root: &Path, path: &str, limits: &Limits) -> Option<Arc<SourceFile>> {
    let (limit, _) = kind_limit(path, limits)?;
    match read_bounded(&root.join(path), limit).ok()? {
        Bounded::Bytes(bytes) => decode(path, bytes).ok().map(Arc::new),
        Bounded::TooLarge(_) => None,
    }
}

/// Whether something at `path` below the library's root would be looked at.
pub fn concerns(path: &str) -> bool {
    path.starts_with("themes") || !matches!(kind(path), Kind::Ignored)
}
