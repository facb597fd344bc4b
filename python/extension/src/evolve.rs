//! Runs, and the folders that they leave.
//!
//! A search runs on threads of its own. The Python thread that asked for it attends to
//! whatever is Python's business meanwhile: signals, callbacks, and crews.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use marahel_config::{Config as Settings, EvolutionError, Genetics, Options, Setup};
use marahel_evolution::{
    Checkpoint, CheckpointAge, Crew, Event, GenerationSummary, Monitor, Recorder, RunFolder,
    SavedRun, Stop, run_with, setup_of_run,
};
use marahel_problem::Problem;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::ThreadPoolBuilder;

use crate::config::Config;
use crate::error::{evolution_error, runtime_error, value_error};
use crate::problem::N_THREADS_MAX;

/// Where a run goes that is told no folder, as with the program.
const RUNS: &str = "results/runs";

/// Time between two looks for a signal.
const LOOK_PERIOD: Duration = Duration::from_millis(20);

/// Runs a config and leaves its folder. `marahel.evolve` is for people.
///
/// Returns:
///     The folder, and whether Ctrl-C ended the search.
#[pyfunction]
#[pyo3(signature = (config, folder=None, overwrite=false, threads=0, checkpoint=None,
    callback=None, crew=None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
pub(crate) fn evolve(
    py: Python<'_>,
    config: &Config,
    folder: Option<PathBuf>,
    overwrite: bool,
    threads: usize,
    checkpoint: Option<f64>,
    callback: Option<Bound<'_, PyAny>>,
    crew: Option<Bound<'_, PyAny>>,
) -> PyResult<(PathBuf, bool)> {
    let setup = Setup::new(config.settings.clone()).map_err(evolution_error)?;
    let Setup { config, problem, genetics } = setup;
    let made = match &folder {
        Some(path) => RunFolder::create(path, overwrite, &config, &problem),
        None => RunFolder::create_new(Path::new(RUNS), &config, &problem),
    };
    let how = How { threads, checkpoint, callback, crew };
    search(py, &config, &problem, genetics, made.map_err(evolution_error)?, None, how)
}

/// Goes on with the run of a folder. `marahel.resume` is for people.
///
/// Returns:
///     The folder, and whether Ctrl-C ended the search.
#[pyfunction]
#[pyo3(signature = (folder, generations=None, budget=None, threads=0, checkpoint=None,
    callback=None, crew=None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
pub(crate) fn resume(
    py: Python<'_>,
    folder: PathBuf,
    generations: Option<u64>,
    budget: Option<u64>,
    threads: usize,
    checkpoint: Option<f64>,
    callback: Option<Bound<'_, PyAny>>,
    crew: Option<Bound<'_, PyAny>>,
) -> PyResult<(PathBuf, bool)> {
    let limits = Options { generations, budget, ..Options::default() };
    if !folder.join("config.toml").exists() {
        let message =
            format!("{}: there is no config.toml; this is no run folder", folder.display());
        return Err(PyOSError::new_err(message));
    }
    let setup =
        setup_of_run(marahel_papers::fdg20::BUILT_IN, &folder, &limits).map_err(evolution_error)?;
    let Setup { config, problem, genetics } = setup;
    let saved = Checkpoint::read(&folder, CheckpointAge::Last).map_err(evolution_error)?;
    let made = RunFolder::resume(&folder, &config, &problem, saved.as_ref());
    let how = How { threads, checkpoint, callback, crew };
    let saved = saved.map(|checkpoint| checkpoint.run);
    search(py, &config, &problem, genetics, made.map_err(evolution_error)?, saved, how)
}

/// Measures the front of a run folder again, as `evolve validate` does.
#[pyfunction]
#[pyo3(signature = (folder, maps=1000, crew=None))]
pub(crate) fn revalidate(
    py: Python<'_>,
    folder: PathBuf,
    maps: u32,
    crew: Option<Bound<'_, PyAny>>,
) -> PyResult<()> {
    if maps == 0 {
        return Err(value_error("maps = 0: at least one level must be measured"));
    }
    let attendance = Attendance { callback: None, crew, watch: &Watch::default() };
    let has_crew = attendance.crew.is_some();
    attendance.during(py, |requests| {
        let crew = Elsewhere(requests);
        let crew = has_crew.then_some(&crew as &dyn Crew);
        marahel_evolution::revalidate(marahel_papers::fdg20::BUILT_IN, &folder, maps, crew)
            .map(drop)
    })
}

/// How a search is run, which has no say in what it finds.
struct How<'py> {
    threads: usize,
    checkpoint: Option<f64>,
    callback: Option<Bound<'py, PyAny>>,
    crew: Option<Bound<'py, PyAny>>,
}

/// Runs a search into its folder, from its beginning or from where it was saved.
fn search(
    py: Python<'_>,
    config: &Settings,
    problem: &Problem,
    genetics: Genetics,
    mut folder: RunFolder<'_>,
    saved: Option<SavedRun<'_>>,
    how: How<'_>,
) -> PyResult<(PathBuf, bool)> {
    let How { threads, checkpoint, callback, crew } = how;
    let period = checkpoint.map(Duration::try_from_secs_f64).transpose().map_err(value_error)?;
    let path = folder.path().to_owned();
    marahel_report::remove_figures(&path).map_err(|error| runtime_error(&error))?;
    folder.keep_checkpoints(period);
    let pool = ThreadPoolBuilder::new().num_threads(threads.min(N_THREADS_MAX)).build();
    let pool = pool.map_err(|error| runtime_error(&error))?;
    let watch = Watch::default();
    let is_told = callback.is_some();
    let has_crew = crew.is_some();
    let attendance = Attendance { callback, crew, watch: &watch };
    let (outcome, tidied) = attendance.during(py, |requests| {
        let teller = is_told.then(|| requests.clone());
        let mut recorder = Recording { folder, problem, watch: &watch, teller };
        let crew = Elsewhere(requests);
        let crew = has_crew.then_some(&crew as &dyn Crew);
        pool.install(|| {
            let recorder = &mut recorder;
            let outcome = run_with(config, problem, genetics, saved, crew, recorder, &watch)?;
            let tidied = marahel_improve::minimise::tidy_best(&outcome, config, problem);
            let readable = tidied.as_ref().ok().and_then(Option::as_ref);
            recorder.folder.finish(&outcome, readable)?;
            Ok((outcome, tidied))
        })
    })?;
    tidied.map_err(|error| runtime_error(&error))?;
    if outcome.last.is_some() {
        py.detach(|| marahel_report::write_figures(&path))
            .map_err(|error| runtime_error(&error))?;
    }
    Ok((path, watch.is_interrupted.load(Ordering::Relaxed)))
}

/// Whether a search should end, and what ends it.
#[derive(Default)]
struct Watch {
    /// The [`Stop`] that was told, as a number.
    told: AtomicU8,
    is_searched: AtomicBool,
    is_interrupted: AtomicBool,
}

impl Watch {
    /// The first call ends the search with its generation; the next one, or one behind the
    /// search, stops whatever is done.
    fn stop_more(&self) {
        let was_ending = self.stop() > Stop::No;
        let is_searched = self.is_searched.load(Ordering::Relaxed);
        self.tell(if was_ending || is_searched { Stop::All } else { Stop::AfterGeneration });
    }

    fn tell(&self, stop: Stop) {
        self.told.fetch_max(stop as u8, Ordering::Relaxed);
    }
}

impl Monitor for Watch {
    fn stop(&self) -> Stop {
        match self.told.load(Ordering::Relaxed) {
            0 => Stop::No,
            told if told < Stop::All as u8 => Stop::AfterGeneration,
            _ => Stop::All,
        }
    }
}

/// What a search wants of Python, and where the answer goes.
enum Request {
    /// A generation is over: names and values.
    Generation(Vec<(String, f64)>, Sender<()>),
    /// Jobs for the crew; no answer where it failed.
    Work(Vec<Vec<u8>>, Sender<Option<Vec<Vec<u8>>>>),
}

/// Writes a run down and tells of it.
struct Recording<'r> {
    folder: RunFolder<'r>,
    problem: &'r Problem,
    watch: &'r Watch,
    teller: Option<Sender<Request>>,
}

impl Recorder for Recording<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        self.folder.record(event)?;
        match (event, &self.teller) {
            (Event::Generation { summary, share, .. }, Some(teller)) => {
                let columns = GenerationSummary::columns(self.problem.objectives()).into_iter();
                let number = |text: String| text.parse().unwrap_or(f64::NAN);
                let mut row: Vec<(String, f64)> =
                    columns.zip(summary.to_row().into_iter().map(number)).collect();
                row.push(("share".to_owned(), *share));
                ask(teller, |reply| Request::Generation(row, reply));
            }
            (Event::Searched(_), _) => {
                self.watch.is_searched.store(true, Ordering::Relaxed);
                // What is told from now on is heeded where it is measured.
                return Ok(if self.watch.is_stopped() { Stop::All } else { Stop::No });
            }
            _ => (),
        }
        Ok(Stop::No)
    }
}

/// Workers that Python knows how to reach.
struct Elsewhere(Sender<Request>);

impl Crew for Elsewhere {
    fn work(&self, jobs: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, EvolutionError> {
        let answers = ask(&self.0, |reply| Request::Work(jobs, reply)).flatten();
        answers.ok_or_else(|| EvolutionError::Crew("the crew did not do its work".to_owned()))
    }
}

/// Hands a request to the Python thread and waits for the answer.
fn ask<T>(requests: &Sender<Request>, request: impl FnOnce(Sender<T>) -> Request) -> Option<T> {
    let (reply, answer) = channel();
    requests.send(request(reply)).ok()?;
    answer.recv().ok()
}

/// What the Python thread has at hand while a search runs.
struct Attendance<'a, 'py> {
    callback: Option<Bound<'py, PyAny>>,
    crew: Option<Bound<'py, PyAny>>,
    watch: &'a Watch,
}

impl<'py> Attendance<'_, 'py> {
    /// Does work on a thread of its own, and attends to its requests until it is done.
    fn during<T: Send>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(Sender<Request>) -> Result<T, EvolutionError> + Send,
    ) -> PyResult<T> {
        let (requests, requested) = channel();
        let requested = Mutex::new(requested);
        let (done, raised) = thread::scope(|scope| {
            let worker = scope.spawn(move || work(requests));
            let raised = self.attend(py, &requested);
            let done = py.detach(|| worker.join());
            (done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), raised)
        });
        match raised {
            Some(error) => Err(error),
            None => done.map_err(evolution_error),
        }
    }

    /// Answers requests until there will be no more. An exception ends the search; it is
    /// returned unless it is a Ctrl-C that the search heeded.
    fn attend(&self, py: Python<'py>, requested: &Mutex<Receiver<Request>>) -> Option<PyErr> {
        let mut raised = None;
        loop {
            let next = py.detach(|| {
                requested.lock().expect("one thread takes it").recv_timeout(LOOK_PERIOD)
            });
            let attended = match next {
                Ok(Request::Generation(row, reply)) => {
                    let told = self.tell(py, row).inspect_err(|error| self.heed(py, error));
                    let _ = reply.send(());
                    told
                }
                Ok(Request::Work(jobs, reply)) => {
                    let (answers, failed) = match self.hand_over(py, &jobs) {
                        Ok(answers) => (Some(answers), Ok(())),
                        Err(error) => (None, Err(error)),
                    };
                    drop(reply.send(answers));
                    failed
                }
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return raised,
            };
            let heard = py.check_signals().inspect_err(|error| self.heed(py, error));
            for error in [attended, heard].into_iter().filter_map(Result::err) {
                raised = raised.or(Some(error).filter(|error| !is_ctrl_c(py, error)));
            }
        }
    }

    /// Lets the search end because of an exception.
    fn heed(&self, py: Python<'_>, error: &PyErr) {
        if is_ctrl_c(py, error) {
            self.watch.is_interrupted.store(true, Ordering::Relaxed);
        } else {
            self.watch.stop_more(); // nothing is to be measured again either
        }
        self.watch.stop_more();
    }

    /// Tells the callback of a generation, which may say that it was the last.
    fn tell(&self, py: Python<'_>, row: Vec<(String, f64)>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let told = PyDict::new(py);
        for (name, value) in row {
            told.set_item(name, value)?;
        }
        if callback.call1((told,))?.is_truthy()? {
            self.watch.tell(Stop::AfterGeneration);
        }
        Ok(())
    }

    /// Has jobs done by the crew. A Ctrl-C meanwhile may end the search with this generation,
    /// so that they are done again.
    fn hand_over(&self, py: Python<'_>, jobs: &[Vec<u8>]) -> PyResult<Vec<Vec<u8>>> {
        let Some(crew) = &self.crew else { return Ok(Vec::new()) };
        let jobs: Vec<_> = jobs.iter().map(|job| PyBytes::new(py, job)).collect();
        loop {
            let done = crew.call1((jobs.clone(),)).and_then(|answers| answers.extract());
            let Err(error) = done else { return done };
            self.heed(py, &error);
            if self.watch.is_stopped() {
                return Err(error);
            }
        }
    }
}

fn is_ctrl_c(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py)
}
