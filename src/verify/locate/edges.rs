//! Whether a stretch of text is cut out where words and figures end. 50 is not found inside of 1500, and
//! `able to start` is not what `unable to start` says.

/// Beginnings and ends that turn a word into its opposite.
const DENYING_HEADS: [&str; 10] = ["un", "in", "im", "ir", "il", "dis", "non", "не", "без", "not"];
const DENYING_TAILS: [&str; 5] = ["not", "n't", "'t", "less", "n\u{2019}t"];

/// Longest word head or tail that is looked at, in bytes.
const REACH: usize = 64;

/// Whether the stretch `start..end` of `text` cuts a figure, or cuts a denial off a word.
pub(super) fn cuts_meaning(text: &str, start: usize, end: usize) -> bool {
    let stretch = &text[start..end];
    let (Some(first), Some(last)) = (stretch.chars().next(), stretch.chars().next_back()) else {
        return false;
    };
    let (before, after) = (&text[..start], &text[end..]);
    cut_before(before, stretch, first) || cut_after(after, stretch, last)
}

fn cut_before(before: &str, stretch: &str, first: char) -> bool {
    let mut back = before.chars().rev();
    let Some(previous) = back.next() else { return false };
    let one_more = back.next();
    if first.is_numeric() {
        return previous.is_numeric()
            || is_spaced_letter(previous)
            || previous == '\u{2212}'
            || (matches!(previous, '.' | ',' | ':') && one_more.is_some_and(char::is_numeric))
            || (previous.is_whitespace() && ends_in_thousands(before) && is_group(stretch));
    }
    if matches!(first, '.' | ',' | ':') && previous.is_numeric() {
        return stretch.chars().nth(1).is_some_and(char::is_numeric);
    }
    if is_spaced_letter(first) {
        if previous.is_numeric() {
            return true;
        }
        if let Some(whole) = joined(before) {
            let head: String = tail_word(whole).to_lowercase();
            return DENYING_HEADS.contains(&head.as_str());
        }
    }
    false
}

fn cut_after(after: &str, stretch: &str, last: char) -> bool {
    let mut ahead = after.chars();
    let Some(next) = ahead.next() else { return false };
    let one_more = ahead.next();
    if last.is_numeric() {
        return next.is_numeric()
            || is_spaced_letter(next)
            || matches!(next, '%' | '‰' | '°')
            || (matches!(next, '.' | ',' | ':') && one_more.is_some_and(char::is_numeric))
            || (next.is_whitespace()
                && next != '\n'
                && ends_in_thousands_digits(stretch)
                && is_group(after[next.len_utf8()..].as_ref()));
    }
    if matches!(last, '.' | ',' | ':') && next.is_numeric() {
        return stretch.chars().rev().nth(1).is_some_and(char::is_numeric);
    }
    if last.is_alphabetic() {
        let after = joined_after(after);
        let mut rest: &str = after;
        if let Some((at, _)) = after
            .char_indices()
            .find(|&(at, c)| at >= REACH || !(c.is_alphabetic() || c == '\'' || c == '\u{2019}'))
        {
            rest = &after[..at];
        }
        return DENYING_TAILS.contains(&rest.to_lowercase().replace('\u{2019}', "'").as_str());
    }
    false
}

/// What stands before a word and is joined to it: directly, by a hyphen, or by one at which a line was broken.
fn joined(before: &str) -> Option<&str> {
    let seen = before.trim_end_matches(is_unseen);
    let body = seen.trim_end_matches([' ', '\t', '\n']).trim_end_matches(is_unseen);
    let broken = seen[body.len()..].contains('\n');
    let soft = before.ends_with('\u{AD}') || before[body.len()..].contains('\u{AD}');
    let whole = match body.strip_suffix(is_hyphen) {
        Some(whole) if broken || body.len() == seen.len() => whole,
        _ if body.len() == seen.len() || broken && soft => body,
        _ => return None,
    };
    let whole = whole.trim_end_matches(is_unseen);
    whole.ends_with(is_spaced_letter).then_some(whole)
}

/// What follows a word, without a hyphen at which a line was broken.
fn joined_after(after: &str) -> &str {
    let seen = after.trim_start_matches(is_unseen);
    let soft = seen.len() < after.len();
    let rest = seen.strip_prefix(is_hyphen).unwrap_or(seen);
    let broken = rest.trim_start_matches(is_unseen).strip_prefix('\n');
    match broken {
        Some(next) if soft || rest.len() < seen.len() => next.trim_start_matches([' ', '\t']),
        _ => seen,
    }
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether `c` is not seen between letters: a soft hyphen, a joiner.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
}

/// The letters at the end of `text`, as far back as is looked.
fn tail_word(text: &str) -> &str {
    let from = text.char_indices().rev().take(REACH).take_while(|(_, c)| c.is_alphabetic()).last();
    from.map_or("", |(at, _)| &text[at..])
}

/// Whether `text` ends in one to three digits that stand alone, and one blank: the head of `1 500`.
fn ends_in_thousands(text: &str) -> bool {
    text.chars().next_back().is_some_and(|c| c.is_whitespace() && c != '\n')
        && ends_in_thousands_digits(text.trim_end())
}

fn ends_in_thousands_digits(text: &str) -> bool {
    let digits = text.chars().rev().take(4).take_while(char::is_ascii_digit).count();
    let before = text.chars().rev().nth(digits);
    (1..=3).contains(&digits) && before.is_none_or(|c| c.is_whitespace() || c == '(')
}

/// Whether `text` begins with exactly three digits: the rest of `1 500`.
fn is_group(text: &str) -> bool {
    text.chars().take(4).take_while(char::is_ascii_digit).count() == 3
        && text.chars().nth(3).is_none_or(|c| !is_spaced_letter(c))
}

/// Whether `c` is a letter of a script that parts words by blanks and figures from words.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphabetic() && (c as u32) < 0x0600
}

#[cfg(test)]
mod tests {
    use super::cuts_meaning;

    fn cuts(text: &str, part: &str) -> bool {
        let at = text.find(part).unwrap();
        cuts_meaning(text, at, at + part.len())
    }

    #[test]
    fn figures_are_never_cut() {
        for (text, part) in [
            ("at 1500 hosts", "500 hosts"),
            ("at 15 hosts", "at 1"),
            ("took 300ms", "took 300"),
            ("a 15% drop", "a 15"),
            ("in 4.71 s", "71 s"),
            ("in 4.71 s", "in 4"),
            ("in 4.71 s", "in 4."),
            ("at 10:57 UTC", "57 UTC"),
            ("P99 latency", "99 latency"),
            ("about 1 500 хостов", "500 хостов"),
            ("about 1\u{A0}500 хостов", "about 1"),
            ("fell \u{2212}5 K", "5 K"),
        ] {
            assert!(cuts(text, part), "{part:?} in {text:?}");
        }
    }

    #[test]
    fn whole_words_and_figures_are_not() {
        for (text, part) in [
            ("at 1500 hosts", "1500 hosts"),
            ("took 53 minutes.", "53 minutes"),
            ("version 1.23.1.", "version 1.23.1"),
            ("on July 15.", "July 15"),
            ("第3回の障害", "3回"),
            ("두 달뿐이다", "두 달"),
            ("10-15 hosts", "15 hosts"),
            ("nodes failed", "node"),
            ("it was shut down in\nearly May", "early May"),
            ("as said - not\nable", "able"),
            ("a well-\nknown fault", "known fault"),
            ("we can\nnot", "we can"),
            ("in 2021 500 errors", "500 errors"),
        ] {
            assert!(!cuts(text, part), "{part:?} in {text:?}");
        }
    }

    #[test]
    fn denials_are_never_cut_off() {
        for (text, part) in [
            ("was unable to start", "able to start"),
            ("we cannot", "we can"),
            ("we can\u{2019}t", "we can"),
            ("it is useless", "it is use"),
            ("система недоступна", "доступна"),
            ("was un-\nable to start", "able to start"),
            ("was un\u{AD}able to start", "able to start"),
            ("was un\u{AD}\nable to start", "able to start"),
            ("was un\u{2010}\n  able to start", "able to start"),
            ("data was in-\ncorrect", "correct"),
            ("an ir-\nrelevant alert", "relevant alert"),
            ("non-responsive to all", "responsive to all"),
            ("служба была не-\nдоступна", "доступна"),
            ("we can-\nnot", "we can"),
            ("it is use\u{AD}less", "it is use"),
        ] {
            assert!(cuts(text, part), "{part:?} in {text:?}");
        }
    }
}
