//! The library without a network, where its settings ask for it: a manifest, a worker that keeps the
//! search and what was visited, and the page for what was not.
//!
//! The worker's version is the hash of the whole tree, so that what it keeps is of one build.

use std::collections::BTreeMap;

use serde_json::json;

use super::File;
use super::address::Path;
use super::theme::Files;
use crate::text::Lang;

/// The script that registers the worker, as an asset of every theme.
pub const REGISTER: &str = "offline.js";

/// What a browser is told of the site as an application.
pub const MANIFEST: &str = "manifest.webmanifest";

/// Lays the registering script over the theme's assets.
pub fn add_script(files: &mut Files) {
    files.assets.insert(REGISTER.to_owned(), include_bytes!("offline/register.js").to_vec());
}

/// The manifest; its addresses are relative to itself.
pub fn manifest(title: &str, lang: &Lang, dir: &str, icon: &str) -> File {
    let value = json!({
        "name": title, "short_name": title, "lang": lang.as_str(), "dir": dir, "start_url": format!("./{}", Path::home(lang).encoded()),
        "scope": "./", "display": "minimal-ui", "background_color": "#fbfaf6", "theme_color": "#0a5d70",
        "icons": [{"src": format!("./{icon}"), "sizes": "any", "type": "image/svg+xml"}],
    });
    File::text(MANIFEST, format!("{value}\n"))
}

/// The worker and the version that it is of, from every other file of the tree and its hash.
pub fn worker(languages: &[Lang], tree: &BTreeMap<String, blake3::Hash>) -> Vec<File> {
    let mut hasher = blake3::Hasher::new();
    for (path, hash) in tree {
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
        hasher.update(hash.as_bytes());
    }
    let version = hasher.finalize().to_hex()[..16].to_owned();
    let pages = languages
        .iter()
        .flat_map(|lang| ["", "search/", "diagnose/"].map(|rest| Path::under(lang, rest)).into_iter());
    let pages: Vec<Path> = pages.filter(|path| tree.contains_key(&path.file())).collect();
    let kept = tree.keys().filter(|path| {
        path.starts_with("search/")
            || path.starts_with("assets/")
            || matches!(path.as_str(), "offline.html" | MANIFEST)
    });
    let files: Vec<String> =
        kept.map(|path| Path::new(path.as_str()).encoded()).chain(pages.iter().map(Path::encoded)).collect();
    let script = include_str!("offline/sw.js")
        .replace("%VERSION%", &version)
        .replace("%FILES%", &json!(files).to_string());
    vec![
        File::text("sw.js", script),
        File::text("version.json", format!("{}\n", json!({"version": version}))),
    ]
}
