//! A search without a folder that reports its progress.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use config::{Beginning, Config, Options, ProblemKind, Problems, Setup};
use config::{EvolutionError, Individual};
use evolution::minimise::tidy_best;
use evolution::{
    Event, FrontMember, GenerationSummary, Recorder, SavedRun, Stop, Unwatched, best_member,
    best_told, members_table, run_with, script_text,
};
use problem::{Definition, Problem};
use serde::Deserialize;
use serde_json::{Value, json};

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
struct Begun {
    #[serde(flatten)]
    request: SearchRequest,
    #[serde(default)]
    checkpoint: Option<String>,
}

/// Runs a search and reports in JSON messages, each with some of: `share` (progress), `generation`
/// (a row), `checkpoint` (a state to resume from), `front` (rows), `scripts` (texts by their names
/// in the front), `best` and `best_told`, `state`, `message`. The last one has a `state` other than
/// `running`.
///
/// Use it in a page's worker, one for each search: it leaks a problem file that is not built in.
pub fn search(request: &str, tell: &mut dyn FnMut(&str)) {
    let last = match search_for(request, tell) {
        Ok(last) => last,
        Err(Refusal(message)) => json!({ "state": "failed", "message": message }),
    };
    tell(&last.to_string());
}

fn search_for(request: &str, tell: &mut dyn FnMut(&str)) -> Result<Value, Refusal> {
    let Begun { request, checkpoint } = serde_json::from_str(request)?;
    let Setup { config, problem, genetics } = Setup::new(request.config()?)?;
    let mut teller = Teller { tell, config: &config, problem: &problem, n_checkpoints: 0 };
    let state = checkpoint.map(|state| BASE64_STANDARD.decode(state)).transpose()?;
    let saved = state.as_deref().map(SavedRun::of_bytes).transpose()?;
    let outcome = run_with(&config, &problem, genetics, saved, None, &mut teller, &Unwatched)?;
    let mut last = found(&outcome.front, &config, &problem);
    last["state"] = "finished".into();
    last["share"] = 1.into();
    if let Some(best) = best_member(&outcome.front, problem.objectives()) {
        let tidied = tidy_best(&outcome, &config, &problem)?;
        let plain = best.script.as_ref().map(|script| script_text(script, &config));
        last["best"] = tidied.map(|tidied| tidied.script).or(plain).into();
        let readings = [config.semantics, config.semantics.other()];
        last["best_told"] = best_told(best, problem.objectives(), readings).into();
    }
    Ok(last)
}

impl SearchRequest {
    /// Whether the problem is the text of a problem file.
    pub fn has_problem_file(&self) -> bool {
        self.problem.contains('\n')
    }

    /// Checks that a page may use the problem: it starts no program, and refers to no other files.
    ///
    /// # Errors
    ///
    /// The reason in words.
    pub fn check(&self) -> Result<(), String> {
        problem_asked(&self.problem).map(drop).map_err(|Refusal(message)| message)
    }

    fn config(&self) -> Result<Config, Refusal> {
        let (problems, name) = self.problems()?;
        let options = Options {
            problem: Some(name),
            seed: Some(self.seed),
            budget: Some(self.budget),
            start: Some(Beginning::Starters),
            ..Options::default()
        };
        let config = Config::load(problems, None, &options)?;
        if self.from.is_empty() {
            return Ok(config);
        }
        let mut config = from_scripts(&self.from, &self.locks, config);
        config.search.start = Beginning::Scripts;
        Ok(config)
    }

    /// A table of problems with the requested one, and its name there.
    fn problems(&self) -> Result<(Problems, String), Refusal> {
        let problem = problem_asked(&self.problem)?;
        let name = problem.name().to_owned();
        if !self.has_problem_file() {
            return Ok((config::BUILT_IN, self.problem.clone()));
        }
        let definition: &Definition = problem.definition();
        let text: &'static str = definition.text().to_owned().leak();
        let kind = ProblemKind::new(name.clone().leak(), text, None);
        Ok((Problems(vec![kind].leak(), &[], None), name))
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
            Event::Generation { summary, population, share, .. } => {
                let columns = GenerationSummary::columns(self.problem.objectives());
                let row: BTreeMap<_, _> = columns.into_iter().zip(summary.to_row()).collect();
                let mut message = json!({ "state": "running", "share": share, "generation": row });
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
                let mut message = found(&outcome.front, self.config, self.problem);
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
    for one in population.iter().filter(|one| one.rank == 0) {
        let name = format!("population/{}", one.id);
        // Genomes of the paper are numbers.
        if let Some(genome) = one.genome.script() {
            scripts.insert(name.clone(), genome.script.to_string());
        }
        let mut row = json!({ "id": one.id.to_string(), "script": name });
        for (objective, value) in problem.objectives().iter().zip(&one.objectives) {
            row[&objective.name] = value.to_string().into();
        }
        front.push(row);
    }
    (front, scripts)
}

/// A front: its table, and its scripts by their names in it.
fn found(front: &[FrontMember], config: &Config, problem: &Problem) -> Value {
    let table = members_table(front, problem.objectives()).finish();
    let rows = csv::Reader::from_reader(table.as_bytes())
        .into_deserialize::<BTreeMap<String, String>>()
        .collect::<Result<Vec<_>, _>>()
        .expect("it was just written");
    let scripts: BTreeMap<String, String> = front
        .iter()
        .filter_map(|member| {
            Some((member.script_file()?, script_text(member.script.as_ref()?, config)))
        })
        .collect();
    json!({ "front": rows, "scripts": scripts })
}
