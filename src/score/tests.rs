//! The score's promises, tried on generated cases: a small model of what quotes bear of claims is
//! turned into verified cases, changed, and scored again.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::diag::{ByteSpan, Place};
use crate::model::SourceUse;
use crate::model::{
    At, Claim, Date, DateValue, Evidence, Field, LangText, Source, StoredText, Text, TextFormat,
};
use crate::text::{ByLang, Lang};
use crate::verify::{
    Aspect, ClaimCheck, FactCheck, FactStatus, Inconsistency, Judgement, LanguageState, MatchKind,
    QuoteCheck, Voice,
};

/// A case as the score sees it.
#[derive(Debug, Clone)]
struct World {
    claims: Vec<WorldClaim>,
    sources: Vec<WorldSource>,
    missing_languages: usize,
    faults: usize,
    reviewed: bool,
}

#[derive(Debug, Clone)]
struct WorldClaim {
    kind: ClaimKind,
    /// Words of five letters.
    words: usize,
    facts: usize,
    quotes: Vec<WorldQuote>,
}

#[derive(Debug, Clone)]
struct WorldQuote {
    source: usize,
    found: MatchKind,
    /// Which facts of the claim it bears, by the bits of a number.
    bears: u32,
}

#[derive(Debug, Clone)]
struct WorldSource {
    org: usize,
    address: bool,
    stored: bool,
    dated: bool,
    licensed: bool,
}

fn lang(tag: &str) -> Lang {
    Lang::parse(tag).unwrap()
}

fn text(value: &str) -> Text {
    Text::verbatim(value, At::default())
}

fn day(year: i16, month: i8, day: i8) -> Known<Date> {
    Known::Is(Date {
        value: DateValue::Day(date(year, month, day)),
        written: format!("{year}-{month:02}-{day:02}"),
        at: At::default(),
    })
}

/// A case with a title and nothing else.
fn blank_case() -> Case {
    static BLANK: std::sync::OnceLock<Case> = std::sync::OnceLock::new();
    BLANK.get_or_init(lower_blank).clone()
}

fn lower_blank() -> Case {
    let record = r#"{"id": "acme", "type": "incident", "title": {"en": "Acme was down"}}"#;
    let sources = crate::load::Sources::from_memory([("content/cases/acme.json", record)]);
    crate::model::lower(&sources).value.cases.remove(0)
}

fn quote_check(found: MatchKind) -> QuoteCheck {
    QuoteCheck {
        found,
        positions: Vec::new(),
        folds: Vec::new(),
        similarity: if found.found() { 1.0 } else { 0.0 },
        near: None,
        gaps: Vec::new(),
        skipped_negation: false,
        short: false,
        context: None,
        verified_on: None,
        former: None,
        text_hash: None,
    }
}

/// What verification says of a claim, by the same rules in short: a fact is supported where a quote
/// that stands bears it.
fn checked(claim: &WorldClaim) -> ClaimCheck {
    let quotes: Vec<QuoteCheck> = claim.quotes.iter().map(|quote| quote_check(quote.found)).collect();
    let borne =
        |fact: usize| claim.quotes.iter().any(|quote| quote.found.found() && quote.bears & (1 << fact) != 0);
    let facts: Vec<FactCheck> = (0..claim.facts)
        .map(|fact| FactCheck {
            kind: "number".into(),
            text: fact.to_string(),
            span: ByteSpan::default(),
            status: if borne(fact) { FactStatus::Supported } else { FactStatus::Missing },
            against: None,
            against_at: None,
            why: String::new(),
        })
        .collect();
    let supported = facts.iter().filter(|fact| fact.status == FactStatus::Supported).count();
    let stands = quotes.iter().any(QuoteCheck::stands);
    let verdict = match (stands, supported) {
        (false, _) => Verdict::QuoteAbsent,
        (true, 0) if claim.facts == 0 => Verdict::Quoted,
        (true, all) if all == claim.facts => Verdict::Supported,
        (true, 0) => Verdict::Unsupported,
        (true, _) => Verdict::Partial,
    };
    ClaimCheck {
        quotes,
        by_lang: ByLang::from([(lang("en"), Judgement { verdict, facts })]),
        verdict,
        judged: Vec::new(),
    }
}

fn build(world: &World) -> (Library, Verified) {
    let mut library = Library::default();
    let mut case = blank_case();
    let mut voices: BTreeMap<usize, Voice> = BTreeMap::new();
    for (number, told) in world.sources.iter().enumerate() {
        let id: Arc<str> = format!("s{number}").into();
        let source = Source {
            id: id.clone(),
            title: LangText::default(),
            url: told.address.then(|| format!("https://example.org/{number}")),
            archived: None,
            publisher: None,
            author: None,
            kind: None,
            lang: None,
            licence_url: None,
            licence: told.licensed.then(|| "CC0-1.0".to_owned()),
            published: if told.dated { day(2021, 1, 1) } else { Known::Absent },
            retrieved: Known::Absent,
            hash: None,
            cites: Vec::new(),
            primary: None,
            text: told.stored.then(|| StoredText {
                format: TextFormat::Plain,
                raw: "text".into(),
                path: String::new(),
                in_library: true,
            }),
            file: None,
            place: Place::file(""),
        };
        library.sources.insert(id.clone(), source);
        case.sources.push(SourceUse { id: id.clone(), name: id.to_string(), at: At::default() });
        let primary = told.org == 0;
        let voice = voices.entry(told.org).or_insert(Voice { sources: Vec::new(), primary, own: Vec::new() });
        voice.sources.push(id);
    }
    for (number, claim) in world.claims.iter().enumerate() {
        case.claims.push(Claim {
            id: format!("t{number}").into(),
            kind: claim.kind,
            field: Field::new("summary"),
            texts: ByLang::from([(lang("en"), text(&vec!["words"; claim.words].join(" ")))]),
            ranges: ByLang::default(),
            evidence: claim
                .quotes
                .iter()
                .map(|quote| Evidence {
                    source: Some(format!("s{}", quote.source).into()),
                    source_name: format!("s{}", quote.source),
                    quote: text("quote"),
                    prefix: None,
                    suffix: None,
                    at: At::default(),
                })
                .collect(),
            at: At::default(),
        });
    }
    if world.reviewed {
        case.review.reviewed_by = Some(text("A. Person"));
        case.review.reviewed_at = day(2022, 1, 1);
    }
    let mut languages = ByLang::from([(lang("en"), LanguageState::Original)]);
    for tag in ["ko", "ru"].into_iter().take(world.missing_languages) {
        languages.insert(lang(tag), LanguageState::Missing);
    }
    let fault = |aspect: &Aspect| Inconsistency { aspect: *aspect, field: "x".into(), message: "y".into() };
    let verified = Verified {
        claims: world.claims.iter().map(checked).collect(),
        case: Arc::new(case),
        languages,
        gaps: Vec::new(),
        lengths: Vec::new(),
        uncited: Vec::new(),
        voices: voices.into_values().collect(),
        inconsistencies: Aspect::ALL.iter().take(world.faults).map(fault).collect(),
    };
    (library, verified)
}

fn scored(world: &World) -> Score {
    let (library, verified) = build(world);
    case(&Context { library: &library, as_of: None }, verified).0.score
}

fn tenths_of(points: f64) -> i64 {
    (points * 10.0).round() as i64
}

fn kinds() -> impl Strategy<Value = ClaimKind> {
    proptest::sample::select(ClaimKind::ALL.to_vec())
}

fn found() -> impl Strategy<Value = MatchKind> {
    proptest::sample::select(vec![
        MatchKind::Exact,
        MatchKind::Normalized,
        MatchKind::Elided,
        MatchKind::Ambiguous,
    ])
}

fn any_match() -> impl Strategy<Value = MatchKind> {
    prop_oneof![
        3 => found(),
        2 => proptest::sample::select(vec![MatchKind::Fuzzy, MatchKind::Absent, MatchKind::NoText]),
    ]
}

fn quotes() -> impl Strategy<Value = WorldQuote> {
    (0usize..3, any_match(), any::<u32>()).prop_map(|(source, found, bears)| WorldQuote {
        source,
        found,
        bears,
    })
}

fn claims() -> impl Strategy<Value = WorldClaim> {
    (kinds(), 1usize..30, 0usize..5, proptest::collection::vec(quotes(), 0..3))
        .prop_map(|(kind, words, facts, quotes)| WorldClaim { kind, words, facts, quotes })
}

fn sources() -> impl Strategy<Value = WorldSource> {
    (0usize..3, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(org, address, stored, dated, licensed)| WorldSource { org, address, stored, dated, licensed },
    )
}

fn worlds() -> impl Strategy<Value = World> {
    (
        proptest::collection::vec(claims(), 0..8),
        proptest::collection::vec(sources(), 0..4),
        0usize..3,
        0usize..5,
        any::<bool>(),
    )
        .prop_map(|(claims, sources, missing_languages, faults, reviewed)| World {
            claims,
            sources,
            missing_languages,
            faults,
            reviewed,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn lines_and_parts_add_up(world in worlds()) {
        let score = scored(&world);
        let lost: i64 = score.lost.iter().map(|line| tenths_of(line.points)).sum();
        prop_assert_eq!(tenths_of(score.total) + lost, 1000);
        let earned: i64 = score.parts.iter().map(|part| tenths_of(part.points)).sum();
        prop_assert_eq!(earned, tenths_of(score.before_caps));
        prop_assert_eq!(score.parts.iter().map(|part| tenths_of(part.of)).sum::<i64>(), 1000);
        for part in &score.parts {
            let lines = score.lost.iter().filter(|line| line.part == Some(part.part));
            let lost: i64 = lines.map(|line| tenths_of(line.points)).sum();
            prop_assert_eq!(tenths_of(part.points) + lost, tenths_of(part.of), "{:?}", part.part);
        }
        prop_assert!(score.lost.iter().all(|line| line.points > 0.0 && !line.how.is_empty()));
    }

    #[test]
    fn a_true_quote_more_never_lowers(
        world in worlds(), which in any::<proptest::sample::Index>(), found in found(), bears in any::<u32>(),
    ) {
        prop_assume!(!world.claims.is_empty());
        let before = scored(&world);
        let mut more = world.clone();
        let at = which.index(more.claims.len());
        more.claims[at].quotes.push(WorldQuote { source: 0, found, bears });
        let after = scored(&more);
        prop_assert!(after.total >= before.total, "{} fell to {}", before.total, after.total);
    }

    #[test]
    fn a_source_more_never_lowers(world in worlds(), source in sources()) {
        let before = scored(&world);
        let mut more = world.clone();
        more.sources.push(source);
        let after = scored(&more);
        prop_assert!(after.total >= before.total, "{} fell to {}", before.total, after.total);
    }

    #[test]
    fn a_true_claim_more_never_lowers(world in worlds(), kind in kinds(), words in 1usize..30, facts in 0usize..5) {
        let before = scored(&world);
        let mut more = world.clone();
        let quote = WorldQuote { source: 0, found: MatchKind::Exact, bears: u32::MAX };
        more.claims.push(WorldClaim { kind, words, facts, quotes: vec![quote] });
        let after = scored(&more);
        prop_assert!(after.total >= before.total, "{} fell to {}", before.total, after.total);
    }

    #[test]
    fn splitting_a_claim_changes_nothing(
        world in worlds(), which in any::<proptest::sample::Index>(), cut in 1usize..30, facts in 0usize..5,
    ) {
        prop_assume!(!world.claims.is_empty());
        let at = which.index(world.claims.len());
        let whole = world.claims[at].clone();
        prop_assume!(cut < whole.words);
        let facts = facts.min(whole.facts);
        let mut split = world.clone();
        split.claims[at].words = cut;
        split.claims[at].facts = facts;
        let rest = WorldClaim {
            words: whole.words - cut,
            facts: whole.facts - facts,
            quotes: whole
                .quotes
                .iter()
                .map(|quote| WorldQuote { bears: quote.bears >> facts, ..quote.clone() })
                .collect(),
            ..whole
        };
        split.claims.push(rest);
        let (before, after) = (scored(&world), scored(&split));
        prop_assert_eq!(before.total, after.total);
        prop_assert_eq!(before.parts, after.parts);
    }

    #[test]
    fn the_order_of_claims_and_sources_changes_nothing(world in worlds()) {
        let mut turned = world.clone();
        turned.claims.reverse();
        for claim in &mut turned.claims {
            claim.quotes.reverse();
        }
        prop_assert_eq!(scored(&world).parts, scored(&turned).parts);
        prop_assert_eq!(scored(&world).total, scored(&turned).total);
    }

    #[test]
    fn odd_weights_still_add_up(world in worlds(), weights in proptest::array::uniform8(-5.0f64..40.0)) {
        let (mut library, verified) = build(&world);
        library.config.score.weights = weights;
        let score = case(&Context { library: &library, as_of: None }, verified).0.score;
        let lost: i64 = score.lost.iter().map(|line| tenths_of(line.points)).sum();
        prop_assert_eq!(tenths_of(score.total) + lost, 1000);
    }
}

fn exact(bears: u32) -> WorldQuote {
    WorldQuote { source: 0, found: MatchKind::Exact, bears }
}

fn good_source(org: usize) -> WorldSource {
    WorldSource { org, address: true, stored: true, dated: true, licensed: true }
}

/// A world that loses nothing in the parts that evidence decides.
fn sound() -> World {
    let claim = |kind| WorldClaim { kind, words: 8, facts: 2, quotes: vec![exact(u32::MAX)] };
    World {
        claims: vec![claim(ClaimKind::Cause), claim(ClaimKind::Impact)],
        sources: vec![good_source(0), good_source(1)],
        missing_languages: 0,
        faults: 0,
        reviewed: true,
    }
}

fn part(score: &Score, part: Part) -> (f64, f64) {
    let found = score.parts.iter().find(|found| found.part == part).unwrap();
    (found.points, found.of)
}

#[test]
fn full_marks_for_evidence_are_full() {
    let score = scored(&sound());
    for (name, points) in [(Part::Coverage, 25.0), (Part::Fidelity, 15.0), (Part::Agreement, 15.0)] {
        assert_eq!(part(&score, name), (points, points), "{name:?}");
    }
    assert_eq!(part(&score, Part::Sources), (15.0, 15.0));
    assert!(score.caps.is_empty());
    assert_eq!((score.claims_checked, score.claims), (2, 2));
}

#[test]
fn matches_count_as_the_table_says() {
    for (found, points) in [
        (MatchKind::Exact, 15.0),
        (MatchKind::Normalized, 14.3),
        (MatchKind::Elided, 12.0),
        (MatchKind::Ambiguous, 10.5),
        (MatchKind::Fuzzy, 0.0),
        (MatchKind::Absent, 0.0),
    ] {
        let mut world = sound();
        for claim in &mut world.claims {
            claim.quotes[0].found = found;
        }
        assert_eq!(part(&scored(&world), Part::Fidelity), (points, 15.0), "{found:?}");
    }
}

#[test]
fn the_best_quote_of_a_claim_counts() {
    let mut world = sound();
    world.claims[0].quotes.push(WorldQuote { source: 0, found: MatchKind::Absent, bears: 0 });
    assert_eq!(part(&scored(&world), Part::Fidelity), (15.0, 15.0));
}

#[test]
fn cause_and_impact_weigh_three() {
    let mut world = sound();
    let absent = WorldQuote { source: 0, found: MatchKind::Absent, bears: 0 };
    world.claims.push(WorldClaim { kind: ClaimKind::Other, words: 8, facts: 0, quotes: vec![absent] });
    // 6 of 7 weights are covered.
    assert_eq!(part(&scored(&world), Part::Coverage), (21.4, 25.0));
}

#[test]
fn kinds_that_a_record_should_have_count_when_absent() {
    let mut world = sound();
    world.claims.truncate(1);
    let score = scored(&world);
    assert_eq!(part(&score, Part::Coverage), (12.5, 25.0));
    assert!(score.lost.iter().any(|line| line.rule == "coverage.kind-absent" && line.place == "impact"));
}

#[test]
fn a_case_without_claims_is_scored_on_what_it_has() {
    let mut world = sound();
    world.claims.clear();
    let score = scored(&world);
    assert_eq!(part(&score, Part::Fidelity).1, 0.0);
    assert_eq!(part(&score, Part::Agreement).1, 0.0);
    assert_eq!(part(&score, Part::Coverage).0, 0.0);
    let before = score.total;
    world.claims.push(WorldClaim {
        kind: ClaimKind::Other,
        words: 5,
        facts: 0,
        quotes: vec![WorldQuote { source: 0, found: MatchKind::Ambiguous, bears: 0 }],
    });
    assert!(scored(&world).total >= before, "the first quote found lowers a score");
}

#[test]
fn caps_hold_the_total_down_with_a_line_of_their_own() {
    let mut world = sound();
    world.reviewed = false;
    let score = scored(&world);
    let mut bare = sound();
    bare.sources.iter_mut().for_each(|source| source.address = false);
    let capped = scored(&bare);
    assert_eq!(capped.total, 40.0);
    assert_eq!(capped.caps[0], Cap { rule: "no-address", at: 40.0 });
    assert_eq!(capped.grade, Grade::Weak);
    let line = capped.lost.iter().find(|line| line.part.is_none()).unwrap();
    assert_eq!(tenths_of(line.points), tenths_of(capped.before_caps) - 400);
    assert_eq!(score.caps[0].rule, "unreviewed");
    assert!(score.total <= 80.0);
}

#[test]
fn a_contradicted_cause_caps_at_sixty() {
    let (library, mut verified) = build(&sound());
    verified.claims[0].verdict = Verdict::Contradicted;
    let score = case(&Context { library: &library, as_of: None }, verified).0.score;
    assert_eq!(score.total, 60.0);
    assert_eq!(score.caps[0].rule, "contradicted");
}

#[test]
fn a_review_after_the_day_of_the_score_does_not_count_yet() {
    let (library, verified) = build(&sound());
    let at = |as_of| case(&Context { library: &library, as_of }, verified.clone());
    let (early, told) = at(Some(date(2021, 6, 1)));
    assert!(told.iter().any(|finding| finding.code == Code::S003));
    let (late, told) = at(Some(date(2022, 6, 1)));
    assert!(told.is_empty());
    assert!(early.score.total < late.score.total);
}
