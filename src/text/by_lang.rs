//! Something in several languages. A text has two or three, and a record has dozens of texts: a sorted list takes a
//! tenth of the room of a tree, and is searched sooner.

use super::Lang;

/// One `T` a language, sorted by tag.
#[derive(Clone, PartialEq, Eq)]
pub struct ByLang<T>(Vec<(Lang, T)>);

impl<T> Default for ByLang<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByLang<T> {
    /// Where `lang` is, or where it would have to be.
    fn place(&self, lang: &Lang) -> Result<usize, usize> {
        match self.0.iter().position(|(own, _)| own >= lang) {
            Some(at) if self.0[at].0 == *lang => Ok(at),
            Some(at) => Err(at),
            None => Err(self.0.len()),
        }
    }

    /// What there is in exactly `lang`.
    pub fn get(&self, lang: &Lang) -> Option<&T> {
        self.0.iter().find(|(own, _)| own == lang).map(|(_, value)| value)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, lang: &Lang) -> Option<&mut T> {
        self.0.iter_mut().find(|(own, _)| own == lang).map(|(_, value)| value)
    }

    /// What there is in exactly `lang`, with the tag as it is kept here.
    pub fn get_key_value(&self, lang: &Lang) -> Option<(&Lang, &T)> {
        self.iter().find(|(own, _)| *own == lang)
    }

    /// Whether there is anything in exactly `lang`.
    pub fn contains_key(&self, lang: &Lang) -> bool {
        self.get(lang).is_some()
    }

    /// Puts `value` in the place of `lang`; gives what was there.
    pub fn insert(&mut self, lang: Lang, value: T) -> Option<T> {
        match self.place(&lang) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                // Most have one language, and very few more than three.
                self.0.reserve_exact(1);
                self.0.insert(at, (lang, value));
                None
            }
        }
    }

    /// What there is in `lang`, made where there is nothing.
    pub fn or_insert_with(&mut self, lang: &Lang, make: impl FnOnce() -> T) -> &mut T {
        let at = match self.place(lang) {
            Ok(at) => at,
            Err(at) => {
                self.0.reserve_exact(1);
                self.0.insert(at, (lang.clone(), make()));
                at
            }
        };
        &mut self.0[at].1
    }

    /// Takes out what there is in `lang`.
    pub fn remove(&mut self, lang: &Lang) -> Option<T> {
        self.place(lang).ok().map(|at| self.0.remove(at).1)
    }

    /// Keeps what `keep` says.
    pub fn retain(&mut self, mut keep: impl FnMut(&Lang, &mut T) -> bool) {
        self.0.retain_mut(|(lang, value)| keep(lang, value));
    }

    /// How many languages there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All, sorted by tag.
    pub fn iter(&self) -> Iter<'_, T> {
        self.0.iter().map(|(lang, value)| (lang, value))
    }

    /// The languages, sorted.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Lang> + ExactSizeIterator {
        self.0.iter().map(|(lang, _)| lang)
    }

    /// What there is, in the order of the languages.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.0.iter().map(|(_, value)| value)
    }

    /// The same, to change it.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

/// All of a [`ByLang`], sorted by tag.
pub type Iter<'a, T> =
    std::iter::Map<std::slice::Iter<'a, (Lang, T)>, fn(&'a (Lang, T)) -> (&'a Lang, &'a T)>;

impl<'a, T> IntoIterator for &'a ByLang<T> {
    type Item = (&'a Lang, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> IntoIterator for ByLang<T> {
    type Item = (Lang, T);
    type IntoIter = std::vec::IntoIter<(Lang, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Where a language comes twice, the last is kept.
impl<T> FromIterator<(Lang, T)> for ByLang<T> {
    fn from_iter<I: IntoIterator<Item = (Lang, T)>>(all: I) -> Self {
        let mut own = Self::default();
        own.extend(all);
        own
    }
}

impl<T> Extend<(Lang, T)> for ByLang<T> {
    fn extend<I: IntoIterator<Item = (Lang, T)>>(&mut self, all: I) {
        for (lang, value) in all {
            self.insert(lang, value);
        }
    }
}

impl<T, const N: usize> From<[(Lang, T); N]> for ByLang<T> {
    fn from(all: [(Lang, T); N]) -> Self {
        all.into_iter().collect()
    }
}

impl<T> std::ops::Index<&Lang> for ByLang<T> {
    type Output = T;

    fn index(&self, lang: &Lang) -> &T {
        self.get(lang).unwrap_or_else(|| panic!("there is nothing in {lang}"))
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for ByLang<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<T: serde::Serialize> serde::Serialize for ByLang<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lang(tag: &str) -> Lang {
        Lang::parse(tag).unwrap()
    }

    #[test]
    fn languages_are_sorted_and_come_once() {
        let mut own: ByLang<i32> = [(lang("ru"), 1), (lang("en"), 2), (lang("ko"), 3)].into();
        assert_eq!(own.insert(lang("ko"), 4), Some(3));
        assert_eq!(own.insert(lang("de"), 5), None);
        *own.or_insert_with(&lang("ja"), || 6) += 1;
        *own.or_insert_with(&lang("en"), || 9) += 1;
        assert_eq!(serde_json::to_string(&own).unwrap(), r#"{"de":5,"en":3,"ja":7,"ko":4,"ru":1}"#);
        assert_eq!(own.remove(&lang("de")), Some(5));
        assert_eq!((own.get(&lang("de")), own.get(&lang("ru")), own.len()), (None, Some(&1), 4));
        assert_eq!(own.keys().map(Lang::as_str).collect::<Vec<_>>(), ["en", "ja", "ko", "ru"]);
    }
}
