//! Versions of software: `v2.14.0`, `3.16.17-rc2`, and `1.9` where words say that versions stand there.

use super::fold;
use super::lexicon::{Role, Sense};
use super::names::{Name, NameKind};
use super::reader::Reader;

impl Reader<'_> {
    /// Whether the words before `at` say that a figure is a version: a product, "version".
    pub fn names_version(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && matches!(text.before(end), ' ' | '(' | ':' | '\n' | '/') && at - end < 3 {
            end -= 1;
        }
        let mut from = end;
        while from > 0
            && (text.before(from).is_alphanumeric() || matches!(text.before(from), '.' | '-' | '_'))
            && end - from < 32
        {
            from -= 1;
        }
        while from < end && !text.at(from).is_alphanumeric() {
            from += 1;
        }
        if from == end || end == at {
            return false;
        }
        // In Korean and Japanese a particle may hang on the word; the Latin part is the name.
        let mut stop = from;
        while stop < end && !fold::is_wide(text.at(stop)) {
            stop += 1;
        }
        let word_is = |wanted: &dyn Fn(Sense) -> bool| {
            self.pieces(from).iter().any(|(word_end, sense)| {
                (word_end == end || word_end == stop && stop > from) && wanted(sense)
            })
        };
        if word_is(&|sense| matches!(sense, Sense::Role(Role::Version | Role::Product))) {
            return true;
        }
        // "Redis Cluster 7.2": a version word may end the phrase.
        if word_is(&|sense| {
            matches!(
                sense,
                Sense::Unit(_)
                    | Sense::Month(_)
                    | Sense::Weekday
                    | Sense::Zone(_)
                    | Sense::Role(_)
                    | Sense::Bound(_)
                    | Sense::After(_)
                    | Sense::Add(_)
                    | Sense::Scale(_)
                    | Sense::Counted(_)
            )
        }) || self
            .symbols(from)
            .iter()
            .any(|(word_end, sense)| word_end == end && matches!(sense, Sense::Unit(_)))
        {
            return false;
        }
        let latin = (from..end).all(|at| text.at(at).is_ascii())
            && text.at(from).is_ascii_alphabetic()
            && end - from > 1;
        if !latin {
            return false;
        }
        if self.lex.habits.foreign_names {
            return true;
        }
        let capitals = (from..end).filter(|&at| text.cased_at(at).is_ascii_uppercase()).count();
        let inner = (from + 1..end).any(|at| text.cased_at(at).is_ascii_uppercase());
        inner && capitals < end - from
    }

    /// Whether the word before `at` is "version" itself.
    pub fn version_word(&self, at: usize) -> bool {
        let text = self.text;
        let mut end = at;
        while end > 0 && fold::is_blank(text.before(end)) && at - end < 3 {
            end -= 1;
        }
        let mut from = end;
        while from > 0
            && (fold::is_letter(text.before(from)) || fold::is_wide(text.before(from)))
            && end - from < 12
        {
            from -= 1;
            let whole = from == 0 || !text.before(from).is_alphanumeric() || fold::is_wide(text.at(from));
            if whole
                && self
                    .pieces(from)
                    .iter()
                    .any(|(word, sense)| word == end && sense == Sense::Role(Role::Version))
            {
                return end < at;
            }
        }
        false
    }

    /// `v2.14.0`, `3.16.17-rc2`, and `1.9` where versions stand.
    pub fn version(&self, at: usize, versions: bool) -> Option<Name> {
        let text = self.text;
        let marked = text.at(at) == 'v';
        let from = if marked { at + 1 } else { at };
        if !text.at(from).is_ascii_digit() {
            return None;
        }
        let mut end = from;
        let mut parts = 1;
        let mut threes = true;
        loop {
            let start = end;
            while text.at(end).is_ascii_digit() {
                end += 1;
            }
            threes &= parts == 1 || end - start == 3;
            if text.at(end) == '.' && text.at(end + 1).is_ascii_digit() && parts < 6 {
                end += 1;
                parts += 1;
            } else {
                break;
            }
        }
        if text.at(end) == '.' && text.at(end + 1) == 'x' && !text.at(end + 2).is_alphanumeric() {
            end += 2;
            parts += 1;
        }
        // 0.15 버전, the 0.15 release: the word may stand behind.
        let next = self.text.skip_blanks(end);
        let behind =
            parts == 2 && self.pieces(next).iter().any(|(_, sense)| sense == Sense::Role(Role::Version));
        let context = marked || versions || behind || self.names_version(at);
        let numbers = end;
        // `-rc2`, `-beta.1`, `+build5`, `p1`, `k`.
        if matches!(text.at(end), '-' | '+' | '~' | '_')
            && text.at(end + 1).is_ascii_alphanumeric()
            && parts > 1
        {
            let mut tail = end + 1;
            while text.at(tail).is_ascii_alphanumeric()
                || (matches!(text.at(tail), '.' | '-' | '_') && text.at(tail + 1).is_ascii_alphanumeric())
            {
                tail += 1;
            }
            let word: String = self.slice(end + 1, tail);
            let known = [
                "rc", "alpha", "beta", "pre", "dev", "snapshot", "build", "b", "a", "p", "r", "sp", "ga",
                "final", "lts", "patch", "hotfix", "post", "preview", "canary", "nightly", "ubuntu", "deb",
                "el", "release", "m",
            ];
            let tagged = known.iter().any(|tag| {
                word.strip_prefix(tag)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
            });
            if tagged && (parts > 2 || context || word.len() > 1) {
                end = tail;
                return Some(Name { end, kind: NameKind::Version(self.cased_slice(from, end)) });
            }
        } else if fold::is_letter(text.at(end)) {
            let mut tail = end;
            while text.at(tail).is_ascii_alphanumeric() {
                tail += 1;
            }
            let word: String = self.slice(end, tail);
            let patch = word.len() == 1 && context && parts == 3
                || ["p", "rc", "b", "beta", "alpha"].iter().any(|tag| {
                    word.strip_prefix(tag)
                        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
                });
            if patch && (parts > 1 || marked) && !fold::is_letter(text.at(tail)) {
                return Some(Name { end: tail, kind: NameKind::Version(self.cased_slice(from, tail)) });
            }
            if text.at(numbers).is_ascii() || !(marked || parts > 2) {
                return if marked && parts == 1 { None } else { self.dotted_noise(parts, threes, numbers) };
            }
        }
        let told = || Some(Name { end, kind: NameKind::Version(self.cased_slice(from, end)) });
        if marked {
            return told();
        }
        match parts {
            1 if self.version_word(at) && !self.figure_follows(end) && end - from < 4 => told(),
            1 => None,
            2 if context && !self.figure_follows(end) => told(),
            2 => None,
            _ if threes && !context && text.at(from) != '0' => None,
            3 => told(),
            _ if context => told(),
            _ => Some(Name { end, kind: NameKind::Identifier }),
        }
    }

    pub fn dotted_noise(&self, parts: usize, threes: bool, end: usize) -> Option<Name> {
        (parts > 2 && !threes).then_some(Name { end, kind: NameKind::Noise })
    }

    /// Whether a unit or a percent sign makes a figure of what ends at `at`.
    pub fn figure_follows(&self, at: usize) -> bool {
        self.text.at(self.text.skip_blanks(at)) == '%'
            || self.unit_follows(at)
            || self
                .word(self.text.skip_blanks(at), |sense| matches!(sense, Sense::Scale(_) | Sense::Scales(_)))
                .is_some()
    }
}
