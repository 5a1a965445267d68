//! Tables as CSV (RFC 4180), safe to open in a spreadsheet.

use std::borrow::Cow;

use super::table::{Cell, Table};

/// Writes rows of a table with a head line and CRLF line ends.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe before it; the JSON, SQLite
/// and Parquet forms keep it as it is.
pub fn csv(table: &Table<'_>, rows: &[Vec<Cell<'_>>]) -> Vec<u8> {
    const SURE: &str = "a vector takes every byte, and all rows are of one length";
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(table.columns.iter().map(|column| column.name)).expect(SURE);
    for row in rows {
        for cell in row {
            writer.write_field(&*field(cell)).expect(SURE);
        }
        writer.write_record(None::<&[u8]>).expect(SURE);
    }
    writer.into_inner().expect("flushing into a vector cannot fail")
}

fn field<'a>(cell: &'a Cell<'_>) -> Cow<'a, str> {
    match cell {
        Cell::Null => Cow::Borrowed(""),
        Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}").into(),
        Cell::Text(text) => Cow::Borrowed(text),
        Cell::Number(number) => number.to_string().into(),
        Cell::Integer(number) => number.to_string().into(),
        Cell::Boolean(value) => value.to_string().into(),
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
            String::from_utf8(csv(&table, &table.rows)).unwrap(),
            "a,b\r\n'=1+1,-4.5\r\n\"장애, \"\"quoted\"\"\nnext\",\r\n"
        );
    }
}
