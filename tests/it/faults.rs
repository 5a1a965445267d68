//! What the machine does to a build: it is killed, stopped, short of room, refused, and its inputs vanish, lead
//! in circles, are huge or oddly called. Each is told, and nothing is lost: the site is the former one or the
//! new one, file by file, and the next build makes it whole.

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const STAGE: &str = ".casebook-stage";

fn casebook(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casebook"));
    command.current_dir(root).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str], root: &Path) -> Output {
    casebook(root).args(arguments).output().unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn put(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn case(number: usize, word: &str) -> (String, String) {
    let text = format!(
        "---\nid: C-{number}\ntitle: Cache {number} {word}\ndate: 2021-05-{:02}\norg: Example\nseverity: major\n---\n\n\
         ## Summary\n\nThe cache of region {number} {word}.[^a]\n\n[^a]: report: \"writes failed in region {number}\"\n",
        number + 1
    );
    (format!("content/cases/c-{number}.en.md"), text)
}

/// A library of six cases.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    put(
        root,
        "casebook.toml",
        "title = \"Library\"\nbase_url = \"https://example.org/lib/\"\nlanguages = [\"en\"]\n",
    );
    let body: String =
        (0..9).map(|number| format!("At noon writes failed in region {number}.\n\n")).collect();
    let head = "---\nurl: https://example.org/report\nlang: en\nlicence: CC0-1.0\nkind: postmortem\n---\n\n";
    put(root, "content/sources/report.md", format!("{head}{body}"));
    for (path, text) in (0..6).map(|number| case(number, "filled")) {
        put(root, &path, text);
    }
    folder
}

/// Changes the library: a case is another, one is gone, one is new.
fn change(root: &Path) {
    let (path, text) = case(2, "overflowed");
    put(root, &path, text);
    std::fs::remove_file(root.join(case(4, "").0)).unwrap();
    let (path, text) = case(7, "burst");
    put(root, &path, text);
}

/// Every file below `root` with its bytes, and without what a build that did not end keeps for itself.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(root)
        .into_iter()
        .filter_entry(|entry| entry.file_name() != STAGE)
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(root).unwrap().to_string_lossy().into_owned();
            (path, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    for (path, bytes) in tree(from) {
        put(to, &path, bytes);
    }
}

#[track_caller]
fn same(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>, what: &str) {
    let differ = a.keys().chain(b.keys()).filter(|path| a.get(*path) != b.get(*path)).min();
    assert_eq!(differ, None, "{what}");
}

/// A library, its site before a change, and the site that a clean build makes after it.
struct Changed {
    library: tempfile::TempDir,
    before: BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
}

impl Changed {
    fn new() -> Self {
        let library = library();
        let root = library.path();
        assert!(run(&["build", "--out", "before"], root).status.success());
        change(root);
        assert!(run(&["build", "--out", "after"], root).status.success());
        let (before, after) = (tree(&root.join("before")), tree(&root.join("after")));
        assert!(before.keys().any(|path| !after.contains_key(path)) && before.len() > 40);
        Self { library, before, after }
    }

    fn root(&self) -> &Path {
        self.library.path()
    }

    /// Puts the former site, as its build left it, at `public`, beside a file that no build wrote.
    fn reset(&self) {
        copy(&self.root().join("before"), &self.root().join("public"));
        put(self.root(), "public/CNAME", "example.org");
    }

    /// Every file is the former one or the new one, and all are there that both have.
    fn nothing_is_lost(&self, what: &str) {
        let now = tree(&self.root().join("public"));
        assert_eq!(now["CNAME"], b"example.org", "{what}");
        for (path, bytes) in now.iter().filter(|(path, _)| !matches!(path.as_str(), "manifest.txt" | "CNAME"))
        {
            let known = [self.before.get(path), self.after.get(path)];
            assert!(known.contains(&Some(bytes)), "{what}: {path} is half of something");
        }
        for path in self.before.keys().filter(|path| self.after.contains_key(*path)) {
            assert!(now.contains_key(path), "{what}: {path} is lost");
        }
        let manifest = String::from_utf8(now["manifest.txt"].clone()).unwrap();
        let named: Vec<&str> =
            manifest.lines().filter_map(|line| line.split_once("  ")).map(|(_, path)| path).collect();
        for path in now.keys().filter(|path| !matches!(path.as_str(), "manifest.txt" | "CNAME")) {
            assert!(named.contains(&path.as_str()), "{what}: nobody knows of {path}");
        }
    }

    /// The next build makes what a clean one makes, and leaves nothing of its own.
    fn the_next_build_is_whole(&self, what: &str) {
        let root = self.root();
        let built = run(&["build"], root);
        assert!(built.status.success(), "{what}: {}", err(&built));
        let mut now = tree(&root.join("public"));
        assert_eq!(now.remove("CNAME").as_deref(), Some(b"example.org".as_slice()), "{what}");
        same(&now, &self.after, what);
        assert!(!root.join("public").join(STAGE).exists(), "{what}");
    }
}

fn start(root: &Path, arguments: &[&str]) -> Child {
    let mut command = casebook(root);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until `ready`, or the child has ended; whether it was ready.
fn until(child: &mut Child, ready: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(120) {
        if ready() {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    panic!("it neither ended nor got ready");
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[test]
fn a_build_killed_at_any_moment_leaves_whole_files_and_the_next_completes_it() {
    let changed = Changed::new();
    let root = changed.root();
    changed.reset();
    let begun = Instant::now();
    assert!(run(&["build"], root).status.success());
    let whole = begun.elapsed();
    // Over the whole length of a build.
    for nth in 1..8 {
        changed.reset();
        let mut child = start(root, &["build"]);
        std::thread::sleep(whole * nth / 8);
        let _ = child.kill();
        let _ = child.wait();
        let what = format!("killed at {nth}/8");
        changed.nothing_is_lost(&what);
        if nth % 3 == 1 {
            changed.the_next_build_is_whole(&what);
        }
    }
    // At the moments that matter: once it stages, and while it puts files in place.
    let public = root.join("public");
    let manifest = public.join("manifest.txt");
    type Moment<'a> = (&'a str, &'a dyn Fn() -> bool);
    let staged = || public.join(STAGE).join("tree").exists();
    let placing = || std::fs::read_to_string(&manifest).is_ok_and(|text| text.contains("-----  "));
    let new_there = || public.join("en/cases/C-7").exists();
    let old_gone = || !public.join("en/cases/C-4").exists();
    let moments: [Moment<'_>; 4] = [
        ("staging", &staged),
        ("placing", &placing),
        ("the new case is there", &new_there),
        ("the old case is gone", &old_gone),
    ];
    for (what, ready) in moments {
        changed.reset();
        let mut child = start(root, &["build"]);
        until(&mut child, ready);
        let _ = child.kill();
        let _ = child.wait();
        changed.nothing_is_lost(what);
        changed.the_next_build_is_whole(what);
    }
}

#[test]
fn a_build_that_is_stopped_says_so_and_leaves_the_former_site() {
    let changed = Changed::new();
    let root = changed.root();
    for (name, number) in [("-INT", 2), ("-TERM", 15)] {
        changed.reset();
        let mut child = start(root, &["build"]);
        let staged = root.join("public").join(STAGE).join("tree");
        assert!(until(&mut child, || staged.exists()), "the build ended too soon");
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(number), "{:?} {}", output.status, err(&output));
        assert!(err(&output).contains("casebook: stopped; "), "{}", err(&output));
        assert!(!root.join("public").join(STAGE).exists());
        let mut now = tree(&root.join("public"));
        now.remove("CNAME");
        // The signal may come when all is staged; then the new site is put in place whole.
        let (site, words) = if err(&output).contains("as it was") {
            (&changed.before, "the former site is as it was")
        } else {
            (&changed.after, "the new site is in place")
        };
        assert!(err(&output).contains(words), "{}", err(&output));
        same(&now, site, name);
    }
    changed.the_next_build_is_whole("after ^C");
}

#[test]
fn a_server_that_is_stopped_says_so() {
    let library = library();
    for name in ["-INT", "-TERM"] {
        let mut child = start(library.path(), &["serve", "--port", "0"]);
        let mut told = String::new();
        let mut stderr = child.stderr.take().unwrap();
        let mut byte = [0];
        while !told.contains("serving http://127.0.0.1:") {
            assert_eq!(stderr.read(&mut byte).unwrap(), 1, "{told}");
            told.push(char::from(byte[0]));
        }
        signal(&child, name);
        stderr.read_to_string(&mut told).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(told.ends_with("stopped\n"), "{told}");
    }
}

/// Runs a script in a namespace of its own, in which it may mount; `None`, with a message, where the
/// machine has none. `CASEBOOK_REQUIRE_SHARED=1` makes that a failure.
fn in_namespace(script: &str, root: &Path) -> Option<Output> {
    let within = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["-rm", "sh", "-euc", script])
            .current_dir(root)
            .env("CASEBOOK", env!("CARGO_BIN_EXE_casebook"));
        command.stdin(Stdio::null()).output()
    };
    let able = within("mount -t tmpfs -o size=64k tmpfs /mnt").is_ok_and(|output| output.status.success());
    if able {
        return Some(within(script).unwrap());
    }
    let required = std::env::var_os("CASEBOOK_REQUIRE_SHARED").is_some_and(|value| value == "1");
    assert!(!required, "no namespace in which to mount can be had here");
    eprintln!("skipped: no namespace in which to mount can be had here");
    None
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let changed = Changed::new();
    let root = changed.root();
    // Room left, in pages: none at all, some for a few files, some for many but not the manifest.
    let script = "
        mkdir disk; mount -t tmpfs -o size=64m,mode=755 tmpfs disk
        for room in 0 1 2 8 40 120; do
            rm -rf disk/public; mount -o remount,size=64m disk
            cp -r before disk/public
            used=$(df -k --output=used disk | tail -1)
            mount -o remount,size=$((used + room * 4))k disk
            status=0; \"$CASEBOOK\" build --out disk/public >told-$room 2>&1 || status=$?
            echo $status >status-$room
            cp -r disk/public kept-$room
            mount -o remount,size=64m disk
            \"$CASEBOOK\" build --out disk/public >/dev/null 2>&1
            cp -r disk/public mended-$room
        done";
    let Some(output) = in_namespace(script, root) else { return };
    assert!(output.status.success(), "{}", err(&output));
    let mut failed = 0;
    for room in [0, 1, 2, 8, 40, 120] {
        let read = |name: &str| std::fs::read_to_string(root.join(format!("{name}-{room}"))).unwrap();
        let (status, told) = (read("status"), read("told"));
        let kept = tree(&root.join(format!("kept-{room}")));
        if status.trim() == "0" {
            same(&kept, &changed.after, &format!("{room} pages"));
        } else {
            failed += 1;
            assert_eq!(status.trim(), "3", "{room} pages: {told}");
            assert!(told.contains("disk/public/") && told.contains("No space left on device"), "{told}");
            same(&kept, &changed.before, &format!("{room} pages"));
            assert!(!root.join(format!("kept-{room}")).join(STAGE).exists(), "the room is given back");
        }
        same(&tree(&root.join(format!("mended-{room}"))), &changed.after, "with room again");
    }
    assert!(failed >= 3, "the disk was never full");
}

#[test]
fn a_record_is_written_whole_or_not_at_all() {
    let library = library();
    let root = library.path();
    let long = "word ".repeat(20_000);
    put(root, "long.json", format!("{{\"id\": \"LONG\", \"title\": \"Long\", \"summary\": \"{long}\"}}"));
    let script = "
        mkdir disk; mount -t tmpfs -o size=64m,mode=755 tmpfs disk
        cp -r casebook.toml content disk/
        used=$(df -k --output=used disk | tail -1); mount -o remount,size=$((used + 16))k disk
        status=0; \"$CASEBOOK\" import incidentlib long.json --root disk 2>told || status=$?
        echo $status >status
        find disk/content -name '*LONG*' -o -name '.casebook-*' >found
        mount -o remount,size=64m disk
        \"$CASEBOOK\" import incidentlib long.json --root disk 2>/dev/null
        cp disk/content/cases/LONG.json LONG.json";
    let Some(output) = in_namespace(script, root) else { return };
    assert!(output.status.success(), "{}", err(&output));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    assert_eq!(read("status").trim(), "3", "{}", read("told"));
    assert!(read("told").contains("LONG.json") && read("told").contains("No space left"), "{}", read("told"));
    assert_eq!(read("found"), "", "half a record is none");
    assert!(read("LONG.json").contains(long.trim()));
}

#[test]
fn an_output_that_may_not_be_written_is_told() {
    let changed = Changed::new();
    let root = changed.root();
    let script = "
        mkdir public; cp -r before/. public; mount --bind public public; mount -o remount,ro,bind public
        status=0; \"$CASEBOOK\" build 2>told || status=$?
        echo $status >status; umount public";
    let Some(output) = in_namespace(script, root) else { return };
    assert!(output.status.success(), "{}", err(&output));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    assert_eq!(read("status").trim(), "3", "{}", read("told"));
    assert!(
        read("told").contains("public") && read("told").contains("Read-only file system"),
        "{}",
        read("told")
    );
    same(&tree(&root.join("public")), &changed.before, "read-only");
}

#[test]
fn what_stands_in_the_way_is_told_and_left() {
    let changed = Changed::new();
    let root = changed.root();
    changed.reset();
    // Where the new case's folder goes stands a file of somebody's own.
    put(root, "public/en/cases/C-7", "mine");
    let output = run(&["build"], root);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(
        err(&output).contains("public/en/cases/C-7") && err(&output).contains("no build wrote"),
        "{}",
        err(&output)
    );
    let mut now = tree(&root.join("public"));
    assert_eq!(now.remove("en/cases/C-7").as_deref(), Some(b"mine".as_slice()));
    now.remove("CNAME");
    same(&now, &changed.before, "in the way");
    std::fs::remove_file(root.join("public/en/cases/C-7")).unwrap();
    changed.the_next_build_is_whole("out of the way");
}

#[test]
fn inputs_that_vanish_are_told_or_left_out_and_the_rest_is_built() {
    let library = library();
    let root = library.path();
    symlink("gone.en.md", root.join("content/cases/dangling.en.md")).unwrap();
    let output = run(&["build"], root);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let told = err(&output);
    assert!(told.contains("L002") && told.contains("content/cases/dangling.en.md"), "{told}");
    assert!(root.join("public/en/cases/C-3/index.html").is_file());
    std::fs::remove_file(root.join("content/cases/dangling.en.md")).unwrap();

    // While files come and go, every run ends as one with or without them.
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut nth = 0_usize;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                nth += 1;
                let figure = format!("content/cases/f-{}/a.png", nth % 3);
                put(
                    root,
                    &format!("content/cases/f-{}/index.en.md", nth % 3),
                    format!("---\ntitle: F {nth}\n---\n\n![x](a.png)\n"),
                );
                put(root, &figure, nth.to_string());
                let (path, text) = case(10 + nth % 3, "came");
                put(root, &path, text);
                std::thread::sleep(Duration::from_millis(2));
                let _ = std::fs::remove_file(root.join(&path));
                let _ = std::fs::remove_dir_all(root.join(format!("content/cases/f-{}", (nth + 1) % 3)));
            }
        });
        for _ in 0..6 {
            let output = run(&["build"], root);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{:?} {}", output.status, err(&output));
            assert!(!err(&output).contains("panicked"), "{}", err(&output));
            let site = tree(&root.join("public"));
            let manifest = String::from_utf8(site["manifest.txt"].clone()).unwrap();
            for line in manifest.lines() {
                let (hash, path) = line.split_once("  ").unwrap();
                assert_eq!(blake3::hash(&site[path]).to_hex().as_str(), hash, "{path}");
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn links_that_lead_in_a_circle_are_told_once_each() {
    let library = library();
    let root = library.path();
    symlink("..", root.join("content/cases/up")).unwrap();
    symlink("self.en.md", root.join("content/cases/self.en.md")).unwrap();
    std::fs::create_dir(root.join("content/cases/deep")).unwrap();
    symlink("../deep", root.join("content/cases/deep/again")).unwrap();
    let output = run(&["check", "--format", "json"], root);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let told: Vec<(String, String)> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["code"] == "L002")
        .map(|finding| {
            (finding["file"].as_str().unwrap().to_owned(), finding["message"].as_str().unwrap().to_owned())
        })
        .collect();
    let files: Vec<&str> = told.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(files, ["content/cases/deep/again", "content/cases/self.en.md", "content/cases/up"]);
    assert!(told[0].1.contains("a link leads back to a folder above it"), "{told:?}");
    assert!(told[1].1.contains("symbolic links"), "{told:?}");
    assert_eq!(report["cases"].as_array().unwrap().len(), 6, "the rest is there");
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let library = library();
    let root = library.path();
    // Reading the first bytes of a process's own memory fails for everybody.
    symlink("/proc/self/mem", root.join("content/cases/memory.json")).unwrap();
    let output = run(&["build"], root);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(
        err(&output).contains("L002") && err(&output).contains("content/cases/memory.json"),
        "{}",
        err(&output)
    );
    assert!(err(&output).contains("the file cannot be read"), "{}", err(&output));
    assert!(root.join("public/en/cases/C-3/index.html").is_file());
    std::fs::remove_file(root.join("content/cases/memory.json")).unwrap();

    // Permissions bind everybody but the administrator, who steps down for this.
    put(root, "content/cases/shut/index.en.md", "---\ntitle: Shut\n---\n");
    let modes = [("content/cases/c-1.en.md", 0o000), ("content/cases/shut", 0o000)];
    for (path, mode) in modes {
        std::fs::set_permissions(root.join(path), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut command =
        if std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
            std::fs::set_permissions(root, std::fs::Permissions::from_mode(0o755)).unwrap();
            let mut command = Command::new("setpriv");
            command.args([
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "--",
                env!("CARGO_BIN_EXE_casebook"),
            ]);
            command.current_dir(root);
            command
        } else {
            casebook(root)
        };
    let output = command.args(["check", "--format", "json"]).output().unwrap();
    std::fs::set_permissions(root.join("content/cases/shut"), std::fs::Permissions::from_mode(0o755))
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let told = out(&output);
    for path in ["content/cases/c-1.en.md", "content/cases/shut"] {
        assert!(told.contains(&format!("\"file\": \"{path}\"")), "{path}: {told}");
    }
    assert_eq!(told.matches("Permission denied").count(), 2, "{told}");
    assert!(told.contains("\"id\": \"C-3\""), "the rest is there");
}

/// Runs a command to its end; gives what it wrote, and the most memory that it had, in bytes.
fn measured(arguments: &[&str], root: &Path) -> (Output, u64) {
    let mut command = casebook(root);
    let (out, err) = (root.join("measured.out"), root.join("measured.err"));
    command.stdout(std::fs::File::create(&out).unwrap()).stderr(std::fs::File::create(&err).unwrap());
    let mut child = command.args(arguments).spawn().unwrap();
    let mut most = 0;
    let status = loop {
        let told = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = told
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let output = Output { status, stdout: std::fs::read(out).unwrap(), stderr: std::fs::read(err).unwrap() };
    (output, most)
}

#[test]
fn a_file_of_a_gigabyte_is_told_and_never_read_whole() {
    let library = library();
    let root = library.path();
    let huge = |path: &str| {
        put(root, path, "");
        std::fs::OpenOptions::new().write(true).open(root.join(path)).unwrap().set_len(1 << 30).unwrap();
    };
    put(
        root,
        "content/cases/figured/index.en.md",
        "---\ntitle: Figured\nsources: [far]\n---\n\n![x](a.png)[^1]\n\n[^1]: far: \"x y z\"\n",
    );
    put(root, "content/sources/far.md", "---\nurl: https://example.org/far\n---\n");
    let all = [
        "content/cases/huge.json",
        "content/cases/huge.ko.md",
        "content/cases/c-1.evidence.json",
        "content/sources/huge.md",
        "content/vocab/huge.toml",
        "content/glossary/huge.toml",
        "content/pages/huge.en.md",
        "content/cases/figured/a.png",
    ];
    all.iter().for_each(|path| huge(path));
    huge(".casebook/snapshots/far.txt");
    let bound = 300 << 20;
    let (check, most) = measured(&["check", "--format", "json"], root);
    assert_eq!(check.status.code(), Some(1), "{}", err(&check));
    let report: serde_json::Value = serde_json::from_slice(&check.stdout).unwrap();
    let told: Vec<&serde_json::Value> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["code"] == "L003")
        .collect();
    for path in all.iter().chain(&["far.txt"]) {
        let finding = told.iter().find(|finding| finding["file"] == **path);
        let finding = finding.unwrap_or_else(|| panic!("nothing is told of {path}: {told:#?}"));
        assert!(finding["message"].as_str().unwrap().contains("1073741824 bytes"), "{finding}");
        assert!(finding["help"].as_str().unwrap().contains("[limits]"), "{finding}");
    }
    assert!(most < bound, "check took {} MiB", most >> 20);
    let (build, most) = measured(&["build"], root);
    assert_eq!(build.status.code(), Some(1), "{}", err(&build));
    assert!(most < bound, "build took {} MiB", most >> 20);
    assert!(root.join("public/en/cases/C-3/index.html").is_file());

    huge("import.json");
    let (import, most) = measured(&["import", "osv", "import.json"], root);
    assert_eq!(import.status.code(), Some(1));
    assert!(
        err(&import).contains("import.json:1: refused: the file has 1073741824 bytes"),
        "{}",
        err(&import)
    );
    assert!(most < bound, "import took {} MiB", most >> 20);
    huge("themes/default/assets/huge.png");
    let (build, most) = measured(&["build"], root);
    assert_eq!(build.status.code(), Some(3), "{}", err(&build));
    assert!(err(&build).contains("huge.png") && err(&build).contains("1073741824 bytes"), "{}", err(&build));
    assert!(most < bound, "build took {} MiB", most >> 20);
    std::fs::remove_dir_all(root.join("themes")).unwrap();
    huge("casebook.toml");
    let (check, most) = measured(&["check"], root);
    // The settings are wrong, not the content.
    assert_eq!(check.status.code(), Some(2));
    assert!(
        out(&check).contains("casebook.toml") && out(&check).contains("1073741824 bytes"),
        "{}",
        out(&check)
    );
    assert!(most < bound, "check took {} MiB", most >> 20);
}

#[test]
fn names_of_every_kind_are_taken_or_told() {
    let library = library();
    let root = library.path();
    let long = "n".repeat(240);
    let names = [
        "장애-보고",
        "сбой-сети",
        "事故",
        "事故報告",
        "حادث",
        "תקלה",
        "ไฟดับ",
        "🔥",
        "👩‍👩‍👧",
        "e\u{301}tude",
        "a b",
        " lead",
        "trail ",
        "dot.",
        "per%cent",
        "per%2fcent",
        "ha#sh",
        "ques?tion",
        "a&b",
        "qu\"ote",
        "apo'strophe",
        "back\\slash",
        "co:lon",
        "st*ar",
        "<script>",
        "new\nline",
        "tab\there",
        "bell\u{7}",
        "\u{202e}rtl",
        "\u{200b}zero",
        "CON",
        "nul",
        "-dash",
        "--help",
        "a..b",
        "ﬁ",
        "İ",
        "ß",
        &long,
    ];
    for (nth, name) in names.iter().enumerate() {
        put(
            root,
            &format!("content/cases/{name}.en.md"),
            format!("---\ntitle: Name {nth}\ndate: 2021\n---\n\n## Summary\n\nText {nth}.\n"),
        );
    }
    // The same name in two forms, and in two cases of letters: one id.
    for name in ["caf\u{e9}", "cafe\u{301}", "TWIN", "twin"] {
        put(root, &format!("content/cases/{name}.json"), format!("{{\"title\": \"Twin {}\"}}", name.len()));
    }
    // Figures whose names meet once they are made into addresses.
    put(root, "content/cases/figures/index.en.md", "---\ntitle: Figures\n---\n\n![a](a?.png) ![b](a*.png)\n");
    for name in ["a?.png", "a*.png", "a .png", "new\nline.png", "%41.png", "장애.png", "CON.png"] {
        put(root, &format!("content/cases/figures/{name}"), name);
    }
    put(root, "content/pages/a?b\nc.en.md", "# Page\n");
    put(root, "content/sources/odd \u{202e}name.md", "---\nurl: https://example.org/odd\n---\n");
    let raw: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"not-utf8-\xFF.en.md");
    std::fs::write(root.join("content/cases").join(raw), "---\ntitle: Raw\n---\n").unwrap();

    let output = run(&["check", "--format", "json"], root);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    let told_of = |path: &str, code: &str| {
        found.iter().any(|finding| finding["file"].as_str() == Some(path) && finding["code"] == code)
    };
    for path in [
        "content/cases/new\\nline.en.md",
        "content/cases/tab\\there.en.md",
        "content/cases/bell\\u{7}.en.md",
        "content/pages/a?b\\nc.en.md",
        "content/cases/figures/new\\nline.png",
        "content/cases/not-utf8-\u{FFFD}.en.md",
    ] {
        assert!(told_of(path, "L005"), "{path} is told: {found:#?}");
    }
    let cases = report["cases"].as_array().unwrap().len();
    // All but the three with control characters, one of each pair of twins, and those that were there.
    assert!(cases > names.len() + 3, "{cases} cases");
    for twins in [["caf\u{e9}", "cafe\u{301}"], ["TWIN", "twin"]] {
        let told = found.iter().any(|finding| {
            let text = finding.to_string();
            finding["severity"] == "error" && twins.iter().all(|name| text.contains(&format!("{name}.json")))
        });
        assert!(told, "{twins:?} are told together: {found:#?}");
    }
    for format in ["human", "github", "sarif", "markdown"] {
        let output = run(&["check", "--format", format], root);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", err(&output));
        // Programs are given names as they are.
        let commands = if matches!(format, "human" | "markdown") { "\u{7}\u{202e}" } else { "\u{7}" };
        let commands: Vec<char> = commands.chars().collect();
        assert!(
            !out(&output).contains(&commands[..]),
            "{format}: what is told cannot turn a terminal's text about"
        );
    }
    let output = run(&["build"], root);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let site = tree(&root.join("public"));
    let pages =
        site.keys().filter(|path| path.starts_with("en/cases/") && path.ends_with("/index.html")).count();
    assert!(pages >= cases, "{pages} pages for {cases} cases");
    let audit = run(&["check", "--site", "public", "--base-url", "https://example.org/lib/"], root);
    assert_eq!(audit.status.code(), Some(0), "{}", out(&audit));
    assert!(run(&["score"], root).status.success());
    let fmt = run(&["fmt", "--check"], root);
    assert!(matches!(fmt.status.code(), Some(0 | 1)), "{}", err(&fmt));
}

#[test]
fn clocks_zones_and_times_of_files_change_nothing() {
    let library = library();
    let root = library.path();
    assert!(run(&["build", "--out", "plain"], root).status.success());
    let plain = tree(&root.join("plain"));
    let surroundings: [&[(&str, &str)]; 6] = [
        &[("TZ", "Pacific/Kiritimati"), ("LANG", "ko_KR.UTF-8"), ("LC_ALL", "ru_RU.UTF-8")],
        &[("TZ", "America/St_Johns"), ("SOURCE_DATE_EPOCH", "0")],
        &[("TZ", "Nowhere/At_All"), ("SOURCE_DATE_EPOCH", "99999999999999999999")],
        &[("TZ", ""), ("SOURCE_DATE_EPOCH", "-1")],
        &[("TZ", ":/etc/passwd"), ("SOURCE_DATE_EPOCH", "yesterday")],
        &[("TZ", "\u{202e}"), ("SOURCE_DATE_EPOCH", "")],
    ];
    for (nth, own) in surroundings.iter().enumerate() {
        let time = std::time::UNIX_EPOCH + Duration::from_secs(nth as u64 * 1_000_000_000);
        for entry in walkdir::WalkDir::new(root.join("content")).into_iter().map(Result::unwrap) {
            if entry.file_type().is_file() {
                std::fs::File::options().write(true).open(entry.path()).unwrap().set_modified(time).unwrap();
            }
        }
        let name = format!("out-{nth}");
        let output =
            casebook(root).args(["build", "--out", &name]).envs(own.iter().copied()).output().unwrap();
        assert!(output.status.success(), "{own:?}: {}", err(&output));
        same(&tree(&root.join(&name)), &plain, &format!("{own:?}"));
    }
}

#[test]
fn a_reader_that_goes_away_changes_no_status() {
    let library = library();
    let root = library.path();
    put(root, "content/cases/broken.json", "{\"id\": ");
    // Enough to tell that no pipe takes it all.
    for nth in 0..10 {
        let claims: String =
            (0..40).map(|claim| format!("Claim {claim} of 5 ms.[^none{claim}]\n\n")).collect();
        put(
            root,
            &format!("content/cases/many-{nth}.en.md"),
            format!("---\nseverity: majr\n---\n\n{claims}"),
        );
    }
    run(&["build"], root);
    let commands: [&[&str]; 11] = [
        &["check"],
        &["check", "--format", "json"],
        &["check", "--format", "github"],
        &["check", "--format", "sarif"],
        &["check", "--format", "markdown"],
        &["score"],
        &["stats"],
        &["schema", "record"],
        &["completions", "bash"],
        &["man"],
        &["search", "cache", "--site", "public", "--lang", "en", "--json"],
    ];
    for arguments in commands {
        let heard = run(arguments, root);
        assert!(matches!(heard.status.code(), Some(0 | 1)), "{arguments:?}: {}", err(&heard));
        assert!(!heard.stdout.is_empty(), "{arguments:?}");
        // A reader that takes one line, and one that is gone before.
        for lines in ["1", "0"] {
            let script = format!("{{ \"$0\" \"$@\" 2>told; echo $? >status; }} | head -n {lines} >/dev/null");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_casebook")]).args(arguments).current_dir(root);
            assert!(shell.status().unwrap().success());
            let status = std::fs::read_to_string(root.join("status")).unwrap();
            let told = std::fs::read_to_string(root.join("told")).unwrap();
            assert!(!told.contains("panicked"), "{arguments:?}: {told}");
            assert_eq!(status.trim().parse().ok(), heard.status.code(), "{arguments:?}: {told}");
        }
        // Standard error may be gone as well.
        let mut child = start(root, arguments);
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().unwrap().code(), heard.status.code(), "{arguments:?}");
        // A device that is full is a fault of the machine, and is told.
        if Path::new("/dev/full").exists() {
            let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
            let output = casebook(root).args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
            assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", err(&output));
            assert!(err(&output).contains("No space left"), "{arguments:?}: {}", err(&output));
        }
    }
}
