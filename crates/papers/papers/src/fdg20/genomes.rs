//! The study's genomes: 102 integers, their variation, and their settings.

mod blocks;
mod crowding;
mod genes;
mod memory;
mod paper;
mod settings;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use marahel_config::{Config, Decode, EvolutionError, Genome, Genomes, Goal, Problems};
use marahel_problem::Problem;
use marahel_search::{Survival, Variation};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml::Spanned;
use toml::de::{DeValue, Error};

use super::problems::names;
use blocks::BlockGenome;
use crowding::released_crowding;
use genes::{Flavor, Genes};
use paper::Paper;
use settings::Settings;

pub static BUILT_IN: Problems =
    Problems { genomes: Some(&StudyGenomes), ..marahel_config::BUILT_IN };

/// Lists of integers (Khalifa 2020, section 3.1).
#[derive(Debug)]
struct StudyGenomes;

impl Genomes for StudyGenomes {
    fn check(&self, table: Spanned<DeValue<'_>>) -> Result<(), Error> {
        Settings::deserialize(table.into_deserializer()).map(drop)
    }

    fn preset(&self, config: &mut Config) -> bool {
        if !names().contains(&config.problem.name()) {
            return false;
        }
        config.validation_period = 200;
        let search = &mut config.search;
        (search.islands, search.beginners, search.family, search.polish) = (0, 10, 0.2, 0.12);
        search.factors = vec![Goal::Rough, Goal::Different];
        true
    }

    fn set_up(
        &self,
        config: &mut Config,
        problem: &mut Problem,
        by_default: bool,
    ) -> Result<bool, (&'static str, String)> {
        Settings::of(config).set_up(config, problem, by_default)
    }

    fn variation(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Box<dyn Variation<Genome>>, EvolutionError> {
        let settings = Settings::of(config);
        let genes = Genes::new(settings.flavor.unwrap_or_default());
        if !config.search.algorithm.has_islands {
            return Ok(Box::new(genes));
        }
        Ok(Box::new(BlockGenome::new(&settings.decoder(problem)?, genes)))
    }

    fn survival(&self, config: &Config) -> Survival {
        match (config.search.algorithm.name, Settings::of(config).flavor) {
            ("nsga2", Some(Flavor::Released)) => Survival(released_crowding),
            _ => config.search.algorithm.survival,
        }
    }

    fn decode(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Arc<dyn Decode>, EvolutionError> {
        Ok(Arc::new(Paper::new(problem, &Settings::of(config))?))
    }
}
