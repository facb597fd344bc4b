//! Everything that decides a run.

use std::path::{Path, PathBuf};

use grammar::{Cleanup, GenomeShape, Layout};
use marahel::Semantics;
use problem::Aggregate;
use search::{Engine, Flavor, Nsga2, Nsga2Settings, RandomSearch};
use serde::{Deserialize, Serialize};

use crate::{ExperimentError, files};

/// Everything that decides a run, with the defaults of an honest one.
///
/// Written as TOML; what a file leaves out has its default. Equal configs give
/// equal runs, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Config {
    /// What to generate levels for: one of [`NAMES`](crate::NAMES).
    pub problem: String,
    /// The number that every random number of the run comes from; less than
    /// 2^63, since TOML has no larger ones.
    pub seed: u64,
    /// Levels that each script is judged by, at least 1 (the paper's 50).
    pub maps: u32,
    /// Levels that each script of the final front is measured on again.
    pub validation_maps: u32,
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
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
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
    /// Reads a config: the file if there is one, then the settings of
    /// `overrides`, each a dotted key and a TOML value (or a bare word).
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a key or value is not understood.
    pub fn load(
        file: Option<&Path>,
        overrides: &[(String, String)],
    ) -> Result<Self, ExperimentError> {
        let mut table = match file {
            Some(path) => read_table(path)?,
            None => toml::Table::new(),
        };
        let of_file = table.clone();
        for (key, value) in overrides {
            let fail = |message: String| ExperimentError::Config {
                place: format!("the setting `{key} = {value}`"),
                message,
            };
            insert(&mut table, key, parse_value(value)).map_err(fail)?;
            // One by one, so that a mistake is blamed on its own setting.
            table.clone().try_into::<Self>().map_err(|error| fail(error.message().to_owned()))?;
        }
        let config = Self::complete(table);
        match (config, file) {
            // The file is at fault if it makes no sense without the overrides either.
            (Err(source), Some(path)) if Self::complete(of_file).is_err() => {
                Err(ExperimentError::ConfigFile { path: path.to_owned(), source: source.into() })
            }
            (config, _) => config,
        }
    }

    /// The config as a file that repeats it, defaults included.
    ///
    /// # Panics
    ///
    /// If a number is larger than TOML has them, which none that was read is.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("the numbers of a config fit into TOML")
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

    /// The config of a table with what it refers to and the settings of its
    /// problem, without those of others.
    fn complete(table: toml::Table) -> Result<Self, ExperimentError> {
        let mut config: Self = table.try_into().map_err(|error: toml::de::Error| {
            ExperimentError::Config { place: "config".to_owned(), message: error.to_string() }
        })?;
        if let Some(path) = &config.grammar {
            config.grammar_text = Some(files::read(path)?);
        }
        let problem = config.problem.clone();
        let own = |name: &str| problem == name;
        config.binary = own("binary").then(|| config.binary.unwrap_or_default());
        config.zelda = own("zelda").then(|| config.zelda.unwrap_or_default());
        config.sokoban = own("sokoban").then(|| config.sokoban.unwrap_or_default());
        config.check()?;
        Ok(config)
    }

    /// Checks what types cannot.
    fn check(&self) -> Result<(), ExperimentError> {
        let demand = |holds: bool, key: &str, message: &str| {
            if holds {
                return Ok(());
            }
            let place = format!("the setting `{key}`");
            Err(ExperimentError::Config { place, message: message.to_owned() })
        };
        demand(self.maps > 0, "maps", "a script is judged by at least 1 map")?;
        demand(
            self.search.population > 1,
            "search.population",
            "a population has at least 2 individuals",
        )?;
        demand(
            self.search.generations > 0,
            "search.generations",
            "a run has at least 1 generation",
        )?;
        let GenomeShape { n_explorers, block_len, n_values } = self.genome;
        demand(
            n_explorers > 0 && block_len > 0 && n_values > 0,
            "genome",
            "explorers, genes of a block and values of a gene are at least 1 each",
        )?;
        demand(
            self.rotate == 0 || self.noise == Noise::Common,
            "rotate",
            "only common noise can be rotated; set noise = \"common\" or rotate = 0",
        )?;
        let problem = crate::problem_of(self)?;
        crate::decoder_of(self, &*problem)?;
        self.engine().map(drop)
    }
}

/// The table of a config file, in which each setting is understood.
fn read_table(path: &Path) -> Result<toml::Table, ExperimentError> {
    let text = files::read(path)?;
    let fail = |error: toml::de::Error| ExperimentError::Config {
        place: path.display().to_string(),
        message: error.to_string().trim_end().to_owned(),
    };
    // Once as a config, so that a mistake is shown where it stands.
    toml::from_str::<Config>(&text).map_err(fail)?;
    let mut table = toml::from_str(&text).map_err(fail)?;
    anchor_grammar(&mut table, path);
    Ok(table)
}

/// Makes the path of a grammar relative to the config file that names it.
fn anchor_grammar(table: &mut toml::Table, config: &Path) {
    if let Some(toml::Value::String(grammar)) = table.get_mut("grammar") {
        let anchored = config.parent().unwrap_or(Path::new("")).join(&*grammar);
        *grammar = anchored.to_string_lossy().into_owned();
    }
}

/// A TOML value, or a string where it is a bare word such as `fresh`.
fn parse_value(text: &str) -> toml::Value {
    let parsed = toml::from_str::<toml::Table>(&format!("value = {text}"));
    let value = parsed.ok().and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| toml::Value::String(text.to_owned()))
}

/// Sets the value of a dotted key, making tables on the way.
fn insert(table: &mut toml::Table, key: &str, value: toml::Value) -> Result<(), String> {
    let Some((first, rest)) = key.split_once('.') else {
        table.insert(key.to_owned(), value);
        return Ok(());
    };
    let inner = table.entry(first).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    match inner {
        toml::Value::Table(inner) => insert(inner, rest, value),
        _ => Err(format!("`{first}` is a value and has no `{rest}`")),
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
