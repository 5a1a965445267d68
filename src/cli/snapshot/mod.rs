//! `casebook snapshot`: a source's page from the network into a stored text and a source file. A text that is
//! stored already is replaced only when told to, and never without saying which quotes it would lose.

mod archive;
mod lost;
mod stored;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use super::fetch::{self, Bounds, Fetched, Method, Refused};
use super::output::{Failure, print, say};
use super::{Global, library};
use crate::exchange::page::{self, Licence, Page, Read, may_store};
use crate::load;
use crate::model::address::{Address, host, read_address};
use crate::model::name::{id_slug, slug};
use crate::model::{self, Library, Source};

/// Arguments of `snapshot`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The address of the page, or the id of a source of the library
    #[arg(value_name = "URL|SOURCE")]
    pub what: String,
    /// Id of the source [default: made from the page's title]
    #[arg(long)]
    pub id: Option<String>,
    /// Put the text into the source's own file, where its licence allows to keep it
    #[arg(long)]
    pub store: bool,
    /// Replace a text that is stored already
    #[arg(long)]
    pub replace: bool,
    /// Address of an archived copy, to be read when the page is gone
    #[arg(long, value_name = "URL")]
    pub archived: Option<String>,
    /// Licence of the text, an SPDX id or words [default: as the page tells]
    #[arg(long)]
    pub licence: Option<String>,
    /// Who published it [default: as the page tells]
    #[arg(long, value_name = "NAME")]
    pub publisher: Option<String>,
    /// Term of the vocabulary `source_kind`
    #[arg(long, value_name = "TERM")]
    pub kind: Option<String>,
    /// How the network is asked
    #[command(flatten)]
    pub network: Network,
    /// The day that is recorded [default: today]
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<jiff::civil::Date>,
}

/// How the network is asked.
#[derive(Debug, Clone, clap::Args)]
pub struct Network {
    /// Ask addresses of private networks and of this machine too
    #[arg(long)]
    pub allow_private: bool,
    /// Seconds for a page as a whole
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub timeout: u64,
    /// Bytes of a page, unpacked
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20)]
    pub max_bytes: u64,
    /// Where a web archive is asked for copies
    #[arg(long, value_name = "URL", default_value = "https://archive.org/wayback/available")]
    pub archive_index: String,
}

impl Network {
    /// The bounds that it tells.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            time: Duration::from_secs(self.timeout),
            bytes: self.max_bytes,
            allow_private: self.allow_private,
            ..Bounds::default()
        }
    }
}

/// Fetches and stores; prints the files that were written.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let root = library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let own = model::lower(&sources).value;
    let target = Target::of(args, &own)?;
    let taken = take(&target, args, global.quiet)?;
    for path in stored::put(&root, &own, &target, &taken, args, sources.limits.nesting)? {
        print(&format!("{path}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A source that was made for a new record.
#[derive(Debug)]
pub struct ForRecord {
    /// Its id.
    pub id: String,
    /// The page's title.
    pub title: Option<String>,
    /// Who published it.
    pub publisher: Option<String>,
    /// The files that were written.
    pub written: Vec<String>,
}

/// Fetches `url` as `casebook snapshot` would without a further flag, for a record that rests on it.
pub fn for_record(global: &Global, url: &str, allow_private: bool) -> Result<ForRecord, Failure> {
    /// The arguments as the command line would give them.
    #[derive(clap::Parser)]
    struct Call {
        #[command(flatten)]
        args: Args,
    }
    let told = ["snapshot", url].into_iter().chain(allow_private.then_some("--allow-private"));
    let args =
        <Call as clap::Parser>::try_parse_from(told).map_err(|error| Failure::Usage(error.to_string()))?.args;
    let root = library::root(global)?;
    let sources =
        load::library(&root, &load::Options::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let own = model::lower(&sources).value;
    let target = Target::of(&args, &own)?;
    let taken = take(&target, &args, global.quiet)?;
    let about = &taken.read.about;
    Ok(ForRecord {
        id: target.id(&args, &taken.read)?,
        title: about.title.clone(),
        publisher: about.publisher.clone(),
        written: stored::put(&root, &own, &target, &taken, &args, sources.limits.nesting)?,
    })
}

/// What is fetched, and what the library has of it.
pub struct Target<'l> {
    /// The live address, and a copy's where the address told was one.
    pub address: Address,
    /// The source that has the address already.
    pub source: Option<&'l Source>,
}

impl<'l> Target<'l> {
    fn of(args: &Args, library: &'l Library) -> Result<Self, Failure> {
        let named = library.sources.get(args.what.as_str());
        let url = match named {
            Some(source) => source
                .url
                .clone()
                .ok_or_else(|| Failure::Usage(format!("the source `{}` has no `url`", args.what)))?,
            None => args.what.clone(),
        };
        let address = read_address(&url).map_err(|_| {
            Failure::Usage(format!(
                "`{}` is neither a source of the library nor a web address such as https://example.org/post",
                args.what
            ))
        })?;
        let same = |source: &&Source| {
            source
                .url
                .as_deref()
                .and_then(|url| read_address(url).ok())
                .is_some_and(|own| own.key == address.key)
        };
        let source = named.or_else(|| library.sources.values().filter(|own| own.file.is_some()).find(same));
        Ok(Self { address, source: source.filter(|own| own.file.is_some()) })
    }

    /// The id of the source: its own, the one told, or one made from the page.
    pub fn id(&self, args: &Args, read: &Read) -> Result<String, Failure> {
        if let Some(source) = self.source {
            return Ok(source.id.to_string());
        }
        match &args.id {
            Some(id) if id_slug(id) == *id => Ok(id.clone()),
            Some(id) => Err(Failure::Usage(format!("`{id}` cannot be an id; write `{}`", id_slug(id)))),
            None => {
                let title = read.about.title.clone().unwrap_or_default();
                let made = if title.is_empty() {
                    slug(&self.address.key)
                } else {
                    slug(&format!("{} {title}", host(&self.address.url)))
                };
                let mut end = made.len().min(72);
                while !made.is_char_boundary(end) {
                    end -= 1;
                }
                Ok(made[..end].trim_end_matches('-').to_owned())
            }
        }
    }
}

/// A page that was taken, and from where.
pub struct Taken {
    /// What was read of it.
    pub read: Read,
    /// Where the live address led in the end; `None` where only the copy was there.
    pub final_url: Option<String>,
    /// The archived copy that was read, or is known.
    pub archived: Option<String>,
    /// What is said to the user of the licence.
    pub licence: Option<Licence>,
}

/// The page itself, else its archived copy.
pub fn take(target: &Target<'_>, args: &Args, quiet: bool) -> Result<Taken, Failure> {
    let bounds = args.network.bounds();
    let copy = args
        .archived
        .clone()
        .or_else(|| target.address.archived.clone())
        .or_else(|| target.source.and_then(|source| source.archived.clone()));
    let live = fetch::fetch(&target.address.url, Method::Get, &bounds);
    let gone = match live {
        Ok(fetched) if (200..300).contains(&fetched.status) => {
            let read = read_in_time(&fetched, &target.address.url)?;
            let moved = Some(fetched.url.clone()).filter(|url| !same_page(url, &target.address.url));
            let licence = read.about.licence.clone();
            return Ok(Taken { read, final_url: moved, archived: copy, licence });
        }
        Ok(fetched) => format!("{}: the host answers {}", target.address.url, fetched.status),
        Err(Refused::Forbidden(why)) => {
            return Err(Failure::Usage(format!("{}: {why}", target.address.url)));
        }
        Err(refused) => format!("{}: {refused}", target.address.url),
    };
    if !quiet {
        say(&gone);
    }
    let found = match copy {
        Some(copy) => Some(copy),
        None => archive::copy_of(&target.address.url, &args.network.archive_index, &bounds),
    };
    let Some(copy) = found else {
        return Err(content(&format!(
            "{gone}, and no archived copy was found; tell one with --archived URL"
        )));
    };
    let fetched = match fetch::fetch(&archive::as_kept(&copy), Method::Get, &bounds) {
        Ok(fetched) if (200..300).contains(&fetched.status) => fetched,
        Ok(fetched) => return Err(content(&format!("{copy}: the archive answers {}", fetched.status))),
        Err(Refused::Forbidden(why)) => return Err(Failure::Usage(format!("{copy}: {why}"))),
        Err(refused) => return Err(content(&format!("{copy}: {refused}"))),
    };
    if !quiet {
        say(format!("read from the archived copy {copy}"));
    }
    let read = read_in_time(&fetched, &target.address.url)?;
    let licence = read.about.licence.clone();
    Ok(Taken { read, final_url: None, archived: Some(copy), licence })
}

/// A page that cannot be had or read: the content is at fault, not the call.
fn content(message: &str) -> Failure {
    say(format!("casebook: {message}"));
    Failure::Content
}

/// Whether two addresses differ in no more than their spelling.
fn same_page(a: &str, b: &str) -> bool {
    a == b || matches!((read_address(a), read_address(b)), (Ok(a), Ok(b)) if a.url == b.url)
}

/// Seconds after which a page that is still being read is given up.
const READING: u64 = 60;

/// Reads a page on a thread of its own: one that never comes to an end ends with the program.
fn read_in_time(fetched: &Fetched, url: &str) -> Result<Read, Failure> {
    let (sender, receiver) = mpsc::channel();
    let (owned, address) = (fetched.clone(), url.to_owned());
    let quiet = std::panic::take_hook();
    // Readers of foreign formats may give up by panic, which is told in words.
    std::panic::set_hook(Box::new(|_| {}));
    let reader = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
        let page = Page {
            url: &address,
            media_type: &owned.media_type,
            content_language: &owned.language,
            bytes: &owned.bytes,
        };
        let _ = sender.send(page::read(&page));
    });
    let read = match reader {
        Ok(_) => receiver.recv_timeout(Duration::from_secs(READING)),
        Err(error) => return Err(Failure::Machine(error.to_string())),
    };
    std::panic::set_hook(quiet);
    match read {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(why)) => Err(content(&format!("{url}: {why}"))),
        Err(mpsc::RecvTimeoutError::Timeout) => Err(content(&format!(
            "{url}: it cannot be read within {READING} seconds; store its text by hand"
        ))),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Err(content(&format!("{url}: it is of a kind that is not read here; store its text by hand")))
        }
    }
}

/// The licence as it is recorded: told, else the page's, else the source's.
pub fn licence_of(args: &Args, taken: &Taken, source: Option<&Source>) -> Option<String> {
    args.licence
        .clone()
        .or_else(|| source.and_then(|own| own.licence.clone()))
        .or_else(|| taken.licence.as_ref().map(|own| own.name.clone()))
}

/// Whether the text may go into the source's own file, or why not.
pub fn storable(licence: Option<&str>) -> Result<(), Failure> {
    match licence {
        Some(licence) if may_store(licence) => Ok(()),
        Some(licence) => Err(Failure::Usage(format!(
            "`{licence}` is not known to allow keeping the text in a repository; leave out --store, or tell \
             another with --licence"
        ))),
        None => Err(Failure::Usage(
            "the page tells no licence: leave out --store, or tell the licence with --licence".to_owned(),
        )),
    }
}

/// The path of a stored text below the root.
pub fn snapshot_path(id: &str, extension: &str) -> PathBuf {
    PathBuf::from(".casebook").join("snapshots").join(format!("{id}.{extension}"))
}
