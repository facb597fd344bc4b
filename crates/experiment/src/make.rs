//! Making the runs of an experiment, several at once.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use config::{ExperimentError, problem_of};
use evolution::{Event, Monitor, Recorder, RunFolder, Stop};
use rayon::{ThreadPool, ThreadPoolBuilder};
use system::files::failed;

use crate::{Trial, TrialsError};

/// Follows the runs of an experiment, from several threads at once. When it says so as a
/// [`Monitor`], runs end as soon as they can and no others begin.
pub trait Watch: Monitor {
    /// A run begins, or was done before; `index` is that in the list of runs.
    fn begins(&self, trial: &Trial, index: usize, is_done: bool);

    /// A run was made to its end; `n_done` of all runs are done now.
    fn ends(&self, trial: &Trial, index: usize, n_done: usize);
}

/// Makes the runs that are not done in the folder of their experiment; whether all
/// came to their end.
///
/// As many runs are made at once as there are threads (0: one for each core),
/// which divide the threads if they are fewer; each gives the same bytes either way.
/// A run is made in a folder beside its own, `seed-N.part`, and moved when it is done.
///
/// # Errors
///
/// If a folder holds a run of another config, which is found before any run begins;
/// if a run fails, or a folder cannot be written to.
pub fn make(
    trials: &[Trial],
    experiment: &Path,
    n_threads: usize,
    watch: &dyn Watch,
) -> Result<bool, TrialsError> {
    let are_done = trials.iter().map(|trial| trial.is_done(experiment));
    let are_done = are_done.collect::<Result<Vec<bool>, _>>()?;
    let (done, missing): (Vec<usize>, Vec<usize>) =
        (0..trials.len()).partition(|&index| are_done[index]);
    for &index in &done {
        watch.begins(&trials[index], index, true);
    }
    let n_threads = match n_threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let n_workers = n_threads.min(missing.len()).max(1);
    // Those of the workers differ by 1 at most.
    let share = |worker| n_threads / n_workers + usize::from(worker < n_threads % n_workers);
    let pools: Vec<ThreadPool> = (0..n_workers)
        .map(|worker| ThreadPoolBuilder::new().num_threads(share(worker)).build())
        .collect::<Result<_, _>>()?;
    let work = Work {
        trials,
        missing: &missing,
        experiment,
        watch,
        next: AtomicUsize::new(0),
        n_done: AtomicUsize::new(done.len()),
        has_failed: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> =
            pools.iter().map(|pool| scope.spawn(move || pool.install(|| work.run()))).collect();
        workers.into_iter().try_fold(true, |all, worker| {
            // The run itself has panicked, and has said why.
            let is_complete =
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(all & is_complete?)
        })
    })
}

/// What the workers share.
struct Work<'w> {
    trials: &'w [Trial],
    /// Indices of the runs to make.
    missing: &'w [usize],
    experiment: &'w Path,
    watch: &'w dyn Watch,
    /// Place in `missing` of the next one.
    next: AtomicUsize,
    n_done: AtomicUsize,
    has_failed: AtomicBool,
}

impl Work<'_> {
    /// Takes one run after the other; whether all that it took came to their end.
    fn run(&self) -> Result<bool, TrialsError> {
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

/// Makes a run; whether it came to its end.
fn make_one(trial: &Trial, experiment: &Path, watch: &dyn Watch) -> Result<bool, TrialsError> {
    let (done, part) = (trial.folder(experiment), trial.part(experiment));
    make_room(&done, &part)?;
    let problem = problem_of(&trial.config);
    let folder = RunFolder::create(&part, true, &trial.config, &problem)?;
    report::remove_figures(&part)?;
    let mut recorder = Quiet { folder };
    let outcome = evolution::run(&trial.config, &problem, &mut recorder, watch)?;
    if outcome.is_interrupted {
        return Ok(false);
    }
    recorder.folder.finish(&outcome, None)?;
    drop(recorder); // the folder is free to be moved
    fs::rename(&part, &done).map_err(failed("naming the folder", &done))?;
    Ok(true)
}

/// Moves an incomplete run to where it is made again, so that only files written by runs are lost.
fn make_room(done: &Path, part: &Path) -> Result<(), TrialsError> {
    if !done.exists() {
        return Ok(());
    }
    if part.exists() {
        fs::remove_dir_all(part).map_err(failed("removing the folder", part))?;
    }
    Ok(fs::rename(done, part).map_err(failed("moving the folder", done))?)
}

/// Writes the run folder and says nothing.
struct Quiet<'r> {
    folder: RunFolder<'r>,
}

impl Recorder for Quiet<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, ExperimentError> {
        match event {
            // One that is interrupted is made again.
            Event::Searched(found) if found.is_interrupted => Ok(Stop::All),
            _ => self.folder.record(event),
        }
    }
}
