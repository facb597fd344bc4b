//! Judging a draft: what its levels meet, and how they differ.

use marahel::{Program, Script};
use marahel_level::{Tile, TileSet, View};
use marahel_problem::{Desk, Levels, Maps, Places, Problem, Row, Sample, programs};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the levels of a script meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rating {
    /// For each [case](Problem::cases) but the last two, the share of levels that meet it.
    pub met: Vec<f64>,
    /// The mean over these cases of that share and the mean score.
    pub mean: f64,
    /// The shares of levels that are playable, and good.
    pub playable: f64,
    /// See [`playable`](Self::playable).
    pub good: f64,
    /// The mean share of cells in which two levels differ.
    pub differ: f64,
    /// How widely the kinds of tiles stand, as [`Places::mean_width`].
    pub width: f64,
}

/// A difference of levels that is enough, and what variety and good levels weigh beside demands.
const DIFFER: f64 = 0.3;
const VARIETY: f64 = 0.35;
const GOOD: f64 = 0.6;

impl Rating {
    fn of(sample: &Sample, stood: &Places) -> Self {
        // That all tiles are set is no demand of the file.
        let mut met = sample.shares_met();
        met.pop();
        let scores = sample.fitness();
        let of_scores = scores.iter().zip(&met).map(|(score, met)| f64::midpoint(*score, *met));
        let of_parts = met[scores.len()..].iter().copied();
        let mean = of_scores.chain(of_parts).sum::<f64>() / met.len().max(1) as f64;
        Self {
            mean,
            playable: sample.playable(),
            good: sample.good(),
            differ: stood.differ().unwrap_or(1.0),
            width: stood.mean_width(),
            met,
        }
    }

    /// One number by which drafts are compared.
    pub(crate) fn worth(&self) -> f64 {
        let variety = ((self.differ / DIFFER).min(1.0) * self.width).sqrt();
        // Noise is varied, too.
        let counts = self.mean.powi(4).mul_add(1.0 - GOOD, GOOD * self.good);
        self.mean + GOOD * self.good + VARIETY * variety * counts
    }

    /// Number of cases that nearly all levels meet.
    pub fn n_met(&self) -> usize {
        self.met.iter().filter(|&&share| share >= MET).count()
    }
}

/// A case is met if this share of the levels meets it.
pub(crate) const MET: f64 = 0.9;

/// Makes and judges levels, in memory that one thread reuses.
pub(crate) struct Judge<'p> {
    problem: &'p Problem,
    desk: Desk<'p>,
}

impl<'p> Judge<'p> {
    /// For a problem [with named parts](Problem::with_named_parts).
    pub(crate) fn new(problem: &'p Problem) -> Self {
        let mut desk = Desk::new(problem);
        let (width, height) = problem.sizes()[0];
        desk.maker().limit_steps(Some(N_STEPS_PER_CELL * (width * height) as u64));
        Self { problem, desk }
    }

    /// Judges levels of a script; `None` if one takes too many steps.
    pub(crate) fn judge(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Rating> {
        let programs = programs(script, self.problem);
        let (mut sample, mut stood) = (Sample::of_cases(self.problem), Places::default());
        let all = TileSet::entities(self.problem.palette().len());
        for map in 0..n_levels {
            let look = self.desk.look(levels(&programs, seed), map, |meter, made| {
                sample.add(&Row::of(meter, made.level).with_met(meter, made.level));
                stood.add(made.level, all);
            });
            look.ok()?;
        }
        Some(Rating::of(&sample, &stood))
    }

    /// Which explorers of a script change a cell in some of these levels; the first always does.
    /// `None` if one takes too many steps.
    pub(crate) fn busy(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Vec<bool>> {
        let programs = programs(script, self.problem);
        let mut busy = vec![false; script.explorers.len()];
        let mut before: Vec<Tile> = Vec::new();
        for map in 0..n_levels {
            let mut watch = |explorer: usize, level: View<'_>, _: &mut ChaCha8Rng| {
                let is_same = explorer > 0 && level.rows().flatten().eq(&before);
                busy[explorer] |= !is_same;
                before.clear();
                before.extend(level.rows().flatten());
            };
            self.desk.maker().make_watched(levels(&programs, seed), map, &mut watch).ok()?;
        }
        Some(busy)
    }

    /// The mean number of cells with each tile in levels of a script; `None` if one takes too many
    /// steps.
    pub(crate) fn counts(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Vec<f64>> {
        let programs = programs(script, self.problem);
        let mut counts = vec![0.0; self.problem.palette().len()];
        for map in 0..n_levels {
            let made = self.desk.maker().make(levels(&programs, seed), map).ok()?;
            for &tile in made.level.rows().flatten() {
                if let Some(count) = counts.get_mut(usize::from(tile)) {
                    *count += 1.0 / f64::from(n_levels);
                }
            }
        }
        Some(counts)
    }
}

/// The levels of a seed.
fn levels(programs: &[Program], seed: u64) -> Levels<'_> {
    let key = ChaCha8Rng::seed_from_u64(seed).random();
    Levels { programs, maps: Maps { key, n: u32::MAX, draw_seed: seed }, names: None }
}

/// A level of a draft may take so many steps for each cell; those by hand take 12 to 660.
const N_STEPS_PER_CELL: u64 = 800;
