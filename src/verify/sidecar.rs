//! What was verified of a case, kept beside it: `<stem>.evidence.json`. The file's text becomes a
//! [`Sidecar`], a check makes the next one, and that becomes text again; nothing is read or written here.
//!
//! With it, a clone without the sources' texts tells what was verified and when. A changed quote, claim or
//! source's text loses its verification; a text that is merely not at hand loses nothing.

use std::collections::BTreeMap;

use super::verdict::{ClaimCheck, LanguageState, MatchKind, QuoteCheck};
use crate::diag::{ByteSpan, Code, Diagnostic};
use crate::model::{Case, Claim, Evidence};
use crate::text::Lang;

/// The version of the file's form.
const FORMAT: u32 = 1;

/// What is kept of one case.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Sidecar {
    /// The form of the file.
    format: u32,
    /// Quotes that stood in their sources, sorted.
    #[serde(default)]
    quotes: Vec<Entry>,
    /// Translations by field, then language: what each was made from.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    translations: BTreeMap<String, BTreeMap<String, Translation>>,
    /// Answers of outside judges, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    judged: Vec<Answer>,
}

/// A quote that stood in its source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
struct Entry {
    /// The claim's mark.
    claim: String,
    /// The source's id.
    source: String,
    /// Hash of the claim as the record's own language tells it.
    claim_hash: String,
    /// Hash of the quote.
    quote_hash: String,
    /// Hash of the source's plain text.
    text_hash: String,
    /// How it was found.
    #[serde(rename = "match")]
    found: MatchKind,
    /// Characters of each place, or of each part.
    positions: Vec<[usize; 2]>,
    /// The day on which this was first found so.
    verified: String,
}

/// A translation and the text that it was made from.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Translation {
    /// Hash of the translation.
    hash: String,
    /// Hash of the text in the record's own language.
    of: String,
}

/// What an outside judge said of a claim.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Answer {
    /// The claim's mark.
    pub claim: String,
    /// The judge's name.
    pub judge: String,
    /// Its version, as it tells it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Hash of what it was asked.
    pub asked: String,
    /// Its verdict.
    pub verdict: String,
    /// Its reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Sidecar {
    /// What is kept of `case`, and what is wrong with the file; nothing where there is none.
    pub fn of(case: &Case) -> (Self, Option<Diagnostic>) {
        let Some(file) = &case.sidecar else { return (Self::default(), None) };
        let (at, message) = match serde_json::from_str::<Self>(&file.text) {
            Ok(sidecar) if sidecar.format == FORMAT => return (sidecar, None),
            Ok(sidecar) => (0, format!("format {} of what was verified is not known", sidecar.format)),
            Err(error) => {
                let lines = file.text.split_inclusive('\n').take(error.line().saturating_sub(1));
                let at = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
                (at, "what was verified cannot be read".to_owned())
            }
        };
        let place = file.place(ByteSpan::new(at, at));
        let told = Diagnostic::new(Code::V020, place, message)
            .help("`casebook check --update-evidence` writes it anew from the sources' texts");
        (Self::default(), Some(told))
    }

    /// Completes `check`, whose text is not at hand, with what was verified earlier.
    pub(super) fn recall(&self, case: &Case, claim: &Claim, evidence: &Evidence, check: &mut QuoteCheck) {
        if check.found != MatchKind::NoText {
            return;
        }
        if let Some(entry) = self.entry(case, claim, evidence) {
            check.former = Some(entry.found);
            check.verified_on = Some(entry.verified.clone());
            check.positions = entry.positions.iter().map(|[start, end]| *start..*end).collect();
        }
    }

    /// The answers of judges to the claim as it stands.
    pub(super) fn answers(&self, case: &Case, claim: &Claim) -> Vec<(String, String, String)> {
        let asked = question_hash(case, claim);
        self.judged
            .iter()
            .filter(|answer| *answer.claim == *claim.id && answer.asked == asked)
            .map(|answer| (answer.judge.clone(), answer.verdict.clone(), answer.reason.clone()))
            .collect()
    }

    /// Whether `judge` has answered the claim as it stands.
    pub fn has_answer(&self, case: &Case, claim: &Claim, judge: &str) -> bool {
        let asked = question_hash(case, claim);
        self.judged
            .iter()
            .any(|answer| *answer.claim == *claim.id && answer.judge == judge && answer.asked == asked)
    }

    /// How old the translation into `lang` is; `None` where nothing is known of it.
    pub(super) fn language(&self, case: &Case, lang: &Lang) -> Option<LanguageState> {
        // Most records have no sidecar, and a hash of every text is not made for nothing.
        if !self.translations.values().any(|languages| languages.contains_key(lang.as_str())) {
            return None;
        }
        let hashes = translations(case);
        let mut known = false;
        for (field, languages) in &hashes {
            let Some(now) = languages.get(lang.as_str()) else { continue };
            let Some(then) = self.translations.get(field).and_then(|languages| languages.get(lang.as_str()))
            else {
                continue;
            };
            known = true;
            // A translation that was changed since was changed by someone who saw the text.
            if then.hash == now.hash && then.of != now.of {
                return Some(LanguageState::Stale);
            }
        }
        known.then_some(LanguageState::Fresh)
    }

    /// The fields whose translation into `lang` is behind.
    pub(super) fn stale_fields(&self, case: &Case, lang: &Lang) -> Vec<String> {
        translations(case)
            .into_iter()
            .filter(|(field, languages)| {
                let then = self.translations.get(field).and_then(|languages| languages.get(lang.as_str()));
                let now = languages.get(lang.as_str());
                now.zip(then).is_some_and(|(now, then)| then.hash == now.hash && then.of != now.of)
            })
            .map(|(field, _)| field)
            .collect()
    }

    /// What is to be kept after a check on the day `today`: `checks` as [`super::case`] made them, and
    /// `answers` that judges gave now. An entry that says the same as before keeps its day.
    #[must_use]
    pub fn next(&self, case: &Case, checks: &[ClaimCheck], answers: Vec<Answer>, today: &str) -> Self {
        let mut quotes = Vec::new();
        for (claim, check) in case.claims.iter().zip(checks) {
            for (evidence, quote) in claim.evidence.iter().zip(&check.quotes) {
                let former = self.entry(case, claim, evidence);
                let entry = match (quote.found, &quote.text_hash) {
                    (MatchKind::NoText, _) => former.cloned(),
                    (found, Some(text_hash)) if found.found() => {
                        let entry = Entry {
                            claim: claim.id.to_string(),
                            source: source_name(evidence),
                            claim_hash: claim_hash(case, claim),
                            quote_hash: quote_hash(evidence),
                            text_hash: text_hash.to_string(),
                            found,
                            positions: quote.positions.iter().map(|place| [place.start, place.end]).collect(),
                            verified: today.to_owned(),
                        };
                        let same = former.filter(|former| {
                            Entry { verified: today.to_owned(), ..(*former).clone() } == entry
                        });
                        Some(same.cloned().unwrap_or(entry))
                    }
                    _ => None,
                };
                quotes.extend(entry);
            }
        }
        quotes.sort();
        quotes.dedup();
        let mut translations = translations(case);
        for (field, languages) in &mut translations {
            for (lang, now) in languages {
                let then = self.translations.get(field).and_then(|languages| languages.get(lang));
                // Unchanged since: it is still made from what it was made from.
                if let Some(then) = then.filter(|then| then.hash == now.hash) {
                    now.of.clone_from(&then.of);
                }
            }
        }
        let asked: BTreeMap<&str, String> =
            case.claims.iter().map(|claim| (&*claim.id, question_hash(case, claim))).collect();
        let mut judged: Vec<Answer> = answers;
        let kept = self.judged.iter().filter(|old| {
            asked.get(&*old.claim).is_some_and(|asked| *asked == old.asked)
                && !judged.iter().any(|new| new.claim == old.claim && new.judge == old.judge)
        });
        let kept: Vec<Answer> = kept.cloned().collect();
        judged.extend(kept);
        judged.sort();
        Self { format: FORMAT, quotes, translations, judged }
    }

    /// Takes every translation of `case` to be made from the original as it stands now.
    pub fn renew_translations(&mut self, case: &Case) {
        self.translations = translations(case);
    }

    /// Whether there is anything to keep.
    pub fn is_empty(&self) -> bool {
        self.quotes.is_empty() && self.translations.is_empty() && self.judged.is_empty()
    }

    /// The file's text: sorted, one fact a line, so that a change is a small difference.
    pub fn write(&self) -> String {
        // Plain strings, numbers and maps by string always serialise.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The entry of a quote that has not changed since, under a claim that has not.
    fn entry(&self, case: &Case, claim: &Claim, evidence: &Evidence) -> Option<&Entry> {
        let (source, quote, text) = (source_name(evidence), quote_hash(evidence), claim_hash(case, claim));
        self.quotes.iter().find(|entry| {
            *entry.claim == *claim.id
                && entry.source == source
                && entry.quote_hash == quote
                && entry.claim_hash == text
                && entry.found.found()
        })
    }
}

/// Where the file for `case` stands, below the library's root.
pub fn path(case: &Case) -> Option<String> {
    if let Some(file) = &case.sidecar {
        return Some(file.path.to_string());
    }
    let first = &case.files.first()?.path;
    let (folder, name) = first.rsplit_once('/').unwrap_or(("", first));
    let stem = name.split_once('.').map_or(name, |_| {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        match stem.rsplit_once('.') {
            Some((stem, tag)) if Lang::parse(tag).is_some() => stem,
            _ => stem,
        }
    });
    let slash = if folder.is_empty() { "" } else { "/" };
    Some(format!("{folder}{slash}{stem}.evidence.json"))
}

/// Hash of what a judge is asked about a claim: its texts and quotes.
pub fn question_hash(case: &Case, claim: &Claim) -> String {
    let mut parts = vec![claim_hash(case, claim)];
    parts.extend(claim.evidence.iter().flat_map(|evidence| [source_name(evidence), quote_hash(evidence)]));
    hash(&parts.join("\n"))
}

fn source_name(evidence: &Evidence) -> String {
    evidence.source.as_deref().unwrap_or(&evidence.source_name).to_owned()
}

fn quote_hash(evidence: &Evidence) -> String {
    hash(evidence.quote.value.trim())
}

/// The claim as the record's own language tells it, else as the first does.
fn claim_hash(case: &Case, claim: &Claim) -> String {
    let text = claim.texts.get(&case.lang).or_else(|| claim.texts.values().next());
    hash(text.map_or("", |text| text.value.trim()))
}

/// Every text that has a translation: field, language, and both hashes as they stand.
fn translations(case: &Case) -> BTreeMap<String, BTreeMap<String, Translation>> {
    let mut out = BTreeMap::new();
    for (field, versions) in case.texts() {
        let Some(own) = versions.0.get(&case.lang) else { continue };
        let of = hash(&said(&own.value));
        let others: BTreeMap<String, Translation> = versions
            .0
            .iter()
            .filter(|(lang, _)| **lang != case.lang)
            .map(|(lang, text)| {
                (lang.to_string(), Translation { hash: hash(&said(&text.value)), of: of.clone() })
            })
            .collect();
        if !others.is_empty() {
            out.insert(field.to_string(), others);
        }
    }
    out
}

/// What a text says, whatever its lines, blanks, Unicode form and marks of notes are.
fn said(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    let composed: String = text.nfc().collect();
    let mut bare = String::with_capacity(composed.len());
    let mut rest = composed.as_str();
    while let Some(at) = rest.find("[^") {
        bare.push_str(&rest[..at]);
        let mark = &rest[at..];
        let end = mark.find([']', '\n']).filter(|end| mark[*end..].starts_with(']'));
        let kept = end.map_or(2, |end| end + 1);
        if end.is_none() {
            bare.push_str(&mark[..kept]);
        }
        rest = &mark[kept..];
    }
    bare.push_str(rest);
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// BLAKE3, in hexadecimal.
fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
