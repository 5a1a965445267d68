//! Bytes of a page into text, by the encoding that its host or the page itself names. Encodings beside
//! UTF-8, UTF-16 and two of single bytes are refused by name rather than guessed.

/// The text of `bytes`.
///
/// # Errors
///
/// One sentence that names the encoding.
pub(super) fn decode(bytes: &[u8], media_type: &str, html: bool) -> Result<String, String> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return utf8(rest);
    }
    match bytes {
        [0xFF, 0xFE, rest @ ..] => return Ok(utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => return Ok(utf16(rest, u16::from_be_bytes)),
        _ => {}
    }
    let named = parameter(media_type).or_else(|| html.then(|| in_head(bytes)).flatten());
    let named = named.unwrap_or_else(|| "utf-8".to_owned());
    match named.as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" => utf8(bytes),
        "utf-16" | "utf-16le" => Ok(utf16(bytes, u16::from_le_bytes)),
        "utf-16be" => Ok(utf16(bytes, u16::from_be_bytes)),
        "iso-8859-1" | "latin1" | "windows-1252" | "cp1252" | "iso-8859-15" => {
            // Much that says so is UTF-8 after all.
            Ok(std::str::from_utf8(bytes).map_or_else(|_| single(bytes, WINDOWS_1252), str::to_owned))
        }
        "windows-1251" | "cp1251" => Ok(single(bytes, WINDOWS_1251)),
        other => Err(format!(
            "it is written in {other}, which is not read here; save it as UTF-8 and store it by hand"
        )),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        format!(
            "it says that it is UTF-8 and is not, at byte {}; save it as UTF-8 and store it by hand",
            error.valid_up_to()
        )
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).filter(|c| *c != '\u{FEFF}').collect()
}

/// `charset=…` of a media type.
fn parameter(media_type: &str) -> Option<String> {
    let lower = media_type.to_ascii_lowercase();
    let (_, after) = lower.split_once("charset=")?;
    let name = after.trim_start_matches(['"', '\'']);
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))).unwrap_or(name.len());
    Some(name[..end].replace('_', "-")).filter(|name| !name.is_empty())
}

/// The encoding that the first kilobytes of a page name in `<meta>`.
fn in_head(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(bytes.get(..4096).unwrap_or(bytes)).to_ascii_lowercase();
    let at = head.find("<meta")?;
    parameter(&head[at..])
}

fn single(bytes: &[u8], upper: &str) -> String {
    let upper: Vec<char> = upper.chars().collect();
    bytes
        .iter()
        .map(|byte| match byte.checked_sub(0x80) {
            None => char::from(*byte),
            Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{FFFD}'),
        })
        .collect()
}

/// The upper half of Windows-1252, byte 80 first.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// The upper half of Windows-1251, byte 80 first.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_encoding_is_read_or_refused() {
        assert_eq!((WINDOWS_1251.chars().count(), WINDOWS_1252.chars().count()), (128, 128));
        assert_eq!(decode(b"\xCF\xF0\xE8", "text/plain; charset=windows-1251", false).unwrap(), "При");
        assert_eq!(
            decode(b"<meta charset=\"windows-1251\">\xCF", "text/html", true).unwrap(),
            "<meta charset=\"windows-1251\">П"
        );
        assert_eq!(decode(b"caf\xE9 \x93", "text/plain; charset=ISO-8859-1", false).unwrap(), "café “");
        assert_eq!(decode("가".as_bytes(), "text/html; charset=\"UTF-8\"", true).unwrap(), "가");
        assert_eq!(decode(b"\xFF\xFEa\0", "", false).unwrap(), "a");
        assert!(decode(b"\xB0\xA1", "text/html; charset=euc-kr", true).unwrap_err().contains("euc-kr"));
        assert!(decode(b"\xB0\xA1", "text/html", true).is_err());
    }
}
