//! Which case that is gone and which that is new are one and the same under another id.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::sentences::similarity;
use crate::model::Case;
use crate::model::name::fold_id;
use crate::score::Scored;

/// Two records that share this much of their sentences are one record.
const SAME: f64 = 0.6;

/// A case under another id than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rename {
    /// The former id.
    pub from: String,
    /// Whether the record names it under `former_ids`, so that the old address leads to the new one.
    pub redirect: bool,
}

/// Renames by new id.
pub fn renames(old: &[Scored], new: &[Scored]) -> BTreeMap<String, Rename> {
    let ids = |side: &[Scored]| -> BTreeSet<String> {
        side.iter().map(|case| fold_id(&case.verified.case.id.0)).collect()
    };
    let (before, after) = (ids(old), ids(new));
    let gone: Vec<&Case> = old
        .iter()
        .map(|own| &*own.verified.case)
        .filter(|case| !after.contains(&fold_id(&case.id.0)))
        .collect();
    let mut come: Vec<&Case> = new
        .iter()
        .map(|own| &*own.verified.case)
        .filter(|case| !before.contains(&fold_id(&case.id.0)))
        .collect();
    let mut renames = BTreeMap::new();
    for case in gone {
        let own = fold_id(&case.id.0);
        let told = |new: &Case| new.former_ids.iter().any(|former| fold_id(former) == own);
        let same_file =
            |new: &&Case| new.files.iter().any(|file| case.files.iter().any(|own| own.path == file.path));
        let text = all_text(case);
        let nearest = || {
            let shares = come.iter().map(|new| similarity(&text, &all_text(new)));
            let best =
                shares.enumerate().filter(|(_, share)| *share >= SAME).max_by(|a, b| a.1.total_cmp(&b.1));
            best.map(|(at, _)| at)
        };
        let found = come.iter().position(|new| told(new));
        let found = found.or_else(|| come.iter().position(same_file)).or_else(nearest);
        if let Some(at) = found {
            let new = come.remove(at);
            let rename = Rename { from: case.id.to_string(), redirect: told(new) };
            renames.insert(new.id.to_string(), rename);
        }
    }
    renames
}

fn all_text(case: &Case) -> String {
    let texts =
        case.texts().into_iter().flat_map(|(_, texts)| texts.0.values().map(|text| text.value.clone()));
    texts.collect::<Vec<_>>().join("\n")
}
