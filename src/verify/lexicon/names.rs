//! Names written in Latin, Cyrillic or Hangul into a key that does not depend on the script: the
//! consonants as they sound, coarsely. Two names with one key may be one name; the key of a short
//! name holds its vowels too, for little else would tell it from another.

/// Fewest consonants by which a name is known.
const MIN_CONSONANTS: usize = 3;

/// The key of the folded word `name`, or `None` where it is too short or in another script.
pub fn sound_key(name: &str) -> Option<String> {
    let sounds = sounds(name)?;
    let mut consonants = String::new();
    let mut vowels = String::new();
    let mut first_vowel = false;
    for (at, sound) in sounds.chars().enumerate() {
        if is_vowel(sound) {
            first_vowel |= at == 0;
            vowels.push(sound);
        } else if !consonants.ends_with(sound) {
            consonants.push(sound);
        }
    }
    // Hangul writes the n of nk as ng.
    let consonants = consonants.replace("ngk", "nk");
    let start = if first_vowel { "a" } else { "" };
    if consonants.len() >= MIN_CONSONANTS {
        Some(format!("{start}{consonants}"))
    } else if consonants.len() == 2 && !vowels.is_empty() {
        Some(format!("{start}{consonants}:{}", vowels.chars().next().unwrap_or('a')))
    } else {
        None
    }
}

fn is_vowel(sound: char) -> bool {
    matches!(sound, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Coarse sounds, letter by letter.
fn sounds(name: &str) -> Option<String> {
    let mut out = String::new();
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
    let first = *letters.first()?;
    if first.is_ascii_alphabetic() {
        latin(&letters, &mut out);
    } else if ('\u{400}'..'\u{500}').contains(&first) {
        letters.iter().for_each(|&letter| cyrillic(letter, &mut out));
    } else if ('\u{AC00}'..='\u{D7A3}').contains(&first) {
        letters.iter().for_each(|&letter| hangul(letter, &mut out));
    } else {
        return None;
    }
    Some(out)
}

fn latin(letters: &[char], out: &mut String) {
    let at = |i: usize| letters.get(i).copied().unwrap_or(' ');
    let mut i = 0;
    while i < letters.len() {
        let (this, next) = (at(i), at(i + 1));
        let (sound, taken) = match (this, next) {
            ('p', 'h') => ("p", 2),
            ('t', 'h') | ('s', 'h') | ('s', 'c') => ("s", if next == 'c' { 1 } else { 2 }),
            ('c', 'h') => ("j", 2),
            ('c', 'k') => ("k", 2),
            ('c', 'e' | 'i' | 'y') => ("s", 1),
            ('q', 'u') => ("ku", 2),
            ('w', 'r') => ("r", 2),
            ('o', 'o') => ("u", 2),
            ('e', 'e') => ("i", 2),
            ('g', 'h') => ("g", 2),
            ('x', _) => ("ks", 1),
            ('f', _) => ("p", 1),
            ('v', _) => ("b", 1),
            ('w', _) => ("u", 1),
            ('c' | 'q', _) => ("k", 1),
            ('l', _) => ("r", 1),
            ('j' | 'z', _) => ("j", 1),
            ('y', _) => ("i", 1),
            ('h', _) => ("", 1),
            // A final e is silent.
            ('e', ' ') if i > 2 => ("", 1),
            ('a' | 'b' | 'd' | 'e' | 'g' | 'i' | 'k' | 'm' | 'n' | 'o' | 'p' | 'r' | 's' | 't' | 'u', _) => {
                out.push(this);
                ("", 1)
            }
            _ => ("", 1),
        };
        out.push_str(sound);
        i += taken;
    }
}

fn cyrillic(letter: char, out: &mut String) {
    out.push_str(match letter {
        'а' | 'я' => "a",
        'б' | 'в' => "b",
        'г' => "g",
        'д' => "d",
        'е' | 'э' | 'ё' => "e",
        'ж' | 'з' | 'ч' | 'ц' => "j",
        'и' | 'й' | 'ы' => "i",
        'к' => "k",
        'л' | 'р' => "r",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' | 'ф' => "p",
        'с' | 'ш' | 'щ' => "s",
        'т' => "t",
        'у' | 'ю' => "u",
        // х stands for h, which other scripts drop.
        _ => "",
    });
}

fn hangul(syllable: char, out: &mut String) {
    const LEADS: [&str; 19] =
        ["g", "g", "n", "d", "d", "r", "m", "b", "b", "s", "s", "", "j", "j", "j", "k", "t", "p", ""];
    // The vowel ㅡ only carries a consonant that stands alone in the other scripts.
    const VOWELS: [&str; 21] = [
        "a", "e", "a", "e", "o", "e", "o", "e", "o", "a", "e", "o", "o", "u", "u", "e", "i", "u", "", "i",
        "i",
    ];
    const TAILS: [&str; 28] = [
        "", "k", "k", "k", "n", "n", "n", "t", "r", "r", "r", "r", "r", "r", "r", "r", "m", "p", "p", "s",
        "s", "ng", "j", "j", "k", "t", "p", "",
    ];
    let index = (syllable as u32).wrapping_sub(0xAC00) as usize;
    if index < 19 * 21 * 28 {
        out.push_str(LEADS[index / 588]);
        out.push_str(VOWELS[index % 588 / 28]);
        out.push_str(TAILS[index % 28]);
    }
}

#[cfg(test)]
mod tests {
    use super::sound_key;

    #[test]
    fn a_name_sounds_alike_in_every_script() {
        for names in [
            ["mumbai", "뭄바이", "мумбаи"],
            ["consul", "콘술", "консул"],
            ["frankfurt", "프랑크푸르트", "франкфурт"],
            ["dublin", "더블린", "дублин"],
            ["singapore", "싱가포르", "сингапур"],
            ["kafka", "카프카", "кафка"],
            ["osaka", "오사카", "осака"],
            ["nomad", "노마드", "номад"],
        ] {
            let keys = names.map(sound_key);
            assert!(keys[0].is_some(), "{names:?}");
            assert!(keys.iter().all(|key| key == &keys[0]), "{names:?} {keys:?}");
        }
    }

    #[test]
    fn other_names_sound_otherwise() {
        for (one, other) in [
            ("mumbai", "싱가포르"),
            ("tokyo", "오사카"),
            ("redis", "카프카"),
            ("dublin", "берлин"),
            ("oslo", "осака"),
        ] {
            assert_ne!(sound_key(one), sound_key(other), "{one} {other}");
        }
    }

    #[test]
    fn other_scripts_and_empty_names_have_no_key() {
        assert_eq!(sound_key(""), None);
        assert_eq!(sound_key("東京"), None);
        assert_eq!(sound_key("123"), None);
    }
}
