//! `diff`: what a maintainer reads of a pull request.

use serde_json::Value;

use crate::repository::{CABLE, CACHE, FILES, Repository, stderr, stdout};

fn report(repository: &Repository, more: &[&str]) -> String {
    let mut arguments = vec!["diff", "main"];
    arguments.extend(more);
    let output = repository.casebook(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

fn json(repository: &Repository, more: &[&str]) -> Value {
    serde_json::from_str(&report(repository, &[&["--format", "json"], more].concat())).unwrap()
}

fn branch() -> Repository {
    let repository = Repository::with(&FILES);
    repository.git(&["checkout", "-q", "-b", "work"]);
    repository
}

#[test]
fn nothing_changed_is_said_in_two_lines() {
    let repository = branch();
    let text = report(&repository, &[]);
    assert!(text.contains("No case changes."), "{text}");
    assert!(text.contains("Nothing that a reader would see differs."), "{text}");
}

#[test]
fn a_changed_figure_is_told_with_its_passage_and_its_points() {
    let repository = branch();
    repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let text = report(&repository, &[]);
    for wanted in [
        "- 1 new error\n",
        "- 1 claim lost support\n",
        "| A cold cache took the shop down `cache` | changed | ",
        "### Claims that lost support\n\n- `cache` `t2` supported → **contradicted**: The outage lasted 25 minutes.\n  - `log`: “The outage lasted 52 minutes.”\n  - **25 minutes** is claimed, **52 minutes** is quoted\n",
        "- **V007 fact-contradicted** `content/cases/cache.en.md:14:66`",
        "```diff\n- The outage lasted 52 minutes.[^t2]\n+ The outage lasted 25 minutes.[^t2]\n```",
    ] {
        assert!(text.contains(wanted), "{wanted}\n---\n{text}");
    }
    let told = json(&repository, &[]);
    let case = &told["changed"][0];
    let (before, after) = (case["score"][0].as_f64().unwrap(), case["score"][1].as_f64().unwrap());
    let moved: f64 = case["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["before"].as_f64().unwrap() - line["after"].as_f64().unwrap())
        .sum();
    assert!(after < before);
    assert!((moved - (after - before)).abs() < 0.06, "the lines add up to the difference: {case:#}");
    // The other way round the claim gains support and the finding is mended.
    let back = {
        repository.commit("wrong");
        repository.casebook(&["diff", "work", "main", "--format", "json"])
    };
    let back: Value = serde_json::from_slice(&back.stdout).unwrap();
    assert_eq!(back["changed"][0]["claims"][0]["support"], "gained");
    assert_eq!(back["mended"][0]["code"], "V007");
}

#[test]
fn a_new_case_is_shown_as_readers_will_see_it() {
    let repository = branch();
    repository.write(
        "content/cases/dns.en.md",
        "---\ntitle: A zone expired\norg: acme inc\ndate: 2026-02-03\nseverity: major\nsymptoms: [odd-noise]\nsources: [{id: zone-report, url: \"https://example.org/zone\"}]\n---\nThe zone expired after 30 days.[^1]\n\n[^1]: zone-report: \"it expired after 30 days\"\n",
    );
    repository.write("content/vocab/component.toml", "[caches]\nlabel = { en = \"Caches\" }\n");
    let text = report(&repository, &[]);
    for wanted in [
        "Cases: 1 new.",
        "the organisation **acme inc** is new, and nearly Acme",
        "`odd-noise` is in no vocabulary (symptom)",
        "1 new source without an archived copy: `zone-report`",
        "<details><summary><b>A zone expired</b> · new · ",
        "- summary (en): The zone expired after 30 days.\n",
        "- **severity**: Major",
        "new term **Caches** `caches` of `component`, used by no case; nearly the same: ",
    ] {
        assert!(text.contains(wanted), "{wanted}\n---\n{text}");
    }
}

#[test]
fn a_renamed_case_is_one_case_with_advice_on_its_address() {
    let repository = branch();
    repository.git(&["mv", "content/cases/cache.en.md", "content/cases/cold-cache.en.md"]);
    let told = json(&repository, &[]);
    assert_eq!(told["changed"][0]["renamed"], serde_json::json!({"from": "cache", "redirect": false}));
    assert_eq!((told["added"].as_array().unwrap().len(), told["removed"].as_array().unwrap().len()), (0, 0));
    assert!(told["found"].as_array().unwrap().is_empty(), "its findings are the same: {told:#}");
    let text = report(&repository, &[]);
    assert!(text.contains("add `former_ids: [cache]` to it"), "{text}");
    repository.edit("content/cases/cold-cache.en.md", "org: Acme", "org: Acme\nformer_ids: [cache]");
    assert!(!report(&repository, &[]).contains("add `former_ids"));
}

#[test]
fn a_removed_case_tells_who_still_refers_to_it() {
    let repository = Repository::with(&[
        FILES[0],
        FILES[1],
        FILES[2],
        ("content/cases/cable.en.md", &CABLE.replace("domain:", "related: [cache]\ndomain:")),
    ]);
    std::fs::remove_file(repository.path().join("content/cases/cache.en.md")).unwrap();
    let text = report(&repository, &[]);
    assert!(text.contains("`cache` (A cold cache took the shop down) is gone, and nothing leads from its address; `cable` still refer to it"), "{text}");
}

#[test]
fn a_changed_source_shows_which_claims_lose_their_ground() {
    let repository = branch();
    repository.edit("content/sources/log.md", "warmed by hand", "filled by a script");
    let text = report(&repository, &[]);
    assert!(text.contains("| through what it uses |"), "{text}");
    assert!(
        text.contains("`cache` `t3` quoted → **quote-absent**")
            || text.contains("`cache` `t3` supported → **quote-absent**"),
        "{text}"
    );
}

#[test]
fn a_translation_that_stays_behind_is_told() {
    let korean = "---\ntitle: 캐시가 비어 상점이 멈췄다\n---\n\n응답 시간이 20 ms에서 900 ms로 늘었다.[^t1] 장애는 52분 이어졌다.[^t2]\n";
    let repository = Repository::with(&[FILES[0], FILES[1], FILES[2], ("content/cases/cache.ko.md", korean)]);
    repository.edit("content/cases/cache.en.md", "by hand.[^t3]", "by hand.[^t3]\n- Nothing else was done");
    let told = json(&repository, &[]);
    assert_eq!(told["stale"], serde_json::json!([{"case": "cache", "lang": "ko"}]));
    repository.edit("content/cases/cache.ko.md", "이어졌다.[^t2]", "이어졌다.[^t2] 다른 조치는 없었다.");
    assert_eq!(json(&repository, &[])["stale"], serde_json::json!([]));
}

#[test]
fn revisions_are_read_without_touching_the_work_tree() {
    let repository = branch();
    repository.edit("content/cases/cable.en.md", "A digger", "Two diggers");
    repository.commit("second");
    repository.write("content/cases/draft.en.md", "---\ntitle: A draft\n---\nText.\n");
    repository.edit("content/cases/cable.en.md", "Two diggers", "Three diggers");
    let state = || (repository.git(&["status", "--porcelain"]), repository.read("content/cases/cable.en.md"));
    let before = state();
    let told = json(&repository, &["work"]);
    assert_eq!(told["added"].as_array().unwrap().len(), 0, "the draft is in no revision");
    assert!(told["changed"][0]["fields"][0]["after"].as_str().unwrap().contains("Two diggers"), "{told:#}");
    assert_eq!(state(), before);
    let tree = json(&repository, &[]);
    assert_eq!(tree["added"][0]["id"], "draft");
}

#[test]
fn what_others_did_to_the_base_counts_only_without_merge_base() {
    let repository = branch();
    repository.git(&["checkout", "-q", "main"]);
    repository.edit("content/cases/cache.en.md", "major", "minor");
    repository.commit("meanwhile");
    repository.git(&["checkout", "-q", "work"]);
    assert_eq!(json(&repository, &[])["changed"][0]["id"], "cache");
    assert_eq!(json(&repository, &["--merge-base"])["changed"], serde_json::json!([]));
}

#[test]
fn nothing_that_a_record_says_does_anything_in_the_report() {
    let repository = branch();
    let title = "</summary></details><script>alert(1)</script> @octocat #1 ![x](https://x.example/p.png) | a";
    repository.write(
        "content/cases/hostile.en.md",
        &format!("---\ntitle: {title:?}\norg: \"@everyone\"\n---\n```\n</details>\n```\n\n<img src=x onerror=alert(1)> took 5 ms.[^1]\n\n[^1]: log: \"@octocat </details> says so in words\"\n"),
    );
    repository.edit(
        "content/cases/cable.en.md",
        "A digger cut the cable.",
        "```` </details> @octocat cut it.",
    );
    let text = report(&repository, &[]);
    let outside: String = {
        // Code shows everything to the letter, so only the rest can do harm.
        let mut fence: Option<&str> = None;
        let mut kept = String::new();
        for line in text.lines() {
            match fence {
                Some(open) if line == open => fence = None,
                Some(_) => {}
                None if line.starts_with("```") => fence = Some(line.trim_end_matches("diff")),
                None => kept.push_str(&format!("{line}\n")),
            }
        }
        assert_eq!(fence, None, "every fence is closed: {text}");
        kept
    };
    assert!(
        !outside.contains("<script")
            && !outside.contains("<img")
            && !outside.contains("@octocat")
            && !outside.contains("@everyone"),
        "{outside}"
    );
    assert!(!outside.replace("\\]", "").contains("]("), "no link and no picture: {outside}");
    assert_eq!(outside.matches("<details>").count(), outside.matches("</details>").count());
    assert_eq!(outside.matches("<summary>").count(), outside.matches("</summary>").count());
}

#[test]
fn a_report_of_any_size_fits_into_a_comment() {
    let repository = branch();
    for number in 0..120 {
        let body: String =
            (0..30).map(|line| format!("Sentence {line} of case {number} took {line} ms. ")).collect();
        repository.write(
            &format!("content/cases/many-{number}.en.md"),
            &format!("---\ntitle: Case {number} 🔥 with a title\norg: Org {number}\nsymptoms: [odd-{number}]\n---\n{body}\n"),
        );
    }
    let text = report(&repository, &[]);
    assert!(text.encode_utf16().count() <= 65_536, "{}", text.encode_utf16().count());
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
    assert!(text.contains("`casebook diff --format json` tells all of it"), "{}", &text[text.len() - 400..]);
    let short = report(&repository, &["--max-length", "3000"]);
    assert!(short.encode_utf16().count() <= 3_000);
    assert_eq!(repository.casebook(&["diff", "main", "--max-length", "10"]).status.code(), Some(2));
}

#[test]
fn new_expectations_are_shown_to_the_reviewer() {
    let repository = branch();
    let record = CACHE.replace(
        "updated_at",
        "ignore: [{code: S002, reason: \"One log is all there is.\", until: 2027-01-31}]\nupdated_at",
    );
    repository.write("content/cases/cache.en.md", &record);
    let text = report(&repository, &[]);
    assert!(
        text.contains("- S002 is now expected in `cache` until 2027-01-31: One log is all there is."),
        "{text}"
    );
}

#[test]
fn wrong_revisions_are_wrong_calls() {
    let repository = branch();
    for arguments in
        [&["diff", "nowhere"][..], &["diff", "main", "nowhere"], &["diff", "--", "-x"], &["diff"]]
    {
        let output = repository.casebook(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}
