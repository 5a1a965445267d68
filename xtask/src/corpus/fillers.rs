//! Sentences without figures that stand around the claims, titles, and the terms of a record.

use super::facts::Pattern;

pub(super) const ORGS: [&str; 20] = [
    "Northlane Cloud",
    "Cobalt Freight",
    "Fernway Media",
    "Harbor Pay",
    "Quillon Maps",
    "Silverline Rail",
    "Tessera Health",
    "Vantage Games",
    "Wrenfield Labs",
    "Zephyr Telecom",
    "Altamont Data",
    "Brightwell Retail",
    "Cinder Hosting",
    "Drayton Energy",
    "Eastgate Travel",
    "Foxglove Learning",
    "Granite Storage",
    "Juniper Foods",
    "Kingsley Press",
    "Larkspur Mobility",
];
pub(super) const DOMAINS: [&str; 6] = ["database", "network", "storage", "compute", "dns", "deploy"];
pub(super) const COMPONENTS: [&str; 6] =
    ["cache", "load-balancer", "message-queue", "dns-resolver", "certificate", "scheduler"];
pub(super) const SYMPTOMS: [&str; 5] =
    ["high-latency", "timeouts", "out-of-memory", "packet-loss", "slow-queries"];
pub(super) const MORE_SYMPTOMS: [&str; 4] = ["stale-reads", "disk-full", "login-failures", "queue-backlog"];
pub(super) const CAUSES: [&str; 4] = ["software-bug", "config-change", "capacity", "hardware"];
pub(super) const CONTRIBUTING: [&str; 4] =
    ["single-point-of-failure", "missing-rollback", "retry-storm", "config-drift"];

/// A title.
pub(super) fn title(language: &str) -> Pattern {
    Pattern(match language {
        "ko" => "{service} 서비스가 느려지고 쓰기가 막힌 장애",
        "ru" => "Сервис {service} замедлился, и запись остановилась",
        _ => "{service} slows down and blocks writes",
    })
}

/// What was affected.
pub(super) fn scope(language: &str) -> &'static str {
    match language {
        "ko" => "쓰기 요청과 그 서비스를 부르는 모든 화면",
        "ru" => "Запросы на запись и все страницы, которые обращаются к сервису",
        _ => "Write requests, and every page that calls the service",
    }
}

/// What was promised.
pub(super) fn actions(language: &str) -> &'static [&'static str] {
    match language {
        "ko" => &[
            "재시도 사이의 간격을 점점 늘린다.",
            "되돌리는 절차를 매달 연습한다.",
            "대기열이 길어지면 새 요청을 거절한다.",
            "설정 변경을 나누어 배포한다.",
            "경보를 사용자가 겪는 증상에 맞춘다.",
        ],
        "ru" => &[
            "Увеличивать паузу между повторами.",
            "Каждый месяц проверять откат на учениях.",
            "Отклонять новые запросы, когда очередь растёт.",
            "Выкатывать настройки по частям.",
            "Настроить оповещения на то, что видят пользователи.",
        ],
        _ => &[
            "Let clients wait longer before each further retry.",
            "Practise the rollback every month.",
            "Refuse new requests while the queue grows.",
            "Roll settings out in steps.",
            "Alert on what users see.",
        ],
    }
}

/// What records tell between their claims.
pub(super) fn narrative(language: &str) -> &'static [&'static str] {
    match language {
        "ko" => &[
            "처음에는 사용자 몇 명만 느린 화면을 알려 왔다.",
            "당직 엔지니어는 배포 기록을 먼저 살폈지만 눈에 띄는 변경이 없었다.",
            "같은 호스트에 있던 다른 작업은 정상으로 보였다.",
            "대시보드는 평균만 보여 주어 느린 요청이 가려졌다.",
            "재시도가 겹치면서 부하는 더 커졌다.",
            "팀은 문제를 다시 일으키려고 시험 환경을 그대로 옮겨 왔다.",
            "로그에는 잠금을 기다린다는 줄이 되풀이되었다.",
            "설정 파일의 주석은 오래전에 없어진 도구를 가리키고 있었다.",
            "한쪽을 끄자 다른 쪽의 큐가 곧바로 줄어들었다.",
            "원인을 찾은 뒤에도 캐시가 비어 있어 회복은 더뎠다.",
            "그 코드는 여러 해 동안 아무도 고치지 않은 곳이었다.",
            "안내 문서에는 이 경우가 적혀 있지 않았다.",
            "고객 지원 팀은 상태 페이지보다 먼저 문의를 받았다.",
        ],
        "ru" => &[
            "Сначала о медленных страницах сообщили лишь несколько пользователей.",
            "Дежурный инженер проверил журнал выкладок, но заметных изменений не нашёл.",
            "Другие задачи на тех же узлах выглядели здоровыми.",
            "Панель показывала только среднее, и медленные запросы в нём терялись.",
            "Повторные попытки накладывались друг на друга, и нагрузка росла.",
            "Чтобы воспроизвести сбой, команда перенесла стенд целиком.",
            "В журнале снова и снова повторялась строка об ожидании блокировки.",
            "Комментарий в настройках ссылался на инструмент, которого давно нет.",
            "Стоило отключить одну сторону, как очередь на другой начала убывать.",
            "Даже когда причину нашли, восстановление шло медленно: кэш был пуст.",
            "К этому коду годами никто не прикасался.",
            "В инструкции такой случай не описан.",
            "Поддержка узнала о сбое раньше, чем страница состояния.",
        ],
        _ => &[
            "At first only a handful of people reported slow pages.",
            "The engineer on call looked at the deploys, and none of them stood out.",
            "Other jobs on the same hosts looked healthy.",
            "The dashboard showed an average, which hid the slow requests.",
            "Retries piled onto retries, and the load kept growing.",
            "To see it happen again, the team moved the whole test bed over.",
            "The log repeated a line about waiting for a lock.",
            "A comment in the settings spoke of a tool that is long gone.",
            "As soon as one side was switched off, the queue on the other began to drain.",
            "Even with the cause known, recovery was slow because the caches were cold.",
            "Nobody had touched that code for years.",
            "The runbook did not describe such a case.",
            "Support heard of it before the status page did.",
        ],
    }
}

/// What sources say between the sentences that are quoted.
pub(super) const SOURCE: [&str; 26] = [
    "We first suspected the network, because packet captures showed gaps that nobody could explain.",
    "Our paging tool grouped the alarms by cluster, so the pattern across clusters stayed hidden.",
    "The on-call engineer drained one node by hand and watched its neighbours for signs of relief.",
    "Nothing in the release notes hinted at a change in how connections are pooled.",
    "It took a while until we trusted the graphs, since two of them disagreed.",
    "A colleague from the storage team joined the call and asked for a heap profile.",
    "The profile showed threads that waited on one another in a ring.",
    "We had tested the failover before, but never with a full queue behind it.",
    "Customers noticed that pages loaded without their pictures.",
    "Some of the retries came from a job that had been written for a migration long ago.",
    "Turning the feature flag off did not help at once, because the flag itself was cached.",
    "The proxy kept old addresses for longer than its configuration said.",
    "During the call we wrote down every action in a shared document, which later saved us much guessing.",
    "A second team had seen the same symptom in a test environment and filed it as noise.",
    "Once the leader was healthy again, followers caught up quickly.",
    "We compared the settings of a good host with those of a bad one, line by line.",
    "The difference was a default that the vendor had changed between two minor releases.",
    "Load tests had always used short payloads, so they never reached this path.",
    "The runbook told us to restart the service, which would have made things worse.",
    "We decided to keep the region out of rotation until the next morning.",
    "Support sent a notice to those who were affected and answered questions through the night.",
    "No data was lost, although some of it arrived late.",
    "The checksum job confirmed that replicas and primaries were the same.",
    "Looking back, the first sign stood in a log that nobody reads.",
    "Our budget for capacity assumed that traffic would be spread evenly, which it was not.",
    "We are grateful to everyone who stayed awake for this.",
];
