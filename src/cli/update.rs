//! `casebook check --update-evidence`: what was verified now into the files beside the cases, one a case.

use std::path::Path;

use super::judges;
use super::output::Failure;
use crate::diag::Diagnostic;
use crate::model::{Case, Claim};
use crate::pipeline::Compiled;
use crate::verify::sidecar::{self, Answer, Sidecar};
use crate::write::replace;

/// Writes the evidence files of all cases below `root`; how many changed, and what judges did wrong.
///
/// Judges are asked about claims that they have not answered as they stand. Where `translations_hold`, they are taken
/// to be made from the original as it stands.
pub fn evidence(
    root: &Path,
    compiled: &Compiled,
    today: &str,
    translations_hold: bool,
) -> Result<(usize, Vec<Diagnostic>), Failure> {
    let kept: Vec<Sidecar> = compiled.cases.iter().map(|case| Sidecar::of(&case.verified.case).0).collect();
    let mut answers: Vec<Vec<Answer>> = vec![Vec::new(); compiled.cases.len()];
    let mut told = Vec::new();
    for judge in &compiled.library.config.judges {
        let mut numbers = Vec::new();
        let mut open: Vec<(&Case, &Claim)> = Vec::new();
        for (number, (scored, sidecar)) in compiled.cases.iter().zip(&kept).enumerate() {
            let case = &*scored.verified.case;
            for claim in case.claims.iter().filter(|claim| !claim.evidence.is_empty()) {
                if !sidecar.has_answer(case, claim, &judge.name) {
                    numbers.push(number);
                    open.push((case, claim));
                }
            }
        }
        let (given, wrong) = judges::ask(&compiled.library, judge, &open, "casebook.toml");
        for (asked, answer) in given {
            answers[numbers[asked]].push(answer);
        }
        told.extend(wrong);
    }
    let mut changed = 0;
    for ((scored, sidecar), answers) in compiled.cases.iter().zip(&kept).zip(answers) {
        let verified = &scored.verified;
        let mut next = sidecar.next(&verified.case, &verified.claims, answers, today);
        if translations_hold {
            next.renew_translations(&verified.case);
        }
        let Some(path) = sidecar::path(&verified.case) else { continue };
        if next.is_empty() && verified.case.sidecar.is_none() {
            continue;
        }
        let wrote = replace(&root.join(&path), next.write().as_bytes())
            .map_err(|error| Failure::machine(&path, &error))?;
        changed += usize::from(wrote);
    }
    Ok((changed, told))
}
