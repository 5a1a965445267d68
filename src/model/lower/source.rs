//! Sources: shared ones from their files, inline ones from records, and the names that notes use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Context;
use super::record::{Part, Record};
use crate::diag::{ByteSpan, Code, Diagnostic};
use crate::load::Sources;
use crate::model::address::{NoAddress, host, read_address};
use crate::model::case::{Case, SourceUse};
use crate::model::fields::SOURCE_FIELDS;
use crate::model::name::{fold_name, nearest};
use crate::model::source::{Source, StoredText, TextFormat};
use crate::parse::{self, Entry, Node, Value};
use crate::text::Lang;

/// A source that a record tells itself.
#[derive(Debug)]
pub struct InlineSource {
    /// The key in this case until all cases are known.
    pub provisional: Arc<str>,
    /// The id by which the record calls it, where it does.
    pub told: Option<String>,
    /// What identifies its address.
    pub address: Option<String>,
    /// What is told of it.
    pub source: Source,
}

/// Spellings of two fields in American English are understood as well.
const SPELLINGS: [&str; 2] = ["license", "license_url"];

/// Reads `content/sources/`. Two files for one address are reported.
pub(super) fn lower_shared(context: &mut Context, sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    let mut shared: BTreeMap<Arc<str>, Source> = BTreeMap::new();
    let mut addresses: BTreeMap<String, Arc<str>> = BTreeMap::new();
    for file in &sources.sources {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let id: Arc<str> = unicode_normalization::UnicodeNormalization::nfc(stem).collect::<String>().into();
        let (document, mut found) = parse::markdown(file, context.config.limits.nesting);
        diagnostics.append(&mut found);
        let start = file.place(ByteSpan::default());
        if let Some(first) = shared.get(&id) {
            diagnostics.push(
                Diagnostic::new(
                    Code::M024,
                    start,
                    format!("`{}` and `{}` are both the source `{id}`", first.place.path, file.path),
                )
                .also(first.place.clone(), "the other file")
                .help("give one of the two files another name"),
            );
            continue;
        }
        let fields = document.front.as_ref().and_then(Node::as_object).map_or(&[][..], Vec::as_slice);
        let lang = context.default_lang();
        let part = Part { file: 0, source: file, lang, fields, root: None };
        let mut record = Record::new(context, vec![part]);
        let (mut source, address) = record.source_fields(0, fields, "");
        diagnostics.append(&mut record.diagnostics);
        source.id = id.clone();
        source.place = start;
        source.file = Some(file.clone());
        if document.sections.iter().any(|section| !section.body.value.is_empty() || section.heading.is_some())
            || document.title.is_some()
        {
            source.text = Some(StoredText {
                format: TextFormat::Markdown,
                raw: file.text.clone(),
                path: file.path.to_string(),
                in_library: true,
            });
        }
        if let Some(address) = address {
            if let Some(other) = addresses.get(&address)
                && let Some(first) = shared.get(other)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::M025,
                        source.place.clone(),
                        format!("the sources `{other}` and `{id}` have one address"),
                    )
                    .also(first.place.clone(), "the other source")
                    .help(format!("keep one file and call the source `{other}` in the records")),
                );
            } else {
                addresses.insert(address, id.clone());
            }
        }
        shared.insert(id, source);
    }
    check_cites(&shared, diagnostics);
    context.source_names = shared.keys().map(|id| (fold_name(id), id.clone())).collect();
    context.sources = shared;
    context.addresses = addresses;
}

fn check_cites(shared: &BTreeMap<Arc<str>, Source>, diagnostics: &mut Vec<Diagnostic>) {
    for source in shared.values() {
        for cited in source.cites.iter().filter(|cited| !shared.contains_key(*cited)) {
            let help = match nearest(cited, shared.keys().map(|id| &**id)) {
                Some(near) => format!("write `{near}`"),
                None => format!("add content/sources/{cited}.md, or remove it from `cites`"),
            };
            diagnostics.push(
                Diagnostic::new(
                    Code::M026,
                    source.place.clone(),
                    format!("no source is called `{cited}`, which `cites` names"),
                )
                .help(help),
            );
        }
    }
}

/// A source of which nothing is told yet.
fn empty(record: &Record<'_>, part: usize, span: ByteSpan) -> Source {
    Source {
        id: "".into(),
        title: Default::default(),
        url: None,
        archived: None,
        publisher: None,
        author: None,
        kind: None,
        lang: None,
        licence: None,
        licence_url: None,
        published: Default::default(),
        retrieved: Default::default(),
        hash: None,
        cites: Vec::new(),
        primary: None,
        text: None,
        file: None,
        place: record.parts[part].source.place(span),
    }
}

impl<'a> Record<'a> {
    /// The sources or documents that field `name` lists. Inline ones come back beside them.
    pub fn sources(&mut self, name: &str) -> (Vec<SourceUse>, Vec<InlineSource>) {
        let mut uses: Vec<SourceUse> = Vec::new();
        let mut inline: Vec<InlineSource> = Vec::new();
        // The same list in two languages' files is one list.
        let elements: Vec<(usize, &'a Node<'a>)> = self.list(name);
        for (number, (part, element)) in elements.into_iter().enumerate() {
            let place = element.span;
            let (id, told, made) = match &element.value {
                Value::Object(entries) => match self.inline_source(part, element, entries, name, number) {
                    Some(read) => read,
                    None => continue,
                },
                Value::Null => continue,
                _ => {
                    let Some(written) = self.plain(part, element, name) else { continue };
                    match self.named_source(part, element.span, written.value.trim(), name, number) {
                        Some(read) => read,
                        None => continue,
                    }
                }
            };
            let name_taken = uses.iter().any(|own| own.name == told);
            if name_taken {
                self.report(Code::M022, part, place, format!("two sources are called `{told}`"), |finding| {
                    finding.help("give each source of a case an id of its own")
                });
            }
            inline.extend(made);
            uses.push(SourceUse { id, name: told, at: self.at(part, place) });
        }
        (uses, inline)
    }

    /// A source that is only named: a shared id, or an address.
    fn named_source(
        &mut self,
        part: usize,
        span: ByteSpan,
        written: &str,
        name: &str,
        number: usize,
    ) -> Option<(Arc<str>, String, Option<InlineSource>)> {
        if let Some(id) = self.shared(written) {
            return Some((id, written.to_owned(), None));
        }
        let looks_like_address = written.contains("://") || written.contains('/') || written.contains(':');
        if !looks_like_address {
            self.unknown_source(part, span, written, &[]);
            return None;
        }
        let mut source = empty(self, part, span);
        let address = self.address(part, span, written, name, &mut source)?;
        if let Some(id) = self.context.addresses.get(&address) {
            return Some((id.clone(), id.to_string(), None));
        }
        let told = format!("s{}", number + 1);
        let provisional: Arc<str> = format!("\u{0}{name}-{number}").into();
        source.id = provisional.clone();
        source.publisher = source.url.as_deref().map(|url| host(url).to_owned());
        let made =
            InlineSource { provisional: provisional.clone(), told: None, address: Some(address), source };
        Some((provisional, told, Some(made)))
    }

    fn inline_source(
        &mut self,
        part: usize,
        node: &'a Node<'a>,
        entries: &'a [Entry<'a>],
        name: &str,
        number: usize,
    ) -> Option<(Arc<str>, String, Option<InlineSource>)> {
        let told = node
            .get("id")
            .and_then(|id| self.plain(part, id, &format!("{name}.id")))
            .map(|text| text.value.trim().to_owned());
        let (mut source, address) = self.source_fields(part, entries, &format!("{name}."));
        let shared = told.as_deref().and_then(|told| self.shared(told));
        if let Some(id) = &address.as_ref().and_then(|address| self.context.addresses.get(address)) {
            return Some(((*id).clone(), told.unwrap_or_else(|| id.to_string()), None));
        }
        if let (Some(id), None) = (&shared, &address) {
            return Some((id.clone(), told.unwrap_or_default(), None));
        }
        if let (Some(id), Some(span)) = (&shared, node.get("id").map(|id| id.span)) {
            let message = format!("`{id}` is also a shared source with another address");
            self.report(Code::M022, part, span, message, |finding| {
                finding.help("give this one another id, or remove `url` to mean the shared one")
            });
        }
        if address.is_none() && told.is_none() && source.title.is_empty() {
            let bad_address = node.get("url").is_some_and(|url| url.value != Value::Null);
            if !bad_address {
                self.report(Code::M001, part, node.span, "a source has neither `url` nor `id`", |finding| {
                    finding.help("add `url`: the address at which it can be read")
                });
            }
            return None;
        }
        let provisional: Arc<str> = format!("\u{0}{name}-{number}").into();
        source.id = provisional.clone();
        source.place = self.parts[part].source.place(node.span);
        let made = InlineSource { provisional: provisional.clone(), told: told.clone(), address, source };
        Some((provisional, told.unwrap_or_else(|| format!("s{}", number + 1)), Some(made)))
    }

    /// The shared source called `name`.
    fn shared(&self, name: &str) -> Option<Arc<str>> {
        if let Some((id, _)) = self.context.sources.get_key_value(name) {
            return Some(id.clone());
        }
        self.context.source_names.get(&fold_name(name)).cloned()
    }

    /// Everything that the table `entries` tells of a source, and what identifies its address.
    fn source_fields(&mut self, part: usize, entries: &[Entry<'_>], path: &str) -> (Source, Option<String>) {
        let known: Vec<&str> = SOURCE_FIELDS.iter().map(|field| field.0).chain(SPELLINGS).collect();
        self.check_keys(part, entries, path, &known);
        let start = entries.first().map_or_else(ByteSpan::default, |entry| entry.key_span);
        let mut source = empty(self, part, start);
        let mut key = None;
        // The address first: other fields fall back on it.
        let url = entries.iter().find(|entry| entry.key == "url");
        if let Some(entry) = url
            && let Some(written) = self.plain(part, &entry.value, &format!("{path}url"))
        {
            key = self.address(
                part,
                entry.value.span,
                written.value.trim(),
                &format!("{path}url"),
                &mut source,
            );
        }
        source.publisher = source.url.as_deref().map(|url| host(url).to_owned());
        for entry in entries {
            let name = format!("{path}{}", entry.key);
            let node = &entry.value;
            if node.value == Value::Null {
                continue;
            }
            match entry.key.as_ref() {
                "archived" => {
                    let Some(written) = self.plain(part, node, &name) else { continue };
                    let mut copy = empty(self, part, node.span);
                    let own = self.address(part, node.span, written.value.trim(), &name, &mut copy);
                    source.archived = copy.archived.or(copy.url).or(source.archived.take());
                    if source.url.is_none() && copy_of_web_archive(&written.value) {
                        // Only the copy is told: it tells the live address as well.
                        source.url =
                            own.as_ref().and_then(|_| read_address(&written.value).ok()).map(|read| read.url);
                        key = key.or(own);
                    }
                }
                "title" => source.title = self.lang_text(part, node, &name),
                "publisher" => {
                    let Some(written) = self.plain(part, node, &name) else { continue };
                    let vocab = self.context.vocab.get("org");
                    let id = vocab.and_then(|own| own.aliases.get(&fold_name(&written.value)));
                    source.publisher =
                        Some(id.map_or_else(|| written.value.trim().to_owned(), ToString::to_string));
                }
                "author" => source.author = self.joined(part, node, &name),
                "kind" => source.kind = self.term(part, node, &name, "source_kind").map(|term| term.id),
                "lang" => match node.as_str().and_then(|tag| Lang::parse(tag.trim())) {
                    Some(lang) => source.lang = Some(lang),
                    None => {
                        self.wrong_type(part, node, &name, "a language tag such as `en`, `ko` or `zh-Hans`")
                    }
                },
                "licence" | "license" => {
                    source.licence = self.plain(part, node, &name).map(|text| text.value)
                }
                "final_url" => {
                    let Some(written) = self.plain(part, node, &name) else { continue };
                    let mut own = empty(self, part, node.span);
                    self.address(part, node.span, written.value.trim(), &name, &mut own);
                }
                "licence_url" | "license_url" => {
                    let Some(written) = self.plain(part, node, &name) else { continue };
                    let mut own = empty(self, part, node.span);
                    self.address(part, node.span, written.value.trim(), &name, &mut own);
                    source.licence_url = own.url;
                }
                "published" | "retrieved" => {
                    // Records keep no reasons for a source's dates.
                    let date =
                        if node.as_str().is_some_and(|text| text.trim().eq_ignore_ascii_case("unknown")) {
                            crate::model::Known::Unknown { reason: Default::default() }
                        } else {
                            self.date(part, node, &name)
                                .map_or(crate::model::Known::Absent, crate::model::Known::Is)
                        };
                    if entry.key == "published" { source.published = date } else { source.retrieved = date }
                }
                "hash" => source.hash = self.hash(part, node, &name),
                "cites" => source.cites = self.names(part, node, &name),
                "text" => {
                    let Some(written) = self.plain(part, node, &name) else { continue };
                    source.text = Some(StoredText {
                        format: TextFormat::Plain,
                        raw: written.value.into(),
                        path: self.parts[part].source.path.to_string(),
                        in_library: true,
                    });
                }
                "primary" => match node.value {
                    Value::Bool(primary) => source.primary = Some(primary),
                    _ => self.wrong_type(part, node, &name, "`true` or `false`"),
                },
                _ => {}
            }
        }
        (source, key)
    }

    /// An address into `source.url` (and `source.archived`); what is none is reported.
    fn address(
        &mut self,
        part: usize,
        span: ByteSpan,
        written: &str,
        name: &str,
        source: &mut Source,
    ) -> Option<String> {
        let name = name.trim_end_matches('.');
        let (message, help) = match read_address(written) {
            Ok(read) => {
                source.url = Some(read.url);
                source.archived = read.archived;
                return Some(read.key);
            }
            Err(NoAddress::Scheme(scheme)) => (
                format!("`{name}` is a `{scheme}:` address"),
                "write an address that begins with `https://`; nothing else is linked".to_owned(),
            ),
            Err(NoAddress::NoScheme(guess)) => {
                (format!("`{name}` is no full address: `{written}`"), format!("write `{guess}`"))
            }
            Err(NoAddress::Malformed) => (
                format!("`{name}` is no address: `{written}`"),
                "write an address such as `https://example.org/post`".to_owned(),
            ),
        };
        self.report(Code::M028, part, span, message, |finding| finding.help(help));
        None
    }

    fn hash(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<String> {
        let written = self.plain(part, node, name)?.value.trim().to_owned();
        let digits = written.strip_prefix("blake3:").unwrap_or_default();
        if digits.len() != 64 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            self.wrong_type(
                part,
                node,
                name,
                "`blake3:` and 64 hexadecimal digits; `casebook check` tells the hash of a text",
            );
            return None;
        }
        Some(written.to_ascii_lowercase())
    }

    /// One text or a list of texts.
    fn names(&mut self, part: usize, node: &Node<'_>, name: &str) -> Vec<Arc<str>> {
        let elements = match &node.value {
            Value::Array(elements) => elements.as_slice(),
            _ => std::slice::from_ref(node),
        };
        elements
            .iter()
            .filter_map(|element| self.plain(part, element, name))
            .map(|text| text.value.trim().into())
            .collect()
    }

    fn joined(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<String> {
        let names = self.names(part, node, name);
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The source that a note calls `name`: one of the record's own, else a shared one, which then
    /// joins the record's sources.
    pub fn resolve_source(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
        part: usize,
        name: &str,
        span: ByteSpan,
    ) -> Option<Arc<str>> {
        if name.is_empty() {
            // With one source there is no doubt which is meant.
            if let [only] = case.sources.as_slice() {
                return Some(only.id.clone());
            }
            self.report(Code::M026, part, span, "the quote names no source", |finding| {
                finding.help("write `source-id: \"quote\"`")
            });
            return None;
        }
        let folded = fold_name(name);
        let own = case.sources.iter().chain(&case.docs);
        if let Some(own) = own
            .clone()
            .find(|own| own.name == name)
            .or_else(|| own.clone().find(|own| fold_name(&own.name) == folded))
        {
            return Some(own.id.clone());
        }
        let key = if name.contains("://") { read_address(name).ok().map(|read| read.key) } else { None };
        if let Some(key) = key {
            if let Some(own) = inline.iter().find(|own| own.address.as_deref() == Some(key.as_str())) {
                return Some(own.provisional.clone());
            }
            if let Some(id) = self.context.addresses.get(&key) {
                return Some(self.join_shared(case, part, id.clone(), span));
            }
        }
        if let Some(id) = self.shared(name) {
            return Some(self.join_shared(case, part, id, span));
        }
        let names: Vec<&str> = case.sources.iter().map(|own| own.name.as_str()).collect();
        self.unknown_source(part, span, name, &names);
        None
    }

    fn join_shared(&mut self, case: &mut Case, part: usize, id: Arc<str>, span: ByteSpan) -> Arc<str> {
        if !case.sources.iter().any(|own| own.id == id) {
            case.sources.push(SourceUse { id: id.clone(), name: id.to_string(), at: self.at(part, span) });
        }
        id
    }

    fn unknown_source(&mut self, part: usize, span: ByteSpan, name: &str, own: &[&str]) {
        let known: BTreeSet<&str> =
            own.iter().copied().chain(self.context.sources.keys().map(|id| &**id)).collect();
        let help = match nearest(name, known) {
            Some(near) => format!("write `{near}` if that is meant, or add content/sources/{name}.md"),
            None => {
                format!("add content/sources/{name}.md, or the source to the record's `sources` with this id")
            }
        };
        self.report(Code::M026, part, span, format!("no source is called `{name}`"), |finding| {
            finding.help(help)
        });
    }

    /// The record's own address elsewhere.
    pub fn own_address(&mut self) -> Option<crate::model::Text> {
        let (part, node) = self.one("url")?;
        let text = self.plain(part, node, "url")?;
        let mut source = empty(self, part, node.span);
        self.address(part, node.span, text.value.trim(), "url", &mut source)?;
        Some(text)
    }
}

fn copy_of_web_archive(written: &str) -> bool {
    read_address(written).is_ok_and(|read| read.archived.is_some())
}
