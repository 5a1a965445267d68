//! The themes that are inside the binary.

use crate::text::Lang;

macro_rules! templates {
    ($theme:literal: $($name:literal)+) => {
        &[$( ($name, include_str!(concat!("../../../themes/", $theme, "/templates/", $name))) ),+]
    };
}

const DEFAULT: &[(&str, &str)] = templates!("default":
    "base.html" "parts.html" "home.html" "cases.html" "case.html" "browse.html" "vocabulary.html" "term.html"
    "sources.html" "source.html" "search.html" "prose.html" "error.html"
    "statistics.html" "failing.html" "changes.html" "contribute.html" "data.html");

/// Messages of the interface by language.
pub const MESSAGES: &[(&str, &str)] = &[
    ("en", include_str!("../../../themes/messages/en.ftl")),
    ("ko", include_str!("../../../themes/messages/ko.ftl")),
    ("ru", include_str!("../../../themes/messages/ru.ftl")),
];

const DEFAULT_ASSETS: &[(&str, &[u8])] = &[
    ("site.css", include_bytes!("../../../themes/default/assets/site.css")),
    ("icon.svg", include_bytes!("../../../themes/default/assets/icon.svg")),
];

const PLAIN: &[(&str, &str)] = templates!("plain":
    "base.html" "home.html" "cases.html" "case.html" "browse.html" "vocabulary.html" "term.html"
    "sources.html" "source.html" "search.html" "prose.html" "error.html"
    "statistics.html" "failing.html" "changes.html" "contribute.html" "data.html");

const PLAIN_ASSETS: &[(&str, &[u8])] = &[
    ("site.css", include_bytes!("../../../themes/plain/assets/site.css")),
    ("icon.svg", include_bytes!("../../../themes/plain/assets/icon.svg")),
];

/// Their names.
pub const BUILT_IN: [&str; 2] = ["default", "plain"];

/// The templates of theme `name`; those of the default for a theme that is not built in.
pub fn templates(name: &str) -> &'static [(&'static str, &'static str)] {
    if name == "plain" { PLAIN } else { DEFAULT }
}

/// The assets of theme `name`.
pub fn assets(name: &str) -> &'static [(&'static str, &'static [u8])] {
    if name == "plain" { PLAIN_ASSETS } else { DEFAULT_ASSETS }
}

/// The built-in messages of a language.
pub fn builtin_messages(lang: &Lang) -> Option<&'static str> {
    MESSAGES.iter().find(|(tag, _)| *tag == lang.as_str()).map(|(_, source)| *source)
}

/// The languages whose messages are built in.
pub fn builtin_message_languages() -> impl Iterator<Item = Lang> {
    MESSAGES.iter().filter_map(|(tag, _)| Lang::parse(tag))
}
