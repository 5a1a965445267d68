//! Themes written for Tera.

use std::collections::BTreeMap;

use tera::{Context, ErrorKind};

use super::{Files, TemplateFault, Theme};
use crate::render::html::escaped;
use crate::text::Lang;

/// The compiled templates, and for each language its texts and the site's own data.
pub struct Tera {
    languages: BTreeMap<Lang, tera::Tera>,
}

impl Tera {
    /// Compiles every template; the faults are of templates that were left out.
    pub fn new<S: serde::Serialize>(
        files: &Files,
        globals: &[(Lang, &BTreeMap<String, String>, S)],
    ) -> (Self, Vec<TemplateFault>) {
        let mut base = tera::Tera::new();
        base.set_escape_fn(|text, out| out.write_all(escaped(text).as_bytes()));
        let mut faults = Vec::new();
        // A template may extend another one, so all are added at once; a broken one is found alone.
        let sources =
            files.templates.iter().map(|(name, template)| (name.as_str(), template.source.as_str()));
        if let Err(error) = base.add_raw_templates(sources) {
            faults.push(fault("", &error));
        }
        let languages = globals
            .iter()
            .map(|(lang, texts, site)| {
                let mut tera = base.clone();
                tera.global_context().insert("t", texts);
                tera.global_context().insert("site", site);
                (lang.clone(), tera)
            })
            .collect();
        (Self { languages }, faults)
    }
}

impl Theme for Tera {
    fn render<V: serde::Serialize>(
        &self,
        lang: &Lang,
        template: &str,
        view: &V,
    ) -> Result<String, TemplateFault> {
        let tera = self.languages.get(lang).ok_or_else(|| TemplateFault {
            template: template.to_owned(),
            line: 1,
            message: format!("the language {lang} is not one of the site's"),
        })?;
        let context = Context::from_serialize(view).map_err(|error| fault(template, &error))?;
        tera.render(template, &context).map_err(|error| fault(template, &error))
    }
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
