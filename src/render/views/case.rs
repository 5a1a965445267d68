//! The case page: what failed, when, for how long, how sure we are, and what bears each sentence.

use serde::Serialize;

use super::evidence::{ClaimView, FieldLink, FieldText, VerdictView, claim_view, verdict_view};
use super::score::{ScoreView, score_view};
use super::sources::{SourceRow, source_row};
use super::{DateView, Link, Page, PlainView, TextView};
use crate::model::{Case, Event, Field, Known, LangText, TermUse};
use crate::relate::{Reason, Relation};
use crate::render::address::Path;
use crate::render::catalogue::cited_sources;
use crate::render::html::{Html, json_for_script};
use crate::render::locale::{Locale, Say};
use crate::render::names;
use crate::render::picture;
use crate::render::scope::{Head, Scope, shorten};
use crate::score::Scored;
use crate::text::Anchors;
use crate::verify::{Moment, Verified};

/// The page of a case.
#[derive(Debug, Clone, Serialize)]
pub struct CasePage {
    /// The frame.
    pub page: Page,
    /// The id.
    pub id: String,
    /// The title.
    pub title: PlainView,
    /// The type, e.g. `incident`.
    pub kind: Link,
    /// The facts at the head.
    pub facts: Vec<HeadFact>,
    /// The score.
    pub score: ScoreView,
    /// The texts, in reading order; empty ones are left out.
    pub sections: Vec<Section>,
    /// What the sources do not tell, beside the facts at the head.
    pub unknown: Vec<UnknownView>,
    /// The timeline, where times are told.
    pub timeline: Option<TimelineView>,
    /// Terms by vocabulary.
    pub terms: Vec<TermGroup>,
    /// Claims by verdict: the word and the number.
    pub tally: Vec<Tally>,
    /// Every claim with its evidence.
    pub claims: Vec<ClaimView>,
    /// Sentences with facts and no evidence, as a line; `None` where there are none.
    pub uncited: Option<String>,
    /// What does not agree: languages, lengths of time, order.
    pub disagreements: Vec<String>,
    /// The sources.
    pub sources: Vec<SourceRow>,
    /// What was wrong and was put right.
    pub corrections: Vec<EventView>,
    /// Other cases.
    pub related: Vec<RelatedView>,
    /// How the record was made and kept.
    pub record: Vec<HeadFact>,
    /// The state of each language.
    pub languages: Vec<LanguageStateView>,
    /// How to cite it.
    pub cite: Cite,
    /// The record's files at the code host.
    pub edit: Vec<EditLink>,
    /// The JSON of this case.
    pub json: String,
    /// Figures from the record that Casebook does not know.
    pub extra: Vec<HeadFact>,
}

/// A name and a value.
#[derive(Debug, Clone, Serialize)]
pub struct HeadFact {
    /// What it is.
    pub label: String,
    /// The value, or what stands for a missing one.
    pub value: String,
    /// `known`, `unknown`, `null` or `absent`.
    pub state: &'static str,
    /// Why it is unknown.
    pub note: Option<PlainView>,
    /// Machine-readable date.
    pub iso: Option<String>,
    /// A page about it.
    pub path: Option<String>,
    /// A web address.
    pub href: Option<String>,
    /// The value's language, where it is not the page's.
    pub lang: Option<String>,
    /// Its direction.
    pub dir: Option<&'static str>,
}

/// A section of text.
#[derive(Debug, Clone, Serialize)]
pub struct Section {
    /// Id on the page.
    pub anchor: String,
    /// Heading.
    pub heading: String,
    /// Text, for a section that is one.
    pub text: Option<TextView>,
    /// Items, for a section that is a list.
    pub items: Vec<TextView>,
}

/// Something that the sources do not tell.
#[derive(Debug, Clone, Serialize)]
pub struct UnknownView {
    /// The field, as a page names it.
    pub label: String,
    /// Why it is unknown.
    pub reason: PlainView,
}

/// Events in order.
#[derive(Debug, Clone, Serialize)]
pub struct TimelineView {
    /// A drawing, where there is enough to draw.
    pub picture: Option<Html>,
    /// The events.
    pub events: Vec<EventView>,
    /// Lengths of time told and recomputed.
    pub lengths: Vec<String>,
}

/// One event.
#[derive(Debug, Clone, Serialize)]
pub struct EventView {
    /// When.
    pub date: DateView,
    /// What.
    pub text: TextView,
}

/// Terms of one vocabulary.
#[derive(Debug, Clone, Serialize)]
pub struct TermGroup {
    /// The vocabulary's name.
    pub label: String,
    /// The terms.
    pub terms: Vec<Link>,
}

/// A verdict and how many claims have it.
#[derive(Debug, Clone, Serialize)]
pub struct Tally {
    /// The verdict.
    pub verdict: VerdictView,
    /// The number as written.
    pub count: String,
    /// The number.
    pub n: usize,
}

/// Another case and why.
#[derive(Debug, Clone, Serialize)]
pub struct RelatedView {
    /// Its page.
    pub path: String,
    /// Its title.
    pub title: PlainView,
    /// When.
    pub date: DateView,
    /// Why, strongest first.
    pub reasons: Vec<String>,
}

/// A language of the case.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageStateView {
    /// Tag.
    pub lang: String,
    /// Its own name.
    pub name: String,
    /// Page.
    pub path: String,
    /// `original`, `fresh`, `stale`, `untracked`, `missing`.
    pub state: &'static str,
    /// In words.
    pub label: String,
    /// Whether it is this page's.
    pub current: bool,
}

/// Ways to cite a case.
#[derive(Debug, Clone, Serialize)]
pub struct Cite {
    /// One line of text.
    pub text: String,
    /// BibTeX.
    pub bibtex: String,
    /// CSL JSON.
    pub csl: String,
}

/// A file at the code host.
#[derive(Debug, Clone, Serialize)]
pub struct EditLink {
    /// Path in the repository.
    pub file: String,
    /// Address of its editor; `None` where the repository's address is not told.
    pub href: Option<String>,
}

/// Ids that the page itself uses: texts must not take them.
pub const RESERVED: [&str; 16] = [
    "content",
    "case-title",
    "terms",
    "timeline",
    "evidence",
    "score",
    "sources",
    "unknown",
    "related",
    "record",
    "corrections",
    "cite",
    "languages",
    "search",
    "q",
    "top",
];

/// Ids of the sections that are lists; a page has them where the case has items.
pub const LISTS: [&str; 2] = ["remediation", "action-items"];

/// What gives ids to the texts of a page: none that the page itself uses, or that a list may need further down.
pub fn anchors() -> Anchors {
    Anchors::reserved(RESERVED.into_iter().chain(LISTS))
}

/// Builds the page of case number `number`.
pub fn case_page(scope: &Scope<'_>, number: usize) -> CasePage {
    let scored = &scope.site.cases[number];
    let verified = &scored.verified;
    let case = &*verified.case;
    let locale = scope.locale;
    let path = Path::case(&locale.lang, &case.slug);
    let title = scope.title(scored);
    let mut anchors = anchors();
    let texts = FieldText { scope, verified, path: &path, level: 3 };
    let sections = sections(&texts, case, &mut anchors);
    let claims = claims(scope, verified, &sections);
    // They stand with the evidence; where there is none, the score's lines tell of them.
    let disagreements = if claims.is_empty() { Vec::new() } else { disagreements(scope, verified) };
    let description = scope.plain(&case.summary).map_or_else(|| title.text.clone(), |text| text.text);
    let mut page = scope.page(Head {
        kind: "case",
        path: &path,
        title: title.text.clone(),
        description,
        breadcrumb: vec![scope.home(), scope.link("nav_cases", "cases/")],
    });
    let states = language_states(scope, verified, &path);
    for link in &mut page.languages {
        let state = states.iter().find(|state| state.lang == link.lang);
        link.note =
            state.filter(|state| matches!(state.state, "stale" | "missing")).map(|state| state.label.clone());
    }
    page.json_ld = json_ld(scope, scored, &path, &page, &title.text);
    CasePage {
        id: case.id.to_string(),
        kind: scope.term("type", &case.kind.id),
        facts: head_facts(&texts, case),
        score: score_view(&scored.score, locale),
        unknown: unknown(scope, case),
        timeline: timeline(&texts, verified),
        terms: term_groups(scope, case),
        tally: tally(scope, verified),
        uncited: (!verified.uncited.is_empty())
            .then(|| locale.say("uncited", &[("n", Say::Count(uncited_in(verified, locale)))])),
        disagreements,
        sources: sources(scope, verified),
        corrections: events(&texts, "corrections", &case.corrections),
        related: related(scope, scope.site.relations_of(number)),
        record: record_facts(scope, case),
        languages: states,
        cite: cite(scope, case, &path, &title.text),
        edit: edit(scope, case),
        json: Path::new(format!("api/v1/cases/{}.json", super::super::address::segment(&case.id.0)))
            .encoded(),
        extra: extra(locale, case),
        page,
        title,
        sections,
        claims,
    }
}

/// Sentences without evidence in the language shown, or in any where that one has none.
fn uncited_in(verified: &Verified, locale: &Locale) -> usize {
    let own = verified.uncited.iter().filter(|uncited| uncited.lang == locale.lang).count();
    if own > 0 { own } else { verified.uncited.len() }
}

/// The long texts before the lists of what was done, in the order of the page.
fn fields(case: &Case) -> [(&str, &LangText); 6] {
    [
        ("summary", &case.summary),
        ("symptoms_text", &case.symptoms_text),
        ("trigger", &case.trigger),
        ("detection", &case.detection),
        ("impact.scope", &case.impact.scope),
        ("cause", &case.cause),
    ]
}

/// All texts that are sections of their own, in the order in which they take their ids.
pub fn texts_of(case: &Case) -> impl Iterator<Item = (&str, &LangText)> {
    let others = case.extra_texts.iter().map(|(heading, text)| (heading.as_str(), text));
    fields(case).into_iter().chain([("lessons", &case.lessons)]).chain(others)
}

fn sections(texts: &FieldText<'_, '_>, case: &Case, anchors: &mut Anchors) -> Vec<Section> {
    let locale = texts.scope.locale;
    let mut sections = Vec::new();
    let mut text_section = |sections: &mut Vec<Section>, name: &str, heading: String, text: &LangText| {
        let anchor = anchors.take(&name.replace('.', "-"));
        if let Some(text) = texts.blocks(&Field::new(name), text, anchors) {
            sections.push(Section { anchor, heading, text: Some(text), items: Vec::new() });
        }
    };
    for (name, text) in fields(case) {
        text_section(&mut sections, name, locale.text(&names::key("section", name)), text);
    }
    for (name, items) in [("remediation", &case.remediation), ("action_items", &case.action_items)] {
        let items: Vec<TextView> = items
            .iter()
            .enumerate()
            .filter_map(|(at, item)| texts.inline(&Field::item(name, at), &item.text))
            .collect();
        if !items.is_empty() {
            sections.push(Section {
                anchor: name.replace('_', "-"),
                heading: locale.text(&names::key("section", name)),
                text: None,
                items,
            });
        }
    }
    text_section(&mut sections, "lessons", locale.text("section_lessons"), &case.lessons);
    for (heading, text) in &case.extra_texts {
        text_section(&mut sections, heading, crate::render::markdown::plain(heading), text);
    }
    sections
}

fn claims(scope: &Scope<'_>, verified: &Verified, sections: &[Section]) -> Vec<ClaimView> {
    (0..verified.case.claims.len())
        .filter_map(|number| {
            let name = verified.case.claims[number].field.name.replace(['.', '_'], "-");
            let field = sections
                .iter()
                .find(|section| section.anchor.replace(['.', '_'], "-") == name)
                .map(|section| FieldLink { label: section.heading.clone(), anchor: section.anchor.clone() });
            claim_view(scope, verified, number, field)
        })
        .collect()
}

fn head_facts(texts: &FieldText<'_, '_>, case: &Case) -> Vec<HeadFact> {
    let scope = texts.scope;
    let locale = scope.locale;
    let mut facts = Vec::new();
    let date = scope.date(&case.date);
    let kind = case.date_kind.as_ref().map_or("", |kind| kind.value.as_str());
    facts.push(HeadFact {
        label: locale.text(if kind == "published" { "fact_published" } else { "fact_date" }),
        state: if date.iso.is_some() { "known" } else { "absent" },
        value: date.text,
        iso: date.iso,
        ..blank()
    });
    if let Some(org) = &case.org {
        facts.push(HeadFact {
            label: locale.text("fact_org"),
            value: scope.org_name(&org.id, &org.name),
            path: Some(Path::org(&locale.lang, &org.id).encoded()),
            ..blank()
        });
    }
    for (key, value) in
        [("fact_length", &case.timeline.resolved_after), ("fact_detected", &case.timeline.detected_after)]
    {
        let note = reason(scope, value);
        let (value, state) = locale.known(value, |length| locale.length(length));
        if state != "absent" {
            facts.push(HeadFact { label: locale.text(key), value, state, note, ..blank() });
        }
    }
    for (key, vocabulary, value) in
        [("fact_cause", "root_cause", &case.root_cause), ("fact_severity", "severity", &case.severity)]
    {
        facts.push(term_fact(scope, key, vocabulary, value));
    }
    for (key, text) in [("fact_users", &case.impact.users), ("fact_region", &case.impact.region)] {
        if let Some(text) = scope.plain(text) {
            facts.push(HeadFact {
                label: locale.text(key),
                value: text.text,
                lang: text.lang,
                dir: text.dir,
                ..blank()
            });
        }
    }
    facts
}

fn term_fact(scope: &Scope<'_>, key: &str, vocabulary: &str, value: &Known<TermUse>) -> HeadFact {
    let (text, state) = scope.locale.known(value, |term| scope.label(vocabulary, &term.id));
    HeadFact {
        label: scope.locale.text(key),
        value: text,
        state,
        note: reason(scope, value),
        path: value.value().map(|term| Path::term(&scope.locale.lang, vocabulary, &term.id).encoded()),
        ..blank()
    }
}

/// Fields that have no section, since the sources do not tell them, with the reasons that the record gives; those that
/// [`head_facts`] shows aside.
fn unknown(scope: &Scope<'_>, case: &Case) -> Vec<UnknownView> {
    const AT_THE_HEAD: [&str; 4] =
        ["severity", "root_cause", "timeline.resolved_after", "timeline.detected_after"];
    let told = case.unknown.iter().filter(|(name, _)| !AT_THE_HEAD.contains(&name.as_str()));
    told.filter_map(|(name, reason)| {
        let one = name.trim_end_matches('s');
        let mut keys =
            [("section", name.as_str()), ("vocabulary", name), ("vocabulary", one), ("fact", name)]
                .into_iter()
                .map(|(kind, name)| names::key(kind, name));
        let known = keys.find(|key| scope.locale.has(key)).map(|key| scope.locale.text(&key));
        let label = known.unwrap_or_else(|| name.clone());
        Some(UnknownView { label, reason: scope.plain(reason)? })
    })
    .collect()
}

/// Why a value is unknown, where the record says.
fn reason<T>(scope: &Scope<'_>, value: &Known<T>) -> Option<PlainView> {
    match value {
        Known::Unknown { reason } => scope.plain(reason),
        _ => None,
    }
}

fn blank() -> HeadFact {
    HeadFact {
        label: String::new(),
        value: String::new(),
        state: "known",
        note: None,
        iso: None,
        path: None,
        href: None,
        lang: None,
        dir: None,
    }
}

/// The events of a field, in the order told.
fn events(texts: &FieldText<'_, '_>, field: &str, events: &[Event]) -> Vec<EventView> {
    let view = |(at, event): (usize, &Event)| EventView {
        date: texts.scope.date(&event.at),
        text: texts.inline(&Field::item(field, at), &event.text).unwrap_or_default(),
    };
    events.iter().enumerate().map(view).collect()
}

fn timeline(texts: &FieldText<'_, '_>, verified: &Verified) -> Option<TimelineView> {
    let scope = texts.scope;
    let case = &verified.case;
    let events = events(texts, "timeline.events", &case.timeline.events);
    let lengths: Vec<String> = verified
        .lengths
        .iter()
        .filter(|check| !check.computed.is_empty())
        .map(|check| {
            let told: Vec<String> = check
                .computed
                .iter()
                .map(|told| {
                    let locale = scope.locale;
                    let moment = |moment: &Moment| locale.moment(moment.clock, moment.offset);
                    let (length, from, to) =
                        (locale.seconds(told.seconds), moment(&told.from), moment(&told.to));
                    let said =
                        [("length", Say::Text(&length)), ("from", Say::Text(&from)), ("to", Say::Text(&to))];
                    locale.say("length_from_to", &said)
                })
                .collect();
            let key = if check.agrees { "length_agrees" } else { "length_disagrees" };
            scope.locale.say(
                key,
                &[
                    ("stated", Say::Text(&scope.locale.length(&check.stated))),
                    ("computed", Say::Text(&scope.locale.list(&told))),
                ],
            )
        })
        .collect();
    if events.is_empty() && lengths.is_empty() {
        return None;
    }
    Some(TimelineView { picture: picture::timeline(scope.locale, case), events, lengths })
}

fn term_groups(scope: &Scope<'_>, case: &Case) -> Vec<TermGroup> {
    let groups: [(&str, &[TermUse]); 4] = [
        ("symptom", &case.symptoms),
        ("component", &case.components),
        ("contributing", &case.contributing),
        ("domain", &case.domain),
    ];
    groups
        .into_iter()
        .filter(|(_, terms)| !terms.is_empty())
        .map(|(vocabulary, terms)| TermGroup {
            label: scope.locale.text(&names::key("vocabulary", vocabulary)),
            terms: terms.iter().map(|term| scope.term(vocabulary, &term.id)).collect(),
        })
        .collect()
}

fn tally(scope: &Scope<'_>, verified: &Verified) -> Vec<Tally> {
    names::VERDICTS
        .into_iter()
        .filter_map(|verdict| {
            let n = verified.claims.iter().filter(|claim| claim.verdict == verdict).count();
            (n > 0).then(|| Tally { verdict: verdict_view(scope, verdict), count: scope.locale.count(n), n })
        })
        .collect()
}

fn disagreements(scope: &Scope<'_>, verified: &Verified) -> Vec<String> {
    let locale = scope.locale;
    let gaps = verified.gaps.iter().map(|gap| {
        let field = field_name(locale, &gap.field);
        let lang = locale.language_name(&gap.lang);
        let other = locale.language_name(&gap.other);
        let told = gap.told.join(", ");
        let arguments = [
            ("field", Say::Text(&field)),
            ("lang", Say::Text(&lang)),
            ("other", Say::Text(&other)),
            ("text", Say::Text(&told)),
            ("instead", Say::Text(gap.instead.as_deref().unwrap_or(""))),
        ];
        locale.say(if gap.instead.is_some() { "gap_conflict" } else { "gap_missing" }, &arguments)
    });
    let mut all: Vec<String> = gaps.collect();
    all.extend(verified.inconsistencies.iter().map(|fault| {
        locale.say(
            "inconsistency",
            &[("field", Say::Text(&fault.field)), ("message", Say::Text(&fault.message))],
        )
    }));
    all
}

/// A field's name as its section's heading says it.
pub fn field_name(locale: &Locale, field: &Field) -> String {
    let key = names::key("section", &field.name);
    let name = if locale.has(&key) { locale.text(&key) } else { field.name.to_string() };
    match field.item {
        Some(item) => format!("{name} {}", locale.count(item as usize + 1)),
        None => name,
    }
}

fn sources(scope: &Scope<'_>, verified: &Verified) -> Vec<SourceRow> {
    let mut ids: Vec<_> =
        verified.case.sources.iter().chain(&verified.case.docs).map(|s| s.id.clone()).collect();
    ids.extend(cited_sources(&verified.case));
    let mut seen = std::collections::BTreeSet::new();
    ids.into_iter()
        .filter(|id| seen.insert(id.clone()))
        .filter_map(|id| source_row(scope, Some(verified), &id))
        .collect()
}

fn related(scope: &Scope<'_>, relations: &[Relation]) -> Vec<RelatedView> {
    /// Links shown on a page: beyond a dozen nobody reads, and the term pages list them all.
    const SHOWN: usize = 12;
    relations
        .iter()
        .filter_map(|relation| {
            let row = &scope.rows[scope.catalogue.case_named(&relation.case.0)?];
            Some(RelatedView {
                path: row.path.clone(),
                title: row.title.clone(),
                date: row.date.clone(),
                reasons: relation.reasons.iter().map(|reason| reason_text(scope, reason)).collect(),
            })
        })
        .take(SHOWN)
        .collect()
}

fn reason_text(scope: &Scope<'_>, reason: &Reason) -> String {
    let say = |key: &str, what: &str| scope.locale.say(key, &[("what", Say::Text(what))]);
    match reason {
        Reason::RecurrenceOf => say("reason_recurrence_of", ""),
        Reason::RecurredAs => say("reason_recurred_as", ""),
        Reason::Told => say("reason_told", ""),
        Reason::SharedSource(source) => say("reason_shared_source", &scope.source_label(source).text),
        Reason::SameOrgAndCause(term) => say("reason_same_org_and_cause", &scope.label("root_cause", term)),
        Reason::SameCause(term) => say("reason_same_cause", &scope.label("root_cause", term)),
        Reason::SameComponent(term) => say("reason_same_component", &scope.label("component", term)),
    }
}

fn record_facts(scope: &Scope<'_>, case: &Case) -> Vec<HeadFact> {
    let locale = scope.locale;
    let mut facts = vec![HeadFact { label: locale.text("fact_id"), value: case.id.to_string(), ..blank() }];
    if let Some(by) = &case.review.written_by {
        facts.push(HeadFact { label: locale.text("fact_written_by"), value: by.value.clone(), ..blank() });
    }
    let reviewed = case.review.reviewed_by.as_ref();
    facts.push(HeadFact {
        label: locale.text("fact_reviewed_by"),
        value: reviewed.map_or_else(|| locale.text("never_reviewed"), |by| by.value.clone()),
        state: if reviewed.is_some() { "known" } else { "null" },
        ..blank()
    });
    for (key, date) in [
        ("fact_reviewed_at", &case.review.reviewed_at),
        ("fact_sources_checked", &case.review.sources_checked_at),
        ("fact_updated", &case.updated_at),
    ] {
        let (value, state) = locale.known(date, |date| locale.date(date.value));
        if matches!(state, "known" | "unknown") {
            let iso = date.value().map(|date| date.value.to_string());
            facts.push(HeadFact { label: locale.text(key), value, state, iso, ..blank() });
        }
    }
    if let Some(url) = &case.url
        && let crate::render::html::Target::Elsewhere(address) = crate::render::html::target(&url.value)
    {
        facts.push(HeadFact {
            label: locale.text("fact_url"),
            value: crate::render::scope::short_address(address),
            href: Some(crate::render::html::encode_address(address)),
            ..blank()
        });
    }
    facts
}

fn language_states(scope: &Scope<'_>, verified: &Verified, path: &Path) -> Vec<LanguageStateView> {
    scope
        .locales
        .iter()
        .map(|other| {
            let told = verified.languages.get(&other.lang).copied();
            let present = verified.case.langs.contains(&other.lang);
            let state = told.map_or(if present { "untracked" } else { "missing" }, names::language_state);
            LanguageStateView {
                lang: other.lang.to_string(),
                name: other.own_name(),
                path: path.in_language(&other.lang).encoded(),
                state,
                label: scope.locale.text(&names::key("language_state", state)),
                current: other.lang == scope.locale.lang,
            }
        })
        .collect()
}

fn cite(scope: &Scope<'_>, case: &Case, path: &Path, title: &str) -> Cite {
    let site = scope.site_title();
    let year = scope.site.as_of.year();
    let address = scope.absolute(path);
    let key: String = case.id.0.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let bib = |text: &str| text.replace(['{', '}', '\\', '\n'], " ");
    let mut bibtex = format!(
        "@misc{{casebook-{key},\n  title = {{{{{}}}}},\n  publisher = {{{}}},\n  year = {{{year}}},\n  note = {{{}}},\n",
        bib(title),
        bib(&site),
        bib(&case.id.0)
    );
    if let Some(address) = &address {
        bibtex.push_str(&format!("  url = {{{address}}},\n"));
    }
    bibtex.push('}');
    let mut csl = serde_json::json!({
        "id": case.id.0, "type": "entry", "title": title, "container-title": site,
        "issued": {"date-parts": [[year]]}, "language": scope.locale.lang.as_str(),
    });
    if let (Some(address), Some(object)) = (&address, csl.as_object_mut()) {
        object.insert("URL".to_owned(), address.clone().into());
    }
    let text = match &address {
        Some(address) => format!("{title}. {site}, {} ({year}). {address}", case.id),
        None => format!("{title}. {site}, {} ({year}).", case.id),
    };
    Cite { text, bibtex, csl: serde_json::to_string_pretty(&csl).unwrap_or_default() }
}

fn edit(scope: &Scope<'_>, case: &Case) -> Vec<EditLink> {
    let config = &scope.site.library.config;
    case.files
        .iter()
        .map(|file| EditLink {
            file: file.path.to_string(),
            href: config.repo.as_ref().and_then(|repo| {
                let address = format!(
                    "{repo}/edit/{}/{}",
                    crate::render::html::encode_path(&config.branch),
                    crate::render::html::encode_path(&file.path)
                );
                match crate::render::html::target(&address) {
                    crate::render::html::Target::Elsewhere(_) => Some(address.clone()),
                    _ => None,
                }
            }),
        })
        .collect()
}

fn extra(locale: &Locale, case: &Case) -> Vec<HeadFact> {
    let _ = locale;
    case.extra
        .iter()
        .map(|(name, value)| HeadFact {
            label: name.clone(),
            value: match value {
                serde_json::Value::String(text) => shorten(text, 300),
                serde_json::Value::Array(own) if own.iter().all(serde_json::Value::is_string) => {
                    let words: Vec<&str> = own.iter().filter_map(serde_json::Value::as_str).collect();
                    shorten(&words.join(", "), 300)
                }
                other => shorten(&other.to_string(), 300),
            },
            ..blank()
        })
        .collect()
}

/// BreadcrumbList and one ClaimReview a claim, as a graph.
fn json_ld(scope: &Scope<'_>, scored: &Scored, path: &Path, page: &Page, title: &str) -> Option<Html> {
    let address = scope.absolute(path)?;
    let verified = &scored.verified;
    let mut graph = vec![scope.breadcrumb_list(&page.breadcrumb, title)];
    let reviewed = scope.site.as_of.to_string();
    for (claim, check) in verified.case.claims.iter().zip(&verified.claims) {
        // Nothing was reviewed where nothing could be checked.
        let Some(rating) = rating(check.verdict) else { continue };
        let text = scope
            .locale
            .wanted
            .iter()
            .find_map(|lang| claim.texts.get(lang))
            .or_else(|| claim.texts.values().next())
            .map_or("", |text| text.value.as_str());
        let verdict = scope.locale.text(&names::key("verdict", names::verdict(check.verdict)));
        graph.push(serde_json::json!({
            "@type": "ClaimReview",
            "url": format!("{address}#{}", crate::text::claim_anchor(&claim.id)),
            "datePublished": reviewed,
            "inLanguage": scope.locale.lang.as_str(),
            "claimReviewed": shorten(&crate::render::markdown::plain(text), 300),
            "author": {"@type": "Organization", "name": scope.site_title()},
            "itemReviewed": {"@type": "Claim", "appearance": {"@type": "CreativeWork", "url": address}},
            "reviewRating": {"@type": "Rating", "ratingValue": rating, "bestRating": 5, "worstRating": 1,
                "alternateName": verdict},
        }));
    }
    for node in &mut graph {
        if let Some(object) = node.as_object_mut() {
            object.remove("@context");
        }
    }
    Some(Html(json_for_script(&serde_json::json!({"@context": "https://schema.org", "@graph": graph}))))
}

/// A verdict on schema.org's usual scale of 1 to 5.
const fn rating(verdict: crate::verify::Verdict) -> Option<u8> {
    use crate::verify::Verdict;
    match verdict {
        Verdict::Supported => Some(5),
        Verdict::Quoted => Some(4),
        Verdict::Partial => Some(3),
        Verdict::Unsupported | Verdict::QuoteAbsent => Some(2),
        Verdict::Contradicted => Some(1),
        Verdict::Unchecked => None,
    }
}
