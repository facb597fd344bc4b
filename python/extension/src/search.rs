//! The search engine of a config, judged by whoever asks.

use std::sync::{Mutex, MutexGuard};

use marahel_config::{Config as Settings, Genome, GenomeEngine, Individual, engine_of, problem_of};
use marahel_evolution::{Evaluator, Purpose, Streams};
use marahel_search::Objectives;
use numpy::{PyArray1, PyArray2, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::arrays::{genomes_to_python, integers, table};
use crate::config::Config;
use crate::error::{evolution_error, runtime_error, value_error};
use crate::problem::N_THREADS_MAX;

/// The search engine of a config: ask for genomes, judge them, tell.
///
/// The engine is a function of its config and of what it is told. It draws the same random
/// numbers as a run of the config, so that with the algorithm "nsga2" or "random", and what
/// `evaluate` says, its populations are those of the run.
#[pyclass(frozen, module = "marahel")]
pub(crate) struct Search {
    settings: Settings,
    state: Mutex<State>,
}

struct State {
    engine: GenomeEngine,
    generation: u64,
    /// Levels that were spent.
    n_levels: u64,
    /// The genomes that were asked and not yet told of.
    asked: Option<Vec<Genome>>,
    n_objectives: Option<usize>,
}

#[pymethods]
impl Search {
    /// The engine of a config.
    ///
    /// Args:
    ///     config: a `Config`.
    ///
    /// Raises:
    ///     ValueError: settings of the search that make no sense.
    #[new]
    fn new(config: &Config) -> PyResult<Self> {
        let settings = config.settings.clone();
        let engine = engine_of(&settings, &problem_of(&settings)).map_err(evolution_error)?;
        let state = State { engine, generation: 0, n_levels: 0, asked: None, n_objectives: None };
        Ok(Self { settings, state: Mutex::new(state) })
    }

    /// Genomes to judge: random ones at first, offspring later. Asking again without telling
    /// gives the same ones of an engine without phases.
    ///
    /// Returns:
    ///     int32 array (n, n_genes); a list of arrays if genomes differ in length.
    fn ask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let share = self.share()?;
        let mut state = self.state()?;
        let state = &mut *state;
        let genomes = py.detach(|| {
            let streams = Streams::new(self.settings.seed);
            let mut rng = streams.rng(Purpose::Vary, state.generation, 0);
            state.engine.advance(share);
            state.engine.ask(&mut rng)
        });
        let array = genomes_to_python(py, genomes.iter())?;
        state.asked = Some(genomes);
        Ok(array)
    }

    /// Objectives of genomes as a run of this config measures them in this generation.
    ///
    /// Args:
    ///     genomes: integer array (n, n_genes), or a list of lists: those that were asked.
    ///     threads: 0 for all cores. The result is the same for any number.
    ///
    /// Returns:
    ///     float64 array (n, m): fitness in 0..=1 by each objective of the problem.
    ///
    /// Raises:
    ///     TypeError: genes that are no whole numbers.
    ///     ValueError: genomes of another shape, or genes that are none.
    #[pyo3(signature = (genomes, threads=0))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        genomes: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let genomes = crate::arrays::genomes(genomes)?;
        let generation = self.state()?.generation;
        let problem = problem_of(&self.settings);
        let pool = ThreadPoolBuilder::new().num_threads(threads.min(N_THREADS_MAX)).build();
        let pool = pool.map_err(|error| runtime_error(&error))?;
        let batch = py.detach(|| {
            let mut evaluator = Evaluator::new(&self.settings, &problem)?;
            let decoder = self.settings.decoder(&problem)?;
            let genomes = genomes.into_iter().map(|genome| decoder.genome(genome));
            let genomes = genomes.collect::<Result<Vec<_>, _>>()?;
            pool.install(|| evaluator.evaluate(&genomes, generation))
        });
        let rows = batch.map_err(evolution_error)?.evaluations.into_iter();
        problem.check_judge().map_err(|failure| runtime_error(&failure))?;
        let values: Vec<f64> = rows.flat_map(|one| one.objectives).collect();
        table(py, values, problem.objectives().len())
    }

    /// Tells what the genomes that were asked are worth.
    ///
    /// Args:
    ///     objectives: float array (n, m), a row for each genome; larger is better.
    ///     levels: levels that this took, which count towards the budget of the config;
    ///         by default `maps` of the config for each genome.
    ///     genomes: those that were judged, if they are not all those that were asked: what
    ///         differs takes the place of an asked one, such as a script that a model wrote.
    ///
    /// Raises:
    ///     TypeError: values that are no floats.
    ///     ValueError: another number of rows, columns or genomes, values that are not finite, or
    ///         a genome that the search could not breed from, such as a script for other tiles.
    ///     RuntimeError: nothing was asked.
    #[pyo3(signature = (objectives, levels=None, genomes=None))]
    fn tell(
        &self,
        py: Python<'_>,
        objectives: &Bound<'_, PyAny>,
        levels: Option<u64>,
        genomes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let array: PyReadonlyArrayDyn<'_, f64> = objectives
            .extract()
            .map_err(|_| PyTypeError::new_err("objectives are a numpy array of dtype float64"))?;
        let [n_rows, n_columns] = *array.shape() else {
            let shape = array.shape();
            return Err(value_error(format!(
                "objectives have the shape (n, m); these have {shape:?}"
            )));
        };
        let values: Vec<f64> = array.as_array().iter().copied().collect();
        let mut state = self.state()?;
        let state = &mut *state;
        let Some(asked) = &state.asked else {
            return Err(PyRuntimeError::new_err("nothing was asked; call ask before tell"));
        };
        let n_asked = asked.len();
        if n_rows != n_asked {
            return Err(value_error(format!(
                "{n_asked} genomes were asked, and {n_rows} rows told"
            )));
        }
        if state.n_objectives.is_some_and(|n| n != n_columns) {
            return Err(value_error(format!(
                "there are {n_columns} objectives now, and were {} before",
                state.n_objectives.unwrap_or_default()
            )));
        }
        let told = Objectives::new(n_columns, values).map_err(value_error)?;
        if let Some(genomes) = genomes {
            let judged = crate::arrays::genomes(genomes)?;
            if judged.len() != n_asked {
                let n = judged.len();
                return Err(value_error(format!("{n_asked} genomes were asked, and {n} judged")));
            }
            let decoder = self.settings.decoder(&problem_of(&self.settings));
            let decoder = decoder.map_err(evolution_error)?;
            for (index, (asked, judged)) in asked.iter().zip(judged).enumerate() {
                if integers(asked) != judged {
                    let genome = decoder.genome(judged).map_err(value_error)?;
                    state.engine.propose(index, genome).map_err(value_error)?;
                }
            }
        }
        py.detach(|| state.engine.tell(&told));
        let of_maps = u64::from(self.settings.maps).saturating_mul(n_asked as u64);
        state.n_levels = state.n_levels.saturating_add(levels.unwrap_or(of_maps));
        state.generation += 1;
        state.asked = None;
        state.n_objectives = Some(n_columns);
        Ok(())
    }

    /// Generations that were told.
    #[getter]
    fn generation(&self) -> PyResult<u64> {
        Ok(self.state()?.generation)
    }

    /// Share of the search that is done by the limits of the config, in 0..=1; phases of
    /// the search go by it.
    #[getter]
    fn share(&self) -> PyResult<f64> {
        let state = self.state()?;
        let share = |n: u64, max: u64| if max == 0 { 0.0 } else { n as f64 / max as f64 };
        let limits = &self.settings.search;
        let shares =
            [share(state.generation, limits.generations), share(state.n_levels, limits.budget)];
        Ok(shares[0].max(shares[1]).min(1.0))
    }

    /// Those who live, best first.
    #[getter]
    fn population(&self, py: Python<'_>) -> PyResult<Population> {
        let state = self.state()?;
        Population::of(py, state.engine.population().iter().collect())
    }

    /// Those of them whom nobody dominates, best first.
    #[getter]
    fn front(&self, py: Python<'_>) -> PyResult<Population> {
        let state = self.state()?;
        let firsts = state.engine.population().iter().filter(|one| one.rank == 0);
        Population::of(py, firsts.collect())
    }
}

impl Search {
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        // Waiting for another thread, which may wait for the GIL, would be for ever.
        self.state.try_lock().map_err(|_| {
            PyRuntimeError::new_err("another thread uses this search; they must take turns")
        })
    }
}

/// Individuals of a search, a row each.
#[pyclass(frozen, get_all, module = "marahel")]
pub(crate) struct Population {
    /// int64 (n,): the k-th genome that the engine was told of has the id k, from 0.
    ids: Py<PyArray1<i64>>,
    /// int32 (n, n_genes), or a list of arrays.
    genomes: Py<PyAny>,
    /// float64 (n, m), as they were told.
    objectives: Py<PyArray2<f64>>,
    /// int64 (n,): 0 for the first front.
    ranks: Py<PyArray1<i64>>,
    /// What made each of its parents, in a word.
    operators: Vec<String>,
}

impl Population {
    fn of(py: Python<'_>, individuals: Vec<&Individual>) -> PyResult<Self> {
        let n_objectives = individuals.first().map_or(0, |one| one.objectives.len());
        let values = individuals.iter().flat_map(|one| one.objectives.iter().copied());
        let ids = individuals.iter().map(|one| one.id.cast_signed());
        let ranks = individuals.iter().map(|one| i64::from(one.rank));
        Ok(Self {
            ids: PyArray1::from_vec(py, ids.collect()).unbind(),
            genomes: genomes_to_python(py, individuals.iter().map(|one| &one.genome))?.unbind(),
            objectives: table(py, values.collect(), n_objectives)?.unbind(),
            ranks: PyArray1::from_vec(py, ranks.collect()).unbind(),
            operators: individuals.iter().map(|one| one.operator.to_string()).collect(),
        })
    }
}

#[pymethods]
impl Population {
    fn __len__(&self) -> usize {
        self.operators.len()
    }

    fn __repr__(&self) -> String {
        format!("<Population of {}>", self.operators.len())
    }
}
