//! A foreign record on its way into the library: fields are put in one by one, terms looked up, texts
//! made safe, sources told once, and what has no field is kept. Knows no foreign format.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Remark;
use super::lines::addresses;
use super::prose::{safe, shortened};
use crate::diag::{ByteSpan, SourceFile};
use crate::model::Vocabularies;
use crate::model::address::read_address;
use crate::model::fields::FIELDS;
use crate::model::lower::{nearest_date, read_date};
use crate::model::name::{fold_name, id_slug};
use crate::parse::Node;
use crate::text::Lang;

/// A record that was read and is not yet written.
#[derive(Debug, Clone)]
pub struct Draft {
    /// By what its origin knows it; stays the same however often it is imported.
    pub key: String,
    /// The id that it gets where it is new.
    pub id: String,
    /// The file it was read from.
    pub path: Arc<str>,
    /// The line on which it begins.
    pub line: usize,
    /// Fields of the record.
    pub fields: Map<String, Value>,
    /// What has no field.
    pub extra: Map<String, Value>,
    /// Keys of other records.
    pub related: Vec<String>,
    /// Keys among them that are kept elsewhere already.
    told_elsewhere: Vec<String>,
    /// What was assumed or is missing.
    pub remarks: Vec<Remark>,
    /// Words that no vocabulary has, with the vocabulary.
    pub unmapped: Vec<(String, String)>,
    /// Whether a second record of the same key tells more of the same, as entries of a list do.
    pub mention: bool,
    lang: Lang,
    sources: Vec<(String, Map<String, Value>)>,
    docs: Vec<(String, Map<String, Value>)>,
}

/// The list that an address goes into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// What the record rests on.
    Sources,
    /// Further documents.
    Docs,
}

impl Draft {
    /// An empty record known as `key`, read at `span` of `file`.
    pub fn new(file: &SourceFile, span: ByteSpan, key: &str, lang: &Lang) -> Self {
        Self {
            key: key.to_owned(),
            id: id_slug(key),
            path: file.path.clone(),
            line: file.place(ByteSpan::new(span.start, span.start)).line as usize,
            fields: Map::new(),
            extra: Map::new(),
            related: Vec::new(),
            told_elsewhere: Vec::new(),
            remarks: Vec::new(),
            unmapped: Vec::new(),
            mention: false,
            lang: lang.clone(),
            sources: Vec::new(),
            docs: Vec::new(),
        }
    }

    /// Says something about the record.
    pub fn remark(&mut self, message: impl Into<String>) {
        self.remarks.push(Remark { line: self.line, message: message.into() });
    }

    /// A value as it is.
    pub fn put(&mut self, field: &str, value: impl Into<Value>) {
        self.fields.insert(field.to_owned(), value.into());
    }

    /// A text in the record's language; marks and links that mean something here are made plain.
    pub fn text(&mut self, field: &str, text: &str) {
        if let Some(value) = self.by_lang(text) {
            self.put(field, value);
        }
    }

    /// A text in one part of a table field: `impact.scope`.
    pub fn part(&mut self, field: &str, part: &str, value: Value) {
        let table = self.fields.entry(field.to_owned()).or_insert_with(|| json!({}));
        if let Some(table) = table.as_object_mut() {
            table.insert(part.to_owned(), value);
        }
    }

    /// `text` by language, made safe; `None` where it is blank.
    pub fn by_lang(&self, text: &str) -> Option<Value> {
        let text = safe(text.trim());
        (!text.is_empty()).then(|| json!({ self.lang.as_str(): text }))
    }

    /// The title, or one made from the first sentence of `else_from`.
    pub fn title(&mut self, title: Option<&str>, else_from: &str) {
        let line = |text: &str| safe(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let told = title.map(line).filter(|title| !title.is_empty());
        let title = match told {
            Some(title) => title,
            None => {
                let made = safe(&shortened(&safe(else_from)));
                if made.is_empty() {
                    self.remark("there is no title and no text to make one from: the id stands there");
                    self.id.clone()
                } else {
                    self.remark("there is no title: the first sentence stands there, write a shorter one");
                    made
                }
            }
        };
        let value = json!({ self.lang.as_str(): title });
        self.put("title", value);
    }

    /// A date. A form that is not read here is taken by its nearest one, and told; what is no date
    /// at all is left to the caller.
    pub fn date(&mut self, field: &str, written: &str) -> bool {
        let Some(value) = self.as_date(field, written) else { return false };
        self.put(field, value);
        true
    }

    /// `written` as a record's date.
    pub fn as_date(&mut self, field: &str, written: &str) -> Option<String> {
        let written = written.trim();
        // Year 1 is how Go writes that there is no time.
        let read = read_date(written).filter(|value| value.year() > 1);
        if read.is_some() {
            return Some(written.to_owned());
        }
        let near = nearest_date(written).filter(|near| !near.starts_with("0001"))?;
        if near != written {
            self.remark(format!("`{field}`: `{written}` was read as {near}"));
        }
        Some(near)
    }

    /// Says that `field` is unknown, and why.
    pub fn unknown(&mut self, field: &str, why: &str) {
        self.put(field, "unknown");
        self.part("unknown", field, json!({ "en": why }));
    }

    /// The term of `vocabulary` that `written` names, put into `field`; what no alias fits is noted,
    /// and the caller keeps it elsewhere.
    pub fn term(&mut self, vocab: &Vocabularies, field: &str, vocabulary: &str, written: &str) -> bool {
        match look_up(vocab, vocabulary, written) {
            Some(id) => {
                self.put(field, &*id);
                true
            }
            None => {
                self.miss(vocabulary, written);
                false
            }
        }
    }

    /// Adds the term `id` to the list `field`, once.
    pub fn add_term(&mut self, field: &str, id: &str) {
        let list = self.fields.entry(field.to_owned()).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut()
            && !list.iter().any(|own| own == id)
        {
            list.push(json!(id));
        }
    }

    /// Puts each of `words` into the first of `fields` whose vocabulary knows it; gives those that none
    /// knows. A word for the one cause counts only where it is the only one.
    pub fn sort_terms<'w>(
        &mut self,
        vocab: &Vocabularies,
        words: impl IntoIterator<Item = &'w str>,
        fields: &[(&str, &str)],
    ) -> Vec<&'w str> {
        let mut left = Vec::new();
        let mut causes: BTreeSet<Arc<str>> = BTreeSet::new();
        for word in words.into_iter().filter(|word| !word.trim().is_empty()) {
            let found = fields.iter().find_map(|(field, name)| Some((*field, look_up(vocab, name, word)?)));
            match found {
                Some(("root_cause", id)) => {
                    causes.insert(id);
                }
                Some((field, id)) => self.add_term(field, &id),
                None => left.push(word),
            }
        }
        if let [only] = causes.iter().collect::<Vec<_>>()[..] {
            self.put("root_cause", &**only);
        } else if !causes.is_empty() {
            let listed: Vec<&str> = causes.iter().map(|id| &**id).collect();
            self.remark(format!(
                "several causes are told ({}): choose the one root cause",
                listed.join(", ")
            ));
            self.extra.insert("causes".to_owned(), json!(listed));
        }
        left
    }

    /// Notes a word that `vocabulary` does not have.
    pub fn miss(&mut self, vocabulary: &str, written: &str) {
        self.unmapped.push((vocabulary.to_owned(), written.trim().to_owned()));
    }

    /// Keeps what has no field. Nothing is kept of what says nothing.
    pub fn keep(&mut self, name: &str, value: Value) {
        let empty = match &value {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(own) => own.is_empty(),
            Value::Object(own) => own.is_empty(),
            _ => false,
        };
        if !empty {
            self.extra.insert(name.to_owned(), value);
        }
    }

    /// Keeps every entry of the table `node` whose key is not in `taken`.
    pub fn keep_rest(&mut self, node: &Node<'_>, taken: &[&str]) {
        for entry in node.as_object().into_iter().flatten() {
            if !taken.contains(&entry.key.as_ref()) {
                self.keep(&entry.key, as_told(&entry.value));
            }
        }
    }

    /// Says which related keys are kept elsewhere in the record, so that those without a case here need
    /// not be kept again.
    pub fn alias_keys(&mut self, keys: &[&str]) {
        self.told_elsewhere.extend(keys.iter().map(|key| (*key).to_owned()));
    }

    /// A source or document with what is told of it. One address is told once, however it is spelled;
    /// a web archive's copy is the copy of its page. What is no web address is kept, and told.
    pub fn source(&mut self, list: List, url: &str, told: &[(&str, Option<&str>)]) -> bool {
        let address = match read_address(url) {
            Ok(address) => address,
            Err(crate::model::address::NoAddress::NoScheme(guess)) => {
                let Ok(address) = read_address(&guess) else { return self.no_address(url) };
                self.remark(format!("the address `{}` has no scheme: `{guess}` was taken", url.trim()));
                address
            }
            Err(_) => {
                // Words or Markdown around addresses: each of those counts.
                let found: Vec<String> = addresses(url)
                    .filter(|own| *own != url.trim() && read_address(own).is_ok())
                    .map(str::to_owned)
                    .collect();
                if found.is_empty() {
                    return self.no_address(url);
                }
                self.remark(format!(
                    "`{}` is more than an address: {} were found in it",
                    url.trim(),
                    found.len()
                ));
                for own in &found {
                    self.source(list, own, told);
                }
                return true;
            }
        };
        let taken = self.sources.iter().chain(&self.docs).any(|(key, _)| *key == address.key);
        let mut source = Map::new();
        source.insert("url".to_owned(), json!(address.url));
        if let Some(copy) = address.archived {
            source.insert("archived".to_owned(), json!(copy));
        }
        for (name, value) in told {
            if let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) {
                source.insert((*name).to_owned(), json!(value));
            }
        }
        if taken {
            let all = self.sources.iter_mut().chain(&mut self.docs);
            for (_, own) in all.filter(|(key, _)| *key == address.key) {
                complete(own, &source);
            }
        } else {
            match list {
                List::Sources => self.sources.push((address.key, source)),
                List::Docs => self.docs.push((address.key, source)),
            }
        }
        true
    }

    fn no_address(&mut self, url: &str) -> bool {
        self.remark(format!("`{}` is no web address: it is kept under `extra`", url.trim()));
        let list = self.extra.entry("addresses".to_owned()).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut()
            && !list.iter().any(|own| own == url.trim())
        {
            list.push(json!(url.trim()));
        }
        false
    }

    /// Joins a second record of the same key, or names what stands against it.
    pub fn absorb(&mut self, other: Self) -> Result<(), String> {
        let mut joined = self.clone();
        for (key, source) in other.sources {
            match joined.sources.iter_mut().chain(&mut joined.docs).find(|(own, _)| *own == key) {
                Some((_, own)) => complete(own, &source),
                None => joined.sources.push((key, source)),
            }
        }
        for (key, source) in other.docs {
            match joined.sources.iter_mut().chain(&mut joined.docs).find(|(own, _)| *own == key) {
                Some((_, own)) => complete(own, &source),
                None => joined.docs.push((key, source)),
            }
        }
        let mention = self.mention && other.mention;
        for (name, value) in other.fields {
            join(&mut joined.fields, &name, value, mention)?;
        }
        for (name, value) in other.extra {
            join(&mut joined.extra, &name, value, mention).map_err(|name| format!("extra.{name}"))?;
        }
        joined.related.extend(other.related);
        joined.told_elsewhere.extend(other.told_elsewhere);
        joined.remarks.extend(other.remarks);
        joined.unmapped.extend(other.unmapped);
        *self = joined;
        Ok(())
    }

    /// The record: its fields in order. `known` gives the id of a record by its key.
    pub fn finish(&self, from: &str, id: &str, known: &dyn Fn(&str) -> Option<String>) -> Map<String, Value> {
        let mut fields = self.fields.clone();
        let mut extra = self.extra.clone();
        fields.insert("id".to_owned(), json!(id));
        for (name, list) in [("sources", &self.sources), ("docs", &self.docs)] {
            if !list.is_empty() {
                let list: Vec<Value> = list.iter().map(|(_, source)| Value::Object(source.clone())).collect();
                fields.insert(name.to_owned(), Value::Array(list));
            }
        }
        let (mut related, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
        for key in &self.related {
            match known(key) {
                Some(other) if other != id => {
                    related.insert(other);
                }
                Some(_) => {}
                None if self.told_elsewhere.contains(key) => {}
                None => {
                    elsewhere.insert(key.clone());
                }
            }
        }
        if !related.is_empty() {
            fields.insert("related".to_owned(), json!(related));
        }
        if !elsewhere.is_empty() {
            extra.insert("related".to_owned(), json!(elsewhere));
        }
        if !extra.is_empty() {
            fields.insert("extra".to_owned(), Value::Object(extra));
        }
        fields.entry("review").or_insert_with(
            || json!({ "written_by": format!("import from {from}"), "reviewed_at": null, "reviewed_by": null }),
        );
        let rank = |name: &str| FIELDS.iter().position(|field| field.name == name).unwrap_or(usize::MAX);
        let mut entries: Vec<(String, Value)> = fields.into_iter().collect();
        entries.sort_by_key(|(name, _)| rank(name));
        entries.into_iter().collect()
    }
}

/// Takes over what `own` does not tell, and `https` for `http`.
fn complete(own: &mut Map<String, Value>, other: &Map<String, Value>) {
    for (name, value) in other {
        let secure = name == "url"
            && value.as_str().is_some_and(|url| url.starts_with("https://"))
            && own.get("url").and_then(Value::as_str).is_some_and(|url| url.starts_with("http://"));
        if secure {
            own.insert(name.clone(), value.clone());
        } else {
            own.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}

/// Puts `value` into `table`; the name comes back where another value stands there already.
fn join(table: &mut Map<String, Value>, name: &str, value: Value, mention: bool) -> Result<(), String> {
    let Some(own) = table.get_mut(name) else {
        table.insert(name.to_owned(), value);
        return Ok(());
    };
    if *own == value {
        return Ok(());
    }
    match (own, value) {
        (Value::Array(own), Value::Array(more)) if mention => {
            for element in more {
                if !own.contains(&element) {
                    own.push(element);
                }
            }
        }
        (Value::Object(own), Value::Object(more)) if mention && name != "title" => {
            for (lang, text) in more {
                match (own.get_mut(&lang), text) {
                    (Some(Value::String(own)), Value::String(text)) => {
                        if !own.contains(&text) {
                            own.push_str(&format!("\n\n{text}"));
                        }
                    }
                    (Some(_), _) => {}
                    (None, text) => drop(own.insert(lang, text)),
                }
            }
        }
        // The first telling of a listed thing stands.
        _ if mention => {}
        _ => return Err(name.to_owned()),
    }
    Ok(())
}

/// The id of the term that `written` names.
pub fn look_up(vocab: &Vocabularies, vocabulary: &str, written: &str) -> Option<Arc<str>> {
    vocab.get(vocabulary)?.aliases.get(&fold_name(written)).cloned()
}

/// What `node` says as JSON, numbers kept to the letter: `0.10` is no 0.1.
pub fn as_told(node: &Node<'_>) -> Value {
    use crate::parse::Value as Told;
    match &node.value {
        Told::Number(written) => match node.to_json() {
            Value::Number(number) if number.to_string() == **written => Value::Number(number),
            _ => Value::String(written.clone().into_owned()),
        },
        Told::Array(elements) => Value::Array(elements.iter().map(as_told).collect()),
        Told::Object(entries) => Value::Object(
            entries.iter().map(|entry| (entry.key.clone().into_owned(), as_told(&entry.value))).collect(),
        ),
        _ => node.to_json(),
    }
}

/// The text or number that `node` says, trimmed; `None` for blanks and anything else.
pub fn word<'n>(node: Option<&'n Node<'_>>) -> Option<&'n str> {
    use crate::parse::Value as Told;
    let text = match &node?.value {
        Told::Str(passage) => passage.value.as_ref(),
        Told::Number(written) => written.as_ref(),
        _ => return None,
    };
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// The words of a list, or the one word that stands in its place.
pub fn words<'n>(node: Option<&'n Node<'_>>) -> Vec<&'n str> {
    match node.and_then(Node::as_array) {
        Some(elements) => elements.iter().filter_map(|element| word(Some(element))).collect(),
        None => word(node).into_iter().collect(),
    }
}
