//! Numbers for cases whose id is the placeholder `NEW`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{ByteSpan, SourceFile};
use crate::load::{RecordFormat, Sources};
use crate::model::name::fold_id;
use crate::parse::{self, Node};

/// Placeholders of one case: file and span.
type Places = Vec<(Arc<str>, ByteSpan)>;

/// Ids to be written, by the place of the placeholder.
#[derive(Debug, Default)]
pub(super) struct Assigned {
    ids: BTreeMap<Arc<str>, Vec<(ByteSpan, String)>>,
    /// Names of other cases that follow.
    references: BTreeMap<Arc<str>, Vec<(ByteSpan, String)>>,
}

impl Assigned {
    /// `file` with its placeholders replaced.
    pub fn apply(&self, file: &Arc<SourceFile>) -> Arc<SourceFile> {
        let own = [&self.ids, &self.references].into_iter().filter_map(|all| all.get(&file.path));
        let mut places: Vec<&(ByteSpan, String)> = own.flatten().collect();
        if places.is_empty() {
            return file.clone();
        }
        places.sort_by_key(|(span, _)| span.start);
        let mut text = file.text.to_string();
        for (span, id) in places.into_iter().rev() {
            text.replace_range(span.range(), id);
        }
        Arc::new(SourceFile::new(file.path.clone(), text))
    }

    /// Which file got which id.
    pub fn told(&self) -> impl Iterator<Item = (&Arc<str>, &str)> {
        self.ids.iter().flat_map(|(path, places)| places.iter().map(move |(_, id)| (path, id.as_str())))
    }
}

/// Chooses ids for all placeholders: the prefix and the next number, in the order of the files. The
/// files of one case get one id.
pub(super) fn assign(sources: &Sources, prefix: Option<&str>) -> Result<Assigned, String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut numbered: BTreeMap<String, (usize, u64, usize)> = BTreeMap::new();
    let mut open: Vec<(String, Places)> = Vec::new();
    for input in &sources.cases {
        let mut of_case = Places::new();
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
        // Until it has a number a case is known by its file's name; records of a list have none.
        let single = of_case.len() == 1;
        if one_case {
            if !of_case.is_empty() {
                open.push((input.stem.clone(), of_case));
            }
        } else {
            let stem = if single { input.stem.clone() } else { String::new() };
            open.extend(of_case.into_iter().map(|place| (stem.clone(), vec![place])));
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
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (stem, places) in open {
        let id = loop {
            last += 1;
            let id = format!("{prefix}{last:0width$}");
            if taken.insert(fold_id(&id)) {
                break id;
            }
        };
        if !stem.is_empty() {
            names.insert(fold_id(&stem), id.clone());
        }
        for (path, span) in places {
            assigned.ids.entry(path).or_default().push((span, id.clone()));
        }
    }
    follow(sources, &names, &mut assigned);
    Ok(assigned)
}

/// Records that name a case by its file's name name it by its number from now on.
fn follow(sources: &Sources, names: &BTreeMap<String, String>, assigned: &mut Assigned) {
    for own in sources.cases.iter().flat_map(|input| &input.files) {
        for (written, span) in references(&own.file, own.format, sources.limits.nesting) {
            if let Some(id) = names.get(&fold_id(&written)) {
                assigned.references.entry(own.file.path.clone()).or_default().push((span, id.clone()));
            }
        }
    }
}

/// The cases that a file names in `related` and `recurrence_of`, with their places.
fn references(file: &SourceFile, format: RecordFormat, nesting: usize) -> Vec<(String, ByteSpan)> {
    let of = |record: &Node<'_>| -> Vec<(String, ByteSpan)> {
        let fields = ["related", "recurrence_of"].iter().filter_map(|name| record.get(name));
        let nodes = fields.flat_map(|node| match node.as_array() {
            Some(elements) => elements.iter().collect(),
            None => vec![node],
        });
        nodes
            .filter_map(|node| {
                let written = node.as_str()?;
                let span = ByteSpan::new(node.span.start, node.span.start + written.len());
                // A text with escapes does not stand in the file to the letter: it is left alone.
                (file.text.get(span.range()) == Some(written)).then(|| (written.to_owned(), span))
            })
            .collect()
    };
    match format {
        RecordFormat::Json => {
            let (Some(root), _) = parse::json(file, nesting) else { return Vec::new() };
            match root.as_array() {
                Some(records) => records.iter().flat_map(of).collect(),
                None => of(&root),
            }
        }
        RecordFormat::Markdown => {
            let (document, _) = parse::markdown(file, nesting);
            document.front.as_ref().map(of).unwrap_or_default()
        }
    }
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
        let named = Sources::from_memory([
            ("content/cases/a.md", "---\nid: NEW\ntitle: t\n---\n"),
            (
                "content/cases/b.md",
                "---\nid: IL-0300\ntitle: t\nrelated: [x, \"a\"] # see\nrecurrence_of: a\n---\n",
            ),
        ]);
        let assigned = assign(&named, None).unwrap();
        let other = &named.cases[1].files[0].file;
        assert_eq!(
            &*assigned.apply(other).text,
            "---\nid: IL-0300\ntitle: t\nrelated: [x, \"IL-0301\"] # see\nrecurrence_of: IL-0301\n---\n"
        );
        let none = Sources::from_memory([("content/cases/a.md", "---\nid: NEW\ntitle: t\n---\n")]);
        assert!(assign(&none, None).is_err());
        assert!(assign(&none, Some("X-")).is_ok());
    }
}
