//! The index in parts: each of several machines reads the texts of its part, and one unites what they
//! read. What passes between them is written and read here; it is no part of a site.

use super::build::{Gathered, GatheredLanguage, Outline};
use super::bytes::{Fault, Input, Output};
use super::invert::Batch;

/// One of several equal parts of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl Part {
    /// The only one.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// The part of a list of `length` things that is in this part.
    pub fn of(self, length: usize) -> std::ops::Range<usize> {
        length * self.number / self.of..length * (self.number + 1) / self.of
    }
}

/// Writes what a machine read.
pub fn encode(outline: &Outline, gathered: &Gathered) -> Vec<u8> {
    let mut out = Output::default();
    out.string(&serde_json::to_string(outline).expect("an outline is plain data"));
    files(&mut out, &outline.columns);
    out.number(gathered.languages.len() as u32);
    for language in &gathered.languages {
        out.number(language.batches.len() as u32);
        language.batches.iter().for_each(|batch| batch.encode(&mut out));
        out.number(language.names.len() as u32);
        for (print, word, case) in &language.names {
            out.number(*print);
            out.string(word);
            out.number(*case);
        }
        files(&mut out, &language.blocks);
    }
    out.0
}

/// Reads what a machine read; `path` is told where it is damaged.
pub fn decode(bytes: &[u8], path: &str) -> Result<(Outline, Gathered), Fault> {
    let mut input = Input::new(bytes, path);
    let mut outline: Outline = serde_json::from_str(input.string()?).map_err(|_| input.corrupt())?;
    outline.columns = read_files(&mut input)?;
    let mut gathered = Gathered::default();
    for _ in 0..input.count()? {
        let mut language = GatheredLanguage::default();
        for _ in 0..input.count()? {
            language.batches.push(Batch::decode(&mut input)?);
        }
        for _ in 0..input.count()? {
            language.names.push((input.number()?, input.string()?.to_owned(), input.number()?));
        }
        language.blocks = read_files(&mut input)?;
        gathered.languages.push(language);
    }
    Ok((outline, gathered))
}

fn files(out: &mut Output, files: &[(String, Vec<u8>)]) {
    out.number(files.len() as u32);
    for (name, bytes) in files {
        out.string(name);
        out.number(bytes.len() as u32);
        out.0.extend_from_slice(bytes);
    }
}

fn read_files(input: &mut Input) -> Result<Vec<(String, Vec<u8>)>, Fault> {
    let mut files = Vec::new();
    for _ in 0..input.count()? {
        let name = input.string()?.to_owned();
        let length = input.count()?;
        files.push((name, input.take(length)?.to_vec()));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Field, Library, Passage, Text, build, gather, unite};
    use super::*;
    use crate::text::Lang;

    fn library(cases: u32) -> Library {
        let lang = |tag: &str| Lang::parse(tag).unwrap();
        let text = |tag: &str, title: String, body: String| Text {
            lang: lang(tag),
            url: format!("{tag}/{title}"),
            title,
            passages: vec![Passage { field: Field::Summary, anchor: None, text: body }],
        };
        let document = |n: u32| Document {
            id: format!("C-{n}"),
            aliases: Vec::new(),
            date: String::new(),
            date_key: 20_200_101 + n % 7,
            score: Some((n * 37 % 100) as u16),
            facets: [("cause".to_owned(), vec![format!("t{}", n % 3)])].into(),
            texts: vec![
                text("en", format!("Server {n} failed"), format!("timeouts of server {} grew by {n}", n % 5)),
                text("ko", format!("서버 {n} 장애"), format!("서버의 장애가 {}건 복제지연", n % 4)),
            ],
        };
        Library {
            documents: (0..cases).map(document).collect(),
            facets: Vec::new(),
            glossary: vec![
                [(lang("en"), vec!["outage".to_owned()]), (lang("ko"), vec!["장애".to_owned()])].into(),
            ],
            languages: vec![lang("en"), lang("ko")],
        }
    }

    #[test]
    fn parts_make_the_index_that_one_machine_makes() {
        let library = library(53);
        let whole = build(&library).files;
        for of in [2, 3, 7, 60] {
            let mut outlines = Vec::new();
            let mut parts = Vec::new();
            for number in 0..of {
                let (outline, gathered) = gather(&library, Part { number, of });
                let (outline, gathered) = decode(&encode(&outline, &gathered), "part").unwrap();
                outlines.push(outline);
                parts.push(gathered);
            }
            assert!(outlines.windows(2).all(|pair| pair[0] == pair[1]));
            assert_eq!(unite(outlines.remove(0), parts).files, whole, "{of} parts");
        }
    }

    #[test]
    fn damage_is_noticed() {
        let (outline, gathered) = gather(&library(3), Part::WHOLE);
        let bytes = encode(&outline, &gathered);
        for at in 0..bytes.len() {
            assert!(decode(&bytes[..at], "part").is_err(), "cut at {at}");
        }
    }
}
