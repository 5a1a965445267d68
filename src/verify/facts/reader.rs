//! A text and its language side by side, with the small questions that every rule asks of them.

use super::fold::{self, Folded};
use super::lexicon::{Lexicon, Role, Sense};

/// What the rules read from.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub text: &'a Folded,
    pub lex: &'a Lexicon,
}

impl Reader<'_> {
    /// The longest spelling at `at` that has a sense which `wanted` accepts, and that sense.
    pub fn word(&self, at: usize, wanted: impl Fn(Sense) -> bool) -> Option<(usize, Sense)> {
        self.lex.words(self.text, at).iter().find(|(_, sense)| wanted(*sense))
    }

    /// Where the word of this role at `at` ends.
    pub fn role(&self, at: usize, role: Role) -> Option<usize> {
        self.word(at, |sense| sense == Sense::Role(role)).map(|found| found.0)
    }

    /// The same after blanks.
    pub fn role_after(&self, at: usize, role: Role) -> Option<usize> {
        self.role(self.text.skip_blanks(at), role)
    }

    /// The folded characters `from..to` as a string.
    pub fn slice(&self, from: usize, to: usize) -> String {
        self.text.lower.get(from..to).unwrap_or_default().iter().collect()
    }

    /// Whether a word may begin here.
    pub fn starts_word(&self, at: usize) -> bool {
        let (before, here) = (self.text.before(at), self.text.at(at));
        if fold::is_hangul(here) {
            return !fold::is_hangul(before);
        }
        if fold::is_wide(here) {
            return true;
        }
        !before.is_alphanumeric()
            || fold::is_wide(before)
            || (fold::is_letter(here) != fold::is_letter(before) && before.is_ascii_digit())
    }

    /// Whether `at` is the start or end of a line, or beyond the text.
    pub fn at_end(&self, at: usize) -> bool {
        self.text.skip_blanks(at) >= self.text.len()
    }
}
