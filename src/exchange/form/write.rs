//! The form as GitHub reads it (`.github/ISSUE_TEMPLATE/incident.yml`), from the questions, the list of
//! fields and the library's vocabularies.

use super::{Answer, QUESTIONS, Question};
use crate::model::Library;
use crate::model::fields::FIELDS;
use crate::text::Lang;

/// The issue form of `library`.
pub fn issue_form(library: &Library) -> String {
    let mut form = String::from(
        "# Made by `casebook schema issue-form`; `casebook import form` turns a filled form into a record.\n\
         name: Incident\n\
         description: Tell of an incident; a maintainer turns the form into a record.\n\
         title: \"Incident: \"\n\
         labels: [\"incident\"]\n\
         body:\n\
         \x20 - type: markdown\n    attributes:\n      value: ",
    );
    form.push_str(&quoted(
        "Tell what the sources say, in your own words. Where a source bears a sentence out, end it with a mark such as `[^1]` and put the words of the source under *Quotes*. Leave empty what you do not know.",
    ));
    form.push('\n');
    for question in &QUESTIONS {
        form.push_str(&element(question, library));
    }
    form
}

fn element(question: &Question, library: &Library) -> String {
    let kind = match question.answer {
        Answer::Line => "input",
        Answer::Text => "textarea",
        Answer::Term(_) | Answer::Terms(_) | Answer::Language => "dropdown",
        Answer::Promise => "checkboxes",
    };
    let mut text = format!(
        "  - type: {kind}\n    id: {}\n    attributes:\n      label: {}\n",
        question.field,
        quoted(question.label)
    );
    if let Some(about) = about(question) {
        text.push_str(&format!("      description: {}\n", quoted(&about)));
    }
    let hint = (!question.hint.is_empty()).then(|| format!("      placeholder: {}\n", quoted(question.hint)));
    match question.answer {
        Answer::Line | Answer::Text => text.extend(hint),
        Answer::Terms(name) => {
            text.push_str("      multiple: true\n");
            text.push_str(&options(&terms(library, name)));
        }
        Answer::Term(name) => text.push_str(&options(&terms(library, name))),
        Answer::Language => {
            let langs: Vec<String> = library.config.languages.iter().map(ToString::to_string).collect();
            text.push_str(&options(&langs));
        }
        Answer::Promise => {
            let licence = format!(
                "The text is mine, and I publish it under {}; quotes are word for word and at most 300 characters long.",
                library.config.licence
            );
            text.push_str(&format!(
                "      options:\n        - label: {}\n          required: true\n",
                quoted(&licence)
            ));
        }
    }
    if question.required && question.answer != Answer::Promise {
        text.push_str("    validations:\n      required: true\n");
    }
    text
}

fn about(question: &Question) -> Option<String> {
    let own = match question.field {
        "lang" => "The language that you write in; others can be added later.",
        "sources" => {
            "One address a line, the operator's own account first. Quotes name them by their number."
        }
        "quotes" => {
            "One a line: the mark, the number of the source, and its words in quotation marks. `[^1]: 2: \"…\"` quotes the second source."
        }
        "impact" => "What was hit and how badly, who was hit, and where.",
        "promise" => return None,
        field => FIELDS.iter().find(|rule| rule.name == field)?.about,
    };
    Some(own.to_owned())
}

/// What a term is called in the form: its English label, unless that could be read as two.
pub(super) fn term_name(label: &str, id: &str) -> String {
    if label.contains(',') || label.trim().is_empty() { id.to_owned() } else { label.trim().to_owned() }
}

fn terms(library: &Library, name: &str) -> Vec<String> {
    let english: Vec<Lang> =
        Lang::parse("en").into_iter().chain(library.config.languages.iter().cloned()).collect();
    let Some(vocabulary) = library.vocab.get(name) else { return Vec::new() };
    let terms = vocabulary.order.iter().filter_map(|id| vocabulary.terms.get(id));
    let mut names: Vec<String> = Vec::new();
    for name in terms.map(|term| term_name(term.label(&english), &term.id)) {
        // The host takes each option once.
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn options(names: &[String]) -> String {
    let list: String = names.iter().map(|name| format!("        - {}\n", quoted(name))).collect();
    format!("      options:\n{list}")
}

/// A YAML scalar in double quotes, which JSON's are.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
