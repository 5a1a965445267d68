//! Whether a text is well-formed XML, read strictly; in feeds and sitemaps a slip makes the whole file
//! unreadable. Elements come out flat, in document order. Document types are refused: nothing here
//! needs them, and they are how a reader is made to fetch or to swell.

/// An element as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its name as written, with its prefix.
    pub name: String,
    /// Attributes: name, value without references.
    pub attributes: Vec<(String, String)>,
    /// The text right inside it.
    pub text: String,
    /// The number of its parent.
    pub parent: Option<usize>,
    /// Its line, from 1.
    pub line: u32,
}

impl Tag {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a document; the error is a line and what is wrong there.
///
/// # Errors
///
/// The first place at which the text is not well-formed.
pub fn parse(text: &str) -> Result<Vec<Tag>, (u32, String)> {
    let mut reader = Reader { text, at: 0, tags: Vec::new(), open: Vec::new() };
    reader.document().map_err(|message| {
        let before = &text.as_bytes()[..reader.at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), message)
    })?;
    Ok(reader.tags)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tags: Vec<Tag>,
    open: Vec<usize>,
}

type Read<T> = Result<T, String>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn eat(&mut self, what: &str) -> bool {
        let found = self.rest().starts_with(what);
        if found {
            self.at += what.len();
        }
        found
    }

    /// The text up to `end`, which is passed over.
    fn until(&mut self, end: &str) -> Read<&'a str> {
        let rest = self.rest();
        let length = rest.find(end).ok_or_else(|| format!("`{end}` is missing"))?;
        self.at += length + end.len();
        Ok(&rest[..length])
    }

    fn space(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.at += length;
        length > 0
    }

    fn name(&mut self) -> Read<&'a str> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.' | '\u{B7}')))
            .unwrap_or(rest.len());
        let name = &rest[..length];
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || name.matches(':').count() > 1 {
            return Err("a name is expected here".to_owned());
        }
        self.at += length;
        Ok(name)
    }

    fn document(&mut self) -> Read<()> {
        if let Some((at, c)) = self.text.char_indices().find(|(_, c)| !is_allowed(*c)) {
            self.at = at;
            return Err(format!("U+{:04X} may not stand in XML", u32::from(c)));
        }
        if self.eat("<?xml ") {
            self.until("?>")?;
        }
        while self.at < self.text.len() {
            if self.eat("<!--") {
                if self.until("-->")?.contains("--") {
                    return Err("`--` inside a comment".to_owned());
                }
            } else if self.eat("<![CDATA[") {
                let text = self.until("]]>")?;
                self.put(text)?;
            } else if self.eat("<!") {
                return Err("a document type is not expected".to_owned());
            } else if self.eat("<?") {
                if self.until("?>")?.to_ascii_lowercase().starts_with("xml") {
                    return Err("an XML declaration stands at the start alone".to_owned());
                }
            } else if self.eat("</") {
                self.close()?;
            } else if self.eat("<") {
                self.tag()?;
            } else {
                let rest = self.rest();
                let length = rest.find('<').unwrap_or(rest.len());
                let text = unreferenced(&rest[..length])?;
                if rest[..length].contains("]]>") {
                    return Err("`]]>` in a text".to_owned());
                }
                self.put(&text)?;
                self.at += length;
            }
        }
        match self.open.last() {
            Some(&number) => Err(format!("<{}> is not closed", self.tags[number].name)),
            None if self.tags.is_empty() => Err("there is no element".to_owned()),
            None => Ok(()),
        }
    }

    fn put(&mut self, text: &str) -> Read<()> {
        match self.open.last() {
            Some(&number) => self.tags[number].text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err("text outside the root element".to_owned()),
        }
        Ok(())
    }

    fn close(&mut self) -> Read<()> {
        let name = self.name()?;
        self.space();
        if !self.eat(">") {
            return Err(format!("</{name}> does not end with `>`"));
        }
        match self.open.pop() {
            Some(number) if self.tags[number].name == name => Ok(()),
            Some(number) => Err(format!("</{name}> closes <{}>", self.tags[number].name)),
            None => Err(format!("</{name}> closes nothing")),
        }
    }

    fn tag(&mut self) -> Read<()> {
        let before = &self.text.as_bytes()[..self.at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let name = self.name()?.to_owned();
        if self.open.is_empty() && !self.tags.is_empty() {
            return Err("a second root element".to_owned());
        }
        let mut attributes: Vec<(String, String)> = Vec::new();
        let closed = loop {
            let spaced = self.space();
            if self.eat("/>") {
                break true;
            }
            if self.eat(">") {
                break false;
            }
            if !spaced {
                return Err(format!("a space is missing in <{name}>"));
            }
            let attribute = self.name()?.to_owned();
            self.space();
            if !self.eat("=") {
                return Err(format!("the attribute `{attribute}` has no value"));
            }
            self.space();
            let quote = if self.eat("\"") {
                "\""
            } else if self.eat("'") {
                "'"
            } else {
                return Err(format!("the value of `{attribute}` is not quoted"));
            };
            let value = self.until(quote)?;
            if value.contains('<') {
                return Err(format!("`<` in the value of `{attribute}`"));
            }
            if attributes.iter().any(|(known, _)| *known == attribute) {
                return Err(format!("the attribute `{attribute}` is written twice"));
            }
            attributes.push((attribute, unreferenced(value)?));
        };
        let number = self.tags.len();
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let parent = self.open.last().copied();
        self.tags.push(Tag { name, attributes, text: String::new(), parent, line });
        self.open.push(number);
        self.prefixes(number)?;
        if closed {
            self.open.pop();
        }
        Ok(())
    }

    /// Every prefix in the names of an element is declared on it or around it.
    fn prefixes(&self, number: usize) -> Read<()> {
        let tag = &self.tags[number];
        let names = std::iter::once(&tag.name).chain(tag.attributes.iter().map(|(name, _)| name));
        for prefix in names.filter_map(|name| name.split_once(':')).map(|(prefix, _)| prefix) {
            let declared = format!("xmlns:{prefix}");
            let known = matches!(prefix, "xml" | "xmlns")
                || self.open.iter().any(|&around| self.tags[around].get(&declared).is_some());
            if !known {
                return Err(format!("the prefix `{prefix}` is not declared"));
            }
        }
        Ok(())
    }
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
}

/// A text with its references resolved: the five of XML and those by number.
fn unreferenced(text: &str) -> Read<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (name, after) = after.split_once(';').ok_or("`&` begins no reference")?;
        let by_number = name.strip_prefix('#').and_then(|number| {
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|c| is_allowed(*c))
        });
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => by_number.ok_or_else(|| format!("`&{name};` is no reference of XML"))?,
        });
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_document_is_read_with_its_texts() {
        let tags =
            parse("<?xml version=\"1.0\"?>\n<a xmlns:x=\"u\">1 &lt; 2<x:b c='&#x41;'/><!-- c --></a>\n")
                .unwrap();
        assert_eq!((tags[0].text.as_str(), tags[1].get("c"), tags[1].line), ("1 < 2", Some("A"), 2));
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        for text in [
            "",
            "<a>",
            "<a></b>",
            "<a/><b/>",
            "<a>&nbsp;</a>",
            "<a>a & b</a>",
            "<a b=1/>",
            "<a b='<'/>",
            "<a b='1' b='2'/>",
            "<a x:b='1'/>",
            "<!DOCTYPE a><a/>",
            "<a>\u{1}</a>",
            "<a>&#0;</a>",
            "<a>]]></a>",
            "text",
            "<a b='1'c='2'/>",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
