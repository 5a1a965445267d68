//! Terms and organisations: what is written, resolved by id, label and alias.

use super::record::{Found, Record};
use crate::diag::Code;
use crate::model::case::{Org, TermUse};
use crate::model::name::{fold_name, nearest, slug};
use crate::model::text::Known;
use crate::parse::{Node, Value};

impl<'a> Record<'a> {
    /// A list of terms of vocabulary `vocabulary`; one text alone is a list of one.
    pub fn terms(&mut self, name: &str, vocabulary: &str) -> Vec<TermUse> {
        let found = self.one(name);
        let list = self.known(name, found, |_, part, node| Some((part, node)));
        let Known::Is((part, node)) = list else { return Vec::new() };
        let elements = match &node.value {
            Value::Array(elements) => elements.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut terms: Vec<TermUse> = Vec::new();
        for element in elements {
            let Some(term) = self.term(part, element, name, vocabulary) else { continue };
            if let Some(first) = terms.iter().find(|own| own.id == term.id) {
                let also = self.parts[part].source.place(first.at.span);
                let message = format!("`{}` stands twice in `{name}`", term.written.trim());
                self.report(Code::M029, part, element.span, message, |finding| {
                    finding.also(also, "first").help("remove one of the two")
                });
                continue;
            }
            terms.push(term);
        }
        terms
    }

    /// A single term that may be unknown.
    pub fn known_term(&mut self, name: &str, vocabulary: &str) -> Known<TermUse> {
        let found = self.one(name);
        self.known(name, found, |record, part, node| {
            // A list of one is as good as its element.
            match node.as_array() {
                Some([only]) => record.term(part, only, name, vocabulary),
                _ => record.term(part, node, name, vocabulary),
            }
        })
    }

    /// One term; what the vocabulary does not have is reported and kept under the slug of its name.
    pub fn term(&mut self, part: usize, node: &Node<'_>, name: &str, vocabulary: &str) -> Option<TermUse> {
        if matches!(node.value, Value::Array(_) | Value::Object(_)) {
            self.wrong_type(part, node, name, "the id of a term, or a list of ids");
            return None;
        }
        let written = self.plain(part, node, name)?;
        let folded = fold_name(&written.value);
        let vocab = self.context.vocab.get(vocabulary);
        let at = self.at(part, node.span);
        let Some(id) = vocab.and_then(|own| own.aliases.get(&folded)).cloned() else {
            let known = vocab.into_iter().flat_map(|own| own.aliases.keys().map(String::as_str));
            let near = nearest(&written.value, known)
                .and_then(|alias| vocab?.aliases.get(alias))
                .map(|id| format!("write `{id}`, or add the term to content/vocab/{vocabulary}.toml"));
            let help = near.unwrap_or_else(|| {
                format!("use a term of the vocabulary, or add this one to content/vocab/{vocabulary}.toml")
            });
            let message = format!("the vocabulary `{vocabulary}` has no term `{}`", written.value.trim());
            self.report(Code::M004, part, node.span, message, |finding| finding.help(help));
            return Some(TermUse {
                id: slug(&written.value).into(),
                written: written.value,
                known: false,
                at,
            });
        };
        if *id != *written.value && fold_name(&id) == folded {
            let message = format!("`{}` is a spelling of the term `{id}`", written.value);
            self.report(Code::M013, part, node.span, message, |finding| {
                finding.help(format!("write `{id}`"))
            });
        }
        Some(TermUse { id, written: written.value, known: true, at })
    }

    /// The organisation.
    pub fn org(&mut self) -> Option<Org> {
        let slug_field = self.plain_field("org_slug");
        let found = self.one("org");
        let Known::Is(written) =
            self.known("org", found, |record, part, node| record.plain(part, node, "org"))
        else {
            return None;
        };
        let name = written.value.trim().to_owned();
        let at = written.at;
        let vocab = self.context.vocab.get("org");
        if let Some(id) = vocab.and_then(|own| own.aliases.get(&fold_name(&name)))
            && let Some(term) = vocab.and_then(|own| own.terms.get(id))
        {
            let shown = term.label(&self.context.config.languages).to_owned();
            return Some(Org { id: id.clone(), name: shown, written: name, at });
        }
        let id = slug_field.map_or_else(|| slug(&name), |own| slug(&own.value));
        Some(Org { id: id.into(), name: name.clone(), written: name, at })
    }

    /// References to other cases in a list field.
    pub fn list(&mut self, name: &str) -> Vec<Found<'a>> {
        let Some((part, node)) = self.one(name) else { return Vec::new() };
        match &node.value {
            Value::Null => {
                self.null.insert(name.to_owned());
                Vec::new()
            }
            Value::Array(elements) => elements.iter().map(|element| (part, element)).collect(),
            _ => {
                if let Some(reason) = self.unknown_value(part, node, name) {
                    self.unknown.insert(name.to_owned(), reason);
                    return Vec::new();
                }
                vec![(part, node)]
            }
        }
    }
}
