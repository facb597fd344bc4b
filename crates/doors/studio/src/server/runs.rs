//! Searches, each a process of the program `evolve`, and their results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, iter};

use axum::Json;
use axum::extract::{Path as InAddress, Query, State};
use marahel_problem::Definition;
use marahel_system::files::write_atomically;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::block_in_place;

use crate::answers::{self, problem_of};
use crate::server::Studio;
use crate::server::files::is_device;
use crate::server::process::Process;
use crate::server::refusal::Refusal;
use crate::server::run_folder::{FrontScript, Glimpse, Plan, RunFolder, RunSummary, runs_in};

/// Maximum number of searches at once; each uses all cores.
const N_RUNNING_MAX: usize = 4;

const NAME_LEN_MAX: usize = 60;

const N_FROM_MAX: usize = 64;

/// The runs of a folder, as processes of the program.
pub struct Runs {
    /// The folder for new runs, and the default one of `evolve`.
    folders: [PathBuf; 2],
    program: PathBuf,
    started: Mutex<Started>,
}

type Started = BTreeMap<String, Process>;

/// `RunWish` of the page.
#[derive(Deserialize)]
pub(crate) struct RunRequest {
    name: String,
    /// The name of a built-in problem, or the text of a problem file.
    problem: String,
    budget: u64,
    seed: u64,
    #[serde(default)]
    from: Vec<String>,
    #[serde(default)]
    locks: Vec<String>,
}

/// A search to start.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// The wanted name; a number is appended if it is taken.
    pub name: String,
    /// The problem.
    pub problem: RunProblem,
    /// Number of levels to measure.
    pub budget: u64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Texts of initial scripts; empty for known generators.
    pub from: Vec<String>,
    /// Locked parts of these scripts, see [`marahel_config::Config::lock`].
    pub locks: Vec<String>,
}

/// A requested problem.
#[derive(Clone, Debug)]
pub enum RunProblem {
    /// A built-in one.
    Name(String),
    /// The text of a problem file, to be written beside the run.
    Text(String),
    /// A problem file, with the files that it names.
    File(PathBuf),
}

#[derive(Deserialize)]
pub(crate) struct Script {
    file: String,
}

impl Runs {
    pub(crate) fn new(folders: [PathBuf; 2], program: PathBuf) -> Self {
        Self { folders, program, started: Mutex::default() }
    }

    fn folder(&self) -> &Path {
        &self.folders[0]
    }

    /// Stops all, and waits until each has written its results.
    pub fn stop_all(&self) {
        let mut started = self.started();
        started.values_mut().for_each(Process::interrupt);
        started.values_mut().for_each(Process::wait);
    }

    fn started(&self) -> MutexGuard<'_, Started> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn folder_of(&self, name: &str) -> Result<RunFolder, Refusal> {
        let folder = self.named(name)?;
        if folder.0.exists() && !folder.is_plain() {
            return Err(Refusal::bad(format!(
                "{name} holds a link, or is behind one, which may lead out of the folder"
            )));
        }
        Ok(folder)
    }

    fn named(&self, name: &str) -> Result<RunFolder, Refusal> {
        let [own, default] = self.folders.each_ref().map(|place| RunFolder(place.join(name)));
        match is_name(name) {
            true if own.is_there() => Ok(own),
            true if default.is_there() => Ok(default),
            // A run that has just begun has no folder yet.
            true if self.started().contains_key(name) => Ok(own),
            // A search that was started by this name.
            _ if plain(name) != name => self.named(&plain(name)),
            _ => Err(Refusal::missing(format!("there is no run {name}"))),
        }
    }

    /// Whether a program is working on a run, and the reason if it failed.
    fn state_of(&self, folder: &RunFolder) -> (bool, Option<String>) {
        if let Some(run) = self.started().get_mut(&folder.name()) {
            let failure = run.failure();
            return (run.is_running(), failure);
        }
        (folder.is_locked(), None)
    }

    /// What the best script of a run meets, while it runs; empty for one that was started elsewhere.
    fn best_so_far(&self, name: &str, is_running: bool) -> String {
        let best = self.started().get(name).filter(|_| is_running).map(Process::best);
        best.unwrap_or_default()
    }

    /// All runs.
    pub fn list(&self) -> Vec<RunSummary> {
        let started: Vec<String> = self.started().keys().cloned().collect();
        let started = started.into_iter().map(|name| RunFolder(self.folder().join(name)));
        let mut runs = BTreeMap::new();
        // Of two with one name the first wins, as in `folder_of`.
        for run in self.folders.iter().flat_map(|place| runs_in(place)).chain(started) {
            if is_name(&run.name()) && (run.is_plain() || !run.0.exists()) {
                runs.entry(run.name()).or_insert(run);
            }
        }
        let summaries = runs.values().map(|run| {
            let (is_running, failure) = self.state_of(run);
            let mut summary = run.summary(is_running, failure.as_deref());
            summary.best_so_far = self.best_so_far(&summary.name, is_running);
            summary
        });
        summaries.collect()
    }

    /// Starts a search; returns the name of its run.
    pub fn start(&self, search: &NewRun) -> Result<String, Refusal> {
        if search.from.len() > N_FROM_MAX {
            return Err(Refusal::bad(format!("a search begins with {N_FROM_MAX} scripts at most")));
        }
        // Holding the lock reserves the name and the room.
        let mut started = self.started();
        check_room(&mut started)?;
        self.make_folder()?;
        let name = self.free_name(&search.name, &started);
        let beside = |ending: &str| self.folder().join(format!("{name}.{ending}"));
        let mut command = Command::new(&self.program);
        command.arg("--problem");
        match &search.problem {
            RunProblem::Name(name) => drop(command.arg(name)),
            RunProblem::File(path) => drop(command.arg(path)),
            RunProblem::Text(text) => {
                let path = beside("toml");
                write_atomically(&path, text.as_bytes()).map_err(Refusal::failed)?;
                command.arg(path);
            }
        }
        command.args(["--budget", &search.budget.to_string(), "--seed", &search.seed.to_string()]);
        if search.from.is_empty() {
            // Known generators, also for the problems of the study: their results are readable.
            command.args(["--start", "starters"]);
        } else {
            let folder = beside("from");
            fs::create_dir_all(&folder).map_err(Refusal::failed)?;
            command.arg("--from");
            for (number, text) in (1..).zip(&search.from) {
                let path = folder.join(format!("{number}.json"));
                write_atomically(&path, text.as_bytes()).map_err(Refusal::failed)?;
                command.arg(path);
            }
            if !search.locks.is_empty() {
                command.arg(format!("--lock={}", search.locks.join(",")));
            }
        }
        command.arg("--out").arg(self.folder().join(&name));
        let run = Process::start(command, beside("log")).map_err(Refusal::failed)?;
        started.insert(name.clone(), run);
        Ok(name)
    }

    /// Resumes a stopped search.
    pub fn resume(&self, name: &str) -> Result<(), Refusal> {
        let folder = self.folder_of(name)?;
        let name = &folder.name();
        let mut started = self.started();
        let is_ours = started.get_mut(name).is_some_and(Process::is_running);
        if is_ours || folder.is_locked() {
            return Err(Refusal::bad(format!("{name} is running")));
        }
        check_room(&mut started)?;
        let mut command = Command::new(&self.program);
        command.arg("resume").arg(folder.0);
        self.make_folder()?;
        let log = self.folder().join(format!("{name}.log"));
        if log.is_symlink() {
            return Err(Refusal::bad(format!("{name}.log is a link; remove it")));
        }
        let run = Process::start(command, log).map_err(Refusal::failed)?;
        started.insert(name.to_owned(), run);
        Ok(())
    }

    /// Tells a search to end and keep its results.
    pub fn stop(&self, name: &str) -> Result<(), Refusal> {
        let folder = self.folder_of(name)?;
        match self.started().get_mut(&folder.name()) {
            Some(run) => run.interrupt(),
            None if folder.is_locked() => {
                return Err(Refusal::bad(format!("{name} was started elsewhere; stop it there")));
            }
            None => {}
        }
        Ok(())
    }

    /// The results of a run so far: its entry in [`list`](Self::list), its generations, its front,
    /// and, when it is over, its best script.
    pub(crate) fn results(&self, name: &str) -> Result<Value, Refusal> {
        let folder = self.folder_of(name)?;
        let (is_running, failure) = self.state_of(&folder);
        Ok(folder.results(is_running, failure.as_deref()))
    }

    /// A short form of a run.
    pub fn glimpse(&self, name: &str) -> Result<Glimpse, Refusal> {
        let folder = self.folder_of(name)?;
        let (is_running, failure) = self.state_of(&folder);
        let mut glimpse = folder.glimpse(is_running, failure.as_deref());
        if is_running {
            let name = &folder.name();
            glimpse.summary.best_so_far = self.best_so_far(name, is_running);
            glimpse.measuring = self.started().get(name).and_then(Process::measuring);
        }
        Ok(glimpse)
    }

    /// Calls `visit` for each script of the front of a run.
    pub fn each_of_front(&self, name: &str, visit: impl FnMut(FrontScript)) -> Result<(), Refusal> {
        let folder = self.folder_of(name)?;
        let (is_running, _) = self.state_of(&folder);
        folder.each_of_front(is_running, visit);
        Ok(())
    }

    /// What a run's config says of it.
    pub fn plan(&self, name: &str) -> Result<Plan, Refusal> {
        Ok(self.folder_of(name)?.plan())
    }

    /// The path of the folder of a run.
    pub fn place(&self, name: &str) -> Result<PathBuf, Refusal> {
        Ok(self.folder_of(name)?.0)
    }

    /// A script of a run, such as `best.json`.
    pub fn script(&self, name: &str, file: &str) -> Result<String, Refusal> {
        self.folder_of(name)?.script(file)
    }

    /// Makes the folder of runs, and rejects a link.
    fn make_folder(&self) -> Result<(), Refusal> {
        let folder = self.folder();
        fs::create_dir_all(folder).map_err(Refusal::failed)?;
        if folder.is_symlink() {
            return Err(Refusal::bad("the folder of the runs is a link, which may lead out"));
        }
        Ok(())
    }

    /// A name like the wished one that is not taken and not reserved on Windows.
    fn free_name(&self, wished: &str, started: &Started) -> String {
        let plain = plain(wished);
        let base = if plain.is_empty() { "run" } else { &plain };
        let numbered = (2_u64..).map(|number| format!("{base}-{number}"));
        let mut names = iter::once(base.to_owned()).chain(numbered);
        let name = names.find(|name| !started.contains_key(name) && self.is_free(name));
        name.expect("a folder has fewer than 2^64 runs")
    }

    fn is_free(&self, name: &str) -> bool {
        let mut places = self.folders.iter().map(|folder| folder.join(name));
        let is_run = places.any(|place| place.exists() || place.is_symlink());
        // Nothing beside a run is overwritten, or written through a link.
        let beside = ["toml", "from", "log"].map(|ending| format!("{name}.{ending}"));
        let mut beside = beside.iter().map(|file| self.folder().join(file));
        let is_taken = beside.any(|place| place.exists() || place.is_symlink());
        !is_device(name) && !is_run && !is_taken
    }
}

impl RunRequest {
    /// The search, if a page may request it: its problem refers to no other files, and starts no
    /// program, unless the user allows it.
    fn checked(self) -> Result<NewRun, Refusal> {
        let Self { name, problem, budget, seed, from, locks } = self;
        problem_of(&problem).map_err(|answers::Refusal(message)| Refusal::bad(message))?;
        let problem = if problem.contains('\n') {
            RunProblem::Text(beside_runs(problem))
        } else {
            RunProblem::Name(problem)
        };
        Ok(NewRun { name, problem, budget, seed, from, locks })
    }
}

/// The text of a problem file for the folder of the runs, from where its judge from outside is found.
fn beside_runs(text: String) -> String {
    let Ok(definition) = Definition::parse(&text) else { return text };
    let Some(outside) = definition.outside() else { return text };
    let folder = Path::new("..").join(outside.folder.as_deref().unwrap_or(""));
    definition.text_with_outside_folder(&folder.to_string_lossy())
}

/// Rejects a further search if too many are running.
fn check_room(started: &mut Started) -> Result<(), Refusal> {
    let n_running: usize = started.values_mut().map(|run| usize::from(run.is_running())).sum();
    if n_running < N_RUNNING_MAX {
        return Ok(());
    }
    Err(Refusal::bad(format!("{n_running} searches are running; stop one, or wait until one ends")))
}

/// Whether a run folder can have this name; users may choose capitals and dots.
fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    !name.is_empty()
        && !name.starts_with('.')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// The name in lower case, shortened, with hyphens in place of anything but letters, digits and
/// `_`.
fn plain(name: &str) -> String {
    let plain = name.chars().take(NAME_LEN_MAX).map(|letter| match letter.to_ascii_lowercase() {
        letter @ ('a'..='z' | '0'..='9' | '_') => letter,
        _ => '-',
    });
    plain.collect::<String>().trim_matches('-').to_owned()
}

pub(crate) async fn list(State(studio): State<Arc<Studio>>) -> Json<Vec<RunSummary>> {
    Json(block_in_place(|| studio.workshop.runs.list()))
}

pub(crate) async fn start(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<RunRequest>,
) -> Result<Json<Value>, Refusal> {
    let name = studio.workshop.runs.start(&request.checked()?)?;
    Ok(Json(json!({ "name": name })))
}

pub(crate) async fn results(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    // Other requests continue on other threads.
    Ok(Json(block_in_place(|| studio.workshop.runs.results(&name))?))
}

pub(crate) async fn script(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
    Query(script): Query<Script>,
) -> Result<String, Refusal> {
    block_in_place(|| studio.workshop.runs.script(&name, &script.file))
}

pub(crate) async fn stop(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    studio.workshop.runs.stop(&name)?;
    Ok(Json(json!({})))
}

pub(crate) async fn resume(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    studio.workshop.runs.resume(&name)?;
    Ok(Json(json!({})))
}
