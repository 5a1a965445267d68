//! `casebook new`: a record to start from, with the fields in place and terms looked up.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use super::Global;
use super::output::{Failure, print, say};
use crate::load;
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
    let asker =
        Asker { library: &library, lang: &lang, ask: !args.no_input && std::io::stdin().is_terminal() };
    let title = asker.text(args.title.as_deref(), "What failed, and what did it mean, in one line?")?;
    let Some(title) = title else {
        return Err(Failure::Usage("a record needs a title: `casebook new --title \"…\"`".to_owned()));
    };
    let draft = Draft {
        org: asker.org(args.org.as_deref())?,
        date: asker.date(args.date.as_deref())?,
        kind: asker.term("type", args.kind.as_deref())?,
        severity: asker.term("severity", args.severity.as_deref())?,
        domain: asker.terms("domain", &args.domain)?,
        components: asker.terms("component", &args.components)?,
        symptoms: asker.terms("symptom", &args.symptoms)?,
        root_cause: asker.term("root_cause", args.root_cause.as_deref())?,
        source: asker
            .text(args.source.as_deref(), "Where is it told? An address, or the id of a shared source.")?,
        title,
        id: args.id.clone(),
    };
    let stem = match &draft.id {
        Some(id) if id_slug(id) != *id => {
            return Err(Failure::Usage(format!("`{id}` cannot be an id; write `{}`", id_slug(id))));
        }
        Some(id) => id.clone(),
        None => short(&slug(&draft.title)),
    };
    let path = format!("content/cases/{stem}.{lang}.md");
    let file = root.join(&path);
    let made = create_missing(&file, draft.write(&lang, &library).as_bytes())
        .map_err(|error| Failure::machine(file.display(), &error))?;
    if !made {
        return Err(Failure::Usage(format!("{path} is there already; choose another name with `--id`")));
    }
    print(&format!("{path}\n"))?;
    say("Fill in the text, mark what a source bears out with [^1], and run `casebook check`.");
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

impl Asker<'_> {
    /// One line from the terminal; `None` for an empty one or where nobody can be asked.
    fn line(&self, question: &str) -> Result<Option<String>, Failure> {
        if !self.ask {
            return Ok(None);
        }
        let mut err = std::io::stderr().lock();
        write!(err, "{question}\n> ")?;
        err.flush()?;
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        let line = line.trim();
        Ok((!line.is_empty()).then(|| line.to_owned()))
    }

    fn text(&self, given: Option<&str>, question: &str) -> Result<Option<String>, Failure> {
        match given.map(str::trim).filter(|given| !given.is_empty()) {
            Some(given) => Ok(Some(given.to_owned())),
            None => self.line(question),
        }
    }

    fn date(&self, given: Option<&str>) -> Result<Option<String>, Failure> {
        let mut written =
            self.text(given, "When did it happen? 2021, 2021-10, 2021-10-28; empty if unknown.")?;
        loop {
            let Some(date) = written else { return Ok(None) };
            if date == "unknown" || model::lower::read_date(&date).is_some() {
                return Ok(Some(date));
            }
            let near = model::lower::nearest_date(&date)
                .map_or(String::new(), |near| format!("; did you mean {near}?"));
            let message = format!("`{date}` is no date{near}");
            if given.is_some() || !self.ask {
                return Err(Failure::Usage(message));
            }
            written = self.line(&message)?;
        }
    }

    fn org(&self, given: Option<&str>) -> Result<Option<String>, Failure> {
        let Some(name) = self.text(given, "Which organisation?")? else { return Ok(None) };
        let Some(vocabulary) = self.library.vocab.get("org") else { return Ok(Some(name)) };
        if let Some(id) = vocabulary.aliases.get(&fold_name(&name)) {
            let shown =
                vocabulary.terms.get(id).map(|term| term.label(std::slice::from_ref(self.lang)).to_owned());
            return Ok(shown.or(Some(name)));
        }
        let used =
            self.library.cases.iter().filter_map(|case| case.org.as_ref()).map(|org| org.name.as_str());
        let known = vocabulary.aliases.keys().map(String::as_str).chain(used);
        if let Some(near) = nearest(&name, known).filter(|near| *near != name) {
            let near = vocabulary.aliases.get(near).map_or(near, |id| id);
            say(format_args!("`{name}` is new; there is `{near}` already, should that be meant"));
        }
        Ok(Some(name))
    }

    fn term(&self, name: &str, given: Option<&str>) -> Result<Option<String>, Failure> {
        let Some(vocabulary) = self.library.vocab.get(name) else { return Ok(given.map(ToOwned::to_owned)) };
        let question = format!("{name}? {}", self.choices(vocabulary));
        let mut written = self.text(given, &question)?;
        loop {
            let Some(term) = written else { return Ok(None) };
            if term == "unknown" {
                return Ok(Some(term));
            }
            match look_up(vocabulary, name, &term) {
                Ok(id) => return Ok(Some(id)),
                Err(message) if given.is_some() || !self.ask => return Err(Failure::Usage(message)),
                Err(message) => written = self.line(&message)?,
            }
        }
    }

    fn terms(&self, name: &str, given: &[String]) -> Result<Vec<String>, Failure> {
        let Some(vocabulary) = self.library.vocab.get(name) else { return Ok(given.to_vec()) };
        let mut terms: Vec<String> = given.to_vec();
        if terms.is_empty() {
            let question = format!("{name}, several with commas? {}", self.choices(vocabulary));
            let line = self.line(&question)?.unwrap_or_default();
            terms =
                line.split(',').map(|term| term.trim().to_owned()).filter(|term| !term.is_empty()).collect();
        }
        let mut ids: Vec<String> = Vec::new();
        for term in terms {
            let mut written = Some(term);
            while let Some(term) = written.take() {
                match look_up(vocabulary, name, &term) {
                    Ok(id) if ids.contains(&id) => {}
                    Ok(id) => ids.push(id),
                    Err(message) if !given.is_empty() || !self.ask => return Err(Failure::Usage(message)),
                    Err(message) => written = self.line(&message)?,
                }
            }
        }
        Ok(ids)
    }

    /// All terms where they are few, else some of them.
    fn choices(&self, vocabulary: &Vocabulary) -> String {
        const MOST: usize = 12;
        let ids: Vec<&str> = vocabulary.order.iter().take(MOST).map(|id| &**id).collect();
        let more = if vocabulary.order.len() > MOST { ", …" } else { "" };
        format!("({}{more})", ids.join(", "))
    }
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
    /// The record: what is known as fields, and a comment for what is not yet.
    fn write(&self, lang: &Lang, library: &Library) -> String {
        let mut text = String::from("---\n");
        let id = self.id.as_deref().unwrap_or("NEW");
        text.push_str(&format!("id: {}\n", scalar(id)));
        text.push_str(&format!("type: {}\n", self.kind.as_deref().unwrap_or("incident")));
        text.push_str(&format!("title: {}\n", scalar(&self.title)));
        let mut field = |name: &str, value: Option<String>, hint: &str| match value {
            Some(value) => text.push_str(&format!("{name}: {value}\n")),
            None => text.push_str(&format!("# {name}: {hint}\n")),
        };
        let list = |terms: &[String]| (!terms.is_empty()).then(|| format!("[{}]", terms.join(", ")));
        field("org", self.org.as_deref().map(scalar), "who it happened to");
        field(
            "date",
            self.date.clone(),
            "2021, 2021-10, 2021-10-28 or 2021-10-28T13:37:00+09:00; or unknown",
        );
        field("severity", self.severity.clone(), "a term of the vocabulary; or unknown");
        field("domain", list(&self.domain), "[database, network]");
        field("components", list(&self.components), "[cache]");
        field("symptoms", list(&self.symptoms), "[high-latency]");
        field("root_cause", self.root_cause.clone(), "a term of the vocabulary; or unknown");
        let name = match &self.source {
            Some(source) if source.contains("://") => {
                text.push_str(&format!(
                    "sources:\n  - id: report\n    url: {}\n    kind: blog\n",
                    scalar(source)
                ));
                "report".to_owned()
            }
            Some(source) => {
                text.push_str(&format!("sources: [{}]\n", scalar(source)));
                source.clone()
            }
            None => {
                text.push_str("# sources: [{id: report, url: \"https://…\", kind: blog}]\n");
                "report".to_owned()
            }
        };
        text.push_str("review: {written_by: a person}\n---\n\n");
        text.push_str("<!-- What happened, in a few sentences. A statement that a source bears out ends with a mark: It took 73 hours.[^1] -->\n");
        let hints = [
            ("symptoms", "What people and monitors saw."),
            ("impact", "Who or what was hit, and how badly."),
            ("cause", "Why it happened."),
            ("remediation", "What ended it, one item a line: - The feature was switched off."),
            ("lessons", "What others can learn from it."),
        ];
        for (term, hint) in hints {
            let own = library.vocab.term("heading", term);
            let heading = own.map_or(term, |own| own.label(std::slice::from_ref(lang)));
            text.push_str(&format!("\n<!--\n## {heading}\n\n{hint}\n-->\n"));
        }
        text.push_str(&format!(
            "\n<!-- The notes stand at the end, each with the words of the source:\n[^1]: {name}: \"the outage lasted 73 hours\"\n-->\n"
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
            assert_eq!(codes, ["M009"], "{text}\n{:#?}", checked.diagnostics);
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
