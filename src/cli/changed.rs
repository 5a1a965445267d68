//! `casebook check --changed-from`: what was found, narrowed to what differs from a revision and to
//! what depends on that.

use std::path::Path;
use std::sync::Arc;

use super::git::Repository;
use super::output::Failure;
use crate::diag::Diagnostic;
use crate::load::Sources;
use crate::model::{self, Case};
use crate::pipeline::Compiled;
use crate::review::affected;

/// Narrows `compiled` to what the branch since `revision` touches, what is not committed among it;
/// gives the revision as it is told.
pub fn narrow(root: &Path, revision: &str, compiled: &mut Compiled) -> Result<String, Failure> {
    let repository = Repository::open(root)?;
    let named = repository.commit(revision)?;
    // What others did to the base since the branch left it is not this branch's.
    let base = match repository.commit("HEAD") {
        Ok(head) => repository.merge_base(&named, &head)?,
        Err(_) => named,
    };
    let changed = repository.changed_since(&base)?;
    let before = model::lower(&Sources::from_memory(repository.files(&base)?)).value;
    let cases: Vec<Arc<Case>> = compiled.cases.iter().map(|case| case.verified.case.clone()).collect();
    let touched = affected(&changed, &before, &compiled.library, &cases);
    let concerns = |finding: &Diagnostic| {
        finding.case.as_deref().is_some_and(|case| touched.has(case))
            || std::iter::once(&finding.primary)
                .chain(&finding.secondary)
                .any(|label| changed.contains(&*label.place.path))
            || touched == crate::review::Affected::All
    };
    compiled.diagnostics.retain(concerns);
    compiled.passed_over.retain(concerns);
    compiled.cases.retain(|case| touched.has(&case.verified.case.id.0));
    Ok(format!("{revision} ({})", base.get(..10).unwrap_or(&base)))
}
