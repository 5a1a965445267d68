use super::*;
use proptest::prelude::*;

fn summary(id: &str) -> Summary {
    Summary {
        id: CaseId(id.into()),
        former_ids: Vec::new(),
        org: None,
        cause: None,
        components: BTreeSet::new(),
        sources: BTreeSet::new(),
        related: Vec::new(),
        recurrence_of: None,
    }
}

fn links(of: &str, summaries: &[Summary]) -> Vec<(String, Vec<Reason>)> {
    let related = relate(summaries);
    related[&CaseId(of.into())].iter().map(|link| (link.case.to_string(), link.reasons.clone())).collect()
}

#[test]
fn what_a_record_tells_is_told_on_both_sides() {
    let mut second = summary("second");
    second.recurrence_of = Some("FIRST".into());
    second.related = vec!["third".into(), "nowhere".into(), "second".into()];
    let all = [summary("first"), second, summary("third")];
    let told = |of| links(of, &all);
    assert_eq!(told("first"), [("second".into(), vec![Reason::RecurredAs])]);
    assert_eq!(told("third"), [("second".into(), vec![Reason::Told])]);
    assert_eq!(
        told("second"),
        [("first".into(), vec![Reason::RecurrenceOf]), ("third".into(), vec![Reason::Told])]
    );
}

#[test]
fn a_shared_source_counts_more_than_a_common_component() {
    let mut all: Vec<Summary> = (0..30).map(|n| summary(&format!("c{n:02}"))).collect();
    for case in &mut all {
        case.components.insert("cache".into());
    }
    for n in [3, 17] {
        all[n].sources.insert("log".into());
    }
    let first = links("c03", &all).remove(0);
    assert_eq!(first.0, "c17");
    assert_eq!(first.1, [Reason::SharedSource("log".into()), Reason::SameComponent("cache".into())]);
}

#[test]
fn a_case_that_all_name_keeps_a_bounded_list() {
    let mut all: Vec<Summary> = (0..50).map(|n| summary(&format!("c{n:02}"))).collect();
    for case in all.iter_mut().skip(1) {
        case.related.push("c00".into());
    }
    assert_eq!(links("c00", &all).len(), MAX_RELATED);
    assert_eq!(links("c49", &all).len(), 1);
}

fn some_library() -> impl Strategy<Value = Vec<Summary>> {
    let case = (
        proptest::option::of(0u8..4),
        proptest::option::of(0u8..4),
        proptest::collection::btree_set(0u8..5, 0..4),
        proptest::collection::btree_set(0u8..6, 0..3),
        proptest::collection::vec(0u8..40, 0..2),
    );
    proptest::collection::vec(case, 1..60).prop_map(|cases| {
        let name = |kind: &str, n: u8| Arc::<str>::from(format!("{kind}{n}"));
        cases
            .into_iter()
            .enumerate()
            .map(|(number, (org, cause, components, sources, related))| Summary {
                org: org.map(|n| name("org", n)),
                cause: cause.map(|n| name("cause", n)),
                components: components.into_iter().map(|n| name("part", n)).collect(),
                sources: sources.into_iter().map(|n| name("source", n)).collect(),
                related: related.into_iter().map(|n| format!("c{n:03}")).collect(),
                ..summary(&format!("c{number:03}"))
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn links_are_bounded_mutual_and_have_reasons(library in some_library()) {
        let related = relate(&library);
        prop_assert_eq!(related.len(), library.len());
        for case in &library {
            let links = &related[&case.id];
            prop_assert!(links.len() <= MAX_RELATED + case.related.len() + 1);
            for link in links {
                prop_assert!(!link.reasons.is_empty());
                prop_assert!(link.case != case.id);
                let told = link.reasons.contains(&Reason::Told);
                let back = related[&link.case].iter().any(|back| back.case == case.id);
                prop_assert!(back || told, "{} -> {} goes one way", case.id, link.case);
            }
        }
    }

    #[test]
    fn order_changes_nothing(library in some_library(), seed in 0usize..1000) {
        let mut shuffled = library.clone();
        let length = shuffled.len();
        shuffled.rotate_left(seed % length);
        shuffled.reverse();
        prop_assert_eq!(relate(&library), relate(&shuffled));
    }
}
