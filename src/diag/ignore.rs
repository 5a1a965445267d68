//! Findings that a library expects, each with its reason, are passed over until their day has come.
//! What is expected no longer, or without need, is told.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

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
    fn is_over(&self, day: Option<Date>) -> bool {
        self.until.is_some_and(|until| day.is_none_or(|day| day > until))
    }
}

/// All that is expected, and what of it was found so far. A library may have as many of these as cases.
#[derive(Debug)]
pub struct Expectations<'a> {
    all: Vec<(Expected<'a>, AtomicBool)>,
    /// Places in `all` by rule and case.
    by_rule: BTreeMap<(Code, Option<&'a str>), Vec<usize>>,
    day: Option<Date>,
}

impl<'a> Expectations<'a> {
    /// What is expected on `day`; where no day is known, an expectation with a last day ends.
    pub fn new(all: impl IntoIterator<Item = Expected<'a>>, day: Option<Date>) -> Self {
        let all: Vec<_> = all.into_iter().map(|one| (one, AtomicBool::new(false))).collect();
        let mut by_rule: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, (one, _)) in all.iter().enumerate() {
            by_rule.entry((one.code, one.case)).or_default().push(at);
        }
        Self { all, by_rule, day }
    }

    /// Takes out of `findings` what is expected, and gives it back.
    pub fn pass_over(&self, findings: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut passed = Vec::new();
        if !self.all.is_empty() {
            findings.retain(|finding| {
                let keep = !self.is_expected(finding);
                if !keep {
                    passed.push(finding.clone());
                }
                keep
            });
        }
        passed
    }

    fn is_expected(&self, finding: &Diagnostic) -> bool {
        let case = finding.case.as_deref();
        let anywhere = self.by_rule.get(&(finding.code, None));
        let here = case.and_then(|case| self.by_rule.get(&(finding.code, Some(case))));
        let mut expected = false;
        for (one, found) in anywhere.into_iter().chain(here).flatten().filter_map(|&at| self.all.get(at)) {
            found.store(true, Ordering::Relaxed);
            expected |= !one.is_over(self.day);
        }
        expected
    }

    /// What is to be told of expectations that are over or without need, once all findings were looked at; `knowable`
    /// says of one without a finding whether it would have been found.
    pub fn told(&self, knowable: &dyn Fn(&Expected<'_>) -> bool) -> Vec<Diagnostic> {
        let mut told = Vec::new();
        for (one, found) in &self.all {
            if !found.load(Ordering::Relaxed) {
                told.extend(knowable(one).then(|| unused(one)));
            } else if one.is_over(self.day) {
                told.push(over(one, self.day));
            }
        }
        told
    }
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
            let expectations = Expectations::new([expected], on);
            let passed = expectations.pass_over(&mut findings);
            findings.extend(expectations.told(&|_| true));
            crate::diag::sort(&mut findings);
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
        assert!(Expectations::new([one], None).told(&|_| false).is_empty());
    }
}
