//! A library held ready in memory, for `serve`: checked once, then again case by case as files are edited. Its
//! files are made when they are asked for, each with the bytes that a build gives it.
//!
//! An edit is taken in by itself where it can be told that it concerns no other case: then one record is read,
//! checked and scored, and what lists and links stand on is set right. Where it cannot be told, [`Live::examine`]
//! says so, and the library has to be held ready anew.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jiff::civil::Date;

use super::{
    BuildOptions, Compiled, Progress, SCRIPTS, dataset, examine, expectations, knowable, relations, site,
};
use crate::diag::{self, Diagnostic, SourceFile};
use crate::exchange::export;
use crate::index;
use crate::load::{CaseInput, Limits, Sources};
use crate::model::lower::{self, Again, lower_again};
use crate::model::{self, Case};
use crate::relate::{Relation, Summary};
use crate::render::address::Path;
use crate::render::{self, Change, Closing, Pages, Workshop};
use crate::score::{self, Scored};
use crate::verify;

/// Only the page on the dataset has to know it.
static NO_DATASET: render::Dataset = render::Dataset { files: Vec::new(), tables: Vec::new() };

/// Files by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A library held ready.
pub struct Live {
    compiled: Compiled,
    options: BuildOptions,
    limits: Limits,
    /// What lowering a case needs to know.
    lowering: Option<lower::Context>,
    /// The newest day of the library, where the day is not told.
    newest: Option<Option<Date>>,
    lasting: verify::Lasting,
    inputs: Vec<CaseInput>,
    /// Input by the path of each of its files.
    by_path: BTreeMap<Arc<str>, usize>,
    /// What reading and joining said.
    lowered: Vec<Diagnostic>,
    /// What checking said of each case.
    of_cases: Vec<Vec<Diagnostic>>,
    relations: Vec<Vec<Relation>>,
    scripts: Vec<(String, String)>,
    workshop: Workshop,
    /// Styles, scripts, pictures.
    fixed: Files,
    refused: Vec<Diagnostic>,
    /// Case number by the path of its JSON.
    json: BTreeMap<String, usize>,
    search: Arc<Files>,
    pages: OnceLock<Pages>,
    whole: OnceLock<Files>,
    data: OnceLock<Result<(Files, render::Dataset), String>>,
    last: OnceLock<Files>,
}

/// An edited case, checked and not yet taken in.
pub struct Edit {
    number: usize,
    input: usize,
    after: CaseInput,
    scored: Scored,
    said: Vec<Diagnostic>,
    lowered: Vec<Diagnostic>,
    change: Change,
    same_summary: bool,
}

impl Live {
    /// Reads, checks and scores a library; `options` says of it how it is built.
    ///
    /// # Errors
    ///
    /// What `options` refuses.
    pub fn new<E>(
        sources: Sources,
        as_of: Option<Date>,
        progress: &dyn Progress,
        options: impl FnOnce(&model::Library) -> Result<BuildOptions, E>,
    ) -> Result<Self, E> {
        let mut lowering = None;
        let lowered = lower::lower_noting(&sources, |context| lowering = Some(context.clone()));
        let (mut library, said) = (lowered.value, lowered.diagnostics);
        let cases: Vec<Arc<Case>> = std::mem::take(&mut library.cases).into_iter().map(Arc::new).collect();
        let newest = as_of.is_none().then(|| score::newest_date(&library, &cases));
        let as_of = as_of.or(newest.flatten());
        let context = verify::Context::new(&library, &cases);
        let lasting = context.lasting();
        let checked = examine(&library, &context, cases, as_of, progress, &|said| said);
        drop(context);
        let (cases, of_cases): (Vec<Scored>, Vec<Vec<Diagnostic>>) = checked.into_iter().unzip();
        let options = options(&library)?;
        let relations = relations(&cases);
        let nothing = || Vec::new();
        let left_out = BTreeMap::new();
        let compiled =
            Compiled { library, cases, diagnostics: nothing(), left_out, passed_over: nothing(), as_of };
        let scripts: Vec<_> = SCRIPTS.map(|(kind, path)| (kind.to_owned(), path.to_owned())).into();
        let site = site(&compiled, &relations, &scripts, &NO_DATASET, &options);
        let workshop = Workshop::new(&site);
        let (figures, refused) = workshop.figures(&site);
        let fixed = workshop.assets().chain(figures).map(|file| (file.path, file.bytes)).collect();
        let ids = compiled.cases.iter().map(|scored| &scored.verified.case.id);
        let json = ids.enumerate().map(|(number, id)| (render::case_json_path(&id.0), number)).collect();
        let by_path = sources
            .cases
            .iter()
            .enumerate()
            .flat_map(|(number, input)| {
                let files = input.files.iter().map(|own| &own.file).chain(&input.sidecar);
                files.map(move |file| (file.path.clone(), number))
            })
            .collect();
        Ok(Self {
            options,
            limits: sources.limits,
            lowering,
            newest,
            lasting,
            inputs: sources.cases,
            by_path,
            lowered: said,
            of_cases,
            relations,
            scripts,
            workshop,
            fixed,
            refused,
            json,
            search: Arc::default(),
            pages: OnceLock::new(),
            whole: OnceLock::new(),
            data: OnceLock::new(),
            last: OnceLock::new(),
            compiled,
        })
    }

    fn site(&self) -> render::Site<'_> {
        site(&self.compiled, &self.relations, &self.scripts, &NO_DATASET, &self.options)
    }

    /// Bounds on what is read.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many cases there are.
    pub fn cases(&self) -> usize {
        self.compiled.cases.len()
    }

    /// Whether `path` (below the library's root) is a file of a case, or a folder in which one stands.
    pub fn knows(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        self.by_path.contains_key(path)
            || self
                .by_path
                .range(Arc::<str>::from(folder.as_str())..)
                .next()
                .is_some_and(|(own, _)| own.starts_with(&folder))
            || self
                .inputs
                .iter()
                .flat_map(|input| &input.assets)
                .any(|own| own.path == path || own.path.starts_with(&folder))
            || self.lowered.iter().any(|said| *said.primary.place.path == *path)
    }

    /// Reads, checks and scores the case of which `file` is a new state of one file, and changes nothing yet.
    /// `None` where more than this case may be concerned, or the file is of no case that is known.
    pub fn examine(&self, file: Arc<SourceFile>) -> Option<Edit> {
        let input = *self.by_path.get(&file.path)?;
        let before = self.inputs.get(input)?;
        let mut after = before.clone();
        for own in &mut after.files {
            if own.file.path == file.path {
                own.file = file.clone();
            }
        }
        if let Some(sidecar) = after.sidecar.as_mut().filter(|own| own.path == file.path) {
            *sidecar = file.clone();
        }
        let paths: Vec<&str> = before.files.iter().map(|own| &*own.file.path).collect();
        let mut of_input = self.compiled.cases.iter().enumerate().filter(|(_, scored)| {
            scored.verified.case.files.first().is_some_and(|own| paths.contains(&&*own.path))
        });
        let (number, old) = of_input.next()?;
        if of_input.next().is_some() {
            return None;
        }
        let Again { case, said_before, said: said_now } =
            lower_again(self.lowering.as_ref()?, before, &after, &old.verified.case)?;
        let mut lowered: Vec<Diagnostic> =
            self.lowered.iter().filter(|own| !said_before.contains(own)).cloned().collect();
        // What joining said stands at a place that the edit may have moved.
        let stands_here = |own: &Diagnostic| {
            std::iter::once(&own.primary)
                .chain(&own.secondary)
                .any(|label| paths.contains(&&*label.place.path))
        };
        if lowered.iter().any(stands_here) {
            return None;
        }
        lowered.extend(said_now);
        diag::sort(&mut lowered);

        let library = &self.compiled.library;
        let case = Arc::new(case);
        let mut all: Vec<Arc<Case>> =
            self.compiled.cases.iter().map(|scored| scored.verified.case.clone()).collect();
        if let Some(own) = all.get_mut(number) {
            *own = case.clone();
        }
        if self.newest.is_some_and(|newest| newest != score::newest_date(library, &all)) {
            return None;
        }
        let context = verify::Context::again(library, &self.lasting, &case);
        let as_of = self.compiled.as_of;
        let checked = examine(library, &context, vec![case], as_of, &super::Silent, &|said| said);
        let (scored, said) = checked.into_iter().next()?;
        let change = Change::between(&old.verified, &scored.verified);
        let same_summary = Summary::of(&old.verified.case) == Summary::of(&scored.verified.case);
        Some(Edit { number, input, after, scored, said, lowered, change, same_summary })
    }

    /// Takes in an edit that was made of this state.
    pub fn take_in(&mut self, edit: Edit) {
        let Edit { number, input, after, scored, said, lowered, change, same_summary } = edit;
        self.lowered = lowered;
        if let Some(own) = self.inputs.get_mut(input) {
            *own = after;
        }
        if let Some(own) = self.of_cases.get_mut(number) {
            *own = said;
        }
        if let Some(own) = self.compiled.cases.get_mut(number) {
            *own = scored;
        }
        if !same_summary {
            self.relations = relations(&self.compiled.cases);
        }
        let site = site(&self.compiled, &self.relations, &self.scripts, &NO_DATASET, &self.options);
        if self.workshop.replaced(&site, number, &change) {
            self.pages = OnceLock::new();
        }
        self.whole = OnceLock::new();
        self.data = OnceLock::new();
        self.last = OnceLock::new();
    }

    /// The file at `path`, as a build makes it; `None` where a build makes none.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(bytes) = self.fixed.get(path).or_else(|| self.search.get(path)) {
            return Some(bytes.clone());
        }
        if path.starts_with("search/") {
            return None;
        }
        let site = self.site();
        if let Some(&number) = self.json.get(path) {
            return Some(render::case_json(&site, number).bytes);
        }
        if path.starts_with("data/") {
            return self.data().ok()?.0.get(path).cloned();
        }
        if self.is_last(path) {
            return self.last().get(path).cloned();
        }
        if self.pages().contains(path) {
            if self.workshop.tells_of_data(&site, self.pages(), path) {
                let site = render::Site { dataset: &self.data().ok()?.1, ..site };
                return self.workshop.page(&site, self.pages(), path);
            }
            return self.workshop.page(&site, self.pages(), path);
        }
        // Browsers ask every host for icons; no picture is among these.
        let may_be = [".xml", ".json", ".txt", ".html", ".webmanifest", ".nojekyll", "_redirects"];
        if may_be.iter().any(|ending| path.ends_with(ending)) {
            return self.whole().get(path).cloned();
        }
        None
    }

    /// Finds out which pages there are, and makes one of each kind, so that what is wrong with a template is known.
    pub fn rehearse(&self) {
        self.pages();
        self.workshop.rehearse(&self.site());
    }

    /// Whether there is a page at `path`.
    pub fn has_page(&self, path: &str) -> bool {
        self.pages().contains(path)
    }

    /// Every path of the site, sorted.
    ///
    /// # Errors
    ///
    /// When the dataset cannot be made.
    pub fn paths(&self) -> Result<Vec<String>, String> {
        let mut paths = self.other_paths()?;
        paths.extend(self.last().keys().cloned());
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    /// Every path but those of the last files.
    fn other_paths(&self) -> Result<Vec<String>, String> {
        let known = self.fixed.keys().chain(self.search.keys()).chain(self.json.keys());
        let made = self.whole().keys().chain(self.data()?.0.keys()).chain(self.pages().paths());
        Ok(known.chain(made).cloned().collect())
    }

    fn pages(&self) -> &Pages {
        self.pages.get_or_init(|| self.workshop.pages(&self.site()))
    }

    fn whole(&self) -> &Files {
        self.whole.get_or_init(|| {
            self.workshop.whole(&self.site()).into_iter().map(|file| (file.path, file.bytes)).collect()
        })
    }

    /// The files of the dataset, and what its page tells of them.
    fn data(&self) -> Result<&(Files, render::Dataset), String> {
        let made = self.data.get_or_init(|| {
            let files = Mutex::new(Files::new());
            let put = |path: &str, bytes: &[u8]| {
                // The JSON of each case is made when it is asked for.
                if path.starts_with("data/") {
                    let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
                    files.insert(path.to_owned(), bytes.to_vec());
                }
            };
            let emit: export::Emit<'_> = &put;
            let told = dataset(&self.compiled, &self.options, &self.site(), emit)?;
            Ok((files.into_inner().unwrap_or_else(PoisonError::into_inner), told))
        });
        made.as_ref().map_err(Clone::clone)
    }

    fn closing(&self) -> Closing {
        let config = &self.compiled.library.config;
        Closing {
            base_path: render::base_path(&self.options.base_url),
            languages: config.languages.clone(),
            offline: config.offline,
        }
    }

    /// Whether `path` is one of the files that are made after all others.
    fn is_last(&self, path: &str) -> bool {
        let offline = self.compiled.library.config.offline;
        path == "_headers" || offline && matches!(path, "sw.js" | "version.json")
    }

    /// The last files. Where the site is kept for times without a network, all others are made for them.
    fn last(&self) -> &Files {
        self.last.get_or_init(|| {
            let closing = self.closing();
            let all = if closing.offline { self.other_paths().unwrap_or_default() } else { Vec::new() };
            let paths = all.iter().chain(self.search.keys()).filter(|path| closing.needs(path));
            let tree =
                paths.filter_map(|path| Some((path.clone(), blake3::hash(&self.file(path)?)))).collect();
            render::closing(&closing, tree).into_iter().map(|file| (file.path, file.bytes)).collect()
        })
    }

    /// What contributors should know: what a build tells, as far as templates were used.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let Compiled { library, cases, as_of, .. } = &self.compiled;
        let mut all = self.lowered.clone();
        all.extend(self.of_cases.iter().flatten().cloned());
        all.extend(self.workshop.check_links(&self.site()));
        let told = || expectations(library, cases.iter().map(|own| &*own.verified.case), *as_of);
        let expectations = told();
        expectations.pass_over(&mut all);
        all.extend(expectations.told(&|one| knowable(cases, one)));
        diag::sort(&mut all);
        let mut of_pages: Vec<Diagnostic> = self.workshop.said().to_vec();
        of_pages.extend(self.refused.iter().cloned());
        of_pages.extend(self.workshop.faults());
        let expectations = told();
        expectations.pass_over(&mut of_pages);
        of_pages.extend(expectations.told(&|_| false));
        diag::sort(&mut of_pages);
        all.extend(of_pages);
        all
    }

    /// Some cases as the search sees them: those of `numbers` that are there.
    pub fn documents(&self, numbers: std::ops::Range<usize>) -> Vec<index::Document> {
        let address = |case: &Case, lang: &crate::text::Lang| Path::case(lang, &case.slug).encoded();
        let cases = self.compiled.cases.iter().take(numbers.end).skip(numbers.start);
        cases.map(|scored| index::document(&self.compiled.library, scored, &address)).collect()
    }

    /// The library as the search sees it, around the [`Live::documents`] of all its cases.
    pub fn searched(&self, documents: Vec<index::Document>) -> index::Library {
        index::around(&self.compiled.library, &self.compiled.cases, documents)
    }

    /// Puts a search in place, as [`search_files`] makes it.
    pub fn set_search(&mut self, files: Arc<Files>) {
        self.search = files;
        self.last = OnceLock::new();
    }

    /// The search that is in place.
    pub fn search(&self) -> Arc<Files> {
        self.search.clone()
    }
}

/// The files of the search of a library.
pub fn search_files(searched: &index::Library) -> Files {
    let scripts = index::runtime().into_iter().map(|(path, script)| (path, script.into_bytes()));
    let mut files: Files = scripts.collect();
    files.extend(index::build(searched).files);
    files
}
