//! What code hosts run: the scripts of the action and the workflows, taken out of their files and run in a
//! temporary repository; and what must hold of every workflow.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use casebook::diag::SourceFile;
use casebook::parse::{self, Node};
use serde_json::Value;

use crate::repository::{FILES, Repository, stderr, stdout};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let file = SourceFile::new(path, text);
    let (node, found) = parse::yaml(&file, (0..file.text.len()).into(), 64);
    assert!(found.is_empty(), "{path}: {found:?}");
    node.as_ref().map(Node::to_json).unwrap()
}

fn workflows() -> Vec<(String, Value)> {
    let folder = root().join(".github/workflows");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| format!(".github/workflows/{}", entry.unwrap().file_name().to_string_lossy()))
        .collect();
    names.sort();
    assert!(names.len() >= 4, "{names:?}");
    names
        .into_iter()
        .map(|name| {
            let value = yaml(&name);
            (name, value)
        })
        .collect()
}

fn steps(workflow: &Value) -> Vec<Value> {
    let jobs = workflow["jobs"].as_object().unwrap();
    jobs.values().flat_map(|job| job["steps"].as_array().unwrap().clone()).collect()
}

/// The script of the step called `name`.
fn script(steps: &[Value], name: &str) -> String {
    let step = steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("no step {name}"));
    step["run"].as_str().unwrap().to_owned()
}

/// A place for scripts to run in: a repository, a folder as the runner has one, and the binary on the path.
struct Runner {
    temp: tempfile::TempDir,
}

impl Runner {
    fn new() -> Self {
        let runner = Self { temp: tempfile::tempdir().unwrap() };
        for name in ["bin", "runner"] {
            std::fs::create_dir(runner.path(name)).unwrap();
        }
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_casebook"), runner.path("bin/casebook")).unwrap();
        for name in ["output", "summary", "path"] {
            std::fs::write(runner.path(name), "").unwrap();
        }
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a script as the host does: bash, ending at the first failure.
    fn run(&self, script: &str, folder: &Path, environment: &[(&str, &str)]) -> Output {
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap());
        Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(folder)
            .env("PATH", path)
            .env("RUNNER_TEMP", self.path("runner"))
            .env("GITHUB_OUTPUT", self.path("output"))
            .env("GITHUB_STEP_SUMMARY", self.path("summary"))
            .env("GITHUB_PATH", self.path("path"))
            .env("GITHUB_ACTION_PATH", root())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .envs(environment.iter().copied())
            .output()
            .unwrap()
    }
}

/// A pull request as its check sees it: the merge of a branch into main is checked out.
fn pull_request(change: impl Fn(&Repository)) -> Repository {
    let repository = Repository::with(&FILES);
    repository.git(&["checkout", "-q", "-b", "work"]);
    change(&repository);
    repository.commit("work");
    repository.git(&["checkout", "-q", "main"]);
    repository.edit("content/cases/cable.en.md", "domain: [network]", "domain: [network, storage]");
    repository.commit("meanwhile");
    repository.git(&["merge", "-q", "--no-ff", "-m", "merge", "work"]);
    repository
}

#[test]
fn the_action_checks_reports_and_fails_on_errors_only() {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_array().unwrap();
    let check = script(steps, "Check and report");
    let run = |repository: &Repository, more: &[(&str, &str)]| {
        let runner = Runner::new();
        let mut environment = vec![("ROOT", "."), ("BASE", "HEAD^1"), ("SNAPSHOTS", ""), ("SARIF", "")];
        environment.extend(more);
        let install = runner.run(&script(steps, "Install casebook"), repository.path(), &[]);
        assert!(install.status.success(), "{}", stderr(&install));
        let output = runner.run(&check, repository.path(), &environment);
        (runner, output)
    };
    let wrong = pull_request(|repository| {
        repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    });
    let (runner, output) = run(&wrong, &[("SARIF", "found.sarif")]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("::error file=content/cases/cache.en.md,line=14,"),
        "{}",
        stdout(&output)
    );
    let summary = runner.read("summary");
    assert!(summary.contains("`cache` `t2` supported → **contradicted**"), "{summary}");
    assert!(!summary.contains("`cable`"), "what others did to the base is not told: {summary}");
    let report = runner.read("output");
    let report = report.trim().strip_prefix("report=").unwrap();
    assert_eq!(std::fs::read_to_string(report).unwrap(), summary);
    let sarif: Value = serde_json::from_str(&wrong.read("found.sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");

    let fine = pull_request(|repository| {
        repository.edit("content/cases/cache.en.md", "major", "minor");
    });
    let (runner, output) = run(&fine, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(runner.read("summary").contains("**severity**: Major → Minor"), "{}", runner.read("summary"));

    let (runner, output) = run(&fine, &[("BASE", "")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(runner.read("summary").starts_with("## Check: no errors"), "{}", runner.read("summary"));

    let (_, output) = run(&fine, &[("BASE", "no-such")]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let (_, output) = run(&fine, &[("BASE", "$(touch broken)"), ("ROOT", ".; touch broken")]);
    assert_ne!(output.status.code(), Some(0));
    assert!(!fine.path().join("broken").exists(), "what a caller gives is never run");
}

#[test]
fn the_comment_is_made_anew_by_what_is_merged_and_replaces_the_last_one() {
    let script = script(&steps(&yaml(".github/workflows/comment.yml")), "Report");
    let origin = Repository::with(&FILES);
    origin.git(&["checkout", "-q", "-b", "work"]);
    origin.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let head = origin.commit("work");
    origin.git(&["update-ref", "refs/pull/7/head", "HEAD"]);
    origin.git(&["checkout", "-q", "main"]);
    let run = |asked: &str, numbers: &str, comment: &str| {
        let runner = Runner::new();
        // Stands in for the host's own command: tells what it was asked and answers as it would.
        let gh = format!(
            "#!/bin/bash\necho \"$@\" >> '{log}'\ncase \"$*\" in *repos/o/r/pulls*) echo '{numbers}';; *--paginate*) echo '{comment}';; esac\nfor last; do :; done\ncase \"$last\" in body=@*) cp \"${{last#body=@}}\" '{body}';; esac\n",
            log = runner.path("log").display(),
            body = runner.path("body").display(),
        );
        std::fs::write(runner.path("bin/gh"), gh).unwrap();
        std::fs::set_permissions(runner.path("bin/gh"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
        let server = runner.path("server");
        std::fs::create_dir_all(server.join("o")).unwrap();
        std::os::unix::fs::symlink(origin.path(), server.join("o/r")).unwrap();
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", server.display());
        let cloned = Command::new("git")
            .args(["clone", "-q", &format!("{url}/o/r")])
            .arg(clone.path().join("c"))
            .output()
            .unwrap();
        assert!(cloned.status.success(), "{}", stderr(&cloned));
        let output = runner.run(
            &script,
            &clone.path().join("c"),
            &[
                ("REPOSITORY", "o/r"),
                ("SERVER", &url),
                ("HEAD_OWNER", "stranger"),
                ("HEAD_BRANCH", "$(id)"),
                ("HEAD_SHA", asked),
                ("GH_TOKEN", "x"),
            ],
        );
        assert!(output.status.success(), "{}", stderr(&output));
        let body = std::fs::read_to_string(runner.path("body")).ok();
        (runner.read("log"), body)
    };
    let (log, body) = run(&head, "7", "");
    let body = body.unwrap();
    assert!(
        body.starts_with("## What changes in the library") && body.ends_with("<!-- casebook-report -->\n"),
        "{body}"
    );
    assert!(body.contains("supported → **contradicted**"), "{body}");
    assert!(log.contains("--method POST repos/o/r/issues/7/comments"), "{log}");
    assert!(log.contains("head=stranger:$(id)"), "{log}");
    let (log, _) = run(&head, "7", "99");
    assert!(log.contains("--method PATCH repos/o/r/issues/comments/99"), "{log}");
    let (_, body) = run(&head, "", "");
    assert_eq!(body, None, "a commit of no open pull request is not reported");
    let (_, body) = run(&origin.git(&["rev-parse", "main"]), "7", "");
    assert_eq!(body, None, "a pull request that moved on is not reported");
}

#[test]
fn the_site_that_is_published_passes_its_own_check() {
    let script = script(&steps(&yaml(".github/workflows/pages.yml")), "Build");
    let repository = Repository::with(&FILES);
    let runner = Runner::new();
    // The binary is there already; building it is not this test's matter.
    std::fs::write(runner.path("bin/cargo"), "#!/bin/bash\nexit 0\n").unwrap();
    std::fs::set_permissions(runner.path("bin/cargo"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    std::fs::create_dir_all(repository.path().join("target/release")).unwrap();
    std::os::unix::fs::symlink(
        env!("CARGO_BIN_EXE_casebook"),
        repository.path().join("target/release/casebook"),
    )
    .unwrap();
    let output = runner.run(&script, repository.path(), &[("BASE_URL", "https://o.example/r")]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let page = repository.read("public/en/cases/cache/index.html");
    assert!(page.contains("https://o.example/r/en/cases/cache/"));
    repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let output = runner.run(&script, repository.path(), &[("BASE_URL", "https://o.example/r")]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "a record with an error does not hold the others up: {}",
        stderr(&output)
    );
}

#[test]
fn no_workflow_has_more_rights_than_it_needs_or_runs_what_strangers_write() {
    for (name, workflow) in workflows() {
        let permissions =
            workflow["permissions"].as_object().unwrap_or_else(|| panic!("{name} tells its rights"));
        assert_eq!(permissions["contents"], "read", "{name}");
        let text = workflow.to_string();
        let on = workflow["on"].to_string();
        assert!(!on.contains("pull_request_target"), "{name}");
        if on.contains("\"pull_request\"") {
            assert!(
                !text.contains("write") && !text.contains("secrets."),
                "{name}: a fork's run may write nothing"
            );
        }
        for step in steps(&workflow) {
            if let Some(run) = step["run"].as_str() {
                assert!(!run.contains("${{"), "{name}: values come in by the environment: {run}");
            }
            if step["uses"].as_str().is_some_and(|uses| uses.starts_with("actions/checkout@")) {
                assert_eq!(step["with"]["persist-credentials"], false, "{name}");
            }
        }
        let jobs = workflow["jobs"].as_object().unwrap();
        assert!(jobs.values().all(|job| job["timeout-minutes"].is_number()), "{name}: every job is bounded");
    }
    let action = yaml("action.yml");
    for step in action["runs"]["steps"].as_array().unwrap() {
        assert!(!step["run"].as_str().unwrap().contains("${{"), "{step}");
    }
}

#[test]
fn hooks_and_the_example_for_gitlab_call_commands_that_are_there() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let repository = Repository::with(&FILES);
    repository.edit("content/cases/cache.en.md", "lasted 52 minutes.[^t2]", "lasted 25 minutes.[^t2]");
    let entry = |id: &str| {
        let hook = hooks.as_array().unwrap().iter().find(|hook| hook["id"] == id).unwrap();
        hook["entry"].as_str().unwrap().to_owned()
    };
    let runner = Runner::new();
    let output = runner.run(&entry("casebook-check"), repository.path(), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let output = runner.run(&entry("casebook-fmt"), repository.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    let gitlab = yaml("docs/examples/gitlab-ci.yml");
    let base = repository.git(&["rev-parse", "HEAD"]);
    repository.commit("work");
    let lines = |job: &str| -> Vec<String> {
        let lines = gitlab[job]["script"].as_array().unwrap();
        lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    let environment =
        [("CI_MERGE_REQUEST_DIFF_BASE_SHA", base.as_str()), ("CI_PAGES_URL", "https://o.example/r")];
    let check = lines("check");
    assert!(runner.run(&check[0], repository.path(), &environment).status.success());
    assert!(repository.read("casebook-report.md").contains("contradicted"));
    assert_eq!(runner.run(&check[1], repository.path(), &environment).status.code(), Some(1));
    for line in lines("pages") {
        let output = runner.run(&line, repository.path(), &environment);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
    }
}

#[test]
fn the_editor_finds_schemas_that_are_current() {
    let folder = root().join("docs/schema");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    for kind in ["record", "source", "vocabulary", "glossary"] {
        let output = crate::repository::casebook().args(["schema", kind]).output().unwrap();
        let path = folder.join(format!("{kind}.json"));
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &output.stdout).unwrap();
        }
        let stored = std::fs::read(&path).unwrap_or_default();
        assert!(stored == output.stdout, "{} is out of date: write it with UPDATE_DOCS=1", path.display());
    }
    let settings = std::fs::read_to_string(root().join(".vscode/settings.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let schemas = settings["json.schemas"].as_array().unwrap().iter().map(|own| own["url"].as_str().unwrap());
    let toml = settings["evenBetterToml.schema.associations"].as_object().unwrap().values();
    for url in schemas.chain(toml.map(|url| url.as_str().unwrap())) {
        assert!(root().join(url).is_file(), "{url}");
    }
}

/// The steps of the release that pack an archive and sum it up, run here with the binary under test.
#[test]
fn a_release_holds_the_program_its_completions_and_manual_pages() {
    let release = yaml(".github/workflows/release.yml");
    let steps = steps(&release);
    let folder = tempfile::tempdir().unwrap();
    let root_of = folder.path();
    let (tag, target) = (concat!("v", env!("CARGO_PKG_VERSION")), "x86_64-unknown-linux-musl");
    let built = root_of.join("target").join(target).join("release");
    std::fs::create_dir_all(&built).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_casebook"), built.join("casebook")).unwrap();
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml"] {
        std::fs::copy(root().join(file), root_of.join(file)).unwrap();
    }
    let run = |name: &str, tag: &str| {
        let mut command = Command::new("bash");
        command.args(["-eo", "pipefail", "-c", &script(&steps, name)]).current_dir(root_of);
        command.env("TARGET", target).env("TAG", tag).output().unwrap()
    };
    assert!(run("The tag is the version", tag).status.success());
    assert!(
        !run("The tag is the version", "v99.0.0").status.success(),
        "a tag that is another version is refused"
    );
    let packed = run("Pack", tag);
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let summed = run("Checksums", tag);
    assert!(summed.status.success(), "{}", String::from_utf8_lossy(&summed.stderr));
    let sums = std::fs::read_to_string(root_of.join("dist/SHA256SUMS")).unwrap();
    assert!(sums.ends_with(&format!("  casebook-{tag}-{target}.tar.gz\n")), "{sums}");
    let listed = Command::new("tar")
        .args(["-tzf"])
        .arg(root_of.join(format!("dist/casebook-{tag}-{target}.tar.gz")))
        .output();
    let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
    for file in [
        "casebook",
        "LICENSE-MIT",
        "completions/casebook.bash",
        "completions/casebook.zsh",
        "completions/casebook.fish",
        "man/casebook.1",
        "man/casebook-check.1",
    ] {
        assert!(
            listed.lines().any(|own| own == format!("casebook-{tag}-{target}/{file}")),
            "{file}: {listed}"
        );
    }
}

/// Completions are scripts that their shell takes, and know the commands.
#[test]
fn completions_are_taken_by_their_shells() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_casebook")).args(["completions", shell]).output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        for word in ["snapshot", "evidence", "changed-from"] {
            assert!(text.contains(word), "{shell} knows {word}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("script");
        std::fs::write(&path, text).unwrap();
        // Shells that are not here cannot be asked.
        if let Ok(asked) = Command::new(shell).arg("-n").arg(&path).output() {
            assert!(asked.status.success(), "{shell}: {}", String::from_utf8_lossy(&asked.stderr));
        }
    }
    let script = "source <(\"$0\" completions bash); COMP_WORDS=(casebook che); COMP_CWORD=1; \
                  _casebook casebook che casebook; echo \"${COMPREPLY[*]}\"";
    let output = Command::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_casebook")]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        "check",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
