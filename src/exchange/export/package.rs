//! What describes the dataset to programs and people: Frictionless, Croissant, citation, dictionary.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::part::{Part, Told};
use super::table::{Table, Type};

/// What is said of the dataset as a whole.
#[derive(Debug, Clone)]
pub struct Meta {
    /// Its title.
    pub title: String,
    /// One or two sentences.
    pub description: String,
    /// Licence of the content (SPDX id).
    pub licence: String,
    /// Address of the site with a final slash, or empty.
    pub base_url: String,
    /// The day of the newest record, ISO 8601, or empty.
    pub date: String,
    /// Languages of the texts.
    pub languages: Vec<String>,
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A Frictionless Data Package (v1) over the CSV files.
pub fn data_package(meta: &Meta, parts: &[Part<'_, '_>], told: &[Told]) -> Vec<u8> {
    let resources: Vec<Value> = parts
        .iter()
        .zip(told)
        .map(|(part, told)| {
            let table = part.table;
            let fields: Vec<Value> = table
                .columns
                .iter()
                .map(|column| {
                    let kind = match column.kind {
                        Type::Text => "string",
                        Type::Number => "number",
                        Type::Integer => "integer",
                        Type::Boolean => "boolean",
                    };
                    let mut field = json!({"name": column.name, "type": kind, "description": column.meaning});
                    if table.key.contains(&column.name) {
                        field["constraints"] = json!({"required": true});
                    }
                    field
                })
                .collect();
            let mut schema = json!({"fields": fields, "primaryKey": table.key});
            // A key of a table that is cut into parts cannot be looked up in one resource.
            let references: Vec<_> = table
                .references
                .iter()
                .filter(|(_, other, _)| parts.iter().any(|part| part.whole && part.name == *other))
                .collect();
            if !references.is_empty() {
                schema["foreignKeys"] = references
                    .iter()
                    .map(|(column, other, there)| json!({"fields": [column], "reference": {"resource": other, "fields": [there]}}))
                    .collect();
            }
            let mut resource = json!({
                "name": part.name,
                "path": told.path,
                "profile": "tabular-data-resource",
                "description": table.meaning,
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "bytes": told.bytes,
                "hash": format!("sha256:{}", told.sha256),
                "dialect": {"lineTerminator": "\r\n", "delimiter": ",", "quoteChar": "\"", "doubleQuote": true, "header": true},
                "schema": schema,
            });
            if told.path.ends_with(".gz") {
                resource["compression"] = json!("gz");
            }
            resource
        })
        .collect();
    let mut package = json!({
        "profile": "tabular-data-package",
        "name": "casebook",
        "title": meta.title,
        "description": meta.description,
        "licenses": [{"name": meta.licence}],
        "resources": resources,
    });
    if !meta.base_url.is_empty() {
        package["homepage"] = json!(meta.base_url);
    }
    pretty(&package)
}

/// A Croissant 1.0 description (JSON-LD) over the CSV files.
pub fn croissant(meta: &Meta, parts: &[Part<'_, '_>], told: &[Told]) -> Vec<u8> {
    let distribution: Vec<Value> = told
        .iter()
        .map(|told| {
            let path = &told.path;
            json!({
                "@type": "cr:FileObject",
                "@id": path,
                "name": path,
                "contentUrl": if meta.base_url.is_empty() { path.clone() } else { format!("{}{}/{path}", meta.base_url, super::FOLDER) },
                "encodingFormat": "text/csv",
                "contentSize": format!("{} B", told.bytes),
                "sha256": told.sha256,
            })
        })
        .collect();
    let sets: Vec<Value> = parts
        .iter()
        .zip(told)
        .map(|(part, told)| {
            let (table, name) = (part.table, &part.name);
            let fields: Vec<Value> = table
                .columns
                .iter()
                .map(|column| {
                    let kind = match column.kind {
                        Type::Text => "sc:Text",
                        Type::Number => "sc:Float",
                        Type::Integer => "sc:Integer",
                        Type::Boolean => "sc:Boolean",
                    };
                    json!({
                        "@type": "cr:Field",
                        "@id": format!("{name}/{}", column.name),
                        "name": column.name,
                        "description": column.meaning,
                        "dataType": kind,
                        "source": {"fileObject": {"@id": told.path}, "extract": {"column": column.name}},
                    })
                })
                .collect();
            let key: Vec<Value> = table.key.iter().map(|key| json!({"@id": format!("{name}/{key}")})).collect();
            json!({"@type": "cr:RecordSet", "@id": name, "name": name, "description": table.meaning, "key": key, "field": fields})
        })
        .collect();
    let mut description = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "name": meta.title,
        "description": meta.description,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": meta.licence,
        "inLanguage": meta.languages,
        "citeAs": format!("{} ({}), {}", meta.title, meta.date.get(..4).unwrap_or("no date"), meta.base_url),
        "version": "1.0.0",
        "url": meta.base_url,
        "distribution": distribution,
        "recordSet": sets,
    });
    if !meta.date.is_empty() {
        description["datePublished"] = json!(meta.date);
    }
    pretty(&description)
}

/// The context that the Croissant specification asks for.
fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "equivalentProperty": "cr:equivalentProperty",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "extract": "cr:extract",
        "field": "cr:field",
        "fileObject": "cr:fileObject",
        "fileProperty": "cr:fileProperty",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "samplingRate": "cr:samplingRate",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform",
    })
}

/// `CITATION.cff`, version 1.2.0.
pub fn citation(meta: &Meta) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut cff = format!(
        "cff-version: 1.2.0\nmessage: \"If you use this dataset, please cite it as below.\"\ntype: dataset\ntitle: {}\nauthors:\n  - name: {}\nlicense: {}\n",
        quoted(&meta.title),
        quoted(&format!("The contributors of {}", meta.title)),
        quoted(&meta.licence),
    );
    // The schema takes no empty text.
    if !meta.description.trim().is_empty() {
        cff.push_str(&format!("abstract: {}\n", quoted(&meta.description)));
    }
    if meta.date.len() == 10 {
        cff.push_str(&format!("date-released: \"{}\"\n", meta.date));
    }
    if !meta.base_url.is_empty() {
        cff.push_str(&format!("url: {}\n", quoted(&meta.base_url)));
    }
    cff
}

/// The data dictionary, Markdown.
pub fn dictionary(tables: &[Table<'_>], parts: &[Part<'_, '_>], stored: &[&Table<'_>]) -> String {
    let mut text = String::from(
        "# Data dictionary\n\nEach table is there as CSV (`NAME.csv`, and `excel/NAME.csv` with a byte order mark), as Parquet and in `casebook.sqlite`. In CSV a text that a spreadsheet would run as a formula has an apostrophe before it; the other forms keep it as it is. An empty value means that nothing is told.\n",
    );
    let names = |out: &dyn Fn(&Table<'_>) -> bool| {
        let names: Vec<String> =
            tables.iter().filter(|table| out(table)).map(|table| format!("`{}`", table.name)).collect();
        names.join(", ")
    };
    let cut = names(&|table| parts.iter().all(|part| part.name != table.name));
    let left_out = names(&|table| stored.iter().all(|stored| stored.name != table.name));
    if !left_out.is_empty() {
        text.push_str(&format!(
            "\nHosts refuse files of more than some 25 MB, and this dataset is large. Not in `casebook.sqlite`: {left_out}."
        ));
        if !cut.is_empty() {
            text.push_str(&format!(
                " In parts of whole rows (`NAME-1.csv.gz`, `NAME-2.csv.gz`, …, compressed with gzip, each with its head line, likewise `NAME-1.parquet`) and not in `excel/`: {cut}."
            ));
        }
        text.push_str(" Where there is `cases-1.jsonl.gz`, the cases are in such parts as well. Programs read all parts at once, as they are: in DuckDB, `read_csv('NAME-*.csv.gz')`.\n");
    }
    for table in tables {
        text.push_str(&format!(
            "\n## {}\n\n{}. Key: {}.\n\n| column | type | meaning |\n| --- | --- | --- |\n",
            table.name,
            table.meaning,
            table.key.join(", ")
        ));
        for column in table.columns {
            text.push_str(&format!(
                "| {} | {} | {} |\n",
                column.name,
                format!("{:?}", column.kind).to_lowercase(),
                column.meaning
            ));
        }
        for (column, other, there) in table.references {
            text.push_str(&format!("\n`{column}` names a row of {other} by `{there}`.\n"));
        }
    }
    text
}

fn pretty(value: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(value).expect("a JSON value can be written");
    text.push('\n');
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_without_a_description_cites_none() {
        let mut meta = Meta {
            title: "T".into(),
            description: String::new(),
            licence: "CC0-1.0".into(),
            base_url: String::new(),
            date: String::new(),
            languages: Vec::new(),
        };
        assert!(!citation(&meta).contains("abstract"));
        meta.description = "Cases: \"ours\"".into();
        assert!(citation(&meta).contains("\nabstract: \"Cases: \\\"ours\\\"\"\n"));
    }
}
