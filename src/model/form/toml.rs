//! Front matter in TOML with its fields in order. Keys of the root stay above the tables, as TOML wants
//! it; both are sorted among themselves, each with the comments directly above it.

/// `text` with its keys and tables in `order`; what has no place there stays behind, as it stood.
pub(super) fn reorder(text: &str, order: &[&str]) -> String {
    let lines = lines(text);
    let first_table =
        lines.iter().position(|line| matches!(line.kind, Kind::Table(_))).unwrap_or(lines.len());
    let split = attached(&lines, first_table);
    let mut out = String::with_capacity(text.len() + 1);
    section(&mut out, &lines[..split], order);
    section(&mut out, &lines[split..], order);
    out
}

struct Line<'t> {
    text: &'t str,
    kind: Kind<'t>,
}

/// What a line of TOML begins.
#[derive(Debug, PartialEq, Eq)]
enum Kind<'t> {
    /// A key of the root or of the table that is open; its first part.
    Key(&'t str),
    /// A table; the first part of its name.
    Table(&'t str),
    Comment,
    Blank,
    /// The value above goes on.
    More,
}

/// The first line of the comments directly above line `at`, or `at`.
fn attached(lines: &[Line<'_>], at: usize) -> usize {
    let above = lines[..at].iter().rev().take_while(|line| line.kind == Kind::Comment).count();
    at - above
}

/// Writes one section, the root's keys or the tables, in order. What stands above the first entry
/// and, set off, below the last stays where it is.
fn section(out: &mut String, lines: &[Line<'_>], order: &[&str]) {
    let tables = lines.iter().any(|line| matches!(line.kind, Kind::Table(_)));
    let starts: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| match line.kind {
            Kind::Table(name) => Some((at, name)),
            Kind::Key(name) if !tables => Some((at, name)),
            _ => None,
        })
        .map(|(at, name)| (attached(lines, at), name))
        .collect();
    let loose =
        lines.iter().rev().take_while(|line| matches!(line.kind, Kind::Comment | Kind::Blank)).count();
    let end = lines.len() - loose;
    let mut blocks: Vec<(usize, &[Line<'_>])> = Vec::new();
    for (number, (start, name)) in starts.iter().enumerate() {
        let next = starts.get(number + 1).map_or(end, |next| next.0);
        let rank = order.iter().position(|own| own == name).unwrap_or(usize::MAX);
        blocks.push((rank, &lines[*start..next]));
    }
    blocks.sort_by_key(|block| block.0);
    let head = starts.first().map_or(lines, |first| &lines[..first.0]);
    let tail = if starts.is_empty() { &[] } else { &lines[end..] };
    for line in head.iter().chain(blocks.into_iter().flat_map(|block| block.1)).chain(tail) {
        out.push_str(line.text);
        if !line.text.ends_with('\n') {
            out.push('\n');
        }
    }
}

/// The lines of `text` and what each begins. Strings and lists over several lines are followed.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut open = Open::default();
    text.split_inclusive('\n')
        .map(|line| {
            let inside = open.is_open();
            let bare = line.trim();
            let kind = if inside {
                Kind::More
            } else if bare.is_empty() {
                Kind::Blank
            } else if bare.starts_with('#') {
                Kind::Comment
            } else if bare.starts_with('[') {
                Kind::Table(first_part(bare.trim_start_matches('[')))
            } else {
                Kind::Key(first_part(bare))
            };
            if !matches!(kind, Kind::Blank | Kind::Comment | Kind::Table(_)) {
                open.follow(line);
            }
            Line { text: line, kind }
        })
        .collect()
}

/// The first part of a dotted key, without its quotation marks.
fn first_part(text: &str) -> &str {
    let text = text.trim_start();
    for mark in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(mark) {
            return rest.split(mark).next().unwrap_or(rest);
        }
    }
    text.split(['.', '=', ']']).next().unwrap_or(text).trim()
}

/// What is open at the end of a line.
#[derive(Debug, Default)]
struct Open {
    brackets: usize,
    /// The closing mark of a string over several lines.
    string: Option<&'static str>,
}

impl Open {
    const fn is_open(&self) -> bool {
        self.brackets > 0 || self.string.is_some()
    }

    fn follow(&mut self, line: &str) {
        let mut rest = line;
        while !rest.is_empty() {
            if let Some(mark) = self.string {
                rest = match closing(rest, mark) {
                    Some(at) => {
                        self.string = None;
                        &rest[at..]
                    }
                    None => return,
                };
                continue;
            }
            if let Some(mark) = ["\"\"\"", "'''"].into_iter().find(|mark| rest.starts_with(mark)) {
                self.string = Some(mark);
                rest = &rest[3..];
                continue;
            }
            if let Some(mark) = ["\"", "'"].into_iter().find(|mark| rest.starts_with(mark)) {
                rest = &rest[1..];
                rest = closing(rest, mark).map_or("", |at| &rest[at..]);
                continue;
            }
            let mut characters = rest.chars();
            match characters.next() {
                Some('#') => return,
                Some('[' | '{') => self.brackets += 1,
                Some(']' | '}') => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
            rest = characters.as_str();
        }
    }
}

/// One past the end of `mark` in `text`; escapes count in strings with double marks.
fn closing(text: &str, mark: &str) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if mark.starts_with('"') && rest.starts_with('\\') {
            at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
        } else if let Some(after) = rest.strip_prefix(mark) {
            // Up to two more marks may end the text itself: `""""`.
            let more = after.chars().take_while(|c| mark.len() == 3 && mark.starts_with(*c)).count();
            return Some(at + mark.len() + more.min(2));
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::reorder;

    const ORDER: [&str; 5] = ["id", "title", "impact", "timeline", "sources"];

    #[test]
    fn keys_and_tables_move_with_their_comments() {
        let text = "# the file's\n\n# about the title\ntitle = \"\"\"a\nid = no\n\"\"\" # sic\nzeta = [\n  # inside\n  \"]\",\n]\nid = 'x'\n\n# set off\n\n# where\n[[sources]]\nurl = \"u\"\n[timeline]\nresolved_after = \"1h\"\n[[sources]]\nurl = \"v\"\n\n[impact]\nscope = 1\n# last\n";
        let expected = "# the file's\n\nid = 'x'\n# about the title\ntitle = \"\"\"a\nid = no\n\"\"\" # sic\nzeta = [\n  # inside\n  \"]\",\n]\n\n# set off\n\n[impact]\nscope = 1\n[timeline]\nresolved_after = \"1h\"\n# where\n[[sources]]\nurl = \"u\"\n[[sources]]\nurl = \"v\"\n\n# last\n";
        assert_eq!(reorder(text, &ORDER), expected);
        assert_eq!(reorder(expected, &ORDER), expected);
    }

    #[test]
    fn what_is_no_toml_keeps_every_line() {
        for text in ["", "\n\n", "a", "[", "[[x", "\"\"\"", "a = \"\\", "b = [\nid = 1\n", "# only\n"] {
            let out = reorder(text, &ORDER);
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            assert_eq!(sorted(&out), sorted(text), "{text:?}");
        }
    }
}
