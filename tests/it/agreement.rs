//! The shared pairs of claims and quotes: how many get the verdict that is due, and that none is vouched
//! for that should not be.

use std::collections::BTreeMap;

use casebook::verify::Verdict;
use casebook::verify::agree::{Statement, agree};
use casebook::verify::lexicon::Lexicon;

use crate::repository::{FILES, Repository, casebook, stdout};
use crate::support::shared;

#[derive(serde::Deserialize)]
struct Pair {
    id: String,
    claim_lang: String,
    claim: String,
    quote_lang: String,
    quote: String,
    expect: String,
}

const CLASSES: [&str; 4] = ["supported", "contradicted", "unsupported", "partial"];

fn told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported | Verdict::Quoted => CLASSES[0],
        Verdict::Contradicted => CLASSES[1],
        Verdict::Partial => CLASSES[3],
        _ => CLASSES[2],
    }
}

#[test]
fn the_shared_pairs_get_the_verdict_that_is_due() {
    let Some(path) = shared("vectors/agreement.jsonl") else { return };
    let lexicon = Lexicon::base();
    let mut table: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let pair: Pair = serde_json::from_str(line).unwrap();
        let claim = Statement { lang: &pair.claim_lang, text: &pair.claim };
        let quote = Statement { lang: &pair.quote_lang, text: &pair.quote };
        let got = told(agree(claim, &[quote], &lexicon).verdict);
        if got != pair.expect {
            wrong.push(format!("{}: {} told {got}", pair.id, pair.expect));
        }
        *table.entry((pair.expect, got)).or_default() += 1;
    }
    let total: usize = table.values().sum();
    let count = |keep: &dyn Fn(&str, &str) -> bool| -> usize {
        table.iter().filter(|((due, got), _)| keep(due, got)).map(|(_, n)| n).sum()
    };
    let right = count(&|due, got| due == got);
    let vouched = count(&|due, got| got == "supported" && due != "supported");
    let f1: f64 = CLASSES
        .iter()
        .map(|class| {
            let hit = count(&|due, got| due == *class && got == *class);
            let off = count(&|due, got| (due == *class) != (got == *class));
            if 2 * hit + off == 0 { 0.0 } else { 2.0 * hit as f64 / (2 * hit + off) as f64 }
        })
        .sum::<f64>()
        / CLASSES.len() as f64;
    assert_eq!(vouched, 0, "falsely vouched for:\n{}", wrong.join("\n"));
    assert!(right * 100 >= total * 95, "{right} of {total} right:\n{}", wrong.join("\n"));
    assert!(f1 >= 0.9, "macro F1 is {f1:.3}:\n{}", wrong.join("\n"));
}

/// A library's own words tell what the program alone does not know, and only where the library is named.
#[test]
fn claims_are_held_against_quotes_with_the_words_of_the_library_that_is_named() {
    let term = "[flux-gate]\nen = [\"fluxgate\"]\nru = [\"потокоград\"]\nkind = \"product\"\n";
    let repository = Repository::with(&[FILES[0], ("content/glossary/own.toml", term)]);
    let question = "{\"id\":1,\"claim_lang\":\"ru\",\"claim\":\"Перезапустили Потокоград и Кассандру.\",\
                    \"quote_lang\":\"en\",\"quote\":\"Fluxgate and Cassandra were restarted.\"}\n";
    repository.write("question.jsonl", question);
    let name_told = |arguments: &[&str]| {
        let asked = std::fs::File::open(repository.path().join("question.jsonl")).unwrap();
        let answer = casebook().args(arguments).current_dir(repository.path()).stdin(asked).output().unwrap();
        let answer = stdout(&answer);
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let facts = answer["facts"].as_array().unwrap().clone();
        facts.iter().any(|fact| fact["text"] == "Потокоград" && fact["status"] == "supported")
    };
    assert!(!name_told(&["evidence", "agree", "--jsonl"]));
    assert!(name_told(&["evidence", "agree", "--jsonl", "--root", "."]));
}
