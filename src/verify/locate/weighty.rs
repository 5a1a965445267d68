//! The words that carry a statement: negations, figures in words, units, days and months, bounds,
//! directions and opposites. A quote that differs in one of them is another statement, however near it
//! is in letters. The words are data, one file a language; languages of one text are not told apart.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a weighty word does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Denies.
    Negation,
    /// Counts.
    Figure,
    /// Measures.
    Unit,
    /// Dates.
    Calendar,
    /// Bounds a figure: over, at least, only.
    Bound,
    /// Leads from or to: before, after, until.
    Way,
    /// Has an opposite: rose, fell, all, client.
    Opposite,
}

/// The files of words, one a language.
const FILES: [&str; 8] = [
    include_str!("weighty/en.txt"),
    include_str!("weighty/ru.txt"),
    include_str!("weighty/ko.txt"),
    include_str!("weighty/de.txt"),
    include_str!("weighty/fr.txt"),
    include_str!("weighty/es.txt"),
    include_str!("weighty/ja.txt"),
    include_str!("weighty/zh.txt"),
];

/// A word's weight, and the number of its entry: forms of one word share it.
pub(super) type Entry = (Weight, u32);

struct Words {
    whole: HashMap<&'static str, Entry>,
    heads: HashMap<&'static str, Entry>,
    /// Stretches that weigh inside of words, for scripts that write words together.
    inner: Vec<&'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { whole: HashMap::new(), heads: HashMap::new(), inner: Vec::new() };
    let mut number = 0;
    for line in FILES.iter().flat_map(|file| file.lines()) {
        let Some((class, entries)) = line.split_once(": ") else { continue };
        let weight = match class {
            "negation" => Weight::Negation,
            "figure" => Weight::Figure,
            "unit" => Weight::Unit,
            "calendar" => Weight::Calendar,
            "bound" => Weight::Bound,
            "way" => Weight::Way,
            "opposite" => Weight::Opposite,
            "infix" => {
                words.inner.extend(entries.split(' '));
                continue;
            }
            _ => continue,
        };
        for entry in entries.split(' ') {
            number += 1;
            for form in entry.split('/') {
                // The first file and class that names a word decides: `but` and `ein` mean one thing each.
                match form.strip_suffix('*') {
                    Some(head) => words.heads.entry(head).or_insert((weight, number)),
                    None => words.whole.entry(form).or_insert((weight, number)),
                };
            }
        }
    }
    words.inner.sort_unstable();
    words.inner.dedup();
    words
});

/// The weight of `word`, if it has one; case does not matter.
pub(super) fn weight(word: &str) -> Option<Entry> {
    let word = word.to_lowercase();
    let words = &*WORDS;
    words.whole.get(word.as_str()).copied().or_else(|| {
        word.char_indices()
            .rev()
            .map(|(at, c)| at + c.len_utf8())
            .find_map(|end| words.heads.get(&word[..end]).copied())
    })
}

/// How often each weighty stretch stands in `text`, in a fixed order; only those that do.
pub(super) fn inner(text: &str) -> Vec<(&'static str, usize)> {
    if text.is_ascii() {
        return Vec::new();
    }
    WORDS
        .inner
        .iter()
        .map(|part| (*part, text.matches(part).count()))
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// Whether `text` holds a word that denies.
pub(super) fn denies(text: &str) -> bool {
    const INNER: [&str; 12] =
        ["않", "없", "아니", "못", "ない", "ません", "不", "没", "未", "無", "无", "非"];
    let folded = text.replace('\u{2019}', "'");
    folded
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .any(|word| matches!(weight(word), Some((Weight::Negation, _))))
        || (!text.is_ascii() && INNER.iter().any(|part| text.contains(part)))
}

/// Beginnings that make another word of the same rest: un-able, en-abled and dis-abled, в-ключён and
/// вы-ключен.
const PREFIXES: [(&str, &[&str]); 28] = [
    (
        "",
        &["un", "in", "im", "il", "ir", "dis", "de", "non", "mis", "anti", "re", "не", "без", "бес", "недо"],
    ),
    ("in", &["ex", "e", "out", "de"]),
    ("im", &["ex"]),
    ("en", &["dis", "de"]),
    ("em", &["dis"]),
    ("up", &["down"]),
    ("over", &["under"]),
    ("pre", &["post"]),
    ("on", &["off"]),
    ("sub", &["super"]),
    ("inter", &["intra"]),
    ("de", &["re"]),
    ("dis", &["re"]),
    ("un", &["re"]),
    ("в", &["вы"]),
    ("во", &["вы"]),
    ("за", &["от", "раз", "вы"]),
    ("под", &["от"]),
    ("при", &["у", "от"]),
    ("до", &["пере"]),
    ("недо", &["пере"]),
    ("с", &["раз"]),
    ("у", &["при"]),
    ("пре", &["при"]),
    ("раз", &["с"]),
    ("вы", &["под"]),
    ("por", &["para"]),
    ("auf", &["ab", "zu"]),
];

/// Whether two words differ in a beginning that makes another word of them.
pub(super) fn other_prefix(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    if a == b {
        return false;
    }
    let common: usize =
        a.chars().rev().zip(b.chars().rev()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    // The common end may reach into the beginnings, as in `disable` and `unable`.
    let (mut end_a, mut end_b) = (a.len() - common, b.len() - common);
    for _ in 0..3 {
        let long = a[end_a..].chars().nth(2).is_some();
        let (head_a, head_b) = (&a[..end_a], &b[..end_b]);
        let pair = |x: &str, y: &str| PREFIXES.iter().any(|(one, others)| *one == x && others.contains(&y));
        if long && (pair(head_a, head_b) || pair(head_b, head_a)) {
            return true;
        }
        let Some(next) = a[end_a..].chars().next() else { return false };
        end_a += next.len_utf8();
        end_b += next.len_utf8();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Weight, denies, inner, other_prefix, weight};

    #[test]
    fn weighty_words_are_known_in_their_forms() {
        assert_eq!(weight("hours"), weight("hour"));
        assert_ne!(weight("hours"), weight("minutes"));
        assert_eq!(weight("Not").map(|entry| entry.0), Some(Weight::Negation));
        assert_eq!(weight("сентября").map(|entry| entry.0), Some(Weight::Calendar));
        assert_eq!(weight("세").map(|entry| entry.0), Some(Weight::Figure));
        assert_eq!(weight("cluster"), None);
        assert!(denies("we did not"));
        assert!(denies("it wasn\u{2019}t"));
        assert!(denies("할 수 없다"));
        assert!(!denies("a note on notable things"));
    }

    #[test]
    fn other_beginnings_make_other_words() {
        for (a, b) in
            [("enabled", "disabled"), ("able", "unable"), ("includes", "excludes"), ("включён", "выключён")]
        {
            assert!(other_prefix(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("failing", "failling"),
            ("amount", "ammount"),
            ("excessive", "excesive"),
            ("the", "teh"),
            ("ensure", "esure"),
            ("existing", "exxisting"),
            ("обновлены", "оновлены"),
        ] {
            assert!(!other_prefix(a, b), "{a} {b}");
        }
    }

    #[test]
    fn stretches_inside_words_are_counted() {
        assert_ne!(inner("10분 이상"), inner("10분 이하"));
        assert!(inner("plain").is_empty());
    }
}
