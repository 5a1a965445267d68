//! Files for hosts, search engines and other programs: headers, robots, sitemaps, redirects.

use std::collections::BTreeSet;

use super::address::{Path, segment};
use super::html::{encode_address, escaped};
use super::locale::Locale;
use super::scope::{Scope, alternates};
use super::{File, Site};

/// The policy under which every page works, without the parts that only tighten it.
pub const POLICY: &str =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

/// Addresses in one sitemap; the protocol allows 50,000 and 50 MB.
const ADDRESSES: usize = 10_000;

/// Headers for hosts that read `_headers`; `paths` are all files of the site, or at least of its search.
///
/// Hosts join the values of all rules that fit an address, so no two rules tell the same header.
pub fn headers<'a>(base: &str, offline: bool, paths: impl Iterator<Item = &'a String>) -> File {
    let offline = if offline { "; manifest-src 'self'; worker-src 'self'" } else { "" };
    let mut headers = format!(
        "{base}*\n  Content-Security-Policy: {POLICY}{offline}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\n  \
         X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n\n\
         {base}assets/*\n  Cache-Control: {FOR_EVER}\n\n\
         {base}api/*\n  Access-Control-Allow-Origin: *\n\n{base}data/*\n  Access-Control-Allow-Origin: *\n"
    );
    // A shard's folder bears the hash of its content; what leads to it is asked for anew.
    let mut rules = BTreeSet::new();
    for path in paths {
        let Some(rest) = path.strip_prefix("search/") else { continue };
        rules.insert(match rest.split_once('/') {
            Some((folder, _)) => (format!("{base}search/{folder}/*"), FOR_EVER),
            None => (format!("{base}{path}"), "no-cache"),
        });
    }
    if !offline.is_empty() {
        rules.extend(["sw.js", "version.json"].map(|path| (format!("{base}{path}"), "no-cache")));
    }
    for (path, value) in rules {
        headers.push_str(&format!("\n{path}\n  Cache-Control: {value}\n"));
    }
    File::text("_headers", headers)
}

/// For what bears the hash of its content in its name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Redirects for hosts that read `_redirects`, from every former name of a case to its page and data;
/// `None` where no case was renamed. Each has a page that leads on as well, for every other host.
pub fn redirects_file(scopes: &[Scope<'_>]) -> Option<File> {
    let first = scopes.first()?;
    let base = first.site.base_path();
    let mut lines = String::new();
    for (number, scored) in first.site.cases.iter().enumerate() {
        let case = &scored.verified.case;
        for former in formers(first, number) {
            for scope in scopes {
                let lang = &scope.locale.lang;
                let (from, to) = (Path::case(lang, former), Path::case(lang, &case.slug));
                lines.push_str(&format!("{base}{} {base}{} 301\n", from.encoded(), to.encoded()));
            }
            let (from, to) = (super::api::case_path(former), super::api::case_path(&case.id.0));
            lines.push_str(&format!("{base}{} {base}{} 301\n", from.encoded(), to.encoded()));
        }
    }
    (!lines.is_empty()).then(|| File::text("_redirects", lines))
}

/// Former names of case number `number` that no other case bears, now or before it.
fn formers<'a>(scope: &Scope<'a>, number: usize) -> BTreeSet<&'a String> {
    let case = &scope.site.cases[number].verified.case;
    let mut formers: BTreeSet<&String> = case.former_ids.iter().collect();
    formers.retain(|former| {
        segment(former) != segment(&case.slug) && scope.catalogue.case_named(former) == Some(number)
    });
    formers
}

/// The page at the root: it leads to the default language without script.
///
/// `icon` is the icon's path: without one, browsers ask the host for an icon of their own choice.
pub fn root(site: &Site<'_>, locales: &[Locale], icon: &str) -> File {
    let mut links = String::new();
    for locale in locales {
        links.push_str(&format!(
            "<li><a href=\"{}\" lang=\"{}\" hreflang=\"{}\">{}</a></li>\n",
            escaped(&Path::home(&locale.lang).encoded()),
            locale.lang,
            locale.lang,
            escaped(&locale.own_name())
        ));
    }
    let first = locales.first();
    let target = first.map_or_else(String::new, |locale| Path::home(&locale.lang).encoded());
    let title = first.map_or_else(String::new, |locale| {
        locale.best_of(&site.library.config.title).map_or_else(String::new, |(_, title)| title.to_owned())
    });
    let lang = first.map_or_else(|| "en".to_owned(), |locale| locale.lang.to_string());
    let canonical = first.and_then(|locale| site.absolute(&Path::home(&locale.lang)));
    File::text(
        "index.html",
        refresh(
            &lang,
            &title,
            &target,
            &[("icon", icon), ("canonical", canonical.as_deref().unwrap_or_default())],
            &format!("<ul>\n{links}</ul>"),
        ),
    )
}

/// A page that leads on at once.
fn refresh(lang: &str, title: &str, target: &str, head: &[(&str, &str)], body: &str) -> String {
    let links: String = head
        .iter()
        .filter(|(_, address)| !address.is_empty())
        .map(|(rel, address)| format!("<link rel=\"{rel}\" href=\"{}\">\n", escaped(address)))
        .collect();
    let title = escaped(title);
    let target = escaped(target);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta http-equiv=\"refresh\" content=\"0; url={target}\">\n\
         <title>{title}</title>\n{links}</head>\n<body>\n<main><h1><a href=\"{target}\">{title}</a></h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
}

/// Redirects from a case's former ids, in one language.
pub fn redirects(scope: &Scope<'_>, number: usize) -> Vec<File> {
    let case = &scope.site.cases[number].verified.case;
    let target = Path::case(&scope.locale.lang, &case.slug);
    formers(scope, number)
        .into_iter()
        .map(|former| {
            let path = Path::case(&scope.locale.lang, former);
            let page = refresh(
                scope.locale.lang.as_str(),
                &scope.rows[number].title.text,
                &format!("{}{}", path.root(), target.encoded()),
                &[("canonical", scope.absolute(&target).as_deref().unwrap_or_default())],
                "",
            );
            File::text(path.file(), page)
        })
        .collect()
}

/// `robots.txt`, and sitemaps where the site's address is known. `pages` are told in the default
/// language; every one exists in all.
pub fn sitemaps(site: &Site<'_>, locales: &[Locale], pages: &[Path]) -> Vec<File> {
    let mut robots = String::from("User-agent: *\nAllow: /\n");
    if site.base_url.is_empty() {
        return vec![File::text("robots.txt", robots)];
    }
    let mut files = Vec::new();
    let mut index = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for locale in locales {
        for (at, chunk) in pages.chunks(ADDRESSES).enumerate() {
            let path = Path::under(&locale.lang, &format!("sitemap-{}.xml", at + 1));
            if let Some(address) = site.absolute(&path) {
                index.push_str(&format!("<sitemap><loc>{}</loc></sitemap>\n", escaped(&address)));
            }
            files.push(File::text(path.file(), sitemap(site, locales, locale, chunk)));
        }
    }
    index.push_str("</sitemapindex>\n");
    robots.push_str(&format!("Sitemap: {}sitemap.xml\n", site.base_url));
    files.push(File::text("sitemap.xml", index));
    files.push(File::text("robots.txt", robots));
    files
}

fn sitemap(site: &Site<'_>, locales: &[Locale], locale: &Locale, pages: &[Path]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in pages {
        let Some(address) = site.absolute(&page.in_language(&locale.lang)) else { continue };
        xml.push_str(&format!("<url><loc>{}</loc>", escaped(&address)));
        for alternate in alternates(site, locales, page) {
            xml.push_str(&format!(
                "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                alternate.lang,
                escaped(&alternate.href)
            ));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// The description by which a browser offers the search; it needs the site's address.
pub fn opensearch(scope: &Scope<'_>) -> Option<File> {
    let address = scope.absolute(&Path::under(&scope.locale.lang, "search/"))?;
    let title = scope.site_title();
    let short: String = title.chars().take(16).collect();
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n\
         <ShortName>{}</ShortName>\n<Description>{}</Description>\n<Language>{}</Language>\n\
         <InputEncoding>UTF-8</InputEncoding>\n<Url type=\"text/html\" template=\"{}?q={{searchTerms}}\"/>\n</OpenSearchDescription>\n",
        escaped(&short),
        escaped(&title),
        scope.locale.lang,
        escaped(&address)
    );
    Some(File::text(format!("{}/opensearch.xml", scope.locale.lang), xml))
}

/// `llms.txt`: what this site is and where its data are.
pub fn llms(scope: &Scope<'_>) -> File {
    let at = |path: &Path| scope.absolute(path).unwrap_or_else(|| format!("/{}", path.encoded()));
    // The file is Markdown, a title is not: signs that would be markup are escaped.
    let one_line = |text: &str| {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut shown = String::with_capacity(words.len());
        for c in words.chars() {
            if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&' | '~') {
                shown.push('\\');
            }
            shown.push(c);
        }
        shown
    };
    let mut text = format!(
        "# {}\n\n> {}\n\n## Data\n\n",
        one_line(&scope.site_title()),
        scope.locale.text("data_description")
    );
    for (label, path) in [
        ("All cases in short, JSON", "api/v1/cases.json"),
        ("One case: its record and what was computed, JSON", "api/v1/cases/<id>.json"),
        ("Vocabularies, JSON", "api/v1/vocabularies.json"),
        ("Sources, JSON", "api/v1/sources.json"),
    ] {
        text.push_str(&format!(
            "- [{label}]({}{path})\n",
            if scope.site.base_url.is_empty() { "/" } else { scope.site.base_url }
        ));
    }
    text.push_str("\n## Cases\n\n");
    /// Cases named here; the JSON names all of them.
    const NAMED: usize = 200;
    for &number in scope.catalogue.by_date.iter().take(NAMED) {
        let case = &scope.site.cases[number].verified.case;
        let path = Path::case(&scope.locale.lang, &case.slug);
        text.push_str(&format!(
            "- [{}]({})\n",
            one_line(&scope.rows[number].title.text),
            encode_address(&at(&path))
        ));
    }
    File::text("llms.txt", text)
}
