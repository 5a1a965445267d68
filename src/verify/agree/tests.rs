//! A table of claims and quotes in many pairs of languages, and what holds for any text at all.

use std::sync::OnceLock;

use proptest::prelude::*;

use super::{Statement, agree};
use crate::verify::lexicon::Lexicon;
use crate::verify::{FactStatus, Verdict};

fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(Lexicon::base)
}

fn statement<'a>(lang: &'a str, text: &'a str) -> Statement<'a> {
    Statement { lang, text }
}

fn verdict(claim: (&str, &str), quotes: &[(&str, &str)]) -> Verdict {
    let quotes: Vec<Statement<'_>> = quotes.iter().map(|(lang, text)| statement(lang, text)).collect();
    agree(statement(claim.0, claim.1), &quotes, lexicon()).verdict
}

/// As the table counts: `quoted` is support without figures.
fn told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported | Verdict::Quoted => "supported",
        Verdict::Contradicted => "contradicted",
        Verdict::Partial => "partial",
        _ => "unsupported",
    }
}

#[test]
fn pairs_of_claims_and_quotes_get_the_verdict_that_is_due() {
    hold("pairs.tsv", include_str!("pairs.tsv"), 0, 20);
}

/// Free prose, true or spoilt in one place: some of it is beyond what is read here, and known to be.
#[test]
fn pairs_of_free_prose_get_the_verdict_that_is_due() {
    hold("prose.tsv", include_str!("prose.tsv"), PROSE_VOUCHED, 12);
}

/// One table for the kinds of meaning that no figure tells, each true and turned round.
#[test]
fn kinds_of_meaning_get_the_verdict_that_is_due() {
    hold("kinds.tsv", include_str!("kinds.tsv"), KINDS_VOUCHED, 6);
}

/// Pairs of `kinds.tsv` that are vouched for and should not be.
const KINDS_VOUCHED: usize = 17;

/// Pairs of `prose.tsv` that are vouched for and should not be: who lags behind whom, a cause told with a word
/// for the outage itself, an order told by "first" and "then", a factor told in words.
const PROSE_VOUCHED: usize = 7;

/// Holds every pair of a table to its verdict: at most `vouched` may be vouched for that should not, and
/// one in `wrong_in` may be wrong otherwise.
fn hold(name: &str, table: &str, may_vouch: usize, wrong_in: usize) {
    let (mut wrong, mut total, mut vouched) = (Vec::new(), 0, Vec::new());
    for (number, line) in table.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let &[claim_lang, quote_lang, due, claim, quote] = fields.as_slice() else {
            panic!("{name} line {} has {} fields", number + 1, fields.len());
        };
        total += 1;
        let got = told(verdict((claim_lang, claim), &[(quote_lang, quote)]));
        if got != due {
            let told = format!("{name} line {}: {due} told {got}: {claim}", number + 1);
            if got == "supported" {
                vouched.push(told);
            } else {
                wrong.push(told);
            }
        }
    }
    assert!(vouched.len() <= may_vouch, "falsely vouched for:\n{}", vouched.join("\n"));
    assert!(wrong.len() * wrong_in <= total, "{} of {total} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn several_quotes_bear_a_claim_together() {
    let claim = ("en", "The outage lasted 40 minutes and cost 2 million dollars.");
    let first = ("ko", "장애는 40분 동안 이어졌다.");
    assert_eq!(verdict(claim, &[first]), Verdict::Partial);
    assert_eq!(verdict(claim, &[first, ("en", "The total cost was $2 million.")]), Verdict::Supported);
    assert_eq!(verdict(claim, &[]), Verdict::Unsupported);
}

#[test]
fn a_claim_without_figures_is_quoted() {
    let claim = ("en", "The certificate expired.");
    assert_eq!(verdict(claim, &[("en", "Then the certificate expired.")]), Verdict::Quoted);
}

#[test]
fn each_fact_tells_what_it_was_held_against() {
    let quote = statement("en", "Response time for the check dropped from 511ms to 29ms");
    let claim = statement("ru", "Время ответа проверки упало с 511 мс до 92 мс.");
    let agreement = agree(claim, &[quote], lexicon());
    assert_eq!(agreement.verdict, Verdict::Contradicted);
    let fact = agreement.facts.iter().find(|fact| fact.status == FactStatus::Contradicted).unwrap();
    assert_eq!((fact.kind.as_str(), &claim.text[fact.span.range()]), ("duration", "92 мс"));
    assert_eq!(fact.against.as_deref(), Some("29ms"));
    let (number, at) = fact.against_at.unwrap();
    assert_eq!((number, &quote.text[at.range()]), (0, "29ms"));
    assert!(fact.why.contains("29ms"), "{}", fact.why);
}

#[test]
fn a_claim_bears_itself() {
    for (lang, text) in [
        ("en", "P99 latency rose from 18.2 ms to 4,120 ms on 24 September at 09:46 UTC."),
        ("ko", "9월 24일 장애로 사용자 3만 5천 명이 영향을 받았다."),
        ("ru", "Сбой затронул 35 тысяч пользователей и длился 82 минуты."),
        ("de", "Der Ausfall dauerte 90 Minuten."),
        ("ja", "障害は2時間続いた。"),
    ] {
        assert_eq!(verdict((lang, text), &[(lang, text)]), Verdict::Supported, "{text}");
    }
}

/// Texts out of the pieces that the checks look at, in any order and any language.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "от",
        "до",
        "не",
        "50%",
        "P99",
        "1.10",
        "v2.1",
        "13:37 PST",
        "10월 28일",
        "에서",
        "로 줄었다",
        "않았다",
        "서버",
        "28 октября",
        "before",
        "after",
        "from 5 to 10 ms",
        "half",
        "Mumbai",
        "뭄바이",
        "は増えた",
        "没有",
        "3.2亿",
        ", and",
        ". ",
        "、",
        "\u{301}",
        "ё",
        "İ",
        "ﬁ",
        "\u{200b}",
        "\n",
        "№",
        "12 000",
        "nearly a million",
        "*",
        "—",
    ]);
    prop::collection::vec(prop_oneof![4 => piece.prop_map(str::to_owned), 1 => any::<String>()], 0..24)
        .prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gets_a_verdict_and_spans_on_characters(
        claim in pieces(),
        quote in pieces(),
        langs in prop::sample::select(vec![("en", "ko"), ("ko", "ru"), ("ru", "en"), ("ja", "zh"), ("xx", "de"), ("", "fr")]),
    ) {
        let quotes = [statement(langs.1, &quote)];
        let once = agree(statement(langs.0, &claim), &quotes, lexicon());
        for fact in &once.facts {
            prop_assert!(claim.get(fact.span.range()).is_some());
            if let Some((number, at)) = fact.against_at {
                prop_assert_eq!(number, 0);
                prop_assert!(quote.get(at.range()).is_some());
            }
        }
        prop_assert_eq!(once, agree(statement(langs.0, &claim), &quotes, lexicon()));
    }
}

/// What is meant, due or would have been is not done, whatever figures stand beside it.
#[test]
fn what_was_meant_to_happen_is_not_vouched_for_as_done() {
    let pairs = [
        ("en", "The team reduced the timeout to 5 seconds.", "ko", "타임아웃을 5초로 줄이려던 중이었다."),
        ("en", "Operators blocked the traffic.", "ko", "트래픽을 막기 위해 운영자가 모였다."),
        ("en", "The key was rotated.", "ko", "키를 교체해야 한다."),
        ("ru", "Кластер расширили до 9 узлов.", "ko", "클러스터를 9대로 늘려야 했다."),
        ("ko", "인증서를 교체했다.", "en", "The certificate was supposed to be replaced."),
        ("ko", "캐시를 비웠다.", "ru", "Инженеры собрались, чтобы очистить кэш."),
        ("ko", "디스크를 교체했다.", "ru", "Диск нужно заменить."),
        ("en", "The alert fired at 10:05.", "en", "The alert was supposed to fire at 10:05."),
        ("en", "The failover took 3 minutes.", "en", "The failover would have taken 3 minutes."),
        ("en", "The backup was restored.", "ru", "Резервную копию должны были восстановить."),
    ];
    for (claim_lang, claim, quote_lang, quote) in pairs {
        let got = verdict((claim_lang, claim), &[(quote_lang, quote)]);
        assert_eq!(told(got), "unsupported", "{claim} | {quote}");
    }
    let failed = ("ko", "릴리스를 롤백하려고 했으나 실패했다.");
    assert_ne!(told(verdict(("en", "The team rolled back the release."), &[failed])), "supported");
    // What is done for a purpose is done.
    let done = verdict(
        ("en", "The team replaced the firewall to block the traffic."),
        &[("ko", "트래픽을 막기 위해 방화벽을 교체했다.")],
    );
    assert_eq!(told(done), "supported");
}

#[test]
fn an_order_is_read_up_to_the_comma_and_by_what_stands_beside_until() {
    let told = |claim, quote| told(verdict(claim, &[quote]));
    let crashed = ("en", "After the database was updated, it crashed.");
    assert_eq!(told(("ru", "После обновления база данных упала."), crashed), "supported");
    let after = ("en", "The backup was made after the outage.");
    assert_eq!(told(("ru", "Резервную копию сделали до сбоя."), after), "contradicted");
}

#[test]
fn a_verb_that_brings_another_about_makes_nothing_and_cannot_be_used_is_unavailable() {
    let told = |claim, quote| told(verdict(claim, &[quote]));
    let slowed = ("ko", "이 변경이 서버를 느려지게 만들었다.");
    assert_ne!(told(("en", "The team created a new server."), slowed), "supported");
    let unusable = ("ko", "복제를 사용할 수 없었다.");
    assert_eq!(told(("en", "Replication was available."), unusable), "contradicted");
    let unreachable = ("en", "The service was not reachable.");
    assert_eq!(told(("en", "The service was unreachable."), unreachable), "supported");
}
