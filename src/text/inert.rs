//! Text by strangers into Markdown and HTML that show it and do nothing else: no markup, no mention
//! of a person, no reference to another discussion, no link, no letter that hides or turns others.

/// Stands between two characters that a code host would join to a mention or a reference; nothing
/// is seen of it, and no line breaks there.
const JOINER: char = '\u{2060}';

/// `text` on one line of Markdown, shown to the letter.
pub fn inert(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for (character, next) in pairs(&one_line(text)) {
        match character {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                shown.push('\\');
                shown.push(character);
            }
            _ => shown.push(character),
        }
        if parts(&shown, character, next) {
            shown.push(JOINER);
        }
    }
    // What opens a heading, list, quote or rule opens it only at the start.
    let mut letters = shown.chars();
    let opens = match letters.next() {
        Some('#' | '+' | '-' | '=' | '/') => Some(0),
        Some(first) if first.is_ascii_digit() => {
            let digits = shown.bytes().take_while(u8::is_ascii_digit).count();
            [". ", ") "].iter().any(|mark| shown[digits..].starts_with(mark)).then_some(digits)
        }
        _ => None,
    };
    if let Some(at) = opens {
        shown.insert(at, '\\');
    }
    isolate(shown)
}

/// A message of ours on one line of Markdown: what stands between `` ` `` is code, the rest is shown
/// to the letter.
pub fn message(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return inert(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for (number, part) in parts.into_iter().enumerate() {
        if number % 2 == 1 {
            shown.push_str(&code(part));
            continue;
        }
        // The spaces around code are not the text's own ends.
        let (start, end) = (part.starts_with(' '), part.ends_with(' '));
        let own = inert(part);
        let space = |there: bool| if there { " " } else { "" };
        match own.is_empty() {
            true => shown.push_str(space(start)),
            false => shown.push_str(&format!("{}{own}{}", space(start && number > 0), space(end))),
        }
    }
    shown.trim_end().to_owned()
}

/// `text` inside an HTML element of a Markdown page, such as `<summary>`, shown to the letter.
pub fn inert_html(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for (character, next) in pairs(&one_line(text)) {
        match character {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '"' => shown.push_str("&quot;"),
            // A host may still read Markdown here.
            '`' | '*' | '_' | '[' | ']' | '\\' => shown.push_str(&format!("&#{};", u32::from(character))),
            _ => shown.push(character),
        }
        if parts(&shown, character, next) {
            shown.push(JOINER);
        }
    }
    isolate(shown)
}

/// `text` as inline code, which no host reads any further.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let padded = text.starts_with('`') || text.ends_with('`') || text.trim().is_empty();
    let pad = if padded { " " } else { "" };
    // In a table a bar would end the cell even inside code.
    format!("{marks}{pad}{}{pad}{marks}", text.replace('|', "\\|"))
}

/// A fenced block of `lines` in the language `kind`; the fence is longer than any in the text.
pub fn fenced(kind: &str, lines: &str) -> String {
    let longest = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let text: String = lines.chars().map(|c| if c == '\n' { c } else { visible(c) }).collect();
    format!("{fence}{kind}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// `character`, or a sign in its place where it would command a terminal or turn the direction of
/// what stands after it.
pub const fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => '\u{FFFD}',
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => '\u{FFFD}',
        _ => character,
    }
}

/// Whether the script of `character` runs from right to left.
pub const fn right_to_left(character: char) -> bool {
    matches!(character, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// The first `most` characters of `text`, cut between words where that is near, with `…`.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(char::is_whitespace).filter(|end| *end * 4 > cut.len() * 3).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

/// White space of any kind to single spaces, and commands made visible.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(visible));
    }
    line
}

fn pairs(text: &str) -> impl Iterator<Item = (char, Option<char>)> {
    text.chars().zip(text.chars().skip(1).map(Some).chain(std::iter::once(None)))
}

/// Whether `character`, just written at the end of `shown`, and `next` have to be kept apart: they
/// would name a person, a discussion, or an address.
fn parts(shown: &str, character: char, next: Option<char>) -> bool {
    let Some(next) = next else { return false };
    match character {
        '@' => next.is_alphanumeric() || matches!(next, '_' | '-' | '['),
        '#' | '!' | '%' | '&' => next.is_alphanumeric() || next == '"',
        ':' => next == '/' || next.is_ascii_alphabetic() || next == '+',
        '-' => next.is_ascii_digit() && ends_with(shown, "gh-"),
        '.' => ends_with(shown, "www."),
        _ => false,
    }
}

fn ends_with(shown: &str, end: &str) -> bool {
    shown.len() >= end.len()
        && shown.is_char_boundary(shown.len() - end.len())
        && shown[shown.len() - end.len()..].eq_ignore_ascii_case(end)
}

/// Keeps the direction of `shown` from turning its surroundings.
fn isolate(shown: String) -> String {
    if shown.chars().any(right_to_left) { format!("\u{2068}{shown}\u{2069}") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_title_does_anything() {
        let joined = |text: &str| text.replace('\u{2060}', "+");
        assert_eq!(joined(&inert("@octocat broke #12, GH-7 and !3")), "@+octocat broke #+12, GH-+7 and !+3");
        assert_eq!(joined(&inert("see https://x.example/a_b")), "see https:+//x.example/a\\_b");
        assert_eq!(joined(&inert("www.x.example")), "www.+x.example");
        assert_eq!(
            inert("![x](y) <img onerror=1> **b** a|b"),
            "!\\[x\\](y) &lt;img onerror=1&gt; \\*\\*b\\*\\* a\\|b"
        );
        assert_eq!(inert("# no heading\n\n- no list"), "\\# no heading - no list");
        assert_eq!(
            (inert("1. x").as_str(), inert("12) x").as_str(), inert("1.5 s").as_str()),
            ("1\\. x", "12\\) x", "1.5 s")
        );
        assert_eq!(inert("/close"), "\\/close");
        assert_eq!(inert("a\u{202E}b\u{1B}[31m"), "a\u{FFFD}b\u{FFFD}\\[31m");
        assert_eq!(inert_html("</summary><b>@a"), "&lt;/summary&gt;&lt;b&gt;@\u{2060}a");
    }

    #[test]
    fn what_a_message_names_is_code() {
        assert_eq!(message("no case has the id `a_b`"), "no case has the id `a_b`");
        assert_eq!(message("`x` and `y`: *z*"), "`x` and `y`: \\*z\\*");
        assert_eq!(message("an odd ` alone"), "an odd \\` alone");
    }

    #[test]
    fn right_to_left_text_keeps_to_itself() {
        assert_eq!(inert("עומס"), "\u{2068}עומס\u{2069}");
        assert_eq!(inert("장애 보고"), "장애 보고");
    }

    #[test]
    fn code_and_fences_hold_their_own_marks() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(fenced("diff", "- a\n+ ```\n"), "````diff\n- a\n+ ```\n````\n");
    }

    #[test]
    fn long_text_is_cut_between_words() {
        assert_eq!(shorten("one two three", 9), "one two…");
        assert_eq!(shorten("장애보고서입니다", 4), "장애보…");
        assert_eq!(shorten("short", 9), "short");
    }
}
