//! Rewriting a script of 2017 in the dialect of today, and saying what that
//! dialect cannot say.
//!
//! What is written is always a sound script: the closest one where there is no
//! equal. Each difference is told as a [`Diagnostic`] of the old script.

// A new variant must not be mistaken in silence.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod explorer;
mod places;
mod rule;
mod words;

use std::ops::Range;

use crate::document::Aiide17;
use places::{ExplorerPlaces, Places};
use script::parse::{Names, read};
use script::{Diagnostic, ScriptError, Severity, count_lines};
use script::{Dialect, Divider, Script, Size};
use script::{Neighborhood, PREDEFINED};
use words::quote;

/// A script in the dialect of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The script, as JSON.
    pub text: String,
    /// What it does not say as the old one did, in the order of the old one;
    /// none if it makes the same levels, each as often.
    pub losses: Vec<Diagnostic>,
}

/// Rewrites a script of 2017 in the dialect of today; one that is in this
/// dialect already is left as it is.
///
/// # Errors
///
/// All mistakes of the script together, as [`parse_either`](crate::parse_either)
/// reports them.
pub fn convert(text: &str) -> Result<Conversion, ScriptError> {
    let (script, names) = read(text, Some(&Aiide17))?;
    if script.dialect == Dialect::Current {
        return Ok(Conversion { text: text.to_owned(), losses: Vec::new() });
    }
    let mut writer = Writer {
        script: &script,
        names: &names,
        used: Vec::new(),
        losses: Vec::new(),
        place: String::new(),
    };
    let converted = writer.document(&Places::of(text));
    writer.losses.sort_by_key(|loss| loss.range.start);
    count_lines(&mut writer.losses, text);
    Ok(Conversion { text: converted, losses: writer.losses })
}

/// Writes one script and collects what is lost.
struct Writer<'s> {
    script: &'s Script,
    names: &'s Names,
    /// Neighborhoods that the new script refers to, with their names there.
    used: Vec<(String, Neighborhood)>,
    losses: Vec<Diagnostic>,
    /// The part of the old script being rewritten.
    place: String,
}

impl Writer<'_> {
    fn document(&mut self, places: &Places) -> String {
        self.lose_entities(places);
        let mut explorers = Vec::new();
        for (index, explorer) in self.script.explorers.iter().enumerate() {
            let places: &ExplorerPlaces = &places.explorers[index];
            self.place = format!("explorer {}", index + 1);
            explorers.extend(self.explorer(explorer, places));
        }
        let entities: Vec<String> = self.script.entities.iter().map(|name| quote(name)).collect();
        let mut sections = vec![
            format!(
                "  \"metadata\": {{\"min\": {}, \"max\": {}}}",
                size(self.script.min),
                size(self.script.max)
            ),
            format!("  \"entities\": [{}]", entities.join(", ")),
        ];
        sections.extend(self.neighborhoods());
        sections.extend(self.regions());
        let explorers = match explorers.len() {
            0 => "[]".to_owned(),
            _ => format!("[\n{}\n  ]", explorers.join(",\n")),
        };
        sections.push(format!("  \"explorers\": {explorers}"));
        format!("{{\n{}\n}}\n", sections.join(",\n"))
    }

    /// Notes what is different in the new script.
    fn lose(&mut self, range: &Range<usize>, message: impl Into<String>) {
        let place = self.place.clone();
        let range = range.clone();
        let loss = Diagnostic::new(Severity::Warning, range, place, message.into());
        self.losses.push(loss);
    }

    fn lose_entities(&mut self, places: &Places) {
        let script = self.script;
        for limit in &script.limits {
            let name = &script.entities[usize::from(limit.tile)];
            let message = format!("the number of `{name}` is not limited any more");
            self.lose(&places.entities[usize::from(limit.tile)], message);
        }
        for (tile, _) in &script.colors {
            let name = &script.entities[usize::from(*tile)];
            let message = format!("`{name}` gets the color that goes with its name");
            self.lose(&places.entities[usize::from(*tile)], message);
        }
    }

    /// The name of a neighborhood in the new script: that of the old one, that
    /// of today, or a new one.
    fn name_of(&mut self, neighborhood: &Neighborhood) -> String {
        if let Some((name, _)) = self.used.iter().find(|(_, known)| known == neighborhood) {
            return name.clone();
        }
        let is_taken = |name: &str| {
            self.names.is_neighborhood(name) || self.used.iter().any(|(used, _)| used == name)
        };
        let today = PREDEFINED.iter().find(|(name, matrix)| {
            !is_taken(name) && Neighborhood::parse(matrix).as_ref() == Ok(neighborhood)
        });
        let name = match (self.names.name_of(neighborhood), today) {
            (Some(name), _) => name.to_owned(),
            (None, Some((name, _))) => (*name).to_owned(),
            (None, None) => {
                let mut names = (1..).map(|number| format!("moves{number}"));
                names.find(|name| !is_taken(name)).expect("there is always another number")
            }
        };
        self.used.push((name.clone(), neighborhood.clone()));
        name
    }

    /// Declarations of all neighborhoods that the dialect of today does not have.
    fn neighborhoods(&self) -> Option<String> {
        let is_known = |(name, neighborhood): &&(String, Neighborhood)| {
            PREDEFINED.iter().any(|(known, matrix)| {
                known == name && Neighborhood::parse(matrix).as_ref() == Ok(neighborhood)
            })
        };
        let declared = self.used.iter().filter(|used| !is_known(used));
        let declared: Vec<String> = declared
            .map(|(name, neighborhood)| {
                format!("{}: {}", quote(name), quote(&neighborhood.to_matrix()))
            })
            .collect();
        (!declared.is_empty()).then(|| format!("  \"neighborhoods\": {{{}}}", declared.join(", ")))
    }

    fn regions(&self) -> Option<String> {
        let regions = self.script.regions?;
        let unbounded = Size { width: u32::MAX, height: u32::MAX };
        let (kind, parameters) = match regions.divider {
            Divider::Equal { min, max } => ("equal", vec![("min", size(min)), ("max", size(max))]),
            Divider::Bsp { min, max } if max == unbounded => ("bsp", vec![("min", size(min))]),
            Divider::Bsp { min, max } => ("bsp", vec![("min", size(min)), ("max", size(max))]),
            Divider::Sampling { min, max, trials } => {
                let mut parameters = vec![("min", size(min)), ("max", size(max))];
                parameters.extend(trials.map(|trials| ("trials", quote(&trials.to_string()))));
                ("sampling", parameters)
            }
        };
        Some(format!(
            "  \"regions\": {{\"type\": \"{kind}\", \"number\": \"{}\", \"parameters\": {}}}",
            regions.number,
            words::object(&parameters)
        ))
    }
}

fn size(size: Size) -> String {
    format!("\"{}x{}\"", size.width, size.height)
}

#[cfg(test)]
mod tests;
