//! Whether a smaller script makes the same levels, on all threads.

use marahel::{Program, RunError, Script};
use marahel_config::EvolutionError;
use marahel_evolution::{Purpose, Streams};
use marahel_level::{Tile, View};
use marahel_problem::{Levels, MadeLevel, Maker, Maps, Meter, Problem};
use rayon::prelude::*;

use crate::ImproveError;
use crate::minimise::Options;
use crate::minimise::reduce::{Judge, Tries};

/// The index of an individual in the streams of minimising. Searches and validation do not reach
/// it.
pub(super) const INDIVIDUAL: u64 = u64::MAX;

/// Minimum number of levels per task of a thread.
pub(super) const N_LEVELS_AT_ONCE: usize = 16;

/// Most levels of a script that are made before anything is tried, to tell that it fails itself.
const N_LEVELS_FIRST: u32 = 2000;

/// Accepts candidates that leave the levels of many seeds the same, tile by tile, and their scores
/// if they are rated.
pub(super) struct Exact<'p> {
    problem: &'p Problem,
    is_rated: bool,
    n_levels: u32,
    streams: Streams,
    round: Maps,
    original: Vec<Program>,
    /// The problem's tile for each tile of the scripts, if they are numbered differently. Entities
    /// are never removed, so one table fits all candidates.
    names: Option<[Tile; 64]>,
}

impl<'p> Exact<'p> {
    /// For smaller scripts than this one; an error if it exceeds the work limit itself.
    pub(super) fn new(
        script: &Script,
        problem: &'p Problem,
        options: &Options,
        tries: &mut Tries,
    ) -> Result<Self, ImproveError> {
        let names = options.is_rated.then(|| problem.tiles_of(&script.entities));
        let names = names.transpose().map_err(EvolutionError::from)?.flatten();
        let streams = Streams::new(options.seed);
        let [first, round] = [(); 2].map(|()| round_of(streams, tries));
        let (is_rated, n_levels) = (options.is_rated, options.n_seeds);
        let original = programs(script, problem, is_rated);
        let exact = Self { problem, is_rated, n_levels, streams, round, original, names };
        let levels = exact.levels(&exact.original, first);
        let made = (0..n_levels.min(N_LEVELS_FIRST)).into_par_iter().with_min_len(N_LEVELS_AT_ONCE);
        let made =
            made.map_init(|| Maker::new(&[]), |maker, map| maker.make(levels, map).map(|_| ()));
        made.collect::<Result<Vec<()>, RunError>>()?;
        Ok(exact)
    }

    fn levels<'l>(&'l self, programs: &'l [Program], maps: Maps) -> Levels<'l> {
        Levels { programs, maps, names: self.names.as_ref() }
    }

    /// The programs of a candidate; `None` if it cannot be written as a document.
    fn programs(&self, candidate: &Script) -> Option<Vec<Program>> {
        let candidate = Script::parse(&candidate.to_string()).ok()?;
        Some(programs(&candidate, self.problem, self.is_rated))
    }

    /// A level that exceeds the work limit equals no other.
    fn are_same(&self, candidate: &[Program], round: Maps) -> bool {
        let levels = [&self.original, candidate].map(|programs| self.levels(programs, round));
        let maker = || Pair {
            makers: [(); 2].map(|()| Maker::new(&[])),
            meter: self.is_rated.then(|| self.problem.meter()),
        };
        // Most candidates differ at once: the first level is not worth a thread.
        (self.n_levels == 0 || maker().is_same(levels, 0))
            && (1..self.n_levels)
                .into_par_iter()
                .with_min_len(N_LEVELS_AT_ONCE)
                .map_init(maker, |pair, index| pair.is_same(levels, index))
                .all(|is_same| is_same)
    }
}

impl Judge for Exact<'_> {
    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        let candidate = self.programs(candidate);
        candidate.is_some_and(|candidate| tries.take() && self.are_same(&candidate, self.round))
    }

    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        let round = round_of(self.streams, tries);
        self.programs(candidate).is_some_and(|candidate| self.are_same(&candidate, round))
    }
}

/// The levels of a round; rounds have different levels.
fn round_of(streams: Streams, tries: &mut Tries) -> Maps {
    streams.maps(Purpose::Validate, tries.fresh_round(), INDIVIDUAL, u32::MAX)
}

/// The programs of a script that make its levels in turn: one for each tried setting of its dials.
fn programs(script: &Script, problem: &Problem, is_rated: bool) -> Vec<Program> {
    if is_rated && problem.dials().len() > 0 {
        return marahel_problem::programs(script, problem);
    }
    script.settings().iter().map(|script| problem.program(script)).collect()
}

/// Makes the levels of two scripts.
struct Pair<'p> {
    makers: [Maker<'p>; 2],
    meter: Option<Meter<'p>>,
}

impl Pair<'_> {
    fn is_same(&mut self, [left, right]: [Levels<'_>; 2], index: u32) -> bool {
        let [left_maker, right_maker] = &mut self.makers;
        let Ok(left) = left_maker.make(left, index) else { return false };
        let Ok(right) = right_maker.make(right, index) else { return false };
        if !is_equal(left.level, right.level) {
            return false;
        }
        let Some(meter) = self.meter.as_mut().filter(|_| !is_equal(left.start, right.start)) else {
            return true;
        };
        // Scores may depend on the level after the first explorer.
        let mut scores = |level: &MadeLevel<'_>| {
            meter.begin(level);
            let is_playable = meter.judge(level.level).is_playable;
            (meter.scores().to_vec(), is_playable)
        };
        scores(&left) == scores(&MadeLevel { start: right.start, ..left })
    }
}

fn is_equal(left: View<'_>, right: View<'_>) -> bool {
    left.width() == right.width() && left.height() == right.height() && left.rows().eq(right.rows())
}
