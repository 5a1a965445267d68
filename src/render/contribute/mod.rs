//! The script of the contribute page: its modules as one asset, and the host's page for a new file.

use serde_json::{Value, json};

use super::html::{Target, encode_path, target};
use super::theme::Files;
use crate::index;
use crate::model::Config;

/// Name of the script among the assets.
pub const SCRIPT: &str = "contribute.js";

/// Folder of cases in a library.
const CASES: &str = "content/cases/";

/// The modules, each after those that it imports.
const MODULES: [&str; 2] = [include_str!("record.js"), include_str!("form.js")];

/// Lays the script over the theme's assets.
pub fn add_script(files: &mut Files) {
    files.assets.insert(SCRIPT.to_owned(), script().into_bytes());
}

/// One module: within it nothing is imported, and nothing outside it needs an export.
fn script() -> String {
    let mut script = String::new();
    for line in MODULES.into_iter().flat_map(index::code) {
        if !line.starts_with("import ") {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

/// The kinds of code hosts whose pages for a new file can be filled in by an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    GitHub,
    GitLab,
    /// Gitea and Forgejo.
    Gitea,
}

/// What kind of host `repo` is at, by the host's name; `None` where the name does not tell.
fn kind(repo: &str) -> Option<Kind> {
    let host = repo.split_once("://")?.1.split(['/', ':']).next()?.to_ascii_lowercase();
    let named = |name: &str| host.split(['.', '-']).any(|part| part == name);
    if named("github") {
        Some(Kind::GitHub)
    } else if named("gitlab") {
        Some(Kind::GitLab)
    } else if ["codeberg", "gitea", "forgejo"].into_iter().any(named) {
        Some(Kind::Gitea)
    } else {
        None
    }
}

/// The repository, where it is told and may be linked.
fn repository(config: &Config) -> Option<&str> {
    config.repo.as_deref().filter(|repo| matches!(target(repo), Target::Elsewhere(_)))
}

/// How the script addresses the host's page for a new file.
pub fn host(config: &Config) -> Option<Value> {
    let repo = repository(config)?;
    let branch = encode_path(&config.branch);
    Some(match kind(repo)? {
        Kind::GitHub => {
            json!({"address": format!("{repo}/new/{branch}"), "file": "filename", "text": "value", "folder": CASES})
        }
        Kind::GitLab => {
            json!({"address": format!("{repo}/-/new/{branch}"), "file": "file_name", "text": "content", "folder": CASES})
        }
        // The folder stands in the path there: <https://github.com/go-gitea/gitea/pull/16556>.
        Kind::Gitea => {
            json!({"address": format!("{repo}/_new/{branch}/{CASES}"), "file": "filename", "text": "value", "folder": ""})
        }
    })
}

/// The host's form for an incident, where the host has such forms.
pub fn issue_form(config: &Config) -> Option<String> {
    let repo = repository(config)?;
    (kind(repo)? == Kind::GitHub).then(|| format!("{repo}/issues/new?template=incident.yml"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn the_script_is_one_small_module() {
        let script = script();
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{script}");
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(script.as_bytes()).unwrap();
        let size = packed.finish().unwrap().len();
        assert!(size < 12_000, "the script takes {size} bytes");
    }

    #[test]
    fn the_repository_tells_the_page_for_a_new_file() {
        let of = |repo: &str| {
            host(&Config { repo: Some(repo.to_owned()), branch: "trunk".to_owned(), ..Config::default() })
                .map(|host| host["address"].as_str().unwrap().to_owned())
        };
        let same = |repo: &str, wanted: &str| assert_eq!(of(repo).as_deref(), Some(wanted));
        same("https://github.com/o/r", "https://github.com/o/r/new/trunk");
        same("https://gitlab.example.org/g/s/r", "https://gitlab.example.org/g/s/r/-/new/trunk");
        same("https://codeberg.org/o/r", "https://codeberg.org/o/r/_new/trunk/content/cases/");
        assert_eq!(of("https://git.example.org/o/r"), None);
        assert_eq!(of("javascript://github.com/x"), None);
    }
}
