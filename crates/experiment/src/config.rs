//! Everything that decides a run.

mod load;

use std::path::PathBuf;

use grammar::{Cleanup, GenomeShape, Layout};
use marahel::Semantics;
use problem::Aggregate;
use search::{Engine, Flavor, Nsga2, Nsga2Settings, RandomSearch};
use serde::{Deserialize, Serialize};

use crate::ExperimentError;

/// Everything that decides a run, with the defaults of an honest one.
///
/// Written as TOML; what a file leaves out has its default. Equal configs give
/// equal runs, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// What to generate levels for: one of [`NAMES`](crate::NAMES).
    pub problem: String,
    /// The number that every random number of the run comes from; less than
    /// 2^63, since TOML has no larger ones.
    pub seed: u64,
    /// Levels that each script is judged by, at least 1 (the paper's 50).
    pub maps: u32,
    /// Levels that each script of the final front is measured on again.
    #[serde(alias = "validation-maps")]
    pub validation_maps: u32,
    /// Every how many generations the first front is measured on validation
    /// levels, 1000 at most, beginning with the random one, to tell progress
    /// from luck; 0 for never. The search does not learn of it.
    #[serde(alias = "validation-period")]
    pub validation_period: u64,
    /// Whether scripts are judged by the same levels' streams or by fresh ones.
    pub noise: Noise,
    /// Every how many generations the common streams are replaced and the
    /// population is measured again; 0 for never.
    pub rotate: u64,
    /// How the scores of levels become a fitness.
    pub aggregate: Aggregate,
    /// Reading of the language.
    #[serde(with = "text")]
    pub semantics: Semantics,
    /// Order of the two leading genes.
    pub layout: Layout,
    /// Clean-up of decoded explorers.
    pub cleanup: Cleanup,
    /// What the seed gene does.
    #[serde(alias = "seed-gene")]
    pub seed_gene: SeedGene,
    /// A grammar file instead of the built-in grammar, relative to this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<PathBuf>,
    /// Content of that file.
    #[serde(skip)]
    pub grammar_text: Option<String>,
    /// The search.
    pub search: Search,
    /// The shape of genomes.
    pub genome: GenomeShape,
    /// Settings of the binary problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binary: Option<binary::Settings>,
    /// Settings of the zelda problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zelda: Option<zelda::Settings>,
    /// Settings of the sokoban problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sokoban: Option<sokoban::Settings>,
}

/// Settings of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    /// Which engine.
    pub algorithm: Algorithm,
    /// Individuals that survive, and offspring per generation, at least 2.
    pub population: usize,
    /// Number of generations, the random first one included, at least 1.
    pub generations: u64,
    /// Probability of a crossover.
    pub crossover: f64,
    /// Probability of a mutation after a crossover.
    pub mutation: f64,
    /// Operators and crowding as in the paper or as released.
    #[serde(with = "text")]
    pub flavor: Flavor,
}

/// A search engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// NSGA-II (Deb 2002).
    #[default]
    Nsga2,
    /// Fresh random genomes in each generation: the baseline.
    Random,
}

/// Where the levels come from that scripts are judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// Level i of every script starts from the same stream: fitness is a
    /// function of the script.
    #[default]
    Common,
    /// Every evaluation draws its own streams, once, as in the paper.
    Fresh,
}

/// What the seed gene does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedGene {
    /// Nothing, as in the released code.
    #[default]
    Inert,
    /// It seeds all that follows the initial explorer.
    Explorers,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            problem: "binary".to_owned(),
            seed: 1,
            maps: 50,
            validation_maps: 1000,
            validation_period: 200,
            noise: Noise::default(),
            rotate: 0,
            aggregate: Aggregate::default(),
            semantics: Semantics::default(),
            layout: Layout::default(),
            cleanup: Cleanup::default(),
            seed_gene: SeedGene::default(),
            grammar: None,
            grammar_text: None,
            search: Search::default(),
            genome: GenomeShape::default(),
            binary: None,
            zelda: None,
            sokoban: None,
        }
    }
}

impl Default for Search {
    /// The paper's: population 500, 2000 generations, 0.7 and 0.3 (Khalifa
    /// 2020, section 4).
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            population: 500,
            generations: 2000,
            crossover: 0.7,
            mutation: 0.3,
            flavor: Flavor::default(),
        }
    }
}

impl Config {
    /// The config as a file that repeats it, defaults included.
    ///
    /// # Panics
    ///
    /// If a number is larger than TOML has them, which none that was read is.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("the numbers of a config fit into TOML")
    }

    /// Whether the first front of a generation is measured on validation levels.
    pub(crate) fn validates_in(&self, generation: u64) -> bool {
        self.validation_maps > 0 && generation.checked_rem(self.validation_period) == Some(0)
    }

    /// The search engine of the config.
    ///
    /// # Errors
    ///
    /// If its settings make no sense.
    pub fn engine(&self) -> Result<Box<dyn Engine>, ExperimentError> {
        let GenomeShape { n_explorers, block_len, n_values } = self.genome;
        let shape = search::GenomeShape::new(2, n_explorers, block_len, n_values)?;
        let Search { algorithm, population, crossover, mutation, flavor, .. } = self.search;
        Ok(match algorithm {
            Algorithm::Nsga2 => Box::new(Nsga2::new(Nsga2Settings {
                shape,
                population_size: population,
                crossover_rate: crossover,
                mutation_rate: mutation,
                flavor,
            })?),
            Algorithm::Random => Box::new(RandomSearch::new(shape, population)?),
        })
    }
}

/// Values that a config writes as the text by which they are known.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
