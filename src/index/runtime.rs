//! The browser's reader as files of the site: the modules of `runtime/` that belong together as one
//! module, so that a search waits for one script and not for a chain of them.

/// The modules of the reader, each after those that it imports.
const READER: [(&str, &str); 11] = [
    ("tokens", include_str!("runtime/tokens.js")),
    ("near", include_str!("runtime/near.js")),
    ("decode", include_str!("runtime/decode.js")),
    ("shelf", include_str!("runtime/shelf.js")),
    ("hits", include_str!("runtime/hits.js")),
    ("query", include_str!("runtime/query.js")),
    ("resolve", include_str!("runtime/resolve.js")),
    ("plan", include_str!("runtime/plan.js")),
    ("excerpt", include_str!("runtime/excerpt.js")),
    ("search", include_str!("runtime/search.js")),
    ("casebook-search", include_str!("runtime/casebook-search.js")),
];

/// Modules that stand by themselves: what knows the DOM, and what a search does not need.
const PAGES: [(&str, &str); 5] = [
    ("diagnose", include_str!("runtime/diagnose.js")),
    ("page", include_str!("runtime/page.js")),
    ("search-page", include_str!("runtime/search-page.js")),
    ("diagnose-page", include_str!("runtime/diagnose-page.js")),
    ("search-field", include_str!("runtime/search-field.js")),
];

/// The scripts under `search/`: path from the site's root, text.
pub fn runtime() -> Vec<(String, String)> {
    let mut reader = String::new();
    for (name, text) in READER {
        let last = name == "casebook-search";
        for line in code(text) {
            // Within one module nothing is imported, and only the interface is exported.
            if line.starts_with("import ") {
                continue;
            }
            let line = if last { line } else { line.strip_prefix("export ").unwrap_or(line) };
            push_untyped(&mut reader, line);
            reader.push('\n');
        }
    }
    let mut files = vec![("search/casebook-search.js".to_owned(), reader)];
    for (name, text) in PAGES {
        files.push((format!("search/{name}.js"), code(text).map(|line| format!("{line}\n")).collect()));
    }
    files
}

/// Adds a line without the types that are told in it: `/** @type {X} */ (value)` is `(value)` to a browser.
fn push_untyped(out: &mut String, line: &str) {
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("/** @type ") {
        let Some((_, next)) = after.split_once("*/") else { break };
        out.push_str(before);
        rest = next.trim_start();
    }
    out.push_str(rest);
}

/// The lines of a script without comments that fill a line, and without indentation. No text of the
/// scripts spans lines, so nothing else changes.
pub fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut comment = false;
    text.lines().map(str::trim).filter(move |line| {
        let opens = line.starts_with("/*");
        let inside = comment || opens;
        if inside {
            // `/** @type {X} */ (value)` goes on after its comment: it stays as it is.
            comment = !line.contains("*/");
            return opens && line.find("*/").is_some_and(|at| at + 2 < line.len());
        }
        !line.is_empty() && !line.starts_with("//")
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    #[test]
    fn the_reader_is_one_small_module() {
        let files = super::runtime();
        let (path, reader) = &files[0];
        assert_eq!(path, "search/casebook-search.js");
        assert!(!reader.contains("@type"));
        assert!(!reader.contains("\nimport ") && reader.contains("export async function open"));
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(reader.as_bytes()).unwrap();
        let size = packed.finish().unwrap().len();
        assert!(size < 20_000, "the reader takes {size} bytes");
    }
}
