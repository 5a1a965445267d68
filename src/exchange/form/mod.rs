//! A form on a code host and the record that a filled one becomes. The questions stand in one list,
//! from which both the form and the reader of its answers are made.

mod read;
mod write;

pub use read::{Filled, read};
pub use write::issue_form;

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// One line.
    Line,
    /// As many lines as it takes.
    Text,
    /// One term of a vocabulary.
    Term(&'static str),
    /// Terms of a vocabulary.
    Terms(&'static str),
    /// One of the library's languages.
    Language,
    /// A promise that has to be made.
    Promise,
}

/// One question.
#[derive(Debug)]
struct Question {
    /// The field of the record, or what else the answer is.
    field: &'static str,
    /// As it is asked; the host writes it above the answer.
    label: &'static str,
    answer: Answer,
    required: bool,
    /// What stands in an empty field.
    hint: &'static str,
}

const fn ask(
    field: &'static str,
    label: &'static str,
    answer: Answer,
    required: bool,
    hint: &'static str,
) -> Question {
    Question { field, label, answer, required, hint }
}

/// What is asked, in the order of the form.
static QUESTIONS: [Question; 21] = [
    ask(
        "title",
        "What failed, and what did it mean?",
        Answer::Line,
        true,
        "A cold cache took the shop down for an hour",
    ),
    ask("lang", "Language of your text", Answer::Language, true, ""),
    ask("org", "Organisation", Answer::Line, false, "Acme"),
    ask("date", "Date", Answer::Line, false, "2021-10-28, 2021-10, 2021 or unknown"),
    ask("type", "Kind of record", Answer::Term("type"), false, ""),
    ask("severity", "Severity", Answer::Term("severity"), false, ""),
    ask("domain", "Domains", Answer::Terms("domain"), false, ""),
    ask("components", "Components", Answer::Terms("component"), false, ""),
    ask("symptoms", "Symptoms in terms", Answer::Terms("symptom"), false, ""),
    ask("root_cause", "Root cause", Answer::Term("root_cause"), false, ""),
    ask("sources", "Sources", Answer::Text, true, "https://example.org/postmortem"),
    ask(
        "summary",
        "Summary",
        Answer::Text,
        true,
        "The cache went cold and the outage lasted 52 minutes.[^1]",
    ),
    ask("symptoms_text", "Symptoms in words", Answer::Text, false, ""),
    ask("trigger", "Trigger", Answer::Text, false, ""),
    ask("detection", "Detection", Answer::Text, false, ""),
    ask("impact", "Impact", Answer::Text, false, ""),
    ask("cause", "Cause", Answer::Text, false, ""),
    ask("remediation", "Remediation", Answer::Text, false, "- The cache was warmed by hand.[^2]"),
    ask("lessons", "Lessons", Answer::Text, false, ""),
    ask("quotes", "Quotes", Answer::Text, false, "[^1]: 1: \"The outage lasted 52 minutes.\""),
    ask("promise", "Before you send", Answer::Promise, true, ""),
];
