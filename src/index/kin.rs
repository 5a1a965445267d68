//! Russian words that a stemmer takes for different ones though they are forms of one: окурок and окурками,
//! организует and организовала, дрожат and дрожим. Comes in: the words of a library with their stems. Goes out:
//! stems that are one word. Each word is read as a base with an ending of some way of inflection, and of all its
//! readings that one counts which most words of the library share. Runs when the index is built; readers get the
//! result as keys of the dictionary and as endings.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Endings of adjectives: after `*`, and after `+` those of participles in щ and ш.
const ADJECTIVE: &str = "ый ого ому ым ом ая ой ую ое ые ых ыми ою";
const PARTICIPLE: &str = "ий его ему им ем ая ей ую ее ие их ими ею";

/// Ways to inflect nouns and adjectives. `-` is no ending.
const NAMES: [&str; 17] = [
    "- а у ом ем е ы и ов ев ей ам ами ах",
    "ь я ю ем е и ей ям ями ях",
    "й я ю ем е и ев ям ями ях",
    "ий ия ию ием ии иев иям иями иях",
    "о а у ом е - ам ами ах",
    "ие ия ию ием ии ий иям иями иях",
    "е я ю ем ей ям ями ях а у ах ам ами",
    "а ы и е у ой ою ей ею - ам ами ах",
    "я и е ю ей ею ь й ям ями ях",
    "ия ии ию ией иею ий иям иями иях",
    "ь и ью ей ям ями ях",
    "мя мени менем мена мен менам менами менах",
    "анин анина анину анином анине ане ан анам анами анах",
    "енок енка енку енком енке ята ят ятам ятами ятах",
    "- а у ым е ы ых ыми ой ою",
    "* - а о ы ее ей е ейш+",
    "ий его ему им ем яя ей юю ее ие их ими ь я е и",
];
/// Adjectives in к: `_` is the hard consonant, `^` the soft one.
const CHANGING_NAMES: &str = "_ий _ого _ому _им _ом _ая _ой _ую _ое _ие _их _ими _а _о _и ^е ^айш+";
/// A vowel (`~`) that stands before the last consonant (`_`) of a noun or an adjective only where nothing follows.
const FLEETING: [&str; 3] = [
    "~_ &_а &_у &_ом &_ем &_е &_ы &_и &_ов &_ев &_ей &_ам &_ами &_ах &_ой &_ою &_о",
    "~_ь &_я &_ю &_ем &_е &_и &_ей &_ям &_ями &_ях &_а &_у",
    "~_ &_* &_а &_о &_ы &_и &_ий &_им &_их &_ими &_ее &_ей &_ейш+",
];
const FLEETING_CONSONANTS: &str = "кцнлрвмб";

/// Ways to inflect verbs; each ending also with ся and сь.
const VERBS: [&str; 17] = [
    "ать аю аешь ает аем аете ают ай айте ал ала ало али ающ+ авш+ анн* ан ана ано аны аем* ая ав авши",
    "ять яю яешь яет яем яете яют яй яйте ял яла яло яли яющ+ явш+ янн* ян яна яно яны яем* яя яв явши",
    "еть ею еешь еет еем еете еют ей ейте ел ела ело ели еющ+ евш+ ея ев евши",
    "овать ую уешь ует уем уете уют уй уйте овал овала овало овали ующ+ овавш+ ованн* ован ована ованы овано уем* уя овав овавши",
    "евать юю юешь юет юем юете юют юй юйте евал евала евало евали юющ+ евавш+ еванн* юем* юя",
    "вать ю ешь ет ем ете ют вай вайте вал вала вало вали ющ+ вавш+ ванн* ваем* вая",
    "ить ю у ишь ит им ите ят ат и ь ьте ил ила ило или ящ+ ащ+ ивш+ енн* ен ена ено ены им* я а ив ивши",
    "еть ю у ишь ит им ите ят и ел ела ело ели ящ+ евш+ енн* им* я ев",
    "ать у ю ишь ит им ите ат ят и ал ала ало али ащ+ ящ+ авш+ анн* а я ав",
    "нуть ну нешь нет нем нете нут ни ните нь ньте нул нула нуло нули нувш+ нут* нув - ла ло ли ш+",
    "у ешь ет ем ете ут и ите - ла ло ли ти ш+ енн* ен ена ено ены ущ+ я",
    "ать еру ерешь ерет ерем ерете ерут ери ерите рал рала рало рали рать равш+ ранн* рав",
    "ть л ла ло ли вш+ в вши ну нешь нет нем нете нут нь ньте т* ни ните",
    "ть л ла ло ли вш+ в вши м шь ст дим дите дут й йте нн* н на но ны",
    "ть л ла ло ли вш+ в вши ву вешь вет вем вете вут ви вите вущ+ т*",
    "ыть ыл ыла ыло ыли ывш+ ыт* ою оешь оет оем оете оют ой ойте ыв оющ+ оя",
    "ять ял яла яло яли явш+ ят* иму имешь имет имем имете имут ими имите яв",
];
/// Verbs whose consonant changes: `_` and `^`.
const CHANGING_VERBS: [&str; 3] = [
    "_ить ^у ^ю _ишь _ит _им _ите _ят _ат _и _ь _ьте _ил _ила _ило _или _ящ+ _ивш+ ^енн* ^ен ^ена ^ено ^ены _им* _я _ив _еть _ел _ела _ело _ели _евш+ _ев",
    "_ать _ал _ала _ало _али _авш+ _анн* _ан _ана _ано _аны ^у ^ю ^ешь ^ет ^ем ^ете ^ут ^ют ^и ^ите ^ь ^ьте ^ущ+ ^а _ав",
    "_у ^ешь ^ет ^ем ^ете _ут _и _ите _ _ла _ло _ли чь _ш+ ^енн* ^ен ^ена ^ено ^ены _ущ+",
];
const CHANGES: [(&str, &str); 17] = [
    ("д", "ж"),
    ("з", "ж"),
    ("г", "ж"),
    ("т", "ч"),
    ("к", "ч"),
    ("с", "ш"),
    ("х", "ш"),
    ("ст", "щ"),
    ("ск", "щ"),
    ("т", "щ"),
    ("д", "жд"),
    ("б", "бл"),
    ("п", "пл"),
    ("в", "вл"),
    ("м", "мл"),
    ("ф", "фл"),
    ("л", "л"),
];
/// Verbs whose stem ends in a consonant that the past loses, and a few that change more.
const LOSING_VERBS: &str = "_у _ешь _ет _ем _ете _ут _и _ите _ущ+ _я _ши л ла ло ли сти сть вш+ _ш+ _енн* _ен _ена _ено _ены _ь _ьте";
const ODD_VERBS: [&str; 6] = [
    "йду йдешь йдет йдем йдете йдут йди йдите йти шел шла шло шли шедш+ йдя",
    "иду идешь идет идем идете идут иди идите ти шел шла шло шли шедш+ идя",
    "еду едешь едет едем едете едут ехать ехал ехала ехало ехали ехавш+ ехав езжай езжайте",
    "нять нял няла няло няли нявш+ нят* йму ймешь ймет ймем ймете ймут йми ймите няв",
    "вать вал вала вало вали вавш+ ванн* ову овешь овет овем овете овут ови овите вав",
    "ать ал ала ало али авш+ ат* му мешь мет мем мете мут ми мите ну нешь нет нем нете нут ни ните ав",
];

/// A base has at least so many letters.
const LEAST_BASE: usize = 2;
/// A word has at least so many.
const LEAST_WORD: usize = 3;
/// Of the words of a stem so many in a hundred must be forms of the word with which it is united.
const SHARE: usize = 30;
/// So many words must share a reading, and where a vowel comes and goes before a rarer consonant.
const LEAST: u16 = 2;
const LEAST_FLEETING: u16 = 3;

/// All endings and the ways of inflection that have each.
struct Ways {
    of_ending: FxHashMap<String, Vec<u16>>,
    /// How many words must share a reading, by way.
    least: Vec<u16>,
    longest: usize,
}

impl Ways {
    fn new() -> Self {
        let mut ways = Self { of_ending: FxHashMap::default(), least: Vec::new(), longest: 0 };
        let names = NAMES.map(str::to_owned).into_iter();
        let changing =
            [("к", "ч"), ("г", "ж"), ("х", "ш"), ("к", "")].map(|pair| change(CHANGING_NAMES, pair));
        for pattern in names.chain(changing) {
            ways.add(&pattern, false, LEAST);
        }
        for pattern in FLEETING {
            for last in FLEETING_CONSONANTS.chars() {
                for (vowel, instead) in [("о", ""), ("е", ""), ("е", "ь"), ("е", "й")] {
                    let last = last.to_string();
                    let spelled = pattern.replace('~', vowel).replace('&', instead).replace('_', &last);
                    ways.add(&spelled, false, if "кцн".contains(&last) { LEAST } else { LEAST_FLEETING });
                }
            }
        }
        for pattern in VERBS.iter().chain(&ODD_VERBS) {
            ways.add(pattern, true, LEAST);
        }
        for pattern in CHANGING_VERBS {
            for pair in CHANGES {
                ways.add(&change(pattern, pair), true, LEAST);
            }
        }
        for last in ["д", "т", "б"] {
            ways.add(&LOSING_VERBS.replace('_', last), true, LEAST);
        }
        ways
    }

    fn add(&mut self, pattern: &str, verb: bool, least: u16) {
        let number = self.least.len() as u16;
        self.least.push(least);
        for spelled in pattern.split_ascii_whitespace() {
            let (stem, endings) = match (spelled.strip_suffix('*'), spelled.strip_suffix('+')) {
                (Some(stem), _) => (stem, ADJECTIVE),
                (_, Some(stem)) => (stem, PARTICIPLE),
                _ => (spelled.trim_matches('-'), "-"),
            };
            for ending in endings.split_ascii_whitespace() {
                let whole = format!("{stem}{}", ending.trim_matches('-'));
                let open = whole.ends_with(|c| "аоуыиеяю".contains(c)) && endings == "-";
                if verb && !whole.is_empty() {
                    self.insert(format!("{whole}{}", if open { "сь" } else { "ся" }), number);
                }
                self.insert(whole, number);
            }
        }
    }

    fn insert(&mut self, ending: String, way: u16) {
        self.longest = self.longest.max(ending.len());
        let ways = self.of_ending.entry(ending).or_default();
        if ways.last() != Some(&way) {
            ways.push(way);
        }
    }

    /// All readings of a word: its base and the way of inflection.
    fn readings<'w>(&self, word: &'w str) -> impl Iterator<Item = (&'w str, u16)> {
        let least = word.char_indices().nth(LEAST_BASE).map_or(word.len(), |(at, _)| at);
        let from = least.max(word.len().saturating_sub(self.longest));
        (from..=word.len()).filter(|at| word.is_char_boundary(*at)).flat_map(move |at| {
            let (base, ending) = word.split_at(at);
            self.of_ending.get(ending).into_iter().flatten().map(move |way| (base, *way))
        })
    }
}

fn change(pattern: &str, (hard, soft): (&str, &str)) -> String {
    pattern.replace('_', hard).replace('^', soft)
}

/// Which stems are one word: each with the stem that stands for all, where that is another. `words` are pairs of
/// a word and its stem, in the order of words; what is not Russian is passed over.
pub fn unite<'w>(words: &[(&'w str, &'w str)]) -> BTreeMap<&'w str, &'w str> {
    let russian = |word: &str| word.chars().all(|c| matches!(c, 'а'..='я'));
    let words: Vec<(&str, &str)> = words
        .iter()
        .copied()
        .filter(|(word, stem)| russian(word) && russian(stem) && word.chars().count() >= LEAST_WORD)
        .collect();
    if words.is_empty() {
        return BTreeMap::new();
    }
    let ways = Ways::new();
    // Two words with one base begin with the same two letters: each such run of words stands for itself.
    let start = |word: &str| word.char_indices().nth(LEAST_BASE).map_or(word.len(), |(at, _)| at);
    let runs: Vec<&[(&str, &str)]> = words.chunk_by(|a, b| a.0[..start(a.0)] == b.0[..start(b.0)]).collect();
    runs.par_iter().flat_map_iter(|run| unite_run(run, &ways)).collect()
}

fn unite_run<'w>(run: &[(&'w str, &'w str)], ways: &Ways) -> Vec<(&'w str, &'w str)> {
    let mut support: FxHashMap<(&str, u16), u16> = FxHashMap::default();
    for (word, _) in run {
        for reading in ways.readings(word) {
            let count = support.entry(reading).or_default();
            *count = count.saturating_add(1);
        }
    }
    // The words of each stem, and of each reading that is the best of its word.
    let mut of_stem: FxHashMap<&str, usize> = FxHashMap::default();
    let mut read: BTreeMap<(&str, u16), BTreeMap<&str, usize>> = BTreeMap::new();
    for (word, stem) in run {
        *of_stem.entry(stem).or_default() += 1;
        let known = ways.readings(word).map(|reading| (support.get(&reading).copied().unwrap_or(0), reading));
        let sure = known.filter(|(count, (_, way))| {
            ways.least.get(usize::from(*way)).is_some_and(|least| count >= least)
        });
        let best = sure.max_by_key(|(count, (base, way))| (*count, base.len(), std::cmp::Reverse(*way)));
        if let Some((_, reading)) = best {
            *read.entry(reading).or_default().entry(stem).or_default() += 1;
        }
    }
    let mut united: BTreeMap<&str, &str> = BTreeMap::new();
    for stems in read.values() {
        let mut firm = stems
            .iter()
            .filter(|(stem, count)| of_stem.get(*stem).is_some_and(|all| *count * 100 >= all * SHARE));
        let Some((first, _)) = firm.next() else { continue };
        for (other, _) in firm {
            let (one, other) = (last(&united, first), last(&united, other));
            // The shorter stands for both.
            let (short, long) =
                if (one.len(), one) <= (other.len(), other) { (one, other) } else { (other, one) };
            if short != long {
                united.insert(long, short);
            }
        }
    }
    let stems: Vec<&str> = united.keys().copied().collect();
    stems.into_iter().map(|stem| (stem, last(&united, stem))).collect()
}

fn last<'w>(united: &BTreeMap<&'w str, &'w str>, stem: &'w str) -> &'w str {
    let mut stem = stem;
    while let Some(next) = united.get(stem) {
        stem = next;
    }
    stem
}

#[cfg(test)]
mod tests {
    use crate::index::stem::Analyzer;
    use crate::text::Lang;

    /// The words, sorted, in groups of one term.
    fn groups(text: &str) -> Vec<String> {
        let analyzer = Analyzer::new(&Lang::parse("ru").unwrap());
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable();
        let stems: Vec<String> = words.iter().map(|word| analyzer.stem(word)).collect();
        let pairs: Vec<(&str, &str)> = words.iter().copied().zip(stems.iter().map(String::as_str)).collect();
        let united = super::unite(&pairs);
        let mut groups = std::collections::BTreeMap::<&str, Vec<&str>>::new();
        for (word, stem) in pairs {
            groups.entry(united.get(stem).copied().unwrap_or(stem)).or_default().push(word);
        }
        groups.into_values().map(|group| group.join(" ")).collect()
    }

    #[test]
    fn forms_that_a_stemmer_parts_are_one_word() {
        for forms in [
            "окурками окурки окурок",
            "окна окнами окон",
            "писем письма письмо",
            "индеец индейцев индейцы",
            "организовала организует организуют",
            "дрожали дрожат дрожим",
            "выхожу выходит выходить",
            "приготовили приготовим приготовлю",
            "написал написала напишет напишу",
            "привел приведем приведет",
            "огромен огромна огромный",
            "тонкий тонкого тончайший",
            "воскликнет воскликнул воскликнули",
            "придавала придавать придает",
            "образованные образует образуемой",
            "орган органам органы",
            "открою открыл открыли",
            "приехала приедем приедет",
        ] {
            assert_eq!(groups(forms).len(), 1, "{:?}", groups(forms));
        }
    }

    #[test]
    fn words_that_only_look_alike_stay_apart() {
        for (one, other) in [
            ("порт порта портами порты", "портал портала порталы"),
            ("кот кота коты", "который которого которые"),
            ("сервер сервера серверы", "север севера северный"),
            ("город города городом городу", "горда гордый гордым гордые"),
            ("пакет пакета пакеты", "пакистан пакистана"),
            ("билет билета билеты", "билась билось"),
        ] {
            let united = groups(&format!("{one} {other}"));
            let holds = |group: &String, words: &str| {
                group.split(' ').any(|word| words.split(' ').any(|w| w == word))
            };
            assert!(united.iter().all(|group| !(holds(group, one) && holds(group, other))), "{united:?}");
        }
    }
}
