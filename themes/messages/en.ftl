### The interface in English. Every language has the same keys; `$n` chooses the plural, `$n_shown` is
### the number as the language writes it.

language_own_name = English
language_en = English
language_ko = Korean
language_ru = Russian
language_de = German
language_fr = French
language_ja = Japanese
language_zh = Chinese
language_ar = Arabic
language_es = Spanish

## Frame

skip_to_content = Skip to content
nav_label = Main
languages_label = Language
breadcrumb_label = You are here
contents = On this page
nav_home = Home
nav_cases = Cases
nav_browse = Browse
nav_sources = Sources
nav_search = Search
nav_diagnose = Diagnose
nav_statistics = Statistics
nav_failing = Claims that fail
nav_changes = Recent changes
nav_method = Method
nav_data = Data
nav_contribute = Contribute
nav_feed = Feed
nav_repo = Repository
as_of = As of { $date }
pager_label = Page { $page } of { $pages }
pager_previous = Previous
pager_next = Next

## Search

search_label = Search the library
search_short = Search
search_button = Search
search_example = What do you see? An error, a symptom, a name
search_heading = Search
search_description = Search every case, claim and quoted source in all languages of the library.
search_needs_script = Searching needs JavaScript. Without it, these lists lead to every case:
diagnose_heading = Diagnose
diagnose_description = From the symptoms you see to likely causes and to what fixed them.

## Home

home_lead = Incidents, each claim checked against the sentence that says so.
home_newest = Newest cases
home_all_cases = All cases
figure_cases = { $n ->
    [one] case
   *[other] cases
}
figure_claims = { $n ->
    [one] claim
   *[other] claims
}
figure_borne = borne out by a quote
figure_sources = { $n ->
    [one] source
   *[other] sources
}
figure_median_length = median time to recovery, of { $n ->
    [one] one case
   *[other] { $n_shown } cases
}
figure_median_score = median score
figure_share_borne = borne out, of { $n ->
    [one] one claim
   *[other] { $n_shown } claims
}

## Lists

cases_heading = Cases
cases_description = Every case of the library, by date, by score or by title.
count_cases = { $n ->
    [0] No cases
    [one] { $n_shown } case
   *[other] { $n_shown } cases
}
count_sources = { $n ->
    [one] { $n_shown } source
   *[other] { $n_shown } sources
}
count_entries = { $n ->
    [one] { $n_shown } entry
   *[other] { $n_shown } entries
}
order_label = Order
order_date = By date
order_score = By score
order_title = By title
column_title = Case
column_org = Organisation
column_date = Date
column_cause = Root cause
column_length = Duration
column_score = Score
column_verdict = Verdict
column_match = Match
column_meaning = Meaning
column_part = Part
column_points = Points
column_cap = Cap
browse_heading = Browse
browse_description = Cases by cause, symptom, component, organisation and year.
vocabulary_root_cause = Root cause
vocabulary_symptom = Symptoms
vocabulary_component = Components
vocabulary_domain = Domains
vocabulary_contributing = Contributing factors
vocabulary_severity = Severity
vocabulary_type = Type
vocabulary_org = Organisations
vocabulary_year = Years
term_search_all = The newest { $listed } are listed. Search them all
term_aliases = Also written: { $names }
term_broader = Part of
term_often_with = Often together with
no_cases = No case yet.

## Values

date_unknown = Date unknown
value_unknown = Unknown
value_null = Nothing to tell
value_absent = Not recorded
percent = { $n }%
duration_days = { $n ->
    [one] { $n_shown } day
   *[other] { $n_shown } days
}
duration_hours = { $n ->
    [one] { $n_shown } hour
   *[other] { $n_shown } hours
}
duration_minutes = { $n ->
    [one] { $n_shown } minute
   *[other] { $n_shown } minutes
}
duration_seconds = { $n ->
    [one] { $n_shown } second
   *[other] { $n_shown } seconds
}

## Case

fact_date = Date
fact_published = Published
fact_org = Organisation
fact_length = Lasted
fact_detected = Detected after
fact_cause = Root cause
fact_severity = Severity
fact_users = Who was hit
fact_region = Where
fact_id = Id
fact_written_by = Written by
fact_reviewed_by = Reviewed by
fact_reviewed_at = Reviewed on
fact_sources_checked = Sources looked at again
fact_updated = Last changed
fact_url = Elsewhere
never_reviewed = Not yet reviewed by a person
section_title = Title
section_summary = Summary
section_symptoms_text = Symptoms
section_trigger = Trigger
section_detection = Detection
section_impact_scope = Impact
section_impact_users = Who was hit
section_impact_region = Where
section_cause = Cause
section_remediation = What fixed it
section_action_items = Action items
section_lessons = Lessons
section_timeline = Timeline
section_timeline_events = Timeline
section_unknown = What is not known
section_terms = Filed under
section_evidence = Evidence
section_score = Score
section_sources = Sources
section_related = Related cases
section_record = About this record
timeline_label = { $n ->
    [one] One event
   *[other] { $n_shown } events
} over { $length }
length_from_to = { $length } ({ $from } to { $to })
length_agrees = The stated { $stated } agrees with the times told: { $computed }.
length_disagrees = The stated { $stated } does not follow from the times told: { $computed }.
claims_none = No claims with evidence yet
claims_checked = { $n ->
    [one] { $checked } of { $n_shown } claim could be checked
   *[other] { $checked } of { $n_shown } claims could be checked
}
uncited = { $n ->
    [one] { $n_shown } sentence with facts has no evidence
   *[other] { $n_shown } sentences with facts have no evidence
}
disagreements = What does not agree
gap_conflict = { $field }: { $lang } says “{ $text }”, { $other } says “{ $instead }”.
gap_missing = { $field }: “{ $text }” stands in { $lang } only, not in { $other }.
inconsistency = { $field }: { $message }
edit_file = Edit
cite_this = Cite this
language_state_original = original
language_state_fresh = up to date
language_state_stale = out of date: the original changed since
language_state_untracked = translation
language_state_missing = no text yet
reason_recurrence_of = this case repeats it
reason_recurred_as = it happened again there
reason_told = named in the record
reason_shared_source = same source: { $what }
reason_same_org_and_cause = same organisation, same cause: { $what }
reason_same_cause = same cause: { $what }
reason_same_component = same component: { $what }

## Evidence

mark_label = Evidence { $number }: { $verdict }
note_more = Full evidence
claim_kind_cause = Cause
claim_kind_impact = Impact
claim_kind_time = Time
claim_kind_number = Figure
claim_kind_action = Action
claim_kind_other = Statement
claim_elsewhere = In { $language }: { $verdict }
claim_judged = { $judge }: { $verdict }. { $reason }
verdict_supported = Supported
verdict_quoted = Quoted
verdict_partial = Partly supported
verdict_contradicted = Contradicted
verdict_unsupported = Unsupported
verdict_quote_absent = Quote not found
verdict_unchecked = Not checked
verdict_about_supported = The quote is in the source and says every fact of the claim.
verdict_about_quoted = The quote is in the source; the claim has no fact that a machine can check.
verdict_about_partial = The quote is in the source and says some of the facts, not all.
verdict_about_contradicted = The quote gives another value for the same thing.
verdict_about_unsupported = The quote says nothing of what is claimed, or there is no quote.
verdict_about_quote_absent = The quote is not in the source as it stands.
verdict_about_unchecked = The source's text is not at hand.
match_exact = to the letter
match_normalized = but for typography
match_elided = with omissions
match_ambiguous = in several places
match_fuzzy = only something like it
match_absent = not in the source
match_no_text = text not at hand
match_about_exact = The quote stands in the source character for character.
match_about_normalized = It differs only in quotation marks, dashes, spaces, line ends, ligatures or markup; the differences are listed.
match_about_elided = Its parts stand in the source in order; what is left out between them is told.
match_about_ambiguous = It stands in the source more than once, and nothing says which place is meant.
match_about_fuzzy = A near passage exists. It is shown as a hint and never counts as found.
match_about_absent = It is not there.
match_about_no_text = The source's text is not at hand; the last verification is shown with its date.
quote_folds = Differences set aside: { $folds }
fold_quotes = quotation marks
fold_dashes = dashes
fold_spaces = spaces
fold_line_wraps = line breaks
fold_hyphenation = hyphens at line ends
fold_invisible = invisible characters
fold_list_marks = list marks
fold_markup = markup
fold_entities = character references
fold_ligatures = ligatures
fold_width = character width
fold_unicode_form = Unicode form
fold_dots = dots
fold_frame = marks around the quote
quote_gap = { $n ->
    [one] { $n_shown } character left out
   *[other] { $n_shown } characters left out
}
quote_skipped_negation = The omission skips a negation
quote_places = { $n ->
    [one] { $n_shown } place
   *[other] { $n_shown } places
}
quote_verified_on = Last verified on { $date }
quote_near = A near passage says:
quotes_left_out = { $n ->
    [one] { $n_shown } more quote
   *[other] { $n_shown } more quotes
}
fact_supported = supported
fact_contradicted = contradicted
fact_missing = not in the quote
fact_cannot_tell = cannot tell
fact_against = The quote says
fact_kind_number = number
fact_kind_percent = percentage
fact_kind_duration = duration
fact_kind_date = date
fact_kind_time = time
fact_kind_datetime = date and time
fact_kind_quantity = quantity
fact_kind_money = money
fact_kind_version = version
fact_kind_ordinal = rank
fact_kind_range = range
fact_kind_percentile = percentile
fact_kind_identifier = identifier
fact_kind_name = name
fact_kind_direction = direction
fact_kind_negation = negation
fact_kind_order = order
fact_kind_words = wording
voice_primary = the operator's own account
voice_retold = a retelling of the operator's account
voice_other = another publication

## Score

score_of_hundred = { $score } of 100
score_before_caps = { $score } before caps
score_cap = Cap
score_parts = Parts of the score
score_lost = Points lost, and how to regain them
score_rules = Rule table { $version }. The score says how well this record is supported and kept, not how bad the incident was.
points_of = { $points } of { $of }
part_not_applicable = does not apply
grade_well_supported = Well supported
grade_supported_with_gaps = Supported with gaps
grade_weak = Weak
grade_unsupported = Unsupported
part_coverage = Coverage
part_fidelity = Fidelity
part_agreement = Agreement
part_sources = Sources
part_completeness = Completeness
part_consistency = Consistency
part_languages = Languages
part_review = Review
part_about_coverage = Claims whose quote was found; cause and impact weigh most
part_about_fidelity = How exactly the quotes match
part_about_agreement = Checkable facts that the quotes support
part_about_sources = Primary, independent, stored or archived, dated and licensed
part_about_completeness = Fields that a record of its type should have
part_about_consistency = Order of dates, durations, vocabulary, references
part_about_languages = Languages present, up to date and in agreement
part_about_review = Reviewed by a person; sources looked at again
cap_contradicted = Held at { $at }: a claim about cause or impact is contradicted by its quote.
cap_no_address = Held at { $at }: no source has an address.
cap_one_voice = Held at { $at }: all sources speak with one voice.
cap_unreviewed = Held at { $at }: no person has reviewed this record.

## Sources

sources_heading = Sources
sources_description = Every source that a case quotes, with the quotes taken from it.
source_word = Source
source_no_address = no address
source_archived = archived
source_stored = text stored
source_not_stored = text not stored
source_publisher = Publisher
source_author = Author
source_published = Published
source_retrieved = Read on
source_language = Language
source_licence = Licence
source_state = State
source_open = Open the source
source_open_archived = Archived copy
source_passage = To the passage
source_cites = Cites
source_quotes = Quotes
no_sources = No source is named.

## Method and data

method_heading = Method
method_description = How claims are checked and how a case's score comes about.
method_text = Every claim stands on a quote. A program looks for the quote in the source's text, takes the figures, dates and names out of claim and quote, and compares them. What comes out is shown with its reasons, never as a tick alone.
method_verdicts = Verdicts
method_matches = How a quote is found
method_parts = Parts of the score
method_caps = Caps
data_heading = Data
data_description = The whole library as open data: every record as written, beside what was computed about it.
data_text = Every case is published as JSON: `record` is the record exactly as it was written, `computed` holds score, verdicts, facts and relations.
data_licence = Licence: { $licence }.
data_cases = All cases in short (JSON)
data_vocabularies = Vocabularies (JSON)
data_sources = Sources (JSON)
feed_new = New cases
feed_changed = Changed cases
feed_corrected = Corrections
downloads = Downloads
section_corrections = Corrections
offline_heading = You are offline
offline_text = This page is not kept on your device. The search works, and so do the pages that you have visited.
error_heading = This page does not exist
error_text = The address may be old, or mistyped. These pages lead on:

## Search scripts: %name% is filled in by the script

js_none = Nothing found for “%query%”.
js_none_signs = Signs alone are not searched: add a word or a figure.
js_none_help = Try fewer or other words, a word of the error message, or all languages.
js_empty = Type a symptom, an error message, a name or a case’s id.
js_corrected = Also shown: %meant% for %typed%.
js_similar = Similar spelling
js_some_words = Not all words
js_date_unknown = Date unknown
js_partial = No case has all of these words. These have most of them.
js_beside = The cases marked “Not all words” hold only some of these words and are not counted.
js_widened = Nothing in this language. These are in others.
js_all_languages = All languages
js_sort = Order
js_sort_relevance = Best match
js_sort_date = Newest
js_sort_score = Best supported
js_more = More results
js_filters = Narrow
js_clear = Clear all
js_score = Score %n%
js_also_in = Also in
js_in_language = Found in %language%
js_loading = Searching…
js_failed = The search cannot be used: %reason%
js_missing = a part of the index cannot be fetched (%path%).
js_damaged = a part of the index is damaged (%path%).
js_version = the index has another format than this page reads (%path%).
js_unsupported = this browser is too old for it.
js_retry = Try again
js_diagnose_symptoms = Which symptoms do you see?
js_diagnose_text = Paste an alert, an error message or a stack trace
js_diagnose_go = Diagnose
js_diagnose_causes = Likely root causes
js_diagnose_contributing = Factors that contributed
js_diagnose_remedies = What fixed it
js_diagnose_cases = The nearest cases
js_diagnose_none = No case resembles this. Choose other symptoms, or fewer.
js_count_one = %n% case
js_count_other = %n% cases
js_diagnose_of_one = %n% of %all% near case
js_diagnose_of_other = %n% of %all% near cases

## Points lost, and how to regain them

lost_coverage_kind_absent = No claim of the kind “{ $place }”
regain_coverage_kind_absent = Add a claim of this kind with a quote
lost_coverage_no_evidence = A claim has no quote
regain_coverage_no_evidence = Quote a source for this claim
lost_coverage_no_text = The source’s text is not at hand
regain_coverage_no_text = Store the source’s text, or take a snapshot of it
lost_coverage_quote_not_found = The quote is not in the source
regain_coverage_quote_not_found = Quote the source word for word
lost_fidelity_normalized = The quote differs in typography
regain_fidelity_normalized = Copy the quote from the source to the letter
lost_fidelity_elided = The quote leaves words out
regain_fidelity_elided = Quote one passage without leaving out words
lost_fidelity_ambiguous = The quote stands in several places
regain_fidelity_ambiguous = Quote more of the passage, or add a prefix or suffix
lost_fidelity_quote_not_found = The quote is not in the source
regain_fidelity_quote_not_found = Quote the source word for word
lost_fidelity_no_evidence = A claim has no quote
regain_fidelity_no_evidence = Quote a source for this claim
lost_agreement_fact_contradicted = The quote says another value
regain_agreement_fact_contradicted = Write the value that the quote gives, or quote the passage that says this one
lost_agreement_fact_missing = A fact is not in the quote
regain_agreement_fact_missing = Quote the passage that says it too
lost_agreement_fact_without_quote = A fact has no quote that was found
regain_agreement_fact_without_quote = Quote the source for it
lost_sources_no_primary = No account by the operator itself
regain_sources_no_primary = Add the operator’s own account
lost_sources_no_second_voice = No second, independent voice
regain_sources_no_second_voice = Add an account by someone else
lost_sources_not_kept = A source is neither stored nor archived
regain_sources_not_kept = Store its text or give an archived copy
lost_sources_date_or_licence_unknown = A source’s date or licence is not told
regain_sources_date_or_licence_unknown = Give its date and licence
lost_completeness_unknown = A field is unknown, with a reason
regain_completeness_unknown = Fill it once a source tells it
lost_completeness_unknown_without_reason = A field is unknown, without a reason
regain_completeness_unknown_without_reason = Say why it is unknown
lost_completeness_field_empty = A field is empty
regain_completeness_field_empty = Fill it
lost_consistency_dates = Dates do not stand in order
regain_consistency_dates = Mend the dates
lost_consistency_lengths = A length of time does not fit the times told
regain_consistency_lengths = Mend the length or the times
lost_consistency_vocabulary = A term is not in the vocabulary
regain_consistency_vocabulary = Use a term of the vocabulary, or add it there
lost_consistency_references = A reference leads nowhere
regain_consistency_references = Name a case that exists
lost_consistency_duplicates = Something is told twice
regain_consistency_duplicates = Tell it once
lost_languages_missing = A language of the library is missing
regain_languages_missing = Translate the record
lost_languages_stale = A translation is older than the original
regain_languages_stale = Bring the translation up to date
lost_languages_conflict = Languages contradict each other
regain_languages_conflict = Make them say the same
lost_review_never = No person has reviewed the record
regain_review_never = Have a person review it and write who and when
lost_review_before_last_change = Reviewed before the last change
regain_review_before_last_change = Review it again
lost_review_sources_not_looked_at_again = The sources were not looked at again
regain_review_sources_not_looked_at_again = Look at them again and write when

## Statistics and work lists

statistics_description = What fails, how long it takes, and how well it is told. Every mark leads to its cases.
statistics_table = The figures as a table
statistics_years = Cases by year
statistics_causes = Root causes
statistics_causes_by_year = Root causes by year
statistics_causes_by_symptom = Root causes by symptom
statistics_lengths = How long incidents lasted
statistics_detection = Time to detection against time to recovery
statistics_scores = Scores
statistics_verdicts = Verdicts on all claims
statistics_coverage = Claims whose quote was found, by kind
statistics_more = { $n ->
    [one] and { $n_shown } more case
   *[other] and { $n_shown } more cases
}
column_kind = Kind of claim
column_count = Number
failing_description = The work list of the library: claims whose quote is not found or does not say what is claimed, worst first.
changes_description = Cases by the day of their last change.
count_claims = { $n ->
    [0] No claim fails
    [one] { $n_shown } claim
   *[other] { $n_shown } claims
}

## Contribute: %name% is filled in by the script

contribute_description = Write a case: a form that makes the record and checks it while you type.
contribute_text = One case is one file. Say in your own words what happened, and quote the sentence of the source that says so behind every statement that matters.
contribute_form = Write a case
contribute_needs_script = The form needs JavaScript. Without it, these ways lead to a record:
contribute_issue_form = The form at the code host, which a maintainer turns into a record
contribute_command = In a terminal, in a copy of the repository:
contribute_local = Nothing is sent. What you type is kept in this browser until you delete it.
contribute_discard = Delete the draft
contribute_required = (required)
contribute_add_source = Add a source
contribute_add_quote = Add a quote
contribute_remove = Remove
contribute_cite = Quote a source at the cursor
contribute_address = Address
contribute_published = Published on
contribute_kind = Kind
contribute_mark = Mark in the text, without [^ and ]
contribute_quoted_source = Source
contribute_quote = The source’s words, to the letter
contribute_record = The record
contribute_open = Open at the code host
contribute_copy = Copy
contribute_download = Download
contribute_paste = The record is too long for an address: copy it, open the host’s page, and paste it there.
contribute_empty_editor = If the host’s editor opens empty, copy the record and paste it there. The host asks you to sign in; only there is anything published.
contribute_no_host = Download the record, put it into content/cases/ of the repository, and run casebook check.
form_group_basics = What happened to whom
form_group_sources = Sources
form_group_texts = The account
form_group_quotes = Quotes
form_group_terms = Terms
form_group_about_basics = Leave empty what the sources do not tell.
form_group_about_sources = The operator’s own account first.
form_group_about_texts = In your own words. Behind a sentence that a source bears out stands a mark such as [^1].
form_group_about_quotes = One for each mark: at most 300 characters, word for word, in the source’s language.
form_group_about_terms = Type a word; the words that people use lead to the term.
form_about_title = What failed, and what it meant, in one line.
form_about_lang = The language that you write in; others can be added later.
form_about_org = The organisation that it happened to.
form_about_date = When it happened: 2021, 2021-10, 2021-10-28 or 2021-10-28T13:37:00+09:00; else unknown.
form_about_timeline_detected_after = How long it took to notice: 10m, 1h30m, 2d.
form_about_timeline_resolved_after = How long it took to end it: 52m, 73h.
form_about_type = What kind of record it is; an incident where nothing is told.
form_about_severity = How bad it was, as its sources grade it.
form_about_domain = The fields of operations that it belongs to.
form_about_components = The components that failed or were hit.
form_about_symptoms = What was seen, as terms.
form_about_root_cause = The one cause without which it would not have happened.
form_about_contributing = What made it possible, likelier or worse.
form_about_summary = What happened, in a few paragraphs.
form_about_symptoms_text = What people and monitors saw, in words.
form_about_trigger = What set it off.
form_about_detection = How it was noticed.
form_about_impact = What was hit, and how badly.
form_about_impact_users = Who was hit, and how many.
form_about_impact_region = Where they were hit.
form_about_cause = Why it happened, in words.
form_about_remediation = What was done to end it, one thing a line.
form_about_action_items = What was promised for later, one thing a line.
form_about_lessons = What others can learn from it.
form_js_source = Source %n%
form_js_quote = Quote %n%
form_js_count = %n% of %most% characters
form_js_remove = Remove %name%
form_js_left = Still to do: %n%
form_js_ready = The record is ready.
form_js_copied = Copied.
form_js_selected = The record is selected: copy it with the keyboard.
form_js_discard_sure = Delete everything typed here?
form_js_same_title = A case has this title already:
form_js_same_source = A case rests on this address already:
form_js_fault_required = nothing is written yet
form_js_fault_date = no date: write 2021, 2021-10, 2021-10-28 or 2021-10-28T13:37:00Z
form_js_fault_length = no length of time: write 45s, 10m, 1h30m or 2d
form_js_fault_term = “%text%” is no term: choose one of the list, or empty the field
form_js_fault_mark_here = no mark can stand here: take [^…] out
form_js_fault_long = %n% characters; %most% at most
form_js_fault_address = no address: it begins with https:// or http://
form_js_fault_twice = the same page as source %n%
form_js_fault_no_source = name at least one source
form_js_fault_mark = a mark has letters, digits, - and _
form_js_fault_unused = no text has the mark [^%mark%]
form_js_fault_which_source = name the source’s address first
form_js_fault_no_quote = the mark [^%mark%] has no quote: add one

## The data page

data_version_of = Data as of %date%
data_files = Files
data_file = File
data_size = Size
data_size_b = B
data_size_kb = kB
data_size_mb = MB
data_sums = The checksums are proved in a folder with all files by
data_cite = How to cite
data_recipes = To open it
data_datasette = Datasette shows the SQLite file as a site:
data_columns = Tables and columns
data_column = Column
data_type = Type
table_cases = One case a row
table_cases_column_id = The case's id
table_cases_column_lang = Language of the record's plain texts (BCP 47)
table_cases_column_title = Title in that language
table_cases_column_type = Term of the vocabulary type
table_cases_column_org = Id of the organisation
table_cases_column_org_name = Name of the organisation
table_cases_column_date = ISO 8601 as finely as told: a year, a month, a day or an instant with its offset
table_cases_column_date_kind = Whether the date is the incident's or the publication's
table_cases_column_year = Year of the date
table_cases_column_severity = Term of the vocabulary severity; empty where unknown
table_cases_column_root_cause = Term of the vocabulary root_cause; empty where unknown
table_cases_column_detected_after_s = Seconds from the start to its detection
table_cases_column_resolved_after_s = Seconds from the start to its end
table_cases_column_score = How well the record is supported and kept, 0 to 100
table_cases_column_grade = The score in a word
table_cases_column_claims = Claims in all
table_cases_column_claims_checked = Claims that could be checked
table_cases_column_updated_at = When the record was last changed, as told
table_texts = One text of a case in one language a row
table_texts_column_case_id = The case
table_texts_column_field = Name of the field as in the record, with the item's number in a list
table_texts_column_lang = Language (BCP 47)
table_texts_column_text = The text (Markdown)
table_case_terms = One use of a controlled term a row
table_case_terms_column_case_id = The case
table_case_terms_column_vocabulary = Name of the vocabulary
table_case_terms_column_term = Id of the term
table_vocabulary = One term in one language a row
table_vocabulary_column_vocabulary = Name of the vocabulary
table_vocabulary_column_term = Id of the term
table_vocabulary_column_lang = Language (BCP 47)
table_vocabulary_column_label = What to show
table_vocabulary_column_description = One sentence about it
table_claims = One claim in one language a row
table_claims_column_case_id = The case
table_claims_column_claim_id = The claim's id in its case
table_claims_column_lang = Language of the claim's text (BCP 47)
table_claims_column_kind = What the claim is about
table_claims_column_field = The field in whose text it stands
table_claims_column_text = What it says
table_claims_column_verdict = The verdict on it in this language
table_claims_column_facts = Facts found in it
table_claims_column_facts_supported = Facts of it that a quote bears
table_quotes = One quote of a claim a row
table_quotes_column_case_id = The case
table_quotes_column_claim_id = The claim
table_quotes_column_number = Number of the quote in its claim, from 0
table_quotes_column_source_id = The source
table_quotes_column_quote = The quoted passage
table_quotes_column_match = How it was found in the source's text
table_quotes_column_start = First character of its first place in the source's plain text
table_quotes_column_end = One past its last character there
table_quotes_column_similarity = 0 to 1; 1 is to the letter
table_sources = One source a row
table_sources_column_id = The source's id
table_sources_column_title = Title
table_sources_column_url = Live address
table_sources_column_archived = Address of an archived copy
table_sources_column_publisher = Who publishes it
table_sources_column_kind = Term of the vocabulary source_kind
table_sources_column_lang = Language of its text (BCP 47)
table_sources_column_licence = Licence
table_sources_column_published = When it was published
table_sources_column_retrieved = When it was read
table_sources_column_has_text = Whether its text was at hand in this build
table_case_sources = One use of a source by a case a row
table_case_sources_column_case_id = The case
table_case_sources_column_source_id = A source that it uses
data_about_jsonl = One case a line: the record as written beside what was computed
data_about_osv = Advisories in the OSV format: the list; each is a file beside it
data_about_csv = Table as CSV (UTF-8); a text that a spreadsheet would run has an apostrophe before it
data_about_excel = The same with a byte order mark, for spreadsheets
data_about_parquet = Table as Parquet
data_about_sqlite = All tables in one database, with keys and a full-text index
data_about_datapackage = Description of the CSV files (Frictionless Data Package)
data_about_croissant = Description of the CSV files (Croissant)
data_about_citation = How to cite the dataset, for programs
data_about_dictionary = What every column means
data_about_sums = SHA-256 of every file
