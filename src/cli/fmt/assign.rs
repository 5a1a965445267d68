//! Numbers for cases whose id is the placeholder `NEW`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{ByteSpan, SourceFile};
use crate::load::{RecordFormat, Sources};
use crate::model::name::fold_id;
use crate::parse::{self, Node};

/// Ids to be written, by the place of the placeholder.
#[derive(Debug, Default)]
pub(super) struct Assigned(BTreeMap<Arc<str>, Vec<(ByteSpan, String)>>);

impl Assigned {
    /// `file` with its placeholders replaced.
    pub fn apply(&self, file: &Arc<SourceFile>) -> Arc<SourceFile> {
        let Some(places) = self.0.get(&file.path) else { return file.clone() };
        let mut text = file.text.to_string();
        for (span, id) in places.iter().rev() {
            text.replace_range(span.range(), id);
        }
        Arc::new(SourceFile::new(file.path.clone(), text))
    }

    /// Which file got which id.
    pub fn told(&self) -> impl Iterator<Item = (&Arc<str>, &str)> {
        self.0.iter().flat_map(|(path, places)| places.iter().map(move |(_, id)| (path, id.as_str())))
    }
}

/// Chooses ids for all placeholders: the prefix and the next number, in the order of the files. The
/// files of one case get one id.
pub(super) fn assign(sources: &Sources, prefix: Option<&str>) -> Result<Assigned, String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut numbered: BTreeMap<String, (usize, u64, usize)> = BTreeMap::new();
    let mut open: Vec<Vec<(Arc<str>, ByteSpan)>> = Vec::new();
    for input in &sources.cases {
        let mut of_case = Vec::new();
        for own in &input.files {
            for (id, span) in ids(&own.file, own.format, sources.limits.nesting) {
                if id == "NEW" {
                    of_case.push((own.file.path.clone(), span));
                    continue;
                }
                taken.insert(fold_id(&id));
                if let Some((before, number, width)) = split_number(&id) {
                    let entry = numbered.entry(before.to_owned()).or_insert((0, 0, 0));
                    *entry = (entry.0 + 1, entry.1.max(number), entry.2.max(width));
                }
            }
        }
        let one_case = input.files.first().is_some_and(|own| own.format == RecordFormat::Markdown);
        if one_case {
            if !of_case.is_empty() {
                open.push(of_case);
            }
        } else {
            open.extend(of_case.into_iter().map(|place| vec![place]));
        }
    }
    let mut assigned = Assigned::default();
    if open.is_empty() {
        return Ok(assigned);
    }
    let commonest = numbered.iter().max_by(|a, b| a.1.0.cmp(&b.1.0).then_with(|| b.0.cmp(a.0)));
    let prefix = match (prefix, commonest) {
        (Some(prefix), _) => prefix.to_owned(),
        (None, Some((before, _))) => before.clone(),
        (None, None) => {
            return Err(
                "no id of the library ends in a number; say what stands before it: `--prefix IL-`".to_owned()
            );
        }
    };
    let (_, mut last, width) = numbered.get(&prefix).copied().unwrap_or((0, 0, 4));
    for places in open {
        let id = loop {
            last += 1;
            let id = format!("{prefix}{last:0width$}");
            if taken.insert(fold_id(&id)) {
                break id;
            }
        };
        for (path, span) in places {
            assigned.0.entry(path).or_default().push((span, id.clone()));
        }
    }
    Ok(assigned)
}

/// `IL-0213` into `IL-`, 213 and the width 4.
fn split_number(id: &str) -> Option<(&str, u64, usize)> {
    let digits = id.len() - id.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (before, number) = id.split_at(id.len() - digits);
    // Years at the end of a speaking name are no numbers: `outage-in-2021`.
    let short = before.len() <= 12 && !before.trim_end_matches(['-', '_']).contains(['-', '_']);
    (digits > 0 && short).then(|| number.parse().ok())?.map(|number| (before, number, digits))
}

/// The ids that a file tells, with their places.
fn ids(file: &SourceFile, format: RecordFormat, nesting: usize) -> Vec<(String, ByteSpan)> {
    let id = |record: &Node<'_>| {
        let id = record.get("id")?;
        Some((id.as_str()?.trim().to_owned(), id.span))
    };
    match format {
        RecordFormat::Json => {
            let (Some(root), _) = parse::json(file, nesting) else { return Vec::new() };
            match root.as_array() {
                Some(records) => records.iter().filter_map(id).collect(),
                None => id(&root).into_iter().collect(),
            }
        }
        RecordFormat::Markdown => {
            let (document, _) = parse::markdown(file, nesting);
            document.front.as_ref().and_then(id).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_get_the_next_numbers_in_the_order_of_the_files() {
        let sources = Sources::from_memory([
            ("content/cases/a.en.md", "---\nid: NEW\ntitle: t\n---\n"),
            ("content/cases/a.ko.md", "---\nid: NEW\ntitle: t\n---\n"),
            ("content/cases/b.json", r#"[{"id": "NEW"}, {"id": "IL-0300"}, {"id": "NEW"}]"#),
            ("content/cases/outage-in-2021.md", "---\ntitle: t\n---\n"),
        ]);
        let assigned = assign(&sources, None).unwrap();
        let told: Vec<(&str, &str)> = assigned.told().map(|(path, id)| (&**path, id)).collect();
        assert_eq!(
            told,
            [
                ("content/cases/a.en.md", "IL-0301"),
                ("content/cases/a.ko.md", "IL-0301"),
                ("content/cases/b.json", "IL-0302"),
                ("content/cases/b.json", "IL-0303"),
            ]
        );
        let list = &sources.cases.iter().find(|input| input.stem == "b").unwrap().files[0].file;
        assert_eq!(
            &*assigned.apply(list).text,
            r#"[{"id": "IL-0302"}, {"id": "IL-0300"}, {"id": "IL-0303"}]"#
        );
        let none = Sources::from_memory([("content/cases/a.md", "---\nid: NEW\ntitle: t\n---\n")]);
        assert!(assign(&none, None).is_err());
        assert!(assign(&none, Some("X-")).is_ok());
    }
}
