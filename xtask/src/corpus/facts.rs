//! The figures, times and names that a sentence tells, and patterns that they are put into as each
//! language writes them.

use std::fmt::Write as _;

use super::random::Random;

/// Names of services; they are written alike in all languages.
pub(super) const SERVICES: [&str; 24] = [
    "billing-api",
    "ledger",
    "edge-proxy",
    "session-store",
    "search-index",
    "orders-db",
    "media-relay",
    "fraud-check",
    "mail-out",
    "config-hub",
    "token-issuer",
    "cart",
    "catalog",
    "geo-lookup",
    "push-gateway",
    "report-builder",
    "job-runner",
    "metric-sink",
    "log-pipe",
    "photo-cache",
    "quota-keeper",
    "route-table",
    "stock-feed",
    "user-graph",
];

/// What one sentence tells.
#[derive(Debug)]
pub(super) struct Facts {
    service: &'static str,
    /// Milliseconds, the lower first.
    low: u64,
    high: u64,
    minutes: u64,
    hours: u64,
    clock: (u64, u64),
    percent: u64,
    tenth: u64,
    gigabytes: u64,
    some: u64,
    of: u64,
    version: (u64, u64, u64),
    date: (u64, u64, u64),
    many: u64,
    times: u64,
}

impl Facts {
    pub fn new(random: &mut Random, service: &'static str, year: u64) -> Self {
        let low = 5 + random.below(400);
        let of = 20 + random.below(400);
        Self {
            service,
            low,
            high: low * (3 + random.below(12)) + random.below(50),
            minutes: 2 + random.below(57),
            hours: 2 + random.below(20),
            clock: (random.below(24), random.below(60)),
            percent: 2 + random.below(90),
            tenth: 1 + random.below(9),
            gigabytes: 2 + random.below(900),
            some: 2 + random.below(of - 3),
            of,
            version: (1 + random.below(8), random.below(30), random.below(12)),
            date: (year, 1 + random.below(12), 1 + random.below(28)),
            many: 1_100 + random.below(880_000),
            times: 3 + random.below(38),
        }
    }
}

/// A sentence with places for facts in braces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern(pub &'static str);

impl Pattern {
    /// Writes the sentence with `facts` as `language` writes them.
    pub fn write(self, out: &mut String, facts: &Facts, language: &str) {
        let mut rest = self.0;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            facts.tell(out, name, language);
            rest = tail;
        }
        out.push_str(rest);
    }
}

impl Facts {
    fn tell(&self, out: &mut String, name: &str, language: &str) {
        let _ = match name {
            "service" => write!(out, "{}", self.service),
            "low" => grouped(out, self.low, language),
            "high" => grouped(out, self.high, language),
            "minutes" => write!(out, "{}", self.minutes),
            "hours" => write!(out, "{}", self.hours),
            "clock" => write!(out, "{:02}:{:02}", self.clock.0, self.clock.1),
            "percent" => write!(out, "{}", self.percent),
            "share" => write!(out, "{}{}{}", self.percent, point(language), self.tenth),
            "gigabytes" => write!(out, "{}", self.gigabytes),
            "some" => write!(out, "{}", self.some),
            "of" => write!(out, "{}", self.of),
            "version" => write!(out, "{}.{}.{}", self.version.0, self.version.1, self.version.2),
            "date" => date(out, self.date, language),
            "many" => grouped(out, self.many, language),
            "times" => write!(out, "{}", self.times),
            _ => panic!("a pattern asks for `{name}`, which is no fact"),
        };
    }
}

const fn point(language: &str) -> char {
    if matches!(language.as_bytes(), b"ru") { ',' } else { '.' }
}

/// A whole number with its thousands apart: 482,000 or 482 000.
fn grouped(out: &mut String, value: u64, language: &str) -> std::fmt::Result {
    let sign = if language == "ru" { '\u{a0}' } else { ',' };
    match value {
        0..1000 => write!(out, "{value}"),
        _ => write!(out, "{}{sign}{:03}", value / 1000, value % 1000),
    }
}

fn date(out: &mut String, (year, month, day): (u64, u64, u64), language: &str) -> std::fmt::Result {
    const ENGLISH: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    const RUSSIAN: [&str; 12] = [
        "января",
        "февраля",
        "марта",
        "апреля",
        "мая",
        "июня",
        "июля",
        "августа",
        "сентября",
        "октября",
        "ноября",
        "декабря",
    ];
    let nth = (month - 1) as usize;
    match language {
        "ko" => write!(out, "{year}년 {month}월 {day}일"),
        "ru" => write!(out, "{day} {} {year} года", RUSSIAN[nth]),
        _ => write!(out, "{} {day}, {year}", ENGLISH[nth]),
    }
}

/// `Northlane Cloud` as `northlane-cloud`.
pub(super) fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}
