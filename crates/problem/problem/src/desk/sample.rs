//! [`Sample`]: what many levels of one script meet.

use marahel::RunError;
use marahel_level::{Tile, TileSet};
use serde::{Deserialize, Serialize};

use super::{Desk, Row};
use crate::likeness::{self, Drawings};
use crate::{Levels, Problem, Tally, Variety, level_hash, version_of};

/// Levels with fewer tiles count as this large.
pub const N_TILES_SMALL: u64 = 400;

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
    /// Number of good levels; see [`Judged`](crate::Judged).
    pub n_good: u32,
    /// Number of levels that are good and long enough.
    pub n_long: u32,
    /// The lengths of the levels.
    pub length: Tally,
    /// Number of levels.
    pub n_maps: u32,
    /// Work for the levels: steps of their generation, see [`Row::n_steps`], and nodes that
    /// solvers expanded in vain in unplayable levels, see [`Row::n_nodes`].
    pub n_steps: u64,
    /// Total number of tiles.
    pub n_tiles: u64,
    /// The variety of the playable levels.
    pub variety: Variety,
    /// Similarity of ten levels together to the drawings, relative to that of one half of the
    /// drawings to the other, in 0..=1; empty without drawings.
    pub likeness: Tally,
    /// The patterns of the levels since the last comparison.
    pub patterns: likeness::Sample,
    /// Number of levels that meet each [case](Problem::cases) but the last; empty if cases are not
    /// measured.
    pub n_met: Vec<u32>,
    /// Which of a few levels a judge of [finalists](crate::Outside::finalists) passes.
    pub passed: Tally,
}

impl Sample {
    /// An empty sample.
    pub fn new(problem: &Problem) -> Self {
        let scores = vec![Tally::default(); problem.objectives().len()];
        Self { scores, variety: Variety::new(problem.variety_goals()), ..Self::default() }
    }

    /// An empty sample that also measures cases.
    pub fn of_cases(problem: &Problem) -> Self {
        Self { n_met: vec![0; problem.cases().len() - 1], ..Self::new(problem) }
    }

    /// The results in each [case](Problem::cases), in 0..=1: the share of levels that meet it; for
    /// an objective the mean of that share and the mean score. A score alone says too little: an
    /// arena with one torn side is 95 % symmetric. The last case is in how many cells
    /// levels differ, and how widely tiles stand. `None` if cases are not measured.
    pub fn cases(&self) -> Option<Vec<f64>> {
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
    pub fn passed_share(&self) -> f64 {
        let n = self.passed.n() as f64;
        (n * self.passed.mean() + 1.0) / (n + 2.0)
    }

    /// The results in all cases, and then how widely each of `n_tiles` kinds of tiles stands, in
    /// 0..=1, if the problem asks for it. `None` if cases are not measured.
    pub fn cases_and_widths(&self, n_tiles: usize) -> Option<Vec<f64>> {
        let mut cases = self.cases()?;
        if self.variety.goals().width > 0.0 {
            cases.extend((0..n_tiles as Tile).map(|tile| self.variety.width_share(tile)));
        }
        Some(cases)
    }

    /// The mean of the results in all cases, in 0..=1; `None` if cases are not measured.
    pub fn mean_of_cases(&self) -> Option<f64> {
        self.cases().map(|cases| cases.iter().sum::<f64>() / cases.len() as f64)
    }

    /// How much the playable levels differ, roughly, in 0..=1; 0 for fewer than two.
    pub fn varied(&self) -> f64 {
        if self.n_playable < 2 {
            return 0.0;
        }
        self.variety.rough_share() * self.variety.different_share()
    }

    /// Whether the shape of the sample fits a problem.
    pub fn fits(&self, problem: &Problem) -> bool {
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

    /// The share of levels that meet each [case](Problem::cases) but the last; empty if cases are not
    /// measured.
    pub fn shares_met(&self) -> Vec<f64> {
        self.n_met.iter().map(|&n| self.share(n)).collect()
    }

    /// Adds the row of a level, but for its variety and likeness. It [has cases](Row::with_met) if they
    /// are measured.
    pub fn add(&mut self, row: &Row) {
        let judged = row.judged;
        for (tally, &score) in self.scores.iter_mut().zip(&row.scores) {
            tally.add(score);
        }
        for (n, &is_met) in self.n_met.iter_mut().zip(&row.met) {
            *n += u32::from(is_met);
        }
        self.n_maps += 1;
        self.n_playable += u32::from(judged.is_playable);
        self.n_good += u32::from(judged.is_good);
        self.n_long += u32::from(judged.is_long);
        self.length.add(judged.length);
        self.n_steps += row.n_steps + if judged.is_playable { 0 } else { row.n_nodes };
        self.n_tiles += (row.size.0 * row.size.1) as u64;
    }

    /// Adds the patterns of a level, and compares every ten levels with the drawings. A similarity
    /// of `enough` scores 1.
    fn compare(&mut self, level: &likeness::Sample, drawings: &Drawings, enough: f64) {
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

/// What samples of a problem need to know of it.
#[derive(Debug)]
pub(super) struct Scope {
    /// The tiles that each case but the last is about.
    case_tiles: Vec<TileSet>,
    /// The similarity to the drawings that levels together can be expected to reach.
    likeness_enough: f64,
}

impl Scope {
    fn of(problem: &Problem) -> Self {
        let mut case_tiles: Vec<TileSet> =
            problem.cases().into_iter().map(|case| case.tiles).collect();
        case_tiles.pop();
        let ceiling = problem.definition().drawings().ceiling_together();
        Self { case_tiles, likeness_enough: ceiling.unwrap_or(1.0) }
    }

    /// Of which tiles a level has all that the problem demands. A good level may lack open-ended
    /// objectives.
    fn counted(&self, row: &Row, all: TileSet) -> TileSet {
        let missed = || self.case_tiles.iter().zip(&row.met).filter(|(_, is_met)| !**is_met);
        match (row.judged.is_good, row.met.is_empty()) {
            (true, _) => all,
            (false, true) => TileSet::EMPTY,
            _ => missed().fold(all, |counted, (tiles, _)| counted.difference(*tiles)),
        }
    }
}

impl Desk<'_> {
    /// Adds levels to a sample until it has `maps.n`, or until `go_on`, which is called after each, says
    /// that it is enough. An error once a level exceeds the work limit, or once all levels of the sample
    /// together take more steps than `n_steps_max`.
    pub fn extend(
        &mut self,
        sample: &mut Sample,
        levels: Levels<'_>,
        n_steps_max: Option<u64>,
        go_on: impl FnMut() -> bool,
    ) -> Result<(), RunError> {
        let n_steps_left = n_steps_max.map(|n| n.saturating_sub(sample.n_steps));
        self.maker.limit_steps(n_steps_left);
        let extended = self.extended(sample, levels, n_steps_left, go_on);
        self.maker.limit_steps(None);
        extended
    }

    fn extended(
        &mut self,
        sample: &mut Sample,
        levels: Levels<'_>,
        mut n_steps_left: Option<u64>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<(), RunError> {
        let Self { problem, maker, meter, scope } = self;
        let scope = scope.get_or_insert_with(|| Scope::of(problem));
        let all = TileSet::entities(problem.palette().len());
        let drawings = problem.definition().drawings();
        let (n_asked, n_programs) = (problem.dial_requests().len(), levels.programs.len());
        let has_cases = !sample.n_met.is_empty();
        for map in sample.n_maps..levels.maps.n {
            let made = maker.make(levels, map)?;
            n_steps_left = n_steps_left.map(|n| n.saturating_sub(made.n_steps));
            meter.begin(&made);
            let mut row = Row { n_steps: made.n_steps, ..Row::of(meter, made.level) };
            if has_cases {
                row = row.with_met(meter, made.level);
            }
            sample.add(&row);
            if row.judged.is_playable {
                if sample.variety.wants_signatures() {
                    row = row.with_signature(meter, made.level);
                }
                let stratum = version_of(map as usize % n_programs, n_asked, n_programs / n_asked);
                let hash = level_hash(made.level);
                sample.variety.add(hash, &row.signature, stratum, |left, right| {
                    meter.differences(left, right)
                });
            }
            if !drawings.levels().is_empty() {
                sample.compare(meter.patterns(made.level), drawings, scope.likeness_enough);
            }
            sample.variety.stand(made.level, scope.counted(&row, all));
            if n_steps_left.is_some() {
                maker.limit_steps(n_steps_left);
            }
            if !go_on() {
                break;
            }
        }
        Ok(())
    }
}
