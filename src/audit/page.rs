//! The rules for one page: what it may hold, and what it points at.
//!
//! In comes a parsed page; out come findings and the facts that only the whole tree can judge: ids,
//! addresses, languages. Nothing is resolved here.

use std::collections::BTreeSet;

use super::html::{Document, Element};
use super::{Finding, data};
use crate::diag::Code;
use crate::text::Lang;

/// What a page says of itself and of others.
#[derive(Debug, Default)]
pub struct Page {
    /// Its language.
    pub lang: String,
    /// The ids on it.
    pub ids: BTreeSet<String>,
    /// Addresses that a reader or the browser may follow.
    pub links: Vec<PageLink>,
    /// Its own address, as it tells it.
    pub canonical: Option<(String, u32)>,
    /// The same page in other languages: language, address, line.
    pub alternates: Vec<(String, String, u32)>,
    /// Style sheets.
    pub styles: Vec<String>,
    /// Scripts.
    pub scripts: Vec<String>,
    /// Whether it leads on at once.
    pub leads_on: bool,
    /// Whether search engines are asked to leave it alone.
    pub noindex: bool,
}

/// An address on a page.
#[derive(Debug, Clone)]
pub struct PageLink {
    /// As written.
    pub address: String,
    /// Its line.
    pub line: u32,
    /// Whether the browser asks for it by itself, so that it must not be another host's.
    pub fetched: bool,
}

/// Reads the facts of a page and tells what is wrong on it.
pub fn read(document: &Document) -> (Page, Vec<Finding>) {
    let mut page = Page::default();
    let mut found: Vec<Finding> = document
        .faults
        .iter()
        .map(|(line, message)| Finding::new(Code::T011, *line, format!("the markup is broken: {message}")))
        .collect();
    for (number, element) in document.elements.iter().enumerate() {
        addresses(element, &mut page);
        code(element, &mut found);
        content(document, number, &mut found);
        for (name, value) in &element.attributes {
            if name == "id" {
                let sound = !value.is_empty() && !value.contains(|c: char| c.is_ascii_whitespace());
                if !sound {
                    found.push(Finding::new(Code::T011, element.line, format!("`{value}` is no id")));
                } else if !page.ids.insert(value.clone()) {
                    let message = format!("the id `{value}` stands twice on the page");
                    found.push(Finding::new(Code::T011, element.line, message));
                }
            }
            if matches!(name.as_str(), "lang" | "hreflang")
                && value != "x-default"
                && Lang::parse(value).is_none()
            {
                found.push(Finding::new(Code::T011, element.line, format!("`{value}` is no language")));
            }
            if name == "dir" && !matches!(value.as_str(), "ltr" | "rtl" | "auto") {
                found.push(Finding::new(Code::T011, element.line, format!("`{value}` is no direction")));
            }
        }
        if element.name == "script"
            && element.get("src").is_none()
            && let Err((line, message)) = data::json(&element.text)
        {
            let message = format!("the data of the page do not parse: {message}");
            found.push(Finding::new(Code::T012, element.line + line - 1, message));
        }
    }
    references(document, &page, &mut found);
    whole(document, &mut page, &mut found);
    (page, found)
}

/// Attributes whose value names ids on the page.
const REFERENCES: [&str; 10] = [
    "for",
    "list",
    "form",
    "headers",
    "popovertarget",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-activedescendant",
];

fn references(document: &Document, page: &Page, found: &mut Vec<Finding>) {
    for element in &document.elements {
        for (name, value) in &element.attributes {
            if !REFERENCES.contains(&name.as_str()) {
                continue;
            }
            for id in value.split_ascii_whitespace().filter(|id| !page.ids.contains(*id)) {
                let message = format!("`{name}` names the id `{id}`, which is not on the page");
                found.push(Finding::new(Code::T011, element.line, message));
            }
        }
    }
}

/// What a page as a whole must have.
fn whole(document: &Document, page: &mut Page, found: &mut Vec<Finding>) {
    let named = |name: &'static str| {
        document.elements.iter().filter(move |element| element.name == name && element.html)
    };
    page.lang = named("html").find_map(|html| html.get("lang")).unwrap_or_default().to_owned();
    if page.lang.is_empty() {
        found.push(Finding::new(Code::T011, 1, "the page does not tell its language".to_owned()));
    }
    let title = named("title").next().map_or("", |title| title.text.trim());
    if title.is_empty() {
        found.push(Finding::new(Code::T011, 1, "the page has no title".to_owned()));
    }
    for (name, count) in [("h1", named("h1").count()), ("main", named("main").count())] {
        if count != 1 {
            found.push(Finding::new(
                Code::T011,
                1,
                format!("the page has {count} elements <{name}> instead of one"),
            ));
        }
    }
    page.leads_on = named("meta").any(|meta| meta.has_word("http-equiv", "refresh"));
    page.noindex = named("meta").any(|meta| {
        meta.has_word("name", "robots")
            && meta.get("content").is_some_and(|content| content.contains("noindex"))
    });
}

/// Relations of `link` for which the browser asks the other side by itself, now or soon.
const FETCHED: [&str; 10] = [
    "stylesheet",
    "icon",
    "preload",
    "modulepreload",
    "prefetch",
    "prerender",
    "preconnect",
    "dns-prefetch",
    "manifest",
    "apple-touch-icon",
];

fn addresses(element: &Element, page: &mut Page) {
    let line = element.line;
    let mut link = |address: &str, fetched: bool| {
        page.links.push(PageLink { address: address.to_owned(), line, fetched });
    };
    let name = element.name.as_str();
    for (attribute, value) in &element.attributes {
        match (name, attribute.as_str()) {
            ("link", "href") => {
                let rel = element.get("rel").unwrap_or_default().to_ascii_lowercase();
                link(value, rel.split_ascii_whitespace().any(|word| FETCHED.contains(&word)));
            }
            ("a" | "area", "href" | "xlink:href") => link(value, false),
            (
                _,
                "href" | "xlink:href" | "src" | "poster" | "background" | "data" | "ping" | "action"
                | "formaction",
            ) if name != "base" => {
                link(value, true);
            }
            (_, "srcset" | "imagesrcset") => {
                for one in value.split(',').filter_map(|one| one.split_ascii_whitespace().next()) {
                    link(one, true);
                }
            }
            _ => {}
        }
    }
    let href = element.get("href").unwrap_or_default().to_owned();
    match name {
        "link" if element.has_word("rel", "stylesheet") => page.styles.push(href),
        "link" if element.has_word("rel", "canonical") => page.canonical = Some((href, line)),
        "link" if element.has_word("rel", "alternate") => {
            if let Some(lang) = element.get("hreflang") {
                page.alternates.push((lang.to_owned(), href, line));
            }
        }
        "script" => page.scripts.extend(element.get("src").map(str::to_owned)),
        "meta" if element.has_word("http-equiv", "refresh") => {
            let content = element.get("content").unwrap_or_default();
            if let Some((_, address)) = content.split_once("url=") {
                page.links.push(PageLink { address: address.to_owned(), line, fetched: true });
            }
        }
        _ => {}
    }
}

/// Elements that run or fetch what others wrote; no page has one.
const FOREIGN: [&str; 10] =
    ["iframe", "frame", "frameset", "object", "embed", "applet", "portal", "base", "style", "foreignobject"];

/// Scripts, styles and frames that stand in the page itself.
fn code(element: &Element, found: &mut Vec<Finding>) {
    let mut say = |message: String| found.push(Finding::new(Code::T014, element.line, message));
    let name = element.name.to_ascii_lowercase();
    if FOREIGN.contains(&name.as_str()) {
        say(format!("<{name}> has no place on a page"));
    }
    if name == "script" && element.get("src").is_none() {
        let kind = element.get("type").unwrap_or_default();
        if !matches!(kind, "application/ld+json" | "application/json") {
            say("a script stands in the page itself".to_owned());
        }
    }
    if name == "meta" && element.get("http-equiv").is_some() && !element.has_word("http-equiv", "refresh") {
        say("a page sets no header but `refresh`".to_owned());
    }
    for (attribute, value) in &element.attributes {
        let lower = attribute.to_ascii_lowercase();
        if lower.starts_with("on") && lower.len() > 2 {
            say(format!("the handler `{attribute}` stands in the page itself"));
        }
        if matches!(lower.as_str(), "style" | "srcdoc") {
            say(format!("the attribute `{attribute}` stands in the page itself"));
        }
        let scheme: String = value
            .chars()
            .filter(|c| !c.is_whitespace() && !c.is_control())
            .take(11)
            .flat_map(char::to_lowercase)
            .collect();
        let runs = matches!(
            lower.as_str(),
            "href" | "xlink:href" | "src" | "action" | "formaction" | "data" | "to" | "values"
        );
        if runs && (scheme.starts_with("javascript:") || scheme.starts_with("vbscript:")) {
            say(format!("`{attribute}` runs a script"));
        }
    }
}

/// Elements of HTML that a page of this program may have.
const KNOWN: [&str; 87] = [
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "main",
    "mark",
    "menu",
    "meta",
    "meter",
    "nav",
    "noscript",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "picture",
    "pre",
    "progress",
    "q",
    "ruby",
    "s",
    "samp",
    "script",
    "search",
    "section",
    "select",
    "small",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
];

/// The rest of them: the table of `KNOWN` is cut where a line is full.
const KNOWN_TOO: [&str; 13] =
    ["template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "u", "ul", "var", "video", "wbr"];

/// Elements that stand inside a line.
const PHRASING: [&str; 43] = [
    "a", "abbr", "b", "bdi", "bdo", "br", "button", "cite", "code", "data", "datalist", "del", "dfn", "em",
    "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta", "meter", "noscript", "output",
    "picture", "progress", "q", "ruby", "s", "samp", "script", "select", "small", "span", "strong", "sub",
    "sup", "svg", "time", "u", "var",
];

/// Elements that hold nothing but what stands inside a line.
const LINES: [&str; 33] = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt_", "span", "q", "b", "i", "em", "strong", "small",
    "s", "u", "code", "kbd", "samp", "var", "mark", "sub", "sup", "time", "button", "label", "cite", "abbr",
    "data", "bdi", "bdo",
];

/// What stands in what.
fn content(document: &Document, number: usize, found: &mut Vec<Finding>) {
    let element = &document.elements[number];
    if !element.html {
        return;
    }
    let name = element.name.as_str();
    let mut say = |message: String| found.push(Finding::new(Code::T011, element.line, message));
    if !KNOWN.contains(&name) && !KNOWN_TOO.contains(&name) && !FOREIGN.contains(&name) {
        say(format!("<{name}> is no element of a page"));
    }
    let phrasing =
        PHRASING.contains(&name) || matches!(name, "textarea" | "wbr" | "video" | "template" | "area");
    let parent = document.ancestors(number).next();
    if let Some(parent) = parent.filter(|parent| parent.html) {
        let inside = parent.name.as_str();
        if !phrasing && LINES.contains(&inside) {
            say(format!("<{name}> stands inside <{inside}>, which holds a line of text alone"));
        }
        let lost = match inside {
            "ul" | "ol" | "menu" => !matches!(name, "li" | "script" | "template"),
            "dl" => !matches!(name, "dt" | "dd" | "div" | "script" | "template"),
            "table" => !matches!(name, "caption" | "colgroup" | "thead" | "tbody" | "tfoot" | "tr"),
            "tr" => !matches!(name, "th" | "td"),
            "select" => !matches!(name, "option" | "optgroup" | "hr"),
            _ => false,
        };
        let alone = match name {
            "li" => !matches!(inside, "ul" | "ol" | "menu"),
            "dt" | "dd" => !matches!(inside, "dl" | "div"),
            "summary" => inside != "details",
            "figcaption" => inside != "figure",
            "caption" => inside != "table",
            _ => false,
        };
        if lost || alone {
            say(format!("<{name}> has no place right inside <{inside}>"));
        }
    }
    let interactive = matches!(name, "a" | "button" | "select" | "textarea" | "summary")
        || (name == "input" && element.get("type") != Some("hidden"));
    if interactive && document.ancestors(number).any(|around| matches!(around.name.as_str(), "a" | "button"))
    {
        say(format!("<{name}> stands inside a link or button"));
    }
    match name {
        "img" if element.get("alt").is_none() => say("a picture has no `alt`".to_owned()),
        "a" if element.get("href").is_none() && element.get("id").is_none() => {
            say("a link leads nowhere".to_owned())
        }
        "meter" | "progress" => {
            let number = |attribute: &str| element.get(attribute).map(str::parse::<f64>);
            let sound = ["value", "min", "max"]
                .iter()
                .all(|attribute| number(attribute).is_none_or(|n| n.is_ok_and(f64::is_finite)));
            if !sound {
                say(format!("<{name}> measures something that is no number"));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::html::parse;

    fn codes(body: &str) -> Vec<&'static str> {
        let html = format!(
            "<!doctype html><html lang=en><head><title>T</title></head><body><main><h1>H</h1>{body}</main></body></html>"
        );
        read(&parse(&html)).1.iter().map(|finding| finding.code.as_str()).collect()
    }

    #[test]
    fn a_sound_page_is_left_alone() {
        let body = "<p id=a>x <a href=\"#a\" aria-labelledby=a>y</a></p><ul><li>z</li></ul><dl><div><dt>a</dt><dd>b</dd></div></dl>";
        assert_eq!(codes(body), [] as [&str; 0]);
    }

    #[test]
    fn what_runs_or_fetches_from_inside_the_page_is_told() {
        for body in [
            "<p onclick=x>a</p>",
            "<p style=color:red>a</p>",
            "<style>p{}</style>",
            "<script>1</script>",
            "<iframe src=x></iframe>",
            "<a href=\" java\nscript:x\">a</a>",
            "<svg onload=x></svg>",
            "<form action=\"javascript:x\"></form>",
        ] {
            assert!(codes(body).contains(&"T014"), "{body}: {:?}", codes(body));
        }
    }

    #[test]
    fn ids_references_and_contents_are_held_to_the_standard() {
        for body in [
            "<p id=a></p><p id=a></p>",
            "<p id=\"a b\"></p>",
            "<label for=x>y</label>",
            "<img src=x>",
            "<ul><p>x</p></ul>",
            "<span><div>x</div></span>",
            "<h1>again</h1>",
            "<button><a href=x>y</a></button>",
            "<blink>x</blink>",
            "<p lang=\"\">x</p>",
            "<li>x</li>",
        ] {
            assert!(codes(body).contains(&"T011"), "{body}: {:?}", codes(body));
        }
        assert!(codes("<script type=\"application/ld+json\">{a}</script>").contains(&"T012"));
    }
}
