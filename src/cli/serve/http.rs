//! The files of a site over HTTP, on loopback only, with a page that reloads itself.
//!
//! Reads no disk but for figures: it serves what [`Shop`] makes when it is asked for. Requests must name a loopback host
//! (so that no other site can reach it through a name of its own), be GET or HEAD, and be small.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::shop::Shop;

/// Where the pages find the script that reloads them; no site path can start so.
const CONTROL: &str = "-casebook/";
/// Bytes of a request's head.
const MAX_HEAD: usize = 64 * 1024;
/// Connections at a time; more wait until one ends.
const MAX_CONNECTIONS: usize = 128;
/// Longest that the head of a request may take, and a connection may lie idle between two.
const MAX_HEAD_TIME: Duration = Duration::from_secs(10);
/// Longest that a connection may last; a browser opens the next one by itself.
const MAX_CONNECTION_TIME: Duration = Duration::from_secs(300);
/// Longest that a page waits for a change before it asks again.
const LONGEST_WAIT: Duration = Duration::from_secs(25);
/// What the built site asks of its host as well.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Binds to `port` on loopback (0 chooses a free one).
pub async fn bind(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await
}

/// Serves until the process ends.
pub async fn serve(listener: TcpListener, shop: Arc<Shop>) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await.map_err(std::io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // The other side went away again, or the system has no more handles: neither lasts.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let shop = shop.clone();
        tokio::task::spawn(async move {
            let _place = place;
            let service = service_fn(move |request| {
                let shop = shop.clone();
                async move { Ok::<_, Infallible>(answer(&request, shop).await) }
            });
            // A connection that breaks concerns nobody but its reader.
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(MAX_HEAD_TIME)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            let _ = tokio::time::timeout(MAX_CONNECTION_TIME, connection).await;
        });
    }
}

async fn answer(request: &Request<Incoming>, shop: Arc<Shop>) -> Response<Full<Bytes>> {
    if !hosts_are_loopback(request) {
        return text(StatusCode::FORBIDDEN, "This server answers only to localhost.");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.");
    }
    let Ok(path) = percent_encoding::percent_decode_str(request.uri().path()).decode_utf8() else {
        return text(StatusCode::BAD_REQUEST, "The path is not UTF-8.");
    };
    let Some(path) = path.strip_prefix(shop.base_path()) else {
        return redirect(shop.base_path());
    };
    match path.strip_prefix(CONTROL) {
        Some("reload.js") => return file("reload.js", include_bytes!("reload.js").to_vec()),
        Some("state") => {
            let seen = request.uri().query().and_then(|query| query.strip_prefix("since="));
            let mut generations = shop.generations();
            let now = *generations.borrow_and_update();
            if seen.and_then(|seen| seen.parse().ok()) == Some(now) {
                // An error here means that the builder is gone; the old state is still the answer.
                let _ = tokio::time::timeout(LONGEST_WAIT, generations.changed()).await;
            }
            return made(move || file("state.json", shop.state().into_bytes())).await;
        }
        Some(_) => return text(StatusCode::NOT_FOUND, "No such page."),
        None => {}
    }
    let path = path.to_owned();
    made(move || page(&shop, &path)).await
}

/// Makes an answer beside the loop that takes requests: a page takes milliseconds, the dataset seconds.
async fn made(make: impl FnOnce() -> Response<Full<Bytes>> + Send + 'static) -> Response<Full<Bytes>> {
    match tokio::task::spawn_blocking(make).await {
        Ok(response) => response,
        Err(_) => text(StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made."),
    }
}

fn page(shop: &Shop, path: &str) -> Response<Full<Bytes>> {
    let wanted =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    if let Some((generation, bytes)) = shop.file(&wanted) {
        return with_reload(shop, generation, &wanted, bytes);
    }
    if shop.has_page(&format!("{path}/index.html")) {
        let encoded: String = percent_encoding::utf8_percent_encode(path, percent_encoding::NON_ALPHANUMERIC)
            .to_string()
            .replace("%2F", "/");
        return redirect(&format!("{}{encoded}/", shop.base_path()));
    }
    let lang = path.split('/').next().unwrap_or_default();
    let missing = [format!("{lang}/404.html"), "404.html".to_owned()];
    let found = missing.iter().find_map(|name| Some((name, shop.file(name)?)));
    let Some((name, (generation, bytes))) = found else {
        return text(StatusCode::NOT_FOUND, "No such page.");
    };
    let mut response = with_reload(shop, generation, name, bytes);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Adds the reload script to a page; everything else goes out as built.
fn with_reload(shop: &Shop, generation: u64, path: &str, mut bytes: Vec<u8>) -> Response<Full<Bytes>> {
    if path.ends_with(".html")
        && let Some(end) = memchr::memmem::rfind(&bytes, b"</body>")
    {
        let tag = format!(
            "<script src=\"{}{CONTROL}reload.js\" data-generation=\"{generation}\"></script>",
            shop.base_path()
        );
        bytes.splice(end..end, tag.into_bytes());
    }
    file(path, bytes)
}

fn file(path: &str, bytes: Vec<u8>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(bytes)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // No page of another site may show what is here, not even as a picture.
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

fn text(status: StatusCode, message: &'static str) -> Response<Full<Bytes>> {
    let mut response = file("message.txt", message.as_bytes().to_vec());
    *response.status_mut() = status;
    response
}

fn redirect(to: &str) -> Response<Full<Bytes>> {
    let mut response = text(StatusCode::FOUND, "");
    match HeaderValue::from_str(to) {
        Ok(value) => drop(response.headers_mut().insert(header::LOCATION, value)),
        Err(_) => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    response
}

/// Whether every host that a request names is this machine, and it names one: in its header, which may come
/// more than once, and in its address, which may be a whole one.
fn hosts_are_loopback(request: &Request<Incoming>) -> bool {
    let told = request.headers().get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default());
    let address = request.uri().authority().map(hyper::http::uri::Authority::as_str);
    let mut hosts = told.chain(address).peekable();
    hosts.peek().is_some() && hosts.all(is_loopback)
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" | "webmanifest" => "application/json; charset=utf-8",
        "jsonl" => "application/x-ndjson; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "xml" => "application/xml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "txt" | "md" | "cff" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_loopback_names_are_answered() {
        for host in ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["example.org", "localhost.example.org:8000", "127.0.0.1.example.org", "", ":8000", "10.0.0.1"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
