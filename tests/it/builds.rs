//! Builds in parts and builds of parts: whatever the way, the same site.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str], root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casebook"));
    command.args(arguments).current_dir(root).output().unwrap()
}

fn build(root: &Path, arguments: &[&str]) -> Output {
    let output = run(&[&["build", "--base-url", "https://example.org/lib/"], arguments].concat(), root);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Every file below `root` with its bytes.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(root)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(root).unwrap().to_string_lossy().into_owned();
            (path, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn case(number: usize) -> [(String, String); 2] {
    let date = format!("2021-{:02}-{:02}", 1 + number % 12, 1 + number % 28);
    let en = format!(
        "---\nid: C-{number}\ntitle: Cache {number} filled\ndate: {date}\norg: Example {}\nseverity: major\n---\n\n\
         ## Summary\n\nThe cache of region {number} grew until writes failed.[^a]\n\n\
         [^a]: report: \"writes failed in region {number}\"\n",
        number % 3
    );
    let ko = format!(
        "---\nid: C-{number}\ntitle: 캐시 {number} 가득 참\n---\n\n## 요약\n\n지역 {number}의 캐시가 쓰기를 막았다.\n"
    );
    [(format!("content/cases/c-{number}.en.md"), en), (format!("content/cases/c-{number}.ko.md"), ko)]
}

/// A library of eleven cases in two languages.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put("casebook.toml", "title = \"Library\"\nlanguages = [\"en\", \"ko\"]\noffline = true\n");
    let body: String =
        (0..11).map(|number| format!("At noon writes failed in region {number}.\n\n")).collect();
    put(
        "content/sources/report.md",
        &format!(
            "---\nurl: https://example.org/report\nlang: en\nlicence: CC0-1.0\nkind: postmortem\n---\n\n{body}"
        ),
    );
    for (path, text) in (0..11).flat_map(case) {
        put(&path, &text);
    }
    folder
}

/// Where two trees differ first.
fn first_difference(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let paths = a.keys().chain(b.keys());
    paths.filter(|path| a.get(*path) != b.get(*path)).min().cloned()
}

#[test]
fn parts_joined_are_the_whole_byte_for_byte() {
    let library = library();
    let root = library.path();
    build(root, &["--out", "whole"]);
    let whole = tree(&root.join("whole"));
    assert!(whole.len() > 100);
    for of in [2, 3, 7] {
        let mut arguments = vec!["join".to_owned(), "--out".to_owned(), format!("joined-{of}")];
        // In another order than that of their numbers.
        for number in (1..=of).rev() {
            let out = format!("part-{number}-{of}");
            build(root, &["--part", &format!("{number}/{of}"), "--out", &out]);
            arguments.push(out);
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let joined = run(&arguments, root);
        assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
        let joined = tree(&root.join(format!("joined-{of}")));
        assert_eq!(first_difference(&joined, &whole), None, "{of} parts");
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let library = library();
    let root = library.path();
    build(root, &["--part", "1/2", "--out", "a"]);
    build(root, &["--part", "2/2", "--out", "b"]);
    let refused = |parts: &[&str]| {
        let output = run(&[&["join", "--out", "joined"], parts].concat(), root);
        assert_eq!(output.status.code(), Some(2), "{parts:?}");
        assert!(!root.join("joined").exists());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["a"]).contains("part 2/2 is missing"));
    assert!(refused(&["a", "a", "b"]).contains("once"));
    assert!(refused(&["content"]).contains("holds no part"));
    std::fs::write(root.join("b/SHORT"), "").unwrap();
    let [(path, text), _] = case(3);
    std::fs::write(root.join(path), text.replace("region 3 grew", "region 3 swelled")).unwrap();
    build(root, &["--part", "2/2", "--out", "c"]);
    assert!(refused(&["a", "c"]).contains("not made from the same library"));
    for wrong in ["0/2", "3/2", "1", "x/y"] {
        assert_eq!(run(&["build", "--part", wrong], root).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn what_is_made_alone_is_as_in_the_whole() {
    let library = library();
    let root = library.path();
    build(root, &["--out", "whole"]);
    build(root, &["--only", "index,data", "--out", "some"]);
    let (whole, some) = (tree(&root.join("whole")), tree(&root.join("some")));
    for (path, bytes) in some.iter().filter(|(path, _)| *path != "manifest.txt") {
        assert_eq!(Some(bytes), whole.get(path), "{path}");
        assert!(
            path.starts_with("search/") || path.starts_with("data/") || path.starts_with("api/"),
            "{path}"
        );
    }
    let expected = whole.keys().filter(|path| {
        path.starts_with("search/") || path.starts_with("data/") || path.starts_with("api/v1/cases/")
    });
    assert_eq!(expected.count() + 1, some.len());
}

#[test]
fn a_build_with_nothing_changed_is_found_to_be_done_and_anything_else_is_made() {
    let library = library();
    let root = library.path();
    let line = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    build(root, &[]);
    let first = tree(&root.join("public"));
    assert!(line(&build(root, &[])).contains("; 0 written, 0 removed"));

    // A file that was changed or taken away behind the build's back is put right.
    std::fs::write(root.join("public/en/index.html"), "x").unwrap();
    std::fs::remove_file(root.join("public/robots.txt")).unwrap();
    assert!(line(&build(root, &[])).contains("; 2 written, 0 removed"));
    assert_eq!(first_difference(&tree(&root.join("public")), &first), None);

    // What was kept is never a cause of other bytes: after a change the site is that of a clean build.
    let [(path, text), _] = case(5);
    std::fs::write(root.join(&path), text.replace("filled", "overflowed")).unwrap();
    std::fs::remove_file(root.join("content/cases/c-7.ko.md")).unwrap();
    build(root, &[]);
    build(root, &["--out", "clean"]);
    assert_eq!(first_difference(&tree(&root.join("public")), &tree(&root.join("clean"))), None);

    // Neither a stamp that is damaged nor one that is missing matters.
    let cache = root.join(".casebook/cache");
    for entry in std::fs::read_dir(&cache).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            std::fs::write(path, "{").unwrap();
        }
    }
    assert!(line(&build(root, &[])).contains("; 0 written, 0 removed"));
    std::fs::remove_dir_all(&cache).unwrap();
    assert!(line(&build(root, &[])).contains("; 0 written, 0 removed"));
}
