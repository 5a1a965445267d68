//! What a page's head tells, read by its tags alone: title, language, site, author, date, licence.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::html::date;
use super::{About, Licence};
use crate::text::Lang;

/// Reads the head of `html`, and licences that its body links to as its own.
pub(super) fn head(html: &str) -> About {
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut state = tokenizer.sink.0.into_inner();
    state.close_link();
    let title = state.title.split_whitespace().collect::<Vec<_>>().join(" ");
    state.about.title = Some(title).filter(|title| !title.is_empty()).or(state.about.title);
    state.about
}

#[derive(Default)]
struct State {
    about: About,
    title: String,
    in_title: bool,
    titled: bool,
    /// A link to a licence that is open, and its words.
    link: Option<(String, String)>,
}

#[derive(Default)]
struct Reader(RefCell<State>);

impl State {
    fn close_link(&mut self) {
        if let Some((url, words)) = self.link.take() {
            self.about.licence.get_or_insert_with(|| Licence::of_address(&url, &words));
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let attribute = |name: &str| {
            let own = tag.attrs.iter().find(|own| *own.name.local == *name)?;
            Some(own.value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let start = tag.kind == TagKind::StartTag;
        match (&*tag.name, start) {
            ("html", true) => self.about.lang = attribute("lang").and_then(|tag| Lang::parse(&tag)),
            ("title", true) if !self.titled => (self.in_title, self.titled) = (true, true),
            ("title", false) => self.in_title = false,
            ("meta", true) => {
                let name = attribute("property").or_else(|| attribute("name")).unwrap_or_default();
                let Some(content) = attribute("content") else { return };
                match name.to_ascii_lowercase().as_str() {
                    "og:title" => self.about.title = Some(content),
                    "og:site_name" | "dc.publisher" => drop(self.about.publisher.get_or_insert(content)),
                    "author" => drop(self.about.author.get_or_insert(content)),
                    "article:published_time" | "date" | "dc.date" | "dcterms.created" => {
                        self.about.published = self.about.published.take().or_else(|| date(&content));
                    }
                    "dcterms.license" | "dc.rights" if content.starts_with("http") => {
                        self.about.licence.get_or_insert_with(|| Licence::of_address(&content, ""));
                    }
                    _ => {}
                }
            }
            ("a" | "link", true) => {
                self.close_link();
                let rel = attribute("rel").unwrap_or_default();
                let is_licence = rel.split_whitespace().any(|word| word.eq_ignore_ascii_case("license"));
                if let (true, Some(url)) =
                    (is_licence, attribute("href").filter(|url| url.starts_with("http")))
                {
                    self.link = Some((url, String::new()));
                    if &*tag.name == "link" {
                        self.close_link();
                    }
                }
            }
            ("a", false) => self.close_link(),
            _ => {}
        }
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                state.tag(&tag);
                if tag.kind == TagKind::StartTag {
                    use html5ever::tokenizer::states::RawKind;
                    match &*tag.name {
                        "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                        "style" => return TokenSinkResult::RawData(RawKind::Rawtext),
                        "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
                        _ => {}
                    }
                }
            }
            Token::CharacterTokens(text) => {
                if state.in_title {
                    state.title.push_str(&text);
                }
                if let Some((_, words)) = &mut state.link {
                    words.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_tells_of_itself() {
        let about = head(
            "<html lang=\"ru-RU\"><head><title> Отказ\n узла </title><meta name=author content=\"А. Автор\">\
             <meta property=\"article:published_time\" content=\"2021-10-28T10:00:00Z\"></head>\
             <body><svg><title>icon</title></svg><script>var a = '<title>no</title>'</script>\
             <a rel=\"license noopener\" href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY</a></body></html>",
        );
        assert_eq!(about.title.as_deref(), Some("Отказ узла"));
        assert_eq!(about.lang.unwrap().as_str(), "ru-RU");
        assert_eq!(about.author.as_deref(), Some("А. Автор"));
        assert_eq!(about.published.as_deref(), Some("2021-10-28T10:00:00Z"));
        assert_eq!(about.licence.unwrap().name, "CC-BY-4.0");
    }
}
