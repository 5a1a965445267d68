//! A list of links in Markdown, as danluu/post-mortems keeps it: headings are categories, and each entry
//! is a paragraph or list item that begins with a link to what it tells of.
//!
//! Links within the page and text without a link are passed over and told.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::draft::List;
use super::prose::{plain, shortened};
use super::{Draft, Reading, Refusal, Setting};
use crate::diag::{ByteSpan, SourceFile};
use crate::model::address::read_address;
use crate::model::name::slug;

/// Vocabularies in which a heading may be a term.
const CATEGORIES: [(&str, &str); 4] = [
    ("root_cause", "root_cause"),
    ("contributing", "contributing"),
    ("domain", "domain"),
    ("symptoms", "symptom"),
];

/// A paragraph or the text of a list item.
struct Block {
    start: usize,
    end: usize,
    /// Links in order: address, words, where they begin.
    links: Vec<(String, String, usize)>,
    /// Whether anything but blanks stands before the first link.
    text_first: bool,
}

/// Reads a list.
pub fn read(file: &SourceFile, setting: &Setting<'_>) -> Reading {
    let mut reading = Reading::default();
    let mut heading = String::new();
    let mut passed: Vec<usize> = Vec::new();
    let body = match super::front_matter(file, setting.nesting) {
        Ok(Some((_, text))) => file.text.len() - text.len(),
        _ => 0,
    };
    for part in parts(&file.text[body..]) {
        let block = match part {
            Part::Heading(text) => {
                heading = text;
                continue;
            }
            Part::Block(block) => block,
        };
        let span = ByteSpan::new(body + block.start, body + block.end);
        let line = file.place(span).line as usize;
        let Some((url, name, _)) = block.links.first().filter(|_| !block.text_first) else {
            passed.push(line);
            continue;
        };
        if url.starts_with('#') {
            passed.push(line);
            continue;
        }
        let Ok(address) = read_address(url) else {
            let reason = format!("`{url}` is no web address that a source can have");
            reading.refusals.push(Refusal::fault(file.path.clone(), line, reason));
            continue;
        };
        let text = file.text[span.range()].trim();
        let mut draft = entry(file, span, &address.key, name, text, setting);
        draft.source(List::Sources, url, &[]);
        for (url, ..) in &block.links[1..] {
            // Copies of pages already told join them; the rest is further reading.
            if !url.starts_with('#') {
                draft.source(List::Docs, url, &[]);
            }
        }
        if !heading.is_empty() {
            let left = draft.sort_terms(setting.vocab, [heading.as_str()], &CATEGORIES);
            if let [word] = left[..] {
                draft.miss("category", word);
            }
            draft.keep("categories", serde_json::json!([heading]));
        }
        reading.drafts.push(draft);
    }
    if !passed.is_empty() {
        let lines: Vec<String> = passed.iter().map(ToString::to_string).collect();
        reading.remark(
            file,
            passed[0],
            format!(
                "text that begins with no link to elsewhere was passed over, in lines {}",
                lines.join(", ")
            ),
        );
    }
    reading
}

/// One entry: its first link's words name the organisation, what follows is the summary.
fn entry(
    file: &SourceFile,
    span: ByteSpan,
    key: &str,
    name: &str,
    text: &str,
    setting: &Setting<'_>,
) -> Draft {
    let mut draft = Draft::new(file, span, key, &setting.lang());
    draft.mention = true;
    let hash = &blake3::hash(key.as_bytes()).to_hex()[..8];
    // A long text under the link is a title, not a name.
    let is_name = name.split_whitespace().count() <= 4;
    let org =
        setting.options.org.as_deref().or_else(|| Some(name).filter(|name| is_name && !name.is_empty()));
    draft.id = format!("{}-{hash}", cut(&slug(if name.is_empty() { key } else { name })));
    let rest = after_link(text);
    match org {
        Some(org) => {
            draft.put("org", org);
            if rest.is_empty() {
                draft.title(Some(name), "");
            } else {
                draft.title(Some(&format!("{org}: {}", shortened(rest))), rest);
            }
        }
        None => {
            draft.title(Some(name), rest);
            draft.remark("the link names no organisation: add `org`");
        }
    }
    draft.text("summary", text);
    draft.unknown("date", "the list does not tell it");
    draft
}

/// The first words of a slug, at most 48 letters.
fn cut(slug: &str) -> &str {
    match slug.char_indices().nth(48) {
        None => slug,
        Some((end, _)) => slug[..slug[..end].rfind('-').unwrap_or(end)].trim_end_matches('-'),
    }
}

/// The text after the link that it begins with, and after the mark that ends the link's own sentence.
fn after_link(text: &str) -> &str {
    let mut depth = 0;
    let mut inside = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' if inside || text[..at].ends_with(']') => {
                inside = true;
                depth += 1;
            }
            ')' if inside => {
                depth -= 1;
                if depth == 0 {
                    let rest =
                        text[at + 1..].trim_start_matches(['.', ':', ',', '-', '–', '—', ' ', '*', '\n']);
                    return if plain(rest).is_empty() { "" } else { rest };
                }
            }
            _ => {}
        }
    }
    ""
}

enum Part {
    Heading(String),
    Block(Block),
}

/// Headings and blocks of text in order.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut heading: Option<String> = None;
    let mut block: Option<Block> = None;
    let mut link: Option<(String, String, usize)> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                parts.extend(block.take().map(Part::Block));
                heading = Some(String::new());
            }
            Event::End(TagEnd::Heading(_)) => parts.extend(heading.take().map(Part::Heading)),
            Event::Start(Tag::Paragraph | Tag::Item | Tag::TableRow) => {
                // An item's paragraph is the item's text; a nested item is an entry of its own.
                match &mut block {
                    Some(open) if open.links.is_empty() && !open.text_first => open.start = range.start,
                    _ => {
                        parts.extend(block.take().map(Part::Block));
                        block = Some(Block {
                            start: range.start,
                            end: range.start,
                            links: Vec::new(),
                            text_first: false,
                        });
                    }
                }
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow) => {
                parts.extend(block.take().map(Part::Block));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                link = Some((dest_url.into_string(), String::new(), range.start))
            }
            Event::End(TagEnd::Link) => {
                if let (Some(block), Some(link)) = (&mut block, link.take()) {
                    block.links.push(link);
                    block.end = range.end;
                }
            }
            Event::Text(own) | Event::Code(own) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&own);
                    continue;
                }
                if let Some(block) = &mut block {
                    block.end = range.end;
                    match &mut link {
                        Some(link) => link.1.push_str(&own),
                        None if block.links.is_empty() && !own.trim().is_empty() => block.text_first = true,
                        None => {}
                    }
                }
            }
            _ => {
                if let Some(block) = &mut block {
                    block.end = block.end.max(range.end.min(text.len()));
                }
            }
        }
    }
    parts.extend(block.map(Part::Block));
    parts.retain(|part| match part {
        Part::Heading(_) => true,
        Part::Block(block) => !block.links.is_empty() || block.text_first,
    });
    // List marks and emphasis before the first link belong to neither.
    for part in &mut parts {
        if let Part::Block(block) = part
            && let (false, Some((.., at))) = (block.text_first, block.links.first())
        {
            block.start = (*at).max(block.start);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::import::Options as Told;
    use crate::model::Vocabularies;

    fn read_text(text: &str) -> Reading {
        let (vocab, options) = (Vocabularies::default(), Told::default());
        let setting = Setting { vocab: &vocab, options: &options, mapping: None, nesting: 64 };
        read(&SourceFile::new("list.md", text), &setting)
    }

    #[test]
    fn entries_are_paragraphs_and_items_that_begin_with_a_link() {
        let text = "# List\n\nWelcome, see [this](https://x.example).\n\n- [Errors](#errors)\n\n## Config Errors\n\n\
            [Acme](https://acme.example/wiki/Down_(2020)). A bad setting stopped all. See [more](https://b.example/m).\n\n\
            * [Beta](https://beta.example/1) - disks\n* **[Gamma](http://www.acme.example/wiki/Down_(2020)/)**: again\n* [Bad](ftp://x)\n";
        let reading = read_text(text);
        let seen: Vec<(&str, usize)> =
            reading.drafts.iter().map(|draft| (draft.key.as_str(), draft.line)).collect();
        assert_eq!(
            seen,
            [
                ("acme.example/wiki/Down_(2020)", 9),
                ("beta.example/1", 11),
                ("acme.example/wiki/Down_(2020)", 12)
            ]
        );
        assert_eq!(reading.refusals.len(), 1);
        assert_eq!(reading.refusals[0].line, 13);
        assert!(reading.remarks[0].1.message.ends_with("in lines 3, 5"), "{:?}", reading.remarks);
        let first = &reading.drafts[0];
        assert_eq!(first.fields["org"], "Acme");
        assert_eq!(first.fields["title"]["en"], "Acme: A bad setting stopped all");
        assert_eq!(first.extra["categories"], serde_json::json!(["Config Errors"]));
        assert!(first.fields["summary"]["en"].as_str().unwrap().starts_with("[Acme](https://acme"));
        assert_eq!(reading.drafts[1].fields["title"]["en"], "Beta: disks");
    }

    #[test]
    fn any_text_is_survived() {
        for text in [
            "",
            "[",
            "- [](x)",
            "[a][b]\n\n[b]: https://x.example/\n",
            "| [a](https://x.example) |\n|---|\n| [b](https://y.example) |",
        ] {
            let _ = read_text(text);
        }
        assert_eq!(read_text("[a][b] text\n\n[b]: https://x.example/\n").drafts.len(), 1);
    }
}
