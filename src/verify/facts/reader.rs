//! A text and its language side by side, with the small questions that every rule asks of them.

use super::fold::{self, Folded};
use super::lexicon::{Lexicon, Role, Sense};
use super::positional::is_sign;
use super::spellings::{Found, Memo, Summary};

/// What the rules read from.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub text: &'a Folded,
    pub lex: &'a Lexicon,
    pub memo: &'a Memo,
}

impl<'a> Reader<'a> {
    /// All spellings at `at` that end with a word.
    pub fn words(&self, at: usize) -> Found<'a> {
        self.memo.words(&self.lex.words, &self.text.lower, at)
    }

    /// All spellings at `at`, also those that end inside a word.
    pub fn pieces(&self, at: usize) -> Found<'a> {
        self.memo.pieces(&self.lex.words, &self.text.lower, at)
    }

    /// Symbols at `at`, by case.
    pub fn symbols(&self, at: usize) -> Found<'a> {
        self.lex.symbols.whole_words(&self.text.cased, at)
    }

    /// What is spelled at `at`, in short.
    fn summary(&self, at: usize) -> Summary {
        self.memo.summary(&self.lex.words, &self.text.lower, at)
    }

    /// Whether a fact can open with what is spelled at `at`.
    pub fn opens(&self, at: usize) -> bool {
        let summary = self.summary(at);
        let leads = |end: usize| self.may_follow(self.text.skip_blanks(end));
        summary.opens
            || summary.leads && self.memo.leads(&self.lex.words, &self.text.lower, at).any(leads)
            || self.lex.signs.binary_search(&self.text.cased_at(at)).is_ok()
                && self.lex.symbols.has_whole_word(&self.text.cased, at)
    }

    /// Whether what stands at `at` can bear out a word before it that leads to a fact.
    fn may_follow(&self, at: usize) -> bool {
        let c = self.text.at(at);
        if fold::is_letter(c) || fold::is_wide(c) {
            return self.summary(at).follows
                || self.lex.symbols.has_whole_word(&self.text.cased, at)
                || if fold::is_wide(c) { is_sign(c) } else { !self.is_plain_word(at) };
        }
        c != '\0'
    }

    /// The longest spelling at `at` that has a sense which `wanted` accepts, and that sense.
    pub fn word(&self, at: usize, wanted: impl Fn(Sense) -> bool) -> Option<(usize, Sense)> {
        self.words(at).iter().find(|(_, sense)| wanted(*sense))
    }

    /// Where the word of this role at `at` ends.
    pub fn role(&self, at: usize, role: Role) -> Option<usize> {
        if !self.memo.has_role(&self.lex.words, &self.text.lower, at, role) {
            return None;
        }
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
