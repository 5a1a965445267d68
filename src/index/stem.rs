//! From the spelling of a word to the terms it stands for, one language at a time.
//! Comes in: every distinct spelling of a language's texts. Goes out: for each its terms.
//! Runs when the index is built and never in the browser: what the browser needs of it goes into the
//! dictionary as data.

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::token::Script;
use crate::text::Lang;

/// A term and how much an occurrence of the word counts for it, in tenths.
pub type Share = (String, u8);

/// Endings that Korean writes onto nouns: particles, and the forms of 하다, 되다, 시키다.
pub const SUFFIXES: &str = "은 는 이 가 을 를 에 의 도 만 로 으로 와 과 에서 에게 께 한테 까지 부터 보다 처럼 마다 조차 마저 밖에 이나 나 이며 며 이고 \
이라는 라는 이라고 라고 이란 란 들 들이 들을 들은 들의 들에 들과 들도 에는 에도 에서는 에서도 에서의 에만 으로는 로는 으로도 로도 \
으로의 로의 으로써 로써 으로서 로서 와의 과의 와는 과는 까지의 까지는 까지도 부터는 부터의 보다는 이나마 이라도 라도 이든 든 이다 입니다 인 \
이었다 였다 이었고 였고 이지만 지만 에게서 에게는 들에게 들까지 들로 들만 \
하다 했다 하고 했고 하는 한 해 하지 했지만 하지만 하면서 하자 할 하며 하면 하여 해서 했던 했으며 했으나 하도록 하려고 하려면 하기 하게 합니다 했습니다 한다 해야 하던 하거나 \
되다 됐다 되고 되는 된 되지 돼 되면서 되어 됐고 됐지만 되었다 되었고 되며 되면 될 되도록 된다 됩니다 됐습니다 되기 돼서 되던 되거나 됐던 됐으며 \
시키다 시켰다 시키고 시키는 시킨 시켜 시킬 시킨다 시켰고 시키며 시키지 받다 받았다 받는 받은 받고 당했다 당한";

/// The forms that a language gives its words.
pub struct Analyzer {
    letters: Option<Stemmer>,
    cyrillic: Option<Stemmer>,
}

impl Analyzer {
    /// The analyser of `lang`; a language that no stemmer knows keeps its words as they are.
    pub fn new(lang: &Lang) -> Self {
        let own = algorithm(lang.primary());
        let cyrillic_own = matches!(lang.primary(), "ru");
        let latin_own = own.is_some() && !cyrillic_own && !matches!(lang.primary(), "ar" | "el" | "ta");
        // A foreign word keeps its own grammar where the language's alphabet cannot be meant.
        let other_alphabet = matches!(
            lang.primary(),
            "ko" | "ja" | "zh" | "ru" | "uk" | "bg" | "be" | "ar" | "he" | "th" | "hi" | "el" | "ta"
        );
        let latin = if latin_own { own } else { other_alphabet.then_some(Algorithm::English) };
        let cyrillic = match lang.primary() {
            "ru" => Some(Algorithm::Russian),
            "uk" | "bg" | "be" | "sr" | "mk" | "kk" => None,
            _ => Some(Algorithm::Russian),
        };
        Self { letters: latin.map(Stemmer::create), cyrillic: cyrillic.map(Stemmer::create) }
    }

    /// The stem of a word of letters.
    pub fn stem(&self, word: &str) -> String {
        let cyrillic = word.chars().all(|c| matches!(c, '\u{400}'..='\u{52f}'));
        let latin = !cyrillic && word.is_ascii();
        let stemmer = if cyrillic { &self.cyrillic } else { &self.letters };
        match stemmer {
            Some(stemmer) if cyrillic || latin => stemmer.stem(word).into_owned(),
            _ => word.to_owned(),
        }
    }

    /// Whether words of Cyrillic letters are taken for Russian ones.
    pub fn knows_russian(&self) -> bool {
        self.cyrillic.is_some()
    }

    /// The terms of every word, in the order given.
    pub fn analyze(&self, words: &[(String, Script)]) -> Vec<Vec<Share>> {
        use rayon::prelude::*;
        let korean = Korean::new(
            words.iter().filter(|(_, script)| *script == Script::Hangul).map(|(w, _)| w.as_str()),
        );
        words
            .par_iter()
            .map(|(word, script)| match script {
                Script::Letters => vec![(self.stem(word), 10)],
                Script::Hangul => korean.analyze(word),
                Script::Dense | Script::Sign => vec![(word.clone(), 10)],
            })
            .collect()
    }
}

fn algorithm(primary: &str) -> Option<Algorithm> {
    Some(match primary {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "nl" => Algorithm::Dutch,
        "en" => Algorithm::English,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "no" | "nb" | "nn" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "es" => Algorithm::Spanish,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

/// Korean nouns, found by what the corpus itself shows: an ending is taken off where the rest stands
/// elsewhere with other endings, and kept where the word as it stands takes endings of its own.
struct Korean<'w> {
    endings: Endings,
    /// Whether one ending and then another is an ending itself, like 에서 and 는.
    stacks: Vec<Vec<bool>>,
    /// The endings with which a word stands in the corpus, by word; `None` is the word alone.
    forms: FxHashMap<&'w str, Vec<Option<u16>>>,
    many: bool,
}

/// A noun that is cut off by rule has this many syllables.
const SURE_SYLLABLES: usize = 2;
/// So many other forms make a word a noun by itself.
const OWN_FORMS: usize = 2;
/// So many forms make a noun a part of compounds, in a library with so many words; a small one shows
/// fewer forms, and one must do.
const PART_FORMS: usize = 3;
const MANY_WORDS: usize = 3_000;

impl<'w> Korean<'w> {
    fn new(words: impl Iterator<Item = &'w str>) -> Self {
        let endings = Endings::new();
        let suffixes = &endings.all;
        let known: FxHashSet<&str> = suffixes.iter().copied().collect();
        let stacks = suffixes
            .iter()
            .map(|first| {
                suffixes.iter().map(|next| known.contains(format!("{first}{next}").as_str())).collect()
            })
            .collect();
        let mut forms: FxHashMap<&str, Vec<Option<u16>>> = FxHashMap::default();
        let mut count = 0;
        for word in words {
            count += 1;
            forms.entry(word).or_default().push(None);
            for (number, stem) in endings.taken_off(word) {
                forms.entry(stem).or_default().push(Some(number as u16));
            }
        }
        Self { endings, stacks, forms, many: count >= MANY_WORDS }
    }

    fn count(&self, word: &str) -> usize {
        self.forms.get(word).map_or(0, Vec::len)
    }

    fn analyze(&self, word: &str) -> Vec<Share> {
        let noun = self.noun(word);
        let mut shares = vec![(noun.to_owned(), 10)];
        if let Some((left, right)) = self.compound(noun) {
            shares.push((left.to_owned(), 7));
            shares.push((right.to_owned(), 7));
        }
        shares
    }

    fn noun<'a>(&self, word: &'a str) -> &'a str {
        let mut best: Option<(&str, usize)> = None;
        let mut single: Option<(&str, usize)> = None;
        for (number, stem) in self.endings.taken_off(word) {
            if self.own_forms(word, number) >= OWN_FORMS {
                return word;
            }
            let forms = self.count(stem);
            let place = if stem.chars().count() >= SURE_SYLLABLES { &mut best } else { &mut single };
            // Of two nouns with equal evidence the longer ending wins: it is tried first.
            if place.is_none_or(|(_, most)| forms > most) {
                *place = Some((stem, forms));
            }
        }
        match (best, single) {
            (Some((stem, _)), _) => stem,
            (None, Some((stem, forms))) if forms > PART_FORMS + 1 => stem,
            _ => word,
        }
    }

    /// Number of endings that `word` takes and that no longer ending than the given one explains.
    fn own_forms(&self, word: &str, suffix: usize) -> usize {
        let forms = self.forms.get(word).map_or(&[][..], Vec::as_slice);
        forms.iter().flatten().filter(|next| !self.stacks[suffix][usize::from(**next)]).count()
    }

    /// Cuts `복제지연` into two nouns that the corpus knows by themselves.
    fn compound<'a>(&self, noun: &'a str) -> Option<(&'a str, &'a str)> {
        let cuts: Vec<usize> = noun.char_indices().map(|(at, _)| at).collect();
        if cuts.len() < 2 * SURE_SYLLABLES {
            return None;
        }
        let least = if self.many { PART_FORMS } else { 1 };
        (SURE_SYLLABLES..=cuts.len() - SURE_SYLLABLES)
            .map(|at| noun.split_at(cuts[at]))
            .filter(|(left, right)| self.count(left) >= least && self.count(right) >= least)
            .max_by_key(|(left, right)| self.count(left).min(self.count(right)))
    }
}

/// The endings by their last syllable.
pub struct Endings {
    all: Vec<&'static str>,
    by_last: FxHashMap<char, Vec<usize>>,
}

impl Endings {
    /// All endings.
    pub fn new() -> Self {
        let all = suffixes();
        let mut by_last: FxHashMap<char, Vec<usize>> = FxHashMap::default();
        for (number, suffix) in all.iter().enumerate() {
            if let Some(last) = suffix.chars().next_back() {
                by_last.entry(last).or_default().push(number);
            }
        }
        Self { all, by_last }
    }

    /// What is left of `word` without each ending that it may have, the longest ending first, with the
    /// ending's number.
    pub fn taken_off<'a>(&self, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        let numbers = word.chars().next_back().and_then(|last| self.by_last.get(&last));
        let numbers = numbers.map_or(&[][..], Vec::as_slice);
        numbers.iter().filter_map(move |number| Some((*number, strip(word, self.all[*number])?)))
    }
}

/// All endings, the longest first.
pub fn suffixes() -> Vec<&'static str> {
    let mut all: Vec<&'static str> = SUFFIXES.split_ascii_whitespace().collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    all.dedup();
    all
}

/// `word` without `suffix`, if at least one syllable is left and the ending has the right form for it.
pub fn strip<'a>(word: &'a str, suffix: &str) -> Option<&'a str> {
    let stem = word.strip_suffix(suffix)?;
    (!stem.is_empty() && fits(stem, suffix)).then_some(stem)
}

/// Whether Korean would choose this form of the ending after `stem`: 을 after a closed syllable, 를
/// after an open one.
fn fits(stem: &str, suffix: &str) -> bool {
    let Some(last) = stem.chars().next_back().filter(|c| matches!(c, '\u{ac00}'..='\u{d7a3}')) else {
        return true;
    };
    let closing = (u32::from(last) - 0xac00) % 28;
    let (open, closed) = (closing == 0, closing != 0);
    match suffix.chars().next() {
        Some('을' | '은' | '과' | '이') => closed,
        Some('으') => closed && closing != 8,
        Some('를' | '는' | '가' | '와') => open,
        Some('로') => open || closing == 8,
        Some('나' | '며' | '라' | '란' | '든') => open,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{Analyzer, Script};
    use crate::text::Lang;

    fn nouns(words: &str) -> Vec<String> {
        let words: Vec<(String, Script)> = words.split(' ').map(|w| (w.to_owned(), Script::Hangul)).collect();
        let analyzer = Analyzer::new(&Lang::parse("ko").unwrap());
        analyzer.analyze(&words).into_iter().map(|shares| shares[0].0.clone()).collect()
    }

    #[test]
    fn an_ending_falls_where_the_noun_stands_elsewhere() {
        assert_eq!(nouns("서버를 서버에서는 서버"), ["서버", "서버", "서버"]);
        assert_eq!(nouns("장애가 재시작했다"), ["장애", "재시작"]);
        assert_eq!(
            nouns("전문가 전문가는 전문가를 전문 전문은"),
            ["전문가", "전문가", "전문가", "전문", "전문"]
        );
    }

    #[test]
    fn compounds_are_cut_into_known_nouns() {
        let words: Vec<(String, Script)> = "복제지연 복제를 복제가 복제 지연이 지연을 지연"
            .split(' ')
            .map(|w| (w.to_owned(), Script::Hangul))
            .collect();
        let shares = Analyzer::new(&Lang::parse("ko").unwrap()).analyze(&words);
        assert_eq!(shares[0], [("복제지연".to_owned(), 10), ("복제".to_owned(), 7), ("지연".to_owned(), 7)]);
    }

    #[test]
    fn letters_follow_their_alphabet() {
        let analyzer = Analyzer::new(&Lang::parse("ru").unwrap());
        assert_eq!(analyzer.stem("сервером"), analyzer.stem("серверы"));
        assert_eq!(analyzer.stem("timeouts"), "timeout");
        assert_eq!(Analyzer::new(&Lang::parse("xx").unwrap()).stem("timeouts"), "timeouts");
    }
}
