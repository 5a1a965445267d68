//! One page from the network, within bounds of time, size and redirects, and from public addresses only.
//! Every step of a redirect is judged as the first one is.

pub mod guard;

use std::io::Read;
use std::time::{Duration, Instant};

use ureq::Agent;
use url::Url;

use guard::{Guard, Private};

/// Bounds of a request.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// For everything together: names, redirects, the last byte.
    pub time: Duration,
    /// Bytes of the page, unpacked.
    pub bytes: u64,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Whether addresses of private networks may be asked.
    pub allow_private: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), bytes: 16 << 20, redirects: 8, allow_private: false }
    }
}

/// What is asked of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The head alone.
    Head,
    /// The page.
    Get,
    /// The page's beginning, enough to know that it is there.
    Peek,
}

/// A page that came.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The address at which it was found in the end.
    pub url: String,
    /// The status of HTTP.
    pub status: u16,
    /// The media type.
    pub media_type: String,
    /// `Content-Language`.
    pub language: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Why no page came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// No host has that name.
    NoHost(String),
    /// The address is none that may be asked, and why.
    Forbidden(String),
    /// It took too long.
    Slow,
    /// There was more than the bound allows.
    Large(u64),
    /// Anything else, e.g. a connection that was closed.
    Failed(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoHost(host) => write!(f, "there is no host called {host}"),
            Self::Forbidden(why) => f.write_str(why),
            Self::Slow => f.write_str("it took too long"),
            Self::Large(most) => write!(f, "it has more than {most} bytes"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

/// How the program calls itself, so that a host knows whom to ask.
const AGENT: &str = concat!("casebook/", env!("CARGO_PKG_VERSION"), " (checks sources of incident records)");

/// Fetches `address`.
///
/// # Errors
///
/// [`Refused`]: a status that is no success is none of them, the page that comes with it is given.
pub fn fetch(address: &str, method: Method, bounds: &Bounds) -> Result<Fetched, Refused> {
    #[expect(clippy::disallowed_methods, reason = "a bound of time needs the clock")]
    let start = Instant::now();
    let mut url = judged(address)?;
    for _ in 0..=bounds.redirects {
        let left =
            bounds.time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()).ok_or(Refused::Slow)?;
        let agent = agent(left, bounds.allow_private);
        let asked = match method {
            Method::Head => agent.head(url.as_str()).call(),
            Method::Get | Method::Peek => agent.get(url.as_str()).call(),
        };
        let response = asked.map_err(|error| refused(&error, &url))?;
        let status = response.status().as_u16();
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        if matches!(status, 301 | 302 | 303 | 307 | 308) {
            let target = header("location");
            let next = url
                .join(&target)
                .map_err(|_| Refused::Failed(format!("it leads to `{target}`, which is no address")))?;
            url = judged(next.as_str())?;
            continue;
        }
        let mut fetched = Fetched {
            url: url.to_string(),
            status,
            media_type: header("content-type"),
            language: header("content-language"),
            bytes: Vec::new(),
        };
        let most = match method {
            Method::Head => return Ok(fetched),
            Method::Get => bounds.bytes,
            Method::Peek => 1 << 10,
        };
        let (_, body) = response.into_parts();
        let read = body.into_reader().take(most + 1).read_to_end(&mut fetched.bytes);
        if let Err(error) = read
            && method == Method::Get
        {
            let slow = matches!(error.kind(), std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock)
                || start.elapsed() >= bounds.time;
            return Err(if slow {
                Refused::Slow
            } else {
                Refused::Failed(format!("the page broke off: {error}"))
            });
        }
        if method == Method::Get && fetched.bytes.len() as u64 > most {
            return Err(Refused::Large(most));
        }
        return Ok(fetched);
    }
    Err(Refused::Failed(format!("it leads elsewhere more than {} times", bounds.redirects)))
}

/// The address, if it is one that may be asked at all.
fn judged(address: &str) -> Result<Url, Refused> {
    let forbidden = |why: &str| Refused::Forbidden(why.to_owned());
    let mut url = Url::parse(address.trim())
        .map_err(|error| Refused::Forbidden(format!("it is no address: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refused::Forbidden(format!("only http and https are fetched, not {}", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(forbidden("an address with a name and a password is not fetched"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(forbidden("it has no host"));
    }
    url.set_fragment(None);
    Ok(url)
}

fn agent(left: Duration, allow_private: bool) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_idle_connections(0)
        .user_agent(AGENT)
        .accept("text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5")
        .timeout_global(Some(left))
        .build();
    Agent::with_parts(
        config,
        ureq::unversioned::transport::DefaultConnector::default(),
        Guard::new(allow_private),
    )
}

fn refused(error: &ureq::Error, url: &Url) -> Refused {
    let host = || url.host_str().unwrap_or_default().to_owned();
    match error {
        ureq::Error::HostNotFound => Refused::NoHost(host()),
        ureq::Error::Timeout(_) => Refused::Slow,
        ureq::Error::Io(error) => match error.kind() {
            std::io::ErrorKind::TimedOut => Refused::Slow,
            // What the system says of a name that it cannot look up has no kind of its own.
            _ if error.to_string().contains("failed to lookup address information") => {
                let gone = ["not known", "No address associated", "nodename nor servname"];
                let told = error.to_string();
                if gone.iter().any(|words| told.contains(words)) {
                    Refused::NoHost(host())
                } else {
                    Refused::Failed(told)
                }
            }
            _ => Refused::Failed(error.to_string()),
        },
        ureq::Error::Other(inner) if inner.is::<Private>() => {
            Refused::Forbidden(format!("{inner}; give --allow-private if that is meant"))
        }
        other => Refused::Failed(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_may_not_be_asked_are_refused_before_anything_is_sent() {
        for address in [
            "file:///etc/passwd",
            "ftp://a.example/",
            "https://user:word@a.example/",
            "http://",
            "x",
            "javascript:1",
        ] {
            assert!(
                matches!(fetch(address, Method::Get, &Bounds::default()), Err(Refused::Forbidden(_))),
                "{address}"
            );
        }
        // Every way to write the machine itself.
        for address in [
            "http://127.0.0.1:1/",
            "http://2130706433:1/",
            "http://0x7f.1:1/",
            "http://[::1]:1/",
            "http://[::ffff:7f00:1]:1/",
            "http://0:1/",
            "http://localhost:1/",
        ] {
            let refused = fetch(address, Method::Get, &Bounds::default());
            assert!(matches!(refused, Err(Refused::Forbidden(_))), "{address}: {refused:?}");
        }
    }
}
