//! One interface language: its texts, and how it writes dates, figures, lists and order.
//!
//! In come Fluent messages and a tag; out comes everything a view needs to speak that language. The
//! order of fallback between languages is decided here and nowhere else.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use icu::calendar::Date as IcuDate;
use icu::collator::options::CollatorOptions;
use icu::collator::{Collator, CollatorBorrowed};
use icu::datetime::DateTimeFormatter;
use icu::datetime::fieldsets;
use icu::decimal::DecimalFormatter;
use icu::decimal::input::Decimal;
use icu::list::ListFormatter;
use icu::list::options::{ListFormatterOptions, ListLength};
use icu::locale::{Locale as IcuLocale, LocaleDirectionality};

use crate::model::{DateValue, Known, LangText, Length, Text};
use crate::text::Lang;

/// A problem in the messages of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageFault {
    /// The messages' file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

/// An interface language.
pub struct Locale {
    /// Its tag.
    pub lang: Lang,
    /// The language of the interface where it is another one: no message of its own is there.
    pub interface: Option<Lang>,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// Languages in the order in which a reader of this one wants them.
    pub wanted: Vec<Lang>,
    /// Texts without arguments by key, for templates.
    pub texts: BTreeMap<String, String>,
    bundle: FluentBundle<FluentResource>,
    formats: Formats,
}

struct Formats {
    day: Option<DateTimeFormatter<fieldsets::YMD>>,
    month: Option<DateTimeFormatter<fieldsets::YM>>,
    year: Option<DateTimeFormatter<fieldsets::Y>>,
    decimal: Option<DecimalFormatter>,
    list: Option<ListFormatter>,
    collator: Option<CollatorBorrowed<'static>>,
}

/// The direction in which a language is written.
pub fn direction(lang: &Lang) -> &'static str {
    let right_to_left = IcuLocale::try_from_str(lang.as_str())
        .is_ok_and(|locale| LocaleDirectionality::new_common().is_right_to_left(&locale.id));
    if right_to_left { "rtl" } else { "ltr" }
}

impl Locale {
    /// A language with its messages, weakest first: `(file, source)`; a later file overrides an
    /// earlier one message by message. `order` are the library's languages.
    pub fn new(
        lang: &Lang,
        order: &[Lang],
        messages: &[(String, Cow<'_, str>)],
    ) -> (Self, Vec<MessageFault>) {
        let mut faults = Vec::new();
        // Plural rules exist for known languages; an unknown tag counts as English does.
        let tag = lang.as_str().parse().or_else(|_| "en".parse()).unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        bundle.set_use_isolating(false);
        let mut keys: Vec<String> = Vec::new();
        for (file, source) in messages {
            let resource = match FluentResource::try_new(source.to_string()) {
                Ok(resource) => resource,
                Err((resource, errors)) => {
                    faults.extend(
                        errors
                            .iter()
                            .map(|error| MessageFault { file: file.clone(), message: error.to_string() }),
                    );
                    resource
                }
            };
            keys.extend(message_keys(source).map(str::to_owned));
            bundle.add_resource_overriding(resource);
        }
        keys.sort_unstable();
        keys.dedup();
        let mut locale = Self {
            lang: lang.clone(),
            interface: None,
            dir: direction(lang),
            wanted: wanted(lang, order),
            texts: BTreeMap::new(),
            bundle,
            formats: Formats::new(lang),
        };
        for key in keys {
            if let Some(text) = locale.plain_text(&key) {
                locale.texts.insert(key, text);
            }
        }
        (locale, faults)
    }

    /// The text of a message that takes no arguments, or `None` when it takes some.
    fn plain_text(&self, key: &str) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, None, &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }

    /// Whether there is a message `key`.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The text of message `key`; the key itself where there is none, so that a gap is seen.
    pub fn text(&self, key: &str) -> String {
        match self.texts.get(key) {
            Some(text) => text.clone(),
            None => self.say(key, &[]),
        }
    }

    /// The text of message `key` with arguments.
    pub fn say(&self, key: &str, arguments: &[(&str, Say<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut args = FluentArgs::with_capacity(arguments.len() * 2);
        let mut shown = Vec::new();
        for (name, value) in arguments {
            match value {
                Say::Text(text) => args.set(*name, FluentValue::from(*text)),
                Say::Count(count) => {
                    args.set(*name, FluentValue::from(*count as f64));
                    shown.push((format!("{name}_shown"), self.count(*count)));
                }
            }
        }
        for (name, text) in shown {
            args.set(name, FluentValue::from(text));
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// A whole number as the language writes it.
    pub fn count(&self, count: usize) -> String {
        self.decimal(Decimal::from(count as u64))
    }

    /// A number with one decimal: `54,1`.
    pub fn tenths(&self, value: f64) -> String {
        self.fraction(value, 1)
    }

    /// A number with one decimal, without it where it is zero: `25`, `12,5`.
    pub fn points(&self, value: f64) -> String {
        if (value * 10.0).round() % 10.0 == 0.0 { self.fraction(value, 0) } else { self.fraction(value, 1) }
    }

    fn fraction(&self, value: f64, digits: i16) -> String {
        // Scores and shares are small; what is no number is written as a dash, never as NaN.
        if !value.is_finite() || value.abs() > 1e15 {
            return "–".to_owned();
        }
        let mut decimal = Decimal::from((value * 10f64.powi(i32::from(digits))).round() as i64);
        decimal.multiply_pow10(-digits);
        self.decimal(decimal)
    }

    fn decimal(&self, decimal: Decimal) -> String {
        match &self.formats.decimal {
            Some(formatter) => formatter.format_to_string(&decimal),
            None => decimal.to_string(),
        }
    }

    /// `80 %` as the language writes it, for a share from 0 to 1.
    pub fn percent(&self, share: f64) -> String {
        self.say("percent", &[("n", Say::Text(&self.fraction(share * 100.0, 0)))])
    }

    /// Items joined as a sentence does.
    pub fn list(&self, items: &[String]) -> String {
        match &self.formats.list {
            Some(formatter) => formatter.format_to_string(items.iter()),
            None => items.join(", "),
        }
    }

    /// The reader's alphabetical order; equal spellings fall back to their bytes.
    pub fn compare(&self, a: &str, b: &str) -> Ordering {
        let order = match &self.formats.collator {
            Some(collator) => collator.compare(a, b),
            None => Ordering::Equal,
        };
        order.then_with(|| a.cmp(b))
    }

    /// A date at the precision told.
    pub fn date(&self, date: DateValue) -> String {
        let iso = |year: i16, month: i8, day: i8| {
            IcuDate::try_new_iso(i32::from(year), u8::try_from(month).ok()?, u8::try_from(day).ok()?).ok()
        };
        let day = |date: jiff::civil::Date| {
            let formatter = self.formats.day.as_ref()?;
            Some(formatter.format(&iso(date.year(), date.month(), date.day())?).to_string())
        };
        let shown = match date {
            DateValue::Year(year) => {
                (|| Some(self.formats.year.as_ref()?.format(&iso(year, 1, 1)?).to_string()))()
            }
            DateValue::Month(year, month) => {
                (|| Some(self.formats.month.as_ref()?.format(&iso(year, month, 1)?).to_string()))()
            }
            DateValue::Day(date) => day(date),
            DateValue::Instant { local, offset } => Some(self.moment(local, Some(offset.seconds() / 60))),
        };
        shown.unwrap_or_else(|| date.to_string())
    }

    /// A minute of a day by the clock it was told by, and that clock's minutes from UTC where they are known.
    /// Incidents are told by the 24-hour clock in every language.
    pub fn moment(&self, clock: jiff::civil::DateTime, offset: Option<i32>) -> String {
        let day = self.date(DateValue::Day(clock.date()));
        let zone = offset.map_or_else(String::new, |minutes| format!(" {}", zone(minutes * 60)));
        format!("{day}, {:02}:{:02}{zone}", clock.hour(), clock.minute())
    }

    /// A length of time: `73 hours`, `1 hour 30 minutes`.
    pub fn length(&self, length: &Length) -> String {
        self.seconds(length.seconds)
    }

    /// A number of seconds in the two largest units that it fills.
    pub fn seconds(&self, seconds: u64) -> String {
        // Up to four days people count hours: an outage of 73 hours is known as that.
        const HOURS_UP_TO: u64 = 96 * 3600;
        let units: &[(&str, u64)] = if seconds > HOURS_UP_TO {
            &[("duration_days", 86_400), ("duration_hours", 3600)]
        } else if seconds >= 3600 {
            &[("duration_hours", 3600), ("duration_minutes", 60)]
        } else if seconds >= 60 {
            &[("duration_minutes", 60), ("duration_seconds", 1)]
        } else {
            &[("duration_seconds", 1)]
        };
        let mut rest = seconds;
        let mut parts = Vec::new();
        for (key, unit) in units {
            let count = rest / unit;
            rest %= unit;
            if count > 0 || units.len() == 1 {
                parts.push(self.say(key, &[("n", Say::Count(usize::try_from(count).unwrap_or(usize::MAX)))]));
            }
        }
        parts.join(" ")
    }

    /// The text for a reader of this language, with the language it is in.
    pub fn best<'a>(&self, text: &'a LangText) -> Option<(&'a Lang, &'a Text)> {
        text.best(&self.wanted)
    }

    /// The best of a plain map of texts by language.
    pub fn best_of<'a>(&self, texts: &'a BTreeMap<Lang, String>) -> Option<(&'a Lang, &'a str)> {
        self.wanted
            .iter()
            .find_map(|lang| texts.get_key_value(lang))
            .or_else(|| texts.iter().next())
            .map(|(lang, text)| (lang, text.as_str()))
    }

    /// What to show for a value that may be absent, null or unknown.
    pub fn known<T>(&self, value: &Known<T>, show: impl FnOnce(&T) -> String) -> (String, &'static str) {
        match value {
            Known::Is(value) => (show(value), "known"),
            Known::Unknown { .. } => (self.text("value_unknown"), "unknown"),
            Known::Null => (self.text("value_null"), "null"),
            Known::Absent => (self.text("value_absent"), "absent"),
        }
    }

    /// The name of a language, in this one where known, else its tag.
    pub fn language_name(&self, lang: &Lang) -> String {
        let key = format!("language_{}", lang.primary());
        match self.texts.get(&key) {
            Some(name) => name.clone(),
            None => own_name(lang),
        }
    }

    /// What this language calls itself.
    pub fn own_name(&self) -> String {
        match self.interface {
            // The interface's messages are another language's, and so is the name in them.
            Some(_) => own_name(&self.lang),
            None => self.text("language_own_name"),
        }
    }
}

/// What languages without messages call themselves.
const OWN_NAMES: [(&str, &str); 24] = [
    ("ar", "العربية"),
    ("bg", "български"),
    ("cs", "čeština"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("es", "español"),
    ("fa", "فارسی"),
    ("fi", "suomi"),
    ("fr", "français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("id", "Bahasa Indonesia"),
    ("it", "italiano"),
    ("ja", "日本語"),
    ("nl", "Nederlands"),
    ("pl", "polski"),
    ("pt", "português"),
    ("sr", "српски"),
    ("sv", "svenska"),
    ("tr", "Türkçe"),
    ("uk", "українська"),
    ("ur", "اردو"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
];

/// A language's own name, else its tag.
fn own_name(lang: &Lang) -> String {
    let known = OWN_NAMES.iter().find(|(tag, _)| *tag == lang.primary());
    known.map_or_else(|| lang.to_string(), |(_, name)| (*name).to_owned())
}

/// An argument of a message.
#[derive(Debug, Clone, Copy)]
pub enum Say<'a> {
    /// A text.
    Text(&'a str),
    /// A number: `$n` decides the plural, `$n_shown` is how the language writes it.
    Count(usize),
}

impl Formats {
    fn new(lang: &Lang) -> Self {
        let locale = IcuLocale::try_from_str(lang.as_str()).unwrap_or(IcuLocale::UNKNOWN);
        Self {
            day: DateTimeFormatter::try_new((&locale).into(), fieldsets::YMD::long()).ok(),
            month: DateTimeFormatter::try_new((&locale).into(), fieldsets::YM::long()).ok(),
            year: DateTimeFormatter::try_new((&locale).into(), fieldsets::Y::long()).ok(),
            decimal: DecimalFormatter::try_new(
                (&locale).into(),
                icu::decimal::options::DecimalFormatterOptions::default(),
            )
            .ok(),
            list: ListFormatter::try_new_and(
                (&locale).into(),
                ListFormatterOptions::default().with_length(ListLength::Wide),
            )
            .ok(),
            collator: Collator::try_new((&locale).into(), CollatorOptions::default()).ok(),
        }
    }
}

/// The order in which a reader of `lang` wants languages: the same tag, the same language in another
/// region or script, the library's default, then the rest in the library's order.
pub fn wanted(lang: &Lang, order: &[Lang]) -> Vec<Lang> {
    let mut wanted = vec![lang.clone()];
    let related = order.iter().filter(|other| other.primary() == lang.primary());
    for other in related.chain(order) {
        if !wanted.contains(other) {
            wanted.push(other.clone());
        }
    }
    wanted
}

/// `UTC`, `UTC-8`, `UTC+5:30`.
fn zone(seconds: i32) -> String {
    if seconds == 0 {
        return "UTC".to_owned();
    }
    let sign = if seconds < 0 { '−' } else { '+' };
    let minutes = seconds.abs() / 60;
    match minutes % 60 {
        0 => format!("UTC{sign}{}", minutes / 60),
        rest => format!("UTC{sign}{}:{rest:02}", minutes / 60),
    }
}

/// The keys of the messages in a Fluent file, in order.
pub fn message_keys(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (key, _) = line.split_once('=')?;
        let key = key.trim_end();
        let plain = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        (plain && key.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locale(tag: &str) -> Locale {
        let lang = |tag: &str| Lang::parse(tag).unwrap();
        let ftl = super::super::theme::builtin_messages(&lang(tag)).unwrap_or_default();
        Locale::new(&lang(tag), &[lang("en"), lang("ko"), lang("ru")], &[("x.ftl".into(), ftl.into())]).0
    }

    #[test]
    fn numbers_and_dates_follow_the_language() {
        let day = DateValue::Day(jiff::civil::date(2021, 10, 28));
        assert_eq!(locale("en").date(day), "October 28, 2021");
        assert_eq!(locale("ko").date(day), "2021년 10월 28일");
        assert_eq!(locale("ru").date(day), "28 октября 2021\u{202f}г.");
        assert_eq!(locale("ru").tenths(54.1), "54,1");
        assert_eq!(locale("en").count(12_345), "12,345");
        assert_eq!(locale("en").date(DateValue::Month(2021, 10)), "October 2021");
        assert_eq!(locale("en").date(DateValue::Year(2021)), "2021");
    }

    #[test]
    fn lengths_take_the_right_plural() {
        assert_eq!(locale("en").seconds(73 * 3600), "73 hours");
        assert_eq!(locale("ru").seconds(73 * 3600), "73 часа");
        assert_eq!(locale("ru").seconds(5 * 3600 + 60), "5 часов 1 минута");
        assert_eq!(locale("ko").seconds(90), "1분 30초");
        assert_eq!(locale("en").seconds(0), "0 seconds");
    }

    #[test]
    fn arabic_runs_right_to_left_and_unknown_tags_do_not_fail() {
        assert_eq!(direction(&Lang::parse("ar").unwrap()), "rtl");
        assert_eq!(direction(&Lang::parse("az-Arab").unwrap()), "rtl");
        assert_eq!(locale("xx").dir, "ltr");
        assert_eq!(locale("xx").text("no_such_key"), "no_such_key");
    }
}
