//! Rewrites a script of 2017 in today's dialect.
//!
//! The result is always a valid script: the closest one if there is no exact equivalent. Each
//! difference is a [`Diagnostic`] of the old script.

// A new variant must not fall into a wildcard unnoticed.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod explorer;
mod rule;

use std::ops::Range;

use crate::document::DIALECT;
use marahel_script::parse::{Names, Outline};
use marahel_script::{
    Diagnostic, Dialect, Neighborhood, NeighborhoodNames, PREDEFINED, Script, ScriptError,
    Severity, count_lines,
};

/// A script in today's dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    pub text: String,
    /// The differences, in the order of the old script. Empty if the new script makes the same
    /// levels with the same probabilities.
    pub losses: Vec<Diagnostic>,
}

/// Rewrites a script of 2017 in today's dialect; one of today is returned unchanged.
pub fn convert(text: &str) -> Result<Conversion, ScriptError> {
    let mut conversion = Conversion { text: text.to_owned(), losses: Vec::new() };
    marahel_script::parse::check(text, Some(&crate::Aiide17), |script, outline, _| {
        if script.dialect == DIALECT {
            let mut converter = Converter {
                script,
                names: Names::of(script),
                used: Vec::new(),
                losses: Vec::new(),
                place: String::new(),
            };
            conversion.text = converter.script(outline).to_string();
            conversion.losses = converter.losses;
        }
    })?;
    conversion.losses.sort_by_key(|loss| loss.range.start);
    count_lines(&mut conversion.losses, text);
    Ok(conversion)
}

struct Converter<'s> {
    script: &'s Script,
    names: Names,
    /// Neighborhoods that the new script must declare, with their old names.
    used: Vec<(String, Neighborhood)>,
    losses: Vec<Diagnostic>,
    place: String,
}

impl Converter<'_> {
    fn script(&mut self, outline: &Outline) -> Script {
        self.lose_entities(outline);
        let mut explorers = Vec::new();
        for (index, explorer) in self.script.explorers.iter().enumerate() {
            self.place = format!("explorer {}", index + 1);
            explorers.extend(self.explorer(explorer, &outline.explorers[index]));
        }
        Script {
            dialect: Dialect::Current,
            limits: Vec::new(),
            colors: Vec::new(),
            neighborhoods: NeighborhoodNames(self.used.clone()),
            explorers,
            ..self.script.clone()
        }
    }

    fn lose(&mut self, range: &Range<usize>, message: impl Into<String>) {
        let place = self.place.clone();
        let range = range.clone();
        let loss = Diagnostic::new(Severity::Warning, range, place, message.into());
        self.losses.push(loss);
    }

    fn lose_entities(&mut self, outline: &Outline) {
        let script = self.script;
        for limit in &script.limits {
            let name = &script.entities[usize::from(limit.tile)];
            let message = format!("the number of `{name}` is not limited any more");
            self.lose(&outline.entities[usize::from(limit.tile)], message);
        }
        for (tile, _) in &script.colors {
            let name = &script.entities[usize::from(*tile)];
            let message = format!("`{name}` gets the color that goes with its name");
            self.lose(&outline.entities[usize::from(*tile)], message);
        }
    }

    /// A neighborhood of the new script. It keeps its name, unless today's dialect predefines it.
    fn neighborhood(&mut self, neighborhood: &Neighborhood) -> Neighborhood {
        if let Some(name) = self.names.name_of(neighborhood) {
            let is_known =
                PREDEFINED.iter().any(|(word, cells)| *word == name && cells == neighborhood);
            if !is_known && self.used.iter().all(|(used, _)| used != name) {
                self.used.push((name.to_owned(), neighborhood.clone()));
            }
        }
        neighborhood.clone()
    }
}

#[cfg(test)]
mod tests;
