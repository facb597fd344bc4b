//! A run folder: the settings of a run, its progress, and its results.
//!
//! ```text
//! config.toml        everything that decided the run
//! run.toml           whether it was interrupted, and how many levels validated its front
//! problem.toml       the problem, unless it is a built-in one
//! sprites/TILE.png   pictures of its tiles, if it names some
//! generations.csv    a row for each generation
//! random.csv         the survivors of the random first generation: what the search began with
//! timings.csv        the only file in which equal runs differ
//! front.csv          the final front, as searched and as validated
//! nearest.json       the script that met most demands, while and if a search is far from good
//! best.json          the generator of the front to try first; best.txt explains why,
//!                    best.csv has its measurements
//! population.csv     the last population; slightly outdated during the run
//! ancestry.csv       all ancestors of the front
//! scripts/ID.json    the generators of the front, one file for each different one
//! levels/ID.png      levels of each generator
//! checkpoint.bin     the state for resuming, if checkpoints are on; during the run,
//!                    checkpoint.previous.bin is the one before
//! ```
//!
//! A program that writes into the folder holds a lock on the file `.lock`.

pub(crate) mod checkpoint;
mod clearing;
mod kept_config;
pub(crate) mod lock;
pub(crate) mod status;
pub(crate) mod table;
pub(crate) mod tables;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marahel_config::{Individual, SPRITES};
use marahel_level::fitting_sheet;
use marahel_problem::Problem;
use marahel_system::FileError;
use marahel_system::files::{self, failed, first_entries, write_atomically};
use rayon::prelude::*;
use serde_json::Value;

use crate::ending::best;
use crate::ending::front::FrontMember;
use crate::folder::checkpoint::{Checkpoint, CheckpointAge};
use crate::folder::lock::Lock;
use crate::folder::tables::{GENERATIONS, add_last_volume, write_members, write_population};
use crate::genealogy;
use crate::run::check_aims;
use crate::{
    CsvText, Event, GenerationSummary, Nearest, Outcome, Recorder, RunStatus, Stop, Tidied,
    example_levels,
};
use marahel_config::{Config, EvolutionError};

pub use kept_config::{config_of_run, setup_of_run, write_config};

use clearing::{remove_all_parts, remove_others, remove_run};

/// Levels on a contact sheet, and their layout.
const N_LEVELS: u64 = 16;
/// Maximum number of levels on a sheet after an interruption; fewer if the front is large.
const N_LEVELS_INTERRUPTED: u64 = 4;
const N_LEVELS_INTERRUPTED_IN_ALL: u64 = 100;
const N_COLUMNS: usize = 4;
const TILE_PIXELS: u32 = 16;

/// Time between two writes of the tables that grow with each generation.
const WRITE_PERIOD: Duration = Duration::from_secs(1);

const CONFIG: &str = "config.toml";

/// Name of the problem file in a run folder; absent if the problem is known by name.
pub const PROBLEM: &str = "problem.toml";

const POPULATION: &str = "population.csv";

/// The folder with the scripts that a run began with.
const FROM: &str = "from";

/// The files of a run, for removal when a folder is overwritten.
const FILES: [&str; 17] = [
    CONFIG,
    status::FILE,
    PROBLEM,
    GENERATIONS,
    "random.csv",
    TIMINGS,
    "front.csv",
    POPULATION,
    genealogy::FILE,
    NEAREST,
    "best.json",
    "best.txt",
    "best.csv",
    "archive.csv",     // of versions up to 0.1
    "proposals.jsonl", // likewise
    CheckpointAge::Last.file(),
    CheckpointAge::Previous.file(),
];

/// The script that met most demands after 30 % of a search that was far from good.
pub const NEAREST: &str = "nearest.json";

/// The table that differs between equal runs.
const TIMINGS: &str = "timings.csv";
const TIMINGS_COLUMNS: [&str; 3] = ["generation", "seconds", "maps_per_second"];

/// The subfolders of a run; `clearing` knows which of their files belong to it.
const SUBFOLDERS: [&str; 5] = ["scripts", "archive", "levels", FROM, SPRITES];

/// The folder of one run, being written. It is locked until dropped: no other run writes into it.
pub struct RunFolder<'r> {
    path: PathBuf,
    _lock: Lock,
    config: &'r Config,
    problem: &'r Problem,
    generations: CsvText,
    timings: CsvText,
    last_write: Instant,
    last_generation: Instant,
    n_maps_before: u64,
    checkpoints: Option<Checkpoints>,
}

/// When to write checkpoints. No result depends on it.
struct Checkpoints {
    /// Time between two of them; `None`: [`CHECKPOINT_SHARE`] decides.
    period: Option<Duration>,
    /// When the last one was written, and how long that took.
    last: Option<(Instant, Duration)>,
    /// Total time of all of them.
    cost: Duration,
    n_written: u64,
}

/// Minimum time between two checkpoints, ...
const CHECKPOINT_PERIOD_MIN: Duration = Duration::from_secs(1);

/// ... also as a multiple of the time of the last one: less than a hundredth of the run.
const CHECKPOINT_SHARE: u32 = 120;

impl Checkpoints {
    fn are_due(&self) -> bool {
        self.last.is_none_or(|(when, cost)| {
            let least = CHECKPOINT_PERIOD_MIN.max(cost.saturating_mul(CHECKPOINT_SHARE));
            when.elapsed() >= self.period.unwrap_or(least)
        })
    }
}

impl<'r> RunFolder<'r> {
    /// Creates the folder of a run. Removes everything that an earlier run wrote, but not figures,
    /// which belong to their author.
    ///
    /// # Errors
    ///
    /// If the folder is not empty and `overwrites` is not set, if another program is writing into
    /// it, or if it cannot be written.
    pub fn create(
        path: &Path,
        overwrites: bool,
        config: &'r Config,
        problem: &'r Problem,
    ) -> Result<Self, EvolutionError> {
        check_aims(problem)?;
        fs::create_dir_all(path).map_err(failed("making the folder", path))?;
        let first = first_entries(path, 1).map_err(failed("reading the folder", path))?;
        let is_in_use = !first.is_empty();
        if is_in_use && !overwrites {
            return Err(EvolutionError::FolderInUse(path.to_owned()));
        }
        let lock = Lock::take(path)?;
        if is_in_use {
            remove_run(path)?;
        }
        Self::begin(path, lock, config, problem)
    }

    /// A folder without results.
    fn begin(
        path: &Path,
        lock: Lock,
        config: &'r Config,
        problem: &'r Problem,
    ) -> Result<Self, EvolutionError> {
        write_config(path, config)?;
        let now = Instant::now();
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
            config,
            problem,
            generations: CsvText::new(GenerationSummary::columns(problem.objectives())),
            timings: CsvText::new(TIMINGS_COLUMNS),
            last_write: now,
            last_generation: now,
            n_maps_before: 0,
            checkpoints: None,
        })
    }

    /// Continues a run from a checkpoint of its folder, or from its beginning without one. Earlier
    /// results stay until others replace them.
    ///
    /// # Errors
    ///
    /// If another program is writing into the folder, if it cannot be written, or if the checkpoint
    /// has another config.
    pub fn resume(
        path: &Path,
        config: &'r Config,
        problem: &'r Problem,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Self, EvolutionError> {
        let lock = Lock::take(path)?;
        remove_all_parts(path)?;
        let Some(checkpoint) = checkpoint else { return Self::begin(path, lock, config, problem) };
        checkpoint.check_config(path, config)?;
        let mut folder = Self::begin(path, lock, config, problem)?;
        folder.generations = CsvText::of(&checkpoint.generations);
        folder.n_maps_before = checkpoint.run.n_levels();
        folder.timings = read_timings(path, checkpoint.run.n_generations())?;
        // The earlier end is no longer the end if the limits grew. A damaged status does not
        // matter: the checkpoint contains everything.
        if let Ok(Some(status)) = RunStatus::read(path) {
            status.with_limits_of(config).write(path)?;
        }
        Ok(folder)
    }

    /// Turns on checkpoints, after a generation and at most once every `period`; without a period,
    /// as often as costs less than a hundredth of the time.
    pub fn keep_checkpoints(&mut self, period: Option<Duration>) {
        self.checkpoints =
            Some(Checkpoints { period, last: None, cost: Duration::ZERO, n_written: 0 });
    }

    /// Number of checkpoints written so far, and their total time.
    pub fn checkpoint_cost(&self) -> (u64, Duration) {
        let checkpoints = self.checkpoints.as_ref();
        checkpoints.map_or((0, Duration::ZERO), |all| (all.n_written, all.cost))
    }

    /// A new folder under `parent`, named by problem and seed, with a number if that name is taken.
    pub fn create_new(
        parent: &Path,
        config: &'r Config,
        problem: &'r Problem,
    ) -> Result<Self, EvolutionError> {
        check_aims(problem)?;
        fs::create_dir_all(parent).map_err(failed("making the folder", parent))?;
        let name = format!("{}-seed{}", config.problem, config.seed);
        let names = std::iter::once(name.clone()).chain((2_u64..).map(|n| format!("{name}-{n}")));
        for name in names {
            let path = parent.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Self::create(&path, false, config, problem),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed("making the folder", &path)(error).into()),
            }
        }
        unreachable!("there is always a number left")
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the measurements of the front after the search, and the generator to try first, in
    /// its tidied form if there is one.
    pub fn finish(
        &mut self,
        outcome: &Outcome,
        tidied: Option<&Tidied>,
    ) -> Result<(), EvolutionError> {
        let Some(last) = &outcome.last else { return Ok(()) };
        if let Some(best) = best::best_member(&outcome.front, self.problem.objectives()) {
            write_best(&self.path, best, tidied, self.config, self.problem)?;
        }
        self.write_front(&outcome.front)?;
        if let Some(volume) = last.validated_hypervolume {
            add_last_volume(&self.path, || Ok(Some(volume)))?;
        }
        Ok(self.write_status(outcome)?)
    }

    fn write_front(&self, front: &[FrontMember]) -> Result<(), FileError> {
        write_members(&self.path.join("front.csv"), front, self.problem.objectives())
    }

    fn write_status(&self, outcome: &Outcome) -> Result<(), FileError> {
        RunStatus::of(self.config, outcome).write(&self.path)
    }

    fn write_population(&self, population: &[Individual]) -> Result<(), FileError> {
        write_population(&self.path.join(POPULATION), population, self.problem.objectives())
    }

    fn write_tables(&mut self) -> Result<(), FileError> {
        self.last_write = Instant::now();
        write_atomically(&self.path.join(GENERATIONS), self.generations.bytes())?;
        write_atomically(&self.path.join(TIMINGS), self.timings.bytes())
    }

    /// Adds a generation; tables are written about once a second. Keeps the population of the
    /// random first generation.
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        population: &[Individual],
    ) -> Result<(), EvolutionError> {
        if summary.generation == 0 {
            let path = self.path.join("random.csv");
            write_population(&path, population, self.problem.objectives())?;
        }
        let seconds = self.last_generation.elapsed().as_secs_f64();
        self.last_generation = Instant::now();
        let n_maps = summary.n_maps - self.n_maps_before;
        self.n_maps_before = summary.n_maps;
        self.generations.add(summary.to_row());
        self.timings.add([
            summary.generation.to_string(),
            format!("{seconds:.6}"),
            format!("{:.0}", n_maps as f64 / seconds.max(1e-9)),
        ]);
        if summary.generation == 0 || self.last_write.elapsed() > WRITE_PERIOD {
            self.write_tables()?;
            // Lets observers of the run see how far its front has come.
            self.write_population(population)?;
        }
        Ok(())
    }

    /// Writes a checkpoint if one is due or the search is over. `state` serializes the run.
    fn checkpoint(
        &mut self,
        is_last: bool,
        state: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), EvolutionError> {
        let Some(checkpoints) = &mut self.checkpoints else { return Ok(()) };
        if !is_last && !checkpoints.are_due() {
            return Ok(());
        }
        let begin = Instant::now();
        checkpoint::write(&self.path, self.config, self.generations.text(), &state())?;
        checkpoints.last = Some((Instant::now(), begin.elapsed()));
        checkpoints.cost += begin.elapsed();
        checkpoints.n_written += 1;
        Ok(())
    }

    /// Writes the results of the generations. For a search stopped in its first generation, only
    /// its status.
    fn searched(&mut self, outcome: &Outcome) -> Result<(), EvolutionError> {
        if outcome.last.is_none() {
            return Ok(self.write_status(outcome)?);
        }
        self.write_tables()?;
        self.write_population(&outcome.population)?;
        genealogy::write(&self.path, &outcome.ancestors, self.problem.objectives())?;
        // Somebody who stops a search wants to continue soon, and an early front is large.
        let n_each = N_LEVELS_INTERRUPTED_IN_ALL / (outcome.front.len() as u64).max(1);
        let n_few = n_each.clamp(1, N_LEVELS_INTERRUPTED);
        let n_levels = if outcome.is_interrupted { n_few } else { N_LEVELS };
        write_generators(&self.path, &outcome.front, n_levels, self.config, self.problem)?;
        if let Some(nearest) = &outcome.nearest {
            self.write_nearest(nearest)?;
        }
        self.write_front(&outcome.front)?;
        self.write_status(outcome)?;
        if !outcome.is_interrupted {
            checkpoint::remove_previous(&self.path)?;
        }
        Ok(())
    }

    fn write_nearest(&self, nearest: &Nearest) -> Result<(), EvolutionError> {
        let text = script_text(&nearest.script, self.config);
        write_atomically(&self.path.join(NEAREST), text.as_bytes())?;
        Ok(())
    }
}

impl Recorder for RunFolder<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        match *event {
            Event::Generation { summary, population, nearest, .. } => {
                self.generation(summary, population)?;
                if let Some(nearest) = nearest {
                    self.write_nearest(nearest)?;
                }
            }
            Event::Checkpoint { is_last, state } => self.checkpoint(is_last, state)?,
            Event::Searched(outcome) => self.searched(outcome)?,
            Event::Validates { .. } => (),
        }
        Ok(Stop::No)
    }
}

/// Writes the generator to try first, tidied if possible, and the reason for the choice.
pub(crate) fn write_best(
    path: &Path,
    best: &FrontMember,
    tidied: Option<&Tidied>,
    config: &Config,
    problem: &Problem,
) -> Result<(), EvolutionError> {
    let Some(bred) = &best.script else { return Ok(()) };
    let objectives = problem.objectives();
    let script = tidied.map_or_else(|| script_text(bred, config), |tidied| tidied.script.clone());
    write_atomically(&path.join("best.json"), script.as_bytes())?;
    write_atomically(&path.join("best.csv"), best::to_csv(best, objectives).as_bytes())?;
    let mut why = best::to_text(best, problem);
    why.extend(tidied.map(|tidied| &*tidied.changes));
    write_atomically(&path.join("best.txt"), why.as_bytes())?;
    Ok(())
}

/// The text of a script file: integer genes give the layout of earlier releases, others one for
/// reading.
pub fn script_text(script: &Value, config: &Config) -> String {
    if config.breeds_scripts() {
        return marahel::script::laid_out(script);
    }
    serde_json::to_string_pretty(script).expect("a script is plain data") + "\n"
}

/// The rows of `timings.csv` before a generation, as far as they are readable: no result depends on
/// them.
fn read_timings(path: &Path, n_generations: u64) -> Result<CsvText, EvolutionError> {
    let mut timings = CsvText::new(TIMINGS_COLUMNS);
    let path = path.join(TIMINGS);
    if !path.exists() {
        return Ok(timings);
    }
    let text = files::read(&path)?;
    let rows = csv::Reader::from_reader(text.as_bytes()).into_records();
    for row in rows.map_while(Result::ok).filter(|row| row.len() == TIMINGS_COLUMNS.len()) {
        if row[0].parse().is_ok_and(|generation: u64| generation < n_generations) {
            timings.add(&row);
        }
    }
    Ok(timings)
}

/// Writes each different generator and a sheet of its first levels: those that `marahel generate`
/// makes from seed 0 on.
fn write_generators(
    path: &Path,
    front: &[FrontMember],
    n_levels: u64,
    config: &Config,
    problem: &Problem,
) -> Result<(), EvolutionError> {
    let ids: BTreeSet<String> =
        front.iter().map(|member| format!("{:06}", member.script_id)).collect();
    for name in ["scripts", "levels"] {
        let folder = path.join(name);
        fs::create_dir_all(&folder).map_err(failed("making the folder", &folder))?;
        remove_others(path, name, |file| {
            ids.contains(Path::new(file).file_stem().unwrap_or_default().to_string_lossy().as_ref())
        })?;
    }
    let firsts: Vec<_> = front.iter().filter(|member| member.id == member.script_id).collect();
    firsts.par_iter().try_for_each(|member| {
        let Some(script) = &member.script else { return Ok(()) };
        let text = script_text(script, config);
        write_atomically(&path.join(format!("scripts/{:06}.json", member.id)), text.as_bytes())?;
        let Some(levels) = example_levels(&text, n_levels, config, problem)? else {
            return Ok(()); // it has no levels to show
        };
        let sheet = fitting_sheet(&levels, TILE_PIXELS, Some(N_COLUMNS));
        let sheet_path = path.join(format!("levels/{:06}.png", member.id));
        let sheet = sheet.map_err(|error| EvolutionError::content(&sheet_path, error))?;
        write_atomically(&sheet_path, &sheet)?;
        Ok(())
    })
}

#[cfg(test)]
mod tests;
