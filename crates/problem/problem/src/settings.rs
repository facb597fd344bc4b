//! The settings of a problem in a config: a table that overrides its file.

use std::borrow::Cow;
use std::ops::Range;

use indexmap::IndexMap;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue, Error};
use toml::{Spanned, Table};

use crate::paths::sokoban::SolverSettings;

use crate::{Band, Problem, ProblemError};

impl Problem {
    /// Applies the settings of a table; others stay.
    pub fn with_settings(mut self, settings: Spanned<DeValue<'_>>) -> Result<Self, Error> {
        for (key, value) in table(settings)? {
            let is_of_weights = index_of(&key, ["weights", "objectives"].into_iter())? == 0;
            for (name, value) in table(value)? {
                if is_of_weights {
                    let index = index_of(&name, self.weights.iter().map(|(name, _)| &**name))?;
                    self.weights[index].1 = read(value)?;
                } else {
                    let names = self.own_objectives().iter().map(|objective| &*objective.name);
                    let index = index_of(&name, names)?;
                    let band: Band = read(value)?;
                    let objective = &mut self.objectives[index];
                    // A demand such as `count(wall) >= 2` stays one when a run is read again.
                    if band.kind() != objective.band.kind() {
                        objective.kind = band.kind();
                    }
                    objective.band = band;
                }
            }
        }
        Ok(self)
    }

    /// Checks values that the types do not.
    pub fn check_settings(&self) -> Result<(), ProblemError> {
        let message = if self.weights.iter().all(|&(_, weight)| weight == 0) {
            "all weights of the initial explorer are 0; give some entity a positive weight"
                .to_owned()
        } else if !self.measure_settings.solver.is_possible() {
            let n_max = SolverSettings::N_STATES_MAX;
            format!("the solver keeps 1 to {n_max} states; give `states` such a number")
        } else {
            return Ok(());
        };
        Err(ProblemError(message))
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
            objectives: self
                .own_objectives()
                .iter()
                .map(|objective| (&*objective.name, objective.band))
                .collect(),
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

fn table(value: Spanned<DeValue<'_>>) -> Result<DeTable<'_>, Error> {
    let place = value.span();
    match value.into_inner() {
        DeValue::Table(table) => Ok(table),
        value => {
            let kind = value.type_str();
            Err(refusal(place, format!("invalid type: {kind}, expected a table")))
        }
    }
}

/// The index of a name among known ones, or an error at its place.
pub fn index_of<'k>(
    name: &Spanned<Cow<'_, str>>,
    names: impl Iterator<Item = &'k str> + Clone,
) -> Result<usize, Error> {
    names.clone().position(|names| names == name.get_ref()).ok_or_else(|| {
        let list: Vec<String> = names.map(|names| format!("`{names}`")).collect();
        let (text, list) = (name.get_ref(), list.join(", "));
        refusal(name.span(), format!("unknown field `{text}`, expected one of {list}"))
    })
}

#[cfg(test)]
mod tests {
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    use crate::ObjectiveKind::{Count, Open};
    use crate::tests::{PIECES, problem};
    use crate::{Objective, Problem};

    fn set(problem: &Problem, settings: &str) -> Problem {
        let table = DeTable::parse(settings).expect("it is TOML");
        let settings = Spanned::new(table.span(), DeValue::Table(table.into_inner()));
        problem.clone().with_settings(settings).expect("these can be set")
    }

    #[test]
    fn a_demand_without_an_upper_end_stays_a_demand() {
        let objectives = "[objectives]\nwalls = 'count(wall) >= 2'\nkeys = '2 <= count(key) <= 4'\n\
                          way = { value = 'count(floor)', range = [4, inf] }\n";
        let size = "name = 'test'\nsize = '5x5'\nplayable = '1 == 1'\n";
        let problem = problem(&format!("{size}{objectives}{PIECES}"));
        let kinds = |problem: &Problem| -> Vec<_> {
            problem.objectives().iter().map(Objective::kind).collect()
        };
        assert_eq!(kinds(&problem), [Count, Count, Open]);
        let again = set(&problem, &problem.settings().to_string());
        assert_eq!(again.objectives(), problem.objectives());
        let open = set(&problem, "objectives.keys.range = [2, inf]");
        assert_eq!(kinds(&open), [Count, Open, Open]);
    }
}
