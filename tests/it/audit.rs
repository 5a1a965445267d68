//! The self-check on what this repository builds, and on trees with one fault each.

use casebook::audit::{self, Report};
use casebook::load::{Asset, AssetContent};

use super::site::{build, small, with};

fn assets<'a>(files: impl IntoIterator<Item = (&'a String, &'a String)>) -> Vec<Asset> {
    files
        .into_iter()
        .map(|(path, text)| Asset {
            path: path.clone(),
            content: AssetContent::Memory(text.clone().into_bytes().into()),
        })
        .collect()
}

fn told(report: &Report) -> Vec<String> {
    let line = |d: &casebook::diag::Diagnostic| {
        format!("{} {}:{} {}", d.code, d.primary.place.path, d.primary.place.line, d.message)
    };
    report.diagnostics.iter().map(line).collect()
}

#[test]
fn sites_of_both_themes_hold_at_the_root_and_below_a_path() {
    let cases = [
        ("default", ""),
        ("default", "https://casebook.example/"),
        ("default", "https://casebook.example/lib/"),
        ("plain", "https://casebook.example/lib/"),
    ];
    for (theme, base_url) in cases {
        let settings = format!("languages = [\"en\", \"ko\"]\ntheme = \"{theme}\"\n");
        let library = with(small(), "casebook.toml", &settings);
        let built = build(&library, base_url, &[]);
        let report = audit::site(&assets(&built.files), Some(base_url).filter(|url| !url.is_empty()));
        assert_eq!(told(&report), [] as [&str; 0], "{theme} at {base_url}");
        assert!(report.addresses.hold > 1000 && report.addresses.not_checked > 0, "{:?}", report.addresses);
    }
}

#[test]
fn every_fault_of_a_tree_is_told_at_its_file_and_line() {
    let url = "https://example.org/lib/";
    let library = with(small(), "casebook.toml", "languages = [\"en\", \"ko\"]\n");
    let built = build(&library, url, &[]);
    let page = "en/cases/CB-1/index.html";
    let faults: [(&str, &str, &str, &str); 13] = [
        ("T010", page, "<main", "<a href=\"../no-such-case/\">x</a><main"),
        ("T010", page, "<main", "<a href=\"/cases/\">x</a><main"),
        ("T010", page, "<main", "<a href=\"#no-such-id\">x</a><main"),
        ("T011", page, "<main", "<p id=\"content\"></p><main"),
        ("T011", page, "<main", "<b><p>x</b></p><main"),
        ("T012", "en/feed.xml", "<feed", "<feed wrong"),
        ("T012", "api/v1/cases.json", "{", "{\"x\":NaN,"),
        ("T012", page, "<main", "\u{FFFD}<main"),
        ("T013", page, "<main", "<img alt=\"\" src=\"https://example.net/t.gif\"><main"),
        ("T013", page, "</title>", "</title><link rel=\"preload\" href=\"//example.net/x\">"),
        ("T014", page, "<main", "<p onclick=\"x()\">y</p><main"),
        ("T014", page, "</title>", "</title><style>p{}</style>"),
        (
            "T017",
            page,
            "hreflang=\"ko\" href=\"https://example.org/lib/ko/cases/CB-1/",
            "hreflang=\"ko\" href=\"https://example.org/lib/ko/cases/CB-2/",
        ),
    ];
    for (code, path, from, to) in faults {
        let mut files = built.files.clone();
        let text = files.get_mut(path).unwrap();
        assert!(text.contains(from), "{from}");
        let line = text.split(from).next().unwrap().matches('\n').count() as u32 + 1;
        *text = text.replacen(from, to, 1);
        let report = audit::site(&assets(&files), Some(url));
        let hit = report.diagnostics.iter().any(|d| {
            d.code.as_str() == code
                && &*d.primary.place.path == path
                && d.primary.place.line.abs_diff(line) <= 1
        });
        assert!(hit, "{code} {to}: {:?}", told(&report));
    }
    let mut files = built.files.clone();
    files.insert("en/_drafts/x.html".into(), "<!doctype html>".into());
    assert!(told(&audit::site(&assets(&files), Some(url))).iter().any(|line| line.starts_with("T016")));
    files.remove("en/_drafts/x.html");
    let filler: String =
        (0..40_000u64).map(|n| format!("{:x} ", n.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
    *files.get_mut(page).unwrap() = files[page].replace("</main>", &format!("<p>{filler}</p></main>"));
    assert!(told(&audit::site(&assets(&files), Some(url))).iter().any(|line| line.starts_with("T015")));
}

#[test]
fn a_tree_at_another_address_than_it_was_built_for_is_told() {
    let built = build(&small(), "https://example.org/lib/", &[]);
    let report = audit::site(&assets(&built.files), Some("https://example.org/other/"));
    assert!(!report.diagnostics.is_empty());
}
