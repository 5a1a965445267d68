//! What static hosts allow, so that a build can warn before a limit is met.

/// A host's limits.
#[derive(Debug)]
pub struct Host {
    /// Its name.
    pub name: &'static str,
    /// Files of a site.
    pub files: Option<u64>,
    /// Bytes of one file.
    pub file_bytes: Option<u64>,
    /// Bytes of a site.
    pub site_bytes: Option<u64>,
}

/// Limits of common hosts' free plans, as their documents told them in 2026.
pub const HOSTS: [Host; 3] = [
    Host { name: "Cloudflare Pages", files: Some(20_000), file_bytes: Some(25 << 20), site_bytes: None },
    Host { name: "GitHub Pages", files: None, file_bytes: Some(100 << 20), site_bytes: Some(1_000_000_000) },
    Host { name: "GitLab Pages", files: Some(200_000), file_bytes: None, site_bytes: Some(1_000_000_000) },
];

/// One sentence for each limit that a site of `files` files and `bytes` bytes, the largest file
/// having `largest` bytes, exceeds.
pub fn exceeded(files: u64, bytes: u64, largest: u64) -> Vec<String> {
    let mut said = Vec::new();
    for host in &HOSTS {
        let mut over = |what: &str, have: u64, limit: Option<u64>| {
            if let Some(limit) = limit.filter(|&limit| have > limit) {
                said.push(format!("{} takes {limit} {what}, this has {have}", host.name));
            }
        };
        over("files a site", files, host.files);
        over("bytes a file", largest, host.file_bytes);
        over("bytes a site", bytes, host.site_bytes);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::exceeded;

    #[test]
    fn a_limit_is_named_once_it_is_exceeded() {
        assert!(exceeded(20_000, 1_000, 1_000).is_empty());
        assert_eq!(
            exceeded(20_001, 1_000, 1_000),
            ["Cloudflare Pages takes 20000 files a site, this has 20001"]
        );
        assert_eq!(exceeded(1, 1_000_000_001, 26 << 20).len(), 3);
    }
}
