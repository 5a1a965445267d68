//! `casebook join`: the parts of a build, made by several machines, into the site that one would make.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use rayon::prelude::*;

use super::Global;
use super::build::line;
use super::interrupt;
use super::library::{read_failure, write_failure};
use super::output::{Failure, print, say};
use crate::load::{self, Asset};
use crate::pipeline::parts::{self, Left};
use crate::render;
use crate::write::{Folder, MANIFEST, Sink, WriteError, exceeded};

/// Arguments of `join`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folders that `casebook build --part K/N` made, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// The output folder [default: public/ in the library's folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Unites the parts. Nothing is written where one is missing or does not belong to the others.
pub fn run(global: &Global, args: &Args) -> Result<ExitCode, Failure> {
    let out = match &args.out {
        Some(out) => out.clone(),
        None => super::library::root(global)?.join("public"),
    };
    let mut files: Vec<Own> = Vec::new();
    let mut left: Vec<Left> = Vec::new();
    for folder in &args.parts {
        let of_part = own_files(folder)?;
        let told = of_part.iter().find(|own| own.file.path == parts::FILE).ok_or_else(|| {
            Failure::Usage(format!(
                "{} holds no part of a build; make one with `casebook build --part K/N --out DIR`",
                folder.display()
            ))
        })?;
        let bytes = told.read().map_err(|error| Failure::Usage(error.to_string()))?;
        let path = folder.join(parts::FILE).display().to_string();
        left.push(parts::decode(&bytes, &path).map_err(|_| {
            Failure::Usage(format!("{path} is damaged or of another version; build that part again"))
        })?);
        files.extend(of_part.into_iter().filter(|own| own.file.path != parts::FILE));
    }
    left.sort_by_key(|left| left.part.number);
    let of = left.first().map_or(0, |left| left.part.of);
    let numbers: BTreeSet<usize> = left.iter().map(|left| left.part.number).collect();
    if let Some(missing) = (0..of).find(|number| !numbers.contains(number)) {
        return Err(Failure::Usage(format!("part {}/{of} is missing", missing + 1)));
    }
    let last = left.first().and_then(|left| left.last.clone());
    let index = parts::unite(left).map_err(Failure::Usage)?;

    let folder = Folder::open(&out).map_err(write_failure)?;
    interrupt::guard(folder.stopper(), &out);
    let carried = files.par_iter().try_for_each(|own| folder.put(&own.file.path, &own.read()?));
    let indexed = index.iter().flat_map(|index| &index.files).collect::<Vec<_>>();
    let made = carried
        .and_then(|()| indexed.par_iter().try_for_each(|(path, bytes)| folder.put(path, bytes)))
        .and_then(|()| {
            let closing = last.map(|last| render::closing(&last, folder.hashes()));
            closing.iter().flatten().try_for_each(|file| folder.put(&file.path, &file.bytes))
        });
    if let Err(error) = made {
        folder.abandon();
        return Err(write_failure(error));
    }
    let written = folder.commit().map_err(write_failure)?;
    if !global.quiet {
        print(&line(&out.display().to_string(), &written))?;
        for warning in exceeded(written.files, written.bytes, written.largest) {
            say(format!("warning: {warning}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A file of a part and the hash that its manifest tells.
struct Own {
    file: Asset,
    hash: String,
}

impl Own {
    /// Its bytes, if they are those that the build wrote.
    fn read(&self) -> Result<Arc<[u8]>, WriteError> {
        let bytes = self.file.read().map_err(|error| WriteError::Io(self.file.path.clone(), error))?;
        if blake3::hash(&bytes).to_hex().as_str() == self.hash {
            return Ok(bytes);
        }
        Err(WriteError::Format(format!(
            "{} is not what its part's manifest says; build that part again",
            self.file.path
        )))
    }
}

/// The files that a build wrote into `folder`: those of its manifest.
fn own_files(folder: &Path) -> Result<Vec<Own>, Failure> {
    let files = load::tree(folder).map_err(|error| read_failure(&error))?;
    let manifest = files.iter().find(|file| file.path == MANIFEST);
    let manifest = manifest.map(Asset::read).transpose()?.unwrap_or_default();
    let manifest = String::from_utf8_lossy(&manifest);
    let mut by_path: BTreeMap<String, Asset> =
        files.into_iter().map(|file| (file.path.clone(), file)).collect();
    let told = manifest.lines().filter_map(|line| line.split_once("  "));
    told.map(|(hash, path)| match by_path.remove(path) {
        Some(file) => Ok(Own { file, hash: hash.to_owned() }),
        None => Err(Failure::Usage(format!(
            "{} lacks {path}, which its manifest names; build that part again",
            folder.display()
        ))),
    })
    .collect()
}
