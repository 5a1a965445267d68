//! What the index is made of: cases as plain text, apart from the model that they come from.

use std::collections::BTreeMap;

use crate::text::Lang;

/// Where a passage stands in a record. The order is that of the weights in `build`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The title.
    Title,
    /// The id and the names by which the case is also known.
    Alias,
    /// The summary.
    Summary,
    /// What was seen.
    Symptoms,
    /// What set it off.
    Trigger,
    /// How it was found.
    Detection,
    /// Why it happened.
    Cause,
    /// What mended it.
    Remediation,
    /// What was decided to do.
    Actions,
    /// What was learned.
    Lessons,
    /// Who was hit, and how.
    Impact,
    /// The organisation.
    Organisation,
    /// Labels of vocabulary terms.
    Labels,
    /// A quote that stands as evidence.
    Quote,
    /// Titles and addresses of sources.
    Source,
    /// Any other text.
    Other,
}

impl Field {
    /// All fields; a field's code in the index is its place here.
    pub const ALL: [Self; 16] = [
        Self::Title,
        Self::Alias,
        Self::Summary,
        Self::Symptoms,
        Self::Trigger,
        Self::Detection,
        Self::Cause,
        Self::Remediation,
        Self::Actions,
        Self::Lessons,
        Self::Impact,
        Self::Organisation,
        Self::Labels,
        Self::Quote,
        Self::Source,
        Self::Other,
    ];

    /// The field's code in the index.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// What an occurrence counts, and how far the length of the field tempers it.
    pub(super) fn weight(self) -> (f64, f64) {
        match self {
            Self::Title => (6.0, 0.6),
            Self::Alias => (6.0, 0.3),
            Self::Organisation => (3.0, 0.3),
            Self::Labels => (2.0, 0.5),
            Self::Summary | Self::Symptoms | Self::Cause => (1.2, 0.5),
            Self::Trigger => (1.2, 0.4),
            Self::Detection | Self::Remediation | Self::Impact | Self::Lessons => (1.0, 0.4),
            Self::Actions | Self::Other => (0.9, 0.4),
            Self::Quote => (0.7, 0.4),
            Self::Source => (0.4, 0.4),
        }
    }
}

/// A piece of a text, as it stands in the page.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Where it stands.
    pub field: Field,
    /// The fragment of the page that shows it, e.g. that of the claim a quote belongs to.
    pub anchor: Option<String>,
    /// The text itself, without markup.
    pub text: String,
}

/// A case in one language.
#[derive(Debug, Clone)]
pub struct Text {
    /// The language.
    pub lang: Lang,
    /// The page's address, from the site's root.
    pub url: String,
    /// The title.
    pub title: String,
    /// Everything else that can be found.
    pub passages: Vec<Passage>,
}

/// A case in all its languages.
#[derive(Debug, Clone)]
pub struct Document {
    /// The case's id.
    pub id: String,
    /// Other names of the case: former ids, CVE numbers.
    pub aliases: Vec<String>,
    /// The date as written, for the reader.
    pub date: String,
    /// The date as a number that sorts, `20211028`; 0 when unknown, 00 for an unknown part.
    pub date_key: u32,
    /// The score in tenths, 0 to 1000.
    pub score: Option<u16>,
    /// Facet names and the terms that the case has.
    pub facets: BTreeMap<String, Vec<String>>,
    /// The case in each of its languages, at most once a language.
    pub texts: Vec<Text>,
}

/// A way to narrow results: its terms in the order in which they are shown.
#[derive(Debug, Clone, Default)]
pub struct Facet {
    /// The name in addresses and queries: `root_cause`.
    pub name: String,
    /// Whether the order of the terms means something (severity), else they are shown by count.
    pub ordered: bool,
    /// The terms; a case's term that is not among them is added after them.
    pub terms: Vec<FacetTerm>,
}

/// A term of a facet.
#[derive(Debug, Clone, Default)]
pub struct FacetTerm {
    /// The term's id.
    pub id: String,
    /// Its label in each language.
    pub labels: BTreeMap<Lang, String>,
    /// Other names by which a query may call it, in any language.
    pub names: Vec<String>,
}

/// A concept and how each language says it.
pub type Concept = BTreeMap<Lang, Vec<String>>;

/// All that goes into an index.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// The cases; their order does not matter.
    pub documents: Vec<Document>,
    /// The facets in the order in which they are shown.
    pub facets: Vec<Facet>,
    /// Technical terms across languages.
    pub glossary: Vec<Concept>,
    /// The library's languages, the default first. A language without texts still gets an index.
    pub languages: Vec<Lang>,
}
