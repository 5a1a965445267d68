//! Tables as Parquet. Pages are compressed with gzip, which every reader knows and which we have at hand.

use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type as SchemaType;

use super::table::{Cell, Table, Type};

/// Rows a row group: bounds a reader's memory.
const GROUP: usize = 100_000;

/// How hard to compress.
const LEVEL: u32 = 2;

/// Writes rows of one table; every column but the key's may be null.
pub fn parquet(table: &Table<'_>, rows: &[Vec<Cell<'_>>]) -> Result<Vec<u8>, String> {
    write(table, rows).map_err(|error| format!("Parquet, table {}: {error}", table.name))
}

fn write(table: &Table<'_>, rows: &[Vec<Cell<'_>>]) -> Result<Vec<u8>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_created_by("casebook".to_owned())
        .set_compression(Compression::GZIP(GzipLevel::try_new(LEVEL)?))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema(table)?), Arc::new(properties))?;
    for rows in rows.chunks(GROUP) {
        let mut group = writer.next_row_group()?;
        for (index, column) in table.columns.iter().enumerate() {
            let Some(mut open) = group.next_column()? else { break };
            let required = table.key.contains(&column.name);
            let levels: Vec<i16> = rows.iter().map(|row| i16::from(row[index] != Cell::Null)).collect();
            let levels = (!required).then_some(levels.as_slice());
            let cells = rows.iter().map(|row| &row[index]);
            match column.kind {
                Type::Text => {
                    let values: Vec<ByteArray> = cells
                        .filter_map(|cell| match cell {
                            Cell::Text(text) => Some(ByteArray::from(&**text)),
                            _ => None,
                        })
                        .collect();
                    open.typed::<ByteArrayType>().write_batch(&values, levels, None)?;
                }
                Type::Number => {
                    let values: Vec<f64> = cells
                        .filter_map(|cell| match cell {
                            Cell::Number(number) => Some(*number),
                            _ => None,
                        })
                        .collect();
                    open.typed::<DoubleType>().write_batch(&values, levels, None)?;
                }
                Type::Integer => {
                    let values: Vec<i64> = cells
                        .filter_map(|cell| match cell {
                            Cell::Integer(number) => Some(*number),
                            _ => None,
                        })
                        .collect();
                    open.typed::<Int64Type>().write_batch(&values, levels, None)?;
                }
                Type::Boolean => {
                    let values: Vec<bool> = cells
                        .filter_map(|cell| match cell {
                            Cell::Boolean(value) => Some(*value),
                            _ => None,
                        })
                        .collect();
                    open.typed::<BoolType>().write_batch(&values, levels, None)?;
                }
            }
            open.close()?;
        }
        group.close()?;
    }
    writer.into_inner()
}

fn schema(table: &Table<'_>) -> Result<SchemaType, ParquetError> {
    let fields = table.columns.iter().map(|column| {
        let (physical, text) = match column.kind {
            Type::Text => (Physical::BYTE_ARRAY, true),
            Type::Number => (Physical::DOUBLE, false),
            Type::Integer => (Physical::INT64, false),
            Type::Boolean => (Physical::BOOLEAN, false),
        };
        let required = table.key.contains(&column.name);
        let repetition = if required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        SchemaType::primitive_type_builder(column.name, physical)
            .with_repetition(repetition)
            .with_logical_type(text.then_some(LogicalType::String))
            .with_converted_type(if text { ConvertedType::UTF8 } else { ConvertedType::NONE })
            .build()
            .map(Arc::new)
    });
    SchemaType::group_type_builder(table.name).with_fields(fields.collect::<Result<_, _>>()?).build()
}
