//! Advisories in the OSV format, as JSON or YAML: one a file, a list, or one a line.
//!
//! Source: OSV schema 1.6, <https://ossf.github.io/osv-schema/>.

use serde_json::{Value, json};

use super::draft::{List, as_told, word, words};
use super::{Draft, Reading, Refusal, Setting, cvss, json_records, unread};
use crate::diag::{ByteSpan, SourceFile};
use crate::parse::{self, Node};

/// Fields that have a place in a record; the rest is kept under `extra`.
const TAKEN: [&str; 9] =
    ["id", "summary", "details", "published", "modified", "severity", "references", "related", "withdrawn"];

/// Reads a file of advisories.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let is_yaml = [".yaml", ".yml"].iter().any(|end| file.path.to_ascii_lowercase().ends_with(end));
    if !is_yaml {
        return json_records(file, setting, |file, node, reading| match node.get("vulns") {
            Some(list) => {
                list.as_array().into_iter().flatten().for_each(|own| one(file, own, setting, reading))
            }
            None => one(file, node, setting, reading),
        });
    }
    let mut reading = Reading::default();
    let (node, found) = parse::yaml(file, ByteSpan::new(0, file.text.len()), setting.nesting);
    match node {
        Some(node) => {
            for finding in found {
                reading.remark(file, finding.primary.place.line as usize, finding.message);
            }
            match node.as_array() {
                Some(list) => list.iter().for_each(|own| one(file, own, setting, &mut reading)),
                None => one(file, &node, setting, &mut reading),
            }
        }
        None => reading.refusals.push(unread(file, &found)),
    }
    reading
}

fn one(file: &SourceFile, node: &Node<'_>, setting: &Setting<'_>, reading: &mut Reading) {
    let line = file.place(ByteSpan::new(node.span.start, node.span.start)).line as usize;
    let Some(id) = word(node.get("id")) else {
        reading.refusals.push(no_advisory(file, node, line));
        return;
    };
    let mut draft = Draft::new(file, node.span, id, &setting.lang());
    draft.put("type", "advisory");
    let details = word(node.get("details")).unwrap_or_default();
    let summary = word(node.get("summary"));
    draft.title(summary, details);
    draft.text("summary", if details.is_empty() { summary.unwrap_or_default() } else { details });
    dates(&mut draft, node);
    severity(&mut draft, node, setting);
    affected(&mut draft, node);
    references(&mut draft, node);
    for name in ["related", "aliases", "upstream"] {
        draft.related.extend(words(node.get(name)).into_iter().map(str::to_owned));
    }
    // Related records that are not of this library stay under `extra`; aliases are told there as a whole.
    draft.keep_rest(node, &TAKEN);
    let aliases: Vec<&str> =
        words(node.get("aliases")).into_iter().chain(words(node.get("upstream"))).collect();
    draft.alias_keys(&aliases);
    reading.drafts.push(draft);
}

/// What stands in the place of an advisory.
fn no_advisory(file: &SourceFile, node: &Node<'_>, line: usize) -> Refusal {
    if node.get("$schema").is_some() || node.get("$id").is_some() {
        return Refusal::other(file.path.clone(), line, "it is a JSON Schema, no advisory");
    }
    if node.get("ghsaId").is_some() || node.get("ghsa_id").is_some() {
        let reason = "it is an answer of GitHub's own advisory interface, not in the OSV format";
        return Refusal::other(file.path.clone(), line, reason);
    }
    Refusal::fault(file.path.clone(), line, "it has no `id`: it is no advisory in the OSV format")
}

fn dates(draft: &mut Draft, node: &Node<'_>) {
    let published = word(node.get("published"));
    if published.is_some_and(|published| draft.date("date", published)) {
        draft.put("date_kind", "published");
    } else {
        if let Some(published) = published {
            draft.keep("published", published.into());
        }
        draft.unknown("date", "the advisory does not tell when it was published");
    }
    if let Some(modified) = word(node.get("modified"))
        && !draft.date("updated_at", modified)
    {
        // Year 1 is how some programs write that there is no time.
        draft.keep("modified", modified.into());
    }
    if let Some(withdrawn) = word(node.get("withdrawn")) {
        draft.remark(format!("it was withdrawn on {withdrawn}"));
        draft.keep("withdrawn", withdrawn.into());
    }
}

/// The worst rating that is told: in words by its database, else by its vectors.
fn severity(draft: &mut Draft, node: &Node<'_>, setting: &Setting<'_>) {
    let list = |node: &Node<'_>| -> Vec<(String, String)> {
        let own = node.get("severity").and_then(Node::as_array).unwrap_or_default();
        own.iter()
            .filter_map(|own| Some((word(own.get("type"))?.to_owned(), word(own.get("score"))?.to_owned())))
            .collect()
    };
    let mut vectors = list(node);
    for own in node.get("affected").and_then(Node::as_array).unwrap_or_default() {
        vectors.extend(list(own));
    }
    let in_words = node.get("database_specific").and_then(|own| word(own.get("severity")));
    let rated = vectors.iter().filter_map(|(_, score)| cvss::rating(score));
    let ranks = ["none", "low", "medium", "high", "critical"];
    let worst = rated.max_by_key(|rating| ranks.iter().position(|rank| rank == rating));
    grade(draft, setting, in_words.or(worst));
    if let Some(told) = node.get("severity") {
        draft.keep("severity", as_told(told));
    }
}

/// Puts the rating into `severity`. CVSS's `medium` and GitHub's `moderate` are `minor` here, since `high`
/// is `major`.
pub(super) fn grade(draft: &mut Draft, setting: &Setting<'_>, rating: Option<&str>) {
    let Some(rating) = rating else {
        draft.unknown("severity", "the advisory does not grade it");
        return;
    };
    let word = match rating.to_ascii_lowercase().as_str() {
        "medium" | "moderate" => "minor".to_owned(),
        other => other.to_owned(),
    };
    if !draft.term(setting.vocab, "severity", "severity", &word) {
        draft.unknown("severity", "the advisory grades it by no term of the vocabulary");
        draft.keep("severity_told", rating.into());
    }
}

/// What is affected and where it is mended, in a sentence a package, beside the ranges under `extra`.
fn affected(draft: &mut Draft, node: &Node<'_>) {
    let mut scope: Vec<String> = Vec::new();
    let mut fixes: Vec<String> = Vec::new();
    for own in node.get("affected").and_then(Node::as_array).unwrap_or_default() {
        let package = own.get("package");
        let Some(name) = package.and_then(|package| word(package.get("name"))) else {
            let repository = own.get("ranges").and_then(Node::as_array).unwrap_or_default();
            if repository.iter().all(|range| word(range.get("repo")).is_none()) {
                draft.remark("`affected` names no package");
            }
            continue;
        };
        let ecosystem = package.and_then(|package| word(package.get("ecosystem")));
        let shown = match ecosystem {
            Some(ecosystem) => format!("`{name}` ({ecosystem})"),
            None => format!("`{name}`"),
        };
        if !scope.contains(&shown) {
            scope.push(shown.clone());
        }
        for event in own
            .get("ranges")
            .and_then(Node::as_array)
            .unwrap_or_default()
            .iter()
            .flat_map(|range| range.get("events").and_then(Node::as_array).unwrap_or_default())
        {
            if let Some(fixed) = word(event.get("fixed")) {
                let fix = format!("{shown}: fixed in {fixed}");
                if !fixes.contains(&fix) {
                    fixes.push(fix);
                }
            }
        }
    }
    /// Packages that are told in words; advisories of a distribution may name hundreds.
    const MOST: usize = 20;
    if let Some(text) = draft.by_lang(&listed(&scope, MOST)) {
        draft.part("impact", "scope", text);
    }
    let items: Vec<Value> =
        fixes.iter().take(MOST).filter_map(|fix| Some(json!({ "text": draft.by_lang(fix)? }))).collect();
    if !items.is_empty() {
        draft.put("remediation", items);
    }
}

fn listed(all: &[String], most: usize) -> String {
    let shown = all.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    if all.len() > most { format!("{shown} and {} more", all.len() - most) } else { shown }
}

fn references(draft: &mut Draft, node: &Node<'_>) {
    for reference in node.get("references").and_then(Node::as_array).unwrap_or_default() {
        let url = word(reference.get("url")).or_else(|| word(Some(reference)));
        let Some(url) = url else {
            draft.remark("a reference has no `url`");
            continue;
        };
        let kind = match word(reference.get("type")).unwrap_or_default() {
            "ADVISORY" => Some("advisory"),
            "ARTICLE" => Some("blog"),
            "REPORT" | "DISCUSSION" => Some("ticket"),
            _ => None,
        };
        let list = match word(reference.get("type")) {
            Some("PACKAGE") => List::Docs,
            _ => List::Sources,
        };
        draft.source(list, url, &[("kind", kind)]);
    }
}
