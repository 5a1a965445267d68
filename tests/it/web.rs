//! A small web server of this process, for what fetches pages.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What it answers.
pub struct Answer {
    pub status: &'static str,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// Whether the body never ends.
    pub endless: bool,
    /// Whether it is sent a byte at a time.
    pub slow: bool,
}

impl Answer {
    pub fn of(media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: "200 OK",
            headers: vec![("Content-Type", media_type.to_owned())],
            body: body.into(),
            endless: false,
            slow: false,
        }
    }

    pub fn status(status: &'static str) -> Self {
        Self { status, ..Self::of("text/plain", "") }
    }

    pub fn redirect(to: &str) -> Self {
        let mut answer = Self::status("302 Found");
        answer.headers.push(("Location", to.to_owned()));
        answer
    }
}

/// A server and what was asked of it.
pub struct Web {
    pub address: String,
    pub asked: Arc<Mutex<Vec<String>>>,
}

impl Web {
    /// Answers with `site`, given the method and the path, until the process ends.
    pub fn of(site: impl Fn(&str, &str) -> Answer + Send + Sync + 'static) -> Self {
        Self::at("127.0.0.1", site)
    }

    /// As [`Web::of`], on this address of the machine.
    pub fn at(host: &str, site: impl Fn(&str, &str) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((host, 0)).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (log, site) = (asked.clone(), Arc::new(site));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, site) = (log.clone(), site.clone());
                std::thread::spawn(move || answer(stream, &log, &*site));
            }
        });
        Self { address, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

fn answer(stream: TcpStream, log: &Mutex<Vec<String>>, site: &dyn Fn(&str, &str) -> Answer) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let mut parts = first.split_whitespace();
    let (Some(method), Some(path)) = (parts.next(), parts.next()) else { return };
    log.lock().unwrap().push(format!("{method} {path}"));
    let own = site(method, path);
    let mut stream = stream;
    let mut head = format!("HTTP/1.1 {}\r\nConnection: close\r\n", own.status);
    for (name, value) in &own.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !own.endless {
        head.push_str(&format!("Content-Length: {}\r\n", own.body.len()));
    }
    head.push_str("\r\n");
    if stream.write_all(head.as_bytes()).is_err() || method == "HEAD" {
        return;
    }
    if own.slow {
        for byte in &own.body {
            if stream.write_all(&[*byte]).is_err() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        return;
    }
    let _ = stream.write_all(&own.body);
    while own.endless && stream.write_all(&[b'x'; 4096]).is_ok() {}
}
