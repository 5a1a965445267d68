//! What a fold did at one place, as a small set of bits, and the names under which it is reported.

/// A fold under which two texts may differ and still be the same words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// Typographic and straight quotation marks and apostrophes.
    Quotes,
    /// Hyphens, dashes and minus signs of every length, and the blanks around them.
    Dashes,
    /// No-break, thin, wide and repeated blanks.
    Spaces,
    /// A line break for a blank.
    LineWraps,
    /// A word broken with a hyphen at a line's end.
    Hyphenation,
    /// Soft hyphens, zero-width characters, directional marks.
    Invisible,
    /// Bullets, dashes and asterisks that head a list item.
    ListMarks,
    /// Markdown or HTML markup: emphasis, code ticks, links, heading hashes, table bars, tags.
    Markup,
    /// HTML entities.
    Entities,
    /// Ligatures such as `ﬁ`.
    Ligatures,
    /// Full-width and half-width forms.
    Width,
    /// Composed and decomposed characters.
    UnicodeForm,
    /// One ellipsis character or three dots.
    Dots,
    /// Quotation marks or dots around the whole quote that the source has not.
    Frame,
}

impl Fold {
    /// The name as reports give it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quotes => "quotes",
            Self::Dashes => "dashes",
            Self::Spaces => "spaces",
            Self::LineWraps => "line-wraps",
            Self::Hyphenation => "hyphenation",
            Self::Invisible => "invisible",
            Self::ListMarks => "list-marks",
            Self::Markup => "markup",
            Self::Entities => "entities",
            Self::Ligatures => "ligatures",
            Self::Width => "width",
            Self::UnicodeForm => "unicode-form",
            Self::Dots => "dots",
            Self::Frame => "frame",
        }
    }
}

/// What was folded at one character and in the gap before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u32);

impl Marks {
    /// Nothing was folded.
    pub const NONE: Self = Self(0);
    /// The gap holds a blank or a line break.
    pub const BLANK: Self = Self(1);
    /// The gap holds a line break.
    pub const NEWLINE: Self = Self(1 << 1);
    /// The gap holds a blank other than U+0020.
    pub const WIDE: Self = Self(1 << 2);
    /// The gap holds a dash.
    pub const DASH: Self = Self(1 << 3);
    /// A dash, in the gap or as the character, that is not U+002D.
    pub const DASH_FORM: Self = Self(1 << 4);
    /// The gap holds invisible characters.
    pub const INVISIBLE: Self = Self(1 << 5);
    /// The gap holds markup.
    pub const MARKUP: Self = Self(1 << 6);
    /// The gap holds the mark of a list item.
    pub const LIST: Self = Self(1 << 7);
    /// The gap or the character was written as an entity.
    pub const ENTITY: Self = Self(1 << 8);
    /// The character was another quotation mark.
    pub const QUOTE: Self = Self(1 << 9);
    /// The character was part of a ligature.
    pub const LIGATURE: Self = Self(1 << 10);
    /// The character was full or half width.
    pub const WIDTH: Self = Self(1 << 11);
    /// The character was decomposed.
    pub const UNICODE: Self = Self(1 << 12);
    /// The character was part of an ellipsis character.
    pub const DOTS: Self = Self(1 << 13);

    const GAP: Self = Self(
        Self::BLANK.0
            | Self::NEWLINE.0
            | Self::WIDE.0
            | Self::DASH.0
            | Self::INVISIBLE.0
            | Self::MARKUP.0
            | Self::LIST.0,
    );

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What stands in one of the sets only.
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// What was folded in the gap before the character.
    #[must_use]
    pub const fn gap(self) -> Self {
        Self(self.0 & Self::GAP.0)
    }

    /// Whether any bit of `other` is set.
    pub const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether nothing is set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of the folds, in order.
    pub fn names(self) -> impl Iterator<Item = Fold> {
        const NAMES: [(Marks, Fold); 12] = [
            (Marks::QUOTE, Fold::Quotes),
            (Marks(Marks::DASH.0 | Marks::DASH_FORM.0), Fold::Dashes),
            (Marks(Marks::BLANK.0 | Marks::WIDE.0), Fold::Spaces),
            (Marks::NEWLINE, Fold::LineWraps),
            (Marks::INVISIBLE, Fold::Invisible),
            (Marks::LIST, Fold::ListMarks),
            (Marks::MARKUP, Fold::Markup),
            (Marks::ENTITY, Fold::Entities),
            (Marks::LIGATURE, Fold::Ligatures),
            (Marks::WIDTH, Fold::Width),
            (Marks::UNICODE, Fold::UnicodeForm),
            (Marks::DOTS, Fold::Dots),
        ];
        NAMES.into_iter().filter(move |(bits, _)| self.any(*bits)).map(|(_, fold)| fold)
    }
}
