//! Names for machines: addresses, paths, hosts, codes, hashes. Their digits are never read as quantities;
//! what is no name here is left to the other rules.

use super::fold;
use super::lexicon::{Role, Sense};
use super::reader::Reader;

/// A name found in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    pub end: usize,
    pub kind: NameKind,
}

/// What sort of name it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NameKind {
    /// A version, without its `v`.
    Version(String),
    /// A percentile such as P99.
    Percentile(String),
    /// Any other name.
    Identifier,
    /// Digits that are neither a figure nor worth telling: a list of digits, a wrong date.
    Noise,
}

impl Reader<'_> {
    /// The name at the start of a word `at`. `versions` says that a figure with a point is a version here.
    pub fn name(&self, at: usize, versions: bool) -> Option<Name> {
        let text = self.text;
        let before = text.before(at);
        if before.is_alphanumeric() && !fold::is_wide(before) {
            return None;
        }
        let here = text.at(at);
        if here.is_ascii() {
            let end = self.token_end(at);
            // Digits alone are no address, and most figures are nothing but digits.
            let digits = (at..end).all(|place| text.at(place).is_ascii_digit());
            let token = if digits { String::new() } else { self.slice(at, end) };
            if !digits && let Some(name) = self.address(at, &token) {
                return Some(name);
            }
            if (here.is_ascii_digit() || here == 'v')
                && let Some(name) = self.version(at, versions)
            {
                return Some(name);
            }
            if (here.is_ascii_digit() || here == '+' || here == '(')
                && let Some(end) = self.telephone(at)
            {
                return Some(Name { end, kind: NameKind::Noise });
            }
            if here.is_ascii_digit() {
                // Around the clock, all week.
                if matches!(token.as_str(), "24/7" | "24x7" | "24×7" | "24/7/365") {
                    return Some(Name { end, kind: NameKind::Noise });
                }
                return self.digit_name(at);
            }
            if here == '#' && text.at(at + 1).is_ascii_digit() {
                let digits = self.plain_digits(at + 1)?;
                return Some(Name { end: digits.end, kind: NameKind::Identifier });
            }
        }
        if fold::is_letter(here) {
            return self.letter_name(at);
        }
        None
    }

    /// A word such as "port" and the digits after it; where the digits are.
    pub fn numbered_name(&self, at: usize) -> Option<(usize, usize)> {
        let text = self.text;
        let end = self.role(at, Role::NameBefore)?;
        let mut next = text.skip_blanks(end);
        if matches!(text.at(next), '#' | ':' | '№') {
            next = text.skip_blanks(next + 1);
        }
        let digits = self.plain_digits(next)?;
        let after = text.at(digits.end);
        let figure = matches!(after, '.' | ',' | ':' | '/') && text.at(digits.end + 1).is_ascii_digit()
            || matches!(after, '%' | '-' | '~')
            || (fold::is_letter(after) && after != 'a')
            || self.unit_follows(digits.end)
            || self.spaced_group(digits.end)
            || self
                .word(text.skip_blanks(digits.end), |sense| {
                    matches!(sense, Sense::Scale(_) | Sense::Scales(_) | Sense::Month(_) | Sense::After(_))
                })
                .is_some();
        (!figure && (next > end || fold::is_wide(text.before(end)))).then_some((next, digits.end))
    }

    pub fn spaced_group(&self, at: usize) -> bool {
        let text = self.text;
        fold::is_blank(text.at(at))
            && (at + 1..at + 4).all(|at| text.at(at).is_ascii_digit())
            && !text.at(at + 4).is_ascii_digit()
    }

    pub fn token_end(&self, at: usize) -> usize {
        let text = self.text;
        let mut end = at;
        while end < text.len() && end - at < 256 {
            let c = text.at(end);
            if fold::is_blank(c)
                || fold::is_wide(c)
                || matches!(c, '"' | '<' | '>' | '(' | ')' | '|' | '`')
                || (!c.is_ascii() && !fold::is_letter(c))
            {
                break;
            }
            end += 1;
        }
        while end > at && matches!(text.before(end), '.' | ',' | ':' | ';' | '!' | '?' | '\'' | ']') {
            end -= 1;
        }
        end
    }

    /// Web addresses, mail addresses, network addresses, paths, hosts.
    pub fn address(&self, at: usize, token: &str) -> Option<Name> {
        let found = |len: usize| Some(Name { end: at + len, kind: NameKind::Identifier });
        let length = token.chars().count();
        if length < 3 {
            return None;
        }
        let scheme = token.find("://").is_some_and(|colon| {
            colon > 0 && token[..colon].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+')
        });
        if scheme || token.starts_with("www.") {
            // The address goes on over signs that end other words.
            let text = self.text;
            let mut end = at;
            while end < text.len()
                && end - at < 4096
                && !fold::is_blank(text.at(end))
                && text.at(end).is_ascii()
                && !matches!(text.at(end), '"' | '<' | '>' | ')')
            {
                end += 1;
            }
            while end > at && matches!(text.before(end), '.' | ',' | ':' | ';') {
                end -= 1;
            }
            return Some(Name { end, kind: NameKind::Identifier });
        }
        if let Some((user, host)) = token.split_once('@')
            && !user.is_empty()
            && host.contains('.')
            && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
        {
            return found(length);
        }
        if let Some(len) = network_address(token) {
            return found(len);
        }
        let path = (token.starts_with('/') || token.starts_with("~/") || token.starts_with("./"))
            && token
                .as_bytes()
                .get(1)
                .copied()
                .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'_' | b'.'))
            && token.bytes().any(|b| b.is_ascii_alphabetic())
            && !fold::is_letter(self.text.before(at))
            && !self.text.before(at).is_ascii_digit();
        let windows = token.as_bytes().get(1) == Some(&b':') && token.as_bytes().get(2) == Some(&b'\\');
        if (path || windows)
            && self.role(at, Role::PerSecond).is_none()
            && self.role(at, Role::PerMinute).is_none()
            && self.role(at, Role::PerHour).is_none()
        {
            return found(length);
        }
        let uuid = length == 36
            && token
                .bytes()
                .enumerate()
                .all(|(i, b)| if matches!(i, 8 | 13 | 18 | 23) { b == b'-' } else { b.is_ascii_hexdigit() });
        let letters = token.bytes().filter(u8::is_ascii_alphabetic).count();
        let hash = (7..=128).contains(&length)
            && token.bytes().all(|b| b.is_ascii_hexdigit())
            && letters > 0
            && letters < length
            && !is_exponent(token);
        let hex = token
            .strip_prefix("0x")
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_hexdigit()));
        if uuid || hash || hex {
            return found(length);
        }
        host(token).and_then(found)
    }

    pub fn cased_slice(&self, from: usize, to: usize) -> String {
        self.text.cased.get(from..to).unwrap_or_default().iter().collect()
    }

    /// Telephone numbers and other chains of digit groups.
    pub fn telephone(&self, at: usize) -> Option<usize> {
        let text = self.text;
        let (mut end, mut groups, mut digits, mut hyphens) = (at, 0, 0, 0);
        let plus = text.at(at) == '+';
        let open = text.at(at) == '(';
        if plus || open {
            end += 1;
        }
        while groups < 8 {
            let start = end;
            while text.at(end).is_ascii_digit() {
                end += 1;
            }
            if start == end {
                break;
            }
            groups += 1;
            digits += end - start;
            let close = usize::from(open && text.at(end) == ')');
            let mut next = end + close;
            if matches!(text.at(next), '-' | ' ' | '/' | '.') {
                next += 1;
            }
            if !text.at(next).is_ascii_digit() || next == end {
                break;
            }
            if text.before(next) == '-' {
                hyphens += 1;
            }
            end = next;
        }
        while end > at && !text.before(end).is_ascii_digit() {
            end -= 1;
        }
        let international = plus && digits >= 7 && groups > 1;
        // A date in brackets, `last week (2019-03-20)`, is none.
        let dated = || self.date(at + usize::from(open)).is_some();
        let area = open && groups > 1 && digits >= 7 && !dated();
        let zeros = text.at(at) == '0' && text.at(at + 1) == '0' && groups > 2 && hyphens > 0;
        let chained = hyphens >= 2 && groups > 2 && digits >= 7 && hyphens + 1 == groups && !dated();
        (international || area || chained || zeros).then_some(end)
    }

    /// Digits with letters right after them that are no unit: 13F, 24703m212.
    pub fn digit_name(&self, at: usize) -> Option<Name> {
        let text = self.text;
        let digits = self.plain_digits(at)?;
        let c = text.at(digits.end);
        if c == '-' && text.at(digits.end + 1).is_ascii_digit() && self.date(at).is_none() {
            // 888-000-9999 and wrong dates; two groups may be a range.
            let mut end = digits.end;
            let mut groups = 1;
            while text.at(end) == '-' && text.at(end + 1).is_ascii_digit() {
                end += 1;
                while text.at(end).is_ascii_digit() {
                    end += 1;
                }
                groups += 1;
            }
            return (groups > 2).then_some(Name { end, kind: NameKind::Noise });
        }
        if !c.is_ascii_alphabetic() {
            return None;
        }
        let mut end = digits.end;
        let mut turns = 0;
        while text.at(end).is_ascii_alphanumeric()
            || text.at(end) == '_'
            || (text.at(end) == '-' && text.at(end + 1).is_ascii_digit() && turns > 0)
        {
            if text.at(end).is_ascii_digit() {
                turns += 1;
            }
            end += 1;
        }
        if fold::is_letter(text.at(end)) || self.clock(at, true).is_some() || self.date(at).is_some() {
            return None;
        }
        let whole = self
            .amount(at)
            .is_some_and(|found| found.end >= end || !text.at(found.end).is_ascii_alphanumeric())
            || self.ordinal_ending(digits.end).is_some()
            || self.numeral(at).is_some_and(|numeral| numeral.end >= end)
            || (text.at(digits.end) == 'x' && end == digits.end + 1)
            || self
                .word(digits.end, |sense| !matches!(sense, Sense::Role(Role::Product)))
                .is_some_and(|(word, _)| word == end && end - digits.end > 2);
        (!whole).then_some(Name { end, kind: NameKind::Identifier })
    }

    /// Letters with digits: CVE-2021-44228, us-east-1, ext4, P99, HTTP/2.
    pub fn letter_name(&self, at: usize) -> Option<Name> {
        let text = self.text;
        let mut end = at;
        let (mut has_digit, mut letters) = (false, 0);
        while end < text.len() && end - at < 256 {
            let c = text.at(end);
            // "nginx/1.19.6" names a product and its version.
            if c == '/'
                && text.at(end + 1).is_ascii_digit()
                && !has_digit
                && self
                    .word(at, |sense| sense == Sense::Role(Role::Product))
                    .is_some_and(|(word, _)| word == end)
            {
                return None;
            }
            let inner = matches!(c, '-' | '_' | '.' | '/' | ':' | '\\')
                && text.at(end + 1).is_alphanumeric()
                && !fold::is_wide(text.at(end + 1));
            if !(c.is_ascii_digit() || fold::is_letter(c) || inner || c == '_') {
                break;
            }
            has_digit |= c.is_ascii_digit();
            letters += usize::from(fold::is_letter(c));
            end += 1;
        }
        if !has_digit || letters == 0 {
            return None;
        }
        if text.at(at) == 'p' {
            let digits = self.digits(at + 1).filter(|digits| {
                digits.end == end || fold::is_wide(text.at(digits.end)) || text.at(digits.end) == '-'
            });
            if let Some(rank) = digits
                .filter(|rank| rank.value.to_f64() >= 1.0 && rank.value.to_f64() < 100.0 && rank.end - at > 2)
            {
                return Some(Name { end: rank.end, kind: NameKind::Percentile(rank.value.to_string()) });
            }
        }
        if text.at(at) == 'p'
            && super::Length::parse(&self.slice(at, end).to_uppercase()).is_some()
            && text.cased_at(at) == 'P'
        {
            return None;
        }
        // "mid-2020", "sub-300ms", "top-10": a plain word and a figure are no name.
        let mut word = at;
        while fold::is_letter(text.at(word)) {
            word += 1;
        }
        let figure = word + 1;
        if text.at(word) == '-' && text.at(figure).is_ascii_digit() {
            let lower = (at..word).all(|at| text.cased_at(at) == text.at(at));
            let amount = self.amount(figure).is_some_and(|found| found.end >= end && found.has_unit);
            let plain = self.plain_digits(figure).is_some_and(|digits| digits.end == end);
            let prefix = matches!(
                self.slice(at, word).as_str(),
                "mid"
                    | "top"
                    | "pre"
                    | "post"
                    | "under"
                    | "over"
                    | "sub"
                    | "last"
                    | "late"
                    | "early"
                    | "near"
            );
            if lower && prefix && (amount || plain) {
                return None;
            }
            if self.date(figure).is_some_and(|dated| dated.end > end) {
                return None;
            }
        }
        if text.at(word) == '-' && self.lex.habits.script == "words" && self.date(at).is_some() {
            return None;
        }
        Some(Name { end, kind: NameKind::Identifier })
    }
}

/// The length of an IPv4 or IPv6 address with its mask or port.
fn network_address(token: &str) -> Option<usize> {
    let bytes = token.as_bytes();
    let end = bytes
        .iter()
        .position(|b| !(b.is_ascii_hexdigit() || matches!(b, b'.' | b':')))
        .unwrap_or(bytes.len());
    let mut head = token.get(..end)?.trim_end_matches(['.', ':']);
    let colons = head.matches(':').count();
    let six = colons >= 2
        && (head.contains("::") || colons == 7)
        && head.bytes().all(|b| b.is_ascii_hexdigit() || b == b':' || b == b'.');
    let mut length = head.len();
    if !six {
        if let Some((address, port)) = head.split_once(':') {
            if !port.bytes().all(|b| b.is_ascii_digit()) {
                length = address.len();
            }
            head = address;
        }
        let parts: Vec<&str> = head.split('.').collect();
        let four = parts.len() == 4
            && parts.iter().all(|part| {
                !part.is_empty()
                    && part.len() <= 3
                    && part.parse::<u16>().is_ok_and(|value| value < 256)
                    && (part.len() == 1 || !part.starts_with('0'))
            });
        if !four {
            return None;
        }
    }
    let rest = token.get(length..)?;
    let mask = rest.strip_prefix('/').map_or(0, |mask| {
        let digits = mask.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 { digits + 1 } else { 0 }
    });
    Some(length + mask)
}

/// The length of a host's name with its port and path, if the token is one.
fn host(token: &str) -> Option<usize> {
    let end = token.find(['/', ':']).unwrap_or(token.len());
    let name = &token[..end];
    let parts: Vec<&str> = name.split('.').collect();
    let top = parts.last()?;
    let known = [
        "com", "org", "net", "io", "dev", "edu", "gov", "local", "internal", "cloud", "app", "ai", "co",
        "ru", "kr", "jp", "cn", "de", "fr", "es", "uk", "eu", "info", "xyz", "md", "json", "yaml", "yml",
        "toml", "conf", "cfg", "log", "txt", "sh", "py", "rs", "go", "js", "ts", "sql", "db", "html", "svc",
    ];
    let shaped = parts.len() >= 2
        && parts.iter().all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        });
    (shaped
        && known.contains(top)
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && !parts[0].bytes().all(|b| b.is_ascii_digit()))
    .then(|| token.chars().count())
}

/// `1e10` is a figure, though hexadecimal.
fn is_exponent(token: &str) -> bool {
    token.split_once('e').is_some_and(|(a, b)| {
        !a.is_empty()
            && !b.is_empty()
            && a.bytes().all(|c| c.is_ascii_digit())
            && b.bytes().all(|c| c.is_ascii_digit())
            && b.len() <= 2
    })
}
