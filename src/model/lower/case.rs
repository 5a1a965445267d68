//! One case's files into cases: all fields of the record, in the order of its page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::record::{Part, Record};
use super::sections::SectionTexts;
use super::source::InlineSource;
use super::{Context, dates, ignores};
use crate::diag::{ByteSpan, Code, Diagnostic, Severity, SourceFile};
use crate::load::{CaseFile, CaseInput, RecordFormat};
use crate::model::case::{Case, CaseId, Event, Impact, Item, Reference, Review, TermUse, Timeline};
use crate::model::config::Ignore;
use crate::model::date::{Date, Length};
use crate::model::name::{MAX_BYTES, fold_id, id_slug};
use crate::model::text::{At, Known, LangText};
use crate::model::written::Written;
use crate::parse::{self, Document, Entry, Node, Value};
use crate::text::Lang;

/// A case and what goes with it.
#[derive(Debug)]
pub struct LoweredCase {
    /// The case; `None` where nothing sound is left of it.
    pub case: Option<Case>,
    /// Sources told in the record itself; [`Case::sources`] names them by
    /// [`InlineSource::provisional`] until all cases are known.
    pub inline: Vec<InlineSource>,
    /// What has to be said.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers the cases of one input: one, or as many as a JSON file lists.
pub fn lower_case(context: &Context, input: &CaseInput) -> Vec<LoweredCase> {
    match input.files.first().map(|own| own.format) {
        Some(RecordFormat::Json) => {
            // Two files of one name differ only in the form of its letters.
            input.files.iter().flat_map(|own| lower_json(context, input, own)).collect()
        }
        Some(RecordFormat::Markdown) => vec![lower_markdown(context, input)],
        None => Vec::new(),
    }
}

fn lower_json(context: &Context, input: &CaseInput, own: &CaseFile) -> Vec<LoweredCase> {
    let (root, diagnostics) = parse::json(&own.file, context.config.limits.nesting);
    let mut first = LoweredCase { case: None, inline: Vec::new(), diagnostics };
    let Some(root) = root else { return vec![first] };
    let elements = match &root.value {
        Value::Array(elements) => elements.as_slice(),
        _ => std::slice::from_ref(&root),
    };
    let listed = root.as_array().is_some();
    let mut lowered = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        let Some(fields) = element.as_object() else {
            let message = format!("a record should stand here, not {}", element.describe());
            first.diagnostics.push(
                Diagnostic::new(Code::M002, own.file.place(element.span), message)
                    .help("write a table of fields: `{\"id\": \"…\", \"title\": \"…\"}`"),
            );
            continue;
        };
        let lang = lang_of(fields).unwrap_or_else(|| context.default_lang());
        let part = Part { file: 0, source: &own.file, lang, fields, root: Some(&root) };
        let record = Record::new(context, vec![part]);
        let stem = (!listed).then_some(input.stem.as_str());
        let files = vec![own.file.clone()];
        let written =
            Written::InFile { file: own.file.clone(), span: element.span, number: listed.then_some(number) };
        lowered.push(lower_record(record, input, files, stem, Some(written), None));
    }
    if !first.diagnostics.is_empty() {
        lowered.insert(0, first);
    }
    lowered
}

fn lower_markdown(context: &Context, input: &CaseInput) -> LoweredCase {
    let mut diagnostics = Vec::new();
    let nesting = context.config.limits.nesting;
    let mut read: Vec<(Lang, &CaseFile, Document<'_>)> = Vec::new();
    for own in &input.files {
        let (document, mut found) = parse::markdown(&own.file, nesting);
        diagnostics.append(&mut found);
        let told = document.front.as_ref().and_then(Node::as_object).and_then(|fields| lang_of(fields));
        let lang = own.lang.clone().or(told).unwrap_or_else(|| context.default_lang());
        if let Some((_, first, _)) = read.iter().find(|(other, ..)| *other == lang) {
            let place = own.file.place(ByteSpan::default());
            diagnostics.push(
                Diagnostic::new(
                    Code::M014,
                    place,
                    format!(
                        "`{}` and `{}` are both the {lang} text of one case",
                        first.file.path, own.file.path
                    ),
                )
                .also(first.file.place(ByteSpan::default()), "the other file")
                .help("join the two, or give one of them another language in its name"),
            );
            continue;
        }
        read.push((lang, own, document));
    }
    read.sort_by(|a, b| (context.rank(&a.0), &a.0).cmp(&(context.rank(&b.0), &b.0)));
    let files: Vec<Arc<SourceFile>> = read.iter().map(|(_, own, _)| own.file.clone()).collect();
    let mut parts = Vec::new();
    for (number, (lang, own, document)) in read.iter().enumerate() {
        let fields: &[Entry<'_>] = match &document.front {
            Some(front) => match front.as_object() {
                Some(fields) => fields,
                None => {
                    let message = format!("the front matter is {}", front.describe());
                    diagnostics.push(
                        Diagnostic::new(Code::M002, own.file.place(front.span), message)
                            .help("write fields: `title: …`, one a line"),
                    );
                    &[]
                }
            },
            None => &[],
        };
        let file = u16::try_from(number).unwrap_or(u16::MAX);
        parts.push(Part { file, source: &own.file, lang: lang.clone(), fields, root: None });
    }
    let broken = diagnostics.iter().any(|finding| finding.severity == Severity::Error)
        && parts.iter().all(|part| part.fields.is_empty());
    if parts.is_empty() || broken {
        return LoweredCase { case: None, inline: Vec::new(), diagnostics };
    }
    let mut record = Record::new(context, parts);
    record.diagnostics = diagnostics;
    let documents: Vec<&Document<'_>> = read.iter().map(|(_, _, document)| document).collect();
    let sections = SectionTexts::read(&mut record, &documents);
    lower_record(record, input, files, Some(&input.stem), None, Some(sections))
}

fn lang_of(fields: &[Entry<'_>]) -> Option<Lang> {
    let entry = fields.iter().find(|entry| entry.key == "lang")?;
    Lang::parse(entry.value.as_str()?)
}

impl<'a> Record<'a> {
    pub(super) fn new(context: &'a Context, parts: Vec<Part<'a>>) -> Self {
        Self {
            context,
            parts,
            diagnostics: Vec::new(),
            reasons: BTreeMap::new(),
            unknown: BTreeMap::new(),
            null: BTreeSet::new(),
        }
    }
}

/// Lowers all fields. `written` is the record where it stands as JSON; the files of others are united.
fn lower_record(
    mut record: Record<'_>,
    input: &CaseInput,
    files: Vec<Arc<SourceFile>>,
    stem: Option<&str>,
    written: Option<Written>,
    sections: Option<SectionTexts>,
) -> LoweredCase {
    let sections = sections.unwrap_or_default();
    record.read_reasons();
    let Some((id, at)) = record.id(stem) else {
        return LoweredCase { case: None, inline: Vec::new(), diagnostics: record.diagnostics };
    };
    if let Some((part, node)) = record.one("lang")
        && node.as_str().and_then(Lang::parse).is_none()
    {
        record.wrong_type(part, node, "lang", "a language tag such as `en`, `ko` or `zh-Hans`");
    }
    let lang = record.parts.first().map_or_else(|| record.context.default_lang(), |part| part.lang.clone());
    let title = record.title(&id, at, sections.title);
    let text = |record: &mut Record<'_>, name: &str, more: Option<LangText>| {
        let mut text = record.lang_field(name);
        if let Some(more) = more {
            record.merge(&mut text, more, name);
        }
        if !text.is_empty() {
            record.unknown.remove(name);
        }
        text
    };
    let mut more = sections.texts;
    let summary = text(&mut record, "summary", more.remove("summary"));
    let symptoms_text = text(&mut record, "symptoms_text", more.remove("symptoms_text"));
    let trigger = text(&mut record, "trigger", more.remove("trigger"));
    let detection = text(&mut record, "detection", more.remove("detection"));
    let cause = text(&mut record, "cause", more.remove("cause"));
    let lessons = text(&mut record, "lessons", more.remove("lessons"));
    let impact = record.impact(more.remove("impact.scope"));
    let timeline = record.timeline(sections.events);
    let remediation = record.items("remediation", sections.remediation);
    let action_items = record.items("action_items", sections.action_items);
    let (sources, mut inline) = record.sources("sources");
    let (docs, more_inline) = record.sources("docs");
    inline.extend(more_inline);
    let kind = record.kind(at);
    let case = Case {
        slug: id_slug(&id),
        id: CaseId(id.as_str().into()),
        at,
        files,
        lang,
        langs: Vec::new(),
        kind,
        org: record.org(),
        date: record.date_field("date"),
        date_kind: record.plain_field("date_kind"),
        title,
        summary,
        symptoms_text,
        trigger,
        detection,
        cause,
        lessons,
        impact,
        extra_texts: sections.extra,
        domain: record.terms("domain", "domain"),
        components: record.terms("components", "component"),
        symptoms: record.terms("symptoms", "symptom"),
        root_cause: record.known_term("root_cause", "root_cause"),
        contributing: record.terms("contributing", "contributing"),
        severity: record.known_term("severity", "severity"),
        timeline,
        remediation,
        action_items,
        related: record.references("related"),
        recurrence_of: record.references("recurrence_of").into_iter().next(),
        docs,
        sources,
        claims: Vec::new(),
        review: record.review(),
        corrections: record.corrections(),
        updated_at: record.date_field("updated_at"),
        url: record.own_address(),
        former_ids: record.former_ids(),
        ignores: record.ignores(&id),
        extra: record.extra(),
        record: Written::United(Box::default()),
        sidecar: input.sidecar.clone(),
        assets: input.assets.clone(),
        folder: input.folder.clone(),
        declared: record.one("declared").map(|(_, node)| node.to_json()),
        unknown: BTreeMap::new(),
        null: BTreeSet::new(),
    };
    finish(record, case, inline, written, sections.notes, sections.free_claims)
}

/// What needs the finished fields: claims, languages, links, the united record.
fn finish(
    mut record: Record<'_>,
    mut case: Case,
    mut inline: Vec<InlineSource>,
    written: Option<Written>,
    notes: Vec<super::claims::LangNote>,
    free: Vec<super::claims::FreeClaim>,
) -> LoweredCase {
    record.claims(&mut case, &mut inline, notes, free);
    record.check_links(&case);
    let mut langs: BTreeSet<Lang> = BTreeSet::new();
    for (_, text) in case.texts() {
        langs.extend(text.0.keys().cloned());
    }
    let mut langs: Vec<Lang> = langs.into_iter().collect();
    langs.sort_by_key(|lang| record.context.rank(lang));
    case.langs = langs;
    case.record =
        written.unwrap_or_else(|| Written::United(record.united(&case).to_string().into_boxed_str()));
    case.unknown = std::mem::take(&mut record.unknown);
    case.null = std::mem::take(&mut record.null);
    let id = case.id.to_string();
    for finding in &mut record.diagnostics {
        finding.case.get_or_insert_with(|| id.clone());
    }
    LoweredCase { case: Some(case), inline, diagnostics: record.diagnostics }
}

impl<'a> Record<'a> {
    /// The id and where it is told. `stem` serves where the record tells none.
    fn id(&mut self, stem: Option<&str>) -> Option<(String, At)> {
        let told = self.one("id").and_then(|(part, node)| {
            let text = self.plain(part, node, "id")?;
            Some((part, node, text))
        });
        let is_json = self.parts.first().is_some_and(|part| part.root.is_some());
        let Some((part, node, text)) = told else {
            let start = self.parts.first().map_or_else(ByteSpan::default, |part| {
                let at = part.fields.first().map_or(0, |entry| entry.key_span.start);
                ByteSpan::new(at, at)
            });
            match stem {
                Some(stem) if is_json => {
                    self.report(Code::M001, 0, start, "the record has no `id`", |finding| {
                        finding
                            .severity(Severity::Warning)
                            .help(format!("write `\"id\": \"{stem}\"`; until then the file's name serves"))
                    });
                }
                Some(_) => {}
                None => {
                    self.report(Code::M001, 0, start, "a record in a list has no `id`", |finding| {
                        finding.help(
                            "write `\"id\": \"…\"`; records in a list have no file name to serve for it",
                        )
                    });
                    return None;
                }
            }
            return Some((stem?.to_owned(), self.at(0, start)));
        };
        let id: String = unicode_normalization::UnicodeNormalization::nfc(text.value.trim()).collect();
        let at = self.at(part, node.span);
        if id == "NEW" {
            self.report(Code::M009, part, node.span, "the id is a placeholder", |finding| {
                finding.help(
                    "nothing to do before the merge: `casebook fmt --assign-ids` then gives it a number",
                )
            });
            return Some((stem.map_or_else(|| format!("NEW-{}", node.span.start), ToOwned::to_owned), at));
        }
        let bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | '<' | '>' | '"' | '?' | '#' | '%');
        if id.len() > MAX_BYTES || id.contains(bad) {
            let near = id_slug(&id);
            self.report(
                Code::M008,
                part,
                node.span,
                format!("`{}` cannot be an id", text.value.trim()),
                |finding| {
                    let most = format!("at most {MAX_BYTES} bytes");
                    finding.help(format!("write `{near}`: letters, digits, `-`, `_` and `.`, {most}"))
                },
            );
            return Some((near, at));
        }
        Some((id, at))
    }

    fn title(&mut self, id: &str, at: At, headings: LangText) -> LangText {
        let mut title = self.lang_field("title");
        for (lang, heading) in headings.0 {
            match title.0.get(&lang) {
                None => {
                    title.0.insert(lang, heading);
                }
                // The title told again as heading is one title.
                Some(own) if same_title(&own.value, &heading.value) => {}
                Some(own) => {
                    let part = self.part_of(heading.at);
                    let also = self.parts[self.part_of(own.at)].source.place(own.at.span);
                    let message = "the heading gives another title than the front matter";
                    self.report(Code::M012, part, heading.at.span, message, |finding| {
                        finding.also(also, "the title").help("keep one of the two; sections begin with `##`")
                    });
                }
            }
        }
        if title.is_empty() {
            // A title of the wrong kind has been told already.
            let told = self
                .all("title")
                .iter()
                .any(|(_, node)| matches!(node.value, Value::Array(_) | Value::Object(_)));
            let start = ByteSpan::new(at.span.start, at.span.end);
            if !told {
                self.report(Code::M001, self.part_of(at), start, "the record has no `title`", |finding| {
                    finding.help("add `title`: what failed, and what it meant, in one line")
                });
            }
            let lang =
                self.parts.first().map_or_else(|| self.context.default_lang(), |part| part.lang.clone());
            title.0.insert(
                lang,
                crate::model::Text::verbatim(
                    id,
                    At::new(at.file, ByteSpan::new(at.span.start, at.span.start)),
                ),
            );
        }
        title
    }

    fn kind(&mut self, at: At) -> TermUse {
        let found = self.one("type");
        match self.known("type", found, |record, part, node| record.term(part, node, "type", "type")) {
            Known::Is(kind) => kind,
            _ => TermUse { id: "incident".into(), written: String::new(), known: true, at },
        }
    }

    /// A date field.
    pub(super) fn date_field(&mut self, name: &str) -> Known<Date> {
        let found = self.one(name);
        self.known(name, found, |record, part, node| record.date(part, node, name))
    }

    /// A date; another form is reported with the nearest one.
    pub(super) fn date(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<Date> {
        let written = match &node.value {
            Value::Str(passage) => passage.value.as_ref(),
            Value::Number(written) => written.as_ref(),
            _ => {
                self.wrong_type(part, node, name, &format!("a date: {}", super::DATE_FORMS));
                return None;
            }
        };
        if let Some(value) = dates::read_date(written.trim()) {
            return Some(Date { value, written: written.to_owned(), at: self.at(part, node.span) });
        }
        let nearest = dates::nearest_date(written);
        let help = match nearest {
            Some(nearest) => format!("write `{nearest}` if that is meant"),
            None => format!("write {}", super::DATE_FORMS),
        };
        self.report(Code::M005, part, node.span, format!("`{name}` is no date: `{written}`"), |finding| {
            finding.help(help)
        });
        None
    }

    fn length(&mut self, part: usize, node: &Node<'_>, name: &str) -> Option<Length> {
        let written = match &node.value {
            Value::Str(passage) => passage.value.as_ref(),
            Value::Number(written) => written.as_ref(),
            _ => {
                self.wrong_type(part, node, name, "a length of time such as `73h` or `1h30m`");
                return None;
            }
        };
        if let Some(seconds) = dates::read_length(written.trim()) {
            return Some(Length { seconds, written: written.to_owned(), at: self.at(part, node.span) });
        }
        let help = match dates::nearest_length(written) {
            Some(nearest) => format!("write `{nearest}` if that is meant"),
            None => "write a length of time such as `73h`, `1h30m`, `2d` or `PT10M`".to_owned(),
        };
        let message = format!("`{name}` is no length of time: `{written}`");
        self.report(Code::M006, part, node.span, message, |finding| finding.help(help));
        None
    }

    /// The value of `key` in the table `name`, from the first file that has it; other keys than
    /// `known` are reported.
    fn inner(&mut self, name: &str, key: &str) -> Option<(usize, &'a Node<'a>)> {
        let mut found = self.all(name).into_iter().filter_map(|(part, node)| Some((part, node.get(key)?)));
        let first = found.next()?;
        let others: Vec<_> = found.filter(|(_, node)| !node.says_the_same(first.1)).collect();
        for (part, node) in others {
            let message = format!(
                "`{name}.{key}` is {} here and {} in `{}`",
                node.describe(),
                first.1.describe(),
                self.parts[first.0].source.path
            );
            let also = self.parts[first.0].source.place(first.1.span);
            self.report(Code::M011, part, node.span, message, |finding| {
                finding.also(also, "the other value").help(format!("give `{name}.{key}` in one file only"))
            });
        }
        Some(first)
    }

    fn check_table(&mut self, name: &str, known: &[&str]) {
        for (part, node) in self.all(name) {
            match &node.value {
                Value::Object(entries) => self.check_keys(part, entries, &format!("{name}."), known),
                Value::Null => {
                    self.null.insert(name.to_owned());
                }
                _ => {
                    let reason = self.unknown_value(part, node, name);
                    if let Some(reason) = reason {
                        self.unknown.insert(name.to_owned(), reason);
                    } else if name != "impact" || !matches!(node.value, Value::Str(_)) {
                        self.wrong_type(part, node, name, &format!("a table with {}", quoted(known)));
                    }
                }
            }
        }
    }

    fn impact(&mut self, section: Option<LangText>) -> Impact {
        self.check_table("impact", &["scope", "users", "region", "unknown"]);
        let text = |record: &mut Self, key: &str| {
            let found = record
                .all("impact")
                .into_iter()
                .filter_map(|(part, node)| Some((part, node.get(key)?)))
                .collect();
            record.merge_texts(&format!("impact.{key}"), found)
        };
        let mut scope = text(self, "scope");
        // `impact: text` tells the scope.
        for (part, node) in self.all("impact") {
            if node.as_str().is_some_and(|text| !text.eq_ignore_ascii_case("unknown")) {
                let own = self.lang_text(part, node, "impact");
                self.merge(&mut scope, own, "impact.scope");
            }
        }
        if let Some(section) = section {
            self.merge(&mut scope, section, "impact.scope");
        }
        if !scope.is_empty() {
            self.unknown.remove("impact.scope");
        }
        Impact { scope, users: text(self, "users"), region: text(self, "region") }
    }

    fn timeline(&mut self, section: Vec<Event>) -> Timeline {
        self.check_table("timeline", &["detected_after", "resolved_after", "events", "unknown"]);
        let detected = self.inner("timeline", "detected_after");
        let detected_after = self.known("timeline.detected_after", detected, |record, part, node| {
            record.length(part, node, "timeline.detected_after")
        });
        let resolved = self.inner("timeline", "resolved_after");
        let resolved_after = self.known("timeline.resolved_after", resolved, |record, part, node| {
            record.length(part, node, "timeline.resolved_after")
        });
        let told = self.all("timeline").into_iter();
        let told = told.filter_map(|(part, node)| Some((part, node.get("events")?))).collect();
        let mut events = self.events("timeline.events", told);
        if events.is_empty() {
            events = section;
        } else if let Some(second) = section.first() {
            let at = second.text.0.values().next().map_or_else(At::default, |text| text.at);
            self.report(Code::M012, self.part_of(at), at.span, "the timeline is told twice", |finding| {
                finding.help("keep the events of the front matter or those under the heading")
            });
        }
        Timeline { detected_after, resolved_after, events }
    }

    /// What was put right; Markdown files of one case tell it each in their language, in one order.
    fn corrections(&mut self) -> Vec<Event> {
        let told = self.all("corrections");
        self.events("corrections", told)
    }

    /// The events of the lists `told`, which are the field `name` in several files.
    fn events(&mut self, name: &str, told: Vec<(usize, &'a Node<'a>)>) -> Vec<Event> {
        let mut events: Vec<Event> = Vec::new();
        for (part, list) in told {
            let Some(elements) = list.as_array() else {
                if list.value != Value::Null {
                    self.wrong_type(part, list, name, "a list of events: `[{at: …, text: …}]`");
                }
                continue;
            };
            for (number, element) in elements.iter().enumerate() {
                let event = self.event(name, part, element);
                self.add_event(&mut events, number, event);
            }
        }
        events
    }

    fn event(&mut self, name: &str, part: usize, node: &'a Node<'a>) -> Event {
        let Some(entries) = node.as_object() else {
            return Event { at: Known::Absent, text: self.lang_text(part, node, name) };
        };
        self.check_keys(part, entries, &format!("{name}."), &["at", "text"]);
        let told = node.get("at").map(|at| (part, at));
        let field = format!("{name}.at");
        let at = self.known(&field, told, |record, part, at| record.date(part, at, &field));
        let text = node
            .get("text")
            .map_or_else(LangText::default, |text| self.lang_text(part, text, &format!("{name}.text")));
        Event { at, text }
    }

    /// Joins event number `number` of one more file with that of the others.
    pub(super) fn add_event(&mut self, events: &mut Vec<Event>, number: usize, event: Event) {
        match events.get_mut(number) {
            None => events.push(event),
            Some(own) => {
                if own.at.value().is_none() {
                    own.at = event.at;
                } else if let (Some(first), Some(second)) = (own.at.value(), event.at.value())
                    && first.value != second.value
                {
                    let message = format!(
                        "event {} is at `{}` here and at `{}` in another language",
                        number + 1,
                        second.written,
                        first.written
                    );
                    let also = self.parts[self.part_of(first.at)].source.place(first.at.span);
                    let (at, part) = (second.at, self.part_of(second.at));
                    self.report(Code::M011, part, at.span, message, |finding| {
                        finding
                            .also(also, "the other value")
                            .help("give each event the same date in every language, in the same order")
                    });
                }
                let mut text = std::mem::take(&mut own.text);
                self.merge(&mut text, event.text, "timeline.events");
                events[number].text = text;
            }
        }
    }

    fn items(&mut self, name: &str, section: Vec<Item>) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for (part, node) in self.all(name) {
            let elements = match &node.value {
                Value::Null => {
                    self.null.insert(name.to_owned());
                    continue;
                }
                Value::Array(elements) => elements.as_slice(),
                _ => {
                    if let Some(reason) = self.unknown_value(part, node, name) {
                        self.unknown.insert(name.to_owned(), reason);
                        continue;
                    }
                    std::slice::from_ref(node)
                }
            };
            for (number, element) in elements.iter().enumerate() {
                let text = match element.as_object() {
                    Some(entries) if element.get("text").is_some() => {
                        self.check_keys(part, entries, &format!("{name}."), &["text"]);
                        element
                            .get("text")
                            .map_or_else(LangText::default, |text| self.lang_text(part, text, name))
                    }
                    _ => self.lang_text(part, element, name),
                };
                self.add_item(&mut items, number, text, name);
            }
        }
        for (number, item) in section.into_iter().enumerate() {
            self.add_item(&mut items, number, item.text, name);
        }
        if items.is_empty()
            && let Some(reason) = self.reasons.get(name)
        {
            self.unknown.entry(name.to_owned()).or_insert_with(|| reason.clone());
        }
        items.retain(|item| !item.text.is_empty());
        items
    }

    /// Joins item number `number` of one more language with that of the others.
    pub(super) fn add_item(&mut self, items: &mut Vec<Item>, number: usize, text: LangText, name: &str) {
        if items.len() <= number {
            items.push(Item { text });
            return;
        }
        let mut own = std::mem::take(&mut items[number].text);
        self.merge(&mut own, text, name);
        items[number].text = own;
    }

    fn references(&mut self, name: &str) -> Vec<Reference> {
        let mut references = Vec::new();
        for (part, node) in self.list(name) {
            if let Some(text) = self.plain(part, node, name) {
                references.push(Reference { id: text.value.trim().to_owned(), at: self.at(part, node.span) });
            }
        }
        references
    }

    fn former_ids(&mut self) -> Vec<String> {
        self.references("former_ids")
            .into_iter()
            .map(|reference| reference.id)
            .filter(|id| !fold_id(id).is_empty())
            .collect()
    }

    /// Findings that the record expects.
    fn ignores(&mut self, id: &str) -> Vec<Ignore> {
        let mut ignores = Vec::new();
        for (part, node) in self.list("ignore") {
            let Some(entries) = node.as_object() else {
                self.wrong_type(
                    part,
                    node,
                    "ignore",
                    "a list of tables: `ignore: [{code: V013, reason: \"…\", until: 2027-01-31}]`",
                );
                continue;
            };
            let known: Vec<&str> = ignores::KEYS.into_iter().filter(|key| *key != "case").collect();
            self.check_keys(part, entries, "ignore.", &known);
            let source = self.parts[part].source;
            ignores.extend(ignores::lower(node, source, Some(id.to_owned()), &mut self.diagnostics));
        }
        ignores
    }

    fn review(&mut self) -> Review {
        self.check_table("review", &["written_by", "reviewed_at", "reviewed_by", "sources_checked_at"]);
        let person = |record: &mut Self, key: &str| {
            let (part, node) = record.inner("review", key)?;
            record.plain(part, node, &format!("review.{key}"))
        };
        let written_by = person(self, "written_by");
        let reviewed_by = person(self, "reviewed_by");
        let date = |record: &mut Self, key: &str| {
            let name = format!("review.{key}");
            let found = record.inner("review", key);
            record.known(&name, found, |record, part, node| record.date(part, node, &name))
        };
        Review {
            written_by,
            reviewed_by,
            reviewed_at: date(self, "reviewed_at"),
            sources_checked_at: date(self, "sources_checked_at"),
        }
    }
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> =
        names.iter().filter(|name| **name != "unknown").map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Whether a heading only repeats the title, perhaps with a remark in brackets after it.
fn same_title(title: &str, heading: &str) -> bool {
    let (title, heading) = (crate::model::name::fold_name(title), crate::model::name::fold_name(heading));
    title == heading
        || heading.strip_prefix(&title).is_some_and(|rest| rest.trim_start_matches('-').starts_with('('))
}
