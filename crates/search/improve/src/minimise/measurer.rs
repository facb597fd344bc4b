//! Making and measuring levels of scripts, on all threads.

use std::slice;

use marahel::{Program, RunError, Script};
use marahel_config::EvolutionError;
use marahel_evolution::{Purpose, Streams};
use marahel_level::{Tile, View};
use marahel_problem::{Levels, MadeLevel, Maker, Maps, Meter, Problem, Signature, level_hash};
use rayon::prelude::*;

use crate::minimise::{MinimiseError, Options};

/// The index of an individual in the streams of minimising. Searches and validation do not reach
/// it.
pub(super) const INDIVIDUAL: u64 = u64::MAX;

/// Minimum number of levels per task of a thread.
pub(super) const N_LEVELS_AT_ONCE: usize = 16;

/// Makes and measures levels of a script and its reductions.
pub(crate) struct Measurer<'p> {
    /// Makes levels.
    pub(crate) maker: &'p Problem,
    /// Rates them, if they are rated.
    pub(crate) problem: Option<&'p Problem>,
    streams: Streams,
    /// The first explorer of the original script, alone.
    first: Option<Program>,
    /// The problem's tile for each tile of the scripts, if they are numbered differently. Entities
    /// are never removed, so one table fits all candidates.
    names: Option<[Tile; 64]>,
}

/// The levels of one round; rounds have different levels.
pub(crate) type Round = Maps;

/// Measurements of the levels of a script, in the order of the levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LevelStats {
    /// The score of each level, for each objective and, last, for playability.
    pub(crate) columns: Vec<Vec<f64>>,
    /// A hash of each level; equal levels have equal ones.
    pub(crate) digests: Vec<u64>,
    /// The signature of each level for comparisons in play; empty without a problem.
    pub(crate) signatures: Vec<Signature>,
}

impl<'p> Measurer<'p> {
    /// For levels of a script and of smaller ones.
    pub(crate) fn new(
        script: &Script,
        maker: &'p Problem,
        options: &Options,
    ) -> Result<Self, MinimiseError> {
        let problem = options.is_rated.then_some(maker);
        let names = problem.map(|problem| problem.tiles_of(&script.entities));
        let names = names.transpose().map_err(EvolutionError::from)?.flatten();
        let mut first = script.clone();
        first.explorers.truncate(1);
        let first = (!first.explorers.is_empty()).then(|| maker.program(&first));
        Ok(Self { maker, problem, first, streams: Streams::new(options.seed), names })
    }

    pub(crate) fn round(&self, number: u64) -> Round {
        self.streams.maps(Purpose::Validate, number, INDIVIDUAL, u32::MAX)
    }

    fn levels<'l>(&'l self, programs: &'l [Program], round: Round) -> Levels<'l> {
        Levels { programs, maps: round, names: self.names.as_ref() }
    }

    pub(crate) fn programs(&self, script: &Script) -> Programs {
        let with_dials = self.problem.filter(|problem| problem.dials().len() > 0);
        if let Some(problem) = with_dials {
            return marahel_problem::programs(script, problem);
        }
        script.settings().iter().map(|script| self.maker.program(script)).collect()
    }

    /// The programs of a changed script; `None` if the script cannot be written as a document.
    pub(crate) fn program(&self, changed: &Script) -> Option<Programs> {
        Some(self.programs(&Script::parse(&changed.to_string()).ok()?))
    }

    /// Whether the first `n` levels of a round are the same for two programs, tile by tile, and
    /// have the same scores. A level that exceeds the work limit equals no other.
    pub(crate) fn are_same(&self, left: &Programs, right: &Programs, round: Round, n: u32) -> bool {
        let levels = [left, right].map(|programs| self.levels(programs, round));
        // Most candidates differ at once: the first level is not worth a thread.
        (n == 0 || self.worker().is_same(levels, 0))
            && (1..n)
                .into_par_iter()
                .with_min_len(N_LEVELS_AT_ONCE)
                .map_init(|| self.worker(), |worker, index| worker.is_same(levels, index))
                .all(|is_same| is_same)
    }

    pub(crate) fn measure(
        &self,
        program: &Programs,
        round: Round,
        levels: std::ops::Range<u32>,
    ) -> Result<LevelStats, RunError> {
        let rows = levels.into_par_iter().with_min_len(N_LEVELS_AT_ONCE);
        let rows = rows.map_init(
            || self.worker(),
            |worker, index| worker.measure(self, program, round, index),
        );
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        let n_columns = self.problem.map_or(0, |problem| problem.objectives().len() + 1);
        let columns = vec![Vec::new(); n_columns];
        let mut measured = LevelStats { columns, ..LevelStats::default() };
        for (scores, digest, signature) in rows {
            measured.signatures.extend(signature);
            for (column, score) in measured.columns.iter_mut().zip(scores) {
                column.push(score);
            }
            measured.digests.push(digest);
        }
        Ok(measured)
    }

    fn worker(&self) -> Worker<'p> {
        Worker {
            meter: self.problem.map(Problem::meter),
            left: Maker::new(&[]),
            right: Maker::new(&[]),
        }
    }
}

/// The programs of a script that make its levels in turn: one for each tried setting of its dials,
/// or just one without dials.
pub(crate) type Programs = Vec<Program>;

struct Worker<'p> {
    meter: Option<Meter<'p>>,
    left: Maker<'p>,
    right: Maker<'p>,
}

impl Worker<'_> {
    fn is_same(&mut self, [left, right]: [Levels<'_>; 2], index: u32) -> bool {
        let Ok(left) = self.left.make(left, index) else { return false };
        let Ok(right) = self.right.make(right, index) else { return false };
        if !is_equal(left.level, right.level) {
            return false;
        }
        let Some(meter) = self.meter.as_mut().filter(|_| !is_equal(left.start, right.start)) else {
            return true;
        };
        // Scores may depend on the level after the first explorer.
        scores(meter, &left) == scores(meter, &MadeLevel { start: right.start, ..left })
    }

    /// The scores, the hash and the signature of a level.
    ///
    /// Objectives that compare with the level after the first explorer are also measured against
    /// that of the original script, and the worse score counts: a worse start does not make a level
    /// better.
    fn measure(
        &mut self,
        measurer: &Measurer<'_>,
        programs: &Programs,
        round: Round,
        index: u32,
    ) -> Result<(Vec<f64>, u64, Option<Signature>), RunError> {
        let level = self.left.make(measurer.levels(programs, round), index)?;
        let digest = level_hash(level.level) ^ level.level.width() as u64;
        let Some(meter) = &mut self.meter else { return Ok((Vec::new(), digest, None)) };
        let mut own = scores(meter, &level);
        let mut signature = Signature::default();
        meter.sign(level.level, &mut signature);
        if let Some(first) = &measurer.first {
            let first = self.right.make(measurer.levels(slice::from_ref(first), round), index)?;
            if !is_equal(level.start, first.level) {
                let old = scores(meter, &MadeLevel { start: first.level, ..level });
                own = own.into_iter().zip(old).map(|(own, old)| own.min(old)).collect();
            }
        }
        Ok((own, digest, Some(signature)))
    }
}

fn scores(meter: &mut Meter<'_>, level: &MadeLevel<'_>) -> Vec<f64> {
    meter.begin(level);
    let is_playable = meter.judge(level.level).is_playable;
    [meter.scores(), &[f64::from(u8::from(is_playable))]].concat()
}

fn is_equal(left: View<'_>, right: View<'_>) -> bool {
    left.width() == right.width() && left.height() == right.height() && left.rows().eq(right.rows())
}
