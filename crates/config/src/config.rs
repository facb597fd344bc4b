//! Everything that decides a run.

mod load;
mod presets;
mod shorthand;
mod sizes;

use std::collections::BTreeMap;
use std::path::PathBuf;

use grammar::{Cleanup, GenomeShape, Layout};
use marahel::Semantics;
use problem::Aggregate;
use search::{Flavor, Survival};
use serde::{Deserialize, Serialize};

use crate::Goal;
use crate::ProblemChoice;
use crate::maps::n_maps_text;

pub use shorthand::Shorthand;

/// Levels that a generator is measured on at most for a point of the curve of
/// validated hypervolumes: enough for the volume of a front.
const N_CURVE_MAPS_MAX: u32 = 1000;

/// Everything that decides a run, with the defaults of an honest one.
///
/// Written as TOML; what a file leaves out has the default of its search
/// algorithm, see [`Config::of`]. Equal configs give equal runs, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// What to generate levels for, with its settings.
    pub problem: ProblemChoice,
    /// Sizes of levels, columns and rows, which scripts are judged by in turn; none for
    /// those of the problem.
    #[serde(skip_serializing_if = "Vec::is_empty", with = "sizes")]
    pub size: Vec<(usize, usize)>,
    /// The number that every random number of the run comes from; less than
    /// 2^63, since TOML has no larger ones.
    pub seed: u64,
    /// Levels that each script is judged by, at least 1 (the paper's 50). With
    /// noise of their own, those of a new script.
    pub maps: u32,
    /// With noise of their own: levels that a script is judged by at most, once
    /// it has survived for long; never fewer than `maps`.
    pub maps_max: u32,
    /// With noise of their own: every how many generations those who survive
    /// are measured on as many more levels as they have been, at least 1.
    pub grow_period: u64,
    /// Levels that each script of the final front is measured on again.
    #[serde(alias = "validation-maps")]
    pub validation_maps: u32,
    /// Every how many generations the first front is measured on validation
    /// levels, 1000 at most, beginning with the random one, to tell progress
    /// from luck; 0 for the last one alone, which is measured in any case. The
    /// search does not learn of it.
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
    /// Whether every other level of the search is made in the other reading of
    /// the language, so that what is found holds in both. Validation then
    /// measures in each of them.
    pub both_readings: bool,
    /// What genomes are.
    pub representation: Representation,
    /// Order of the two leading genes.
    pub layout: Layout,
    /// Clean-up of decoded explorers.
    pub cleanup: Cleanup,
    /// What the seed gene does.
    #[serde(alias = "seed-gene")]
    pub seed_gene: SeedGene,
    /// Scripts to begin with, relative to this file; a folder stands for the scripts in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PathBuf>,
    /// Content of those files.
    #[serde(skip)]
    pub from_texts: Vec<String>,
    /// Which tile of the problem an entity of those scripts is, where their names differ.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// What of those scripts stays as it is: `2` is the third explorer, `2.0` its first rule,
    /// `regions` the regions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lock: Vec<String>,
    /// The search.
    pub search: Search,
    /// The shape of genomes.
    pub genome: GenomeShape,
}

/// Settings of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    /// Which engine.
    pub algorithm: Algorithm,
    /// What scripts are bred from, where genomes are free.
    #[serde(skip_serializing_if = "Beginning::is_default")]
    pub start: Beginning,
    /// Individuals that survive, and offspring per generation, at least 2; on
    /// each island where there are several.
    pub population: usize,
    /// First genomes of each island, in times of `population`, at least
    /// 1; for the algorithm `islands`.
    pub beginners: usize,
    /// Survivors that may descend from one first genome, by first parents, as a share of
    /// `population`, above 0; 1 for no limit, as in the last phase. For the algorithm
    /// `islands`.
    pub family: f64,
    /// Number of generations, the random first one included; 0 for no limit.
    pub generations: u64,
    /// Levels measured after which no new generation begins, a number or a
    /// text such as `"800k"` or `"4M"`; 0 for no limit.
    #[serde(with = "n_maps_text")]
    pub budget: u64,
    /// Probability of a crossover.
    pub crossover: f64,
    /// Probability of a mutation after a crossover.
    pub mutation: f64,
    /// Operators and crowding as in the paper or as released.
    pub flavor: Flavor,
    /// Populations that search apart at first; for the algorithm `islands`. 0 for as
    /// many as the budget feeds, see [`n_islands`](Self::n_islands).
    pub islands: usize,
    /// Share of the search in which they stay apart.
    pub isolation: f64,
    /// Individuals that survive once they have become one.
    pub pool: usize,
    /// What decides who survives among equal ranks: `crowding`, `truthful` or
    /// `reference`; for the algorithm `islands`.
    pub survival: Survival,
    /// How often each operator makes a child, as shares of their sum; for the
    /// algorithm `islands`.
    pub operators: Operators,
    /// What is maximized; for the algorithm `islands`.
    pub goals: Vec<Goal>,
    /// What those goals that could be bought with sameness are multiplied by.
    pub factors: Vec<Goal>,
    /// The last share of the search, which is about worth alone: the goal
    /// `worth` takes the place of all others; 0 for none.
    pub polish: f64,
    /// Individuals that survive then.
    pub polish_population: usize,
}

/// A budget has an island for each so many levels, ...
const N_LEVELS_OF_ISLAND: u64 = 800_000;

/// ... but at most so many.
const N_ISLANDS_MAX: u64 = 16;

impl Search {
    /// Whether a goal is one of the search, or a factor of others.
    pub fn asks_for(&self, goal: Goal) -> bool {
        self.goals.contains(&goal) || self.factors.contains(&goal)
    }

    /// Number of populations that search apart at first: as set, or for 0 one for
    /// each 800,000 levels of the budget, but 1 to 16: a short search needs all it has
    /// for one, and what a long one finds depends on how many it begins with
    /// (results/search).
    pub fn n_islands(&self) -> usize {
        match self.islands {
            0 => (self.budget / N_LEVELS_OF_ISLAND).clamp(1, N_ISLANDS_MAX) as usize,
            n => n,
        }
    }

    /// First genomes of the search, those of all islands.
    pub fn n_beginners(&self) -> usize {
        match self.algorithm {
            Algorithm::Islands => {
                let n_survivors = self.population.saturating_mul(self.n_islands());
                n_survivors.saturating_mul(self.beginners)
            }
            Algorithm::Nsga2 | Algorithm::Random => self.population,
        }
    }

    /// Survivors of a population that may be of one family, at least 1.
    pub fn family_size(&self) -> usize {
        if self.family >= 1.0 {
            return usize::MAX;
        }
        (self.family * self.population as f64).round().max(1.0) as usize
    }
}

/// Weights of the operators that make children of genomes of the paper's kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Operators {
    /// The paper's crossover of slots and mutation of a gene.
    pub genes: f64,
    /// Whole explorers are swapped, copied, dropped, added or adopted.
    pub blocks: f64,
    /// One symbol of an explorer's derivation tree is chosen anew.
    pub tree: f64,
    /// A subtree of an explorer comes from another parent.
    pub graft: f64,
}

/// What genomes are, and so what scripts can be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Representation {
    /// Genes for up to five explorers, which follow one that fills the map as the
    /// problem says (Khalifa 2020, section 3.1).
    #[default]
    Paper,
    /// Whole scripts, of all that the language has; for the algorithm `islands`, whose
    /// `operators` do not matter then.
    Free,
}

/// What scripts are bred from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// Known generators, with idioms, for the tiles of the problem by their roles.
    #[default]
    Starters,
    /// The same generators without idioms: what these are worth can be told by it.
    Generators,
    /// Random scripts.
    Random,
    /// The scripts that the config names.
    Scripts,
}

impl Beginning {
    /// Whether it is the one of a config that does not say; the study's have none.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A search engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Islands of populations that become one pool, all children new, few
    /// levels for new scripts and more for those that survive.
    #[default]
    Islands,
    /// NSGA-II (Deb 2002) as in the paper.
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
    /// Every script has streams of its own: a few levels at first, and more as
    /// long as it survives. No script is measured twice.
    Own,
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

impl Config {
    /// The config as a file that repeats it, defaults included.
    ///
    /// # Panics
    ///
    /// If a number is larger than TOML has them, which none that was read is.
    pub fn to_toml(&self) -> String {
        let mut table = self.to_table();
        if let Some(settings) = self.problem.settings() {
            let settings = toml::Table::try_from(settings).expect("settings fit into TOML");
            table.insert(self.problem.name().to_owned(), settings.into());
        }
        toml::to_string(&table).expect("a table is TOML")
    }

    /// All settings but those of the problem.
    fn to_table(&self) -> toml::Table {
        toml::Table::try_from(self).expect("the numbers of a config fit into TOML")
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
