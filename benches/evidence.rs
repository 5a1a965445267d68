//! The checks of evidence, each by itself: quotes in sources of 50 kB, facts of short texts, claims against
//! quotes. `cargo bench --bench evidence`.

use std::hint::black_box;

use casebook::text::fold::fold;
use casebook::verify::agree::{Statement, agree};
use casebook::verify::facts;
use casebook::verify::lexicon::Lexicon;
use casebook::verify::locate::{QuoteSelector, SourceText, locate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Texts as reports have them, with and without figures.
const TEXTS: [(&str, &str); 12] = [
    ("en", "Median latency rose from 42.1 ms to 4.2 s within 14 minutes, and P99 never recovered."),
    ("en", "At 13:37 UTC on October 28, 2021 about 120,000 customers saw errors from the 1.10.3 release."),
    ("en", "The engineer on call looked at the deploys, and none of them stood out to her."),
    ("en", "Roughly two thirds of the 1,500 hosts were restarted, which took three and a half hours."),
    ("ko", "지연 시간 중앙값이 14분 만에 42.1ms에서 4.2초로 늘었고 P99는 회복되지 않았다."),
    ("ko", "2021년 10월 28일 오후 1시 37분에 고객 약 12만 명이 1.10.3 버전의 오류를 보았다."),
    ("ko", "당직 엔지니어는 배포 기록을 먼저 살폈지만 눈에 띄는 변경이 없었다."),
    ("ko", "호스트 1,500대 중 약 3분의 2를 재시작하는 데 세 시간 반이 걸렸다."),
    ("ru", "За 14 минут медианная задержка выросла с 42,1 мс до 4,2 с, и P99 так и не восстановился."),
    ("ru", "В 13:37 UTC 28 октября 2021 года около 120 000 клиентов увидели ошибки версии 1.10.3."),
    ("ru", "Дежурный инженер проверил журнал выкладок, но заметных изменений не нашёл."),
    ("ru", "Примерно две трети из 1500 узлов перезапустили, на что ушло три с половиной часа."),
];

const CLAIMS: [(&str, &str, &str, &str); 3] = [
    (
        "en",
        "The check's response time dropped from 511 ms to 29 ms after the lock was removed.",
        "en",
        "Response time for the check dropped from 511ms to 29ms once the global lock was gone.",
    ),
    (
        "ko",
        "잠금을 없애자 검사의 응답 시간이 511ms에서 29ms로 줄었다.",
        "en",
        "Response time for the check dropped from 511ms to 29ms once the global lock was gone.",
    ),
    (
        "ru",
        "Когда блокировку убрали, время ответа проверки снизилось с 511 мс до 29 мс.",
        "en",
        "Response time for the check dropped from 511ms to 29ms once the global lock was gone.",
    ),
];

/// Prose of about `bytes` bytes, the same on every machine.
fn prose(bytes: usize) -> String {
    const WORDS: [&str; 40] = [
        "the",
        "of",
        "server",
        "queue",
        "and",
        "latency",
        "rose",
        "while",
        "engineers",
        "looked",
        "at",
        "a",
        "dashboard",
        "that",
        "showed",
        "nothing",
        "new",
        "retries",
        "piled",
        "up",
        "in",
        "front",
        "cache",
        "until",
        "every",
        "host",
        "was",
        "busy",
        "with",
        "requests",
        "from",
        "clients",
        "which",
        "had",
        "no",
        "limit",
        "for",
        "their",
        "connections",
        "again",
    ];
    let (mut text, mut state, mut words) = (String::with_capacity(bytes + 16), 0x2545_F491u32, 0);
    while text.len() < bytes {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        words += 1;
        if state % 25 == 0 {
            text.push_str(&(state % 5000).to_string());
        } else {
            text.push_str(WORDS[state as usize % WORDS.len()]);
        }
        text.push_str(if words % 13 == 0 { ". " } else { " " });
    }
    text
}

fn quotes(c: &mut Criterion) {
    let text = prose(50_000);
    let source = SourceText::new(text.as_str());
    let at = |share: usize| text.len() * share / 100;
    let exact: Vec<String> =
        (5..95).step_by(3).map(|share| text[at(share)..at(share) + 200].to_owned()).collect();
    let wrapped: Vec<String> = exact.iter().map(|quote| quote.trim().replace(' ', "\n")).collect();
    let slips: Vec<String> =
        exact.iter().map(|quote| format!("{}{}{}", &quote[..50], &quote[51..120], &quote[121..])).collect();
    let absent: Vec<String> =
        (0..30).map(|number| prose(200 + number)[number..].replace("the", "some")).collect();
    let folded = fold(&text);
    let mut group = c.benchmark_group("locate");
    for (name, quotes) in [("exact", &exact), ("wrapped", &wrapped), ("slips", &slips), ("absent", &absent)] {
        group.throughput(Throughput::Elements(quotes.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for quote in quotes {
                    black_box(locate(&source, &QuoteSelector::new(quote)));
                }
            });
        });
    }
    // What the search alone would take: the measure for exact quotes.
    group.throughput(Throughput::Elements(exact.len() as u64));
    group.bench_function("memmem over the folded text", |b| {
        b.iter(|| {
            for quote in &exact {
                black_box(memchr::memmem::find(folded.text.as_bytes(), quote.as_bytes()));
            }
        });
    });
    group.finish();
    c.bench_function("fold 50 kB", |b| b.iter(|| black_box(fold(&text))));
}

fn texts(c: &mut Criterion) {
    let mut group = c.benchmark_group("facts");
    for lang in ["en", "ko", "ru"] {
        let own: Vec<&str> = TEXTS.iter().filter(|text| text.0 == lang).map(|text| text.1).collect();
        group.throughput(Throughput::Elements(own.len() as u64));
        group.bench_function(lang, |b| {
            b.iter(|| {
                for text in &own {
                    black_box(facts::extract(lang, text));
                }
            });
        });
    }
    group.finish();
}

fn claims(c: &mut Criterion) {
    let lexicon = Lexicon::base();
    let mut group = c.benchmark_group("agree");
    for (claim_lang, claim, quote_lang, quote) in CLAIMS {
        let claim = Statement { lang: claim_lang, text: claim };
        let quote = Statement { lang: quote_lang, text: quote };
        group.bench_function(format!("{claim_lang} with {quote_lang}"), |b| {
            b.iter(|| black_box(agree(claim, &[quote], &lexicon)));
        });
    }
    group.finish();
}

criterion_group!(benches, quotes, texts, claims);
criterion_main!(benches);
