//! `cargo xtask fuzz`: the targets of `fuzz/` under libFuzzer, on the stable compiler. What it is told of
//! the program's paths comes from a pass of LLVM that stable has; memory errors need no watching where
//! `unsafe` is forbidden.
//!
//! Inputs that reach new code are kept in `target/fuzz/corpus/`, and what breaks a promise in
//! `target/fuzz/found/`; a found input becomes a file in `fuzz/seeds/` once it is mended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use super::{root, step};

/// What makes the compiler count the edges that are taken and tell of comparisons.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares";

/// Longest input, in bytes: long enough for every construct, short enough for many tries.
const LONGEST: usize = 4096;
/// Seconds after which an input counts as a hang.
const HANG: usize = 20;

/// What is run, and for how long.
#[derive(Debug)]
pub struct Options {
    targets: Vec<String>,
    minutes: f64,
    jobs: usize,
}

impl Options {
    /// Reads `[TARGET…] [--minutes N] [--jobs N]`.
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self { targets: Vec::new(), minutes: 1.0, jobs: 1 };
        let known = names()?;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a number"));
            match argument.as_str() {
                "--minutes" => {
                    let told = value()?;
                    options.minutes = told
                        .parse()
                        .ok()
                        .filter(|minutes| *minutes > 0.0 && *minutes < 1e5)
                        .ok_or_else(|| format!("`{told}` is no number of minutes"))?;
                }
                "--jobs" => {
                    let told = value()?;
                    options.jobs = told
                        .parse()
                        .ok()
                        .filter(|jobs| *jobs > 0)
                        .ok_or_else(|| format!("`{told}` is no number of jobs"))?;
                }
                target if known.iter().any(|own| own == target) => options.targets.push(target.to_owned()),
                other => return Err(format!("there is no target `{other}`; there are {}", known.join(", "))),
            }
        }
        if options.targets.is_empty() {
            options.targets = known;
        }
        Ok(options)
    }
}

/// The targets that there are.
fn names() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = entries.filter_map(|entry| stem(entry.ok()?.path())).collect();
    names.sort();
    Ok(names)
}

/// Builds the targets, runs each for its time and tells what came of it. Fails when one found something.
pub fn run(options: &Options) -> Result<(), String> {
    let host = host()?;
    let target = root().join("target/fuzz");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut build = Command::new(cargo);
    // With a target that is named, scripts and macros of the build are left as they are.
    build.args(["build", "--release", "--target", &host, "--target-dir"]).arg(&target);
    build.args(options.targets.iter().flat_map(|name| ["--bin", name.as_str()]));
    build.current_dir(root().join("fuzz")).env("RUSTFLAGS", COVERAGE).env_remove("CARGO_ENCODED_RUSTFLAGS");
    step("targets with their paths counted", &mut build)?;

    let binaries = target.join(&host).join("release");
    let waiting = Mutex::new(options.targets.iter());
    let outcomes = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().ok().and_then(|mut waiting| waiting.next());
                    let Some(name) = next else { break };
                    let outcome = fuzz(&binaries.join(name), name, &target, options.minutes);
                    println!("{}", told(name, &outcome));
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.insert(name.clone(), outcome);
                    }
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().map_err(|error| error.to_string())?;
    println!("== all");
    outcomes.iter().for_each(|(name, outcome)| println!("{}", told(name, outcome)));
    let failed: Vec<&str> = outcomes
        .iter()
        .filter(|(_, outcome)| outcome.as_ref().map_or(true, |done| !done.found.is_empty()))
        .map(|(name, _)| name.as_str())
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("something was found by: {}", failed.join(", "))) }
}

/// What a run of one target came to.
#[derive(Debug, Default)]
struct Outcome {
    executions: u64,
    seconds: f64,
    /// Edges of the program that were taken.
    coverage: u64,
    /// Inputs that are kept.
    corpus: usize,
    /// Inputs that broke a promise, took too long or too much memory.
    found: Vec<PathBuf>,
}

fn told(name: &str, outcome: &Result<Outcome, String>) -> String {
    match outcome {
        Ok(done) => {
            let found: String = done.found.iter().map(|path| format!("\n    {}", path.display())).collect();
            format!(
                "{name:>14}: {:>9} runs in {:>5.0} s, {:>6} edges, {:>5} inputs kept, {} found{found}",
                done.executions,
                done.seconds,
                done.coverage,
                done.corpus,
                done.found.len(),
            )
        }
        Err(error) => format!("{name:>14}: {error}"),
    }
}

fn fuzz(binary: &Path, name: &str, target: &Path, minutes: f64) -> Result<Outcome, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", binary.display());
    let (corpus, found) = (target.join("corpus").join(name), target.join("found").join(name));
    for folder in [&corpus, &found] {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let before = files(&found);
    let log_path = target.join(format!("{name}.log"));
    let log = std::fs::File::create(&log_path).map_err(failed)?;
    let mut command = Command::new(binary);
    command.arg(&corpus).arg(root().join("fuzz/seeds").join(name)).args([
        format!("-max_total_time={:.0}", (minutes * 60.0).max(1.0)),
        format!("-max_len={LONGEST}"),
        format!("-timeout={HANG}"),
        format!("-artifact_prefix={}/", found.display()),
        "-rss_limit_mb=2048".to_owned(),
        "-len_control=20".to_owned(),
        "-print_final_stats=1".to_owned(),
    ]);
    let dictionary = root().join("fuzz/dictionaries").join(name);
    if dictionary.is_file() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    let start = std::time::Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).status().map_err(failed)?;
    let text = std::fs::read(&log_path).map_err(failed)?;
    let text = String::from_utf8_lossy(&text);
    let new: Vec<PathBuf> = files(&found).into_iter().filter(|path| !before.contains(path)).collect();
    if !status.success() && new.is_empty() {
        return Err(format!("it ended with {status} and nothing found: see {}", log_path.display()));
    }
    Ok(Outcome {
        executions: last_number(&text, "stat::number_of_executed_units:").or(last_try(&text)).unwrap_or(0),
        seconds: start.elapsed().as_secs_f64(),
        coverage: last_number(&text, " cov: ").unwrap_or(0),
        corpus: files(&corpus).len(),
        found: new,
    })
}

/// The number behind the last `words` of a log.
fn last_number(text: &str, words: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once(words)?;
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The last number of a try (`#123`) of a log, where a run broke off before its sums.
fn last_try(text: &str) -> Option<u64> {
    text.lines().rev().find_map(|line| line.strip_prefix('#')?.split_whitespace().next()?.parse().ok())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The machine's own target, as the compiler calls it.
fn host() -> Result<String, String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let told = Command::new(rustc).arg("-vV").output().map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&told.stdout);
    told.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc does not tell its host".to_owned())
}
