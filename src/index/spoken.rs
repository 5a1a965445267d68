//! Korean verbs and adjectives as people speak and note them down (`느려요`, `죽었어요`, `실패함`), which a record
//! writes with other endings (`느려졌다`, `죽었고`, `실패`). For words of a query alone, in every library; the twin
//! is at the end of `runtime/resolve.js`.

use super::near::sounds;

/// Endings after the stem with its vowel and tense, the longest first.
pub const ENDINGS: &str = "는데요 더라고 습니까 습니다 나요 네요 는데 니까 니다 더니 더라 아요 어요 지요 고 네 니 다 서 아 어 요 음 죠 지";
/// Syllables that make a verb of a noun, without their tense.
const OF_NOUNS: [char; 4] = ['하', '해', '되', '돼'];
/// A stem has at least so many syllables: one alone begins too much.
const LEAST: usize = 2;
/// The first syllable of Hangul in Unicode, and the closing consonants that are told apart here.
const FIRST: u32 = 0xac00;
const CLOSINGS: u32 = 28;
const CLOSED_BY_M: u32 = 16;
const CLOSED_BY_B: u32 = 17;
const CLOSED_BY_SS: u32 = 20;

/// What is left of a verb without its ending.
#[derive(Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The noun that 하다 or 되다 made a verb.
    pub noun: Option<String>,
    /// What the other forms begin with, to look for them.
    pub start: String,
    /// The sounds that they begin with.
    stem: Vec<u32>,
}

impl Spoken {
    /// Whether `word` is such a form.
    pub fn holds(&self, word: &str) -> bool {
        let Some((last, before)) = self.stem.split_last() else { return false };
        let sounds = sounds(word);
        sounds.starts_with(before) && sounds.get(before.len()).is_some_and(|own| loose(*own) == loose(*last))
    }
}

/// Takes the ending off `word`; nothing if it has none, or if too little is left.
pub fn spoken(word: &str) -> Option<Spoken> {
    let long = |stem: &&str| stem.chars().count() >= LEAST;
    let ended = ENDINGS.split(' ').find_map(|ending| Some((ending, word.strip_suffix(ending).filter(long)?)));
    let mut stem: Vec<char> = match ended {
        // 집니다 is 지 and ㅂ니다.
        Some((ending, stem)) => without(stem, CLOSED_BY_SS)
            .or_else(|| without(stem, CLOSED_BY_B).filter(|_| ending.starts_with('니')))
            .unwrap_or_else(|| stem.chars().collect()),
        None => without(word, CLOSED_BY_M).filter(|stem| stem.len() >= LEAST)?,
    };
    let noun = stem.split_last().filter(|(last, noun)| OF_NOUNS.contains(last) && noun.len() >= LEAST);
    let noun = noun.map(|(_, noun)| noun.iter().collect());
    // 만들어 is 만들 with the vowel that the tense asks for.
    if stem.len() > LEAST && matches!(stem.last(), Some('아' | '어')) {
        stem.pop();
    }
    let (_, start) = stem.split_last()?;
    let start = start.iter().collect();
    Some(Spoken { noun, start, stem: sounds(&stem.iter().collect::<String>()) })
}

/// The syllables of `word`, the last of them without its closing consonant, if that is `closing`.
fn without(word: &str, closing: u32) -> Option<Vec<char>> {
    let mut syllables: Vec<char> = word.chars().collect();
    let last = syllables.last_mut()?;
    let code = u32::from(*last).checked_sub(FIRST).filter(|code| code % CLOSINGS == closing)?;
    *last = char::from_u32(FIRST + code - closing)?;
    Some(syllables)
}

/// A vowel as it is before 어 melts into it: 져 is 지 and 어.
fn loose(sound: u32) -> u32 {
    match sound {
        0x1167 => 0x1175,
        0x116a => 0x1169,
        0x116b => 0x116c,
        0x116f => 0x116e,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::spoken;

    fn one_verb(typed: &str, written: &str) -> bool {
        spoken(typed).is_some_and(|typed| typed.holds(written))
    }

    #[test]
    fn forms_of_one_verb_are_told() {
        let pairs = [
            ("느려요", "느려졌다"),
            ("느려요", "느린"),
            ("느려졌어요", "느려지는"),
            ("죽었어요", "죽었다"),
            ("사라졌습니다", "사라지고"),
            ("멈춰요", "멈췄다"),
            ("깨짐", "깨졌다"),
            ("깨집니다", "깨졌다"),
            ("만들었는데", "만들지"),
            ("바뀌었어요", "바뀌었다"),
        ];
        for (typed, written) in pairs {
            assert!(one_verb(typed, written), "{typed} {written}");
        }
        for (typed, written) in
            [("느려요", "느낌"), ("죽었어요", "죽음"), ("깨짐", "깨끗한"), ("떠요", "떠났다")]
        {
            assert!(!one_verb(typed, written), "{typed} {written}");
        }
    }

    #[test]
    fn nouns_are_told_from_their_verbs() {
        for (verb, noun) in
            [("실패했어요", "실패"), ("재시작돼요", "재시작"), ("복구됨", "복구"), ("실패함", "실패")]
        {
            assert_eq!(spoken(verb).and_then(|verb| verb.noun).as_deref(), Some(noun), "{verb}");
        }
        assert_eq!(spoken("포함").and_then(|verb| verb.noun), None);
        assert_eq!(spoken("서버"), None);
    }
}
