//! The text layer of a PDF. The reader below may panic on broken files and unpacks without a bound: the
//! one is caught, the other is measured first.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes that all streams of a document may have when unpacked.
const MOST_UNPACKED: u64 = 256 << 20;
/// Streams that a document may have.
const MOST_STREAMS: usize = 100_000;

/// The text of a PDF, pages apart by a blank line.
///
/// # Errors
///
/// One sentence: it cannot be read, or has no text layer.
pub(super) fn text(bytes: &[u8]) -> Result<String, String> {
    measure(bytes)?;
    let read = catch_unwind(AssertUnwindSafe(|| pdf_extract::extract_text_from_mem(bytes)));
    let text = match read {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => return Err(format!("the PDF cannot be read ({error}); store its text by hand")),
        Err(_) => {
            return Err(
                "the PDF is broken or of a kind that is not read here; store its text by hand".to_owned()
            );
        }
    };
    let text = tidy(&text);
    if text.chars().filter(|c| c.is_alphanumeric()).count() < 2 {
        return Err("the PDF has no text layer, it is made of pictures; store its text by hand".to_owned());
    }
    Ok(text)
}

/// Unpacks every stream in turn without keeping it, up to the bound.
fn measure(bytes: &[u8]) -> Result<(), String> {
    let mut unpacked = 0;
    for (number, at) in memchr::memmem::find_iter(bytes, b"stream").enumerate() {
        if number > MOST_STREAMS {
            return Err("the PDF has too many parts".to_owned());
        }
        let rest = &bytes[at + 6..];
        let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
        // The first byte of packed data by zlib, as PDF has it.
        if !matches!(rest.first(), Some(0x08 | 0x18 | 0x28 | 0x38 | 0x48 | 0x58 | 0x68 | 0x78)) {
            continue;
        }
        let mut packed = flate2::read::ZlibDecoder::new(rest).take(MOST_UNPACKED + 1 - unpacked);
        let mut buffer = [0_u8; 16 << 10];
        // What cannot be unpacked is the reader's to judge.
        while let Ok(count @ 1..) = packed.read(&mut buffer) {
            unpacked += count as u64;
            if unpacked > MOST_UNPACKED {
                return Err(format!("the PDF unpacks to more than {} MiB", MOST_UNPACKED >> 20));
            }
        }
    }
    Ok(())
}

/// Lines without blanks at their ends, and no more than one blank line in a row.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.lines().map(str::trim_end) {
        if line.trim().is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
            if blank > 0 {
                out.push('\n');
            }
        }
        blank = 0;
        out.extend(line.chars().filter(|c| !c.is_control() || *c == '\t'));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bomb_is_measured_before_it_is_unpacked() {
        use std::io::Write;
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        let block = vec![0_u8; 1 << 20];
        for _ in 0..=MOST_UNPACKED >> 20 {
            packer.write_all(&block).unwrap();
        }
        let packed = packer.finish().unwrap();
        assert!(packed.len() < 1 << 20);
        let file = [b"%PDF-1.4\nstream\n".as_slice(), &packed, b"\nendstream"].concat();
        assert!(text(&file).unwrap_err().contains("unpacks"));
    }

    #[test]
    fn broken_files_are_told_and_never_panic() {
        for bytes in [b"".as_slice(), b"%PDF-1.4", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<</Root 1 0 R>>"]
        {
            assert!(text(bytes).is_err());
        }
    }
}
