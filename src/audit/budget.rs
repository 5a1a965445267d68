//! What a reader has to wait for, as it goes over the wire: compressed as hosts compress it.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;

use super::links::{Leads, file_of};
use super::{Finding, Tree};
use crate::diag::Code;
use crate::load::Asset;

/// A case's page with its styles, in bytes.
const PAGE: usize = 60_000;
/// One style sheet.
const STYLES: usize = 15_000;
/// The scripts that a page names, together; and any script alone.
const SCRIPTS: usize = 20_000;

/// Compares sizes with the budgets.
pub(super) fn check<'a>(files: &'a [Asset], tree: &Tree<'a>) -> Vec<(&'a str, Finding)> {
    let sizes: std::collections::BTreeMap<&str, usize> = files
        .par_iter()
        .filter(|file| file.path.ends_with(".css") || file.path.ends_with(".js"))
        .map(|file| (file.path.as_str(), packed(file, 0)))
        .collect();
    let mut found: Vec<(&str, Finding)> = Vec::new();
    for (path, size) in &sizes {
        let (limit, what) = if path.ends_with(".css") { (STYLES, "styles") } else { (SCRIPTS, "script") };
        if *size > limit {
            let message = format!("{what} of {size} bytes over the wire; the budget is {limit}");
            found.push((*path, Finding::new(Code::T015, 1, message)));
        }
    }
    let size_of = |from: &str, addresses: &[String]| -> usize {
        let sizes = addresses.iter().filter_map(|address| match tree.base.follow(from, address) {
            Leads::Inside(path, _) => sizes.get(file_of(&path, &tree.names)?.as_str()),
            _ => None,
        });
        sizes.sum()
    };
    found.par_extend(files.par_iter().filter_map(|file| {
        let page = tree.facts.get(file.path.as_str())?.page.as_ref()?;
        let scripts = size_of(&file.path, &page.scripts);
        if scripts > SCRIPTS {
            let message = format!("scripts of {scripts} bytes over the wire; the budget is {SCRIPTS}");
            return Some((file.path.as_str(), Finding::new(Code::T015, 1, message)));
        }
        let is_case = file.path.split('/').nth(1) == Some("cases") && file.path.matches('/').count() == 3;
        let size = if is_case { packed(file, PAGE / 2) + size_of(&file.path, &page.styles) } else { 0 };
        let message = format!("{size} bytes over the wire with its styles; the budget is {PAGE}");
        (size > PAGE).then(|| (file.path.as_str(), Finding::new(Code::T015, 1, message)))
    }));
    found
}

/// What zlib makes of a file at the level 6 that hosts use: that level of the library here is faster and packs less.
const LEVEL: u32 = 7;

/// Bytes of a file as a host sends it; one that is no larger than `small` anyway is not compressed.
fn packed(file: &Asset, small: usize) -> usize {
    let Ok(bytes) = file.read() else { return 0 };
    if bytes.len() <= small {
        return bytes.len();
    }
    let mut out = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    match out.write_all(&bytes).and_then(|()| out.finish()) {
        Ok(packed) => packed.len(),
        Err(_) => bytes.len(),
    }
}
