//! The rules: a stage letter, a number and a slug. Never reused.
//!
//! The doc comment of a rule (what, why, wrong, right) is also its page in `docs/diagnostics/` and
//! the answer of `casebook explain`. Letters: L load, P parse, M model, V verify, S score,
//! R relate, I index, T themes and rendering, W write.

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The content is wrong; `check` exits with 1.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Worth knowing.
    Notice,
}

/// One rule, as an index into [`CODES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

/// What is known about a rule.
#[derive(Debug)]
pub struct Rule {
    /// The rule's code.
    pub code: Code,
    /// Its slug, e.g. `fact-contradicted`.
    pub slug: &'static str,
    /// Its severity unless configured otherwise.
    pub severity: Severity,
    /// Markdown: what it means, why it matters, a wrong and a right example.
    pub page: &'static str,
}

impl Rule {
    /// The rule's page: a heading, its severity, and the text.
    pub fn markdown(&self) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Notice => "notice",
        };
        let text: String =
            self.page.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
        format!("# {} {} ({severity})\n\n{text}", self.code, self.slug)
    }
}

macro_rules! codes {
    ($( $(#[doc = $page:literal])+ $name:ident $slug:literal $severity:ident; )+) => {
        impl Code {
            $( $(#[doc = $page])+ pub const $name: Code = Code(stringify!($name)); )+
        }

        /// Every rule, in the order of their codes.
        pub static CODES: &[Rule] = &[
            $( Rule { code: Code::$name, slug: $slug, severity: Severity::$severity, page: concat!($($page, "\n"),+) }, )+
        ];
    };
}

impl Code {
    /// The code as printed, e.g. `V007`.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The rule behind the code.
    pub fn rule(self) -> &'static Rule {
        CODES.iter().find(|rule| rule.code == self).expect("the macro makes a rule for every code")
    }

    /// The rule's slug.
    pub fn slug(self) -> &'static str {
        self.rule().slug
    }

    /// The rule's own severity.
    pub fn severity(self) -> Severity {
        self.rule().severity
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

// Keep sorted by code: a test checks it. One block a stage, so that two changes rarely meet.
codes! {
    /// A file is not UTF-8.
    ///
    /// Records are read as UTF-8, with or without a byte order mark. Text in another encoding would
    /// be published as nonsense, so the file is left out; the message names the first wrong byte
    /// and the encoding that the file seems to be in.
    ///
    /// Wrong: a file saved as Windows-1251, EUC-KR or UTF-16.
    ///
    /// Right: the same file opened in that encoding and saved as UTF-8.
    L001 "not-utf8" Error;

    /// A file cannot be read.
    ///
    /// The system refuses it, or a link leads in a circle. The rest of the library is still built.
    ///
    /// Wrong: a link to a folder above it; a file without permission to read.
    ///
    /// Right: a plain file that the user who runs the build may read.
    L002 "unreadable-file" Error;

    /// A file is larger than the library allows.
    ///
    /// The bound keeps one file from exhausting the machine. It is `record_bytes` for records,
    /// vocabularies and pages, `source_bytes` for sources and their texts, `figure_bytes` for figures.
    ///
    /// Wrong: a record of 5 MiB with the default bound of 4 MiB.
    ///
    /// Right: several records in several files, or a higher bound under `[limits]` in
    /// `casebook.toml`.
    L003 "file-too-large" Error;

    /// Nothing is read from a file, because of where it lies or how it is called.
    ///
    /// It may be a record with a slip in its name. Files that begin with `.` or `_`, and `README`,
    /// `CONTRIBUTING` and `LICENSE` are passed over without a word.
    ///
    /// Wrong: `content/cases/outage.yaml`, `content/case/outage.md`.
    ///
    /// Right: `content/cases/outage.en.md`.
    L005 "file-not-used" Notice;

    /// Stored evidence belongs to no case.
    ///
    /// `NAME.evidence.json` keeps what was verified for the case `NAME`. Without that case it is a
    /// leftover of a renamed or removed one.
    ///
    /// Wrong: `old-name.evidence.json` beside `new-name.en.md`.
    ///
    /// Right: `new-name.evidence.json`.
    L006 "evidence-without-case" Warning;

    /// A required field is missing.
    ///
    /// A case needs a title; records in a list need an id, since they have no file name of their
    /// own. A single JSON record without an id takes the name of its file, with a warning.
    ///
    /// Wrong: `[{"title": "A cable was cut"}]`.
    ///
    /// Right: `[{"id": "cable-cut", "title": "A cable was cut"}]`.
    M001 "missing-field" Error;

    /// A field has a value of the wrong kind.
    ///
    /// The value is left out, since guessing what was meant would change the record.
    ///
    /// Wrong: `lessons: [a, b]` (a list where one text is wanted).
    ///
    /// Right: `lessons: {en: "a b"}`.
    M002 "wrong-type" Error;

    /// A field is not one of the record's.
    ///
    /// It is kept and exported as it is, but no page and no check knows it. Often it is a slip.
    ///
    /// Wrong: `severty: major`.
    ///
    /// Right: `severity: major`.
    M003 "unknown-field" Warning;

    /// A term is not in its vocabulary.
    ///
    /// Terms group cases and drive search; a term of one's own groups nothing. Ids, labels and
    /// aliases in every language are understood.
    ///
    /// Wrong: `severity: majr`.
    ///
    /// Right: `severity: major`, or a new term in `content/vocab/severity.toml`.
    M004 "unknown-term" Warning;

    /// A date is not written in one of the accepted forms.
    ///
    /// The forms are a year, a month, a day, or an instant with its offset, all as in ISO 8601.
    /// Others are read differently in different places; without an offset an instant is not told.
    ///
    /// Wrong: `date: 2018-11-20 16:33 +0100`, `date: 2024-1-5`, `date: Nov 20 2018`.
    ///
    /// Right: `date: 2018-11-20T16:33+01:00`, `date: 2024-01-05`, `date: 2018-11-20`.
    M005 "bad-date" Error;

    /// A length of time is not written in one of the accepted forms.
    ///
    /// The forms are counts with `w`, `d`, `h`, `m`, `s`, larger units first, or ISO 8601.
    ///
    /// Wrong: `resolved_after: 73 hours`.
    ///
    /// Right: `resolved_after: 73h`, `1h30m`, `PT10M`.
    M006 "bad-length" Error;

    /// A key that should be a language tag is none.
    ///
    /// Texts by language have BCP 47 tags as keys.
    ///
    /// Wrong: `title: {english: "A cable was cut"}`, `title: {en_US: "…"}`.
    ///
    /// Right: `title: {en: "A cable was cut"}`, `title: {en-US: "…"}`.
    M007 "bad-language" Error;

    /// An id has characters that no path can have, or is too long.
    ///
    /// The id is the case's address and may be its file's name.
    ///
    /// Wrong: `id: 2021/10 outage?`.
    ///
    /// Right: `id: 2021-10-outage`.
    M008 "bad-id" Error;

    /// The id is the placeholder `NEW`.
    ///
    /// Two pull requests that choose the next free number choose the same one. With the placeholder
    /// they need not choose: `casebook fmt --assign-ids` numbers the case after the merge.
    ///
    /// Wrong: `id: NEW` in a release.
    ///
    /// Right: `id: NEW` in a pull request, and a number after it.
    M009 "placeholder-id" Notice;

    /// A field or section is there and says nothing.
    ///
    /// It cannot be told from one that was forgotten.
    ///
    /// Wrong: `date: ""`, or a heading with nothing below it.
    ///
    /// Right: the value, `unknown` where the sources are silent, `null` where there is nothing to
    /// tell, or no field at all.
    M010 "empty-value" Warning;

    /// Two files of one case give a field different values.
    ///
    /// Fields without a language belong to the case, not to one of its languages.
    ///
    /// Wrong: `severity: major` in `outage.en.md` and `severity: minor` in `outage.ko.md`.
    ///
    /// Right: `severity: major` in one of the two.
    M011 "field-conflict" Error;

    /// One text is told twice in one language.
    ///
    /// Only one of the two can be shown.
    ///
    /// Wrong: `summary` in the front matter and `## Summary` below it.
    ///
    /// Right: one of the two.
    M012 "field-twice" Error;

    /// A term or organisation is spelled in another way than its id or than other records spell it.
    ///
    /// Both are taken as one; one spelling keeps the record easy to search and to compare.
    ///
    /// Wrong: `domain: [DNS]` where the term is `dns`.
    ///
    /// Right: `domain: [dns]`.
    M013 "spelling-variant" Warning;

    /// Two files tell one case in one language.
    ///
    /// The second is left out.
    ///
    /// Wrong: `outage.md` beside `outage.en.md` in a library whose default language is English.
    ///
    /// Right: one of the two, or another language in the name.
    M014 "language-twice" Error;

    /// A heading names no section of a record.
    ///
    /// Its text is kept and shown under its own heading, but it is no field: nothing is expected of
    /// it. Section names are the vocabulary `heading`, in every language.
    ///
    /// Wrong: `## Sumary`.
    ///
    /// Right: `## Summary`, `## 요약`, `## Краткое изложение`.
    M015 "unknown-heading" Warning;

    /// An item of the timeline does not begin with its date.
    ///
    /// It is shown where it stands, but cannot be ordered or checked.
    ///
    /// Wrong: `- in the morning the check failed`.
    ///
    /// Right: `- 2025-09-24T09:46Z: the check failed`, `- 2025-09-24 09:46 UTC — the check failed`.
    M016 "event-without-date" Warning;

    /// A mark stands in a text and no note belongs to it.
    ///
    /// The claim then stands on nothing. One language's file may hold the notes of all.
    ///
    /// Wrong: `It fell to 29 ms.[^t1]` without a line `[^t1]: …` in any file of the case.
    ///
    /// Right: `[^t1]: infra-log: "dropped from 511ms to 29ms"`.
    M017 "mark-without-note" Error;

    /// A note is there and no sentence bears its mark.
    ///
    /// Wrong: `[^t2]: infra-log: "…"` and `[^t2]` nowhere else.
    ///
    /// Right: `[^t2]` behind the sentence that the quote bears out.
    M018 "note-without-mark" Warning;

    /// A note or a piece of evidence quotes nothing.
    ///
    /// Evidence is the words of a source, between quotation marks.
    ///
    /// Wrong: `[^t1]: infra-log`.
    ///
    /// Right: `[^t1]: infra-log: "dropped from 511ms to 29ms"`.
    M019 "note-without-quote" Error;

    /// A mark has no sentence before it.
    ///
    /// The claim is what stands before the mark, back to the mark before it or to the start of the
    /// paragraph or list item.
    ///
    /// Wrong: `[^t1] It fell to 29 ms.`
    ///
    /// Right: `It fell to 29 ms.[^t1]`
    M020 "mark-without-sentence" Warning;

    /// A quote is longer than 300 characters.
    ///
    /// A quote is there to bear one claim; a page of it is a copy, which the source's licence may
    /// not allow.
    ///
    /// Wrong: three paragraphs between the quotation marks.
    ///
    /// Right: the sentence that matters, with `…` where something is left out.
    M021 "quote-too-long" Warning;

    /// Two claims or two sources of a case have one name.
    ///
    /// A note could mean either.
    ///
    /// Wrong: `sources: [{id: log, url: …}, {id: log, url: …}]`.
    ///
    /// Right: `sources: [{id: log-a, url: …}, {id: log-b, url: …}]`.
    M022 "name-twice" Error;

    /// A text links to an address that no page may carry.
    ///
    /// Addresses such as `javascript:` run in the reader's browser. The page shows the text without
    /// the link.
    ///
    /// Wrong: `[log](javascript:alert(1))`.
    ///
    /// Right: `[log](https://example.org/log)`.
    M023 "refused-link" Error;

    /// Two files under `content/sources/` have one id.
    ///
    /// Wrong: `sources/log.md` and `sources/2025/log.md`.
    ///
    /// Right: `sources/log.md` and `sources/log-2025.md`.
    M024 "source-file-twice" Error;

    /// Two shared sources have one address.
    ///
    /// They are one voice and would look like two. `http` and `https`, `www.`, a final slash and a
    /// web archive's copy do not make another address.
    ///
    /// Wrong: `a.md` with `url: https://example.org/post` and `b.md` with
    /// `url: http://www.example.org/post/`.
    ///
    /// Right: one file, named by both records.
    M025 "address-twice" Warning;

    /// A record or note names a source that is not there.
    ///
    /// A note calls its source by the id of a file under `content/sources/` or by an id in the
    /// record's own `sources`.
    ///
    /// Wrong: `[^t1]: infra-lgo: "…"`.
    ///
    /// Right: `[^t1]: infra-log: "…"`.
    M026 "unknown-source" Error;

    /// An address is none, or one that is not linked.
    ///
    /// Only `http` and `https` are linked. What cannot be linked is left out.
    ///
    /// Wrong: `url: javascript:alert(1)`, `url: example.org/post`.
    ///
    /// Right: `url: https://example.org/post`.
    M028 "bad-address" Error;

    /// A list names a term twice, perhaps in two spellings.
    ///
    /// Wrong: `symptoms: [packet-loss, "packet loss"]`.
    ///
    /// Right: `symptoms: [packet-loss]`.
    M029 "term-twice" Warning;

    /// `casebook.toml` has a setting that does not exist.
    ///
    /// Wrong: `language = ["en"]`.
    ///
    /// Right: `languages = ["en"]`.
    M030 "unknown-setting" Warning;

    /// A setting in `casebook.toml` has a value that it cannot have.
    ///
    /// The default stands in for it.
    ///
    /// Wrong: `languages = []`.
    ///
    /// Right: `languages = ["en", "ko"]`.
    M031 "bad-setting" Error;

    /// Two cases have one id.
    ///
    /// Ids are compared without regard to case and Unicode form, since some file systems and
    /// addresses do not tell them apart. The case that comes first by path stays, the other is left
    /// out.
    ///
    /// Wrong: `id: IL-0300` in two files.
    ///
    /// Right: `id: IL-0300` and `id: IL-0301`; or `id: NEW`, which is numbered after the merge.
    M032 "duplicate-id" Error;

    /// Two ids differ only in characters that no address has.
    ///
    /// Wrong: `id: db outage` and `id: db-outage`.
    ///
    /// Right: `id: db-outage-1` and `id: db-outage-2`.
    M033 "path-clash" Error;

    /// Two organisations differ only in spaces, punctuation or case.
    ///
    /// They get a page each, though they are probably one.
    ///
    /// Wrong: `org: TravisCI` beside `org: Travis CI`.
    ///
    /// Right: one name; or an organisation in `content/vocab/org.toml` with the other as an alias.
    M034 "organisation-variant" Warning;

    /// An expected finding is not told in full, so it is not expected.
    ///
    /// A finding is passed over only where its code is one of ours and a reason says why it is right
    /// as it is; whoever reads the record later has to be able to judge it. `until` is the last day on
    /// which it holds.
    ///
    /// Wrong:
    ///
    /// ```yaml
    /// ignore:
    ///   - {code: V013}
    /// ```
    ///
    /// Right:
    ///
    /// ```yaml
    /// ignore:
    ///   - {code: V013, reason: "The report rounds the length itself.", until: 2027-01-31}
    /// ```
    M035 "ignore-incomplete" Error;

    /// The last day of an expected finding is over; the finding counts again.
    ///
    /// The day is that of the score: the newest date in the library, or `--as-of`.
    ///
    /// Wrong: `until: 2026-06-30` in a library whose newest date is 2026-11-30.
    ///
    /// Right: a record without the fault, or a later day for a reason that still holds.
    M036 "ignore-expired" Warning;

    /// A finding is expected that is not there.
    ///
    /// It was mended, or the entry names another case or rule than was meant. What is expected
    /// without need would hide the next fault of its kind. Nothing is said where the rule needs the
    /// text of a source that is not at hand.
    ///
    /// Wrong: an entry for V013 in a record whose lengths agree.
    ///
    /// Right: no entry.
    M037 "ignore-unused" Warning;

    /// A hint that `casebook new` left is not filled yet.
    ///
    /// A hint is a comment that begins with a question mark: it stands on no page. `casebook fmt` removes
    /// it once what it asks for is there.
    ///
    /// Wrong:
    ///
    /// ```yaml
    /// #? org: who it happened to
    /// ```
    ///
    /// Right:
    ///
    /// ```yaml
    /// org: Example Shop
    /// ```
    M038 "hint-unfilled" Notice;

    /// A JSON file is not valid JSON.
    ///
    /// Nothing can be read from it. The message says where and what to type.
    ///
    /// Wrong: `{"id": "a",}`.
    ///
    /// Right: `{"id": "a"}`.
    P001 "json-syntax" Error;

    /// The front matter is not valid YAML.
    ///
    /// Most often a text with a colon stands without quotation marks, or a tab indents a line.
    /// Anchors and aliases are not read.
    ///
    /// Wrong: `title: Outage: the cable was cut`.
    ///
    /// Right: `title: "Outage: the cable was cut"`.
    P002 "yaml-syntax" Error;

    /// Front matter, a vocabulary or `casebook.toml` is not valid TOML.
    ///
    /// Wrong: `title = Outage`.
    ///
    /// Right: `title = "Outage"`.
    P003 "toml-syntax" Error;

    /// A key stands twice in one table.
    ///
    /// Most programs silently take the last value, while a reader of the file sees the first. The
    /// first is kept until one of the two is removed.
    ///
    /// Wrong: `{"severity": "major", "severity": "minor"}`.
    ///
    /// Right: `{"severity": "minor"}`.
    P004 "duplicate-key" Error;

    /// `NaN` or `Infinity` stands where a number should.
    ///
    /// JSON has no such values, and nothing can be counted with them.
    ///
    /// Wrong: `{"users": NaN}`.
    ///
    /// Right: `{"users": null}` or `{"users": "unknown"}`.
    P005 "not-a-number" Error;

    /// Values are nested deeper than allowed.
    ///
    /// No record needs it; a bound keeps a hostile file from exhausting the stack. It is `nesting`
    /// under `[limits]`, by default 64.
    ///
    /// Wrong: a hundred opening brackets in a row.
    ///
    /// Right: a flat record.
    P006 "nested-too-deep" Error;

    /// The front matter is opened and never closed.
    ///
    /// Fields and text cannot be told apart.
    ///
    /// Wrong: a line `---`, fields, and the text at once.
    ///
    /// Right: a second line `---` between the fields and the text.
    P007 "front-matter-open" Error;

    /// A heading has no space after its `#`.
    ///
    /// It is taken as a heading here, but most programs show it as a paragraph.
    ///
    /// Wrong: `##Summary`.
    ///
    /// Right: `## Summary`.
    P008 "heading-without-space" Warning;

    /// A file defines a note twice.
    ///
    /// The first stands.
    ///
    /// Wrong: two lines that begin with `[^t1]:`.
    ///
    /// Right: one note with two lines, each `source-id: "quote"`; or `[^t1]` and `[^t2]`.
    P009 "note-twice" Error;

    /// A reference names no case of the library.
    ///
    /// The link would lead nowhere. Ids are compared without regard to case and Unicode form, and
    /// former ids count.
    ///
    /// Wrong: `related: [il-0214]` where there is no such case.
    ///
    /// Right: `related: [IL-0213]`.
    R001 "unknown-case" Warning;

    /// A case refers to itself.
    ///
    /// Wrong: `recurrence_of: IL-0213` in IL-0213.
    ///
    /// Right: the case that it repeats, or nothing.
    R002 "self-reference" Warning;

    /// One source is told twice.
    ///
    /// It would look like two sources that agree. One address is one source, also with `www.`, with
    /// `http`, with a final slash or as an archived copy.
    ///
    /// Wrong: `sources: [infra-log, infra-log]`.
    ///
    /// Right: `sources: [infra-log]`; several notes may name it.
    R003 "source-twice" Error;

    /// No source of the case has an address.
    ///
    /// Readers cannot go and see, so the score is held down.
    ///
    /// Wrong: `sources: []`.
    ///
    /// Right: `sources: [{url: "https://example.org/post-mortem"}]`.
    S001 "no-source-address" Warning;

    /// All sources of the case speak with one voice.
    ///
    /// Two sources of one organisation, or one that only repeats the other, are one voice. An
    /// independent account lifts the cap on the score.
    ///
    /// Wrong (perhaps): two posts of the same blog.
    ///
    /// Right: the operator's post and a report by someone else.
    S002 "one-voice" Notice;

    /// The review is dated later than the day of the score.
    ///
    /// Scores are made as of a day: the newest in the library, or `--as-of`. What comes later does
    /// not count yet.
    ///
    /// Wrong: `--as-of 2026-01-01` for a record reviewed on 2026-11-30.
    ///
    /// Right: `--as-of 2026-11-30`.
    S003 "review-after-day" Notice;

    /// A template of the library does not compile, or fails on a page.
    ///
    /// Templates see typed views, and a name that a view does not have is an error, so that a slip is
    /// found at build time. Mend the line that is shown; until then the built-in template of the same
    /// name makes the page.
    T001 "template-broken" Error;

    /// A language lacks a text of the interface.
    ///
    /// The English text stands in its place. Put the message into `themes/messages/<language>.ftl` of
    /// the library, under the key that is told.
    T002 "message-missing" Notice;

    /// A file in `themes/` is not used.
    ///
    /// Styles and pictures live in `themes/<theme>/assets/`, templates in `themes/<theme>/templates/`,
    /// messages in `themes/messages/<language>.ftl`.
    T003 "theme-file-unused" Warning;

    /// A link in a text leads to no page of this site.
    ///
    /// The words are shown without a link. Write the case's file name, its id, or a path from the
    /// site's root such as `/cases/some-case/`.
    T004 "link-unresolved" Warning;

    /// A file beside a case is not published.
    ///
    /// Pictures that stand in a case's folder are published with it. Pages, scripts and drawings that
    /// could run or fetch something are not: no record may put script into a page.
    T005 "file-not-published" Notice;

    /// A page of the library has the name of a page that the site makes itself.
    ///
    /// It is published under `pages/` instead, so that both can be read. Give the file another name;
    /// `method` and `data` are free: a page of that name becomes the text of the site's own.
    T006 "page-name-taken" Warning;

    /// An address in the built site leads to nothing.
    ///
    /// `casebook check --site` follows every internal address at the site's base path: to the file, and
    /// to the id on it. Addresses of other hosts are counted and not asked.
    T010 "address-dead" Error;

    /// A page of the built site is no valid HTML.
    ///
    /// Broken markup is guessed at by each reader in its own way. Ids stand once, what an attribute names
    /// is there, and elements stand where the standard lets them.
    T011 "markup-invalid" Error;

    /// A file that programs read does not parse, or has lost a character.
    ///
    /// JSON without NaN, feeds and sitemaps that are well-formed XML with all that their standard asks
    /// for, UTF-8 without U+FFFD.
    T012 "data-invalid" Error;

    /// A page would ask another host for something.
    ///
    /// Nothing leaves the reader's browser: pictures, styles, scripts and forms are the site's own.
    T013 "request-elsewhere" Error;

    /// A script, style or frame stands in a page itself.
    ///
    /// The policy of the site refuses it, and it is the way in which foreign text becomes a program.
    T014 "code-in-page" Error;

    /// A file takes longer over the wire than it should.
    ///
    /// A case's page with its styles has 60,000 bytes, a style sheet 15,000, the scripts of a page
    /// 20,000, all compressed.
    T015 "over-budget" Warning;

    /// A file has a name that hosts leave out.
    ///
    /// What begins with `_` or `.` is not published by common hosts, but for `_headers`, `_redirects` and
    /// `.nojekyll`, which are meant for them.
    T016 "path-hidden" Error;

    /// Pages and sitemaps tell different addresses or languages of each other.
    ///
    /// A search engine believes `hreflang` only where both pages name each other. The cause is a tree of
    /// two builds, or a copy under another address than it was built for.
    T017 "pages-disagree" Error;

    /// A quote is not in its source.
    ///
    /// A quote is what makes a claim checkable: readers follow it to the passage. A quote that the
    /// source does not have vouches for nothing, however true the claim may be. Quotation marks,
    /// dashes, spaces, line ends, list marks and the like may differ; words, names and figures may not.
    ///
    /// Wrong: the source says "dropped from 511ms to 29ms".
    ///
    /// ```text
    /// [^t1]: infra-log: "the check became much faster"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V001 "quote-absent" Error;

    /// A passage near to the quote is in the source, but it says something else.
    ///
    /// A changed name or figure is another statement, so a near passage never counts as found. It is
    /// shown as a hint: mostly a slip of the pen.
    ///
    /// Wrong: the source says "dropped from 511ms to 29ms".
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 92ms"
    /// ```
    ///
    /// Right: the passage as it stands in the source.
    ///
    /// ```text
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V002 "quote-differs" Error;

    /// The quote stands at several places of its source.
    ///
    /// A reader cannot tell which passage is meant, and the places may speak of different things.
    /// Quote more of the passage, or add what stands just before or after it.
    ///
    /// Wrong:
    ///
    /// ```text
    /// [^t1]: infra-log: "the readiness check"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: infra-log: "the readiness check" (prefix: "we single-flighted ")
    /// ```
    V003 "quote-ambiguous" Warning;

    /// The words left out of a quote (`…`) hold a negation.
    ///
    /// Leaving out `not` turns a statement into its opposite. Quote the passage with its negation, or
    /// quote the two parts separately.
    ///
    /// Wrong: the source says "the change was not tested before release".
    ///
    /// ```text
    /// [^t1]: log: "the change was … tested before release"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: log: "the change was not tested before release"
    /// ```
    V004 "negation-left-out" Warning;

    /// The quote is too short to say anything.
    ///
    /// Two or three words stand in any text; found or not, they vouch for nothing.
    ///
    /// Wrong:
    ///
    /// ```text
    /// [^t1]: log: "the cache"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// [^t1]: log: "the cache deployment tool was not built to bootstrap a large cluster"
    /// ```
    V005 "quote-too-short" Warning;

    /// The text of a source is not at hand, so its quotes are not checked.
    ///
    /// Where the licence allows, the text stands below the front matter of the source's file. Else
    /// `casebook snapshot` stores a copy outside the repository, and the record of the last
    /// verification stays beside the case.
    ///
    /// Wrong: a source with nothing but an address.
    ///
    /// Right: its text below the front matter, or a snapshot given by `--snapshots DIR`.
    V006 "source-without-text" Notice;

    /// The claim and its quote give different values for the same thing.
    ///
    /// A reader trusts the figure because a quote stands behind it, so a figure that the quote
    /// contradicts is the worst fault a record can have. Write the value that the quote gives, or
    /// quote the passage that says what the claim says.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The response time dropped to 92 ms.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    V007 "fact-contradicted" Error;

    /// No quote of the claim says one of its facts.
    ///
    /// The claim says more than its evidence does. Quote the passage that says the rest too (a claim
    /// may have several quotes), or take the fact out of the claim.
    ///
    /// Wrong:
    ///
    /// ```text
    /// In 2025, the response time dropped to 29 ms on 300 hosts.[^t1]
    ///
    /// [^t1]: infra-log: "dropped from 511ms to 29ms"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    /// ```
    V008 "fact-missing" Warning;

    /// The quotes are found, but say nothing of the claim.
    ///
    /// No fact of the claim is in its quotes, and too few of its words are, in any language that the
    /// glossary knows. Probably the wrong passage was copied.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The database was restored from a backup.[^t1]
    ///
    /// [^t1]: log: "A similar pattern hit workers in LAX"
    /// ```
    ///
    /// Right: the passage that tells of the backup.
    V009 "claim-unrelated" Warning;

    /// Two languages of a record tell different facts.
    ///
    /// So do two of which one says that something rose and the other that it fell, or one "before" and the other
    /// "after".
    ///
    /// Readers of one language learn something else than readers of the other; at least one of them
    /// learns something wrong.
    ///
    /// Wrong: `73 hours` in the English title, `37시간` in the Korean one.
    ///
    /// Right: `73 hours` and `73시간`.
    V010 "languages-conflict" Error;

    /// A fact stands in one language only.
    ///
    /// That may be meant: translations shorten. It is told so that nothing is lost unawares.
    ///
    /// Wrong (perhaps): `4.2GB` in the Korean summary and nowhere in the English one.
    ///
    /// Right: the figure in both, or in neither.
    V011 "language-lacks-fact" Notice;

    /// A text is plainly in another language than it is declared to be.
    ///
    /// Figures, dates and words are read by the rules of the declared language, search and screen
    /// readers too. Judged by the script alone.
    ///
    /// Wrong: an English sentence under `ko`.
    ///
    /// Right: the sentence in Korean, or under `en`.
    V012 "language-misdeclared" Warning;

    /// A stated length of time does not follow from the times told.
    ///
    /// The length is computed from every start that comes near what is stated, and each start is
    /// named: often the record counts from the first symptom where the source counts from the first
    /// user hurt. A notice where the difference is small or the events can be read in several ways.
    ///
    /// Wrong: `resolved_after: 73h` beside events from 13:37 on the 28th to 16:45 on the 31st.
    ///
    /// Right: `resolved_after: 75h8m`, or the start that gives 73 hours.
    V013 "length-differs" Warning;

    /// Dates do not stand in order.
    ///
    /// An event cannot come before the one told before it, a review not before the incident, and a
    /// detection not after the end.
    ///
    /// Wrong: `updated_at: 2021-10-01` in a record of `2021-10-28`.
    ///
    /// Right: `updated_at: 2021-11-01`.
    V014 "dates-out-of-order" Warning;

    /// The year in the id is not the year of the incident.
    ///
    /// Ids stay, so a wrong year in one misleads for ever. The year of a CVE is not looked at.
    ///
    /// Wrong: `id: acme-2019-outage`, `date: 2021-10-28`.
    ///
    /// Right: `id: acme-2021-outage`, `date: 2021-10-28`.
    V015 "year-of-id" Warning;

    /// Sentences state facts and cite no source.
    ///
    /// What no quote stands behind cannot be checked by anyone. Told once a case, at the first of
    /// them; `casebook evidence suggest CASE` lists all, with passages that may serve.
    ///
    /// Wrong:
    ///
    /// ```text
    /// The response time dropped to 29 ms.
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// The response time dropped to 29 ms.[^t1]
    /// ```
    V016 "facts-uncited" Notice;

    /// A claim has no evidence.
    ///
    /// A claim is a statement with a quote; without one it is only a statement.
    ///
    /// Wrong: `{"id": "c1", "text": "Writes slowed down.", "evidence": []}`
    ///
    /// Right: `"evidence": [{"source": "log", "quote": "Writes to the store slowed down"}]`
    V017 "claim-without-evidence" Warning;

    /// The original changed after the translation was made.
    ///
    /// Told from the texts themselves, never from file times. Readers are shown that the translation
    /// is behind. Bring it up to date; `casebook check --update-evidence` then takes note. Where the translation
    /// is still right, since only the wording of the original changed,
    /// `casebook check CASE --update-evidence --translations-hold` says so.
    ///
    /// Wrong: a new figure in the English text only.
    ///
    /// Right: the new figure in every language.
    V018 "translation-stale" Warning;

    /// Whether a quote bears a fact of the claim cannot be told by machine.
    ///
    /// The figure can be read in two ways (`1.250`), or the words do not say what it belongs to. The
    /// claim is told `partial` rather than `supported`. Write it so that it can be read in one way.
    ///
    /// Wrong: `1.250 requests` in a text without a language to decide.
    ///
    /// Right: `1,250 requests`.
    V019 "fact-cannot-tell" Notice;

    /// What was verified earlier cannot be read.
    ///
    /// The file beside the case is written by `casebook check --update-evidence` and not meant for
    /// editing. Without it, quotes whose source's text is not at hand count as never verified. Restore
    /// the file, or have it written anew where the texts are.
    ///
    /// Wrong: merge marks left in `NAME.evidence.json`.
    ///
    /// Right: the file as the tool wrote it.
    V020 "evidence-unreadable" Warning;

    /// A program that judges claims did not answer, or not as agreed.
    ///
    /// It reads one JSON object a line and writes one a line with `id`, `verdict` and `reason`; see
    /// `docs/evidence.md`. Verdicts do not depend on it.
    ///
    /// Wrong: a program that prints its progress to standard output.
    ///
    /// Right: `{"id":"t1","verdict":"supported","reason":"the quote says so"}`.
    V021 "judge-failed" Warning;

    /// The quote seems to say the opposite of the claim: another direction, order, or a negation.
    ///
    /// Told by words (`rose` and `fell`, `before` and `after`, `not`), so read the two side by side:
    /// the claim counts as contradicted until one of them is changed.
    ///
    /// Wrong:
    ///
    /// ```text
    /// Latency rose after the rollback.[^t1]
    ///
    /// [^t1]: log: "The rollback brought latency down to 35ms"
    /// ```
    ///
    /// Right:
    ///
    /// ```text
    /// Latency fell after the rollback.[^t1]
    /// ```
    V022 "sense-contradicted" Warning;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_slugs_unique() {
        assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
        let mut slugs: Vec<_> = CODES.iter().map(|rule| rule.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), CODES.len());
    }
}
