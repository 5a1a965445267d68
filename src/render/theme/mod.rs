//! Themes: templates, styles and messages, with a library's own files over the built-in ones.
//!
//! Two template languages stand behind one small trait. A theme sees nothing but the typed views; a
//! template of the library that is broken is reported with its file and line, and the built-in one of
//! the same name is used in its place.

pub(super) mod builtin;
mod jinja;
mod tera;

use std::collections::BTreeMap;

pub use builtin::{BUILT_IN, builtin_message_languages, builtin_messages};
pub use jinja::Jinja;
pub use tera::Tera;

use crate::diag::{Code, Diagnostic, Place};
use crate::text::Lang;

/// A file of the library's `themes/` folder, told below that folder: `default/templates/case.html`.
#[derive(Debug, Clone)]
pub struct ThemeFile {
    /// Path below `themes/`, with `/`.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What went wrong in a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TemplateFault {
    /// The template's name, `case.html`.
    pub template: String,
    /// The line, from 1, where known.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

/// Turns views into pages.
pub trait Theme: Sync {
    /// Renders `template` with `view` in language `lang`.
    fn render<V: serde::Serialize>(
        &self,
        lang: &Lang,
        template: &str,
        view: &V,
    ) -> Result<String, TemplateFault>;
}

/// Compiled templates, one set a language, in which that language's texts and frame are globals.
pub(super) struct Languages<T>(BTreeMap<Lang, T>);

impl<T: Clone> Languages<T> {
    /// A set a language out of `base`; `add` puts a global into one.
    fn new<S: serde::Serialize>(
        base: &T,
        globals: &[Globals<'_, S>],
        add: impl Fn(&mut T, Global<'_, S>),
    ) -> Self {
        let one = |(lang, texts, site): &Globals<'_, S>| {
            let mut own = base.clone();
            add(&mut own, Global::Texts(texts));
            add(&mut own, Global::Site(site));
            (lang.clone(), own)
        };
        Self(globals.iter().map(one).collect())
    }

    /// The set of a language that `template` is asked for in.
    fn get(&self, lang: &Lang, template: &str) -> Result<&T, TemplateFault> {
        self.0.get(lang).ok_or_else(|| TemplateFault {
            template: template.to_owned(),
            line: 1,
            message: format!("the language {lang} is not one of the site's"),
        })
    }
}

/// What the templates of one language share: the language, its texts without arguments, the frame.
pub type Globals<'a, S> = (Lang, &'a BTreeMap<String, String>, S);

/// A name that every template knows: `t` or `site`.
enum Global<'a, S> {
    Texts(&'a BTreeMap<String, String>),
    Site(&'a S),
}

/// A theme in either language of templates.
pub enum Engine {
    /// MiniJinja: the default theme, and those of libraries.
    Jinja(Jinja),
    /// Tera: the plain theme.
    Tera(Box<Tera>),
}

impl Engine {
    /// Compiles the templates of theme `name`; the faults are of templates that were left out.
    pub fn new<S: serde::Serialize>(
        name: &str,
        files: &Files,
        globals: &[Globals<'_, S>],
    ) -> (Self, Vec<TemplateFault>) {
        if name == "plain" {
            let (theme, faults) = Tera::new(files, globals);
            (Self::Tera(Box::new(theme)), faults)
        } else {
            let (theme, faults) = Jinja::new(files, globals);
            (Self::Jinja(theme), faults)
        }
    }
}

impl Theme for Engine {
    fn render<V: serde::Serialize>(
        &self,
        lang: &Lang,
        template: &str,
        view: &V,
    ) -> Result<String, TemplateFault> {
        match self {
            Self::Jinja(theme) => theme.render(lang, template, view),
            Self::Tera(theme) => theme.render(lang, template, view),
        }
    }
}

/// A template's source, and whether the library brought it.
#[derive(Debug, Clone)]
pub struct Template {
    /// The source.
    pub source: String,
    /// Path below the library's root, for the library's own.
    pub own: Option<String>,
}

/// The files of one theme, the library's own laid over the built-in ones.
#[derive(Debug, Default)]
pub struct Files {
    /// Templates by name.
    pub templates: BTreeMap<String, Template>,
    /// The built-in templates that the library's own replace.
    pub replaced: BTreeMap<String, String>,
    /// Styles, scripts and pictures by path below `assets/`.
    pub assets: BTreeMap<String, Vec<u8>>,
    /// Messages by language, weakest first: file and source.
    pub messages: BTreeMap<Lang, Vec<(String, String)>>,
}

impl Files {
    /// Lays the library's files over the built-in theme `name`.
    pub fn collect(name: &str, own: &[ThemeFile], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut files = Self::default();
        for (template, source) in builtin::templates(name) {
            files
                .templates
                .insert((*template).to_owned(), Template { source: (*source).to_owned(), own: None });
        }
        for (path, bytes) in builtin::assets(name) {
            files.assets.insert((*path).to_owned(), bytes.to_vec());
        }
        for (tag, source) in builtin::MESSAGES {
            if let Some(lang) = Lang::parse(tag) {
                files
                    .messages
                    .entry(lang)
                    .or_default()
                    .push((format!("themes/messages/{tag}.ftl"), (*source).to_owned()));
            }
        }
        for file in own {
            files.lay_over(name, file, diagnostics);
        }
        files
    }

    fn lay_over(&mut self, name: &str, file: &ThemeFile, diagnostics: &mut Vec<Diagnostic>) {
        let shown = format!("themes/{}", file.path);
        let (folder, rest) = file.path.split_once('/').unwrap_or(("", &file.path));
        if folder == "messages" {
            let lang = rest.strip_suffix(".ftl").and_then(Lang::parse);
            match (lang, std::str::from_utf8(&file.bytes)) {
                (Some(lang), Ok(source)) => {
                    self.messages.entry(lang).or_default().push((shown, source.to_owned()));
                }
                _ => diagnostics.push(
                    Diagnostic::new(Code::T003, Place::file(shown), "this file is not used as messages")
                        .help("name it by a language, such as themes/messages/ko.ftl, and save it as UTF-8"),
                ),
            }
            return;
        }
        if folder != name {
            return;
        }
        if let Some(asset) = rest.strip_prefix("assets/") {
            self.assets.insert(asset.to_owned(), file.bytes.clone());
        } else if let Some(template) = rest.strip_prefix("templates/") {
            let Ok(source) = std::str::from_utf8(&file.bytes) else {
                diagnostics.push(
                    Diagnostic::new(Code::T001, Place::file(shown), "the template is not UTF-8")
                        .help("save the file as UTF-8"),
                );
                return;
            };
            let own = Template { source: source.to_owned(), own: Some(shown) };
            if let Some(before) = self.templates.insert(template.to_owned(), own) {
                self.replaced.insert(template.to_owned(), before.source);
            }
        }
    }

    /// A diagnostic for a fault, at its line in the library's own file.
    pub fn diagnostic(&self, fault: &TemplateFault) -> Diagnostic {
        let own = self.templates.get(&fault.template).and_then(|template| template.own.clone());
        let path = own.unwrap_or_else(|| format!("themes/{}", fault.template));
        let line = fault.line.max(1);
        let place = Place { line, end_line: line, ..Place::file(path) };
        Diagnostic::new(Code::T001, place, format!("the template is broken: {}", fault.message)).help(
            "see docs/themes.md for the fields of each view; without this file the built-in template is used",
        )
    }

    /// Puts the built-in template back in the place of a broken one; `false` when it is built in.
    pub fn restore(&mut self, template: &str) -> bool {
        let own = self.templates.get(template).is_some_and(|template| template.own.is_some());
        if !own {
            return false;
        }
        match self.replaced.remove(template) {
            Some(source) => {
                self.templates.insert(template.to_owned(), Template { source, own: None });
            }
            None => {
                self.templates.remove(template);
            }
        }
        true
    }
}
