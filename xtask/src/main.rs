//! Development tasks. `cargo xtask test` runs every check of the project, installing what the tests
//! need first: Node packages by `npm ci`, and Chromium from Debian's packages where it is missing.
//! `cargo xtask outside` lets other programs judge what we write for others.
//! `cargo xtask corpus` writes a library of any size for measurements.
//! `cargo xtask fuzz` tries hostile inputs of its own making on every reader.

#![expect(clippy::disallowed_methods, reason = "a development task stands outside the stages")]

mod corpus;
mod fuzz;
mod outside;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const CHROMIUM: &str = "/usr/bin/chromium";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("test") => test(),
        Some("outside") => outside::run(),
        Some("corpus") => match corpus::Options::parse(&arguments[1..]) {
            Ok(options) => corpus::write(&options),
            Err(message) => {
                eprintln!(
                    "xtask: {message}\nusage: cargo xtask corpus --cases N --out DIR [--languages en,ko,ru] [--seed S]"
                );
                return ExitCode::from(2);
            }
        },
        Some("fuzz") => match fuzz::Options::parse(&arguments[1..]) {
            Ok(options) => fuzz::run(&options),
            Err(message) => {
                eprintln!("xtask: {message}\nusage: cargo xtask fuzz [TARGET…] [--minutes N] [--jobs N]");
                return ExitCode::from(2);
            }
        },
        _ => {
            eprintln!(
                "usage: cargo xtask test      all checks: format, lints, tests in Rust, Node and Chromium\n       \
                 cargo xtask outside   workflows, forms, SARIF and the dataset judged by others\n       \
                 cargo xtask corpus    a library of N cases for measurements: --cases N --out DIR\n                             \
                 [--languages en,ko,ru] [--seed S]\n       \
                 cargo xtask fuzz      hostile inputs for every reader: [TARGET…] [--minutes N] [--jobs N]"
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

fn test() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    step("format", Command::new(&cargo).args(["fmt", "--all", "--check"]))?;
    step(
        "lints",
        Command::new(&cargo).args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    step("tests in Rust", Command::new(&cargo).args(["test", "--workspace"]))?;
    step(
        "the library, with the release binary",
        Command::new(&cargo).args([
            "run",
            "--release",
            "--",
            "build",
            "--base-url",
            "https://example.org/lib/",
        ]),
    )?;
    step("the built site", Command::new(&cargo).args(["run", "--release", "--", "check", "--site"]))?;

    outside::run()?;

    install_chromium()?;
    let browser = root().join("tests/browser");
    step(
        "packages for the browser tests",
        Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&browser),
    )?;
    step(
        "types of the scripts",
        Command::new("npm").args(["run", "--silent", "types"]).current_dir(&browser),
    )?;
    step("tests in Node and Chromium", Command::new("npm").args(["test", "--silent"]).current_dir(&browser))?;
    println!("all checks passed");
    Ok(())
}

/// Runs one step in the repository's root unless it has a folder of its own, and tells its time.
fn step(name: &str, command: &mut Command) -> Result<(), String> {
    println!("== {name}");
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let start = Instant::now();
    let status = command
        .status()
        .map_err(|error| format!("{name}: {:?} did not start: {error}", command.get_program()))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

fn install_chromium() -> Result<(), String> {
    if Path::new(CHROMIUM).exists() {
        return Ok(());
    }
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    step("list of packages", apt().args(["update", "-q"]))?;
    let install = ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-noto-cjk"];
    step("Chromium", apt().args(install)).map_err(|error| format!("{error}; install Chromium as {CHROMIUM}"))
}
