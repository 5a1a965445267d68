//! The chapters in `tests/spec/`: rules told in prose, each with a library that obeys or breaks it.
//!
//! A heading `## …` is a test. A fenced block whose info string is `language path` is a file; the
//! words `bom` and `crlf` after the path change its bytes. A block `diagnostics` is all that is said
//! of the library, a line a finding: `CODE path:line:column message`, below it, indented, the help.
//! A block `findings` is the same for what verification and scoring say, `verdicts` tells what each
//! claim came to, `score ID` how a case's score is made.
//! A block `case ID` tells fields of a lowered case, a line a field. `UPDATE_SPEC=1` writes what is
//! said and told now into the blocks, to be read before it is kept.

use std::fmt::Write as _;
use std::path::Path;

use casebook::diag::Diagnostic;
use casebook::load::Sources;
use casebook::model::{self, Case, Known, LangText, Library, TermUse};
use casebook::pipeline::{self, Compiled};

struct Block {
    info: String,
    text: String,
    /// Bytes of the text in the chapter.
    range: std::ops::Range<usize>,
}

struct Test {
    name: String,
    blocks: Vec<Block>,
}

#[test]
fn chapters_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec");
    let mut chapters: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    chapters.sort();
    let update = std::env::var_os("UPDATE_SPEC").is_some();
    let mut wrong = String::new();
    let mut count = 0;
    for path in chapters.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let mut chapter = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut edits = Vec::new();
        for test in read(&chapter) {
            count += 1;
            let (library, diagnostics) = lower(&test);
            for block in &test.blocks {
                let found = match block.info.split_once(' ') {
                    None if block.info == "diagnostics" => print(&diagnostics),
                    None if block.info == "findings" => print(&checked(&test).diagnostics),
                    None if block.info == "verdicts" => verdicts(&checked(&test)),
                    Some(("score", id)) => score(&checked(&test), id),
                    Some(("case", id)) => tell(&library, id, &block.text),
                    _ => continue,
                };
                if found != block.text {
                    write!(wrong, "\n{name}, {}:\n--- expected\n{}+++ found\n{found}", test.name, block.text)
                        .unwrap();
                    edits.push((block.range.clone(), found));
                }
            }
            if !test.blocks.iter().any(|block| block.info == "diagnostics") && !diagnostics.is_empty() {
                write!(
                    wrong,
                    "\n{name}, {}: findings that the chapter does not tell:\n{}",
                    test.name,
                    print(&diagnostics)
                )
                .unwrap();
            }
        }
        if update && !edits.is_empty() {
            for (range, text) in edits.into_iter().rev() {
                chapter.replace_range(range, &text);
            }
            std::fs::write(path, chapter).unwrap();
        }
    }
    assert!(count >= 20, "only {count} tests were read: the reader has gone blind");
    assert!(wrong.is_empty() || update, "{wrong}");
}

fn read(chapter: &str) -> Vec<Test> {
    let mut tests: Vec<Test> = Vec::new();
    let mut open: Option<(String, Block)> = None;
    let mut at = 0;
    for line in chapter.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end();
        if let Some((fence, block)) = &mut open {
            if content == *fence {
                block.range.end = start;
                let (_, block) = open.take().unwrap();
                if let Some(test) = tests.last_mut() {
                    test.blocks.push(block);
                }
            } else {
                block.text.push_str(line);
            }
        } else if content.starts_with("```") {
            let fence: String = content.chars().take_while(|c| *c == '`').collect();
            let info = content[fence.len()..].to_owned();
            open = Some((fence, Block { info, text: String::new(), range: at..at }));
        } else if let Some(name) = content.strip_prefix("## ") {
            tests.push(Test { name: name.to_owned(), blocks: Vec::new() });
        }
    }
    tests
}

fn lower(test: &Test) -> (Library, Vec<Diagnostic>) {
    let checked = model::lower(&sources(test));
    (checked.value, checked.diagnostics)
}

/// The library checked and scored, with what those two stages say.
fn checked(test: &Test) -> Compiled {
    let mut compiled = pipeline::check(&sources(test), None, &pipeline::Silent);
    compiled.diagnostics.retain(|own| own.code.as_str().starts_with(['R', 'S', 'V']));
    compiled
}

/// A line a claim and language: verdict, quotes, then a line for each fact that has a value.
fn verdicts(compiled: &Compiled) -> String {
    let mut text = String::new();
    for case in &compiled.cases {
        for (claim, check) in case.verified.case.claims.iter().zip(&case.verified.claims) {
            let quotes: Vec<String> = check.quotes.iter().map(|quote| name(&quote.found)).collect();
            for (lang, judgement) in &check.by_lang {
                let verdict = judgement.verdict.as_str();
                writeln!(text, "{} {lang}: {verdict} ({})", claim.id, quotes.join(", ")).unwrap();
                let of_sense = ["words", "direction", "negation", "order"];
                for fact in judgement.facts.iter().filter(|fact| !of_sense.contains(&fact.kind.as_str())) {
                    write!(text, "    {} {} is {}", fact.kind, fact.text, name(&fact.status)).unwrap();
                    match &fact.against {
                        Some(against) => writeln!(text, ", quoted: {against}").unwrap(),
                        None => text.push('\n'),
                    }
                }
            }
        }
    }
    text
}

fn name(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

/// Total and parts, then a line for every loss.
fn score(compiled: &Compiled, id: &str) -> String {
    let Some(case) = compiled.cases.iter().find(|case| &*case.verified.case.id.0 == id) else {
        return format!("there is no case {id}\n");
    };
    let score = &case.score;
    let mut text = format!("{:.1} {}\n", score.total, name(&score.grade));
    for part in &score.parts {
        writeln!(text, "    {} {:.1} of {:.1}", name(&part.part), part.points, part.of).unwrap();
    }
    for line in &score.lost {
        writeln!(text, "-{:.1} {} {}: {}", line.points, line.rule, line.place, line.how).unwrap();
    }
    text
}

fn sources(test: &Test) -> Sources {
    let files = test.blocks.iter().filter_map(|block| {
        let mut words = block.info.split(' ');
        let path = words.nth(1).filter(|path| path.contains('.'))?;
        let mut text = block.text.clone();
        let mut bytes = Vec::new();
        for word in words {
            match word {
                "bom" => bytes.extend(b"\xEF\xBB\xBF"),
                "crlf" => text = text.replace('\n', "\r\n"),
                _ => panic!("unknown word `{word}` in {}", test.name),
            }
        }
        bytes.extend(text.into_bytes());
        Some((path.to_owned(), bytes))
    });
    Sources::from_memory(files.collect::<Vec<_>>())
}

fn print(diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for own in diagnostics {
        let place = &own.primary.place;
        writeln!(text, "{} {}:{}:{} {}", own.code, place.path, place.line, place.column, own.message)
            .unwrap();
        writeln!(text, "    {}", own.help).unwrap();
    }
    text
}

/// Tells of case `id` the fields that `wanted` names, a line a field.
fn tell(library: &Library, id: &str, wanted: &str) -> String {
    let Some(case) = library.cases.iter().find(|case| &*case.id.0 == id) else {
        return format!("there is no case {id}\n");
    };
    let mut text = String::new();
    for line in wanted.lines() {
        let name = line.split_once(':').map_or(line, |(name, _)| name);
        writeln!(text, "{name}: {}", field(library, case, name).replace('\n', "⏎")).unwrap();
    }
    text
}

fn field(library: &Library, case: &Case, name: &str) -> String {
    let terms =
        |terms: &[TermUse]| terms.iter().map(|term| term.id.to_string()).collect::<Vec<_>>().join(", ");
    let langs = |text: &LangText| {
        text.0.iter().map(|(lang, text)| format!("{lang} {}", text.value)).collect::<Vec<_>>().join(" | ")
    };
    fn known<T>(value: &Known<T>, tell: impl FnOnce(&T) -> String) -> String {
        match value {
            Known::Absent => "absent".to_owned(),
            Known::Null => "null".to_owned(),
            Known::Unknown { reason } => {
                let reason: Vec<String> =
                    reason.0.iter().map(|(lang, text)| format!("{lang} {}", text.value)).collect();
                format!("unknown ({})", reason.join(" | "))
            }
            Known::Is(value) => tell(value),
        }
    }
    match name {
        "title" => langs(&case.title),
        "summary" => langs(&case.summary),
        "cause" => langs(&case.cause),
        "lessons" => langs(&case.lessons),
        "slug" => case.slug.clone(),
        "langs" => case.langs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        "type" => case.kind.id.to_string(),
        "org" => case.org.as_ref().map_or("none".to_owned(), |org| format!("{} ({})", org.name, org.id)),
        "date" => known(&case.date, |date| date.value.to_string()),
        "severity" => known(&case.severity, |term| term.id.to_string()),
        "root_cause" => known(&case.root_cause, |term| term.id.to_string()),
        "domain" => terms(&case.domain),
        "symptoms" => terms(&case.symptoms),
        "resolved_after" => known(&case.timeline.resolved_after, |length| format!("{} s", length.seconds)),
        "detected_after" => known(&case.timeline.detected_after, |length| format!("{} s", length.seconds)),
        "events" => case
            .timeline
            .events
            .iter()
            .map(|event| {
                format!("{} {}", known(&event.at, |date| date.value.to_string()), langs(&event.text))
            })
            .collect::<Vec<_>>()
            .join("; "),
        "remediation" => case.remediation.iter().map(|item| langs(&item.text)).collect::<Vec<_>>().join("; "),
        "sources" => case
            .sources
            .iter()
            .map(|own| {
                let source = &library.sources[&own.id];
                let url = source.url.as_deref().unwrap_or("no address");
                let archived =
                    source.archived.as_deref().map_or(String::new(), |url| format!(" archived {url}"));
                format!("{} = {} {url}{archived}", own.name, own.id)
            })
            .collect::<Vec<_>>()
            .join("; "),
        "extra" => {
            case.extra.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("; ")
        }
        "record" => case.record.to_string(),
        _ => match name.strip_prefix("claim ") {
            Some(id) => {
                case.claims.iter().find(|claim| &*claim.id == id).map_or("none".to_owned(), |claim| {
                    let texts: Vec<String> =
                        claim.texts.iter().map(|(lang, text)| format!("{lang} {}", text.value)).collect();
                    let quotes: Vec<String> = claim
                        .evidence
                        .iter()
                        .map(|own| {
                            format!("{} says {}", own.source.as_deref().unwrap_or("nobody"), own.quote.value)
                        })
                        .collect();
                    format!(
                        "{} in {}: {} <- {}",
                        claim.kind.as_str(),
                        claim.field,
                        texts.join(" | "),
                        quotes.join(" + ")
                    )
                })
            }
            None if name == "claims" => {
                case.claims.iter().map(|claim| claim.id.to_string()).collect::<Vec<_>>().join(", ")
            }
            None => panic!("the chapters cannot tell of `{name}`"),
        },
    }
}
