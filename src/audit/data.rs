//! The files that programs read: JSON, feeds, sitemaps, drawings, styles and scripts.
//!
//! In comes the text of one file; out come findings and the addresses in it.

use serde_json::Value;

use super::Finding;
use super::page::PageLink;
use super::xml::{self, Tag};
use crate::diag::Code;

/// Parses JSON strictly: neither NaN nor a comment nor a comma too many.
///
/// # Errors
///
/// The line and what is wrong there.
pub fn json(text: &str) -> Result<Value, (u32, String)> {
    serde_json::from_str(text)
        .map_err(|error| (u32::try_from(error.line()).unwrap_or(1).max(1), error.to_string()))
}

/// An entry of a sitemap: the page's address, its alternates (language, address), the line.
pub type SitemapEntry = (String, Vec<(String, String)>, u32);

/// What was read from a file that is no page.
#[derive(Debug, Default)]
pub struct Data {
    /// Addresses in it.
    pub links: Vec<PageLink>,
    /// Entries of a sitemap.
    pub places: Vec<SitemapEntry>,
}

/// Reads the file `path`.
pub fn read(path: &str, text: &str) -> (Data, Vec<Finding>) {
    let mut data = Data::default();
    let mut found = Vec::new();
    let mut broken = |line: u32, what: &str, message: String| {
        found.push(Finding::new(Code::T012, line, format!("the {what} does not parse: {message}")));
    };
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "json" | "webmanifest" => match json(text) {
            Ok(value) => json_file(path, &value, &mut data, &mut found),
            Err((line, message)) => broken(line, "JSON", message),
        },
        "jsonl" | "ndjson" => {
            for (number, line) in text.lines().enumerate() {
                if let Err((_, message)) = json(line) {
                    broken(u32::try_from(number + 1).unwrap_or(u32::MAX), "JSON", message);
                }
            }
        }
        "xml" | "svg" => match xml::parse(text) {
            Ok(tags) => xml_file(path, &tags, &mut data, &mut found),
            Err((line, message)) => broken(line, "XML", message),
        },
        "css" => styles(text, &mut data),
        "js" | "mjs" => script(text, &mut found),
        _ if path == "_redirects" => {
            for (number, line) in text.lines().enumerate() {
                let words: Vec<&str> = line.split_whitespace().collect();
                let line = u32::try_from(number + 1).unwrap_or(u32::MAX);
                match words[..] {
                    [from, to, "301" | "302" | "307" | "308"]
                        if from.starts_with('/') && to.starts_with('/') =>
                    {
                        data.links.push(PageLink { address: to.to_owned(), line, fetched: true });
                    }
                    [] => {}
                    _ => broken(line, "redirect", "it is no line of `from to status`".to_owned()),
                }
            }
        }
        _ => {}
    }
    (data, found)
}

fn json_file(path: &str, value: &Value, data: &mut Data, found: &mut Vec<Finding>) {
    let mut say = |message: &str| found.push(Finding::new(Code::T012, 1, message.to_owned()));
    let link = |address: &str, fetched| PageLink { address: address.to_owned(), line: 1, fetched };
    if path.ends_with(".webmanifest") {
        let strings = ["start_url", "scope"].map(|key| value[key].as_str());
        data.links.extend(strings.into_iter().flatten().map(|address| link(address, true)));
        let icons = value["icons"].as_array().into_iter().flatten();
        data.links.extend(icons.filter_map(|icon| icon["src"].as_str()).map(|address| link(address, true)));
        return;
    }
    let version = value["version"].as_str().unwrap_or_default();
    if !version.starts_with("https://jsonfeed.org/version/") {
        return;
    }
    if value["title"].as_str().is_none_or(str::is_empty) {
        say("the feed has no title");
    }
    let mut ids = std::collections::BTreeSet::new();
    for item in value["items"].as_array().into_iter().flatten() {
        match item["id"].as_str().filter(|id| !id.is_empty()) {
            Some(id) if ids.insert(id.to_owned()) => {}
            Some(_) => say("two entries of the feed have one id"),
            None => say("an entry of the feed has no id"),
        }
        if item["content_text"].as_str().or(item["content_html"].as_str()).is_none() {
            say("an entry of the feed has no content");
        }
        for date in ["date_published", "date_modified"].into_iter().filter_map(|key| item.get(key)) {
            if date.as_str().is_none_or(|date| !is_moment(date)) {
                say("an entry of the feed has a date that is no moment");
            }
        }
        data.links.extend(item["url"].as_str().map(|address| link(address, false)));
    }
    for key in ["home_page_url", "feed_url"] {
        data.links.extend(value[key].as_str().map(|address| link(address, false)));
    }
}

/// Whether a text is a moment as RFC 3339 writes it.
fn is_moment(text: &str) -> bool {
    text.len() >= 20 && text.parse::<jiff::Timestamp>().is_ok()
}

fn xml_file(path: &str, tags: &[Tag], data: &mut Data, found: &mut Vec<Finding>) {
    let root = tags.first().map_or("", |tag| tag.name.as_str());
    if path.ends_with(".svg") {
        return drawing(tags, data, found);
    }
    let children = |number: usize| tags.iter().filter(move |tag| tag.parent == Some(number));
    let text = |number: usize, name: &str| {
        children(number)
            .find(|tag| tag.name == name)
            .map(|tag| tag.text.trim())
            .filter(|text| !text.is_empty())
    };
    match root {
        "feed" => {
            let mut ids = std::collections::BTreeSet::new();
            for (number, tag) in tags.iter().enumerate() {
                if number > 0 && tag.name != "entry" {
                    continue;
                }
                let mut say = |message: String| found.push(Finding::new(Code::T012, tag.line, message));
                for name in ["title", "id", "updated"].into_iter().filter(|name| text(number, name).is_none())
                {
                    say(format!("<{}> of the feed has no <{name}>", tag.name));
                }
                if text(number, "id").is_some_and(|id| !ids.insert(id.to_owned())) {
                    say("two entries of the feed have one id".to_owned());
                }
                for name in ["updated", "published"] {
                    if text(number, name).is_some_and(|date| !is_moment(date)) {
                        say(format!("<{name}> of the feed is no moment"));
                    }
                }
            }
            let links = tags
                .iter()
                .filter(|tag| tag.name == "link")
                .filter_map(|tag| Some((tag.get("href")?, tag.line)));
            data.links.extend(links.map(|(address, line)| PageLink {
                address: address.to_owned(),
                line,
                fetched: false,
            }));
        }
        "urlset" | "sitemapindex" => {
            for (number, tag) in
                tags.iter().enumerate().filter(|(_, tag)| matches!(tag.name.as_str(), "url" | "sitemap"))
            {
                let Some(place) = text(number, "loc") else {
                    found.push(Finding::new(
                        Code::T012,
                        tag.line,
                        "an entry of the sitemap has no <loc>".to_owned(),
                    ));
                    continue;
                };
                let alternates = children(number)
                    .filter(|tag| tag.name == "xhtml:link")
                    .filter_map(|tag| Some((tag.get("hreflang")?.to_owned(), tag.get("href")?.to_owned())));
                if root == "urlset" {
                    data.places.push((place.to_owned(), alternates.collect(), tag.line));
                } else {
                    data.links.push(PageLink { address: place.to_owned(), line: tag.line, fetched: true });
                }
            }
        }
        "OpenSearchDescription" => {
            for tag in tags.iter().filter(|tag| tag.name == "Url") {
                let address = tag.get("template").unwrap_or_default().replace("{searchTerms}", "x");
                data.links.push(PageLink { address, line: tag.line, fetched: true });
            }
        }
        _ => {}
    }
}

/// A picture must not run anything, nor ask for anything.
fn drawing(tags: &[Tag], data: &mut Data, found: &mut Vec<Finding>) {
    for tag in tags {
        let name = tag.name.rsplit(':').next().unwrap_or(&tag.name).to_ascii_lowercase();
        if matches!(name.as_str(), "script" | "foreignobject" | "iframe" | "handler" | "set" | "animate") {
            found.push(Finding::new(Code::T014, tag.line, format!("<{name}> has no place in a picture")));
        }
        for (attribute, value) in &tag.attributes {
            if attribute.to_ascii_lowercase().starts_with("on") {
                found.push(Finding::new(
                    Code::T014,
                    tag.line,
                    format!("`{attribute}` has no place in a picture"),
                ));
            }
            if matches!(attribute.as_str(), "href" | "xlink:href") && !value.starts_with('#') {
                data.links.push(PageLink { address: value.clone(), line: tag.line, fetched: true });
            }
        }
        if name == "style" {
            styles(&tag.text, data);
        }
    }
}

/// What a style sheet asks for.
fn styles(text: &str, data: &mut Data) {
    let mut link = |at: usize, address: &str| {
        let address = address.trim().trim_matches(['"', '\'']).to_owned();
        data.links.push(PageLink { address, line: line_of(text, at), fetched: true });
    };
    for (at, _) in text.match_indices("url(") {
        link(at, text[at + 4..].split(')').next().unwrap_or_default());
    }
    for (at, _) in text.match_indices("@import") {
        let rest = text[at + 7..].trim_start();
        if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            link(at, rest[1..].split(quote).next().unwrap_or_default());
        }
    }
}

/// A script that names another host could ask it for something; one that evaluates text needs a policy
/// that the site does not have.
fn script(text: &str, found: &mut Vec<Finding>) {
    for quote in ["\"", "'", "`"] {
        for scheme in ["https://", "http://", "//"] {
            for (at, _) in text.match_indices(&format!("{quote}{scheme}")) {
                // `"//"` alone is two slashes, not a host.
                let host = text[at + quote.len() + scheme.len()..].starts_with(|c: char| c.is_alphanumeric());
                if host {
                    found.push(Finding::new(
                        Code::T013,
                        line_of(text, at),
                        "the script names another host".to_owned(),
                    ));
                }
            }
        }
    }
    for call in ["eval(", "new Function(", "document.write("] {
        for (at, _) in text.match_indices(call) {
            if !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                found.push(Finding::new(Code::T014, line_of(text, at), format!("`{call}…)` in a script")));
            }
        }
    }
}

fn line_of(text: &str, at: usize) -> u32 {
    u32::try_from(text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_that_readers_would_refuse_is_told() {
        let feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title><id>a</id><updated>2026-11-30T00:00:00Z</updated>";
        assert!(read("f.xml", &format!("{feed}</feed>")).1.is_empty());
        assert_eq!(read("f.xml", &format!("{feed}<entry><title>x</title></entry></feed>")).1.len(), 2);
        assert_eq!(read("f.xml", &feed.replace("T00:00:00Z", "")).1[0].code, Code::T012);
        let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":""},{"id":"1","content_text":""}]}"#;
        assert_eq!(read("f.json", json).1.len(), 1);
        assert_eq!(read("x.json", "{\"a\":NaN}").1[0].code, Code::T012);
        assert_eq!(read("x.json", "{\"a\":-Infinity}").1[0].code, Code::T012);
    }

    #[test]
    fn styles_and_scripts_ask_no_other_host() {
        let (data, _) = read("a.css", "@import \"x.css\";\na { background: url('https://e.example/t.gif') }");
        assert_eq!(
            data.links.iter().map(|link| (&*link.address, link.line)).collect::<Vec<_>>(),
            [("https://e.example/t.gif", 2), ("x.css", 1)]
        );
        assert_eq!(read("a.js", "fetch(\"https://e.example/\")").1[0].code, Code::T013);
        assert!(read("a.js", "const a = text.split(\"//\"); retrieval(a)").1.is_empty());
    }
}
