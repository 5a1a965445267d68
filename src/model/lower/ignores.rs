//! Findings that are expected, with their reason and last day: the same table in a record and in
//! `casebook.toml`.

use crate::diag::{CODES, Code, Diagnostic, Rule, SourceFile};
use crate::model::config::Ignore;
use crate::model::name::nearest;
use crate::parse::Node;

/// The keys of one entry.
pub(super) const KEYS: [&str; 4] = ["code", "case", "reason", "until"];

/// Reads one entry; `None` with a finding where it does not say what is expected and why.
pub(super) fn lower(
    node: &Node<'_>,
    file: &SourceFile,
    case: Option<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ignore> {
    let mut report = |at: &Node<'_>, message: String, help: String| {
        diagnostics.push(Diagnostic::new(Code::M035, file.place(at.span), message).help(help));
    };
    let text = |key: &str| {
        let node = node.get(key)?;
        Some((node, node.as_str().map(str::trim).unwrap_or_default().to_owned()))
    };
    let Some((at, written)) = text("code").filter(|(_, code)| !code.is_empty()) else {
        report(
            node,
            "nothing says which finding is expected".to_owned(),
            "write its code: `code: V013`, in TOML `code = \"V013\"`".to_owned(),
        );
        return None;
    };
    let Some(rule) = rule(&written) else {
        let known = CODES.iter().flat_map(|rule| [rule.code.as_str(), rule.slug]);
        let help = match nearest(&written, known) {
            Some(near) => format!("write `{near}` if that is meant; `casebook explain` lists all codes"),
            None => "`casebook explain` lists all codes".to_owned(),
        };
        report(at, format!("there is no rule `{written}`"), help);
        return None;
    };
    let Some((_, reason)) = text("reason").filter(|(_, reason)| !reason.is_empty()) else {
        report(
            node,
            format!("no `reason` says why {} is expected", rule.code),
            "add `reason`: one sentence that another person can judge".to_owned(),
        );
        return None;
    };
    let until = match text("until") {
        None => None,
        Some((at, written)) => match written.parse::<jiff::civil::Date>() {
            Ok(day) => Some(day),
            Err(_) => {
                report(
                    at,
                    format!("`until` is {}, not a day", at.describe()),
                    "write the last day on which it holds, such as 2027-01-31".to_owned(),
                );
                return None;
            }
        },
    };
    Some(Ignore { code: rule.code, case, reason, until, place: file.place(node.span) })
}

/// The rule of this code or slug.
fn rule(written: &str) -> Option<&'static Rule> {
    CODES.iter().find(|rule| rule.code.as_str().eq_ignore_ascii_case(written) || rule.slug == written)
}
