//! The exact phase: every level stays the same.

use marahel_script::Script;

use super::{Judge, Tries};
use crate::Phase;
use crate::measurer::{Measurer, Programs, Round};

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

impl Judge for Exact<'_, '_> {
    const PHASE: Phase = Phase::Exact;

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
