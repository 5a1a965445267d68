//! Pages, feeds and data from libraries made in memory: what stands in them, and what never may.

use std::collections::BTreeMap;
use std::sync::Mutex;

use casebook::diag::Diagnostic;
use casebook::load::Sources;
use casebook::model::CaseId;
use casebook::pipeline::{self, Compiled, Silent};
use casebook::relate::{Reason, Relation};
use casebook::render::theme::ThemeFile;
use casebook::render::{self, Site};
use casebook::text::Lang;

/// The files of a site by path, and what was said about its themes.
pub struct Built {
    pub files: BTreeMap<String, String>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Built {
    pub fn file(&self, path: &str) -> &str {
        self.files.get(path).unwrap_or_else(|| panic!("no {path} among {} files", self.files.len()))
    }
}

/// A library's files: path and text.
pub type Files = Vec<(String, String)>;

pub const FULL_EN: &str = r#"---
id: CB-1
type: incident
title: Readiness checks got slow
org: Example
date: 2022-09-24
severity: unknown
components: [cache]
symptoms: [high-latency]
root_cause: software-bug
timeline:
  resolved_after: 73h
  events:
    - {at: "2022-09-24T09:46Z", text: {en: "The first alert"}}
    - {at: "2022-09-24T11:02Z", text: {en: "Rolled back"}}
sources: [infra-log]
related: [CB-2]
former_ids: [old-name]
updated_at: 2022-10-01
---

The check's response time dropped from 511 ms to 29 ms.[^t1] See [the other](cb-2.en.md).

## Remediation

- Rolled back

[^t1]: infra-log: "Response time for the check dropped from 511ms to 29ms"
"#;

const FULL_KO: &str = r#"---
title: 준비 상태 확인이 느려졌다
---

확인의 응답 시간이 511 ms에서 29 ms로 줄었다.[^t1]

[^t1]: infra-log: "Response time for the check dropped from 511ms to 29ms"
"#;

const LOG: &str = "---\ntitle: Infrastructure log\nurl: https://example.org/infra-log\nlang: en\nlicence: CC-BY-4.0\n\
    primary: true\n---\n\nThen it was mended. Response time for the check dropped from 511ms to 29ms. All good.\n";

/// A library of one full case, one in English alone, and one without a date.
pub fn small() -> Files {
    let files = [
        ("casebook.toml", "languages = [\"en\", \"ko\", \"ru\"]\n"),
        ("content/cases/cb-1.en.md", FULL_EN),
        ("content/cases/cb-1.ko.md", FULL_KO),
        (
            "content/cases/cb-2.en.md",
            "---\nid: CB-2\ntitle: Nagle after a driver upgrade\ndate: 2021-05-03\nroot_cause: software-bug\n---\n\nText.\n",
        ),
        ("content/cases/장애.ko.md", "---\ntitle: 날짜 없는 사례\n---\n\n글.\n"),
        ("content/sources/infra-log.md", LOG),
        ("content/pages/about.en.md", "---\ntitle: About\nnav: 1\n---\n\nSee [a case](/cases/cb-2/).\n"),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// The same library with the text of one file replaced.
pub fn with(mut files: Files, path: &str, text: &str) -> Files {
    files.retain(|file| file.0 != path);
    files.push((path.to_owned(), text.to_owned()));
    files
}

/// Checks, scores and renders a library.
pub fn build(files: &Files, base_url: &str, theme_files: &[ThemeFile]) -> Built {
    let compiled = compile(files);
    render_site(&compiled, base_url, theme_files)
}

/// Checks and scores a library.
pub fn compile(files: &Files) -> Compiled {
    let sources =
        Sources::from_memory(files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())));
    pipeline::check(&sources, Some(jiff::civil::date(2026, 11, 30)), &Silent)
}

fn render_site(compiled: &Compiled, base_url: &str, theme_files: &[ThemeFile]) -> Built {
    let relations: Vec<Vec<Relation>> = compiled
        .cases
        .iter()
        .map(|one| {
            let told = one.verified.case.related.iter().map(|told| CaseId(told.id.as_str().into()));
            told.map(|case| Relation { case, reasons: vec![Reason::Told] }).collect()
        })
        .collect();
    let site = Site {
        library: &compiled.library,
        cases: &compiled.cases,
        relations: &relations,
        as_of: jiff::civil::date(2026, 11, 30),
        scripts: &[],
        dataset: &casebook::render::Dataset::default(),
        theme_files,
        base_url,
        part: casebook::index::Part::WHOLE,
    };
    let files = Mutex::new(BTreeMap::new());
    let diagnostics = render::site(&site, &|file| {
        let text = String::from_utf8(file.bytes).expect("every file of the theme is text");
        let former = files.lock().unwrap().insert(file.path.clone(), text);
        assert!(former.is_none(), "{} is written twice", file.path);
    });
    let mut files = files.into_inner().unwrap();
    for number in 0..compiled.cases.len() {
        let file = render::case_json(&site, number);
        files.insert(file.path, String::from_utf8(file.bytes).unwrap());
    }
    let closing = render::Closing {
        base_path: site.base_path(),
        languages: compiled.library.config.languages.clone(),
        offline: compiled.library.config.offline,
    };
    let tree = files.iter().map(|(path, text)| (path.clone(), blake3::hash(text.as_bytes()))).collect();
    for file in render::closing(&closing, tree) {
        files.insert(file.path, String::from_utf8(file.bytes).unwrap());
    }
    Built { files, diagnostics }
}

const URL: &str = "https://example.org/lib/";

#[test]
fn a_small_library_makes_every_kind_of_page_in_every_language() {
    let built = build(&small(), URL, &[]);
    assert_eq!(built.diagnostics, []);
    for tag in ["en", "ko", "ru"] {
        for page in [
            "",
            "cases/",
            "by-score/",
            "by-title/",
            "cases/CB-1/",
            "cases/장애/",
            "browse/",
            "browse/root-cause/",
            "browse/root-cause/software-bug/",
            "browse/component/cache/",
            "orgs/",
            "orgs/example/",
            "years/",
            "years/2022/",
            "years/unknown/",
            "sources/",
            "sources/infra-log/",
            "search/",
            "method/",
            "data/",
            "about/",
        ] {
            let html = built.file(&format!("{tag}/{page}index.html"));
            assert!(html.contains(&format!("<html lang=\"{tag}\"")), "{tag}/{page}");
        }
        built.file(&format!("{tag}/feed.xml"));
        built.file(&format!("{tag}/feed.json"));
    }
    for path in [
        "index.html",
        "404.html",
        "robots.txt",
        "sitemap.xml",
        "_headers",
        ".nojekyll",
        "llms.txt",
        "api/v1/cases.json",
        "api/v1/cases/CB-1.json",
        "api/v1/vocabularies.json",
        "en/cases/old-name/index.html",
    ] {
        built.file(path);
    }
    for path in built.files.keys().filter(|path| path.starts_with(['_', '.'])) {
        assert!(matches!(path.as_str(), "_headers" | "_redirects" | ".nojekyll"), "{path}");
    }
}

#[test]
fn the_case_page_marks_the_claim_and_shows_the_quote_that_bears_it() {
    let built = build(&small(), URL, &[]);
    let page = built.file("en/cases/CB-1/index.html");
    assert!(
        page.contains("<span class=\"claim v-supported\">The check&#39;s response time dropped"),
        "{page}"
    );
    assert!(page.contains("<q>Response time for the check dropped from 511ms to 29ms</q>"), "{page}");
    assert!(page.contains("https://example.org/infra-log#:~:text=Response%20time"), "{page}");
    assert!(page.contains("id=\"claim-t1\"") && page.contains("73 hours"), "{page}");
    assert!(page.contains("href=\"../../../en/cases/CB-2/\""), "a link to a case's file leads to its page");
    let korean = built.file("ko/cases/CB-1/index.html");
    assert!(korean.contains("73시간") && korean.contains("<q lang=\"en\""), "{korean}");
    // The remedy has no Korean text: it is shown in English, labelled and with its own language.
    assert!(korean.contains("<li lang=\"en\" dir=\"ltr\">Rolled back"), "{korean}");
}

#[test]
fn a_missing_date_is_told_in_words_sorts_last_and_stays_out_of_feeds() {
    let built = build(&small(), URL, &[]);
    for (tag, words) in [("en", "Date unknown"), ("ko", "날짜 알 수 없음"), ("ru", "Дата неизвестна")]
    {
        let list = built.file(&format!("{tag}/cases/index.html"));
        assert!(list.find(words).unwrap() > list.find("2021").unwrap(), "{list}");
        assert!(!list.contains("1970"), "{list}");
        assert!(!built.file(&format!("{tag}/feed.xml")).contains("날짜 없는 사례"));
    }
}

#[test]
fn a_case_in_another_language_is_listed_with_its_own_language_told() {
    let built = build(&small(), URL, &[]);
    let list = built.file("ko/cases/index.html");
    assert!(list.contains("lang=\"en\" dir=\"ltr\">Nagle after a driver upgrade</a>"), "{list}");
    assert!(list.contains("영어"), "{list}");
}

#[test]
fn titles_with_markup_come_out_right_once_everywhere() {
    for title in [
        "Lost wakeups in Queue<Box<T>>",
        "</script><script>alert(1)</script>",
        "a < b & c",
        "Crash in __init__ when size is 2*3*4",
        "&amp; and &lt;c&gt; are ~~what~~ [they](x) are",
        "<T>",
    ] {
        let record = serde_json::json!({"id": "CB-2", "title": {"en": title}, "date": "2021-05-03",
            "summary": {"en": "It fell."}, "lessons": {"en": "We learned."}});
        let mut library = with(small(), "content/cases/cb-2.json", &record.to_string());
        library.retain(|file| file.0 != "content/cases/cb-2.en.md");
        let built = build(&library, URL, &[]);
        let escaped = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let page = built.file("en/cases/CB-2/index.html");
        assert!(page.contains(&format!("<title>{escaped} · Casebook</title>")), "{page}");
        assert!(page.contains(&format!("<h1 id=\"case-title\">{escaped}</h1>")), "{page}");
        assert!(built.file("en/cases/index.html").contains(&escaped));
        assert!(built.file("en/feed.xml").contains(&format!("<title>{escaped}</title>")));
        let og =
            format!("<meta property=\"og:title\" content=\"{} · Casebook\">", escaped.replace('"', "&quot;"));
        assert!(page.contains(&og), "{page}");
        let feed: serde_json::Value = serde_json::from_str(built.file("en/feed.json")).unwrap();
        assert!(feed["items"].as_array().unwrap().iter().any(|item| item["title"] == title), "{feed}");
        let cases: serde_json::Value = serde_json::from_str(built.file("api/v1/cases.json")).unwrap();
        assert!(
            cases["cases"].as_array().unwrap().iter().any(|case| case["title"]["en"] == title),
            "{cases}"
        );
        let line = built.file("llms.txt").lines().find(|line| line.contains("/en/cases/CB-2/")).unwrap();
        assert_eq!(casebook::text::markdown::plain(line), title, "{line}");
        let (_, rest) = page.split_once("<script type=\"application/ld+json\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert!(data.to_string().contains(&serde_json::to_string(title).unwrap()), "{data}");
    }
}

#[test]
fn the_published_record_is_the_written_one_and_the_sums_agree() {
    let written =
        r#"{"id":"CB-2","title":{"en":"T"},"zeta":1,"alpha":{"b":2,"a":null},"unknown_field":"kept"}"#;
    let mut library = with(small(), "content/cases/cb-2.json", written);
    library.retain(|file| file.0 != "content/cases/cb-2.en.md");
    let built = build(&library, URL, &[]);
    let json: serde_json::Value = serde_json::from_str(built.file("api/v1/cases/CB-2.json")).unwrap();
    assert_eq!(json["record"].to_string(), written);
    let json: serde_json::Value = serde_json::from_str(built.file("api/v1/cases/CB-1.json")).unwrap();
    let sum: u64 =
        json["computed"]["verdicts"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(sum as usize, json["computed"]["claims"].as_array().unwrap().len());
}

#[test]
fn a_broken_template_of_the_library_is_told_with_its_line_and_the_page_is_still_made() {
    let own = |path: &str, text: &str| ThemeFile { path: path.into(), bytes: text.as_bytes().to_vec() };
    let broken = [
        own(
            "default/templates/case.html",
            "{% extends \"base.html\" %}\n{% block main %}\n{{ no_such_field }}\n{% endblock %}",
        ),
        own("default/templates/home.html", "one\n{% if %}\n"),
        own("messages/ru.ftl", "nav_cases = Инциденты\n"),
    ];
    let built = build(&small(), URL, &broken);
    let places: Vec<(String, u32)> = built
        .diagnostics
        .iter()
        .map(|found| (found.primary.place.path.to_string(), found.primary.place.line))
        .collect();
    assert!(places.contains(&("themes/default/templates/case.html".into(), 3)), "{:?}", built.diagnostics);
    assert!(places.contains(&("themes/default/templates/home.html".into(), 2)), "{:?}", built.diagnostics);
    assert!(built.file("en/cases/CB-1/index.html").contains("Readiness checks got slow"));
    assert!(built.file("ru/index.html").contains(">Инциденты</a>"));
}

#[test]
fn a_language_without_messages_is_built_and_says_so_once() {
    let library = with(small(), "casebook.toml", "languages = [\"en\", \"ar\", \"xx\"]\n");
    let library = with(library, "content/cases/cb-2.ar.md", "---\ntitle: عطل في الشبكة\n---\n\nنص.\n");
    let built = build(&library, "", &[]);
    let arabic = built.file("ar/cases/CB-2/index.html");
    assert!(
        arabic.contains("<html lang=\"ar\" dir=\"rtl\">") && arabic.contains("عطل في الشبكة"),
        "{arabic}"
    );
    built.file("xx/index.html");
    assert_eq!(built.diagnostics.iter().filter(|d| d.code.slug() == "message-missing").count(), 2);
}

#[test]
fn two_builds_are_the_same_bytes_on_any_number_of_threads() {
    let library = small();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let four = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let a = one.install(|| build(&library, URL, &[]).files);
    let b = four.install(|| build(&library, URL, &[]).files);
    assert_eq!(a, b);
}

#[test]
fn every_language_of_the_interface_has_the_same_messages_and_templates_ask_for_no_other() {
    let keys = |tag: &str| -> std::collections::BTreeSet<String> {
        let source = casebook::render::theme::builtin_messages(&Lang::parse(tag).unwrap()).unwrap();
        let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_owned());
        source
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(key)
            .collect()
    };
    // Plural categories of the scripts' counts differ by language, and nothing else does.
    let plain = |tag: &str| -> std::collections::BTreeSet<String> {
        let counted = |key: &String| key.starts_with("js_count_") || key.starts_with("js_diagnose_of_");
        keys(tag).into_iter().filter(|key| !counted(key)).collect()
    };
    assert!(plain("en").len() > 200);
    assert_eq!(plain("en"), plain("ko"));
    assert_eq!(plain("en"), plain("ru"));
    let mut asked = std::collections::BTreeSet::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = |text: &str, marks: &[&str], end: char| {
        for mark in marks {
            for (at, _) in text.match_indices(mark) {
                let rest = &text[at + mark.len()..];
                let key: String =
                    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                let whole = end == ' ' || rest[key.len()..].starts_with(end);
                if whole && !key.is_empty() {
                    asked.insert(key);
                }
            }
        }
    };
    for entry in walkdir::WalkDir::new(root.join("themes")).into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|ending| ending == "html") {
            read(&std::fs::read_to_string(entry.path()).unwrap(), &["{{ t.", "(t."], ' ');
        }
    }
    for entry in walkdir::WalkDir::new(root.join("src/render")).into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|ending| ending == "rs") {
            let source = std::fs::read_to_string(entry.path()).unwrap();
            let code = source.split("#[cfg(test)]").next().unwrap();
            read(code, &["locale.text(\"", "locale.say(\"", "link(\""], '"');
        }
    }
    let known = keys("en");
    let missing: Vec<_> = asked.iter().filter(|key| !known.contains(*key)).collect();
    assert!(asked.len() > 80 && missing.is_empty(), "asked for and not there: {missing:?}");
}

/// Whether an output of markup holds anything that a hostile text tried to put there.
fn is_clean(path: &str, text: &str, strangers: &[&str]) -> bool {
    if path.ends_with(".json") {
        return serde_json::from_str::<serde_json::Value>(text).is_ok();
    }
    if !(path.ends_with(".html") || path.ends_with(".xml")) {
        return true;
    }
    let lower = text.to_lowercase();
    let inside_tags = lower.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag);
    let mut tags = inside_tags.filter(|tag| !tag.starts_with("script type=\"application/"));
    !tags.any(|tag| {
        let name: String =
            tag.trim_start_matches('/').chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
        strangers.contains(&name.as_str())
            || tag.split('"').step_by(2).any(|outside| outside.contains(" on") || outside.contains("style="))
            || tag.contains("=\"javascript:")
            || tag.contains("=\"data:")
    })
}

#[test]
fn no_field_of_a_record_can_put_markup_into_any_output() {
    const STRANGERS: [&str; 7] = ["iframe", "object", "embed", "form2", "xss", "style", "base"];
    for attack in [
        "<xss onload=alert(1)>",
        "\"><xss onload=alert(1)>",
        "' onmouseover='alert(1)",
        "</script><xss>",
        "]]><xss>",
        "<iframe src=javascript:alert(1)>",
        "[a](javascript:alert(1)) ![b](data:text/html,x)",
        "<style>*{}</style><base href=//evil.example>",
        "&lt;xss&gt; {{ 7 * 7 }} {% raw %}",
        "[x](https://e.example/\"onclick=alert(1)) `</code><xss>`",
    ] {
        let t = |attack: &str| serde_json::json!({"en": attack, "ko": attack});
        let record = serde_json::json!({
            "id": "CB-2", "org": attack, "org_slug": attack, "date": "2021-05-03", "date_kind": attack, "docs": [attack],
            "title": t(attack), "domain": [attack], "impact": {"scope": attack, "users": t(attack), "region": attack},
            "review": {"written_by": attack, "reviewed_by": attack}, "lessons": t(attack), "related": [attack],
            "sources": [{"url": attack, "kind": attack, "archived": attack, "title": attack, "licence": attack}],
            "summary": t(&format!("{attack} {attack}.[^{attack}] It fell to 5 ms.[^a]")), "trigger": t(attack), "severity": attack, "symptoms": [attack],
            "timeline": {"resolved_after": "5h", "events": [{"at": "2021-05-03T10:00Z", "text": t(attack)}, {"at": "2021-05-03T11:00Z", "text": t(attack)}]},
            "detection": t(attack), "components": [attack], "root_cause": attack, "remediation": [{"text": t(attack)}],
            "action_items": [{"text": t(attack)}], "contributing": [attack], "recurrence_of": attack, "symptoms_text": t(attack),
            "url": attack, "type": attack, "former_ids": [attack], "surprise": attack,
            "claims": [{"id": attack, "kind": attack, "text": t(attack), "evidence": [{"source": attack, "quote": attack}]}],
            "evidence": {"a": [{"source": "infra-log", "quote": attack}]},
        });
        let mut library = with(small(), "content/cases/cb-2.json", &record.to_string());
        library.retain(|file| file.0 != "content/cases/cb-2.en.md");
        let quoted = serde_json::to_string(attack).unwrap();
        let library = with(
            library,
            "content/sources/bad.md",
            &format!(
                "---\ntitle: {quoted}\nurl: {quoted}\npublisher: {quoted}\nauthor: {quoted}\nlicence: {quoted}\n---\n\nText.\n"
            ),
        );
        let library = with(
            library,
            "content/pages/bad.en.md",
            &format!("---\ntitle: {quoted}\nnav: 1\n---\n\n# {attack}\n\n{attack}\n"),
        );
        let built = build(&library, URL, &[]);
        assert!(built.files.contains_key("en/cases/CB-2/index.html"), "{attack}");
        for (path, text) in &built.files {
            assert!(is_clean(path, text, &STRANGERS), "{attack} in {path}:\n{text}");
        }
    }
}

#[test]
fn the_plain_theme_makes_the_same_pages_without_script() {
    let library = with(small(), "casebook.toml", "languages = [\"en\", \"ko\", \"ru\"]\ntheme = \"plain\"\n");
    let built = build(&library, URL, &[]);
    assert_eq!(built.diagnostics, []);
    let default = build(&small(), URL, &[]);
    let pages = |built: &Built| -> Vec<String> {
        built.files.keys().filter(|path| !path.starts_with("assets/")).cloned().collect()
    };
    assert_eq!(pages(&built), pages(&default));
    let page = built.file("en/cases/CB-1/index.html");
    assert!(
        page.contains("Response time for the check dropped from 511ms to 29ms") && page.contains("73 hours")
    );
    assert!(!page.contains("<script type=\"module\""), "{page}");
    let own = ThemeFile {
        path: "plain/templates/home.html".into(),
        bytes: b"{% extends \"base.html\" %}\n{% block main %}\n{{ no_such_field }}\n{% endblock %}".to_vec(),
    };
    let broken = build(&library, URL, &[own]);
    let place = &broken.diagnostics[0].primary.place;
    assert_eq!((&*place.path, place.line), ("themes/plain/templates/home.html", 3));
    assert!(broken.file("en/index.html").contains("Readiness checks got slow"));
    let own = |name: &str, text: &str| ThemeFile {
        path: format!("plain/templates/{name}"),
        bytes: text.as_bytes().to_vec(),
    };
    let faults = [
        own("home.html", "one\n{% if %}\n"),
        own("case.html", "{% extends \"no-such-base.html\" %}\n"),
        own("term.html", "<p>{{ heading }}</p>\n"),
    ];
    let broken = build(&library, URL, &faults);
    let places: Vec<(&str, u32)> =
        broken.diagnostics.iter().map(|d| (&*d.primary.place.path, d.primary.place.line)).collect();
    assert_eq!(places, [("themes/plain/templates/case.html", 1), ("themes/plain/templates/home.html", 2)]);
    assert!(broken.file("en/index.html").contains("Readiness checks got slow"));
    assert!(broken.file("en/cases/CB-1/index.html").contains("Readiness checks got slow"));
    assert_eq!(broken.file("en/browse/component/cache/index.html").trim(), "<p>Cache</p>");
}

#[test]
fn headings_within_a_text_never_take_the_place_of_a_section() {
    let case = "---\nid: CB-1\ntitle: A\ndate: 2024-05-06\n---\n\nIt broke.\n\n### Remediation\n\nSee below.\n\n### Action items\n\nNone.\n\n\
                ### Cause\n\nUnknown.\n\n## Cause\n\nA bug.\n\n## Remediation\n\n- Rolled back\n\n## Action items\n\n- Test it\n";
    let built = build(&vec![("content/cases/cb-1.en.md".to_owned(), case.to_owned())], "", &[]);
    let page = built.file("en/cases/CB-1/index.html");
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    for section in ["remediation", "action-items"] {
        assert!(page.contains(&format!("<section class=\"text\" id=\"{section}\">")), "{section}: {ids:?}");
    }
}
