//! The terms and concepts that come with the program: each speaks the languages of the interface, and no word
//! that people type names two terms of one vocabulary.

use std::collections::BTreeMap;

use casebook::load::Sources;
use casebook::model::Library;
use casebook::pipeline::{self, Silent};
use casebook::text::Lang;

fn base() -> Library {
    let files: [(&str, &[u8]); 1] = [("casebook.toml", b"languages = [\"en\", \"ko\", \"ru\"]\n")];
    pipeline::check(&Sources::from_memory(files), None, &Silent).library
}

fn languages() -> [Lang; 3] {
    ["en", "ko", "ru"].map(|tag| Lang::parse(tag).unwrap())
}

#[test]
fn every_term_and_concept_speaks_every_language() {
    let library = base();
    let mut silent = Vec::new();
    for lang in languages() {
        for (name, vocabulary) in &library.vocab.0 {
            for (id, term) in &vocabulary.terms {
                let said = [&term.label, &term.description].map(|texts| texts.get(&lang));
                let typed = term.aliases.get(&lang).is_some_and(|aliases| !aliases.is_empty());
                if said.iter().any(|text| text.is_none_or(|text| text.trim().is_empty())) || !typed {
                    silent.push(format!("{name}/{id} in {lang}"));
                }
            }
        }
        for (id, concept) in &library.glossary.concepts {
            if concept.forms.get(&lang).is_none_or(Vec::is_empty) {
                silent.push(format!("glossary/{id} in {lang}"));
            }
        }
    }
    assert!(library.vocab.0.len() > 8 && library.glossary.concepts.len() > 500, "the base was not read");
    assert!(silent.is_empty(), "say nothing: {}", silent.join(", "));
}

#[test]
fn a_word_names_one_term_of_a_vocabulary() {
    let library = base();
    let mut twice = Vec::new();
    for (name, vocabulary) in &library.vocab.0 {
        for lang in languages() {
            let mut known: BTreeMap<String, &str> = BTreeMap::new();
            for (id, term) in &vocabulary.terms {
                let words =
                    term.label.get(&lang).into_iter().chain(term.aliases.get(&lang).into_iter().flatten());
                for word in words {
                    let before = known.insert(word.to_lowercase(), id);
                    if before.is_some_and(|before| before != &**id) {
                        twice
                            .push(format!("{name}: `{word}` ({lang}) is {id} and {}", before.unwrap_or("?")));
                    }
                }
            }
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}
