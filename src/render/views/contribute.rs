//! The contribute page: the library's text of it, and a form made from the list of fields.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::prose::{self, fill_in};
use super::{Page, TextView};
use crate::model::fields::{FIELDS, FieldRule, Shape};
use crate::render::address::Path;
use crate::render::contribute;
use crate::render::html::{Html, json_for_script};
use crate::render::names;
use crate::render::scope::{Head, Scope};

/// The page on which a case is written.
#[derive(Debug, Clone, Serialize)]
pub struct ContributePage {
    /// The frame.
    pub page: Page,
    /// Heading.
    pub heading: String,
    /// The library's text, or the built-in one.
    pub text: TextView,
    /// The fields in groups; the groups `sources` and `quotes` hold rows instead.
    pub groups: Vec<FieldGroup>,
    /// The languages in which a record can be written.
    pub languages: Vec<Choice>,
    /// The kinds of sources.
    pub source_kinds: Vec<Choice>,
    /// Address of the code host's form for an incident, where there is one.
    pub issue_form: Option<String>,
    /// Whether the record can be handed to the code host by an address.
    pub host: bool,
    /// What the script needs as JSON, ready for its script element.
    pub data: Html,
}

/// Fields that are asked for together.
#[derive(Debug, Clone, Serialize)]
pub struct FieldGroup {
    /// `basics`, `sources`, `texts`, `quotes`, `terms`.
    pub id: &'static str,
    /// The heading.
    pub label: String,
    /// One sentence about it, possibly empty.
    pub about: String,
    /// The fields.
    pub fields: Vec<FormField>,
}

/// A field of the form.
#[derive(Debug, Clone, Serialize)]
pub struct FormField {
    /// The field of the record; `impact.users` for a part of one.
    pub name: String,
    /// How it is filled: `line`, `text`, `items`, `term`, `terms`, `date`, `length`, `org`, `language`.
    pub kind: &'static str,
    /// What it is called.
    pub label: String,
    /// One sentence about it.
    pub about: String,
    /// Whether a record needs it.
    pub required: bool,
}

/// One of several values.
#[derive(Debug, Clone, Serialize)]
pub struct Choice {
    /// The value in the record.
    pub value: String,
    /// What it is called.
    pub label: String,
    /// Whether it is chosen at first.
    pub chosen: bool,
}

/// A field that is asked for, and where its words stand among the messages.
struct Asked {
    name: String,
    kind: &'static str,
    group: &'static str,
    vocabulary: Option<&'static str>,
    label: String,
}

/// What the form asks for of a field. Names, reviews, corrections and what programs write are left to
/// the record's later life.
fn asked(rule: &FieldRule) -> Vec<Asked> {
    let one = |name: &str, kind, group, vocabulary, label: String| Asked {
        name: name.to_owned(),
        kind,
        group,
        vocabulary,
        label,
    };
    let name = rule.name;
    match rule.shape {
        Shape::Text if name == "title" => vec![one(name, "line", "basics", None, "section_title".to_owned())],
        Shape::Text => vec![one(name, "text", "texts", None, format!("section_{name}"))],
        Shape::Items => vec![one(name, "items", "texts", None, format!("section_{name}"))],
        Shape::Term(vocabulary) => {
            vec![one(name, "term", "terms", Some(vocabulary), format!("vocabulary_{vocabulary}"))]
        }
        Shape::Terms(vocabulary) => {
            vec![one(name, "terms", "terms", Some(vocabulary), format!("vocabulary_{vocabulary}"))]
        }
        Shape::Impact => vec![
            one(name, "text", "texts", None, "section_impact_scope".to_owned()),
            one("impact.users", "line", "texts", None, "section_impact_users".to_owned()),
            one("impact.region", "line", "texts", None, "section_impact_region".to_owned()),
        ],
        Shape::Timeline => vec![
            one("timeline.detected_after", "length", "basics", None, "fact_detected".to_owned()),
            one("timeline.resolved_after", "length", "basics", None, "fact_length".to_owned()),
        ],
        Shape::Date if name == "date" => vec![one(name, "date", "basics", None, "fact_date".to_owned())],
        Shape::Plain if name == "org" => vec![one(name, "org", "basics", None, "fact_org".to_owned())],
        Shape::Plain if name == "lang" => {
            vec![one(name, "language", "basics", None, "languages_label".to_owned())]
        }
        _ => Vec::new(),
    }
}

/// Whether a record cannot do without a field.
fn required(name: &str) -> bool {
    matches!(name, "title" | "summary")
}

/// The key of the sentence about a field.
fn about(name: &str) -> String {
    names::key("form_about", &name.replace('.', "_"))
}

/// The page, under the library's text of it where there is one.
pub fn contribute_page(scope: &Scope<'_>) -> ContributePage {
    let locale = scope.locale;
    let own = scope.site.library.pages.iter().find(|page| page.name == "contribute");
    let path = Path::under(&locale.lang, "contribute/");
    let (heading, text, description) = match own.map(|own| prose::free_page(scope, own)) {
        Some(view) => (view.heading, view.text, view.page.description),
        None => (
            locale.text("nav_contribute"),
            prose::prose(locale.text("contribute_text")),
            locale.text("contribute_description"),
        ),
    };
    let page = scope.page(Head {
        kind: "contribute",
        path: &path,
        title: heading.clone(),
        description,
        breadcrumb: vec![scope.home()],
    });
    let all: Vec<Asked> = FIELDS.iter().flat_map(asked).collect();
    let groups = ["basics", "sources", "texts", "quotes", "terms"].map(|id| FieldGroup {
        id,
        label: locale.text(&names::key("form_group", id)),
        about: locale.text(&names::key("form_group_about", id)),
        fields: all
            .iter()
            .filter(|asked| asked.group == id)
            .map(|asked| FormField {
                name: asked.name.clone(),
                kind: asked.kind,
                label: locale.text(&asked.label),
                about: locale.text(&about(&asked.name)),
                required: required(&asked.name),
            })
            .collect(),
    });
    let config = &scope.site.library.config;
    let host = contribute::host(config);
    let data = json!({
        "fields": all.iter().map(|asked| json!({"name": asked.name, "kind": asked.kind,
            "required": required(&asked.name), "vocabulary": asked.vocabulary})).collect::<Vec<_>>(),
        "headings": headings(scope),
        "texts": texts(scope),
        "host": host,
    });
    ContributePage {
        page,
        heading,
        text,
        groups: groups.into(),
        languages: config
            .languages
            .iter()
            .map(|lang| Choice {
                value: lang.to_string(),
                label: locale.language_name(lang),
                chosen: *lang == locale.lang,
            })
            .collect(),
        source_kinds: source_kinds(scope),
        issue_form: contribute::issue_form(config),
        host: host.is_some(),
        data: Html(json_for_script(&data)),
    }
}

/// The terms of the vocabulary `source_kind`.
fn source_kinds(scope: &Scope<'_>) -> Vec<Choice> {
    let Some(vocabulary) = scope.site.library.vocab.get("source_kind") else { return Vec::new() };
    let terms = vocabulary.order.iter().filter_map(|id| vocabulary.terms.get(id));
    terms
        .map(|term| Choice {
            value: term.id.to_string(),
            label: term.label(&scope.locale.wanted).to_owned(),
            chosen: false,
        })
        .collect()
}

/// Headings of the texts by language and field. A heading that is not read back as its field is left
/// out: that field then stands in the front matter.
fn headings(scope: &Scope<'_>) -> BTreeMap<String, BTreeMap<String, String>> {
    let library = scope.site.library;
    let of = |lang: &crate::text::Lang, name: &str| {
        let term = match name {
            "symptoms_text" => "symptoms".to_owned(),
            _ => name.replace('_', "-"),
        };
        let vocabulary = library.vocab.get("heading")?;
        let label = vocabulary.terms.get(term.as_str())?.label(std::slice::from_ref(lang)).to_owned();
        let known = vocabulary.aliases.get(&crate::model::name::fold_name(&label))?;
        (**known == *term).then_some(label)
    };
    library
        .config
        .languages
        .iter()
        .map(|lang| {
            let texts = FIELDS.iter().flat_map(asked).filter(|asked| matches!(asked.kind, "text" | "items"));
            let own = texts.filter_map(|asked| Some((asked.name.clone(), of(lang, &asked.name)?)));
            (lang.to_string(), own.collect())
        })
        .collect()
}

/// The script's texts: messages `form_js_…`.
fn texts(scope: &Scope<'_>) -> Value {
    let own = scope.locale.texts.iter().filter_map(|(key, text)| {
        Some((key.strip_prefix("form_js_")?.to_owned(), Value::from(fill_in(text))))
    });
    Value::Object(own.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::locale::message_keys;
    use crate::render::theme::builtin::MESSAGES;

    #[test]
    fn every_field_that_is_asked_for_has_its_words_in_every_language() {
        for (lang, source) in MESSAGES {
            let keys: Vec<&str> = message_keys(source).collect();
            for asked in FIELDS.iter().flat_map(asked) {
                for key in [asked.label.clone(), about(&asked.name)] {
                    assert!(keys.contains(&key.as_str()), "{lang} has no `{key}`");
                }
            }
        }
    }
}
