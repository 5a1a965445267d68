//! One record as its files tell it: fields of all languages side by side, with their places.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use crate::diag::{ByteSpan, Code, Diagnostic, SourceFile};
use crate::model::name::nearest;
use crate::model::text::{At, Known, LangText, Text};
use crate::parse::{Entry, Node, Passage, Value};
use crate::text::{ByLang, Lang};

/// One file's share of a record.
pub(super) struct Part<'a> {
    /// Its number among the case's files.
    pub file: u16,
    /// The file.
    pub source: &'a SourceFile,
    /// The language of its plain strings.
    pub lang: Lang,
    /// Its fields.
    pub fields: &'a [Entry<'a>],
    /// The whole tree, for JSON: findings then carry a pointer into it.
    pub root: Option<&'a Node<'a>>,
}

/// A record that is being lowered.
pub(super) struct Record<'a> {
    pub context: &'a Context,
    pub parts: Vec<Part<'a>>,
    pub diagnostics: Vec<Diagnostic>,
    /// Fields said to be unknown, with the reasons that the field `unknown` gives.
    pub reasons: BTreeMap<String, LangText>,
    /// Fields that say `unknown`, with the reason.
    pub unknown: BTreeMap<String, LangText>,
    /// Fields that say `null`.
    pub null: BTreeSet<String>,
}

/// A value and the part in which it stands.
pub(super) type Found<'a> = (usize, &'a Node<'a>);

impl<'a> Record<'a> {
    /// The values of field `name` in all parts.
    pub fn all(&self, name: &str) -> Vec<Found<'a>> {
        let entries = self.parts.iter().enumerate().filter_map(|(number, part)| {
            part.fields.iter().find(|entry| entry.key == name).map(|entry| (number, &entry.value))
        });
        entries.collect()
    }

    /// The value of a field that all languages share. Another value in another file is reported.
    pub fn one(&mut self, name: &str) -> Option<Found<'a>> {
        let all = self.all(name);
        let &(part, first) = all.first()?;
        for &(other, value) in &all[1..] {
            if !value.says_the_same(first) {
                let message = format!(
                    "`{name}` is {} here and {} in `{}`",
                    value.describe(),
                    first.describe(),
                    self.parts[part].source.path
                );
                let also = self.parts[part].source.place(first.span);
                self.report(Code::M011, other, value.span, message, |finding| {
                    finding
                        .also(also, "the other value")
                        .help(format!("give `{name}` in one file only, or the same in both"))
                });
            }
        }
        Some((part, first))
    }

    /// Reports a finding in part `part`.
    pub fn report(
        &mut self,
        code: Code,
        part: usize,
        span: ByteSpan,
        message: impl Into<String>,
        finish: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let Some(own) = self.parts.get(part) else { return };
        let mut message = message.into();
        if let Some(root) = own.root {
            // Records of one line are told apart by the pointer.
            let pointer = root.pointer(span);
            if !pointer.is_empty() {
                message = format!("{message} (at {pointer})");
            }
        }
        let finding = Diagnostic::new(code, own.source.place(span), message);
        self.diagnostics.push(finish(finding));
    }

    /// Reports a value of the wrong type.
    pub fn wrong_type(&mut self, part: usize, node: &Node<'_>, name: &str, wanted: &str) {
        let message = format!("`{name}` is {}", node.describe());
        self.report(Code::M002, part, node.span, message, |finding| finding.help(format!("write {wanted}")));
    }

    /// The span in the case's files.
    pub fn at(&self, part: usize, span: ByteSpan) -> At {
        At::new(self.parts.get(part).map_or(0, |part| part.file), span)
    }

    /// `passage` of part `part` as a text.
    pub fn text(&self, part: usize, passage: &Passage<'_>) -> Text {
        text(passage, self.parts.get(part).map_or(0, |part| part.file))
    }

    /// A word or number as a text; `None` with a finding for anything else, silently for `null`.
    pub fn plain(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<Text> {
        match &node.value {
            Value::Str(passage) => {
                Some(self.text(part, passage)).filter(|text| !text.value.trim().is_empty())
            }
            Value::Number(written) => Some(Text::verbatim(written.clone(), self.at(part, node.span))),
            Value::Bool(value) => Some(Text::verbatim(value.to_string(), self.at(part, node.span))),
            Value::Null => None,
            Value::Array(_) | Value::Object(_) => {
                self.wrong_type(part, node, name, "one text");
                None
            }
        }
    }

    /// The value of a shared field as a text.
    pub fn plain_field(&mut self, name: &str) -> Option<Text> {
        let (part, node) = self.one(name)?;
        self.plain(part, node, name)
    }

    /// A text by language: a plain string is in the part's language, a table is by language.
    pub fn lang_text(&mut self, part: usize, node: &Node<'_>, name: &str) -> LangText {
        let mut text = LangText::default();
        match &node.value {
            Value::Object(entries) => {
                for entry in entries {
                    match Lang::parse(&entry.key) {
                        Some(lang) => {
                            // `en` and `EN` are one language: the second is told, and the first stays.
                            if let Some(own) = self.plain(part, &entry.value, name) {
                                self.merge(&mut text, LangText(ByLang::from([(lang, own)])), name);
                            }
                        }
                        None => {
                            let known = ["text", "reason", "unknown"];
                            let hint = nearest(&entry.key, known).map_or_else(
                                || "write a language tag such as `en`, `ko` or `zh-Hans`".to_owned(),
                                |_| format!("write the text of `{name}` by language: `{{\"en\": \"…\"}}`"),
                            );
                            self.report(
                                Code::M007,
                                part,
                                entry.key_span,
                                format!("`{}` in `{name}` is no language tag", entry.key),
                                |finding| finding.help(hint),
                            );
                        }
                    }
                }
            }
            Value::Array(_) => self.wrong_type(part, node, name, "one text, or one a language"),
            _ => {
                if let Some(own) = self.plain(part, node, name) {
                    text.0.insert(self.parts[part].lang.clone(), own);
                }
            }
        }
        text
    }

    /// The texts of field `name` from all files.
    pub fn lang_field(&mut self, name: &str) -> LangText {
        let found = self.all(name);
        self.merge_texts(name, found)
    }

    /// Brings the texts of `found` together; `null` and `unknown` are noted under `name`.
    pub fn merge_texts(&mut self, name: &str, found: Vec<Found<'a>>) -> LangText {
        let mut text = LangText::default();
        for (part, node) in found {
            if node.value == Value::Null {
                self.null.insert(name.to_owned());
            } else if let Some(reason) = self.unknown_value(part, node, name) {
                self.unknown.insert(name.to_owned(), reason);
            } else {
                let own = self.lang_text(part, node, name);
                self.merge(&mut text, own, name);
            }
        }
        if text.is_empty()
            && let Some(reason) = self.reasons.get(name)
        {
            self.unknown.entry(name.to_owned()).or_insert_with(|| reason.clone());
        }
        text
    }

    /// Adds `more` to `text`; a second, different text in one language is reported.
    pub fn merge(&mut self, text: &mut LangText, more: LangText, name: &str) {
        for (lang, own) in more.0 {
            match text.0.get(&lang) {
                None => {
                    text.0.insert(lang, own);
                }
                Some(first) if first.value.trim() == own.value.trim() => {}
                Some(first) => {
                    let (first, part) = (first.at, self.part_of(own.at));
                    let also = self.parts[self.part_of(first)].source.place(first.span);
                    self.report(
                        Code::M012,
                        part,
                        own.at.span,
                        format!("`{name}` is told twice in {lang}"),
                        |finding| {
                            finding
                                .also(also, "first")
                                .help("keep one of the two, or join them under one heading")
                        },
                    );
                }
            }
        }
    }

    /// The part whose file `at` is in.
    pub fn part_of(&self, at: At) -> usize {
        self.parts.iter().position(|part| part.file == at.file).unwrap_or(0)
    }

    /// The reason when `node` says `unknown`: the word itself or `{unknown: reason}`.
    pub fn unknown_value(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<LangText> {
        match &node.value {
            Value::Str(passage) if passage.value.trim().eq_ignore_ascii_case("unknown") => {
                Some(self.reasons.get(name).cloned().unwrap_or_default())
            }
            Value::Object(entries) => {
                let entry = entries.iter().find(|entry| entry.key == "unknown")?;
                Some(self.lang_text(part, &entry.value, name))
            }
            _ => None,
        }
    }

    /// A field that may be told, `unknown`, `null` or absent. `read` makes the value, or reports.
    pub fn known<T>(
        &mut self,
        name: &str,
        found: Option<Found<'a>>,
        read: impl FnOnce(&mut Self, usize, &'a Node<'a>) -> Option<T>,
    ) -> Known<T> {
        let Some((part, node)) = found else {
            let Some(reason) = self.reasons.get(name).cloned() else { return Known::Absent };
            self.unknown.insert(name.to_owned(), reason.clone());
            return Known::Unknown { reason };
        };
        if node.value == Value::Null {
            self.null.insert(name.to_owned());
            return Known::Null;
        }
        if let Some(reason) = self.unknown_value(part, node, name) {
            self.unknown.insert(name.to_owned(), reason.clone());
            return Known::Unknown { reason };
        }
        if node.as_str().is_some_and(|text| text.trim().is_empty()) {
            self.report(Code::M010, part, node.span, format!("`{name}` is an empty text"), |finding| {
                finding
                    .help("write the value, `unknown` where the sources are silent, or leave the field out")
            });
            return Known::Absent;
        }
        read(self, part, node).map_or(Known::Absent, Known::Is)
    }

    /// Reads the field `unknown`, which gives reasons by field.
    pub fn read_reasons(&mut self) {
        for (part, node) in self.all("unknown") {
            let Some(entries) = node.as_object() else {
                self.wrong_type(
                    part,
                    node,
                    "unknown",
                    "a reason by field: `unknown: {severity: \"the source does not grade it\"}`",
                );
                continue;
            };
            for entry in entries {
                let reason = self.lang_text(part, &entry.value, &entry.key);
                let mut own = self.reasons.remove(entry.key.as_ref()).unwrap_or_default();
                self.merge(&mut own, reason, &format!("unknown.{}", entry.key));
                self.reasons.insert(entry.key.clone().into_owned(), own);
            }
        }
    }
}

/// `passage` as a text of file number `file`.
pub(super) fn text(passage: &Passage<'_>, file: u16) -> Text {
    Text {
        value: passage.value.clone().into_owned(),
        at: At::new(file, passage.span),
        map: passage.map.clone(),
    }
}
