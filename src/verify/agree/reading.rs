//! A statement into words, figures and clauses, with what belongs to what: the part of a change that a
//! figure is, the clause it stands in, the words beside it.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::{Bound, Range};
use std::rc::Rc;

use unicode_normalization::UnicodeNormalization;

use super::Statement;
use super::figure::{Figure, Role, Value};
use crate::diag::ByteSpan;
use crate::verify::facts::{self, Approx, Dimension, FactKind};
use crate::verify::lexicon::{Break, ConceptId, Lexicon, Word, rules};

/// Words on either side of a figure that it may be bound to.
const NEAR: usize = 3;
/// How many content words before or after a negator it denies, as the language has it.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    before: usize,
    after: usize,
}

/// The words that are denied for certain.
pub const DENIED: Reach = Reach { before: 1, after: 2 };
/// The words that may be denied, as far as can be told without parsing the sentence.
pub const PERHAPS_DENIED: Reach = Reach { before: 3, after: 4 };
/// Bytes between a negation and the figure that it belongs to, at most.
const OF_FIGURE: usize = 10;
/// Bytes from a figure to the denial that makes a bound of it, at most.
const OF_BOUND: usize = 20;
/// Bytes between a date, a time or a version and the word that says before or after, at most.
const SIDE_GAP: usize = 16;
/// Bytes between a date and the clock time that belongs to it, at most.
const DATE_TO_TIME: usize = 40;
/// Letters of a word that a denial is written together with, at least.
const MIN_DENIED: usize = 5;
/// Bytes of a statement that are read: clauses of a claim are held against those of its quotes.
const MAX_TEXT: usize = 20_000;
/// More figures than this in one text are not compared: a text is not a table.
const MAX_FIGURES: usize = 256;

/// A statement, read.
#[derive(Debug)]
pub struct Reading<'a> {
    pub statement: Statement<'a>,
    pub primary: String,
    pub words: Vec<Word>,
    pub figures: Vec<Figure>,
    pub clauses: Vec<Clause>,
}

/// A part of a sentence that says something of its own.
#[derive(Debug, Clone, Default)]
pub struct Clause {
    pub span: ByteSpan,
    pub words: Range<usize>,
    pub figures: Vec<usize>,
    pub sentence: usize,
    /// Words that deny, by their numbers.
    pub negators: Vec<usize>,
    /// The denial is turned: "not … until", "not this, but that".
    pub turned: bool,
}

/// Whether something is said or denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    Said,
    Denied,
    /// Two denials in one clause, or one too far off.
    Unclear,
}

impl Clause {
    /// Whether the clause denies something.
    pub fn denial(&self) -> Denial {
        match self.negators.len() {
            0 if !self.turned => Denial::Said,
            1 if !self.turned => Denial::Denied,
            _ => Denial::Unclear,
        }
    }
}

impl<'a> Reading<'a> {
    pub fn of(statement: Statement<'a>, lexicon: &Lexicon) -> Self {
        let statement = Statement { text: beginning(statement.text), ..statement };
        let primary = statement.lang.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let mut facts = facts::extract(statement.lang, statement.text);
        facts.truncate(MAX_FIGURES);
        let mut skip: Vec<ByteSpan> = facts.iter().map(|fact| fact.span).collect();
        skip.sort_unstable_by_key(|span| (span.start, span.end));
        let mut cut = lexicon.cut(&primary, statement.text, &skip);
        part_denials(&mut cut.words, &primary, lexicon);
        lighten(&mut cut.words, statement.text, &primary);
        let mut figures: Vec<Figure> =
            facts.into_iter().filter_map(|fact| Figure::of(fact, statement.text)).collect();
        figures.sort_by_key(|figure| figure.fact.span.start);
        let mut reading = Self { statement, primary, words: cut.words, figures, clauses: Vec::new() };
        reading.date_the_times(&cut.breaks);
        reading.part(&cut.breaks, lexicon);
        reading.find_roles(lexicon);
        reading.share_units();
        reading.find_neighbours(lexicon);
        reading
    }

    /// The text of `span`.
    pub fn text(&self, span: ByteSpan) -> &'a str {
        self.statement.text.get(span.range()).unwrap_or_default()
    }

    /// The clause that byte `at` stands in.
    pub fn clause_at(&self, at: usize) -> usize {
        self.clauses.partition_point(|clause| clause.span.start <= at).saturating_sub(1)
    }

    /// The words of clause `number`.
    pub fn words_of(&self, number: usize) -> &[Word] {
        self.clauses.get(number).and_then(|clause| self.words.get(clause.words.clone())).unwrap_or_default()
    }

    /// The content words that a negator denies: those after it, or before it where the verb stands last,
    /// within `reach`.
    pub fn denied_by(&self, clause: &Clause, negator: usize, reach: Reach) -> Vec<usize> {
        let rules = rules::rules(&self.primary);
        let content = |at: &usize| self.words.get(*at).is_some_and(|word| word.content);
        let after = (negator + 1..clause.words.end).filter(content).take(reach.after);
        let before = (clause.words.start..negator).rev().filter(content).take(reach.before);
        match (rules.head_last, rules.denies_both_ways) {
            (true, _) => before.collect(),
            (false, true) => after.chain(before).collect(),
            (false, false) => after.collect(),
        }
    }

    /// Whether the word `number` is denied.
    pub fn denial_of(&self, number: usize) -> Denial {
        let Some(word) = self.words.get(number) else { return Denial::Said };
        let Some(clause) = self.clauses.get(self.clause_at(word.span.start)) else { return Denial::Said };
        let denied = |reach: Reach| {
            clause.negators.iter().any(|negator| self.denied_by(clause, *negator, reach).contains(&number))
        };
        match clause.denial() {
            Denial::Denied if denied(DENIED) => Denial::Denied,
            _ if denied(PERHAPS_DENIED) => Denial::Unclear,
            _ => Denial::Said,
        }
    }

    /// Clock times take the date that stands beside them; the date alone is then told with them.
    fn date_the_times(&mut self, breaks: &[(usize, Break)]) {
        let sentence =
            |at: usize| breaks.iter().filter(|(b, kind)| *kind == Break::Sentence && *b <= at).count();
        let dates: Vec<(usize, ByteSpan, facts::Moment)> = (self.figures.iter().enumerate())
            .filter_map(|(number, figure)| match &figure.value {
                Value::Moment(moment) if moment.clock.is_none() && moment.day.is_some() => {
                    Some((number, figure.fact.span, *moment))
                }
                _ => None,
            })
            .collect();
        let mut told = BTreeSet::new();
        for figure in &mut self.figures {
            let Value::Moment(moment) = &mut figure.value else { continue };
            if moment.clock.is_none()
                || moment.month.is_some()
                || moment.year.is_some()
                || moment.day.is_some()
            {
                continue;
            }
            let span = figure.fact.span;
            let gap = |date: &ByteSpan| {
                if date.end <= span.start {
                    span.start - date.end
                } else {
                    date.start.saturating_sub(span.end)
                }
            };
            let nearest = dates
                .iter()
                .filter(|(_, date, _)| {
                    gap(date) <= DATE_TO_TIME && sentence(date.start) == sentence(span.start)
                })
                .min_by_key(|(_, date, _)| gap(date));
            if let Some((number, _, date)) = nearest {
                (moment.year, moment.month, moment.day) = (date.year, date.month, date.day);
                told.insert(*number);
            }
        }
        let mut number = 0;
        self.figures.retain(|_| {
            number += 1;
            !told.contains(&(number - 1))
        });
    }

    /// Parts the text into clauses; a part that says too little belongs to the one before it.
    fn part(&mut self, breaks: &[(usize, Break)], lexicon: &Lexicon) {
        let text = self.statement.text;
        let inside = |at: usize| self.figures.iter().any(|f| f.fact.span.start < at && at < f.fact.span.end);
        let mut starts: Vec<(usize, Option<Break>)> = vec![(0, None)];
        for (at, kind) in breaks.iter().filter(|(at, _)| *at > 0 && *at < text.len() && !inside(*at)) {
            match starts.last_mut() {
                Some(last) if last.0 == *at => last.1 = last.1.max(Some(*kind)),
                _ => starts.push((*at, Some(*kind))),
            }
        }
        let mut clauses: Vec<Clause> = Vec::new();
        let (mut word, mut figure, mut sentence) = (0, 0, 0);
        let mut pending: Option<usize> = None;
        for (number, (start, kind)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(text.len(), |(start, _)| *start);
            sentence += usize::from(*kind == Some(Break::Sentence));
            let first_word = word;
            while self.words.get(word).is_some_and(|w| w.span.start < end) {
                word += 1;
            }
            let mut figures = Vec::new();
            while self.figures.get(figure).is_some_and(|f| f.fact.span.start < end) {
                figures.push(figure);
                figure += 1;
            }
            let says = self.words[first_word..word].iter().filter(|word| word.content).count();
            let clause = Clause {
                span: ByteSpan::new(*start, end),
                words: first_word..word,
                figures,
                sentence,
                negators: Vec::new(),
                turned: false,
            };
            let small = says < 2 && clause.figures.is_empty() || says == 0 && clause.figures.len() < 2;
            let joins_last = clauses.last().is_some_and(|last| last.sentence == sentence);
            let target = match (clauses.last_mut(), pending) {
                (Some(last), None) if small && joins_last => Some(last),
                (Some(last), Some(_)) if joins_last => {
                    pending = None;
                    Some(last)
                }
                _ => None,
            };
            match target {
                Some(last) => {
                    last.span.end = end;
                    last.words.end = word;
                    last.figures.extend(clause.figures);
                }
                None => {
                    // A small part that begins a sentence goes with what follows.
                    pending = small.then_some(clauses.len());
                    clauses.push(clause);
                }
            }
        }
        self.clauses = clauses;
        self.find_negators(lexicon);
        for number in 0..self.figures.len() {
            self.figures[number].clause = self.clause_at(self.figures[number].fact.span.start);
        }
    }

    /// The words that deny, clause by clause.
    fn find_negators(&mut self, lexicon: &Lexicon) {
        let marks = *lexicon.marks();
        let head_last = rules::rules(&self.primary).head_last;
        let mut found = Vec::with_capacity(self.clauses.len());
        for (at, clause) in self.clauses.iter().enumerate() {
            let words = self.words.get(clause.words.clone()).unwrap_or_default();
            let mut negators: Vec<usize> = Vec::new();
            let mut phrase = false;
            for (number, word) in clause.words.clone().zip(words) {
                // "did not work" as a phrase of its own says that it was down, and denies nothing.
                let meant = word.concepts.iter().any(|id| is_meaning(lexicon, *id));
                let nearly = word.concepts.contains(&marks.nearly);
                if !word.concepts.contains(&marks.not) && !nearly {
                    continue;
                }
                if meant {
                    phrase = true;
                    continue;
                }
                // "Not two hours later" and "nearly a million" are for the figures to tell.
                let of_figure = self.figures.iter().any(|figure| {
                    let at = figure.fact.span;
                    let after = word.span.end..at.start;
                    at.range().contains(&word.span.start)
                        // 300개가 채 안 된다: the denial is the bound.
                        || head_last
                            && matches!(figure.fact.approx, Some(Approx::Under | Approx::AtMost))
                            && (at.end..at.end + OF_BOUND).contains(&word.span.start)
                        || (1..=OF_FIGURE).contains(&after.len())
                            && !words.iter().any(|other| other.content && after.contains(&other.span.start))
                });
                // "Nearly all", "almost no one".
                let next = self.words.get(number + 1);
                let of_share = next.is_some_and(|next| next.concepts.contains(&marks.share));
                if of_figure || nearly && !head_last && of_share && !word.concepts.contains(&marks.not) {
                    continue;
                }
                // "Not only", "no later than" deny nothing.
                if word.concepts.contains(&marks.denies_nothing) {
                    continue;
                }
                // "None: it goes on working" answers a heading.
                let rest = self.statement.text.get(word.span.end..).unwrap_or_default();
                if !head_last && number == clause.words.start && rest.starts_with([':', '.', ';']) {
                    continue;
                }
                // A phrase such as "failed to" is one negation.
                if number > 0 && negators.last() == Some(&(number - 1)) {
                    negators.pop();
                }
                negators.push(number);
            }
            // Where a language denies twice to deny once, the second says nothing more.
            let again = |number: &usize| {
                self.words.get(*number).is_some_and(|word| word.concepts.contains(&marks.not_again))
            };
            if negators.iter().any(|number| !again(number)) {
                negators.retain(|number| !again(number));
            } else {
                negators.truncate(1);
            }
            let starts = |clause: &Clause, mark: ConceptId| {
                let first = self.words.get(clause.words.start);
                first.is_some_and(|word| word.concepts.contains(&mark))
            };
            let next = self.clauses.get(at + 1).filter(|next| next.sentence == clause.sentence);
            let turned = words.iter().any(|word| word.concepts.contains(&marks.until))
                || next.is_some_and(|next| starts(next, marks.until) || starts(next, marks.rather));
            let turned = phrase || turned && !negators.is_empty();
            found.push((negators, turned));
        }
        for (clause, (negators, turned)) in self.clauses.iter_mut().zip(found) {
            (clause.negators, clause.turned) = (negators, turned);
        }
    }

    /// Which end of a change a figure is: told by the word before it, or the particle after it.
    fn find_roles(&mut self, lexicon: &Lexicon) {
        let marks = *lexicon.marks();
        for number in 0..self.figures.len() {
            let span = self.figures[number].fact.span;
            let after = self.words.partition_point(|word| word.span.start < span.end);
            let floor = number.checked_sub(1).map_or(0, |last| self.figures[last].fact.span.end);
            let before = self.words[..self.words.partition_point(|word| word.span.start < span.start)]
                .iter()
                .rev()
                .take(NEAR)
                .take_while(|word| word.span.start >= floor);
            let mut role = None;
            for (steps, word) in before.enumerate() {
                let has = |mark| word.concepts.contains(&mark);
                role = if has(marks.instead) || has(marks.from) && !has(marks.to) {
                    Some(Role::From)
                } else {
                    has(marks.to).then_some(Role::To)
                };
                if role.is_some() || steps > 0 && word.content {
                    break;
                }
            }
            self.figures[number].before_it = self.side_told(number, lexicon);
            let particle = self.particle_after(span.end, after, lexicon);
            self.figures[number].role = particle.or(role);
            let figure = &self.figures[number];
            if figure.role == Some(Role::To)
                && figure.fact.approx == Some(Approx::AtMost)
                && self.tells_change(figure.clause, lexicon)
            {
                // "rose to 21%" is no bound, though the same words elsewhere are one: до 21%, 21%까지.
                self.figures[number].fact.approx = None;
            }
            let exact =
                self.words[..after].iter().rev().take(2).any(|word| word.concepts.contains(&marks.exactly));
            self.figures[number].exactly = exact;
        }
    }

    /// "From 0.5 to 2 TB", "3.2 GB instead of 2.3": the end without a unit has that of the other.
    fn share_units(&mut self) {
        let leading = |figure: &Figure| -> Option<f64> {
            figure.fact.amount.as_deref()?.parse::<f64>().ok().filter(|size| *size > 0.0)
        };
        let plain = |figure: &Figure| -> Option<f64> {
            let bare = matches!(figure.value, Value::Amount(Dimension::Count, ..))
                && figure.told.chars().all(|c| !c.is_alphabetic());
            bare.then(|| leading(figure)).flatten()
        };
        for number in 1..self.figures.len() {
            let (Some(a), Some(b)) = (self.figures.get(number - 1), self.figures.get(number)) else {
                continue;
            };
            let ends = matches!((a.role, b.role), (Some(Role::From), Some(Role::To)))
                || b.role == Some(Role::From) && a.role != Some(Role::From);
            if !ends || a.clause != b.clause {
                continue;
            }
            let (bare, whole, at) = match (plain(a), plain(b)) {
                (Some(bare), None) if a.role == Some(Role::From) => (bare, b, number - 1),
                (None, Some(bare)) if b.role == Some(Role::From) => (bare, a, number),
                _ => continue,
            };
            let (Value::Amount(dimension, amount, _), Some(size)) = (&whole.value, leading(whole)) else {
                continue;
            };
            let value = Value::Amount(dimension.clone(), bare * (amount / size), None);
            if matches!(
                self.figures.get(at).map(|figure| &figure.value),
                Some(Value::Amount(Dimension::Count, ..))
            ) {
                self.figures[at].value = value;
            }
        }
    }

    /// Whether a word right beside a date, a time or a version says that something was before or after it.
    fn side_told(&self, number: usize, lexicon: &Lexicon) -> Option<bool> {
        let figure = self.figures.get(number)?;
        if !matches!(figure.value, Value::Moment(_) | Value::Name(_)) {
            return None;
        }
        let marks = lexicon.marks();
        let span = figure.fact.span;
        let follows = rules::rules(&self.primary).order_follows;
        let at =
            self.words.partition_point(|word| word.span.start < if follows { span.end } else { span.start });
        let beside = if follows { at..(at + 1).min(self.words.len()) } else { at.saturating_sub(2)..at };
        let near = |word: &&Word| {
            let gap = if follows {
                word.span.start.saturating_sub(span.end)
            } else {
                span.start.saturating_sub(word.span.end)
            };
            gap <= SIDE_GAP
        };
        self.words.get(beside)?.iter().filter(near).rev().find_map(|word| {
            let has = |mark| word.concepts.contains(&mark);
            if has(marks.before) || has(marks.before_first) {
                Some(true)
            } else {
                has(marks.after).then_some(false)
            }
        })
    }

    /// Which end of a move a place, an organisation or a product is.
    pub fn role_of(&self, word: &Word, lexicon: &Lexicon) -> Option<Role> {
        let is_name = word.concepts.iter().filter_map(|id| lexicon.concept(*id)).any(|concept| {
            use crate::verify::lexicon::Role as Sort;
            matches!(concept.role, Sort::Place | Sort::Org | Sort::Product)
        });
        if !is_name {
            return None;
        }
        let marks = lexicon.marks();
        let at = self.words.partition_point(|other| other.span.start < word.span.start);
        let before = at.checked_sub(1).and_then(|at| self.words.get(at)).map(|other| &other.concepts);
        // The particle may have been cut off with the name.
        let end = if self.text(word.span).is_empty() { word.span.end } else { self.name_end(word) };
        match self.particle_after(end, at + 1, lexicon) {
            Some(role) => Some(role),
            None if before.is_some_and(|concepts| concepts.contains(&marks.from)) => Some(Role::From),
            None if before.is_some_and(|concepts| concepts.contains(&marks.to)) => Some(Role::To),
            None => None,
        }
    }

    /// Where the name in `word` ends: before a particle that is written with it.
    fn name_end(&self, word: &Word) -> usize {
        let written = self.text(word.span);
        let rules = rules::rules(&self.primary);
        let bare = rules.particles.cut(written).find(|rest| rest.chars().take(2).count() == 2);
        word.span.end - bare.map_or(0, |bare| written.len() - bare.len())
    }

    /// Whether something rises, falls or is reached in this clause.
    pub fn tells_change(&self, clause: usize, lexicon: &Lexicon) -> bool {
        let concepts = self.words_of(clause).iter().flat_map(|word| &word.concepts);
        concepts.filter_map(|id| lexicon.concept(*id)).any(|concept| concept.level != 0 || concept.reaches)
    }

    /// What the particle right after byte `end` says of the figure before it.
    fn particle_after(&self, end: usize, next_word: usize, lexicon: &Lexicon) -> Option<Role> {
        let rest = self.statement.text.get(end..)?.trim_start_matches([' ', '\u{a0}']);
        let rules = rules::rules(&self.primary);
        // 다섯 번에서: the particle follows what the figure counts by.
        let counted = rules.counters.iter().find_map(|form| rest.strip_prefix(form.as_str()));
        let rest = counted.unwrap_or(rest);
        let longest = |forms: &[String]| {
            let forms = forms.iter();
            forms.filter(|form| rest.starts_with(form.as_str())).map(String::len).max()
        };
        let marks = lexicon.marks();
        let instead = self
            .words
            .get(next_word)
            .is_some_and(|word| word.concepts.contains(&marks.instead_after) && word.span.start <= end + 2);
        match (longest(&rules.from_after), longest(&rules.to_after)) {
            (Some(from), to) if to.is_none_or(|to| to < from) => Some(Role::From),
            (_, Some(_)) => Some(Role::To),
            _ if instead => Some(Role::From),
            _ => None,
        }
    }

    /// Where the members of lists meet: at an `and`, at a comma, after a particle that joins.
    fn joints(&self, lexicon: &Lexicon) -> Vec<usize> {
        let text = self.statement.text;
        let joins = rules::rules(&self.primary).joins_after.as_slice();
        let mut joints: Vec<usize> = text.match_indices([',', ';', '、', '，']).map(|(at, _)| at).collect();
        for word in &self.words {
            if word.concepts.contains(&lexicon.marks().and) {
                joints.push(word.span.start);
            }
            let rest = text.get(word.span.end..).unwrap_or_default();
            let written = self.text(word.span);
            if joins.iter().any(|form| written.ends_with(form.as_str()) || rest.starts_with(form.as_str())) {
                joints.push(word.span.end);
            }
        }
        for figure in &self.figures {
            let end = figure.fact.span.end;
            if joins.iter().any(|form| text.get(end..).unwrap_or_default().starts_with(form.as_str())) {
                joints.push(end);
            }
        }
        joints.sort_unstable();
        joints
    }

    /// The words beside each figure, in its clause and not beyond the next figure.
    fn find_neighbours(&mut self, lexicon: &Lexicon) {
        let joints = self.joints(lexicon);
        for number in 0..self.figures.len() {
            let figure = &self.figures[number];
            let span = figure.fact.span;
            let Some(clause) = self.clauses.get(figure.clause) else { continue };
            let mut floor = number.checked_sub(1).map_or(0, |last| self.figures[last].fact.span.end);
            let mut ceiling = self.figures.get(number + 1).map_or(usize::MAX, |next| next.fact.span.start);
            // Between two figures of a list, each has the words on its own side of the `and`.
            if let Some(joint) = joints.iter().find(|joint| (floor..span.start).contains(joint) && floor > 0)
            {
                floor = *joint;
            }
            if let Some(joint) =
                joints.iter().find(|joint| (span.end..ceiling).contains(joint) && ceiling < usize::MAX)
            {
                ceiling = *joint;
            }
            let words = clause.words.clone();
            let first_after =
                self.words.partition_point(|word| word.span.start < span.end).clamp(words.start, words.end);
            let first_before =
                self.words.partition_point(|word| word.span.start < span.start).clamp(words.start, words.end);
            let after: Vec<usize> = (first_after..words.end)
                .filter(|at| self.words[*at].content && self.words[*at].span.start < ceiling)
                .take(NEAR)
                .collect();
            let before: Vec<usize> = (words.start..first_before)
                .rev()
                .filter(|at| self.words[*at].content && self.words[*at].span.start >= floor)
                .take(NEAR)
                .collect();
            self.figures[number].after = after;
            self.figures[number].before = before;
        }
    }
}

/// What a stretch of words says, for comparison with another.
#[derive(Debug, Default)]
pub struct Bag {
    pub concepts: BTreeSet<ConceptId>,
    pub kin: BTreeSet<u16>,
    stems: BTreeSet<Rc<str>>,
    sounds: BTreeSet<Rc<str>>,
    languages: BTreeSet<String>,
}

impl Bag {
    /// Adds `words`, which are of the language `primary`.
    pub fn add<'w>(&mut self, words: impl IntoIterator<Item = &'w Word>, primary: &str, lexicon: &Lexicon) {
        if !self.languages.contains(primary) {
            self.languages.insert(primary.to_owned());
        }
        for word in words {
            self.concepts.extend(word.concepts.iter().copied());
            for concept in word.concepts.iter().filter_map(|id| lexicon.concept(*id)) {
                self.kin.extend(concept.kin.iter().copied());
            }
            if word.content {
                self.stems.insert(word.stem.clone());
                self.sounds.extend(word.sound().filter(|key| tells_by_sound(word, key)).cloned());
            }
        }
    }

    /// How well it says what `word` (of the language `primary`) says: 1, 0.5 for a near concept, 0.
    pub fn says(&self, word: &Word, lexicon: &Lexicon) -> f64 {
        if word.concepts.iter().any(|id| self.concepts.contains(id) && is_meaning(lexicon, *id))
            || self.stems.contains(&word.stem)
        {
            return 1.0;
        }
        if word.sound().is_some_and(|key| tells_by_sound(word, key) && self.sounds.contains(key)) {
            return 1.0;
        }
        if word.concepts.is_empty() && self.says_another_form(&word.stem) {
            return 1.0;
        }
        let near = (word.concepts.iter().filter_map(|id| lexicon.concept(*id)))
            .any(|concept| concept.kin.iter().any(|group| self.kin.contains(group)));
        if near { 0.5 } else { 0.0 }
    }

    /// Whether a stem here begins so much like `stem` that it is another form of one word. The nearest in
    /// the order of letters share the longest beginning.
    fn says_another_form(&self, stem: &str) -> bool {
        let letters = |text: &str| -> Vec<char> { text.nfd().collect() };
        let first = |text: &str| text.chars().next();
        let hangul = |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{1100}'..='\u{11FF}' | '가'..='힣'));
        let plain = |c: Option<char>| c.is_some_and(|c| matches!(c, '\0'..='\x7f' | 'а'..='и' | 'к'..='я'));
        let own = OnceCell::new();
        let alike = |other: &Rc<str>| {
            // Words that begin apart are no forms of one, where a letter is one letter.
            if first(other) != first(stem) && plain(first(other)) && plain(first(stem)) {
                return false;
            }
            let own = own.get_or_init(|| letters(stem));
            let other = letters(other);
            let common = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
            let shorter = own.len().min(other.len());
            if hangul(own.first().copied()) {
                common >= 4 && common * 2 >= shorter
            } else {
                common >= 5 && common * 4 >= shorter * 3
            }
        };
        let after = self.stems.range::<str, _>((Bound::Included(stem), Bound::Unbounded)).next();
        let before = self.stems.range::<str, _>((Bound::Unbounded, Bound::Excluded(stem))).next_back();
        after.into_iter().chain(before).any(alike)
    }

    /// Whether a word of the language `primary` would be found here if it were said: the language is the
    /// same, or the lexicon knows what it means.
    pub fn would_say(&self, word: &Word, primary: &str, lexicon: &Lexicon) -> bool {
        self.languages.contains(primary) || self.reads(word, lexicon)
    }

    /// Whether the lexicon knows `word`, and has a word for the same in a language that is spoken here.
    pub fn reads(&self, word: &Word, lexicon: &Lexicon) -> bool {
        word.concepts
            .iter()
            .any(|id| is_meaning(lexicon, *id) && self.languages.iter().any(|lang| lexicon.speaks(lang, *id)))
    }
}

/// Takes its meaning from a verb that only says that something brings another about: 느려지게 만들었다 makes
/// nothing new.
fn lighten(words: &mut [Word], text: &str, primary: &str) {
    for form in &rules::rules(primary).light_after {
        // The ending of the verb before, a space, the light verb.
        let Some((ending, _)) = form.split_once(' ') else { continue };
        for (at, _) in text.match_indices(form.as_str()) {
            let verb = at + ending.len() + 1;
            for word in words.iter_mut().filter(|word| word.span.start == verb) {
                word.concepts.clear();
                word.content = false;
            }
        }
    }
}

/// Parts a denial that is written as one word with what it denies: незашифрованный, unencrypted. Only what
/// the lexicon knows without it, and not with it.
fn part_denials(words: &mut Vec<Word>, primary: &str, lexicon: &Lexicon) {
    let forms =
        rules::rules(primary).words.iter().find(|(id, _)| id == "=not_prefix").map(|(_, forms)| forms);
    let Some(forms) = forms else { return };
    let mut parted = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        let rest = forms.iter().find_map(|form| {
            let rest = word.key.strip_prefix(form.as_str())?;
            let fits = word.concepts.is_empty() && word.content && rest.chars().count() >= MIN_DENIED;
            let inner = fits.then(|| lexicon.cut(primary, rest, &[]).words)?;
            let known = inner.len() == 1
                && inner.iter().any(|inner| inner.concepts.iter().any(|id| is_meaning(lexicon, *id)));
            known.then_some((form.len(), inner))
        });
        match rest {
            Some((length, inner)) => {
                let split = word.span.start + length;
                let span = ByteSpan::new(word.span.start, split);
                let concepts = vec![lexicon.marks().not];
                parted.push(Word {
                    span,
                    stem: "".into(),
                    key: String::new(),
                    concepts,
                    content: false,
                    name: false,
                    latin: word.latin,
                    sound: OnceCell::new(),
                });
                parted.extend(inner.into_iter().map(|inner| Word {
                    span: ByteSpan::new(split, word.span.end),
                    name: false,
                    ..inner
                }));
            }
            None => parted.push(word),
        }
    }
    *words = parted;
}

/// The rules of the language of `reading`.
pub fn rules_of(reading: &Reading<'_>) -> &'static rules::Rules {
    rules::rules(&reading.primary)
}

/// What of a text is read.
fn beginning(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether a word may be known by its sound: a name, a word that is not in the lexicon, or one with
/// enough consonants to be no chance.
fn tells_by_sound(word: &Word, key: &str) -> bool {
    word.name || word.concepts.is_empty() || !key.contains(':')
}

/// Whether `id` means something, rather than marking grammar.
pub fn is_meaning(lexicon: &Lexicon, id: ConceptId) -> bool {
    lexicon.concept(id).is_some_and(|concept| concept.role != crate::verify::lexicon::Role::Mark)
}

/// Whether facts of this kind tell how much or when, so that a claim may rest on them.
pub fn is_measure(kind: FactKind) -> bool {
    !matches!(kind, FactKind::Version | FactKind::Identifier | FactKind::Ordinal | FactKind::Percentile)
}
