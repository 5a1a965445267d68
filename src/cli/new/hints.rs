//! What a new record asks its writer for, as comments that stand on no page: `casebook check` tells those
//! that are not filled, and `casebook fmt` takes out those that are.

use crate::text::Lang;

/// A hint for a field or a section, in the languages of the interface.
struct Hint {
    name: &'static str,
    en: &'static str,
    ko: &'static str,
    ru: &'static str,
}

const HINTS: [Hint; 15] = [
    Hint {
        name: "org", en: "who it happened to", ko: "어느 조직에서 일어났는지", ru: "с кем это случилось"
    },
    Hint {
        name: "date",
        en: "2021, 2021-10, 2021-10-28 or 2021-10-28T13:37+09:00; or unknown",
        ko: "2021, 2021-10, 2021-10-28, 2021-10-28T13:37+09:00 또는 unknown",
        ru: "2021, 2021-10, 2021-10-28 или 2021-10-28T13:37+09:00; либо unknown",
    },
    Hint {
        name: "severity",
        en: "critical, major, minor, none; or unknown",
        ko: "critical, major, minor, none 또는 unknown",
        ru: "critical, major, minor, none; либо unknown",
    },
    Hint { name: "domain", en: "[database, network]", ko: "[database, network]", ru: "[database, network]" },
    Hint { name: "components", en: "[cache]", ko: "[cache]", ru: "[cache]" },
    Hint { name: "symptoms", en: "[high-latency]", ko: "[high-latency]", ru: "[high-latency]" },
    Hint {
        name: "root_cause",
        en: "the one cause without which it would not have happened; or unknown",
        ko: "이것이 없었다면 일어나지 않았을 원인 하나, 또는 unknown",
        ru: "одна причина, без которой этого не случилось бы; либо unknown",
    },
    Hint {
        name: "sources",
        en: "[{id: report, url: \"https://…\", kind: postmortem}]",
        ko: "[{id: report, url: \"https://…\", kind: postmortem}]",
        ru: "[{id: report, url: \"https://…\", kind: postmortem}]",
    },
    Hint {
        name: "summary",
        en: "What happened, in a few sentences. A statement that a source bears out ends with a mark: It took 73 hours.[^1]",
        ko: "무슨 일이 있었는지 몇 문장으로. 출처가 뒷받침하는 진술 끝에는 표시를 단다: 73시간이 걸렸다.[^1]",
        ru: "Что случилось, в нескольких фразах. Утверждение, которое подтверждает источник, кончается меткой: Это длилось 73 часа.[^1]",
    },
    Hint {
        name: "symptoms-text",
        en: "What people and monitors saw.",
        ko: "사람과 모니터링이 본 것.",
        ru: "Что увидели люди и мониторинг.",
    },
    Hint {
        name: "impact",
        en: "Who or what was hit, and how badly.",
        ko: "누가, 무엇이 얼마나 영향을 받았는지.",
        ru: "Кто или что пострадало и насколько.",
    },
    Hint {
        name: "cause", en: "Why it happened.", ko: "왜 일어났는지.", ru: "Почему это случилось."
    },
    Hint {
        name: "remediation",
        en: "What ended it, one item a line: - The feature was switched off.",
        ko: "무엇으로 끝냈는지 한 줄에 하나씩: - 기능을 껐다.",
        ru: "Что это прекратило, по пункту в строке: - Функцию отключили.",
    },
    Hint {
        name: "lessons",
        en: "What others can learn from it.",
        ko: "다른 이가 배울 점.",
        ru: "Чему это учит остальных.",
    },
    Hint {
        name: "notes",
        en: "The notes stand at the end, each with the words of the source:",
        ko: "주석은 끝에 두고 출처의 문장을 그대로 옮긴다:",
        ru: "Сноски стоят в конце, каждая со словами источника:",
    },
];

/// The hint called `name` in `lang`, else in English.
pub(super) fn hint(name: &str, lang: &Lang) -> &'static str {
    HINTS.iter().find(|hint| hint.name == name).map_or("", |hint| match lang.primary() {
        "ko" => hint.ko,
        "ru" => hint.ru,
        _ => hint.en,
    })
}
