//! The dataset in open formats. Takes scored cases, gives finished files; writes nothing itself.

mod csv;
mod package;
mod parquet;
mod sqlite;
pub mod table;

pub use package::{Meta, croissant, data_package, dictionary};

use table::Table;

/// Folder of the dataset below the site's root.
pub const FOLDER: &str = "data";

/// Every file of the dataset below [`FOLDER`], with the checksums last.
///
/// # Errors
///
/// When a library that writes a format refuses; the message says which.
pub fn files(meta: &Meta, tables: &[Table], lines: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = vec![("cases.jsonl".to_owned(), lines)];
    for table in tables {
        let bytes = csv::csv(table);
        files.push((format!("excel/{}.csv", table.name), ["\u{feff}".as_bytes(), &bytes].concat()));
        files.push((format!("{}.csv", table.name), bytes));
        files.push((format!("{}.parquet", table.name), parquet::parquet(table)?));
    }
    files.push(("casebook.sqlite".to_owned(), sqlite::sqlite(tables)?));
    files.push(("dictionary.md".to_owned(), dictionary(tables).into_bytes()));
    files.push(("CITATION.cff".to_owned(), package::citation(meta).into_bytes()));
    files.push(("datapackage.json".to_owned(), data_package(meta, tables, &files)));
    files.push(("croissant.json".to_owned(), croissant(meta, tables, &files)));
    files.sort();
    let sums: String =
        files.iter().map(|(path, bytes)| format!("{}  {path}\n", package::sha256(bytes))).collect();
    files.push(("SHA256SUMS".to_owned(), sums.into_bytes()));
    Ok(files.into_iter().map(|(path, bytes)| (format!("{FOLDER}/{path}"), bytes)).collect())
}
