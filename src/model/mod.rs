//! The nouns of the domain: trees into cases, claims, sources, vocabularies and the glossary.
