//! Cases and files named on a command line, and what was found narrowed to them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::check::Files;
use super::output::Failure;
use crate::diag::Diagnostic;
use crate::model::name::{fold_id, nearest};
use crate::pipeline::Compiled;
use crate::score::Scored;

/// The number of the case that `name` means in `cases`: its id, however it is written, or the name of its page.
///
/// # Errors
///
/// A wrong call, with the nearest name there is.
pub fn case(cases: &[Scored], name: &str) -> Result<usize, Failure> {
    let wanted = fold_id(name);
    let names = |case: &Scored| {
        let case = &case.verified.case;
        fold_id(&case.id.0) == wanted || fold_id(&case.slug) == wanted
    };
    cases.iter().position(names).ok_or_else(|| {
        let near = nearest(name, cases.iter().map(|case| &*case.verified.case.id.0));
        let hint = near.map_or_else(String::new, |near| format!("; `{near}` is near"));
        Failure::Usage(format!("there is no case `{name}` in this library{hint}"))
    })
}

/// Narrows `compiled` to the cases and files named: ids, names of pages, or paths of files and folders, from here or from the library's `root`.
/// Findings of a record too broken to be a case are found by its path.
///
/// # Errors
///
/// A wrong call where a name means nothing.
pub fn narrow(root: &Path, names: &[String], files: &Files, compiled: &mut Compiled) -> Result<(), Failure> {
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut cases: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let below = below(root, name, files);
        if below.is_empty() {
            cases.insert(case(&compiled.cases, name)?);
        } else {
            paths.extend(below);
        }
    }
    let mut ids = BTreeSet::new();
    for (number, scored) in compiled.cases.iter().enumerate() {
        let case = &scored.verified.case;
        if cases.contains(&number) || case.files.iter().any(|file| paths.contains(&*file.path)) {
            ids.insert(case.id.0.clone());
            paths.extend(case.files.iter().map(|file| file.path.to_string()));
        }
    }
    let concerns = |finding: &Diagnostic| {
        finding.case.as_deref().is_some_and(|case| ids.contains(case))
            || paths.contains(&*finding.primary.place.path)
    };
    compiled.diagnostics.retain(concerns);
    compiled.passed_over.retain(concerns);
    compiled.cases.retain(|case| ids.contains(&case.verified.case.id.0));
    Ok(())
}

/// The library's files that are `name` or lie below it.
fn below(root: &Path, name: &str, files: &Files) -> Vec<String> {
    let whole = |path: PathBuf| std::path::absolute(&path).and_then(|path| path.canonicalize()).ok();
    let Some(root) = whole(root.to_owned()) else { return Vec::new() };
    let from_root =
        [whole(PathBuf::from(name)), whole(root.join(name))].into_iter().flatten().find_map(|path| {
            path.strip_prefix(&root).ok().map(|below| below.to_string_lossy().replace('\\', "/"))
        });
    let Some(path) = from_root.filter(|path| !path.is_empty()) else { return Vec::new() };
    let folder = format!("{path}/");
    files
        .keys()
        .filter(|file| ***file == *path || file.starts_with(&folder))
        .map(|file| file.to_string())
        .collect()
}
