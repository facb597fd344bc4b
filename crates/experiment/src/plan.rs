//! What a search will cost, said before it begins.

use std::time::{Duration, Instant};

use problem::Problem;
use rayon::prelude::*;

use crate::evaluate::Evaluator;
use crate::{
    Algorithm, Config, ExperimentError, Monitor, Noise, Purpose, Streams, engine_of, problem_of,
};

/// What a search takes, by its config.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Levels that it measures; nothing if its limits do not say so.
    pub n_levels: Option<u64>,
    /// Bytes of memory that it needs at most.
    pub n_bytes: u64,
    /// Levels that this machine measures in a second, of scripts like those that the
    /// search begins with, on all threads of the pool that was asked; nothing if not
    /// one was measured in the time that was given.
    pub levels_per_second: Option<f64>,
}

impl Plan {
    /// The plan of a config, which takes `time` to measure.
    ///
    /// # Errors
    ///
    /// If the config makes no sense.
    pub fn of(config: &Config, time: Duration) -> Result<Self, ExperimentError> {
        Ok(Self {
            n_levels: n_levels(config),
            n_bytes: n_bytes(config),
            levels_per_second: levels_per_second(config, time)?,
        })
    }

    /// Time that the search takes, roughly.
    pub fn seconds(&self) -> Option<f64> {
        self.n_levels.zip(self.levels_per_second).map(|(n, speed)| n as f64 / speed)
    }
}

/// Individuals that survive at most, and children of a generation at most.
fn n_individuals(config: &Config) -> u64 {
    let search = &config.search;
    let n = match search.algorithm {
        Algorithm::Islands => search.n_beginners().max(search.pool),
        Algorithm::Nsga2 | Algorithm::Random => search.population,
    };
    n as u64
}

/// With a budget, that. With generations, as many levels as all children take if
/// their scripts are all new; unless those who survive are measured on more, so
/// that nobody knows.
fn n_levels(config: &Config) -> Option<u64> {
    let (generations, budget) = (config.search.generations, config.search.budget);
    let n_of_generation = n_individuals(config).saturating_mul(config.maps.into());
    let by_generations = (generations > 0 && config.noise != Noise::Own).then(|| {
        let n_rotations = generations.saturating_sub(1).checked_div(config.rotate).unwrap_or(0);
        n_of_generation.saturating_mul(generations.saturating_add(n_rotations))
    });
    match (by_generations, (budget > 0).then_some(budget)) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The program, and what does not depend on the config: blocks of
/// genes that were met before, and the archive.
const N_BYTES_OF_PROGRAM: u64 = 160 << 20;

/// What a thread needs to make and measure levels in.
const N_BYTES_OF_THREAD: u64 = 4 << 20;

/// A script that was measured: 128 bits and what is beside them.
const N_BYTES_OF_KNOWN: u64 = 64;

/// An individual twice, beside its genes, while the next generation is told.
const N_BYTES_OF_INDIVIDUAL: u64 = 2048;

/// Bytes that a search needs at most: for the living and what is known of their
/// levels, for all scripts that were ever met, and for the ancestors. All that
/// grows with the search grows by a few dozen bytes for each child.
fn n_bytes(config: &Config) -> u64 {
    let n_living = n_individuals(config);
    let n_genes = config.genome.len() as u64;
    let of_sample = match config.noise {
        Noise::Own => 8192 + 40 * u64::from(config.maps_max.max(config.maps)),
        Noise::Common | Noise::Fresh => 0,
    };
    let n_children = match (config.search.generations, config.search.budget) {
        (0, budget) => budget / u64::from(config.maps).max(1),
        (generations, 0) => generations.saturating_mul(n_living),
        (generations, budget) => {
            generations.saturating_mul(n_living).min(budget / u64::from(config.maps).max(1))
        }
    };
    let n_known = match config.noise {
        Noise::Own => n_children,
        Noise::Common => n_children.min(100_000 + 20 * n_living),
        Noise::Fresh => 0,
    };
    let of_individual = N_BYTES_OF_INDIVIDUAL + 3 * 4 * n_genes + 3 * of_sample;
    (N_BYTES_OF_PROGRAM + N_BYTES_OF_THREAD * rayon::current_num_threads() as u64)
        .saturating_add(n_living.saturating_mul(of_individual))
        // A checkpoint holds all of it once more.
        .saturating_add(n_known.saturating_mul(2 * N_BYTES_OF_KNOWN))
        .saturating_add(n_children.saturating_mul(n_genes) / 4)
}

/// Stops at some moment.
struct Until(Instant);

impl Monitor for Until {
    fn should_stop(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// Measures the first genomes of the search, each on some levels, again and again
/// until the time is over.
fn levels_per_second(config: &Config, time: Duration) -> Result<Option<f64>, ExperimentError> {
    let problem = problem_of(config)?;
    let begin = Instant::now();
    let until = Until(begin + time);
    let n_levels = measure(config, &problem, &until)?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok((n_levels > 0).then(|| n_levels as f64 / seconds))
}

fn measure(config: &Config, problem: &Problem, until: &Until) -> Result<u64, ExperimentError> {
    let evaluator = Evaluator::new(config, problem)?;
    let mut rng = Streams::new(config.seed).rng(Purpose::Vary, 0, 0);
    let mut few = config.clone();
    few.search.population = few.search.population.min(64);
    (few.search.islands, few.search.beginners) = (1, 1);
    let genomes = engine_of(&few)?.ask(&mut rng);
    let counts = genomes.par_iter().with_max_len(1).map(|genome| {
        let Some(decoding) = evaluator.decode(genome)? else { return Ok(0) };
        if until.should_stop() {
            return Ok(0);
        }
        let (sample, _) = evaluator.validate(&decoding, config.maps.min(20), until)?;
        Ok(sample.map_or(0, |sample| u64::from(sample.n_maps)))
    });
    counts.try_reduce(|| 0, |one, other| Ok(one + other))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Plan;
    use crate::testing::config;

    fn n_levels(changes: &[(&str, &str)]) -> Option<u64> {
        Plan::of(&config(changes), Duration::ZERO).unwrap().n_levels
    }

    #[test]
    fn limits_say_how_many_levels_there_will_be() {
        assert_eq!(n_levels(&[]), Some(6 * 4 * 3));
        assert_eq!(n_levels(&[("rotate", "1")]), Some(6 * 4 * 5));
        assert_eq!(n_levels(&[("search.budget", "50")]), Some(50));
        assert_eq!(n_levels(&[("search.generations", "0"), ("search.budget", "9k")]), Some(9000));
        let islands = [("search.algorithm", "islands"), ("noise", "own"), ("search.budget", "0")];
        assert_eq!(n_levels(&islands), None);
        assert_eq!(n_levels(&[("search.generations", "9223372036854775807")]), Some(u64::MAX));
    }

    #[test]
    fn larger_searches_need_more_memory() {
        let n_bytes = |changes| Plan::of(&config(changes), Duration::ZERO).unwrap().n_bytes;
        assert!(n_bytes(&[("search.population", "9000")]) > n_bytes(&[]));
        assert!(n_bytes(&[("search.generations", "9000")]) > n_bytes(&[]));
    }

    #[test]
    fn a_speed_is_measured_if_there_is_time() {
        let plan = |time| Plan::of(&config(&[]), time).unwrap();
        assert_eq!(plan(Duration::ZERO).seconds(), None);
        // However slow the machine, some level is measured in a minute.
        assert!(plan(Duration::from_mins(1)).seconds().is_some_and(|seconds| seconds > 0.0));
    }
}
