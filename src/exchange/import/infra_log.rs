//! Entries of an infrastructure log into sources with their texts.
//!
//! An entry is a heading `Month day: title (hh:mmUTC)`, often told twice (as a page title and again
//! as a heading, with or without a space after `#`), and the paragraphs below it. The text is kept
//! as it is, so that it can be quoted; only the repeated title goes.

use super::{Imported, Options, Remark};
use crate::model::name::slug;
use crate::text::Lang;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// What a heading says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Heading {
    /// Month from 1 and day, where told.
    day: Option<(u8, u8)>,
    year: Option<i16>,
    /// The title without day and time.
    title: String,
    /// The clock as written, e.g. `09:46UTC`.
    clock: Option<String>,
}

#[derive(Debug)]
struct Entry {
    line: usize,
    /// The heading's text, as written but for `#`.
    written: String,
    heading: Heading,
    body: Vec<String>,
}

/// Turns a log into one source an entry under `content/sources/`. The same text gives the same files.
pub fn infra_log(text: &str, options: &Options) -> Imported {
    let mut imported = Imported::default();
    let entries = entries(text, &mut imported.remarks);
    let one = entries.len() == 1;
    for entry in &entries {
        let id = match (&options.id, one) {
            (Some(id), true) => id.clone(),
            (Some(prefix), false) => format!("{prefix}-{}", slug(&entry.heading.title)),
            (None, _) => slug(&entry.heading.title),
        };
        imported
            .files
            .push((format!("content/sources/{id}.md"), source(entry, options, &mut imported.remarks)));
    }
    if entries.is_empty() {
        imported.remarks.push(Remark::new(0, "the text is empty: nothing was imported"));
    }
    imported.files.sort();
    imported.files.dedup_by(|a, b| a.0 == b.0);
    imported.remarks.sort_by_key(|remark| remark.line);
    imported
}

fn entries(text: &str, remarks: &mut Vec<Remark>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (number, line) = (number + 1, line.trim_end());
        let (hashes, bare) = unhashed(line);
        let is_first = entries.is_empty() && !line.is_empty();
        let opens = is_first || (hashes > 0 && read_heading(bare).day.is_some());
        if !opens {
            if let Some(entry) = entries.last_mut() {
                entry.body.push(mended(line, hashes, bare));
            }
            continue;
        }
        if hashes > 0 && !line.trim_start_matches('#').starts_with(' ') {
            remarks.push(Remark::new(number, "the heading has no space after `#`: it was added"));
        }
        let heading = read_heading(bare);
        // The page title is told again as a heading, which may say more: the time.
        let again = entries.last_mut().filter(|entry| {
            entry.heading.title == heading.title && entry.body.iter().all(|line| line.trim().is_empty())
        });
        match again {
            Some(entry) => {
                remarks.push(Remark::new(number, "the title is told twice: it is kept once"));
                entry.written = bare.to_owned();
                entry.heading = Heading {
                    day: heading.day.or(entry.heading.day),
                    year: heading.year.or(entry.heading.year),
                    clock: heading.clock.or_else(|| entry.heading.clock.clone()),
                    title: heading.title,
                };
                entry.body.clear();
            }
            None => entries.push(Entry { line: number, written: bare.to_owned(), heading, body: Vec::new() }),
        }
    }
    entries
}

/// The number of `#` that a line begins with, and the rest of it.
fn unhashed(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches('#');
    let hashes = line.len() - rest.len();
    if (1..=6).contains(&hashes) { (hashes, rest.trim()) } else { (0, line.trim()) }
}

/// A heading inside the text gets its space; `#tag` alone is left as it is.
fn mended(line: &str, hashes: usize, bare: &str) -> String {
    let glued = hashes > 0 && !line[hashes..].starts_with(' ');
    if glued && bare.contains(' ') { format!("{} {bare}", &line[..hashes]) } else { line.to_owned() }
}

fn read_heading(text: &str) -> Heading {
    let mut title = text.trim().to_owned();
    let mut clock = None;
    if let Some((before, inside)) = title
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('))
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        && is_clock(&inside)
    {
        clock = Some(inside.trim().to_owned());
        title = before.trim().to_owned();
    }
    let (mut day, mut year) = (None, None);
    if let Some((date, rest)) = title.split_once(':').map(|(a, b)| (a.to_owned(), b.to_owned()))
        && let Some((month, number, told)) = read_day(&date)
    {
        (day, year) = (Some((month, number)), told);
        title = rest.trim().to_owned();
    }
    Heading { day, year, title, clock }
}

/// `09:46UTC`, `09:46 UTC`, `9:46`.
fn is_clock(text: &str) -> bool {
    let text = text.trim();
    let Some((hour, rest)) = text.split_once(':') else { return false };
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let zone = rest[digits..].trim();
    hour.parse::<u8>().is_ok_and(|hour| hour < 24)
        && rest[..digits].parse::<u8>().is_ok_and(|minute| digits == 2 && minute < 60)
        && zone.len() <= 6
        && zone.chars().all(|c| c.is_ascii_alphanumeric() || "+-:".contains(c))
}

/// `September 24`, `24 September 2025`, `Sep 24, 2025`.
fn read_day(text: &str) -> Option<(u8, u8, Option<i16>)> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let month = |word: &&str| {
        let word = word.trim_end_matches('.').to_lowercase();
        let at = MONTHS.iter().position(|name| word.len() >= 3 && name.starts_with(&word))?;
        u8::try_from(at + 1).ok()
    };
    if !(2..=3).contains(&words.len()) {
        return None;
    }
    let number = |word: &&str| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        digits.parse::<u8>().ok().filter(|day| (1..=31).contains(day))
    };
    let (month, day) = match (month(&words[0]), month(&words[1])) {
        (Some(month), _) => (month, number(&words[1])?),
        (None, Some(month)) => (month, number(&words[0])?),
        (None, None) => return None,
    };
    let year = match words.get(2) {
        Some(word) => Some(word.parse::<i16>().ok().filter(|year| (1970..2100).contains(year))?),
        None => None,
    };
    Some((month, day, year))
}

fn source(entry: &Entry, options: &Options, remarks: &mut Vec<Remark>) -> String {
    let lang = options.lang.as_ref().map_or("en", Lang::as_str);
    let title = if entry.heading.title.is_empty() { &entry.written } else { &entry.heading.title };
    let mut file = format!("---\ntitle: {}\n", quoted(title));
    match &options.url {
        Some(url) => file.push_str(&format!("url: {}\n", quoted(url))),
        None => remarks.push(Remark::new(entry.line, "the source has no address: add `url`")),
    }
    file.push_str(&format!("kind: log\nlang: {lang}\n"));
    match (entry.heading.day, entry.heading.year.or(options.year)) {
        (Some((month, day)), Some(year)) => {
            file.push_str(&format!("published: {year:04}-{month:02}-{day:02}\n"));
        }
        (Some(_), None) => remarks
            .push(Remark::new(entry.line, "the date has no year: import with `--year`, or add `published`")),
        (None, _) => remarks.push(Remark::new(entry.line, "the entry tells no date: add `published`")),
    }
    file.push_str("---\n\n");
    file.push_str(&format!("# {}\n", entry.written));
    let body = entry.body.join("\n");
    let body = body.trim_matches('\n');
    if body.is_empty() {
        remarks.push(Remark::new(entry.line, "the entry has no text"));
    } else {
        file.push_str(&format!("\n{body}\n"));
    }
    file
}

/// A YAML string.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "September 24: Relay hosts stalled\n\n\
        #September 24: Relay hosts stalled (09:46UTC)\n\n\
        In this incident, hosts stalled.\n\nResponse time dropped from 511ms to 29ms.\n";

    #[test]
    fn the_title_is_kept_once_and_the_text_to_the_letter() {
        let imported = infra_log(SAMPLE, &Options::default());
        let [(path, file)] = imported.files.as_slice() else { panic!("{imported:?}") };
        assert_eq!(path, "content/sources/relay-hosts-stalled.md");
        assert!(file.contains("title: \"Relay hosts stalled\"\n"));
        assert_eq!(file.matches("# September 24: Relay hosts stalled (09:46UTC)").count(), 1);
        assert_eq!(file.matches("Relay hosts stalled").count(), 2);
        assert!(
            file.ends_with("In this incident, hosts stalled.\n\nResponse time dropped from 511ms to 29ms.\n")
        );
    }

    #[test]
    fn a_year_makes_a_date_and_its_lack_is_told() {
        let without = infra_log(SAMPLE, &Options::default());
        assert!(!without.files[0].1.contains("published"));
        assert!(without.remarks.iter().any(|remark| remark.message.contains("no year")));
        let with = infra_log(SAMPLE, &Options { year: Some(2025), ..Options::default() });
        assert!(with.files[0].1.contains("published: 2025-09-24\n"));
    }

    #[test]
    fn several_entries_are_several_sources() {
        let text = "# September 24: One thing (09:46UTC)\n\nText one.\n\n#September 20, 2025: Another\n\nText two.\n";
        let imported = infra_log(text, &Options::default());
        let paths: Vec<&str> = imported.files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["content/sources/another.md", "content/sources/one-thing.md"]);
        assert!(imported.files[0].1.contains("published: 2025-09-20"));
    }

    #[test]
    fn headings_are_read_with_and_without_their_parts() {
        let heading = |text| read_heading(text);
        assert_eq!(heading("Sep 3: A: b (9:05 UTC)").day, Some((9, 3)));
        assert_eq!(heading("Sep 3: A: b (9:05 UTC)").title, "A: b");
        assert_eq!(heading("Notes (draft)").title, "Notes (draft)");
        assert_eq!(heading("Postgres 24: a release").day, None);
    }

    #[test]
    fn any_text_is_survived_and_importing_again_changes_nothing() {
        for text in ["", "#", "\n\n", "####### x", SAMPLE] {
            let imported = infra_log(text, &Options::default());
            assert_eq!(imported, infra_log(text, &Options::default()));
        }
    }
}
