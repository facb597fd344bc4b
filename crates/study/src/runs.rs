//! The runs of a study and their folders.

use std::path::{Path, PathBuf};

use experiment::{Config, ExperimentError, NAMES};
use report::{Member, Records};

use crate::{FAMILIES, Family};

/// How large a study is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Individuals that survive a generation.
    pub population: usize,
    /// Generations, the random first one included.
    pub generations: u64,
    /// Levels that each script is judged by.
    pub maps: u32,
    /// Levels that what was found is measured on again.
    pub validation_maps: u32,
    /// Levels that the published generators are measured on.
    pub published_maps: u32,
}

impl Size {
    /// That of the paper (section 4), with levels enough to judge it.
    pub const FULL: Self = Self {
        population: 500,
        generations: 2000,
        maps: 50,
        validation_maps: 1000,
        published_maps: 10_000,
    };

    /// One that takes less than two minutes, for a first look.
    pub const QUICK: Self = Self {
        population: 60,
        generations: 25,
        maps: 15,
        validation_maps: 200,
        published_maps: 2000,
    };
}

/// One run of the study.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The family that it is of.
    pub family: &'static Family,
    /// The problem.
    pub problem: &'static str,
    /// Its seed, from 1.
    pub seed: u64,
}

/// All runs with seeds from 1 to `n_seeds`, seed by seed, so that what is done
/// first is a whole study.
pub fn runs(n_seeds: u64) -> Vec<Run> {
    let seeds = 1..=n_seeds;
    let each_problem = |seed| NAMES.into_iter().map(move |problem| (seed, problem));
    seeds
        .flat_map(each_problem)
        .flat_map(|(seed, problem)| {
            FAMILIES.iter().map(move |family| Run { family, problem, seed })
        })
        .collect()
}

impl Run {
    /// Its folder in that of the study.
    pub fn folder(&self, study: &Path) -> PathBuf {
        let seed = format!("seed-{}", self.seed);
        study.join("runs").join(self.family.name).join(self.problem).join(seed)
    }

    /// What it is told.
    ///
    /// # Errors
    ///
    /// If the size makes no sense.
    pub fn config(&self, size: &Size) -> Result<Config, ExperimentError> {
        let settings = [
            ("seed", self.seed.to_string()),
            ("maps", size.maps.to_string()),
            ("validation_maps", size.validation_maps.to_string()),
            ("search.population", size.population.to_string()),
            ("search.generations", size.generations.to_string()),
        ];
        let settings = settings.map(|(key, value)| (key.to_owned(), value));
        Config::parse(self.family.config(self.problem), &settings)
    }

    /// Whether its folder in that of the study holds it, with this size, to
    /// its end, and random generators were measured again.
    pub fn is_done(&self, study: &Path, size: &Size) -> bool {
        let is_whole = |records: &Records| {
            let is_measured =
                |member: &Member| member.validated.is_some() || member.script.is_none();
            records.generations.indices.len() as u64 == size.generations
                && records.front.iter().all(is_measured)
                && !records.baseline_validated.is_empty()
        };
        self.has_config(study, size) == Some(true)
            && Records::read(&self.folder(study)).is_ok_and(|records| is_whole(&records))
    }

    /// Whether its folder holds something else, which is not to be lost.
    pub fn is_another(&self, study: &Path, size: &Size) -> bool {
        self.has_config(study, size) == Some(false)
    }

    /// Whether the config in its folder is its own; `None` if there is none.
    fn has_config(&self, study: &Path, size: &Size) -> Option<bool> {
        let path = self.folder(study).join("config.toml");
        let found = path.exists().then(|| Config::load(Some(&path), &[]))?;
        let wanted = self.config(size);
        Some(found.is_ok_and(|found| wanted.is_ok_and(|wanted| wanted == found)))
    }
}
