//! Tables cut into parts, and what the descriptions tell of each file.

use super::package::sha256;
use super::table::{Cell, Table};

/// Bytes of a part in a site: the smallest limit of a common host is 25 MiB a file.
pub const PART: usize = 16 << 20;

/// Rows of a table that are one file a format.
pub struct Part<'t, 'a> {
    /// The table.
    pub table: &'t Table<'a>,
    /// The file's name without its ending: the table's, with a number where there are several.
    pub name: String,
    /// The rows.
    pub rows: &'t [Vec<Cell<'a>>],
    /// Whether these are all rows of the table.
    pub whole: bool,
}

/// Bytes of rows as CSV, about.
pub fn size(rows: &[Vec<Cell<'_>>]) -> usize {
    let of_cell = |cell: &Cell<'_>| if let Cell::Text(text) = cell { text.len() + 3 } else { 8 };
    rows.iter().flatten().map(of_cell).sum()
}

/// Cuts a table where its CSV file would be larger than `limit` bytes.
pub fn parts<'t, 'a>(table: &'t Table<'a>, limit: usize) -> Vec<Part<'t, 'a>> {
    let mut ends = Vec::new();
    let mut filled = 0;
    for (at, row) in table.rows.iter().enumerate() {
        let size = size(std::slice::from_ref(row));
        if filled + size > limit && filled > 0 {
            ends.push(at);
            filled = 0;
        }
        filled += size;
    }
    ends.push(table.rows.len());
    let whole = ends.len() == 1;
    let mut from = 0;
    ends.iter()
        .enumerate()
        .map(|(at, &end)| {
            let name = if whole { table.name.to_owned() } else { format!("{}-{}", table.name, at + 1) };
            let rows = &table.rows[from..end];
            from = end;
            Part { table, name, rows, whole }
        })
        .collect()
}

/// What descriptions and checksums tell of a file.
#[derive(Debug, Clone)]
pub struct Told {
    /// Path below the dataset's folder.
    pub path: String,
    /// Bytes.
    pub bytes: usize,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

impl Told {
    /// What is told of a file.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        Self { path: path.to_owned(), bytes: bytes.len(), sha256: sha256(bytes) }
    }
}
