//! The readable text of a web page: the article without menus and adverts, by the readability of reading
//! views; the whole page's text where no article is found or the page is too deep for a tree.

use dom_smoothie::{Config, Readability};

use super::About;
use super::head::head;
use crate::model::lower::{nearest_date, read_date};
use crate::text::Lang;
use crate::text::plain::{Format, render};

/// Levels of elements up to which a page is read as a tree.
const DEEPEST: usize = 400;
/// Bytes of a page up to which it is read as a tree.
const LARGEST: usize = 8 << 20;
/// Letters below which an article is too short to be one.
const SHORTEST: usize = 200;

/// The text of a page and what it tells of itself.
pub(super) fn read(html: &str, url: &str) -> (String, About) {
    let whole = render(Format::Html, html);
    let mut about = head(html);
    let Some(article) = article(html, url) else { return (titled(about.title.as_deref(), &whole), about) };
    let told = |text: Option<String>| {
        text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
    };
    about.title = told(Some(article.title)).or(about.title);
    about.publisher = told(article.site_name).or(about.publisher);
    about.author = told(article.byline).filter(|author| author.chars().count() <= 120).or(about.author);
    about.lang = about.lang.or_else(|| article.lang.as_deref().and_then(|tag| Lang::parse(tag.trim())));
    about.published = article.published_time.as_deref().and_then(date).or(about.published);
    let text = render(Format::Html, &article.content);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    // An article that leaves out most of a page is more likely a wrong guess.
    let short = letters(&text) < SHORTEST && letters(&text) * 2 < letters(&whole);
    let text = if short { whole } else { text };
    (titled(about.title.as_deref(), &text), about)
}

/// A date as a record has it.
pub(super) fn date(written: &str) -> Option<String> {
    let written = written.trim();
    if read_date(written).is_some() { Some(written.to_owned()) } else { nearest_date(written) }
}

/// The title above the text, unless the text begins with it.
fn titled(title: Option<&str>, text: &str) -> String {
    let text = text.trim();
    match title.filter(|title| !text.starts_with(*title)) {
        Some(title) => format!("{title}\n\n{text}"),
        None => text.to_owned(),
    }
}

fn article(html: &str, url: &str) -> Option<dom_smoothie::Article> {
    if html.len() > LARGEST || depth(html) > DEEPEST {
        return None;
    }
    let config = Config { max_elements_to_parse: 60_000, ..Config::default() };
    let url = Some(url).filter(|url| url.starts_with("http"));
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        Readability::new(html, url, Some(config)).and_then(|mut page| page.parse()).ok()
    }));
    read.ok().flatten()
}

/// The most elements that are open at once, counted by tags alone: no less than a tree would have.
fn depth(html: &str) -> usize {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track", "wbr",
    ];
    let (mut open, mut most) = (0_usize, 0);
    for (at, _) in html.match_indices('<') {
        let rest = &html[at + 1..];
        if let Some(rest) = rest.strip_prefix('/') {
            if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                open = open.saturating_sub(1);
            }
            continue;
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = rest[..end].to_ascii_lowercase();
        // Ends of paragraphs, items and cells may be left out.
        let implied = ["p", "li", "td", "th", "tr", "dt", "dd", "option"].contains(&name.as_str());
        if !name.is_empty() && !VOID.contains(&name.as_str()) && !implied {
            open += 1;
            most = most.max(open);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_is_read_without_what_stands_around_it() {
        let paragraph = "Response times of the relay rose to 511 ms while every host asked it at once, and the queue grew, until the operators shed load. ";
        let html = format!(
            "<!doctype html><html lang=ko><head><title>Relay outage | Example</title>\
             <meta property=\"og:site_name\" content=\"Example Shop\"></head><body>\
             <nav><a href=/>Home</a><a href=/blog>Blog</a></nav><article><h1>Relay outage</h1>{}</article>\
             <footer>Imprint and cookies</footer></body></html>",
            format!("<p>{}</p>", paragraph.repeat(4)).repeat(3)
        );
        let (text, about) = read(&html, "https://a.example/post");
        assert!(text.contains("rose to 511 ms"), "{text}");
        assert!(!text.contains("Imprint") && !text.contains("Home"), "{text}");
        assert_eq!(about.publisher.as_deref(), Some("Example Shop"));
        assert_eq!(about.lang.unwrap().as_str(), "ko");
    }

    #[test]
    fn a_page_that_is_too_deep_is_read_without_a_tree() {
        let html = format!("{}deep text{}", "<div>".repeat(200_000), "</div>".repeat(200_000));
        assert!(read(&html, "https://a.example/").0.contains("deep text"));
        assert!(read(&"<b>".repeat(50_000), "").0.is_empty());
    }
}
