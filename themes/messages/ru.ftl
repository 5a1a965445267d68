### Русский интерфейс.

language_own_name = Русский
language_en = английский
language_ko = корейский
language_ru = русский
language_de = немецкий
language_fr = французский
language_ja = японский
language_zh = китайский
language_ar = арабский
language_es = испанский

## Рамка

skip_to_content = К содержанию
nav_label = Главное меню
languages_label = Язык
breadcrumb_label = Вы здесь
contents = На этой странице
nav_home = Главная
nav_cases = Случаи
nav_browse = Обзор
nav_sources = Источники
nav_search = Поиск
nav_diagnose = Диагностика
nav_statistics = Статистика
nav_failing = Неподтверждённые утверждения
nav_changes = Недавние изменения
nav_method = Метод
nav_data = Данные
nav_contribute = Участие
nav_feed = Лента
nav_repo = Репозиторий
as_of = По состоянию на { $date }
pager_label = Страница { $page } из { $pages }
pager_previous = Назад
pager_next = Вперёд

## Поиск

search_label = Поиск по библиотеке
search_short = Поиск
search_button = Найти
search_example = Что вы видите? Ошибка, симптом, название
search_heading = Поиск
search_description = Поиск по всем случаям, утверждениям и цитатам на всех языках библиотеки.
search_needs_script = Для поиска нужен JavaScript. Без него ко всем случаям ведут эти списки:
diagnose_heading = Диагностика
diagnose_description = От симптомов к вероятным причинам и к тому, что помогло.

## Главная

home_lead = Инциденты, в которых каждое утверждение сверено с цитатой из источника.
home_newest = Новые случаи
home_all_cases = Все случаи
figure_cases = { $n ->
    [one] случай
    [few] случая
   *[other] случаев
}
figure_claims = { $n ->
    [one] утверждение
    [few] утверждения
   *[other] утверждений
}
figure_borne = подтверждено цитатой
figure_sources = { $n ->
    [one] источник
    [few] источника
   *[other] источников
}
figure_median_length = медиана времени восстановления, { $n ->
    [one] { $n_shown } случай
    [few] { $n_shown } случая
   *[other] { $n_shown } случаев
}
figure_median_score = медиана оценки
figure_share_borne = доля подтверждённых утверждений (всего { $n_shown })

## Списки

cases_heading = Случаи
cases_description = Все случаи библиотеки: по дате, по оценке или по названию.
count_cases = { $n ->
    [0] Нет случаев
    [one] { $n_shown } случай
    [few] { $n_shown } случая
   *[other] { $n_shown } случаев
}
count_sources = { $n ->
    [one] { $n_shown } источник
    [few] { $n_shown } источника
   *[other] { $n_shown } источников
}
count_entries = { $n ->
    [one] { $n_shown } запись
    [few] { $n_shown } записи
   *[other] { $n_shown } записей
}
order_label = Порядок
order_date = По дате
order_score = По оценке
order_title = По названию
column_title = Случай
column_org = Организация
column_date = Дата
column_cause = Первопричина
column_length = Длительность
column_score = Оценка
column_verdict = Вердикт
column_match = Совпадение
column_meaning = Значение
column_part = Часть
column_points = Баллы
column_cap = Ограничение
browse_heading = Обзор
browse_description = Случаи по причинам, симптомам, компонентам, организациям и годам.
vocabulary_root_cause = Первопричина
vocabulary_symptom = Симптомы
vocabulary_component = Компоненты
vocabulary_domain = Области
vocabulary_contributing = Сопутствующие факторы
vocabulary_severity = Тяжесть
vocabulary_type = Тип
vocabulary_org = Организации
vocabulary_year = Годы
term_search_all = Показаны не все случаи, а последние: { $listed }. Найти остальные
term_aliases = Также пишут: { $names }
term_broader = Входит в:
term_often_with = Часто вместе с
no_cases = Случаев пока нет.

## Значения

date_unknown = Дата неизвестна
value_unknown = Неизвестно
value_null = Нечего указать
value_absent = Не указано
percent = { $n } %
duration_days = { $n ->
    [one] { $n_shown } день
    [few] { $n_shown } дня
   *[other] { $n_shown } дней
}
duration_hours = { $n ->
    [one] { $n_shown } час
    [few] { $n_shown } часа
   *[other] { $n_shown } часов
}
duration_minutes = { $n ->
    [one] { $n_shown } минута
    [few] { $n_shown } минуты
   *[other] { $n_shown } минут
}
duration_seconds = { $n ->
    [one] { $n_shown } секунда
    [few] { $n_shown } секунды
   *[other] { $n_shown } секунд
}

## Случай

fact_date = Дата
fact_published = Опубликовано
fact_org = Организация
fact_length = Длительность
fact_detected = Обнаружено через
fact_cause = Первопричина
fact_severity = Тяжесть
fact_users = Кого затронуло
fact_region = Где
fact_id = Идентификатор
fact_written_by = Автор записи
fact_reviewed_by = Проверил
fact_reviewed_at = Дата проверки
fact_sources_checked = Источники перечитаны
fact_updated = Последнее изменение
fact_url = Другой адрес
never_reviewed = Человек эту запись ещё не проверял
section_title = Название
section_summary = Краткое изложение
section_symptoms_text = Симптомы
section_trigger = Триггер
section_detection = Обнаружение
section_impact_scope = Последствия
section_impact_users = Кого затронуло
section_impact_region = Где
section_cause = Причина
section_remediation = Что помогло
section_action_items = Намеченные меры
section_lessons = Уроки
section_timeline = Хронология
section_timeline_events = Хронология
section_unknown = Что неизвестно
section_terms = Рубрики
section_evidence = Доказательства
section_score = Оценка
section_sources = Источники
section_related = Связанные случаи
section_record = Об этой записи
timeline_label = { $n ->
    [one] { $n_shown } событие
    [few] { $n_shown } события
   *[other] { $n_shown } событий
} за { $length }
length_from_to = { $length } (от { $from } до { $to })
length_agrees = Указанное { $stated } согласуется со временем событий: { $computed }.
length_disagrees = Указанное { $stated } не следует из времени событий: { $computed }.
claims_none = Утверждений с доказательствами пока нет
claims_checked = { $n ->
    [one] Проверено { $checked } из { $n_shown } утверждения
   *[other] Проверено { $checked } из { $n_shown } утверждений
}
uncited = { $n ->
    [one] { $n_shown } предложение с фактами без доказательства
    [few] { $n_shown } предложения с фактами без доказательств
   *[other] { $n_shown } предложений с фактами без доказательств
}
disagreements = Что не согласуется
gap_conflict = { $field }: { $lang } — «{ $text }», { $other } — «{ $instead }».
gap_missing = { $field }: «{ $text }» есть только в тексте «{ $lang }», в тексте «{ $other }» этого нет.
inconsistency = { $field }: { $message }
edit_file = Изменить
cite_this = Как сослаться
language_state_original = оригинал
language_state_fresh = актуальный перевод
language_state_stale = устарел: оригинал с тех пор изменился
language_state_untracked = перевод
language_state_missing = текста пока нет
reason_recurrence_of = этот случай его повторяет
reason_recurred_as = там это случилось снова
reason_told = назван в записи
reason_shared_source = общий источник: { $what }
reason_same_org_and_cause = та же организация, та же причина: { $what }
reason_same_cause = та же причина: { $what }
reason_same_component = тот же компонент: { $what }

## Доказательства

mark_label = Доказательство { $number }: { $verdict }
note_more = Все доказательства
claim_kind_cause = Причина
claim_kind_impact = Последствия
claim_kind_time = Время
claim_kind_number = Число
claim_kind_action = Действие
claim_kind_other = Утверждение
claim_elsewhere = { $language }: { $verdict }
claim_judged = { $judge }: { $verdict }. { $reason }
verdict_supported = Подтверждено
verdict_quoted = Есть цитата
verdict_partial = Подтверждено частично
verdict_contradicted = Противоречит цитате
verdict_unsupported = Не подтверждено
verdict_quote_absent = Цитата не найдена
verdict_unchecked = Не проверено
verdict_about_supported = Цитата есть в источнике и содержит каждый факт утверждения.
verdict_about_quoted = Цитата есть в источнике; фактов, которые может проверить программа, в утверждении нет.
verdict_about_partial = Цитата есть в источнике, но содержит не все факты.
verdict_about_contradicted = В цитате для того же указано другое значение.
verdict_about_unsupported = Цитата не говорит об этом, или цитаты нет.
verdict_about_quote_absent = В источнике нет такой цитаты.
verdict_about_unchecked = Текст источника недоступен.
match_exact = дословно
match_normalized = с точностью до типографики
match_elided = с пропусками
match_ambiguous = в нескольких местах
match_fuzzy = только похожее место
match_absent = в источнике нет
match_no_text = текста нет
match_about_exact = Цитата стоит в источнике буква в букву.
match_about_normalized = Отличаются только кавычки, тире, пробелы, переносы строк, лигатуры или разметка; отличия перечислены.
match_about_elided = Части стоят в источнике по порядку; сказано, сколько пропущено.
match_about_ambiguous = Встречается в источнике не один раз, и неясно, какое место имеется в виду.
match_about_fuzzy = Похожее место есть. Оно показано как подсказка и не считается найденным.
match_about_absent = В источнике этого нет.
match_about_no_text = Текст источника недоступен; показана дата последней проверки.
quote_folds = Не учтены различия: { $folds }
fold_quotes = кавычки
fold_dashes = тире
fold_spaces = пробелы
fold_line_wraps = переносы строк
fold_hyphenation = переносы слов
fold_invisible = невидимые знаки
fold_list_marks = маркеры списка
fold_markup = разметка
fold_entities = HTML-сущности
fold_ligatures = лигатуры
fold_width = ширина знаков
fold_unicode_form = форма Юникода
fold_dots = многоточия
fold_frame = знаки вокруг цитаты
quote_gap = { $n ->
    [one] Пропущен { $n_shown } знак
    [few] Пропущено { $n_shown } знака
   *[other] Пропущено { $n_shown } знаков
}
quote_skipped_negation = В пропуске осталось отрицание
quote_places = { $n ->
    [one] { $n_shown } место
    [few] { $n_shown } места
   *[other] { $n_shown } мест
}
quote_verified_on = Последняя проверка: { $date }
quote_near = Похожее место:
quotes_left_out = { $n ->
    [one] Ещё { $n_shown } цитата
    [few] Ещё { $n_shown } цитаты
   *[other] Ещё { $n_shown } цитат
}
fact_supported = подтверждено
fact_contradicted = противоречие
fact_missing = нет в цитате
fact_cannot_tell = проверить нельзя
fact_against = В цитате
fact_kind_number = число
fact_kind_percent = процент
fact_kind_duration = длительность
fact_kind_date = дата
fact_kind_time = время
fact_kind_datetime = дата и время
fact_kind_quantity = величина
fact_kind_money = сумма
fact_kind_version = версия
fact_kind_ordinal = порядковый номер
fact_kind_range = диапазон
fact_kind_percentile = перцентиль
fact_kind_identifier = идентификатор
fact_kind_name = название
fact_kind_direction = направление
fact_kind_negation = отрицание
fact_kind_order = порядок событий
fact_kind_words = формулировка
voice_primary = рассказ самого оператора
voice_retold = пересказ сообщения оператора
voice_other = другая публикация

## Оценка

score_of_hundred = { $score } из 100
score_before_caps = { $score } до ограничений
score_cap = Ограничение
score_parts = Части оценки
score_lost = Потерянные баллы и как их вернуть
score_rules = Таблица правил { $version }. Оценка показывает, насколько хорошо запись подтверждена и насколько за ней следят, а не тяжесть инцидента.
points_of = { $points } из { $of }
part_not_applicable = не применяется
grade_well_supported = Хорошо подтверждено
grade_supported_with_gaps = Подтверждено с пробелами
grade_weak = Слабо
grade_unsupported = Не подтверждено
part_coverage = Охват
part_fidelity = Точность цитат
part_agreement = Согласованность
part_sources = Источники
part_completeness = Полнота
part_consistency = Непротиворечивость
part_languages = Языки
part_review = Проверка
part_about_coverage = Утверждения, чья цитата найдена; причина и последствия весят больше всего
part_about_fidelity = Насколько точно совпадают цитаты
part_about_agreement = Проверяемые факты, которые подтверждает цитата
part_about_sources = Первоисточник, независимый, сохранённый, с датой и лицензией
part_about_completeness = Поля, которые положены записи этого типа
part_about_consistency = Порядок дат, длительности, словари, ссылки
part_about_languages = Языки есть, не устарели и согласуются
part_about_review = Проверено человеком; источники перечитаны
cap_contradicted = Не выше { $at }: утверждение о причине или последствиях противоречит цитате.
cap_no_address = Не выше { $at }: ни у одного источника нет адреса.
cap_one_voice = Не выше { $at }: все источники говорят одним голосом.
cap_unreviewed = Не выше { $at }: человек эту запись не проверял.

## Источники

sources_heading = Источники
sources_description = Все источники, на которые опираются случаи, и взятые из них цитаты.
source_word = Источник
source_no_address = без адреса
source_archived = есть архивная копия
source_stored = текст сохранён
source_not_stored = текст не сохранён
source_publisher = Издатель
source_author = Автор
source_published = Опубликовано
source_retrieved = Прочитано
source_language = Язык
source_licence = Лицензия
source_state = Состояние
source_open = Открыть источник
source_open_archived = Архивная копия
source_passage = К месту в тексте
source_cites = Ссылается на:
source_quotes = Цитаты
no_sources = Источники не названы.

## Метод и данные

method_heading = Метод
method_description = Как проверяются утверждения и как складывается оценка.
method_text = Каждое утверждение опирается на цитату. Программа ищет цитату в тексте источника, извлекает числа, даты и названия из утверждения и цитаты и сравнивает их. Показан не просто итог, но и его основания.
method_verdicts = Вердикты
method_matches = Как найдена цитата
method_parts = Части оценки
method_caps = Ограничения
data_heading = Данные
data_description = Вся библиотека в открытом виде: каждая запись как написана и рядом то, что о ней вычислено.
data_text = Каждый случай публикуется в JSON: `record` — запись ровно как написана, `computed` — оценка, вердикты, факты и связи.
data_licence = Лицензия: { $licence }.
data_cases = Все случаи кратко (JSON)
data_vocabularies = Словари (JSON)
data_sources = Источники (JSON)
feed_new = Новые случаи
feed_changed = Изменённые случаи
feed_corrected = Исправления
downloads = Загрузки
section_corrections = Исправления
offline_heading = Нет соединения
offline_text = Эта страница не сохранена на вашем устройстве. Поиск и посещённые страницы доступны.
error_heading = Такой страницы нет
error_text = Адрес мог устареть, или в нём опечатка. Отсюда можно пойти дальше:

## Search scripts: %name% is filled in by the script

js_none = По запросу «%query%» ничего не найдено.
js_none_signs = Одни знаки не ищутся: добавьте слово или число.
js_none_help = Попробуйте меньше слов или другие, слово из сообщения об ошибке или все языки.
js_empty = Введите симптом, сообщение об ошибке, название или идентификатор случая.
js_corrected = Показаны также результаты по «%meant%» вместо «%typed%».
js_similar = Похожее написание
js_some_words = Не все слова
js_date_unknown = Дата неизвестна
js_partial = Случаев со всеми этими словами нет. Показаны те, где есть большинство.
js_beside = Случаи с пометкой «Не все слова» содержат лишь часть этих слов и не входят в счёт.
js_widened = На этом языке ничего не найдено. Показано найденное на других.
js_all_languages = Все языки
js_sort = Порядок
js_sort_relevance = По соответствию
js_sort_date = Сначала новые
js_sort_score = По оценке
js_more = Ещё результаты
js_filters = Уточнить
js_clear = Сбросить всё
js_score = Оценка %n%
js_also_in = Также:
js_in_language = Найдено: %language%
js_loading = Идёт поиск…
js_failed = Поиск не работает: %reason%
js_missing = не удалось получить часть индекса (%path%).
js_damaged = часть индекса повреждена (%path%).
js_version = формат индекса не тот, который читает эта страница (%path%).
js_unsupported = браузер для этого слишком старый.
js_retry = Повторить
js_diagnose_symptoms = Какие симптомы вы видите?
js_diagnose_text = Вставьте оповещение, сообщение об ошибке или трассировку стека
js_diagnose_go = Диагностика
js_diagnose_causes = Вероятные первопричины
js_diagnose_contributing = Что способствовало
js_diagnose_remedies = Что помогло
js_diagnose_cases = Ближайшие случаи
js_diagnose_none = Похожих случаев нет. Выберите другие симптомы или уменьшите их число.
js_count_one = %n% случай
js_count_few = %n% случая
js_count_many = %n% случаев
js_count_other = %n% случая
js_diagnose_of_one = %n% из %all% близких случаев
js_diagnose_of_few = %n% из %all% близких случаев
js_diagnose_of_many = %n% из %all% близких случаев
js_diagnose_of_other = %n% из %all% близких случаев

## Points lost, and how to regain them

lost_coverage_kind_absent = Нет утверждения вида «{ $place }»
regain_coverage_kind_absent = Добавьте такое утверждение с цитатой
lost_coverage_no_evidence = Утверждение без цитаты
regain_coverage_no_evidence = Процитируйте источник
lost_coverage_no_text = Текст источника недоступен
regain_coverage_no_text = Сохраните текст источника или сделайте снимок
lost_coverage_quote_not_found = Цитаты нет в источнике
regain_coverage_quote_not_found = Процитируйте источник дословно
lost_fidelity_normalized = Цитата отличается типографикой
regain_fidelity_normalized = Скопируйте цитату из источника буква в букву
lost_fidelity_elided = В цитате пропущены слова
regain_fidelity_elided = Процитируйте одно место без пропусков
lost_fidelity_ambiguous = Цитата встречается в нескольких местах
regain_fidelity_ambiguous = Процитируйте больше или добавьте слова до и после
lost_fidelity_quote_not_found = Цитаты нет в источнике
regain_fidelity_quote_not_found = Процитируйте источник дословно
lost_fidelity_no_evidence = Утверждение без цитаты
regain_fidelity_no_evidence = Процитируйте источник
lost_agreement_fact_contradicted = Цитата называет другое значение
regain_agreement_fact_contradicted = Напишите значение из цитаты или процитируйте место, где названо ваше
lost_agreement_fact_missing = Факта нет в цитате
regain_agreement_fact_missing = Процитируйте место, где сказано и это
lost_agreement_fact_without_quote = Для факта нет найденной цитаты
regain_agreement_fact_without_quote = Процитируйте источник
lost_sources_no_primary = Нет рассказа самого оператора
regain_sources_no_primary = Добавьте рассказ оператора
lost_sources_no_second_voice = Нет второго, независимого голоса
regain_sources_no_second_voice = Добавьте рассказ кого-то другого
lost_sources_not_kept = Источник не сохранён и не в архиве
regain_sources_not_kept = Сохраните текст или укажите архивную копию
lost_sources_date_or_licence_unknown = Не указаны дата или лицензия источника
regain_sources_date_or_licence_unknown = Укажите дату и лицензию
lost_completeness_unknown = Значение поля неизвестно, причина указана
regain_completeness_unknown = Заполните, когда об этом сообщит источник
lost_completeness_unknown_without_reason = Значение поля неизвестно, причина не указана
regain_completeness_unknown_without_reason = Напишите, почему неизвестно
lost_completeness_field_empty = Поле пусто
regain_completeness_field_empty = Заполните его
lost_consistency_dates = Даты идут не по порядку
regain_consistency_dates = Исправьте даты
lost_consistency_lengths = Длительность не сходится со временем событий
regain_consistency_lengths = Исправьте длительность или время
lost_consistency_vocabulary = Термина нет в словаре
regain_consistency_vocabulary = Возьмите термин из словаря или добавьте его
lost_consistency_references = Ссылка никуда не ведёт
regain_consistency_references = Назовите существующий случай
lost_consistency_duplicates = Одно и то же сказано дважды
regain_consistency_duplicates = Скажите один раз
lost_languages_missing = Нет одного из языков библиотеки
regain_languages_missing = Переведите запись
lost_languages_stale = Перевод старше оригинала
regain_languages_stale = Обновите перевод
lost_languages_conflict = Языки противоречат друг другу
regain_languages_conflict = Приведите тексты к одним и тем же фактам
lost_review_never = Человек эту запись не проверял
regain_review_never = Пусть запись проверит человек и укажет своё имя и дату
lost_review_before_last_change = Проверено до последнего изменения
regain_review_before_last_change = Проверьте снова
lost_review_sources_not_looked_at_again = Источники не перечитаны
regain_review_sources_not_looked_at_again = Перечитайте и укажите дату

## Statistics and work lists

statistics_description = Что отказывает, сколько это длится и насколько хорошо описано. Каждый элемент графика ведёт к своим случаям.
statistics_table = Те же числа в таблице
statistics_years = Случаи по годам
statistics_causes = Первопричины
statistics_causes_by_year = Первопричины по годам
statistics_causes_by_symptom = Первопричины и симптомы
statistics_lengths = Сколько длились инциденты
statistics_detection = Время до обнаружения и время до восстановления
statistics_scores = Оценки
statistics_verdicts = Вердикты по всем утверждениям
statistics_coverage = Утверждения, чья цитата найдена, по видам
statistics_more = { $n ->
    [one] и ещё { $n_shown } случай
    [few] и ещё { $n_shown } случая
   *[other] и ещё { $n_shown } случаев
}
column_kind = Вид утверждения
column_count = Количество
failing_description = Что нужно исправить: утверждения, цитата которых не найдена или говорит о другом, начиная с худших.
changes_description = Случаи по дню последнего изменения.
count_claims = { $n ->
    [0] Таких утверждений нет
    [one] { $n_shown } утверждение
    [few] { $n_shown } утверждения
   *[other] { $n_shown } утверждений
}

## Участие: %name% подставляет скрипт

contribute_description = Форма для нового случая: составляет запись и проверяет её, пока вы пишете.
contribute_text = Один случай — один файл. Расскажите своими словами, что произошло, и к каждому важному утверждению приведите цитату из источника.
contribute_form = Написать случай
contribute_needs_script = Для формы нужен JavaScript. Без него запись можно сделать так:
contribute_issue_form = Форма на хостинге кода: запись из неё сделает сопровождающий
contribute_command = В терминале, в копии репозитория:
contribute_local = Ничего не отправляется. Введённое хранится в этом браузере, пока вы его не удалите.
contribute_discard = Удалить черновик
contribute_required = (обязательно)
contribute_add_source = Добавить источник
contribute_add_quote = Добавить цитату
contribute_remove = Убрать
contribute_cite = Поставить сноску в месте курсора
contribute_address = Адрес
contribute_published = Дата публикации
contribute_kind = Вид
contribute_mark = Метка сноски в тексте, без [^ и ]
contribute_quoted_source = Источник
contribute_quote = Слова источника, дословно
contribute_record = Запись
contribute_open = Открыть на хостинге кода
contribute_copy = Копировать
contribute_download = Скачать
contribute_paste = Запись слишком длинна для адреса: скопируйте её, откройте страницу хостинга и вставьте.
contribute_empty_editor = Если редактор открылся пустым, скопируйте запись и вставьте её. Хостинг попросит войти; публикуется что-либо только там.
contribute_no_host = Скачайте запись, положите её в content/cases/ репозитория и запустите casebook check.
form_group_basics = Что и с кем случилось
form_group_sources = Источники
form_group_texts = Описание
form_group_quotes = Цитаты
form_group_terms = Рубрики
form_group_about_basics = Чего источники не сообщают, оставьте пустым.
form_group_about_sources = Сначала рассказ самого оператора.
form_group_about_texts = Своими словами. За предложением, которое подтверждает источник, стоит метка вида [^1].
form_group_about_quotes = По одной на метку: не длиннее 300 знаков, дословно, на языке источника.
form_group_about_terms = Введите слово: привычные слова приведут к термину.
form_about_title = Что отказало и чем это обернулось, одной строкой.
form_about_lang = Язык вашего текста; другие можно добавить позже.
form_about_org = Организация, с которой это случилось.
form_about_date = Когда случилось: 2021, 2021-10, 2021-10-28 или 2021-10-28T13:37:00+09:00; иначе unknown.
form_about_timeline_detected_after = Через сколько заметили: 10m, 1h30m, 2d.
form_about_timeline_resolved_after = Сколько длилось: 52m, 73h.
form_about_type = Какого рода запись; если не указано — инцидент.
form_about_severity = Насколько всё серьёзно, по оценке источников.
form_about_domain = Области эксплуатации, к которым он относится.
form_about_components = Компоненты, которые отказали или пострадали.
form_about_symptoms = Что наблюдали, в терминах словаря.
form_about_root_cause = Единственная причина, без которой этого не было бы.
form_about_contributing = Что сделало это возможным, вероятнее или тяжелее.
form_about_summary = Что произошло, в нескольких абзацах.
form_about_symptoms_text = Что увидели люди и мониторинг, словами.
form_about_trigger = С чего всё началось.
form_about_detection = Как это заметили.
form_about_impact = Что и насколько пострадало.
form_about_impact_users = Кто пострадал и сколько их было.
form_about_impact_region = Где это затронуло пользователей.
form_about_cause = Почему это произошло, словами.
form_about_remediation = Что сделали, чтобы это прекратить; по одному на строку.
form_about_action_items = Что обещали сделать потом; по одному на строку.
form_about_lessons = Чему это может научить других.
form_js_source = Источник %n%
form_js_quote = Цитата %n%
form_js_count = %n% из %most% знаков
form_js_remove = Убрать: %name%
form_js_left = Осталось исправить: %n%
form_js_ready = Запись готова.
form_js_copied = Скопировано.
form_js_selected = Запись выделена: скопируйте её с клавиатуры.
form_js_discard_sure = Удалить всё, что здесь введено?
form_js_same_title = Случай с таким названием уже есть:
form_js_same_source = На этот адрес уже опирается случай:
form_js_fault_required = пока ничего не написано
form_js_fault_date = это не дата: напишите 2021, 2021-10, 2021-10-28 или 2021-10-28T13:37:00Z
form_js_fault_length = это не длительность: напишите 45s, 10m, 1h30m или 2d
form_js_fault_term = «%text%» — не термин: выберите из списка или очистите поле
form_js_fault_mark_here = здесь сноска невозможна: уберите [^…]
form_js_fault_long = знаков: %n%, допустимо не больше %most%
form_js_fault_address = это не адрес: он начинается с https:// или http://
form_js_fault_twice = та же страница, что у источника %n%
form_js_fault_no_source = укажите хотя бы один источник
form_js_fault_mark = метка состоит из букв, цифр, - и _
form_js_fault_unused = метки [^%mark%] нет ни в одном тексте
form_js_fault_which_source = сначала укажите адрес источника
form_js_fault_no_quote = у метки [^%mark%] нет цитаты: добавьте её

## Страница данных

data_version_of = Данные на %date%
data_files = Файлы
data_file = Файл
data_size = Размер
data_size_b = Б
data_size_kb = кБ
data_size_mb = МБ
data_sums = Контрольные суммы проверяются в папке со всеми файлами:
data_cite = Как цитировать
data_recipes = Как открыть
data_datasette = Datasette показывает файл SQLite как сайт:
data_columns = Таблицы и столбцы
data_column = Столбец
data_type = Тип
table_cases = Один случай на строку
table_cases_column_id = Идентификатор случая
table_cases_column_lang = Язык текстов записи, у которых он не указан отдельно (BCP 47)
table_cases_column_title = Название на этом языке
table_cases_column_type = Термин словаря type
table_cases_column_org = Идентификатор организации
table_cases_column_org_name = Название организации
table_cases_column_date = ISO 8601 с той точностью, с какой указано: год, месяц, день или момент со смещением
table_cases_column_date_kind = Дата самого случая или дата публикации
table_cases_column_year = Год этой даты
table_cases_column_severity = Термин словаря severity; пусто, если неизвестно
table_cases_column_root_cause = Термин словаря root_cause; пусто, если неизвестно
table_cases_column_detected_after_s = Секунд от начала до обнаружения
table_cases_column_resolved_after_s = Секунд от начала до конца
table_cases_column_score = Насколько запись подтверждена и ухожена, от 0 до 100
table_cases_column_grade = Оценка словом
table_cases_column_claims = Всего утверждений
table_cases_column_claims_checked = Утверждений, которые удалось проверить
table_cases_column_updated_at = Когда запись изменена в последний раз, как в ней указано
table_texts = Один текст случая на одном языке на строку
table_texts_column_case_id = Случай
table_texts_column_field = Имя поля, как в записи; в списке — с номером элемента
table_texts_column_lang = Язык (BCP 47)
table_texts_column_text = Текст (Markdown)
table_case_terms = Одно употребление термина словаря на строку
table_case_terms_column_case_id = Случай
table_case_terms_column_vocabulary = Имя словаря
table_case_terms_column_term = Идентификатор термина
table_vocabulary = Один термин на одном языке на строку
table_vocabulary_column_vocabulary = Имя словаря
table_vocabulary_column_term = Идентификатор термина
table_vocabulary_column_lang = Язык (BCP 47)
table_vocabulary_column_label = Что показывать
table_vocabulary_column_description = Пояснение в одно предложение
table_claims = Одно утверждение на одном языке на строку
table_claims_column_case_id = Случай
table_claims_column_claim_id = Идентификатор утверждения внутри случая
table_claims_column_lang = Язык текста утверждения (BCP 47)
table_claims_column_kind = О чём утверждение
table_claims_column_field = Поле, в тексте которого оно стоит
table_claims_column_text = Что в нём сказано
table_claims_column_verdict = Вердикт о нём на этом языке
table_claims_column_facts = Сколько фактов в нём найдено
table_claims_column_facts_supported = Сколько из них подтверждает цитата
table_quotes = Одна цитата утверждения на строку
table_quotes_column_case_id = Случай
table_quotes_column_claim_id = Утверждение
table_quotes_column_number = Номер цитаты в утверждении, с 0
table_quotes_column_source_id = Источник
table_quotes_column_quote = Цитируемый отрывок
table_quotes_column_match = Как цитата нашлась в тексте источника
table_quotes_column_start = Первый символ первого найденного места в тексте источника без разметки
table_quotes_column_end = Позиция за последним символом этого места
table_quotes_column_similarity = От 0 до 1; 1 — буква в букву
table_sources = Один источник на строку
table_sources_column_id = Идентификатор источника
table_sources_column_title = Название
table_sources_column_url = Действующий адрес
table_sources_column_archived = Адрес архивной копии
table_sources_column_publisher = Кто опубликовал
table_sources_column_kind = Термин словаря source_kind
table_sources_column_lang = Язык текста источника (BCP 47)
table_sources_column_licence = Лицензия
table_sources_column_published = Когда опубликован
table_sources_column_retrieved = Когда прочитан
table_sources_column_has_text = Был ли его текст под рукой при этой сборке
table_case_sources = Одно обращение случая к источнику на строку
table_case_sources_column_case_id = Случай
table_case_sources_column_source_id = Источник, которым он пользуется
data_about_jsonl = По случаю на строку: запись как написана и то, что вычислено
data_about_osv = Список бюллетеней в формате OSV; каждый лежит рядом отдельным файлом
data_about_csv = Таблица в CSV (UTF-8); перед текстом, который табличный редактор принял бы за формулу, стоит апостроф
data_about_excel = То же с меткой порядка байтов, для табличных редакторов
data_about_parquet = Таблица в Parquet
data_about_sqlite = Все таблицы в одной базе, с ключами и полнотекстовым индексом
data_about_datapackage = Описание файлов CSV (Frictionless Data Package)
data_about_croissant = Описание файлов CSV (Croissant)
data_about_citation = Как цитировать набор, для программ
data_about_dictionary = Что значит каждый столбец
data_about_sums = SHA-256 каждого файла
