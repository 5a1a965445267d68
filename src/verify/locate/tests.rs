use super::{Located, QuoteSelector, SourceText, locate};
use crate::text::fold::Fold;
use crate::text::plain::Format;
use crate::verify::MatchKind;
use proptest::prelude::*;

fn find(source: &str, quote: &str) -> Located {
    locate(&SourceText::new(source), &QuoteSelector::new(quote))
}

fn kind(source: &str, quote: &str) -> MatchKind {
    find(source, quote).kind
}

const REPORT: &str = "Between 09:46 and 10:13 UTC the relay was overloaded. Each dump took about 500ms on a busy \
host, so when 100 hosts hit the same worker, requests did not time out at once. The queue grew for 53 minutes. \
Response time for the check dropped from 511ms to 29ms, and no data was lost.\n\
A second worker in LAX failed six hours later. We restored service on September 24.";

#[test]
fn a_quote_is_found_at_its_place() {
    let located = find(REPORT, "dropped from 511ms to 29ms");
    assert_eq!(located.kind, MatchKind::Exact);
    assert_eq!(&REPORT[located.places[0].bytes.range()], "dropped from 511ms to 29ms");
    let korean = "먼저 하나. 두 달뿐이다.";
    let located = find(korean, "두 달");
    assert_eq!((located.places[0].start, located.places[0].end), (7, 10));
}

#[test]
fn square_brackets_of_the_source_are_no_elision() {
    let source = "traffic moved to replica [DB-2] at 02:14";
    assert_eq!(kind(source, "moved to replica [DB-2] at 02:14"), MatchKind::Exact);
    assert_eq!(kind("Waiting... for the lock to clear", "Waiting... for the lock"), MatchKind::Exact);
    assert_eq!(
        kind("Waiting\u{2026} for the lock to clear", "Waiting... for the lock"),
        MatchKind::Normalized
    );
}

#[test]
fn parts_stand_in_order_and_near() {
    for joint in [" ... ", "...", "\u{2026}", " [\u{2026}] ", " [ ... ] ", " (...) "] {
        let quote = format!("the relay was overloaded.{joint}The queue grew for 53 minutes.");
        let located = find(REPORT, &quote);
        assert_eq!(located.kind, MatchKind::Elided, "{quote}");
        assert_eq!(located.parts.len(), 2);
        assert!(located.gaps[0].place.end > located.gaps[0].place.start);
    }
    assert_eq!(
        kind(REPORT, "The queue grew for 53 minutes. [...] the relay was overloaded."),
        MatchKind::Absent
    );
    assert_eq!(kind(REPORT, "The queue grew [...] for 35 minutes"), MatchKind::Absent);
    let far = format!("the first part stands here. {} the last part stands there.", "x y z ".repeat(3000));
    assert_eq!(kind(&far, "the first part stands here. … the last part stands there."), MatchKind::Absent);
}

#[test]
fn dots_around_the_whole_quote_are_a_frame() {
    let located = find(REPORT, "\u{2026}dropped from 511ms to 29ms...");
    assert_eq!((located.kind, located.folds), (MatchKind::Normalized, vec![Fold::Frame]));
    assert_eq!(kind(REPORT, "\u{201C}The queue grew for 53 minutes.\u{201D}"), MatchKind::Normalized);
}

#[test]
fn numbers_of_list_items_are_a_frame() {
    let source =
        SourceText::render(Format::Markdown, "1. The pool was full.\n2. The queue grew for 53 minutes.\n");
    for (quote, kind) in [
        ("1. The pool was full. 2. The queue grew for 53 minutes.", MatchKind::Normalized),
        ("1. The pool was full.\n1. The queue grew for 53 minutes.", MatchKind::Normalized),
        ("The pool was full. 7. The queue grew for 53 minutes.", MatchKind::Absent),
    ] {
        assert_eq!(locate(&source, &QuoteSelector::new(quote)).kind, kind, "{quote}");
    }
    assert_eq!(kind("2) The queue grew for long.", "3) The queue grew for long."), MatchKind::Absent);
}

#[test]
fn a_skipped_negation_is_flagged() {
    let located = find(REPORT, "hit the same worker, requests \u{2026} time out at once.");
    assert_eq!(located.kind, MatchKind::Elided);
    assert!(located.skips_negation());
    let located = find(REPORT, "The queue grew for 53 minutes. [...] We restored service on September 24.");
    assert!(!located.skips_negation());
}

#[test]
fn stitched_sentences_are_told_as_such() {
    let source = "After the rollback we watched the graphs for an hour.\n\nThen we added an explicit socket control callback back into the driver:\n\n\
        ```\nfn dial() {}\n```\n\n- P50 Latency of the checkout: 42.1 ms before\n- P99 Latency of the checkout: 18.2 ms\n";
    let source = SourceText::render(Format::Markdown, source);
    let quote = "Then we added an explicit socket control callback back into the driver: \
        *P50 Latency of the checkout: 42.1 ms before *P99 Latency of the checkout: 18.2 ms";
    let located = locate(&source, &QuoteSelector::new(quote));
    assert_eq!(located.kind, MatchKind::Elided);
    assert!(located.stitched);
    assert_eq!(source.text()[located.gaps[0].place.bytes.range()].trim(), "fn dial() {}");
    // A label must not head what belongs to another.
    let list = "Pushed before May:\nVerified from backups.\nPushed after May:\nNothing was done.";
    assert_eq!(kind(list, "Pushed before May: Nothing was done."), MatchKind::Absent);
    // A word left out of a sentence is no stitch.
    assert_eq!(
        kind(REPORT, "when 100 hosts hit the same worker, requests did time out at once."),
        MatchKind::Absent
    );
}

#[test]
fn several_places_are_ambiguous_until_context_chooses() {
    let source = "Alpha: the pool was full.\nBeta: the pool was full.\n";
    let located = find(source, "the pool was full");
    assert_eq!((located.kind, located.places.len()), (MatchKind::Ambiguous, 2));
    for (prefix, suffix) in [("Beta: ", ""), ("<b>Beta:</b>&nbsp;", ""), ("elsewhere Beta:", ".")] {
        let located =
            locate(&SourceText::new(source), &QuoteSelector { exact: "the pool was full", prefix, suffix });
        assert_eq!((located.kind, located.places[0].start), (MatchKind::Exact, 32), "{prefix}");
    }
}

#[test]
fn a_passage_printed_twice_is_not_ambiguous() {
    let teaser = "The developers were told by a researcher that the server had a hole. It is closed.";
    let located = find(
        &format!("{teaser}\n\n{teaser}"),
        "The developers were told by a researcher that the server had a hole.",
    );
    assert_eq!((located.kind, located.places.len()), (MatchKind::Exact, 2));
    let other = format!("{teaser}\n\n{teaser} Or so it is said.");
    assert_eq!(
        kind(&other, "The developers were told by a researcher that the server had a hole."),
        MatchKind::Ambiguous
    );
}

#[test]
fn slips_are_near_and_nothing_more() {
    for quote in [
        "Response time for the check droped from 511ms to 29ms",
        "Response time for check dropped from 511ms to 29ms",
        "Each dump took abuot 500ms on a buzy host",
        "Each dump took about 500 ms on a busy host",
    ] {
        let located = find(REPORT, quote);
        assert_eq!(located.kind, MatchKind::Fuzzy, "{quote}: {:?}", located.near);
        assert!(located.similarity < 1.0 && located.places.is_empty());
    }
}

#[test]
fn another_statement_is_absent_however_near() {
    for quote in [
        "Response time for the check dropped from 511ms to 92ms",
        "Response time for the check dropped from 29ms to 511ms",
        "Response time for the check dropped from 511s to 29ms",
        "Response time for the check dropped to 29ms from 511ms",
        "so when 100 hosts hit the same worker, requests did time out at once",
        "The queue grew for 53 hours.",
        "The queue shrank for 53 minutes.",
        "A second worker in SIN failed six hours later.",
        "A second worker in LAX failed two hours later.",
        "A second worker in LAX failed six hours earlier.",
        "We restored service on September 14.",
        "We restored service on December 24.",
        "Response time for the check dropped from 511ms to 29ms, and data was lost.",
        "00 hosts hit the same worker",
        "3 minutes. Response time for the check",
    ] {
        assert_eq!(kind(REPORT, quote), MatchKind::Absent, "{quote}");
    }
}

#[test]
fn another_name_is_another_statement() {
    let source = "Team Alpha reported that the rollout cut latency by twelve percent. \
        Team Beta reported that the rollout cut latency by twelve percent in Oregon.";
    let only_beta = "Team Beta reported that the rollout cut latency by twelve percent.";
    assert_eq!(
        kind(source, "Team Alpha reported that the rollout cut latency by twelve percent."),
        MatchKind::Exact
    );
    let located = find(only_beta, "Team Alpha reported that the rollout cut latency by twelve percent.");
    assert_eq!(located.kind, MatchKind::Absent);
    let changes = located.near.unwrap().changes;
    assert_eq!((&*changes[0].quoted, &*changes[0].stands), ("Alpha", "Beta"));
}

#[test]
fn nothing_is_found_of_nothing() {
    for quote in ["", "   ", "…", "—", "[...]"] {
        assert_eq!(kind(REPORT, quote), MatchKind::Absent, "{quote:?}");
    }
    assert_eq!(kind("", "some words here"), MatchKind::Absent);
}

proptest! {
    #[test]
    fn a_planted_quote_is_found_at_its_place(
        before in "([a-zé가]{1,9} ){0,40}",
        quote in "[a-z]{3,9}( [a-zя가-나]{2,9}){4,20}",
        after in "( [a-z가]{1,9}){0,40}",
    ) {
        let source = format!("{before}{quote}{after}");
        let located = find(&source, &quote);
        prop_assert!(located.kind.found());
        prop_assert!(located.places.iter().any(|place| place.bytes.start == before.len()));
        let wrapped = source.replace(' ', "\n");
        prop_assert!(find(&wrapped, &quote).kind.found());
    }

    #[test]
    fn a_changed_digit_is_never_found(
        words in proptest::collection::vec("[a-z]{2,8}", 6..20),
        at in 0usize..6,
        figure in 10u32..9999,
        digit in 0usize..4,
        more in 1u8..9,
    ) {
        let mut planted = words.clone();
        planted.insert(at, figure.to_string());
        let source = planted.join(" ");
        let mut changed: Vec<u8> = figure.to_string().into_bytes();
        let digit = digit % changed.len();
        changed[digit] = b'0' + (changed[digit] - b'0' + more) % 10;
        planted[at] = String::from_utf8(changed).unwrap();
        prop_assert_eq!(find(&source, &planted.join(" ")).kind, MatchKind::Absent);
    }

    #[test]
    fn nothing_panics(source in "\\PC{0,200}", quote in "\\PC{0,80}", prefix in "\\PC{0,9}") {
        let _ = locate(&SourceText::new(source.clone()), &QuoteSelector { exact: &quote, prefix: &prefix, suffix: "" });
        let _ = SourceText::render(Format::Markdown, &source);
        let part: String = source.chars().skip(3).take(40).collect();
        let _ = find(&source, &format!("{part}...{quote}"));
    }
}
