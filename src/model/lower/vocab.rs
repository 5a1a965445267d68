//! Vocabularies and the glossary: the base set inside the program, and the library's own on top.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use crate::diag::{Code, Diagnostic, SourceFile};
use crate::model::name::{fold_name, id_slug, nearest};
use crate::model::vocab::{Concept, Glossary, Term, Vocabularies, Vocabulary};
use crate::parse::{self, Entry, Node, Value};
use crate::text::Lang;

/// The base vocabularies by name.
const BASE_VOCAB: [(&str, &str); 11] = [
    ("claim_kind", include_str!("../../../content/vocab/claim_kind.toml")),
    ("component", include_str!("../../../content/vocab/component.toml")),
    ("contributing", include_str!("../../../content/vocab/contributing.toml")),
    ("domain", include_str!("../../../content/vocab/domain.toml")),
    ("heading", include_str!("../../../content/vocab/heading.toml")),
    ("org", include_str!("../../../content/vocab/org.toml")),
    ("root_cause", include_str!("../../../content/vocab/root_cause.toml")),
    ("severity", include_str!("../../../content/vocab/severity.toml")),
    ("source_kind", include_str!("../../../content/vocab/source_kind.toml")),
    ("symptom", include_str!("../../../content/vocab/symptom.toml")),
    ("type", include_str!("../../../content/vocab/type.toml")),
];

/// The base glossary.
const BASE_GLOSSARY: [(&str, &str); 8] = [
    ("attacks", include_str!("../../../content/glossary/attacks.toml")),
    ("incidents", include_str!("../../../content/glossary/incidents.toml")),
    ("names", include_str!("../../../content/glossary/names.toml")),
    ("operations", include_str!("../../../content/glossary/operations.toml")),
    ("packages", include_str!("../../../content/glossary/packages.toml")),
    ("places", include_str!("../../../content/glossary/places.toml")),
    ("reports", include_str!("../../../content/glossary/reports.toml")),
    ("software", include_str!("../../../content/glossary/software.toml")),
];

/// Nesting of the base files is shallow and of no one's choosing.
const NESTING: usize = 16;

/// The base set, read once: a library that is watched is lowered again and again.
static BASE: LazyLock<(Vocabularies, Glossary)> = LazyLock::new(|| {
    // That the base files have no findings is a test.
    let mut found = Vec::new();
    let mut vocabularies = Vocabularies::default();
    for (name, text) in BASE_VOCAB {
        let file = SourceFile::new(format!("content/vocab/{name}.toml"), text);
        add_terms(vocabularies.0.entry(name.to_owned()).or_default(), &file, &mut found);
    }
    vocabularies.0.values_mut().for_each(index_aliases);
    let mut glossary = Glossary::default();
    for (name, text) in BASE_GLOSSARY {
        let file = SourceFile::new(format!("content/glossary/{name}.toml"), text);
        add_concepts(&mut glossary, &file, &mut found);
    }
    (vocabularies, glossary)
});

/// The vocabularies and the glossary that the program brings along.
pub fn base_terms() -> &'static (Vocabularies, Glossary) {
    &BASE
}

/// The base vocabularies with those of the library's `files` on top, term by term.
pub(super) fn lower_vocabularies(
    files: &[Arc<SourceFile>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vocabularies {
    let mut all = BASE.0.clone();
    let mut changed: BTreeSet<String> = BTreeSet::new();
    for file in files {
        let name = name_of(file);
        // Headings of other languages, for instance, may stand in a file beside the main one.
        let name = name.split('.').next().unwrap_or(name).to_owned();
        add_terms(all.0.entry(name.clone()).or_default(), file, diagnostics);
        changed.insert(name);
    }
    for (_, vocabulary) in all.0.iter_mut().filter(|(name, _)| changed.contains(*name)) {
        index_aliases(vocabulary);
    }
    all
}

fn name_of(file: &SourceFile) -> &str {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    name.strip_suffix(".toml").unwrap_or(name)
}

fn add_terms(vocabulary: &mut Vocabulary, file: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    let (node, mut found) = parse::toml(file, (0..file.text.len()).into(), NESTING);
    diagnostics.append(&mut found);
    let Some(entries) = node.as_ref().and_then(Node::as_object) else { return };
    for entry in entries {
        let Some(fields) = entry.value.as_object() else {
            let message = format!("`{}` is {}, not a term", entry.key, entry.value.describe());
            report(
                diagnostics,
                file,
                &entry.value,
                message,
                format!("write `[{}]` and `label = {{ en = \"…\" }}` below it", entry.key),
            );
            continue;
        };
        let id: Arc<str> = if id_slug(&entry.key) == *entry.key {
            entry.key.as_ref().into()
        } else {
            let near = id_slug(&entry.key);
            let place = file.place(entry.key_span);
            diagnostics.push(
                Diagnostic::new(Code::M008, place, format!("`{}` cannot be the id of a term", entry.key))
                    .help(format!("write `[{near}]` and put the name under `label`")),
            );
            near.into()
        };
        if entry.value.get("remove").is_some_and(|own| own.value == Value::Bool(true)) {
            vocabulary.terms.remove(&id);
            vocabulary.order.retain(|own| *own != id);
            continue;
        }
        let term = vocabulary.terms.entry(id.clone()).or_default();
        term.id = id.clone();
        for field in fields {
            lower_term_field(term, field, file, diagnostics);
        }
        if !vocabulary.order.contains(&id) {
            vocabulary.order.push(id);
        }
    }
}

const TERM_KEYS: [&str; 9] =
    ["label", "description", "aliases", "broader", "fields", "claims", "url", "remove", "note"];

fn lower_term_field(
    term: &mut Term,
    field: &Entry<'_>,
    file: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let value = &field.value;
    match field.key.as_ref() {
        "label" => by_lang(value, file, diagnostics, |lang, node| {
            if let Some(text) = node.as_str() {
                term.label.insert(lang, text.to_owned());
            }
        }),
        "description" => by_lang(value, file, diagnostics, |lang, node| {
            if let Some(text) = node.as_str() {
                term.description.insert(lang, text.to_owned());
            }
        }),
        "aliases" => by_lang(value, file, diagnostics, |lang, node| {
            term.aliases.insert(lang, strings(node));
        }),
        "broader" => term.broader = value.as_str().map(Arc::from),
        "fields" => term.fields = strings(value),
        "claims" => term.claims = strings(value),
        "url" => match value.as_str().map(crate::model::address::read_address) {
            Some(Ok(read)) => term.url = Some(read.url),
            _ => report(
                diagnostics,
                file,
                value,
                format!("`url` is {}", value.describe()),
                "write an address that begins with `https://`".to_owned(),
            ),
        },
        "remove" | "note" => {}
        other => {
            let help = match nearest(other, TERM_KEYS) {
                Some(near) => format!("write `{near}` if that is meant"),
                None => format!("a term has {}", TERM_KEYS.map(|key| format!("`{key}`")).join(", ")),
            };
            diagnostics.push(
                Diagnostic::new(
                    Code::M003,
                    file.place(field.key_span),
                    format!("no field of a term is called `{other}`"),
                )
                .help(help),
            );
        }
    }
}

/// Calls `take` for each language of a table; a value without languages is English.
fn by_lang(
    node: &Node<'_>,
    file: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
    mut take: impl FnMut(Lang, &Node<'_>),
) {
    let Some(entries) = node.as_object() else {
        take(Lang::parse("en").expect("a well-formed tag"), node);
        return;
    };
    for entry in entries {
        match Lang::parse(&entry.key) {
            Some(lang) => take(lang, &entry.value),
            None => diagnostics.push(
                Diagnostic::new(
                    Code::M007,
                    file.place(entry.key_span),
                    format!("`{}` is no language tag", entry.key),
                )
                .help("write a tag such as `en`, `ko` or `zh-Hans`"),
            ),
        }
    }
}

/// One text or a list of texts.
fn strings(node: &Node<'_>) -> Vec<String> {
    match &node.value {
        Value::Array(elements) => elements.iter().filter_map(Node::as_str).map(ToOwned::to_owned).collect(),
        _ => node.as_str().map(ToOwned::to_owned).into_iter().collect(),
    }
}

fn report(
    diagnostics: &mut Vec<Diagnostic>,
    file: &SourceFile,
    node: &Node<'_>,
    message: String,
    help: String,
) {
    diagnostics.push(Diagnostic::new(Code::M002, file.place(node.span), message).help(help));
}

/// Fills the index of names: ids first, then labels, then aliases, so that an alias never hides a
/// term's own name.
fn index_aliases(vocabulary: &mut Vocabulary) {
    let mut index: BTreeMap<String, Arc<str>> = BTreeMap::new();
    for id in &vocabulary.order {
        index.insert(fold_name(id), id.clone());
    }
    for id in &vocabulary.order {
        let labels = vocabulary.terms.get(id).into_iter().flat_map(|term| term.label.values());
        for label in labels {
            index.entry(fold_name(label)).or_insert_with(|| id.clone());
        }
    }
    for id in &vocabulary.order {
        let aliases = vocabulary.terms.get(id).into_iter().flat_map(|term| term.aliases.values().flatten());
        for alias in aliases {
            index.entry(fold_name(alias)).or_insert_with(|| id.clone());
        }
    }
    vocabulary.aliases = index;
}

/// The base glossary with that of the library's `files` on top, concept by concept.
pub(super) fn lower_glossary(files: &[Arc<SourceFile>], diagnostics: &mut Vec<Diagnostic>) -> Glossary {
    let mut glossary = BASE.1.clone();
    for file in files {
        add_concepts(&mut glossary, file, diagnostics);
    }
    glossary
}

fn add_concepts(glossary: &mut Glossary, file: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    let (node, mut found) = parse::toml(file, (0..file.text.len()).into(), NESTING);
    diagnostics.append(&mut found);
    let Some(entries) = node.as_ref().and_then(Node::as_object) else { return };
    for entry in entries {
        let Some(fields) = entry.value.as_object() else {
            let message = format!("`{}` is {}, not a term", entry.key, entry.value.describe());
            report(
                diagnostics,
                file,
                &entry.value,
                message,
                format!("write `[{}]` and `en = [\"…\"]` below it", entry.key),
            );
            continue;
        };
        let id: Arc<str> = entry.key.as_ref().into();
        if entry.value.get("remove").is_some_and(|own| own.value == Value::Bool(true)) {
            glossary.concepts.remove(&id);
            continue;
        }
        let concept: &mut Concept = glossary.concepts.entry(id.clone()).or_default();
        concept.id = id;
        if concept.kind.is_empty() {
            concept.kind = "term".to_owned();
        }
        for field in fields {
            match field.key.as_ref() {
                "kind" => concept.kind = field.value.as_str().unwrap_or("term").to_owned(),
                "remove" | "note" => {}
                tag => match Lang::parse(tag) {
                    Some(lang) => {
                        concept.forms.insert(lang, strings(&field.value));
                    }
                    None => diagnostics.push(
                        Diagnostic::new(
                            Code::M007,
                            file.place(field.key_span),
                            format!("`{tag}` is no language tag"),
                        )
                        .help("write a tag such as `en`, `ko` or `zh-Hans`, or `kind`"),
                    ),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test looks at what is stored beside it")]
    fn every_file_of_the_glossary_is_brought_along() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/content/glossary");
        let mut stored: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
            .collect();
        stored.sort();
        let embedded: Vec<&str> = BASE_GLOSSARY.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, stored);
    }

    #[test]
    fn the_base_files_have_no_findings() {
        let mut found = Vec::new();
        for (name, text) in BASE_VOCAB.iter().chain(&BASE_GLOSSARY) {
            let file = Arc::new(SourceFile::new(format!("{name}.toml"), *text));
            if BASE_VOCAB.iter().any(|(own, _)| own == name) {
                lower_vocabularies(&[file], &mut found);
            } else {
                lower_glossary(&[file], &mut found);
            }
        }
        assert!(found.is_empty(), "{found:#?}");
        assert!(BASE.0.0.values().all(|vocabulary| vocabulary.order.len() >= 3));
        assert!(BASE.1.concepts.len() >= 100);
    }
}
