//! Writes a taken page: the text beside the library or in the source's file, and the source's fields.

use std::path::Path;

use super::{Args, Taken, Target, licence_of, lost, snapshot_path, storable};
use crate::cli::output::{Failure, say};
use crate::diag::SourceFile;
use crate::load;
use crate::model::form::{self, set_fields};
use crate::model::{Library, Source, TextFormat};
use crate::text::difference;
use crate::text::plain::{Format, render, without_front_matter};
use crate::verify::locate::SourceText;
use crate::write::replace;

/// Lines of a difference that are shown.
const MOST_LINES: usize = 60;

/// Writes; the paths that changed. A stored text that differs is shown, and kept without `--replace`.
pub(super) fn put(
    root: &Path,
    library: &Library,
    target: &Target<'_>,
    taken: &Taken,
    args: &Args,
    nesting: usize,
) -> Result<Vec<String>, Failure> {
    let id = target.id(args, &taken.read)?;
    let path = target
        .source
        .and_then(|source| source.file.as_ref())
        .map_or_else(|| format!("content/sources/{id}.md"), |file| file.path.to_string());
    let licence = licence_of(args, taken, target.source);
    let in_file = target.source.and_then(|own| own.text.as_ref()).is_some_and(|text| text.in_library);
    if args.store || in_file {
        storable(licence.as_deref())?;
    }
    if target.source.is_none() && (library.sources.contains_key(id.as_str()) || root.join(&path).exists()) {
        return Err(Failure::Usage(format!("there is a source `{id}` with another address; give --id")));
    }
    let new_format = match taken.read.stored.extension() {
        "md" => Format::Markdown,
        _ => Format::Text,
    };
    let new_text = &taken.read.text;
    let stored = target
        .source
        .and_then(|own| own.text.as_ref())
        .or_else(|| library.sources.get(id.as_str())?.text.as_ref());
    if let Some(stored) = stored {
        let old_format = match stored.format {
            TextFormat::Markdown => Format::Markdown,
            TextFormat::Plain => Format::Text,
            TextFormat::Html => Format::Html,
        };
        let (old, new) = (lines(&render(old_format, &stored.raw)), lines(&render(new_format, new_text)));
        if old != new {
            say(format!("{} differs from the page as it is now:", stored.path));
            say(difference::told(&old, &new, MOST_LINES).trim_end());
            let lost = lost::quotes(library, &id, (old_format, &stored.raw), (new_format, new_text));
            for quote in &lost {
                say(format!("no longer there: {quote}"));
            }
            if !args.replace {
                let quotes = if lost.is_empty() {
                    "no quote would be lost".to_owned()
                } else {
                    format!("{} quotes would be lost", lost.len())
                };
                say(format!("nothing was written; {quotes}: give --replace to store the page as it is now"));
                return Err(Failure::Content);
            }
        }
    }
    let mut written = Vec::new();
    let mut write = |path: &str, bytes: &str| -> Result<(), Failure> {
        let full = root.join(path);
        if replace(&full, bytes.as_bytes()).map_err(|error| Failure::machine(full.display(), &error))? {
            written.push(path.to_owned());
        }
        Ok(())
    };
    let before = match load::text(&root.join(&path)) {
        Ok(text) => text,
        Err(_) => "---\n---\n".to_owned(),
    };
    let keep_in_file = args.store || in_file;
    let before = if keep_in_file {
        let body = without_front_matter(&before).len();
        format!("{}\n{}", before[..before.len() - body].trim_end(), prose(new_format, new_text))
    } else {
        before
    };
    // The hash is that of the text as `check` reads it from where it is stored.
    let kept = if keep_in_file {
        SourceText::render(Format::Markdown, &before)
    } else {
        SourceText::render(new_format, new_text)
    };
    let hash = format!("blake3:{}", kept.hash());
    let fields = fields(target, taken, args, library, &hash, licence.as_deref());
    let pairs: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let Some(text) = set_fields(&before, &pairs, nesting) else {
        return Err(Failure::Usage(format!("the fields of {path} cannot be set; `casebook check` says why")));
    };
    let file = SourceFile::new(path.as_str(), text.as_str());
    let text = form::source(&file, &form::source_order(), nesting).unwrap_or(text);
    if !keep_in_file {
        let snapshot = snapshot_path(&id, taken.read.stored.extension());
        let name = snapshot.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        write(&name, new_text)?;
        other_forms(root, &id, taken.read.stored.extension());
    }
    write(&path, &text)?;
    if licence.is_none() && !keep_in_file {
        say("the page tells no licence: its text stays outside the repository, in .casebook/snapshots/");
    }
    Ok(written)
}

/// The text as the body of a source file, which is Markdown.
fn prose(format: Format, text: &str) -> String {
    match format {
        Format::Markdown => format!("\n{text}"),
        // Each line is a paragraph of its own, or Markdown would join it with the next.
        _ => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(|line| format!("\n{}\n", literal(line))).collect()
        }
    }
}

/// A line that Markdown shows as it is: marks that would mean something are escaped.
fn literal(line: &str) -> String {
    if render(Format::Markdown, line) == line {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len() + 8);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in line.char_indices() {
        if c.is_ascii_punctuation() && (at <= digits || "\\`*_{}[]<>()#+-!|&~=^$:".contains(c)) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Lines that say something, for comparing texts whose blank lines mean nothing.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Removes the texts of the source in other forms, which would be read before this one.
fn other_forms(root: &Path, id: &str, kept: &str) {
    for extension in ["md", "txt", "html"] {
        if extension != kept {
            let other = root.join(snapshot_path(id, extension));
            if other.is_file() {
                // The text was compared with the new one above.
                let _ = crate::write::remove(&other);
            }
        }
    }
}

/// The source's fields: what is new about this reading is set, the rest only where nothing is told yet.
fn fields(
    target: &Target<'_>,
    taken: &Taken,
    args: &Args,
    library: &Library,
    hash: &str,
    licence: Option<&str>,
) -> Vec<(&'static str, String)> {
    let source: Option<&Source> = target.source;
    let about = &taken.read.about;
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    if source.is_none() {
        fields.push(("url", target.address.url.clone()));
    }
    let mut missing = |name: &'static str, there: bool, value: Option<String>| {
        if let (false, Some(value)) = (there, value.filter(|value| !value.trim().is_empty())) {
            fields.push((name, value));
        }
    };
    let archived = taken.archived.clone();
    missing(
        "archived",
        source.is_some_and(|own| own.archived.is_some()) && args.archived.is_none(),
        archived,
    );
    missing("final_url", false, taken.final_url.clone());
    missing("title", source.is_some_and(|own| !own.title.is_empty()), about.title.clone());
    let publisher_told = source
        .is_some_and(|own| own.publisher.as_deref() != own.url.as_deref().map(crate::model::address::host));
    let publisher = args.publisher.clone().or_else(|| about.publisher.clone());
    missing("publisher", publisher_told && args.publisher.is_none(), publisher);
    missing("author", source.is_some_and(|own| own.author.is_some()), about.author.clone());
    let kind = args.kind.as_ref().map(|kind| {
        let aliases = library.vocab.get("source_kind").map(|own| &own.aliases);
        let id = aliases.and_then(|own| own.get(&crate::model::name::fold_name(kind)));
        id.map_or_else(|| kind.clone(), ToString::to_string)
    });
    missing("kind", false, kind);
    missing(
        "lang",
        source.is_some_and(|own| own.lang.is_some()),
        about.lang.as_ref().map(ToString::to_string),
    );
    missing(
        "licence",
        source.is_some_and(|own| own.licence.is_some()) && args.licence.is_none(),
        licence.map(str::to_owned),
    );
    let licence_url = taken.licence.as_ref().and_then(|own| own.url.clone());
    let own_words = args.licence.is_none();
    missing("licence_url", source.is_some_and(|own| own.licence_url.is_some()) || !own_words, licence_url);
    let dated = source.is_some_and(|own| own.published != crate::model::Known::Absent);
    missing("published", dated, about.published.clone());
    let today =
        args.as_of.unwrap_or_else(|| jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date());
    fields.push(("retrieved", today.to_string()));
    fields.push(("hash", hash.to_owned()));
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_stay_what_they_are_inside_markdown() {
        let text = "# no heading\n1. no list\n* star_s_ and `ticks` <b> &amp; [x](y)\nplain line\n\n  - dash\nTitle\n=====\n[^1]: x\n장애 *보고*\n";
        let body = prose(Format::Text, text);
        let shown = render(Format::Markdown, &body);
        assert_eq!(lines(&shown), lines(text), "{body}");
        assert!(body.contains("\nplain line\n"));
    }
}
