//! What every input must leave standing, one function a kind of input. The fuzzer calls these with bytes of
//! its own making, and an ordinary test calls them with the seeds, so that a promise is written once.
//!
//! Each function takes any bytes and panics where a promise is broken: a span outside its text or inside a
//! character, a quote said to be found that does not stand there, a sum that does not add up.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::OnceLock;

use casebook::diag::{ByteSpan, Diagnostic, Severity, SourceFile};
use casebook::exchange::import::{self, Options, Present, Setting};
use casebook::exchange::{form, page};
use casebook::index::{self, Document, Fault, Field, Part, Store};
use casebook::load::Sources;
use casebook::model;
use casebook::parse::{self, Node, Passage, Value};
use casebook::pipeline::{self, Silent};
use casebook::score::CaseReport;
use casebook::text::Lang;
use casebook::text::fold::{Fold, fold};
use casebook::text::plain::{Format, render};
use casebook::verify::agree::Statement;
use casebook::verify::lexicon::Lexicon;
use casebook::verify::locate::{Place, QuoteSelector, SourceText};
use casebook::verify::{MatchKind, Verdict};

/// A kind of input.
pub type Target = fn(&[u8]);

/// Every kind of input by its name.
pub const TARGETS: [(&str, Target); 11] = [
    ("agree", agree),
    ("digest", digest),
    ("facts", facts),
    ("front_matter", front_matter),
    ("import", import),
    ("json", json),
    ("locate", locate),
    ("markdown", markdown),
    ("query", query),
    ("record", record),
    ("shard", shard),
];

/// Nesting up to which values are read.
const NESTING: usize = 64;
/// Languages whose texts are read.
const LANGUAGES: [&str; 8] = ["en", "ko", "ru", "de", "ja", "zh-Hans", "ar", "und"];

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// The first byte of `data`, or nought, and the rest.
fn choice(data: &[u8]) -> (usize, &[u8]) {
    data.split_first().map_or((0, data), |(first, rest)| (usize::from(*first), rest))
}

/// Two texts, apart at the first NUL.
fn pair(data: &[u8]) -> (String, String) {
    let text = text(data);
    let (first, second) = text.split_once('\0').unwrap_or((&text, ""));
    (first.to_owned(), second.to_owned())
}

#[track_caller]
fn stands_in(span: ByteSpan, text: &str) {
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?} in {} bytes", text.len());
    assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
}

#[track_caller]
fn told_at_places(found: &[Diagnostic], file: &SourceFile) {
    for finding in found {
        assert!(!finding.message.is_empty());
        let places = std::iter::once(&finding.primary).chain(&finding.secondary).map(|label| &label.place);
        for place in places.filter(|place| place.path == file.path) {
            stands_in(place.span, &file.text);
            assert!(place.line >= 1 && place.column >= 1 && place.end_line >= place.line, "{place:?}");
        }
    }
}

/// Every character of the passage has its place in the file; what stands there to the letter is the same.
#[track_caller]
fn passage_stands_in(passage: &Passage<'_>, text: &str) {
    stands_in(passage.span, text);
    for (at, _) in passage.value.char_indices().chain([(passage.value.len(), ' ')]) {
        let offset = passage.offset(at);
        assert!(offset <= text.len() && text.is_char_boundary(offset), "{at} is at {offset}: {passage:?}");
    }
}

fn node_stands_in(node: &Node<'_>, text: &str) {
    stands_in(node.span, text);
    match &node.value {
        Value::Str(passage) => passage_stands_in(passage, text),
        Value::Array(elements) => elements.iter().for_each(|element| node_stands_in(element, text)),
        Value::Object(entries) => {
            let mut keys = BTreeSet::new();
            for entry in entries {
                stands_in(entry.key_span, text);
                assert!(keys.insert(&entry.key), "{} twice", entry.key);
                node_stands_in(&entry.value, text);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a tree written as JSON is JSON that says the same.
fn comes_back(node: &Node<'_>) {
    let mut written = String::new();
    node.write_json(&mut written);
    assert_eq!(written, node.to_json().to_string());
    let file = SourceFile::new("written.json", written.as_str());
    let (again, found) = parse::json(&file, usize::MAX);
    assert!(found.is_empty(), "{found:?} in {written}");
    let again = again.map(|again| again.to_json().to_string());
    assert_eq!(again.as_deref(), Some(written.as_str()));
}

/// Fields between fences, as YAML and as TOML.
pub fn front_matter(data: &[u8]) {
    let file = SourceFile::new("content/cases/a.en.md", text(data));
    if let Ok(Some((_, span, body))) = parse::front_matter(&file.text) {
        stands_in(span, &file.text);
        stands_in(ByteSpan::new(span.end, body), &file.text);
    }
    let whole = ByteSpan::new(0, file.text.len());
    let inside = parse::front_matter(&file.text).ok().flatten().map_or(whole, |(_, span, _)| span);
    for (node, found) in [parse::yaml(&file, inside, NESTING), parse::toml(&file, inside, NESTING)] {
        told_at_places(&found, &file);
        assert!(node.is_some() || !found.is_empty(), "neither a tree nor a finding");
        if let Some(node) = node {
            node_stands_in(&node, &file.text);
            comes_back(&node);
        }
    }
}

/// A JSON document.
pub fn json(data: &[u8]) {
    let file = SourceFile::new("content/cases/a.json", text(data));
    let (node, found) = parse::json(&file, NESTING);
    told_at_places(&found, &file);
    assert!(node.is_some() || !found.is_empty(), "neither a tree nor a finding");
    if let Some(node) = &node {
        node_stands_in(node, &file.text);
        comes_back(node);
    }
    // What is JSON by another reader's judgement is JSON here, short of what is nested too deeply.
    if let Ok(other) = serde_json::from_str::<serde_json::Value>(&file.text) {
        let deep = found.iter().any(|finding| finding.code.as_str() == "P006");
        assert!(node.is_some() || deep, "{found:?}");
        if let Some(node) = node.filter(|_| found.is_empty()) {
            same_json(&node.to_json(), &other);
        }
    }
    if let Some(formed) = model::form::json(&file, &model::form::record_order(), NESTING) {
        let again = SourceFile::new("content/cases/a.json", formed.as_str());
        let twice = model::form::json(&again, &model::form::record_order(), NESTING);
        assert_eq!(twice.as_deref(), Some(formed.as_str()), "the form of a form is itself");
    }
}

/// Numbers are kept as written here, and may be rounded there.
fn same_json(own: &serde_json::Value, other: &serde_json::Value) {
    use serde_json::Value as Json;
    match (own, other) {
        (Json::Number(_) | Json::String(_), Json::Number(_)) => {}
        (Json::Array(own), Json::Array(other)) => {
            assert_eq!(own.len(), other.len());
            own.iter().zip(other).for_each(|(own, other)| same_json(own, other));
        }
        (Json::Object(own), Json::Object(other)) => {
            assert_eq!(own.len(), other.len());
            for (key, value) in own {
                same_json(value, &other[key]);
            }
        }
        _ => assert_eq!(own, other),
    }
}

/// A record in Markdown, and text that is rendered.
pub fn markdown(data: &[u8]) {
    let file = SourceFile::new("content/cases/a.en.md", text(data));
    for (document, found) in [parse::markdown(&file, NESTING), parse::markdown_body(&file)] {
        told_at_places(&found, &file);
        if let Some(front) = &document.front {
            node_stands_in(front, &file.text);
        }
        if let Some(title) = &document.title {
            passage_stands_in(title, &file.text);
        }
        for section in &document.sections {
            passage_stands_in(&section.body, &file.text);
            if let Some(heading) = &section.heading {
                passage_stands_in(heading, &file.text);
            }
            for item in parse::items(&section.body) {
                passage_stands_in(&item.text, &file.text);
            }
        }
        for note in &document.notes {
            stands_in(note.span, &file.text);
            stands_in(note.mark_span, &file.text);
            passage_stands_in(&note.body, &file.text);
        }
        document.hints.iter().for_each(|hint| stands_in(hint.span, &file.text));
    }
    if let Some(formed) = model::form::markdown(&file, &model::form::record_order(), NESTING) {
        let again = SourceFile::new("content/cases/a.en.md", formed.as_str());
        let twice = model::form::markdown(&again, &model::form::record_order(), NESTING);
        assert_eq!(twice.as_deref(), Some(formed.as_str()), "the form of a form is itself");
    }
    for format in [Format::Markdown, Format::Html, Format::Text] {
        let plain = render(format, &file.text);
        assert!(!plain.contains('\r'));
    }
    let folded = fold(&file.text);
    assert_eq!(fold(&folded.text).text, folded.text, "what is folded stays so");
}

/// Where a record or what stands around it may lie.
const PATHS: [&str; 8] = [
    "content/cases/a.json",
    "content/cases/a.en.md",
    "content/cases/f/index.ko.md",
    "content/sources/log.md",
    "content/vocab/severity.toml",
    "content/glossary/x.toml",
    "content/pages/about.md",
    "casebook.toml",
];

/// A file of a library, with a sound record beside it, through all checks.
pub fn record(data: &[u8]) {
    let (nth, rest) = choice(data);
    let path = PATHS[nth % PATHS.len()];
    let sound = "---\nid: sound\ntitle: Sound\nsources: [log]\n---\n\nIt took 29 ms.[^t1]\n\n[^t1]: log: \"took 29ms\"\n";
    let mut files = BTreeMap::from([("content/cases/sound.en.md", sound.as_bytes())]);
    files.insert(path, rest);
    let sources = Sources::from_memory(files.into_iter().map(|(path, bytes)| (path, bytes.to_vec())));
    let texts = sources.files();
    let compiled = pipeline::check(&sources, None, &Silent);
    for finding in compiled.diagnostics.iter().chain(&compiled.passed_over) {
        let file = texts.get(&*finding.primary.place.path);
        if let Some(file) = file {
            told_at_places(std::slice::from_ref(finding), file);
        }
    }
    assert!(
        compiled.cases.iter().any(|case| &*case.verified.case.id.0 == "sound"),
        "the sound record is gone"
    );
    for case in &compiled.cases {
        assert_eq!(case.verified.case.claims.len(), case.verified.claims.len(), "one check a claim");
        let report = CaseReport::of(case);
        assert!((0.0..=100.0).contains(&report.score), "{}", report.score);
        let lost: f64 = report.lost.iter().map(|line| line.points).sum();
        assert!(
            (100.0 - report.score - lost).abs() < 0.01,
            "{} and {lost} lost: {:?}",
            report.score,
            report.lost
        );
    }
}

#[track_caller]
fn place_stands_in(place: Place, text: &str) {
    stands_in(place.bytes, text);
    assert_eq!(text[..place.bytes.start].chars().count(), place.start);
    assert_eq!(text[..place.bytes.end].chars().count(), place.end);
}

/// A quote and, after a NUL, the source that it is looked for in.
pub fn locate(data: &[u8]) {
    let (nth, rest) = choice(data);
    let (quote, source) = pair(rest);
    let format = [Format::Text, Format::Markdown, Format::Html][nth % 3];
    let source = SourceText::render(format, &source);
    let text = source.text();
    let located = casebook::verify::locate::locate(&source, &QuoteSelector::new(&quote));
    let found = located.kind.found();
    assert_eq!(found, !located.places.is_empty(), "{located:?}");
    assert!((0.0..=1.0).contains(&located.similarity), "{located:?}");
    let gaps = located.gaps.iter().map(|gap| gap.place);
    let near = located.near.iter().map(|near| near.place);
    for place in located.places.iter().chain(&located.parts).copied().chain(gaps).chain(near) {
        place_stands_in(place, text);
    }
    assert!(located.near.is_none() || !found, "what is near is not found: {located:?}");
    for pair in located.parts.windows(2) {
        assert!(pair[0].bytes.end <= pair[1].bytes.start, "parts stand in order: {located:?}");
    }
    match located.kind {
        MatchKind::Exact => {
            for place in &located.places {
                assert_eq!(&text[place.bytes.range()], quote.trim(), "exact is to the letter");
            }
        }
        MatchKind::Normalized if !located.folds.contains(&Fold::Frame) => {
            assert!(!located.folds.is_empty(), "a fold that was needed has a name: {located:?}");
            let wanted = fold(quote.trim()).text;
            for place in &located.places {
                let own = fold(&text[place.bytes.range()]).text;
                assert_eq!(own, wanted, "found is the same after folds: {located:?}");
            }
        }
        MatchKind::Elided => assert!(located.parts.len() > 1, "{located:?}"),
        _ => {}
    }
}

/// A text in one of the languages.
pub fn facts(data: &[u8]) {
    let (nth, rest) = choice(data);
    let lang = LANGUAGES[nth % LANGUAGES.len()];
    let text = text(rest);
    let facts = casebook::verify::facts::extract(lang, &text);
    for fact in &facts {
        stands_in(fact.span, &text);
        assert!(!fact.span.is_empty() && !fact.value.is_empty(), "{fact:?}");
        assert!(!fact.value.contains(['\n', '\0']), "{fact:?}");
    }
    assert!(facts.is_sorted_by_key(|fact| fact.span.start), "{facts:?}");
    assert_eq!(casebook::verify::facts::extract(lang, &text), facts, "the same text states the same");
}

fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(Lexicon::base)
}

/// A claim and, after a NUL, the quote that it is held against.
pub fn agree(data: &[u8]) {
    let (nth, rest) = choice(data);
    let (claim, quote) = pair(rest);
    let langs = (LANGUAGES[nth % 8], LANGUAGES[nth / 8 % 8]);
    let quotes = [Statement { lang: langs.1, text: &quote }];
    let claimed = Statement { lang: langs.0, text: &claim };
    let agreement = casebook::verify::agree::agree(claimed, &quotes, lexicon());
    for fact in &agreement.facts {
        stands_in(fact.span, &claim);
        if let Some((nth, span)) = fact.against_at {
            assert_eq!(nth, 0);
            stands_in(span, &quote);
        }
    }
    assert!(!matches!(agreement.verdict, Verdict::QuoteAbsent | Verdict::Unchecked), "{agreement:?}");
    // No quote bears no claim.
    let nothing = casebook::verify::agree::agree(claimed, &[], lexicon());
    assert!(!matches!(nothing.verdict, Verdict::Supported | Verdict::Contradicted), "{nothing:?}");
}

/// The index that is searched, and its files once they are unpacked.
struct Site {
    files: BTreeMap<String, Vec<u8>>,
    part: Vec<u8>,
}

impl Store for Site {
    fn read(&self, path: &str) -> Result<Vec<u8>, Fault> {
        self.files.get(path).cloned().ok_or_else(|| Fault::Missing(path.to_owned()))
    }
}

fn site() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| {
        let library = library();
        let (outline, gathered) = index::gather(&library, Part::WHOLE);
        let part = index::encode_part(&outline, &gathered);
        Site { files: index::build(&library).files.into_iter().collect(), part }
    })
}

/// A small library in three languages.
fn library() -> index::Library {
    let lang = |tag: &str| Lang::parse(tag).expect("a language");
    let words = [
        (
            "en",
            "database replica lagged after a deployment so p99 latency rose from 511ms v2.14.0 NodeNotReady",
        ),
        ("ko", "데이터베이스 복제가 배포 이후 지연되었고 시간 초과가 서버에서 발생했다"),
        ("ru", "сервер базы данных потерял соединение с репликой после развёртывания"),
        ("zh-Hans", "我们恢复了数据库服务 集群 在 10 分钟 后"),
    ];
    let document = |n: usize| Document {
        id: format!("C-{n}"),
        aliases: vec![format!("CVE-2021-{}", 1000 + n)],
        date: "2021".into(),
        date_key: 20_210_000 + u32::try_from(n).unwrap_or(0),
        score: u16::try_from(n * 83 % 1000).ok(),
        facets: [("domain".to_owned(), vec![["dns", "cache"][n % 2].to_owned()])].into(),
        texts: words
            .iter()
            .filter(|(tag, _)| !(n + tag.len()).is_multiple_of(3))
            .map(|(tag, text)| {
                let from = text.char_indices().nth(n % 20).map_or(0, |(at, _)| at);
                let summary = format!("{} {n}. {text}", &text[from..]);
                index::Text {
                    lang: lang(tag),
                    url: format!("{tag}/cases/c-{n}/"),
                    title: text.chars().take(12 + n).collect(),
                    passages: vec![index::Passage { field: Field::Summary, anchor: None, text: summary }],
                }
            })
            .collect(),
    };
    index::Library {
        documents: (0..40).map(document).collect(),
        languages: words.iter().map(|(tag, _)| lang(tag)).collect(),
        ..index::Library::default()
    }
}

fn searched(store: &dyn Store, lang: &str, query: &str, options: index::Options) -> Result<(), Fault> {
    let answer = index::search(store, lang, query, options)?;
    assert!(answer.results.len() <= options.limit);
    for found in &answer.results {
        let length = found.excerpt.text.chars().count();
        let mut last = 0;
        for (start, end) in &found.excerpt.marks {
            assert!(last <= *start && start < end && *end <= length, "{:?}", found.excerpt);
            last = *end;
        }
    }
    Ok(())
}

fn options(nth: usize) -> index::Options {
    let sort = [index::Sort::Relevance, index::Sort::Date, index::Sort::Score][nth / 4 % 3];
    index::Options { all_languages: nth / 12 % 2 == 1, sort, offset: nth / 24 % 8, limit: 10 }
}

/// A query, asked of a sound index.
pub fn query(data: &[u8]) {
    let (nth, rest) = choice(data);
    let query = text(rest);
    let lang = ["en", "ko", "ru", "zh-Hans"][nth % 4];
    searched(site(), lang, &query, options(nth)).expect("a sound index is read");
    let mut ids = BTreeSet::new();
    let all = index::Options { offset: 0, limit: 1000, ..options(nth) };
    let answer = index::search(site(), lang, &query, all).expect("a sound index is read");
    // What is only like the words is given beside what has them, and not counted.
    assert!(answer.total <= answer.results.len());
    assert!(answer.results.iter().all(|found| ids.insert(found.id.clone())), "one hit a case");
    let tokens = index::tokenize(&query);
    assert!(tokens.iter().all(|token| !token.text.is_empty()));
}

/// A file of the index damaged within its envelope: bytes `at, value` are set in it, or it is replaced.
pub fn shard(data: &[u8]) {
    // As another machine's part.
    let _ = index::decode_part(data, "part");
    let (nth, rest) = choice(data);
    let mut part = site().part.clone();
    patch(&mut part, rest);
    if let Ok((outline, gathered)) = index::decode_part(&part, "part") {
        let _ = index::encode_part(&outline, &gathered);
    }
    let names: Vec<&String> = site().files.keys().filter(|name| name.ends_with(".bin")).collect();
    let name = names[nth % names.len()];
    let mut own = Vec::new();
    let packed = &site().files[name];
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut own)
        .expect("it was packed");
    match rest.split_first() {
        Some((0xFF, raw)) => {
            // The head says which file it is; all else is new.
            own.truncate(3);
            own.extend_from_slice(raw);
        }
        _ => patch(&mut own, rest),
    }
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packer.write_all(&own).expect("a vector takes any bytes");
    let mut files = site().files.clone();
    files.insert(name.clone(), packer.finish().expect("a vector takes any bytes"));
    let damaged = Site { files, part: Vec::new() };
    for lang in ["en", "ko", "ru", "zh-Hans"] {
        for query in [
            "database",
            "지연",
            "сервер -репликой",
            "*ms 恢复",
            "domain:dns score:>10",
            "\"p99 latency\" datbase",
        ] {
            // A fault or an answer, whatever it holds.
            let _ = index::search(
                &damaged,
                lang,
                query,
                index::Options { limit: 10, ..index::Options::default() },
            );
        }
    }
}

/// Sets bytes: each three of `how` are a place (the higher byte first) and a value.
fn patch(bytes: &mut [u8], how: &[u8]) {
    for change in how.chunks_exact(3) {
        let at = usize::from(change[0]) << 8 | usize::from(change[1]);
        let length = bytes.len();
        if let Some(byte) = bytes.get_mut(at % length.max(1)) {
            *byte = change[2];
        }
    }
}

/// A digest, which becomes a record.
pub fn digest(data: &[u8]) {
    let text = text(data);
    let imported = import::digest(&text, &Options::default());
    let lines = text.lines().count().max(1);
    for remark in &imported.remarks {
        assert!(remark.line <= lines && !remark.message.is_empty(), "{remark:?}");
    }
    for (path, record) in &imported.files {
        assert!(path.starts_with("content/") && !path.contains(".."), "{path}");
        let value: serde_json::Value = serde_json::from_str(record).expect("a record is JSON");
        assert!(value.is_object());
    }
    accepted(&imported.files);
}

/// `check` finds no error in what an import wrote, but for characters that were lost before.
fn accepted(files: &[(String, String)]) {
    let files: Vec<_> = files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let compiled = pipeline::check(&Sources::from_memory(files.clone()), None, &Silent);
    let of_ours = |finding: &&casebook::diag::Diagnostic| {
        finding.severity == Severity::Error && !finding.message.contains(char::REPLACEMENT_CHARACTER)
    };
    let errors: Vec<_> = compiled.diagnostics.iter().filter(of_ours).collect();
    assert!(errors.is_empty(), "{errors:#?} in {files:?}", files = shown(&files));
}

fn shown(files: &[(String, Vec<u8>)]) -> Vec<(String, String)> {
    files.iter().map(|(path, bytes)| (path.clone(), text(bytes))).collect()
}

/// A file in one of the foreign formats, a filled form, or a fetched page.
pub fn import(data: &[u8]) {
    let (nth, rest) = choice(data);
    let Some(format) = import::FORMATS.get(nth % (import::FORMATS.len() + 2)) else {
        return if nth.is_multiple_of(2) { filled(rest) } else { fetched(rest) };
    };
    let empty = model::lower(&Sources::from_memory(Vec::<(String, Vec<u8>)>::new())).value;
    let options = Options::default();
    let setting = Setting { vocab: &empty.vocab, options: &options, mapping: None, nesting: NESTING };
    let file = SourceFile::new("in.txt", text(rest));
    let reading = format.read(&file, &setting);
    let lines = file.text.lines().count().max(1);
    assert!(
        reading.refusals.iter().all(|refusal| (1..=lines).contains(&refusal.line)),
        "{:?}",
        reading.refusals
    );
    let plan = import::plan(format.name, vec![reading], &Present::of(&empty), "");
    assert_eq!(plan.read, plan.written + plan.unchanged + plan.merged + plan.refused.len(), "{plan:?}");
    for (path, ..) in &plan.files {
        assert!(
            path.starts_with("content/") && !path.split('/').any(|part| part == ".." || part.is_empty()),
            "{path}"
        );
    }
    // Our own form is taken field for field, mistakes included.
    if format.name != "incidentlib" {
        accepted(&plan.files.into_iter().map(|(path, text, _)| (path, text)).collect::<Vec<_>>());
    }
}

fn filled(data: &[u8]) {
    let empty = model::lower(&Sources::from_memory(Vec::<(String, Vec<u8>)>::new())).value;
    let imported = form::read(&text(data), &empty, &form::Filled::default());
    assert!(imported.files.iter().all(|(path, _)| path.starts_with("content/") && !path.contains("..")));
}

fn fetched(data: &[u8]) {
    let (nth, rest) = choice(data);
    let media_type = [
        "text/html",
        "text/plain",
        "text/markdown",
        "text/html; charset=windows-1251",
        "application/xhtml+xml",
    ][nth % 5];
    let told = page::Page { url: "https://example.org/a", media_type, content_language: "", bytes: rest };
    if let Ok(read) = page::read(&told) {
        assert!(!read.text.contains('\0'));
    }
}
