//! No input, however broken or hostile, stops the reading of a library; what is wrong with it is
//! one finding at the place.

use casebook::diag::{Diagnostic, Severity};
use casebook::load::Sources;
use casebook::model::{self, Library};
use proptest::prelude::*;

fn lower(files: Vec<(String, Vec<u8>)>) -> (Library, Vec<Diagnostic>) {
    let checked = model::lower(&Sources::from_memory(files));
    (checked.value, checked.diagnostics)
}

/// The findings about one file beside a sound one; the sound one must still be there.
fn findings(path: &str, bytes: impl Into<Vec<u8>>) -> Vec<Diagnostic> {
    let sound = b"{\"id\": \"sound\", \"title\": \"t\"}".to_vec();
    let (library, diagnostics) =
        lower(vec![(path.to_owned(), bytes.into()), ("content/cases/sound.json".to_owned(), sound)]);
    assert!(library.cases.iter().any(|case| &*case.id.0 == "sound"), "the sound record is gone");
    diagnostics
}

fn only(path: &str, bytes: impl Into<Vec<u8>>) -> Diagnostic {
    let found = findings(path, bytes);
    let [only] = found.as_slice() else { panic!("{path}: {found:#?}") };
    assert!(!only.help.is_empty());
    assert_eq!(&*only.primary.place.path, path);
    only.clone()
}

#[test]
fn deep_nesting_is_one_finding() {
    for depth in [65, 300, 100_000] {
        let json = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(only("content/cases/a.json", json).code.as_str(), "P006", "JSON, {depth}");
        let objects = "{\"a\":".repeat(depth);
        assert_eq!(only("content/cases/a.json", objects).code.as_str(), "P006", "JSON objects, {depth}");
        let yaml = format!("---\ntitle: {}1{}\n---\n", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(only("content/cases/a.md", yaml).code.as_str(), "P006", "YAML, {depth}");
        let toml = format!("+++\ntitle = {}1{}\n+++\n", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(only("content/cases/a.md", toml).code.as_str(), "P006", "TOML, {depth}");
    }
    let blocks: String = (0..300).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(only("content/cases/a.md", format!("---\n{blocks}---\n")).code.as_str(), "P006");
    let dotted = format!("+++\n{}a = 1\n+++\n", "a.".repeat(100_000));
    assert!(!findings("content/cases/a.md", dotted).is_empty());
}

#[test]
fn other_encodings_are_named_at_the_first_wrong_byte() {
    let mut bytes = b"---\ntitle: ".to_vec();
    bytes.extend(b"\xCF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0\n---\n");
    let finding = only("content/cases/a.md", bytes);
    assert_eq!(finding.code.as_str(), "L001");
    assert_eq!((finding.primary.place.line, finding.primary.place.column), (2, 8));
    assert!(
        finding.message.contains("byte 11") && finding.message.contains("Windows-1251"),
        "{}",
        finding.message
    );

    let utf16: Vec<u8> = "{\"id\": \"a\"}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(utf16.iter().copied()).collect();
    for bytes in [utf16, marked] {
        let finding = only("content/cases/a.json", bytes);
        assert!(finding.message.contains("UTF-16 (little-endian)"), "{}", finding.message);
    }
}

#[test]
fn files_over_the_limit_are_left_out() {
    let large = format!("{{\"id\": \"a\", \"title\": \"{}\"}}", "x".repeat(5 << 20));
    assert_eq!(only("content/cases/a.json", large).code.as_str(), "L003");
    let (_, diagnostics) = lower(vec![
        ("casebook.toml".into(), b"[limits]\nrecord_bytes = 100\nnesting = 2".to_vec()),
        (
            "content/cases/a.json".into(),
            format!("{{\"id\": \"a\", \"title\": \"{}\"}}", "x".repeat(100)).into(),
        ),
        ("content/cases/b.json".into(), b"{\"id\":\"b\",\"title\":\"t\",\"x\":{\"y\":{}}}".to_vec()),
    ]);
    let codes: Vec<&str> = diagnostics.iter().map(|own| own.code.as_str()).collect();
    assert_eq!(codes, ["L003", "P006"]);
}

#[test]
fn script_in_every_field_is_text() {
    let evil = "</script><script>alert(1)</script>";
    let json = serde_json::json!({
        "id": "a", "title": {"en": evil}, "org": evil, "domain": [evil], "severity": evil, "symptoms": [evil],
        "summary": {"en": evil}, "impact": {"scope": evil}, "remediation": [{"text": {"en": evil}}],
        "sources": [{"url": format!("https://example.org/{evil}")}], "review": {"reviewed_by": evil},
    });
    let (library, diagnostics) = lower(vec![("content/cases/a.json".into(), json.to_string().into())]);
    let case = &library.cases[0];
    assert_eq!(case.title.0.values().next().unwrap().value, evil);
    for id in case.domain.iter().chain(&case.symptoms).map(|term| &term.id) {
        assert!(!id.contains(['<', '>', '/', '"']), "{id}");
    }
    assert!(case.sources.is_empty());
    assert!(diagnostics.iter().any(|own| own.code.as_str() == "M028"));
}

#[test]
fn a_shared_name_cannot_lead_outside_the_folder_of_snapshots() {
    let json = r#"{"id": "a", "title": "t", "sources": [{"id": "../../etc/passwd", "title": "x"}, {"id": "log", "url": "https://example.org/log"}]}"#;
    let (library, _) = lower(vec![
        ("content/cases/a.json".into(), json.into()),
        (".casebook/snapshots/log.txt".into(), b"The text.".to_vec()),
    ]);
    assert!(library.sources.keys().all(|id| !id.contains('/')), "{:?}", library.sources.keys());
    assert_eq!(library.sources["log"].text.as_ref().map(|text| &*text.raw), Some("The text."));
    assert!(!library.sources["log"].text.as_ref().unwrap().in_library);
}

const RECORD: &str = "---\nid: a\ntitle: \"Заголовок: один\"\nseverity: major\nlessons: >\n  folded\n  text\nsources: [{id: log, url: https://example.org/log}]\n---\n\nFirst line.\nSecond.[^t1]\n\n## Remediation\n\n- one\n  more\n- two\n\n```\ncode\n```\n\n## 원인\n\nText.[^t2]\n\n[^t1]: log: \"a quote\n    in two lines\"\n[^t2]: (cause) log: \"other\"\n";

#[test]
fn line_ends_change_nothing() {
    let read = |text: String| {
        let (library, diagnostics) = lower(vec![("content/cases/a.md".into(), text.into())]);
        assert!(diagnostics.iter().all(|own| own.severity != Severity::Error), "{diagnostics:#?}");
        let case = &library.cases[0];
        let claims: Vec<_> = case
            .claims
            .iter()
            .map(|claim| {
                let quotes: Vec<_> = claim.evidence.iter().map(|own| own.quote.value.clone()).collect();
                (
                    claim.id.clone(),
                    claim.texts.values().map(|text| text.value.clone()).collect::<Vec<_>>(),
                    quotes,
                )
            })
            .collect();
        (case.record.to_string(), case.slug.clone(), format!("{claims:?}"))
    };
    let unix = read(RECORD.to_owned());
    assert_eq!(unix, read(RECORD.replace('\n', "\r\n")));
    assert_eq!(unix, read(format!("\u{feff}{RECORD}")));
}

#[test]
fn every_text_knows_its_place() {
    for text in [RECORD.to_owned(), RECORD.replace('\n', "\r\n")] {
        let (library, _) = lower(vec![("content/cases/a.md".into(), text.clone().into())]);
        let case = &library.cases[0];
        let texts = case.texts();
        let quotes = case.claims.iter().flat_map(|claim| &claim.evidence).map(|own| &own.quote);
        let claims = case.claims.iter().flat_map(|claim| claim.texts.values());
        let mut count = 0;
        for own in texts.iter().flat_map(|(_, text)| text.0.values()).chain(quotes).chain(claims) {
            for (at, character) in own.value.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let place = own.locate(at..at + character.len_utf8());
                assert_eq!(&text[place.span.range()], character.to_string(), "in {:?}", own.value);
                count += 1;
            }
        }
        assert!(count > 100);
    }
}

#[test]
fn places_are_counted_from_the_start_of_the_file() {
    let text = "---\nid: a\ntitle: t\norg: o\ndate: 2021\nseverity: major\ntype: incident\nurl: https://example.org\n---\n\n\nText.\n\n[^t1]: nowhere: \"x\"\n";
    let found = findings("content/cases/a.md", text);
    let note = found.iter().find(|own| own.code.as_str() == "M026").unwrap();
    assert_eq!((note.primary.place.line, note.primary.place.column), (14, 8));
}

/// Pieces from which hostile files are put together.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("---\n".to_owned()),
        Just("+++\n".to_owned()),
        Just("id: a\n".to_owned()),
        Just("title = \"t\"\n".to_owned()),
        Just("{\"id\":".to_owned()),
        Just("[^t1]".to_owned()),
        Just("[^t1]: log: \"q\" (prefix: \"".to_owned()),
        Just("(time) «".to_owned()),
        Just("## ".to_owned()),
        Just("- ".to_owned()),
        Just("  ".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("```".to_owned()),
        Just("\\u00e9\\".to_owned()),
        Just("\"'|>&*!%@`".to_owned()),
        Just("2021-13-45T99:99+99:99".to_owned()),
        Just("e\u{301}장\u{1f525}".to_owned()),
        "[ -~]{0,12}",
        "\\PC{0,6}",
    ]
}

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        lower(PATHS.iter().map(|path| ((*path).to_owned(), bytes.clone())).collect());
    }

    #[test]
    fn hostile_text_never_panics(pieces in proptest::collection::vec(piece(), 0..40), fields in any::<bool>()) {
        let mut text = pieces.concat();
        if fields {
            text = format!("---\nid: a\ntitle: t\nsources: [{{id: log, url: https://example.org}}]\n---\n{text}");
        }
        lower(PATHS.iter().map(|path| ((*path).to_owned(), text.clone().into())).collect());
    }

    #[test]
    fn any_json_value_is_a_record_or_a_finding(key in "[a-z_]{1,12}", number in any::<i64>(), text in "\\PC{0,20}") {
        for name in [key.as_str(), "id", "title", "timeline", "claims", "evidence", "sources", "impact", "unknown", "review"] {
            let value = serde_json::json!({"id": "a", "title": "t", name: [text, {"en": text, "at": number, "quote": text, "source": text}, null]});
            let (library, diagnostics) = lower(vec![("content/cases/a.json".into(), value.to_string().into())]);
            prop_assert!(library.cases.len() == 1 || !diagnostics.is_empty());
            if let Some(case) = library.cases.first() {
                prop_assert_eq!(case.record.to_string(), serde_json::from_str::<serde_json::Value>(&value.to_string()).unwrap().to_string());
            }
        }
    }

    #[test]
    fn the_order_of_files_changes_nothing(seed in any::<u64>()) {
        let mut files: Vec<(String, Vec<u8>)> = vec![
            ("content/cases/a.en.md".into(), RECORD.into()),
            ("content/cases/a.ru.md".into(), "---\ntitle: т\n---\nТекст.[^t1]\n".into()),
            ("content/cases/b.json".into(), r#"[{"id":"b","title":"t","sources":["https://example.org/log"],"domain":["ZQ"]},{"id":"A","title":"t","domain":["zq"]}]"#.into()),
            ("content/sources/x.md".into(), "---\nurl: https://example.org/x\n---\n".into()),
            ("content/vocab/domain.toml".into(), "[q]\nlabel = {en = \"Q\"}\n".into()),
        ];
        let expected = format!("{:?}", lower(files.clone()));
        let mut state = seed;
        for at in (1..files.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            files.swap(at, usize::try_from(state >> 33).unwrap() % (at + 1));
        }
        prop_assert_eq!(format!("{:?}", lower(files)), expected);
    }
}
