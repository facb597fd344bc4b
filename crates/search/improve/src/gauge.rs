//! Measuring the levels of a script, one row for each level.

use marahel::{Program, RunError, Script};
use marahel_evolution::{Purpose, Streams};
use marahel_level::{Level, Tile, View};
use marahel_problem::{Levels, MadeLevel, Maker, Maps, Meter, Problem, Signature};
use rayon::prelude::*;

/// The index of an individual in the streams of improving. Searches, validation and minimising do
/// not reach it.
const INDIVIDUAL: u64 = u64::MAX - 1;

/// Weights of the met demands and of the scores in the merit of a level that is not good, which is
/// at most their sum.
const WEIGHT_MET: f64 = 0.6;
const WEIGHT_SCORE: f64 = 0.2;

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

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) is_good: bool,
    /// Whether the level meets each demand.
    pub(crate) met: Vec<bool>,
    /// 1 for a good level, else by the share of met demands and the scores.
    pub(crate) merit: f64,
    pub(crate) n_steps: u64,
    pub(crate) width: usize,
    pub(crate) signature: Signature,
}

impl Row {
    pub(crate) fn good(&self) -> f64 {
        f64::from(u8::from(self.is_good))
    }

    /// The number of demands that it meets.
    pub(crate) fn n_met(&self) -> f64 {
        self.met.iter().filter(|&&is_met| is_met).count() as f64
    }
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
        let rows = levels.par_iter().with_min_len(4).map_init(
            || (self.meter(), self.maker()),
            |(meter, maker), &index| {
                let levels = Levels { programs: &programs, maps: round, names: None };
                maker.make(levels, index).map(|made| self.row(meter, &made))
            },
        );
        rows.collect()
    }

    fn row(&self, meter: &mut Meter<'_>, made: &MadeLevel<'_>) -> Row {
        meter.begin(made);
        let Judgement { is_good, met, merit } = self.judge(meter, made.level);
        let mut signature = Signature::default();
        meter.sign(made.level, &mut signature);
        let (n_steps, width) = (made.n_steps, made.level.width());
        Row { is_good, met, merit, n_steps, width, signature }
    }

    /// The levels of a round with these indices; `None` if one costs too much.
    pub(crate) fn levels(
        &self,
        script: &Script,
        round: Round,
        indices: &[u32],
    ) -> Option<Vec<Level>> {
        let programs = self.programs(script);
        let mut maker = self.maker();
        indices
            .iter()
            .map(|&index| {
                let levels = Levels { programs: &programs, maps: round, names: None };
                let made = maker.make(levels, index).ok()?;
                Some(Level::from_view(made.level, std::sync::Arc::clone(self.problem.palette())))
            })
            .collect()
    }

    fn programs(&self, script: &Script) -> Vec<Program> {
        marahel_problem::programs(script, self.problem)
    }

    fn maker(&self) -> Maker<'p> {
        Maker::new(self.problem.definition().pinned())
    }

    pub(crate) fn meter(&self) -> Meter<'p> {
        self.problem.meter()
    }

    /// What a level is worth to the judge, and which demands it meets.
    pub(crate) fn judge(&self, meter: &mut Meter<'_>, level: View<'_>) -> Judgement {
        let judged = meter.judge(level);
        let mut met: Vec<bool> = meter.scores().iter().map(|&score| score == 1.0).collect();
        let scores = meter.scores().iter().sum::<f64>();
        meter.parts(level, |_, is_met| met.push(is_met));
        let n_met = met.iter().filter(|&&is_met| is_met).count();
        let n_objectives = self.problem.objectives().len();
        let n_parts_met = met[n_objectives..].iter().filter(|&&is_met| is_met).count();
        let of = |number: f64| number / met.len().max(1) as f64;
        let merit = if judged.is_good {
            1.0
        } else {
            WEIGHT_MET * of(n_met as f64) + WEIGHT_SCORE * of(scores + n_parts_met as f64)
        };
        Judgement { is_good: judged.is_good, met, merit }
    }
}

/// What a judge says about one level.
pub(crate) struct Judgement {
    pub(crate) is_good: bool,
    pub(crate) met: Vec<bool>,
    pub(crate) merit: f64,
}

/// Means of rows.
pub(crate) fn share_good(rows: &[Row]) -> f64 {
    rows.iter().filter(|row| row.is_good).count() as f64 / rows.len().max(1) as f64
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

/// The tiles of the rows with the size of the first one.
pub(crate) fn tiles_of<'r>(rows: &[&'r Row]) -> Vec<&'r [Tile]> {
    let Some(first) = rows.first() else { return Vec::new() };
    let alike = rows.iter().filter(|row| {
        row.width == first.width && row.signature.tiles.len() == first.signature.tiles.len()
    });
    alike.map(|row| row.signature.tiles.as_slice()).collect()
}
