//! Links, feeds, redirects, headers: what a small library is told of its own, and what it leaves for
//! readers, hosts and other programs.

use casebook::audit::{parse_html, parse_xml};

use super::site::{build, compile, small, with};

const URL: &str = "https://casebook.example/lib/";

/// `code file:line:column message` of the findings of `code`.
fn told(files: &super::site::Files, code: &str) -> Vec<String> {
    let found = compile(files).diagnostics.into_iter().filter(|found| found.code.as_str() == code);
    let line = |d: casebook::diag::Diagnostic| {
        let place = d.primary.place;
        format!("{}:{}:{} {}", place.path, place.line, place.column, d.message)
    };
    found.map(line).collect()
}

#[test]
fn links_that_lead_nowhere_are_told_at_their_place_in_records_and_pages() {
    let record = "---\nid: CB-3\ntitle: T\nformer_ids: [was-3]\n---\n\n## Fix for `ECONNRESET`\n\nGood: [a](cb-1.en.md), [b](/cases/CB-2/), [c](../cb-1/), [d](/en/sources/infra-log/), \
        [e](#fix-for-econnreset), [f](#trigger), [g](/browse/root-cause/software-bug/), [h](/about/), [i](/years/2022/).\n\n\
        Bad: [t](./not here.md) and [t](/absolute/missing).\n\n![p](missing.png) [q](#no-such-heading) [r](cb-9.md)\n";
    let library = with(small(), "content/cases/cb-3.en.md", record);
    let page = "---\ntitle: P\n---\n\n## Причина\n\n[a](#причина) [b](#%D0%BF%D1%80%D0%B8%D1%87%D0%B8%D0%BD%D0%B0) [c](about.en.md) [d](nowhere/)\n";
    let library = with(library, "content/pages/p.ru.md", page);
    assert_eq!(
        told(&library, "T004"),
        [
            "content/cases/cb-3.en.md:9:113 `#trigger` names no heading of this text",
            "content/cases/cb-3.en.md:11:10 `./not here.md` is no address, for a space stands in it",
            "content/cases/cb-3.en.md:11:29 `/absolute/missing` leads to no page of this site",
            "content/cases/cb-3.en.md:13:1 `missing.png` leads to no page of this site",
            "content/cases/cb-3.en.md:13:19 `#no-such-heading` names no heading of this text",
            "content/cases/cb-3.en.md:13:41 `cb-9.md` leads to no page of this site",
            "content/pages/p.ru.md:7:81 `nowhere/` leads to no page of this site",
        ]
    );
}

#[test]
fn a_link_in_either_unicode_form_leads_to_one_page() {
    let decomposed = "장애".chars().flat_map(|c| {
        let s = u32::from(c) - 0xAC00;
        let mut parts =
            vec![char::from_u32(0x1100 + s / 588).unwrap(), char::from_u32(0x1161 + s % 588 / 28).unwrap()];
        if s % 28 > 0 {
            parts.push(char::from_u32(0x11A7 + s % 28).unwrap());
        }
        parts
    });
    let decomposed: String = decomposed.collect();
    let text = format!("---\nid: CB-3\ntitle: T\n---\n\n[a]({decomposed}.ko.md) [b](/cases/장애/)\n");
    let library = with(small(), "content/cases/cb-3.en.md", &text);
    assert_eq!(told(&library, "T004"), [] as [&str; 0]);
    let built = build(&library, "", &[]);
    let page = built.file("en/cases/CB-3/index.html");
    assert_eq!(page.matches("href=\"../../../en/cases/%EC%9E%A5%EC%95%A0/\"").count(), 2, "{page}");
}

#[test]
fn ids_are_followed_by_one_rule_whoever_writes_and_whoever_checks_them() {
    let library = with(
        small(),
        "casebook.toml",
        "languages = [\"en\", \"ko\"]\nbase_url = \"https://casebook.example/lib/\"\n",
    );
    let good = "[a](#Причина) [b](#Fix-It) [c](#a-1) [d](cb-2.en.md#More) [e](/cases/CB-2/#more) [f](/en/about/#start) \
        [g](/api/v1/cases/CB-1.json) [h](https://casebook.example/lib/en/cases/CB-2/#more) [i](#\u{110C}\u{1161}\u{11BC}\u{110B}\u{1162}) [j](https://e.org/x#Y)";
    let bad = "[a](#a-9) [b](cb-2.en.md#nope) [c](/cases/CB-2/#nope) [d](/api/v1/nope.json) [e](https://casebook.example/lib/en/cases/NOPE/) \
        [f]() [g](//e.com/x) [h](http:alert) [i](https://) [j](https:evil.example) [k](%6aavascript:alert(1)) [l](\\\\evil\\x) [m](#lessons)";
    let record = format!(
        "---\nid: CB-3\ntitle: T\n---\n\n{good}\n\n{bad}\n\n### Причина\n\n### Fix it\n\n### A\n\n### A\n\n### 장애\n"
    );
    let library = with(library, "content/cases/cb-3.en.md", &record);
    let library =
        with(library, "content/cases/cb-2.en.md", "---\nid: CB-2\ntitle: T\n---\n\n### More\n\nText.\n");
    let page =
        "---\ntitle: About\n---\n\n## Start\n\n[x](javascript:alert(1)) <data:x> [y](/cases/CB-2/#no)\n";
    let library = with(library, "content/pages/about.en.md", page);
    let found: Vec<String> = told(&library, "T004")
        .into_iter()
        .map(|line| {
            line.split_once(' ').map_or(String::new(), |(place, rest)| {
                format!("{}: {rest}", if place.contains("/pages/") { "page" } else { "case" })
            })
        })
        .collect();
    let nothing = "is no address that a page links to";
    assert_eq!(
        found,
        [
            "case: `#a-9` names no heading of this text",
            "case: `cb-2.en.md#nope` names no heading of the page it leads to",
            "case: `/cases/CB-2/#nope` names no heading of the page it leads to",
            "case: `/api/v1/nope.json` leads to no page of this site",
            "case: `https://casebook.example/lib/en/cases/NOPE/` leads to no page of this site",
            "case: a link has no address",
            &format!("case: `//e.com/x` {nothing}"),
            &format!("case: `http:alert` {nothing}"),
            &format!("case: `https://` {nothing}"),
            &format!("case: `https:evil.example` {nothing}"),
            &format!("case: `%6aavascript:alert(1)` {nothing}"),
            &format!("case: `\\evil\\x` {nothing}"),
            "case: `#lessons` names no heading of this text",
            &format!("page: `javascript:alert(1)` {nothing}"),
            &format!("page: `data:x` {nothing}"),
            "page: `/cases/CB-2/#no` names no heading of the page it leads to",
        ]
    );
    let built = build(&library, URL, &[]);
    let html = built.file("en/cases/CB-3/index.html");
    for href in [
        "#%D0%BF%D1%80%D0%B8%D1%87%D0%B8%D0%BD%D0%B0",
        "#fix-it",
        "#a-1",
        "#%EC%9E%A5%EC%95%A0",
        "../../../en/cases/CB-2/#more",
    ] {
        assert!(html.contains(&format!("href=\"{href}\"")), "{href}: {html}");
    }
    assert_eq!(html.matches("href=\"../../../en/cases/CB-2/#more\"").count(), 3, "{html}");
}

#[test]
fn links_to_schemes_are_told_in_every_text_of_a_record() {
    let link = "[x](javascript:alert(1))";
    let record = serde_json::json!({"id": "CB-3", "title": {"en": "T"}, "claims": [{"text": {"en": link}}],
        "corrections": [{"at": "2022-01-02", "text": {"en": link}}], "severity": "unknown", "unknown": {"severity": link}});
    let library = with(small(), "content/cases/cb-3.json", &record.to_string());
    assert_eq!(told(&library, "M023").len(), 3);
    let source = "---\ntitle: S\nurl: https://e.org/s\nfinal_url: javascript:alert(1)\n---\n\nText.\n";
    let library = with(library, "content/sources/s.md", source);
    assert_eq!(told(&library, "M028"), ["content/sources/s.md:4:12 `final_url` is a `javascript:` address"]);
}

#[test]
fn a_page_that_takes_the_name_of_another_is_told_and_still_published() {
    let library = with(small(), "content/pages/search.en.md", "---\ntitle: Mine\n---\n\nText.\n");
    let found = told(&library, "T006");
    assert_eq!(found, ["content/pages/search.en.md:1:1 the site has a page `search` of its own"]);
    assert!(build(&library, "", &[]).file("en/pages/search/index.html").contains("Mine"));
}

/// Titles and ids of a feed's entries.
fn entries(feed: &str) -> Vec<(String, String)> {
    let tags = parse_xml(feed).unwrap();
    let all = tags.iter().enumerate().filter(|(_, tag)| tag.name == "entry");
    let text = |entry: usize, name: &str| {
        tags.iter()
            .find(|tag| tag.parent == Some(entry) && tag.name == name)
            .map_or(String::new(), |tag| tag.text.clone())
    };
    all.map(|(number, _)| (text(number, "title"), text(number, "id"))).collect()
}

#[test]
fn feeds_tell_new_changed_and_corrected_cases_and_keep_their_ids() {
    let corrected = super::site::FULL_EN.replace(
        "updated_at: 2022-10-01\n",
        "updated_at: 2022-10-02\ncorrections:\n  - at: 2022-10-02\n    text: It took 73 hours, not 37.\n",
    );
    let library = with(small(), "content/cases/cb-1.en.md", &corrected);
    assert_eq!(compile(&library).count(casebook::diag::Severity::Error), 0);
    let (before, after) = (build(&small(), URL, &[]), build(&library, URL, &[]));
    let titles = |built: &super::site::Built, path: &str| -> Vec<String> {
        entries(built.file(path)).into_iter().map(|(title, _)| title).collect()
    };
    assert_eq!(titles(&after, "en/feed.xml"), ["Readiness checks got slow", "Nagle after a driver upgrade"]);
    assert_eq!(titles(&after, "en/changed.xml"), ["Readiness checks got slow"]);
    assert_eq!(titles(&before, "en/corrected.xml"), [] as [&str; 0]);
    assert_eq!(titles(&after, "en/corrected.xml"), ["Readiness checks got slow"]);
    assert!(after.file("en/corrected.xml").contains("It took 73 hours, not 37."));
    assert!(after.file("en/cases/CB-1/index.html").contains("It took 73 hours, not 37."));
    assert!(after.file("en/corrected.xml").contains("CB-1/#corrections"));
    // The case is the same entry; its change is another one.
    assert_eq!(entries(before.file("en/feed.xml")), entries(after.file("en/feed.xml")));
    assert_ne!(entries(before.file("en/changed.xml")), entries(after.file("en/changed.xml")));
    // One feed a term and language, named by the page that it follows; none where it would be empty.
    assert_eq!(titles(&after, "ko/browse/component/cache/feed.xml"), ["준비 상태 확인이 느려졌다"]);
    assert_eq!(titles(&after, "en/orgs/example/feed.xml").len(), 1);
    let page = after.file("en/browse/component/cache/index.html");
    assert!(page.contains("href=\"../../../../en/browse/component/cache/feed.xml\""), "{page}");
    let json: serde_json::Value = serde_json::from_str(after.file("en/corrected.json")).unwrap();
    assert_eq!(json["items"][0]["content_text"], "It took 73 hours, not 37.");
    let record: serde_json::Value = serde_json::from_str(after.file("api/v1/cases/CB-1.json")).unwrap();
    assert_eq!(record["record"]["corrections"][0]["text"]["en"], "It took 73 hours, not 37.");
}

#[test]
fn a_renamed_case_leaves_redirects_for_hosts_and_for_everybody_else() {
    let built = build(&small(), URL, &[]);
    let lines: Vec<&str> = built.file("_redirects").lines().collect();
    assert_eq!(lines[0], "/lib/en/cases/old-name/ /lib/en/cases/CB-1/ 301");
    assert_eq!(lines.len(), 4, "three languages and the data: {lines:?}");
    let page = built.file("ko/cases/old-name/index.html");
    assert!(page.contains("url=../../../ko/cases/CB-1/"), "{page}");
    let plain = with(
        small(),
        "content/cases/cb-1.en.md",
        &super::site::FULL_EN.replace("former_ids: [old-name]\n", ""),
    );
    assert!(!build(&plain, URL, &[]).files.contains_key("_redirects"));
}

#[test]
fn every_page_has_its_words_for_previews() {
    let built = build(&small(), URL, &[]);
    for (path, text) in built.files.iter().filter(|(path, _)| path.ends_with("/index.html")) {
        if text.contains("http-equiv=\"refresh\"") {
            continue;
        }
        let document = parse_html(text);
        let value = |property: &str| {
            let meta = document.elements.iter().find(|one| one.get("property") == Some(property));
            meta.and_then(|meta| meta.get("content")).unwrap_or_default().to_owned()
        };
        for property in ["og:title", "og:description", "og:type", "og:site_name", "og:url", "og:locale"] {
            assert!(!value(property).is_empty(), "{path}: {property}");
        }
        assert!(value("og:url").starts_with(URL), "{path}");
    }
}

#[test]
fn a_site_that_browsers_keep_has_a_worker_of_its_own_version_and_others_have_none() {
    let library = |more: &str| {
        let settings = format!("languages = [\"en\", \"ko\", \"ru\"]\noffline = true\n{more}");
        with(small(), "casebook.toml", &settings)
    };
    let built = build(&library(""), URL, &[]);
    assert!(built.file("en/index.html").contains("rel=\"manifest\" href=\"../manifest.webmanifest\""));
    assert!(built.file("en/index.html").contains("<script type=\"module\" src=\"../assets/offline."));
    assert!(built.file("_headers").contains("manifest-src 'self'"));
    built.file("offline.html");
    for path in ["manifest.webmanifest", "offline.html", "sw.js"] {
        assert!(!build(&small(), URL, &[]).files.contains_key(path), "{path}");
    }
    let wrong = with(small(), "casebook.toml", "offline = \"yes\"\n");
    assert!(compile(&wrong).diagnostics.iter().any(|found| found.message.contains("`offline` is neither")));
}

#[test]
fn a_source_that_repeats_the_operator_is_not_taken_for_its_account() {
    let own = "---\ntitle: Ours\nurl: https://op.example/a\npublisher: Op\nkind: postmortem\n---\n\nIt took 5 s to answer.\n";
    let digest = "---\ntitle: Digest\nurl: https://digest.example/a\npublisher: Digest\nkind: digest\ncites: [ours]\n---\n\nOp says that it took 5 s to answer.\n";
    let record = "---\nid: CB-3\ntitle: T\norg: Op\ndate: 2021\nsources: [ours, digest]\n---\n\n## Summary\n\nIt took 5 s to answer.[^a]\n\n\
        [^a]: ours: \"It took 5 s to answer.\"\n    digest: \"it took 5 s to answer\"\n";
    let library = with(small(), "content/sources/ours.md", own);
    let library = with(library, "content/sources/digest.md", digest);
    let built = build(&with(library, "content/cases/cb-3.en.md", record), "", &[]);
    let page = built.file("en/cases/CB-3/index.html");
    let (own, retold) = ("the operator&#39;s own account", "a retelling of the operator&#39;s account");
    assert!(page.contains(&format!(">Ours</a><span>{own}</span>")), "{page}");
    assert!(page.contains(&format!(">Digest</a><span>{retold}</span>")), "{page}");
    assert_eq!(page.matches(own).count(), page.matches(retold).count(), "{page}");
}
