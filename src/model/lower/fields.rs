//! Fields that Casebook does not know: kept, and reported with the nearest name.

use super::record::Record;
use crate::diag::Code;
use crate::model::fields::{FIELDS, is_field};
use crate::model::name::nearest;
use crate::parse::{Entry, Value};

impl<'a> Record<'a> {
    /// Fields that Casebook does not know, as written; each name is reported once. Those under `extra`
    /// are known to have no field: nothing is reported of them.
    pub fn extra(&mut self) -> Vec<(String, serde_json::Value)> {
        let known = FIELDS.each_ref().map(|field| field.name);
        let mut extra: Vec<(String, serde_json::Value)> = Vec::new();
        for part in 0..self.parts.len() {
            let fields: &'a [Entry<'a>] = self.parts[part].fields;
            for entry in fields.iter().filter(|entry| !is_field(&entry.key)) {
                if extra.iter().any(|(name, _)| *name == entry.key) {
                    continue;
                }
                extra.push((entry.key.clone().into_owned(), entry.value.to_json()));
                self.unknown_field(part, entry, "", &known);
            }
        }
        if let Some((part, node)) = self.one("extra") {
            match node.as_object() {
                Some(entries) => {
                    for entry in entries {
                        if extra.iter().all(|(name, _)| *name != entry.key) {
                            extra.push((entry.key.clone().into_owned(), entry.value.to_json()));
                        }
                    }
                }
                None if node.value == Value::Null => {}
                None => self.wrong_type(part, node, "extra", "a table of names and values"),
            }
        }
        extra
    }

    /// Reports the keys of a table that are not in `known`; `path` is the table's name with a dot.
    pub fn check_keys(&mut self, part: usize, entries: &[Entry<'_>], path: &str, known: &[&str]) {
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_ref())) {
            self.unknown_field(part, entry, path, known);
        }
    }

    fn unknown_field(&mut self, part: usize, entry: &Entry<'_>, path: &str, known: &[&str]) {
        let help = match nearest(&entry.key, known.iter().copied()) {
            Some(near) => format!("write `{near}` if that is meant; otherwise the field is kept as it is"),
            None => "the field is kept and exported as it is; remove it if it is not meant".to_owned(),
        };
        let message = format!("no field is called `{path}{}`", entry.key);
        self.report(Code::M003, part, entry.key_span, message, |finding| finding.help(help));
    }
}
