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

use config::{Algorithm, Config, Decode, EvolutionError, Genome, Genomes, Goal, Problems};
use problem::Problem;
use search::{Survival, Variation};
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

/// The built-in problems, with the study's genomes besides scripts.
pub static BUILT_IN: Problems =
    Problems(config::BUILT_IN.0, config::BUILT_IN.1, Some(&StudyGenomes));

/// Lists of integers (Khalifa 2020, section 3.1).
#[derive(Debug)]
struct StudyGenomes;

impl Genomes for StudyGenomes {
    fn older(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[
            ("representation", None),
            ("semantics", None),
            ("both_readings", None),
            ("noise", None),
            ("layout", None),
            ("cleanup", None),
            ("search.flavor", None),
            ("*.path", None),
            ("*.solver", None),
            ("rotate", Some("0")),
            ("aggregate", Some("\"mean\"")),
            ("seed_gene", Some("\"inert\"")),
            ("search.crossover", Some("0.7")),
            ("search.mutation", Some("0.3")),
            ("search.operators", Some("*")),
            ("search.survival", Some("\"crowding\"")),
            ("genome.n_explorers", Some("5")),
            ("genome.block_len", Some("20")),
            ("genome.n_values", Some("50")),
        ]
    }

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
    ) -> Result<(Box<dyn Variation<Genome>>, Survival), EvolutionError> {
        let settings = Settings::of(config);
        let flavor = settings.flavor.unwrap_or_default();
        let genes = Genes::new(flavor);
        Ok(match (config.search.algorithm, flavor) {
            (Algorithm::Islands, _) => {
                let decoder = settings.decoder(problem)?;
                (Box::new(BlockGenome::new(&decoder, genes)), Survival::CROWDING)
            }
            (Algorithm::Nsga2, Flavor::Released) => (Box::new(genes), Survival(released_crowding)),
            (Algorithm::Nsga2 | Algorithm::Random, _) => (Box::new(genes), Survival::CROWDING),
        })
    }

    fn decode(
        &self,
        config: &Config,
        problem: &Problem,
    ) -> Result<Arc<dyn Decode>, EvolutionError> {
        Ok(Arc::new(Paper::new(problem, &Settings::of(config))?))
    }
}
