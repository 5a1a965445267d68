//! `casebook serve`: the site on loopback, rebuilt and reloaded whenever a file changes.

mod http;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use notify::{RecursiveMode, Watcher};
use tokio::sync::watch;

use self::http::Served;
use super::output::{Failure, say};
use super::{Global, interrupt, library};

/// Quiet time after a change before a build starts: editors write a file in several steps.
const SETTLE: Duration = Duration::from_millis(30);

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

/// Builds into memory, serves, and builds again on every change. Ends only with the process.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    interrupt::end();
    let root = library::root(global)?;
    let base_path = format!("/{}/", args.base_path.trim_matches('/')).replace("//", "/");
    let input = args.input.clone();
    let build = {
        let root = root.clone();
        move |generation| build(&root, &input, &base_path, generation)
    };
    let first = build(1)?;
    report(global, &first);
    let (sender, builds) = watch::channel(Arc::new(first));

    let (changes, changed) = mpsc::channel();
    let _watcher = watch_folder(&root, changes)?;
    std::thread::spawn(move || rebuild(&changed, &sender, build));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = http::bind(args.port)
            .await
            .map_err(|error| Failure::machine(format!("port {}", args.port), &error))?;
        let base = builds.borrow().base_path.clone();
        say(format!("serving http://{}{base} (stop with Ctrl-C)", listener.local_addr()?));
        http::serve(listener, builds).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Sends a message for every change below the library's inputs.
fn watch_folder(root: &Path, changes: mpsc::Sender<()>) -> Result<notify::RecommendedWatcher, Failure> {
    let failed = |error: notify::Error| Failure::Machine(format!("cannot watch {}: {error}", root.display()));
    let watched: Vec<PathBuf> =
        ["content", "themes", "casebook.toml"].iter().map(|part| root.join(part)).collect();
    let inputs = watched.clone();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let relevant = event.is_ok_and(|event| {
            !event.kind.is_access()
                && event.paths.iter().any(|path| inputs.iter().any(|input| path.starts_with(input)))
        });
        if relevant {
            // The receiver is gone only when the process ends.
            let _ = changes.send(());
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

fn rebuild(
    changed: &mpsc::Receiver<()>,
    builds: &watch::Sender<Arc<Served>>,
    build: impl Fn(u64) -> Result<Served, Failure>,
) {
    while changed.recv().is_ok() {
        while changed.recv_timeout(SETTLE).is_ok() {}
        let generation = builds.borrow().generation + 1;
        match build(generation) {
            Ok(served) => {
                builds.send_replace(Arc::new(served));
                say(format!("built {generation}"));
            }
            Err(failure) => {
                failure.report();
            }
        }
    }
}

fn build(root: &Path, input: &library::Input, base_path: &str, generation: u64) -> Result<Served, Failure> {
    let built = library::build_in_memory(root, input)?;
    Ok(Served { generation, files: built.files, base_path: base_path.to_owned(), report: built.report })
}

fn report(global: &Global, served: &Served) {
    if !global.quiet {
        say(format!("built {} files", served.files.len()));
    }
}
