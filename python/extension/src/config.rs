//! Everything that decides a run.

use std::fmt::{Display, Write as _};
use std::path::PathBuf;

use marahel::Semantics;
use marahel_config::{Config as Settings, Options, named, parse_n_maps, parse_sizes, problem_of};
use marahel_evolution::write_config;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::error::{evolution_error, value_error};

/// Everything that decides a run: with the seed, every byte of its folder.
///
/// What is left out is as in the programs: the defaults of the search algorithm.
#[pyclass(frozen, eq, module = "marahel")]
#[derive(PartialEq)]
pub(crate) struct Config {
    pub(crate) settings: Settings,
}

#[pymethods]
impl Config {
    /// A config, as the options of `evolve` make one.
    ///
    /// Args:
    ///     problem: name of a problem, or path of a problem file (*.toml).
    ///     file: a config as TOML to begin with (`--config`).
    ///     text: the same as text; it refers to no other files.
    ///     seed: the number that all random numbers come from, 0 to 2^63 - 1.
    ///     budget: levels to measure before the search ends, a number or such as "800k".
    ///     generations: generations after which it ends.
    ///     population: individuals that survive a generation, on each island.
    ///     algorithm: "islands", "nsga2" or "random".
    ///     maps: levels that each new script is judged by.
    ///     validation_maps: levels that the front is measured on again.
    ///     size: sizes of levels, such as "20x15" or "11x7,20x15".
    ///     semantics: reading of the language, "documented" or "fdg20".
    ///     settings: any others by their keys, such as {"search.islands": 6}.
    ///
    /// Raises:
    ///     OSError: a file cannot be read.
    ///     ValueError: a key or value that is not understood, or makes no sense.
    ///     TypeError: neither a problem, nor a file, nor a text; or a value of a type that
    ///         no setting has.
    #[new]
    #[pyo3(signature = (problem=None, *, file=None, text=None, seed=None, budget=None,
        generations=None, population=None, algorithm=None, maps=None, validation_maps=None,
        size=None, semantics=None, settings=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
    fn new(
        problem: Option<&str>,
        file: Option<PathBuf>,
        text: Option<&str>,
        seed: Option<u64>,
        budget: Option<&Bound<'_, PyAny>>,
        generations: Option<u64>,
        population: Option<usize>,
        algorithm: Option<&str>,
        maps: Option<u32>,
        validation_maps: Option<u32>,
        size: Option<&str>,
        semantics: Option<&str>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if problem.is_none() && file.is_none() && text.is_none() {
            let names = marahel_papers::fdg20::BUILT_IN.listed();
            return Err(PyTypeError::new_err(format!(
                "name a problem ({names}, or a *.toml), or give a file or a text that names one"
            )));
        }
        if file.is_some() && text.is_some() {
            return Err(PyTypeError::new_err("a file and a text: give one of them"));
        }
        let mut given = Vec::new();
        for (key, value) in settings.into_iter().flatten() {
            given.push((key.extract::<String>()?, toml(&value)?));
        }
        let semantics = read("semantics", semantics, str::parse::<Semantics>)?;
        given.extend(semantics.map(|one| ("study.semantics".to_owned(), one.to_string())));
        let options = Options {
            problem: problem.map(str::to_owned),
            size: read("size", size, parse_sizes)?,
            seed,
            algorithm: read("algorithm", algorithm, named)?,
            population,
            generations,
            budget: budget.map(n_levels).transpose()?,
            maps,
            validation_maps,
            set: given,
            ..Options::default()
        };
        let settings = match text {
            Some(text) => Settings::parse(marahel_papers::fdg20::BUILT_IN, text, &options),
            None => Settings::load(marahel_papers::fdg20::BUILT_IN, file.as_deref(), &options),
        };
        settings.map(|settings| Self { settings }).map_err(evolution_error)
    }

    /// The config as TOML, defaults included: `evolve --config` repeats the run with it.
    fn to_toml(&self) -> String {
        self.settings.to_toml()
    }

    /// Writes config.toml into a folder, with the problem that it names, as
    /// a run begins.
    ///
    /// Raises:
    ///     OSError: it cannot be written to.
    fn write(&self, folder: PathBuf) -> PyResult<()> {
        write_config(&folder, &self.settings).map_err(evolution_error)
    }

    /// Reading of the language, "documented" or "fdg20".
    #[getter]
    fn semantics(&self) -> String {
        problem_of(&self.settings).reading().to_string()
    }

    /// Name of the problem.
    #[getter]
    fn problem(&self) -> &str {
        self.settings.problem.name()
    }

    /// The number that all random numbers come from.
    #[getter]
    fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// Levels that the front is measured on again.
    #[getter]
    fn validation_maps(&self) -> u32 {
        self.settings.validation_maps
    }

    /// The same config with another seed.
    fn with_seed(&self, seed: u64) -> PyResult<Self> {
        if i64::try_from(seed).is_err() {
            return Err(value_error(format!("the seed {seed} is larger than 2^63 - 1")));
        }
        Ok(Self { settings: Settings { seed, ..self.settings.clone() } })
    }

    fn __repr__(&self) -> String {
        format!("<Config of {}, seed {}>", self.problem(), self.seed())
    }
}

/// The value of a keyword that is a text, if it is given.
fn read<T, E: Display>(
    keyword: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Result<T, E>,
) -> PyResult<Option<T>> {
    let wrong = |error: E| value_error(format!("{keyword}: {error}"));
    text.map(|text| parse(text).map_err(wrong)).transpose()
}

/// A number of levels, or a text such as "800k".
fn n_levels(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match given.cast::<PyString>() {
        Ok(text) => parse_n_maps(&text.to_cow()?).map_err(value_error),
        Err(_) => given.extract(),
    }
}

/// A text as a TOML value.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(control)).expect("text takes text");
            }
            plain => quoted.push(plain),
        }
    }
    quoted + "\""
}

/// A Python value as a TOML value. Texts are taken as they are, as behind `--set`, but
/// within lists.
fn toml(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().to_string());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_cow()?.into_owned());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let mut parts = Vec::new();
        for part in value.try_iter()? {
            let part = part?;
            parts.push(match part.cast::<PyString>() {
                Ok(text) => quoted(&text.to_cow()?),
                Err(_) => toml(&part)?,
            });
        }
        return Ok(format!("[{}]", parts.join(", ")));
    }
    let name = value.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a setting is a text, a number, a truth or a list, no {name}"
    )))
}
