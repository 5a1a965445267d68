//! The one rule that cuts text into words, for the index and for queries alike.
//! Comes in: any text. Goes out: words with their places, technical words whole and in parts.
//! Knows no language: what a word means is `stem`'s business. `runtime/tokens.js` is its twin, and
//! golden files hold both to the same answers.

use unicode_normalization::char::is_combining_mark;

use super::fold::{fold, is_invisible};

/// How a token stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A word by itself.
    Word,
    /// A part of a technical or joined word: `based` in `Go-based`.
    Part,
    /// A technical word with its signs: `go-based`, `.env`, `v2.14.0`.
    Whole,
    /// A joined word without its signs (`gobased`), or the number in `511ms` and `release-2.3`.
    Joined,
    /// A word with the marks that folding removes: `пётр`.
    Marked,
}

/// The writing of a token, which decides how it is analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// Letters only, of an alphabet.
    Letters,
    /// A Hangul run.
    Hangul,
    /// One or two characters of a script that writes no spaces.
    Dense,
    /// Anything with figures or signs: never inflected.
    Sign,
}

impl Script {
    /// All of them; the place of each is its number.
    pub const ALL: [Self; 4] = [Self::Letters, Self::Hangul, Self::Dense, Self::Sign];
}

/// One token.
pub type Token = TokenOf<String>;

/// One token, its spelling kept as `S`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenOf<S> {
    /// The folded spelling.
    pub text: S,
    /// How it stands in the text.
    pub kind: Kind,
    /// How it is written.
    pub script: Script,
    /// How much this occurrence counts, in tenths: less for a part or a folded spelling than for the
    /// word as it stands, so that the exact spelling comes first.
    pub weight: u8,
    /// Number of the word in the text, counted from 0; a whole has that of its first part.
    pub position: u32,
    /// Number of the chunk (a run without spaces) that it comes from.
    pub chunk: u32,
    /// Where it stands in the text, in bytes.
    pub start: usize,
    /// The end of it, in bytes.
    pub end: usize,
}

/// Particles that Korean writes onto a foreign word or a figure: `Consul은`, `v1.10을`.
pub const PARTICLES: &str = "은 는 이 가 을 를 에 의 도 만 로 으로 와 과 에서 에게 께 한테 까지 부터 보다 처럼 마다 조차 마저 밖에 이나 나 이며 며 이고 \
이라는 라는 이라고 라고 이란 란 들 들이 들을 들은 들의 들에 들과 들도 에는 에도 에서는 에서도 에서의 에만 으로는 로는 으로도 로도 \
으로의 로의 으로써 로써 으로서 로서 와의 과의 와는 과는 까지의 까지는 까지도 부터는 부터의 보다는 이나마 이라도 라도 이든 든 이다 입니다 인";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Joiner,
    Letter,
    Digit,
    Hangul,
    Dense,
    Han,
}

fn class(c: char) -> Class {
    if c.is_ascii() {
        return match c {
            'a'..='z' | 'A'..='Z' => Class::Letter,
            '0'..='9' => Class::Digit,
            '.' | '-' | '_' | '/' | ':' | '@' | '+' | '#' | '\'' | '&' | ',' => Class::Joiner,
            _ => Class::Space,
        };
    }
    match c {
        '\u{ac00}'..='\u{d7a3}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{3131}'..='\u{318e}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{d7b0}'..='\u{d7ff}' => Class::Hangul,
        '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}'
        | '\u{3005}'
        | '\u{3007}' => Class::Han,
        '\u{3040}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{0e00}'..='\u{0eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}' => {
            if c.is_alphanumeric() || is_combining_mark(c) || c == '\u{30fc}' {
                Class::Dense
            } else {
                Class::Space
            }
        }
        '\u{2019}' | '\u{2018}' | '\u{2010}' | '\u{2011}' => Class::Joiner,
        '\u{ff10}'..='\u{ff19}' => Class::Digit,
        '\u{ff0e}' | '\u{ff0d}' | '\u{ff0f}' | '\u{ff3f}' | '\u{ff1a}' => Class::Joiner,
        _ if is_invisible(c) => Class::Letter,
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_alphabetic() || is_combining_mark(c) => Class::Letter,
        _ => Class::Space,
    }
}

fn is_word(class: Class) -> bool {
    !matches!(class, Class::Space | Class::Joiner)
}

/// A character of a chunk with its place.
#[derive(Clone, Copy)]
struct Char {
    at: usize,
    end: usize,
    c: char,
    class: Class,
}

/// Calls `emit` for every token of `text`, in order of position; of one position the wholes come first.
pub fn tokens(text: &str, mut emit: impl FnMut(TokenOf<&str>)) {
    let mut cutter = Cutter { text, position: 0, chunk: 0, emit: &mut emit, chars: Vec::with_capacity(64) };
    let mut before = '\0';
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let kind = class(c);
        if !is_word(kind) {
            let lead = matches!(c, '.' | '/') && !matches!(before, '.' | '/');
            before = c;
            if !lead || !rest.peek().is_some_and(|(_, next)| is_word(class(*next))) {
                continue;
            }
            // `.env`, `/v1/checkout`: the sign belongs to the word, unless it follows one.
        }
        if let Some(length) = simple(&text[at..]) {
            // Most runs are one plain word: nothing to cut, nothing to fold.
            let length = cutter.simple(at, length);
            while rest.peek().is_some_and(|(next, _)| *next < at + length) {
                rest.next();
            }
            before = 'a';
            continue;
        }
        cutter.chars.clear();
        cutter.chars.push(Char { at, end: at + c.len_utf8(), c, class: kind });
        before = c;
        while let Some((at, c)) = rest.peek().copied() {
            let kind = class(c);
            if kind == Class::Space {
                break;
            }
            rest.next();
            before = c;
            cutter.chars.push(Char { at, end: at + c.len_utf8(), c, class: kind });
        }
        cutter.run();
    }
}

/// The length of the word at the start of `text`, if the run that it begins is nothing but one plain
/// word: small letters of one alphabet or Hangul, at most a capital before them and a stop or comma after.
fn simple(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = usize::from(bytes[0].is_ascii_uppercase());
    if bytes[0].is_ascii() {
        while bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            at += 1;
        }
        // A capital alone may belong to what follows.
        if at == 0 {
            return None;
        }
    } else {
        let fits: fn(char) -> bool = match text.chars().next()? {
            'а'..='я' => |c| matches!(c, 'а'..='я'),
            '\u{ac00}'..='\u{d7a3}' => |c| matches!(c, '\u{ac00}'..='\u{d7a3}'),
            _ => return None,
        };
        at = text.find(|c| !fits(c)).unwrap_or(text.len());
    }
    let rest = &bytes[at..];
    let ends = |byte: Option<&u8>| byte.is_none_or(|b| matches!(b, b' ' | b'\n'));
    let alone = ends(rest.first()) || (matches!(rest[0], b'.' | b',') && ends(rest.get(1)));
    alone.then_some(at)
}

/// All tokens of `text`.
pub fn tokenize(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    tokens(text, |t| {
        all.push(TokenOf {
            text: t.text.to_owned(),
            kind: t.kind,
            script: t.script,
            weight: t.weight,
            position: t.position,
            chunk: t.chunk,
            start: t.start,
            end: t.end,
        });
    });
    all
}

struct Cutter<'a, E: FnMut(TokenOf<&str>)> {
    text: &'a str,
    position: u32,
    chunk: u32,
    emit: &'a mut E,
    chars: Vec<Char>,
}

impl<E: FnMut(TokenOf<&str>)> Cutter<'_, E> {
    /// A run that is one plain word of `length` bytes.
    fn simple(&mut self, at: usize, length: usize) -> usize {
        let word = &self.text[at..at + length];
        let hangul = word.starts_with(|c| matches!(c, '\u{ac00}'..='\u{d7a3}'));
        let script = if hangul { Script::Hangul } else { Script::Letters };
        let place = (at, at + length);
        if word.as_bytes()[0].is_ascii_uppercase() {
            self.send(word.to_ascii_lowercase(), Kind::Word, script, self.position, place);
        } else {
            (self.emit)(TokenOf {
                text: word,
                kind: Kind::Word,
                script,
                weight: 10,
                position: self.position,
                chunk: self.chunk,
                start: place.0,
                end: place.1,
            });
        }
        self.position += 1;
        self.chunk += 1;
        length
    }

    /// Cuts a run without spaces into chunks at joiners that join nothing.
    fn run(&mut self) {
        let chars = std::mem::take(&mut self.chars);
        let mut from = 0;
        let mut at = 0;
        while at < chars.len() {
            if is_word(chars[at].class) {
                at += 1;
                continue;
            }
            // A run of joiners: one, or `::` and `//`, between two words holds them together.
            let mut to = at;
            while to < chars.len() && !is_word(chars[to].class) {
                to += 1;
            }
            let lead = at == from && to == at + 1 && matches!(chars[at].c, '.' | '/');
            let joins = at > from && to < chars.len() && joins(&chars, at, to);
            if !lead && !joins {
                // `C++`, `F#`: signs that end a short word belong to it.
                let after_letter = at > from && chars[at - 1].class == Class::Letter;
                let signs = if after_letter { ending(&chars[at..to]) } else { 0 };
                self.segments(&chars[from..at + signs], signs);
                from = to;
            }
            at = to;
        }
        self.segments(&chars[from..], 0);
        self.chars = chars;
    }

    /// Cuts a chunk where the script changes; the last `signs` characters end its last word.
    fn segments(&mut self, chars: &[Char], signs: usize) {
        let words = chars.len() - signs;
        if !chars[..words].iter().any(|c| is_word(c.class)) {
            return;
        }
        let mut from = 0;
        let mut follows_alphabet = false;
        while from < words {
            let here = side(chars[from].class);
            let mut to = from + 1;
            while to < words
                && (side(chars[to].class) == here || (here == Side::Alphabet && !is_word(chars[to].class)))
            {
                to += 1;
            }
            // Joiners at the border of two scripts join nothing.
            let mut end = to;
            while end > from && !is_word(chars[end - 1].class) {
                end -= 1;
            }
            let with_signs = if to == words && end == to { signs } else { 0 };
            match here {
                Side::Alphabet if end > from => {
                    self.alphabet(&chars[from..end + with_signs], with_signs);
                    follows_alphabet = end == to;
                }
                Side::Hangul => {
                    self.hangul(&chars[from..to], follows_alphabet);
                    follows_alphabet = false;
                }
                Side::Dense => {
                    self.dense(&chars[from..to]);
                    follows_alphabet = false;
                }
                Side::Alphabet => {}
            }
            from = to;
        }
        self.chunk += 1;
    }

    fn slice(&self, chars: &[Char]) -> (usize, usize) {
        match (chars.first(), chars.last()) {
            (Some(first), Some(last)) => (first.at, last.end),
            _ => (0, 0),
        }
    }

    fn send(
        &mut self,
        text: impl AsRef<str>,
        kind: Kind,
        script: Script,
        position: u32,
        place: (usize, usize),
    ) {
        let weight = match kind {
            Kind::Word | Kind::Whole | Kind::Marked => 10,
            Kind::Part => 8,
            Kind::Joined => 7,
        };
        self.send_weighted(text, kind, script, position, place, weight);
    }

    fn send_weighted(
        &mut self,
        text: impl AsRef<str>,
        kind: Kind,
        script: Script,
        position: u32,
        (start, end): (usize, usize),
        weight: u8,
    ) {
        let text = text.as_ref();
        if !text.is_empty() {
            (self.emit)(TokenOf { text, kind, script, weight, position, chunk: self.chunk, start, end });
        }
    }

    fn hangul(&mut self, chars: &[Char], follows_alphabet: bool) {
        let (start, end) = self.slice(chars);
        let folded = fold(&self.text[start..end]).plain.into_owned();
        if follows_alphabet && PARTICLES.split_ascii_whitespace().any(|p| p == folded) {
            return;
        }
        let position = self.position;
        self.send(folded, Kind::Word, Script::Hangul, position, (start, end));
        self.position += 1;
    }

    /// Pairs of neighbours, and each Han character by itself.
    fn dense(&mut self, chars: &[Char]) {
        let chars = voiced(chars);
        for (at, c) in chars.iter().enumerate() {
            let position = self.position;
            let single = fold(&self.text[c.at..c.end]).plain.into_owned();
            if let Some(next) = chars.get(at + 1) {
                let pair = fold(&self.text[c.at..next.end]).plain.into_owned();
                self.send(pair, Kind::Word, Script::Dense, position, (c.at, next.end));
            }
            if c.class == Class::Han || chars.len() == 1 {
                self.send(single, Kind::Part, Script::Dense, position, (c.at, c.end));
            }
            self.position += 1;
        }
    }

    /// A chunk of letters, figures and joiners: `Go-based`, `NodeNotReady`, `v2.14.0`, `C++`.
    fn alphabet(&mut self, chars: &[Char], signs: usize) {
        let (start, end) = self.slice(chars);
        let position = self.position;
        let words = &chars[..chars.len() - signs];
        let mut parts: Vec<&[Char]> = Vec::new();
        for run in words.split(|c| !is_word(c.class)) {
            camel(run, &mut parts);
        }
        parts.retain(|part| !part.is_empty());
        let Some(first) = parts.first() else { return };
        let plain = parts.len() == 1 && signs == 0 && is_word(words[0].class);
        if plain {
            self.core(words, position);
            self.word(first, Kind::Word, position);
            self.position += 1;
            return;
        }
        let whole = fold(&self.text[start..end]).plain.into_owned();
        self.send(whole, Kind::Whole, Script::Sign, position, (start, end));
        if !is_word(words[0].class) && words.len() > 1 && parts.len() > 1 {
            // `/v1/checkout` is also found as `v1/checkout`.
            let (at, _) = self.slice(&words[1..]);
            let core = fold(&self.text[at..end]).plain.into_owned();
            self.send(core, Kind::Whole, Script::Sign, position, (at, end));
        }
        let soft = |c: &Char| {
            is_word(c.class)
                || matches!(c.c, '-' | '\'' | '_' | '\u{2019}' | '\u{2018}' | '\u{2010}' | '\u{2011}')
        };
        if signs == 0 && parts.len() > 1 && words.iter().all(soft) {
            let joined: String = words.iter().filter(|c| is_word(c.class)).map(|c| c.c).collect();
            let folded = fold(&joined).plain.into_owned();
            let script =
                if words.iter().any(|c| c.class == Class::Digit) { Script::Sign } else { Script::Letters };
            self.send(folded, Kind::Joined, script, position, (start, end));
        }
        let core = self.core(words, position);
        if signs > 0 && parts.len() == 1 && words.len() == 1 {
            // `C++` is not `C`.
            self.position += 1;
            return;
        }
        let after_apostrophe = |part: &[Char]| {
            part.len() == 1
                && part[0].at > start
                && self.text[..part[0].at].ends_with(['\'', '\u{2019}', '\u{2018}'])
        };
        let kept: Vec<&[Char]> = parts.iter().copied().filter(|part| !after_apostrophe(part)).collect();
        let lead = usize::from(!is_word(words[0].class));
        let numbers: Vec<(usize, usize)> = versions(words)
            .into_iter()
            .filter(|span| Some(*span) != core && *span != (lead, words.len()))
            .collect();
        for part in kept {
            let position = self.position;
            let (start, end) = self.slice(part);
            for (from, to) in numbers.iter().filter(|(from, _)| (start..end).contains(&words[*from].at)) {
                let place = self.slice(&words[*from..*to]);
                let number = fold(&self.text[place.0..place.1]).plain.into_owned();
                self.send(number, Kind::Joined, Script::Sign, position, place);
            }
            self.word(part, Kind::Part, position);
            self.position += 1;
        }
    }

    fn word(&mut self, part: &[Char], kind: Kind, position: u32) {
        let (start, end) = self.slice(part);
        let digits = part.iter().any(|c| c.class == Class::Digit);
        let script = if digits { Script::Sign } else { Script::Letters };
        let folded = fold(&self.text[start..end]);
        let marked = folded.marked;
        let plain = folded.plain.into_owned();
        let weight = if kind == Kind::Part || marked.is_some() { 8 } else { 10 };
        self.send_weighted(plain, kind, script, position, (start, end), weight);
        if let Some(marked) = marked {
            self.send(marked, Kind::Marked, Script::Sign, position, (start, end));
        }
    }

    /// The figure in `511ms`, `7.8MB`, `v2.14.0`, and where it stands in `words`.
    fn core(&mut self, words: &[Char], position: u32) -> Option<(usize, usize)> {
        let from = usize::from(
            matches!(words[0].c, 'v' | 'V') && words.get(1).is_some_and(|c| c.class == Class::Digit),
        );
        let figures = words[from..]
            .iter()
            .take_while(|c| c.class == Class::Digit || matches!(c.c, '.' | ',' | ':'))
            .count();
        let mut to = from + figures;
        while to > from && words[to - 1].class != Class::Digit {
            to -= 1;
        }
        let unit = &words[to..];
        let is_core = to > from
            && words[from].class == Class::Digit
            && unit.len() <= 4
            && (from > 0 || !unit.is_empty())
            && unit.iter().all(|c| c.class == Class::Letter);
        if is_core {
            let (start, end) = self.slice(&words[from..to]);
            let core = fold(&self.text[start..end]).plain.into_owned();
            self.send(core, Kind::Joined, Script::Sign, position, (start, end));
        }
        is_core.then_some((from, to))
    }
}

/// Numbers with points between their figures, by their places in `words`: `2.3` in `release-2.3`.
fn versions(words: &[Char]) -> Vec<(usize, usize)> {
    let digit = |at: usize| words.get(at).is_some_and(|c| c.class == Class::Digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let from = at;
        let mut points = 0;
        while digit(at) || (at > from && words.get(at).is_some_and(|c| c.c == '.') && digit(at + 1)) {
            points += usize::from(!digit(at));
            at += 1;
        }
        if points > 0 {
            found.push((from, at));
        }
        at = at.max(from + 1);
    }
    found
}

/// Characters with the marks that voice them as one: half-width kana write `ﾊﾞ` for `バ`.
fn voiced(chars: &[Char]) -> Vec<Char> {
    let mut out: Vec<Char> = Vec::with_capacity(chars.len());
    for c in chars {
        match out.last_mut() {
            Some(last) if matches!(c.c, '\u{ff9e}' | '\u{ff9f}' | '\u{3099}' | '\u{309a}') => {
                last.end = c.end
            }
            _ => out.push(*c),
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Alphabet,
    Hangul,
    Dense,
}

fn side(class: Class) -> Side {
    match class {
        Class::Hangul => Side::Hangul,
        Class::Dense | Class::Han => Side::Dense,
        _ => Side::Alphabet,
    }
}

fn joins(chars: &[Char], at: usize, to: usize) -> bool {
    let sign = chars[at].c;
    let (left, right) = (chars[at - 1].class, chars[to].class);
    match to - at {
        1 => match sign {
            ',' => left == Class::Digit && right == Class::Digit,
            '\'' | '\u{2019}' | '\u{2018}' => left == Class::Letter && right == Class::Letter,
            _ => true,
        },
        2 => sign == ':' && chars[at + 1].c == ':',
        3 => sign == ':' && chars[at + 1].c == '/' && chars[at + 2].c == '/',
        _ => false,
    }
}

/// Number of signs at the start of `chars` that end a word: `++`, `+` or `#`.
fn ending(chars: &[Char]) -> usize {
    match chars.first().map(|c| c.c) {
        Some('#') => 1,
        Some('+') => 1 + usize::from(chars.get(1).is_some_and(|c| c.c == '+')),
        _ => 0,
    }
}

/// Cuts `NodeNotReady` and `HTTPServer` where a capital begins a word.
fn camel<'c>(run: &'c [Char], parts: &mut Vec<&'c [Char]>) {
    let mut from = 0;
    for at in 1..run.len() {
        let (before, here) = (run[at - 1].c, run[at].c);
        let after = run.get(at + 1).map_or('\0', |c| c.c);
        let starts =
            here.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_lowercase()));
        // One letter is no word, and the plural of `API` is no `Is`.
        let plural = after == 's' && at + 2 == run.len();
        if starts && at - from > 1 && run.len() - at > 1 && !plural {
            parts.push(&run[from..at]);
            from = at;
        }
    }
    parts.push(&run[from..]);
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokenize};

    fn words(text: &str) -> Vec<String> {
        tokenize(text)
            .into_iter()
            .map(|t| {
                let mark = match t.kind {
                    Kind::Word => "",
                    Kind::Part => "+",
                    Kind::Whole => "=",
                    Kind::Joined => "~",
                    Kind::Marked => "^",
                };
                format!("{mark}{}@{}", t.text, t.position)
            })
            .collect()
    }

    #[test]
    fn technical_words_are_wholes_and_parts() {
        assert_eq!(words("C++ and C"), ["=c++@0", "and@1", "c@2"]);
        assert_eq!(words("C#, .NET"), ["=c#@0", "=.net@1", "+net@1"]);
        assert_eq!(words("Go-based."), ["=go-based@0", "~gobased@0", "+go@0", "+based@1"]);
        assert_eq!(words("(.env)"), ["=.env@0", "+env@0"]);
        assert_eq!(words("TCP_NODELAY"), ["=tcp_nodelay@0", "~tcpnodelay@0", "+tcp@0", "+nodelay@1"]);
        assert_eq!(words("v2.14.0,"), ["=v2.14.0@0", "~2.14.0@0", "+v2@0", "+14@1", "+0@2"]);
        assert_eq!(
            words("release-2.3"),
            ["=release-2.3@0", "+release@0", "~2.3@1", "+2@1", "+3@2"],
            "the version is a number by itself"
        );
        assert_eq!(words("10.1.2.3"), ["=10.1.2.3@0", "+10@0", "+1@1", "+2@2", "+3@3"]);
        assert_eq!(words("p99 1,234 511ms"), ["p99@0", "=1,234@1", "+1@1", "+234@2", "~511@3", "511ms@3"]);
        assert_eq!(words("/v1/checkout"), ["=/v1/checkout@0", "=v1/checkout@0", "+v1@0", "+checkout@1"]);
        assert_eq!(
            words("NodeNotReady"),
            ["=nodenotready@0", "~nodenotready@0", "+node@0", "+not@1", "+ready@2"]
        );
        assert_eq!(words("CVE-2021-44228")[0], "=cve-2021-44228@0");
        assert_eq!(words("driver’s"), ["=driver's@0", "~drivers@0", "+driver@0"]);
        assert_eq!(
            words("std::sync a--b x... ..y"),
            ["=std::sync@0", "+std@0", "+sync@1", "a@2", "b@3", "x@4", "y@5"]
        );
    }

    #[test]
    fn scripts_part_and_particles_fall() {
        assert_eq!(words("Consul은 5대의 KV쓰기"), ["consul@0", "5@1", "대의@2", "kv@3", "쓰기@4"]);
        assert_eq!(words("v1.10을"), ["=v1.10@0", "~1.10@0", "+v1@0", "+10@1"]);
        assert_eq!(words("恢复中"), ["恢复@0", "+恢@0", "复中@1", "+复@1", "+中@2"]);
        assert_eq!(words("猫"), ["+猫@0"]);
        assert_eq!(words("ｻｰﾊﾞｰ"), words("サーバー"));
        assert_eq!(words("ﾊﾞｯﾃﾘｰ"), words("ハ\u{3099}ッテリー"));
        assert_eq!(words("учёт"), ["учет@0", "^учёт@0"]);
        assert_eq!(words("+ - # … ++"), Vec::<String>::new());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_cut_and_places_hold(text in "\\PC{0,60}") {
            for token in tokenize(&text) {
                proptest::prop_assert!(text.get(token.start..token.end).is_some_and(|s| !s.is_empty()));
            }
        }
    }
}
