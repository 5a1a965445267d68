//! Language tags (BCP 47). Languages are data: nothing here knows a list of them.

use std::fmt;
use std::sync::Arc;

/// A language tag in canonical case: `en`, `ko`, `zh-Hans`, `sr-Latn`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Lang(Arc<str>);

impl<'de> serde::Deserialize<'de> for Lang {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(from)?;
        Self::parse(&tag).ok_or_else(|| serde::de::Error::custom(format!("`{tag}` is no language tag")))
    }
}

impl Lang {
    /// Parses a tag; `None` unless it is well-formed (2-3 or 5-8 letters, then subtags of 1-8
    /// letters or digits).
    pub fn parse(tag: &str) -> Option<Self> {
        let mut parts = tag.split('-');
        let primary = parts.next()?;
        let letters = primary.bytes().all(|b| b.is_ascii_alphabetic());
        if !letters || !matches!(primary.len(), 2..=3 | 5..=8) {
            return None;
        }
        let mut canonical = primary.to_ascii_lowercase();
        for part in parts {
            if !matches!(part.len(), 1..=8) || !part.bytes().all(|b| b.is_ascii_alphanumeric()) {
                return None;
            }
            canonical.push('-');
            match part.len() {
                2 => canonical.push_str(&part.to_ascii_uppercase()),
                4 if part.as_bytes()[0].is_ascii_alphabetic() => {
                    canonical.push_str(&part[..1].to_ascii_uppercase());
                    canonical.push_str(&part[1..].to_ascii_lowercase());
                }
                _ => canonical.push_str(&part.to_ascii_lowercase()),
            }
        }
        Some(Self(canonical.into()))
    }

    /// The tag, e.g. `zh-Hans`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The language alone, e.g. `zh`.
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or(&self.0)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Lang;

    #[test]
    fn tags_are_canonical_or_refused() {
        let canonical = |tag| Lang::parse(tag).map(|lang| lang.as_str().to_owned());
        assert_eq!(canonical("ZH-hANS-cn").as_deref(), Some("zh-Hans-CN"));
        assert_eq!(canonical("xx").as_deref(), Some("xx"));
        assert_eq!(canonical("e"), None);
        assert_eq!(canonical("en_US"), None);
        assert_eq!(canonical(""), None);
    }
}
