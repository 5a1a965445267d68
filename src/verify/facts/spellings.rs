//! Spellings and what they can mean, as a trie that is walked once for each place of a text: what was found
//! there last is kept, since many rules ask of one place. It knows no grammar beyond which senses can open
//! a fact.

use std::cell::Cell;

use super::fold;
use super::lexicon::{Opening, Role, Sense};

/// Spellings by their characters, while a language is compiled.
#[derive(Default)]
pub(super) struct Draft {
    nodes: Vec<DraftNode>,
}

#[derive(Default)]
struct DraftNode {
    children: Vec<(char, u32)>,
    senses: Vec<Sense>,
}

impl Draft {
    pub fn insert(&mut self, key: &[char], sense: Sense) {
        if self.nodes.is_empty() {
            self.nodes.push(DraftNode::default());
        }
        let mut at = 0;
        for &c in key {
            at = match self.nodes[at].children.binary_search_by_key(&c, |child| child.0) {
                Ok(found) => self.nodes[at].children[found].1 as usize,
                Err(gap) => {
                    let new = self.nodes.len();
                    // A language file has some thousand spellings.
                    self.nodes[at].children.insert(gap, (c, u32::try_from(new).unwrap_or(0)));
                    self.nodes.push(DraftNode::default());
                    new
                }
            };
        }
        if !self.nodes[at].senses.contains(&sense) {
            self.nodes[at].senses.push(sense);
        }
    }

    /// The trie for reading: edges side by side, and those of the root by their character. `article_alone`
    /// says that an article may be a figure whatever follows: a la una.
    pub fn finish(self, article_alone: bool) -> Trie {
        let mut trie = Trie { first: vec![0; PAGE], told: vec![Told::default()], ..Trie::default() };
        for (number, node) in self.nodes.into_iter().enumerate() {
            let from = trie.edges.len();
            for &(c, child) in node.children.iter().filter(|_| number == 0) {
                if let Some(slot) = page(c).and_then(|place| trie.first.get_mut(place)) {
                    *slot = child;
                }
            }
            trie.edges.extend(node.children);
            trie.nodes.push((index(from), index(trie.edges.len())));
            if node.senses.is_empty() {
                trie.meanings.push(0);
                continue;
            }
            trie.meanings.push(index(trie.told.len()));
            let mut told = Told::default();
            for sense in &node.senses {
                match sense.opening() {
                    _ if article_alone && *sense == Sense::Role(Role::Article) => told.opens = true,
                    Opening::AtOnce => told.opens = true,
                    Opening::WithNext => told.leads = true,
                    Opening::Never => {}
                }
                told.counts |= sense.counts();
                told.follows |= sense.follows();
                if let Sense::Role(role) = sense {
                    told.roles |= bit(*role);
                }
            }
            told.senses = node.senses.into_boxed_slice();
            trie.told.push(told);
        }
        trie
    }
}

fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn bit(role: Role) -> u128 {
    1 << (role as u32)
}

/// Characters that lead straight to their node below the root: Latin, Greek, Cyrillic, then Hangul.
const LOW: usize = 0x530;
const PAGE: usize = LOW + 11_172;

fn page(c: char) -> Option<usize> {
    match c as usize {
        low if low < LOW => Some(low),
        hangul @ 0xac00..=0xd7a3 => Some(LOW + hangul - 0xac00),
        _ => None,
    }
}

/// Spellings by their characters. What every walk touches stands close together; what a spelling means is
/// looked at only where one ends.
#[derive(Default)]
pub(super) struct Trie {
    /// For each node the range of its edges.
    nodes: Vec<(u32, u32)>,
    edges: Vec<(char, u32)>,
    /// For each node the number in `told` of what it means; 0 where nothing ends there.
    meanings: Vec<u32>,
    told: Vec<Told>,
    /// The root's children by [`page`]; 0 where there is none.
    first: Vec<u32>,
}

/// What a spelling means.
#[derive(Default)]
struct Told {
    senses: Box<[Sense]>,
    roles: u128,
    /// Whether some sense can open a fact, whatever follows.
    opens: bool,
    /// Whether some sense can open a fact if what follows bears it out.
    leads: bool,
    /// Whether some sense can bear out what leads to it.
    follows: bool,
    /// Whether some sense is a numeral, which may stand inside a word.
    counts: bool,
}

/// More spellings than this at one place are not told apart: the longest are worth more than the shortest.
const MOST: usize = 12;

/// Where a spelling ends, and the number of what it means.
type Hit = (u32, u32);

/// Spellings found at one place: where each ends and what it can mean.
pub(super) struct Found<'a> {
    trie: &'a Trie,
    list: [Hit; MOST],
    count: usize,
}

impl<'a> Found<'a> {
    /// Longest first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Sense)> + use<'a, '_> {
        let trie = self.trie;
        self.list[..self.count].iter().rev().flat_map(move |&(end, meaning)| {
            trie.told[meaning as usize].senses.iter().map(move |sense| (end as usize, *sense))
        })
    }
}

/// What a walk found.
#[derive(Clone, Copy, Default)]
struct Walked {
    list: [Hit; MOST],
    /// Which of the list end with a word, by bits.
    whole: u16,
}

/// What that amounts to.
#[derive(Clone, Copy, Default)]
pub(super) struct Summary {
    /// Roles of spellings that end with a word.
    roles: u128,
    /// How many spellings were found.
    count: u8,
    /// Whether a fact can open here: with a whole word, or with a numeral inside one.
    pub opens: bool,
    /// Whether a fact can open here if what follows bears it out.
    pub leads: bool,
    /// Whether this can bear out what leads to it.
    pub follows: bool,
}

impl Trie {
    fn child(&self, node: usize, c: char) -> Option<usize> {
        if node == 0
            && let Some(place) = page(c)
        {
            return self.first.get(place).map(|&child| child as usize).filter(|&child| child > 0);
        }
        let &(from, to) = self.nodes.get(node)?;
        let edges = &self.edges[from as usize..to as usize];
        let found = edges.binary_search_by_key(&c, |edge| edge.0).ok()?;
        Some(edges[found].1 as usize)
    }

    /// Walks `chars` from `start`. A blank in a spelling stands for a run of blanks.
    fn walk(&self, chars: &[char], start: usize, mut told: impl FnMut(usize, u32)) {
        let (mut node, mut at) = (0, start);
        while let Some(&c) = chars.get(at) {
            let c = if fold::is_blank(c) || c == fold::NO_BREAK { ' ' } else { c };
            let Some(next) = self.child(node, c) else { break };
            at += 1;
            if c == ' ' {
                while chars.get(at).is_some_and(|&c| fold::is_blank(c) || c == fold::NO_BREAK) {
                    at += 1;
                }
            }
            node = next;
            let meaning = self.meanings[node];
            if meaning > 0 {
                told(at, meaning);
            }
        }
    }

    /// All spellings at `start` that end with a word.
    pub fn whole_words<'a>(&'a self, chars: &[char], start: usize) -> Found<'a> {
        let mut found = Found { trie: self, list: [(0, 0); MOST], count: 0 };
        self.walk(chars, start, |end, meaning| {
            if ends_word(chars, end) {
                push(&mut found.list, &mut found.count, (index(end), meaning));
            }
        });
        found
    }

    /// Whether any spelling at `start` ends with a word.
    pub fn has_whole_word(&self, chars: &[char], start: usize) -> bool {
        let mut found = false;
        self.walk(chars, start, |end, _| found |= ends_word(chars, end));
        found
    }

    fn look(&self, chars: &[char], start: usize, walked: &Cell<Walked>) -> Summary {
        let (mut own, mut summary, mut count) = (Walked::default(), Summary::default(), 0);
        self.walk(chars, start, |end, meaning| {
            if push(&mut own.list, &mut count, (index(end), meaning)) {
                own.whole >>= 1;
            }
            let told = &self.told[meaning as usize];
            if ends_word(chars, end) {
                own.whole |= 1 << (count - 1);
                summary.roles |= told.roles;
                summary.opens |= told.opens;
                summary.leads |= told.leads;
                summary.follows |= told.follows;
            }
            summary.opens |= told.counts;
            summary.follows |= told.counts;
        });
        if count > 0 {
            walked.set(own);
        }
        // At most `MOST`.
        summary.count = count as u8;
        summary
    }
}

/// Adds a hit; whether the shortest had to make room.
fn push(list: &mut [Hit; MOST], count: &mut usize, hit: Hit) -> bool {
    let full = *count == MOST;
    if full {
        list.rotate_left(1);
        *count -= 1;
    }
    list[*count] = hit;
    *count += 1;
    full
}

/// Whether no letter of the same word follows `at`.
pub(super) fn ends_word(chars: &[char], at: usize) -> bool {
    let next = chars.get(at).copied().unwrap_or(' ');
    if !fold::is_letter(next) {
        return true;
    }
    let last = at.checked_sub(1).and_then(|last| chars.get(last)).copied().unwrap_or(' ');
    !fold::is_letter(last)
}

/// Places of which the spellings are kept.
const KEPT: usize = 16;

/// What was found at the places asked of last.
pub(super) struct Memo {
    places: [Cell<u32>; KEPT],
    summaries: [Cell<Summary>; KEPT],
    walks: [Cell<Walked>; KEPT],
}

impl Memo {
    pub fn new() -> Self {
        Self {
            places: std::array::from_fn(|_| Cell::new(u32::MAX)),
            summaries: std::array::from_fn(|_| Cell::default()),
            walks: std::array::from_fn(|_| Cell::default()),
        }
    }

    fn slot(&self, trie: &Trie, chars: &[char], at: usize) -> (usize, Summary) {
        let slot = at % KEPT;
        let place = index(at);
        if self.places[slot].get() == place {
            return (slot, self.summaries[slot].get());
        }
        let summary = trie.look(chars, at, &self.walks[slot]);
        self.summaries[slot].set(summary);
        self.places[slot].set(place);
        (slot, summary)
    }

    /// Whether a spelling that ends with a word has this role at `at`.
    pub fn has_role(&self, trie: &Trie, chars: &[char], at: usize, role: Role) -> bool {
        self.summary(trie, chars, at).roles & bit(role) != 0
    }

    /// What is spelled at `at`, in short.
    pub fn summary(&self, trie: &Trie, chars: &[char], at: usize) -> Summary {
        self.slot(trie, chars, at).1
    }

    /// Where the words at `at` end that can open a fact if what follows bears it out.
    pub fn leads(&self, trie: &Trie, chars: &[char], at: usize) -> impl Iterator<Item = usize> {
        let found = self.words(trie, chars, at);
        found
            .list
            .into_iter()
            .take(found.count)
            .filter(|&(_, meaning)| trie.told[meaning as usize].leads)
            .map(|(end, _)| end as usize)
    }

    /// All spellings at `at` that end with a word.
    pub fn words<'a>(&self, trie: &'a Trie, chars: &[char], at: usize) -> Found<'a> {
        let mut found = Found { trie, list: [(0, 0); MOST], count: 0 };
        let (slot, summary) = self.slot(trie, chars, at);
        if summary.count > 0 {
            let walked = self.walks[slot].get();
            for place in (0..usize::from(summary.count)).filter(|place| walked.whole >> place & 1 == 1) {
                found.list[found.count] = walked.list[place];
                found.count += 1;
            }
        }
        found
    }

    /// All spellings at `at`, also those that end inside a word.
    pub fn pieces<'a>(&self, trie: &'a Trie, chars: &[char], at: usize) -> Found<'a> {
        let (slot, summary) = self.slot(trie, chars, at);
        let list = if summary.count > 0 { self.walks[slot].get().list } else { [(0, 0); MOST] };
        Found { trie, list, count: usize::from(summary.count) }
    }
}
