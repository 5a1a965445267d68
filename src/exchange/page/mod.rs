//! A fetched page into the text that quotes are looked for in, and what the page tells of itself: title,
//! language, publisher, date, licence. Bytes in, text out; it fetches nothing and keeps nothing.

mod charset;
mod head;
mod html;
mod licence;
mod pdf;

pub use licence::{Licence, may_store};

use crate::text::Lang;

/// A page as it came.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// Its address.
    pub url: &'a str,
    /// The media type that its host tells, with parameters; may be empty.
    pub media_type: &'a str,
    /// The language that its host tells.
    pub content_language: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// How a page's text is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// Text alone.
    Plain,
    /// Markdown, as it came.
    Markdown,
}

impl Stored {
    /// The extension of a file that holds it.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Plain => "txt",
            Self::Markdown => "md",
        }
    }
}

/// What was read of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The text, with a line feed at its end.
    pub text: String,
    /// How it is stored.
    pub stored: Stored,
    /// What the page tells of itself.
    pub about: About,
}

/// What a page tells of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// The language of its text.
    pub lang: Option<Lang>,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// When it was published, as a record's date.
    pub published: Option<String>,
    /// Its licence.
    pub licence: Option<Licence>,
}

/// Reads a page.
///
/// # Errors
///
/// One sentence: the kind of page cannot be read, or there is no text in it.
pub fn read(page: &Page<'_>) -> Result<Read, String> {
    let essence = page.media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mut read = match kind(&essence, page) {
        Kind::Pdf => Read { text: pdf::text(page.bytes)?, stored: Stored::Plain, about: About::default() },
        Kind::Html => {
            let html = charset::decode(page.bytes, page.media_type, true)?;
            let (text, about) = html::read(&html, page.url);
            Read { text, stored: Stored::Plain, about }
        }
        Kind::Text(stored) => {
            let text = charset::decode(page.bytes, page.media_type, false)?;
            let about = About { title: heading(&text), ..About::default() };
            Read { text: text.replace("\r\n", "\n").replace('\r', "\n"), stored, about }
        }
        Kind::Other => {
            let told = if essence.is_empty() {
                "of an unknown kind".to_owned()
            } else {
                format!("of the kind {essence}")
            };
            return Err(format!("it is {told}, from which no text can be taken; store its text by hand"));
        }
    };
    if read.text.trim().is_empty() {
        return Err("there is no text in it: perhaps it is made by scripts, or it is a picture; store its text by hand".to_owned());
    }
    if !read.text.ends_with('\n') {
        read.text.push('\n');
    }
    read.about.lang = read.about.lang.or_else(|| {
        let tag = page.content_language.split(',').next().unwrap_or_default().trim();
        Lang::parse(tag)
    });
    Ok(read)
}

enum Kind {
    Html,
    Pdf,
    Text(Stored),
    Other,
}

fn kind(essence: &str, page: &Page<'_>) -> Kind {
    let path = page.url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let head = page.bytes.get(..1024).unwrap_or(page.bytes);
    if page.bytes.starts_with(b"%PDF-") {
        return Kind::Pdf;
    }
    match essence {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "application/pdf" => Kind::Pdf,
        "text/markdown" | "text/x-markdown" => Kind::Text(Stored::Markdown),
        "text/plain" if path.ends_with(".md") || path.ends_with(".markdown") => Kind::Text(Stored::Markdown),
        "application/json" | "application/xml" => Kind::Text(Stored::Plain),
        own if own.starts_with("text/") => Kind::Text(Stored::Plain),
        "" | "application/octet-stream" => {
            let lower = head.to_ascii_lowercase();
            let has = |needle: &[u8]| memchr::memmem::find(&lower, needle).is_some();
            if has(b"<html") || has(b"<!doctype html") {
                Kind::Html
            } else if path.ends_with(".md") || path.ends_with(".markdown") {
                Kind::Text(Stored::Markdown)
            } else if !head.contains(&0) && std::str::from_utf8(page.bytes).is_ok() {
                Kind::Text(Stored::Plain)
            } else {
                Kind::Other
            }
        }
        _ => Kind::Other,
    }
}

/// The first heading of a text in Markdown.
fn heading(text: &str) -> Option<String> {
    let line = text.lines().take(40).find_map(|line| line.strip_prefix("# "))?;
    Some(line.trim().trim_end_matches('#').trim().to_owned()).filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page<'a>(url: &'a str, media_type: &'a str, bytes: &'a [u8]) -> Page<'a> {
        Page { url, media_type, content_language: "ko-KR", bytes }
    }

    #[test]
    fn texts_and_markdown_stay_as_they_are() {
        let read_text = read(&page(
            "https://a.example/x.md",
            "text/plain; charset=utf-8",
            "# 제목\r\n\r\n본문".as_bytes(),
        ))
        .unwrap();
        assert_eq!((read_text.text.as_str(), read_text.stored), ("# 제목\n\n본문\n", Stored::Markdown));
        assert_eq!(read_text.about.title.as_deref(), Some("제목"));
        assert_eq!(read_text.about.lang.unwrap().as_str(), "ko-KR");
        assert_eq!(read(&page("https://a.example/log", "", b"line")).unwrap().stored, Stored::Plain);
    }

    #[test]
    fn pictures_and_empty_pages_are_told() {
        assert!(
            read(&page("https://a.example/x.png", "image/png", &[0x89, 0x50]))
                .unwrap_err()
                .contains("image/png")
        );
        assert!(
            read(&page("https://a.example/", "text/html", b"<html><script>x()</script></html>"))
                .unwrap_err()
                .contains("scripts")
        );
        assert!(read(&page("https://a.example/", "application/pdf", b"%PDF-1.4 nonsense")).is_err());
    }
}
