//! What all pages of a site are made with, made once: texts of the interface, templates, groups and orders of
//! cases, and rows of lists. A build makes every page with it; `serve` keeps it and makes those that are asked for.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::catalogue::{Catalogue, Traits};
use super::jobs::{self, Job, Press};
use super::locale::Locale;
use super::scope::{Orders, Scope};
use super::theme::{Engine, Files, TemplateFault};
use super::views::{Row, work};
use super::{File, Site, asset_paths, contribute, figures, frame, links, locales, offline, whole};
use crate::diag::Diagnostic;

/// What the pages of one site are made with. What it is asked with is always the site that it was made for.
pub struct Workshop {
    files: Files,
    assets: BTreeMap<String, String>,
    locales: Vec<Locale>,
    catalogue: Catalogue,
    /// Cases as rows, by language.
    rows: Vec<Vec<Row>>,
    /// Long lists, by language.
    orders: Vec<Orders>,
    theme: Engine,
    fallback: Engine,
    said: Vec<Diagnostic>,
    faults: Mutex<BTreeMap<TemplateFault, ()>>,
}

/// The pages of a site by the paths of their files.
pub struct Pages(BTreeMap<String, Job>);

impl Pages {
    /// The paths.
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// Whether `path` is one of them.
    pub fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
}

impl Workshop {
    /// Prepares for the pages of `site`.
    pub fn new(site: &Site<'_>) -> Self {
        let mut said = Vec::new();
        let config = &site.library.config;
        let mut files = Files::collect(&config.theme, site.theme_files, &mut said);
        let locales = locales(&config.languages, &files, &mut said);
        if config.offline {
            offline::add_script(&mut files);
        }
        contribute::add_script(&mut files);
        let assets = asset_paths(&files);
        let catalogue = Catalogue::new(site.library, site.cases);
        let none = Orders::default();
        let plain = |locale, rows| Scope {
            site,
            catalogue: &catalogue,
            locale,
            locales: &locales,
            rows,
            orders: &none,
        };
        let rows: Vec<Vec<Row>> = locales
            .iter()
            .map(|locale| {
                let scope = plain(locale, &[]);
                site.cases.par_iter().map(|scored| scope.row(scored)).collect()
            })
            .collect();
        let orders: Vec<Orders> = locales
            .par_iter()
            .zip(&rows)
            .map(|(locale, rows)| {
                let scope = plain(locale, rows);
                let (sources, places) = sources(&scope);
                Orders { by_title: by_title(&scope), sources, places, failing: work::failing(&scope) }
            })
            .collect();
        let scopes: Vec<Scope<'_>> = locales
            .iter()
            .zip(rows.iter().zip(&orders))
            .map(|(locale, (rows, orders))| Scope { orders, ..plain(locale, rows) })
            .collect();
        let frames: Vec<_> = scopes
            .iter()
            .map(|scope| (scope.locale.lang.clone(), &scope.locale.texts, frame(scope, &assets)))
            .collect();
        let name = config.theme.as_str();
        let (mut theme, mut faults) = Engine::new(name, &files, &frames);
        // A template that does not compile is reported, and the built-in one takes its place; one of the
        // library's own is mended in each round, so the rounds come to an end.
        while !faults.is_empty() {
            let mut mended = false;
            for fault in &faults {
                said.push(files.diagnostic(fault));
                mended |= files.restore(&fault.template);
            }
            if !mended {
                break;
            }
            (theme, faults) = Engine::new(name, &files, &frames);
        }
        let fallback = {
            let mut builtin = Vec::new();
            Engine::new(name, &Files::collect(name, &[], &mut builtin), &frames).0
        };
        drop(frames);
        drop(scopes);
        let faults = Mutex::default();
        Self { files, assets, locales, catalogue, rows, orders, theme, fallback, said, faults }
    }

    /// What is wrong with the library's own templates and messages, as far as no page was made.
    pub fn said(&self) -> &[Diagnostic] {
        &self.said
    }

    /// What went wrong in templates while pages were made.
    pub fn faults(&self) -> Vec<Diagnostic> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.keys().map(|fault| self.files.diagnostic(fault)).collect()
    }

    /// Links in the library's texts that lead nowhere, as [`super::check`] tells them.
    pub fn check_links(&self, site: &Site<'_>) -> Vec<Diagnostic> {
        links::check(site.library, site.cases, &self.catalogue)
    }

    /// Styles, scripts and pictures.
    pub fn assets(&self) -> impl Iterator<Item = File> {
        let path = |name| self.assets.get(name).cloned();
        self.files
            .assets
            .iter()
            .filter_map(move |(name, bytes)| path(name).map(|path| File { path, bytes: bytes.clone() }))
    }

    /// Where an asset stands; nothing where the theme has none of that name.
    pub(super) fn asset(&self, name: &str) -> String {
        self.assets.get(name).cloned().unwrap_or_default()
    }

    /// The site as each language sees it.
    pub(super) fn scopes<'a>(&'a self, site: &'a Site<'a>) -> Vec<Scope<'a>> {
        let own = self.locales.iter().zip(self.rows.iter().zip(&self.orders));
        own.map(|(locale, (rows, orders))| Scope {
            site,
            catalogue: &self.catalogue,
            locale,
            locales: &self.locales,
            rows,
            orders,
        })
        .collect()
    }

    /// Makes one page.
    pub(super) fn print(&self, scopes: &[Scope<'_>], job: &Job, emit: &(dyn Fn(File) + Sync)) {
        let press = Press { theme: &self.theme, fallback: &self.fallback, faults: &self.faults, emit };
        if let Some(scope) = scopes.get(job.scope) {
            press.run(scope, &job.page);
        }
    }

    /// Which pages there are.
    pub fn pages(&self, site: &Site<'_>) -> Pages {
        let scopes = self.scopes(site);
        let jobs = jobs::all(&scopes);
        let paths: Vec<(String, Job)> = jobs
            .into_par_iter()
            .flat_map_iter(|job| {
                let files = scopes.get(job.scope).map(|scope| jobs::files(scope, &job.page));
                files.unwrap_or_default().into_iter().map(move |path| (path, job.clone()))
            })
            .collect();
        Pages(paths.into_iter().collect())
    }

    /// Whether the page at `path` tells of the files of the dataset.
    pub fn tells_of_data(&self, site: &Site<'_>, pages: &Pages, path: &str) -> bool {
        pages.0.get(path).is_some_and(|job| job.tells_of_data(site))
    }

    /// The file at `path` among `pages`, as a build makes it.
    pub fn page(&self, site: &Site<'_>, pages: &Pages, path: &str) -> Option<Vec<u8>> {
        let job = pages.0.get(path)?;
        let found = Mutex::new(None);
        self.print(&self.scopes(site), job, &|file| {
            if file.path == path {
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.bytes);
            }
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the first page of each kind and language, for the faults that are found so.
    pub fn rehearse(&self, site: &Site<'_>) {
        let scopes = self.scopes(site);
        let mut seen = Vec::new();
        for job in jobs::all(&scopes) {
            let kind = (job.scope, std::mem::discriminant(&job.page));
            if !seen.contains(&kind) {
                seen.push(kind);
                self.print(&scopes, &job, &|_| {});
            }
        }
    }

    /// Feeds, lists for programs, and files for hosts.
    pub fn whole(&self, site: &Site<'_>) -> Vec<File> {
        let scopes = self.scopes(site);
        whole(site, &scopes, &jobs::all(&scopes), &self.asset("icon.svg"))
    }

    /// The figures of all cases, and what is not published of them.
    pub fn figures(&self, site: &Site<'_>) -> (Vec<File>, Vec<Diagnostic>) {
        let own = site.cases.iter().map(|scored| figures::files(&scored.verified.case));
        own.fold((Vec::new(), Vec::new()), |mut all, (files, said)| {
            all.0.extend(files);
            all.1.extend(said);
            all
        })
    }

    /// Takes in that case number `number` of `site` is another than before, whose traits were `before`. Tells
    /// whether the paths of pages may be others now.
    pub fn replaced(&mut self, site: &Site<'_>, number: usize, before: &Change) -> bool {
        let Some(scored) = site.cases.get(number) else { return false };
        if !before.same_traits {
            self.catalogue = Catalogue::new(site.library, site.cases);
        } else {
            self.catalogue.order_by_score(site.cases);
        }
        let mut failing = None;
        for ((locale, rows), orders) in self.locales.iter().zip(&mut self.rows).zip(&mut self.orders) {
            let none = Orders::default();
            let scope = Scope {
                site,
                catalogue: &self.catalogue,
                locale,
                locales: &self.locales,
                rows: &[],
                orders: &none,
            };
            let row = scope.row(scored);
            let Some(own) = rows.get_mut(number) else { continue };
            let same_title = row.title.text == own.title.text;
            *own = row;
            if !same_title {
                sort_by_title(&mut orders.by_title, locale, rows);
            }
            if !before.same_traits || !before.same_verdicts {
                orders.failing = failing.get_or_insert_with(|| work::failing(&scope)).clone();
            }
        }
        !before.same_traits || !before.same_verdicts
    }
}

/// How a case differs from what it was, as far as others see it.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// Whether its [`Traits`] are the same.
    pub same_traits: bool,
    /// Whether its claims have the same verdicts.
    pub same_verdicts: bool,
}

impl Change {
    /// What changes from `before` to `after`.
    pub fn between(before: &crate::verify::Verified, after: &crate::verify::Verified) -> Self {
        let verdicts =
            |of: &crate::verify::Verified| of.claims.iter().map(|own| own.verdict).collect::<Vec<_>>();
        Self {
            same_traits: Traits::of(&before.case) == Traits::of(&after.case),
            same_verdicts: verdicts(before) == verdicts(after),
        }
    }
}

/// Cases by title, in the reader's order.
fn by_title(scope: &Scope<'_>) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..scope.rows.len()).collect();
    sort_by_title(&mut numbers, scope.locale, scope.rows);
    numbers
}

fn sort_by_title(numbers: &mut [usize], locale: &Locale, rows: &[Row]) {
    let title = |number: usize| rows.get(number).map_or("", |row| row.title.text.as_str());
    numbers.sort_by(|&a, &b| locale.compare(title(a), title(b)).then(a.cmp(&b)));
}

/// Sources by name, in the reader's order, and the place of each.
fn sources(scope: &Scope<'_>) -> (Vec<std::sync::Arc<str>>, BTreeMap<std::sync::Arc<str>, usize>) {
    let named = scope.site.library.sources.keys().map(|id| (scope.source_label(id).text, id.clone()));
    let mut sources: Vec<_> = named.collect();
    sources.sort_by(|a, b| match scope.locale.compare(&a.0, &b.0) {
        Ordering::Equal => a.1.cmp(&b.1),
        order => order,
    });
    let places = sources.iter().enumerate().map(|(at, (_, id))| (id.clone(), at)).collect();
    (sources.into_iter().map(|(_, id)| id).collect(), places)
}
