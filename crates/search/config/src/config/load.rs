//! Reading a config from a file and from options.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use marahel_problem::{
    Definition, KEYS_OF_CONFIGS, N_LISTED_MAX, Problem, ProblemError, index_of, long_list,
};
use marahel_system::files::{self, FileKind};
use serde::Deserialize;
use serde::de::Error as _;
use toml::de::{DeTable, DeValue, Error};
use toml::{Spanned, Table, Value};

use super::{Beginning, Config, Options};
use crate::problems::is_path;
use crate::setup::STUDY;
use crate::{BUILT_IN, EvolutionError, ProblemChoice, Problems, Setup};

/// Parts of a dotted key at most, so that nobody can ask for tables of any depth.
const N_KEY_PARTS_MAX: usize = 16;

/// Settings of `[search]` in earlier versions, and what to use instead.
const REMOVED: [&str; 3] = ["proposer", "proposing", "proposals"];
const INSTEAD: &str = "no search asks a program for scripts any more; leave it out: in Python, \
                       `Search.tell` takes scripts of a model (python/examples/model.py)";

/// Bytes of all scripts in `from` together.
const N_FROM_BYTES_MAX: usize = 16 << 20;

impl Config {
    /// Reads a config as [`Setup::load`].
    pub fn load(
        problems: Problems,
        file: Option<&Path>,
        options: &Options,
    ) -> Result<Self, EvolutionError> {
        Setup::load(problems, file, options).map(|setup| setup.config)
    }

    /// The config that options make for a problem that need not be in a table.
    pub fn of_definition(
        definition: Arc<Definition>,
        options: &Options,
    ) -> Result<Self, EvolutionError> {
        let written = definition.name().to_owned();
        let problem = Ok(Problem::with_defaults(definition));
        let layers = Layers { problems: BUILT_IN, written, problem, table: Table::new() };
        layers.complete(options).map(|setup| setup.config)
    }

    /// Reads the text of a config that names no files.
    pub fn parse(
        problems: Problems,
        text: &str,
        options: &Options,
    ) -> Result<Self, EvolutionError> {
        read(problems, text, None, options).map(|setup| setup.config)
    }
}

impl Setup {
    /// Reads a config, the file if there is one, then the options, which win; and sets it up.
    pub fn load(
        problems: Problems,
        file: Option<&Path>,
        options: &Options,
    ) -> Result<Self, EvolutionError> {
        let text = file.map(|file| FileKind::CONFIG.text(file)).transpose()?;
        read(problems, &text.unwrap_or_default(), file, options)
    }

    /// Sets up a config from the text of its file.
    pub fn of_text(
        problems: Problems,
        text: &str,
        file: &Path,
        options: &Options,
    ) -> Result<Self, EvolutionError> {
        read(problems, text, Some(file), options)
    }
}

/// Reads a config from a text, which may be that of a file, and options.
fn read(
    problems: Problems,
    text: &str,
    file: Option<&Path>,
    options: &Options,
) -> Result<Setup, EvolutionError> {
    let place = file.map_or_else(|| "config".to_owned(), |path| path.display().to_string());
    let document = DeTable::parse(text).map_err(|error| in_text(error, text, &place))?;
    if let Some((range, message)) = long_list(document.get_ref()) {
        let line = 1 + text[..range.start].matches('\n').count();
        let place = format!("{place}, line {line}");
        return Err(EvolutionError::Config { place, message });
    }
    let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
    let of_file = document.get_ref().get("problem").and_then(|value| value.get_ref().as_str());
    let of_file =
        of_file.map(|name| if is_path(name) { anchored(folder, name) } else { name.to_owned() });
    let set = options.set.iter().rfind(|(key, _)| key == "problem");
    let set = set.and_then(|(_, value)| value_of(value).as_str().map(str::to_owned));
    let written = options.problem.clone().or(set).or(of_file);
    let mut layers = Layers::new(problems, written)?;
    layers.lay(document).map_err(|error| in_text(error, text, &place))?;
    if let Some(Value::Array(paths)) = layers.table.get_mut("from") {
        for path in paths {
            *path = path.as_str().map(|path| anchored(folder, path)).unwrap_or_default().into();
        }
    }
    for (key, value) in &options.set {
        // Each setting by itself, so that the error names the wrong one.
        layers.lay_setting(key, value).map_err(|message| EvolutionError::Config {
            place: format!("the setting `{key} = {value}`"),
            message,
        })?;
    }
    let none = Options::default();
    match (layers.complete(options), file) {
        // Blame the file if it makes no sense without the options, too.
        (Err(source), Some(path))
            if *options == none || read(problems, text, file, &none).is_err() =>
        {
            Err(EvolutionError::ConfigFile { path: path.to_owned(), source: source.into() })
        }
        (setup, _) => setup,
    }
}

fn in_text(mut error: Error, text: &str, place: &str) -> EvolutionError {
    error.set_input(Some(text));
    let message = error.to_string().trim_end().to_owned();
    EvolutionError::Config { place: place.to_owned(), message }
}

/// A path that is relative to a folder.
fn anchored(folder: &Path, path: &str) -> String {
    folder.join(path).to_string_lossy().into_owned()
}

/// Refuses settings of earlier versions.
fn check_removed(table: &DeTable<'_>) -> Result<(), Error> {
    let search = table.get("search").and_then(|search| search.get_ref().as_table());
    match REMOVED.iter().find(|&&key| search.is_some_and(|search| search.contains_key(key))) {
        Some(key) => Err(Error::custom(format!("`search.{key}`: {INSTEAD}"))),
        None => Ok(()),
    }
}

/// Settings in layers: later ones win.
struct Layers {
    problems: Problems,
    written: String,
    /// The problem with its settings, or the error that nothing has this name, reported later.
    problem: Result<Problem, EvolutionError>,
    /// All other settings.
    table: Table,
}

impl Layers {
    fn new(problems: Problems, written: Option<String>) -> Result<Self, EvolutionError> {
        let written = written.unwrap_or_else(|| problems.kinds[0].name.to_owned());
        let mut problem = problems.definition(&written).map(Problem::with_defaults);
        if is_path(&written) {
            problem = Ok(problem?);
        }
        Ok(Self { problems, written, problem, table: Table::new() })
    }

    /// Puts a table over the layers so far.
    fn lay(&mut self, mut layer: Spanned<DeTable<'_>>) -> Result<(), Error> {
        if let Some(genomes) = self.problems.genomes
            && let Some(study) = layer.get_ref().get(STUDY)
        {
            genomes.check(study.clone())?;
        }
        let entries = layer.get_mut();
        if let Ok(problem) = &mut self.problem
            && let Some(settings) = entries.remove(problem.name())
        {
            *problem = problem.clone().with_settings(settings)?;
        }
        // The tables of other problems are checked, but not used.
        for kind in self.problems.kinds {
            if let Some(settings) = entries.remove(kind.name) {
                Problem::with_defaults(kind.definition().clone()).with_settings(settings)?;
            }
        }
        check_removed(layer.get_ref())?;
        for key in layer.get_ref().keys() {
            index_of(key, KEYS_OF_CONFIGS.into_iter().chain(self.problems.names()))?;
        }
        Config::deserialize(toml::Deserializer::from(layer.clone()))?;
        merge(&mut self.table, Table::deserialize(toml::Deserializer::from(layer))?);
        Ok(())
    }

    /// Puts one setting over the layers so far.
    fn lay_setting(&mut self, key: &str, value: &str) -> Result<(), String> {
        if key.split('.').count() > N_KEY_PARTS_MAX {
            return Err("a key has at most a few parts, as in `zelda.weights.door`".to_owned());
        }
        let table = table_of(key, value);
        if let Some((_, message)) = long_list(table.get_ref()) {
            return Err(message);
        }
        self.lay(table).map_err(|error| error.message().to_owned())
    }

    /// The config of all layers and of options, over what its algorithm and its problem have
    /// by themselves, and what it sets up.
    fn complete(self, options: &Options) -> Result<Setup, EvolutionError> {
        let Self { problems, written, problem, table } = self;
        let mut problem = problem?;
        let search = table.get("search");
        let algorithm = search.and_then(|search| search.get("algorithm")?.clone().try_into().ok());
        let algorithm = options.algorithm.or(algorithm).unwrap_or_default();
        let by_itself = ProblemChoice::of(&written, problem.clone());
        let mut preset = Config::of(algorithm, by_itself);
        // Whoever says where scripts come from, or wants dials, breeds scripts, even of a problem
        // of the study.
        let has_scripts = table.contains_key("from") || !options.from.is_empty();
        let has_dials = table.contains_key("dials") || !options.dials.is_empty();
        let has_start = search.and_then(|search| search.get("start")).is_some();
        let is_told = has_scripts || has_dials || has_start || options.start.is_some();
        let genomes_by_default = problems
            .genomes
            .filter(|genomes| !algorithm.has_islands || !is_told && genomes.preset(&mut preset));
        if has_scripts {
            preset.search.start = Beginning::Scripts;
        }
        let mut under = preset.to_table();
        merge(&mut under, table);
        let mut config: Config = under.try_into().expect("each layer was read by itself");
        options.apply(&mut config);
        if let Some(genomes) = problems.genomes {
            let is_bred = genomes.set_up(&mut config, &mut problem, genomes_by_default.is_some());
            let is_bred = is_bred.map_err(|(key, message)| EvolutionError::Config {
                place: format!("the setting `{key}`"),
                message,
            })?;
            config.genomes = is_bred.then_some(genomes);
        } else if !config.study.is_empty() {
            let message = "this program knows no genomes but scripts; leave it out".to_owned();
            return Err(EvolutionError::Config { place: format!("the table `{STUDY}`"), message });
        }
        let name = problem.name().to_owned();
        let problem = set(problem, &config)
            .map_err(|source| EvolutionError::Problem { problem: name, source })?;
        config.problem = ProblemChoice::of(&written, problem).with_pictures()?;
        let files = config.from.iter().map(|path| {
            let is_text = options.from_texts.contains_key(path);
            if is_text { Ok(vec![path.clone()]) } else { files::scripts_in(path) }
        });
        config.from = files.collect::<Result<Vec<_>, _>>()?.concat();
        if config.from.len() > N_LISTED_MAX {
            let message = format!("a search begins with at most {N_LISTED_MAX} scripts");
            return Err(EvolutionError::Config { place: "the setting `from`".to_owned(), message });
        }
        config.from_texts = first_scripts(&config.from, options)?;
        Setup::new(config)
    }
}

/// The texts of the scripts that a search begins with.
fn first_scripts(paths: &[PathBuf], options: &Options) -> Result<Vec<String>, EvolutionError> {
    // What a file names is no pipe; what was typed may be one.
    let read = if options.from.is_empty() { FileKind::text } else { FileKind::text_given };
    let mut n_bytes = 0;
    let texts = paths.iter().map(|path| {
        let text = match options.from_texts.get(path) {
            Some(text) => text.clone(),
            None => read(FileKind::SCRIPT, path)?,
        };
        n_bytes += text.len();
        if n_bytes > N_FROM_BYTES_MAX {
            let message = "the scripts to begin with have more than 16 MiB together; name fewer";
            return Err(EvolutionError::content(path, message));
        }
        Ok(text)
    });
    texts.collect()
}

fn set(mut problem: Problem, config: &Config) -> Result<Problem, ProblemError> {
    problem.check_settings()?;
    if !config.size.is_empty() {
        problem = problem.with_sizes(config.size.clone())?;
    }
    if !config.dials.is_empty() {
        problem = problem.with_dials(&config.dials)?;
    }
    Ok(problem)
}

/// Puts the values of a table over those of another, table by table.
fn merge(under: &mut Table, over: Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Table(under)), Value::Table(over)) => merge(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// A TOML value, or a string where it is a bare word such as `fresh`.
fn value_of(text: &str) -> DeValue<'_> {
    let parsed = DeValue::parse(text).map(Spanned::into_inner);
    parsed.unwrap_or_else(|_| DeValue::String(text.into()))
}

fn table_of<'t>(key: &'t str, value: &'t str) -> Spanned<DeTable<'t>> {
    let mut parts = key.rsplit('.');
    let last = entry(parts.next().unwrap_or_default(), value_of(value));
    let table = parts.fold(last, |table, key| entry(key, DeValue::Table(table)));
    Spanned::new(0..0, table)
}

fn entry<'t>(key: &'t str, value: DeValue<'t>) -> DeTable<'t> {
    [(Spanned::new(0..0, key.into()), Spanned::new(0..0, value))].into_iter().collect()
}
