//! Bytes into UTF-8, or a finding that names the first wrong byte and the likely encoding.

use std::sync::Arc;

use crate::diag::{ByteSpan, Code, Diagnostic, Place, SourceFile};

/// Decodes the file `path`; byte order marks at its head are dropped, and lines that end as they did on an old Mac end in `\n`.
pub(super) fn decode(path: &str, bytes: Vec<u8>) -> Result<SourceFile, Box<Diagnostic>> {
    let mut head = bytes.as_slice();
    while let Some(rest) = head.strip_prefix(b"\xEF\xBB\xBF") {
        head = rest;
    }
    let mut bytes = if head.len() == bytes.len() { bytes } else { head.to_vec() };
    if bytes.contains(&b'\r') && !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    if let Some(name) = utf16(&bytes) {
        return Err(Box::new(finding(path, &bytes, 0, name)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(path, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            if is_damaged(&bytes) {
                return Err(Box::new(damaged(path, &bytes, at)));
            }
            Err(Box::new(finding(path, &bytes, at, guess(&bytes))))
        }
    }
}

/// Whether text is UTF-8 but for a few bytes: most of what is beyond ASCII reads well.
fn is_damaged(bytes: &[u8]) -> bool {
    let (mut well, mut ill) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        well += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        ill += usize::from(!chunk.invalid().is_empty());
    }
    well > ill * 4
}

/// The finding for UTF-8 in which bytes are lost or strange.
fn damaged(path: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let found = bytes.get(at..(at + 3).min(bytes.len())).unwrap_or_default();
    let hex: Vec<String> = found.iter().map(|byte| format!("{byte:02X}")).collect();
    Diagnostic::new(
        Code::L001,
        place(path, bytes, at),
        format!("a character is damaged: byte {at} begins `{}`, and all around is UTF-8", hex.join(" ")),
    )
    .help("write the character anew and save the file as UTF-8")
}

/// The finding for characters that were lost before the file was saved; the text is kept as it is.
pub(super) fn lost(file: &SourceFile) -> Option<Diagnostic> {
    let at = file.text.find(char::REPLACEMENT_CHARACTER)?;
    let count = file.text.matches(char::REPLACEMENT_CHARACTER).count();
    let message = match count {
        1 => "a character was lost when this text was saved: `\u{FFFD}` stands in its place".to_owned(),
        _ => {
            format!("{count} characters were lost when this text was saved: `\u{FFFD}` stands in their place")
        }
    };
    let place = file.place(ByteSpan::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8()));
    Some(
        Diagnostic::new(Code::L001, place, message)
            .help("write the characters anew and save the file as UTF-8"),
    )
}

fn place(path: &str, bytes: &[u8], at: usize) -> Place {
    let valid = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default());
    let place = SourceFile::new(path, valid.as_ref()).place(ByteSpan::new(valid.len(), valid.len()));
    Place { path: Arc::from(path), ..place }
}

fn finding(path: &str, bytes: &[u8], at: usize, encoding: &str) -> Diagnostic {
    let place = place(path, bytes, at);
    let found = bytes.get(at..(at + 3).min(bytes.len())).unwrap_or_default();
    let hex: Vec<String> = found.iter().map(|byte| format!("{byte:02X}")).collect();
    Diagnostic::new(
        Code::L001,
        place,
        format!("the file is not UTF-8: byte {at} begins `{}`, which looks like {encoding}", hex.join(" ")),
    )
    .help(format!("open the file as {encoding} and save it as UTF-8"))
}

/// The name of the UTF-16 form that `bytes` seem to be in.
fn utf16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] => return Some("UTF-32 (little-endian)"),
        [0xFF, 0xFE, ..] => return Some("UTF-16 (little-endian)"),
        [0xFE, 0xFF, ..] => return Some("UTF-16 (big-endian)"),
        _ => {}
    }
    // Without a mark: every second byte of Latin text is zero.
    let head = &bytes[..bytes.len().min(64)];
    if head.len() < 4 {
        return None;
    }
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let half = head.len() / 4;
    if odd > half && even == 0 {
        Some("UTF-16 (little-endian)")
    } else if even > half && odd == 0 {
        Some("UTF-16 (big-endian)")
    } else {
        None
    }
}

/// The likeliest encoding of text that is not UTF-8.
fn guess(bytes: &[u8]) -> &'static str {
    let high: Vec<u8> = bytes.iter().copied().filter(|byte| *byte >= 0x80).collect();
    let share = |test: fn(u8) -> bool| {
        high.iter().filter(|byte| test(**byte)).count() as f64 / high.len().max(1) as f64
    };
    // Double-byte encodings: high bytes come in pairs. Cyrillic words run longer than two letters,
    // so single letters between ASCII tell the one from the other.
    let runs = runs(bytes);
    let even = runs.iter().filter(|run| run.len() % 2 == 0).count();
    let pairs = !runs.is_empty() && even * 10 >= runs.len() * 9;
    let hangul = runs
        .iter()
        .flat_map(|run| run.chunks_exact(2))
        .all(|pair| (0xB0..=0xC8).contains(&pair[0]) || pair[0] == 0xA1);
    if pairs && hangul && runs.len() * 2 <= high.len() {
        return "EUC-KR (CP949)";
    }
    let latin = runs.iter().filter(|run| run.len() == 1).count();
    if latin * 2 > runs.len() {
        return "Windows-1252 (Latin-1)";
    }
    // Small letters are most of a Russian text: E0-FF in Windows-1251, C0-DF in KOI8-R.
    let windows = share(|byte| byte >= 0xE0);
    let koi = share(|byte| (0xC0..0xE0).contains(&byte));
    let dos = share(|byte| (0xA0..0xB0).contains(&byte) || (0xE0..0xF0).contains(&byte))
        * share(|byte| byte < 0xB0);
    if dos > 0.3 {
        "CP866"
    } else if windows >= koi {
        "Windows-1251"
    } else {
        "KOI8-R"
    }
}

/// Runs of bytes above ASCII.
fn runs(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(u8::is_ascii).filter(|run| !run.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(bytes: &[u8]) -> String {
        decode("a.md", bytes.to_vec()).unwrap_err().help
    }

    #[test]
    fn common_encodings_are_named() {
        // «Привет мир» in three encodings.
        assert!(guessed(b"\xCF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0").contains("Windows-1251"));
        assert!(guessed(b"\xF0\xD2\xC9\xD7\xC5\xD4 \xCD\xC9\xD2").contains("KOI8-R"));
        assert!(guessed(b"\x8F\xE0\xA8\xA2\xA5\xE2 \xAC\xA8\xE0").contains("CP866"));
        assert!(guessed(b"\xC0\xE5\xBE\xD6 \xBA\xB8\xB0\xED").contains("EUC-KR"));
        assert!(guessed(b"caf\xE9 na\xEFve").contains("Windows-1252"));
        assert!(guessed(b"\xFF\xFEt\0i\0").contains("UTF-16 (little-endian)"));
        assert!(guessed(b"t\0i\0t\0l\0").contains("UTF-16 (little-endian)"));
    }

    #[test]
    fn the_place_is_the_first_wrong_byte() {
        let finding = decode("a.md", b"one\ntwo \xCF\xF0\xE8".to_vec()).unwrap_err();
        assert_eq!((finding.primary.place.line, finding.primary.place.column), (2, 5));
        assert!(finding.message.contains("byte 8"), "{}", finding.message);
    }

    #[test]
    fn utf8_with_a_damaged_character_is_not_taken_for_another_encoding() {
        let cut = "---\nid: A-1\ntitle: 네트워크 장애 보고\n".as_bytes();
        let told = guessed(&[cut, b"\xEB\x8B"].concat());
        assert!(told.contains("anew"), "{told}");
        let told = guessed(&["Сбой сети в узле".as_bytes(), b"\xE9 x"].concat());
        assert!(told.contains("anew"), "{told}");
    }

    #[test]
    fn characters_lost_before_are_told_at_their_place() {
        let file = decode("a.md", "one\ntwo \u{FFFD}".into()).unwrap();
        let told = lost(&file).unwrap();
        assert_eq!((told.primary.place.line, told.primary.place.column), (2, 5));
        assert!(lost(&decode("a.md", b"one".to_vec()).unwrap()).is_none());
    }

    #[test]
    fn lines_of_an_old_mac_and_doubled_marks_do_no_harm() {
        let bytes = b"\xEF\xBB\xBF\xEF\xBB\xBF---\rid: A\r---\r".to_vec();
        assert_eq!(&*decode("a.md", bytes).unwrap().text, "---\nid: A\n---\n");
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(&*decode("a.md", b"\xEF\xBB\xBF---".to_vec()).unwrap().text, "---");
    }
}
