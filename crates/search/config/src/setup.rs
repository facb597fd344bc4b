//! Everything that a config sets up, made once.

use marahel_search::EngineSettings;
use std::sync::Arc;

use marahel_problem::{Definition, Problem};

use crate::{Algorithm, Beginning, Config, EvolutionError, Goal, ProblemChoice, problem_of};

mod genome;
mod genomes;
mod lock;
mod script_genome;
#[cfg(test)]
mod tests;

pub use genome::{Genome, GenomeEngine, Individual};
pub use genomes::{Decode, Genomes};
pub use lock::locked;
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
        let mut demands = demands(&config).into_iter();
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

/// The search engine of a config and its problem.
pub fn engine_of(config: &Config, problem: &Problem) -> Result<GenomeEngine, EvolutionError> {
    let search = &config.search;
    let mut settings = EngineSettings::of_one(search.population, config.survival());
    settings.is_random = search.algorithm.is_random;
    if search.algorithm.has_islands {
        settings.n_islands = search.n_islands();
        settings.n_beginners = search.beginners;
        settings.isolation = search.isolation;
        settings.pool_size = search.pool;
        settings.family_size = search.family_size();
    }
    Ok(GenomeEngine::new(settings, config.variation(problem)?)?)
}
