//! The runs of a study and their folders.

use std::path::{Path, PathBuf};

use marahel_config::{Config, EvolutionError, Options};
use marahel_evolution::config_of_run;
use marahel_report::Records;
use marahel_system::files::first_entries;

use super::problems::names;
use super::{BUILT_IN, FAMILIES, Family};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub population: usize,
    /// Number of generations, including the random first one.
    pub generations: u64,
    pub maps: u32,
    pub validation_maps: u32,
    /// Number of levels for the published generators.
    pub published_maps: u32,
}

impl Size {
    /// The size in the paper (section 4), with enough validation levels.
    pub const FULL: Self = Self {
        population: 500,
        generations: 2000,
        maps: 50,
        validation_maps: 1000,
        published_maps: 10_000,
    };

    /// A small size for a quick look in less than two minutes.
    pub const QUICK: Self = Self {
        population: 60,
        generations: 25,
        maps: 15,
        validation_maps: 200,
        published_maps: 2000,
    };
}

#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub family: &'static Family,
    pub problem: &'static str,
    pub seed: u64,
}

/// All runs with seeds from 1 to `n_seeds`, seed by seed, so that the first ones are a whole study.
pub fn runs(n_seeds: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for seed in 1..=n_seeds {
        for problem in names() {
            runs.extend(FAMILIES.iter().map(|family| Run { family, problem, seed }));
        }
    }
    runs
}

impl Run {
    pub fn folder(&self, study: &Path) -> PathBuf {
        let seed = format!("seed-{}", self.seed);
        study.join("runs").join(self.family.name).join(self.problem).join(seed)
    }

    pub fn config(&self, size: &Size) -> Result<Config, EvolutionError> {
        let options = Options {
            seed: Some(self.seed),
            maps: Some(size.maps),
            validation_maps: Some(size.validation_maps),
            ..Options::of_settings([
                ("search.population", size.population.to_string()),
                ("search.generations", size.generations.to_string()),
            ])
        };
        let text = self.family.config(self.problem).expect("a run is of a problem of the study");
        Config::parse(BUILT_IN, text, &options)
    }

    pub fn progress(&self, study: &Path, size: &Size) -> Progress {
        let folder = self.folder(study);
        let is_empty = first_entries(&folder, 1).map_or(true, |entries| entries.is_empty());
        if is_empty {
            return Progress::Nothing;
        }
        let planned = self.config(size);
        let existing = config_of_run(BUILT_IN, &folder);
        if existing.is_ok_and(|existing| planned.is_ok_and(|planned| planned == existing)) {
            Records::read(&folder).map_or(Progress::Nothing, |records| progress(&records, size))
        } else {
            Progress::Another
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing, or an incomplete run, which will start over.
    Nothing,
    /// The search is over; its results or its initial population were not validated.
    Searched,
    /// It is finished.
    Done,
    /// Its folder contains something else, which must not be lost.
    Another,
}

/// The progress by the tables of a run with the right config.
pub(crate) fn progress(records: &Records, size: &Size) -> Progress {
    let Records { generations, front, baseline, baseline_validated, .. } = records;
    let is_searched = generations.indices.len() as u64 == size.generations
        && generations.front_sizes.last() == Some(&(front.len() as u32))
        && front.iter().any(|member| member.script.is_some())
        && baseline.len() == size.population;
    let is_validated =
        front.iter().all(|member| member.validated.is_some() || member.script.is_none())
            && baseline_validated.len() == baseline.len();
    match (is_searched, is_validated) {
        (false, _) => Progress::Nothing,
        (true, false) => Progress::Searched,
        (true, true) => Progress::Done,
    }
}
