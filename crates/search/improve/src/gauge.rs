//! The rows of the levels of a script, and what they are on average.

use marahel::{Program, RunError, Script};
use marahel_evolution::{Purpose, Streams};
use marahel_level::Level;
use marahel_problem::{Desk, Levels, Maps, Problem, Row};
use rayon::prelude::*;

/// The index of an individual in the streams of improving. Searches, validation and minimising do
/// not reach it.
const INDIVIDUAL: u64 = u64::MAX - 1;

/// Levels of one step of improving: each has levels of its own.
pub(crate) type Round = Maps;

/// Measures levels of scripts for one problem.
pub(crate) struct Gauge<'p> {
    pub(crate) problem: &'p Problem,
    /// The texts of the demands: objectives, then parts of `playable` and `whole`, then that all
    /// tiles are set.
    pub(crate) demands: Vec<String>,
    streams: Streams,
}

impl<'p> Gauge<'p> {
    /// `problem` has [named parts](Problem::with_named_parts).
    pub(crate) fn new(problem: &'p Problem, seed: u64) -> Self {
        let mut demands: Vec<String> = problem.cases().into_iter().map(|case| case.text).collect();
        // That levels differ is no demand on one level.
        demands.pop();
        Self { problem, demands, streams: Streams::new(seed) }
    }

    pub(crate) fn round(&self, number: u64) -> Round {
        self.streams.maps(Purpose::Validate, number, INDIVIDUAL, u32::MAX)
    }

    pub(crate) fn rng(&self, number: u64) -> rand_chacha::ChaCha8Rng {
        self.streams.rng(Purpose::Vary, number, INDIVIDUAL)
    }

    /// Rows of some levels of a round.
    pub(crate) fn rows(
        &self,
        script: &Script,
        round: Round,
        levels: std::ops::Range<u32>,
    ) -> Result<Vec<Row>, RunError> {
        self.rows_at(script, round, &levels.collect::<Vec<u32>>())
    }

    /// Rows of the levels of a round with these indices.
    pub(crate) fn rows_at(
        &self,
        script: &Script,
        round: Round,
        levels: &[u32],
    ) -> Result<Vec<Row>, RunError> {
        let programs = self.programs(script);
        let of_round = Levels { programs: &programs, maps: round, names: None };
        let rows = levels
            .par_iter()
            .with_min_len(4)
            .map_init(|| Desk::new(self.problem), |desk, &index| desk.row(of_round, index));
        rows.collect()
    }

    /// The levels of a round with these indices; `None` if one costs too much.
    pub(crate) fn levels(
        &self,
        script: &Script,
        round: Round,
        indices: &[u32],
    ) -> Option<Vec<Level>> {
        let programs = self.programs(script);
        let levels = Levels { programs: &programs, maps: round, names: None };
        let mut desk = Desk::new(self.problem);
        let palette = self.problem.palette();
        let made = indices.iter().map(|&index| {
            let made = desk.maker().make(levels, index).ok()?;
            Some(Level::from_view(made.level, std::sync::Arc::clone(palette)))
        });
        made.collect()
    }

    fn programs(&self, script: &Script) -> Vec<Program> {
        marahel_problem::programs(script, self.problem)
    }
}

/// Means of rows.
pub(crate) fn share_good(rows: &[Row]) -> f64 {
    rows.iter().filter(|row| row.judged.is_good).count() as f64 / rows.len().max(1) as f64
}

pub(crate) fn mean_steps(rows: &[Row]) -> f64 {
    rows.iter().map(|row| row.n_steps as f64).sum::<f64>() / rows.len().max(1) as f64
}

/// The share of the rows that meet each demand.
pub(crate) fn shares_met(rows: &[Row]) -> Vec<f64> {
    let n_demands = rows.first().map_or(0, |row| row.met.len());
    let share = |index: usize| {
        rows.iter().filter(|row| row.met[index]).count() as f64 / rows.len().max(1) as f64
    };
    (0..n_demands).map(share).collect()
}
