//! Searches, each a process of the program `evolve`, and what they leave.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, iter};

use axum::Json;
use axum::extract::{Path as InAddress, Query, State};
use experiment::write_atomically;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Studio;
use crate::process::Process;
use crate::refusal::Refusal;
use crate::run_folder::{RunFolder, runs_in};

/// Searches at once; each uses all cores.
const N_RUNNING_MAX: usize = 4;

/// Letters of a name.
const NAME_LEN_MAX: usize = 60;

/// Scripts that a search may begin with.
const N_FROM_MAX: usize = 64;

/// The runs of a folder.
pub(crate) struct Runs {
    /// Where they begin, and where `evolve` leaves those that are told no place.
    folders: [PathBuf; 2],
    program: PathBuf,
    started: Mutex<Started>,
}

/// Those that this studio started, by name.
type Started = BTreeMap<String, Process>;

/// `RunWish` of the page.
#[derive(Deserialize)]
pub(crate) struct Wish {
    name: String,
    #[serde(flatten)]
    search: answers::Wish,
}

#[derive(Deserialize)]
pub(crate) struct Script {
    file: String,
}

impl Runs {
    pub(crate) fn new(folders: [PathBuf; 2], program: PathBuf) -> Self {
        Self { folders, program, started: Mutex::default() }
    }

    /// Where runs begin.
    fn folder(&self) -> &Path {
        &self.folders[0]
    }

    /// Stops all, and waits until each has written what it found.
    pub(crate) fn stop_all(&self) {
        let mut started = self.started();
        started.values_mut().for_each(Process::interrupt);
        started.values_mut().for_each(Process::wait);
    }

    fn started(&self) -> MutexGuard<'_, Started> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of a run that there is.
    fn folder_of(&self, name: &str) -> Result<RunFolder, Refusal> {
        let [own, other] = self.folders.each_ref().map(|place| RunFolder(place.join(name)));
        match is_name(name) {
            true if own.is_there() => Ok(own),
            true if other.is_there() => Ok(other),
            // A run that has just begun has no folder yet.
            true if self.started().contains_key(name) => Ok(own),
            _ => Err(Refusal::missing(format!("there is no run {name}"))),
        }
    }

    /// Whether a run is being worked on, and why it failed if it did.
    fn state_of(&self, folder: &RunFolder) -> (bool, Option<String>) {
        if let Some(run) = self.started().get_mut(&folder.name()) {
            let failure = run.failure();
            return (run.is_running(), failure);
        }
        (folder.is_locked(), None)
    }

    fn list(&self) -> Vec<Value> {
        let begun: Vec<String> = self.started().keys().cloned().collect();
        let begun = begun.into_iter().map(|name| RunFolder(self.folder().join(name)));
        let mut runs = BTreeMap::new();
        // Of two with one name the first is meant, as in `folder_of`.
        for run in self.folders.iter().flat_map(|place| runs_in(place)).chain(begun) {
            if is_name(&run.name()) {
                runs.entry(run.name()).or_insert(run);
            }
        }
        let summary = |run: &RunFolder| {
            let (is_running, failure) = self.state_of(run);
            run.summary(is_running, failure.as_deref())
        };
        runs.values().map(summary).collect()
    }

    fn start(&self, wish: &Wish) -> Result<String, Refusal> {
        let search = &wish.search;
        search.check().map_err(Refusal::bad)?;
        if search.from.len() > N_FROM_MAX {
            return Err(Refusal::bad(format!("a search begins with {N_FROM_MAX} scripts at most")));
        }
        // Nobody else gets the name or the room meanwhile.
        let mut started = self.started();
        check_room(&mut started)?;
        fs::create_dir_all(self.folder()).map_err(Refusal::failed)?;
        let name = self.free_name(&wish.name, &started);
        let beside = |ending: &str| self.folder().join(format!("{name}.{ending}"));
        let mut command = Command::new(&self.program);
        command.arg("--problem");
        if search.has_problem_file() {
            let path = beside("toml");
            write_atomically(&path, search.problem.as_bytes()).map_err(Refusal::failed)?;
            command.arg(path);
        } else {
            command.arg(&search.problem);
        }
        command.args(["--budget", &search.budget.to_string(), "--seed", &search.seed.to_string()]);
        if search.from.is_empty() {
            // Known generators, also for the problems of the study: people want to read what comes.
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

    fn resume(&self, name: &str) -> Result<Json<Value>, Refusal> {
        let folder = self.folder_of(name)?;
        let mut started = self.started();
        let is_ours = started.get_mut(name).is_some_and(Process::is_running);
        if is_ours || folder.is_locked() {
            return Err(Refusal::bad(format!("{name} is running")));
        }
        check_room(&mut started)?;
        let mut command = Command::new(&self.program);
        command.arg("resume").arg(folder.0);
        fs::create_dir_all(self.folder()).map_err(Refusal::failed)?;
        let log = self.folder().join(format!("{name}.log"));
        let run = Process::start(command, log).map_err(Refusal::failed)?;
        started.insert(name.to_owned(), run);
        Ok(Json(json!({})))
    }

    fn stop(&self, name: &str) -> Result<Json<Value>, Refusal> {
        let folder = self.folder_of(name)?;
        match self.started().get_mut(name) {
            Some(run) => run.interrupt(),
            None if folder.is_locked() => {
                return Err(Refusal::bad(format!("{name} was started elsewhere; stop it there")));
            }
            None => {}
        }
        Ok(Json(json!({})))
    }

    /// A name like the wished one that no run has.
    fn free_name(&self, wished: &str, started: &Started) -> String {
        let plain = plain(wished);
        let base = if plain.is_empty() { "run" } else { &plain };
        let is_free = |name: &String| {
            let is_there = self.folders.iter().any(|place| place.join(name).exists());
            !is_there && !started.contains_key(name)
        };
        let numbered = (2_u64..).map(|number| format!("{base}-{number}"));
        let mut names = iter::once(base.to_owned()).chain(numbered);
        names.find(is_free).expect("a folder has fewer than 2^64 runs")
    }
}

/// Refuses one search more than there may be at once.
fn check_room(started: &mut Started) -> Result<(), Refusal> {
    let n_running: usize = started.values_mut().map(|run| usize::from(run.is_running())).sum();
    if n_running < N_RUNNING_MAX {
        return Ok(());
    }
    Err(Refusal::bad(format!("{n_running} searches are running; stop one, or wait until one ends")))
}

/// Whether a folder with this name can be a run; one that a person named may have capitals and dots.
fn is_name(name: &str) -> bool {
    let is_letter = |one: char| one.is_ascii_alphanumeric() || "-_.".contains(one);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_letter)
}

/// Small letters, digits and hyphens of a name; others become hyphens.
fn plain(name: &str) -> String {
    let plain = name.chars().take(NAME_LEN_MAX).map(|one| match one.to_ascii_lowercase() {
        one @ ('a'..='z' | '0'..='9' | '_') => one,
        _ => '-',
    });
    plain.collect::<String>().trim_matches('-').to_owned()
}

pub(crate) async fn list(State(studio): State<Arc<Studio>>) -> Json<Value> {
    Json(studio.runs.list().into())
}

pub(crate) async fn start(
    State(studio): State<Arc<Studio>>,
    Json(wish): Json<Wish>,
) -> Result<Json<Value>, Refusal> {
    let name = studio.runs.start(&wish)?;
    Ok(Json(json!({ "name": name })))
}

pub(crate) async fn found(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    let folder = studio.runs.folder_of(&name)?;
    let (is_running, failure) = studio.runs.state_of(&folder);
    Ok(Json(folder.found(is_running, failure.as_deref())))
}

pub(crate) async fn script(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
    Query(script): Query<Script>,
) -> Result<String, Refusal> {
    studio.runs.folder_of(&name)?.script(&script.file)
}

pub(crate) async fn stop(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    studio.runs.stop(&name)
}

pub(crate) async fn resume(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    studio.runs.resume(&name)
}
