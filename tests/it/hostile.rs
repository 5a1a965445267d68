//! No record can put script, styles, foreign frames or broken markup into any output: hostile texts in
//! every field of records, sources, vocabularies, pages and settings, through the whole pipeline into
//! every sink, and the built tree is walked as a browser and a feed reader walk it.

use casebook::audit;
use casebook::load::{Asset, AssetContent, Sources};
use casebook::pipeline::{self, BuildOptions, Silent};
use casebook::write::Memory;
use proptest::prelude::*;
use serde_json::json;

/// Pieces out of which hostile texts are put together.
const PIECES: [&str; 34] = [
    "<script>alert(1)</script>",
    "</script><script src=//evil.example/x>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "<iframe src=javascript:alert(1)>",
    "<style>*{}</style>",
    "<svg/onload=alert(1)>",
    "<base href=//evil.example>",
    "<form action=//evil.example><input name=q>",
    "]]><x>",
    "<!--",
    "-->",
    "<![CDATA[",
    "&lt;b&gt; &amp; &#0; &nbsp;",
    "[a](javascript:alert(1))",
    "![b](data:text/html,<script>)",
    "![c](https://evil.example/t.gif)",
    "<https://e.example/\"onclick=alert(1)>",
    "https://e.example/<b>'\"`",
    "`</code><b>`",
    "```html\n<b>\n```",
    "| a | <b> |\n| - | - |\n| x | </td> |\n",
    "# <h1 onclick=x>",
    "> <q>",
    "- a\n  - <li>\n",
    "[^t1]",
    "{{ 7 * 7 }} {% raw %} {# x #}",
    "%0d%0aSet-Cookie: x=1",
    "\r\n/* /evil 301\n",
    "\u{0}\u{7}\u{1B}\u{202E}\u{2028}\u{FFFE}",
    "=1+1",
    "../../../etc/passwd",
    "가나다 عربي 𐍈 e\u{301}",
    "x 511 ms",
];

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned),
        1 => "[\\PC&&[^\u{FFFD}]]{0,12}",
    ];
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join(" "))
}

/// The library with the texts of `pool` in all its fields.
fn library(pool: &[String]) -> Vec<(String, String)> {
    let mut next = 0usize;
    let mut s = || {
        next += 1;
        pool[next % pool.len()].clone()
    };
    let record = json!({
        "id": "H-1", "former_ids": [s(), s()], "type": s(), "title": {"en": s(), "ko": s()}, "org": s(), "org_slug": s(), "date": "2021-05-03",
        "date_kind": s(), "severity": s(), "domain": [s()], "components": [s(), s()], "symptoms": [s()], "root_cause": s(), "contributing": [s()],
        "summary": {"en": format!("{}[^t1] {}", s(), s()), "ko": s()}, "symptoms_text": {"en": s()}, "trigger": {"en": s()}, "detection": {"en": s()},
        "impact": {"scope": {"en": s()}, "users": {"en": s()}, "region": {"en": s()}}, "cause": {"en": s()},
        "timeline": {"resolved_after": "5h", "events": [{"at": "2021-05-03T10:00Z", "text": {"en": s()}}, {"at": "2021-05-03T11:00Z", "text": {"en": s()}}]},
        "remediation": [{"text": {"en": s()}}], "action_items": [{"text": {"en": s()}}], "lessons": {"en": s()},
        "claims": [{"id": s(), "kind": s(), "text": {"en": s()}, "evidence": [{"source": s(), "quote": s()}]}, {"id": "k", "text": {"en": s()}}, {"id": "K", "text": {"en": s()}}],
        "evidence": {"t1": [{"source": "bad", "quote": s()}, {"source": "own", "quote": s()}]},
        "sources": [{"id": "own", "url": s(), "archived": s(), "title": s(), "kind": s(), "licence": s(), "publisher": s(), "text": s()}, "bad"],
        "docs": [s()], "related": [s(), "H-2"], "recurrence_of": s(), "review": {"written_by": s(), "reviewed_by": s(), "reviewed_at": s()},
        "corrections": [{"at": "2021-06-01", "text": {"en": s()}}], "updated_at": "2021-06-01", "url": s(), "unknown": {"severity": {"en": s()}},
        "declared": {"score": s()}, "surprise": s(), s(): s(),
    });
    let quoted = |text: String| serde_json::to_string(&text).unwrap();
    let source = format!(
        "---\ntitle: {}\nurl: {}\narchived: {}\npublisher: {}\nauthor: {}\nlicence: {}\nkind: {}\nnote: {}\n---\n\n{}\n",
        quoted(s()),
        quoted(s()),
        quoted(s()),
        quoted(s()),
        quoted(s()),
        quoted(s()),
        quoted(s()),
        quoted(s()),
        s(),
    );
    let page = format!("---\ntitle: {}\nnav: 1\n---\n\n# {}\n\n{}\n", quoted(s()), s(), s());
    let markdown = format!(
        "---\nid: H-2\ntitle: {}\ndate: 2022\n---\n\n{}\n\n## {}\n\n{}\n",
        quoted(s()),
        s(),
        s(),
        s()
    );
    let term = quoted(s());
    let vocab = format!(
        "[hostile]\nlabel = {{ en = {term} }}\ndescription = {{ en = {term} }}\naliases = {{ en = [{term}] }}\n"
    );
    let settings = format!(
        "languages = [\"en\", \"ko\"]\nrepo = \"https://code.example/x\"\nbranch = {0}\nlicence = {0}\n[title]\nen = {0}\n[description]\nen = {0}\n",
        quoted(s())
    );
    [
        ("casebook.toml", settings),
        ("content/cases/h-1.json", record.to_string()),
        ("content/cases/h-2.en.md", markdown),
        ("content/sources/bad.md", source),
        ("content/pages/bad.en.md", page),
        ("content/vocab/component.toml", vocab),
    ]
    .map(|(path, text)| (path.to_owned(), text))
    .to_vec()
}

fn built(files: Vec<(String, String)>) -> Vec<Asset> {
    let sources = Sources::from_memory(files.into_iter().map(|(path, text)| (path, text.into_bytes())));
    let mut compiled = pipeline::check(&sources, Some(jiff::civil::date(2026, 11, 30)), &Silent);
    let options =
        BuildOptions { base_url: "https://casebook.example/lib/".into(), ..BuildOptions::default() };
    let sink = Memory::default();
    let told = pipeline::build(&mut compiled, &options, &sink, &Silent).unwrap();
    assert!(told.diagnostics.iter().all(|found| found.code.as_str() != "T001"), "{:?}", told.diagnostics);
    let asset =
        |(path, bytes): (String, Vec<u8>)| Asset { path, content: AssetContent::Memory(bytes.into()) };
    sink.into_files().into_iter().map(asset).collect()
}

fn text(files: &[Asset], path: &str) -> String {
    let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(file.read().unwrap().to_vec()).unwrap()
}

#[test]
fn a_name_of_nothing_is_told_and_the_site_keeps_one() {
    for blank in ["", " \u{200b}\u{202e}"] {
        let files = built(library(&[blank.to_owned(), "x".to_owned()]));
        let told: Vec<String> = audit::site(&files, Some("https://casebook.example/lib/"))
            .diagnostics
            .iter()
            .map(|d| format!("{} {}", d.code, d.message))
            .collect();
        assert!(told.is_empty(), "{told:?}");
        let settings = format!("title = {}\n", serde_json::to_string(blank).unwrap());
        let sources = Sources::from_memory([("casebook.toml".to_owned(), settings.into_bytes())]);
        let found = pipeline::check(&sources, None, &Silent).diagnostics;
        let found: Vec<&str> =
            found.iter().filter(|d| d.code.as_str() == "M031").map(|d| &*d.message).collect();
        assert_eq!(found, ["`title` holds no text"]);
    }
}

proptest! {
    // Each case is a whole build: few of them, each with many texts in every field.
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_becomes_anything_but_text(pool in prop::collection::vec(hostile(), 11)) {
        let files = built(library(&pool));
        let report = audit::site(&files, Some("https://casebook.example/lib/"));
        let told: Vec<String> = report
            .diagnostics
            .iter()
            .map(|d| format!("{} {}:{} {}", d.code, d.primary.place.path, d.primary.place.line, d.message))
            .collect();
        prop_assert!(told.is_empty(), "{:#?}\n{:#?}", &told[..told.len().min(12)], pool);
        let harmless = built(library(&["plain words".to_owned()]));
        // The headers are the program's alone; a redirect is a line of its own form.
        let rules = |files: &[Asset]| -> Vec<String> {
            let headers = text(files, "_headers");
            headers.lines().filter(|line| !line.contains("/search/")).map(str::to_owned).collect()
        };
        prop_assert_eq!(rules(&files), rules(&harmless));
        let redirects = files.iter().any(|file| file.path == "_redirects").then(|| text(&files, "_redirects"));
        for line in redirects.iter().flat_map(|text| text.lines()) {
            let words: Vec<&str> = line.split(' ').collect();
            prop_assert!(words.len() == 3 && words[0].starts_with("/lib/") && words[1].starts_with("/lib/") && words[2] == "301", "{}", line);
        }
        for file in files.iter().filter(|file| file.path.ends_with(".csv")) {
            let bytes = file.read().unwrap();
            let mut reader = csv::Reader::from_reader(&bytes[..]);
            for record in reader.records() {
                let record = record.unwrap();
                let formula = record.iter().find(|cell| {
                    cell.starts_with(['=', '@', '\t', '\r']) || (cell.starts_with(['+', '-']) && cell.parse::<f64>().is_err())
                });
                prop_assert!(formula.is_none(), "{}: {:?}", file.path, formula);
            }
        }
    }
}
