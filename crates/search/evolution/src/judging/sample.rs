//! Measuring one script on many levels, in memory that one thread reuses.

use marahel::RunError;
use marahel_level::{Tile, TileSet};
use marahel_problem::likeness::Drawings;
use marahel_problem::{
    Judged, Levels, MadeLevel, Maker, Meter, Problem, Signature, Tally, Variety, level_hash,
    version_of,
};
use serde::{Deserialize, Serialize};

use crate::Monitor;

/// Levels with fewer tiles count as this large.
pub(crate) const N_TILES_SMALL: u64 = 400;

/// Share of the cells in which two levels differ, from which on the last case is met.
const DIFFERENCE: f64 = 0.35;

/// Number of levels that are compared with the drawings together.
const N_TOGETHER: u32 = 10;

/// Measurements of many levels of one script.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Scores in 0..=1, one tally for each objective.
    pub scores: Vec<Tally>,
    /// Number of playable levels.
    pub n_playable: u32,
    /// Number of good levels; see [`Judged`].
    pub n_good: u32,
    /// Number of levels that are good and long enough.
    pub n_long: u32,
    /// The lengths of the levels.
    pub length: Tally,
    /// Number of levels.
    pub n_maps: u32,
    /// Work for the levels: steps of their generation, see [`MadeLevel::n_steps`], and nodes that
    /// solvers expanded in vain in unplayable levels, see [`Meter::n_nodes`].
    pub n_steps: u64,
    /// Total number of tiles.
    pub n_tiles: u64,
    /// The variety of the playable levels.
    pub variety: Variety,
    /// Similarity of ten levels together to the drawings, relative to that of one half of the
    /// drawings to the other, in 0..=1; empty without drawings.
    pub likeness: Tally,
    /// The patterns of the levels since the last comparison.
    pub(crate) patterns: marahel_problem::likeness::Sample,
    /// Number of levels that meet each [case](Problem::cases) but the last; empty if cases are not
    /// measured.
    pub(crate) n_met: Vec<u32>,
    /// Which of a few levels a judge of [finalists](marahel_problem::Outside::finalists) passes.
    pub passed: Tally,
}

impl Sample {
    pub(crate) fn new(problem: &Problem) -> Self {
        let scores = vec![Tally::default(); problem.objectives().len()];
        Self { scores, variety: Variety::new(problem.variety_goals()), ..Self::default() }
    }

    /// An empty sample that also measures cases.
    pub(crate) fn of_cases(problem: &Problem) -> Self {
        Self { n_met: vec![0; problem.cases().len() - 1], ..Self::new(problem) }
    }

    /// The results in each [case](Problem::cases), in 0..=1: the share of levels that meet it; for
    /// an objective the mean of that share and the mean score. A score alone says too little: an
    /// arena with one torn side is 95 % symmetric. The last case is in how many cells
    /// levels differ, and how widely tiles stand. `None` if cases are not measured.
    pub(crate) fn cases(&self) -> Option<Vec<f64>> {
        if self.n_met.is_empty() {
            return None;
        }
        let mut cases: Vec<f64> = self.n_met.iter().map(|&n| self.share(n)).collect();
        for (case, score) in cases.iter_mut().zip(&self.scores) {
            *case = f64::midpoint(*case, score.mean());
        }
        // More than is enough later: a search that is far from good would meet all else by one picture.
        let differ =
            if self.n_playable < 2 { 0.0 } else { self.variety.tile_difference() / DIFFERENCE };
        let differ = differ.min(1.0) * self.variety.different_share();
        cases.push(differ * f64::midpoint(1.0, self.variety.mean_width()));
        Some(cases)
    }

    /// The share of levels that a judge of finalists passes, as far as few levels tell (Laplace's
    /// rule): a half while it was not asked.
    pub(crate) fn passed_share(&self) -> f64 {
        let n = self.passed.n() as f64;
        (n * self.passed.mean() + 1.0) / (n + 2.0)
    }

    /// The results in all cases, and then how widely each of `n_tiles` kinds of tiles stands, in
    /// 0..=1, if the problem asks for it. `None` if cases are not measured.
    pub(crate) fn cases_and_widths(&self, n_tiles: usize) -> Option<Vec<f64>> {
        let mut cases = self.cases()?;
        if self.variety.goals().width > 0.0 {
            cases.extend((0..n_tiles as Tile).map(|tile| self.variety.width_share(tile)));
        }
        Some(cases)
    }

    /// The mean of the results in all cases, in 0..=1; `None` if cases are not measured.
    pub(crate) fn mean_of_cases(&self) -> Option<f64> {
        self.cases().map(|cases| cases.iter().sum::<f64>() / cases.len() as f64)
    }

    /// How much the playable levels differ, roughly, in 0..=1; 0 for fewer than two.
    pub(crate) fn varied(&self) -> f64 {
        if self.n_playable < 2 {
            return 0.0;
        }
        self.variety.rough_share() * self.variety.different_share()
    }

    /// Whether the shape of the sample fits a problem.
    pub(crate) fn fits(&self, problem: &Problem) -> bool {
        self.scores.len() == problem.objectives().len()
            && (self.n_met.is_empty() || self.n_met.len() + 1 == problem.cases().len())
    }

    /// The fitness in each objective of the problem, in 0..=1: the mean of the scores.
    pub fn fitness(&self) -> Vec<f64> {
        self.scores.iter().map(Tally::mean).collect()
    }

    /// Share of the levels that are playable; 0 if there are no levels.
    pub fn playable(&self) -> f64 {
        self.share(self.n_playable)
    }

    /// Share of the levels that are good; 0 if there are no levels.
    pub fn good(&self) -> f64 {
        self.share(self.n_good)
    }

    /// Mean number of steps per tile; 0 without levels. Small levels are quick at any cost per
    /// tile, so they count as 400 tiles.
    pub fn steps_per_tile(&self) -> f64 {
        let n_tiles = self.n_tiles.max(u64::from(self.n_maps) * N_TILES_SMALL);
        self.n_steps as f64 / n_tiles.max(1) as f64
    }

    /// Standard error of a share of the levels.
    pub fn share_error(&self, share: f64) -> f64 {
        (share * (1.0 - share) / f64::from(self.n_maps.max(1))).sqrt()
    }

    fn add(&mut self, judged: Judged) {
        self.n_maps += 1;
        self.n_playable += u32::from(judged.is_playable);
        self.n_good += u32::from(judged.is_good);
        self.n_long += u32::from(judged.is_long);
        self.length.add(judged.length);
    }

    /// Adds the patterns of a level, and compares every ten levels with the drawings. A similarity
    /// of `enough` scores 1.
    fn compare(
        &mut self,
        level: &marahel_problem::likeness::Sample,
        drawings: &Drawings,
        enough: f64,
    ) {
        self.patterns.merge(level);
        if self.n_maps.is_multiple_of(N_TOGETHER)
            && let Some(similarity) = std::mem::take(&mut self.patterns).similarity(drawings)
        {
            self.likeness.add((similarity / enough).min(1.0));
        }
    }

    fn share(&self, n: u32) -> f64 {
        f64::from(n) / f64::from(self.n_maps.max(1))
    }
}

/// Makes and measures levels of one problem.
pub(crate) struct Sampler<'p> {
    problem: &'p Problem,
    maker: Maker<'p>,
    meter: Meter<'p>,
    signature: Signature,
    /// The similarity to the drawings that levels together can be expected to reach.
    likeness_enough: f64,
    /// The tiles that each case but the last is about.
    case_tiles: Vec<TileSet>,
    /// Steps left for the levels to make; `None` without a limit.
    n_steps_left: Option<u64>,
}

impl<'p> Sampler<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Self {
        let mut case_tiles: Vec<TileSet> =
            problem.cases().into_iter().map(|case| case.tiles).collect();
        case_tiles.pop();
        Self {
            problem,
            case_tiles,
            maker: Maker::new(problem.definition().pinned()),
            meter: problem.meter(),
            signature: Signature::default(),
            n_steps_left: None,
            likeness_enough: problem.definition().drawings().ceiling_together().unwrap_or(1.0),
        }
    }

    pub(crate) fn sample(
        &mut self,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Sample, RunError> {
        let mut sample = Sample::new(self.problem);
        self.extend(&mut sample, levels, monitor)?;
        Ok(sample)
    }

    /// As [`extend`](Self::extend), for levels that may take so many steps, all in the sample
    /// together; with an error once they take more.
    pub(crate) fn extend_within(
        &mut self,
        n_steps_max: u64,
        sample: &mut Sample,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RunError> {
        self.n_steps_left = Some(n_steps_max.saturating_sub(sample.n_steps));
        let extended = self.extend(sample, levels, monitor);
        self.n_steps_left = None;
        extended
    }

    /// Adds levels to a sample until it has `maps.n`. Ends early if the monitor stops the search.
    pub(crate) fn extend(
        &mut self,
        sample: &mut Sample,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RunError> {
        let drawings = self.problem.definition().drawings();
        let n_asked = self.problem.dial_requests().len();
        let n_programs = levels.programs.len();
        let likeness_enough = self.likeness_enough;
        let case_tiles = std::mem::take(&mut self.case_tiles);
        let all = TileSet::entities(self.problem.palette().len());
        let mut signature = std::mem::take(&mut self.signature);
        let extended = self.visit(sample.n_maps, levels, monitor, |meter, sampled| {
            let level = sampled.level;
            let judged = meter.judge(level);
            for (tally, &score) in sample.scores.iter_mut().zip(meter.scores()) {
                tally.add(score);
            }
            let stratum =
                version_of(sample.n_maps as usize % n_programs, n_asked, n_programs / n_asked);
            let n_in_vain = if judged.is_playable { 0 } else { meter.n_nodes() };
            sample.add(judged);
            sample.n_steps += sampled.n_steps + n_in_vain;
            sample.n_tiles += level.area() as u64;
            if judged.is_playable {
                if sample.variety.wants_signatures() {
                    meter.sign(level, &mut signature);
                }
                sample.variety.add(level_hash(level), &signature, stratum, |left, right| {
                    meter.differences(left, right)
                });
            }
            if !drawings.levels().is_empty() {
                sample.compare(meter.patterns(level), drawings, likeness_enough);
            }
            // Of which tiles the level has all that the problem demands.
            let mut counted = TileSet::EMPTY;
            if !sample.n_met.is_empty() {
                counted = all;
                let n_objectives = meter.scores().len();
                let (of_objectives, of_parts) = sample.n_met.split_at_mut(n_objectives);
                let (tiles, tiles_of_parts) = case_tiles.split_at(n_objectives);
                for ((n, &score), tiles) in of_objectives.iter_mut().zip(meter.scores()).zip(tiles)
                {
                    *n += u32::from(score >= 1.0);
                    counted = if score >= 1.0 { counted } else { counted.difference(*tiles) };
                }
                meter.parts(level, |index, is_met| {
                    of_parts[index] += u32::from(is_met);
                    counted =
                        if is_met { counted } else { counted.difference(tiles_of_parts[index]) };
                });
            }
            // A good level may lack open-ended objectives.
            let counted = if judged.is_good { all } else { counted };
            sample.variety.stand(level, counted);
            monitor.measured();
        });
        (self.signature, self.case_tiles) = (signature, case_tiles);
        extended
    }

    /// Calls `look` with each level from number `from` on, and a meter that began with it. Ends
    /// early if the monitor stops the search.
    pub(crate) fn visit(
        &mut self,
        from: u32,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
        mut look: impl FnMut(&mut Meter<'p>, &MadeLevel<'_>),
    ) -> Result<(), RunError> {
        for map in from..levels.maps.n {
            if monitor.is_stopped() {
                break;
            }
            self.maker.limit_steps(self.n_steps_left);
            let sampled = self.maker.make(levels, map)?;
            self.n_steps_left = self.n_steps_left.map(|n| n.saturating_sub(sampled.n_steps));
            self.meter.begin(&sampled);
            look(&mut self.meter, &sampled);
        }
        Ok(())
    }

    /// A hash of the first `maps.n` levels of each program.
    pub(crate) fn levels_hash(&mut self, levels: Levels<'_>) -> Result<u64, RunError> {
        let mut hash = 0;
        for programs in levels.programs.chunks(1) {
            for map in 0..levels.maps.n {
                let sampled = self.maker.make(Levels { programs, ..levels }, map)?;
                hash = level_hash(sampled.level).wrapping_add(u64::rotate_left(hash, 5));
            }
        }
        Ok(hash)
    }
}
