//! What claims tell: how a source says it, and how a record does in each language.

use super::facts::Pattern;

/// One thing that is told, in four wordings.
#[derive(Debug)]
pub(super) struct Kind {
    /// As the source says it.
    pub source: Pattern,
    en: Pattern,
    ko: Pattern,
    ru: Pattern,
}

impl Kind {
    /// As a record says it.
    pub fn claim(&self, language: &str) -> Pattern {
        match language {
            "ko" => self.ko,
            "ru" => self.ru,
            _ => self.en,
        }
    }
}

const fn kind(source: &'static str, en: &'static str, ko: &'static str, ru: &'static str) -> Kind {
    Kind { source: Pattern(source), en: Pattern(en), ko: Pattern(ko), ru: Pattern(ru) }
}

pub(super) const KINDS: [Kind; 16] = [
    kind(
        "Median latency of {service} rose from {low} ms to {high} ms within {minutes} minutes.",
        "Within {minutes} minutes the median latency of {service} went up from {low} ms to {high} ms.",
        "{service} 서비스의 지연 시간 중앙값이 {minutes}분 만에 {low}ms에서 {high}ms로 늘었다.",
        "За {minutes} минут медианная задержка сервиса {service} выросла с {low} мс до {high} мс.",
    ),
    kind(
        "At {clock} UTC {share}% of the requests to {service} failed with a timeout.",
        "By {clock} UTC, {share}% of requests to {service} were timing out.",
        "{clock} UTC에 {service} 서비스로 가는 요청의 {share}%가 시간 초과로 실패했다.",
        "В {clock} UTC {share}% запросов к сервису {service} завершались тайм-аутом.",
    ),
    kind(
        "The leader of {service} held {gigabytes} GB of memory when the kernel killed it.",
        "The kernel killed the leader of {service}, which held {gigabytes} GB of memory.",
        "메모리 {gigabytes}GB를 쓰던 {service} 서비스의 리더를 커널이 종료했다.",
        "Ядро завершило лидера сервиса {service}, который занимал {gigabytes} ГБ памяти.",
    ),
    kind(
        "Automation restarted {some} of the {of} hosts that serve {service}.",
        "Of the {of} hosts of {service}, automation restarted {some}.",
        "자동화가 {service} 서비스의 호스트 {of}대 중 {some}대를 재시작했다.",
        "Автоматика перезапустила {some} из {of} узлов сервиса {service}.",
    ),
    kind(
        "The change came with version {version} of the client library, released on {date}.",
        "Version {version} of the client library, released on {date}, brought the change.",
        "이 변경은 {date}에 나온 클라이언트 라이브러리 버전 {version}에 들어 있었다.",
        "Изменение пришло с версией {version} клиентской библиотеки, выпущенной {date}.",
    ),
    kind(
        "Writes to {service} stayed blocked for {hours} hours and {minutes} minutes.",
        "For {hours} hours and {minutes} minutes writes to {service} were blocked.",
        "{service} 서비스에 대한 쓰기가 {hours}시간 {minutes}분 동안 막혀 있었다.",
        "Запись в сервис {service} была заблокирована {hours} часов {minutes} минут.",
    ),
    kind(
        "The queue in front of {service} grew to {many} messages, {times} times its usual length.",
        "Messages in the queue of {service} reached {many}, {times} times the usual length.",
        "{service} 서비스 앞의 대기열이 평소의 {times}배인 메시지 {many}건까지 늘었다.",
        "Очередь перед сервисом {service} выросла до {many} сообщений, в {times} раз больше обычного.",
    ),
    kind(
        "P99 of {service} stood at {high} ms while P50 never left {low} ms.",
        "While P50 of {service} stayed at {low} ms, its P99 was {high} ms.",
        "{service} 서비스의 P50은 {low}ms에 머물렀지만 P99는 {high}ms였다.",
        "P50 сервиса {service} оставался на уровне {low} мс, а P99 составлял {high} мс.",
    ),
    kind(
        "An alert on {service} fired at {clock} UTC, {minutes} minutes after the first failures.",
        "{minutes} minutes after the first failures, at {clock} UTC, an alert on {service} fired.",
        "첫 실패로부터 {minutes}분 뒤인 {clock} UTC에 {service} 서비스의 경보가 울렸다.",
        "Оповещение о сервисе {service} сработало в {clock} UTC, через {minutes} минут после первых отказов.",
    ),
    kind(
        "Engineers rolled {service} back at {clock} UTC, and the error rate fell to {share}%.",
        "After {service} was rolled back at {clock} UTC, the error rate dropped to {share}%.",
        "{clock} UTC에 {service} 서비스를 되돌리자 오류율이 {share}%로 내려갔다.",
        "Сервис {service} откатили в {clock} UTC, и доля ошибок снизилась до {share}%.",
    ),
    kind(
        "Clients opened {many} connections to {service} against a limit of {low}.",
        "Against a limit of {low}, clients opened {many} connections to {service}.",
        "한도는 {low}개였지만 클라이언트는 {service} 서비스에 연결 {many}개를 열었다.",
        "При лимите {low} клиенты открыли {many} соединений с сервисом {service}.",
    ),
    kind(
        "The volume of {gigabytes} GB under {service} was {percent}% full when compaction began.",
        "When compaction began, the {gigabytes} GB volume under {service} was {percent}% full.",
        "압축이 시작될 때 {service} 서비스의 {gigabytes}GB 볼륨은 {percent}% 차 있었다.",
        "К началу уплотнения том сервиса {service} объёмом {gigabytes} ГБ был заполнен на {percent}%.",
    ),
    kind(
        "About {many} customers of {service} saw stale data until {clock} UTC.",
        "Until {clock} UTC about {many} customers of {service} saw stale data.",
        "{clock} UTC까지 {service} 서비스의 고객 약 {many}명이 오래된 데이터를 보았다.",
        "До {clock} UTC около {many} клиентов сервиса {service} видели устаревшие данные.",
    ),
    kind(
        "Every call to {service} was retried {times} times with a pause of {low} ms.",
        "Calls to {service} were retried {times} times each, {low} ms apart.",
        "{service} 서비스에 대한 호출은 {low}ms 간격으로 {times}번씩 재시도되었다.",
        "Каждый вызов сервиса {service} повторялся {times} раз с паузой {low} мс.",
    ),
    kind(
        "The certificate of {service} expired on {date} at {clock} UTC.",
        "On {date} at {clock} UTC the certificate of {service} expired.",
        "{service} 서비스의 인증서는 {date} {clock} UTC에 만료되었다.",
        "Сертификат сервиса {service} истёк {date} в {clock} UTC.",
    ),
    kind(
        "Traffic of {service} was moved to another region {minutes} minutes later, at {clock} UTC.",
        "At {clock} UTC, {minutes} minutes later, traffic of {service} was moved to another region.",
        "{minutes}분 뒤인 {clock} UTC에 {service} 서비스의 트래픽을 다른 리전으로 옮겼다.",
        "Через {minutes} минут, в {clock} UTC, трафик сервиса {service} перевели в другой регион.",
    ),
];
