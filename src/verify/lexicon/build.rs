//! Builds the lexicon: every form of every language into the tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::rules::{self, Rules};
use super::stem::stem;
use super::{Concept, ConceptId, Entry, Lexicon, Marks, Pattern, Role, Table, cut};
use crate::model::{Glossary, Vocabularies};

/// Letters up to which a mark of grammar has no other forms.
const SHORT_MARK: usize = 4;

/// Vocabularies whose terms are said in claims and quotes.
const SPOKEN: [&str; 5] = ["symptom", "component", "root_cause", "contributing", "org"];

#[derive(Default)]
struct Builder {
    concepts: Vec<Concept>,
    ids: BTreeMap<Arc<str>, ConceptId>,
    same: BTreeMap<String, String>,
    tables: BTreeMap<String, Table>,
}

impl Lexicon {
    /// Builds the lexicon of a library from its glossary, its vocabularies and the language files.
    pub fn new(glossary: &Glossary, vocabularies: &Vocabularies) -> Self {
        let mut builder = Builder::default();
        let relations = rules::relations();
        for group in &relations.same {
            if let Some((first, rest)) = group.split_first() {
                builder.same.extend(rest.iter().map(|id| (id.clone(), first.clone())));
            }
        }
        for (id, concept) in &glossary.concepts {
            let role = match &*concept.kind {
                "place" => Role::Place,
                "org" => Role::Org,
                "product" => Role::Product,
                "verb" => Role::Verb,
                _ => Role::Term,
            };
            let number = builder.concept(id, role);
            for (lang, forms) in &concept.forms {
                forms.iter().for_each(|form| builder.add(lang.primary(), number, form));
            }
        }
        for name in SPOKEN {
            let Some(vocabulary) = vocabularies.get(name) else { continue };
            let role = if name == "org" { Role::Org } else { Role::Term };
            for (id, term) in &vocabulary.terms {
                let number = builder.concept(id, role);
                for (lang, label) in &term.label {
                    builder.add(lang.primary(), number, label);
                }
                for (lang, aliases) in &term.aliases {
                    aliases.iter().for_each(|alias| builder.add(lang.primary(), number, alias));
                }
            }
        }
        for (lang, rules) in rules::all() {
            for (id, forms) in &rules.words {
                let role = if id.starts_with('=') { Role::Mark } else { Role::Term };
                let number = builder.concept(id, role);
                forms.iter().for_each(|form| builder.add(lang, number, form));
            }
        }
        builder.relate(relations);
        let marks = builder.marks();
        // A client and a server are told together, a request has its response, and some languages have one word
        // for up and down.
        let told_together = ["client", "request", "upload"];
        let pairs = (relations.apart.iter().enumerate())
            .filter(|(_, group)| {
                let days = group.iter().all(|id| id.starts_with("weekday-"));
                (group.len() == 2 || days) && !group.iter().any(|id| told_together.contains(&id.as_str()))
            })
            .map(|(number, _)| to_u16(number))
            .collect();
        let together = (relations.apart.iter().enumerate())
            .filter(|(_, group)| {
                group.len() == 2 && group.iter().any(|id| told_together.contains(&id.as_str()))
            })
            .map(|(number, _)| to_u16(number))
            .collect();
        Self { concepts: builder.concepts, tables: builder.tables, marks, pairs, together }
    }
}

impl Builder {
    fn concept(&mut self, id: &str, role: Role) -> ConceptId {
        let id = self.same.get(id).map_or(id, String::as_str);
        if let Some(number) = self.ids.get(id) {
            return *number;
        }
        let id: Arc<str> = id.into();
        let number = ConceptId::try_from(self.concepts.len()).unwrap_or(ConceptId::MAX);
        self.concepts.push(Concept {
            id: id.clone(),
            role,
            opposite: Vec::new(),
            level: 0,
            by_share: None,
            apart: Vec::new(),
            kin: Vec::new(),
            weak: false,
            reaches: false,
            negative: false,
        });
        self.ids.insert(id, number);
        number
    }

    fn named(&mut self, id: &str) -> Option<&mut Concept> {
        let id = self.same.get(id).map_or(id, String::as_str);
        let number = *self.ids.get(id)?;
        self.concepts.get_mut(number as usize)
    }

    fn relate(&mut self, relations: &rules::Relations) {
        for (pair, level) in
            relations.opposite.iter().map(|p| (p, false)).chain(relations.level.iter().map(|p| (p, true)))
        {
            let numbers = pair.each_ref().map(|id| self.concept(id, Role::Verb));
            for (at, sign) in [(0, 1), (1, -1)] {
                if let Some(concept) = self.concepts.get_mut(numbers[at] as usize) {
                    concept.opposite.push(numbers[1 - at]);
                    concept.level = if level { sign } else { concept.level };
                    concept.role =
                        if concept.role == Role::Term && level { Role::Verb } else { concept.role };
                }
            }
        }
        for [id, meant] in &relations.by_share {
            let meant = self.concept(meant, Role::Verb);
            if let Some(concept) = self.named(id) {
                concept.by_share = Some(meant);
            }
        }
        for (number, group) in relations.apart.iter().enumerate() {
            for (member, ids) in group.iter().enumerate() {
                // Several ids on one side of a group stand with `|` between them.
                for id in ids.split('|') {
                    if let Some(concept) = self.named(id.trim()) {
                        concept.apart.push((to_u16(number), to_u16(member)));
                    }
                }
            }
        }
        for (number, group) in relations.kin.iter().enumerate() {
            for id in group {
                if let Some(concept) = self.named(id) {
                    concept.kin.push(to_u16(number));
                }
            }
        }
        for id in &relations.weak {
            if let Some(concept) = self.named(id) {
                concept.weak = true;
            }
        }
        for id in &relations.reaches {
            if let Some(concept) = self.named(id) {
                concept.reaches = true;
            }
        }
        for id in &relations.verbs {
            if let Some(concept) = self.named(id) {
                concept.role = Role::Verb;
            }
        }
        for id in &relations.negative {
            if let Some(concept) = self.named(id) {
                concept.negative = true;
            }
        }
    }

    fn marks(&mut self) -> Marks {
        Marks {
            not: self.concept("=not", Role::Mark),
            break_before: self.concept("=break", Role::Mark),
            from: self.concept("=from", Role::Mark),
            to: self.concept("=to", Role::Mark),
            from_after: self.concept("=from_after", Role::Mark),
            to_after: self.concept("=to_after", Role::Mark),
            instead: self.concept("=instead", Role::Mark),
            instead_after: self.concept("=instead_after", Role::Mark),
            exactly: self.concept("=exactly", Role::Mark),
            only: self.concept("=only", Role::Mark),
            before: self.concept("=before", Role::Mark),
            after: self.concept("=after", Role::Mark),
            until: self.concept("=until", Role::Mark),
            not_again: self.concept("=not_again", Role::Mark),
            rather: self.concept("=rather", Role::Mark),
            denies_nothing: self.concept("=denies_nothing", Role::Mark),
            nearly: self.concept("=nearly", Role::Mark),
            share: self.concept("=share", Role::Mark),
            before_first: self.concept("=before_first", Role::Mark),
            them: self.concept("=them", Role::Mark),
            within: self.concept("=within", Role::Mark),
            and: self.concept("=and", Role::Mark),
            of: self.concept("=of", Role::Mark),
            all: self.concept("=all", Role::Mark),
            part: self.concept("=part", Role::Mark),
            except: self.concept("=except", Role::Mark),
            rest: self.concept("=rest", Role::Mark),
            out_of: self.concept("=out_of", Role::Mark),
            into: self.concept("=into", Role::Mark),
            in_place: self.concept("=in_place", Role::Mark),
            with_which: self.concept("=with_which", Role::Mark),
            by_whom: self.concept("=by_whom", Role::Mark),
            opens_noun: self.concept("=opens_noun", Role::Mark),
            passive: self.concept("=passive", Role::Mark),
            most: self.concept("most", Role::Term),
            cause: self.concept("cause", Role::Verb),
            plan: self.concept("=plan", Role::Mark),
            first: self.concept("=first", Role::Mark),
            then: self.concept("=then", Role::Mark),
            corrects: self.concept("=corrects", Role::Mark),
        }
    }

    /// Files `form` of `lang` under `concept`.
    fn add(&mut self, lang: &str, concept: ConceptId, form: &str) {
        let folded = cut::fold(form);
        let role = self.concepts.get(concept as usize).map_or(Role::Term, |concept| concept.role);
        let table = self.tables.entry(lang.to_owned()).or_default();
        table.spoken.insert(concept);
        let is = |range: &[std::ops::RangeInclusive<char>]| {
            folded.chars().any(|c| range.iter().any(|r| r.contains(&c)))
        };
        if is(&['\u{AC00}'..='\u{D7A3}']) {
            add_hangul(table, rules::rules(lang), concept, &folded);
        } else if is(&['\u{3040}'..='\u{30FF}', '\u{3400}'..='\u{9FFF}']) {
            let joined: String = folded.chars().filter(|c| !c.is_whitespace()).collect();
            push_unique(table.joined.entry(joined).or_default(), concept);
        } else {
            let short = form.chars().count() <= 4 && form.chars().all(|c| c.is_ascii_uppercase());
            let capitals = short && matches!(role, Role::Place | Role::Org | Role::Product);
            let whole = role == Role::Mark && folded.chars().count() <= SHORT_MARK;
            add_spaced(table, rules::rules(lang), concept, &folded, capitals, whole);
        }
    }
}

fn add_spaced(
    table: &mut Table,
    rules: &Rules,
    concept: ConceptId,
    folded: &str,
    capitals: bool,
    whole: bool,
) {
    let mut words = folded
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '*'))
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty() && *word != "*")
        .map(|word| match word.strip_suffix('*') {
            Some(prefix) => Pattern::Prefix(prefix.to_owned()),
            None => Pattern::Stem(stem(rules, word.strip_suffix("'s").unwrap_or(word))),
        });
    let Some(first) = words.next() else { return };
    let whole = (whole && matches!(first, Pattern::Stem(_))).then(|| folded.into());
    let entry = Entry { rest: words.collect(), concept, capitals, whole, free: false, verb: false };
    file(table, first, entry);
}

fn add_hangul(table: &mut Table, rules: &Rules, concept: ConceptId, folded: &str) {
    let parts: Vec<&str> = folded.split_whitespace().collect();
    let Some((last, firsts)) = parts.split_last() else { return };
    for (ending, free, verb) in stems_of_hangul(last) {
        let mut patterns: Vec<Pattern> = firsts.iter().map(|part| without_particle(rules, part)).collect();
        patterns.push(Pattern::Prefix(ending.clone()));
        let entry = |rest: Vec<Pattern>| Entry { rest, concept, capitals: false, whole: None, free, verb };
        let first = patterns.remove(0);
        if !patterns.is_empty() {
            let joined: String = firsts.iter().map(|part| cut::jamo(part)).chain([ending]).collect();
            file(table, Pattern::Prefix(joined), entry(Vec::new()));
        }
        file(table, first, entry(patterns));
    }
}

/// A word inside a phrase may have another particle, or none.
fn without_particle(rules: &Rules, part: &str) -> Pattern {
    let bare = rules.particles.cut(part).find(|bare| bare.chars().take(2).count() == 2).unwrap_or(part);
    Pattern::Prefix(cut::jamo(bare.trim_end_matches('*')))
}

/// What the forms of a Korean word begin with, as letters: whether anything may follow, and whether it
/// is a verb's stem.
fn stems_of_hangul(word: &str) -> Vec<(String, bool, bool)> {
    if let Some(prefix) = word.strip_suffix('*') {
        return vec![(cut::jamo(prefix), true, true)];
    }
    if let Some(noun) = word.strip_suffix("하다").filter(|noun| noun.chars().count() > 1) {
        return vec![(cut::jamo(noun), false, false)];
    }
    let Some(verb) = word.strip_suffix('다').filter(|verb| !verb.is_empty()) else {
        return vec![(cut::jamo(word), false, false)];
    };
    let letters = cut::jamo(verb);
    let syllables = verb.chars().count();
    let open = letters.chars().last().is_some_and(|c| ('\u{1161}'..='\u{1175}').contains(&c));
    match (syllables, open) {
        // 떨어지다: 떨어져, 떨어졌다, 떨어진: all begin with 떨어ㅈ.
        (2.., true) => {
            let mut short = letters.clone();
            let changes = short
                .pop()
                .is_some_and(|vowel| matches!(vowel, '\u{1175}' | '\u{1173}' | '\u{1169}' | '\u{116E}'));
            let tells = short.chars().next_back().is_some_and(|lead| lead != '\u{110B}');
            let mut forms = vec![(letters, true, true)];
            if changes && tells {
                forms.push((short, true, true));
            }
            forms
        }
        (2.., false) => vec![(letters, true, true)],
        // 켜다, 막다: one syllable alone begins too many words.
        _ => {
            const AFTER: [&str; 16] = [
                "다", "고", "는", "은", "을", "었", "았", "어", "아", "지", "던", "기", "도록", "음", "면",
                "자",
            ];
            let mut forms: Vec<(String, bool, bool)> =
                AFTER.iter().map(|ending| (cut::jamo(&format!("{verb}{ending}")), true, true)).collect();
            if open {
                for tail in ['\u{11AB}', '\u{11AF}', '\u{11BB}'] {
                    forms.push((format!("{letters}{tail}"), true, true));
                }
            }
            forms
        }
    }
}

fn file(table: &mut Table, first: Pattern, entry: Entry) {
    let entries = match first {
        Pattern::Stem(stem) => table.exact.entry(stem).or_default(),
        Pattern::Prefix(prefix) => table.prefix.at(&prefix),
    };
    if !entries
        .iter()
        .any(|known| known.concept == entry.concept && known.rest == entry.rest && known.whole == entry.whole)
    {
        entries.push(entry);
    }
}

fn push_unique(list: &mut Vec<ConceptId>, concept: ConceptId) {
    if !list.contains(&concept) {
        list.push(concept);
    }
}

fn to_u16(value: usize) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}
