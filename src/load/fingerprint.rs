//! One hash over all that was read, so that two runs can tell that they saw the same library.

use rayon::prelude::*;

use super::{AssetContent, Sources, walk};

impl Sources {
    /// The hash of every file's path and content: texts, figures, and texts of sources outside the
    /// records. A file that cannot be read counts by its path alone.
    pub fn fingerprint(&self) -> blake3::Hash {
        let texts = self.files();
        let texts: Vec<_> = texts.iter().collect();
        let mut all: Vec<(String, blake3::Hash)> = texts
            .par_iter()
            .map(|(path, file)| (path.to_string(), blake3::hash(file.text.as_bytes())))
            .collect();
        let assets: Vec<_> = self.cases.iter().flat_map(|case| &case.assets).collect();
        all.par_extend(assets.par_iter().filter_map(|asset| {
            let hash = match &asset.content {
                AssetContent::Disk(path) => walk::hash(path).ok()?,
                AssetContent::Memory(bytes) => blake3::hash(bytes),
            };
            Some((asset.path.clone(), hash))
        }));
        for (name, bytes) in &self.snapshots.memory {
            all.push((format!("snapshots/{name}"), blake3::hash(bytes)));
        }
        for (number, folder) in self.snapshots.folders.iter().enumerate() {
            // Texts stand in the folder itself, or are linked from there.
            let files: Vec<_> = walkdir::WalkDir::new(folder)
                .max_depth(1)
                .follow_links(true)
                .into_iter()
                .filter_map(Result::ok)
                .filter(|entry| entry.file_type().is_file())
                .collect();
            let most = self.snapshots.max_bytes;
            all.par_extend(files.par_iter().map(|entry| {
                let path = format!("snapshots/{number}/{}", walk::relative(folder, entry.path()));
                // Of a text that is too large, its size is told and nothing else.
                let size = entry.metadata().map_or(0, |found| found.len());
                let hash = if size > most { None } else { walk::hash(entry.path()).ok() };
                (path, hash.unwrap_or_else(|| blake3::hash(&size.to_le_bytes())))
            }));
        }
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut hasher = blake3::Hasher::new();
        for (path, hash) in &all {
            hasher.update(&(path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            hasher.update(hash.as_bytes());
        }
        hasher.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_counts_and_their_order_does_not() {
        let of = |files: &[(&str, &str)]| {
            Sources::from_memory(files.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())))
                .fingerprint()
        };
        let (a, b) = (("content/cases/a.en.md", "A"), ("content/cases/b.en.md", "B"));
        assert_eq!(of(&[a, b]), of(&[b, a]));
        assert_ne!(of(&[a, b]), of(&[a]));
        assert_ne!(of(&[a]), of(&[(a.0, "a")]));
        assert_ne!(of(&[a]), of(&[("content/cases/c.en.md", "A")]));
        let figure = ("content/cases/a/x.png", "1");
        let text = ("content/cases/a/index.en.md", "A");
        assert_ne!(of(&[text, figure]), of(&[text, (figure.0, "2")]));
    }
}
