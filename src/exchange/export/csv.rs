//! Tables as CSV (RFC 4180), safe to open in a spreadsheet.

use super::table::{Cell, Table};

/// Writes a table with a head line and CRLF line ends.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe before it; the JSON, SQLite
/// and Parquet forms keep it as it is.
pub fn csv(table: &Table) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let rows = table.rows.iter().map(|row| row.iter().map(field).collect::<Vec<String>>());
    let head = table.columns.iter().map(|column| column.name.to_owned()).collect();
    for row in std::iter::once(head).chain(rows) {
        writer.write_record(&row).expect("a vector takes every byte, and all rows are of one length");
    }
    writer.into_inner().expect("flushing into a vector cannot fail")
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}"),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Integer(number) => number.to_string(),
        Cell::Boolean(value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Column, Type};
    use super::*;

    #[test]
    fn formulas_are_neutralised_and_everything_else_kept() {
        const COLUMNS: &[Column] = &[
            Column { name: "a", kind: Type::Text, meaning: "" },
            Column { name: "b", kind: Type::Number, meaning: "" },
        ];
        let table = Table {
            name: "t",
            meaning: "",
            key: &[],
            references: &[],
            columns: COLUMNS,
            rows: vec![
                vec![Cell::Text("=1+1".into()), Cell::Number(-4.5)],
                vec![Cell::Text("장애, \"quoted\"\nnext".into()), Cell::Null],
            ],
        };
        assert_eq!(
            String::from_utf8(csv(&table)).unwrap(),
            "a,b\r\n'=1+1,-4.5\r\n\"장애, \"\"quoted\"\"\nnext\",\r\n"
        );
    }
}
