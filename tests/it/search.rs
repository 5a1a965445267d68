//! What a reader finds, asked of a built index in memory.

use std::collections::BTreeMap;

use casebook::index::{
    Answer, Concept, Document, Facet, Fault, Field, How, Index, Library, Options, Passage, Store, Text,
    build, search,
};
use casebook::text::Lang;

pub struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Memory {
    pub fn of(index: Index) -> Self {
        Self(index.files.into_iter().collect())
    }
}

impl Store for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault> {
        self.0.get(path).cloned().ok_or_else(|| Fault::Missing(path.to_owned()))
    }
}

fn lang(tag: &str) -> Lang {
    Lang::parse(tag).unwrap()
}

/// A case with one text: title, then the summary.
pub fn case(id: &str, tag: &str, title: &str, summary: &str) -> Document {
    Document {
        id: id.into(),
        aliases: Vec::new(),
        date: "2021-10-28".into(),
        date_key: 20_211_028,
        score: Some(541),
        facets: BTreeMap::new(),
        texts: vec![text(tag, title, summary)],
    }
}

pub fn text(tag: &str, title: &str, summary: &str) -> Text {
    Text {
        lang: lang(tag),
        url: format!("{tag}/"),
        title: title.into(),
        passages: vec![Passage { field: Field::Summary, anchor: None, text: summary.into() }],
    }
}

pub fn library(documents: Vec<Document>) -> Library {
    Library { documents, languages: vec![lang("en"), lang("ko"), lang("ru")], ..Library::default() }
}

pub fn site(library: &Library) -> Memory {
    Memory::of(build(library))
}

pub fn ask(site: &Memory, tag: &str, query: &str) -> Answer {
    search(site, tag, query, Options { limit: 50, ..Options::default() }).unwrap()
}

pub fn ids(site: &Memory, tag: &str, query: &str) -> Vec<String> {
    ask(site, tag, query).results.into_iter().map(|found| found.id).collect()
}

#[test]
fn signs_belong_to_technical_words() {
    let cases = [
        ("cpp", "C++"),
        ("cs", "C#"),
        ("c", "C"),
        ("r", "R"),
        ("net", ".NET"),
        ("env", ".env"),
        ("plain", "net env"),
    ];
    let library = library(
        cases
            .iter()
            .map(|(id, word)| case(id, "en", "Fault", &format!("It was written in {word} then")))
            .collect(),
    );
    let site = site(&library);
    for (id, word) in cases.iter().take(6) {
        assert_eq!(ids(&site, "en", word).first().map(String::as_str), Some(*id), "{word}");
    }
    for sign in ["+", "#", ".", "-", "…"] {
        assert_eq!(ask(&site, "en", sign).total, 0, "{sign}");
    }
    assert_eq!(ids(&site, "en", "C"), ["c"], "one letter begins nothing");
}

#[test]
fn joined_words_are_found_in_every_spelling() {
    let library = library(vec![
        case("apart", "en", "Fault", "A router that is based on go"),
        case("joined", "en", "Fault", "The Go-based router"),
    ]);
    let site = site(&library);
    for query in ["Go-based", "\"Go-based\"", "go based", "gobased"] {
        assert_eq!(ids(&site, "en", query).first().map(String::as_str), Some("joined"), "{query}");
    }
}

#[test]
fn figures_and_foreign_words_are_found_in_every_language() {
    for tag in ["ru", "ko", "en", "xx"] {
        let mut library = library(vec![case(
            "it",
            tag,
            "504",
            "порт 1234, ошибка 504, p99 и v2.14.0, 10.1.2.3, /v1/checkout, TCP_NODELAY, CVE-2021-44228, 511ms",
        )]);
        library.languages.push(lang("xx"));
        let site = site(&library);
        for query in [
            "1234",
            "504",
            "p99",
            "v2.14.0",
            "2.14.0",
            "10.1.2.3",
            "/v1/checkout",
            "v1/checkout",
            "checkout",
            "tcp_nodelay",
            "nodelay",
            "CVE-2021-44228",
            "44228",
            "511ms",
            "511",
        ] {
            assert_eq!(ids(&site, tag, query), ["it"], "{tag} {query}");
        }
    }
}

#[test]
fn spellings_meet_and_the_exact_one_comes_first() {
    let library = library(vec![
        case("yo", "ru", "Сбой", "Пётр вёл учёт"),
        case("ye", "ru", "Сбой", "Петр вел учет"),
        case("wide", "en", "Fault", "ＵＳＢ ５００ plug"),
        case("narrow", "en", "Fault", "USB 500 plug"),
        case("curly", "en", "Fault", "the driver’s log"),
        case("cafe", "en", "Fault", "a café"),
    ]);
    let site = site(&library);
    assert_eq!(ids(&site, "ru", "Петр"), ["ye", "yo"]);
    assert_eq!(ids(&site, "ru", "Пётр"), ["yo", "ye"]);
    assert_eq!(ids(&site, "ru", "учет"), ["ye", "yo"]);
    assert_eq!(ids(&site, "en", "USB").len(), 2);
    assert_eq!(ids(&site, "en", "５００").len(), 2);
    for query in ["driver's", "drivers", "driver’s"] {
        assert_eq!(ids(&site, "en", query), ["curly"], "{query}");
    }
    assert_eq!(ids(&site, "en", "cafe"), ["cafe"]);
}

#[test]
fn tolerance_only_adds() {
    let library = library(vec![
        case("france", "en", "Fault", "France went down"),
        case("francium", "en", "Fault", "Francium leaked"),
        case("frank", "en", "Fault", "Frank did it"),
        case("go", "en", "Go live failure", "It did not work"),
    ]);
    let site = site(&library);
    assert_eq!(ids(&site, "en", "Franc").len(), 3);
    assert_eq!(ids(&site, "en", "Franc")[2], "frank");
    assert_eq!(ids(&site, "en", "go live"), ["go"]);
    assert_eq!(ids(&site, "en", "go"), ["go"]);
    assert_eq!(ids(&site, "en", "zzzzqqq"), Vec::<String>::new());
    let answer = ask(&site, "en", "framce");
    assert_eq!(answer.results[0].id, "france");
    assert_eq!(answer.corrections, [("framce".to_owned(), "france".to_owned())]);
}

#[test]
fn korean_nouns_are_found_with_any_particle_or_none() {
    let library = library(vec![
        case("a", "ko", "장애", "장애가 발생했고 서버를 재시작했다"),
        case("b", "ko", "지연", "데이터베이스에서 복제지연이 있었다"),
        case("c", "ko", "시간", "시간 초과가 복제와 지연을 불렀다"),
    ]);
    let site = site(&library);
    for query in ["장애", "서버", "재시작", "서버에서는", "장애의", "서버가"] {
        assert_eq!(ids(&site, "ko", query).first().map(String::as_str), Some("a"), "{query}");
    }
    assert_eq!(ids(&site, "ko", "데이터베이스의"), ["b"]);
    assert_eq!(ids(&site, "ko", "데이타베이스"), ["b"]);
    assert_eq!(ids(&site, "ko", "시간초과"), ["c"]);
    assert!(ids(&site, "ko", "복제 지연").contains(&"b".to_owned()));
    // The same word in decomposed Hangul, in the query and in the record.
    assert_eq!(ids(&site, "ko", "\u{110c}\u{1161}\u{11bc}\u{110b}\u{1162}"), ["a"]);
    let excerpt = &ask(&site, "ko", "서버").results[0].excerpt;
    let letters: Vec<char> = excerpt.text.chars().collect();
    let (from, to) = excerpt.marks[0];
    assert_eq!(letters[from..to].iter().collect::<String>(), "서버");
}

#[test]
fn a_rare_korean_noun_is_found_first_with_the_particle_that_was_typed() {
    let library = library(vec![
        case("a", "ko", "장애", "급식소는 멈췄다"),
        case("b", "ko", "장애", "급식소를 멈췄다"),
        case("c", "ko", "장애", "급식소에서 멈췄다"),
    ]);
    let site = site(&library);
    for (query, first) in [("급식소는", "a"), ("급식소를", "b"), ("급식소에서", "c"), ("급식소릉", "b")]
    {
        let found = ids(&site, "ko", query);
        assert_eq!((found.len(), found[0].as_str()), (3, first), "{query}");
    }
    for query in ["급식소", "급식소의", "급식소까지"] {
        assert_eq!(ids(&site, "ko", query).len(), 3, "{query}");
    }
}

#[test]
fn decomposed_hangul_in_a_record_is_found() {
    let library = library(vec![case(
        "nfd",
        "ko",
        "t",
        "\u{110c}\u{1161}\u{11bc}\u{110b}\u{1162}\u{1100}\u{1161} 났다",
    )]);
    let site = site(&library);
    assert_eq!(ids(&site, "ko", "장애"), ["nfd"]);
}

#[test]
fn russian_words_are_found_in_any_form() {
    let library = library(vec![case("a", "ru", "Задержка", "Серверы потеряли соединение с репликацией")]);
    let site = site(&library);
    for query in ["сервер", "серверами", "серверу", "соединений", "репликация", "потеря соединения"]
    {
        assert_eq!(ids(&site, "ru", query), ["a"], "{query}");
    }
}

#[test]
fn russian_forms_that_stemmers_part_are_one_word() {
    let texts = [
        "Задержка окон обслуживания, окно закрыто",
        "Команда организует дежурство и организовала разбор",
        "Приведем журналы, инженер привел список",
        "Порт занят, портом владел процесс",
    ];
    let cases = texts.iter().enumerate().map(|(at, text)| case(&format!("IL-{at}"), "ru", "Сбой", text));
    let site = site(&library(cases.collect()));
    for (query, found) in [
        ("окна", "IL-0"),
        ("окнами", "IL-0"),
        ("организуют", "IL-1"),
        ("организовали", "IL-1"),
        ("привела", "IL-2"),
        ("приведет", "IL-2"),
    ] {
        assert_eq!(ids(&site, "ru", query), [found], "{query}");
    }
    assert!(ids(&site, "ru", "портала").is_empty());
}

#[test]
fn han_and_kana_are_found_by_any_part() {
    let library = library(vec![
        case("zh", "zh-Hans", "恢复", "我们恢复了数据库服务"),
        case("ja", "ja", "猫", "サーバーが停止した"),
    ]);
    let site = site(&library);
    assert_eq!(ids(&site, "zh-Hans", "数据库"), ["zh"]);
    assert_eq!(ids(&site, "zh-Hans", "据"), ["zh"]);
    assert_eq!(ids(&site, "ja", "サーバー"), ["ja"]);
    assert_eq!(ids(&site, "ja", "猫"), ["ja"]);
    assert_eq!(ids(&site, "ja", "停止"), ["ja"]);
}

#[test]
fn unknown_languages_always_build() {
    let mut library = library(
        ["zh-Hans", "sr-Latn", "pl", "xx"].map(|tag| case(tag, tag, "Awaria", "żółw nie działa")).into(),
    );
    library.languages.push(lang("th"));
    let site = site(&library);
    for tag in ["zh-Hans", "sr-Latn", "pl", "xx"] {
        assert_eq!(ids(&site, tag, "zolw"), [tag], "{tag}");
    }
    assert_eq!(ask(&site, "th", "x").total, 0);
}

#[test]
fn one_result_a_case_whatever_the_language() {
    let mut both = case("both", "en", "Outage", "The resolver failed");
    both.texts.push(text("ko", "장애", "해석기가 멈췄다"));
    let library = library(vec![both, case("en", "en", "Other", "A resolver again")]);
    let site = site(&library);
    let answer = ask(&site, "ko", "resolver");
    assert!(answer.widened);
    let found: Vec<(&str, &str)> =
        answer.results.iter().map(|found| (found.id.as_str(), found.lang.as_str())).collect();
    assert_eq!(found.len(), 2);
    assert!(found.contains(&("both", "ko")) && found.contains(&("en", "en")));
}

#[test]
fn the_glossary_crosses_languages() {
    let mut library = library(vec![
        case("ko", "ko", "장애", "패킷 손실이 있었다"),
        case("ru", "ru", "Сбой", "потеря пакетов на узле"),
    ]);
    let forms = [("en", "packet loss"), ("ko", "패킷 손실"), ("ru", "потеря пакетов")];
    library.glossary =
        vec![forms.iter().map(|(tag, form)| (lang(tag), vec![(*form).to_owned()])).collect::<Concept>()];
    let site = site(&library);
    assert_eq!(ids(&site, "ko", "packet loss"), ["ko"]);
    assert_eq!(ids(&site, "ru", "packet loss"), ["ru"]);
    assert_eq!(ids(&site, "ru", "패킷 손실"), ["ru"]);
    assert_eq!(ids(&site, "ru", "패킷 손실까지"), ["ru"], "with a particle");
}

#[test]
fn korean_verbs_are_found_as_people_speak() {
    let library = library(vec![
        case("slow", "ko", "쓰기 지연", "쓰기가 느려졌고 요청이 밀렸다"),
        case("gone", "ko", "노드 소실", "노드가 모두 사라졌다"),
        case("failed", "ko", "배포", "배포는 세 번 실패로 끝났다"),
    ]);
    let site = site(&library);
    for (query, id) in [
        ("느려요", "slow"),
        ("느려짐", "slow"),
        ("쓰기가 느린데", "slow"),
        ("요청이 밀려요", "slow"),
        ("노드가 사라졌어요", "gone"),
        ("사라집니다", "gone"),
        ("배포가 실패했어요", "failed"),
        ("실패함", "failed"),
    ] {
        assert_eq!(ids(&site, "ko", query), [id], "{query}");
    }
    assert!(ids(&site, "ko", "날아갔어요").is_empty());
}

#[test]
fn words_that_no_case_holds_do_not_count_against_the_others() {
    let library = library(vec![
        case("one", "en", "Packets", "the router lost packets"),
        case("two", "en", "Disks", "a disk was full"),
    ]);
    let site = site(&library);
    let answer = ask(&site, "en", "qqqq wwwww zzzzzz router");
    assert!(answer.partial);
    assert_eq!(answer.results.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), ["one"]);
    // Of those that are known, half have to be there, or one that is nearly as rare as the rarest.
    assert_eq!(ids(&site, "en", "packets router lost disk"), ["one", "two"]);
    assert_eq!(ids(&site, "en", "packets router lost was"), ["one", "two"]);
    let mut common = vec![
        case("one", "en", "Packets", "the router lost packets in the night"),
        case("two", "en", "Disks", "a disk was full"),
    ];
    for number in 0..4 {
        common.push(case(&format!("night-{number}"), "en", "Night", "in the night"));
    }
    let site = self::site(&self::library(common));
    assert_eq!(ids(&site, "en", "packets router night disk"), ["one", "two"], "the night tells nothing");
    assert_eq!(ask(&site, "en", "qqqq wwwww").total, 0);
}

#[test]
fn what_only_another_language_holds_in_part_is_told_as_such() {
    let library = library(vec![
        case("one", "en", "Certificates", "a certificate was renewed"),
        case("two", "en", "Disks", "a disk was full"),
        case("three", "ko", "디스크", "디스크가 가득 찼다"),
    ]);
    let site = site(&library);
    let asked = |query: &str| {
        let answer = ask(&site, "ko", query);
        (answer.total, answer.partial, answer.widened)
    };
    assert_eq!(asked("certificate router"), (1, true, true));
    assert_eq!(asked("certificate renewed"), (1, false, true));
    assert_eq!(asked("디스크"), (1, false, false));
}

#[test]
fn exact_titles_and_ids_come_first() {
    let mut documents = vec![
        case("IL-0007", "en", "DNS-over-HTTPS (DoH) FAQs", "Short."),
        case("other", "en", "Mentions", "See IL-0007 for more IL-0007"),
    ];
    documents.push(case("long", "en", "DNS and HTTPS", &"DNS over HTTPS DoH FAQs ".repeat(40)));
    documents[0].aliases.push("CVE-2021-44228".into());
    let library = library(documents);
    let site = site(&library);
    for query in
        ["DNS-over-HTTPS (DoH) FAQs", "dns over https doh faqs", "IL-0007", "il-0007", "CVE-2021-44228"]
    {
        assert_eq!(ids(&site, "en", query).first().map(String::as_str), Some("IL-0007"), "{query}");
    }
}

#[test]
fn phrases_exclusions_and_fields_narrow() {
    let mut documents = vec![
        case("one", "en", "One", "packet loss between the zones"),
        case("two", "en", "Two", "loss of a packet, and cache trouble"),
        case("three", "en", "Three", "packet storms"),
    ];
    for (document, (domain, score, year)) in
        documents.iter_mut().zip([("dns", 700, 2019), ("dns", 500, 2020), ("storage", 900, 2021)])
    {
        document.facets.insert("domain".into(), vec![domain.into()]);
        document.score = Some(score);
        document.date_key = year * 10_000 + 101;
    }
    let mut library = library(documents);
    library.facets.push(Facet { name: "domain".into(), ..Facet::default() });
    let site = site(&library);
    let found = |query: &str| ids(&site, "en", query);
    assert_eq!(found("\"packet loss\""), ["one"]);
    assert_eq!(found("packet -cache").len(), 2);
    assert_eq!(found("packet -\"packet loss\"").len(), 2);
    assert_eq!(found("packet domain:dns").len(), 2);
    assert_eq!(found("packet domain:dns domain:storage").len(), 3);
    assert_eq!(found("packet -domain:dns"), ["three"]);
    assert_eq!(found("packet score:>60"), ["three", "one"]);
    assert_eq!(found("year:2020..2021"), ["three", "two"]);
    assert_eq!(found("domain:nothing"), Vec::<String>::new());
    assert_eq!(found(""), Vec::<String>::new());
}

#[test]
fn damage_is_told() {
    let library = library(vec![case("one", "en", "One", "packet loss")]);
    let sound = Memory::of(build(&library));
    for path in sound.0.keys().filter(|path| path.contains("en")) {
        for change in [0, 1, 2] {
            let mut files = sound.0.clone();
            match change {
                0 => drop(files.remove(path)),
                1 => files.get_mut(path).unwrap().truncate(9),
                _ => files.get_mut(path).unwrap()[15] ^= 1,
            }
            // Never another answer: the right one, or a fault that names the file.
            match search(&Memory(files), "en", "packet", Options { limit: 5, ..Options::default() }) {
                Ok(answer) => assert_eq!(answer.results.len(), 1, "{path}"),
                Err(fault) => assert!(fault.to_string().contains(path.as_str()), "{fault}"),
            }
        }
    }
}

#[test]
fn the_same_library_gives_the_same_bytes() {
    let mut documents: Vec<Document> = (0..300)
        .map(|n| {
            case(&format!("c{n}"), "ko", &format!("장애 {n}"), &format!("서버{} 복제 지연이 {n} 번", n % 7))
        })
        .collect();
    let first = build(&library(documents.clone()));
    documents.reverse();
    let second = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| build(&library(documents)));
    assert_eq!(first.files, second.files);
}

#[test]
fn text_in_angle_brackets_is_found_and_shown_as_on_its_page() {
    let record = |id: &str, title: &str, summary: &str| {
        let record = serde_json::json!({"id": id, "title": {"en": title}, "summary": {"en": summary}});
        (format!("content/cases/{}.json", id.to_lowercase()), record.to_string())
    };
    let summary = "The queue lost wakeups in Option<T>. Replace <host> by `Vec<u8>` at **2<3**.[^t1]";
    let files = vec![
        ("casebook.toml".to_owned(), "languages = [\"en\"]\n".to_owned()),
        record("A-1", "Lost wakeups in Queue<Box<T>>", summary),
        record("A-2", "</script><script>alert(1)</script>", "<div>\nIn a block\n</div>"),
        record("A-3", "<Tag> in __init__", "Nothing."),
    ];
    let compiled = super::site::compile(&files);
    let site = site(&casebook::index::lower(&compiled.library, &compiled.cases, |case, lang| {
        format!("{lang}/{}/", case.slug)
    }));
    for query in ["\"Option<T>\"", "\"Queue<Box<T>>\"", "host", "\"Vec<u8>\"", "wakeups"] {
        assert_eq!(ids(&site, "en", query), ["A-1"], "{query}");
    }
    assert_eq!(ids(&site, "en", "div"), ["A-2"]);
    let found = |query: &str| ask(&site, "en", query).results.remove(0);
    let (title, excerpt) = (found("wakeups").title, found("wakeups").excerpt.text);
    assert_eq!(title, "Lost wakeups in Queue<Box<T>>");
    assert_eq!(excerpt, "The queue lost wakeups in Option<T>. Replace <host> by Vec<u8> at 2<3.");
    assert_eq!(found("alert").title, "</script><script>alert(1)</script>");
    assert_eq!(found("A-2").excerpt.text, "<div> In a block </div>");
    assert_eq!(found("A-3").title, "<Tag> in __init__");
}

#[test]
fn fields_take_other_names_and_what_is_unknown() {
    let record = |id: &str, severity: &str| {
        let record = serde_json::json!({"id": id, "title": {"en": "Outage"}, "severity": severity});
        (format!("content/cases/{}.json", id.to_lowercase()), record.to_string())
    };
    let vocabulary = "[critical]\nlabel = { en = \"Critical\" }\naliases = { en = [\"Sev 1\"] }\n\
                      [unknown]\nlabel = { en = \"Unknown\" }\n";
    let files = vec![
        ("casebook.toml".to_owned(), "languages = [\"en\"]\n".to_owned()),
        ("content/vocab/severity.toml".to_owned(), vocabulary.to_owned()),
        record("A-1", "critical"),
        record("A-2", "unknown"),
    ];
    let compiled = super::site::compile(&files);
    let site = site(&casebook::index::lower(&compiled.library, &compiled.cases, |case, lang| {
        format!("{lang}/{}/", case.slug)
    }));
    assert_eq!(ids(&site, "en", "severity:critical"), ["A-1"]);
    assert_eq!(ids(&site, "en", "severity:\"sev 1\""), ["A-1"]);
    assert_eq!(ids(&site, "en", "severity:unknown"), ["A-2"]);
    assert_eq!(ids(&site, "en", "-severity:unknown"), ["A-1"]);
    assert!(ids(&site, "en", "severity:\"sev 2\"").is_empty());
}

#[test]
fn what_was_typed_comes_before_what_the_glossary_knows_for_it() {
    let mut documents: Vec<Document> = (0..30)
        .map(|at| case(&format!("IL-{at:04}"), "en", &format!("Outage {at}"), "The database was slow."))
        .collect();
    documents.push(case("IL-0900", "en", "The db", "The db and the db were slow."));
    let mut forms = Concept::default();
    forms.insert(lang("en"), vec!["database".to_owned(), "db".to_owned()]);
    let library =
        Library { documents, glossary: vec![forms], languages: vec![lang("en")], ..Library::default() };
    let memory = Memory::of(build(&library));
    let answer = search(&memory, "en", "database", Options { limit: 40, ..Options::default() }).unwrap();
    assert_eq!(answer.total, 31);
    assert_eq!(answer.results[30].id, "IL-0900", "however rare a form is");
    let answer = search(&memory, "en", "db", Options { limit: 10, ..Options::default() }).unwrap();
    assert_eq!((answer.total, answer.results[0].id.as_str()), (31, "IL-0900"));
}

#[test]
fn a_word_that_the_texts_hold_is_taken_for_another_only_where_nothing_fits_it() {
    let documents = vec![
        case("IL-0001", "en", "One", "Packet loss everywhere."),
        case("IL-0002", "en", "Two", "Pocket loss everywhere."),
        case("IL-0003", "en", "Three", "A pocket of gain."),
    ];
    let library = Library { documents, languages: vec![lang("en")], ..Library::default() };
    let memory = Memory::of(build(&library));
    let ask =
        |query: &str| search(&memory, "en", query, Options { limit: 10, ..Options::default() }).unwrap();
    let fits = ask("packet loss");
    let found: Vec<(&str, How)> = fits.results.iter().map(|found| (found.id.as_str(), found.how)).collect();
    assert_eq!((fits.total, fits.corrections), (1, vec![]));
    assert_eq!(found[..2], [("IL-0001", How::Typed), ("IL-0002", How::Partial)]);
    let none = ask("packet gain");
    assert_eq!(none.corrections, [("packet".to_owned(), "pocket".to_owned())]);
    assert_eq!((none.total, none.results[0].id.as_str()), (1, "IL-0003"));
    // A word that no text holds is looked at by itself.
    assert_eq!(ask("pakcet loss").corrections, [("pakcet".to_owned(), "packet".to_owned())]);
}
