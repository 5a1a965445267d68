//! Tables as one SQLite database with keys, foreign keys and a full-text index over the texts.

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ToSql, params_from_iter};

use super::table::{Cell, Table, Type};

/// Writes the database; the same tables give the same bytes.
pub fn sqlite(tables: &[&Table<'_>]) -> Result<Vec<u8>, String> {
    write(tables).map_err(|error| format!("SQLite: {error}"))
}

fn write(tables: &[&Table<'_>]) -> rusqlite::Result<Vec<u8>> {
    let mut database = Connection::open_in_memory()?;
    database
        .execute_batch("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA foreign_keys = OFF;")?;
    let transaction = database.transaction()?;
    for table in tables {
        transaction.execute(&create(table, tables), [])?;
        let marks = vec!["?"; table.columns.len()].join(", ");
        let mut insert = transaction.prepare(&format!("INSERT INTO \"{}\" VALUES ({marks})", table.name))?;
        for row in &table.rows {
            insert.execute(params_from_iter(row))?;
        }
    }
    if tables.iter().any(|table| table.name == "texts") {
        transaction.execute_batch(
            "CREATE VIRTUAL TABLE texts_search USING fts5(text, content='texts', tokenize='unicode61');
             INSERT INTO texts_search(texts_search, rank) VALUES('hashsize', 33554432);
             INSERT INTO texts_search(texts_search) VALUES('rebuild');",
        )?;
    }
    transaction.commit()?;
    Ok(database.serialize("main")?.to_vec())
}

fn create(table: &Table<'_>, there: &[&Table<'_>]) -> String {
    let mut parts: Vec<String> = table
        .columns
        .iter()
        .map(|column| {
            let kind = match column.kind {
                Type::Text => "TEXT",
                Type::Number => "REAL",
                Type::Integer | Type::Boolean => "INTEGER",
            };
            let needed = if table.key.contains(&column.name) { " NOT NULL" } else { "" };
            format!("\"{}\" {kind}{needed}", column.name)
        })
        .collect();
    let quoted =
        |names: &[&str]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    if !table.key.is_empty() {
        parts.push(format!("PRIMARY KEY ({})", quoted(table.key)));
    }
    for (column, other, key) in table.references {
        if there.iter().all(|table| table.name != *other) {
            continue;
        }
        parts.push(format!("FOREIGN KEY (\"{column}\") REFERENCES \"{other}\" (\"{key}\")"));
    }
    // The rows of the full-text index are those of its table; the others are kept once, by their key.
    let kept = if table.key.is_empty() || table.name == "texts" { "" } else { " WITHOUT ROWID" };
    format!("CREATE TABLE \"{}\" ({}){kept}", table.name, parts.join(", "))
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::from(rusqlite::types::Null),
            Self::Text(text) => ToSqlOutput::from(&**text),
            Self::Number(number) => ToSqlOutput::from(*number),
            Self::Integer(number) => ToSqlOutput::from(*number),
            Self::Boolean(value) => ToSqlOutput::from(*value),
        })
    }
}
