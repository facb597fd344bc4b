//! A search without a folder that reports its progress.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel_config::{Beginning, Config, Options, Setup};
use marahel_config::{EvolutionError, Individual};
use marahel_evolution::{
    Event, FrontMember, GenerationSummary, Recorder, SavedRun, Stop, Unwatched, best_member,
    best_told, member_rows, run_with, script_text,
};
use marahel_improve::minimise::tidy_best;
use marahel_problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::BEST_SCRIPT;
use crate::answers::breed::from_scripts;
use crate::answers::problem_info::problem_of as problem_asked;
use crate::answers::refusal::Refusal;

/// Generations between two reported fronts, and between two checkpoints.
const CHECKPOINT_PERIOD: u64 = 5;

/// The settings of a search from the page: `RunWish` in its types, without the name.
#[derive(Clone, Debug, Deserialize)]
pub struct SearchRequest {
    /// The name of a built-in problem, or the text of a problem file.
    pub problem: String,
    /// Number of levels to measure.
    pub budget: u64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Initial scripts; empty for known generators.
    #[serde(default)]
    pub from: Vec<String>,
    /// Locked parts of these scripts, see [`Config::lock`].
    #[serde(default)]
    pub locks: Vec<String>,
}

/// A request, and the state of an earlier search to resume.
#[derive(Deserialize)]
struct RunRequest {
    #[serde(flatten)]
    request: SearchRequest,
    #[serde(default)]
    checkpoint: Option<String>,
}

/// Runs a search and reports in JSON messages, each with some of: `share` (progress), `generation`
/// (a row), `checkpoint` (a state to resume from), `front` (rows), `scripts` (texts by their names
/// in the front), `best` and `best_told`, `state`, `message`. The last one has a `state` other than
/// `running`.
pub fn search(request: &str, tell: &mut dyn FnMut(&str)) {
    let last = match search_for(request, tell) {
        Ok(last) => last,
        Err(Refusal(message)) => json!({ "state": "failed", "message": message }),
    };
    tell(&last.to_string());
}

fn search_for(request: &str, tell: &mut dyn FnMut(&str)) -> Result<Value, Refusal> {
    let RunRequest { request, checkpoint } = serde_json::from_str(request)?;
    let Setup { config, problem, genetics } = Setup::new(request.config()?)?;
    let mut teller = Teller { tell, config: &config, problem: &problem, n_checkpoints: 0 };
    let state = checkpoint.map(|state| BASE64_STANDARD.decode(state)).transpose()?;
    let saved = state.as_deref().map(SavedRun::of_bytes).transpose()?;
    let outcome = run_with(&config, &problem, genetics, saved, None, &mut teller, &Unwatched)?;
    let mut last = front_message(&outcome.front, &config, &problem);
    last["state"] = "finished".into();
    last["best_so_far"] = "".into();
    last["share"] = 1.into();
    if let Some(best) = best_member(&outcome.front, problem.objectives()) {
        let tidied = tidy_best(&outcome, &config, &problem)?;
        let plain = best.script.as_ref().map(|script| script_text(script, &config));
        last["best"] = tidied.map(|tidied| tidied.script).or(plain).into();
        last["best_told"] = best_told(best, &problem).into();
    }
    Ok(last)
}

impl SearchRequest {
    /// Whether the problem is the text of a problem file.
    pub fn has_problem_file(&self) -> bool {
        self.problem.contains('\n')
    }

    /// Checks that a page may use the problem: it refers to no other files, and starts no program,
    /// unless the user [allows](crate::answers::allow_judges) it.
    pub fn check(&self) -> Result<(), String> {
        problem_asked(&self.problem).map(drop).map_err(|Refusal(message)| message)
    }

    fn config(&self) -> Result<Config, Refusal> {
        let problem = problem_asked(&self.problem)?;
        let options = Options {
            seed: Some(self.seed),
            budget: Some(self.budget),
            start: Some(Beginning::Starters),
            ..Options::default()
        };
        let config = Config::of_definition(Arc::clone(problem.definition()), &options)?;
        if self.from.is_empty() {
            return Ok(config);
        }
        let mut config = from_scripts(&self.from, &self.locks, config);
        config.search.start = Beginning::Scripts;
        Ok(config)
    }
}

/// Reports the events of a search.
struct Teller<'a> {
    tell: &'a mut dyn FnMut(&str),
    config: &'a Config,
    problem: &'a Problem,
    n_checkpoints: u64,
}

impl Recorder for Teller<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        let message = match *event {
            Event::Generation { summary, population, share, best, .. } => {
                let columns = GenerationSummary::columns(self.problem.objectives());
                let row: BTreeMap<_, _> = columns.into_iter().zip(summary.to_row()).collect();
                let mut message = json!({ "state": "running", "share": share, "generation": row });
                if let Some(best) = best {
                    message["best_so_far"] = format!("{BEST_SCRIPT} {best}").into();
                }
                if summary.generation.is_multiple_of(CHECKPOINT_PERIOD) {
                    let (front, scripts) = living(population, self.problem);
                    message["front"] = front.into();
                    message["scripts"] = json!(scripts);
                }
                message
            }
            Event::Checkpoint { is_last, state } => {
                self.n_checkpoints += 1;
                if is_last || !self.n_checkpoints.is_multiple_of(CHECKPOINT_PERIOD) {
                    return Ok(Stop::No);
                }
                json!({ "checkpoint": BASE64_STANDARD.encode(state()) })
            }
            Event::Searched(outcome) => {
                let mut message = front_message(&outcome.front, self.config, self.problem);
                message["state"] = "running".into();
                message
            }
            Event::Validates { .. } => return Ok(Stop::No),
        };
        (self.tell)(&message.to_string());
        Ok(Stop::No)
    }
}

/// The current front of a population in the form of a front table, and its scripts.
fn living(population: &[Individual], problem: &Problem) -> (Vec<Value>, BTreeMap<String, String>) {
    let mut scripts = BTreeMap::new();
    let mut front = Vec::new();
    for individual in population.iter().filter(|individual| individual.rank == 0) {
        let name = format!("population/{}", individual.id);
        // A genome of numbers is no script.
        if let Some(genome) = individual.genome.script() {
            scripts.insert(name.clone(), genome.script.to_string());
        }
        let mut row = json!({ "id": individual.id.to_string(), "script": name });
        for (objective, value) in problem.objectives().iter().zip(&individual.objectives) {
            row[&objective.name] = value.to_string().into();
        }
        front.push(row);
    }
    (front, scripts)
}

/// A front: its table, and its scripts by their names in it.
fn front_message(front: &[FrontMember], config: &Config, problem: &Problem) -> Value {
    let mut rows = member_rows(front, problem.objectives()).into_iter();
    let columns = rows.next().unwrap_or_default();
    let rows = rows.map(|row| columns.iter().cloned().zip(row).collect::<BTreeMap<_, _>>());
    let scripts: BTreeMap<String, String> = front
        .iter()
        .filter_map(|member| {
            Some((member.script_file()?, script_text(member.script.as_ref()?, config)))
        })
        .collect();
    json!({ "front": rows.collect::<Vec<_>>(), "scripts": scripts })
}
