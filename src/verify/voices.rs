//! Who says so: sources into independent voices.
//!
//! Sources of one organisation are one voice, and a source that merely repeats another speaks with
//! that one's voice. A source's voice depends on the library alone, never on which other sources a
//! record uses, so a further source can add a voice and never take one away.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::verdict::Voice;
use crate::model::address::read_address;
use crate::model::{Case, Library, Source};

/// Second-level names under which organisations register in country domains: `example.co.uk`.
const SECOND_LEVELS: [&str; 10] = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"];

/// Hosts on which many publishers have a subdomain each.
const SUBDOMAIN_HOSTS: [&str; 12] = [
    "blogspot.com",
    "bearblog.dev",
    "github.io",
    "gitlab.io",
    "hashnode.dev",
    "netlify.app",
    "pages.dev",
    "substack.com",
    "tistory.com",
    "vercel.app",
    "wordpress.com",
    "atlassian.net",
];

/// Hosts on which the first segment of the path names the publisher.
const PATH_HOSTS: [&str; 12] = [
    "codeberg.org",
    "dev.to",
    "facebook.com",
    "github.com",
    "gitlab.com",
    "habr.com",
    "linkedin.com",
    "medium.com",
    "mastodon.social",
    "twitter.com",
    "velog.io",
    "x.com",
];

/// The organisations that a library knows, by their names and by the domains of their sites.
#[derive(Debug, Default)]
pub(super) struct Publishers {
    /// Comparable id by every name in comparable form.
    by_name: BTreeMap<String, String>,
    /// The same by registered domain.
    by_domain: BTreeMap<String, String>,
}

impl Publishers {
    /// Those of the vocabulary; of two with one name the first is meant.
    pub fn of(library: &Library) -> Self {
        let mut own = Self::default();
        for term in library.vocab.get("org").into_iter().flat_map(|orgs| orgs.terms.values()) {
            let id = letters(&term.id);
            let names = term.label.values().chain(term.aliases.values().flatten()).map(|name| letters(name));
            for name in std::iter::once(id.clone()).chain(names) {
                own.by_name.entry(name).or_insert_with(|| id.clone());
            }
            if let Some((host, _)) = term.url.as_deref().and_then(place) {
                own.by_domain.entry(registered_domain(&host).to_owned()).or_insert(id);
            }
        }
        own
    }

    /// The organisation's id in comparable form: by alias where the vocabulary has one.
    fn org_id(&self, name: &str) -> String {
        let folded = letters(name);
        self.by_name.get(&folded).cloned().unwrap_or(folded)
    }
}

/// The independent voices among a case's sources: primary ones first, then by their first source.
pub(super) fn voices(library: &Library, publishers: &Publishers, case: &Case) -> Vec<Voice> {
    let mut groups: BTreeMap<String, BTreeSet<Arc<str>>> = BTreeMap::new();
    let mut primary: BTreeMap<String, BTreeSet<Arc<str>>> = BTreeMap::new();
    for used in &case.sources {
        let Some(source) = library.sources.get(&used.id) else { continue };
        let key = voice_key(library, publishers, source);
        if is_primary(library, publishers, case, source) {
            primary.entry(key.clone()).or_default().insert(source.id.clone());
        }
        groups.entry(key).or_default().insert(source.id.clone());
    }
    let mut voices: Vec<Voice> = groups
        .into_iter()
        .map(|(key, sources)| Voice {
            sources: sources.into_iter().collect(),
            primary: primary.contains_key(&key),
            own: primary.get(&key).into_iter().flatten().cloned().collect(),
        })
        .collect();
    voices.sort_by(|a, b| b.primary.cmp(&a.primary).then_with(|| a.sources.cmp(&b.sources)));
    voices
}

/// Whose voice a source is: its publisher's, or that of the source which it merely repeats.
fn voice_key(library: &Library, publishers: &Publishers, source: &Source) -> String {
    let mut seen: BTreeSet<&Arc<str>> = BTreeSet::new();
    let mut current = source;
    while seen.insert(&current.id) {
        let Some(next) =
            current.cites.iter().filter_map(|id| library.sources.get(id)).min_by_key(|next| &next.id)
        else {
            return publisher_key(publishers, current);
        };
        current = next;
    }
    // A circle of sources that repeat one another.
    seen.into_iter().next().map_or_else(String::new, |id| format!("source {id}"))
}

fn publisher_key(publishers: &Publishers, source: &Source) -> String {
    if let Some(publisher) = source.publisher.as_deref().map(str::trim).filter(|told| !told.is_empty()) {
        if looks_like_host(publisher) {
            return address_key(publishers, &format!("https://{publisher}/"))
                .unwrap_or_else(|| format!("org {}", letters(publisher)));
        }
        return format!("org {}", publishers.org_id(publisher));
    }
    source
        .url
        .as_deref()
        .or(source.archived.as_deref())
        .and_then(|url| address_key(publishers, url))
        .unwrap_or_else(|| format!("source {}", source.id))
}

/// Whether the source is the operator's own account: told, published by the record's organisation,
/// or published under that organisation's name.
fn is_primary(library: &Library, publishers: &Publishers, case: &Case, source: &Source) -> bool {
    if let Some(told) = source.primary {
        return told;
    }
    if source.cites.iter().any(|id| library.sources.contains_key(id)) {
        return false;
    }
    let Some(org) = &case.org else { return false };
    publisher_key(publishers, source) == format!("org {}", publishers.org_id(&org.id))
        || publisher_key(publishers, source) == format!("org {}", letters(&org.name))
}

/// The publisher behind an address: the organisation whose site it is, else the registered domain,
/// else the account on a shared host.
fn address_key(publishers: &Publishers, url: &str) -> Option<String> {
    let (host, path) = place(url)?;
    let (host, path) = (host.as_str(), path.as_str());
    let domain = registered_domain(host);
    let account = if PATH_HOSTS.contains(&domain) {
        let segment = path.split('/').find(|segment| !segment.is_empty())?;
        return Some(format!("account {domain}/{}", segment.to_lowercase()));
    } else if SUBDOMAIN_HOSTS.contains(&domain) {
        return Some(format!("account {host}"));
    } else {
        domain
    };
    if let Some(org) = publishers.by_domain.get(account) {
        return Some(format!("org {org}"));
    }
    // `roblox.com` is Roblox's, whether or not the vocabulary knows Roblox.
    let name = account.split('.').next().unwrap_or(account);
    Some(format!("org {}", publishers.org_id(name)))
}

/// Host without `www.` and port, and path of an address; of a web archive's copy, those of what was copied.
fn place(url: &str) -> Option<(String, String)> {
    let key = read_address(url).ok()?.key;
    let (host, path) = key.split_at(key.find(['/', '?', '#']).unwrap_or(key.len()));
    let host = host.split(':').next()?;
    (!host.is_empty()).then(|| (host.to_owned(), path.to_owned()))
}

fn registered_domain(host: &str) -> &str {
    let dots: Vec<usize> = host.match_indices('.').map(|(at, _)| at).collect();
    let labels = dots.len() + 1;
    if labels <= 2 {
        return host;
    }
    let label = |from_end: usize| host.rsplit('.').nth(from_end).unwrap_or("");
    let take = if label(0).len() == 2 && SECOND_LEVELS.contains(&label(1)) { 3 } else { 2 };
    if labels <= take { host } else { &host[dots[labels - take - 1] + 1..] }
}

fn looks_like_host(name: &str) -> bool {
    name.contains('.') && !name.contains(char::is_whitespace) && name.is_ascii()
}

/// Letters and digits alone, in lower case: `Fly.io` and `fly-io` are one.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registered_domain_is_what_an_organisation_owns() {
        for (host, domain) in [
            ("about.roblox.com", "roblox.com"),
            ("status.example.co.uk", "example.co.uk"),
            ("fly.io", "fly.io"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(registered_domain(host), domain, "{host}");
        }
    }

    #[test]
    fn an_archived_copy_speaks_for_the_original() {
        let archived = "https://web.archive.org/web/20261104021028/https://about.roblox.com/a";
        let key = |url| address_key(&Publishers::default(), url);
        assert_eq!(key(archived), key("https://about.roblox.com/a"));
        assert_ne!(key(archived), key("https://example.org/a"));
        assert_eq!(key("https://пример.рф/a"), key("https://xn--e1afmkfd.xn--p1ai./b"));
    }

    #[test]
    fn accounts_on_a_shared_host_are_different_voices() {
        let publishers = Publishers::default();
        let key = |url| address_key(&publishers, url);
        assert_ne!(key("https://github.com/one/x"), key("https://github.com/two/x"));
        assert_ne!(key("https://a.github.io/"), key("https://b.github.io/"));
        assert_eq!(key("https://blog.example.com/a"), key("https://www.example.com/b"));
    }
}
