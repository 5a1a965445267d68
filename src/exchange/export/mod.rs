//! The dataset in open formats. Takes scored cases, gives finished files one after another; writes
//! nothing itself.
//!
//! Hosts take files of some 25 MB and sites of 1 GB at most: what would be larger than a limit is cut into
//! parts of whole rows, `texts-1.csv.gz`, `texts-2.csv.gz`, …, compressed, each of which can be read alone.

mod csv;
mod gzip;
mod lines;
pub mod osv;
mod package;
mod parquet;
mod part;
mod sqlite;
pub mod table;

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

pub use lines::{Lines, Piece};
pub use package::{Meta, croissant, data_package, dictionary};
pub use part::{PART, Told};
use part::{Part, parts};
use table::Table;

/// Folder of the dataset below the site's root.
pub const FOLDER: &str = "data";

/// Takes a finished file: its path below the site's root, its bytes. Called from several threads.
pub type Emit<'e> = &'e (dyn Fn(&str, &[u8]) + Sync);

/// Writes every file of the dataset and tells of each; the checksums come last. `told` tells of the cases, which are
/// written already, as `advisories` are but for their list; no file is made from much more than `limit` bytes of rows.
///
/// # Errors
///
/// When a library that writes a format refuses; the message says which.
pub fn write(
    meta: &Meta,
    tables: &[Table<'_>],
    limit: usize,
    mut told: Vec<Told>,
    advisories: osv::Advisories,
    emit: Emit<'_>,
) -> Result<Vec<Told>, String> {
    told.extend(advisories.finish(emit));
    let shelf = Shelf { emit, told: Mutex::new(told) };
    let parts: Vec<Part<'_, '_>> = tables.iter().flat_map(|table| parts(table, limit)).collect();
    let stored = stored(tables, limit);
    let (database, written) = rayon::join(
        || sqlite::sqlite(&stored).map(|bytes| shelf.put("casebook.sqlite", &bytes)),
        || parts.par_iter().map(|part| shelf.part(part)).collect::<Result<Vec<Told>, String>>(),
    );
    database?;
    let written = written?;
    shelf.put("dictionary.md", dictionary(tables, &parts, &stored).as_bytes());
    shelf.put("CITATION.cff", package::citation(meta).as_bytes());
    shelf.put("datapackage.json", &data_package(meta, &parts, &written));
    shelf.put("croissant.json", &croissant(meta, &parts, &written));
    let mut told = shelf.told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.sort_by(|a, b| a.path.cmp(&b.path));
    let sums: String = told.iter().map(|told| format!("{}  {}\n", told.sha256, told.path)).collect();
    emit(&format!("{FOLDER}/SHA256SUMS"), sums.as_bytes());
    told.push(Told::of("SHA256SUMS", sums.as_bytes()));
    Ok(told)
}

/// The tables that one database of about `limit` bytes can hold: the small ones before the large ones.
fn stored<'t, 'a>(tables: &'t [Table<'a>], limit: usize) -> Vec<&'t Table<'a>> {
    let mut sizes: Vec<(usize, usize)> =
        tables.iter().enumerate().map(|(at, table)| (part::size(&table.rows), at)).collect();
    sizes.sort_unstable();
    let mut left = limit;
    let mut kept: Vec<usize> = Vec::new();
    for (size, at) in sizes {
        // The full-text index is as large as half of its texts.
        let size = if tables[at].name == "texts" { size.saturating_mul(3) / 2 } else { size };
        match left.checked_sub(size) {
            Some(rest) => left = rest,
            None => break,
        }
        kept.push(at);
    }
    kept.sort_unstable();
    kept.into_iter().map(|at| &tables[at]).collect()
}

/// Hands files on and remembers what the descriptions say of them.
struct Shelf<'e> {
    emit: Emit<'e>,
    told: Mutex<Vec<Told>>,
}

impl Shelf<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> Told {
        let told = Told::of(path, bytes);
        (self.emit)(&format!("{FOLDER}/{path}"), bytes);
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(told.clone());
        told
    }

    /// Writes a part in all formats of tables; gives what is told of the CSV file.
    fn part(&self, part: &Part<'_, '_>) -> Result<Told, String> {
        let name = &part.name;
        let bytes = csv::csv(part.table, part.rows);
        // A spreadsheet opens no table of this size anyway.
        if part.whole {
            self.put(&format!("excel/{name}.csv"), &["\u{feff}".as_bytes(), &bytes].concat());
        }
        let told = if part.whole {
            self.put(&format!("{name}.csv"), &bytes)
        } else {
            self.put(&format!("{name}.csv.gz"), &gzip::gzip(&bytes))
        };
        drop(bytes);
        self.put(&format!("{name}.parquet"), &parquet::parquet(part.table, part.rows)?);
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::table::{Cell, Column, Type};
    use super::*;

    const COLUMNS: &[Column] = &[
        Column { name: "id", kind: Type::Text, meaning: "" },
        Column { name: "text", kind: Type::Text, meaning: "" },
    ];

    fn files(rows: usize, length: usize) -> BTreeMap<String, usize> {
        let table = Table {
            name: "texts",
            meaning: "",
            key: &["id"],
            references: &[],
            columns: COLUMNS,
            rows: (0..rows)
                .map(|n| vec![Cell::Text(format!("{n:06}").into()), Cell::Text("x".repeat(length).into())])
                .collect(),
        };
        let meta = Meta {
            title: "T".into(),
            description: String::new(),
            licence: "CC0-1.0".into(),
            base_url: String::new(),
            date: String::new(),
            languages: Vec::new(),
        };
        let found = Mutex::new(BTreeMap::new());
        let emit = |path: &str, bytes: &[u8]| {
            found.lock().unwrap().insert(path.to_owned(), bytes.len());
        };
        const LIMIT: usize = 1 << 20;
        let mut lines = Lines::new(LIMIT);
        let mut told = Vec::new();
        for n in 0..rows {
            let line = format!("{{\"id\":{n},\"text\":\"{}\"}}\n", "x".repeat(length));
            told.extend(lines.push(line.as_bytes()).map(|piece| piece.write(&emit)));
        }
        told.push(lines.finish().write(&emit));
        write(&meta, &[table], LIMIT, told, osv::Advisories::default(), &emit).unwrap();
        found.into_inner().unwrap()
    }

    #[test]
    fn a_small_dataset_is_one_file_a_table_and_format() {
        let files = files(3, 10);
        for name in ["cases.jsonl", "texts.csv", "excel/texts.csv", "texts.parquet", "casebook.sqlite"] {
            assert!(files.contains_key(&format!("data/{name}")), "{name}: {files:?}");
        }
        assert!(!files.contains_key("data/texts-1.csv.gz"));
    }

    #[test]
    fn a_large_one_is_cut_and_no_file_is_larger_than_hosts_take() {
        let files = files(40, 1 << 16);
        for name in
            ["cases-1.jsonl.gz", "cases-2.jsonl.gz", "texts-1.csv.gz", "texts-3.parquet", "casebook.sqlite"]
        {
            assert!(files.contains_key(&format!("data/{name}")), "{name}: {files:?}");
        }
        assert!(!files.contains_key("data/cases.jsonl") && !files.contains_key("data/texts-1.csv"));
        assert!(files.values().all(|bytes| *bytes < 3 << 19), "{files:?}");
    }
}
