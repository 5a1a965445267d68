//! `casebook check --links`: whether the addresses that records name still answer. Never part of a build: what
//! hosts say today is no property of the content. Only an address that is surely gone fails.

mod history;

use std::collections::{BTreeMap, VecDeque};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use history::{Answer, Class, History};

use super::check::Format;
use super::fetch::{Bounds, Method, Refused, fetch};
use super::output::{Failure, print, print_json, say};
use super::{Global, library};
use crate::load;
use crate::model::address::host;
use crate::model::{self, Library};
use crate::pipeline::Progress;
use crate::write::replace;

/// How addresses are asked.
#[derive(Debug, Clone, clap::Args)]
pub struct LinkArgs {
    /// Ask the addresses of sources and documents whether they still answer, instead of checking records;
    /// what was found is kept in .casebook/links.json
    #[arg(long, conflicts_with_all = ["changed_from", "update_evidence", "site", "snapshots"])]
    pub links: bool,
    /// With --links: ask addresses of private networks and of this machine too
    #[arg(long, requires = "links")]
    pub allow_private: bool,
    /// With --links: milliseconds between two requests to one host
    #[arg(long, value_name = "MS", requires = "links", default_value_t = 1_000)]
    pub pause: u64,
    /// With --links: seconds until an address is given up
    #[arg(long, value_name = "SECONDS", requires = "links", default_value_t = 20)]
    pub link_timeout: u64,
}

/// Hosts that are asked at the same time.
const HOSTS: usize = 8;

/// Where an address stands in the library.
#[derive(Debug, Default)]
struct Use {
    /// Files and lines.
    places: Vec<String>,
    /// The archived copy of the same source.
    archived: Option<String>,
}

/// Asks every address; status 1 when one is dead and has no copy that answers.
pub fn run(
    global: &Global,
    args: &LinkArgs,
    format: Format,
    as_of: Option<jiff::civil::Date>,
) -> Result<ExitCode, Failure> {
    if !matches!(format, Format::Human | Format::Json) {
        return Err(Failure::Usage("--links is told as human or json".to_owned()));
    }
    let root = library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let uses = addresses(&model::lower(&sources).value);
    let today = as_of.unwrap_or_else(|| jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date());
    let path = root.join(".casebook").join("links.json");
    let mut history = match load::text(&path) {
        Ok(text) => History::read(&text)
            .map_err(|why| Failure::Usage(format!("{}: {why}; mend or remove it", path.display())))?,
        Err(_) => History::default(),
    };
    let bar = library::Bar::new(global);
    bar.stage("links", uses.len());
    let answers = ask(uses.keys().map(String::as_str), args, &bar);
    drop(bar);
    let offline = offline(&answers);
    if offline {
        say("no host was found at all: perhaps this machine has no network; nothing is called dead");
    }
    history.update(answers, &today.to_string(), offline);
    replace(&path, history.write().as_bytes()).map_err(|error| Failure::machine(path.display(), &error))?;
    let dead = |url: &str| history.class(url) == Some(Class::Dead);
    let failing = uses.iter().filter(|(url, own)| {
        dead(url) && own.archived.as_deref().is_none_or(|copy| history.class(copy) != Some(Class::Ok))
    });
    let failing = failing.count();
    match format {
        Format::Json => print_json(&as_json(&uses, &history))?,
        _ => tell(global, &uses, &history)?,
    }
    Ok(ExitCode::from(u8::from(failing > 0)))
}

/// Every address of a source, of its copy, of a document and of a record, with where it is told.
fn addresses(library: &Library) -> BTreeMap<String, Use> {
    let mut uses: BTreeMap<String, Use> = BTreeMap::new();
    let mut add = |url: &str, place: String, archived: Option<&String>| {
        let own = uses.entry(url.to_owned()).or_default();
        if !own.places.contains(&place) {
            own.places.push(place);
        }
        own.archived = own.archived.take().or_else(|| archived.cloned());
    };
    for source in library.sources.values() {
        let place = format!("{}:{}", source.place.path, source.place.line);
        if let Some(url) = &source.url {
            add(url, place.clone(), source.archived.as_ref());
        }
        if let Some(copy) = &source.archived {
            add(copy, place, None);
        }
    }
    for case in &library.cases {
        if let Some(url) = &case.url
            && model::address::read_address(&url.value).is_ok()
        {
            let place = case.place(url.at);
            add(url.value.trim(), format!("{}:{}", place.path, place.line), None);
        }
    }
    uses
}

/// Asks hosts side by side, and one host's addresses one after another with a pause between.
fn ask<'u>(
    urls: impl Iterator<Item = &'u str>,
    args: &LinkArgs,
    bar: &library::Bar,
) -> BTreeMap<String, Answer> {
    let mut by_host: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for url in urls {
        by_host.entry(host(url)).or_default().push(url);
    }
    let queue: Mutex<VecDeque<Vec<&str>>> = Mutex::new(by_host.into_values().collect());
    let answers: Mutex<BTreeMap<String, Answer>> = Mutex::default();
    let pause = Duration::from_millis(args.pause);
    let bounds = Bounds {
        time: Duration::from_secs(args.link_timeout.clamp(1, 600)),
        allow_private: args.allow_private,
        ..Bounds::default()
    };
    let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
    std::thread::scope(|scope| {
        for _ in 0..HOSTS {
            scope.spawn(|| {
                while let Some(urls) = next() {
                    for (number, url) in urls.into_iter().enumerate() {
                        if number > 0 {
                            std::thread::sleep(pause);
                        }
                        let answer = one(url, &bounds, pause);
                        bar.step();
                        answers
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner)
                            .insert(url.to_owned(), answer);
                    }
                }
            });
        }
    });
    answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Asks for the head, and for the page itself where the head alone does not say that it is there: some hosts
/// answer such requests wrongly.
fn one(url: &str, bounds: &Bounds, pause: Duration) -> Answer {
    let first = fetch(url, Method::Head, bounds);
    if let Ok(fetched) = &first
        && (200..300).contains(&fetched.status)
    {
        return Answer::of_status(fetched.status);
    }
    if let Err(refused @ (Refused::NoHost(_) | Refused::Forbidden(_) | Refused::Slow)) = first {
        return Answer::of_refusal(&refused);
    }
    std::thread::sleep(pause);
    match fetch(url, Method::Peek, bounds) {
        Ok(fetched) => Answer::of_status(fetched.status),
        Err(refused) => Answer::of_refusal(&refused),
    }
}

/// Whether not one of several hosts was found: then it is rather the network that is missing.
fn offline(answers: &BTreeMap<String, Answer>) -> bool {
    let hosts: std::collections::BTreeSet<&str> = answers.keys().map(|url| host(url)).collect();
    hosts.len() > 2 && answers.values().all(|answer| answer.no_host)
}

fn tell(global: &Global, uses: &BTreeMap<String, Use>, history: &History) -> Result<(), Failure> {
    let mut text = String::new();
    for class in [Class::Dead, Class::Unclear] {
        for (url, own) in uses {
            let Some(known) = history.get(url).filter(|known| known.class == class) else { continue };
            let copy = match &own.archived {
                Some(copy) if history.class(copy) == Some(Class::Ok) => "; its archived copy answers",
                Some(_) => "",
                None if class == Class::Dead => "; add `archived`",
                None => "",
            };
            text.push_str(&format!(
                "{} since {} ({}): {url}\n    {}{copy}\n",
                class.words(),
                known.since,
                known.why,
                own.places.join(", ")
            ));
        }
    }
    print(&text)?;
    if !global.quiet {
        let count = |class| uses.keys().filter(|url| history.class(url) == Some(class)).count();
        say(format!(
            "{} addresses: {} ok, {} dead, {} cannot be told",
            uses.len(),
            count(Class::Ok),
            count(Class::Dead),
            count(Class::Unclear)
        ));
    }
    Ok(())
}

fn as_json(uses: &BTreeMap<String, Use>, history: &History) -> serde_json::Value {
    let links: Vec<serde_json::Value> = uses
        .iter()
        .filter_map(|(url, own)| {
            let known = history.get(url)?;
            Some(serde_json::json!({
                "url": url, "class": known.class.name(), "why": known.why, "since": known.since,
                "last_ok": known.last_ok, "places": own.places, "archived": own.archived,
            }))
        })
        .collect();
    serde_json::json!({ "links": links })
}
