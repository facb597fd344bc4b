//! The defaults of each search algorithm.

use std::collections::BTreeMap;

use toml::Table;

use super::{Algorithm, Beginning, Config, Noise, SearchSettings};
use crate::{Goal, ProblemChoice};

/// Has no problem: the table of problems comes from whoever reads a config.
impl Default for Config {
    fn default() -> Self {
        Self::of(Algorithm::default(), ProblemChoice::default())
    }
}

/// More counts than these are a single goal.
const N_COUNTS_MAX: usize = 4;

impl Config {
    /// The defaults of a search algorithm for a problem, with seed 1.
    ///
    /// Those of a single population are Khalifa 2020's (section 4), but with common noise. Those of
    /// islands found the best generators in the comparisons of results/search. Their factors keep scripts short and quick. Three populations
    /// make it less likely that a search is stuck in a corner (results/problems). More than four
    /// counts are a single goal, see [`Goal::CountsTogether`]. With drawn levels, similarity to
    /// them is a goal.
    pub fn of(algorithm: Algorithm, problem: ProblemChoice) -> Self {
        let definition = problem.definition();
        let (n_counts, is_drawn) = definition.map_or((0, false), |definition| {
            (definition.n_counts(), !definition.drawings().levels().is_empty())
        });
        let simple = Self {
            problem,
            size: Vec::new(),
            dials: Vec::new(),
            seed: 1,
            maps: 50,
            maps_max: 50,
            grow_period: 1,
            validation_maps: 1000,
            validation_period: 200,
            noise: Noise::Common,
            genomes: None,
            from: Vec::new(),
            from_texts: Vec::new(),
            names: BTreeMap::new(),
            lock: Vec::new(),
            search: SearchSettings::of(algorithm),
            study: Table::new(),
        };
        if !algorithm.has_islands {
            return simple;
        }
        Self {
            maps: 10,
            maps_max: 320,
            grow_period: 2,
            // The first front has ten times as many scripts as the last one. Measuring it again
            // would cost half as much as a short search.
            validation_period: 0,
            ..simple
        }
        .for_counts(n_counts)
        .for_drawings(is_drawn)
    }

    /// Adapts the goals to a problem with `n` counts.
    fn for_counts(mut self, n: usize) -> Self {
        if n > N_COUNTS_MAX {
            self.search.goals =
                vec![Goal::CountsTogether, Goal::Playable, Goal::Good, Goal::Length];
        }
        self
    }

    /// Adapts the goals to a problem with drawings: similarity counts in all levels, not only in
    /// those with the counts of the drawings.
    fn for_drawings(mut self, is_drawn: bool) -> Self {
        if is_drawn {
            self.search.goals = vec![Goal::CountsTogether, Goal::Playable, Goal::Good, Goal::Rough];
        }
        self
    }
}

impl SearchSettings {
    fn of(algorithm: Algorithm) -> Self {
        let simple = Self {
            algorithm,
            start: Beginning::default(),
            population: 500,
            beginners: 1,
            family: 1.0,
            generations: 2000,
            budget: 0,
            islands: 1,
            isolation: 0.0,
            pool: 500,
            goals: vec![Goal::Problem],
            factors: Vec::new(),
            polish: 0.0,
            polish_population: 60,
        };
        if !algorithm.has_islands {
            return simple;
        }
        Self {
            population: 150,
            beginners: 3,
            // A family descends from one starter, and there are some thirty.
            family: 0.1,
            generations: 0,
            budget: 2_000_000,
            islands: 3,
            isolation: 0.42,
            pool: 300,
            goals: vec![Goal::Counts, Goal::Good, Goal::Length],
            factors: vec![Goal::Rough, Goal::Different, Goal::Brevity, Goal::Speed],
            polish: 0.3,
            ..simple
        }
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self::of(Algorithm::default())
    }
}
