//! Sections of Markdown records into the fields that their headings name.

use std::collections::BTreeMap;

use super::claims::{FreeClaim, LangNote};
use super::dates;
use super::record::{Record, text};
use crate::diag::{ByteSpan, Code};
use crate::model::case::{Event, Item};
use crate::model::date::Date;
use crate::model::fields::is_field;
use crate::model::name::{fold_name, nearest};
use crate::model::text::{Known, LangText, Text};
use crate::parse::{Document, Hint, Passage, Section, items};
use crate::text::ByLang;

/// What the sections of all languages say.
#[derive(Default)]
pub(super) struct SectionTexts {
    /// Headings of the first level.
    pub title: LangText,
    /// Texts by field.
    pub texts: BTreeMap<&'static str, LangText>,
    pub remediation: Vec<Item>,
    pub action_items: Vec<Item>,
    pub events: Vec<Event>,
    /// Items under `Claims`.
    pub free_claims: Vec<FreeClaim>,
    /// Footnotes.
    pub notes: Vec<LangNote>,
    /// Texts under headings that are no vocabulary.
    pub extra: Vec<(String, LangText)>,
}

/// The field that a heading's term names.
fn field_of(term: &str) -> Option<&'static str> {
    Some(match term.replace('_', "-").as_str() {
        "summary" => "summary",
        "symptoms" | "symptoms-text" => "symptoms_text",
        "trigger" => "trigger",
        "detection" => "detection",
        "impact" => "impact.scope",
        "cause" | "root-cause" => "cause",
        "lessons" => "lessons",
        "remediation" => "remediation",
        "action-items" => "action_items",
        "timeline" => "timeline",
        "claims" => "claims",
        _ => return None,
    })
}

impl SectionTexts {
    /// Reads the documents, one a part of `record` and in the same order.
    pub fn read(record: &mut Record<'_>, documents: &[&Document<'_>]) -> Self {
        let mut read = Self::default();
        for (part, document) in documents.iter().enumerate() {
            if let Some(title) = &document.title {
                read.title.0.insert(record.parts[part].lang.clone(), record.text(part, title));
            }
            for note in &document.notes {
                read.notes.push(LangNote { part, note: note.clone(), used: false });
            }
            let hinted = |section: &Section| {
                let after = section.heading.as_ref().map_or(0, |heading| heading.span.end);
                document.hints.iter().any(|hint| {
                    !hint.filled
                        && hint.field.is_none()
                        && hint.span.start >= after
                        && section.body.value.is_empty()
                        && document.sections.iter().all(|other| {
                            other.heading.as_ref().is_none_or(|heading| {
                                heading.span.start <= after || heading.span.start > hint.span.start
                            })
                        })
                })
            };
            for section in &document.sections {
                read.section(record, part, section, hinted(section));
            }
            for hint in document.hints.iter().filter(|hint| !hint.filled) {
                read.hint(record, part, hint);
            }
        }
        read
    }

    /// Tells of a hint that is not filled yet.
    fn hint(&self, record: &mut Record<'_>, part: usize, hint: &Hint) {
        let (message, help) = match &hint.field {
            Some(field) if !record.all(field).is_empty() => return,
            Some(field) if is_field(field) => (
                format!("the hint for `{field}` is not filled"),
                format!("write `{field}: …` in its place, or remove the line where there is nothing to tell"),
            ),
            Some(_) => {
                ("the hint is not filled".to_owned(), "write the field, or remove the line".to_owned())
            }
            None => (
                "the hint is not filled".to_owned(),
                "write the text below it, or remove it together with its heading".to_owned(),
            ),
        };
        record.report(Code::M038, part, hint.span, message, |finding| finding.help(help));
    }

    fn section(&mut self, record: &mut Record<'_>, part: usize, section: &Section, hinted: bool) {
        let lang = record.parts[part].lang.clone();
        let body = record.text(part, &section.body);
        let heading = section.heading.as_ref().filter(|heading| !heading.value.is_empty());
        let field = match heading {
            None => Some("summary"),
            Some(heading) => record.context.vocab.get("heading").and_then(|vocab| {
                vocab.aliases.get(&fold_name(&heading.value)).and_then(|term| field_of(term))
            }),
        };
        match field {
            Some("remediation") => {
                add_items(record, part, &section.body, &mut self.remediation, "remediation")
            }
            Some("action_items") => {
                add_items(record, part, &section.body, &mut self.action_items, "action_items")
            }
            Some("timeline") => self.timeline(record, part, &section.body),
            Some("claims") => {
                for item in items(&section.body) {
                    self.free_claims.push(FreeClaim { part, text: record.text(part, &item.text) });
                }
            }
            Some(field) => {
                if body.value.is_empty() {
                    if let Some(heading) = heading.filter(|_| !hinted) {
                        let message = format!("nothing stands under `{}`", heading.value);
                        record.report(Code::M010, part, heading.span, message, |finding| {
                            finding.help("write the text, or remove the heading; `unknown` in the front matter says why nothing is told")
                        });
                    }
                    return;
                }
                let mut own = self.texts.remove(field).unwrap_or_default();
                record.merge(&mut own, LangText(ByLang::from([(lang, body)])), field);
                self.texts.insert(field, own);
            }
            None => self.unknown(record, part, section, body),
        }
    }

    fn unknown(&mut self, record: &mut Record<'_>, part: usize, section: &Section, body: Text) {
        let Some(heading) = &section.heading else { return };
        let vocab = record.context.vocab.get("heading");
        let names = vocab.into_iter().flat_map(|own| own.aliases.keys().map(String::as_str));
        let near =
            nearest(&heading.value, names).and_then(|alias| vocab?.terms.get(vocab?.aliases.get(alias)?));
        let lang = record.parts[part].lang.clone();
        let help = match near {
            Some(term) => format!("write `## {}` if that is meant; otherwise the text is kept under its own heading", term.label(std::slice::from_ref(&lang))),
            None => "the text is kept under its own heading; name the heading in content/vocab/heading.toml to give it a meaning".to_owned(),
        };
        let message = format!("no section is called `{}`", heading.value);
        record.report(Code::M015, part, heading.span, message, |finding| finding.help(help));
        let name = heading.value.clone().into_owned();
        let mut own = match self.extra.iter().position(|(other, _)| *other == name) {
            Some(at) => std::mem::take(&mut self.extra[at].1),
            None => {
                self.extra.push((name.clone(), LangText::default()));
                LangText::default()
            }
        };
        record.merge(&mut own, LangText(ByLang::from([(lang, body)])), &name);
        if let Some((_, text)) = self.extra.iter_mut().find(|(other, _)| *other == name) {
            *text = own;
        }
    }

    fn timeline(&mut self, record: &mut Record<'_>, part: usize, body: &Passage<'_>) {
        let lang = record.parts[part].lang.clone();
        for (number, item) in items(body).into_iter().enumerate() {
            let file = record.parts[part].file;
            let (at, passage) = match read_event(&item.text) {
                Some((value, written, rest)) => {
                    let at = record.at(part, written.span);
                    (Known::Is(Date { value, written: written.value.into_owned(), at }), rest)
                }
                None => {
                    let span = item.text.span;
                    let first = ByteSpan::new(
                        span.start,
                        span.start + item.text.value.chars().next().map_or(0, char::len_utf8),
                    );
                    record.report(
                        Code::M016,
                        part,
                        first,
                        "the event does not begin with its date",
                        |finding| {
                            finding.help(
                                "write `- 2025-09-24T09:46Z: what happened`; a day or a month does as well",
                            )
                        },
                    );
                    (Known::Absent, item.text)
                }
            };
            let event = Event { at, text: LangText(ByLang::from([(lang.clone(), text(&passage, file))])) };
            record.add_event(&mut self.events, number, event);
        }
    }
}

fn add_items(record: &mut Record<'_>, part: usize, body: &Passage<'_>, list: &mut Vec<Item>, name: &str) {
    let lang = record.parts[part].lang.clone();
    for (number, item) in items(body).into_iter().enumerate() {
        let own = LangText(ByLang::from([(lang.clone(), record.text(part, &item.text))]));
        record.add_item(list, number, own, name);
    }
}

/// Splits `2025-09-24 09:46 UTC — text` into date and text.
fn read_event(
    item: &Passage<'static>,
) -> Option<(crate::model::DateValue, Passage<'static>, Passage<'static>)> {
    const SEPARATORS: [&str; 8] = [": ", " — ", " – ", " - ", ":** ", ":* ", ":\n", "\n"];
    let value = &*item.value;
    let limit = value.char_indices().nth(60).map_or(value.len(), |(at, _)| at);
    // The first separator after a readable date: a colon also stands inside times.
    let mut cuts: Vec<(usize, usize)> = SEPARATORS
        .iter()
        .flat_map(|separator| value[..limit].match_indices(separator).map(|(at, found)| (at, found.len())))
        .collect();
    cuts.sort_unstable();
    for (at, width) in cuts {
        let head = value[..at].trim().trim_matches(['*', '`', '_']).trim_end_matches(':').trim();
        let Some(date) = read_event_date(head) else { continue };
        let from = value.find(head).unwrap_or(0);
        let rest = item.slice(at + width, value.len()).trimmed();
        let bare = rest.value.trim_start_matches(['*', '_']).len();
        let rest = rest.slice(rest.value.len() - bare, rest.value.len()).trimmed();
        return Some((date, item.slice(from, from + head.len()), rest));
    }
    None
}

/// A date as in a field, or `2025-09-24 09:46 UTC` and `2025-09-24 09:46 +09:00`, which read well.
fn read_event_date(written: &str) -> Option<crate::model::DateValue> {
    if let Some(date) = dates::read_date(written) {
        return Some(date);
    }
    let mut words = written.split_whitespace();
    let (day, time, zone) = (words.next()?, words.next()?, words.next()?);
    let zone = if matches!(zone, "UTC" | "GMT") { "Z" } else { zone };
    (words.next().is_none()).then(|| dates::read_date(&format!("{day}T{time}{zone}")))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_begin_with_a_date() {
        let read = |line: &str| {
            let passage = Passage::verbatim(line.to_owned(), ByteSpan::new(100, 100 + line.len()));
            read_event(&passage).map(|(date, written, rest)| {
                assert_eq!(&line[written.span.start - 100..written.span.end - 100], written.value);
                assert_eq!(&line[rest.span.start - 100..rest.span.end - 100], rest.value);
                (date.to_string(), rest.value.into_owned())
            })
        };
        let event = Some(("2025-09-24T09:46Z".to_owned(), "loss: seen".to_owned()));
        assert_eq!(read("2025-09-24T09:46Z: loss: seen"), event);
        assert_eq!(read("2025-09-24 09:46 UTC — loss: seen"), event);
        assert_eq!(read("**2025-09-24T09:46Z** - loss: seen"), event);
        assert_eq!(read("**2025-09-24T09:46Z:** loss: seen"), event);
        assert_eq!(read("2025-09-24: loss").map(|(date, _)| date).as_deref(), Some("2025-09-24"));
        assert_eq!(read("Loss was seen: much"), None);
    }
}
