//! A library held ready for `serve` gives the bytes of a build, whatever is edited.

use std::collections::BTreeMap;
use std::sync::Arc;

use casebook::diag::SourceFile;
use casebook::load::Sources;
use casebook::pipeline::live::{Live, search_files};
use casebook::pipeline::{self, BuildOptions, Silent};
use casebook::write::Memory;

type Files = BTreeMap<String, String>;

fn options() -> BuildOptions {
    BuildOptions { base_url: "https://example.org/lib/".into(), ..BuildOptions::default() }
}

fn sources(files: &Files) -> Sources {
    Sources::from_memory(files.iter().map(|(path, text)| (path.clone(), text.clone())))
}

/// What a build makes.
fn built(files: &Files) -> (BTreeMap<String, Vec<u8>>, Vec<String>) {
    let mut compiled = pipeline::check(&sources(files), None, &Silent);
    let sink = Memory::default();
    let built = pipeline::build(&mut compiled, &options(), &sink, &Silent).unwrap();
    let said = compiled.diagnostics.iter().chain(&built.diagnostics);
    (sink.into_files(), said.map(|finding| format!("{finding:?}")).collect())
}

fn live(files: &Files) -> Live {
    let mut live = Live::new(sources(files), None, &Silent, |_| Ok::<_, ()>(options())).unwrap();
    search(&mut live);
    live
}

fn search(live: &mut Live) {
    // In pieces, as it is made while a library is served.
    let mut documents = live.documents(0..3);
    documents.extend(live.documents(3..live.cases()));
    live.set_search(Arc::new(search_files(&live.searched(documents))));
}

fn case(number: usize) -> [(String, String); 2] {
    let en = format!(
        "---\nid: C-{number}\ntitle: Cache {number} filled\ndate: 2021-{:02}-{:02}\norg: Example {}\nseverity: major\n\
         root_cause: capacity-{}\ncomponents: [cache, disk-{}]\n---\n\n\
         ## Summary\n\nThe cache of region {number} grew until writes failed.[^a]\nSee [the other](c-{}.en.md).\n\n\
         ## Cause\n\nA limit of {number} GB was never set.[^b]\n\n\
         [^a]: report: \"writes failed in region {number}\"\n[^b]: report: \"failed in region {number}\"\n",
        1 + number % 12,
        1 + number % 28,
        number % 3,
        number % 2,
        number % 4,
        (number + 1) % 9,
    );
    let ko = format!(
        "---\nid: C-{number}\ntitle: 캐시 {number} 가득 참\n---\n\n## 요약\n\n지역 {number}의 캐시가 쓰기를 막았다.\n"
    );
    [(format!("content/cases/c-{number}.en.md"), en), (format!("content/cases/c-{number}.ko.md"), ko)]
}

fn library(offline: bool) -> Files {
    let body: String =
        (0..9).map(|number| format!("At noon writes failed in region {number}.\n\n")).collect();
    let report = format!(
        "---\nurl: https://example.org/report\nlang: en\nlicence: CC0-1.0\nkind: postmortem\n---\n\n{body}"
    );
    let record = |id: &str, address: &str| {
        format!(
            "{{\"id\": \"{id}\", \"title\": {{\"en\": \"Queue {id} stalled\"}}, \"date\": \"2020-03-01\", \"former_ids\": \
             [\"{id}-OLD\"], \"summary\": {{\"en\": \"Jobs waited for 40 minutes.\"}}, \"org\": \"Example 1\", \"sources\": \
             [{{\"url\": \"{address}\", \"title\": \"A post\", \"published\": \"2020-03-02\"}}, {{\"id\": \"report\"}}]}}"
        )
    };
    let config = format!("title = \"Library\"\nlanguages = [\"en\", \"ko\"]\noffline = {offline}\n");
    let mut files: Files = [
        ("casebook.toml".to_owned(), config),
        ("content/sources/report.md".to_owned(), report),
        ("content/cases/q-1.json".to_owned(), record("Q-1", "https://example.org/post")),
        ("content/cases/q-2.json".to_owned(), record("Q-2", "https://example.org/post")),
        (
            "content/pages/about.en.md".to_owned(),
            "---\ntitle: About\n---\n\nSee [one](/cases/c-1/).\n".to_owned(),
        ),
    ]
    .into();
    files.extend((0..9).flat_map(case));
    files
}

/// Where a library held ready and a build of the same files differ.
fn difference(live: &Live, files: &Files) -> Option<String> {
    let (build, said) = built(files);
    let paths = live.paths().unwrap();
    if let Some(path) = build.keys().find(|path| !paths.contains(path)) {
        return Some(format!("{path} is missing"));
    }
    for path in &paths {
        let (own, theirs) = (live.file(path), build.get(path));
        if own.as_ref() != theirs {
            let text = |bytes: Option<&Vec<u8>>| bytes.map(|own| String::from_utf8_lossy(own).into_owned());
            let (own, theirs) = (text(own.as_ref()).unwrap_or_default(), text(theirs).unwrap_or_default());
            let line = own.lines().zip(theirs.lines()).find(|(a, b)| a != b);
            return Some(format!("{path}: {line:?}"));
        }
    }
    assert!(live.file("en/cases/nowhere/index.html").is_none() && live.file("favicon.ico").is_none());
    let told: Vec<String> = live.diagnostics().iter().map(|finding| format!("{finding:?}")).collect();
    (told != said).then(|| format!("it says {told:#?}, a build {said:#?}"))
}

/// An edit: the file, what is replaced, by what, and whether it concerns its own case alone.
const EDITS: [(&str, &str, &str, bool); 17] = [
    ("content/cases/c-3.en.md", "grew until", "swelled, slowly, until", true),
    ("content/cases/c-3.ko.md", "막았다", "오래 막았다", true),
    ("content/cases/c-3.en.md", "title: Cache 3 filled", "title: A cache filled", true),
    ("content/cases/c-4.en.md", "\"writes failed in region 4\"", "\"reads failed in region 4\"", true),
    ("content/cases/c-4.en.md", "\"reads failed in region 4\"", "\"writes failed in region 4\"", true),
    ("content/cases/c-5.en.md", "A limit of 5 GB", "A limit of 77 GB", true),
    ("content/cases/c-5.en.md", "severity: major\n", "", true),
    ("content/cases/c-1.en.md", "[^b]: report: \"failed in region 1\"\n", "", true),
    ("content/cases/c-2.en.md", "(c-3.en.md)", "(c-99.en.md)", true),
    ("content/cases/c-2.en.md", "date: 2021-03-03", "date: 2019-03-03", true),
    ("content/cases/q-2.json", "40 minutes", "50 long minutes", true),
    ("content/cases/q-1.json", "\"title\": \"A post\"", "\"title\": \"Another post\"", false),
    ("content/cases/c-6.en.md", "root_cause: capacity-0", "root_cause: overload", false),
    ("content/cases/c-7.en.md", "date: 2021-08-08", "date: 2022-08-08", false),
    ("content/cases/c-8.en.md", "id: C-8", "id: C-80", false),
    ("content/cases/c-0.en.md", "org: Example 0", "org: Another", false),
    ("content/cases/q-2.json", "\"title\": {", "\"title\": [", false),
];

/// Makes every `step`-th edit, and compares with a build after each.
fn edits_are_as_built(offline: bool, step: usize) {
    let mut files = library(offline);
    let mut live = live(&files);
    live.rehearse();
    assert_eq!(difference(&live, &files), None, "before any edit");
    for (path, from, to, alone) in EDITS.into_iter().step_by(step) {
        let text = files.get_mut(path).unwrap();
        assert!(text.contains(from), "{path}: {from}");
        *text = text.replace(from, to);
        let edit = live.examine(Arc::new(SourceFile::new(path, text.as_str())));
        assert_eq!(edit.is_some(), alone, "{path}: {to}");
        match edit {
            Some(edit) => {
                live.take_in(edit);
                search(&mut live);
            }
            None => live = self::live(&files),
        }
        assert_eq!(difference(&live, &files), None, "{path}: {to}");
    }
}

#[test]
fn what_is_served_is_what_a_build_makes_after_every_edit() {
    edits_are_as_built(false, 1);
}

#[test]
fn so_it_is_where_the_site_is_kept_for_times_without_a_network() {
    // Edits that another builds on are all made, or none of the two.
    edits_are_as_built(true, 3);
}

#[test]
fn files_that_are_of_no_case_are_not_taken_for_edits() {
    let files = library(false);
    let live = live(&files);
    for path in ["content/cases/new.en.md", "content/sources/report.md", "casebook.toml"] {
        assert!(live.examine(Arc::new(SourceFile::new(path, "x"))).is_none(), "{path}");
    }
    assert!(
        live.knows("content/cases/c-1.en.md")
            && live.knows("content/cases")
            && !live.knows("content/cases/4913")
    );
}
