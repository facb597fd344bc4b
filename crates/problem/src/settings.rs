//! What a config can set of a problem.

use std::fmt;

use ::sokoban::SolverSettings;
use indexmap::IndexMap;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, de};

use crate::Band;
use crate::definition::Definition;
use crate::measure::PathMeasure;

/// The settings of a problem, complete: what its definition says, and what a config
/// says otherwise. It is written in the order of the file, so that it can be read again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// How longest shortest paths are measured, for a problem that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<PathMeasure>,
    /// How Sokoban puzzles are solved, for a problem that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solver: Option<SolverSettings>,
    /// Weights of the initial explorer, in the order of the grammar.
    pub(crate) weights: IndexMap<String, u32>,
    /// Bands of the objectives.
    pub(crate) objectives: IndexMap<String, Band>,
}

impl Settings {
    /// The settings that a definition has by itself.
    pub fn of(definition: &Definition) -> Self {
        let goals = definition.objectives.iter();
        Self {
            path: definition.path,
            solver: definition.solver,
            weights: definition.weights.iter().cloned().collect(),
            objectives: goals.map(|goal| (goal.name.clone(), goal.band)).collect(),
        }
    }
}

/// Reads the settings of a problem with this definition; what they leave out is as
/// the definition has it.
impl<'de> DeserializeSeed<'de> for &Definition {
    type Value = Settings;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Settings, D::Error> {
        deserializer.deserialize_map(SettingsVisitor(self))
    }
}

struct SettingsVisitor<'d>(&'d Definition);

impl<'de> Visitor<'de> for SettingsVisitor<'_> {
    type Value = Settings;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the settings of the problem {}", self.0.name)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Settings, M::Error> {
        let mut settings = Settings::of(self.0);
        let mut known = Vec::new();
        known.extend(settings.path.map(|_| "path"));
        known.extend(settings.solver.map(|_| "solver"));
        known.extend(["weights", "objectives"]);
        while let Some(key) = map.next_key_seed(KeyOf(&known))? {
            match known[key] {
                "path" => settings.path = Some(map.next_value()?),
                "solver" => settings.solver = Some(map.next_value()?),
                "weights" => map.next_value_seed(Over(&mut settings.weights))?,
                _ => map.next_value_seed(Over(&mut settings.objectives))?,
            }
        }
        Ok(settings)
    }
}

/// Values by name, which replace those that are there.
struct Over<'o, V>(&'o mut IndexMap<String, V>);

impl<'de, V: Deserialize<'de>> DeserializeSeed<'de> for Over<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, V: Deserialize<'de>> Visitor<'de> for Over<'_, V> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let known: Vec<String> = self.0.keys().cloned().collect();
        while let Some(index) = map.next_key_seed(KeyOf(&known))? {
            self.0[index] = map.next_value()?;
        }
        Ok(())
    }
}

/// The index of a key among those that are known.
struct KeyOf<'k, K>(&'k [K]);

impl<'de, K: AsRef<str>> DeserializeSeed<'de> for KeyOf<'_, K> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<K: AsRef<str>> Visitor<'_> for KeyOf<'_, K> {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        self.0.iter().position(|known| known.as_ref() == name).ok_or_else(|| {
            let known: Vec<String> =
                self.0.iter().map(|known| format!("`{}`", known.as_ref())).collect();
            E::custom(format!("unknown field `{name}`, expected one of {}", known.join(", ")))
        })
    }
}
