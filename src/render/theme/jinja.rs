//! Themes written for MiniJinja.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

use super::{Files, Global, Globals, Languages, TemplateFault, Theme};
use crate::render::html::escape_into;
use crate::text::Lang;

/// One environment a language.
pub struct Jinja(Languages<Environment<'static>>);

/// Steps after which a template is given up: a loop of a library's template must not hang the build.
const FUEL: u64 = 200_000_000;

impl Jinja {
    /// Compiles every template; the faults are of templates that were left out.
    pub fn new<S: serde::Serialize>(files: &Files, globals: &[Globals<'_, S>]) -> (Self, Vec<TemplateFault>) {
        let mut base = Environment::new();
        base.set_undefined_behavior(UndefinedBehavior::Strict);
        // Block tags stand on lines of their own and leave none behind.
        if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
            base.set_syntax(syntax);
        }
        base.set_fuel(Some(FUEL));
        // One way of escaping in pages, feeds and sitemaps; the engine's own also escapes `/`.
        base.set_formatter(|out, state, value| match value.as_str() {
            Some(text) if !value.is_safe() && *state.auto_escape() == AutoEscape::Html => {
                escape_into(out, text).map_err(minijinja::Error::from)
            }
            _ => minijinja::escape_formatter(out, state, value),
        });
        let mut faults = Vec::new();
        for (name, template) in &files.templates {
            if let Err(error) = base.add_template_owned(name.clone(), template.source.clone()) {
                faults.push(fault(name, &error));
            }
        }
        let languages = Languages::new(&base, globals, |environment, global| match global {
            Global::Texts(texts) => environment.add_global("t", Value::from(Serde(texts))),
            Global::Site(site) => environment.add_global("site", Value::from(Serde(site))),
        });
        (Self(languages), faults)
    }
}

impl Theme for Jinja {
    fn render<V: serde::Serialize>(
        &self,
        lang: &Lang,
        template: &str,
        view: &V,
    ) -> Result<String, TemplateFault> {
        let environment = self.0.get(lang, template)?;
        let compiled = environment.get_template(template).map_err(|error| fault(template, &error))?;
        compiled.render(Value::from(Serde(view))).map_err(|error| fault(template, &error))
    }
}

/// The innermost cause: an error in an included part is that part's.
fn fault(template: &str, error: &minijinja::Error) -> TemplateFault {
    let mut innermost = error;
    let mut source = std::error::Error::source(error);
    while let Some(next) = source {
        if let Some(next) = next.downcast_ref::<minijinja::Error>() {
            innermost = next;
        }
        source = next.source();
    }
    let message = match innermost.detail() {
        Some(detail) => format!("{}: {detail}", innermost.kind()),
        None => innermost.kind().to_string(),
    };
    TemplateFault {
        template: innermost.name().unwrap_or(template).to_owned(),
        line: innermost.line().and_then(|line| u32::try_from(line).ok()).unwrap_or(1),
        message,
    }
}
