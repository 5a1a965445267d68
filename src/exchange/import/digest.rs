//! A digest of a publication with checked statements into a record with claims and quotes.
//!
//! The digest tells in paragraphs what happened, then lists statements, each with a verdict and the
//! passages that stand behind it in brackets, then publications and primary sources, and closes with
//! a score and a type. What it declares is kept beside what Casebook computes, never mixed with it.

use serde_json::{Map, Value, json};

use super::lines::{address, list_item, quoted};
use super::{Imported, Options, Remark};
use crate::text::Lang;

/// What a heading line opens, by the words that begin it, in the languages that digests are in.
const HEADINGS: [(Section, &[&str]); 3] = [
    (
        Section::Claims,
        &[
            "проверка утверждений",
            "утверждения",
            "checked claims",
            "claims",
            "fact check",
            "주장 확인",
            "주장 검증",
        ],
    ),
    (Section::Publications, &["публикаци", "publications", "articles", "보도", "게시물", "발행물"]),
    (Section::Primary, &["первоисточник", "primary sources", "original sources", "1차 출처", "원출처"]),
];

/// Words before the declared score and type.
const SCORE_WORDS: [&str; 4] = ["оценка", "score", "점수", "평점"];
const TYPE_WORDS: [&str; 3] = ["тип:", "type:", "유형:"];

/// The source's name for a digest that names no publication.
const UNNAMED: &str = "publication";

/// Letters of a title made from the first sentence.
const TITLE_LETTERS: usize = 140;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Text,
    Claims,
    Publications,
    Primary,
}

/// A statement of the digest.
#[derive(Debug, Default)]
struct Statement {
    line: usize,
    text: String,
    quotes: Vec<String>,
    /// As the digest says it: `подтверждено самой публикацией`.
    verdict: Option<String>,
}

/// What was read of a digest.
#[derive(Debug, Default)]
struct Digest {
    paragraphs: Vec<String>,
    statements: Vec<Statement>,
    publications: Vec<(usize, String)>,
    primary: Vec<(usize, String)>,
    score: Option<f64>,
    kind: Option<String>,
    /// Headings that were there, with their lines.
    headings: Vec<(Section, usize)>,
}

/// Turns a digest into one record under `content/cases/`.
///
/// The same text gives the same files. A digest without statements still gives a record; what it
/// lacks is told in the remarks.
pub fn digest(text: &str, options: &Options) -> Imported {
    let digest = read(text);
    let lang = options.lang.clone().unwrap_or_else(|| guess(text));
    let id = options.id.clone().unwrap_or_else(|| make_id(&digest, text));
    let mut remarks = Vec::new();

    let sources = sources(&digest, options, &mut remarks);
    let title = title(&digest, &mut remarks);
    let mut record = Map::new();
    record.insert("id".into(), json!(id));
    if let Some(kind) = &digest.kind {
        record.insert("type".into(), json!(kind));
    }
    record.insert("lang".into(), json!(lang.as_str()));
    record.insert("title".into(), by_lang(&lang, &title));
    if !digest.paragraphs.is_empty() {
        record.insert("summary".into(), by_lang(&lang, &digest.paragraphs.join("\n\n")));
    }
    record
        .insert("sources".into(), Value::Array(sources.iter().map(|source| source.value.clone()).collect()));
    record.insert("claims".into(), Value::Array(claims(&digest, &sources, &lang, &mut remarks)));
    record.insert("declared".into(), declared(&digest));
    let unknown = "the digest does not tell it";
    let mut reasons = Map::new();
    for field in ["org", "date", "severity"] {
        reasons.insert(field.into(), json!({ "en": unknown }));
    }
    record.insert("date".into(), json!("unknown"));
    record.insert("severity".into(), json!("unknown"));
    record.insert("unknown".into(), Value::Object(reasons));
    record
        .insert("review".into(), json!({ "written_by": "import", "reviewed_at": null, "reviewed_by": null }));
    remarks.push(Remark::new(0, "organisation and date are not in a digest: add `org` and `date`"));

    let mut file = serde_json::to_string_pretty(&Value::Object(record)).unwrap_or_default();
    file.push('\n');
    remarks.sort_by_key(|remark| remark.line);
    Imported { files: vec![(format!("content/cases/{id}.json"), file)], remarks }
}

fn by_lang(lang: &Lang, text: &str) -> Value {
    let mut map = Map::new();
    map.insert(lang.as_str().to_owned(), json!(text));
    Value::Object(map)
}

fn read(text: &str) -> Digest {
    let mut digest = Digest::default();
    let mut section = Section::Text;
    let mut paragraph: Vec<&str> = Vec::new();
    let close = |paragraph: &mut Vec<&str>, digest: &mut Digest| {
        if !paragraph.is_empty() {
            digest.paragraphs.push(paragraph.join(" "));
            paragraph.clear();
        }
    };
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (number, line) = (number + 1, line.trim_end());
        if let Some(opened) = heading(line) {
            close(&mut paragraph, &mut digest);
            section = opened;
            digest.headings.push((opened, number));
            continue;
        }
        if read_footer(line, &mut digest) {
            close(&mut paragraph, &mut digest);
            continue;
        }
        if line.trim().is_empty() {
            close(&mut paragraph, &mut digest);
            continue;
        }
        let item = list_item(line).unwrap_or(line.trim());
        match section {
            Section::Text => paragraph.push(line.trim()),
            Section::Claims => match (list_item(line), digest.statements.last_mut()) {
                // An item may run over several lines.
                (None, Some(last)) => {
                    last.text.push(' ');
                    last.text.push_str(item);
                }
                _ => digest.statements.push(Statement {
                    line: number,
                    text: item.to_owned(),
                    ..Statement::default()
                }),
            },
            Section::Publications => digest.publications.push((number, item.to_owned())),
            Section::Primary => digest.primary.push((number, item.to_owned())),
        }
    }
    close(&mut paragraph, &mut digest);
    for statement in &mut digest.statements {
        part_statement(statement);
    }
    digest
}

/// A line that opens a section: known words and a colon, or known words alone.
fn heading(line: &str) -> Option<Section> {
    let line = line.trim().trim_start_matches('#').trim();
    let words = line.strip_suffix([':', '：']).unwrap_or(line).to_lowercase();
    let has_colon = line.ends_with([':', '：']);
    HEADINGS.into_iter().find_map(|(section, names)| {
        let opens = names.iter().any(|name| words == *name || (has_colon && words.starts_with(name)));
        opens.then_some(section)
    })
}

/// `оценка 54,1 из 100 · тип: инцидент`, or either half of it.
fn read_footer(line: &str, digest: &mut Digest) -> bool {
    let lower = line.to_lowercase();
    let lower = lower.trim();
    let mut read = false;
    if let Some(rest) = SCORE_WORDS.iter().find_map(|word| lower.strip_prefix(word)) {
        let rest = rest.trim_start_matches([':', ' ', '\u{a0}']);
        let number: String =
            rest.chars().take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.')).collect();
        if let Ok(score) = number.trim_end_matches(['.', ',']).replace(',', ".").parse::<f64>() {
            digest.score = Some(score);
            read = true;
        }
    }
    if (read || TYPE_WORDS.iter().any(|word| lower.starts_with(word)))
        && let Some(rest) = TYPE_WORDS.iter().find_map(|word| lower.split_once(word).map(|(_, rest)| rest))
    {
        let kind = rest.split(['·', '|', ';']).next().unwrap_or(rest).trim().trim_end_matches('.');
        if !kind.is_empty() {
            digest.kind = Some(kind.to_owned());
            read = true;
        }
    }
    read
}

/// Parts `statement (verdict: word; «passage»)` into its pieces.
fn part_statement(statement: &mut Statement) {
    let text = std::mem::take(&mut statement.text);
    let text = text.trim();
    let Some(open) = note_start(text) else {
        statement.text = text.to_owned();
        return;
    };
    let note = text[open + 1..].trim_end().trim_end_matches(['.', ')']);
    statement.quotes = quoted(note)
        .into_iter()
        .map(|(_, passage)| passage.to_owned())
        .filter(|passage| !passage.is_empty())
        .collect();
    let head = note.find([':', ';', '«', '“', '"']).map_or(note, |at| &note[..at]).trim();
    statement.verdict = (!head.is_empty()).then(|| head.to_owned());
    statement.text = text[..open].trim().to_owned();
}

/// Where the bracket opens that closes at the statement's end: brackets inside quoted passages do
/// not count, whether or not they are balanced.
fn note_start(text: &str) -> Option<usize> {
    let trimmed = text.trim_end().trim_end_matches('.');
    if !trimmed.ends_with(')') {
        return None;
    }
    let passages: Vec<std::ops::Range<usize>> =
        quoted(text).into_iter().map(|(at, passage)| at..at + passage.len() + 4).collect();
    let outside = |at: usize| !passages.iter().any(|passage| passage.contains(&at));
    let mut depth = 0usize;
    for (at, c) in trimmed.char_indices().rev().filter(|(at, _)| outside(*at)) {
        match c {
            ')' => depth += 1,
            '(' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A source of the record, and whether quotes are its own.
struct ImportedSource {
    name: String,
    primary: bool,
    value: Value,
}

fn sources(digest: &Digest, options: &Options, remarks: &mut Vec<Remark>) -> Vec<ImportedSource> {
    let mut sources = Vec::new();
    for (list, stem, primary) in
        [(&digest.publications, "publication", false), (&digest.primary, "primary", true)]
    {
        for (index, (line, item)) in list.iter().enumerate() {
            let name = if index == 0 { stem.to_owned() } else { format!("{stem}-{}", index + 1) };
            sources.push(source(&name, *line, item, primary, remarks));
        }
    }
    for (section, told) in [(Section::Publications, "publication"), (Section::Primary, "primary source")] {
        let list = if section == Section::Primary { &digest.primary } else { &digest.publications };
        if list.is_empty() {
            let line =
                digest.headings.iter().find(|(opened, _)| *opened == section).map_or(0, |(_, line)| *line);
            remarks.push(Remark::new(line, format!("no {told} is named: add its address to `sources`")));
        }
    }
    if digest.publications.is_empty() && (options.url.is_some() || digest.primary.is_empty()) {
        let mut value = json!({ "id": UNNAMED, "title": "The publication that the digest is about" });
        if let (Some(url), Some(map)) = (&options.url, value.as_object_mut()) {
            map.insert("url".into(), json!(url));
        }
        sources.insert(0, ImportedSource { name: UNNAMED.to_owned(), primary: false, value });
    }
    sources
}

fn source(name: &str, line: usize, item: &str, primary: bool, remarks: &mut Vec<Remark>) -> ImportedSource {
    let mut value = Map::new();
    value.insert("id".into(), json!(name));
    let mut title = item.to_owned();
    if let Some(url) = address(item) {
        value.insert("url".into(), json!(url));
        title = item.replace(url, "");
    } else {
        remarks.push(Remark::new(line, format!("source `{name}` has no address: add its `url`")));
    }
    let title = title.trim_matches(|c: char| c.is_whitespace() || "—–-:·|()[]<>,;".contains(c));
    if !title.is_empty() {
        value.insert("title".into(), json!(title));
    }
    if primary {
        value.insert("primary".into(), json!(true));
    }
    ImportedSource { name: name.to_owned(), primary, value: Value::Object(value) }
}

/// Statements as claims. Passages are the publication's own, unless the verdict speaks of the primary
/// source and there is one.
fn claims(digest: &Digest, sources: &[ImportedSource], lang: &Lang, remarks: &mut Vec<Remark>) -> Vec<Value> {
    let first = sources.first().map_or(UNNAMED, |source| &source.name);
    let primary = sources.iter().find(|source| source.primary).map(|source| source.name.as_str());
    let mut claims = Vec::new();
    for (number, statement) in digest.statements.iter().enumerate() {
        let of_primary = statement.verdict.as_ref().is_some_and(|verdict| {
            let verdict = verdict.to_lowercase();
            ["первоисточник", "primary", "원출처", "1차"].iter().any(|word| verdict.contains(word))
        });
        let source = primary.filter(|_| of_primary).unwrap_or(first);
        let evidence: Vec<Value> =
            statement.quotes.iter().map(|quote| json!({ "source": source, "quote": quote })).collect();
        if evidence.is_empty() {
            remarks.push(Remark::new(statement.line, "the statement has no quoted evidence: quote a source"));
        }
        claims.push(json!({
            "id": format!("c{}", number + 1),
            "text": by_lang(lang, &statement.text),
            "evidence": evidence,
        }));
    }
    if claims.is_empty() {
        remarks.push(Remark::new(0, "no checked statements were found"));
    }
    claims
}

/// What the digest says of itself, kept beside what is computed.
fn declared(digest: &Digest) -> Value {
    let mut declared = Map::new();
    if let Some(score) = digest.score {
        declared.insert("score".into(), json!(score));
    }
    if let Some(kind) = &digest.kind {
        declared.insert("type".into(), json!(kind));
    }
    let verdicts: Map<String, Value> = digest
        .statements
        .iter()
        .enumerate()
        .filter_map(|(number, statement)| {
            Some((format!("c{}", number + 1), json!(statement.verdict.as_ref()?)))
        })
        .collect();
    if !verdicts.is_empty() {
        declared.insert("verdicts".into(), Value::Object(verdicts));
    }
    Value::Object(declared)
}

/// The first sentence: a digest has no title.
fn title(digest: &Digest, remarks: &mut Vec<Remark>) -> String {
    let first = digest
        .paragraphs
        .first()
        .map(String::as_str)
        .or_else(|| digest.statements.first().map(|statement| statement.text.as_str()))
        .unwrap_or_default();
    let sentence = first_sentence(first);
    remarks
        .push(Remark::new(1, "a digest has no title: its first sentence stands there, write a shorter one"));
    match sentence.char_indices().nth(TITLE_LETTERS) {
        None => sentence.to_owned(),
        Some((end, _)) => {
            let cut = sentence[..end].rfind(' ').unwrap_or(end);
            format!("{}…", sentence[..cut].trim_end_matches([',', ';', ':', ' ']))
        }
    }
}

fn first_sentence(text: &str) -> &str {
    use unicode_segmentation::UnicodeSegmentation;
    text.split_sentence_bounds().next().unwrap_or(text).trim().trim_end_matches(['.', '。'])
}

/// Names in Latin letters say best what a text is about in any language: `go-postgresql-tcp-nodelay`.
/// Too few of them, and the text's hash tells it apart.
fn make_id(digest: &Digest, text: &str) -> String {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').trim().lines().collect();
    let hash = blake3::hash(lines.join("\n").as_bytes()).to_hex();
    let mut words: Vec<String> = Vec::new();
    let paragraphs = digest.paragraphs.join(" ");
    for word in paragraphs.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
        let word = word.to_ascii_lowercase().replace('_', "-");
        let word = word.trim_matches('-').to_owned();
        let is_name = word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_name && words.len() < 4 && !words.contains(&word) {
            words.push(word);
        }
    }
    let latin = paragraphs.chars().filter(char::is_ascii_alphabetic).count() * 3
        > paragraphs.chars().filter(|c| c.is_alphabetic()).count() * 2;
    if words.len() >= 2 && !latin {
        format!("{}-{}", words.join("-"), &hash[..4])
    } else {
        format!("digest-{}", &hash[..8])
    }
}

/// The language by the script alone.
fn guess(text: &str) -> Lang {
    let count = |range: std::ops::RangeInclusive<char>| text.chars().filter(|c| range.contains(c)).count();
    let (cyrillic, hangul, kana) = (count('а'..='я'), count('가'..='힣'), count('ぁ'..='ヿ'));
    let latin = text.chars().filter(char::is_ascii_lowercase).count();
    // Quotes are often in English: a third of the letters decides.
    let tag = if hangul * 3 > latin {
        "ko"
    } else if cyrillic * 3 > latin {
        "ru"
    } else if kana * 3 > latin {
        "ja"
    } else {
        "en"
    };
    Lang::parse(tag).expect("a well-formed tag")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "Автор сообщает о задержке в драйвере Go для PostgreSQL. Причина найдена.\n\n\
        Проверка утверждений:\n\n\
        \u{20}\u{20}• Задержка (P99) выросла до 4,2 с. (подтверждено самой публикацией: доказательство; \
        «Latency (P99) rose to 4.2s (see the graph»)\n\
        \u{20}\u{20}• Компания «Икс» вернула деньги. (не подтверждено)\n\n\
        Публикации:\n\n\
        \u{20}\u{20}• Разбор сбоя — https://blog.example/post\n\n\
        Первоисточники:\n\n\
        оценка 54,1 из 100 · тип: инцидент\n";

    fn record(imported: &Imported) -> Value {
        serde_json::from_str(&imported.files[0].1).unwrap()
    }

    #[test]
    fn statements_become_claims_with_their_passages() {
        let imported = digest(SAMPLE, &Options::default());
        let record = record(&imported);
        assert_eq!(record["claims"].as_array().unwrap().len(), 2);
        assert_eq!(record["claims"][0]["text"]["ru"], "Задержка (P99) выросла до 4,2 с.");
        assert_eq!(
            record["claims"][0]["evidence"],
            json!([{ "source": "publication", "quote": "Latency (P99) rose to 4.2s (see the graph" }])
        );
        assert_eq!(record["claims"][1]["text"]["ru"], "Компания «Икс» вернула деньги.");
        assert_eq!(record["claims"][1]["evidence"], json!([]));
    }

    #[test]
    fn what_the_digest_declares_is_kept_beside() {
        let record = record(&digest(SAMPLE, &Options::default()));
        assert_eq!(record["declared"]["score"], json!(54.1));
        assert_eq!(record["declared"]["type"], "инцидент");
        assert_eq!(record["declared"]["verdicts"]["c2"], "не подтверждено");
        assert!(record.get("score").is_none());
    }

    #[test]
    fn missing_sources_are_told_at_their_heading() {
        let imported = digest(SAMPLE, &Options::default());
        let line = SAMPLE.lines().position(|line| line.starts_with("Первоисточники")).unwrap() + 1;
        assert!(imported.remarks.iter().any(|r| r.line == line && r.message.contains("primary source")));
        assert_eq!(
            record(&imported)["sources"],
            json!([{ "id": "publication", "url": "https://blog.example/post", "title": "Разбор сбоя" }])
        );
    }

    #[test]
    fn the_same_text_gives_the_same_file() {
        let once = digest(SAMPLE, &Options::default());
        assert_eq!(once, digest(SAMPLE, &Options::default()));
        assert_eq!(once, digest(&SAMPLE.replace('\n', "\r\n"), &Options::default()));
        assert!(once.files[0].0.starts_with("content/cases/go-postgresql-"));
    }

    #[test]
    fn any_text_is_survived() {
        for text in ["", "(", "•", "Проверка утверждений:\n• (", "оценка", "Claims:\n• a («b)"]
        {
            let imported = digest(text, &Options::default());
            assert!(record(&imported)["claims"].is_array(), "{text:?}");
        }
    }
}
