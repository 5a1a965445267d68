//! What a reader typed into clauses: words, phrases, exclusions, fields with values.
//! Knows no index; whether a field exists is asked of the caller. `runtime/query.js` is its twin.

/// A query as it is understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// All of it as it was typed: a title may hold what reads as syntax.
    pub text: String,
    /// The free words, in order, separated by spaces.
    pub words: String,
    /// Phrases in quotes.
    pub phrases: Vec<String>,
    /// Words and phrases that must not occur.
    pub excluded: Vec<String>,
    /// Conditions on fields.
    pub conditions: Vec<Condition>,
    /// Whether the query ends in a free word, which may be unfinished.
    pub open: bool,
}

/// `org:roblox`, `score:>60`, `year:2019..2021`, `-severity:minor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The field: a facet, or `score` or `date`.
    pub field: String,
    /// The value, or the bounds of a range.
    pub test: Test,
    /// Whether the condition must not hold.
    pub negative: bool,
}

/// What a condition asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The value itself, in lower case.
    Is(String),
    /// At least the first, at most the second; in tenths for scores.
    Within(u32, u32),
}

/// Reads a query; `is_field` tells the names before a colon that mean a field.
pub fn parse(text: &str, is_field: impl Fn(&str) -> bool) -> Query {
    let mut query = Query { text: text.to_owned(), ..Query::default() };
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        let negative = chars[at] == '-' && chars.get(at + 1).is_some_and(|c| !c.is_whitespace() && *c != '-');
        let from = at + usize::from(negative);
        if is_quote(chars[from]) {
            let (phrase, next) = quoted(&chars, from);
            at = next;
            if phrase.trim().is_empty() {
                continue;
            }
            if negative {
                query.excluded.push(phrase)
            } else {
                query.phrases.push(phrase)
            }
            query.open = false;
            continue;
        }
        let mut to = from;
        while to < chars.len()
            && !chars[to].is_whitespace()
            && !(is_quote(chars[to]) && to > from && chars[to - 1] == ':')
        {
            to += 1;
        }
        let word: String = chars[from..to].iter().collect();
        let (name, value) = word.split_once(':').unwrap_or(("", ""));
        let field = name.to_lowercase();
        if !name.is_empty() && is_field(&field) {
            let value = if value.is_empty() && chars.get(to).copied().is_some_and(is_quote) {
                let (phrase, next) = quoted(&chars, to);
                to = next;
                phrase
            } else {
                value.to_owned()
            };
            at = to;
            if let Some(test) = test(&field, value.trim()) {
                query.conditions.push(Condition { field, test, negative });
            }
            query.open = false;
            continue;
        }
        at = to.max(from + 1);
        if negative {
            query.excluded.push(word);
            query.open = false;
        } else {
            if !query.words.is_empty() {
                query.words.push(' ');
            }
            query.words.push_str(&word);
            query.open = true;
        }
    }
    query
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// The text between the quote at `at` and the next one, and where to go on.
fn quoted(chars: &[char], at: usize) -> (String, usize) {
    let end = chars[at + 1..].iter().position(|c| is_quote(*c)).map_or(chars.len(), |n| at + 1 + n);
    (chars[at + 1..end].iter().collect(), (end + 1).min(chars.len()))
}

fn test(field: &str, value: &str) -> Option<Test> {
    if value.is_empty() {
        return None;
    }
    let scale = |number: &str| -> Option<u32> {
        let number = number.trim();
        match field {
            "score" => tenths(number),
            "date" => Some(day(number)?),
            _ => number.parse().ok(),
        }
    };
    // A date names all its days: `date:2021` is the whole year.
    let last = |number: &str| -> Option<u32> {
        let value = scale(number)?;
        Some(if field == "date" { fill(value) } else { value })
    };
    if let Some(bound) = value.strip_prefix(">=") {
        return Some(Test::Within(scale(bound)?, u32::MAX));
    }
    if let Some(bound) = value.strip_prefix("<=") {
        return Some(Test::Within(0, last(bound)?));
    }
    if let Some(bound) = value.strip_prefix('>') {
        return Some(Test::Within(last(bound)?.checked_add(1)?, u32::MAX));
    }
    if let Some(bound) = value.strip_prefix('<') {
        return Some(Test::Within(0, scale(bound)?.checked_sub(1)?));
    }
    if let Some((low, high)) = value.split_once("..") {
        let low = if low.is_empty() { 0 } else { scale(low)? };
        let high = if high.is_empty() { u32::MAX } else { last(high)? };
        return Some(Test::Within(low, high));
    }
    if matches!(field, "score" | "date") {
        return Some(Test::Within(scale(value)?, last(value)?));
    }
    Some(Test::Is(value.to_lowercase()))
}

/// `54.1` or `54,1` as 541.
fn tenths(number: &str) -> Option<u32> {
    let (whole, part) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    let part = part.chars().next()?.to_digit(10)?;
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(part)
}

/// `2021`, `2021-10` or `2021-10-28` as a number that sorts.
fn day(date: &str) -> Option<u32> {
    let mut parts = date.splitn(3, '-').map(str::parse::<u32>);
    let year = parts.next()?.ok().filter(|year| *year < 10_000)?;
    let month = parts.next().transpose().ok()?.unwrap_or(0);
    let day = parts.next().transpose().ok()?.unwrap_or(0);
    (month < 100 && day < 100).then_some(year * 10_000 + month * 100 + day)
}

/// The last day that `20211000` may mean.
fn fill(date: u32) -> u32 {
    match (date / 100 % 100, date % 100) {
        (0, _) => date / 10_000 * 10_000 + 9_999,
        (_, 0) => date + 99,
        _ => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Query {
        parse(text, |field| matches!(field, "org" | "year" | "score" | "date" | "severity"))
    }

    #[test]
    fn clauses_are_told_apart() {
        let query = read(
            "packet loss \"exact words\" -cache org:roblox score:>60 -severity:minor year:2019..2021 std::sync",
        );
        assert_eq!(query.words, "packet loss std::sync");
        assert_eq!(query.phrases, ["exact words"]);
        assert_eq!(query.excluded, ["cache"]);
        let condition = |field: &str, test, negative| Condition { field: field.into(), test, negative };
        assert_eq!(
            query.conditions,
            [
                condition("org", Test::Is("roblox".into()), false),
                condition("score", Test::Within(601, u32::MAX), false),
                condition("severity", Test::Is("minor".into()), true),
                condition("year", Test::Within(2019, 2021), false),
            ]
        );
        assert!(query.open);
    }

    #[test]
    fn values_may_be_quoted_and_dates_be_short() {
        let query = read("org:\"Big Corp\" date:2021-10");
        assert_eq!(query.conditions[0].test, Test::Is("big corp".into()));
        assert_eq!(query.conditions[1].test, Test::Within(20_211_000, 20_211_099));
        assert!(!query.open);
    }

    #[test]
    fn signs_alone_are_words_of_nothing() {
        assert_eq!(read("- -- \" \"").phrases, Vec::<String>::new());
        assert_eq!(read("\"open end").phrases, ["open end"]);
    }

    proptest::proptest! {
        #[test]
        fn anything_is_a_query(text in "\\PC{0,40}") {
            read(&text);
        }
    }
}
