//! The fields of a record: their order, what they mean, and an example of each. The schema, the
//! page on the format, `fmt` and the check for unknown fields all read this one list.

/// What the value of a field looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One plain text.
    Plain,
    /// A text, or one a language.
    Text,
    /// A date, `unknown` or null.
    Date,
    /// One term of the vocabulary named.
    Term(&'static str),
    /// Terms of the vocabulary named.
    Terms(&'static str),
    /// A list of plain texts.
    Names,
    /// `scope`, `users`, `region`, each a text.
    Impact,
    /// `detected_after`, `resolved_after`, `events`.
    Timeline,
    /// A list of texts under `text`.
    Items,
    /// A list of sources.
    Sources,
    /// Free-standing claims.
    Claims,
    /// Quotes by mark.
    Evidence,
    /// Who wrote and who reviewed it.
    Review,
    /// What was put right, and when.
    Corrections,
    /// Reasons by field.
    Reasons,
    /// Expected findings.
    Ignores,
    /// Anything.
    Any,
}

/// One field of a record.
#[derive(Debug)]
pub struct FieldRule {
    /// Its name.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// What it means, in one sentence.
    pub about: &'static str,
    /// An example of its value in JSON.
    pub example: &'static str,
}

const fn field(name: &'static str, shape: Shape, about: &'static str, example: &'static str) -> FieldRule {
    FieldRule { name, shape, about, example }
}

/// Every field of a record, in the order in which `fmt` writes them.
pub static FIELDS: [FieldRule; 40] = [
    field(
        "id",
        Shape::Plain,
        "The case's name, unique in the library; `NEW` until it is merged. Markdown records may leave it to the file's name.",
        r#""IL-0213""#,
    ),
    field(
        "former_ids",
        Shape::Names,
        "Names that the case had before; a redirect is left at each.",
        r#"["IL-0200"]"#,
    ),
    field(
        "type",
        Shape::Term("type"),
        "What kind of record it is; an incident where nothing is told.",
        r#""incident""#,
    ),
    field(
        "lang",
        Shape::Plain,
        "The language (BCP 47) of texts that name none; else the library's default.",
        r#""en""#,
    ),
    field(
        "title",
        Shape::Text,
        "What failed, and what it meant, in one line. It is plain text, no Markdown: every sign in it is shown as written.",
        r#"{"en": "A cable was cut", "ko": "케이블이 끊겼다"}"#,
    ),
    field("org", Shape::Plain, "The organisation that it happened to, by name, alias or id.", r#""Fly.io""#),
    field(
        "org_slug",
        Shape::Plain,
        "The organisation's id where its name is not in the vocabulary `org`.",
        r#""fly-io""#,
    ),
    field(
        "date",
        Shape::Date,
        "When it happened or was published: a year, a month, a day or an instant with its offset.",
        r#""2021-10-28""#,
    ),
    field("date_kind", Shape::Plain, "What `date` tells: `incident` or `published`.", r#""incident""#),
    field("severity", Shape::Term("severity"), "How bad it was, as its sources grade it.", r#""major""#),
    field(
        "domain",
        Shape::Terms("domain"),
        "The fields of operations that it belongs to.",
        r#"["database"]"#,
    ),
    field("components", Shape::Terms("component"), "The components that failed or were hit.", r#"["cache"]"#),
    field("symptoms", Shape::Terms("symptom"), "What was seen, as terms.", r#"["high-latency"]"#),
    field(
        "root_cause",
        Shape::Term("root_cause"),
        "The one cause without which it would not have happened.",
        r#""software-bug""#,
    ),
    field(
        "contributing",
        Shape::Terms("contributing"),
        "What made it possible, likelier or worse.",
        r#"["single-point-of-failure"]"#,
    ),
    field(
        "summary",
        Shape::Text,
        "What happened, in a few paragraphs.",
        r#"{"en": "Writes slowed down and everything stopped."}"#,
    ),
    field(
        "symptoms_text",
        Shape::Text,
        "What people and monitors saw, in words.",
        r#"{"en": "Pages loaded slowly, then not at all."}"#,
    ),
    field("trigger", Shape::Text, "What set it off.", r#"{"en": "A feature was switched on."}"#),
    field("detection", Shape::Text, "How it was noticed.", r#"{"en": "An alert on latency."}"#),
    field(
        "impact",
        Shape::Impact,
        "What was hit and how badly, who was hit, and where.",
        r#"{"scope": {"en": "All pages"}, "users": "all", "region": "Mumbai"}"#,
    ),
    field(
        "cause",
        Shape::Text,
        "Why it happened, in words.",
        r#"{"en": "Two threads waited for one lock."}"#,
    ),
    field(
        "timeline",
        Shape::Timeline,
        "How long it took to notice and to end it, and what happened when.",
        r#"{"detected_after": "10m", "resolved_after": "73h", "events": [{"at": "2021-10-28T13:37-07:00", "text": {"en": "Latency rises."}}]}"#,
    ),
    field(
        "remediation",
        Shape::Items,
        "What was done to end it.",
        r#"[{"text": {"en": "The feature was switched off."}}]"#,
    ),
    field(
        "action_items",
        Shape::Items,
        "What was promised for later.",
        r#"[{"text": {"en": "Split the cluster."}}]"#,
    ),
    field("lessons", Shape::Text, "What others can learn from it.", r#"{"en": "Monitor from outside."}"#),
    field(
        "claims",
        Shape::Claims,
        "Claims that stand in no text, with their evidence.",
        r#"[{"id": "k1", "kind": "number", "text": {"en": "It took 73 hours."}, "evidence": [{"source": "report", "quote": "the outage lasted 73 hours"}]}]"#,
    ),
    field(
        "evidence",
        Shape::Evidence,
        "Quotes by the mark that stands in a text as `[^mark]`.",
        r#"{"t1": [{"source": "report", "quote": "the outage lasted 73 hours"}]}"#,
    ),
    field(
        "sources",
        Shape::Sources,
        "What the record rests on: ids of shared sources, addresses, or sources told here.",
        r#"[{"id": "report", "url": "https://example.org/report", "kind": "blog", "archived": "https://web.archive.org/web/20240101000000/https://example.org/report"}]"#,
    ),
    field("docs", Shape::Sources, "Further documents.", r#"["https://example.org/manual"]"#),
    field("related", Shape::Names, "Ids of related cases.", r#"["IL-0100"]"#),
    field("recurrence_of", Shape::Plain, "The id of the case that this one repeats.", r#""IL-0100""#),
    field(
        "review",
        Shape::Review,
        "Who or what wrote it, which person reviewed it and when, and when its sources were looked at again.",
        r#"{"written_by": "a person", "reviewed_by": "A. Reader", "reviewed_at": "2026-11-30", "sources_checked_at": null}"#,
    ),
    field(
        "unknown",
        Shape::Reasons,
        "Why a field is unknown, by the field's name.",
        r#"{"severity": {"en": "the source does not grade it"}}"#,
    ),
    field(
        "ignore",
        Shape::Ignores,
        "Findings that are expected, each with its reason and perhaps the last day on which it holds.",
        r#"[{"code": "V013", "reason": "The report rounds the length itself.", "until": "2027-01-31"}]"#,
    ),
    field(
        "declared",
        Shape::Any,
        "What an imported document declares about itself, kept beside what is computed.",
        r#"{"score": "54,1"}"#,
    ),
    field(
        "extra",
        Shape::Any,
        "What a foreign record tells that has no field here, as it was told; shown and exported.",
        r#"{"aliases": ["CVE-2021-44228"]}"#,
    ),
    field(
        "imported",
        Shape::Any,
        "Which foreign record it was made from, and what the import wrote, so that another import changes nothing else.",
        r#"{"from": "osv", "id": "GO-2021-0227", "wrote": {"title": "3f1c9a0b7d52"}}"#,
    ),
    field(
        "corrections",
        Shape::Corrections,
        "What was wrong in the record and was put right, and when; readers are told on the page and in a feed.",
        r#"[{"at": "2026-11-30", "text": {"en": "The outage took 73 hours, not 37."}}]"#,
    ),
    field("updated_at", Shape::Date, "When the record was last changed.", r#""2026-11-30""#),
    field(
        "url",
        Shape::Plain,
        "The record's own address elsewhere.",
        r#""https://example.org/cases/IL-0213""#,
    ),
];

/// Whether `name` is a field of a record.
pub fn is_field(name: &str) -> bool {
    FIELDS.iter().any(|field| field.name == name)
}

/// The fields of a source, in the order in which `fmt` writes them, each with one sentence and an
/// example in JSON.
pub static SOURCE_FIELDS: [(&str, &str, &str); 18] = [
    ("id", "The name by which a record's notes call it; for a shared source its file's name.", r#""report""#),
    ("url", "Where it can be read.", r#""https://example.org/report""#),
    (
        "archived",
        "Where a copy of it is kept.",
        r#""https://web.archive.org/web/20240101000000/https://example.org/report""#,
    ),
    (
        "final_url",
        "Where the address led in the end, when it leads elsewhere.",
        r#""https://example.org/2021/report""#,
    ),
    ("title", "Its title, plain text, one or one a language.", r#""What happened on Monday""#),
    ("publisher", "Who published it: an organisation's name or id; else the address's host.", r#""Fly.io""#),
    ("author", "Who wrote it.", r#""A. Writer""#),
    ("kind", "Term of the vocabulary `source_kind`.", r#""blog""#),
    ("lang", "The language of its text.", r#""en""#),
    ("licence", "Its licence, an SPDX id or words.", r#""CC-BY-4.0""#),
    ("licence_url", "Where the licence is told.", r#""https://creativecommons.org/licenses/by/4.0/""#),
    ("published", "When it was published.", r#""2021-11-02""#),
    ("retrieved", "When it was read.", r#""2026-11-30""#),
    (
        "hash",
        "Hash of its plain text.",
        r#""blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262""#,
    ),
    ("cites", "Ids of sources that it merely repeats.", r#"[]"#),
    ("primary", "Whether it is the operator's own account.", "true"),
    ("note", "A remark for contributors.", r#""the page needs a login""#),
    ("text", "Its text, where the record itself holds it.", r#""The text.""#),
];
