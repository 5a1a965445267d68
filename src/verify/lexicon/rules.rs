//! The language files under `lang/` into rules: how words are cut and shortened, which words mark
//! negation, clauses and ends of a change, and what the common words of incident reports mean.
//! A language is added by adding a file and naming it in [`FILES`].

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::endings::Endings;

/// The language files, by primary language.
const FILES: &[(&str, &str)] = &[
    ("de", include_str!("lang/de.toml")),
    ("en", include_str!("lang/en.toml")),
    ("es", include_str!("lang/es.toml")),
    ("fr", include_str!("lang/fr.toml")),
    ("ja", include_str!("lang/ja.toml")),
    ("ko", include_str!("lang/ko.toml")),
    ("ru", include_str!("lang/ru.toml")),
    ("zh", include_str!("lang/zh.toml")),
];

/// What holds between concepts whatever the language.
const CONCEPTS: &str = include_str!("concepts.toml");

/// What one language file says.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    endings: String,
    #[serde(default)]
    reflexives: String,
    #[serde(default)]
    particles: String,
    #[serde(default)]
    breaks_after: String,
    #[serde(default)]
    joins_after: String,
    #[serde(default)]
    stop: String,
    #[serde(default)]
    past: String,
    #[serde(default)]
    head_last: bool,
    #[serde(default)]
    denies_both_ways: bool,
    #[serde(default)]
    order_follows: bool,
    #[serde(default)]
    per: BTreeMap<String, String>,
    #[serde(default)]
    starts_at: String,
    #[serde(default)]
    ends_at: String,
    #[serde(default)]
    intends: String,
    #[serde(default)]
    intends_here: String,
    #[serde(default)]
    light_after: String,
    #[serde(default)]
    for_which: String,
    #[serde(default)]
    counters: String,
    #[serde(default)]
    oblique: String,
    #[serde(default)]
    sets_apart: String,
    #[serde(default)]
    spaced_particles: bool,
    #[serde(default)]
    cases: BTreeMap<String, String>,
    #[serde(default)]
    marks: BTreeMap<String, String>,
    #[serde(default)]
    words: BTreeMap<String, String>,
}

/// Rules of one language; empty for a language without a file.
#[derive(Debug, Default)]
pub struct Rules {
    /// Endings that a stem is stripped of, longest first.
    pub endings: Endings,
    /// Endings stripped before those.
    pub reflexives: Endings,
    /// Particles written together with the noun before them, longest first.
    pub particles: Endings,
    /// Endings of a word after which a clause ends.
    pub breaks_after: Vec<String>,
    /// Endings of a word that join it to the next in a list.
    pub joins_after: Vec<String>,
    /// Words that carry nothing by themselves, folded.
    pub stop: FxHashSet<String>,
    /// Endings of a word that tells what happened.
    pub past: Vec<String>,
    /// Whether the verb stands last, and what it says of stands before it.
    pub head_last: bool,
    /// Whether a negation denies what stands on either side of it.
    pub denies_both_ways: bool,
    /// Whether "before" and "after" stand behind what they are said of: X 전에, X之后.
    pub order_follows: bool,
    /// Forms after a figure or name that is where a change starts.
    pub from_after: Vec<String>,
    /// Forms after a figure or name that is where a change ends.
    pub to_after: Vec<String>,
    /// Endings of a word that set it apart from all others: only.
    pub sets_apart: Vec<String>,
    /// Words that tell for each of what stretch of time a figure is told, and its seconds.
    pub per: Vec<(String, u32)>,
    /// Words beside a moment at which something starts: since; before it, or after it where particles are.
    pub starts_at: Vec<String>,
    /// Words beside a moment up to which something goes on: until.
    pub ends_at: Vec<String>,
    /// Words that figures count by, before a particle.
    pub counters: Vec<String>,
    /// Endings of a verb for what is meant to be done.
    pub intends: Vec<String>,
    /// The same where they tell of the one verb that they end, not of its clause: for what it is done.
    pub intends_here: Vec<String>,
    /// Endings of a verb with the verb after them that only says that something brings it about.
    pub light_after: Vec<String>,
    /// Words before a verb that is the purpose of what was done to the noun before them: replaced it to block.
    pub for_which: Vec<String>,
    /// Endings of a noun that something is done to, where the verb may stand after it.
    pub oblique: Vec<String>,
    /// Whether particles are written together with the noun, and words stand apart.
    pub spaced_particles: bool,
    /// Particles and what they say of the noun before them, longest first.
    pub cases: Vec<(String, &'static str)>,
    /// Concept or mark (`=not`) and its forms as written in the file.
    pub words: Vec<(String, Vec<String>)>,
}

/// Relations between concepts, by id.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relations {
    /// Groups of ids that mean the same here.
    #[serde(default)]
    pub same: Vec<Vec<String>>,
    /// Pairs of which one is the other turned round.
    #[serde(default)]
    pub opposite: Vec<[String; 2]>,
    /// Groups of which a thing is one and not another: what is said of one is not said of the next.
    #[serde(default)]
    pub apart: Vec<Vec<String>>,
    /// Groups of ids close enough that a figure told with one may be told with another.
    #[serde(default)]
    pub kin: Vec<Vec<String>>,
    /// Ids that hardly tell one statement from another.
    #[serde(default)]
    pub weak: Vec<String>,
    /// Ids that deny by themselves: failed, without, unable.
    #[serde(default)]
    pub negative: Vec<String>,
    /// Ids that say the second of the pair when a share follows.
    #[serde(default)]
    pub by_share: Vec<[String; 2]>,
    /// Ids that tell what is done or happens.
    #[serde(default)]
    pub verbs: Vec<String>,
    /// Ids that tell that something comes to a figure.
    #[serde(default)]
    pub reaches: Vec<String>,
    /// Ids of the pairs in `opposite` that tell whether something rose or fell: higher first.
    #[serde(default)]
    pub level: Vec<[String; 2]>,
}

/// The rules of `primary`, or empty ones.
pub fn rules(primary: &str) -> &'static Rules {
    static NONE: OnceLock<Rules> = OnceLock::new();
    all().get(primary).unwrap_or_else(|| NONE.get_or_init(Rules::default))
}

/// The rules of every language that has a file.
pub fn all() -> &'static BTreeMap<&'static str, Rules> {
    static ALL: OnceLock<BTreeMap<&'static str, Rules>> = OnceLock::new();
    ALL.get_or_init(|| FILES.iter().map(|(lang, text)| (*lang, compile(text))).collect())
}

/// What holds between concepts.
pub fn relations() -> &'static Relations {
    static RELATIONS: OnceLock<Relations> = OnceLock::new();
    RELATIONS.get_or_init(|| toml::from_str(CONCEPTS).unwrap_or_default())
}

fn compile(text: &str) -> Rules {
    let file: File = toml::from_str(text).unwrap_or_default();
    let list = |text: &str| -> Vec<String> {
        let mut list: Vec<String> = text.split_whitespace().map(super::cut::fold).collect();
        list.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        list
    };
    let forms = |text: &str| -> Vec<String> {
        text.split(',').map(|form| form.trim().to_owned()).filter(|f| !f.is_empty()).collect()
    };
    let marked = |mark: &str| file.marks.get(mark).map(|text| forms(text)).unwrap_or_default();
    Rules {
        from_after: marked("from_after"),
        to_after: marked("to_after"),
        per: per(&file.per),
        starts_at: forms(&file.starts_at),
        ends_at: forms(&file.ends_at),
        intends: forms(&file.intends),
        intends_here: forms(&file.intends_here),
        light_after: forms(&file.light_after),
        for_which: list(&file.for_which),
        counters: list(&file.counters),
        oblique: list(&file.oblique),
        sets_apart: list(&file.sets_apart),
        spaced_particles: file.spaced_particles,
        cases: cases(&file.cases),
        endings: Endings::new(list(&file.endings)),
        reflexives: Endings::new(list(&file.reflexives)),
        particles: Endings::new(list(&file.particles)),
        past: list(&file.past),
        breaks_after: list(&file.breaks_after),
        joins_after: list(&file.joins_after),
        stop: file.stop.split_whitespace().map(super::cut::fold).collect(),
        head_last: file.head_last,
        denies_both_ways: file.denies_both_ways,
        order_follows: file.order_follows,
        words: (file.marks.iter().map(|(mark, text)| (format!("={mark}"), forms(text))))
            .chain(file.words.iter().map(|(id, text)| (id.clone(), forms(text))))
            .collect(),
    }
}

/// What a particle may say of the noun before it.
const CASES: [&str; 7] = ["subject", "topic", "object", "from", "to", "cause", "instead"];

/// Names of stretches of time in the language files, and their seconds.
const STRETCHES: [(&str, u32); 6] = [
    ("second", 1),
    ("minute", 60),
    ("hour", 3_600),
    ("day", 86_400),
    ("week", 604_800),
    ("month", 2_629_800),
];

fn per(told: &BTreeMap<String, String>) -> Vec<(String, u32)> {
    (STRETCHES.iter())
        .filter_map(|(name, seconds)| Some((told.get(*name)?, *seconds)))
        .flat_map(|(forms, seconds)| forms.split(',').map(move |form| (form.trim().to_lowercase(), seconds)))
        .filter(|(form, _)| !form.is_empty())
        .collect()
}

fn cases(told: &BTreeMap<String, String>) -> Vec<(String, &'static str)> {
    let mut out: Vec<(String, &'static str)> = (CASES.iter())
        .filter_map(|case| Some((case, told.get(*case)?)))
        .flat_map(|(case, forms)| forms.split_whitespace().map(|form| (form.to_owned(), *case)))
        .collect();
    out.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads_without_fault() {
        for (lang, text) in FILES {
            let read: Result<File, _> = toml::from_str(text);
            assert!(read.is_ok(), "{lang}: {read:?}");
        }
        let read: Result<Relations, _> = toml::from_str(CONCEPTS);
        assert!(read.is_ok(), "{read:?}");
    }

    #[test]
    fn every_language_marks_negation() {
        for (lang, rules) in all() {
            assert!(rules.words.iter().any(|(id, forms)| id == "=not" && !forms.is_empty()), "{lang}");
        }
    }
}
