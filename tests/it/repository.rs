//! A git repository in a temporary folder that depends on nobody's settings.

use std::path::Path;
use std::process::{Command, Output};

/// A folder with a library under version control.
pub struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    /// An empty repository on the branch `main`.
    pub fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    /// One with these files in its first commit.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let repository = Self::new();
        for (path, text) in files {
            repository.write(path, text);
        }
        repository.commit("first");
        repository
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path().join(path)).unwrap()
    }

    /// Replaces `from`, which has to be there, by `to` in a file.
    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from}");
        self.write(path, &text.replace(from, to));
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let output =
            isolated(Command::new("git")).arg("-C").arg(self.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Commits everything; gives the commit.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub fn casebook(&self, arguments: &[&str]) -> Output {
        casebook().args(arguments).current_dir(self.path()).output().unwrap()
    }
}

/// The command under test, with no settings of the machine's.
pub fn casebook() -> Command {
    let mut command = isolated(Command::new(env!("CARGO_BIN_EXE_casebook")));
    command.env_remove("NO_COLOR").env("TZ", "UTC");
    command
}

fn isolated(mut command: Command) -> Command {
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"] {
        command.env_remove(name);
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_NAME", "Test")
        .env("GIT_AUTHOR_EMAIL", "test@example.org")
        .env("GIT_COMMITTER_NAME", "Test")
        .env("GIT_COMMITTER_EMAIL", "test@example.org")
        .env("GIT_AUTHOR_DATE", "2026-11-30T12:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-11-30T12:00:00Z");
    command
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A source with its text.
pub const LOG: &str = "---\nurl: https://example.org/log\narchived: https://web.archive.org/web/20260101000000/https://example.org/log\nkind: log\nlang: en\npublished: 2026-01-05\n---\n\nOn January 4 the cache went cold. Response times rose from 20 ms to 900 ms. The outage lasted 52 minutes. The cache was warmed by hand.\n";

/// A case with three claims.
pub const CACHE: &str = "---\ntitle: A cold cache took the shop down\norg: Acme\ndate: 2026-01-04\nseverity: major\ndomain: [database]\ncomponents: [cache]\nsymptoms: [high-latency]\nsources: [log]\nreview: {written_by: a person}\nupdated_at: 2026-01-06\n---\n\nResponse times rose from 20 ms to 900 ms.[^t1] The outage lasted 52 minutes.[^t2]\n\n## Remediation\n\n- The cache was warmed by hand.[^t3]\n\n[^t1]: log: \"Response times rose from 20 ms to 900 ms.\"\n[^t2]: log: \"The outage lasted 52 minutes.\"\n[^t3]: log: \"The cache was warmed by hand.\"\n";

/// A case that uses nothing of the other.
pub const CABLE: &str = "---\ntitle: A cable was cut\norg: Globex\ndate: 2025-05-05\ndomain: [network]\nsources:\n  - {id: s1, url: \"https://example.org/cable\", kind: blog}\n---\n\nA digger cut the cable.\n";

/// The library of these.
pub const FILES: [(&str, &str); 4] = [
    ("casebook.toml", "title = \"Test\"\nlanguages = [\"en\", \"ko\"]\n"),
    ("content/sources/log.md", LOG),
    ("content/cases/cache.en.md", CACHE),
    ("content/cases/cable.en.md", CABLE),
];
