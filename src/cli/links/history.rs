//! What addresses answered, now and before: three classes, and since when each holds.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::cli::fetch::Refused;

/// What an answer says of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It is there.
    Ok,
    /// It is gone: 404, 410, or no host of that name.
    Dead,
    /// Nobody can tell: the host refuses, is busy, slow or broken today.
    Unclear,
}

impl Class {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Dead => "dead",
            Self::Unclear => "cannot-tell",
        }
    }

    /// Its name in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Dead => "dead",
            Self::Unclear => "cannot tell",
        }
    }

    fn read(name: &str) -> Option<Self> {
        [Self::Ok, Self::Dead, Self::Unclear].into_iter().find(|class| class.name() == name)
    }
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its class.
    pub class: Class,
    /// The status, or why there is none.
    pub why: String,
    /// Whether no host of that name was found.
    pub no_host: bool,
}

impl Answer {
    /// What a status says. Refusals and faults of the host say nothing of the page.
    pub fn of_status(status: u16) -> Self {
        let class = match status {
            200..=299 => Class::Ok,
            404 | 410 => Class::Dead,
            _ => Class::Unclear,
        };
        Self { class, why: status.to_string(), no_host: false }
    }

    /// What a request says that brought no answer.
    pub fn of_refusal(refused: &Refused) -> Self {
        let no_host = matches!(refused, Refused::NoHost(_));
        let class = if no_host { Class::Dead } else { Class::Unclear };
        Self { class, why: refused.to_string(), no_host }
    }
}

/// What is known of one address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The class of the last answer.
    pub class: Class,
    /// The status, or why there was none.
    pub why: String,
    /// The day on which the class was first seen without another since.
    pub since: String,
    /// The last day on which it was asked.
    pub checked: String,
    /// The last day on which it was there.
    pub last_ok: Option<String>,
}

/// What is known of all addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History(BTreeMap<String, Known>);

impl History {
    /// Reads the file.
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let links = value["links"].as_object().ok_or("there is no table `links`")?;
        let mut history = Self::default();
        for (url, own) in links {
            let text = |name: &str| own[name].as_str().map(str::to_owned);
            let class = text("class").and_then(|class| Class::read(&class));
            let (Some(class), Some(since), Some(checked)) = (class, text("since"), text("checked")) else {
                return Err(format!("what it says of {url} cannot be read"));
            };
            let why = text("why").unwrap_or_default();
            history.0.insert(url.clone(), Known { class, why, since, checked, last_ok: text("last_ok") });
        }
        Ok(history)
    }

    /// The file, sorted by address.
    pub fn write(&self) -> String {
        let links: Map<String, Value> = self
            .0
            .iter()
            .map(|(url, own)| {
                let value = json!({
                    "class": own.class.name(), "why": own.why, "since": own.since, "checked": own.checked,
                    "last_ok": own.last_ok,
                });
                (url.clone(), value)
            })
            .collect();
        format!("{:#}\n", json!({ "links": links }))
    }

    /// Takes in the answers of `today`; addresses that are no longer asked are forgotten. Where the network
    /// itself was missing nothing is learnt.
    pub fn update(&mut self, answers: BTreeMap<String, Answer>, today: &str, offline: bool) {
        let mut next = BTreeMap::new();
        for (url, answer) in answers {
            let before = self.0.remove(&url);
            let (class, why) = if offline {
                match before {
                    Some(before) => {
                        next.insert(url, before);
                        continue;
                    }
                    None => (Class::Unclear, "there was no network".to_owned()),
                }
            } else {
                (answer.class, answer.why)
            };
            let since =
                before.as_ref().filter(|before| before.class == class).map(|before| before.since.clone());
            let last_ok = if class == Class::Ok {
                Some(today.to_owned())
            } else {
                before.and_then(|before| before.last_ok)
            };
            let known = Known {
                class,
                why,
                since: since.unwrap_or_else(|| today.to_owned()),
                checked: today.to_owned(),
                last_ok,
            };
            next.insert(url, known);
        }
        self.0 = next;
    }

    /// What is known of `url`.
    pub fn get(&self, url: &str) -> Option<&Known> {
        self.0.get(url)
    }

    /// The class of `url`.
    pub fn class(&self, url: &str) -> Option<Class> {
        self.get(url).map(|known| known.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(history: &mut History, status: u16, today: &str) {
        let answers = BTreeMap::from([("https://a.example/".to_owned(), Answer::of_status(status))]);
        history.update(answers, today, false);
    }

    #[test]
    fn statuses_fall_into_three_classes() {
        for status in [200, 204, 206] {
            assert_eq!(Answer::of_status(status).class, Class::Ok);
        }
        for status in [404, 410] {
            assert_eq!(Answer::of_status(status).class, Class::Dead);
        }
        for status in [301, 400, 401, 403, 418, 429, 500, 503, 999] {
            assert_eq!(Answer::of_status(status).class, Class::Unclear, "{status}");
        }
        assert_eq!(Answer::of_refusal(&Refused::NoHost("a.example".into())).class, Class::Dead);
        assert_eq!(Answer::of_refusal(&Refused::Slow).class, Class::Unclear);
    }

    #[test]
    fn history_tells_since_when_and_is_read_back() {
        let mut history = History::default();
        day(&mut history, 200, "2026-01-01");
        day(&mut history, 404, "2026-02-01");
        day(&mut history, 404, "2026-03-01");
        let known = history.get("https://a.example/").unwrap();
        assert_eq!((known.since.as_str(), known.checked.as_str()), ("2026-02-01", "2026-03-01"));
        assert_eq!(known.last_ok.as_deref(), Some("2026-01-01"));
        assert_eq!(History::read(&history.write()).unwrap(), history);
        assert!(History::read("{}").is_err() && History::read("[").is_err());
        let before = history.clone();
        let gone = Answer::of_refusal(&Refused::NoHost("a.example".into()));
        history.update(BTreeMap::from([("https://a.example/".to_owned(), gone)]), "2026-04-01", true);
        assert_eq!(history, before);
    }
}
