//! The settings of a problem in a config: a table that overrides its file.

use std::borrow::Cow;
use std::ops::Range;

use indexmap::IndexMap;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue, Error};
use toml::{Spanned, Table};

use crate::{Band, Problem, ProblemError};

impl Problem {
    /// Applies the settings of a table; others stay.
    ///
    /// # Errors
    ///
    /// If a key is unknown to this problem, or a value has the wrong type.
    pub fn with_settings(mut self, settings: Spanned<DeValue<'_>>) -> Result<Self, Error> {
        let known = ["weights", "objectives"];
        for (key, value) in table(settings)? {
            match known[index_of(&key, known.into_iter())?] {
                "weights" => {
                    for (name, value) in table(value)? {
                        let names = self.weights.iter().map(|(name, _)| &**name);
                        let index = index_of(&name, names)?;
                        self.weights[index].1 = read(value)?;
                    }
                }
                _ => {
                    for (name, value) in table(value)? {
                        let names = self.own_objectives().iter().map(|one| &*one.name);
                        let index = index_of(&name, names)?;
                        self.objectives[index].band = read(value)?;
                    }
                }
            }
        }
        Ok(self)
    }

    /// Checks values that the types do not.
    ///
    /// # Errors
    ///
    /// If all weights are 0, or the solver may keep no states.
    pub fn check_settings(&self) -> Result<(), ProblemError> {
        let message = if self.weights.iter().all(|&(_, weight)| weight == 0) {
            "all weights of the initial explorer are 0; give some entity a positive weight"
        } else if !self.measure_settings.solver.is_possible() {
            "the solver has `states` = 0; give the number of states it may keep"
        } else {
            return Ok(());
        };
        Err(ProblemError(message.to_owned()))
    }

    /// All settings, including those of the file, as a table in the order of the file.
    pub fn settings(&self) -> Table {
        #[derive(Serialize)]
        struct Settings<'p> {
            weights: IndexMap<&'p str, u32>,
            objectives: IndexMap<&'p str, Band>,
        }
        let settings = Settings {
            weights: self.weights.iter().map(|(name, weight)| (&**name, *weight)).collect(),
            objectives: self.own_objectives().iter().map(|one| (&*one.name, one.band)).collect(),
        };
        Table::try_from(settings).expect("settings fit into TOML")
    }
}

fn read<'t, T: Deserialize<'t>>(value: Spanned<DeValue<'t>>) -> Result<T, Error> {
    /// Gives any mistake inside the place of the value.
    #[derive(Deserialize)]
    struct There<T>(T);
    There::deserialize(value.into_deserializer()).map(|There(value)| value)
}

fn refusal(place: Range<usize>, message: String) -> Error {
    /// Accepts no text: its error is the text.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "String")]
    enum Nothing {}
    impl TryFrom<String> for Nothing {
        type Error = String;
        fn try_from(text: String) -> Result<Self, String> {
            Err(text)
        }
    }
    let text = DeValue::String(message.into());
    read::<Nothing>(Spanned::new(place, text)).expect_err("no text is one")
}

/// The entries of a table, or an error.
fn table(value: Spanned<DeValue<'_>>) -> Result<DeTable<'_>, Error> {
    let place = value.span();
    match value.into_inner() {
        DeValue::Table(table) => Ok(table),
        other => {
            let found = other.type_str();
            Err(refusal(place, format!("invalid type: {found}, expected a table")))
        }
    }
}

/// The index of a name among known ones, or an error.
fn index_of<'k>(
    name: &Spanned<Cow<'_, str>>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Result<usize, Error> {
    known.clone().position(|known| known == name.get_ref()).ok_or_else(|| {
        let list: Vec<String> = known.map(|known| format!("`{known}`")).collect();
        let (text, list) = (name.get_ref(), list.join(", "));
        refusal(name.span(), format!("unknown field `{text}`, expected one of {list}"))
    })
}
