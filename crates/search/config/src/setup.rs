//! Everything that a config sets up, made once.

use std::sync::Arc;

use marahel_problem::{Definition, Problem};

use crate::{
    Algorithm, Beginning, Config, EvolutionError, Goal, ProblemChoice, Proposing, problem_of,
};

mod engine;
mod genome;
mod genomes;
mod lock;
mod proposed;
mod script_genome;
#[cfg(test)]
mod tests;

pub use engine::engine_of;
pub use genome::{Genome, GenomeEngine, Individual};
pub use genomes::{Decode, Genomes};
pub use lock::locked;
pub use proposed::{Mistake, ProposalReader};
pub use script_genome::{
    ScriptGenome, breeder, descriptions, drafter, explanations, script_for, starting_scripts,
};

pub(crate) use genomes::STUDY;
use script_genome::check_names;

/// A config, and the objects of its run.
pub struct Setup {
    /// The settings.
    pub config: Config,
    /// The problem, with its settings.
    pub problem: Problem,
    /// The genomes, and the engine that breeds them.
    pub genetics: Genetics,
}

/// The genomes of a run, and the engine that breeds them.
pub struct Genetics {
    /// From a genome to a script.
    pub decoder: Arc<dyn Decode>,
    /// The search engine, before its first generation.
    pub engine: GenomeEngine,
}

impl Setup {
    /// Sets up a config.
    pub fn new(config: Config) -> Result<Self, EvolutionError> {
        let mut demands = demands(&config).into_iter().chain(demands_of_proposing(&config));
        if let Some((_, key, message)) = demands.find(|(holds, ..)| !holds) {
            let place = format!("the setting `{key}`");
            return Err(EvolutionError::Config { place, message: message.to_owned() });
        }
        let problem = problem_of(&config);
        let genetics = Genetics::new(&config, &problem)?;
        Ok(Self { config, problem, genetics })
    }
}

/// Refuses a problem file without mistakes for which no search could begin, for example because a
/// tile has a name that scripts use otherwise.
pub fn check_search(definition: &Definition) -> Result<(), EvolutionError> {
    let problem = Problem::with_defaults(Arc::new(definition.clone()));
    let choice = ProblemChoice::of(definition.name(), problem.clone());
    let config = Config::of(Algorithm::default(), choice);
    config.decoder(&problem)?;
    check_names(&problem)
}

impl Genetics {
    /// The genomes of a config and its problem.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, EvolutionError> {
        Ok(Self { decoder: config.decoder(problem)?, engine: engine_of(config, problem)? })
    }
}

/// Whether each goal is there once.
fn all_differ(goals: &[Goal]) -> bool {
    goals.iter().enumerate().all(|(at, goal)| !goals[..at].contains(goal))
}

/// Demands on the settings: whether each holds, its setting, and what to do if it does not.
fn demands(config: &Config) -> [(bool, &'static str, &'static str); 13] {
    let Config { search, from, .. } = config;
    let &Config { maps, grow_period, .. } = config;
    let can_breed = !config.breeds_scripts() || search.algorithm.has_islands;
    let breeds_from = search.start == Beginning::Scripts;
    let numbers = [config.seed, search.generations, search.budget];
    let are_of_toml = numbers.into_iter().all(|number| i64::try_from(number).is_ok());
    [
        (are_of_toml, "seed", "give numbers below 2^63"),
        (maps > 0, "maps", "a script is judged by at least 1 map"),
        (search.population > 1, "search.population", "a population has at least 2 individuals"),
        (
            search.generations > 0 || search.budget > 0,
            "search.generations",
            "a run has at least 1 generation; give a number of them, or a budget of levels",
        ),
        (grow_period > 0, "grow_period", "give at least 1 generation"),
        (
            (0.0..=1.0).contains(&search.polish) && search.polish_population > 0,
            "search.polish",
            "give a share of the search from 0 to 1, and at least 1 individual",
        ),
        (
            search.beginners > 0,
            "search.beginners",
            "give at least 1, for as many random scripts as survive",
        ),
        (
            search.family > 0.0 && search.family <= 1.0,
            "search.family",
            "give a share of the population above 0, or 1 for no limit",
        ),
        (!search.goals.is_empty(), "search.goals", "give at least one goal"),
        (all_differ(&search.goals), "search.goals", "give each goal once"),
        (
            can_breed,
            "search.algorithm",
            "scripts are for the algorithm `islands`; set that, or study.representation = \"paper\"",
        ),
        (
            breeds_from != from.is_empty(),
            "from",
            "name scripts to begin with, and search.start = \"scripts\", or neither",
        ),
        (
            config.lock.is_empty() || breeds_from,
            "lock",
            "only what scripts in `from` have can be locked; name them",
        ),
    ]
}

/// Demands on the settings of a proposer, as [`demands`].
fn demands_of_proposing(config: &Config) -> [(bool, &'static str, &'static str); 6] {
    let search = &config.search;
    let (proposing, asks) = (&search.proposing, !search.proposer.is_empty());
    let times = [proposing.seconds, proposing.seconds_in_all];
    [
        (
            asks || proposing == &Proposing::default() && search.proposals.is_none(),
            "search.proposing",
            "nobody is asked for scripts; name a program in search.proposer, or leave out \
             search.proposing and search.proposals",
        ),
        (
            !asks || config.breeds_scripts(),
            "search.proposer",
            "only a search for whole scripts can ask for some; set search.start = \"starters\" \
             (--start starters), or leave it out",
        ),
        (
            proposing.share > 0.0 && proposing.share <= 1.0,
            "search.proposing.share",
            "give a share of the offspring above 0, up to 1",
        ),
        (
            (1..=Proposing::N_SCRIPTS_MAX).contains(&proposing.scripts),
            "search.proposing.scripts",
            "a question asks for at least 1 script, and at most 64",
        ),
        (
            (1..=Proposing::N_CALLS_MAX).contains(&proposing.calls),
            "search.proposing.calls",
            "ask at least once, and at most 10,000 times",
        ),
        (
            times.into_iter().all(|seconds| seconds > 0.0 && seconds <= Proposing::N_SECONDS_MAX),
            "search.proposing.seconds",
            "give a time above 0, and at most a week, 604800 seconds",
        ),
    ]
}
