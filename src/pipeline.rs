//! load -> parse -> model -> verify -> score -> relate -> index -> render -> write.
//!
//! Calls the stages in order and reads like the line above. It decides nothing itself.

pub mod live;
pub mod parts;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use rayon::prelude::*;

use crate::diag::{self, Diagnostic, Severity};
use crate::exchange::export;
use crate::index;
use crate::load::Sources;
use crate::model::{self, Case, Library};
use crate::relate::{self, Relation, Summary};
use crate::render;
use crate::render::address::Path;
use crate::render::theme::ThemeFile;
use crate::score::{self, Scored};
use crate::text::Lang;
use crate::verify;
use crate::write::{Sink, WriteError};

/// Who wants to know how far the work is.
pub trait Progress: Sync {
    /// A stage begins that has `of` things to do.
    fn stage(&self, name: &'static str, of: usize);
    /// One of them is done.
    fn step(&self);
}

/// Nobody wants to know.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}

/// A library, checked and scored.
#[derive(Debug)]
pub struct Compiled {
    /// Everything but the cases.
    pub library: Library,
    /// Cases, sorted by id.
    pub cases: Vec<Scored>,
    /// What contributors should know, sorted by place; of a build, what it asked for.
    pub diagnostics: Vec<Diagnostic>,
    /// How many further findings there are that nobody asked for, by severity.
    pub left_out: BTreeMap<Severity, usize>,
    /// Findings that the library expects and tells a reason for.
    pub passed_over: Vec<Diagnostic>,
    /// The day that the scores are of.
    pub as_of: Option<Date>,
}

impl Compiled {
    /// How many findings are of `severity`.
    pub fn count(&self, severity: Severity) -> usize {
        let kept = self.diagnostics.iter().filter(|finding| finding.severity == severity).count();
        kept + self.left_out.get(&severity).copied().unwrap_or(0)
    }
}

/// From what was read to scored cases.
pub fn check(sources: &Sources, as_of: Option<Date>, progress: &dyn Progress) -> Compiled {
    check_for(sources, as_of, progress, &|_| true)
}

/// The same, keeping those findings alone that are `wanted`: of a large library there are hundreds of thousands, and
/// all but these are only counted.
pub fn check_for(
    sources: &Sources,
    as_of: Option<Date>,
    progress: &dyn Progress,
    wanted: &(dyn Fn(&Diagnostic) -> bool + Sync),
) -> Compiled {
    progress.stage("read", 0);
    let lowered = model::lower(sources);
    let (mut library, mut diagnostics) = (lowered.value, lowered.diagnostics);
    let cases: Vec<Arc<Case>> = std::mem::take(&mut library.cases).into_iter().map(Arc::new).collect();
    let as_of = as_of.or_else(|| score::newest_date(&library, &cases));

    progress.stage("check", cases.len());
    let own = cases.clone();
    let expectations = expectations(&library, own.iter().map(|case| &**case), as_of);
    let verify_context = verify::Context::new(&library, &cases);
    let checked = examine(&library, &verify_context, cases, as_of, progress, &|mut said| {
        diag::sort(&mut said);
        let passed = expectations.pass_over(&mut said);
        let mut left_out = BTreeMap::<Severity, usize>::new();
        said.retain(|finding| {
            let keep = wanted(finding);
            if !keep {
                *left_out.entry(finding.severity).or_default() += 1;
            }
            keep
        });
        (said, passed, left_out)
    });
    drop(verify_context);
    let mut cases = Vec::with_capacity(checked.len());
    let (mut of_cases, mut passed_over) = (Vec::new(), Vec::new());
    let mut left_out = BTreeMap::new();
    for (scored, (said, passed, others)) in checked {
        cases.push(scored);
        of_cases.extend(said);
        passed_over.extend(passed);
        others.into_iter().for_each(|(severity, count)| *left_out.entry(severity).or_default() += count);
    }
    diagnostics.extend(render::check(&library, &cases));
    passed_over.extend(expectations.pass_over(&mut diagnostics));
    diagnostics.extend(of_cases);
    diagnostics.extend(expectations.told(&|one| knowable(&cases, one)));
    drop(expectations);
    diag::sort(&mut diagnostics);
    diag::sort(&mut passed_over);
    Compiled { library, cases, diagnostics, left_out, passed_over, as_of }
}

/// Checks and scores cases; gives what `sift` makes of what has to be said of each beside it.
fn examine<T: Send>(
    library: &Library,
    verify_context: &verify::Context<'_>,
    cases: Vec<Arc<Case>>,
    as_of: Option<Date>,
    progress: &dyn Progress,
    sift: &(dyn Fn(Vec<Diagnostic>) -> T + Sync),
) -> Vec<(Scored, T)> {
    let score_context = score::Context { library, as_of };
    cases
        .into_par_iter()
        .map(|case| {
            let (verified, mut said) = verify::case(verify_context, case);
            let (scored, more) = score::case(&score_context, verified);
            said.extend(more);
            progress.step();
            (scored, sift(said))
        })
        .collect()
}

/// What the settings and the records expect.
fn expectations<'a>(
    library: &'a Library,
    cases: impl Iterator<Item = &'a Case>,
    as_of: Option<Date>,
) -> diag::Expectations<'a> {
    let all = library.config.ignores.iter().chain(cases.flat_map(|case| &case.ignores));
    let all = all.map(|ignore| diag::Expected {
        code: ignore.code,
        case: ignore.case.as_deref(),
        until: ignore.until,
        place: &ignore.place,
    });
    diag::Expectations::new(all, as_of)
}

/// Whether an expectation would have been found if there were a need of it: what needs a source's text is not found
/// without it, and what a build says is not known here.
fn knowable(cases: &[Scored], one: &diag::Expected<'_>) -> bool {
    let lacks_text = |case: &Scored| {
        case.verified
            .claims
            .iter()
            .flat_map(|claim| &claim.quotes)
            .any(|quote| quote.found == verify::MatchKind::NoText)
    };
    match one.code.as_str().as_bytes().first() {
        Some(b'T' | b'I' | b'W') => false,
        Some(b'V') => !cases
            .iter()
            .filter(|case| one.case.is_none_or(|id| *case.verified.case.id.0 == *id))
            .any(lacks_text),
        _ => true,
    }
}

/// The scripts of the search by the kind of page that loads them.
const SCRIPTS: [(&str, &str); 3] = [
    ("search-field", "search/search-field.js"),
    ("search", "search/search-page.js"),
    ("diagnose", "search/diagnose-page.js"),
];

/// What a build makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// Pages, feeds, lists for programs, styles.
    pub pages: bool,
    /// The search index and its reader.
    pub index: bool,
    /// The dataset, and the JSON of every case.
    pub data: bool,
}

impl Default for Outputs {
    fn default() -> Self {
        Self { pages: true, index: true, data: true }
    }
}

/// What a build is told beside its library.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// Absolute address of the site's root with a final slash, or empty.
    pub base_url: String,
    /// Files of the library's own `themes/` folder.
    pub themes: Vec<ThemeFile>,
    /// What is made.
    pub outputs: Outputs,
    /// Which part of it is made here, where several machines share the work.
    pub part: Option<PartOptions>,
}

/// A part of a build.
#[derive(Debug, Clone)]
pub struct PartOptions {
    /// Which part.
    pub part: index::Part,
    /// Names the input and the options: parts of different builds are not united.
    pub key: String,
}

/// What a build has to say.
#[derive(Debug, Default)]
pub struct Built {
    /// What is wrong with the library's own templates; the rest is built.
    pub diagnostics: Vec<Diagnostic>,
    /// What a first search costs in each language.
    pub search: index::Told,
}

/// From scored cases to finished files in `sink`. Once the dataset is written, nothing asks for the records as they
/// were written any more: they are let go, and the rest is made in half the room.
///
/// # Errors
///
/// The first file that could not be written.
pub fn build(
    compiled: &mut Compiled,
    options: &BuildOptions,
    sink: &dyn Sink,
    progress: &dyn Progress,
) -> Result<Built, WriteError> {
    let failed: Mutex<Option<WriteError>> = Mutex::new(None);
    // What the last files are made from; where there are parts, they are made when these are united.
    let last = options.outputs.pages.then(|| render::Closing {
        base_path: render::base_path(&options.base_url),
        languages: compiled.library.config.languages.clone(),
        offline: compiled.library.config.offline,
    });
    let closing = last.as_ref().filter(|_| options.part.is_none());
    let tree: Mutex<BTreeMap<String, blake3::Hash>> = Mutex::default();
    let put = |path: &str, bytes: &[u8]| {
        if closing.is_some_and(|closing| closing.needs(path)) {
            let hash = blake3::hash(bytes);
            tree.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), hash);
        }
        if let Err(error) = sink.put(path, bytes) {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    let part = options.part.as_ref().map_or(index::Part::WHOLE, |part| part.part);
    let mut built = Built::default();
    let relations = if options.outputs.pages || options.outputs.data {
        progress.stage("relate", compiled.cases.len());
        relations(&compiled.cases)
    } else {
        Vec::new()
    };
    let scripts = SCRIPTS.map(|(kind, path)| (kind.to_owned(), path.to_owned()));
    // The dataset is one piece of work: the last part has it, and the page that tells its sizes.
    let mut published = render::Dataset::default();
    if options.outputs.data && part.number + 1 == part.of {
        progress.stage("data", compiled.cases.len());
        let nothing = render::Dataset::default();
        let site = site(compiled, &relations, &scripts, &nothing, options);
        published = dataset(compiled, options, &site, &put).map_err(WriteError::Format)?;
    }
    compiled.cases.iter_mut().for_each(let_go);
    let compiled = &*compiled;
    if options.outputs.index {
        progress.stage("index", compiled.cases.len());
        built.search = search_index(compiled, options, &last, &put);
    } else if let Some(told) = &options.part {
        put(parts::FILE, &parts::encode(told, &last, None));
    }
    if options.outputs.pages {
        progress.stage("render", compiled.cases.len());
        let site = site(compiled, &relations, &scripts, &published, options);
        built.diagnostics = render::site(&site, &|file: render::File| {
            progress.step();
            put(&file.path, &file.bytes);
        });
        // That something is expected in vain was told by the check, as far as it can be known.
        let cases = compiled.cases.iter().map(|own| &*own.verified.case);
        let expectations = expectations(&compiled.library, cases, compiled.as_of);
        expectations.pass_over(&mut built.diagnostics);
        built.diagnostics.extend(expectations.told(&|_| false));
        diag::sort(&mut built.diagnostics);
    }
    if let Some(closing) = closing {
        let tree = std::mem::take(&mut *tree.lock().unwrap_or_else(PoisonError::into_inner));
        for file in render::closing(closing, tree) {
            sink.put(&file.path, &file.bytes)?;
        }
    }
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(built),
    }
}

/// Lets go of a case's files where nobody else holds it; what stands in them is asked for no more.
fn let_go(scored: &mut Scored) {
    if let Some(case) = Arc::get_mut(&mut scored.verified.case) {
        case.forget_files();
    }
}

/// What pages are made from.
fn site<'a>(
    compiled: &'a Compiled,
    relations: &'a [Vec<Relation>],
    scripts: &'a [(String, String)],
    dataset: &'a render::Dataset,
    options: &'a BuildOptions,
) -> render::Site<'a> {
    render::Site {
        library: &compiled.library,
        cases: &compiled.cases,
        relations,
        as_of: compiled.as_of.unwrap_or(Date::ZERO),
        scripts,
        dataset,
        theme_files: &options.themes,
        base_url: &options.base_url,
        part: options.part.as_ref().map_or(index::Part::WHOLE, |part| part.part),
    }
}

/// What each case is related to, in the order of the cases.
fn relations(cases: &[Scored]) -> Vec<Vec<Relation>> {
    let summaries: Vec<Summary> = cases.iter().map(|case| Summary::of(&case.verified.case)).collect();
    let mut related = relate::relate(&summaries);
    cases.iter().map(|case| related.remove(&case.verified.case.id).unwrap_or_default()).collect()
}

/// The dataset alone, as a build puts it below `data/`; `put` takes its files.
///
/// # Errors
///
/// When a library that writes a format refuses; the message says which.
pub fn export(compiled: &Compiled, options: &BuildOptions, put: export::Emit<'_>) -> Result<(), String> {
    let relations = relations(&compiled.cases);
    let nothing = render::Dataset::default();
    let options = BuildOptions { part: None, ..options.clone() };
    let site = site(compiled, &relations, &[], &nothing, &options);
    let folder = format!("{}/", export::FOLDER);
    let own = |path: &str, bytes: &[u8]| {
        if let Some(path) = path.strip_prefix(&folder) {
            put(path, bytes);
        }
    };
    dataset(compiled, &options, &site, &own).map(drop)
}

/// The search: the index whole, or what this part read of the texts. Gives what a first search costs.
fn search_index(
    compiled: &Compiled,
    options: &BuildOptions,
    last: &Option<render::Closing>,
    put: export::Emit<'_>,
) -> index::Told {
    let part = options.part.as_ref().map_or(index::Part::WHOLE, |part| part.part);
    let address = |case: &Case, lang: &Lang| Path::case(lang, &case.slug).encoded();
    let searched = index::outline(&compiled.library, &compiled.cases, address);
    if part.number == 0 {
        for (path, script) in index::runtime() {
            put(&path, script.as_bytes());
        }
    }
    let whole = |number: usize, text: &index::Text| {
        let case = compiled.cases.get(number).map(|scored| &scored.verified.case);
        let passages = case.map(|case| index::passages(&compiled.library, case, &text.lang));
        index::Text { passages: passages.unwrap_or_default(), ..text.clone() }
    };
    let Some(told) = &options.part else {
        return index::write(&searched, &|number, text| Cow::Owned(whole(number, text)), put);
    };
    let (outline, gathered) =
        index::gather_with(&searched, part, &|number, text| Cow::Owned(whole(number, text)));
    put(parts::FILE, &parts::encode(told, last, Some((&outline, &gathered))));
    index::Told::default()
}

/// Cases whose JSON is in memory at once.
const JSON_AT_ONCE: usize = 256;

/// The address of a case's page in the record's own language.
fn page_address(base_url: &str, scored: &Scored) -> String {
    let case = &scored.verified.case;
    format!("{base_url}{}", Path::case(&case.lang, &case.slug).encoded())
}

/// The dataset in open formats, and the JSON of every case, of which it is a part.
fn dataset(
    compiled: &Compiled,
    options: &BuildOptions,
    site: &render::Site<'_>,
    put: export::Emit<'_>,
) -> Result<render::Dataset, String> {
    let config = &compiled.library.config;
    let lang = config.languages.first();
    let told = |texts: &BTreeMap<Lang, String>| {
        lang.and_then(|lang| texts.get(lang)).or_else(|| texts.values().next()).cloned().unwrap_or_default()
    };
    let meta = export::Meta {
        title: told(&config.title),
        description: told(&config.description),
        licence: config.licence.clone(),
        base_url: options.base_url.clone(),
        date: compiled.as_of.map(|day| day.to_string()).unwrap_or_default(),
        languages: config.languages.iter().map(ToString::to_string).collect(),
    };
    let numbers: Vec<usize> = (0..compiled.cases.len()).collect();
    let told: Mutex<Vec<export::Told>> = Mutex::default();
    let mut advisories = export::osv::Advisories::default();
    // Parts are compressed while the next cases are written.
    rayon::scope(|scope| {
        let told = &told;
        let write = |piece: export::Piece| {
            scope.spawn(move |_| {
                let own = piece.write(put);
                told.lock().unwrap_or_else(PoisonError::into_inner).push(own);
            });
        };
        let mut lines = export::Lines::new(export::PART);
        for numbers in numbers.chunks(JSON_AT_ONCE) {
            let files: Vec<render::File> =
                numbers.par_iter().map(|&number| render::case_json(site, number)).collect();
            files.par_iter().for_each(|file| put(&file.path, &file.bytes));
            files.iter().filter_map(|file| lines.push(&file.bytes)).for_each(write);
            for (file, &number) in files.iter().zip(numbers) {
                let scored = &compiled.cases[number];
                let named = export::osv::Named {
                    file: file.path.rsplit('/').next().unwrap_or_default(),
                    page: (!options.base_url.is_empty()).then(|| page_address(&options.base_url, scored)),
                    newest: compiled.as_of,
                };
                advisories.add(&compiled.library, scored, &named, put);
            }
        }
        write(lines.finish());
    });
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let tables = export::table::tables(&compiled.library, &compiled.cases);
    let files = export::write(&meta, &tables, export::PART, told, advisories, put)?;
    Ok(render::Dataset {
        files: files
            .into_iter()
            .filter(|told| export::osv::is_listed(&told.path))
            .map(|told| (told.path, told.bytes))
            .collect(),
        tables: tables
            .iter()
            .map(|table| render::DatasetTable {
                name: table.name,
                meaning: table.meaning,
                columns: table
                    .columns
                    .iter()
                    .map(|column| (column.name, format!("{:?}", column.kind).to_lowercase(), column.meaning))
                    .collect(),
            })
            .collect(),
    })
}
