//! Free pages: Markdown with a title, one file a language.

use std::collections::BTreeMap;

use super::Context;
use super::record::{Part, Record, text};
use crate::diag::{ByteSpan, Code, Diagnostic};
use crate::load::Sources;
use crate::model::name::slug;
use crate::model::text::{At, Text};
use crate::model::{Known, Page};
use crate::parse::{self, Node, Value};

pub(super) fn lower_pages(
    sources: &Sources,
    context: &Context,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Page> {
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    for input in &sources.pages {
        let name = slug(&input.name);
        let lang = input.lang.clone().unwrap_or_else(|| context.default_lang());
        let page = pages.entry(name.clone()).or_insert_with(|| Page {
            name,
            nav: None,
            title: BTreeMap::new(),
            body: BTreeMap::new(),
            files: Vec::new(),
        });
        let number = u16::try_from(page.files.len()).unwrap_or(u16::MAX);
        if page.body.contains_key(&lang) {
            diagnostics.push(
                Diagnostic::new(
                    Code::M014,
                    input.file.place(ByteSpan::default()),
                    format!("the page `{}` has two {lang} texts", page.name),
                )
                .help("join the two, or give one of them another language in its name"),
            );
            continue;
        }
        let (document, mut found) = parse::markdown(&input.file, context.config.limits.nesting);
        diagnostics.append(&mut found);
        let fields = document.front.as_ref().and_then(Node::as_object).map_or(&[][..], Vec::as_slice);
        let part = Part { file: number, source: &input.file, lang: lang.clone(), fields, root: None };
        let mut record = Record::new(context, vec![part]);
        record.check_keys(0, fields, "", &["title", "nav", "lang"]);
        let found = record.one("title");
        if let Known::Is(title) =
            record.known("title", found, |record, part, node| record.plain(part, node, "title"))
        {
            page.title.insert(lang.clone(), title.value);
        } else if let Some(title) = &document.title {
            page.title.insert(lang.clone(), title.value.clone().into_owned());
        }
        if let Some((part, node)) = record.one("nav") {
            match &node.value {
                Value::Number(written) if written.parse::<i64>().is_ok() => page.nav = written.parse().ok(),
                Value::Null => {}
                _ => {
                    record.wrong_type(part, node, "nav", "a whole number: the page's place in the navigation")
                }
            }
        }
        diagnostics.append(&mut record.diagnostics);
        page.body.insert(lang, body(&input.file.text, number));
        page.files.push(input.file.clone());
    }
    pages.into_values().collect()
}

/// The text after the front matter, line ends resolved.
fn body(whole: &str, file: u16) -> Text {
    let start = match parse::front_matter(whole) {
        Ok(Some((_, _, body))) => body,
        Ok(None) => 0,
        Err(_) => whole.len(),
    };
    let mut builder = parse::PassageBuilder::default();
    let mut at = start;
    for line in whole[start..].split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        builder.push(content, at);
        if line.ends_with('\n') {
            builder.push("\n", at + line.len() - 1);
        }
        at += line.len();
    }
    let passage = builder.finish(ByteSpan::new(start, whole.len()));
    let text = text(&passage, file);
    if text.value.is_empty() { Text::verbatim("", At::new(file, ByteSpan::new(start, start))) } else { text }
}
