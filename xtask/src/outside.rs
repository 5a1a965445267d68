//! `cargo xtask outside`: programs that are not ours look at what we write for others: workflows and forms
//! against the hosts' schemas, SARIF against its own. They come from package registries into `target/`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{root, step};

/// The crate that carries the schema of SARIF 2.1.0.
const SARIF: &str = "serde-sarif = \"=0.8.0\"";

/// Runs every check.
pub fn run() -> Result<(), String> {
    let folder = root().join("target/outside");
    let checker = checker(&folder)?;
    let validate = |what: &str, arguments: &[&str], files: &[PathBuf]| {
        step(what, Command::new(&checker).args(arguments).args(files))
    };
    let builtin = |what: &str, schema: &str, files: &[PathBuf]| {
        validate(what, &["--builtin-schema", &format!("vendor.{schema}")], files)
    };
    builtin("workflows", "github-workflows", &files(".github/workflows", "yml")?)?;
    builtin("the action", "github-actions", &[root().join("action.yml")])?;
    builtin("issue forms", "github-issue-forms", &files(".github/ISSUE_TEMPLATE", "yml")?)?;
    validate(
        "the example for GitLab",
        &["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"],
        &[root().join("docs/examples/gitlab-ci.yml")],
    )?;
    validate("JSON Schemas", &["--check-metaschema"], &files("docs/schema", "json")?)?;

    let schema = sarif_schema(&folder)?;
    let log = folder.join("found.sarif");
    let mut check = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    let out = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    check.args(["run", "--release", "--quiet", "--", "check", "--format", "sarif"]).current_dir(root());
    let status = check.stdout(Stdio::from(out)).status().map_err(|error| error.to_string())?;
    // 1 is a library with errors, of which the log tells.
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("check --format sarif failed ({status})"));
    }
    // One pattern of the published schema is no regular expression of the strict dialect.
    let schema = schema.display().to_string();
    validate("SARIF", &["--regex-variant", "python", "--schemafile", &schema], &[log])
}

/// The validator, in a virtual environment of its own.
fn checker(folder: &Path) -> Result<PathBuf, String> {
    let venv = folder.join("venv");
    let checker = venv.join("bin/check-jsonschema");
    if !checker.is_file() {
        step("a virtual environment", Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        let mut pip = Command::new(venv.join("bin/pip"));
        step("check-jsonschema", pip.args(["install", "--quiet", "check-jsonschema"]))?;
    }
    Ok(checker)
}

/// The schema of SARIF, out of a crate that carries it.
fn sarif_schema(folder: &Path) -> Result<PathBuf, String> {
    let package = folder.join("sarif");
    let schema = package.join("vendor/serde-sarif/src/schema.json");
    if !schema.is_file() {
        let failed = |error: std::io::Error| format!("{}: {error}", package.display());
        std::fs::create_dir_all(package.join("src")).map_err(failed)?;
        std::fs::write(package.join("src/lib.rs"), "").map_err(failed)?;
        let manifest = format!(
            "[package]\nname = \"sarif\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{SARIF}\n"
        );
        std::fs::write(package.join("Cargo.toml"), manifest).map_err(failed)?;
        let mut vendor = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        vendor.args(["vendor", "--quiet", "vendor"]).stdout(Stdio::null()).current_dir(&package);
        step("the schema of SARIF", &mut vendor)?;
    }
    Ok(schema)
}

/// The files of a folder with this extension, sorted.
fn files(folder: &str, extension: &str) -> Result<Vec<PathBuf>, String> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|own| own == extension));
    files.sort();
    if files.is_empty() { Err(format!("{} has no .{extension} file", folder.display())) } else { Ok(files) }
}
