//! Everything that decides a run.

mod algorithm;
mod goal;
mod load;
mod n_maps;
mod options;
mod presets;
mod sizes;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::de::{IntoDeserializer, value};
use serde::{Deserialize, Serialize};
use toml::Table;

use self::n_maps::n_maps_text;
use crate::{Genomes, ProblemChoice};

pub use algorithm::Algorithm;
pub use goal::Goal;
pub use n_maps::parse_n_maps;
pub use options::Options;
pub use sizes::parse_sizes;

/// Levels per generator at most for a point of the curve of validated hypervolumes: enough for the
/// volume of a front.
const N_CURVE_MAPS_MAX: u32 = 1000;

/// Everything that decides a run.
///
/// It is written as TOML. A setting that a file omits has the default of its
/// search algorithm, see [`Config::of`]. Equal configs give equal runs, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The problem, with its settings.
    pub problem: ProblemChoice,
    /// Level sizes, columns and rows, that take turns; empty for those of the problem.
    #[serde(skip_serializing_if = "Vec::is_empty", with = "sizes")]
    pub size: Vec<(usize, usize)>,
    /// Controls for which scripts have dials; empty for those of the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dials: Vec<String>,
    /// The seed of every random number of the run; less than 2^63, since TOML
    /// has no larger numbers.
    pub seed: u64,
    /// Number of levels to judge a script, at least 1. With the algorithm `islands`: to judge a new
    /// script.
    pub maps: u32,
    /// For the algorithm `islands`: the largest number of levels to judge a survivor; never fewer
    /// than `maps`.
    pub maps_max: u32,
    /// For the algorithm `islands`: after each this many generations, at least 1, survivors are
    /// measured on as many more levels as they had.
    pub grow_period: u64,
    /// Number of levels to validate each script of the final front.
    pub validation_maps: u32,
    /// Period, in generations, for measuring the first front on validation levels, at most 1000,
    /// beginning with the first generation. It shows progress without luck, and the search does not
    /// use it. With 0, only the last generation is measured, as always.
    pub validation_period: u64,
    /// Random numbers of the levels; set by [`study`](Self::study).
    #[serde(skip)]
    pub noise: Noise,
    /// The kind of genomes, if these are not scripts.
    #[serde(skip)]
    pub genomes: Option<&'static dyn Genomes>,
    /// Scripts to start from, relative to this file; a folder stands for its scripts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PathBuf>,
    /// Content of those files.
    #[serde(skip)]
    pub from_texts: Vec<String>,
    /// Tile of the problem for each entity of these scripts whose name differs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// Parts of these scripts that must not change: `2` is the third explorer, `2.0` its first
    /// rule, `regions` the regions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lock: Vec<String>,
    pub search: SearchSettings,
    /// Settings of [`Genomes`].
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub study: Table,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSettings {
    pub algorithm: Algorithm,
    /// Where free genomes begin.
    #[serde(skip_serializing_if = "is_default")]
    pub start: Beginning,
    /// Number of survivors, and of offspring, per generation, at least 2; per
    /// island if there are several.
    pub population: usize,
    /// Number of first genomes of each island, as a multiple of `population`, at
    /// least 1; for the algorithm `islands`.
    pub beginners: usize,
    /// Largest share of `population` that may descend from one first genome, by first parents,
    /// above 0; 1 for no limit, as in the last phase. For the algorithm `islands`.
    pub family: f64,
    /// Number of generations, the random first one included; 0 for no limit.
    pub generations: u64,
    /// Number of measured levels after which no new generation begins, a number
    /// or a text such as `"800k"` or `"4M"`; 0 for no limit.
    #[serde(deserialize_with = "n_maps_text::deserialize")]
    pub budget: u64,
    /// Number of separate populations at first; for the algorithm `islands`. 0 to
    /// follow the budget, see [`n_islands`](Self::n_islands).
    pub islands: usize,
    /// Share of the search in which they stay apart.
    pub isolation: f64,
    /// Number of survivors once the islands have merged.
    pub pool: usize,
    /// Goals to maximize; for the algorithm `islands`.
    pub goals: Vec<Goal>,
    /// Factors of the goals that uniform levels could raise.
    pub factors: Vec<Goal>,
    /// Share of the search for the last phase, in which the goal `worth`
    /// replaces all others; 0 for none.
    pub polish: f64,
    /// Number of survivors in the last phase.
    pub polish_population: usize,
}

/// Levels of a budget per island.
const N_LEVELS_OF_ISLAND: u64 = 800_000;

const N_ISLANDS_MAX: u64 = 16;

impl SearchSettings {
    /// Number of separate populations at first: as set, or for 0 one per 800,000 levels
    /// of the budget, but 1 to 16. A short search needs all its levels for one island; a
    /// long one finds more with several (results/search).
    pub fn n_islands(&self) -> usize {
        match self.islands {
            0 => (self.budget / N_LEVELS_OF_ISLAND).clamp(1, N_ISLANDS_MAX) as usize,
            n => n,
        }
    }

    /// Number of first genomes of the search, on all islands.
    pub fn n_beginners(&self) -> usize {
        if !self.algorithm.has_islands {
            return self.population;
        }
        let n_survivors = self.population.saturating_mul(self.n_islands());
        n_survivors.saturating_mul(self.beginners)
    }

    /// Largest number of survivors from one family, at least 1.
    pub fn family_size(&self) -> usize {
        if self.family >= 1.0 {
            return usize::MAX;
        }
        (self.family * self.population as f64).round().max(1.0) as usize
    }
}

/// Where a search for free genomes begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// Known generators that fit the roles of the problem's tiles.
    #[default]
    Starters,
    /// Random scripts.
    Random,
    /// The scripts that the config names.
    Scripts,
}

/// Whether a setting has its default, which configs omit.
fn is_default<T: Default + PartialEq>(setting: &T) -> bool {
    *setting == T::default()
}

/// Where the random numbers of the judged levels come from, but for the algorithm `islands`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// Level i of every script starts from the same stream: fitness is a
    /// function of the script.
    #[default]
    Common,
    /// Every evaluation uses new streams, as in the paper.
    Fresh,
}

impl Config {
    /// The config as a file that repeats it, defaults included.
    ///
    /// # Panics
    ///
    /// If a number is larger than 2^63 - 1, the largest of TOML. Configs that were read have none.
    pub fn to_toml(&self) -> String {
        let mut table = self.to_table();
        if let Some(problem) = &self.problem.built {
            table.insert(problem.name().to_owned(), problem.settings().into());
        }
        toml::to_string(&table).expect("a table is TOML")
    }

    /// All settings except those of the problem.
    fn to_table(&self) -> Table {
        Table::try_from(self).expect("the numbers of a config fit into TOML")
    }

    /// Levels that each generator is measured on for a point of the curve of
    /// validated hypervolumes; 0 for no curve.
    pub fn n_curve_maps(&self) -> u32 {
        self.validation_maps.min(N_CURVE_MAPS_MAX)
    }

    /// Whether the first front of a generation is measured on validation levels.
    pub fn validates_in(&self, generation: u64) -> bool {
        self.validation_maps > 0 && generation.checked_rem(self.validation_period) == Some(0)
    }
}

/// The value of this name in a config, such as an [`Algorithm`].
pub fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Result<T, String> {
    T::deserialize(name.into_deserializer()).map_err(|error: value::Error| error.to_string())
}

#[cfg(test)]
mod tests;
