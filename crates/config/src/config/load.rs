//! Reading a config from a file and from single settings, and what a config
//! must be to make sense.

use std::path::Path;
use std::sync::Arc;

use grammar::GenomeShape;
use problem::{Definition, Genome};
use serde::Deserialize;
use toml::de::DeTable;
use toml::{Spanned, Table, Value};

use super::{Algorithm, Beginning, Config, Noise, Operators, Representation};
use crate::problems::{is_path, settings_of};
use crate::{ExperimentError, Phenotype, ProblemChoice, Problems, engine_of, files, problem_of};

/// Parts of a dotted key, so that no depth of tables is asked for that nobody can read.
const N_KEY_PARTS_MAX: usize = 16;

/// Genes of a genome.
const N_GENES_OF_ONE_MAX: usize = 1 << 24;

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
        problems: Problems,
        file: Option<&Path>,
        overrides: &[(String, String)],
    ) -> Result<Self, ExperimentError> {
        let table = match file {
            Some(path) => read_table(problems, path)?,
            None => Table::new(),
        };
        Self::with_overrides(problems, table, file, overrides)
    }

    /// Reads a config from the text of a file that refers to no others, then
    /// the settings of `overrides`.
    ///
    /// # Errors
    ///
    /// If the text, a key or a value is not understood.
    pub fn parse(
        problems: Problems,
        text: &str,
        overrides: &[(String, String)],
    ) -> Result<Self, ExperimentError> {
        let table = toml::from_str(text).map_err(|error| ExperimentError::Config {
            place: "config".to_owned(),
            message: error.to_string(),
        })?;
        Self::with_overrides(problems, table, None, overrides)
    }

    /// The config of a table, which may be that of a file, and of overrides.
    fn with_overrides(
        problems: Problems,
        mut table: Table,
        file: Option<&Path>,
        overrides: &[(String, String)],
    ) -> Result<Self, ExperimentError> {
        let of_file = table.clone();
        let definitions = definitions(problems, &table, overrides)?;
        for (key, value) in overrides {
            let fail = |message: String| ExperimentError::Config {
                place: format!("the setting `{key} = {value}`"),
                message,
            };
            if key.split('.').count() > N_KEY_PARTS_MAX {
                return Err(fail(
                    "a key has at most a few parts, as in `zelda.weights.door`".into(),
                ));
            }
            insert(&mut table, key, parse_value(value)).map_err(fail)?;
            // One by one, so that a mistake is blamed on its own setting.
            over(Table::new(), table.clone(), &definitions)
                .map_err(|error| fail(told(error.message(), problems)))?;
        }
        let config = Self::complete(table, problems);
        match (config, file) {
            // The file is at fault if it makes no sense without the overrides either.
            (Err(source), Some(path)) if Self::complete(of_file, problems).is_err() => {
                Err(ExperimentError::ConfigFile { path: path.to_owned(), source: source.into() })
            }
            (config, _) => config,
        }
    }

    /// The config of a table with what it refers to and the settings of its
    /// problem, without those of others.
    fn complete(table: Table, problems: Problems) -> Result<Self, ExperimentError> {
        let fail = |error: toml::de::Error| ExperimentError::Config {
            place: "config".to_owned(),
            message: told(&error.to_string(), problems),
        };
        let algorithm = table.get("search").and_then(|search| search.get("algorithm"));
        let algorithm: Option<Algorithm> =
            algorithm.map(|name| name.clone().try_into()).transpose().map_err(fail)?;
        let written = table.get("problem").and_then(Value::as_str);
        let written = written.unwrap_or(problems.0[0].name).to_owned();
        // What a problem of no known name has is as good as any; it is refused below.
        let by_itself = problems.definition(&written).map_or_else(
            |_| problems.0[0].with_defaults(),
            |definition| ProblemChoice::of(&written, definition),
        );
        let mut preset = Self::of(algorithm.unwrap_or_default(), by_itself);
        // Whoever says where scripts come from, or wants dials, breeds scripts, even of a problem
        // of the study.
        let has_scripts = table.contains_key("from");
        let start = table.get("search").and_then(|search| search.get("start"));
        let has_dials = table.contains_key("dials");
        let is_told = has_scripts || has_dials || start.is_some();
        let is_paper = preset.representation == Representation::Paper;
        if is_told && is_paper && preset.search.algorithm == Algorithm::Islands {
            preset = preset.breeding(Genome::Free);
        }
        if has_scripts {
            preset.search.start = Beginning::Scripts;
        }
        let preset = preset.to_table();
        let definitions = definitions(problems, &table, &[])?;
        let (mut config, mut others) = over(preset, table, &definitions).map_err(fail)?;
        let written = config.problem.written();
        let definition = problems.definition(written)?;
        let own = part(&mut others, definition.name());
        config.problem = ProblemChoice::of(written, definition)
            .with_settings(own)
            .map_err(fail)?
            .with_pictures()?;
        config.from = config
            .from
            .iter()
            .map(|path| files::scripts_in(path))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        config.from_texts =
            config.from.iter().map(|path| files::read_written(path)).collect::<Result<_, _>>()?;
        config.check()?;
        Ok(config)
    }

    /// Checks what types cannot.
    fn check(&self) -> Result<(), ExperimentError> {
        let refused = |key: &str, message: &str| {
            let place = format!("the setting `{key}`");
            Err(ExperimentError::Config { place, message: message.to_owned() })
        };
        if let Some((_, key, message)) = self.demands().into_iter().find(|(holds, ..)| !holds) {
            return refused(key, message);
        }
        let problem = problem_of(self)?;
        Phenotype::new(self, &problem)?;
        engine_of(self, &problem)?;
        let n_largest = self.search.n_beginners().max(self.search.pool);
        if n_largest.saturating_mul(self.genome.len()) > N_GENES_MAX {
            let message =
                "a population has at most 128 Mi genes; lower it, or the shape of `genome`";
            return refused("search.population", message);
        }
        Ok(())
    }

    /// What must hold, of which setting, and what to do if it does not.
    fn demands(&self) -> [(bool, &'static str, &'static str); 18] {
        let has_own_noise = self.noise == Noise::Own;
        let Operators { genes, blocks, tree, graft } = self.search.operators;
        let weights = [genes, blocks, tree, graft];
        let GenomeShape { n_explorers, block_len, n_values } = self.genome;
        let breeds_from = self.search.start == Beginning::Scripts;
        [
            (self.maps > 0, "maps", "a script is judged by at least 1 map"),
            (
                self.search.population > 1,
                "search.population",
                "a population has at least 2 individuals",
            ),
            (
                self.search.generations > 0 || self.search.budget > 0,
                "search.generations",
                "a run has at least 1 generation; give a number of them, or a budget of levels",
            ),
            (
                self.rotate == 0 || self.noise == Noise::Common,
                "rotate",
                "only common noise can be rotated; set noise = \"common\" or rotate = 0",
            ),
            (self.grow_period > 0, "grow_period", "give at least 1 generation"),
            (
                has_own_noise || !self.both_readings,
                "both_readings",
                "only levels of noise = \"own\" are made in both readings; set that, or false",
            ),
            (
                has_own_noise || self.search.algorithm != Algorithm::Islands,
                "noise",
                "the algorithm `islands` measures scripts on levels of their own; set noise = \"own\", \
                 or search.algorithm = \"nsga2\"",
            ),
            (
                !has_own_noise || self.search.algorithm == Algorithm::Islands,
                "noise",
                "levels of their own are for the algorithm `islands`; set noise = \"common\"",
            ),
            (
                (0.0..=1.0).contains(&self.search.polish) && self.search.polish_population > 0,
                "search.polish",
                "give a share of the search from 0 to 1, and at least 1 individual",
            ),
            (
                self.search.beginners > 0,
                "search.beginners",
                "give at least 1, for as many random scripts as survive",
            ),
            (
                self.search.family > 0.0 && self.search.family <= 1.0,
                "search.family",
                "give a share of the population above 0, or 1 for no limit",
            ),
            (!self.search.goals.is_empty(), "search.goals", "give at least one goal"),
            (
                weights.iter().all(|weight| (0.0..=1e6).contains(weight))
                    && weights.iter().sum::<f64>() > 0.0,
                "search.operators",
                "weights are at least 0, and one of them is above 0",
            ),
            (
                n_explorers > 0 && block_len > 0 && n_values > 0,
                "genome",
                "explorers, genes of a block and values of a gene are at least 1 each",
            ),
            (self.genome.len() <= N_GENES_OF_ONE_MAX, "genome", "a genome has at most 16 Mi genes"),
            (
                self.representation == Representation::Paper
                    || self.search.algorithm == Algorithm::Islands,
                "representation",
                "free genomes are for the algorithm `islands`; set representation = \"paper\"",
            ),
            (
                breeds_from != self.from.is_empty(),
                "from",
                "name scripts to begin with, and search.start = \"scripts\", or neither",
            ),
            (
                self.lock.is_empty() || breeds_from,
                "lock",
                "only what scripts in `from` have can be locked; name them",
            ),
        ]
    }
}

/// Puts the values of a table over those of another, table by table. Keys may
/// be written with hyphens, but for those of problems, which have names of their own.
fn merge(under: &mut Table, over: Table, is_of_problem: &dyn Fn(&str) -> bool) {
    for (key, value) in over {
        let is_own = is_of_problem(&key);
        let key = if is_own { key } else { key.replace('-', "_") };
        match (under.get_mut(&key), value) {
            (Some(Value::Table(under)), Value::Table(over)) => merge(under, over, &|_| is_own),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// The problems that a config may have settings of: that of the file that it names,
/// if it names one, and those of the table.
fn definitions(
    problems: Problems,
    table: &Table,
    overrides: &[(String, String)],
) -> Result<Vec<Arc<Definition>>, ExperimentError> {
    let overriding = overrides.iter().rfind(|(key, _)| key == "problem");
    let named = match overriding {
        Some((_, value)) => Some(parse_value(value)),
        None => table.get("problem").cloned(),
    };
    let mut definitions = Vec::new();
    // One that is in no first list is there if it is named; a wrong name is told later.
    let is_variant = |written: &str| problems.1.iter().any(|kind| kind.name == written);
    if let Some(Value::String(written)) = named
        && (is_path(&written) || is_variant(&written))
    {
        definitions.push(problems.definition(&written)?);
    }
    definitions.extend(problems.0.iter().map(|kind| Arc::clone(kind.definition())));
    Ok(definitions)
}

/// The config of a table laid over another, and the settings of all problems.
fn over(
    mut under: Table,
    table: Table,
    definitions: &[Arc<Definition>],
) -> Result<(Config, Table), toml::de::Error> {
    let is_problem = |key: &str| definitions.iter().any(|definition| definition.name() == key);
    merge(&mut under, table, &is_problem);
    let mut of_problems = Table::new();
    for definition in definitions {
        let own = part(&mut under, definition.name());
        settings_of(definition, own.clone())?;
        of_problems.extend(own);
    }
    Ok((under.try_into()?, of_problems))
}

/// Takes an entry out of a table, as a table of its own.
fn part(table: &mut Table, name: &str) -> Table {
    table.remove_entry(name).into_iter().collect()
}

/// The table of a config file, in which each setting is understood.
fn read_table(problems: Problems, path: &Path) -> Result<Table, ExperimentError> {
    let text = files::read_written(path)?;
    let fail = |error: toml::de::Error| ExperimentError::Config {
        place: path.display().to_string(),
        message: told(error.to_string().trim_end(), problems),
    };
    let mut table: Table = toml::from_str(&text).map_err(fail)?;
    anchor(&mut table, path);
    // Once as a config, so that a mistake is shown where it stands.
    check_text(&text, &definitions(problems, &table, &[])?).map_err(fail)?;
    Ok(table)
}

/// Finds mistakes in the text of a config.
fn check_text(text: &str, definitions: &[Arc<Definition>]) -> Result<(), toml::de::Error> {
    let in_text = |mut error: toml::de::Error| {
        error.set_input(Some(text));
        error
    };
    let mut table = DeTable::parse(text)?;
    let span = table.span();
    for definition in definitions {
        let own: DeTable<'_> =
            table.get_mut().remove_entry(definition.name()).into_iter().collect();
        let own = toml::Deserializer::from(Spanned::new(span.clone(), own));
        settings_of(definition, own).map_err(in_text)?;
    }
    Config::deserialize(toml::Deserializer::from(table)).map(drop).map_err(in_text)
}

/// A message that lists the settings of a config, with the tables of problems.
fn told(message: &str, problems: Problems) -> String {
    let mut message = message.to_owned();
    if message.contains("unknown field") && message.contains("expected one of `problem`, ") {
        message.extend(problems.names().map(|name| format!(", `{name}`")));
    }
    message
}

/// Makes the paths of a problem and of scripts relative to the config file that names them.
fn anchor(table: &mut Table, config: &Path) {
    let folder = config.parent().unwrap_or(Path::new(""));
    let anchored = |path: &str| folder.join(path).to_string_lossy().into_owned();
    if let Some(Value::String(path)) = table.get_mut("problem")
        && is_path(path)
    {
        *path = anchored(path);
    }
    if let Some(Value::Array(paths)) = table.get_mut("from") {
        for path in paths {
            if let Value::String(path) = path {
                *path = anchored(path);
            }
        }
    }
}

/// A TOML value, or a string where it is a bare word such as `fresh`.
fn parse_value(text: &str) -> Value {
    let parsed = toml::from_str::<Table>(&format!("value = {text}"));
    let value = parsed.ok().and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Sets the value of a dotted key, making tables on the way.
fn insert(table: &mut Table, key: &str, value: Value) -> Result<(), String> {
    let Some((first, rest)) = key.split_once('.') else {
        table.insert(key.to_owned(), value);
        return Ok(());
    };
    let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
    match inner {
        Value::Table(inner) => insert(inner, rest, value),
        _ => Err(format!("`{first}` is a value and has no `{rest}`")),
    }
}
