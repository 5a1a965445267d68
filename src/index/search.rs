//! A query into an ordered list of cases, from the built index alone.
//! `runtime/search.js` is its twin: both give the same cases in the same order, and an answer depends
//! on nothing but the query and the index.

use std::collections::BTreeMap;

use super::bytes::Fault;
use super::columns::ColumnTerm;
use super::excerpt::{Excerpt, Marks, excerpt};
use super::fold::fold;
use super::hits::{Hits, all, any, filter, hush, nearness, of_term, weigh};
use super::plan::{GLOSSARY, Node, Plan, exact_key};
use super::query::{Condition, Query, Test, is_quote, parse};
use super::resolve::{FULL, Meaning, Resolved, compound, mistaken, resolve};
use super::shelf::{Shelf, Store};
use super::token::Script;

pub use super::resolve::typo_length;

/// With fewer results than this, typing mistakes are considered.
const ENOUGH: usize = 10;
/// A word in so many times the cases of the rarest word is nearly as rare.
const NEARLY: usize = 2;
/// So many cases whose name may be the query are looked at to tell whether it is.
const MOST_NAMED: usize = 16;

/// What the caller may choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether texts in the other languages are searched from the start.
    pub all_languages: bool,
    /// The order of the results.
    pub sort: Sort,
    /// How many results are skipped.
    pub offset: usize,
    /// How many results are given at most.
    pub limit: usize,
}

/// An order of results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// The best match first.
    #[default]
    Relevance,
    /// The newest first.
    Date,
    /// The best supported first.
    Score,
}

/// The answer to a query.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Answer {
    /// Number of cases found; those found by typing mistakes only count where there are no others.
    pub total: usize,
    /// Number of cases beside them that were found by taking words for others.
    pub similar: usize,
    /// Words that were taken for others, alone or as well: what was typed, what was meant.
    pub corrections: Vec<(String, String)>,
    /// Whether no case holds all of the words, so that those with most of them are given.
    pub partial: bool,
    /// Whether the reader's language holds nothing and the others were searched.
    pub widened: bool,
    /// The results asked for.
    pub results: Vec<Found>,
}

/// One result.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Found {
    /// The case's id.
    pub id: String,
    /// The language of what is shown.
    pub lang: String,
    /// The title.
    pub title: String,
    /// The page's address, from the site's root.
    pub url: String,
    /// The date as written.
    pub date: String,
    /// The case's score, 0 to 100, if it has one.
    pub score: Option<f64>,
    /// Other languages of the case.
    pub languages: Vec<String>,
    /// The language whose text matched.
    pub matched: String,
    /// How it was found.
    pub how: How,
    /// The piece of the text that is shown.
    pub excerpt: Excerpt,
}

/// How a result was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Its title or name is the query.
    Named,
    /// It holds the words as they were typed, in any of their forms.
    Typed,
    /// Only with a word taken for another.
    Mistaken,
    /// It does not hold all words.
    Partial,
}

impl How {
    fn of(tier: u8) -> Self {
        match tier % FOREIGN {
            EXACT => Self::Named,
            TYPED => Self::Typed,
            MISTAKEN => Self::Mistaken,
            _ => Self::Partial,
        }
    }
}

/// A case that was found, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ranked {
    case: u32,
    tier: u8,
    score: u32,
    language: usize,
}

/// Tiers: an exact title or id; the words as typed; with mistakes; not all words. Other languages come
/// after the reader's own.
const EXACT: u8 = 0;
const TYPED: u8 = 1;
const MISTAKEN: u8 = 2;
const PARTIAL: u8 = 3;
/// Not all words either, but beside cases that have them all: they fill the first page, uncounted.
const BESIDE: u8 = 4;
const FOREIGN: u8 = 5;

/// Answers `text` for a reader of `lang`.
pub fn search(store: &dyn Store, lang: &str, text: &str, options: Options) -> Result<Answer, Fault> {
    let mut shelves = vec![Shelf::open(store, lang)?];
    let fields: Vec<String> = shelves[0].entry.facets.iter().map(|facet| facet.name.clone()).collect();
    let query =
        parse(text, |name| matches!(name, "score" | "date") || fields.iter().any(|field| field == name));
    let allowed = Conditions::load(&shelves[0], &query.conditions)?;
    let mut answer = Answer::default();
    let mut marks: Vec<Marks> = Vec::new();
    let mut ranked: BTreeMap<u32, Ranked> = BTreeMap::new();
    let others: Vec<String> =
        shelves[0].entry.languages.iter().filter(|other| *other != lang).cloned().collect();
    let mut at = 0;
    loop {
        let found = one_language(&mut shelves[at], &query, &allowed)?;
        let own = at == 0;
        for mut case in found.ranked {
            case.language = at;
            case.tier += if own { 0 } else { FOREIGN };
            ranked.entry(case.case).or_insert(case);
        }
        if own {
            answer.corrections = found.corrections;
        }
        marks.push(found.marks);
        let widen = options.all_languages || (answer.widened || own && ranked.is_empty());
        if !widen || at == others.len() {
            break;
        }
        answer.widened |= !options.all_languages;
        shelves.push(Shelf::open(store, &others[at])?);
        at += 1;
    }
    answer.widened &= !ranked.is_empty();
    answer.partial = !ranked.is_empty() && ranked.values().all(|hit| hit.tier % FOREIGN == PARTIAL);
    let mut ordered: Vec<Ranked> = ranked.into_values().collect();
    order(&mut ordered, options.sort, &shelves[0])?;
    let counted = ordered.iter().filter(|hit| hit.tier % FOREIGN != BESIDE).count();
    let similar = ordered.iter().filter(|hit| hit.tier % FOREIGN == MISTAKEN).count();
    answer.similar = if similar < counted { similar } else { 0 };
    answer.total = counted - answer.similar;
    for hit in ordered.iter().skip(options.offset).take(options.limit) {
        let own = shelves[0].card(hit.case)?;
        let (card, language) = match own {
            Some(card) => (Some(card), 0),
            None => (shelves[hit.language].card(hit.case)?, hit.language),
        };
        let Some(card) = card else { continue };
        answer.results.push(Found {
            excerpt: excerpt(&card, &marks[hit.language]),
            lang: shelves[language].entry.lang.clone(),
            matched: shelves[hit.language].entry.lang.clone(),
            how: How::of(hit.tier),
            id: card.1,
            title: card.2,
            url: card.3,
            date: card.4,
            score: card.5.map(|tenths| f64::from(tenths) / 10.0),
            languages: card.6,
        });
    }
    Ok(answer)
}

fn order(hits: &mut [Ranked], sort: Sort, shelf: &Shelf) -> Result<(), Fault> {
    let by_relevance =
        |a: &Ranked, b: &Ranked| a.tier.cmp(&b.tier).then(b.score.cmp(&a.score)).then(a.case.cmp(&b.case));
    if sort == Sort::Relevance {
        hits.sort_by(by_relevance);
        return Ok(());
    }
    let cases = shelf.cases()?;
    let key = |hit: &Ranked| {
        cases
            .get(hit.case as usize)
            .map_or(0, |(date, score)| if sort == Sort::Date { *date } else { *score })
    };
    hits.sort_by(|a, b| key(b).cmp(&key(a)).then_with(|| by_relevance(a, b)));
    Ok(())
}

/// What one language has to say.
struct OneLanguage {
    ranked: Vec<Ranked>,
    corrections: Vec<(String, String)>,
    marks: Marks,
}

fn one_language(shelf: &mut Shelf, query: &Query, allowed: &Conditions) -> Result<OneLanguage, Fault> {
    let plan = Plan::new(shelf, &query.words, &query.phrases, &query.excluded, query.open)?;
    let mut out = OneLanguage { ranked: Vec::new(), corrections: Vec::new(), marks: Marks::default() };
    let mut run = Run::new(shelf, &plan)?;
    let named = run.named(query, allowed)?;
    if !plan.units.is_empty() {
        run.matching(allowed, !named.is_empty(), &mut out)?;
    } else if !(query.conditions.is_empty() && plan.excluded.is_empty()) {
        let everything = run.everything()?;
        out.ranked = rank(&run.keep(everything, allowed)?, TYPED);
    }
    for (case, surely) in named {
        match out.ranked.iter_mut().find(|ranked| ranked.case == case) {
            Some(ranked) => (ranked.tier, ranked.score) = (EXACT, ranked.score.max(surely)),
            None => out.ranked.push(Ranked { case, tier: EXACT, score: surely, language: 0 }),
        }
    }
    for (word, resolved) in plan.words.iter().zip(&run.resolved) {
        let marks = if word.typed { &mut out.marks.typed } else { &mut out.marks.meant };
        marks.extend(resolved.marks.iter().cloned());
    }
    Ok(out)
}

/// A name as it is compared: with its marks and without, spaces and quotes all alike.
fn spellings(text: &str) -> (String, String) {
    let even: String = text.chars().map(|c| if is_quote(c) { '"' } else { c }).collect();
    let even = even.split_whitespace().collect::<Vec<_>>().join(" ");
    let folded = fold(&even);
    let plain = folded.plain.into_owned();
    (folded.marked.unwrap_or_else(|| plain.clone()), plain)
}

fn rank(hits: &Hits, tier: u8) -> Vec<Ranked> {
    let pairs = hits.cases.iter().zip(&hits.scores);
    pairs.map(|(case, score)| Ranked { case: *case, tier, score: *score, language: 0 }).collect()
}

/// Cases that have at least half of the units that any case has, or one of the rarest: of a whole
/// sentence it may be one word that says what is meant. Those with more of them come first.
fn most_of(units: &[Hits]) -> Hits {
    let mut sums: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
    for unit in units {
        for at in 0..unit.cases.len() {
            let sum = sums.entry(unit.cases[at]).or_default();
            sum.0 += unit.scores[at];
            sum.1.push(unit.places[at]);
        }
    }
    let count = units.len();
    let known = units.iter().filter(|unit| !unit.cases.is_empty()).count();
    let rarest = units.iter().map(|unit| unit.cases.len()).filter(|cases| *cases > 0).min().unwrap_or(0);
    let rare: Vec<&Hits> = units.iter().filter(|unit| unit.cases.len() <= NEARLY * rarest).collect();
    let tells = |case: u32| rare.iter().any(|unit| unit.cases.binary_search(&case).is_ok());
    let mut out = Hits::default();
    for (case, (score, masks)) in sums {
        if masks.len() * 2 >= known || tells(case) {
            out.cases.push(case);
            let near: Vec<u32> = masks.iter().copied().filter(|mask| *mask != 0).collect();
            let near = score + score * nearness(&near) / 100;
            out.scores.push((u64::from(near) * masks.len() as u64 / count as u64) as u32);
            out.places.push(0);
        }
    }
    out
}

/// A plan being carried out in one language.
struct Run<'r, 's> {
    shelf: &'r mut Shelf<'s>,
    plan: &'r Plan,
    resolved: Vec<Resolved>,
    /// For a word that is two words, those.
    compounds: Vec<Option<[Resolved; 2]>>,
}

impl<'r, 's> Run<'r, 's> {
    fn new(shelf: &'r mut Shelf<'s>, plan: &'r Plan) -> Result<Self, Fault> {
        let mut run = Self { shelf, plan, resolved: Vec::new(), compounds: Vec::new() };
        for word in &plan.words {
            let resolved = resolve(run.shelf, &word.text, word.script, word.open)?;
            let mut parts = None;
            let unknown =
                word.script == Script::Hangul && resolved.meanings.iter().all(|meaning| meaning.begun);
            if unknown && let Some((left, right)) = compound(run.shelf, &word.text)? {
                let left = resolve(run.shelf, &left, Script::Hangul, false)?;
                let right = resolve(run.shelf, &right, Script::Hangul, false)?;
                parts = Some([left, right]);
            }
            run.compounds.push(parts);
            run.resolved.push(resolved);
        }
        for (resolved, parts) in run.resolved.iter_mut().zip(&run.compounds) {
            resolved.marks.extend(parts.iter().flatten().flat_map(|part| part.marks.clone()));
        }
        Ok(run)
    }

    /// Looks for what mistyped words may mean: those of several that the texts do not hold, or the others. Gives
    /// what is found then.
    fn consider_mistakes(&mut self, others: bool) -> Result<Vec<Hits>, Fault> {
        let several = self.plan.units.len() > 1;
        for (at, word) in self.plan.words.iter().enumerate() {
            let surely = |meaning: &Meaning| !meaning.begun && !meaning.mistaken;
            let known = several && self.resolved[at].meanings.iter().any(surely);
            if word.typed && known == others {
                mistaken(self.shelf, &word.text, word.script, several, &mut self.resolved[at])?;
            }
        }
        self.units(true)
    }

    /// All cases that exist in the language.
    fn everything(&mut self) -> Result<Hits, Fault> {
        let tag = self.shelf.entry.lang.clone();
        let Some(column) = self.shelf.facet("lang")? else { return Ok(Hits::default()) };
        let Some(own) = column.terms.iter().position(|term| term.0 == tag) else {
            return Ok(Hits::default());
        };
        let here = column.cases.iter().enumerate().filter(|(_, terms)| terms.contains(&(own as u32)));
        let cases: Vec<u32> = here.map(|(case, _)| case as u32).collect();
        Ok(Hits { scores: vec![0; cases.len()], places: vec![0; cases.len()], cases })
    }

    /// Adds the cases that hold the words: as typed, with mistakes, not all of them. Where a case is `named`
    /// by the query, those that do not hold all words stand beside it.
    fn matching(&mut self, allowed: &Conditions, named: bool, out: &mut OneLanguage) -> Result<(), Fault> {
        let typed = self.units(false)?;
        let found = self.keep(all(&typed), allowed)?;
        out.ranked = rank(&found, TYPED);
        if found.cases.len() >= ENOUGH {
            return Ok(());
        }
        // A word that the texts hold is taken for another only where no case fits it.
        let mut mistaken = self.consider_mistakes(false)?;
        let mut more = self.keep(all(&mistaken), allowed)?;
        if more.cases.is_empty() {
            mistaken = self.consider_mistakes(true)?;
            more = self.keep(all(&mistaken), allowed)?;
        }
        let new = filter(&more, |case| found.cases.binary_search(&case).is_err());
        out.ranked.extend(rank(&new, MISTAKEN));
        out.corrections = self.corrections(&new)?;
        if self.plan.units.len() > 1 && out.ranked.len() < ENOUGH {
            let most = self.keep(most_of(&mistaken), allowed)?;
            let known: Vec<u32> = out.ranked.iter().map(|ranked| ranked.case).collect();
            let tier = if out.ranked.is_empty() && !named { PARTIAL } else { BESIDE };
            let mut partial = rank(&filter(&most, |case| !known.contains(&case)), tier);
            if tier == BESIDE {
                partial.sort_by(|a, b| b.score.cmp(&a.score).then(a.case.cmp(&b.case)));
                partial.truncate(ENOUGH - out.ranked.len());
            }
            out.ranked.append(&mut partial);
        }
        Ok(())
    }

    /// For each word the first of the words it may stand for that one of the `new` cases holds.
    fn corrections(&mut self, new: &Hits) -> Result<Vec<(String, String)>, Fault> {
        let mut told = Vec::new();
        if new.cases.is_empty() {
            return Ok(told);
        }
        for (word, resolved) in self.plan.words.iter().zip(&self.resolved) {
            'words: for (meant, terms) in &resolved.corrections {
                for term in terms {
                    let holds = self.shelf.postings(*term)?.cases;
                    if new.cases.iter().any(|case| holds.binary_search(case).is_ok()) {
                        told.push((word.text.clone(), meant.clone()));
                        break 'words;
                    }
                }
            }
        }
        Ok(told)
    }

    fn units(&mut self, mistakes: bool) -> Result<Vec<Hits>, Fault> {
        let plan = self.plan;
        plan.units.iter().map(|unit| self.evaluate(unit, mistakes)).collect()
    }

    fn evaluate(&mut self, node: &Node, mistakes: bool) -> Result<Hits, Fault> {
        Ok(match node {
            Node::Word(word) => self.word(*word, mistakes)?,
            Node::All(nodes) => {
                let sets: Vec<Hits> =
                    nodes.iter().map(|node| self.evaluate(node, mistakes)).collect::<Result<_, _>>()?;
                all(&sets)
            }
            Node::Any(nodes) => {
                let mut sets = Vec::new();
                for (weight, node) in nodes {
                    sets.push(weigh(self.evaluate(node, mistakes)?, *weight));
                }
                any(&sets)
            }
            Node::Meant(typed, forms) => {
                let own = self.evaluate(typed, mistakes)?;
                // What the glossary puts beside a word speaks no louder than the word itself, however rare it is.
                let loudest = own.scores.iter().copied().max();
                let most = loudest.map_or(u32::MAX, |loudest| loudest * GLOSSARY / FULL);
                let mut sets = vec![own];
                for form in forms {
                    sets.push(hush(weigh(self.evaluate(form, mistakes)?, GLOSSARY), most));
                }
                any(&sets)
            }
            Node::First(nodes) => {
                let mut found = Hits::default();
                for node in nodes {
                    found = self.evaluate(node, mistakes)?;
                    if !found.cases.is_empty() {
                        break;
                    }
                }
                found
            }
            Node::Phrase(places) => self.phrase(places, mistakes)?,
        })
    }

    fn word(&mut self, word: usize, mistakes: bool) -> Result<Hits, Fault> {
        let resolved = self.resolved[word].clone();
        let mut sets = vec![self.meanings(&resolved, mistakes)?];
        if let Some(parts) = self.compounds[word].clone() {
            let both = [self.meanings(&parts[0], mistakes)?, self.meanings(&parts[1], mistakes)?];
            sets.push(all(&both));
        }
        Ok(any(&sets))
    }

    fn meanings(&mut self, resolved: &Resolved, mistakes: bool) -> Result<Hits, Fault> {
        let mut meant = Vec::new();
        for meaning in resolved.meanings.iter().filter(|meaning| mistakes || !meaning.mistaken) {
            meant.push((meaning, self.shelf.postings(meaning.term)?));
        }
        // A word that is only begun speaks no louder than the word itself.
        let sure = meant.iter().filter(|(meaning, _)| !meaning.begun && !meaning.mistaken);
        let most = sure.map(|(_, postings)| postings.rarity).min().unwrap_or(u32::MAX);
        for (meaning, postings) in &mut meant {
            if meaning.begun {
                postings.rarity = postings.rarity.min(most);
            }
        }
        let sets: Vec<Hits> =
            meant.iter().map(|(meaning, postings)| of_term(postings, meaning.weight)).collect();
        Ok(any(&sets))
    }

    /// Cases in which the words stand at their distances.
    fn phrase(&mut self, places: &[(u32, usize)], mistakes: bool) -> Result<Hits, Fault> {
        let sets: Vec<Hits> =
            places.iter().map(|(_, word)| self.word(*word, mistakes)).collect::<Result<_, _>>()?;
        let together = all(&sets);
        if together.cases.is_empty() {
            return Ok(together);
        }
        let mut starts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (at, (offset, word)) in places.iter().enumerate() {
            let shift = offset - places[0].0;
            let mut here: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for meaning in self.resolved[*word].meanings.clone() {
                if meaning.mistaken && !mistakes {
                    continue;
                }
                let postings = self.shelf.postings(meaning.term)?;
                let positions = self.shelf.positions(meaning.term, &postings)?;
                for (case, positions) in postings.cases.iter().zip(positions) {
                    if together.cases.binary_search(case).is_ok() {
                        let shifted =
                            positions.into_iter().filter_map(|position| position.checked_sub(shift));
                        here.entry(*case).or_default().extend(shifted);
                    }
                }
            }
            if at == 0 {
                starts = here;
            } else {
                starts.retain(|case, positions| {
                    let other = here.get(case).map_or(&[][..], Vec::as_slice);
                    positions.retain(|position| other.contains(position));
                    !positions.is_empty()
                });
            }
        }
        Ok(filter(&together, |case| starts.contains_key(&case)))
    }

    /// Without what is excluded and what the conditions rule out.
    fn keep(&mut self, hits: Hits, allowed: &Conditions) -> Result<Hits, Fault> {
        let plan = self.plan;
        let mut left = filter(&hits, |case| allowed.hold(case));
        for node in &plan.excluded {
            let out = self.evaluate(node, false)?;
            left = filter(&left, |case| out.cases.binary_search(&case).is_err());
        }
        Ok(left)
    }

    /// Cases whose title or name the query is, and how surely: the very spelling before that without marks,
    /// and that before one that only has the same words. What reads as syntax may be part of a title: then
    /// the title has to have the same signs, and the conditions are none.
    fn named(&mut self, query: &Query, allowed: &Conditions) -> Result<BTreeMap<u32, u32>, Fault> {
        let plain = query.excluded.is_empty() && query.conditions.is_empty();
        let mut named = BTreeMap::new();
        if !plain && query.excluded.is_empty() && query.phrases.is_empty() {
            let cases = self.exact(&query.words)?;
            named.extend(cases.into_iter().filter(|case| allowed.hold(*case)).map(|case| (case, 0)));
        }
        let asked = spellings(match query.phrases.as_slice() {
            [only] if plain && query.words.is_empty() => only,
            _ => &query.text,
        });
        for (at, case) in self.exact(&query.text)?.into_iter().enumerate() {
            let mut surely = 0;
            if at < MOST_NAMED
                && let Some(card) = self.shelf.card(case)?
            {
                for own in [spellings(&card.1), spellings(&card.2)] {
                    if own.1 == asked.1 {
                        surely = surely.max(if own.0 == asked.0 { u32::MAX } else { u32::MAX - 1 });
                    }
                }
            }
            if plain || surely > 0 {
                let known = named.entry(case).or_insert(surely);
                *known = surely.max(*known);
            }
        }
        Ok(named)
    }

    fn exact(&mut self, words: &str) -> Result<Vec<u32>, Fault> {
        let Some((print, filed)) = exact_key(words) else { return Ok(Vec::new()) };
        let Some(shard) = self.shelf.shard_for(&filed)? else { return Ok(Vec::new()) };
        Ok(shard.exact.iter().filter(|(known, _)| *known == print).map(|(_, case)| *case).collect())
    }
}

/// Which cases the conditions of a query allow; `None` allows all.
struct Conditions(Option<Vec<bool>>);

impl Conditions {
    fn load(shelf: &Shelf, conditions: &[Condition]) -> Result<Self, Fault> {
        if conditions.is_empty() {
            return Ok(Self(None));
        }
        let mut allowed = vec![true; shelf.entry.cases as usize];
        let mut fields: Vec<(&str, bool)> =
            conditions.iter().map(|c| (c.field.as_str(), c.negative)).collect();
        fields.sort_unstable();
        fields.dedup();
        for (field, negative) in fields {
            let mut holds = vec![false; allowed.len()];
            for condition in conditions.iter().filter(|c| c.field == field && c.negative == negative) {
                mark(shelf, condition, &mut holds)?;
            }
            for (allowed, holds) in allowed.iter_mut().zip(holds) {
                *allowed &= holds != negative;
            }
        }
        Ok(Self(Some(allowed)))
    }

    fn hold(&self, case: u32) -> bool {
        self.0.as_ref().is_none_or(|allowed| allowed.get(case as usize).copied().unwrap_or(false))
    }
}

fn mark(shelf: &Shelf, condition: &Condition, holds: &mut [bool]) -> Result<(), Fault> {
    if matches!(condition.field.as_str(), "score" | "date") {
        let Test::Within(low, high) = condition.test else { return Ok(()) };
        for (holds, (date, score)) in holds.iter_mut().zip(shelf.cases()?) {
            let value = if condition.field == "date" { date } else { score.saturating_sub(1) };
            let known = if condition.field == "date" { date > 0 } else { score > 0 };
            *holds |= known && value >= low && value <= high;
        }
        return Ok(());
    }
    let Some(column) = shelf.facet(&condition.field)? else { return Ok(()) };
    let fits: Vec<bool> = column
        .terms
        .iter()
        .map(|ColumnTerm(id, labels, names)| match &condition.test {
            Test::Is(value) => {
                let mut called = std::iter::once(id).chain(labels.values()).chain(names);
                called.any(|name| name.to_lowercase() == *value)
            }
            Test::Within(low, high) => {
                id.parse::<u32>().is_ok_and(|number| number >= *low && number <= *high)
            }
        })
        .collect();
    for (holds, terms) in holds.iter_mut().zip(&column.cases) {
        *holds |= terms.iter().any(|term| fits.get(*term as usize).copied().unwrap_or(false));
    }
    Ok(())
}
