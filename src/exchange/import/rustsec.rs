//! Advisories of the RustSec database: Markdown whose first block is fenced TOML.

use serde_json::Value;

use super::draft::{List, as_told, word, words};
use super::osv::grade;
use super::{Draft, Reading, Refusal, Setting, cvss, unread};
use crate::diag::{ByteSpan, SourceFile};
use crate::parse;

/// Keys of `[advisory]` that have a place in a record.
const TAKEN: [&str; 7] = ["id", "date", "url", "references", "related", "cvss", "title"];

/// Vocabularies in which a category may be a term.
const CATEGORIES: [(&str, &str); 3] =
    [("symptoms", "symptom"), ("root_cause", "root_cause"), ("contributing", "contributing")];

/// Reads one advisory.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let Some((span, body)) = fenced(&file.text) else {
        let reason = "it does not begin with a block of fenced TOML: it is no advisory of this kind";
        return Reading::refused(Refusal::other(file.path.clone(), 1, reason));
    };
    let (node, found) = parse::toml(file, span, setting.nesting);
    let Some(node) = node else { return Reading::refused(unread(file, &found)) };
    let line = file.place(span).line as usize;
    let Some(advisory) = node.get("advisory") else {
        return Reading::refused(Refusal::fault(file.path.clone(), line, "it has no table `[advisory]`"));
    };
    let Some(id) = word(advisory.get("id")) else {
        return Reading::refused(Refusal::fault(file.path.clone(), line, "`[advisory]` has no `id`"));
    };
    let mut draft = Draft::new(file, span, id, &setting.lang());
    draft.put("type", "advisory");
    let (title, text) = titled(&file.text[body..]);
    let title = title.or_else(|| word(advisory.get("title")));
    draft.title(title, text);
    draft.text("summary", text);
    match word(advisory.get("date")) {
        Some(date) if draft.date("date", date) => draft.put("date_kind", "published"),
        told => {
            draft.keep("date", told.into());
            draft.unknown("date", "the advisory does not tell when it was published");
        }
    }
    let informational = word(advisory.get("informational")).map(|_| "none");
    let rating = word(advisory.get("cvss")).and_then(cvss::rating);
    grade(&mut draft, setting, rating.or(informational));
    draft.keep("cvss", word(advisory.get("cvss")).into());
    if let Some(package) = word(advisory.get("package")) {
        if let Some(scope) = draft.by_lang(&format!("`{package}` (crates.io)")) {
            draft.part("impact", "scope", scope);
        }
        let patched = node.get("versions").map(|own| words(own.get("patched"))).unwrap_or_default();
        let items: Vec<Value> = patched
            .iter()
            .filter_map(|own| draft.by_lang(&format!("`{package}`: fixed in {own}")))
            .map(|text| serde_json::json!({ "text": text }))
            .collect();
        if !items.is_empty() {
            draft.put("remediation", items);
        }
    }
    if let Some(url) = word(advisory.get("url")) {
        draft.source(List::Sources, url, &[]);
    }
    for url in words(advisory.get("references")) {
        draft.source(List::Sources, url, &[]);
    }
    for name in ["related", "aliases"] {
        draft.related.extend(words(advisory.get(name)).into_iter().map(str::to_owned));
    }
    draft.alias_keys(&words(advisory.get("aliases")));
    let left = draft.sort_terms(setting.vocab, words(advisory.get("categories")), &CATEGORIES);
    left.iter().for_each(|category| draft.miss("category", category));
    draft.keep_rest(advisory, &TAKEN);
    for entry in node.as_object().into_iter().flatten().filter(|entry| entry.key != "advisory") {
        draft.keep(&entry.key, as_told(&entry.value));
    }
    let mut reading = Reading { drafts: vec![draft], ..Reading::default() };
    for finding in found {
        reading.remark(file, finding.primary.place.line as usize, finding.message);
    }
    reading
}

/// Where the TOML inside the first fence stands, and where the text after it begins.
fn fenced(text: &str) -> Option<(ByteSpan, usize)> {
    let lead = text.len() - text.trim_start().len();
    let mut at = lead;
    let mut start = None;
    for line in text[lead..].split_inclusive('\n') {
        match start {
            None => {
                let info = line.trim().strip_prefix("```")?;
                if !info.trim().eq_ignore_ascii_case("toml") {
                    return None;
                }
                start = Some(at + line.len());
            }
            Some(start) if line.trim() == "```" => return Some((ByteSpan::new(start, at), at + line.len())),
            Some(_) => {}
        }
        at += line.len();
    }
    None
}

/// The heading of the first level and the text below it.
fn titled(body: &str) -> (Option<&str>, &str) {
    let body = body.trim();
    match body.strip_prefix("# ") {
        Some(rest) => {
            let (title, text) = rest.split_once('\n').unwrap_or((rest, ""));
            (Some(title.trim()).filter(|title| !title.is_empty()), text.trim())
        }
        None => (None, body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fence_and_the_title_are_found() {
        let text = "\n```toml\n[advisory]\n```\n\n# A `b`\n\nText.\n";
        let (span, body) = fenced(text).unwrap();
        assert_eq!(&text[span.range()], "[advisory]\n");
        assert_eq!(titled(&text[body..]), (Some("A `b`"), "Text."));
        assert!(fenced("# no fence").is_none() && fenced("```toml\nopen").is_none() && fenced("").is_none());
    }
}
