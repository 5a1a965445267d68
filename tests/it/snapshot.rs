//! `casebook snapshot`, `check --links` and `new --from-url` against a server of this machine.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::web::{Answer, Web};

fn run(arguments: &[&str], root: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_casebook")).args(arguments).current_dir(root).output().unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("content")).unwrap();
    folder
}

fn read(root: &Path, path: &str) -> String {
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn page(sentence: &str) -> String {
    let filler =
        "Nothing else of that day is told here, and the operators went home late in the evening. ".repeat(5);
    format!(
        "<!doctype html><html lang=\"en\"><head><title>The relay stalled</title>\
         <meta property=\"og:site_name\" content=\"Example Shop\">\
         <meta property=\"article:published_time\" content=\"2026-03-14T10:00:00Z\"></head>\
         <body><nav>Home Blog Jobs</nav><article><h1>The relay stalled</h1><p>{sentence} {filler}</p><p>{filler}</p></article>\
         <footer>Cookies <a rel=\"license\" href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY</a></footer></body></html>"
    )
}

#[test]
fn a_page_is_stored_with_what_it_tells_and_never_replaced_in_silence() {
    let count = Arc::new(AtomicUsize::new(0));
    let seen = count.clone();
    let web = Web::of(move |_, path| match path {
        "/old" => Answer::redirect("/post"),
        _ if seen.load(Ordering::SeqCst) == 0 => Answer::of("text/html", page("It took 511 ms.")),
        _ => Answer::of("text/html", page("It took 92 ms.")),
    });
    let library = library();
    let root = library.path();
    let url = web.url("/old");
    let first = run(&["snapshot", &url, "--id", "relay", "--allow-private", "--as-of", "2026-11-30"], root);
    assert_eq!(first.status.code(), Some(0), "{}", err(&first));
    assert_eq!(out(&first), ".casebook/snapshots/relay.txt\ncontent/sources/relay.md\n");
    let source = read(root, "content/sources/relay.md");
    for line in [
        &format!("url: {url}\n"),
        &format!("final_url: {}\n", web.url("/post")),
        "title: The relay stalled\n",
        "publisher: Example Shop\n",
        "lang: en\n",
        "licence: CC-BY-4.0\n",
        "licence_url: https://creativecommons.org/licenses/by/4.0/\n",
        "published: 2026-03-14T10:00:00Z\n",
        "retrieved: 2026-11-30\n",
        "hash: blake3:",
    ] {
        assert!(source.contains(line), "{line}\n{source}");
    }
    let text = read(root, ".casebook/snapshots/relay.txt");
    assert!(
        text.contains("It took 511 ms.") && !text.contains("Jobs") && !text.contains("Cookies"),
        "{text}"
    );

    // The record's quote is found in it, and `check` has nothing to say of the source.
    let case = "---\ntitle: A relay\nsources: [relay]\n---\n\nIt took 511 ms.[^1]\n\n[^1]: relay: \"It took 511 ms.\"\n";
    std::fs::create_dir_all(root.join("content/cases")).unwrap();
    std::fs::write(root.join("content/cases/a.en.md"), case).unwrap();
    let check = run(&["check", "--format", "json"], root);
    assert!(out(&check).contains("\"exact\""), "{}", out(&check));
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));

    // The same page again changes the day at most.
    let again = run(&["snapshot", "relay", "--allow-private", "--as-of", "2026-11-30"], root);
    assert_eq!((again.status.code(), out(&again).as_str()), (Some(0), ""), "{}", err(&again));

    // Another page is shown, with the quote that it would lose.
    count.store(1, Ordering::SeqCst);
    let changed = run(&["snapshot", "relay", "--allow-private"], root);
    assert_eq!(changed.status.code(), Some(1));
    let said = err(&changed);
    assert!(said.contains("- It took 511 ms.") && said.contains("+ It took 92 ms."), "{said}");
    assert!(said.contains("content/cases/a.en.md:8: [^1] \"It took 511 ms.\""), "{said}");
    assert!(said.contains("1 quotes would be lost") && said.contains("--replace"), "{said}");
    assert!(read(root, ".casebook/snapshots/relay.txt").contains("511 ms"));
    let replaced = run(&["snapshot", "relay", "--allow-private", "--replace"], root);
    assert_eq!(replaced.status.code(), Some(0), "{}", err(&replaced));
    assert!(read(root, ".casebook/snapshots/relay.txt").contains("92 ms"));
    assert!(read(root, "content/sources/relay.md").contains(&format!("url: {url}\n")));
}

#[test]
fn private_addresses_other_schemes_and_bombs_are_refused() {
    let web = Web::of(|_, path| match path {
        "/file" => Answer::redirect("file:///etc/passwd"),
        "/loop" => Answer::redirect("/loop"),
        "/endless" => Answer { endless: true, ..Answer::of("text/plain", "x") },
        "/slow" => Answer { slow: true, ..Answer::of("text/plain", "word ".repeat(200)) },
        "/bomb" => {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            packer.write_all(&vec![b'a'; 40 << 20]).unwrap();
            let mut answer = Answer::of("text/plain", packer.finish().unwrap());
            answer.headers.push(("Content-Encoding", "gzip".to_owned()));
            answer
        }
        "/picture" => Answer::of("image/png", [0x89, b'P', b'N', b'G']),
        _ => Answer::of("text/plain; charset=windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
    });
    let library = library();
    let root = library.path();
    for address in [
        web.url("/"),
        "http://127.1/".into(),
        "http://[::ffff:127.0.0.1]/".into(),
        "http://169.254.169.254/latest".into(),
    ] {
        let refused = run(&["snapshot", &address], root);
        assert_eq!(refused.status.code(), Some(2), "{address}: {}", err(&refused));
        assert!(err(&refused).contains("no public address"), "{}", err(&refused));
    }
    assert!(web.asked.lock().unwrap().is_empty(), "nothing was sent");
    for (path, code, words) in [
        ("/file", 2, "only http and https"),
        ("/loop", 1, "more than 8 times"),
        ("/endless", 1, "more than 1000000 bytes"),
        ("/bomb", 1, "more than 1000000 bytes"),
        ("/slow", 1, "too long"),
        ("/picture", 1, "image/png"),
    ] {
        // Unpacking takes its time on a busy machine; only what is slow by itself may be too slow.
        let seconds = if path == "/slow" { "2" } else { "60" };
        let bounds = ["--max-bytes", "1000000", "--timeout", seconds, "--archive-index", &web.url("/none")];
        let url = web.url(path);
        let refused = run(&[&["snapshot", &url, "--allow-private"], &bounds[..]].concat(), root);
        assert_eq!(refused.status.code(), Some(code), "{path}: {}", err(&refused));
        assert!(err(&refused).contains(words), "{path}: {}", err(&refused));
    }
    assert!(!root.join("content/sources").exists() && !root.join(".casebook").exists());
    let credentials = run(&["snapshot", "http://user:word@a.example/", "--allow-private"], root);
    assert_eq!(credentials.status.code(), Some(2), "{}", err(&credentials));
    // An encoding of one byte a letter is read.
    let cyrillic = run(&["snapshot", &web.url("/ok"), "--id", "ru", "--allow-private"], root);
    assert_eq!(cyrillic.status.code(), Some(0), "{}", err(&cyrillic));
    assert_eq!(read(root, ".casebook/snapshots/ru.txt"), "Привет\n");
}

#[test]
fn a_page_that_is_gone_is_read_from_its_archived_copy() {
    let web = Web::of(|_, path| match path {
        "/copy" => Answer::of("text/markdown", "# The report\n\nIt lasted 73 hours.\n"),
        "/none?url=x" => Answer::of("application/json", "{}"),
        own if own.starts_with("/index") => Answer::of("application/json", "{\"archived_snapshots\": {}}"),
        _ => Answer::status("410 Gone"),
    });
    let library = library();
    let root = library.path();
    let (gone, index) = (web.url("/gone"), web.url("/index"));
    let arguments = ["snapshot", &gone, "--id", "report", "--allow-private", "--archive-index", &index];
    let missing = run(&arguments, root);
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        err(&missing).contains("answers 410") && err(&missing).contains("--archived"),
        "{}",
        err(&missing)
    );
    assert!(
        web.asked.lock().unwrap().iter().any(|asked| asked.starts_with("GET /index?url=http%3A%2F%2F127"))
    );
    let copy = web.url("/copy");
    let found = run(&[&arguments[..], &["--archived", &copy]].concat(), root);
    assert_eq!(found.status.code(), Some(0), "{}", err(&found));
    assert_eq!(read(root, ".casebook/snapshots/report.md"), "# The report\n\nIt lasted 73 hours.\n");
    let source = read(root, "content/sources/report.md");
    assert!(source.contains(&format!("url: {gone}\narchived: {copy}\n")), "{source}");

    // The availability service knows a copy.
    let web = Web::of(|_, path| match path {
        "/copy" => Answer::of("text/plain", "kept\n"),
        own if own.starts_with("/index") => Answer::of(
            "application/json",
            "{\"archived_snapshots\": {\"closest\": {\"available\": true, \"status\": \"200\", \"url\": \"HOST/copy\"}}}",
        ),
        _ => Answer::status("404 Not Found"),
    });
    let host = web.address.clone();
    let index = Web::of(move |_, _| {
        let answer = "{\"archived_snapshots\": {\"closest\": {\"available\": true, \"status\": \"200\", \"url\": \"HOST/copy\"}}}";
        Answer::of("application/json", answer.replace("HOST", &host))
    });
    let known = run(
        &[
            "snapshot",
            &web.url("/x"),
            "--id",
            "kept",
            "--allow-private",
            "--archive-index",
            &index.url("/available"),
        ],
        root,
    );
    assert_eq!(known.status.code(), Some(0), "{}", err(&known));
    assert_eq!(read(root, ".casebook/snapshots/kept.txt"), "kept\n");
}

#[test]
fn a_text_goes_into_the_library_only_where_its_licence_allows() {
    let web = Web::of(|_, path| match path {
        "/free" => Answer::of("text/html", page("It took 511 ms *on* one host_name.")),
        _ => Answer::of("text/plain", "All rights reserved.\n"),
    });
    let library = library();
    let root = library.path();
    let closed =
        run(&["snapshot", &web.url("/closed"), "--id", "closed", "--store", "--allow-private"], root);
    assert_eq!(closed.status.code(), Some(2));
    assert!(err(&closed).contains("--licence"), "{}", err(&closed));
    let nc = run(
        &[
            "snapshot",
            &web.url("/closed"),
            "--id",
            "closed",
            "--store",
            "--allow-private",
            "--licence",
            "CC-BY-NC-4.0",
        ],
        root,
    );
    assert_eq!(nc.status.code(), Some(2));
    assert!(!root.join("content/sources").exists());
    let free = run(&["snapshot", &web.url("/free"), "--id", "free", "--store", "--allow-private"], root);
    assert_eq!(free.status.code(), Some(0), "{}", err(&free));
    assert_eq!(out(&free), "content/sources/free.md\n");
    assert!(!root.join(".casebook").exists());
    let case = "---\ntitle: A relay\nsources: [free]\n---\n\nIt took 511 ms.[^1]\n\n[^1]: free: \"It took 511 ms *on* one host_name.\"\n";
    std::fs::create_dir_all(root.join("content/cases")).unwrap();
    std::fs::write(root.join("content/cases/a.en.md"), case).unwrap();
    let check = run(&["check", "--format", "json"], root);
    let report: serde_json::Value = serde_json::from_slice(&check.stdout).unwrap();
    assert_eq!(report["cases"][0]["claims"][0]["quotes"][0]["match"], "exact", "{report:#}");
    let again = run(&["snapshot", "free", "--store", "--allow-private"], root);
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    assert_eq!(out(&run(&["fmt", "--check"], root)), "");
}

/// A PDF of one page with a text layer, or none.
fn pdf(text: &str) -> Vec<u8> {
    let stream = format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", number + 1).bytes());
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    file.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1)
            .bytes(),
    );
    file
}

#[test]
fn the_text_layer_of_a_pdf_is_stored_and_a_broken_one_is_told() {
    let web = Web::of(|_, path| match path {
        "/report.pdf" => Answer::of("application/pdf", pdf("The outage lasted 73 hours.")),
        "/scan.pdf" => Answer::of("application/pdf", pdf("")),
        _ => Answer::of("application/pdf", b"%PDF-1.7\nnothing of the kind".to_vec()),
    });
    let library = library();
    let root = library.path();
    let fine = run(&["snapshot", &web.url("/report.pdf"), "--id", "report", "--allow-private"], root);
    assert_eq!(fine.status.code(), Some(0), "{}", err(&fine));
    assert!(read(root, ".casebook/snapshots/report.txt").contains("The outage lasted 73 hours."));
    for (path, words) in [("/scan.pdf", "text layer"), ("/broken.pdf", "PDF")] {
        let told = run(&["snapshot", &web.url(path), "--id", "x", "--allow-private"], root);
        assert_eq!(told.status.code(), Some(1), "{}", err(&told));
        assert!(err(&told).contains(words) && !err(&told).contains("panicked"), "{}", err(&told));
    }
}

#[test]
fn links_fall_into_three_classes_and_only_a_dead_one_fails() {
    let web = Web::of(|method, path| match (method, path) {
        (_, "/fine") => Answer::of("text/plain", "ok"),
        // Some hosts answer the head wrongly.
        ("HEAD", "/get-only") => Answer::status("404 Not Found"),
        (_, "/get-only") => Answer::of("text/plain", "ok"),
        (_, "/busy") => Answer::status("429 Too Many Requests"),
        (_, "/odd") => Answer::status("999 Odd"),
        (_, "/moved") => Answer::redirect("/fine"),
        _ => Answer::status("404 Not Found"),
    });
    let library = library();
    let root = library.path();
    std::fs::create_dir_all(root.join("content/sources")).unwrap();
    let write = |name: &str, path: &str, more: &str| {
        let text = format!("---\nurl: {}\n{more}---\n", web.url(path));
        std::fs::write(root.join(format!("content/sources/{name}.md")), text).unwrap();
    };
    for name in ["fine", "get-only", "busy", "odd", "moved"] {
        write(name, &format!("/{name}"), "");
    }
    let arguments = ["check", "--links", "--allow-private", "--pause", "0", "--as-of", "2026-11-01"];
    let fine = run(&arguments, root);
    assert_eq!(fine.status.code(), Some(0), "{}{}", out(&fine), err(&fine));
    assert!(err(&fine).contains("5 addresses: 3 ok, 0 dead, 2 cannot be told"), "{}", err(&fine));
    write("gone", "/gone", "");
    let dead = run(&arguments, root);
    assert_eq!(dead.status.code(), Some(1), "{}{}", out(&dead), err(&dead));
    let expected = format!("dead since 2026-11-01 (404): {}", web.url("/gone"));
    assert!(
        out(&dead).contains(&expected) && out(&dead).contains("content/sources/gone.md:1"),
        "{}",
        out(&dead)
    );
    let later = run(
        &["check", "--links", "--allow-private", "--pause", "0", "--as-of", "2026-12-24", "--format", "json"],
        root,
    );
    let report: serde_json::Value = serde_json::from_slice(&later.stdout).unwrap();
    let gone = report["links"].as_array().unwrap().iter().find(|link| link["class"] == "dead").unwrap();
    assert_eq!((gone["since"].as_str(), gone["last_ok"].as_str()), (Some("2026-11-01"), None));
    assert!(root.join(".casebook/links.json").is_file());
    // A copy that answers serves for a page that is gone.
    write("gone", "/gone", &format!("archived: {}\n", web.url("/fine")));
    assert_eq!(run(&arguments, root).status.code(), Some(0));
    // Without leave, this machine is not asked.
    let before = web.asked.lock().unwrap().len();
    let refused = run(&["check", "--links", "--pause", "0"], root);
    assert_eq!(refused.status.code(), Some(0), "{}", out(&refused));
    assert_eq!(web.asked.lock().unwrap().len(), before);
}

#[test]
fn a_new_record_rests_on_the_page_it_was_begun_from() {
    let web = Web::of(|_, _| Answer::of("text/html", page("It took 511 ms.")));
    let library = library();
    let root = library.path();
    let made = run(
        &[
            "new",
            "--from-url",
            &web.url("/post"),
            "--allow-private",
            "--no-input",
            "--severity",
            "SEV-1",
            "--symptoms",
            "packet loss",
        ],
        root,
    );
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    let written = out(&made);
    let paths: Vec<&str> = written.lines().collect();
    assert_eq!(paths.len(), 3, "{written}");
    let record = read(root, paths[2]);
    let id = paths[1].trim_start_matches("content/sources/").trim_end_matches(".md");
    assert!(record.contains("id: NEW\n") && record.contains("title: The relay stalled\n"), "{record}");
    assert!(
        record.contains(&format!("sources: [{id}]\n")) && record.contains("severity: critical\n"),
        "{record}"
    );
    assert!(record.contains("symptoms: [packet-loss]\n") && record.contains("#? org:"), "{record}");
    // Hints are told by `check` and stand on no page, in no index and in no score.
    let check = run(&["check", "--format", "json"], root);
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));
    assert!(out(&check).contains("M038"));
    assert_eq!(run(&["build", "--quiet"], root).status.code(), Some(0));
    for entry in walkdir::WalkDir::new(root.join("public"))
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
    {
        let bytes = std::fs::read(entry.path()).unwrap();
        assert!(
            memchr::memmem::find(&bytes, b"What people and monitors saw")
                .is_none_or(|_| !entry.path().to_string_lossy().contains("cases")),
            "{}",
            entry.path().display()
        );
        assert!(memchr::memmem::find(&bytes, b"who it happened to").is_none(), "{}", entry.path().display());
    }
    // After the merge it gets a number, and is still the same case.
    let numbered = run(&["fmt", "--assign-ids", "--prefix", "IL-"], root);
    assert_eq!(numbered.status.code(), Some(0), "{}", err(&numbered));
    assert!(read(root, paths[2]).contains("id: IL-0001\n"));
}

/// An address of the public internet, which a network of our own gives to this machine.
const PUBLIC: &str = "93.184.215.14";

/// Runs the test below in a network of its own, in which this machine has a public address.
#[test]
fn a_public_page_cannot_lead_to_a_private_one() {
    let in_network = |then: &str| {
        let script = format!("ip link set lo up && ip addr add {PUBLIC}/32 dev lo && {then}");
        let mut command = Command::new("unshare");
        command.args(["-rn", "sh", "-euc", &script]).env("TESTS", std::env::current_exe().unwrap());
        command.env("CASEBOOK_TEST_NETWORK", "1").output()
    };
    if !in_network("true").is_ok_and(|output| output.status.success()) {
        let required = std::env::var_os("CASEBOOK_REQUIRE_SHARED").is_some_and(|value| value == "1");
        assert!(!required, "no network of its own can be had here");
        eprintln!("skipped: no network of its own can be had here");
        return;
    }
    let output =
        in_network("exec \"$TESTS\" --exact snapshot::within_a_network_of_its_own --nocapture").unwrap();
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("1 passed"), "{}", out(&output));
    assert!(err(&output).contains("eight ways were refused"), "{}", err(&output));
}

/// Does nothing but in the network that the test above makes.
#[test]
fn within_a_network_of_its_own() {
    if std::env::var_os("CASEBOOK_TEST_NETWORK").is_none() {
        return;
    }
    let private = Web::of(|_, _| Answer::of("text/plain", "the secret of the inner network"));
    let port = private.address.rsplit(':').next().unwrap().to_owned();
    let inner = port.clone();
    let web = Web::at(PUBLIC, move |_, path| match path {
        "/page" => Answer::of("text/plain", "A public page tells of an outage of 73 hours.\n"),
        "/on" => Answer::redirect("/page"),
        "/a" => Answer::redirect(&format!("http://127.0.0.1:{inner}/")),
        "/b" => Answer::redirect(&format!("http://localhost:{inner}/")),
        "/c" => Answer::redirect(&format!("http://[::ffff:127.0.0.1]:{inner}/")),
        "/d" => Answer::redirect(&format!("//2130706433:{inner}/")),
        "/e" => Answer::redirect("http://169.254.169.254/latest/meta-data"),
        "/f" => Answer::redirect("http://10.0.0.1/"),
        "/g" => Answer::redirect("/a"),
        _ => Answer::redirect(&format!("http://0.0.0.0:{inner}/")),
    });
    let library = library();
    let root = library.path();
    let sound = run(&["snapshot", &web.url("/on"), "--id", "sound"], root);
    assert_eq!(sound.status.code(), Some(0), "the public page itself is fetched: {}", err(&sound));
    for path in ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h"] {
        let refused = run(&["snapshot", &web.url(path), "--id", "led", "--timeout", "20"], root);
        assert_eq!(refused.status.code(), Some(2), "{path}: {}", err(&refused));
        assert!(err(&refused).contains("no public address"), "{path}: {}", err(&refused));
    }
    assert!(private.asked.lock().unwrap().is_empty(), "nothing was sent to the inner network");
    assert!(!root.join("content/sources/led.md").exists());
    eprintln!("eight ways were refused");
}
