//! `casebook new`: a record to start from, with the fields in place and terms looked up.

use std::io::IsTerminal;
use std::process::ExitCode;

mod hints;
mod prompt;

use hints::hint;
use prompt::{Choices, ask};

use super::Global;
use super::output::{Failure, print, say};
use super::snapshot;
use crate::load;
use crate::model::address::read_address;
use crate::model::form::scalar;
use crate::model::name::{fold_name, id_slug, nearest, slug};
use crate::model::{self, Library, Vocabulary};
use crate::text::Lang;
use crate::write::create_missing;

/// Arguments of `new`. What is not given is asked for on a terminal.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What failed, and what it meant, in one line
    #[arg(long)]
    pub title: Option<String>,
    /// The id and file name [default: NEW, in a file named after the title]
    #[arg(long)]
    pub id: Option<String>,
    /// The organisation that it happened to
    #[arg(long)]
    pub org: Option<String>,
    /// When: a year, a month, a day or an instant with its offset
    #[arg(long)]
    pub date: Option<String>,
    /// Term of the vocabulary `type`
    #[arg(long = "type", value_name = "TERM")]
    pub kind: Option<String>,
    /// Term of the vocabulary `severity`
    #[arg(long, value_name = "TERM")]
    pub severity: Option<String>,
    /// Terms of the vocabulary `domain`
    #[arg(long, value_delimiter = ',', value_name = "TERMS")]
    pub domain: Vec<String>,
    /// Terms of the vocabulary `component`
    #[arg(long, value_delimiter = ',', value_name = "TERMS")]
    pub components: Vec<String>,
    /// Terms of the vocabulary `symptom`
    #[arg(long, value_delimiter = ',', value_name = "TERMS")]
    pub symptoms: Vec<String>,
    /// Term of the vocabulary `root_cause`
    #[arg(long, value_name = "TERM")]
    pub root_cause: Option<String>,
    /// The address of a source, or the id of a shared one
    #[arg(long, value_name = "URL|ID")]
    pub source: Option<String>,
    /// Fetch this page: it becomes the source, with its text, and lends its title
    #[arg(long, value_name = "URL", conflicts_with = "source")]
    pub from_url: Option<String>,
    /// With --from-url: ask addresses of private networks and of this machine too
    #[arg(long, requires = "from_url")]
    pub allow_private: bool,
    /// The language of the text [default: the library's first]
    #[arg(long, value_name = "TAG")]
    pub lang: Option<String>,
    /// Ask nothing, also on a terminal
    #[arg(long)]
    pub no_input: bool,
}

/// Writes the record and prints its path.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = super::library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let library = model::lower(&sources).value;
    let lang = match &args.lang {
        Some(tag) => Lang::parse(tag).ok_or_else(|| {
            Failure::Usage(format!("`{tag}` is no language tag; write one such as en, ko or zh-Hans"))
        })?,
        None => library.config.languages[0].clone(),
    };
    if let Some(id) = args.id.as_deref().filter(|id| id_slug(id) != **id) {
        return Err(Failure::Usage(format!("`{id}` cannot be an id; write `{}`", id_slug(id))));
    }
    let page = match &args.from_url {
        Some(url) => Some(snapshot::for_record(global, url, args.allow_private)?),
        None => None,
    };
    let asker =
        Asker { library: &library, lang: &lang, ask: !args.no_input && std::io::stdin().is_terminal() };
    let title = asker.title(args.title.as_deref(), page.as_ref().and_then(|page| page.title.as_deref()))?;
    let Some(title) = title else {
        return Err(Failure::Usage("a record needs a title: `casebook new --title \"…\"`".to_owned()));
    };
    let publisher = page.as_ref().and_then(|page| page.publisher.as_deref());
    let draft = Draft {
        org: asker.org(args.org.as_deref(), publisher)?,
        date: asker.date(args.date.as_deref())?,
        kind: asker.term("type", args.kind.as_deref())?,
        severity: asker.term("severity", args.severity.as_deref())?,
        domain: asker.terms("domain", &args.domain)?,
        components: asker.terms("component", &args.components)?,
        symptoms: asker.terms("symptom", &args.symptoms)?,
        root_cause: asker.term("root_cause", args.root_cause.as_deref())?,
        source: match &page {
            Some(page) => Some(page.id.clone()),
            None => asker.source(args.source.as_deref())?,
        },
        title,
        id: args.id.clone(),
    };
    let stem = draft.id.clone().unwrap_or_else(|| short(&slug(&draft.title)));
    let path = format!("content/cases/{stem}.{lang}.md");
    let file = root.join(&path);
    let made = create_missing(&file, draft.write(&lang, &library).as_bytes())
        .map_err(|error| Failure::machine(file.display(), &error))?;
    if !made {
        return Err(Failure::Usage(format!("{path} is there already; choose another name with `--id`")));
    }
    let written = page.into_iter().flat_map(|page| page.written).chain([path]);
    print(&written.map(|path| format!("{path}\n")).collect::<String>())?;
    if !global.quiet {
        say(
            "Fill in the text, mark what a source bears out with [^1], and run `casebook check`: it tells the hints that are left.",
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// The first words of a slug, for a file's name.
fn short(slug: &str) -> String {
    let mut name = String::new();
    for word in slug.split('-') {
        if !name.is_empty() && name.chars().count() + word.chars().count() >= 48 {
            break;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(word);
    }
    name
}

struct Asker<'l> {
    library: &'l Library,
    lang: &'l Lang,
    ask: bool,
}

/// What was told, if it is more than blanks.
fn told(given: Option<&str>) -> Option<String> {
    given.map(str::trim).filter(|given| !given.is_empty()).map(str::to_owned)
}

impl Asker<'_> {
    /// The title; one that is nearly that of another case is told.
    fn title(&self, given: Option<&str>, of_page: Option<&str>) -> Result<Option<String>, Failure> {
        let title = match told(given) {
            Some(title) => Some(title),
            None if self.ask => {
                let help = "What failed, and what did it mean, in one line?";
                ask("Title", help, Choices::default(), of_page, |_| Ok(()))?
            }
            None => told(of_page),
        };
        let titles = self
            .library
            .cases
            .iter()
            .flat_map(|case| case.title.0.values().map(move |title| (title.value.as_str(), &case.id)));
        let titles: Vec<(&str, &model::CaseId)> = titles.collect();
        if let Some(own) = &title
            && let Some(near) = nearest(own, titles.iter().map(|(title, _)| *title))
            && let Some((_, id)) = titles.iter().find(|(title, _)| *title == near)
        {
            say(format_args!("the case `{id}` has nearly the same title: {near}"));
        }
        Ok(title)
    }

    fn source(&self, given: Option<&str>) -> Result<Option<String>, Failure> {
        let source = match told(given) {
            None if self.ask => {
                let known = self.library.sources.values().filter(|source| source.file.is_some());
                let known: Vec<&str> = known.map(|source| &*source.id).collect();
                let choices = Choices::organisations(None, &known, self.lang);
                ask(
                    "Source",
                    "Where is it told? An address, or the id of a source of the library.",
                    choices,
                    None,
                    |_| Ok(()),
                )?
            }
            source => source,
        };
        let key = source.as_deref().and_then(|own| read_address(own).ok()).map(|own| own.key);
        if let Some(key) = key {
            let has = |id: &str| {
                let url = self.library.sources.get(id).and_then(|source| source.url.as_deref());
                url.and_then(|url| read_address(url).ok()).is_some_and(|own| own.key == key)
            };
            for case in self.library.cases.iter().filter(|case| case.sources.iter().any(|own| has(&own.id))) {
                say(format_args!("the case `{}` rests on the same address", case.id));
            }
        }
        Ok(source)
    }

    fn date(&self, given: Option<&str>) -> Result<Option<String>, Failure> {
        match told(given) {
            Some(date) => check_date(&date).map(|()| Some(date)).map_err(Failure::Usage),
            None if self.ask => ask(
                "Date",
                "When did it happen? 2021, 2021-10, 2021-10-28; empty if unknown.",
                Choices::default(),
                None,
                check_date,
            ),
            None => Ok(None),
        }
    }

    fn org(&self, given: Option<&str>, publisher: Option<&str>) -> Result<Option<String>, Failure> {
        let vocabulary = self.library.vocab.get("org");
        let used: Vec<&str> = self
            .library
            .cases
            .iter()
            .filter_map(|case| case.org.as_ref())
            .map(|org| org.name.as_str())
            .collect();
        let name = match told(given) {
            None if self.ask => {
                let choices = Choices::organisations(vocabulary, &used, self.lang);
                ask("Organisation", "Who did it happen to?", choices, publisher, |_| Ok(()))?
            }
            // The publisher of a page is often the organisation, and not always: only a known one is taken.
            None => told(publisher)
                .filter(|name| vocabulary.is_some_and(|own| own.aliases.contains_key(&fold_name(name)))),
            name => name,
        };
        let Some(name) = name else { return Ok(None) };
        if let Some(id) = vocabulary.and_then(|own| own.aliases.get(&fold_name(&name))) {
            let term = self.library.vocab.term("org", id);
            let shown = term.map(|term| term.label(std::slice::from_ref(self.lang)).to_owned());
            return Ok(shown.or(Some(name)));
        }
        if used.contains(&name.as_str()) {
            return Ok(Some(name));
        }
        let known = vocabulary.into_iter().flat_map(|own| own.aliases.keys().map(String::as_str));
        if let Some(near) = nearest(&name, known.chain(used)) {
            let id = vocabulary.and_then(|own| own.aliases.get(near));
            let term = id.and_then(|id| self.library.vocab.term("org", id));
            let near = term.map_or(near, |term| term.label(std::slice::from_ref(self.lang)));
            say(format_args!("`{name}` is new; there is `{near}` already: write that if it is meant"));
        }
        Ok(Some(name))
    }

    fn term(&self, name: &'static str, given: Option<&str>) -> Result<Option<String>, Failure> {
        let Some(vocabulary) = self.library.vocab.get(name) else { return Ok(told(given)) };
        let written = match told(given) {
            None if self.ask => {
                let own = vocabulary.clone();
                let check = move |term: &str| one_term(&own, name, term).map(drop);
                ask(
                    name,
                    "A term; tab takes the suggestion. Empty if it cannot be told.",
                    Choices::terms(vocabulary, false),
                    None,
                    check,
                )?
            }
            written => written,
        };
        written.map(|term| one_term(vocabulary, name, &term).map_err(Failure::Usage)).transpose()
    }

    fn terms(&self, name: &'static str, given: &[String]) -> Result<Vec<String>, Failure> {
        let Some(vocabulary) = self.library.vocab.get(name) else { return Ok(given.to_vec()) };
        let mut terms: Vec<String> = given.to_vec();
        if terms.is_empty() && self.ask {
            let own = vocabulary.clone();
            let check =
                move |line: &str| parts(line).try_for_each(|term| look_up(&own, name, term).map(drop));
            let line = ask(
                name,
                "Terms, several with commas; tab takes the suggestion.",
                Choices::terms(vocabulary, true),
                None,
                check,
            )?;
            terms = parts(&line.unwrap_or_default()).map(str::to_owned).collect();
        }
        let mut ids: Vec<String> = Vec::new();
        for term in &terms {
            let id = look_up(vocabulary, name, term).map_err(Failure::Usage)?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        Ok(ids)
    }
}

fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(str::trim).filter(|term| !term.is_empty())
}

fn check_date(date: &str) -> Result<(), String> {
    if date == "unknown" || model::lower::read_date(date).is_some() {
        return Ok(());
    }
    let near =
        model::lower::nearest_date(date).map_or(String::new(), |near| format!("; did you mean {near}?"));
    Err(format!("`{date}` is no date{near}"))
}

fn one_term(vocabulary: &Vocabulary, name: &str, term: &str) -> Result<String, String> {
    if term == "unknown" { Ok(term.to_owned()) } else { look_up(vocabulary, name, term) }
}

/// The id of the term that `written` names, or a message with the nearest ones.
fn look_up(vocabulary: &Vocabulary, name: &str, written: &str) -> Result<String, String> {
    let folded = fold_name(written);
    if let Some(id) = vocabulary.aliases.get(&folded) {
        return Ok(id.to_string());
    }
    let near = nearest(written, vocabulary.aliases.keys().map(String::as_str))
        .and_then(|alias| vocabulary.aliases.get(alias));
    let containing = vocabulary.aliases.iter().filter(|(alias, _)| alias.contains(&folded)).map(|(_, id)| id);
    let mut hints: Vec<&str> = near.into_iter().chain(containing).map(|id| &**id).collect();
    let mut seen = Vec::new();
    hints.retain(|id| {
        !seen.contains(id) && {
            seen.push(*id);
            true
        }
    });
    hints.truncate(5);
    let hint = if hints.is_empty() { String::new() } else { format!("; there is {}", hints.join(", ")) };
    Err(format!("the vocabulary `{name}` has no term `{written}`{hint}"))
}

/// What is known of the new record.
struct Draft {
    id: Option<String>,
    title: String,
    org: Option<String>,
    date: Option<String>,
    kind: Option<String>,
    severity: Option<String>,
    domain: Vec<String>,
    components: Vec<String>,
    symptoms: Vec<String>,
    root_cause: Option<String>,
    source: Option<String>,
}

impl Draft {
    /// The record: what is known as fields, and a hint for what is not yet.
    fn write(&self, lang: &Lang, library: &Library) -> String {
        let mut text = String::from("---\n");
        let id = self.id.as_deref().unwrap_or("NEW");
        text.push_str(&format!("id: {}\n", scalar(id)));
        text.push_str(&format!("type: {}\n", self.kind.as_deref().unwrap_or("incident")));
        text.push_str(&format!("title: {}\n", scalar(&self.title)));
        let mut field = |name: &str, value: Option<String>| match value {
            Some(value) => text.push_str(&format!("{name}: {value}\n")),
            None => text.push_str(&format!("#? {name}: {}\n", hint(name, lang))),
        };
        let list = |terms: &[String]| (!terms.is_empty()).then(|| format!("[{}]", terms.join(", ")));
        field("org", self.org.as_deref().map(scalar));
        field("date", self.date.clone());
        field("severity", self.severity.clone());
        field("domain", list(&self.domain));
        field("components", list(&self.components));
        field("symptoms", list(&self.symptoms));
        field("root_cause", self.root_cause.clone());
        let mut name = "report".to_owned();
        match &self.source {
            Some(source) if source.contains("://") => {
                text.push_str(&format!("sources:\n  - id: report\n    url: {}\n", scalar(source)));
            }
            Some(source) => {
                text.push_str(&format!("sources: [{}]\n", scalar(source)));
                name.clone_from(source);
            }
            None => text.push_str(&format!("#? sources: {}\n", hint("sources", lang))),
        }
        text.push_str("review: {written_by: a person}\n---\n\n");
        text.push_str(&format!("<!--? {} -->\n", hint("summary", lang)));
        for term in ["symptoms", "impact", "cause", "remediation", "lessons"] {
            let own = library.vocab.term("heading", term);
            let heading = own.map_or(term, |own| own.label(std::slice::from_ref(lang)));
            let about = hint(if term == "symptoms" { "symptoms-text" } else { term }, lang);
            text.push_str(&format!("\n## {heading}\n\n<!--? {about} -->\n"));
        }
        text.push_str(&format!(
            "\n<!--? {}\n[^1]: {name}: \"the outage lasted 73 hours\"\n-->\n",
            hint("notes", lang)
        ));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_record_is_read_without_a_fault() {
        let library = model::lower(&load::Sources::default()).value;
        let lang = Lang::parse("ko").unwrap();
        for title in ["A cable was cut", "Queue<Box<T>>: \"lost\" wakeups, #1", "장애: 보고", "73", "true"]
        {
            let draft = Draft {
                id: None,
                title: title.to_owned(),
                org: Some("Fly.io, Inc.".to_owned()),
                date: Some("2021-10".to_owned()),
                kind: None,
                severity: None,
                domain: vec!["database".to_owned()],
                components: Vec::new(),
                symptoms: Vec::new(),
                root_cause: None,
                source: Some("https://example.org/a#b".to_owned()),
            };
            let text = draft.write(&lang, &library);
            let checked =
                model::lower(&load::Sources::from_memory([("content/cases/x.ko.md", text.clone())]));
            let codes: Vec<&str> = checked.diagnostics.iter().map(|own| own.code.as_str()).collect();
            let other: Vec<&&str> = codes.iter().filter(|code| **code != "M038").collect();
            assert_eq!(other, [&"M009"], "{text}\n{:#?}", checked.diagnostics);
            // Fields without a value, the summary, five sections and the notes.
            assert_eq!(codes.len() - 1, 4 + 1 + 5 + 1, "{text}\n{:#?}", checked.diagnostics);
            assert_eq!(
                crate::model::form::markdown(
                    &crate::diag::SourceFile::new("x.md", text.as_str()),
                    &crate::model::form::record_order(),
                    64
                )
                .as_deref(),
                Some(text.as_str())
            );
            let case = &checked.value.cases[0];
            assert_eq!(case.title.get(&lang).unwrap().value, title);
            assert!(case.summary.is_empty(), "hints are no text");
        }
    }

    #[test]
    fn terms_are_found_by_alias_or_suggested() {
        let library = model::lower(&load::Sources::default()).value;
        let vocabulary = library.vocab.get("symptom").unwrap();
        assert_eq!(look_up(vocabulary, "symptom", "потеря пакетов").as_deref(), Ok("packet-loss"));
        assert!(look_up(vocabulary, "symptom", "packt-loss").unwrap_err().contains("packet-loss"));
    }
}
