### 한국어 인터페이스.

language_own_name = 한국어
language_en = 영어
language_ko = 한국어
language_ru = 러시아어
language_de = 독일어
language_fr = 프랑스어
language_ja = 일본어
language_zh = 중국어
language_ar = 아랍어
language_es = 스페인어

## 틀

skip_to_content = 본문으로 건너뛰기
nav_label = 주 메뉴
languages_label = 언어
breadcrumb_label = 현재 위치
contents = 이 페이지 목차
nav_home = 홈
nav_cases = 사례
nav_browse = 둘러보기
nav_sources = 출처
nav_search = 검색
nav_diagnose = 진단
nav_statistics = 통계
nav_failing = 확인에 실패한 주장
nav_changes = 최근 변경
nav_method = 확인 방법
nav_data = 데이터
nav_contribute = 기여하기
nav_feed = 피드
nav_repo = 저장소
as_of = { $date } 기준
pager_label = { $pages }쪽 중 { $page }쪽
pager_previous = 이전
pager_next = 다음

## 검색

search_label = 사례집 검색
search_short = 검색
search_button = 검색
search_example = 무엇이 보이나요? 오류, 증상, 이름
search_heading = 검색
search_description = 모든 언어의 사례, 주장, 인용된 출처를 검색합니다.
search_needs_script = 검색하려면 JavaScript가 필요합니다. JavaScript가 없어도 아래 목록에서 모든 사례를 볼 수 있습니다.
diagnose_heading = 진단
diagnose_description = 지금 보이는 증상으로 유력한 원인과 해결 방법을 찾습니다.

## 처음

home_lead = 모든 주장을 근거 문장과 대조해 확인한 장애 사례집.
home_newest = 최근 사례
home_all_cases = 전체 사례
figure_cases = 사례
figure_claims = 주장
figure_borne = 인용문으로 뒷받침됨
figure_sources = 출처
figure_median_length = 복구까지 걸린 시간의 중앙값 (사례 { $n_shown }건)
figure_median_score = 점수 중앙값
figure_share_borne = 뒷받침된 비율 (주장 { $n_shown }개)

## 목록

cases_heading = 사례
cases_description = 날짜, 점수, 제목 순으로 정렬한 모든 사례.
count_cases = { $n ->
    [0] 사례 없음
   *[other] 사례 { $n_shown }건
}
count_sources = 출처 { $n_shown }개
count_entries = 항목 { $n_shown }개
order_label = 정렬
order_date = 날짜순
order_score = 점수순
order_title = 제목순
column_title = 사례
column_org = 조직
column_date = 날짜
column_cause = 근본 원인
column_length = 지속 시간
column_score = 점수
column_verdict = 판정
column_match = 일치
column_meaning = 뜻
column_part = 항목
column_points = 점수
column_cap = 상한
browse_heading = 둘러보기
browse_description = 원인, 증상, 구성 요소, 조직, 연도별로 사례를 봅니다.
vocabulary_root_cause = 근본 원인
vocabulary_symptom = 증상
vocabulary_component = 구성 요소
vocabulary_domain = 분야
vocabulary_contributing = 기여 요인
vocabulary_severity = 심각도
vocabulary_type = 유형
vocabulary_org = 조직
vocabulary_year = 연도
term_search_all = 최신 사례 { $listed }건만 표시했습니다. 전체에서 검색
term_aliases = 다른 표기: { $names }
term_broader = 상위 용어:
term_often_with = 자주 함께 나오는 항목
no_cases = 아직 사례가 없습니다.

## 값

date_unknown = 날짜 알 수 없음
value_unknown = 알 수 없음
value_null = 해당 내용 없음
value_absent = 기록되지 않음
percent = { $n }%
duration_days = { $n_shown }일
duration_hours = { $n_shown }시간
duration_minutes = { $n_shown }분
duration_seconds = { $n_shown }초

## 사례

fact_date = 날짜
fact_published = 공개일
fact_org = 조직
fact_length = 지속 시간
fact_detected = 감지까지
fact_cause = 근본 원인
fact_severity = 심각도
fact_users = 영향받은 사용자
fact_region = 지역
fact_id = ID
fact_written_by = 작성
fact_reviewed_by = 검토
fact_reviewed_at = 검토일
fact_sources_checked = 출처 재확인일
fact_updated = 마지막 변경
fact_url = 다른 주소
never_reviewed = 아직 사람이 검토하지 않음
section_title = 제목
section_summary = 요약
section_symptoms_text = 증상
section_trigger = 발단
section_detection = 감지
section_impact_scope = 영향
section_impact_users = 영향받은 사용자
section_impact_region = 지역
section_cause = 원인
section_remediation = 조치
section_action_items = 후속 조치
section_lessons = 교훈
section_timeline = 경과
section_timeline_events = 경과
section_terms = 분류
section_evidence = 근거
section_score = 점수
section_sources = 출처
section_related = 관련 사례
section_record = 이 기록 정보
timeline_label = { $length } 동안의 사건 { $n_shown }개
length_from_to = { $length } ({ $from } ~ { $to })
length_agrees = 적힌 길이 { $stated }: 기록된 시각과 맞습니다({ $computed }).
length_disagrees = 적힌 길이 { $stated }: 기록된 시각과 맞지 않습니다({ $computed }).
claims_none = 아직 근거가 달린 주장이 없음
claims_checked = 주장 { $n_shown }개 중 { $checked }개를 확인할 수 있었음
uncited = 사실이 담긴 문장 { $n_shown }개에 근거가 없음
disagreements = 서로 맞지 않는 부분
gap_conflict = { $field }: { $lang }에는 “{ $text }”, { $other }에는 “{ $instead }”라고 되어 있습니다.
gap_missing = { $field }: { $lang }에만 있고 { $other }에는 없는 내용 “{ $text }”
inconsistency = { $field }: { $message }
edit_file = 편집
cite_this = 인용하기
language_state_original = 원문
language_state_fresh = 최신
language_state_stale = 오래됨: 이후 원문이 바뀜
language_state_untracked = 번역
language_state_missing = 아직 글이 없음
reason_recurrence_of = 앞서 일어난 같은 문제
reason_recurred_as = 나중에 재발한 사례
reason_told = 기록에서 언급됨
reason_shared_source = 같은 출처: { $what }
reason_same_org_and_cause = 같은 조직, 같은 원인: { $what }
reason_same_cause = 같은 원인: { $what }
reason_same_component = 같은 구성 요소: { $what }

## 근거

mark_label = 근거 { $number }: { $verdict }
note_more = 근거 전체 보기
claim_kind_cause = 원인
claim_kind_impact = 영향
claim_kind_time = 시간
claim_kind_number = 수치
claim_kind_action = 조치
claim_kind_other = 진술
claim_elsewhere = { $language }: { $verdict }
claim_judged = { $judge }: { $verdict }. { $reason }
verdict_supported = 뒷받침됨
verdict_quoted = 인용됨
verdict_partial = 일부 뒷받침됨
verdict_contradicted = 모순됨
verdict_unsupported = 뒷받침 안 됨
verdict_quote_absent = 인용문 없음
verdict_unchecked = 확인 안 됨
verdict_about_supported = 인용문이 출처에 있고, 주장에 담긴 사실을 모두 뒷받침합니다.
verdict_about_quoted = 인용문이 출처에 있습니다. 주장에는 프로그램이 확인할 만한 사실이 없습니다.
verdict_about_partial = 인용문이 출처에 있지만, 주장에 담긴 사실의 일부만 뒷받침합니다.
verdict_about_contradicted = 인용문이 같은 대상에 대해 다른 값을 제시합니다.
verdict_about_unsupported = 인용문에 주장한 내용이 없거나, 인용문 자체가 없습니다.
verdict_about_quote_absent = 인용문이 출처에 그대로 나오지 않습니다.
verdict_about_unchecked = 출처 본문이 없어 확인하지 못했습니다.
match_exact = 글자 그대로 일치
match_normalized = 표기 차이만 있음
match_elided = 생략 있음
match_ambiguous = 여러 곳에 있음
match_fuzzy = 비슷한 대목만 있음
match_absent = 출처에 없음
match_no_text = 출처 본문 없음
match_about_exact = 인용문이 출처에 한 글자도 다르지 않게 있습니다.
match_about_normalized = 따옴표, 줄표, 공백, 줄바꿈, 합자, 마크업만 다릅니다. 다른 점은 따로 적습니다.
match_about_elided = 인용문의 각 부분이 출처에 순서대로 있습니다. 생략된 길이는 따로 적습니다.
match_about_ambiguous = 출처에 여러 번 나오는데, 어느 곳을 가리키는지 알 수 없습니다.
match_about_fuzzy = 비슷한 대목이 있습니다. 참고로만 보여 주며 찾은 것으로 치지 않습니다.
match_about_absent = 출처에 없습니다.
match_about_no_text = 출처 본문이 없어 마지막으로 확인한 결과와 날짜를 보여 줍니다.
quote_folds = 무시한 차이: { $folds }
fold_quotes = 따옴표
fold_dashes = 줄표
fold_spaces = 공백
fold_line_wraps = 줄바꿈
fold_hyphenation = 줄 끝 하이픈
fold_invisible = 보이지 않는 문자
fold_list_marks = 목록 기호
fold_markup = 서식 기호
fold_entities = 문자 참조
fold_ligatures = 합자
fold_width = 전각·반각
fold_unicode_form = 유니코드 형식
fold_dots = 줄임표
fold_frame = 인용문 앞뒤의 기호
quote_gap = { $n_shown }자 생략
quote_skipped_negation = 생략된 부분에 부정이 있음
quote_places = { $n_shown }곳
quote_verified_on = 마지막 확인: { $date }
quote_near = 비슷한 대목:
quotes_left_out = 인용문 { $n_shown }개 더
fact_supported = 뒷받침됨
fact_contradicted = 모순됨
fact_missing = 인용문에 없음
fact_cannot_tell = 판단 불가
fact_against = 인용문:
fact_kind_number = 수
fact_kind_percent = 백분율
fact_kind_duration = 기간
fact_kind_date = 날짜
fact_kind_time = 시각
fact_kind_datetime = 날짜와 시각
fact_kind_quantity = 양
fact_kind_money = 금액
fact_kind_version = 버전
fact_kind_ordinal = 순서
fact_kind_range = 범위
fact_kind_percentile = 백분위
fact_kind_identifier = 식별자
fact_kind_name = 이름
fact_kind_direction = 방향
fact_kind_negation = 부정
fact_kind_order = 순서
fact_kind_words = 표현
voice_primary = 운영자가 직접 쓴 글
voice_other = 다른 발행처

## 점수

score_of_hundred = 100점 만점에 { $score }
score_before_caps = 상한 적용 전 { $score }점
score_cap = 상한
score_parts = 점수 구성
score_lost = 잃은 점수와 되찾는 방법
score_rules = 규칙표 { $version }. 점수는 장애가 얼마나 컸는지가 아니라 이 기록이 얼마나 잘 뒷받침되고 관리되는지를 나타냅니다.
points_of = { $of }점 중 { $points }점
part_not_applicable = 해당 없음
grade_well_supported = 잘 뒷받침됨
grade_supported_with_gaps = 빈틈은 있으나 뒷받침됨
grade_weak = 약함
grade_unsupported = 뒷받침 안 됨
part_coverage = 근거 범위
part_fidelity = 인용 정확도
part_agreement = 사실 일치
part_sources = 출처
part_completeness = 완성도
part_consistency = 정합성
part_languages = 언어
part_review = 검토
part_about_coverage = 인용문을 찾은 주장의 비율. 원인과 영향의 비중이 가장 큼
part_about_fidelity = 인용문이 얼마나 정확히 일치하는지
part_about_agreement = 확인할 수 있는 사실 가운데 인용문이 뒷받침하는 비율
part_about_sources = 1차 출처인지, 독립된 출처가 있는지, 본문이나 보관본이 있는지, 날짜와 라이선스가 적혀 있는지
part_about_completeness = 그 유형의 기록에 있어야 할 항목
part_about_consistency = 날짜 순서, 기간, 용어, 참조
part_about_languages = 모든 언어가 있고 최신이며 서로 일치하는지
part_about_review = 사람이 검토했는지, 출처를 다시 확인했는지
cap_contradicted = 최대 { $at }점: 원인이나 영향에 대한 주장이 인용문과 모순됩니다.
cap_no_address = 최대 { $at }점: 주소가 있는 출처가 없습니다.
cap_one_voice = 최대 { $at }점: 모든 출처가 한 목소리입니다.
cap_unreviewed = 최대 { $at }점: 아직 사람이 검토하지 않았습니다.

## 출처

sources_heading = 출처
sources_description = 사례가 인용한 모든 출처와, 거기서 가져온 인용문.
source_word = 출처
source_no_address = 주소 없음
source_archived = 보관본 있음
source_stored = 본문 저장됨
source_not_stored = 본문 저장 안 됨
source_publisher = 발행처
source_author = 저자
source_published = 발행일
source_retrieved = 열람일
source_language = 언어
source_licence = 라이선스
source_state = 상태
source_open = 출처 열기
source_open_archived = 보관본
source_passage = 해당 대목으로
source_cites = 인용하는 출처:
source_quotes = 인용문
no_sources = 출처가 없습니다.

## 방법과 데이터

method_heading = 확인 방법
method_description = 주장을 확인하고 점수를 매기는 방법.
method_text = 모든 주장은 인용문에 기댑니다. 프로그램이 출처에서 인용문을 찾은 뒤, 주장과 인용문에서 수치, 날짜, 이름을 뽑아 비교합니다. 결과는 체크 표시 하나로 끝내지 않고 이유와 함께 보여 줍니다.
method_verdicts = 판정
method_matches = 인용문을 찾은 방식
method_parts = 점수 구성
method_caps = 상한
data_heading = 데이터
data_description = 사례집 전체를 공개 데이터로 제공합니다. 적힌 그대로의 기록과 계산 결과를 함께 담았습니다.
data_text = 모든 사례를 JSON으로 공개합니다. `record`는 적힌 그대로의 기록이고, `computed`에는 점수, 판정, 사실, 관계가 들어 있습니다.
data_licence = 라이선스: { $licence }.
data_cases = 전체 사례 요약 (JSON)
data_vocabularies = 용어 목록 (JSON)
data_sources = 출처 (JSON)
feed_new = 새 사례
feed_changed = 변경된 사례
feed_corrected = 정정
downloads = 내려받기
section_corrections = 정정 내역
offline_heading = 오프라인 상태입니다
offline_text = 이 페이지는 이 기기에 저장돼 있지 않습니다. 검색과 이미 방문한 페이지는 그대로 쓸 수 있습니다.
error_heading = 페이지를 찾을 수 없습니다
error_text = 주소가 바뀌었거나 잘못 입력됐을 수 있습니다. 다음 페이지에서 찾아보세요.

## Search scripts: %name% is filled in by the script

js_none = “%query%”에 대한 결과가 없습니다.
js_none_help = 단어를 줄이거나 바꿔 보고, 오류 메시지에 나온 단어로도 찾아보세요. 모든 언어에서 검색할 수도 있습니다.
js_empty = 증상, 오류 메시지, 이름, 사례 ID를 입력하세요.
js_corrected = %meant% 검색 결과도 함께 보여 줍니다(입력한 말: %typed%).
js_partial = 모든 단어가 들어 있는 사례가 없어, 대부분의 단어가 들어 있는 사례를 보여 줍니다.
js_widened = 이 언어에는 결과가 없어 다른 언어의 결과를 보여 줍니다.
js_all_languages = 모든 언어
js_sort = 정렬
js_sort_relevance = 관련도순
js_sort_date = 최신순
js_sort_score = 점수순
js_more = 결과 더 보기
js_filters = 필터
js_clear = 모두 지우기
js_score = 점수 %n%
js_also_in = 다른 언어:
js_in_language = %language%에서 찾음
js_loading = 검색 중…
js_failed = 검색할 수 없습니다: %reason%
js_missing = 색인 일부를 가져올 수 없습니다(%path%).
js_damaged = 색인 일부가 손상됐습니다(%path%).
js_version = 색인 형식이 이 페이지와 맞지 않습니다(%path%).
js_unsupported = 브라우저가 너무 오래되었습니다.
js_retry = 다시 시도
js_diagnose_symptoms = 어떤 증상이 보이나요?
js_diagnose_text = 알림, 오류 메시지, 스택 추적을 붙여 넣으세요
js_diagnose_go = 진단
js_diagnose_causes = 유력한 근본 원인
js_diagnose_contributing = 기여 요인
js_diagnose_remedies = 해결 방법
js_diagnose_cases = 가장 가까운 사례
js_diagnose_none = 비슷한 사례가 없습니다. 증상을 바꾸거나 줄여 보세요.
js_count_one = 사례 %n%건
js_count_other = 사례 %n%건
js_diagnose_of_one = 가까운 사례 %all%건 중 %n%건
js_diagnose_of_other = 가까운 사례 %all%건 중 %n%건

## Points lost, and how to regain them

lost_coverage_kind_absent = “{ $place }” 종류의 주장이 없음
regain_coverage_kind_absent = 이 종류의 주장을 인용문과 함께 추가하세요
lost_coverage_no_evidence = 인용문이 없는 주장
regain_coverage_no_evidence = 이 주장에 출처의 문장을 인용하세요
lost_coverage_no_text = 출처 본문이 없음
regain_coverage_no_text = 출처 본문을 저장하거나 스냅숏을 뜨세요
lost_coverage_quote_not_found = 인용문이 출처에 없음
regain_coverage_quote_not_found = 출처를 글자 그대로 인용하세요
lost_fidelity_normalized = 표기가 출처와 다름
regain_fidelity_normalized = 출처에서 글자 그대로 옮겨 적으세요
lost_fidelity_elided = 인용문에 생략이 있음
regain_fidelity_elided = 생략 없이 한 대목을 인용하세요
lost_fidelity_ambiguous = 인용문이 여러 곳에 있음
regain_fidelity_ambiguous = 더 길게 인용하거나 앞뒤 문맥(prefix, suffix)을 덧붙이세요
lost_fidelity_quote_not_found = 인용문이 출처에 없음
regain_fidelity_quote_not_found = 출처를 글자 그대로 인용하세요
lost_fidelity_no_evidence = 인용문이 없는 주장
regain_fidelity_no_evidence = 이 주장에 출처의 문장을 인용하세요
lost_agreement_fact_contradicted = 인용문의 값이 다름
regain_agreement_fact_contradicted = 인용문의 값으로 고치거나, 이 값이 나오는 대목을 인용하세요
lost_agreement_fact_missing = 인용문에 없는 사실
regain_agreement_fact_missing = 그 사실까지 나오는 대목을 인용하세요
lost_agreement_fact_without_quote = 확인된 인용문이 없는 사실
regain_agreement_fact_without_quote = 이 사실이 나오는 출처를 인용하세요
lost_sources_no_primary = 운영자가 직접 쓴 글이 없음
regain_sources_no_primary = 운영자가 직접 쓴 글을 추가하세요
lost_sources_no_second_voice = 독립된 두 번째 출처가 없음
regain_sources_no_second_voice = 다른 곳에서 쓴 글을 추가하세요
lost_sources_not_kept = 본문도 보관본도 없는 출처
regain_sources_not_kept = 본문을 저장하거나 보관본 주소를 적으세요
lost_sources_date_or_licence_unknown = 출처의 날짜나 라이선스가 없음
regain_sources_date_or_licence_unknown = 날짜와 라이선스를 적으세요
lost_completeness_unknown = 이유를 밝히고 '알 수 없음'으로 둔 항목
regain_completeness_unknown = 출처에서 확인되면 채우세요
lost_completeness_unknown_without_reason = 이유 없이 '알 수 없음'으로 둔 항목
regain_completeness_unknown_without_reason = 왜 알 수 없는지 적으세요
lost_completeness_field_empty = 빈 항목
regain_completeness_field_empty = 채우세요
lost_consistency_dates = 날짜 순서가 맞지 않음
regain_consistency_dates = 날짜를 고치세요
lost_consistency_lengths = 지속 시간이 적힌 시각과 맞지 않음
regain_consistency_lengths = 지속 시간이나 시각을 고치세요
lost_consistency_vocabulary = 용어 목록에 없는 용어
regain_consistency_vocabulary = 목록의 용어를 쓰거나 목록에 추가하세요
lost_consistency_references = 없는 사례를 가리키는 참조
regain_consistency_references = 실제로 있는 사례를 적으세요
lost_consistency_duplicates = 같은 내용이 두 번 적힘
regain_consistency_duplicates = 한 번만 적으세요
lost_languages_missing = 사례집의 언어 중 빠진 언어가 있음
regain_languages_missing = 기록을 번역하세요
lost_languages_stale = 번역이 원문보다 오래됨
regain_languages_stale = 번역을 바뀐 원문에 맞추세요
lost_languages_conflict = 언어끼리 모순됨
regain_languages_conflict = 모든 언어의 내용이 같도록 고치세요
lost_review_never = 사람이 검토하지 않음
regain_review_never = 사람이 검토하고, 누가 언제 검토했는지 적으세요
lost_review_before_last_change = 마지막으로 변경하기 전에 검토함
regain_review_before_last_change = 다시 검토하세요
lost_review_sources_not_looked_at_again = 출처를 다시 확인하지 않음
regain_review_sources_not_looked_at_again = 출처를 다시 확인하고 날짜를 적으세요

## Statistics and work lists

statistics_description = 무엇이 고장 나고, 얼마나 오래가고, 얼마나 잘 기록됐는지. 그래프의 모든 항목은 해당 사례로 이어집니다.
statistics_table = 표로 보기
statistics_years = 연도별 사례
statistics_causes = 근본 원인
statistics_causes_by_year = 연도별 근본 원인
statistics_causes_by_symptom = 증상별 근본 원인
statistics_lengths = 장애 지속 시간
statistics_detection = 감지까지 걸린 시간과 복구까지 걸린 시간
statistics_scores = 점수 분포
statistics_verdicts = 모든 주장의 판정
column_count = 개수
failing_description = 손봐야 할 목록: 인용문을 찾지 못했거나 인용문이 뒷받침하지 않는 주장을 심각한 것부터 보여 줍니다.
changes_description = 마지막으로 변경된 날짜순으로 본 사례.
count_claims = { $n ->
    [0] 실패한 주장 없음
   *[other] 주장 { $n_shown }개
}
