//! Judging a draft: what its levels meet, and how they differ.

use marahel::Script;
use marahel_level::{Tile, TileSet, View};
use marahel_problem::{Levels, Maker, Maps, Meter, Places, Problem, programs};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the levels of a script meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
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

impl Standing {
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
    maker: Maker<'p>,
    meter: Meter<'p>,
    n_cases: usize,
}

impl<'p> Judge<'p> {
    /// For a problem [with named parts](Problem::with_named_parts).
    pub(crate) fn new(problem: &'p Problem) -> Self {
        let mut maker = Maker::new(problem.definition().pinned());
        let (width, height) = problem.sizes()[0];
        maker.limit_steps(Some(N_STEPS_PER_CELL * (width * height) as u64));
        Self { problem, maker, meter: problem.meter(), n_cases: problem.cases().len() - 2 }
    }

    /// Judges levels of a script; `None` if one takes too many steps.
    pub(crate) fn judge(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Standing> {
        let programs = programs(script, self.problem);
        let key = ChaCha8Rng::seed_from_u64(seed).random();
        let levels = Levels {
            programs: &programs,
            maps: Maps { key, n: n_levels, draw_seed: seed },
            names: None,
        };
        let mut standing = Standing { met: vec![0.0; self.n_cases], ..Standing::default() };
        let mut scores = vec![0.0; self.problem.objectives().len()];
        let mut stood = Places::default();
        let mut cells: Vec<[u16; 64]> = Vec::new();
        let all = TileSet::entities(self.problem.palette().len());
        for map in 0..n_levels {
            let made = self.maker.make(levels, map).ok()?;
            self.meter.begin(&made);
            let judged = self.meter.judge(made.level);
            standing.playable += f64::from(u8::from(judged.is_playable));
            standing.good += f64::from(u8::from(judged.is_good));
            for (index, &score) in self.meter.scores().iter().enumerate() {
                standing.met[index] += f64::from(u8::from(score >= 1.0));
                scores[index] += score;
            }
            let n_objectives = scores.len();
            let met = &mut standing.met;
            self.meter.parts(made.level, |index, is_met| {
                if let Some(met) = met.get_mut(n_objectives + index) {
                    *met += f64::from(u8::from(is_met));
                }
            });
            stood.add(made.level, all);
            cells.resize(made.level.area(), [0; 64]);
            let tiles = made.level.rows().flatten();
            cells.iter_mut().zip(tiles).for_each(|(counts, &tile)| counts[usize::from(tile)] += 1);
        }
        let n = f64::from(n_levels);
        for share in standing.met.iter_mut().chain([&mut standing.playable, &mut standing.good]) {
            *share /= n;
        }
        let of_scores =
            scores.iter().zip(&standing.met).map(|(score, met)| f64::midpoint(score / n, *met));
        let of_parts = standing.met[scores.len()..].iter().copied();
        standing.mean = of_scores.chain(of_parts).sum::<f64>() / standing.met.len().max(1) as f64;
        let same = |counts: &[u16; 64]| {
            counts.iter().map(|&k| f64::from(k) * (f64::from(k) - 1.0)).sum::<f64>()
                / (n * (n - 1.0)).max(1.0)
        };
        standing.differ = 1.0 - cells.iter().map(same).sum::<f64>() / cells.len().max(1) as f64;
        standing.width = stood.mean_width();
        Some(standing)
    }
}

impl Judge<'_> {
    /// Which explorers of a script change a cell in some of these levels; the first always does.
    /// `None` if one takes too many steps.
    pub(crate) fn busy(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Vec<bool>> {
        let programs = programs(script, self.problem);
        let maps =
            Maps { key: ChaCha8Rng::seed_from_u64(seed).random(), n: n_levels, draw_seed: seed };
        let levels = Levels { programs: &programs, maps, names: None };
        let mut busy = vec![false; script.explorers.len()];
        let mut before: Vec<Tile> = Vec::new();
        for map in 0..n_levels {
            let mut watch = |explorer: usize, level: View<'_>, _: &mut ChaCha8Rng| {
                let is_same = explorer > 0 && level.rows().flatten().eq(&before);
                busy[explorer] |= !is_same;
                before.clear();
                before.extend(level.rows().flatten());
            };
            self.maker.make_watched(levels, map, &mut watch).ok()?;
        }
        Some(busy)
    }

    /// The mean number of cells with each tile in levels of a script; `None` if one takes too many
    /// steps.
    pub(crate) fn counts(&mut self, script: &Script, n_levels: u32, seed: u64) -> Option<Vec<f64>> {
        let programs = programs(script, self.problem);
        let key = ChaCha8Rng::seed_from_u64(seed).random();
        let maps = Maps { key, n: n_levels, draw_seed: seed };
        let levels = Levels { programs: &programs, maps, names: None };
        let mut counts = vec![0.0; self.problem.palette().len()];
        for map in 0..n_levels {
            let made = self.maker.make(levels, map).ok()?;
            for &tile in made.level.rows().flatten() {
                if let Some(count) = counts.get_mut(usize::from(tile)) {
                    *count += 1.0 / f64::from(n_levels);
                }
            }
        }
        Some(counts)
    }
}

/// A level of a draft may take so many steps for each cell; those by hand take 12 to 660.
const N_STEPS_PER_CELL: u64 = 800;
