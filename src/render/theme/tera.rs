//! Themes written for Tera.

use std::collections::BTreeMap;

use tera::{Context, ErrorKind};

use super::{Files, Global, Globals, Languages, TemplateFault, Theme};
use crate::render::html::escaped;
use crate::text::Lang;

/// The compiled templates of each language.
pub struct Tera(Languages<tera::Tera>);

impl Tera {
    /// Compiles every template; the faults are of templates that were left out.
    pub fn new<S: serde::Serialize>(files: &Files, globals: &[Globals<'_, S>]) -> (Self, Vec<TemplateFault>) {
        let sources: BTreeMap<&str, &str> = files
            .templates
            .iter()
            .map(|(name, template)| (name.as_str(), template.source.as_str()))
            .collect();
        let mut faults = Vec::new();
        let base = match compile(&sources) {
            Ok(base) => base,
            Err(error) => {
                faults.push(fault(culprit(files, &sources).unwrap_or_default(), &error));
                tera::Tera::new()
            }
        };
        let languages = Languages::new(&base, globals, |tera, global| match global {
            Global::Texts(texts) => tera.global_context().insert("t", texts),
            Global::Site(site) => tera.global_context().insert("site", site),
        });
        (Self(languages), faults)
    }
}

impl Theme for Tera {
    fn render<V: serde::Serialize>(
        &self,
        lang: &Lang,
        template: &str,
        view: &V,
    ) -> Result<String, TemplateFault> {
        let tera = self.0.get(lang, template)?;
        let context = Context::from_serialize(view).map_err(|error| fault(template, &error))?;
        tera.render(template, &context).map_err(|error| fault(template, &error))
    }
}

/// All templates together, for one may extend another.
fn compile(sources: &BTreeMap<&str, &str>) -> Result<tera::Tera, tera::Error> {
    let mut tera = tera::Tera::new();
    tera.set_escape_fn(|text, out| out.write_all(escaped(text).as_bytes()));
    tera.add_raw_templates(sources.iter().map(|(name, source)| (*name, *source)))?;
    Ok(tera)
}

/// The template of the library without which the others compile: an error of two templates together,
/// such as a parent that is not there, names none.
fn culprit<'a>(files: &'a Files, sources: &BTreeMap<&'a str, &'a str>) -> Option<&'a str> {
    let own = files.templates.iter().filter(|(_, template)| template.own.is_some());
    own.map(|(name, _)| name.as_str()).find(|name| {
        let mut others = sources.clone();
        others.remove(name);
        others.extend(files.replaced.get(*name).map(|source| (*name, source.as_str())));
        compile(&others).is_ok()
    })
}

fn fault(template: &str, error: &tera::Error) -> TemplateFault {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => TemplateFault {
            template: report.filename().to_owned(),
            line: u32::try_from(report.span().start_line).unwrap_or(1),
            message: report.message().to_owned(),
        },
        _ => TemplateFault { template: template.to_owned(), line: 1, message: error.to_string() },
    }
}
