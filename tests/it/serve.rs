//! `casebook serve` against clients that mean no good: other hosts' names, paths that lead out, requests that are
//! too large, too slow or too many.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of a small library, which ends with the test.
struct Server {
    child: Child,
    port: u16,
    _library: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let library = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = library.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        put("casebook.toml", "title = \"Library\"\nlanguages = [\"en\"]\n");
        put(
            "content/cases/a.en.md",
            "---\ntitle: A relay froze\ndate: 2021\n---\n\n## Summary\n\nIt froze.\n",
        );
        put("secret.txt", "the secret outside of the site");
        let mut command = Command::new(env!("CARGO_BIN_EXE_casebook"));
        command.args(["serve", "--port", "0"]).args(arguments).current_dir(library.path());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let (mut told, mut byte) = (String::new(), [0]);
        let port = loop {
            assert_eq!(stderr.read(&mut byte).unwrap(), 1, "{told}");
            told.push(char::from(byte[0]));
            if let Some((_, rest)) = told.split_once("http://127.0.0.1:")
                && let Some((port, _)) = rest.split_once('/')
            {
                break port.parse().unwrap();
            }
        };
        // What it tells later has to go somewhere.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        Self { child, port, _library: library }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends `request` as it is and gives all that comes back.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may close before all is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, target: &str, headers: &str) -> String {
        self.raw(format!("GET {target} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes())
    }

    fn page(&self, target: &str) -> String {
        self.get(target, &format!("Host: localhost:{}\r\n", self.port))
    }
}

#[track_caller]
fn status(answer: &str, wanted: u16) {
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {wanted} ")),
        "{wanted}: {}",
        &answer[..answer.len().min(300)]
    );
}

#[test]
fn only_requests_that_name_this_machine_are_answered() {
    let server = Server::start(&[]);
    let port = server.port;
    let page = server.page("/en/");
    status(&page, 200);
    for header in
        ["cross-origin-resource-policy: same-origin", "x-content-type-options: nosniff", "default-src 'none'"]
    {
        assert!(page.contains(header), "{header}: {page}");
    }
    for host in [format!("127.0.0.1:{port}"), format!("[::1]:{port}"), "localhost".into()] {
        status(&server.get("/en/", &format!("Host: {host}\r\n")), 200);
    }
    for headers in [
        // A name that leads here for a while, as rebinding has it.
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: localhost.evil.example:{port}\r\n"),
        format!("Host: evil.example@localhost:{port}\r\n"),
        "Host: 0.0.0.0\r\n".into(),
        "Host: 2130706433\r\n".into(),
        "Host: \r\n".into(),
        String::new(),
        format!("Host: localhost:{port}\r\nHost: evil.example\r\n"),
        format!("Host: evil.example\r\nHost: localhost:{port}\r\n"),
    ] {
        let answer = server.get("/en/", &headers);
        assert!(answer.starts_with("HTTP/1.1 4"), "{headers:?}: {answer}");
        assert!(!answer.contains("relay"), "{headers:?}: {answer}");
    }
    // A whole address in the request counts as well as the header.
    status(&server.get("http://evil.example/en/", &format!("Host: localhost:{port}\r\n")), 403);
    status(&server.get(&format!("http://localhost:{port}/en/"), "Host: evil.example\r\n"), 403);
    status(&server.get(&format!("http://localhost:{port}/en/"), &format!("Host: localhost:{port}\r\n")), 200);
    let old = server.raw(b"GET /en/ HTTP/1.0\r\n\r\n");
    assert!(old.contains(" 403 ") && !old.contains("relay"), "{old}");
}

#[test]
fn no_path_leads_out_of_the_site() {
    for arguments in [&[][..], &["--base-path", "/lib/"]] {
        let server = Server::start(arguments);
        let base = if arguments.is_empty() { "/" } else { "/lib/" };
        status(&server.page(&format!("{base}en/")), 200);
        for path in [
            "secret.txt",
            "../secret.txt",
            "../../../../../../etc/passwd",
            "en/../../secret.txt",
            "%2e%2e/secret.txt",
            "%2e%2e%2fsecret.txt",
            "..%5csecret.txt",
            "..\\secret.txt",
            "%252e%252e/secret.txt",
            "/etc/passwd",
            "//etc/passwd",
            "en/%00/../secret.txt",
            "casebook.toml",
            "content/cases/a.en.md",
            ".casebook/",
            "file:///etc/passwd",
        ] {
            let answer = server.page(&format!("{base}{path}"));
            assert!(
                answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 302 "),
                "{path}: {answer}"
            );
            assert!(!answer.contains("the secret") && !answer.contains("root:"), "{path}: {answer}");
            let to = answer.lines().find_map(|line| line.strip_prefix("location: "));
            assert!(to.is_none_or(|to| to.starts_with(base) && !to.starts_with("//")), "{path}: {answer}");
        }
        // A path that is no text, and one that would begin another line of the answer.
        status(&server.page(&format!("{base}%ff")), 400);
        let split = server.page(&format!("{base}en%0d%0aSet-Cookie:%20x=1"));
        assert!(!split.to_lowercase().contains("\nset-cookie"), "{split}");
    }
}

#[test]
fn large_and_broken_requests_are_refused() {
    let server = Server::start(&[]);
    let host = format!("Host: localhost:{}\r\n", server.port);
    status(
        &server.raw(
            format!("POST /en/ HTTP/1.1\r\n{host}Content-Length: 0\r\nConnection: close\r\n\r\n").as_bytes(),
        ),
        405,
    );
    for request in [
        format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(200_000)),
        format!("GET / HTTP/1.1\r\n{host}X-Long: {}\r\n\r\n", "a".repeat(200_000)),
        format!("GET / HTTP/1.1\r\n{host}{}\r\n", "X-Many: 1\r\n".repeat(5_000)),
        "\0\u{1}\u{2} no request\r\n\r\n".to_owned(),
        format!("GET /en/ HTTP/9.9\r\n{host}\r\n"),
        format!("GET /en/ HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n"),
        format!("GET /en/ HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
    ] {
        let answer = server.raw(request.as_bytes());
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{}…: {answer}",
            &request[..60.min(request.len())]
        );
    }
    // A body without an end is not waited for.
    let mut stream = server.connect();
    stream
        .write_all(format!("POST /en/ HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n").as_bytes())
        .unwrap();
    let (mut sent, begun) = (0_usize, Instant::now());
    while sent < 64 << 20 && begun.elapsed() < Duration::from_secs(20) {
        if stream.write_all(format!("10000\r\n{}\r\n", "x".repeat(0x10000)).as_bytes()).is_err() {
            break;
        }
        sent += 0x10000;
    }
    assert!(sent < 64 << 20, "{sent} bytes of a body that nobody wants were taken");
    status(&server.page("/en/"), 200);
    assert!(memory(&server.child) < 300 << 20);
}

/// Bytes of memory that a process has.
fn memory(child: &Child) -> u64 {
    let status = Path::new("/proc").join(child.id().to_string()).join("status");
    let told = std::fs::read_to_string(status).unwrap_or_default();
    let resident =
        told.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    resident.map_or(0, |kilobytes: u64| kilobytes << 10)
}

#[test]
fn slow_clients_hold_up_nobody_and_are_let_go() {
    let server = Server::start(&[]);
    let begun = Instant::now();
    // More than are served at a time: some say nothing, some half a request, and none goes on.
    let mut idle: Vec<TcpStream> = (0..160)
        .map(|nth| {
            let mut stream = server.connect();
            if nth % 2 == 0 {
                let _ = stream.write_all(b"GET /en/ HTTP/1.1\r\nHost: local");
            }
            stream
        })
        .collect();
    status(&server.page("/en/"), 200);
    assert!(begun.elapsed() < Duration::from_secs(28), "it took {:?}", begun.elapsed());
    let mut answer = Vec::new();
    let _ = idle[0].read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(!answer.contains(" 200 "), "{answer}");
    drop(idle);
    let begun = Instant::now();
    status(&server.page("/en/"), 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
}
