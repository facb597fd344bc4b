//! A slow external judge is asked about few levels of the best scripts of a search, and no others.

use marahel::Program;
use marahel_problem::{Condition, Levels, Maker, Maps, Meter, Problem, Tally};

/// Levels of a survivor that it is asked about while the search goes on.
pub(crate) const N_OF_SURVIVOR: u32 = 4;

/// The share of the calls for survivors; finalists have the rest.
const SHARE_OF_SURVIVORS: f64 = 0.5;

/// The judge of finalists, and how often it may be asked.
pub(crate) struct Finalists {
    problem: Problem,
    conditions: Vec<Condition>,
    n_calls: u32,
}

impl Finalists {
    /// `None` if the problem has no judge for finalists alone.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        let n_calls = problem.definition().outside()?.finalists?;
        let (problem, conditions) = problem.clone().with_conditions_of_judge();
        Some(Self { problem, conditions, n_calls })
    }

    /// How many survivors can be asked about once a share of the search is done, after so many
    /// calls.
    pub(crate) fn n_survivors(&self, share: f64, n_asked: u32) -> usize {
        let n_calls = (SHARE_OF_SURVIVORS * share * f64::from(self.n_calls)) as u32;
        (n_calls.saturating_sub(n_asked) / N_OF_SURVIVOR) as usize
    }

    /// The levels to ask about of each of `n` finalists, after so many calls.
    pub(crate) fn n_of_finalist(&self, n: usize, n_asked: u32) -> u32 {
        self.n_calls.saturating_sub(n_asked) / (n as u32).max(1)
    }

    /// One who asks, with a program of its own.
    pub(crate) fn asking(&self) -> Asking<'_> {
        let maker = Maker::new(self.problem.definition().pinned());
        Asking { conditions: &self.conditions, maker, meter: self.problem.meter() }
    }
}

/// Makes levels and asks about them.
pub(crate) struct Asking<'f> {
    conditions: &'f [Condition],
    maker: Maker<'f>,
    meter: Meter<'f>,
}

impl Asking<'_> {
    /// Which of the first `maps.n` levels of a script the judge passes. A level that exceeds the
    /// work limit is none.
    pub(crate) fn passed(&mut self, programs: &[Program], maps: Maps) -> Tally {
        let levels = Levels { programs, maps, names: None };
        let mut passed = Tally::default();
        for map in 0..maps.n {
            let level = self.maker.make(levels, map).ok();
            let is_passed = level.is_some_and(|level| {
                self.meter.unfulfilled(level.level, self.conditions).is_none()
            });
            passed.add(f64::from(u8::from(is_passed)));
        }
        passed
    }
}
