//! Findings as SARIF 2.1.0, for code hosts and editors. Addresses are relative to `SRCROOT`, the
//! repository's root; columns count characters; fingerprints hold when lines move.

use serde_json::{Value, json};

use super::fingerprint::{FindFile, fingerprints, owner};
use super::{CODES, Diagnostic, Label, Place, Rule, Severity};

/// Where the format is defined.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One log with one run. `prefix` is the library's folder in the repository with a final slash, or
/// empty.
pub fn log(findings: &[Diagnostic], prefix: &str, file: FindFile<'_>) -> Value {
    let fingerprints = fingerprints(findings, file, &owner);
    let results: Vec<Value> =
        findings.iter().zip(fingerprints).map(|(finding, print)| result(finding, prefix, &print)).collect();
    let rules: Vec<Value> = CODES.iter().map(rule).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "casebook",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the repository"}}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Notice => "note",
    }
}

fn rule(rule: &Rule) -> Value {
    let page = rule.markdown();
    let first = rule.page.lines().next().unwrap_or_default().trim();
    // The second paragraph says why; a page always has one.
    let paragraphs: Vec<String> = rule
        .page
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let full = paragraphs.iter().take(2).cloned().collect::<Vec<_>>().join(" ");
    json!({
        "id": rule.code.as_str(),
        "name": pascal(rule.slug),
        "shortDescription": {"text": message(first)},
        "fullDescription": {"text": message(&full)},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": level(rule.severity)},
        "properties": {"slug": rule.slug, "tags": [stage(rule)]},
    })
}

/// The stage that a code's letter stands for.
fn stage(rule: &Rule) -> &'static str {
    match rule.code.as_str().as_bytes().first() {
        Some(b'L') => "load",
        Some(b'P') => "parse",
        Some(b'M') => "model",
        Some(b'V') => "verify",
        Some(b'S') => "score",
        Some(b'R') => "relate",
        Some(b'I') => "index",
        Some(b'T') => "render",
        _ => "write",
    }
}

/// `fact-contradicted` as `FactContradicted`, the form in which rules are named.
fn pascal(slug: &str) -> String {
    slug.split('-')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}

fn result(finding: &Diagnostic, prefix: &str, fingerprint: &str) -> Value {
    let mut text = finding.message.clone();
    if !finding.primary.message.is_empty() {
        text.push_str(&format!(" ({})", finding.primary.message));
    }
    if !finding.help.is_empty() {
        text.push_str(&format!("\n\nhelp: {}", finding.help));
    }
    let index = CODES.iter().position(|rule| rule.code == finding.code);
    let mut result = json!({
        "ruleId": finding.code.as_str(),
        "level": level(finding.severity),
        "message": {"text": message(&text)},
        "locations": [location(&finding.primary, prefix, None)],
        "partialFingerprints": {"casebook/v1": fingerprint},
    });
    if let Some(index) = index {
        result["ruleIndex"] = json!(index);
    }
    if !finding.secondary.is_empty() {
        let related = finding.secondary.iter().enumerate();
        result["relatedLocations"] =
            related.map(|(number, label)| location(label, prefix, Some(number + 1))).collect();
    }
    if let Some(case) = &finding.case {
        result["properties"] = json!({"case": case});
    }
    result
}

fn location(label: &Label, prefix: &str, id: Option<usize>) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(&format!("{prefix}{}", label.place.path)), "uriBaseId": "SRCROOT"},
            "region": region(&label.place),
        },
    });
    if let Some(id) = id {
        location["id"] = json!(id);
    }
    if !label.message.is_empty() {
        location["message"] = json!({"text": message(&label.message)});
    }
    location
}

fn region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line.max(place.line),
        "endColumn": if place.end_line > place.line { place.end_column } else { place.end_column.max(place.column) },
    })
}

/// A path as a relative reference (RFC 3986): every byte that may not stand in a path is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// A plain message; brackets that would read as an embedded link are escaped.
fn message(text: &str) -> String {
    if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diag::{ByteSpan, Code, SourceFile};

    #[test]
    fn a_finding_has_its_rule_place_and_fingerprint() {
        let file = Arc::new(SourceFile::new("content/cases/장애 1.ko.md", "머리\n응답이 92 ms 로\n"));
        let at = file.text.find("92").unwrap();
        let place = file.place(ByteSpan::new(at, at + 5));
        let finding = Diagnostic::new(Code::V007, place, "see [1](2)")
            .case("a")
            .also(file.place(ByteSpan::new(0, 3)), "there");
        let log = log(&[finding], "lib/", &|_| Some(file.clone()));
        let run = &log["runs"][0];
        let result = &run["results"][0];
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!((rule["id"].as_str(), rule["name"].as_str()), (Some("V007"), Some("FactContradicted")));
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "lib/content/cases/%EC%9E%A5%EC%95%A0%201.ko.md");
        assert_eq!(
            physical["region"],
            json!({"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 10})
        );
        assert_eq!(result["message"]["text"], "see \\[1\\](2)");
        assert_eq!(result["relatedLocations"][0]["id"], 1);
        assert_eq!(result["partialFingerprints"]["casebook/v1"].as_str().map(str::len), Some(32));
    }
}
