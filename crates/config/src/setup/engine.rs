//! The search engine of a config.

use problem::Problem;
use search::{EngineSettings, Survival, Variation};

use super::{Genome, GenomeEngine, ScriptGenome};
use crate::{Algorithm, Config, EvolutionError};

/// The search engine of a config and its problem.
///
/// # Errors
///
/// If its settings make no sense.
pub fn engine_of(config: &Config, problem: &Problem) -> Result<GenomeEngine, EvolutionError> {
    let search = &config.search;
    let (variation, survival): (Box<dyn Variation<Genome>>, _) = match config.genomes {
        Some(genomes) => genomes.variation(config, problem)?,
        None => (Box::new(ScriptGenome::new(config, problem)?), Survival::CROWDING),
    };
    let one = |survival| EngineSettings::of_one(search.population, survival);
    let settings = match search.algorithm {
        Algorithm::Islands => EngineSettings {
            n_islands: search.n_islands(),
            population_size: search.population,
            n_beginners: search.beginners,
            isolation: search.isolation,
            pool_size: search.pool,
            family_size: search.family_size(),
            survival,
            is_random: false,
        },
        Algorithm::Nsga2 => one(survival),
        Algorithm::Random => EngineSettings { is_random: true, ..one(survival) },
    };
    Ok(GenomeEngine::new(settings, variation)?)
}
