//! What the repository around a library holds, by the `git` executable: no shell, no change to the
//! work tree, and bounds on time and size.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::output::Failure;

/// How long one call may take.
const TIME: Duration = Duration::from_secs(120);

/// The most bytes that are taken from one call.
const BYTES: u64 = 2 << 30;

/// A file larger than this is no text of a library; its bytes are not asked for.
const FILE: u64 = 64 << 20;

/// A repository, seen from the library's folder in it.
#[derive(Debug)]
pub struct Repository {
    root: PathBuf,
    /// The library's folder in the repository, with a final slash, or empty.
    prefix: String,
}

/// A file of a revision: path below the library's root, and its bytes.
pub type File = (String, Vec<u8>);

impl Repository {
    /// The repository that the library at `root` lies in.
    pub fn open(root: &Path) -> Result<Self, Failure> {
        let mut repository = Self { root: root.to_owned(), prefix: String::new() };
        let prefix = repository.text(&["rev-parse", "--show-prefix"]).map_err(|failure| match failure {
            Failure::Usage(message) if message.contains("not a git repository") => Failure::Usage(format!(
                "{} is in no git repository, so no revision of it can be compared",
                root.display()
            )),
            other => other,
        })?;
        repository.prefix = prefix.trim_end_matches(['\n', '\r']).to_owned();
        Ok(repository)
    }

    /// The commit that `revision` names.
    pub fn commit(&self, revision: &str) -> Result<String, Failure> {
        let unknown = || {
            Failure::Usage(format!(
                "git knows no revision `{revision}` here; give a branch, tag or commit (in a shallow clone, \
                 fetch it first: git fetch origin {revision})"
            ))
        };
        if revision.is_empty() || revision.starts_with('-') || revision.contains(char::is_control) {
            return Err(unknown());
        }
        let asked = format!("{revision}^{{commit}}");
        let commit = self.text(&["rev-parse", "--verify", "--quiet", "--end-of-options", &asked]).map_err(
            |failure| match failure {
                Failure::Usage(_) => unknown(),
                other => other,
            },
        )?;
        let commit = commit.trim();
        let is_id = commit.len() >= 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
        if is_id { Ok(commit.to_owned()) } else { Err(unknown()) }
    }

    /// Where the line of `head` left that of `base`; `base` itself where they never met, as in a
    /// shallow clone.
    pub fn merge_base(&self, base: &str, head: &str) -> Result<String, Failure> {
        match self.text(&["merge-base", base, head]) {
            Ok(commit) if !commit.trim().is_empty() => Ok(commit.trim().to_owned()),
            Ok(_) | Err(Failure::Usage(_)) => Ok(base.to_owned()),
            Err(failure) => Err(failure),
        }
    }

    /// Paths below the library's root that differ between `commit` and the work tree, those that are
    /// not added yet among them. A renamed file counts under both names.
    pub fn changed_since(&self, commit: &str) -> Result<BTreeSet<String>, Failure> {
        let options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--relative"];
        let mut diff = vec!["diff"];
        diff.extend(options);
        diff.extend([commit, "--", "."]);
        let mut paths = names(&self.run(&diff, None)?);
        let others = ["ls-files", "--others", "--exclude-standard", "-z", "--", "."];
        paths.extend(names(&self.run(&others, None)?));
        Ok(paths)
    }

    /// The library's files at `commit`: settings and everything under `content/`. Files that are no
    /// texts come without their bytes.
    pub fn files(&self, commit: &str) -> Result<Vec<File>, Failure> {
        let list = self.run(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit], None)?;
        let mut wanted: Vec<(String, String)> = Vec::new();
        let mut files: Vec<File> = Vec::new();
        for entry in list.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()) {
            let entry = String::from_utf8_lossy(entry);
            let Some((about, path)) = entry.split_once('\t') else { continue };
            let Some(path) = path.strip_prefix(&self.prefix) else { continue };
            if path != "casebook.toml" && !path.starts_with("content/") {
                continue;
            }
            let about: Vec<&str> = about.split_whitespace().collect();
            let &[mode, "blob", object, size] = about.as_slice() else { continue };
            // A link's blob is the path that it leads to.
            if mode == "120000" {
                continue;
            }
            let text = [".md", ".json", ".toml"].iter().any(|end| path.to_ascii_lowercase().ends_with(end));
            if text && size.parse().is_ok_and(|size: u64| size <= FILE) {
                wanted.push((path.to_owned(), object.to_owned()));
            } else {
                files.push((path.to_owned(), Vec::new()));
            }
        }
        let asked: String = wanted.iter().map(|(_, object)| format!("{object}\n")).collect();
        let answer = self.run(&["cat-file", "--batch"], Some(asked.into_bytes()))?;
        let mut rest = answer.as_slice();
        for (path, object) in wanted {
            let (bytes, after) = blob(rest, &object)
                .ok_or_else(|| Failure::Machine(format!("git did not give {path} of {commit}")))?;
            files.push((path, bytes.to_vec()));
            rest = after;
        }
        Ok(files)
    }

    fn text(&self, arguments: &[&str]) -> Result<String, Failure> {
        Ok(String::from_utf8_lossy(&self.run(arguments, None)?).into_owned())
    }

    /// Runs git in the library's folder. That it refuses is a wrong call, with its own words.
    fn run(&self, arguments: &[&str], input: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
        let child = Command::new("git")
            .arg("-C")
            .arg(&self.root)
            .args(["-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "--no-optional-locks"])
            .args(arguments)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Failure::Usage(
                    "git is not installed or not on the path; revisions are read with it".to_owned(),
                ),
                _ => Failure::machine("git", &error),
            })?;
        let what = arguments.first().copied().unwrap_or_default();
        let (succeeded, out, said) = finish(child, input)?;
        if succeeded {
            return Ok(out);
        }
        let said = String::from_utf8_lossy(&said);
        let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it gives no reason");
        Err(Failure::Usage(format!("git {what}: {}", line.trim_start_matches("fatal: "))))
    }
}

/// Waits for `child` within bounds: whether it ended well, its output, and what it said.
fn finish(mut child: Child, input: Option<Vec<u8>>) -> Result<(bool, Vec<u8>, Vec<u8>), Failure> {
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        // Its own thread, since git answers before it has read everything. One that stops reading
        // is judged by its status.
        std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let (tell, told) = mpsc::channel();
    let streams = [
        child.stdout.take().map(|out| Box::new(out) as Box<dyn Read + Send>),
        child.stderr.take().map(|err| Box::new(err) as Box<dyn Read + Send>),
    ];
    for (number, stream) in streams.into_iter().enumerate() {
        let tell = tell.clone();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stream.map_or(Ok(0), |stream| stream.take(BYTES + 1).read_to_end(&mut bytes));
            // Nobody listens any more where the time is over.
            let _ = tell.send((number, read.map(|_| bytes)));
        });
    }
    let mut texts = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        match told.recv_timeout(TIME) {
            Ok((number, Ok(bytes))) if bytes.len() as u64 <= BYTES => texts[number] = bytes,
            Ok((_, Err(error))) => {
                stop(&mut child);
                return Err(Failure::machine("git", &error));
            }
            Ok(_) => {
                stop(&mut child);
                return Err(Failure::Machine("git gave more than can be taken".to_owned()));
            }
            Err(_) => {
                stop(&mut child);
                return Err(Failure::Machine(format!(
                    "git gave no answer within {} seconds",
                    TIME.as_secs()
                )));
            }
        }
    }
    let status = child.wait().map_err(|error| Failure::machine("git", &error))?;
    let [out, said] = texts;
    Ok((status.success(), out, said))
}

fn stop(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

fn names(list: &[u8]) -> BTreeSet<String> {
    let names = list.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// The first answer of `cat-file --batch` in `answers`, which is of `object`, and what follows it.
fn blob<'a>(answers: &'a [u8], object: &str) -> Option<(&'a [u8], &'a [u8])> {
    let end = memchr::memchr(b'\n', answers)?;
    let head = std::str::from_utf8(&answers[..end]).ok()?;
    let size: usize = head.strip_prefix(object)?.trim().strip_prefix("blob ")?.parse().ok()?;
    let bytes = answers.get(end + 1..end.checked_add(1)?.checked_add(size)?)?;
    let rest = answers.get(end + 1 + size..)?;
    Some((bytes, rest.strip_prefix(b"\n").unwrap_or(rest)))
}

/// The folder `root` in the repository around it with a final slash, or empty; read from where the
/// `.git` lies, without git.
pub fn prefix(root: &Path) -> String {
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let Some(top) = root.ancestors().find(|folder| folder.join(".git").exists()) else {
        return String::new();
    };
    let below = root.strip_prefix(top).unwrap_or(Path::new(""));
    below.components().map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_git_are_cut_by_their_sizes() {
        let answers = b"aa blob 3\nx\ny\nbb blob 0\n\n";
        let (first, rest) = blob(answers, "aa").unwrap();
        assert_eq!(first, b"x\ny");
        let (second, rest) = blob(rest, "bb").unwrap();
        assert!(second.is_empty() && rest.is_empty());
        assert!(blob(b"aa missing\n", "aa").is_none());
        assert!(blob(b"aa blob 99\nshort", "aa").is_none());
    }
}
