//! Settings of older versions that belong to the table `study` today.

use toml::{Table, Value};

use super::{Genomes, STUDY};
use crate::{EvolutionError, Problems};

impl Problems {
    /// The text of the config of a run folder, with all settings at their places of today.
    ///
    /// Published run folders stay as they are, byte for byte, and can still be read. Elsewhere the
    /// old keys are refused: two ways to say one thing confuse.
    ///
    /// # Errors
    ///
    /// If it has a setting that no longer exists.
    pub fn renewed(self, text: String) -> Result<String, EvolutionError> {
        let (Some(genomes), Ok(mut table)) = (self.2, text.parse::<Table>()) else {
            return Ok(text);
        };
        let mut study = Table::new();
        for Old { place, key, only, value } in take(&mut table, genomes) {
            match only {
                None => drop(study.insert(key, value)),
                Some(only) if only == "*" || value.to_string() == only => (),
                Some(only) => {
                    let message = format!("it is gone, and always {only}");
                    return Err(EvolutionError::Config { place, message });
                }
            }
        }
        if let Some(Value::Table(given)) = table.remove(STUDY) {
            study.extend(given);
        }
        table.remove("genome");
        table.insert(STUDY.to_owned(), study.into());
        Ok(table.to_string())
    }
}

/// The error for the first setting at a place of older versions, if a config has one.
pub(crate) fn refusal(table: &Table, genomes: &dyn Genomes) -> Option<String> {
    let Old { place, key, only, .. } = take(&mut table.clone(), genomes).into_iter().next()?;
    Some(match only {
        None => format!("`{place}` is `{STUDY}.{key}` now, a setting of the study alone"),
        Some(_) => format!("there is no setting `{place}` any more; leave it out"),
    })
}

/// A setting in a place of older versions.
struct Old {
    place: String,
    key: String,
    only: Option<&'static str>,
    value: Value,
}

/// Takes all settings that stand in places of older versions out of a table.
fn take(table: &mut Table, genomes: &dyn Genomes) -> Vec<Old> {
    let mut found = Vec::new();
    let mut take_from = |name: &str, inner: &mut Table| {
        for written in inner.keys().cloned().collect::<Vec<_>>() {
            let key = written.replace('-', "_");
            let place = match name {
                "" => key.clone(),
                "search" | "genome" => format!("{name}.{key}"),
                "names" | STUDY => return,
                _ => format!("*.{key}"),
            };
            // A table at the top is that of a problem.
            let is_old = |(old, _): &&(&str, _)| *old == place;
            let known = genomes.older().iter().find(is_old);
            let known = known.filter(|_| !name.is_empty() || !inner[&written].is_table());
            if let (Some(&(_, only)), Some(value)) = (known, inner.get(&written).cloned()) {
                inner.remove(&written);
                found.push(Old { place: place.replace('*', name), key, only, value });
            }
        }
    };
    take_from("", table);
    for (name, value) in table.iter_mut() {
        if let Value::Table(inner) = value {
            take_from(name, inner);
        }
    }
    found
}
