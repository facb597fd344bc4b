//! What the levels of a script are worth to somebody who takes them as they come.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use config::programs;
use level::View;
use marahel::{Program, Script, Semantics};
use problem::{Judged, Levels, Maps, Meter, Problem, Signature, Tally, Trace};
use rayon::prelude::*;

use crate::judging::sample::Sampler;
use crate::{Streams, Unwatched};
use config::{Config, ExperimentError};

/// Shares of the levels of one script, over several sets of levels: of each the mean of the sets,
/// and its standard error.
pub type Verdict = [Tally; 6];

/// What these shares are. Levels that are playable; levels of quality, see [`Judged`]; levels that
/// are unlike all others of their set, as the problem has it; levels that are both. Then, where
/// levels are drawn, how similar all levels of a set, taken together, are to the drawings, and the
/// share of cells that the level of a set that is nearest to a drawing has in common with it.
pub const SHARES: [&str; 6] = ["playable", "quality", "diversity", "both", "like", "copied"];

/// Judges a script on `n_sets` disjoint sets of `n_levels` levels each. A larger set
/// has less diversity, so that numbers compare for one size of sets only.
///
/// Sources: quality and diversity of the PCG Benchmark (Khalifa et al. 2025, arXiv
/// 2503.21474), by the bands of the problem.
///
/// # Errors
///
/// If the script has entities that the problem does not know, or wants more work done
/// than a level may cost, or if the judge from outside fails.
pub fn judge_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
    n_levels: u32,
    n_sets: u32,
) -> Result<Verdict, ExperimentError> {
    judge_sets(script, problem, config.semantics, config.seed, (n_levels, n_sets))
}

/// The same without a config: by these semantics, with levels of this seed.
pub(crate) fn judge_sets(
    script: &Script,
    problem: &Problem,
    semantics: Semantics,
    seed: u64,
    (n_levels, n_sets): (u32, u32),
) -> Result<Verdict, ExperimentError> {
    let names = problem.tiles_of(&script.entities)?;
    let programs = programs(script, problem, &[semantics]);
    let streams = Streams::new(seed);
    let drawings = problem.definition().drawings();
    let judge_set = |set: u32| -> Result<([f64; 4], Option<[f64; 2]>), ExperimentError> {
        let maps = streams.validation_maps(u64::from(set) + 1, n_levels);
        let mut judged = JudgedSet::new(problem);
        let (mut patterns, mut copied) = (problem::likeness::Sample::default(), 0.0_f64);
        let levels = Levels { programs: &programs, maps, names: names.as_ref() };
        Sampler::new(problem).visit(0, levels, &Unwatched, |meter, made| {
            judged.add(meter, made.level);
            patterns.add(made.level, drawings);
            copied = copied.max(drawings.nearest(made.level));
        })?;
        problem.check_judge()?;
        let likeness = patterns.similarity(drawings).map(|like| [like, copied]);
        Ok((judged.shares(), likeness))
    };
    let sets: Vec<_> = (0..n_sets).into_par_iter().map(judge_set).collect::<Result<_, _>>()?;
    let mut verdict = Verdict::default();
    for (shares, likeness) in &sets {
        let values = shares.iter().chain(likeness.iter().flatten());
        verdict.iter_mut().zip(values).for_each(|(tally, &value)| tally.add(value));
    }
    Ok(verdict)
}

/// Something that levels of a script lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// What it is, in words.
    pub text: String,
    /// How many levels lack it.
    pub n: u32,
    /// Whether such levels may be good: it is an open-ended objective.
    pub is_open: bool,
}

/// What levels of a script lack, of `n_levels`, the most frequent first; what they may lack and
/// still be good comes last. The levels are the first ones that validate a front.
///
/// # Errors
///
/// See [`judge_script`].
pub fn lacks_of_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
    n_levels: u32,
) -> Result<Vec<Lack>, ExperimentError> {
    let programs = programs(script, problem, &[config.semantics]);
    let maps = Streams::new(config.seed).validation_maps(0, n_levels);
    lacks_of_levels(script, &programs, problem, maps)
}

/// The same of certain levels.
pub(crate) fn lacks_of_levels(
    script: &Script,
    programs: &[Program],
    problem: &Problem,
    maps: Maps,
) -> Result<Vec<Lack>, ExperimentError> {
    let names = problem.tiles_of(&script.entities)?;
    let levels = Levels { programs, maps, names: names.as_ref() };
    let problem = problem.clone().with_named_parts();
    let mut counts = BTreeMap::new();
    Sampler::new(&problem).visit(0, levels, &Unwatched, |meter, made| {
        let explanation = meter.explain(made.level);
        let open = explanation.short_of().into_iter().map(|text| (true, text));
        for lack in explanation.lacks().into_iter().map(|text| (false, text)).chain(open) {
            *counts.entry(lack).or_default() += 1;
        }
    })?;
    problem.check_judge()?;
    let lacks = counts.into_iter().map(|((is_open, text), n)| Lack { text, n, is_open });
    let mut lacks: Vec<Lack> = lacks.collect();
    lacks.sort_by_key(|one| (one.is_open, Reverse(one.n)));
    Ok(lacks)
}

/// Levels of one script, judged one by one and together.
pub struct JudgedSet<'p> {
    problem: &'p Problem,
    levels: Vec<InSet>,
}

/// One level, as its set needs it.
struct InSet {
    judged: Judged,
    signature: Signature,
    trace: Option<Trace>,
    size: (usize, usize),
}

impl<'p> JudgedSet<'p> {
    /// No level yet.
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, levels: Vec::new() }
    }

    /// Judges a level by a meter of the problem.
    pub fn add(&mut self, meter: &mut Meter<'_>, level: View<'_>) -> Judged {
        let judged = meter.judge(level);
        let mut signature = Signature::default();
        meter.sign(level, &mut signature);
        let trace = meter.trace(level);
        let size = (level.width(), level.height());
        self.levels.push(InSet { judged, signature, trace, size });
        judged
    }

    /// The shares of the levels: playable, of quality, unlike all others, and both of the latter.
    pub fn shares(&self) -> [f64; 4] {
        let Self { levels, problem, .. } = self;
        let are_unlike = of_benchmark(levels, problem).unwrap_or_else(|| unlike(levels, problem));
        let n = levels.len().max(1) as f64;
        let share = |holds: &dyn Fn(usize) -> bool| {
            (0..levels.len()).filter(|&index| holds(index)).count() as f64 / n
        };
        [
            share(&|index| levels[index].judged.is_playable),
            share(&|index| levels[index].judged.has_quality),
            share(&|index| are_unlike[index]),
            share(&|index| levels[index].judged.has_quality && are_unlike[index]),
        ]
    }
}

/// Which levels are unlike all others, by what the problem compares.
fn unlike(levels: &[InSet], problem: &Problem) -> Vec<bool> {
    let wanted = problem.wanted();
    let are_alike = |one: &InSet, other: &InSet| {
        let found = one.signature.differences(&other.signature);
        let difference = if wanted.has_ways { found.way } else { found.floor };
        one.size == other.size && difference < wanted.way
    };
    let is_unlike = |index: usize| {
        let mut others = levels.iter().enumerate().filter(|&(other, _)| other != index);
        !others.any(|(_, other)| are_alike(&levels[index], other))
    };
    (0..levels.len()).map(is_unlike).collect()
}

/// Which levels are left when the PCG Benchmark has taken out those that are most like
/// the others, for a problem that says so. Levels of another size than the benchmark's are
/// none of those.
fn of_benchmark(levels: &[InSet], problem: &Problem) -> Option<Vec<bool>> {
    let (indices, traces): (Vec<usize>, Vec<Trace>) =
        (0..).zip(levels).filter_map(|(index, level)| Some((index, level.trace.clone()?))).unzip();
    let diversity = problem.benchmark_diversity(&traces)?;
    let mut are_left = vec![false; levels.len()];
    for place in diversity.left {
        are_left[indices[place]] = true;
    }
    Some(are_left)
}
