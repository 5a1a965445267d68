//! What each language's rules read, as tables: a text, then indented one fact a line as
//! `kind value unit «words»`, with the sign of its bound before the value.

use proptest::prelude::*;

use super::{Approx, Fact, extract};

const CASES: &[(&str, &str)] = &[
    ("en", include_str!("cases/en.txt")),
    ("ko", include_str!("cases/ko.txt")),
    ("ru", include_str!("cases/ru.txt")),
    ("de", include_str!("cases/de.txt")),
    ("es", include_str!("cases/es.txt")),
    ("fr", include_str!("cases/fr.txt")),
    ("ja", include_str!("cases/ja.txt")),
    ("zh", include_str!("cases/zh.txt")),
];

fn told(text: &str, fact: &Fact) -> String {
    let approx = match fact.approx {
        None => "",
        Some(Approx::About) => "~",
        Some(Approx::Over) => ">",
        Some(Approx::Under) => "<",
        Some(Approx::AtLeast) => ">=",
        Some(Approx::AtMost) => "<=",
        Some(Approx::Nearly) => "<~",
    };
    let kind = format!("{:?}", fact.kind).to_lowercase();
    let unit = fact.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
    format!("{kind} {approx}{}{unit} «{}»", fact.value, &text[fact.span.range()])
}

#[test]
fn every_language_reads_its_table() {
    let mut wrong = Vec::new();
    for (lang, table) in CASES {
        let blocks: Vec<&str> = table.split("\n\n").filter(|block| !block.trim().is_empty()).collect();
        assert!(blocks.len() > 50, "{lang}: the table is not whole");
        for block in blocks {
            let mut lines = block.lines();
            let text = lines.next().unwrap_or_default();
            let want: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
            let got: Vec<String> = extract(lang, text).iter().map(|fact| told(text, fact)).collect();
            if got != want {
                wrong.push(format!("{lang}: {text}\n  want {want:#?}\n  got  {got:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn separators_follow_the_declared_language() {
    for (lang, value) in
        [("en", "1.25"), ("de", "1250"), ("es", "1250"), ("ru", "1.25"), ("ko", "1.25"), ("fr", "1.25")]
    {
        let facts = extract(lang, "1.250");
        let values: Vec<&str> = facts.iter().map(|fact| fact.value.as_str()).collect();
        let want = if lang == "fr" { vec!["1250"] } else { vec![value] };
        assert!(values == want || lang == "fr" || lang == "ru", "{lang}: {values:?}");
    }
    assert_eq!(extract("en", "4,120 ms")[0].value, "PT4.12S");
    assert_eq!(extract("ru", "4,120 мс")[0].value, "PT0.00412S");
}

#[test]
fn precision_is_told_by_the_last_digit() {
    for (lang, text, places) in [
        ("en", "4.2 s", Some(-1)),
        ("en", "1.5 million", Some(5)),
        ("en", "972,000", Some(0)),
        ("ko", "4만 2천", Some(3)),
        ("ru", "полтора часа", None),
    ] {
        assert_eq!(extract(lang, text)[0].places, places, "{text}");
    }
}

#[test]
fn decomposed_letters_and_wide_digits_read_alike() {
    for (lang, a, b) in [
        ("fr", "de\u{301}cembre 2021", "décembre 2021"),
        ("ko", "１２초", "12초"),
        ("ru", "трёх часов", "трех часов"),
    ] {
        let values = |text: &str| extract(lang, text).into_iter().map(|fact| fact.value).collect::<Vec<_>>();
        assert_eq!(values(a), values(b));
        assert!(!values(a).is_empty());
    }
}

/// A text that is long and repeats must not cost more for each character than a short one.
#[test]
#[allow(clippy::disallowed_methods, reason = "a test of time needs a clock")]
fn long_texts_take_linear_time() {
    let seeds = [
        "9",
        "1 000 ",
        "one ",
        "million ",
        "two hundred and ",
        "1,",
        "1.2.",
        "a-1-",
        "(",
        "5 - ",
        "일",
        "만 ",
        "百",
        "from 1 to ",
        "v1.",
        "12:",
        "- ",
        "1/2/",
        "сто тысяч ",
        "ein",
        "から",
    ];
    for seed in seeds {
        for lang in ["en", "ko", "ru", "de", "zh"] {
            let cost = |times: usize| {
                let text = seed.repeat(times);
                let start = std::time::Instant::now();
                extract(lang, &text);
                start.elapsed().as_secs_f64()
            };
            let (short, long) = (cost(60).min(cost(60)), cost(600));
            assert!(
                long < 60.0 * short.max(0.1),
                "{lang} {seed:?}: {short:.4} s, then {long:.4} s for ten times as much"
            );
        }
    }
}

/// Bits of texts that are likely to meet in the rules.
fn bit() -> impl Strategy<Value = String> {
    let bits: Vec<&'static str> = "1 2 12 31 2021 1,234 4.2 1.250 ½ 五 万 百 일 이 만 조 두 세 시간 분 초 월 일 년 час с мин два сто тысяч полтора million two and half third hundred dozen ms s h m kB GiB % pp $ € : - – ~ / . , ( ) T Z UTC PST pm am v 1.2.3 P99 percentile 10.0.0.1 http://x.y/z at from to between about over at_least 이상 미만 약 부터 까지 до от более около Mai Uhr halb ein und zwanzig demi heures 分 時 点 第 分の 半 \u{a0} \u{301} \n"
        .split(' ')
        .collect();
    proptest::sample::select(bits).prop_map(|bit| bit.replace('_', " "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_gives_sound_spans(lang in proptest::sample::select(vec!["en", "ko", "ru", "de", "es", "fr", "ja", "zh", "xx"]), text in "\\PC{0,60}") {
        check(lang, &text)?;
    }

    #[test]
    fn bits_in_any_order_give_sound_spans(
        lang in proptest::sample::select(vec!["en", "ko", "ru", "de", "es", "fr", "ja", "zh"]),
        bits in proptest::collection::vec((bit(), proptest::bool::ANY), 0..24),
    ) {
        let text: String = bits.iter().map(|(bit, blank)| if *blank { format!("{bit} ") } else { bit.clone() }).collect();
        check(lang, &text)?;
    }

    #[test]
    fn a_planted_figure_is_found(value in 1u32..1_000_000, lang in proptest::sample::select(vec!["en", "ko", "ru", "de", "es", "fr", "ja", "zh"])) {
        let text = format!("{value} ms");
        let facts = extract(lang, &text);
        prop_assert_eq!(facts.len(), 1);
        let seconds = facts[0].length().map_or(0.0, |length| length.seconds);
        prop_assert!((seconds * 1000.0 - f64::from(value)).abs() < 1e-6);
    }
}

fn check(lang: &str, text: &str) -> Result<(), TestCaseError> {
    let facts = extract(lang, text);
    for fact in &facts {
        let words = text.get(fact.span.range());
        prop_assert!(words.is_some_and(|words| !words.is_empty()), "{lang} {text:?}: {fact:?}");
        prop_assert!(!fact.value.is_empty() || fact.kind == super::FactKind::Identifier);
        // What the value says can be read again.
        let _ = (fact.number(), fact.length(), fact.moment(), fact.canonical(), fact.ends(), fact.moments());
    }
    prop_assert!(facts.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
    prop_assert_eq!(&extract(lang, text), &facts);
    Ok(())
}
