//! Settings of older versions that are in the table `study` today.

use toml::{Table, Value};

use super::{Genomes, STUDY};
use crate::{ExperimentError, Problems};

/// Tables of a config that are not that of a problem.
const OWN_TABLES: [&str; 4] = ["names", "search", "genome", STUDY];

impl Problems {
    /// The text of the config of a run folder, with all settings where they are today.
    ///
    /// Folders of published runs stay as they are, byte for byte, and can still be read. Nobody
    /// else may write the old keys: two ways to say one thing confuse.
    ///
    /// # Errors
    ///
    /// If it has a setting that no longer exists.
    pub fn renewed(self, text: String) -> Result<String, ExperimentError> {
        let (Some(genomes), Ok(mut table)) = (self.2, text.parse::<Table>()) else {
            return Ok(text);
        };
        let old = take(&mut table, genomes).map_err(|message| ExperimentError::Config {
            place: "a setting of an older version".to_owned(),
            message,
        })?;
        if old.is_empty() {
            return Ok(text);
        }
        let mut study = Table::new();
        study.extend(old.into_iter().filter_map(|Old { to, value, .. }| Some((to?, value))));
        if let Some(Value::Table(given)) = table.remove(STUDY) {
            study.extend(given);
        }
        table.insert(STUDY.to_owned(), study.into());
        Ok(table.to_string())
    }
}

/// Why a config that somebody writes is refused: the first setting in a place of older versions.
pub(crate) fn refusal(table: &Table, genomes: &dyn Genomes) -> Option<String> {
    match take(&mut table.clone(), genomes) {
        Err(message) => Some(message),
        Ok(found) => found.first().map(|Old { from, to, .. }| match to {
            Some(key) => format!("`{from}` is `{STUDY}.{key}` now, a setting of the study alone"),
            None => format!("there is no setting `{from}` any more; leave it out"),
        }),
    }
}

/// A setting in the place of older versions.
struct Old {
    from: String,
    /// Its key in the table `study`; none if it is gone.
    to: Option<String>,
    value: Value,
}

/// Takes all settings that stand in places of older versions out of a table.
fn take(table: &mut Table, genomes: &dyn Genomes) -> Result<Vec<Old>, String> {
    let mut found = Vec::new();
    for place in genomes.moved() {
        let key = place.rsplit('.').next().unwrap_or(place);
        let taken = take_from(table, place).into_iter();
        found.extend(taken.map(|(from, value)| Old { from, to: Some(key.to_owned()), value }));
    }
    for (place, only) in genomes.gone() {
        for (from, value) in take_from(table, place) {
            if value.to_string() != *only {
                return Err(format!("there is no setting `{from}` any more; it is always {only}"));
            }
            found.push(Old { from, to: None, value });
        }
    }
    // Tables of which nothing is left.
    table
        .retain(|key, value| key != "genome" || value.as_table().is_none_or(|one| !one.is_empty()));
    Ok(found)
}

/// Takes the values at a place out of a table: one, or one of each problem.
fn take_from(table: &mut Table, place: &str) -> Vec<(String, Value)> {
    let (tables, key): (Vec<String>, _) = match place.split_once('.') {
        None => {
            // A table of this name would be that of a problem.
            let key = find(table, place).filter(|key| !table[key].is_table());
            let found = key.and_then(|key| table.remove(&key));
            return found.map(|value| (place.to_owned(), value)).into_iter().collect();
        }
        Some(("*", key)) => {
            let names = table.keys().filter(|name| !OWN_TABLES.contains(&name.as_str()));
            (names.cloned().collect(), key)
        }
        Some((name, key)) => (vec![name.to_owned()], key),
    };
    let taken = tables.into_iter().filter_map(|name| {
        let inner = table.get_mut(&name)?.as_table_mut()?;
        let value = find(inner, key).and_then(|key| inner.remove(&key))?;
        Some((format!("{name}.{key}"), value))
    });
    taken.collect()
}

/// A key as it is written, which may be with hyphens.
fn find(table: &Table, key: &str) -> Option<String> {
    table.keys().find(|written| written.replace('-', "_") == key).cloned()
}
