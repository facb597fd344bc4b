//! Deciding whether a smaller script is acceptable: every level stays the same.

use marahel_script::Script;

use crate::minimise::measurer::{Measurer, Programs, Round};

/// Accepts candidates that leave the levels of many seeds the same, tile by tile.
pub(crate) struct Exact<'a, 'p> {
    measurer: &'a Measurer<'p>,
    original: &'a Programs,
    round: Round,
    n_levels: u32,
}

impl<'a, 'p> Exact<'a, 'p> {
    pub(crate) fn new(
        measurer: &'a Measurer<'p>,
        original: &'a Programs,
        n_levels: u32,
        tries: &mut Tries,
    ) -> Self {
        let round = measurer.round(tries.fresh_round());
        Self { measurer, original, round, n_levels }
    }

    fn are_same(&self, candidate: &Programs, round: Round) -> bool {
        self.measurer.are_same(self.original, candidate, round, self.n_levels)
    }
}

/// Decides about candidates.
pub(crate) trait Judge {
    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool;

    /// Whether the candidate is also acceptable on new levels.
    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool;
}

impl Judge for Exact<'_, '_> {
    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        let candidate = self.measurer.program(candidate);
        candidate.is_some_and(|candidate| tries.take() && self.are_same(&candidate, self.round))
    }

    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        let round = self.measurer.round(tries.fresh_round());
        let candidate = self.measurer.program(candidate);
        candidate.is_some_and(|candidate| self.are_same(&candidate, round))
    }
}

/// Counts candidates and rounds of levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tries {
    pub(crate) n: u32,
    n_max: u32,
    /// Whether the limit prevented some candidates.
    pub(crate) is_spent: bool,
    n_rounds: u64,
}

impl Tries {
    pub(crate) fn new(n_max: u32) -> Self {
        Self { n: 0, n_max, is_spent: false, n_rounds: 0 }
    }

    /// Counts a candidate; false if no tries are left.
    fn take(&mut self) -> bool {
        if self.n >= self.n_max {
            self.is_spent = true;
            return false;
        }
        self.n += 1;
        true
    }

    pub(crate) fn fresh_round(&mut self) -> u64 {
        self.n_rounds += 1;
        self.n_rounds
    }
}
