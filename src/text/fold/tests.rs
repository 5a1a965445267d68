use super::{Fold, agree, fold};
use proptest::prelude::*;

/// The folds under which `quote` is found in `source`, or why not.
fn found(source: &str, quote: &str) -> Option<Vec<Fold>> {
    let (s, q) = (fold(source), fold(quote));
    s.text.match_indices(&q.text).find_map(|(at, _)| agree(&s, source, at, &q, quote))
}

#[test]
fn each_fold_is_found_and_named() {
    use Fold::*;
    let table: &[(&str, &str, &[Fold])] = &[
        ("it\u{2019}s \u{201C}up\u{201D} again", "it's \"up\" again", &[Quotes]),
        ("«да» и „нет“", "\"да\" и \"нет\"", &[Quotes]),
        ("1.23.1 - an action", "1.23.1 \u{2014} an action", &[Dashes]),
        ("since 2022-03-25,", "since 2022\u{2011}03\u{2011}25,", &[Dashes]),
        ("10\u{2013}15 minutes", "10-15 minutes", &[Dashes]),
        ("Monday,\u{A0}Oct\u{202F}15", "Monday, Oct 15", &[Spaces]),
        ("one  two", "one two", &[Spaces]),
        ("one\ntwo", "one two", &[LineWraps]),
        ("Schwach\u{AD}stelle", "Schwachstelle", &[Invisible]),
        ("zero\u{200B}width", "zerowidth", &[Invisible]),
        ("a Po-\nlitik b", "Politik", &[Hyphenation]),
        ("a well-\nknown bug", "well-known bug", &[LineWraps]),
        (
            "P50 Latency\nv2.14.0 (Nagle Enabled): 42.1 ms\nv2.14.1",
            "P50 Latency -v2.14.0 (Nagle Enabled): 42.1 ms -v2.14.1",
            &[LineWraps, ListMarks],
        ),
        ("Metric: P50\n- v2.14.0", "*Metric: P50 v2.14.0", &[ListMarks]),
        ("see the log for it", "see [the log](https://a.example/x_(y)#z) for it", &[Markup]),
        ("Hellman (see PM2019 for it", "Hellman (see [PM2019][PM2019] for it", &[Markup]),
        ("set TCP_NODELAY to 1", "**set** `TCP_NODELAY` to _1_", &[Markup]),
        ("Root cause\nThe disk", "## Root cause The disk", &[LineWraps, Markup]),
        ("a\tb\nc", "| a | b |\n| c |", &[Spaces, Markup]),
        ("one two", "<b>one</b> two", &[Markup]),
        ("Full disclosure\nA fix", "Full disclosure\n===\nA fix", &[Markup]),
        ("Anna\nNot that I know", "> Anna\n>\n>Not that I know", &[Markup]),
        ("with >100 users", "with &gt;100 users", &[Entities]),
        ("con\u{FB01}g push", "config push", &[Ligatures]),
        ("ＡＰＩ（２）", "API(2)", &[Width]),
        ("сервисы \u{0438}\u{0306}", "сервисы й", &[UnicodeForm]),
        ("\u{1112}\u{1161}\u{11AB}국", "한국", &[UnicodeForm]),
        ("wait\u{2026} then", "wait... then", &[Dots]),
        ("日本\n語で", "日本語で", &[LineWraps]),
        ("**마크다운(Markdown)**을 쓴다", "마크다운(Markdown)을 쓴다", &[Markup]),
    ];
    for (source, quote, folds) in table {
        let got = found(source, quote);
        assert!(got.is_some(), "{quote:?} in {source:?}: {:?} / {:?}", fold(source).text, fold(quote).text);
        let got = got.unwrap();
        for fold in *folds {
            assert!(got.contains(fold), "{quote:?} in {source:?}: {got:?} lacks {fold:?}");
        }
    }
}

#[test]
fn what_changes_words_or_figures_is_no_fold() {
    let table = [
        ("took 511 ms", "took 511ms"),
        ("a notable fix", "a no table fix"),
        ("at 1 500 hosts", "at 1500 hosts"),
        ("minus \u{2212}5 degrees", "minus 5 degrees"),
        ("a -5% change", "a 5% change"),
        ("5*3 hosts", "53 hosts"),
        ("10-15 hosts", "1015 hosts"),
        ("10² times", "102 times"),
        ("a well-known bug", "a wellknown bug"),
        ("issue #12 is", "issue 12 is"),
        ("TCP_NODELAY", "TCPNODELAY"),
        ("C# code", "C code"),
        ("Case", "case"),
        ("with >100 users", "with 100 users"),
        ("has 20 or ½", "has 20 or 1/2"),
    ];
    for (source, quote) in table {
        assert_eq!(found(source, quote), None, "{quote:?} in {source:?}");
    }
}

#[test]
fn the_map_leads_back() {
    let source = "x **Schwach\u{AD}stelle** &amp; \u{201C}y\u{201D}";
    let folded = fold(source);
    let at = folded.text.find("stelle&\"y").unwrap();
    assert_eq!(&source[folded.origin(at, at + "stelle&\"y".len())], "stelle** &amp; \u{201C}y");
}

#[test]
fn a_mark_that_comes_together_when_the_invisible_goes_is_a_mark() {
    let folded = fold("quote~\u{FEFF}~ c");
    assert_eq!(folded.text, "quotec");
    assert_eq!(fold(&folded.text).text, folded.text);
}

#[test]
fn what_stands_around_a_quote_and_is_passed_over_has_a_name() {
    let (source, quote) = ("so the relay stopped", "\u{1}the relay\u{1}");
    let (folded, own) = (fold(source), fold(quote));
    let at = folded.text.find(&own.text).unwrap();
    assert_eq!(agree(&folded, source, at, &own, quote), Some(vec![Fold::Spaces]));
}

proptest! {
    #[test]
    fn folding_twice_is_folding_once(text in "([-#_*|<>&;!=\\[\\]()\\\\`~ .\n\u{AD}\u{2014}\u{2212}\u{301}\u{FB01}]|&amp;|&lt;|<b>|lt;|\u{FF03}|[a15가])\
        {0,40}") {
        let once = fold(&text);
        let twice = fold(&once.text);
        prop_assert_eq!(&twice.text, &once.text);
    }

    #[test]
    fn folding_never_panics_and_maps_into_the_text(text in "\\PC{0,60}") {
        let folded = fold(&text);
        for (at, c) in folded.text.char_indices() {
            let origin = folded.origin(at, at + c.len_utf8());
            prop_assert!(text.get(origin).is_some());
        }
        let _ = agree(&folded, &text, 0, &folded, &text);
    }
}
