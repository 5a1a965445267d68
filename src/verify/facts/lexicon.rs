//! A language's words as senses: its file under `lang/` (and what all languages share) compiled once into
//! two tries, one that keeps case for symbols and one in lower case for words.

use std::sync::OnceLock;

use super::Approx;
use super::decimal::Decimal;
use super::fold::{self, Folded};
use super::spellings::{Draft, Trie};
use super::units::{self, TimePart, Unit, UnitKind};

/// What a word can mean here. One spelling may have several senses; the grammar picks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Sense {
    /// A numeral that is added: one, twenty, двести.
    Add(i64),
    /// A numeral that multiplies what stands before it: hundred, thousand, million.
    Scale(i64),
    /// The same in a form that says nothing alone: millions.
    Scales(i64),
    /// The last word of an ordinal: third, twentieth.
    Ordinal(i64),
    /// The same for a scale: hundredth, millionth.
    OrdinalScale(i64),
    /// A denominator with any numerator: thirds, трети.
    Parts(i64),
    /// A denominator with the numerator one: third, пятая.
    Part(i64),
    /// A figure of its own: half, полтора.
    Fixed(Decimal),
    /// A fraction told after a numeral or a unit: and a half.
    Plus(Decimal),
    /// A letter or word that multiplies a numeral in digits: K, M, млн.
    Suffix(i64),
    /// A unit of measure, time or money.
    Unit(&'static Unit),
    /// A length of time in one word: полчаса, 이틀.
    Length(TimePart, Decimal),
    /// A noun that is counted per time: requests.
    Counted(&'static str),
    /// Month from 1.
    Month(u8),
    /// A day of the week.
    Weekday,
    /// A part of the day that settles which twelve hours are meant.
    Part12(DayPart),
    /// A named clock time: noon.
    Clock(u8),
    /// A zone's offset from UTC in minutes.
    Zone(i16),
    /// A bound or approximation told before the figure.
    Bound(Approx),
    /// The same told after it.
    After(Approx),
    /// A word of grammar.
    Role(Role),
}

/// Whether a fact can begin with a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// It cannot.
    Never,
    /// It can, if something that [`Sense::follows`], a digit or a sign stands right after it.
    WithNext,
    /// It can, or the word is passed over whole.
    AtOnce,
}

impl Sense {
    /// Whether a fact can begin with it.
    pub const fn opening(&self) -> Opening {
        match self {
            Self::Bound(_) => Opening::WithNext,
            Self::Unit(unit) => match unit.kind {
                UnitKind::Time(..) | UnitKind::Money => Opening::WithNext,
                _ => Opening::Never,
            },
            Self::Role(role) => role.opening(),
            Self::Parts(_)
            | Self::Part(_)
            | Self::Plus(_)
            | Self::Suffix(_)
            | Self::Counted(_)
            | Self::After(_) => Opening::Never,
            _ => Opening::AtOnce,
        }
    }

    /// Whether a word that leads to a fact can be followed by this one.
    pub const fn follows(&self) -> bool {
        match self {
            Self::Role(role) => {
                matches!(role, Role::At | Role::AtHour | Role::And | Role::Of)
                    || !matches!(role.opening(), Opening::Never)
            }
            Self::Suffix(_) | Self::Counted(_) | Self::After(_) => false,
            _ => true,
        }
    }

    /// Whether it is a numeral or a part of one, which other numerals may follow inside a word.
    pub const fn counts(&self) -> bool {
        matches!(
            self,
            Self::Add(_) | Self::Scale(_) | Self::Scales(_) | Self::Ordinal(_) | Self::OrdinalScale(_)
        )
    }
}

/// How a part of the day reads an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPart {
    /// Before noon; twelve is midnight.
    Am,
    /// After noon; twelve is noon.
    Pm,
    /// Evening and night: twelve is midnight, six and later are after noon, less is before.
    Night,
    /// Evening: twelve is midnight, the rest is after noon.
    Evening,
    /// Around noon.
    Noon,
}

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal,)*) => {
        /// Words of grammar.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Role { $($(#[$doc])* $role,)* }

        impl Role {
            fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$role),)* _ => None }
            }
        }
    };
}

roles! {
    /// Joins parts of a figure or two facts.
    And = "and",
    /// A decimal point said in a word.
    Point = "point",
    /// A minus said in a word.
    Minus = "minus",
    /// Between numerator and denominator.
    Over = "over",
    /// Between denominator and numerator: 分の.
    PartsOf = "parts_of",
    /// Before a unit: an article.
    Article = "article",
    /// Opens a range or a change.
    From = "from",
    /// Between the ends of a range.
    To = "to",
    /// Between the ends of a range and never of a change.
    Through = "through",
    /// Opens a range whose ends are joined by "and".
    Between = "between",
    /// Closes a range.
    RangeEnd = "range_end",
    /// Closes a range that "and" joins: 20과 30 사이.
    BetweenEnd = "between_end",
    /// Closes a change: 29밀리초로.
    ChangeEnd = "change_end",
    /// Joins the two figures of a change: 降到.
    ChangeTo = "change_to",
    /// A verb of change: what follows is two facts, not a range.
    Change = "change",
    /// Between a day and its month, a month and its year.
    Of = "of",
    /// Before a clock time.
    At = "at",
    /// Before a clock time, and a bare hour will do: a las.
    AtHour = "at_hour",
    /// Before a date.
    On = "on",
    /// Between a total and a share of it: 셋 중 하나.
    Among = "among",
    /// Stands after a clock hour.
    OClock = "oclock",
    /// Stands after minutes past the hour.
    Past = "past",
    /// Stands after minutes before the hour.
    Before = "before",
    /// German halb: half an hour before.
    HalfTo = "half_to",
    /// Quarter of an hour on the clock.
    Quarter = "quarter",
    /// Half an hour on the clock.
    HalfPast = "half_past",
    /// Before or after a zone.
    ZoneMark = "zone_mark",
    /// A year's mark.
    YearMark = "year_mark",
    /// Before a year.
    YearBefore = "year_before",
    /// A month's mark.
    MonthMark = "month_mark",
    /// A day's mark.
    DayMark = "day_mark",
    /// Before a month that stands alone: in, since.
    MonthBefore = "month_before",
    /// Before a day that stands alone: on the, 지난달.
    DayBefore = "day_before",
    /// After a day that stands alone: what no rank has after it.
    DayAfter = "day_after",
    /// Says of a figure that it is a day of the month: числа.
    DayNoun = "day_noun",
    /// Before a scale, so that it is no figure: several dozen.
    Vague = "vague",
    /// A unit of time that says one of itself after a verb that lasts: сутки, неделю.
    OneUnit = "one_unit",
    /// A verb or preposition after which a unit of time is a length: длился, через.
    Lasting = "lasting",
    /// An hour's mark on the clock.
    HourMark = "hour_mark",
    /// A minute's mark on the clock.
    MinuteMark = "minute_mark",
    /// A second's mark on the clock.
    SecondMark = "second_mark",
    /// Makes an ordinal of the numeral before it.
    OrdinalAfter = "ordinal_after",
    /// Makes an ordinal of the numeral after it.
    OrdinalBefore = "ordinal_before",
    /// Makes a percentile of the numeral before it.
    PercentileAfter = "percentile_after",
    /// Makes a percentile of the numeral after it.
    PercentileBefore = "percentile_before",
    /// Before a version.
    Version = "version",
    /// Before a figure that is a name: port, error code.
    NameBefore = "name_before",
    /// Per second, after what is counted.
    PerSecond = "per_second",
    /// Per minute.
    PerMinute = "per_minute",
    /// Per hour.
    PerHour = "per_hour",
    /// Per day.
    PerDay = "per_day",
    /// Every: per second told before the figure.
    EachSecond = "each_second",
    /// Per minute told before.
    EachMinute = "each_minute",
    /// Per hour told before.
    EachHour = "each_hour",
    /// Something that only looks like a unit or a numeral.
    Stop = "stop",
    /// May follow a unit in one word.
    Particle = "particle",
    /// Degrees without a scale.
    Degrees = "degrees",
    /// Says that a temperature before or after is in Celsius.
    Celsius = "celsius",
    /// The same in Fahrenheit.
    Fahrenheit = "fahrenheit",
    /// Whole, entire: stands before a unit and means one.
    Whole = "whole",
    /// Percent told before its figure.
    PercentBefore = "percent_before",
    /// A counting word after a numeral that alone would say nothing.
    Counter = "counter",
    /// Stands before a length of time and settles that it is one.
    During = "during",
    /// Stands after a length of time: later, ago.
    After = "after",
    /// May stand between a numeral and its unit.
    Filler = "filler",
    /// The ordinal of the first in one word that is no numeral.
    Product = "product",
    /// A verb after which a figure with a point is a version.
    Upgrade = "upgrade",
}

impl Role {
    /// Whether a fact can begin with a word of this role.
    const fn opening(self) -> Opening {
        match self {
            Self::Point
            | Self::Quarter
            | Self::HalfPast
            | Self::PercentileBefore
            | Self::OneUnit
            | Self::Stop => Opening::AtOnce,
            Self::Minus
            | Self::Article
            | Self::From
            | Self::Between
            | Self::On
            | Self::HalfTo
            | Self::OrdinalBefore
            | Self::NameBefore
            | Self::EachSecond
            | Self::EachMinute
            | Self::EachHour
            | Self::Celsius
            | Self::Fahrenheit
            | Self::Whole
            | Self::PercentBefore => Opening::WithNext,
            _ => Opening::Never,
        }
    }
}

/// How a language writes figures and dates.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Habits {
    /// The decimal sign; the other of `.` and `,` groups.
    pub decimal: String,
    /// Whether one ordinary space may group digits.
    pub space_groups: bool,
    /// `mdy`, `dmy` or `ymd`: what `3/4` is.
    pub order: String,
    /// Whether units stand before tens (ein-und-zwanzig).
    pub units_first: bool,
    /// `words`, `hangul` or `han`: how numerals are spelled.
    pub script: String,
    /// Whether `m` after a numeral may be minutes.
    pub m_is_minutes: bool,
    /// Whether `10.10` after "at" is a clock time.
    pub dot_clock: bool,
    /// Whether minutes may stand after "o'clock" (18 Uhr 12).
    pub minutes_after_oclock: bool,
    /// Whether an hour's word is also the unit of time, so that a clock needs more words.
    pub hours_need_context: bool,
    /// Whether `h` between figures is a clock's mark.
    pub h_is_clock: bool,
    /// Whether `4.` is an ordinal.
    pub dot_ordinal: bool,
    /// Whether a digit after a multiplier stands for the next lower place (四百五).
    pub digit_shorthand: bool,
    /// Whether a Latin word before a figure is a foreign name, and so a product.
    pub foreign_names: bool,
    /// Endings that make an ordinal of digits, by blanks; with a hyphen, those that need one.
    pub ordinal_endings: String,
    /// Whether names of months are written with a capital.
    pub month_capitals: bool,
    /// Endings of digits that may be a day, each with those of the nouns that make it a rank: го=а,я.
    pub day_endings: String,
    /// Whether a rank is told in several ranks (vigésimo primero).
    pub ordinal_chains: bool,
    /// Whether minutes follow the hour after "and" (ocho y diez).
    pub and_minutes: bool,
    /// Whether "ten past nine" needs no word for minutes.
    pub bare_past: bool,
    /// Whether `20h` alone is a time of day.
    pub h_alone: bool,
    /// Whether "an hour" may be told without an article.
    pub bare_units: bool,
    /// Short numerals that are nouns by themselves: 하나, 둘.
    pub lone_numerals: String,
    /// The currency whose hundredths are meant when none is told.
    pub minor: String,
}

impl Habits {
    /// The currency of cents that stand alone.
    pub fn minor_of(&self) -> &'static str {
        units::find(&self.minor).map_or("$", |unit| unit.id)
    }
}

/// One language, ready for use.
pub(super) struct Lexicon {
    pub habits: Habits,
    pub ordinal_endings: Vec<Vec<char>>,
    /// Words, in lower case.
    pub words: Trie,
    /// Symbols, by case.
    pub symbols: Trie,
    /// What the symbols that stand before a figure begin with, sorted.
    pub signs: Vec<char>,
    /// Whether a word may announce a bare hour, so that an article is one: a la una.
    bare_hours: bool,
}

impl Lexicon {
    /// The rules of a language; English for languages that have no file, and by its first subtag.
    pub fn of(lang: &str) -> &'static Self {
        static TABLE: OnceLock<Vec<(&'static str, OnceLock<Lexicon>)>> = OnceLock::new();
        let table = TABLE.get_or_init(|| FILES.iter().map(|(lang, _)| (*lang, OnceLock::new())).collect());
        let primary = lang.split(['-', '_']).next().unwrap_or(lang);
        let found = FILES.iter().position(|(lang, _)| lang.eq_ignore_ascii_case(primary)).unwrap_or(0);
        table[found].1.get_or_init(|| Self::compile(FILES[found].1))
    }

    fn compile(file: &str) -> Self {
        let common: File = toml::from_str(COMMON).expect("a test compiles every language file");
        let file: File = toml::from_str(file).expect("a test compiles every language file");
        let mut lexicon = Self {
            ordinal_endings: file.habits.ordinal_endings.split_whitespace().map(fold_key).collect(),
            habits: file.habits.clone(),
            words: Trie::default(),
            symbols: Trie::default(),
            signs: Vec::new(),
            bare_hours: false,
        };
        let (mut words, mut symbols) = (Draft::default(), Draft::default());
        // The language comes first: where a symbol has two senses, its own stands before the common one.
        for part in [&file, &common] {
            lexicon.add(part, &mut words, &mut symbols);
        }
        lexicon.signs.sort_unstable();
        lexicon.signs.dedup();
        (lexicon.words, lexicon.symbols) = (words.finish(lexicon.bare_hours), symbols.finish(false));
        lexicon
    }

    fn add(&mut self, file: &File, words: &mut Draft, symbols: &mut Draft) {
        for (section, senses) in &file.words {
            for (key, spellings) in senses {
                let Some(sense) = sense(section, key) else { continue };
                self.bare_hours |= sense == Sense::Role(Role::AtHour);
                let as_written = section == "symbol";
                for spelling in expand(spellings, &file.endings) {
                    if as_written {
                        let key: Vec<char> =
                            spelling.chars().map(|c| if c == '_' { ' ' } else { fold::plain(c) }).collect();
                        if matches!(sense, Sense::Unit(Unit { kind: UnitKind::Money, .. })) {
                            self.signs.extend(key.first());
                        }
                        symbols.insert(&key, sense);
                    } else {
                        words.insert(&fold_key(&spelling), sense);
                    }
                }
            }
        }
    }
}

/// A language file: habits, named endings, then sections of `sense = "spellings"`.
#[derive(serde::Deserialize)]
struct File {
    #[serde(default)]
    habits: Habits,
    #[serde(default)]
    endings: std::collections::BTreeMap<String, String>,
    #[serde(flatten)]
    words: std::collections::BTreeMap<String, std::collections::BTreeMap<String, String>>,
}

fn fold_key(spelling: &str) -> Vec<char> {
    Folded::new(&spelling.replace('_', " ")).lower
}

/// Spellings are parted by blanks, `_` stands for a blank, and `stem{a,b}` or `stem{@name}` gives a stem
/// each of the endings listed or named (`-` is the empty ending).
fn expand(spellings: &str, endings: &std::collections::BTreeMap<String, String>) -> Vec<String> {
    let mut out = Vec::new();
    for spelling in spellings.split_whitespace() {
        match spelling.split_once('{').and_then(|(stem, rest)| Some((stem, rest.split_once('}')?))) {
            None => out.push(spelling.to_owned()),
            Some((stem, (list, tail))) => {
                let listed: Vec<&str> = match list.strip_prefix('@') {
                    Some(name) => {
                        endings.get(name).map(|list| list.split_whitespace().collect()).unwrap_or_default()
                    }
                    None => list.split(',').collect(),
                };
                for ending in listed {
                    let ending = if ending == "-" { "" } else { ending };
                    out.extend(expand(&format!("{stem}{ending}{tail}"), endings));
                }
            }
        }
    }
    out
}

/// The sense that `key` names in `section`; `None` only where a file is wrong, which a test finds.
fn sense(section: &str, key: &str) -> Option<Sense> {
    let number = || key.parse::<i64>().ok();
    let figure = || key.parse::<f64>().ok().map(Decimal::from_f64);
    Some(match section {
        "cardinal" => Sense::Add(number()?),
        "scale" => Sense::Scale(number()?),
        "scales" => Sense::Scales(number()?),
        "ordinal" => Sense::Ordinal(number()?),
        "ordinal_scale" => Sense::OrdinalScale(number()?),
        "parts" => Sense::Parts(number()?),
        "part" => Sense::Part(number()?),
        "fixed" => Sense::Fixed(figure()?),
        "plus" => Sense::Plus(figure()?),
        "suffix" => Sense::Suffix(number()?),
        "symbol" => match key.strip_prefix('x').and_then(|power| power.parse().ok()) {
            Some(factor) => Sense::Suffix(factor),
            None => Sense::Unit(units::find(key)?),
        },
        "unit" => Sense::Unit(units::find(key)?),
        "length" => {
            let (amount, unit) = key.split_once(' ')?;
            match units::find(unit)?.kind {
                UnitKind::Time(part, size) => {
                    Sense::Length(part, Decimal::from_f64(amount.parse().ok()?).times(size))
                }
                _ => return None,
            }
        }
        "counted" => Sense::Counted(units::counted(key)?),
        "month" => Sense::Month(key.parse().ok()?),
        "weekday" => Sense::Weekday,
        "daypart" => Sense::Part12(match key {
            "am" => DayPart::Am,
            "pm" => DayPart::Pm,
            "night" => DayPart::Night,
            "evening" => DayPart::Evening,
            "noon" => DayPart::Noon,
            _ => return None,
        }),
        "clock" => Sense::Clock(key.parse().ok()?),
        "zone" => Sense::Zone(key.parse().ok()?),
        "bound" => Sense::Bound(approx(key)?),
        "after" => Sense::After(approx(key)?),
        "role" => Sense::Role(Role::named(key)?),
        _ => return None,
    })
}

fn approx(key: &str) -> Option<Approx> {
    Some(match key {
        "~" => Approx::About,
        ">" => Approx::Over,
        "<" => Approx::Under,
        ">=" => Approx::AtLeast,
        "<=" => Approx::AtMost,
        "<~" => Approx::Nearly,
        _ => return None,
    })
}

/// What all languages share: symbols, letters for scales, codes of currencies and zones.
const COMMON: &str = include_str!("lang/common.toml");

/// The languages with rules of their own; the first serves the others.
const FILES: &[(&str, &str)] = &[
    ("en", include_str!("lang/en.toml")),
    ("ko", include_str!("lang/ko.toml")),
    ("ru", include_str!("lang/ru.toml")),
    ("de", include_str!("lang/de.toml")),
    ("es", include_str!("lang/es.toml")),
    ("fr", include_str!("lang/fr.toml")),
    ("ja", include_str!("lang/ja.toml")),
    ("zh", include_str!("lang/zh.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_file_compiles_and_every_key_has_a_sense() {
        for (lang, file) in FILES.iter().chain([&("common", COMMON)]) {
            let parsed: File = toml::from_str(file).unwrap_or_else(|error| panic!("{lang}: {error}"));
            for (section, senses) in &parsed.words {
                for (key, spellings) in senses {
                    assert!(sense(section, key).is_some(), "{lang}: [{section}] {key}");
                    assert!(
                        !expand(spellings, &parsed.endings).is_empty(),
                        "{lang}: [{section}] {key} is empty"
                    );
                    assert!(
                        !spellings.contains("{@") || !parsed.endings.is_empty(),
                        "{lang}: [{section}] {key}"
                    );
                }
            }
        }
    }

    #[test]
    fn endings_give_every_form() {
        let endings = std::collections::BTreeMap::from([("adj".to_owned(), "ый ого".to_owned())]);
        assert_eq!(expand("перв{@adj} a_b x{1,-}y", &endings), ["первый", "первого", "a_b", "x1y", "xy"]);
    }

    #[test]
    fn languages_without_a_file_are_read_by_the_first() {
        assert!(std::ptr::eq(Lexicon::of("tlh"), Lexicon::of("en")));
        assert!(std::ptr::eq(Lexicon::of("ko-KR"), Lexicon::of("ko")));
    }
}
