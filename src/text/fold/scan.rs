//! One pass of the fold: characters to one shape, markup and blanks into the marks of the next
//! character's gap.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::markup::{autolink, entity, tag, target};
use super::{Folded, Marks};

/// The sign of a negative figure, as the folded text writes it; a hyphen there joins two figures.
const MINUS: char = '\u{2212}';

/// Whether a second pass could change `folded`.
pub(super) fn may_fold_again(folded: &str) -> bool {
    memchr::memchr3(b'<', b'&', b'!', folded.as_bytes()).is_some()
        // Two of these make a mark, and an invisible character between them is gone now.
        || memchr::memmem::find(folded.as_bytes(), b"~~").is_some()
        || is_nfc_quick(folded.chars()) != IsNormalized::Yes
}

/// Folds `text` once.
pub(super) fn once(text: &str) -> Folded {
    let mut end = text.len().min(u32::MAX as usize);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut scan = Scan {
        text: &text[..end],
        at: 0,
        out: Folded::default(),
        gap: Marks::NONE,
        line_start: true,
        dash: None,
        hashes: None,
        scores: None,
    };
    scan.out.text.reserve(end);
    scan.out.from.reserve(end);
    scan.out.marks.reserve(end);
    scan.run();
    scan.out.tail = scan.gap;
    scan.out
}

struct Scan<'a> {
    text: &'a str,
    /// Next byte to read.
    at: usize,
    out: Folded,
    /// What was folded since the last character.
    gap: Marks,
    /// Nothing but blanks and marks stand before `at` on its line.
    line_start: bool,
    /// A dash that is dropped unless a figure follows.
    dash: Option<Dash>,
    /// Hashes that are dropped unless a figure follows at once.
    hashes: Option<(usize, usize)>,
    /// Underscores that are kept if a letter or figure follows at once.
    scores: Option<(usize, usize)>,
}

/// A dash whose fate the next character decides.
struct Dash {
    from: (usize, usize),
    /// It may be the sign of a negative figure.
    sign: bool,
    /// It heads a list item.
    list: bool,
    typographic: bool,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            let start = self.at;
            self.at += c.len_utf8();
            if c.is_ascii() {
                self.ascii(c, start);
            } else {
                self.wide(c, start, Marks::NONE);
            }
        }
        self.settle(None);
    }

    /// An ASCII character that stands at `start`.
    fn ascii(&mut self, c: char, start: usize) {
        let rest = &self.text[start..];
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | ',' => self.letter(c, start, Marks::NONE),
            '<' => {
                if let Some(tag) = tag(rest) {
                    self.at = start + tag.len;
                    self.skip(if tag.breaks { Marks::MARKUP.with(Marks::BLANK) } else { Marks::MARKUP });
                } else if autolink(rest).is_some() {
                    self.skip(Marks::MARKUP);
                } else {
                    self.keep(c, start, Marks::NONE);
                }
            }
            '&' => match entity(rest) {
                Some((decoded, len)) => {
                    self.at = start + len;
                    match decoded {
                        '*' | '`' | '[' | ']' | '\\' | '|' => self.skip(Marks::MARKUP.with(Marks::ENTITY)),
                        '#' => self.hash(start),
                        '_' => self.score(start),
                        '-' => self.dash(start, false),
                        ' '..='~' => self.keep(decoded, start, Marks::ENTITY),
                        _ => self.wide(decoded, start, Marks::ENTITY),
                    }
                }
                None => self.keep(c, start, Marks::NONE),
            },
            ']' => {
                self.skip(Marks::MARKUP);
                if let Some(len) = target(&self.text[self.at..]) {
                    self.at += len;
                }
            }
            '!' if rest.as_bytes().get(1) == Some(&b'[') => self.skip(Marks::MARKUP),
            '>' => {
                let figure = rest[1..].starts_with(|c: char| c.is_numeric() || c == '=');
                let marks_quote = self.line_start && !figure;
                if marks_quote || self.closes_autolink(start) {
                    self.skip(Marks::MARKUP);
                } else {
                    self.keep(c, start, Marks::NONE);
                }
            }
            '=' if rest.starts_with("===") => {
                // The line below a heading.
                self.at = start + rest.bytes().take_while(|&byte| byte == b'=').count();
                self.skip(Marks::MARKUP);
            }
            '~' if rest.starts_with("~~") => {
                self.at += 1;
                self.skip(Marks::MARKUP);
            }
            '*' => self.skip(if self.line_start || self.gap.any(Marks::BLANK) {
                Marks::MARKUP.with(Marks::LIST)
            } else {
                Marks::MARKUP
            }),
            '`' | '[' | '\\' => self.skip(Marks::MARKUP),
            '|' => self.skip(Marks::MARKUP.with(Marks::BLANK)),
            '#' => self.hash(start),
            '_' => self.score(start),
            '-' => self.dash(start, false),
            '\n' => self.blank(Marks::BLANK.with(Marks::NEWLINE)),
            ' ' => self.blank(Marks::BLANK),
            _ if c.is_ascii_control() => self.blank(Marks::BLANK.with(Marks::WIDE)),
            _ => self.keep(c, start, Marks::NONE),
        }
    }

    /// A character beyond ASCII (or one that an entity stands for), with what is known of it.
    fn wide(&mut self, c: char, start: usize, marks: Marks) {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{2032}' | '\u{02BC}' | '\u{00B4}'
            | '\u{2035}' => {
                self.keep('\'', start, marks.with(Marks::QUOTE));
            }
            '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2033}' | '\u{2036}' | '\u{00AB}'
            | '\u{00BB}' => {
                self.keep('"', start, marks.with(Marks::QUOTE));
            }
            '\u{2010}'..='\u{2015}'
            | MINUS
            | '\u{FE58}'
            | '\u{FE63}'
            | '\u{FF0D}'
            | '\u{2E3A}'
            | '\u{2E3B}' => {
                self.dash(start, true);
            }
            '\u{2026}' => {
                for _ in 0..3 {
                    self.keep('.', start, marks.with(Marks::DOTS));
                }
            }
            // A soft hyphen at a line's end is where a word was broken.
            '\u{AD}' if self.breaks_word() => {
                self.gap = self.gap.with(marks).with(Marks::INVISIBLE);
            }
            '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
            | '\u{180E}'
            | '\u{61C}'
            | '\u{FE00}'..='\u{FE0F}' => {
                self.gap = self.gap.with(marks).with(Marks::INVISIBLE);
            }
            '\u{2022}' | '\u{25E6}' | '\u{25AA}' | '\u{25AB}' | '\u{2023}' | '\u{2043}' | '\u{25CF}'
            | '\u{25CB}' | '\u{25A0}' | '\u{25A1}' => self.skip(marks.with(Marks::LIST)),
            '\u{2028}' | '\u{2029}' | '\u{85}' => self.blank(marks.with(Marks::BLANK).with(Marks::NEWLINE)),
            '\n' | '\r' => self.blank(marks.with(Marks::BLANK).with(Marks::NEWLINE)),
            _ if c.is_whitespace() || c.is_control() => {
                self.blank(marks.with(Marks::BLANK).with(Marks::WIDE))
            }
            // Full-width marks of Markdown are no markup and stay as they are.
            '\u{FF01}'..='\u{FF5E}' if !"＃＊＿｀［］＼｜～＜＞＆".contains(c) => {
                let narrow = char::from_u32(c as u32 - 0xFEE0).unwrap_or(c);
                self.keep(narrow, start, marks.with(Marks::WIDTH));
            }
            '\u{FF61}'..='\u{FF9F}' => {
                self.settle(Some(c));
                self.cluster(c, start, marks.with(Marks::WIDTH), true);
            }
            '\u{FB00}'..='\u{FB06}' => {
                for part in std::iter::once(c).nfkc() {
                    self.keep(part, start, marks.with(Marks::LIGATURE));
                }
            }
            _ => self.letter(c, start, marks),
        }
    }

    /// Goes over the line break after a soft hyphen, where a letter begins the next line.
    fn breaks_word(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(next) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')) else { return false };
        let next = next.trim_start_matches([' ', '\t']);
        if !next.starts_with(char::is_alphabetic) {
            return false;
        }
        self.at += rest.len() - next.len();
        true
    }

    /// A letter or figure, composed with the marks that follow it.
    fn letter(&mut self, c: char, start: usize, marks: Marks) {
        self.settle(Some(c));
        self.cluster(c, start, marks, false);
    }

    /// Writes `c` and the combining characters after it, composed.
    fn cluster(&mut self, c: char, start: usize, marks: Marks, compatibility: bool) {
        let tail: usize =
            self.text[self.at..].chars().take_while(|&next| joins(next)).map(char::len_utf8).sum();
        if tail == 0 && !compatibility && stands_alone(c) {
            return self.write(c, start, marks);
        }
        let rest = &self.text[self.at..self.at + tail];
        self.at += tail;
        let whole = std::iter::once(c).chain(rest.chars().map(narrow_voicing));
        let composed: String = if compatibility { whole.nfkc().collect() } else { whole.nfc().collect() };
        let same = !compatibility && composed.chars().eq(std::iter::once(c).chain(rest.chars()));
        let marks = if same { marks } else { marks.with(Marks::UNICODE) };
        for part in composed.chars() {
            self.write(part, start, marks);
        }
    }

    /// A character that stays and composes with nothing.
    fn keep(&mut self, c: char, start: usize, marks: Marks) {
        self.settle(Some(c));
        self.write(c, start, marks);
    }

    fn write(&mut self, c: char, start: usize, marks: Marks) {
        let marks = marks.with(std::mem::take(&mut self.gap));
        self.out.push(c, (start as u32, self.at as u32), marks);
        self.line_start = false;
    }

    fn blank(&mut self, marks: Marks) {
        if marks.any(Marks::NEWLINE) {
            self.line_start = true;
        }
        self.release_tight();
        self.gap = self.gap.with(marks);
        if let Some(dash) = &mut self.dash {
            dash.sign = false;
        }
    }

    fn skip(&mut self, marks: Marks) {
        if marks.any(Marks::BLANK) {
            self.release_tight();
        }
        self.gap = self.gap.with(marks);
    }

    /// Drops what only a character right after it would have kept.
    fn release_tight(&mut self) {
        if self.hashes.take().is_some() || self.scores.take().is_some() {
            self.gap = self.gap.with(Marks::MARKUP);
        }
        self.scores = None;
    }

    fn hash(&mut self, start: usize) {
        let tight = self.gap.any(Marks::BLANK);
        if !tight && self.last().is_some_and(char::is_alphanumeric) && self.dash.is_none() {
            return self.keep('#', start, Marks::NONE);
        }
        self.settle(None);
        self.hashes = Some((start, self.at));
    }

    fn score(&mut self, start: usize) {
        let mut end = self.at;
        while self.text[end..].starts_with('_') {
            end += 1;
        }
        self.at = end;
        let tight = !self.gap.any(Marks::BLANK)
            && self.dash.is_none()
            && self.last().is_some_and(char::is_alphanumeric);
        if tight {
            self.settle(None);
            self.scores = Some((start, end));
        } else {
            self.skip(Marks::MARKUP);
        }
    }

    fn dash(&mut self, start: usize, typographic: bool) {
        if let Some(dash) = &mut self.dash {
            // A run of dashes is one dash, and no sign.
            dash.sign = false;
            dash.typographic = true;
            return;
        }
        let blank_before = self.gap.any(Marks::BLANK);
        let opens = self.out.text.is_empty()
            || blank_before
            || self.last().is_some_and(|c| "([{<>=~\"'$€£+".contains(c));
        let signs = self.text[start..].starts_with(MINUS);
        let blank_after = self.text[self.at..].chars().next().is_none_or(char::is_whitespace);
        let list = self.line_start && blank_after;
        let loose = blank_before && !blank_after;
        self.settle(None);
        self.dash =
            Some(Dash { from: (start, self.at), sign: opens || signs, list: list || loose, typographic });
        if list {
            self.line_start = true;
        }
    }

    /// Decides about dashes, hashes and underscores now that `next` follows them (`None`: nothing that
    /// is kept, or another of them).
    fn settle(&mut self, next: Option<char>) {
        let figure = next.is_some_and(|c| c.is_numeric());
        if let Some((start, end)) = self.scores.take() {
            if next.is_some_and(char::is_alphanumeric) {
                for at in start..end {
                    self.settled('_', (at, at + 1), Marks::NONE);
                }
            } else {
                self.gap = self.gap.with(Marks::MARKUP);
            }
        }
        if let Some((start, end)) = self.hashes.take() {
            if figure {
                self.settled('#', (start, end), Marks::NONE);
            } else {
                self.gap = self.gap.with(Marks::MARKUP);
            }
        }
        let Some(dash) = self.dash.take() else { return };
        let form = if dash.typographic { Marks::DASH_FORM } else { Marks::NONE };
        let between = figure
            && self.last().is_some_and(char::is_numeric)
            && !(dash.list && dash.from.0 > 0 && self.gap.any(Marks::NEWLINE));
        if between {
            self.settled('-', dash.from, form);
        } else if figure && dash.sign {
            self.settled(MINUS, dash.from, form);
        } else {
            let list = if dash.list { Marks::LIST } else { Marks::NONE };
            self.gap = self.gap.with(Marks::DASH).with(form).with(list);
        }
    }

    /// Writes a character that had to wait for the one after it.
    fn settled(&mut self, c: char, from: (usize, usize), marks: Marks) {
        let marks = marks.with(std::mem::take(&mut self.gap));
        self.out.push(c, (from.0 as u32, from.1 as u32), marks);
        self.line_start = false;
    }

    fn last(&self) -> Option<char> {
        self.out.text.chars().next_back()
    }

    /// Whether the `>` at `at` ends an autolink.
    fn closes_autolink(&self, at: usize) -> bool {
        let from = at.saturating_sub(2048);
        memchr::memrchr2(b'<', b'\n', &self.text.as_bytes()[from..at])
            .map(|back| from + back)
            .filter(|&open| self.text.as_bytes()[open] == b'<')
            .is_some_and(|open| autolink(&self.text[open..]) == Some(at + 1 - open))
    }
}

/// Whether `c` joins the character before it.
fn joins(c: char) -> bool {
    if (c as u32) < 0x300 {
        return false;
    }
    canonical_combining_class(c) != 0
        || matches!(c, '\u{1160}'..='\u{11FF}' | '\u{FF9E}' | '\u{FF9F}')
        || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes
            && !stands_alone(c)
            && canonical_combining_class(c) != 0
        || is_nfc_quick(std::iter::once(c)) == IsNormalized::Maybe
}

/// Whether `c` is its own composed form.
fn stands_alone(c: char) -> bool {
    (c as u32) < 0x300 || is_nfc_quick(std::iter::once(c)) != IsNormalized::No
}

/// The combining form of a half-width voicing mark.
fn narrow_voicing(c: char) -> char {
    match c {
        '\u{FF9E}' => '\u{3099}',
        '\u{FF9F}' => '\u{309A}',
        _ => c,
    }
}
