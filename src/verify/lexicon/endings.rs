//! Endings of words, found by the letter they end with: most words have none of a long list.

use rustc_hash::FxHashMap;

/// Endings, longest first.
#[derive(Debug, Default)]
pub struct Endings {
    list: Vec<String>,
    /// Numbers in `list` by the last letter, ascending.
    by_last: FxHashMap<char, Vec<usize>>,
}

impl Endings {
    /// Sorts `list`, longest first.
    pub fn new(mut list: Vec<String>) -> Self {
        list.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let mut by_last: FxHashMap<char, Vec<usize>> = FxHashMap::default();
        for (number, ending) in list.iter().enumerate() {
            if let Some(last) = ending.chars().next_back() {
                by_last.entry(last).or_default().push(number);
            }
        }
        Self { list, by_last }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether `word` as a whole is one of them.
    pub fn contains(&self, word: &str) -> bool {
        self.ending(word).any(|ending| ending == word)
    }

    /// Those that `word` ends with, longest first.
    pub fn of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        self.ending(word).filter(|ending| word.ends_with(*ending))
    }

    /// What is left of `word` without an ending, for each that it has, the longest first.
    pub fn cut<'w>(&self, word: &'w str) -> impl Iterator<Item = &'w str> {
        self.ending(word).filter_map(|ending| word.strip_suffix(ending))
    }

    fn ending(&self, word: &str) -> impl Iterator<Item = &str> {
        let numbers = word.chars().next_back().and_then(|last| self.by_last.get(&last));
        numbers.into_iter().flatten().filter_map(|number| self.list.get(*number)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::Endings;

    #[test]
    fn endings_are_found_longest_first() {
        let endings = Endings::new(["s", "es", "ing", "은"].map(str::to_owned).to_vec());
        assert_eq!(endings.cut("boxes").collect::<Vec<_>>(), ["box", "boxe"]);
        assert_eq!(endings.of("값은").collect::<Vec<_>>(), ["은"]);
        assert_eq!(endings.cut("").count(), 0);
        assert!(endings.contains("ing") && !endings.contains("ng"));
    }
}
