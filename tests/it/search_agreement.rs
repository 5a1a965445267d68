//! The browser's engine and this one: the same tokens, and the same answers to generated queries.

use std::collections::BTreeMap;
use std::process::Command;

use casebook::index::{
    Answer, Concept, Document, Facet, Field, Library, Options, Passage, Sort, Text, build, search, tokenize,
};
use casebook::text::Lang;
use serde_json::{Value, json};

use super::search::Memory;

const ENGLISH: &str = "the database replica lagged behind its primary after a deployment changed timeouts and every client \
retried at once so the queue of Go-based workers in us-east-1 grew to 1,234 entries while p99 latency rose from 511ms to v2.14.0 \
NodeNotReady TCP_NODELAY 10.1.2.3 /v1/checkout .env C++ driver's café CVE-2021-44228 certificate expired replication recovered services";
const KOREAN: &str = "데이터베이스의 복제가 배포 이후 지연되었고 시간초과가 서버에서 발생했다 복제지연을 줄이려고 Consul은 재시작했다 서버를 서버가 \
지연을 지연이 복제를 복제 시간 초과 장애가 장애를 인증서가 만료됐다 인증서 인증 24시간 동안 KV쓰기 v1.10을 노드에서는 클러스터와 패킷 손실";
const RUSSIAN: &str = "сервер базы данных потерял соединение с репликой после развёртывания задержка запросов выросла а очередь сообщений \
переполнилась серверы перезапускались Пётр учёт репликацией репликации повреждение журнала восстановление кластера потеря пакетов узлов";
const CHINESE: &str = "我们恢复了数据库服务 集群 在 10 分钟 后 恢复 サーバーが停止した 猫 流量丢失";

/// A small generator of numbers, so that every run asks the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn words(&mut self, source: &str, count: usize) -> String {
        let words: Vec<&str> = source.split_whitespace().collect();
        (0..count).map(|_| words[self.below(words.len())]).collect::<Vec<_>>().join(" ")
    }
}

fn lang(tag: &str) -> Lang {
    Lang::parse(tag).unwrap()
}

fn library() -> Library {
    let mut numbers = Numbers(7);
    let sources = [("en", ENGLISH), ("ko", KOREAN), ("ru", RUSSIAN), ("zh-Hans", CHINESE)];
    let documents = (0..120)
        .map(|at| {
            let mut texts = Vec::new();
            for (tag, source) in sources {
                if texts.is_empty() && tag == "zh-Hans" || numbers.below(3) > 0 {
                    let passage =
                        |field, text| Passage { field, anchor: (at % 5 == 0).then(|| "c1".to_owned()), text };
                    texts.push(Text {
                        lang: lang(tag),
                        url: format!("{tag}/cases/case-{at}/"),
                        title: numbers.words(source, 4),
                        passages: vec![
                            passage(
                                Field::Summary,
                                format!("{}. {}", numbers.words(source, 30), numbers.words(source, 20)),
                            ),
                            passage(Field::Quote, numbers.words(ENGLISH, 9)),
                        ],
                    });
                }
            }
            Document {
                id: format!("IL-{at:04}"),
                aliases: vec![format!("CVE-2021-{}", 1000 + at)],
                date: "2021".into(),
                date_key: 20_150_000 + (at % 9) * 10_000,
                score: (at % 7 > 0).then_some((at * 83 % 1000) as u16),
                facets: [(
                    "domain".to_owned(),
                    vec![["dns", "storage", "cache"][numbers.below(3)].to_owned()],
                )]
                .into(),
                texts,
            }
        })
        .collect();
    let forms =
        [("en", "packet loss"), ("ko", "패킷 손실"), ("ru", "потеря пакетов"), ("zh-Hans", "流量丢失")];
    Library {
        documents,
        facets: vec![Facet { name: "domain".into(), ..Facet::default() }],
        glossary: vec![
            forms.iter().map(|(tag, form)| (lang(tag), vec![(*form).to_owned()])).collect::<Concept>(),
        ],
        languages: sources.iter().map(|(tag, _)| lang(tag)).collect(),
    }
}

const SPOKEN: [&str; 10] = [
    "서버가 지연돼요",
    "발생했어요",
    "발생합니다 서버",
    "줄여요",
    "재시작했더니 만료됨",
    "만료됐는데",
    "줄임 만료됩니다",
    "패킷 손실까지",
    "потери пакета",
    "전혀모르는말이에요 아무도모름 발생함 서버는",
];

/// With signs, versions, figures and units, widths, quotes.
const PASTED: [(&str, &str); 24] = [
    ("en", "511 ms"),
    ("en", "\"511 ms\""),
    ("en", "\"from 511 ms to\""),
    ("en", "\"from 511ms\" rose"),
    ("en", "v10.1.2.3"),
    ("en", "2.14.0"),
    ("en", "v2.14"),
    ("en", "2.14.1 rose"),
    ("en", "go-basde"),
    ("en", "\".env\""),
    ("en", ".en"),
    ("en", "\"café\""),
    ("en", "\"C++ driver's\""),
    ("en", "\"TCP_NODELAY\" -go-based"),
    ("en", "database -cafe"),
    ("ru", "\"Пётр\""),
    ("ru", "\"Пётр учёт\""),
    ("ru", "серверр"),
    ("ko", "24 시간"),
    ("ko", "v1.10 서버"),
    ("zh-Hans", "ｻｰﾊﾞｰ"),
    ("zh-Hans", "\"サーバーが\""),
    ("zh-Hans", "ｻｰﾊﾞｰが停止"),
    ("en", "10.1.2.4"),
];

fn queries() -> Vec<(String, String)> {
    let mut numbers = Numbers(11);
    let mut all = Vec::new();
    for (tag, source) in [("en", ENGLISH), ("ko", KOREAN), ("ru", RUSSIAN), ("zh-Hans", CHINESE)] {
        for at in 0..140 {
            let count = 1 + numbers.below(3);
            let mut query = numbers.words(source, count);
            match at % 14 {
                0 => query = format!("\"{}\"", numbers.words(source, 2)),
                1 => query = format!("{query} -{}", numbers.words(source, 1)),
                2 => query = format!("{query} domain:dns"),
                3 => query = format!("{query} score:>40 year:2016..2020"),
                4..=6 => {
                    // A letter lost or changed.
                    let mut letters: Vec<char> = query.chars().collect();
                    let place = numbers.below(letters.len());
                    if at % 2 == 0 {
                        letters.remove(place);
                    } else {
                        letters[place] = 'е';
                    }
                    query = letters.into_iter().collect();
                }
                7 | 8 => {
                    let letters: Vec<char> = query.chars().collect();
                    query = letters[..letters.len().div_ceil(2)].iter().collect();
                }
                9 => query = numbers.words(ENGLISH, 1),
                10 => query = format!("IL-{:04}", numbers.below(130)),
                11 => query = ["packet loss", "패킷 손실", "потеря пакетов"][numbers.below(3)].to_owned(),
                12 => query = format!("{query}{}", ["에서는", "의", "ами", "ing"][numbers.below(4)]),
                _ => {}
            }
            all.push((tag.to_owned(), query));
        }
    }
    for (tag, query) in PASTED {
        all.push((tag.to_owned(), query.to_owned()));
    }
    // As people speak: verbs with other endings than the texts', glossary forms with particles.
    for query in SPOKEN {
        all.push(("ko".to_owned(), query.to_owned()));
    }
    all
}

/// Runs node; without it the test says why it is skipped, unless `CASEBOOK_REQUIRE_NODE=1`.
pub fn node(arguments: &[&str]) -> Option<std::process::Output> {
    match Command::new("node").args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) => {
            let required = std::env::var_os("CASEBOOK_REQUIRE_NODE").is_some_and(|value| value == "1");
            assert!(!required, "node is required and cannot be run: {error}");
            eprintln!("skipped: node cannot be run ({error})");
            None
        }
    }
}

/// An answer as `agree.mjs` compares it.
pub fn expected(tag: &str, query: &str, answer: &Answer) -> Value {
    let excerpts: Vec<Vec<String>> = answer
        .results
        .iter()
        .map(|result| {
            let letters: Vec<char> = result.excerpt.text.chars().collect();
            let marks = result.excerpt.marks.iter().map(|(from, to)| letters[*from..*to].iter().collect());
            std::iter::once(result.excerpt.text.clone()).chain(marks).collect()
        })
        .collect();
    let ids: Vec<String> = answer
        .results
        .iter()
        .map(|r| format!("{}/{}/{}/{}", r.id, r.lang, r.matched, json!(r.how).as_str().unwrap()))
        .collect();
    json!({
        "lang": tag, "query": query, "all": false, "sort": "relevance",
        "total": answer.total, "ids": ids, "excerpts": excerpts, "corrections": answer.corrections,
        "flags": [json!(answer.partial), json!(answer.widened), json!(answer.similar)],
    })
}

#[test]
fn both_engines_give_the_same_answers() {
    let mut library = library();
    for (at, document) in library.documents.iter_mut().enumerate() {
        // Titles that hold what reads as syntax.
        for text in document.texts.iter_mut().filter(|_| at % 4 == 0) {
            text.title.push_str([" -cache", " «v1»", " domain:dns", " -> x"][at / 4 % 4]);
        }
    }
    let index = build(&library);
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in &index.files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let memory = Memory::of(index);
    let (mut answers, mut found, mut corrected) = (Vec::new(), 0, 0);
    let titles = library.documents.iter().flat_map(|document| &document.texts).step_by(9);
    let titles = titles.map(|text| (text.lang.to_string(), text.title.clone()));
    for (at, (tag, query)) in queries().into_iter().chain(titles).enumerate() {
        let (all_languages, sort) =
            (at % 5 == 4, [Sort::Relevance, Sort::Relevance, Sort::Date, Sort::Score][at % 4]);
        let options = Options { limit: 20, all_languages, sort, ..Options::default() };
        let answer = search(&memory, &tag, &query, options).unwrap();
        found += usize::from(answer.total > 0);
        corrected += usize::from(!answer.corrections.is_empty());
        let sort_name = ["relevance", "relevance", "date", "score"][at % 4];
        let mut told = expected(&tag, &query, &answer);
        (told["all"], told["sort"]) = (json!(all_languages), json!(sort_name));
        answers.push(told);
    }
    assert!(answers.len() >= 500 && found > 400 && corrected > 20, "{found} found, {corrected} corrected");
    let file = folder.path().join("answers.json");
    std::fs::write(&file, json!(answers).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/agree.mjs");
    let Some(output) = node(&[script, &folder.path().to_string_lossy(), &file.to_string_lossy()]) else {
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A library in which common words bring the texts of their first page with their postings.
fn large_library() -> Library {
    let mut numbers = Numbers(23);
    let documents = (0..2_400).map(|at| {
        let text = Text {
            lang: lang("en"),
            url: format!("en/cases/case-{at}/"),
            title: format!("Outage {at} {}", numbers.words(ENGLISH, 2)),
            passages: vec![Passage {
                field: Field::Summary,
                anchor: None,
                text: format!("{} server {}", numbers.words(ENGLISH, 3), "server ".repeat(numbers.below(5))),
            }],
        };
        Document {
            id: format!("IL-{at:04}"),
            aliases: Vec::new(),
            date: "2021".into(),
            date_key: 20_210_000,
            score: None,
            facets: BTreeMap::new(),
            texts: vec![text],
        }
    });
    Library { documents: documents.collect(), languages: vec![lang("en")], ..Library::default() }
}

/// An index that tells which files were read.
struct Watched(Memory, std::cell::RefCell<Vec<String>>);

impl casebook::index::Store for Watched {
    fn read(&self, path: &str) -> Result<Vec<u8>, casebook::index::Fault> {
        self.1.borrow_mut().push(path.to_owned());
        self.0.read(path)
    }
}

#[test]
fn a_common_word_brings_its_first_page() {
    let index = build(&large_library());
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in &index.files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let site = Watched(Memory::of(index), std::cell::RefCell::default());
    let blocks_read = || {
        let paths = std::mem::take(&mut *site.1.borrow_mut());
        paths.iter().filter(|path| path.rsplit('/').next().is_some_and(|name| name.starts_with('t'))).count()
    };
    let page = |query: &str, offset, limit| {
        search(&site, "en", query, Options { offset, limit, ..Options::default() }).unwrap()
    };
    let first = page("server", 0, 10);
    assert_eq!(first.total, 2_400);
    assert_eq!(blocks_read(), 0);
    // The same cases as the blocks have them.
    let more = page("server", 0, 40);
    assert!(blocks_read() > 0);
    for (one, other) in first.results.iter().zip(&more.results) {
        assert_eq!(json!(one), json!(other));
    }
    let queries = ["server", "outage server", "serve", "sevrer", "outage"];
    let answers: Vec<Value> =
        queries.iter().map(|query| expected("en", query, &page(query, 0, 20))).collect();
    let file = folder.path().join("answers.json");
    std::fs::write(&file, json!(answers).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/agree.mjs");
    let Some(output) = node(&[script, &folder.path().to_string_lossy(), &file.to_string_lossy()]) else {
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Texts of the golden file: every script, every kind of technical word, and what is easily cut wrongly.
fn golden_texts() -> Vec<String> {
    let mut texts: Vec<String> = [ENGLISH, KOREAN, RUSSIAN, CHINESE].map(str::to_owned).into();
    texts.extend(
        [
            "C++ C# C R .NET F# g++ a+b 100+",
            "Go-based -- x... ..y ...z",
            "std::sync::Arc https://example.org/a?b=c#d",
            "driver’s drivers' o’clock it's 'quoted'",
            "NodeNotReady HTTPServer iPhone BoltDB k8s IPv6",
            "v2.14.0, 10.1.2.3:8080 4.2s 1,234.5 12:30 50%",
            "/v1/checkout /etc/passwd .env .gitignore a/b",
            "user@example.org @handle #channel R&D",
            "Пётр учёт й ё ї ў И\u{306} е\u{301}",
            "ＵＳＢ ５００ ｶﾞ ﬁle ①",
            "\u{110c}\u{1161}\u{11bc}\u{110b}\u{1162}\u{1100}\u{1161}",
            "Straße Łódź İstanbul ΟΔΟΣ naïve cafe\u{301}",
            "한글and영문 10월 24시간 API가 서버(복제)를",
            "東京タワー サーバーが 々 〇 ー",
            "سَلام مرحبا العالم",
            "שָׁלוֹם",
            "นี่คือภาษาไทย",
            "हिन्दी भाषा",
            "co\u{ad}operate zero\u{200b}width \u{feff}bom",
            "😀 emoji a😀b",
            "",
            " ",
            "-",
            "a",
            "''''",
            "x'",
            "'x",
            "A.B.C.",
            "e.g. i.e.",
            "_private __init__ snake_case_name",
            "release-2.3 redis:7.2.4-alpine v1.2 go1.21rc2 10.0.0.1:80 .5.2 a.1.2b",
            "ｻｰﾊﾞｰ ﾊﾟ ﾞ テ\u{3099}ータ",
        ]
        .map(str::to_owned),
    );
    texts
}

#[test]
fn tokens_agree_with_the_golden_file() {
    let rows: Vec<Value> = golden_texts()
        .into_iter()
        .map(|text| {
            let tokens: Vec<Value> = tokenize(&text)
                .into_iter()
                .map(|t| {
                    json!([t.text, t.kind as u8, t.script as u8, t.position, t.chunk, text[t.start..t.end]])
                })
                .collect();
            json!([text, tokens])
        })
        .collect();
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let written = format!("[\n{}\n]\n", lines.join(",\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/search/tokens.json");
    if std::env::var_os("CASEBOOK_UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap();
    let changed = known.lines().zip(written.lines()).find(|(known, here)| known != here);
    assert!(known == written, "CASEBOOK_UPDATE_GOLDEN=1 writes it anew; the first change: {changed:?}");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/tokens.test.mjs");
    let Some(output) = node(&["--test", script]) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
