//! Which script a text is written in, held against its declared language. Only what is plain is
//! told: English words in a Korean sentence are daily bread, a Korean field without Hangul is not.

use crate::text::Lang;

/// Fewer foreign letters than this decide nothing: a title may be a name.
const ENOUGH_LETTERS: usize = 30;

/// Fewer words than this decide nothing.
const ENOUGH_WORDS: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Hangul,
    Kana,
    Han,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
}

impl Script {
    const ALL: [Self; 10] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Greek,
        Self::Hangul,
        Self::Kana,
        Self::Han,
        Self::Arabic,
        Self::Hebrew,
        Self::Devanagari,
        Self::Thai,
    ];

    fn of(c: char) -> Option<Self> {
        Some(match c as u32 {
            0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF => Self::Latin,
            0x370..=0x3FF | 0x1F00..=0x1FFF => Self::Greek,
            0x400..=0x52F => Self::Cyrillic,
            0x590..=0x5FF => Self::Hebrew,
            0x600..=0x6FF | 0x750..=0x77F => Self::Arabic,
            0x900..=0x97F => Self::Devanagari,
            0xE00..=0xE7F => Self::Thai,
            0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7AF => Self::Hangul,
            0x3040..=0x30FF => Self::Kana,
            0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0x20000..=0x2FFFF => Self::Han,
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Latin => "Latin letters",
            Self::Cyrillic => "Cyrillic",
            Self::Greek => "Greek",
            Self::Hangul => "Hangul",
            Self::Kana => "Japanese kana",
            Self::Han => "Chinese characters",
            Self::Arabic => "Arabic",
            Self::Hebrew => "Hebrew",
            Self::Devanagari => "Devanagari",
            Self::Thai => "Thai",
        }
    }
}

/// The scripts that a language is written in; the script subtag counts first, and a language that
/// is not listed may be written in any.
fn expected(lang: &Lang) -> Option<&'static [Script]> {
    let subtag = lang.as_str().split('-').skip(1).find(|part| part.len() == 4);
    let by_subtag: Option<&[Script]> = match subtag {
        Some("Latn") => Some(&[Script::Latin]),
        Some("Cyrl") => Some(&[Script::Cyrillic]),
        Some("Hans" | "Hant") => Some(&[Script::Han]),
        Some(_) => return None,
        None => None,
    };
    by_subtag.or(match lang.primary() {
        "ko" => Some(&[Script::Hangul]),
        "ja" => Some(&[Script::Kana]),
        "zh" | "yue" => Some(&[Script::Han]),
        "ru" | "uk" | "be" | "bg" | "mk" => Some(&[Script::Cyrillic]),
        "el" => Some(&[Script::Greek]),
        "he" => Some(&[Script::Hebrew]),
        "ar" | "fa" => Some(&[Script::Arabic]),
        "hi" => Some(&[Script::Devanagari]),
        "th" => Some(&[Script::Thai]),
        "en" | "de" | "es" | "fr" | "it" | "pt" | "nl" | "sv" | "da" | "fi" | "nb" | "no" | "pl" | "cs"
        | "tr" | "vi" | "id" | "ro" | "hu" => Some(&[Script::Latin]),
        _ => None,
    })
}

/// The script that `text` is written in, where that cannot be `lang`.
pub(super) fn foreign(lang: &Lang, text: &str) -> Option<&'static str> {
    let expected = expected(lang)?;
    let mut counts = [0usize; Script::ALL.len()];
    for script in text.chars().filter_map(Script::of) {
        counts[script as usize] += 1;
    }
    let of = |script: Script| counts[script as usize];
    let native: usize = expected.iter().map(|script| of(*script)).sum();
    let all: usize = counts.iter().sum();
    let main = Script::ALL.into_iter().max_by_key(|script| of(*script))?;
    let kana_in_chinese = expected == [Script::Han] && of(Script::Kana) > of(Script::Han) / 4;
    let plainly = if expected.contains(&main) {
        kana_in_chinese
    } else if main == Script::Latin {
        // Names and commands are Latin everywhere: only a text without a native letter is foreign.
        native == 0 && text.split_whitespace().filter(|word| is_plain_word(word)).count() >= ENOUGH_WORDS
    } else if main == Script::Han && expected == [Script::Kana] {
        native == 0
    } else {
        native * 3 < all
    };
    let enough = all - native >= if main == Script::Latin { ENOUGH_LETTERS } else { ENOUGH_LETTERS / 3 };
    let told = if kana_in_chinese { Script::Kana } else { main };
    (plainly && enough).then(|| told.name())
}

/// The language of a quote from a source in `told`: that one, unless the quote is plainly in another
/// script, as where a digest quotes a foreign report.
#[must_use]
pub fn quote_lang(told: &Lang, quote: &str) -> Lang {
    if foreign(told, quote).is_some() { likely(told, quote) } else { told.clone() }
}

/// The language that `text` is probably in, by its script alone; `own` where the script allows it.
pub(super) fn likely(own: &Lang, text: &str) -> Lang {
    let mut counts = [0usize; Script::ALL.len()];
    for script in text.chars().filter_map(Script::of) {
        counts[script as usize] += 1;
    }
    let of = |script: Script| counts[script as usize];
    let main = Script::ALL.into_iter().max_by_key(|script| (of(*script), usize::MAX - *script as usize));
    let native = expected(own).is_none_or(|expected| main.is_some_and(|main| expected.contains(&main)));
    let tag = match main {
        _ if native || of(main.unwrap_or(Script::Latin)) == 0 => return own.clone(),
        Some(Script::Hangul) => "ko",
        Some(Script::Cyrillic) => "ru",
        Some(Script::Kana) => "ja",
        Some(Script::Han) if of(Script::Kana) > 0 => "ja",
        Some(Script::Han) => "zh",
        Some(Script::Greek) => "el",
        Some(Script::Arabic) => "ar",
        Some(Script::Hebrew) => "he",
        Some(Script::Devanagari) => "hi",
        Some(Script::Thai) => "th",
        Some(Script::Latin) | None => "en",
    };
    Lang::parse(tag).unwrap_or_else(|| own.clone())
}

/// A word in lower case, unlike a name or a command.
fn is_plain_word(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.len() >= 2 && word.chars().all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lang: &str, text: &str) -> Option<&'static str> {
        foreign(&Lang::parse(lang).unwrap(), text)
    }

    #[test]
    fn plainly_another_language_is_told() {
        assert_eq!(
            told("ko", "The readiness checks were queued behind a global lock."),
            Some("Latin letters")
        );
        assert_eq!(told("en", "준비 상태 검사가 커널 잠금 뒤에 줄을 섰다."), Some("Hangul"));
        assert_eq!(told("ru", "준비 상태 검사가 커널 잠금 뒤에 줄을 섰다."), Some("Hangul"));
        assert_eq!(told("ko", "Проверки готовности ждали общую блокировку ядра."), Some("Cyrillic"));
        assert_eq!(told("zh", "カーネルのロックをまっていました、ずっと。"), Some("Japanese kana"));
        assert_eq!(told("ja", "就绪检查在全局内核锁后面排队等待处理"), Some("Chinese characters"));
    }

    #[test]
    fn names_and_technical_words_are_at_home_everywhere() {
        assert_eq!(told("ko", "HashiCorp Consul 1.10 streaming subscription contention"), None);
        assert_eq!(told("ko", "Consul streaming 을 껐다"), None);
        assert_eq!(told("ru", "PostgreSQL TCP_NODELAY"), None);
        assert_eq!(told("ru", "Nagle’s algorithm и TCP_NODELAY"), None);
        assert_eq!(told("en", "The site of 서울 went dark"), None);
        assert_eq!(told("xx", "무엇이든"), None);
        assert_eq!(told("sr-Latn", "Mreža je pala i to dugo traje već satima"), None);
    }
}
