//! A query's words into a plan: which words must meet, and what may stand for what.
//! Knows no postings. `runtime/plan.js` is its twin.

use super::bytes::Fault;
use super::dictionary::{filing_word, fingerprint};
use super::phrases::phrase;
use super::resolve::FULL;
use super::shelf::Shelf;
use super::stem::{strip, suffixes};
use super::token::{Kind, Script, Token, tokenize};

/// How the words of a query go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A word, by its number in the plan.
    Word(usize),
    /// All of them.
    All(Vec<Node>),
    /// Any of them, each with its weight in 256ths.
    Any(Vec<(u32, Node)>),
    /// What was typed, and what the glossary knows for it.
    Meant(Box<Node>, Vec<Node>),
    /// The first that finds anything.
    First(Vec<Node>),
    /// Words at these distances from each other.
    Phrase(Vec<(u32, usize)>),
}

/// A word of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The folded spelling.
    pub text: String,
    /// Its writing.
    pub script: Script,
    /// Whether it may be unfinished.
    pub open: bool,
    /// Whether it may hold a typing mistake: not so for phrases, exclusions and glossary forms.
    pub typed: bool,
}

/// A query as a plan.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The words.
    pub words: Vec<Word>,
    /// What must be found, each of them.
    pub units: Vec<Node>,
    /// What must not be found, each of them.
    pub excluded: Vec<Node>,
}

/// Weight of a joined spelling beside the whole (`gobased` for `go-based`).
const JOINED: u32 = 205;
/// Weight of the parts beside the whole.
const PARTS: u32 = 180;
/// Weight of a glossary form beside what was typed.
pub const GLOSSARY: u32 = 200;
/// A glossary form has at most so many words.
const LONGEST_FORM: usize = 4;
/// A unit has at most so many letters.
const LONGEST_UNIT: usize = 4;
/// A word without its ending has at least so many letters.
const LEAST_STEM: usize = 3;

impl Plan {
    /// Plans free words, phrases and exclusions; `open` tells that the last free word may be unfinished.
    pub fn new(
        shelf: &mut Shelf,
        words: &str,
        phrases: &[String],
        excluded: &[String],
        open: bool,
    ) -> Result<Self, Fault> {
        let mut plan = Self::default();
        let tokens = tokenize(words);
        let chunks: Vec<&[Token]> = tokens.chunk_by(|a, b| a.chunk == b.chunk).collect();
        let typed: Vec<Node> =
            (0..chunks.len()).map(|at| plan.unit(chunks[at], open && at + 1 == chunks.len(), true)).collect();
        plan.units = plan.with_glossary(shelf, words, typed)?;
        for text in phrases {
            let node = plan.phrase(text);
            plan.units.extend(node);
        }
        for text in excluded {
            let node = if text.contains(char::is_whitespace) { plan.phrase(text) } else { plan.form(text) };
            plan.excluded.extend(node);
        }
        Ok(plan)
    }

    fn word(&mut self, token: &Token, open: bool, typed: bool) -> usize {
        let word = Word { text: token.text.clone(), script: token.script, open, typed };
        self.words.iter().position(|known| *known == word).unwrap_or_else(|| {
            self.words.push(word);
            self.words.len() - 1
        })
    }

    /// A run without spaces: the whole, the joined spelling, the parts.
    fn unit(&mut self, chunk: &[Token], open: bool, typed: bool) -> Node {
        let pairs = chunk.iter().any(|token| token.script == Script::Dense && token.kind == Kind::Word);
        let is_part = |token: &&Token| {
            matches!(token.kind, Kind::Word | Kind::Part)
                && !(pairs && token.script == Script::Dense && token.kind == Kind::Part)
        };
        let last = chunk.iter().filter(is_part).count().saturating_sub(1);
        let technical = chunk.iter().any(|token| token.kind == Kind::Whole);
        let mut run: Vec<(u32, usize)> = Vec::new();
        let mut parts = Vec::new();
        for (at, token) in chunk.iter().filter(is_part).enumerate() {
            let word = self.word(token, open && at == last, typed);
            let plain = Node::Word(word);
            if technical && matches!(token.script, Script::Letters | Script::Sign) {
                run.push((token.position, word));
                continue;
            }
            let marked =
                chunk.iter().find(|other| other.kind == Kind::Marked && other.position == token.position);
            parts.push(match marked {
                Some(marked) => {
                    Node::Any(vec![(256, Node::Word(self.word(marked, false, false))), (256, plain)])
                }
                None => plain,
            });
        }
        // The parts of a technical word stand together, or it is another word.
        parts.extend(sequence(run));
        let core = if parts.len() == 1 {
            parts.pop()
        } else {
            Some(Node::All(parts)).filter(|node| *node != Node::All(Vec::new()))
        };
        let whole = chunk.iter().find(|token| token.kind == Kind::Whole);
        let joined = chunk
            .iter()
            .find(|t| t.kind == Kind::Joined && !t.text.starts_with(|c: char| c.is_ascii_digit()));
        let apart = chunk
            .iter()
            .find(|token| matches!(token.kind, Kind::Word | Kind::Whole))
            .and_then(|token| measure(&token.text))
            .and_then(|(figure, unit)| self.in_order(&format!("{figure} {unit}")));
        let Some(whole) = whole else {
            return match (core, apart) {
                (Some(core), Some(apart)) => Node::Any(vec![(FULL, core), (JOINED, apart)]),
                (core, _) => core.unwrap_or(Node::All(Vec::new())),
            };
        };
        let figures = whole.text.chars().any(|c| c.is_ascii_digit());
        let mut any = vec![(256, Node::Word(self.word(whole, open, typed && core.is_none())))];
        if let Some(joined) = joined {
            any.push((JOINED, Node::Word(self.word(joined, false, false))));
        }
        // `v2.14.0` is written `2.14.0` as well.
        let bare = whole.text.strip_prefix('v');
        let version = chunk.iter().find(|t| t.kind == Kind::Joined && Some(t.text.as_str()) == bare);
        if let Some(version) = version {
            any.push((JOINED, Node::Word(self.word(version, open, false))));
        }
        any.extend(apart.map(|apart| (JOINED, apart)));
        match core {
            // The parts of a version or an address say little: they count only where the whole is unknown.
            Some(core) if figures => Node::First(vec![Node::Any(any), core]),
            Some(core) => {
                any.push((PARTS, core));
                Node::Any(any)
            }
            None => Node::Any(any),
        }
    }

    /// A text all of whose runs must be found, exactly as they stand.
    fn form(&mut self, text: &str) -> Option<Node> {
        let tokens = tokenize(text);
        let mut units: Vec<Node> =
            tokens.chunk_by(|a, b| a.chunk == b.chunk).map(|chunk| self.unit(chunk, false, false)).collect();
        if units.len() > 1 { Some(Node::All(units)) } else { units.pop() }
    }

    /// Words that must stand in this order with nothing between; a figure and its unit may be joined or apart.
    fn phrase(&mut self, text: &str) -> Option<Node> {
        let mut any = Vec::new();
        for (at, spelled) in measures(text).iter().enumerate() {
            any.extend(self.in_order(spelled).map(|node| (if at == 0 { FULL } else { JOINED }, node)));
        }
        either(any)
    }

    /// Words in this order; where they stand with all their signs and marks, it counts more.
    fn in_order(&mut self, text: &str) -> Option<Node> {
        let tokens = tokenize(text);
        let plain = self.places(&tokens, false);
        let exact = self.places(&tokens, true);
        let loose = sequence(plain.clone())?;
        if exact == plain {
            return Some(loose);
        }
        either(sequence(exact).map(|node| (FULL, node)).into_iter().chain([(PARTS, loose)]).collect())
    }

    /// The words of a phrase with their places: its plain words, or if `exact` the words as they are spelled.
    fn places(&mut self, tokens: &[Token], exact: bool) -> Vec<(u32, usize)> {
        let order = if exact {
            [Kind::Whole, Kind::Marked, Kind::Word, Kind::Part]
        } else {
            [Kind::Word, Kind::Part, Kind::Whole, Kind::Whole]
        };
        let mut places: Vec<(u32, usize)> = Vec::new();
        let mut reached = 0;
        for of_place in tokens.chunk_by(|a, b| a.position == b.position) {
            if of_place.iter().all(|token| token.start < reached) {
                continue;
            }
            let token = order.iter().find_map(|kind| of_place.iter().find(|token| token.kind == *kind));
            if let Some(token) = token {
                places.push((token.position, self.word(token, false, false)));
                if exact && token.kind == Kind::Whole {
                    reached = token.end;
                }
            }
        }
        // The last character of a run is told by the pair before it.
        let dense =
            tokens.last().is_some_and(|token| token.script == Script::Dense && token.kind == Kind::Part);
        if dense && places.len() > 1 {
            places.pop();
        }
        places
    }

    /// Lets what the glossary knows stand for what was typed, the longest forms first.
    fn with_glossary(&mut self, shelf: &mut Shelf, text: &str, typed: Vec<Node>) -> Result<Vec<Node>, Fault> {
        let tokens = tokenize(&text.to_lowercase());
        let words: Vec<Vec<&str>> = tokens
            .chunk_by(|a, b| a.chunk == b.chunk)
            .map(|chunk| {
                let words = chunk.iter().filter(|token| matches!(token.kind, Kind::Word | Kind::Part));
                words.map(|token| token.text.as_str()).collect()
            })
            .collect();
        let spelled: Vec<&str> = tokens
            .chunk_by(|a, b| a.chunk == b.chunk)
            .map(|chunk| {
                let mut whole = chunk.iter().filter(|token| matches!(token.kind, Kind::Word | Kind::Whole));
                whole.next().map_or("", |token| token.text.as_str())
            })
            .collect();
        let mut units = Vec::new();
        let mut at = 0;
        while at < typed.len() {
            let mut taken = 1;
            let mut node = None;
            for length in (1..=LONGEST_FORM.min(typed.len() - at)).rev() {
                let phrase: Vec<&str> = words.iter().skip(at).take(length).flatten().copied().collect();
                let Some(forms) = glossary_forms(shelf, phrase)? else { continue };
                let own =
                    if length == 1 { typed[at].clone() } else { Node::All(typed[at..at + length].to_vec()) };
                let forms = forms.iter().filter_map(|form| self.form(form)).collect();
                node = Some(Node::Meant(Box::new(own), forms));
                taken = length;
                break;
            }
            if node.is_none() && at + 1 < typed.len() {
                node = self.joined_measure(
                    shelf,
                    spelled.get(at..at + 2).unwrap_or_default(),
                    &typed[at..at + 2],
                )?;
                taken += usize::from(node.is_some());
            }
            units.push(node.unwrap_or_else(|| typed[at].clone()));
            at += taken;
        }
        units.retain(|unit| *unit != Node::All(Vec::new()));
        Ok(units)
    }
}

impl Plan {
    /// A figure and a unit that the texts also write as one word: `350 ms` and `350ms`.
    fn joined_measure(
        &mut self,
        shelf: &mut Shelf,
        spelled: &[&str],
        typed: &[Node],
    ) -> Result<Option<Node>, Fault> {
        let joined = spelled.concat();
        let apart = measure(&joined).is_some_and(|(figure, unit)| spelled == [figure, unit]);
        if !apart || shelf.find(&joined)?.is_none() {
            return Ok(None);
        }
        let both = Node::All(typed.to_vec());
        Ok(self.form(&joined).map(|joined| Node::Any(vec![(FULL, both), (FULL, joined)])))
    }
}

/// Words at their places as a node: one word is itself.
fn sequence(places: Vec<(u32, usize)>) -> Option<Node> {
    match places.as_slice() {
        [] => None,
        [(_, word)] => Some(Node::Word(*word)),
        _ => Some(Node::Phrase(places)),
    }
}

/// Any of the nodes; one that counts fully is itself.
fn either(mut any: Vec<(u32, Node)>) -> Option<Node> {
    match any.as_slice() {
        [] => None,
        [(FULL, _)] => any.pop().map(|(_, node)| node),
        _ => Some(Node::Any(any)),
    }
}

/// The figure and the unit of `250ms` or `7.8MB`.
fn measure(word: &str) -> Option<(&str, &str)> {
    let sign = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':');
    let at = word.find(|c| !sign(c))?;
    let (figure, unit) = word.split_at(at);
    let digit = |c: char| c.is_ascii_digit();
    let fits = figure.starts_with(digit) && figure.ends_with(digit);
    (fits && unit.chars().count() <= LONGEST_UNIT && unit.chars().all(char::is_alphabetic))
        .then_some((figure, unit))
}

/// The text as it stands, and where that differs with every figure joined to its unit and apart from it.
fn measures(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut joined = String::new();
    let mut apart = String::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or("");
        let pair = format!("{before}{word}");
        let follows = measure(&pair).is_some_and(|(figure, _)| figure == before);
        if at > 0 {
            joined.push_str(if follows { "" } else { " " });
            apart.push(' ');
        }
        joined.push_str(word);
        match measure(word) {
            Some((figure, unit)) => apart.push_str(&format!("{figure} {unit}")),
            None => apart.push_str(word),
        }
    }
    let plain = words.join(" ");
    let others = [joined, apart].into_iter().filter(|other| *other != plain).collect::<Vec<_>>();
    [plain.clone()].into_iter().chain(others).collect()
}

/// What the glossary has for a phrase as it was typed, or without the ending of a last word that the texts
/// do not hold: `번들러가` is `번들러`.
fn glossary_forms(shelf: &mut Shelf, mut phrase: Vec<&str>) -> Result<Option<Vec<String>>, Fault> {
    if let Some(forms) = filed(shelf, &phrase)? {
        return Ok(Some(forms));
    }
    let Some(last) = phrase.pop() else { return Ok(None) };
    if shelf.find(last)?.is_some() {
        return Ok(None);
    }
    for base in bases(shelf, last) {
        let whole: Vec<&str> = phrase.iter().copied().chain([base.as_str()]).collect();
        if let Some(forms) = filed(shelf, &whole)? {
            return Ok(Some(forms));
        }
    }
    Ok(None)
}

fn filed(shelf: &mut Shelf, phrase: &[&str]) -> Result<Option<Vec<String>>, Fault> {
    let Some(word) = filing_word(phrase) else { return Ok(None) };
    let print = fingerprint(&phrase.join(" "));
    let Some(shard) = shelf.shard_for(word)? else { return Ok(None) };
    let at = shard.glossary.binary_search_by_key(&print, |(known, _)| *known);
    Ok(at.ok().and_then(|at| shard.glossary.get(at)).map(|(_, forms)| forms.clone()))
}

/// The words that `word` may be a form of, the longest ending taken off first.
fn bases(shelf: &Shelf, word: &str) -> Vec<String> {
    let particles = suffixes().into_iter().filter_map(|suffix| strip(word, suffix).map(str::to_owned));
    let rules = shelf.entry.rules.iter().filter_map(|(off, on)| {
        let stem = word.strip_suffix(off.as_str()).filter(|stem| stem.chars().count() >= LEAST_STEM)?;
        Some(format!("{stem}{on}"))
    });
    particles.chain(rules).collect()
}

/// The words by which an exact title or id is filed: their fingerprint, and the word whose shard has it.
pub fn exact_key(text: &str) -> Option<(u32, String)> {
    let words = phrase(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let filed = filing_word(&words)?.to_owned();
    Some((fingerprint(&words.join(" ")), filed))
}
