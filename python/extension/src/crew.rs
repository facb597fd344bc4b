//! Workers in other processes, and how Python hands jobs to them.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use marahel_config::{EvolutionError, problem_of};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::config::Config;
use crate::error::evolution_error;

type Answers = Result<Vec<Vec<u8>>, EvolutionError>;

/// Does jobs of the searches of one config; any number of workers may do them.
///
/// What `evolve` hands to its `crew` and a worker answers are bytes that nobody else
/// needs to understand. An answer depends on the config and the job alone.
#[pyclass(frozen, module = "marahel._marahel")]
pub(crate) struct Worker {
    /// To the thread that has the memory to make and measure levels in.
    jobs: Sender<(Vec<Vec<u8>>, Sender<Answers>)>,
}

#[pymethods]
impl Worker {
    /// A worker for a config.
    ///
    /// Raises:
    ///     ValueError: the config makes no sense.
    #[new]
    fn new(config: &Config) -> PyResult<Self> {
        let settings = config.settings.clone();
        let (jobs, given) = channel::<(Vec<Vec<u8>>, Sender<Answers>)>();
        let (ready, is_ready) = channel();
        thread::spawn(move || {
            let problem = problem_of(&settings);
            let worker = match marahel_evolution::Worker::new(&settings, &problem) {
                Ok(worker) => worker,
                Err(error) => return drop(ready.send(Err(error))),
            };
            drop(ready.send(Ok(())));
            for (jobs, answers) in given {
                let done = jobs.iter().map(|job| worker.work(job)).collect();
                // Who no longer waits for an answer needs none.
                drop(answers.send(done));
            }
        });
        match is_ready.recv() {
            Ok(ready) => ready.map(|()| Self { jobs }).map_err(evolution_error),
            Err(_) => Err(gone()),
        }
    }

    /// Does jobs on one thread, while other Python threads run.
    ///
    /// Args:
    ///     jobs: a list of n jobs.
    ///
    /// Returns:
    ///     The n answers, in the order of the jobs.
    ///
    /// Raises:
    ///     RuntimeError: bytes that are no job of this config.
    fn work<'py>(&self, py: Python<'py>, jobs: Vec<Vec<u8>>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let (answers, answered) = channel();
        self.jobs.send((jobs, answers)).map_err(|_| gone())?;
        let done = py.detach(move || answered.recv()).map_err(|_| gone())?;
        let done = done.map_err(evolution_error)?;
        Ok(done.iter().map(|answer| PyBytes::new(py, answer)).collect())
    }
}

fn gone() -> PyErr {
    PyRuntimeError::new_err("the worker has ended")
}
