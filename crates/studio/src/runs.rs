//! Searches, each a process of the program `evolve`, and what they leave.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::{Path as InAddress, Query, State};
use experiment::write_atomically;
use problem::Definition;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Studio;
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
    folder: PathBuf,
    program: PathBuf,
    started: Mutex<BTreeMap<String, Started>>,
}

/// A run that this studio started.
struct Started {
    child: Child,
    /// What it said last, if it failed.
    failure: Option<String>,
}

/// `RunWish` of the page.
#[derive(Deserialize)]
pub(crate) struct Wish {
    problem: String,
    name: String,
    budget: u64,
    seed: u64,
    #[serde(default)]
    from: Vec<String>,
    #[serde(default)]
    locks: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Script {
    file: String,
}

impl Runs {
    pub(crate) fn new(folder: PathBuf, program: PathBuf) -> Self {
        Self { folder, program, started: Mutex::default() }
    }

    /// Stops all, and waits until each has written what it found.
    pub(crate) fn stop_all(&self) {
        let mut started = self.started();
        for run in started.values_mut() {
            if run.is_running() {
                interrupt(&mut run.child);
            }
        }
        for run in started.values_mut() {
            // Nothing can be done about one that cannot be waited for.
            let _ = run.child.wait();
        }
    }

    fn started(&self) -> MutexGuard<'_, BTreeMap<String, Started>> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of a run that there is.
    fn folder_of(&self, name: &str) -> Result<RunFolder, Refusal> {
        let folder = RunFolder(self.folder.join(name));
        let is_plain = name == plain(name);
        // A run that has just begun has no folder yet.
        if is_plain && (folder.is_there() || self.started().contains_key(name)) {
            Ok(folder)
        } else {
            Err(Refusal::missing(format!("there is no run {name}")))
        }
    }

    /// Whether a run is being worked on, and why it failed if it did.
    fn state_of(&self, name: &str) -> (bool, Option<String>) {
        let mut started = self.started();
        let Some(run) = started.get_mut(name) else { return (false, None) };
        if run.is_running() {
            return (true, None);
        }
        if run.failure.is_none() && run.has_failed() {
            run.failure = Some(last_words(&self.log_of(name)));
        }
        (false, run.failure.clone())
    }

    fn list(&self) -> Vec<Value> {
        let mut runs = runs_in(&self.folder);
        for name in self.started().keys() {
            let folder = RunFolder(self.folder.join(name));
            if !folder.is_there() {
                runs.push(folder);
            }
        }
        let summary = |run: &RunFolder| {
            let name = run.0.file_name().unwrap_or_default().to_string_lossy();
            let (is_running, failure) = self.state_of(&name);
            run.summary(is_running, failure.as_deref())
        };
        runs.iter().map(summary).collect()
    }

    fn start(&self, wish: &Wish) -> Result<String, Refusal> {
        fs::create_dir_all(&self.folder).map_err(Refusal::failed)?;
        let name = self.free_name(&wish.name);
        let beside = |ending: &str| self.folder.join(format!("{name}.{ending}"));
        let mut command = Command::new(&self.program);
        command.arg("--problem");
        if wish.problem.contains('\n') {
            check_problem(&wish.problem)?;
            let path = beside("toml");
            write_atomically(&path, wish.problem.as_bytes()).map_err(Refusal::failed)?;
            command.arg(path);
        } else if plain(&wish.problem) == wish.problem {
            command.arg(&wish.problem);
        } else {
            return Err(Refusal::bad("give the name of a problem, or the text of a problem file"));
        }
        command.args(["--budget", &wish.budget.to_string(), "--seed", &wish.seed.to_string()]);
        if wish.from.is_empty() {
            // Known generators, also for the problems of the study: people want to read what comes.
            command.args(["--start", "starters"]);
        } else {
            let folder = beside("from");
            fs::create_dir_all(&folder).map_err(Refusal::failed)?;
            command.arg("--from");
            for (number, text) in (1..).zip(wish.from.iter().take(N_FROM_MAX)) {
                let path = folder.join(format!("{number}.json"));
                write_atomically(&path, text.as_bytes()).map_err(Refusal::failed)?;
                command.arg(path);
            }
            if !wish.locks.is_empty() {
                command.arg(format!("--lock={}", wish.locks.join(",")));
            }
        }
        command.arg("--out").arg(self.folder.join(&name));
        self.run(&name, command)?;
        Ok(name)
    }

    fn resume(&self, name: &str) -> Result<(), Refusal> {
        let folder = self.folder_of(name)?;
        if self.state_of(name).0 {
            return Err(Refusal::bad(format!("{name} is running")));
        }
        let mut command = Command::new(&self.program);
        command.arg("resume").arg(folder.0);
        self.run(name, command)
    }

    fn stop(&self, name: &str) -> Result<(), Refusal> {
        self.folder_of(name)?;
        if let Some(run) = self.started().get_mut(name)
            && run.is_running()
        {
            interrupt(&mut run.child);
        }
        Ok(())
    }

    /// Starts the program; what it says goes to a file.
    fn run(&self, name: &str, mut command: Command) -> Result<(), Refusal> {
        let mut started = self.started();
        let n_running =
            started.values_mut().filter_map(|run| run.is_running().then_some(())).count();
        if n_running >= N_RUNNING_MAX {
            return Err(Refusal::bad(format!(
                "{n_running} searches are running; stop one, or wait until one ends"
            )));
        }
        let log = File::create(self.log_of(name)).map_err(Refusal::failed)?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        // Ctrl-C in the terminal of the studio is for the studio, which then stops its runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(Refusal::failed)?;
        started.insert(name.to_owned(), Started { child, failure: None });
        Ok(())
    }

    fn log_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.log"))
    }

    /// A name like the wished one that no run has.
    fn free_name(&self, wished: &str) -> String {
        let plain = plain(wished);
        let base = if plain.is_empty() { "run" } else { &plain };
        let is_free =
            |name: &String| !self.folder.join(name).exists() && !self.started().contains_key(name);
        let mut names = (2_u64..).map(|number| format!("{base}-{number}"));
        let first = base.to_owned();
        if is_free(&first) { first } else { names.find(is_free).unwrap_or(first) }
    }
}

impl Started {
    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Whether it ended otherwise than by its end or by being stopped.
    fn has_failed(&mut self) -> bool {
        match self.child.try_wait() {
            Ok(Some(status)) => !status.success() && status.code() != Some(130),
            Ok(None) => false,
            Err(_) => true,
        }
    }
}

/// Tells a search to end with what it has.
fn interrupt(child: &mut Child) {
    // One that has ended meanwhile needs no telling.
    #[cfg(unix)]
    let _ = rustix::process::kill_process(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::INT,
    );
    #[cfg(not(unix))]
    let _ = child.kill();
}

/// Small letters, digits and hyphens of a name; others become hyphens.
fn plain(name: &str) -> String {
    let plain = name.chars().take(NAME_LEN_MAX).map(|one| match one.to_ascii_lowercase() {
        one @ ('a'..='z' | '0'..='9' | '_') => one,
        _ => '-',
    });
    plain.collect::<String>().trim_matches('-').to_owned()
}

/// Refuses what would start a program or read other files.
fn check_problem(text: &str) -> Result<(), Refusal> {
    let definition = Definition::parse(text).map_err(Refusal::bad)?;
    if definition.outside().is_some() {
        return Err(Refusal::bad(
            "the studio starts no program that judges levels; use `evolve` for it",
        ));
    }
    if !definition.sprites().is_empty() || !definition.drawn().is_empty() {
        return Err(Refusal::bad("this problem names other files; use `evolve` for it"));
    }
    Ok(())
}

/// The last line that a program said.
fn last_words(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    last.unwrap_or("the search ended without a word").to_owned()
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
    let (is_running, failure) = studio.runs.state_of(&name);
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
    studio.runs.stop(&name)?;
    Ok(Json(json!({})))
}

pub(crate) async fn resume(
    State(studio): State<Arc<Studio>>,
    InAddress(name): InAddress<String>,
) -> Result<Json<Value>, Refusal> {
    studio.runs.resume(&name)?;
    Ok(Json(json!({})))
}
