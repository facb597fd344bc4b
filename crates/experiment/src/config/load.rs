//! Reading a config from a file and from single settings, and what a config
//! must be to make sense.

use std::path::Path;

use grammar::GenomeShape;

use super::{Algorithm, Config, Noise, Operators, Representation};
use crate::{ExperimentError, Phenotype, engine_of, files, problem_of};

/// Genes of a population, so that it fits into memory several times.
const N_GENES_MAX: usize = 1 << 27;

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
        let table = match file {
            Some(path) => read_table(path)?,
            None => toml::Table::new(),
        };
        Self::with_overrides(table, file, overrides)
    }

    /// Reads a config from the text of a file that refers to no others, then
    /// the settings of `overrides`.
    ///
    /// # Errors
    ///
    /// If the text, a key or a value is not understood.
    pub fn parse(text: &str, overrides: &[(String, String)]) -> Result<Self, ExperimentError> {
        let table = toml::from_str(text).map_err(|error| ExperimentError::Config {
            place: "config".to_owned(),
            message: error.to_string(),
        })?;
        Self::with_overrides(table, None, overrides)
    }

    /// The config of a table, which may be that of a file, and of overrides.
    fn with_overrides(
        mut table: toml::Table,
        file: Option<&Path>,
        overrides: &[(String, String)],
    ) -> Result<Self, ExperimentError> {
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

    /// The config of a table with what it refers to and the settings of its
    /// problem, without those of others.
    fn complete(table: toml::Table) -> Result<Self, ExperimentError> {
        let mut config = Self::over_preset(table).map_err(|error| ExperimentError::Config {
            place: "config".to_owned(),
            message: error.to_string(),
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

    /// The settings of a table, and for the others the defaults of its algorithm.
    fn over_preset(table: toml::Table) -> Result<Self, toml::de::Error> {
        let algorithm = table.get("search").and_then(|search| search.get("algorithm"));
        let algorithm: Option<Algorithm> =
            algorithm.map(|name| name.clone().try_into()).transpose()?;
        let preset = Self::of(algorithm.unwrap_or_default());
        let mut merged = toml::Table::try_from(preset).expect("a config fits into TOML");
        merge(&mut merged, table);
        merged.try_into()
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
            self.search.generations > 0 || self.search.budget > 0,
            "search.generations",
            "a run has at least 1 generation; give a number of them, or a budget of levels",
        )?;
        demand(
            self.rotate == 0 || self.noise == Noise::Common,
            "rotate",
            "only common noise can be rotated; set noise = \"common\" or rotate = 0",
        )?;
        let has_own_noise = self.noise == Noise::Own;
        demand(self.grow_period > 0, "grow_period", "give at least 1 generation")?;
        demand(
            has_own_noise || !self.both_readings,
            "both_readings",
            "only levels of noise = \"own\" are made in both readings; set that, or false",
        )?;
        demand(
            has_own_noise || self.search.algorithm != Algorithm::Islands,
            "noise",
            "the algorithm `islands` measures scripts on levels of their own; set noise = \"own\", \
             or search.algorithm = \"nsga2\"",
        )?;
        demand(
            !has_own_noise || self.search.algorithm == Algorithm::Islands,
            "noise",
            "levels of their own are for the algorithm `islands`; set noise = \"common\"",
        )?;
        demand(
            (0.0..=1.0).contains(&self.search.polish) && self.search.polish_population > 0,
            "search.polish",
            "give a share of the search from 0 to 1, and at least 1 individual",
        )?;
        demand(!self.search.goals.is_empty(), "search.goals", "give at least one goal")?;
        let Operators { genes, blocks, tree, graft } = self.search.operators;
        let weights = [genes, blocks, tree, graft];
        demand(
            weights.iter().all(|weight| (0.0..=1e6).contains(weight))
                && weights.iter().sum::<f64>() > 0.0,
            "search.operators",
            "weights are at least 0, and one of them is above 0",
        )?;
        let GenomeShape { n_explorers, block_len, n_values } = self.genome;
        demand(
            n_explorers > 0 && block_len > 0 && n_values > 0,
            "genome",
            "explorers, genes of a block and values of a gene are at least 1 each",
        )?;
        demand(
            self.representation == Representation::Paper
                || self.search.algorithm == Algorithm::Islands,
            "representation",
            "free genomes are for the algorithm `islands`; set representation = \"paper\"",
        )?;
        let problem = problem_of(self)?;
        Phenotype::new(self, &*problem)?;
        engine_of(self)?;
        let n_survivors =
            self.search.population.saturating_mul(self.search.n_islands()).max(self.search.pool);
        demand(
            n_survivors.saturating_mul(self.genome.len()) <= N_GENES_MAX,
            "search.population",
            "a population has at most 128 Mi genes; lower it, or the shape of `genome`",
        )
    }
}

/// Puts the values of a table over those of another, table by table. Keys may
/// be written with hyphens.
fn merge(under: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        let key = key.replace('-', "_");
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => merge(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
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
