//! Deciding whether a smaller script is acceptable.

mod exact;
mod tolerant;

pub(crate) use exact::Exact;
pub(crate) use tolerant::{Tolerant, compare};

use marahel_script::Script;

use crate::Phase;

/// Compares candidates with the original script.
pub(crate) trait Judge {
    const PHASE: Phase;

    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool;

    /// Whether the candidate is also acceptable on new levels.
    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool;
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

    /// The number of a round with new levels.
    pub(crate) fn fresh_round(&mut self) -> u64 {
        self.n_rounds += 1;
        self.n_rounds
    }
}
