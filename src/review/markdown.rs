//! What differs between two states as a Markdown report for a pull request: what asks for a second
//! look first, then one table, then the details folded away. Bounded to what a code host takes, and
//! whatever a record says is shown as text and does nothing.

use std::fmt::Write as _;

use super::claims::{ClaimChange, ClaimView, Passage, Support};
use super::diff::{CaseChange, CaseView, FieldChange, Removed, Report};
use super::sentences::{Mark, changes};
use super::shared::{Change, TermChange};
use crate::diag::markdown::{Bounded, item};
use crate::diag::{Diagnostic, Severity};
use crate::text::inert::{code, fenced, inert, inert_html, message, shorten};
use crate::verify::{FactStatus, MatchKind, Verdict};

/// Longest folded block of one case, in the units of the bound.
const BLOCK: usize = 9_000;

/// Longest title, passage and value, in characters.
const TITLE: usize = 90;
const PASSAGE: usize = 320;
const VALUE: usize = 200;

/// Lines of one text's changes, each a sentence.
const SENTENCES: usize = 24;

/// The report within `most` characters (UTF-16).
pub fn report(report: &Report<'_>, most: usize) -> String {
    let mut page = Page { out: Bounded::new(most), cut: false };
    page.out.push(&opening(report));
    let rows: Vec<String> = rows(report);
    page.list("\n| Case | | Score | Claims |\n| --- | --- | --- | --- |\n", &rows, "");
    let lost = claims(report, |support| matches!(support, Support::Lost | Support::Worse));
    page.list("\n### Claims that lost support\n\n", &lost, "");
    let (grave, other): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        report.found.iter().partition(|finding| finding.severity != Severity::Notice);
    page.list("\n### New findings\n\n", &items(&grave), "");
    page.list("\n### Cases\n\n", &report.changed.iter().map(changed).collect::<Vec<_>>(), "");
    page.list("", &report.added.iter().map(added).collect::<Vec<_>>(), "");
    let gained = claims(report, |support| matches!(support, Support::Gained | Support::Better));
    page.list("\n### Claims that gained support\n\n", &gained, "");
    page.list("\n### Terms, organisations and sources\n\n", &shared(report), "");
    page.folded("New notices", &items(&other));
    page.folded("Mended findings", &items(&report.mended));
    page.finish()
}

struct Page {
    out: Bounded,
    cut: bool,
}

impl Page {
    fn list(&mut self, open: &str, items: &[String], close: &str) {
        self.cut |= self.out.list(open, items, close) < items.len();
    }

    fn folded(&mut self, name: &str, items: &[String]) {
        let open = format!("\n<details><summary>{name} ({})</summary>\n\n", items.len());
        self.list(&open, items, "\n</details>\n");
    }

    fn finish(self) -> String {
        if !self.cut {
            return self.out.text;
        }
        self.out.finish(
            "\nThe report is cut to what a comment takes; `casebook diff --format json` tells all of it.",
        )
    }
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn opening(report: &Report<'_>) -> String {
    let mut text = String::from("## What changes in the library\n\n");
    let renamed = report.changed.iter().filter(|case| case.renamed.is_some()).count();
    let told = [
        (report.added.len(), "new"),
        (report.changed.len() - renamed, "changed"),
        (renamed, "renamed"),
        (report.removed.len(), "removed"),
    ];
    let told: Vec<String> = told
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    let cases =
        if told.is_empty() { "No case changes".to_owned() } else { format!("Cases: {}", told.join(", ")) };
    let day = report.as_of.as_ref().map_or(String::new(), |day| format!(", scored as of {day}"));
    let _ = writeln!(text, "{cases}. From {} to {}{day}.", inert(&report.base), inert(&report.head));
    if report.is_empty() {
        text.push_str("\nNothing that a reader would see differs.\n");
        return text;
    }
    let look = second_look(report);
    if look.is_empty() {
        text.push_str("\nNothing asks for a second look.\n");
    } else {
        text.push_str("\n**To look at first**\n\n");
        text.extend(look.iter().map(|line| format!("- {line}\n")));
    }
    text
}

/// What a maintainer should look at before merging, the gravest first; short, whatever the size of
/// the change.
fn second_look(report: &Report<'_>) -> Vec<String> {
    const EACH: usize = 5;
    let mut look = Vec::new();
    let found = |severity| report.found.iter().filter(|finding| finding.severity == severity).count();
    for (severity, noun) in [(Severity::Error, "error"), (Severity::Warning, "warning")] {
        if found(severity) > 0 {
            look.push(count(found(severity), &format!("new {noun}")));
        }
    }
    let lost: Vec<&ClaimChange> = report
        .changed
        .iter()
        .flat_map(|case| &case.claims)
        .filter(|claim| claim.support == Support::Lost)
        .collect();
    if !lost.is_empty() {
        look.push(format!("{} lost support", count(lost.len(), "claim")));
    }
    let open: usize = report.added.iter().map(|case| case.open.len()).sum();
    if open > 0 {
        look.push(format!("{} of new cases not supported as they stand", count(open, "claim")));
    }
    let mut some = |lines: Vec<String>| {
        let more = lines.len().saturating_sub(EACH);
        look.extend(lines.into_iter().take(EACH));
        if more > 0 {
            look.push(format!("… and {more} more like it"));
        }
    };
    let without_redirect = report.changed.iter().filter_map(|case| {
        let rename = case.renamed.as_ref().filter(|rename| !rename.redirect)?;
        Some(format!(
            "{} was {}; add {} to it, so that the old address leads to the new one",
            code(&case.id),
            code(&rename.from),
            code(&format!("former_ids: [{}]", rename.from))
        ))
    });
    some(without_redirect.collect());
    some(report.removed.iter().filter(|case| case.leads_to.is_none()).map(removed).collect());
    let near = report.organisations.iter().filter(|org| !org.near.is_empty()).map(|org| {
        let near: Vec<String> = org.near.iter().map(|name| inert(name)).collect();
        format!("the organisation **{}** is new, and nearly {}", inert(&org.name), near.join(", "))
    });
    some(near.collect());
    let unlisted = report.terms.iter().filter(|term| term.change == Change::Unlisted);
    some(
        unlisted
            .map(|term| format!("{} is in no vocabulary ({})", code(&term.label), term.vocabulary))
            .collect(),
    );
    if !report.stale.is_empty() {
        let told: Vec<String> =
            report.stale.iter().take(EACH).map(|own| format!("{} {}", code(&own.case), own.lang)).collect();
        look.push(format!(
            "{} left behind the original: {}",
            count(report.stale.len(), "translation"),
            told.join(", ")
        ));
    }
    let loose: Vec<String> = report
        .sources
        .iter()
        .filter(|source| source.url.is_some() && !source.archived)
        .map(|source| code(&source.id))
        .collect();
    if !loose.is_empty() {
        look.push(format!(
            "{} without an archived copy: {}",
            count(loose.len(), "new source"),
            loose[..loose.len().min(EACH)].join(", ")
        ));
    }
    for ignore in report.ignores.iter().take(EACH) {
        let of = ignore.case.as_ref().map_or_else(|| "all cases".to_owned(), |case| code(case));
        let until = ignore.until.as_ref().map_or(String::new(), |day| format!(" until {day}"));
        let reason = inert(&shorten(&ignore.reason, VALUE));
        look.push(format!("{} is now expected in {of}{until}: {reason}", ignore.code));
    }
    look
}

fn removed(case: &Removed) -> String {
    let mut text = format!("{} ({}) is gone", code(&case.id), inert(&shorten(&case.title, TITLE)));
    match &case.leads_to {
        Some(to) => text.push_str(&format!("; its address leads to {}", code(to))),
        None => text.push_str(", and nothing leads from its address"),
    }
    if !case.referred_by.is_empty() {
        let others: Vec<String> = case.referred_by.iter().take(5).map(|id| code(id)).collect();
        text.push_str(&format!("; {} still refer to it", others.join(", ")));
    }
    text
}

fn score(before: f64, after: f64) -> String {
    let by = after - before;
    if by.abs() < 0.05 {
        return format!("{after:.1}");
    }
    format!("{before:.1} → **{after:.1}** ({}{:.1})", if by > 0.0 { "+" } else { "−" }, by.abs())
}

fn name(title: &str, id: &str) -> String {
    format!("{} {}", inert(&shorten(title, TITLE)), code(id))
}

fn rows(report: &Report<'_>) -> Vec<String> {
    let changed = report.changed.iter().map(|case| {
        let what = match (&case.renamed, case.edited) {
            (Some(rename), _) => format!("renamed from {}", code(&rename.from)),
            (None, true) => "changed".to_owned(),
            (None, false) => "through what it uses".to_owned(),
        };
        let score = score(case.score[0], case.score[1]);
        format!("| {} | {what} | {score} | {} |\n", name(&case.title, &case.id), tally(&case.claims))
    });
    let added = report.added.iter().map(|case| {
        let claims: Vec<String> = case
            .verdicts
            .iter()
            .filter(|(_, number)| **number > 0)
            .map(|(verdict, number)| format!("{number} {verdict}"))
            .collect();
        format!("| {} | new | {:.1} | {} |\n", name(&case.name, &case.id), case.score, claims.join(", "))
    });
    let removed =
        report.removed.iter().map(|case| format!("| {} | removed | | |\n", name(&case.title, &case.id)));
    added.chain(changed).chain(removed).collect()
}

/// How many claims of a case went which way.
fn tally(claims: &[ClaimChange]) -> String {
    let kinds = [
        (Support::Lost, "lost support"),
        (Support::Worse, "worse"),
        (Support::Gained, "gained support"),
        (Support::Better, "better"),
        (Support::New, "new"),
        (Support::Removed, "removed"),
        (Support::Reworded, "reworded"),
    ];
    let told = kinds.into_iter().filter_map(|(kind, words)| {
        let number = claims.iter().filter(|claim| claim.support == kind).count();
        (number > 0).then(|| format!("{number} {words}"))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn items(findings: &[&Diagnostic]) -> Vec<String> {
    findings.iter().map(|finding| item(finding)).collect()
}

fn claims(report: &Report<'_>, wanted: fn(Support) -> bool) -> Vec<String> {
    let all = report.changed.iter().flat_map(|case| case.claims.iter().map(move |claim| (case, claim)));
    all.filter(|(_, own)| wanted(own.support)).map(|(case, own)| claim(Some(&case.id), own)).collect()
}

/// A claim with its passage, as an item of a list.
fn claim(case: Option<&str>, change: &ClaimChange) -> String {
    let verdict = |verdict: Option<Verdict>| verdict.map_or("none", Verdict::as_str);
    let way = match (change.before, change.after) {
        (before, after) if before == after => verdict(after).to_owned(),
        (None, after) => verdict(after).to_owned(),
        (before, after) => format!("{} → **{}**", verdict(before), verdict(after)),
    };
    let of = case.map_or(String::new(), |case| format!("{} ", code(case)));
    let mut text = format!("- {of}{} {way}: {}\n", code(&change.claim.id), said(&change.claim));
    text.push_str(&grounds(&change.claim));
    text
}

fn said(claim: &ClaimView) -> String {
    inert(&shorten(&claim.text, PASSAGE))
}

/// Why a claim stands as it does: the passages, then what of it no quote bears.
fn grounds(claim: &ClaimView) -> String {
    const EACH: usize = 4;
    let mut text: String = claim.passages.iter().take(EACH).map(passage).collect();
    // Where nothing could be checked, that of every fact is no news.
    let checked = claim.verdict != Verdict::Unchecked;
    for fault in claim.faults.iter().filter(|_| checked).take(EACH) {
        let claimed = inert(&shorten(&fault.claimed, VALUE));
        let line = match (&fault.status, &fault.quoted) {
            (FactStatus::Contradicted, Some(quoted)) => {
                format!("**{claimed}** is claimed, **{}** is quoted", inert(&shorten(quoted, VALUE)))
            }
            (FactStatus::Contradicted, None) => format!("**{claimed}** is contradicted by the quote"),
            (FactStatus::Missing, _) => format!("**{claimed}** is in no quote"),
            _ => format!("**{claimed}** cannot be told from the quote"),
        };
        let _ = writeln!(text, "  - {line}");
    }
    text
}

fn passage(passage: &Passage) -> String {
    let how = match passage.found {
        MatchKind::Exact | MatchKind::Normalized => String::new(),
        MatchKind::Elided => " (in parts)".to_owned(),
        MatchKind::Ambiguous => " (in several places)".to_owned(),
        MatchKind::Fuzzy => " (not there as it stands)".to_owned(),
        MatchKind::Absent => " (**not in the source**)".to_owned(),
        MatchKind::NoText => " (the source's text is not at hand)".to_owned(),
    };
    let mut text =
        format!("  - {}{how}: “{}”\n", code(&passage.source), inert(&shorten(&passage.quote, PASSAGE)));
    if let Some(near) = &passage.near {
        let _ = writeln!(text, "  - the source says: “{}”", inert(&shorten(near, PASSAGE)));
    }
    text
}

/// A block that folds, of bounded length.
fn details(summary: &str, parts: &[String]) -> String {
    let mut block = Bounded::new(BLOCK);
    block.push(&format!("<details><summary>{summary}</summary>\n\n"));
    let taken = parts.iter().take_while(|part| block.push(part)).count();
    let mut text = block.text;
    if taken < parts.len() {
        text.push_str("\n… and more.\n");
    }
    text.push_str("\n</details>\n\n");
    text
}

fn changed(case: &CaseChange) -> String {
    let mut parts = Vec::new();
    if let Some(rename) = &case.renamed {
        let how =
            if rename.redirect { "its old address leads here" } else { "its old address leads nowhere" };
        parts.push(format!("Renamed from {}; {how}.\n\n", code(&rename.from)));
    }
    if !case.edited {
        parts.push(
            "The record itself is as it was; a source, term or word that it uses changed.\n\n".to_owned(),
        );
    }
    parts.extend(lines(case));
    let (texts, fields): (Vec<&FieldChange>, Vec<&FieldChange>) =
        case.fields.iter().partition(|field| field.lang.is_some());
    parts.extend(fields.iter().map(|field| {
        let value = |value: &Option<String>| {
            value.as_ref().map_or_else(|| "nothing".to_owned(), |value| inert(&shorten(value, VALUE)))
        };
        format!("- **{}**: {} → {}\n", field.field, value(&field.before), value(&field.after))
    }));
    parts.extend(texts.iter().map(|field| text_change(field)));
    if !case.claims.is_empty() {
        parts.push("\nClaims:\n\n".to_owned());
        parts.extend(case.claims.iter().map(|own| {
            let what = match own.support {
                Support::New => "new, ",
                Support::Removed => "removed, ",
                _ => "",
            };
            claim(None, own).replacen("- ", &format!("- {what}"), 1)
        }));
    }
    let by = case.score[1] - case.score[0];
    let score = if by.abs() < 0.05 {
        format!("{:.1}", case.score[1])
    } else {
        format!("{:.1} → {:.1}", case.score[0], case.score[1])
    };
    details(&format!("<b>{}</b> · {score}", inert_html(&shorten(&case.title, TITLE))), &parts)
}

/// The points that moved, as a table.
fn lines(case: &CaseChange) -> Option<String> {
    const MOST: usize = 12;
    if case.lines.is_empty() || (case.score[0] - case.score[1]).abs() < 0.05 {
        return None;
    }
    let mut text = String::from("| Points | Rule | Place | |\n| ---: | --- | --- | --- |\n");
    for line in case.lines.iter().take(MOST) {
        let by = line.before - line.after;
        let sign = if by > 0.0 { "+" } else { "−" };
        let how = if by < 0.0 { message(&shorten(&line.how, VALUE)) } else { String::new() };
        let place = if line.place.is_empty() { String::new() } else { code(&shorten(&line.place, VALUE)) };
        let _ = writeln!(text, "| {sign}{:.1} | {} | {place} | {how} |", by.abs(), line.rule);
    }
    if case.lines.len() > MOST {
        let _ = writeln!(text, "\n… and {} more.", case.lines.len() - MOST);
    }
    text.push('\n');
    Some(text)
}

fn text_change(field: &FieldChange) -> String {
    let lang = field.lang.as_ref().map(ToString::to_string).unwrap_or_default();
    let before = field.before.as_deref().unwrap_or_default();
    let after = field.after.as_deref().unwrap_or_default();
    let told = changes(before, after);
    let lines: String = told
        .iter()
        .take(SENTENCES)
        .map(|(mark, sentence)| {
            let sign = if *mark == Mark::Gone { '-' } else { '+' };
            format!("{sign} {}\n", shorten(sentence, PASSAGE))
        })
        .collect();
    let lines = if lines.is_empty() { "  only white space changed\n".to_owned() } else { lines };
    let more = if told.len() > SENTENCES {
        format!("… and {} more.\n", told.len() - SENTENCES)
    } else {
        String::new()
    };
    format!("\n**{}** ({lang})\n\n{}{more}", inert(&field.field), fenced("diff", &lines))
}

fn added(case: &CaseView) -> String {
    let mut parts = Vec::new();
    for (lang, title) in &case.title {
        parts.push(format!("- title ({lang}): {}\n", inert(&shorten(title, PASSAGE))));
    }
    for (lang, summary) in &case.summary {
        let first = summary.split("\n\n").find(|part| !part.trim().is_empty()).unwrap_or_default();
        parts.push(format!("- summary ({lang}): {}\n", inert(&shorten(&plain(first), 2 * PASSAGE))));
    }
    let facts = case.facts.iter();
    parts.extend(facts.map(|(name, value)| format!("- **{name}**: {}\n", inert(&shorten(value, VALUE)))));
    if !case.open.is_empty() {
        parts.push("\nClaims that do not hold as they stand:\n\n".to_owned());
        parts.extend(case.open.iter().map(|own| {
            format!("- {} **{}**: {}\n{}", code(&own.id), own.verdict.as_str(), said(own), grounds(own))
        }));
    }
    let title = inert_html(&shorten(&case.name, TITLE));
    details(&format!("<b>{title}</b> · new · {:.1}", case.score), &parts)
}

/// A text without its marks.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[^") {
        let Some(end) = rest[at..].find(']') else { break };
        plain.push_str(&rest[..at]);
        rest = &rest[at + end + 1..];
    }
    plain + rest
}

fn shared(report: &Report<'_>) -> Vec<String> {
    let terms = report.terms.iter().map(term);
    let orgs = report.organisations.iter().map(|org| {
        let known = if org.known { "" } else { ", not in the vocabulary" };
        format!("- new organisation **{}** {}{known}{}\n", inert(&org.name), code(&org.id), near(&org.near))
    });
    let sources = report.sources.iter().map(|source| {
        let told = [
            (source.url.is_none(), "no address"),
            (source.url.is_some() && !source.archived, "no archived copy"),
            (!source.has_text, "its text is not at hand"),
            (source.licence.is_none(), "no licence told"),
        ];
        let told: Vec<&str> = told.iter().filter(|(is, _)| *is).map(|(_, words)| *words).collect();
        let address =
            source.url.as_ref().map_or(String::new(), |url| format!(" {}", code(&shorten(url, VALUE))));
        let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
        format!("- new source {}{address}{told}\n", code(&source.id))
    });
    terms.chain(orgs).chain(sources).collect()
}

fn term(term: &TermChange) -> String {
    let what = match term.change {
        Change::New => "new term",
        Change::Changed => "changed term",
        Change::Removed => "removed term",
        Change::Unlisted => "term in no vocabulary",
    };
    let used = match term.used_by.len() {
        0 => ", used by no case".to_owned(),
        number => format!(", used by {}", count(number, "case")),
    };
    format!(
        "- {what} **{}** {} of {}{used}{}\n",
        inert(&term.label),
        code(&term.id),
        code(&term.vocabulary),
        near(&term.near)
    )
}

fn near(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<String> = names.iter().map(|name| inert(name)).collect();
    format!("; nearly the same: {}", names.join(", "))
}
