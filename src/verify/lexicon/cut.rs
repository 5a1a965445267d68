//! Text into words, each script in its own way: spaced scripts at spaces, Hangul also inside a spaced
//! word wherever a known word ends, Han and Kana by the longest known word. Facts are left out, for
//! they are compared as figures.

use std::cell::OnceCell;
use std::rc::Rc;

use unicode_normalization::UnicodeNormalization;

use super::rules::Rules;
use super::stem::stem;
use super::{ConceptId, Lexicon, Table, sound_key};
use crate::diag::ByteSpan;

/// Longest known word of an unspaced script, in characters.
const MAX_JOINED: usize = 12;
/// Longest stretch of Hangul that is looked up as one word, in letters.
const MAX_JAMO: usize = 30;

/// How strongly two stretches of text are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Break {
    /// Into two parts of a sentence.
    Clause,
    /// Into two sentences.
    Sentence,
}

/// One word.
#[derive(Debug, Clone)]
pub struct Word {
    /// Its bytes.
    pub span: ByteSpan,
    /// Folded text.
    pub key: String,
    /// What all its forms share.
    pub stem: Rc<str>,
    /// What it may mean, sorted; empty where the lexicon does not know it.
    pub concepts: Vec<ConceptId>,
    /// Whether it carries meaning by itself.
    pub content: bool,
    /// Whether it is written as a name: a capital inside a sentence, or Latin letters in other text.
    pub name: bool,
    /// Whether it is written in Latin letters.
    pub latin: bool,
    /// How it sounds, once that was asked.
    pub(in crate::verify) sound: OnceCell<Option<Rc<str>>>,
}

impl Word {
    /// The key of its sound, by [`sound_key`].
    pub fn sound(&self) -> Option<&Rc<str>> {
        self.sound.get_or_init(|| sound_key(&self.key).map(Into::into)).as_ref()
    }
}

/// Text cut into words, and where its parts end.
#[derive(Debug, Default)]
pub struct Cut {
    /// In order.
    pub words: Vec<Word>,
    /// Byte offsets at which a new part begins, ascending.
    pub breaks: Vec<(usize, Break)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Spaced,
    Hangul,
    Joined,
    Digit,
    None,
}

fn script(c: char) -> Script {
    match c {
        '0'..='9' => Script::Digit,
        '\0'..='@' | '['..='`' | '{'..='\x7f' => Script::None,
        'А'..='я' => Script::Spaced,
        '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7A3}' => Script::Hangul,
        '\u{3005}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
            Script::Joined
        }
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{FF21}'..='\u{FF5A}' => Script::Latin,
        _ if c.is_alphabetic() => Script::Spaced,
        _ if unicode_normalization::char::is_combining_mark(c) => Script::Spaced,
        _ => Script::None,
    }
}

/// Lower case, full width and accents of Latin letters folded, ё as е, one apostrophe.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    // Letters that normalisation leaves as they are and joins with nothing here.
    let settled = |c: char| matches!(c, '\0'..='\x7f' | 'А'..='я' | 'Ё' | 'ё' | '가'..='힣' | '’' | '‘');
    if text.chars().all(settled) {
        out.extend(text.chars().map(|c| match c {
            'Ё' | 'ё' => 'е',
            '’' | '‘' => '\'',
            'А'..='Я' => char::from_u32(c as u32 + 0x20).unwrap_or(c),
            _ => c.to_ascii_lowercase(),
        }));
        return out;
    }
    for c in text.nfkc() {
        for c in c.to_lowercase() {
            match c {
                'ё' => out.push('е'),
                'ß' => out.push_str("ss"),
                '’' | 'ʼ' | '‘' => out.push('\''),
                '\u{E0}'..='\u{24F}' => {
                    out.extend(
                        std::iter::once(c)
                            .nfd()
                            .filter(|c| !unicode_normalization::char::is_combining_mark(*c)),
                    );
                }
                _ => out.push(c),
            }
        }
    }
    out
}

/// Hangul as single letters, so that a stem may end inside a syllable.
pub fn jamo(text: &str) -> String {
    let plain = |c: char| matches!(c, '\0'..='\x7f' | '가'..='힣');
    if text.chars().all(plain) {
        let mut out = String::with_capacity(text.len() * 3);
        text.chars().for_each(|c| out.extend(letters(c)));
        return out;
    }
    text.nfd().collect()
}

/// The letters of one syllable of Hangul, or `c` itself.
fn letters(c: char) -> impl Iterator<Item = char> {
    let parts = match (c as u32).checked_sub(0xAC00).filter(|index| *index < 11_172) {
        None => [Some(c), None, None],
        Some(index) => {
            let tail = (index % 28 > 0).then(|| char::from_u32(0x11A7 + index % 28)).flatten();
            [char::from_u32(0x1100 + index / 588), char::from_u32(0x1161 + index % 588 / 28), tail]
        }
    };
    parts.into_iter().flatten()
}

impl Lexicon {
    /// Cuts `text`, in the language `primary`, into words and parts; the stretches `skip` (sorted) are
    /// left out.
    pub fn cut(&self, primary: &str, text: &str, skip: &[ByteSpan]) -> Cut {
        let mut cutter = Cutter {
            lexicon: self,
            rules: super::rules::rules(primary),
            own: self.tables.get(primary),
            english: self.tables.get("en").filter(|_| primary != "en"),
            primary,
            text,
            out: Cut::default(),
            sentence_start: true,
        };
        cutter.run(skip);
        let mut out = cutter.out;
        self.mark_phrases(primary, &mut out.words);
        for word in &mut out.words {
            word.concepts.sort_unstable();
            word.concepts.dedup();
        }
        for word in &out.words {
            if word.concepts.contains(&self.marks.break_before) {
                out.breaks.push((word.span.start, Break::Clause));
            }
        }
        out.breaks.sort_unstable();
        out
    }
}

struct Cutter<'a> {
    lexicon: &'a Lexicon,
    rules: &'static Rules,
    own: Option<&'a Table>,
    english: Option<&'a Table>,
    primary: &'a str,
    text: &'a str,
    out: Cut,
    sentence_start: bool,
}

impl Cutter<'_> {
    fn run(&mut self, skip: &[ByteSpan]) {
        let text = self.text;
        let mut chars = text.char_indices().peekable();
        let mut skip = skip.iter().filter(|span| !span.is_empty()).peekable();
        let mut last_fact = 0;
        while let Some(&(at, c)) = chars.peek() {
            while let Some(span) = skip.next_if(|span| span.end <= at) {
                last_fact = span.end;
            }
            if skip.peek().is_some_and(|span| span.start <= at) {
                chars.next();
                self.sentence_start = false;
                continue;
            }
            let limit = skip.peek().map_or(text.len(), |span| span.start);
            let kind = script(c);
            if kind == Script::None {
                chars.next();
                let next = chars.peek().map(|(_, c)| *c);
                self.punctuation(at, c, next);
                continue;
            }
            let mut end = at;
            while let Some(&(next_at, next)) = chars.peek() {
                if next_at >= limit || !joins(kind, next, text, next_at) {
                    break;
                }
                end = next_at + next.len_utf8();
                chars.next();
            }
            if end == at {
                chars.next();
                continue;
            }
            match kind {
                Script::Hangul => self.hangul(at, end, self.follows_count(at, last_fact)),
                Script::Joined => self.joined(at, end),
                _ => self.spaced(at, end, kind == Script::Latin),
            }
            self.sentence_start = false;
        }
    }

    fn punctuation(&mut self, at: usize, c: char, next: Option<char>) {
        let spaced =
            next.is_none_or(|next| next.is_whitespace() || matches!(next, '"' | '»' | '”' | ')' | '*'));
        let strength = match c {
            '。' | '！' | '？' | '\n' | '…' => Some(Break::Sentence),
            '.' | '!' | '?' if spaced => Some(Break::Sentence),
            ',' | ';' | ':' if spaced => Some(Break::Clause),
            '、' | '，' | '；' | '：' | '—' => Some(Break::Clause),
            '–' | '-' if spaced && self.text[..at].ends_with(char::is_whitespace) => Some(Break::Clause),
            _ => None,
        };
        if let Some(strength) = strength {
            self.out.breaks.push((at + c.len_utf8(), strength));
            self.sentence_start |= strength == Break::Sentence;
        }
    }

    fn spaced(&mut self, start: usize, end: usize, latin: bool) {
        let written = &self.text[start..end];
        let key = fold(written);
        let key = key.strip_suffix("'s").unwrap_or(&key).trim_matches('\'').to_owned();
        if key.is_empty() {
            return;
        }
        let stop = self.rules.stop.contains(&key);
        let stemmed = stem(self.rules, &key);
        let mut concepts = self.own.map(|table| table.single(&key, &stemmed, written)).unwrap_or_default();
        if concepts.is_empty()
            && latin
            && !stop
            && let Some(english) = self.english
        {
            concepts = english.single(&key, &stem(super::rules::rules("en"), &key), written);
        }
        let capital = written.chars().next().is_some_and(char::is_uppercase);
        let foreign = latin && matches!(self.primary, "ko" | "ru" | "ja" | "zh");
        let inner_capital = written.chars().skip(1).any(char::is_uppercase);
        // German writes every noun with a capital.
        let capital_tells = capital && self.primary != "de" && (!self.sentence_start || inner_capital);
        let name = (capital_tells || foreign && capital) && key.chars().count() > 1;
        let content = !stop && !self.lexicon.only_marks(&concepts) && key.chars().any(char::is_alphabetic);
        self.out.words.push(Word {
            span: ByteSpan::new(start, end),
            stem: stemmed.into(),
            key,
            concepts,
            content,
            name,
            latin,
            sound: OnceCell::new(),
        });
    }

    /// Whether a figure that counts ends at `fact`, right before `at`: 2, 두.
    fn follows_count(&self, at: usize, fact: usize) -> bool {
        let close = fact > 0 && self.text.get(fact..at).is_some_and(|gap| gap.is_empty() || gap == " ");
        let last = || self.text.get(..fact).and_then(|text| text.chars().next_back());
        close && last().is_some_and(|c| c.is_ascii_digit() || "한두세네석넉섯곱덟홉열무".contains(c))
    }

    /// Cuts a run of Hangul; `counted` where a figure stands before it, so that it may begin with a counter.
    fn hangul(&mut self, start: usize, end: usize, counted: bool) {
        let run = &self.text[start..end];
        let syllables: Vec<(usize, char)> = run.char_indices().collect();
        let mut at = 0;
        let mut whole_noun = false;
        while at < syllables.len() {
            let (found_at, length, ends_inside, concepts) = self.known_hangul(run, &syllables, at, counted);
            let rest_from = |i: usize| syllables.get(i).map_or(run.len(), |(offset, _)| *offset);
            if length == 0 {
                if at == 0 {
                    self.push_hangul(start, start + run.len(), Vec::new());
                }
                break;
            }
            if found_at > at && at == 0 {
                self.push_hangul(start, start + rest_from(found_at), Vec::new());
            }
            let next = found_at + length;
            whole_noun = at == 0 && found_at == 0 && next == syllables.len() && !ends_inside;
            self.push_hangul(start + rest_from(found_at), start + rest_from(next), concepts);
            if ends_inside {
                break;
            }
            at = next;
        }
        let folded = fold(run);
        let ends_clause = self.rules.breaks_after.iter().any(|ending| {
            folded.strip_suffix(ending.as_str()).is_some_and(|rest| rest.chars().take(2).count() == 2)
                || folded == *ending && ending.chars().take(2).count() == 2
        });
        if ends_clause && !whole_noun {
            self.out.breaks.push((end, Break::Clause));
        }
    }

    /// The first known word at or after syllable `at`: where it begins, how many syllables it takes,
    /// whether it ends inside a syllable, what it means. No length where there is none.
    fn known_hangul(
        &self,
        run: &str,
        syllables: &[(usize, char)],
        at: usize,
        counted: bool,
    ) -> (usize, usize, bool, Vec<ConceptId>) {
        let Some(table) = self.own else { return (at, 0, false, Vec::new()) };
        // A known word inside an unknown one counts from two syllables on, and only near its start.
        let last = if at == 0 { syllables.len().min(4) } else { at + 1 };
        for from in at..last.min(syllables.len()) {
            let mut ends = Vec::new();
            for (number, (_, syllable)) in syllables.iter().enumerate().skip(from) {
                let first = ends.len();
                // A letter that stands alone may fall apart too.
                match syllable {
                    '가'..='힣' => ends.extend(letters(*syllable).map(|letter| (letter, number + 1, true))),
                    _ => {
                        ends.extend(std::iter::once(*syllable).nfd().map(|letter| (letter, number + 1, true)))
                    }
                }
                if let Some(last) = ends[first..].last_mut() {
                    last.2 = false;
                }
                if ends.len() >= MAX_JAMO {
                    break;
                }
            }
            let found: Vec<_> = table.prefix.along(ends.iter().map(|end| end.0)).collect();
            for (length, entry) in found.into_iter().rev() {
                let (_, next, inside) = ends[length - 1];
                let taken = next - from;
                let rest = syllables.get(next).map_or("", |(offset, _)| &run[*offset..]);
                // 2대만 is a counter with a particle, and no Taiwan; 승인도 is approval, and no India.
                let spelled_otherwise =
                    !inside && self.spells_otherwise(run, syllables, from..next, counted && from == 0);
                let concepts: Vec<ConceptId> = entry
                    .iter()
                    .filter(|entry| entry.rest.is_empty())
                    .filter(|entry| !(spelled_otherwise && self.is_name(entry.concept)))
                    .filter(|entry| {
                        if entry.free && from == 0 {
                            return true;
                        }
                        let whole = rest.is_empty() || self.rules.particles.contains(rest);
                        !inside
                            && if taken == 1 {
                                from == 0 && whole
                            } else {
                                from == 0 || at > 0 || !entry.verb
                            }
                            || inside && taken > 1 && entry.verb
                    })
                    .map(|entry| entry.concept)
                    .collect();
                if !concepts.is_empty() {
                    return (from, taken, inside, concepts);
                }
            }
        }
        (at, 0, false, Vec::new())
    }

    /// Whether what could be a name at the syllables `name` is a counter or a noun's end with its particle.
    fn spells_otherwise(
        &self,
        run: &str,
        syllables: &[(usize, char)],
        name: std::ops::Range<usize>,
        counted: bool,
    ) -> bool {
        let offset = |at: usize| syllables.get(at).map_or(run.len(), |(offset, _)| *offset);
        if !counted && name.start == 0 {
            return false;
        }
        let (first, second) = (offset(name.start), offset(name.start + 1));
        if counted {
            return self.rules.counters.iter().any(|counter| counter == &run[first..second]);
        }
        let particles = &self.rules.particles;
        let rest = &run[offset(name.end)..];
        let (whole, tail) = (&run[first..offset(name.end)], &run[second..offset(name.end)]);
        name.len() == 2
            && (rest.is_empty() || particles.contains(rest))
            && (particles.contains(whole) || particles.contains(tail))
    }

    fn is_name(&self, concept: ConceptId) -> bool {
        (self.lexicon.concept(concept)).is_some_and(|concept| {
            matches!(concept.role, super::Role::Place | super::Role::Org | super::Role::Product)
        })
    }

    fn push_hangul(&mut self, start: usize, end: usize, concepts: Vec<ConceptId>) {
        let written = fold(&self.text[start..end]);
        if concepts.is_empty() && self.rules.particles.contains(&written) {
            return;
        }
        let bare = (self.rules.particles.cut(&written))
            .find(|rest| rest.chars().take(2).count() == 2)
            .unwrap_or(&written)
            .to_owned();
        let stop = self.rules.stop.contains(&written) || self.rules.stop.contains(&bare);
        let content = !stop && !self.lexicon.only_marks(&concepts) && written.chars().take(2).count() == 2
            || !concepts.is_empty() && !self.lexicon.only_marks(&concepts) && !stop;
        let stem = stem(self.rules, &bare).into();
        let span = ByteSpan::new(start, end);
        self.out.words.push(Word {
            span,
            key: bare,
            stem,
            concepts,
            content,
            name: false,
            latin: false,
            sound: OnceCell::new(),
        });
    }

    fn joined(&mut self, start: usize, end: usize) {
        let run = &self.text[start..end];
        let chars: Vec<(usize, char)> = run.char_indices().collect();
        let offset = |i: usize| chars.get(i).map_or(run.len(), |(at, _)| *at);
        let mut unknown = None;
        let mut at = 0;
        while at < chars.len() {
            let found = self.own.and_then(|table| {
                (1..=MAX_JOINED.min(chars.len() - at)).rev().find_map(|length| {
                    let mut concepts =
                        table.joined.get(&fold(&run[offset(at)..offset(at + length)]))?.clone();
                    // A compound means what its two parts mean, too.
                    let part =
                        |from: usize, to: usize| table.joined.get(&fold(&run[offset(from)..offset(to)]));
                    for middle in 1..length {
                        if let (Some(a), Some(b)) = (part(at, at + middle), part(at + middle, at + length)) {
                            concepts.extend(a.iter().chain(b));
                        }
                    }
                    Some((length, concepts))
                })
            });
            let bare = matches!(chars[at].1, '\u{3040}'..='\u{309F}');
            if (found.is_some() || bare)
                && let Some(from) = unknown.take()
            {
                self.push_joined(start + offset(from), start + offset(at), Vec::new());
            }
            match found {
                Some((length, concepts)) => {
                    self.push_joined(start + offset(at), start + offset(at + length), concepts);
                    at += length;
                }
                None => {
                    if !bare && unknown.is_none() {
                        unknown = Some(at);
                    }
                    at += 1;
                }
            }
        }
        if let Some(from) = unknown {
            self.push_joined(start + offset(from), end, Vec::new());
        }
    }

    fn push_joined(&mut self, start: usize, end: usize, concepts: Vec<ConceptId>) {
        let key = fold(&self.text[start..end]);
        let content = !self.rules.stop.contains(&key) && !self.lexicon.only_marks(&concepts);
        let span = ByteSpan::new(start, end);
        self.out.words.push(Word {
            span,
            stem: key.as_str().into(),
            key,
            concepts,
            content,
            name: false,
            latin: false,
            sound: OnceCell::new(),
        });
    }
}

/// Whether `c` at `at` goes on with a word of `kind`.
fn joins(kind: Script, c: char, text: &str, at: usize) -> bool {
    let own = script(c);
    match kind {
        Script::Hangul | Script::Joined => own == kind,
        Script::Latin | Script::Spaced | Script::Digit => {
            let letter_after = || {
                text[at + c.len_utf8()..]
                    .chars()
                    .next()
                    .is_some_and(|next| matches!(script(next), Script::Latin | Script::Spaced))
            };
            match own {
                Script::Digit => true,
                Script::Latin | Script::Spaced => {
                    kind == own || kind == Script::Digit || unicode_normalization::char::is_combining_mark(c)
                }
                Script::None => matches!(c, '\'' | '’') && letter_after(),
                _ => false,
            }
        }
        Script::None => false,
    }
}
