//! Texts of sources that stand outside the records, read by id when they are asked for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::encoding::decode;
use super::walk;
use crate::diag::{Code, Diagnostic, Place};

/// How a snapshot is written, by its extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotFormat {
    /// `.md`
    Markdown,
    /// `.txt`
    Plain,
    /// `.html`
    Html,
}

const FORMATS: [(&str, SnapshotFormat); 3] =
    [("md", SnapshotFormat::Markdown), ("txt", SnapshotFormat::Plain), ("html", SnapshotFormat::Html)];

/// A source's text from outside the records.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// How it is written.
    pub format: SnapshotFormat,
    /// The text.
    pub text: Arc<str>,
    /// Its name below the folder of snapshots.
    pub path: String,
}

/// Folders of texts, in the order in which they are asked.
#[derive(Debug, Default)]
pub struct Snapshots {
    pub(super) folders: Vec<PathBuf>,
    pub(super) memory: BTreeMap<String, Arc<[u8]>>,
    pub(super) max_bytes: u64,
}

impl Snapshots {
    /// The text of source `id`, from the first folder that has one. A text that is there but cannot
    /// be used is a finding.
    pub fn get(&self, id: &str) -> Result<Option<Snapshot>, Box<Diagnostic>> {
        if !is_name(id) {
            return Ok(None);
        }
        for (extension, format) in FORMATS {
            let name = format!("{id}.{extension}");
            if let Some(bytes) = self.memory.get(&name) {
                return self.snapshot(name, format, bytes.to_vec()).map(Some);
            }
        }
        for folder in &self.folders {
            for (extension, format) in FORMATS {
                let name = format!("{id}.{extension}");
                match walk::read_bounded(&folder.join(&name), self.max_bytes) {
                    Ok(walk::Bounded::Bytes(bytes)) => return self.snapshot(name, format, bytes).map(Some),
                    Ok(walk::Bounded::TooLarge(bytes)) => {
                        return Err(Box::new(walk::too_large(&name, bytes, self.max_bytes, "source_bytes")));
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => {
                        return Err(Box::new(
                            Diagnostic::new(
                                Code::L002,
                                Place::file(name),
                                format!("the snapshot cannot be read: {error}"),
                            )
                            .help("check the file and its permissions"),
                        ));
                    }
                }
            }
        }
        Ok(None)
    }

    fn snapshot(
        &self,
        name: String,
        format: SnapshotFormat,
        bytes: Vec<u8>,
    ) -> Result<Snapshot, Box<Diagnostic>> {
        let file = decode(&name, bytes)?;
        Ok(Snapshot { format, text: file.text, path: name })
    }
}

/// Whether `id` can be the name of a file in a folder, and of nothing outside it.
fn is_name(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 200
        && !id.starts_with('.')
        && !id.contains(['/', '\\', ':', '\0'])
        && !id.contains(char::is_control)
}
