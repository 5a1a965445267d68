//! Findings that a library expects, each with its reason, are passed over until their day has come.
//! What is expected no longer, or without need, is told.

use jiff::civil::Date;

use super::{Code, Diagnostic, Place};

/// A finding that is expected.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The rule.
    pub code: Code,
    /// The case; every case where it is `None`.
    pub case: Option<&'a str>,
    /// The last day on which it is expected.
    pub until: Option<Date>,
    /// Where it is told.
    pub place: &'a Place,
}

impl Expected<'_> {
    fn matches(&self, finding: &Diagnostic) -> bool {
        self.code == finding.code && self.case.is_none_or(|case| finding.case.as_deref() == Some(case))
    }

    fn is_over(&self, day: Option<Date>) -> bool {
        self.until.is_some_and(|until| day.is_none_or(|day| day > until))
    }
}

/// Takes out what is expected on `day` (where no day is known, an expectation with a last day ends)
/// and gives it back. Expectations that are over or without need are told in its place; `knowable` says
/// of one without a finding whether it would have been found.
pub fn pass_over(
    diagnostics: &mut Vec<Diagnostic>,
    expected: &[Expected<'_>],
    day: Option<Date>,
    knowable: &dyn Fn(&Expected<'_>) -> bool,
) -> Vec<Diagnostic> {
    let mut found = vec![false; expected.len()];
    let mut passed = Vec::new();
    diagnostics.retain(|finding| {
        let mut keep = true;
        for (one, found) in expected.iter().zip(&mut found).filter(|(one, _)| one.matches(finding)) {
            *found = true;
            keep &= one.is_over(day);
        }
        if !keep {
            passed.push(finding.clone());
        }
        keep
    });
    for (one, found) in expected.iter().zip(found) {
        if !found {
            if knowable(one) {
                diagnostics.push(unused(one));
            }
        } else if one.is_over(day) {
            diagnostics.push(over(one, day));
        }
    }
    super::sort(diagnostics);
    passed
}

fn over(one: &Expected<'_>, day: Option<Date>) -> Diagnostic {
    let until = one.until.map(|until| until.to_string()).unwrap_or_default();
    let day = day.map_or_else(|| "no day of the library is known".to_owned(), |day| format!("it is {day}"));
    let message = format!("{} was expected until {until}, and {day}", one.code);
    told(Code::M036, one, message)
        .help("mend what it finds, or give `until` a later day if the reason still holds")
}

fn unused(one: &Expected<'_>) -> Diagnostic {
    let of = one.case.map_or_else(|| "in the library".to_owned(), |case| format!("in `{case}`"));
    told(Code::M037, one, format!("{} is expected {of}, but not found", one.code)).help("remove the entry")
}

fn told(code: Code, one: &Expected<'_>, message: String) -> Diagnostic {
    let finding = Diagnostic::new(code, one.place.clone(), message);
    match one.case {
        Some(case) => finding.case(case),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_rule_and_case_are_passed_over_and_only_until_their_day() {
        let finding = |case: &str| Diagnostic::new(Code::V007, Place::file("a.md"), "x").case(case);
        let day = |text: &str| text.parse::<Date>().unwrap();
        let place = Place::file("casebook.toml");
        let expected = |code, case, until| Expected { code, case, until, place: &place };
        let left = |expected: Expected<'_>, on: Option<Date>| {
            let mut findings = vec![finding("a"), finding("b")];
            let passed = pass_over(&mut findings, &[expected], on, &|_| true);
            let left =
                findings.iter().map(|own| format!("{}{}", own.code, own.case.as_deref().unwrap_or("")));
            (left.collect::<Vec<_>>().join(" "), passed.len())
        };
        assert_eq!(left(expected(Code::V007, Some("a"), None), None), ("V007b".into(), 1));
        assert_eq!(left(expected(Code::V007, None, None), None), (String::new(), 2));
        assert_eq!(left(expected(Code::L001, None, None), None), ("V007a V007b M037".into(), 0));
        let dated = || expected(Code::V007, Some("a"), Some(day("2026-11-30")));
        assert_eq!(left(dated(), Some(day("2026-11-30"))), ("V007b".into(), 1));
        assert_eq!(left(dated(), Some(day("2026-12-01"))), ("V007a V007b M036a".into(), 0));
        assert_eq!(left(dated(), None), ("V007a V007b M036a".into(), 0));
    }

    #[test]
    fn what_cannot_be_known_is_not_called_unused() {
        let place = Place::file("casebook.toml");
        let one = Expected { code: Code::V007, case: None, until: None, place: &place };
        let mut findings = Vec::new();
        pass_over(&mut findings, &[one], None, &|_| false);
        assert!(findings.is_empty());
    }
}
