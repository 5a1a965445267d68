//! A library of any size for measurements: records in several languages, each with a source of 20 kB and
//! ten claims whose quotes stand in it. The same arguments give the same bytes on every machine, and case
//! number n is the same in a library of any size. It is written as it is made, and never held whole.

mod facts;
mod fillers;
mod kinds;
mod random;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use facts::Facts;
use kinds::{KINDS, Kind};
use random::Random;

/// The languages that it can write.
const LANGUAGES: [&str; 3] = ["en", "ko", "ru"];
/// Bytes that a source's text has at least.
const SOURCE_BYTES: usize = 20_000;
/// Claims of a case.
const CLAIMS: usize = 10;
/// Cases in one folder.
const FOLDER: usize = 1000;

/// What to make.
#[derive(Debug)]
pub struct Options {
    cases: usize,
    out: PathBuf,
    languages: Vec<&'static str>,
    seed: u64,
}

impl Options {
    /// Reads `--cases N --out DIR [--languages en,ko,ru] [--seed S]`.
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let (mut cases, mut out) = (None, None);
        let mut options = Self { cases: 0, out: PathBuf::new(), languages: LANGUAGES.to_vec(), seed: 1 };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            let value = rest.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--cases" => {
                    cases = Some(value.parse().map_err(|_| format!("`{value}` is no number of cases"))?);
                }
                "--out" => out = Some(PathBuf::from(value)),
                "--seed" => options.seed = value.parse().map_err(|_| format!("`{value}` is no seed"))?,
                "--languages" => {
                    let known = |tag: &str| LANGUAGES.into_iter().find(|own| *own == tag);
                    options.languages = value
                        .split(',')
                        .map(|tag| known(tag).ok_or_else(|| format!("`{tag}` is none of en, ko, ru")))
                        .collect::<Result<_, _>>()?;
                }
                _ => return Err(format!("`{name}` is no option of corpus")),
            }
        }
        options.cases = cases.ok_or("--cases N is missing")?;
        options.out = out.ok_or("--out DIR is missing")?;
        Ok(options)
    }
}

/// Writes the library.
pub fn write(options: &Options) -> Result<(), String> {
    let root = &options.out;
    file(&root.join("casebook.toml"), &config(&options.languages))?;
    for number in 1..=options.cases {
        let case = Case::new(options.seed, number, &options.languages);
        let folder = format!("{:04}", (number - 1) / FOLDER);
        let content = root.join("content");
        file(&content.join("cases").join(&folder).join(format!("{}.json", case.id)), &case.record)?;
        file(&content.join("sources").join(&folder).join(format!("{}.md", case.id)), &case.source)?;
    }
    Ok(())
}

fn file(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

fn config(languages: &[&str]) -> String {
    let tags: Vec<String> = languages.iter().map(|tag| format!("\"{tag}\"")).collect();
    format!("title = \"Generated incidents\"\nlanguages = [{}]\n", tags.join(", "))
}

/// One case as its two files.
struct Case {
    id: String,
    record: String,
    source: String,
}

/// A claim: what it tells and of what.
struct Claim {
    kind: &'static Kind,
    facts: Facts,
}

/// Which claims stand in which field: the name, how many, and how many sentences stand beside them.
const FIELDS: [(&str, usize, usize); 6] = [
    ("summary", 3, 9),
    ("symptoms_text", 2, 7),
    ("trigger", 1, 2),
    ("detection", 1, 2),
    ("cause", 2, 5),
    ("lessons", 0, 4),
];

impl Case {
    fn new(seed: u64, number: usize, languages: &[&str]) -> Self {
        let mut random = Random::new(seed, number as u64);
        let id = format!("gen-{number:07}");
        let org = random.pick(&fillers::ORGS);
        let service = random.pick(&facts::SERVICES);
        let year = 2014 + random.below(11);
        let claims: Vec<Claim> = (0..CLAIMS)
            .map(|nth| Claim {
                kind: &KINDS[(nth + number) % KINDS.len()],
                facts: Facts::new(&mut random, service, year),
            })
            .collect();
        let source = source(&mut random, &id, org, service, year, &claims);
        let record = record(&mut random, &id, number, org, service, year, &claims, languages);
        Self { id, record, source }
    }
}

/// The source: paragraphs of prose with figures, the claimed sentences spread among them.
fn source(random: &mut Random, id: &str, org: &str, service: &str, year: u64, claims: &[Claim]) -> String {
    let mut text = String::with_capacity(SOURCE_BYTES + 2000);
    let day = 1 + random.below(28);
    let _ = write!(
        text,
        "---\ntitle: \"Review of an outage of {service}\"\nurl: https://{}.example/reviews/{id}\npublisher: {org}\n\
         kind: blog\nlang: en\nlicence: CC-BY-4.0\npublished: {year}-12-{day:02}\nretrieved: 2026-01-15\nprimary: true\n---\n\n",
        facts::slug(org),
    );
    let head = text.len();
    let mut told = 0;
    while text.len() - head < SOURCE_BYTES || told < claims.len() {
        for _ in 0..4 + random.below(4) {
            let due = (text.len() - head) * (claims.len() + 1) / SOURCE_BYTES;
            if told < claims.len() && told < due {
                let claim = &claims[told];
                claim.kind.source.write(&mut text, &claim.facts, "en");
                told += 1;
            } else if random.below(10) < 4 {
                let other = random.pick(&facts::SERVICES);
                let aside = Facts::new(random, other, year);
                KINDS[random.below(KINDS.len() as u64) as usize].source.write(&mut text, &aside, "en");
            } else {
                text.push_str(random.pick(&fillers::SOURCE));
            }
            text.push(' ');
        }
        text.pop();
        text.push_str("\n\n");
    }
    text
}

#[expect(clippy::too_many_arguments, reason = "the parts of a record, named once")]
fn record(
    random: &mut Random,
    id: &str,
    number: usize,
    org: &str,
    service: &str,
    year: u64,
    claims: &[Claim],
    languages: &[&str],
) -> String {
    let mut out = String::with_capacity(24_000);
    let (month, day) = (1 + random.below(11), 1 + random.below(28));
    let _ = write!(
        out,
        "{{\"id\":\"{id}\",\"type\":\"incident\",\"org\":\"{org}\",\"date\":\"{year}-{month:02}-{day:02}\",\
         \"date_kind\":\"incident\",\"severity\":\"{}\",\"domain\":[\"{}\"],\"components\":[\"{}\"],\
         \"symptoms\":[\"{}\",\"{}\"],\"root_cause\":\"{}\",\"contributing\":[\"{}\"],",
        random.pick(&["critical", "major", "minor"]),
        random.pick(&fillers::DOMAINS),
        random.pick(&fillers::COMPONENTS),
        random.pick(&fillers::SYMPTOMS),
        random.pick(&fillers::MORE_SYMPTOMS),
        random.pick(&fillers::CAUSES),
        random.pick(&fillers::CONTRIBUTING),
    );
    let detected = 2 + random.below(40);
    let resolved = 60 + random.below(600);
    let _ = write!(
        out,
        "\"timeline\":{{\"detected_after\":\"{detected}m\",\"resolved_after\":\"{resolved}m\"}},\"sources\":[\"{id}\"],"
    );
    if number > 1 && random.below(3) == 0 {
        let other = 1 + random.below(number as u64 - 1);
        let _ = write!(out, "\"related\":[\"gen-{other:07}\"],");
    }
    let _ = write!(
        out,
        "\"review\":{{\"written_by\":\"generator\"}},\"updated_at\":\"2026-02-{:02}\",\"title\":{{",
        1 + random.below(28)
    );
    by_language(&mut out, languages, |out, language| {
        fillers::title(language).write(out, &claims[0].facts, language);
    });
    let mut first = 0;
    for (field, cited, beside) in FIELDS {
        let own = &claims[first..first + cited];
        let start = random.clone();
        let _ = write!(out, ",\"{field}\":{{");
        by_language(&mut out, languages, |out, language| {
            // The same choices in every language, so that all of them tell the same.
            *random = start.clone();
            paragraphs(out, random, own, first, beside, language);
        });
        first += cited;
    }
    let _ = write!(out, ",\"impact\":{{\"scope\":{{");
    by_language(&mut out, languages, |out, language| {
        out.push_str(fillers::scope(language));
        let _ = write!(out, " ({service})");
    });
    out.push_str(",\"users\":\"customers\",\"region\":\"several regions\"}");
    let _ = write!(out, ",\"remediation\":[{{\"text\":{{");
    let last = claims.len() - 1;
    by_language(&mut out, languages, |out, language| {
        claims[last].kind.claim(language).write(out, &claims[last].facts, language);
        let _ = write!(out, "[^t{}]", last + 1);
    });
    out.push_str("}],\"action_items\":[");
    let start = random.clone();
    for nth in 0..3 {
        let _ = write!(out, "{}{{\"text\":{{", if nth == 0 { "" } else { "," });
        by_language(&mut out, languages, |out, language| {
            let mut random = start.clone();
            let items = fillers::actions(language);
            out.push_str(items[(random.below(items.len() as u64) as usize + nth) % items.len()]);
        });
        out.push('}');
    }
    out.push_str("],\"evidence\":{");
    for (nth, claim) in claims.iter().enumerate() {
        let mut quote = String::new();
        claim.kind.source.write(&mut quote, &claim.facts, "en");
        let comma = if nth == 0 { "" } else { "," };
        let _ =
            write!(out, "{comma}\"t{}\":[{{\"source\":\"{id}\",\"quote\":\"{}\"}}]", nth + 1, escape(&quote));
    }
    out.push_str("}}\n");
    out
}

/// `"en":"…","ko":"…"}`: the texts of one field, with the brace that closes them.
fn by_language(out: &mut String, languages: &[&str], mut write: impl FnMut(&mut String, &str)) {
    for (nth, language) in languages.iter().enumerate() {
        let _ = write!(out, "{}\"{language}\":\"", if nth == 0 { "" } else { "," });
        let mut text = String::new();
        write(&mut text, language);
        out.push_str(&escape(&text));
        out.push('"');
    }
    out.push('}');
}

/// Sentences of a field, each claim with its mark among others that state no figures.
fn paragraphs(
    out: &mut String,
    random: &mut Random,
    claims: &[Claim],
    first: usize,
    beside: usize,
    language: &str,
) {
    let fillers = fillers::narrative(language);
    let offset = random.below(fillers.len() as u64) as usize;
    let every = beside / claims.len().max(1);
    let mut told = 0;
    for nth in 0..beside {
        if nth > 0 {
            out.push_str(if nth % 4 == 0 { "\n\n" } else { " " });
        }
        out.push_str(fillers[(offset + nth) % fillers.len()]);
        if told < claims.len() && nth % every.max(1) == 0 {
            let claim = &claims[told];
            out.push(' ');
            claim.kind.claim(language).write(out, &claim.facts, language);
            let _ = write!(out, "[^t{}]", first + told + 1);
            told += 1;
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_the_same_every_time_and_in_a_library_of_any_size() {
        for number in [1, 2, 17, 999] {
            let (one, other) = (Case::new(7, number, &LANGUAGES), Case::new(7, number, &LANGUAGES));
            assert_eq!((&one.record, &one.source), (&other.record, &other.source));
            assert_ne!(one.source, Case::new(8, number, &LANGUAGES).source);
        }
    }

    #[test]
    fn the_same_arguments_write_the_same_files() {
        let folder =
            |name: &str| std::env::temp_dir().join(format!("casebook-corpus-{name}-{}", std::process::id()));
        let made: Vec<Vec<(PathBuf, String)>> = ["a", "b"]
            .into_iter()
            .map(|name| {
                let out = folder(name);
                let options = Options { cases: 5, out: out.clone(), languages: vec!["en", "ko"], seed: 3 };
                write(&options).unwrap();
                let mut files = Vec::new();
                let mut open = vec![out.clone()];
                while let Some(folder) = open.pop() {
                    for entry in std::fs::read_dir(folder).unwrap() {
                        let path = entry.unwrap().path();
                        if path.is_dir() {
                            open.push(path);
                        } else {
                            let text = std::fs::read_to_string(&path).unwrap();
                            files.push((path.strip_prefix(&out).unwrap().to_owned(), text));
                        }
                    }
                }
                files.sort();
                std::fs::remove_dir_all(&out).unwrap();
                files
            })
            .collect();
        assert_eq!(made[0].len(), 11);
        assert_eq!(made[0], made[1]);
    }

    #[test]
    fn quotes_stand_in_their_source_and_every_claim_has_its_mark() {
        for number in 1..40 {
            let case = Case::new(1, number, &LANGUAGES);
            assert!(case.source.len() >= SOURCE_BYTES, "{}", case.source.len());
            assert_eq!(case.record.matches("\"quote\":\"").count(), CLAIMS);
            for quote in case.record.split("\"quote\":\"").skip(1) {
                let quote = quote.split('"').next().unwrap();
                assert!(case.source.contains(quote), "{quote}");
            }
            for nth in 1..=CLAIMS {
                assert_eq!(case.record.matches(&format!("[^t{nth}]")).count(), LANGUAGES.len(), "{nth}");
            }
        }
    }

    #[test]
    fn options_are_read_or_refused() {
        let read = |text: &str| Options::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let options = read("--cases 3 --out x --languages ru,en --seed 9").unwrap();
        assert_eq!((options.cases, options.seed, options.languages), (3, 9, vec!["ru", "en"]));
        for wrong in
            ["--cases 3", "--out x", "--cases x --out y", "--cases 3 --out x --languages de", "--cases"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
