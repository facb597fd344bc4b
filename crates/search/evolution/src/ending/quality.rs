//! The quality of a script's levels for somebody who uses them unselected.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use marahel::{Program, Script};
use marahel_level::View;
use marahel_problem::programs;
use marahel_problem::{
    Desk, Explanation, Judged, Lack, Levels, Maps, Meter, Problem, Row, Tally, Trace,
};
use rayon::prelude::*;

use crate::Streams;
use marahel_config::{Config, EvolutionError};

/// Measures of one script over several sets of levels: for each, the mean of the sets and its
/// standard error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quality {
    /// The share of playable levels.
    pub playable: Tally,
    /// The share of levels of quality, see [`Judged`].
    pub quality: Tally,
    /// The share of levels that are unlike all others of their set, by the problem's comparison.
    pub diversity: Tally,
    /// The share of levels that are both of quality and unlike.
    pub both: Tally,
    /// How similar a set as a whole is to the drawings; empty without drawings.
    pub like: Tally,
    /// The share of cells that the level nearest to a drawing has in common with it.
    pub copied: Tally,
}

impl Quality {
    /// All that were measured, with their names.
    pub fn measures(&self) -> Vec<(&'static str, Tally)> {
        let Self { playable, quality, diversity, both, like, copied } = *self;
        let shares = [("playable", playable), ("quality", quality), ("diversity", diversity)];
        let likeness = [("both", both), ("like", like), ("copied", copied)];
        let measures = shares.into_iter().chain(likeness);
        measures.filter(|(_, tally)| tally.n() > 0).collect()
    }

    fn add(&mut self, set: &Self) {
        let Self { playable, quality, diversity, both, like, copied } = self;
        let tallies = [playable, quality, diversity, both, like, copied].into_iter();
        tallies.zip(set.measures()).for_each(|(tally, (_, of_set))| tally.add(of_set.mean()));
    }
}

/// Judges a script on `n_sets` disjoint sets of `n_levels` levels each. Larger sets have less
/// diversity, so compare only sets of equal size.
///
/// Sources: quality and diversity of the PCG Benchmark (Khalifa et al. 2025, arXiv
/// 2503.21474), by the bands of the problem.
pub fn judge_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
    n_levels: u32,
    n_sets: u32,
) -> Result<Quality, EvolutionError> {
    judge_sets(script, problem, config.seed, (n_levels, n_sets))
}

/// [`judge_script`] without a config.
pub(crate) fn judge_sets(
    script: &Script,
    problem: &Problem,
    seed: u64,
    (n_levels, n_sets): (u32, u32),
) -> Result<Quality, EvolutionError> {
    let names = problem.tiles_of(&script.entities)?;
    let programs = programs(script, problem);
    let streams = Streams::new(seed);
    let drawings = problem.definition().drawings();
    let sets = (0..n_sets).into_par_iter().map(|set| -> Result<_, EvolutionError> {
        let maps = streams.validation_maps(u64::from(set) + 1, n_levels);
        let mut judged = JudgedSet::new(problem);
        let (mut patterns, mut copied) = (marahel_problem::likeness::Sample::default(), 0.0_f64);
        let levels = Levels { programs: &programs, maps, names: names.as_ref() };
        let mut desk = Desk::new(problem);
        for map in 0..n_levels {
            desk.look(levels, map, |meter, made| {
                judged.add(meter, made.level);
                patterns.add(made.level, drawings);
                copied = copied.max(drawings.nearest(made.level));
            })?;
        }
        problem.check_judge()?;
        let mut quality = judged.quality();
        if let Some(like) = patterns.similarity(drawings) {
            (quality.like, quality.copied) = (Tally::of(like), Tally::of(copied));
        }
        Ok(quality)
    });
    let mut quality = Quality::default();
    sets.collect::<Result<Vec<_>, _>>()?.iter().for_each(|set| quality.add(set));
    Ok(quality)
}

/// Something that some levels of a script lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// What it is.
    pub lack: Lack,
    /// The levels that lack it, by their numbers or seeds.
    pub levels: Vec<u64>,
    /// Of how many levels.
    pub n_levels: u32,
}

impl Shortfall {
    /// How many levels lack it.
    pub fn n(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The share of the levels that lack it.
    pub fn share(&self) -> f64 {
        f64::from(self.n()) / f64::from(self.n_levels.max(1))
    }

    /// What levels lack, each by its number or seed: the most frequent first, and open-ended
    /// objectives last.
    pub fn of_levels(levels: impl IntoIterator<Item = (u64, Explanation)>) -> Vec<Self> {
        let mut lacking: BTreeMap<Lack, Vec<u64>> = BTreeMap::new();
        let mut n_levels = 0;
        for (level, explanation) in levels {
            n_levels += 1;
            for lack in explanation.lacks().into_iter().chain(explanation.short_of()) {
                lacking.entry(lack).or_default().push(level);
            }
        }
        let mut all: Vec<Self> =
            lacking.into_iter().map(|(lack, levels)| Self { lack, levels, n_levels }).collect();
        all.sort_by_cached_key(|row| (row.lack.is_open(), Reverse(row.n()), row.lack.to_string()));
        all
    }
}

/// An external judge is asked once more about no more levels than these.
const N_JUDGED_AGAIN: u32 = 200;

/// What the validation levels of a script lack, as [`Shortfall::of_levels`]: all that
/// [`evaluate_script`](crate::evaluate_script) measures, or the first of them where an external judge is
/// asked.
pub fn lacks_of_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
) -> Result<Vec<Shortfall>, EvolutionError> {
    let is_judged = problem.definition().outside().is_some();
    let n_levels = if is_judged { config.maps.min(N_JUDGED_AGAIN) } else { config.maps };
    let programs = programs(script, problem);
    let maps = Streams::new(config.seed).validation_maps(0, n_levels);
    lacks_of_levels(script, &programs, problem, maps)
}

/// [`lacks_of_script`] for given levels.
pub(crate) fn lacks_of_levels(
    script: &Script,
    programs: &[Program],
    problem: &Problem,
    maps: Maps,
) -> Result<Vec<Shortfall>, EvolutionError> {
    let names = problem.tiles_of(&script.entities)?;
    let levels = Levels { programs, maps, names: names.as_ref() };
    let problem = problem.clone().with_named_parts();
    let mut desk = Desk::new(&problem);
    let explained = (0..maps.n).map(|map| {
        desk.look(levels, map, |meter, made| (u64::from(map), meter.explain(made.level)))
    });
    let explained = explained.collect::<Result<Vec<_>, _>>()?;
    problem.check_judge()?;
    Ok(Shortfall::of_levels(explained))
}

/// Levels of one script, judged one by one and together.
pub struct JudgedSet<'p> {
    problem: &'p Problem,
    rows: Vec<Row>,
    traces: Vec<Option<Trace>>,
}

impl<'p> JudgedSet<'p> {
    /// An empty set.
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, rows: Vec::new(), traces: Vec::new() }
    }

    /// Judges a level with a meter of the problem and adds it.
    pub fn add(&mut self, meter: &mut Meter<'_>, level: View<'_>) -> Judged {
        let row = Row::of(meter, level).with_signature(meter, level);
        let judged = row.judged;
        self.rows.push(row);
        self.traces.push(meter.trace(level));
        judged
    }

    /// The quality of the set, without its likeness to drawings.
    pub fn quality(&self) -> Quality {
        let are_unlike = self.of_benchmark().unwrap_or_else(|| self.unlike());
        let levels: Vec<(Judged, bool)> =
            self.rows.iter().map(|row| row.judged).zip(are_unlike).collect();
        let share = |holds: fn(&(Judged, bool)) -> bool| {
            let n = levels.iter().filter(|level| holds(level)).count();
            Tally::of(n as f64 / levels.len().max(1) as f64)
        };
        Quality {
            playable: share(|(judged, _)| judged.is_playable),
            quality: share(|(judged, _)| judged.has_quality),
            diversity: share(|(_, is_unlike)| *is_unlike),
            both: share(|(judged, is_unlike)| judged.has_quality && *is_unlike),
            ..Quality::default()
        }
    }
    /// Which levels are unlike all others, by the problem's comparison.
    fn unlike(&self) -> Vec<bool> {
        let goals = self.problem.variety_goals();
        let is_alike = |row: &Row, neighbor: &Row| {
            row.size == neighbor.size
                && goals.is_alike(row.signature.differences(&neighbor.signature))
        };
        let rows = self.rows.iter().enumerate();
        let are_unlike = rows.clone().map(|(index, row)| {
            let mut neighbors = rows.clone().filter(|&(neighbor, _)| neighbor != index);
            !neighbors.any(|(_, neighbor)| is_alike(row, neighbor))
        });
        are_unlike.collect()
    }

    /// Which levels remain after the PCG Benchmark removed those most like the others; `None` for
    /// problems that do not use its diversity. Levels of another size than the benchmark's do not
    /// remain.
    fn of_benchmark(&self) -> Option<Vec<bool>> {
        let traces = self.traces.iter().enumerate();
        let (indices, traces): (Vec<usize>, Vec<Trace>) =
            traces.filter_map(|(index, trace)| Some((index, trace.clone()?))).unzip();
        let diversity = self.problem.benchmark_diversity(&traces)?;
        let mut are_left = vec![false; self.rows.len()];
        for place in diversity.left {
            are_left[indices[place]] = true;
        }
        Some(are_left)
    }
}
