//! The search engine of a config.

use marahel_problem::Problem;
use marahel_search::EngineSettings;

use super::GenomeEngine;
use crate::{Config, EvolutionError};

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
