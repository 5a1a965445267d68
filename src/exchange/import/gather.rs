//! What was read of all files into a plan: which files of the library are written, which stay, what
//! was merged and what refused. Every record read is counted once; nothing is written here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::draft::Draft;
use super::merge;
use super::{Reading, Refusal, Remark};
use crate::diag::SourceFile;
use crate::model::Library;
use crate::model::name::fold_id;

/// The records that a library has, as far as an import cares.
#[derive(Debug, Default)]
pub struct Present {
    /// Folded ids with where they are told.
    ids: BTreeMap<String, Arc<str>>,
    /// Origin and key to id and file, for records that an import wrote.
    imported: BTreeMap<(String, String), (String, Arc<SourceFile>)>,
    /// Sources by path below the root.
    sources: BTreeMap<Arc<str>, Arc<str>>,
}

impl Present {
    /// What `library` has.
    pub fn of(library: &Library) -> Self {
        let mut present = Self::default();
        for case in &library.cases {
            let Some(file) = case.files.first() else { continue };
            present.ids.insert(fold_id(&case.id.0), file.path.clone());
            let record = case.record.to_value();
            let imported = &record["imported"];
            if let (Some(from), Some(key)) = (imported["from"].as_str(), imported["id"].as_str()) {
                let entry = (case.id.to_string(), file.clone());
                present.imported.insert((from.to_owned(), key.to_owned()), entry);
            }
        }
        for file in library.sources.values().filter_map(|source| source.file.as_ref()) {
            present.sources.insert(file.path.clone(), file.text.clone());
        }
        present
    }
}

/// What an import does.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files to write: path below the root, text, and whether the file is new.
    pub files: Vec<(String, String, bool)>,
    /// How many records were read.
    pub read: usize,
    /// Records whose file is new or changed.
    pub written: usize,
    /// Records that stand in the library as they were read.
    pub unchanged: usize,
    /// Records that another one of this import tells already.
    pub merged: usize,
    /// Records that were not taken, and why.
    pub refused: Vec<Refusal>,
    /// What was assumed or is missing: file of origin and remark.
    pub remarks: Vec<(Arc<str>, Remark)>,
    /// Words without a term, by vocabulary, with how often they stand.
    pub unmapped: BTreeMap<String, BTreeMap<String, usize>>,
    /// Changes to records that were there: file, field, old and new.
    pub changes: Vec<(String, String, String, String)>,
    /// Fields that changed at the origin and stay as their authors left them: file, field, what the origin
    /// says.
    pub kept: Vec<(String, String, String)>,
}

/// Makes the plan for what was read `from` one kind of origin; new records go to `folder` below
/// `content/cases/`.
pub fn plan(from: &str, readings: Vec<Reading>, present: &Present, folder: &str) -> Plan {
    let mut plan = Plan::default();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_key: BTreeMap<String, usize> = BTreeMap::new();
    for reading in readings {
        plan.read += reading.drafts.len() + reading.refusals.len() + reading.sources.len();
        plan.refused.extend(reading.refusals);
        plan.remarks.extend(reading.remarks);
        for (path, text, at) in reading.sources {
            plan.source(path, text, at, present);
        }
        for draft in reading.drafts {
            match by_key.get(&draft.key) {
                None => {
                    by_key.insert(draft.key.clone(), drafts.len());
                    drafts.push(draft);
                }
                Some(&first) => plan.join(&mut drafts[first], draft),
            }
        }
    }
    let ids = choose_ids(from, &drafts, present);
    let known = |key: &str| {
        let own = by_key.get(key).map(|at| ids[*at].clone());
        let there = || present.imported.get(&(from.to_owned(), key.to_owned())).map(|(id, _)| id.clone());
        own.or_else(there)
    };
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by(|a, b| ids[*a].cmp(&ids[*b]));
    for number in order {
        let (draft, id) = (&drafts[number], &ids[number]);
        plan.record(from, draft, id, &known, present, folder);
    }
    for draft in drafts {
        plan.remarks.extend(draft.remarks.into_iter().map(|remark| (draft.path.clone(), remark)));
        for (vocabulary, word) in draft.unmapped {
            *plan.unmapped.entry(vocabulary).or_default().entry(word).or_default() += 1;
        }
    }
    plan.remarks.sort_by(|a, b| (&a.0, a.1.line, &a.1.message).cmp(&(&b.0, b.1.line, &b.1.message)));
    plan.remarks.dedup();
    plan.refused.sort_by(|a, b| (&a.path, a.line, &a.reason).cmp(&(&b.path, b.line, &b.reason)));
    plan
}

/// The ids of `drafts`: that of an earlier import, else the one proposed, made unique among them.
fn choose_ids(from: &str, drafts: &[Draft], present: &Present) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let earlier = |draft: &Draft| present.imported.get(&(from.to_owned(), draft.key.clone()));
    taken.extend(drafts.iter().filter_map(|draft| earlier(draft).map(|(id, _)| fold_id(id))));
    let mut ids = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if let Some((id, _)) = earlier(draft) {
            ids.push(id.clone());
            continue;
        }
        let mut id = draft.id.clone();
        if !taken.insert(fold_id(&id)) {
            // Told apart by the key, so that the order of the files does not matter for most of them.
            id = format!("{id}-{}", &blake3::hash(draft.key.as_bytes()).to_hex()[..6]);
            taken.insert(fold_id(&id));
        }
        ids.push(id);
    }
    ids
}

impl Plan {
    /// A second record of one key.
    fn join(&mut self, first: &mut Draft, second: Draft) {
        let (path, line) = (second.path.clone(), second.line);
        match first.absorb(second) {
            Ok(()) => self.merged += 1,
            Err(field) => self.refused.push(Refusal::fault(
                path,
                line,
                format!(
                    "`{}` was read at {}:{} too and differs in `{field}`",
                    first.key, first.path, first.line
                ),
            )),
        }
    }

    fn record(
        &mut self,
        from: &str,
        draft: &Draft,
        id: &str,
        known: &dyn Fn(&str) -> Option<String>,
        present: &Present,
        folder: &str,
    ) {
        let fields = draft.finish(from, id, known);
        let refuse = |reason: String| Refusal::fault(draft.path.clone(), draft.line, reason);
        let earlier = present.imported.get(&(from.to_owned(), draft.key.clone()));
        let Some((_, file)) = earlier else {
            if let Some(path) = present.ids.get(&fold_id(id)) {
                self.refused.push(refuse(format!(
                    "the id `{id}` is taken by {path}, which this import did not write"
                )));
                return;
            }
            let below = folder.trim_matches('/');
            let slash = if below.is_empty() { "" } else { "/" };
            let path = format!("content/cases/{below}{slash}{id}.json");
            self.files.push((path, merge::first(&fields, from, &draft.key), true));
            self.written += 1;
            return;
        };
        let Some(merged) = merge::again(file, &fields, from, &draft.key) else {
            self.refused.push(refuse(format!(
                "the record stands in {}, which is no file of one JSON record: it was left as it is",
                file.path
            )));
            return;
        };
        let path = file.path.to_string();
        self.kept.extend(merged.kept.into_iter().map(|(field, told)| (path.clone(), field, told)));
        if merged.changes.is_empty() {
            self.unchanged += 1;
            return;
        }
        self.written += 1;
        self.changes
            .extend(merged.changes.into_iter().map(|(field, old, new)| (path.clone(), field, old, new)));
        self.files.push((path, merged.text, false));
    }

    /// A source's file: made where it is missing, never changed.
    fn source(&mut self, path: String, text: String, at: (Arc<str>, usize), present: &Present) {
        match present.sources.get(path.as_str()) {
            Some(there) if **there == *text => self.unchanged += 1,
            Some(_) => self.refused.push(Refusal::fault(
                at.0,
                at.1,
                format!("{path} is there with other content and was kept; give --id to make another"),
            )),
            None if self.files.iter().any(|(own, ..)| *own == path) => self.merged += 1,
            None => {
                self.files.push((path, text, true));
                self.written += 1;
            }
        }
    }
}
