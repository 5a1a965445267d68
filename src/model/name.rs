//! Names: folding for comparison, path segments, and the nearest known name.

use unicode_normalization::UnicodeNormalization;

/// Folds a term, label, heading or key so that spelling variants meet: compatibility form, lower
/// case, and one hyphen for any run of spaces, hyphens and underscores. `ё` is folded to `е`.
pub fn fold_name(name: &str) -> String {
    if is_folded(name) {
        return name.to_owned();
    }
    let mut folded = String::with_capacity(name.len());
    let mut gap = false;
    for character in name.nfkc().flat_map(char::to_lowercase) {
        if character.is_whitespace()
            || matches!(character, '-' | '_' | '\u{2010}'..='\u{2015}')
            || is_invisible(character)
        {
            gap |= !is_invisible(character);
            continue;
        }
        if gap && !folded.is_empty() {
            folded.push('-');
        }
        gap = false;
        folded.push(if character == 'ё' { 'е' } else { character });
    }
    folded.nfc().collect()
}

/// Whether folding changes nothing, as for most ids.
fn is_folded(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-')
        && !bytes.starts_with(b"-")
        && !bytes.ends_with(b"-")
        && !bytes.windows(2).any(|pair| pair == b"--")
}

/// Whether nothing of `text` would be seen.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c) || crate::text::inert::visible(c) != c)
}

fn is_invisible(character: char) -> bool {
    matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}' | '\u{2060}')
}

/// An id for comparison: composed, without regard to case. Two ids that agree are one.
pub fn fold_id(id: &str) -> String {
    let lower: String = id.nfkc().flat_map(char::to_lowercase).collect();
    lower.nfc().collect()
}

/// A path segment from a name: lower case, letters and digits of any script, hyphens between.
/// Never empty, and never a name that a listing or a file of the site uses.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for character in name.nfkc().flat_map(char::to_lowercase) {
        if is_letter(character) {
            if gap && !slug.is_empty() {
                slug.push('-');
            }
            gap = false;
            slug.push(character);
        } else if !matches!(character, '\'' | '’') {
            gap = true;
        }
    }
    finish(slug.nfc().collect(), name)
}

/// A path segment from an id: as [`slug`], but case, `.`, `_` and `-` stay.
pub fn id_slug(id: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for character in id.nfc() {
        if is_letter(character) || matches!(character, '.' | '_' | '-') {
            if gap && !slug.is_empty() {
                slug.push('-');
            }
            gap = false;
            slug.push(character);
        } else {
            gap = true;
        }
    }
    // A leading `_` or `.` is withheld by some hosts, a final `.` by some file systems.
    let trimmed = slug.trim_start_matches(['_', '.', '-']).trim_end_matches(['.', '-']);
    finish(trimmed.replace("..", "."), id)
}

fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || unicode_normalization::char::is_combining_mark(character)
}

/// Names that listings have where terms and cases have theirs: their own page and its sequels.
const RESERVED: [&str; 2] = ["index", "page"];

/// Bytes of an id at most.
pub const MAX_BYTES: usize = 120;

fn finish(slug: String, name: &str) -> String {
    /// Room for the hash of a longer name, and for what keeps it from a reserved one.
    const MARK: usize = "-01234567-1".len();
    let mut slug = slug;
    if slug.len() > MAX_BYTES {
        let mut end = MAX_BYTES - MARK;
        while !slug.is_char_boundary(end) {
            end -= 1;
        }
        slug.truncate(end);
        let hash = blake3::hash(name.as_bytes()).to_hex();
        slug.push('-');
        slug.push_str(&hash[..8]);
    }
    if slug.is_empty() {
        // A name without a letter or digit, such as `;)`: its hash is stable and free.
        return format!("x-{}", &blake3::hash(name.as_bytes()).to_hex()[..8]);
    }
    let stem = slug.split('.').next().unwrap_or(&slug).to_ascii_lowercase();
    let sequel = stem.strip_prefix("page-").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
    if RESERVED.contains(&stem.as_str()) || sequel {
        slug.push_str("-1");
    }
    slug
}

/// The candidate nearest to `name` by edit distance after folding, near enough to be meant.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted: Vec<char> = fold_name(name).chars().take(64).collect();
    if wanted.is_empty() {
        return None;
    }
    let bound = (wanted.len() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let own: Vec<char> = fold_name(candidate).chars().take(64).collect();
            if own.len().abs_diff(wanted.len()) > bound {
                return None;
            }
            let distance = distance(&wanted, &own);
            (distance <= bound).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance: insert, delete, replace, swap of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut rows = vec![vec![0; width]; a.len() + 1];
    rows[0] = (0..width).collect();
    for (i, &x) in a.iter().enumerate() {
        rows[i + 1][0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let mut best = (rows[i][j + 1] + 1).min(rows[i + 1][j] + 1).min(rows[i][j] + usize::from(x != y));
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            rows[i + 1][j + 1] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_composed_and_never_empty_or_reserved() {
        assert_eq!(slug("Travis CI"), "travis-ci");
        assert_eq!(slug("장애 보고"), "장애-보고");
        assert_eq!(slug("e\u{301}"), "é");
        assert_eq!(slug("\u{110c}\u{1161}\u{11bc}애"), "장애");
        assert_eq!(slug("Index"), "index-1");
        assert!(slug(";)").starts_with("x-") && slug(";)") != slug(":("));
        assert_eq!(id_slug("IL-0213"), "IL-0213");
        assert_eq!(id_slug("../_x"), "x");
        assert_eq!(id_slug("index"), "index-1");
        for long in ["x".repeat(121), "장애".repeat(30), "page-2 ".repeat(40), "a.".repeat(90)] {
            let id = id_slug(&long);
            assert!((MAX_BYTES - 20..=MAX_BYTES).contains(&id.len()), "{id}");
            assert_eq!(id_slug(&id), id);
        }
        assert_eq!((id_slug("page-2").as_str(), id_slug("page-two").as_str()), ("page-2-1", "page-two"));
        assert!(slug(&"a".repeat(500)).len() < 200);
    }

    #[test]
    fn variants_fold_to_one_name() {
        assert_eq!(fold_name(" High  Latency "), "high-latency");
        assert_eq!(fold_name("high_latency"), "high-latency");
        assert_eq!(fold_name("ＤＮＳ"), "dns");
        assert_eq!(fold_name("Надёжность"), "надежность");
    }

    #[test]
    fn the_nearest_name_is_near_enough() {
        assert_eq!(nearest("severty", ["severity", "symptoms"]), Some("severity"));
        assert_eq!(nearest("sumamry", ["summary", "symptoms"]), Some("summary"));
        assert_eq!(nearest("colour", ["severity", "symptoms"]), None);
    }
}
