//! `casebook serve`: the site on loopback, made page by page as it is asked for, and reloaded whenever a file changes.

mod http;
mod shop;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use self::shop::Shop;
use super::output::{Failure, say};
use super::{Global, interrupt, library};
use crate::load;

/// Quiet time after a change before it is taken in: editors write a file in several steps.
const SETTLE: Duration = Duration::from_millis(15);

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// Path under which the site is served, as on a host with a sub-path: /lib/
    #[arg(long, default_value = "/")]
    pub base_path: String,
    /// What is read beside the library's own folder
    #[command(flatten)]
    pub input: library::Input,
}

/// Holds the library ready, serves, and takes in every change. Ends only with the process.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    interrupt::end();
    let root = library::root(global)?;
    let base_path = format!("/{}/", args.base_path.trim_matches('/')).replace("//", "/");
    let live = library::live(&root, &args.input)?;
    if !global.quiet {
        say(format!("{} cases", live.cases()));
    }
    let shop = Shop::new(live, base_path);

    let (changes, changed) = mpsc::channel();
    let _watcher = watch_folder(&root, changes)?;
    let (watched, input) = (shop.clone(), args.input.clone());
    std::thread::spawn(move || follow(&root, &input, &changed, &watched));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = http::bind(args.port)
            .await
            .map_err(|error| Failure::machine(format!("port {}", args.port), &error))?;
        say(format!("serving http://{}{} (stop with Ctrl-C)", listener.local_addr()?, shop.base_path()));
        http::serve(listener, shop).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Sends the path of every change below the library's inputs.
fn watch_folder(root: &Path, changes: mpsc::Sender<PathBuf>) -> Result<notify::RecommendedWatcher, Failure> {
    let failed = |error: notify::Error| Failure::Machine(format!("cannot watch {}: {error}", root.display()));
    let watched: Vec<PathBuf> =
        ["content", "themes", "casebook.toml"].iter().map(|part| root.join(part)).collect();
    let inputs = watched.clone();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if event.kind.is_access() {
            return;
        }
        for path in event.paths.into_iter().filter(|path| inputs.iter().any(|input| path.starts_with(input)))
        {
            // The receiver is gone only when the process ends.
            let _ = changes.send(path);
        }
    })
    .map_err(failed)?;
    // The root itself is watched for casebook.toml and for folders that are made later.
    watcher.watch(root, RecursiveMode::NonRecursive).map_err(failed)?;
    for folder in watched.iter().filter(|path| path.is_dir()) {
        watcher.watch(folder, RecursiveMode::Recursive).map_err(failed)?;
    }
    Ok(watcher)
}

/// Takes in what changes, for as long as something may.
fn follow(root: &Path, input: &library::Input, changed: &mpsc::Receiver<PathBuf>, shop: &Shop) {
    while let Ok(first) = changed.recv() {
        let mut paths = BTreeSet::from([first]);
        while let Ok(next) = changed.recv_timeout(SETTLE) {
            paths.insert(next);
        }
        let told: Vec<String> = paths.iter().filter_map(|path| below(root, path)).collect();
        if told.iter().all(|path| take_in(root, path, shop)) {
            continue;
        }
        match library::live(root, input) {
            Ok(live) => {
                shop.replace(live);
                say(format!("built {}", *shop.generations().borrow()));
            }
            Err(failure) => {
                failure.report();
            }
        }
    }
}

/// The path below the library's root, with `/` between its parts.
fn below(root: &Path, path: &Path) -> Option<String> {
    let parts: Vec<_> =
        path.strip_prefix(root).ok()?.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    Some(parts.join("/"))
}

/// Takes in a change of the file `path`; `false` where the library has to be read anew.
fn take_in(root: &Path, path: &str, shop: &Shop) -> bool {
    let whole = root.join(path);
    if !shop.live().knows(path) {
        // What editors make and remove again while they write a file.
        return !whole.exists() || whole.is_file() && !load::concerns(path);
    }
    let limits = *shop.live().limits();
    let Some(file) = load::edited(root, path, &limits) else { return false };
    let Some(edit) = shop.live().examine(file) else { return false };
    shop.take_in(edit);
    say(format!("{path}: taken in as {}", *shop.generations().borrow()));
    true
}
