//! Foreign formats into libraries: every record is counted, `check` accepts what comes out, and another
//! import changes only what its origin changed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use casebook::diag::{Severity, SourceFile};
use casebook::exchange::import::{self, Mapping, Options, Plan, Present, Setting};
use casebook::load::{self, Sources};
use casebook::{model, pipeline};
use serde_json::Value;

use super::support::shared;

/// Imports files, given as name and text, into the library `present`.
fn import(
    name: &str,
    files: &[(&str, &str)],
    present: &[(String, String)],
    options: &Options,
    mapping: Option<&str>,
) -> Plan {
    let library = model::lower(&Sources::from_memory(present.to_vec())).value;
    let mapping = mapping.map(|text| Mapping::read(&SourceFile::new("mapping.toml", text)).unwrap());
    let setting = Setting { vocab: &library.vocab, options, mapping: mapping.as_ref(), nesting: 64 };
    let format = import::format(name).unwrap();
    let readings =
        files.iter().map(|(path, text)| format.read(&SourceFile::new(*path, *text), &setting)).collect();
    import::plan(name, readings, &Present::of(&library), "")
}

fn files(plan: &Plan) -> Vec<(String, String)> {
    plan.files.iter().map(|(path, text, _)| (path.clone(), text.clone())).collect()
}

fn counted(plan: &Plan) {
    assert_eq!(plan.read, plan.written + plan.unchanged + plan.merged + plan.refused.len());
}

/// What `check` finds wrong.
fn errors(files: &[(String, String)]) -> Vec<String> {
    let compiled = pipeline::check(&Sources::from_memory(files.to_vec()), None, &pipeline::Silent);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| format!("{} {} {:?}", found.code, found.message, found.primary.place)).collect()
}

fn record(plan: &Plan, id: &str) -> Value {
    let path = format!("content/cases/{id}.json");
    let (_, text, _) = plan.files.iter().find(|(own, ..)| *own == path).unwrap_or_else(|| {
        panic!("no {path} among {:?}", plan.files.iter().map(|file| &file.0).collect::<Vec<_>>())
    });
    serde_json::from_str(text).unwrap()
}

/// Imports, checks the sums and the outcome, imports again: nothing is written.
fn whole(name: &str, files_in: &[(&str, &str)], options: &Options, mapping: Option<&str>) -> Plan {
    let plan = import(name, files_in, &[], options, mapping);
    counted(&plan);
    let made = files(&plan);
    assert_eq!(errors(&made), [""; 0], "{name}");
    for (path, text) in made.iter().filter(|(path, _)| path.ends_with(".json")) {
        let file = SourceFile::new(path.as_str(), text.as_str());
        let formatted = model::form::json(&file, &model::form::record_order(), 64);
        assert_eq!(formatted.as_deref(), Some(text.as_str()), "{path} is in form");
    }
    let again = import(name, files_in, &made, options, mapping);
    counted(&again);
    assert_eq!((again.files.len(), again.written), (0, 0), "{name}: a second import writes nothing");
    assert_eq!((again.unchanged, again.refused.len()), (plan.written, plan.refused.len()), "{name}");
    plan
}

fn default() -> Options {
    Options::default()
}

#[test]
fn every_data_set_is_imported_whole() {
    for (name, folder, options, mapping) in [
        ("icco", "icco-postmortems", default(), None),
        ("osv", "osv", default(), None),
        ("rustsec", "rustsec-advisories", default(), None),
        ("veris", "veris", default(), None),
        ("statuspage", "statuspage", default(), None),
        ("postmortem", "markdown-postmortems", Options { org: Some("Team".into()), ..default() }, None),
        ("csv", "aiid", default(), Some(AIID)),
        ("csv", "aiid", default(), None),
    ] {
        let Some(path) = shared(&format!("datasets/{folder}")) else { return };
        let format = import::format(name).unwrap();
        let (found, _) = load::foreign(&path, format.extensions).unwrap();
        let texts: Vec<(String, String)> =
            found.into_iter().map(|(path, text)| (path, text.unwrap())).collect();
        let texts: Vec<(&str, &str)> = texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            // The two tables of this folder have columns of their own.
            .filter(|(path, _)| mapping.is_none() || path.ends_with(".csv"))
            .collect();
        let plan = whole(name, &texts, &options, mapping);
        assert!(plan.written > 0 && plan.read >= texts.len(), "{name}");
        for refusal in &plan.refused {
            assert!(
                refusal.line > 0 && !refusal.reason.is_empty() && refusal.path.contains(folder),
                "{refusal:?}"
            );
        }
        eprintln!(
            "{name} {folder}: {} read, {} written, {} merged, {} refused",
            plan.read,
            plan.written,
            plan.merged,
            plan.refused.len()
        );
    }
}

const AIID: &str = "[fields]\nid = \"aiid-{Incident ID}\"\ndate = {column = \"Date\", order = \"mdy\"}\nsummary = \"{Summary}\"\norg = {column = \"Alleged deployer\"}\nsources = \"{AIID URL}\"\n\"impact.users\" = \"{Alleged harmed parties}\"\n";

#[test]
fn incidentlib_records_keep_their_fields_and_lose_none() {
    let text = r#"{"id": "IL-0001", "title": {"en": "A cable was cut", "ko": "케이블이 끊겼다"}, "org": "Example", "date": "2024-02-03",
        "severity": "SEV-1", "symptoms": ["packet loss", "packet-loss", "odd smell"], "detected_by": "a guard", "timeline": {"detected_after": null},
        "summary": {"en": "It took 4 hours.[^t1]"}, "evidence": {"t1": [{"source": "s1", "quote": "4 hours"}]},
        "sources": [{"id": "s1", "url": "https://example.org/a"}],
        "docs": ["https://example.org/m", "http://www.example.org/m/", "https://web.archive.org/web/20240101000000/https://example.org/m"]}"#;
    let plan = whole("incidentlib", &[("one.json", text)], &default(), None);
    let own = record(&plan, "IL-0001");
    assert_eq!(own["severity"], "critical");
    assert_eq!(own["symptoms"], serde_json::json!(["packet-loss", "odd smell"]));
    assert_eq!(plan.unmapped["symptom"], BTreeMap::from([("odd smell".to_owned(), 1)]));
    assert_eq!(own["extra"], serde_json::json!({"detected_by": "a guard"}));
    assert_eq!(own["timeline"]["detected_after"], Value::Null);
    let docs = own["docs"].as_array().unwrap();
    assert_eq!(docs.len(), 1, "{docs:?}");
    assert_eq!(docs[0]["url"], "https://example.org/m");
    assert_eq!(docs[0]["archived"], "https://web.archive.org/web/20240101000000/https://example.org/m");
    // Many in one file, one a line, or as a site publishes them.
    let list = format!("[{text}, 7, {{\"note\": 1}}]");
    let plan = whole("incidentlib", &[("list.json", &list)], &default(), None);
    assert_eq!((plan.read, plan.written, plan.refused.len()), (3, 1, 2));
    assert!(plan.refused.iter().all(|refusal| refusal.fault));
    let lines = "{\"record\": {\"id\": \"a\", \"title\": \"A\"}, \"computed\": {}}\n\n{\"id\": \"b\", \"title\": \"B\"}\n{broken}\n";
    let plan = whole("incidentlib", &[("cases.jsonl", lines)], &default(), None);
    assert_eq!((plan.written, plan.refused[0].line), (2, 4));
    // The same record twice is one; another one of its id is refused.
    let plan = whole("incidentlib", &[("a.json", text), ("b.json", text)], &default(), None);
    assert_eq!((plan.written, plan.merged), (1, 1));
    let other = text.replace("A cable was cut", "Another");
    let plan = whole("incidentlib", &[("a.json", text), ("b.json", &other)], &default(), None);
    assert_eq!((plan.written, plan.refused.len()), (1, 1));
    assert!(
        plan.refused[0].reason.contains("a.json:1") && plan.refused[0].reason.contains("`title`"),
        "{:?}",
        plan.refused
    );
}

#[test]
fn icco_summaries_become_records_with_their_times() {
    let text = "---\nuuid: 11112222-aaaa-bbbb-cccc-123456789012\nurl: http://www.example.org/post/\narchive_url: https://web.archive.org/web/2020/https://example.org/post\ncompany: Travis CI\nstart_time: \"2020-01-02T03:04:05Z\"\nend_time: 2020-01-02T05:04:05Z\ncategories:\n- config-change\n- cloud\nkeywords: [dns, odd]\nproduct: \"\"\nsummary: A setting broke it.\n---\n\nA setting broke it. See [^1] and [x](javascript:alert(1)).\n\n[^1]: a note of theirs\n[^1]: twice\n";
    let plan = whole("icco", &[("a.md", text), ("readme.md", "# No summary\n")], &default(), None);
    assert_eq!((plan.written, plan.refused.len(), plan.refused[0].fault), (1, 1, false));
    let own = record(&plan, "travis-ci-11112222");
    assert_eq!(own["date"], "2020-01-02T03:04:05Z");
    assert_eq!(own["timeline"]["resolved_after"], "2h");
    assert_eq!(own["root_cause"], "config-change");
    assert_eq!(own["domain"], serde_json::json!(["dns"]));
    assert_eq!(own["extra"]["categories"], serde_json::json!(["cloud"]));
    assert_eq!(own["extra"]["keywords"], serde_json::json!(["dns", "odd"]));
    assert_eq!(own["sources"].as_array().unwrap().len(), 1);
    assert_eq!(own["review"]["reviewed_by"], Value::Null);
    let without =
        text.replace("start_time: \"2020-01-02T03:04:05Z\"\n", "start_time: 2020-01-03T00:00:00Z\n");
    let plan = whole("icco", &[("a.md", &without)], &default(), None);
    assert!(plan.remarks.iter().any(|(_, remark)| remark.message.contains("before `start_time`")));
}

#[test]
fn a_list_of_links_is_one_record_an_address() {
    let text = "# Incidents\n\n[About](#about)\n\n## Hardware\n\n[Acme](https://acme.example/a). A disk broke, see [also](https://acme.example/b).\n\n## Config Errors\n\n* [Acme](http://www.acme.example/a/): It was a disk.\n* [Beta](https://web.archive.org/web/2015/https://beta.example/x) A switch was off.\n* [Gone](mailto:a@b.c)\n";
    let plan = whole("links", &[("list.md", text)], &default(), None);
    assert_eq!((plan.read, plan.written, plan.merged, plan.refused.len()), (4, 2, 1, 1));
    assert_eq!(plan.refused[0].line, 13);
    let acme = plan.files.iter().find(|(path, ..)| path.contains("/acme-")).unwrap();
    let own: Value = serde_json::from_str(&acme.1).unwrap();
    assert_eq!(own["org"], "Acme");
    assert_eq!(own["root_cause"], "hardware");
    assert_eq!(own["extra"]["categories"], serde_json::json!(["Hardware", "Config Errors"]));
    let summary = own["summary"]["en"].as_str().unwrap();
    assert!(summary.contains("A disk broke") && summary.contains("It was a disk"), "{summary}");
    let beta = plan.files.iter().find(|(path, ..)| path.contains("/beta-")).unwrap();
    let own: Value = serde_json::from_str(&beta.1).unwrap();
    assert_eq!(own["sources"][0]["url"], "https://beta.example/x");
}

#[test]
fn advisories_are_read_from_json_yaml_and_fenced_toml() {
    let json = r#"{"id": "GO-2024-1", "modified": "0001-01-01T00:00:00Z", "published": "2024-05-06T07:08:09Z", "aliases": ["CVE-2024-1", "GO-2024-2"],
        "details": "A crafted request panics. More.", "affected": [{"package": {"name": "x/y", "ecosystem": "Go"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.10"}]}]}],
        "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H"}],
        "references": [{"type": "FIX", "url": "https://example.org/fix"}, {"type": "PACKAGE", "url": "https://example.org/x"}, {"type": "WEB", "url": "http://example.org/fix/"}]}"#;
    let yaml = "id: GO-2024-2\npublished: '2024-05-06T07:08:09Z'\nsummary: Two\naffected:\n- package: {name: z, ecosystem: PyPI}\n  versions: [0.10, '1.0']\n";
    let schema = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "OSV"}"#;
    let ghsa = r#"{"ghsaId": "GHSA-1", "summary": "x"}"#;
    let input = [
        ("a.json", json),
        ("b.yaml", yaml),
        ("schema.json", schema),
        ("ghsa.json", ghsa),
        ("c.json", "{\"id\": 1"),
    ];
    let plan = whole("osv", &input, &default(), None);
    assert_eq!((plan.read, plan.written, plan.refused.len()), (5, 2, 3));
    assert_eq!(plan.refused.iter().filter(|refusal| refusal.fault).count(), 1);
    let own = record(&plan, "GO-2024-1");
    assert_eq!((&own["type"], &own["severity"]), (&Value::from("advisory"), &Value::from("major")));
    assert_eq!(own["title"]["en"], "A crafted request panics");
    assert_eq!(own.get("updated_at"), None);
    assert_eq!(own["extra"]["modified"], "0001-01-01T00:00:00Z");
    assert_eq!(own["related"], serde_json::json!(["GO-2024-2"]));
    assert_eq!(own["sources"].as_array().unwrap().len(), 1);
    assert_eq!(own["docs"][0]["url"], "https://example.org/x");
    assert!(own["remediation"][0]["text"]["en"].as_str().unwrap().ends_with("fixed in 1.10"));
    assert_eq!(
        record(&plan, "GO-2024-2")["extra"]["affected"][0]["versions"],
        serde_json::json!(["0.10", "1.0"])
    );

    let toml = "```toml\n[advisory]\nid = \"RUSTSEC-2020-0001\"\npackage = \"abc\"\ndate = \"2020-02-03\"\nurl = \"https://example.org/i/1\"\nreferences = [\"https://www.example.org/i/1/\"]\ninformational = \"unmaintained\"\n\n[versions]\npatched = [\">= 0.9.1\"]\n\n[affected.functions]\n\"abc::f\" = [\"< 1\"]\n```\n\n# `abc` is unmaintained\n\nUse `def`.\n\n## More\n\nText.\n";
    let plan = whole("rustsec", &[("RUSTSEC-2020-0001.md", toml), ("x.md", "no fence")], &default(), None);
    let own = record(&plan, "RUSTSEC-2020-0001");
    assert_eq!(own["title"]["en"], "`abc` is unmaintained");
    assert_eq!((&own["severity"], &own["date"]), (&Value::from("none"), &Value::from("2020-02-03")));
    assert_eq!(own["sources"].as_array().unwrap().len(), 1);
    assert_eq!(own["extra"]["affected"]["functions"]["abc::f"][0], "< 1");
    assert_eq!(own["extra"]["informational"], "unmaintained");
}

#[test]
fn veris_incidents_keep_their_own_id_and_only_what_is_told_of_a_date() {
    let one = r#"{"incident_id": "ABC-1", "plus": {"master_id": "zzz", "modified": "2015-02-13T16:50:35Z"}, "security_incident": "Confirmed",
        "summary": "A clerk lost a disk.", "reference": "http://a.example/x; https://www.a.example/x/;said by phone", "victim": {"victim_id": " Clinic", "country": ["US"]},
        "timeline": {"incident": {"year": 2010}, "discovery": {"unit": "Days", "value": 3}}, "action": {"error": {"variety": ["Loss"]}},
        "attribute": {"confidentiality": {"data_disclosure": "Yes"}}}"#;
    let other = one
        .replace("ABC-1", "ABC-2")
        .replace(" Clinic", "School")
        .replace("{\"year\": 2010}", "{\"year\": 2010, \"month\": 2}");
    let schema = r#"{"type": "object", "properties": {"incident_id": {"type": "string"}, "timeline": {}}}"#;
    let plan = whole("veris", &[("q.JSON", one), ("r.json", &other), ("s.json", schema)], &default(), None);
    assert_eq!((plan.written, plan.refused.len(), plan.refused[0].fault), (2, 1, false));
    let own = record(&plan, "ABC-1");
    assert_eq!((&own["org"], &own["date"]), (&Value::from("Clinic"), &Value::from("2010")));
    assert_eq!(record(&plan, "ABC-2")["date"], "2010-02");
    assert_eq!(own["type"], "security-incident");
    assert_eq!(own["timeline"]["detected_after"], "3d");
    assert_eq!(own["sources"].as_array().unwrap().len(), 1);
    assert_eq!(own["extra"]["reference"], "said by phone");
    assert_eq!(own["extra"]["plus"]["master_id"], "zzz");
    assert_eq!(own["symptoms"], serde_json::json!(["data-exposure"]));
}

#[test]
fn status_pages_are_read_in_both_forms() {
    let public = r#"{"page": {"id": "p", "name": "Shop", "url": "https://status.shop.example"}, "incidents": [
        {"id": "a1", "name": "Slow", "status": "resolved", "impact": "major", "created_at": "2026-01-01T00:00:00.000Z", "started_at": "2026-01-01T00:10:00.000Z",
         "resolved_at": "2026-01-01T01:40:00.000Z", "updated_at": "2026-01-01T01:41:00.000Z", "shortlink": "https://stspg.example/a1",
         "incident_updates": [{"status": "resolved", "body": "All is well.", "display_at": "2026-01-01T01:40:00.000Z"}, {"status": "investigating", "body": "We look.", "display_at": "2026-01-01T00:12:00.000Z"}],
         "components": [{"name": "Cache", "status": "operational"}]},
        {"id": "a2", "name": "Work", "status": "completed", "impact": "maintenance", "scheduled_for": "2026-02-01T00:00:00.000Z", "incident_updates": [], "components": []},
        {"name": "no id"}]}"#;
    let plan = whole("statuspage", &[("incidents.json", public)], &default(), None);
    assert_eq!((plan.written, plan.refused.len()), (2, 1));
    let own = record(&plan, "shop-a1");
    assert_eq!(own["timeline"]["resolved_after"], "1h30m");
    let events = own["timeline"]["events"].as_array().unwrap();
    assert_eq!(events[0]["text"]["en"], "investigating: We look.");
    assert_eq!(own["components"], serde_json::json!(["cache"]));
    assert_eq!(own["sources"].as_array().unwrap().len(), 2);
    assert_eq!(record(&plan, "shop-a2")["type"], "maintenance");
    let bare = r#"[{"id": "b1", "name": "Down", "status": "postmortem", "impact": "catastrophic", "created_at": "2026-01-01T00:00:00Z", "postmortem_body": "A cable was cut. More."}]"#;
    let plan =
        whole("statuspage", &[("list.json", bare)], &Options { org: Some("Shop".into()), ..default() }, None);
    let own = record(&plan, "shop-b1");
    assert_eq!((&own["org"], &own["severity"]), (&Value::from("Shop"), &Value::from("unknown")));
    assert_eq!(own["extra"]["impact"], "catastrophic");
    assert_eq!(own["summary"]["en"], "A cable was cut. More.");
}

#[test]
fn tables_are_mapped_column_by_column() {
    let mapping = "delimiter = \";\"\n[fields]\nid = \"X-{No}\"\ntitle = \"{What}\"\ndate = {column = \"When\", order = \"mdy\"}\nsymptoms = {column = \"Seen\", separator = \",\"}\nsources = \"{Link}\"\n\"timeline.resolved_after\" = \"{Took}\"\n\"extra.budget\" = \"{Cost} EUR\"\n";
    let text = "No;What;When;Seen;Link;Took;Cost;Left\n1;A; 5/9/2024;packet loss,smell;https://a.example/ http://www.a.example;90 minutes;1,500;kept\n2;B;13/45/2024;;;;;\n;;;;;;;\n3;\"multi\nline\";2024-01-02;;;soon;;\n";
    let plan = whole("csv", &[("t.csv", text)], &default(), Some(mapping));
    assert_eq!((plan.read, plan.written, plan.refused.len()), (4, 3, 1));
    let own = record(&plan, "X-1");
    assert_eq!(
        (&own["date"], &own["symptoms"]),
        (&Value::from("2024-05-09"), &serde_json::json!(["packet-loss"]))
    );
    assert_eq!(
        own["extra"],
        serde_json::json!({"budget": "1,500 EUR", "Seen": "packet loss,smell", "Left": "kept"})
    );
    assert_eq!(own["sources"].as_array().unwrap().len(), 1);
    assert_eq!(own["timeline"]["resolved_after"], "90m");
    assert_eq!(record(&plan, "X-2")["extra"]["When"], "13/45/2024");
    assert_eq!(record(&plan, "X-3")["title"]["en"], "multi line");
    // By the names of the columns, from TSV and from JSON.
    let plan =
        whole("csv", &[("t.tsv", "Name\tDate\tSeverity\tUnits\nA\t2024\thigh\t3\n")], &default(), None);
    let (_, text, _) = &plan.files[0];
    let own: Value = serde_json::from_str(text).unwrap();
    assert_eq!((&own["severity"], &own["extra"]["Units"]), (&Value::from("major"), &Value::from("3")));
    let plan = whole(
        "csv",
        &[("t.json", r#"[{"title": "A", "date": "2024-01-02", "n": {"m": [1]}}, 3]"#)],
        &default(),
        None,
    );
    assert_eq!((plan.written, plan.refused.len()), (1, 1));
}

#[test]
fn plain_post_mortems_are_parted_at_their_headings() {
    let text = "# Cluster down\n\n## Summary\n\nIt was down.[^1]\n\n## Timeline\n\n| When (CET) | What |\n|---|---|\n| 2019-12-04 00:30 | deleted |\n| 20202-01-16 00:35 | odd |\n\n## Root cause\n\nA typo.\n\n## Action Items\n\n- Ask twice\n- Alert\n\n## Attendees\n\n- A\n\n[^1]: see below\n";
    let plan = whole(
        "postmortem",
        &[("PM2019-010-Cluster.md", text), ("empty.md", "\n")],
        &Options { org: Some("Team".into()), ..default() },
        None,
    );
    assert_eq!((plan.written, plan.refused.len()), (1, 1));
    let own = record(&plan, "pm2019-010-cluster");
    assert_eq!(
        (&own["title"]["en"], &own["cause"]["en"]),
        (&Value::from("Cluster down"), &Value::from("A typo."))
    );
    assert_eq!(own["date"], "2019-12-04");
    let events = own["timeline"]["events"].as_array().unwrap();
    assert_eq!(
        (&events[0]["at"], &events[0]["text"]["en"]),
        (&Value::from("2019-12-04"), &Value::from("00:30 — deleted"))
    );
    assert_eq!(
        (events[1].get("at"), &events[1]["text"]["en"]),
        (None, &Value::from("20202-01-16 00:35 — odd"))
    );
    assert_eq!(own["action_items"].as_array().unwrap().len(), 2);
    assert_eq!(own["extra"]["sections"]["Attendees"], "- A");
    assert_eq!(own["extra"]["notes"]["1"], "see below");
}

#[test]
fn another_import_follows_its_origin_and_leaves_what_people_wrote() {
    let old = r#"{"id": "GO-1", "published": "2024-01-01T00:00:00Z", "summary": "Old title", "details": "Old text."}"#;
    let first = import("osv", &[("a.json", old)], &[], &default(), None);
    let mut library = files(&first);
    // A person moves the file, gives a number, reviews it and grades it.
    library[0].0 = "content/cases/2024/moved.json".into();
    library[0].1 = library[0]
        .1
        .replace("\"id\": \"GO-1\",\n  \"type\"", "\"id\": \"IL-0007\",\n  \"type\"")
        .replace("\"severity\": \"unknown\"", "\"severity\": \"minor\"");
    let new = old
        .replace("Old title", "New title")
        .replace("{\"id\"", "{\"database_specific\": {\"severity\": \"HIGH\"}, \"id\"");
    let plan = import("osv", &[("a.json", &new)], &library, &default(), None);
    counted(&plan);
    assert_eq!((plan.written, plan.files.len()), (1, 1));
    let (path, text, fresh) = &plan.files[0];
    assert_eq!((path.as_str(), *fresh), ("content/cases/2024/moved.json", false));
    let own: Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        (&own["id"], &own["title"]["en"], &own["severity"]),
        (&Value::from("IL-0007"), &Value::from("New title"), &Value::from("minor"))
    );
    assert!(
        plan.changes
            .iter()
            .any(|(_, field, old, new)| field == "title" && old == "Old title" && new == "New title")
    );
    assert!(
        plan.kept.iter().any(|(_, field, told)| field == "severity" && told == "major"),
        "{:?}",
        plan.kept
    );
    let again = import("osv", &[("a.json", &new)], &[(path.clone(), text.clone())], &default(), None);
    assert_eq!((again.files.len(), again.unchanged), (0, 1));
    // Another origin with the id of a record that is there is refused.
    let taken =
        [("content/cases/GO-1.json".to_owned(), "{\"id\": \"go-1\", \"title\": \"Mine\"}".to_owned())];
    let plan = import("osv", &[("a.json", old)], &taken, &default(), None);
    assert_eq!((plan.written, plan.refused.len()), (0, 1));
    assert!(plan.refused[0].reason.contains("content/cases/GO-1.json"));
}

fn run(arguments: &[&str], root: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_casebook")).args(arguments).current_dir(root).output().unwrap()
}

#[test]
fn the_command_counts_lists_and_writes_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::create_dir_all(root.join("content")).unwrap();
    std::fs::create_dir_all(root.join("in/deep")).unwrap();
    std::fs::write(
        root.join("in/a.json"),
        "\u{feff}{\"id\": \"A-1\", \"published\": \"2024-01-01T00:00:00Z\", \"summary\": \"One\"}\r\n",
    )
    .unwrap();
    std::fs::write(root.join("in/deep/b.YAML"), "id: A-2\nsummary: Two\n").unwrap();
    std::fs::write(root.join("in/bad.json"), [0xFF, 0xFE, 0x00]).unwrap();
    std::fs::write(root.join("in/notes.txt"), "x").unwrap();
    let dry = run(&["import", "osv", "in", "--dry-run"], root);
    assert_eq!(dry.status.code(), Some(1), "{}", String::from_utf8_lossy(&dry.stderr));
    assert!(!root.join("content/cases").exists());
    let done = run(&["import", "osv", "in", "--into", "osv", "--format", "json"], root);
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        (&report["read"], &report["written"], &report["refused"]),
        (&Value::from(3), &Value::from(2), &Value::from(1))
    );
    assert_eq!(report["refusals"][0]["file"], "in/bad.json");
    assert!(
        root.join("content/cases/osv/A-1.json").is_file()
            && root.join("content/cases/osv/A-2.json").is_file()
    );
    let again = run(&["import", "osv", "in/a.json", "in/deep"], root);
    assert_eq!((again.status.code(), again.stdout.len()), (Some(0), 0));
    assert!(
        String::from_utf8_lossy(&again.stderr)
            .contains("2 read = 0 written + 2 unchanged + 0 merged + 0 refused")
    );
    for wrong in [
        &["import", "osv", "none"][..],
        &["import", "osv", "in", "--into", "../x"],
        &["import", "csv", "in/a.json", "--mapping", "none.toml"],
    ] {
        assert_eq!(run(wrong, root).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn any_bytes_are_survived_by_every_format() {
    let texts = [
        "",
        "\0",
        "[",
        "{}",
        "[[]]",
        "---\n---\n",
        "---\n",
        "```toml\n```\n",
        "a,b\n\"",
        "- [x](http://[)\n",
        "{\"id\": {\"a\": 1}}",
        "{\"incidents\": [1, {}]}",
        "{\"page\": 1, \"incidents\": {}}",
        "id: [\n",
        "key: &a [*a]\n",
    ];
    for format in &import::FORMATS {
        for text in texts {
            let plan = import(
                format.name,
                &[("x.json", text), ("x.md", text), ("x.yaml", text), ("x.csv", text)],
                &[],
                &default(),
                None,
            );
            counted(&plan);
            assert_eq!(errors(&files(&plan)), [""; 0], "{} {text:?}", format.name);
        }
    }
}
