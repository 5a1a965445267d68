//! The piece of a text that a result shows, and what is marked in it. Nothing is changed: the piece
//! stands in the text as it is. `runtime/excerpt.js` is its twin.

use super::shelf::{Card, Shown};
use super::token::{Kind, Script, Token, tokenize};

/// Words before the first marked one.
const BEFORE: usize = 6;
/// Words of an excerpt.
const LENGTH: usize = 32;

/// A piece of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Excerpt {
    /// The piece.
    pub text: String,
    /// Where it is marked, in characters of the piece.
    pub marks: Vec<(usize, usize)>,
    /// The code of the field that it comes from.
    pub field: u8,
    /// The fragment of the page that shows it, where there is one.
    pub anchor: Option<String>,
    /// Whether text stands before it.
    pub before: bool,
    /// Whether text stands after it.
    pub after: bool,
}

/// Spellings that an excerpt marks: a word that begins with one of them.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Of words that were typed.
    pub typed: Vec<String>,
    /// Of words that the glossary put beside them; each by itself says little.
    pub meant: Vec<String>,
}

/// The best piece of a card for what was typed, and where that stands nowhere, for what the glossary put beside it.
pub fn excerpt(card: &Card, marks: &Marks) -> Excerpt {
    best(card, &marks.typed).or_else(|| best(card, &marks.meant)).unwrap_or_else(|| match card.7.first() {
        Some(passage) => cut(passage, &place_order(tokenize(passage.text())), 0, &[]),
        None => Excerpt::default(),
    })
}

/// The piece of a card with most of the words that begin with one of `marks`.
fn best(card: &Card, marks: &[String]) -> Option<Excerpt> {
    let mut best: Option<(usize, &Shown, Vec<Token>, usize)> = None;
    for passage in &card.7 {
        let tokens = place_order(tokenize(passage.text()));
        let found: Vec<Option<usize>> = tokens.iter().map(|token| mark_of(token, marks)).collect();
        for at in 0..tokens.len() {
            if found[at].is_none() {
                continue;
            }
            let mut seen: Vec<usize> = found[at..].iter().take(LENGTH - BEFORE).flatten().copied().collect();
            seen.sort_unstable();
            seen.dedup();
            if best.as_ref().is_none_or(|(most, ..)| seen.len() > *most) {
                best = Some((seen.len(), passage, tokens.clone(), at));
            }
        }
    }
    best.map(|(_, passage, tokens, at)| cut(passage, &tokens, at.saturating_sub(BEFORE), marks))
}

/// One token a place: the words and parts, and the wholes that have no parts.
fn place_order(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::new();
    for of_place in tokens.chunk_by(|a, b| a.position == b.position) {
        let word = of_place.iter().find(|token| matches!(token.kind, Kind::Word | Kind::Part));
        kept.extend(word.or_else(|| of_place.first()).cloned());
    }
    kept
}

fn mark_of(token: &Token, marks: &[String]) -> Option<usize> {
    marks.iter().position(|mark| {
        token.text.starts_with(mark.as_str()) && (token.script != Script::Sign || token.text == *mark)
    })
}

fn cut(passage: &Shown, tokens: &[Token], from: usize, marks: &[String]) -> Excerpt {
    let text = passage.text();
    let to = (from + LENGTH).min(tokens.len());
    let (Some(first), Some(last)) = (tokens.get(from), to.checked_sub(1).and_then(|last| tokens.get(last)))
    else {
        return Excerpt { text: text.to_owned(), field: passage.field(), ..Excerpt::default() };
    };
    let start = if from == 0 {
        0
    } else {
        text[..first.start]
            .rfind(char::is_whitespace)
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
    };
    let end = if to == tokens.len() {
        text.len()
    } else {
        text[last.end..].find(char::is_whitespace).map_or(text.len(), |at| last.end + at)
    };
    let start = if first.script == Script::Dense && from > 0 { first.start } else { start };
    let end = if last.script == Script::Dense && to < tokens.len() { last.end } else { end };
    let mut marked = Vec::new();
    for token in &tokens[from..to] {
        let Some(mark) = mark_of(token, marks) else { continue };
        let written = &text[token.start..token.end];
        let length = marks[mark].chars().count();
        // Of a Hangul word the noun alone is marked, where it is written as it is spelled.
        let noun = token.script == Script::Hangul && written.chars().count() == token.text.chars().count();
        let end = if noun {
            written.char_indices().nth(length).map_or(token.end, |(at, _)| token.start + at)
        } else {
            token.end
        };
        let place = (text[start..token.start].chars().count(), text[start..end].chars().count());
        match marked.last_mut() {
            Some((_, last)) if place.0 < *last => *last = place.1.max(*last),
            _ => marked.push(place),
        }
    }
    Excerpt {
        text: text[start..end].to_owned(),
        marks: marked,
        field: passage.field(),
        anchor: passage.anchor().map(str::to_owned),
        before: start > 0,
        after: end < text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, typed: &[&str]) -> (String, Vec<String>) {
        shown_with(text, typed, &[])
    }

    fn shown_with(text: &str, typed: &[&str], meant: &[&str]) -> (String, Vec<String>) {
        let passages = vec![Shown::Plain(2, text.to_owned())];
        let card =
            Card(0, String::new(), String::new(), String::new(), String::new(), None, Vec::new(), passages);
        let spellings = |marks: &[&str]| marks.iter().map(|mark| (*mark).to_owned()).collect();
        let marks = Marks { typed: spellings(typed), meant: spellings(meant) };
        let excerpt = excerpt(&card, &marks);
        assert!(text.contains(&excerpt.text), "an excerpt stands in its text");
        let letters: Vec<char> = excerpt.text.chars().collect();
        let marked = excerpt.marks.iter().map(|(from, to)| letters[*from..*to].iter().collect()).collect();
        (excerpt.text, marked)
    }

    #[test]
    fn words_are_marked_where_they_stand() {
        assert_eq!(shown("it could be better, no?", &["be", "better"]).1, ["be", "better"]);
        assert_eq!(
            shown("장애가 발생했고 서버를 재시작했다", &["장애", "서버", "재시작"]).1,
            ["장애", "서버", "재시작"]
        );
        assert_eq!(shown("恢复服务", &["复服"]).1, ["复服"]);
        assert_eq!(shown("nothing here", &["absent"]), ("nothing here".to_owned(), vec![]));
    }

    #[test]
    fn what_was_typed_is_shown_before_what_it_may_mean() {
        let text = format!("The cache system of a domain. {}Let in by DNS.", "More words. ".repeat(40));
        let (piece, marks) = shown_with(&text, &["dns"], &["domain", "name", "system"]);
        assert_eq!((piece.contains("system"), marks), (false, vec!["DNS".to_owned()]));
        assert_eq!(shown_with(&text, &["dnss"], &["domain", "system"]).1, ["system", "domain"]);
    }

    #[test]
    fn long_texts_are_cut_around_the_match() {
        let text = format!("{}needle {}", "hay ".repeat(100), "straw ".repeat(100));
        let (piece, marks) = shown(&text, &["needle"]);
        assert!(piece.len() < 250 && piece.starts_with("hay"), "{piece}");
        assert_eq!(marks, ["needle"]);
    }
}
