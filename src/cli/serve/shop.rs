//! The library as it is served: its newest state, and the search that is made behind it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use tokio::sync::watch;

use crate::diag::{JsonDiagnostic, Severity};
use crate::pipeline::live::{Edit, Live, search_files};

/// Quiet time after a change before the search is made anew.
const SEARCH_SETTLES: Duration = Duration::from_millis(1500);
/// Cases that are read for the search at once, before an edit may come between.
const AT_ONCE: usize = 64;
/// Files that tell of the search, or hold it.
const OF_SEARCH: [&str; 3] = ["_headers", "sw.js", "version.json"];

/// What is served.
pub struct Shop {
    live: RwLock<Live>,
    base_path: String,
    /// Counts states, so that a page knows that it is old.
    generation: watch::Sender<u64>,
    /// The state that the search is of.
    searched: Mutex<Option<u64>>,
    search_made: Condvar,
    /// What the pages show, and of which state.
    report: Mutex<Option<(u64, String)>>,
}

impl Shop {
    /// Serves `live` under `base_path`, with slashes at both ends.
    pub fn new(live: Live, base_path: String) -> Arc<Self> {
        let shop = Arc::new(Self {
            live: RwLock::new(live),
            base_path,
            generation: watch::Sender::new(1),
            searched: Mutex::default(),
            search_made: Condvar::new(),
            report: Mutex::default(),
        });
        let behind = shop.clone();
        std::thread::spawn(move || behind.keep_search());
        shop
    }

    /// The path under which the site lives, with slashes at both ends.
    pub fn base_path(&self) -> &str {
        &self.base_path
    }

    /// The number of the newest state, and news of it.
    pub fn generations(&self) -> watch::Receiver<u64> {
        self.generation.subscribe()
    }

    /// The newest state. While it is looked at, none follows.
    pub fn live(&self) -> RwLockReadGuard<'_, Live> {
        self.live.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn live_mut(&self) -> RwLockWriteGuard<'_, Live> {
        self.live.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn searched(&self) -> MutexGuard<'_, Option<u64>> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file at `path` and the state that it is of. What needs the search waits for the first one.
    pub fn file(&self, path: &str) -> Option<(u64, Vec<u8>)> {
        if path.starts_with("search/") || OF_SEARCH.contains(&path) {
            let mut searched = self.searched();
            while searched.is_none() {
                searched = self.search_made.wait(searched).unwrap_or_else(PoisonError::into_inner);
            }
        }
        let live = self.live();
        let generation = *self.generation.borrow();
        Some((generation, live.file(path)?))
    }

    /// Whether there is a page at `path`.
    pub fn has_page(&self, path: &str) -> bool {
        self.live().has_page(path)
    }

    /// `{"generation":…,"report":{"diagnostics":[…]}}` with the errors of the newest state.
    pub fn state(&self) -> String {
        let live = self.live();
        let generation = *self.generation.borrow();
        let mut kept = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        let report = match &*kept {
            Some((of, report)) if *of == generation => report.clone(),
            _ => {
                let all = live.diagnostics();
                let errors = all.iter().filter(|finding| finding.severity == Severity::Error);
                let shown: Vec<JsonDiagnostic> = errors.map(JsonDiagnostic::from).collect();
                let report = serde_json::json!({ "diagnostics": shown }).to_string();
                *kept = Some((generation, report.clone()));
                report
            }
        };
        format!("{{\"generation\":{generation},\"report\":{report}}}")
    }

    /// Takes in an edit of the newest state, which none but the caller changes.
    pub fn take_in(&self, edit: Edit) {
        let mut live = self.live_mut();
        live.take_in(edit);
        self.generation.send_modify(|generation| *generation += 1);
    }

    /// Puts another state in the place of the newest. The search stays until one of its own is made.
    pub fn replace(&self, mut new: Live) {
        let mut live = self.live_mut();
        new.set_search(live.search());
        *live = new;
        self.generation.send_modify(|generation| *generation += 1);
    }

    /// Makes the search of each state that stands for a while. Ends only with the process.
    fn keep_search(&self) {
        // The other core answers requests and takes in edits.
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
        loop {
            let generation = *self.generation.borrow();
            let done = *self.searched();
            if done == Some(generation) || done.is_some() && !self.is_quiet(generation) {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            }
            let Some(library) = self.read_for_search(generation) else { continue };
            let files = Arc::new(pool.install(|| search_files(&library)));
            drop(library);
            let mut live = self.live_mut();
            live.set_search(files);
            drop(live);
            *self.searched() = Some(generation);
            self.search_made.notify_all();
        }
    }

    /// Waits a while; tells whether nothing changed meanwhile.
    fn is_quiet(&self, generation: u64) -> bool {
        std::thread::sleep(SEARCH_SETTLES);
        *self.generation.borrow() == generation
    }

    /// What the search is made from, read piece by piece; `None` where an edit came between.
    fn read_for_search(&self, generation: u64) -> Option<crate::index::Library> {
        let mut documents = Vec::new();
        let mut from = 0;
        loop {
            let live = self.live();
            if *self.generation.borrow() != generation {
                return None;
            }
            if from >= live.cases() {
                return Some(live.searched(documents));
            }
            documents.extend(live.documents(from..from + AT_ONCE));
            from += AT_ONCE;
        }
    }
}
