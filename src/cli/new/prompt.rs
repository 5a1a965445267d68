//! Questions on a terminal, with suggestions while typing. Where nobody can be asked, nothing is.

use inquire::autocompletion::Replacement;
use inquire::validator::Validation;
use inquire::{Autocomplete, CustomUserError, InquireError, Text};

use crate::cli::output::Failure;
use crate::model::Vocabulary;
use crate::model::name::{fold_name, nearest};
use crate::text::Lang;

/// Suggestions that are shown at a time.
const SHOWN: usize = 8;

/// What may be typed: the text that is taken, and the names by which it is found.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    all: Vec<(String, Vec<String>)>,
    /// Whether several may be told, with commas between.
    several: bool,
}

impl Choices {
    /// The terms of `vocabulary` by their ids, found by any label or alias.
    pub(super) fn terms(vocabulary: &Vocabulary, several: bool) -> Self {
        let all = vocabulary
            .order
            .iter()
            .map(|id| {
                let names =
                    vocabulary.aliases.iter().filter(|(_, own)| *own == id).map(|(name, _)| name.clone());
                (id.to_string(), names.collect())
            })
            .collect();
        Self { all, several }
    }

    /// Organisations by their labels, those of the vocabulary and those that records name.
    pub(super) fn organisations(vocabulary: Option<&Vocabulary>, used: &[&str], lang: &Lang) -> Self {
        let mut all: Vec<(String, Vec<String>)> = Vec::new();
        for term in vocabulary.into_iter().flat_map(|own| own.terms.values()) {
            let names = vocabulary.into_iter().flat_map(|own| own.aliases.iter());
            let names = names.filter(|(_, id)| **id == term.id).map(|(name, _)| name.clone()).collect();
            all.push((term.label(std::slice::from_ref(lang)).to_owned(), names));
        }
        for name in used {
            if all.iter().all(|(own, _)| own != name) {
                all.push(((*name).to_owned(), vec![fold_name(name)]));
            }
        }
        all.sort();
        Self { all, several: false }
    }

    /// What goes on from `input`: names that begin with it, then those that hold it, then the nearest one.
    pub(super) fn suggest(&self, input: &str) -> Vec<String> {
        let (before, last) = match input.rfind(',').filter(|_| self.several) {
            Some(at) => (format!("{}, ", input[..at].trim_end()), input[at + 1..].trim()),
            None => (String::new(), input.trim()),
        };
        let told: Vec<String> = before.split(',').map(fold_name).collect();
        let wanted = fold_name(last);
        let free = || self.all.iter().filter(|(text, _)| !told.contains(&fold_name(text)));
        let mut found: Vec<&str> = Vec::new();
        let begins = free().filter(|(_, names)| names.iter().any(|name| name.starts_with(&wanted)));
        let holds = free().filter(|(_, names)| names.iter().any(|name| name.contains(&wanted)));
        for (text, _) in begins.chain(holds) {
            if !found.contains(&text.as_str()) {
                found.push(text);
            }
        }
        if found.is_empty() {
            let names = free().flat_map(|(_, names)| names.iter().map(String::as_str));
            let near = nearest(last, names);
            found.extend(near.and_then(|near| {
                free().find(|(_, names)| names.iter().any(|name| name == near)).map(|(text, _)| text.as_str())
            }));
        }
        found.into_iter().take(SHOWN).map(|text| format!("{before}{text}")).collect()
    }
}

impl Autocomplete for Choices {
    fn get_suggestions(&mut self, input: &str) -> Result<Vec<String>, CustomUserError> {
        Ok(self.suggest(input))
    }

    fn get_completion(
        &mut self,
        input: &str,
        highlighted: Option<String>,
    ) -> Result<Replacement, CustomUserError> {
        Ok(highlighted.or_else(|| self.suggest(input).into_iter().next()))
    }
}

/// Asks one question; `None` for an empty answer. `check` says what is wrong with an answer.
pub(super) fn ask(
    question: &str,
    help: &str,
    choices: Choices,
    start: Option<&str>,
    check: impl Fn(&str) -> Result<(), String> + Clone + 'static,
) -> Result<Option<String>, Failure> {
    let validator = move |input: &str| {
        let told = input.trim();
        Ok(match if told.is_empty() { Ok(()) } else { check(told) } {
            Ok(()) => Validation::Valid,
            Err(message) => Validation::Invalid(message.into()),
        })
    };
    let mut prompt =
        Text::new(question).with_autocomplete(choices).with_validator(validator).with_page_size(SHOWN);
    if !help.is_empty() {
        prompt = prompt.with_help_message(help);
    }
    if let Some(start) = start {
        prompt = prompt.with_initial_value(start);
    }
    match prompt.prompt() {
        Ok(answer) => Ok(Some(answer.trim().to_owned()).filter(|answer| !answer.is_empty())),
        Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => {
            Err(Failure::Usage("nothing was written".to_owned()))
        }
        Err(InquireError::IO(error)) => Err(error.into()),
        Err(error) => Err(Failure::Machine(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Sources;
    use crate::model;

    #[test]
    fn terms_are_suggested_by_any_of_their_names() {
        let library = model::lower(&Sources::default()).value;
        let symptoms = Choices::terms(library.vocab.get("symptom").unwrap(), true);
        assert_eq!(symptoms.suggest("потеря па")[0], "packet-loss");
        assert_eq!(symptoms.suggest("high-l")[0], "high-latency");
        assert_eq!(symptoms.suggest("timeouts, packet l")[0], "timeouts, packet-loss");
        assert!(!symptoms.suggest("timeouts, time").contains(&"timeouts, timeouts".to_owned()));
        assert_eq!(symptoms.suggest("pakcet-loss"), ["packet-loss"]);
        assert_eq!(symptoms.suggest("").len(), SHOWN);
    }

    #[test]
    fn organisations_are_suggested_by_label() {
        let library = model::lower(&Sources::default()).value;
        let lang = Lang::parse("en").unwrap();
        let own = Choices::organisations(library.vocab.get("org"), &["Zebra Works"], &lang);
        assert_eq!(own.suggest("zebra"), ["Zebra Works"]);
        assert!(!own.suggest("").is_empty());
    }
}
