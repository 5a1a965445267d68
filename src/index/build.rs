//! Documents into the files under `search/`: the inverted index of each language, the texts that
//! results show, the facets. Pure and deterministic; memory is bounded by one language's records.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bytes::{Output, pack};
use super::cost::{Cost, first_search, sample_query};
use super::dictionary::{Key, Shard, by_units, shared_units};
use super::document::{Concept, Document, Library, Text};
use super::entry::{Entry, FacetEntry};
use super::invert::{BATCH, Batch, Records, Source, mean_lengths, read};
use super::part::Part;
use super::phrases::{self, Known, filed};
use super::postings::{Bounds, PositionWriter, Postings, ShardWriter, best_cases};
use super::stem::{Analyzer, Endings, Share};
use super::token::Script;
use super::{columns, kin, rules, texts};
use crate::text::Lang;

/// A dictionary shard holds about so many bytes before compression.
const DICTIONARY_SHARD: usize = 22_000;
/// A shard of postings of small terms and one of large ones hold about so many bytes before compression.
const SMALL_SHARD: usize = 58_000;
const LARGE_SHARD: usize = 38_000;
/// A term whose postings are larger than this has them among the large ones, apart from the many small.
const LARGE_TERM: usize = 5_000;
/// A shard of large terms carries the cards of so many cases of each: the first page of a query of one of them, and
/// often much of that of several.
const BEST: usize = 26;
/// So many shards of postings have their positions in one file.
pub(super) const POSITION_GROUP: usize = 8;
/// A spelling that occurs at most so often has postings of its own beside those of all forms of the word.
const RARE_SPELLING: u32 = 96;
/// A Korean noun that occurs at most so often has postings of their own for its spellings with particles.
const RARE_NOUN: u32 = 32;
/// Between a term and a spelling of it, in the name of the spelling's own postings.
const SPELLED: char = '\u{1}';
/// A term in more than one text of so many says nothing by standing near another.
const COMMON: u32 = 8;

/// A built index.
#[derive(Debug, Default)]
pub struct Index {
    /// The files: path from the site's root, bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// What is told of it.
    pub told: Told,
}

/// What is told of a built index.
#[derive(Debug, Default)]
pub struct Told {
    /// What a first search in each language reads before its words are known: the entry, in bytes.
    pub entry_bytes: BTreeMap<Lang, usize>,
    /// What a first search for a word costs in each language that has texts.
    pub first_search: BTreeMap<Lang, Cost>,
}

/// Takes a finished file: path from the site's root, bytes.
pub type Put<'p> = &'p (dyn Fn(&str, &[u8]) + Sync);

/// Builds the index of a library.
pub fn build(library: &Library) -> Index {
    collect(|put| write(library, &|_, text| Cow::Borrowed(text), put))
}

/// Builds the index of a library whose documents lack their passages, a language after the other: no more is held
/// than one of them takes. `put` takes the files of each as it is made.
pub fn write(library: &Library, whole: Whole<'_>, put: Put<'_>) -> Told {
    let reading = Reading::of(library, Part::WHOLE);
    let mut writer = Writer::new(&reading.outline, put);
    for lang in &reading.outline.languages {
        let read = reading.language(lang, whole);
        writer.language(lang, read.texts, read.first_cases, read.language);
    }
    writer.finish()
}

/// The files that `make` puts, in order.
fn collect(make: impl FnOnce(Put<'_>) -> Told) -> Index {
    let files = std::sync::Mutex::default();
    let told = make(&|path, bytes| {
        let mut files: std::sync::MutexGuard<'_, Vec<_>> =
            files.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        files.push((path.to_owned(), bytes.to_vec()));
    });
    let mut files = files.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    files.sort_by(|a, b| a.0.cmp(&b.0));
    Index { files, told }
}

/// What all machines know that build an index together: everything but the texts.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Outline {
    /// The languages of the library and then those that only texts have.
    languages: Vec<Lang>,
    cases: u32,
    /// Number of texts, and the first case of each block of texts, by language.
    texts: Vec<u32>,
    blocks: Vec<Vec<u32>>,
    facets: Vec<FacetEntry>,
    glossary: Vec<Concept>,
    /// What all languages share, as it is published.
    #[serde(skip)]
    pub(super) columns: Vec<(String, Vec<u8>)>,
}

/// What a machine read of its part of the texts, by language.
#[derive(Default)]
pub struct Gathered {
    pub(super) languages: Vec<GatheredLanguage>,
}

/// Its texts in one language.
#[derive(Default)]
pub(super) struct GatheredLanguage {
    pub(super) batches: Vec<Batch>,
    /// Titles, ids and other names: fingerprint, the word under which it is filed, case.
    pub(super) names: Vec<(u32, String, u32)>,
    /// Blocks of texts, as they are published.
    pub(super) blocks: Vec<(String, Vec<u8>)>,
}

/// Texts that are read at once: what is held of them is bounded, whatever the size of the library.
const AT_ONCE: usize = 2 * BATCH;

/// Reads the texts of a part of the library.
pub fn gather(library: &Library, part: Part) -> (Outline, Gathered) {
    gather_with(library, part, &|_, text| Cow::Borrowed(text))
}

/// The same of a library whose documents lack their passages: `whole` gives a text of the document of a number with
/// all that is in it.
pub fn gather_with(library: &Library, part: Part, whole: Whole<'_>) -> (Outline, Gathered) {
    let mut reading = Reading::of(library, part);
    let mut gathered = Gathered::default();
    let (mut texts, mut blocks) = (Vec::new(), Vec::new());
    for lang in &reading.outline.languages {
        let read = reading.language(lang, whole);
        texts.push(read.texts);
        blocks.push(read.first_cases);
        gathered.languages.push(read.language);
    }
    (reading.outline.texts, reading.outline.blocks) = (texts, blocks);
    (reading.outline, gathered)
}

/// A library about to be read: its cases in the order of their numbers, and what all languages share.
struct Reading<'a> {
    library: &'a Library,
    /// Documents by the number of their case.
    numbers: Vec<usize>,
    /// Cases that are read here.
    range: Range<usize>,
    /// Texts in all languages.
    all: usize,
    /// As yet without the texts and blocks of the languages.
    outline: Outline,
}

/// What was read of a language.
struct Read {
    language: GatheredLanguage,
    texts: u32,
    /// The first case of each block of texts, in all ranges.
    first_cases: Vec<u32>,
}

impl<'a> Reading<'a> {
    fn of(library: &'a Library, part: Part) -> Self {
        let mut numbers: Vec<usize> = (0..library.documents.len()).collect();
        // Case numbers decide between equals: the better supported case, then the newer one, comes first.
        numbers.sort_by(|&a, &b| {
            let (a, b) = (&library.documents[a], &library.documents[b]);
            b.score.cmp(&a.score).then(b.date_key.cmp(&a.date_key)).then(a.id.cmp(&b.id))
        });
        let order: Vec<&Document> = numbers.iter().map(|&number| &library.documents[number]).collect();
        let mut languages = library.languages.clone();
        for document in &order {
            for text in &document.texts {
                if !languages.contains(&text.lang) {
                    languages.push(text.lang.clone());
                }
            }
        }
        let declared = library.languages.len().min(languages.len());
        languages[declared..].sort();
        let columns = columns::build(&order, &library.facets);
        let outline = Outline {
            languages,
            cases: order.len() as u32,
            texts: Vec::new(),
            blocks: Vec::new(),
            facets: columns.facets,
            glossary: library.glossary.clone(),
            columns: columns.files,
        };
        let all = order.iter().map(|document| document.texts.len()).sum();
        let range = part.of(order.len());
        Self { library, numbers, range, all, outline }
    }

    fn language(&self, lang: &Lang, whole: Whole<'_>) -> Read {
        let members: Vec<Member<'_>> = self
            .numbers
            .iter()
            .enumerate()
            .filter_map(|(case, &number)| {
                let document = &self.library.documents[number];
                let text = document.texts.iter().find(|text| text.lang == *lang)?;
                Some(Member { case: case as u32, number, document, text })
            })
            .collect();
        let cutter = texts::Cutter::new(self.all, &self.range);
        let (language, first_cases) = read_language(&members, cutter, &self.range, whole);
        Read { language, texts: members.len() as u32, first_cases }
    }
}

/// Gives a text of the document of a number with all its passages.
pub type Whole<'w> = &'w (dyn for<'t> Fn(usize, &'t Text) -> Cow<'t, Text> + Sync);

/// A text of a language, as far as it is held for as long as the language is read.
struct Member<'a> {
    case: u32,
    /// The document's number in the library.
    number: usize,
    document: &'a Document,
    text: &'a Text,
}

/// Reads the texts of one language, so many at once; gives the first case of each block beside them.
fn read_language(
    members: &[Member<'_>],
    mut blocks: texts::Cutter,
    range: &Range<usize>,
    whole: Whole<'_>,
) -> (GatheredLanguage, Vec<u32>) {
    let mut language = GatheredLanguage::default();
    for members in members.chunks(AT_ONCE) {
        let read_now: Vec<(Cow<'_, Text>, String)> = members
            .par_iter()
            .map(|own| {
                let text = whole(own.number, own.text);
                let card = blocks.card(own.case, own.document, &text);
                (text, card)
            })
            .collect();
        members.iter().zip(&read_now).for_each(|(own, (_, card))| blocks.push(own.case, card));
        let own = members.iter().zip(&read_now).filter(|(own, _)| range.contains(&(own.case as usize)));
        let sources: Vec<Source<'_>> = own.map(|(own, (text, _))| source(own, text)).collect();
        language.names.par_extend(sources.par_iter().flat_map_iter(names));
        language.batches.extend(read(&sources));
    }
    let blocks = blocks.finish();
    language.blocks = blocks.files;
    (language, blocks.first_cases)
}

fn source<'a>(own: &Member<'a>, text: &'a Text) -> Source<'a> {
    let document = own.document;
    let names = std::iter::once(document.id.as_str()).chain(document.aliases.iter().map(String::as_str));
    Source { case: own.case, names: names.collect(), text }
}

/// Makes the index from what was read of all parts, in their order.
pub fn unite(mut outline: Outline, parts: Vec<Gathered>) -> Index {
    let (texts, blocks) = (std::mem::take(&mut outline.texts), std::mem::take(&mut outline.blocks));
    collect(|put| {
        let mut writer = Writer::new(&outline, put);
        let mut parts: Vec<_> = parts.into_iter().map(|part| part.languages.into_iter()).collect();
        for ((lang, texts), blocks) in outline.languages.iter().zip(texts).zip(blocks) {
            let mut all = GatheredLanguage::default();
            for part in parts.iter_mut().filter_map(Iterator::next) {
                all.batches.extend(part.batches);
                all.names.extend(part.names);
                all.blocks.extend(part.blocks);
            }
            writer.language(lang, texts, blocks, all);
        }
        writer.finish()
    })
}

/// Writes an index, a language after the other.
struct Writer<'o> {
    outline: &'o Outline,
    put: Put<'o>,
    /// The folder of what all languages share, and its files where they are put.
    directory: String,
    shared: Vec<(String, Vec<u8>)>,
    told: Told,
}

impl<'o> Writer<'o> {
    fn new(outline: &'o Outline, put: Put<'o>) -> Self {
        let directory = directory("all", &outline.columns);
        let placed =
            |(name, bytes): &(String, Vec<u8>)| (format!("search/{directory}/{name}"), bytes.clone());
        let shared: Vec<(String, Vec<u8>)> = outline.columns.iter().map(placed).collect();
        shared.iter().for_each(|(path, bytes)| put(path, bytes));
        Self { outline, put, directory, shared, told: Told::default() }
    }

    fn language(&mut self, lang: &Lang, texts: u32, blocks: Vec<u32>, all: GatheredLanguage) {
        let outline = self.outline;
        let mut language =
            Language::build(all.batches, &all.names, &all.blocks, lang, texts, &outline.glossary);
        language.files.extend(all.blocks);
        let directory = directory(lang.as_str(), &language.files);
        let entry = Entry {
            lang: lang.to_string(),
            languages: outline.languages.iter().map(Lang::to_string).collect(),
            cases: outline.cases,
            texts,
            directory: directory.clone(),
            shared: self.directory.clone(),
            dictionary: language.dictionary,
            reversed: language.reversed,
            postings: language.postings,
            blocks,
            rules: language.rules,
            facets: outline.facets.clone(),
        };
        let bytes = entry.encode();
        self.told.entry_bytes.insert(lang.clone(), bytes.len());
        let mut files = vec![(format!("search/{lang}.bin"), bytes)];
        let placed = language.files.into_iter();
        files.extend(placed.map(|(name, bytes)| (format!("search/{directory}/{name}"), bytes)));
        files.par_iter().for_each(|(path, bytes)| (self.put)(path, bytes));
        files.extend(self.shared.iter().cloned());
        let word = sample_query(&files, lang.as_str());
        let cost = word.and_then(|word| first_search(&files, lang.as_str(), &word).ok());
        self.told.first_search.extend(cost.map(|cost| (lang.clone(), cost)));
    }

    fn finish(self) -> Told {
        let tags: Vec<&str> = self.outline.languages.iter().map(Lang::as_str).collect();
        let summary =
            serde_json::json!({ "format": super::FORMAT, "languages": tags, "cases": self.outline.cases });
        (self.put)("search/entry.json", format!("{summary}\n").as_bytes());
        self.told
    }
}

/// The name of a folder whose files never change: its language and the hash of all they hold.
fn directory(name: &str, files: &[(String, Vec<u8>)]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (path, bytes) in files {
        hasher.update(path.as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    format!("{name}-{}", &hasher.finalize().to_hex()[..12])
}

/// What a text is found by as a whole: its case's names and its title.
fn names(source: &Source) -> Vec<(u32, String, u32)> {
    let names = source.names.iter().copied().chain(std::iter::once(source.text.title.as_str()));
    names.filter_map(|name| filed(name).map(|(print, word)| (print, word, source.case))).collect()
}

/// The index of one language before it has a place.
struct Language {
    files: Vec<(String, Vec<u8>)>,
    dictionary: Vec<String>,
    reversed: Vec<String>,
    postings: Vec<u32>,
    rules: Vec<(String, String)>,
}

impl Language {
    fn build(
        batches: Vec<Batch>,
        names: &[(u32, String, u32)],
        blocks: &[(String, Vec<u8>)],
        lang: &Lang,
        texts: u32,
        glossary: &[Concept],
    ) -> Self {
        let (words, counts) = vocabulary(&batches);
        let analyzer = Analyzer::new(lang);
        let mut shares = analyzer.analyze(&words);
        let united =
            if analyzer.knows_russian() { unite_stems(&words, &mut shares) } else { BTreeMap::new() };
        add_spellings(&mut shares, &words, &counts);
        let terms = term_names(&shares);
        let numbers: FxHashMap<&str, u32> =
            terms.iter().enumerate().map(|(at, term)| (term.as_str(), at as u32)).collect();
        let numbered: Vec<Vec<(u32, u8)>> = shares
            .par_iter()
            .map(|of_word| of_word.iter().map(|(term, tenths)| (numbers[term.as_str()], *tenths)).collect())
            .collect();
        let word_numbers: FxHashMap<(&str, Script), usize> =
            words.iter().enumerate().map(|(at, (word, script))| ((word.as_str(), *script), at)).collect();
        let means = mean_lengths(&batches);
        let mut bounds: Vec<(u32, Bounds)> = batches.iter().flat_map(Batch::bounds).collect();
        bounds.sort_unstable_by_key(|(case, _)| *case);
        let records: Vec<Records> = batches
            .into_par_iter()
            .map(|batch| {
                let of_words: Vec<&[(u32, u8)]> = batch
                    .words
                    .iter()
                    .map(|(word, script)| numbered[word_numbers[&(word.as_str(), *script)]].as_slice())
                    .collect();
                batch.records(&of_words, &means)
            })
            .collect();
        let frequencies = frequencies(&records, terms.len());
        let (shards, large) = cut(&frequencies, &terms, texts);
        let cards = if large < shards.len() { texts::cards(blocks) } else { FxHashMap::default() };
        let mut of_case = vec![Bounds::default(); bounds.last().map_or(0, |(case, _)| *case as usize + 1)];
        for (case, bounds) in &bounds {
            of_case[*case as usize] = *bounds;
        }
        let writing = Writing {
            records: &records,
            frequencies: &frequencies,
            names: &terms,
            bounds: &of_case,
            cards: &cards,
            large,
            texts,
        };
        let mut files: Vec<(String, Vec<u8>)> = shards
            .par_chunks(POSITION_GROUP)
            .enumerate()
            .flat_map_iter(|(group, shards)| writing.group(group, shards))
            .collect();
        files.push(("l.bin".to_owned(), column(b'l', 0, lengths(&bounds))));
        let mut finals = vec![0_u32; terms.len()];
        let mut firsts = Vec::with_capacity(shards.len());
        let mut next = 0;
        for shard in &shards {
            firsts.push(next);
            for term in shard {
                finals[*term as usize] = next;
                next += 1;
            }
        }
        drop(records);
        drop(cards);

        let stem_rules = rules::learn(&words, &shares, &united, &analyzer);
        let keys = keys(&words, &shares, &united, &numbers, &finals, &frequencies);
        let (dictionary, forward) = cut_dictionary(&keys);
        let mut forward_shards = forward;
        let known = Known { keys: &keys, rules: &stem_rules, endings: Endings::new() };
        phrases::file(&mut forward_shards, &dictionary, names, lang, glossary, &known);
        let (reversed, backward) = cut_dictionary(&reverse(&keys));
        for (kind, shards) in [('d', forward_shards), ('r', backward)] {
            let packed: Vec<(String, Vec<u8>)> = shards
                .par_iter()
                .enumerate()
                .map(|(number, shard)| {
                    (format!("{kind}{number}.bin"), pack(kind as u8, number as u32, &shard.encode()))
                })
                .collect();
            files.extend(packed);
        }
        Self { files, dictionary, reversed, postings: firsts, rules: stem_rules }
    }
}

/// All words of all batches, sorted, each once, and how often each occurs.
fn vocabulary(batches: &[Batch]) -> (Vec<(String, Script)>, Vec<u32>) {
    let mut all: FxHashMap<(&str, Script), u32> = FxHashMap::default();
    for batch in batches {
        for ((word, script), count) in batch.words.iter().zip(&batch.counts) {
            *all.entry((word, *script)).or_default() += count;
        }
    }
    let mut sorted: Vec<((&str, Script), u32)> = all.into_iter().collect();
    sorted.par_sort_unstable();
    let words = sorted.iter().map(|((word, script), _)| ((*word).to_owned(), *script)).collect();
    (words, sorted.into_iter().map(|(_, count)| count).collect())
}

fn term_names(shares: &[Vec<Share>]) -> Vec<String> {
    let distinct: FxHashSet<&str> = shares.iter().flatten().map(|(term, _)| term.as_str()).collect();
    let mut sorted: Vec<String> = distinct.into_iter().map(str::to_owned).collect();
    sorted.par_sort_unstable_by(|a, b| by_units(a, b));
    sorted
}

/// Number of texts and of sections for each term.
#[derive(Clone, Copy, Default)]
struct Frequency {
    texts: u32,
    sections: u32,
}

fn frequencies(records: &[Records], terms: usize) -> Vec<Frequency> {
    let mut all = vec![Frequency::default(); terms];
    for record in records.iter().flat_map(|records| &records.all) {
        let of_term = &mut all[record.term as usize];
        of_term.texts += 1;
        of_term.sections += record.places.count_ones();
    }
    all
}

/// Puts the terms into shards: first the many small ones in their order, then the large ones. Gives the shards and
/// the number of the first with large ones.
fn cut(frequencies: &[Frequency], names: &[String], texts: u32) -> (Vec<Vec<u32>>, usize) {
    let size = |term: u32| {
        let of_term = frequencies[term as usize];
        // A form is told by its word and packs well.
        if names[term as usize].contains(SPELLED) {
            return of_term.texts as usize + 4;
        }
        let sections = if of_term.is_common(texts) { 0 } else { of_term.sections };
        (of_term.texts * 5 / 2 + sections) as usize + 4
    };
    let (large, small): (Vec<u32>, Vec<u32>) =
        (0..frequencies.len() as u32).partition(|term| size(*term) > LARGE_TERM);
    let mut shards = Vec::new();
    let mut first_large = 0;
    for (terms, room) in [(small, SMALL_SHARD), (large, LARGE_SHARD)] {
        first_large = shards.len();
        let (mut shard, mut filled) = (Vec::new(), 0);
        for term in terms {
            if filled + size(term) > room && !shard.is_empty() {
                shards.push(std::mem::take(&mut shard));
                filled = 0;
            }
            shard.push(term);
            filled += size(term);
        }
        if !shard.is_empty() {
            shards.push(shard);
        }
    }
    (shards, first_large)
}

impl Frequency {
    /// Whether the term is so common that nearness says nothing.
    fn is_common(self, texts: u32) -> bool {
        self.texts > 64 && self.texts * COMMON > texts
    }
}

/// What the shards of postings are written from.
struct Writing<'a> {
    records: &'a [Records],
    frequencies: &'a [Frequency],
    names: &'a [String],
    /// The bounds of every case's text.
    bounds: &'a [Bounds],
    /// The cards as JSON, by case.
    cards: &'a FxHashMap<u32, String>,
    /// The first shard of large terms.
    large: usize,
    texts: u32,
}

impl Writing<'_> {
    /// The postings of a few shards and, in one file, their positions.
    fn group(&self, group: usize, shards: &[Vec<u32>]) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::with_capacity(shards.len() + 1);
        let mut positions = PositionWriter::default();
        for (at, shard) in shards.iter().enumerate() {
            let number = group * POSITION_GROUP + at;
            let payload = self.shard(shard, number >= self.large, &mut positions);
            files.push((format!("p{number}.bin"), pack(b'p', number as u32, &payload)));
        }
        files.push((format!("q{group}.bin"), pack(b'q', group as u32, &positions.finish())));
        files
    }

    fn shard(&self, shard: &[u32], large: bool, positions: &mut PositionWriter) -> Vec<u8> {
        let mut best = BTreeSet::new();
        let mut postings = ShardWriter::default();
        let mut cursors = vec![0; self.records.len()];
        let mut places = Vec::new();
        // The word that was last added by itself.
        let mut word = "";
        for term in shard {
            let frequency = self.frequencies[*term as usize].texts;
            let common = self.frequencies[*term as usize].is_common(self.texts);
            let spelled = self.names[*term as usize].contains(SPELLED);
            let room = frequency as usize;
            let mut of_term = Postings {
                rarity: rarity(self.texts, frequency),
                cases: Vec::with_capacity(room),
                impacts: Vec::with_capacity(room),
                places: Vec::with_capacity(if common { 0 } else { room }),
            };
            for (batch, cursor) in self.records.iter().zip(&mut cursors) {
                for record in batch.of(*term, cursor) {
                    of_term.cases.push(record.case);
                    of_term.impacts.push(record.impact);
                    if !common {
                        of_term.places.push(record.places);
                    }
                    if spelled {
                        continue;
                    }
                    batch.positions(record, &mut places);
                    if common {
                        positions.common(&places);
                    } else {
                        positions.within(&places, self.bounds[record.case as usize]);
                    }
                }
            }
            positions.end_term();
            if large {
                best.extend(best_cases(&of_term, BEST));
            }
            let name = &self.names[*term as usize];
            match name.split_once(SPELLED) {
                Some((of, _)) if of == word => postings.add_form(of_term),
                _ => {
                    word = name;
                    postings.add(of_term);
                }
            }
        }
        let cards: Vec<&str> =
            best.iter().filter_map(|case| self.cards.get(case)).map(String::as_str).collect();
        let mut payload = Output::default();
        payload.string(&if cards.is_empty() { String::new() } else { format!("[{}]", cards.join(",")) });
        payload.0.extend(postings.finish());
        payload.0
    }
}

/// The bounds of every text: the difference of cases, the end of the title, the length of the rest.
fn lengths(bounds: &[(u32, Bounds)]) -> Output {
    let mut out = Output::default();
    let mut last = 0;
    out.number(bounds.len() as u32);
    for (case, bounds) in bounds {
        out.number(case - last);
        out.number(bounds.title_end);
        out.number(bounds.rest);
        last = *case;
    }
    out
}

/// Lets one term stand for all stems of a word. Gives the stems that are none any more, each with its term.
fn unite_stems(words: &[(String, Script)], shares: &mut [Vec<Share>]) -> BTreeMap<String, String> {
    let pairs: Vec<(&str, &str)> = words
        .iter()
        .zip(shares.iter())
        .filter(|((_, script), _)| *script == Script::Letters)
        .filter_map(|((word, _), of_word)| Some((word.as_str(), of_word.first()?.0.as_str())))
        .collect();
    let united: BTreeMap<String, String> =
        kin::unite(&pairs).into_iter().map(|(stem, term)| (stem.to_owned(), term.to_owned())).collect();
    for (of_word, (_, script)) in shares.iter_mut().zip(words) {
        if let (Script::Letters, Some((term, _))) = (script, of_word.first_mut())
            && let Some(common) = united.get(term)
        {
            term.clone_from(common);
        }
    }
    united
}

/// Gives rare spellings postings of their own where a word has several forms, so that the form that was
/// asked for comes before the others. Of Korean nouns, which take any particle, only rare ones have them.
fn add_spellings(shares: &mut [Vec<Share>], words: &[(String, Script)], counts: &[u32]) {
    let mut forms: FxHashMap<String, (u32, u32)> = FxHashMap::default();
    for ((of_word, (_, script)), count) in shares.iter().zip(words).zip(counts) {
        if let (Script::Letters | Script::Hangul, Some((term, _))) = (script, of_word.first()) {
            let known = forms.entry(term.clone()).or_default();
            *known = (known.0 + 1, known.1 + count);
        }
    }
    for ((of_word, (word, script)), count) in shares.iter_mut().zip(words).zip(counts) {
        let Some((term, _)) = of_word.first() else { continue };
        let (of_term, occurrences) = forms.get(term).copied().unwrap_or_default();
        let rare = match script {
            Script::Letters => *count <= RARE_SPELLING,
            Script::Hangul => occurrences <= RARE_NOUN && word != term,
            Script::Dense | Script::Sign => false,
        };
        if rare && of_term > 1 {
            of_word.push((format!("{term}{SPELLED}{word}"), 10));
        }
    }
}

/// How rare a term is, in sixteenths of a bit: log2((texts + 1) / (frequency + ½)), by whole numbers
/// alone, so that every machine agrees.
pub(super) fn rarity(texts: u32, frequency: u32) -> u32 {
    let ratio = (((u128::from(texts) + 1) * 2) << 32) / (u128::from(frequency) * 2 + 1);
    let mut value = ratio.max(1 << 32);
    let whole = 127 - value.leading_zeros() - 32;
    value >>= whole;
    let mut result = whole;
    for _ in 0..4 {
        value = (value * value) >> 32;
        let bit = u32::from(value >= 1 << 33);
        value >>= bit;
        result = result * 2 + bit;
    }
    result.max(2)
}

/// All spellings of the dictionary, in its order; stems that were `united` with a term stand for it. A Korean form that a reader derives from a noun by
/// taking an ending off is left out.
fn keys(
    words: &[(String, Script)],
    shares: &[Vec<Share>],
    united: &BTreeMap<String, String>,
    numbers: &FxHashMap<&str, u32>,
    finals: &[u32],
    frequencies: &[Frequency],
) -> Vec<(Key, bool)> {
    let mut all: FxHashMap<&str, (Vec<&str>, bool)> = FxHashMap::default();
    let plain = |script: Script| matches!(script, Script::Letters | Script::Hangul);
    let mut nouns: FxHashSet<&str> = FxHashSet::default();
    for (of_word, (_, script)) in shares.iter().zip(words) {
        for (term, _) in of_word.iter().filter(|(term, _)| !term.contains(SPELLED)) {
            nouns.insert(term);
            let key = all.entry(term).or_default();
            key.1 |= plain(*script);
            if !key.0.contains(&term.as_str()) {
                key.0.push(term);
            }
        }
    }
    let endings = Endings::new();
    let derived = |word: &str, keys: &FxHashSet<&str>| {
        endings.taken_off(word).map(|(_, stem)| stem).find(|stem| keys.contains(stem)).map(str::to_owned)
    };
    let mut known = nouns;
    let mut left_out: Vec<(&str, &str)> = Vec::new();
    let mut added = Vec::new();
    for (of_word, (word, script)) in shares.iter().zip(words) {
        let Some((main, _)) = of_word.first() else { continue };
        if word == main {
            continue;
        }
        let spelled = of_word.iter().any(|(term, _)| term.contains(SPELLED));
        if *script == Script::Hangul && !spelled && derived(word, &known).as_deref() == Some(main) {
            left_out.push((word, main));
        } else {
            added.push((word.as_str(), main.as_str(), plain(*script)));
        }
    }
    // A form that had to be kept may stand in the way of another's derivation: keep that as well.
    loop {
        for (word, main, plain) in added.drain(..) {
            known.insert(word);
            let key = all.entry(word).or_default();
            key.1 |= plain;
            if !key.0.contains(&main) {
                key.0.insert(0, main);
            }
        }
        left_out.retain(|(word, main)| {
            let same = derived(word, &known).as_deref() == Some(*main);
            if !same {
                added.push((*word, *main, true));
            }
            same
        });
        if added.is_empty() {
            break;
        }
    }
    // A form that no text holds is found by its stem, whichever of the word's that is.
    for (stem, term) in united {
        let key = all.entry(stem).or_default();
        key.1 = true;
        if key.0.is_empty() {
            key.0.push(term);
        }
    }
    for (of_word, (word, _)) in shares.iter().zip(words) {
        let Some((spelled, _)) = of_word.iter().find(|(term, _)| term.contains(SPELLED)) else { continue };
        if let Some((terms, _)) = all.get_mut(word.as_str()) {
            terms.push(spelled);
        }
    }
    let mut keys: Vec<(Key, bool)> = all
        .into_par_iter()
        .map(|(text, (terms, plain))| {
            let shared = shared_units(text, terms[0]).min(255) as u8;
            let frequency = frequencies[numbers[terms[0]] as usize].texts;
            let weight = (32 - frequency.leading_zeros()) as u8;
            let terms = terms.iter().map(|term| finals[numbers[term] as usize]).collect();
            (Key { text: text.to_owned(), shared, weight, terms }, plain)
        })
        .collect();
    keys.par_sort_unstable_by(|a, b| by_units(&a.0.text, &b.0.text));
    keys
}

/// The spellings that can hold a typing mistake, by their ends.
fn reverse(keys: &[(Key, bool)]) -> Vec<(Key, bool)> {
    let mut reversed: Vec<(Key, bool)> = keys
        .iter()
        .filter(|(key, plain)| *plain && key.text.chars().count() >= super::search::typo_length(&key.text))
        .map(|(key, plain)| (Key { text: key.text.chars().rev().collect(), ..key.clone() }, *plain))
        .collect();
    reversed.par_sort_unstable_by(|a, b| by_units(&a.0.text, &b.0.text));
    reversed
}

/// Cuts spellings into shards; the first spelling of each is what the entry lists.
fn cut_dictionary(keys: &[(Key, bool)]) -> (Vec<String>, Vec<Shard>) {
    let (mut firsts, mut shards): (Vec<String>, Vec<Shard>) = (Vec::new(), Vec::new());
    let mut filled = usize::MAX;
    let mut before = "";
    for (key, _) in keys {
        let size = key.text.len() - shared_units(before, &key.text).min(key.text.len()) + 6;
        if filled.saturating_add(size) > DICTIONARY_SHARD {
            firsts.push(key.text.clone());
            shards.push(Shard::default());
            filled = 0;
        }
        filled += size;
        before = &key.text;
        if let Some(shard) = shards.last_mut() {
            shard.keys.push(key.clone());
        }
    }
    (firsts, shards)
}

/// The shard in which `key` stands, if anywhere.
pub(super) fn shard_of(firsts: &[String], key: &str) -> Option<usize> {
    if firsts.is_empty() {
        return None;
    }
    let after = firsts.partition_point(|first| by_units(first, key) != std::cmp::Ordering::Greater);
    Some(after.saturating_sub(1))
}

/// A column file: its numbers one after the other.
pub(super) fn column(kind: u8, number: u32, out: Output) -> Vec<u8> {
    pack(kind, number, &out.0)
}
