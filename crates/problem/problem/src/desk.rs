//! [`Desk`]: makes the levels of a script and measures them, a [`Row`] for each.
//!
//! All that rates scripts measures here: searches and drafts add rows to a [`Sample`], improving
//! compares the rows of two scripts level by level, and the quality of a set is of its rows.

mod sample;

use marahel::RunError;
use marahel_level::View;

use crate::{Judged, Levels, MadeLevel, Maker, Meter, Problem, Signature};
use sample::Scope;
pub use sample::{N_TILES_SMALL, Sample};

/// What was measured of one level. Its columns cost differently much, so each is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The verdict.
    pub judged: Judged,
    /// The score of each objective.
    pub scores: Vec<f64>,
    /// Whether it meets each [case](Problem::cases) but the last; empty unless [asked for](Self::with_met).
    pub met: Vec<bool>,
    /// What distinguishes it in play; empty unless [asked for](Self::with_signature).
    pub signature: Signature,
    /// Columns and rows of the level.
    pub size: (usize, usize),
    /// Steps that it took to make it; 0 for a drawn level.
    pub n_steps: u64,
    /// Nodes that solvers visited, see [`Meter::n_nodes`].
    pub n_nodes: u64,
}

/// Weights of the met demands and of the scores in the merit of a level that is not good, which is
/// at most their sum.
const WEIGHT_MET: f64 = 0.6;
const WEIGHT_SCORE: f64 = 0.2;

impl Row {
    /// The verdict and the scores of a level, by a meter that [began](Meter::begin) with it if a
    /// script made it.
    pub fn of(meter: &mut Meter<'_>, level: View<'_>) -> Self {
        Self {
            judged: meter.judge(level),
            scores: meter.scores().to_vec(),
            size: (level.width(), level.height()),
            n_nodes: meter.n_nodes(),
            ..Self::default()
        }
    }

    /// Adds which cases the same level meets. Parts of conditions are cases of a problem [with named
    /// parts](Problem::with_named_parts).
    #[must_use]
    pub fn with_met(mut self, meter: &mut Meter<'_>, level: View<'_>) -> Self {
        self.met.extend(self.scores.iter().map(|&score| score >= 1.0));
        meter.parts(level, |_, is_met| self.met.push(is_met));
        self
    }

    /// Adds the signature of the same level.
    #[must_use]
    pub fn with_signature(mut self, meter: &mut Meter<'_>, level: View<'_>) -> Self {
        meter.sign(level, &mut self.signature);
        self
    }

    /// 1 for a good level, else 0.
    pub fn good(&self) -> f64 {
        f64::from(u8::from(self.judged.is_good))
    }

    /// The number of cases that it meets.
    pub fn n_met(&self) -> f64 {
        self.met.iter().filter(|&&is_met| is_met).count() as f64
    }

    /// How near the level is to a good one, for which it is 1: by the share of met cases and by the
    /// scores. A number of one level, so that the levels of two scripts can be compared pair by pair.
    pub fn merit(&self) -> f64 {
        if self.judged.is_good {
            return 1.0;
        }
        let of = |number: f64| number / self.met.len().max(1) as f64;
        let n_parts_met = self.met[self.scores.len()..].iter().filter(|&&is_met| is_met).count();
        let scores = self.scores.iter().sum::<f64>() + n_parts_met as f64;
        WEIGHT_MET * of(self.n_met()) + WEIGHT_SCORE * of(scores)
    }

    /// The level of a signed row.
    pub fn view(&self) -> View<'_> {
        let (width, height) = self.size;
        View::new(&self.signature.tiles, width, height, width)
    }
}

/// Makes levels of scripts and measures them by one problem, in memory that one thread reuses.
#[derive(Debug)]
pub struct Desk<'p> {
    problem: &'p Problem,
    maker: Maker<'p>,
    meter: Meter<'p>,
    /// Prepared with the first sample.
    scope: Option<Scope>,
}

impl<'p> Desk<'p> {
    /// For the scripts of a problem.
    pub fn new(problem: &'p Problem) -> Self {
        let maker = Maker::new(problem.definition().pinned());
        Self { problem, maker, meter: problem.meter(), scope: None }
    }

    /// What makes the levels, for all that needs no measurement.
    pub fn maker(&mut self) -> &mut Maker<'p> {
        &mut self.maker
    }

    /// Makes level `map` of a script, and looks at it with a meter that began with it.
    pub fn look<T>(
        &mut self,
        levels: Levels<'_>,
        map: u32,
        look: impl FnOnce(&mut Meter<'p>, &MadeLevel<'_>) -> T,
    ) -> Result<T, RunError> {
        let made = self.maker.make(levels, map)?;
        self.meter.begin(&made);
        Ok(look(&mut self.meter, &made))
    }

    /// The row of level `map` of a script, with all columns.
    pub fn row(&mut self, levels: Levels<'_>, map: u32) -> Result<Row, RunError> {
        self.look(levels, map, |meter, made| {
            let row = Row { n_steps: made.n_steps, ..Row::of(meter, made.level) };
            row.with_met(meter, made.level).with_signature(meter, made.level)
        })
    }
}
