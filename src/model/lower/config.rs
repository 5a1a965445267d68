//! `casebook.toml` into settings. A wrong value is reported and its default stands.

use std::collections::BTreeMap;

use super::ignores;
use crate::diag::{Code, Diagnostic, Severity, SourceFile};
use crate::load::{Limits, Sources};
use crate::model::Config;
use crate::model::address::read_address;
use crate::model::config::Judge;
use crate::model::name::{is_blank, nearest};
use crate::parse::{self, Node, Value};
use crate::text::Lang;

/// The parts of the score in the order of their weights.
const PARTS: [&str; 8] =
    ["coverage", "fidelity", "agreement", "sources", "completeness", "consistency", "languages", "review"];

pub(super) fn lower_config(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) -> Config {
    let mut config = Config { limits: sources.limits, ..Config::default() };
    let Some(file) = &sources.config else { return config };
    let (node, mut found) = parse::toml(file, (0..file.text.len()).into(), Limits::default().nesting);
    diagnostics.append(&mut found);
    let Some(node) = node else { return config };
    let mut reader = Reader { file, diagnostics };
    reader.read(&node, &mut config);
    config
}

struct Reader<'r> {
    file: &'r SourceFile,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(&mut self, root: &Node<'_>, config: &mut Config) {
        const KEYS: [&str; 14] = [
            "title",
            "description",
            "base_url",
            "languages",
            "theme",
            "repo",
            "branch",
            "offline",
            "licence",
            "license",
            "score",
            "verify",
            "check",
            "limits",
        ];
        self.check_keys(root, "", &KEYS);
        if let Some(node) = root.get("languages") {
            let langs: Vec<Lang> = self
                .strings(node, "languages")
                .into_iter()
                .filter_map(|(tag, node)| self.lang(&tag, node))
                .collect();
            let mut kept: Vec<Lang> = Vec::new();
            for lang in langs {
                if !kept.contains(&lang) {
                    kept.push(lang);
                }
            }
            if kept.is_empty() {
                self.report(
                    node,
                    "`languages` names no language".to_owned(),
                    "write `languages = [\"en\"]`, the default language first",
                );
            } else {
                config.languages = kept;
            }
        }
        if let Some(node) = root.get("title") {
            config.title = self.lang_text(node, "title", config);
        }
        if let Some(node) = root.get("description") {
            config.description = self.lang_text(node, "description", config);
        }
        if let Some(url) = self.address(root, "base_url") {
            config.base_url = format!("{}/", url.trim_end_matches('/'));
        }
        if let Some(url) = self.address(root, "repo") {
            config.repo = Some(url.trim_end_matches('/').to_owned());
        }
        if let Some(theme) = self.string(root, "theme") {
            config.theme = theme;
        }
        if let Some(branch) = self.string(root, "branch") {
            config.branch = branch;
        }
        if let Some(node) = root.get("offline") {
            match node.value {
                Value::Bool(offline) => config.offline = offline,
                _ => self.report(
                    node,
                    "`offline` is neither `true` nor `false`".to_owned(),
                    "write `offline = true` for a site that browsers keep, else leave it out",
                ),
            }
        }
        if let Some(licence) = self.string(root, "licence").or_else(|| self.string(root, "license")) {
            config.licence = licence;
        }
        if let Some(score) = root.get("score") {
            self.score(score, config);
        }
        if let Some(limits) = root.get("limits") {
            self.limits(limits);
        }
        if let Some(verify) = root.get("verify") {
            self.verify(verify, config);
        }
        if let Some(check) = root.get("check") {
            self.check_keys(check, "check.", &["ignore"]);
            if let Some(ignore) = check.get("ignore") {
                self.ignores(ignore, config);
            }
        }
    }

    fn score(&mut self, node: &Node<'_>, config: &mut Config) {
        self.check_keys(node, "score.", &["weights", "caps"]);
        if let Some(weights) = node.get("weights") {
            self.check_keys(weights, "score.weights.", &PARTS);
            for (at, part) in PARTS.iter().enumerate() {
                if let Some(points) = self.points(weights, "score.weights", part) {
                    config.score.weights[at] = points;
                }
            }
            let sum: f64 = config.score.weights.iter().sum();
            if (sum - 100.0).abs() > 1e-6 {
                self.report(
                    weights,
                    format!("the weights add up to {sum}, not to 100"),
                    "change them so that all eight parts add up to 100",
                );
                config.score.weights = crate::model::config::ScoreConfig::default().weights;
            }
        }
        if let Some(caps) = node.get("caps") {
            const CAPS: [&str; 4] = ["contradicted", "no_address", "one_voice", "unreviewed"];
            self.check_keys(caps, "score.caps.", &CAPS);
            let own = &mut config.score;
            let fields = [
                &mut own.cap_contradicted,
                &mut own.cap_no_address,
                &mut own.cap_one_voice,
                &mut own.cap_unreviewed,
            ];
            for (name, field) in CAPS.iter().zip(fields) {
                if let Some(points) = self.points(caps, "score.caps", name) {
                    *field = points;
                }
            }
        }
    }

    fn points(&mut self, table: &Node<'_>, path: &str, key: &str) -> Option<f64> {
        let node = table.get(key)?;
        let value = match &node.value {
            Value::Number(written) => {
                written.parse::<f64>().ok().filter(|points| (0.0..=100.0).contains(points))
            }
            _ => None,
        };
        if value.is_none() {
            self.report(
                node,
                format!("`{path}.{key}` is {}", node.describe()),
                "write a number from 0 to 100",
            );
        }
        value
    }

    fn limits(&mut self, node: &Node<'_>) {
        const KEYS: [&str; 4] = ["record_bytes", "source_bytes", "figure_bytes", "nesting"];
        self.check_keys(node, "limits.", &KEYS);
        for key in KEYS {
            let Some(value) = node.get(key) else { continue };
            let number = match &value.value {
                Value::Number(written) => written.parse::<u64>().ok().filter(|number| *number > 0),
                _ => None,
            };
            let most = Limits::MAX_NESTING;
            match number {
                None => self.report(
                    value,
                    format!("`limits.{key}` is {}", value.describe()),
                    "write a whole number above 0",
                ),
                Some(number) if key == "nesting" && number > most as u64 => {
                    self.report(
                        value,
                        format!("`limits.nesting` is {number}"),
                        &format!("write a number up to {most}"),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn verify(&mut self, node: &Node<'_>, config: &mut Config) {
        self.check_keys(node, "verify.", &["judge"]);
        let Some(judges) = node.get("judge") else { return };
        let Some(elements) = judges.as_array() else {
            self.report(
                judges,
                format!("`verify.judge` is {}", judges.describe()),
                "write `[[verify.judge]]` with `name` and `command`",
            );
            return;
        };
        for element in elements {
            self.check_keys(element, "verify.judge.", &["name", "command", "timeout"]);
            let command: Vec<String> = element
                .get("command")
                .map(|node| self.strings(node, "command"))
                .unwrap_or_default()
                .into_iter()
                .map(|(word, _)| word)
                .collect();
            if command.is_empty() {
                self.report(
                    element,
                    "a judge has no `command`".to_owned(),
                    "write `command = [\"program\", \"argument\"]`",
                );
                continue;
            }
            let name = self.string(element, "name").unwrap_or_else(|| command[0].clone());
            let timeout = element.get("timeout").and_then(|node| match &node.value {
                Value::Number(written) => written.parse().ok(),
                _ => None,
            });
            config.judges.push(Judge { name, command, timeout: timeout.unwrap_or(30) });
        }
    }

    fn ignores(&mut self, node: &Node<'_>, config: &mut Config) {
        let Some(elements) = node.as_array() else {
            self.report(
                node,
                format!("`check.ignore` is {}", node.describe()),
                "write `[[check.ignore]]` with `code` and `reason`",
            );
            return;
        };
        for element in elements {
            self.check_keys(element, "check.ignore.", &ignores::KEYS);
            let case = self.string(element, "case");
            config.ignores.extend(ignores::lower(element, self.file, case, self.diagnostics));
        }
    }

    fn check_keys(&mut self, node: &Node<'_>, path: &str, known: &[&str]) {
        let Some(entries) = node.as_object() else {
            let name = path.trim_end_matches('.');
            self.report(
                node,
                format!("`{name}` is {}", node.describe()),
                &format!("write `[{name}]` and its settings below"),
            );
            return;
        };
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_ref())) {
            let help = match nearest(&entry.key, known.iter().copied()) {
                Some(near) => format!("write `{near}`"),
                None => format!("known here: {}", known.join(", ")),
            };
            let mut finding = Diagnostic::new(
                Code::M030,
                self.file.place(entry.key_span),
                format!("no setting is called `{path}{}`", entry.key),
            )
            .help(help);
            finding.severity = Severity::Warning;
            self.diagnostics.push(finding);
        }
    }

    fn string(&mut self, table: &Node<'_>, key: &str) -> Option<String> {
        let node = table.get(key)?;
        match node.as_str() {
            Some(text) if !text.is_empty() => Some(text.to_owned()),
            Some(_) => None,
            None => {
                self.report(
                    node,
                    format!("`{key}` is {}", node.describe()),
                    &format!("write `{key} = \"…\"`"),
                );
                None
            }
        }
    }

    fn strings<'n>(&mut self, node: &'n Node<'n>, key: &str) -> Vec<(String, &'n Node<'n>)> {
        let elements = match &node.value {
            Value::Array(elements) => elements.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut strings = Vec::new();
        for element in elements {
            match element.as_str() {
                Some(text) => strings.push((text.to_owned(), element)),
                None => self.report(
                    element,
                    format!("`{key}` holds {}", element.describe()),
                    &format!("write `{key} = [\"…\"]`"),
                ),
            }
        }
        strings
    }

    fn lang(&mut self, tag: &str, node: &Node<'_>) -> Option<Lang> {
        let lang = Lang::parse(tag);
        if lang.is_none() {
            self.report(
                node,
                format!("`{tag}` is no language tag"),
                "write a tag such as `en`, `ko` or `zh-Hans`",
            );
        }
        lang
    }

    fn address(&mut self, root: &Node<'_>, key: &str) -> Option<String> {
        let written = self.string(root, key)?;
        let node = root.get(key)?;
        match read_address(&written) {
            Ok(read) => Some(read.archived.unwrap_or(read.url)),
            Err(_) => {
                self.report(
                    node,
                    format!("`{key}` is no address: `{written}`"),
                    "write an address that begins with `https://`",
                );
                None
            }
        }
    }

    fn lang_text(&mut self, node: &Node<'_>, key: &str, config: &Config) -> BTreeMap<Lang, String> {
        let mut texts = BTreeMap::new();
        match &node.value {
            Value::Object(entries) => {
                for entry in entries {
                    let Some(lang) = self.lang(&entry.key, &entry.value) else { continue };
                    match entry.value.as_str() {
                        Some(text) if is_blank(text) => self.blank(&entry.value, key),
                        Some(text) => _ = texts.insert(lang, text.to_owned()),
                        None => {}
                    }
                }
            }
            Value::Str(text) if is_blank(&text.value) => self.blank(node, key),
            Value::Str(text) => {
                if let Some(lang) = config.languages.first() {
                    texts.insert(lang.clone(), text.value.clone().into_owned());
                }
            }
            _ => self.report(
                node,
                format!("`{key}` is {}", node.describe()),
                &format!("write `{key} = \"…\"`, or one text a language"),
            ),
        }
        texts
    }

    fn blank(&mut self, node: &Node<'_>, key: &str) {
        self.report(node, format!("`{key}` holds no text"), "write a text, or leave the line out");
    }

    fn report(&mut self, node: &Node<'_>, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(Code::M031, self.file.place(node.span), message).help(help));
    }
}
