//! Making the runs of an experiment, several at once.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use marahel_config::{EvolutionError, problem_of};
use marahel_evolution::{Event, Monitor, Recorder, RunFolder, Stop};
use marahel_system::files::{failed, make_folder};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{ExperimentError, Trial};

/// Observes the runs of an experiment, from several threads at once. If it stops as a [`Monitor`],
/// running ones end as soon as possible and no others begin.
pub trait Watch: Monitor {
    /// A run begins, or was finished before; `index` is that in the list of runs.
    fn begins(&self, trial: &Trial, index: usize, is_done: bool);

    /// A run has finished; `n_done` of all runs are finished now.
    fn ends(&self, trial: &Trial, index: usize, n_done: usize);
}

/// Makes the missing runs in the folder of their experiment; returns whether all have finished.
///
/// Makes as many runs at once as there are threads (0: one for each core). If the runs are fewer,
/// they divide the threads; the bytes of the results do not depend on it. A run is made in a folder
/// beside its own, `seed-N.part`, and renamed when it is finished.
///
/// # Errors
///
/// If a folder contains a run of another config, which is detected before any run begins; if a run
/// fails, or a folder cannot be written.
pub fn make(
    trials: &[Trial],
    experiment: &Path,
    n_threads: usize,
    watch: &dyn Watch,
) -> Result<bool, ExperimentError> {
    let are_done = trials.iter().map(|trial| trial.is_done(experiment));
    let are_done = are_done.collect::<Result<Vec<bool>, _>>()?;
    let (finished, missing): (Vec<usize>, Vec<usize>) =
        (0..trials.len()).partition(|&index| are_done[index]);
    for &index in &finished {
        watch.begins(&trials[index], index, true);
    }
    let n_threads = match n_threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let n_workers = n_threads.min(missing.len()).max(1);
    let pools = (0..n_workers).map(|worker| {
        // The shares of workers differ by at most 1.
        let share = n_threads / n_workers + usize::from(worker < n_threads % n_workers);
        ThreadPoolBuilder::new().num_threads(share).build()
    });
    let pools: Vec<ThreadPool> = pools.collect::<Result<_, _>>()?;
    let work = Work {
        trials,
        missing: &missing,
        experiment,
        watch,
        next: AtomicUsize::new(0),
        n_done: AtomicUsize::new(finished.len()),
        has_failed: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> =
            pools.iter().map(|pool| scope.spawn(move || pool.install(|| work.run()))).collect();
        workers.into_iter().try_fold(true, |all, worker| {
            // The panic of the run was printed already.
            let is_complete =
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(all & is_complete?)
        })
    })
}

/// The shared state of the workers.
struct Work<'w> {
    trials: &'w [Trial],
    missing: &'w [usize],
    experiment: &'w Path,
    watch: &'w dyn Watch,
    /// Index in `missing` of the next run.
    next: AtomicUsize,
    n_done: AtomicUsize,
    has_failed: AtomicBool,
}

impl Work<'_> {
    /// Makes one run after the other; returns whether all of them finished.
    fn run(&self) -> Result<bool, ExperimentError> {
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&index) = self.missing.get(place) else { return Ok(true) };
            if self.watch.is_stopped() || self.has_failed.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let trial = &self.trials[index];
            self.watch.begins(trial, index, false);
            match make_one(trial, self.experiment, self.watch) {
                Ok(true) => {
                    let n_done = self.n_done.fetch_add(1, Ordering::Relaxed) + 1;
                    self.watch.ends(trial, index, n_done);
                }
                ended => {
                    self.has_failed.fetch_or(ended.is_err(), Ordering::Relaxed);
                    return ended;
                }
            }
        }
    }
}

/// Makes a run; returns whether it finished.
fn make_one(trial: &Trial, experiment: &Path, watch: &dyn Watch) -> Result<bool, ExperimentError> {
    let (place, part) = (trial.folder(experiment), trial.part(experiment));
    place.ancestors().skip(1).take(4).try_for_each(make_folder)?;
    make_room(&place, &part)?;
    let problem = problem_of(&trial.config);
    let folder = RunFolder::create(&part, true, &trial.config, &problem)?;
    marahel_report::remove_figures(&part)?;
    let mut recorder = Quiet { folder };
    let outcome = marahel_evolution::run(&trial.config, &problem, &mut recorder, watch)?;
    if outcome.is_interrupted {
        return Ok(false);
    }
    recorder.folder.finish(&outcome, None)?;
    drop(recorder); // release the folder before it is moved
    fs::rename(&part, &place).map_err(failed("naming the folder", &place))?;
    Ok(true)
}

/// Moves an incomplete run to the place where it is made again, so that only files written by runs
/// are lost.
fn make_room(place: &Path, part: &Path) -> Result<(), ExperimentError> {
    if !place.exists() {
        return Ok(());
    }
    if part.exists() {
        fs::remove_dir_all(part).map_err(failed("removing the folder", part))?;
    }
    Ok(fs::rename(place, part).map_err(failed("moving the folder", place))?)
}

/// Writes the run folder without other output.
struct Quiet<'r> {
    folder: RunFolder<'r>,
}

impl Recorder for Quiet<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        match event {
            // An interrupted run will start over.
            Event::Searched(search) if search.is_interrupted => Ok(Stop::All),
            _ => self.folder.record(event),
        }
    }
}
