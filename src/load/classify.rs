//! What each file is, by its place and name; files of one case come together.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::encoding::{decode, lost};
use super::walk::too_large;
use super::{Asset, AssetContent, CaseFile, CaseInput, Limits, PageInput, RecordFormat, Snapshots, Sources};
use crate::diag::{Code, Diagnostic, Place, SourceFile};
use crate::text::Lang;

/// A file as it was found.
pub(super) struct Raw {
    pub path: String,
    pub content: Content,
}

/// What was found of a file.
pub(super) enum Content {
    Bytes(Vec<u8>),
    /// Not read: passed on as it is.
    Disk(PathBuf),
    TooLarge(u64, u64, &'static str),
    Failed(String),
}

/// What a file is, by its path.
pub(super) enum Kind<'p> {
    Config,
    Sidecar(&'p str),
    Record(&'p str, RecordFormat),
    CaseAsset,
    Source,
    Vocab,
    Glossary,
    Page(&'p str),
    Snapshot(&'p str),
    Unknown,
    Ignored,
}

/// What the file at `path` is.
pub(super) fn kind(path: &str) -> Kind<'_> {
    if path == "casebook.toml" {
        return Kind::Config;
    }
    if let Some(name) = path.strip_prefix(".casebook/snapshots/") {
        return Kind::Snapshot(name);
    }
    let Some(rest) = path.strip_prefix("content/") else { return Kind::Ignored };
    let name = rest.rsplit('/').next().unwrap_or(rest);
    // Notes for contributors, and what editors and systems leave behind.
    if name.starts_with(['.', '_', '~']) || name.ends_with('~') || is_readme(name) || rest.contains("/.") {
        return Kind::Ignored;
    }
    let Some((folder, below)) = rest.split_once('/') else { return Kind::Unknown };
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is = |wanted: &str| extension.eq_ignore_ascii_case(wanted);
    match folder {
        "cases" => {
            if let Some(stem) = below.strip_suffix(".evidence.json") {
                Kind::Sidecar(stem)
            } else if is("json") {
                Kind::Record(&below[..below.len() - 5], RecordFormat::Json)
            } else if is("md") {
                Kind::Record(&below[..below.len() - 3], RecordFormat::Markdown)
            } else {
                Kind::CaseAsset
            }
        }
        "sources" if is("md") => Kind::Source,
        "vocab" if is("toml") => Kind::Vocab,
        "glossary" if is("toml") => Kind::Glossary,
        "pages" if is("md") => Kind::Page(&below[..below.len() - 3]),
        _ => Kind::Unknown,
    }
}

fn is_readme(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    ["readme", "contributing", "license"].iter().any(|own| stem.eq_ignore_ascii_case(own))
}

/// The most bytes that the file `path` may have and the name of that limit; `None` for files that
/// are not read here.
pub(super) fn kind_limit(path: &str, limits: &Limits) -> Option<(u64, &'static str)> {
    match kind(path) {
        Kind::Source | Kind::Snapshot(_) => Some((limits.source_bytes, "source_bytes")),
        Kind::CaseAsset => Some((limits.figure_bytes, "figure_bytes")),
        Kind::Unknown | Kind::Ignored => None,
        _ => Some((limits.record_bytes, "record_bytes")),
    }
}

/// Whether the file `path` is not read here, but when the site is written.
pub(super) fn is_passed_on(path: &str) -> bool {
    matches!(kind(path), Kind::CaseAsset)
}

/// Sorts the files `all`, sorted by path, into what they are.
pub(super) fn classify(all: Vec<Raw>, snapshot_folders: Vec<PathBuf>) -> Sources {
    let mut sources = Sources::default();
    let config = all.iter().find(|raw| raw.path == "casebook.toml");
    if let Some(Raw { content: Content::Bytes(bytes), .. }) = config {
        sources.limits = Limits::of_config(&String::from_utf8_lossy(bytes));
    }
    sources.snapshots = Snapshots {
        folders: snapshot_folders,
        max_bytes: sources.limits.source_bytes,
        ..Snapshots::default()
    };
    let mut cases = Grouping::default();
    for raw in all {
        let path = raw.path;
        // U+FFFD stands where a name is no text.
        if path.contains(|c: char| c.is_control() || c == '\u{FFFD}') {
            if !matches!(kind(&path), Kind::Ignored) {
                sources.diagnostics.push(unprintable_name(&path));
            }
            continue;
        }
        let kind = kind(&path);
        match kind {
            Kind::Ignored => continue,
            Kind::Unknown => {
                sources.diagnostics.push(unknown_file(&path));
                continue;
            }
            Kind::CaseAsset => {
                let content = match raw.content {
                    Content::Disk(path) => AssetContent::Disk(path),
                    Content::Bytes(bytes) => AssetContent::Memory(bytes.into()),
                    Content::TooLarge(size, limit, name) => {
                        sources.diagnostics.push(too_large(&path, size, limit, name));
                        continue;
                    }
                    Content::Failed(why) => {
                        sources.diagnostics.push(unreadable(&path, &why));
                        continue;
                    }
                };
                cases.assets.push(Asset { path, content });
                continue;
            }
            _ => {}
        }
        let limit = kind_limit(&path, &sources.limits);
        let bytes = match raw.content {
            Content::Bytes(bytes) => match limit {
                Some((limit, name)) if bytes.len() as u64 > limit => {
                    sources.diagnostics.push(too_large(&path, bytes.len() as u64, limit, name));
                    continue;
                }
                _ => bytes,
            },
            Content::TooLarge(size, limit, name) => {
                sources.diagnostics.push(too_large(&path, size, limit, name));
                continue;
            }
            Content::Failed(why) => {
                sources.diagnostics.push(unreadable(&path, &why));
                continue;
            }
            Content::Disk(_) => continue,
        };
        if let Kind::Snapshot(name) = kind {
            sources.snapshots.memory.insert(name.to_owned(), bytes.into());
            continue;
        }
        let file = match decode(&path, bytes) {
            Ok(file) => Arc::new(file),
            Err(finding) => {
                sources.diagnostics.push(*finding);
                continue;
            }
        };
        // A source may hold what it holds; what is written here is mended here.
        if !matches!(kind, Kind::Source | Kind::Sidecar(_)) {
            sources.diagnostics.extend(lost(&file));
        }
        match kind {
            Kind::Config => sources.config = Some(file),
            Kind::Sidecar(stem) => cases.sidecar(stem, file),
            Kind::Record(stem, format) => cases.record(stem, format, file),
            Kind::Source => sources.sources.push(file),
            Kind::Vocab => sources.vocab.push(file),
            Kind::Glossary => sources.glossary.push(file),
            Kind::Page(stem) => {
                let (name, lang) = split_lang(stem);
                sources.pages.push(PageInput { name: compose(name), lang, file });
            }
            Kind::Snapshot(_) | Kind::CaseAsset | Kind::Unknown | Kind::Ignored => {}
        }
    }
    cases.finish(&mut sources);
    sources
}

fn unknown_file(path: &str) -> Diagnostic {
    Diagnostic::new(Code::L005, Place::file(path), "nothing is read from a file of this place and name").help(
        "cases are `content/cases/<id>.json` or `<id>.<language>.md`, sources `content/sources/<id>.md`, \
         vocabularies and glossaries `.toml`, pages `content/pages/<name>.<language>.md`",
    )
}

/// A name that is no text, or would break the lines of reports and lists. The place tells it with its
/// escapes.
fn unprintable_name(path: &str) -> Diagnostic {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let told: String = path.chars().map(escaped).collect();
    Diagnostic::new(
        Code::L005,
        Place::file(told),
        "the file's name is not UTF-8 or holds a control character, and nothing is read from it",
    )
    .help("give the file a name of letters, digits and hyphens")
}

fn unreadable(path: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::L002, Place::file(path), format!("the file cannot be read: {why}"))
        .help("check the file and its permissions")
}

/// Case files by the path of their stem.
#[derive(Default)]
struct Grouping {
    json: BTreeMap<String, Vec<CaseFile>>,
    markdown: BTreeMap<String, Vec<CaseFile>>,
    sidecars: BTreeMap<String, Arc<SourceFile>>,
    assets: Vec<Asset>,
}

impl Grouping {
    fn record(&mut self, stem: &str, format: RecordFormat, file: Arc<SourceFile>) {
        match format {
            RecordFormat::Json => {
                self.json.entry(case_path(stem).0).or_default().push(CaseFile { file, lang: None, format });
            }
            RecordFormat::Markdown => {
                let (path, lang) = split_lang(stem);
                let path = case_path(path).0;
                self.markdown.entry(path).or_default().push(CaseFile { file, lang, format });
            }
        }
    }

    fn sidecar(&mut self, stem: &str, file: Arc<SourceFile>) {
        self.sidecars.insert(case_path(stem).0, file);
    }

    fn finish(mut self, sources: &mut Sources) {
        for (path, files) in self.json.into_iter().chain(self.markdown) {
            let folder = files.first().and_then(|own| own_folder(&own.file.path));
            let stem = compose(path.rsplit('/').next().unwrap_or(&path));
            let sidecar = self.sidecars.remove(&path);
            let inside = |asset: &Asset| {
                folder.as_ref().is_some_and(|folder| {
                    asset
                        .path
                        .strip_prefix("content/cases/")
                        .and_then(|rest| rest.strip_prefix(folder.as_str()))
                        .is_some_and(|rest| rest.starts_with('/'))
                })
            };
            let (assets, rest) = std::mem::take(&mut self.assets).into_iter().partition(inside);
            self.assets = rest;
            sources.cases.push(CaseInput { stem, folder, files, sidecar, assets });
        }
        sources.cases.sort_by(|a, b| first_path(a).cmp(first_path(b)));
        for asset in self.assets {
            sources.diagnostics.push(unknown_file(&asset.path));
        }
        for (_, sidecar) in self.sidecars {
            let place = Place::file(sidecar.path.clone());
            sources.diagnostics.push(
                Diagnostic::new(Code::L006, place, "there is no case to which this evidence belongs")
                    .help("remove the file, or give it the name of its case"),
            );
        }
    }
}

fn first_path(input: &CaseInput) -> &str {
    input.files.first().map_or("", |own| &own.file.path)
}

/// The case's path below `content/cases/` in composed form, and whether it has its own folder.
fn case_path(stem: &str) -> (String, bool) {
    match stem.strip_suffix("/index") {
        Some(folder) => (compose(folder), true),
        None => (compose(stem), false),
    }
}

/// The folder below `content/cases/` of a file named `index`.
fn own_folder(path: &str) -> Option<String> {
    let below = path.strip_prefix("content/cases/")?;
    let (folder, name) = below.rsplit_once('/')?;
    (name.split('.').next() == Some("index")).then(|| folder.to_owned())
}

/// `name.ko` into name and language.
fn split_lang(stem: &str) -> (&str, Option<Lang>) {
    let Some((name, tag)) = stem.rsplit_once('.') else { return (stem, None) };
    let short = matches!(tag.split('-').next().map_or(0, str::len), 2..=3);
    match Lang::parse(tag).filter(|_| short && !name.is_empty() && !tag.contains('/')) {
        Some(lang) => (name, Some(lang)),
        None => (stem, None),
    }
}

fn compose(name: &str) -> String {
    name.nfc().collect()
}
