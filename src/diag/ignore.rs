//! Findings that a library expects, each with its reason, are passed over until their day has come.

use jiff::civil::Date;

use super::Diagnostic;

/// A finding that is expected.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// Code or slug of the rule.
    pub code: &'a str,
    /// The case; every case where it is `None`.
    pub case: Option<&'a str>,
    /// The last day on which it is expected.
    pub until: Option<Date>,
}

/// Takes out what is expected on `day` (where no day is known, an expectation with a last day ends).
pub fn pass_over(diagnostics: &mut Vec<Diagnostic>, expected: &[Expected<'_>], day: Option<Date>) {
    let holds = |one: &&Expected<'_>| one.until.is_none_or(|until| day.is_some_and(|day| day <= until));
    let expected: Vec<&Expected<'_>> = expected.iter().filter(holds).collect();
    diagnostics.retain(|finding| {
        !expected.iter().any(|one| {
            (one.code.eq_ignore_ascii_case(finding.code.as_str()) || one.code == finding.code.slug())
                && one.case.is_none_or(|case| finding.case.as_deref() == Some(case))
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Place};

    #[test]
    fn only_the_named_rule_and_case_are_passed_over_and_only_until_their_day() {
        let finding = |case: &str| Diagnostic::new(Code::V007, Place::file("a.md"), "x").case(case);
        let day = |text: &str| text.parse::<Date>().unwrap();
        let left = |expected: Expected<'_>, on: Option<Date>| {
            let mut findings = vec![finding("a"), finding("b")];
            pass_over(&mut findings, &[expected], on);
            findings.iter().map(|finding| finding.case.clone().unwrap()).collect::<String>()
        };
        assert_eq!(left(Expected { code: "V007", case: Some("a"), until: None }, None), "b");
        assert_eq!(left(Expected { code: "fact-contradicted", case: None, until: None }, None), "");
        assert_eq!(left(Expected { code: "L001", case: None, until: None }, None), "ab");
        let dated = Expected { code: "V007", case: Some("a"), until: Some(day("2026-11-30")) };
        assert_eq!(left(dated, Some(day("2026-11-30"))), "b");
        assert_eq!(left(dated, Some(day("2026-12-01"))), "ab");
        assert_eq!(left(dated, None), "ab");
    }
}
