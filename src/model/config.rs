//! `casebook.toml`: every key has a default.

use std::collections::BTreeMap;

use crate::diag::{Code, Place};
pub use crate::load::Limits;
use crate::text::Lang;

/// The library's settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// The site's name by language.
    pub title: BTreeMap<Lang, String>,
    /// One sentence about it.
    pub description: BTreeMap<Lang, String>,
    /// Absolute address of the site's root with a final slash, or empty.
    pub base_url: String,
    /// The interface languages, the default first.
    pub languages: Vec<Lang>,
    /// `default`, `plain`, or a folder.
    pub theme: String,
    /// Address of the repository at a code host, without a final slash.
    pub repo: Option<String>,
    /// Whether the site is made to be kept by browsers and searched without a network.
    pub offline: bool,
    /// The branch that edit links open.
    pub branch: String,
    /// Licence of the content (SPDX id).
    pub licence: String,
    /// Weights and caps.
    pub score: ScoreConfig,
    /// Findings that are expected.
    pub ignores: Vec<Ignore>,
    /// Programs that judge beside us.
    pub judges: Vec<Judge>,
    /// Bounds on what is read.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        let language = |tag| Lang::parse(tag).expect("a well-formed tag");
        Self {
            title: BTreeMap::from([(language("en"), "Casebook".to_owned())]),
            description: BTreeMap::new(),
            base_url: String::new(),
            languages: vec![language("en"), language("ko"), language("ru")],
            theme: "default".to_owned(),
            repo: None,
            offline: false,
            branch: "main".to_owned(),
            licence: "CC-BY-4.0".to_owned(),
            score: ScoreConfig::default(),
            ignores: Vec::new(),
            judges: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// Weights of the score's parts, in points, and its caps.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreConfig {
    /// Points by part: coverage, fidelity, agreement, sources, completeness, consistency,
    /// languages, review.
    pub weights: [f64; 8],
    /// A contradicted cause or impact.
    pub cap_contradicted: f64,
    /// No source address.
    pub cap_no_address: f64,
    /// One voice only.
    pub cap_one_voice: f64,
    /// Never reviewed by a person.
    pub cap_unreviewed: f64,
}

impl Default for ScoreConfig {
    fn default() -> Self {
        Self {
            weights: [25.0, 15.0, 15.0, 15.0, 10.0, 10.0, 5.0, 5.0],
            cap_contradicted: 60.0,
            cap_no_address: 40.0,
            cap_one_voice: 85.0,
            cap_unreviewed: 80.0,
        }
    }
}

/// A finding that is expected, and why; told in the settings or in a record.
#[derive(Debug, Clone)]
pub struct Ignore {
    /// The rule.
    pub code: Code,
    /// The case, or every case.
    pub case: Option<String>,
    /// Why.
    pub reason: String,
    /// The last day on which it holds.
    pub until: Option<jiff::civil::Date>,
    /// Where it is told.
    pub place: Place,
}

/// An outside program that judges claims.
#[derive(Debug, Clone)]
pub struct Judge {
    /// Its name.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Seconds before it is given up.
    pub timeout: u64,
}
