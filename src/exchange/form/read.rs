//! A filled form, as the host writes it into the text, into a Markdown record. Nothing that was
//! answered is dropped: what does not fit is told.

use super::{Answer, QUESTIONS, Question};
use crate::exchange::import::{Imported, Remark};
use crate::model::address::read_address;
use crate::model::lower::{nearest_date, read_date};
use crate::model::name::{fold_name, nearest, slug};
use crate::model::{Library, Vocabularies};
use crate::text::Lang;

/// What the host writes for an empty answer.
const EMPTY: &str = "_No response_";

/// Letters of a file's name made from the title.
const STEM: usize = 60;

/// What the caller knows beside the text.
#[derive(Debug, Clone, Default)]
pub struct Filled {
    /// The id of the record; else it is a placeholder, and the file is named by the title.
    pub id: Option<String>,
    /// Who sent the form, for `review.written_by`.
    pub author: Option<String>,
}

/// An answer with the line on which it begins.
struct Given {
    question: &'static Question,
    line: usize,
    text: String,
}

/// Turns the text of an issue into one record. Without a title or a summary there is none.
pub fn read(text: &str, library: &Library, told: &Filled) -> Imported {
    let mut made = Imported::default();
    let answers = answers(text, &mut made.remarks);
    let find = |field: &str| answers.iter().find(|given| given.question.field == field);
    let text_of = |field: &str| find(field).map(|given| given.text.as_str()).filter(|text| !text.is_empty());
    let mut say = |line: usize, message: String| made.remarks.push(Remark { line, message });
    for question in QUESTIONS.iter().filter(|question| question.required) {
        if question.answer != Answer::Promise && text_of(question.field).is_none() {
            say(0, format!("nothing is answered to “{}”", question.label));
        }
    }
    if find("promise").is_none_or(|given| !given.text.to_lowercase().contains("[x]")) {
        say(0, "the promise on own words and licence is not given: ask for it before merging".to_owned());
    }
    let Some(title) = text_of("title") else { return made };
    let lang = text_of("lang").and_then(Lang::parse).or_else(|| library.config.languages.first().cloned());
    let Some(lang) = lang else { return made };

    let mut front = vec![format!("id: {}", told.id.as_deref().unwrap_or("NEW"))];
    front.push(format!("title: {}", scalar(&one_line(title))));
    front.push(format!("lang: {lang}"));
    for given in answers.iter().filter(|given| !given.text.is_empty()) {
        let field = given.question.field;
        match given.question.answer {
            Answer::Term(name) => match term(&library.vocab, name, &given.text) {
                Ok(id) => front.push(format!("{field}: {id}")),
                Err(message) => {
                    say(given.line, message);
                    front.push(format!("{field}: {}", scalar(&one_line(&given.text))));
                }
            },
            Answer::Terms(name) => {
                let mut ids: Vec<String> = Vec::new();
                for written in given.text.split(',').map(str::trim).filter(|written| !written.is_empty()) {
                    let id = term(&library.vocab, name, written).unwrap_or_else(|message| {
                        say(given.line, message);
                        scalar(&one_line(written))
                    });
                    if !ids.contains(&id) {
                        ids.push(id);
                    }
                }
                front.push(format!("{field}: [{}]", ids.join(", ")));
            }
            Answer::Line if field == "date" => front.push(format!("date: {}", date(given, &mut say))),
            Answer::Line if field == "org" => front.push(format!("org: {}", scalar(&one_line(&given.text)))),
            _ => {}
        }
    }
    let sources = sources(find("sources"), &mut say);
    if !sources.is_empty() {
        front.push("sources:".to_owned());
        front.extend(
            sources
                .iter()
                .enumerate()
                .map(|(at, url)| format!("  - {{id: s{}, url: {}}}", at + 1, scalar(url))),
        );
    }
    let author = told.author.as_deref().map_or_else(|| "a person".to_owned(), one_line);
    front.push(format!("review: {{written_by: {}}}", scalar(&author)));

    let mut record = format!("---\n{}\n---\n", front.join("\n"));
    for field in
        ["summary", "symptoms_text", "trigger", "detection", "impact", "cause", "remediation", "lessons"]
    {
        let Some(text) = text_of(field) else { continue };
        if field != "summary" {
            let heading = if field == "symptoms_text" { "symptoms" } else { field };
            let label = library.vocab.term("heading", heading);
            let label = label.map_or(heading, |term| term.label(std::slice::from_ref(&lang)));
            record.push_str(&format!("\n## {label}\n"));
        }
        record.push_str(&format!("\n{text}\n"));
    }
    let notes = notes(find("quotes"), &sources, &mut say);
    if !notes.is_empty() {
        record.push_str(&format!("\n{notes}"));
    }
    let stem = told.id.clone().unwrap_or_else(|| short(&slug(title)));
    made.files.push((format!("content/cases/{stem}.{lang}.md"), record));
    made
}

/// The answers under their labels, which stand in the order of the form. A heading of another kind, or
/// one that was there already, belongs to the answer.
fn answers(text: &str, remarks: &mut Vec<Remark>) -> Vec<Given> {
    let mut answers: Vec<Given> = Vec::new();
    let mut next = 0;
    for (number, line) in text.lines().enumerate() {
        let heading = line.strip_prefix("### ").map(str::trim);
        let found = heading.and_then(|heading| {
            QUESTIONS.iter().enumerate().skip(next).find(|(_, question)| question.label == heading)
        });
        if let Some((at, question)) = found {
            next = at + 1;
            answers.push(Given { question, line: number + 1, text: String::new() });
        } else if let Some(given) = answers.last_mut() {
            given.text.push_str(line.trim_end_matches('\r'));
            given.text.push('\n');
        } else if !line.trim().is_empty() {
            let message = format!("not a part of the form, and left out: {}", one_line(line));
            remarks.push(Remark { line: number + 1, message });
        }
    }
    for given in &mut answers {
        let clean: String =
            given.text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        let clean = clean.trim();
        given.text = if clean == EMPTY || clean == "None" { String::new() } else { clean.to_owned() };
    }
    if answers.is_empty() {
        remarks.push(Remark { line: 1, message: "the text has none of the form's questions".to_owned() });
    }
    answers
}

fn term(vocab: &Vocabularies, name: &str, written: &str) -> Result<String, String> {
    let written = one_line(written);
    let vocabulary = vocab.get(name);
    if let Some(id) = vocabulary.and_then(|own| own.aliases.get(&fold_name(&written))) {
        return Ok(id.to_string());
    }
    let known = vocabulary.into_iter().flat_map(|own| own.aliases.keys().map(String::as_str));
    let near = nearest(&written, known).map_or(String::new(), |near| format!("; there is `{near}`"));
    Err(format!("the vocabulary `{name}` has no term `{written}`{near}"))
}

fn date(given: &Given, say: &mut impl FnMut(usize, String)) -> String {
    let written = one_line(&given.text);
    if written.eq_ignore_ascii_case("unknown") || read_date(&written).is_some() {
        return written;
    }
    match nearest_date(&written) {
        Some(near) => {
            say(given.line, format!("the date `{written}` was read as {near}"));
            near
        }
        None => {
            say(given.line, format!("`{written}` is no date: write it into the record by hand"));
            "unknown".to_owned()
        }
    }
}

/// The addresses, one a line; what is none is told.
fn sources(given: Option<&Given>, say: &mut impl FnMut(usize, String)) -> Vec<String> {
    let mut sources = Vec::new();
    let Some(given) = given else { return sources };
    for line in given.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let bare = line.trim_start_matches(|c: char| c.is_ascii_digit() || " .)-*".contains(c));
        let bare = bare.trim_start_matches('<').trim_end_matches('>');
        match read_address(bare) {
            Ok(_) if sources.iter().any(|own: &String| *own == *bare) => {}
            Ok(_) => sources.push(bare.to_owned()),
            Err(_) => say(given.line, format!("no address of a source, and left out: {}", one_line(line))),
        }
    }
    sources
}

/// The notes with the sources' names for their numbers or addresses.
fn notes(given: Option<&Given>, sources: &[String], say: &mut impl FnMut(usize, String)) -> String {
    let Some(given) = given else { return String::new() };
    let mut notes = String::new();
    for line in given.text.lines().filter(|line| !line.trim().is_empty()) {
        let own = line.trim();
        let Some((mark, rest)) = own.strip_prefix("[^").and_then(|rest| rest.split_once("]:")) else {
            // A further quote of the same mark stands indented below the first.
            if line.starts_with([' ', '\t']) && !notes.is_empty() {
                notes.push_str(&format!("    {}\n", named(own, sources, given.line, say)));
            } else {
                say(given.line, format!("no note, and left out: {}", one_line(own)));
            }
            continue;
        };
        notes.push_str(&format!("[^{mark}]: {}\n", named(rest.trim(), sources, given.line, say)));
    }
    notes
}

/// A note's text with the name of its source before the quote.
fn named(note: &str, sources: &[String], line: usize, say: &mut impl FnMut(usize, String)) -> String {
    let quote = note.find(['"', '“', '«', '„', '「', '『']).unwrap_or(note.len());
    let (before, quote) = note.split_at(quote);
    let told = before.trim().trim_end_matches(':').trim();
    let number = told.parse::<usize>().ok().filter(|number| (1..=sources.len()).contains(number));
    let by_address = sources.iter().position(|url| url == told).map(|at| at + 1);
    let only = (told.is_empty() && sources.len() == 1).then_some(1);
    match number.or(by_address).or(only) {
        Some(number) => format!("s{number}: {quote}"),
        None if told.is_empty() => {
            say(line, format!("this quote names none of the sources: {}", one_line(quote)));
            format!("source: {quote}")
        }
        // A shared source of the library, by its id.
        None => format!("{told}: {quote}"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A YAML scalar in double quotes, which JSON's are.
fn scalar(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn short(name: &str) -> String {
    let mut end = name.len();
    if name.chars().count() > STEM {
        end = name.char_indices().nth(STEM).map_or(name.len(), |(at, _)| at);
        end = name[..end].rfind('-').filter(|at| *at > 0).unwrap_or(end);
    }
    name[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Sources;
    use crate::model;

    fn library() -> Library {
        model::lower(&Sources::default()).value
    }

    fn filled(parts: &[(&str, &str)]) -> String {
        let label = |field: &str| QUESTIONS.iter().find(|own| own.field == field).unwrap().label;
        parts.iter().map(|(field, answer)| format!("### {}\n\n{answer}\n\n", label(field))).collect()
    }

    #[test]
    fn a_filled_form_becomes_a_record_that_is_read_without_a_fault() {
        let text = filled(&[
            ("title", "A cold cache: \"slow\" #1"),
            ("lang", "ko"),
            ("org", "Acme, Inc."),
            ("date", "2026-01-04"),
            ("type", "Incident"),
            ("severity", "Major"),
            ("symptoms", "High latency, Packet loss"),
            ("sources", "1. https://example.org/log\n- <https://example.org/second>"),
            ("summary", "장애가 52분 이어졌다.[^1]\n\n### Not a question\n\n더 있다.[^2]"),
            ("remediation", "- 캐시를 데웠다.[^3]"),
            ("lessons", EMPTY),
            (
                "quotes",
                "[^1]: 1: \"The outage lasted 52 minutes.\"\n[^2]: https://example.org/second: \"More.\"\n[^3]: 2: \"Warmed.\"",
            ),
            ("promise", "- [X] The text is mine"),
        ]);
        let library = library();
        let made = read(&text, &library, &Filled::default());
        assert_eq!(made.remarks, [], "{:#?}", made.remarks);
        let (path, record) = &made.files[0];
        assert_eq!(path, "content/cases/a-cold-cache-slow-1.ko.md");
        let checked = model::lower(&Sources::from_memory([(path.clone(), record.clone())]));
        let codes: Vec<&str> = checked.diagnostics.iter().map(|own| own.code.as_str()).collect();
        assert_eq!(
            codes,
            ["M009", "M015"].iter().filter(|code| codes.contains(code)).copied().collect::<Vec<_>>(),
            "{record}"
        );
        let case = &checked.value.cases[0];
        assert_eq!(case.claims.len(), 3, "{record}");
        assert!(case.claims.iter().all(|claim| claim.evidence[0].source.is_some()), "{record}");
        assert_eq!(
            case.symptoms.iter().map(|own| &*own.id).collect::<Vec<_>>(),
            ["high-latency", "packet-loss"]
        );
        assert_eq!(case.remediation.len(), 1);
        assert_eq!(case.title.0.values().next().unwrap().value, "A cold cache: \"slow\" #1");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let text = format!(
            "Hello\n\n{}",
            filled(&[
                ("title", "T"),
                ("date", "Nov 20 2018"),
                ("severity", "Mayor"),
                ("sources", "see the wiki"),
                ("quotes", "\"a quote without a mark\""),
            ])
        );
        let made = read(&text, &library(), &Filled { id: Some("x".into()), author: Some("octocat".into()) });
        let told: Vec<&str> = made.remarks.iter().map(|own| own.message.as_str()).collect();
        for wanted in
            ["Hello", "Summary", "promise", "Nov 20 2018", "Mayor", "see the wiki", "a quote without a mark"]
        {
            assert!(told.iter().any(|message| message.contains(wanted)), "{wanted}: {told:#?}");
        }
        assert_eq!(made.files[0].0, "content/cases/x.en.md");
        assert!(made.files[0].1.contains("written_by: \"octocat\""));
    }

    #[test]
    fn a_text_that_is_no_form_gives_no_record() {
        for text in ["", "### Something else\n\nx", "\u{0}\u{1b}"] {
            let made = read(text, &library(), &Filled::default());
            assert!(made.files.is_empty() && !made.remarks.is_empty(), "{text:?}");
        }
    }
}
