//! Texts into records: which term stands in which case, how often, in which fields, and where.
//! Texts are read in batches, in parallel; a batch keeps its tokens as a compact stream of numbers, so
//! that a second reading, when the whole vocabulary is known, needs no tokenizer. One language at a time.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::bytes::{Fault, Input, Output, push_number};
use super::document::{Field, Text};
use super::postings::{Bounds, MAX_IMPACT};
use super::token::{Script, tokens};

/// Texts in one batch.
pub const BATCH: usize = 1_536;
/// Between two passages lie so many positions, so that no phrase spans them.
const PASSAGE_GAP: u32 = 8;
/// Where the count of a word stops to matter (BM25's k1).
const SATURATION: f64 = 1.2;
const FIELDS: usize = Field::ALL.len();

/// A text with the case that it belongs to.
pub struct Source<'a> {
    /// The case's number.
    pub case: u32,
    /// The case's id and other names.
    pub names: Vec<&'a str>,
    /// The text.
    pub text: &'a Text,
}

/// The texts of a batch as numbers.
pub struct Batch {
    /// The batch's own words; a word's place is its number in the stream.
    pub words: Vec<(String, Script)>,
    /// How often each occurs.
    pub counts: Vec<u32>,
    heads: Vec<Head>,
    stream: Vec<u8>,
}

struct Head {
    case: u32,
    lengths: [u32; FIELDS],
    title_end: u32,
    positions: u32,
    stream_end: usize,
}

/// What one text says about one term.
#[derive(Clone, Copy)]
pub struct Record {
    /// The term.
    pub term: u32,
    /// The case.
    pub case: u32,
    /// The sections that hold the term, a bit each.
    pub places: u32,
    /// Where the positions are written.
    at: u32,
    /// What the term says about the case.
    pub impact: u8,
}

/// The records of a batch, ascending by term and case.
pub struct Records {
    /// The records.
    pub all: Vec<Record>,
    positions: Vec<u8>,
}

/// Cuts all texts into words.
pub fn read(sources: &[Source]) -> Vec<Batch> {
    sources.par_chunks(BATCH).map(read_batch).collect()
}

fn read_batch(sources: &[Source]) -> Batch {
    let mut numbers: FxHashMap<String, [u32; 4]> = FxHashMap::default();
    let mut batch = Batch {
        words: Vec::new(),
        counts: Vec::new(),
        heads: Vec::with_capacity(sources.len()),
        stream: Vec::new(),
    };
    for source in sources {
        let mut head =
            Head { case: source.case, lengths: [0; FIELDS], title_end: 0, positions: 0, stream_end: 0 };
        let mut base = 0;
        let names = source.names.iter().map(|name| (Field::Alias, *name));
        let passages = source.text.passages.iter().map(|passage| (passage.field, passage.text.as_str()));
        let title = std::iter::once((Field::Title, source.text.title.as_str()));
        for (field, text) in title.chain(names).chain(passages) {
            push_number(&mut batch.stream, 0);
            push_number(&mut batch.stream, field.code().into());
            push_number(&mut batch.stream, base);
            let (mut last, mut length) = (0, 0);
            tokens(text, |token| {
                let script = token.script as usize;
                let number = match numbers.get_mut(token.text) {
                    Some(known) => &mut known[script],
                    None => &mut numbers.entry(token.text.to_owned()).or_insert([0; 4])[script],
                };
                if *number == 0 {
                    batch.words.push((token.text.to_owned(), token.script));
                    batch.counts.push(0);
                    *number = batch.words.len() as u32;
                }
                batch.counts[*number as usize - 1] += 1;
                let weight = match token.weight {
                    10 => 0,
                    8 => 1,
                    _ => 2,
                };
                push_number(
                    &mut batch.stream,
                    (*number * 3 + weight) * 2 + u32::from(token.position != last),
                );
                last = token.position;
                length = token.position + 1;
            });
            head.lengths[usize::from(field.code())] += length;
            base += length + PASSAGE_GAP;
            if field == Field::Title {
                head.title_end = base;
            }
        }
        head.positions = base;
        head.stream_end = batch.stream.len();
        batch.heads.push(head);
    }
    batch
}

impl Batch {
    /// Writes the batch for another machine to go on with.
    pub fn encode(&self, out: &mut Output) {
        out.number(self.words.len() as u32);
        for ((word, script), count) in self.words.iter().zip(&self.counts) {
            out.string(word);
            out.0.push(*script as u8);
            out.number(*count);
        }
        out.number(self.heads.len() as u32);
        for head in &self.heads {
            for number in [head.case, head.title_end, head.positions, head.stream_end as u32] {
                out.number(number);
            }
            head.lengths.iter().for_each(|length| out.number(*length));
        }
        out.number(self.stream.len() as u32);
        out.0.extend_from_slice(&self.stream);
    }

    /// Reads a batch that another machine wrote.
    pub fn decode(input: &mut Input) -> Result<Self, Fault> {
        let mut batch = Self { words: Vec::new(), counts: Vec::new(), heads: Vec::new(), stream: Vec::new() };
        for _ in 0..input.count()? {
            let word = input.string()?.to_owned();
            let script =
                Script::ALL.get(usize::from(input.byte()?)).copied().ok_or_else(|| input.corrupt())?;
            batch.words.push((word, script));
            batch.counts.push(input.number()?);
        }
        for _ in 0..input.count()? {
            let mut numbers = [0; 4];
            for number in &mut numbers {
                *number = input.number()?;
            }
            let [case, title_end, positions, stream_end] = numbers;
            let mut lengths = [0; FIELDS];
            for length in &mut lengths {
                *length = input.number()?;
            }
            batch.heads.push(Head { case, lengths, title_end, positions, stream_end: stream_end as usize });
        }
        let length = input.count()?;
        batch.stream = input.take(length)?.to_vec();
        let words = batch.words.len() as u32;
        let sound = batch.stream_is_sound(words);
        if sound { Ok(batch) } else { Err(input.corrupt()) }
    }

    /// Whether every word of the stream is one of the batch's, and every field a field.
    fn stream_is_sound(&self, words: u32) -> bool {
        let mut input = Input::new(&self.stream, "");
        let mut ends = self.heads.iter().map(|head| head.stream_end);
        let ascending = self.heads.windows(2).all(|pair| pair[0].stream_end <= pair[1].stream_end);
        if !ascending || ends.next_back().unwrap_or(0) != self.stream.len() {
            return false;
        }
        while let Ok(number) = input.number() {
            if number == 0 {
                match (input.number(), input.number()) {
                    (Ok(field), Ok(_)) if (field as usize) < FIELDS => {}
                    _ => return false,
                }
            } else if number < 6 || number / 6 > words {
                return false;
            }
        }
        true
    }
}

/// The mean length of each field over the texts that have it.
pub fn mean_lengths(batches: &[Batch]) -> [f64; FIELDS] {
    let mut sums = [(0_u64, 0_u64); FIELDS];
    for head in batches.iter().flat_map(|batch| &batch.heads) {
        for (sum, length) in sums.iter_mut().zip(head.lengths) {
            sum.0 += u64::from(length);
            sum.1 += u64::from(length > 0);
        }
    }
    sums.map(|(sum, count)| if count == 0 { 1.0 } else { sum as f64 / count as f64 })
}

impl Batch {
    /// Turns the batch into records. `terms` gives for each of the batch's words its terms and what an
    /// occurrence counts for each, in tenths.
    pub fn records(&self, terms: &[&[(u32, u8)]], means: &[f64; FIELDS]) -> Records {
        let mut out = Records { all: Vec::new(), positions: Vec::new() };
        let mut found: Vec<(u32, u32, u8, u8)> = Vec::new();
        let mut stream = Input::new(&self.stream, "");
        let mut from = 0;
        for head in &self.heads {
            found.clear();
            let mut left = head.stream_end - from;
            let (mut field, mut position) = (0_u8, 0_u32);
            let mut next = || -> Option<u32> {
                let number = (left > 0).then(|| stream.number().ok()).flatten()?;
                left -= super::bytes::width(number);
                Some(number)
            };
            while let Some(number) = next() {
                if number == 0 {
                    field = next().unwrap_or(0) as u8;
                    position = next().unwrap_or(0);
                    continue;
                }
                position += number % 2;
                let tenths = [10, 8, 7][(number / 2 % 3) as usize];
                for (term, share) in terms[(number / 6 - 1) as usize] {
                    found.push((*term, position, field, tenths * share / 10));
                }
            }
            from = head.stream_end;
            found.sort_unstable();
            self.group(head, &found, means, &mut out);
        }
        out.all.sort_by_key(|record| record.term);
        out
    }

    fn group(&self, head: &Head, found: &[(u32, u32, u8, u8)], means: &[f64; FIELDS], out: &mut Records) {
        let mut factors = [0.0; FIELDS];
        for (at, factor) in factors.iter_mut().enumerate() {
            let (weight, temper) = Field::ALL[at].weight();
            *factor = weight / 10.0 / (1.0 - temper + temper * f64::from(head.lengths[at]) / means[at]);
        }
        let bounds = head.bounds();
        for of_term in found.chunk_by(|a, b| a.0 == b.0) {
            let mut sum = 0.0;
            let mut places = 0_u32;
            let at = out.positions.len() as u32;
            push_number(&mut out.positions, of_term.chunk_by(|a, b| a.1 == b.1).count() as u32);
            let mut last = u32::MAX;
            for (_, position, field, tenths) in of_term {
                sum += factors[usize::from(*field)] * f64::from(*tenths);
                if *position == last {
                    continue;
                }
                places |= 1 << bounds.section(*position);
                push_number(
                    &mut out.positions,
                    position.wrapping_sub(if last == u32::MAX { 0 } else { last }),
                );
                last = *position;
            }
            let impact = (f64::from(MAX_IMPACT) * sum / (SATURATION + sum)).ceil();
            let impact = (impact as u8).clamp(1, MAX_IMPACT);
            out.all.push(Record { term: of_term[0].0, case: head.case, places, at, impact });
        }
    }
}

impl Head {
    fn bounds(&self) -> Bounds {
        Bounds { title_end: self.title_end, rest: self.positions - self.title_end }
    }
}

impl Batch {
    /// Case and bounds of each text.
    pub fn bounds(&self) -> impl Iterator<Item = (u32, Bounds)> {
        self.heads.iter().map(|head| (head.case, head.bounds()))
    }
}

impl Records {
    /// The records of one term, which must not stand before the one that `cursor` was last used for.
    pub fn of(&self, term: u32, cursor: &mut usize) -> &[Record] {
        if self.all.get(*cursor).is_some_and(|record| record.term < term) {
            *cursor += self.all[*cursor..].partition_point(|record| record.term < term);
        }
        let from = *cursor;
        while self.all.get(*cursor).is_some_and(|record| record.term == term) {
            *cursor += 1;
        }
        &self.all[from..*cursor]
    }

    /// Puts the positions of a record, ascending, into `out`.
    pub fn positions(&self, record: &Record, out: &mut Vec<u32>) {
        out.clear();
        let mut input = Input::new(&self.positions[record.at as usize..], "");
        let mut last = 0;
        for _ in 0..input.number().unwrap_or(0) {
            last += input.number().unwrap_or(0);
            out.push(last);
        }
    }
}
