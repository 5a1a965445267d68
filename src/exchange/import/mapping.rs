//! Which column of a table is which field of a record: a TOML file, or guessed from the columns' names.
//!
//! ```toml
//! delimiter = ";"
//! [fields]
//! id = "aiid-{Incident ID}"
//! title = "{Title}"
//! date = { column = "Date", order = "mdy" }
//! sources = { column = "Links", separator = " " }
//! "impact.users" = "{Harmed}"
//! ```

use crate::diag::{ByteSpan, SourceFile};
use crate::model::fields::{FIELDS, Shape};
use crate::model::name::{fold_name, nearest};
use crate::parse::{self, Node};

/// How one field is filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The field, dotted where nested: `impact.scope`.
    pub field: String,
    /// Text with the names of columns in braces.
    pub template: String,
    /// The order of day, month and year: `dmy`, `mdy` or `ymd`.
    pub order: Option<String>,
    /// What separates several values in a cell.
    pub separator: Option<String>,
}

/// How the fields of a record are filled from a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The rules, in the order of the file.
    pub rules: Vec<Rule>,
    /// What separates cells, where it is told.
    pub delimiter: Option<u8>,
}

/// Names of columns that mean a field, beside the field's own.
const GUESSES: [(&str, &str); 16] = [
    ("name", "title"),
    ("headline", "title"),
    ("description", "summary"),
    ("text", "summary"),
    ("company", "org"),
    ("organisation", "org"),
    ("organization", "org"),
    ("day", "date"),
    ("incident-id", "id"),
    ("link", "sources"),
    ("links", "sources"),
    ("source", "sources"),
    ("url", "sources"),
    ("component", "components"),
    ("symptom", "symptoms"),
    ("root-cause", "root_cause"),
];

impl Mapping {
    /// Reads a mapping; the message names line and mistake.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, in one sentence.
    pub fn read(file: &SourceFile) -> Result<Self, String> {
        let (node, found) = parse::toml(file, ByteSpan::new(0, file.text.len()), 16);
        let Some(node) = node else {
            let why = found.last().map_or("it cannot be read", |finding| finding.message.as_str());
            return Err(format!("{}: {why}", file.path));
        };
        let told = |node: &Node<'_>, message: String| {
            format!("{}:{}: {message}", file.path, file.place(node.span).line)
        };
        let mut mapping = Self::default();
        for entry in node.as_object().into_iter().flatten() {
            match entry.key.as_ref() {
                "fields" => {}
                "delimiter" => {
                    let text = entry.value.as_str().unwrap_or_default();
                    let [byte] = text.as_bytes() else {
                        return Err(told(&entry.value, "`delimiter` is one character such as `;`".into()));
                    };
                    mapping.delimiter = Some(*byte);
                }
                other => {
                    return Err(told(
                        &entry.value,
                        format!("`{other}` means nothing here; write `[fields]` or `delimiter`"),
                    ));
                }
            }
        }
        let Some(fields) = node.get("fields").and_then(Node::as_object) else {
            return Err(format!(
                "{}: there is no table `[fields]`: write `[fields]` and `title = \"{{Column}}\"`",
                file.path
            ));
        };
        for entry in fields {
            mapping
                .rules
                .push(rule(&entry.key, &entry.value).map_err(|message| told(&entry.value, message))?);
        }
        Ok(mapping)
    }

    /// The mapping that the names of the columns themselves tell.
    pub fn guess(columns: &[String]) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        for column in columns {
            let folded = fold_name(column);
            let own = shape(&folded.replace('-', "_")).is_ok().then(|| folded.replace('-', "_"));
            let guess =
                || GUESSES.iter().find(|(name, _)| *name == folded).map(|(_, field)| (*field).to_owned());
            let Some(field) = own.or_else(guess) else { continue };
            // `url` names the record's own address; in a table it is the source's.
            let field = if field == "url" { "sources".to_owned() } else { field };
            if rules.iter().all(|rule| rule.field != field) {
                rules.push(Rule { field, template: format!("{{{column}}}"), order: None, separator: None });
            }
        }
        Self { rules, delimiter: None }
    }

    /// A column that a rule names and the table does not have, with the nearest that it has.
    pub fn missing(&self, columns: &[String]) -> Option<String> {
        for rule in &self.rules {
            for name in names(&rule.template) {
                if !columns.iter().any(|column| column.trim() == name.trim()) {
                    let near = nearest(name, columns.iter().map(String::as_str));
                    let near = near.map_or(String::new(), |near| format!("; there is `{near}`"));
                    return Some(format!("no column is called `{name}`, which `{}` names{near}", rule.field));
                }
            }
        }
        None
    }
}

fn rule(field: &str, node: &Node<'_>) -> Result<Rule, String> {
    shape(field)?;
    let mut rule = Rule { field: field.to_owned(), template: String::new(), order: None, separator: None };
    if let Some(template) = node.as_str() {
        template.clone_into(&mut rule.template);
        return Ok(rule);
    }
    let Some(entries) = node.as_object() else {
        return Err(format!(
            "`{field}` is {}; write `\"{{Column}}\"` or `{{column = \"Column\"}}`",
            node.describe()
        ));
    };
    for entry in entries {
        let value = entry.value.as_str().ok_or_else(|| format!("`{}` is no text", entry.key))?;
        match entry.key.as_ref() {
            "column" => rule.template = format!("{{{value}}}"),
            "text" => value.clone_into(&mut rule.template),
            "order" if ["dmy", "mdy", "ymd"].contains(&value) => rule.order = Some(value.to_owned()),
            "order" => return Err(format!("`{value}` is no order of a date; write dmy, mdy or ymd")),
            "separator" => rule.separator = Some(value.to_owned()),
            other => {
                return Err(format!("`{other}` means nothing here; write column, text, order or separator"));
            }
        }
    }
    if rule.template.is_empty() {
        return Err(format!("`{field}` names no column"));
    }
    Ok(rule)
}

/// The shape of a field, or why it cannot be filled from a table.
pub(super) fn shape(field: &str) -> Result<Shape, String> {
    let root = field.split('.').next().unwrap_or(field);
    if root == "extra" && field.len() > 6 {
        return Ok(Shape::Any);
    }
    let Some(own) = FIELDS.iter().find(|own| own.name == root) else {
        let near = nearest(root, FIELDS.iter().map(|own| own.name));
        let near = near.map_or(String::new(), |near| format!("; write `{near}` if that is meant"));
        return Err(format!("no field is called `{field}`{near}"));
    };
    let part = field.split_once('.').map(|(_, part)| part);
    match (own.shape, part) {
        (Shape::Impact, Some("scope" | "users" | "region") | None)
        | (Shape::Timeline, Some("detected_after" | "resolved_after")) => Ok(own.shape),
        (Shape::Plain | Shape::Text | Shape::Date | Shape::Names, None)
        | (Shape::Term(_) | Shape::Terms(_) | Shape::Items | Shape::Sources, None) => Ok(own.shape),
        _ => Err(format!("`{field}` cannot be filled from a table")),
    }
}

/// The names in braces of a template.
pub(super) fn names(template: &str) -> Vec<&str> {
    template.split('{').skip(1).filter_map(|part| part.split_once('}').map(|(name, _)| name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_at_their_line() {
        let read = |text: &str| Mapping::read(&SourceFile::new("m.toml", text));
        assert_eq!(
            read("[fields]\ntitle = \"{T}\"\ndate = {column = \"D\", order = \"mdy\"}\n")
                .unwrap()
                .rules
                .len(),
            2
        );
        assert!(
            read("[fields]\ntitel = \"{T}\"\n")
                .unwrap_err()
                .starts_with("m.toml:2: no field is called `titel`; write `title`")
        );
        assert!(read("[fields]\nreview = \"{T}\"\n").unwrap_err().contains("cannot be filled"));
        assert!(
            read("delimiter = \";;\"\n[fields]\n").is_err()
                && read("a = 1").is_err()
                && read("[fields").is_err()
        );
        let mapping = read("[fields]\ntitle = \"{Titel}\"\n").unwrap();
        assert_eq!(
            mapping.missing(&["Title".to_owned()]).unwrap(),
            "no column is called `Titel`, which `title` names; there is `Title`"
        );
    }

    #[test]
    fn columns_with_telling_names_need_no_mapping() {
        let columns = ["Name", "Date", "Root Cause", "URL", "Budget"].map(str::to_owned);
        let guessed: Vec<String> =
            Mapping::guess(&columns).rules.into_iter().map(|rule| rule.field).collect();
        assert_eq!(guessed, ["title", "date", "root_cause", "sources"]);
    }
}
