//! Figures that stand beside a case's texts: which are published, and where.
//!
//! Only pictures are: a page or script beside a record must not become part of the site. An SVG is
//! published when nothing in it can run or fetch.

use super::File;
use super::address::segment;
use super::html::encode_path;
use crate::diag::{Code, Diagnostic, Place};
use crate::model::Case;

/// Endings of pictures that browsers show and that cannot run.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// The path below the case's own folder.
fn below<'a>(case: &Case, path: &'a str) -> &'a str {
    let rest = path.strip_prefix("content/cases/").unwrap_or(path);
    let folder = case.folder.as_deref().unwrap_or("");
    rest.strip_prefix(folder).map_or(rest, |rest| rest.trim_start_matches('/'))
}

/// Where the figure `path` (below the library's root) is published.
fn published(case: &Case, path: &str) -> String {
    let parts: Vec<String> = below(case, path).split('/').map(segment).collect();
    format!("figures/{}/{}", segment(&case.slug), parts.join("/"))
}

fn is_picture(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    PICTURES.contains(&ending.as_str())
}

/// The address from the site's root of the figure that a text calls `name`.
pub fn address(case: &Case, name: &str) -> Option<String> {
    let name = name.trim_start_matches("./");
    let asset = case.assets.iter().find(|asset| below(case, &asset.path) == name)?;
    is_picture(&asset.path).then(|| encode_path(&published(case, &asset.path)))
}

/// The figures of a case as files; what is not published is told.
pub fn files(case: &Case) -> (Vec<File>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut diagnostics = Vec::new();
    let mut refuse = |path: &str, why: &str| {
        diagnostics.push(
            Diagnostic::new(Code::T005, Place::file(path), format!("the file is not published: {why}"))
                .help("put pictures (PNG, JPEG, GIF, WebP, AVIF, plain SVG) beside a case, nothing else")
                .case(case.id.to_string()),
        );
    };
    for asset in &case.assets {
        if !is_picture(&asset.path) {
            refuse(&asset.path, "it is no picture");
            continue;
        }
        match asset.read() {
            Ok(bytes) if asset.path.to_ascii_lowercase().ends_with(".svg") && !is_plain(&bytes) => {
                refuse(&asset.path, "this SVG could run a script or fetch something");
            }
            Ok(bytes) => files.push(File { path: published(case, &asset.path), bytes: bytes.to_vec() }),
            Err(error) => refuse(&asset.path, &error.to_string()),
        }
    }
    (files, diagnostics)
}

/// Whether an SVG has nothing that runs or fetches: rather too strict than too lax.
fn is_plain(svg: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(svg) else { return false };
    let text = text.to_ascii_lowercase();
    let forbidden = [
        "<script",
        "<foreignobject",
        "<iframe",
        "<!entity",
        "<!doctype",
        "javascript:",
        "data:",
        "@import",
        "<?xml-stylesheet",
        "<animate",
        "<set",
        "<handler",
        "&#",
    ];
    let runs = text.split([' ', '\t', '\n', '\r', '\x0c', '/', '"', '\'']).any(|word| {
        word.strip_prefix("on").is_some_and(|rest| {
            rest.split_once('=').is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_alphabetic()))
                || (!rest.is_empty()
                    && rest.bytes().all(|b| b.is_ascii_alphabetic())
                    && text.contains(&format!("{word} =")))
        })
    });
    let fetches = ["href", "url("].iter().any(|what| {
        text.match_indices(what).any(|(at, _)| {
            let value = text[at + what.len()..].trim_start_matches([' ', '=', '"', '\'', '(']);
            !value.starts_with('#')
        })
    });
    !runs && !fetches && !forbidden.iter().any(|what| text.contains(what))
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn a_picture_that_could_run_is_not_plain() {
        assert!(is_plain(
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"3\" fill=\"url(#g)\"/></svg>"
        ));
        for bad in [
            "<svg><script>alert(1)</script></svg>",
            "<svg onload=alert(1)>",
            "<svg/onload=alert(1)>",
            "<svg onload =\"x\">",
            "<svg><a href=\"javascript:x\"/></svg>",
            "<svg><image href=\"https://example.org/x\"/></svg>",
            "<svg><style>@import 'x'</style></svg>",
        ] {
            assert!(!is_plain(bad.as_bytes()), "{bad}");
        }
    }
}
