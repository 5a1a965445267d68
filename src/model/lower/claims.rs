//! Marks and notes into claims: what stands before a mark, and the quotes behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::record::Record;
use super::source::InlineSource;
use crate::diag::{ByteSpan, Code};
use crate::model::case::{Case, Field};
use crate::model::claim::{Claim, ClaimKind, Evidence};
use crate::model::name::{fold_name, nearest};
use crate::model::text::{At, LangText, Text};
use crate::parse::{Node, Note, Value, read_quotes};
use crate::text::{ByLang, Lang};

/// The longest quote in characters: enough for a statement, short enough to be a quotation.
pub(super) const MAX_QUOTE: usize = 300;

/// A footnote of one language's file.
pub(super) struct LangNote {
    pub part: usize,
    pub note: Note,
    pub used: bool,
}

/// An item under `Claims`.
pub(super) struct FreeClaim {
    pub part: usize,
    pub text: Text,
}

/// Marks side by side: `[^t1][^t2]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkGroup {
    /// The names, with their places in the text.
    pub marks: Vec<(String, Range<usize>)>,
    /// The claim before them, without white space at its ends.
    pub claim: Range<usize>,
}

/// The claims of a case as they are found, each known by its id: a record may have thousands.
#[derive(Default)]
struct Gathered {
    claims: Vec<Claim>,
    by_id: BTreeMap<Arc<str>, usize>,
    /// How often an id was wanted that another claim had.
    wanted: BTreeMap<String, usize>,
}

impl Gathered {
    fn called(&mut self, id: &str) -> Option<&mut Claim> {
        let number = *self.by_id.get(id)?;
        self.claims.get_mut(number)
    }

    fn push(&mut self, claim: Claim) {
        self.by_id.entry(Arc::clone(&claim.id)).or_insert(self.claims.len());
        self.claims.push(claim);
    }

    /// `wanted`, or with a number behind it (`wanted-2`) where a claim is called so already.
    fn free_id(&mut self, wanted: &str) -> String {
        if !self.by_id.contains_key(wanted) {
            return wanted.to_owned();
        }
        let times = self.wanted.entry(wanted.to_owned()).or_insert(1);
        loop {
            *times += 1;
            let id = format!("{wanted}-{times}");
            if !self.by_id.contains_key(id.as_str()) {
                return id;
            }
        }
    }
}

/// How many marks are compared to find the one that a mistyped mark means.
const COMPARED: usize = 500;

/// Evidence for a mark, from a note or the field `evidence`.
#[derive(Default)]
struct MarkEvidence {
    kind: Option<ClaimKind>,
    evidence: Vec<Evidence>,
    used: bool,
    places: Vec<(usize, ByteSpan)>,
}

impl Record<'_> {
    /// Makes the claims of `case`, whose texts are lowered.
    pub fn claims(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
        notes: Vec<LangNote>,
        free: Vec<FreeClaim>,
    ) {
        let mut marks = self.evidence_field(case, inline);
        for note in notes {
            self.note(case, inline, &mut marks, &note);
        }
        let mut claims = Gathered::default();
        let mut missing: BTreeSet<String> = BTreeSet::new();
        // Most texts bear no mark: only those that do are looked at again.
        let marked = |text: &LangText| {
            text.0.values().any(|own| memchr::memmem::find(own.value.as_bytes(), b"[^").is_some())
        };
        let texts: Vec<(Field, LangText)> = case
            .texts()
            .into_iter()
            .filter(|(_, text)| marked(text))
            .map(|(field, text)| (field, text.clone()))
            .collect();
        // The language of the record first: it gives a claim's field and order.
        let mut langs: BTreeSet<Lang> = texts.iter().flat_map(|(_, text)| text.0.keys().cloned()).collect();
        langs.extend(free.iter().map(|own| self.parts[own.part].lang.clone()));
        let mut langs: Vec<Lang> = langs.into_iter().collect();
        langs.sort_by_key(|lang| (*lang != case.lang, self.context.rank(lang)));
        for lang in &langs {
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            let own =
                texts.iter().filter_map(|(field, text)| Some((field.clone(), text.get(lang)?.clone(), true)));
            let free = free
                .iter()
                .enumerate()
                .filter(|(_, own)| self.parts[own.part].lang == *lang)
                .map(|(_, own)| (Field::new("claims"), own.text.clone(), false));
            let mut number = 0;
            for (field, text, in_field) in own.chain(free).collect::<Vec<_>>() {
                let groups = mark_groups(&text.value);
                if !in_field && groups.is_empty() {
                    number += 1;
                    let id = format!("claim-{number}");
                    self.add_claim(&mut claims, &id, &field, lang, &text, None, &mut marks, &[]);
                    continue;
                }
                for group in groups {
                    let Some((first, place)) = group.marks.first().cloned() else { continue };
                    for (mark, place) in &group.marks {
                        match marks.get_mut(mark) {
                            Some(own) => own.used = true,
                            None if missing.insert(mark.clone()) => {
                                self.missing_note(mark, &text, place.clone(), &marks)
                            }
                            None => {}
                        }
                    }
                    let times = seen.entry(first.clone()).and_modify(|times| *times += 1).or_insert(1);
                    let id = if *times == 1 { first.clone() } else { format!("{first}-{times}") };
                    if group.claim.is_empty() {
                        let at = text.locate(place);
                        let part = self.part_of(at);
                        self.report(
                            Code::M020,
                            part,
                            at.span,
                            format!("no sentence stands before `[^{first}]`"),
                            |finding| {
                                finding.help("put the mark behind the sentence that the quote bears out")
                            },
                        );
                        continue;
                    }
                    let names: Vec<String> = group.marks.into_iter().map(|(name, _)| name).collect();
                    let range = in_field.then(|| group.claim.clone());
                    let own = text.slice(group.claim);
                    self.add_claim(&mut claims, &id, &field, lang, &own, range, &mut marks, &names);
                }
            }
        }
        self.claims_field(case, inline, &mut claims);
        for (mark, own) in &marks {
            if !own.used
                && let Some((part, span)) = own.places.first()
            {
                self.report(
                    Code::M018,
                    *part,
                    *span,
                    format!("no sentence bears the mark `[^{mark}]`"),
                    |finding| {
                        finding
                            .help(format!("write `[^{mark}]` behind the sentence that this quote bears out"))
                    },
                );
            }
        }
        let mut claims = claims.claims;
        for claim in &mut claims {
            // The same quote told in the notes of several languages is one piece of evidence.
            let mut kept: Vec<Evidence> = Vec::new();
            for evidence in std::mem::take(&mut claim.evidence) {
                let repeated = kept.iter().any(|own| {
                    own.source_name == evidence.source_name
                        && own.quote.value == evidence.quote.value
                        && (&own.prefix, &own.suffix) == (&evidence.prefix, &evidence.suffix)
                });
                if !repeated {
                    kept.push(evidence);
                }
            }
            claim.evidence = kept;
        }
        case.claims = claims;
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one claim in one language; a struct would be built only to be taken apart"
    )]
    fn add_claim(
        &mut self,
        claims: &mut Gathered,
        id: &str,
        field: &Field,
        lang: &Lang,
        text: &Text,
        range: Option<Range<usize>>,
        marks: &mut BTreeMap<String, MarkEvidence>,
        names: &[String],
    ) {
        let mut kind = None;
        let mut evidence = Vec::new();
        for name in names {
            if let Some(own) = marks.get(name) {
                kind = kind.or(own.kind);
                evidence.extend(own.evidence.iter().cloned());
            }
        }
        if let Some(own) = claims.called(id) {
            own.texts.or_insert_with(lang, || text.clone());
            if own.field == *field
                && let Some(range) = range
            {
                own.ranges.or_insert_with(lang, || range);
            }
            own.evidence.extend(evidence);
            return;
        }
        claims.push(Claim {
            id: Arc::from(id),
            kind: kind.unwrap_or_else(|| ClaimKind::of_field(field)),
            field: field.clone(),
            texts: ByLang::from([(lang.clone(), text.clone())]),
            ranges: range.into_iter().map(|range| (lang.clone(), range)).collect(),
            evidence,
            at: text.at,
        });
    }

    fn missing_note(
        &mut self,
        mark: &str,
        text: &Text,
        place: Range<usize>,
        marks: &BTreeMap<String, MarkEvidence>,
    ) {
        let at = text.locate(place);
        let part = self.part_of(at);
        let json = self.parts[part].root.is_some();
        let near =
            nearest(mark, marks.keys().take(COMPARED).map(String::as_str)).filter(|near| *near != mark);
        let help = match (near, json) {
            (Some(near), true) => {
                format!("write `[^{near}]` if that is meant, else add `{mark}` to `evidence`")
            }
            (Some(near), false) => format!(
                "write `[^{near}]` if that is meant, else add a line `[^{mark}]: source-id: \"quote\"` at the end of the file"
            ),
            (None, true) => {
                format!("add it to `evidence`: `\"{mark}\": [{{\"source\": \"…\", \"quote\": \"…\"}}]`")
            }
            (None, false) => format!("add a line `[^{mark}]: source-id: \"quote\"` at the end of the file"),
        };
        self.report(Code::M017, part, at.span, format!("the mark `[^{mark}]` has no note"), |finding| {
            finding.help(help)
        });
    }

    /// A footnote into evidence for its mark.
    fn note(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
        marks: &mut BTreeMap<String, MarkEvidence>,
        own: &LangNote,
    ) {
        let (kind, quotes) = read_quotes(&own.note.body);
        let kind = kind.and_then(|written| self.claim_kind(own.part, &written.value, written.span));
        let mut evidence = Vec::new();
        for entry in quotes {
            let Some(quote) = entry.quote else {
                let message = format!("the note `[^{}]` quotes nothing", own.note.mark);
                self.report(Code::M019, own.part, entry.span, message, |finding| {
                    finding.help("write `source-id: \"the words of the source\"`")
                });
                continue;
            };
            let quote = self.text(own.part, &quote);
            let name = entry.source.value.trim().to_owned();
            let name_at = if name.is_empty() { entry.span } else { entry.source.span };
            let at = self.at(own.part, entry.span);
            if let Some(made) =
                self.quote(case, inline, own.part, &name, name_at, quote, entry.prefix, entry.suffix, at)
            {
                evidence.push(made);
            }
        }
        let entry = marks.entry(own.note.mark.clone()).or_default();
        entry.kind = entry.kind.or(kind);
        entry.evidence.extend(evidence);
        entry.places.push((own.part, own.note.mark_span));
        entry.used |= own.used;
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one quote, checked in one place")]
    fn quote(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
        part: usize,
        name: &str,
        name_span: ByteSpan,
        quote: Text,
        prefix: Option<String>,
        suffix: Option<String>,
        at: At,
    ) -> Option<Evidence> {
        let length = quote.value.chars().count();
        if quote.value.trim().is_empty() {
            self.report(Code::M019, part, at.span, "the quote is empty", |finding| {
                finding.help("copy the words of the source between the quotation marks")
            });
            return None;
        }
        if length > MAX_QUOTE {
            let message = format!("the quote has {length} characters, more than {MAX_QUOTE}");
            self.report(Code::M021, part, quote.at.span, message, |finding| {
                finding.help("quote only the words that bear the claim; leave the middle out with `…`, or make two quotes of it")
            });
        }
        let source = self.resolve_source(case, inline, part, name, name_span);
        Some(Evidence { source, source_name: name.to_owned(), quote, prefix, suffix, at })
    }

    fn claim_kind(&mut self, part: usize, written: &str, span: ByteSpan) -> Option<ClaimKind> {
        let folded = fold_name(written);
        let alias = self.context.vocab.get("claim_kind").and_then(|vocab| vocab.aliases.get(&folded));
        let id = alias.map_or(folded.as_str(), |id| id);
        let kind = ClaimKind::ALL.into_iter().find(|kind| kind.as_str() == id);
        if kind.is_none() {
            let near = nearest(written, ClaimKind::ALL.map(ClaimKind::as_str));
            let help = near.map_or_else(
                || "write `cause`, `impact`, `time`, `number`, `action` or `other`".to_owned(),
                |near| format!("write `{near}`"),
            );
            self.report(
                Code::M004,
                part,
                span,
                format!("no kind of claim is called `{written}`"),
                |finding| finding.help(help),
            );
        }
        kind
    }

    /// The field `evidence`: quotes by mark.
    fn evidence_field(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
    ) -> BTreeMap<String, MarkEvidence> {
        let mut marks: BTreeMap<String, MarkEvidence> = BTreeMap::new();
        for (part, node) in self.all("evidence") {
            let Some(entries) = node.as_object() else {
                if node.value != Value::Null {
                    self.wrong_type(
                        part,
                        node,
                        "evidence",
                        "quotes by mark: `{\"t1\": [{\"source\": \"…\", \"quote\": \"…\"}]}`",
                    );
                }
                continue;
            };
            for entry in entries {
                let mark = entry.key.trim().trim_start_matches("[^").trim_end_matches(']').to_owned();
                let (kind, evidence) = self.evidence_list(case, inline, part, &entry.value, "evidence");
                let own = marks.entry(mark).or_default();
                own.kind = own.kind.or(kind);
                own.evidence.extend(evidence);
                own.places.push((part, entry.key_span));
            }
        }
        marks
    }

    /// `[{source, quote, prefix, suffix}]`, or one of them alone.
    fn evidence_list(
        &mut self,
        case: &mut Case,
        inline: &mut [InlineSource],
        part: usize,
        node: &Node<'_>,
        name: &str,
    ) -> (Option<ClaimKind>, Vec<Evidence>) {
        let elements = match &node.value {
            Value::Array(elements) => elements.as_slice(),
            Value::Null => &[],
            _ => std::slice::from_ref(node),
        };
        let mut kind = None;
        let mut evidence = Vec::new();
        for element in elements {
            let Some(entries) = element.as_object() else {
                self.wrong_type(part, element, name, "`{\"source\": \"…\", \"quote\": \"…\"}`");
                continue;
            };
            self.check_keys(
                part,
                entries,
                &format!("{name}."),
                &["source", "quote", "prefix", "suffix", "kind"],
            );
            if let Some(written) = element.get("kind").filter(|node| node.value != Value::Null)
                && let Some(text) = self.plain(part, written, "kind")
            {
                kind = kind.or(self.claim_kind(part, &text.value, written.span));
            }
            let Some(quote) = element.get("quote").and_then(|quote| self.plain(part, quote, "quote")) else {
                self.report(
                    Code::M019,
                    part,
                    element.span,
                    "a piece of evidence quotes nothing",
                    |finding| finding.help("add `\"quote\": \"the words of the source\"`"),
                );
                continue;
            };
            let source = element.get("source");
            let written = source.and_then(|source| self.plain(part, source, "source"));
            let span = source.map_or(element.span, |source| source.span);
            let name = written.map_or_else(String::new, |text| text.value.trim().to_owned());
            let mut context = |key: &str| {
                element.get(key).and_then(|own| self.plain(part, own, key)).map(|text| text.value)
            };
            let (prefix, suffix) = (context("prefix"), context("suffix"));
            let at = self.at(part, element.span);
            evidence.extend(self.quote(case, inline, part, &name, span, quote, prefix, suffix, at));
        }
        (kind, evidence)
    }

    /// The field `claims`: free-standing claims with their evidence.
    fn claims_field(&mut self, case: &mut Case, inline: &mut [InlineSource], claims: &mut Gathered) {
        for (part, node) in self.all("claims") {
            let Some(elements) = node.as_array() else {
                if node.value != Value::Null {
                    self.wrong_type(
                        part,
                        node,
                        "claims",
                        "a list of claims: `[{\"text\": …, \"evidence\": […]}]`",
                    );
                }
                continue;
            };
            for (number, element) in elements.iter().enumerate() {
                let Some(entries) = element.as_object() else {
                    self.wrong_type(
                        part,
                        element,
                        "claims",
                        "a list of claims: `[{\"text\": …, \"evidence\": […]}]`",
                    );
                    continue;
                };
                self.check_keys(part, entries, "claims.", &["id", "kind", "text", "evidence"]);
                let text = element
                    .get("text")
                    .map_or_else(LangText::default, |text| self.lang_text(part, text, "claims.text"));
                if text.is_empty() {
                    self.report(Code::M001, part, element.span, "a claim has no `text`", |finding| {
                        finding.help("write what is claimed: `\"text\": {\"en\": \"…\"}`")
                    });
                    continue;
                }
                let told = element.get("id").and_then(|id| self.plain(part, id, "claims.id"));
                let wanted =
                    told.map_or_else(|| format!("claim-{}", number + 1), |text| text.value.trim().to_owned());
                let id = claims.free_id(&wanted);
                if id != wanted {
                    let span = element.get("id").map_or(element.span, |id| id.span);
                    self.report(
                        Code::M022,
                        part,
                        span,
                        format!("two claims are called `{wanted}`"),
                        |finding| finding.help("give each claim of a case an id of its own"),
                    );
                }
                let told_kind =
                    element.get("kind").filter(|node| node.value != Value::Null).and_then(|written| {
                        let text = self.plain(part, written, "kind")?;
                        self.claim_kind(part, &text.value, written.span)
                    });
                let (kind, evidence) = match element.get("evidence") {
                    Some(list) => self.evidence_list(case, inline, part, list, "claims.evidence"),
                    None => (None, Vec::new()),
                };
                let at = text.best(std::slice::from_ref(&case.lang)).map_or(case.at, |(_, text)| text.at);
                claims.push(Claim {
                    id: id.into(),
                    kind: told_kind.or(kind).unwrap_or(ClaimKind::Other),
                    field: Field::new("claims"),
                    texts: text.0,
                    ranges: ByLang::default(),
                    evidence,
                    at,
                });
            }
        }
    }
}

/// The groups of marks in `text` and the claims before them. Marks in code are text.
pub(super) fn mark_groups(text: &str) -> Vec<MarkGroup> {
    if memchr::memmem::find(text.as_bytes(), b"[^").is_none() {
        return Vec::new();
    }
    let mut groups: Vec<MarkGroup> = Vec::new();
    let mut block = 0;
    let mut fence = None;
    let mut line_start = 0;
    let mut fresh = true;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let fenced = fence.is_some();
        crate::parse::toggle_fence(&mut fence, content);
        if fenced || fence.is_some() {
            line_start += line.len();
            block = line_start;
            continue;
        }
        let begins = crate::parse::block_start(content);
        if content.trim().is_empty() {
            fresh = true;
        } else if fresh || begins.is_some() {
            block = line_start + begins.unwrap_or(0);
            // A heading ends with its line.
            fresh = content.trim_start().starts_with('#');
        }
        for (name, range) in marks_in(content) {
            let range = line_start + range.start..line_start + range.end;
            if let Some(last) = groups.last_mut()
                && let Some((_, before)) = last.marks.last()
                && text[before.end..range.start].chars().all(|c| c == ' ')
                && before.end > block
            {
                last.marks.push((name, range));
                continue;
            }
            let after = groups.last().and_then(|last| last.marks.last()).map_or(0, |(_, before)| before.end);
            let claim = trim(text, after.max(block), range.start);
            groups.push(MarkGroup { marks: vec![(name, range)], claim });
        }
        line_start += line.len();
    }
    groups
}

/// The bytes `from..to` without white space at both ends and without the stop that a mark put
/// before it left over.
fn trim(text: &str, from: usize, to: usize) -> Range<usize> {
    let part = &text[from..to];
    let left = part.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '。' | '、' | '，' | ')')
    });
    let start = to - left.len();
    start..start + left.trim_end().len()
}

/// The marks `[^name]` of one line, outside of code.
fn marks_in(line: &str) -> Vec<(String, Range<usize>)> {
    let bytes = line.as_bytes();
    let mut marks = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => {
                let run = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
                at = close_code(bytes, at + run, run).unwrap_or(at + run);
            }
            b'[' if bytes.get(at + 1) == Some(&b'^') => {
                let rest = &line[at + 2..];
                let close = rest.bytes().take(65).position(|byte| byte == b']');
                let name = close.and_then(|close| rest.get(..close));
                match name.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)) {
                    Some(name) => {
                        let end = at + 3 + name.len();
                        marks.push((name.to_owned(), at..end));
                        at = end;
                    }
                    None => at += 2,
                }
            }
            _ => at += 1,
        }
    }
    marks
}

fn close_code(bytes: &[u8], from: usize, run: usize) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        if bytes[at] == b'`' {
            let own = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
            if own == run {
                return Some(at + own);
            }
            at += own;
        } else {
            at += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Vec<String>, &str)> {
        mark_groups(text)
            .into_iter()
            .map(|group| (group.marks.into_iter().map(|(name, _)| name).collect(), &text[group.claim]))
            .collect()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_claim_reaches_back_to_the_mark_or_block_before() {
        assert_eq!(
            read(
                "Lead.\n\nOne. Two.[^a] Three[^b].\nFour.[^c][^d] Rest.\n- item[^e]\n\n## H\nSix `[^x]`.[^f]"
            ),
            [
                (names(&["a"]), "One. Two."),
                (names(&["b"]), "Three"),
                (names(&["c", "d"]), "Four."),
                (names(&["e"]), "item"),
                (names(&["f"]), "Six `[^x]`."),
            ]
        );
        assert_eq!(read("[^a] x"), [(names(&["a"]), "")]);
        assert_eq!(read("сначала 한글.[^1]"), [(names(&["1"]), "сначала 한글.")]);
        assert_eq!(read("```\ncode[^a]\n```\nText.[^b]"), [(names(&["b"]), "Text.")]);
    }
}
